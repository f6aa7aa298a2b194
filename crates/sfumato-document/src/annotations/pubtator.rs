//! PubTator: `ID|t|` and the title, `ID|a|` and the abstract, then a line for each mention, with tabs between
//! id, start, end, mention, type and concept.
//!
//! Offsets are code points of title, line break and abstract.
//! A section may go on over several lines, as it does in some corpora, until the mentions begin.
//! Lines of relations are passed over.

use super::{
    AnnotatedDocument, AnnotationError, AnnotationProblem, SpanAnnotation, SpanFinder, agree, decoded, documents_or,
};
use super::{document, label, lines};
use crate::{Document, OffsetConverter, OffsetUnit, Span};

/// Writes a document and its annotations, with a blank line after them.
///
/// The first line of the text is the title, the rest the abstract.
/// A section is one line, so every other line break becomes a blank; offsets stay what they are.
pub fn write<'l>(name: &str, document: &Document, annotations: impl IntoIterator<Item = (Span, &'l str)>) -> String {
    let id = id(name);
    let flat = |text: &str| text.replace(|c: char| c.is_ascii_control(), " ");
    let mut out = match document.text().split_once('\n') {
        Some((title, rest)) => format!("{id}|t|{}\n{id}|a|{}\n", flat(title), flat(rest)),
        None => format!("{id}|t|{}\n", flat(document.text())),
    };
    let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
    for (span, label) in annotations {
        let (start, end) = (offsets.from_byte(span.start()), offsets.from_byte(span.end()));
        out.push_str(&format!("{id}\t{start}\t{end}\t{}\t{}\n", flat(document.slice(span)), flat(label)));
    }
    out.push('\n');
    out
}

/// A name as an id: without what would end it.
fn id(name: &str) -> String {
    let id = name.replace(|c: char| c.is_whitespace() || c.is_control() || c == '|', "_");
    if id.is_empty() { "0".to_owned() } else { id }
}

/// Reads all documents, which are called by their ids.
pub fn read(bytes: &[u8]) -> Result<Vec<AnnotatedDocument>, Vec<AnnotationError>> {
    let text = decoded(bytes).map_err(|error| vec![error])?;
    let (mut documents, mut errors) = (Vec::new(), Vec::new());
    let mut current: Option<PubTatorRecord<'_>> = None;
    for (number, line) in lines(&text) {
        if let Some((id, 't', title)) = section(line) {
            documents.extend(current.take().and_then(|record| record.finish(&mut errors)));
            current = Some(PubTatorRecord::new(id, title));
            continue;
        }
        let read = match &mut current {
            Some(record) => record.line(number, line),
            None if line.trim().is_empty() => Ok(()),
            None => Err(AnnotationProblem::Syntax("a title was expected: an id, then |t|")),
        };
        errors.extend(read.err().map(|fault| AnnotationError::new(number, fault)));
    }
    documents.extend(current.take().and_then(|record| record.finish(&mut errors)));
    if documents.is_empty() && errors.is_empty() {
        errors.push(AnnotationError::syntax(0, "there is no title in the file"));
    }
    errors.sort_by_key(|error| error.line);
    documents_or(documents, errors)
}

/// The id, kind and text of the first line of a section.
pub(super) fn section(line: &str) -> Option<(&str, char, &str)> {
    let (id, rest) = line.split_once('|')?;
    let (kind, text) = rest.split_once('|')?;
    let kind = match kind {
        "t" => 't',
        "a" => 'a',
        _ => return None,
    };
    (!id.is_empty() && !id.contains(char::is_whitespace)).then_some((id, kind, text))
}

/// A mention as it is written.
struct PubTatorMention<'t> {
    line: usize,
    start: usize,
    end: usize,
    quoted: &'t str,
    label: &'t str,
}

/// A document as far as it is read.
struct PubTatorRecord<'t> {
    id: &'t str,
    text: String,
    has_abstract: bool,
    /// Blank lines that belong to the text if more of it follows.
    blank: String,
    /// True if the text is over.
    closed: bool,
    mentions: Vec<PubTatorMention<'t>>,
}

impl<'t> PubTatorRecord<'t> {
    fn new(id: &'t str, title: &str) -> Self {
        Self {
            id,
            text: title.to_owned(),
            has_abstract: false,
            blank: String::new(),
            closed: false,
            mentions: Vec::new(),
        }
    }

    fn line(&mut self, number: usize, line: &'t str) -> Result<(), AnnotationProblem> {
        if line.trim().is_empty() {
            self.blank.push('\n');
            self.blank.push_str(line);
            return Ok(());
        }
        if let Some(columns) = line.strip_prefix(self.id).and_then(|rest| rest.strip_prefix('\t')) {
            self.closed = true;
            self.mentions.extend(mention(number, columns)?);
            return Ok(());
        }
        if self.closed {
            return Err(AnnotationProblem::Syntax("a line that is not of this document"));
        }
        let more = match section(line) {
            Some((id, _, text)) if id == self.id && !self.has_abstract => {
                self.has_abstract = true;
                text
            }
            Some(_) => return Err(AnnotationProblem::Syntax("an abstract that is not of this document")),
            None => line,
        };
        self.text.push_str(&std::mem::take(&mut self.blank));
        self.text.push('\n');
        self.text.push_str(more);
        Ok(())
    }

