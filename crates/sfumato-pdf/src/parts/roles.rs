//! The roles of objects, told by the way they are reached and by their entries, and from these the kinds of their
//! strings.

use super::{PlaceKind, SlotCoding};
use crate::content::ContentOperations;
use crate::{Dict, PdfObject, textstring};

/// The role of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectRole {
    Root,
    Page(usize),
    Annotation(usize),
    /// An annotation that is a form field.
    Widget(usize),
    /// A form and its fields.
    Field,
    Outline,
    /// The catalogue's trees of names.
    Names,
    Tree(NameTreeKind),
    /// Destinations by name, as files had them before there were trees.
    OldDestinations,
    Structure,
    Information,
    Layer,
    Labels,
    /// A file: one that is attached, or one elsewhere.
    FileSpec {
        attached: bool,
    },
    Action,
    Thread,
    Collection,
    Font,
    /// Content, which is read elsewhere.
    Content,
    /// The looks of an annotation, perhaps by the state it is in.
    Appearance,
    /// Resources that content draws with, by names of its own.
    Resources,
    /// Colours, as bytes.
    Colours,
    /// Data that programs keep for themselves.
    Private,
    /// The XML description of a form.
    Xfa,
    Any,
}

/// The purpose of a tree of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameTreeKind {
    Destinations,
    Attachments,
    Scripts,
    Elements,
    Other,
}

impl NameTreeKind {
    fn kind(self) -> PlaceKind {
        match self {
            Self::Destinations => PlaceKind::Destination,
            Self::Attachments => PlaceKind::AttachmentName,
            Self::Scripts => PlaceKind::Script,
            Self::Elements => PlaceKind::Structure,
            Self::Other => PlaceKind::Other,
        }
    }

    /// The role of the values that the tree's names lead to.
    pub fn values(self) -> ObjectRole {
        match self {
            Self::Destinations => ObjectRole::Any,
            Self::Attachments => ObjectRole::FileSpec { attached: true },
            Self::Scripts => ObjectRole::Action,
            Self::Elements => ObjectRole::Structure,
            Self::Other => ObjectRole::Any,
        }
    }
}

/// Names that must stay the same wherever they are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameSpace {
    Tree(NameTreeKind),
    /// Old destinations, which go by names rather than strings.
    OldDestinations,
    /// Names of people's choice: states of buttons, colours, kinds of elements.
    Names,
}

/// The kind of a string, and the way it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextClass {
    pub kind: PlaceKind,
    pub coding: SlotCoding,
    pub space: Option<NameSpace>,
}

impl TextClass {
    fn text(kind: PlaceKind) -> Self {
        Self { kind, coding: SlotCoding::Text, space: None }
    }

    fn named(tree: NameTreeKind) -> Self {
        Self { kind: tree.kind(), coding: SlotCoding::Text, space: Some(NameSpace::Tree(tree)) }
    }
}

impl ObjectRole {
    /// The role of the value of a key.
    pub fn step(self, key: &[u8]) -> Self {
        match (self, key) {
            (Self::Private | Self::Xfa | Self::Content | Self::Appearance | Self::Colours, _) => self,
            (_, b"PieceInfo" | b"Thumb") => Self::Private,
            (_, b"XFA") => Self::Xfa,
            (Self::Root, b"Outlines") => Self::Outline,
            (Self::Root, b"StructTreeRoot") => Self::Structure,
            (Self::Root, b"OCProperties") => Self::Layer,
            (Self::Root, b"AcroForm") => Self::Field,
            (Self::Root, b"PageLabels") => Self::Labels,
            (Self::Root, b"Threads") | (Self::Page(_), b"B") => Self::Thread,
            (Self::Root, b"Collection") => Self::Collection,
            (Self::Root, b"Names") => Self::Names,
            (Self::Root, b"Dests") => Self::OldDestinations,
            (Self::Page(page), b"Annots") => Self::Annotation(page),
            (Self::Page(_), b"Contents") => Self::Content,
            (Self::Annotation(_) | Self::Widget(_), b"AP") => Self::Appearance,
            (Self::Annotation(_) | Self::Widget(_), b"Parent" | b"MK") => Self::Field,
            (Self::Names, key) => Self::Tree(match key {
                b"Dests" => NameTreeKind::Destinations,
                b"EmbeddedFiles" => NameTreeKind::Attachments,
                b"JavaScript" => NameTreeKind::Scripts,
                _ => NameTreeKind::Other,
            }),
            (Self::Structure, b"IDTree") => Self::Tree(NameTreeKind::Elements),
            (Self::Structure, b"A" | b"Next") => self,
            (Self::Outline, b"Next") => self,
            (Self::Action, b"Win" | b"Mac" | b"Unix" | b"F" | b"UF") => Self::FileSpec { attached: false },
            (_, b"AF") => Self::FileSpec { attached: true },
            (_, b"FS") => Self::FileSpec { attached: false },
            (_, b"A" | b"AA" | b"PA" | b"OpenAction" | b"Next") => Self::Action,
            (_, b"Properties") => Self::Structure,
            (_, b"CharProcs") => Self::Content,
            (_, b"Font" | b"XObject" | b"ExtGState" | b"ColorSpace" | b"Pattern" | b"Shading") => Self::Resources,
            (Self::Root | Self::Page(_) | Self::OldDestinations | Self::Resources, _) => Self::Any,
            _ => self,
        }
    }

