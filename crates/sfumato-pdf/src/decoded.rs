//! All that can be found in a file by who looks through its bytes: for checking that something is truly gone.
//!
//! Does not go by the cross references as [`crate::PdfFile`] does: every `N G obj` in the file counts, whether anything
//! leads to it or not, and so does every object in an object stream.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::indirect::{self, ObjectReader};
use crate::lexer::{PdfLexer, is_regular};
use crate::parse::{self, ContentItem, ParseBudget};
use crate::standard_names::{LONGEST as LONGEST_OF_FORMAT, is_of_format};
use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes, filters, textstring, xref};

/// The most bytes that are decoded in all.
const MAX_DECODED: u64 = 8 << 30;

/// The entries of a dictionary that name a font.
const FONT_NAMES: [&[u8]; 3] = [b"BaseFont", b"FontName", b"FontFamily"];

/// Bytes of a file, in plain.
pub struct DecodedBytes<'s> {
    /// The place they stand at, in words.
    pub place: &'s str,
    /// The bytes themselves.
    pub bytes: &'s [u8],
    /// Stretches of them, in order, that say what the format, a schema or a font calls something.
    pub dictated: &'s [Range<usize>],
    /// True if all of them come with a font or with a standard: its program, its description, its notices.
    pub is_notice: bool,
}

/// Shows every string, name and decoded stream of every object, with a word on where it is, and the bytes of the file
/// as they stand.
///
/// - strings: their text in UTF-8, and their bytes where these differ;
/// - names: their bytes, but for those that the format gives;
/// - streams: their bytes with all filters undone that can be, and the strings in them, joined, as content shows them;
/// - pictures: their bytes with all filters undone but their own.
///
/// Streams that `is_read` knows by their bytes are not shown: somebody else looks through these as what they are.
/// Objects that cannot be parsed are shown as they stand.
pub fn decoded(
    bytes: &SharedBytes,
    is_read: impl Fn(&[u8]) -> bool,
    mut visit: impl FnMut(DecodedBytes<'_>),
) -> Result<(), PdfError> {
    let found = xref::scan(bytes)?;
    let places: BTreeMap<ObjectNumber, usize> = found.iter().copied().collect();
    let mut reader = ObjectReader::new(bytes);
    let mut show = DecodedWalk {
        whole: bytes,
        visit: &mut visit,
        is_read: &is_read,
        left: MAX_DECODED,
        budget: ParseBudget::new(bytes.len()),
        in_font_name: false,
        aside: Vec::new(),
    };
    for (at, &(number, start)) in found.iter().enumerate() {
        let length_of = |length: ObjectNumber| indirect::number_at(bytes, *places.get(&length)?, length);
        match reader.read(start, length_of) {
            Ok(read) => show.object(number, &read.object)?,
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(_) => {
                let end = found.get(at + 1).map_or(bytes.len(), |(_, next)| *next);
                show.bytes(number, "as it stands", bytes.get(start..end).unwrap_or_default())?;
            }
        }
    }
    show.file_itself();
    Ok(())
}

struct DecodedWalk<'v> {
    whole: &'v SharedBytes,
    visit: &'v mut dyn FnMut(DecodedBytes<'_>),
    is_read: &'v dyn Fn(&[u8]) -> bool,
    left: u64,
    budget: ParseBudget,
    /// True if what is shown at the moment names a font.
    in_font_name: bool,
    /// The ranges of the file that hold streams without filters which are shown, or read, as what they are.
    aside: Vec<Range<usize>>,
}

