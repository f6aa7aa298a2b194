//! The columns that the models see of words: spelling, shape, and what a lexicon knows of them, in columns.
//!
//! Training and analysis fill the columns by the same code, so that a model never sees anything it was not taught.

use std::ops::Range;

use sfumato_model::{CacheKey, CacheTable, Observations, WordLexicon, hash_bytes};

use crate::{Language, Upos};

/// The columns of all models: first those of the word, then those of its place.
pub(crate) const COLUMNS: [&str; 20] = [
    "form",
    "lower",
    "end1",
    "end2",
    "end3",
    "end4",
    "end5",
    "start1",
    "start2",
    "start3",
    "start4",
    "shape",
    "pattern",
    "fine",
    "coarse",
    "class",
    "other",
    "convention",
    "place",
    "upos",
];
/// The number of columns that are of the word.
pub(crate) const WORD_COLUMNS: usize = 18;
/// The columns of a word by itself: how it is spelt, and what the lexicon knows of it.
pub const DESCRIPTION: [&str; 17] = {
    let mut names = [""; 17];
    let mut at = 0;
    while at < names.len() {
        names[at] = COLUMNS[at];
        at += 1;
    }
    names
};

/// Fills the columns of [`DESCRIPTION`] for a word; `scratch` is room to work in.
pub(crate) fn describe(form: &str, lexicon: &WordLexicon<'_>, scratch: &mut String, row: &mut [u64]) {
    normalise(form, scratch);
    fill(form, scratch, lexicon, row);
}

const FORM: usize = 0;
const LOWER: usize = 1;
const ENDS: Range<usize> = 2..7;
const STARTS: Range<usize> = 7..11;
const SHAPE: usize = 11;
const PATTERN: usize = 12;
/// The columns that a lexicon fills: word clusters, and parts of speech that a word can have.
pub(crate) const LEXICON: Range<usize> = 13..17;
/// A text is tagged in one way throughout, so that this is known of a word wherever it stands.
const CONVENTION: usize = 17;
const PLACE: usize = 0;
const UPOS: usize = 1;

/// The convention of a treebank where the language leaves a choice; models learn their ways apart and follow one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Convention(u8);

impl Convention {
    /// The way of the treebank that a model follows by default.
    pub const MAIN: Self = Self(1);

    /// Another treebank's, by its number in the training, counted from one.
    pub fn number(number: u8) -> Self {
        Self(number.max(1))
    }
}

/// The facts that the words of a sentence do not show: whether the first of them starts it, and whether all of it is in
/// capitals.
#[derive(Clone, Copy)]
pub(crate) struct SentencePart {
    pub is_start: bool,
    pub is_shouted: bool,
}

/// Gathers what is known of the words of sentences.
pub(crate) struct Observer {
    pub seen: Observations,
    /// The numbers of words already met, by the key of the word, its language and the convention.
    known: CacheTable<u32>,
    lower: String,
}

impl Observer {
    pub fn new() -> Self {
        Self {
            seen: Observations::new(WORD_COLUMNS, COLUMNS.len() - WORD_COLUMNS),
            known: CacheTable::default(),
            lower: String::new(),
        }
    }

    /// Adds a sentence and gives the places of its tokens.
    pub fn sentence<'f>(
        &mut self,
        forms: impl Iterator<Item = &'f str> + Clone,
        language: Language,
        lexicon: &WordLexicon<'_>,
        convention: Convention,
    ) -> Range<usize> {
        let part = SentencePart { is_start: true, is_shouted: is_shouted(forms.clone()) };
        self.part(forms, part, language, lexicon, convention)
    }

    /// The same with a part of a sentence.
    pub fn part<'f>(
        &mut self,
        forms: impl Iterator<Item = &'f str>,
        SentencePart { is_start, is_shouted }: SentencePart,
        language: Language,
        lexicon: &WordLexicon<'_>,
        convention: Convention,
    ) -> Range<usize> {
        let start = self.seen.len();
        let mut small = String::new();
        for form in forms {
            let form = if is_shouted {
                small.clear();
                small.extend(form.chars().flat_map(char::to_lowercase));
                small.as_str()
            } else {
                form
            };
            let is_first = is_start && self.seen.len() == start;
            let word = self.word(form, language, lexicon, convention);
            let row = self.seen.push(word);
            row[PLACE] = place(form, is_first, is_shouted);
        }
        start..self.seen.len()
    }

    /// Starts a new text of the same words.
    pub fn forget_places(&mut self) {
        self.seen.clear_places();
    }

    /// Notes the part of speech of a token.
    pub fn set_upos(&mut self, token: usize, upos: Upos) {
        if let Some(place) = self.seen.places.row_mut(token).get_mut(UPOS) {
            *place = upos as u64 + 1;
        }
    }

    /// The number of a word, whose columns are filled when it is first met.
    fn word(&mut self, form: &str, language: Language, lexicon: &WordLexicon<'_>, convention: Convention) -> u32 {
        let key = CacheKey::of(&(form, language as u8, convention.0));
        if let Some(word) = self.known.get(&key) {
            return *word;
        }
        let word = self.seen.words.len() as u32;
        self.known.insert(key, word);
        normalise(form, &mut self.lower);
        let row = self.seen.words.push();
        fill(form, &self.lower, lexicon, row);
        row[CONVENTION] = u64::from(convention.0);
        word
    }
}

