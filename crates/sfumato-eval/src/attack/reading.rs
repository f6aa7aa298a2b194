//! A text as an adversary reads it: words in small letters and without accents, and sentences.

use std::ops::Range;

use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::document::{Document, ReadError};
use sfumato::knowledge::key;
use sfumato::language::{Analysis, Language, plain};

use super::LabelWords;

/// The reason why a text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttackedTextError {
    /// It is no text.
    Unreadable(ReadError),
    /// There is nothing in it.
    Empty,
}

impl std::fmt::Display for AttackedTextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Empty => f.write_str("there is no text in it"),
        }
    }
}

impl std::error::Error for AttackedTextError {}

/// A word of a text.
#[derive(Debug, Clone)]
pub(super) struct AttackedWord {
    /// The place in the text, in bytes.
    pub place: Range<usize>,
    /// The place in the folded words.
    folded: Range<usize>,
    pub hash: u64,
    /// True if no label stands between it and the word before it.
    pub follows: bool,
}

/// A text that was read.
#[derive(Clone)]
pub struct AttackedText {
    folded: String,
    words: Vec<AttackedWord>,
    /// The words of each sentence; none is empty.
    sentences: Vec<Range<usize>>,
    language: Option<Language>,
}

impl std::fmt::Debug for AttackedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AttackedText({} words, {} sentences)", self.words.len(), self.sentences.len())
    }
}

impl AttackedText {
    /// Reads what the public knows of a candidate; whatever stands there is a word.
    pub fn background(text: &str) -> Result<Self, AttackedTextError> {
        Self::of(text, Vec::new())
    }

    /// Reads a released document, without the labels in it. One that is nothing but labels has no words.
    pub fn released(text: &str, labels: &LabelWords) -> Result<Self, AttackedTextError> {
        Self::of(text, labels.places(text))
    }

    /// The same without the words that are not in another reading, each as often as it is there: what would be left if
    /// nothing had been put in place of what was masked.
    pub fn without_new_words(&self, original: &Self) -> Self {
        let mut left = std::collections::HashMap::<u64, usize>::new();
        original.words.iter().for_each(|word| *left.entry(word.hash).or_default() += 1);
        let keeps: Vec<bool> = self
            .words
            .iter()
            .map(|word| {
                let count = left.get_mut(&word.hash).filter(|count| **count > 0);
                count.map(|count| *count -= 1).is_some()
            })
            .collect();
        // How many words stay before each word.
        let mut before = vec![0];
        keeps.iter().for_each(|stays| before.push(before.last().copied().unwrap_or(0) + usize::from(*stays)));
        let now = |nth: usize| before.get(nth).copied().unwrap_or(0);
        let is_kept = |nth: usize| keeps.get(nth).copied().unwrap_or(false);
        let words = self.words.iter().enumerate().filter(|(nth, _)| is_kept(*nth)).map(|(nth, word)| {
            let follows = word.follows && nth.checked_sub(1).is_none_or(is_kept);
            AttackedWord { follows, ..word.clone() }
        });
        let sentences = self.sentences.iter().map(|sentence| now(sentence.start)..now(sentence.end));
        Self {
            folded: self.folded.clone(),
            words: words.collect(),
            sentences: sentences.filter(|sentence| !sentence.is_empty()).collect(),
            language: self.language,
        }
    }

    /// The number of its words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// True if it has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The place of a stretch of words in the text, in bytes.
    pub fn place(&self, first: usize, last: usize) -> Option<Range<usize>> {
        Some(self.words.get(first)?.place.start..self.words.get(last)?.place.end)
    }

    /// A stretch of words, folded.
    pub fn phrase(&self, first: usize, last: usize) -> String {
        let words = self.words.get(first..=last).unwrap_or_default();
        words.iter().map(|word| self.folded(word)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn words(&self) -> &[AttackedWord] {
        &self.words
    }

    pub(super) fn folded(&self, word: &AttackedWord) -> &str {
        self.folded.get(word.folded.clone()).unwrap_or_default()
    }

    pub(super) fn sentences(&self) -> &[Range<usize>] {
        &self.sentences
    }

    pub(super) fn language(&self) -> Option<Language> {
        self.language
    }

    fn of(text: &str, labels: Vec<Range<usize>>) -> Result<Self, AttackedTextError> {
        if text.trim().is_empty() {
            return Err(AttackedTextError::Empty);
        }
        let document = TextFile.read(text.as_bytes().to_vec()).map_err(AttackedTextError::Unreadable)?;
        let analysis = Analysis::new(&document);
        let mut reading = Self {
            folded: String::new(),
            words: Vec::new(),
            sentences: Vec::new(),
            language: analysis.languages().main(),
        };
        reading.add_words(&document, &labels);
        let mut first = 0;
        for sentence in analysis.sentences() {
            let last = reading.words.partition_point(|word| word.place.start < sentence.end());
            if last > first {
                reading.sentences.push(first..last);
            }
            first = last;
        }
        Ok(reading)
    }

    fn add_words(&mut self, document: &Document, labels: &[Range<usize>]) {
        let mut labels = labels.iter().peekable();
        let mut follows = true;
        let mut place: Option<Range<usize>> = None;
        let mut start = 0;
        let end = document.text().len();
        for (at, c) in document.text().char_indices().chain([(end, ' ')]) {
            while labels.next_if(|label| label.end <= at).is_some() {
                follows = false;
            }
            let is_label = labels.peek().is_some_and(|label| label.contains(&at));
            if c.is_alphanumeric() && !is_label {
                self.folded.extend(c.to_lowercase().filter_map(plain));
                place = Some(place.map_or(at, |place| place.start)..at + c.len_utf8());
            } else if plain(c).is_some()
                && let Some(place) = place.take()
            {
                let folded = start..self.folded.len();
                start = folded.end;
                let hash = key::word_hash(self.folded.get(folded.clone()).unwrap_or_default());
                self.words.push(AttackedWord { place, folded, hash, follows });
                follows = true;
            }
        }
    }
}
