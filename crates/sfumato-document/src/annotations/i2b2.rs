//! The XML of the i2b2 (now n2c2) de-identification tasks.
//!
//! In the form of 2014 a `TEXT` stands beside `TAGS`, elements with offsets in code points; any root will do, so that
//! the XML of MEDDOCAN is read as well.
//! In the form of 2006 a record's `TEXT` has the tags around the words themselves.
//! A label is the attribute `TYPE`, or the name of the element that has none.

use std::ops::Range;

use super::label;
use super::{
    AnnotatedDocument, AnnotationError, AnnotationProblem, SpanAnnotation, SpanFinder, agree, document, documents_or,
};
use crate::formats::{MOST_BYTES, ReadError, line_of};
use crate::xml::{self, XmlEvent, XmlScanner, XmlTag};
use crate::{Document, OffsetConverter, OffsetUnit, Span, encoding};

const TEXT: &str = "TEXT";
const TAGS: &str = "TAGS";

/// Writes a document and its annotations in the form of 2014.
///
/// A character that XML forbids becomes U+FFFD, so that offsets stay what they are.
pub fn write<'l>(document: &Document, annotations: impl IntoIterator<Item = (Span, &'l str)>) -> String {
    let sound = |text: &str| text.replace(|c| !xml::is_allowed(c), "\u{fffd}");
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<deIdi2b2>\n<TEXT><![CDATA[");
    // A carriage return would be read as a line feed.
    let text = sound(document.text()).replace("]]>", "]]]]><![CDATA[>").replace('\r', "]]>&#13;<![CDATA[");
    out.push_str(&text);
    out.push_str("]]></TEXT>\n<TAGS>\n");
    let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
    for (nth, (span, label)) in annotations.into_iter().enumerate() {
        let (start, end) = (offsets.from_byte(span.start()), offsets.from_byte(span.end()));
        out.push_str(&format!("<{} id=\"P{nth}\" start=\"{start}\" end=\"{end}\" text=\"", class(label)));
        xml::escape_attribute(&sound(document.slice(span)), &mut out);
        out.push_str("\" TYPE=\"");
        xml::escape_attribute(&sound(label), &mut out);
        out.push_str("\" comment=\"\" />\n");
    }
    out.push_str("</TAGS>\n</deIdi2b2>\n");
    out
}

/// The element a label stands under.
fn class(label: &str) -> &'static str {
    match label {
        "PATIENT" | "DOCTOR" | "USERNAME" => "NAME",
        "PROFESSION" => "PROFESSION",
        "ROOM" | "DEPARTMENT" | "HOSPITAL" | "ORGANIZATION" | "STREET" | "CITY" | "STATE" | "COUNTRY" | "ZIP"
        | "LOCATION-OTHER" => "LOCATION",
        "AGE" => "AGE",
        "DATE" => "DATE",
        "PHONE" | "FAX" | "EMAIL" | "URL" | "IPADDR" => "CONTACT",
        "SSN" | "MEDICALRECORD" | "HEALTHPLAN" | "ACCOUNT" | "LICENSE" | "VEHICLE" | "DEVICE" | "BIOID" | "IDNUM" => {
            "ID"
        }
        _ => "PHI",
    }
}

/// Reads all documents; one whose record has no `ID` is called `name`.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<AnnotatedDocument>, Vec<AnnotationError>> {
    let alone = |error: ReadError| vec![error.into()];
    if bytes.len() > MOST_BYTES {
        return Err(alone(ReadError::TooLarge));
    }
    let declared = xml::declared_encoding(bytes);
    let (_, source) = encoding::decode_declared(bytes.to_vec(), declared).map_err(alone)?;
    let mut reader = I2b2Reader::new(name, &source);
    for event in XmlScanner::new(&source) {
        match event {
            Ok(event) => reader.event(&event),
            Err(error) => {
                reader.errors.push(AnnotationError::syntax(line_of(&source, error.at), error.fault));
                break;
            }
        }
    }
    if reader.documents.is_empty() && reader.errors.is_empty() {
        reader.errors.push(AnnotationError::syntax(0, "there is no TEXT element in the file"));
    }
    reader.errors.sort_by_key(|error| error.line);
    documents_or(reader.documents, reader.errors)
}

/// A tag of the form of 2014, as it is written.
struct I2b2StandoffTag {
    line: usize,
    start: Option<usize>,
    end: Option<usize>,
    quoted: Option<String>,
    label: String,
}

/// A tag of the form of 2006: where it lies in the text.
struct I2b2InlineTag {
    line: usize,
    range: Range<usize>,
    label: String,
}

/// A document as far as it is read: the element around a `TEXT` or `TAGS`.
struct I2b2Record {
    /// The number of elements that are open around its content.
    depth: usize,
    line: usize,
    text: Option<String>,
    standoff: Vec<I2b2StandoffTag>,
    inline: Vec<I2b2InlineTag>,
}

/// The reader's position in a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum I2b2Position {
    Outside,
    InText,
    InTags,
}

