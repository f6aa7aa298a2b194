//! The objective of a conditional random field: how badly the weights explain the labels, and which way is down.

use rayon::prelude::*;

use super::encoded::{EncodedCorpus, FieldWeights, LearntWeights};
use super::lbfgs::{Lbfgs, MinimiserProgress, MinimiserState};

/// The settings by which a field is trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrfSettings {
    /// The penalty on the absolute value of weights.
    pub l1: f64,
    /// The penalty on the square of weights.
    pub l2: f64,
    /// The most steps.
    pub iterations: usize,
    /// Training ends when the objective falls by less than this share over ten steps.
    pub tolerance: f64,
    /// Labels that are less probable than that, given what stands before, are not followed; with zero all are.
    pub beam: f64,
}

impl Default for CrfSettings {
    fn default() -> Self {
        Self { l1: 0.0, l2: 1.0, iterations: 200, tolerance: 1e-5, beam: 0.0 }
    }
}

/// A field over an encoded corpus.
pub struct CrfTrainer<'c> {
    corpus: &'c EncodedCorpus,
    /// Sequences in groups of about the same size; sums are taken group by group, so that they do not depend on threads.
    groups: Vec<std::ops::Range<usize>>,
}

/// Parts that are summed one by one, so that the sum does not depend on how many threads there are.
const GROUPS: usize = 64;
const BATCHES: usize = 8;

impl<'c> CrfTrainer<'c> {
    /// A field over this corpus.
    pub fn new(corpus: &'c EncodedCorpus) -> Self {
        let tokens = corpus.labels.len();
        let mut groups = Vec::new();
        let mut start = 0;
        for group in 1..=GROUPS {
            let limit = (tokens * group / GROUPS) as u32;
            let end = corpus.sequence_starts.partition_point(|first| *first < limit).min(corpus.len());
            if end > start {
                groups.push(start..end);
                start = end;
            }
        }
        if start < corpus.len() {
            groups.push(start..corpus.len());
        }
        Self { corpus, groups }
    }

    /// The number of all weights.
    pub fn weight_count(&self) -> usize {
        self.corpus.weight_count() + self.corpus.label_count * self.corpus.label_count
    }

    /// The start of a training: all weights zero.
    pub fn start(&self) -> MinimiserState {
        MinimiserState::new(vec![0.0; self.weight_count()])
    }

    /// The start of a training from what another one has come to.
    pub fn start_from(&self, learnt: &LearntWeights) -> MinimiserState {
        MinimiserState::new(self.corpus.started_from(learnt))
    }

    /// The weights that a training has come to.
    pub fn weights(&self, state: &MinimiserState) -> FieldWeights {
        FieldWeights::split(&state.x, self.corpus.weight_count())
    }

    /// Trains from a state on; `seen` may end it by answering false.
    pub fn train(
        &self,
        settings: &CrfSettings,
        state: &mut MinimiserState,
        seen: impl FnMut(&MinimiserProgress, &MinimiserState) -> bool,
    ) {
        let lbfgs = Lbfgs { l1: settings.l1, iterations: settings.iterations, tolerance: settings.tolerance };
        lbfgs.minimise(state, |x, gradient| self.objective_within(x, gradient, settings.l2, settings.beam), seen);
    }

    /// The negative log-likelihood with its L2 penalty, and its gradient.
    pub fn objective(&self, x: &[f64], gradient: &mut [f64], l2: f64) -> f64 {
        self.objective_within(x, gradient, l2, 0.0)
    }

    /// The same, with labels left out that hardly anything speaks for.
    fn objective_within(&self, x: &[f64], gradient: &mut [f64], l2: f64, beam: f64) -> f64 {
        let states = self.corpus.weight_count();
        // One buffer a worker would depend on scheduling; one a batch of groups does not.
        let batches: Vec<&[std::ops::Range<usize>]> =
            self.groups.chunks(self.groups.len().div_ceil(BATCHES).max(1)).collect();
        let parts: Vec<(f64, Vec<f64>)> = batches
            .par_iter()
            .map(|groups| {
                let mut part = vec![0.0; x.len()];
                let mut work = CrfWork { beam, ..CrfWork::default() };
                let mut value = 0.0;
                for sequence in groups.iter().flat_map(Clone::clone) {
                    value += self.sequence(sequence, x.split_at(states), part.split_at_mut(states), &mut work);
                }
                (value, part)
            })
            .collect();
        let mut value = 0.0;
        gradient.par_iter_mut().zip(x).for_each(|(g, w)| *g = 2.0 * l2 * w);
        for (part_value, part) in &parts {
            value += part_value;
            gradient.par_iter_mut().zip(part).for_each(|(g, p)| *g += p);
        }
        value + l2 * x.iter().map(|w| w * w).sum::<f64>()
    }

