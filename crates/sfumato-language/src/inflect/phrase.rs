//! The words of a phrase, and which of them inflect.

use std::ops::Range;

use super::spanish;
use crate::Language;
use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

/// A phrase in words.
pub(super) struct NounPhrase<'p> {
    /// Its words; put together with blanks they are the phrase again.
    pub words: Vec<&'p str>,
    /// Those up to the first preposition or aside: "disease" in "disease of metabolism".
    pub core: Range<usize>,
    /// The one that says what it is.
    head: usize,
}

impl<'p> NounPhrase<'p> {
    pub fn new(phrase: &'p str, language: Language) -> Self {
        let words: Vec<&str> = phrase.split(' ').collect();
        let core = 0..core_end(&words, language);
        let head = match language {
            Language::English => english_head(&words, &core),
            Language::Spanish => core.clone().find(|nth| !spanish::is_before_noun(words[*nth])).unwrap_or(0),
        };
        Self { words, core, head }
    }

    /// The word that says what it is.
    pub fn head(&self) -> &'p str {
        self.words.get(self.head).copied().unwrap_or_default().trim_end_matches(',')
    }

    /// The place of the head.
    pub fn head_at(&self) -> usize {
        self.head
    }

    /// The phrase with another word in the place of some of the core.
    pub fn map(&self, mut form: impl FnMut(usize, &str) -> Option<String>) -> String {
        let mut out = String::new();
        for (nth, word) in self.words.iter().enumerate() {
            if nth > 0 {
                out.push(' ');
            }
            let (bare, comma) = word.strip_suffix(',').map_or((*word, ""), |bare| (bare, ","));
            match self.core.contains(&nth).then(|| form(nth, bare)).flatten() {
                Some(other) => out.extend([other.as_str(), comma]),
                None => out.push_str(word),
            }
        }
        out
    }

    /// True if the core names several things: "nurse or midwife".
    pub fn joins_at(&self) -> Option<usize> {
        self.core.clone().find(|nth| is_joining(self.words[*nth]))
    }
}

static LINKS: ByLanguage<WordTable> = words_by_language!("inflection", "links");

fn core_end(words: &[&str], language: Language) -> usize {
    let links = LINKS.of(language);
    let is_end = |nth: usize, word: &str| nth > 0 && (links.has(word) || word.starts_with(['(', '[', '/', '-']));
    let end = words.iter().enumerate().find(|(nth, word)| is_end(*nth, word)).map_or(words.len(), |(nth, _)| nth);
    let core = words.get(..end).unwrap_or_default();
    // A comma parts the items of a list; else what follows is an aside: "diabetes, type 2".
    if core.iter().any(|word| is_joining(word)) {
        return end;
    }
    core.iter().position(|word| word.ends_with([',', ';', ':'])).map_or(end, |nth| nth + 1)
}

fn is_joining(word: &str) -> bool {
    matches!(word, "or" | "and" | "o" | "y" | "u" | "e" | "and/or" | "y/o")
}

/// Adjectives that follow the noun they belong to.
static AFTER_NOUNS: WordTable = words!("en/inflection", "after nouns");
static WITH_GENERAL: WordTable = words!("en/inflection", "with general");

fn english_head(words: &[&str], core: &Range<usize>) -> usize {
    let last = core.end.saturating_sub(1);
    let Some(before) = last.checked_sub(1) else { return last };
    let follows = words.get(last).map(|word| word.trim_end_matches(',')).is_some_and(|word| {
        AFTER_NOUNS.has(word) || (word == "general" && words.get(before).is_some_and(|rank| WITH_GENERAL.has(rank)))
    });
    if follows { before } else { last }
}

/// True if a phrase is a number, with or without a unit: "1976", "18 or older", but not "8-year-old child".
pub(super) fn is_number(phrase: &str) -> bool {
    let first = phrase.split(' ').next().unwrap_or_default();
    let is_compound = first.contains('-') && first.ends_with(char::is_alphabetic);
    first.trim_start_matches(['$', '€', '£', '<', '>', '~', '≥', '≤']).starts_with(|c: char| c.is_numeric())
        && !is_compound
}

static DATES: ByLanguage<WordTable> = words_by_language!("inflection", "dates");

/// True if a phrase that starts with this word is a date.
pub(super) fn is_date(first: &str) -> bool {
    DATES.has(&first.to_lowercase()) && first != "march"
}

static OPENINGS: ByLanguage<WordTable> = words_by_language!("inflection", "openings");

/// True if a phrase that starts with this word brings its own determiner or is none of a noun.
pub(super) fn opens_otherwise(first: &str, language: Language) -> bool {
    OPENINGS.of(language).has(first)
}
