//! The instructions of the processor that are used.

use super::matrix::Product;
use super::simd;

/// A way to compute, all of which give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Whatever the compiler makes of plain code.
    Portable,
    /// 256-bit registers of x86.
    Avx2,
    /// 512-bit registers of x86, with products of bytes.
    Avx512,
}

/// A computation. The code is compiled anew for each path, so that all of it must be inlined.
pub(super) trait Work {
    fn run<P: Products>(self, products: P);
}

/// A computation of others than networks over many numbers. It is compiled anew for each path, so that all of it must
/// be inlined.
pub trait Compute {
    /// Computes it.
    fn compute(self);
}

/// A computation of others.
struct Others<C>(C);

impl<C: Compute> Work for Others<C> {
    #[inline(always)]
    fn run<P: Products>(self, _: P) {
        self.0.compute();
    }
}

/// Instructions that multiply bytes.
pub(super) trait Products: Copy {
    /// The sums of a product, row by row.
    fn sums(self, product: &Product<'_>, sums: &mut [i32]);
}

/// The plain way.
#[derive(Clone, Copy)]
struct Portable;

impl Products for Portable {
    #[inline(always)]
    fn sums(self, product: &Product<'_>, sums: &mut [i32]) {
        product.portable(sums);
    }
}

impl Path {
    /// Those that this processor has, the fastest last.
    pub fn all() -> Vec<Self> {
        [Self::Portable, Self::Avx2, Self::Avx512].into_iter().filter(|path| path.is_here()).collect()
    }

    /// The fastest that this processor has.
    pub fn best() -> Self {
        [Self::Avx512, Self::Avx2].into_iter().find(|path| path.is_here()).unwrap_or(Self::Portable)
    }

    /// True if this processor has it.
    pub fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Avx2 => simd::Avx2::here().is_some(),
            Self::Avx512 => simd::Avx512::here().is_some(),
        }
    }

    /// Computes something in this way; in the plain one where the processor has it not.
    pub fn compute(self, what: impl Compute) {
        self.run(Others(what));
    }

    /// Does work in this way; in the plain one where the processor has it not.
    pub(super) fn run(self, work: impl Work) {
        if let (Self::Avx512, Some(path)) = (self, simd::Avx512::here()) {
            path.run(work);
        } else if let (Self::Avx2, Some(path)) = (self, simd::Avx2::here()) {
            path.run(work);
        } else {
            work.run(Portable);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neural::matrix::{BLOCK, GROUP, STEP};

    /// A product on a path.
    struct Sums<'a>(Product<'a>, &'a mut [i32]);

    impl Work for Sums<'_> {
        #[inline(always)]
        fn run<P: Products>(self, products: P) {
            products.sums(&self.0, self.1);
        }
    }

    /// The sum of one row and one output, as the definition has it.
    fn sum(product: &Product<'_>, row: usize, output: usize) -> i32 {
        let right = &product.right[output / BLOCK * product.stride..];
        let number = |input: usize| right[input / GROUP * STEP + output % BLOCK * GROUP + input % GROUP].cast_signed();
        let inputs = product.groups * GROUP;
        let left = &product.left[row * inputs..(row + 1) * inputs];
        left.iter().enumerate().map(|(input, byte)| i32::from(*byte) * i32::from(number(input))).sum()
    }

    #[test]
    fn every_path_finds_the_exact_sums() {
        // The greatest numbers of each sign stand side by side: 16 bits would not hold their pairs.
        let greatest: Vec<u8> = (0..4_000).map(|at| if at / 64 % 2 == 0 { 255 } else { 128 }).collect();
        let mixed: Vec<u8> = (0..4_000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in [greatest, mixed] {
            for rows in 0..9 {
                for blocks in 0..7 {
                    for groups in [1, 5] {
                        let stride = groups * STEP + 64;
                        let product = Product { left: &bytes[7..], rows, groups, right: &bytes[3..], stride, blocks };
                        let exact: Vec<i32> = (0..rows * blocks * BLOCK)
                            .map(|at| sum(&product, at / (blocks * BLOCK), at % (blocks * BLOCK)))
                            .collect();
                        for path in Path::all() {
                            let mut sums = vec![0; exact.len()];
                            path.run(Sums(product, &mut sums));
                            assert_eq!(sums, exact, "{path:?}, {rows} rows, {blocks} blocks, {groups} groups");
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "rows of a product")]
    fn a_product_that_goes_beyond_its_rows_is_stopped() {
        let product = Product { left: &[0; 7], rows: 2, groups: 1, right: &[0; STEP], stride: STEP, blocks: 1 };
        Path::best().run(Sums(product, &mut [0; 2 * BLOCK]));
    }
}
