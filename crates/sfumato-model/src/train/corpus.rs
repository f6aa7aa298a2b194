//! Labelled sequences.

use std::collections::HashMap;
use std::ops::Range;

use crate::model::MOST_LABELS;
use crate::observations::Observations;

/// The names of labels, numbered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelNames {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl LabelNames {
    /// All these, in order of name, so that labels that start alike are neighbours.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() > MOST_LABELS {
            return None;
        }
        let numbers = names.iter().cloned().zip(0..).collect();
        Some(Self { names, numbers })
    }

    /// The names in order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a label.
    pub fn number(&self, name: &str) -> Option<u16> {
        self.numbers.get(name).copied()
    }
}

/// Labelled sequences.
#[derive(Debug, Default)]
pub struct LabelledCorpus {
    /// The observations of all tokens.
    pub seen: Observations,
    /// The tokens of each sequence.
    pub sequences: Vec<Range<usize>>,
    /// The label of each token.
    pub labels: Vec<u16>,
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::templates::FeatureTemplates;

    /// Sequences of words and labels, with the word itself, the one before and the pair of both as features.
    pub fn corpus(sequences: &[&[(u32, u16)]]) -> (LabelledCorpus, FeatureTemplates) {
        let mut corpus = LabelledCorpus { seen: Observations::new(1, 0), ..LabelledCorpus::default() };
        let words = sequences.iter().flat_map(|s| s.iter()).map(|(word, _)| word + 1).max().unwrap_or(0);
        (0..words).for_each(|word| corpus.seen.words.push()[0] = u64::from(word) + 100);
        for sequence in sequences {
            let start = corpus.labels.len();
            for (word, label) in *sequence {
                corpus.seen.push(*word);
                corpus.labels.push(*label);
            }
            corpus.sequences.push(start..corpus.labels.len());
        }
        let templates = FeatureTemplates::parse(&["word"], "word[0]\nword[-1]\nword[-1] word[0]\n").expect("templates");
        (corpus, templates)
    }

    /// A few sequences with three labels, one empty and one of one token.
    pub fn small() -> (LabelledCorpus, FeatureTemplates) {
        corpus(&[
            &[(0, 0), (1, 1), (2, 2), (0, 1)],
            &[(2, 2), (2, 0), (1, 1)],
            &[],
            &[(3, 1)],
            &[(1, 0), (0, 0), (3, 2), (2, 2), (1, 1)],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_numbered_in_order_of_name() {
        let labels = LabelNames::new(["NOUN", "ADJ", "NOUN"]).expect("few");
        assert_eq!(labels.names(), ["ADJ", "NOUN"]);
        assert_eq!((labels.number("NOUN"), labels.number("VERB")), (Some(1), None));
    }

    #[test]
    fn too_many_labels_are_refused() {
        let names: Vec<String> = (0..70_000).map(|n| n.to_string()).collect();
        assert!(LabelNames::new(names.iter().take(255).map(String::as_str)).is_some());
        assert!(LabelNames::new(names.iter().take(256).map(String::as_str)).is_none());
        assert!(LabelNames::new(names.iter().map(String::as_str)).is_none());
    }
}
