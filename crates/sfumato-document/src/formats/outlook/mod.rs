//! Files of Outlook: messages (MSG), and bundles that other mail programs see as `winmail.dat` (TNEF).
//!
//! Both are lists of properties; `properties.rs` says what each is, and the two formats say where they lie.

mod compound;
mod msg;
mod names;
mod properties;
mod rich_text;
#[cfg(test)]
mod tests;
mod times;
mod tnef;

pub(crate) use compound::SIGNATURE;
pub use msg::Msg;
pub(crate) use rich_text::stored as stored_rich_text;
pub(crate) use tnef::SIGNATURE as TNEF_SIGNATURE;
pub use tnef::Tnef;

use crate::formats::{FileKind, ReadError};
use compound::CompoundFile;

/// The kind of a compound file: a message is read, what office programs wrote long ago is refused by name.
pub(crate) fn tell(bytes: &[u8]) -> Result<FileKind, ReadError> {
    match old_office(bytes) {
        Some(kind) => Err(ReadError::OldOffice(kind)),
        None => {
            let kind = "an old office document or message that is damaged; save it again";
            let file = CompoundFile::open(bytes).map_err(|_| ReadError::Unsupported { kind })?;
            if file.child(0, msg::PROPERTIES).is_some() {
                return Ok(FileKind::Msg);
            }
            if file.child(0, "EncryptedPackage").is_some() {
                return Err(ReadError::Encrypted);
            }
            Err(ReadError::Unsupported {
                kind: "a compound file of a kind that is not known; save it in another format",
            })
        }
    }
}

/// A file of an old office program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldOffice {
    /// A Word document (DOC).
    Word,
    /// An Excel workbook (XLS).
    Excel,
    /// A PowerPoint presentation (PPT).
    PowerPoint,
}

impl OldOffice {
    /// What it is, in words.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Word => "an old Word document",
            Self::Excel => "an old Excel workbook",
            Self::PowerPoint => "an old PowerPoint presentation",
        }
    }

    /// The ending of the format that is written today.
    pub fn new_ending(self) -> &'static str {
        match self {
            Self::Word => "docx",
            Self::Excel => "xlsx",
            Self::PowerPoint => "pptx",
        }
    }
}

/// Tells by content whether a file is one that an office program of long ago wrote.
pub fn old_office(bytes: &[u8]) -> Option<OldOffice> {
    if !bytes.starts_with(SIGNATURE) {
        return None;
    }
    let file = CompoundFile::open(bytes).ok()?;
    let has = |name: &str| file.child(0, name).is_some();
    match () {
        () if has("WordDocument") => Some(OldOffice::Word),
        () if has("Workbook") || has("Book") => Some(OldOffice::Excel),
        () if has("PowerPoint Document") => Some(OldOffice::PowerPoint),
        () => None,
    }
}
