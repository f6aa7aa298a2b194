//! Observations of tokens: numbers in columns.

use std::ops::Range;

/// Rows of numbers, all of one width. Zero means that there is nothing in that column.
#[derive(Clone, Default)]
pub struct ObservationRows {
    width: usize,
    values: Vec<u64>,
}

impl ObservationRows {
    /// No rows yet, with this many columns.
    pub fn new(width: usize) -> Self {
        Self { width, values: Vec::new() }
    }

    /// Adds a row of zeros, to be filled.
    pub fn push(&mut self) -> &mut [u64] {
        let start = self.values.len();
        self.values.resize(start + self.width, 0);
        self.values.get_mut(start..).unwrap_or_default()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A row; empty if there is no such row.
    pub fn row(&self, row: usize) -> &[u64] {
        self.values.get(row * self.width..(row + 1) * self.width).unwrap_or_default()
    }

    /// A row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        self.values.get_mut(row * self.width..(row + 1) * self.width).unwrap_or_default()
    }
}

// The numbers are hashes of words: nothing of a text can be read off them, and nobody wants to see them.
impl std::fmt::Debug for ObservationRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rows({} of {})", self.len(), self.width)
    }
}

/// The observations of the tokens of a text.
///
/// Some columns belong to the word, wherever it stands, and are kept once for all its places; the others belong to the
/// place. The first columns, counted from zero, are those of the word.
#[derive(Debug, Clone, Default)]
pub struct Observations {
    /// The columns of each word.
    pub words: ObservationRows,
    /// The word at each place.
    pub of: Vec<u32>,
    /// The columns of each place.
    pub places: ObservationRows,
}

/// The number of the places before the first and after the last token of a sequence.
const EDGE: u64 = 0x5bd1_e995_0000_0100;

impl Observations {
    /// No tokens yet.
    pub fn new(word_columns: usize, place_columns: usize) -> Self {
        Self { words: ObservationRows::new(word_columns), of: Vec::new(), places: ObservationRows::new(place_columns) }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Adds a token: the number of its word. Its columns of the place are to be filled.
    pub fn push(&mut self, word: u32) -> &mut [u64] {
        self.of.push(word);
        self.places.push()
    }

    /// Forgets all tokens, but not their words.
    pub fn clear_places(&mut self) {
        self.of.clear();
        self.places.values.clear();
    }

    /// A column of the token that stands `offset` away; beyond the ends of the sequence, a mark by distance.
    #[inline]
    pub(crate) fn value(&self, sequence: &Range<usize>, token: usize, offset: i8, column: usize) -> u64 {
        let at = token.wrapping_add_signed(isize::from(offset));
        if at < sequence.start || at >= sequence.end {
            return edge(sequence, token, offset);
        }
        match column.checked_sub(self.words.width()) {
            None => self.of.get(at).and_then(|word| self.words.row(*word as usize).get(column)).copied().unwrap_or(0),
            Some(column) => self.places.row(at).get(column).copied().unwrap_or(0),
        }
    }
}

fn edge(sequence: &Range<usize>, token: usize, offset: i8) -> u64 {
    let at = token as i64 + i64::from(offset);
    let beyond = if at < sequence.start as i64 { at - sequence.start as i64 } else { at - sequence.end as i64 + 1 };
    beyond_edge(beyond)
}

/// The mark of a place so far beyond an end: negative before the start, positive after the end.
pub(crate) fn beyond_edge(beyond: i64) -> u64 {
    EDGE.wrapping_add_signed(beyond)
}
