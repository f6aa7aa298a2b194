//! A content stream as operations: operands, an operator, and where they lie.

use std::ops::Range;

use crate::lexer::{PdfLexer, is_blank, is_regular};
use crate::parse::ContentItem;
use crate::{Dict, PdfError, PdfName, PdfObject, write};

/// More operands than any operator takes.
const MOST_OPERANDS: usize = 4096;

/// An operator with its operands.
pub(crate) struct ContentOperation<'a> {
    /// The operator; `BI` for a whole inline image.
    pub operator: &'a [u8],
    /// The operands, each with its place; for an inline image its dictionary.
    pub operands: Vec<(PdfObject, Range<usize>)>,
    /// From the first operand to the end of the operator.
    pub span: Range<usize>,
}

/// The operands of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandKinds {
    Numbers,
    /// Numbers, and lists of numbers.
    Lists,
    /// Names and numbers.
    Names,
    /// A name, and properties.
    Properties,
    /// A string.
    String,
    /// A list of strings and numbers.
    Strings,
    /// Two numbers and a string.
    Spaced,
    /// A picture.
    Picture,
}

fn takes(operator: &[u8]) -> Option<OperandKinds> {
    Some(match operator {
        b"b" | b"B" | b"b*" | b"B*" | b"BT" | b"BX" | b"c" | b"cm" | b"d0" | b"d1" | b"EMC" | b"ET" | b"EX" | b"f"
        | b"F" | b"f*" | b"G" | b"g" | b"h" | b"i" | b"j" | b"J" | b"K" | b"k" | b"l" | b"m" | b"M" | b"n" | b"q"
        | b"Q" | b"re" | b"RG" | b"rg" | b"s" | b"S" | b"SC" | b"sc" | b"T*" | b"Tc" | b"Td" | b"TD" | b"TL"
        | b"Tm" | b"Tr" | b"Ts" | b"Tw" | b"Tz" | b"v" | b"w" | b"W" | b"W*" | b"y" => OperandKinds::Numbers,
        b"d" => OperandKinds::Lists,
        b"BMC" | b"CS" | b"cs" | b"Do" | b"gs" | b"MP" | b"ri" | b"SCN" | b"scn" | b"sh" | b"Tf" => OperandKinds::Names,
        b"BDC" | b"DP" => OperandKinds::Properties,
        b"Tj" | b"'" => OperandKinds::String,
        b"TJ" => OperandKinds::Strings,
        b"\"" => OperandKinds::Spaced,
        b"BI" => OperandKinds::Picture,
        _ => return None,
    })
}

/// The number of operands of an operator that takes numbers only; for those that take colours the most there may be.
fn arity(operator: &[u8]) -> usize {
    match operator {
        b"g" | b"G" | b"w" | b"J" | b"j" | b"M" | b"i" | b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Tr" | b"Ts" => 1,
        b"m" | b"l" | b"Td" | b"TD" | b"d0" => 2,
        b"rg" | b"RG" => 3,
        b"v" | b"y" | b"re" | b"k" | b"K" => 4,
        b"c" | b"cm" | b"Tm" | b"d1" => 6,
        b"sc" | b"SC" => 32,
        _ => 0,
    }
}

/// True if a number is what an operator may take: caps, joins and widths are small.
fn is_likely(operator: &[u8], number: f64) -> bool {
    match operator {
        b"J" | b"j" | b"Tr" => (0.0..=7.0).contains(&number),
        b"w" | b"M" | b"i" | b"g" | b"G" | b"rg" | b"RG" | b"k" | b"K" => number.abs() < 1e6,
        _ => true,
    }
}

/// True if a tag of marked content is no word of anybody's: it has many digits, or is long.
fn is_odd_tag(name: &[u8]) -> bool {
    name.iter().filter(|byte| byte.is_ascii_digit()).count() > 4 || name.len() > 40
}

/// True if a value holds a string anywhere.
fn holds_string(object: &PdfObject) -> bool {
    match object {
        PdfObject::String(_) => true,
        PdfObject::Array(items) => items.iter().any(holds_string),
        PdfObject::Dict(dict) => dict.values().any(holds_string),
        _ => false,
    }
}

