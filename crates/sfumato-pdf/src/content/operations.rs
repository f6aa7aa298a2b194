//! A content stream as operations: operands, an operator, and where they lie.

use std::ops::Range;

use crate::lexer::{Lexer, is_blank, is_regular};
use crate::parse::Item;
use crate::{Dict, Name, Object, PdfError};

/// More operands than any operator takes.
const MOST_OPERANDS: usize = 4096;

/// An operator with its operands.
pub(crate) struct Operation<'a> {
    /// The operator; `BI` for a whole inline image.
    pub operator: &'a [u8],
    /// The operands, each with its place; for an inline image its dictionary.
    pub operands: Vec<(Object, Range<usize>)>,
    /// From the first operand to the end of the operator.
    pub span: Range<usize>,
}

/// The operations of a content stream, one by one.
pub(crate) struct Operations<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Operations<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { lexer: Lexer::new(bytes) }
    }

    /// The next operation; nothing at the end. Operands without an operator at the end are dropped: they draw nothing.
    pub fn next(&mut self) -> Result<Option<Operation<'a>>, PdfError> {
        let mut operands: Vec<(Object, Range<usize>)> = Vec::new();
        loop {
            let Some((item, range)) = self.lexer.item()? else { return Ok(None) };
            match item {
                Item::Object(object) => operands.push((object, range)),
                Item::Word(b"BI") => return self.inline_image(range.start).map(Some),
                Item::Word(operator) => {
                    let start = operands.first().map_or(range.start, |(_, first)| first.start);
                    return Ok(Some(Operation { operator, operands, span: start..range.end }));
                }
            }
            if operands.len() > MOST_OPERANDS {
                return Err(PdfError::Damaged { at: self.lexer.position(), what: "operands without an operator" });
            }
        }
    }

    /// `BI` key value ... `ID` bytes `EI`.
    fn inline_image(&mut self, start: usize) -> Result<Operation<'a>, PdfError> {
        let damaged = PdfError::Damaged { at: start, what: "a picture without end" };
        let mut entries: Vec<(Name, Object)> = Vec::new();
        let mut key: Option<Name> = None;
        loop {
            match self.lexer.item()?.ok_or(damaged.clone())?.0 {
                Item::Word(b"ID") => break,
                Item::Word(_) => return Err(damaged),
                Item::Object(object) => match (key.take(), object) {
                    (None, Object::Name(name)) => key = Some(name),
                    (None, _) => return Err(damaged),
                    (Some(key), value) => entries.push((key, value)),
                },
            }
            if entries.len() > MOST_OPERANDS {
                return Err(damaged);
            }
        }
        let data = self.lexer.position();
        let end = image_end(self.lexer.bytes(), data + 1).ok_or(damaged)?;
        self.lexer.seek(end);
        let dict: Dict = entries.into_iter().collect();
        Ok(Operation { operator: b"BI", operands: vec![(Object::Dict(dict), start..data)], span: start..end })
    }
}

/// How far after an `EI` the stream is looked at to tell whether the picture really ends there.
const PROBE: usize = 12;

/// Where the picture whose bytes start here ends, after its `EI`: one between blanks, with what looks like a content
/// stream behind it.
fn image_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from.saturating_sub(1);
    loop {
        let rest = bytes.get(at..)?;
        at += rest.windows(2).position(|pair| pair == b"EI")?;
        let before = at == 0 || bytes.get(at - 1).is_some_and(|&byte| is_blank(byte)) || at == from;
        let after = bytes.get(at + 2..).unwrap_or_default();
        let after = after.get(..PROBE).unwrap_or(after);
        let ends = after.first().is_none_or(|&byte| !is_regular(byte));
        if before && ends && after.iter().all(|&byte| is_blank(byte) || (0x20..0x7F).contains(&byte)) {
            return Some(at + 2);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(source: &[u8]) -> Vec<(Vec<u8>, usize, Range<usize>)> {
        let mut operations = Operations::new(source);
        let mut out = Vec::new();
        while let Some(operation) = operations.next().expect("sound") {
            out.push((operation.operator.to_vec(), operation.operands.len(), operation.span));
        }
        out
    }

    #[test]
    fn operations_tell_where_they_lie() {
        let source = b"q 1 0 0 1 5 5 cm\n[(a) -20 (b)]TJ Q";
        let expected = [
            (b"q".to_vec(), 0, 0..1),
            (b"cm".to_vec(), 6, 2..16),
            (b"TJ".to_vec(), 1, 17..32),
            (b"Q".to_vec(), 0, 33..34),
        ];
        assert_eq!(all(source), expected);
    }

    #[test]
    fn inline_images_end_at_their_real_end() {
        let source = b"BI /W 2 /H 2 /CS /G /BPC 8 ID \x01 EI\xFF\x02 EI\x80 EI\nQ";
        let operations = all(source);
        assert_eq!(operations.len(), 2);
        assert_eq!(operations[0].2, 0..source.len() - 2);
        assert_eq!(operations[1].0, b"Q");
    }

    #[test]
    fn an_image_without_end_is_an_error() {
        assert!(Operations::new(b"BI /W 1 ID abc").next().is_err());
        assert!(Operations::new(b"BI /W 1").next().is_err());
    }
}
