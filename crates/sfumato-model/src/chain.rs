//! The chain: best paths and probabilities over scores of labels and of pairs of labels.

use std::sync::OnceLock;

/// Scores of labels are kept in rows of a multiple of this many, so that they are added and compared side by side with
/// none left over.
pub(crate) const LANES: usize = 16;

/// The score in the lanes beyond the last label: less than any path.
pub(crate) const NEVER: i16 = i16::MIN / 2;

/// The scores of steps, in rows by the label before.
pub(crate) struct LabelSteps {
    pub labels: usize,
    pub stride: usize,
    rows: Vec<i16>,
    /// The most by which the best step from one label can be worth more than the step from another to the same label:
    /// a path that is farther behind than that cannot catch up. With hundreds of labels that is a long way to go, so that
    /// it is left until somebody looks for a path.
    leads: OnceLock<Vec<i16>>,
    /// The logarithm that one unit of a score is worth.
    unit: f32,
    /// The powers of the scores, row by row, with zeros in the lanes beyond the last label.
    powers: Vec<f32>,
    /// The powers of scores that are so many units behind, as far as these are told from none. Who looks for a path alone
    /// does not need them.
    worths: OnceLock<Vec<f32>>,
}

impl LabelSteps {
    pub fn new(steps: &[i16], labels: usize, unit: f32) -> Self {
        let stride = labels.next_multiple_of(LANES);
        let mut rows = vec![NEVER; labels * stride];
        for (row, from) in rows.chunks_mut(stride).zip(steps.chunks(labels)) {
            for (to, step) in row.iter_mut().zip(from) {
                *to = *step;
            }
        }
        // Only differences count: with the largest at one, no power is out of range.
        let top = f32::from(steps.iter().copied().max().unwrap_or(0));
        let mut powers = vec![0.0; labels * stride];
        for (row, from) in powers.chunks_mut(stride).zip(steps.chunks(labels)) {
            for (to, step) in row.iter_mut().zip(from) {
                *to = ((f32::from(*step) - top) * unit).exp();
            }
        }
        Self { labels, stride, rows, leads: OnceLock::new(), unit, powers, worths: OnceLock::new() }
    }

    /// The same with the probabilities of others.
    pub fn with_powers_of(self, other: &Self) -> Self {
        Self { powers: other.powers.clone(), ..self }
    }

    /// The powers of the steps from a label.
    #[inline]
    fn powers(&self, from: usize) -> &[f32] {
        self.powers.get(from * self.stride..(from + 1) * self.stride).unwrap_or_default()
    }

    fn worths(&self) -> &[f32] {
        self.worths.get_or_init(|| {
            let behind = (0..=u16::MAX).map(|units| -f32::from(units) * self.unit);
            behind.take_while(|behind| *behind >= FARTHEST).map(f32::exp).collect()
        })
    }

    /// The most by which a path that ends with a label may be worse than the best and still become the best.
    #[inline]
    fn leads(&self, best: usize) -> &[i16] {
        let leads = self.leads.get_or_init(|| self.all_leads());
        leads.get(best * self.labels..(best + 1) * self.labels).unwrap_or_default()
    }

    fn all_leads(&self) -> Vec<i16> {
        let lead =
            |from: &[i16], other: &[i16]| from.iter().zip(other).map(|(a, b)| a.saturating_sub(*b)).max().unwrap_or(0);
        let each = || self.rows.chunks_exact(self.stride.max(1)).map(|row| row.get(..self.labels).unwrap_or_default());
        each().flat_map(|best| each().map(move |from| lead(from, best))).collect()
    }
}

/// The place of the largest number, the first of equals.
fn first_best(scores: &[i16]) -> usize {
    let top = scores.iter().copied().fold(i16::MIN, i16::max);
    scores.iter().position(|score| *score == top).unwrap_or(0)
}

/// Buffers of the search for the best path, kept between sequences.
#[derive(Default)]
pub(crate) struct PathSearch {
    score: Vec<i16>,
    next: Vec<i16>,
    back: Vec<i16>,
}

