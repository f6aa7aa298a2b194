//! The walk through the text.

use super::arithmetic::{LogisticTable, add, dot, pull};
use super::chance::{TrainingDice, WeightedDraw};
use super::text::{TextUnit, TokenTable, TrainingText};
use super::weights::{VectorWeights, row_mut};

/// The settings of learning.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorSettings {
    /// The most tokens to either side that are neighbours; how many are is drawn for each place.
    pub window: usize,
    /// The number of tokens that are no neighbours against each that is one.
    pub negatives: usize,
    /// Walks through the text.
    pub epochs: usize,
    /// The first step; steps become smaller evenly until the end.
    pub rate: f32,
    /// Tokens that make up more than this share of the text are read less often.
    pub subsample: f64,
    /// So many tokens, from the first, and all letters stay as they are.
    pub frozen: usize,
    /// The seed.
    pub seed: u64,
}

impl Default for VectorSettings {
    fn default() -> Self {
        Self { window: 10, negatives: 5, epochs: 5, rate: 0.05, subsample: 1e-4, frozen: 0, seed: 1 }
    }
}

/// The progress of a training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorProgress {
    /// Words read.
    pub words: u64,
    /// Words to be read in all.
    pub total: u64,
}

/// For so many times the negatives of a neighbour tokens are drawn that are none; they do for all neighbours.
const DRAWN_FOR_EACH: usize = 2;

/// So many tokens are read before they are learnt from; a longer document is learnt from in parts.
const STRETCH: usize = 1 << 10;

/// Learns the vectors of the tokens of a text. `each` is told now and then how far it is, and may end it by `false`.
pub fn train(
    weights: &mut VectorWeights,
    tokens: &TokenTable,
    text: &TrainingText,
    settings: &VectorSettings,
    mut each: impl FnMut(VectorProgress) -> bool,
) {
    let counts = text.counts(tokens.len());
    let mut work = VectorWork::new(weights, tokens, settings, &counts);
    let kept = kept(&counts, settings.subsample);
    let total = text.words() * settings.epochs as u64;
    let (mut words, mut goes_on) = (0u64, total > 0);
    let mut stretch: Vec<u32> = Vec::with_capacity(STRETCH + 256);
    for _ in 0..settings.epochs {
        text.walk(|piece| {
            if !goes_on {
                return;
            }
            match piece {
                TextUnit::Word(token) => words += u64::from(work.read(token, &kept, &mut stretch)),
                TextUnit::Phrase(token, inside) => {
                    if work.dice.roll() & 1 == 0 {
                        work.read(token, &kept, &mut stretch);
                    } else {
                        inside.iter().for_each(|word| _ = work.read(*word, &kept, &mut stretch));
                    }
                    words += inside.len() as u64;
                }
                TextUnit::End => {}
            }
            if stretch.len() >= STRETCH || matches!(piece, TextUnit::End) {
                work.rate = settings.rate * (1.0 - words as f32 / total as f32).max(1e-4);
                work.learn(&stretch);
                stretch.clear();
                goes_on = each(VectorProgress { words, total });
            }
        });
    }
    work.learn(&stretch);
}

/// The probability with which each token is read where it stands.
fn kept(counts: &[f64], subsample: f64) -> Vec<f32> {
    let total: f64 = counts.iter().sum();
    let share = |count: &f64| subsample * total / count.max(1e-9);
    counts.iter().map(|count| if subsample > 0.0 { (share(count).sqrt() + share(count)) as f32 } else { 1.0 }).collect()
}

/// The tables at hand while learning.
struct VectorWork<'w> {
    weights: &'w mut VectorWeights,
    tokens: &'w TokenTable,
    settings: &'w VectorSettings,
    urn: WeightedDraw,
    logistic: LogisticTable,
    dice: TrainingDice,
    rate: f32,
    vector: Vec<f32>,
    gradient: Vec<f32>,
}

impl<'w> VectorWork<'w> {
    fn new(
        weights: &'w mut VectorWeights,
        tokens: &'w TokenTable,
        settings: &'w VectorSettings,
        counts: &[f64],
    ) -> Self {
        let row = vec![0.0; weights.stride];
        Self {
            weights,
            tokens,
            settings,
            urn: WeightedDraw::new(counts),
            logistic: LogisticTable::new(),
            dice: TrainingDice::new(settings.seed),
            rate: settings.rate,
            vector: row.clone(),
            gradient: row,
        }
    }

    /// Reads a token, unless it is so common that this place is left out. Always true: one word was passed.
    #[inline]
    fn read(&mut self, token: u32, kept: &[f32], stretch: &mut Vec<u32>) -> bool {
        let chance = kept.get(token as usize).copied().unwrap_or(0.0);
        if chance >= 1.0 || self.dice.share() < chance {
            stretch.push(token);
        }
        true
    }

    /// Learns from tokens in a row.
    fn learn(&mut self, stretch: &[u32]) {
        for (at, token) in stretch.iter().enumerate() {
            let reach = 1 + self.dice.below(self.settings.window.max(1));
            let (before, after) = (at.saturating_sub(reach), (at + reach + 1).min(stretch.len()));
            let left = stretch.get(before..at).unwrap_or_default();
            let right = stretch.get(at + 1..after).unwrap_or_default();
            self.place(*token, left, right);
        }
    }

