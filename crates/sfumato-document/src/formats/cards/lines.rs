//! Lines of cards and calendars: several lines of the file may be one.

use std::ops::Range;

/// A line, with all lines of the file that continue it.
pub(super) struct CardLine {
    /// With its last line break.
    pub whole: Range<usize>,
    /// Without it.
    pub inside: Range<usize>,
    /// True if its value is in quoted-printable.
    pub is_printable: bool,
    /// True if its value is in base64.
    pub is_data: bool,
}

/// The lines that are not blank.
pub(super) fn lines(source: &str) -> Vec<CardLine> {
    let mut lines: Vec<CardLine> = Vec::new();
    let mut at = 0;
    for raw in source.split_inclusive('\n') {
        let inside = raw.strip_suffix('\n').map_or(raw, |line| line.strip_suffix('\r').unwrap_or(line));
        let ends = (at + inside.len(), at + raw.len());
        let before = lines.last_mut().filter(|line| line.whole.end == at);
        match before.filter(|line| continues(source, line, inside)) {
            Some(line) => (line.inside.end, line.whole.end) = ends,
            None if inside.trim().is_empty() => {}
            None => {
                let head = inside.split(':').next().unwrap_or_default().to_ascii_uppercase();
                let says = |what: &[&str]| {
                    head.split(';').skip(1).any(|parameter| {
                        let value = parameter.strip_prefix("ENCODING=").unwrap_or(parameter);
                        what.contains(&value)
                    })
                };
                lines.push(CardLine {
                    whole: at..ends.1,
                    inside: at..ends.0,
                    is_printable: says(&["QUOTED-PRINTABLE"]),
                    is_data: says(&["BASE64", "B"]),
                });
            }
        }
        at = ends.1;
    }
    lines
}

/// True if a line of the file continues the one before.
fn continues(source: &str, line: &CardLine, inside: &str) -> bool {
    if line.is_printable {
        return source.get(line.inside.clone()).is_some_and(|before| before.ends_with('='));
    }
    let is_letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    // Old telephones start the lines of a picture with no blank.
    let is_more_data = line.is_data && !inside.is_empty() && inside.trim().bytes().all(is_letter);
    is_more_data || (inside.starts_with([' ', '\t']) && !inside.trim().is_empty() || inside == " ")
}
