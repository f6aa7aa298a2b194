//! The layout of an index on disk: its fields, and the file that says what it is.

use std::fs;
use std::io;
use std::path::Path;

use tantivy::schema::{Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions};
use tantivy::store::Compressor;
use tantivy::{IndexBuilder, IndexSettings};

use crate::error::{CorpusError, Why};
use crate::index::words;
use crate::private;

/// The version of the layout. It goes up when fields change or words are told otherwise.
pub const VERSION: u32 = 1;

/// The file that says that a folder is an index, and of which version.
const SIGN: &str = "sfumato-corpus";

/// The fields of an index.
///
/// A document has words and languages. For each file that was read to its end there is an entry besides, with a
/// stamp and without words. All of them have a file and an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// The words in their order; a block of the document is a value of its own, so that no phrase reaches across two.
    pub words: Field,
    /// A bit for each language that the document counts for.
    pub languages: Field,
    /// The hash of the path of the file.
    pub file: Field,
    /// The hash of file and text, by which a document is found and removed.
    pub id: Field,
    /// By what one sees that a file has not changed.
    pub stamp: Field,
}

impl Layout {
    pub const LANGUAGES: &'static str = "languages";
    pub const FILE: &'static str = "file";
    pub const ID: &'static str = "id";
    pub const STAMP: &'static str = "stamp";
    const WORDS: &'static str = "words";

    /// The fields of an index, if they are all there.
    pub fn of(schema: &Schema) -> Option<Self> {
        let field = |name| schema.get_field(name).ok();
        let layout = Self {
            words: field(Self::WORDS)?,
            languages: field(Self::LANGUAGES)?,
            file: field(Self::FILE)?,
            id: field(Self::ID)?,
            stamp: field(Self::STAMP)?,
        };
        (*schema == self::schema()).then_some(layout)
    }
}

fn schema() -> Schema {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(words::NAME)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    schema.add_text_field(Layout::WORDS, TextOptions::default().set_indexing_options(indexing));
    let column = || NumericOptions::default().set_fast();
    schema.add_u64_field(Layout::LANGUAGES, column());
    schema.add_u64_field(Layout::FILE, column());
    schema.add_u64_field(Layout::ID, column() | INDEXED);
    schema.add_u64_field(Layout::STAMP, column());
    schema.build()
}

/// An error unless the folder holds an index of this version.
pub(super) fn check(folder: &Path) -> Result<(), CorpusError> {
    match fs::read_to_string(folder.join(SIGN)) {
        Ok(sign) if sign == self::sign(VERSION) => Ok(()),
        Ok(_) => Err(CorpusError::new(folder, Why::OtherVersion)),
        Err(error) if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory => {
            let why = if folder.exists() { Why::NoIndex } else { Why::Missing };
            Err(CorpusError::new(folder, why))
        }
        Err(error) => Err(CorpusError::io(folder, &error)),
    }
}

fn sign(version: u32) -> String {
    format!("sfumato corpus, version {version}\n")
}

/// Opens the index in a folder for writing, or makes one there.
pub(super) fn open_or_create(folder: &Path) -> Result<tantivy::Index, CorpusError> {
    let failed = |error: tantivy::TantivyError| CorpusError::index(folder, &error);
    let io_failed = |error: io::Error| CorpusError::io(folder, &error);
    let is_new = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(io_failed(error)),
    };
    if is_new {
        // The words of the documents can be read from it.
        private::create_folder(folder).map_err(io_failed)?;
        fs::write(folder.join(SIGN), sign(VERSION)).map_err(io_failed)?;
    }
    check(folder).map_err(|error| match error {
        error if error == CorpusError::new(folder, Why::NoIndex) => CorpusError::new(folder, Why::Occupied),
        error => error,
    })?;
    let settings = IndexSettings { docstore_compression: Compressor::None, ..IndexSettings::default() };
    let directory = tantivy::directory::MmapDirectory::open(folder).map_err(|error| failed(error.into()))?;
    let index = IndexBuilder::new().schema(schema()).settings(settings).open_or_create(directory).map_err(failed)?;
    index.tokenizers().register(words::NAME, words::WordCutter::default());
    Ok(index)
}

/// The number of bytes in the files of an index.
pub(super) fn bytes(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.try_fold(0, |sum, entry| Ok(sum + entry?.metadata()?.len()))
}
