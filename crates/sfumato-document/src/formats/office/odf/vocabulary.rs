//! The roles of the elements and attributes of OpenDocument files.

use std::borrow::Cow;
use std::collections::HashSet;

use sfumato_words::WordTable;

use super::cells::{OdfCells, VALUES};
use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary, is_structural};
use crate::formats::office::formula::FormulaSyntax;
use crate::formats::office::grid::CellNaming;
use crate::{BlockKind, RemovableKind, xml};

static TEXTS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "texts");
static SETTINGS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "settings");

const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";

/// The word that tells namespaces of OpenDocument apart: `text` for text, `draw` for drawings.
fn family<'s>(element: &MarkupElement<'s>) -> &'s str {
    match element.namespace {
        DUBLIN_CORE => "dc",
        other => other.rsplit(':').nth(1).unwrap_or_default(),
    }
}

/// Blanks that one element stands for; more than these are read as these.
const BLANKS: &str = "                                ";

/// Attributes that hold formulas.
pub(super) fn formula_syntax(element: &str, local: &str) -> Option<FormulaSyntax> {
    match local {
        // Shapes are drawn by equations.
        "formula" if element == "equation" => None,
        "formula" | "condition" | "expression" => Some(FormulaSyntax::Open),
        "print-ranges" | "linked-cell" | "source-cell-range" => Some(FormulaSyntax::OpenAddress),
        _ if local.ends_with("-address") || local.ends_with("-addresses") => Some(FormulaSyntax::OpenAddress),
        _ => None,
    }
}

/// The content or the styles of a document.
pub(super) struct OdfContent<'p> {
    pub cells: OdfCells,
    /// The members of the package, which links may point at.
    pub members: &'p HashSet<String>,
}

impl OdfContent<'_> {
    fn paragraph(&self, element: &MarkupElement<'_>) -> ElementRole {
        ElementRole::Block(match (self.cells.naming(element.at()), element.parent) {
            (CellNaming::Heading, _) => BlockKind::Header,
            (CellNaming::By(_), _) | (_, "table-cell" | "covered-table-cell") => BlockKind::Cell,
            (_, "list-item" | "list-header") => BlockKind::Item,
            _ if element.local == "h" => BlockKind::Heading,
            _ => BlockKind::Paragraph,
        })
    }

    /// The value of a cell or a field, in an attribute.
    fn value(&self, element: &MarkupElement<'_>, value: &str) -> AttributeRole {
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        let is_cell = matches!(element.local, "table-cell" | "covered-table-cell");
        if self.cells.is_echo(element.at()) {
            return AttributeRole::Structural;
        }
        let says = digits >= 5 || value.chars().any(char::is_alphabetic);
        let is_named = matches!(self.cells.naming(element.at()), CellNaming::By(_));
        if says || is_named {
            AttributeRole::Labelled(if is_cell { BlockKind::Cell } else { BlockKind::Field })
        } else {
            AttributeRole::Structural
        }
    }

    fn link(&self, value: &str) -> AttributeRole {
        if self.members.contains(value.trim_start_matches("./")) {
            AttributeRole::Structural
        } else {
            AttributeRole::Text(BlockKind::Field)
        }
    }
}

