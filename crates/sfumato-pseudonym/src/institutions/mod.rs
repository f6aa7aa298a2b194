//! Hospitals, companies, courts: the words that say what they are stay, and their names are invented.

mod choose;
mod parse;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::words::text::{capitalised, is_all_capitals, lettered, part, tokens};
use crate::words::{self, WordNeeds};
use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable, fold};
use choose::InstitutionNameNeed;
use parse::{InstitutionMention, InstitutionPart, InstitutionPiece, InstitutionStyle, roman, roman_of};
use sfumato_detect::KnownCategory;

const KIND: SubstituteKind = SubstituteKind::Organisation;
/// The most names in a mention without capitals.
const NAMES: usize = 2;

/// The names of a scope that need substitutes.
#[derive(Default)]
struct InstitutionNeeds {
    names: BTreeMap<String, InstitutionNameNeed>,
    acronyms: BTreeMap<String, (bool, u32)>,
    generics: BTreeMap<String, GenericMention>,
    demonyms: WordNeeds,
}

/// A mention in which nothing is a name.
struct GenericMention {
    text: String,
    range: Range<usize>,
    group: String,
    language: sfumato_language::Language,
    roll: u32,
}

/// Decides what stands for the institutions of the scope.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut needs = InstitutionNeeds::default();
    for (_, subject) in subjects {
        collect(subject, context, chosen, &mut needs);
    }
    for (key, wanted) in &needs.names {
        if chosen.get(KIND, key).is_none()
            && let Some(name) = choose::name(key, *wanted, context, chosen)
        {
            chosen.set(KIND, key, &name);
        }
    }
    words::choose(&needs.demonyms, context, chosen);
    for (key, generic) in &needs.generics {
        let whole = |word: &str| {
            let (before, after) = (0..generic.range.start, generic.range.end..generic.text.len());
            [part(&generic.text, before), word, part(&generic.text, after)].concat()
        };
        if chosen.get(KIND, key).is_none()
            && let Some(text) =
                choose::generic(key, &generic.group, generic.language, generic.roll, whole, context, chosen)
        {
            chosen.set(KIND, key, &text);
        }
    }
    assign_acronyms(subjects, &needs.acronyms, context, chosen);
}

fn collect(
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
    needs: &mut InstitutionNeeds,
) {
    let mut names: Vec<(String, InstitutionStyle)> = Vec::new();
    for form in &subject.forms {
        let mention = InstitutionMention::new(form, subject.language, context);
        let parts = mention.parts(is_body(subject), context, chosen);
        let has_name = parts.iter().any(|part| !matches!(part.piece, InstitutionPiece::Generic(_)));
        for part in &parts {
            match &part.piece {
                InstitutionPiece::Name(key, style) => names.push((key.clone(), *style)),
                InstitutionPiece::Acronym(key) => {
                    let (keeps, roll) = needs.acronyms.entry(key.clone()).or_default();
                    *keeps |= !is_body(subject);
                    *roll = subject.roll.max(*roll);
                }
                InstitutionPiece::Demonym(known) => {
                    words::want(
                        &mut needs.demonyms,
                        known.group,
                        known.first,
                        words::is_either(known.form),
                        subject.roll,
                    );
                }
                InstitutionPiece::Town(_) | InstitutionPiece::Number | InstitutionPiece::Generic(_) => {}
            }
        }
        if !has_name && let Some((range, group)) = changeable(&mention, &parts.iter().collect::<Vec<_>>()) {
            let generic = GenericMention {
                text: (*form).to_owned(),
                range,
                group: group.to_owned(),
                language: subject.language,
                roll: subject.roll,
            };
            needs.generics.entry(fold(form)).or_insert(generic);
        }
    }
    for (key, style) in &names {
        if names.iter().any(|(longer, _)| place_in(key, longer).is_some()) {
            continue;
        }
        let wanted = needs.names.entry(key.clone()).or_insert(InstitutionNameNeed {
            style: *style,
            language: subject.language,
            roll: subject.roll,
        });
        wanted.style = wanted.style.min(*style);
        wanted.roll = wanted.roll.max(subject.roll);
    }
}

