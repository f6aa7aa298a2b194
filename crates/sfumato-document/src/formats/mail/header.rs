//! Headers: their fields, and what each of them is for.

use std::ops::Range;

use super::charset::raw_text;
use crate::formats::ReadError;

/// A field of a header; ranges of the file.
pub(super) struct HeaderField {
    /// All of it, with its line break.
    pub whole: Range<usize>,
    pub name: Range<usize>,
    /// The range behind the colon, folded, without the last line break.
    pub value: Range<usize>,
}

/// The purpose of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldClass {
    /// People and their addresses; and what a part goes by, which is written like an address.
    Addresses,
    /// Something said to the reader.
    Text,
    /// A type with parameters, such as the name of a file.
    Parameters,
    /// A word of the standard's own.
    Structure,
    /// Traces of the way the mail took and of the programs it met.
    Technical,
}

/// Returns the purpose of fields of a name.
pub(super) fn class(name: &str) -> FieldClass {
    match name.to_ascii_lowercase().as_str() {
        name if super::ADDRESSES.has(name) => FieldClass::Addresses,
        name if super::TEXTS.has(name) => FieldClass::Text,
        "content-type" | "content-disposition" => FieldClass::Parameters,
        "mime-version" | "content-transfer-encoding" => FieldClass::Structure,
        _ => FieldClass::Technical,
    }
}

/// True if a technical field is a list of what mails go by, written like addresses.
pub(super) fn holds_ids(name: &str) -> bool {
    ["message-id", "resent-message-id", "in-reply-to", "references"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the name of a field for reports: its own if that tells nothing, else its number from one.
pub(super) fn place(name: &str, number: usize) -> Box<str> {
    match super::FIELDS.words().iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(known) => format!("header {known}").into(),
        None if class(name) != FieldClass::Technical => format!("header {}", name.to_ascii_lowercase()).into(),
        None => format!("header field {number}").into(),
    }
}

const NO_FIELD: &str = "a line of the header that is no field";

/// The fields of the header that starts at `range.start`, and where the body starts.
pub(super) fn fields(bytes: &[u8], range: Range<usize>) -> Result<(Vec<HeaderField>, usize), ReadError> {
    let mut fields: Vec<HeaderField> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let line = line_at(bytes, at, range.end);
        let inside = trim_break(bytes, line.clone());
        let text = bytes.get(inside.clone()).unwrap_or_default();
        if text.contains(&b'\r') {
            return Err(wrong(bytes, at, "a bare carriage return in the header"));
        }
        at = line.end;
        if text.is_empty() {
            break;
        }
        match fields.last_mut() {
            Some(field) if matches!(text.first(), Some(b' ' | b'\t')) => {
                (field.whole.end, field.value.end) = (line.end, inside.end);
            }
            _ => fields.push(field(bytes, line.clone(), inside).ok_or_else(|| wrong(bytes, line.start, NO_FIELD))?),
        }
    }
    Ok((fields, at))
}

fn field(bytes: &[u8], line: Range<usize>, inside: Range<usize>) -> Option<HeaderField> {
    let text = bytes.get(inside.clone())?;
    let colon = text.iter().position(|b| *b == b':')?;
    let name = text.get(..colon)?.trim_ascii_end();
    if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let start = inside.start;
    Some(HeaderField { whole: line, name: start..start + name.len(), value: start + colon + 1..inside.end })
}

/// An error at a byte.
pub(super) fn wrong(bytes: &[u8], at: usize, fault: &'static str) -> ReadError {
    let line = bytes.iter().take(at).filter(|b| **b == b'\n').count() + 1;
    ReadError::Syntax { line, fault }
}

/// The line at `start`, with its line break.
pub(super) fn line_at(bytes: &[u8], start: usize, end: usize) -> Range<usize> {
    let rest = bytes.get(start..end).unwrap_or_default();
    start..memchr::memchr(b'\n', rest).map_or(end, |at| start + at + 1)
}

/// A line without its line break.
pub(super) fn trim_break(bytes: &[u8], line: Range<usize>) -> Range<usize> {
    let text = bytes.get(line.clone()).unwrap_or_default();
    let text = text.strip_suffix(b"\n").map_or(text, |text| text.strip_suffix(b"\r").unwrap_or(text));
    line.start..line.start + text.len()
}

/// A value in one line, decoded as far as no encoded words are concerned.
pub(super) fn unfolded(value: &[u8]) -> Result<String, &'static str> {
    let flat: Vec<u8> = value.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
    raw_text(flat.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_with_their_folds() {
        let mail = b"Subject: a\r\n b\r\nX:\n\n body";
        let (fields, body) = fields(mail, 0..mail.len()).expect("readable");
        let values: Vec<_> = fields.iter().map(|field| unfolded(&mail[field.value.clone()]).expect("text")).collect();
        assert_eq!(values, ["a b", ""]);
        assert_eq!(&mail[body..], b" body");
    }

    #[test]
    fn what_is_no_field_is_refused_by_its_line() {
        for (mail, line) in [("A: b\nZyx\n\n", 2), (" A: b\n", 1), ("A: b\rZyx: c\n", 1), ("Z y: b\n", 1)] {
            let error = fields(mail.as_bytes(), 0..mail.len()).err().expect("refused");
            assert!(matches!(error, ReadError::Syntax { line: found, .. } if found == line), "{error}");
        }
    }

    #[test]
    fn places_tell_no_names_of_others() {
        assert_eq!(&*place("received", 3), "header Received");
        assert_eq!(&*place("X-Patient-Zyx", 3), "header field 3");
    }
}