    /// Adds what one sequence contributes.
    fn sequence(
        &self,
        sequence: usize,
        (weights, steps): (&[f64], &[f64]),
        (state_part, step_part): (&mut [f64], &mut [f64]),
        work: &mut CrfWork,
    ) -> f64 {
        let corpus = self.corpus;
        let l = corpus.label_count;
        let tokens = corpus.tokens(sequence);
        let n = tokens.len();
        if n == 0 {
            return 0.0;
        }
        corpus.state_scores(weights, sequence, &mut work.states);
        let log_z = work.forward_backward(steps, l);
        let gold = &corpus.labels[tokens.clone()];
        let mut score = 0.0;
        for (nth, label) in gold.iter().enumerate() {
            score += work.states[nth * l + *label as usize];
            if nth > 0 {
                let step = gold[nth - 1] as usize * l + *label as usize;
                score += steps[step];
                step_part[step] -= 1.0;
            }
        }
        for (nth, token) in tokens.enumerate() {
            let expected = &work.marginals[nth * l..(nth + 1) * l];
            for feature in corpus.features_of(token) {
                for weight in corpus.weights_of(*feature) {
                    let label = corpus.target(weight);
                    let seen = if label == gold[nth] { 1.0 } else { 0.0 };
                    state_part[weight] += expected[label as usize] - seen;
                }
            }
        }
        for (part, expected) in step_part.iter_mut().zip(&work.expected_steps) {
            *part += expected;
        }
        log_z - score
    }
}

/// Buffers of forward-backward, kept between sequences.
#[derive(Default)]
struct CrfWork {
    beam: f64,
    states: Vec<f64>,
    alpha: Vec<f64>,
    beta: Vec<f64>,
    scale: Vec<f64>,
    ahead: Vec<f64>,
    exp_states: Vec<f64>,
    marginals: Vec<f64>,
    exp_steps: Vec<f64>,
    exp_steps_of: Vec<f64>,
    expected_steps: Vec<f64>,
}

