//! The laws of formats, checked on packages with a marked word, `Zq...`, in every place.

use crate::encoded;
use crate::formats::DocumentFormat;
use crate::formats::testing::{self, marked, removing};
use crate::zip::ZipArchive;
use crate::{BlockKind, Document, Edits, RemovableKind, TextEdit};

/// The text of every member, one after the other.
pub fn unpacked(bytes: Vec<u8>) -> String {
    let archive = ZipArchive::open(bytes).expect("a sound archive");
    let members = archive.members().iter().enumerate();
    members.map(|(n, m)| m.name.clone() + &String::from_utf8_lossy(&archive.read(n).expect("sound"))).collect()
}

/// The text and the label of every block.
pub fn labelled(document: &Document) -> Vec<(&str, &str)> {
    let blocks = document.blocks().iter();
    blocks.map(|block| (document.label(block).unwrap_or("-"), document.slice(block.span))).collect()
}

/// The file with every occurrence of each text replaced, and without what `is_removed` says.
pub fn replaced(
    format: &dyn DocumentFormat,
    document: &Document,
    changes: &[(&str, &str)],
    is_removed: fn(RemovableKind) -> bool,
) -> Vec<u8> {
    let edits = testing::removing(document, testing::replacing(document, changes), |_, part| is_removed(part.kind));
    format.write(document, &edits).expect("writable")
}

/// Every word is read; nothing changes without edits; each edit comes back; nothing marked is left after masking.
pub fn hold(format: &dyn DocumentFormat, bytes: &[u8], words: &[&str]) {
    let document = format.read(bytes.to_vec()).expect("a sound document");
    for word in words {
        assert!(document.text().contains(word), "help: {word} must be in the text");
    }
    assert!(format.write(&document, &Edits::none()).expect("writable") == bytes, "help: the same bytes must come out");
    let has_formula = unpacked(bytes.to_vec()).contains("formula");
    for block in document.blocks() {
        let text = document.slice(block.span);
        let length: usize = text.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum();
        let start = block.span.start();
        let Some(span) = document.span(start, start + length).filter(|span| !span.is_empty()) else { continue };
        let edits = Edits::new(vec![TextEdit::new(span, "Q7")]).expect("one edit");
        let written = format.write(&document, &edits).expect("writable");
        let again = format.read(written).expect("help: what was written must be readable");
        // What stands there encoded changes its looks with what it holds.
        if document.is_encoded(span) || !encoded::find(text).is_empty() {
            continue;
        }
        // A formula whose result was edited goes with what it would put together again.
        let edited = edits.apply(&document);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::HashSet<_>>();
        let (expected, found) = (lines(edited.expose()), lines(again.text()));
        assert!(found.is_subset(&expected), "help: nothing but the edited text may come back");
        let missing = expected.difference(&found).count();
        assert!(
            missing <= if block.kind == BlockKind::Cell || has_formula { 2 } else { 0 },
            "help: the edited text must come back"
        );
    }
    let all: fn(RemovableKind) -> bool = |_| true;
    for is_removed in [all, |kind| kind != RemovableKind::Metadata] {
        let edits = removing(&document, marked(&document), |_, part| is_removed(part.kind));
        let written = format.write(&document, &edits).expect("writable");
        let all = unpacked(written.clone());
        let left = all.find("Zq").and_then(|at| all.get(at..at + 20));
        assert_eq!(left, None, "help: nothing of the marked words may be left");
        let again = format.read(written).expect("help: what was written must be readable");
        assert!(!again.text().contains("Zq"));
    }
}

/// Whatever the bytes are, they are refused or read; and without edits they come out the same.
pub fn hold_for_any(format: &dyn DocumentFormat, bytes: &[u8]) {
    if let Ok(document) = format.read(bytes.to_vec()) {
        assert!(format.write(&document, &Edits::none()).expect("writable") == bytes);
        let edits = removing(&document, marked(&document), |_, _| true);
        let written = format.write(&document, &edits).expect("writable");
        assert!(format.read(written).is_ok(), "help: what was written must be readable");
    }
}
