//! Products of bytes with the vector instructions of x86. The only unsafe code of the project.
//!
//! Why it is here: a network spends nine tenths of its time in these sums, and the compiler does not find the
//! instructions made for them, which are several times as fast as what it does find.
//!
//! Why it is sound. There are two kinds of unsafe operation.
//! Calling a function that is compiled for a processor: [`Avx2`] and [`Avx512`] can only be made by `here`, which asks
//! the processor, and only their methods make such calls.
//! Reading and writing through pointers: with AVX2, of arrays of the right length; with AVX-512, of the rows, blocks and sums
//! of a product, where [`Product::check`] has made sure that they lie in their slices. No load or store needs alignment,
//! and no pointer is kept beyond a call.
#![allow(unsafe_code, reason = "see above")]

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(not(target_arch = "x86_64"))]
pub(super) use elsewhere::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::super::matrix::{BLOCK, GROUP, Product, STEP};
    use super::super::path::{Products, Work};

    /// Proof that the processor has AVX-512 with products of bytes.
    #[derive(Clone, Copy)]
    pub struct Avx512(());

    /// Proof that the processor has AVX2.
    #[derive(Clone, Copy)]
    pub struct Avx2(());

    impl Avx512 {
        /// The proof, if there is one.
        pub fn here() -> Option<Self> {
            let has = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vnni");
            has.then_some(Self(()))
        }

        /// Does work that is compiled for it.
        pub fn run(self, work: impl Work) {
            // SAFETY: the processor has what the function is compiled for, as `self` proves.
            unsafe { run_avx512(self, work) }
        }
    }

    impl Avx2 {
        /// The proof, if there is one.
        pub fn here() -> Option<Self> {
            is_x86_feature_detected!("avx2").then_some(Self(()))
        }

        /// Does work that is compiled for it.
        pub fn run(self, work: impl Work) {
            // SAFETY: the processor has what the function is compiled for, as `self` proves.
            unsafe { run_avx2(self, work) }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    fn run_avx512(path: Avx512, work: impl Work) {
        work.run(path);
    }

    #[target_feature(enable = "avx2")]
    fn run_avx2(path: Avx2, work: impl Work) {
        work.run(path);
    }

    impl Products for Avx512 {
        #[inline(always)]
        fn sums(self, product: &Product<'_>, sums: &mut [i32]) {
            product.check(sums);
            // SAFETY: the processor has what the function is compiled for, as `self` proves; the product is checked.
            unsafe { sums_avx512(product, sums.as_mut_ptr()) }
        }
    }

    impl Products for Avx2 {
        #[inline(always)]
        fn sums(self, product: &Product<'_>, sums: &mut [i32]) {
            product.check(sums);
            // SAFETY: the processor has what the function is compiled for, as `self` proves.
            unsafe { sums_avx2(product, sums) }
        }
    }

    /// The place of a tile of a product.
    #[derive(Clone, Copy)]
    struct Tile {
        groups: usize,
        left: *const u8,
        right: *const u8,
        /// From one block to the next.
        stride: usize,
        sums: *mut i32,
        /// From one row of sums to the next.
        width: usize,
    }

    impl Tile {
        /// The tile of a product that starts at a row and a block.
        ///
        /// # Safety
        /// The product is checked with these sums, and has such a row and such a block.
        #[inline(always)]
        unsafe fn of(product: &Product<'_>, sums: *mut i32, row: usize, block: usize) -> Self {
            let (groups, stride, width) = (product.groups, product.stride, product.blocks * BLOCK);
            // SAFETY: the row and the block lie in the slices.
            unsafe {
                Self {
                    groups,
                    left: product.left.as_ptr().add(row * groups * GROUP),
                    right: product.right.as_ptr().add(block * stride),
                    stride,
                    sums: sums.add(row * width + block * BLOCK),
                    width,
                }
            }
        }

        /// A group of inputs of a row.
        ///
        /// # Safety
        /// The tile has such a row and such a group.
        #[inline(always)]
        unsafe fn inputs(&self, row: usize, group: usize) -> i32 {
            // SAFETY: the group lies in the slice; the read needs no alignment.
            unsafe { self.left.add((row * self.groups + group) * GROUP).cast::<i32>().read_unaligned() }
        }

        /// The numbers that a block has for a group of inputs.
        ///
        /// # Safety
        /// The tile has such a block and such a group.
        #[inline(always)]
        unsafe fn step(&self, block: usize, group: usize) -> *const u8 {
            // SAFETY: the step lies in the slice.
            unsafe { self.right.add(block * self.stride + group * STEP) }
        }

        /// The place for the sums of a row and a block.
        ///
        /// # Safety
        /// The tile has such a row and such a block.
        #[inline(always)]
        unsafe fn out(&self, row: usize, block: usize) -> *mut i32 {
            // SAFETY: the sums lie in the slice.
            unsafe { self.sums.add(row * self.width + block * BLOCK) }
        }
    }

    /// All sums of a product: four blocks stay near while the rows go by, six at a time.
    ///
    /// # Safety
    /// The product is checked with these sums.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    unsafe fn sums_avx512(product: &Product<'_>, sums: *mut i32) {
        let mut block = 0;
        // SAFETY: tiles are cut from the rows and blocks that there are.
        unsafe {
            while block + 4 <= product.blocks {
                rows_avx512::<4>(product, sums, block);
                block += 4;
            }
            match product.blocks - block {
                0 => {}
                1 => rows_avx512::<1>(product, sums, block),
                2 => rows_avx512::<2>(product, sums, block),
                _ => rows_avx512::<3>(product, sums, block),
            }
        }
    }

    /// The sums of some blocks.
    ///
    /// # Safety
    /// The product is checked with these sums, and has as many blocks.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    unsafe fn rows_avx512<const BLOCKS: usize>(product: &Product<'_>, sums: *mut i32, block: usize) {
        let mut row = 0;
        while row < product.rows {
            // SAFETY: there is such a row and such a block, and a tile of as many rows as are left.
            unsafe {
                let tile = Tile::of(product, sums, row, block);
                match product.rows - row {
                    1 => tile_avx512::<1, BLOCKS>(tile),
                    2 => tile_avx512::<2, BLOCKS>(tile),
                    3 => tile_avx512::<3, BLOCKS>(tile),
                    4 => tile_avx512::<4, BLOCKS>(tile),
                    5 => tile_avx512::<5, BLOCKS>(tile),
                    _ => tile_avx512::<6, BLOCKS>(tile),
                }
            }
            row += 6;
        }
    }

    /// The sums of some rows and blocks, all kept in registers.
    ///
    /// # Safety
    /// The tile has as many rows and blocks.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    unsafe fn tile_avx512<const ROWS: usize, const BLOCKS: usize>(tile: Tile) {
        let mut sums = [[_mm512_setzero_si512(); BLOCKS]; ROWS];
        for group in 0..tile.groups {
            let mut right = [_mm512_setzero_si512(); BLOCKS];
            for (block, right) in right.iter_mut().enumerate() {
                // SAFETY: the tile has these rows, blocks and groups; loads need no alignment.
                *right = unsafe { _mm512_loadu_si512(tile.step(block, group).cast()) };
            }
            for (row, sums) in sums.iter_mut().enumerate() {
                // SAFETY: as above.
                let left = _mm512_set1_epi32(unsafe { tile.inputs(row, group) });
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum = _mm512_dpbusd_epi32(*sum, left, right);
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            for (block, sum) in sums.iter().enumerate() {
                // SAFETY: the tile has these rows and blocks; stores need no alignment.
                unsafe { _mm512_storeu_si512(tile.out(row, block).cast(), *sum) }
            }
        }
    }

    /// Rows, and groups of inputs, that are made wider at a time.
    const MOST_ROWS: usize = 48;
    const STRETCH: usize = 32;

    /// A group of inputs for all outputs of a block, in 16 bits: the first two inputs of outputs 0 to 7 and 8 to 15, then
    /// the other two. Outputs 2 and 3 have changed places with 4 and 5.
    type Wide = [__m256i; 4];

    /// All sums of a product. Products of bytes would be cut off at 16 bits, so that a stretch of bytes is made wider
    /// first; a block then stays near while the rows go by, six at a time.
    #[target_feature(enable = "avx2")]
    fn sums_avx2(product: &Product<'_>, sums: &mut [i32]) {
        let (inputs, width) = (product.groups * GROUP, product.blocks * BLOCK);
        sums[..product.rows * width].fill(0);
        let mut left = [[0; 2 * STRETCH]; MOST_ROWS];
        let mut right = [[_mm256_setzero_si256(); 4]; STRETCH];
        for first_row in (0..product.rows).step_by(MOST_ROWS) {
            let rows = (product.rows - first_row).min(MOST_ROWS);
            for first in (0..product.groups).step_by(STRETCH) {
                let groups = (product.groups - first).min(STRETCH);
                for (row, left) in left.iter_mut().take(rows).enumerate() {
                    let bytes = &product.left[(first_row + row) * inputs + first * GROUP..][..groups * GROUP];
                    widen_row(bytes, left);
                }
                for block in 0..product.blocks {
                    let steps = &product.right[block * product.stride + first * STEP..][..groups * STEP];
                    for (wide, step) in right.iter_mut().zip(steps.as_chunks::<STEP>().0) {
                        *wide = widened(step);
                    }
                    for row in (0..rows).step_by(6) {
                        let (left, sums) = (&left[row..rows], &mut sums[(first_row + row) * width + block * BLOCK..]);
                        match rows - row {
                            1 => tile_avx2::<1>(left, &right, groups, sums, width),
                            2 => tile_avx2::<2>(left, &right, groups, sums, width),
                            3 => tile_avx2::<3>(left, &right, groups, sums, width),
                            4 => tile_avx2::<4>(left, &right, groups, sums, width),
                            5 => tile_avx2::<5>(left, &right, groups, sums, width),
                            _ => tile_avx2::<6>(left, &right, groups, sums, width),
                        }
                    }
                }
            }
        }
    }

    /// Pairs of inputs of a row, in 16 bits each.
    #[target_feature(enable = "avx2")]
    fn widen_row(bytes: &[u8], pairs: &mut [i32]) {
        for (pair, bytes) in pairs.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *pair = i32::from(bytes[0]) | i32::from(bytes[1]) << 16;
        }
    }

    /// A step of a block in 16 bits.
    #[target_feature(enable = "avx2")]
    fn widened(step: &[u8; STEP]) -> Wide {
        let mut quarters = [_mm256_setzero_ps(); 4];
        for (quarter, bytes) in quarters.iter_mut().zip(step.as_chunks::<16>().0) {
            // SAFETY: there are 16 bytes; the load needs no alignment.
            let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
            *quarter = _mm256_castsi256_ps(_mm256_cvtepi8_epi16(bytes));
        }
        let [a, b, c, d] = quarters;
        [
            _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b)),
            _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(c, d)),
            _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b)),
            _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(c, d)),
        ]
    }

    /// Adds to the sums of some rows and one block what a stretch of inputs comes to.
    #[target_feature(enable = "avx2")]
    fn tile_avx2<const ROWS: usize>(
        left: &[[i32; 2 * STRETCH]],
        right: &[Wide; STRETCH],
        groups: usize,
        sums: &mut [i32],
        width: usize,
    ) {
        let Some(left) = left.first_chunk::<ROWS>() else { return };
        let mut lanes = [[_mm256_setzero_si256(); 2]; ROWS];
        for group in 0..groups.min(STRETCH) {
            for pair in 0..2 {
                let (low, high) = (right[group][2 * pair], right[group][2 * pair + 1]);
                for row in 0..ROWS {
                    let inputs = _mm256_set1_epi32(left[row][2 * group + pair]);
                    lanes[row][0] = _mm256_add_epi32(lanes[row][0], _mm256_madd_epi16(inputs, low));
                    lanes[row][1] = _mm256_add_epi32(lanes[row][1], _mm256_madd_epi16(inputs, high));
                }
            }
        }
        for (row, lanes) in lanes.iter().enumerate() {
            let sums = sums[row * width..][..BLOCK].as_chunks_mut::<8>().0;
            for (sums, lanes) in sums.iter_mut().zip(lanes) {
                let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(*lanes);
                let place = sums.as_mut_ptr().cast();
                // SAFETY: there are eight sums; load and store need no alignment.
                unsafe { _mm256_storeu_si256(place, _mm256_add_epi32(_mm256_loadu_si256(place), ordered)) }
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    use super::super::matrix::Product;
    use super::super::path::{Products, Work};

    /// Registers that this processor does not have.
    #[derive(Clone, Copy)]
    pub enum Avx2 {}
    pub use Avx2 as Avx512;

    impl Avx2 {
        /// The proof that the processor has them: there is none.
        pub fn here() -> Option<Self> {
            None
        }

        /// Never called.
        pub fn run(self, _: impl Work) {
            match self {}
        }
    }

    impl Products for Avx2 {
        fn sums(self, _: &Product<'_>, _: &mut [i32]) {
            match self {}
        }
    }
}
