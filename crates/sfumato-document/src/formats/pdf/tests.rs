//! Small files, read and written.

use super::*;
use crate::{Edits, TextEdit};

/// A file of one page with this content.
fn one_page(content: &str) -> Vec<u8> {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        page.to_owned(),
        format!("<<>>stream\n{content}\nendstream"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    let objects: String = objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
    format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").into_bytes()
}

#[test]
fn what_cannot_be_told_is_told_of_and_never_stays() {
    let source = one_page("BT /F 9 Tf 50 700 Td (Call ) Tj /None 9 Tf (Jane) Tj ET");
    let document = Pdf::default().read(source).expect("a sound file");
    let places: Vec<&str> = document.removable().iter().map(|part| &*part.place).collect();
    assert!(places.contains(&"page 1, letters that cannot be told"), "{places:?}");
    let written = Pdf::default().write(&document, &Edits::none()).expect("writable");
    assert_eq!(Pdf::default().read(written).expect("a sound file").text(), "Call");
}

#[test]
fn values_of_form_fields_are_labelled_with_their_names() {
    let source = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R]>>endobj\n\
        4 0 obj<</Subtype/Widget/FT/Tx/T(f1)/TU(Full name)/V(Jane Roe)/Rect[0 0 9 9]>>endobj\n\
        trailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n";
    let document = Pdf::default().read(source.to_vec()).expect("a sound file");
    let value = document.blocks().iter().find(|block| document.slice(block.span) == "Jane Roe").expect("a value");
    assert_eq!((value.kind, document.label(value)), (BlockKind::Field, Some("Full name")));
}

#[test]
fn every_place_is_edited_where_it_stands() {
    let page = |contents: u8| format!("<</Type/Page/Parent 2 0 R/Contents {contents} 0 R>>");
    let text = |text: &str| format!("<<>>stream\nBT /F 9 Tf 50 700 Td ({text}) Tj ET\nendstream");
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 600 800]/Resources<</Font<</F 6 0 R>>>>>>"
            .to_owned(),
        page(7),
        page(9),
        page(8),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        text("Jane Roe"),
        text("on Jane Roe"),
        "<<>>stream\n\nendstream".to_owned(),
    ];
    let objects: String = objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
    let source = format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R/Info<</Title(Jane\\n)>>>>\nstartxref\n0\n%%EOF\n");
    let document = Pdf::default().read(source.into_bytes()).expect("a sound file");
    assert_eq!(document.text(), "Jane Roe\non Jane Roe\nJane\n");
    let found = document.text().match_indices("Jane");
    let edits = found.map(|(at, _)| TextEdit::new(document.span(at, at + 4).expect("a span"), "[N]")).collect();
    let written = Pdf::default().write(&document, &Edits::new(edits).expect("disjoint")).expect("writable");
    assert_eq!(Pdf::default().read(written).expect("a sound file").text(), "[N] Roe\non [N] Roe\n[N]\n");
}

