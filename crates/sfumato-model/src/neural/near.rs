//! A step that looks at the tokens a distance to either side.
//!
//! Rows are made bytes once, each with a scale of its own, and are multiplied with one matrix as the row before, with
//! another as the row itself and with a third as the row after; the three come together in single precision.
//! What the first step of a network multiplies depends on forms alone and is kept with them.

use super::Forms;
use super::arithmetic::{LANES, normalised};
use super::matrix::Matrix;
use super::path::Products;
use super::rows::{ROWS, Rows, to_positive};

/// The step.
#[derive(Clone, Copy)]
pub(super) struct NearLayer<'m> {
    /// The distance of the tokens that are looked at.
    pub distance: usize,
    pub gain: &'m [[u8; 4]],
    /// For the row before, the row itself and the row after.
    pub parts: [Matrix<'m>; 3],
    pub down: Matrix<'m>,
}

/// The byte that stands for zero in a row.
const NOTHING: u8 = 128;

/// Rows beside each other.
#[derive(Default)]
pub(super) struct Neighbours {
    /// All rows of a window as bytes, between rows of nothing; what a byte of each is worth.
    bytes: Vec<u8>,
    worth: Vec<f32>,
    /// The sums of the three matrices.
    sums: [Vec<i32>; 3],
    /// The row beyond the ends.
    nothing: Vec<f32>,
}

impl<'m> NearLayer<'m> {
    /// Adds to all rows of a window what they and their neighbours say.
    #[inline(always)]
    pub fn run(&self, products: impl Products, tokens: &mut [f32], room: &mut Neighbours, rows: &mut Rows) {
        let (width, hidden) = (self.down.outputs(), self.down.inputs);
        room.take(tokens, width, self, rows);
        for (chunk, tokens) in tokens.chunks_mut(ROWS * width).enumerate() {
            let count = tokens.len() / width;
            let first = |part: usize| chunk * ROWS + part * self.distance;
            for (part, sums) in room.sums.iter_mut().enumerate() {
                products.sums(&self.parts[part].product(&room.bytes[first(part) * width..], count), sums);
            }
            for at in 0..count {
                let sums = |part: usize| room.sums[part][at * hidden..][..hidden].as_chunks().0;
                let (before, own, after) = (sums(0), sums(1), sums(2));
                let worth = |part: usize| room.worth[first(part) + at];
                let worth = [worth(0), worth(1), worth(2)];
                let bytes = &mut rows.bytes[at * hidden..(at + 1) * hidden];
                rows.worth[at] = to_positive(&mut rows.row, bytes, |chunk| {
                    let mut lanes = self.parts[0].lanes(before, chunk);
                    let (own, after) = (self.parts[1].lanes(own, chunk), self.parts[2].lanes(after, chunk));
                    for at in 0..LANES {
                        lanes[at] = lanes[at] * worth[0] + own[at] * worth[1] + after[at] * worth[2];
                    }
                    lanes
                });
            }
            rows.add(products, &self.down, count, tokens);
        }
    }

    /// The same as [`NearLayer::run`], for the first step: each row starts as its form's entry, with which is kept what
    /// the parts make of it.
    #[inline(always)]
    pub fn run_first(
        &self,
        products: impl Products,
        forms: &Forms<'_>,
        entries: &[u32],
        tokens: &mut [f32],
        room: &mut Neighbours,
        rows: &mut Rows,
    ) {
        let (width, hidden) = (self.down.outputs(), self.down.inputs);
        room.nothing.resize(hidden, 0.0);
        for (chunk, tokens) in tokens.chunks_mut(ROWS * width).enumerate() {
            let count = tokens.len() / width;
            for (at, token) in tokens.chunks_exact_mut(width).enumerate() {
                let row = chunk * ROWS + at;
                token.copy_from_slice(&forms.entered(entries[row])[..width]);
                let part = |part: usize, row: Option<usize>| {
                    let entry = row.and_then(|row| entries.get(row));
                    let numbers = entry.map_or(&*room.nothing, |entry| &forms.entered(*entry)[width + part * hidden..]);
                    numbers[..hidden].as_chunks::<LANES>().0
                };
                let before = part(0, row.checked_sub(self.distance));
                let (own, after) = (part(1, Some(row)), part(2, row.checked_add(self.distance)));
                let bytes = &mut rows.bytes[at * hidden..(at + 1) * hidden];
                rows.worth[at] = to_positive(&mut rows.row, bytes, |chunk| {
                    let mut lanes = before[chunk];
                    for at in 0..LANES {
                        lanes[at] = lanes[at] + own[chunk][at] + after[chunk][at];
                    }
                    lanes
                });
            }
            rows.add(products, &self.down, count, tokens);
        }
    }
}

impl Neighbours {
    /// Takes in the rows of a window.
    #[inline(always)]
    fn take(&mut self, tokens: &[f32], width: usize, near: &NearLayer<'_>, rows: &mut Rows) {
        let (count, beside) = (tokens.len() / width, near.distance);
        self.bytes.resize((count + 2 * beside) * width, NOTHING);
        self.worth.resize(count + 2 * beside, 0.0);
        for (first, many) in [(0, beside), (beside + count, beside)] {
            self.bytes[first * width..][..many * width].fill(NOTHING);
            self.worth[first..][..many].fill(0.0);
        }
        self.sums.iter_mut().for_each(|sums| sums.resize(ROWS * near.down.inputs, 0));
        let own = self.bytes[beside * width..].chunks_exact_mut(width).zip(&mut self.worth[beside..]);
        for (row, (bytes, worth)) in tokens.chunks_exact(width).zip(own) {
            *worth = normalised(row, near.gain, &mut rows.row, bytes);
        }
    }
}
