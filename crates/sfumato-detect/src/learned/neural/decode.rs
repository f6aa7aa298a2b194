//! From scores to labels: how probable each label is in its place, and the best row of labels in which nothing goes on
//! that has not begun.
//!
//! Most tokens are surely nothing (`islands.rs`); only the islands between them are looked at, with a few such tokens on
//! either side.

use std::ops::Range;

use sfumato_model::neural::{Compute, Path, power_of_two};

use super::chain::{Chain, LANES, Lanes, exponential, greater, greatest_lane};
use super::islands::Islands;

/// A label that is so much less likely than others says nothing of its neighbours.
const NEGLIGIBLE: f32 = 1e-6;
/// So many tokens that are surely nothing belong to an island on either side.
const BESIDE: usize = 2;
/// A label whose score is so much less than the greatest, in powers of two, is worth nothing.
const WORTHLESS: f32 = -64.0;
/// Nothing is less probable than this.
const LEAST: f32 = 1e-6;

/// Finds labels.
#[derive(Default)]
pub(super) struct Decoder {
    islands: Islands,
    /// The probability of each label of each token of an island.
    marginals: Vec<Lanes>,
    /// The worth of each label of each token by itself; then, of the best way to it that leads to the token.
    behind: Vec<Lanes>,
    /// Rows of a number for each label.
    row: Vec<Lanes>,
    weights: Vec<Lanes>,
    labelled: WindowLabels,
}

/// The labels of the tokens of a window.
#[derive(Default)]
pub(super) struct WindowLabels {
    pub labels: Vec<u8>,
    /// The probability of the label of each token.
    pub probabilities: Vec<f32>,
}

/// A window to label. Whatever computes over all labels is inlined into it.
struct Labelling<'d, R> {
    decoder: &'d mut Decoder,
    count: usize,
    row: R,
    chain: &'d Chain,
    lean: f32,
}

impl<'r, R: Fn(usize) -> &'r [f32]> Compute for Labelling<'_, R> {
    #[inline(always)]
    fn compute(self) {
        self.decoder.label_window(self.count, self.row, self.chain, self.lean);
    }
}

