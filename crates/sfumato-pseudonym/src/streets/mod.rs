//! Streets: the kind of road as it is spelt, another name, and numbers, floors and doors in the same notation.
//!
//! A street is known by its name, so the same street with another number stays the same street. Towns and postcodes
//! in an address are the [`places`] domain's: that one decides first.

mod numbers;
mod parse;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use sfumato_detect::Category;

use self::parse::{AddressPiece, AddressReading, parse};
use crate::places::letters::like;
use crate::{PseudonymSubject, SeededDraws, SubstituteContext, SubstituteKind, SubstituteTable, fold, places};

/// The number of draws of a name from the list, and then of one made of two, before there is none.
const TRIES: usize = 60;

/// Decides what stands for the streets of a scope. The places of the scope come before them.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut names: BTreeMap<String, (bool, u32)> = BTreeMap::new();
    let mut inside: BTreeMap<(String, u32), (&PseudonymSubject<'_>, &str)> = BTreeMap::new();
    for (_, subject) in subjects {
        for form in &subject.forms {
            for piece in parse(form, subject.language, context) {
                match piece.thing {
                    AddressReading::Name { key, spanish, .. } => {
                        let entry = names.entry(key).or_insert((spanish, 0));
                        *entry = (entry.0 | spanish, entry.1.max(subject.roll));
                    }
                    AddressReading::Place => {
                        let text = form.get(piece.at).unwrap_or_default();
                        inside.insert((fold(text), subject.roll), (subject, text));
                    }
                    AddressReading::Number | AddressReading::Door => {}
                }
            }
        }
    }
    let inside: Vec<PseudonymSubject<'_>> =
        inside.into_values().filter_map(|(subject, text)| place(subject, text)).collect();
    if !inside.is_empty() {
        places::assign(&inside.iter().enumerate().collect::<Vec<_>>(), context, chosen);
    }
    let keys: BTreeSet<String> = names.keys().cloned().collect();
    for (key, (spanish, roll)) in &names {
        if chosen.get(SubstituteKind::Street, key).is_none() {
            let mut draw = context.seed.draw(&[SubstituteKind::Street.name(), key, &roll.to_string()]);
            if let Some(name) = name(*spanish, key, &keys, context, chosen, &mut draw) {
                chosen.set(SubstituteKind::Street, key, &name);
            }
        }
    }
}

/// The place in an address as a subject of its own.
fn place<'t>(subject: &PseudonymSubject<'t>, text: &'t str) -> Option<PseudonymSubject<'t>> {
    let category = Category::new("place").ok()?;
    let (language, roll) = (subject.language, subject.roll);
    Some(PseudonymSubject { roll, ..PseudonymSubject::new(category, language, vec![text]) })
}

/// A name that is free: of the list, or made of two.
fn name(
    spanish: bool,
    key: &str,
    keys: &BTreeSet<String>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
    draw: &mut SeededDraws,
) -> Option<String> {
    let list = context.lists.group(if spanish { "street-es" } else { "street-en" });
    let free = |name: &str| {
        let folded = fold(name);
        let shared = |word: &str| {
            word.len() > 2 && word != "del" && word != "los" && word != "las" && context.originals.hold_word(word)
        };
        let alike = key.starts_with(&folded) || folded.starts_with(key);
        !alike
            && !folded.split(' ').any(shared)
            && !keys.contains(&folded)
            && !chosen.is_used(SubstituteKind::Street, name)
    };
    for _ in 0..TRIES / 4 {
        let name = draw.pick(list).and_then(|line| line.split('\t').next())?;
        if free(name) {
            return Some(name.to_owned());
        }
    }
    for _ in 0..TRIES * 4 {
        let (first, second) = (draw.pick(list)?, draw.pick(list)?);
        let (name, _) = first.split_once('\t').unwrap_or((first, ""));
        let (other, particle) = second.split_once('\t').unwrap_or((second, ""));
        let both =
            if particle.is_empty() { [name, " ", other].concat() } else { [name, " ", particle, " ", other].concat() };
        if first != second && free(&both) {
            return Some(both);
        }
    }
    None
}

/// The substitute in the form of a mention.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let pieces = parse(form, subject.language, context);
    let street = pieces.iter().find_map(|piece| match &piece.thing {
        AddressReading::Name { key, .. } => Some(key.as_str()),
        _ => None,
    });
    let mut out = String::with_capacity(form.len() + 8);
    let mut done = 0;
    for piece in &pieces {
        out.push_str(form.get(done..piece.at.start)?);
        out.push_str(&one(form.get(piece.at.clone())?, piece, street.unwrap_or_default(), subject, context, chosen)?);
        done = piece.at.end;
    }
    out.push_str(form.get(done..)?);
    Some(out)
}

/// The substitute of one piece of an address.
fn one(
    mention: &str,
    piece: &AddressPiece,
    street: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    match &piece.thing {
        AddressReading::Name { key, spanish, particle } => {
            let name = chosen.get(SubstituteKind::Street, key)?;
            let name = like(mention, name);
            let first = name.split(' ').next().map(fold).unwrap_or_default();
            let found = context.lists.table("streets").find(&first).and_then(|mut fields| fields.next());
            // Particles are small unless everything is in capitals.
            let capitals = mention.contains(char::is_uppercase) && !mention.contains(char::is_lowercase);
            let own = found
                .filter(|own| *spanish && *particle && !own.is_empty())
                .map(|own| if capitals { own.to_uppercase() } else { own.to_owned() });
            Some(match own {
                Some(own) => [&own, " ", name.as_str()].concat(),
                None => name,
            })
        }
        AddressReading::Number => Some(numbers::changed(mention, street, true, subject.roll, context.seed)),
        AddressReading::Door => Some(numbers::changed(mention, street, false, subject.roll, context.seed)),
        AddressReading::Place => places::write(mention, &place(subject, mention)?, context, chosen),
    }
}