/// Writes a word as it stands in a lexicon: in small letters, every digit a zero.
pub(crate) fn normalise(form: &str, out: &mut String) {
    out.clear();
    for c in form.chars() {
        match c {
            '0'..='9' => out.push('0'),
            '\u{2019}' => out.push('\''),
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
    }
}

/// A longer word says no more: its middle is not looked at.
const LONGEST: usize = 64;

fn fill(form: &str, lower: &str, lexicon: &WordLexicon<'_>, row: &mut [u64]) {
    row[FORM] = hash_bytes(form.as_bytes());
    let key = hash_bytes(lower.as_bytes());
    row[LOWER] = key;
    for (column, (at, _)) in ENDS.zip(lower.char_indices().rev()) {
        // The word itself is not its own end.
        if at > 0 {
            row[column] = hash_bytes(lower.get(at..).unwrap_or_default().as_bytes());
        }
    }
    for (column, (at, _)) in STARTS.zip(lower.char_indices().skip(1)) {
        row[column] = hash_bytes(lower.get(..at).unwrap_or_default().as_bytes());
    }
    (row[SHAPE], row[PATTERN]) = shapes(form);
    let is_capital = form.chars().next().is_some_and(char::is_uppercase);
    let record = lexicon.find(key);
    for (nth, column) in LEXICON.enumerate() {
        // What is not in the lexicon is told apart by its first letter.
        let known = record.map_or(0, |record| record.get(nth));
        row[column] = if known > 0 { u64::from(known) + 2 } else { 1 + u64::from(is_capital) };
    }
}

/// The shape of a word with repetitions dropped, and its first eight signs.
fn shapes(form: &str) -> (u64, u64) {
    let (mut shape, mut pattern) = ([0u8; LONGEST], [0u8; 8]);
    let mut length = 0;
    let mut count = 0;
    for c in form.chars().take(LONGEST) {
        let sign = match c {
            'a'..='z' => b'x',
            'A'..='Z' => b'X',
            '0'..='9' => b'd',
            c if c.is_ascii() => c as u8,
            c if c.is_uppercase() => b'X',
            c if c.is_alphabetic() => b'x',
            _ => 1,
        };
        if let Some(place) = pattern.get_mut(count) {
            *place = sign;
        }
        count += 1;
        if length == 0 || shape.get(length - 1) != Some(&sign) {
            shape[length] = sign;
            length += 1;
        }
    }
    (hash_bytes(shape.get(..length).unwrap_or_default()), hash_bytes(pattern.get(..count.min(8)).unwrap_or_default()))
}

/// The place of a word and the way it is written there.
fn place(form: &str, is_first: bool, is_shouted: bool) -> u64 {
    let is_capital = form.chars().next().is_some_and(char::is_uppercase);
    let has_hyphen = form.contains('-');
    let has_digit = form.bytes().any(|b| b.is_ascii_digit());
    let flags = [is_capital, is_first, has_hyphen, has_digit, is_shouted];
    1 + flags.iter().zip(0..).map(|(flag, bit)| u64::from(*flag) << bit).sum::<u64>()
}

/// True if all words are in capitals, which then say nothing.
pub(crate) fn is_shouted<S: AsRef<str>>(forms: impl Iterator<Item = S>) -> bool {
    let mut letters = 0;
    for form in forms {
        for c in form.as_ref().chars() {
            if c.is_lowercase() {
                return false;
            }
            letters += usize::from(c.is_uppercase());
        }
    }
    letters > 3
}

#[cfg(test)]
mod tests {
    use sfumato_model::LexiconBuilder;

    use super::*;

    fn rows(words: &[&str]) -> Vec<Vec<u64>> {
        let bytes = LexiconBuilder::new(&["fine"]).to_bytes();
        let lexicon = WordLexicon::from_bytes(&bytes).expect("sound");
        let mut observer = Observer::new();
        observer.sentence(words.iter().copied(), Language::English, &lexicon, Convention::MAIN);
        observer.seen.of.iter().map(|word| observer.seen.words.row(*word as usize).to_vec()).collect()
    }

    #[test]
    fn a_word_has_the_same_columns_wherever_it_stands() {
        let rows = rows(&["running", "Running", "running", "x"]);
        assert_eq!(rows[0], rows[2]);
        assert_ne!(rows[0][FORM], rows[1][FORM]);
        assert_eq!(rows[0][LOWER], rows[1][LOWER]);
        assert_eq!(rows[0][ENDS], rows[1][ENDS]);
        assert!(rows[3][ENDS].iter().chain(&rows[3][STARTS]).all(|value| *value == 0), "a letter has no ends");
    }

    #[test]
    fn capitals_say_nothing_where_all_is_in_capitals() {
        let (loud, quiet) = (rows(&["PATIENT", "WAS", "SEEN"]), rows(&["patient", "was", "seen"]));
        assert_eq!(loud, quiet);
        assert!(is_shouted(["ÉSTA", "ES"].into_iter()) && !is_shouted(["A", "1"].into_iter()));
    }

    #[test]
    fn digits_are_alike_and_long_words_are_no_trouble() {
        let rows = rows(&["1984", "2001", &"ñ".repeat(5000)]);
        assert_eq!(rows[0][LOWER], rows[1][LOWER]);
        assert_ne!(rows[0][FORM], rows[1][FORM]);
    }
}
