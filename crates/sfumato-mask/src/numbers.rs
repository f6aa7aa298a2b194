//! Places that are made for numbers, as in JSON and in spreadsheets, and the values that stand there afterwards.

use sfumato_document::{Document, NOTHING, Span};

/// The value of a place made for a number whose number is replaced by something that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NumberTreatment {
    /// The replacement, as text: the value changes its type, and everybody sees that it was masked.
    #[default]
    Text,
    /// Nothing: `null`, or an empty cell.
    Null,
    /// Zero.
    Zero,
}

impl NumberTreatment {
    pub(crate) const ALL: [Self; 3] = [Self::Text, Self::Null, Self::Zero];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Null => "null",
            Self::Zero => "zero",
        }
    }

    /// The text that is written at a place instead of a replacement; `None` if the replacement is written.
    pub(crate) fn instead(self, document: &Document, span: Span, replacement: &str) -> Option<&'static str> {
        let text = match self {
            Self::Text => return None,
            Self::Null => NOTHING,
            Self::Zero => "0",
        };
        document.wants_number(span, replacement).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, Json};

    use super::*;

    #[test]
    fn a_number_stays_one_or_becomes_what_the_policy_says() {
        let document = Json::default().read(br#"{"n":12345678,"s":"12345678"}"#.to_vec()).expect("readable");
        let fit = |numbers: NumberTreatment, at: usize, text: &'static str| {
            numbers.instead(&document, document.span(at, at + 8).expect("a span"), text).unwrap_or(text)
        };
        assert_eq!(fit(NumberTreatment::Text, 0, "[ID 1]"), "[ID 1]");
        assert_eq!(fit(NumberTreatment::Null, 0, "[ID 1]"), "null");
        assert_eq!(fit(NumberTreatment::Zero, 0, ""), "0");
        assert_eq!(fit(NumberTreatment::Zero, 0, "87654321"), "87654321");
        assert_eq!(fit(NumberTreatment::Zero, 9, "[ID 1]"), "[ID 1]", "a string of digits is a string");
        let number = document.span(0, 8).expect("a span");
        assert_eq!(document.as_number(number, "01234567".into()), "91234567");
        let part = document.span(0, 4).expect("a span");
        assert_eq!(document.as_number(part, "0123".into()), "0123");
    }
}
