//! The map: what stands for what, and what stood where, as a file that only the key opens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sfumato_document::{Document, Edits, Sensitive, TextEdit};
use sfumato_mask::{Keys, digest};
use sfumato_pseudonym::{PseudonymMapping, SubstituteKind, SubstituteTable};

use crate::MaskedDocument;

/// The version of the form of maps.
const VERSION: u32 = 1;

/// Why a map cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// Another key made it, or it was changed, or it is none.
    #[error("this is no map, or another key made it")]
    Sealed,
    /// It is of another version.
    #[error("the map was made by another version of this program")]
    Version,
    /// It knows nothing of a document.
    #[error("the map does not know this document: it was changed since it was masked, or masked with another map")]
    Unknown,
}

/// What stands for what in the documents of a map, and what stood where. `Debug` shows how much only.
#[derive(Clone, Default, PartialEq)]
pub struct MapFile {
    /// What stands for what.
    pub mapping: PseudonymMapping,
    /// What stood where in each masked text, by its digest.
    documents: BTreeMap<String, Vec<Stood>>,
}

impl std::fmt::Debug for MapFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MapFile({:?}, {} documents)", self.mapping, self.documents.len())
    }
}

/// A place of a masked text, in bytes, and what stood there.
type Stood = (usize, usize, String);

/// The map as it is written before it is sealed.
#[derive(Serialize, Deserialize)]
struct Plain {
    version: u32,
    things: Vec<(String, String, String)>,
    times: BTreeMap<String, Vec<(String, String, String)>>,
    documents: BTreeMap<String, Vec<Stood>>,
}

impl MapFile {
    /// Opens a map.
    pub fn open(bytes: &[u8], keys: &Keys) -> Result<Self, MapError> {
        let json = keys.open(bytes).ok_or(MapError::Sealed)?;
        let plain: Plain = serde_json::from_slice(json.expose()).map_err(|_| MapError::Version)?;
        if plain.version != VERSION {
            return Err(MapError::Version);
        }
        let mapping = PseudonymMapping {
            substitutes: ledger(plain.things)?,
            times: plain
                .times
                .into_iter()
                .map(|(group, entries)| Ok((group, ledger(entries)?)))
                .collect::<Result<_, MapError>>()?,
        };
        Ok(Self { mapping, documents: plain.documents })
    }

    /// Seals it.
    pub fn seal(&self, keys: &Keys) -> Vec<u8> {
        let plain = Plain {
            version: VERSION,
            things: entries(&self.mapping.substitutes),
            times: self.mapping.times.iter().map(|(group, ledger)| (group.clone(), entries(ledger))).collect(),
            documents: self.documents.clone(),
        };
        let json = Sensitive::new(serde_json::to_vec(&plain).expect("texts and numbers can be written"));
        keys.seal(json.expose())
    }

    /// Takes note of what stood where in a document that was masked.
    pub fn record(&mut self, record: Record) {
        self.documents.insert(record.digest, record.stood);
    }

    /// What brings a masked document back.
    pub fn restore(&self, masked: &Document) -> Result<Edits, MapError> {
        let stood = self.documents.get(&digest(masked.text())).ok_or(MapError::Unknown)?;
        let edit = |(start, end, text): &Stood| Some(TextEdit::new(masked.span(*start, *end)?, text.clone()));
        let edits: Option<Vec<TextEdit>> = stood.iter().map(edit).collect();
        Edits::new(edits.ok_or(MapError::Unknown)?).map_err(|_| MapError::Unknown)
    }
}

/// What stood where in one document.
pub struct Record {
    digest: String,
    stood: Vec<Stood>,
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record({} places)", self.stood.len())
    }
}

impl Record {
    /// The record of a document, if what was written, read again, is the text that was planned but for blanks: what a
    /// format had to write otherwise cannot be brought back by place.
    pub fn new(document: &Document, masked: &MaskedDocument, again: &Document) -> Option<Self> {
        let planned = masked.edits.apply(document);
        let map = masked.edits.offset_map();
        let mut walk = Walk { planned: planned.expose(), again: again.text(), at: (0, 0) };
        let mut stood = Vec::with_capacity(masked.edits.len());
        for edit in masked.edits.iter() {
            let start = map.to_new(edit.span().start());
            let from = walk.to(start)?;
            let until = walk.to(start + edit.replacement().len())?;
            // What was taken out with its part of the file has no place to come back to.
            if from < until {
                stood.push((from, until, document.slice(edit.span()).to_owned()));
            }
        }
        walk.to(planned.expose().len())?;
        Some(Self { digest: digest(again.text()), stood })
    }
}

/// Two texts that differ in blanks only, walked side by side.
struct Walk<'t> {
    planned: &'t str,
    again: &'t str,
    at: (usize, usize),
}

impl Walk<'_> {
    /// The place in the second text of one in the first, which lies behind those asked before; nothing if the texts part.
    fn to(&mut self, place: usize) -> Option<usize> {
        while self.at.0 < place {
            let next = |text: &str, at: usize| text.get(at..).and_then(|rest| rest.chars().next());
            match (next(self.planned, self.at.0), next(self.again, self.at.1)) {
                (Some(a), Some(b)) if a == b => self.at = (self.at.0 + a.len_utf8(), self.at.1 + b.len_utf8()),
                (Some(a), _) if a.is_whitespace() => self.at.0 += a.len_utf8(),
                (_, Some(b)) if b.is_whitespace() => self.at.1 += b.len_utf8(),
                _ => return None,
            }
        }
        Some(self.at.1)
    }
}

fn entries(ledger: &SubstituteTable) -> Vec<(String, String, String)> {
    let entries = ledger.entries();
    entries.map(|(kind, key, value)| (kind.name().to_owned(), key.to_owned(), value.to_owned())).collect()
}

fn ledger(entries: Vec<(String, String, String)>) -> Result<SubstituteTable, MapError> {
    let mut ledger = SubstituteTable::default();
    for (kind, key, value) in entries {
        ledger.set(SubstituteKind::named(&kind).ok_or(MapError::Version)?, &key, &value);
    }
    Ok(ledger)
}
