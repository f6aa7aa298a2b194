//! Numbers of records: what becomes of one whose place is made for numbers, as in JSON and in spreadsheets.

use sfumato_document::{Document, Span};

/// What stands for a number that is replaced by something that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// What replaces it, as text: the value changes its type, and everybody sees that it was masked.
    #[default]
    Text,
    /// Nothing: `null`, or an empty cell.
    Null,
    /// Zero.
    Zero,
}

impl Numbers {
    pub(crate) const ALL: [Self; 3] = [Self::Text, Self::Null, Self::Zero];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Null => "null",
            Self::Zero => "zero",
        }
    }

    /// What is written at a place instead of a replacement.
    pub(crate) fn fit(self, document: &Document, span: Span, replacement: String) -> String {
        if self == Self::Text || !document.is_number(span) || is_number(&replacement) {
            return replacement;
        }
        if self == Self::Null { "null" } else { "0" }.to_owned()
    }
}

/// Whether a text is a number as records have it, without zeros in front.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_digits(whole) && part.is_none_or(is_digits) && (whole.len() == 1 || !whole.starts_with('0'))
}

/// What stands for a number as a number: a pseudonym that starts with a zero would be none.
pub(crate) fn as_number(document: &Document, span: Span, pseudonym: String) -> String {
    match pseudonym.strip_prefix('0') {
        Some(rest) if !rest.is_empty() && !rest.starts_with('.') && document.is_number(span) => format!("9{rest}"),
        _ => pseudonym,
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Format, Json};

    use super::*;

    #[test]
    fn a_number_stays_one_or_becomes_what_the_policy_says() {
        let document = Json::default().read(br#"{"n":12345678,"s":"12345678"}"#.to_vec()).expect("readable");
        let fit = |numbers: Numbers, at: usize, text: &str| {
            numbers.fit(&document, document.span(at, at + 8).expect("a span"), text.to_owned())
        };
        assert_eq!(fit(Numbers::Text, 0, "[ID 1]"), "[ID 1]");
        assert_eq!(fit(Numbers::Null, 0, "[ID 1]"), "null");
        assert_eq!(fit(Numbers::Zero, 0, ""), "0");
        assert_eq!(fit(Numbers::Zero, 0, "87654321"), "87654321");
        assert_eq!(fit(Numbers::Zero, 9, "[ID 1]"), "[ID 1]", "a string of digits is a string");
        let number = document.span(0, 8).expect("a span");
        assert_eq!(as_number(&document, number, "01234567".into()), "91234567");
        let part = document.span(0, 4).expect("a span");
        assert_eq!(as_number(&document, part, "0123".into()), "0123");
    }

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
