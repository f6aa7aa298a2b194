//! From scores to labels: how probable each label is in its place, and the best row of labels in which nothing goes on
//! that has not begun.

use crate::learned::tags::{Tag, Tags};

/// How likely labels follow each other, as a network learnt it.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    /// What is to be multiplied with, by the label before and the label; zero for what cannot be.
    factors: Vec<f32>,
    /// For each label that goes on: where it begins.
    begins: Vec<Option<u8>>,
    outside: usize,
}

impl Chain {
    /// A chain of labels. `logarithms` are a row for each label before, or nothing if all are alike.
    pub fn new(tags: &Tags, logarithms: &[f32]) -> Option<Self> {
        let many = tags.tags.len();
        let outside = usize::from(tags.outside()?);
        if !(logarithms.is_empty() || logarithms.len() == many * many) {
            return None;
        }
        let is_before = |before: Tag, tag: Tag| match tag {
            Tag::Inside(category) => before.category() == Some(category),
            Tag::Outside | Tag::Begin(_) => true,
        };
        let mut factors = Vec::with_capacity(many * many);
        for (before, from) in tags.tags.iter().enumerate() {
            for (label, to) in tags.tags.iter().enumerate() {
                let logarithm = logarithms.get(before * many + label).copied().unwrap_or(0.0);
                factors.push(if is_before(*from, *to) { logarithm.exp() } else { 0.0 });
            }
        }
        let begins = tags.tags.iter().map(|tag| match tag {
            Tag::Inside(category) => {
                tags.tags.iter().position(|other| *other == Tag::Begin(*category)).map(|at| at as u8)
            }
            Tag::Outside | Tag::Begin(_) => None,
        });
        let is_sound = factors.iter().all(|factor| factor.is_finite());
        is_sound.then(|| Self { begins: begins.collect(), factors, outside })
    }
}

/// Finds labels.
#[derive(Default)]
pub(super) struct Decoder {
    /// How probable each label of each token is.
    marginals: Vec<f32>,
    behind: Vec<f32>,
    /// The best way to each label of each token: the label before it.
    back: Vec<u8>,
    pub labels: Vec<u8>,
    /// How probable the label of each token is.
    pub probabilities: Vec<f32>,
}

/// Nothing is less probable than this.
const LEAST: f32 = 1e-6;

impl Decoder {
    /// Labels a window. `rows` are the scores of all labels, token by token; what is nothing is made less likely by
    /// `lean`, in logarithms.
    pub fn label<'r>(&mut self, rows: impl Iterator<Item = &'r [f32]>, chain: &Chain, lean: f32) {
        let many = chain.begins.len();
        self.marginals.clear();
        for row in rows {
            let most = row.iter().copied().fold(f32::MIN, f32::max);
            self.marginals.extend(row.iter().map(|score| (score - most).exp()));
        }
        self.labels.clear();
        self.probabilities.clear();
        if many == 0 || self.marginals.is_empty() {
            return;
        }
        self.forward_and_backward(chain);
        self.walk(chain, (-lean).exp());
        let of_label = |(row, label): (&[f32], &u8)| row.get(usize::from(*label)).copied().unwrap_or(0.0);
        self.probabilities.extend(self.marginals.chunks_exact(many).zip(&self.labels).map(of_label));
    }

    /// Makes probabilities of what each label is worth by itself. Before the first token stands nothing.
    fn forward_and_backward(&mut self, chain: &Chain) {
        let many = chain.begins.len();
        let (mut sum, mut before) = (vec![0.0; many], vec![0.0; many]);
        before[chain.outside] = 1.0;
        // What each row is worth by itself is needed on the way back.
        self.behind.clear();
        self.behind.extend_from_slice(&self.marginals);
        for row in self.marginals.chunks_exact_mut(many) {
            sum.fill(0.0);
            for (weight, factors) in before.iter().zip(chain.factors.chunks_exact(many)) {
                if *weight > 0.0 {
                    sum.iter_mut().zip(factors).for_each(|(sum, factor)| *sum += weight * factor);
                }
            }
            row.iter_mut().zip(&sum).for_each(|(own, sum)| *own *= sum);
            normalise(row);
            before.copy_from_slice(row);
        }
        let mut after = vec![1.0; many];
        for (row, own) in self.marginals.chunks_exact_mut(many).zip(self.behind.chunks_exact(many)).rev() {
            row.iter_mut().zip(&after).for_each(|(label, after)| *label *= after);
            normalise(row);
            let weights: Vec<f32> = own.iter().zip(&after).map(|(own, after)| own * after).collect();
            for (after, factors) in after.iter_mut().zip(chain.factors.chunks_exact(many)) {
                *after = factors.iter().zip(&weights).map(|(factor, weight)| factor * weight).sum();
            }
            normalise(&mut after);
        }
    }

    /// The best row of labels, from its end: by products, so that every machine finds the same.
    fn walk(&mut self, chain: &Chain, of_nothing: f32) {
        let many = chain.begins.len();
        self.back.clear();
        let (mut best, mut next) = (vec![0.0f32; many], vec![0.0f32; many]);
        best[chain.outside] = 1.0;
        for row in self.marginals.chunks_exact(many) {
            let overall = greatest(&best);
            for (at, probability) in row.iter().enumerate() {
                let from = match chain.begins[at] {
                    _ if !self.goes_on(chain, at) => overall,
                    Some(begin) if best[usize::from(begin)] >= best[at] => usize::from(begin),
                    _ => at,
                };
                let weight = if at == chain.outside { of_nothing } else { 1.0 };
                next[at] = best[from] * probability.max(LEAST) * weight;
                self.back.push(from as u8);
            }
            let most = next[greatest(&next)].max(f32::MIN_POSITIVE);
            best.iter_mut().zip(&next).for_each(|(best, next)| *best = next / most);
        }
        let mut label = greatest(&best);
        for back in self.back.chunks_exact(many).rev() {
            self.labels.push(label as u8);
            label = usize::from(back[label]);
        }
        self.labels.reverse();
    }

    /// Whether a label says that something goes on.
    fn goes_on(&self, chain: &Chain, label: usize) -> bool {
        chain.factors.get(chain.outside * chain.begins.len() + label) == Some(&0.0)
    }
}

