//! Composite fonts: codes of one or several bytes, each a character of a large font.

use std::borrow::Cow;

use super::truetype::{TrueType, TrueTypeGlyph};
use super::trust::{self, FontEvidence};
use super::{CodeReading, FontCode, descriptor, embedded, predefined, readable};
use crate::cmap::CMap;
use crate::file::PdfFile;
use crate::lookup::{entry, number, numbers};
use crate::{Dict, PdfObject};

/// The longest chain of CMaps that build on one another.
const DEEPEST: usize = 4;

/// A composite font.
pub(crate) struct CompositeFont {
    codes: CMap,
    to_unicode: Option<CMap>,
    glyphs: EmbeddedGlyphs,
    truetype: Option<TrueType>,
    widths: Vec<CharacterWidth>,
    default_width: f64,
    /// The advance of a character in vertical text; less than nought for down.
    down: f64,
    /// True if the codes are characters themselves.
    codes_are_text: bool,
    /// True if the map tells other letters than the font file.
    is_a_lie: bool,
}

/// The glyphs of the embedded font by character.
enum EmbeddedGlyphs {
    Same,
    Listed(Vec<u8>),
}

/// Characters from `first` to `last` and their width.
struct CharacterWidth {
    first: u32,
    last: u32,
    width: f64,
}

impl CompositeFont {
    /// Reads the font; nothing if its codes are those of a CMap that is not in the file.
    pub fn read(file: &PdfFile, font: &Dict, to_unicode: Option<CMap>) -> Option<Self> {
        let codes = code_map(file, entry(file, font, "Encoding")?, DEEPEST)?;
        let descendants = entry(file, font, "DescendantFonts")?;
        let descendant =
            file.resolve(descendants.as_array().and_then(<[PdfObject]>::first).unwrap_or(descendants)).as_dict()?;
        let glyphs = match entry(file, descendant, "CIDToGIDMap") {
            Some(PdfObject::Stream(stream)) => EmbeddedGlyphs::Listed(file.decode(stream).ok()?),
            _ => EmbeddedGlyphs::Same,
        };
        let descriptor = descriptor(file, descendant);
        let font_file = embedded(file, descriptor, "FontFile2").or_else(|| embedded(file, descriptor, "FontFile3"));
        let down = numbers(file, descendant, "DW2").unwrap_or_default();
        let mut composite = Self {
            codes,
            to_unicode,
            glyphs,
            truetype: font_file.and_then(|bytes| TrueType::read(&bytes)),
            widths: widths(file, descendant),
            default_width: number(file, descendant, "DW").unwrap_or(1000.0),
            down: down.get(1).copied().unwrap_or(-1000.0),
            codes_are_text: entry(file, font, "Encoding").and_then(PdfObject::as_name).is_some_and(predefined::is_text),
            is_a_lie: false,
        };
        composite.weigh();
        Some(composite)
    }

    /// True if text runs down.
    pub fn vertical(&self) -> bool {
        self.codes.vertical
    }