impl ContentOperation<'_> {
    /// True if it carries something that nobody sees and no operator asks for: a comment between its operands, a
    /// string
    /// where none belongs, a word that is no operator. `content` is what it stands in.
    pub fn has_stray(&self, content: &[u8]) -> bool {
        let Some(takes) = takes(self.operator) else { return true };
        let raw = content.get(self.span.clone()).unwrap_or_default();
        if takes == OperandKinds::Picture {
            let dict = self.operands.first().and_then(|(_, place)| content.get(place.clone()));
            return dict.is_some_and(|dict| dict.contains(&b'%'));
        }
        let fits = match (takes, self.operands.as_slice()) {
            (OperandKinds::String, [(PdfObject::String(_), _)]) => true,
            (OperandKinds::String, _) => false,
            (OperandKinds::Strings, [(PdfObject::Array(items), _)]) => items.iter().all(OperandKinds::is_shown),
            (OperandKinds::Strings, _) => false,
            (OperandKinds::Spaced, [(word, _), (letter, _), (PdfObject::String(_), _)]) => {
                word.as_number().is_some() && letter.as_number().is_some()
            }
            (OperandKinds::Spaced, _) => false,
            // The strings of marked content are read; those of a mark without content are not.
            (OperandKinds::Properties, [(PdfObject::Name(tag), _), (PdfObject::Name(_) | PdfObject::Dict(_), _)]) => {
                !is_odd_tag(tag) && (self.operator == b"BDC" || !self.has_strings())
            }
            (OperandKinds::Properties, _) => false,
            (OperandKinds::Names, operands) => {
                let names = operands.iter().filter(|(object, _)| matches!(object, PdfObject::Name(_))).count();
                names <= 1 && operands.iter().all(|(object, _)| takes.fits(object))
            }
            (OperandKinds::Numbers, operands) => {
                (operands.len() == arity(self.operator) || matches!(self.operator, b"sc" | b"SC"))
                    && operands.iter().all(|(object, _)| {
                        takes.fits(object) && object.as_number().is_none_or(|number| is_likely(self.operator, number))
                    })
            }
            (takes, operands) => operands.iter().all(|(object, _)| takes.fits(object)),
        };
        // A percent sign may stand in a string.
        !fits || (raw.contains(&b'%') && self.has_comment(content))
    }

    fn has_comment(&self, content: &[u8]) -> bool {
        let mut lexer = PdfLexer::at(content.get(..self.span.end).unwrap_or_default(), self.span.start);
        loop {
            let before = lexer.position();
            match lexer.token() {
                Ok(Some((_, range))) => {
                    if content.get(before..range.start).is_some_and(|between| between.contains(&b'%')) {
                        return true;
                    }
                }
                Ok(None) => return content.get(before..self.span.end).is_some_and(|rest| rest.contains(&b'%')),
                Err(_) => return true,
            }
        }
    }

    /// The operation without anything stray; nothing is left of one that nobody knows.
    pub fn tidied(&self, out: &mut Vec<u8>) {
        let Some(takes) = takes(self.operator) else { return };
        if takes == OperandKinds::Picture || (self.operator == b"DP" && self.has_strings()) {
            return;
        }
        let count = self.operands.len();
        // What has too little to work with does nothing.
        if takes == OperandKinds::Numbers && count < arity(self.operator) && !matches!(self.operator, b"sc" | b"SC") {
            return;
        }
        let last_string = self.operands.iter().rposition(|(object, _)| matches!(object, PdfObject::String(_)));
        let last_name = self.operands.iter().rposition(|(object, _)| matches!(object, PdfObject::Name(_)));
        for (nth, (object, _)) in self.operands.iter().enumerate() {
            let kept = match takes {
                OperandKinds::String => Some(nth) == last_string && nth + 1 == count,
                OperandKinds::Strings => nth + 1 == count,
                OperandKinds::Spaced => object.as_number().is_some() || Some(nth) == last_string,
                // The properties are the last, and their tag is the one before.
                OperandKinds::Properties => {
                    nth + 2 >= count && !matches!(object, PdfObject::String(_) | PdfObject::Array(_))
                }
                OperandKinds::Names if matches!(object, PdfObject::Name(_)) => Some(nth) == last_name,
                OperandKinds::Numbers => {
                    let is_likely = object.as_number().is_some_and(|number| is_likely(self.operator, number));
                    nth + arity(self.operator) >= count && is_likely
                }
                takes => takes.fits(object),
            };
            match object {
                PdfObject::Array(items) if kept && matches!(takes, OperandKinds::Strings | OperandKinds::String) => {
                    let shown = items.iter().filter(|item| OperandKinds::is_shown(item)).cloned().collect();
                    write::operand(&PdfObject::Array(shown), out);
                    out.push(b' ');
                }
                PdfObject::Name(tag)
                    if kept && takes == OperandKinds::Properties && nth + 2 == count && is_odd_tag(tag) =>
                {
                    out.extend(b"/Span ");
                }
                object if kept => {
                    write::operand(object, out);
                    out.push(b' ');
                }
                _ => {}
            }
        }
        out.extend(self.operator);
    }

    fn has_strings(&self) -> bool {
        self.operands.iter().any(|(object, _)| holds_string(object))
    }
}

impl OperandKinds {
    /// True if an item of a `TJ` does something there.
    fn is_shown(item: &PdfObject) -> bool {
        matches!(item, PdfObject::String(_) | PdfObject::Integer(_) | PdfObject::Real(_))
    }

