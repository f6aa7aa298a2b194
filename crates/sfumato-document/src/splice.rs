//! Writing edits into a copy of the source.
//!
//! Text lies in the source in pieces, each written in some way (as it is, as a JSON string, as a quoted cell).
//! An edit that spans several pieces puts its replacement into the first and removes its share of the others; what
//! stands between pieces (markup, delimiters) stays.
//! Only the pieces an edit touches are looked at; all other bytes are copied.

use std::borrow::Cow;
use std::ops::Range;

use crate::container::PartEdits;
use crate::formats::WriteError;
use crate::layers::LayerStack;
use crate::{Document, Edits, formats, xml};

/// The source for a number that is none, as JSON has it; other formats write what they have for it.
pub const NOTHING: &str = "null";

/// The notation of text in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceCoding {
    /// As it is.
    Verbatim,
    /// As it is, in Markdown prose: marks in a replacement must not become markup.
    Markdown,
    /// A bare cell, which must be quoted once it holds the delimiter, a quote or a line break.
    Cell { delimiter: u8 },
    /// The inside of a quoted cell: quotes doubled.
    QuotedCell,
    /// Character data of XML.
    XmlText,
    /// A number as character data of XML, where nothing may stand for it.
    XmlNumber,
    /// The inside of a quoted XML attribute.
    XmlAttribute,
    /// The inside of a CDATA section.
    XmlCData,
    /// The inside of an XML or HTML comment, or of a processing instruction.
    Comment,
    /// The inside of a quoted string of a formula, which itself stands in XML: its quotes are doubled.
    FormulaString { quote: u8 },
    /// A number in a formula, which becomes a string once edited.
    FormulaNumber,
    /// A call in a formula that stands for text without spelling it; once edited, a string stands there.
    FormulaShown,
    /// A number of XML in another notation than it is read in: once edited, the text itself stands there.
    ShownNumber,
    /// XML that stands for text without spelling it, as the number of a day does for a date: once edited, the text
    /// itself stands there.
    Shown,
    /// A number that is written otherwise than it is read, as a power of ten: once edited, the text itself stands there.
    Numeral(LayerStack),
    /// Text in layers, as web pages and what lies inside JSON strings have it.
    Layered(LayerStack),
    /// Plain characters of rich text. A tight piece follows a control word without a blank between them.
    RtfText { tight: bool },
    /// A control word or symbol of rich text that stands for one character.
    RtfEscape { tight: bool },
    /// An element that stands for a character (a tab, a line break): it can go, but takes no text.
    Mark,
}

/// A run of text and where it lies in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextPiece {
    text: u32,
    text_len: u32,
    source: u32,
    source_len: u32,
    coding: SourceCoding,
}

impl TextPiece {
    pub fn new(text: Range<usize>, source: Range<usize>, coding: SourceCoding) -> Self {
        Self {
            text: text.start as u32,
            text_len: text.len() as u32,
            source: source.start as u32,
            source_len: source.len() as u32,
            coding,
        }
    }

    /// The same piece in a document that took this one in.
    pub fn moved(self, text: usize, source: usize) -> Self {
        Self { text: self.text + text as u32, source: self.source + source as u32, ..self }
    }

    pub fn is_number(&self) -> bool {
        match self.coding {
            SourceCoding::XmlNumber | SourceCoding::ShownNumber => true,
            SourceCoding::Layered(layers) => layers.is_number(),
            SourceCoding::Numeral(_) => true,
            _ => false,
        }
    }

    pub fn coding(&self) -> SourceCoding {
        self.coding
    }

    pub fn text(&self) -> Range<usize> {
        self.text as usize..(self.text + self.text_len) as usize
    }

    pub fn source(&self) -> Range<usize> {
        self.source as usize..(self.source + self.source_len) as usize
    }
}

/// A change to one piece: a range of its own text and what replaces it.
type PieceChange<'e> = (Range<usize>, &'e str);

/// A change to the source.
type SourceChange<'d> = (Range<usize>, Cow<'d, str>);

