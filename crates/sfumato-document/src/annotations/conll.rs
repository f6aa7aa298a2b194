//! Columns as in the CoNLL shared tasks: a token a line, its label in the last column, a blank line after a sentence,
//! `-DOCSTART-` before a document.
//!
//! There is no text in such a file but its tokens, so the text is built anew, with a blank between tokens and a line
//! break after a sentence.
//! Labels are read in any of the usual schemes (IO, IOB1, IOB2, BIOES, BILOU): they agree on what a prefix means
//! wherever they have it, and labels without any prefix are told by their being all of them.

use std::ops::Range;

use super::{
    AnnotatedDocument, AnnotationError, AnnotationProblem, SpanAnnotation, decoded, documents_or, label, lines,
};
use super::{document, word};
use crate::{Document, Span};

const DOCUMENT: &str = "-DOCSTART-";
const OUTSIDE: &str = "O";

/// Writes a document as columns of tokens and labels, with the prefixes B and I.
///
/// Tokens and sentences come in order; without sentences the whole is one.
/// A token across the border of an annotation is cut there, and a sentence does not end inside an annotation, so that
/// no annotation is lost; what columns cannot say (annotations that overlap, or that hold no token) is an error.
pub fn write<'l>(
    document: &Document,
    annotations: impl IntoIterator<Item = (Span, &'l str)>,
    tokens: &[Span],
    sentences: &[Span],
) -> Result<String, AnnotationProblem> {
    let mut annotations: Vec<(Span, &str)> = annotations.into_iter().collect();
    annotations.sort_by_key(|(span, _)| *span);
    let neighbours = || annotations.iter().zip(annotations.iter().skip(1));
    if neighbours().any(|((one, _), (other, _))| one.overlaps(*other)) {
        return Err(AnnotationProblem::Syntax("annotations that overlap cannot be written as columns"));
    }
    let mut out = format!("{DOCUMENT}\t{OUTSIDE}\n\n");
    let mut writer = ConllWriter { document, annotations: &annotations, begun: false, out: &mut out };
    let mut sentences = sentences.iter().peekable();
    for (nth, token) in tokens.iter().enumerate() {
        let mut starts = false;
        while sentences.next_if(|sentence| sentence.start() <= token.start()).is_some() {
            starts = true;
        }
        writer.token(*token, starts && nth > 0)?;
    }
    writer.pass(document.text().len())?;
    out.push('\n');
    Ok(out)
}

struct ConllWriter<'w> {
    document: &'w Document,
    /// Those that do not end before the place that is written.
    annotations: &'w [(Span, &'w str)],
    /// True if a token of the first of them was written.
    begun: bool,
    out: &'w mut String,
}

impl ConllWriter<'_> {
    /// Leaves behind the annotations that end at or before a place.
    fn pass(&mut self, at: usize) -> Result<(), AnnotationProblem> {
        while let Some(((span, _), rest)) = self.annotations.split_first().filter(|((span, _), _)| span.end() <= at) {
            if !self.begun {
                let at = self.document.text().get(..span.start()).map_or(0, |before| before.chars().count());
                return Err(AnnotationProblem::NoToken { at });
            }
            self.annotations = rest;
            self.begun = false;
        }
        Ok(())
    }

    fn token(&mut self, token: Span, starts_sentence: bool) -> Result<(), AnnotationProblem> {
        let mut at = token.start();
        self.pass(at)?;
        if starts_sentence && !self.begun {
            self.out.push('\n');
        }
        while at < token.end() {
            self.pass(at)?;
            let next = self.annotations.first().filter(|(span, _)| span.start() < token.end());
            let (end, name) = match next {
                Some((span, name)) if span.start() <= at => (span.end().min(token.end()), Some(*name)),
                Some((span, _)) => (span.start(), None),
                None => (token.end(), None),
            };
            self.piece(at..end, name)?;
            at = end;
        }
        Ok(())
    }

    /// Writes a token, or a part of one, that lies in one annotation or in none.
    fn piece(&mut self, range: Range<usize>, name: Option<&str>) -> Result<(), AnnotationProblem> {
        let text = self.document.text().get(range).unwrap_or_default().trim();
        if text.is_empty() {
            return Ok(());
        }
        if text == DOCUMENT {
            return Err(AnnotationProblem::Syntax("a token that would start a document"));
        }
        self.out.push_str(&text.replace(['\t', '\n', '\r'], " "));
        match name {
            Some(name) => {
                let prefix = if std::mem::replace(&mut self.begun, true) { 'I' } else { 'B' };
                self.out.push_str(&format!("\t{prefix}-{}\n", word(name)));
            }
            None => self.out.push_str(&format!("\t{OUTSIDE}\n")),
        }
        Ok(())
    }
}