/// Initials of an institution of the scope become those of what stands for it.
fn assign_acronyms(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    acronyms: &BTreeMap<String, (bool, u32)>,
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    if acronyms.is_empty() {
        return;
    }
    let mut spelt: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, subject) in subjects {
        // What stands in brackets is often the letters themselves.
        let forms = subject.forms.iter().map(|form| form.split('(').next().unwrap_or_default().trim_end());
        for form in forms.filter(|form| form.contains(' ')) {
            for all in [false, true] {
                let initials = initials(form, all, context);
                if acronyms.contains_key(&initials) && chosen.get(KIND, &initials).is_none() {
                    let other = write(form, subject, context, chosen).map(|other| self::initials(&other, all, context));
                    spelt.entry(initials).or_default().extend(other);
                }
            }
        }
    }
    for (key, (keeps_first, roll)) in acronyms {
        if chosen.get(KIND, key).is_some() {
            continue;
        }
        let spelt = spelt.get(key).into_iter().flatten().map(|letters| letters.to_uppercase()).find(|letters| {
            fold(letters) != *key && !context.originals.hold_word(letters) && !chosen.is_used(KIND, letters)
        });
        if let Some(name) = spelt.or_else(|| choose::acronym(key, *keeps_first, *roll, context, chosen)) {
            chosen.set(KIND, key, &name);
        }
    }
}

/// The first letters of the words, all of them or only the long ones and names.
fn initials(text: &str, all: bool, context: &SubstituteContext<'_>) -> String {
    let table = context.lists.table("institutions");
    let is_link = |key: &str| table.find(key).is_some_and(|mut fields| fields.next() == Some("link"));
    tokens(text)
        .iter()
        .filter(|token| all || !is_link(&token.key))
        .filter_map(|token| token.key.chars().next())
        .collect()
}

/// The mention with what stands for its names; as it is if nothing in it names anything.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let mention = InstitutionMention::new(form, subject.language, context);
    let parts = mention.parts(is_body(subject), context, chosen);
    let names = parts.iter().filter(|part| matches!(part.piece, InstitutionPiece::Name(..))).count();
    // What is a name in a long text without capitals cannot be told.
    if mention.tokens.is_empty() || (names > NAMES && !form.chars().any(char::is_uppercase)) {
        return None;
    }
    let (mut out, mut done) = (String::with_capacity(form.len() + 16), 0);
    let mut put = |range: &Range<usize>, text: &str| {
        out.push_str(part(form, done..range.start.max(done)));
        out.push_str(text);
        done = range.end.max(done);
    };
    if let Some((range, text)) = changed(form, &mention, &parts, chosen) {
        put(&range, &text);
    }
    for part in parts.iter().filter(|part| !matches!(part.piece, InstitutionPiece::Generic(_))) {
        put(&part.range, &written(form, part, subject, context, chosen)?);
    }
    out.push_str(part(form, done..form.len()));
    Some(out)
}

/// True if nothing in a mention names anything, and nothing in it can be changed for something like it: "hospital".
pub fn is_plain(form: &str, subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> bool {
    let mention = InstitutionMention::new(form, subject.language, context);
    mention.parts(is_body(subject), context, &SubstituteTable::default()).is_empty()
}

fn is_body(subject: &PseudonymSubject<'_>) -> bool {
    !subject.category.is(KnownCategory::Hospital) && !subject.category.is(KnownCategory::HealthCentre)
}

/// The words that can be changed in a mention, or its first words, in which nothing is a name: the last topic, or
/// else the last rank,
/// or else the last kind.
fn changeable<'a>(
    mention: &InstitutionMention<'_, 'a>,
    parts: &[&InstitutionPart<'a>],
) -> Option<(Range<usize>, &'a str)> {
    let generics = || {
        parts.iter().rev().filter_map(|part| match part.piece {
            InstitutionPiece::Generic(group) => Some((part.range.clone(), group)),
            _ => None,
        })
    };
    let is_one = mention.tokens.len() < 2;
    let rank = |group: &str| match group {
        "specialty" | "topic" => 0,
        "rank" | "form-m" | "form-f" | "courts" | "appeal" => 1,
        _ => 2,
    };
    let (range, group) = generics().filter(|_| !is_one).min_by_key(|(_, group)| rank(group))?;
    Some((mention.with_more(range), group))
}

/// The change of the first words, where they are by themselves something that is replaced.
fn changed<'a>(
    form: &str,
    mention: &InstitutionMention<'_, 'a>,
    parts: &[InstitutionPart<'a>],
    chosen: &SubstituteTable,
) -> Option<(Range<usize>, String)> {
    let words = mention.first_words(parts);
    let text = chosen.get(KIND, &fold(part(form, words.clone())))?;
    let before: Vec<&InstitutionPart<'a>> = parts.iter().filter(|part| part.range.end <= words.end).collect();
    let (range, _) = changeable(mention, &before)?;
    let nth = mention.tokens.iter().position(|token| token.start == range.start)?;
    let word = tokens(text).get(nth).map(|token| part(text, token.start..token.end).to_owned())?;
    Some((range.clone(), in_letters(&capitalised(&word), part(form, range))))
}

/// The substitute of a part.
fn written(
    form: &str,
    piece: &InstitutionPart<'_>,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let original = part(form, piece.range.clone());
    Some(match &piece.piece {
        InstitutionPiece::Name(key, style) => {
            let name = match chosen.get(KIND, key) {
                Some(name) => fitted(name, *style),
                None => fitted(&part_of(key, subject, context, chosen)?, *style),
            };
            in_letters(&name, original)
        }
        InstitutionPiece::Town(town) => in_letters(town, original),
        InstitutionPiece::Acronym(key) => chosen.get(KIND, key)?.to_owned(),
        InstitutionPiece::Number => number(original, context),
        InstitutionPiece::Demonym(known) => {
            let row = chosen.get(known.kind(), known.first)?;
            lettered(words::in_row(row, known.form), original)
        }
        InstitutionPiece::Generic(_) => return None,
    })
}

/// A name in capitals or small letters as the original is.
fn in_letters(name: &str, original: &str) -> String {
    if is_all_capitals(original) {
        name.to_uppercase()
    } else if original.starts_with(|c: char| c.is_numeric()) || original.chars().any(char::is_uppercase) {
        name.to_owned()
    } else {
        name.to_lowercase()
    }
}

/// A name with the preposition that "Virgen" needs before it, and without it elsewhere.
fn fitted(name: &str, style: InstitutionStyle) -> String {
    let is_small = |word: &str| matches!(word, "de" | "del" | "la" | "las" | "los");
    match style {
        InstitutionStyle::Virgin if !name.starts_with("de") => format!("de {name}"),
        InstitutionStyle::Virgin => name.to_owned(),
        _ => name.split(' ').skip_while(|word| is_small(word)).collect::<Vec<_>>().join(" "),
    }
}

/// The place of a shorter name in a longer one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameEdge {
    Start,
    End,
}

