//! HL7 version 2: messages of segments, whose fields have repetitions, components and subcomponents.
//!
//! Every component is a block that goes by what its segment and field say it is; words of code tables are read as program
//! text, so that nobody sees names in them.
//! What is encapsulated (a report in base64) is read by its own format. Line ends and the frames of transmission (MLLP)
//! stay as they are.

mod fields;

use std::ops::Range;

use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, Document, RemovableKind, encoding};

use fields::{Hl7FieldType, Hl7Label};

/// Messages of HL7 version 2.
#[derive(Debug, Clone, Default)]
pub struct Hl7 {
    /// The depth of the file inside others.
    pub depth: usize,
}

/// The marks that part fields, components, repetitions, escapes and subcomponents.
const MARKS: &str = "|^~\\&";
/// The end of the frame of a message on its way, a character that no text has.
const FRAME_END: u8 = 0x1c;
/// The character that replaces it while the text is read.
const STANDS_FOR_END: u8 = 0x0c;

impl DocumentFormat for Hl7 {
    fn name(&self) -> &'static str {
        "hl7"
    }

    fn read(&self, mut bytes: Vec<u8>) -> Result<Document, ReadError> {
        let is_framed = bytes.contains(&FRAME_END);
        if is_framed {
            if bytes.contains(&STANDS_FOR_END) {
                return Err(ReadError::Binary);
            }
            bytes.iter_mut().filter(|b| **b == FRAME_END).for_each(|b| *b = STANDS_FOR_END);
        }
        let (encoding, source) = encoding::decode(bytes)?;
        let mut out = TextCollector::new(self.depth);
        let whole = LayeredText::whole(&source);
        for range in segments(&source) {
            segment(&whole, range, &mut out)?;
        }
        let mut document = out.finish(self.name(), encoding, &source)?;
        if is_framed {
            document.container = Box::new(FramedMessages(document.container));
        }
        Ok(document)
    }
}

/// True if a file is of messages: it starts with the header of one, or of a batch.
pub(crate) fn is_hl7(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = head.strip_prefix(b"\x0b").unwrap_or(head).trim_ascii_start();
    [&b"MSH"[..], b"FHS", b"BHS"]
        .iter()
        .any(|header| head.strip_prefix(*header).is_some_and(|rest| rest.starts_with(MARKS.as_bytes())))
}

/// The lines of a file, without their ends and frames.
fn segments(source: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let is_end = |c: char| matches!(c, '\r' | '\n' | '\u{b}') || c == char::from(STANDS_FOR_END);
    for line in source.split(is_end) {
        if !line.is_empty() {
            found.push(start..start + line.len());
        }
        // What ends a line takes one byte.
        start += line.len() + 1;
    }
    found
}

/// The parts of a range between marks.
fn split<'s>(source: &'s str, range: &Range<usize>, mark: char) -> impl Iterator<Item = Range<usize>> + use<'s> {
    let mut start = range.start;
    source.get(range.clone()).unwrap_or_default().split(mark).map(move |part| {
        let found = start..start + part.len();
        start = found.end + 1;
        found
    })
}

fn segment(whole: &LayeredText<'_>, range: Range<usize>, out: &mut TextCollector) -> Result<(), ReadError> {
    let source = whole.text.as_ref();
    let line = source.get(range.clone()).unwrap_or_default();
    let name = line.get(..3).filter(|name| name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()));
    let Some(name) = name.filter(|_| matches!(line.as_bytes().get(3), None | Some(b'|'))) else {
        // A text may be broken over lines where it should not.
        leaf(whole, range, Hl7Label::PROSE, out);
        return Ok(());
    };
    let is_header = matches!(name, "MSH" | "FHS" | "BHS");
    let stated = line.get(3..8).filter(|_| is_header);
    if stated.is_some_and(|stated| stated != MARKS) {
        return Err(ReadError::Part {
            part: "message header".into(),
            fault: "marks other than |^~\\&; convert the messages",
        });
    }
    let fields: Vec<Range<usize>> = split(source, &range, '|').collect();
    let get = |nth: usize| fields.get(nth).and_then(|field| source.get(field.clone())).unwrap_or_default();
    // The type of a result stands before it.
    let value_type = get(2);
    for (nth, field) in fields.iter().enumerate().skip(if is_header { 2 } else { 1 }) {
        let number = if is_header { nth + 1 } else { nth };
        let kind = match (name, number) {
            ("OBX", 5) => Hl7FieldType::of_value(value_type),
            _ => Hl7FieldType::of_field(name, number),
        };
        if kind == Hl7FieldType::Data {
            data(whole, field, out);
            continue;
        }
        for repetition in split(source, field, '~') {
            components(whole, &repetition, &kind, out);
        }
    }
    Ok(())
}

fn components(whole: &LayeredText<'_>, range: &Range<usize>, kind: &Hl7FieldType, out: &mut TextCollector) {
    let source = whole.text.as_ref();
    let parts: Vec<Range<usize>> = split(source, range, '^').collect();
    let get = |nth: usize| parts.get(nth).and_then(|part| source.get(part.clone())).unwrap_or_default();
    // The type of an identifier stands behind it.
    let id_type = get(4);
    for (nth, part) in parts.iter().enumerate() {
        let subparts: Vec<Range<usize>> = split(source, part, '&').collect();
        for (sub, subpart) in subparts.iter().enumerate() {
            let text = source.get(subpart.clone()).unwrap_or_default();
            if !text.is_empty() {
                leaf(whole, subpart.clone(), kind.label(nth, sub, id_type, text), out);
            }
        }
    }
}