impl Decoder {
    /// The labels of a window of so many tokens. `row` gives the scores of all labels of a token; what is nothing is made
    /// less likely by `lean`, in logarithms.
    pub fn label<'r>(
        &mut self,
        count: usize,
        row: impl Fn(usize) -> &'r [f32],
        chain: &Chain,
        lean: f32,
    ) -> WindowLabels {
        Path::best().compute(Labelling { decoder: self, count, row, chain, lean });
        std::mem::take(&mut self.labelled)
    }

    #[inline(always)]
    fn label_window<'r>(&mut self, count: usize, row: impl Fn(usize) -> &'r [f32], chain: &Chain, lean: f32) {
        let nothing = label_of(chain, chain.outside);
        self.labelled = WindowLabels { labels: vec![nothing; count], probabilities: vec![1.0; count] };
        let mut islands = std::mem::take(&mut self.islands);
        let found = islands.look(count, &row, chain, lean.max(0.0));
        let is_something = |at: &usize| found[*at];
        let (mut reached, count) = (0, found.len());
        while let Some(first) = (reached..count).find(is_something) {
            let mut last = first;
            while let Some(next) = (last + 1..count.min(last + 2 + 2 * BESIDE)).find(is_something) {
                last = next;
            }
            let island = first.saturating_sub(BESIDE).max(reached)..count.min(last + 1 + BESIDE);
            reached = island.end;
            self.label_island(island, count, &row, chain, lean);
        }
        self.islands = islands;
    }

    /// Labels an island.
    #[inline(always)]
    fn label_island<'r>(
        &mut self,
        island: Range<usize>,
        count: usize,
        row: impl Fn(usize) -> &'r [f32],
        chain: &Chain,
        lean: f32,
    ) {
        self.behind.clear();
        self.row.clear();
        self.row.resize(chain.chunks(), [0.0; LANES]);
        self.weights.clear();
        self.weights.resize(chain.chunks(), [0.0; LANES]);
        for at in island.clone() {
            self.weigh(row(at), chain);
        }
        self.forward_and_backward(chain, island.end == count);
        self.walk(chain, exponential(-lean), island);
    }

    /// Appends what labels of such scores are worth: one for the greatest.
    #[inline(always)]
    fn weigh(&mut self, scores: &[f32], chain: &Chain) {
        let row = self.row.as_flattened_mut();
        row.fill(f32::MIN);
        for (score, place) in scores.iter().zip(&chain.places) {
            row[usize::from(*place)] = *score;
        }
        let most = greatest_lane(&self.row, f32::MIN);
        for lanes in &mut self.row {
            for lane in lanes {
                let power = greater((*lane - most) * std::f32::consts::LOG2_E, WORTHLESS);
                *lane = if power > WORTHLESS { power_of_two(power) } else { 0.0 };
            }
        }
        self.behind.extend_from_slice(&self.row);
    }

    /// Makes probabilities of what each label is worth by itself. Before the first token stands nothing, and after the last
    /// as well, unless the window ends there.
    #[inline(always)]
    fn forward_and_backward(&mut self, chain: &Chain, is_end: bool) {
        let chunks = chain.chunks();
        let Self { marginals, behind, row: beside, weights, .. } = self;
        certain_of(chain.outside, weights);
        marginals.clear();
        for own in behind.chunks_exact(chunks) {
            chain.after(weights, beside);
            multiply(own, beside, weights);
            normalise(weights);
            marginals.extend_from_slice(weights);
            neglect(weights);
        }
        certain_of(chain.outside, weights);
        chain.before(weights, beside);
        if is_end {
            beside.fill([1.0; LANES]);
        }
        for (marginals, own) in marginals.chunks_exact_mut(chunks).zip(behind.chunks_exact(chunks)).rev() {
            multiply(marginals, beside, weights);
            normalise(weights);
            marginals.copy_from_slice(weights);
            multiply(own, beside, weights);
            normalise(weights);
            neglect(weights);
            chain.before(weights, beside);
        }
    }

    /// The best row of labels, from its end: by products, so that every machine finds the same.
    #[inline(always)]
    fn walk(&mut self, chain: &Chain, of_nothing: f32, island: Range<usize>) {
        let chunks = chain.chunks();
        let Self { marginals, behind, row: best, weights, .. } = self;
        for (weight, label) in weights.as_flattened_mut().iter_mut().zip(&chain.labels) {
            *weight = if label.is_some() { 1.0 } else { 0.0 };
        }
        weights.as_flattened_mut()[chain.outside] = of_nothing;
        certain_of(chain.outside, best);
        behind.clear();
        for probable in marginals.chunks_exact(chunks) {
            let start = behind.len();
            behind.extend_from_slice(best);
            let before = &behind[start..];
            best.fill([greatest_lane(before, 0.0); LANES]);
            let (before, ways) = (before.as_flattened(), best.as_flattened_mut());
            for (place, begin) in chain.begins.iter().enumerate() {
                if let Some(begin) = begin {
                    ways[place] = greater(before[usize::from(*begin)], before[place]);
                }
            }
            for (way, (probable, weight)) in best.iter_mut().zip(probable.iter().zip(&*weights)) {
                for at in 0..LANES {
                    way[at] = way[at] * greater(probable[at], LEAST) * weight[at];
                }
            }
            let most = greatest_lane(best, f32::MIN_POSITIVE);
            scale(best, 1.0 / most);
        }
        let mut place = first_greatest(best);
        let (rows, ways) = (marginals.chunks_exact(chunks), behind.chunks_exact(chunks));
        let WindowLabels { labels, probabilities } = &mut self.labelled;
        let told = labels[island.clone()].iter_mut().zip(&mut probabilities[island]);
        for ((label, probability), (row, before)) in told.zip(rows.zip(ways)).rev() {
            (*label, *probability) = (label_of(chain, place), row.as_flattened()[place]);
            let ways = before.as_flattened();
            place = match chain.begins[place].map(usize::from) {
                None => first_greatest(before),
                Some(begin) if ways[begin] >= ways[place] => begin,
                Some(_) => place,
            };
        }
    }
}

