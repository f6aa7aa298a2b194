//! The order of reading, on pages as they are drawn.

use crate::testing::{Opened, one_page, stream};

/// Lines of text at places.
fn page(lines: &[(i32, i32, &str)]) -> Opened {
    let draw = |(x, y, text): &(i32, i32, &str)| format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n");
    let content = stream("", &lines.iter().map(draw).collect::<String>());
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>";
    Opened::new(one_page("", page, &[&content, font], "")).expect("a sound file")
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
    let expected = format!("{}\n{}\n{}\n{}", lines[0].2, left.join("\n"), right.join("\n"), lines[9].2);
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
fn lines_drawn_in_any_order_are_read_downwards() {
    assert_eq!(text(&[(50, 600, "third"), (50, 700, "first"), (50, 650, "second")]), "first\nsecond\nthird");
}

#[test]
fn paragraphs_are_lines_close_to_each_other() {
    let page = page(&[(50, 700, "One goes"), (50, 688, "on here."), (50, 660, "Two stands"), (50, 648, "below.")]);
    let place = &page.places[0];
    let blocks: Vec<&str> = place.blocks.iter().filter_map(|block| place.text.get(block.clone())).collect();
    assert_eq!(blocks, ["One goes\non here.", "Two stands\nbelow."]);
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
    assert_eq!(text(&lines), "1\nLetters of Ada\nLovelace, bound\nLondon,\nEngland\n2\tNotes");
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
    assert_eq!(text(&lines), "1. An item that runs over\ntwo lines\n2. Another");
}
