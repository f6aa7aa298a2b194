//! Vectors that are being put together.

use std::collections::BTreeMap;

use sfumato_language::Language;
use sfumato_model::hash_bytes;

use super::table::{MAGIC, VectorTable, VectorsHead, normalise};
use super::{fit, letters};
use crate::key;

/// Vectors that are being put together: words and phrases by what [`key::words`] makes of them, commonest first.
#[derive(Clone, Default)]
pub struct VectorDraft {
    // Invariant: `vectors` has `dimensions` numbers for each text, as have `contexts` unless they are empty; `letters`
    // has as many for each bucket.
    /// The name of the vectors.
    pub name: String,
    /// The language they are of, if it is one.
    pub language: Option<Language>,
    pub(super) dimensions: usize,
    pub(super) texts: Vec<String>,
    /// The weight of each among the words of a phrase, from 0 to 1.
    pub(super) weights: Vec<f32>,
    pub(super) vectors: Vec<f32>,
    pub(super) letters: Vec<f32>,
    pub(super) contexts: Vec<f32>,
}

// What vectors were trained on may be documents.
impl std::fmt::Debug for VectorDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "VectorDraft({} entries of {} dimensions)", self.texts.len(), self.dimensions)
    }
}

/// The notation of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberNotation {
    /// Exactly, with what is needed to extend the vectors.
    Exact,
    /// A byte each.
    Quantised,
}

/// A word that makes up this share of a text counts half among others.
const COMMON: f64 = 1e-3;

impl VectorDraft {
    pub(super) fn new(dimensions: usize) -> Self {
        Self { dimensions, ..Self::default() }
    }

    /// The vectors of a table as they stand there.
    pub fn from_table(table: &VectorTable<'_>) -> Self {
        let (entries, buckets) = (table.entries(), table.buckets());
        let contexts = if table.is_extensible() { entries } else { 0 };
        Self {
            name: table.head.name.to_string(),
            language: table.language(),
            dimensions: table.head.dimensions,
            texts: (0..entries).map(|entry| table.text(entry).to_owned()).collect(),
            weights: (0..entries).map(|entry| table.weight(entry)).collect(),
            vectors: (0..entries).flat_map(|entry| table.numbers(entry)).collect(),
            letters: (0..buckets).flat_map(|bucket| table.letter_numbers(bucket)).collect(),
            contexts: (0..contexts).flat_map(|entry| table.context(entry)).collect(),
        }
    }

    /// The number of words and phrases.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The number of numbers in a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Adds a word or phrase that makes up this share of a text. A vector of another length is left out.
    pub(super) fn push(&mut self, text: String, share: f64, vector: &[f32]) {
        if vector.len() == self.dimensions {
            self.texts.push(text);
            self.weights.push((COMMON / (COMMON + share)) as f32);
            self.vectors.extend(vector);
        }
    }

    pub(super) fn vector(&self, entry: usize) -> &[f32] {
        self.vectors.get(entry * self.dimensions..).and_then(|rest| rest.get(..self.dimensions)).unwrap_or_default()
    }

    /// Brings the entries into the order of how common they are.
    pub(super) fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|a, b| self.weights[*a].total_cmp(&self.weights[*b]));
        let rows = |rows: &[f32]| {
            let row = |nth: &usize| rows.get(nth * self.dimensions..(nth + 1) * self.dimensions).unwrap_or_default();
            order.iter().flat_map(row).copied().collect()
        };
        (self.vectors, self.contexts) = (rows(&self.vectors), rows(&self.contexts));
        self.weights = order.iter().map(|nth| self.weights[*nth]).collect();
        self.texts = order.iter().map(|nth| std::mem::take(&mut self.texts[*nth])).collect();
    }

    /// Leaves the first so many words and phrases only; those that lean on others have learnt from them already.
    pub fn truncate(&mut self, entries: usize) {
        self.texts.truncate(entries);
        self.weights.truncate(entries);
        self.vectors.truncate(entries * self.dimensions);
        self.contexts.truncate(entries * self.dimensions);
    }

    /// Makes rows of letters that come as close as can be to the vectors of the words that are spelt with them.
    pub fn fit_letters(&mut self, buckets: u32) {
        let mut words = fit::FittedWords::default();
        for (entry, text) in self.texts.iter().enumerate().filter(|(_, text)| !text.contains(' ')) {
            let mut rows = Vec::new();
            letters::runs(text, buckets, |row| rows.push(row));
            words.push(&rows, entry);
        }
        let mut targets = self.vectors.clone();
        targets.chunks_exact_mut(self.dimensions.max(1)).for_each(|row| _ = normalise(row));
        self.letters = fit::letters(&words, &targets, self.dimensions, buckets);
    }

    /// The bytes of a [`VectorTable`]. Of texts with one form the first stands for all.
    pub fn to_bytes(&self, numbers: NumberNotation) -> Vec<u8> {
        let mut order: BTreeMap<u64, usize> = BTreeMap::new();
        for (entry, text) in self.texts.iter().enumerate() {
            order.entry(key::form(text)).or_insert(entry);
        }
        let dimensions = self.dimensions.max(1);
        let mut body: Vec<u8> = order.keys().flat_map(|hash| hash.to_le_bytes()).collect();
        for entry in order.values() {
            let weight = self.weights.get(*entry).copied().unwrap_or(1.0);
            body.extend(((weight.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16).to_le_bytes());
        }
        let texts: Vec<&str> = order.values().filter_map(|entry| self.texts.get(*entry)).map(String::as_str).collect();
        let mut end = 0u32;
        for text in &texts {
            end += text.len() as u32;
            body.extend(end.to_le_bytes());
        }
        texts.iter().for_each(|text| body.extend(text.bytes()));
        for entry in order.values() {
            write_row(self.vector(*entry), numbers, Length::One, &mut body);
        }
        for row in self.letters.chunks_exact(dimensions) {
            write_row(row, numbers, Length::Own, &mut body);
        }
        let has_contexts = numbers == NumberNotation::Exact && !self.contexts.is_empty();
        if has_contexts {
            for entry in order.values() {
                let context = self.contexts.get(entry * dimensions..).and_then(|rest| rest.get(..dimensions));
                write_row(context.unwrap_or_default(), NumberNotation::Exact, Length::Own, &mut body);
            }
        }
        let head = VectorsHead {
            name: self.name.as_str().into(),
            language: self.language,
            dimensions,
            entries: order.len(),
            buckets: self.letters.len() / dimensions,
            is_quantised: numbers == NumberNotation::Quantised,
            has_contexts,
            texts: end as usize,
            hash: hash_bytes(&body),
        };
        let head = head.text();
        let length = (head.len() as u32).to_le_bytes();
        [MAGIC.as_slice(), &length, head.as_bytes(), &body].concat()
    }
}

/// The length of a row that is written with a byte for each number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    One,
    Own,
}

fn write_row(row: &[f32], numbers: NumberNotation, length: Length, out: &mut Vec<u8>) {
    if numbers == NumberNotation::Exact {
        out.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        return;
    }
    let largest = row.iter().fold(0.0f32, |largest, number| largest.max(number.abs()));
    let unit = if largest > 0.0 && largest.is_finite() { largest / 127.0 } else { 1.0 };
    let whole: Vec<i8> = row.iter().map(|number| (number / unit).round() as i8).collect();
    let square: f32 = whole.iter().map(|number| f32::from(*number) * f32::from(*number)).sum();
    let scale = if length == Length::One && square > 0.0 { 1.0 / square.sqrt() } else { unit };
    out.extend(scale.to_le_bytes());
    out.extend(whole.iter().map(|number| number.cast_unsigned()));
}