/// Returns the edits of each part of the document.
pub(crate) fn part_edits<'d>(document: &'d Document, edits: &Edits) -> Result<Vec<PartEdits<'d>>, WriteError> {
    let mut changes = with_cuts(source_changes(document, edits)?, edits)?.into_iter().peekable();
    let mut parts = Vec::with_capacity(document.part_ends.len());
    let mut start = 0;
    for end in &document.part_ends {
        let source = document.source.get(start..*end).ok_or(WriteError::Inconsistent)?;
        let most = if document.part_ends.len() == 1 { changes.len() } else { 0 };
        let mut part = PartEdits { source, changes: Vec::with_capacity(most) };
        while let Some((range, replacement)) = changes.next_if(|(range, _)| range.end <= *end) {
            let local = range.start.checked_sub(start).ok_or(WriteError::Inconsistent)?..range.end - start;
            part.changes.push((local, replacement));
        }
        parts.push(part);
        start = *end;
    }
    if changes.next().is_some() { Err(WriteError::Inconsistent) } else { Ok(parts) }
}

/// Returns the changes of the source that the replacements make, in order.
fn source_changes<'d>(document: &Document, edits: &Edits) -> Result<Vec<SourceChange<'d>>, WriteError> {
    let mut changed = Vec::with_capacity(edits.len());
    for (piece, changes) in changed_pieces(document, edits)? {
        // What the text stands for is replaced whole: there the text itself is what changes.
        let (from, range) = match piece.coding {
            SourceCoding::Shown | SourceCoding::ShownNumber | SourceCoding::FormulaShown | SourceCoding::Numeral(_) => {
                (document.text(), piece.text())
            }
            _ => (document.source.as_str(), piece.source()),
        };
        let inside = from.get(range).ok_or(WriteError::Inconsistent)?;
        piece.coding.rewrite(inside, &changes, piece.source(), &mut changed).ok_or(WriteError::Inconsistent)?;
    }
    // Text can read in another order than it stands, as a footnote does.
    changed.sort_by_key(|(range, _)| range.start);
    Ok(changed)
}

/// The changes and the cuts, merged; what lies in a cut goes with it.
fn with_cuts<'d>(changes: Vec<SourceChange<'d>>, edits: &Edits) -> Result<Vec<SourceChange<'d>>, WriteError> {
    let mut cuts: Vec<Range<usize>> = edits.removals().iter().flat_map(|part| part.cuts.iter().cloned()).collect();
    if cuts.is_empty() {
        return Ok(changes);
    }
    cuts.sort_by_key(|cut| (cut.start, std::cmp::Reverse(cut.end)));
    let mut merged: Vec<SourceChange> = Vec::with_capacity(changes.len() + cuts.len());
    let mut changes = changes.into_iter().peekable();
    let mut end = 0;
    for cut in cuts {
        while let Some(change) = changes.next_if(|(range, _)| range.end <= cut.start) {
            end = end.max(change.0.end);
            merged.push(change);
        }
        while changes.next_if(|(range, _)| range.start >= cut.start && range.end <= cut.end).is_some() {}
        // A cut inside another one goes with it; one that reaches across its end, or that splits a change, is an error.
        if cut.end <= end {
            continue;
        }
        if cut.start < end || changes.peek().is_some_and(|(range, _)| range.start < cut.end) {
            return Err(WriteError::Inconsistent);
        }
        end = cut.end;
        merged.push((cut, Cow::Borrowed("")));
    }
    merged.extend(changes);
    Ok(merged)
}

