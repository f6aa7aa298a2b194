//! Word documents.

mod styles;

use std::fmt::Write as _;

use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary};
use crate::formats::office::ooxml::{OBJECT_NAME, OoxmlReader, drawing_attribute, drawing_role};
use crate::formats::office::package::EditedPart;
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::xml::{self, NamespaceTracker, XmlError, XmlEvent, XmlScanner};
use crate::{BlockKind, Document, RemovableKind};

/// Word documents.
#[derive(Debug, Clone, Default)]
pub struct Docx {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Docx {
    fn name(&self) -> &'static str {
        "docx"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut package = OoxmlReader::open(bytes, self.depth)?;
        let main =
            package.main().ok_or_else(|| ReadError::Archive { fault: "a package without a document".to_owned() })?;
        package.read_xml(main, &WordprocessingWords)?;
        for kind in ["header", "footer", "footnotes", "endnotes", "comments"] {
            for member in package.targets(main, kind) {
                package.read_xml(member, &WordprocessingWords)?;
            }
        }
        package.read_rest(&WordprocessingWords)?;
        package.reader.document_mended(self.name(), Box::new(mend))
    }
}

/// Makes the parts sound again after edits.
fn mend(parts: &mut [EditedPart<'_>]) -> Result<(), WriteError> {
    styles::rename(parts).map_err(|_| WriteError::Inconsistent)?;
    for part in parts {
        let marked = part.after.as_deref().map(marked_blanks).transpose().map_err(|_| WriteError::Inconsistent)?;
        if let Some(marked) = marked.flatten() {
            part.after = Some(marked);
        }
    }
    Ok(())
}

/// The words of WordprocessingML and of what stands in it.
struct WordprocessingWords;

const TEXT: AttributeRole = AttributeRole::Text(BlockKind::Field);

/// True if a namespace is that of WordprocessingML itself.
fn is_main(namespace: &str) -> bool {
    namespace.ends_with("/wordprocessingml/2006/main") || namespace.ends_with("/wordprocessingml/main")
}

/// True if it is one of its extensions: `http://schemas.microsoft.com/office/word/2012/wordml`.
fn is_extension(namespace: &str) -> bool {
    namespace.starts_with("http://schemas.microsoft.com/office/word/") && namespace.contains("/wordml")
}

impl MarkupVocabulary for WordprocessingWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        if is_main(element.namespace) {
            return main_role(element);
        }
        match element.local {
            "docId" | "person" if is_extension(element.namespace) => ElementRole::Removable(RemovableKind::Metadata),
            _ => drawing_role(element),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        if !is_main(element.namespace) && !is_extension(element.namespace) {
            return match local {
                "dateUtc" => AttributeRole::MetadataWhole,
                _ => drawing_attribute(element, local, value),
            };
        }
        match local {
            _ if local.starts_with("rsid") => AttributeRole::Cut,
            "author" => AttributeRole::Metadata,
            // The text shows the date as well, and a date must be one.
            "initials" | "date" | "dateUtc" | "fullDate" => AttributeRole::MetadataWhole,
            "paraId" | "textId" | "durableId" | "storeItemID" if is_hexadecimal(value) => AttributeRole::Structural,
            "val" => value_role(element, value),
            "name" | "anchor" => name_role(element, value),
            "ascii" | "hAnsi" | "eastAsia" | "cs" | "font"
                if matches!(element.local, "rFonts" | "sym" | "checkedState" | "uncheckedState") =>
            {
                AttributeRole::Dictated
            }
            "prefixMappings" => AttributeRole::Schema,
            "instr" | "displayText" | "value" | "tooltip" | "docLocation" | "xpath" | "lastValue" => TEXT,
            "themeTint" | "themeShade" | "themeFillTint" | "themeFillShade" => AttributeRole::Structural,
            "styleId" => style_role(value),
            "uri" if element.local == "compatSetting" => AttributeRole::Structural,
            _ => drawing_attribute(element, local, value),
        }
    }

    fn blanks_are_text(&self, local: &str) -> bool {
        matches!(local, "t" | "delText" | "instrText" | "delInstrText" | "v" | "div" | "font" | "span")
    }
}

