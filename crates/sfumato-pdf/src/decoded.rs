//! All that can be found in a file by who looks through its bytes: for checking that something is truly gone.
//!
//! Does not go by the cross references as [`crate::File`] does: every `N G obj` in the file counts, whether anything
//! leads to it or not, and so does every object in an object stream.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::indirect::{self, Reader};
use crate::lexer::Lexer;
use crate::parse::{self, Budget, Item};
use crate::{Dict, Number, Object, PdfError, Shared, Stream, filters, textstring, xref};

/// The most bytes that are decoded in all.
const MAX_DECODED: u64 = 8 << 30;

/// What bytes belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belonging {
    /// A font: its name or its program, which say what the font is called and nothing else.
    Font,
    /// Anything else.
    Other,
}

/// The entries of a dictionary that name a font.
const FONT_NAMES: [&[u8]; 3] = [b"BaseFont", b"FontName", b"FontFamily"];

/// Shows every string, name and decoded stream of every object, with a word on where it is.
///
/// - strings: their text in UTF-8, and their bytes where these differ;
/// - names: their bytes;
/// - streams: their bytes with all filters undone that can be, and the strings in them, joined, as content shows them;
/// - pictures: their bytes with all filters undone but their own.
///
/// Objects that cannot be parsed are shown as they stand. Bytes outside objects are not shown; the caller has them.
pub fn decoded(bytes: &Shared, mut visit: impl FnMut(&str, &[u8], Belonging)) -> Result<(), PdfError> {
    let found = xref::scan(bytes)?;
    let places: BTreeMap<Number, usize> = found.iter().copied().collect();
    let mut reader = Reader::new(bytes);
    let mut show =
        Show { visit: &mut visit, left: MAX_DECODED, budget: Budget::new(bytes.len()), belonging: Belonging::Other };
    for (at, &(number, start)) in found.iter().enumerate() {
        let length_of = |length: Number| indirect::number_at(bytes, *places.get(&length)?, length);
        match reader.read(start, length_of) {
            Ok(read) => show.object(number, &read.object)?,
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(_) => {
                let end = found.get(at + 1).map_or(bytes.len(), |(_, next)| *next);
                show.bytes(number, "as it stands", bytes.get(start..end).unwrap_or_default())?;
            }
        }
    }
    Ok(())
}

struct Show<'v> {
    visit: &'v mut dyn FnMut(&str, &[u8], Belonging),
    left: u64,
    budget: Budget,
    /// What belongs to what is shown at the moment.
    belonging: Belonging,
}

