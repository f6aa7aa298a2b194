//! Encoded stretches of a text: a file as base64, a sentence as hexadecimal digits.
//!
//! Each such stretch becomes an [`EncodedDocument`]: it is opened, what lies in it is read by its own format and changed with the rest of
//! the document, and it is put back in the same encoding.
//! Builders look for them in every text that they are given, so that no format has to.

mod base32;
mod codes;
mod lines;
mod unopened;

use std::ops::Range;

use crate::Document;
use crate::container::{FileContainer, PartEdits};
use crate::formats::builder::AbsorbedDocument;
use crate::formats::{ReadError, WriteError, base64, read_inner};
use crate::hex;
use crate::splice::SourceCoding;

/// Fewer letters of base64 are a word; with padding behind them, fewer will do.
const SHORTEST: usize = 16;
const SHORTEST_PADDED: usize = 10;
/// Fewer hexadecimal digits are a number or a check sum.
const SHORTEST_HEXADECIMAL: usize = 20;
/// The most bytes between the head of a `data:` address and its contents.
const MOST_HEAD: usize = 128;
const BASE64: &str = ";base64,";

/// A way to write bytes as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryToText {
    /// Base64, in lines of so many letters if there are several.
    Base64 {
        /// With `-` and `_` in the place of `+` and `/`.
        is_for_addresses: bool,
        is_padded: bool,
        width: Option<u32>,
    },
    /// Two digits a byte.
    Hexadecimal { is_upper: bool },
    /// The same, each byte but the first turned by the first: how Cloudflare writes mail addresses.
    Cloudflare,
    /// Letters and digits of 32.
    Base32 { is_padded: bool },
    /// Characters by their numbers.
    Codes(codes::CodeNotation),
}

impl BinaryToText {
    /// The encoding of a text that is base64.
    pub fn of_base64(text: &str) -> Self {
        let width = text.find(['\n', '\r']).map(|end| text.get(..end).unwrap_or_default().trim().len() as u32);
        Self::Base64 {
            is_for_addresses: text.contains(['-', '_']),
            is_padded: text.contains('=') || text.bytes().filter(|b| !b.is_ascii_whitespace()).count() % 4 == 0,
            width: width.filter(|width| *width > 0),
        }
    }

    /// Returns bytes as text.
    pub fn encode(self, bytes: &[u8]) -> String {
        match self {
            Self::Base64 { is_for_addresses, is_padded, width } => {
                let mut text = base64::encode(bytes);
                if is_for_addresses {
                    text = text.replace('+', "-").replace('/', "_");
                }
                if !is_padded {
                    text.truncate(text.trim_end_matches('=').len());
                }
                match width {
                    Some(width) => in_lines(&text, width as usize),
                    None => text,
                }
            }
            Self::Hexadecimal { is_upper } => {
                let digits = hex::encode(bytes.iter().copied());
                if is_upper { digits.to_ascii_uppercase() } else { digits }
            }
            Self::Cloudflare => {
                const KEY: u8 = 0x5a;
                hex::encode(std::iter::once(KEY).chain(bytes.iter().map(|byte| byte ^ KEY)))
            }
            Self::Base32 { is_padded } => base32::encode(bytes, is_padded),
            Self::Codes(notation) => notation.encode(bytes),
        }
    }
}

fn in_lines(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / width.max(1) + 1);
    for (nth, letter) in text.chars().enumerate() {
        if nth > 0 && nth % width == 0 {
            out.push('\n');
        }
        out.push(letter);
    }
    out
}

/// An encoded stretch that was opened: a document that the one around it has taken in.
pub(crate) struct EncodedDocument {
    /// The part it stands in, and where.
    pub part: usize,
    pub range: Range<usize>,
    pub coding: SourceCoding,
    pub encoding: BinaryToText,
    pub inside: AbsorbedDocument,
}

