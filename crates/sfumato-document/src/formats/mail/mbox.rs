//! Mail folders: mails one after another in one file, each behind a line that starts with `From ` (RFC 4155).
//!
//! A folder is one document, so that whoever writes or gets many of the mails has one number in all of them.
//! A line of a body that starts like such a line has a `>` before it, and keeps it.

use std::ops::Range;

use super::{MAILBOX, Mail, header, mime, starts_mail};
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::{AbsorbedDocument, DocumentBuilder};
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::{CharacterEncoding, Document, RemovableKind};

/// Mail folders.
#[derive(Debug, Clone, Default)]
pub struct Mbox {
    /// The depth of the file inside others.
    pub depth: usize,
}

/// The most mails that a folder may have.
const MOST_MAILS: usize = 200_000;

impl DocumentFormat for Mbox {
    fn name(&self) -> &'static str {
        "mbox"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mails = mails(&bytes);
        if mails.len() > MOST_MAILS {
            return Err(ReadError::Part { part: "mail folder".into(), fault: "too many mails; split it" });
        }
        let mut builder = DocumentBuilder::default();
        let mut read = Vec::with_capacity(mails.len());
        for (nth, range) in mails.into_iter().enumerate() {
            let mail = bytes.get(range.clone()).unwrap_or_default();
            let content = match (Mail { depth: self.depth }).read_in_folder(mail) {
                Ok(document) => FolderMail::Read(Box::new(builder.absorb(document)?)),
                Err(ReadError::TooLarge) => return Err(ReadError::TooLarge),
                Err(error) => {
                    let place: Box<str> = format!("mail {}: {error}", nth + 1).into();
                    let removable = builder.removable_unread(RemovableKind::Embedded, place.clone(), Vec::new());
                    FolderMail::Unread { removable, place }
                }
            };
            read.push((range, content));
        }
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(MboxContainer { bytes, mails: read })))
    }
}

/// Returns the range of each mail, with the line before it.
fn mails(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    starts.extend(memchr::memmem::find_iter(bytes, b"\nFrom ").filter(|at| starts_mail(bytes, *at)).map(|at| at + 1));
    let ends = starts.iter().copied().skip(1).chain(std::iter::once(bytes.len()));
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// A mail of a folder.
enum FolderMail {
    Read(Box<AbsorbedDocument>),
    /// It cannot be read, and can go.
    Unread {
        removable: usize,
        place: Box<str>,
    },
}

/// A mail folder that was read.
struct MboxContainer {
    bytes: Vec<u8>,
    mails: Vec<(Range<usize>, FolderMail)>,
}

impl FileContainer for MboxContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::with_capacity(self.bytes.len() + 256);
        for (range, content) in &self.mails {
            let old = self.bytes.get(range.clone()).ok_or(WriteError::Inconsistent)?;
            match content {
                FolderMail::Read(absorbed) => match absorbed.assemble(parts, removed)? {
                    Some(written) => push_mail(&written, &mut out),
                    None => out.extend_from_slice(old),
                },
                FolderMail::Unread { removable, .. } if removed.get(*removable) == Some(&true) => {}
                FolderMail::Unread { .. } => out.extend_from_slice(old),
            }
        }
        Ok(out)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        for (range, content) in &self.mails {
            match content {
                FolderMail::Read(absorbed) => absorbed.container.unread(look)?,
                FolderMail::Unread { place, .. } => {
                    look(place, UnreadBytes::new(self.bytes.get(range.clone()).unwrap_or_default()));
                }
            }
        }
        Ok(())
    }
}

/// Adds a mail that was changed: no line of it may start another, and a blank line must part it from the next.
pub(super) fn push_mail(mail: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    for start in memchr::memmem::find_iter(mail, b"\nFrom ").filter(|at| starts_mail(mail, *at)) {
        out.extend_from_slice(mail.get(at..=start).unwrap_or_default());
        out.push(b'>');
        at = start + 1;
    }
    out.extend_from_slice(mail.get(at..).unwrap_or_default());
}

impl Mail {
    /// Reads a mail of a folder. The line before it stays, with nothing in it, when it is to go.
    pub(super) fn read_in_folder(&self, bytes: &[u8]) -> Result<Document, ReadError> {
        let mut reader = mime::MailReader::new(bytes, self.depth);
        let mut start = 0;
        if bytes.starts_with(MAILBOX) {
            let line = header::line_at(bytes, 0, bytes.len());
            start = line.end;
            reader.folder_line(line)?;
        }
        reader.entity(start..bytes.len(), 0, "text/plain")?;
        Ok(reader.document(self.name()))
    }
}
