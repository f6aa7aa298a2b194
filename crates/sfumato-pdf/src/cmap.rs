//! CMaps: how the bytes of a string fall into codes, and what the codes stand for (a character's number in a font, or
//! text).

use crate::lexer::Lexer;
use crate::parse::Item;
use crate::{Object, PdfError};

/// More entries than any font has.
const MOST_ENTRIES: usize = 1_000_000;

/// The longest code, in bytes.
const LONGEST_CODE: usize = 4;

/// A CMap, read.
#[derive(Clone, Default)]
pub(crate) struct CMap {
    spaces: Vec<CodeSpace>,
    ids: Vec<Span<u32>>,
    texts: Vec<Span<Vec<u16>>>,
    /// The CMap this one builds on, by name.
    pub base: Option<Vec<u8>>,
    /// Whether text runs down instead of across.
    pub vertical: bool,
}

#[derive(Clone)]
struct CodeSpace {
    low: Vec<u8>,
    high: Vec<u8>,
}

/// Codes from `first` to `last`, the first of which stands for `value` and each further one for the next value.
#[derive(Clone)]
struct Span<T> {
    first: u32,
    last: u32,
    value: T,
}

impl CMap {
    /// Two bytes a code, each its own number.
    pub fn identity(vertical: bool) -> Self {
        let ids = vec![Span { first: 0, last: 0xFFFF, value: 0 }];
        Self { spaces: vec![CodeSpace { low: vec![0; 2], high: vec![0xFF; 2] }], ids, vertical, ..Self::default() }
    }

    /// Reads a CMap.
    pub fn read(bytes: &[u8]) -> Result<Self, PdfError> {
        let mut map = Self::default();
        let mut lexer = Lexer::new(bytes);
        let mut operands: Vec<Object> = Vec::new();
        while let Some((item, _)) = lexer.item()? {
            match item {
                Item::Object(object) => operands.push(object),
                Item::Word(word) => {
                    map.operator(word, &operands);
                    operands.clear();
                }
            }
            if operands.len() > MOST_ENTRIES || map.ids.len() + map.texts.len() > MOST_ENTRIES {
                return Err(PdfError::Bomb { what: "too many codes in a font" });
            }
        }
        map.ids.sort_by_key(|span| span.first);
        map.texts.sort_by_key(|span| span.first);
        Ok(map)
    }

    fn operator(&mut self, word: &[u8], operands: &[Object]) {
        match word {
            b"usecmap" => self.base = operands.last().and_then(Object::as_name).map(<[u8]>::to_vec),
            b"def" => {
                if let [.., Object::Name(name), value] = operands
                    && name.0 == b"WMode"
                {
                    self.vertical = value.as_integer() == Some(1);
                }
            }
            b"endcodespacerange" => {
                for pair in operands.chunks_exact(2) {
                    if let (Some(low), Some(high)) = (pair[0].as_string(), pair[1].as_string())
                        && low.len() == high.len()
                        && (1..=LONGEST_CODE).contains(&low.len())
                    {
                        self.spaces.push(CodeSpace { low: low.to_vec(), high: high.to_vec() });
                    }
                }
            }
            b"endcidrange" => self.ids.extend(operands.chunks_exact(3).filter_map(|entry| {
                let value = u32::try_from(entry[2].as_integer()?).ok()?;
                Some(Span { first: code(&entry[0])?, last: code(&entry[1])?, value })
            })),
            b"endcidchar" => self.ids.extend(operands.chunks_exact(2).filter_map(|entry| {
                let first = code(&entry[0])?;
                Some(Span { first, last: first, value: u32::try_from(entry[1].as_integer()?).ok()? })
            })),
            b"endbfchar" => self.texts.extend(operands.chunks_exact(2).filter_map(|entry| {
                let first = code(&entry[0])?;
                Some(Span { first, last: first, value: units(&entry[1])? })
            })),
            b"endbfrange" => operands.chunks_exact(3).for_each(|entry| self.text_range(entry)),
            _ => {}
        }
    }

    fn text_range(&mut self, entry: &[Object]) {
        let (Some(first), Some(last)) = (code(&entry[0]), code(&entry[1])) else { return };
        if let Some(items) = entry[2].as_array() {
            let spans = items.iter().zip(first..=last);
            self.texts
                .extend(spans.filter_map(|(item, code)| Some(Span { first: code, last: code, value: units(item)? })));
        } else if let Some(value) = units(&entry[2]) {
            self.texts.push(Span { first, last, value });
        }
    }