/// A file with its encoded documents as the edits make them, whose parts follow those of the file itself.
pub(crate) fn assemble(
    container: &dyn FileContainer,
    encoded: &[EncodedDocument],
    parts: &[PartEdits<'_>],
    removed: &[bool],
) -> Result<Vec<u8>, WriteError> {
    let Some(first) = encoded.first() else { return container.assemble(parts, removed) };
    let mut own: Vec<PartEdits<'_>> = parts.get(..first.inside.parts.start).ok_or(WriteError::Inconsistent)?.to_vec();
    for document in encoded {
        let Some(bytes) = document.inside.assemble(parts, removed)? else { continue };
        let part = own.get_mut(document.part).ok_or(WriteError::Inconsistent)?;
        let mut written = String::new();
        document.coding.write_whole(&document.encoding.encode(&bytes), &mut written);
        part.replace(&document.range, written);
    }
    container.assemble(&own, removed)
}

/// A stretch of text that stands for bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EncodedStretch {
    /// The range of the stretch in the text.
    pub range: Range<usize>,
    pub encoding: BinaryToText,
    /// The head of its `data:` address, which says what it holds.
    pub kind: Option<Range<usize>>,
    /// The bytes it stands for; `None` if it is damaged, so that only who tries would read it.
    pub bytes: Option<Vec<u8>>,
}

impl EncodedStretch {
    /// True if it is a file rather than text, whatever stands before it.
    pub fn is_file(&self) -> bool {
        let is_one = |bytes: &Vec<u8>| is_picture(bytes) || is_file(bytes);
        self.range.len() >= SHORTEST_FILE && self.bytes.as_ref().is_some_and(is_one)
    }
}

/// True if a text of this length is long enough for an encoded stretch.
pub(crate) fn may_hold(length: usize) -> bool {
    length >= SHORTEST_PADDED
}

/// The contents of an encoded stretch.
pub(crate) enum EncodedContents {
    Document(Box<Document>),
    Picture,
    /// A typeface, which says nothing.
    Font,
    /// Something that nobody reads.
    Unread,
}

/// Opens bytes that someone said to be of a kind.
pub(crate) fn open(bytes: Vec<u8>, kind: &str, depth: usize) -> EncodedContents {
    let kind = kind.trim().to_ascii_lowercase();
    if is_picture(&bytes) || (kind.starts_with("image/") && !kind.starts_with("image/svg")) {
        return EncodedContents::Picture;
    }
    if is_font(&bytes) {
        return EncodedContents::Font;
    }
    let read: Result<Document, ReadError> = read_inner(bytes, file_name(&kind), depth + 1);
    read.map_or(EncodedContents::Unread, |document| EncodedContents::Document(Box::new(document)))
}

/// Returns the encoded stretches of a text, in order and disjoint.
pub(crate) fn find(text: &str) -> Vec<EncodedStretch> {
    let mut found = runs(text);
    let longest = found.len();
    codes::find(text, &mut found);
    unopened::find(text, &mut found);
    if found.len() > longest {
        found.sort_by_key(|stretch| (stretch.range.start, std::cmp::Reverse(stretch.range.end)));
        let mut end = 0;
        found.retain(|stretch| {
            let is_apart = stretch.range.start >= end;
            end = end.max(stretch.range.end);
            is_apart
        });
    }
    found
}

/// The runs of letters and digits that are encoded.
fn runs(text: &str) -> Vec<EncodedStretch> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_run(bytes, at) {
        let end = start + bytes.get(start..).unwrap_or_default().iter().take_while(|b| is_letter(**b)).count();
        at = end;
        if let Some(comma) = data_head(text, start) {
            let end = end_of_data(bytes, end);
            let payload = text.get(start..end).unwrap_or_default();
            if let Some(inside) = base64::decode(payload) {
                let encoding = BinaryToText::of_base64(payload);
                found.push(EncodedStretch { range: start..end, encoding, kind: Some(comma), bytes: Some(inside) });
                at = end;
                continue;
            }
        }
        // Digits behind their mark: `0x4a61`.
        let mark = matches!(bytes.get(start..start + 2), Some(b"0x" | b"0X"));
        let start = if mark { start + 2 } else { start };
        let alone = start..end + padding(bytes, end);
        let lines = lines::with_lines(text, alone.clone());
        let longer = Some(lines.clone()).filter(|lines| *lines != alone);
        if let Some(stretch) = longer.into_iter().chain([alone]).find_map(|range| encoded_run(text, range)) {
            at = stretch.range.end;
            found.push(stretch);
            continue;
        }
        // An address or a path may have one among its parts.
        let run = text.get(start..end).unwrap_or_default();
        let mut part = start;
        for word in run.split(['/', '-', '_', '+']) {
            if word.len() < run.len() && word.len() + 3 > SHORTEST_PADDED {
                let end = part + word.len();
                let padded = if end == at { end + padding(bytes, end) } else { end };
                found.extend(encoded_run(text, part..padded));
            }
            part += word.len() + 1;
        }
        if found.last().is_none_or(|last| last.range.end <= start) {
            found.extend(damaged(text, lines));
            at = found.last().map_or(at, |last| last.range.end.max(at));
        }
    }
    found
}