    /// The role of a dictionary, corrected by its own entries.
    pub fn refine(self, dict: &Dict) -> Self {
        let name = |key: &str| dict.get(key).and_then(PdfObject::as_name).unwrap_or_default();
        match (self, name("Type"), name("Subtype")) {
            (Self::Private | Self::Xfa | Self::Colours, _, _) => self,
            (_, b"Font" | b"FontDescriptor", _) => Self::Font,
            (_, b"OCG" | b"OCMD", _) => Self::Layer,
            (_, b"StructElem", _) => Self::Structure,
            (_, b"Action", _) => Self::Action,
            (Self::Annotation(page), _, b"Widget") => Self::Widget(page),
            // Whatever a form or picture reaches is of its own kind.
            (Self::Content | Self::Appearance, b"XObject", _)
            | (Self::Content | Self::Appearance, _, b"Form" | b"Image") => Self::Any,
            _ if dict.get("EF").is_some() => Self::FileSpec { attached: true },
            (_, b"Filespec" | b"F", _) => match self {
                Self::FileSpec { .. } => self,
                _ => Self::FileSpec { attached: false },
            },
            // A page that is none of the pages is not shown, and is emptied when the file is written.
            (_, b"Page", _) if !matches!(self, Self::Page(_)) => Self::Private,
            (_, b"Outlines" | b"Page" | b"Pages" | b"Catalog", _) => match self {
                Self::Root | Self::Page(_) | Self::Outline => self,
                _ => Self::Any,
            },
            _ => self,
        }
    }

    /// Returns the class of a string under a key, or `None` where it is no text of anybody's.
    pub fn class(self, key: &[u8], bytes: &[u8]) -> Option<TextClass> {
        if is_date(bytes) || (key == b"Lang" && is_language(bytes)) || (key == b"DA" && !holds_text(bytes)) {
            return None;
        }
        Some(match (self, key) {
            (Self::Colours, _) => return None,
            // An address is nobody's collection of characters.
            (Self::Font, b"Registry" | b"Ordering" | b"CharSet" | b"FontFamily" | b"Panose")
                if !bytes.contains(&b'@') =>
            {
                return None;
            }
            (Self::Any, b"Registry" | b"Ordering") if !bytes.contains(&b'@') => return None,
            (_, b"CheckSum") if bytes.len() == 16 => return None,
            (_, b"URI") => TextClass { kind: PlaceKind::Link, coding: SlotCoding::Address, space: None },
            (_, b"JS") => TextClass::text(PlaceKind::Script),
            (_, b"Dest") | (Self::Action, b"D") => TextClass::named(NameTreeKind::Destinations),
            (Self::Tree(tree), b"Names" | b"Limits") => TextClass::named(tree),
            (Self::Structure, b"ID" | b"Headers") => TextClass::named(NameTreeKind::Elements),
            (Self::Annotation(page), b"RC") | (Self::Widget(page), b"RV") => {
                TextClass { coding: SlotCoding::Xml, ..TextClass::text(PlaceKind::Annotation { page }) }
            }
            (Self::Field, b"RV") => TextClass { coding: SlotCoding::Xml, ..TextClass::text(PlaceKind::Field) },
            (Self::Field | Self::Widget(_), b"Opt") => TextClass::text(PlaceKind::FieldChoice),
            (Self::Widget(page), b"Contents" | b"NM" | b"Subj") => TextClass::text(PlaceKind::Annotation { page }),
            (Self::Field | Self::Widget(_), _) | (Self::Action, b"T" | b"Fields") => TextClass::text(PlaceKind::Field),
            (Self::Annotation(page), b"T") => TextClass::text(PlaceKind::Author { page }),
            (Self::Annotation(page), _) => TextClass::text(PlaceKind::Annotation { page }),
            (Self::Outline, _) => TextClass::text(PlaceKind::Bookmark),
            (Self::Structure, _) => TextClass::text(PlaceKind::Structure),
            (Self::Information, _) => TextClass::text(PlaceKind::Information),
            (Self::Layer, _) => TextClass::text(PlaceKind::Layer),
            (Self::Labels, _) => TextClass::text(PlaceKind::PageLabel),
            (Self::FileSpec { attached: true }, _) => TextClass::text(PlaceKind::AttachmentName),
            (Self::FileSpec { attached: false }, _) => TextClass::text(PlaceKind::FileName),
            // A target inside an attached file.
            (Self::Action, b"N") => TextClass::named(NameTreeKind::Attachments),
            (Self::Thread, _) => TextClass::text(PlaceKind::Thread),
            (Self::Collection, _) => TextClass::text(PlaceKind::Collection),
            _ => TextClass::text(PlaceKind::Other),
        })
    }

