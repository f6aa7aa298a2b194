//! Values of binary files: what each is read as, and how it is written again.
//!
//! A message of Outlook, a header of a medical picture and the like are lists of values, each a run of bytes of its own.
//! A value becomes a part of the document, and a [`ValueSlot`] says what the bytes come to once the part is edited; the file
//! around the values is the business of its format.

use crate::container::{ContentChange, PartEdits, UnreadBytes};
use crate::formats::builder::{AbsorbedDocument, DocumentBuilder};
use crate::formats::codepage::CodePage;
use crate::formats::office::pictures;
use crate::formats::{ReadError, WriteError, read_inner};
use crate::{BlockKind, Document, RemovableKind};

/// The encoding of the text of a value as bytes.
#[derive(Clone, Copy)]
pub(crate) enum ValueEncoding {
    Utf8,
    Utf16Le,
    Page(CodePage),
    /// Letters of ASCII alone, for pages that are not read.
    Ascii,
}

impl ValueEncoding {
    /// The code with a number that Windows gave it; ASCII alone if it is not read.
    pub fn by_number(number: u32) -> Self {
        match number {
            65001 => Self::Utf8,
            1200 => Self::Utf16Le,
            _ => CodePage::by_number(number).map_or(Self::Ascii, Self::Page),
        }
    }

    /// The text of bytes; nothing if they are no text in this code.
    pub fn decode(self, bytes: &[u8]) -> Option<String> {
        match self {
            Self::Utf8 => std::str::from_utf8(bytes).ok().map(str::to_owned),
            Self::Utf16Le => {
                let (pairs, []) = bytes.as_chunks::<2>() else { return None };
                char::decode_utf16(pairs.iter().map(|pair| u16::from_le_bytes(*pair))).collect::<Result<_, _>>().ok()
            }
            Self::Page(page) => bytes.iter().map(|byte| page.decode(*byte)).collect(),
            Self::Ascii => bytes.is_ascii().then(|| bytes.iter().map(|byte| char::from(*byte)).collect()),
        }
    }

    /// The bytes of a text; marks that the code lacks become marks that it has.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let narrow = |byte: fn(CodePage, char) -> Option<u8>, page: CodePage| {
            text.chars().map(|c| byte(page, c).unwrap_or(substitute(c))).collect()
        };
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Page(page) => narrow(CodePage::encode, page),
            Self::Ascii => text.chars().map(|c| if c.is_ascii() { c as u8 } else { substitute(c) }).collect(),
        }
    }
}

/// Returns the byte for a character that a code lacks, as `black-out` has it for its blocks.
fn substitute(c: char) -> u8 {
    if c == '█' { b'X' } else { b'?' }
}

/// The wrapping of a file inside a value.
#[derive(Clone, Copy)]
pub(crate) enum ValueWrapping {
    /// It is the value.
    Bare,
    /// Text of this code, given to its format in UTF-8, with so many zeros behind it.
    Coded { code: ValueEncoding, zeros: usize },
    /// The rich text of Outlook.
    Compressed,
}

/// The role of a value, and the way to write it again.
pub(crate) enum ValueSlot {
    /// Text, with this many bytes behind it that end it.
    Text { part: usize, code: ValueEncoding, tail: usize },
    /// Bytes that stand for text without spelling it, and how a text becomes bytes; one that cannot, goes.
    Shown { part: usize, write: fn(&str) -> Option<Vec<u8>> },
    /// A file inside.
    Inner { inner: AbsorbedDocument, wrap: ValueWrapping },
    /// It goes if something is removed, or if what can be read of it changes; something may stand in its place.
    Goes { removable: usize, part: Option<usize>, instead: Option<Vec<u8>> },
}

