//! Making an index, and bringing it up to date.
//!
//! What is in an index and has not changed is left alone. Documents are made durable in batches: after a kill the next run
//! goes on behind the last batch, in the middle of a file of many records if need be.

mod known;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant, UNIX_EPOCH};

use sfumato_document::{BlockKind, Document, TextBlock};
use sfumato_language::{Analysis, Language};
use sha2::{Digest as _, Sha256};
use tantivy::schema::TantivyDocument;
use tantivy::{IndexWriter, Term};

use crate::error::{CorpusError, Why};
use crate::index::count::bit;
use crate::index::layout::{self, Layout};
use known::KnownFiles;

/// A batch is made durable after so many bytes of text. It also bounds what waits to be indexed.
const BATCH_BYTES: usize = 1 << 26;
/// Or after so long.
const BATCH_TIME: Duration = Duration::from_secs(30);
/// So much memory words are gathered in before they are written.
const MEMORY: usize = 1 << 28;
/// More threads than these would only wait for the disk.
const MOST_THREADS: usize = 4;

/// The settings by which documents are taken into an index.
#[derive(Debug, Clone, Default)]
pub struct IndexOptions {
    /// The language of all documents; told from each of them if absent.
    pub language: Option<Language>,
    /// Anything that decides what is read of a file (the columns of a table, say). If it differs from the last time, all
    /// files are read again.
    pub reading: String,
}

/// The origin of documents: a file as it is at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    file: u64,
    stamp: u64,
}

impl Origin {
    /// A file on disk. Whether it has changed is told by its time and size.
    pub fn file(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        let about = fs::metadata(&path)?;
        let modified = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let stamp = hash([&modified.to_le_bytes()[..], &about.len().to_le_bytes()]);
        Ok(Self { file: hash([path.as_os_str().as_encoded_bytes()]), stamp })
    }

    /// Something that is no file on disk, known by a name. It has changed if its bytes have.
    pub fn named(name: &str, bytes: &[u8]) -> Self {
        Self { file: hash([&b"named"[..], name.as_bytes()]), stamp: hash([bytes]) }
    }
}

/// The first bytes of a hash over parts, of which each is told from the next.
fn hash<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> u64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let hash: [u8; 32] = hasher.finalize().into();
    hash.first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
}

/// A file that must be read; see [`Builder::wants`].
#[derive(Debug)]
pub struct FileRequest {
    file: u64,
    stamp: u64,
    /// The documents that the index has of it.
    before: Vec<u64>,
}

/// The outcome for the documents of a file, or of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddedDocuments {
    /// So many are new.
    pub added: u64,
    /// So many were there already.
    pub kept: u64,
    /// So many were removed.
    pub removed: u64,
}

impl std::ops::AddAssign for AddedDocuments {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.kept += other.kept;
        self.removed += other.removed;
    }
}

/// An index that is being written. Files may be added from several threads.
pub struct Builder {
    folder: PathBuf,
    options: IndexOptions,
    layout: Layout,
    writer: RwLock<IndexWriter>,
    known: Mutex<KnownFiles>,
    batch: Mutex<DocumentBatch>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Builder({})", self.folder.display())
    }
}

/// The documents that have been added since the last time that it was made durable.
struct DocumentBatch {
    bytes: usize,
    since: Instant,
}

impl DocumentBatch {
    fn new() -> Self {
        Self { bytes: 0, since: Instant::now() }
    }
}

