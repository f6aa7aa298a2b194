//! The roles of the elements and attributes of workbooks.

use std::borrow::Cow;
use std::collections::HashSet;

use sfumato_words::WordTable;

use super::survey::WorkbookSurvey;
use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary, is_guid};
use crate::formats::office::formula::FormulaSyntax;
use crate::formats::office::grid::CellNaming;
use crate::formats::office::ooxml::{drawing_attribute, drawing_role, is_format_value};
use crate::{BlockKind, RemovableKind, xml};

static SETTINGS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "settings");
pub(super) static NAMES_OF_DAYS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "names of days");
pub(super) static NAMES_OF_NUMBERS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "names of numbers");
pub(super) static SORTS_OF_VALUES: WordTable = WordTable::new(include_str!("vocabulary.txt"), "sorts of values");
static FORMULAS: WordTable = WordTable::new(include_str!("vocabulary.txt"), "formulas");

const TEXT: AttributeRole = AttributeRole::Text(BlockKind::Field);

/// True if a namespace is that of SpreadsheetML or of one of its extensions.
fn is_sheet(namespace: &str) -> bool {
    namespace.ends_with("/spreadsheetml/2006/main")
        || namespace.ends_with("/spreadsheetml/main")
        || namespace.contains("/office/spreadsheetml/")
        || namespace.ends_with("/office/excel/2006/main")
}

/// Elements that hold a formula, in whatever namespace.
pub(super) fn is_formula(element: &str) -> bool {
    FORMULAS.has(element)
}

/// Attributes that hold a formula or an address.
pub(super) fn is_formula_attribute(element: &str, local: &str, value: &str) -> bool {
    match local {
        "location" => element == "hyperlink" && value.contains('!'),
        "textlink" | "fmlaLink" | "fmlaRange" | "fmlaTxbx" | "refersTo" | "formatCode" => true,
        _ => false,
    }
}

/// Headers and footers of sheets.
pub(super) fn is_header(element: &str) -> bool {
    matches!(element, "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader" | "firstFooter")
}

/// The parts of a workbook.
pub(super) struct WorkbookWords;

impl MarkupVocabulary for WorkbookWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        if is_formula(element.local) && !matches!(element.parent, "c" | "cell") {
            return ElementRole::Formula(FormulaSyntax::Excel);
        }
        if !is_sheet(element.namespace) {
            return drawing_role(element);
        }
        match (element.parent, element.local) {
            ("authors", "author") => ElementRole::Emptied,
            ("cell" | "oc" | "nc" | "value", "v") => ElementRole::Block(BlockKind::Cell),
            ("comment" | "threadedComment", "text") => ElementRole::Block(BlockKind::Paragraph),
            ("si" | "is", "rPh") => ElementRole::Structure,
            (_, "r" | "t" | "rPr") => ElementRole::Inline,
            (_, "is") => ElementRole::Block(BlockKind::Cell),
            (_, "revisionPtr" | "absPath" | "fileSharing") => ElementRole::Cut,
            ("users", "userInfo") => ElementRole::Removable(RemovableKind::Metadata),
            // What ties a rule to its data bar.
            (_, "id") => ElementRole::Setting,
            (_, "stp" | "attachedSchema") => ElementRole::Structure,
            // Pieces of XML of any kind, which may hold text.
            _ => ElementRole::Inline,
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        if is_formula_attribute(element.local, local, value) {
            return AttributeRole::Formula(FormulaSyntax::Excel);
        }
        if !is_sheet(element.namespace) {
            return drawing_attribute(element, local, value);
        }
        match (element.local, local) {
            // `microsoft.com:RD`: what the workbook asks of the program.
            ("feature", "name") => AttributeRole::Schema,
            ("sheet", "name") => AttributeRole::Text(BlockKind::Heading),
            ("definedName", "name") if value.starts_with("_xlnm") => AttributeRole::Structural,
            // A table bears its name twice, and one follows the other.
            ("table", "name") if element.attribute("displayName") == Some(value) => AttributeRole::Structural,
            ("cellStyle", "name") if element.attribute("builtinId").is_some() => AttributeRole::Dictated,
            // The names of fonts.
            ("name" | "rFont" | "family" | "scheme" | "charset", "val") => AttributeRole::Dictated,
            (_, "defaultTableStyle" | "defaultPivotStyle") | ("tableStyleInfo", "name") => AttributeRole::Dictated,
            // A workbook follows its sheets and ranges to their new names.
            ("worksheetSource" | "rangeSet", "sheet" | "name") => AttributeRole::Structural,
            ("person", "displayName" | "userId") | (_, "refreshedBy" | "userName") | ("scenario", "user") => {
                AttributeRole::Metadata
            }
            ("fileSharing", _) => AttributeRole::Metadata,
            ("threadedComment", "dT") | (_, "refreshedDate" | "refreshedDateIso") => AttributeRole::MetadataWhole,
            (_, "minValue" | "maxValue" | "minDate" | "maxDate") => AttributeRole::MetadataWhole,
            ("header", "dateTime") => AttributeRole::MetadataWhole,
            ("revisionPtr", _) => AttributeRole::Structural,
            ("n" | "s" | "d", "v") => AttributeRole::Text(BlockKind::Cell),
            ("pageSetup" | "sheetView" | "col" | "row" | "sheetFormatPr" | "pane" | "selection" | "brk", _) => {
                if is_format_value(value) || is_numbers(value) {
                    AttributeRole::Structural
                } else {
                    settings(local)
                }
            }
            _ if is_guid(value) => AttributeRole::Dictated,
            _ if SETTINGS.has(local) => AttributeRole::Structural,
            (_, "name" | "displayName" | "caption" | "tooltip" | "display" | "text" | "val") if !is_numbers(value) => {
                TEXT
            }
            _ if is_format_value(value) || is_numbers(value) => AttributeRole::Structural,
            _ => TEXT,
        }
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        (element.local == "author").then_some("author".into())
    }
}

