//! Attackers that look for the same words, or parts of words: cosines of TF-IDF vectors, and BM25.
//!
//! How rare something is, the background alone says: what no candidate has moves no candidate, and what masked documents
//! share is the work of whoever masked them. A word that all candidates have is worth nothing.

use super::features::{CountedFeature, FeatureKind, counted};
use super::index::{CandidateIndex, CandidatePosting};
use super::{AttackEvidence, AttackedText, Attacker};

/// The saturation of repeated words, and the penalty on long backgrounds: the usual values.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The weighting of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermWeighting {
    /// The cosine of vectors in which a word counts by the logarithm of its count, and by how rare it is.
    Cosine,
    /// Okapi BM25.
    Bm25,
}

/// Somebody who looks for what a document and a candidate have in common.
#[derive(Debug)]
pub struct LexicalAttacker {
    features: FeatureKind,
    weighting: TermWeighting,
    index: CandidateIndex,
    /// The rarity of each term.
    rarity: Vec<f32>,
}

impl LexicalAttacker {
    /// Reads the background.
    pub fn new(background: &[AttackedText], features: FeatureKind, weighting: TermWeighting) -> Self {
        let mut index = CandidateIndex::of(background, features);
        let all = index.candidates() as f64;
        let rarity: Vec<f32> = (0..index.len())
            .map(|term| {
                let having = index.postings(term).len() as f64;
                let rarity = match weighting {
                    TermWeighting::Cosine => (all / having).ln(),
                    TermWeighting::Bm25 => (1.0 + (all - having + 0.5) / (having + 0.5)).ln(),
                };
                rarity as f32
            })
            .collect();
        let rare = |term: usize| rarity.get(term).copied().unwrap_or(0.0);
        match weighting {
            TermWeighting::Cosine => {
                index.weigh(|term, posting| (1.0 + posting.weight.ln()) * rare(term));
                let lengths = index.sums(|posting| f64::from(posting.weight).powi(2));
                index.weigh(|_, posting| {
                    let length = lengths.get(posting.candidate as usize).map_or(0.0, |sum| sum.sqrt());
                    if length > 0.0 { (f64::from(posting.weight) / length) as f32 } else { 0.0 }
                });
            }
            TermWeighting::Bm25 => {
                let lengths = index.sums(|posting| f64::from(posting.weight));
                let mean = lengths.iter().sum::<f64>() / all.max(1.0);
                index.weigh(|term, CandidatePosting { candidate, weight }| {
                    let long = lengths.get(candidate as usize).map_or(1.0, |length| length / mean.max(1.0));
                    let count = f64::from(weight);
                    (f64::from(rare(term)) * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * long))) as f32
                });
            }
        }
        Self { features, weighting, index, rarity }
    }

    /// The weight of a term of a document, if the background has it, before its weight for a candidate.
    fn term(&self, counted: CountedFeature<'_>) -> Option<(usize, f64)> {
        let term = self.index.term(counted.hash)?;
        let rare = f64::from(self.rarity.get(term).copied().unwrap_or(0.0));
        let count = counted.places.len() as f64;
        let worth = match self.weighting {
            TermWeighting::Cosine => (1.0 + count.ln()) * rare,
            TermWeighting::Bm25 => count,
        };
        (rare > 0.0).then_some((term, worth))
    }
}

impl Attacker for LexicalAttacker {
    fn scores(&self, document: &AttackedText) -> Vec<f64> {
        let mut scores = vec![0.0; self.index.candidates()];
        // The length of the document's vector is the same for all candidates, and left out.
        for (term, worth) in counted(&self.features.of_all(document)).filter_map(|counted| self.term(counted)) {
            for posting in self.index.postings(term) {
                if let Some(score) = scores.get_mut(posting.candidate as usize) {
                    *score += worth * f64::from(posting.weight);
                }
            }
        }
        scores
    }

    fn evidence(&self, document: &AttackedText, of: usize, against: usize) -> Vec<AttackEvidence> {
        let mut evidence = Vec::new();
        for counted in counted(&self.features.of_all(document)) {
            let Some((term, worth)) = self.term(counted) else { continue };
            let lead = worth * (self.index.weight(term, of) - self.index.weight(term, against));
            let weight = lead / counted.places.len() as f64;
            if weight != 0.0 {
                evidence.extend(counted.places.iter().map(|place| AttackEvidence {
                    first: place.first,
                    last: place.last,
                    weight,
                }));
            }
        }
        evidence
    }
}
