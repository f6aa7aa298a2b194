//! The text of XML: what stands between tags and in attributes, entities undone, and edits to it.
//!
//! Lenient, as the XML in files is often not sound: whatever is not markup is text.

use std::ops::Range;

use crate::{PdfError, TextChange};

/// Tags that do not part words.
const INLINE: [&str; 9] = ["b", "i", "u", "span", "font", "a", "sub", "sup", "em"];

/// Text and where each part of it stands in its source.
#[derive(Default)]
pub(super) struct PacketText {
    pub text: String,
    pieces: Vec<PacketPiece>,
}

struct PacketPiece {
    text: Range<usize>,
    source: Range<usize>,
    /// An entity, which is edited as a whole.
    entity: bool,
}

/// The encodings of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PacketEncoding {
    Utf8,
    Utf16Be,
    Utf16Le,
    /// Bytes that are no UTF-8: of older encodings the first is the likeliest.
    Latin1,
}

/// The letters of a packet.
pub(super) fn decode(data: &[u8]) -> (String, PacketEncoding) {
    let wide = |unit: fn([u8; 2]) -> u16, data: &[u8]| {
        let units = data.chunks(2).map(|pair| match pair {
            [a, b] => unit([*a, *b]),
            _ => 0xfffd,
        });
        char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect::<String>()
    };
    match data {
        [0xfe, 0xff, ..] | [0, b'<', ..] => (wide(u16::from_be_bytes, data), PacketEncoding::Utf16Be),
        [0xff, 0xfe, ..] | [b'<', 0, ..] => (wide(u16::from_le_bytes, data), PacketEncoding::Utf16Le),
        _ => match std::str::from_utf8(data) {
            Ok(text) => (text.to_owned(), PacketEncoding::Utf8),
            Err(_) => (data.iter().map(|&byte| char::from(byte)).collect(), PacketEncoding::Latin1),
        },
    }
}

/// The bytes of a packet.
pub(super) fn encode(text: &str, encoding: PacketEncoding) -> Vec<u8> {
    match encoding {
        PacketEncoding::Utf8 => text.as_bytes().to_vec(),
        PacketEncoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        PacketEncoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        PacketEncoding::Latin1 => text.chars().flat_map(latin1).collect(),
    }
}

fn latin1(character: char) -> Vec<u8> {
    match u8::try_from(character) {
        Ok(byte) => vec![byte],
        Err(_) => format!("&#{};", u32::from(character)).into_bytes(),
    }
}

/// The text of XML.
pub(super) fn text(source: &str) -> PacketText {
    let mut xml = PacketText::default();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let end =
            if rest.starts_with('<') { xml.markup(source, at) } else { at + rest.find('<').unwrap_or(rest.len()) };
        if !rest.starts_with('<') {
            xml.words(source, at..end);
        }
        // Markup always takes a byte at least.
        at = end.max(at + 1);
    }
    xml
}

