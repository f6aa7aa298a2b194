//! An inverted index: the candidates that have a term, and its weight for each.

use super::AttackedText;
use super::features::{FeatureKind, counted};

/// The frequency of a term for a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CandidatePosting {
    pub candidate: u32,
    /// A count, or what became of it.
    pub weight: f32,
}

/// Everything that the background has.
#[derive(Debug)]
pub(super) struct CandidateIndex {
    // Invariant: sorted; `starts` has one more, and `postings` between two of them are those of a term, by candidate.
    terms: Vec<u64>,
    starts: Vec<usize>,
    postings: Vec<CandidatePosting>,
    candidates: usize,
}

impl CandidateIndex {
    /// Counts what the background has.
    pub fn of(background: &[AttackedText], features: FeatureKind) -> Self {
        let mut all: Vec<(u64, CandidatePosting)> = Vec::new();
        for (candidate, reading) in (0..).zip(background) {
            let found = features.of_all(reading);
            let one = |hash, count: usize| (hash, CandidatePosting { candidate, weight: count as f32 });
            all.extend(counted(&found).map(|feature| one(feature.hash, feature.places.len())));
        }
        all.sort_unstable_by_key(|(hash, posting)| (*hash, posting.candidate));
        let mut index = Self { terms: Vec::new(), starts: vec![0], postings: Vec::new(), candidates: background.len() };
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            index.terms.extend(same.first().map(|(hash, _)| *hash));
            index.postings.extend(same.iter().map(|(_, posting)| *posting));
            index.starts.push(index.postings.len());
        }
        index
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The number of a term.
    pub fn term(&self, hash: u64) -> Option<usize> {
        self.terms.binary_search(&hash).ok()
    }

    /// The candidates that have a term.
    pub fn postings(&self, term: usize) -> &[CandidatePosting] {
        let bounds = self.starts.get(term).zip(self.starts.get(term + 1));
        bounds.and_then(|(start, end)| self.postings.get(*start..*end)).unwrap_or_default()
    }

    /// The weight of a term for a candidate.
    pub fn weight(&self, term: usize, candidate: usize) -> f64 {
        let postings = self.postings(term);
        let found = postings.binary_search_by_key(&candidate, |posting| posting.candidate as usize);
        found.ok().and_then(|at| postings.get(at)).map_or(0.0, |posting| f64::from(posting.weight))
    }

    /// Makes weights of counts, term by term.
    pub fn weigh(&mut self, mut weight: impl FnMut(usize, CandidatePosting) -> f32) {
        for (term, bounds) in self.starts.windows(2).enumerate() {
            let [start, end] = bounds else { continue };
            for posting in self.postings.get_mut(*start..*end).unwrap_or_default() {
                posting.weight = weight(term, *posting);
            }
        }
    }

    /// The sum of `value` over everything each candidate has.
    pub fn sums(&self, value: impl Fn(CandidatePosting) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.candidates];
        for posting in &self.postings {
            if let Some(sum) = sums.get_mut(posting.candidate as usize) {
                *sum += value(*posting);
            }
        }
        sums
    }
}
