//! Formats: how kinds of files become documents and documents files again.
//!
//! A format is told by content where content can tell; the name of a file only decides between kinds of text that
//! look alike (plain text, Markdown, tables).

pub(crate) mod archive;
pub(crate) mod base64;
pub(crate) mod builder;
pub(crate) mod cards;
mod chat;
pub(crate) mod codepage;
mod collector;
mod csv;
mod dicom;
mod fhir;
pub(crate) mod hl7;
pub(crate) mod html;
pub(crate) mod json;
mod json_document;
mod jsonl;
pub(crate) mod latex;
pub(crate) mod log;
pub(crate) mod mail;
pub(crate) mod markdown;
mod markup;
mod office;
mod outlook;
mod packing;
mod parquet;
mod pdf;
mod picture;
pub(crate) mod rtf;
pub(crate) mod sql;
pub(crate) mod subtitles;
#[cfg(test)]
mod testing;
pub(crate) mod text;
mod text_kinds;
mod values;
mod xml_document;

use std::cell::Cell;
use std::ops::Range;

use crate::zip::ZipError;
use crate::{Document, Edits};

pub use archive::{Epub, Gzip, Tar, Zip};
pub use cards::{ICalendar, VCard};
pub use chat::WhatsAppChat;
pub use csv::{Csv, DelimitedTable};
pub use dicom::Dicom;
pub use hl7::Hl7;
pub use html::Html;
pub use json_document::Json;
pub use jsonl::JsonLines;
pub use latex::Latex;
pub use log::LogLines;
pub use mail::Mail;
pub use mail::mbox::Mbox;
pub use markdown::Markdown;
pub use office::{Docx, Odf, Pptx, Xlsx};
pub use outlook::{Msg, OldOffice, Tnef, old_office};
pub use parquet::Parquet;
pub use pdf::Pdf;
pub use picture::PictureFile;
#[cfg(feature = "pictures")]
pub use picture::ScannedPdf;
pub use rtf::Rtf;
pub use sql::Sql;
pub use subtitles::{SubRip, WebVtt};
pub use text::TextFile;
pub use xml_document::Xml;

/// The longest file that is read: spans are 32 bits wide.
pub const MOST_BYTES: usize = u32::MAX as usize / 2;

/// The reason for which bytes do not become a document. Says where, never what stood there.
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
    #[error("binary content of a kind that is not read; the formats are in docs/formats.md")]
    Binary,
    /// A kind of file that is known, but not read.
    #[error("not read: {kind}")]
    Unsupported {
        /// The kind it looks like, and what to do.
        kind: &'static str,
    },
    /// What an office program of long ago wrote, which has to be converted first.
    #[error("not read: {}", .0.about())]
    OldOffice(OldOffice),
    /// A picture, whose text has to be recognised first.
    #[error("not read: a picture")]
    Picture,
    /// A page that is a picture, whose text has to be recognised first.
    #[error("page {page}: a scanned page without text of its own")]
    ScannedPage {
        /// The page, counted from one.
        page: usize,
    },
    /// A page with a font whose letters cannot be told.
    #[error("page {page}: a font whose letters cannot be told; print the file to a new PDF")]
    UnreadablePage {
        /// The page, counted from one.
        page: usize,
    },
    /// Bytes that are not characters in the file's encoding.
    #[error("not valid {expected} at byte {at}; convert the file to UTF-8")]
    Encoding {
        /// The format that the file seemed to be of.
        expected: &'static str,
        /// The first byte that does not fit.
        at: usize,
    },
    /// The structure of the format is broken.
    #[error("line {line}: {fault}")]
    Syntax {
        /// The line, counted from one.
        line: usize,
        /// The fault of the file.
        fault: &'static str,
    },
    /// A part of the file cannot be read.
    #[error("{part}: {fault}")]
    Part {
        /// The part, in the format's words.
        part: Box<str>,
        /// The fault, or what the file is.
        fault: &'static str,
    },
    /// The file is locked.
    #[error("the file is encrypted; decrypt it first")]
    Encrypted,
    /// The file is signed.
    #[error("the file is signed, and masking would break the signature; remove the signature first")]
    Signed,
    /// The archive is not as it should be.
    #[error("{fault}")]
    Archive {
        /// The fault of the file.
        fault: String,
    },
    /// A column that was asked for is not there.
    #[error("the table lacks column number {number} of those asked for; check its header row")]
    NoColumn {
        /// The number of the column among those asked for, counted from one.
        number: usize,
    },
}

