//! One window through the network.

use std::ops::Range;

use super::arithmetic::{LANES, float, gained, greater, greatest, normal, positive, to_bytes, to_unsigned};
use super::attention::Attention;
use super::matrix::{BLOCK, Matrix};
use super::path::{Path, Products, Work};
use super::{Forms, Layer, Network};

/// Rows that are multiplied together: a matrix is read once for all of them.
const ROWS: usize = 48;

/// Room to compute in, which is kept from window to window.
pub struct Workspace {
    path: Path,
    room: Room,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({:?})", self.path)
    }
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new()
    }
}

impl Workspace {
    /// Room to compute in as fast as this processor can.
    pub fn new() -> Self {
        Self { path: Path::best(), room: Room::default() }
    }

    /// Room to compute in one way, if this processor has it. Results are the same.
    pub fn on(path: Path) -> Option<Self> {
        path.is_here().then(|| Self { path, room: Room::default() })
    }

    /// How it computes.
    pub fn path(&self) -> Path {
        self.path
    }
}

/// Numbers of a window, and of some rows of it.
#[derive(Default)]
struct Room {
    /// A row for each token.
    tokens: Vec<f32>,
    /// What each token sees.
    seen: Vec<f32>,
    attention: Attention,
    /// The numbers of a form and a space.
    sum: Vec<f32>,
    rows: Rows,
}

/// Some rows on their way through a matrix.
#[derive(Default)]
struct Rows {
    row: Vec<f32>,
    /// The rows as bytes, and what one is worth.
    bytes: Vec<u8>,
    worth: Vec<f32>,
    sums: Vec<i32>,
}

/// The scores of a window of tokens.
pub(super) struct Pass<'a, 'm> {
    pub network: &'a Network<'m>,
    pub forms: &'a Forms<'a>,
    pub tokens: &'a [(u32, bool)],
    pub columns: Range<usize>,
    pub workspace: &'a mut Workspace,
    pub out: &'a mut Vec<f32>,
}

impl Work for Pass<'_, '_> {
    #[inline(always)]
    fn run<P: Products>(self, products: P) {
        let Self { network, forms, tokens, columns, workspace: Workspace { room, .. }, out } = self;
        let sizes = network.sizes();
        room.prepare(network, tokens.len() + 1);
        room.enter(products, network, forms, tokens);
        for layer in network.layers.iter() {
            room.attend(products, layer, if layer.wide { sizes.window } else { sizes.reach });
            room.feed(products, layer);
        }
        room.leave(products, network, columns, out);
    }
}

impl Room {
    fn prepare(&mut self, network: &Network<'_>, tokens: usize) {
        let sizes = network.sizes();
        let most = (4 * sizes.width).max(sizes.narrow).max(network.head.outputs());
        self.tokens.clear();
        self.tokens.resize(tokens * sizes.width, 0.0);
        self.seen.resize(tokens * sizes.width, 0.0);
        self.attention.prepare(sizes, network.turns, tokens);
        self.sum.resize(sizes.narrow, 0.0);
        self.rows.row.resize(most, 0.0);
        self.rows.bytes.resize(ROWS * most, 0);
        self.rows.worth.resize(ROWS, 0.0);
        self.rows.sums.resize(ROWS * most, 0);
    }

    /// The vectors of the forms, and of the spaces before them, made wider.
    #[inline(always)]
    fn enter(&mut self, products: impl Products, network: &Network<'_>, forms: &Forms<'_>, tokens: &[(u32, bool)]) {
        let (narrow, width) = (network.sizes.narrow, network.sizes.width);
        let (without, with) = network.space.split_at(narrow);
        for (chunk, rows) in self.tokens.chunks_mut(ROWS * width).enumerate() {
            let count = rows.len() / width;
            for row in 0..count {
                let at = (chunk * ROWS + row).checked_sub(1);
                let (form, spaced) = at.and_then(|at| tokens.get(at)).copied().unwrap_or_default();
                let space = if spaced { with } else { without };
                for ((sum, x), space) in self.sum.iter_mut().zip(forms.vector(form)).zip(space) {
                    *sum = x + float(space);
                }
                self.rows.take(row, &self.sum, network.enter);
            }
            self.rows.add(products, &network.widen, count, rows);
        }
    }

