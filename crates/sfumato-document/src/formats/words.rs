//! Words that belong to a format, in data files beside its reader.

use std::collections::BTreeMap;

/// Lists of words by their headings.
///
/// In the file a heading stands in brackets on a line of its own, and the words below it are set apart by commas or
/// line breaks; a line that starts with `#` is a remark.
pub(crate) struct WordLists(BTreeMap<&'static str, Vec<&'static str>>);

impl WordLists {
    pub fn parse(file: &'static str) -> Self {
        let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut list = lists.entry("").or_default();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(heading) => list = lists.entry(heading).or_default(),
                None => list.extend(line.split(',').map(str::trim).filter(|word| !word.is_empty())),
            }
        }
        lists.values_mut().for_each(|list| list.sort_unstable());
        Self(lists)
    }

    /// Returns the words below a heading, in order of their bytes; none if there is no such heading.
    pub fn list(&self, heading: &str) -> &[&'static str] {
        self.0.get(heading).map_or(&[], Vec::as_slice)
    }

    /// True if a word stands below a heading.
    pub fn hold(&self, heading: &str, word: &str) -> bool {
        self.list(heading).binary_search(&word).is_ok()
    }

    /// Returns the word below a heading that a text starts with.
    pub fn start_of(&self, heading: &str, text: &str) -> Option<&'static str> {
        self.list(heading).iter().copied().find(|word| text.starts_with(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_below_their_headings() {
        let lists = WordLists::parse("# Two lists.\n[b]\nzeta, \u{f1}u,\nalpha beta\n[a]\nzeta");
        assert_eq!(lists.list("b"), ["alpha beta", "zeta", "\u{f1}u"]);
        assert!(lists.hold("b", "alpha beta") && !lists.hold("a", "alpha beta") && lists.list("c").is_empty());
        assert_eq!(lists.start_of("b", "zetas"), Some("zeta"));
    }
}