impl PathSearch {
    /// The best path through rows of scores; ties go to the label that comes first.
    pub fn best(&mut self, states: &[i16], steps: &LabelSteps, out: &mut Vec<u8>) {
        let stride = steps.stride;
        let tokens = states.len() / stride;
        let first = out.len();
        if tokens == 0 {
            return;
        }
        self.back.clear();
        self.back.resize(tokens * stride, 0);
        self.score.clear();
        self.score.extend(states.get(..stride).unwrap_or_default());
        self.next.clear();
        self.next.resize(stride, 0);
        for (row, back) in states.chunks_exact(stride).zip(self.back.chunks_exact_mut(stride)).skip(1) {
            self.next.fill(i16::MIN);
            let best = first_best(self.score.get(..steps.labels).unwrap_or_default());
            let ahead = self.score[best];
            let labels = self.score.iter().zip(steps.leads(best)).zip(steps.rows.chunks_exact(stride));
            for (before, ((base, lead), step)) in labels.enumerate() {
                if base.saturating_add(*lead) >= ahead {
                    follow(*base, before as i16, step, &mut self.next, back);
                }
            }
            // Only differences count: the best is brought to zero, so that long sequences do not run out of range.
            let top = self.next.iter().copied().fold(i16::MIN, i16::max);
            for ((score, next), state) in self.score.iter_mut().zip(&self.next).zip(row) {
                *score = next.saturating_sub(top).saturating_add(*state);
            }
        }
        let mut label = first_best(self.score.get(..steps.labels).unwrap_or_default());
        out.resize(first + tokens, 0);
        for (place, back) in out.iter_mut().skip(first).zip(self.back.chunks_exact(stride)).rev() {
            *place = label as u8;
            label = back.get(label).map_or(0, |before| *before as usize);
        }
    }
}

/// Adds one row to another, side by side. Weights are small enough for dozens of them to be added, so that no sum runs
/// out of range; with a model that is damaged one may, and then the labels are wrong.
#[inline]
pub(crate) fn add_row(to: &mut [i16], from: &[i16]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = to.wrapping_add(*from);
    }
}

/// Takes the step from one label to each other where it leads to more.
#[inline]
fn follow(base: i16, before: i16, step: &[i16], next: &mut [i16], back: &mut [i16]) {
    for ((step, next), back) in step.iter().zip(next).zip(back) {
        let through = base.saturating_add(*step);
        let better = through > *next;
        *next = if better { through } else { *next };
        *back = if better { before } else { *back };
    }
}

/// Buffers of forward-backward, kept between sequences.
#[derive(Default)]
pub(crate) struct ForwardBackward {
    /// The labels that are followed, token by token.
    followed: Vec<FollowedLabel>,
    /// The start of those of each token.
    starts: Vec<usize>,
    row: Vec<f32>,
    beta: Vec<f32>,
    before: Vec<f32>,
}

/// A label of a token that something speaks for.
#[derive(Debug, Clone, Copy)]
struct FollowedLabel {
    label: usize,
    /// Its probability, given what stands before.
    alpha: f32,
    /// The power of its score.
    worth: f32,
}

impl ForwardBackward {
    /// The probability of each label of each token: rows of `labels` numbers that sum to one.
    ///
    /// Labels that hardly anything speaks for, given what stands before, are not followed: of most tokens two or three
    /// are left.
    pub fn marginals(&mut self, states: &[i16], steps: &LabelSteps, out: &mut Vec<f32>) {
        let tokens = states.len() / steps.stride;
        let first = out.len();
        if tokens == 0 {
            return;
        }
        self.forward(states, steps);
        out.resize(first + tokens * steps.labels, 0.0);
        self.backward(steps, &mut out[first..]);
    }

    fn forward(&mut self, states: &[i16], steps: &LabelSteps) {
        let worths = steps.worths();
        self.followed.clear();
        self.starts.clear();
        let mut before = 0;
        for (token, scores) in states.chunks_exact(steps.stride).enumerate() {
            self.row.clear();
            self.row.resize(steps.stride, if token == 0 { 1.0 } else { 0.0 });
            for followed in self.followed.iter().skip(before) {
                add_product(&mut self.row, followed.alpha, steps.powers(followed.label));
            }
            before = self.followed.len();
            self.starts.push(before);
            self.follow(scores.get(..steps.labels).unwrap_or_default(), worths);
        }
    }

