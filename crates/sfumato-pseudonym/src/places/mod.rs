//! Places: town for town of like size, with the postcode, the province and the country that belong to it.
//!
//! A country that is named in the scope becomes another one of its language, and all towns and parts of it go along;
//! otherwise towns stay in their country. The table holds towns by the folded name they go by, postcodes without
//! marks, and countries and their parts by code (`ES`, `ES-08`, `US.MA`), since these have a name in each language.

mod atlas;
mod codes;
pub(crate) mod letters;
mod parse;
mod scope;
#[cfg(test)]
mod tests;

use sfumato_language::Language;

use self::atlas::PlaceAtlas;
use self::letters::like;
use self::parse::{PlacePiece, PlaceReading, parse};
use self::scope::PlaceScope;
use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable, fold};

/// Decides what stands for the places of a scope.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    PlaceScope::new(subjects, context).decide(chosen);
}

/// The substitute in the form of a mention.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let atlas = PlaceAtlas::new(context.lists);
    // Most mentions are one town or one code and need no second look.
    let thing = match fold(form) {
        key if chosen.get(SubstituteKind::Postcode, &key).is_some() => Some(PlaceReading::Code(key)),
        key if subject.category.path() == "place" && chosen.get(SubstituteKind::Town, &key).is_some() => {
            Some(PlaceReading::Town(key))
        }
        _ => None,
    };
    if let Some(thing) = thing
        && form.starts_with(char::is_alphanumeric)
        && form.ends_with(char::is_alphanumeric)
    {
        return one(form, &PlacePiece { at: 0..form.len(), thing }, subject.language, atlas, chosen);
    }
    let mut out = String::with_capacity(form.len() + 8);
    let pieces = parse(form, subject, atlas);
    // No country that stands for another has an article: "the United States" becomes "Canada".
    let is_land = matches!(pieces.as_slice(), [PlacePiece { thing: PlaceReading::Land(_), .. }]);
    let bare = form.strip_prefix("the ").filter(|_| is_land).map_or(0, |rest| form.len() - rest.len());
    let mut done = bare;
    for piece in pieces {
        out.push_str(form.get(done..piece.at.start.max(done))?);
        out.push_str(&one(form.get(piece.at.clone())?, &piece, subject.language, atlas, chosen)?);
        done = piece.at.end;
    }
    out.push_str(form.get(done..)?);
    Some(out)
}

/// The substitute of one piece of a mention.
fn one(
    mention: &str,
    piece: &PlacePiece<'_>,
    language: Language,
    atlas: PlaceAtlas<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    match &piece.thing {
        PlaceReading::Code(key) => Some(codes::laid_out(mention, chosen.get(SubstituteKind::Postcode, key)?)),
        PlaceReading::Town(key) => {
            let name = chosen.get(SubstituteKind::Town, key)?;
            Some(like(mention, atlas.town_name(name, &fold(name), language)))
        }
        PlaceReading::Unit(code) => {
            let (unit, old) = (atlas.unit(chosen.get(SubstituteKind::Region, code)?)?, atlas.unit(code)?);
            // Letters for letters, where the other has some.
            if !unit.short.is_empty() && mention.eq_ignore_ascii_case(old.short) {
                let small = mention.contains(char::is_lowercase);
                return Some(if small { unit.short.to_lowercase() } else { unit.short.to_owned() });
            }
            let folded = fold(mention);
            let english = folded == fold(old.english) && folded != fold(old.spanish);
            Some(like(mention, if is_spanish(language, english) { unit.spanish } else { unit.english }))
        }
        PlaceReading::Land(code) => {
            let land = atlas.land(chosen.get(SubstituteKind::Country, code)?)?;
            let own = atlas.land_named(&fold(mention)).map_or("", |(_, own)| own);
            Some(like(mention, if is_spanish(language, own == "e") { land.spanish } else { land.english }))
        }
        PlaceReading::Unknown(key) => {
            let land = atlas.land(chosen.get(SubstituteKind::Country, &unlisted(key))?)?;
            Some(like(mention, if is_spanish(language, false) { land.spanish } else { land.english }))
        }
    }
}

/// True if a name is to be in Spanish: in the language of the text, unless the mention is English in a Spanish one.
fn is_spanish(language: Language, english: bool) -> bool {
    language == Language::Spanish && !english
}

/// The key of a country that no list has.
fn unlisted(name: &str) -> String {
    ["?", name].concat()
}

/// A text with the towns and parts of countries in it that something stands for replaced; nothing if there are none.
pub fn town_in(text: &str, context: &SubstituteContext<'_>, chosen: &SubstituteTable) -> Option<String> {
    let atlas = PlaceAtlas::new(context.lists);
    let words: Vec<(usize, usize)> = parse::words(text);
    let mut out = String::with_capacity(text.len() + 8);
    let (mut done, mut at) = (0, 0);
    while let Some((start, _)) = words.get(at).copied() {
        let found = (1..=MOST_WORDS).rev().find_map(|count| {
            let (_, end) = words.get(at + count - 1).copied()?;
            let mention = text.get(start..end)?;
            if !mention.contains(char::is_uppercase) {
                return None;
            }
            let folded = fold(mention);
            let unit = || unit_in(mention, &folded, atlas, chosen);
            let town = chosen.get(SubstituteKind::Town, &atlas.main_name(&folded).unwrap_or_else(|| folded.clone()));
            town.map(|name| like(mention, name)).or_else(unit).map(|name| (count, end, name))
        });
        at += match found {
            Some((count, end, name)) => {
                out.push_str(text.get(done..start)?);
                out.push_str(&name);
                done = end;
                count
            }
            None => 1,
        };
    }
    out.push_str(text.get(done..)?);
    (done > 0).then_some(out)
}

/// The substitute of a part of a country, in the language its name is in.
fn unit_in(mention: &str, folded: &str, atlas: PlaceAtlas<'_>, chosen: &SubstituteTable) -> Option<String> {
    let (code, _) = atlas.unit_named(folded)?;
    chosen.get(SubstituteKind::Region, code)?;
    let is_spanish = atlas.unit(code).is_some_and(|unit| fold(unit.spanish) == folded);
    let language = if is_spanish { Language::Spanish } else { Language::English };
    one(mention, &PlacePiece { at: 0..mention.len(), thing: PlaceReading::Unit(code) }, language, atlas, chosen)
}

/// The most words of a town's name that are looked for in another text.
const MOST_WORDS: usize = 5;

/// True if the lists know what a text names.
pub(crate) fn is_known(text: &str, context: &SubstituteContext<'_>) -> bool {
    let (atlas, name) = (PlaceAtlas::new(context.lists), fold(text));
    atlas.main_name(&name).is_some() || atlas.unit_named(&name).is_some() || atlas.land_named(&name).is_some()
}
