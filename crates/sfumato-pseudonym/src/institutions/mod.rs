//! Hospitals, companies, courts: the words that say what they are stay, and their names are invented.

mod choose;
mod parse;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sfumato_detect::KnownCategory;

use crate::words::text::{capitalised, is_all_capitals, lettered, part, tokens};
use crate::words::{self, Wants};
use crate::{Context, Kind, Ledger, Subject, fold};
use choose::Wanted;
use parse::{Mention, Part, Piece, Style, roman, roman_of};

const KIND: Kind = Kind::Organisation;
/// The most names in a mention without capitals.
const NAMES: usize = 2;

/// What the scope needs.
#[derive(Default)]
struct Needs {
    names: BTreeMap<String, Wanted>,
    acronyms: BTreeMap<String, (bool, u32)>,
    generics: BTreeMap<String, Generic>,
    demonyms: Wants,
}

/// A mention in which nothing is a name.
struct Generic {
    text: String,
    range: Range<usize>,
    group: String,
    language: sfumato_language::Language,
    roll: u32,
}

/// Decides what stands for the institutions of the scope.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let mut needs = Needs::default();
    for (_, subject) in subjects {
        collect(subject, context, ledger, &mut needs);
    }
    for (key, wanted) in &needs.names {
        if ledger.get(KIND, key).is_none()
            && let Some(name) = choose::name(key, *wanted, context, ledger)
        {
            ledger.set(KIND, key, &name);
        }
    }
    words::choose(&needs.demonyms, context, ledger);
    for (key, generic) in &needs.generics {
        let whole = |word: &str| {
            let (before, after) = (0..generic.range.start, generic.range.end..generic.text.len());
            [part(&generic.text, before), word, part(&generic.text, after)].concat()
        };
        if ledger.get(KIND, key).is_none()
            && let Some(text) =
                choose::generic(key, &generic.group, generic.language, generic.roll, whole, context, ledger)
        {
            ledger.set(KIND, key, &text);
        }
    }
    assign_acronyms(subjects, &needs.acronyms, context, ledger);
}

