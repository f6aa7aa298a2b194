//! Whole files through reading, editing and writing.

use std::ops::Range;

use crate::content::{ContentReader, ContentRoot};
use crate::fonts::truetype::tests::small_font;
use crate::geometry::PagePoint;
use crate::testing::{OpenedPdf, TextEdits, build, one_page, stream};
use crate::{PdfError, PdfFile, PlaceKind, Removals, decoded};

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/// A file of one page with this content; the font is `/F1`, more resources and objects from the sixth on may be added.
fn file(content: &str, resources: &str, others: &[&str]) -> Vec<u8> {
    let content = stream("", content);
    let mut objects = vec![content.as_str(), HELVETICA];
    objects.extend(others);
    let page = format!("/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>{resources}>>");
    one_page("", &page, &objects, "")
}

fn open(bytes: &[u8]) -> OpenedPdf {
    OpenedPdf::new(bytes.to_vec()).expect("a sound file")
}

fn text(bytes: &[u8]) -> String {
    open(bytes).places.first().expect("a page").text.clone()
}

/// Text of a page with this content.
fn text_of(content: &str) -> String {
    text(&file(content, "", &[]))
}

/// Edits that replace words wherever they are.
fn edits(pdf: &OpenedPdf, words: &[(&str, &str)]) -> Vec<TextEdits> {
    let mut all: Vec<TextEdits> = vec![Vec::new(); pdf.places.len()];
    for (place, edits) in pdf.places.iter().zip(&mut all) {
        for (word, replacement) in words {
            let found = place.text.match_indices(word);
            edits.extend(found.map(|(at, _)| (at..at + word.len(), (*replacement).to_owned())));
        }
        edits.sort_by_key(|(range, _)| range.start);
    }
    all
}

/// The file with words replaced, wherever they are.
fn masked(bytes: &[u8], words: &[(&str, &str)]) -> Vec<u8> {
    let pdf = open(bytes);
    pdf.write(&edits(&pdf, words), &Removals::default()).expect("written")
}

/// True if a word is anywhere in a file, as it would be for who looks through all streams.
fn holds(bytes: &[u8], word: &str) -> bool {
    let mut found = false;
    let is_in = |part: &[u8]| part.windows(word.len()).any(|window| window == word.as_bytes());
    decoded(&bytes.into(), |_| false, |shown| found |= shown.place != "bytes of the file" && is_in(shown.bytes))
        .expect("a sound file");
    found
}

/// The glyphs of the first page and where they stand.
fn glyphs(bytes: &[u8]) -> Vec<(String, PagePoint)> {
    let file = PdfFile::open(&bytes.into()).expect("a sound file");
    let page = file.pages().expect("pages")[0];
    let drawing = ContentReader::new(&file).read(ContentRoot::Page(page), 1).expect("readable");
    drawing.glyphs.iter().map(|glyph| (drawing.text_of(glyph).to_owned(), glyph.origin)).collect()
}

/// Asserts that all glyphs but those of the words stand where they stood.
fn assert_nothing_moved(before: &[u8], after: &[u8], gone: usize) {
    let (before, after) = (glyphs(before), glyphs(after));
    let stays = |(text, place): &&(String, PagePoint)| {
        after.iter().any(|(other, there)| text == other && place.minus(*there).length() < 0.01)
    };
    assert_eq!(before.iter().filter(|glyph| !stays(glyph)).count(), gone);
}

#[test]
fn all_ways_to_show_text_are_read() {
    let content = "BT /F1 12 Tf 14 TL 50 700 Td (One) Tj T* [(T) 20 (wo) -300 (words)] TJ (Three) ' \
                   1 0.5 (Fo ur) \" 1 0 0 1 50 600 Tm (Five) Tj ET";
    assert_eq!(text_of(content), "One\nTwo words\nThree\nFo ur\nFive");
}

#[test]
fn nothing_moves_when_text_goes() {
    let content = "BT /F1 12 Tf 1.5 Tc 4 Tw 80 Tz 14 TL 50 700 Td (Dear Ada Lovelace, hello) Tj ( and on) Tj \
                   (by Ada Lovelace ) ' 3 1 (of Ada Lovelace too) \" [(kern) -50 (Ada Love) 30 (lace) -90 (end)] TJ ET";
    let source = file(content, "", &[]);
    let output = masked(&source, &[("Ada Lovelace", "")]);
    assert!(!holds(&output, "Lovelace") && !holds(&output, "Ada"));
    assert_nothing_moved(&source, &output, 3 * "Ada Lovelace".len() + "AdaLovelace".len() + 1);
}

