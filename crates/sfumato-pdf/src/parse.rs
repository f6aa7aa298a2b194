//! Tokens to values.

use std::fmt;
use std::ops::Range;

use crate::lexer::{PdfLexer, PdfToken, is_blank};
use crate::{Dict, ObjectNumber, PdfError, PdfName, PdfObject};

/// The greatest depth of arrays and dictionaries in one another.
pub(crate) const MAX_DEPTH: usize = 100;

/// The most values of a file, a dictionary counted as [`DICT_COST`]. About 1 GiB of memory.
const MAX_VALUES: u64 = 16 << 20;

/// The most values of one list: more than any list of sound files has.
const MAX_ITEMS: usize = 2 << 20;

/// The memory of a dictionary, in values.
const DICT_COST: u64 = 12;

/// The values that may still be read. Bounds memory, and time where objects overlap.
#[derive(Debug, Clone)]
pub(crate) struct ParseBudget {
    values: u64,
    bytes: u64,
}

impl ParseBudget {
    /// For a source of this many bytes: sound files hold each byte in one object only.
    pub fn new(len: usize) -> Self {
        Self { values: MAX_VALUES, bytes: (len as u64).saturating_mul(8).saturating_add(1 << 20) }
    }

    /// More bytes to read, of another source.
    pub fn restock(&mut self, len: usize) {
        self.bytes = self.bytes.saturating_add((len as u64).saturating_mul(8));
    }

    /// Takes values off.
    pub fn values(&mut self, count: u64) -> Result<(), PdfError> {
        self.values = self.values.checked_sub(count).ok_or(PdfError::Bomb { what: "too many values" })?;
        Ok(())
    }

    /// Takes read or copied bytes off.
    pub fn bytes(&mut self, count: usize) -> Result<(), PdfError> {
        self.bytes =
            self.bytes.checked_sub(count as u64).ok_or(PdfError::Bomb { what: "objects that lie in one another" })?;
        Ok(())
    }
}

/// An item of a content stream or a CMap.
#[derive(Clone, PartialEq)]
pub enum ContentItem<'a> {
    /// An operand; never a stream or a reference.
    Object(PdfObject),
    /// An operator or keyword; also `{` and `}`.
    Word(&'a [u8]),
}

impl fmt::Debug for ContentItem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(object) => object.fmt(f),
            Self::Word(_) => f.write_str("Word"),
        }
    }
}

impl<'a> PdfLexer<'a> {
    /// The next operand or operator and where it lies, `None` at the end.
    ///
    /// A closing bracket that nothing opened is passed over, as readers do.
    pub fn item(&mut self) -> Result<Option<(ContentItem<'a>, Range<usize>)>, PdfError> {
        loop {
            let Some((token, range)) = self.token()? else { return Ok(None) };
            let item = match token {
                PdfToken::ArrayEnd | PdfToken::DictEnd => continue,
                PdfToken::BraceStart | PdfToken::BraceEnd => ContentItem::Word(self.slice(range.clone())),
                PdfToken::Word(word) => match keyword(word) {
                    Some(object) => ContentItem::Object(object),
                    None => ContentItem::Word(word),
                },
                token => {
                    let mut budget = ParseBudget::new(self.bytes().len());
                    ContentItem::Object(
                        ValueParser { lexer: self, budget: &mut budget, references: false }.value(token, &range, 0)?,
                    )
                }
            };
            return Ok(Some((item, range.start..self.position())));
        }
    }

    fn slice(&self, range: Range<usize>) -> &'a [u8] {
        self.bytes().get(range).unwrap_or_default()
    }
}

/// The value that stands at the lexer's place in a file, references included.
pub(crate) fn value(lexer: &mut PdfLexer<'_>, budget: &mut ParseBudget) -> Result<PdfObject, PdfError> {
    let (token, range) = next(lexer)?;
    ValueParser { lexer, budget, references: true }.value(token, &range, 0)
}

fn next<'a>(lexer: &mut PdfLexer<'a>) -> Result<(PdfToken<'a>, Range<usize>), PdfError> {
    lexer.token()?.ok_or(PdfError::Damaged { at: lexer.position(), what: "the end, where a value should be" })
}

fn keyword(word: &[u8]) -> Option<PdfObject> {
    match word {
        b"true" => Some(PdfObject::Boolean(true)),
        b"false" => Some(PdfObject::Boolean(false)),
        b"null" => Some(PdfObject::Null),
        _ => None,
    }
}

/// True if a number and a word may come next, as in a reference: nearly all numbers are looked at no further.
fn may_be_reference(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
    let rest = rest.get(blanks..).unwrap_or_default();
    // What stands behind a comment is looked at as it is.
    if rest.first() == Some(&b'%') {
        return true;
    }
    let digits = rest.iter().take(8).take_while(|byte| byte.is_ascii_digit() || **byte == b'+').count();
    let after = rest.get(digits..).unwrap_or_default();
    let is_parted = after.first().is_none_or(|&byte| is_blank(byte) || byte == b'%' || byte == b'R');
    let word = after.iter().find(|&&byte| !is_blank(byte));
    (1..8).contains(&digits) && is_parted && matches!(word, Some(b'R' | b'%'))
}

struct ValueParser<'l, 'a> {
    lexer: &'l mut PdfLexer<'a>,
    budget: &'l mut ParseBudget,
    references: bool,
}

