//! Lists of addresses: the names and addresses in them, each a text of its own, and the marks between them kept.

use std::ops::Range;

use super::encoded_words::{self, needs_encoding};
use super::header::unfolded;

/// The kind of a stretch of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressPart {
    /// The name of a person or of a group.
    Phrase,
    /// An address, in angle brackets or bare.
    Address,
    /// A comment in parentheses.
    Comment,
}

/// A stretch of a list that carries text.
pub(super) struct AddressStretch {
    pub kind: AddressPart,
    pub range: Range<usize>,
}

/// The most bytes in which the end of a domain literal is looked for.
const LONGEST_LITERAL: usize = 64;

/// The items of a list; ranges count from the start of the value.
pub(super) fn items(value: &[u8]) -> Vec<AddressStretch> {
    let mut items = Vec::new();
    let mut run = 0;
    let mut at = 0;
    while let Some(b) = value.get(at) {
        let end = match b {
            b'"' => {
                at = quoted_end(value, at);
                continue;
            }
            b'(' => comment_end(value, at),
            b'<' => angle_end(value, at),
            b',' | b';' | b':' => at + 1,
            b'[' => {
                // A colon in a domain literal parts nothing.
                let inside = value
                    .iter()
                    .skip(at)
                    .take(LONGEST_LITERAL)
                    .position(|b| matches!(b, b']' | b',' | b'<' | b'\n'))
                    .unwrap_or(0);
                at += inside.max(1);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        push_run(value, run..at, &mut items);
        let inside = at + 1..end - usize::from(end > at + 1 && matches!(value.get(end - 1), Some(b')' | b'>')));
        match b {
            b'(' => push(value, AddressPart::Comment, inside, &mut items),
            b'<' => push(value, AddressPart::Address, inside, &mut items),
            _ => {}
        }
        (at, run) = (end, end);
    }
    push_run(value, run..value.len(), &mut items);
    items
}

/// A stretch outside of marks: an address if it looks like one, else a name.
fn push_run(value: &[u8], range: Range<usize>, items: &mut Vec<AddressStretch>) {
    let text = value.get(range.clone()).unwrap_or_default().trim_ascii();
    let bare = text.contains(&b'@') && !text.iter().any(|b| b.is_ascii_whitespace() || *b == b'"');
    push(value, if bare { AddressPart::Address } else { AddressPart::Phrase }, range, items);
}

fn push(value: &[u8], kind: AddressPart, range: Range<usize>, items: &mut Vec<AddressStretch>) {
    let text = value.get(range.clone()).unwrap_or_default();
    let start = range.start + (text.len() - text.trim_ascii_start().len());
    let length = text.trim_ascii().len();
    if length > 0 {
        items.push(AddressStretch { kind, range: start..start + length });
    }
}

/// Returns the end of a quoted string that starts at `at`.
fn quoted_end(value: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(b) = value.get(end) {
        match b {
            b'\\' => end += 2,
            b'"' => return end + 1,
            _ => end += 1,
        }
    }
    value.len()
}

fn comment_end(value: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    let mut end = at;
    while let Some(b) = value.get(end) {
        match b {
            b'\\' => end += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        end += 1;
        if depth == 0 {
            return end;
        }
    }
    value.len()
}

fn angle_end(value: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(b) = value.get(end) {
        match b {
            b'"' => end = quoted_end(value, end),
            b'>' => return end + 1,
            _ => end += 1,
        }
    }
    value.len()
}

impl AddressPart {
    /// The text of an item.
    pub fn decode(self, item: &[u8]) -> Result<String, &'static str> {
        let text = unfolded(item)?;
        match self {
            Self::Phrase => encoded_words::decode(&unquoted(&text)),
            // An address that is one quoted string is one that we wrote.
            Self::Address if text.starts_with('"') && quoted_end(text.as_bytes(), 0) == text.len() => {
                Ok(unquoted(&text))
            }
            Self::Address => encoded_words::decode(&text),
            Self::Comment => encoded_words::decode(&without_escapes(&text)),
        }
    }

    /// An item as it stands in a list.
    pub fn encode(self, text: &str, eol: &str) -> String {
        if needs_encoding(text) {
            return encoded_words::words(text).join(&format!("{eol} "));
        }
        match self {
            Self::Comment => escaped(text, "()\\"),
            Self::Phrase if text.split(' ').all(is_atom) => text.to_owned(),
            Self::Address
                if text.split_once('@').is_some_and(|(local, domain)| is_dotted(local) && is_dotted(domain)) =>
            {
                text.to_owned()
            }
            _ if text.is_empty() => String::new(),
            _ => quoted(text),
        }
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text, "\"\\"))
}

fn escaped(text: &str, marks: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        if marks.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text without the quotes around its quoted strings, and without what keeps quotes inside them.
pub(super) fn unquoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => inside = !inside,
            '\\' if inside => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    out
}

fn is_atom(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b))
}

fn is_dotted(text: &str) -> bool {
    text.split('.').all(is_atom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expected: &[(AddressPart, &str)]) {
        let bytes = value.as_bytes();
        let found: Vec<_> = items(bytes)
            .into_iter()
            .map(|item| (item.kind, item.kind.decode(&bytes[item.range]).expect("readable")))
            .collect();
        let found: Vec<_> = found.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_and_addresses_are_told_apart() {
        use AddressPart::{Address, Comment, Phrase};
        check(
            "\"Quintanilla, Marisol\" <m@x.org>, =?utf-8?q?Jos=C3=A9?=\r\n Okonkwo <j@y.org>, bare@z.org (Ana (A.) L.)",
            &[
                (Phrase, "Quintanilla, Marisol"),
                (Address, "m@x.org"),
                (Phrase, "José Okonkwo"),
                (Address, "j@y.org"),
                (Address, "bare@z.org"),
                (Comment, "Ana (A.) L."),
            ],
        );
        check("Ward 7: a@x.org, b@y.org;", &[(Phrase, "Ward 7"), (Address, "a@x.org"), (Address, "b@y.org")]);
        check(
            "a@[IPv6:::1], \"q\\\"x\" <\"odd one\"@x.org>",
            &[(Address, "a@[IPv6:::1]"), (Phrase, "q\"x"), (Address, "\"odd one\"@x.org")],
        );
        check("\"open, <a@b", &[(Phrase, "open, <a@b")]);
        check("<a@b", &[(Address, "a@b")]);
        check("(", &[]);
        check("\\", &[(Phrase, "\\")]);
        check("(\\", &[(Comment, "")]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for kind in [AddressPart::Phrase, AddressPart::Address, AddressPart::Comment] {
            for text in ["Ana", "[PERSON 1]", "[EMAIL 1]", "a@b.org", "a \"b\" (c), <d>", "José", "x \\ y", "=?x?="] {
                let written = kind.encode(text, "\r\n");
                assert_eq!(kind.decode(written.as_bytes()).expect("readable"), text);
                let list = match kind {
                    AddressPart::Phrase => format!("{written} <x@y>"),
                    AddressPart::Address => format!("<{written}>"),
                    AddressPart::Comment => format!("({written})"),
                };
                assert!(items(list.as_bytes()).iter().any(|item| list.get(item.range.clone()) == Some(&written)));
            }
        }
        assert_eq!(AddressPart::Address.encode("[EMAIL 1]", "\n"), "\"[EMAIL 1]\"");
    }
}