impl Builder {
    /// Opens the index in a folder for writing, or makes one there.
    pub fn open(folder: &Path, options: IndexOptions) -> Result<Self, CorpusError> {
        let failed = |error: tantivy::TantivyError| CorpusError::index(folder, &error);
        let index = layout::open_or_create(folder)?;
        let layout = Layout::of(&index.schema()).ok_or_else(|| CorpusError::new(folder, Why::Damaged))?;
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_THREADS));
        let writer = index.writer_with_num_threads(threads, MEMORY).map_err(failed)?;
        // Nobody else can write from here on.
        let known = KnownFiles::load(&index).map_err(failed)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            options,
            layout,
            writer: RwLock::new(writer),
            known: Mutex::new(known),
            batch: Mutex::new(DocumentBatch::new()),
        })
    }

    /// True if a file must be read: it is new or has changed. A file that is named twice is wanted once.
    pub fn wants(&self, origin: Origin) -> Option<FileRequest> {
        let stamp = self.stamp(origin);
        let before = lock(&self.known).wants(origin.file, stamp)?;
        Some(FileRequest { file: origin.file, stamp, before })
    }

    fn stamp(&self, origin: Origin) -> u64 {
        let language = self.options.language.map_or("", Language::code);
        hash([&origin.stamp.to_le_bytes()[..], language.as_bytes(), self.options.reading.as_bytes()])
    }

    /// Takes in the documents of a file in the place of those it had before; all of them, or none if one fails.
    pub fn add<E: From<CorpusError>>(
        &self,
        wanted: FileRequest,
        documents: impl IntoIterator<Item = Result<Document, E>>,
    ) -> Result<AddedDocuments, E> {
        let FileRequest { file, stamp, before } = wanted;
        let before = before.into_iter().collect();
        let mut update = Update { file, before, fresh: Vec::new(), kept: 0, repeated: HashMap::new() };
        for document in documents {
            let taken = document.and_then(|document| Ok(self.take(&document, &mut update)?));
            if let Err(error) = taken {
                self.remove(update.fresh);
                return Err(error);
            }
        }
        let added =
            AddedDocuments { added: update.fresh.len() as u64, kept: update.kept, removed: update.before.len() as u64 };
        self.remove(update.before);
        self.remove([known::file_id(file)]);
        let mut entry = TantivyDocument::new();
        entry.add_u64(self.layout.file, file);
        entry.add_u64(self.layout.id, known::file_id(file));
        entry.add_u64(self.layout.stamp, stamp);
        self.write(entry, 0)?;
        Ok(added)
    }

    /// Takes in the records of a document.
    fn take(&self, document: &Document, update: &mut Update) -> Result<(), CorpusError> {
        let languages = self.languages(document);
        for blocks in records(document) {
            let texts = || blocks.iter().map(|block| document.slice(block.span));
            let tag = languages.to_le_bytes();
            let text = hash(std::iter::once(&tag[..]).chain(texts().map(str::as_bytes)));
            let Some(id) = update.place(text) else { continue };
            let mut entry = TantivyDocument::new();
            entry.add_u64(self.layout.file, update.file);
            entry.add_u64(self.layout.id, id);
            entry.add_u64(self.layout.languages, languages);
            texts().for_each(|text| entry.add_text(self.layout.words, text));
            self.write(entry, texts().map(str::len).sum())?;
        }
        Ok(())
    }

    /// The languages a document counts for: its main one, or all if that cannot be told.
    fn languages(&self, document: &Document) -> u64 {
        let main = self.options.language.or_else(|| Analysis::new(document).languages().main());
        main.map_or(bit(Language::English) | bit(Language::Spanish), bit)
    }

    fn write(&self, entry: TantivyDocument, bytes: usize) -> Result<(), CorpusError> {
        let writer = self.writer.read().unwrap_or_else(PoisonError::into_inner);
        writer.add_document(entry).map_err(|error| self.failed(&error))?;
        drop(writer);
        let mut batch = lock(&self.batch);
        batch.bytes += bytes;
        if batch.bytes < BATCH_BYTES && batch.since.elapsed() < BATCH_TIME {
            return Ok(());
        }
        self.commit()?;
        *batch = DocumentBatch::new();
        Ok(())
    }

    fn commit(&self) -> Result<(), CorpusError> {
        let mut writer = self.writer.write().unwrap_or_else(PoisonError::into_inner);
        writer.commit().map(drop).map_err(|error| self.failed(&error))
    }

    fn remove(&self, ids: impl IntoIterator<Item = u64>) {
        let writer = self.writer.read().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            writer.delete_term(Term::from_field_u64(self.layout.id, id));
        }
    }

    /// Removes the documents of all files that were not asked for since the index was opened; how many.
    pub fn prune(&self) -> u64 {
        let gone = lock(&self.known).unseen();
        let documents = gone.iter().map(|(_, ids)| ids.len() as u64).sum();
        for (file, ids) in gone {
            self.remove(ids);
            self.remove([known::file_id(file)]);
        }
        documents
    }

    /// Makes everything durable.
    pub fn finish(self) -> Result<(), CorpusError> {
        self.commit()?;
        let folder = self.folder;
        let writer = self.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        writer.wait_merging_threads().map_err(|error| CorpusError::index(&folder, &error))
    }

    fn failed(&self, error: &tantivy::TantivyError) -> CorpusError {
        CorpusError::index(&self.folder, error)
    }
}

/// The documents of a file that is being taken in.
struct Update {
    file: u64,
    /// Those that it had before and that have not come again.
    before: HashSet<u64>,
    /// Those that are new.
    fresh: Vec<u64>,
    kept: u64,
    /// The times that each text has come; a text may be there twice.
    repeated: HashMap<u64, u64>,
}

impl Update {
    /// The id of the next document with this text; nothing if it is in the index already.
    fn place(&mut self, text: u64) -> Option<u64> {
        let times = self.repeated.entry(text).or_default();
        *times += 1;
        let id = hash([&self.file.to_le_bytes()[..], &text.to_le_bytes(), &times.to_le_bytes()]);
        if self.before.remove(&id) {
            self.kept += 1;
            return None;
        }
        self.fresh.push(id);
        Some(id)
    }
}

/// The blocks of each record: those of the rows of a table that has a header, and of other documents all together.
/// What tells about a document is not part of its text.
fn records(document: &Document) -> Vec<Vec<TextBlock>> {
    let blocks = document.blocks().iter().filter(|block| block.kind != BlockKind::Metadata);
    let is_table = matches!(document.format(), "csv" | "tsv")
        && blocks.clone().any(|block| block.kind == BlockKind::Cell && document.label_number(block).is_some());
    if !is_table {
        return vec![blocks.copied().collect()];
    }
    let mut rows: Vec<Vec<TextBlock>> = Vec::new();
    let mut last = None;
    for block in blocks.filter(|block| block.kind == BlockKind::Cell) {
        let column = document.label_number(block);
        match rows.last_mut().filter(|_| column.is_none() || last < column) {
            Some(row) => row.push(*block),
            None => rows.push(vec![*block]),
        }
        last = column.or(last);
    }
    rows
}

/// A lock whose holder panicked: each change is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