impl MarkupVocabulary for OdfContent<'_> {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match (family(element), element.local) {
            ("text", "p" | "h") => self.paragraph(element),
            ("text", "s") => {
                let count = element.attribute("c").and_then(|c| c.parse::<usize>().ok()).unwrap_or(1);
                ElementRole::Mark(BLANKS.get(..count.min(BLANKS.len())).unwrap_or(BLANKS))
            }
            ("text", "tab") => ElementRole::Mark("\t"),
            ("text", "line-break") => ElementRole::Mark("\n"),
            ("text", "note" | "ruby-text") | ("office", "annotation") => ElementRole::Structure,
            ("dc", "creator" | "date")
            | ("meta", "creator-initials" | "date-string")
            | ("loext", "sender-initials") => ElementRole::Removable(RemovableKind::Metadata),
            ("svg-compatible", "title" | "desc") => ElementRole::Named(BlockKind::Paragraph, "description"),
            ("text", "script") | ("office", "script") | ("script", "module") => ElementRole::Block(BlockKind::Code),
            ("office", "binary-data") => ElementRole::Removable(RemovableKind::Picture),
            _ => ElementRole::Inline,
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let family = family(element);
        // The formulas of texts have no language that is known well enough.
        if family == "text" && matches!(local, "formula" | "condition") {
            return AttributeRole::Text(BlockKind::Field);
        }
        let is_style = matches!(family, "style" | "number" | "animation") || element.local.ends_with("-properties");
        if let Some(syntax) = formula_syntax(element.local, local) {
            return AttributeRole::Formula(syntax);
        }
        match local {
            // Something packed into an address, which is not unpacked.
            "href" if value.starts_with("data:") && value.contains(";base64") => AttributeRole::Cut,
            "href" => self.link(value),
            "display-name" => AttributeRole::Text(BlockKind::Field),
            // What a style is called stands in many places, which follow it.
            "name" if is_style_name(element, value) => AttributeRole::Text(BlockKind::Field),
            _ if local.starts_with("font-name") || local.starts_with("font-family") => AttributeRole::Dictated,
            "name" if element.local == "font-face" => AttributeRole::Dictated,
            _ if local.ends_with("style-name") => AttributeRole::Dictated,
            _ if is_style || SETTINGS.has(local) => AttributeRole::Structural,
            "name" if element.local.ends_with("-style") => AttributeRole::Structural,
            "name" if element.local.starts_with("sequence") => AttributeRole::Structural,
            _ if is_service(value) => AttributeRole::Structural,
            "value" if family == "form" && element.local != "property" => AttributeRole::Labelled(BlockKind::Field),
            _ if VALUES.contains(&local) => self.value(element, value),
            "name" if (family, element.local) == ("table", "table") => AttributeRole::Text(BlockKind::Heading),
            _ if TEXTS.has(local) => AttributeRole::Labelled(BlockKind::Field),
            _ if is_structural(value) || is_measure(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Field),
        }
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        match (family(element), element.local) {
            ("dc", "creator") => return Some("creator".into()),
            ("dc", "date") => return Some("date".into()),
            _ => {}
        }
        let named = family(element) == "form" || element.local.ends_with("-decl");
        match element.attribute("name").filter(|_| named) {
            Some(name) => Some(meant(name)),
            None => self.cells.label(element.at()),
        }
    }
}

/// A document that is one XML document, with what it says about itself and how it was last looked at.
pub(super) struct OdfFlat<'p>(pub OdfContent<'p>);

impl OdfFlat<'_> {
    /// The words of the part of the document that an element belongs to.
    fn words(&self, element: &MarkupElement<'_>) -> &dyn MarkupVocabulary {
        match family(element) {
            "config" => &OdfSettings,
            "meta" | "dc" if !matches!(element.parent, "annotation" | "change-info") => &OdfMeta,
            "office" if element.local == "meta" => &OdfMeta,
            _ => &self.0,
        }
    }
}

impl MarkupVocabulary for OdfFlat<'_> {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        self.words(element).element(element)
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        self.words(element).attribute(element, local, value)
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        self.words(element).label(element)
    }
}

/// Elements that are called by name in attributes that end in `style-name` and the like.
pub(super) fn is_named_style(element: &str) -> bool {
    matches!(element, "style" | "master-page" | "page-layout" | "list-style")
}

/// True if this is the only name of a style, and somebody gave it: `P1` and `Mpm2` are numbers of the program's.
fn is_style_name(element: &MarkupElement<'_>, value: &str) -> bool {
    let letters = value.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_number = letters <= 4 && value.bytes().skip(letters).all(|b| b.is_ascii_digit());
    is_named_style(element.local) && element.attribute("display-name").is_none() && !is_number
}

