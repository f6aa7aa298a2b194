//! Features of a corpus, interned: every feature that is seen often enough gets a weight for each label it is seen with.

use std::collections::HashMap;
use std::ops::Range;

use super::corpus::LabelledCorpus;
use crate::templates::FeatureTemplates;

/// A corpus as numbers: the features of every token.
pub struct EncodedCorpus {
    /// The number of labels.
    pub label_count: usize,
    /// Hashes of features by number.
    pub features: Vec<u64>,
    /// The start of the weights of each feature, and the end of the last one's.
    starts: Vec<u32>,
    /// The labels of all weights; the number of a weight is its place here.
    targets: Vec<u16>,
    /// The start of the tokens of each sequence, and the end of the last one's.
    pub(super) sequence_starts: Vec<u32>,
    /// The start of the features of each token, and the end of the last one's.
    token_starts: Vec<u32>,
    token_features: Vec<u32>,
    /// The label of each token.
    pub(super) labels: Vec<u16>,
}

/// Weights of a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldWeights {
    /// One for each feature and label seen together.
    pub states: Vec<f64>,
    /// One for each pair of labels, by the one before.
    pub steps: Vec<f64>,
}

/// The weights of a training, by features and labels instead of numbers: another training can start from it.
#[derive(Debug, Clone, Default)]
pub struct LearntWeights {
    states: HashMap<(u64, u16), f64>,
    steps: Vec<f64>,
}

impl FieldWeights {
    pub(super) fn split(all: &[f64], states: usize) -> Self {
        let (states, steps) = all.split_at(states);
        Self { states: states.to_vec(), steps: steps.to_vec() }
    }
}

impl EncodedCorpus {
    /// Encodes a corpus; features seen fewer than `least` times are left out.
    pub fn new(corpus: &LabelledCorpus, templates: &FeatureTemplates, label_count: usize, least: u32) -> Self {
        Self::of_sequences(corpus, &corpus.sequences, templates, label_count, least)
    }

    /// Encodes some sequences of a corpus.
    pub fn of_sequences(
        corpus: &LabelledCorpus,
        sequences: &[Range<usize>],
        templates: &FeatureTemplates,
        label_count: usize,
        least: u32,
    ) -> Self {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        let mut buffer = Vec::new();
        for sequence in sequences {
            for token in sequence.clone() {
                buffer.clear();
                templates.features(&corpus.seen, sequence, token, &mut buffer);
                for feature in &buffer {
                    *counts.entry(*feature).or_default() += 1;
                }
            }
        }
        let mut often: Vec<(u32, u64)> =
            counts.iter().filter(|(_, count)| **count >= least).map(|(feature, count)| (*count, *feature)).collect();
        drop(counts);
        // The weights of common features lie together, where they are at hand.
        often.sort_unstable_by_key(|(count, feature)| (std::cmp::Reverse(*count), *feature));
        let features = often.into_iter().map(|(_, feature)| feature).collect();
        let mut encoded = Self::empty(label_count, features);
        encoded.add(corpus, sequences, templates);
        encoded.link();
        encoded
    }

    /// Another corpus with the same features.
    pub fn like(&self, corpus: &LabelledCorpus, templates: &FeatureTemplates) -> Self {
        let mut encoded = Self::empty(self.label_count, self.features.clone());
        encoded.starts = self.starts.clone();
        encoded.targets = self.targets.clone();
        encoded.add(corpus, &corpus.sequences, templates);
        encoded
    }

    fn empty(label_count: usize, features: Vec<u64>) -> Self {
        Self {
            label_count,
            features,
            starts: Vec::new(),
            targets: Vec::new(),
            sequence_starts: vec![0],
            token_starts: vec![0],
            token_features: Vec::new(),
            labels: Vec::new(),
        }
    }

    fn add(&mut self, corpus: &LabelledCorpus, sequences: &[Range<usize>], templates: &FeatureTemplates) {
        let numbers: HashMap<u64, u32> = self.features.iter().copied().zip(0..).collect();
        let mut buffer = Vec::new();
        for sequence in sequences {
            for token in sequence.clone() {
                buffer.clear();
                templates.features(&corpus.seen, sequence, token, &mut buffer);
                self.token_features.extend(buffer.iter().filter_map(|feature| numbers.get(feature)));
                self.token_starts.push(self.token_features.len() as u32);
                self.labels.push(corpus.labels[token]);
            }
            self.sequence_starts.push(self.labels.len() as u32);
        }
    }

