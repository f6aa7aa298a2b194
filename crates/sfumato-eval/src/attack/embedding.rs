//! An attacker who compares meanings: the mean of the vectors of a text's words, rare words counting more.
//!
//! All backgrounds speak of people, and their means are close to each other. What they have in common is taken away
//! before anything is compared, and what is left is what tells them apart.

use std::collections::HashMap;

use sfumato::knowledge::vectors::Vectors;
use sfumato::language::Language;

use super::features::{FeatureKind, counted};
use super::index::CandidateIndex;
use super::{AttackEvidence, AttackedText, Attacker};

/// The language most of the background is in.
pub fn main_language(background: &[AttackedText]) -> Option<Language> {
    let count = |language| background.iter().filter(|reading| reading.language() == Some(language)).count();
    let [english, spanish] = [Language::English, Language::Spanish].map(|language| (count(language), language));
    let (count, language) = if spanish.0 > english.0 { spanish } else { english };
    (count > 0).then_some(language)
}

/// Somebody who compares meanings.
pub struct EmbeddingAttacker<'v> {
    language: Language,
    vectors: &'v dyn Vectors,
    index: CandidateIndex,
    /// The part that all candidates have in common.
    common: Vec<f64>,
    /// The rest of each candidate, of length one.
    candidates: Vec<Vec<f64>>,
}

impl std::fmt::Debug for EmbeddingAttacker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EmbeddingAttacker({}, {} candidates)", self.vectors.name(), self.candidates.len())
    }
}

/// The vector of a document.
struct WeightedVectorSum {
    /// The sum of its words.
    sum: Vec<f64>,
    /// The sum of the weights of its words.
    weight: f64,
}

impl<'v> EmbeddingAttacker<'v> {
    /// Reads the background.
    pub fn new(background: &[AttackedText], language: Language, vectors: &'v dyn Vectors) -> Self {
        let index = CandidateIndex::of(background, FeatureKind::Words);
        let mut one = Self { language, vectors, index, common: Vec::new(), candidates: Vec::new() };
        let mut known = HashMap::new();
        let mut sums: Vec<Vec<f64>> = background.iter().map(|reading| one.meant(reading, &mut known).sum).collect();
        one.common = vec![0.0; vectors.dimensions()];
        for sum in &mut sums {
            stretch(sum);
            add(&mut one.common, sum, 1.0 / background.len() as f64);
        }
        for mut sum in sums {
            add(&mut sum, &one.common, -1.0);
            stretch(&mut sum);
            one.candidates.push(sum);
        }
        one
    }

    fn vector(&self, word: &str) -> Option<Vec<f64>> {
        let mut vector = vec![0.0_f32; self.vectors.dimensions()];
        self.vectors.vector(word, self.language, &mut vector)?;
        Some(vector.into_iter().map(f64::from).collect())
    }

    /// The weight of a word that stands in a text so often. One that no candidate has counts like one of a single
    /// candidate, since words of its meaning may be there.
    fn weight(&self, hash: u64, count: usize) -> f64 {
        let having = self.index.term(hash).map_or(1, |term| self.index.postings(term).len());
        count as f64 * (self.index.candidates() as f64 / having as f64).ln()
    }

    fn meant(&self, reading: &AttackedText, known: &mut HashMap<u64, Option<Vec<f64>>>) -> WeightedVectorSum {
        let mut meant = WeightedVectorSum { sum: vec![0.0; self.vectors.dimensions()], weight: 0.0 };
        for counted in counted(&FeatureKind::Words.of_all(reading)) {
            let weight = self.weight(counted.hash, counted.places.len());
            let Some(place) = counted.places.first().filter(|_| weight > 0.0) else { continue };
            let vector =
                known.entry(counted.hash).or_insert_with(|| self.vector(&reading.phrase(place.first, place.last)));
            if let Some(vector) = vector {
                add(&mut meant.sum, vector, weight);
                meant.weight += weight;
            }
        }
        meant
    }
}

impl Attacker for EmbeddingAttacker<'_> {
    fn scores(&self, document: &AttackedText) -> Vec<f64> {
        let mut sum = self.meant(document, &mut HashMap::new()).sum;
        if !stretch(&mut sum) {
            return vec![0.0; self.candidates.len()];
        }
        add(&mut sum, &self.common, -1.0);
        self.candidates.iter().map(|candidate| dot(&sum, candidate)).collect()
    }

    fn evidence(&self, document: &AttackedText, of: usize, against: usize) -> Vec<AttackEvidence> {
        let (Some(of), Some(against)) = (self.candidates.get(of), self.candidates.get(against)) else {
            return Vec::new();
        };
        let mut direction = of.clone();
        add(&mut direction, against, -1.0);
        let WeightedVectorSum { sum, weight } = self.meant(document, &mut HashMap::new());
        let length = dot(&sum, &sum).sqrt();
        // What is taken away from the whole is taken away from each word by its weight.
        let usual = length * dot(&self.common, &direction);
        let mut evidence = Vec::new();
        for counted in counted(&FeatureKind::Words.of_all(document)) {
            let own = self.weight(counted.hash, counted.places.len());
            let Some(place) = counted.places.first().filter(|_| own > 0.0 && length > 0.0) else { continue };
            let Some(vector) = self.vector(&document.phrase(place.first, place.last)) else { continue };
            let lead = own * (dot(&vector, &direction) - usual / weight) / length;
            let weight = lead / counted.places.len() as f64;
            evidence.extend(counted.places.iter().map(|place| AttackEvidence {
                first: place.first,
                last: place.last,
                weight,
            }));
        }
        evidence
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], other: &[f64], times: f64) {
    to.iter_mut().zip(other).for_each(|(to, other)| *to += times * other);
}

/// Gives a vector the length one; says whether it has any length at all.
fn stretch(vector: &mut [f64]) -> bool {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
    length > 0.0
}
