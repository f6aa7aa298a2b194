//! A toy language: labels follow one another with habits, and each has words of its own, some shared with others.

use std::collections::HashMap;

use sfumato_model::train::{CrfSettings, CrfTrainer, EncodedCorpus, FieldWeights, LabelNames, LabelledCorpus, pack};
use sfumato_model::{FeatureTemplates, Observations, hash_bytes};

pub const NAMES: [&str; 5] = ["ADJ", "DET", "NOUN", "PREP", "VERB"];
const WORDS: u64 = 40;
pub const COLUMNS: [&str; 3] = ["word", "ending", "place"];
pub const TEMPLATES: &str =
    "word[0]\nending[0]\nword[-1]\nending[2]\nword[0] ending[0]\nplace[0]\nending[-2]\nplace[0] ending[0]\n";

/// Labelled sequences of words, by number.
pub type ToySentences = Vec<Vec<(u64, u16)>>;

pub struct ToyRandom(u64);

impl ToyRandom {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

/// Sentences of two to nine words, most of which go with two labels: no more than two of three can be guessed.
pub fn sentences(count: usize, seed: u64) -> ToySentences {
    spoken(count, seed, 14)
}

/// Sentences most of whose words go with one label.
pub fn clear_sentences(count: usize, seed: u64) -> ToySentences {
    spoken(count, seed, 9)
}

/// Each label has so many words; those beyond eight belong to the next label, too.
fn spoken(count: usize, seed: u64, reach: u64) -> ToySentences {
    let mut random = ToyRandom::new(seed);
    let sentence = |_| {
        let mut label = random.below(5);
        let words = 2 + random.below(8);
        let mut token = || {
            label = if random.below(2) == 0 { (label + 1) % 5 } else { random.below(5) };
            let word =
                if random.below(8) == 0 { random.below(WORDS) } else { (label * 8 + random.below(reach)) % WORDS };
            (word, label as u16)
        };
        (0..words).map(|_| token()).collect()
    };
    (0..count).map(sentence).collect()
}

/// The value of a column of a token, as text.
pub fn value(column: &str, word: u64, at: usize) -> String {
    match column {
        "word" => format!("word{word}"),
        "ending" => format!("ending{}", word % 7),
        _ => format!("place{}", at % 3),
    }
}

pub fn templates() -> FeatureTemplates {
    FeatureTemplates::parse(&COLUMNS, TEMPLATES).expect("templates")
}

pub fn labels() -> LabelNames {
    LabelNames::new(NAMES).expect("few")
}

/// The sentences as a corpus whose first columns, so many, belong to the word.
pub fn corpus(sentences: &ToySentences, word_columns: usize) -> LabelledCorpus {
    let mut corpus = LabelledCorpus {
        seen: Observations::new(word_columns, COLUMNS.len() - word_columns),
        ..LabelledCorpus::default()
    };
    let mut numbers = HashMap::new();
    for sentence in sentences {
        let start = corpus.labels.len();
        for (at, (word, label)) in sentence.iter().enumerate() {
            let column = |name: &&str| hash_bytes(value(name, *word, at).as_bytes());
            let (of_word, of_place) = COLUMNS.split_at(word_columns);
            let number = *numbers.entry(*word).or_insert_with(|| {
                let row = corpus.seen.words.push();
                row.iter_mut().zip(of_word).for_each(|(place, name)| *place = column(name));
                (corpus.seen.words.len().max(1) - 1) as u32
            });
            let row = corpus.seen.push(number);
            row.iter_mut().zip(of_place).for_each(|(place, name)| *place = column(name));
            corpus.labels.push(*label);
        }
        corpus.sequences.push(start..corpus.labels.len());
    }
    corpus
}

pub fn encode(sentences: &ToySentences) -> EncodedCorpus {
    EncodedCorpus::new(&corpus(sentences, 2), &templates(), NAMES.len(), 1)
}

pub fn train(encoded: &EncodedCorpus, settings: &CrfSettings) -> FieldWeights {
    let crf = CrfTrainer::new(encoded);
    let mut state = crf.start();
    crf.train(settings, &mut state, |_, _| true);
    crf.weights(&state)
}

pub fn packed(encoded: &EncodedCorpus, weights: &FieldWeights, word_columns: usize) -> Vec<u8> {
    pack("tags/toy", encoded, weights, &labels(), &templates(), word_columns)
}
