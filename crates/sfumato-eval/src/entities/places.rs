//! Sorted places: which of them overlap another, which hold a character, on which line they stand.

use sfumato::document::{Document, OffsetConverter, OffsetUnit, Span};

use super::{FoundSpan, LabelledSpan};

/// Something that has a place.
pub(super) trait HasSpan {
    fn span(&self) -> Span;
}

impl HasSpan for Span {
    fn span(&self) -> Span {
        *self
    }
}

impl HasSpan for LabelledSpan<'_> {
    fn span(&self) -> Span {
        self.span
    }
}

impl HasSpan for FoundSpan<'_> {
    fn span(&self) -> Span {
        self.labelled.span
    }
}

/// Those of sorted, disjoint places that overlap a span.
pub(super) fn beside<T: HasSpan>(sorted: &[T], span: Span) -> &[T] {
    let first = sorted.partition_point(|place| place.span().end() <= span.start());
    let after = sorted.partition_point(|place| place.span().start() < span.end());
    sorted.get(first..after).unwrap_or_default()
}

/// A walk along sorted places.
pub(super) struct PlaceWalk<'s, T> {
    rest: &'s [T],
}

impl<'s, T: HasSpan> PlaceWalk<'s, T> {
    pub(super) fn new(places: &'s [T]) -> Self {
        Self { rest: places }
    }

    /// The place that holds a byte; bytes are asked for in order.
    pub(super) fn at(&mut self, byte: usize) -> Option<&'s T> {
        while let Some((_, rest)) = self.rest.split_first().filter(|(first, _)| first.span().end() <= byte) {
            self.rest = rest;
        }
        self.rest.first().filter(|place| place.span().start() <= byte)
    }
}

/// Lines and columns of a text.
pub(super) struct LineColumns<'t> {
    /// The start of each line, in bytes.
    starts: Vec<usize>,
    offsets: OffsetConverter<'t>,
}

impl<'t> LineColumns<'t> {
    pub(super) fn of(document: &'t Document) -> Self {
        let text = document.text();
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self {
            starts: std::iter::once(0).chain(breaks).collect(),
            offsets: OffsetConverter::new(text, OffsetUnit::CodePoints),
        }
    }

    /// The line and the column of a byte, from one; columns count code points.
    pub(super) fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|nth| self.starts.get(nth)).copied().unwrap_or(0);
        (line, self.offsets.from_byte(byte) - self.offsets.from_byte(start) + 1)
    }
}
