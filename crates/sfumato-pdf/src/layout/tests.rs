//! The order of reading, on pages as they are drawn.

use crate::testing::{OpenedPdf, one_page, stream};

/// Lines of text at places.
fn page(lines: &[(i32, i32, &str)]) -> OpenedPdf {
    let draw = |(x, y, text): &(i32, i32, &str)| format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n");
    let content = stream("", &lines.iter().map(draw).collect::<String>());
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>";
    OpenedPdf::new(one_page("", page, &[&content, font], "")).expect("a sound file")
}

fn text(lines: &[(i32, i32, &str)]) -> String {
    page(lines).places.first().expect("a page").text.clone()
}

#[test]
fn columns_are_read_one_after_the_other() {
    let left =
        ["Ada Lovelace wrote notes", "on the engine that was", "never built in her time,", "and they were read."];
    let right = ["Charles Babbage drew it", "with many wheels and", "had no money left to", "have it made."];
    let mut lines = vec![(50, 750, "A title over both of the columns of this page, from one margin to the other one")];
    lines.extend(left.iter().zip(0..).map(|(text, nth)| (50, 720 - 12 * nth, *text)));
    lines.extend(right.iter().zip(0..).map(|(text, nth)| (300, 720 - 12 * nth, *text)));
    lines.push((50, 640, "And something below that runs over both columns again, from margin to margin of it"));
    let read = text(&lines);
    let expected = format!("{}\n{}\n{}\n{}", lines[0].2, left.join(" "), right.join(" "), lines[9].2);
    assert_eq!(read, expected);
}

#[test]
fn tables_are_read_row_by_row() {
    let mut lines = Vec::new();
    let rows = [
        ["Name", "Born", "Place of birth"],
        ["Ada Lovelace", "1815", "London"],
        ["Emmy Noether", "1882", "Erlangen"],
        ["Grace Hopper", "1906", "New York"],
    ];
    for (row, y) in rows.iter().zip((0..).map(|nth| 700 - 20 * nth)) {
        lines.extend(row.iter().zip([50, 250, 400]).map(|(cell, x)| (x, y, *cell)));
    }
    assert_eq!(text(&lines), rows.map(|row| row.join("\t")).join("\n"));
}

#[test]
fn labels_drawn_before_their_values_are_read_beside_them() {
    let labels = ["Name:", "Born:", "Phone:", "City:"];
    let values = ["Ada Lovelace", "10.12.1815", "+44 20 7946 0000", "London"];
    let mut lines: Vec<(i32, i32, &str)> = Vec::new();
    lines.extend(labels.iter().zip(0..).map(|(text, nth)| (50, 700 - 20 * nth, *text)));
    lines.extend(values.iter().zip(0..).map(|(text, nth)| (150, 700 - 20 * nth, *text)));
    assert_eq!(text(&lines), "Name:\tAda Lovelace\nBorn:\t10.12.1815\nPhone:\t+44 20 7946 0000\nCity:\tLondon");
}

#[test]
fn a_value_level_with_its_label_is_read_beside_it_whatever_stands_above_the_label() {
    let lines = [(50, 700, "Err:510"), (50, 687, "Phone:"), (120, 687, "34636337478"), (50, 660, "Below.")];
    assert_eq!(text(&lines), "Err:510\nPhone:\t34636337478\nBelow.");
}

#[test]
fn lines_drawn_in_any_order_are_read_downwards() {
    assert_eq!(text(&[(50, 600, "third"), (50, 700, "first"), (50, 650, "second")]), "first\nsecond\nthird");
}

#[test]
fn paragraphs_are_lines_close_to_each_other() {
    let page = page(&[(50, 700, "One goes"), (50, 688, "on here."), (50, 660, "Two stands"), (50, 648, "below.")]);
    let place = &page.places[0];
    let blocks: Vec<&str> = place.blocks.iter().filter_map(|block| place.text.get(block.clone())).collect();
    assert_eq!(blocks, ["One goes on here.", "Two stands below."]);
}

#[test]
fn pieces_of_a_word_join_and_words_part() {
    // The width of "Lovel" in this font is 24.46.
    assert_eq!(text(&[(100, 700, "Lovel"), (50, 700, "Ada"), (124, 700, "ace")]), "Ada\tLovelace");
}

#[test]
fn cells_of_several_lines_are_read_as_a_whole() {
    let lines = [
        (50, 694, "1"),
        (100, 700, "Letters of Ada"),
        (100, 688, "Lovelace, bound"),
        (300, 700, "London,"),
        (300, 688, "England"),
        (50, 660, "2"),
        (100, 660, "Notes"),
    ];
    assert_eq!(text(&lines), "1\nLetters of Ada Lovelace, bound\nLondon, England\n2\tNotes");
}

#[test]
fn close_labels_drawn_before_their_values_are_read_beside_them() {
    let lines = [(50, 700, "Name:"), (50, 688, "Born:"), (150, 700, "Ada Lovelace"), (150, 688, "10.12.1815")];
    assert_eq!(text(&lines), "Name:\tAda Lovelace\nBorn:\t10.12.1815");
}

#[test]
fn bullets_stay_with_their_items() {
    let lines = [
        (50, 700, "1."),
        (65, 700, "An item that runs over"),
        (65, 688, "two lines"),
        (50, 676, "2."),
        (65, 676, "Another"),
    ];
    assert_eq!(text(&lines), "1. An item that runs over two lines\n2. Another");
}