/// A file inside a field: where it is from, its type and subtype, how it is written, and the file.
fn data(whole: &LayeredText<'_>, field: &Range<usize>, out: &mut TextCollector) {
    let source = whole.text.as_ref();
    let parts: Vec<Range<usize>> = split(source, field, '^').collect();
    let get = |nth: usize| parts.get(nth).and_then(|part| source.get(part.clone())).unwrap_or_default();
    for nth in [0, 1, 2, 3].into_iter().filter(|nth| *nth < parts.len().saturating_sub(1)) {
        let text = get(nth);
        if !text.is_empty() {
            leaf(whole, parts[nth].clone(), Hl7Label::of_word(text), out);
        }
    }
    let Some(last) = parts.last() else { return };
    let inside = get(parts.len() - 1);
    let kind = match (get(1), get(2)) {
        (kind, subtype) if kind.contains('/') || subtype.is_empty() => kind.to_owned(),
        (_, subtype) if subtype.eq_ignore_ascii_case("pdf") => "application/pdf".to_owned(),
        (kind, subtype) => format!("{kind}/{subtype}"),
    };
    let is_hex = get(3).eq_ignore_ascii_case("hex") && inside.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hex {
        out.block(whole, &[(last.clone(), PieceNotation::In(TextLayer::Hex))], BlockKind::Paragraph, None);
        return;
    }
    let is_base64 = get(3).eq_ignore_ascii_case("base64") && inside.len() > 1;
    let cuts = vec![last.clone()];
    let is_file = match is_base64 {
        true => out.named_file(whole, last, &kind, "encapsulated data", cuts),
        false => out.unnamed_file(whole, last, "encapsulated data", cuts),
    };
    if !is_file && is_base64 {
        // What is no base64 for all it says cannot be read.
        out.builder.removable_unread(RemovableKind::Embedded, "encapsulated data", vec![last.clone()]);
    } else if !is_file {
        leaf(whole, last.clone(), Hl7Label::PROSE, out);
    }
}

/// One value.
fn leaf(whole: &LayeredText<'_>, range: Range<usize>, label: Hl7Label, out: &mut TextCollector) {
    let text = whole.get(&range);
    if out.unnamed_file(whole, &range, "base64 in a field", vec![range.clone()]) {
        return;
    }
    if let Some(day) = label.day(text) {
        let (date, time) = (range.start..range.start + day, range.start + day..range.end);
        out.block(whole, &pieces(whole, date), label.kind, label.name);
        if !time.is_empty() {
            out.block(whole, &pieces(whole, time), BlockKind::Code, None);
        }
        return;
    }
    out.block(whole, &pieces(whole, range), label.kind, label.name);
}

/// The pieces of a value: characters written as hexadecimal digits, `\X4A61\`, are text as well.
fn pieces(whole: &LayeredText<'_>, range: Range<usize>) -> Vec<(Range<usize>, PieceNotation)> {
    let mut pieces = Vec::new();
    let (mut start, mut from) = (range.start, range.start);
    while let Some(found) = whole.text.get(from..range.end).and_then(|rest| rest.find("\\X")) {
        let digits = from + found + 2;
        let rest = whole.text.get(digits..range.end).unwrap_or_default();
        let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        from = digits + length;
        if length % 2 == 1 || !rest.get(length..).is_some_and(|rest| rest.starts_with('\\')) {
            continue;
        }
        pieces.push((start..digits - 2, PieceNotation::In(TextLayer::Hl7)));
        pieces.push((digits..from, PieceNotation::In(TextLayer::Hex)));
        from += 1;
        start = from;
    }
    pieces.push((start..range.end, PieceNotation::In(TextLayer::Hl7)));
    pieces
}

/// An escape and the character it stands for; nothing where there is none.
pub(crate) fn unescape(rest: &str) -> Option<(char, usize)> {
    const ESCAPES: [(&str, char); 7] = [
        ("\\F\\", '|'),
        ("\\S\\", '^'),
        ("\\T\\", '&'),
        ("\\R\\", '~'),
        ("\\E\\", '\\'),
        ("\\H\\", ' '),
        ("\\N\\", ' '),
    ];
    if let Some((escape, c)) = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape)) {
        return Some((*c, escape.len()));
    }
    // Commands of layout, such as `\.br\` and `\.sp+2\`.
    let inside = rest.strip_prefix("\\.")?;
    let letters = inside.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = inside.bytes().skip(letters).take(5).take_while(|b| b.is_ascii_digit() || b"+-".contains(b)).count();
    let length = letters + digits;
    (letters == 2 && inside.as_bytes().get(length) == Some(&b'\\')).then_some(('\n', length + 3))
}

/// Writes a replacement.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '|' => out.push_str("\\F\\"),
            '^' => out.push_str("\\S\\"),
            '&' => out.push_str("\\T\\"),
            '~' => out.push_str("\\R\\"),
            '\\' => out.push_str("\\E\\"),
            '\n' => out.push_str("\\.br\\"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// Messages in frames.
struct FramedMessages(Box<dyn FileContainer>);

fn framed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.iter_mut().filter(|b| **b == STANDS_FOR_END).for_each(|b| *b = FRAME_END);
    bytes
}

impl FileContainer for FramedMessages {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        self.0.assemble(parts, removed).map(framed)
    }

    fn restore(self: Box<Self>, source: String) -> Result<Vec<u8>, WriteError> {
        self.0.restore(source).map(framed)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.0.unread(look)
    }
}

#[cfg(test)]
mod tests;
