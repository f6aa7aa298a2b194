//! Randomness that can be repeated: the same seed, scope and thing give the same draws, in any order.

use std::fmt;
use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};

/// The source of all draws. `Debug` does not show it: who knows it can undo what was drawn.
#[derive(Clone, PartialEq, Eq)]
pub struct PseudonymSeed([u8; 32]);

impl PseudonymSeed {
    /// The seed of a number.
    pub fn new(number: u64) -> Self {
        Self::from_bytes(&number.to_le_bytes())
    }

    /// The seed of any bytes, such as a key.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::new().chain_update(b"sfumato seed 1").chain_update(bytes).finalize().into())
    }

    /// A seed of its own for a part of the whole: a document, a folder, a person.
    pub fn within(&self, scope: &[u8]) -> Self {
        Self(Sha256::new().chain_update(self.0).chain_update(b"scope").chain_update(scope).finalize().into())
    }

    /// The draws for a thing, named by its parts.
    pub fn draw(&self, parts: &[&str]) -> SeededDraws {
        let mut hash = Sha256::new().chain_update(self.0).chain_update(b"draw");
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        SeededDraws { key: hash.finalize().into(), block: [0; 32], drawn: 0 }
    }
}

impl fmt::Debug for PseudonymSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PseudonymSeed")
    }
}

/// A row of random numbers that has no end.
#[derive(Clone)]
pub struct SeededDraws {
    key: [u8; 32],
    block: [u8; 32],
    drawn: u64,
}

impl SeededDraws {
    /// Any number.
    pub fn number(&mut self) -> u64 {
        let (block, nth) = (self.drawn / 4, (self.drawn % 4) as usize);
        if nth == 0 {
            self.block = Sha256::new().chain_update(self.key).chain_update(block.to_le_bytes()).finalize().into();
        }
        self.drawn += 1;
        let words = self.block.as_chunks::<8>().0;
        words.get(nth).map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// A number below a limit; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The high half of the product is even enough for limits far below 2^64.
        ((u128::from(self.number()) * limit as u128) >> 64) as usize
    }

    /// A number of a range, both ends included.
    pub fn between(&mut self, range: RangeInclusive<i64>) -> i64 {
        let count = range.end().saturating_sub(*range.start()).saturating_add(1).max(1);
        range.start() + self.below(count as usize) as i64
    }

    /// One of a slice; nothing if it is empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// The numbers below a limit, each once, in a random order.
    pub fn order(&mut self, limit: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..limit).collect();
        for at in (1..limit).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

impl fmt::Debug for SeededDraws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeededDraws")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_thing_draws_the_same() {
        let draws = |seed: u64, thing: &str| {
            let mut draw = PseudonymSeed::new(seed).within(b"a document").draw(&["name", thing]);
            (0..9).map(|_| draw.number()).collect::<Vec<_>>()
        };
        assert_eq!(draws(1, "ann"), draws(1, "ann"));
        assert_ne!(draws(1, "ann"), draws(2, "ann"));
        assert_ne!(draws(1, "ann"), draws(1, "bob"));
        let parts = |parts: &[&str]| PseudonymSeed::new(1).draw(parts).number();
        assert_ne!(parts(&["ab", "c"]), parts(&["a", "bc"]), "parts do not run together");
    }

    #[test]
    fn draws_stay_within_their_limits_and_reach_them() {
        let mut draw = PseudonymSeed::new(7).draw(&[]);
        let mut seen = [0usize; 6];
        (0..600).for_each(|_| seen[draw.below(6)] += 1);
        assert!(seen.iter().all(|count| (60..140).contains(count)), "{seen:?}");
        assert!((0..200).map(|_| draw.between(-3..=3)).all(|n| (-3..=3).contains(&n)));
        assert_eq!((draw.below(0), draw.pick::<u8>(&[])), (0, None));
        let mut order = draw.order(50);
        assert_ne!(order, (0..50).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
    }
}
