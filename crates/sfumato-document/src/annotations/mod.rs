//! Annotated documents: texts with labelled spans, in the formats in which they travel.
//!
//! A reader gives every annotation as it is written, with the line it stands on; [`AnnotatedDocument::check`] says
//! which of them overlap and which labels nobody knows.
//! Where an annotation quotes its text the quote must agree with the document, since offsets that are off by one are
//! the commonest fault of annotated corpora and the hardest to notice.
//! An error names a line and quotes nothing.
//!
//! ```
//! use sfumato_document::annotations::AnnotationFormat;
//!
//! let record = br#"{"id": "n1", "text": "Dear Ann,", "spans": [{"start": 5, "end": 8, "label": "PERSON"}]}"#;
//! let documents = AnnotationFormat::JsonLines.read("notes", record, None).expect("sound");
//! let [annotated] = documents.as_slice() else { panic!("one record") };
//! assert_eq!(annotated.document.slice(annotated.annotations[0].span), "Ann");
//! assert!(annotated.check(|label| label == "PERSON").is_ok());
//! ```

pub mod brat;
pub mod conll;
mod format;
pub mod i2b2;
pub mod jsonl;
pub mod pubtator;
mod standoff;
#[cfg(test)]
mod tests;

use crate::formats::{MOST_BYTES, ReadError, text};
use crate::{CharacterEncoding, Document, OffsetConverter, OffsetUnit, Span, encoding};

pub use format::AnnotationFormat;
pub use standoff::{StandoffAnnotations, StandoffMark};

/// A labelled span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanAnnotation {
    /// The span in the text.
    pub span: Span,
    /// The label in the words of the corpus.
    pub label: Box<str>,
    /// The line of the annotation file it stands on, counted from one.
    pub line: usize,
}

/// A document and what is annotated in it.
pub struct AnnotatedDocument {
    /// The id it has in its file, or the name of the file.
    pub name: Box<str>,
    /// The text.
    pub document: Document,
    /// By place, then by line.
    pub annotations: Vec<SpanAnnotation>,
}

impl std::fmt::Debug for AnnotatedDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AnnotatedDocument({:?}, {} annotations)", self.document, self.annotations.len())
    }
}

/// A fault of an annotation or its file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotationProblem {
    /// The structure of the format is broken.
    #[error("{0}")]
    Syntax(&'static str),
    /// The file, or the text it annotates, cannot be read.
    #[error("{0}")]
    Unreadable(ReadError),
    /// An offset is not one of the text.
    #[error("offset {offset} lies outside the text or inside a character")]
    Outside {
        /// The offset, as it is written.
        offset: usize,
    },
    /// The annotation ends where it starts, or before.
    #[error("the annotation at offset {start} covers nothing")]
    Nothing {
        /// The start, as it is written.
        start: usize,
    },
    /// The text that is quoted is another than the text that is annotated.
    #[error("the quoted text is not what stands at offset {start}")]
    Disagrees {
        /// The start, as it is written.
        start: usize,
    },
    /// The text that comes with the annotations is another than that of the document.
    #[error("the text that is annotated is not that of the document")]
    OtherText,
    /// The annotation shares text with one of an earlier line, or an earlier one of the same line.
    #[error("the annotation at character {at} overlaps one of line {earlier}")]
    Overlap {
        /// The start, in code points.
        at: usize,
        /// The line of the other one.
        earlier: usize,
    },
    /// Columns have a label for each token, and the annotation has none.
    #[error("the annotation at character {at} holds no token")]
    NoToken {
        /// The start, in code points.
        at: usize,
    },
    /// The label is not one of those that are known.
    #[error("the annotation at character {at} has an unknown label")]
    UnknownLabel {
        /// The start, in code points.
        at: usize,
    },
}

/// A fault, with the line of the annotation file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationError {
    /// The line, counted from one; none if it is about a whole file.
    pub line: usize,
    /// The fault on that line.
    pub fault: AnnotationProblem,
}

impl AnnotationError {
    pub(crate) fn new(line: usize, fault: AnnotationProblem) -> Self {
        Self { line, fault }
    }

    pub(crate) fn syntax(line: usize, fault: &'static str) -> Self {
        Self::new(line, AnnotationProblem::Syntax(fault))
    }
}

impl From<ReadError> for AnnotationError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { line, fault } => Self::syntax(line, fault),
            error => Self::new(0, AnnotationProblem::Unreadable(error)),
        }
    }
}

impl std::fmt::Display for AnnotationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.fault),
            line => write!(f, "line {line}: {}", self.fault),
        }
    }
}

impl std::error::Error for AnnotationError {}

impl AnnotatedDocument {
    /// Puts the annotations in order.
    pub(crate) fn new(name: &str, document: Document, mut annotations: Vec<SpanAnnotation>) -> Self {
        annotations.sort_by_key(|annotation| (annotation.span, annotation.line));
        Self { name: name.into(), document, annotations }
    }

    /// The annotations as the writers take them.
    pub fn marks(&self) -> impl Iterator<Item = (Span, &str)> {
        self.annotations.iter().map(|annotation| (annotation.span, &*annotation.label))
    }

