//! Counts as a table that is read in place.
//!
//! ```text
//! SFCOUNT1 <length of the head: u32> <head> <phrases: a lexicon> <pairs: a lexicon>
//! ```
//! The head is lines of a name and a value: the `language`, the `total` of documents, how long the `phrases` are, and
//! what is made of what was never counted (`backoff`, `joint`, `blind`, `number`; see [`CountTable::phrase`] and
//! [`TableCounts`](super::TableCounts)).
//! Both lexicons have the logarithm of hits by the form of a phrase, or by the forms of two phrases.

use std::fmt;

use sfumato_language::Language;
use sfumato_model::{InstanceNumber, ModelError, WordLexicon};

use super::estimate::Share;
use super::list::joined;
use super::{Basis, Count, bits};
use crate::key;

pub(super) const MAGIC: &[u8; 8] = b"SFCOUNT1";
/// The factor by which the logarithm of hits, to the base of two, is kept in sixteen bits.
pub(super) const SCALE: f64 = 1600.0;
/// No longer phrases are in a table.
pub(super) const LONGEST: usize = 5;

/// The reason why bytes are no table of counts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountTableError {
    /// Something else.
    #[error("this is no table of counts; make one with `sfumato knowledge counts`")]
    Alien,
    /// A table once.
    #[error("the counts are damaged: {0}; make them anew with `sfumato knowledge counts`")]
    Damaged(&'static str),
}

impl From<ModelError> for CountTableError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Damaged(what) => Self::Damaged(what),
            ModelError::Alien | ModelError::Other { .. } => Self::Damaged("one of its tables is none"),
        }
    }
}

/// The document counts of words and phrases of a language, read in place.
#[derive(Clone)]
pub struct CountTable<'k> {
    language: Language,
    total: f64,
    backoff: Share,
    /// For phrases together: where there are vectors, and where there are none.
    joint: Share,
    blind: Share,
    /// The hits of a number of no digits; each digit makes it a tenth.
    number: f64,
    phrases: WordLexicon<'k>,
    pairs: WordLexicon<'k>,
    instance: InstanceNumber,
}

impl fmt::Debug for CountTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CountTable({}, {:?}, {:?})", self.language.code(), self.phrases, self.pairs)
    }
}

/// The words of a phrase as a table asks for them.
#[derive(Clone, Default)]
pub(super) struct CountedWords {
    hashes: Vec<u64>,
    /// Of those that are numbers, how many digits they have; zero of others.
    digits: Vec<usize>,
}

impl CountedWords {
    pub fn of(phrase: &str) -> Self {
        let mut words = Self::default();
        key::words(phrase, |word| {
            words.hashes.push(key::word_hash(word));
            words.digits.push(if word.bytes().all(|byte| byte.is_ascii_digit()) { word.len() } else { 0 });
        });
        words
    }

    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    pub fn form(&self) -> u64 {
        key::form_hash(self.hashes.iter().copied())
    }

    /// True if one of both stands in the other.
    pub fn contain(&self, other: &Self) -> bool {
        let (long, short) = if self.hashes.len() > other.hashes.len() { (self, other) } else { (other, self) };
        !short.hashes.is_empty() && long.hashes.windows(short.hashes.len()).any(|window| window == short.hashes)
    }

    /// The form of both, one after the other.
    pub fn followed_by(&self, other: &Self) -> u64 {
        key::form_hash(self.hashes.iter().chain(&other.hashes).copied())
    }
}

