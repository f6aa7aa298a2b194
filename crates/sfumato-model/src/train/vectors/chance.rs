//! Chance: a seeded generator, and tokens drawn by how common they are.

/// A seeded generator that never changes between versions.
pub(super) struct TrainingDice(u64);

impl TrainingDice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An even number of 64 bits (splitmix64).
    #[inline]
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.roll()) * limit as u128) >> 64) as usize
    }

    /// A number from 0 up to 1.
    #[inline]
    pub fn share(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// Rare tokens are drawn more often than they are met, by this power of their count.
const POWER: f64 = 0.75;
const LEAST_PLACES: usize = 1 << 20;

/// Tokens to draw from.
pub(super) struct WeightedDraw {
    tokens: Vec<u32>,
}

impl WeightedDraw {
    /// A token gets places by a power of its count; one that was never met gets none.
    pub fn new(counts: &[f64]) -> Self {
        let places = LEAST_PLACES.max(counts.len() * 4);
        let total: f64 = counts.iter().map(|count| count.powf(POWER)).sum();
        let mut tokens = Vec::with_capacity(places);
        let mut reached = 0.0;
        for (token, count) in counts.iter().enumerate() {
            reached += count.powf(POWER);
            let end = ((reached / total) * places as f64).round() as usize;
            tokens.resize(end.max(tokens.len()), token as u32);
        }
        Self { tokens }
    }

    #[inline]
    pub fn draw(&self, dice: &mut TrainingDice) -> Option<u32> {
        self.tokens.get(dice.below(self.tokens.len())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_tokens_are_drawn_more_often_but_less_so_than_they_are_met() {
        let (urn, mut dice) = (WeightedDraw::new(&[16.0, 1.0, 0.0]), TrainingDice::new(1));
        let mut drawn = [0u32; 3];
        for _ in 0..9000 {
            drawn[urn.draw(&mut dice).expect("a token") as usize] += 1;
        }
        assert!((7500..8500).contains(&drawn[0]) && drawn[2] == 0, "{drawn:?}");
    }

    #[test]
    fn an_urn_of_nothing_gives_nothing() {
        assert_eq!(WeightedDraw::new(&[]).draw(&mut TrainingDice::new(1)), None);
        assert_eq!(WeightedDraw::new(&[0.0]).draw(&mut TrainingDice::new(1)), None);
    }
}
