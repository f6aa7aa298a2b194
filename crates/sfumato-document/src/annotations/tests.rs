//! Laws of annotated documents, and of all formats alike.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;

fn annotated(text: &str, annotations: &[(usize, usize, &str, usize)]) -> AnnotatedDocument {
    let document = document(text.to_owned());
    let annotations = annotations
        .iter()
        .map(|(start, end, label, line)| {
            let span = document.span(*start, *end).expect("a span");
            SpanAnnotation { span, label: (*label).into(), line: *line }
        })
        .collect();
    AnnotatedDocument::new("x", document, annotations)
}

#[test]
fn overlaps_name_both_lines_and_unknown_labels_their_own() {
    let document = annotated("señora Ana Lee", &[(8, 15, "NAME", 4), (8, 11, "NAME", 2), (0, 7, "ROLE", 3)]);
    let errors = document.check(|label| label == "NAME").expect_err("two faults");
    let said: Vec<String> = errors.iter().map(AnnotationError::to_string).collect();
    assert_eq!(
        said,
        [
            "line 3: the annotation at character 0 has an unknown label",
            "line 4: the annotation at character 7 overlaps one of line 2",
        ]
    );
}

#[test]
fn what_overlaps_something_long_before_it_is_found() {
    let document = annotated("abcdefgh", &[(0, 8, "X", 1), (1, 2, "X", 2), (3, 4, "X", 3), (7, 8, "X", 4)]);
    let lines = |errors: Vec<AnnotationError>| errors.iter().map(|error| error.line).collect::<Vec<_>>();
    assert_eq!(document.check(|_| true).map_err(lines), Err(vec![2, 3, 4]));
}

#[test]
fn neighbours_do_not_overlap() {
    assert_eq!(annotated("abcd", &[(0, 2, "X", 1), (2, 4, "X", 2)]).check(|_| true), Ok(()));
}

#[test]
fn nothing_of_the_text_is_shown() {
    let shown = format!("{:?}", annotated("Ann Lee", &[(0, 3, "X", 1)]));
    assert_eq!(shown, "AnnotatedDocument(Document(text, 7 bytes of text, 1 blocks), 1 annotations)");
}

/// Text with what formats have to escape, and spans of it in order, disjoint, on character boundaries.
fn marked_text() -> impl Strategy<Value = (String, Vec<(usize, usize)>)> {
    let piece = prop_oneof![
        "[a-cñ🙂]{1,4}",
        "[ \t\u{a0}]{1,2}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        "[<>&\"'\\\\|;\\]{}-]{1,3}",
        Just("]]>".to_owned()),
        Just("1|t|x".to_owned()),
        Just("T1\tX 0 1\tx".to_owned()),
        Just("a\tB-X".to_owned()),
        Just("\u{85}\u{2028}\u{b}".to_owned()),
    ];
    (vec(piece, 0..20), vec(any::<bool>(), 20)).prop_map(|(pieces, marked)| {
        let (mut text, mut spans) = (String::new(), Vec::new());
        for (piece, marked) in pieces.iter().zip(marked) {
            // Line breaks at the ends of a span are what brat leaves out.
            let start = text.len();
            text.push_str(piece);
            if marked && !piece.trim().is_empty() {
                spans.push((start, text.len()));
            }
        }
        // Some spans reach over several pieces.
        let joined = spans.chunks(3).filter_map(|few| Some((few.first()?.0, few.last()?.1)));
        let spans = if text.len() % 2 == 0 { joined.collect() } else { spans };
        (text, spans)
    })
}

fn annotated_text((text, spans): (String, Vec<(usize, usize)>)) -> AnnotatedDocument {
    let labels = ["PERSON", "id/other", "X-Y"];
    let spans: Vec<_> =
        spans.iter().enumerate().map(|(nth, (start, end))| (*start, *end, labels[nth % 3], nth + 1)).collect();
    annotated(&text, &spans)
}

fn placed(read: &AnnotatedDocument) -> Vec<(usize, usize, String)> {
    read.marks().map(|(span, label)| (span.start(), span.end(), label.to_owned())).collect()
}

/// The words of each annotation.
fn words(read: &AnnotatedDocument) -> Vec<(String, String)> {
    let words = |span| read.document.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    read.marks().map(|(span, label)| (words(span), label.to_owned())).collect()
}

fn only(read: Result<Vec<AnnotatedDocument>, Vec<AnnotationError>>) -> AnnotatedDocument {
    let mut documents = read.expect("what was written is sound");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// The runs of what is not white space.
fn tokens(document: &Document) -> Vec<Span> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, c) in document.text().char_indices().chain([(document.text().len(), ' ')]) {
        if !c.is_whitespace() {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            tokens.extend(document.span(start, at));
        }
    }
    tokens
}

