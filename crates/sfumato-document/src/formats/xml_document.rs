//! XML documents of any vocabulary, clinical documents (HL7 CDA, FHIR) among them.
//!
//! Every element is a field that goes by its name, and so is every attribute that is no word of a format.
//! Comments and instructions are read too; files in base64 are read by their own formats.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::formats::envelope::Collector;
use crate::formats::markup::{self, AttributeRole, Element, Role, Vocabulary, is_structural};
use crate::formats::{Format, ReadError, line_of};
use crate::layers::Stretch;
use crate::splice::Coding;
use crate::xml::{self, Event, Names, Scanner, Tag, XmlError};
use crate::{BlockKind, Document, encoding};

/// An XML document.
#[derive(Debug, Clone, Default)]
pub struct Xml {
    /// How deep it lies inside other files.
    pub depth: usize,
}

impl Format for Xml {
    fn name(&self) -> &'static str {
        "xml"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let declared = xml::declared_encoding(&bytes).map(str::to_owned);
        let (encoding, source) = encoding::decode_declared(bytes, declared.as_deref())?;
        let wrong = |error: XmlError| ReadError::Syntax { line: line_of(&source, error.at), what: error.what };
        let survey = Survey::of(&source).map_err(wrong)?;
        if survey.is_encrypted {
            return Err(ReadError::Encrypted);
        }
        if survey.is_signed {
            return Err(ReadError::Signed);
        }
        let mut out = Collector::new(self.depth);
        let files = survey.read_files(&source, &mut out);
        markup::walk(&source, "document", &Plain { files }, &mut out.builder).map_err(wrong)?;
        let label = out.builder.label("namespace");
        for range in survey.namespaces {
            let text = xml::unescaped_attribute(source.get(range.clone()).unwrap_or_default()).unwrap_or_default();
            out.builder.block(&text, range, Coding::XmlAttribute, BlockKind::Metadata, Some(label));
        }
        out.finish(self.name(), encoding, &source)
    }
}

const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
const ENCRYPTION: &str = "http://www.w3.org/2001/04/xmlenc#";

/// What must be known of a document before it is read.
#[derive(Default)]
struct Survey {
    is_signed: bool,
    is_encrypted: bool,
    /// Addresses of namespaces that are no public standard's.
    namespaces: Vec<Range<usize>>,
    /// Elements of one long text, which may be a file.
    long: Vec<(Tag, Range<usize>)>,
}

impl Survey {
    fn of(source: &str) -> Result<Self, XmlError> {
        let mut survey = Self::default();
        let mut names = Names::new(source);
        let mut opened: Option<(Tag, Option<Range<usize>>)> = None;
        for event in Scanner::new(source) {
            let event = event?;
            names.follow(&event)?;
            opened = match (event, opened) {
                (Event::Start(tag), _) => {
                    let (namespace, local) = names.element(&tag)?;
                    survey.is_signed |= namespace == SIGNATURE && local == "Signature";
                    survey.is_encrypted |= namespace == ENCRYPTION && matches!(local, "EncryptedData" | "EncryptedKey");
                    survey.namespaces.extend(private_namespaces(source, &tag));
                    (!tag.empty).then_some((tag, None))
                }
                (Event::Text(range) | Event::CData(range), Some((tag, None))) => Some((tag, Some(range))),
                (Event::End(_), Some((tag, Some(range)))) if range.len() >= LONG => {
                    survey.long.push((tag, range));
                    None
                }
                _ => None,
            };
        }
        Ok(survey)
    }

    /// Takes in the files among the long texts; gives the places of their elements.
    fn read_files(&self, source: &str, out: &mut Collector) -> HashSet<usize> {
        let stretch = Stretch::whole(source);
        let mut files = HashSet::new();
        for (tag, range) in &self.long {
            let is_named = attribute(source, tag, "representation") == Some("B64");
            let kind = attribute(source, tag, "mediaType").or(attribute(source, tag, "contentType"));
            let cuts = vec![range.clone()];
            let is_file = match kind.filter(|_| is_named) {
                Some(kind) => out.named_file(&stretch, range, kind, "element of base64", cuts),
                None => out.unnamed_file(&stretch, range, "element of base64", cuts),
            };
            if is_file {
                files.insert(tag.whole.start);
                self.read_attributes(source, tag, out);
            }
        }
        files
    }

    /// The attributes of an element that is read by other means.
    fn read_attributes(&self, source: &str, tag: &Tag, out: &mut Collector) {
        for attribute in xml::attributes(source, tag) {
            let name = source.get(attribute.name).unwrap_or_default();
            let value = source.get(attribute.value.clone()).unwrap_or_default();
            if let Some(text) = xml::unescaped_attribute(value).filter(|_| !name.starts_with("xmlns") && !is_own(value))
            {
                let label = out.builder.label(xml::local(name));
                out.builder.block(&text, attribute.value, Coding::XmlAttribute, BlockKind::Field, Some(label));
            }
        }
    }
}

