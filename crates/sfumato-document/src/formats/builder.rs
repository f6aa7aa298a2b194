//! Putting a document together block by block, for formats whose text is not their source.

use std::collections::HashMap;
use std::ops::Range;

use crate::formats::{MOST_BYTES, ReadError, WriteError};
use crate::shell::{PartEdits, Plain, Shell};
use crate::splice::{Coding, Piece};
use crate::{Block, BlockKind, Document, Encoding, Removable, RemovableKind, Sensitive, Span};

/// Collects text, pieces and blocks in order; and, for files that are more than one text, their parts.
///
/// Ranges of the source count from the start of the part at hand.
#[derive(Default)]
pub(crate) struct Builder {
    text: String,
    pieces: Vec<Piece>,
    blocks: Vec<Block>,
    labels: Vec<Sensitive<String>>,
    numbers: HashMap<String, u32>,
    source: String,
    part_ends: Vec<usize>,
    removable: Vec<Removable>,
    dictated: Vec<Range<usize>>,
}

/// A document that became part of another: which of the whole's parts and removables are its own.
pub(crate) struct Absorbed {
    pub parts: Range<usize>,
    pub removable: Range<usize>,
    pub shell: Box<dyn Shell>,
}

impl Absorbed {
    /// The inner file with its edits made; nothing if it stays as it is.
    pub fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Option<Vec<u8>>, WriteError> {
        let parts = parts.get(self.parts.clone()).ok_or(WriteError::Inconsistent)?;
        let removed = removed.get(self.removable.clone()).ok_or(WriteError::Inconsistent)?;
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(None);
        }
        self.shell.assemble(parts, removed).map(Some)
    }
}

impl Builder {
    /// A name that blocks can go by; the same name has the same number.
    pub fn label(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.labels.len() as u32;
        self.labels.push(Sensitive::new(name.to_owned()));
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a column that has no name: its cells share it all the same.
    pub fn nameless(&mut self) -> u32 {
        self.labels.push(Sensitive::new(String::new()));
        self.labels.len() as u32 - 1
    }

    /// Ends the part at hand, whose decoded source this is; what is added next belongs to the next part.
    pub fn end_part(&mut self, source: &str) -> Result<(), ReadError> {
        if self.source.len() + source.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        self.source.push_str(source);
        self.part_ends.push(self.source.len());
        Ok(())
    }

    /// How many parts have ended: the number of the part at hand.
    pub fn part(&self) -> usize {
        self.part_ends.len()
    }

    /// How long the text is so far: where the next block starts, or nearly.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Something that can be removed; `since` is [`Self::text_len`] from before its text was added.
    /// The cuts count from the start of the part at hand. Gives its number.
    pub fn removable(
        &mut self,
        kind: RemovableKind,
        place: impl Into<Box<str>>,
        since: usize,
        cuts: Vec<Range<usize>>,
    ) -> usize {
        let base = self.source.len();
        let cuts = cuts.into_iter().map(|cut| base + cut.start..base + cut.end).collect();
        self.removable_cutting(kind, place, since, cuts)
    }

    /// The same with cuts in any parts, counted from the start of the whole source.
    pub fn removable_cutting(
        &mut self,
        kind: RemovableKind,
        place: impl Into<Box<str>>,
        since: usize,
        cuts: Vec<Range<usize>>,
    ) -> usize {
        let number = self.removable.len();
        // The line break of ours before its first block is not its own.
        let start = if since > 0 && since < self.text.len() { since + 1 } else { since };
        let span = (start < self.text.len()).then(|| Span::new(start as u32, self.text.len() as u32));
        self.removable.push(Removable { kind, place: place.into(), span, number, cuts });
        number
    }

    /// A stretch of the part at hand that holds a name which comes with the format or with a font.
    pub fn dictated(&mut self, range: Range<usize>) {
        let base = self.source.len();
        self.dictated.push(base + range.start..base + range.end);
    }

    /// How many removables there are so far.
    pub fn removable_count(&self) -> usize {
        self.removable.len()
    }

    /// Where the part at hand starts in the whole source.
    pub fn base(&self) -> usize {
        self.source.len()
    }

    /// Takes in a document that lies inside this one.
    pub fn absorb(&mut self, inner: Document) -> Result<Absorbed, ReadError> {
        let Document { source, part_ends, shell, text, blocks, pieces, labels, removable, dictated, .. } = inner;
        if self.source.len() + source.len() > MOST_BYTES || self.text.len() + source.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        let text = text.as_deref().unwrap_or(&source);
        if !text.is_empty() && !self.text.is_empty() {
            self.text.push('\n');
        }
        let (text_base, source_base) = (self.text.len(), self.source.len());
        let moved = |span: Span| Span::new((span.start() + text_base) as u32, (span.end() + text_base) as u32);
        self.text.push_str(text);
        self.pieces.extend(pieces.iter().map(|piece| piece.moved(text_base, source_base)));
        let number = |label: &Sensitive<String>| match label.expose().as_str() {
            "" => self.nameless(),
            name => self.label(name),
        };
        let numbers: Vec<u32> = labels.iter().map(number).collect();
        self.blocks.extend(blocks.iter().map(|block| Block {
            span: moved(block.span),
            kind: block.kind,
            label: block.label.map(|label| numbers[label as usize]),
        }));
        let absorbed = Absorbed {
            parts: self.part_ends.len()..self.part_ends.len() + part_ends.len(),
            removable: self.removable.len()..self.removable.len() + removable.len(),
            shell,
        };
        for mut part in removable {
            part.number += absorbed.removable.start;
            part.span = part.span.map(moved);
            part.cuts.iter_mut().for_each(|cut| *cut = cut.start + source_base..cut.end + source_base);
            self.removable.push(part);
        }
        self.dictated.extend(dictated.iter().map(|range| range.start + source_base..range.end + source_base));
        self.source.push_str(&source);
        self.part_ends.extend(part_ends.iter().map(|end| end + source_base));
        Ok(absorbed)
    }

    /// Starts a block; a line break of ours sets it apart from the one before.
    pub fn open(&mut self) -> usize {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.len()
    }

    /// Adds text to the open block.
    pub fn add(&mut self, text: &str, source: Range<usize>, coding: Coding) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let base = self.source.len();
        self.pieces.push(Piece::new(start..self.text.len(), base + source.start..base + source.end, coding));
    }

