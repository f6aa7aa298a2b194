//! Everything of a file that is not content of a page: where it carries text, and taking it out.

mod attached;
mod edit;
mod picture;
mod remove;
mod roles;
mod structure;
mod walk;
mod xml;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::{ObjectNumber, PdfError, PdfFile, PdfName};

pub use attached::{AttachedFile, AttachmentChange};
pub(crate) use attached::{content as attached_content, find as attached_files, replace as replace_attached};
pub(crate) use edit::apply;
pub(crate) use remove::remove;
pub(crate) use structure::forget;

/// The kinds of texts in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceKind {
    /// The text of a page.
    Page {
        /// The page, counted from one.
        number: usize,
    },
    /// The text drawn for a note, a stamp or a form field.
    Appearance {
        /// The page, counted from one.
        page: usize,
    },
    /// Text of a note or link besides what is drawn.
    Annotation {
        /// The page, counted from one.
        page: usize,
    },
    /// The author of a note.
    Author {
        /// The page, counted from one.
        page: usize,
    },
    /// The name, description or value of a form field.
    Field,
    /// A choice that a form field offers.
    FieldChoice,
    /// A bookmark.
    Bookmark,
    /// The name of a destination of links, wherever it is used.
    Destination,
    /// Text that stands for content when it is read aloud or copied.
    Structure,
    /// An entry of the file's properties.
    Information,
    /// A packet of metadata.
    Xmp,
    /// The name of a layer.
    Layer,
    /// The start of page numbers.
    PageLabel,
    /// The name or description of an attachment.
    AttachmentName,
    /// A program, or its name.
    Script,
    /// An address a link leads to.
    Link,
    /// The name of another file.
    FileName,
    /// The title or author of an article thread.
    Thread,
    /// Names of columns and files of a portfolio.
    Collection,
    /// Any other text.
    Other,
}

/// A text of the file. It is handed out when the file is read and not kept.
#[derive(Clone)]
pub struct PdfText {
    /// Its kind.
    pub kind: PlaceKind,
    /// Its text.
    pub text: String,
    /// Its paragraphs in order, each parted from the next by a line feed; together they are all of it.
    pub blocks: Vec<Range<usize>>,
    /// For what a form field holds or offers, the name of the field.
    pub label: Option<String>,
    /// For a page whose text goes on on the next, where it does.
    pub goes_on: Option<PageContinuation>,
}

/// The place where the text of a page goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageContinuation {
    /// The paragraph that goes on.
    pub block: usize,
    /// The paragraph of the next page that it goes on in.
    pub next_block: usize,
    /// The separator of the two: a blank, a line feed or nothing.
    pub parted_by: &'static str,
}

/// A text as it was read and what becomes of it.
#[derive(Clone, Copy)]
pub struct PlaceEdits<'e> {
    /// The text of the place.
    pub text: &'e str,
    /// Replacements of ranges of it; in order, disjoint.
    pub changes: &'e [TextChange<'e>],
}

/// A range of a text and what replaces it.
pub type TextChange<'e> = (Range<usize>, Cow<'e, str>);

impl fmt::Debug for PlaceEdits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlaceEdits({} changes)", self.changes.len())
    }
}

impl fmt::Debug for PdfText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({:?}, {} bytes)", self.kind, self.text.len())
    }
}

/// The place of a text. This is all that is kept of it.
pub(crate) enum TextSpot {
    /// In content, the how-manieth is known to who reads content.
    Content(usize),
    /// In values, all of which say the same.
    Slots { slots: Vec<TextSlot>, coding: SlotCoding, kind: PlaceKind },
}

/// The way text is written where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotCoding {
    /// As a text string.
    Text,
    /// As the text of XML, in a text string or in the bytes of a stream.
    Xml,
    /// As an address, which has no letters beyond ASCII.
    Address,
}

/// A value inside an object.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TextSlot {
    pub object: ObjectNumber,
    pub steps: Vec<ValueStep>,
    pub what: SlotKind,
}

/// The kinds of values a slot leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotKind {
    /// A string.
    String,
    /// A name that is a value.
    Name,
    /// A name that is a key: the last step.
    Key,
    /// The bytes of the stream that the object is.
    Stream,
}

/// A step into a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ValueStep {
    Key(PdfName),
    Index(usize),
}

/// Things to take out of a file besides text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removals {
    /// The properties of the file, all packets of metadata, and what pictures say about themselves.
    pub metadata: bool,
    /// Pictures, and drawings that look like letters.
    pub pictures: bool,
    /// Programs.
    pub scripts: bool,
    /// Sound, film and models.
    pub multimedia: bool,
    /// The second description of a form, in XML, that some forms have.
    pub xfa: bool,
}

/// The things in a file that are not text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Pages, counted from one, and how many pictures each has.
    pub pictures: Vec<(usize, usize)>,
    /// True if there are pictures that nothing draws, in a file without any others.
    pub hidden_pictures: bool,
    /// Pages, counted from one, and how many drawings each has that look like letters.
    pub outlines: Vec<(usize, usize)>,
    /// Pages, counted from one, that are pictures without a text anybody sees.
    pub scans: Vec<usize>,
    /// Pages, counted from one, with letters nobody can tell. These are taken out of whatever is written.
    pub unreadable: Vec<usize>,
    /// True if the file is encrypted, with a key that anybody has. What is written is not.
    pub is_decrypted: bool,
    /// Programs.
    pub scripts: usize,
    /// Sounds, films and models.
    pub multimedia: usize,
    /// True if there is a second description of the form, in XML.
    pub xfa: bool,
    /// Packets of metadata, pictures that say something about themselves, and one for the properties of the file.
    pub metadata: usize,
    /// Data that programs keep for themselves, previews of pages, earlier revisions, objects nothing leads to.
    /// A file that is written anew holds none of it.
    pub dropped: usize,
    /// Streams of which nobody knows what they are. They are emptied in whatever is written.
    pub unknown: usize,
}

/// All texts of a file that are not content, and what it holds that is not text.
///
/// Pictures and outlines are known to who reads content.
pub(crate) fn survey(file: &PdfFile) -> Result<SurveyedParts, PdfError> {
    let attached: Vec<ObjectNumber> = attached_files(file)?.into_iter().map(|(number, _)| number).collect();
    let walked = walk::walk(file, &attached)?;
    let inventory = Inventory { unknown: walked.unknown.len(), ..remove::count(file, &attached) };
    Ok(SurveyedParts { places: walked.places, inventory, unknown: walked.unknown, attached })
}

/// The texts and things of a file besides content.
pub(crate) struct SurveyedParts {
    pub places: Vec<(PdfText, TextSpot)>,
    pub inventory: Inventory,
    /// The streams nobody knows.
    pub unknown: Vec<ObjectNumber>,
    /// The streams that are attached files.
    pub attached: Vec<ObjectNumber>,
}
