//! Facts about tags: the type of those that say what somebody is called, and the names people use for them.

use std::sync::LazyLock;

/// The type of an element that does not say it.
pub(super) fn vr(tag: u32) -> Option<[u8; 2]> {
    find(tag).map(|(_, vr, _)| *vr)
}

/// The name that its value goes by.
pub(super) fn label(tag: u32) -> Option<&'static str> {
    find(tag).map(|(.., label)| *label).filter(|label| !label.is_empty())
}

type DicomDictionaryEntry = (u32, [u8; 2], &'static str);

fn find(tag: u32) -> Option<&'static DicomDictionaryEntry> {
    TAGS.binary_search_by_key(&tag, |(known, ..)| *known).ok().and_then(|at| TAGS.get(at))
}

/// Tags in order.
static TAGS: LazyLock<Vec<DicomDictionaryEntry>> = LazyLock::new(|| {
    let entries = include_str!("dictionary.txt").lines().filter(|line| !line.starts_with('#'));
    entries.filter_map(entry).collect()
});

fn entry(line: &'static str) -> Option<DicomDictionaryEntry> {
    let (tag, rest) = line.split_once(' ')?;
    let (vr, label) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((u32::from_str_radix(tag, 16).ok()?, *vr.as_bytes().first_chunk()?, label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_in_order() {
        assert_eq!(TAGS.len(), 116);
        assert!(TAGS.is_sorted_by(|(a, ..), (b, ..)| a < b));
        assert_eq!((vr(0x0010_0010), label(0x0010_0010)), (Some(*b"PN"), Some("patient name")));
        assert_eq!((vr(0x0010_0011), label(0x0008_0005)), (None, None));
    }
}