    /// Follows the labels of a token that have some share in it; what leads to each stands in the row.
    fn follow(&mut self, scores: &[i16], worths: &[f32]) {
        let first = self.followed.len();
        let top = i32::from(scores.iter().copied().max().unwrap_or(0));
        let mut sum = 0.0;
        for (label, (score, led)) in scores.iter().zip(&self.row).enumerate() {
            let Some(worth) = worths.get((top - i32::from(*score)) as usize).copied() else { continue };
            let alpha = led * worth;
            sum += alpha;
            self.followed.push(FollowedLabel { label, alpha, worth });
        }
        if sum > f32::MIN_POSITIVE {
            let mut kept = first;
            for nth in first..self.followed.len() {
                let alpha = self.followed[nth].alpha / sum;
                self.followed[kept] = FollowedLabel { alpha, ..self.followed[nth] };
                kept += usize::from(alpha >= LEAST);
            }
            self.followed.truncate(kept);
        } else {
            self.followed.truncate(first);
            let alpha = 1.0 / scores.len().max(1) as f32;
            let worth = |score: &i16| worths.get((top - i32::from(*score)) as usize).copied().unwrap_or(0.0);
            let all = scores.iter().enumerate();
            self.followed.extend(all.map(|(label, score)| FollowedLabel { label, alpha, worth: worth(score) }));
        }
    }

    fn backward(&mut self, steps: &LabelSteps, out: &mut [f32]) {
        let mut end = self.followed.len();
        self.beta.clear();
        self.beta.resize(steps.labels, 1.0);
        for (nth, row) in out.chunks_exact_mut(steps.labels).enumerate().rev() {
            let start = self.starts.get(nth).copied().unwrap_or(0);
            let here = self.followed.get(start..end).unwrap_or_default();
            let sum: f32 = here.iter().zip(&self.beta).map(|(followed, beta)| followed.alpha * beta).sum();
            if sum > f32::MIN_POSITIVE {
                for (followed, beta) in here.iter().zip(&self.beta) {
                    row[followed.label] = followed.alpha * beta / sum;
                }
            } else {
                row.fill(1.0 / steps.labels.max(1) as f32);
            }
            let Some(before) = nth.checked_sub(1).and_then(|nth| self.starts.get(nth).copied()) else { break };
            for (beta, followed) in self.beta.iter_mut().zip(here) {
                *beta *= followed.worth;
            }
            self.before.clear();
            for earlier in self.followed.get(before..start).unwrap_or_default() {
                let powers = steps.powers(earlier.label);
                let ahead = here.iter().zip(&self.beta);
                self.before.push(ahead.map(|(followed, ahead)| powers[followed.label] * ahead).sum());
            }
            normalise(&mut self.before);
            std::mem::swap(&mut self.beta, &mut self.before);
            end = start;
        }
    }
}

/// Adds so many times one row to another, side by side.
#[inline]
fn add_product(to: &mut [f32], times: f32, from: &[f32]) {
    for (to, from) in to.as_chunks_mut::<LANES>().0.iter_mut().zip(from.as_chunks::<LANES>().0) {
        for (to, from) in to.iter_mut().zip(from) {
            *to += times * from;
        }
    }
}

/// Labels that are less probable, given what stands before, are not followed.
const LEAST: f32 = 1e-6;
/// Scores so far behind the best, in logarithms, are none.
const FARTHEST: f32 = -16.0;