/// Returns the encoded stretch that a run of letters and digits is, or `None` if it is none.
fn encoded_run(text: &str, range: Range<usize>) -> Option<EncodedStretch> {
    let run = text.get(range.clone())?;
    let letters = run.trim_end_matches('=').len();
    if letters >= SHORTEST_HEXADECIMAL && letters == run.len() && run.bytes().all(|b| b.is_ascii_hexdigit()) {
        let is_number = run.bytes().all(|b| b.is_ascii_digit());
        let is_address = |text: &Vec<u8>| text.contains(&b'@') && text.contains(&b'.') && !text.contains(&b' ');
        if let Some(turned) = decode_cloudflare(run).filter(is_address) {
            return Some(EncodedStretch { range, encoding: BinaryToText::Cloudflare, kind: None, bytes: Some(turned) });
        }
        let inside = hex::decode(run.as_bytes()).filter(|bytes| !is_number && is_text(bytes))?;
        let is_upper = run.bytes().any(|b| b.is_ascii_uppercase());
        return Some(EncodedStretch {
            range,
            encoding: BinaryToText::Hexadecimal { is_upper },
            kind: None,
            bytes: Some(inside),
        });
    }
    if let Some((inside, end)) = base32::read(text, &range) {
        let is_padded = end > range.start + letters;
        let range = range.start..end;
        return Some(EncodedStretch {
            range,
            encoding: BinaryToText::Base32 { is_padded },
            kind: None,
            bytes: Some(inside),
        });
    }
    let is_long = letters >= SHORTEST || (letters < run.len() && letters >= SHORTEST_PADDED);
    let is_mixed = run.contains(['+', '/']) && run.contains(['-', '_']);
    // Nothing but small letters or digits is a word or a number.
    let varied = run.bytes().any(|b| b.is_ascii_uppercase()) && run.bytes().any(|b| b.is_ascii_lowercase());
    if !is_long || is_mixed || !varied || !may_open(run) {
        return None;
    }
    let inside = base64::decode(run)?;
    let is_one = is_text(&inside)
        || unopened::is_packed_text(&inside)
        || (letters >= SHORTEST_FILE && (is_picture(&inside) || is_file(&inside)));
    is_one.then(|| EncodedStretch { range, encoding: BinaryToText::of_base64(run), kind: None, bytes: Some(inside) })
}

/// Returns a run as damaged base64 if it lost a letter or got one too many, so that words can still be read in it
/// from some letter on.
fn damaged(text: &str, range: Range<usize>) -> Option<EncodedStretch> {
    const SHORTEST_DAMAGED: usize = 24;
    /// So many letters in a row are no accident.
    const SHORTEST_WORDS: usize = 14;
    let run = text.get(range.clone())?;
    let varied = run.bytes().any(|b| b.is_ascii_uppercase()) && run.bytes().any(|b| b.is_ascii_lowercase());
    if run.len() < SHORTEST_DAMAGED || !varied {
        return None;
    }
    let is_told = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'@' | b'.' | b'-' | b'_');
    // An id of a program has no blank in it.
    let has_words = |inside: &[u8]| {
        inside
            .chunk_by(|one, next| is_told(one) && is_told(next))
            .any(|words| words.len() >= SHORTEST_WORDS && words.iter().any(|byte| matches!(byte, b' ' | b'@')))
    };
    // Text may take two bytes a letter, of which one says nothing.
    let has_text = |inside: &[u8]| has_words(inside) || has_words(&without_zeros(inside));
    hides(run, has_text).then(|| EncodedStretch {
        range,
        encoding: BinaryToText::of_base64(run),
        kind: None,
        bytes: None,
    })
}

fn without_zeros(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|byte| *byte != 0).collect()
}

/// True if a run of letters of base64, decoded from one of its first four letters on, holds what is looked for.
pub(crate) fn hides(run: &str, is_it: impl Fn(&[u8]) -> bool) -> bool {
    let letters: Vec<u8> = run.bytes().filter(|b| is_letter(*b)).collect();
    (0..4).any(|shift| {
        let from = letters.get(shift..).unwrap_or_default();
        let whole = from.get(..from.len() & !3).unwrap_or_default();
        std::str::from_utf8(whole).ok().and_then(base64::decode).is_some_and(|inside| is_it(&inside))
    })
}

/// Shorter runs are no files.
const SHORTEST_FILE: usize = 64;

