//! Places in a document's text.

use std::ops::Range;

/// A non-empty or empty byte range of a document's text, on character boundaries.
///
/// Only a [`Document`](crate::Document) makes one, so that a span always fits the text it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(crate) fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// The start, in bytes.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The end, in bytes; the first byte after it.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Its length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// True if it holds nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// True if the two share at least one byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// True if `other` lies wholly inside.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that holds both; of two spans of one document it is again one of that document.
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}
