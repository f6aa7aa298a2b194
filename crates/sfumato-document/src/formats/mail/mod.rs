//! Mails: a header, and a body that may be many parts (RFC 5322, 2045 to 2047, 2231).
//!
//! Every field of a header is a part of its own, and so is every body, decoded; a body that is a file of another kind
//! is read by that kind's format.
//! What is not changed keeps its bytes: only a field or a body with an edit in it is written anew.

mod address;
pub(crate) mod cards;
mod charset;
mod encoded_words;
mod fields;
mod header;
mod leaf;
mod mime;
mod params;
mod shell;
#[cfg(test)]
mod tests;
mod transfer;

use crate::Document;
use crate::formats::{Format, ReadError};

/// Mails.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    /// How deep it lies inside other files.
    pub depth: usize,
}

impl Format for Mail {
    fn name(&self) -> &'static str {
        "eml"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reader = mime::Reader::new(&bytes, self.depth);
        let mut start = 0;
        if bytes.starts_with(MAILBOX) {
            if is_mailbox(&bytes) {
                return Err(ReadError::Part { part: "mailbox".into(), what: "several mails in one file; split it" });
            }
            let line = header::line_at(&bytes, 0, bytes.len());
            start = line.end;
            reader.mailbox_line(line)?;
        }
        reader.entity(start..bytes.len(), 0, "text/plain")?;
        Ok(reader.document(self.name()))
    }
}

/// What a line before a mail in a mailbox starts with.
const MAILBOX: &[u8] = b"From ";

/// Whether a second mail follows: after a blank line, a line like the first and then a field.
fn is_mailbox(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"\nFrom ").any(|at| {
        let before = bytes.get(..at).unwrap_or_default();
        let blank = before.ends_with(b"\n") || before.ends_with(b"\n\r");
        let line = header::line_at(bytes, at + 1, bytes.len());
        let next = header::line_at(bytes, line.end, bytes.len());
        blank && header::fields(bytes, next).is_ok_and(|(fields, _)| !fields.is_empty())
    })
}

/// How much of a file is looked at for the header of a mail.
const MOST_HEADER: usize = 1 << 20;

/// Whether a file starts with the header of a mail: nothing but fields up to a blank line, some of them a mail's own.
pub(crate) fn looks_like_mail(bytes: &[u8]) -> bool {
    const USUAL: [&str; 10] = [
        "to",
        "cc",
        "bcc",
        "subject",
        "date",
        "reply-to",
        "sender",
        "content-type",
        "content-transfer-encoding",
        "user-agent",
    ];
    const SURE: [&str; 6] = ["from", "received", "message-id", "mime-version", "return-path", "delivered-to"];
    let start = if bytes.starts_with(MAILBOX) { header::line_at(bytes, 0, bytes.len()).end } else { 0 };
    let Ok((fields, _)) = header::fields(bytes, start..bytes.len().min(MOST_HEADER)) else { return false };
    let count = |names: &[&str]| {
        let is_named = |name: &&str| {
            let of_name = |field: &header::Field| {
                bytes.get(field.name.clone()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            };
            fields.iter().any(of_name)
        };
        names.iter().filter(|name| is_named(name)).count()
    };
    let sure = count(&SURE);
    sure > 0 && sure + count(&USUAL) > 1
}
