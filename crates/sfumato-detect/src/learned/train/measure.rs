//! Measures of a model on what it has not seen: the balance of misses and false alarms, and how often a score is
//! right.

use std::ops::Range;

use sfumato_model::train::LabelledCorpus;
use sfumato_model::{Labeller, LabellerMemo, ModelError, SequenceModel};

use super::super::passes::surety;
use super::super::tags::LabelTags;
use super::corpus::ObservedDocument;

/// The measures of documents that were held back.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldBackMeasures {
    /// Precision and recall of entities, same place and category, with misses and false alarms weighing the same.
    pub balanced: (f64, f64),
    /// The same when misses are feared.
    pub recall: (f64, f64),
    /// By how much in logarithms it is easier for something to begin then.
    pub recall_bias: f32,
    /// The share of findings with a probability that are right: pairs of both, growing.
    pub calibration: Vec<(f32, f32)>,
    /// The distance of scores from the truth after that, on average.
    pub calibration_error: f64,
}

/// The steps in which it is made easier for something to begin.
const STEP: f32 = 0.25;
const STEPS: usize = 32;
/// Into how many points a calibration is brought.
const POINTS: usize = 16;

/// The findings on held-back documents with one balance.
#[derive(Default)]
struct HeldBackCounts {
    right: usize,
    found: usize,
    gold: usize,
    /// Pieces that are covered, and those of them that ought to be.
    covered: usize,
    rightly_covered: usize,
    /// The probability of the labels of each finding, and whether there is anything at its place, whatever it is
    /// called:
    /// for what is to be masked that is the question.
    scores: Vec<(f32, bool)>,
}

impl HeldBackCounts {
    fn precision(&self) -> f64 {
        self.right as f64 / self.found.max(1) as f64
    }

    /// The share of what is covered that ought to be, whatever it is called.
    fn cover_precision(&self) -> f64 {
        self.rightly_covered as f64 / self.covered.max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / self.gold.max(1) as f64
    }
}

pub(super) fn measure(
    model: &SequenceModel<'_>,
    tags: &LabelTags,
    corpus: &LabelledCorpus,
    held: &[&ObservedDocument],
    least_precision: f64,
) -> Result<HeldBackMeasures, ModelError> {
    let outside = tags.outside().ok_or(ModelError::Damaged("it has no label for what is nothing"))?;
    let lines: Vec<Range<usize>> = held.iter().flat_map(|document| document.lines()).collect();
    let with = |bias: f32| {
        let labeller = Labeller::new(model.clone()).favouring(outside, |label| tags.begins(label), bias);
        find(&labeller, tags, corpus, &lines)
    };
    let balanced = with(0.0);
    let (mut recall, mut recall_bias) = (with(0.0), 0.0);
    for step in 1..=STEPS {
        let bias = STEP * step as f32;
        let found = with(bias);
        if found.cover_precision() < least_precision {
            break;
        }
        (recall, recall_bias) = (found, bias);
    }
    // Scores are read off both, so that those of doubtful findings are known as well.
    let mut scores = balanced.scores.clone();
    scores.extend(&recall.scores);
    let calibration = calibrate(scores);
    let wrong_by = |(score, right): &(f32, bool)| {
        (f64::from(super::super::calibrated(&calibration, *score)), f64::from(u8::from(*right)))
    };
    let calibration_error = error(balanced.scores.iter().map(wrong_by).collect());
    Ok(HeldBackMeasures {
        balanced: (balanced.precision(), balanced.recall()),
        recall: (recall.precision(), recall.recall()),
        recall_bias,
        calibration,
        calibration_error,
    })
}

