//! Lists of lines in the order of their keys, looked up where they lie.

/// A list: one line a thing, its fields with tabs between them, the first the key ([`fold`](crate::fold)ed), in the
/// order of the keys' bytes. Lines that begin with `#` stand at the start only.
#[derive(Debug, Clone, Copy)]
pub struct KeyedLines<'a>(&'a str);

impl<'a> KeyedLines<'a> {
    /// The list in a text, without the remarks at its start.
    pub fn new(text: &'a str) -> Self {
        let mut rest = text;
        while let Some((line, after)) = rest.split_once('\n')
            && line.starts_with('#')
        {
            rest = after;
        }
        Self(rest)
    }

    /// The fields behind a key, of the first line that has it.
    pub fn find(self, key: &str) -> Option<impl Iterator<Item = &'a str>> {
        self.from(key).next().filter(|line| key_of(line) == key).map(|line| line.split('\t').skip(1))
    }

    /// The lines from the first whose key is not below this one.
    pub fn from(self, key: &str) -> impl Iterator<Item = &'a str> {
        let bytes = self.0.as_bytes();
        // Invariant: the answer starts in low..=high, and both are starts of lines.
        let (mut low, mut high) = (0, bytes.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let back = bytes.get(low..middle).and_then(|part| part.iter().rposition(|b| *b == b'\n'));
            let start = back.map_or(low, |at| low + at + 1);
            let end = bytes.get(start..).and_then(|part| part.iter().position(|b| *b == b'\n'));
            let end = end.map_or(bytes.len(), |at| start + at);
            let line = self.0.get(start..end).unwrap_or_default();
            if key_of(line) < key { low = (end + 1).min(bytes.len()) } else { high = start }
        }
        self.0.get(low..).unwrap_or_default().lines()
    }

    /// All lines.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.lines()
    }
}

fn key_of(line: &str) -> &str {
    line.split_once('\t').map_or(line, |(key, _)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let text = "# a remark\n# another\nana\tf\t3\nana maria\tf\nbea\tf\nluis\tm\t9\n";
        let lines = KeyedLines::new(text);
        for (key, fields) in [("ana", "f 3"), ("ana maria", "f"), ("bea", "f"), ("luis", "m 9")] {
            assert_eq!(lines.find(key).map(|found| found.collect::<Vec<_>>().join(" ")).as_deref(), Some(fields));
        }
        for key in ["", "an", "anb", "zoe", "# a remark"] {
            assert!(lines.find(key).is_none(), "{key}");
        }
        assert_eq!(lines.from("b").count(), 2);
        assert_eq!(lines.iter().count(), 4);
        assert!(KeyedLines::new("").find("x").is_none());
    }
}
