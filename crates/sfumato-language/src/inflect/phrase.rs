//! The words of a phrase, and which of them inflect.

use std::ops::Range;

use super::{Words, spanish};
use crate::Language;

/// A phrase in words.
pub(super) struct Phrase<'p> {
    /// Its words; put together with blanks they are the phrase again.
    pub words: Vec<&'p str>,
    /// Those up to the first preposition or aside: "disease" in "disease of metabolism".
    pub core: Range<usize>,
    /// The one that says what it is.
    head: usize,
}

impl<'p> Phrase<'p> {
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

static ENGLISH_LINKS: Words = Words::new(
    "of in for with from by to at on under between against without within during after \
    before that who which whose not caused aged born named called due involving affecting having concerning other \
    than as near into over about via per",
);

static SPANISH_LINKS: Words = Words::new(
    "de del en con por para a al sin sobre entre contra desde hasta según ante bajo tras que \
    no debido debida mediante durante como",
);

fn core_end(words: &[&str], language: Language) -> usize {
    let links = match language {
        Language::English => &ENGLISH_LINKS,
        Language::Spanish => &SPANISH_LINKS,
    };
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
static AFTER_NOUNS: Words = Words::new("mellitus emeritus laureate vulgaris apparent elect incarnate");
static WITH_GENERAL: Words = Words::new("attorney surgeon governor solicitor secretary consul director postmaster");

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

static DATES: Words = Words::new(
    "january february march april may june july august september october november december monday \
    tuesday wednesday thursday friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre \
    octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo",
);

/// True if a phrase that starts with this word is a date.
pub(super) fn is_date(first: &str) -> bool {
    DATES.has(&first.to_lowercase()) && first != "march"
}

static ENGLISH_OPENINGS: Words = Words::new(
    "between about around over under more less of some any no every each several many few \
    in on at before after during hundreds thousands millions billions dozens tens my your his her its our their this \
    that these those another all both someone somebody something aged age",
);
static SPANISH_OPENINGS: Words = Words::new(
    "entre más menos unos unas alrededor de del en a al antes después durante algún \
    alguna algunos algunas ningún ninguna cada varios varias cientos miles millones decenas docenas mi tu su sus \
    nuestro nuestra este esta estos estas ese esa aquel aquella otro otra todo toda todos todas ambos ambas alguien \
    algo",
);

/// True if a phrase that starts with this word brings its own determiner or is none of a noun.
pub(super) fn opens_otherwise(first: &str, language: Language) -> bool {
    match language {
        Language::English => ENGLISH_OPENINGS.has(first),
        Language::Spanish => SPANISH_OPENINGS.has(first),
    }
}
