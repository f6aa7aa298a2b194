//! Matrices of bytes, and products of bytes.

use super::arithmetic::{LANES, float};

/// Outputs that lie together.
pub(super) const BLOCK: usize = 16;
/// Inputs of an output that lie side by side.
pub(super) const GROUP: usize = 4;
/// The bytes of a group of inputs, for all outputs of a block.
pub(super) const STEP: usize = BLOCK * GROUP;

/// A matrix of signed bytes, with a scale for each output, and what each output starts at.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'m> {
    pub inputs: usize,
    pub blocks: usize,
    pub bytes: &'m [u8],
    pub scales: &'m [[u8; 4]],
    pub starts: &'m [[u8; 4]],
}

impl<'m> Matrix<'m> {
    /// The number of blocks that hold so many outputs.
    pub fn blocks_of(outputs: usize) -> usize {
        outputs.div_ceil(BLOCK)
    }

    /// The number of outputs of so many blocks.
    pub fn whole(blocks: usize) -> usize {
        blocks * BLOCK
    }

    /// The number of outputs, with those that fill the last block.
    pub fn outputs(&self) -> usize {
        Self::whole(self.blocks)
    }

    /// The matrix of some of its blocks alone.
    pub fn part(&self, first: usize, blocks: usize) -> Self {
        let outputs = first * BLOCK..(first + blocks) * BLOCK;
        Self {
            inputs: self.inputs,
            blocks,
            bytes: &self.bytes[outputs.start * self.inputs..outputs.end * self.inputs],
            scales: &self.scales[outputs.clone()],
            starts: &self.starts[outputs],
        }
    }

    /// Some outputs, given their sums; they still have to be multiplied by what a byte of the row is worth.
    #[inline(always)]
    pub fn lanes(&self, sums: &[[i32; LANES]], chunk: usize) -> [f32; LANES] {
        let (sums, starts) = (&sums[chunk], &self.starts.as_chunks::<LANES>().0[chunk]);
        let scales = &self.scales.as_chunks::<LANES>().0[chunk];
        let mut lanes = [0.0; LANES];
        for at in 0..LANES {
            lanes[at] = sums[at].wrapping_add(i32::from_le_bytes(starts[at])) as f32 * float(&scales[at]);
        }
        lanes
    }

    /// The outputs of a row, given its sums and what a byte of it is worth.
    #[inline(always)]
    pub fn write(&self, sums: &[i32], worth: f32, out: &mut [f32]) {
        let sums = sums.as_chunks().0;
        for (chunk, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let lanes = self.lanes(sums, chunk);
            for at in 0..LANES {
                out[at] = lanes[at] * worth;
            }
        }
    }

    /// The same, added to what is there.
    #[inline(always)]
    pub fn add(&self, sums: &[i32], worth: f32, out: &mut [f32]) {
        let sums = sums.as_chunks().0;
        for (chunk, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let lanes = self.lanes(sums, chunk);
            for at in 0..LANES {
                out[at] += lanes[at] * worth;
            }
        }
    }

    /// The product of rows of bytes with the whole matrix.
    #[inline(always)]
    pub fn product<'a>(&self, left: &'a [u8], rows: usize) -> Product<'a>
    where
        'm: 'a,
    {
        let groups = self.inputs / GROUP;
        Product { left, rows, groups, right: self.bytes, stride: groups * STEP, blocks: self.blocks }
    }
}

/// A product of rows of bytes with blocks of signed bytes.
///
/// An output of a row is the sum of its inputs times those of the row; it wraps around where it does not fit into 32 bits,
/// which no size that a file may state makes happen.
#[derive(Clone, Copy)]
pub(super) struct Product<'a> {
    /// Rows of groups of four bytes.
    pub left: &'a [u8],
    pub rows: usize,
    pub groups: usize,
    /// Blocks of as many groups.
    pub right: &'a [u8],
    /// From one block to the next, in bytes.
    pub stride: usize,
    pub blocks: usize,
}

impl Product<'_> {
    /// Panics unless all rows and blocks lie in their slices, and the sums have room.
    pub fn check(&self, sums: &[i32]) {
        assert!(self.rows * self.groups * GROUP <= self.left.len(), "rows of a product");
        let last = self.blocks.saturating_sub(1) * self.stride;
        assert!(self.blocks == 0 || last + self.groups * STEP <= self.right.len(), "blocks of a product");
        assert!(self.rows * self.blocks * BLOCK <= sums.len(), "sums of a product");
    }

    /// The sums, as any processor can find them.
    ///
    /// A stretch of a block is made wider once for all rows; pairs of 16-bit products are what compilers know best.
    #[inline(always)]
    pub fn portable(&self, sums: &mut [i32]) {
        self.check(sums);
        let (inputs, width) = (self.groups * GROUP, self.blocks * BLOCK);
        sums[..self.rows * width].fill(0);
        let mut wide = [[[0i16; 2 * BLOCK]; GROUP / 2]; STRETCH];
        for block in 0..self.blocks {
            let steps = self.right[block * self.stride..][..self.groups * STEP].as_chunks::<STEP>().0;
            for (stretch, steps) in steps.chunks(STRETCH).enumerate() {
                for (wide, step) in wide.iter_mut().zip(steps) {
                    for (at, byte) in step.iter().enumerate() {
                        let (output, input) = (at / GROUP, at % GROUP);
                        wide[input / 2][2 * output + input % 2] = i16::from(byte.cast_signed());
                    }
                }
                for row in 0..self.rows {
                    let left = &self.left[row * inputs + stretch * STRETCH * GROUP..][..steps.len() * GROUP];
                    let sums = &mut sums[row * width + block * BLOCK..][..BLOCK];
                    add_stretch(left.as_chunks::<GROUP>().0, &wide, sums);
                }
            }
        }
    }
}

/// Groups of inputs that are made wider at a time.
const STRETCH: usize = 64;

/// Adds to the sums of a row and a block what a stretch of inputs comes to.
#[inline(always)]
fn add_stretch(left: &[[u8; GROUP]], right: &[[[i16; 2 * BLOCK]; GROUP / 2]], sums: &mut [i32]) {
    let mut lanes = [0i32; BLOCK];
    for (left, right) in left.as_flattened().as_chunks::<2>().0.iter().zip(right.as_flattened()) {
        let (a, b) = (i32::from(left[0]), i32::from(left[1]));
        for at in 0..BLOCK {
            lanes[at] += a * i32::from(right[2 * at]) + b * i32::from(right[2 * at + 1]);
        }
    }
    sums.iter_mut().zip(lanes).for_each(|(sum, lane)| *sum += lane);
}
