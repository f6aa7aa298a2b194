//! Helpers that tests of formats share.

use crate::formats::DocumentFormat;
use crate::{BlockKind, Document, Edits, Removable, RemovableKind, TextBlock, TextEdit};

/// Reads a file that is in order.
#[track_caller]
pub(crate) fn read(format: &dyn DocumentFormat, source: &[u8]) -> Document {
    format.read(source.to_vec()).expect("readable")
}

/// The blocks of a document, each behind its label.
pub(crate) fn blocks(document: &Document) -> Vec<String> {
    let labelled = |block: &TextBlock| {
        let label = document.label(block).map(|label| format!("{label}: ")).unwrap_or_default();
        format!("{label}{}", document.slice(block.span))
    };
    document.blocks().iter().map(labelled).collect()
}

/// The blocks of a file, each behind its label.
#[track_caller]
pub(crate) fn labelled_blocks(format: &dyn DocumentFormat, source: &[u8]) -> Vec<String> {
    blocks(&read(format, source))
}

/// The texts of the blocks.
pub(crate) fn texts(document: &Document) -> Vec<&str> {
    document.blocks().iter().map(|block| document.slice(block.span)).collect()
}

/// The texts of the blocks, and what each is.
pub(crate) fn kinds(document: &Document) -> Vec<(&str, BlockKind)> {
    document.blocks().iter().map(|block| (document.slice(block.span), block.kind)).collect()
}

/// The edits that replace some texts, wherever they stand and none was replaced yet.
#[track_caller]
pub(crate) fn replacing(document: &Document, changes: &[(&str, &str)]) -> Edits {
    let mut edits: Vec<TextEdit> = Vec::new();
    for (find, to) in changes {
        for (at, _) in document.text().match_indices(find) {
            let span = document.span(at, at + find.len()).expect("a span");
            if !edits.iter().any(|edit| edit.span().overlaps(span)) {
                edits.push(TextEdit::new(span, *to));
            }
        }
    }
    Edits::new(edits).expect("disjoint")
}

/// The edits that replace every marked word, `Zq...`.
pub(crate) fn marked(document: &Document) -> Edits {
    let text = document.text();
    let mut edits: Vec<TextEdit> = Vec::new();
    for (start, _) in text.match_indices("Zq").chain(text.match_indices("ZQ")) {
        let length = text.get(start..).unwrap_or_default().chars().take_while(char::is_ascii_alphanumeric).count();
        edits.push(TextEdit::new(document.span(start, start + length).expect("a span"), "Xx"));
    }
    edits.sort_by_key(|edit| edit.span().start());
    edits.dedup_by(|next, edit| next.span().overlaps(edit.span()));
    Edits::new(edits).expect("disjoint")
}

/// Edits that also take out what a rule says.
pub(crate) fn removing(document: &Document, mut edits: Edits, rule: impl Fn(&Edits, &Removable) -> bool) -> Edits {
    for part in document.removable() {
        if rule(&edits, part) {
            edits = edits.removing(part).expect("whole edits");
        }
    }
    edits
}

/// The file with every marked word replaced, and without what `is_removed` says and metadata in which one stood.
#[track_caller]
pub(crate) fn without_words(
    format: &dyn DocumentFormat,
    document: &Document,
    is_removed: fn(RemovableKind) -> bool,
) -> Vec<u8> {
    let goes = |edits: &Edits, part: &Removable| {
        is_removed(part.kind) || part.kind == RemovableKind::Metadata && edits.touch(part)
    };
    format.write(document, &removing(document, marked(document), goes)).expect("writable")
}

/// The edits that take out whatever can go.
pub(crate) fn without(document: &Document) -> Edits {
    removing(document, Edits::none(), |_, _| true)
}

/// The file with some texts replaced, wherever they stand; what is written reads as planned.
#[track_caller]
pub(crate) fn masked(format: &dyn DocumentFormat, source: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let document = read(format, source);
    for (find, _) in changes {
        assert!(document.text().contains(find), "help: `{find}` is not in the text");
    }
    let edits = replacing(&document, changes);
    let written = format.write(&document, &edits).expect("writable");
    assert_eq!(read(format, &written).text(), edits.apply(&document).expose());
    written
}

/// The same as text.
#[track_caller]
pub(crate) fn masked_text(format: &dyn DocumentFormat, source: &str, changes: &[(&str, &str)]) -> String {
    String::from_utf8(masked(format, source.as_bytes(), changes)).expect("text")
}

/// The file without anything that can be removed; it can be read again.
#[track_caller]
pub(crate) fn stripped(format: &dyn DocumentFormat, source: &[u8]) -> Vec<u8> {
    let document = read(format, source);
    let written = format.write(&document, &without(&document)).expect("writable");
    read(format, &written);
    written
}

/// Bytes of which some change from a place on, each time others but always the same.
pub(crate) fn mutants(source: &[u8], from: usize, count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    (0..count).map(move |_| {
        let mut mutant = source.to_vec();
        for _ in 0..1 + next() % 3 {
            let at = from + next() % (mutant.len() - from);
            mutant[at] = [0, 0xff, 1, b'Z', next() as u8][next() % 5];
        }
        if next() % 8 == 0 {
            mutant.truncate(from + next() % (mutant.len() - from));
        }
        mutant
    })
}

/// Checks that damaged files are read or refused, keep their bytes, and hold no marked word once it is masked.
#[track_caller]
pub(crate) fn hold_for_mutants(format: &dyn DocumentFormat, mutants: impl Iterator<Item = Vec<u8>>, fewest: usize) {
    let mut count = 0;
    for mutant in mutants {
        let Ok(document) = format.read(mutant.clone()) else { continue };
        count += 1;
        assert!(format.write(&document, &Edits::none()).expect("writable") == mutant);
        let again = format.read(without_words(format, &document, |_| true));
        assert!(!again.expect("help: what was written must be readable").text().contains("Zq"));
    }
    assert!(count > fewest, "{}: {count} mutants were read", format.name());
}
