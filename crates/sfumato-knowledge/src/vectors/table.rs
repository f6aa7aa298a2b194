//! Vectors that are read in place.
//!
//! ```text
//! SFVECTS1 <length of the head: u32> <head> <hashes of the forms: u64 each, rising> <weights: u16 each>
//! <ends of the texts: u32 each> <texts> <vectors> <letters> <contexts>
//! ```
//! The head is lines of a name and a value: `name`, `language` (if the vectors are of one), `dimensions`, `entries`,
//! `buckets`, `numbers` (`i8` or `f32`), `contexts` (`yes` or `no`), `texts` (bytes) and the `hash` of what follows.
//! A row of `f32` is its numbers; a row of `i8` is a scale, which is an `f32`, and its numbers.
//! Contexts are always `f32`; only files that can be extended have them.

use sfumato_language::Language;
use sfumato_model::{InstanceNumber, hash_bytes};

use super::letters::runs;
use super::{Footing, Vectors};
use crate::key;

pub(super) const MAGIC: &[u8; 8] = b"SFVECTS1";

/// More dimensions are taken for damage.
pub(super) const MOST_DIMENSIONS: usize = 4096;

/// After so many guesses where a form lies, it is looked for in halves.
const MOST_GUESSES: usize = 12;

/// The reason why a file of vectors cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VectorsError {
    /// It is something else.
    #[error("this is no file of vectors")]
    Alien,
    /// It is not as it was written.
    #[error("the vectors are damaged: {0}")]
    Damaged(&'static str),
}

/// Vectors of words and phrases, read in place.
#[derive(Clone)]
pub struct VectorTable<'t> {
    pub(super) head: VectorsHead,
    instance: InstanceNumber,
    body: &'t [u8],
    hashes: &'t [u8],
    weights: &'t [u8],
    ends: &'t [u8],
    texts: &'t [u8],
    vectors: VectorRows<'t>,
    letters: VectorRows<'t>,
    #[cfg_attr(not(feature = "build"), expect(dead_code, reason = "only what extends vectors asks for them"))]
    contexts: &'t [u8],
}

/// The facts of the head.
#[derive(Debug, Clone, Default)]
pub(super) struct VectorsHead {
    pub name: Box<str>,
    pub language: Option<Language>,
    pub dimensions: usize,
    pub entries: usize,
    pub buckets: usize,
    pub is_quantised: bool,
    pub has_contexts: bool,
    pub texts: usize,
    pub hash: u64,
}

/// A word or phrase that is near something.
#[derive(Clone, Copy, PartialEq)]
pub struct Near<'t> {
    /// Its words, in small letters and without accents.
    pub text: &'t str,
    /// The cosine.
    pub cosine: f32,
}

// What vectors were trained on may be documents.
impl std::fmt::Debug for Near<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Near({} bytes, {})", self.text.len(), self.cosine)
    }
}

impl std::fmt::Debug for VectorTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let VectorsHead { dimensions, entries, buckets, .. } = &self.head;
        write!(f, "VectorTable({entries} entries and {buckets} rows of letters of {dimensions} dimensions)")
    }
}

impl VectorsHead {
    fn read(text: &str) -> Option<Self> {
        let mut head = Self::default();
        for line in text.lines() {
            let (name, value) = line.split_once(' ')?;
            match name {
                "name" => head.name = value.into(),
                "language" => head.language = Some(Language::from_code(value)?),
                "dimensions" => head.dimensions = value.parse().ok()?,
                "entries" => head.entries = value.parse().ok()?,
                "buckets" => head.buckets = value.parse().ok()?,
                "numbers" => head.is_quantised = value == "i8",
                "contexts" => head.has_contexts = value == "yes",
                "texts" => head.texts = value.parse().ok()?,
                "hash" => head.hash = u64::from_str_radix(value, 16).ok()?,
                _ => return None,
            }
        }
        let is_sound = (1..=MOST_DIMENSIONS).contains(&head.dimensions) && u32::try_from(head.buckets).is_ok();
        is_sound.then_some(head)
    }

    #[cfg(feature = "build")]
    pub fn text(&self) -> String {
        let language = self.language.map(|language| format!("language {}\n", language.code())).unwrap_or_default();
        let numbers = if self.is_quantised { "i8" } else { "f32" };
        let contexts = if self.has_contexts { "yes" } else { "no" };
        format!(
            "name {}\n{language}dimensions {}\nentries {}\nbuckets {}\nnumbers {numbers}\ncontexts {contexts}\ntexts {}\nhash {:016x}\n",
            self.name, self.dimensions, self.entries, self.buckets, self.texts, self.hash
        )
    }

    fn row_size(&self) -> usize {
        if self.is_quantised { 4 + self.dimensions } else { 4 * self.dimensions }
    }
}

