//! XML documents of any vocabulary, clinical documents (HL7 CDA, FHIR) among them.
//!
//! Every element is a field that goes by its name, and so is every attribute that is no word of a format.
//! Comments and instructions are read too; files in base64 are read by their own formats.

mod maps;
mod plain;
mod svg;

use std::collections::HashSet;
use std::ops::Range;

use crate::container::{FileContainer, PartEdits, SingleTextContainer};
use crate::formats::collector::TextCollector;
use crate::formats::{DocumentFormat, ReadError, WriteError, html, line_of, markup, office};
use crate::layers::{LayeredText, TextLayer};
use crate::splice::SourceCoding;
use crate::xml::{self, NamespaceTracker, XmlError, XmlEvent, XmlScanner, XmlTag};
use crate::{BlockKind, CharacterEncoding, Document, encoding};

pub(crate) use plain::known_attribute;
use plain::{PlainVocabulary, is_own};

/// An XML document.
#[derive(Debug, Clone, Default)]
pub struct Xml {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Xml {
    fn name(&self) -> &'static str {
        "xml"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let declared = xml::declared_encoding(&bytes).map(str::to_owned);
        let (encoding, source) = encoding::decode_declared(bytes, declared.as_deref())?;
        let wrong = |error: XmlError| ReadError::Syntax { line: line_of(&source, error.at), fault: error.fault };
        if let Some(expanded) = xml::expanded(&source).map_err(wrong)? {
            return self.read_text(encoding, &expanded, Some(source));
        }
        self.read_text(encoding, &source, None)
    }
}

impl Xml {
    /// Reads a document that declares no entities; where they were expanded, `written` is the file as it stands.
    fn read_text(
        &self,
        encoding: CharacterEncoding,
        source: &str,
        written: Option<String>,
    ) -> Result<Document, ReadError> {
        let wrong = |error: XmlError| ReadError::Syntax { line: line_of(source, error.at), fault: error.fault };
        let survey = XmlSurvey::of(source).map_err(wrong)?;
        if survey.is_encrypted {
            return Err(ReadError::Encrypted);
        }
        if survey.is_signed {
            return Err(ReadError::Signed);
        }
        let mut out = TextCollector::new(self.depth);
        let mut files = survey.read_files(source, &mut out);
        files.extend(survey.read_packed(source, &mut out));
        if survey.root.as_deref() == Some(OPEN_DOCUMENT) {
            if written.is_some() {
                return Err(ReadError::Syntax {
                    line: 1,
                    fault: "declarations of entities, which are not read; expand them first",
                });
            }
            office::walk_flat_odf(source, "document", &mut out.builder).map_err(wrong)?;
            return out.finish_mended(self.name(), encoding, source, Some(office::mend_flat_odf));
        }
        markup::walk(source, "document", &PlainVocabulary { files }, &mut out.builder).map_err(wrong)?;
        match written {
            Some(written) => out.finish_in(self.name(), encoding, source, Box::new(ExpandedXml { encoding, written })),
            None => out.finish(self.name(), encoding, source),
        }
    }
}

/// A document whose one part is its text with its own entities expanded: unchanged it is as it was, and changed it has
/// no declarations of them any more.
struct ExpandedXml {
    encoding: CharacterEncoding,
    written: String,
}

impl FileContainer for ExpandedXml {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let whole = SingleTextContainer(self.encoding);
        if parts.iter().all(PartEdits::is_untouched) {
            return Box::new(whole).restore(self.written.clone());
        }
        whole.assemble(parts, removed)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Box::new(SingleTextContainer(self.encoding)).restore(self.written)
    }
}

/// The namespace of an OpenDocument file that is one XML document.
const OPEN_DOCUMENT: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
const ENCRYPTION: &str = "http://www.w3.org/2001/04/xmlenc#";

/// The facts of a document that must be known before it is read.
#[derive(Default)]
struct XmlSurvey {
    is_signed: bool,
    is_encrypted: bool,
    /// The namespace of the root.
    root: Option<String>,
    /// Elements of one long text, which may be a file.
    long: Vec<(XmlTag, Range<usize>)>,
    /// Values of attributes that are addresses which hold what they lead to.
    packed: Vec<Range<usize>>,
}