impl From<ZipError> for ReadError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Encrypted => Self::Encrypted,
            other => Self::Archive { fault: other.to_string() },
        }
    }
}

/// The lines of a text, without their ends.
pub(crate) fn lines(source: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    source.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// True if a text is known to name a field of a form or a column of a table, and is no value.
pub fn names_field(text: &str) -> bool {
    office::grid::is_no_value(text)
}

/// The reason for which a document is not written.
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
        /// The start of the edit.
        at: usize,
    },
    /// The file around the text cannot be put together.
    #[error("{fault}")]
    File {
        /// The fault.
        fault: String,
    },
    /// The edits do not belong to this document.
    #[error("the edits do not fit this document")]
    Inconsistent,
}

/// A kind of file.
///
/// Laws, checked by `format_contract!`: with no edits the same bytes come out; after edits, reading the output gives
/// the edited text; the text of a document is covered by its blocks.
pub trait DocumentFormat: Send + Sync {
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
        document.write(edits)
    }
}

/// Makes the enumeration of kinds: each with what it is, its name on the command line, and its format for a file that lies
/// so deep inside others.
macro_rules! file_kinds {
    ($($(#[$about:meta])* $kind:ident $name:literal $format:expr,)*) => {
        /// The kinds of files that are read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FileKind {
            $($(#[$about])* $kind,)*
        }

        impl FileKind {
            /// All of them.
            pub const ALL: [Self; [$(Self::$kind),*].len()] = [$(Self::$kind),*];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// The format of this kind for a file that lies this deep inside others.
            fn format_at(self, depth: usize) -> Box<dyn DocumentFormat> {
                match self {
                    $(Self::$kind => boxed($format, depth),)*
                }
            }
        }
    };
}

fn boxed<F: DocumentFormat + 'static>(format: impl Fn(usize) -> F, depth: usize) -> Box<dyn DocumentFormat> {
    Box::new(format(depth))
}

file_kinds! {
    /// Plain text.
    Text "text" |_| TextFile,
    /// Markdown.
    Markdown "markdown" |_| Markdown,
    /// A table with a delimiter: comma, semicolon or bar.
    Csv "csv" |_| Csv::default(),
    /// A table with tabs.
    Tsv "tsv" |_| Csv::tabs(),
    /// One JSON record a line.
    JsonLines "jsonl" |_| JsonLines::default(),
    /// One JSON value, FHIR resources among them.
    Json "json" |depth| Json { depth },
    /// A web page.
    Html "html" |depth| Html { depth },
    /// Any other XML.
    Xml "xml" |depth| Xml { depth },
    /// A Word document.
    Docx "docx" |depth| Docx { depth },
    /// An Excel workbook.
    Xlsx "xlsx" |depth| Xlsx { depth },
    /// A PowerPoint presentation.
    Pptx "pptx" |depth| Pptx { depth },
    /// An OpenDocument text, spreadsheet, presentation or drawing.
    Odf "odf" |depth| Odf { depth },
    /// Rich text.
    Rtf "rtf" |_| Rtf,
    /// A mail.
    Mail "eml" |depth| Mail { depth },
    /// A message of Outlook.
    Msg "msg" |depth| Msg { depth },
    /// A bundle of Outlook, `winmail.dat`.
    Tnef "tnef" |depth| Tnef { depth },
    /// A medical picture, or what comes with one.
    Dicom "dicom" |depth| Dicom { depth },
    /// A PDF.
    Pdf "pdf" |depth| Pdf { depth },
    /// A picture, whose text a recogniser reads.
    Picture "picture" |_| PictureFile::default(),
    /// Address cards.
    Cards "vcf" |depth| VCard { depth },
    /// A calendar.
    Calendar "ics" |depth| ICalendar { depth },
    /// A mail folder.
    Mbox "mbox" |depth| Mbox { depth },
    /// A zip archive of files.
    Zip "zip" |depth| Zip { depth },
    /// A tar archive of files.
    Tar "tar" |depth| Tar { depth },
    /// A file packed by gzip, a tar archive among them.
    Gzip "gz" |depth| Gzip { depth },
    /// A book.
    Epub "epub" |depth| Epub { depth },
    /// Messages of HL7 version 2.
    Hl7 "hl7" |depth| Hl7 { depth },
    /// SubRip subtitles.
    Srt "srt" |_| SubRip,
    /// WebVTT subtitles.
    Vtt "vtt" |_| WebVtt,
    /// A conversation exported by WhatsApp.
    Chat "whatsapp" |_| WhatsAppChat,
    /// A dump of a database.
    Sql "sql" |depth| Sql { depth },
    /// A LaTeX document.
    Latex "tex" |_| Latex,
    /// A table in columns.
    Parquet "parquet" |_| Parquet::default(),
    /// A log.
    Log "log" |depth| LogLines { depth },
}

impl FileKind {
    /// The format of this kind with its usual settings.
    pub fn format(self) -> Box<dyn DocumentFormat> {
        self.format_at(0)
    }

    /// Tells the kind of a file from its content, and from its name where kinds of text look alike.
    pub fn tell(bytes: &[u8], file_name: Option<&str>) -> Result<FileKind, ReadError> {
        if bytes.is_empty() {
            return Err(ReadError::Empty);
        }
        if bytes.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        if let Some(kind) = signature(bytes)? {
            return Ok(kind);
        }
        let extension = file_name.and_then(|name| name.rsplit_once('.')).map(|(_, ext)| ext.to_ascii_lowercase());
        let extension = extension.as_deref().unwrap_or_default();
        if let Some(kind) = markup_kind(bytes, extension) {
            return Ok(kind);
        }
        if let Some(kind) = text_kinds::tell(bytes, extension) {
            return Ok(kind);
        }
        match extension {
            "md" | "markdown" => Ok(FileKind::Markdown),
            "csv" => Ok(FileKind::Csv),
            "tsv" | "tab" => Ok(FileKind::Tsv),
            "jsonl" | "ndjson" => Ok(FileKind::JsonLines),
            "eml" => Ok(FileKind::Mail),
            "mbox" | "mbx" if mail::looks_like_mail(bytes) => Ok(FileKind::Mbox),
            _ if mail::is_mailbox(bytes) => Ok(FileKind::Mbox),
            _ if mail::looks_like_mail(bytes) => Ok(FileKind::Mail),
            "json" => Ok(FileKind::Json),
            // A log may begin with a record.
            _ if log::is_log(bytes, extension) => Ok(FileKind::Log),
            _ if jsonl::looks_like_records(bytes) => Ok(FileKind::JsonLines),
            _ if json::is_document(bytes) => Ok(FileKind::Json),
            _ => Ok(FileKind::Text),
        }
    }
}

/// The most files that may lie inside one another.
const MOST_NESTING: usize = 4;

fn nested_too_deeply() -> ReadError {
    ReadError::Archive {
        fault: "files nested too deeply in one another; unpack the inner ones and give them alone".to_owned(),
    }
}

/// Reads a file that lies inside another, `depth` levels down.
pub(crate) fn read_inner(bytes: Vec<u8>, file_name: Option<&str>, depth: usize) -> Result<Document, ReadError> {
    if depth > MOST_NESTING {
        return Err(nested_too_deeply());
    }
    let _level = NestingLevel::enter()?;
    FileKind::tell(&bytes, file_name)?.format_at(depth).read(bytes)
}

/// A file inside another, while it is read. Formats that know of no depth are counted too: a text in base64 may hold an
/// archive that holds a text.
struct NestingLevel;

thread_local! {
    static LEVELS: Cell<usize> = const { Cell::new(0) };
}

impl NestingLevel {
    /// More levels than this are nobody's work.
    const MOST: usize = 3 * MOST_NESTING;

    fn enter() -> Result<Self, ReadError> {
        let level = LEVELS.get() + 1;
        if level > Self::MOST {
            return Err(nested_too_deeply());
        }
        LEVELS.set(level);
        Ok(Self)
    }
}

impl Drop for NestingLevel {
    fn drop(&mut self) {
        LEVELS.set(LEVELS.get().saturating_sub(1));
    }
}

/// The kind that the first bytes tell; an error for kinds that are known and not read.
fn signature(bytes: &[u8]) -> Result<Option<FileKind>, ReadError> {
    // What lies in one may be a PDF.
    if dicom::is_dicom(bytes) {
        return Ok(Some(FileKind::Dicom));
    }
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    if head.starts_with(b"%PDF-") || memchr::memmem::find(head, b"\n%PDF-").is_some() {
        return Ok(Some(FileKind::Pdf));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return office::tell(bytes).map(Some);
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Ok(Some(FileKind::Gzip));
    }
    if archive::is_tar(bytes) {
        return Ok(Some(FileKind::Tar));
    }
    if bytes.starts_with(b"{\\rtf") {
        return Ok(Some(FileKind::Rtf));
    }
    if bytes.starts_with(outlook::SIGNATURE) {
        return outlook::tell(bytes).map(Some);
    }
    if parquet::is_parquet(bytes) {
        return Ok(Some(FileKind::Parquet));
    }
    if picture::is_picture(bytes) {
        return Ok(Some(FileKind::Picture));
    }
    if bytes.starts_with(outlook::TNEF_SIGNATURE) {
        return Ok(Some(FileKind::Tnef));
    }
    match SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        Some((_, kind)) => Err(ReadError::Unsupported { kind }),
        None => Ok(None),
    }
}

/// Kinds of markup, whose tags must not be taken for text.
fn markup_kind(bytes: &[u8], extension: &str) -> Option<FileKind> {
    let narrow: Vec<u8>;
    let mut head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        narrow = head.iter().copied().filter(|b| b.is_ascii() && *b != 0).collect();
        head = &narrow;
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let starts = |tag: &[u8]| head.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    let has = |tag: &[u8]| memchr::memmem::find(head, tag).is_some();
    let page = match root(head) {
        // XML may hold a page and be none.
        Some(root) if starts(b"<?xml") => root.eq_ignore_ascii_case(b"html"),
        _ => starts(b"<!doctype html") || starts(b"<html") || (head.starts_with(b"<") && has(b"<html")),
    };
    match extension {
        _ if page => Some(FileKind::Html),
        _ if starts(b"<?xml") => Some(FileKind::Xml),
        "html" | "htm" | "xhtml" => Some(FileKind::Html),
        // What is damaged must not pass for plain text.
        "xml" | "svg" | "kml" | "gpx" | "fodt" | "fods" | "fodp" | "fodg" => Some(FileKind::Xml),
        "rtf" => Some(FileKind::Rtf),
        _ => None,
    }
}

/// The name of the first element, behind instructions, comments and a document type.
fn root(mut head: &[u8]) -> Option<&[u8]> {
    loop {
        head = head.trim_ascii_start();
        let end: &[u8] = match head {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => b">",
            [b'<', name @ ..] => return name.split(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/')).next(),
            _ => return None,
        };
        head = head.get(memchr::memmem::find(head, end)? + end.len()..)?;
    }
}

/// First bytes of kinds of files that would pass for text or deserve a better word than "binary".
const SIGNATURES: [(&[u8], &str); 6] = [
    (b"\x28\xb5\x2f\xfd", "a zstd archive; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"\x89PNG", "a damaged picture"),
    (b"GIF8", "a picture of a kind that is not read; save it as PNG"),
    (b"%!PS", "a PostScript document; convert it to PDF"),
];

/// The line, counted from one, on which a byte stands.
pub(crate) fn line_of(source: &str, at: usize) -> usize {
    source.as_bytes().iter().take(at).filter(|b| **b == b'\n').count() + 1
}