/// Reads all documents; they are called by `name`, with a number where there are several.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<AnnotatedDocument>, Vec<AnnotationError>> {
    let text = decoded(bytes).map_err(|error| vec![error])?;
    let (mut rows, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in lines(&text) {
        match row(line) {
            Ok(row) => rows.push((number, row)),
            Err(fault) => errors.push(AnnotationError::new(number, fault)),
        }
    }
    let scheme = ConllScheme::of(&rows);
    let mut parts = Vec::new();
    for part in rows.split(|(_, row)| *row == ConllRow::Document) {
        let mut builder = ConllDocumentBuilder::default();
        for (number, row) in part {
            if let Err(fault) = builder.add(*row, *number, scheme) {
                errors.push(AnnotationError::new(*number, fault));
            }
        }
        parts.extend(builder.finish());
    }
    errors.sort_by_key(|error| error.line);
    if parts.is_empty() && errors.is_empty() {
        errors.push(AnnotationError::syntax(0, "there are no tokens in the file"));
    }
    let only = parts.len() == 1;
    let documents = parts.into_iter().enumerate().map(|(nth, (text, spans))| {
        let name = if only { name.to_owned() } else { format!("{name}#{}", nth + 1) };
        annotated(&name, text, spans)
    });
    documents_or(documents.collect(), errors)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConllRow<'t> {
    /// The end of a sentence.
    Blank,
    /// The start of a document.
    Document,
    Token {
        text: &'t str,
        tag: &'t str,
    },
}

/// A line; tabs part columns if there are any, blanks otherwise.
fn row(line: &str) -> Result<ConllRow<'_>, AnnotationProblem> {
    if line.trim().is_empty() {
        return Ok(ConllRow::Blank);
    }
    let (text, rest) = if line.contains('\t') {
        line.split_once('\t').unwrap_or((line, ""))
    } else {
        line.trim().split_once(' ').unwrap_or((line, ""))
    };
    let text = text.trim();
    if text == DOCUMENT {
        return Ok(ConllRow::Document);
    }
    match rest.split_whitespace().next_back() {
        Some(tag) if !text.is_empty() => Ok(ConllRow::Token { text, tag }),
        _ => Err(AnnotationProblem::Syntax("a token and a label were expected, with a tab or a blank between")),
    }
}

/// True if a line is one of such a file beyond doubt: its last column is a tag.
pub(super) fn looks_like_row(line: &str) -> bool {
    match row(line) {
        Ok(ConllRow::Token { tag, .. }) => tag == OUTSIDE || prefix(tag).is_some_and(|(_, label)| !label.is_empty()),
        Ok(ConllRow::Blank | ConllRow::Document) => true,
        Err(_) => false,
    }
}

/// The scheme of the tags of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConllScheme {
    /// With a letter before the label.
    Prefixed,
    /// The label alone.
    Bare,
}

