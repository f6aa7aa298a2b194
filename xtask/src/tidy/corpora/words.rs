//! Words as they are compared: case and the marks between them set aside.

use std::hash::{DefaultHasher, Hash, Hasher};

/// One word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorpusWord {
    /// The word, whatever its case.
    pub is: u64,
    /// Its place in the text.
    pub start: usize,
    pub end: usize,
    /// The numbers of its letters and digits.
    pub letters: usize,
    pub digits: usize,
}

/// The words of a text in order.
pub fn words(text: &str) -> Vec<CorpusWord> {
    let mut words = Vec::with_capacity(text.len() / 6);
    let mut open: Option<(CorpusWord, DefaultHasher)> = None;
    for (at, c) in text.char_indices() {
        if c.is_alphanumeric() {
            let (word, hasher) = open.get_or_insert_with(|| {
                (CorpusWord { is: 0, start: at, end: at, letters: 0, digits: 0 }, DefaultHasher::new())
            });
            word.end = at + c.len_utf8();
            if c.is_ascii_digit() {
                word.digits += 1;
            } else {
                word.letters += 1;
            }
            if c.is_ascii() {
                c.to_ascii_lowercase().hash(hasher);
            } else {
                c.to_lowercase().for_each(|c| c.hash(hasher));
            }
        } else if let Some((word, hasher)) = open.take() {
            words.push(CorpusWord { is: hasher.finish(), ..word });
        }
    }
    words.extend(open.map(|(word, hasher)| CorpusWord { is: hasher.finish(), ..word }));
    words
}

/// The identity of a row of words: rows of the same words in the same order are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordRow(u64);

impl WordRow {
    pub const EMPTY: Self = Self(0);

    /// The row with one word more.
    pub fn and(self, word: &CorpusWord) -> Self {
        Self(self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ word.is)
    }

    pub fn of(words: &[CorpusWord]) -> Self {
        words.iter().fold(Self::EMPTY, Self::and)
    }

    pub fn key(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_marks_are_set_aside() {
        let row = |text: &str| WordRow::of(&words(text)).key();
        assert_eq!(row("Calle «Olmedal», 7"), row("CALLE OLMEDAL 7"));
        assert_ne!(row("Olmedal 7"), row("7 Olmedal"));
        assert_eq!(row(""), WordRow::EMPTY.key());
    }

    #[test]
    fn words_know_their_place_and_make() {
        let text = "así, 3º B2";
        let cut: Vec<&str> = words(text).iter().filter_map(|word| text.get(word.start..word.end)).collect();
        assert_eq!(cut, ["así", "3º", "B2"]);
        assert_eq!(
            words(text).iter().map(|word| (word.letters, word.digits)).collect::<Vec<_>>(),
            [(3, 0), (1, 1), (1, 1)]
        );
    }
}
