//! Properties of messages, people and attachments: what each is, and how its value is read (MS-OXPROPS, MS-OXCDATA).
//!
//! Properties that hold text are fields; those that hold anything else are known to be harmless, or they are data about
//! the message and go with it.

use crate::formats::values::{ValueEncoding, ValueReader, ValueSlot, ValueWrapping, marked, readable};
use crate::formats::{DocumentFormat, Html, ReadError, Rtf, mail, text};
use crate::{BlockKind, CharacterEncoding};

use super::rich_text;
use super::times;

/// Types of values.
pub(super) mod kinds {
    pub const SHORT: u16 = 0x0002;
    pub const LONG: u16 = 0x0003;
    pub const SINGLE: u16 = 0x0004;
    pub const DOUBLE: u16 = 0x0005;
    pub const CURRENCY: u16 = 0x0006;
    pub const DAY: u16 = 0x0007;
    pub const ERROR: u16 = 0x000a;
    pub const FLAG: u16 = 0x000b;
    pub const OBJECT: u16 = 0x000d;
    pub const HUGE: u16 = 0x0014;
    pub const NARROW: u16 = 0x001e;
    pub const WIDE: u16 = 0x001f;
    pub const TIME: u16 = 0x0040;
    pub const CLASS: u16 = 0x0048;
    pub const BINARY: u16 = 0x0102;
    /// Added to the type of one value where there are many.
    pub const MANY: u16 = 0x1000;
}

/// Properties that are looked at one by one.
pub(super) mod ids {
    pub const CLASS: u16 = 0x001a;
    pub const HEADERS: u16 = 0x007d;
    pub const BODY: u16 = 0x1000;
    pub const RICH_TEXT: u16 = 0x1009;
    pub const HTML: u16 = 0x1013;
    pub const DATA: u16 = 0x3701;
    pub const SHORT_NAME: u16 = 0x3704;
    pub const LONG_NAME: u16 = 0x3707;
    pub const HTML_PAGE: u16 = 0x3fde;
    pub const PAGE: u16 = 0x3ffd;
    /// From here on numbers stand for names.
    pub const NAMED: u16 = 0x8000;
}

/// A property of something.
#[derive(Clone, Copy)]
pub(super) struct MapiProperty<'n> {
    pub id: u16,
    /// The type of its value, or of each of them.
    pub kind: u16,
    /// The name that whoever invented it gave it.
    pub name: Option<&'n str>,
}

/// The encodings of the texts of a message.
#[derive(Clone, Copy)]
pub(super) struct MessageEncodings {
    pub text: ValueEncoding,
    /// The page of the body as HTML; nothing if the page itself says it.
    pub html: Option<ValueEncoding>,
    /// True if there is a body that is no rich text: then one in rich text says the same again.
    pub has_other_body: bool,
}

impl MessageEncodings {
    /// By the numbers of pages that a message names.
    pub fn of(text: Option<u32>, html: Option<u32>, has_other_body: bool) -> Self {
        // A body says in itself whether it is UTF-8 or Latin-1; other pages only the message names.
        let html = html.filter(|page| !matches!(page, 0 | 20127 | 28591 | 1252)).map(ValueEncoding::by_number);
        Self { text: ValueEncoding::by_number(text.filter(|page| *page != 0).unwrap_or(1252)), html, has_other_body }
    }
}

/// The role of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MapiRole {
    /// A text.
    Field,
    Body,
    Html,
    RichText,
    /// A point in time.
    Time,
    /// A number that somebody gave a name.
    Number,
    /// The file that is attached.
    Data,
    /// Flags and sizes, which tell nothing.
    Harmless,
    /// Data about the message.
    Metadata,
}

