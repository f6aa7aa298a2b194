//! A lexicon: what is known of words beforehand, as small numbers in columns, read in place.
//!
//! ```text
//! SFLEXIC1 <length of the head: u32> <head> <marks: u32 each> <records: a u16 for each column>
//! SFLEXIC1 <length of the head: u32> <head> <marks: u32 each> <rows: a u16 each> <records: a u16 for each column>
//! ```
//! The head says how many marks there are, then `language`, `rows` and `hash` as lines of a name and a value, then the
//! columns, a line each. Many words share few records: where that is shorter, each mark has the number of its record,
//! and `rows` says how many records there are. The hash is that of the tables in the first form, whichever it is.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::{LongTable, ShortTable, slot, slots_for};
use crate::hash::hash_bytes;
use crate::model::ModelError;

const MAGIC: &[u8; 8] = b"SFLEXIC1";

/// A lexicon, read in place.
#[derive(Clone)]
pub struct WordLexicon<'m> {
    language: Option<Box<str>>,
    stated_hash: Option<u64>,
    columns: Vec<Box<str>>,
    slots: usize,
    marks: LongTable<'m>,
    /// The number of the record of each mark, where they share records.
    rows: Option<ShortTable<'m>>,
    records: ShortTable<'m>,
    body: &'m [u8],
}

impl std::fmt::Debug for WordLexicon<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lexicon({} slots of {} columns)", self.slots, self.columns.len())
    }
}

/// The numbers of a word.
#[derive(Clone, Copy)]
pub struct LexiconRecord<'m> {
    records: ShortTable<'m>,
    start: usize,
}

impl LexiconRecord<'_> {
    /// The number in a column; zero if nothing is known.
    pub fn get(self, column: usize) -> u16 {
        self.records.get(self.start + column).unwrap_or(0)
    }
}

