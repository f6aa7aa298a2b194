//! The tokens of a mention: numbers, words, blanks and marks, and the case of letters.

use std::ops::Range;

use sfumato_language::plain;

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueLexeme {
    /// A run of digits.
    Number,
    /// A run of letters.
    Word,
    /// A run of blanks, line breaks among them.
    Blank,
    /// One mark.
    Mark(char),
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct ValueToken {
    /// Its kind.
    pub lexeme: ValueLexeme,
    /// The start, in bytes.
    pub start: usize,
    /// The end.
    pub end: usize,
}

/// The tokens of a text.
pub struct ValueTokens<'t> {
    /// The text.
    pub text: &'t str,
    list: Vec<ValueToken>,
}

impl<'t> ValueTokens<'t> {
    /// Cuts a text into tokens.
    pub fn new(text: &'t str) -> Self {
        let mut list: Vec<ValueToken> = Vec::with_capacity(8);
        for (start, c) in text.char_indices() {
            let lexeme = match c {
                '0'..='9' => ValueLexeme::Number,
                'º' | 'ª' => ValueLexeme::Mark(c),
                c if c.is_alphabetic() || ('\u{300}'..='\u{36f}').contains(&c) => ValueLexeme::Word,
                c if c.is_whitespace() => ValueLexeme::Blank,
                '\u{2010}'..='\u{2015}' | '\u{2212}' => ValueLexeme::Mark('-'),
                '’' | '‘' | '´' | '`' => ValueLexeme::Mark('\''),
                c => ValueLexeme::Mark(c),
            };
            let end = start + c.len_utf8();
            match list.last_mut() {
                Some(last) if last.lexeme == lexeme && !matches!(lexeme, ValueLexeme::Mark(_)) => last.end = end,
                _ => list.push(ValueToken { lexeme, start, end }),
            }
        }
        Self { text, list }
    }

    /// The token of a number.
    pub fn get(&self, at: usize) -> Option<ValueToken> {
        self.list.get(at).copied()
    }

    /// The number of tokens.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The text of a range of bytes.
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The text of a token.
    pub fn of(&self, at: usize) -> &'t str {
        self.get(at).map_or("", |token| self.slice(token.start..token.end))
    }

    /// True if a token is a certain mark.
    pub fn is_mark(&self, at: usize, mark: char) -> bool {
        self.get(at).is_some_and(|token| token.lexeme == ValueLexeme::Mark(mark))
    }

    /// The digits and the value of a token, if it is a number.
    pub fn number(&self, at: usize) -> Option<(&'t str, u32)> {
        let token = self.get(at).filter(|token| token.lexeme == ValueLexeme::Number)?;
        let digits = self.slice(token.start..token.end);
        // What has too many digits is no value of a date.
        Some((digits, digits.parse().unwrap_or(u32::MAX)))
    }

    /// The word at a place, folded.
    pub fn word(&self, at: usize) -> Option<FoldedWord> {
        let token = self.get(at).filter(|token| token.lexeme == ValueLexeme::Word)?;
        Some(FoldedWord::new(self.slice(token.start..token.end)))
    }

    /// The place after the blanks at a place.
    pub fn after_blank(&self, at: usize) -> usize {
        at + usize::from(self.get(at).is_some_and(|token| token.lexeme == ValueLexeme::Blank))
    }
}

/// A word in small letters without accents, without an allocation; nothing if it is longer than any we know.
#[derive(Clone, Copy)]
pub struct FoldedWord {
    bytes: [u8; 20],
    len: usize,
}

impl FoldedWord {
    /// Folds a word.
    pub fn new(word: &str) -> Self {
        let mut folded = Self { bytes: [0; 20], len: 0 };
        for c in word.chars().flat_map(char::to_lowercase).filter_map(plain) {
            let (true, Some(slot)) = (c.is_ascii(), folded.bytes.get_mut(folded.len)) else {
                return Self { bytes: [0; 20], len: 0 };
            };
            *slot = c as u8;
            folded.len += 1;
        }
        folded
    }

    /// The folded word.
    pub fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// The case of the letters of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterCase {
    /// all small.
    Lower,
    /// The first large.
    Title,
    /// The First Of Each Word Large.
    Titles,
    /// ALL LARGE.
    Upper,
}

impl LetterCase {
    /// Tells the case of a text.
    pub fn of(text: &str) -> Self {
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        let Some(first) = letters.next() else { return Self::Lower };
        if !first.is_uppercase() {
            return Self::Lower;
        }
        let mut rest = letters.peekable();
        if rest.peek().is_some() && rest.all(char::is_uppercase) {
            return Self::Upper;
        }
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
        let (mut count, mut large) = (0, 0);
        for word in words {
            count += 1;
            large += usize::from(word.chars().next().is_some_and(char::is_uppercase));
        }
        if count > 1 && count == large { Self::Titles } else { Self::Title }
    }

    /// Writes a text, which comes in small letters, in this case.
    pub fn write(self, text: &str, out: &mut String) {
        let mut is_start = true;
        for c in text.chars() {
            let is_large = match self {
                Self::Lower => false,
                Self::Upper => true,
                Self::Title | Self::Titles => is_start,
            };
            if is_large {
                out.extend(c.to_uppercase())
            } else {
                out.push(c)
            }
            // What follows an apostrophe is no new word: New Year's Day.
            is_start = !c.is_alphabetic() && (is_start || self == Self::Titles && c != '\'');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_kept() {
        for text in ["marzo", "Marzo", "MARZO", "twenty-third", "Twenty-third", "Twenty-Third", "TWENTY-THIRD"] {
            let mut out = String::new();
            LetterCase::of(text).write(&text.to_lowercase(), &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn tokens_cover_the_text() {
        let tokens = ValueTokens::new("04MAR–2021, el 1º");
        let all: Vec<&str> = (0..tokens.count()).map(|at| tokens.of(at)).collect();
        assert_eq!(all, ["04", "MAR", "–", "2021", ",", " ", "el", " ", "1", "º"]);
        assert!(tokens.is_mark(2, '-'));
        assert_eq!(tokens.word(6).as_ref().map(FoldedWord::as_str), Some("el"));
        assert_eq!(FoldedWord::new("MIÉRCOLES").as_str(), "miercoles");
    }
}