fn main_role(element: &MarkupElement<'_>) -> ElementRole {
    match element.local {
        "p" if element.parent == "tc" => ElementRole::Block(BlockKind::Cell),
        "p" | "rt" => ElementRole::Block(BlockKind::Paragraph),
        "del" | "moveFrom" => ElementRole::Struck,
        "vanish" | "webHidden" if !matches!(element.attribute("val"), Some("0" | "false" | "off")) => {
            ElementRole::Hides
        }
        "r" | "t" | "delText" | "ins" | "moveTo" | "smartTag" | "hyperlink" | "sdt" | "sdtContent" | "fldSimple"
        | "customXml" | "dir" | "bdo" | "ruby" | "rubyBase" | "softHyphen" => ElementRole::Inline,
        "tab" | "ptab" if element.parent == "r" => ElementRole::Mark("\t"),
        "br" | "cr" if element.parent == "r" => ElementRole::Mark("\n"),
        "noBreakHyphen" => ElementRole::Mark("-"),
        "instrText" | "delInstrText" => ElementRole::Apart(BlockKind::Field),
        "fldChar" => ElementRole::ApartEnd,
        "rsid" => ElementRole::Cut,
        // The last is what other programs keep at a field, packed.
        "rsids" | "docVars" | "mailMerge" | "fldData" => ElementRole::Removable(RemovableKind::Metadata),
        _ => ElementRole::Structure,
    }
}

/// Returns the role of the `val` of an element: for most a setting, for some a word that people chose.
fn value_role(element: &MarkupElement<'_>, value: &str) -> AttributeRole {
    match element.local {
        "pStyle" | "rStyle" | "tblStyle" | "basedOn" | "next" | "link" | "numStyleLink" | "styleLink" => {
            style_role(value)
        }
        "altName" => AttributeRole::Dictated,
        "lang" | "panose1" | "nsid" | "tmpl" | "charset" | "rsidRoot" | "rsid" | "docId" | "id" => {
            AttributeRole::Structural
        }
        "alias" | "tag" | "tblCaption" | "tblDescription" | "default" | "helpText" | "statusText" | "listEntry"
        | "docVar" | "attr" | "docPart" | "aliases" | "description" | "query" | "connectString" => TEXT,
        "name" => name_role(element, value),
        _ => drawing_attribute(element, "val", value),
    }
}

/// Returns the role of the id of a style: a word made of the style's name, or something longer that may be more than
/// that.
fn style_role(value: &str) -> AttributeRole {
    let is_word = value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'+'));
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    if is_word && digits < 5 { AttributeRole::Dictated } else { TEXT }
}

/// Returns the role of a name: of a bookmark, a style, a font.
fn name_role(element: &MarkupElement<'_>, value: &str) -> AttributeRole {
    let numbered = ["_Toc", "_Ref", "_Hlk", "_GoBack"].iter().find_map(|start| value.strip_prefix(start));
    match element.local {
        // The names of fonts and of the styles that Word has built in.
        "font" | "lsdException" | "compatSetting" => AttributeRole::Dictated,
        _ if numbered.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit())) => AttributeRole::Structural,
        _ => OBJECT_NAME,
    }
}

fn is_hexadecimal(value: &str) -> bool {
    let value = value.trim_start_matches('{').trim_end_matches('}');
    value.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// The part with a mark at each text whose blanks at the ends count, since Word drops them otherwise; nothing if it
/// has none.
fn marked_blanks(part: &str) -> Result<Option<String>, XmlError> {
    let mut names = NamespaceTracker::new(part);
    let mut marked = String::new();
    let mut copied = 0;
    // The end of the name in the tag that was open before a text.
    let mut open = None;
    for event in XmlScanner::new(part) {
        let event = event?;
        names.follow(&event)?;
        match event {
            XmlEvent::Start(tag) => {
                let (namespace, local) = names.element(&tag)?;
                let holds_text = matches!(local, "t" | "delText" | "instrText" | "delInstrText") && is_main(namespace);
                let has_space = || xml::attributes(part, &tag).any(|a| part.get(a.name) == Some("xml:space"));
                open = (holds_text && !tag.empty && !has_space()).then_some(tag.name.end);
            }
            XmlEvent::Text(range) => {
                let text = part.get(range).unwrap_or_default();
                if let Some(at) = open.filter(|_| text.starts_with(' ') || text.ends_with(' ')) {
                    let before = part.get(copied..at).unwrap_or_default();
                    _ = write!(marked, "{before} xml:space=\"preserve\"");
                    copied = at;
                    open = None;
                }
            }
            _ => open = None,
        }
    }
    if copied == 0 {
        return Ok(None);
    }
    marked.push_str(part.get(copied..).unwrap_or_default());
    Ok(Some(marked))
}
