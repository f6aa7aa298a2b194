//! A content stream as operations: operands, an operator, and where they lie.

use std::ops::Range;

use crate::lexer::{Lexer, is_blank, is_regular};
use crate::parse::Item;
use crate::{Dict, Name, Object, PdfError, write};

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

/// The operands of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
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

fn takes(operator: &[u8]) -> Option<Takes> {
    Some(match operator {
        b"b" | b"B" | b"b*" | b"B*" | b"BT" | b"BX" | b"c" | b"cm" | b"d0" | b"d1" | b"EMC" | b"ET" | b"EX" | b"f"
        | b"F" | b"f*" | b"G" | b"g" | b"h" | b"i" | b"j" | b"J" | b"K" | b"k" | b"l" | b"m" | b"M" | b"n" | b"q"
        | b"Q" | b"re" | b"RG" | b"rg" | b"s" | b"S" | b"SC" | b"sc" | b"T*" | b"Tc" | b"Td" | b"TD" | b"TL"
        | b"Tm" | b"Tr" | b"Ts" | b"Tw" | b"Tz" | b"v" | b"w" | b"W" | b"W*" | b"y" => Takes::Numbers,
        b"d" => Takes::Lists,
        b"BMC" | b"CS" | b"cs" | b"Do" | b"gs" | b"MP" | b"ri" | b"SCN" | b"scn" | b"sh" | b"Tf" => Takes::Names,
        b"BDC" | b"DP" => Takes::Properties,
        b"Tj" | b"'" => Takes::String,
        b"TJ" => Takes::Strings,
        b"\"" => Takes::Spaced,
        b"BI" => Takes::Picture,
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
fn holds_string(object: &Object) -> bool {
    match object {
        Object::String(_) => true,
        Object::Array(items) => items.iter().any(holds_string),
        Object::Dict(dict) => dict.values().any(holds_string),
        _ => false,
    }
}

impl Operation<'_> {
    /// True if it carries something that nobody sees and no operator asks for: a comment between its operands, a
    /// string
    /// where none belongs, a word that is no operator. `content` is what it stands in.
    pub fn has_stray(&self, content: &[u8]) -> bool {
        let Some(takes) = takes(self.operator) else { return true };
        let raw = content.get(self.span.clone()).unwrap_or_default();
        if takes == Takes::Picture {
            let dict = self.operands.first().and_then(|(_, place)| content.get(place.clone()));
            return dict.is_some_and(|dict| dict.contains(&b'%'));
        }
        let fits = match (takes, self.operands.as_slice()) {
            (Takes::String, [(Object::String(_), _)]) => true,
            (Takes::String, _) => false,
            (Takes::Strings, [(Object::Array(items), _)]) => items.iter().all(Takes::is_shown),
            (Takes::Strings, _) => false,
            (Takes::Spaced, [(word, _), (letter, _), (Object::String(_), _)]) => {
                word.as_number().is_some() && letter.as_number().is_some()
            }
            (Takes::Spaced, _) => false,
            // The strings of marked content are read; those of a mark without content are not.
            (Takes::Properties, [(Object::Name(tag), _), (Object::Name(_) | Object::Dict(_), _)]) => {
                !is_odd_tag(tag) && (self.operator == b"BDC" || !self.has_strings())
            }
            (Takes::Properties, _) => false,
            (Takes::Names, operands) => {
                let names = operands.iter().filter(|(object, _)| matches!(object, Object::Name(_))).count();
                names <= 1 && operands.iter().all(|(object, _)| takes.fits(object))
            }
            (Takes::Numbers, operands) => {
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
        let mut lexer = Lexer::at(content.get(..self.span.end).unwrap_or_default(), self.span.start);
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
        if takes == Takes::Picture || (self.operator == b"DP" && self.has_strings()) {
            return;
        }
        let count = self.operands.len();
        // What has too little to work with does nothing.
        if takes == Takes::Numbers && count < arity(self.operator) && !matches!(self.operator, b"sc" | b"SC") {
            return;
        }
        let last_string = self.operands.iter().rposition(|(object, _)| matches!(object, Object::String(_)));
        let last_name = self.operands.iter().rposition(|(object, _)| matches!(object, Object::Name(_)));
        for (nth, (object, _)) in self.operands.iter().enumerate() {
            let kept = match takes {
                Takes::String => Some(nth) == last_string && nth + 1 == count,
                Takes::Strings => nth + 1 == count,
                Takes::Spaced => object.as_number().is_some() || Some(nth) == last_string,
                // The properties are the last, and their tag is the one before.
                Takes::Properties => nth + 2 >= count && !matches!(object, Object::String(_) | Object::Array(_)),
                Takes::Names if matches!(object, Object::Name(_)) => Some(nth) == last_name,
                Takes::Numbers => {
                    let is_likely = object.as_number().is_some_and(|number| is_likely(self.operator, number));
                    nth + arity(self.operator) >= count && is_likely
                }
                takes => takes.fits(object),
            };
            match object {
                Object::Array(items) if kept && matches!(takes, Takes::Strings | Takes::String) => {
                    let shown = items.iter().filter(|item| Takes::is_shown(item)).cloned().collect();
                    write::operand(&Object::Array(shown), out);
                    out.push(b' ');
                }
                Object::Name(tag) if kept && takes == Takes::Properties && nth + 2 == count && is_odd_tag(tag) => {
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

impl Takes {
    /// True if an item of a `TJ` does something there.
    fn is_shown(item: &Object) -> bool {
        matches!(item, Object::String(_) | Object::Integer(_) | Object::Real(_))
    }

    fn fits(self, object: &Object) -> bool {
        let is_number = |object: &Object| object.as_number().is_some();
        match (self, object) {
            (Self::Numbers | Self::Lists | Self::Names, object) if is_number(object) => true,
            (Self::Lists, Object::Array(items)) => items.iter().all(is_number),
            (Self::Names, Object::Name(_)) => true,
            // Found in files, and says nothing.
            (_, Object::Null | Object::Boolean(_)) => true,
            _ => false,
        }
    }
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
    fn what_no_operator_asks_for_is_told_and_goes() {
        let tidied = |source: &[u8]| {
            let operation = Operations::new(source).next().expect("sound").expect("an operation");
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
        assert!(Operations::new(b"BI /W 1 ID abc").next().is_err());
        assert!(Operations::new(b"BI /W 1").next().is_err());
    }
}
