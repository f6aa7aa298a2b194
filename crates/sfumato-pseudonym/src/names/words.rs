//! The parts of a mention of a person: names, initials, titles, particles, and the text between them.

use std::ops::Range;

use sfumato_language::{Language, plain};

use super::tables::{NameFrequencies, NameTables};
use super::vocabulary::{LABELS, PLAIN, in_full, is_suffix, title};
use crate::PersonSex;

/// The role of a word in a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameWordRole {
    /// A name, or what must be taken for one.
    Name,
    /// One letter that stands for a name.
    Initial,
    /// Several letters that stand for a name each: `JGL`.
    Initials,
    /// A title before a name, and the sex it tells.
    Title(Option<PersonSex>),
    /// A word after a name: `Jr.`, `MD`.
    Suffix,
    /// A small word that belongs to the next name: `de la`.
    Particle,
    /// A word between the names of two people.
    And,
    /// A number.
    Digits,
    /// A word that says nothing of anybody.
    Plain,
}

/// A word of a mention. It holds no text: only where it stands, and its key.
#[derive(Clone)]
pub(super) struct NameWord {
    /// Its place.
    pub at: Range<usize>,
    /// In small letters without accents or marks, abbreviations in full.
    pub key: String,
    /// Its role.
    pub tag: NameWordRole,
    /// A hyphen joins it to the word before.
    pub joined: bool,
    /// A comma stands before it.
    pub comma: bool,
    /// Another person begins here.
    pub apart: bool,
    /// It stands in quotes or brackets.
    pub nick: bool,
    /// Particles stand before it.
    pub particle: bool,
    /// Its case.
    pub case: NameCase,
    /// Its frequencies by kind, if it is a name that is listed.
    pub levels: Option<NameFrequencies>,
    /// It lacks accents that it is usually written with.
    pub bare: bool,
}

impl NameWord {
    /// True if it stands for a name, whole or not.
    pub fn is_name(&self) -> bool {
        matches!(self.tag, NameWordRole::Name | NameWordRole::Initial | NameWordRole::Initials)
    }
}

/// The case of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameCase {
    Small,
    Capitals,
    /// With a capital at the start, or in another way.
    Title,
}

impl NameCase {
    pub fn of(text: &str) -> Self {
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        let mut rest = letters.clone().skip(1).peekable();
        let has_small = text.chars().any(char::is_lowercase);
        if has_small && letters.all(|c| !c.is_uppercase()) {
            Self::Small
        } else if rest.peek().is_some() && !has_small && text.chars().any(char::is_uppercase) {
            Self::Capitals
        } else {
            Self::Title
        }
    }
}

/// A word in small letters without accents or marks.
pub(super) fn key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric() && !matches!(c, 'ª' | 'º')) {
        if c.is_ascii() { out.push(c.to_ascii_lowercase()) } else { out.extend(c.to_lowercase().filter_map(plain)) }
    }
    out
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '`' | '´' | '\u{2bc}')
}

/// Words of a mention, at most: what has more is no name, and none of it is read.
pub(super) const MOST: usize = 200;

/// The words of a mention, each with what it is.
pub(super) fn words(form: &str, language: Language, tables: NameTables<'_>) -> Vec<NameWord> {
    let mut words = scan(form);
    if words.len() > MOST {
        return words;
    }
    merge(&mut words, form);
    for at in 0..words.len() {
        let tag = tag(&words, at, form, language, tables);
        if let Some(word) = words.get_mut(at) {
            word.tag = tag;
        }
    }
    mark_particles(&mut words);
    for word in words.iter_mut().filter(|word| word.tag == NameWordRole::Name) {
        if let Some((levels, spelling)) = tables.entry(&word.key) {
            word.levels = Some(levels);
            let plain = form.get(word.at.clone()).is_some_and(|text| text.is_ascii() && key(text) == word.key);
            word.bare = plain && spelling.is_some_and(|spelling| !spelling.is_ascii());
        }
    }
    words
}

/// The meaning of the marks between two words.
#[derive(Default)]
struct WordGap {
    hyphen: bool,
    blank: bool,
    comma: bool,
    apart: bool,
}

