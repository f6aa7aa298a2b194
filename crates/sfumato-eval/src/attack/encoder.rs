//! An attacker who learns as `classifier.rs` does, by what a network makes of the words of a sentence.
//!
//! The network was taught to find personal data. What it knows of a word at last is what kind of thing it is, which tells
//! people apart badly; vectors are therefore taken where it begins. A sentence is the mean of its words, rare ones counting
//! more, less what the sentences of the background have in common.

use rayon::prelude::*;
use sfumato::detect::learned::neural::{self, Embedder, Vocabulary};

use super::features::FeatureKind;
use super::index::CandidateIndex;
use super::regression::{SentenceRegression, WeightedRow, examples};
use super::{AttackEvidence, AttackedText, Attacker};

/// Behind how many steps of the network vectors are taken: what a word is by itself, and what it is among others.
const DEPTHS: [usize; 2] = [0, 1];

/// Somebody who learnt whom sentences are about.
pub struct EncoderAttacker {
    embedder: Embedder<'static>,
    index: CandidateIndex,
    usual: SentenceNorm,
    /// A row for each number of a vector.
    learnt: SentenceRegression,
}

impl std::fmt::Debug for EncoderAttacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EncoderAttacker({:?}, {} candidates)", self.embedder, self.learnt.candidates())
    }
}

/// The mean and spread of the sentences of the background, number by number.
struct SentenceNorm {
    mean: Vec<f32>,
    /// One by how far they are from the mean.
    scale: Vec<f32>,
}

/// A word of a document that tells candidates apart.
struct SentenceWord {
    nth: usize,
    /// Its share of the sentence; those of a sentence are one together.
    share: f32,
    vector: Vec<f32>,
}

impl EncoderAttacker {
    /// Learns from the background.
    pub fn new(
        background: &[AttackedText],
        network: neural::Encoder<'static>,
        vocabulary: &'static Vocabulary<'static>,
    ) -> Self {
        let embedder = Embedder::new(network, vocabulary, &DEPTHS);
        let index = CandidateIndex::of(background, FeatureKind::Words);
        let width = embedder.width();
        let read = |reading: &AttackedText| -> Vec<Vec<f32>> {
            sentences(reading, &index, &embedder).iter().map(|words| mean(words)).collect()
        };
        let mut vectors: Vec<Vec<f32>> = background.par_iter().flat_map_iter(read).collect();
        let usual = SentenceNorm::of(&vectors, width);
        vectors.iter_mut().for_each(|vector| {
            usual.leave(vector);
        });
        let seen = |nth: usize| seen(vectors.get(nth).map(Vec::as_slice).unwrap_or_default());
        let learnt = SentenceRegression::learn([width, background.len()], &examples(background), seen);
        Self { embedder, index, usual, learnt }
    }
}

impl SentenceNorm {
    /// Looks at the sentences that have a vector.
    fn of(vectors: &[Vec<f32>], width: usize) -> Self {
        let count = vectors.iter().filter(|vector| !vector.is_empty()).count().max(1) as f32;
        let (mut mean, mut scale) = (vec![0.0; width], vec![0.0; width]);
        for vector in vectors {
            mean.iter_mut().zip(vector).for_each(|(mean, number)| *mean += number / count);
        }
        for vector in vectors {
            let apart = vector.iter().zip(&mean).map(|(number, mean)| number - mean);
            scale.iter_mut().zip(apart).for_each(|(scale, apart)| *scale += apart * apart / count);
        }
        scale.iter_mut().for_each(|scale| *scale = if *scale > 0.0 { 1.0 / scale.sqrt() } else { 0.0 });
        Self { mean, scale }
    }

    /// Takes away what is usual.
    fn apart(&self, vector: &mut [f32]) {
        for ((number, mean), scale) in vector.iter_mut().zip(&self.mean).zip(&self.scale) {
            *number = (*number - mean) * scale;
        }
    }

    /// Takes away what is usual, and gives what is left the length one; how long it was.
    fn leave(&self, vector: &mut [f32]) -> f32 {
        self.apart(vector);
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        if length > 0.0 {
            vector.iter_mut().for_each(|number| *number /= length);
        }
        length
    }
}

