//! brat standoff: `X.ann` beside `X.txt`, offsets in code points, one text-bound annotation a line.

use crate::{Document, Offsets, Span, Unit};

/// Writes annotations as a `.ann` file; it quotes the text it marks, as the format demands.
pub fn write<'l>(document: &Document, annotations: impl IntoIterator<Item = (Span, &'l str)>) -> String {
    let offsets = Offsets::new(document.text(), Unit::CodePoints);
    let mut out = String::new();
    for (nth, (span, label)) in annotations.into_iter().enumerate() {
        let mut fragments = Vec::new();
        let mut quoted = String::new();
        // A line break inside an annotation is written as a gap between two fragments.
        let text = document.slice(span);
        let mut at = span.start();
        for line in text.split_inclusive(['\n', '\r']) {
            let kept = line.trim_end_matches(['\n', '\r']);
            if !kept.is_empty() {
                fragments.push(format!("{} {}", offsets.from_byte(at), offsets.from_byte(at + kept.len())));
                if !quoted.is_empty() {
                    quoted.push(' ');
                }
                quoted.push_str(kept);
            }
            at += line.len();
        }
        if !fragments.is_empty() {
            out.push_str(&format!("T{}\t{} {}\t{}\n", nth + 1, label, fragments.join(";"), quoted));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, Text};

    #[test]
    fn offsets_count_code_points_and_breaks_make_fragments() {
        let document = Text.read("señora Ana\nLee".as_bytes().to_vec()).expect("readable");
        let span = document.span(8, 15).expect("a span");
        assert_eq!(write(&document, [(span, "NAME")]), "T1\tNAME 7 10;11 14\tAna Lee\n");
    }
}