    /// Returns the class of a name under a key, or `None` where it is a word of the format, as nearly all are.
    pub fn name_class(self, key: &[u8], name: &[u8]) -> Option<TextClass> {
        let class = |kind, space| Some(TextClass { kind, coding: SlotCoding::Text, space: Some(space) });
        match (self, key) {
            (_, b"Dest") | (Self::Action, b"D") => class(PlaceKind::Destination, NameSpace::OldDestinations),
            (Self::Field | Self::Widget(_), b"V" | b"DV" | b"AS") if name != b"Off" => {
                class(PlaceKind::Field, NameSpace::Names)
            }
            // Names of fonts are those of their makers.
            (Self::Font, _) => None,
            _ if is_chosen(name) => class(PlaceKind::Other, NameSpace::Names),
            _ => None,
        }
    }

    /// True if what a field holds, or what it offers, stands under a key.
    pub fn holds_values(self, key: &[u8]) -> bool {
        matches!(self, Self::Field | Self::Widget(_)) && matches!(key, b"V" | b"DV" | b"RV" | b"Opt")
    }

    /// Returns the class of a key, or `None` where it is a word of the format.
    pub fn key_class(self, key: &[u8]) -> Option<TextClass> {
        match self {
            Self::OldDestinations => self.name_class(b"Dest", key),
            Self::Appearance if !matches!(key, b"N" | b"R" | b"D") => Self::Field.name_class(b"AS", key),
            // Content goes by these names; they would have to change there too.
            Self::Resources => None,
            _ => self.name_class(b"", key),
        }
    }
}

/// True if a name is none of the format's, which are all letters and digits of ASCII and a few marks.
fn is_chosen(name: &[u8]) -> bool {
    name.iter().any(|&byte| matches!(byte, b' ' | b'@') || !byte.is_ascii())
}

/// The kinds of bytes of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamBytes {
    /// Text.
    Text(TextClass),
    /// Bytes that are read elsewhere, counted elsewhere, or hold no text.
    Known,
    /// Nobody knows.
    Unknown,
}

