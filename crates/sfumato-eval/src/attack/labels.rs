//! Labels that masking left in place of words, and that are no words of the person.
//!
//! An adversary knows that `[PERSON 1]` tells nothing, and does not take it for the word "person". All releases are
//! treated alike, whoever masked them; everything that is no label counts as a word of the document.

use std::collections::HashSet;
use std::ops::Range;

/// The longest label.
const LONGEST: usize = 80;

/// Labels that some tools write without brackets, in capitals: the kinds of names of OntoNotes and CoNLL, those of
/// Presidio, and what people write by hand.
const BARE: [&str; 34] = [
    "AGE",
    "ANONYMIZED",
    "ART",
    "CARDINAL",
    "DATE",
    "DATETIME",
    "EMAIL",
    "EVENT",
    "FAC",
    "GPE",
    "LANGUAGE",
    "LAW",
    "LOC",
    "LOCATION",
    "MASKED",
    "MISC",
    "MONEY",
    "NORP",
    "NRP",
    "ORDINAL",
    "ORG",
    "ORGANISATION",
    "ORGANIZATION",
    "PER",
    "PERCENT",
    "PERSON",
    "PHONE",
    "PRODUCT",
    "QUANTITY",
    "REDACTED",
    "SENSITIVE",
    "TIME",
    "URL",
    "WORK",
];

/// The labels that are known.
#[derive(Debug, Clone)]
pub struct LabelWords {
    bare: HashSet<String>,
}

impl LabelWords {
    /// Those of the field, and others that stand in capitals without brackets.
    pub fn with(more: impl IntoIterator<Item = String>) -> Self {
        Self { bare: BARE.iter().map(|label| (*label).to_owned()).chain(more).collect() }
    }

    /// The places of labels in a text, in order.
    pub(super) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let bytes = text.as_bytes();
        let mut places = Vec::new();
        let mut at = 0;
        while let Some(first) = bytes.get(at).copied() {
            let rest = bytes.get(at..).unwrap_or_default();
            let length = match first {
                b'[' | b'<' | b'{' => bracketed(rest),
                b'A'..=b'Z' => self.capitals(rest),
                _ => None,
            };
            at += match length {
                Some(length) => {
                    places.push(at..at + length);
                    length
                }
                None if is_of_word(first) => word(rest),
                None => 1,
            };
        }
        places
    }

    /// The length of `SENSITIVE` or `DATE_TIME` at the start of some bytes.
    fn capitals(&self, bytes: &[u8]) -> Option<usize> {
        let length = word(bytes);
        let label = bytes.get(..length)?;
        let is_capital = label.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_');
        let is_joined = label.contains(&b'_');
        let is_known = || std::str::from_utf8(label).is_ok_and(|label| self.bare.contains(label));
        (is_capital && (is_joined || is_known())).then_some(length)
    }
}

impl Default for LabelWords {
    fn default() -> Self {
        Self::with([])
    }
}

/// True if a byte is part of a word; letters beyond ASCII are.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length of the word at the start of some bytes.
fn word(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| !is_of_word(*b)).unwrap_or(bytes.len())
}

/// The length of `[PERSON 1]`, `<DATE_TIME>`, `[**Name 7**]` or `{sfumato:person:...}` at the start of some bytes.
fn bracketed(bytes: &[u8]) -> Option<usize> {
    let (open, rest) = bytes.split_first()?;
    let close = match open {
        b'[' => b']',
        b'<' => b'>',
        _ => b'}',
    };
    if rest.starts_with(b"sfumato:") {
        return Some(rest.iter().position(|b| *b == close)? + 2);
    }
    let end = rest.iter().take(LONGEST).position(|b| *b == close)?;
    let inside = rest.get(..end)?;
    let is_starred = inside.starts_with(b"**") && inside.ends_with(b"**");
    (is_starred || is_label(inside)).then_some(end + 2)
}

/// True if the text in brackets is a label: capitals, perhaps with a number or a hash behind them.
fn is_label(inside: &[u8]) -> bool {
    let name = inside.split(|b| *b == b'#').next().unwrap_or_default();
    let is_plain = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b" _-/:.".contains(b);
    name.iter().any(u8::is_ascii_uppercase)
        && name.iter().all(is_plain)
        && inside.iter().skip(name.len()).all(|b| b.is_ascii_hexdigit() || *b == b'#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown<'t>(labels: &LabelWords, text: &'t str) -> Vec<&'t str> {
        labels.places(text).into_iter().map(|place| text.get(place).expect("whole characters")).collect()
    }

    #[test]
    fn labels_of_all_tools_are_seen() {
        let text = "a [PERSON 1] b <DATE_TIME> c [NATIONAL ID #0a1b2c3d] d {sfumato:person:aB0=} e [**Name 7**] \
                    SENSITIVE f NOMBRE_SUJETO g DATE TIME";
        let expected = [
            "[PERSON 1]",
            "<DATE_TIME>",
            "[NATIONAL ID #0a1b2c3d]",
            "{sfumato:person:aB0=}",
            "[**Name 7**]",
            "SENSITIVE",
            "NOMBRE_SUJETO",
            "DATE",
            "TIME",
        ];
        assert_eq!(shown(&LabelWords::default(), text), expected);
    }

    #[test]
    fn words_are_not_taken_for_labels() {
        let text = "The HBO series of MARIBEL [see 3] <b> {x} was sensitive in DATEd ÉTIMES_X [";
        assert_eq!(shown(&LabelWords::default(), text), Vec::<&str>::new());
    }

    #[test]
    fn more_labels_can_be_named() {
        let labels = LabelWords::with(["WORLD".to_owned()]);
        assert_eq!(shown(&labels, "the WORLD of the world"), ["WORLD"]);
    }
}
