//! The vocabularies that all office packages share: drawings and charts, properties, relations, and XML of any kind.

use std::collections::HashSet;

use crate::document::OBJECT;
use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary, is_guid, is_structural};
use crate::formats::xml_document::known_attribute;
use crate::{BlockKind, RemovableKind};

/// The vocabulary that a namespace belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfficeNamespace {
    Drawing,
    Chart,
    Math,
    /// The placement of a drawing in a text or on a sheet.
    Placement,
    Compatibility,
    /// The old drawings and what Office adds to them.
    Vml,
    /// Others of the standard or of Office.
    Office,
    None,
    Foreign,
}

fn space(namespace: &str) -> OfficeNamespace {
    let Some(path) = OFFICE.iter().find_map(|start| namespace.strip_prefix(start)) else {
        return if namespace.is_empty() { OfficeNamespace::None } else { OfficeNamespace::Foreign };
    };
    match path {
        "drawingml/2006/main" | "drawingml/main" => OfficeNamespace::Drawing,
        "drawingml/2006/chart" | "drawingml/chart" | "drawing/2014/chartex" => OfficeNamespace::Chart,
        "officeDocument/2006/math" | "officeDocument/math" => OfficeNamespace::Math,
        "drawingml/2006/wordprocessingDrawing" | "drawingml/wordprocessingDrawing" => OfficeNamespace::Placement,
        "drawingml/2006/spreadsheetDrawing" | "drawingml/spreadsheetDrawing" => OfficeNamespace::Placement,
        "word/2010/wordprocessingDrawing" | ":office:excel" => OfficeNamespace::Placement,
        "markup-compatibility/2006" => OfficeNamespace::Compatibility,
        ":vml" | ":office:office" | ":office:word" | ":office:powerpoint" => OfficeNamespace::Vml,
        _ => OfficeNamespace::Office,
    }
}

/// The beginnings of the namespaces of the standard and of Office.
const OFFICE: [&str; 5] = [
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/office/",
    "http://purl.oclc.org/ooxml/",
    "urn:schemas-microsoft-com",
    "http://schemas.microsoft.com/",
];

/// Returns the role of an element of a drawing, a chart or a formula; also that of XML which is foreign to the
/// format.
pub(crate) fn drawing_role(element: &MarkupElement<'_>) -> ElementRole {
    match (space(element.namespace), element.local) {
        (OfficeNamespace::Drawing, "p") => ElementRole::Block(BlockKind::Paragraph),
        (OfficeNamespace::Drawing, "r" | "t" | "fld") | (OfficeNamespace::Math, _) => ElementRole::Inline,
        (OfficeNamespace::Drawing, "br") => ElementRole::Mark("\n"),
        (OfficeNamespace::Chart, "v") => ElementRole::Block(BlockKind::Cell),
        (OfficeNamespace::Placement, _) | (OfficeNamespace::Drawing, "tableStyleId") => ElementRole::Setting,
        // Both forms of the same are read; the text runs on through the first.
        (OfficeNamespace::Compatibility, "AlternateContent" | "Choice") => ElementRole::Inline,
        (OfficeNamespace::Compatibility, "Fallback") => ElementRole::Block(BlockKind::Paragraph),
        // The text of a box in the old drawings.
        (OfficeNamespace::None, "div") => ElementRole::Block(BlockKind::Paragraph),
        (OfficeNamespace::None, "font" | "span" | "b" | "i" | "u" | "s" | "strong" | "em") => ElementRole::Inline,
        (OfficeNamespace::None, "br") => ElementRole::Mark("\n"),
        _ => ElementRole::Structure,
    }
}

/// The name of a thing: a shape, a bookmark, a style. It must not pass for that of a person because it is called so.
pub(crate) const OBJECT_NAME: AttributeRole = AttributeRole::Named(BlockKind::Field, OBJECT);

/// Returns the role of an attribute of an office part, by its name and then by its value.
pub(crate) fn drawing_attribute(element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
    const TEXT: AttributeRole = AttributeRole::Text(BlockKind::Field);
    if let Some(role) = known_attribute(element, local, value) {
        return role;
    }
    let space = space(element.namespace);
    match local {
        // A copy of the drawing in another form, packed.
        "gfxdata" => AttributeRole::Cut,
        "descr" | "title" | "alt" | "tooltip" | "string" | "href" | "caption" => TEXT,
        "userId" | "userName" | "displayName" | "ed" => TEXT,
        "val" if element.local == "mathFont" => AttributeRole::Dictated,
        "name" if element.local == "gd" => AttributeRole::Structural,
        "typeface" => AttributeRole::Dictated,
        "panose" | "script" | "fmla" | "eqn" => AttributeRole::Structural,
        "style" | "path" | "adj" | "coordsize" | "coordorigin" | "formulas" | "points"
            if space == OfficeNamespace::Vml =>
        {
            AttributeRole::Structural
        }
        "id" | "spid" | "type" if value.trim_start_matches('#').starts_with("_x0000_") => AttributeRole::Structural,
        "Requires" | "Ignorable" | "ProcessContent" | "MustUnderstand" if is_prefixes(value) => {
            AttributeRole::Structural
        }
        "embed" | "link" | "id" | "dm" | "lo" | "qs" | "cs" | "relid" if is_id(value) => AttributeRole::Structural,
        "hash" | "salt" | "hashValue" | "saltValue" | "hashData" | "saltData" if is_packed(value) => {
            AttributeRole::Structural
        }
        _ if is_guid(value) => AttributeRole::Dictated,
        "name" => OBJECT_NAME,
        _ if is_format_value(value) => AttributeRole::Structural,
        _ if space != OfficeNamespace::Foreign && space != OfficeNamespace::None && is_number(value) => {
            AttributeRole::Structural
        }
        _ => TEXT,
    }
}