    /// The document, unless something is wrong with its mentions.
    fn finish(self, errors: &mut Vec<AnnotationError>) -> Option<AnnotatedDocument> {
        let document = document(self.text);
        let places = SpanFinder::new(&document, OffsetUnit::CodePoints);
        let before = errors.len();
        let mut annotations = Vec::with_capacity(self.mentions.len());
        for mention in self.mentions {
            match annotation(&document, &places, &mention) {
                Ok(annotation) => annotations.push(annotation),
                Err(fault) => errors.push(AnnotationError::new(mention.line, fault)),
            }
        }
        (errors.len() == before).then(|| AnnotatedDocument::new(self.id, document, annotations))
    }
}

/// Reads what stands after the id of a line with tabs; `None` if it is a relation.
fn mention(line: usize, columns: &str) -> Result<Option<PubTatorMention<'_>>, AnnotationProblem> {
    const FORM: AnnotationProblem =
        AnnotationProblem::Syntax("start, end, mention and type were expected after the id");
    let columns: Vec<&str> = columns.splitn(6, '\t').collect();
    match columns.as_slice() {
        [start, end, quoted, label, ..] if is_number(start) => {
            let (start, end) = (start.parse().map_err(|_| FORM)?, end.parse().map_err(|_| FORM)?);
            Ok(Some(PubTatorMention { line, start, end, quoted, label }))
        }
        [kind, _, _, ..] if !is_number(kind) => Ok(None),
        _ => Err(FORM),
    }
}

fn is_number(column: &str) -> bool {
    !column.is_empty() && column.bytes().all(|b| b.is_ascii_digit())
}

fn annotation(
    document: &Document,
    places: &SpanFinder<'_>,
    mention: &PubTatorMention<'_>,
) -> Result<SpanAnnotation, AnnotationProblem> {
    let span = places.span(mention.start, mention.end)?;
    if !agree(document, &[span], mention.quoted) {
        return Err(AnnotationProblem::Disagrees { start: mention.start });
    }
    Ok(SpanAnnotation { span, label: label(mention.label)?, line: mention.line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: &[(&str, &str, &str)]) {
        let documents = read(file.as_bytes()).expect("sound");
        let found: Vec<(&str, &str, &str)> = documents
            .iter()
            .flat_map(|read| read.marks().map(|(span, label)| (&*read.name, read.document.slice(span), label)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_character_stands_between_title_and_abstract() {
        check(
            "\n12|t|Gout\n12|a|No gout.\n12\t0\t4\tGout\tDisease\tD1\n12\t8\t12\tgout\tDisease\tD1\n12\tCID\tD1\tD2\n\n\
             13|t|ñ flu\n13|a|\n13\t2\t5\tflu\tDisease\n",
            &[("12", "Gout", "Disease"), ("12", "gout", "Disease"), ("13", "flu", "Disease")],
        );
    }

    #[test]
    fn a_section_may_have_several_lines() {
        check(
            "c1|t|HEAD\r\nfirst\r\n\r\nsecond flu\r\n\r\nc1\t19\t22\tflu\tX\r\n\r\nc2|t|flu\r\nc2\t0\t3\tflu\tX\r\n",
            &[("c1", "flu", "X"), ("c2", "flu", "X")],
        );
        assert_eq!(read(b"c|t|a\n \t\n\nb\n\n").expect("sound")[0].document.text(), "a\n \t\n\nb");
    }

    #[test]
    fn faults_are_told_by_line_and_quote_nothing() {
        let errors = read(
            b"zyx\n1|t|Gout\n1|a|x\n1\t0\t4\tzyx\tD\n1\t0\t40\tGout\tD\n1\t0\tzyx\tGout\tD\nzyx\n1\t0\t4\n2|a|zyx\n",
        )
        .expect_err("refused");
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [1, 4, 5, 6, 7, 8, 9]);
        assert!(errors.iter().all(|error| !error.to_string().contains("zyx")));
        assert!(read(b"").is_err());
    }

    #[test]
    fn breaks_become_blanks_and_offsets_stay() {
        let document = document("Gout\nin\r\n\tAnn  |x".to_owned());
        let span = document.span(10, 13).expect("a span");
        let written = write("a|b c", &document, [(span, "P")]);
        assert_eq!(written, "a_b_c|t|Gout\na_b_c|a|in   Ann  |x\na_b_c\t10\t13\tAnn\tP\n\n");
        check(&written, &[("a_b_c", "Ann", "P")]);
    }
}
