//! The files attached to a PDF: each is read by its own format and put back in its place.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sfumato_pdf::{AttachedFile, AttachmentChange};

use crate::formats::archive::budget::Account;
use crate::formats::archive::members::{Members, Outcome, Source};
use crate::formats::builder::Builder;
use crate::formats::{ReadError, WriteError};
use crate::shell::{PartEdits, Unread};

/// The attached files of a PDF that was read.
pub(super) struct ReadAttachments {
    files: Members,
    /// Hashes of the contents that a format reads, which are searched as what they are.
    read: HashSet<u64>,
}

impl Default for ReadAttachments {
    fn default() -> Self {
        Self { files: Members::called("attachment"), read: HashSet::new() }
    }
}

/// Reads the files attached to a PDF that itself lies `depth` levels deep in others.
pub(super) fn read(builder: &mut Builder, pdf: &sfumato_pdf::Pdf, depth: usize) -> Result<ReadAttachments, ReadError> {
    let account = Account::open();
    let mut attached = ReadAttachments::default();
    let mut outcome = Ok(());
    pdf.attached_files(|file| {
        if outcome.is_ok() {
            outcome = attached.read(builder, &account, file, depth);
        }
    })?;
    outcome.map(|()| attached)
}

impl ReadAttachments {
    fn read(
        &mut self,
        builder: &mut Builder,
        account: &Account,
        file: AttachedFile,
        depth: usize,
    ) -> Result<(), ReadError> {
        let Ok(bytes) = file.content else {
            return self.files.read_fixed(builder, ("", &file.name), Source::Other("it cannot be unpacked"), depth);
        };
        account.spend(bytes.len() as u64)?;
        let hash = hash(&bytes);
        let mut bytes = Some(bytes);
        let mut content = || Ok(bytes.take().unwrap_or_default());
        self.files.read_fixed(builder, ("", &file.name), Source::File(&mut content), depth)?;
        if self.files.is_last_read() {
            self.read.insert(hash);
        }
        Ok(())
    }

    /// Returns what becomes of each file.
    pub fn changes(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<AttachmentChange>, WriteError> {
        let (outcomes, _) = self.files.outcomes(parts, removed)?;
        let change = |outcome| match outcome {
            Outcome::Keep => AttachmentChange::Keep,
            Outcome::Replace(bytes) => AttachmentChange::Replace(bytes),
            Outcome::Remove => AttachmentChange::Remove,
        };
        Ok(outcomes.into_iter().map(change).collect())
    }

    /// Hands out what is in no part of the files that were read; the bytes of others stand in the PDF.
    pub fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
        self.files.unread(&mut |_| Ok(Vec::new()), look)
    }

    /// True if bytes are those of a file that a format has read.
    pub fn is_read(&self, content: &[u8]) -> bool {
        !self.read.is_empty() && self.read.contains(&hash(content))
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