/// Splits a mention into runs of letters and runs of digits, with what the marks between them say.
fn scan(form: &str) -> Vec<NameWord> {
    let mut words: Vec<NameWord> = Vec::with_capacity(4);
    let (mut at, mut open, mut gap) = (0, false, WordGap::default());
    while let Some(c) = form.get(at..).and_then(|rest| rest.chars().next()) {
        if !is_letter(c) && !c.is_numeric() {
            match c {
                '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' => gap.hyphen = true,
                ',' => gap.comma = true,
                ';' | '/' | '&' | '+' | '|' | '·' => gap.apart = true,
                '(' | '[' | '«' | '“' => open = true,
                ')' | ']' | '»' | '”' => open = false,
                '"' => open = !open,
                c if c.is_whitespace() => gap.blank = true,
                _ => {}
            }
            at += c.len_utf8();
            continue;
        }
        let end = if is_letter(c) { end_of_word(form, at) } else { end_of_number(form, at) };
        let text = form.get(at..end).unwrap_or_default();
        // The ending of a possessive is left between the words.
        let text = text.get(..possessive(text)).unwrap_or(text);
        let WordGap { hyphen, blank, comma, apart } = std::mem::take(&mut gap);
        words.push(NameWord {
            at: at..at + text.len(),
            key: key(text),
            tag: if is_letter(c) { NameWordRole::Name } else { NameWordRole::Digits },
            joined: hyphen && !blank && !words.is_empty(),
            comma,
            apart,
            nick: open,
            particle: false,
            case: NameCase::of(text),
            levels: None,
            bare: false,
        });
        at = end;
    }
    words
}

/// The end of a word that starts somewhere: apostrophes between letters belong to it, and so do the letters of
/// ordinals after a dot, as in `M.ª`.
fn end_of_word(form: &str, start: usize) -> usize {
    let mut end = start;
    let rest = form.get(start..).unwrap_or_default();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let inside = is_letter(c) || (is_apostrophe(c) && next.is_some_and(is_letter));
        if !inside {
            break;
        }
        end = start + at + c.len_utf8();
    }
    let after = form.get(end..).unwrap_or_default();
    let one =
        form.get(start..end).is_some_and(|text| text.chars().count() == 1 && NameCase::of(text) == NameCase::Title);
    let mut tail = after.chars();
    match (one, tail.next(), tail.next(), tail.next()) {
        (true, Some('.'), Some(sign @ ('ª' | 'º')), _) => end + 1 + sign.len_utf8(),
        (true, Some('.'), Some('a' | 'o'), next) if !next.is_some_and(is_letter) => end + 2,
        _ => end,
    }
}

fn end_of_number(form: &str, start: usize) -> usize {
    let rest = form.get(start..).unwrap_or_default();
    start + rest.find(|c: char| !c.is_numeric()).unwrap_or(rest.len())
}

/// The length of a word without the ending of a possessive.
fn possessive(text: &str) -> usize {
    let Some(stem) = text.strip_suffix(['s', 'S']) else { return text.len() };
    match stem.strip_suffix(is_apostrophe) {
        Some(owner) if !owner.is_empty() => owner.len(),
        _ => text.len(),
    }
}

/// Joins what is one name in two words (`San Martín`, `Mc Donald`, `O' Neill`) and spells abbreviations out.
fn merge(words: &mut Vec<NameWord>, form: &str) {
    let mut at = 0;
    while at < words.len() {
        let next = words.get(at + 1).filter(|next| next.tag == NameWordRole::Name && next.key.len() > 2);
        let Some(word) = words.get(at) else { break };
        let text = form.get(word.at.clone()).unwrap_or_default();
        let after = form.get(word.at.end..).and_then(|rest| rest.chars().next());
        let starts = matches!(word.key.as_str(), "san" | "santa" | "sant" | "saint" | "mc")
            || (word.key == "st" && at + 1 < words.len())
            || (word.key == "o" && after.is_some_and(is_apostrophe));
        if starts && word.case != NameCase::Small && next.is_some_and(|next| !next.comma && !next.apart && !next.nick) {
            let next = words.remove(at + 1);
            if let Some(word) = words.get_mut(at) {
                word.at.end = next.at.end;
                word.key.push_str(&next.key);
                word.case = next.case;
            }
        } else if let Some(full) = in_full(&word.key, text, after == Some('.'))
            && let Some(word) = words.get_mut(at)
        {
            word.key = full.to_owned();
            // Names in full have no dot.
            if after == Some('.') && form.get(word.at.end + 1..).is_some_and(|rest| !rest.trim().is_empty()) {
                word.at.end += 1;
            }
            // `Mª` and `Fdez` are written as names are.
            if text.chars().filter(|c| c.is_alphabetic()).count() < 3 {
                word.case = NameCase::Title;
            }
        }
        at += 1;
    }
}

