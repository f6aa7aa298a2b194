//! Fonts: how the bytes of a string fall into codes, and for each code the text it draws and how far it moves on.

mod composite;
mod encodings;
mod names;
mod predefined;
mod simple;
mod standard;
mod tex;
pub(crate) mod truetype;
mod trust;
mod type1;

use std::borrow::Cow;

use crate::cmap::CMap;
use crate::file::PdfFile;
use crate::lookup::{dict, entry, name, numbers, stream_number};
use crate::{Dict, ObjectNumber, PdfObject};

pub(crate) use standard::{helvetica_width, win_ansi};

/// A font as text is set in it.
pub(crate) struct PdfFont {
    kind: FontKind,
    /// The stream that tells the texts of its codes.
    pub to_unicode: Option<ObjectNumber>,
    /// True if text runs down instead of across.
    pub vertical: bool,
    /// The height of letters for a size of one: about one, but for fonts with a measure of their own.
    pub height: f64,
}

enum FontKind {
    Simple(simple::SimpleFont),
    Composite(Box<composite::CompositeFont>),
    /// Nobody can tell its letters.
    Unreadable,
}

/// The text or drawing of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CodeReading<'a> {
    /// This text.
    Text(Cow<'a, str>),
    /// Nothing that could be seen.
    Blank,
    /// Something, and nobody can tell what.
    Unknown,
}

/// One code of a string.
pub(crate) struct FontCode<'a> {
    /// Its length in bytes.
    pub length: usize,
    /// Its value.
    pub value: u32,
    /// Its text or drawing.
    pub reading: CodeReading<'a>,
    /// Its advance for a size of one.
    pub advance: f64,
    /// True if word spacing is added.
    pub is_word_space: bool,
}

impl PdfFont {
    /// Reads a font dictionary.
    pub fn read(file: &PdfFile, font: &Dict) -> Self {
        let told_by = font.get("ToUnicode").and_then(|object| stream_number(file, object));
        let to_unicode = entry(file, font, "ToUnicode")
            .and_then(PdfObject::as_stream)
            .and_then(|stream| file.decode(stream).ok())
            .and_then(|bytes| CMap::read(&bytes).ok());
        if name(file, font, "Subtype") == Some(b"Type0") {
            let composite = composite::CompositeFont::read(file, font, to_unicode);
            let vertical = composite.as_ref().is_some_and(composite::CompositeFont::vertical);
            let kind = composite.map_or(FontKind::Unreadable, |font| FontKind::Composite(Box::new(font)));
            return Self { kind, to_unicode: told_by, vertical, height: 1.0 };
        }
        let height = if name(file, font, "Subtype") == Some(b"Type3") { drawn_height(file, font) } else { 1.0 };
        let kind = FontKind::Simple(simple::SimpleFont::read(file, font, to_unicode));
        Self { kind, to_unicode: told_by, vertical: false, height }
    }

    /// A font that stands where none is named or none can be found.
    pub fn unreadable() -> Self {
        Self { kind: FontKind::Unreadable, to_unicode: None, vertical: false, height: 1.0 }
    }

    /// The code a string starts with; nothing at its end.
    pub fn code(&self, bytes: &[u8]) -> Option<FontCode<'_>> {
        match &self.kind {
            FontKind::Simple(font) => font.code(*bytes.first()?),
            FontKind::Composite(font) => font.code(bytes),
            // Nobody knows how far such a letter moves on; half of its height is usual.
            FontKind::Unreadable => bytes.first().map(|&byte| FontCode {
                length: 1,
                value: u32::from(byte),
                reading: CodeReading::Unknown,
                advance: 0.5,
                is_word_space: false,
            }),
        }
    }
}

/// The text of a code as it is read: ligatures as letters, drawn hyphens as hyphens.
/// Nothing if it tells nothing: empty, control characters, private use.
fn readable(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            'ﬀ' => out.push_str("ff"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬃ' => out.push_str("ffi"),
            'ﬄ' => out.push_str("ffl"),
            'ﬅ' | 'ﬆ' => out.push_str("st"),
            // A soft hyphen that is drawn is a hyphen.
            '\u{AD}' => out.push('-'),
            '\t' | '\n' | '\r' | '\u{A0}' => out.push(' '),
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}' => {}
            '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. => return None,
            letter if letter.is_control() => return None,
            letter => out.push(letter),
        }
    }
    (!out.is_empty() || !text.is_empty()).then_some(out)
}

/// The height of a font whose glyphs are drawn by procedures: that of its box, or what its widths suggest.
fn drawn_height(file: &PdfFile, font: &Dict) -> f64 {
    let matrix = numbers(file, font, "FontMatrix").unwrap_or_default();
    let scale = |nth: usize| matrix.get(nth).copied().unwrap_or(0.001).abs();
    if (scale(3) - 0.001).abs() < 1e-6 {
        return 1.0;
    }
    let bounds = numbers(file, font, "FontBBox").unwrap_or_default();
    let height = match bounds.as_slice() {
        [_, low, _, high] => (high - low).abs() * scale(3),
        _ => 0.0,
    };
    let widest = numbers(file, font, "Widths").unwrap_or_default().into_iter().fold(0.0, f64::max) * scale(0);
    [height, widest].into_iter().find(|&height| height > 0.0 && height.is_finite()).unwrap_or(1.0)
}

/// The embedded font file of a descriptor, unpacked.
fn embedded(file: &PdfFile, descriptor: Option<&Dict>, key: &str) -> Option<Vec<u8>> {
    let stream = entry(file, descriptor?, key)?.as_stream()?;
    file.decode(stream).ok()
}

/// The dictionary that describes a font.
fn descriptor<'a>(file: &'a PdfFile, font: &'a Dict) -> Option<&'a Dict> {
    dict(file, font, "FontDescriptor")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_readable() {
        assert_eq!(readable("ﬁ").as_deref(), Some("fi"));
        assert_eq!(readable("\u{AD}").as_deref(), Some("-"));
        assert_eq!(readable("\u{F0B7}"), None);
        assert_eq!(readable("\u{1}"), None);
        assert_eq!(readable(""), None);
    }
}
