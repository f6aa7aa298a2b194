//! Manuals, code and their like: text whose capitals are acronyms, classes and products rather than names.
//!
//! Whether a text is one is told by small words that stand in manuals far more often than anywhere else. In one, a name
//! must have a word that manuals do not write with a capital themselves; elsewhere, only what is never a name is left. All
//! of it depends on the text and on the finding alone, so that a more fearful balance finds no less.

use std::collections::HashSet;
use std::ops::Range;

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use super::super::gazetteer::{GIVEN, NAME, NAMES, PLACES};
use super::tokens::NetworkTokenKind;
use super::{ChosenHead, NetworkWindow};
use crate::{Category, KnownCategory};

static TELLING: WordTable = words!("shared/manuals", "telling");
static WITH_CAPITALS: WordTable = words!("shared/manuals", "with capitals");
static NAMES_ELSEWHERE: WordTable = words!("shared/manuals", "names elsewhere");

static DURATIONS: ByLanguage<WordTable> = words_by_language!("recognition", "units of durations");
static NEVER_IN_NAMES: ByLanguage<WordTable> = words_by_language!("recognition", "never in names");

/// Telephone numbers have no fewer digits; extensions are found by their label.
const FEWEST_OF_PHONES: usize = 6;

/// A text is a manual if one of so many of its words tells of it,
const ONE_OF: usize = 32;
/// and so many different ones do.
const LEAST_DIFFERENT: usize = 5;
/// So many words are looked at: the first of a text.
const MOST_WORDS: usize = 4000;
/// Shorter words tell nothing, and longer ones are in no list.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=24;

/// True for a text that reads like a manual.
pub(super) fn is_manual(text: &str) -> bool {
    let mut different: HashSet<&str> = HashSet::new();
    let (mut telling, mut all) = (0, 0);
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).take(MOST_WORDS) {
        all += 1;
        let is_small = word.bytes().all(|b| b.is_ascii_lowercase());
        if is_small && LENGTHS.contains(&word.len()) && TELLING.has(word) {
            telling += 1;
            different.insert(word);
        }
    }
    telling * ONE_OF > all && different.len() >= LEAST_DIFFERENT
}

/// A word in small letters, if it is one that may be listed.
fn small<'b>(word: &str, buffer: &'b mut [u8; 24]) -> Option<&'b str> {
    let place = LENGTHS.contains(&word.len()).then(|| buffer.get_mut(..word.len())).flatten()?;
    place.copy_from_slice(word.as_bytes());
    place.make_ascii_lowercase();
    std::str::from_utf8(place).ok()
}

impl NetworkWindow<'_, '_> {
    /// True for a finding that is the word of a manual rather than a name.
    pub(super) fn is_jargon(&self, chosen: &ChosenHead<'_>, category: &Category, places: Range<usize>) -> bool {
        let of = |known: KnownCategory| category.is(known);
        let (is_person, is_place) = (of(KnownCategory::Person), of(KnownCategory::Place));
        if !is_person && !is_place && !of(KnownCategory::Organisation) {
            return false;
        }
        let words = || places.clone().filter(|nth| self.is(*nth, NetworkTokenKind::Letters));
        let Some(first) = words().next() else { return false };
        // Whoever learnt from other documents takes small letters for a name too easily.
        let is_borrowed = chosen.is_borrowed();
        if is_borrowed && !words().any(|nth| self.has_capital(nth)) {
            return true;
        }
        if is_borrowed && is_person && words().all(|nth| NEVER_IN_NAMES.has(&self.text(nth).to_lowercase())) {
            return true;
        }
        let is_of_manuals =
            |nth: usize| small(self.text(nth), &mut [0; 24]).is_some_and(|word| WITH_CAPITALS.has(word));
        if !self.is_manual {
            // A person has a word that is no ordinary one, and a body that is called by one word has another.
            let is_word = words().all(|nth| self.is_ordinary(chosen, nth)) && !is_place;
            return words().all(is_of_manuals) || (is_word && (is_person || words().nth(1).is_none()));
        }
        let lists = |nth: usize| self.lists(chosen, nth);
        let is_told = |nth: usize| {
            let is_name = small(self.text(nth), &mut [0; 24]).is_some_and(|word| NAMES_ELSEWHERE.has(word));
            let is_given = is_person && lists(nth)[NAMES] & GIVEN > 0;
            let is_short = self.text(nth).chars().count() < *LENGTHS.start();
            is_of_manuals(nth) || is_short || (is_name && !is_given) || self.is_ordinary(chosen, nth)
        };
        if words().all(is_told) || self.is_in_code(&places) {
            return true;
        }
        // A word alone is a person's by its lists, a place by them, and a product otherwise.
        words().nth(1).is_none()
            && match (is_person, is_place) {
                (true, _) => lists(first)[NAMES] & (NAME | GIVEN) == 0,
                (_, true) => lists(first)[PLACES] == 0,
                _ => true,
            }
    }

