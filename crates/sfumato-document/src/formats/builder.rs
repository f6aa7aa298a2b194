//! Putting a document together block by block, for formats whose text is not their source.

use std::ops::Range;

use crate::splice::{Coding, Piece};
use crate::{Block, BlockKind, Document, Encoding, Sensitive, Span};

/// Collects text, pieces and blocks in order.
#[derive(Default)]
pub(crate) struct Builder {
    text: String,
    pieces: Vec<Piece>,
    blocks: Vec<Block>,
    labels: Vec<Sensitive<String>>,
}

impl Builder {
    /// A name that blocks can go by.
    pub fn label(&mut self, name: &str) -> u32 {
        self.labels.push(Sensitive::new(name.to_owned()));
        (self.labels.len() - 1) as u32
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
        self.pieces.push(Piece::new(start..self.text.len(), source, coding));
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

    /// The document.
    pub fn finish(self, format: &'static str, encoding: Encoding, source: String) -> Document {
        Document {
            format,
            encoding,
            source,
            text: Some(self.text),
            blocks: self.blocks,
            pieces: self.pieces,
            labels: self.labels,
            removable: Vec::new(),
            protect: Vec::new(),
            id: None,
        }
    }
}
