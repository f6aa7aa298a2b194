//! The parts of a mail, one inside another.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem;

use super::charset::MailCharset;
use super::container::{
    MailContainer, MailSegment, OpaqueBody, RemovedSegment, RenamedBoundary, SegmentContent, TextBody,
};
use super::fields::BodyHead;
use super::header;
use super::leaf::{self, MailLeaf};
use super::params::BOUNDARY;
use super::transfer::TransferEncoding;
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError, TextFile};
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// The most parts inside one another.
const MOST_DEPTH: usize = 30;
/// The most parts that a mail may have.
const MOST_PARTS: usize = 10_000;
/// The most names that are tried for boundaries.
const MOST_TRIES: usize = 100;

/// A line before a mail that tells nothing.
const NOBODY: &str = "From - Thu Jan  1 00:00:00 1970";

/// A mail while it is read.
pub(super) struct MailReader<'b> {
    pub bytes: &'b [u8],
    pub builder: DocumentBuilder,
    pub segments: Vec<MailSegment>,
    pub removals: Vec<RemovedSegment>,
    opaque: Vec<OpaqueBody>,
    boundaries: HashSet<Vec<u8>>,
    eol: &'static str,
    /// The depth of the mail inside other files.
    depth: usize,
    parts: usize,
    prefix: Option<String>,
}

/// A line that parts a body.
struct BoundaryLine {
    line: Range<usize>,
    closes: bool,
}

impl<'b> MailReader<'b> {
    pub fn new(bytes: &'b [u8], depth: usize) -> Self {
        let first = header::line_at(bytes, 0, bytes.len());
        let eol = if bytes.get(first).unwrap_or_default().ends_with(b"\r\n") { "\r\n" } else { "\n" };
        Self {
            bytes,
            builder: DocumentBuilder::default(),
            segments: Vec::new(),
            removals: Vec::new(),
            opaque: Vec::new(),
            boundaries: HashSet::new(),
            eol,
            depth,
            parts: 0,
            prefix: None,
        }
    }

    /// The line that some programs set before a mail.
    pub fn mailbox_line(&mut self, line: Range<usize>) -> Result<(), ReadError> {
        self.line_before(line, Vec::new())
    }

    /// The line before a mail of a folder, which parts the mails: one without a sender and a time can stand for it.
    pub fn folder_line(&mut self, line: Range<usize>) -> Result<(), ReadError> {
        let instead = format!("{NOBODY}{}", self.eol).into_bytes();
        if self.bytes.get(line.clone()) == Some(&instead) { Ok(()) } else { self.line_before(line, instead) }
    }

    fn line_before(&mut self, line: Range<usize>, instead: Vec<u8>) -> Result<(), ReadError> {
        let inside = header::trim_break(self.bytes, line.clone());
        let range = inside.start + b"From ".len()..inside.end;
        let text = header::unfolded(self.bytes.get(range.clone()).unwrap_or_default())
            .map_err(|fault| header::wrong(self.bytes, 0, fault))?;
        let since = self.builder.text_len();
        let part = self.builder.text_part(&text, BlockKind::Metadata, None)?;
        self.segments.push(MailSegment { range, content: SegmentContent::Line { part } });
        let removable = self.builder.removable(RemovableKind::Metadata, "mailbox line", since, Vec::new());
        self.removals.push(RemovedSegment { removable, range: line, instead });
        Ok(())
    }

    /// Reads a part: the mail itself at depth 0.
    pub fn entity(&mut self, range: Range<usize>, depth: usize, default: &str) -> Result<(), ReadError> {
        self.parts += 1;
        if depth > MOST_DEPTH || self.parts > MOST_PARTS {
            return Err(header::wrong(self.bytes, range.start, "too many parts, or parts too deep in one another"));
        }
        let number = self.parts;
        let (fields, body_start) = header::fields(self.bytes, range.clone())?;
        let head = self.head(&fields, default)?;
        leaf::refuse_locked(&head)?;
        let body = body_start..range.end;
        if head.main().starts_with("multipart/") {
            // One that this program set tells nothing, and stays.
            let removable = (!head.has_plain_boundary())
                .then(|| self.builder.removable_unread(RemovableKind::Metadata, "boundary between parts", Vec::new()));
            let boundary = RenamedBoundary { removable, to: format!("{}{number}_", self.prefix()?) };
            self.header(&fields, true, Some(&boundary))?;
            return self.multipart(&head, body, depth, &boundary);
        }
        let place = leaf::place(number, head.main());
        let raw = self.bytes.get(body.clone()).unwrap_or_default();
        match leaf::read(&head, raw, self.depth)? {
            MailLeaf::Nothing => self.header(&fields, true, None),
            MailLeaf::Inner { document, text } => {
                self.header(&fields, true, None)?;
                let inner = self.builder.absorb(*document)?;
                self.segments.push(MailSegment {
                    range: body,
                    content: SegmentContent::Body { inner, transfer: head.transfer, text },
                });
                Ok(())
            }
            MailLeaf::Picture { blank } => {
                self.header(&fields, true, None)?;
                let removable = self.builder.removable_unread(RemovableKind::Picture, place.clone(), Vec::new());
                let instead = head.transfer.encode(blank, false, raw, self.eol);
                self.removals.push(RemovedSegment { removable, range: body.clone(), instead });
                self.opaque.push(OpaqueBody { place, range: body, transfer: head.transfer });
                Ok(())
            }
            MailLeaf::Unreadable(error) if depth == 0 => Err(error),
            MailLeaf::Unreadable(error) => {
                let since = self.builder.text_len();
                self.header(&fields, false, None)?;
                let place: Box<str> = format!("{place}: {error}").into();
                let removable = self.builder.removable(RemovableKind::Embedded, place.clone(), since, Vec::new());
                // A part without a header, and with nothing in it, is an empty text.
                let instead = self.eol.as_bytes().to_vec();
                self.removals.push(RemovedSegment { removable, range, instead });
                self.opaque.push(OpaqueBody { place, range: body, transfer: head.transfer });
                Ok(())
            }
        }
    }

