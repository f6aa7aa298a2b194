//! JSON Lines: one record a line with `text` and `spans`, each with `start`, `end` and `label` (or `type`).
//!
//! Offsets are code points unless the record says `"offsets": "bytes"` or `"utf-16"`; other members are passed over.
//! A record without `spans` is refused, since nobody knows whether it was annotated.

use super::{
    AnnotatedDocument, AnnotationError, AnnotationProblem, SpanAnnotation, SpanFinder, documents_or, label, lines,
};
use crate::formats::json::{self, JsonNode, JsonNodeKind, JsonTree};
use crate::formats::{MOST_BYTES, ReadError};
use crate::{Document, OffsetConverter, OffsetUnit, Sensitive, Span};

/// Writes a document and its annotations as one line.
pub fn write<'l>(name: &str, document: &Document, annotations: impl IntoIterator<Item = (Span, &'l str)>) -> String {
    let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
    let mut out = String::from("{\"id\": \"");
    json::escape(name, &mut out);
    out.push_str("\", \"text\": \"");
    json::escape(document.text(), &mut out);
    out.push_str("\", \"spans\": [");
    for (nth, (span, label)) in annotations.into_iter().enumerate() {
        let (start, end) = (offsets.from_byte(span.start()), offsets.from_byte(span.end()));
        out.push_str(if nth == 0 { "" } else { ", " });
        out.push_str(&format!("{{\"start\": {start}, \"end\": {end}, \"label\": \""));
        json::escape(label, &mut out);
        out.push_str("\"}");
    }
    out.push_str("]}\n");
    out
}

/// Reads all records; one without an id is called by `name` and its line.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<AnnotatedDocument>, Vec<AnnotationError>> {
    let (mut documents, mut errors) = (Vec::new(), Vec::new());
    for (number, record) in records(name, bytes, LabelRule::Needed).map_err(|error| vec![error])? {
        match record.and_then(|(name, record)| annotated(&name, number, record)) {
            Ok(document) => documents.push(document),
            Err(wrong) => errors.extend(wrong.into_iter().map(|fault| AnnotationError::new(number, fault))),
        }
    }
    documents_or(documents, errors)
}

/// A record with its name, or what is wrong with it, by its line.
type NumberedRecord = (usize, Result<(Box<str>, SpanRecord), Vec<AnnotationProblem>>);

/// All records with their names, before it is known where anything lies.
pub(crate) fn records<'b>(
    name: &'b str,
    bytes: &'b [u8],
    labels: LabelRule,
) -> Result<impl Iterator<Item = NumberedRecord> + 'b, AnnotationError> {
    let lines = lines(utf8(bytes)?).filter(|(_, line)| !line.trim().is_empty());
    Ok(lines.map(move |(number, line)| (number, record(name, number, line, labels))))
}

/// The rule on labels of spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelRule {
    Needed,
    Optional,
}

