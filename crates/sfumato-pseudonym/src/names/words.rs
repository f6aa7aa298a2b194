//! What a mention of a person is made of: names, initials, titles, particles, and what stands between them.

use std::ops::Range;

use sfumato_language::{Language, plain};

use super::tables::{Levels, Tables};
use super::vocabulary::{LABELS, PLAIN, in_full, is_suffix, title};
use crate::Sex;

/// What a word of a mention is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// A name, or what must be taken for one.
    Name,
    /// One letter that stands for a name.
    Initial,
    /// Several letters that stand for a name each: `JGL`.
    Initials,
    /// What stands before a name, and the sex it tells.
    Title(Option<Sex>),
    /// What stands after a name: `Jr.`, `MD`.
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
pub(super) struct Word {
    /// Where it stands.
    pub at: Range<usize>,
    /// In small letters without accents or marks, abbreviations in full.
    pub key: String,
    /// What it is.
    pub tag: Tag,
    /// Whether a hyphen joins it to the word before.
    pub joined: bool,
    /// Whether a comma stands before it.
    pub comma: bool,
    /// Whether another person begins here.
    pub apart: bool,
    /// Whether it stands in quotes or brackets.
    pub nick: bool,
    /// Whether particles stand before it.
    pub particle: bool,
    /// How it is written.
    pub case: Case,
    /// How common it is as what, if it is a name that is listed.
    pub levels: Option<Levels>,
    /// Whether it lacks accents that it is usually written with.
    pub bare: bool,
}

impl Word {
    /// Whether it stands for a name, whole or not.
    pub fn is_name(&self) -> bool {
        matches!(self.tag, Tag::Name | Tag::Initial | Tag::Initials)
    }
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Small,
    Capitals,
    /// With a capital at the start, or in another way.
    Title,
}

impl Case {
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
pub(super) fn words(form: &str, language: Language, tables: Tables<'_>) -> Vec<Word> {
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
    for word in words.iter_mut().filter(|word| word.tag == Tag::Name) {
        if let Some((levels, spelling)) = tables.entry(&word.key) {
            word.levels = Some(levels);
            let plain = form.get(word.at.clone()).is_some_and(|text| text.is_ascii() && key(text) == word.key);
            word.bare = plain && spelling.is_some_and(|spelling| !spelling.is_ascii());
        }
    }
    words
}

/// What the marks between two words say.
#[derive(Default)]
struct Gap {
    hyphen: bool,
    blank: bool,
    comma: bool,
    apart: bool,
}

/// Splits a mention into runs of letters and runs of digits, with what the marks between them say.
fn scan(form: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(4);
    let (mut at, mut open, mut gap) = (0, false, Gap::default());
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
        let Gap { hyphen, blank, comma, apart } = std::mem::take(&mut gap);
        words.push(Word {
            at: at..at + text.len(),
            key: key(text),
            tag: if is_letter(c) { Tag::Name } else { Tag::Digits },
            joined: hyphen && !blank && !words.is_empty(),
            comma,
            apart,
            nick: open,
            particle: false,
            case: Case::of(text),
            levels: None,
            bare: false,
        });
        at = end;
    }
    words
}

/// Where a word that starts somewhere ends: apostrophes between letters belong to it, and so do the letters of
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
    let one = form.get(start..end).is_some_and(|text| text.chars().count() == 1 && Case::of(text) == Case::Title);
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

/// How much of a word stands before the ending of a possessive.
fn possessive(text: &str) -> usize {
    let Some(stem) = text.strip_suffix(['s', 'S']) else { return text.len() };
    match stem.strip_suffix(is_apostrophe) {
        Some(owner) if !owner.is_empty() => owner.len(),
        _ => text.len(),
    }
}

/// Joins what is one name in two words (`San Martín`, `Mc Donald`, `O' Neill`) and spells abbreviations out.
fn merge(words: &mut Vec<Word>, form: &str) {
    let mut at = 0;
    while at < words.len() {
        let next = words.get(at + 1).filter(|next| next.tag == Tag::Name && next.key.len() > 2);
        let Some(word) = words.get(at) else { break };
        let text = form.get(word.at.clone()).unwrap_or_default();
        let after = form.get(word.at.end..).and_then(|rest| rest.chars().next());
        let starts = matches!(word.key.as_str(), "san" | "santa" | "sant" | "saint" | "mc")
            || (word.key == "st" && at + 1 < words.len())
            || (word.key == "o" && after.is_some_and(is_apostrophe));
        if starts && word.case != Case::Small && next.is_some_and(|next| !next.comma && !next.apart && !next.nick) {
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
                word.case = Case::Title;
            }
        }
        at += 1;
    }
}

