//! Word documents and presentations, place by place.

use proptest::prelude::*;

use super::laws::{self, replaced, unpacked};
use super::testing::{self, BODY, DOCX_WORDS, PPTX_WORDS, SPACES, TestParts};
use crate::formats::testing::texts;
use crate::formats::{DocumentFormat, Docx, Pptx, ReadError};
use crate::{BlockKind, Document, Edits, MaskedValue, RemovableKind, ResultVerifier, TextEdit};

fn docx(bytes: Vec<u8>) -> Document {
    Docx::default().read(bytes).expect("a sound document")
}

/// A document of this body.
fn with_body(body: &str) -> Document {
    docx(with_main(body).package())
}

fn with_main(body: &str) -> TestParts {
    let document = format!("<w:document {SPACES}><w:body>{body}</w:body></w:document>");
    TestParts::default().xml("", "d", "officeDocument", "word/document.xml", &document)
}

#[test]
fn every_place_of_a_document_is_read_and_masked() {
    laws::hold(&Docx::default(), &testing::docx(), &DOCX_WORDS.split(' ').collect::<Vec<_>>());
}

#[test]
fn every_place_of_a_presentation_is_read_and_masked() {
    laws::hold(&Pptx::default(), &testing::pptx(), &PPTX_WORDS.split(' ').collect::<Vec<_>>());
}

#[test]
fn what_is_taken_out_leaves_nothing_that_refers_to_it() {
    let all = unpacked(replaced(&Docx::default(), &docx(testing::docx()), &[], |_| true));
    for gone in ["oleObject1.bin", "vbaProject.bin", "chunk.bin", "activeX", "thumbnail", "\"o1\"", "\"o4\"", "rsid"] {
        assert!(!all.contains(gone), "help: {gone} must be gone");
    }
    assert!(all.contains("w:author=\"\"") && !all.contains("w:date="), "an author must be stated, a time need not be");
    assert!(!all.contains("gfxdata") && !all.contains("docId") && !all.contains("attachedTemplate"));
    assert!(all.contains("Target=\"data:\""), "a link that holds what it leads to");
    assert!(all.contains("word/media/image1.png\u{fffd}PNG") && all.contains("r:id=\"l1\""));

    let document = Pptx::default().read(testing::pptx()).expect("sound");
    let all = unpacked(replaced(&Pptx::default(), &document, &[], |_| true));
    assert!(!all.contains("videoFile") && !all.contains("oleObj") && !all.contains("media1.mp4"));
    assert_eq!(all.matches("<p:graphicFrame>").count(), 1, "the table stays");
}

#[test]
fn what_is_not_read_is_named() {
    let document = docx(testing::docx());
    let named = |kind: RemovableKind| {
        let of_kind = document.removable().iter().filter(|part| part.kind == kind);
        of_kind.map(|part| &*part.place).collect::<Vec<_>>()
    };
    let embedded = named(RemovableKind::Embedded);
    for place in ["word/embeddings/oleObject1.bin", "word/vbaProject.bin", "word/activeX/activeX1.bin"] {
        assert!(embedded.contains(&place), "help: {place} must be named");
    }
    assert_eq!(named(RemovableKind::Picture), ["word/media/image1.png"]);
    assert!(named(RemovableKind::Metadata).contains(&"docProps/thumbnail.png"));
}

#[test]
fn a_value_in_several_runs_is_one_text() {
    let document = docx(testing::docx());
    let blocks = texts(&document);
    assert!(blocks.contains(&"Name: Zqsplit \tend"), "not the blanks between the runs, nor what is between them");
    assert!(blocks.contains(&" HYPERLINK \"Zqfield\" ") && blocks.contains(&"Zqresult"));
    assert!(blocks.contains(&"Zqinserted Zqdeleted"));
    assert!(blocks.contains(&"after") && blocks.contains(&"Zqbox") && blocks.contains(&"Zqfallback"));
}