/// JSON is UTF-8; a mark before it is skipped.
fn utf8(bytes: &[u8]) -> Result<&str, AnnotationError> {
    if bytes.len() > MOST_BYTES {
        return Err(ReadError::TooLarge.into());
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(text).map_err(|error| {
        let at = bytes.len() - text.len() + error.valid_up_to();
        ReadError::Encoding { expected: "utf-8", at }.into()
    })
}

/// The members of a record, by the numbers of its values.
#[derive(Default)]
struct RecordMembers {
    id: Option<usize>,
    text: Option<usize>,
    offsets: Option<usize>,
    spans: Option<usize>,
}

/// A span as it is written, by the numbers of its values.
#[derive(Default)]
struct SpanMembers {
    start: Option<usize>,
    end: Option<usize>,
    label: Option<usize>,
    kind: Option<usize>,
    replacement: Option<usize>,
}

/// The annotations of a text, and the text if the record holds it.
pub(crate) struct SpanRecord {
    pub text: Option<String>,
    pub unit: OffsetUnit,
    pub spans: Vec<WrittenSpan>,
}

/// A span before it is known where it lies.
pub(crate) struct WrittenSpan {
    pub start: usize,
    pub end: usize,
    pub label: Option<Box<str>>,
    pub replacement: Option<Sensitive<String>>,
}

fn record(
    name: &str,
    number: usize,
    line: &str,
    labels: LabelRule,
) -> Result<(Box<str>, SpanRecord), Vec<AnnotationProblem>> {
    let alone = |fault: &'static str| vec![AnnotationProblem::Syntax(fault)];
    let tree = json::scan(line).map_err(|error| match error {
        ReadError::Syntax { fault, .. } => alone(fault),
        error => vec![AnnotationProblem::Unreadable(error)],
    })?;
    let (members, nodes) = members(&tree).map_err(|fault| vec![fault])?;
    let text = members.text.map(|node| string(&tree, node).ok_or_else(|| alone("the text must be a string")));
    let unit = match members.offsets.map(|node| tree.value(node)) {
        None | Some("codepoints" | "code points") => OffsetUnit::CodePoints,
        Some("bytes") => OffsetUnit::Bytes,
        Some("utf-16" | "utf16") => OffsetUnit::Utf16,
        Some(_) => return Err(alone("offsets are codepoints, bytes or utf-16")),
    };
    let (mut spans, mut errors) = (Vec::with_capacity(nodes.len()), Vec::new());
    for node in nodes {
        match written(&tree, &node, labels) {
            Ok(span) => spans.push(span),
            Err(fault) => errors.push(fault),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let id = members.id.and_then(|node| string(&tree, node).or_else(|| Some(tree.value(node).to_owned())));
    let name = id.unwrap_or_else(|| format!("{name}#{number}"));
    Ok((name.into(), SpanRecord { text: text.transpose()?, unit, spans }))
}

/// A record that holds its text, as a document.
fn annotated(name: &str, number: usize, record: SpanRecord) -> Result<AnnotatedDocument, Vec<AnnotationProblem>> {
    let text = record.text.ok_or_else(|| vec![AnnotationProblem::Syntax("no text")])?;
    let document = super::document(text);
    let places = SpanFinder::new(&document, record.unit);
    let (mut annotations, mut errors) = (Vec::with_capacity(record.spans.len()), Vec::new());
    for written in record.spans {
        match places.span(written.start, written.end) {
            Ok(span) => {
                annotations.push(SpanAnnotation { span, label: written.label.unwrap_or_default(), line: number })
            }
            Err(fault) => errors.push(fault),
        }
    }
    if errors.is_empty() { Ok(AnnotatedDocument::new(name, document, annotations)) } else { Err(errors) }
}

/// The members we know, and the spans; one walk over all values.
fn members(tree: &JsonTree<'_>) -> Result<(RecordMembers, Vec<SpanMembers>), AnnotationProblem> {
    let wrong = |fault| Err(AnnotationProblem::Syntax(fault));
    if !tree.is_object() {
        return wrong("a record must be a JSON object");
    }
    let (mut members, mut spans) = (RecordMembers::default(), Vec::new());
    let mut current = None;
    for (number, node) in tree.nodes.iter().enumerate() {
        let place = match (node.parent, key(tree, node)) {
            (Some(0), "id") => &mut members.id,
            (Some(0), "text") => &mut members.text,
            (Some(0), "offsets") => &mut members.offsets,
            (Some(0), "spans") if node.kind == JsonNodeKind::Array => &mut members.spans,
            (Some(0), "spans") => return wrong("the spans must be an array"),
            (Some(parent), _) if members.spans == Some(parent) => {
                if node.kind != JsonNodeKind::Object {
                    return wrong("a span must be a JSON object");
                }
                spans.push(SpanMembers::default());
                current = Some(number);
                continue;
            }
            (Some(parent), key) if current == Some(parent) => match (spans.last_mut(), key) {
                (Some(span), "start") => &mut span.start,
                (Some(span), "end") => &mut span.end,
                (Some(span), "label") => &mut span.label,
                (Some(span), "type") => &mut span.kind,
                (Some(span), "replacement") => &mut span.replacement,
                _ => continue,
            },
            _ => continue,
        };
        if place.replace(number).is_some() {
            return wrong("a member is given twice");
        }
    }
    if members.spans.is_none() {
        wrong("no spans; a text without annotations has an empty array")
    } else {
        Ok((members, spans))
    }
}

fn key<'s>(tree: &JsonTree<'s>, node: &JsonNode) -> &'s str {
    node.key.as_ref().map_or("", |key| tree.get(key))
}

/// The value of a string.
fn string(tree: &JsonTree<'_>, node: usize) -> Option<String> {
    let is_string = tree.nodes.get(node).is_some_and(|node| node.kind == JsonNodeKind::String);
    is_string.then(|| json::decode(tree.value(node)))
}

fn written(tree: &JsonTree<'_>, nodes: &SpanMembers, labels: LabelRule) -> Result<WrittenSpan, AnnotationProblem> {
    let number = |node: Option<usize>| {
        let is_number = |node: &usize| tree.nodes.get(*node).is_some_and(|node| node.kind == JsonNodeKind::Number);
        node.filter(is_number).and_then(|node| tree.value(node).parse().ok())
    };
    let (Some(start), Some(end)) = (number(nodes.start), number(nodes.end)) else {
        return Err(AnnotationProblem::Syntax("a span needs a start and an end, which are whole numbers"));
    };
    let replacement = match nodes.replacement {
        None => None,
        Some(node) => {
            let text = string(tree, node).ok_or(AnnotationProblem::Syntax("a replacement must be a string"))?;
            Some(Sensitive::new(text))
        }
    };
    let named = match nodes.label.or(nodes.kind) {
        None if labels == LabelRule::Optional => return Ok(WrittenSpan { start, end, label: None, replacement }),
        named => named.and_then(|node| string(tree, node)),
    };
    let name = named.ok_or(AnnotationProblem::Syntax("a span needs a label, which is a string"))?;
    Ok(WrittenSpan { start, end, label: Some(label(&name)?), replacement })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &str, expected: &[(&str, &str)]) {
        let documents = read("x", record.as_bytes()).expect("sound");
        let [read] = documents.as_slice() else { panic!("one record") };
        let found: Vec<_> = read.marks().map(|(span, label)| (read.document.slice(span), label)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn offsets_are_code_points_unless_the_record_says_otherwise() {
        let record = |unit: &str, start: usize, end: usize| {
            format!(
                r#"{{"text": "\ud83d\ude42ñ Ann", {unit} "spans": [{{"start": {start}, "end": {end}, "label": "P"}}]}}"#
            )
        };
        check(&record("", 3, 6), &[("Ann", "P")]);
        check(&record(r#""offsets": "bytes","#, 7, 10), &[("Ann", "P")]);
        check(&record(r#""offsets": "utf-16","#, 4, 7), &[("Ann", "P")]);
    }

    #[test]
    fn members_may_come_in_any_order_and_others_are_passed_over() {
        let record = r#"{"n": [{"start": 9}], "spans": [{"type": "PERSON", "x": {"end": 1}, "end": 3, "start": 0}], "id": 7, "text": "Ann"}"#;
        check(record, &[("Ann", "PERSON")]);
        assert_eq!(&*read("x", record.as_bytes()).expect("sound")[0].name, "7");
        assert_eq!(&*read("x", b"\n{\"text\": \"\", \"spans\": []}").expect("sound")[0].name, "x#2");
    }

    #[test]
    fn all_faults_are_told_by_line_and_quote_nothing() {
        let file = concat!(
            r#"{"text": "Zyx"}"#,
            "\n",
            r#"{"text": "Zyx", "spans": [{"start": 0, "end": 4, "label": "P"}, {"start": 1, "end": 1, "label": "P"}]}"#,
            "\n",
            r#"{"text": "Zyx", "spans": [{"start": -1, "end": 2, "label": "P"}, {"start": 0, "end": 1}]}"#,
            "\r\n",
            r#"{"text": "Zyx", "text": "Zyx", "spans": []}"#,
            "\n\n",
            r#"{"text": "Zyx", "spans": []"#,
            "\n",
            r#"{"spans": [], "text": 5}"#,
            "\n",
        );
        let errors = read("x", file.as_bytes()).expect_err("refused");
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [1, 2, 2, 3, 3, 4, 6, 7]);
        assert!(errors.iter().all(|error| !error.to_string().contains("Zyx")));
    }

    #[test]
    fn a_line_that_is_written_is_read_back() {
        let text = "a \"q\" \\ \u{1} </b> ñ\r\n";
        let document = crate::annotations::document(text.to_owned());
        let span = document.span(2, 5).expect("a span");
        let line = write("n \"1\"", &document, [(span, "X/y")]);
        let read = read("x", line.as_bytes()).expect("sound");
        assert_eq!(read[0].document.text(), text);
        assert_eq!(&*read[0].name, "n \"1\"");
        assert_eq!(read[0].marks().collect::<Vec<_>>(), [(span, "X/y")]);
    }
}
