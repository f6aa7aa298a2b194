//! A content stream with some of its operations changed; all other bytes stay as they are.

use std::collections::BTreeMap;
use std::ops::Range;

use super::labels::number;
use crate::content::{ContentOperation, ContentOperations, STAND_INS, constructs};
use crate::lexer::is_blank;
use crate::{Dict, PdfError, PdfName, PdfObject, write};

/// A change of an operation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OperationFix {
    /// Codes are taken out of shown strings.
    Show(Vec<GlyphCut>),
    /// Marked content loses the texts that stand for its glyphs; these are its properties without them.
    Mark(Dict),
    /// Another form is drawn.
    Draw(PdfName),
    /// The path ends without being painted. If what follows was drawn through it, nothing is seen of that either.
    Hide {
        /// True if it was.
        clips: bool,
    },
    /// It goes if it makes a path.
    Erase,
    /// It goes.
    Drop,
}

/// A code taken out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GlyphCut {
    /// The string among the items shown.
    pub item: u32,
    /// Its first byte.
    pub at: u32,
    /// The number of bytes.
    pub length: u8,
    /// The number that moves on as far in a `TJ`.
    pub adjustment: f64,
}

/// The stream with the fixes made, by the number of the operation. Comments go, and so does whatever else no operator
/// asks for: nobody reads them, so nobody knows what they say.
pub(crate) fn rewrite(bytes: &[u8], fixes: &BTreeMap<u32, OperationFix>) -> Result<Vec<u8>, PdfError> {
    let part = |range: Range<usize>| bytes.get(range).ok_or(PdfError::Inconsistent);
    let mut out = Vec::with_capacity(bytes.len() + 256);
    let (mut copied, mut end) = (0, 0);
    let mut operations = ContentOperations::new(bytes);
    let mut nth = 0;
    while let Some(operation) = operations.next()? {
        let start = operation.span.start;
        if !part(end..start)?.iter().all(|&byte| is_blank(byte)) {
            out.extend(part(copied..end)?);
            out.push(b'\n');
            copied = start;
        }
        end = operation.span.end;
        let fix = fixes.get(&nth);
        if fix.is_some() || operation.has_stray(bytes) {
            out.extend(part(copied..start)?);
            copied = end;
            match fix {
                Some(fix) => fix.write(&operation, &mut out)?,
                None => operation.tidied(&mut out),
            }
        }
        nth += 1;
    }
    // What no operator follows draws nothing.
    out.extend(part(copied..end)?);
    out.push(b'\n');
    Ok(out)
}

impl OperationFix {
    fn write(&self, operation: &ContentOperation<'_>, out: &mut Vec<u8>) -> Result<(), PdfError> {
        match self {
            Self::Show(cuts) => show(operation, cuts, out)?,
            Self::Mark(properties) => {
                let tag = operation.operands.iter().rev().nth(1).filter(|(tag, _)| {
                    tag.as_name().is_some_and(|tag| !tag.iter().any(u8::is_ascii_digit) || tag.len() < 4)
                });
                let nameless = PdfObject::Name(PdfName::new("Span"));
                write::operand(tag.map_or(&nameless, |(tag, _)| tag), out);
                out.push(b' ');
                write::operand(&PdfObject::Dict(without_stand_ins(properties)), out);
                out.extend(b" BDC");
            }
            Self::Draw(name) => {
                write::name(name, out);
                out.extend(b" Do");
            }
            Self::Hide { clips: false } => out.push(b'n'),
            Self::Hide { clips: true } => out.extend(b"0 0 0 0 re W n"),
            Self::Erase if constructs(operation.operator) => {}
            Self::Erase => operation.tidied(out),
            Self::Drop => {}
        }
        Ok(())
    }
}

/// Properties of marked content without texts.
fn without_stand_ins(properties: &Dict) -> Dict {
    let mut properties = properties.clone();
    properties.retain(|key, value| !STAND_INS.iter().any(|stand_in| stand_in.as_bytes() == &**key) && !is_text(value));
    properties
}

fn is_text(value: &PdfObject) -> bool {
    match value {
        PdfObject::String(_) => true,
        PdfObject::Array(items) => items.iter().any(is_text),
        PdfObject::Dict(dict) => dict.values().any(is_text),
        _ => false,
    }
}

