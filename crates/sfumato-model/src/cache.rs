//! Keys of what is kept from one document to the next.
//!
//! A cache holds no text, so that it cannot compare the words it stands for; and whoever writes documents could make words
//! of one [`hash_bytes`](crate::hash_bytes), which is the same in all programs.
//! A [`CacheKey`] is therefore a hash under a secret of the run, beside a plain one: nobody can foresee it, and by chance two
//! of 128 bits do not meet. What is computed never depends on it, only whether it is computed again.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::hash::{IdentityHasher, hash_pair};

/// The key of an answer in a cache: a hash of the question, good for this run alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheKey {
    secret: u64,
    plain: u64,
}

/// Answers by the keys of their questions.
pub type CacheTable<V> = HashMap<CacheKey, V, BuildHasherDefault<IdentityHasher>>;

impl CacheKey {
    /// The key of a question.
    pub fn of<Q: Hash + ?Sized>(question: &Q) -> Self {
        static SECRET: OnceLock<RandomState> = OnceLock::new();
        let mut plain = PlainHasher(0);
        question.hash(&mut plain);
        Self { secret: SECRET.get_or_init(RandomState::new).hash_one(question), plain: plain.0 }
    }

    /// The key of this question and another, in this order.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { secret: hash_pair(self.secret, other.secret), plain: hash_pair(self.plain, other.plain) }
    }
}

// A table takes what is written last for the place; both halves are compared there.
impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.plain);
        state.write_u64(self.secret);
    }
}

/// The other half of a key: eight bytes at a time, which is quick, and no more than a second opinion.
struct PlainHasher(u64);

impl Hasher for PlainHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let last = rest.iter().fold(rest.len() as u64, |last, byte| last << 8 | u64::from(*byte));
        self.write_u64(last);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = hash_pair(self.0, number);
    }
}

/// A number that no two tables of a run share, whatever they hold; copies of one share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InstanceNumber(u64);

impl InstanceNumber {
    /// The next number.
    #[expect(clippy::new_without_default, reason = "each is another one")]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_questions_have_one_key_and_others_another() {
        let questions = ["", "a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "\0", "\0\0"];
        for (nth, question) in questions.iter().enumerate() {
            let same = questions.iter().filter(|other| CacheKey::of(**other) == CacheKey::of(*question)).count();
            assert_eq!(same, 1, "{nth}");
        }
        assert_ne!(CacheKey::of(&("ab", "c")), CacheKey::of(&("a", "bc")));
        let (a, b) = (CacheKey::of("a"), CacheKey::of("b"));
        assert_ne!(a.with(b), b.with(a));
        assert_eq!(a.with(b), CacheKey::of("a").with(CacheKey::of("b")));
        assert_ne!(CacheKey::of("a"), CacheKey::default());
    }

    #[test]
    fn a_table_compares_both_halves_of_a_key() {
        let mut table = CacheTable::default();
        let (one, other) = (CacheKey { secret: 1, plain: 1 }, CacheKey { secret: 1, plain: 2 });
        table.insert(one, "one");
        assert_eq!(table.get(&other), None);
        table.insert(other, "other");
        assert_eq!((table.get(&one), table.get(&other)), (Some(&"one"), Some(&"other")));
    }

    #[test]
    fn no_two_instances_share_a_number() {
        assert_ne!(InstanceNumber::new(), InstanceNumber::new());
    }
}