/// The addresses of namespaces that a tag declares and that may tell of a person: not those of public standards.
fn private_namespaces(source: &str, tag: &Tag) -> impl Iterator<Item = Range<usize>> {
    const PUBLIC: [&str; 10] = [
        "http://www.w3.org/",
        "http://hl7.org/",
        "http://schemas.",
        "http://purl.",
        "http://ns.adobe.com/",
        "urn:oasis:",
        "urn:schemas-",
        "urn:iso:",
        "urn:hl7-org:",
        "http://www.tei-c.org/",
    ];
    xml::attributes(source, tag).filter_map(move |attribute| {
        let name = source.get(attribute.name)?;
        let value = source.get(attribute.value.clone())?.trim();
        let is_public = PUBLIC.iter().any(|root| value.starts_with(root)) && !value.contains(['@', '?']);
        let is_namespace = name == "xmlns" || name.starts_with("xmlns:");
        (is_namespace && !is_public && !value.is_empty()).then_some(attribute.value)
    })
}

/// A shorter text is no file.
const LONG: usize = 64;

fn attribute<'s>(source: &'s str, tag: &Tag, wanted: &str) -> Option<&'s str> {
    let is_it = |name: Range<usize>| source.get(name).is_some_and(|name| xml::local(name) == wanted);
    xml::attributes(source, tag).find(|a| is_it(a.name.clone())).and_then(|a| source.get(a.value))
}

/// The words of no vocabulary in particular.
struct Plain {
    /// Elements that are files.
    files: HashSet<usize>,
}

/// Names that vocabularies give to what stands in a line of text.
const INLINE: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "b",
    "big",
    "bold",
    "cite",
    "code",
    "content",
    "del",
    "em",
    "emph",
    "emphasis",
    "ext-link",
    "font",
    "hi",
    "highlight",
    "i",
    "ins",
    "italic",
    "kbd",
    "link",
    "linkHtml",
    "mark",
    "monospace",
    "q",
    "ref",
    "rend",
    "renderMultiMedia",
    "s",
    "sc",
    "seg",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "subscript",
    "sup",
    "superscript",
    "tspan",
    "tt",
    "u",
    "ulink",
    "underline",
    "xref",
];

impl Vocabulary for Plain {
    fn element(&self, element: &Element<'_>) -> Role {
        match element.local {
            _ if self.files.contains(&element.at()) => Role::Elsewhere,
            "br" | "lb" => Role::Mark("\n"),
            "title" | "caption" | "head" => Role::Block(BlockKind::Heading),
            "item" | "li" => Role::Block(BlockKind::Item),
            "td" | "th" => Role::Block(BlockKind::Cell),
            "p" | "paragraph" | "para" | "div" => Role::Block(BlockKind::Paragraph),
            local if INLINE.contains(&local) => Role::Inline,
            _ => Role::Block(BlockKind::Field),
        }
    }