    /// Learns from a token and its neighbours. Those that are no neighbours are drawn once for all of them, and count
    /// as often as if each had its own: rows that are not at hand cost most of the time.
    fn place(&mut self, token: u32, left: &[u32], right: &[u32]) {
        let neighbours = left.len() + right.len();
        if neighbours == 0 {
            return;
        }
        let rows = self.tokens.rows(token);
        self.weights.mean(rows, &mut self.vector);
        self.gradient.fill(0.0);
        for neighbour in left.iter().chain(right) {
            self.pair(*neighbour, 1.0, 1.0);
        }
        let drawn = self.settings.negatives * DRAWN_FOR_EACH;
        let times = neighbours as f32 / DRAWN_FOR_EACH as f32;
        for _ in 0..drawn {
            match self.urn.draw(&mut self.dice) {
                Some(other) if !left.contains(&other) && !right.contains(&other) => self.pair(other, 0.0, times),
                _ => {}
            }
        }
        if token as usize >= self.settings.frozen {
            self.give(rows);
        }
    }

    /// Learns that a token is a neighbour of the one at hand, or that it is none, so many times at once.
    #[inline]
    fn pair(&mut self, other: u32, label: f32, times: f32) {
        let (at, stride) = (other as usize, self.weights.stride);
        let is_frozen = at < self.settings.frozen;
        let Some(row) = row_mut(&mut self.weights.contexts, at, stride) else { return };
        let step = (label - self.logistic.of(dot(&self.vector, row))) * self.rate * times;
        if is_frozen {
            add(&mut self.gradient, step, row);
        } else {
            pull(row, &self.vector, step, &mut self.gradient);
        }
    }

    /// Gives what was learnt to the rows of a token.
    fn give(&mut self, rows: &[u32]) {
        let first_free = match self.settings.frozen {
            0 => 0,
            frozen => self.tokens.buckets() + frozen,
        };
        for number in rows.iter().map(|row| *row as usize).filter(|row| *row >= first_free) {
            if let Some(row) = row_mut(&mut self.weights.inputs, number, self.weights.stride) {
                add(row, 1.0, &self.gradient);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::TokenPart;
    use super::*;

    /// Two topics of ten words each; token 20 is a phrase of the first two words of the first topic.
    fn lesson() -> (TokenTable, TrainingText) {
        let mut tokens = TokenTable::new(8);
        (0..20u32).for_each(|word| _ = tokens.push([TokenPart::Letters(word % 8)]));
        let phrase = tokens.push([TokenPart::Word(0), TokenPart::Word(1)]);
        let (mut text, mut dice) = (TrainingText::default(), TrainingDice::new(7));
        for document in 0..600 {
            let topic = document % 2 * 10;
            (0..12).for_each(|_| text.word(topic + dice.below(10) as u32));
            if topic == 0 {
                text.phrase(phrase, &[0, 1]);
            }
            text.end();
        }
        (tokens, text)
    }

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        product(a, b) / (product(a, a) * product(b, b)).sqrt()
    }

    fn learnt(tokens: &TokenTable, text: &TrainingText, settings: &VectorSettings) -> VectorWeights {
        let mut weights = VectorWeights::new(tokens, 12, 3);
        train(&mut weights, tokens, text, settings, |_| true);
        weights
    }

    #[test]
    fn what_stands_together_is_close() {
        let (tokens, text) = lesson();
        let weights = learnt(&tokens, &text, &VectorSettings { subsample: 0.0, ..VectorSettings::default() });
        let near = |a, b| cosine(&weights.vector(&tokens, a), &weights.vector(&tokens, b));
        assert!(near(2, 3) > near(2, 12) + 0.5, "{} {}", near(2, 3), near(2, 12));
        assert!(near(20, 5) > near(20, 15) + 0.5, "the phrase: {} {}", near(20, 5), near(20, 15));
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let (tokens, text) = lesson();
        let settings = VectorSettings { epochs: 1, ..VectorSettings::default() };
        let (first, second) = (learnt(&tokens, &text, &settings), learnt(&tokens, &text, &settings));
        assert_eq!(first.inputs, second.inputs);
        let other = learnt(&tokens, &text, &VectorSettings { seed: 2, ..settings });
        assert_ne!(first.inputs, other.inputs);
    }

    #[test]
    fn frozen_tokens_and_letters_stay_as_they_are() {
        let (tokens, text) = lesson();
        let before = VectorWeights::new(&tokens, 12, 3);
        let after = learnt(&tokens, &text, &VectorSettings { frozen: 15, ..VectorSettings::default() });
        let rows = (8 + 15) * before.stride;
        assert_eq!(before.inputs.get(..rows), after.inputs.get(..rows));
        assert_eq!(before.contexts.get(..15 * before.stride), after.contexts.get(..15 * after.stride));
        assert_ne!(before.context(17), after.context(17));
    }

    #[test]
    fn a_training_can_be_ended() {
        let (tokens, text) = lesson();
        let (mut weights, mut calls) = (VectorWeights::new(&tokens, 12, 3), 0);
        train(&mut weights, &tokens, &text, &VectorSettings::default(), |_| {
            calls += 1;
            calls < 3
        });
        assert_eq!(calls, 3);
    }
}
