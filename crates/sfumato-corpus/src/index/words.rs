//! The words of a text, one after the other, as the index wants them.

use sfumato_knowledge::key;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Under what name the index knows this.
pub(super) const NAME: &str = "words";

/// Longer runs of letters are no words but data. They take their place in the order, but cannot be asked for.
pub(super) const LONGEST: usize = 128;

/// The bytes of text that are taken at a time.
const PIECE: usize = 1 << 12;

/// Cuts texts into words; see [`key::words`].
#[derive(Clone, Default)]
pub(super) struct WordCutter {
    /// The words of the piece at hand, one behind the other, and where each ends.
    letters: String,
    ends: Vec<usize>,
    token: Token,
}

impl Tokenizer for WordCutter {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.token.reset();
        self.letters.clear();
        self.ends.clear();
        WordStream { words: self, ahead: text, next: 0, start: 0 }
    }
}

/// The words of one text.
pub(super) struct WordStream<'a> {
    words: &'a mut WordCutter,
    /// The text that has not been cut yet.
    ahead: &'a str,
    /// The next word of the piece, and where it starts.
    next: usize,
    start: usize,
}

impl WordStream<'_> {
    /// Cuts the next piece of the text; whether there was one.
    fn refill(&mut self) -> bool {
        let Some((piece, rest)) = cut(self.ahead) else { return false };
        self.ahead = rest;
        let WordCutter { letters, ends, .. } = &mut *self.words;
        letters.clear();
        ends.clear();
        key::words(piece, |word| {
            letters.push_str(word);
            ends.push(letters.len());
        });
        (self.next, self.start) = (0, 0);
        true
    }
}

/// The next piece of a text, and the rest. Blanks end words, so that no word is cut in two.
fn cut(text: &str) -> Option<(&str, &str)> {
    if text.is_empty() {
        return None;
    }
    let blank = text.char_indices().find(|(at, c)| *at >= PIECE && c.is_whitespace());
    Some(text.split_at_checked(blank.map_or(text.len(), |(at, _)| at)).unwrap_or((text, "")))
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            let Some(end) = self.words.ends.get(self.next).copied() else {
                if self.refill() {
                    continue;
                }
                return false;
            };
            let word = self.words.letters.get(self.start..end).unwrap_or_default();
            (self.next, self.start) = (self.next + 1, end);
            let token = &mut self.words.token;
            token.position = token.position.wrapping_add(1);
            if word.len() <= LONGEST {
                token.text.clear();
                token.text.push_str(word);
                return true;
            }
        }
    }

    fn token(&self) -> &Token {
        &self.words.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.words.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut tokenizer = WordCutter::default();
        let mut stream = tokenizer.token_stream(text);
        while stream.advance() {
            found.push((stream.token().position, stream.token().text.clone()));
        }
        found
    }

    #[test]
    fn words_are_those_that_phrases_are_looked_up_by() {
        let found: Vec<String> = words("Él vió: U.S. O'Neill").into_iter().map(|(_, word)| word).collect();
        assert_eq!(found, ["el", "vio", "us", "oneill"]);
        assert_eq!(words(""), []);
    }

    #[test]
    fn long_texts_are_cut_at_blanks_only() {
        let text = "uno dos-tres ".repeat(PIECE);
        let mut expected = Vec::new();
        key::words(&text, |word| expected.push((expected.len(), word.to_owned())));
        assert_eq!(words(&text), expected);
    }

    #[test]
    fn data_takes_its_place_but_is_no_word() {
        let text = format!("a {} b", "x".repeat(LONGEST + 1));
        assert_eq!(words(&text), [(0, "a".to_owned()), (2, "b".to_owned())]);
    }
}