/// The kind of the bytes of a stream, by the way it is reached and by its entries.
pub(super) fn bytes_of(role: ObjectRole, key: &[u8], dict: &Dict) -> StreamBytes {
    let name = |key: &str| dict.get(key).and_then(PdfObject::as_name).unwrap_or_default();
    let xml = |kind| StreamBytes::Text(TextClass { coding: SlotCoding::Xml, ..TextClass::text(kind) });
    // Forms and pictures go by names of their page's choice, which may be any key.
    if matches!(name("Subtype"), b"Image" | b"Form" | b"PS") {
        return StreamBytes::Known;
    }
    match (role, key) {
        (ObjectRole::Private | ObjectRole::Xfa, _) => return StreamBytes::Known,
        (_, b"Metadata") => return xml(PlaceKind::Xmp),
        (_, b"JS") => return StreamBytes::Text(TextClass::text(PlaceKind::Script)),
        (ObjectRole::Annotation(page) | ObjectRole::Widget(page), b"RC" | b"RV") => {
            return xml(PlaceKind::Annotation { page });
        }
        (ObjectRole::Field, b"RV") => return xml(PlaceKind::Field),
        (ObjectRole::Field | ObjectRole::Widget(_), b"V" | b"DV") => {
            return StreamBytes::Text(TextClass::text(PlaceKind::Field));
        }
        (ObjectRole::Content | ObjectRole::Appearance | ObjectRole::Colours, _) => return StreamBytes::Known,
        (_, b"FontFile" | b"FontFile2" | b"FontFile3" | b"ToUnicode" | b"CIDToGIDMap" | b"CIDSet")
        | (ObjectRole::Font, b"Encoding") => return StreamBytes::Known,
        (_, b"DestOutputProfile" | b"UseCMap" | b"EF" | b"SMask" | b"Mask") => return StreamBytes::Known,
        _ => {}
    }
    match (name("Type"), name("Subtype")) {
        (b"Metadata", _) => xml(PlaceKind::Xmp),
        (b"Pattern" | b"CMap" | b"EmbeddedFile" | b"Sound" | b"3D" | b"Halftone" | b"Mask", _)
        | (_, b"U3D" | b"PRC") => StreamBytes::Known,
        _ if ["PatternType", "ShadingType", "FunctionType", "HalftoneType", "CMapName"]
            .iter()
            .any(|key| dict.get(key).is_some()) =>
        {
            StreamBytes::Known
        }
        _ => StreamBytes::Unknown,
    }
}

/// `D:` and digits, perhaps with an offset: a date and nothing else.
fn is_date(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"D:") else { return false };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let offset = rest.get(digits..).unwrap_or_default();
    let sound = offset.iter().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'Z' | b'\''));
    (4..=14).contains(&digits) && offset.len() <= 8 && sound
}

/// `en`, `de-AT`: a language and nothing else.
fn is_language(bytes: &[u8]) -> bool {
    let text = textstring::decode(bytes);
    text.len() <= 12 && text.split('-').all(|part| part.len() <= 8 && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// True if content, such as says how a field is drawn, could hold text.
fn holds_text(content: &[u8]) -> bool {
    let mut operations = ContentOperations::new(content);
    let mut end = 0;
    loop {
        match operations.next() {
            Ok(Some(operation)) if operation.has_stray(content) => return true,
            Ok(Some(operation)) if matches!(operation.operator, b"Tj" | b"TJ" | b"'" | b"\"" | b"BI" | b"BDC") => {
                return true;
            }
            Ok(Some(operation)) => end = operation.span.end,
            // What no operator follows says something else.
            Ok(None) => {
                let rest = content.get(end..).unwrap_or_default();
                return content.contains(&b'%')
                    || content.len() > 256
                    || rest.iter().any(|byte| !byte.is_ascii_whitespace());
            }
            Err(_) => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_languages_and_drawing_are_no_text() {
        assert!(ObjectRole::Information.class(b"ModDate", b"D:20240131120000+01'00'").is_none());
        assert!(ObjectRole::Information.class(b"ModDate", b"D:20240131 Jane Roe").is_some());
        assert!(ObjectRole::Information.class(b"Title", b"D:").is_some());
        assert!(ObjectRole::Structure.class(b"Lang", b"de-AT").is_none());
        assert!(ObjectRole::Structure.class(b"Lang", b"\xfe\xff\0e\0n").is_none());
        assert!(ObjectRole::Structure.class(b"Lang", b"Jane Roe").is_some());
        assert!(ObjectRole::Field.class(b"DA", b"/Helv 12 Tf 0 g").is_none());
        assert!(ObjectRole::Field.class(b"DA", b"(Jane) Tj").is_some());
    }

    #[test]
    fn what_a_string_is_depends_on_where_it_stands() {
        let kind = |role: ObjectRole, key: &str| role.class(key.as_bytes(), b"x").map(|class| class.kind);
        assert_eq!(kind(ObjectRole::Annotation(3), "T"), Some(PlaceKind::Author { page: 3 }));
        assert_eq!(kind(ObjectRole::Widget(3), "T"), Some(PlaceKind::Field));
        assert_eq!(kind(ObjectRole::Field, "Opt"), Some(PlaceKind::FieldChoice));
        assert_eq!(kind(ObjectRole::Root.step(b"Outlines").step(b"Next"), "Title"), Some(PlaceKind::Bookmark));
        assert_eq!(kind(ObjectRole::Root.step(b"Anything"), "Title"), Some(PlaceKind::Other));
        assert_eq!(kind(ObjectRole::Outline.step(b"A"), "URI"), Some(PlaceKind::Link));
    }
}
