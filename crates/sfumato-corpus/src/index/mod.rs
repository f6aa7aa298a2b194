//! An index of documents on disk, and what can be counted in it.
//!
//! The index holds, of each document, its words in their order (as [`words`](sfumato_knowledge::key::words) gives them, so
//! that case, accents and marks do not count), which languages it is of, and a hash that tells it from others. It stores no
//! text, but whoever has it can put the words together again: it is as confidential as the documents.

mod build;
mod count;
mod docs;
mod layout;
mod words;

use std::path::{Path, PathBuf};

use sfumato_language::Language;
use tantivy::ReloadPolicy;

pub use build::{AddedDocuments, Builder, FileRequest, IndexOptions, Origin};
pub use layout::VERSION;

use crate::error::{CorpusError, Why};
use count::Segment;
use layout::Layout;

/// An index of documents, open for counting.
///
/// It stays as it was when it was opened, whatever is written to it meanwhile.
pub struct Index {
    folder: PathBuf,
    name: Box<str>,
    segments: Vec<Segment>,
    inner: tantivy::Index,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Index({}, {} segments)", self.name, self.segments.len())
    }
}

/// The contents of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// The number of documents.
    pub documents: u64,
    /// The number of those in English, for all one can tell.
    pub english: u64,
    /// The number of those in Spanish.
    pub spanish: u64,
    /// The number of files that they were read from.
    pub files: u64,
    /// About how many words they have together: some of those of deleted documents are counted until they are swept out.
    pub words: u64,
    /// The bytes that the index takes on disk.
    pub bytes: u64,
    /// The version of its layout.
    pub version: u32,
}

impl Index {
    /// Opens the index in a folder.
    pub fn open(folder: &Path) -> Result<Self, CorpusError> {
        layout::check(folder)?;
        let failed = |error: tantivy::TantivyError| CorpusError::index(folder, &error);
        let inner = tantivy::Index::open_in_dir(folder).map_err(failed)?;
        let layout = Layout::of(&inner.schema()).ok_or_else(|| CorpusError::new(folder, Why::Damaged))?;
        let reader = inner.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        let reader: tantivy::IndexReader = reader;
        let searcher = reader.searcher();
        let segments = searcher.segment_readers().iter().map(|segment| Segment::new(segment.clone(), layout));
        let segments = segments.collect::<Result<_, _>>().map_err(failed)?;
        Ok(Self { folder: folder.to_path_buf(), name: folder.display().to_string().into(), segments, inner })
    }

    /// The contents of the index. Reads the whole index and finds out whether it is damaged.
    pub fn info(&self) -> Result<Info, CorpusError> {
        let failed = |error: tantivy::TantivyError| CorpusError::index(&self.folder, &error);
        if !self.inner.validate_checksum().map_err(failed)?.is_empty() {
            return Err(CorpusError::new(&self.folder, Why::Damaged));
        }
        let sum = |count: fn(&Segment) -> u64| self.segments.iter().map(count).sum();
        Ok(Info {
            documents: sum(Segment::documents),
            english: sum(|segment| segment.total(Language::English)),
            spanish: sum(|segment| segment.total(Language::Spanish)),
            files: sum(Segment::files),
            words: sum(Segment::words),
            bytes: layout::bytes(&self.folder).map_err(|error| CorpusError::io(&self.folder, &error))?,
            version: VERSION,
        })
    }
}