/// A show operator as a `TJ` without the cut codes, each replaced by its advance.
fn show(operation: &ContentOperation<'_>, cuts: &[GlyphCut], out: &mut Vec<u8>) -> Result<(), PdfError> {
    let (shown, _) = operation.operands.last().ok_or(PdfError::Inconsistent)?;
    match operation.operator {
        b"'" => out.extend(b"T* "),
        b"\"" => {
            let mut spaces = operation.operands.iter().filter_map(|(object, _)| object.as_number());
            let (word, letter) = (spaces.next().unwrap_or(0.0), spaces.next().unwrap_or(0.0));
            out.extend(format!("{} Tw {} Tc T* ", number(word), number(letter)).as_bytes());
        }
        _ => {}
    }
    let items = match shown {
        PdfObject::Array(items) => items.as_slice(),
        single => std::slice::from_ref(single),
    };
    // Cuts lie in the order of the codes.
    let mut cuts = cuts.iter().peekable();
    let mut line = RewrittenLine { out, pending: 0.0 };
    line.out.push(b'[');
    for (nth, item) in items.iter().enumerate() {
        let PdfObject::String(bytes) = item else {
            line.pending += item.as_number().unwrap_or(0.0);
            continue;
        };
        let mut kept = 0;
        while let Some(cut) = cuts.next_if(|cut| cut.item as usize == nth) {
            let at = cut.at as usize;
            line.string(bytes.get(kept..at).ok_or(PdfError::Inconsistent)?);
            line.pending += cut.adjustment;
            kept = at + usize::from(cut.length);
        }
        line.string(bytes.get(kept.min(bytes.len())..).ok_or(PdfError::Inconsistent)?);
    }
    line.number();
    out.extend(b"] TJ");
    // A cut left over would stay in the text.
    if cuts.next().is_some() { Err(PdfError::Inconsistent) } else { Ok(()) }
}

/// The items of a `TJ` being written.
/// Moves that follow one another are written as one, so that they do not tell how wide each removed letter was.
struct RewrittenLine<'o> {
    out: &'o mut Vec<u8>,
    pending: f64,
}

impl RewrittenLine<'_> {
    fn string(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.number();
            write::string(bytes, self.out);
        }
    }

    fn number(&mut self) {
        if self.pending != 0.0 {
            self.out.extend(format!(" {} ", number(self.pending)).as_bytes());
            self.pending = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(source: &[u8], nth: u32, fix: OperationFix) -> String {
        let bytes = rewrite(source, &BTreeMap::from([(nth, fix)])).expect("sound");
        String::from_utf8(bytes).expect("ASCII").trim_end_matches('\n').to_owned()
    }

    fn cut(item: u32, at: u32, adjustment: f64) -> GlyphCut {
        GlyphCut { item, at, length: 1, adjustment }
    }

    #[test]
    fn removed_codes_become_one_move() {
        let fix = OperationFix::Show(vec![cut(0, 1, -500.0), cut(0, 2, -250.0)]);
        assert_eq!(rewritten(b"BT  (abcd)Tj  ET", 1, fix), "BT  [(a) -750 (d)] TJ  ET");
    }

    #[test]
    fn comments_go() {
        let fix = OperationFix::Show(vec![cut(0, 0, -500.0)]);
        let source = b"% Ada\nq % Ada\nBT (a%b) Tj % Ada\nET Q % Ada";
        assert_eq!(rewritten(source, 2, fix), "\nq\nBT [ -500 (%b)] TJ\nET Q");
    }

    #[test]
    fn moves_of_the_array_are_kept() {
        let fix = OperationFix::Show(vec![cut(2, 0, -500.0)]);
        assert_eq!(rewritten(b"[(ab) -20 (c) 30 (d)] TJ", 0, fix), "[(ab) -490 (d)] TJ");
    }

    #[test]
    fn operators_that_start_a_line_still_do() {
        let fix = OperationFix::Show(vec![cut(0, 0, -500.0)]);
        assert_eq!(rewritten(b"2 1 (ab) \"", 0, fix.clone()), "2 Tw 1 Tc T* [ -500 (b)] TJ");
        assert_eq!(rewritten(b"(ab) '", 0, fix), "T* [ -500 (b)] TJ");
    }

    #[test]
    fn marked_content_loses_its_stand_ins() {
        let mut properties = Dict::default();
        properties.set("MCID", PdfObject::Integer(3));
        properties.set("ActualText", PdfObject::String(b"x".to_vec()));
        let source = b"/Span <</MCID 3/ActualText(x)>> BDC EMC";
        assert_eq!(rewritten(source, 0, OperationFix::Mark(properties)), "/Span <</MCID 3>> BDC EMC");
    }
}
