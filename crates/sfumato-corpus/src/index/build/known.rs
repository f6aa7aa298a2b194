//! The files and documents that an index holds already.

use std::collections::{HashMap, HashSet};

use super::hash;
use crate::index::layout::Layout;

/// The files of an index and their documents.
#[derive(Default)]
pub(super) struct KnownFiles {
    files: HashMap<u64, KnownFile>,
    /// Those that were asked for in this run.
    seen: HashSet<u64>,
}

#[derive(Default)]
struct KnownFile {
    /// Absent if the file was not read to its end.
    stamp: Option<u64>,
    documents: Vec<u64>,
}

/// The id of the entry that says that a file was read to its end.
pub(super) fn file_id(file: u64) -> u64 {
    hash([&b"file"[..], &file.to_le_bytes()])
}

impl KnownFiles {
    /// Reads what an index holds.
    pub fn load(index: &tantivy::Index) -> tantivy::Result<Self> {
        let mut known = Self::default();
        for segment in index.reader()?.searcher().segment_readers() {
            let column = |name| segment.fast_fields().u64(name);
            let (files, ids, stamps) = (column(Layout::FILE)?, column(Layout::ID)?, column(Layout::STAMP)?);
            for doc in segment.doc_ids_alive() {
                let (Some(file), Some(id)) = (files.first(doc), ids.first(doc)) else { continue };
                let file = known.files.entry(file).or_default();
                match stamps.first(doc) {
                    Some(stamp) => file.stamp = Some(stamp),
                    None => file.documents.push(id),
                }
            }
        }
        Ok(known)
    }

    /// The documents of a file, if it must be read; it counts as seen from now on.
    pub fn wants(&mut self, file: u64, stamp: u64) -> Option<Vec<u64>> {
        let known = self.files.get_mut(&file);
        let is_current = known.as_ref().is_some_and(|known| known.stamp == Some(stamp));
        (self.seen.insert(file) && !is_current)
            .then(|| known.map(|known| std::mem::take(&mut known.documents)).unwrap_or_default())
    }

    /// The files that were not seen, with their documents.
    pub fn unseen(&mut self) -> Vec<(u64, Vec<u64>)> {
        let seen = &self.seen;
        let gone = self.files.extract_if(|file, _| !seen.contains(file));
        gone.map(|(file, known)| (file, known.documents)).collect()
    }
}