impl ValueSlot {
    /// Returns the new value, which was `old`, or tells that it stays or goes.
    pub fn change(&self, old: &[u8], parts: &[PartEdits<'_>], removed: &[bool]) -> Result<ContentChange, WriteError> {
        let changed = |part: usize| -> Result<Option<String>, WriteError> {
            let part = parts.get(part).ok_or(WriteError::Inconsistent)?;
            if part.is_untouched() { Ok(None) } else { part.apply().map(Some) }
        };
        Ok(match self {
            Self::Text { part, code, tail } => match changed(*part)? {
                None => ContentChange::Keep,
                Some(text) => {
                    let tail = old.len().checked_sub(*tail).and_then(|start| old.get(start..));
                    ContentChange::Replace([&code.encode(&text), tail.ok_or(WriteError::Inconsistent)?].concat())
                }
            },
            Self::Shown { part, write } => match changed(*part)? {
                None => ContentChange::Keep,
                Some(text) => write(&text).map_or(ContentChange::Remove, ContentChange::Replace),
            },
            Self::Inner { inner, wrap } => match inner.assemble(parts, removed)? {
                None => ContentChange::Keep,
                Some(bytes) => ContentChange::Replace(wrap.wrapped(bytes)?),
            },
            Self::Goes { removable, part, instead } => {
                let is_removed = removed.get(*removable) == Some(&true);
                if is_removed || part.map(changed).transpose()?.flatten().is_some() {
                    instead.clone().map_or(ContentChange::Remove, ContentChange::Replace)
                } else {
                    ContentChange::Keep
                }
            }
        })
    }

    /// Hands out the bytes of the value that are not read.
    pub fn unread(
        &self,
        place: &str,
        value: &[u8],
        look: &mut dyn FnMut(&str, UnreadBytes<'_>),
    ) -> Result<(), WriteError> {
        match self {
            Self::Text { .. } => {}
            Self::Shown { .. } | Self::Goes { .. } => look(place, UnreadBytes::new(value)),
            Self::Inner { inner, .. } => inner.container.unread(look)?,
        }
        Ok(())
    }
}

impl ValueWrapping {
    fn wrapped(self, bytes: Vec<u8>) -> Result<Vec<u8>, WriteError> {
        Ok(match self {
            Self::Bare => bytes,
            Self::Coded { code, zeros } => {
                let text = std::str::from_utf8(bytes.strip_prefix(MARK).unwrap_or(&bytes));
                let mut bytes = code.encode(text.map_err(|_| WriteError::Inconsistent)?);
                bytes.resize(bytes.len() + zeros, 0);
                bytes
            }
            Self::Compressed => super::outlook::stored_rich_text(&bytes),
        })
    }
}

/// The mark that says that a text is UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Values while they are read.
pub(crate) struct ValueReader {
    pub builder: DocumentBuilder,
    /// The depth of the file inside others.
    pub depth: usize,
}

impl ValueReader {
    pub fn new(depth: usize) -> Self {
        Self { builder: DocumentBuilder::default(), depth }
    }

    /// Bytes that stand for a text.
    pub fn shown(
        &mut self,
        text: &str,
        label: Option<&str>,
        write: fn(&str) -> Option<Vec<u8>>,
    ) -> Result<ValueSlot, ReadError> {
        Ok(ValueSlot::Shown { part: self.builder.text_part(text, BlockKind::Field, label)?, write })
    }

    /// A value that goes with a removable. What can be read of it is a part, so that it is found if it is kept.
    pub fn leaving(&mut self, text: &str, removable: usize) -> Result<ValueSlot, ReadError> {
        let part =
            if text.is_empty() { None } else { Some(self.builder.text_part(text, BlockKind::Metadata, None)?) };
        Ok(ValueSlot::Goes { removable, part, instead: None })
    }

    /// A document that a value is.
    pub fn inner(&mut self, document: Document, wrap: ValueWrapping) -> Result<ValueSlot, ReadError> {
        Ok(ValueSlot::Inner { inner: self.builder.absorb(document)?, wrap })
    }

    /// A file inside: read by its own format, emptied if it is a picture, and otherwise something that can be removed.
    pub fn file(&mut self, bytes: &[u8], name: Option<&str>, place: &str) -> Result<ValueSlot, ReadError> {
        if let Some(blank) = pictures::blank(bytes).filter(|blank| !blank.starts_with(b"<")) {
            let removable = self.builder.removable_unread(RemovableKind::Picture, place, Vec::new());
            return Ok(ValueSlot::Goes { removable, part: None, instead: Some(blank.to_vec()) });
        }
        match read_inner(bytes.to_vec(), name, self.depth + 1) {
            Ok(document) => self.inner(document, ValueWrapping::Bare),
            Err(ReadError::Empty) => self.opaque(RemovableKind::Metadata, place),
            Err(_) => self.opaque(RemovableKind::Embedded, place),
        }
    }

    /// Something that nobody reads, and nothing in its place if it is removed.
    pub fn opaque(&mut self, kind: RemovableKind, place: &str) -> Result<ValueSlot, ReadError> {
        let removable = self.builder.removable_unread(kind, place, Vec::new());
        Ok(ValueSlot::Goes { removable, part: None, instead: Some(Vec::new()) })
    }
}

/// A text in UTF-8 that says so.
pub(crate) fn marked(text: &str) -> Vec<u8> {
    [MARK, text.as_bytes()].concat()
}

/// The shortest run of letters that may be read in bytes by somebody who looks for text.
const SHORTEST_RUN: usize = 4;

/// Returns the text that somebody can read in bytes that are no text: runs of letters, narrow and wide, one a line.
pub(crate) fn readable(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut add = |run: &mut String| {
        if run.chars().count() >= SHORTEST_RUN && run.chars().any(char::is_alphanumeric) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(run);
        }
        run.clear();
    };
    let is_letter = |c: char| !c.is_control() && c != '\u{fffd}';
    let mut run = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_letter(c) { run.push(c) } else { add(&mut run) }
        }
        if !chunk.invalid().is_empty() {
            add(&mut run);
        }
    }
    add(&mut run);
    for start in 0..2 {
        let pairs = bytes.get(start..).unwrap_or_default().as_chunks::<2>().0;
        // A wide letter of another script is as likely two bytes of a number.
        for unit in pairs.iter().map(|pair| u16::from_le_bytes(*pair)) {
            match char::from_u32(u32::from(unit)).filter(|c| *c <= '\u{17f}' && is_letter(*c)) {
                Some(c) => run.push(c),
                None => add(&mut run),
            }
        }
        add(&mut run);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_in_bytes_is_found_narrow_and_wide() {
        let wide: Vec<u8> = "Bea Díaz".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bytes = [&b"\x00\x01SMTP:ANN@X.ORG\x00"[..], b"\xff\xfe\x01", &wide, b"\x00\x00\x07abc"].concat();
        assert_eq!(readable(&bytes), "SMTP:ANN@X.ORG\nBea Díaz");
        assert_eq!(readable(b"\x01\x02\x03....\x00"), "");
    }

    #[test]
    fn codes_lose_nothing_and_replace_what_they_lack() {
        let page = ValueEncoding::by_number(1252);
        assert_eq!(page.decode(b"Jos\xe9").as_deref(), Some("José"));
        assert_eq!(page.encode("é█\u{4e00}"), b"\xe9X?");
        assert_eq!(ValueEncoding::by_number(932).decode(b"\x83\x65"), None);
        assert_eq!(ValueEncoding::Utf16Le.decode(b"A\0\x00"), None);
    }
}
