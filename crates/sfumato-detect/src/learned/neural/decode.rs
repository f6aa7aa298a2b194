//! From scores to labels: how probable each label is in its place, and the best row of labels in which nothing goes on
//! that has not begun.
//!
//! Most tokens are surely nothing by their own score, whatever stands beside them; only the islands between them are looked
//! at, with a few such tokens on either side.

use std::ops::Range;

use crate::learned::tags::{Tag, Tags};

/// How likely labels follow each other, as a network learnt it.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    /// What is to be multiplied with, by the label before and the label; zero for what cannot be.
    factors: Vec<f32>,
    /// The same by the label and the label before.
    turned: Vec<f32>,
    /// For each label that goes on: where it begins.
    begins: Vec<Option<u8>>,
    outside: usize,
    /// By how much the score of nothing has to be the greatest for a token to be surely nothing.
    surely: f32,
}

/// A label that is so much less likely than nothing, in logarithms, is not thought of, however well it fits its neighbours.
const UNTHINKABLE: f32 = 7.0;
/// A label that is so much less likely than others says nothing of its neighbours.
const NEGLIGIBLE: f32 = 1e-6;
/// So many tokens that are surely nothing belong to an island on either side.
const BESIDE: usize = 2;

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
        let surely = UNTHINKABLE + helped(&factors, factors[outside * many + outside]);
        let turned = (0..many * many).map(|at| factors[at % many * many + at / many]).collect();
        is_sound.then(|| Self { begins: begins.collect(), factors, turned, outside, surely })
    }

    /// Whether a label says that something goes on.
    fn goes_on(&self, label: usize) -> bool {
        self.factors.get(self.outside * self.begins.len() + label) == Some(&0.0)
    }

    /// Whether a token with such scores is surely nothing.
    fn is_nothing(&self, row: &[f32], lean: f32) -> bool {
        let Some((before, rest)) = row.split_at_checked(self.outside) else { return false };
        let Some((nothing, after)) = rest.split_first() else { return false };
        nothing - greatest_of(before).max(greatest_of(after)) >= self.surely + lean
    }
}

/// By how much in logarithms labels that follow each other can make something likelier than nothing, for each of its
/// tokens: it is entered and left once, so that one token has at most two steps more.
fn helped(factors: &[f32], of_nothing: f32) -> f32 {
    2.0 * (greatest_of(factors) / of_nothing.max(f32::MIN_POSITIVE)).ln().max(0.0)
}