#[test]
fn replacements_are_read_back_where_they_stand() {
    let content = "BT /F1 12 Tf 14 TL 50 700 Td (Dear Ada Lovelace, your letter to Charles Babbage) Tj \
                   (came on Monday.) ' ET";
    let source = file(content, "", &[]);
    let words = [("Ada Lovelace", "[PERSON_1]"), ("Charles Babbage", "X"), ("Monday", "[A_LONG_LABEL]")];
    let output = masked(&source, &words);
    let expected = "Dear [PERSON_1], your letter to X came on [A_LONG_LABEL].";
    assert_eq!(text(&output), expected);
    assert!(!holds(&output, "Lovelace") && !holds(&output, "Babbage"));
    let again = open(&output);
    let nothing = vec![Vec::new(); again.places.len()];
    assert_eq!(again.write(&nothing, &Removals::default()).expect("written"), output);
}

#[test]
fn long_replacements_are_whole_even_in_narrow_boxes() {
    let token = format!("{{sfumato:person:{}}}", "abcdefgh234567".repeat(6));
    let lines = "0 -14 Td (more lines that follow) Tj ".repeat(8);
    let source = file(&format!("BT /F1 12 Tf 50 700 Td (to Al and on) Tj {lines}ET"), "", &[]);
    let output = text(&masked(&source, &[("Al", &token)]));
    assert_eq!(output.lines().next(), Some(format!("to {token} and on").as_str()));
}

#[test]
fn labels_without_room_are_short_and_a_legend_tells_them() {
    let source = file("BT /F1 10 Tf 50 700 Td (on 3/4 Al,on 3/4 Al,on 3/4 and so on) Tj ET", "", &[]);
    let output = text(&masked(&source, &[("Al", "[ORGANISATION 12]"), ("3/4", "[DATE OF BIRTH 3]")]));
    let lines: Vec<&str> = output.lines().collect();
    assert!(output.replace(" ,", ",").starts_with("on [DOB3] [O12],on [DOB3] [O12],on [DOB3] and"), "{output}");
    assert!(lines.last().is_some_and(|last| last.contains("[O12] = [ORGANISATION 12]")), "{output}");
    assert!(lines.last().is_some_and(|last| last.contains("[DOB3] = [DATE OF BIRTH 3]")), "{output}");
}

#[test]
fn blacked_out_text_leaves_a_box_and_no_text() {
    let source = file("BT /F1 12 Tf 50 700 Td (Call Grace Hopper now) Tj ET", "", &[]);
    let output = masked(&source, &[("Grace Hopper", "████")]);
    assert_eq!(text(&output), "Call now".replace(' ', "\t"));
    assert!(holds(&output, "0 g 0 -2.64"));
}

#[test]
fn words_blacked_out_one_by_one_are_plain_boxes_on_every_line() {
    let source = file("BT /F1 12 Tf 14 TL 50 700 Td (signed by Grace) Tj (Hopper herself) ' ET", "", &[]);
    for black in ["█ █", "█████\n██████"] {
        let output = masked(&source, &[("Grace Hopper", black)]);
        assert_eq!(text(&output), "signed by herself");
        let mut boxes = 0;
        let count = |part: &[u8]| String::from_utf8_lossy(part).matches(" cm 0 g 0 -2.64 ").count();
        decoded(&output.as_slice().into(), |_| false, |shown| boxes += count(shown.bytes)).expect("a sound file");
        assert_eq!(boxes, 2);
        assert!(!holds(&output, "0.92 g") && !holds(&output, "?"));
    }
}

#[test]
fn an_edit_over_two_lines_is_read_back_once() {
    let source = file("BT /F1 12 Tf 14 TL 50 700 Td (signed by Grace) Tj (Hopper herself) ' ET", "", &[]);
    let output = masked(&source, &[("Grace Hopper", "[P1]")]);
    assert_eq!(text(&output), "signed by [P1] herself");
}

#[test]
fn without_changes_the_bytes_stay() {
    let source = file("BT /F1 12 Tf (Hello) Tj ET", "", &[]);
    assert_eq!(masked(&source, &[]), source);
}