#[test]
fn deleted_words_do_not_run_into_those_that_are_left() {
    let change = |before: &str, old: &str, new: &str, after: &str| {
        format!(
            "<w:p><w:r><w:t>{before}</w:t></w:r><w:del><w:r><w:delText>{old}</w:delText></w:r></w:del>\
             <w:ins><w:r><w:t>{new}</w:t></w:r></w:ins><w:r><w:t>{after}</w:t></w:r></w:p>"
        )
    };
    let whole = with_body(&change("Dr. ", "Lee", "Moore", " came"));
    assert_eq!(texts(&whole), ["Dr. Lee Moore came"], "with a blank of ours between the two");
    let part = with_body(&change("ann@", "old", "new", ".org"));
    assert_eq!(texts(&part), ["ann@new.org", "old"]);
    let edits = Edits::new(vec![TextEdit::new(whole.span(4, 13).expect("a span"), "X")]).expect("one edit");
    let written = Docx::default().write(&whole, &edits).expect("writable");
    assert_eq!(docx(written).text(), "Dr. X came");
}

#[test]
fn hidden_text_does_not_run_into_what_is_shown() {
    let run = |text: &str, hides: &str| format!("<w:r><w:rPr>{hides}</w:rPr><w:t>{text}</w:t></w:r>");
    let hidden = "<w:vanish/>";
    let shown = "<w:vanish w:val=\"0\"/>";
    let body =
        [run("no ", hidden), run("1957", hidden), run("Ann", ""), run("xy", hidden), run(" Lee", shown)].concat();
    assert_eq!(texts(&with_body(&format!("<w:p>{body}</w:p>"))), ["no 1957 Ann Lee", "xy"]);
}

#[test]
fn two_fields_of_a_paragraph_are_apart() {
    let field = |code: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let document = with_body(&format!("<w:p><w:r><w:t>of </w:t></w:r>{}{}</w:p>", field("PAGE"), field("DATE x")));
    assert_eq!(texts(&document), ["of ", "PAGE", "DATE x"]);
}

#[test]
fn settings_of_the_format_are_no_text() {
    let document = with_body(
        "<w:p w14:textId=\"77777777\"><w:pPr><w:pStyle w:val=\"Heading1\"/><w:numPr><w:ilvl w:val=\"0\"/></w:numPr>\
         <w:tabs><w:tab w:val=\"left\" w:pos=\"1234567\"/></w:tabs><w:rPr><w:rFonts w:ascii=\"Times New Roman\"/>\
         <w:lang w:val=\"es-ES\"/><w:color w:val=\"000000\"/></w:rPr></w:pPr><w:r><w:drawing><wp:inline>\
         <wp:extent cx=\"12345678\" cy=\"1\"/><a:graphic><a:ext uri=\"{28A0092B-C50C-407E-A947-70E740481C1C}\"/></a:graphic>\
         </wp:inline></w:drawing><w:t>text</w:t></w:r></w:p>",
    );
    assert_eq!(texts(&document), ["text"]);
}

#[test]
fn blanks_at_the_ends_of_a_run_are_kept() {
    let document = with_body("<w:p><w:r><w:t>Ann Lee called</w:t></w:r></w:p><w:p><w:r><a:t>Ann</a:t></w:r></w:p>");
    let edits = Edits::new(vec![
        TextEdit::new(document.span(0, 7).expect("a span"), ""),
        TextEdit::new(document.span(15, 18).expect("a span"), " x"),
    ]);
    let written = Docx::default().write(&document, &edits.expect("one edit")).expect("writable");
    let all = unpacked(written.clone());
    assert!(all.contains("<w:t xml:space=\"preserve\"> called</w:t>"));
    assert!(all.contains("<a:t> x</a:t>"), "the text of drawings has no such attribute");
    assert!(docx(written).text().starts_with(" called"));
}

