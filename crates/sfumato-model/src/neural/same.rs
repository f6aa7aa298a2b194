//! A step that looks at the other places of the same form: the greatest of what each number is at any of them.
//!
//! What a form says is computed once for all its places.

use super::Forms;
use super::arithmetic::{LANES, greater};
use super::matrix::Matrix;
use super::path::Products;
use super::rows::{ROWS, Rows, to_positive};

/// The step.
#[derive(Clone, Copy)]
pub(super) struct SameLayer<'m> {
    pub gain: &'m [[u8; 4]],
    pub up: Matrix<'m>,
    pub down: Matrix<'m>,
}

/// The rows of a window that are of the same form, and the vector of each form.
#[derive(Default)]
pub(super) struct Places {
    /// The forms of the window, numbered as they come: the number of each row's.
    of_rows: Vec<u32>,
    count: usize,
    /// The same by the number that a form has elsewhere; between windows all are [`ABSENT`].
    of_forms: Vec<u32>,
    /// The greatest of each number, and what that adds to a row, for each form of the window.
    greatest: Vec<f32>,
    added: Vec<f32>,
}

/// The number of a form that a window does not have.
const ABSENT: u32 = u32::MAX;

impl Places {
    /// Numbers the forms of a window, the border's first.
    pub fn prepare(&mut self, forms: &Forms<'_>, tokens: &[(u32, bool)]) {
        let known = forms.len();
        self.of_forms.resize(known.max(self.of_forms.len()), ABSENT);
        self.of_rows.clear();
        self.count = 0;
        let numbers = || std::iter::once(0).chain(tokens.iter().map(|(form, _)| *form as usize));
        // What nobody added is the border.
        let numbers = || numbers().map(|form| if form < known { form } else { 0 });
        for form in numbers() {
            let own = &mut self.of_forms[form];
            if *own == ABSENT {
                *own = self.count as u32;
                self.count += 1;
            }
            self.of_rows.push(*own);
        }
        numbers().for_each(|form| self.of_forms[form] = ABSENT);
    }
}

impl SameLayer<'_> {
    /// Adds to all rows of a window what is said at the places of their forms.
    #[inline(always)]
    pub fn run(&self, products: impl Products, tokens: &mut [f32], places: &mut Places, rows: &mut Rows) {
        let (width, memory) = (self.up.inputs, self.up.outputs());
        places.greatest.clear();
        // What is negative counts as nothing.
        places.greatest.resize(places.count * memory, 0.0);
        for (tokens, numbers) in tokens.chunks(ROWS * width).zip(places.of_rows.chunks(ROWS)) {
            for (at, row) in tokens.chunks_exact(width).enumerate() {
                rows.take(at, row, self.gain);
            }
            rows.multiply(products, &self.up, numbers.len());
            for (row, number) in numbers.iter().enumerate() {
                let worth = rows.worth[row];
                let sums = rows.sums[row * memory..(row + 1) * memory].as_chunks().0;
                let greatest = &mut places.greatest[*number as usize * memory..][..memory];
                for (chunk, greatest) in greatest.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
                    let mut lanes = self.up.lanes(sums, chunk);
                    for lane in &mut lanes {
                        *lane *= worth;
                    }
                    for at in 0..LANES {
                        lanes[at] = greater(lanes[at], greatest[at]);
                    }
                    *greatest = lanes;
                }
            }
        }
        places.added.resize(places.count * width, 0.0);
        for (added, greatest) in places.added.chunks_mut(ROWS * width).zip(places.greatest.chunks(ROWS * memory)) {
            for (at, greatest) in greatest.chunks_exact(memory).enumerate() {
                let (chunks, bytes) = (greatest.as_chunks().0, &mut rows.bytes[at * memory..(at + 1) * memory]);
                rows.worth[at] = to_positive(&mut rows.row, bytes, |chunk| chunks[chunk]);
            }
            rows.write(products, &self.down, greatest.len() / memory, added);
        }
        for (row, number) in tokens.chunks_exact_mut(width).zip(&places.of_rows) {
            let added = &places.added[*number as usize * width..][..width];
            for at in 0..width {
                row[at] += added[at];
            }
        }
    }
}