impl ValueParser<'_, '_> {
    fn value(&mut self, token: PdfToken<'_>, range: &Range<usize>, depth: usize) -> Result<PdfObject, PdfError> {
        if depth > MAX_DEPTH {
            return Err(PdfError::Damaged { at: range.start, what: "values nested too deep" });
        }
        self.budget.values(1)?;
        Ok(match token {
            PdfToken::Integer(number) => self.reference(number)?.unwrap_or(PdfObject::Integer(number)),
            PdfToken::Real(number) => PdfObject::Real(number),
            PdfToken::String(bytes) => PdfObject::String(bytes),
            PdfToken::Name(name) => PdfObject::Name(name),
            PdfToken::ArrayStart => PdfObject::Array(self.array(depth)?),
            PdfToken::DictStart => PdfObject::Dict(self.dict(depth)?),
            PdfToken::Word(word) => {
                keyword(word).ok_or(PdfError::Damaged { at: range.start, what: "a word where a value should be" })?
            }
            PdfToken::ArrayEnd | PdfToken::DictEnd | PdfToken::BraceStart | PdfToken::BraceEnd => {
                return Err(PdfError::Damaged { at: range.start, what: "a bracket where a value should be" });
            }
        })
    }

    /// `N G R`, of which the first number was read. The generation does not matter.
    fn reference(&mut self, number: i64) -> Result<Option<PdfObject>, PdfError> {
        let Some(number) = ObjectNumber::try_from(number).ok().filter(|_| self.references) else { return Ok(None) };
        if !may_be_reference(self.lexer.bytes(), self.lexer.position()) {
            return Ok(None);
        }
        let mut ahead = self.lexer.clone();
        // What comes after need not be sound; it is read again in its turn.
        if !matches!(ahead.token(), Ok(Some((PdfToken::Integer(0..=65535), _)))) {
            return Ok(None);
        }
        if !matches!(ahead.token(), Ok(Some((PdfToken::Word(b"R"), _)))) {
            return Ok(None);
        }
        *self.lexer = ahead;
        Ok(Some(PdfObject::Reference(number)))
    }

    fn array(&mut self, depth: usize) -> Result<Vec<PdfObject>, PdfError> {
        let mut items = Vec::new();
        loop {
            match next(self.lexer)? {
                (PdfToken::ArrayEnd, _) => {
                    // What is read of a file stays; operands are gone after the next operator.
                    if self.references {
                        items.shrink_to_fit();
                    }
                    return Ok(items);
                }
                _ if items.len() >= MAX_ITEMS => return Err(PdfError::Bomb { what: "a list of too many values" }),
                (token, range) => items.push(self.value(token, &range, depth + 1)?),
            }
        }
    }

    fn dict(&mut self, depth: usize) -> Result<Dict, PdfError> {
        self.budget.values(DICT_COST)?;
        let mut entries = Vec::new();
        loop {
            let name: PdfName = match next(self.lexer)? {
                (PdfToken::DictEnd, _) => return Ok(entries.into_iter().collect()),
                (PdfToken::Name(name), _) => name,
                (_, range) => {
                    return Err(PdfError::Damaged { at: range.start, what: "a dictionary key that is no name" });
                }
            };
            match next(self.lexer)? {
                // A key without value at the end is found in files; it says nothing.
                (PdfToken::DictEnd, _) => return Ok(entries.into_iter().collect()),
                (token, range) => entries.push((name, self.value(token, &range, depth + 1)?)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &[u8]) -> Result<PdfObject, PdfError> {
        value(&mut PdfLexer::new(source), &mut ParseBudget::new(source.len()))
    }

    #[test]
    fn values_and_references() {
        let object = read(b"<</A[1 2 R 3 0 R null]/B<</C(x)>>/D true/E>>").expect("sound");
        let dict = object.as_dict().expect("a dictionary");
        let expected = [PdfObject::Reference(1), PdfObject::Reference(3), PdfObject::Null];
        assert_eq!(dict.get("A").and_then(PdfObject::as_array), Some(expected.as_slice()));
        assert_eq!(
            dict.get("B").and_then(PdfObject::as_dict).and_then(|d| d.get("C")),
            Some(&PdfObject::String(b"x".into()))
        );
        assert_eq!(dict.get("D"), Some(&PdfObject::Boolean(true)));
        assert_eq!(dict.get("E"), None);
    }

    #[test]
    fn what_is_too_deep_or_has_no_end_is_an_error() {
        assert!(read(&b"[".repeat(100_000)).is_err());
        assert!(read(b"<</A").is_err());
        assert!(read(b"<</A 1 2>>").is_err());
        assert!(read(b"[endobj]").is_err());
    }

    #[test]
    fn too_many_values_are_refused() {
        let mut budget = ParseBudget { values: 100, bytes: 1000 };
        let mut lexer = PdfLexer::new(b"[<<>><<>>] [<<>><<>><<>><<>><<>><<>>]");
        assert!(value(&mut lexer, &mut budget).is_ok());
        assert!(matches!(value(&mut lexer, &mut budget), Err(PdfError::Bomb { .. })));
    }

    #[test]
    fn items_of_a_content_stream() {
        let mut lexer = PdfLexer::new(b"1 0 R ] [(a) -2]TJ/P<</X 1>>BDC");
        let mut items = Vec::new();
        while let Some((item, range)) = lexer.item().expect("sound") {
            items.push((item, range));
        }
        assert_eq!(items.len(), 8);
        assert_eq!(items.get(2), Some(&(ContentItem::Word(b"R".as_slice()), 4..5)));
        assert_eq!(items.get(4), Some(&(ContentItem::Word(b"TJ".as_slice()), 16..18)));
    }
}
