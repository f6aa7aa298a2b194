//! The file of a learned recogniser.
//!
//! ```text
//! SFENTITY <length of the head: u32> <head> <first pass> <second pass> <rules> <tables of the rules>
//! ```
//! The head is TOML: what the recogniser is, what it was made with, how sure it is, and how long each part is.

use serde::{Deserialize, Serialize};
use sfumato_language::Language;
use sfumato_model::{ModelError, SequenceModel, hash_bytes};

use super::tags::LabelTags;
use crate::Category;
use crate::patterns::{PatternBank, RecogniserSource};

const MAGIC: &[u8; 8] = b"SFENTITY";
/// The version of the columns; a model that was made for others is refused.
pub(crate) const VERSION: u32 = 1;

/// The head of the file of a learned recogniser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackageHead {
    pub version: u32,
    /// Its id, such as `es/clinical`.
    pub id: String,
    /// The code of its language.
    pub language: String,
    /// The hash of the lexicon and of the gazetteer it was made with.
    pub lexicon: String,
    pub gazetteer: String,
    /// By how much in logarithms it is easier for something to begin with the balance that is called recall.
    pub recall: f32,
    /// The share of findings with a probability that are right: pairs of both, growing.
    pub calibration: Vec<(f32, f32)>,
    /// The lengths of the parts.
    pub parts: [u32; 5],
    /// The hash of all parts.
    pub hash: String,
}

/// A learned recogniser as it lies in a file.
#[derive(Debug, Clone)]
pub struct RecogniserPackage<'m> {
    pub(crate) head: PackageHead,
    pub(crate) language: Language,
    pub(crate) first: SequenceModel<'m>,
    pub(crate) second: SequenceModel<'m>,
    /// The rules as a recogniser's file; empty if there are none.
    pub(crate) rules: &'m str,
    /// The tables of the rules, each list in one piece.
    tables: [&'m [u8]; 2],
    body: &'m [u8],
}

const EARLY: ModelError = ModelError::Damaged("it ends early");
const SENSELESS: ModelError = ModelError::Damaged("its head makes no sense");

impl<'m> RecogniserPackage<'m> {
    /// Reads the head. The tables are not looked at, which [`RecogniserPackage::check`] does.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(EARLY)?;
        let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
        let head = std::str::from_utf8(head).map_err(|_| SENSELESS)?;
        let head: PackageHead = toml::from_str(head).map_err(|_| SENSELESS)?;
        if head.version != VERSION {
            return Err(ModelError::Damaged("it was made by another version of this program"));
        }
        let language = Language::from_code(&head.language).ok_or(SENSELESS)?;
        let grows = head.calibration.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1);
        let within =
            head.calibration.iter().all(|(score, share)| (0.0..=1.0).contains(score) && (0.0..=1.0).contains(share));
        if !grows || !within || !head.recall.is_finite() {
            return Err(SENSELESS);
        }
        let mut rest = body;
        let mut part = |length: u32| {
            let (part, after) = rest.split_at_checked(length as usize).ok_or(EARLY)?;
            rest = after;
            Ok::<_, ModelError>(part)
        };
        let [first, second, rules, open, values] = head.parts;
        let (first, second) = (part(first)?, part(second)?);
        let rules = std::str::from_utf8(part(rules)?).map_err(|_| ModelError::Damaged("its rules are no text"))?;
        let tables = [part(open)?, part(values)?];
        if !rest.is_empty() {
            return Err(ModelError::Damaged("it goes on behind its end"));
        }
        let (first, second) = (SequenceModel::from_bytes(first)?, SequenceModel::from_bytes(second)?);
        Ok(Self { head, language, first, second, rules, tables, body })
    }

    /// Compares the tables with the hash that the head states: for files from elsewhere.
    pub fn check(&self) -> Result<(), ModelError> {
        match hex(hash_bytes(self.body)) == self.head.hash {
            true => Ok(()),
            false => Err(ModelError::Damaged("its tables are not those it was written with")),
        }
    }

    /// Its rules, ready to run.
    pub(crate) fn bank(&self, fragments: &str) -> Result<Option<PatternBank>, ModelError> {
        if self.rules.is_empty() {
            return Ok(None);
        }
        let [open, values] = self.tables;
        let source = RecogniserSource { id: &self.head.id, toml: self.rules };
        let bank = PatternBank::with_owned_tables(&[source], fragments, unjoined(open)?, unjoined(values)?);
        bank.map(Some).map_err(|_| ModelError::Damaged("its rules make no sense"))
    }

    /// Its id, such as `es/clinical`.
    pub fn id(&self) -> &str {
        &self.head.id
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The categories it finds.
    pub fn categories(&self) -> Vec<Category> {
        LabelTags::read(self.first.labels()).map(|tags| tags.categories).unwrap_or_default()
    }

    /// Its rules, as a recogniser's file; empty if there are none.
    pub fn rules(&self) -> &'m str {
        self.rules
    }
}

/// Tables one after another, each behind its length.
#[cfg(feature = "train")]
pub(crate) fn joined(tables: &[Vec<u8>]) -> Vec<u8> {
    let one = |table: &Vec<u8>| [&(table.len() as u32).to_le_bytes()[..], table].concat();
    tables.iter().flat_map(one).collect()
}

fn unjoined(mut bytes: &[u8]) -> Result<Vec<Vec<u8>>, ModelError> {
    let mut tables = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(EARLY)?;
        let (table, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
        tables.push(table.to_vec());
        bytes = rest;
    }
    Ok(tables)
}

/// A hash as it is written.
pub(crate) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Writes a learned recogniser: its head, whose lengths and hash are filled in here, and its parts.
#[cfg(feature = "train")]
pub(crate) fn write(mut head: PackageHead, parts: [&[u8]; 5]) -> Vec<u8> {
    head.parts = parts.map(|part| part.len() as u32);
    let body = parts.concat();
    head.hash = hex(hash_bytes(&body));
    let head = toml::to_string(&head).unwrap_or_default();
    let length = (head.len() as u32).to_le_bytes();
    [&MAGIC[..], &length, head.as_bytes(), &body].concat()
}
