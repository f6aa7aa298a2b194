//! Texts as they are shown: a window of one, with the blocks in it.

use serde::Serialize;
use sfumato::document::{Document, OffsetConverter, OffsetUnit, TextBlock};

use super::open::no_document;
use crate::problem::Problem;

/// A window of a text.
#[derive(Serialize)]
pub struct TextWindow<'d> {
    document: usize,
    length: usize,
    from: usize,
    to: usize,
    text: &'d str,
    blocks: Vec<ShownBlock<'d>>,
}

/// A block as it is told.
#[derive(Serialize)]
struct ShownBlock<'d> {
    kind: &'static str,
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'d str>,
}

impl<'d> TextWindow<'d> {
    /// The window of a document's text between two offsets in UTF-16 units; one inside a character is moved outward.
    pub fn of(number: usize, document: &'d Document, from: Option<usize>, to: Option<usize>) -> Result<Self, Problem> {
        let text = document.text();
        let offsets = OffsetConverter::new(text, OffsetUnit::Utf16);
        let length = offsets.from_byte(text.len());
        let (from, to) = (from.unwrap_or(0).min(length), to.unwrap_or(length).min(length));
        if from > to {
            return Err(Problem::request("range", "`from` is not before `to`").at("from"));
        }
        let before = offsets.to_byte(from).or_else(|| offsets.to_byte(from - 1)).unwrap_or_default();
        let after = offsets.to_byte(to).or_else(|| offsets.to_byte(to + 1)).unwrap_or(text.len());
        let window = text.get(before..after).ok_or_else(no_document)?;
        let blocks = document.blocks();
        let first = blocks.partition_point(|block| block.span.end() <= before);
        let inside = blocks.get(first..).unwrap_or_default();
        let inside = inside.iter().take_while(|block| block.span.start() < after || block.span.start() == before);
        let told = |block: &TextBlock| ShownBlock {
            kind: block.kind.name(),
            start: offsets.from_byte(block.span.start()),
            end: offsets.from_byte(block.span.end()),
            label: document.label(block),
        };
        Ok(Self {
            document: number,
            length,
            from: offsets.from_byte(before),
            to: offsets.from_byte(after),
            text: window,
            blocks: inside.map(told).collect(),
        })
    }
}