fn normalise(row: &mut [f32]) {
    let sum: f32 = row.iter().sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|number| *number /= sum);
    }
}

fn greatest(row: &[f32]) -> usize {
    (0..row.len()).reduce(|a, b| if row[b] > row[a] { b } else { a }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags() -> Tags {
        Tags::read(&["O", "B-age", "I-age", "B-date", "I-date"]).expect("labels")
    }

    fn labelled(rows: &[[f32; 5]], logarithms: &[f32], lean: f32) -> (Vec<u8>, Vec<f32>) {
        let mut decoder = Decoder::default();
        let chain = Chain::new(&tags(), logarithms).expect("well formed");
        decoder.label(rows.iter().map(|row| &row[..]), &chain, lean);
        (decoder.labels, decoder.probabilities)
    }

    #[test]
    fn nothing_goes_on_that_has_not_begun() {
        let labels = |rows: &[[f32; 5]]| labelled(rows, &[], 0.0).0;
        assert_eq!(labels(&[[0.0, 1.0, 3.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0, 0.0]]), [1, 2]);
        // A label that cannot stand there gives way to the next best.
        assert_eq!(labels(&[[3.0, 0.0, 0.0, 1.0, 0.0], [1.5, 0.0, 2.0, 0.0, 0.0]]), [0, 0]);
        assert_eq!(labels(&[]), [0; 0]);
    }

    #[test]
    fn whoever_fears_misses_finds_more() {
        let row = [[2.0, 0.0, 0.0, 1.0, 0.0]];
        assert_eq!(labelled(&row, &[], 0.0).0, [0]);
        let (leaning, probabilities) = labelled(&row, &[], 2.0);
        assert_eq!(leaning, [3]);
        // It is found, and no surer than before.
        assert!((probabilities[0] - 0.245).abs() < 0.01, "{probabilities:?}");
    }

    #[test]
    fn labels_that_follow_each_other_help_each_other() {
        let rows = [[0.0, 0.0, 0.0, 2.0, 0.0], [0.4, 0.0, 0.0, 0.0, 0.0]];
        assert_eq!(labelled(&rows, &[], 0.0).0, [3, 0]);
        let mut logarithms = [0.0; 25];
        logarithms[3 * 5 + 4] = 3.0;
        assert_eq!(labelled(&rows, &logarithms, 0.0).0, [3, 4]);
        assert!(Chain::new(&tags(), &[0.0; 24]).is_none());
        assert!(Chain::new(&tags(), &[f32::INFINITY; 25]).is_none());
    }

    #[test]
    fn long_rows_keep_their_numbers() {
        let rows = vec![[9.0, -9.0, -9.0, -9.0, -9.0]; 5000];
        let (labels, probabilities) = labelled(&rows, &[], 0.0);
        assert!(labels.iter().all(|label| *label == 0));
        assert!(probabilities.iter().all(|probability| (0.999..=1.0).contains(probability)));
    }
}