fn settings(local: &str) -> AttributeRole {
    if SETTINGS.has(local) { AttributeRole::Structural } else { TEXT }
}

/// Short numbers, true and false.
fn is_numbers(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let number = value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'E' | b'+' | b','));
    (number && (digits < 7 || value.contains('.'))) || matches!(value, "true" | "false")
}

/// A worksheet, whose cells and headers are read by other means.
pub(super) struct WorksheetWords;

impl MarkupVocabulary for WorksheetWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match (element.parent, element.local) {
            ("c", _) => ElementRole::Elsewhere,
            _ if is_header(element.local) => ElementRole::Elsewhere,
            _ => WorkbookWords.element(element),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        // Nearly all attributes are of cells: where each stands, its style and its type.
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        let is_short = value.len() <= 10 && digits <= 7 && value.bytes().all(|b| b.is_ascii_alphanumeric());
        match local {
            "r" | "s" | "t" | "cm" | "vm" if element.local == "c" && is_short => AttributeRole::Structural,
            _ => WorkbookWords.attribute(element, local, value),
        }
    }
}

/// The shared strings.
pub(super) struct SharedStringWords<'s>(pub &'s WorkbookSurvey);

impl MarkupVocabulary for SharedStringWords<'_> {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match element.local {
            "si" if self.0.string(element.at()) == CellNaming::Heading => ElementRole::Block(BlockKind::Header),
            "si" => ElementRole::Block(BlockKind::Cell),
            _ => WorkbookWords.element(element),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        WorkbookWords.attribute(element, local, value)
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        self.0.label(self.0.string(element.at()))
    }
}

/// A table, whose columns bear the names that stand in its first row of cells.
pub(super) struct TableWords {
    /// The names that do stand there.
    pub known: HashSet<String>,
}

impl MarkupVocabulary for TableWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        WorkbookWords.element(element)
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let is_known = || xml::unescaped_attribute(value).is_some_and(|name| self.known.contains(name.as_ref()));
        match (element.local, local) {
            ("tableColumn", "name") if is_known() => AttributeRole::Structural,
            _ => WorkbookWords.attribute(element, local, value),
        }
    }
}