/// The words of each sentence that tell candidates apart. One that no candidate has counts like one of a single
/// candidate, since words of its meaning may be there.
fn sentences(reading: &AttackedText, index: &CandidateIndex, embedder: &Embedder<'_>) -> Vec<Vec<SentenceWord>> {
    let weight = |hash| {
        let having = index.term(hash).map_or(1, |term| index.postings(term).len());
        (index.candidates() as f32 / having as f32).ln()
    };
    let mut text = String::new();
    // Where each word ends in the text that the network reads, and what it counts.
    let mut ends = Vec::with_capacity(reading.len());
    for sentence in reading.sentences() {
        for word in reading.words().get(sentence.clone()).unwrap_or_default() {
            text.push_str(reading.folded(word));
            ends.push((text.len(), weight(word.hash)));
            text.push(' ');
        }
        text.push('\n');
    }
    let starts: Vec<usize> = reading.sentences().iter().map(|sentence| sentence.start).collect();
    let mut sentences: Vec<Vec<SentenceWord>> = starts.iter().map(|_| Vec::new()).collect();
    // The first sentence has the first word, and there are no words between sentences.
    let (mut nth, mut sentence) = (0, 0);
    embedder.read(&text, |place, vector| {
        while ends.get(nth).is_some_and(|(end, _)| *end <= place.start) {
            nth += 1;
        }
        let Some((_, share)) = ends.get(nth).filter(|(end, weight)| place.end <= *end && *weight > 0.0) else { return };
        while starts.get(sentence + 1).is_some_and(|start| *start <= nth) {
            sentence += 1;
        }
        let Some(words) = sentences.get_mut(sentence) else { return };
        words.push(SentenceWord { nth, share: *share, vector: vector.to_vec() });
    });
    for words in &mut sentences {
        let all: f32 = words.iter().map(|word| word.share).sum();
        words.iter_mut().for_each(|word| word.share /= all);
    }
    sentences
}

/// The mean of some words; nothing if there are none.
fn mean(words: &[SentenceWord]) -> Vec<f32> {
    let mut mean = vec![0.0; words.first().map_or(0, |word| word.vector.len())];
    for SentenceWord { share, vector, .. } in words {
        mean.iter_mut().zip(vector).for_each(|(mean, number)| *mean += share * number);
    }
    mean
}

fn seen(vector: &[f32]) -> impl Iterator<Item = WeightedRow> + Clone {
    vector.iter().enumerate().map(|(row, value)| WeightedRow { row, value: *value })
}

impl Attacker for EncoderAttacker {
    /// Each sentence has one vote, which it divides among candidates by how probable they are.
    fn scores(&self, document: &AttackedText) -> Vec<f64> {
        let mut scores = vec![0.0; self.learnt.candidates()];
        for words in sentences(document, &self.index, &self.embedder).iter().filter(|words| !words.is_empty()) {
            let mut vector = mean(words);
            self.usual.leave(&mut vector);
            let probable = self.learnt.probable(seen(&vector));
            scores.iter_mut().zip(probable).for_each(|(score, probable)| *score += f64::from(probable));
        }
        scores
    }

    /// The evidence of the sentences, before they vote. The part taken away from a sentence is taken away from each
    /// word by its share.
    fn evidence(&self, document: &AttackedText, of: usize, against: usize) -> Vec<AttackEvidence> {
        let mut evidence = Vec::new();
        for mut words in sentences(document, &self.index, &self.embedder) {
            let length = self.usual.leave(&mut mean(&words));
            for SentenceWord { nth, share, vector } in words.iter_mut().filter(|_| length > 0.0) {
                self.usual.apart(vector);
                let lead: f32 = seen(vector).map(|seen| seen.value * self.learnt.lead(seen.row, of, against)).sum();
                evidence.push(AttackEvidence { first: *nth, last: *nth, weight: f64::from(*share * lead / length) });
            }
        }
        evidence
    }
}
