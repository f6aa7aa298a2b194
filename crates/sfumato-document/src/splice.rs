//! Writing edits into a copy of the source.
//!
//! Text lies in the source in pieces, each written in some way (as it is, as a JSON string, as a quoted cell).
//! An edit that spans several pieces puts its replacement into the first and removes its share of the others; what
//! stands between pieces (markup, delimiters) stays.
//! Only the pieces an edit touches are looked at; all other bytes are copied.

use std::ops::Range;

use crate::formats::WriteError;
use crate::{Document, Edits};

/// How text is written in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// As it is.
    Verbatim,
    /// As it is, in Markdown prose: marks in a replacement must not become markup.
    Markdown,
    /// A bare cell, which must be quoted once it holds the delimiter, a quote or a line break.
    Cell { delimiter: u8 },
    /// The inside of a quoted cell: quotes doubled.
    QuotedCell,
    /// The inside of a JSON string.
    JsonString,
    /// A JSON number, which becomes a string once edited.
    JsonNumber,
}

/// A run of text and where it lies in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    text: u32,
    text_len: u32,
    source: u32,
    source_len: u32,
    coding: Coding,
}

impl Piece {
    pub fn new(text: Range<usize>, source: Range<usize>, coding: Coding) -> Self {
        Self {
            text: text.start as u32,
            text_len: text.len() as u32,
            source: source.start as u32,
            source_len: source.len() as u32,
            coding,
        }
    }

    pub fn text(&self) -> Range<usize> {
        self.text as usize..(self.text + self.text_len) as usize
    }

    pub fn source(&self) -> Range<usize> {
        self.source as usize..(self.source + self.source_len) as usize
    }
}

/// A change to one piece: a range of its own text and what replaces it.
type Change<'e> = (Range<usize>, &'e str);

/// The file with the edits made.
pub(crate) fn splice(document: &Document, edits: &Edits) -> Result<Vec<u8>, WriteError> {
    let source = document.source.as_str();
    let mut out = String::with_capacity(source.len() + 64);
    let mut at = 0;
    let mut removals = edits.removals().iter().peekable();
    // Copies the source up to a place, less the parts to be removed whole.
    let mut copy_to = |out: &mut String, at: &mut usize, to: usize| -> Result<(), WriteError> {
        while let Some(part) = removals.next_if(|part| part.source.end <= to) {
            out.push_str(source.get(*at..part.source.start).ok_or(WriteError::Inconsistent)?);
            *at = part.source.end;
        }
        out.push_str(source.get(*at..to).ok_or(WriteError::Inconsistent)?);
        *at = to;
        Ok(())
    };
    for (piece, changes) in changed_pieces(document, edits)? {
        copy_to(&mut out, &mut at, piece.source().start)?;
        let inside = source.get(piece.source()).ok_or(WriteError::Inconsistent)?;
        piece.coding.rewrite(inside, &changes, &mut out).ok_or(WriteError::Inconsistent)?;
        at = piece.source().end;
    }
    copy_to(&mut out, &mut at, source.len())?;
    document.encoding.encode(out).ok_or(WriteError::Unencodable { encoding: document.encoding.name() })
}

/// The pieces that change, each with its changes in order.
fn changed_pieces<'d, 'e>(
    document: &'d Document,
    edits: &'e Edits,
) -> Result<Vec<(&'d Piece, Vec<Change<'e>>)>, WriteError> {
    let mut changed: Vec<(&Piece, Vec<Change>)> = Vec::new();
    for edit in edits.iter() {
        let span = edit.span().range();
        let mut replacement = Some(edit.replacement());
        let first = document.pieces.partition_point(|piece| piece.text().end <= span.start);
        for piece in document.pieces[first..].iter().take_while(|piece| piece.text().start < span.end) {
            let text = piece.text();
            let local = span.start.max(text.start) - text.start..span.end.min(text.end) - text.start;
            if local.is_empty() {
                continue;
            }
            let change = (local, replacement.take().unwrap_or(""));
            match changed.last_mut() {
                Some((last, changes)) if *last == piece => changes.push(change),
                _ => changed.push((piece, vec![change])),
            }
        }
        if replacement.is_some() {
            return Err(WriteError::Nowhere { at: span.start });
        }
    }
    Ok(changed)
}

impl Coding {
    /// Writes a piece with its changes made; nothing if a change does not fit it.
    fn rewrite(self, source: &str, changes: &[Change], out: &mut String) -> Option<()> {
        match self {
            Self::Cell { delimiter } => {
                let mut cell = String::new();
                Self::Verbatim.rewrite_in_place(source, changes, &mut cell)?;
                let special = |b: u8| b == delimiter || matches!(b, b'"' | b'\n' | b'\r');
                if cell.bytes().any(special) {
                    out.push('"');
                    out.push_str(&cell.replace('"', "\"\""));
                    out.push('"');
                } else {
                    out.push_str(&cell);
                }
                Some(())
            }
            Self::JsonNumber => {
                out.push('"');
                Self::JsonString.rewrite_in_place(source, changes, out)?;
                out.push('"');
                Some(())
            }
            _ => self.rewrite_in_place(source, changes, out),
        }
    }

    /// Copies the source, replacing what the changes say.
    fn rewrite_in_place(self, source: &str, changes: &[Change], out: &mut String) -> Option<()> {
        let (mut at, mut text_at) = (0, 0);
        for (range, replacement) in changes {
            let start = at + self.source_length(source.get(at..)?, range.start - text_at)?;
            out.push_str(source.get(at..start)?);
            at = start + self.source_length(source.get(start..)?, range.len())?;
            text_at = range.end;
            self.write(replacement, source.get(at..)?, out);
        }
        out.push_str(source.get(at..)?);
        Some(())
    }

    /// How many bytes of the source hold the next `text` bytes of text.
    fn source_length(self, source: &str, text: usize) -> Option<usize> {
        match self {
            Self::Verbatim | Self::Markdown | Self::Cell { .. } | Self::JsonNumber => Some(text),
            Self::QuotedCell => {
                walk(source, text, |rest| Some((if rest.starts_with("\"\"") { 2 } else { first(rest)? }, first(rest)?)))
            }
            Self::JsonString => walk(source, text, |rest| {
                let (c, length) = crate::formats::json::unescape(rest)?;
                Some((length, c.len_utf8()))
            }),
        }
    }

    /// Writes a replacement, with what follows it in view.
    fn write(self, replacement: &str, rest: &str, out: &mut String) {
        match self {
            Self::Verbatim | Self::Cell { .. } => out.push_str(replacement),
            Self::QuotedCell => out.push_str(&replacement.replace('"', "\"\"")),
            Self::JsonString | Self::JsonNumber => crate::formats::json::escape(replacement, out),
            Self::Markdown => crate::formats::markdown::escape(replacement, rest, out),
        }
    }
}

/// The length of the first character.
fn first(text: &str) -> Option<usize> {
    text.chars().next().map(char::len_utf8)
}

/// Steps through the source until `text` bytes of text have been seen; a step gives source and text lengths.
fn walk(source: &str, text: usize, step: impl Fn(&str) -> Option<(usize, usize)>) -> Option<usize> {
    let (mut at, mut seen) = (0, 0);
    while seen < text {
        let (length, width) = step(source.get(at..)?)?;
        at += length;
        seen += width;
    }
    (seen == text).then_some(at)
}
