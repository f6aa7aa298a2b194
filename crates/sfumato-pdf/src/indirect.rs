//! Objects as they stand in a file: `N G obj`, a value, perhaps bytes.

use std::ops::Range;

use crate::lexer::{PdfLexer, PdfToken, is_blank};
use crate::parse::{self, ParseBudget};
use crate::{ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes};

/// An object read at a place.
pub(crate) struct IndirectObject {
    pub number: ObjectNumber,
    pub generation: u16,
    pub object: PdfObject,
    /// The end of the object, bytes of a stream included.
    pub end: usize,
    /// The length that a stream tells of itself.
    pub length: Option<PdfObject>,
}

/// Reads objects of a file. Finds the end of streams, with help for lengths that are objects of their own.
pub(crate) struct ObjectReader<'a> {
    bytes: &'a SharedBytes,
    pub budget: ParseBudget,
    /// From here on there is no `endstream`; looked for once, not for each stream without end.
    no_end_from: usize,
}

impl<'a> ObjectReader<'a> {
    pub fn new(bytes: &'a SharedBytes) -> Self {
        Self { bytes, budget: ParseBudget::new(bytes.len()), no_end_from: usize::MAX }
    }

    /// The object at a place. `length_of` finds the number that an object holds.
    pub fn read(
        &mut self,
        at: usize,
        length_of: impl Fn(ObjectNumber) -> Option<usize>,
    ) -> Result<IndirectObject, PdfError> {
        let (number, generation, start) =
            full_header(self.bytes, at).ok_or(PdfError::Damaged { at, what: "no object here" })?;
        let mut lexer = PdfLexer::at(self.bytes, start);
        // An object may hold nothing at all.
        let mut ahead = PdfLexer::at(near(self.bytes, start), start);
        if matches!(ahead.token(), Ok(Some((PdfToken::Word(b"endobj"), _)))) {
            return Ok(IndirectObject { number, generation, object: PdfObject::Null, end: start, length: None });
        }
        let object = parse::value(&mut lexer, &mut self.budget);
        // What was read counts, whether it was sound or not.
        self.budget.bytes(lexer.position().saturating_sub(at))?;
        let object = object?;
        let end = lexer.position();
        let PdfObject::Dict(mut dict) = object else {
            return Ok(IndirectObject { number, generation, object, end, length: None });
        };
        if !matches!(lexer.token(), Ok(Some((PdfToken::Word(b"stream"), _)))) {
            return Ok(IndirectObject { number, generation, object: PdfObject::Dict(dict), end, length: None });
        }
        let start = after_line_end(self.bytes, lexer.position());
        // The length is known from here on; an object that held it has done its work.
        let length = dict.remove("Length");
        let stated = match &length {
            Some(PdfObject::Reference(number)) => length_of(*number),
            other => other.as_ref().and_then(PdfObject::as_integer).and_then(|n| usize::try_from(n).ok()),
        };
        let range = self.extent(start, stated).ok_or(PdfError::Damaged { at: start, what: "a stream without end" })?;
        self.budget.bytes(range.len())?;
        let end = range.end;
        let coded = self.bytes.stretch(range).ok_or(PdfError::Damaged { at: start, what: "a stream without end" })?;
        Ok(IndirectObject { number, generation, object: PdfObject::Stream(PdfStream { dict, coded }), end, length })
    }

    /// The bytes of a stream: as long as stated if `endstream` follows, otherwise up to the first `endstream`.
    fn extent(&mut self, start: usize, stated: Option<usize>) -> Option<Range<usize>> {
        if let Some(end) = stated.and_then(|length| start.checked_add(length)) {
            let rest = self.bytes.get(end..).unwrap_or_default();
            let blanks = rest.iter().take(16).take_while(|&&b| is_blank(b)).count();
            let after = rest.get(blanks..).unwrap_or_default();
            if after.starts_with(b"endstream") || after.starts_with(b"endobj") {
                return Some(start..end);
            }
        }
        if start >= self.no_end_from {
            return None;
        }
        let Some(found) = find(self.bytes, b"endstream", start) else {
            self.no_end_from = start;
            return None;
        };
        let mut end = found;
        for line_end in [b'\n', b'\r'] {
            if end > start && self.bytes.get(end - 1) == Some(&line_end) {
                end -= 1;
            }
        }
        Some(start..end)
    }
}

