//! A lexicon: what is known of words beforehand, as small numbers in columns, read in place.
//!
//! ```text
//! SFLEXIC1 <length of the head: u32> <head> <marks: u32 each> <records: a u16 for each column>
//! ```

use std::collections::BTreeMap;

use crate::bytes::{Shorts, Words, slot, slots_for};
use crate::hash::hash_bytes;
use crate::model::ModelError;

const MAGIC: &[u8; 8] = b"SFLEXIC1";

/// A lexicon, read in place.
#[derive(Clone)]
pub struct Lexicon<'m> {
    columns: Vec<Box<str>>,
    slots: usize,
    marks: Words<'m>,
    records: Shorts<'m>,
}

impl std::fmt::Debug for Lexicon<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lexicon({} slots of {} columns)", self.slots, self.columns.len())
    }
}

/// What is known of a word.
#[derive(Clone, Copy)]
pub struct Record<'m> {
    records: Shorts<'m>,
    start: usize,
}

impl Record<'_> {
    /// The number in a column; zero if nothing is known.
    pub fn get(self, column: usize) -> u16 {
        self.records.get(self.start + column).unwrap_or(0)
    }
}

impl<'m> Lexicon<'m> {
    /// Reads the head of a lexicon.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged("it ends early"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, body) = rest.split_at_checked(length).ok_or(ModelError::Damaged("it ends early"))?;
        let head = std::str::from_utf8(head).map_err(|_| ModelError::Damaged("its head is no text"))?;
        let mut lines = head.lines();
        let slots: usize =
            lines.next().and_then(|slots| slots.parse().ok()).ok_or(ModelError::Damaged("its head makes no sense"))?;
        let columns: Vec<Box<str>> = lines.map(Into::into).collect();
        let size = slots.checked_mul(4 + 2 * columns.len());
        if slots == 0 || size != Some(body.len()) {
            return Err(ModelError::Damaged("its tables have another size than its head says"));
        }
        let (marks, records) = body.split_at_checked(slots * 4).ok_or(ModelError::Damaged("it ends early"))?;
        Ok(Self { columns, slots, marks: Words::new(marks), records: Shorts::new(records) })
    }

    /// The number of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| **column == *name)
    }

    /// What is known of a word with this hash.
    pub fn find(&self, hash: u64) -> Option<Record<'m>> {
        let wanted = mark(hash);
        let mut at = slot(hash.rotate_left(32), self.slots);
        for _ in 0..self.slots {
            match self.marks.get(at)? {
                0 => return None,
                mark if mark == wanted => {
                    return Some(Record { records: self.records, start: at * self.columns.len() });
                }
                _ => at = if at + 1 == self.slots { 0 } else { at + 1 },
            }
        }
        None
    }
}

/// The upper half; the place is taken from the lower one.
fn mark(hash: u64) -> u32 {
    ((hash >> 32) as u32).max(1)
}

/// Makes a lexicon.
#[derive(Debug, Default)]
pub struct LexiconBuilder {
    columns: Vec<String>,
    records: BTreeMap<u64, Vec<u16>>,
}

impl LexiconBuilder {
    /// An empty lexicon with these columns.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), records: BTreeMap::new() }
    }

    /// States a number of a word.
    pub fn set(&mut self, word: &str, column: usize, value: u16) {
        let record = self.records.entry(hash_bytes(word.as_bytes())).or_insert_with(|| vec![0; self.columns.len()]);
        if let Some(place) = record.get_mut(column) {
            *place = value;
        }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The bytes of the lexicon.
    pub fn to_bytes(&self) -> Vec<u8> {
        let slots = slots_for(self.records.len());
        let width = self.columns.len();
        let mut marks = vec![0u32; slots];
        let mut records = vec![0u16; slots * width];
        for (hash, record) in &self.records {
            let mut at = slot(hash.rotate_left(32), slots);
            while marks[at] != 0 {
                at = (at + 1) % slots;
            }
            marks[at] = mark(*hash);
            records[at * width..(at + 1) * width].copy_from_slice(record);
        }
        let head = format!("{slots}\n{}", self.columns.iter().map(|name| format!("{name}\n")).collect::<String>());
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head.bytes());
        bytes.extend(marks.iter().flat_map(|mark| mark.to_le_bytes()));
        bytes.extend(records.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let mut builder = LexiconBuilder::new(&["cluster", "class"]);
        for n in 0..1000u16 {
            builder.set(&format!("word{n}"), 0, n);
        }
        builder.set("word7", 1, 70);
        let bytes = builder.to_bytes();
        let lexicon = Lexicon::from_bytes(&bytes).expect("sound");
        let class = lexicon.column("class").expect("a column");
        for n in 0..1000u16 {
            let record = lexicon.find(hash_bytes(format!("word{n}").as_bytes())).expect("known");
            assert_eq!((record.get(0), record.get(class)), (n, if n == 7 { 70 } else { 0 }));
        }
        assert!((0..1000).all(|n| lexicon.find(hash_bytes(format!("other{n}").as_bytes())).is_none()));
        assert_eq!(
            Lexicon::from_bytes(&bytes[..bytes.len() - 1]).expect_err("cut").to_string(),
            "the model is damaged: its tables have another size than its head says"
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(at in 0usize..200, byte: u8, cut in 0usize..200) {
            let mut builder = LexiconBuilder::new(&["a"]);
            (0..9).for_each(|n| builder.set(&n.to_string(), 0, n));
            let mut bytes = builder.to_bytes();
            if let Some(place) = bytes.get_mut(at) { *place = byte; }
            bytes.truncate(bytes.len().saturating_sub(cut / 50));
            if let Ok(lexicon) = Lexicon::from_bytes(&bytes) {
                (0..20u16).for_each(|n| { lexicon.find(hash_bytes(n.to_string().as_bytes())).map(|record| record.get(0)); });
            }
        }
    }
}
