//! A JSON scanner that knows where every value stands and quotes nothing in its errors.

use std::ops::Range;

use crate::formats::ReadError;

/// A value of a JSON text.
pub(crate) struct JsonNode {
    /// The object or array it stands in.
    pub parent: Option<usize>,
    /// The inside of its key, if it is a member of an object.
    pub key: Option<Range<usize>>,
    /// Its place: the inside of the quotes for a string.
    pub source: Range<usize>,
    pub kind: JsonNodeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonNodeKind {
    Object,
    Array,
    String,
    Number,
    /// True, false or null.
    Word,
}

/// The values of a JSON text in order, the outermost first.
pub(crate) struct JsonTree<'s> {
    pub text: &'s str,
    pub nodes: Vec<JsonNode>,
}

impl<'s> JsonTree<'s> {
    pub fn get(&self, range: &Range<usize>) -> &'s str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Returns the source of a value; the inside of the quotes for a string.
    pub fn value(&self, node: usize) -> &'s str {
        self.nodes.get(node).map_or("", |node| self.get(&node.source))
    }

    /// True if the outermost value is an object.
    pub fn is_object(&self) -> bool {
        self.nodes.first().is_some_and(|node| node.kind == JsonNodeKind::Object)
    }

    /// The key a value stands under, arrays aside.
    pub fn name(&self, mut node: usize) -> Option<&'s str> {
        loop {
            let here = self.nodes.get(node)?;
            if let Some(key) = &here.key {
                return Some(self.get(key));
            }
            node = here.parent.filter(|parent| self.nodes[*parent].kind == JsonNodeKind::Array)?;
        }
    }

    /// The object a value stands in, arrays aside.
    pub fn object(&self, node: usize) -> Option<usize> {
        let mut around = self.nodes.get(node)?.parent?;
        while self.nodes[around].kind == JsonNodeKind::Array {
            around = self.nodes[around].parent?;
        }
        Some(around)
    }

    /// The members of the outermost object: their keys, and where they stand with key and value.
    pub fn members(&self) -> impl Iterator<Item = (&'s str, Range<usize>)> {
        let members = self.nodes.iter().filter(|node| node.parent == Some(0));
        members.filter_map(|node| {
            let key = node.key.clone()?;
            let end = node.source.end + usize::from(node.kind == JsonNodeKind::String);
            Some((self.get(&key), key.start - 1..end))
        })
    }
}

const MOST_DEPTH: usize = 128;

/// Reads a whole JSON text strictly.
pub(crate) fn scan(source: &str) -> Result<JsonTree<'_>, ReadError> {
    let mut scanner = JsonScanner { source, at: 0, nodes: Vec::new() };
    scanner.blanks();
    scanner.value(None, None, 0)?;
    scanner.blanks();
    if scanner.at < source.len() {
        Err(scanner.wrong("something follows the end of the record"))
    } else {
        Ok(JsonTree { text: source, nodes: scanner.nodes })
    }
}

/// True if a file is one JSON object or array.
pub(crate) fn is_document(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    let framed = matches!((text.first(), text.last()), (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')));
    framed && std::str::from_utf8(text).is_ok_and(|text| scan(text).is_ok())
}

struct JsonScanner<'s> {
    source: &'s str,
    at: usize,
    nodes: Vec<JsonNode>,
}

impl JsonScanner<'_> {
    fn wrong(&self, fault: &'static str) -> ReadError {
        ReadError::Syntax { line: crate::formats::line_of(self.source, self.at), fault }
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, key: Option<Range<usize>>, parent: Option<usize>, depth: usize) -> Result<(), ReadError> {
        if depth > MOST_DEPTH {
            return Err(self.wrong("nested too deeply"));
        }
        let kind = match self.peek() {
            Some(b'{') => JsonNodeKind::Object,
            Some(b'[') => JsonNodeKind::Array,
            Some(b'"') => JsonNodeKind::String,
            Some(b'-' | b'0'..=b'9') => JsonNodeKind::Number,
            _ => JsonNodeKind::Word,
        };
        let node = self.nodes.len();
        let start = self.at;
        self.nodes.push(JsonNode { parent, key, source: start..start, kind });
        let source = match kind {
            JsonNodeKind::Object => self.object(node, depth).map(|()| start..self.at),
            JsonNodeKind::Array => self.array(node, depth).map(|()| start..self.at),
            JsonNodeKind::String => self.string(),
            JsonNodeKind::Number => self.number(),
            JsonNodeKind::Word => self.word().map(|()| start..self.at),
        }?;
        self.nodes[node].source = source;
        Ok(())
    }

    fn object(&mut self, node: usize, depth: usize) -> Result<(), ReadError> {
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a key was expected"));
            }
            let key = self.string()?;
            self.blanks();
            if self.peek() != Some(b':') {
                return Err(self.wrong("a colon was expected"));
            }
            self.at += 1;
            self.blanks();
            self.value(Some(key), Some(node), depth + 1)?;
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

    fn array(&mut self, node: usize, depth: usize) -> Result<(), ReadError> {
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.blanks();
            self.value(None, Some(node), depth + 1)?;
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

/// True if a text is a number, as the standard has it: without zeros in front.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_zeros = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
    let is_all = |node: &JsonNode| node.kind == JsonNodeKind::Number && node.source == (0..text.len());
    !has_zeros && scan(text).is_ok_and(|tree| tree.nodes.first().is_some_and(is_all))
}

/// The digits of a whole number that is written with a point or as a power of ten; nothing if it is written as it is, or is
/// none, or one of more digits than numbers of people have.
pub(crate) fn whole_number(written: &str) -> Option<String> {
    const MOST_DIGITS: usize = 20;
    let (sign, number) = match written.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", written),
    };
    let (base, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    if base.len() == number.len() && !base.contains('.') {
        return None;
    }
    let (whole, fraction) = base.split_once('.').unwrap_or((base, ""));
    let power: usize = power.strip_prefix('+').unwrap_or(power).parse().ok().filter(|power| *power <= MOST_DIGITS)?;
    let length = whole.len() + power;
    let digits = format!("{whole}{fraction:0<power$}");
    let (digits, rest) = (digits.get(..length)?, digits.get(length..)?);
    let is_whole = rest.bytes().all(|digit| digit == b'0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_whole && length <= MOST_DIGITS).then(|| format!("{sign}{digits}"))
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
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // In a page, an end tag or a comment would end the script around it.
            '<' if matches!(chars.peek(), Some('/' | '!')) => out.push_str("\\u003c"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_text() {
        for number in ["0", "-1", "12.50", "0.5", "987"] {
            assert!(is_number(number), "{number}");
        }
        for text in ["", "-", "007", "1.", ".5", "1,5", "12a", "null"] {
            assert!(!is_number(text), "{text}");
        }
    }
}