/// The role of a word, by itself and by its place.
fn tag(words: &[NameWord], at: usize, form: &str, language: Language, tables: NameTables<'_>) -> NameWordRole {
    let Some(word) = words.get(at) else { return NameWordRole::Plain };
    if word.tag == NameWordRole::Digits {
        return NameWordRole::Digits;
    }
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let next = words.get(at + 1).filter(|next| next.tag == NameWordRole::Name);
    let starts = word.apart
        || before.is_none_or(|before| {
            matches!(before.tag, NameWordRole::Title(_) | NameWordRole::And | NameWordRole::Plain)
        });
    let rest = form.get(word.at.end..).unwrap_or_default();
    let ordinal = form.get(word.at.clone()).is_some_and(|text| text.ends_with(['ª', 'º']));
    let key = word.key.as_str();
    if rest.trim_start().starts_with(':') && LABELS.has(key) {
        return NameWordRole::Plain;
    }
    if starts && (next.is_some() || rest.starts_with('.')) {
        match title(key, language, rest.starts_with('.') || ordinal) {
            Some(sex) if !word.joined && !next.is_some_and(|next| next.joined) => return NameWordRole::Title(sex),
            _ => {}
        }
    }
    if is_and(word, before, next, language) && !rest.starts_with('.') {
        return NameWordRole::And;
    }
    let names = |next: &NameWord| !next.comma && !next.apart && (next.key.len() > 1 || next.key == "o");
    if next.is_some_and(names) && is_particle(word, starts, next) {
        return NameWordRole::Particle;
    }
    let inside = before.is_some_and(|before| before.tag == NameWordRole::Suffix && before.at.end + 1 == word.at.start);
    if !starts && (is_suffix(key, word) || is_degree(words, at, form) || (inside && key.len() == 1)) {
        return NameWordRole::Suffix;
    }
    if word.case == NameCase::Small && PLAIN.has(key) && words.iter().any(|word| word.case != NameCase::Small) {
        return NameWordRole::Plain;
    }
    let after_particle = before.is_some_and(|before| before.tag == NameWordRole::Particle);
    match form.get(word.at.clone()).map(|text| text.chars().filter(|c| is_letter(*c)).count()) {
        Some(1) if !after_particle => NameWordRole::Initial,
        Some(2..=4) if are_initials(word, words, tables) => NameWordRole::Initials,
        _ => NameWordRole::Name,
    }
}

/// True if dotted letters behind a full name are a degree, not initials.
fn is_degree(words: &[NameWord], at: usize, form: &str) -> bool {
    let text = words.get(at).filter(|word| word.comma).and_then(|word| form.get(word.at.start..)).unwrap_or_default();
    let names = words.iter().take(at).filter(|word| word.is_name()).count();
    names > 1 && ["M.D", "R.N", "Ph.D", "D.O", "D.D.S", "M.B"].iter().any(|degree| text.starts_with(degree))
}

fn is_and(word: &NameWord, before: Option<&NameWord>, next: Option<&NameWord>, language: Language) -> bool {
    let (Some(before), Some(next)) = (before, next) else { return false };
    match word.key.as_str() {
        "and" | "und" | "et" => word.case != NameCase::Title,
        "y" | "e" if word.case == NameCase::Small => true,
        // A capital is the word in Spanish, and among words in capitals.
        "y" => language == Language::Spanish,
        "e" => language == Language::Spanish && before.case == NameCase::Capitals && next.case == NameCase::Capitals,
        _ => false,
    }
}

fn is_particle(word: &NameWord, starts: bool, next: Option<&NameWord>) -> bool {
    let small = word.case == NameCase::Small;
    match word.key.as_str() {
        "de" | "del" | "la" | "las" | "los" | "von" | "der" | "das" | "dos" | "zu" | "zur" | "ter" | "ten" => true,
        "van" | "da" | "di" | "du" | "den" | "della" | "dello" | "degli" | "dal" | "des" => {
            small || !starts || word.case == next.map_or(NameCase::Small, |next| next.case)
        }
        "el" | "al" | "ben" | "bin" | "ibn" | "bint" | "abu" | "le" | "lo" | "do" | "i" | "af" | "av" | "st" => small,
        _ => false,
    }
}

/// Capitals that are no word and stand alone or among names with small letters.
fn are_initials(word: &NameWord, words: &[NameWord], tables: NameTables<'_>) -> bool {
    let vowels = word.key.chars().filter(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')).count();
    let others = words.iter().filter(|other| other.at != word.at && other.tag == NameWordRole::Name);
    word.case == NameCase::Capitals
        && !word.joined
        && (vowels == 0 || tables.entry(&word.key).is_none())
        && others.clone().all(|other| other.case == NameCase::Title || other.key.len() == 1)
}

/// Says of every name whether particles stand before it.
fn mark_particles(words: &mut [NameWord]) {
    let mut before = false;
    for word in words {
        if word.tag == NameWordRole::Particle {
            before = true;
        } else {
            word.particle = std::mem::take(&mut before);
        }
    }
}
