//! The document: its text, its blocks, and where each piece of text lies in the source.

use std::ops::Range;
use std::sync::Arc;

use crate::container::FileContainer;
use crate::container::UnreadBytes;
use crate::encoded::{self, EncodedDocument};
use crate::formats::{DocumentFormat as _, JsonLines, TextFile, WriteError, json};
use crate::splice::{self, TextPiece};
use crate::{CharacterEncoding, Edits, ProgressObserver, Sensitive, Span, WorkStep};

/// The label that formats give to the names of things: of a style, a bookmark, a drawing.
pub(crate) const OBJECT: &str = "object";

/// The role of a block of text in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// A title.
    Heading,
    /// The name of a column or a member: it says what stands under it.
    Header,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell,
    /// A named field of a record.
    Field,
    /// Program text or a log, where marks mean themselves.
    Code,
    /// Data about the document rather than its text.
    Metadata,
    /// Text by which a program asks its user to write, such as "Click to edit Master title style" in the layout of a
    /// slide.
    Prompt,
}

impl BlockKind {
    /// The kind in one lower-case word, as reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::Heading => "heading",
            Self::Header => "header",
            Self::Item => "item",
            Self::Cell => "cell",
            Self::Field => "field",
            Self::Code => "code",
            Self::Metadata => "metadata",
            Self::Prompt => "prompt",
        }
    }
}

/// A stretch of text that belongs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextBlock {
    /// The span of the block in the text.
    pub span: Span,
    /// The role of the block.
    pub kind: BlockKind,
    pub(crate) label: Option<u32>,
}

/// The reason for which a part of a file can be removed whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemovableKind {
    /// It was said to us, not to the reader: the `protect` member of a record.
    Request,
    /// It tells about the document: who wrote it, when, with what.
    Metadata,
    /// A picture, whose content is not read.
    Picture,
    /// Something of another kind inside the file that is not read: an object, a macro, an attachment.
    Embedded,
    /// Names of parts of the file that people may have chosen; others stand in their places.
    Name,
}

impl RemovableKind {
    /// The kind in one lower-case word, as reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Metadata => "metadata",
            Self::Picture => "picture",
            Self::Embedded => "embedded",
            Self::Name => "name",
        }
    }
}

/// Something that can be removed whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removable {
    /// The reason for which it can be removed.
    pub kind: RemovableKind,
    /// The place in the format's words and free of text: `docProps/core.xml`, `header Received`.
    pub place: Box<str>,
    /// The text it takes with it, if its text is read.
    pub span: Option<Span>,
    /// Its number among the removables of the document.
    pub(crate) number: usize,
    /// The ranges of the source to cut out; in order, disjoint.
    pub(crate) cuts: Vec<Range<usize>>,
}

/// The owner of the address of a schema or a namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemaOwner {
    /// A public standard's, or an office program's.
    Standard,
    /// Anybody's.
    Other,
}

/// A document: immutable, and the sole owner of its text.
pub struct Document {
    pub(crate) format: &'static str,
    pub(crate) encoding: CharacterEncoding,
    /// The parts that carry text, decoded, one after the other.
    pub(crate) source: String,
    /// The end of each part in the source.
    pub(crate) part_ends: Vec<usize>,
    /// The bytes around the parts, and the way to put them together again.
    pub(crate) container: Box<dyn FileContainer>,
    /// The text, unless it is the source itself.
    pub(crate) text: Option<String>,
    // Invariant: in text order, disjoint.
    pub(crate) blocks: Vec<TextBlock>,
    // Invariant: in text order, disjoint there and in the source.
    pub(crate) pieces: Vec<TextPiece>,
    pub(crate) labels: Vec<Sensitive<String>>,
    pub(crate) removable: Vec<Removable>,
    /// Stretches of the source that hold names which come with the format or with a font, in order of the source.
    pub(crate) dictated: Vec<Range<usize>>,
    /// The encoded stretches of its texts; their parts follow those of the container.
    pub(crate) encoded: Vec<EncodedDocument>,
    /// Addresses of schemas and namespaces, in order of the source.
    pub(crate) addresses: Vec<(Range<usize>, SchemaOwner)>,
    /// Stretches of the source that are XML whose elements and attributes are called as the format says, in order.
    pub(crate) own_tags: Vec<Range<usize>>,
    pub(crate) protect: Vec<Sensitive<String>>,
    pub(crate) id: Option<Sensitive<String>>,
    /// True if only some of its fields were asked for, and the rest is left alone on purpose.
    pub(crate) is_partial: bool,
    /// The observer of the work on it, if somebody waits for it.
    pub(crate) observer: Option<Arc<dyn ProgressObserver>>,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Document({}, {} bytes of text, {} blocks)", self.format, self.text().len(), self.blocks.len())
    }
}

impl Document {
    /// The document with somebody who is told how far the work on it has come.
    #[must_use]
    pub fn watched_by(self, observer: Option<Arc<dyn ProgressObserver>>) -> Self {
        Self { observer, ..self }
    }

    /// Tells who watches that a step has come to a place of the text.
    pub fn reached(&self, step: WorkStep, place: usize) {
        if let Some(observer) = &self.observer {
            observer.reached(step, place as f64 / self.text().len().max(1) as f64);
        }
    }

    /// The name of the format it was read from.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The encoding of its file.
    pub fn encoding(&self) -> CharacterEncoding {
        self.encoding
    }