struct I2b2Reader<'s> {
    name: &'s str,
    source: &'s str,
    /// The place up to which lines are counted, and their number.
    counted: (usize, usize),
    /// The `ID`s of the open elements outside `TEXT` and `TAGS`.
    open: Vec<Option<String>>,
    record: Option<I2b2Record>,
    place: I2b2Position,
    /// The number of elements that are open inside `TEXT` or `TAGS`.
    inside: usize,
    /// The tags of the form of 2006 that have not ended.
    unended: Vec<I2b2InlineTag>,
    documents: Vec<AnnotatedDocument>,
    errors: Vec<AnnotationError>,
}

impl<'s> I2b2Reader<'s> {
    fn new(name: &'s str, source: &'s str) -> Self {
        Self {
            name,
            source,
            counted: (0, 1),
            open: Vec::new(),
            record: None,
            place: I2b2Position::Outside,
            inside: 0,
            unended: Vec::new(),
            documents: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// The line of a place at or after the last one asked for.
    fn line(&mut self, at: usize) -> usize {
        let (from, lines) = self.counted;
        let breaks = self.source.as_bytes().get(from..at).unwrap_or_default().iter().filter(|b| **b == b'\n').count();
        self.counted = (at, lines + breaks);
        lines + breaks
    }

    fn wrong(&mut self, line: usize, fault: &'static str) {
        self.errors.push(AnnotationError::syntax(line, fault));
    }

    fn get(&self, range: &Range<usize>) -> &'s str {
        self.source.get(range.clone()).unwrap_or_default()
    }

    fn event(&mut self, event: &XmlEvent) {
        match event {
            XmlEvent::Start(tag) => self.start(tag),
            XmlEvent::End(_) => self.end(),
            XmlEvent::Text(range) => {
                let text = xml::unescaped(self.get(range)).unwrap_or_default();
                self.text(&text);
            }
            XmlEvent::CData(range) => {
                let text = self.get(range).replace("\r\n", "\n").replace('\r', "\n");
                self.text(&text);
            }
            _ => {}
        }
    }

    fn text(&mut self, more: &str) {
        if self.place == I2b2Position::InText
            && let Some(text) = self.record.as_mut().and_then(|record| record.text.as_mut())
        {
            text.push_str(more);
        }
    }

    fn attribute(&self, tag: &XmlTag, name: &str) -> Option<String> {
        let found = xml::attributes(self.source, tag).find(|attribute| self.get(&attribute.name) == name)?;
        xml::unescaped_attribute(self.get(&found.value)).map(|value| value.into_owned())
    }

    fn start(&mut self, tag: &XmlTag) {
        let line = self.line(tag.whole.start);
        let name = self.get(&tag.name);
        match self.place {
            I2b2Position::Outside if name == TEXT || name == TAGS => self.start_part(name, line),
            I2b2Position::Outside => {
                let id = self.attribute(tag, "ID");
                self.open.push(id);
            }
            I2b2Position::InText => {
                let at = self.record.as_ref().and_then(|record| record.text.as_ref()).map_or(0, String::len);
                let label = self.attribute(tag, "TYPE").unwrap_or_else(|| name.to_owned());
                self.unended.push(I2b2InlineTag { line, range: at..at, label });
                self.inside += 1;
            }
            I2b2Position::InTags => {
                self.standoff(tag, line);
                self.inside += 1;
            }
        }
        if tag.empty {
            self.end();
        }
    }

    /// `TEXT` or `TAGS` begins.
    fn start_part(&mut self, name: &str, line: usize) {
        let depth = self.open.len();
        let record = self.record.get_or_insert_with(|| I2b2Record {
            depth,
            line,
            text: None,
            standoff: Vec::new(),
            inline: Vec::new(),
        });
        self.place = if name == TEXT { I2b2Position::InText } else { I2b2Position::InTags };
        let again = name == TEXT && record.text.is_some();
        if name == TEXT && !again {
            record.text = Some(String::new());
        }
        if again || record.depth != depth {
            self.wrong(line, "a second text in one record");
        }
    }

    fn standoff(&mut self, tag: &XmlTag, line: usize) {
        let offset = |value: Option<String>| value.and_then(|value| value.trim().parse().ok());
        let written = I2b2StandoffTag {
            line,
            start: offset(self.attribute(tag, "start")),
            end: offset(self.attribute(tag, "end")),
            quoted: self.attribute(tag, "text"),
            label: self.attribute(tag, "TYPE").unwrap_or_else(|| self.get(&tag.name).to_owned()),
        };
        if let Some(record) = &mut self.record {
            record.standoff.push(written);
        }
    }

    fn end(&mut self) {
        match (self.place, self.inside) {
            (I2b2Position::Outside, _) => {
                let id = self.open.pop().flatten();
                if let Some(record) = self.record.take_if(|record| record.depth > self.open.len()) {
                    self.finish(record, id);
                }
            }
            (_, 0) => self.place = I2b2Position::Outside,
            (place, _) => {
                self.inside -= 1;
                if place == I2b2Position::InText {
                    self.end_inline();
                }
            }
        }
    }

    fn end_inline(&mut self) {
        if let (Some(record), Some(mut tag)) = (&mut self.record, self.unended.pop()) {
            tag.range.end = record.text.as_ref().map_or(tag.range.end, String::len);
            record.inline.push(tag);
        }
    }

    fn finish(&mut self, record: I2b2Record, id: Option<String>) {
        let Some(text) = record.text else {
            return self.wrong(record.line, "tags without a text");
        };
        let document = document(text);
        let places = SpanFinder::new(&document, OffsetUnit::CodePoints);
        let mut annotations = Vec::with_capacity(record.standoff.len() + record.inline.len());
        let standoff = record.standoff.iter().map(|tag| (tag.line, tag.annotation(&document, &places)));
        let inline = record.inline.iter().map(|tag| (tag.line, tag.annotation(&document)));
        for (line, read) in standoff.chain(inline) {
            match read {
                Ok((span, label)) => annotations.push(SpanAnnotation { span, label, line }),
                Err(fault) => self.errors.push(AnnotationError::new(line, fault)),
            }
        }
        let name = id.as_deref().unwrap_or(self.name);
        self.documents.push(AnnotatedDocument::new(name, document, annotations));
    }
}

impl I2b2StandoffTag {
    fn annotation(&self, document: &Document, places: &SpanFinder<'_>) -> Result<(Span, Box<str>), AnnotationProblem> {
        let (Some(start), Some(end)) = (self.start, self.end) else {
            return Err(AnnotationProblem::Syntax("a tag needs a start and an end, which are whole numbers"));
        };
        let span = places.span(start, end)?;
        if self.quoted.as_deref().is_some_and(|quoted| !agree(document, &[span], quoted)) {
            return Err(AnnotationProblem::Disagrees { start });
        }
        Ok((span, label(&self.label)?))
    }
}

impl I2b2InlineTag {
    fn annotation(&self, document: &Document) -> Result<(Span, Box<str>), AnnotationProblem> {
        let span = document.span(self.range.start, self.range.end).filter(|span| !span.is_empty());
        Ok((span.ok_or(AnnotationProblem::Syntax("a tag around nothing"))?, label(&self.label)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: &[(&str, &str, &str)]) {
        let documents = read("x", file.as_bytes()).expect("sound");
        let found: Vec<(&str, &str, &str)> = documents
            .iter()
            .flat_map(|read| read.marks().map(|(span, label)| (&*read.name, read.document.slice(span), label)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_form_of_2014_has_offsets() {
        check(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<deIdi2b2>\n<TEXT><![CDATA[\nSeñor A & B]]></TEXT>\n<TAGS>\n\
             <NAME id=\"P0\" start=\"7\" end=\"12\" text=\"A &amp; B\" TYPE=\"DOCTOR\" comment=\"\" />\n\
             <DATE start=\"1\" end=\"6\"></DATE></TAGS>\n</deIdi2b2>\n",
            &[("x", "Señor", "DATE"), ("x", "A & B", "DOCTOR")],
        );
    }

    #[test]
    fn the_form_of_2006_has_tags_around_words() {
        check(
            "<ROOT><RECORD ID=\"7\"><TEXT>Dr <PHI TYPE=\"DOCTOR\">Lee &lt;</PHI>\r\n</TEXT></RECORD>\
             <RECORD ID=\"8\"><TEXT><PHI>Ann</PHI></TEXT></RECORD></ROOT>",
            &[("7", "Lee <", "DOCTOR"), ("8", "Ann", "PHI")],
        );
    }

    #[test]
    fn faults_are_told_by_line_and_quote_nothing() {
        let lines = |file: &str| {
            let errors = read("x", file.as_bytes()).expect_err("refused");
            assert!(errors.iter().all(|error| !error.to_string().contains("Zyx")));
            errors.iter().map(|error| error.line).collect::<Vec<_>>()
        };
        let tags = "<A start=\"0\" end=\"3\" text=\"Abc\"/>\n<A start=\"0\" end=\"9\"/>\n<A end=\"3\"/>\n";
        assert_eq!(lines(&format!("<r><TEXT>Zyx</TEXT>\n<TAGS>\n{tags}</TAGS></r>")), [3, 4, 5]);
        assert_eq!(lines("<r>\n<TAGS/></r>"), [2]);
        assert_eq!(lines("<r><TEXT>Zyx</TEXT>\n<TEXT>Zyx</TEXT></r>"), [2]);
        assert_eq!(lines("<r><TEXT>Zyx</TEXT>\n<a><TEXT>Zyx</TEXT></a></r>"), [2]);
        assert_eq!(lines("<r>\n<TEXT>Zyx<PHI/></TEXT></r>"), [2]);
        assert_eq!(lines("<r>\n<TEXT>Zyx"), [2]);
        assert_eq!(lines("<r/>"), [0]);
        assert_eq!(lines("<TEXT>Zyx</TEXT>"), [0]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "a ]]> b\r\nc ]] > <d> & \"e\"";
        let document = document(text.to_owned());
        let span = document.span(2, 10).expect("a span");
        let written = write(&document, [(span, "X&\"<")]);
        let read = read("x", written.as_bytes()).expect("sound");
        assert_eq!(read[0].document.text(), text);
        assert_eq!(read[0].marks().collect::<Vec<_>>(), [(span, "X&\"<")]);
    }
}
