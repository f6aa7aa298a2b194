//! CMaps: how the bytes of a string fall into codes, and what the codes stand for (a character's number in a font, or
//! text).

use std::collections::BTreeSet;

use crate::lexer::PdfLexer;
use crate::parse::ContentItem;
use crate::{PdfError, PdfName, PdfObject, write};

/// More entries than any font has.
const MOST_ENTRIES: usize = 1_000_000;

/// The longest code, in bytes.
const LONGEST_CODE: usize = 4;

/// A CMap, read.
#[derive(Clone, Default)]
pub(crate) struct CMap {
    spaces: Vec<CodeSpace>,
    ids: Vec<CodeSpan<u32>>,
    texts: Vec<CodeSpan<Vec<u16>>>,
    /// The CMap this one builds on, by name.
    pub base: Option<Vec<u8>>,
    /// True if text runs down instead of across.
    pub vertical: bool,
}

#[derive(Clone)]
struct CodeSpace {
    low: Vec<u8>,
    high: Vec<u8>,
}

/// Codes from `first` to `last`, the first of which stands for `value` and each further one for the next value.
#[derive(Clone)]
struct CodeSpan<T> {
    first: u32,
    last: u32,
    /// The length of the codes in bytes.
    length: usize,
    value: T,
}

impl CMap {
    /// Two bytes a code, each its own number.
    pub fn identity(vertical: bool) -> Self {
        let ids = vec![CodeSpan { first: 0, last: 0xFFFF, length: 2, value: 0 }];
        Self { spaces: vec![CodeSpace { low: vec![0; 2], high: vec![0xFF; 2] }], ids, vertical, ..Self::default() }
    }

