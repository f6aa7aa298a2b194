//! A mail as it was read, and how it is put together again.

use std::collections::HashSet;
use std::ops::Range;

use super::address;
use super::charset::MailCharset;
use super::encoded_words::folded;
use super::params::{BOUNDARY, ParameterisedValue};
use super::transfer::TransferEncoding;
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::WriteError;
use crate::formats::builder::AbsorbedDocument;

/// A stretch of the mail that carries text.
pub(super) struct MailSegment {
    pub range: Range<usize>,
    pub content: SegmentContent,
}

/// The notation of the text of a stretch.
pub(super) enum SegmentContent {
    /// A line that is no field: the mark at the top of a mailbox.
    Line { part: usize },
    /// All that follows the colon of a field, which stands at this column.
    Value { part: usize, column: usize },
    /// A name or an address in a list of them.
    Item { part: usize, kind: address::AddressPart },
    /// A value with parameters, those that are read with the number of their part.
    /// The boundary between parts may have to go, since programs put names and times there.
    Parameters {
        params: ParameterisedValue,
        parts: Vec<Option<usize>>,
        boundary: Option<RenamedBoundary>,
        column: usize,
    },
    /// A body.
    Body { inner: AbsorbedDocument, transfer: TransferEncoding, text: Option<TextBody> },
}

/// A boundary that takes the place of another if something is removed.
#[derive(Clone)]
pub(super) struct RenamedBoundary {
    pub removable: Option<usize>,
    pub to: String,
}

/// The encoding of the text of a body as bytes.
#[derive(Clone, Copy)]
pub(super) struct TextBody {
    pub charset: MailCharset,
    /// True if it was given to its format with a byte order mark that is none of its own.
    pub marked: bool,
}

/// A removed stretch, and the text that stands in its place.
pub(super) struct RemovedSegment {
    pub removable: usize,
    pub range: Range<usize>,
    pub instead: Vec<u8>,
}

/// Bytes that are not read.
pub(super) struct OpaqueBody {
    pub place: Box<str>,
    pub range: Range<usize>,
    pub transfer: TransferEncoding,
}

/// A mail.
pub(super) struct MailContainer {
    pub bytes: Vec<u8>,
    pub segments: Vec<MailSegment>,
    pub removals: Vec<RemovedSegment>,
    pub opaque: Vec<OpaqueBody>,
    pub boundaries: HashSet<Vec<u8>>,
    pub eol: &'static str,
}

impl FileContainer for MailContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let mut changes: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        for removal in &self.removals {
            if removed.get(removal.removable) == Some(&true) {
                changes.push((removal.range.clone(), removal.instead.clone()));
            }
        }
        for segment in &self.segments {
            if let Some(written) = self.written(segment, parts, removed)? {
                // A replacement must not part the mail; what closes a body may well be followed by more of its kind.
                let old = self.bytes.get(segment.range.clone()).ok_or(WriteError::Inconsistent)?;
                if self.boundary_lines(&written) > self.boundary_lines(old) {
                    return Err(WriteError::Inconsistent);
                }
                changes.push((segment.range.clone(), written));
            }
        }
        // What is removed comes before what changes inside it.
        changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut out = Vec::with_capacity(self.bytes.len() + 256);
        let mut at = 0;
        for (range, written) in changes {
            if range.start < at {
                continue;
            }
            out.extend_from_slice(self.bytes.get(at..range.start).ok_or(WriteError::Inconsistent)?);
            out.extend_from_slice(&written);
            at = range.end;
        }
        out.extend_from_slice(self.bytes.get(at..).ok_or(WriteError::Inconsistent)?);
        Ok(out)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let mut at = 0;
        for segment in &self.segments {
            look("mail", UnreadBytes::new(self.bytes.get(at..segment.range.start).unwrap_or_default()));
            if let SegmentContent::Body { inner, .. } = &segment.content {
                inner.unread(look)?;
            }
            at = segment.range.end;
        }
        look("mail", UnreadBytes::new(self.bytes.get(at..).unwrap_or_default()));
        for opaque in &self.opaque {
            let body = self.bytes.get(opaque.range.clone()).unwrap_or_default();
            let bytes = opaque.transfer.decode(body).map_err(|_| WriteError::Inconsistent)?;
            look(&opaque.place, UnreadBytes::new(&bytes));
        }
        Ok(())
    }
}

impl MailContainer {
    /// A stretch as it becomes; nothing if it stays.
    fn written(
        &self,
        segment: &MailSegment,
        parts: &[PartEdits<'_>],
        removed: &[bool],
    ) -> Result<Option<Vec<u8>>, WriteError> {
        let changed = |part: usize| -> Result<Option<String>, WriteError> {
            let part = parts.get(part).ok_or(WriteError::Inconsistent)?;
            if part.is_untouched() { Ok(None) } else { part.apply().map(Some) }
        };
        let written = match &segment.content {
            SegmentContent::Line { part } => changed(*part)?.map(|text| text.replace(char::is_control, " ")),
            SegmentContent::Value { part, column } => {
                changed(*part)?.map(|text| format!(" {}", folded(&text, *column, self.eol)))
            }
            SegmentContent::Item { part, kind } => changed(*part)?.map(|text| kind.encode(&text, self.eol)),
            SegmentContent::Parameters { params, parts: numbers, boundary, column } => {
                let mut values = Vec::with_capacity(numbers.len());
                for number in numbers {
                    values.push(number.map_or(Ok(None), changed)?);
                }
                if let Some(boundary) = boundary
                    .as_ref()
                    .filter(|new| new.removable.is_some_and(|number| removed.get(number) == Some(&true)))
                {
                    let own = params.params.iter().position(|param| param.name == BOUNDARY);
                    *own.and_then(|own| values.get_mut(own)).ok_or(WriteError::Inconsistent)? =
                        Some(boundary.to.clone());
                }
                let any = values.iter().any(Option::is_some);
                any.then(|| format!(" {}", params.written(&values, *column, self.eol)))
            }
            SegmentContent::Body { inner, transfer, text } => {
                let Some(bytes) = inner.assemble(parts, removed)? else { return Ok(None) };
                let bytes = match text {
                    Some(text) => text.encode(&bytes)?,
                    None => bytes,
                };
                let old = self.bytes.get(segment.range.clone()).ok_or(WriteError::Inconsistent)?;
                return Ok(Some(transfer.encode(&bytes, text.is_some(), old, self.eol)));
            }
        };
        Ok(written.map(String::into_bytes))
    }

    /// Returns the number of lines that could part the mail.
    fn boundary_lines(&self, text: &[u8]) -> usize {
        let lines = text.split(|b| matches!(b, b'\r' | b'\n')).filter_map(|line| line.strip_prefix(b"--"));
        lines
            .filter(|line| {
                let line = line.trim_ascii_end();
                let open = line.strip_suffix(b"--").unwrap_or(line);
                self.boundaries.contains(line) || self.boundaries.contains(open)
            })
            .count()
    }
}

impl TextBody {
    fn encode(self, bytes: &[u8]) -> Result<Vec<u8>, WriteError> {
        let bytes = if self.marked { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        let text = std::str::from_utf8(bytes).map_err(|_| WriteError::Inconsistent)?;
        let fitting = || self.charset.encode(&text.chars().map(|c| self.charset.nearest(c)).collect::<String>());
        let bytes = self.charset.encode(text).or_else(fitting);
        bytes.ok_or(WriteError::Unencodable { encoding: self.charset.name() })
    }
}
