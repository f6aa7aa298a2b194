//! Annotations without their document: what somebody else found in documents that are read elsewhere.
//!
//! A file may say where alone ([brat](super::brat), records without `text`) or bring the text it is about, which must
//! then be that of the document. A record may leave labels out: something is hidden there, and nobody says what.

use super::jsonl::{self, LabelRule, SpanRecord};
use super::{
    AnnotatedDocument, AnnotationError, AnnotationFormat, AnnotationProblem, SpanAnnotation, SpanFinder, brat, decoded,
    documents_or,
};
use crate::{Document, Sensitive, Span};

/// The annotations of one document.
#[derive(Debug)]
pub struct StandoffAnnotations {
    /// The id that the file gives the document, or the name of the file.
    pub name: Box<str>,
    /// The line of the file they start on, counted from one; none if they take a whole file.
    pub line: usize,
    held: StandoffSource,
}

/// A place in a document, with its label if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandoffMark {
    /// The span in the text.
    pub span: Span,
    /// The label, in the words of whoever marked it.
    pub label: Option<Box<str>>,
    /// The text that whoever marked it wants to stand there.
    pub replacement: Option<Sensitive<String>>,
}

enum StandoffSource {
    /// The lines of a brat file.
    Brat(String),
    /// A JSON record.
    Record(SpanRecord),
    /// Annotations of a text of their own.
    Document(Box<AnnotatedDocument>),
}

impl std::fmt::Debug for StandoffSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Brat(_) => "Brat",
            Self::Record(_) => "Record",
            Self::Document(_) => "Document",
        })
    }
}

impl StandoffAnnotations {
    /// Reads a file of annotations; all that can be seen to be wrong without the documents is told.
    ///
    /// `name` is what documents are called that have no id of their own: the file's name without its extension.
    pub fn read(format: AnnotationFormat, name: &str, bytes: &[u8]) -> Result<Vec<Self>, Vec<AnnotationError>> {
        match format {
            AnnotationFormat::Brat => {
                let lines = decoded(bytes).map_err(|error| vec![error])?;
                Ok(vec![Self { name: name.into(), line: 0, held: StandoffSource::Brat(lines) }])
            }
            AnnotationFormat::JsonLines => {
                let (mut all, mut errors) = (Vec::new(), Vec::new());
                for (line, record) in jsonl::records(name, bytes, LabelRule::Optional).map_err(|error| vec![error])? {
                    match record {
                        Ok((name, record)) => all.push(Self { name, line, held: StandoffSource::Record(record) }),
                        Err(wrong) => errors.extend(wrong.into_iter().map(|fault| AnnotationError::new(line, fault))),
                    }
                }
                documents_or(all, errors)
            }
            format => Ok(format.read(name, bytes, None)?.into_iter().map(Self::of_document).collect()),
        }
    }

    fn of_document(document: AnnotatedDocument) -> Self {
        let line = document.annotations.iter().map(|annotation| annotation.line).min().unwrap_or(0);
        Self { name: document.name.clone(), line, held: StandoffSource::Document(Box::new(document)) }
    }

    /// Returns the spans of the annotations in a document, the text of which stands at `within`.
    pub fn place(&self, document: &Document, within: Span) -> Result<Vec<StandoffMark>, Vec<AnnotationError>> {
        match &self.held {
            StandoffSource::Brat(lines) => {
                let found = brat::read_within(document, within, lines)?;
                let mark =
                    |one: SpanAnnotation| StandoffMark { span: one.span, label: Some(one.label), replacement: None };
                Ok(found.into_iter().map(mark).collect())
            }
            StandoffSource::Record(record) => self.place_record(record, document, within),
            StandoffSource::Document(own) => {
                self.compare(own.document.text(), document, within)?;
                let places = SpanFinder::within(document, within, crate::OffsetUnit::Bytes);
                let (mut marks, mut errors) = (Vec::with_capacity(own.annotations.len()), Vec::new());
                for annotation in &own.annotations {
                    match places.span(annotation.span.start(), annotation.span.end()) {
                        Ok(span) => {
                            marks.push(StandoffMark { span, label: Some(annotation.label.clone()), replacement: None })
                        }
                        Err(fault) => errors.push(AnnotationError::new(annotation.line, fault)),
                    }
                }
                documents_or(marks, errors)
            }
        }
    }

