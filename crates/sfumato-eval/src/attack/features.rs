//! The features of a text.

use sfumato::knowledge::key;

use super::AttackedText;

/// The numbers of characters that stand together.
const CHARACTERS: std::ops::RangeInclusive<usize> = 3..=5;

/// The kinds of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureKind {
    /// Words.
    Words,
    /// Words, and pairs of neighbours.
    Pairs,
    /// Three to five characters in a row, within a word and the blanks around it.
    Characters,
}

/// Something that is counted, at one place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextFeature {
    pub hash: u64,
    pub first: usize,
    pub last: usize,
}

/// The same in all its places.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedFeature<'f> {
    pub hash: u64,
    pub places: &'f [TextFeature],
}

impl FeatureKind {
    /// Everything that is counted in some words of a text, in order of its hash and then of places.
    pub(super) fn of(self, reading: &AttackedText, words: std::ops::Range<usize>) -> Vec<TextFeature> {
        let mut found = Vec::new();
        let mut buffer = String::new();
        for nth in words.clone() {
            let Some(word) = reading.words().get(nth) else { break };
            match self {
                Self::Words | Self::Pairs => found.push(TextFeature { hash: word.hash, first: nth, last: nth }),
                Self::Characters => characters(reading.folded(word), &mut buffer, |hash| {
                    found.push(TextFeature { hash, first: nth, last: nth });
                }),
            }
            let before =
                nth.checked_sub(1).filter(|before| self == Self::Pairs && word.follows && words.contains(before));
            if let Some((before, left)) = before.and_then(|before| Some((before, reading.words().get(before)?))) {
                let hash = key::form_hash([left.hash, word.hash]);
                found.push(TextFeature { hash, first: before, last: nth });
            }
        }
        found.sort_unstable();
        found
    }

    /// Everything that is counted in a whole text.
    pub(super) fn of_all(self, reading: &AttackedText) -> Vec<TextFeature> {
        self.of(reading, 0..reading.len())
    }
}

/// Groups equal features.
pub(super) fn counted(features: &[TextFeature]) -> impl Iterator<Item = CountedFeature<'_>> {
    let same = features.chunk_by(|a, b| a.hash == b.hash);
    same.filter_map(|places| Some(CountedFeature { hash: places.first()?.hash, places }))
}

fn characters(word: &str, buffer: &mut String, mut each: impl FnMut(u64)) {
    buffer.clear();
    buffer.push(' ');
    buffer.push_str(word);
    buffer.push(' ');
    let bounds: Vec<usize> = buffer.char_indices().map(|(at, _)| at).chain([buffer.len()]).collect();
    for long in CHARACTERS {
        for ends in bounds.windows(long + 1) {
            if let [start, .., end] = ends {
                each(key::word_hash(buffer.get(*start..*end).unwrap_or_default()));
            }
        }
    }
}