/// True if a value is one of the format's own: a setting, a globally unique id, a media type, a mark.
pub(crate) fn is_format_value(value: &str) -> bool {
    is_structural(value)
        || is_guid(value)
        || is_sign(value)
        || is_colour(value)
        || is_media_type(value)
        || is_schema(value)
}

/// Something like `#00FF7F`.
fn is_colour(value: &str) -> bool {
    let hexadecimal = |digits: &str| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    value.strip_prefix('#').is_some_and(hexadecimal)
}

/// A whole number of any length, or several.
fn is_number(value: &str) -> bool {
    let is_digit = |b: u8| b.is_ascii_digit() || matches!(b, b'-' | b'.' | b',' | b' ' | b'%');
    value.bytes().all(is_digit)
}

/// A bullet, a bracket, the pattern of a number: nothing to read.
fn is_sign(value: &str) -> bool {
    !value.chars().any(char::is_alphabetic) && value.bytes().filter(u8::is_ascii_digit).count() < 5
}

fn is_media_type(value: &str) -> bool {
    let starts = ["application/vnd.", "application/xml", "image/", "text/", "audio/", "video/", "application/x-font"];
    starts.iter().any(|start| value.starts_with(start))
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+' | b'/'))
}

fn is_schema(value: &str) -> bool {
    let starts = ["http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/", "urn:microsoft.com/office/"];
    let is_own = starts.iter().chain(&["http://purl.oclc.org/ooxml/", "ppaction://"]).any(|s| value.starts_with(s));
    is_own && !value.contains(['@', ' ', '?'])
}

/// The id of a relation, or of something else that only programs see.
fn is_id(value: &str) -> bool {
    let numbered = ["rId", "R", "r"].iter().find_map(|start| value.strip_prefix(start)).unwrap_or(value);
    value.len() <= 36 && numbered.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// Prefixes of namespaces: `w14 wp14`.
fn is_prefixes(value: &str) -> bool {
    value.split(' ').all(|prefix| prefix.len() <= 10 && prefix.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The hash of a password.
fn is_packed(value: &str) -> bool {
    value.len() >= 16
        && value.len().is_multiple_of(4)
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
}

/// The properties of a document: metadata, one by one.
pub(super) struct OoxmlProperties;

impl MarkupVocabulary for OoxmlProperties {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match (element.parent, element.local) {
            ("coreProperties" | "Properties", _) => ElementRole::Removable(RemovableKind::Metadata),
            (_, "lpstr" | "lpwstr" | "bstr") => ElementRole::Block(BlockKind::Metadata),
            _ => ElementRole::Structure,
        }
    }

    fn attribute(&self, _: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        match local {
            "name" => AttributeRole::Named(BlockKind::Metadata, "property"),
            "linkTarget" => AttributeRole::Text(BlockKind::Metadata),
            "pid" | "fmtid" | "size" | "baseType" | "type" if is_format_value(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Metadata),
        }
    }

    fn labels_by_element(&self) -> bool {
        true
    }
}

/// Content types and relations; of these only what leads to no part of the package is text.
pub(super) struct OoxmlBinding {
    /// The starts of the elements that speak of a part which is there.
    pub inside: HashSet<usize>,
}

impl MarkupVocabulary for OoxmlBinding {
    fn element(&self, _: &MarkupElement<'_>) -> ElementRole {
        ElementRole::Structure
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let is_inside = self.inside.contains(&element.at());
        match (element.local, local) {
            ("Relationship", "Type") => AttributeRole::Schema,
            ("Relationship", "Id" | "TargetMode") if is_name(value) => AttributeRole::Structural,
            ("Relationship", "Target") | ("Override", "PartName") if is_inside => AttributeRole::Structural,
            ("Override" | "Default", "ContentType") | ("Default", "Extension") if is_format_value(value) => {
                AttributeRole::Structural
            }
            ("Relationship", "Target") if is_nowhere(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Field),
        }
    }
}

/// True if a value is a word as programs make them.
fn is_name(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    digits < 7 && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
        || (value.len() >= 16 && value.bytes().skip(1).all(|b| b.is_ascii_hexdigit()))
}

/// True if a target is none: `NULL`, a place in the same document.
fn is_nowhere(value: &str) -> bool {
    matches!(value, "NULL" | "../NULL" | "#" | "about:blank")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_format_are_told_from_words() {
        let own = ["{28A0092B-C50C-407E-A947-70E740481C1C}", "•", "%1.", "image/png", "auto", "FF00AA", "12700"];
        for value in own {
            assert!(is_format_value(value), "help: {value} is of the format's own");
        }
        for value in ["Jane", "600123456", "a@b.org", "urn:x y", "http://schemas.example.org/?u=Jane", "DR-12345"] {
            assert!(!is_format_value(value), "help: {value} may tell of a person");
        }
    }
}
