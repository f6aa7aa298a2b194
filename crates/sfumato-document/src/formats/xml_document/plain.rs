//! The words of XML of any vocabulary, and what is known of some.

use std::borrow::Cow;
use std::collections::HashSet;

use sfumato_words::WordTable;

use super::{maps, svg};
use crate::BlockKind;
use crate::document::OBJECT;
use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary, is_structural};

static INLINE: WordTable = WordTable::new(include_str!("plain.txt"), "inline");
static PEOPLE: WordTable = WordTable::new(include_str!("plain.txt"), "people");
static SETTINGS: WordTable = WordTable::new(include_str!("plain.txt"), "settings");

/// The words of no vocabulary in particular.
pub(super) struct PlainVocabulary {
    /// Elements and values of attributes that are files, by where they start.
    pub files: HashSet<usize>,
}

impl MarkupVocabulary for PlainVocabulary {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        if self.files.contains(&element.at()) {
            return ElementRole::Elsewhere;
        }
        if let Some(role) = svg::role(element).or_else(|| maps::role(element)) {
            return role;
        }
        match element.local {
            "documentation" | "appinfo" if element.namespace == SCHEMA => ElementRole::Block(BlockKind::Paragraph),
            _ if element.namespace == SCHEMA => ElementRole::Structure,
            "br" | "lb" => ElementRole::Mark("\n"),
            "title" | "caption" | "head" => ElementRole::Block(BlockKind::Heading),
            "item" | "li" => ElementRole::Block(BlockKind::Item),
            "td" | "th" => ElementRole::Block(BlockKind::Cell),
            "p" | "paragraph" | "para" | "div" => ElementRole::Block(BlockKind::Paragraph),
            local if INLINE.has(local) => ElementRole::Inline,
            _ => ElementRole::Block(BlockKind::Field),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        if let Some(role) = known_attribute(element, local, value) {
            return role;
        }
        if let Some(role) = svg::attribute(element, local, value).or_else(|| maps::attribute(element, local)) {
            return role;
        }
        match local {
            _ if is_own(value) || (is_setting(local) && is_structural(value)) => AttributeRole::Structural,
            "value" | "val" | "v" | "V" | "text" => AttributeRole::Labelled(BlockKind::Field),
            "extension" if matches!(element.parent, "patientRole" | "patient" | "recordTarget") => {
                AttributeRole::Named(BlockKind::Field, "medical record number")
            }
            "extension" => AttributeRole::Named(BlockKind::Field, "reference number"),
            _ => AttributeRole::Text(BlockKind::Field),
        }
    }

    fn labels_by_element(&self) -> bool {
        true
    }

    fn attribute_label<'v>(&'v self, element: &MarkupElement<'_>, local: &'v str, value: &str) -> Cow<'v, str> {
        attribute_label(element, local, value).into()
    }

    fn is_elsewhere(&self, at: usize) -> bool {
        self.files.contains(&at)
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        let is_prose = matches!(
            element.local,
            "p" | "paragraph" | "para" | "simpara" | "div" | "title" | "caption" | "head" | "item" | "li" | "td" | "th"
        );
        // What running text is called says nothing of it.
        let own = || if is_prose { Cow::Borrowed("") } else { Cow::Owned(element.local.to_owned()) };
        Some(known_label(element).map_or_else(own, Cow::Borrowed))
    }
}

const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

/// Returns the role of an attribute whose meaning is known in any document: where schemas are, and the names that a
/// schema gives.
pub(crate) fn known_attribute(element: &MarkupElement<'_>, local: &str, value: &str) -> Option<AttributeRole> {
    let is_schema = element.namespace == SCHEMA;
    Some(match local {
        "schemaLocation" | "noNamespaceSchemaLocation" => AttributeRole::Schema,
        "targetNamespace" | "namespace" | "source" | "system" if is_schema => AttributeRole::Schema,
        "uri" if element.local == "schemaRef" => AttributeRole::Schema,
        // `xsd:string`, `documentManagement`: names of types and elements.
        _ if is_schema && !matches!(local, "default" | "fixed" | "value") && is_name(value) => AttributeRole::Dictated,
        _ => return None,
    })
}

/// True if a value is a name as XML has them, or several.
fn is_name(value: &str) -> bool {
    value.bytes().filter(u8::is_ascii_digit).count() < 7
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'#' | b' '))
}

/// Returns the label of the text of an attribute: a `name` is somebody's only where something says so, and else that
/// of a thing.
fn attribute_label<'l>(element: &MarkupElement<'_>, local: &'l str, value: &str) -> &'l str {
    if !local.eq_ignore_ascii_case("name") {
        return local;
    }
    let tells = |name: &str| {
        let name = name.to_ascii_lowercase();
        PEOPLE.words().iter().any(|word| name.contains(word))
    };
    let is_thing = ["font", "style", "face"].iter().any(|word| element.local.to_ascii_lowercase().contains(word));
    let is_capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let mut words = value.split(' ');
    let looks_like_one = value.contains(' ') && words.all(is_capital) && !value.contains(|c: char| c.is_ascii_digit());
    if tells(element.local) || tells(element.parent) || (looks_like_one && !is_thing) { local } else { OBJECT }
}

/// The name that people give to what an element of a clinical document holds.
fn known_label(element: &MarkupElement<'_>) -> Option<&'static str> {
    Some(match element.local {
        "given" => "given name",
        "family" => "family name",
        "name" if element.parent.to_ascii_lowercase().contains("organi") => "organisation",
        "name" if element.parent == "patient" => "patient name",
        "streetAddressLine" | "streetName" | "line" | "unstructured" => "address",
        "birthTime" => "date of birth",
        "deceasedTime" => "date of death",
        "effectiveTime" | "time" | "low" | "high" | "center" => "date",
        "telecom" => "phone",
        _ => return None,
    })
}

/// Attributes whose plain words are settings.
fn is_setting(name: &str) -> bool {
    SETTINGS.has(name)
}

/// True if a value tells nothing: a switch, a small number, an identifier of a standard, an address of a schema.
pub(super) fn is_own(value: &str) -> bool {
    let value = value.trim();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_number = digits < 5 && value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'%' | b','));
    // An object identifier: numbers with points between, of which the first is 0, 1 or 2.
    let arcs = || value.split('.').all(|arc| !arc.is_empty() && arc.bytes().all(|b| b.is_ascii_digit()));
    let is_object = value.bytes().filter(|b| *b == b'.').count() >= 4 && value.starts_with(['0', '1', '2']) && arcs();
    is_number
        || is_object
        || matches!(value, "true" | "false" | "yes" | "no" | "preserve")
        || (["http://www.w3.org/", "http://hl7.org/", "urn:hl7-org:"].iter().any(|root| value.starts_with(root))
            && !value.contains(['?', '@']))
}
