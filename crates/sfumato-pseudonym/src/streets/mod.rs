//! Streets: the kind of road as it is spelt, another name, and numbers, floors and doors in the same notation.
//!
//! A street is known by its name, so the same street with another number stays the same street. Towns and postcodes
//! in an address are the [`places`] room's: that one decides first.

mod numbers;
mod parse;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use sfumato_detect::KnownCategory;

use self::parse::{Piece, Thing, parse};
use crate::places::letters::like;
use crate::{Context, Draw, Kind, Ledger, Subject, fold, places};

/// How often a name is drawn from the list, and then made of two, before there is none.
const TRIES: usize = 60;

/// Decides what stands for the streets of a scope. The places of the scope come before them.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let mut names: BTreeMap<String, (bool, u32)> = BTreeMap::new();
    let mut inside: BTreeMap<(String, u32), (&Subject<'_>, &str)> = BTreeMap::new();
    for (_, subject) in subjects {
        for form in &subject.forms {
            for piece in parse(form, subject.language, context) {
                match piece.thing {
                    Thing::Name { key, spanish, .. } => {
                        let entry = names.entry(key).or_insert((spanish, 0));
                        *entry = (entry.0 | spanish, entry.1.max(subject.roll));
                    }
                    Thing::Place => {
                        let text = form.get(piece.at).unwrap_or_default();
                        inside.insert((fold(text), subject.roll), (subject, text));
                    }
                    Thing::Number | Thing::Door => {}
                }
            }
        }
    }
    let inside: Vec<Subject<'_>> = inside.into_values().filter_map(|(subject, text)| place(subject, text)).collect();
    if !inside.is_empty() {
        places::assign(&inside.iter().enumerate().collect::<Vec<_>>(), context, ledger);
    }
    let keys: BTreeSet<String> = names.keys().cloned().collect();
    for (key, (spanish, roll)) in &names {
        if ledger.get(Kind::Street, key).is_none() {
            let mut draw = context.seed.draw(&[Kind::Street.name(), key, &roll.to_string()]);
            if let Some(name) = name(*spanish, key, &keys, context, ledger, &mut draw) {
                ledger.set(Kind::Street, key, &name);
            }
        }
    }
}

/// The place in an address as a subject of its own.
fn place<'t>(subject: &Subject<'t>, text: &'t str) -> Option<Subject<'t>> {
    let category = KnownCategory::Place.into();
    let (language, roll) = (subject.language, subject.roll);
    Some(Subject { category, language, forms: vec![text], beside: Vec::new(), roll, told: Default::default() })
}

/// A name that is free: of the list, or made of two.
fn name(
    spanish: bool,
    key: &str,
    keys: &BTreeSet<String>,
    context: &Context<'_>,
    ledger: &Ledger,
    draw: &mut Draw,
) -> Option<String> {
    let list = context.lists.group(if spanish { "street-es" } else { "street-en" });
    let free = |name: &str| {
        let folded = fold(name);
        let shared = |word: &str| {
            word.len() > 2 && word != "del" && word != "los" && word != "las" && context.originals.hold_word(word)
        };
        let alike = key.starts_with(&folded) || folded.starts_with(key);
        !alike && !folded.split(' ').any(shared) && !keys.contains(&folded) && !ledger.is_used(Kind::Street, name)
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
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let pieces = parse(form, subject.language, context);
    let street = pieces.iter().find_map(|piece| match &piece.thing {
        Thing::Name { key, .. } => Some(key.as_str()),
        _ => None,
    });
    let mut out = String::with_capacity(form.len() + 8);
    let mut done = 0;
    for piece in &pieces {
        out.push_str(form.get(done..piece.at.start)?);
        out.push_str(&one(form.get(piece.at.clone())?, piece, street.unwrap_or_default(), subject, context, ledger)?);
        done = piece.at.end;
    }
    out.push_str(form.get(done..)?);
    Some(out)
}

/// The substitute of one piece of an address.
fn one(
    mention: &str,
    piece: &Piece,
    street: &str,
    subject: &Subject<'_>,
    context: &Context<'_>,
    ledger: &Ledger,
) -> Option<String> {
    match &piece.thing {
        Thing::Name { key, spanish, particle } => {
            let name = ledger.get(Kind::Street, key)?;
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
        Thing::Number => Some(numbers::changed(mention, street, true, subject.roll, context.seed)),
        Thing::Door => Some(numbers::changed(mention, street, false, subject.roll, context.seed)),
        Thing::Place => places::write(mention, &place(subject, mention)?, context, ledger),
    }
}
