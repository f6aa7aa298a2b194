//! An attacker who learns: a linear classifier that tells whom a sentence is about, by its words and pairs of them.
//!
//! It is trained on the sentences of the background (`regression.rs`); then each sentence of a document votes.

use std::ops::Range;

use super::features::{CountedFeature, FeatureKind, TextFeature, counted};
use super::index::CandidateIndex;
use super::regression::{SentenceRegression, WeightedRow, examples};
use super::{AttackEvidence, AttackedText, Attacker};

/// The features of a sentence.
const FEATURES: FeatureKind = FeatureKind::Pairs;

/// The most numbers that are learnt. Where there would be more, words share them.
const MOST_WEIGHTS: usize = 1 << 26;

/// Somebody who learnt whom sentences are about.
pub struct ClassifierAttacker {
    terms: SentenceTerms,
    /// A row for each word or pair.
    learnt: SentenceRegression,
}

impl std::fmt::Debug for ClassifierAttacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ClassifierAttacker({} words, {} candidates)", self.terms.rows, self.learnt.candidates())
    }
}

/// The terms that tell sentences apart.
struct SentenceTerms {
    index: CandidateIndex,
    rows: usize,
}

impl ClassifierAttacker {
    /// Learns from the background.
    pub fn new(background: &[AttackedText]) -> Self {
        let index = CandidateIndex::of(background, FEATURES);
        let candidates = background.len();
        let rows = index.len().min(MOST_WEIGHTS / candidates.max(1)).max(1);
        let terms = SentenceTerms { index, rows };
        let mut seen: Vec<WeightedRow> = Vec::new();
        let mut places: Vec<Range<usize>> = Vec::new();
        for reading in background {
            for sentence in reading.sentences() {
                let start = seen.len();
                let found = FEATURES.of(reading, sentence.clone());
                seen.extend(terms.seen(&found).into_iter().map(|(seen, _)| seen));
                places.push(start..seen.len());
            }
        }
        let of = |nth: usize| {
            let place = places.get(nth).cloned().unwrap_or_default();
            seen.get(place).unwrap_or_default().iter().copied()
        };
        let learnt = SentenceRegression::learn([rows, candidates], &examples(background), of);
        Self { terms, learnt }
    }
}

impl SentenceTerms {
    /// The terms of a sentence that tell candidates apart, together of length one, with their places.
    fn seen<'f>(&self, found: &'f [TextFeature]) -> Vec<(WeightedRow, &'f [TextFeature])> {
        let mut seen: Vec<(WeightedRow, &[TextFeature])> = counted(found)
            .filter_map(|CountedFeature { hash, places }| {
                let term = self.index.term(hash)?;
                let rare = (self.index.candidates() as f32 / self.index.postings(term).len() as f32).ln();
                let value = (1.0 + (places.len() as f32).ln()) * rare;
                (rare > 0.0).then_some((WeightedRow { row: term % self.rows, value }, places))
            })
            .collect();
        let length = seen.iter().map(|(seen, _)| seen.value * seen.value).sum::<f32>().sqrt();
        seen.iter_mut().for_each(|(seen, _)| seen.value /= length);
        seen
    }
}

impl Attacker for ClassifierAttacker {
    /// Each sentence has one vote, which it divides among candidates by how probable they are.
    fn scores(&self, document: &AttackedText) -> Vec<f64> {
        let mut scores = vec![0.0; self.learnt.candidates()];
        for sentence in document.sentences() {
            let found = FEATURES.of(document, sentence.clone());
            let seen = self.terms.seen(&found);
            if seen.is_empty() {
                continue;
            }
            let probable = self.learnt.probable(seen.iter().map(|(seen, _)| *seen));
            scores.iter_mut().zip(probable).for_each(|(score, probable)| *score += f64::from(probable));
        }
        scores
    }

    /// The evidence of the sentences, before they vote.
    fn evidence(&self, document: &AttackedText, of: usize, against: usize) -> Vec<AttackEvidence> {
        let mut evidence = Vec::new();
        for sentence in document.sentences() {
            let found = FEATURES.of(document, sentence.clone());
            for (WeightedRow { row, value }, places) in self.terms.seen(&found) {
                let weight = f64::from(value * self.learnt.lead(row, of, against)) / places.len() as f64;
                evidence.extend(places.iter().map(|place| AttackEvidence {
                    first: place.first,
                    last: place.last,
                    weight,
                }));
            }
        }
        evidence
    }
}