    fn attribute(&self, element: &Element<'_>, local: &str, value: &str) -> AttributeRole {
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

    fn label<'v>(&'v self, element: &Element<'_>) -> Option<Cow<'v, str>> {
        Some(known_label(element).map_or_else(|| Cow::Owned(element.local.to_owned()), Cow::Borrowed))
    }
}

/// The name that people give to what an element of a clinical document holds.
fn known_label(element: &Element<'_>) -> Option<&'static str> {
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
    matches!(
        name,
        "class"
            | "classCode"
            | "code"
            | "codeSystem"
            | "codeSystemVersion"
            | "contextControlCode"
            | "contextConductionInd"
            | "determinerCode"
            | "encoding"
            | "height"
            | "href"
            | "id"
            | "ID"
            | "idref"
            | "inversionInd"
            | "lang"
            | "mediaType"
            | "moodCode"
            | "negationInd"
            | "nullFlavor"
            | "operator"
            | "qualifier"
            | "rel"
            | "rend"
            | "representation"
            | "root"
            | "space"
            | "status"
            | "statusCode"
            | "style"
            | "styleCode"
            | "type"
            | "typeCode"
            | "unit"
            | "units"
            | "use"
            | "version"
            | "width"
    )
}

/// Whether a value tells nothing: a switch, a small number, an identifier of a standard, an address of a schema.
fn is_own(value: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::base64;
    use crate::{Edit, Edits, RemovableKind};

    fn read(source: &str) -> Document {
        Xml::default().read(source.as_bytes().to_vec()).expect("readable")
    }

    fn blocks(source: &str) -> Vec<String> {
        let document = read(source);
        let told = |block: &crate::Block| {
            let label = document.label(block).map(|label| format!("{label}: ")).unwrap_or_default();
            format!("{label}{}", document.slice(block.span))
        };
        let mut told: Vec<String> = document.blocks().iter().map(told).collect();
        told.sort();
        told
    }

    #[track_caller]
    fn masked(source: &str, find: &str, to: &str) -> String {
        let document = read(source);
        let start = document.text().find(find).expect("there");
        let span = document.span(start, start + find.len()).expect("a span");
        let edits = Edits::new(vec![Edit::new(span, to)]).expect("one edit");
        let written = Xml::default().write(&document, &edits).expect("writable");
        let again = Xml::default().read(written.clone()).expect("readable again");
        assert_eq!(again.text(), edits.apply(&document).expose());
        String::from_utf8(written).expect("text")
    }

    #[test]
    fn everything_that_carries_text_is_read() {
        let source = "<?xml version='1.0'?><?note Ann?><r><!-- Bea --><p>Carl <b>Dunn</b></p><![CDATA[Eve]]>\
                      <d who='Fay' n='12'>G&#233;o</d></r>";
        assert_eq!(blocks(source), [" Bea ", "d: Géo", "note Ann", "p: Carl Dunn", "r: Eve", "who: Fay"]);
        assert_eq!(masked(source, "Géo", "<G>").matches("&lt;G&gt;").count(), 1);
        assert_eq!(blocks("<r xmlns='http://x.example/~ann'/>"), ["namespace: http://x.example/~ann"]);
        assert_eq!(blocks("<!DOCTYPE r SYSTEM 'Ann.dtd'><r/>"), [" r SYSTEM 'Ann.dtd'"]);
    }

    #[test]
    fn clinical_documents_go_by_names_people_use() {
        let source = "<ClinicalDocument xmlns='urn:hl7-org:v3'><recordTarget><patientRole>\
            <id root='2.16.840.1.113883.19.5' extension='MR-204881'/><telecom value='tel:+1(555)0100'/>\
            <addr><streetAddressLine>12 Elm Street</streetAddressLine></addr>\
            <patient><name><given>Ann</given><family>Lee</family></name><birthTime value='19570314'/></patient>\
            <code code='8480-6' codeSystem='2.16.840.1.113883.6.1'/></patientRole></recordTarget></ClinicalDocument>";
        assert_eq!(
            blocks(source),
            [
                "address: 12 Elm Street",
                "date of birth: 19570314",
                "family name: Lee",
                "given name: Ann",
                "medical record number: MR-204881",
                "phone: tel:+1(555)0100",
            ]
        );
    }

    #[test]
    fn files_in_base64_are_read_or_removable() {
        let text = base64::encode("Dear Ann Lee, the results of your test have come in today.".as_bytes());
        let source = format!("<r><text mediaType='text/plain' representation='B64'>\n{text}\n</text></r>");
        assert!(masked(&source, "Ann Lee", "[PERSON 1]").contains("representation='B64'>RGVhciBbUEVSU09OIDFd"));
        let picture = base64::encode(&[&b"\x89PNG"[..], &[0; 60]].concat());
        let document = read(&format!("<r><photo>{picture}</photo></r>"));
        let [part] = document.removable() else { panic!("one picture") };
        assert_eq!(part.kind, RemovableKind::Picture);
        let edits = Edits::none().removing(part).expect("disjoint");
        assert_eq!(Xml::default().write(&document, &edits).expect("writable"), b"<r><photo></photo></r>");
    }

    #[test]
    fn what_must_not_change_is_refused() {
        let read = |source: &str| Xml::default().read(source.as_bytes().to_vec()).map(|_| ());
        let signed = "<r><ds:Signature xmlns:ds='http://www.w3.org/2000/09/xmldsig#'/></r>";
        assert_eq!(read(signed), Err(ReadError::Signed));
        let locked = "<r><e:EncryptedData xmlns:e='http://www.w3.org/2001/04/xmlenc#'/></r>";
        assert_eq!(read(locked), Err(ReadError::Encrypted));
        assert!(read("<!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>").is_err());
        assert!(matches!(read("<r>\n<a></r>"), Err(ReadError::Syntax { line: 2, .. })));
    }

    #[test]
    fn declared_encodings_are_honoured() {
        let source = b"<?xml version='1.0' encoding='ISO-8859-1'?><r>Jos\xe9</r>".to_vec();
        let document = Xml::default().read(source.clone()).expect("readable");
        assert_eq!(document.text(), "José");
        assert_eq!(document.into_bytes().expect("writable"), source);
    }
}
