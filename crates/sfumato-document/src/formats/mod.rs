//! Formats: how kinds of files become documents and documents files again.
//!
//! A format is told by content where content can tell; the name of a file only decides between kinds of text that
//! look alike (plain text, Markdown, tables).

mod builder;
mod csv;
pub(crate) mod json;
mod jsonl;
pub(crate) mod markdown;
mod text;

use std::ops::Range;

use crate::splice::splice;
use crate::{Document, Edits};

pub use csv::Csv;
pub use jsonl::JsonLines;
pub use markdown::Markdown;
pub use text::Text;

/// The longest file that is read: spans are 32 bits wide.
pub const MOST_BYTES: usize = u32::MAX as usize / 2;

/// Why bytes do not become a document. Says where, never what stood there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// The file is longer than spans can tell.
    #[error("the file is larger than 2 GiB; split it")]
    TooLarge,
    /// Not text at all.
    #[error("binary content, not text; only plain text, Markdown, CSV, TSV and JSON Lines are read")]
    Binary,
    /// A kind of file that is known, but not read.
    #[error("looks like {kind}, which is not read; --format says otherwise")]
    Unsupported {
        /// What it looks like.
        kind: &'static str,
    },
    /// Bytes that are not characters in the file's encoding.
    #[error("not valid {expected} at byte {at}; convert the file to UTF-8")]
    Encoding {
        /// What the file seemed to be.
        expected: &'static str,
        /// The first byte that does not fit.
        at: usize,
    },
    /// The structure of the format is broken.
    #[error("line {line}: {what}")]
    Syntax {
        /// The line, counted from one.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A column that was asked for is not there.
    #[error("the table lacks column number {number} of those asked for; check its header row")]
    NoColumn {
        /// Which of the columns asked for, counted from one.
        number: usize,
    },
}

/// Why a document is not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A replacement has characters that the file's encoding lacks.
    #[error("a replacement cannot be written in {encoding}; convert the file to UTF-8 first")]
    Unencodable {
        /// The file's encoding.
        encoding: &'static str,
    },
    /// An edit points at no text of the source.
    #[error("the edit at byte {at} of the text lies outside the document's own text")]
    Nowhere {
        /// Where it starts.
        at: usize,
    },
    /// The edits do not belong to this document.
    #[error("the edits do not fit this document")]
    Inconsistent,
}

/// A kind of file.
///
/// Laws, checked by `format_contract!`: with no edits the same bytes come out; after edits, reading the output gives
/// the edited text; the text of a document is covered by its blocks.
pub trait Format: Send + Sync {
    /// Its name in reports and on the command line.
    fn name(&self) -> &'static str;

    /// The ranges of a file that are documents of their own. One for most; JSON Lines has one a line.
    /// What lies outside them is copied.
    fn split(&self, bytes: &[u8]) -> Result<Vec<Range<usize>>, ReadError> {
        Ok(std::iter::once(0..bytes.len()).collect())
    }

    /// Reads one document.
    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError>;

    /// Writes the document with the edits made; untouched bytes are copied.
    fn write(&self, document: &Document, edits: &Edits) -> Result<Vec<u8>, WriteError> {
        splice(document, edits)
    }
}

/// The kinds of files that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// A table with a delimiter: comma, semicolon or bar.
    Csv,
    /// A table with tabs.
    Tsv,
    /// One JSON record a line.
    JsonLines,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Text, Kind::Markdown, Kind::Csv, Kind::Tsv, Kind::JsonLines];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Markdown => "markdown",
            Kind::Csv => "csv",
            Kind::Tsv => "tsv",
            Kind::JsonLines => "jsonl",
        }
    }

    /// Tells the kind of a file from its first bytes, and from its name where kinds of text look alike.
    pub fn tell(bytes: &[u8], file_name: Option<&str>) -> Result<Kind, ReadError> {
        if bytes.is_empty() {
            return Err(ReadError::Empty);
        }
        if bytes.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        if let Some((_, kind)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
            return Err(ReadError::Unsupported { kind });
        }
        if let Some(kind) = markup(bytes) {
            return Err(ReadError::Unsupported { kind });
        }
        let extension = file_name.and_then(|name| name.rsplit_once('.')).map(|(_, ext)| ext.to_ascii_lowercase());
        match extension.as_deref() {
            Some("md" | "markdown") => Ok(Kind::Markdown),
            Some("csv") => Ok(Kind::Csv),
            Some("tsv" | "tab") => Ok(Kind::Tsv),
            Some("jsonl" | "ndjson") => Ok(Kind::JsonLines),
            _ if jsonl::looks_like_records(bytes) => Ok(Kind::JsonLines),
            _ if json::is_document(bytes) => Err(ReadError::Unsupported { kind: "a JSON document" }),
            _ => Ok(Kind::Text),
        }
    }
}

/// Kinds of markup, whose tags must not be taken for text.
fn markup(bytes: &[u8]) -> Option<&'static str> {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let starts = |tag: &[u8]| head.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    match () {
        () if starts(b"<!doctype html") || starts(b"<html") => Some("a web page"),
        () if starts(b"<?xml") => Some("an XML document"),
        () => None,
    }
}

/// First bytes of kinds of files that would pass for text or deserve a better word than "binary".
const SIGNATURES: [(&[u8], &str); 11] = [
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"%!PS", "a PostScript document"),
];

/// The line, counted from one, on which a byte stands.
pub(crate) fn line_of(source: &str, at: usize) -> usize {
    source.as_bytes().iter().take(at).filter(|b| **b == b'\n').count() + 1
}