    /// Gives a weight to each pair of feature and label that was seen.
    fn link(&mut self) {
        let l = self.label_count as u64;
        let mut pairs = Vec::with_capacity(self.token_features.len());
        for (token, label) in self.labels.iter().enumerate() {
            pairs.extend(self.features_of(token).iter().map(|feature| u64::from(*feature) * l + u64::from(*label)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.starts = vec![0; self.features.len() + 1];
        for pair in &pairs {
            self.starts[(pair / l) as usize + 1] += 1;
        }
        for n in 0..self.features.len() {
            self.starts[n + 1] += self.starts[n];
        }
        self.targets = pairs.iter().map(|pair| (pair % l) as u16).collect();
    }

    /// The number of sequences.
    pub fn len(&self) -> usize {
        self.sequence_starts.len() - 1
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of weights of features.
    pub fn weight_count(&self) -> usize {
        self.targets.len()
    }

    /// The tokens of a sequence.
    pub fn tokens(&self, sequence: usize) -> std::ops::Range<usize> {
        self.sequence_starts[sequence] as usize..self.sequence_starts[sequence + 1] as usize
    }

    /// The right labels of a sequence.
    pub fn labels_of(&self, sequence: usize) -> &[u16] {
        &self.labels[self.tokens(sequence)]
    }

    /// The features of a token.
    pub(super) fn features_of(&self, token: usize) -> &[u32] {
        &self.token_features[self.token_starts[token] as usize..self.token_starts[token + 1] as usize]
    }

    /// The numbers of a feature's weights.
    pub(super) fn weights_of(&self, feature: u32) -> std::ops::Range<usize> {
        self.starts[feature as usize] as usize..self.starts[feature as usize + 1] as usize
    }

    /// The number of the weight of a feature, by its hash, for a label; nothing if the two were not seen together.
    pub fn weight(&self, feature: u64, label: u16) -> Option<usize> {
        let feature = self.features.iter().position(|known| *known == feature)?;
        self.weights_of(feature as u32).find(|weight| self.target(*weight) == label)
    }

    /// Weights as something that another training over the same labels can start from.
    pub fn learnt(&self, weights: &FieldWeights) -> LearntWeights {
        let mut learnt = LearntWeights { states: HashMap::new(), steps: weights.steps.clone() };
        for (number, feature) in (0..).zip(&self.features) {
            for weight in self.weights_of(number).filter(|weight| weights.states[*weight] != 0.0) {
                learnt.states.insert((*feature, self.target(weight)), weights.states[weight]);
            }
        }
        learnt
    }

    /// The weights to start from, those of features never met before at zero.
    pub(super) fn started_from(&self, learnt: &LearntWeights) -> Vec<f64> {
        let mut all = Vec::with_capacity(self.weight_count() + learnt.steps.len());
        for (number, feature) in (0..).zip(&self.features) {
            let known = |weight: usize| learnt.states.get(&(*feature, self.target(weight))).copied().unwrap_or(0.0);
            all.extend(self.weights_of(number).map(known));
        }
        all.extend(&learnt.steps);
        all.resize(self.weight_count() + self.label_count * self.label_count, 0.0);
        all
    }

    /// The label of a weight.
    pub(super) fn target(&self, weight: usize) -> u16 {
        self.targets[weight]
    }

    /// The scores of the labels of a sequence, by token.
    pub(super) fn state_scores(&self, weights: &[f64], sequence: usize, out: &mut Vec<f64>) {
        let l = self.label_count;
        let tokens = self.tokens(sequence);
        out.clear();
        out.resize(tokens.len() * l, 0.0);
        for (row, token) in out.chunks_exact_mut(l).zip(tokens) {
            for feature in self.features_of(token) {
                for weight in self.weights_of(*feature) {
                    row[usize::from(self.targets[weight])] += weights[weight];
                }
            }
        }
    }

    /// The best labels of a sequence.
    pub fn best(&self, weights: &FieldWeights, sequence: usize) -> Vec<u16> {
        let mut scores = Vec::new();
        self.state_scores(&weights.states, sequence, &mut scores);
        best_path(&scores, &weights.steps, self.label_count)
    }

    /// The share of tokens labelled right.
    pub fn accuracy(&self, weights: &FieldWeights) -> f64 {
        use rayon::prelude::*;
        let right_in = |sequence: usize| {
            let found = self.best(weights, sequence);
            found.iter().zip(self.labels_of(sequence)).filter(|(a, b)| a == b).count()
        };
        let right: usize = (0..self.len()).into_par_iter().map(right_in).sum();
        right as f64 / self.labels.len().max(1) as f64
    }
}

/// The best path through scores of states and steps.
pub(super) fn best_path(states: &[f64], steps: &[f64], l: usize) -> Vec<u16> {
    let n = states.len() / l;
    if n == 0 {
        return Vec::new();
    }
    let mut back = vec![0u16; n * l];
    let mut score = states[..l].to_vec();
    let mut next = vec![0.0; l];
    for token in 1..n {
        next.fill(f64::NEG_INFINITY);
        let back = &mut back[token * l..(token + 1) * l];
        for (before, base) in score.iter().enumerate() {
            for ((step, next), back) in steps[before * l..].iter().zip(&mut next).zip(back.iter_mut()) {
                if base + step > *next {
                    *next = base + step;
                    *back = before as u16;
                }
            }
        }
        for ((score, next), state) in score.iter_mut().zip(&next).zip(&states[token * l..]) {
            *score = next + state;
        }
    }
    let mut label = (0..l).fold(0, |best, label| if score[label] > score[best] { label } else { best });
    let mut path = vec![0; n];
    for token in (0..n).rev() {
        path[token] = label as u16;
        label = usize::from(back[token * l + label]);
    }
    path
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::corpus::samples;
    use super::*;

    #[test]
    fn only_what_was_seen_together_has_a_weight() {
        let (corpus, templates) = samples::corpus(&[&[(0, 0), (1, 1)], &[(0, 1), (1, 1)]]);
        let encoded = EncodedCorpus::new(&corpus, &templates, 2, 1);
        let mut features = Vec::new();
        templates.features(&corpus.seen, &(0..2), 0, &mut features);
        templates.features(&corpus.seen, &(0..2), 1, &mut features);
        // The first word was seen with both labels, the second with one.
        let labels = |feature| (0..2u16).filter(|label| encoded.weight(feature, *label).is_some()).collect::<Vec<_>>();
        assert_eq!(labels(features[0]), [0, 1]);
        assert_eq!(labels(features[3]), [1]);
        assert!(labels(features[0].wrapping_add(1)).is_empty());
        let all: usize = encoded.features.iter().map(|feature| labels(*feature).len()).sum();
        assert_eq!(all, encoded.weight_count());
    }

    #[test]
    fn rare_features_are_left_out() {
        let (corpus, templates) = samples::small();
        let count = |least| EncodedCorpus::new(&corpus, &templates, 3, least).features.len();
        assert!(count(1) > count(2) && count(2) > count(100));
        assert_eq!(count(100), 0);
    }

    #[test]
    fn another_corpus_gets_the_same_numbers() {
        let (corpus, templates) = samples::small();
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        let same = encoded.like(&corpus, &templates);
        assert_eq!((&same.token_features, &same.targets), (&encoded.token_features, &encoded.targets));
        // Neither the word nor any pair with it is known, but the place before the start is.
        let (mut other, _) = samples::corpus(&[&[(0, 2)]]);
        other.seen.words.row_mut(0)[0] = 999;
        let like = encoded.like(&other, &templates);
        assert_eq!((like.features_of(0).len(), like.labels_of(0)), (1, &[2][..]));
    }

    proptest! {
        #[test]
        fn the_best_path_is_the_best_of_all(states in prop::collection::vec(-9.0f64..9.0, 3 * 4), steps in prop::collection::vec(-9.0f64..9.0, 9)) {
            let score = |path: &[u16]| {
                let states: f64 = path.iter().enumerate().map(|(at, label)| states[at * 3 + usize::from(*label)]).sum();
                states + path.windows(2).map(|w| steps[usize::from(w[0]) * 3 + usize::from(w[1])]).sum::<f64>()
            };
            let all = (0..81u16).map(|n| score(&[n / 27, n / 9 % 3, n / 3 % 3, n % 3]));
            let found = best_path(&states, &steps, 3);
            prop_assert!((score(&found) - all.fold(f64::MIN, f64::max)).abs() < 1e-9);
        }
    }
}