impl Show<'_> {
    fn bytes(&mut self, number: Number, what: &str, data: &[u8]) -> Result<(), PdfError> {
        self.left = self
            .left
            .checked_sub(data.len() as u64)
            .ok_or(PdfError::Bomb { what: "streams that decode to too many bytes" })?;
        (self.visit)(&format!("object {number}, {what}"), data, self.belonging);
        Ok(())
    }

    fn object(&mut self, number: Number, object: &Object) -> Result<(), PdfError> {
        match object {
            Object::String(bytes) => {
                let text = textstring::decode(bytes);
                if text.as_bytes() != bytes {
                    self.bytes(number, "bytes of a string", bytes)?;
                }
                self.bytes(number, "a string", text.as_bytes())
            }
            Object::Name(name) => self.bytes(number, "a name", name),
            Object::Array(items) => items.iter().try_for_each(|item| self.object(number, item)),
            Object::Dict(dict) => self.entries(number, dict),
            Object::Stream(stream) => {
                self.entries(number, &stream.dict)?;
                self.stream(number, stream)
            }
            Object::Null | Object::Boolean(_) | Object::Integer(_) | Object::Real(_) | Object::Reference(_) => Ok(()),
        }
    }

    fn entries(&mut self, number: Number, dict: &Dict) -> Result<(), PdfError> {
        for (key, value) in dict.iter() {
            self.bytes(number, "a name", key)?;
            if FONT_NAMES.contains(&&**key) {
                self.of_font(|show| show.object(number, value))?;
            } else {
                self.object(number, value)?;
            }
        }
        Ok(())
    }

    /// Shows something that belongs to a font.
    fn of_font(&mut self, show: impl FnOnce(&mut Self) -> Result<(), PdfError>) -> Result<(), PdfError> {
        self.belonging = Belonging::Font;
        let shown = show(self);
        self.belonging = Belonging::Other;
        shown
    }

    fn stream(&mut self, number: Number, stream: &Stream) -> Result<(), PdfError> {
        let decoded = filters::around_picture(&stream.dict, &|object| object)
            .and_then(|(filters, picture)| Ok((filters::decode(&stream.coded, &filters)?, picture)));
        let data = match decoded {
            Ok((data, false)) => data,
            Ok((data, true)) => return self.bytes(number, "a picture", &data),
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(_) => return self.bytes(number, "a stream that cannot be decoded", &stream.coded),
        };
        if is_font(&stream.dict, &data) {
            return self.of_font(|show| show.bytes(number, "a font", &data));
        }
        self.bytes(number, "a stream", &data)?;
        let name = |key: &str| stream.dict.get(key).and_then(Object::as_name).unwrap_or_default();
        if name("Type") == b"ObjStm" {
            return self.packed(number, stream, &data);
        }
        if name("Subtype") == b"Image" {
            return Ok(());
        }
        self.strings(number, &data)
    }

    /// The objects of an object stream, one after the other from where the first lies.
    fn packed(&mut self, number: Number, stream: &Stream, data: &[u8]) -> Result<(), PdfError> {
        let first = stream.dict.get("First").and_then(Object::as_integer).and_then(|n| usize::try_from(n).ok());
        let mut lexer = Lexer::at(data, first.unwrap_or(0));
        self.budget.restock(data.len());
        while lexer.position() < data.len() {
            match parse::value(&mut lexer, &mut self.budget) {
                Ok(object) => self.object(number, &object)?,
                Err(error @ PdfError::Bomb { .. }) => return Err(error),
                // What is no value has been shown with the whole.
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// The strings of content, as they are shown: those of one operator joined.
    fn strings(&mut self, number: Number, data: &[u8]) -> Result<(), PdfError> {
        let mut lexer = Lexer::new(data);
        let mut joined = Vec::new();
        // Bytes that are no content stop making sense soon; they have been shown as they are.
        while let Ok(Some((item, _))) = lexer.item() {
            match item {
                Item::Object(object) => join(&object, &mut joined),
                Item::Word(_) => {
                    if joined.last().is_some_and(|&last| last != b'\n') {
                        joined.push(b'\n');
                    }
                }
            }
        }
        if joined.is_empty() { Ok(()) } else { self.bytes(number, "strings of a stream", &joined) }
    }
}

/// Whether a stream is the program of a font: by what it says it is, or by how it starts.
fn is_font(dict: &Dict, data: &[u8]) -> bool {
    const KINDS: [&[u8]; 3] = [b"Type1C", b"CIDFontType0C", b"OpenType"];
    const STARTS: [&[u8]; 5] = [b"\0\x01\0\0", b"true", b"OTTO", b"%!PS-AdobeFont", b"%!FontType1"];
    let subtype = dict.get("Subtype").and_then(Object::as_name).unwrap_or_default();
    KINDS.contains(&subtype) || (dict.get("Length1").is_some() && STARTS.iter().any(|start| data.starts_with(start)))
}

/// Where fonts are named in the bytes of a file as they stand: what follows `/BaseFont` and the like.
pub fn font_names(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let Some(rest) = bytes.get(at + 1..) else { break };
        let Some(key) = FONT_NAMES.iter().find(|key| rest.starts_with(key)) else { continue };
        let start = at + 1 + key.len();
        let mut lexer = Lexer::at(bytes, start);
        let mut budget = Budget::new(MOST_NAME);
        if matches!(parse::value(&mut lexer, &mut budget), Ok(Object::Name(_) | Object::String(_))) {
            found.push(start..lexer.position());
        }
    }
    found
}

/// No font has a longer name.
const MOST_NAME: usize = 256;

fn join(object: &Object, out: &mut Vec<u8>) {
    match object {
        Object::String(bytes) => out.extend_from_slice(bytes),
        Object::Array(items) => items.iter().for_each(|item| join(item, out)),
        Object::Dict(dict) => dict.values().for_each(|value| join(value, out)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{one_page, stream};

    fn shown(bytes: &[u8]) -> String {
        let mut out = String::new();
        decoded(&bytes.into(), |place, data, _| out.push_str(&format!("{place}: {}\n", String::from_utf8_lossy(data))))
            .expect("sound");
        out
    }

    #[test]
    fn everything_is_shown_reachable_or_not() {
        let content = stream("/Filter/AHx", "5B2852292D3930286F65295D544A>");
        let others = [content.as_str(), "<</A<4A616E65>/Jane#20Roe(x)>>", "[(unclosed"];
        let shown = shown(&one_page("", "/Contents 4 0 R", &others, ""));
        assert!(shown.contains("object 4, a stream: [(R)-90(oe)]TJ\n"));
        assert!(shown.contains("object 4, strings of a stream: Roe\n"));
        assert!(shown.contains("object 5, a string: Jane\n"));
        assert!(shown.contains("object 5, a name: Jane Roe\n"));
        assert!(shown.contains("[(unclosed"));
    }

    #[test]
    fn objects_in_object_streams_are_shown() {
        let packed = stream("/Type/ObjStm/N 2/First 8", "7 0 8 7 (J\\141ne)<526F65>");
        let shown = shown(&one_page("", "", &[&packed], ""));
        assert!(shown.contains("a string: Jane\n") && shown.contains("a string: Roe\n"));
    }

    #[test]
    fn what_belongs_to_fonts_is_told() {
        let font = stream("/Length1 4", "true georgia");
        let others = [font.as_str(), "<</Type/Font/BaseFont/Georgia-Bold/Note(Georgia)>>"];
        let bytes = one_page("", "", &others, "");
        let mut of_fonts = Vec::new();
        decoded(&(&*bytes).into(), |place, _, belonging| {
            if belonging == Belonging::Font {
                of_fonts.push(place.to_owned());
            }
        })
        .expect("sound");
        assert_eq!(of_fonts, ["object 4, a font", "object 5, a name"]);
        let names: Vec<&[u8]> = font_names(&bytes).into_iter().map(|range| &bytes[range]).collect();
        assert!(names.contains(&&b"/Georgia-Bold"[..]), "{names:?}");
    }
}
