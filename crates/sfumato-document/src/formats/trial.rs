//! Helpers that tests of formats share.

use crate::formats::Format;
use crate::{Document, Edit, Edits};

/// The blocks of a file, each behind its label.
pub(crate) fn told(format: &dyn Format, source: &[u8]) -> Vec<String> {
    let document = format.read(source.to_vec()).expect("readable");
    let told = |block: &crate::Block| {
        let label = document.label(block).map(|label| format!("{label}: ")).unwrap_or_default();
        format!("{label}{}", document.slice(block.span))
    };
    document.blocks().iter().map(told).collect()
}

/// The file with some texts replaced, wherever they stand; what is written reads as planned.
pub(crate) fn masked(format: &dyn Format, source: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let document = format.read(source.to_vec()).expect("readable");
    let mut edits: Vec<Edit> = Vec::new();
    for (find, to) in changes {
        let places: Vec<usize> = document.text().match_indices(find).map(|(at, _)| at).collect();
        assert!(!places.is_empty(), "help: `{find}` is not in the text");
        edits.extend(places.into_iter().map(|at| Edit::new(document.span(at, at + find.len()).expect("a span"), *to)));
    }
    edits.sort_by_key(|edit| edit.span().start());
    let edits = Edits::new(edits).expect("disjoint");
    let written = format.write(&document, &edits).expect("writable");
    let again = format.read(written.clone()).expect("readable again");
    assert_eq!(again.text(), edits.apply(&document).expose());
    written
}

/// The same as text.
pub(crate) fn masked_text(format: &dyn Format, source: &str, changes: &[(&str, &str)]) -> String {
    String::from_utf8(masked(format, source.as_bytes(), changes)).expect("text")
}

/// The file without anything that can be removed.
pub(crate) fn stripped(format: &dyn Format, source: &[u8]) -> Vec<u8> {
    let document = format.read(source.to_vec()).expect("readable");
    format.write(&document, &without(&document)).expect("writable")
}

/// The edits that take out whatever can go.
pub(crate) fn without(document: &Document) -> Edits {
    document.removable().iter().fold(Edits::none(), |edits, part| edits.removing(part).expect("disjoint"))
}