impl ConllScheme {
    /// Labels are bare if some are and none starts with B or I.
    fn of(rows: &[(usize, ConllRow<'_>)]) -> Self {
        let (mut bare, mut prefixed) = (false, false);
        for (_, row) in rows {
            if let ConllRow::Token { tag, .. } = row {
                bare |= *tag != OUTSIDE && prefix(tag).is_none();
                prefixed |= matches!(prefix(tag), Some((b'B' | b'I', _)));
            }
        }
        if bare && !prefixed { Self::Bare } else { Self::Prefixed }
    }
}

/// The letter and the label of a tag.
fn prefix(tag: &str) -> Option<(u8, &str)> {
    let letter = *tag.as_bytes().first()?;
    let label = tag.get(1..)?.strip_prefix('-')?;
    matches!(letter, b'B' | b'I' | b'E' | b'L' | b'S' | b'U').then_some((letter, label))
}

type ConllSpan = (Range<usize>, Box<str>, usize);

/// Builds the text of one document and finds the annotations in it.
#[derive(Default)]
struct ConllDocumentBuilder {
    text: String,
    in_sentence: bool,
    done: Vec<ConllSpan>,
    open: Option<ConllSpan>,
}

impl ConllDocumentBuilder {
    fn add(&mut self, row: ConllRow<'_>, line: usize, scheme: ConllScheme) -> Result<(), AnnotationProblem> {
        let ConllRow::Token { text, tag } = row else {
            self.end_sentence();
            return Ok(());
        };
        if std::mem::replace(&mut self.in_sentence, true) {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(text);
        if tag == OUTSIDE {
            self.close();
            return Ok(());
        }
        let (letter, name) = match scheme {
            ConllScheme::Bare => (b'I', tag),
            ConllScheme::Prefixed => prefix(tag).ok_or(AnnotationProblem::Syntax("a label without its prefix"))?,
        };
        let goes_on = matches!(letter, b'I' | b'E' | b'L');
        match self.open.as_mut().filter(|(_, label, _)| goes_on && **label == *name) {
            Some((range, _, _)) => range.end = self.text.len(),
            None => {
                self.close();
                self.open = Some((start..self.text.len(), label(name)?, line));
            }
        }
        if matches!(letter, b'E' | b'L' | b'S' | b'U') {
            self.close();
        }
        Ok(())
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }

    fn end_sentence(&mut self) {
        self.close();
        if std::mem::take(&mut self.in_sentence) {
            self.text.push('\n');
        }
    }

    /// The text and its annotations; nothing if there were no tokens.
    fn finish(mut self) -> Option<(String, Vec<ConllSpan>)> {
        self.end_sentence();
        (!self.text.is_empty()).then_some((self.text, self.done))
    }
}

fn annotated(name: &str, text: String, labelled: Vec<ConllSpan>) -> AnnotatedDocument {
    let document = document(text);
    let annotation = |(range, label, line): ConllSpan| {
        let span = document.span(range.start, range.end)?;
        Some(SpanAnnotation { span, label, line })
    };
    let annotations = labelled.into_iter().filter_map(annotation).collect();
    AnnotatedDocument::new(name, document, annotations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str) -> Vec<(String, String)> {
        let documents = read("x", file.as_bytes()).expect("sound");
        let found = documents.iter().flat_map(|read| {
            read.marks().map(|(span, label)| (read.document.slice(span).to_owned(), label.to_owned()))
        });
        found.collect()
    }

    fn check(tags: [&str; 5], expected: &[(&str, &str)]) {
        let file: String = ["Ann", "Lee", "Bob", "at", "Acme"]
            .iter()
            .zip(tags)
            .map(|(token, tag)| format!("{token} {tag}\n"))
            .collect();
        let expected: Vec<_> = expected.iter().map(|(text, label)| (text.to_string(), label.to_string())).collect();
        assert_eq!(found(&file), expected);
    }

    #[test]
    fn all_schemes_are_understood() {
        let expected = [("Ann Lee", "PER"), ("Bob", "PER"), ("Acme", "ORG")];
        check(["B-PER", "I-PER", "B-PER", "O", "B-ORG"], &expected);
        check(["I-PER", "I-PER", "B-PER", "O", "I-ORG"], &expected);
        check(["B-PER", "E-PER", "S-PER", "O", "S-ORG"], &expected);
        check(["B-PER", "L-PER", "U-PER", "O", "U-ORG"], &expected);
        check(["PER", "PER", "E-MAIL", "O", "ORG"], &[("Ann Lee", "PER"), ("Bob", "E-MAIL"), ("Acme", "ORG")]);
    }

    #[test]
    fn sentences_and_documents_are_apart() {
        let file = "Ann NP B-PER\nran VB O\n\nLee NP I-PER\n\n-DOCSTART- -X- O\n\nBob\tNP\tB-PER\n";
        let documents = read("x", file.as_bytes()).expect("sound");
        let texts: Vec<&str> = documents.iter().map(|read| read.document.text()).collect();
        assert_eq!(texts, ["Ann ran\nLee\n", "Bob\n"]);
        assert_eq!(&*documents[1].name, "x#2");
        assert_eq!(found(file).len(), 3);
        assert_eq!(documents[0].annotations[1].line, 4);
    }

    #[test]
    fn faults_are_told_by_line() {
        let lines = |file: &str| {
            read("x", file.as_bytes()).expect_err("refused").iter().map(|error| error.line).collect::<Vec<_>>()
        };
        assert_eq!(lines("Ann B-PER\nLee\nBob PER\nx I-\n"), [2, 3, 4]);
        assert_eq!(lines("\n\n-DOCSTART- O\n"), [0]);
    }

    fn tokens(document: &Document) -> Vec<Span> {
        let mut at = 0;
        let mut tokens = Vec::new();
        for word in document.text().split(' ') {
            tokens.push(document.span(at, at + word.len()).expect("a span"));
            at += word.len() + 1;
        }
        tokens
    }

    #[test]
    fn tokens_are_cut_at_borders_and_sentences_do_not_end_inside() {
        let document = document("call Ann-Bob Lee now".to_owned());
        let span = |start, end| document.span(start, end).expect("a span");
        let marks = [(span(5, 8), "PER"), (span(9, 16), "PER")];
        let sentences = [span(0, 12), span(13, 16), span(17, 20)];
        let written = write(&document, marks, &tokens(&document), &sentences).expect("writable");
        assert_eq!(written, "-DOCSTART-\tO\n\ncall\tO\nAnn\tB-PER\n-\tO\nBob\tB-PER\nLee\tI-PER\n\nnow\tO\n\n");
    }

    #[test]
    fn what_columns_cannot_say_is_refused() {
        let document = document("Ann  Lee".to_owned());
        let span = |start, end| document.span(start, end).expect("a span");
        let write = |marks: &[(Span, &'static str)]| write(&document, marks.iter().copied(), &[span(0, 3)], &[]);
        assert!(matches!(write(&[(span(0, 3), "A"), (span(2, 8), "B")]), Err(AnnotationProblem::Syntax(_))));
        assert_eq!(write(&[(span(0, 3), "A"), (span(5, 8), "B")]), Err(AnnotationProblem::NoToken { at: 5 }));
    }
}
