//! Two passes over a document.
//!
//! The first labels each line by itself. The second sees besides what the first said of a place, and what it said of the
//! same word in other places of the document: a surname that is plain in one line helps where it stands bare.

use std::ops::Range;

use sfumato_model::{HashTable, Labeller, LabellerMemo, Observations, hash_pair};

use super::observe::category_hash;
use super::tags::LabelTags;

/// The first pass over the pieces of a document, one after the other, and its words.
///
/// A long document has many pieces, and of most there is nothing to say: each takes two bytes, and eight more for every
/// category that it might be of.
pub(crate) struct FirstPass<'t> {
    tags: &'t LabelTags,
    guesses: Vec<LabelGuess>,
    /// The most probable categories of those pieces that have any.
    shares: Vec<CategoryShare>,
    /// The number of places of a word in the document, and the place of its sums. Words are known again by numbers.
    words: HashTable<(u32, u32)>,
    /// The sums of probabilities of categories over the places of a word; first, those of words that are never
    /// anything.
    sums: Vec<Vec<CategoryShare>>,
}

/// The number of a category, and how probable it is.
type CategoryShare = (u8, f32);

/// The most probable label of a piece.
#[derive(Debug, Clone, Copy)]
struct LabelGuess {
    label: u8,
    /// In bits: how probable it is, in steps; whether it is as good as certain; how many shares the piece has.
    rest: u8,
}

const STEPS: u8 = 0b111;
const CERTAIN: u8 = 0b1000;
const SHARES: u32 = 4;

/// Probabilities below this are none.
const LEAST: f32 = 0.02;
/// The probability of nothing from which on no second look finds anything: not even the balance called recall leans
/// so far.
const SURELY: f32 = 0.9999;

impl LabelGuess {
    fn new(label: u8, probability: f32, shares: usize) -> Self {
        let certain = if probability >= SURELY { CERTAIN } else { 0 };
        Self { label, rest: bucket(probability) as u8 | certain | (shares as u8) << SHARES }
    }
}

/// The columns that the second pass has of a piece from the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FirstPassColumns {
    /// The label by the first pass, as a number.
    pub first: u64,
    /// The category that the same word has elsewhere by the first pass: 0 if it stands nowhere else, 1 if it is
    /// nothing there.
    pub elsewhere: u64,
    /// True if there is no doubt that the piece is nothing.
    pub is_nothing: bool,
}

impl<'t> FirstPass<'t> {
    /// Nothing yet, with room for so many pieces: what grows by doubling holds twice of what is needed.
    pub fn new(tags: &'t LabelTags, pieces: usize) -> Self {
        let guesses = Vec::with_capacity(pieces);
        Self { tags, guesses, shares: Vec::new(), words: HashTable::default(), sums: vec![Vec::new()] }
    }

    /// Labels lines with a model and adds what it says, place by place. `word` gives the number by which the word at a
    /// place is known again, zero if it is none.
    pub fn add(
        &mut self,
        labeller: &Labeller<'_>,
        seen: &Observations,
        lines: impl Iterator<Item = Range<usize>>,
        word: impl Fn(usize) -> u64,
        memo: &mut LabellerMemo,
    ) {
        let mut marginals = Vec::new();
        for line in lines {
            marginals.clear();
            labeller.marginals(seen, line.clone(), memo, &mut marginals);
            for (place, row) in line.zip(marginals.chunks_exact(self.tags.tags.len())) {
                self.push(row, word(place));
            }
        }
    }

    /// Adds a piece: how probable each label is, and the number of its word.
    fn push(&mut self, row: &[f32], word: u64) {
        let (mut label, mut most) = (0, 0.0);
        let mut sums = [0.0f32; 128];
        for (nth, (probability, tag)) in row.iter().zip(&self.tags.tags).enumerate() {
            if *probability > most {
                (label, most) = (nth as u8, *probability);
            }
            let sum = tag.category().and_then(|category| sums.get_mut(usize::from(category)));
            if let (Some(sum), true) = (sum, *probability > 0.0) {
                *sum += probability;
            }
        }
        let mut shares: [CategoryShare; 2] = Default::default();
        let count = self.tags.categories.len();
        for (category, sum) in sums.iter().enumerate().take(count).filter(|(_, sum)| **sum >= LEAST) {
            if *sum > shares[0].1 {
                shares = [(category as u8, *sum), shares[0]];
            } else if *sum > shares[1].1 {
                shares[1] = (category as u8, *sum);
            }
        }
        let first = self.shares.len();
        self.shares.extend(shares.iter().filter(|(_, sum)| *sum > 0.0));
        self.guesses.push(LabelGuess::new(label, most, self.shares.len() - first));
        if word != 0 {
            self.add_word(word, first);
        }
    }

    /// Adds the shares from `first` on to those of a word.
    fn add_word(&mut self, word: u64, first: usize) {
        let (count, sums) = self.words.entry(word).or_default();
        *count += 1;
        let shares = self.shares.get(first..).unwrap_or_default();
        if *sums == 0 && !shares.is_empty() {
            *sums = self.sums.len() as u32;
            self.sums.push(Vec::new());
        }
        let Some(sums) = self.sums.get_mut(*sums as usize) else { return };
        for (category, probability) in shares {
            match sums.iter_mut().find(|(known, _)| known == category) {
                Some((_, sum)) => *sum += probability,
                None => sums.push((*category, *probability)),
            }
        }
    }