impl XmlSurvey {
    fn of(source: &str) -> Result<Self, XmlError> {
        let mut survey = Self::default();
        let mut names = NamespaceTracker::new(source);
        let mut opened: Option<(XmlTag, Option<Range<usize>>)> = None;
        for event in XmlScanner::new(source) {
            let event = event?;
            names.follow(&event)?;
            opened = match (event, opened) {
                (XmlEvent::Start(tag), _) => {
                    let (namespace, local) = names.element(&tag)?;
                    survey.is_signed |= namespace == SIGNATURE && local == "Signature";
                    survey.is_encrypted |= namespace == ENCRYPTION && matches!(local, "EncryptedData" | "EncryptedKey");
                    survey.packed.extend(packed_addresses(source, &tag));
                    survey.root.get_or_insert_with(|| namespace.to_owned());
                    (!tag.empty).then_some((tag, None))
                }
                (XmlEvent::Text(range) | XmlEvent::CData(range), Some((tag, None))) => Some((tag, Some(range))),
                (XmlEvent::End(_), Some((tag, Some(range)))) if range.len() >= LONG => {
                    survey.long.push((tag, range));
                    None
                }
                _ => None,
            };
        }
        Ok(survey)
    }

    /// Takes in the files among the long texts; gives the places of their elements.
    fn read_files(&self, source: &str, out: &mut TextCollector) -> HashSet<usize> {
        let stretch = LayeredText::whole(source);
        let mut files = HashSet::new();
        // Settings of programs, such as those of a printer, are removed as metadata.
        let is_setting =
            |tag: &XmlTag| source.get(tag.name.clone()).is_some_and(|name| xml::local(name) == "config-item");
        for (tag, range) in self.long.iter().filter(|(tag, _)| !is_setting(tag)) {
            let is_named = attribute(source, tag, "representation") == Some("B64");
            let kind = attribute(source, tag, "mediaType").or(attribute(source, tag, "contentType"));
            let cuts = vec![range.clone()];
            let is_file = match kind.filter(|_| is_named) {
                Some(kind) => out.named_file(&stretch, range, kind, "element of base64", cuts.clone()),
                None => out.unnamed_file(&stretch, range, "element of base64", cuts.clone()),
            };
            let text = source.get(range.clone()).unwrap_or_default();
            let is_file = is_file || out.damaged_file(text, "element of base64", cuts);
            if is_file {
                files.insert(tag.whole.start);
                self.read_attributes(source, tag, out);
            }
        }
        files
    }

    /// Reads what addresses and other long values hold; gives the places of the attributes that are files.
    fn read_packed(&self, source: &str, out: &mut TextCollector) -> Vec<usize> {
        let stretch = LayeredText::whole(source);
        let mut files = Vec::new();
        for range in &self.packed {
            let Some(value) = stretch.inner(range.clone(), TextLayer::HtmlAttribute) else { continue };
            let whole = 0..value.text.len();
            let cuts = vec![range.clone()];
            if is_data(&value.text) {
                html::read_address(&value, whole, out);
            } else if !out.unnamed_file(&value, &whole, "attribute of base64", cuts.clone())
                && !out.damaged_file(&value.text, "attribute of base64", cuts)
            {
                continue;
            }
            files.push(range.start);
        }
        files
    }

    /// The attributes of an element that is read by other means.
    fn read_attributes(&self, source: &str, tag: &XmlTag, out: &mut TextCollector) {
        for attribute in xml::attributes(source, tag) {
            let name = source.get(attribute.name).unwrap_or_default();
            let value = source.get(attribute.value.clone()).unwrap_or_default();
            if let Some(text) = xml::unescaped_attribute(value).filter(|_| !name.starts_with("xmlns") && !is_own(value))
            {
                let label = out.builder.label(xml::local(name));
                out.builder.block(&text, attribute.value, SourceCoding::XmlAttribute, BlockKind::Field, Some(label));
            }
        }
    }
}

/// A shorter text is no file.
const LONG: usize = 64;