/// The greatest number; far below any score if there is none.
fn greatest_of(row: &[f32]) -> f32 {
    let (chunks, rest) = row.as_chunks::<8>();
    let mut lanes = [f32::MIN; 8];
    for chunk in chunks {
        for at in 0..8 {
            lanes[at] = if chunk[at] > lanes[at] { chunk[at] } else { lanes[at] };
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::MIN, f32::max)
}

/// Finds labels.
#[derive(Default)]
pub(super) struct Decoder {
    /// How probable each label of each token of an island is.
    marginals: Vec<f32>,
    behind: Vec<f32>,
    /// The best way to each label of each token: the label before it.
    back: Vec<u8>,
    /// Rows of a number for each label.
    rows: [Vec<f32>; 2],
    pub labels: Vec<u8>,
    /// How probable the label of each token is.
    pub probabilities: Vec<f32>,
}

/// Nothing is less probable than this.
const LEAST: f32 = 1e-6;

impl Decoder {
    /// Labels a window of so many tokens. `row` gives the scores of all labels of a token; what is nothing is made less
    /// likely by `lean`, in logarithms.
    pub fn label<'r>(&mut self, count: usize, row: impl Fn(usize) -> &'r [f32], chain: &Chain, lean: f32) {
        self.labels.clear();
        self.labels.resize(count, chain.outside as u8);
        self.probabilities.clear();
        self.probabilities.resize(count, 1.0);
        let is_something = |at: &usize| !chain.is_nothing(row(*at), lean.max(0.0));
        let mut reached = 0;
        while let Some(first) = (reached..count).find(is_something) {
            let mut last = first;
            while let Some(next) = (last + 1..count.min(last + 2 + 2 * BESIDE)).find(is_something) {
                last = next;
            }
            let island = first.saturating_sub(BESIDE).max(reached)..count.min(last + 1 + BESIDE);
            reached = island.end;
            self.label_island(island, count, &row, chain, lean);
        }
    }

    /// Labels an island.
    fn label_island<'r>(
        &mut self,
        island: Range<usize>,
        count: usize,
        row: impl Fn(usize) -> &'r [f32],
        chain: &Chain,
        lean: f32,
    ) {
        let many = chain.begins.len();
        self.marginals.clear();
        for row in island.clone().map(row) {
            let most = greatest_of(row);
            self.marginals.extend(row.iter().map(|score| (score - most).exp()));
        }
        if many == 0 || self.marginals.len() != island.len() * many {
            return;
        }
        self.forward_and_backward(chain, island.end == count);
        self.walk(chain, (-lean).exp(), island.clone());
        let marginals = self.marginals.chunks_exact(many).zip(&self.labels[island.clone()]);
        for (probability, (row, label)) in self.probabilities[island].iter_mut().zip(marginals) {
            *probability = row.get(usize::from(*label)).copied().unwrap_or(0.0);
        }
    }

    /// Makes probabilities of what each label is worth by itself. Before the first token stands nothing, and after the last
    /// as well, unless the window ends there.
    fn forward_and_backward(&mut self, chain: &Chain, is_end: bool) {
        let many = chain.begins.len();
        let [sum, before] = &mut self.rows;
        before.clear();
        before.resize(many, 0.0);
        before[chain.outside] = 1.0;
        sum.resize(many, 0.0);
        // What each row is worth by itself is needed on the way back.
        self.behind.clear();
        self.behind.extend_from_slice(&self.marginals);
        for row in self.marginals.chunks_exact_mut(many) {
            sum.fill(0.0);
            add_weighted(sum, before, &chain.factors);
            row.iter_mut().zip(&*sum).for_each(|(own, sum)| *own *= sum);
            normalise(row);
            before.copy_from_slice(row);
        }
        let [after, weights] = &mut self.rows;
        for (after, factors) in after.iter_mut().zip(chain.factors.chunks_exact(many)) {
            *after = if is_end { 1.0 } else { factors[chain.outside] };
        }
        for (row, own) in self.marginals.chunks_exact_mut(many).zip(self.behind.chunks_exact(many)).rev() {
            row.iter_mut().zip(&*after).for_each(|(label, after)| *label *= after);
            normalise(row);
            weights.clear();
            weights.extend(own.iter().zip(&*after).map(|(own, after)| own * after));
            normalise(weights);
            after.fill(0.0);
            add_weighted(after, weights, &chain.turned);
            normalise(after);
        }
    }

    /// The best row of labels, from its end: by products, so that every machine finds the same.
    fn walk(&mut self, chain: &Chain, of_nothing: f32, island: Range<usize>) {
        let many = chain.begins.len();
        self.back.clear();
        let [best, next] = &mut self.rows;
        best.clear();
        best.resize(many, 0.0);
        best[chain.outside] = 1.0;
        next.resize(many, 0.0);
        for row in self.marginals.chunks_exact(many) {
            let overall = greatest(best);
            for (at, probability) in row.iter().enumerate() {
                let from = match chain.begins[at] {
                    _ if !chain.goes_on(at) => overall,
                    Some(begin) if best[usize::from(begin)] >= best[at] => usize::from(begin),
                    _ => at,
                };
                let weight = if at == chain.outside { of_nothing } else { 1.0 };
                next[at] = best[from] * probability.max(LEAST) * weight;
                self.back.push(from as u8);
            }
            let most = next[greatest(next)].max(f32::MIN_POSITIVE);
            best.iter_mut().zip(&*next).for_each(|(best, next)| *best = next / most);
        }
        let mut label = greatest(best);
        for (back, own) in self.back.chunks_exact(many).zip(&mut self.labels[island]).rev() {
            *own = label as u8;
            label = usize::from(back[label]);
        }
    }
}