    /// Returns the beginning of boundaries of ours: nothing else in the mail starts so.
    fn prefix(&mut self) -> Result<String, ReadError> {
        if let Some(prefix) = &self.prefix {
            return Ok(prefix.clone());
        }
        // Mails inside have other boundaries, since they lie deeper.
        let mut tries = (0..MOST_TRIES).map(|nth| format!("=_{}_{nth}_", self.depth));
        let prefix = tries.find(|prefix| memmem::find(self.bytes, prefix.as_bytes()).is_none());
        let prefix = prefix.ok_or_else(|| header::wrong(self.bytes, 0, "no boundary is free"))?;
        self.prefix = Some(prefix.clone());
        Ok(prefix)
    }

    fn multipart(
        &mut self,
        head: &BodyHead,
        body: Range<usize>,
        depth: usize,
        renamed: &RenamedBoundary,
    ) -> Result<(), ReadError> {
        let wrong = |fault| Err(header::wrong(self.bytes, body.start, fault));
        if head.transfer != TransferEncoding::Identity {
            return wrong("parts inside of encoded content");
        }
        let mut named = head.content_type.params.iter().filter(|param| param.name == BOUNDARY);
        let boundary = named.next().map(|param| param.value.trim_end().as_bytes().to_vec()).unwrap_or_default();
        if boundary.is_empty() || named.next().is_some() {
            return wrong("parts without one boundary between them");
        }
        let delimiters = delimiters(self.bytes, body.clone(), &boundary);
        let Some(first) = delimiters.first() else { return wrong("parts whose boundary is nowhere") };
        for delimiter in &delimiters {
            let start = delimiter.line.start + 2;
            let (range, instead) = (start..start + boundary.len(), renamed.to.as_bytes().to_vec());
            self.removals.extend(renamed.removable.map(|removable| RemovedSegment { removable, range, instead }));
        }
        self.boundaries.extend([boundary, renamed.to.as_bytes().to_vec()]);
        self.aside(body.start..first.line.start, "preamble")?;
        let default = if head.main() == "multipart/digest" { "message/rfc822" } else { "text/plain" };
        for (nth, delimiter) in delimiters.iter().enumerate() {
            if delimiter.closes {
                self.aside(delimiter.line.end..body.end, "epilogue")?;
                break;
            }
            let end = match delimiters.get(nth + 1) {
                Some(next) => before_break(self.bytes, delimiter.line.end, next.line.start),
                None => body.end,
            };
            self.entity(delimiter.line.end..end, depth + 1, default)?;
        }
        Ok(())
    }

    /// Reads the text before the first part or after the last: nobody sees it, and it can go.
    fn aside(&mut self, range: Range<usize>, place: &'static str) -> Result<(), ReadError> {
        let raw = self.bytes.get(range.clone()).unwrap_or_default();
        if raw.trim_ascii().is_empty() {
            return Ok(());
        }
        let unread = |fault| ReadError::Part { part: place.into(), fault };
        let (charset, text) = MailCharset::Ascii.decode(raw).map_err(unread)?;
        leaf::refuse_armour(&text, place)?;
        let since = self.builder.text_len();
        let inner = self.builder.absorb(TextFile.read(leaf::marked(&text))?)?;
        let text = Some(TextBody { charset, marked: true });
        let content = SegmentContent::Body { inner, transfer: TransferEncoding::Identity, text };
        self.segments.push(MailSegment { range: range.clone(), content });
        let removable = self.builder.removable(RemovableKind::Metadata, place, since, Vec::new());
        self.removals.push(RemovedSegment { removable, range, instead: Vec::new() });
        Ok(())
    }

    pub fn document(self, name: &'static str) -> Document {
        let container = MailContainer {
            bytes: self.bytes.to_vec(),
            segments: self.segments,
            removals: self.removals,
            opaque: self.opaque,
            boundaries: self.boundaries,
            eol: self.eol,
        };
        self.builder.assemble(name, CharacterEncoding::Utf8, Box::new(container))
    }
}

/// The lines that part a body, up to the one that closes it.
fn delimiters(bytes: &[u8], body: Range<usize>, boundary: &[u8]) -> Vec<BoundaryLine> {
    let text = bytes.get(body.clone()).unwrap_or_default();
    let mark = [b"--", boundary].concat();
    let mut found = Vec::new();
    for start in memmem::find_iter(text, &mark) {
        let starts_line = start == 0 || matches!(text.get(start - 1), Some(b'\r' | b'\n'));
        let rest = text.get(start + mark.len()..).unwrap_or_default();
        let closes = rest.starts_with(b"--");
        let rest = if closes { rest.get(2..).unwrap_or_default() } else { rest };
        let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let line_break = match rest.get(blanks..).unwrap_or_default() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            [] => 0,
            _ => continue,
        };
        if starts_line {
            let end = start + mark.len() + if closes { 2 } else { 0 } + blanks + line_break;
            found.push(BoundaryLine { line: body.start + start..body.start + end, closes });
            if closes {
                break;
            }
        }
    }
    found
}

/// The end of a part whose delimiter stands at `end`: the line break before it is the delimiter's.
fn before_break(bytes: &[u8], start: usize, end: usize) -> usize {
    let text = bytes.get(start..end).unwrap_or_default();
    let text = match text {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\r' | b'\n'] => text,
        _ => text,
    };
    start + text.len()
}
