//! The parts of a document that are no text, cut into the stretches that a value may stand in.
//!
//! In the parts of an office document the names of elements and attributes are the format's own and say nothing, so
//! that only the values of attributes and what stands between tags is looked at, each by itself.
//! Addresses of schemas are names too: a web address of the text that stands in one of them is not the value.

use std::ops::Range;

use memchr::{memchr, memchr3, memmem};

use super::SHORTEST_BYTES;
use crate::Document;
use crate::document::SchemaOwner;

/// Hands out the stretches of the gaps that are worth a look, in order, and what each is if it is an address.
///
/// The gaps are those of the source that are no text, in order.
pub(super) fn each(
    document: &Document,
    gaps: &[Range<usize>],
    mut look: impl FnMut(Range<usize>, Option<SchemaOwner>),
) {
    let mut next = 0;
    let mut meet = |range: Range<usize>| {
        next += gaps.get(next..).unwrap_or_default().iter().take_while(|gap| gap.end <= range.start).count();
        let met = gaps.get(next..).unwrap_or_default().iter().take_while(|gap| gap.start < range.end);
        met.for_each(|gap| split(document, gap.start.max(range.start)..gap.end.min(range.end), &mut look));
    };
    let mut at = 0;
    for own in &document.own_tags {
        meet(at..own.start);
        let source = document.source.as_bytes().get(own.clone()).unwrap_or_default();
        values(source, |range| meet(own.start + range.start..own.start + range.end));
        at = own.end;
    }
    meet(at..document.source.len());
}

/// Hands out what stands between the tags of XML and in the values of attributes, in order.
///
/// The source may start or end anywhere but inside a tag.
fn values(source: &[u8], mut look: impl FnMut(Range<usize>)) {
    let mut look = |range: Range<usize>| {
        if range.len() >= SHORTEST_BYTES {
            look(range);
        }
    };
    let from = |at: usize| source.get(at..).unwrap_or_default();
    let mut at = 0;
    while let Some(open) = memchr(b'<', from(at)) {
        look(at..at + open);
        at += open;
        let aside = ASIDES.iter().find(|(start, _)| from(at).starts_with(start));
        if let Some((start, end)) = aside {
            let inside = at + start.len();
            let length = memmem::find(from(inside), end).unwrap_or(from(inside).len());
            look(inside..inside + length);
            at = (inside + length + end.len()).min(source.len());
            continue;
        }
        at += 1;
        loop {
            let Some(mark) = memchr3(b'>', b'"', b'\'', from(at)) else {
                at = source.len();
                break;
            };
            let sign = source.get(at + mark).copied().unwrap_or_default();
            at += mark + 1;
            if sign == b'>' {
                break;
            }
            let length = memchr(sign, from(at)).unwrap_or(from(at).len());
            look(at..at + length);
            at = (at + length + 1).min(source.len());
        }
    }
    look(at..source.len());
}

/// Markup that is no tag, by its start and end. The declaration has attributes like a tag.
const ASIDES: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<!DOCTYPE", b">")];

/// Cuts a stretch where addresses start and end.
fn split(document: &Document, range: Range<usize>, look: &mut impl FnMut(Range<usize>, Option<SchemaOwner>)) {
    let first = document.addresses.partition_point(|(address, _)| address.end <= range.start);
    let mut at = range.start;
    for (address, kind) in document.addresses.iter().skip(first).take_while(|(address, _)| address.start < range.end) {
        let inside = address.start.max(at)..address.end.min(range.end);
        if at < inside.start {
            look(at..inside.start, None);
        }
        if !inside.is_empty() {
            look(inside.clone(), Some(*kind));
        }
        at = at.max(inside.end);
    }
    if at < range.end {
        look(at..range.end, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_are_no_values() {
        let source = "<?xml version='1.0.0.0'?><styles okonkwo=\"Okonkwo 1\"><Okonkwo/>Okonkwo 2<!--Okonkwo 3--><a \
                      b='Okonkwo>4' c=''>Okonkwo 5</a><![CDATA[<Okonkwo 6>]]></styles>Okonkwo 7";
        let mut seen = Vec::new();
        values(source.as_bytes(), |range| seen.push(source.get(range).expect("whole characters")));
        assert_eq!(
            seen,
            ["1.0.0.0", "Okonkwo 1", "Okonkwo 2", "Okonkwo 3", "Okonkwo>4", "Okonkwo 5", "<Okonkwo 6>", "Okonkwo 7"]
        );
        for broken in ["<", "<a b='", "<!--", "<![CDATA[x", "<a b", ">>"] {
            values(broken.as_bytes(), |_| ());
        }
    }
}