impl PacketText {
    /// Markup at a place; tells where it ends.
    fn markup(&mut self, source: &str, at: usize) -> usize {
        let rest = source.get(at..).unwrap_or_default();
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")] {
            if let Some(inner) = rest.strip_prefix(start) {
                let from = at + start.len();
                let (to, stop) = match inner.find(end) {
                    Some(found) => (from + found, from + found + end.len()),
                    None => (source.len(), source.len()),
                };
                // The packet's own frame and the declaration say nothing.
                if !["<?xpacket", "<?xml "].iter().any(|frame| rest.starts_with(frame)) {
                    self.part();
                    self.verbatim(source, from..to);
                    self.part();
                }
                return stop;
            }
        }
        match tag_end(rest) {
            Some(length) => {
                self.tag(source, at..at + length);
                at + length
            }
            // A tag that never ends is none.
            None => {
                self.words(source, at..source.len());
                source.len()
            }
        }
    }

    fn tag(&mut self, source: &str, range: Range<usize>) {
        let tag = source.get(range.clone()).unwrap_or_default();
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if !INLINE.contains(&name) {
            self.part();
        }
        let mut at = 0;
        while let Some(equals) = tag.get(at..).and_then(|rest| rest.find('=')) {
            let key = tag.get(at..at + equals).unwrap_or_default();
            let key = key.rsplit(char::is_whitespace).find(|part| !part.is_empty()).unwrap_or_default();
            let value = at + equals + 1;
            let rest = tag.get(value..).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            let Some(quote) = rest.trim_start().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                at = value;
                continue;
            };
            let start = value + blanks + 1;
            let length = tag.get(start..).and_then(|rest| rest.find(quote)).unwrap_or(tag.len() - start);
            if !key.starts_with("xmlns") {
                self.part();
                self.words(source, range.start + start..range.start + start + length);
                self.part();
            }
            at = (start + length + 1).min(tag.len());
        }
    }

    /// Parts the text to come from the text before.
    fn part(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn words(&mut self, source: &str, range: Range<usize>) {
        let words = source.get(range.clone()).unwrap_or_default();
        // Blanks between tags are layout of the source, not text.
        if words.trim().is_empty() && (words.contains('\n') || words.is_empty()) {
            return;
        }
        let mut at = range.start;
        for (found, _) in words.match_indices('&') {
            let entity = range.start + found;
            let rest = source.get(entity..range.end).unwrap_or_default();
            if let Some((character, length)) = self::entity(rest) {
                self.verbatim(source, at..entity);
                let start = self.text.len();
                self.text.push(character);
                let source = entity..entity + length;
                self.pieces.push(PacketPiece { text: start..self.text.len(), source, entity: true });
                at = entity + length;
            }
        }
        self.verbatim(source, at..range.end);
    }

    fn verbatim(&mut self, source: &str, range: Range<usize>) {
        let words = source.get(range.clone()).unwrap_or_default();
        if words.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(words);
        self.pieces.push(PacketPiece { text: start..self.text.len(), source: range, entity: false });
    }

    /// The source with edits made to the text. Edits are in order and do not overlap.
    pub fn edit(&self, source: &str, edits: &[TextChange<'_>]) -> Result<String, PdfError> {
        let mut out = String::with_capacity(source.len());
        let mut at = 0;
        let mut copy = |out: &mut String, to: usize, on: usize| -> Result<(), PdfError> {
            // An entity that two edits touch is replaced once.
            if to > at {
                out.push_str(source.get(at..to).ok_or(PdfError::Inconsistent)?);
            }
            at = at.max(on);
            Ok(())
        };
        let mut from = 0;
        for (range, replacement) in edits {
            let mut replacement = Some(replacement);
            while self.pieces.get(from).is_some_and(|piece| piece.text.end <= range.start && !piece.text.is_empty()) {
                from += 1;
            }
            for piece in self.pieces.iter().skip(from).take_while(|piece| piece.text.start < range.end) {
                let cut = if piece.entity {
                    piece.source.clone()
                } else {
                    let start = range.start.max(piece.text.start) - piece.text.start;
                    let end = range.end.min(piece.text.end) - piece.text.start;
                    piece.source.start + start..piece.source.start + end
                };
                copy(&mut out, cut.start, cut.end)?;
                if let Some(replacement) = replacement.take() {
                    escape(replacement, &mut out);
                }
            }
        }
        copy(&mut out, source.len(), source.len())?;
        Ok(out)
    }
}

/// The length of a tag; quotes may hold its end mark.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(at + 1),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    // A quote that is never closed: the tag ends where it would without.
    rest.find('>').map(|at| at + 1)
}

/// The character an entity stands for, and how long it is.
fn entity(rest: &str) -> Option<(char, usize)> {
    let end = rest.bytes().take(12).position(|b| b == b';')?;
    let name = rest.get(1..end)?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((character, end + 1))
}

fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(source: &str, what: &str, with: &str) -> String {
        let xml = text(source);
        let at = xml.text.find(what).expect("is there");
        xml.edit(source, &[(at..at + what.len(), with.into())]).expect("fits")
    }

    #[test]
    fn text_is_what_is_no_markup() {
        let source = "<?xpacket begin='x'?>\n<x:x xmlns:x='http://ns'>\n <a t=\"J&#252;rgen\">Jane <b>Ro</b>e &amp; Co</a>\n <c/><!-- old: Jim --></x:x>";
        assert_eq!(text(source).text, "Jürgen\nJane Roe & Co\n old: Jim \n");
    }

    #[test]
    fn edits_go_where_the_text_stands() {
        assert_eq!(replace("<p>Jane <b>Ro</b>e!</p>", "Jane Roe", "<N>"), "<p>&lt;N&gt;<b></b>!</p>");
        assert_eq!(replace("<p n='J&#252;rg'>x</p>", "ürg", "*"), "<p n='J*'>x</p>");
        assert_eq!(replace("<p>M&#252;ller</p>", "Müller", ""), "<p></p>");
    }

    #[test]
    fn what_is_not_sound_is_text_or_markup_but_never_lost() {
        for source in
            ["a & b <", "<p n='x", "Jane <Roe", "<!-- Jane", "<![CDATA[Jane", "&#xfffffff; &;", "<", "<>", "<a=>"]
        {
            let xml = text(source);
            assert_eq!(xml.edit(source, &[]).expect("fits"), source);
        }
        assert_eq!(text("<![CDATA[Jane]]>").text, "Jane\n");
        assert_eq!(text("<!-- Jane").text, " Jane\n");
        assert_eq!(text("Jane <Roe").text, "Jane <Roe");
    }

    #[test]
    fn letters_of_two_bytes() {
        let source = encode("\u{feff}<p>Jürg</p>", PacketEncoding::Utf16Le);
        let (decoded, encoding) = decode(&source);
        assert_eq!(encoding, PacketEncoding::Utf16Le);
        assert_eq!(text(&decoded).text, "\u{feff}\nJürg\n");
        assert_eq!(encode(&decoded, encoding), source);
        let old = b"<p>J\xfcrg</p>";
        let (decoded, encoding) = decode(old);
        assert_eq!(text(&decoded).text, "Jürg\n");
        assert_eq!(encode(&decoded, encoding), old);
        assert_eq!(encode("█ü", encoding), b"&#9608;\xfc");
    }
}
