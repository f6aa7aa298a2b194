//! Learning whom sentences are about: multinomial logistic regression, by stochastic gradient descent in a fixed order.
//!
//! A candidate of whom much is known has more sentences, and each counts less, so that all candidates weigh the same.
//! It takes time by sentences times candidates, since every sentence speaks for or against every candidate.

use super::AttackedText;

/// The number of passes over all sentences.
const ROUNDS: usize = 5;

/// The first step; steps become smaller until there is none.
const STEP: f32 = 1.0;

/// A sentence of the background.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegressionExample {
    pub truth: usize,
    /// The weight of the example.
    weight: f32,
}

/// The sentences of the background, those of each candidate counting one in the mean.
pub(super) fn examples(background: &[AttackedText]) -> Vec<RegressionExample> {
    let all: usize = background.iter().map(|reading| reading.sentences().len()).sum();
    let mean = all as f32 / background.len() as f32;
    let of = |(truth, reading): (usize, &AttackedText)| {
        let count = reading.sentences().len();
        std::iter::repeat_n(RegressionExample { truth, weight: mean * (1.0 / count as f32) }, count)
    };
    background.iter().enumerate().flat_map(of).collect()
}

/// Something that is seen of a sentence: its row, and how much it counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct WeightedRow {
    pub row: usize,
    pub value: f32,
}

/// A model that was learnt.
pub(super) struct SentenceRegression {
    candidates: usize,
    /// A row for each thing that may be seen, with a number for each candidate.
    weights: Vec<f32>,
}

impl SentenceRegression {
    /// Learns from sentences; `seen` says what is seen of each.
    pub fn learn<S: Iterator<Item = WeightedRow> + Clone>(
        [rows, candidates]: [usize; 2],
        examples: &[RegressionExample],
        seen: impl Fn(usize) -> S,
    ) -> Self {
        let mut one = Self { candidates, weights: vec![0.0; rows * candidates] };
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
        let steps = (ROUNDS * examples.len()) as f32;
        let mut done = 0;
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut chance);
            for (nth, example) in order.iter().filter_map(|nth| Some((*nth, examples.get(*nth)?))) {
                let step = STEP * (1.0 - done as f32 / steps);
                done += 1;
                // Steps longer than this go past where they lead to.
                let step = (step * example.weight).min(2.0 * STEP);
                one.step(seen(nth), example.truth, step);
            }
        }
        one
    }

    fn step(&mut self, seen: impl Iterator<Item = WeightedRow> + Clone, truth: usize, step: f32) {
        let mut wrong = self.probable(seen.clone());
        if let Some(truth) = wrong.get_mut(truth) {
            *truth -= 1.0;
        }
        for WeightedRow { row, value } in seen {
            let row = self.weights.get_mut(row * self.candidates..(row + 1) * self.candidates).unwrap_or_default();
            row.iter_mut().zip(&wrong).for_each(|(weight, wrong)| *weight -= step * value * wrong);
        }
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// The lead that a feature gives one candidate over another.
    pub fn lead(&self, row: usize, of: usize, against: usize) -> f32 {
        let number = |candidate: usize| self.row(row).get(candidate).copied().unwrap_or(0.0);
        number(of) - number(against)
    }

    /// The probability of each candidate given the features.
    pub fn probable(&self, seen: impl Iterator<Item = WeightedRow>) -> Vec<f32> {
        let mut numbers = vec![0.0_f32; self.candidates];
        for WeightedRow { row, value } in seen {
            numbers.iter_mut().zip(self.row(row)).for_each(|(number, weight)| *number += value * weight);
        }
        let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        numbers.iter_mut().for_each(|number| *number = (*number - most).exp());
        let all: f32 = numbers.iter().sum();
        numbers.iter_mut().for_each(|number| *number /= all);
        numbers
    }

    fn row(&self, row: usize) -> &[f32] {
        self.weights.get(row * self.candidates..(row + 1) * self.candidates).unwrap_or_default()
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