    /// Attention.
    #[inline(always)]
    fn attend(&mut self, products: impl Products, layer: &Layer<'_>, reach: usize) {
        let width = layer.mix.inputs;
        for (chunk, rows) in self.tokens.chunks(ROWS * width).enumerate() {
            let count = rows.len() / width;
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, layer.before);
            }
            self.rows.multiply(products, &layer.qkv, count);
            for row in 0..count {
                let sums = &self.rows.sums[row * layer.qkv.outputs()..(row + 1) * layer.qkv.outputs()];
                self.attention.take(chunk * ROWS + row, sums, &layer.qkv, self.rows.worth[row], layer.sharp);
            }
        }
        self.attention.mix(products, reach, &mut self.seen);
        for (seen, rows) in self.seen.chunks(ROWS * width).zip(self.tokens.chunks_mut(ROWS * width)) {
            for (at, row) in seen.chunks_exact(width).enumerate() {
                let bytes = &mut self.rows.bytes[at * width..(at + 1) * width];
                self.rows.worth[at] = to_bytes(row, bytes);
            }
            self.rows.add(products, &layer.mix, rows.len() / width, rows);
        }
    }

    /// The feed-forward part.
    #[inline(always)]
    fn feed(&mut self, products: impl Products, layer: &Layer<'_>) {
        let width = layer.up.inputs;
        for rows in self.tokens.chunks_mut(ROWS * width) {
            let count = rows.len() / width;
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, layer.between);
            }
            self.rows.multiply(products, &layer.up, count);
            self.rows.rectify(&layer.up, count);
            self.rows.add(products, &layer.down, count, rows);
        }
    }

    /// The scores of all tokens but the border.
    #[inline(always)]
    fn leave(&mut self, products: impl Products, network: &Network<'_>, columns: Range<usize>, out: &mut Vec<f32>) {
        let width = network.sizes.width;
        let outputs = network.sizes.outputs;
        let columns = columns.start.min(outputs)..columns.end.min(outputs);
        if columns.is_empty() {
            return;
        }
        let first = columns.start / BLOCK;
        let head = network.head.part(first, columns.end.div_ceil(BLOCK) - first);
        let asked = columns.start - first * BLOCK..columns.end - first * BLOCK;
        for rows in self.tokens.get(width..).unwrap_or_default().chunks(ROWS * width) {
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, network.leave);
            }
            let count = rows.len() / width;
            self.rows.multiply(products, &head, count);
            for (row, sums) in self.rows.sums.chunks_exact(head.outputs()).take(count).enumerate() {
                let bias = &network.bias[columns.clone()];
                for (column, bias) in asked.clone().zip(bias) {
                    out.push(head.number(sums, column) * self.rows.worth[row] + float(bias));
                }
            }
        }
    }
}

impl Rows {
    /// Takes in a row: its mean square made one, with a gain for each number.
    #[inline(always)]
    fn take(&mut self, at: usize, row: &[f32], gain: &[[u8; 4]]) {
        let gained_row = &mut self.row[..row.len()];
        gained(row, gain, gained_row);
        let unit = to_bytes(gained_row, &mut self.bytes[at * row.len()..(at + 1) * row.len()]);
        self.worth[at] = unit * normal(row);
    }

    /// Multiplies the rows with a matrix.
    #[inline(always)]
    fn multiply(&mut self, products: impl Products, matrix: &Matrix<'_>, rows: usize) {
        products.sums(&matrix.product(&self.bytes, rows), &mut self.sums);
    }

    /// Multiplies the rows with a matrix, and adds what comes of it to others.
    #[inline(always)]
    fn add(&mut self, products: impl Products, matrix: &Matrix<'_>, count: usize, rows: &mut [f32]) {
        self.multiply(products, matrix, count);
        let outputs = matrix.outputs();
        for (row, (x, sums)) in rows.chunks_exact_mut(outputs).zip(self.sums.chunks_exact(outputs)).enumerate() {
            let worth = self.worth[row];
            for (((x, sum), start), scale) in x.iter_mut().zip(sums).zip(matrix.starts).zip(matrix.scales) {
                *x += sum.wrapping_add(i32::from_le_bytes(*start)) as f32 * float(scale) * worth;
            }
        }
    }

    /// Takes in the sums of a matrix as rows, zero where they are negative.
    #[inline(always)]
    fn rectify(&mut self, matrix: &Matrix<'_>, rows: usize) {
        let outputs = matrix.outputs();
        let row = &mut self.row[..outputs];
        for at in 0..rows {
            let sums = &self.sums[at * outputs..(at + 1) * outputs];
            for (((x, sum), start), scale) in row.iter_mut().zip(sums).zip(matrix.starts).zip(matrix.scales) {
                *x = positive(sum.wrapping_add(i32::from_le_bytes(*start)) as f32 * float(scale));
            }
            let mut most = [0.0; LANES];
            for chunk in row.as_chunks::<LANES>().0 {
                for lane in 0..LANES {
                    most[lane] = greater(chunk[lane], most[lane]);
                }
            }
            let bytes = &mut self.bytes[at * outputs..(at + 1) * outputs];
            self.worth[at] *= to_unsigned(row, greatest(most), bytes);
        }
    }
}