/// True if a value is the name of a component of an office program.
fn is_service(value: &str) -> bool {
    value.starts_with("com.sun.star.") || value.starts_with("ooo:com.sun.star.")
}

/// The value of an attribute as it is meant.
fn meant<'v>(value: &str) -> Cow<'v, str> {
    Cow::Owned(xml::unescaped_attribute(value).unwrap_or_default().into_owned())
}

/// True if a value is a number with a unit, or several: `0.1965in`, `0.74pt solid #808080`.
fn is_measure(value: &str) -> bool {
    const UNITS: [&str; 8] = ["in", "cm", "mm", "pt", "pc", "px", "em", "deg"];
    value.split_ascii_whitespace().all(|word| {
        let number = UNITS.iter().find_map(|unit| word.strip_suffix(unit));
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
        number.is_some_and(is_number) || is_structural(word)
    })
}

/// The vocabulary of the document's statements about itself.
pub(super) struct OdfMeta;

impl MarkupVocabulary for OdfMeta {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match element.local {
            "meta" => ElementRole::Removable(RemovableKind::Metadata),
            "document-meta" => ElementRole::Inline,
            _ => ElementRole::Block(BlockKind::Metadata),
        }
    }

    fn attribute(&self, _: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        match local {
            "name" | "href" | "title" => AttributeRole::Text(BlockKind::Metadata),
            _ if is_structural(value) || local == "version" => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Metadata),
        }
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        element.attribute("name").map(meant)
    }

    fn labels_by_element(&self) -> bool {
        true
    }
}

/// The vocabulary of settings: the last view of the document, and its printing.
pub(super) struct OdfSettings;

impl MarkupVocabulary for OdfSettings {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        if element.local != "config-item" {
            return ElementRole::Inline;
        }
        let name = element.attribute("name").unwrap_or_default();
        match element.attribute("type") {
            // Without it the pages would be laid out anew.
            _ if name == "PrinterIndependentLayout" => ElementRole::Setting,
            _ if name.starts_with("Rsid") => ElementRole::Removable(RemovableKind::Metadata),
            Some("boolean" | "short" | "int" | "long" | "double") => ElementRole::Setting,
            _ => ElementRole::Removable(RemovableKind::Metadata),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let is_setting = matches!(element.local, "config-item" | "config-item-set" | "config-item-map-named");
        match local {
            "name" if is_setting => AttributeRole::Dictated,
            "name" => AttributeRole::Text(BlockKind::Metadata),
            _ if is_structural(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Metadata),
        }
    }
}

/// The list of members; what it says is what the members are called.
pub(super) struct OdfManifestWords;

impl MarkupVocabulary for OdfManifestWords {
    fn element(&self, _: &MarkupElement<'_>) -> ElementRole {
        ElementRole::Inline
    }

    fn attribute(&self, _: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        match local {
            "full-path" | "media-type" | "version" => AttributeRole::Structural,
            _ if is_structural(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Metadata),
        }
    }
}

/// Programs, dialogs, statements about the document, and whatever else is XML.
pub(super) struct OdfOther;

impl MarkupVocabulary for OdfOther {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match element.local {
            "module" => ElementRole::Block(BlockKind::Code),
            _ => ElementRole::Inline,
        }
    }

    fn attribute(&self, _: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let is_schema = value.starts_with("http://docs.oasis-open.org/") || value.starts_with("http://openoffice.org/");
        match local {
            _ if is_schema => AttributeRole::Structural,
            "name" | "value" | "title" | "help-text" => AttributeRole::Text(BlockKind::Field),
            _ if is_structural(value) || is_measure(value) => AttributeRole::Structural,
            _ => AttributeRole::Text(BlockKind::Field),
        }
    }
}
