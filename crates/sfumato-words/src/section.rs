//! Sections of a file, found while the program is compiled.

/// The mark between the columns of an entry.
pub(crate) const BETWEEN: &str = " = ";

/// The lines of a section, comments among them.
///
/// # Panics
///
/// Panics if the file has no such section.
pub(crate) const fn of(file: &'static str, name: &str) -> &'static str {
    let bytes = file.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'[' && is_heading(bytes, at, name.as_bytes()) {
            let start = after_line(bytes, at);
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'[' {
                end = after_line(bytes, end);
            }
            return file.split_at(end).0.split_at(start).1;
        }
        at = after_line(bytes, at);
    }
    panic!("the file has no section of this name");
}

/// True if `[name]` or `[name, in order]` starts at a place.
const fn is_heading(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let end = at + 1 + name.len();
    if end >= bytes.len() || !matches!(bytes[end], b']' | b',') {
        return false;
    }
    let mut nth = 0;
    while nth < name.len() {
        if bytes[at + 1 + nth] != name[nth] {
            return false;
        }
        nth += 1;
    }
    true
}

/// The start of the line after the one at a place.
const fn after_line(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += 1;
    }
    if at < bytes.len() { at + 1 } else { at }
}

/// True if every entry of a section has so many columns.
pub(crate) const fn has_columns(section: &str, columns: usize) -> bool {
    let bytes = section.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = after_line(bytes, at);
        let is_comment = at + 1 < end && bytes[at] == b'#' && bytes[at + 1] == b' ';
        if bytes[at] != b'\n' && !is_comment && columns_of(bytes, at, end) != columns {
            return false;
        }
        at = end;
    }
    true
}

const fn columns_of(bytes: &[u8], start: usize, end: usize) -> usize {
    let (mut columns, mut at) = (1, start);
    while at + BETWEEN.len() <= end {
        if bytes[at] == b' ' && bytes[at + 1] == b'=' && bytes[at + 2] == b' ' {
            columns += 1;
        }
        at += 1;
    }
    columns
}

/// The entries of a section, in the order of the file.
pub(crate) fn entries(section: &'static str) -> impl Iterator<Item = &'static str> {
    section.split('\n').filter(|line| !line.is_empty() && !line.starts_with("# "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# A file.\n\n[one]\na\n# A comment.\nb c\n\n[one more, in order]\nz = 1\n#\nx = 2\n[none]\n";

    #[test]
    fn sections_are_found_by_their_whole_name() {
        for (name, expected) in [("one", vec!["a", "b c"]), ("one more", vec!["z = 1", "#", "x = 2"]), ("none", vec![])]
        {
            assert_eq!(entries(of(FILE, name)).collect::<Vec<_>>(), expected, "{name}");
        }
    }

    #[test]
    #[should_panic(expected = "no section")]
    fn a_section_that_is_not_there_is_an_error() {
        of(FILE, "on");
    }

    #[test]
    fn columns_are_counted_in_every_entry() {
        assert!(has_columns(of(FILE, "one"), 1) && has_columns(of(FILE, "none"), 3));
        assert!(!has_columns(of(FILE, "one more"), 2) && !has_columns(of(FILE, "one"), 2));
        assert!(has_columns("be = was = been\n# a = b\n\nsee = saw = seen", 3));
    }
}
