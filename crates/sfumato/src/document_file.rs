//! A file with the documents in it: told by its content, parted, and put together again.

use std::fmt;
use std::ops::Range;

use sfumato_document::formats::{Csv, DocumentFormat, FileKind, JsonLines, Parquet};
use sfumato_document::{Document, ReadError};

/// What is known of a file besides its bytes; nothing of it is needed where the content tells the kind.
///
/// ```
/// use sfumato::{FileHint, document::formats::FileKind};
///
/// let hint = FileHint::named("visits.csv").kind(FileKind::Csv).columns(["remarks"]);
/// # let _ = hint;
/// ```
#[must_use]
#[derive(Clone, Default)]
pub struct FileHint {
    name: Option<String>,
    kind: Option<FileKind>,
    table: Csv,
    records: JsonLines,
}

// Files are named after people.
impl fmt::Debug for FileHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileHint({:?})", self.kind)
    }
}

impl FileHint {
    /// The name of the file, which decides between kinds of text that look alike, and stands in reports.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// The kind of the file, whatever its content looks like.
    pub fn kind(mut self, kind: FileKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The columns of a table that are read, by header or by number from one; other cells are copied unread.
    pub fn columns(mut self, columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.table.columns = columns.into_iter().map(Into::into).collect();
        self
    }

    /// The delimiter of a table, which its first lines tell otherwise.
    pub fn delimiter(mut self, delimiter: u8) -> Self {
        self.table.delimiter = Some(delimiter);
        self
    }

    /// The member of a JSON record that holds the text; `text` otherwise.
    pub fn text_field(mut self, name: impl Into<String>) -> Self {
        self.records.text_field = name.into();
        self
    }

    /// Members of a JSON record that are copied unread.
    pub fn keep_fields(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.records.keep_fields = names.into_iter().map(Into::into).collect();
        self
    }

    /// The name in reports.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("document")
    }

    /// Returns the kind of a file; an error if it is empty, too long or of no kind that is read.
    pub fn tell(&self, bytes: &[u8]) -> Result<FileKind, ReadError> {
        match (self.kind, FileKind::tell(bytes, self.name.as_deref())) {
            (_, Err(error @ (ReadError::Empty | ReadError::TooLarge))) => Err(error),
            (Some(kind), _) => Ok(kind),
            (None, told) => told,
        }
    }

    /// The format of a kind with the settings of this hint.
    pub fn format(&self, kind: FileKind) -> Box<dyn DocumentFormat> {
        match kind {
            FileKind::Csv => Box::new(self.table.clone()),
            FileKind::Tsv => {
                Box::new(Csv { delimiter: Some(self.table.delimiter.unwrap_or(b'\t')), ..self.table.clone() })
            }
            FileKind::Parquet => Box::new(Parquet { columns: self.table.columns.clone() }),
            FileKind::JsonLines => Box::new(self.records.clone()),
            other => other.format(),
        }
    }
}

/// A file and the places of the documents in it: one in most files, one a line in JSON Lines.
pub struct DocumentFile {
    bytes: Vec<u8>,
    format: Box<dyn DocumentFormat>,
    // Invariant: in order, and disjoint.
    places: Vec<Range<usize>>,
    /// The line on which each begins, counted from one.
    lines: Vec<usize>,
    /// The member of a record that holds its text.
    text_field: String,
}

impl fmt::Debug for DocumentFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DocumentFile({}, {} bytes, {} documents)", self.format.name(), self.bytes.len(), self.places.len())
    }
}

impl DocumentFile {
    /// Opens a file of whatever kind it is; an error if its kind is not read or it cannot be parted into documents.
    pub fn open(bytes: Vec<u8>, hint: &FileHint) -> Result<Self, ReadError> {
        let kind = hint.tell(&bytes)?;
        Self::of(bytes, hint, hint.format(kind))
    }

    /// Opens a file of a format; an error if it cannot be parted into documents.
    pub fn of(bytes: Vec<u8>, hint: &FileHint, format: Box<dyn DocumentFormat>) -> Result<Self, ReadError> {
        let places = format.split(&bytes)?;
        let mut lines = Vec::with_capacity(places.len());
        let (mut line, mut at) = (1, 0);
        for place in &places {
            line += bytes[at..place.start].iter().filter(|byte| **byte == b'\n').count();
            at = place.start;
            lines.push(line);
        }
        Ok(Self { bytes, format, places, lines, text_field: hint.records.text_field.clone() })
    }

