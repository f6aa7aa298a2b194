//! Zip archives of files.

use std::collections::HashMap;

use super::budget::Account;
use super::members::{Members, Outcome, Source, unpacked};
use crate::formats::builder::Builder;
use crate::formats::{Format, ReadError, WriteError};
use crate::shell::{PartEdits, Shell, Unread};
use crate::zip::{Archive, MemberChange};
use crate::{Document, Encoding, RemovableKind};

/// Zip archives.
#[derive(Debug, Clone, Default)]
pub struct Zip {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl Format for Zip {
    fn name(&self) -> &'static str {
        "zip"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let account = Account::open();
        let archive = Archive::open(bytes)?;
        let mut builder = Builder::default();
        let mut members = Members::default();
        for (number, member) in archive.members().iter().enumerate() {
            let mut content = || {
                unpacked(&account, member.size())?;
                Ok(archive.read(number)?)
            };
            let source = if member.name.ends_with('/') { Source::Folder } else { Source::File(&mut content) };
            members.read(&mut builder, &member.name, source, self.depth)?;
        }
        if archive.has_extras() {
            builder.removable(RemovableKind::Metadata, "archive", builder.text_len(), Vec::new());
        }
        Ok(builder.assemble(self.name(), Encoding::Utf8, Box::new(Packed { archive, members })))
    }
}

/// A zip archive that was read.
struct Packed {
    archive: Archive,
    members: Members,
}

impl Shell for Packed {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.archive.bytes().to_vec());
        }
        let (outcomes, renamed) = self.members.outcomes(parts, removed)?;
        let changes: Vec<MemberChange> = outcomes.into_iter().map(Outcome::into_change).collect();
        let names: HashMap<usize, String> =
            renamed.into_iter().enumerate().filter_map(|(nth, name)| Some((nth, name?))).collect();
        self.archive
            .write(&changes, |number| names.get(&number).map(String::as_str))
            .map_err(|_| WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.archive.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
        self.members.unread(&mut |number| self.archive.read(number).map_err(|_| WriteError::Inconsistent), look)
    }
}
