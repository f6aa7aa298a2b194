//! The roles of objects, told by the way they are reached and by their entries, and from these the kinds of their
//! strings.

use super::{Coding, PlaceKind};
use crate::content::Operations;
use crate::{Dict, Object, textstring};

/// The role of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
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
    Tree(Tree),
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
pub(super) enum Tree {
    Destinations,
    Attachments,
    Scripts,
    Elements,
    Other,
}

impl Tree {
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
    pub fn values(self) -> Role {
        match self {
            Self::Destinations => Role::Any,
            Self::Attachments => Role::FileSpec { attached: true },
            Self::Scripts => Role::Action,
            Self::Elements => Role::Structure,
            Self::Other => Role::Any,
        }
    }
}

/// Names that must stay the same wherever they are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Tree(Tree),
    /// Old destinations, which go by names rather than strings.
    OldDestinations,
    /// Names of people's choice: states of buttons, colours, kinds of elements.
    Names,
}

/// The kind of a string, and the way it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    pub kind: PlaceKind,
    pub coding: Coding,
    pub space: Option<Space>,
}

impl Class {
    fn text(kind: PlaceKind) -> Self {
        Self { kind, coding: Coding::Text, space: None }
    }

    fn named(tree: Tree) -> Self {
        Self { kind: tree.kind(), coding: Coding::Text, space: Some(Space::Tree(tree)) }
    }
}