/// Brings numbers to a sum of one; where all are too small to be told from zero, all are the same.
fn normalise(row: &mut [f32]) {
    let sum: f32 = row.iter().sum();
    if sum > f32::MIN_POSITIVE {
        row.iter_mut().for_each(|x| *x /= sum);
    } else {
        let share = 1.0 / row.len().max(1) as f32;
        row.fill(share);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn padded(states: &[i16], l: usize) -> Vec<i16> {
        let row = |row: &[i16]| {
            let mut row = row.to_vec();
            row.resize(l.next_multiple_of(LANES), NEVER);
            row
        };
        states.chunks(l).flat_map(row).collect()
    }

    /// Every path with its score.
    fn paths(states: &[i16], steps: &[i16], l: usize) -> Vec<(i32, Vec<u8>)> {
        let n = states.len() / l;
        let mut paths = vec![(0, Vec::new())];
        for token in 0..n {
            let longer = |(score, path): (i32, Vec<u8>)| {
                (0..l).map(move |label| {
                    let step = path.last().map_or(0, |last| i32::from(steps[usize::from(*last) * l + label]));
                    let mut path = path.clone();
                    path.push(label as u8);
                    (score + step + i32::from(states[token * l + label]), path)
                })
            };
            paths = paths.into_iter().flat_map(longer).collect();
        }
        paths
    }

    proptest! {
        #[test]
        fn the_best_path_is_the_best_of_all(states in proptest::collection::vec(-99i16..99, 3 * 5), steps in proptest::collection::vec(-99i16..99, 9)) {
            let all = paths(&states, &steps, 3);
            let best = all.iter().map(|(score, _)| *score).max().expect("paths");
            let mut found = Vec::new();
            PathSearch::default().best(&padded(&states, 3), &LabelSteps::new(&steps, 3, 1.0), &mut found);
            let score = all.iter().find(|(_, path)| *path == found).expect("a path").0;
            prop_assert_eq!(score, best);
        }

        #[test]
        fn marginals_are_shares_of_all_paths(states in proptest::collection::vec(-99i16..99, 3 * 4), steps in proptest::collection::vec(-99i16..99, 9)) {
            let unit = 0.05f64;
            let all = paths(&states, &steps, 3);
            let weight = |score: i32| (f64::from(score) * unit).exp();
            let total: f64 = all.iter().map(|(score, _)| weight(*score)).sum();
            let mut found = Vec::new();
            ForwardBackward::default().marginals(&padded(&states, 3), &LabelSteps::new(&steps, 3, unit as f32), &mut found);
            for token in 0..4 {
                for label in 0..3u8 {
                    let with = all.iter().filter(|(_, path)| path[token] == label);
                    let share = with.map(|(score, _)| weight(*score)).sum::<f64>() / total;
                    let found = f64::from(found[token * 3 + usize::from(label)]);
                    // Shares below one in ten thousand are left out.
                    prop_assert!((share - found).abs() < 2e-4, "{share} {found}");
                }
            }
        }
    }

    #[test]
    fn large_steps_do_not_run_out_of_range() {
        // Each label all but forces the other: only the first is open.
        let states = padded(&[30, 0, 0, 0, 0, 0], 2);
        let mut found = Vec::new();
        ForwardBackward::default().marginals(&states, &LabelSteps::new(&[0, 2000, 2000, 0], 2, 0.1), &mut found);
        let share = 1.0 / (1.0 + (-3.0f32).exp());
        for (row, first) in found.chunks(2).zip([share, 1.0 - share, share]) {
            assert!((row[0] - first).abs() < 1e-5 && (row[1] - 1.0 + first).abs() < 1e-5, "{row:?}");
        }
    }

    #[test]
    fn a_long_sequence_does_not_run_out_of_range() {
        let states = padded(&[900, -900].repeat(50_000), 2);
        let mut found = Vec::new();
        PathSearch::default().best(&states, &LabelSteps::new(&[500, 0, 0, 500], 2, 0.1), &mut found);
        assert_eq!(found.len(), 50_000);
        assert!(found.iter().all(|label| *label == 0));
        let mut marginals = Vec::new();
        ForwardBackward::default().marginals(&states, &LabelSteps::new(&[500, 0, 0, 500], 2, 0.1), &mut marginals);
        assert!(marginals.chunks(2).all(|row| (row[0] - 1.0).abs() < 1e-5));
    }
}
