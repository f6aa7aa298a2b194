//! Numbers of records: what becomes of one whose place is made for numbers, as in JSON and in spreadsheets.

use sfumato_document::{Document, NOTHING, Span};

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
        if self == Self::Text || !document.wants_number(span, &replacement) {
            return replacement;
        }
        if self == Self::Null { NOTHING } else { "0" }.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, Json};

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
        assert_eq!(document.as_number(number, "01234567".into()), "91234567");
        let part = document.span(0, 4).expect("a span");
        assert_eq!(document.as_number(part, "0123".into()), "0123");
    }
}
