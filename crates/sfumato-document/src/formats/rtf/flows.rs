//! Stretches of text of a document, and which of them somebody may have written.

use std::ops::Range;

use super::destinations::RtfDestination;
use crate::BlockKind;
use crate::formats::markup::is_structural;
use crate::splice::SourceCoding;

/// The fewest digits that are data rather than a number.
const FEWEST_HEX: usize = 32;
/// The fewest digits that could tell a person.
const FEWEST_DIGITS: usize = 5;

/// A text that is being read.
pub(super) struct RtfFlow {
    pub kind: BlockKind,
    pub label: Option<String>,
    pub destination: RtfDestination,
    pub text: String,
    /// The length of each piece in the text, its range in the source, and its notation.
    pub pieces: Vec<(usize, Range<usize>, SourceCoding)>,
}

impl RtfFlow {
    pub fn new(kind: BlockKind, label: Option<String>, destination: RtfDestination) -> Self {
        Self { kind, label, destination, text: String::new(), pieces: Vec::new() }
    }

    /// Takes the semicolon that ends an entry of a table out of its text.
    pub fn drop_terminator(&mut self) {
        let is_entry =
            matches!(self.destination, RtfDestination::Each(_) | RtfDestination::Own(BlockKind::Field, None));
        if is_entry
            && self.text.ends_with(';')
            && let Some((length, range, SourceCoding::RtfText { .. })) = self.pieces.last_mut()
        {
            (*length, range.end) = (*length - 1, range.end - 1);
            self.text.pop();
        }
    }

    /// True if it is hexadecimal digits of something that is no text.
    pub fn is_data(&self) -> bool {
        let digits = self.text.bytes().filter(u8::is_ascii_hexdigit).count();
        digits >= FEWEST_HEX && self.text.bytes().all(|b| b.is_ascii_hexdigit() || b.is_ascii_whitespace())
    }

    /// True if somebody may have written it.
    pub fn is_worth_reading(&self) -> bool {
        let text = self.text.trim();
        let tells =
            text.chars().any(char::is_alphabetic) || text.bytes().filter(u8::is_ascii_digit).count() >= FEWEST_DIGITS;
        match self.destination {
            RtfDestination::Data | RtfDestination::Fonts => false,
            RtfDestination::PropertyName => tells && !text.bytes().all(|b| b.is_ascii_alphanumeric()),
            RtfDestination::PropertyValue => tells && !is_structural(text),
            RtfDestination::Inline | RtfDestination::Own(BlockKind::Paragraph, _) => !text.is_empty(),
            _ => tells,
        }
    }
}