    /// The columns for the second pass of the pieces, in order; the number of each one's word is asked for.
    pub fn reader(&self) -> FirstPassReader<'_> {
        FirstPassReader { pass: self, guesses: self.guesses.iter(), shares: &self.shares }
    }

    /// The category of a word in other places than one, where these are its shares.
    fn elsewhere(&self, word: u64, shares: &[CategoryShare]) -> u64 {
        let Some((count @ 2.., sums)) = self.words.get(&word) else { return 0 };
        let own = |category: u8| shares.iter().find(|(known, _)| *known == category).map_or(0.0, |(_, p)| *p);
        let sums = self.sums.get(*sums as usize).into_iter().flatten();
        let means = sums.map(|(category, sum)| (*category, (sum - own(*category)) / (*count - 1) as f32));
        let (category, mean) = means.fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        match self.tags.categories.get(usize::from(category)) {
            Some(category) if mean >= LEAST => hash_pair(category_hash(category), bucket(mean)),
            _ => 1,
        }
    }
}

/// Tells the second pass of one piece after the other.
pub(crate) struct FirstPassReader<'a> {
    pass: &'a FirstPass<'a>,
    guesses: std::slice::Iter<'a, LabelGuess>,
    shares: &'a [CategoryShare],
}

impl FirstPassReader<'_> {
    /// The columns of the next piece, whose word has this number.
    pub fn next_piece(&mut self, word: u64) -> Option<FirstPassColumns> {
        let guess = self.guesses.next()?;
        let (own, rest) = self.shares.split_at_checked(usize::from(guess.rest >> SHARES))?;
        self.shares = rest;
        Some(FirstPassColumns {
            first: hash_pair(u64::from(guess.label) + 1, u64::from(guess.rest & STEPS)),
            elsewhere: self.pass.elsewhere(word, own),
            is_nothing: guess.rest & CERTAIN != 0 && Some(guess.label) == self.pass.tags.outside(),
        })
    }
}

/// True if the first pass is sure that there is nothing in a line, and knows none of its words from elsewhere.
pub(crate) fn is_nothing(columns: &[FirstPassColumns]) -> bool {
    columns.iter().all(|columns| columns.is_nothing && columns.elsewhere <= 1)
}

/// Probabilities in steps.
fn bucket(probability: f32) -> u64 {
    [0.1, 0.3, 0.5, 0.7, 0.9, 0.98].iter().filter(|step| probability >= **step).count() as u64
}

/// The probability of the labels of some places: the least of them.
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

    fn columns(tags: &LabelTags, pieces: &[(&[f32], u64)]) -> Vec<FirstPassColumns> {
        let mut pass = FirstPass::new(tags, pieces.len());
        pieces.iter().for_each(|(row, word)| pass.push(row, *word));
        let mut reader = pass.reader();
        let columns = pieces.iter().map(|(_, word)| reader.next_piece(*word).expect("one for each piece")).collect();
        assert_eq!(reader.next_piece(0), None);
        columns
    }

    #[test]
    fn a_word_is_told_what_others_like_it_are_and_not_what_it_is_itself() {
        let tags = LabelTags::read(&["B-person", "B-place", "I-person", "I-place", "O"]).expect("labels");
        let (person, place, nothing) =
            ([0.99, 0.0, 0.0, 0.0, 0.01], [0.0, 0.5, 0.1, 0.4, 0.0], [0.0, 0.0, 0.0, 0.01, 0.99]);
        // The word 7 is surely a person in one place and nothing in the other; 8 stands alone; 0 is no word; 9 is a
        // place twice.
        let pieces: [(&[f32], u64); 6] =
            [(&person, 7), (&nothing, 7), (&place, 8), (&nothing, 0), (&place, 9), (&place, 9)];
        let columns = columns(&tags, &pieces);
        assert_eq!(columns[0].elsewhere, 1, "elsewhere it is nothing");
        assert!(columns[1].elsewhere > 1, "elsewhere it is a person");
        assert_eq!((columns[2].elsewhere, columns[3].elsewhere), (0, 0), "there is no elsewhere");
        assert!(columns[4].elsewhere > 1 && columns[4] == columns[5]);
        assert_ne!(columns[4].elsewhere, columns[1].elsewhere);
        assert_ne!(columns[0].first, columns[1].first);
        assert_eq!(columns[1].first, columns[3].first);
    }

    #[test]
    fn a_line_is_looked_at_again_unless_all_is_sure() {
        let tags = LabelTags::read(&["B-person", "I-person", "O"]).expect("labels");
        let (sure, doubtful, person) = ([0.0, 0.00001, 0.99999], [0.0, 0.01, 0.99], [0.99999, 0.0, 0.00001]);
        let is_nothing = |row: &[f32], elsewhere: u64| {
            let mut columns = columns(&tags, &[(&sure, 0), (row, 0)]);
            columns[1].elsewhere = elsewhere;
            is_nothing(&columns)
        };
        assert!(is_nothing(&sure, 0) && is_nothing(&sure, 1));
        assert!(!is_nothing(&doubtful, 0) && !is_nothing(&sure, 77) && !is_nothing(&person, 0));
    }

    #[test]
    fn the_least_sure_piece_tells_how_sure_a_finding_is() {
        let marginals = [0.9, 0.1, 0.2, 0.8, 0.6, 0.4];
        assert_eq!(surety(&marginals, &[0, 1, 0], &(0..3)), 0.6);
        assert_eq!(surety(&marginals, &[0, 1, 0], &(0..2)), 0.8);
    }
}