fn find(labeller: &Labeller<'_>, tags: &LabelTags, corpus: &LabelledCorpus, lines: &[Range<usize>]) -> HeldBackCounts {
    let mut memo = LabellerMemo::default();
    let (mut labels, mut marginals) = (Vec::new(), Vec::new());
    let mut all = HeldBackCounts::default();
    for line in lines {
        labels.clear();
        marginals.clear();
        let found = (&mut labels, &mut marginals);
        labeller.best_and_marginals(&corpus.seen, line.clone(), tags.outside(), &mut memo, found);
        let gold: Vec<u8> = corpus.labels[line.clone()].iter().map(|label| *label as u8).collect();
        let covered = labels.iter().zip(&gold).filter(|(label, _)| Some(**label) != tags.outside());
        all.covered += covered.clone().count();
        all.rightly_covered += covered.filter(|(_, gold)| Some(**gold) != tags.outside()).count();
        let gold = tags.entities(&gold);
        let found = tags.entities(&labels);
        all.gold += gold.len();
        all.found += found.len();
        for entity in &found {
            all.right += usize::from(gold.contains(entity));
            let is_there = gold.iter().any(|(places, _)| places.start < entity.0.end && entity.0.start < places.end);
            all.scores.push((surety(&marginals, &labels, &entity.0), is_there));
        }
    }
    all
}

/// The share of right findings as a growing function of the score: neighbours that fall are pooled.
fn calibrate(mut scores: Vec<(f32, bool)>) -> Vec<(f32, f32)> {
    scores.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = scores.len().div_ceil(POINTS).max(1);
    // Of each pool: the sum of scores, the number of right ones, the number of all.
    let mut pools: Vec<(f64, f64, f64)> = Vec::new();
    for group in scores.chunks(size) {
        let sum = group.iter().map(|(score, _)| f64::from(*score)).sum();
        // One right and one wrong more than were seen: nothing is ever certain.
        let right = group.iter().filter(|(_, right)| *right).count() as f64;
        pools.push((sum, right, group.len() as f64));
        while let [.., before, last] = pools.as_slice()
            && before.1 / before.2 >= last.1 / last.2
        {
            let joined = (before.0 + last.0, before.1 + last.1, before.2 + last.2);
            pools.truncate(pools.len() - 2);
            pools.push(joined);
        }
    }
    let share = |(sum, right, count): &(f64, f64, f64)| ((sum / count) as f32, ((right + 0.5) / (count + 1.0)) as f32);
    let mut points: Vec<(f32, f32)> = pools.iter().map(share).collect();
    let mut top = (0.0, 0.0);
    for point in &mut points {
        *point = (point.0.max(top.0), point.1.max(top.1));
        top = *point;
    }
    points
}

/// The distance of scores from the share of right findings, in ten groups of scores, weighed by their size.
fn error(mut scores: Vec<(f64, f64)>) -> f64 {
    scores.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = scores.len().div_ceil(10).max(1);
    let gap = |group: &[(f64, f64)]| {
        let (said, was) = group.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        (said - was).abs()
    };
    scores.chunks(size).map(gap).sum::<f64>() / scores.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_grows_and_says_how_often_scores_are_right() {
        // What scores 0.9 is right half of the time, what scores 0.99 nearly always, and a dip between is pooled.
        let scored = |score: f32, is_right: fn(usize) -> bool| (0..200).map(move |n| (score, is_right(n)));
        let scores: Vec<(f32, bool)> = scored(0.9, |n| n % 2 == 0)
            .chain(scored(0.95, |n| n % 5 < 2))
            .chain(scored(0.99, |n| n % 40 > 0))
            .collect();
        let points = calibrate(scores.clone());
        assert!(points.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1), "{points:?}");
        let share = |score| super::super::super::calibrated(&points, score);
        assert!((share(0.92) - 0.45).abs() < 0.06 && share(0.99) > 0.9, "{points:?}");
        let said =
            scores.iter().map(|(score, right)| (f64::from(share(*score)), f64::from(u8::from(*right)))).collect();
        assert!(error(said) < 0.1);
    }

    #[test]
    fn nothing_measured_calibrates_nothing() {
        assert!(calibrate(Vec::new()).is_empty());
        assert_eq!(error(Vec::new()), 0.0);
    }
}