impl DecodedWalk<'_> {
    fn bytes(&mut self, number: ObjectNumber, what: &str, data: &[u8]) -> Result<(), PdfError> {
        let whole = 0..data.len();
        let dictated = if self.in_font_name { std::slice::from_ref(&whole) } else { &[] };
        self.part(number, what, data, dictated, false)
    }

    fn part(
        &mut self,
        number: ObjectNumber,
        what: &str,
        bytes: &[u8],
        dictated: &[Range<usize>],
        is_notice: bool,
    ) -> Result<(), PdfError> {
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(PdfError::Bomb { what: "streams that decode to too many bytes" })?;
        let place = format!("object {number}, {what}");
        (self.visit)(DecodedBytes { place: &place, bytes, dictated, is_notice });
        Ok(())
    }

    /// Shows the bytes of the file, but for streams that stand in it as they are and were shown as what they are.
    fn file_itself(&mut self) {
        self.aside.sort_by_key(|stretch| stretch.start);
        let mut at = 0;
        let ends = std::mem::take(&mut self.aside);
        for stretch in ends.into_iter().chain(std::iter::once(self.whole.len()..self.whole.len())) {
            if let Some(bytes) = self.whole.get(at..stretch.start).filter(|bytes| !bytes.is_empty()) {
                (self.visit)(DecodedBytes {
                    place: "bytes of the file",
                    bytes,
                    dictated: &dictated_names(bytes),
                    is_notice: false,
                });
            }
            at = at.max(stretch.end);
        }
    }

    /// Notes that the bytes of a stream stand in the file as they are and need not be shown as bytes of the file.
    fn set_aside(&mut self, stream: &PdfStream) {
        if stream.dict.get("Filter").is_none() {
            self.aside.extend(stream.coded.place_in(self.whole));
        }
    }

    fn object(&mut self, number: ObjectNumber, object: &PdfObject) -> Result<(), PdfError> {
        match object {
            PdfObject::String(bytes) => {
                let text = textstring::decode(bytes);
                if text.as_bytes() != bytes {
                    self.bytes(number, "bytes of a string", bytes)?;
                }
                self.bytes(number, "a string", text.as_bytes())
            }
            PdfObject::Name(name) => self.name(number, name),
            PdfObject::Array(items) => items.iter().try_for_each(|item| self.object(number, item)),
            PdfObject::Dict(dict) => self.entries(number, dict),
            PdfObject::Stream(stream) => {
                self.entries(number, &stream.dict)?;
                self.stream(number, stream)
            }
            PdfObject::Null
            | PdfObject::Boolean(_)
            | PdfObject::Integer(_)
            | PdfObject::Real(_)
            | PdfObject::Reference(_) => Ok(()),
        }
    }

    fn entries(&mut self, number: ObjectNumber, dict: &Dict) -> Result<(), PdfError> {
        for (key, value) in dict.iter() {
            self.name(number, key)?;
            self.in_font_name = FONT_NAMES.contains(&&**key);
            let shown = self.object(number, value);
            self.in_font_name = false;
            shown?;
        }
        Ok(())
    }

    fn name(&mut self, number: ObjectNumber, name: &[u8]) -> Result<(), PdfError> {
        if is_of_format(name) { Ok(()) } else { self.bytes(number, "a name", name) }
    }

    fn stream(&mut self, number: ObjectNumber, stream: &PdfStream) -> Result<(), PdfError> {
        let decoded = filters::around_picture(&stream.dict, &|object| object)
            .and_then(|(filters, picture)| Ok((filters::decode(&stream.coded, &filters)?, picture)));
        let data = match decoded {
            Ok((data, false)) => data,
            Ok((data, true)) => return self.bytes(number, "a picture", &data),
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(_) => return self.bytes(number, "a stream that cannot be decoded", &stream.coded),
        };
        let name = |key: &str| stream.dict.get(key).and_then(PdfObject::as_name).unwrap_or_default();
        if let Some(what) = notice(&stream.dict, &data) {
            self.set_aside(stream);
            return self.part(number, what, &data, &[], true);
        }
        if (self.is_read)(&data) {
            self.set_aside(stream);
            return Ok(());
        }
        if name("Type") == b"Metadata" && name("Subtype") == b"XML" {
            self.set_aside(stream);
            return self.part(number, "metadata", &data, &schema_names(&data), false);
        }
        self.bytes(number, "a stream", &data)?;
        if name("Type") == b"ObjStm" {
            return self.packed(number, stream, &data);
        }
        if name("Subtype") == b"Image" {
            return Ok(());
        }
        self.strings(number, &data)
    }

    /// The objects of an object stream, one after the other from where the first lies.
    fn packed(&mut self, number: ObjectNumber, stream: &PdfStream, data: &[u8]) -> Result<(), PdfError> {
        let first = stream.dict.get("First").and_then(PdfObject::as_integer).and_then(|n| usize::try_from(n).ok());
        let mut lexer = PdfLexer::at(data, first.unwrap_or(0));
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
    fn strings(&mut self, number: ObjectNumber, data: &[u8]) -> Result<(), PdfError> {
        let mut lexer = PdfLexer::new(data);
        let mut joined = Vec::new();
        // Bytes that are no content stop making sense soon; they have been shown as they are.
        while let Ok(Some((item, _))) = lexer.item() {
            match item {
                ContentItem::Object(object) => join(&object, &mut joined),
                ContentItem::Word(_) => {
                    if joined.last().is_some_and(|&last| last != b'\n') {
                        joined.push(b'\n');
                    }
                }
            }
        }
        if joined.is_empty() { Ok(()) } else { self.bytes(number, "strings of a stream", &joined) }
    }
}

