//! An attacker who learns: a linear classifier that tells whom a sentence is about.
//!
//! It is trained on the sentences of the background, as multinomial logistic regression by stochastic gradient descent
//! in a fixed order; then each sentence of a document votes for one candidate. A candidate of whom much is known has
//! more sentences, and each counts less, so that all candidates weigh the same.
//!
//! Training takes time by sentences times candidates, since every sentence speaks for or against every candidate.

use std::ops::Range;

use super::features::{Counted, Feature, Features, counted};
use super::index::Index;
use super::{Attacker, Evidence, Reading};

/// What is seen of a sentence.
const FEATURES: Features = Features::Pairs;

/// How often all sentences are looked at.
const ROUNDS: usize = 5;

/// The first step; steps become smaller until there is none.
const STEP: f32 = 1.0;

/// The most numbers that are learnt. Where there would be more, words share them.
const MOST_WEIGHTS: usize = 1 << 26;

/// Somebody who learnt whom sentences are about.
pub struct Classifier {
    index: Index,
    candidates: usize,
    rows: usize,
    /// A row for each word or pair, with a number for each candidate.
    weights: Vec<f32>,
}

impl std::fmt::Debug for Classifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Classifier({} words, {} candidates)", self.rows, self.candidates)
    }
}

/// A sentence of the background.
struct Example {
    truth: usize,
    /// How much it counts.
    weight: f32,
    /// Where what is seen of it lies in the list of all.
    seen: Range<usize>,
}

/// A word or pair as it is seen: its row, and how much it counts.
#[derive(Debug, Clone, Copy)]
struct Seen {
    row: usize,
    value: f32,
}

impl Classifier {
    /// Learns from the background.
    pub fn new(background: &[Reading]) -> Self {
        let index = Index::of(background, FEATURES);
        let candidates = background.len();
        let rows = index.len().min(MOST_WEIGHTS / candidates.max(1)).max(1);
        let mut one = Self { index, candidates, rows, weights: vec![0.0; rows * candidates] };
        let (mut seen, mut examples) = (Vec::new(), Vec::new());
        for (truth, reading) in background.iter().enumerate() {
            let weight = 1.0 / reading.sentences().len() as f32;
            for sentence in reading.sentences() {
                let start = seen.len();
                let found = FEATURES.of(reading, sentence.clone());
                seen.extend(one.seen(&found).into_iter().map(|(seen, _)| seen));
                examples.push(Example { truth, weight, seen: start..seen.len() });
            }
        }
        // The mean sentence counts one.
        let scale = examples.len() as f32 / candidates as f32;
        examples.iter_mut().for_each(|example| example.weight *= scale);
        one.learn(&seen, &examples);
        one
    }

    /// What of a sentence tells candidates apart, together of length one, with its places.
    fn seen<'f>(&self, found: &'f [Feature]) -> Vec<(Seen, &'f [Feature])> {
        let mut seen: Vec<(Seen, &[Feature])> = counted(found)
            .filter_map(|Counted { hash, places }| {
                let term = self.index.term(hash)?;
                let rare = (self.candidates as f32 / self.index.postings(term).len() as f32).ln();
                let value = (1.0 + (places.len() as f32).ln()) * rare;
                (rare > 0.0).then_some((Seen { row: term % self.rows, value }, places))
            })
            .collect();
        let length = seen.iter().map(|(seen, _)| seen.value * seen.value).sum::<f32>().sqrt();
        seen.iter_mut().for_each(|(seen, _)| seen.value /= length);
        seen
    }

    fn row(&self, row: usize) -> &[f32] {
        self.weights.get(row * self.candidates..(row + 1) * self.candidates).unwrap_or_default()
    }

    fn learn(&mut self, seen: &[Seen], examples: &[Example]) {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
        let steps = (ROUNDS * examples.len()) as f32;
        let mut done = 0;
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut chance);
            for example in order.iter().filter_map(|nth| examples.get(*nth)) {
                let step = STEP * (1.0 - done as f32 / steps);
                done += 1;
                self.step(seen.get(example.seen.clone()).unwrap_or_default(), example, step);
            }
        }
    }

    fn step(&mut self, seen: &[Seen], example: &Example, step: f32) {
        let mut wrong = self.probable(seen.iter().copied());
        if let Some(truth) = wrong.get_mut(example.truth) {
            *truth -= 1.0;
        }
        // Steps longer than this go past where they lead to.
        let step = (step * example.weight).min(2.0 * STEP);
        for Seen { row, value } in seen {
            let row = self.weights.get_mut(row * self.candidates..(row + 1) * self.candidates).unwrap_or_default();
            row.iter_mut().zip(&wrong).for_each(|(weight, wrong)| *weight -= step * value * wrong);
        }
    }

    /// How probable each candidate is by what is seen.
    fn probable(&self, seen: impl Iterator<Item = Seen>) -> Vec<f32> {
        let mut numbers = vec![0.0_f32; self.candidates];
        for Seen { row, value } in seen {
            numbers.iter_mut().zip(self.row(row)).for_each(|(number, weight)| *number += value * weight);
        }
        let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        numbers.iter_mut().for_each(|number| *number = (*number - most).exp());
        let all: f32 = numbers.iter().sum();
        numbers.iter_mut().for_each(|number| *number /= all);
        numbers
    }
}

impl Attacker for Classifier {
    /// Each sentence has one vote, which it divides among candidates by how probable they are.
    fn scores(&self, document: &Reading) -> Vec<f64> {
        let mut scores = vec![0.0; self.candidates];
        for sentence in document.sentences() {
            let found = FEATURES.of(document, sentence.clone());
            let seen = self.seen(&found);
            if seen.is_empty() {
                continue;
            }
            let probable = self.probable(seen.iter().map(|(seen, _)| *seen));
            scores.iter_mut().zip(probable).for_each(|(score, probable)| *score += f64::from(probable));
        }
        scores
    }

    /// What speaks for a candidate in the sentences, before they vote.
    fn evidence(&self, document: &Reading, of: usize, against: usize) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        for sentence in document.sentences() {
            let found = FEATURES.of(document, sentence.clone());
            for (Seen { row, value }, places) in self.seen(&found) {
                let number = |candidate: usize| self.row(row).get(candidate).copied().unwrap_or(0.0);
                let weight = f64::from(value * (number(of) - number(against))) / places.len() as f64;
                evidence.extend(places.iter().map(|place| Evidence { first: place.first, last: place.last, weight }));
            }
        }
        evidence
    }
}

/// Another order, the same for the same numbers.
fn shuffle(order: &mut [usize], chance: &mut u64) {
    for nth in (1..order.len()).rev() {
        *chance ^= *chance << 13;
        *chance ^= *chance >> 7;
        *chance ^= *chance << 17;
        order.swap(nth, (*chance % (nth as u64 + 1)) as usize);
    }
}