/// Adds rows, each as often as its weight says; the weights come to one.
fn add_weighted(sum: &mut [f32], weights: &[f32], rows: &[f32]) {
    for (weight, row) in weights.iter().zip(rows.chunks_exact(sum.len())) {
        if *weight > NEGLIGIBLE {
            sum.iter_mut().zip(row).for_each(|(sum, own)| *sum += weight * own);
        }
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
        decoder.label(rows.len(), |at| &rows[at], &chain, lean);
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

    /// What the definition has: probabilities of all labels of all tokens given each other, and the best row of labels by
    /// products of them.
    fn by_definition(rows: &[[f32; 5]], chain: &Chain, lean: f32) -> (Vec<u8>, Vec<f32>) {
        let factor = |before: usize, label: usize| f64::from(chain.factors[before * 5 + label]);
        let normal = |row: [f64; 5]| row.map(|number| number / row.iter().sum::<f64>());
        let own: Vec<[f64; 5]> = rows.iter().map(|row| row.map(|score| f64::from(score).exp())).collect();
        let mut before = vec![[1.0, 0.0, 0.0, 0.0, 0.0]];
        for own in &own {
            let last = before[before.len() - 1];
            let sums =
                std::array::from_fn(|to| own[to] * (0..5).map(|from| last[from] * factor(from, to)).sum::<f64>());
            before.push(normal(sums));
        }
        let mut after = vec![[1.0; 5]];
        for own in own.iter().rev() {
            let last = after[after.len() - 1];
            let sums = |from: usize| (0..5).map(|to| factor(from, to) * own[to] * last[to]).sum::<f64>();
            after.push(normal(std::array::from_fn(sums)));
        }
        after.reverse();
        let of = |at: usize| normal(std::array::from_fn(|label| before[at + 1][label] * after[at + 1][label]));
        let chances: Vec<[f64; 5]> = (0..rows.len()).map(of).collect();
        let (mut best, mut back) = ([0.0, -1e9, -1e9, -1e9, -1e9], Vec::new());
        for row in &chances {
            let from: [usize; 5] = std::array::from_fn(|to| {
                let may = (0..5).filter(|from| factor(*from, to) > 0.0);
                may.reduce(|a, b| if best[b] > best[a] { b } else { a }).unwrap_or_default()
            });
            let of_label = |to: usize| row[to].max(f64::from(LEAST)).ln() - if to == 0 { f64::from(lean) } else { 0.0 };
            best = std::array::from_fn(|to| best[from[to]] + of_label(to));
            back.push(from);
        }
        let mut label = (0..5).reduce(|a, b| if best[b] > best[a] { b } else { a }).unwrap_or_default();
        let mut labels = vec![0; rows.len()];
        for at in (0..rows.len()).rev() {
            labels[at] = label as u8;
            label = back[at][label];
        }
        let probabilities = labels.iter().zip(&chances).map(|(label, row)| row[usize::from(*label)] as f32).collect();
        (labels, probabilities)
    }

    #[test]
    fn islands_get_the_labels_of_the_whole() {
        let mut state = 7u32;
        let mut chance = |most: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * most
        };
        let mut decoder = Decoder::default();
        let (mut sure, mut some) = (0, 0);
        for nth in 0..200 {
            let logarithms: Vec<f32> = (0..25).map(|_| chance(2.0) - 1.5).collect();
            let chain = Chain::new(&tags(), &logarithms).expect("well formed");
            let lean = if nth % 2 == 0 { 0.0 } else { 3.0 };
            // Now and then something that may be a few tokens long, and all between it as good as certain.
            let mut something = 0;
            let rows: Vec<[f32; 5]> = (0..300)
                .map(|_| {
                    something = if chance(1.0) < 0.05 { chance(5.0) as usize } else { something.saturating_sub(1) };
                    let nothing = if something > 0 { chance(8.0) } else { 17.0 + chance(10.0) };
                    [nothing, chance(6.0), chance(6.0), chance(6.0), chance(6.0)]
                })
                .collect();
            decoder.label(rows.len(), |at| &rows[at], &chain, lean);
            let (labels, probabilities) = by_definition(&rows, &chain, lean);
            assert_eq!(decoder.labels, labels, "{nth}");
            for (at, (own, other)) in decoder.probabilities.iter().zip(&probabilities).enumerate() {
                assert!((own - other).abs() < 5e-3, "{nth}, {at}: {own} {other}");
            }
            sure += rows.iter().filter(|row| chain.is_nothing(&row[..], lean)).count();
            some += labels.iter().filter(|label| **label > 0).count();
        }
        assert!(sure > 30_000 && some > 3_000, "{sure} {some}");
    }
}
