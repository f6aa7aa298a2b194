//! Rich text as programs write it.

use super::*;
use crate::formats::testing;
use crate::{Edits, RemovableKind, TextEdit};

fn read(body: &str) -> Document {
    let bytes = file(body).chars().map(|c| u8::try_from(c).expect("a byte")).collect();
    Rtf.read(bytes).expect("readable")
}

fn file(body: &str) -> String {
    format!(
        "{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0\\fcharset0 Arial;}}{{\\f1\\fcharset238 Arial CE;}}{{\\f2\\fcharset128 Gothic;}}}}{body}}}"
    )
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let document = read(body);
    assert_eq!(testing::texts(&document), expected);
}

/// The body with values replaced.
#[track_caller]
fn masked(body: &str, values: &[(&str, &str)]) -> String {
    let document = read(body);
    let edits = testing::replacing(&document, values);
    written(&document, &edits, Some(edits.apply(&document).expose()))
}

/// The body without all that can be removed.
#[track_caller]
fn stripped(body: &str) -> String {
    let document = read(body);
    written(&document, &testing::without(&document), None)
}

#[track_caller]
fn written(document: &Document, edits: &Edits, expected: Option<&str>) -> String {
    let bytes = Rtf.write(document, edits).expect("writable");
    let again = Rtf.read(bytes.clone()).expect("readable again");
    if let Some(expected) = expected {
        assert_eq!(again.text(), expected);
    }
    let text: String = bytes.into_iter().map(char::from).collect();
    let frame = file("");
    let body = text.strip_prefix(frame.trim_end_matches('}')).unwrap_or(text.as_str());
    // The frame ends with two braces of the table of fonts and one of its own.
    body.trim_start_matches('}').strip_suffix('}').expect("a frame").to_owned()
}

#[test]
fn escapes_are_characters() {
    check("\\pard Se\\'f1or \\u321?\\'f3d\\u378\\'9f \\f1\\'b3\\f0\\'b3\\par", &["Señor Łódź ł³"]);
    check("{\\uc0\\u233}{\\uc2\\u233 ab}c\\uc0 \\u-10179\\u-8704 z", &["ééc😀z"]);
    check("a\\~b\\_c\\-d\\emdash\\lquote e\\rquote\\{\\}\\\\", &["a\u{a0}b-cd—‘e’{}\\"]);
    check("raw \u{e9}\\par wrap\r\nped", &["raw é", "wrapped"]);
}

#[test]
fn a_value_across_formatting_is_one_text() {
    check("Mari{\\b sol} Quin{\\i\\b0 tan\\ul0 illa}\\par next", &["Marisol Quintanilla", "next"]);
    assert_eq!(
        masked("Mari{\\b sol} Quin{\\i tan}\\ul illa.", &[("Marisol Quintanilla", "[PERSON 1]")]),
        "[PERSON 1]{\\b }{\\i }\\ul ."
    );
}

#[test]
fn control_words_keep_their_ends() {
    assert_eq!(masked("\\b(x) y", &[("(", "Q7")]), "\\b{}Q7x) y");
    assert_eq!(masked("\\b\\'e9x y", &[("é", "5")]), "\\b{}5x y");
    assert_eq!(masked("\\b\\tab x", &[("\tx", "Q7")]), "\\b{}Q7");
    assert_eq!(masked("\\b\\u233\\emdash(x", &[("(", "Q7")]), "\\b\\u233\\emdash{}Q7x");
    assert_eq!(masked("a \\'e9t\\'e9 b", &[("été", "{ñ\\\n")]), "a \\{{\\uc1\\u241?}\\\\\\line  b");
    assert_eq!(masked("\\uc0 \\u-10179\\uc1 \\u-8704?x\\u233?", &[("😀x", "Q7")]), "\\uc0 \\uc1 Q7\\u233?");
    assert_eq!(masked("a b", &[("b", "😀")]), "a {\\uc1\\u-10179?\\u-8704?}");
}

#[test]
fn cells_and_notes_are_blocks() {
    check(
        "\\trowd\\intbl A\\cell B{\\footnote\\pard Note of \\b Ana\\par two}b\\cell\\row\\pard after",
        &["A", "Bb", "Note of Ana", "two", "after"],
    );
    check("{\\header\\pard Head\\par}{\\footerr Foot}text", &["Head", "Foot", "text"]);
    check(
        "x{\\*\\bkmkstart Ana}y{\\v hidden}{\\deleted g{\\b one}}{\\deleted  too}{\\revised new}\\par",
        &["xyhiddennew", "Ana", "gone too"],
    );
    check(
        "{\\field{\\*\\fldinst HYPERLINK \"mailto:a@b.org\"}{\\fldrslt write}} me",
        &["HYPERLINK \"mailto:a@b.org\"", "write me"],
    );
    check(
        "{\\shp{\\*\\shpinst{\\sp{\\sn wzName}{\\sv Box of Ana}}{\\sp{\\sn x}{\\sv 1234}}{\\shptxt In a box\\par}}}",
        &["Box of Ana", "In a box"],
    );
    check("{\\*\\unheard Ana {\\b L}ee}{\\*\\other 12}{\\*\\phone 600123456}", &["Ana Lee", "600123456"]);
}

