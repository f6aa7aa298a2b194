//! The bytes around the text of a file, and the way to put the file together again.
//!
//! A file is read into parts, stretches of decoded source that carry text: the whole of a text file, the XML members
//! of an office document, the bodies of a mail.
//! A container keeps the rest and knows where each part belongs.

use std::borrow::Cow;
use std::ops::Range;

use crate::CharacterEncoding;
use crate::formats::WriteError;

/// Bytes that stand in no part of a file.
#[derive(Clone, Copy)]
pub(crate) struct UnreadBytes<'b> {
    pub bytes: &'b [u8],
    /// The stretches of them that hold names which come with a font; all of them if it is one.
    pub dictated: &'b [Range<usize>],
    /// True if all of it comes with a font or with a standard, its notices and descriptions included.
    pub is_notice: bool,
}

impl<'b> UnreadBytes<'b> {
    /// Bytes that may hold anything.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, dictated: &[], is_notice: false }
    }

    /// Bytes that come with a font or with a standard.
    pub fn notice(bytes: &'b [u8]) -> Self {
        Self { is_notice: true, ..Self::new(bytes) }
    }
}

/// The change of a file, a member or a value inside another.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum ContentChange {
    /// It stays, its packed bytes as they are.
    Keep,
    /// It has these bytes instead.
    Replace(Vec<u8>),
    /// It goes.
    Remove,
}

/// The bytes around the parts of a file.
pub(crate) trait FileContainer: Send + Sync {
    /// The file with its parts as the edits make them, and without what is removed; one flag for each removable.
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError>;

    /// The file as it was read.
    fn restore(self: Box<Self>, source: String) -> Result<Vec<u8>, WriteError>;

    /// Hands out the bytes that stand in no part, decoded as far as they can be, each with a name for the place.
    /// A verifier searches them.
    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let _ = look;
        Ok(())
    }
}

/// A part and what changes in it.
#[derive(Clone)]
pub(crate) struct PartEdits<'d> {
    /// The part as it was read.
    pub source: &'d str,
    /// Ranges of it in order, disjoint, and what stands there now.
    pub changes: Vec<(Range<usize>, Cow<'d, str>)>,
}

impl PartEdits<'_> {
    /// True if the part stays as it is.
    pub fn is_untouched(&self) -> bool {
        self.changes.is_empty()
    }

    /// Replaces a range. What changes inside it goes with it; what changes across its end takes its place, so that nothing of
    /// what stood there stays.
    pub fn replace(&mut self, range: &Range<usize>, written: String) {
        let first = self.changes.partition_point(|(change, _)| change.end <= range.start);
        let last = first
            + self.changes.get(first..).unwrap_or_default().partition_point(|(change, _)| change.start < range.end);
        let mut whole = range.clone();
        let mut written = Cow::Owned(written);
        let inside = |change: &Range<usize>| change.start >= range.start && change.end <= range.end && change != range;
        if let Some((start, end)) =
            self.changes.get(first..last).and_then(|touched| Some((touched.first()?.0.start, touched.last()?.0.end)))
            && !self.changes.get(first..last).unwrap_or_default().iter().all(|(change, _)| inside(change))
        {
            whole = start.min(range.start)..end.max(range.end);
            written = self
                .changes
                .get(first..last)
                .unwrap_or_default()
                .iter()
                .map(|(_, text)| text.as_ref())
                .collect::<String>()
                .into();
        }
        self.changes.splice(first..last, [(whole, written)]);
    }

    /// The part as it becomes.
    pub fn apply(&self) -> Result<String, WriteError> {
        let added: usize = self.changes.iter().map(|(_, replacement)| replacement.len()).sum();
        let gone: usize = self.changes.iter().map(|(range, _)| range.len()).sum();
        let mut out = String::with_capacity((self.source.len() + added).saturating_sub(gone));
        let mut at = 0;
        for (range, replacement) in &self.changes {
            out.push_str(self.source.get(at..range.start).ok_or(WriteError::Inconsistent)?);
            out.push_str(replacement);
            at = range.end;
        }
        out.push_str(self.source.get(at..).ok_or(WriteError::Inconsistent)?);
        Ok(out)
    }
}

/// A file that is one text in some encoding.
pub(crate) struct SingleTextContainer(pub CharacterEncoding);

impl FileContainer for SingleTextContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], _: &[bool]) -> Result<Vec<u8>, WriteError> {
        let [part] = parts else { return Err(WriteError::Inconsistent) };
        self.0.encode(part.apply()?).ok_or(WriteError::Unencodable { encoding: self.0.name() })
    }

    fn restore(self: Box<Self>, source: String) -> Result<Vec<u8>, WriteError> {
        self.0.encode(source).ok_or(WriteError::Unencodable { encoding: self.0.name() })
    }
}