    /// Reads a CMap.
    pub fn read(bytes: &[u8]) -> Result<Self, PdfError> {
        let mut map = Self::default();
        let mut lexer = PdfLexer::new(bytes);
        let mut operands: Vec<PdfObject> = Vec::new();
        while let Some((item, _)) = lexer.item()? {
            match item {
                ContentItem::Object(object) => operands.push(object),
                ContentItem::Word(word) => {
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

    fn operator(&mut self, word: &[u8], operands: &[PdfObject]) {
        match word {
            b"usecmap" => self.base = operands.last().and_then(PdfObject::as_name).map(<[u8]>::to_vec),
            b"def" => {
                if let [.., PdfObject::Name(name), value] = operands
                    && name.as_bytes() == b"WMode"
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
                let (first, length) = code(&entry[0])?;
                Some(CodeSpan { first, last: code(&entry[1])?.0, length, value })
            })),
            b"endcidchar" => self.ids.extend(operands.chunks_exact(2).filter_map(|entry| {
                let (first, length) = code(&entry[0])?;
                Some(CodeSpan { first, last: first, length, value: u32::try_from(entry[1].as_integer()?).ok()? })
            })),
            b"endbfchar" => self.texts.extend(operands.chunks_exact(2).filter_map(|entry| {
                let (first, length) = code(&entry[0])?;
                Some(CodeSpan { first, last: first, length, value: units(&entry[1])? })
            })),
            b"endbfrange" => operands.chunks_exact(3).for_each(|entry| self.text_range(entry)),
            _ => {}
        }
    }

    fn text_range(&mut self, entry: &[PdfObject]) {
        let (Some((first, length)), Some((last, _))) = (code(&entry[0]), code(&entry[1])) else { return };
        if let Some(items) = entry[2].as_array() {
            let spans = items.iter().zip(first..=last);
            self.texts
                .extend(spans.filter_map(|(item, code)| {
                    Some(CodeSpan { first: code, last: code, length, value: units(item)? })
                }));
        } else if let Some(value) = units(&entry[2]) {
            self.texts.push(CodeSpan { first, last, length, value });
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

    /// A map of codes that only says how they are cut, each space by its lowest and highest code, and not what they
    /// stand for.
    pub fn of_spaces(spaces: &[(&[u8], &[u8])], vertical: bool) -> Self {
        let spaces = spaces.iter().map(|(low, high)| CodeSpace { low: low.to_vec(), high: high.to_vec() }).collect();
        Self { spaces, vertical, ..Self::default() }
    }

    /// The codes it tells texts of, at most as many of each stretch as tell whether the stretch is right.
    pub fn first_codes(&self) -> impl Iterator<Item = u32> {
        const ENOUGH: u32 = 64;
        self.texts.iter().flat_map(|span| span.first..=span.last.min(span.first.saturating_add(ENOUGH)))
    }

    /// True if the CMap says how codes are cut.
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
        let units = span.units_of(code);
        let text = String::from_utf16(&units).ok()?;
        // Producers write these where they know no character.
        (!text.contains(['\0', '\u{FFFD}', '\u{FFFE}', '\u{FFFF}'])).then_some(text)
    }

    /// True if a code is told to be a blank, or nothing that can be seen.
    pub fn is_blank(&self, code: u32) -> bool {
        let is_unseen = |c: char| c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}');
        self.text(code).is_some_and(|text| text.chars().all(is_unseen))
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

impl CodeSpan<Vec<u16>> {
    /// The UTF-16 units that a code of the span stands for.
    fn units_of(&self, code: u32) -> Vec<u16> {
        let mut units = self.value.clone();
        if let Some(last) = units.last_mut() {
            *last = last.wrapping_add(code.wrapping_sub(self.first) as u16);
        }
        units
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
fn find<T>(spans: &[CodeSpan<T>], code: u32) -> Option<&CodeSpan<T>> {
    let after = spans.partition_point(|span| span.first <= code);
    spans.get(..after)?.iter().rev().take(4).find(|span| span.last >= code)
}

fn value(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |code, &byte| code << 8 | u32::from(byte))
}

/// The value of a code and how many bytes it has.
fn code(object: &PdfObject) -> Option<(u32, usize)> {
    let bytes = object.as_string().filter(|bytes| (1..=LONGEST_CODE).contains(&bytes.len()))?;
    Some((value(bytes), bytes.len()))
}

fn units(object: &PdfObject) -> Option<Vec<u16>> {
    let bytes = object.as_string()?;
    if let [byte] = bytes {
        return Some(vec![u16::from(*byte)]);
    }
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    (!units.is_empty()).then_some(units)
}

/// The most entries of one block.
const BLOCK: usize = 100;

impl CMap {
    /// A CMap of the texts alone, which says the same. Its entries are in the order of the texts, so that they do not
    /// spell what was written in the order it was written in. Where it is known which codes are shown at all, there
    /// are no others.
    pub fn write_texts(&self, shown: Option<&BTreeSet<u32>>) -> Vec<u8> {
        let mut entries = match shown {
            Some(shown) => shown.iter().filter_map(|&code| self.part(code, code)).collect(),
            None => self.plain_texts(),
        };
        entries.sort_by(|a, b| (&a.value, a.first).cmp(&(&b.value, b.first)));
        let mut out = String::from("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n");
        if let Some(base) = &self.base {
            let mut name = Vec::new();
            write::name(&PdfName::from(base.as_slice()), &mut name);
            out.push_str(&format!("{} usecmap\n", String::from_utf8_lossy(&name)));
        }
        out.push_str("/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n");
        out.push_str("/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n");
        if self.vertical {
            out.push_str("/WMode 1 def\n");
        }
        let spaces = self.spaces.iter().map(|space| format!("{} {}", hex(&space.low), hex(&space.high)));
        blocks("codespacerange", spaces.collect(), &mut out);
        let (single, ranges): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.first == entry.last);
        let line = |entry: &CodeSpan<Vec<u16>>| format!("{} {}", entry.code(entry.first), entry.text());
        blocks("bfchar", single.into_iter().map(line).collect(), &mut out);
        let line = |entry: &CodeSpan<Vec<u16>>| {
            format!("{} {} {}", entry.code(entry.first), entry.code(entry.last), entry.text())
        };
        blocks("bfrange", ranges.into_iter().map(line).collect(), &mut out);
        out.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
        out.into_bytes()
    }

    /// The texts by spans none of which overlap.
    fn plain_texts(&self) -> Vec<CodeSpan<Vec<u16>>> {
        let ends = self.texts.iter().filter_map(|span| span.last.checked_add(1));
        let mut edges: Vec<u32> = self.texts.iter().map(|span| span.first).chain(ends).collect();
        edges.sort_unstable();
        edges.dedup();
        let lasts = edges.iter().skip(1).map(|next| next - 1).chain([u32::MAX]);
        edges.iter().zip(lasts).filter_map(|(&first, last)| self.part(first, last)).collect()
    }

    /// The texts of a range of codes within the span.
    fn part(&self, first: u32, last: u32) -> Option<CodeSpan<Vec<u16>>> {
        let span = find(&self.texts, first)?;
        Some(CodeSpan { first, last: last.min(span.last), length: span.length, value: span.units_of(first) })
    }

    /// True if codes stand for texts.
    pub fn has_texts(&self) -> bool {
        !self.texts.is_empty()
    }
}

impl CodeSpan<Vec<u16>> {
    fn code(&self, code: u32) -> String {
        format!("<{code:0width$X}>", width = self.length * 2)
    }

    fn text(&self) -> String {
        hex(&self.value.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<u8>>())
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("<{digits}>")
}

fn blocks(kind: &str, lines: Vec<String>, out: &mut String) {
    for block in lines.chunks(BLOCK) {
        out.push_str(&format!("{} begin{kind}\n{}\nend{kind}\n", block.len(), block.join("\n")));
    }
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

    #[test]
    fn a_map_written_anew_says_the_same_in_another_order() {
        let source = b"1 begincodespacerange <00> <FF> endcodespacerange \
              2 beginbfrange <01> <04> [<004A> <0061> <006E> <00660069>] <20> <28> <0041> endbfrange \
              3 beginbfchar <22> <D83DDE00> <05> <0065> <05> <0078> endbfchar";
        let map = CMap::read(source).expect("a map");
        let written = map.write_texts(None);
        let again = CMap::read(&written).expect("a map");
        for code in 0..=0xFF {
            assert_eq!(again.text(code), map.text(code), "{code}");
        }
        assert_eq!(again.next(b"a"), Some((1, 0x61)));
        assert_eq!(again.write_texts(None), written);
        let written = String::from_utf8(written).expect("letters");
        assert!(
            written.contains("<01> <004A>\n<02> <0061>\n<04> <00660069>\n<03> <006E>\n<05> <0078>\n<22> <D83DDE00>")
        );
        let fewer = CMap::read(&map.write_texts(Some(&BTreeSet::from([2, 0x21, 0x99])))).expect("a map");
        let told: Vec<u32> = (0..=0xFF).filter(|&code| fewer.text(code).is_some()).collect();
        assert_eq!((told.as_slice(), fewer.text(0x21)), ([2, 0x21].as_slice(), map.text(0x21)));
    }
}
