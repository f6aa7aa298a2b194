//! A text as numbers, and what its tokens are made of.

/// The parts of a token besides itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPart {
    /// A run of letters, by the number of the row that it shares with others.
    Letters(u32),
    /// A word, by its token.
    Word(u32),
}

/// The tokens and the rows that each is the mean of.
///
/// The rows of letters come first, then one for each token.
#[derive(Debug, Clone)]
pub struct TokenTable {
    // Invariant: `ends` has one number for each token, never falling, the last of which is the length of `rows`.
    buckets: u32,
    ends: Vec<u32>,
    rows: Vec<u32>,
}

impl TokenTable {
    /// No tokens yet; runs of letters share so many rows.
    pub fn new(buckets: u32) -> Self {
        Self { buckets, ends: Vec::new(), rows: Vec::new() }
    }

    /// Adds a token and gives its number. Parts that do not exist are left out.
    pub fn push(&mut self, parts: impl IntoIterator<Item = TokenPart>) -> u32 {
        let token = self.ends.len() as u32;
        self.rows.push(self.buckets + token);
        for part in parts {
            match part {
                TokenPart::Letters(row) if row < self.buckets => self.rows.push(row),
                TokenPart::Word(word) if word < token => self.rows.push(self.buckets + word),
                _ => {}
            }
        }
        self.ends.push(self.rows.len() as u32);
        token
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of rows that runs of letters share.
    pub fn buckets(&self) -> usize {
        self.buckets as usize
    }

    /// The rows that a token is the mean of, its own first.
    #[inline]
    pub(super) fn rows(&self, token: u32) -> &[u32] {
        let end = |token: usize| self.ends.get(token).map_or(0, |end| *end as usize);
        let start = if token == 0 { 0 } else { end(token as usize - 1) };
        self.rows.get(start..end(token as usize)).unwrap_or_default()
    }
}

/// Ends a document.
const END: u32 = u32::MAX;
/// The number that opens a phrase: this and how many words it has.
const PHRASE: u32 = 0xffff_0000;
/// Longer phrases are read as their words.
pub const LONGEST_PHRASE: usize = 255;

/// A text as numbers: documents of words and phrases.
#[derive(Debug, Clone, Default)]
pub struct TrainingText {
    // Invariant: a number below `PHRASE` is a word, `END` ends a document, and one between them is followed by the
    // token of a phrase and its words, as many as it says.
    numbers: Vec<u32>,
    words: u64,
}

impl TrainingText {
    /// Adds a word.
    pub fn word(&mut self, token: u32) {
        if token < PHRASE {
            self.numbers.push(token);
            self.words += 1;
        }
    }

    /// Adds a phrase that is one token, or its words.
    pub fn phrase(&mut self, token: u32, words: &[u32]) {
        if words.len() > LONGEST_PHRASE || token >= PHRASE || words.iter().any(|word| *word >= PHRASE) {
            words.iter().for_each(|word| self.word(*word));
            return;
        }
        self.numbers.push(PHRASE + words.len() as u32);
        self.numbers.push(token);
        self.numbers.extend(words);
        self.words += words.len() as u64;
    }

    /// Ends a document: what stands before is no neighbour of what follows.
    pub fn end(&mut self) {
        if self.numbers.last().is_some_and(|last| *last != END) {
            self.numbers.push(END);
        }
    }

    /// The number of words, those of phrases included.
    pub fn words(&self) -> u64 {
        self.words
    }

    /// The number of times each token is read, a phrase being read as one token and as its words half the time each.
    pub(super) fn counts(&self, tokens: usize) -> Vec<f64> {
        let mut counts = vec![0.0; tokens];
        let mut count = |token: u32, by: f64| {
            if let Some(place) = counts.get_mut(token as usize) {
                *place += by;
            }
        };
        self.walk(|piece| match piece {
            TextUnit::Word(token) => count(token, 1.0),
            TextUnit::Phrase(token, words) => {
                count(token, 0.5);
                words.iter().for_each(|word| count(*word, 0.5));
            }
            TextUnit::End => {}
        });
        counts
    }

    /// Goes through the text.
    pub(super) fn walk<'t>(&'t self, mut each: impl FnMut(TextUnit<'t>)) {
        let mut rest = self.numbers.as_slice();
        while let Some((number, after)) = rest.split_first() {
            rest = after;
            each(match *number {
                END => TextUnit::End,
                word if word < PHRASE => TextUnit::Word(word),
                opening => {
                    let Some((token, after)) = after.split_first() else { return };
                    let Some((words, after)) = after.split_at_checked((opening - PHRASE) as usize) else { return };
                    rest = after;
                    TextUnit::Phrase(*token, words)
                }
            });
        }
    }
}

/// A piece of a text.
#[derive(Clone, Copy)]
pub(super) enum TextUnit<'t> {
    Word(u32),
    Phrase(u32, &'t [u32]),
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_counts_half_for_itself_and_half_for_its_words() {
        let mut text = TrainingText::default();
        text.word(0);
        text.phrase(2, &[0, 1]);
        text.end();
        text.end();
        assert_eq!(text.words(), 3);
        assert_eq!(text.counts(3), [1.5, 0.5, 0.5]);
    }

    #[test]
    fn tokens_know_their_rows() {
        let mut tokens = TokenTable::new(10);
        let word = tokens.push([TokenPart::Letters(3), TokenPart::Letters(11)]);
        let phrase = tokens.push([TokenPart::Word(word), TokenPart::Word(7)]);
        assert_eq!((tokens.rows(word), tokens.rows(phrase)), ([10, 3].as_slice(), [11, 10].as_slice()));
        assert_eq!(tokens.rows(5), [0u32; 0]);
    }
}