/// The longest header of an object; what is longer is none.
const MAX_HEADER: usize = 128;

/// `N G obj` at a place: the number, and where the value starts.
pub(crate) fn header(bytes: &[u8], at: usize) -> Option<(ObjectNumber, usize)> {
    full_header(bytes, at).map(|(number, _, start)| (number, start))
}

/// The same with the generation.
fn full_header(bytes: &[u8], at: usize) -> Option<(ObjectNumber, u16, usize)> {
    let mut lexer = PdfLexer::at(near(bytes, at), at);
    let number = match lexer.token() {
        Ok(Some((PdfToken::Integer(number), _))) => ObjectNumber::try_from(number).ok()?,
        _ => return None,
    };
    let generation = match lexer.token() {
        Ok(Some((PdfToken::Integer(generation), _))) => u16::try_from(generation).ok()?,
        _ => return None,
    };
    let word = matches!(lexer.token(), Ok(Some((PdfToken::Word(b"obj"), _))));
    word.then_some((number, generation, lexer.position()))
}

/// The number that the object at a place holds, if it is one: what an indirect `/Length` points to.
pub(crate) fn number_at(bytes: &[u8], at: usize, number: ObjectNumber) -> Option<usize> {
    let (found, start) = header(bytes, at)?;
    match PdfLexer::at(near(bytes, start), start).token() {
        Ok(Some((PdfToken::Integer(length), _))) if found == number => usize::try_from(length).ok(),
        _ => None,
    }
}

/// The file up to a little after a place, so that looking for a few tokens there never reads on and on.
fn near(bytes: &[u8], at: usize) -> &[u8] {
    bytes.get(..at.saturating_add(MAX_HEADER)).unwrap_or(bytes)
}

fn after_line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b'\r', b'\n', ..] => at + 2,
        [b'\n' | b'\r', ..] => at + 1,
        // Blanks before the line end are found in files.
        [b' ', b'\r', b'\n', ..] => at + 3,
        [b' ', b'\n', ..] => at + 2,
        _ => at,
    }
}

/// Returns the first place of some bytes, from a place on.
pub(crate) fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let first = *wanted.first()?;
    let mut at = from;
    loop {
        let rest = bytes.get(at..)?;
        at += rest.iter().position(|&b| b == first)?;
        if bytes.get(at..)?.starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the last place of some bytes.
pub(crate) fn find_last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(source: &[u8]) -> Vec<u8> {
        let read = ObjectReader::new(&source.into()).read(0, |_| Some(3)).expect("sound");
        read.object.as_stream().expect("a stream").coded.to_vec()
    }

    #[test]
    fn streams_end_where_they_say_or_where_they_end() {
        assert_eq!(stream(b"1 0 obj<</Length 3>>stream\r\nabc\nendstream"), b"abc");
        assert_eq!(stream(b"1 0 obj<</Length 9 0 R>>stream\nabc\nendstream"), b"abc");
        assert_eq!(stream(b"1 0 obj<</Length 99>>stream\nabc\r\nendstream"), b"abc");
        assert_eq!(stream(b"1 0 obj<</Length 1>>stream\nabcendstream"), b"abc");
        assert_eq!(stream(b"1 0 obj<<>>stream\nendstream"), b"");
        assert_eq!(stream(b"1 0 obj<</Length 12>>stream\nab endstream\n\nendstream"), b"ab endstream");
    }

    #[test]
    fn a_stream_without_end_is_an_error() {
        let source = SharedBytes::from(b"1 0 obj<</Length 3>>stream\nabc".as_slice());
        assert!(ObjectReader::new(&source).read(0, |_| None).is_err());
    }
}