#[test]
fn edits_that_do_not_fit_are_refused() {
    let pdf = open(&file("BT /F1 12 Tf (Hello) Tj ET", "", &[]));
    let write = |edits: Vec<(Range<usize>, String)>| pdf.write(&[edits], &Removals::default());
    let edit = |range: Range<usize>| (range, String::new());
    assert_eq!(write(vec![edit(3..9)]), Err(PdfError::Inconsistent));
    assert_eq!(write(vec![edit(2..4), edit(0..1)]), Err(PdfError::Inconsistent));
    assert_eq!(pdf.write(&[], &Removals::default()), Err(PdfError::Inconsistent));
}

#[test]
fn forms_change_where_they_are_drawn_and_nowhere_stay_as_they_were() {
    let form = stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 300 50]/Resources<</Font<</F1 4 0 R>>>>",
        "BT /F1 10 Tf (by Ada Lovelace) Tj ET",
    );
    let content = stream("", "q 1 0 0 1 50 500 cm /Fm Do Q");
    let empty = stream("", "");
    let resources = "<</XObject<</Fm 5 0 R>>/Font<</F1 4 0 R>>>>";
    let pages = ["<</Type/Page/Parent 2 0 R/Contents 6 0 R>>", "<</Type/Page/Parent 2 0 R/Contents 7 0 R>>"];
    let tree = format!("<</Type/Pages/Count 2/Kids[3 0 R 8 0 R]/MediaBox[0 0 600 800]/Resources {resources}>>");
    let objects = ["<</Type/Catalog/Pages 2 0 R>>", &tree, pages[0], HELVETICA, &form, &content, &empty, pages[1]];
    let source = build(&objects, "");
    assert_eq!(text(&source), "by Ada Lovelace");
    let output = masked(&source, &[("Ada Lovelace", "[P]")]);
    assert_eq!(text(&output), "by [P]");
    // The second page shares the resources without drawing the form.
    assert!(!holds(&output, "Lovelace"));
}

#[test]
fn a_form_drawn_unchanged_elsewhere_stays_there() {
    let form = stream("/Subtype/Form/BBox[0 0 300 50]/Resources<</Font<</F1 5 0 R>>>>", "BT /F1 10 Tf (Ada) Tj ET");
    let content = "q 1 0 0 1 50 500 cm /Fm Do Q q 1 0 0 1 50 400 cm /Fm Do Q";
    let source = file(content, "/XObject<</Fm 6 0 R>>", &[&form]);
    let pdf = open(&source);
    assert_eq!(pdf.places[0].text, "Ada\nAda");
    let output = pdf.write(&[vec![(0..3, "[P]".to_owned())]], &Removals::default()).expect("written");
    assert_eq!(text(&output), "[P]\nAda");
}

#[test]
fn forms_drawn_nowhere_are_places_too() {
    let form =
        stream("/Subtype/Form/BBox[0 0 300 50]/Resources<</Font<</F1 5 0 R>>>>", "BT /F1 10 Tf (hidden Ada) Tj ET");
    let source = file("", "/XObject<</Fm 6 0 R>>", &[&form]);
    let pdf = open(&source);
    assert_eq!((pdf.places[1].kind, pdf.places[1].text.as_str()), (PlaceKind::Other, "hidden Ada"));
    assert!(!holds(&masked(&source, &[("Ada", "")]), "Ada"));
}

#[test]
fn forms_drawn_nowhere_that_cannot_be_read_are_emptied() {
    let form = stream("/Subtype/Form/BBox[0 0 300 50]", "BT /None 10 Tf (hidden Ada) Tj (");
    let source = file("BT /F1 9 Tf (Grace) Tj ET", "/XObject<</Fm 6 0 R>>", &[&form]);
    assert_eq!(open(&source).pdf.inventory().dropped, 1);
    assert!(!holds(&masked(&source, &[("Grace", "")]), "Ada"));
}

#[test]
fn appearances_patterns_and_masks_are_read_and_changed() {
    let drawn = |text: &str, entries: &str| {
        stream(
            &format!("{entries}/BBox[0 0 99 99]/Resources<</Font<</F1 5 0 R>>>>"),
            &format!("BT /F1 9 Tf ({text} Ada) Tj ET"),
        )
    };
    let appearance = drawn("field", "/Subtype/Form");
    let pattern = drawn("tile", "/PatternType 1/PaintType 1/TilingType 1/XStep 99/YStep 99");
    let mask = drawn("mask", "/Subtype/Form/Group<</S/Transparency>>");
    let content = stream("", "/Pattern cs /P1 scn 0 0 50 50 re f /G1 gs");
    let page = "/Contents 4 0 R/Annots[<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N<</On 6 0 R>>>>>>]\
                /Resources<</Pattern<</P1 7 0 R>>/ExtGState<</G1<</SMask<</S/Alpha/G 8 0 R>>>>>>>>";
    let source = one_page("", page, &[&content, HELVETICA, &appearance, &pattern, &mask], "");
    let pdf = open(&source);
    let texts: Vec<&str> = pdf.places.iter().map(|place| place.text.as_str()).collect();
    assert_eq!(texts.get(..4), Some(["", "field Ada", "tile Ada", "mask Ada"].as_slice()));
    assert!(!holds(&masked(&source, &[("Ada", "[P]")]), "Ada"));
}