    /// The code a string starts with.
    pub fn code(&self, bytes: &[u8]) -> Option<FontCode<'_>> {
        let (length, value) = self.codes.next(bytes)?;
        let id = self.codes.id(value).unwrap_or(0);
        let advance = if self.vertical() { self.down } else { self.width(id) };
        Some(FontCode {
            length,
            value,
            reading: self.reading(value, id),
            advance: advance / 1000.0,
            is_word_space: length == 1 && value == u32::from(b' '),
        })
    }

    fn reading(&self, code: u32, id: u32) -> CodeReading<'_> {
        let told = self.to_unicode.as_ref().and_then(|map| map.text(code));
        if self.is_a_lie || told.as_ref().is_some_and(|told| self.contradicts(told, id) == Some(true)) {
            return CodeReading::Unknown;
        }
        if let Some(text) = told.and_then(|text| readable(&text)) {
            return CodeReading::Text(Cow::Owned(text));
        }
        if self.codes_are_text
            && let Some(text) = char::from_u32(code).and_then(|letter| readable(letter.encode_utf8(&mut [0; 4])))
        {
            return CodeReading::Text(Cow::Owned(text));
        }
        let (Some(font), Some(glyph)) = (&self.truetype, self.glyph(id)) else { return CodeReading::Unknown };
        match font.text_of(glyph).and_then(|text| readable(&text)) {
            Some(text) => CodeReading::Text(Cow::Owned(text)),
            None if font.is_blank(glyph) => CodeReading::Blank,
            None => CodeReading::Unknown,
        }
    }

    /// True if the map tells another letter than the font file, where both do; or nothing where the file draws
    /// something.
    fn contradicts(&self, told: &str, id: u32) -> Option<bool> {
        let (font, glyph) = (self.truetype.as_ref()?, self.glyph(id)?);
        if told.trim().is_empty() && font.is_drawn(glyph) {
            return Some(true);
        }
        // Of the letters a glyph stands for any may be told.
        if told.chars().next().is_some_and(|letter| font.glyph_of(letter) == Some(glyph)) {
            return Some(false);
        }
        Some(trust::contradict(told, &font.text_of(glyph)?))
    }

    /// Holds what the map tells against the font file.
    fn weigh(&mut self) {
        let mut evidence = FontEvidence::default();
        if let Some(map) = &self.to_unicode {
            for code in map.first_codes() {
                let told = map.text(code).zip(self.codes.id(code));
                let is_blank = |id: u32| self.truetype.as_ref().zip(self.glyph(id)).is_some_and(|(f, g)| f.is_blank(g));
                match told.as_ref().and_then(|(told, id)| self.contradicts(told, *id)) {
                    Some(contradicts) => evidence.add(contradicts),
                    None if map.is_blank(code) && !told.is_some_and(|(_, id)| is_blank(id)) => evidence.add_blank(),
                    None => {}
                }
            }
        }
        self.is_a_lie = evidence.is_a_lie();
    }

    fn glyph(&self, id: u32) -> Option<TrueTypeGlyph> {
        match &self.glyphs {
            EmbeddedGlyphs::Same => TrueTypeGlyph::try_from(id).ok(),
            EmbeddedGlyphs::Listed(list) => {
                let at = usize::try_from(id).ok()?.checked_mul(2)?;
                Some(TrueTypeGlyph::from_be_bytes(list.get(at..at + 2)?.try_into().ok()?))
            }
        }
    }

    fn width(&self, id: u32) -> f64 {
        let after = self.widths.partition_point(|width| width.first <= id);
        let span = self.widths.get(..after).and_then(<[CharacterWidth]>::last).filter(|width| width.last >= id);
        span.map_or(self.default_width, |width| width.width)
    }
}

/// The CMap that cuts strings into codes. Of those known by name it is known how they cut.
fn code_map(file: &PdfFile, encoding: &PdfObject, deepest: usize) -> Option<CMap> {
    match encoding {
        PdfObject::Name(name) => match name.as_bytes() {
            b"Identity-H" => Some(CMap::identity(false)),
            b"Identity-V" => Some(CMap::identity(true)),
            name => predefined::code_map(name),
        },
        PdfObject::Stream(stream) => {
            let mut map = CMap::read(&file.decode(stream).ok()?).ok()?;
            if number(file, &stream.dict, "WMode") == Some(1.0) {
                map.vertical = true;
            }
            let named = map.base.take().map(|name| PdfObject::Name(name.as_slice().into()));
            let base = entry(file, &stream.dict, "UseCMap").cloned().or(named);
            if let Some(base) = base {
                map.extend_from(code_map(file, &base, deepest.checked_sub(1)?)?);
            }
            map.has_code_spaces().then_some(map)
        }
        _ => None,
    }
}

/// The widths of a descendant font: `first [w w w]` or `first last w`.
fn widths(file: &PdfFile, descendant: &Dict) -> Vec<CharacterWidth> {
    let mut widths = Vec::new();
    let items = entry(file, descendant, "W").and_then(PdfObject::as_array).unwrap_or_default();
    let id = |object: Option<&PdfObject>| u32::try_from(file.resolve(object?).as_integer()?).ok();
    let mut at = 0;
    while let (Some(first), Some(second)) = (id(items.get(at)), items.get(at + 1)) {
        if let PdfObject::Array(list) = file.resolve(second) {
            for (first, width) in (first..=u32::MAX).zip(list) {
                let width = file.resolve(width).as_number().unwrap_or(0.0);
                widths.push(CharacterWidth { first, last: first, width });
            }
            at += 2;
        } else {
            let width = items.get(at + 2).and_then(|width| file.resolve(width).as_number());
            let (Some(last), Some(width)) = (id(Some(second)), width) else { break };
            widths.push(CharacterWidth { first, last, width });
            at += 3;
        }
    }
    widths.sort_by_key(|width| width.first);
    widths
}