impl<'t> VectorTable<'t> {
    /// Reads the head. The tables are not looked at, which [`VectorTable::check`] does.
    pub fn from_bytes(bytes: &'t [u8]) -> Result<Self, VectorsError> {
        let early = VectorsError::Damaged("they end early");
        let rest = bytes.strip_prefix(MAGIC).ok_or(VectorsError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(early)?;
        let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(early)?;
        let head = std::str::from_utf8(head).ok().and_then(VectorsHead::read);
        let head = head.ok_or(VectorsError::Damaged("their head makes no sense"))?;
        let mut left = body;
        let mut take = |count: usize, size: usize| {
            let (part, rest) = left.split_at_checked(count.checked_mul(size)?)?;
            left = rest;
            Some(part)
        };
        let rows = |bytes| VectorRows { bytes, dimensions: head.dimensions, is_quantised: head.is_quantised };
        let contexts = if head.has_contexts { head.entries } else { 0 };
        let parts = (|| {
            Some(Self {
                instance: InstanceNumber::new(),
                body,
                hashes: take(head.entries, 8)?,
                weights: take(head.entries, 2)?,
                ends: take(head.entries, 4)?,
                texts: take(head.texts, 1)?,
                vectors: rows(take(head.entries, head.row_size())?),
                letters: rows(take(head.buckets, head.row_size())?),
                contexts: take(contexts, 4 * head.dimensions)?,
                head: head.clone(),
            })
        })();
        match parts {
            Some(table) if left.is_empty() => Ok(table),
            _ => Err(VectorsError::Damaged("their tables have another size than their head says")),
        }
    }

    /// Compares the tables with the hash that the head states.
    pub fn check(&self) -> Result<(), VectorsError> {
        match hash_bytes(self.body) == self.head.hash {
            true => Ok(()),
            false => Err(VectorsError::Damaged("their tables are not those they were written with")),
        }
    }

    /// The language that the vectors are of; nothing if they are of none in particular.
    pub fn language(&self) -> Option<Language> {
        self.head.language
    }

    /// The number of words and phrases that are known.
    pub fn entries(&self) -> usize {
        self.head.entries
    }

    /// The number of rows that stand for runs of letters.
    pub fn buckets(&self) -> usize {
        self.head.buckets
    }

    /// True if new documents can be added.
    pub fn is_extensible(&self) -> bool {
        self.head.has_contexts
    }

    /// The words of an entry, in small letters and without accents.
    pub fn text(&self, entry: usize) -> &'t str {
        let end = |entry: usize| Some(u32::from_le_bytes(*self.ends.get(entry * 4..)?.first_chunk()?) as usize);
        let start = if entry == 0 { Some(0) } else { end(entry - 1) };
        let bytes = start.zip(end(entry)).and_then(|(start, end)| self.texts.get(start..end));
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// The words and phrases that are nearest to a vector of length one, with their likeness to it, nearest first.
    pub fn near(&self, vector: &[f32], most: usize) -> Vec<Near<'t>> {
        let mut row = vec![0.0; self.head.dimensions];
        let mut all: Vec<(f32, usize)> = Vec::with_capacity(self.head.entries);
        for entry in 0..self.head.entries {
            row.fill(0.0);
            self.vectors.add(entry, 1.0, &mut row);
            if normalise(&mut row) {
                all.push((super::cosine(&row, vector), entry));
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(most).map(|(cosine, entry)| Near { text: self.text(entry), cosine }).collect()
    }

    /// The numbers of an entry as they stand there.
    #[cfg(feature = "build")]
    pub(super) fn numbers(&self, entry: usize) -> Vec<f32> {
        self.vectors.numbers(entry)
    }

    /// The numbers of a row of letters as they stand there.
    #[cfg(feature = "build")]
    pub(super) fn letter_numbers(&self, bucket: usize) -> Vec<f32> {
        self.letters.numbers(bucket)
    }

    /// An entry as a neighbour.
    #[cfg(feature = "build")]
    pub(super) fn context(&self, entry: usize) -> Vec<f32> {
        VectorRows { bytes: self.contexts, dimensions: self.head.dimensions, is_quantised: false }.numbers(entry)
    }

    /// The weight of a word among the others of a phrase.
    pub(super) fn weight(&self, entry: usize) -> f32 {
        let bytes = self.weights.get(entry * 2..).and_then(|bytes| bytes.first_chunk());
        bytes.map_or(1.0, |bytes| f32::from(u16::from_le_bytes(*bytes)) / f32::from(u16::MAX))
    }

    /// The entry of a form.
    fn find(&self, form: u64) -> Option<usize> {
        let hash = |entry: usize| Some(u64::from_le_bytes(*self.hashes.get(entry * 8..)?.first_chunk()?));
        let (mut low, mut high) = (0, self.head.entries);
        let (mut least, mut most) = (0u64, u64::MAX);
        let mut guesses = 0;
        while low < high {
            // Hashes lie evenly, so that one is found by its share of the way; where they do not, halves are.
            let share = form.saturating_sub(least) as f64 / most.saturating_sub(least).max(1) as f64;
            let share = if guesses < MOST_GUESSES { share.clamp(0.0, 1.0) } else { 0.5 };
            let middle = (low + (share * (high - low) as f64) as usize).min(high - 1);
            guesses += 1;
            let found = hash(middle)?;
            match found.cmp(&form) {
                std::cmp::Ordering::Less => (low, least) = (middle + 1, found),
                std::cmp::Ordering::Greater => (high, most) = (middle, found),
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// Adds an entry, as a vector of the length of its weight; false if it has no direction.
    fn add_entry(&self, entry: usize, own: &mut [f32], out: &mut [f32]) -> bool {
        own.fill(0.0);
        self.vectors.add(entry, 1.0, own);
        let is_sound = normalise(own);
        if is_sound {
            let weight = self.weight(entry);
            out.iter_mut().zip(own.iter()).for_each(|(out, own)| *out += weight * own);
        }
        is_sound
    }

    /// Adds what is known of a word, as a vector of the length of its weight; nothing if there is no answer.
    fn add_word(&self, word: &str, own: &mut [f32], out: &mut [f32]) -> Option<Footing> {
        if let Some(entry) = self.find(key::form_hash([key::word_hash(word)])) {
            return self.add_entry(entry, own, out).then_some(Footing::Parts);
        }
        own.fill(0.0);
        runs(word, self.head.buckets as u32, |row| self.letters.add(row as usize, 1.0, own));
        normalise(own).then(|| {
            out.iter_mut().zip(own.iter()).for_each(|(out, own)| *out += own);
            Footing::Letters
        })
    }
}

impl Vectors for VectorTable<'_> {
    fn dimensions(&self) -> usize {
        self.head.dimensions
    }

    fn vector(&self, phrase: &str, language: Language, out: &mut [f32]) -> Option<Footing> {
        if self.head.language.is_some_and(|own| own != language) {
            return None;
        }
        let mut made = vec![0.0; self.head.dimensions];
        let mut footing = Some(Footing::Known);
        match self.find(key::form(phrase)) {
            Some(entry) => self.vectors.add(entry, 1.0, &mut made),
            None => {
                footing = None;
                let (mut own, mut has_answer) = (made.clone(), true);
                key::words(phrase, |word| match self.add_word(word, &mut own, &mut made) {
                    Some(found) if footing != Some(Footing::Letters) => footing = Some(found),
                    Some(_) => {}
                    None => has_answer = false,
                });
                footing = footing.filter(|_| has_answer);
            }
        }
        let footing = footing.filter(|_| normalise(&mut made))?;
        out.iter_mut().zip(&made).for_each(|(out, made)| *out = *made);
        Some(footing)
    }

    fn met(&self, phrase: &str, language: Language, out: &mut [f32]) -> bool {
        if self.head.language.is_some_and(|own| own != language) {
            return false;
        }
        let mut words = Vec::new();
        key::words(phrase, |word| words.push(key::word_hash(word)));
        out.fill(0.0);
        if let Some(entry) = self.find(key::form_hash(words.iter().copied())) {
            self.vectors.add(entry, 1.0, out);
            return normalise(out);
        }
        let mut own = vec![0.0; self.head.dimensions];
        let mut add =
            |word| self.find(key::form_hash([word])).is_some_and(|entry| self.add_entry(entry, &mut own, out));
        words.into_iter().all(&mut add) && normalise(out)
    }

    fn name(&self) -> &str {
        &self.head.name
    }

    fn instance(&self) -> InstanceNumber {
        self.instance
    }
}

/// Rows of numbers.
#[derive(Clone, Copy)]
struct VectorRows<'t> {
    bytes: &'t [u8],
    dimensions: usize,
    is_quantised: bool,
}

impl<'t> VectorRows<'t> {
    fn row(self, row: usize) -> Option<&'t [u8]> {
        let size = if self.is_quantised { 4 + self.dimensions } else { 4 * self.dimensions };
        self.bytes.get(row.checked_mul(size)?..)?.get(..size)
    }

    /// Adds a multiple of a row, if there is one.
    fn add(self, row: usize, by: f32, out: &mut [f32]) {
        let Some(bytes) = self.row(row) else { return };
        if !self.is_quantised {
            for (out, number) in out.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *out += by * f32::from_le_bytes(*number);
            }
        } else if let Some((scale, numbers)) = bytes.split_first_chunk() {
            let by = by * f32::from_le_bytes(*scale);
            for (out, number) in out.iter_mut().zip(numbers) {
                *out += by * f32::from(number.cast_signed());
            }
        }
    }

    #[cfg(feature = "build")]
    fn numbers(self, row: usize) -> Vec<f32> {
        let mut numbers = vec![0.0; self.dimensions];
        self.add(row, 1.0, &mut numbers);
        numbers
    }
}

/// Gives a vector the length one; false if it has no direction.
pub(super) fn normalise(vector: &mut [f32]) -> bool {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    let is_sound = length.is_finite() && length > 1e-12;
    if is_sound {
        vector.iter_mut().for_each(|number| *number /= length);
    }
    is_sound
}