fn collect(subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger, needs: &mut Needs) {
    let mut names: Vec<(String, Style)> = Vec::new();
    for form in &subject.forms {
        let mention = Mention::new(form, subject.language, context);
        let parts = mention.parts(is_body(subject), context, ledger);
        let has_name = parts.iter().any(|part| !matches!(part.piece, Piece::Generic(_)));
        for part in &parts {
            match &part.piece {
                Piece::Name(key, style) => names.push((key.clone(), *style)),
                Piece::Acronym(key) => {
                    let (keeps, roll) = needs.acronyms.entry(key.clone()).or_default();
                    *keeps |= !is_body(subject);
                    *roll = subject.roll.max(*roll);
                }
                Piece::Demonym(known) => {
                    words::want(
                        &mut needs.demonyms,
                        known.group,
                        known.first,
                        words::is_either(known.form),
                        subject.roll,
                    );
                }
                Piece::Town(_) | Piece::Number | Piece::Generic(_) => {}
            }
        }
        if !has_name && let Some((range, group)) = changeable(&mention, &parts.iter().collect::<Vec<_>>()) {
            let generic = Generic {
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
        let wanted = needs.names.entry(key.clone()).or_insert(Wanted {
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
    subjects: &[(usize, &Subject<'_>)],
    acronyms: &BTreeMap<String, (bool, u32)>,
    context: &Context<'_>,
    ledger: &mut Ledger,
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
                if acronyms.contains_key(&initials) && ledger.get(KIND, &initials).is_none() {
                    let other = write(form, subject, context, ledger).map(|other| self::initials(&other, all, context));
                    spelt.entry(initials).or_default().extend(other);
                }
            }
        }
    }
    for (key, (keeps_first, roll)) in acronyms {
        if ledger.get(KIND, key).is_some() {
            continue;
        }
        let spelt = spelt.get(key).into_iter().flatten().map(|letters| letters.to_uppercase()).find(|letters| {
            fold(letters) != *key && !context.originals.hold_word(letters) && !ledger.is_used(KIND, letters)
        });
        if let Some(name) = spelt.or_else(|| choose::acronym(key, *keeps_first, *roll, context, ledger)) {
            ledger.set(KIND, key, &name);
        }
    }
}

/// The first letters of the words, all of them or only the long ones and names.
fn initials(text: &str, all: bool, context: &Context<'_>) -> String {
    let table = context.lists.table("institutions");
    let is_link = |key: &str| table.find(key).is_some_and(|mut fields| fields.next() == Some("link"));
    tokens(text)
        .iter()
        .filter(|token| all || !is_link(&token.key))
        .filter_map(|token| token.key.chars().next())
        .collect()
}

/// The mention with what stands for its names; as it is if nothing in it names anything.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let mention = Mention::new(form, subject.language, context);
    let parts = mention.parts(is_body(subject), context, ledger);
    let names = parts.iter().filter(|part| matches!(part.piece, Piece::Name(..))).count();
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
    if let Some((range, text)) = changed(form, &mention, &parts, ledger) {
        put(&range, &text);
    }
    for part in parts.iter().filter(|part| !matches!(part.piece, Piece::Generic(_))) {
        put(&part.range, &written(form, part, subject, context, ledger)?);
    }
    out.push_str(part(form, done..form.len()));
    Some(out)
}

/// Whether nothing in a mention names anything, and nothing in it can be changed for something like it: "hospital".
pub fn is_plain(form: &str, subject: &Subject<'_>, context: &Context<'_>) -> bool {
    let mention = Mention::new(form, subject.language, context);
    mention.parts(is_body(subject), context, &Ledger::default()).is_empty()
}

fn is_body(subject: &Subject<'_>) -> bool {
    !subject.category.is(KnownCategory::Hospital) && !subject.category.is(KnownCategory::HealthCentre)
}

/// What can be changed in a mention, or its first words, in which nothing is a name: the last topic, or else the last rank,
/// or else the last kind.
fn changeable<'a>(mention: &Mention<'_, 'a>, parts: &[&Part<'a>]) -> Option<(Range<usize>, &'a str)> {
    let generics = || {
        parts.iter().rev().filter_map(|part| match part.piece {
            Piece::Generic(group) => Some((part.range.clone(), group)),
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

/// What is changed in the first words, where they are by themselves something that is replaced.
fn changed<'a>(
    form: &str,
    mention: &Mention<'_, 'a>,
    parts: &[Part<'a>],
    ledger: &Ledger,
) -> Option<(Range<usize>, String)> {
    let words = mention.first_words(parts);
    let text = ledger.get(KIND, &fold(part(form, words.clone())))?;
    let before: Vec<&Part<'a>> = parts.iter().filter(|part| part.range.end <= words.end).collect();
    let (range, _) = changeable(mention, &before)?;
    let nth = mention.tokens.iter().position(|token| token.start == range.start)?;
    let word = tokens(text).get(nth).map(|token| part(text, token.start..token.end).to_owned())?;
    Some((range.clone(), in_letters(&capitalised(&word), part(form, range))))
}

/// What stands for a part.
fn written(
    form: &str,
    piece: &Part<'_>,
    subject: &Subject<'_>,
    context: &Context<'_>,
    ledger: &Ledger,
) -> Option<String> {
    let original = part(form, piece.range.clone());
    Some(match &piece.piece {
        Piece::Name(key, style) => {
            let name = match ledger.get(KIND, key) {
                Some(name) => fitted(name, *style),
                None => fitted(&part_of(key, subject, context, ledger)?, *style),
            };
            in_letters(&name, original)
        }
        Piece::Town(town) => in_letters(town, original),
        Piece::Acronym(key) => ledger.get(KIND, key)?.to_owned(),
        Piece::Number => number(original, context),
        Piece::Demonym(known) => {
            let row = ledger.get(known.kind(), known.first)?;
            lettered(words::in_row(row, known.form), original)
        }
        Piece::Generic(_) => return None,
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
fn fitted(name: &str, style: Style) -> String {
    let is_small = |word: &str| matches!(word, "de" | "del" | "la" | "las" | "los");
    match style {
        Style::Virgin if !name.starts_with("de") => format!("de {name}"),
        Style::Virgin => name.to_owned(),
        _ => name.split(' ').skip_while(|word| is_small(word)).collect::<Vec<_>>().join(" "),
    }
}

/// Where a shorter name stands in a longer one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    End,
}

fn place_in(key: &str, longer: &str) -> Option<Place> {
    let is_start = longer.strip_prefix(key).is_some_and(|rest| rest.starts_with(' '));
    let is_end = longer.strip_suffix(key).is_some_and(|rest| rest.ends_with(' '));
    match (is_start, is_end) {
        (true, _) => Some(Place::Start),
        (_, true) => Some(Place::End),
        _ => None,
    }
}

/// The part of a longer name's substitute that stands for a part of that name.
fn part_of(key: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    subject.forms.iter().find_map(|form| {
        let mention = Mention::new(form, subject.language, context);
        mention.parts(is_body(subject), context, ledger).iter().find_map(|part| {
            let Piece::Name(longer, _) = &part.piece else { return None };
            let place = place_in(key, longer)?;
            let name = ledger.get(KIND, longer)?;
            let words: Vec<&str> = name.split(' ').collect();
            let count = key.split(' ').count().min(words.len());
            let chosen = if place == Place::Start { words.get(..count) } else { words.get(words.len() - count..) };
            chosen.map(|words| words.join(" "))
        })
    })
}

/// Another number of as many digits, with what stands after them; two numbers never become one.
fn number(original: &str, context: &Context<'_>) -> String {
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

fn numeral(original: &str, context: &Context<'_>) -> String {
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