    fn fits(self, object: &PdfObject) -> bool {
        let is_number = |object: &PdfObject| object.as_number().is_some();
        match (self, object) {
            (Self::Numbers | Self::Lists | Self::Names, object) if is_number(object) => true,
            (Self::Lists, PdfObject::Array(items)) => items.iter().all(is_number),
            (Self::Names, PdfObject::Name(_)) => true,
            // Found in files, and says nothing.
            (_, PdfObject::Null | PdfObject::Boolean(_)) => true,
            _ => false,
        }
    }
}

/// The operations of a content stream, one by one.
pub(crate) struct ContentOperations<'a> {
    lexer: PdfLexer<'a>,
}

impl<'a> ContentOperations<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { lexer: PdfLexer::new(bytes) }
    }

    /// The next operation; nothing at the end. Operands without an operator at the end are dropped: they draw nothing.
    pub fn next(&mut self) -> Result<Option<ContentOperation<'a>>, PdfError> {
        let mut operands: Vec<(PdfObject, Range<usize>)> = Vec::new();
        loop {
            let Some((item, range)) = self.lexer.item()? else { return Ok(None) };
            match item {
                ContentItem::Object(object) => operands.push((object, range)),
                ContentItem::Word(b"BI") => return self.inline_image(range.start).map(Some),
                ContentItem::Word(operator) => {
                    let start = operands.first().map_or(range.start, |(_, first)| first.start);
                    return Ok(Some(ContentOperation { operator, operands, span: start..range.end }));
                }
            }
            if operands.len() > MOST_OPERANDS {
                return Err(PdfError::Damaged { at: self.lexer.position(), what: "operands without an operator" });
            }
        }
    }

    /// `BI` key value ... `ID` bytes `EI`.
    fn inline_image(&mut self, start: usize) -> Result<ContentOperation<'a>, PdfError> {
        let damaged = PdfError::Damaged { at: start, what: "a picture without end" };
        let mut entries: Vec<(PdfName, PdfObject)> = Vec::new();
        let mut key: Option<PdfName> = None;
        loop {
            match self.lexer.item()?.ok_or(damaged.clone())?.0 {
                ContentItem::Word(b"ID") => break,
                ContentItem::Word(_) => return Err(damaged),
                ContentItem::Object(object) => match (key.take(), object) {
                    (None, PdfObject::Name(name)) => key = Some(name),
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
        Ok(ContentOperation { operator: b"BI", operands: vec![(PdfObject::Dict(dict), start..data)], span: start..end })
    }
}

/// The bytes behind an `EI` that are looked at to tell whether the picture really ends there.
const PROBE: usize = 12;

/// The end of the picture whose bytes start here, after its `EI`: one between blanks, with what looks like a content
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
        let mut operations = ContentOperations::new(source);
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
    fn what_no_operator_asks_for_is_told_and_goes() {
        let tidied = |source: &[u8]| {
            let operation = ContentOperations::new(source).next().expect("sound").expect("an operation");
            let mut out = Vec::new();
            operation.tidied(&mut out);
            (operation.has_stray(source), String::from_utf8(out).expect("letters"))
        };
        for sound in
            ["(50 % of it) Tj", "[(a) -20 (b)] TJ", "1 0 0 rg", "/F1 9 Tf", "[1 2] 0 d", "/Span <</MCID 1>> BDC"]
        {
            assert!(!tidied(sound.as_bytes()).0, "{sound}");
        }
        for (stray, left) in [
            ("(Jane) foo", ""),
            ("Jane", ""),
            ("(Jane) 1 0 0 rg", "1 0 0 rg"),
            ("(Jane) (x) Tj", "(x) Tj"),
            ("(x) % Jane\n Tj", "(x) Tj"),
            ("[(a) % Jane\n (b) [(Jane)]] TJ", "[(a) (b)] TJ"),
            ("/Jane 1 w", "1 w"),
            ("/Jane /F1 9 Tf", "/F1 9 Tf"),
            ("34 648 598 675 n", "n"),
            ("86108517 J", "J"),
            ("0073070866 Tm", ""),
            ("/P6737518 <</MCID 1>> BDC", "/Span <</MCID 1>> BDC"),
            ("(Jane) 7 /Span <</MCID 1>> BDC", "/Span <</MCID 1>> BDC"),
            ("/P <</Note (Jane)>> DP", ""),
        ] {
            assert_eq!(tidied(stray.as_bytes()), (true, left.to_owned()), "{stray}");
        }
    }

    #[test]
    fn an_image_without_end_is_an_error() {
        assert!(ContentOperations::new(b"BI /W 1 ID abc").next().is_err());
        assert!(ContentOperations::new(b"BI /W 1").next().is_err());
    }
}
