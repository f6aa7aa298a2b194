//! Encoded stretches of a file are read, changed and put back in the same encoding.

use sfumato_document::formats::{Csv, DocumentFormat, Html, Json, Markdown, TextFile};
use sfumato_document::{Document, Edits, RemovableKind, TextEdit};

/// The file with the first place of a value replaced, and everything that can be taken out taken out.
#[track_caller]
fn masked(format: &dyn DocumentFormat, source: &str, value: &str, to: &str) -> String {
    let document: Document = format.read(source.as_bytes().to_vec()).expect("readable");
    assert_eq!(format.write(&document, &Edits::none()).expect("writable"), source.as_bytes(), "untouched bytes stay");
    let start = document.text().find(value).expect("the value is text");
    let span = document.span(start, start + value.len()).expect("a span");
    let mut edits = Edits::new(vec![TextEdit::new(span, to)]).expect("one edit");
    for part in document.removable() {
        edits = edits.removing(part).expect("disjoint");
    }
    String::from_utf8(format.write(&document, &edits).expect("writable")).expect("text")
}

#[test]
fn base64_and_digits_in_plain_text() {
    let source = "token SmFuZSBPa29ua3dv, again 4a616e65204f6b6f6e6b776f\n";
    let once = masked(&TextFile, source, "Jane Okonkwo", "[PERSON 1]");
    assert_eq!(once, "token W1BFUlNPTiAxXQ==, again 4a616e65204f6b6f6e6b776f\n");
    let twice = masked(&TextFile, &once, "Jane Okonkwo", "[PERSON 1]");
    assert_eq!(twice, "token W1BFUlNPTiAxXQ==, again 5b504552534f4e20315d\n");
}

#[test]
fn a_key_that_reads_like_base64_can_be_masked_as_a_whole() {
    let masked = masked(&TextFile, "Authorization: Basic SmFuZSBPa29ua3dv\n", "SmFuZSBPa29ua3dv", "[SECRET 1]");
    assert_eq!(masked, "Authorization: Basic [SECRET 1]\n");
}

#[test]
fn an_edit_across_the_end_of_an_encoded_stretch_leaves_nothing_of_it() {
    let document = TextFile.read(b"x SmFuZSBPa29ua3dv y".to_vec()).expect("readable");
    let inside = document.text().find("Jane Okonkwo").expect("opened");
    let span = |start: usize, end: usize| document.span(start, end).expect("a span");
    let edits = Edits::new(vec![TextEdit::new(span(0, 6), "[A]"), TextEdit::new(span(inside, inside + 4), "[B]")]);
    let written = TextFile.write(&document, &edits.expect("disjoint")).expect("writable");
    assert_eq!(written, b"[A] y");
}

#[test]
fn data_addresses_in_markdown_and_tables() {
    let address = "data:text/plain;base64,SmFuZSBPa29ua3dv";
    let markdown = masked(&Markdown, &format!("![x]({address}) end\n"), "Jane Okonkwo", "[X]");
    assert_eq!(markdown, "![x](data:text/plain;base64,W1hd) end\n");
    let lines = "RGVhciBBbm4gTGVlLCB0aGUgcmVzdWx0cyBvZiB5b3VyIHRl\nc3QgaGF2ZSBjb21lIGluIHRvZGF5OyBhbGwgaXMgd2VsbC4=";
    let markdown = masked(&Markdown, &format!("x\n{lines}\ny\n"), "Ann Lee", "[PERSON 1]");
    assert!(markdown.starts_with("x\nRGVhciBbUEVSU09OIDFd") && markdown.ends_with("=\ny\n"), "{markdown}");
    let table = masked(&Csv::default(), &format!("id,file\n1,\"{address}\"\n2,none\n"), "Jane Okonkwo", "[X]");
    assert_eq!(table, "id,file\n1,\"data:text/plain;base64,W1hd\"\n2,none\n");
}

#[test]
fn pictures_in_data_addresses_are_no_text_and_can_go() {
    let picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let source = format!("Ann ![x](data:image/png;base64,{picture}) end\n");
    let document = Markdown.read(source.clone().into_bytes()).expect("readable");
    assert!(!document.text().contains("iVBOR"));
    assert_eq!(document.removable()[0].kind, RemovableKind::Picture);
    assert_eq!(masked(&Markdown, &source, "Ann", "[X]"), "[X] ![x](data:image/png;base64,) end\n");
}

#[test]
fn strings_of_json_may_hold_encoded_stretches_beside_words() {
    let source = r#"{"log":"body SmFuZSBPa29ua3dv sent","n":1}"#;
    assert_eq!(masked(&Json::default(), source, "Jane Okonkwo", "[X]"), r#"{"log":"body W1hd sent","n":1}"#);
}

#[test]
fn pages_have_addresses_in_turned_digits_and_strings_put_together() {
    // "ann@x.org", each byte turned by 07.
    let page = "<p><a data-cfemail=\"07666969477f29687560\">x</a></p>";
    let written = masked(&Html::default(), page, "ann@x.org", "[X]");
    assert_eq!(written, "<p><a data-cfemail=\"5a010207\">x</a></p>");
    let script = "<script>m='ann' + '@x'+\".org\";</script>";
    assert_eq!(masked(&Html::default(), script, "ann@x.org", "[X]"), "<script>m='[X]' + ''+\"\";</script>");
}

#[test]
fn encoded_stretches_in_others_are_opened_and_not_for_ever() {
    let mut source = "Jane Okonkwo and some more words to be read".to_owned();
    for _ in 0..3 {
        source = base64(source.as_bytes());
    }
    let once = masked(&TextFile, &format!("x {source} y"), "Jane Okonkwo", "[X]");
    let document = TextFile.read(once.into_bytes()).expect("readable");
    assert!(document.text().contains("[X] and some more words"));
    let mut source = "Jane Okonkwo and some more words to be read".to_owned();
    for _ in 0..24 {
        source = base64(source.as_bytes());
    }
    assert!(TextFile.read(source.into_bytes()).is_ok());
}

/// Base64, by the letter of its standard.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for nth in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * nth) & 63) as usize];
            out.push(if nth <= group.len() { char::from(letter) } else { '=' });
        }
    }
    out
}