impl<'m> WordLexicon<'m> {
    /// Reads the head of a lexicon. The tables are not looked at, which [`WordLexicon::check`] does.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged("it ends early"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, body) = rest.split_at_checked(length).ok_or(ModelError::Damaged("it ends early"))?;
        let head = std::str::from_utf8(head).map_err(|_| ModelError::Damaged("its head is no text"))?;
        let mut lines = head.lines();
        let slots: usize =
            lines.next().and_then(|slots| slots.parse().ok()).ok_or(ModelError::Damaged("its head makes no sense"))?;
        let mut columns: Vec<Box<str>> = Vec::new();
        let (mut language, mut stated_hash, mut distinct) = (None, None, None);
        for line in lines {
            match line.split_once(' ') {
                None => columns.push(line.into()),
                Some(("language", code)) => language = Some(code.into()),
                Some(("rows", rows)) => {
                    let rows = rows.parse::<usize>();
                    distinct = Some(rows.map_err(|_| ModelError::Damaged("its head makes no sense"))?);
                }
                Some(("hash", hash)) => {
                    let hash = u64::from_str_radix(hash, 16);
                    stated_hash = Some(hash.map_err(|_| ModelError::Damaged("its head makes no sense"))?);
                }
                Some(_) => return Err(ModelError::Damaged("its head makes no sense")),
            }
        }
        let size = match distinct {
            None => slots.checked_mul(4 + 2 * columns.len()),
            Some(rows) => {
                slots.checked_mul(6).zip(rows.checked_mul(2 * columns.len())).and_then(|(a, b)| a.checked_add(b))
            }
        };
        if slots == 0 || size != Some(body.len()) {
            return Err(ModelError::Damaged("its tables have another size than its head says"));
        }
        const EARLY: ModelError = ModelError::Damaged("it ends early");
        let (marks, rest) = body.split_at_checked(slots * 4).ok_or(EARLY)?;
        let (rows, records) = match distinct {
            None => (None, rest),
            Some(_) => rest.split_at_checked(slots * 2).map(|(rows, records)| (Some(rows), records)).ok_or(EARLY)?,
        };
        let (marks, rows, records) = (LongTable::new(marks), rows.map(ShortTable::new), ShortTable::new(records));
        Ok(Self { language, stated_hash, columns, slots, marks, rows, records, body })
    }

    /// An error if the lexicon says that it is of another language.
    pub fn for_language(self, wanted: &str) -> Result<Self, ModelError> {
        match &self.language {
            Some(found) if **found != *wanted => {
                let name = |language: &str| format!("lexicon/{language}").into();
                Err(ModelError::Other { found: name(found), wanted: name(wanted) })
            }
            _ => Ok(self),
        }
    }

    /// Compares the tables with the hash that the head states; one that states no language is refused as well.
    pub fn check(&self) -> Result<(), ModelError> {
        if self.language.is_none() {
            return Err(ModelError::Damaged("its head says no language; make the lexicon anew"));
        }
        if self.stated_hash != Some(hash_bytes(&self.plain_body())) {
            return Err(ModelError::Damaged("its tables are not those it was written with"));
        }
        Ok(())
    }

    /// The tables in the form in which every mark has its own record.
    fn plain_body(&self) -> Cow<'m, [u8]> {
        if self.rows.is_none() {
            return Cow::Borrowed(self.body);
        }
        let mut plain = self.body.get(..self.slots * 4).unwrap_or_default().to_vec();
        for at in 0..self.slots {
            let record = self.record(at);
            plain.extend((0..self.columns.len()).flat_map(|column| record.get(column).to_le_bytes()));
        }
        Cow::Owned(plain)
    }

    /// The record of a slot.
    fn record(&self, at: usize) -> LexiconRecord<'m> {
        // A number of a record that is not there leads behind the table, where every column is zero.
        let row = self.rows.map_or(at, |rows| rows.get(at).map_or(usize::from(u16::MAX), usize::from));
        LexiconRecord { records: self.records, start: row * self.columns.len() }
    }

    /// The hash that the head states; zero if it states none.
    pub fn stated_hash(&self) -> u64 {
        self.stated_hash.unwrap_or(0)
    }

    /// The number of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| **column == *name)
    }

    /// The numbers of a word with this hash.
    pub fn find(&self, hash: u64) -> Option<LexiconRecord<'m>> {
        let wanted = mark(hash);
        let mut at = slot(hash.rotate_left(32), self.slots);
        for _ in 0..self.slots {
            match self.marks.get(at)? {
                0 => return None,
                mark if mark == wanted => return Some(self.record(at)),
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
    language: Option<String>,
    columns: Vec<String>,
    records: BTreeMap<u64, Vec<u16>>,
}

impl LexiconBuilder {
    /// An empty lexicon with these columns.
    pub fn new(columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&name| name.to_owned()).collect();
        Self { language: None, columns, records: BTreeMap::new() }
    }

    /// The same, with the code of the language its words are of.
    #[must_use]
    pub fn of_language(self, code: &str) -> Self {
        Self { language: Some(code.to_owned()), ..self }
    }

    /// States a number of a word.
    pub fn set(&mut self, word: &str, column: usize, value: u16) {
        if let Some(place) = self.place(hash_bytes(word.as_bytes()), column) {
            *place = value;
        }
    }

    /// The number of a word or phrase with this hash in a column; `None` if there is no such column.
    pub fn place(&mut self, hash: u64, column: usize) -> Option<&mut u16> {
        self.records.entry(hash).or_insert_with(|| vec![0; self.columns.len()]).get_mut(column)
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// True if there are none.
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
        let marks: Vec<u8> = marks.iter().flat_map(|mark| mark.to_le_bytes()).collect();
        let bytes_of = |values: &[u16]| -> Vec<u8> { values.iter().flat_map(|value| value.to_le_bytes()).collect() };
        let plain = [marks.clone(), bytes_of(&records)].concat();
        let hash = format!("hash {:016x}\n", hash_bytes(&plain));
        let distinct: Vec<&[u16]> = records.chunks_exact(width.max(1)).collect::<BTreeSet<_>>().into_iter().collect();
        let is_shared =
            distinct.len() < usize::from(u16::MAX) && slots * 2 + distinct.len() * width * 2 < slots * width * 2;
        let body = if is_shared {
            let row = |record: &[u16]| distinct.binary_search(&record).map_or(0, |row| row as u16);
            let rows: Vec<u16> = records.chunks_exact(width).map(row).collect();
            [marks, bytes_of(&rows), bytes_of(&distinct.concat())].concat()
        } else {
            plain
        };
        let language = self.language.iter().map(|code| format!("language {code}\n"));
        let rows = is_shared.then(|| format!("rows {}\n", distinct.len()));
        let columns = self.columns.iter().map(|name| format!("{name}\n"));
        let head: String =
            [format!("{slots}\n")].into_iter().chain(language).chain(rows).chain([hash]).chain(columns).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head.bytes());
        bytes.extend(body);
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
        let lexicon = WordLexicon::from_bytes(&bytes).expect("sound");
        let class = lexicon.column("class").expect("a column");
        for n in 0..1000u16 {
            let record = lexicon.find(hash_bytes(format!("word{n}").as_bytes())).expect("known");
            assert_eq!((record.get(0), record.get(class)), (n, if n == 7 { 70 } else { 0 }));
        }
        assert!((0..1000).all(|n| lexicon.find(hash_bytes(format!("other{n}").as_bytes())).is_none()));
        assert_eq!(
            WordLexicon::from_bytes(&bytes[..bytes.len() - 1]).expect_err("cut").to_string(),
            "the model is damaged: its tables have another size than its head says"
        );
    }

    #[test]
    fn records_that_many_words_share_are_kept_once() {
        let mut builder = LexiconBuilder::new(&["a", "b", "c"]).of_language("en");
        let words: Vec<String> = (0..2000).map(|n| format!("word{n}")).collect();
        for (n, word) in words.iter().enumerate() {
            (0..3).for_each(|column| builder.set(word, column, (n % 7 * (column + 1)) as u16));
        }
        let bytes = builder.to_bytes();
        assert!(bytes.len() < slots_for(words.len()) * 7, "six bytes a slot, not ten");
        let lexicon = WordLexicon::from_bytes(&bytes).expect("sound");
        assert_eq!(lexicon.check(), Ok(()));
        for (n, word) in words.iter().enumerate() {
            let record = lexicon.find(hash_bytes(word.as_bytes())).expect("known");
            assert_eq!([0, 1, 2].map(|column| record.get(column)), [1, 2, 3].map(|times| (n % 7 * times) as u16));
        }
    }

    #[test]
    fn language_and_hash_are_checked() {
        let build = |builder: LexiconBuilder| {
            let mut builder = builder;
            builder.set("word", 0, 3);
            builder.to_bytes()
        };
        let mut bytes = build(LexiconBuilder::new(&["class"]).of_language("en"));
        let read = |bytes: &[u8], language| WordLexicon::from_bytes(bytes)?.for_language(language)?.check();
        assert_eq!(read(&bytes, "en"), Ok(()));
        assert_eq!(
            read(&bytes, "es").expect_err("another").to_string(),
            "the model is for lexicon/en, not for lexicon/es"
        );
        if let Some(last) = bytes.last_mut() {
            *last ^= 1;
        }
        assert_eq!(
            read(&bytes, "en"),
            Err(ModelError::Damaged("its tables are not those it was written with")),
            "a single bit"
        );
        let silent = build(LexiconBuilder::new(&["class"]));
        assert!(matches!(read(&silent, "en"), Err(ModelError::Damaged(_))));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(at in 0usize..200, byte: u8, cut in 0usize..200) {
            let mut builder = LexiconBuilder::new(&["a"]);
            (0..9).for_each(|n| builder.set(&n.to_string(), 0, n));
            let mut bytes = builder.to_bytes();
            if let Some(place) = bytes.get_mut(at) { *place = byte; }
            bytes.truncate(bytes.len().saturating_sub(cut / 50));
            if let Ok(lexicon) = WordLexicon::from_bytes(&bytes) {
                (0..20u16).for_each(|n| { lexicon.find(hash_bytes(n.to_string().as_bytes())).map(|record| record.get(0)); });
            }
        }
    }
}