    /// The whole text, blocks of separate places apart by a line break.
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.source)
    }

    /// The text at a span: the one way to cut it.
    ///
    /// # Panics
    /// If the span belongs to another document; the message holds no text.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).expect("the span belongs to this document")
    }

    /// A span of this text; nothing if the range lies outside it, backwards or inside a character.
    pub fn span(&self, start: usize, end: usize) -> Option<Span> {
        self.text().get(start..end)?;
        Some(Span::new(start as u32, end as u32))
    }

    /// The span of the whole text.
    pub fn whole(&self) -> Span {
        Span::new(0, self.text().len() as u32)
    }

    /// The blocks in order.
    pub fn blocks(&self) -> &[TextBlock] {
        &self.blocks
    }

    /// The block that holds this offset, if one does.
    pub fn block_at(&self, offset: usize) -> Option<&TextBlock> {
        let after = self.blocks.partition_point(|block| block.span.start() <= offset);
        self.blocks[..after].last().filter(|block| offset < block.span.end())
    }

    /// The name a block goes by: the header of its column, the key of its field.
    pub fn label(&self, block: &TextBlock) -> Option<&str> {
        block.label.map(|label| self.labels[label as usize].expose().as_str()).filter(|label| !label.is_empty())
    }

    /// The number of a block's name: blocks of one column share it, and one without a name has a number too.
    pub fn label_number(&self, block: &TextBlock) -> Option<usize> {
        block.label.map(|label| label as usize)
    }

    /// All names blocks go by, by number.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|label| label.expose().as_str())
    }

    /// The ranges of the text that stand in the source. What lies between them (the line break between two cells)
    /// is ours, and nothing that means anything reaches across it.
    pub fn stretches(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut pieces = self.pieces.iter().peekable();
        std::iter::from_fn(move || {
            let first = pieces.next()?;
            let mut range = first.text();
            while let Some(piece) = pieces.next_if(|piece| piece.text().start == range.end) {
                range.end = piece.text().end;
            }
            Some(range)
        })
    }

    /// True if words at a place are said by somebody: not the name of a thing, a prompt, program text or data about the
    /// document, in which readers of prose would see names of people.
    pub fn is_prose(&self, span: Span) -> bool {
        self.block_at(span.start()).is_none_or(|block| match block.kind {
            BlockKind::Metadata | BlockKind::Code | BlockKind::Prompt => false,
            BlockKind::Field => self.label(block).is_some_and(|label| label != OBJECT),
            _ => true,
        })
    }

    /// True if a place lies in the number of a record, by which its format tells it from others.
    pub fn is_record_id(&self, span: Span) -> bool {
        let label = self.block_at(span.start()).and_then(|block| self.label(block));
        self.format == JsonLines::NAME && label == Some(JsonLines::ID)
    }

    /// True if a span is all of a number where the file takes numbers, and a replacement would be none there.
    pub fn wants_number(&self, span: Span, replacement: &str) -> bool {
        self.is_number(span) && !json::is_number(replacement)
    }

    /// Returns digits that stand for a span as its file writes them: a number does not start with a zero.
    pub fn as_number(&self, span: Span, digits: String) -> String {
        match digits.strip_prefix('0') {
            Some(rest) if !rest.is_empty() && !rest.starts_with('.') && self.is_number(span) => format!("9{rest}"),
            _ => digits,
        }
    }

    /// True if a span is all of a number where the file takes numbers: in a JSON text, in a cell of a spreadsheet.
    pub fn is_number(&self, span: Span) -> bool {
        let at = self.pieces.partition_point(|piece| piece.text().end <= span.start());
        self.pieces.get(at).is_some_and(|piece| piece.text() == span.range() && piece.is_number())
    }

    /// True if a place lies in an encoded stretch.
    #[cfg(test)]
    pub(crate) fn is_encoded(&self, span: Span) -> bool {
        let parts = self.encoded.first().map(|first| first.inside.parts.start);
        let own = parts.and_then(|parts| self.part_ends.get(parts.checked_sub(1)?));
        let at = self.pieces.partition_point(|piece| piece.text().end <= span.start());
        own.is_some_and(|own| self.pieces.get(at).is_some_and(|piece| piece.source().start >= *own))
    }

    /// True if its file holds nothing besides its text, as a text file does.
    pub(crate) fn is_nothing_but_text(&self) -> bool {
        self.format == TextFile.name() && self.encoded.is_empty()
    }

    /// The parts that can be removed whole.
    pub fn removable(&self) -> &[Removable] {
        &self.removable
    }

    /// The file with the edits made; untouched bytes are copied.
    pub(crate) fn write(&self, edits: &Edits) -> Result<Vec<u8>, WriteError> {
        let mut removed = vec![false; self.removable.len()];
        for part in edits.removals() {
            *removed.get_mut(part.number).ok_or(WriteError::Inconsistent)? = true;
        }
        encoded::assemble(self.container.as_ref(), &self.encoded, &splice::part_edits(self, edits)?, &removed)
    }

    /// Hands out the bytes that stand in no part, decoded as far as they can be, each with a name for the place.
    pub(crate) fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.container.unread(look)?;
        self.encoded.iter().try_for_each(|encoded| encoded.inside.unread(look))
    }

    /// The bytes it was read from.
    pub fn into_bytes(self) -> Result<Vec<u8>, WriteError> {
        let Self { mut source, container, encoded, part_ends, .. } = self;
        if let Some(first) = encoded.first() {
            let own = first.inside.parts.start.checked_sub(1).and_then(|last| part_ends.get(last));
            source.truncate(*own.ok_or(WriteError::Inconsistent)?);
        }
        container.restore(source)
    }

    /// Names the document itself asks to be protected (the `protect` field of a JSON record).
    pub fn protect(&self) -> impl Iterator<Item = &str> {
        self.protect.iter().map(|name| name.expose().as_str())
    }

    /// The document's own id, if its format has one (the `id` field of a JSON record), as it stands in the source.
    pub fn id(&self) -> Option<&Sensitive<String>> {
        self.id.as_ref()
    }
}
