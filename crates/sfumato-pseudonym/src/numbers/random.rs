//! Many small random numbers out of one draw.

use crate::SeededDraws;

/// A row of random numbers that costs little: a draw is a hash, this is a few multiplications.
#[derive(Clone)]
pub(crate) struct FastRandom(u64);

impl FastRandom {
    pub(crate) fn new(draw: &mut SeededDraws) -> Self {
        Self(draw.number())
    }

    fn next(&mut self) -> u64 {
        // SplitMix64, of Steele, Lea and Flood.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit; 0 if the limit is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number of a range, both ends included.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most.saturating_sub(least).saturating_add(1))
    }

    /// One of a row of characters.
    pub(crate) fn of(&mut self, row: &[u8]) -> u8 {
        row.get(self.below(row.len() as u64) as usize).copied().unwrap_or(b'0')
    }

    /// A digit.
    pub(crate) fn digit(&mut self) -> u8 {
        b'0' + self.below(10) as u8
    }
}
