//! Zip archives of files.

use std::collections::HashMap;

use super::budget::UnpackingAccount;
use super::members::{ArchiveMembers, MemberSource, unpacked};
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::zip::ZipArchive;
use crate::{CharacterEncoding, Document, RemovableKind};

/// Zip archives.
#[derive(Debug, Clone, Default)]
pub struct Zip {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Zip {
    fn name(&self) -> &'static str {
        "zip"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let account = UnpackingAccount::open();
        let archive = ZipArchive::open(bytes)?;
        let mut builder = DocumentBuilder::default();
        let mut members = ArchiveMembers::default();
        for (number, member) in archive.members().iter().enumerate() {
            let mut content = || {
                unpacked(&account, member.size())?;
                Ok(archive.read(number)?)
            };
            let source =
                if member.name.ends_with('/') { MemberSource::Folder } else { MemberSource::File(&mut content) };
            members.read(&mut builder, &member.name, source, self.depth)?;
        }
        if archive.has_extras() {
            builder.removable(RemovableKind::Metadata, "archive", builder.text_len(), Vec::new());
        }
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(ZipContainer { archive, members })))
    }
}

/// A zip archive that was read.
pub(super) struct ZipContainer {
    pub archive: ZipArchive,
    pub members: ArchiveMembers,
}

impl FileContainer for ZipContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.archive.bytes().to_vec());
        }
        let (changes, renamed) = self.members.outcomes(parts, removed)?;
        let names: HashMap<usize, String> =
            renamed.into_iter().enumerate().filter_map(|(nth, name)| Some((nth, name?))).collect();
        self.archive
            .write(&changes, |number| names.get(&number).map(String::as_str))
            .map_err(|_| WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.archive.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.members.unread(&mut |number| self.archive.read(number).map_err(|_| WriteError::Inconsistent), look)
    }
}