/// Returns a word for a stream that comes with a font or with a standard: the program of a font, by what it says it is
/// or by how it
/// starts, a map of its codes, or the description of a device's colours.
fn notice(dict: &Dict, data: &[u8]) -> Option<&'static str> {
    const KINDS: [&[u8]; 3] = [b"Type1C", b"CIDFontType0C", b"OpenType"];
    const STARTS: [&[u8]; 5] = [b"\0\x01\0\0", b"true", b"OTTO", b"%!PS-AdobeFont", b"%!FontType1"];
    let name = |key: &str| dict.get(key).and_then(PdfObject::as_name).unwrap_or_default();
    let is_font = KINDS.contains(&name("Subtype"))
        || (dict.get("Length1").is_some() && STARTS.iter().any(|start| data.starts_with(start)));
    let is_profile = dict.get("N").is_some() && data.get(36..40) == Some(b"acsp");
    match () {
        () if is_font => Some("a font"),
        () if is_profile => Some("a colour profile"),
        () if name("Type") == b"CMap" => Some("a map of codes"),
        () => None,
    }
}

/// The ranges of the bytes of a file that hold a name which the format gives, or one of a font: what follows
/// `/BaseFont` and the like.
fn dictated_names(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let Some(rest) = bytes.get(at + 1..) else { break };
        // The name of a font may have been passed already.
        if found.last().is_some_and(|last| last.end > at) {
            continue;
        }
        if let Some(key) = FONT_NAMES.iter().find(|key| rest.starts_with(key)) {
            let start = at + 1 + key.len();
            let mut lexer = PdfLexer::at(bytes, start);
            let mut budget = ParseBudget::new(MOST_NAME);
            if matches!(parse::value(&mut lexer, &mut budget), Ok(PdfObject::Name(_) | PdfObject::String(_))) {
                found.push(start..lexer.position());
            }
            continue;
        }
        let length = rest.iter().take(LONGEST_OF_FORMAT + 1).take_while(|byte| is_regular(**byte)).count();
        if rest.get(..length).is_some_and(is_of_format) {
            found.push(at..at + 1 + length);
        }
    }
    found
}

/// The ranges of a packet of metadata that hold names of elements and attributes, and addresses of their schemas.
fn schema_names(packet: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = next_of(packet, at, b"<") {
        at = open + 1;
        // Comments and instructions are anybody's.
        if matches!(packet.get(at), None | Some(b'!' | b'?')) {
            continue;
        }
        let mut start = open;
        while let Some(mark) = next_of(packet, at, b">\"'") {
            at = mark + 1;
            let quote = match packet.get(mark) {
                Some(b'>') | None => break,
                Some(quote) => *quote,
            };
            let before = packet.get(start..mark).unwrap_or_default().trim_ascii_end();
            let Some(end) = next_of(packet, at, &[quote]) else { break };
            let name = before.strip_suffix(b"=").unwrap_or(before).trim_ascii_end();
            let name = name.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            if !name.starts_with(b"xmlns") {
                found.push(start..mark);
                start = end;
            }
            at = end + 1;
        }
        found.push(start..at.min(packet.len()));
    }
    found
}