/// The label that has a place.
fn label_of(chain: &Chain, place: usize) -> u8 {
    chain.labels[place].unwrap_or_default()
}

/// Makes one number of a row one and all others nothing.
#[inline(always)]
fn certain_of(place: usize, row: &mut [Lanes]) {
    row.fill([0.0; LANES]);
    row.as_flattened_mut()[place] = 1.0;
}

#[inline(always)]
fn multiply(row: &[Lanes], by: &[Lanes], out: &mut [Lanes]) {
    for (out, (row, by)) in out.iter_mut().zip(row.iter().zip(by)) {
        for at in 0..LANES {
            out[at] = row[at] * by[at];
        }
    }
}

#[inline(always)]
fn scale(row: &mut [Lanes], by: f32) {
    for lanes in row {
        for lane in lanes {
            *lane *= by;
        }
    }
}

/// Makes the sum of a row one.
#[inline(always)]
fn normalise(row: &mut [Lanes]) {
    let mut lanes = [0.0; LANES];
    for chunk in &*row {
        for at in 0..LANES {
            lanes[at] += chunk[at];
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let sum = ((a + e) + (b + f)) + ((c + g) + (d + h));
    if sum > 0.0 {
        scale(row, 1.0 / sum);
    }
}

/// Leaves out of a row what is negligible.
#[inline(always)]
fn neglect(row: &mut [Lanes]) {
    for lanes in row {
        for lane in lanes {
            *lane = if *lane > NEGLIGIBLE { *lane } else { 0.0 };
        }
    }
}

/// The place of the greatest number, the first if there are several.
#[inline(always)]
fn first_greatest(row: &[Lanes]) -> usize {
    let most = greatest_lane(row, 0.0);
    row.as_flattened().iter().position(|number| *number == most).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::tags::LabelTags;

    fn tags() -> LabelTags {
        LabelTags::read(&["O", "B-age", "I-age", "B-date", "I-date"]).expect("labels")
    }

    fn labelled(rows: &[[f32; 5]], logarithms: &[f32], lean: f32) -> (Vec<u8>, Vec<f32>) {
        let mut decoder = Decoder::default();
        let chain = Chain::new(&tags(), logarithms).expect("well formed");
        let WindowLabels { labels, probabilities } = decoder.label(rows.len(), |at| &rows[at], &chain, lean);
        (labels, probabilities)
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

    /// The labels by definition: probabilities of all labels of all tokens given each other, and the best row of
    /// labels by products of them.
    fn by_definition(rows: &[[f32; 5]], logarithms: &[f32], lean: f32) -> (Vec<u8>, Vec<f32>) {
        let factor = |before: usize, label: usize| match label {
            2 | 4 if before != label && before != label - 1 => 0.0,
            _ => f64::from(logarithms[before * 5 + label]).exp(),
        };
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
            let own = decoder.label(rows.len(), |at| &rows[at], &chain, lean);
            let (labels, probabilities) = by_definition(&rows, &logarithms, lean);
            assert_eq!(own.labels, labels, "{nth}");
            for (at, (own, other)) in own.probabilities.iter().zip(&probabilities).enumerate() {
                assert!((own - other).abs() < 5e-3, "{nth}, {at}: {own} {other}");
            }
            sure +=
                decoder.islands.look(rows.len(), |at| &rows[at], &chain, lean).iter().filter(|some| !**some).count();
            some += labels.iter().filter(|label| **label > 0).count();
        }
        assert!(sure > 30_000 && some > 3_000, "{sure} {some}");
    }
}
