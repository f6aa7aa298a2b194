//! Counts of documents that hold a phrase, alone or together with others.
//!
//! [`Counts`] is who can be asked. [`ListedCounts`] answers from a plain list, and [`TableCounts`] from compact tables,
//! also for what was never counted.

mod beside;
mod estimate;
mod list;
#[cfg(feature = "build")]
mod pack;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt;

use sfumato_language::Language;
use sfumato_model::CacheKey;

pub use beside::Beside;
pub use list::{ListError, ListedCounts};
#[cfg(feature = "build")]
pub use pack::pack;
pub use table::{CountTable, CountTableError};
pub use tables::TableCounts;

/// A phrase with the other ways to say it; a document that holds any of them holds the phrase.
#[derive(Clone, Copy)]
pub struct Phrase<'q> {
    /// As it stands in the text, or as a taxonomy names it. Case, accents and marks between words do not count.
    pub text: &'q str,
    /// Synonyms, plurals, other orders of its words.
    pub variants: &'q [&'q str],
}

impl<'q> Phrase<'q> {
    /// A phrase that is said in one way.
    pub fn new(text: &'q str) -> Self {
        Self { text, variants: &[] }
    }

    /// All ways to say it.
    pub fn forms(self) -> impl Iterator<Item = &'q str> {
        std::iter::once(self.text).chain(self.variants.iter().copied())
    }
}

// A phrase is often one of a document.
impl fmt::Debug for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phrase({} bytes, {} variants)", self.text.len(), self.variants.len())
    }
}

/// A question: in how many documents do all these phrases stand?
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The phrases, of which none may be missing.
    pub phrases: &'q [Phrase<'q>],
    /// The language they are of.
    pub language: Language,
}

/// The grounds of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Such documents were counted.
    Counted,
    /// The phrase as such was not counted; the count is estimated from its parts or from vectors.
    Estimated,
    /// Not counted either; known from how things are related: a medicine is given for an illness.
    Related,
    /// Nothing was ever seen of it: the count is zero, which stands for "fewer than one".
    Unseen,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Count {
    /// In how many documents; zero if and only if the basis is [`Basis::Unseen`].
    pub hits: f64,
    /// Its grounds.
    pub basis: Basis,
}

impl Count {
    /// Nothing was seen.
    pub const UNSEEN: Self = Self { hits: 0.0, basis: Basis::Unseen };

    /// So many documents were counted.
    pub fn counted(hits: f64) -> Self {
        if hits > 0.0 { Self { hits, basis: Basis::Counted } } else { Self::UNSEEN }
    }
}

/// The number by which a reference knows a phrase; see [`Counts::mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark(CacheKey);

/// The reason why there is no answer. No phrase is ever named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountsError {
    /// The reference cannot be asked: where and why, in words that hold no phrase.
    #[error("{place}: {why}")]
    Unreachable {
        /// The reference.
        place: Box<str>,
        /// The fault, and the remedy.
        why: Box<str>,
    },
    /// The reference was made for other languages.
    #[error("{place}: it has no counts for {language}")]
    OtherLanguage {
        /// The reference.
        place: Box<str>,
        /// The language asked for.
        language: &'static str,
    },
}

impl CountsError {
    /// A reference of this name has nothing in a language.
    pub(crate) fn other_language(place: &str, language: Language) -> Self {
        let language = match language {
            Language::English => "English",
            Language::Spanish => "Spanish",
        };
        Self::OtherLanguage { place: place.into(), language }
    }
}

/// A reference: a large collection of documents that can be asked how common something is.
pub trait Counts: Send + Sync {
    /// In how many documents each query is met, in the order of the queries.
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError>;

    /// The number by which a reference that remembers its answers knows a phrase: computed once for a phrase that is
    /// asked for together with many others.
    fn mark(&self, phrase: Phrase<'_>, language: Language) -> Mark {
        _ = (phrase, language);
        Mark::default()
    }

    /// In how many documents two phrases stand, each given with its mark.
    fn together(
        &self,
        (_, a): (Mark, Phrase<'_>),
        (_, b): (Mark, Phrase<'_>),
        language: Language,
    ) -> Result<Count, CountsError> {
        let answers = self.hits(&[Query { phrases: &[a, b], language }])?;
        Ok(answers.first().copied().unwrap_or(Count::UNSEEN))
    }

    /// The number of documents in a language; at least one.
    fn total(&self, language: Language) -> f64;

    /// The name of this reference.
    fn name(&self) -> &str;
}

/// The hits that a zero count is taken for: half a document. A phrase that was never seen is thus one bit more telling
/// than one seen once, which is the ceiling of a reference.
pub const UNSEEN_HITS: f64 = 0.5;

/// The information content of something met so many times among so many documents, in bits: never negative, never
/// infinite.
pub fn bits(hits: f64, total: f64) -> f64 {
    (total.max(1.0) / hits.max(UNSEEN_HITS)).log2().max(0.0)
}

/// The documents that hold any of several phrases, given how many hold each: as many as if they were met independently,
/// which is no fewer than the most common of them has, and no more than all have together.
pub fn union(hits: impl IntoIterator<Item = f64>, total: f64) -> f64 {
    let (mut most, mut sum, mut none) = (0.0f64, 0.0, 1.0);
    for hits in hits {
        most = most.max(hits);
        sum += hits;
        none *= 1.0 - (hits / total).clamp(0.0, 1.0);
    }
    // Of small shares the rounding of one would be all that is left.
    (total * (1.0 - none)).clamp(most, sum.max(most))
}