/// The place of the next of some marks, from a place on.
fn next_of(bytes: &[u8], from: usize, marks: &[u8]) -> Option<usize> {
    Some(from + bytes.get(from..)?.iter().position(|byte| marks.contains(byte))?)
}

/// No font has a longer name.
const MOST_NAME: usize = 256;

fn join(object: &PdfObject, out: &mut Vec<u8>) {
    match object {
        PdfObject::String(bytes) => out.extend_from_slice(bytes),
        PdfObject::Array(items) => items.iter().for_each(|item| join(item, out)),
        PdfObject::Dict(dict) => dict.values().for_each(|value| join(value, out)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{one_page, stream};

    fn shown(bytes: &[u8]) -> String {
        let mut out = String::new();
        let add = |shown: DecodedBytes<'_>| {
            if shown.place != "bytes of the file" {
                out.push_str(&format!("{}: {}\n", shown.place, String::from_utf8_lossy(shown.bytes)));
            }
        };
        decoded(&bytes.into(), |content| content == b"read", add).expect("sound");
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
    fn what_somebody_else_reads_is_not_shown() {
        let others = [stream("", "read"), stream("", "left")];
        let shown = shown(&one_page("", "", &[&others[0], &others[1]], ""));
        assert!(!shown.contains(": read") && shown.contains(": left"));
    }

    #[test]
    fn what_comes_with_fonts_and_standards_is_told() {
        let profile = format!("{}acsp, made in Georgia", "x".repeat(36));
        let others = [
            stream("/Length1 4", "true (c) Made in Georgia"),
            "<</Type/Font/BaseFont/Georgia-Bold/Note(Georgia)/Fields[]>>".to_owned(),
            stream("/N 3", &profile),
            stream("/Type/CMap", "% of Georgia"),
        ];
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let bytes = one_page("", "", &others, "");
        let (mut notices, mut undictated, mut names) = (Vec::new(), String::new(), String::new());
        let look = |shown: DecodedBytes<'_>| {
            if shown.is_notice {
                notices.push(shown.place.to_owned());
                return;
            }
            let mut at = 0;
            for stretch in shown.dictated.iter().chain([&(shown.bytes.len()..shown.bytes.len())]) {
                undictated.push_str(&String::from_utf8_lossy(&shown.bytes[at..stretch.start]));
                names.push_str(&String::from_utf8_lossy(&shown.bytes[stretch.clone()]));
                at = stretch.end;
            }
        };
        decoded(&(&*bytes).into(), |_| false, look).expect("sound");
        assert_eq!(notices, ["object 4, a font", "object 6, a colour profile", "object 7, a map of codes"]);
        // The note, as a string and as it stands in the file.
        assert_eq!(undictated.matches("Georgia").count(), 2, "{undictated}");
        assert!(names.contains("/Georgia-Bold") && names.contains("/Fields") && !undictated.contains("/Fields"));
    }

    #[test]
    fn schemas_of_metadata_are_told_apart_from_what_it_says() {
        let packet = "<?xpacket?><x:xmp xmlns:a=\"http://ns.adobe.com/\" a:By='Jane Roe' a:On='x'>Ann</x:xmp>";
        let names: Vec<&str> =
            schema_names(packet.as_bytes()).into_iter().filter_map(|range| packet.get(range)).collect();
        assert_eq!(names, ["<x:xmp xmlns:a=\"http://ns.adobe.com/\" a:By=", "' a:On=", "'>", "</x:xmp>"],);
        assert!(schema_names(b"<a b='").iter().all(|range| range.end <= 6));
    }
}