    /// Adds a blank of ours to the open block, between two texts that only stand side by side.
    pub fn gap(&mut self) {
        self.text.push(' ');
    }

    /// Ends the block that was opened at `start`; an empty one is forgotten.
    pub fn close(&mut self, start: usize, kind: BlockKind, label: Option<u32>) {
        if self.text.len() > start {
            let span = Span::new(start as u32, self.text.len() as u32);
            self.blocks.push(Block { span, kind, label });
        } else if start > 0 {
            self.text.pop();
        }
    }

    /// A block of a single piece.
    pub fn block(&mut self, text: &str, source: Range<usize>, coding: Coding, kind: BlockKind, label: Option<u32>) {
        let start = self.open();
        self.add(text, source, coding);
        self.close(start, kind, label);
    }

    /// The document that a file of one text is.
    pub fn finish(mut self, format: &'static str, encoding: Encoding, source: String) -> Document {
        self.part_ends.push(source.len());
        self.source = source;
        self.assemble(format, encoding, Box::new(Plain(encoding)))
    }

    /// The document that a file of many parts is.
    pub fn assemble(mut self, format: &'static str, encoding: Encoding, shell: Box<dyn Shell>) -> Document {
        // What grew by doubling may hold twice of what is needed, for as long as there is the document.
        self.text.shrink_to_fit();
        self.source.shrink_to_fit();
        self.pieces.shrink_to_fit();
        self.blocks.shrink_to_fit();
        Document {
            format,
            encoding,
            source: self.source,
            part_ends: self.part_ends,
            shell,
            text: Some(self.text),
            blocks: self.blocks,
            pieces: self.pieces,
            labels: self.labels,
            removable: self.removable,
            dictated: self.dictated,
            protect: Vec::new(),
            id: None,
            is_partial: false,
            watcher: None,
        }
    }
}
