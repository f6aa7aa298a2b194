//! Bytes to tokens, with where each token lies: files, content streams and CMaps are all written in them.

use std::fmt;
use std::ops::Range;

use crate::{PdfError, PdfName};

/// A piece of syntax.
#[derive(Clone, PartialEq)]
pub enum PdfToken<'a> {
    /// A whole number.
    Integer(i64),
    /// A number with a point, or a whole one too long to count with.
    Real(f64),
    /// A string, its escapes undone.
    String(Vec<u8>),
    /// A name, its escapes undone.
    Name(PdfName),
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// `<<`
    DictStart,
    /// `>>`
    DictEnd,
    /// `{`
    BraceStart,
    /// `}`
    BraceEnd,
    /// Any other run of letters: a keyword or an operator.
    Word(&'a [u8]),
}

impl fmt::Debug for PdfToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Integer(_) => "Integer",
            Self::Real(_) => "Real",
            Self::String(_) => "String",
            Self::Name(_) => "Name",
            Self::ArrayStart => "ArrayStart",
            Self::ArrayEnd => "ArrayEnd",
            Self::DictStart => "DictStart",
            Self::DictEnd => "DictEnd",
            Self::BraceStart => "BraceStart",
            Self::BraceEnd => "BraceEnd",
            Self::Word(_) => "Word",
        })
    }
}

/// Reads tokens from a place on.
///
/// What no reader makes sense of (a lone `)` or `>`) is passed over as readers do; it carries no text.
#[derive(Clone)]
pub struct PdfLexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl fmt::Debug for PdfLexer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lexer({} of {} bytes)", self.at, self.bytes.len())
    }
}

/// True if a byte is a blank of the syntax.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// True if a byte may stand in a word or, unescaped, in a name.
pub(crate) fn is_regular(byte: u8) -> bool {
    !is_blank(byte) && !is_delimiter(byte)
}

impl<'a> PdfLexer<'a> {
    /// From the start.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// From a place on; past the end there is nothing.
    pub fn at(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at: at.min(bytes.len()) }
    }

    /// All that is read from.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The place where the next token is looked for.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes on from another place.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    /// Passes blanks and comments.
    pub fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                while self.peek().is_some_and(|b| b != b'\n' && b != b'\r') {
                    self.at += 1;
                }
            } else if is_blank(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// The next token and where it lies, `None` at the end.
    pub fn token(&mut self) -> Result<Option<(PdfToken<'a>, Range<usize>)>, PdfError> {
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(byte) = self.peek() else { return Ok(None) };
            let token = match byte {
                b'[' => self.single(PdfToken::ArrayStart),
                b']' => self.single(PdfToken::ArrayEnd),
                b'{' => self.single(PdfToken::BraceStart),
                b'}' => self.single(PdfToken::BraceEnd),
                b'(' => PdfToken::String(self.literal()?),
                b'/' => PdfToken::Name(self.name()),
                b'<' if self.peek_at(1) == Some(b'<') => self.double(PdfToken::DictStart),
                b'<' => PdfToken::String(self.hexadecimal()?),
                b'>' if self.peek_at(1) == Some(b'>') => self.double(PdfToken::DictEnd),
                b'>' | b')' => {
                    self.at += 1;
                    continue;
                }
                b'0'..=b'9' | b'+' | b'-' | b'.' => self.number(),
                _ => self.word(),
            };
            return Ok(Some((token, start..self.at)));
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn single(&mut self, token: PdfToken<'a>) -> PdfToken<'a> {
        self.at += 1;
        token
    }

    fn double(&mut self, token: PdfToken<'a>) -> PdfToken<'a> {
        self.at += 2;
        token
    }

    fn word(&mut self) -> PdfToken<'a> {
        let start = self.at;
        while self.peek().is_some_and(is_regular) {
            self.at += 1;
        }
        PdfToken::Word(self.bytes.get(start..self.at).unwrap_or_default())
    }

    /// A number ends where digits end, so that `0Td` is a number and an operator. Readers pass over signs in the middle
    /// and take a sign or point alone for nought.
    fn number(&mut self) -> PdfToken<'a> {
        let negative = self.peek() == Some(b'-');
        let start = self.at;
        let mut exact: Option<i64> = Some(0);
        let (mut point, mut decimals) = (false, 0i32);
        while let Some(byte) = self.peek() {
            match byte {
                b'0'..=b'9' => {
                    exact = exact.and_then(|n| n.checked_mul(10)?.checked_add(i64::from(byte - b'0')));
                    decimals = decimals.saturating_add(i32::from(point));
                }
                b'.' if !point => point = true,
                b'+' | b'-' => {}
                _ => break,
            }
            self.at += 1;
        }
        let sign = if negative { -1.0 } else { 1.0 };
        match exact {
            Some(n) if !point => PdfToken::Integer(if negative { -n } else { n }),
            // Both are exact as doubles, so their quotient is the nearest there is.
            Some(n) if n < 1 << 53 && decimals <= 22 => PdfToken::Real(sign * (n as f64 / 10f64.powi(decimals))),
            _ => {
                let digits = self.bytes.get(start..self.at).unwrap_or_default();
                let digits: String =
                    digits.iter().filter(|b| !matches!(b, b'+' | b'-')).map(|b| char::from(*b)).collect();
                PdfToken::Real(sign * digits.parse::<f64>().unwrap_or(0.0))
            }
        }
    }

    fn name(&mut self) -> PdfName {
        self.at += 1;
        let mut name = Vec::new();
        while let Some(byte) = self.peek().filter(|&b| is_regular(b)) {
            let escaped = match (byte, self.peek_at(1).and_then(hex), self.peek_at(2).and_then(hex)) {
                (b'#', Some(high), Some(low)) => Some(high << 4 | low),
                _ => None,
            };
            name.push(escaped.unwrap_or(byte));
            self.at += if escaped.is_some() { 3 } else { 1 };
        }
        PdfName::from(name.as_slice())
    }

    fn literal(&mut self) -> Result<Vec<u8>, PdfError> {
        let start = self.at;
        self.at += 1;
        let mut out = Vec::new();
        let mut open = 1usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => open += 1,
                b')' => {
                    open -= 1;
                    if open == 0 {
                        return Ok(out);
                    }
                }
                b'\\' => {
                    out.extend(self.escape());
                    continue;
                }
                b'\r' => {
                    // Any line end counts as a line feed.
                    if self.peek() == Some(b'\n') {
                        self.at += 1;
                    }
                    out.push(b'\n');
                    continue;
                }
                _ => {}
            }
            out.push(byte);
        }
        Err(PdfError::Damaged { at: start, what: "a string without end" })
    }

    fn escape(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 0x0c,
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit) = self.peek().filter(|b| (b'0'..=b'7').contains(b)) else { break };
                    code = code * 8 + u32::from(digit - b'0');
                    self.at += 1;
                }
                (code & 0xff) as u8
            }
            b'\r' => {
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
                return None;
            }
            b'\n' => return None,
            other => other,
        })
    }

    fn hexadecimal(&mut self) -> Result<Vec<u8>, PdfError> {
        let start = self.at;
        self.at += 1;
        let mut out = Vec::new();
        let mut half = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                out.extend(half.map(|high: u8| high << 4));
                return Ok(out);
            }
            if is_blank(byte) {
                continue;
            }
            // Readers pass over anything else; what nobody reads may say something all the same.
            let Some(digit) = hex(byte) else {
                return Err(PdfError::Damaged { at: start, what: "a string that is not hexadecimal" });
            };
            match half.take() {
                Some(high) => out.push(high << 4 | digit),
                None => half = Some(digit),
            }
        }
        Err(PdfError::Damaged { at: start, what: "a string without end" })
    }
}

