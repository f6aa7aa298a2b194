//! Rows on their way through matrices.

use super::arithmetic::{LANES, greater, greatest, normalised, positive, to_unsigned};
use super::matrix::Matrix;
use super::path::Products;

/// Rows that are multiplied together: a matrix is read once for all of them.
pub(super) const ROWS: usize = 48;

/// Some rows on their way through a matrix.
#[derive(Default)]
pub(super) struct Rows {
    /// One of them before it becomes bytes.
    pub row: Vec<f32>,
    /// The rows as bytes, and what one is worth.
    pub bytes: Vec<u8>,
    pub worth: Vec<f32>,
    pub sums: Vec<i32>,
}

impl Rows {
    /// Makes room for rows of at most so many numbers.
    pub fn prepare(&mut self, most: usize) {
        self.row.resize(most, 0.0);
        self.bytes.resize(ROWS * most, 0);
        self.worth.resize(ROWS, 0.0);
        self.sums.resize(ROWS * most, 0);
    }

    /// Takes in a row: its mean square made one, with a gain for each number.
    #[inline(always)]
    pub fn take(&mut self, at: usize, row: &[f32], gain: &[[u8; 4]]) {
        self.worth[at] = normalised(row, gain, &mut self.row, &mut self.bytes[at * row.len()..(at + 1) * row.len()]);
    }

    /// Multiplies the rows with a matrix.
    #[inline(always)]
    pub fn multiply(&mut self, products: impl Products, matrix: &Matrix<'_>, rows: usize) {
        products.sums(&matrix.product(&self.bytes, rows), &mut self.sums);
    }

    /// Multiplies the rows with a matrix, and writes down what comes of it.
    #[inline(always)]
    pub fn write(&mut self, products: impl Products, matrix: &Matrix<'_>, count: usize, rows: &mut [f32]) {
        self.multiply(products, matrix, count);
        let outputs = matrix.outputs();
        for ((x, sums), worth) in rows.chunks_exact_mut(outputs).zip(self.sums.chunks_exact(outputs)).zip(&self.worth) {
            matrix.write(sums, *worth, x);
        }
    }

    /// Multiplies the rows with a matrix, and adds what comes of it to others.
    #[inline(always)]
    pub fn add(&mut self, products: impl Products, matrix: &Matrix<'_>, count: usize, rows: &mut [f32]) {
        self.multiply(products, matrix, count);
        let outputs = matrix.outputs();
        for ((x, sums), worth) in rows.chunks_exact_mut(outputs).zip(self.sums.chunks_exact(outputs)).zip(&self.worth) {
            matrix.add(sums, *worth, x);
        }
    }

    /// Takes in the sums of a matrix as rows, zero where they are negative.
    #[inline(always)]
    pub fn rectify(&mut self, matrix: &Matrix<'_>, rows: usize) {
        let outputs = matrix.outputs();
        for at in 0..rows {
            let sums = self.sums[at * outputs..(at + 1) * outputs].as_chunks().0;
            let bytes = &mut self.bytes[at * outputs..(at + 1) * outputs];
            self.worth[at] *= to_positive(&mut self.row, bytes, |chunk| matrix.lanes(sums, chunk));
        }
    }
}

/// Numbers, given some at a time, as bytes, zero where they are negative; what one byte is worth.
#[inline(always)]
pub(super) fn to_positive(scratch: &mut [f32], bytes: &mut [u8], lanes: impl Fn(usize) -> [f32; LANES]) -> f32 {
    let row = &mut scratch[..bytes.len()];
    let mut most = [0.0; LANES];
    for (chunk, out) in row.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut lanes = lanes(chunk);
        for lane in &mut lanes {
            *lane = positive(*lane);
        }
        for at in 0..LANES {
            most[at] = greater(lanes[at], most[at]);
        }
        *out = lanes;
    }
    to_unsigned(row, greatest(most), bytes)
}