proptest! {
    #[test]
    fn json_lines_keep_everything(marked in marked_text()) {
        let written = annotated_text(marked);
        let read = only(jsonl::read("n", jsonl::write("n", &written.document, written.marks()).as_bytes()));
        prop_assert_eq!(read.document.text(), written.document.text());
        prop_assert_eq!(placed(&read), placed(&written));
    }

    #[test]
    fn i2b2_keeps_everything_that_xml_can_hold(marked in marked_text()) {
        let written = annotated_text(marked);
        let read = only(i2b2::read("n", i2b2::write(&written.document, written.marks()).as_bytes()));
        let text = written.document.text().replace('\u{b}', "\u{fffd}");
        prop_assert_eq!(read.document.text(), &text);
        let labels = |read: &AnnotatedDocument| read.marks().map(|(_, label)| label.to_owned()).collect::<Vec<_>>();
        prop_assert_eq!(labels(&read), labels(&written));
        if text == written.document.text() {
            prop_assert_eq!(placed(&read), placed(&written));
        }
    }

    #[test]
    fn pubtator_keeps_all_but_line_breaks(marked in marked_text()) {
        let written = annotated_text(marked);
        let read = only(pubtator::read(pubtator::write("n", &written.document, written.marks()).as_bytes()));
        let count = |read: &AnnotatedDocument| read.document.text().chars().count();
        prop_assert_eq!(count(&read), count(&written));
        let offsets = |read: &AnnotatedDocument| {
            let offsets = OffsetConverter::new(read.document.text(), OffsetUnit::CodePoints);
            let place = |span: Span| (offsets.from_byte(span.start()), offsets.from_byte(span.end()));
            read.marks().map(|(span, label)| (place(span), label.to_owned())).collect::<Vec<_>>()
        };
        prop_assert_eq!(offsets(&read), offsets(&written));
    }

    #[test]
    fn brat_keeps_spans_over_line_breaks(marked in marked_text()) {
        let written = annotated_text(marked);
        let file = brat::write(&written.document, written.marks());
        let read = brat::read("n", written.document.text().as_bytes().to_vec(), file.as_bytes());
        prop_assert_eq!(placed(&read.expect("what was written is sound")), placed(&written));
    }

    #[test]
    fn columns_keep_tokens_and_labels(marked in marked_text()) {
        let written = annotated_text(marked);
        let tokens = tokens(&written.document);
        let sentences: Vec<Span> = tokens.iter().step_by(3).copied().collect();
        let file = conll::write(&written.document, written.marks(), &tokens, &sentences).expect("disjoint");
        if !tokens.is_empty() {
            prop_assert_eq!(words(&only(conll::read("n", file.as_bytes()))), words(&written));
        }
    }

    #[test]
    fn nothing_breaks_a_reader(bytes in vec(any::<u8>(), 0..200), text in vec(any::<u8>(), 0..40)) {
        read_all(&bytes, &text);
    }

    #[test]
    fn nothing_that_looks_like_a_file_breaks_a_reader(file in "([TRE#*0-9|ta\\t\n ;:<>/\"=BIO-]|T1\tX |0 4;|1\\|t\\||<TEXT>|</TEXT>|<TAGS>|start=\"|\\{\"text\": \"|\"spans\": \\[){0,40}") {
        read_all(file.as_bytes(), b"se\xc3\xb1or Ann Lee");
    }
}

/// Checks that spans lie in their text, and that refusals say why.
fn read_all(bytes: &[u8], text: &[u8]) {
    AnnotationFormat::tell("x", bytes);
    for format in AnnotationFormat::ALL {
        match format.read("x", bytes, Some(text.to_vec())) {
            Ok(documents) => {
                for read in documents {
                    assert!(
                        read.marks().all(|(span, label)| !read.document.slice(span).is_empty() && !label.is_empty())
                    );
                }
            }
            Err(errors) => assert!(!errors.is_empty()),
        }
    }
}

#[test]
fn short_lines_about_one_long_blank_text_take_no_time() {
    let text = " ".repeat(1 << 20);
    let lines = format!("T1\tX 0 {}\t\n", text.len()).repeat(20_000);
    assert!(brat::read("x", text.into_bytes(), lines.as_bytes()).is_err());
}