/// A page of narrow cells beside something else, each line at most as wide as the cell.
fn cell(lines: &[&str]) -> String {
    let mut drawn: Vec<(i32, i32, &str)> =
        lines.iter().zip(0..).map(|(line, nth)| (50, 700 - 12 * nth, *line)).collect();
    drawn.push((200, 700, "a cell beside it"));
    drawn.push((200, 688, "of two lines"));
    drawn.push((50, 600, "and a line below both of them that is wider than all of these cells together"));
    let read = text(&drawn);
    read.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn what_goes_over_the_lines_of_a_narrow_cell_is_read_together() {
    assert_eq!(cell(&["Jane Elizabeth", "Roe"]), "Jane Elizabeth Roe");
    assert_eq!(cell(&["12 Old Mill", "Street, Bath"]), "12 Old Mill Street, Bath");
    assert_eq!(cell(&["Frau Schmid-", "bauer"]), "Frau Schmidbauer");
    assert_eq!(cell(&["Frau Meyer-", "Landrut"]), "Frau Meyer-Landrut");
    assert_eq!(cell(&["jane.roe@exam", "ple.org"]), "jane.roe@example.org");
    assert_eq!(cell(&["DE89 3704 0044", "0532 0130 00"]), "DE89 3704 0044 0532 0130 00");
    assert_eq!(cell(&["020 7946", "0018"]), "020 7946 0018");
    assert_eq!(cell(&["Jane Eliz-", "abeth", "Roe"]), "Jane Elizabeth Roe");
}

#[test]
fn lines_that_their_author_broke_stay_lines() {
    let lines = [
        (50, 740, "A line that is as wide as the text of this page is, so that all can see how wide it may be"),
        (50, 700, "Jane Roe"),
        (50, 688, "12 Old Mill Street"),
        (50, 676, "Bath"),
        (50, 640, "Name: Jane Roe"),
        (50, 628, "Born: 10.12.1961"),
    ];
    let expected: Vec<&str> = lines.iter().map(|(_, _, line)| *line).collect();
    assert_eq!(text(&lines), expected.join("\n"));
}

#[test]
fn a_word_that_was_broken_goes_as_a_whole() {
    let page = page(&[(50, 700, "written to Frau Schmid-"), (50, 688, "bauer on Monday")]);
    let place = &page.places[0];
    assert_eq!(place.text, "written to Frau Schmidbauer on Monday");
    let at = place.text.find("Schmidbauer").expect("there");
    let edits = vec![vec![(at..at + 11, "[P1]".to_owned())]];
    let written = page.write(&edits, &crate::Removals::default()).expect("written");
    let again = OpenedPdf::new(written).expect("sound");
    assert_eq!(again.places[0].text, "written to Frau [P1] on Monday");
}

#[test]
fn text_on_a_curve_is_read_along_it() {
    let letters = "Jane Roe lives here".chars().enumerate().map(|(nth, letter)| {
        let angle = (60.0 - 6.0 * nth as f64).to_radians();
        let (sine, cosine) = angle.sin_cos();
        let (x, y) = (300.0 - 60.0 * sine * 1.0, 400.0 + 60.0 * cosine);
        format!("BT /F1 10 Tf {cosine:.4} {sine:.4} {:.4} {cosine:.4} {x:.2} {y:.2} Tm ({letter}) Tj ET\n", -sine)
    });
    let content = stream("", &letters.collect::<String>());
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>";
    let opened = OpenedPdf::new(one_page("", page, &[&content, font], "")).expect("a sound file");
    assert_eq!(opened.places[0].text, "Jane Roe lives here");
}

#[test]
fn letters_without_height_or_width_are_read() {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>";
    for place in ["0 Tz 50 700 Td", "1 0 0 0 50 700 Tm", "0 0 0 0 50 700 Tm", "0.0001 0 0 0.0001 50 700 Tm"] {
        let content = stream("", &format!("BT /F1 10 Tf {place} (Anna Connor) Tj ET"));
        let opened = OpenedPdf::new(one_page("", page, &[&content, font], "")).expect("a sound file");
        assert_eq!(opened.places[0].text, "Anna Connor", "{place}");
        let edits = vec![vec![(5..11, String::new())]];
        let written = opened.write(&edits, &crate::Removals::default()).expect("written");
        assert_eq!(OpenedPdf::new(written).expect("sound").places[0].text, "Anna", "{place}");
    }
}

#[test]
fn a_blank_at_the_end_of_a_line_tells_that_the_line_was_full() {
    let beside = (50, 700, "A line over the whole width of the page, far wider than the box of text below it is");
    assert!(text(&[beside, (50, 600, "Dr. Ada "), (50, 588, "Lovelace")]).ends_with("\nDr. Ada Lovelace"));
    assert!(text(&[beside, (50, 600, "Dr. Ada"), (50, 588, "Lovelace")]).ends_with("\nDr. Ada\nLovelace"));
    // A program that ends every line in a blank tells nothing by it.
    assert!(text(&[beside, (50, 600, "12 Elm Row "), (50, 588, "Bath ")]).ends_with("\n12 Elm Row\nBath"));
}