    /// Its format.
    pub fn format(&self) -> &dyn DocumentFormat {
        &*self.format
    }

    /// Its format, when nothing else of it is needed any more.
    pub fn into_format(self) -> Box<dyn DocumentFormat> {
        self.format
    }

    /// The number of documents in it.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if it holds no document.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// True if it is a collection of documents, even if of a single one.
    pub fn is_collection(&self) -> bool {
        self.format.name() == FileKind::JsonLines.name()
    }

    /// The line on which a document begins, counted from one.
    pub fn line(&self, number: usize) -> usize {
        self.lines[number]
    }

    /// The bytes of a document.
    pub fn bytes(&self, number: usize) -> &[u8] {
        &self.bytes[self.places[number].clone()]
    }

    /// The text of a document of a collection, as the member that holds it says.
    pub fn text(&self, number: usize) -> Option<String> {
        let record = self.is_collection().then(|| self.bytes(number))?;
        let mut record: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(record).ok()?;
        match record.remove(&self.text_field) {
            Some(serde_json::Value::String(text)) => Some(text),
            _ => None,
        }
    }

    /// The bytes of the file.
    pub fn all_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads a document.
    pub fn document(&self, number: usize) -> Result<Document, ReadError> {
        self.format.read(self.bytes(number).to_vec()).map_err(|error| match error {
            // A document of a collection knows its own lines only.
            ReadError::Syntax { fault, .. } if self.is_collection() || self.len() > 1 => {
                ReadError::Syntax { line: self.line(number), fault }
            }
            other => other,
        })
    }

    /// The name of a document in reports: that of the file, and its line in a collection.
    pub fn name_of(&self, number: usize, file: &str) -> String {
        if self.is_collection() { format!("{file}:{}", self.line(number)) } else { file.to_owned() }
    }

    /// The file with its documents replaced by what they became, and without those that became nothing.
    pub fn assemble(&self, documents: &[Option<Vec<u8>>]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut at = 0;
        for (place, document) in self.places.iter().zip(documents) {
            out.extend_from_slice(&self.bytes[at..place.start]);
            at = place.end;
            match document {
                Some(document) => out.extend_from_slice(document),
                // Its line goes with it.
                None => {
                    let breaks = self.bytes[at..].iter().take_while(|byte| **byte == b'\r').count();
                    at += breaks + usize::from(self.bytes.get(at + breaks) == Some(&b'\n'));
                }
            }
        }
        out.extend_from_slice(&self.bytes[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &[u8] = b"{\"text\":\"one\"}\n\n{\"text\":\"two\"}\r\n{\"text\":\"three\"}";

    #[test]
    fn a_collection_is_parted_and_put_together_again() {
        let file = DocumentFile::open(RECORDS.to_vec(), &FileHint::named("notes.jsonl")).expect("records");
        assert!(file.is_collection());
        assert_eq!((file.len(), file.line(1), file.name_of(1, "notes.jsonl").as_str()), (3, 3, "notes.jsonl:3"));
        let as_they_were: Vec<_> = (0..3).map(|number| Some(file.bytes(number).to_vec())).collect();
        assert_eq!(file.assemble(&as_they_were), RECORDS);
        let without_second = [Some(b"{}".to_vec()), None, Some(b"{}".to_vec())];
        assert_eq!(file.assemble(&without_second), b"{}\n\n{}");
    }

    #[test]
    fn faults_of_records_are_told_by_the_line_of_the_file() {
        let file = DocumentFile::open(b"{\"text\":\"one\"}\n{\"text\":\n".to_vec(), &FileHint::named("notes.jsonl"));
        let file = file.expect("parted by lines");
        assert!(matches!(file.document(1), Err(ReadError::Syntax { line: 2, .. })));
    }

    #[test]
    fn a_hint_says_what_content_does_not() {
        let hint = FileHint::default().kind(FileKind::Csv).delimiter(b'#').columns(["b"]);
        let file = DocumentFile::open(b"a#b\n1#two\n".to_vec(), &hint).expect("a table");
        let document = file.document(0).expect("a table");
        assert_eq!(document.blocks().iter().map(|block| document.slice(block.span)).collect::<Vec<_>>(), ["b", "two"]);
        assert_eq!(hint.tell(b"").err(), Some(ReadError::Empty), "nothing is no table");
    }

    #[test]
    fn debug_tells_no_name() {
        assert!(!format!("{:?}", FileHint::named("Ann Lee.txt")).contains("Ann"));
    }
}
