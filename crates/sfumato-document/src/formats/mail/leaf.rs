//! Bodies: by what format each is read.

use memchr::memmem;

use super::Mail;
use super::charset::{MailCharset, UNKNOWN};
use super::container::TextBody;
use super::fields::BodyHead;
use crate::Document;
use crate::formats::office::pictures;
use crate::formats::{DocumentFormat, ICalendar, MOST_NESTING, ReadError, TextFile, VCard, read_inner, text};

/// The way to read a body.
pub(super) enum MailLeaf {
    /// There is nothing in it.
    Nothing,
    /// It is read.
    Inner { document: Box<Document>, text: Option<TextBody> },
    /// It is a picture, and this one can stand in its place.
    Picture { blank: &'static [u8] },
    /// It is not read.
    Unreadable(ReadError),
}

/// Refuses what is signed or locked: reading it would not help, and changing it would break it.
pub(super) fn refuse_locked(head: &BodyHead) -> Result<(), ReadError> {
    match head.main() {
        "multipart/signed"
        | "application/pkcs7-signature"
        | "application/x-pkcs7-signature"
        | "application/pgp-signature" => Err(ReadError::Signed),
        "application/pkcs7-mime" | "application/x-pkcs7-mime" => match head.content_type.get("smime-type") {
            Some("signed-data") => Err(ReadError::Signed),
            _ => Err(ReadError::Encrypted),
        },
        "multipart/encrypted" | "application/pgp-encrypted" => Err(ReadError::Encrypted),
        _ => Ok(()),
    }
}

/// Returns the name of a part for reports: its number, and its type if that is one that many mails have.
pub(super) fn place(number: usize, main: &str) -> Box<str> {
    match super::TYPES.has(main) {
        true => format!("part {number} ({main})").into(),
        false => format!("part {number}").into(),
    }
}

/// Reads a body.
pub(super) fn read(head: &BodyHead, raw: &[u8], depth: usize) -> Result<MailLeaf, ReadError> {
    if raw.trim_ascii().is_empty() {
        return Ok(MailLeaf::Nothing);
    }
    let part = |fault| ReadError::Part { part: "body".into(), fault };
    let bytes = match head.transfer.decode(raw) {
        Ok(bytes) => bytes,
        Err(fault) => return Ok(MailLeaf::Unreadable(part(fault))),
    };
    let main = head.main();
    if main.starts_with("image/") && main != "image/svg+xml" {
        return Ok(match pictures::blank(&bytes) {
            Some(blank) => MailLeaf::Picture { blank },
            None => MailLeaf::Unreadable(part("a picture of a kind that is not known")),
        });
    }
    match document(head, bytes, depth) {
        Ok((document, text)) => Ok(MailLeaf::Inner { document: Box::new(document), text }),
        // The mail itself is locked, rather than a file in it.
        Err(error @ (ReadError::Encrypted | ReadError::Signed)) if is_text(main) => Err(error),
        Err(error) => Ok(MailLeaf::Unreadable(error)),
    }
}

fn is_text(main: &str) -> bool {
    main.starts_with("text/") && main != "text/rtf" && main != "text/xml" && main != "text/rfc822-headers"
        || matches!(main, "application/json" | "message/delivery-status" | "message/disposition-notification")
        || main == "message/feedback-report"
}

fn document(head: &BodyHead, bytes: Vec<u8>, depth: usize) -> Result<(Document, Option<TextBody>), ReadError> {
    let main = head.main();
    match main {
        "message/rfc822" | "message/global" | "text/rfc822-headers" | "message/global-headers" => {
            if depth >= MOST_NESTING {
                return Err(ReadError::Part { part: "mail".into(), fault: "mails nested too deeply in one another" });
            }
            return Ok((Mail { depth: depth + 1 }.read(bytes)?, None));
        }
        "message/partial" | "message/external-body" => {
            return Err(ReadError::Unsupported { kind: "a mail that is elsewhere, at least in part" });
        }
        "text/enriched" | "text/richtext" => return Err(ReadError::Unsupported { kind: "enriched text" }),
        _ => {}
    }
    let name = match main {
        "text/html" => Some("x.html"),
        "text/csv" => Some("x.csv"),
        "text/tab-separated-values" => Some("x.tsv"),
        "text/markdown" => Some("x.md"),
        "application/json" => Some("x.json"),
        "text/xml" | "application/xml" | "application/xhtml+xml" | "image/svg+xml" => Some("x.xml"),
        _ => head.file_name(),
    };
    if !is_text(main) {
        return Ok((read_inner(bytes, name, depth + 1)?, None));
    }
    let charset = MailCharset::of(head.content_type.get("charset").unwrap_or_default());
    let unread = |fault| ReadError::Part { part: "text".into(), fault };
    let (charset, text) = charset.ok_or(UNKNOWN).and_then(|charset| charset.decode(&bytes)).map_err(unread)?;
    let plain = name.is_none();
    // A page may name another charset than the mail does; the mail is right, and a mark makes that plain.
    let mark = plain || !text.is_ascii() && (main == "text/html" || !matches!(charset, MailCharset::Utf8));
    let body = TextBody { charset, marked: mark };
    let given = if mark { marked(&text) } else { text.clone().into_bytes() };
    let document = match main {
        "text/calendar" | "text/x-vcalendar" => ICalendar { depth: depth + 1 }.read(given)?,
        "text/vcard" | "text/x-vcard" | "text/directory" => VCard { depth: depth + 1 }.read(given)?,
        _ if plain => {
            refuse_armour(&text, "body")?;
            let says_yes = |answer: &str| answer.eq_ignore_ascii_case("yes");
            match head.content_type.get("delsp").is_some_and(says_yes) {
                true => text::broken_at_blanks(given)?,
                false => TextFile.read(given)?,
            }
        }
        _ => read_inner(given, name, depth + 1)?,
    };
    Ok((document, Some(body)))
}

/// A text in UTF-8 that says so.
pub(super) fn marked(text: &str) -> Vec<u8> {
    [b"\xef\xbb\xbf", text.as_bytes()].concat()
}

/// Refuses text that holds something else than text: what PGP wrote, or a file in the way of old mail programs.
pub(crate) fn refuse_armour(text: &str, place: &str) -> Result<(), ReadError> {
    let wrong = |fault| ReadError::Part { part: place.into(), fault };
    if memmem::find(text.as_bytes(), b"-----BEGIN PGP").is_none() && memmem::find(text.as_bytes(), b"begin ").is_none()
    {
        return Ok(());
    }
    for line in text.lines() {
        let line = line.trim_start_matches(['>', ' ', '\t']);
        match line.strip_prefix("-----BEGIN PGP ") {
            Some(rest) if rest.starts_with("MESSAGE") => return Err(ReadError::Encrypted),
            Some(rest) if rest.starts_with("SIGNED MESSAGE") => return Err(ReadError::Signed),
            Some(_) => return Err(wrong("a PGP block, which is not read")),
            None => {}
        }
        let mode = line.strip_prefix("begin ").and_then(|rest| rest.get(..4));
        if mode.is_some_and(|mode| mode.bytes().take(3).all(|b| matches!(b, b'0'..=b'7')) && mode.ends_with(' ')) {
            return Err(wrong("a file in uuencode, which is not read"));
        }
    }
    Ok(())
}