impl Role {
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
                b"Dests" => Tree::Destinations,
                b"EmbeddedFiles" => Tree::Attachments,
                b"JavaScript" => Tree::Scripts,
                _ => Tree::Other,
            }),
            (Self::Structure, b"IDTree") => Self::Tree(Tree::Elements),
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
        let name = |key: &str| dict.get(key).and_then(Object::as_name).unwrap_or_default();
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
    pub fn class(self, key: &[u8], bytes: &[u8]) -> Option<Class> {
        if is_date(bytes) || (key == b"Lang" && is_language(bytes)) || (key == b"DA" && !holds_text(bytes)) {
            return None;
        }
        Some(match (self, key) {
            (Self::Colours, _) => return None,
            (Self::Font, b"Registry" | b"Ordering" | b"CharSet" | b"FontFamily" | b"Panose") => return None,
            (Self::Any, b"Registry" | b"Ordering") => return None,
            (_, b"CheckSum") if bytes.len() == 16 => return None,
            (_, b"URI") => Class { kind: PlaceKind::Link, coding: Coding::Address, space: None },
            (_, b"JS") => Class::text(PlaceKind::Script),
            (_, b"Dest") | (Self::Action, b"D") => Class::named(Tree::Destinations),
            (Self::Tree(tree), b"Names" | b"Limits") => Class::named(tree),
            (Self::Structure, b"ID" | b"Headers") => Class::named(Tree::Elements),
            (Self::Annotation(page), b"RC") | (Self::Widget(page), b"RV") => {
                Class { coding: Coding::Xml, ..Class::text(PlaceKind::Annotation { page }) }
            }
            (Self::Field, b"RV") => Class { coding: Coding::Xml, ..Class::text(PlaceKind::Field) },
            (Self::Field | Self::Widget(_), b"Opt") => Class::text(PlaceKind::FieldChoice),
            (Self::Widget(page), b"Contents" | b"NM" | b"Subj") => Class::text(PlaceKind::Annotation { page }),
            (Self::Field | Self::Widget(_), _) | (Self::Action, b"T" | b"Fields") => Class::text(PlaceKind::Field),
            (Self::Annotation(page), b"T") => Class::text(PlaceKind::Author { page }),
            (Self::Annotation(page), _) => Class::text(PlaceKind::Annotation { page }),
            (Self::Outline, _) => Class::text(PlaceKind::Bookmark),
            (Self::Structure, _) => Class::text(PlaceKind::Structure),
            (Self::Information, _) => Class::text(PlaceKind::Information),
            (Self::Layer, _) => Class::text(PlaceKind::Layer),
            (Self::Labels, _) => Class::text(PlaceKind::PageLabel),
            (Self::FileSpec { attached: true }, _) => Class::text(PlaceKind::AttachmentName),
            (Self::FileSpec { attached: false }, _) => Class::text(PlaceKind::FileName),
            // A target inside an attached file.
            (Self::Action, b"N") => Class::named(Tree::Attachments),
            (Self::Thread, _) => Class::text(PlaceKind::Thread),
            (Self::Collection, _) => Class::text(PlaceKind::Collection),
            _ => Class::text(PlaceKind::Other),
        })
    }

    /// Returns the class of a name under a key, or `None` where it is a word of the format, as nearly all are.
    pub fn name_class(self, key: &[u8], name: &[u8]) -> Option<Class> {
        let class = |kind, space| Some(Class { kind, coding: Coding::Text, space: Some(space) });
        match (self, key) {
            (_, b"Dest") | (Self::Action, b"D") => class(PlaceKind::Destination, Space::OldDestinations),
            (Self::Field | Self::Widget(_), b"V" | b"DV" | b"AS") if name != b"Off" => {
                class(PlaceKind::Field, Space::Names)
            }
            // Names of fonts are those of their makers.
            (Self::Font, _) => None,
            _ if is_chosen(name) => class(PlaceKind::Other, Space::Names),
            _ => None,
        }
    }

    /// True if what a field holds, or what it offers, stands under a key.
    pub fn holds_values(self, key: &[u8]) -> bool {
        matches!(self, Self::Field | Self::Widget(_)) && matches!(key, b"V" | b"DV" | b"RV" | b"Opt")
    }

    /// Returns the class of a key, or `None` where it is a word of the format.
    pub fn key_class(self, key: &[u8]) -> Option<Class> {
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
pub(super) enum Bytes {
    /// Text.
    Text(Class),
    /// Bytes that are read elsewhere, counted elsewhere, or hold no text.
    Known,
    /// Nobody knows.
    Unknown,
}

/// The kind of the bytes of a stream, by the way it is reached and by its entries.
pub(super) fn bytes_of(role: Role, key: &[u8], dict: &Dict) -> Bytes {
    let name = |key: &str| dict.get(key).and_then(Object::as_name).unwrap_or_default();
    let xml = |kind| Bytes::Text(Class { coding: Coding::Xml, ..Class::text(kind) });
    // Forms and pictures go by names of their page's choice, which may be any key.
    if matches!(name("Subtype"), b"Image" | b"Form" | b"PS") {
        return Bytes::Known;
    }
    match (role, key) {
        (Role::Private | Role::Xfa, _) => return Bytes::Known,
        (_, b"Metadata") => return xml(PlaceKind::Xmp),
        (_, b"JS") => return Bytes::Text(Class::text(PlaceKind::Script)),
        (Role::Annotation(page) | Role::Widget(page), b"RC" | b"RV") => return xml(PlaceKind::Annotation { page }),
        (Role::Field, b"RV") => return xml(PlaceKind::Field),
        (Role::Field | Role::Widget(_), b"V" | b"DV") => return Bytes::Text(Class::text(PlaceKind::Field)),
        (Role::Content | Role::Appearance | Role::Colours, _) => return Bytes::Known,
        (_, b"FontFile" | b"FontFile2" | b"FontFile3" | b"ToUnicode" | b"CIDToGIDMap" | b"CIDSet")
        | (Role::Font, b"Encoding") => return Bytes::Known,
        (_, b"DestOutputProfile" | b"UseCMap" | b"EF" | b"SMask" | b"Mask") => return Bytes::Known,
        _ => {}
    }
    match (name("Type"), name("Subtype")) {
        (b"Metadata", _) => xml(PlaceKind::Xmp),
        (b"Pattern" | b"CMap" | b"EmbeddedFile" | b"Sound" | b"3D" | b"Halftone" | b"Mask", _)
        | (_, b"U3D" | b"PRC") => Bytes::Known,
        _ if ["PatternType", "ShadingType", "FunctionType", "HalftoneType", "CMapName"]
            .iter()
            .any(|key| dict.get(key).is_some()) =>
        {
            Bytes::Known
        }
        _ => Bytes::Unknown,
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
    let mut operations = Operations::new(content);
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
        assert!(Role::Information.class(b"ModDate", b"D:20240131120000+01'00'").is_none());
        assert!(Role::Information.class(b"ModDate", b"D:20240131 Jane Roe").is_some());
        assert!(Role::Information.class(b"Title", b"D:").is_some());
        assert!(Role::Structure.class(b"Lang", b"de-AT").is_none());
        assert!(Role::Structure.class(b"Lang", b"\xfe\xff\0e\0n").is_none());
        assert!(Role::Structure.class(b"Lang", b"Jane Roe").is_some());
        assert!(Role::Field.class(b"DA", b"/Helv 12 Tf 0 g").is_none());
        assert!(Role::Field.class(b"DA", b"(Jane) Tj").is_some());
    }

    #[test]
    fn what_a_string_is_depends_on_where_it_stands() {
        let kind = |role: Role, key: &str| role.class(key.as_bytes(), b"x").map(|class| class.kind);
        assert_eq!(kind(Role::Annotation(3), "T"), Some(PlaceKind::Author { page: 3 }));
        assert_eq!(kind(Role::Widget(3), "T"), Some(PlaceKind::Field));
        assert_eq!(kind(Role::Field, "Opt"), Some(PlaceKind::FieldChoice));
        assert_eq!(kind(Role::Root.step(b"Outlines").step(b"Next"), "Title"), Some(PlaceKind::Bookmark));
        assert_eq!(kind(Role::Root.step(b"Anything"), "Title"), Some(PlaceKind::Other));
        assert_eq!(kind(Role::Outline.step(b"A"), "URI"), Some(PlaceKind::Link));
    }
}
