//! The vocabulary of an XML format: the roles of its elements and attributes.

use std::borrow::Cow;

use crate::formats::office::formula::FormulaSyntax;
use crate::xml::{self, XmlTag};
use crate::{BlockKind, RemovableKind};

/// An element as a vocabulary sees it.
pub(crate) struct MarkupElement<'s> {
    /// The address of its namespace; empty if it has none.
    pub namespace: &'s str,
    /// Its name without a prefix.
    pub local: &'s str,
    /// The name of the element around it, without a prefix; empty for the root.
    pub parent: &'s str,
    pub(super) source: &'s str,
    pub(super) tag: &'s XmlTag,
}

impl<'s> MarkupElement<'s> {
    /// The value of an attribute by its local name, as it stands in the source.
    pub fn attribute(&self, local: &str) -> Option<&'s str> {
        xml::attributes(self.source, self.tag)
            .find(|a| self.source.get(a.name.clone()).is_some_and(|name| xml::local(name) == local))
            .and_then(|a| self.source.get(a.value))
    }

    /// The place of its start tag in the source.
    pub fn at(&self) -> usize {
        self.tag.whole.start
    }
}

/// The role of an element for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementRole {
    /// Its text, with that of the inline elements in it, is one block.
    Block(BlockKind),
    /// The same, and the block goes by this name.
    Named(BlockKind, &'static str),
    /// It dresses text of the block around it; without one, its text is a block of its own.
    Inline,
    /// The same, and its text was struck out: it is set apart from what it touches.
    Struck,
    /// The same goes for the rest of the element two levels around it, whose text it hides.
    Hides,
    /// It stands for a character and can be cut out.
    Mark(&'static str),
    /// Text directly in it is no text of the document but still read, as a block of its own.
    Structure,
    /// It and everything in it can be removed; its text is read like any other.
    Removable(RemovableKind),
    /// Metadata that says nothing as text (a revision number): it can be cut out.
    Cut,
    /// Its text is no part of the block around it, but one with that of the others of this role in there: the
    /// instruction of a field, which may be spread over runs.
    Apart(BlockKind),
    /// The end of what was apart in the block around it.
    ApartEnd,
    /// Text directly in it is a value of the format's own, such as a number; read only if it is something else.
    Setting,
    /// A formula, of whose text only strings and long numbers are read.
    Formula(FormulaSyntax),
    /// Numbers, each of which goes by one of these names in turn; those without a name are not read.
    Numbers(&'static [&'static str]),
    /// Text directly in it is metadata; removing that leaves it empty.
    Emptied,
    /// It and everything in it is read by other means.
    Elsewhere,
}

/// The role of an attribute for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeRole {
    /// A value of the format's own: a number, a switch, a reference.
    Structural,
    /// A name that comes with the format or with a font: of a typeface, of a style that is built in. A word of it says
    /// nothing of whoever is called alike.
    Dictated,
    /// The address of a schema, or several: a name like those of namespaces.
    Schema,
    /// Text, a block of its own.
    Text(BlockKind),
    /// Text that goes by this name.
    Named(BlockKind, &'static str),
    /// Text that goes by the name of its element: see [`MarkupVocabulary::label`].
    Labelled(BlockKind),
    /// A formula, of whose text only strings and long numbers are read.
    Formula(FormulaSyntax),
    /// Metadata that says nothing as text (a revision number): it can be cut out.
    Cut,
    /// Text that is metadata: read, and emptied when metadata is removed.
    Metadata,
    /// The same, cut out whole: an attribute that may not be empty, such as a time.
    MetadataWhole,
}

/// The roles of the elements and attributes of a format.
pub(crate) trait MarkupVocabulary {
    /// Returns the role of an element.
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole;

    /// Returns the role of an attribute; `local` is its name without a prefix, `value` as it stands in the source.
    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole;

    /// The name that the text of an element goes by where the source itself tells it, as the header of a column does.
    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        let _ = element;
        None
    }

    /// True if text goes by the name of its element or attribute, as in plain XML.
    fn labels_by_element(&self) -> bool {
        false
    }

    /// The name that the text of an attribute goes by, where text goes by the name of its element or attribute.
    fn attribute_label<'v>(&'v self, element: &MarkupElement<'_>, local: &'v str, value: &str) -> Cow<'v, str> {
        let _ = (element, value);
        Cow::Borrowed(local)
    }

    /// True if the value of an attribute that starts here is read by other means.
    fn is_elsewhere(&self, at: usize) -> bool {
        let _ = at;
        false
    }

    /// True if blanks directly in an element of this name are text, not just the layout of the source.
    fn blanks_are_text(&self, local: &str) -> bool {
        let _ = local;
        true
    }
}

/// The beginnings of addresses of schemas that formats state themselves.
const SCHEMAS: [&str; 6] = [
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/",
    "http://purl.oclc.org/ooxml",
    "http://www.w3.org/",
    "urn:oasis:",
    "urn:schemas-microsoft",
];

/// True if a value is one no person is told by: a number, a switch, a colour, an address of a schema, a word in the
/// shape formats use for their own settings.
pub(crate) fn is_structural(value: &str) -> bool {
    let value = value.trim();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_setting = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'#' | b'%' | b'.');
    let lower = value.bytes().next().is_none_or(|b| !b.is_ascii_uppercase());
    let short_number =
        digits < 7 && value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'%' | b','));
    let hex =
        value.len() >= 6 && value.len() <= 8 && value.bytes().all(|b| b.is_ascii_hexdigit()) && digits < value.len();
    value.len() < 2
        || short_number
        || hex
        || (lower && digits < 5 && value.len() <= 32 && value.bytes().all(is_setting))
        || (SCHEMAS.iter().any(|schema| value.starts_with(schema)) && !value.contains(['@', '?', ' ']))
}

/// True if a value is a globally unique id, such as `{28A0092B-C50C-407E-A947-70E740481C1C}`.
pub(crate) fn is_guid(value: &str) -> bool {
    let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).unwrap_or(value);
    inner.len() == 36
        && inner.bytes().enumerate().all(|(at, b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}