#[test]
fn contents_that_draw_one_another_are_read_as_they_were() {
    let font = "/BBox[0 0 99 99]/Resources<</Font<</F1 5 0 R>>";
    let inner = stream(&format!("/Subtype/Form{font}>>"), "BT /F1 9 Tf (inner Ada) Tj ET");
    let outer =
        stream(&format!("/Subtype/Form{font}/XObject<</Fm 6 0 R>>>>"), "/Fm Do BT /F1 9 Tf 0 50 Td (Ada) Tj ET");
    let page = "/Contents 4 0 R/Annots[<</Subtype/Stamp/AP<</N 6 0 R>>>><</Subtype/Stamp/AP<</N 7 0 R>>>>]";
    let source = one_page("", page, &[&stream("", ""), HELVETICA, &inner, &outer], "");
    let output = masked(&source, &[("Ada", "[P]")]);
    let texts: Vec<String> = open(&output).places.into_iter().map(|place| place.text).collect();
    assert_eq!(texts.get(..3), Some(["", "inner [P]", "[P]\ninner [P]"].map(str::to_owned).as_slice()));
    assert!(!holds(&output, "Ada"));
}

#[test]
fn texts_that_stand_for_glyphs_go_with_them() {
    let content = "/Span <</ActualText (Ada)/MCID 0>> BDC BT /F1 12 Tf 50 700 Td (Ada) Tj ET EMC \
                   /Span /P0 BDC BT /F1 12 Tf 50 600 Td (Ada) Tj ET EMC \
                   /Span <</ActualText (Grace)>> BDC BT /F1 12 Tf 50 500 Td (other) Tj ET EMC";
    let source = file(content, "/Properties<</P0<</ActualText(Countess)/MCID 1>>>>", &[]);
    let pdf = open(&source);
    assert!(pdf.places.iter().any(|place| place.kind == PlaceKind::Structure && place.text == "Grace"));
    let output = masked(&source, &[("Ada", ""), ("Grace", "")]);
    assert!(["Ada", "Grace", "Countess"].iter().all(|word| !holds(&output, word)) && holds(&output, "/MCID 0"));
    assert_eq!(text(&output), "other");
}

#[test]
fn letters_drawn_twice_are_read_once_and_both_go() {
    let content = "BT /F1 12 Tf 50 700 Td (Ada) Tj ET BT /F1 12 Tf 50.3 700 Td (Ada) Tj ET";
    let source = file(content, "", &[]);
    assert_eq!(text(&source), "Ada");
    assert!(!holds(&masked(&source, &[("Ada", "[P]")]), "Ada"));
}

#[test]
fn accents_drawn_apart_join_their_letters() {
    let source = file("BT /F1 12 Tf 50 700 Td [(J\\250) 333 (urgen)] TJ ET", "", &[]);
    assert_eq!(text(&source), "Jürgen");
    assert_eq!(text(&masked(&source, &[("Jürgen", "[P1]")])), "[P1]");
}

#[test]
fn hidden_text_is_read() {
    let content =
        "BT /F1 12 Tf 3 Tr 50 700 Td (invisible) Tj 0 Tr 1 g 0 -900 Td (outside) Tj /F1 0.01 Tf 0 100 Td (tiny) Tj ET";
    let read = text_of(content);
    assert!(["invisible", "outside", "tiny"].iter().all(|word| read.contains(word)));
}

#[test]
fn open_brackets_do_not_spoil_labels() {
    for content in ["Q q q 2 0 0 2 0 0 cm BT /F1 12 Tf 50 300 Td (Ada) Tj", "/A BMC BT /F1 12 Tf 50 300 Td (Ada) Tj ET"]
    {
        let output = masked(&file(content, "", &[]), &[("Ada", "[P]")]);
        assert_eq!(text(&output), "[P]");
        let place = glyphs(&output).first().expect("a label").1;
        let scale = if content.starts_with('Q') { 2.0 } else { 1.0 };
        assert!(place.minus(PagePoint::new(50.0 * scale, 300.0 * scale)).length() < 0.01);
    }
}

