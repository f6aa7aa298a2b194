//! Simple fonts: one byte a code.

use std::borrow::Cow;

use super::encodings::BaseEncoding;
use super::standard::StandardMetrics;
use super::truetype::TrueType;
use super::trust::{self, FontEvidence};
use super::{CodeReading, FontCode, descriptor, embedded, names, readable, tex, type1};
use crate::cmap::CMap;
use crate::file::PdfFile;
use crate::lookup::{entry, name, number, numbers};
use crate::{Dict, PdfObject};

/// In the flags of a descriptor: the letters are not the usual ones.
const SYMBOLIC: i64 = 4;

/// A simple font: what each byte draws.
pub(crate) struct SimpleFont {
    glyphs: Vec<SimpleGlyph>,
}

struct SimpleGlyph {
    text: Option<String>,
    blank: bool,
    advance: f64,
}

/// The sources that tell of codes: the font dictionary and the font file in it.
struct CodeSources<'a> {
    to_unicode: Option<CMap>,
    /// Names the dictionary gives to single codes.
    names: Vec<Option<&'a [u8]>>,
    /// The encoding the dictionary names, or that such a font has by default.
    base: Option<BaseEncoding>,
    /// Names the embedded font gives to codes.
    built_in: Vec<Option<String>>,
    truetype: Option<TrueType>,
    /// The font's letters are those of Symbol, put into private use by the producer.
    is_symbol: bool,
    /// True if the font has letters of its own, and codes lead to them by the tables of its file.
    is_symbolic: bool,
    /// True if the map tells other letters than are seen.
    is_a_lie: bool,
    /// True if codes are named by their numbers.
    is_numbered: bool,
}

impl SimpleFont {
    /// Reads a simple font of any kind.
    pub fn read(file: &PdfFile, font: &Dict, to_unicode: Option<CMap>) -> Self {
        let mut sources = CodeSources::read(file, font, to_unicode);
        sources.weigh();
        let widths = CodeWidths::read(file, font);
        let glyphs = (0..=u8::MAX)
            .map(|code| {
                let text = sources.text(code);
                let advance = widths.advance(code, text.as_deref(), sources.truetype.as_ref());
                SimpleGlyph { blank: sources.is_blank(code), text, advance }
            })
            .collect();
        Self { glyphs }
    }

    /// Returns the code of one byte.
    pub fn code(&self, byte: u8) -> Option<FontCode<'_>> {
        let glyph = self.glyphs.get(usize::from(byte))?;
        let reading = match &glyph.text {
            Some(text) => CodeReading::Text(Cow::Borrowed(text)),
            None if glyph.blank => CodeReading::Blank,
            None => CodeReading::Unknown,
        };
        let value = u32::from(byte);
        Some(FontCode { length: 1, value, reading, advance: glyph.advance, is_word_space: byte == b' ' })
    }
}

impl<'a> CodeSources<'a> {
    fn read(file: &'a PdfFile, font: &'a Dict, to_unicode: Option<CMap>) -> Self {
        let descriptor = descriptor(file, font);
        let base_font = name(file, font, "BaseFont").unwrap_or_default();
        let base_font = base_font.split(|&b| b == b'+').next_back().unwrap_or_default();
        let encoding = entry(file, font, "Encoding");
        let truetype = embedded(file, descriptor, "FontFile2").and_then(|bytes| TrueType::read(&bytes));
        let built_in = match embedded(file, descriptor, "FontFile") {
            Some(bytes) => type1::encoding(&bytes),
            None => embedded(file, descriptor, "FontFile3").map(|bytes| type1::compact_encoding(&bytes)),
        };
        let has_file = truetype.is_some() || built_in.is_some() || name(file, font, "Subtype") == Some(b"Type3");
        let symbolic = descriptor.and_then(|d| number(file, d, "Flags")).is_some_and(|f| f as i64 & SYMBOLIC != 0);
        let named = encoding.and_then(|encoding| match encoding {
            PdfObject::Name(name) => BaseEncoding::named(name),
            PdfObject::Dict(dict) => name(file, dict, "BaseEncoding").and_then(BaseEncoding::named),
            _ => None,
        });
        let base = match base_font {
            // These have letters of their own whatever the encoding says.
            b"Symbol" => Some(BaseEncoding::Symbol),
            b"ZapfDingbats" => Some(BaseEncoding::Dingbats),
            _ if named.is_some() => named,
            // An encoding nobody knows, or the one in the font file.
            _ if matches!(encoding, Some(PdfObject::Name(_))) => None,
            _ if has_file && (symbolic || truetype.is_none()) => None,
            _ => Some(BaseEncoding::Standard),
        };
        let names = encoding.and_then(PdfObject::as_dict).map(|dict| differences(file, dict)).unwrap_or_default();
        Self {
            to_unicode,
            is_numbered: name(file, font, "Subtype") == Some(b"Type3") && tex::are_numbers(&names),
            names,
            base,
            built_in: built_in.unwrap_or_default(),
            truetype,
            is_symbol: base_font.starts_with(b"Symbol"),
            is_symbolic: symbolic,
            is_a_lie: false,
        }
    }

    /// Holds what the map tells against what is seen.
    fn weigh(&mut self) {
        let mut evidence = FontEvidence::default();
        for code in 0..=u8::MAX {
            if let Some(contradicts) = self.contradicts(code) {
                evidence.add(contradicts);
            } else if !self.is_blank(code) && self.to_unicode.as_ref().is_some_and(|map| map.is_blank(u32::from(code)))
            {
                evidence.add_blank();
            }
        }
        self.is_a_lie = evidence.is_a_lie();
    }

