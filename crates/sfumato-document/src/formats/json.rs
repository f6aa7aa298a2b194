//! A JSON scanner that knows where every value stands and quotes nothing in its errors.

use std::ops::Range;

use crate::formats::ReadError;

/// A string or number of a JSON text and the way to it.
pub(crate) struct Value<'s> {
    /// The key it stands under, and how many levels of arrays and objects are around it.
    pub key: Option<&'s str>,
    pub depth: usize,
    /// The top-level key it stands under.
    pub top: Option<&'s str>,
    /// Its place: the inside of the quotes for a string.
    pub source: Range<usize>,
    pub kind: ValueKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    String,
    Number,
}

/// A member of the outermost object.
pub(crate) struct Member<'s> {
    pub key: &'s str,
    /// From the opening quote of the key to the end of the value.
    pub source: Range<usize>,
}

/// What a JSON text holds.
#[derive(Default)]
pub(crate) struct Scan<'s> {
    pub values: Vec<Value<'s>>,
    pub members: Vec<Member<'s>>,
    pub is_object: bool,
}

const MOST_DEPTH: usize = 128;

/// Reads a whole JSON text strictly.
pub(crate) fn scan(source: &str) -> Result<Scan<'_>, ReadError> {
    let mut scanner = Scanner { source, at: 0, out: Scan::default(), top: None };
    scanner.blanks();
    scanner.out.is_object = scanner.peek() == Some(b'{');
    scanner.value(None, 0)?;
    scanner.blanks();
    if scanner.at < source.len() {
        Err(scanner.wrong("something follows the end of the record"))
    } else {
        Ok(scanner.out)
    }
}

/// Whether a file is one JSON object or array.
pub(crate) fn is_document(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    let framed = matches!((text.first(), text.last()), (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')));
    framed && std::str::from_utf8(text).is_ok_and(|text| scan(text).is_ok())
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
    out: Scan<'s>,
    top: Option<&'s str>,
}

impl<'s> Scanner<'s> {
    fn wrong(&self, what: &'static str) -> ReadError {
        ReadError::Syntax { line: crate::formats::line_of(self.source, self.at), what }
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, key: Option<&'s str>, depth: usize) -> Result<(), ReadError> {
        if depth > MOST_DEPTH {
            return Err(self.wrong("nested too deeply"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(key, depth),
            Some(b'"') => {
                let source = self.string()?;
                self.out.values.push(Value { key, depth, top: self.top, source, kind: ValueKind::String });
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => {
                let source = self.number()?;
                self.out.values.push(Value { key, depth, top: self.top, source, kind: ValueKind::Number });
                Ok(())
            }
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), ReadError> {
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.blanks();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a key was expected"));
            }
            let inside = self.string()?;
            let key = self.source.get(inside).unwrap_or_default();
            self.blanks();
            if self.peek() != Some(b':') {
                return Err(self.wrong("a colon was expected"));
            }
            self.at += 1;
            self.blanks();
            if depth == 0 {
                self.top = Some(key);
            }
            self.value(Some(key), depth + 1)?;
            if depth == 0 {
                self.out.members.push(Member { key, source: start..self.at });
            }
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.wrong("a comma or a closing brace was expected")),
            }
        }
    }

    fn array(&mut self, key: Option<&'s str>, depth: usize) -> Result<(), ReadError> {
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.blanks();
            self.value(key, depth + 1)?;
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.wrong("a comma or a closing bracket was expected")),
            }
        }
    }

    /// The inside of a string, checked escape by escape.
    fn string(&mut self) -> Result<Range<usize>, ReadError> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.peek() {
                None => return Err(self.wrong("a string never ends")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(start..self.at - 1);
                }
                Some(0..=0x1f) => return Err(self.wrong("a raw control character inside a string")),
                Some(b'\\') => {
                    let rest = self.source.get(self.at..).unwrap_or_default();
                    let (_, length) = unescape(rest).ok_or_else(|| self.wrong("a broken escape inside a string"))?;
                    self.at += length;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn number(&mut self) -> Result<Range<usize>, ReadError> {
        let start = self.at;
        let digits = |s: &mut Self| {
            let from = s.at;
            while matches!(s.peek(), Some(b'0'..=b'9')) {
                s.at += 1;
            }
            s.at > from
        };
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let mut sound = digits(self);
        if self.peek() == Some(b'.') {
            self.at += 1;
            sound &= digits(self);
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            sound &= digits(self);
        }
        if sound { Ok(start..self.at) } else { Err(self.wrong("a broken number")) }
    }

    fn word(&mut self) -> Result<(), ReadError> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        match ["true", "false", "null"].iter().find(|word| rest.starts_with(**word)) {
            Some(word) => {
                self.at += word.len();
                Ok(())
            }
            None => Err(self.wrong("a value was expected")),
        }
    }
}

/// The first character of the inside of a JSON string and how many bytes it takes there.
pub(crate) fn unescape(rest: &str) -> Option<(char, usize)> {
    let c = rest.chars().next()?;
    if c != '\\' {
        return Some((c, c.len_utf8()));
    }
    let simple = |c| Some((c, 2));
    match rest.as_bytes().get(1)? {
        b'"' => simple('"'),
        b'\\' => simple('\\'),
        b'/' => simple('/'),
        b'b' => simple('\u{8}'),
        b'f' => simple('\u{c}'),
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'u' => {
            let unit = |at: usize| -> Option<u16> {
                let hex = rest.get(at..at + 4)?;
                hex.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(hex, 16).ok())?
            };
            let high = unit(2)?;
            if let Some(c) = char::from_u32(u32::from(high)) {
                return Some((c, 6));
            }
            let low = if rest.get(6..8) == Some("\\u") { unit(8)? } else { return None };
            let c = char::decode_utf16([high, low]).next()?.ok()?;
            Some((c, 12))
        }
        _ => None,
    }
}

/// The text of the inside of a JSON string.
pub(crate) fn decode(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut at = 0;
    while let Some((c, length)) = inside.get(at..).and_then(unescape) {
        text.push(c);
        at += length;
    }
    text
}

/// Writes text as the inside of a JSON string.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
}