#[test]
fn turned_text_is_read_and_labelled() {
    let content =
        "BT /F1 12 Tf 0 1 -1 0 300 100 Tm (up goes Ada) Tj ET BT /F1 12 Tf 50 700 Td (a line that is longer) Tj ET";
    let source = file(content, "", &[]);
    assert_eq!(text(&source), "a line that is longer\nup goes Ada");
    assert_eq!(text(&masked(&source, &[("Ada", "[P]")])), "a line that is longer\nup goes [P]");
}

#[test]
fn letters_nobody_can_tell_go_with_their_room_and_pages_of_them_are_refused() {
    let font = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/90ms-RKSJ-H/DescendantFonts[7 0 R]>>";
    let kid = "<</Type/Font/Subtype/CIDFontType0/BaseFont/X>>";
    for encoding in ["90ms-RKSJ-H", "Identity-H"] {
        let font = font.replace("90ms-RKSJ-H", encoding);
        let with = |content: &str| {
            let source = file(content, "/ExtGState<<>>", &[&font, kid]);
            String::from_utf8(source).expect("letters").replace("/F1 5 0 R", "/F1 5 0 R/F2 6 0 R").into_bytes()
        };
        let word = "BT /F1 12 Tf 50 700 Td (Call ) Tj /F2 12 Tf (\\000\\101\\000\\102\\000\\103) Tj ET";
        let source = with(word);
        let pdf = open(&source);
        assert_eq!(pdf.pdf.inventory().unreadable, [1]);
        let output = pdf.write(&edits(&pdf, &[]), &Removals::default()).expect("written");
        assert_eq!(text(&output), "Call", "{encoding}");
        assert!(!holds(&output, "\\000\\101") && !holds(&output, "AB") && holds(&output, "0.92 g"));
        let page = with(&word.replace("\\000\\101", &"\\000\\101\\000\\102".repeat(40)));
        assert!(matches!(OpenedPdf::new(page), Err(PdfError::Unreadable { page: 1 })), "{encoding}");
    }
}

/// A file with text in a large font without a list of its characters; the font file tells them.
fn large_font(encoding: &str, content: &str) -> Vec<u8> {
    let font = format!("<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/{encoding}/DescendantFonts[7 0 R]>>");
    let kid = "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDToGIDMap/Identity\
               /DW 500/W[1[1000 250]]/FontDescriptor 8 0 R>>";
    let hex: String = small_font().iter().map(|byte| format!("{byte:02x}")).collect();
    let program = stream("/Filter/ASCIIHexDecode", &hex);
    let objects = [font.as_str(), kid, "<</Type/FontDescriptor/FontFile2 9 0 R>>", &program];
    let source = file(content, "", &objects);
    String::from_utf8(source).expect("letters").replace("/F1 5 0 R", "/F2 6 0 R").into_bytes()
}

#[test]
fn large_fonts_are_read_by_their_font_files() {
    let source = large_font("Identity-H", "BT /F2 10 Tf 50 700 Td <00010001000200010001> Tj ET");
    assert_eq!(text(&source), "AA AA");
    let places: Vec<f64> = glyphs(&source).iter().map(|(_, place)| place.x).collect();
    assert_eq!(places, [50.0, 60.0, 70.0, 72.5, 82.5]);
    let output = masked(&source, &[(" AA", "")]);
    assert_eq!(text(&output), "AA");
}

#[test]
fn text_that_runs_down_is_read_and_taken_out() {
    let source = large_font("Identity-V", "BT /F2 10 Tf 50 700 Td <00010001000200010001> Tj ET");
    assert_eq!(text(&source), "AA AA");
    let last = |bytes: &[u8]| glyphs(bytes).last().expect("a glyph").1;
    assert_eq!(last(&source).y, 660.0);
    let output = masked(&source, &[("AA ", "")]);
    assert_eq!((text(&output).as_str(), last(&output).y), ("AA", 660.0));
}