#[test]
fn the_id_of_a_style_goes_with_its_name() {
    let styles = format!(
        "<w:styles {SPACES}><w:style w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
         <w:style w:styleId=\"ZqAnnLee\"><w:name w:val=\"Zq Ann Lee\"/><w:basedOn w:val=\"Normal\"/></w:style></w:styles>"
    );
    let main = with_main("<w:p><w:pPr><w:pStyle w:val=\"ZqAnnLee\"/></w:pPr><w:r><w:t>text</w:t></w:r></w:p>");
    let document = docx(main.xml("word/document.xml", "s", "styles", "word/styles.xml", &styles).package());
    let all = unpacked(replaced(&Docx::default(), &document, &[("Zq Ann", "Xx")], |_| true));
    assert!(!all.contains("Zq"));
    assert!(all.contains("<w:pStyle w:val=\"Style1\"/>") && all.contains("w:styleId=\"Style1\""));
    assert!(all.contains("<w:basedOn w:val=\"Normal\"/>"));
}

#[test]
fn other_prefixes_and_the_strict_namespaces_are_the_same() {
    let body = "<ns0:document xmlns:ns0=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"><ns0:body><ns0:p><ns0:r>\
                <ns0:t>An</ns0:t></ns0:r> <ns0:r><ns0:t>na</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>";
    let parts = TestParts::default().xml("", "d", "officeDocument", "word/document.xml", body);
    assert_eq!(texts(&docx(parts.package())), ["Anna"]);
}

#[test]
fn a_document_inside_is_read_by_its_own_format() {
    let inner = with_main("<w:p><w:r><w:t>Inner Zqinner</w:t></w:r></w:p>").package();
    let content_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let document = docx(
        with_main("<w:p><w:r><w:t>Outer</w:t></w:r></w:p>")
            .part("word/document.xml", "e1", "package", "word/embeddings/a.docx", content_type, &inner)
            .package(),
    );
    assert!(texts(&document).contains(&"Inner Zqinner"));
    let again = docx(replaced(&Docx::default(), &document, &[("Zqinner", "Xx")], |_| true));
    assert!(texts(&again).contains(&"Inner Xx"));
}

fn refusal(parts: &TestParts) -> ReadError {
    Docx::default().read(parts.package()).expect_err("refused")
}

#[test]
fn what_cannot_be_dealt_with_is_refused_by_name() {
    let main = "word/document.xml";
    let part = |kind: &str, name: &str, content_type: &str, content: &[u8]| {
        refusal(&with_main("<w:p/>").part(main, "z", kind, name, content_type, content))
    };
    let place = |error: ReadError| match error {
        ReadError::Part { part, .. } => part.into_string(),
        other => other.to_string(),
    };
    let unheard =
        with_main("<w:p/>").part(main, "z", "unheard-of", "word/data1.bin", "application/x-data", b"\0").package();
    let document = Docx::default().read(unheard).expect("readable");
    let places: Vec<_> = document.removable().iter().map(|part| (part.kind, &*part.place)).collect();
    assert_eq!(places, [(RemovableKind::Embedded, "word/data1.bin")], "the policy decides about it");
    assert_eq!(place(part("image", "word/media/image1.png", "image/png", b"no picture")), "word/media/image1.png");
    assert_eq!(place(part("footer", "word/footer1.xml", "application/xml", b"<w:ftr>")), "word/footer1.xml");
    let signature = part("x/digital-signature/origin", "_xmlsignatures/origin.sigs", "application/x", b"");
    assert_eq!(signature, ReadError::Signed);
    let object =
        with_main("<w:p><w:unheardOf r:id=\"z\"/></w:p>").part(main, "z", "oleObject", "word/a.bin", "a/b", b"\0");
    assert_eq!(place(refusal(&object)), "word/document.xml", "it cannot be cut out where it stands");
}

#[test]
fn names_of_members_that_people_chose_are_not_told() {
    let parts = with_main("<w:p/>").part("word/document.xml", "z", "x", "word/Ann Lee.bin", "application/x", b"\0");
    let document = Docx::default().read(parts.package()).expect("readable");
    assert!(!document.removable().iter().any(|part| part.place.contains("Ann")));
    let parts = with_main("<w:p/>")
        .part("word/document.xml", "z", "x", "word/ann@b.org.xml", "application/xml", b"<x/>")
        .part("word/document.xml", "y", "image", "word/media/Ann Lee.png", "image/png", b"\x89PNG\r\n");
    let document = Docx::default().read(parts.package()).expect("readable");
    let written = replaced(&Docx::default(), &document, &[], |kind| kind == RemovableKind::Name);
    let all = laws::unpacked(written.clone());
    assert!(!all.contains("ann@b") && !all.contains("Ann Lee"), "they are called otherwise");
    let again = Docx::default().read(written).expect("readable");
    assert!(again.removable().iter().all(|part| part.kind == RemovableKind::Picture), "and everything is found");
}