impl MapiProperty<'_> {
    /// True if a body that cannot be read says what another one says too, and may go as data about the message does.
    pub fn is_spare(&self, role: MapiRole, codes: MessageEncodings, error: &ReadError) -> bool {
        role == MapiRole::RichText && codes.has_other_body && matches!(error, ReadError::Part { .. })
    }

    /// Returns the role of the property.
    pub fn role(&self, value: &[u8]) -> MapiRole {
        let is_text = matches!(self.kind, kinds::NARROW | kinds::WIDE);
        match (self.id, self.kind) {
            _ if self.is_technical() => MapiRole::Metadata,
            (ids::BODY, _) if is_text => MapiRole::Body,
            (ids::HTML, kinds::BINARY | kinds::NARROW | kinds::WIDE) => MapiRole::Html,
            (ids::RICH_TEXT, kinds::BINARY) => MapiRole::RichText,
            (ids::DATA, kinds::BINARY) => MapiRole::Data,
            (ids::CLASS, _) if is_text && is_class(value) => MapiRole::Harmless,
            // An address of a server, which says who somebody is to those who have its list.
            _ if is_text && (is_directory_name(value) || has_control(value, self.kind)) => MapiRole::Metadata,
            _ if is_text => MapiRole::Field,
            (_, kinds::TIME) => MapiRole::Time,
            (_, kinds::SHORT | kinds::LONG | kinds::SINGLE | kinds::DOUBLE | kinds::CURRENCY | kinds::HUGE)
                if self.name.is_some() =>
            {
                MapiRole::Number
            }
            (_, kinds::SHORT | kinds::LONG | kinds::FLAG | kinds::ERROR) => MapiRole::Harmless,
            _ => MapiRole::Metadata,
        }
    }

    /// True if it belongs to the journey of the message or to the store it lay in.
    fn is_technical(&self) -> bool {
        let id = self.id;
        matches!(id, ids::HEADERS | 0x1035 | 0x1039 | 0x1042 | 0x3007 | 0x3008 | 0x3ff8..=0x3ffb)
            || matches!(id, 0x0e28 | 0x0e29 | 0x0e1f | 0x300a | 0x1046 | 0x35df..=0x35ff)
            || (matches!(id, 0x4000..0x5800 | 0x6000..0x8000) && !matches!(self.kind, kinds::LONG | kinds::FLAG))
    }

    /// The name that its value goes by.
    pub fn label(&self) -> Option<&str> {
        self.name.or(Some(match self.id {
            0x0037 | 0x003d | 0x0070 | 0x0e1d => "subject",
            0x0042 | 0x0065 | 0x0c1a | 0x0c1f | 0x5d01 | 0x5d02 | 0x0e2a => "from",
            0x0040 | 0x0044 | 0x0076 | 0x0078 | 0x0e04 | 0x3001 | 0x3003 | 0x39fe | 0x39ff | 0x5ff6 => "to",
            0x3a20 | 0x0073 | 0x0072 | 0x5d07 | 0x5d08 => "to",
            0x0e02 => "bcc",
            0x0e03 => "cc",
            0x0050 | 0x004f => "reply to",
            0x3a00 | 0x3a02 => "username",
            0x3a06 => "given name",
            0x3a11 => "surname",
            0x3a44 => "middle name",
            0x3a4f => "nickname",
            0x3a48 => "spouse",
            0x3a58 => "children",
            0x3a30 | 0x3a4e => "manager",
            0x3a16 | 0x3a18 => "company",
            0x3a42 => "date of birth",
            0x3a08 | 0x3a09 | 0x3a1a | 0x3a1b | 0x3a1c | 0x3a1d | 0x3a1e | 0x3a1f | 0x3a21 | 0x3a2d | 0x3a2f => "phone",
            0x3a23..=0x3a25 => "fax",
            0x3a15 | 0x3a29 | 0x3a5d | 0x3a63 => "address",
            0x3a2a | 0x3a5b | 0x3a61 => "postcode",
            0x3a27 | 0x3a59 | 0x3a5f => "city",
            0x3a26 | 0x3a5a | 0x3a60 => "country",
            0x3a28 | 0x3a5c | 0x3a62 => "region",
            ids::SHORT_NAME | ids::LONG_NAME | 0x370d | 0x3708 => "file name",
            0x0039 | 0x0e06 | 0x0060 | 0x0061 => "date",
            _ => return None,
        }))
    }

    /// Reads a value that is no metadata; nothing if it says nothing.
    pub fn read(
        &self,
        role: MapiRole,
        value: &[u8],
        codes: MessageEncodings,
        values: &mut ValueReader,
    ) -> Result<Option<ValueSlot>, ReadError> {
        let wrong = |fault| ReadError::Part { part: self.place(), fault };
        let code = if self.kind == kinds::WIDE { ValueEncoding::Utf16Le } else { codes.text };
        let zeros = zeros(value, self.kind);
        let text = || {
            let value = value.get(..value.len() - zeros).unwrap_or_default();
            code.decode(value).ok_or_else(|| wrong("text in a code page that is not read; save it as Unicode"))
        };
        Ok(Some(match role {
            MapiRole::Field => {
                let part = values.builder.text_part(&text()?, BlockKind::Field, self.label())?;
                ValueSlot::Text { part, code, tail: zeros }
            }
            MapiRole::Body => {
                let text = text()?;
                if text.chars().any(is_control) {
                    return Err(wrong("text with marks that no text has"));
                }
                mail::refuse_armour(&text, "body")?;
                let document = text::document(CharacterEncoding::Utf8, text);
                values.inner(document, ValueWrapping::Coded { code, zeros })?
            }
            MapiRole::Html => {
                let code = match (self.kind, codes.html) {
                    (kinds::BINARY, None) => None,
                    (kinds::BINARY, Some(page)) => Some(page),
                    _ => Some(code),
                };
                let value = value.get(..value.len() - zeros).unwrap_or_default();
                let (bytes, wrap) = match code.map(|code| (code, code.decode(value))) {
                    None => (value.to_vec(), ValueWrapping::Bare),
                    Some((code, Some(text))) => (marked(&text), ValueWrapping::Coded { code, zeros }),
                    Some((_, None)) => return Err(wrong("HTML in a code page that is not read; save it as Unicode")),
                };
                let page = Html { depth: values.depth }.read(bytes).map_err(|_| wrong("HTML that cannot be read"))?;
                values.inner(page, wrap)?
            }
            MapiRole::RichText => {
                let mut text = rich_text::unpacked(value).ok_or_else(|| wrong("rich text that is damaged"))?;
                // What follows the end are zeros that programs left there.
                text.truncate(text.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1));
                if text.is_empty() {
                    return Ok(None);
                }
                let document = Rtf.read(text).map_err(|_| wrong("rich text that cannot be read"))?;
                values.inner(document, ValueWrapping::Compressed)?
            }
            MapiRole::Time => match value.first_chunk().and_then(|ticks| times::shown(u64::from_le_bytes(*ticks))) {
                Some(text) => values.shown(&text, self.label(), times::read)?,
                None => return Ok(None),
            },
            MapiRole::Number => match self.number(value).filter(|text| digits(text) >= SHORTEST_NUMBER) {
                Some(text) => values.shown(&text, self.label(), |_| None)?,
                None => return Ok(None),
            },
            MapiRole::Data | MapiRole::Harmless | MapiRole::Metadata => return Ok(None),
        }))
    }

    /// A number as somebody writes it.
    fn number(&self, value: &[u8]) -> Option<String> {
        let whole = |scale: i64| value.first_chunk().map(|eight| (i64::from_le_bytes(*eight) / scale).to_string());
        match self.kind {
            kinds::SHORT => value.first_chunk().map(|two| i16::from_le_bytes(*two).to_string()),
            kinds::LONG => value.first_chunk().map(|four| i32::from_le_bytes(*four).to_string()),
            kinds::SINGLE => value.first_chunk().map(|four| f32::from_le_bytes(*four).to_string()),
            kinds::DOUBLE => value.first_chunk().map(|eight| f64::from_le_bytes(*eight).to_string()),
            kinds::CURRENCY => whole(10_000),
            kinds::HUGE => whole(1),
            _ => None,
        }
    }

    /// Returns the text that can be read of a value that is metadata.
    pub fn readable(&self, value: &[u8], codes: MessageEncodings) -> String {
        let code = if self.kind == kinds::WIDE { ValueEncoding::Utf16Le } else { codes.text };
        match self.kind {
            kinds::NARROW | kinds::WIDE => {
                let text = value.get(..value.len() - zeros(value, self.kind)).and_then(|text| code.decode(text));
                text.unwrap_or_else(|| readable(value))
            }
            kinds::BINARY if self.id == ids::RICH_TEXT => {
                readable(&rich_text::unpacked(value).unwrap_or_else(|| value.to_vec()))
            }
            kinds::TIME => {
                value.first_chunk().and_then(|ticks| times::shown(u64::from_le_bytes(*ticks))).unwrap_or_default()
            }
            _ => readable(value),
        }
    }

    /// Returns its name for reports.
    pub fn place(&self) -> Box<str> {
        match self.id {
            ids::BODY => "body".into(),
            ids::HTML => "HTML body".into(),
            ids::RICH_TEXT => "rich text body".into(),
            id => format!("property {id:04x}").into(),
        }
    }
}