    /// True for a date that says how long and not when, or no more than a weekday does: it ends with a unit of time
    /// behind a number, is one word, or is a number behind such a unit ("year 2020").
    pub(super) fn is_no_day(&self, category: &Category, places: Range<usize>) -> bool {
        let mut words = places.filter(|nth| !self.is(*nth, NetworkTokenKind::Mark));
        let (first, last) = (words.next(), words.next_back());
        let is_unit = |nth: usize| DURATIONS.has(&self.text(nth).to_lowercase());
        let is_word = |nth: usize| self.is(nth, NetworkTokenKind::Letters);
        let (first_is_unit, is_pair) = (first.is_some_and(is_unit), words.next().is_none());
        let is_numbered = |nth: usize| first_is_unit && is_pair && !is_word(nth);
        category.is(KnownCategory::Date)
            && last.map_or_else(|| first.is_some_and(is_word), |last| is_unit(last) || is_numbered(last))
    }

    /// True for a number that is too short for a telephone.
    pub(super) fn is_no_phone(&self, category: &Category, places: Range<usize>) -> bool {
        let digits = |nth: usize| self.text(nth).bytes().filter(u8::is_ascii_digit).count();
        category.is(KnownCategory::Phone) && places.map(digits).sum::<usize>() < FEWEST_OF_PHONES
    }

    /// True for what is written as code is: with a capital inside, or with marks that no name has, or beside them.
    fn is_in_code(&self, places: &Range<usize>) -> bool {
        let is_mark =
            |nth: usize| matches!(self.text(nth), "_" | "`" | "(" | ")" | "<" | ">" | "=" | "$" | "\\" | "::");
        let is_joined = |nth: usize| self.token(nth).is_some_and(|token| !token.is_apart);
        let has_capital_inside = |nth: usize| {
            let mut letters = self.text(nth).chars();
            let starts = letters.next();
            let mut before = starts.unwrap_or(' ');
            letters.any(|c| {
                let inner = before.is_lowercase() && c.is_uppercase();
                before = c;
                inner
            })
        };
        let before = places.start.checked_sub(1);
        places.clone().all(|nth| has_capital_inside(nth) || !self.is(nth, NetworkTokenKind::Letters))
            || places.clone().any(is_mark)
            || before.is_some_and(|before| matches!(self.text(before), "`" | "_" | "$") && is_joined(places.start))
            || (matches!(self.text(places.end), "(" | "_" | "`" | "=") && is_joined(places.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manuals_are_told_from_letters() {
        let manual = "The default directory is searched for files; an option overrides the filename. Errors go to stderr, \
                      and the exit code of the function is an integer. See the configuration syntax.";
        assert!(is_manual(manual));
        let letter =
            "Dear Ann, the file is on the way. I have an option on the house by default, and the errors are mine.";
        assert!(!is_manual(letter));
        assert!(!is_manual(""));
    }

    #[test]
    fn lists_do_not_overlap() {
        assert!(WITH_CAPITALS.words().iter().all(|word| !NAMES_ELSEWHERE.has(word)));
        assert!(TELLING.words().iter().all(|word| LENGTHS.contains(&word.len())));
    }
}
