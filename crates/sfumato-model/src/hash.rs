//! Hashes that never change between versions, since models are made of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table by hashes: they are not hashed once more.
pub type HashTable<V> = HashMap<u64, V, BuildHasherDefault<IdentityHasher>>;

/// A hasher that takes keys for the hashes that they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A hash of bytes.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let hash =
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    // Zero stands for "nothing" in a column.
    if hash == 0 { 1 } else { hash }
}

/// Two numbers as one.
#[inline]
pub fn hash_pair(a: u64, b: u64) -> u64 {
    let mixed = (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}
