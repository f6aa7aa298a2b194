//! The averaged perceptron: walk through the corpus, correct mistakes, keep the mean of all weights on the way.

use super::encoded::{EncodedCorpus, FieldWeights, best_path};

/// The settings by which a perceptron is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerceptronSettings {
    /// Walks through the corpus.
    pub passes: usize,
    /// The seed of the order of sequences.
    pub seed: u64,
    /// True if the label before a token counts. Without, each token is labelled by itself.
    pub chained: bool,
}

/// Trains; `seen` gets the number of the pass, the share of wrong labels, and the mean so far.
pub fn perceptron(
    corpus: &EncodedCorpus,
    settings: &PerceptronSettings,
    mut seen: impl FnMut(usize, f64, &FieldWeights) -> bool,
) -> FieldWeights {
    let l = corpus.label_count;
    let states = corpus.weight_count();
    let mut weights = vec![0.0f64; states + l * l];
    let mut sums = vec![0.0f64; states + l * l];
    let mut clock = 1.0;
    let mut order: Vec<usize> = (0..corpus.len()).collect();
    let mut random = settings.seed ^ 0x9e37_79b9_7f4a_7c15;
    let mut scores = Vec::new();
    let mut mean = FieldWeights::split(&weights, states);
    for pass in 1..=settings.passes {
        for at in (1..order.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            order.swap(at, (random % (at as u64 + 1)) as usize);
        }
        let mut wrong = 0;
        for sequence in &order {
            corpus.state_scores(&weights[..states], *sequence, &mut scores);
            let found = best_path(&scores, &weights[states..], l);
            let tokens = corpus.tokens(*sequence);
            let gold = &corpus.labels[tokens.clone()];
            let mut update = |at: usize, by: f64| {
                weights[at] += by;
                sums[at] += by * clock;
            };
            for (nth, token) in tokens.enumerate() {
                let (is, should) = (found[nth], gold[nth]);
                if is != should {
                    wrong += 1;
                    for feature in corpus.features_of(token) {
                        for weight in corpus.weights_of(*feature) {
                            match corpus.target(weight) {
                                label if label == should => update(weight, 1.0),
                                label if label == is => update(weight, -1.0),
                                _ => {}
                            }
                        }
                    }
                }
                if settings.chained && nth > 0 && (is != should || found[nth - 1] != gold[nth - 1]) {
                    update(states + gold[nth - 1] as usize * l + should as usize, 1.0);
                    update(states + found[nth - 1] as usize * l + is as usize, -1.0);
                }
            }
            clock += 1.0;
        }
        let averaged: Vec<f64> = weights.iter().zip(&sums).map(|(w, s)| w - s / clock).collect();
        mean = FieldWeights::split(&averaged, states);
        if !seen(pass, wrong as f64 / corpus.labels.len().max(1) as f64, &mean) {
            break;
        }
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::super::corpus::samples;
    use super::*;

    fn encoded() -> EncodedCorpus {
        let (corpus, templates) = samples::small();
        EncodedCorpus::new(&corpus, &templates, 3, 1)
    }

    #[test]
    fn what_can_be_learnt_is_learnt() {
        let encoded = encoded();
        let mut wrong = 1.0;
        let settings = PerceptronSettings { passes: 30, seed: 1, chained: true };
        let weights = perceptron(&encoded, &settings, |_, share, _| {
            wrong = share;
            true
        });
        assert_eq!(wrong, 0.0);
        // The last weights may be right by a tie, which their mean need not be.
        assert!(encoded.accuracy(&weights) > 0.9);
        assert!(weights.steps.iter().any(|step| *step != 0.0));
    }

    #[test]
    fn without_a_chain_the_label_before_does_not_count() {
        let weights =
            perceptron(&encoded(), &PerceptronSettings { passes: 5, seed: 1, chained: false }, |_, _, _| true);
        assert!(weights.steps.iter().all(|step| *step == 0.0));
        assert!(weights.states.iter().any(|weight| *weight != 0.0));
    }

    #[test]
    fn it_ends_when_told_and_without_a_pass_all_is_zero() {
        let encoded = encoded();
        let mut passes = Vec::new();
        let first = perceptron(&encoded, &PerceptronSettings { passes: 9, seed: 3, chained: true }, |pass, _, _| {
            passes.push(pass);
            pass < 2
        });
        assert_eq!(passes, [1, 2]);
        assert_eq!(
            first,
            perceptron(&encoded, &PerceptronSettings { passes: 2, seed: 3, chained: true }, |_, _, _| true)
        );
        let none = perceptron(&encoded, &PerceptronSettings { passes: 0, seed: 3, chained: true }, |_, _, _| true);
        assert_eq!((none.states.len(), none.steps.len()), (encoded.weight_count(), 9));
        assert!(none.states.iter().all(|weight| *weight == 0.0));
    }

    #[test]
    fn the_mean_of_all_moments_comes_out() {
        // One word, wrongly guessed once: the weight is there from the first sequence on.
        let (corpus, templates) = samples::corpus(&[&[(0, 1)], &[(0, 1)], &[(0, 1)]]);
        let encoded = EncodedCorpus::new(&corpus, &templates, 2, 1);
        let weights = perceptron(&encoded, &PerceptronSettings { passes: 1, seed: 1, chained: true }, |_, _, _| true);
        assert!(weights.states.iter().all(|weight| (weight - 0.75).abs() < 1e-12), "{:?}", weights.states);
    }
}
