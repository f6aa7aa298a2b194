//! Two passes over a document.
//!
//! The first labels each line by itself. The second sees besides what the first said of a place, and what it said of the
//! same word in other places of the document: a surname that is plain in one line helps where it stands bare.

use std::ops::Range;

use sfumato_model::{HashTable, Labeller, Memo, Observations, hash_pair};

use super::observe::category_hash;
use super::tags::Tags;

/// What the first pass says of a piece: its most probable label, and the most probable categories.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Guess {
    pub label: u8,
    pub probability: f32,
    // Categories and their probabilities, of which the smaller are left out; apart, since together they take more room.
    categories: [u8; 2],
    sums: [f32; 2],
}

impl Guess {
    /// Numbers of categories with their probability.
    fn categories(&self) -> [(u8, f32); 2] {
        std::array::from_fn(|nth| (self.categories[nth], self.sums[nth]))
    }
}

/// Probabilities below this are none.
const LEAST: f32 = 0.02;

/// Labels lines with a model and adds what it says, place by place, to `guesses`.
pub(crate) fn guesses(
    labeller: &Labeller<'_>,
    tags: &Tags,
    seen: &Observations,
    lines: impl Iterator<Item = Range<usize>>,
    memo: &mut Memo,
    guesses: &mut Vec<Guess>,
) {
    let mut marginals = Vec::new();
    for line in lines {
        marginals.clear();
        labeller.marginals(seen, line, memo, &mut marginals);
        guesses.extend(marginals.chunks_exact(tags.tags.len()).map(|row| guess(row, tags)));
    }
}

fn guess(row: &[f32], tags: &Tags) -> Guess {
    let mut guess = Guess::default();
    let mut sums = [0.0f32; 128];
    for (label, (probability, tag)) in row.iter().zip(&tags.tags).enumerate() {
        if *probability > guess.probability {
            (guess.label, guess.probability) = (label as u8, *probability);
        }
        let sum = tag.category().and_then(|category| sums.get_mut(usize::from(category)));
        if let (Some(sum), true) = (sum, *probability > 0.0) {
            *sum += probability;
        }
    }
    for (category, sum) in sums.iter().enumerate().take(tags.categories.len()).filter(|(_, sum)| **sum >= LEAST) {
        if *sum > guess.sums[0] {
            (guess.categories[1], guess.sums[1]) = (guess.categories[0], guess.sums[0]);
            (guess.categories[0], guess.sums[0]) = (category as u8, *sum);
        } else if *sum > guess.sums[1] {
            (guess.categories[1], guess.sums[1]) = (category as u8, *sum);
        }
    }
    guess
}

/// What the first pass says of each word in all places of a document.
/// Words are known again by numbers, zero for what is no word.
pub(crate) struct Elsewhere<'t> {
    /// How often a word stands there, and how probable each category is in sum.
    counts: HashTable<(u32, Vec<(u8, f32)>)>,
    tags: &'t Tags,
}

impl<'t> Elsewhere<'t> {
    pub fn new(guesses: &[Guess], words: &[u64], tags: &'t Tags) -> Self {
        let mut counts: HashTable<(u32, Vec<(u8, f32)>)> = HashTable::default();
        for (key, guess) in words.iter().zip(guesses).filter(|(key, _)| **key != 0) {
            let (count, sums) = counts.entry(*key).or_default();
            *count += 1;
            for (category, probability) in guess.categories().into_iter().filter(|(_, p)| *p > 0.0) {
                match sums.iter_mut().find(|(known, _)| *known == category) {
                    Some((_, sum)) => *sum += probability,
                    None => sums.push((category, probability)),
                }
            }
        }
        Self { counts, tags }
    }