impl<'k> CountTable<'k> {
    /// Reads the head of a table. What follows is not looked at, which [`CountTable::check`] does.
    pub fn from_bytes(bytes: &'k [u8]) -> Result<Self, CountTableError> {
        const EARLY: CountTableError = CountTableError::Damaged("it ends early");
        const SENSELESS: CountTableError = CountTableError::Damaged("its head makes no sense");
        let rest = bytes.strip_prefix(MAGIC).ok_or(CountTableError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(EARLY)?;
        let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
        let head = std::str::from_utf8(head).map_err(|_| SENSELESS)?;
        let value = |wanted: &str| {
            let found = head.lines().find_map(|line| line.split_once(' ').filter(|(name, _)| *name == wanted));
            found.map(|(_, value)| value).ok_or(SENSELESS)
        };
        let number = |name: &str| {
            let number = value(name)?.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or(SENSELESS)
        };
        let share = |name: &str| constants(value(name)?).map(Share).ok_or(SENSELESS);
        let length = value("phrases")?.parse().map_err(|_| SENSELESS)?;
        let (phrases, pairs) = body.split_at_checked(length).ok_or(EARLY)?;
        Ok(Self {
            instance: InstanceNumber::new(),
            language: Language::from_code(value("language")?).ok_or(SENSELESS)?,
            total: number("total")?.max(1.0),
            backoff: share("backoff")?,
            joint: share("joint")?,
            blind: share("blind")?,
            number: number("number")?,
            phrases: WordLexicon::from_bytes(phrases)?,
            pairs: WordLexicon::from_bytes(pairs)?,
        })
    }

    /// Compares the tables with the hashes that their heads state.
    pub fn check(&self) -> Result<(), CountTableError> {
        self.phrases.check()?;
        Ok(self.pairs.check()?)
    }

    /// The number that tells it from any other table of the run.
    pub(super) fn instance(&self) -> InstanceNumber {
        self.instance
    }

    /// The language of its phrases.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The number of documents.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The hits of a phrase that is said in one way: the documents that hold all its words.
    ///
    /// A phrase that is not in the table is cut into the longest pieces that are, from the left, and estimated from them; a
    /// number that is not is estimated by its digits. With a word that was never seen, it is unseen.
    pub fn phrase(&self, phrase: &str) -> Count {
        self.words(&CountedWords::of(phrase))
    }

    pub(super) fn words(&self, words: &CountedWords) -> Count {
        if words.hashes.len() <= LONGEST
            && let Some(hits) = self.counted(words.form())
        {
            return Count { hits, basis: Basis::Counted };
        }
        let (mut most, mut all, mut pieces, mut at) = (0.0f64, 0.0, 0u32, 0);
        while at < words.hashes.len() {
            let Some((hits, length)) = self.longest(words, at) else { return Count::UNSEEN };
            let piece = bits(hits, self.total);
            most = most.max(piece);
            all += piece;
            pieces += 1;
            at += length;
        }
        let share = match pieces {
            0 => return Count::UNSEEN,
            1 => 1.0,
            _ => self.backoff.of(most, all - most, f64::from(pieces)),
        };
        Count { hits: self.total * (-most).exp2() * share, basis: Basis::Estimated }
    }

    /// The hits of the longest piece that was counted and begins here, and how many words it has.
    fn longest(&self, words: &CountedWords, at: usize) -> Option<(f64, usize)> {
        let rest = words.hashes.get(at..)?;
        let pieces = (1..=rest.len().min(LONGEST)).rev().filter_map(|length| {
            let form = key::form_hash(rest.iter().take(length).copied());
            self.counted(form).map(|hits| (hits, length))
        });
        let number = || {
            let digits = *words.digits.get(at).filter(|digits| **digits > 0)?;
            let hits = self.number * 10f64.powi(-i32::try_from(digits).unwrap_or(i32::MAX));
            Some((hits.clamp(1.0, self.total), 1))
        };
        pieces.into_iter().next().or_else(number)
    }

    /// The hits that were counted of a form.
    pub(super) fn counted(&self, form: u64) -> Option<f64> {
        self.phrases.find(form).map(|record| hits_of(record.get(0)))
    }

    /// The hits that were counted of two forms together.
    pub(super) fn counted_together(&self, a: u64, b: u64) -> Option<f64> {
        self.pairs.find(joined(&mut [a, b])).map(|record| hits_of(record.get(0)))
    }

    /// The hits of two phrases together, from their own and from how close they are, if that is known.
    pub(super) fn estimated_together(&self, a: f64, b: f64, cosine: Option<f64>) -> f64 {
        let (most, rest) = (bits(a.min(b), self.total), bits(a.max(b), self.total));
        let chance = a * b / self.total;
        let share = match cosine {
            Some(cosine) => self.joint.of(most, rest, cosine),
            None => self.blind.of(most, rest, 0.0),
        };
        // Rare things are met together more often than chance has it, whatever they are, which says nothing of these
        // two; how much more often than things as rare that have nothing to do with each other does.
        let closer = share / self.joint.of(most, rest, UNRELATED);
        // Phrases that shun each other are not known of: no fewer than if they did not know of each other.
        (chance * closer.max(1.0)).min(a.min(b))
    }
}

/// The cosine of vectors of words that have nothing to do with each other.
const UNRELATED: f64 = 0.2;

/// Four numbers with spaces between.
pub(super) fn constants(text: &str) -> Option<[f64; 4]> {
    let mut found = text.split(' ').map(|number| number.parse().ok().filter(|number: &f64| number.is_finite()));
    let constants = [found.next()??, found.next()??, found.next()??, found.next()??];
    found.next().is_none().then_some(constants)
}

fn hits_of(value: u16) -> f64 {
    (f64::from(value) / SCALE).exp2()
}