/// A file of one page that says "See the attached.", with these files attached: names, and objects as they stand.
fn with_attached(files: &[(&str, String)]) -> Vec<u8> {
    let content = "BT /F 9 Tf 50 700 Td (See the attached.) Tj ET";
    let mut objects = vec![
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>".to_owned(),
        format!("<<>>stream\n{content}\nendstream"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    let mut names = String::new();
    for (name, body) in files {
        let number = objects.len() + 2;
        names.push_str(&format!("({name}){} 0 R", number + 1));
        objects.push(format!("<</Type/EmbeddedFile/Length {}>>stream\n{body}\nendstream", body.len()));
        objects.push(format!("<</Type/Filespec/UF({name})/EF<</F {number} 0 R>>>>"));
    }
    objects.insert(0, format!("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[{names}]>>>>>>"));
    let objects: String = objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
    format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").into_bytes()
}

/// The file with a word masked wherever it stands, and without what is embedded.
fn without(source: &[u8], word: &str) -> Vec<u8> {
    let document = Pdf::default().read(source.to_vec()).expect("a sound file");
    let found = document.text().match_indices(word);
    let spans: Vec<crate::Span> = found.map(|(at, _)| document.span(at, at + word.len()).expect("a span")).collect();
    let edits = spans.iter().map(|span| TextEdit::new(*span, "[N]")).collect();
    let mut edits = Edits::new(edits).expect("disjoint");
    for part in document.removable().iter().filter(|part| part.kind == RemovableKind::Embedded) {
        edits = edits.removing(part).expect("apart");
    }
    let masked: Vec<crate::MaskedValue> =
        spans.iter().map(|span| crate::MaskedValue { span: *span, everywhere: true }).collect();
    let verifier = crate::ResultVerifier::new(&document, &edits, &masked, &[]).expect("sound");
    let written = Pdf::default().write(&document, &edits).expect("writable");
    verifier.check(&Pdf::default().read(written.clone()).expect("a sound file")).expect("nothing is left");
    written
}

#[test]
fn attached_files_are_read_by_their_own_formats() {
    let inner = String::from_utf8(one_page("BT /F 9 Tf 50 700 Td (from Okonkwo) Tj ET")).expect("ASCII");
    let invoice = "<invoice xmlns=\"http://okonkwo.example/\"><to note=\"for Okonkwo\">Okonkwo</to></invoice>";
    let files = [
        ("a.csv", "name,town\nOkonkwo,Bath\n".to_owned()),
        ("Okonkwo.xml", invoice.to_owned()),
        ("c.pdf", inner),
        ("d.bin", "\u{1}\u{2}\u{0}\u{3}\u{0}Okonkwo".to_owned()),
    ];
    let source = with_attached(&files);
    let document = Pdf::default().read(source.clone()).expect("a sound file");
    assert!(document.text().starts_with("See the attached."), "{}", document.text());
    let places: Vec<&str> = document
        .removable()
        .iter()
        .filter(|part| part.kind == RemovableKind::Embedded)
        .map(|part| &*part.place)
        .collect();
    assert_eq!(places.len(), 1);
    assert!(places[0].starts_with("attachment 4: "), "{places:?}");
    assert_eq!(Pdf::default().write(&document, &Edits::none()).expect("writable"), source);
    let written = without(&source, "Okonkwo");
    let text = Pdf::default().read(written).expect("a sound file").text().to_owned();
    // The name stands in the tree of names and in the specification of the file.
    assert_eq!(text.matches("[N]").count(), 6, "{text}");
    assert!(text.contains("[N].xml") && text.contains("from [N]") && !text.contains("d.bin"), "{text}");
}

#[test]
fn files_in_files_in_files_end_somewhere() {
    let mut file = one_page("BT /F 9 Tf 50 700 Td (innermost) Tj ET");
    for _ in 0..12 {
        let body = String::from_utf8(file).expect("ASCII");
        file = with_attached(&[("inner.pdf", body)]);
    }
    let document = Pdf::default().read(file).expect("a sound file");
    assert!(!document.text().contains("innermost"));
    let deep = document.removable().iter().find(|part| part.kind == RemovableKind::Embedded).expect("one too deep");
    assert!(deep.place.contains("files nested too deeply in one another"), "{}", deep.place);
}

/// A file of pages, each of lines with their heights.
fn pages(pages: &[&[(u32, &str)]]) -> Vec<u8> {
    let count = pages.len();
    let kids: String = (0..count).map(|nth| format!("{} 0 R ", 4 + 2 * nth)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Count {count}/Kids[{kids}]/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>>>"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    for (lines, nth) in pages.iter().zip(0..) {
        objects.push(format!("<</Type/Page/Parent 2 0 R/Contents {} 0 R>>", 5 + 2 * nth));
        let draw = |(y, text): &(u32, &str)| format!("BT /F 10 Tf 50 {y} Td ({text}) Tj ET\n");
        objects.push(format!("<<>>stream\n{}endstream", lines.iter().map(draw).collect::<String>()));
    }
    let objects: String = objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
    format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").into_bytes()
}

/// Lines of a page of prose: its head, these lines and its number.
fn prose<'t>(lines: &[&'t str], number: &'t str) -> Vec<(u32, &'t str)> {
    let mut all = vec![(780, "St Elsewhere Hospital, letters of the year")];
    all.extend(lines.iter().zip(0..).map(|(line, nth)| (700 - 12 * nth, *line)));
    all.push((30, number));
    all
}

