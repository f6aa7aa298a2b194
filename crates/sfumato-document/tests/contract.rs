//! The laws every format keeps, over fixtures and generated files.

use std::ops::Range;

use proptest::prelude::*;
use sfumato_document::formats::{Csv, Format, JsonLines, Markdown, Text};
use sfumato_document::{Document, Edit, Edits};

/// Reads, writes without edits, and compares; blocks are in order and hold every word.
fn keeps_its_bytes(format: &dyn Format, bytes: &[u8]) {
    let Ok(ranges) = format.split(bytes) else { return };
    for range in ranges {
        let part = &bytes[range];
        let Ok(document) = format.read(part.to_vec()) else { continue };
        let same = format.write(&document, &Edits::none()).expect("no edits are always writable");
        assert!(same == part, "help: {}: with no edits the same bytes must come out", format.name());
        let mut end = 0;
        for block in document.blocks() {
            assert!(block.span.start() >= end, "help: {}: blocks must be in order and disjoint", format.name());
            end = block.span.end();
        }
        let uncovered = document.stretches().any(|stretch| {
            let text = document.text().get(stretch.clone()).expect("a stretch lies in the text");
            text.char_indices().any(|(at, c)| !c.is_whitespace() && document.block_at(stretch.start + at).is_none())
        });
        assert!(!uncovered, "help: {}: every word must lie in a block", format.name());
    }
}

/// Edits the first word of every block in turn and reads the result again.
fn keeps_its_edits(format: &dyn Format, bytes: &[u8]) {
    let Ok(ranges) = format.split(bytes) else { return };
    for range in ranges {
        let Ok(document) = format.read(bytes[range].to_vec()) else { continue };
        for block in document.blocks() {
            edited_text_comes_back(format, &document, block.span.range());
        }
    }
}

fn edited_text_comes_back(format: &dyn Format, document: &Document, block: Range<usize>) {
    let text = document.text();
    // The first word of the block, so that the edit neither joins nor empties blocks.
    let word: usize = text
        .get(block.clone())
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .map(char::len_utf8)
        .sum();
    let Some(span) = document.span(block.start, block.start + word).filter(|span| !span.is_empty()) else { return };
    let edits = Edits::new(vec![Edit::new(span, "Q7")]).expect("one edit");
    let written = format.write(document, &edits).expect("ASCII is always writable");
    let again = format.read(written).expect("help: what was written must be readable");
    assert!(again.text() == edits.apply(document).expose(), "help: {}: the edited text must come back", format.name());
}

macro_rules! format_contract {
    ($name:ident, $format:expr, $fixtures:expr, $generated:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn fixtures_keep_the_laws() {
                for fixture in $fixtures {
                    keeps_its_bytes(&$format, fixture.as_ref());
                    keeps_its_edits(&$format, fixture.as_ref());
                }
            }

            proptest! {
                #[test]
                fn generated_files_keep_the_laws(file in $generated) {
                    keeps_its_bytes(&$format, file.as_bytes());
                    // Random marks are no Markdown: what is emphasis there depends on the very word that is edited.
                    if $format.name() != "markdown" {
                        keeps_its_edits(&$format, file.as_bytes());
                    }
                }

                #[test]
                fn any_bytes_are_read_or_refused(file in proptest::collection::vec(any::<u8>(), 0..200)) {
                    keeps_its_bytes(&$format, &file);
                }
            }
        }
    };
}

fn utf16(text: &str) -> Vec<u8> {
    std::iter::once(0xfeffu16).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

format_contract!(
    text,
    Text,
    [
        b"one\r\ntwo\rthree\nfour".to_vec(),
        b"\xef\xbb\xbfse\xc3\xb1or\n".to_vec(),
        b"se\xf1or \x80 20\r\n".to_vec(),
        utf16("Ana\r\n\u{1f642} Bea"),
        b"\n\n  x  \n\n".to_vec(),
    ],
    "(?s)[a-zé\u{1f642} \r\n\t.]{0,80}"
);
format_contract!(
    markdown,
    Markdown,
    [
        "# *T*\n\n- **a**: b\n- c\n\n```\nx_y\n```\n> q\n\n| A | B |\n|---|---|\n| 1 | \\| 2 |\n",
        "---\nk: v\n---\n\\*not\\* _em_ a_b_c ***x***\r\nline\r\n\r\n####### seven\n#no\n```\nopen",
    ],
    "[a-z#*_`>|\\\\\\- \n.\\[\\]()~]{0,60}"
);
format_contract!(
    csv,
    Csv::default(),
    ["a,b\n1,\"x \"\"y\"\"\n z\"\n", "a;b\r\n\"1;2\";\r\n;;\n", "sep=;\na;b\n1;2\n", "x", ",", "a,b\n", "\"\"\n\"a\""],
    "([a-z\"]{0,5}[,;\n\"]){0,20}"
);
format_contract!(tsv, Csv::tabs(), ["a\tb\n1, 2\t\"x\ty\"\n", "a\t\n\t\n"], "([a-z,]{0,5}[\t\n]){0,20}");
format_contract!(
    jsonl,
    JsonLines::default(),
    [
        "{\"text\":\"a\\u00e9\\n\\\"b\\\" \\ud83d\\ude42\",\"protect\":[\"x\"],\"n\":[1,2.5e3,123456]}\n\n {\"text\":\"\"}\r\n",
        "\u{feff}{\"text\":\"x\"}",
    ],
    "\\{\"text\": ?\"([a-zé\u{1f642} ]|\\\\n|\\\\u00e9|\\\\\\\\){0,20}\"(, ?\"k\": ?(\"[a-z]{0,4}\"|[1-9][0-9]{0,8}|null)){0,2}\\}"
);
