//! Tokens of SQL, in the dialect of the dump.

use std::ops::Range;

/// The dialect in which a dump writes strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SqlDialect {
    /// A backslash makes a character, and double quotes are strings.
    MySql,
    /// Quotes are doubled, and double quotes are names.
    Standard,
}

impl SqlDialect {
    /// The dialect of a dump: only one writes names between backticks.
    pub fn of(source: &str) -> Self {
        let head: String = source.lines().take(6).collect();
        let is_named = head.contains("MySQL dump") || head.contains("MariaDB dump") || head.contains("phpMyAdmin");
        let is_other = head.contains("PostgreSQL") || source.starts_with("PRAGMA");
        if is_named || (!is_other && source.contains('`')) { Self::MySql } else { Self::Standard }
    }
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SqlTokenKind {
    Comment,
    /// A word without quotes: of the language, or a name.
    Word,
    /// A name in quotes.
    Name,
    Number,
    String {
        escaped: bool,
    },
    /// Bytes as hexadecimal digits.
    Hex,
    /// Program text between dollar signs.
    Body,
    Mark,
    /// The end of a statement.
    End,
}

#[derive(Debug, Clone)]
pub(super) struct SqlToken {
    pub kind: SqlTokenKind,
    pub whole: Range<usize>,
    /// Without quotes.
    pub inside: Range<usize>,
}

pub(super) struct SqlScanner<'s> {
    source: &'s str,
    dialect: SqlDialect,
    at: usize,
    /// The number of dollar signs that began no body.
    misses: usize,
}

/// After so many dollar signs that began no body none is looked for: each is looked for to the end.
const MOST_MISSES: usize = 50;

impl<'s> SqlScanner<'s> {
    pub fn new(source: &'s str, dialect: SqlDialect) -> Self {
        Self { source, dialect, at: 0, misses: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The next token; blanks are none.
    pub fn next_token(&mut self) -> Option<SqlToken> {
        let rest = self.source.get(self.at..)?;
        let blanks = rest.len() - rest.trim_start().len();
        self.at += blanks;
        let rest = self.source.get(self.at..)?;
        let first = rest.chars().next()?;
        let bytes = rest.as_bytes();
        let (kind, length, inside) = match first {
            '-' if rest.starts_with("--") => comment(rest, 2),
            '#' if self.dialect == SqlDialect::MySql => comment(rest, 1),
            '/' if rest.starts_with("/*") => {
                let end = rest.get(2..).and_then(|rest| rest.find("*/"));
                let inside = end.map_or(rest.len(), |end| end + 2);
                (SqlTokenKind::Comment, end.map_or(rest.len(), |end| end + 4), 2..inside)
            }
            '\'' => quoted(rest, 0, '\'', SqlTokenKind::String { escaped: self.is_escaped() }, self.is_escaped()),
            '"' if self.is_escaped() => quoted(rest, 0, '"', SqlTokenKind::String { escaped: true }, true),
            '"' => quoted(rest, 0, '"', SqlTokenKind::Name, false),
            '`' => quoted(rest, 0, '`', SqlTokenKind::Name, false),
            'e' | 'E' if bytes.get(1) == Some(&b'\'') => {
                quoted(rest, 1, '\'', SqlTokenKind::String { escaped: true }, true)
            }
            'n' | 'N' if bytes.get(1) == Some(&b'\'') => {
                quoted(rest, 1, '\'', SqlTokenKind::String { escaped: self.is_escaped() }, self.is_escaped())
            }
            'x' | 'X' if bytes.get(1) == Some(&b'\'') => hex_or(quoted(rest, 1, '\'', SqlTokenKind::Hex, false), rest),
            '0' if matches!(bytes.get(1), Some(b'x' | b'X')) => {
                let digits = bytes.iter().skip(2).take_while(|b| b.is_ascii_hexdigit()).count();
                let kind =
                    if digits > 0 && digits.is_multiple_of(2) { SqlTokenKind::Hex } else { SqlTokenKind::Number };
                (kind, 2 + digits, 2..2 + digits)
            }
            '$' => match Some(rest).filter(|_| self.misses < MOST_MISSES).and_then(body) {
                Some((length, inside)) => (SqlTokenKind::Body, length, inside),
                None => {
                    self.misses += 1;
                    (SqlTokenKind::Mark, 1, 0..1)
                }
            },
            ';' => (SqlTokenKind::End, 1, 0..1),
            c if c.is_ascii_digit() || (matches!(c, '-' | '+') && bytes.get(1).is_some_and(u8::is_ascii_digit)) => {
                let length = 1 + bytes.iter().skip(1).take_while(|b| b.is_ascii_alphanumeric() || **b == b'.').count();
                (SqlTokenKind::Number, length, 0..length)
            }
            c if c.is_alphabetic() || c == '_' || c == '@' => {
                let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '$' | '#');
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                (SqlTokenKind::Word, length, 0..length)
            }
            c => (SqlTokenKind::Mark, c.len_utf8(), 0..c.len_utf8()),
        };
        let start = self.at;
        self.at += length.max(1);
        Some(SqlToken { kind, whole: start..start + length, inside: start + inside.start..start + inside.end })
    }

    fn is_escaped(&self) -> bool {
        self.dialect == SqlDialect::MySql
    }
}

/// A comment up to the end of its line.
fn comment(rest: &str, mark: usize) -> (SqlTokenKind, usize, Range<usize>) {
    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
    (SqlTokenKind::Comment, length, mark..length)
}

/// Returns the token in quotes; one that never ends reaches to the end.
fn quoted(
    rest: &str,
    start: usize,
    quote: char,
    kind: SqlTokenKind,
    escaped: bool,
) -> (SqlTokenKind, usize, Range<usize>) {
    let open = start + 1;
    let bytes = rest.as_bytes();
    let mark = quote as u8;
    let mut at = open;
    while let Some(b) = bytes.get(at) {
        match b {
            b'\\' if escaped => at += 2,
            b if *b == mark && bytes.get(at + 1) == Some(&mark) => at += 2,
            b if *b == mark => return (kind, at + 1, open..at),
            _ => at += 1,
        }
    }
    (kind, rest.len(), open..rest.len())
}

/// Digits in quotes, or a string if they are none.
fn hex_or(
    (kind, length, inside): (SqlTokenKind, usize, Range<usize>),
    rest: &str,
) -> (SqlTokenKind, usize, Range<usize>) {
    let digits = rest.get(inside.clone()).unwrap_or_default();
    let is_hex = !digits.is_empty() && digits.len().is_multiple_of(2) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    (if is_hex { kind } else { SqlTokenKind::String { escaped: false } }, length, inside)
}

/// A text between two signs such as `$$` or `$body$`.
fn body(rest: &str) -> Option<(usize, Range<usize>)> {
    let name = rest.get(1..)?.find('$').filter(|end| *end <= 32)?;
    let inside = rest.get(1..1 + name)?;
    let tag = rest.get(..name + 2).filter(|_| inside.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))?;
    let start = tag.len();
    let end = rest.get(start..)?.find(tag)?;
    Some((start + end + tag.len(), start..start + end))
}
