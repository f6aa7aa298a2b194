//! brat standoff: `X.ann` beside `X.txt`, offsets in code points, one text-bound annotation a line.
//!
//! Annotations over a line break are written as fragments, one a line of the text, and read back as one.
//! Fragments with more than white space between them are read as annotations of their own.
//! Relations, events, attributes, notes and normalisations are passed over, as long as they look like what they are.
//!
//! A byte order mark at the start of the text counts as a character, since brat counts it.

use std::ops::Range;

use super::{
    AnnotatedDocument, AnnotationError, AnnotationProblem, SpanAnnotation, SpanFinder, agree, decoded, documents_or,
};
use super::{is_blank, label, lines};
use crate::formats::{DocumentFormat, MOST_BYTES, ReadError, TextFile};
use crate::{CharacterEncoding, Document, OffsetConverter, OffsetUnit, Span};

/// Writes annotations as a `.ann` file; it quotes the text it marks, as the format demands.
///
/// Line breaks at the ends of a span are left out, and blanks in a label become `_`.
pub fn write<'l>(document: &Document, annotations: impl IntoIterator<Item = (Span, &'l str)>) -> String {
    let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
    let before = marked(document);
    let mut out = String::new();
    for (nth, (span, label)) in annotations.into_iter().enumerate() {
        let mut fragments = Vec::new();
        let mut quoted = String::new();
        // A line break inside an annotation is written as a gap between two fragments.
        let text = document.slice(span);
        let mut at = span.start();
        for line in text.split_inclusive(['\n', '\r']) {
            let kept = line.trim_end_matches(['\n', '\r']);
            if !kept.is_empty() {
                let (start, end) = (offsets.from_byte(at), offsets.from_byte(at + kept.len()));
                fragments.push(format!("{} {}", start + before, end + before));
                if !quoted.is_empty() {
                    quoted.push(' ');
                }
                quoted.push_str(kept);
            }
            at += line.len();
        }
        if !fragments.is_empty() {
            let label = super::word(label);
            out.push_str(&format!("T{}\t{} {}\t{}\n", nth + 1, label, fragments.join(";"), quoted));
        }
    }
    out
}

/// Reads a text and the annotations beside it.
pub fn read(name: &str, text: Vec<u8>, annotations: &[u8]) -> Result<AnnotatedDocument, Vec<AnnotationError>> {
    let alone = |error: AnnotationError| vec![error];
    let text = if text.len() > MOST_BYTES { Err(ReadError::TooLarge) } else { TextFile.read(text) };
    let document = text.map_err(|error| alone(error.into()))?;
    let annotations = decoded(annotations).map_err(alone)?;
    let found = read_within(&document, document.whole(), &annotations)?;
    Ok(AnnotatedDocument::new(name, document, found))
}

/// Reads the annotations of a part of a document.
pub(crate) fn read_within(
    document: &Document,
    part: Span,
    annotations: &str,
) -> Result<Vec<SpanAnnotation>, Vec<AnnotationError>> {
    let places = SpanFinder::within(document, part, OffsetUnit::CodePoints);
    match read_counting(document, &places, annotations, marked(document)) {
        // Some programs do not count the mark; the quotes tell.
        Err(errors) if marked(document) > 0 => read_counting(document, &places, annotations, 0).map_err(|_| errors),
        found => found,
    }
}

/// The number of characters that brat counts before the text.
fn marked(document: &Document) -> usize {
    usize::from(document.encoding() == CharacterEncoding::Utf8Bom)
}

/// Reads annotations whose offsets count so many characters before the text.
fn read_counting(
    document: &Document,
    places: &SpanFinder<'_>,
    annotations: &str,
    before: usize,
) -> Result<Vec<SpanAnnotation>, Vec<AnnotationError>> {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in lines(annotations).filter(|(_, line)| !line.trim().is_empty()) {
        if !line.starts_with('T') {
            if !is_plausible(line) {
                errors.push(AnnotationError::syntax(number, "not a line of a brat file"));
            }
            continue;
        }
        match text_bound(document, places, line, before) {
            Ok((label, spans)) => {
                found.extend(spans.into_iter().map(|span| SpanAnnotation { span, label: label.clone(), line: number }));
            }
            Err(fault) => errors.push(AnnotationError::new(number, fault)),
        }
    }
    documents_or(found, errors)
}

/// True if a line that is no text-bound annotation is one of brat's other kinds.
fn is_plausible(line: &str) -> bool {
    let Some((id, rest)) = line.split_once('\t') else { return false };
    let mut id = id.chars();
    let kind = id.next().is_some_and(|c| matches!(c, 'R' | 'E' | 'A' | 'M' | 'N' | '#' | '*'));
    kind && id.all(|c| c.is_alphanumeric()) && !rest.trim().is_empty()
}