/// The pieces that change, each with its changes in order.
fn changed_pieces<'d, 'e>(
    document: &'d Document,
    edits: &'e Edits,
) -> Result<Vec<(&'d TextPiece, Vec<PieceChange<'e>>)>, WriteError> {
    let mut changed: Vec<(&TextPiece, Vec<PieceChange>)> = Vec::new();
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
            let change = (local, if piece.coding.takes_text() { replacement.take().unwrap_or("") } else { "" });
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

impl SourceCoding {
    /// True if a replacement can stand there.
    fn takes_text(self) -> bool {
        self != Self::Mark
    }

    /// The changes that rewrite a piece, which is `whole` in the source; nothing if a change does not fit it.
    fn rewrite(
        self,
        source: &str,
        changes: &[PieceChange],
        whole: Range<usize>,
        out: &mut Vec<SourceChange<'_>>,
    ) -> Option<()> {
        match self {
            Self::Cell { delimiter } => {
                let cell = Self::Verbatim.rewritten(source, changes)?;
                let special = |b: u8| b == delimiter || matches!(b, b'"' | b'\n' | b'\r');
                let quoted = cell.bytes().any(special);
                out.push((whole, if quoted { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }.into()));
            }
            Self::FormulaNumber => {
                let string = Self::FormulaString { quote: b'"' }.rewritten(source, changes)?;
                out.push((whole, format!("&quot;{string}&quot;").into()));
            }
            Self::FormulaShown => {
                let text = Self::Verbatim.rewritten(source, changes)?;
                let mut written = String::new();
                xml::escape_attribute(&format!("\"{}\"", text.replace('"', "\"\"")), &mut written);
                out.push((whole, written.into()));
            }
            Self::Shown | Self::ShownNumber => {
                let text = Self::Verbatim.rewritten(source, changes)?;
                let mut written = String::new();
                if self == Self::Shown || text != NOTHING {
                    xml::escape_attribute(&text, &mut written);
                }
                out.push((whole, written.into()));
            }
            Self::Numeral(layers) => {
                let mut written = String::new();
                layers.write(&Self::Verbatim.rewritten(source, changes)?, &mut written);
                out.push((whole, layers.finish(written).into()));
            }
            Self::Layered(layers) if layers.has_ends() => {
                out.push((whole, layers.finish(self.rewritten(source, changes)?).into()));
            }
            Self::Mark => out.push((whole, "".into())),
            Self::RtfEscape { tight } => {
                let mut written = String::from(if tight { formats::rtf::APART } else { "" });
                written.push_str(formats::rtf::kept_of(source));
                changes.iter().for_each(|(_, replacement)| formats::rtf::escape(replacement, &mut written));
                out.push((whole, written.into()));
            }
            Self::RtfText { tight: true } => {
                let first = out.len();
                let start = whole.start;
                self.rewrite_in_place(source, changes, start, out)?;
                if let Some((_, written)) = out.get_mut(first).filter(|(range, _)| range.start == start) {
                    *written = format!("{}{written}", formats::rtf::APART).into();
                }
            }
            _ => self.rewrite_in_place(source, changes, whole.start, out)?,
        }
        Some(())
    }

    /// The whole piece as it becomes.
    fn rewritten(self, source: &str, changes: &[PieceChange]) -> Option<String> {
        let mut local = Vec::new();
        self.rewrite_in_place(source, changes, 0, &mut local)?;
        PartEdits { source, changes: local }.apply().ok()
    }

    /// The changes to the source that the changes to the text come to.
    fn rewrite_in_place(
        self,
        source: &str,
        changes: &[PieceChange],
        base: usize,
        out: &mut Vec<SourceChange<'_>>,
    ) -> Option<()> {
        if let Self::Layered(layers) = self {
            let places = layers.places(source, changes.iter().map(|(range, _)| range.clone()))?;
            for (place, (_, replacement)) in places.into_iter().zip(changes) {
                let mut written = String::with_capacity(replacement.len());
                layers.write(replacement, &mut written);
                out.push((base + place.start..base + place.end, written.into()));
            }
            return Some(());
        }
        let (mut at, mut text_at) = (0, 0);
        for (range, replacement) in changes {
            let start = at + self.source_length(source.get(at..)?, range.start - text_at)?;
            at = start + self.source_length(source.get(start..)?, range.len())?;
            text_at = range.end;
            let mut written = String::with_capacity(replacement.len());
            self.write(replacement, source.get(at..)?, &mut written);
            out.push((base + start..base + at, written.into()));
        }
        Some(())
    }

    /// Returns the number of bytes of the source that hold the next `text` bytes of text.
    fn source_length(self, source: &str, text: usize) -> Option<usize> {
        match self {
            Self::Verbatim | Self::Markdown | Self::Cell { .. } => Some(text),
            Self::XmlCData | Self::Comment | Self::Mark | Self::FormulaNumber | Self::Shown => Some(text),
            Self::Numeral(_) | Self::ShownNumber | Self::FormulaShown => Some(text),
            Self::RtfText { .. } | Self::RtfEscape { .. } => Some(text),
            Self::FormulaString { quote } => walk(source, text, |rest| {
                let (c, length) = xml::unescape(rest)?;
                let doubled = if c == char::from(quote) { xml::unescape(rest.get(length..)?)?.1 } else { 0 };
                Some((length + doubled, c.len_utf8()))
            }),
            Self::Layered(layers) => layers.places(source, std::iter::once(0..text))?.first().map(|place| place.end),
            Self::XmlText | Self::XmlNumber => walk(source, text, |rest| {
                let (c, length) = xml::unescape(rest)?;
                Some((length, c.len_utf8()))
            }),
            Self::XmlAttribute => walk(source, text, |rest| {
                let (c, length) = xml::unescape_attribute(rest)?;
                Some((length, c.len_utf8()))
            }),
            Self::QuotedCell => {
                walk(source, text, |rest| Some((if rest.starts_with("\"\"") { 2 } else { first(rest)? }, first(rest)?)))
            }
        }
    }

    /// Returns the range in the source of a range of the text of a piece, or `None` if a piece so written has no
    /// letters in it.
    pub fn place(self, source: &str, range: &Range<usize>) -> Option<Range<usize>> {
        match self {
            Self::FormulaNumber | Self::FormulaString { .. } | Self::XmlNumber | Self::Shown | Self::Mark => None,
            Self::ShownNumber | Self::FormulaShown => None,
            Self::RtfEscape { .. } | Self::Numeral(_) => None,
            Self::Layered(layers) if layers.is_number() => None,
            Self::Layered(layers) => layers.places(source, std::iter::once(range.clone()))?.pop(),
            _ => {
                let start = self.source_length(source, range.start)?;
                let length = self.source_length(source.get(start..)?, range.len())?;
                Some(start..start + length)
            }
        }
    }

    /// Writes a text that takes the place of another and has none but letters, digits and line breaks.
    pub fn write_whole(self, text: &str, out: &mut String) {
        self.write(text, "", out);
    }

    /// Writes a replacement, with what follows it in view.
    fn write(self, replacement: &str, rest: &str, out: &mut String) {
        match self {
            Self::Verbatim | Self::Cell { .. } | Self::Mark | Self::FormulaNumber | Self::Shown | Self::Numeral(_) => {
                out.push_str(replacement);
            }
            Self::ShownNumber | Self::FormulaShown => out.push_str(replacement),
            // Brackets and some other marks mean something in the path of a file.
            Self::FormulaString { quote: b'\'' } => {
                let is_mark = |c: char| matches!(c, '\'' | '*' | '?' | ':' | '/' | '\\');
                let plain = replacement.replace('[', "(").replace(']', ")").replace(is_mark, "_");
                xml::escape_attribute(&plain, out);
            }
            Self::FormulaString { quote } => {
                let quote = char::from(quote);
                xml::escape_attribute(&replacement.replace(quote, &format!("{quote}{quote}")), out);
            }
            Self::Layered(layers) => layers.write(replacement, out),
            Self::XmlNumber if replacement == NOTHING => {}
            Self::XmlText | Self::XmlNumber => xml::escape_text(replacement, out),
            Self::XmlAttribute => xml::escape_attribute(replacement, out),
            Self::XmlCData => out.push_str(&replacement.replace("]]>", "]] >")),
            Self::Comment => out.push_str(&replacement.replace("--", "- -").replace("?>", "? >")),
            Self::QuotedCell => out.push_str(&replacement.replace('"', "\"\"")),
            Self::Markdown => formats::markdown::escape(replacement, rest, out),
            Self::RtfText { .. } | Self::RtfEscape { .. } => formats::rtf::escape(replacement, out),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(
        changes: &[(Range<usize>, &'static str)],
        cuts: &[(usize, usize)],
    ) -> Result<Vec<Range<usize>>, WriteError> {
        let part = crate::Removable {
            kind: crate::RemovableKind::Metadata,
            place: "here".into(),
            span: None,
            number: 0,
            cuts: cuts.iter().map(|(start, end)| *start..*end).collect(),
        };
        let edits = Edits::none().removing(&part).expect("nothing overlaps");
        let changes = changes.iter().map(|(range, text)| (range.clone(), Cow::Borrowed(*text))).collect();
        Ok(with_cuts(changes, &edits)?.into_iter().map(|(range, _)| range).collect())
    }

    #[test]
    fn what_lies_in_a_cut_goes_with_it() {
        assert_eq!(merged(&[(1..2, "a"), (5..6, "b")], &[(4, 8)]), Ok(vec![1..2, 4..8]));
        assert_eq!(merged(&[(9..9, "a")], &[(0, 3), (1, 2)]), Ok(vec![0..3, 9..9]), "a cut in a cut");
    }

    #[test]
    fn what_a_cut_cuts_through_is_an_error() {
        assert_eq!(merged(&[(3..5, "a")], &[(4, 8)]), Err(WriteError::Inconsistent));
        assert_eq!(merged(&[(7..9, "a")], &[(4, 8)]), Err(WriteError::Inconsistent));
        assert_eq!(merged(&[], &[(0, 4), (2, 6)]), Err(WriteError::Inconsistent));
    }
}
