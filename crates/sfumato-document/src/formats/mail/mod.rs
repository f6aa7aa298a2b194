//! Mails: a header, and a body that may be many parts (RFC 5322, 2045 to 2047, 2231).
//!
//! Every field of a header is a part of its own, and so is every body, decoded; a body that is a file of another kind
//! is read by that kind's format.
//! What is not changed keeps its bytes: only a field or a body with an edit in it is written anew.

mod address;
mod charset;
mod container;
mod encoded_words;
mod fields;
mod header;
mod leaf;
pub(crate) mod mbox;
mod mime;
mod params;
#[cfg(test)]
mod tests;
mod transfer;

use sfumato_words::WordTable;

pub(crate) use leaf::refuse_armour;

use crate::Document;
use crate::formats::{DocumentFormat, ReadError};

static FIELDS: WordTable = WordTable::new(include_str!("words.txt"), "fields");
static SETTINGS: WordTable = WordTable::new(include_str!("words.txt"), "settings");
static TYPES: WordTable = WordTable::new(include_str!("words.txt"), "types");
static ADDRESSES: WordTable = WordTable::new(include_str!("words.txt"), "addresses");
static TEXTS: WordTable = WordTable::new(include_str!("words.txt"), "texts");

/// Mails.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Mail {
    fn name(&self) -> &'static str {
        "eml"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reader = mime::MailReader::new(&bytes, self.depth);
        let mut start = 0;
        if bytes.starts_with(MAILBOX) {
            if is_mailbox(&bytes) {
                return Err(ReadError::Part {
                    part: "mailbox".into(),
                    fault: "several mails in one file, which is a folder of mails (mbox) and no mail",
                });
            }
            let line = header::line_at(&bytes, 0, bytes.len());
            start = line.end;
            reader.mailbox_line(line)?;
        }
        reader.entity(start..bytes.len(), 0, "text/plain")?;
        Ok(reader.document(self.name()))
    }
}

/// The beginning of a line before a mail in a mailbox.
const MAILBOX: &[u8] = b"From ";

/// True if a second mail follows.
pub(crate) fn is_mailbox(bytes: &[u8]) -> bool {
    bytes.starts_with(MAILBOX) && memchr::memmem::find_iter(bytes, b"\nFrom ").any(|at| starts_mail(bytes, at))
}

/// True if another mail starts behind the line break at a place: after a blank line, a line like the first and then a
/// field.
fn starts_mail(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    let blank = before.ends_with(b"\n") || before.ends_with(b"\n\r");
    let line = header::line_at(bytes, at + 1, bytes.len());
    let next = header::line_at(bytes, line.end, bytes.len());
    blank && header::fields(bytes, next).is_ok_and(|(fields, _)| !fields.is_empty())
}

/// The number of bytes of a file in which the header of a mail is looked for.
const MOST_HEADER: usize = 1 << 20;

/// True if a file starts with the header of a mail: nothing but fields up to a blank line, among them what only
/// programs write. Text that people copied from a mail has lines such as `From:` and `Subject:` as well, and is text.
pub(crate) fn looks_like_mail(bytes: &[u8]) -> bool {
    const OF_PEOPLE: [&str; 7] = ["from", "to", "cc", "subject", "date", "reply-to", "sender"];
    const OF_PROGRAMS: [&str; 7] = [
        "received",
        "message-id",
        "mime-version",
        "return-path",
        "delivered-to",
        "content-type",
        "content-transfer-encoding",
    ];
    let start = if bytes.starts_with(MAILBOX) { header::line_at(bytes, 0, bytes.len()).end } else { 0 };
    let Ok((fields, _)) = header::fields(bytes, start..bytes.len().min(MOST_HEADER)) else { return false };
    let value = |name: &str| {
        let is_named = |field: &&header::HeaderField| {
            bytes.get(field.name.clone()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        };
        fields.iter().find(is_named).and_then(|field| bytes.get(field.value.clone()))
    };
    let has = |names: &[&str]| names.iter().any(|name| value(name).is_some());
    let is_sent = value("from").is_some_and(|from| from.contains(&b'@')) && value("date").is_some_and(is_timestamp);
    has(&OF_PEOPLE) && (has(&OF_PROGRAMS) || is_sent)
}

/// True if a date is as programs write it into mails, with a zone: `Mon, 3 Mar 2025 10:00:00 +0100`.
fn is_timestamp(value: &[u8]) -> bool {
    let mut words = value.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let Some(time) = words.position(|word| matches!(word, [_, _, b':', _, _, ..])) else { return false };
    let is_zone = |word: &[u8]| match word {
        [b'+' | b'-', digits @ ..] => digits.len() == 4 && digits.iter().all(u8::is_ascii_digit),
        _ => matches!(
            word,
            b"GMT" | b"UT" | b"UTC" | b"EST" | b"EDT" | b"CST" | b"CDT" | b"MST" | b"MDT" | b"PST" | b"PDT"
        ),
    };
    time >= 3 && words.next().is_some_and(is_zone)
}