    /// True if the map tells another letter than is seen, where both are known.
    fn contradicts(&self, code: u8) -> Option<bool> {
        let told = self.to_unicode.as_ref()?.text(u32::from(code))?;
        let by_file = || {
            let font = self.truetype.as_ref()?;
            let glyph = font.glyph_of_code(code)?;
            let is_said = told.chars().next().is_some_and(|letter| font.glyph_of(letter) == Some(glyph));
            if is_said { Some(told.clone()) } else { font.text_of(glyph) }
        };
        let by_name = || {
            let code = usize::from(code);
            let name = self.names.get(code).copied().flatten().and_then(names::text_of);
            let base = || self.base?.table().get(code).copied().flatten().map(String::from);
            let own = || names::text_of(self.built_in.get(code)?.as_ref()?.as_bytes());
            match name {
                Some(name) => Some(name),
                // A name that means nothing is no evidence, nor is what would stand there without it.
                None if self.names.get(code).is_some_and(Option::is_some) => None,
                None => base().or_else(own),
            }
        };
        let seen = if self.truetype.is_some() && self.is_symbolic { by_file() } else { by_name() };
        Some(trust::contradict(&told, &seen?))
    }

    fn text(&self, code: u8) -> Option<String> {
        if self.is_a_lie || self.contradicts(code) == Some(true) {
            return None;
        }
        let told = self.to_unicode.as_ref().and_then(|map| map.text(u32::from(code)));
        let told = told.and_then(|text| readable(&text).or_else(|| self.symbol(&text)));
        told.or_else(|| {
            let text = self.encoded(code)?;
            readable(&text).or_else(|| self.symbol(&text))
        })
    }

    /// The text of a code by name, encoding or font file.
    fn encoded(&self, code: u8) -> Option<String> {
        if let Some(name) = self.names.get(usize::from(code)).copied().flatten() {
            return names::text_of(name).or_else(|| self.numbered(code));
        }
        if let Some(base) = self.base {
            return base.table().get(usize::from(code)).copied().flatten().map(String::from);
        }
        if let Some(name) = self.built_in.get(usize::from(code)).and_then(Option::as_ref) {
            return names::text_of(name.as_bytes());
        }
        let font = self.truetype.as_ref()?;
        let glyph = font.glyph_of_code(code)?;
        font.text_of(glyph)
            .or_else(|| BaseEncoding::MacRoman.table().get(usize::from(code)).copied().flatten().map(String::from))
    }

    /// The text of a code that is named by its number, as fonts of dots made by TeX are.
    fn numbered(&self, code: u8) -> Option<String> {
        self.is_numbered.then(|| tex::text_of(code)).flatten()
    }

    /// A letter of Symbol in the private use area.
    fn symbol(&self, text: &str) -> Option<String> {
        let code = u32::from(text.chars().next().filter(|_| self.is_symbol)?).checked_sub(0xF000)?;
        BaseEncoding::Symbol.table().get(usize::try_from(code).ok()?).copied().flatten().map(String::from)
    }

    fn is_blank(&self, code: u8) -> bool {
        let Some(font) = self.truetype.as_ref().filter(|_| !self.is_a_lie) else { return false };
        font.glyph_of_code(code).is_some_and(|glyph| font.is_blank(glyph))
    }
}

/// The names an encoding dictionary gives to codes.
fn differences<'a>(file: &'a PdfFile, encoding: &'a Dict) -> Vec<Option<&'a [u8]>> {
    let mut names = vec![None; 256];
    let mut code = 0usize;
    for item in entry(file, encoding, "Differences").and_then(PdfObject::as_array).unwrap_or_default() {
        match file.resolve(item) {
            PdfObject::Name(name) => {
                if let Some(slot) = names.get_mut(code) {
                    *slot = Some(name.as_bytes());
                }
                code = code.saturating_add(1);
            }
            other => code = other.as_integer().and_then(|code| usize::try_from(code).ok()).unwrap_or(code),
        }
    }
    names
}

/// The advances of codes.
struct CodeWidths {
    first: i64,
    given: Option<Vec<f64>>,
    missing: Option<f64>,
    scale: f64,
    metrics: StandardMetrics,
}

impl CodeWidths {
    fn read(file: &PdfFile, font: &Dict) -> Self {
        let matrix = numbers(file, font, "FontMatrix").and_then(|matrix| matrix.first().copied());
        let is_type3 = name(file, font, "Subtype") == Some(b"Type3");
        Self {
            first: number(file, font, "FirstChar").map_or(0, |first| first as i64),
            given: numbers(file, font, "Widths"),
            missing: descriptor(file, font).and_then(|descriptor| number(file, descriptor, "MissingWidth")),
            scale: matrix.filter(|_| is_type3).unwrap_or(0.001),
            metrics: StandardMetrics::named(name(file, font, "BaseFont").unwrap_or_default()),
        }
    }

    fn advance(&self, code: u8, text: Option<&str>, font: Option<&TrueType>) -> f64 {
        let nth = usize::try_from(i64::from(code) - self.first).ok();
        if let Some(widths) = &self.given {
            let width = nth.and_then(|nth| widths.get(nth).copied());
            return width.or(self.missing).unwrap_or(0.0) * self.scale;
        }
        let own = font.and_then(|font| {
            let letter = text.and_then(|text| text.chars().next());
            font.width(font.glyph_of_code(code).or_else(|| font.glyph_of(letter?))?)
        });
        own.unwrap_or_else(|| self.metrics.width(code, text)) * self.scale
    }
}