/// The value of a hexadecimal digit.
pub(crate) fn hex(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|d| d as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &[u8]) -> Vec<PdfToken<'_>> {
        let mut lexer = PdfLexer::new(source);
        let mut out = Vec::new();
        while let Some((token, _)) = lexer.token().expect("sound") {
            out.push(token);
        }
        out
    }

    fn string(source: &[u8]) -> Vec<u8> {
        match tokens(source).as_slice() {
            [PdfToken::String(bytes)] => bytes.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn strings_lose_their_escapes() {
        assert_eq!(string(b"(a\\)b(c)\\101\\12x\\\r\nz\r\nq)"), b"a)b(c)A\nxz\nq");
        assert_eq!(string(b"<48 65 6C6c 6>"), b"Hell\x60");
        assert_eq!(string(b"(\\8)"), b"8");
    }

    #[test]
    fn a_string_without_end_is_an_error() {
        assert_eq!(PdfLexer::new(b" (abc").token(), Err(PdfError::Damaged { at: 1, what: "a string without end" }));
        assert!(PdfLexer::new(b"<41").token().is_err());
    }

    #[test]
    fn numbers_in_the_ways_found_in_files() {
        let expected = [
            PdfToken::Integer(12),
            PdfToken::Integer(-7),
            PdfToken::Real(0.5),
            PdfToken::Real(-0.25),
            PdfToken::Integer(0),
            PdfToken::Word(b"Td"),
            PdfToken::Real(1e20),
            PdfToken::Integer(-5),
        ];
        assert_eq!(tokens(b"12 -7 .5 -0.25 0Td 100000000000000000000 --5"), expected);
    }

    #[test]
    fn names_lose_their_escapes_and_comments_are_passed() {
        let expected = [
            PdfToken::Name(PdfName::new("A B#")),
            PdfToken::Name(PdfName::new("")),
            PdfToken::DictStart,
            PdfToken::Word(b"T*"),
            PdfToken::DictEnd,
            PdfToken::Word(b"'"),
        ];
        assert_eq!(tokens(b"/A#20B# / << % no )( \nT*>>'"), expected);
    }

    #[test]
    fn tokens_tell_where_they_lie() {
        let source = b"  /Ab (cd)Tj";
        let mut lexer = PdfLexer::new(source);
        let mut ranges = Vec::new();
        while let Some((_, range)) = lexer.token().expect("sound") {
            ranges.push(range);
        }
        assert_eq!(ranges, [2..5, 6..10, 10..12]);
    }
}