impl CrfWork {
    /// Fills marginals and expected steps; gives the logarithm of the partition function.
    fn forward_backward(&mut self, steps: &[f64], l: usize) -> f64 {
        let n = self.states.len() / l;
        if self.exp_steps_of != steps {
            self.exp_steps_of = steps.to_vec();
            self.exp_steps = steps.iter().map(|s| s.exp()).collect();
        }
        let mut log_z = 0.0;
        self.exp_states.clear();
        for token in 0..n {
            let row = &self.states[token * l..(token + 1) * l];
            let top = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            log_z += top;
            self.exp_states.extend(row.iter().map(|s| (s - top).exp()));
        }
        self.alpha.clear();
        self.alpha.resize(n * l, 0.0);
        self.beta.clear();
        self.beta.resize(n * l, 0.0);
        self.scale.clear();
        self.scale.resize(n, 0.0);
        for token in 0..n {
            let (done, rest) = self.alpha.split_at_mut(token * l);
            let row = &mut rest[..l];
            if token == 0 {
                row.copy_from_slice(&self.exp_states[..l]);
            } else {
                let before = &done[(token - 1) * l..];
                for (from, a) in before.iter().enumerate().filter(|(_, a)| **a > 0.0) {
                    let step = &self.exp_steps[from * l..(from + 1) * l];
                    for (x, s) in row.iter_mut().zip(step) {
                        *x += a * s;
                    }
                }
                for (x, s) in row.iter_mut().zip(&self.exp_states[token * l..]) {
                    *x *= s;
                }
            }
            if self.beam > 0.0 {
                let least = row.iter().copied().fold(0.0, f64::max) * self.beam;
                row.iter_mut().filter(|x| **x < least).for_each(|x| *x = 0.0);
            }
            let sum: f64 = row.iter().sum();
            self.scale[token] = sum;
            log_z += sum.ln();
            row.iter_mut().for_each(|x| *x /= sum);
        }
        self.expected_steps.clear();
        self.expected_steps.resize(l * l, 0.0);
        self.marginals.clear();
        self.marginals.resize(n * l, 0.0);
        self.beta[(n - 1) * l..].iter_mut().for_each(|b| *b = 1.0);
        for token in (0..n).rev() {
            for label in 0..l {
                self.marginals[token * l + label] = self.alpha[token * l + label] * self.beta[token * l + label];
            }
            if token == 0 {
                break;
            }
            // What comes after each label of the token before.
            self.ahead.clear();
            self.ahead
                .extend((0..l).map(|label| {
                    self.beta[token * l + label] * self.exp_states[token * l + label] / self.scale[token]
                }));
            for before in 0..l {
                let a = self.alpha[(token - 1) * l + before];
                if a == 0.0 {
                    continue;
                }
                let mut sum = 0.0;
                let steps = self.exp_steps[before * l..].iter().zip(&mut self.expected_steps[before * l..]);
                for ((step, expected), ahead) in steps.zip(&self.ahead) {
                    let through = step * ahead;
                    sum += through;
                    *expected += a * through;
                }
                self.beta[(token - 1) * l + before] = sum;
            }
        }
        log_z
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::samples;
    use super::*;

    /// Weights of all sizes, the same every time.
    fn point(count: usize) -> Vec<f64> {
        (0..count).map(|n| (n as f64 * 1.7).sin() * 1.5).collect()
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let (corpus, templates) = samples::small();
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        let crf = CrfTrainer::new(&encoded);
        let x = point(crf.weight_count());
        let mut gradient = vec![0.0; x.len()];
        crf.objective(&x, &mut gradient, 0.3);
        let mut unused = vec![0.0; x.len()];
        for (at, slope) in gradient.iter().enumerate() {
            let mut value = |by: f64| {
                let mut moved = x.clone();
                moved[at] += by;
                crf.objective(&moved, &mut unused, 0.3)
            };
            let found = (value(1e-5) - value(-1e-5)) / 2e-5;
            assert!((found - slope).abs() < 1e-7 * slope.abs().max(1.0), "{at}: {found} {slope}");
        }
    }

    #[test]
    fn the_objective_is_what_all_paths_say() {
        let (corpus, templates) = samples::small();
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        let crf = CrfTrainer::new(&encoded);
        let x = point(crf.weight_count());
        let weights = FieldWeights::split(&x, encoded.weight_count());
        let mut expected = 0.2 * x.iter().map(|weight| weight * weight).sum::<f64>();
        let mut states = Vec::new();
        for sequence in 0..encoded.len() {
            encoded.state_scores(&weights.states, sequence, &mut states);
            let score = |path: &[u16]| {
                let states: f64 = path.iter().enumerate().map(|(at, label)| states[at * 3 + usize::from(*label)]).sum();
                states + path.windows(2).map(|w| weights.steps[usize::from(w[0] * 3 + w[1])]).sum::<f64>()
            };
            let gold = encoded.labels_of(sequence);
            let path = |n: u32| (0..gold.len() as u32).map(|at| (n / 3u32.pow(at) % 3) as u16).collect::<Vec<_>>();
            let all: f64 = (0..3u32.pow(gold.len() as u32)).map(|n| score(&path(n)).exp()).sum();
            expected += all.ln() - score(gold);
        }
        let value = crf.objective(&x, &mut vec![0.0; x.len()], 0.2);
        assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    }

    #[test]
    fn every_sequence_is_in_one_group() {
        for count in [0, 1, 5, 64, 65, 300] {
            let long = [(0, 0); 40];
            let sequences: Vec<&[(u32, u16)]> = (0..count).map(|n| &long[..n % 7 * (n % 5)]).collect();
            let (corpus, templates) = samples::corpus(&sequences);
            let encoded = EncodedCorpus::new(&corpus, &templates, 1, 1);
            let all: Vec<usize> = CrfTrainer::new(&encoded).groups.into_iter().flatten().collect();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn training_goes_down_to_a_flat_place() {
        let (corpus, templates) = samples::small();
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        let crf = CrfTrainer::new(&encoded);
        let mut state = crf.start();
        let mut values = Vec::new();
        crf.train(&CrfSettings { l2: 0.1, tolerance: 1e-12, ..CrfSettings::default() }, &mut state, |progress, _| {
            values.push(progress.value);
            true
        });
        assert!(values.is_sorted_by(|before, after| before >= after), "{values:?}");
        let mut gradient = vec![0.0; state.x.len()];
        crf.objective(&state.x, &mut gradient, 0.1);
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-4));
        assert_eq!(encoded.accuracy(&crf.weights(&state)), 1.0);
    }
}