#[test]
fn what_goes_over_the_end_of_a_page_is_read_as_one() {
    let filler = "The record was kept in the office for a long time and then moved to another";
    let cases = [
        (
            "and was signed in the evening hours by the ward sister of that year, Jane",
            "Okonkwo of Bath, who",
            "Jane Okonkwo of Bath",
        ),
        (
            "and was signed in the evening hours by the ward sister of that year, Okon-",
            "kwo of Bath, who",
            "year, Okonkwo of",
        ),
        (
            "and was signed in the evening hours by the one who is reached by jane@exam",
            "ple.org in Bath",
            "jane@example.org in",
        ),
    ];
    for (tail, head, joined) in cases {
        let first = prose(&[filler, filler, filler, tail], "Page 1 of 3");
        let second = prose(&[head, filler, filler], "Page 2 of 3");
        let third = prose(&["Something else is told here."], "Page 3 of 3");
        let source = pages(&[&first, &second, &third]);
        let document = Pdf::default().read(source.clone()).expect("a sound file");
        let text = document.text();
        assert!(text.contains(joined), "{text}");
        let (before, after) = (text.find("Page 1 of 3"), text.find(joined));
        assert!(before > after, "the foot follows the paragraph: {text}");
        assert_eq!(text.matches("St Elsewhere").count(), 3);
        assert_eq!(Pdf::default().write(&document, &Edits::none()).expect("writable"), source);
        let word = joined.trim_start_matches("year, ").split(" of").next().and_then(|word| word.split(" in").next());
        let written = without(&source, word.expect("a word"));
        let left = Pdf::default().read(written).expect("a sound file").text().to_owned();
        assert_eq!(left.matches("[N]").count(), 1, "{left}");
        for half in ["Jane", "Okon", "kwo", "jane@", "ple.org", "year, -"] {
            assert!(!left.contains(half), "{half}: {left}");
        }
        assert!(left.contains("Page 2 of 3") && left.contains("Something else"), "{left}");
    }
}

#[test]
fn a_page_that_ends_with_its_sentence_ends() {
    let line = "The record was kept in the office for a long time and then moved to another";
    let first = prose(&[line, line, "and nobody has ever seen it again, says the ward sister in her own letter."], "1");
    let second = prose(&["Okonkwo of Bath, who was there on that day, says something else about it", line], "2");
    let document = Pdf::default().read(pages(&[&first, &second])).expect("a sound file");
    let text = document.text();
    assert!(text.find("\n1\n") < text.find("Okonkwo"), "{text}");
}

#[test]
fn a_paragraph_may_fill_pages() {
    let lines = [
        "The record was kept in the office for a long time and then moved to another",
        "town, where the ward sister of that year had it bound in the blue leather of",
        "the library, and nobody has asked for it since the winter of the long floods",
        "but for the clerk of the court, who had it for one day and then brought it in",
    ];
    let page = |lines: &[&'static str], number| prose(lines, number);
    let all = [page(&lines[..1], "1"), page(&lines[1..3], "2"), page(&lines[3..], "3")];
    let document = Pdf::default().read(pages(&[&all[0], &all[1], &all[2]])).expect("a sound file");
    let whole = lines.join(" ");
    assert!(document.blocks().iter().any(|block| document.slice(block.span) == whole), "{}", document.text());
    assert!(document.text().ends_with('3'));
}

#[test]
fn pages_that_cannot_be_read_are_refused_with_what_to_do() {
    let letters: String = (0..90).map(|nth| format!("{:02x}", 0x21 + nth)).collect();
    let source = one_page(&format!("BT /None 9 Tf 50 700 Td <{letters}> Tj ET"));
    let error = Pdf::default().read(source).expect_err("nobody can tell its letters");
    assert_eq!(error, ReadError::UnreadablePage { page: 1 });
}