    fn place_record(
        &self,
        record: &SpanRecord,
        document: &Document,
        within: Span,
    ) -> Result<Vec<StandoffMark>, Vec<AnnotationError>> {
        if let Some(text) = &record.text {
            self.compare(text, document, within)?;
        }
        let places = SpanFinder::within(document, within, record.unit);
        let (mut marks, mut errors) = (Vec::with_capacity(record.spans.len()), Vec::new());
        for written in &record.spans {
            match places.span(written.start, written.end) {
                Ok(span) => {
                    let (label, replacement) = (written.label.clone(), written.replacement.clone());
                    marks.push(StandoffMark { span, label, replacement })
                }
                Err(fault) => errors.push(AnnotationError::new(self.line, fault)),
            }
        }
        documents_or(marks, errors)
    }

    /// A text that comes with annotations is that of the document; how a file ends may differ.
    fn compare(&self, text: &str, document: &Document, within: Span) -> Result<(), Vec<AnnotationError>> {
        if document.slice(within).trim_end() == text.trim_end() {
            Ok(())
        } else {
            Err(vec![AnnotationError::new(self.line, AnnotationProblem::OtherText)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotations::document;

    /// Returns the text that annotations mark in a text that is read elsewhere, with labels, or the faults.
    fn place(format: AnnotationFormat, file: &str, text: &str) -> Result<Vec<(String, String)>, String> {
        let told = |errors: Vec<AnnotationError>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let all = StandoffAnnotations::read(format, "x", file.as_bytes()).map_err(told)?;
        let [one] = all.as_slice() else { return Err(format!("{} documents", all.len())) };
        // The text stands behind something else, as that of a record does.
        let document = document(format!("ñ\n{text}"));
        let within = document.span("ñ\n".len(), document.text().len()).ok_or("no span")?;
        let marks = one.place(&document, within).map_err(told)?;
        let shown =
            |mark: &StandoffMark| (document.slice(mark.span).to_owned(), mark.label.as_deref().unwrap_or("-").into());
        Ok(marks.iter().map(shown).collect())
    }

    fn pairs(expected: &[(&str, &str)]) -> Result<Vec<(String, String)>, String> {
        Ok(expected.iter().map(|(text, label)| ((*text).to_owned(), (*label).to_owned())).collect())
    }

    #[test]
    fn offsets_count_from_where_the_text_starts() {
        let brat = place(AnnotationFormat::Brat, "T1\tNAME 5 8\tÁna\n", "Señá Ána vino");
        assert_eq!(brat, pairs(&[("Ána", "NAME")]));
        let record = r#"{"id": 1, "spans": [{"start": 5, "end": 8}, {"start": 0, "end": 4, "label": "T"}]}"#;
        assert_eq!(place(AnnotationFormat::JsonLines, record, "Señá Ána"), pairs(&[("Ána", "-"), ("Señá", "T")]));
        let own = "1|t|Ann ran\n1\t0\t3\tAnn\tNAME\n";
        assert_eq!(place(AnnotationFormat::PubTator, own, "Ann ran\n"), pairs(&[("Ann", "NAME")]));
    }

    #[test]
    fn a_text_that_comes_along_must_be_the_same() {
        let record = r#"{"text": "Zyx ran", "spans": [{"start": 0, "end": 3}]}"#;
        assert_eq!(place(AnnotationFormat::JsonLines, record, "Zyx ran\n"), pairs(&[("Zyx", "-")]));
        let other = Err("line 1: the text that is annotated is not that of the document".to_owned());
        assert_eq!(place(AnnotationFormat::JsonLines, record, "Zyx sat"), other);
        assert_eq!(place(AnnotationFormat::PubTator, "1|t|Ann ran\n1\t0\t3\tAnn\tX\n", "Ann sat"), {
            other.map_err(|said: String| said.replace("line 1", "line 2"))
        });
    }

    #[test]
    fn what_lies_outside_the_text_is_told_by_line() {
        let outside = Err("line 2: offset 9 lies outside the text or inside a character".to_owned());
        let record = "\n{\"spans\": [{\"start\": 2, \"end\": 9}]}";
        assert_eq!(place(AnnotationFormat::JsonLines, record, "Ann ran"), outside);
        assert_eq!(place(AnnotationFormat::Brat, "\nT1\tX 2 9\tn ran\n", "Ann ran"), outside);
        let inside = r#"{"offsets": "bytes", "spans": [{"start": 1, "end": 2}]}"#;
        assert!(place(AnnotationFormat::JsonLines, inside, "ñ").is_err());
        assert!(place(AnnotationFormat::JsonLines, r#"{"spans": [{"start": 1}]}"#, "Ann").is_err());
        assert!(place(AnnotationFormat::JsonLines, r#"{"spans": [{"start": 0, "end": 1, "label": 5}]}"#, "A").is_err());
        assert!(place(AnnotationFormat::JsonLines, r#"{"id": "a"}"#, "Ann").is_err());
    }
}
