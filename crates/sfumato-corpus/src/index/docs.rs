//! Sets of the documents of a segment.

/// A segment has one word of 64 bits for so many documents; fewer documents than words are better listed.
const SPARSE: usize = 64 / 2;

/// Some documents of a segment, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Docs {
    /// Few: in order.
    Few(Vec<u32>),
    /// Many: a bit for each.
    Many(Bits),
}

impl Docs {
    /// The documents of a list in order, of a segment with so many.
    pub fn new(list: Vec<u32>, of: u32) -> Self {
        if list.len() * SPARSE < of as usize {
            return Self::Few(list);
        }
        let mut bits = Bits::new(of);
        list.into_iter().for_each(|doc| bits.insert(doc));
        Self::Many(bits)
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Few(list) => list.len(),
            Self::Many(bits) => bits.count(),
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Few(list) => list.len() * size_of::<u32>(),
                Self::Many(bits) => bits.words.len() * size_of::<u64>(),
            }
    }

    fn contains(&self, doc: u32) -> bool {
        match self {
            Self::Few(list) => list.binary_search(&doc).is_ok(),
            Self::Many(bits) => bits.contains(doc),
        }
    }

    /// The number of documents that are in all of these sets; none if there is no set.
    pub fn in_all(sets: &[&Self]) -> usize {
        let few = sets.iter().filter_map(|set| if let Self::Few(list) = set { Some(list) } else { None });
        if let Some(fewest) = few.min_by_key(|list| list.len()) {
            return fewest.iter().filter(|doc| sets.iter().all(|set| set.contains(**doc))).count();
        }
        let many = sets.iter().filter_map(|set| if let Self::Many(bits) = set { Some(bits) } else { None });
        let common = many.cloned().reduce(|mut common, bits| {
            common.words.iter_mut().zip(&bits.words).for_each(|(a, b)| *a &= b);
            common
        });
        common.map_or(0, |common| common.count())
    }
}

/// A bit for each document of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub fn new(of: u32) -> Self {
        Self { words: vec![0; of.div_ceil(64) as usize] }
    }

    pub fn insert(&mut self, doc: u32) {
        if let Some(word) = self.words.get_mut(doc as usize / 64) {
            *word |= 1 << (doc % 64);
        }
    }

    pub fn contains(&self, doc: u32) -> bool {
        self.words.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every(nth: u32, of: u32) -> Docs {
        Docs::new((0..of).filter(|doc| doc % nth == 0).collect(), of)
    }

    #[test]
    fn few_and_many_are_counted_alike() {
        let of = 10_000;
        for (a, b, c) in [(2, 3, 5), (2, 3, 700), (2, 500, 70), (300, 200, 400)] {
            let sets = [every(a, of), every(b, of), every(c, of)];
            let expected = (0..of).filter(|doc| [a, b, c].iter().all(|nth| doc % nth == 0)).count();
            assert_eq!(Docs::in_all(&sets.iter().collect::<Vec<_>>()), expected, "{a} {b} {c}");
            assert_eq!(sets[0].len(), of.div_ceil(a) as usize);
        }
        assert!(matches!(every(2, of), Docs::Many(_)) && matches!(every(700, of), Docs::Few(_)));
        assert_eq!(Docs::in_all(&[]), 0);
    }
}