    /// Looks for annotations that overlap and for labels that are not allowed; the errors are in order of lines.
    pub fn check(&self, allowed: impl Fn(&str) -> bool) -> Result<(), Vec<AnnotationError>> {
        let offsets = OffsetConverter::new(self.document.text(), OffsetUnit::CodePoints);
        let at = |annotation: &SpanAnnotation| offsets.from_byte(annotation.span.start());
        let mut errors = Vec::new();
        // In order of place, whatever overlaps anything before it overlaps what reaches furthest.
        let mut furthest: Option<&SpanAnnotation> = None;
        for annotation in &self.annotations {
            if !allowed(&annotation.label) {
                let fault = AnnotationProblem::UnknownLabel { at: at(annotation) };
                errors.push(AnnotationError::new(annotation.line, fault));
            }
            if let Some(other) = furthest.filter(|other| other.span.overlaps(annotation.span)) {
                let (earlier, later) =
                    if other.line <= annotation.line { (other, annotation) } else { (annotation, other) };
                let fault = AnnotationProblem::Overlap { at: at(later), earlier: earlier.line };
                errors.push(AnnotationError::new(later.line, fault));
            }
            if furthest.is_none_or(|other| other.span.end() < annotation.span.end()) {
                furthest = Some(annotation);
            }
        }
        errors.sort_by_key(|error| error.line);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// Documents or errors, never both: what is wrong with one annotation makes the file unfit for use.
pub(crate) fn documents_or<T>(documents: T, errors: Vec<AnnotationError>) -> Result<T, Vec<AnnotationError>> {
    if errors.is_empty() { Ok(documents) } else { Err(errors) }
}

/// Finds spans by the offsets of an annotation file.
pub(crate) struct SpanFinder<'d> {
    document: &'d Document,
    /// The byte that offsets count from.
    base: usize,
    offsets: OffsetConverter<'d>,
}

impl<'d> SpanFinder<'d> {
    pub fn new(document: &'d Document, unit: OffsetUnit) -> Self {
        Self::within(document, document.whole(), unit)
    }

    /// Offsets count from the start of this part of the document, and end with it.
    pub fn within(document: &'d Document, part: Span, unit: OffsetUnit) -> Self {
        Self { document, base: part.start(), offsets: OffsetConverter::new(document.slice(part), unit) }
    }

    pub fn span(&self, start: usize, end: usize) -> Result<Span, AnnotationProblem> {
        if start >= end {
            return Err(AnnotationProblem::Nothing { start });
        }
        let byte = |offset| self.offsets.to_byte(offset).ok_or(AnnotationProblem::Outside { offset });
        let (from, to) = (self.base + byte(start)?, self.base + byte(end)?);
        let inside = if self.document.text().is_char_boundary(from) { end } else { start };
        self.document.span(from, to).ok_or(AnnotationProblem::Outside { offset: inside })
    }
}

/// The most white space that a text may have beyond what is quoted of it, or two fragments between them.
/// Without a bound, short lines about one long blank text would take time that grows with their product.
const MOST_BLANK: usize = 4096;

/// True if the text at some spans is what is quoted, but for white space.
pub(crate) fn agree(document: &Document, spans: &[Span], quoted: &str) -> bool {
    let length: usize = spans.iter().map(|span| span.len()).sum();
    let words = spans.iter().flat_map(|span| document.slice(*span).split_whitespace());
    length <= quoted.len().saturating_add(MOST_BLANK) && words.eq(quoted.split_whitespace())
}

/// True if there is nothing but white space between two places.
pub(crate) fn is_blank(document: &Document, start: usize, end: usize) -> bool {
    let gap = document.span(start, end).filter(|gap| gap.len() <= MOST_BLANK);
    gap.is_some_and(|gap| document.slice(gap).chars().all(char::is_whitespace))
}

/// A label that is sound: something short that is seen.
pub(crate) fn label(written: &str) -> Result<Box<str>, AnnotationProblem> {
    const MOST_LABEL: usize = 200;
    let label = written.trim();
    if label.is_empty() || label.len() > MOST_LABEL || label.chars().any(char::is_control) {
        return Err(AnnotationProblem::Syntax("a label of one to 200 bytes was expected"));
    }
    Ok(label.into())
}

/// A label as one word, for formats in which a blank ends it.
pub(crate) fn word(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join("_")
}

/// The text of a file.
pub(crate) fn decoded(bytes: &[u8]) -> Result<String, AnnotationError> {
    if bytes.len() > MOST_BYTES {
        return Err(ReadError::TooLarge.into());
    }
    Ok(encoding::decode(bytes.to_vec())?.1)
}

/// The document of a text that was taken out of an annotation file.
pub(crate) fn document(text: String) -> Document {
    text::document(CharacterEncoding::Utf8, text)
}

/// The lines of a file with their numbers, from one; `\r\n` ends a line as `\n` does.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').enumerate().map(|(nth, line)| (nth + 1, line.strip_suffix('\r').unwrap_or(line)))
}
