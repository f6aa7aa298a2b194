//! All that can be found in a file by who looks through its bytes: for checking that something is truly gone.
//!
//! Does not go by the cross references as [`crate::File`] does: every `N G obj` in the file counts, whether anything
//! leads to it or not, and so does every object in an object stream.

use std::collections::BTreeMap;

use crate::indirect::{self, Reader};
use crate::lexer::Lexer;
use crate::parse::{self, Budget, Item};
use crate::{Dict, Number, Object, PdfError, Shared, Stream, filters, textstring, xref};

/// The most bytes that are decoded in all.
const MAX_DECODED: u64 = 8 << 30;

/// Shows every string, name and decoded stream of every object, with a word on where it is.
///
/// - strings: their text in UTF-8, and their bytes where these differ;
/// - names: their bytes;
/// - streams: their bytes with all filters undone that can be, and the strings in them, joined, as content shows them;
/// - pictures: their bytes with all filters undone but their own.
///
/// Objects that cannot be parsed are shown as they stand. Bytes outside objects are not shown; the caller has them.
pub fn decoded(bytes: &Shared, mut visit: impl FnMut(&str, &[u8])) -> Result<(), PdfError> {
    let found = xref::scan(bytes)?;
    let places: BTreeMap<Number, usize> = found.iter().copied().collect();
    let mut reader = Reader::new(bytes);
    let mut show = Show { visit: &mut visit, left: MAX_DECODED, budget: Budget::new(bytes.len()) };
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
    visit: &'v mut dyn FnMut(&str, &[u8]),
    left: u64,
    budget: Budget,
}

impl Show<'_> {
    fn bytes(&mut self, number: Number, what: &str, data: &[u8]) -> Result<(), PdfError> {
        self.left = self
            .left
            .checked_sub(data.len() as u64)
            .ok_or(PdfError::Bomb { what: "streams that decode to too many bytes" })?;
        (self.visit)(&format!("object {number}, {what}"), data);
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
            self.object(number, value)?;
        }
        Ok(())
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
        decoded(&bytes.into(), |place, data| out.push_str(&format!("{place}: {}\n", String::from_utf8_lossy(data))))
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
}
