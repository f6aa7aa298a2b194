//! The files attached to a PDF: each is read by its own format and put back in its place.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sfumato_pdf::{AttachedFile, AttachmentChange};

use crate::container::{ContentChange, PartEdits, UnreadBytes};
use crate::formats::archive::budget::UnpackingAccount;
use crate::formats::archive::members::{ArchiveMembers, MemberSource};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{ReadError, WriteError};

/// The attached files of a PDF that was read.
pub(super) struct ReadAttachments {
    files: ArchiveMembers,
    /// Hashes of the contents that a format reads, which are searched as what they are.
    read: HashSet<u64>,
}

impl Default for ReadAttachments {
    fn default() -> Self {
        Self { files: ArchiveMembers::called("attachment"), read: HashSet::new() }
    }
}

/// Reads the files attached to a PDF that itself lies `depth` levels deep in others.
pub(super) fn read(
    builder: &mut DocumentBuilder,
    pdf: &sfumato_pdf::PdfDocument,
    depth: usize,
) -> Result<ReadAttachments, ReadError> {
    let account = UnpackingAccount::open();
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
        builder: &mut DocumentBuilder,
        account: &UnpackingAccount,
        file: AttachedFile,
        depth: usize,
    ) -> Result<(), ReadError> {
        let Ok(bytes) = file.content else {
            return self.files.read_fixed(
                builder,
                ("", &file.name),
                MemberSource::Other("it cannot be unpacked"),
                depth,
            );
        };
        account.spend(bytes.len() as u64)?;
        let hash = hash(&bytes);
        let mut bytes = Some(bytes);
        let mut content = || Ok(bytes.take().unwrap_or_default());
        self.files.read_fixed(builder, ("", &file.name), MemberSource::File(&mut content), depth)?;
        if self.files.is_last_read() {
            self.read.insert(hash);
        }
        Ok(())
    }

    /// Returns the change of each file.
    pub fn changes(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<AttachmentChange>, WriteError> {
        let (outcomes, _) = self.files.outcomes(parts, removed)?;
        let change = |outcome| match outcome {
            ContentChange::Keep => AttachmentChange::Keep,
            ContentChange::Replace(bytes) => AttachmentChange::Replace(bytes),
            ContentChange::Remove => AttachmentChange::Remove,
        };
        Ok(outcomes.into_iter().map(change).collect())
    }

    /// Hands out what is in no part of the files that were read; the bytes of others stand in the PDF.
    pub fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
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
