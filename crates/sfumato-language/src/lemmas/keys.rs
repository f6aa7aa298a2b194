//! Keys: what a rule applies to, as a hash.
//!
//! The hash of the letters grows from the end of a word to its start, so that all its ends are had in one pass, and is
//! joined with the class of the rule only when it is looked up.

use super::casing::FormShape;
use crate::Upos;

/// The subject of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RuleSubject {
    /// The letters of the lemma.
    Edit,
    /// The way they are written, for forms of this shape.
    Casing(FormShape),
    /// True if the lemma is known.
    Known,
}

/// Mixed in where a word starts; no character has this number.
const START: u64 = 1 << 21;
/// An odd number without a pattern in its bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

fn grown(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(25) ^ value).wrapping_mul(FACTOR)
}

/// The letters at the end of a word.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordTail(u64);

impl WordTail {
    /// With one more letter to the left.
    pub fn extended(self, c: char) -> Self {
        Self(grown(self.0, u64::from(c)))
    }

    /// As a whole word.
    pub fn whole(self) -> Self {
        Self(grown(self.0, START))
    }
}

/// The classes that rules are kept apart by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Class(u64);

impl Class {
    pub fn new(subject: RuleSubject, upos: Upos, detail: &str) -> Self {
        let subject = match subject {
            RuleSubject::Edit => 0,
            RuleSubject::Known => 1,
            RuleSubject::Casing(shape) => 2 + shape as u64,
        };
        Self(
            detail.bytes().fold(grown(FACTOR, (subject << 8) | upos as u64), |hash, byte| grown(hash, u64::from(byte))),
        )
    }

    /// The key of the rule of this class for these letters.
    pub fn key(self, tail: WordTail) -> LemmaRuleKey {
        let joined = self.0 ^ tail.0;
        let mixed = (joined ^ (joined >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        LemmaRuleKey(mixed ^ (mixed >> 31))
    }
}

/// A finished key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LemmaRuleKey(u64);

impl LemmaRuleKey {
    /// The slot at which it is looked for first.
    pub fn place(self, count: usize) -> usize {
        (((self.0 >> 32) * count as u64) >> 32) as usize
    }

    /// The tag that tells it from others in the same place; never nought.
    pub fn tag(self) -> u32 {
        (self.0 as u32).max(1)
    }

    /// A shorter tag; never nought.
    pub fn short_tag(self) -> u16 {
        (self.0 as u16).max(1)
    }
}