fn place_in(key: &str, longer: &str) -> Option<NameEdge> {
    let is_start = longer.strip_prefix(key).is_some_and(|rest| rest.starts_with(' '));
    let is_end = longer.strip_suffix(key).is_some_and(|rest| rest.ends_with(' '));
    match (is_start, is_end) {
        (true, _) => Some(NameEdge::Start),
        (_, true) => Some(NameEdge::End),
        _ => None,
    }
}

/// The part of a longer name's substitute that stands for a part of that name.
fn part_of(
    key: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    subject.forms.iter().find_map(|form| {
        let mention = InstitutionMention::new(form, subject.language, context);
        mention.parts(is_body(subject), context, chosen).iter().find_map(|part| {
            let InstitutionPiece::Name(longer, _) = &part.piece else { return None };
            let place = place_in(key, longer)?;
            let name = chosen.get(KIND, longer)?;
            let words: Vec<&str> = name.split(' ').collect();
            let count = key.split(' ').count().min(words.len());
            let picked = if place == NameEdge::Start { words.get(..count) } else { words.get(words.len() - count..) };
            picked.map(|words| words.join(" "))
        })
    })
}

/// Another number of as many digits, with what stands after them; two numbers never become one.
fn number(original: &str, context: &SubstituteContext<'_>) -> String {
    let after = original.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = original.strip_suffix(after).unwrap_or(original);
    if after.is_empty() || digits.is_empty() {
        return numeral(original, context);
    }
    let other = numeral(digits, context);
    let ending = match (after, other.as_bytes().last()) {
        ("st" | "nd" | "rd" | "th", _) if other.len() == 2 && other.starts_with('1') => "th",
        ("st" | "nd" | "rd" | "th", Some(b'1')) => "st",
        ("st" | "nd" | "rd" | "th", Some(b'2')) => "nd",
        ("st" | "nd" | "rd" | "th", Some(b'3')) => "rd",
        ("st" | "nd" | "rd" | "th", _) => "th",
        _ => after,
    };
    other + ending
}

fn numeral(original: &str, context: &SubstituteContext<'_>) -> String {
    let moved = |value: usize, least: usize, count: usize| {
        let mut draw = context.seed.draw(&["institution number", &count.to_string()]);
        least + (value - least + 1 + draw.below(count - 1)) % count
    };
    if let Some(value) = roman(original) {
        return if value <= 12 { roman_of(moved(value, 1, 12)) } else { roman_of(moved(value, 13, 27)) };
    }
    match (original.parse::<usize>(), u32::try_from(original.len())) {
        (Ok(value), Ok(length @ 1..=9)) => {
            let least = 10usize.pow(length - 1);
            let value = moved(value.max(least), least, 9 * least);
            value.to_string()
        }
        _ => original.chars().map(|c| if c == '9' { '1' } else { '9' }).collect(),
    }
}