/// True if the first letters may be those of a text or a known file, so that not all of a long run is decoded in
/// vain.
fn may_open(run: &str) -> bool {
    const START: usize = 32;
    let Some(start) = run.get(..START) else { return true };
    let Some(bytes) = base64::decode(start) else { return run.contains(['\n', '\r']) };
    is_picture(&bytes) || is_file(&bytes) || is_font(&bytes) || looks_like_text(&bytes) || unopened::is_packed(&bytes)
}

fn padding(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take(2).take_while(|b| **b == b'=').count()
}

/// Returns the start of the next run of letters of base64 that is long enough.
fn next_run(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        // The last letter of the shortest run is looked at first.
        let last = at + SHORTEST_PADDED - 1;
        if last >= bytes.len() {
            return None;
        }
        match bytes.get(at..=last)?.iter().rposition(|b| !is_letter(*b)) {
            Some(gap) => at += gap + 1,
            None => return Some(at),
        }
    }
}

/// The head of a `data:` address whose comma stands before a place.
fn data_head(text: &str, start: usize) -> Option<Range<usize>> {
    let mut first = start.saturating_sub(MOST_HEAD);
    while !text.is_char_boundary(first) {
        first += 1;
    }
    let before = text.get(first..start)?;
    let head = before.get(..before.len().checked_sub(BASE64.len())?)?;
    let is_base64 = before.get(head.len()..)?.eq_ignore_ascii_case(BASE64);
    let scheme = head.rfind("data:").or_else(|| head.rfind("DATA:"))?;
    (is_base64 && !head.get(scheme..)?.contains([' ', '"', '\'', '(', '<']))
        .then(|| first + scheme + 5..first + head.len())
}

/// Returns the end of the payload of an address: padding, and letters behind a line break, belong to it.
fn end_of_data(bytes: &[u8], end: usize) -> usize {
    end + padding(bytes, end)
}

/// Decodes Cloudflare's digits; `None` if they are not of that kind.
pub(crate) fn decode_cloudflare(digits: &str) -> Option<Vec<u8>> {
    let bytes = hex::decode(digits.as_bytes())?;
    let (key, rest) = bytes.split_first()?;
    let text: Vec<u8> = rest.iter().map(|byte| byte ^ key).collect();
    is_printable(&text).then_some(text).filter(|text| !text.is_empty())
}

fn is_printable(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.chars().any(char::is_control))
}

/// True if bytes are words that somebody can read, in one byte or two a character.
fn is_text(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => {
            let (mut all, mut told) = (0usize, 0usize);
            for c in text.chars() {
                if c.is_control() && !c.is_whitespace() {
                    return false;
                }
                all += 1;
                told += usize::from(c.is_alphanumeric() || c.is_whitespace());
            }
            all >= 6 && (told * 4 >= all * 3 || text.trim_start().starts_with(['{', '[', '<']))
        }
        _ => is_wide(bytes),
    }
}

/// True if bytes are Latin letters of two bytes each.
fn is_wide(bytes: &[u8]) -> bool {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let is_plain = |byte: u8| (0x20..0x7f).contains(&byte) || matches!(byte, b'\n' | b'\r' | b'\t');
    rest.is_empty()
        && pairs.len() >= 6
        && (pairs.iter().all(|[low, high]| *high == 0 && is_plain(*low))
            || pairs.iter().all(|[high, low]| *high == 0 && is_plain(*low)))
}

/// The same of the first bytes, of which the last character may be cut off.
fn looks_like_text(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => 0,
    };
    let start = bytes.get(..valid).unwrap_or_default();
    (valid > 0 && start.iter().all(|b| *b >= 0x20 || b.is_ascii_whitespace()))
        || is_wide(bytes.get(..bytes.len() & !1).unwrap_or_default())
        || bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xfe\xff")
}

/// A name that tells the kind of a file where its content does not.
fn file_name(kind: &str) -> Option<&'static str> {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    Some(match kind {
        "text/html" | "application/xhtml+xml" => "file.html",
        "text/csv" => "file.csv",
        "text/markdown" => "file.md",
        "application/json" | "application/fhir+json" => "file.json",
        "text/xml" | "application/xml" | "image/svg+xml" => "file.xml",
        "text/vcard" | "text/x-vcard" => "file.vcf",
        "text/calendar" => "file.ics",
        "text/plain" | "" => "file.txt",
        _ => return None,
    })
}

pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    const PICTURES: [&[u8]; 8] =
        [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"\xd7\xcd\xc6\x9a"];
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp || PICTURES.iter().any(|start| bytes.starts_with(start) && (start.len() > 2 || bytes.contains(&0)))
}