/// Shorter numbers say nothing of anybody.
const SHORTEST_NUMBER: usize = 5;

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// Returns the number of zeros that end a text.
fn zeros(value: &[u8], kind: u16) -> usize {
    match kind {
        kinds::WIDE => 2 * value.as_chunks::<2>().0.iter().rev().take_while(|unit| **unit == [0, 0]).count(),
        kinds::NARROW | kinds::BINARY => value.iter().rev().take_while(|byte| **byte == 0).count(),
        _ => 0,
    }
}

/// The letters of a text, whatever it is written in.
fn letters(value: &[u8]) -> impl Iterator<Item = u8> {
    value.iter().copied().filter(|byte| *byte != 0)
}

/// True if a character is a mark that no text has: it breaks what is written, and nobody knows what that was.
pub(super) fn is_control(c: char) -> bool {
    c < ' ' && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// True if a text holds such a mark before its end.
fn has_control(value: &[u8], kind: u16) -> bool {
    let value = value.get(..value.len() - zeros(value, kind)).unwrap_or_default();
    match kind {
        kinds::WIDE => {
            let units = value.as_chunks::<2>().0.iter().map(|unit| u16::from_le_bytes(*unit));
            units.filter_map(|unit| char::from_u32(u32::from(unit))).any(is_control)
        }
        _ => value.iter().any(|byte| is_control(char::from(*byte))),
    }
}

/// True if a text names the class of a message as Outlook does: `IPM.Note`.
fn is_class(value: &[u8]) -> bool {
    letters(value).take(4).eq(*b"IPM.") && letters(value).all(|byte| byte.is_ascii_alphabetic() || byte == b'.')
        || letters(value).take(7).eq(*b"REPORT.") && letters(value).all(|b| b.is_ascii_alphabetic() || b == b'.')
}

/// True if a text is the name of somebody in the directory of a server: `/o=Example/ou=.../cn=...`.
fn is_directory_name(value: &[u8]) -> bool {
    letters(value).take(3).map(|byte| byte.to_ascii_lowercase()).eq(*b"/o=")
}

/// Refuses messages whose class says that they are signed or encrypted.
pub(super) fn refuse_locked(class: &[u8]) -> Result<(), ReadError> {
    let class: String = letters(class).map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    match () {
        () if class.starts_with("ipm.note.smime.multipartsigned") => Err(ReadError::Signed),
        () if class.starts_with("ipm.note.smime") || class.contains(".rpmsg") => Err(ReadError::Encrypted),
        () => Ok(()),
    }
}