proptest! {
    #[test]
    fn broken_documents_are_read_or_refused(at in 0..BODY.len(), cut in 0..40usize, put in "[ -~]{0,4}") {
        let end = (at + cut).min(BODY.len());
        let broken = [BODY.get(..at).unwrap_or_default(), &put, BODY.get(end..).unwrap_or_default()].concat();
        let bytes = with_main(&broken).package();
        if let Ok(document) = Docx::default().read(bytes.clone()) {
            prop_assert!(Docx::default().write(&document, &Edits::none()).expect("writable") == bytes);
            let written = replaced(&Docx::default(), &document, &[("Zq", "Xx")], |_| true);
            Docx::default().read(written).expect("help: what was written must be readable");
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0..2000usize) {
        _ = Docx::default().read(bytes.clone());
        let mut package = testing::pptx();
        package.truncate(package.len().saturating_sub(at));
        package.extend(bytes);
        _ = Pptx::default().read(package);
    }
}

/// Masks a word of a document's text and searches the result.
fn masked(document: &Document, word: &str) -> Result<(), crate::RemainingValue> {
    let at = document.text().find(word).expect("it is there");
    let span = document.span(at, at + word.len()).expect("a span");
    let edits = Edits::new(vec![TextEdit::new(span, "[PERSON 1]")]).expect("one edit");
    let masked = [MaskedValue { span, everywhere: true }];
    let verifier = ResultVerifier::new(document, &edits, &masked, &[])?;
    verifier.check(&docx(Docx::default().write(document, &edits).expect("writable")))
}

#[test]
fn who_is_called_like_a_typeface_is_told_from_it_by_place() {
    let dressed =
        |run: &str| with_body(&format!("<w:p><w:r><w:rPr>{run}</w:rPr><w:t>Met Shrutika today</w:t></w:r></w:p>"));
    assert_eq!(masked(&dressed("<w:rFonts w:ascii=\"Shrutika\" w:hAnsi=\"Shrutika\"/>"), "Shrutika"), Ok(()));
    assert_eq!(masked(&dressed("<w:rStyle w:val=\"Shrutika\"/>"), "Shrutika"), Ok(()));
    assert!(masked(&dressed("<w:lang w:val=\"Shrutika\"/>"), "Shrutika").is_err(), "no typeface is named there");
}

#[test]
fn placeholders_of_layouts_hold_prompts() {
    let spaces = "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
        xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"";
    let shape = |is_placeholder: bool, text: &str| {
        let kind = if is_placeholder { "<p:nvSpPr><p:nvPr><p:ph type=\"title\"/></p:nvPr></p:nvSpPr>" } else { "" };
        format!("<p:sp>{kind}<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>")
    };
    let shapes = format!("{}{}", shape(true, "Click to edit Master title"), shape(false, "Zqhouse"));
    let master = format!("<p:sldMaster {spaces}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sldMaster>");
    let parts = TestParts::default()
        .xml("", "d", "officeDocument", "ppt/presentation.xml", &format!("<p:presentation {spaces}/>"))
        .xml("ppt/presentation.xml", "m", "slideMaster", "ppt/slideMasters/slideMaster1.xml", &master);
    let document = Pptx::default().read(parts.package()).expect("sound");
    let kind =
        |text: &str| document.blocks().iter().find(|block| document.slice(block.span) == text).map(|block| block.kind);
    assert_eq!(kind("Click to edit Master title"), Some(BlockKind::Prompt));
    assert_eq!(kind("Zqhouse"), Some(BlockKind::Paragraph), "what stands on every slide is text");
}