fn is_font(bytes: &[u8]) -> bool {
    const FONTS: [&[u8]; 5] = [b"wOFF", b"wOF2", b"OTTO", b"\0\x01\0\0", b"true"];
    FONTS.iter().any(|start| bytes.starts_with(start))
}

/// Files that programs put into text, by their first bytes.
pub(crate) fn is_file(bytes: &[u8]) -> bool {
    const FILES: [&[u8]; 8] =
        [b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"{\\rtf", b"RIFF", b"ID3", b"OggS"];
    FILES.iter().any(|start| bytes.starts_with(start))
}

/// A letter of base64, in either alphabet.
fn is_letter(byte: u8) -> bool {
    LETTERS[usize::from(byte)]
}

static LETTERS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'+' | b'/' | b'-' | b'_');
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        find(text)
            .into_iter()
            .map(|stretch| {
                let bytes = stretch.bytes.unwrap_or_default();
                let inside = String::from_utf8_lossy(&bytes).into_owned();
                let there = text.get(stretch.range).expect("there").replace("\r\n", "\n");
                assert!(bytes.is_empty() || stretch.encoding.encode(&bytes) == there, "{there}");
                (there, inside)
            })
            .collect()
    }

    #[track_caller]
    fn check(text: &str, inside: &[&str]) {
        let found: Vec<String> = found(text).into_iter().map(|(_, inside)| inside).collect();
        assert_eq!(found, inside, "{text}");
    }

    #[test]
    fn base64_is_opened_wherever_it_stands() {
        check("see SmFuZSBPa29ua3dv now", &["Jane Okonkwo"]);
        check("see SmFuZSBMZWU= now", &["Jane Lee"]);
        check("https://x.example/d/SmFuZSBPa29ua3dv/x", &["Jane Okonkwo"]);
        check("![x](data:text/plain;base64,SmFuZSBPa29ua3dv)", &["Jane Okonkwo"]);
        let long = base64::encode("Dear Ann Lee, the results of your test have come in today; all is well.".as_bytes());
        let lines = in_lines(&long, 48);
        check(&format!("x\n{lines}\ny"), &["Dear Ann Lee, the results of your test have come in today; all is well."]);
    }

    #[test]
    fn hexadecimal_digits_are_opened() {
        check("id 4a616e65204f6b6f6e6b776f.", &["Jane Okonkwo"]);
        check("id 0x4A616E65204F6B6F6E6B776F.", &["Jane Okonkwo"]);
        let turned = BinaryToText::Cloudflare.encode(b"ann@example.org");
        check(&format!("https://x.example/cdn-cgi/l/email-protection#{turned}"), &["ann@example.org"]);
        assert_eq!(
            decode_cloudflare(&BinaryToText::Cloudflare.encode(b"ann@example.org")).as_deref(),
            Some(&b"ann@example.org"[..])
        );
    }

    #[test]
    fn damaged_base64_is_seen_and_not_opened() {
        let whole = base64::encode(b"Dear Ann Lee, your results have come in today");
        let part = |range: Range<usize>| whole.get(range).expect("ASCII");
        check(part(1..whole.len()), &[""]);
        check(&format!("x {}{}", part(0..9), part(10..whole.len())), &[""]);
        check(&format!("data:text/plain;base64\\\\{}", part(2..whole.len())), &[""]);
        let wide: Vec<u8> = "Contact ann.lee@mail.example".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide = base64::encode(&wide);
        check(&format!("c={}'AA==", wide.get(..wide.len() - 5).expect("ASCII")), &[""]);
    }

    #[test]
    fn words_keys_and_check_sums_are_not_encoded() {
        for text in [
            "internationalisation of counterrevolutionaries",
            "d41d8cd98f00b204e9800998ecf8427e and 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "/usr/share/doc/libreoffice-writer/README.Debian",
            "123e4567-e89b-12d3-a456-426614174000 20240131123456789012345678901234",
            "getElementsByClassName_withVeryLongIdentifiers",
            "ES9121000418450200051332 AKIAIOSFODNN7EXAMPLE",
            "CgMxLjA4AHIhMWV4YW1wbGVleGFtcGxl",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn long_runs_are_looked_at_once() {
        // No more than a moment each.
        check(&"a".repeat(4_000_000), &[]);
        check(&"aA/".repeat(1_000_000), &[]);
        check(&"data:;base64,".repeat(100_000), &[]);
    }
}