/// The values of a tag that may hold a file: addresses that are what they lead to, and long runs of letters.
fn packed_addresses(source: &str, tag: &XmlTag) -> impl Iterator<Item = Range<usize>> {
    xml::attributes(source, tag).map(|attribute| attribute.value).filter(move |value| {
        let value = source.get(value.clone()).unwrap_or_default();
        is_data(value) || (value.len() >= LONG && value.split([' ', '&']).any(|run| run.len() >= LONG))
    })
}

/// True if an address is itself the thing it leads to: `data:image/png;base64,...`.
fn is_data(address: &str) -> bool {
    const DATA: &str = "data:";
    let address = address.trim_start();
    address.get(..DATA.len()).is_some_and(|start| start.eq_ignore_ascii_case(DATA)) && address.contains(',')
}

fn attribute<'s>(source: &'s str, tag: &XmlTag, wanted: &str) -> Option<&'s str> {
    let is_it = |name: Range<usize>| source.get(name).is_some_and(|name| xml::local(name) == wanted);
    xml::attributes(source, tag).find(|a| is_it(a.name.clone())).and_then(|a| source.get(a.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{base64, testing};
    use crate::{Edits, RemovableKind};

    fn read(source: &str) -> Document {
        testing::read(&Xml::default(), source.as_bytes())
    }

    fn blocks(source: &str) -> Vec<String> {
        let mut told = testing::blocks(&read(source));
        told.sort();
        told
    }

    #[track_caller]
    fn masked(source: &str, find: &str, to: &str) -> String {
        testing::masked_text(&Xml::default(), source, &[(find, to)])
    }

    #[test]
    fn everything_that_carries_text_is_read() {
        let source = "<?xml version='1.0'?><?note Ann?><r><!-- Bea --><p>Carl <b>Dunn</b></p><![CDATA[Eve]]>\
                      <d who='Fay' n='12'>G&#233;o</d></r>";
        assert_eq!(blocks(source), [" Bea ", "Carl Dunn", "d: Géo", "note Ann", "r: Eve", "who: Fay"]);
        assert_eq!(masked(source, "Géo", "<G>").matches("&lt;G&gt;").count(), 1);
        assert_eq!(blocks("<r xmlns='http://x.example/~ann'/>"), ["namespace: http://x.example/~ann"]);
        assert_eq!(blocks("<!DOCTYPE r SYSTEM 'file:///home/ann/r.dtd'><r/>"), [" r SYSTEM 'file:///home/ann/r.dtd'"]);
        assert!(
            blocks("<!DOCTYPE r SYSTEM 'http://docbook.org/r.dtd'><r xmlns='http://docbook.org/ns/docbook'/>")
                .is_empty()
        );
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
        assert!(read("<!DOCTYPE r [<!ENTITY a SYSTEM 'b'>]><r>&a;</r>").is_err());
        assert!(read("<!DOCTYPE r [<!ENTITY % a 'b'>%a;]><r/>").is_err());
        assert!(matches!(read("<r>\n<a></r>"), Err(ReadError::Syntax { line: 2, .. })));
    }

    #[test]
    fn entities_of_its_own_are_text_of_the_document() {
        let source = "<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'><!ENTITY who 'Ann Lee'>\
                      <!ENTITY other 'Bea Dunn'>]><svg xmlns='&ns;'><text>Dear &who;</text></svg>";
        let told = blocks(source);
        assert!(told.contains(&"text: Dear Ann Lee".to_owned()), "{told:?}");
        assert!(told.iter().any(|block| block.contains("Bea Dunn")), "{told:?}");
        let written = masked(source, "Ann Lee", "X");
        assert!(written.contains("<svg xmlns='http://www.w3.org/2000/svg'><text>Dear X</text>"), "{written}");
        assert_eq!(read(source).into_bytes().expect("writable"), source.as_bytes());
        assert_eq!(Xml::default().write(&read(source), &Edits::none()).expect("writable"), source.as_bytes());
    }

    #[test]
    fn declared_encodings_are_honoured() {
        let source = b"<?xml version='1.0' encoding='ISO-8859-1'?><r>Jos\xe9</r>".to_vec();
        let document = Xml::default().read(source.clone()).expect("readable");
        assert_eq!(document.text(), "José");
        assert_eq!(document.into_bytes().expect("writable"), source);
    }
}