/// What a word is, by itself and by where it stands.
fn tag(words: &[Word], at: usize, form: &str, language: Language, tables: Tables<'_>) -> Tag {
    let Some(word) = words.get(at) else { return Tag::Plain };
    if word.tag == Tag::Digits {
        return Tag::Digits;
    }
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let next = words.get(at + 1).filter(|next| next.tag == Tag::Name);
    let starts = word.apart || before.is_none_or(|before| matches!(before.tag, Tag::Title(_) | Tag::And | Tag::Plain));
    let rest = form.get(word.at.end..).unwrap_or_default();
    let ordinal = form.get(word.at.clone()).is_some_and(|text| text.ends_with(['ª', 'º']));
    let key = word.key.as_str();
    if rest.trim_start().starts_with(':') && LABELS.contains(&key) {
        return Tag::Plain;
    }
    if starts && (next.is_some() || rest.starts_with('.')) {
        match title(key, language, rest.starts_with('.') || ordinal) {
            Some(sex) if !word.joined && !next.is_some_and(|next| next.joined) => return Tag::Title(sex),
            _ => {}
        }
    }
    if is_and(word, before, next, language) && !rest.starts_with('.') {
        return Tag::And;
    }
    let names = |next: &Word| !next.comma && !next.apart && (next.key.len() > 1 || next.key == "o");
    if next.is_some_and(names) && is_particle(word, starts, next) {
        return Tag::Particle;
    }
    let inside = before.is_some_and(|before| before.tag == Tag::Suffix && before.at.end + 1 == word.at.start);
    if !starts && (is_suffix(key, word) || is_degree(words, at, form) || (inside && key.len() == 1)) {
        return Tag::Suffix;
    }
    if word.case == Case::Small && PLAIN.contains(&key) && words.iter().any(|word| word.case != Case::Small) {
        return Tag::Plain;
    }
    let after_particle = before.is_some_and(|before| before.tag == Tag::Particle);
    match form.get(word.at.clone()).map(|text| text.chars().filter(|c| is_letter(*c)).count()) {
        Some(1) if !after_particle => Tag::Initial,
        Some(2..=4) if are_initials(word, words, tables) => Tag::Initials,
        _ => Tag::Name,
    }
}

/// Whether dotted letters behind a full name are a degree, not initials.
fn is_degree(words: &[Word], at: usize, form: &str) -> bool {
    let text = words.get(at).filter(|word| word.comma).and_then(|word| form.get(word.at.start..)).unwrap_or_default();
    let names = words.iter().take(at).filter(|word| word.is_name()).count();
    names > 1 && ["M.D", "R.N", "Ph.D", "D.O", "D.D.S", "M.B"].iter().any(|degree| text.starts_with(degree))
}

fn is_and(word: &Word, before: Option<&Word>, next: Option<&Word>, language: Language) -> bool {
    let (Some(before), Some(next)) = (before, next) else { return false };
    match word.key.as_str() {
        "and" | "und" | "et" => word.case != Case::Title,
        "y" | "e" if word.case == Case::Small => true,
        // A capital is the word in Spanish, and among words in capitals.
        "y" => language == Language::Spanish,
        "e" => language == Language::Spanish && before.case == Case::Capitals && next.case == Case::Capitals,
        _ => false,
    }
}

fn is_particle(word: &Word, starts: bool, next: Option<&Word>) -> bool {
    let small = word.case == Case::Small;
    match word.key.as_str() {
        "de" | "del" | "la" | "las" | "los" | "von" | "der" | "das" | "dos" | "zu" | "zur" | "ter" | "ten" => true,
        "van" | "da" | "di" | "du" | "den" | "della" | "dello" | "degli" | "dal" | "des" => {
            small || !starts || word.case == next.map_or(Case::Small, |next| next.case)
        }
        "el" | "al" | "ben" | "bin" | "ibn" | "bint" | "abu" | "le" | "lo" | "do" | "i" | "af" | "av" | "st" => small,
        _ => false,
    }
}

/// Capitals that are no word and stand alone or among names with small letters.
fn are_initials(word: &Word, words: &[Word], tables: Tables<'_>) -> bool {
    let vowels = word.key.chars().filter(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')).count();
    let others = words.iter().filter(|other| other.at != word.at && other.tag == Tag::Name);
    word.case == Case::Capitals
        && !word.joined
        && (vowels == 0 || tables.entry(&word.key).is_none())
        && others.clone().all(|other| other.case == Case::Title || other.key.len() == 1)
}

/// Says of every name whether particles stand before it.
fn mark_particles(words: &mut [Word]) {
    let mut before = false;
    for word in words {
        if word.tag == Tag::Particle {
            before = true;
        } else {
            word.particle = std::mem::take(&mut before);
        }
    }
}
