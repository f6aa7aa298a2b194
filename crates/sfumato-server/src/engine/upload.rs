//! A file of a request.

use sfumato::document::Document;
use sfumato::document::formats::DocumentFormat;
use sfumato::{DocumentFile, FileFault, FileHint};

use crate::options::ReadingOptions;
use crate::problem::Problem;

/// The name of a file that came without one.
const UNNAMED: &str = "document";

/// A file with the documents in it, and its name, of which no path is ever made.
pub struct OpenedUpload {
    file: DocumentFile,
    name: String,
}

impl OpenedUpload {
    /// Tells the format of a file and parts it.
    pub fn new(bytes: Vec<u8>, options: &ReadingOptions) -> Result<Self, Problem> {
        let ReadingOptions { name, format, columns, delimiter, text_field, keep_fields } = options;
        let mut hint = name.as_ref().map_or_else(FileHint::default, FileHint::named);
        hint = hint.columns(columns).keep_fields(keep_fields);
        if let Some(kind) = format {
            hint = hint.kind(*kind);
        }
        if let Some(delimiter) = delimiter {
            hint = hint.delimiter(*delimiter);
        }
        if let Some(field) = text_field {
            hint = hint.text_field(field);
        }
        let file = DocumentFile::open(bytes, &hint)?;
        Ok(Self { file, name: name.clone().unwrap_or_else(|| UNNAMED.to_owned()) })
    }

    /// Its documents.
    pub fn file(&self) -> &DocumentFile {
        &self.file
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its format.
    pub fn format(&self) -> &dyn DocumentFormat {
        self.file.format()
    }

    /// The name of a document in reports.
    pub fn name_of(&self, number: usize) -> String {
        self.file.name_of(number, &self.name)
    }

    /// Its only document; an error if it is a collection.
    pub fn only_document(&self) -> Result<Document, Problem> {
        match self.file.is_collection() || self.file.len() != 1 {
            true => Err(FileFault::Collection.into()),
            false => Ok(self.file.document(0)?),
        }
    }
}