#[test]
fn metadata_goes() {
    let body = "{\\info{\\title T}{\\author Ana}{\\creatim\\yr2024}}{\\*\\generator X;}{\\*\\revtbl{Unknown;}{Ana Lee;}}{\\stylesheet{\\s0 Normal;}{\\*\\cs1 Style of Ana;}}{\\*\\rsidtbl\\rsid1\\rsid2}{\\*\\docvar {k}{Ana}}{\\*\\userprops {\\propname P}\\proptype30{\\staticval Ana}}text{\\*\\atnid AL}{\\*\\atnauthor Ana}{\\*\\annotation note}\\par";
    check(
        body,
        &[
            "T",
            "Ana",
            "X;",
            "Unknown",
            "Ana Lee",
            "Normal",
            "Style of Ana",
            "k",
            "Ana",
            "P",
            "Ana",
            "text",
            "AL",
            "Ana",
            "note",
        ],
    );
    let document = read(body);
    assert!(document.removable().iter().all(|part| part.kind == RemovableKind::Metadata));
    let labels: Vec<_> = document.labels().collect();
    assert!(labels.contains(&"author") && labels.contains(&"title"));
    assert_eq!(
        stripped(body),
        "{}{}{\\*\\revtbl{;}{;}}{\\stylesheet{\\s0 Normal;}{\\*\\cs1 Style of Ana;}}{}{}{}text{}{}{\\*\\annotation note}\\par"
    );
}

#[test]
fn revision_marks_go_without_moving_blanks() {
    let body = "\\b\\insrsid1\\charrsid22 One \\f0 \\insrsid3 two\\insrsid4 three{\\insrsid5 four}\\u233?\\insrsid6 x\\b\\insrsid7(y";
    check(body, &["One twothreefouréx(y"]);
    let out = stripped(body);
    assert_eq!(out, "\\b One \\f0 twothree{four}\\u233?x\\b(y");
    check(&out, &["One twothreefouréx(y"]);
}

#[test]
fn pictures_and_objects_can_be_removed() {
    let body = "a{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv Photo of Ana}}}\\pngblip 89504e47\n0d0a}}{\\object\\objemb{\\*\\objclass Zyx}{\\*\\objdata 0105}{\\result shown}}{\\pict\\bin3 {}\\}b\\par";
    check(body, &["ashownb", "Photo of Ana", "Zyx"]);
    let kinds: Vec<_> = read(body).removable().iter().map(|part| (part.kind, part.span.is_some())).collect();
    assert_eq!(
        kinds,
        [(RemovableKind::Picture, true), (RemovableKind::Embedded, false), (RemovableKind::Picture, false)]
    );
    assert_eq!(stripped(body), "a{\\*\\shppict{}}{\\object\\objemb{\\*\\objclass Zyx}{}{\\result shown}}{}b\\par");
}

#[test]
fn unknown_digits_are_data() {
    let digits = "0123456789abcdef".repeat(4);
    let body = format!("a{{\\*\\zyx {digits}}}{{\\*\\datafield {digits}}}b");
    check(&body, &["ab"]);
    assert_eq!(stripped(&body), "a{\\*\\zyx }{}b");
}

#[test]
fn what_is_broken_is_refused() {
    for body in ["{", "\\'zz", "\\f2\\'82\\'ff", "\\f2\\'82{\\'a0}", "\\uc9 x", "x\u{0}y", "\\bin2 ab", "\\bin99 ab"] {
        assert!(Rtf.read(file(body).into_bytes()).is_err(), "{body}");
    }
    assert!(Rtf.read(file(&"{".repeat(600)).into_bytes()).is_err());
    assert!(Rtf.read(b"plain".to_vec()).is_err());
    assert!(Rtf.read(format!("{}\r\n\0", file("x")).into_bytes()).is_ok());
    check("\\f2 x\\u12354\\'82\\f0", &["xあ"]);
}

#[test]
fn letters_of_two_bytes_are_read() {
    check("\\f2 Ann \\'82\\'a0\\'83A\\'b1 Lee", &["Ann あアｱ Lee"]);
    let source = file("\\f2 \\'82\\'a0 Ann Lee \\'83A");
    let document = Rtf.read(source.into_bytes()).expect("readable");
    let edits = testing::replacing(&document, &[("Ann Lee", "X")]);
    let written = String::from_utf8(Rtf.write(&document, &edits).expect("writable")).expect("ASCII");
    assert!(written.contains("\\f2 \\'82\\'a0 X \\'83A"), "{written}");
}

#[test]
fn text_after_the_end_is_read_and_can_go() {
    let document = Rtf.read(b"{\\rtf1 a}\r\nA\xf1a Lee\r\n{x\0".to_vec()).expect("readable");
    assert_eq!(document.text(), "a\nAña Lee\n{x");
    let edits = Edits::none().removing(&document.removable()[0]).expect("one");
    assert_eq!(Rtf.write(&document, &edits).expect("writable"), b"{\\rtf1 a}");
    let at = document.text().find("Aña").expect("there");
    let edit = TextEdit::new(document.span(at, at + 4).expect("a span"), "[X]");
    let written = Rtf.write(&document, &Edits::new(vec![edit]).expect("one")).expect("writable");
    assert_eq!(written, b"{\\rtf1 a}\r\n[X] Lee\r\n{x\0");
}

#[test]
fn a_table_of_fonts_that_does_not_end_hides_nothing() {
    let damaged =
        "{\\rtf1{\\fonttbl{\\f0 Arial;}{\\*\\falt Arial Nova}{\\operator Dr. Lee}{\\*\\company Ann Dunn}{\\*\\x Bea}}}";
    let document = Rtf.read(damaged.as_bytes().to_vec()).expect("readable");
    assert_eq!(testing::texts(&document), ["Dr. Lee", "Ann Dunn", "Bea"]);
    for text in ["ann@example.org;", "Arial 07700900123;"] {
        assert!(Rtf.read(format!("{{\\rtf1{{\\fonttbl{{\\f0 {text}}}}}}}").into_bytes()).is_err(), "{text}");
    }
}
