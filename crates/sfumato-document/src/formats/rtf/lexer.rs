//! The tokens of rich text.

use std::ops::Range;

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RtfToken<'s> {
    Open,
    Close,
    /// A control word, and whether a blank ends it.
    Word {
        name: &'s str,
        number: Option<i32>,
        delimited: bool,
    },
    /// A backslash with a character that is no letter.
    Symbol(char),
    /// A byte that is not plain: raw, or a backslash, an apostrophe and two digits.
    Byte(u8),
    /// Plain characters.
    Text(&'s str),
    /// A line break, which means nothing.
    Break,
    /// Binary data.
    Binary,
}

pub(super) type LexedRtf<'s> = Option<Result<(Range<usize>, RtfToken<'s>), &'static str>>;

/// The longest name of a control word.
const LONGEST_NAME: usize = 64;

/// Cuts a source into tokens.
#[derive(Clone)]
pub(super) struct RtfLexer<'s> {
    source: &'s str,
    pub at: usize,
}

impl<'s> RtfLexer<'s> {
    pub fn new(source: &'s str) -> Self {
        Self { source, at: 0 }
    }

    /// The next token and where it stands.
    pub fn next(&mut self) -> LexedRtf<'s> {
        let start = self.at;
        let token = self.token()?;
        Some(token.map(|token| (start..self.at, token)))
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn token(&mut self) -> Option<Result<RtfToken<'s>, &'static str>> {
        let rest = self.rest();
        let c = rest.chars().next()?;
        let (length, token) = match c {
            '{' => (1, RtfToken::Open),
            '}' => (1, RtfToken::Close),
            '\\' => return Some(self.control()),
            '\r' | '\n' => (1, RtfToken::Break),
            '\t' | ' '..='\x7f' => {
                let plain = |b: u8| matches!(b, b'\t' | b' '..=b'\x7f') && !matches!(b, b'{' | b'}' | b'\\');
                let length = rest.bytes().position(|b| !plain(b)).unwrap_or(rest.len());
                (length, RtfToken::Text(rest.get(..length)?))
            }
            _ => match u8::try_from(c) {
                Ok(b) if b >= 0x80 => (c.len_utf8(), RtfToken::Byte(b)),
                _ => return Some(Err("a control character")),
            },
        };
        self.at += length;
        Some(Ok(token))
    }

    fn control(&mut self) -> Result<RtfToken<'s>, &'static str> {
        let inside = self.rest().get(1..).unwrap_or_default();
        let letters = inside.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(inside.len());
        if letters > 0 {
            return self.word(inside, letters);
        }
        let symbol = inside.chars().next().ok_or("a backslash at the end")?;
        if symbol != '\'' {
            self.at += 1 + symbol.len_utf8();
            return Ok(RtfToken::Symbol(symbol));
        }
        let byte = inside.get(1..3).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let byte = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()).ok_or("a byte that is no number")?;
        self.at += 4;
        Ok(RtfToken::Byte(byte))
    }

    fn word(&mut self, inside: &'s str, letters: usize) -> Result<RtfToken<'s>, &'static str> {
        let name = inside.get(..letters).filter(|name| name.len() <= LONGEST_NAME).ok_or("a control word too long")?;
        let after = inside.get(letters..).unwrap_or_default();
        let sign = usize::from(after.starts_with('-') && after.as_bytes().get(1).is_some_and(u8::is_ascii_digit));
        let digits = after.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
        let number = after.get(..sign + digits).filter(|_| digits > 0);
        let number = number.map(str::parse::<i32>).transpose().map_err(|_| "a number too large")?;
        let delimited = after.as_bytes().get(sign + digits) == Some(&b' ');
        self.at += 1 + letters + if digits > 0 { sign + digits } else { 0 } + usize::from(delimited);
        if name != "bin" {
            return Ok(RtfToken::Word { name, number, delimited });
        }
        let count = usize::try_from(number.unwrap_or(0)).map_err(|_| "binary data of a negative length")?;
        let mut data = self.rest().char_indices();
        self.at += match data.nth(count) {
            Some((length, _)) => length,
            None if self.rest().chars().count() == count => self.rest().len(),
            None => return Err("binary data that ends too early"),
        };
        Ok(RtfToken::Binary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_apart() {
        let mut lexer = RtfLexer::new("{\\rtf1\\b0 a b\\'e9\\~\r\\u-5?\\bin3 {}}-\u{e9}");
        let tokens: Vec<_> = std::iter::from_fn(|| lexer.next()).map(|token| token.expect("a token").1).collect();
        let word = |name, number, delimited| RtfToken::Word { name, number: Some(number), delimited };
        assert_eq!(
            tokens,
            [
                RtfToken::Open,
                word("rtf", 1, false),
                word("b", 0, true),
                RtfToken::Text("a b"),
                RtfToken::Byte(0xe9),
                RtfToken::Symbol('~'),
                RtfToken::Break,
                word("u", -5, false),
                RtfToken::Text("?"),
                RtfToken::Binary,
                RtfToken::Text("-"),
                RtfToken::Byte(0xe9),
            ]
        );
    }

    #[test]
    fn broken_tokens_are_errors() {
        for source in ["\\", "\\'e", "\\'+1", "\\bin5 a", "\\bin-1 a", "\u{1}", "\\b99999999999"] {
            assert!(RtfLexer::new(source).next().is_some_and(|token| token.is_err()), "{source}");
        }
    }
}