    /// What the second pass is told of some pieces: what the first says of each, and of the same word elsewhere.
    pub fn told<'a>(&'a self, guesses: &'a [Guess], words: &'a [u64]) -> impl Iterator<Item = (u64, u64)> + 'a {
        let first = |guess: &Guess| hash_pair(u64::from(guess.label) + 1, bucket(guess.probability));
        words.iter().zip(guesses).map(move |(key, guess)| (first(guess), self.elsewhere(*key, guess)))
    }

    fn elsewhere(&self, key: u64, guess: &Guess) -> u64 {
        let Some((count @ 2.., sums)) = self.counts.get(&key) else { return 0 };
        let of_guess = guess.categories();
        let own = |category: u8| of_guess.iter().find(|(known, _)| *known == category).map_or(0.0, |(_, p)| *p);
        let means = sums.iter().map(|(category, sum)| (*category, (sum - own(*category)) / (*count - 1) as f32));
        let (category, mean) = means.fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        match self.tags.categories.get(usize::from(category)) {
            Some(category) if mean >= LEAST => hash_pair(category_hash(category), bucket(mean)),
            _ => 1,
        }
    }
}

/// Where nothing is so probable, no second look finds anything: not even the balance called recall leans so far.
const SURELY: f32 = 0.9999;

/// Whether the first pass is sure that there is nothing in a line, and knows none of its words from elsewhere.
pub(crate) fn is_nothing(guesses: &[Guess], told: &[(u64, u64)], tags: &Tags) -> bool {
    let is_nothing = |(guess, (_, elsewhere)): (&Guess, &(u64, u64))| {
        Some(guess.label) == tags.outside() && guess.probability >= SURELY && *elsewhere <= 1
    };
    guesses.iter().zip(told).all(is_nothing)
}

/// Probabilities in steps.
fn bucket(probability: f32) -> u64 {
    [0.1, 0.3, 0.5, 0.7, 0.9, 0.98].iter().filter(|step| probability >= **step).count() as u64
}

/// How probable the labels of some places are: the least of them.
pub(crate) fn surety(marginals: &[f32], labels: &[u8], places: &Range<usize>) -> f32 {
    let width = marginals.len() / labels.len().max(1);
    let of = |place: usize| {
        let label = labels.get(place).copied().unwrap_or(0);
        marginals.get(place * width + usize::from(label)).copied().unwrap_or(0.0)
    };
    places.clone().map(of).fold(1.0, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(label: u8, category: u8, probability: f32) -> Guess {
        Guess { label, probability, categories: [category, 0], sums: [probability, 0.0] }
    }

    #[test]
    fn a_word_is_told_what_others_like_it_are_and_not_what_it_is_itself() {
        let tags = Tags::read(&["B-person", "B-place", "I-person", "I-place", "O"]).expect("labels");
        let nothing = Guess { label: 4, probability: 0.99, ..Guess::default() };
        // The word 7 is surely a person in one place and nothing in the other; 8 stands alone; 0 is no word.
        let (guesses, words) = ([guess(0, 0, 0.99), nothing, guess(1, 1, 0.9), nothing], [7, 7, 8, 0]);
        let told: Vec<(u64, u64)> = Elsewhere::new(&guesses, &words, &tags).told(&guesses, &words).collect();
        assert_eq!(told[0].1, 1, "elsewhere it is nothing");
        assert!(told[1].1 > 1, "elsewhere it is a person");
        assert_eq!((told[2].1, told[3].1), (0, 0), "there is no elsewhere");
        assert_ne!(told[0].0, told[1].0);
    }

    #[test]
    fn a_line_is_looked_at_again_unless_all_is_sure() {
        let tags = Tags::read(&["B-person", "I-person", "O"]).expect("labels");
        let sure = Guess { label: 2, probability: 0.99999, ..Guess::default() };
        let doubtful = Guess { probability: 0.99, ..sure };
        let is_nothing = |guess, elsewhere| is_nothing(&[sure, guess], &[(9, 1), (9, elsewhere)], &tags);
        assert!(is_nothing(sure, 0) && is_nothing(sure, 1));
        assert!(!is_nothing(doubtful, 0) && !is_nothing(sure, 77) && !is_nothing(guess(0, 0, 0.99999), 0));
    }

    #[test]
    fn the_least_sure_piece_tells_how_sure_a_finding_is() {
        let marginals = [0.9, 0.1, 0.2, 0.8, 0.6, 0.4];
        assert_eq!(surety(&marginals, &[0, 1, 0], &(0..3)), 0.6);
        assert_eq!(surety(&marginals, &[0, 1, 0], &(0..2)), 0.8);
    }
}