#[test]
fn single_signs_nobody_can_tell_stay_and_words_go() {
    let item = "BT /F1 12 Tf 50 700 Td (\\177 An item) Tj ET";
    assert_eq!(text_of(item), "\u{FFFD} An item");
    let word = "BT /F1 12 Tf 50 700 Td (An item \\001\\002\\003\\001) Tj ET";
    assert_eq!(text(&masked(&file(word, "", &[]), &[])), "An item");
    let spelt = "BT /F1 12 Tf 50 700 Td (An item \\001 \\002 \\003 of it) Tj ET";
    assert_eq!(text(&masked(&file(spelt, "", &[]), &[])), "An item    of it");
    let half = "BT /F1 12 Tf 50 700 Td (of M\\001ller) Tj ET";
    assert_eq!(text(&masked(&file(half, "", &[]), &[])), "of");
    assert_eq!(text(&masked(&file(item, "", &[]), &[("item", "[X]")])), "\u{FFFD} An [X]");
}

#[test]
fn drawn_fonts_are_read_by_their_names() {
    let font = "<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FontBBox[0 0 60 100]/FirstChar 1/LastChar 2\
                /Widths[60 60]/Encoding<</Differences[1/A/d]>>/CharProcs<</A 7 0 R/d 7 0 R>>>>";
    let glyph = stream("", "60 0 d0 0 0 50 50 re f");
    let source = file("BT /F3 10 Tf 50 700 Td <010201> Tj ET", "", &[font, &glyph]);
    let source = String::from_utf8(source).expect("letters").replace("/F1 5 0 R", "/F3 6 0 R").into_bytes();
    assert_eq!(text(&source), "AdA");
    assert_eq!(text(&masked(&source, &[("d", "")])), "A A");
}