    /// The length of the code that starts here, and its value. Bytes that are in no code space go one by one, or by
    /// the shortest length there is, as readers do.
    pub fn next(&self, bytes: &[u8]) -> Option<(usize, u32)> {
        for length in 1..=LONGEST_CODE.min(bytes.len()) {
            let candidate = bytes.get(..length)?;
            if self.spaces.iter().any(|space| space.holds(candidate)) {
                return Some((length, value(candidate)));
            }
        }
        let shortest = self.spaces.iter().map(|space| space.low.len()).min().unwrap_or(1).min(bytes.len());
        if shortest == 0 { None } else { Some((shortest, value(bytes.get(..shortest)?))) }
    }

    /// Whether the CMap says how codes are cut.
    pub fn has_code_spaces(&self) -> bool {
        !self.spaces.is_empty()
    }

    /// The number of the character a code stands for.
    pub fn id(&self, code: u32) -> Option<u32> {
        let span = find(&self.ids, code)?;
        span.value.checked_add(code - span.first)
    }

    /// The text a code stands for.
    pub fn text(&self, code: u32) -> Option<String> {
        let span = find(&self.texts, code)?;
        let mut units = span.value.clone();
        let last = units.last_mut()?;
        *last = last.wrapping_add((code - span.first) as u16);
        let text = String::from_utf16(&units).ok()?;
        // Producers write these where they know no character.
        (!text.contains(['\0', '\u{FFFD}', '\u{FFFE}', '\u{FFFF}'])).then_some(text)
    }

    /// The code space, and the numbers too, of the CMap this one builds on.
    pub fn extend_from(&mut self, base: Self) {
        self.spaces.extend(base.spaces);
        // Own entries come after those of the base, so that they win.
        let own = std::mem::replace(&mut self.ids, base.ids);
        self.ids.extend(own);
        self.ids.sort_by_key(|span| span.first);
    }
}

impl CodeSpace {
    fn holds(&self, code: &[u8]) -> bool {
        let mut bytes = code.iter().zip(&self.low).zip(&self.high);
        code.len() == self.low.len() && bytes.all(|((byte, low), high)| (low..=high).contains(&byte))
    }
}

/// The last span that starts at or before a code and reaches it.
/// Spans hardly ever overlap; a few steps back are enough.
fn find<T>(spans: &[Span<T>], code: u32) -> Option<&Span<T>> {
    let after = spans.partition_point(|span| span.first <= code);
    spans.get(..after)?.iter().rev().take(4).find(|span| span.last >= code)
}

fn value(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |code, &byte| code << 8 | u32::from(byte))
}

fn code(object: &Object) -> Option<u32> {
    object.as_string().filter(|bytes| (1..=LONGEST_CODE).contains(&bytes.len())).map(value)
}

fn units(object: &Object) -> Option<Vec<u16>> {
    let bytes = object.as_string()?;
    if let [byte] = bytes {
        return Some(vec![u16::from(*byte)]);
    }
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    (!units.is_empty()).then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_give_texts() {
        let map = CMap::read(
            b"/CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange \
              2 beginbfchar <0003> <0020> <0004> <00660069> endbfchar \
              2 beginbfrange <0010> <0012> <0041> <0020> <0021> [<0078> <D83DDE00>] endbfrange",
        )
        .expect("a map");
        assert_eq!(map.next(&[0, 4, 0, 3]), Some((2, 4)));
        let texts: Vec<_> = [3, 4, 0x10, 0x12, 0x13, 0x20, 0x21].map(|code| map.text(code)).into();
        let expected = [Some(" "), Some("fi"), Some("A"), Some("C"), None, Some("x"), Some("😀")];
        assert_eq!(texts.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn codes_of_mixed_lengths_are_cut_by_their_spaces() {
        let map = CMap::read(
            b"2 begincodespacerange <00> <80> <8140> <9FFC> endcodespacerange \
              1 begincidrange <20> <7E> 1 endcidrange 1 begincidchar <8140> 633 endcidchar",
        )
        .expect("a map");
        assert_eq!(map.next(b"A"), Some((1, 0x41)));
        assert_eq!(map.next(&[0x81, 0x40]), Some((2, 0x8140)));
        assert_eq!((map.id(0x21), map.id(0x8140), map.id(0x8141)), (Some(2), Some(633), None));
    }

    #[test]
    fn a_text_unknown_to_the_producer_is_none() {
        let map = CMap::read(b"1 beginbfchar <01> <FFFD> endbfchar").expect("a map");
        assert_eq!(map.text(1), None);
    }
}