/// The label and the spans of a line such as `T1<tab>NAME 0 4;6 9<tab>quoted`.
fn text_bound(
    document: &Document,
    places: &SpanFinder<'_>,
    line: &str,
    before: usize,
) -> Result<(Box<str>, Vec<Span>), AnnotationProblem> {
    const FORM: AnnotationProblem =
        AnnotationProblem::Syntax("an id, a label with offsets, and the quoted text were expected, with tabs between");
    let mut columns = line.splitn(3, '\t');
    let (Some(_), Some(place), Some(quoted)) = (columns.next(), columns.next(), columns.next()) else {
        return Err(FORM);
    };
    let (name, place) = place.split_once(' ').ok_or(FORM)?;
    let mut fragments = place.split(';').map(|part| offsets(part).ok_or(FORM)).collect::<Result<Vec<_>, _>>()?;
    fragments.sort_by_key(|fragment| fragment.start);
    let first = fragments.first().map_or(0, |fragment| fragment.start);
    let mut spans: Vec<Span> = Vec::new();
    for Range { start, end } in fragments {
        let shifted = |offset: usize| offset.checked_sub(before).ok_or(AnnotationProblem::Outside { offset });
        let span = places.span(shifted(start)?, shifted(end)?)?;
        if spans.last().is_some_and(|last| last.end() > span.start()) {
            return Err(AnnotationProblem::Syntax("fragments that overlap"));
        }
        spans.push(span);
    }
    if !agree(document, &spans, quoted) {
        return Err(AnnotationProblem::Disagrees { start: first });
    }
    Ok((label(name)?, joined(document, spans)))
}

/// Two offsets with a blank between them.
fn offsets(part: &str) -> Option<Range<usize>> {
    let (start, end) = part.trim().split_once(' ')?;
    Some(start.parse().ok()?..end.trim_start().parse().ok()?)
}

/// Makes one span of neighbours with nothing but white space between them.
fn joined(document: &Document, spans: Vec<Span>) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if is_blank(document, last.end(), span.start()) => *last = last.cover(span),
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], annotations: &str, expected: &[(&str, &str)]) {
        let read = read("x", text.to_vec(), annotations.as_bytes()).expect("sound");
        let found: Vec<_> = read.marks().map(|(span, label)| (read.document.slice(span), label)).collect();
        assert_eq!(found, expected);
    }

    fn check_refused(text: &str, annotations: &str, said: &[&str]) {
        let errors = read("x", text.as_bytes().to_vec(), annotations.as_bytes()).expect_err("refused");
        let errors: Vec<String> = errors.iter().map(AnnotationError::to_string).collect();
        assert_eq!(errors, said);
    }

    #[test]
    fn offsets_count_code_points_and_breaks_make_fragments() {
        let document = TextFile.read("señora Ana\nLee".as_bytes().to_vec()).expect("readable");
        let span = document.span(8, 15).expect("a span");
        assert_eq!(write(&document, [(span, "NAME")]), "T1\tNAME 7 10;11 14\tAna Lee\n");
    }

    #[test]
    fn fragments_are_one_annotation_over_white_space_and_several_over_words() {
        check("señora Ana\r\nLee".as_bytes(), "T1\tNAME 7 10;12 15\tAna Lee\n", &[("Ana\r\nLee", "NAME")]);
        check(b"Ann and Bob Lee", "T1\tNAME 8 15;0 3\tAnn Bob Lee\r\n", &[("Ann", "NAME"), ("Bob Lee", "NAME")]);
    }

    #[test]
    fn other_lines_are_passed_over() {
        let others = "R1\tOf Arg1:T1 Arg2:T1\nE1\tSee:T1\nA1\tOld T1\nM1\tOld T1\nN1\tReference T1 X:1\tAnn\n\
                      #1\tAnnotatorNotes T1\tsure?\n*\tSame T1 T1\n\n";
        check(b"Ann", &format!("T1\tNAME 0 3\tAnn\n{others}"), &[("Ann", "NAME")]);
    }

    #[test]
    fn a_byte_order_mark_counts_unless_the_quotes_say_that_it_does_not() {
        let text = b"\xef\xbb\xbfDear Ann";
        check(text, "T1\tNAME 6 9\tAnn\n", &[("Ann", "NAME")]);
        check(text, "T1\tNAME 5 8\tAnn\n", &[("Ann", "NAME")]);
        let document = TextFile.read(text.to_vec()).expect("readable");
        let span = document.span(5, 8).expect("a span");
        assert_eq!(write(&document, [(span, "NAME")]), "T1\tNAME 6 9\tAnn\n");
    }

    #[test]
    fn all_faults_are_told_by_line_and_quote_nothing() {
        check_refused(
            "Dear Ann",
            "T1\tNAME 5 8\tBob\nT2\tNAME 5 90\tAnn\nT3\tNAME 5 5\t\nT4 NAME 5 8 Ann\nzyx\nT6\tNAME 5 8;6 7\tAnn n\n",
            &[
                "line 1: the quoted text is not what stands at offset 5",
                "line 2: offset 90 lies outside the text or inside a character",
                "line 3: the annotation at offset 5 covers nothing",
                "line 4: an id, a label with offsets, and the quoted text were expected, with tabs between",
                "line 5: not a line of a brat file",
                "line 6: fragments that overlap",
            ],
        );
    }
}