#[test]
fn scans_are_refused_unless_pictures_go() {
    let image = stream("/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "xx");
    let content = "q 600 0 0 800 0 0 cm /Im Do Q BT /F1 12 Tf 3 Tr 50 700 Td (layer of Ada) Tj ET";
    let source = file(content, "/XObject<</Im 6 0 R>>", &[&image]);
    let pdf = open(&source);
    assert_eq!(
        (pdf.pdf.inventory().scans.as_slice(), pdf.pdf.inventory().pictures.as_slice()),
        ([1].as_slice(), [(1, 1)].as_slice())
    );
    let nothing = edits(&pdf, &[]);
    assert!(matches!(pdf.write(&nothing, &Removals::default()), Err(PdfError::Page { page: 1, .. })));
    let pictures = Removals { pictures: true, ..Removals::default() };
    assert!(pdf.write(&nothing, &pictures).is_ok());
}

#[test]
fn pictures_and_drawn_letters_are_taken_out() {
    let image = stream("/Subtype/Image/Width 6/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "secret");
    let letters: String = (0..10)
        .map(|nth| {
            let (x, wide) = (nth * 10, 3 + nth % 5);
            format!("{x} 100 m {x} 108 l {} 108 {} 104 {} 100 c h f ", x + wide, x + wide, x + wide)
        })
        .collect();
    let content =
        format!("q 60 0 0 8 0 0 cm /Im Do Q BI /W 6/H 1/BPC 8/CS/G ID hidden EI {letters}BT /F1 9 Tf (stays) Tj ET");
    let source = file(&content, "/XObject<</Im 6 0 R>>", &[&image]);
    let pdf = open(&source);
    assert_eq!(
        (pdf.pdf.inventory().pictures.as_slice(), pdf.pdf.inventory().outlines.as_slice()),
        ([(1, 2)].as_slice(), [(1, 1)].as_slice())
    );
    let output = pdf.write(&edits(&pdf, &[]), &Removals { pictures: true, ..Removals::default() }).expect("written");
    assert!(!holds(&output, "secret") && !holds(&output, "hidden"));
    assert_eq!(text(&output), "stays");
    let again = open(&output);
    assert!(again.pdf.inventory().outlines.is_empty() && again.pdf.inventory().pictures.is_empty());
    assert!(!holds(&output, "104"), "nor is the path there any more");
}

#[test]
fn drawn_letters_go_turned_slanted_on_a_curve_and_as_windows() {
    let letters = |end: &str| -> String {
        let letter = |nth: i32| {
            let (x, wide) = (nth * 10, 3 + nth % 5);
            format!("{x} 0 m {x} 8 l {} 8 {} 4 {} 0 c h {end} ", x + wide, x + wide, x + wide)
        };
        (0..8).map(letter).collect()
    };
    let curved: String = (0..8)
        .map(|nth| {
            let (sine, cosine) = (f64::from(nth) * 0.3).sin_cos();
            let wide = 3 + nth % 5;
            format!("q {cosine:.3} {sine:.3} {:.3} {cosine:.3} {:.1} {:.1} cm 0 0 m 0 8 l {wide} 4 l {wide} 2 1 1 0 0 c f Q ",
                -sine, 200.0 + 40.0 * sine, 300.0 - 40.0 * cosine)
        })
        .collect();
    for drawn in [
        format!("0 1 -1 0 300 200 cm {}", letters("f")),
        format!("0.8 0.6 -0.6 0.8 300 200 cm {}", letters("S")),
        format!("1 0 0 1 300 200 cm {}0 0 99 99 re f", letters("W n")),
        curved,
    ] {
        let source = file(&format!("q {drawn} Q BT /F1 9 Tf (stays) Tj ET"), "", &[]);
        let pdf = open(&source);
        assert_eq!(pdf.pdf.inventory().outlines, [(1, 1)], "{drawn}");
        let output =
            pdf.write(&edits(&pdf, &[]), &Removals { pictures: true, ..Removals::default() }).expect("written");
        assert!(!holds(&output, " 0 c ") && text(&output) == "stays", "{drawn}");
    }
}

#[test]
fn a_map_that_lies_makes_its_font_unreadable() {
    let map = |pairs: &str| {
        stream("", &format!("1 begincodespacerange <00> <FF> endcodespacerange 5 beginbfchar {pairs} endbfchar"))
    };
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>";
    let with = |pairs: &str| {
        let source = file("BT /F1 9 Tf 50 700 Td (so ) Tj /F2 9 Tf (Jane) Tj ET", "", &[font, &map(pairs)]);
        String::from_utf8(source).expect("letters").replace("/F1 5 0 R", "/F1 5 0 R/F2 6 0 R").into_bytes()
    };
    assert_eq!(text(&with("<4A> <004A> <61> <0061> <6E> <006E> <65> <0065>")), "so Jane");
    let lying = with("<4A> <0078> <61> <0079> <6E> <007A> <65> <0077>");
    assert_eq!(text(&lying), "so \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}");
    let output = masked(&lying, &[]);
    assert!(text(&output) == "so" && !holds(&output, "Jane"));
    let blank = with("<4A> <0020> <61> <0020> <6E> <200B> <65> <0020>");
    assert!(text(&masked(&blank, &[])) == "so" && !holds(&masked(&blank, &[]), "Jane"));
}

#[test]
fn what_stands_nowhere_is_taken_out() {
    let source = file("BT /F1 9 Tf (stays) Tj ET BT /F1 9 Tf 9e99 0 0 1 9e99 0 cm (x) Tj ET", "", &[]);
    assert!(holds(&masked(&source, &[]), "stays"));
    let far = "9".repeat(200);
    let content = format!(
        "BT /F1 9 Tf (stays) Tj ET q {far} 0 0 1 0 0 cm {far} 0 0 1 0 0 cm BT /F1 9 Tf {far} 0 Td (Jane) Tj ET Q"
    );
    let output = masked(&file(&content, "", &[]), &[]);
    assert!(!holds(&output, "Jane") && holds(&output, "stays"));
}

#[test]
fn content_that_nothing_draws_and_pictures_that_nothing_shows_do_not_pass() {
    let content = stream("", "BT [(Ja) 20 (ne)] TJ ET");
    let image = stream("/Subtype/Image/Width 6/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "secret");
    let source = file("BT /F1 9 Tf (stays) Tj ET", "/Odd 6 0 R/XObject<</Im 7 0 R>>", &[&content, &image]);
    let pdf = open(&source);
    assert!(pdf.pdf.inventory().hidden_pictures && pdf.pdf.inventory().unknown == 1);
    let output = pdf.write(&edits(&pdf, &[]), &Removals { pictures: true, ..Removals::default() }).expect("written");
    assert!(!holds(&output, "(Ja)") && !holds(&output, "secret") && holds(&output, "stays"));
}

#[test]
fn replacement_texts_given_letter_by_letter_are_read_as_a_word() {
    let letters: String =
        "Jane Roe".chars().map(|letter| format!("/Span <</ActualText ({letter})>> BDC (x) Tj EMC ")).collect();
    let source = file(&format!("BT /F1 9 Tf 50 700 Td {letters} ET"), "", &[]);
    let pdf = open(&source);
    assert!(pdf.places.iter().any(|place| place.text == "Jane Roe"));
    let output = masked(&source, &[("Jane Roe", "[P]")]);
    assert!(!holds(&output, "ActualText"));
}

#[test]
fn strings_that_nothing_shows_are_gone_from_what_is_written() {
    let metadata = Removals { metadata: true, ..Removals::default() };
    for stray in [
        "(Jane Roe) foo",
        "% Jane Roe\n",
        "BT /F1 9 Tf (x) % Jane Roe\n Tj ET",
        "BT /F1 9 Tf [(x) [(Jane Roe)]] TJ ET",
        "BT /F1 9 Tf (Jane Roe) (x) Tj ET",
        "/P <</Note (Jane Roe)>> DP",
        "Jane Roe",
        "(Jane Roe)",
        "/Ps Do",
        "BT /None 9 Tf (Jane Roe) Tj ET",
    ] {
        let program = stream("/Type/XObject/Subtype/PS", "(Jane Roe) show");
        let source = file(&format!("BT /F1 9 Tf (stays) Tj ET {stray}"), "/XObject<</Ps 6 0 R>>", &[&program]);
        let pdf = open(&source);
        let output = pdf.write(&edits(&pdf, &[]), &metadata).expect("written");
        assert!(!holds(&output, "Jane") && !holds(&output, "Roe") && holds(&output, "stays"), "{stray}");
    }
    let form = stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 1 1 re f (Jane Roe) foo");
    let source = file("/Fm Do", "/XObject<</Fm 6 0 R>>", &[&form]);
    let pdf = open(&source);
    assert!(!holds(&pdf.write(&edits(&pdf, &[]), &metadata).expect("written"), "Jane"));
}

#[test]
fn single_dots_are_no_pictures_unless_they_hide_one() {
    let dot = "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray";
    let pictures = |entries: &str, data: &str| {
        let content = "/Im Do BI /W 1/H 1/BPC 8/CS/G ID x EI";
        let mask = stream("/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "xx");
        let image = stream(&format!("{dot}{entries}"), data);
        open(&file(content, "/XObject<</Im 6 0 R>>", &[&image, &mask])).pdf.inventory().pictures.len()
    };
    assert_eq!(pictures("", "x"), 0);
    assert_eq!(pictures("/SMask 7 0 R", "x"), 1);
    assert_eq!(pictures("/Filter/JPXDecode", "x"), 1);
    assert_eq!(pictures("", &"x".repeat(99)), 1);
}

#[test]
fn what_was_cleaned_holds_nothing_more_to_take_out() {
    let xmp = stream("/Type/Metadata/Subtype/XML", "<x>Ada</x>");
    let thumb = stream("/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "xx");
    let image = stream("/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 9 0 R", "xx");
    let mask = stream("/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "xx");
    let content = stream("", "/Thumb Do BT /F1 9 Tf (Grace) Tj ET");
    let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</Thumb 8 0 R>>>>/Thumb 7 0 R/LastModified(D:2024)\
                /PieceInfo<</X<</Private(Ada)>>>>/Odd<</DSS<<>>/SpiderInfo 1>>";
    let others = [&content, HELVETICA, &xmp, &thumb, &image, &mask, "<</Author(Ada)>>", "(Ada)"];
    let root = "/Metadata 6 0 R/SpiderInfo<<>>/DSS<<>>";
    let pdf = open(&one_page(root, page, &others, "/Info 10 0 R"));
    assert_eq!((pdf.pdf.inventory().metadata, pdf.pdf.inventory().pictures.len()), (2, 1));
    assert!(pdf.pdf.inventory().dropped > 0);
    let removals = Removals { metadata: true, pictures: true, ..Removals::default() };
    let output = pdf.write(&edits(&pdf, &[]), &removals).expect("written");
    let again = open(&output);
    assert_eq!(*again.pdf.inventory(), crate::Inventory::default());
    assert_eq!(again.write(&edits(&again, &[]), &removals).expect("written"), output);
}

#[test]
fn broken_contents_are_refused_by_page() {
    for content in ["BT /F1 12 Tf (never ends", "BI /W 1 ID never ends", &"q ".repeat(5000)] {
        assert!(OpenedPdf::new(file(content, "", &[])).is_err());
    }
    let form = stream("/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</Fm 6 0 R>>>>", "/Fm Do /Fm Do");
    let source = file("/Fm Do", "/XObject<</Fm 6 0 R>>", &[&form]);
    assert!(matches!(OpenedPdf::new(source), Err(PdfError::Bomb { .. })));
}
