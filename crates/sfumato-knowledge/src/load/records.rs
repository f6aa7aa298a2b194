//! Records of a table whose cells are divided by a mark and may be quoted (RFC 4180), with the lines they start on.

use std::borrow::Cow;

/// The longest record in bytes that goes on over several lines; a quote that is not closed ends there at the latest.
const LONGEST_RECORD: usize = 64 << 10;

/// A record: the line it starts on, and its cells.
pub(super) struct TextRecord<'b> {
    pub line: u32,
    /// Nothing if a quote is not closed or stands in the wrong place.
    pub cells: Option<Vec<Cow<'b, [u8]>>>,
}

/// The records of a file.
pub(super) struct TextRecords<'b> {
    rest: &'b [u8],
    line: u32,
    mark: u8,
}

impl<'b> TextRecords<'b> {
    pub(super) fn new(bytes: &'b [u8], mark: u8) -> Self {
        Self { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), line: 1, mark }
    }

    /// Takes so many bytes off what is left, and the end of the line that follows.
    fn advance(&mut self, length: usize) {
        let taken = self.rest.get(..length).unwrap_or_default();
        let rest = self.rest.get(length..).unwrap_or_default();
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        self.rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        self.line += 1 + taken.iter().filter(|byte| **byte == b'\n').count() as u32;
    }
}

impl<'b> Iterator for TextRecords<'b> {
    type Item = TextRecord<'b>;

    fn next(&mut self) -> Option<TextRecord<'b>> {
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let first = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
        let first = self.rest.get(..first).unwrap_or_default();
        let first = first.strip_suffix(b"\r").unwrap_or(first);
        let (length, cells) = if first.contains(&b'"') {
            let most = self.rest.len().min(LONGEST_RECORD.max(first.len()));
            match quoted(self.rest.get(..most).unwrap_or_default(), self.mark) {
                Some((length, cells)) => (length, Some(cells)),
                None => (first.len(), None),
            }
        } else {
            (first.len(), Some(first.split(|byte| *byte == self.mark).map(Cow::Borrowed).collect()))
        };
        self.advance(length);
        Some(TextRecord { line, cells })
    }
}

/// A record with quotes, and how long it is without the end of its line.
fn quoted(bytes: &[u8], mark: u8) -> Option<(usize, Vec<Cow<'_, [u8]>>)> {
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        let (length, cell) = cell(bytes.get(at..)?, mark)?;
        cells.push(cell);
        at += length;
        match bytes.get(at..)? {
            [next, ..] if *next == mark => at += 1,
            [] | [b'\n', ..] | [b'\r', b'\n', ..] => return Some((at, cells)),
            _ => return None,
        }
    }
}

/// A cell, and how long it is with its quotes.
fn cell(bytes: &[u8], mark: u8) -> Option<(usize, Cow<'_, [u8]>)> {
    let Some(inside) = bytes.strip_prefix(b"\"") else {
        let end = bytes.iter().position(|byte| *byte == mark || *byte == b'\n').unwrap_or(bytes.len());
        let cell = bytes.get(..end)?;
        let cell = if bytes.get(end) == Some(&mark) { cell } else { cell.strip_suffix(b"\r").unwrap_or(cell) };
        return Some((cell.len(), Cow::Borrowed(cell)));
    };
    let mut text = Vec::new();
    let mut at = 0;
    loop {
        let end = at + inside.get(at..)?.iter().position(|byte| *byte == b'"')?;
        text.extend_from_slice(inside.get(at..end)?);
        if inside.get(end + 1) != Some(&b'"') {
            return Some((end + 2, Cow::Owned(text)));
        }
        text.push(b'"');
        at = end + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<(u32, Option<Vec<String>>)> {
        let text = |cells: Vec<Cow<'_, [u8]>>| {
            cells.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect::<Vec<_>>()
        };
        TextRecords::new(bytes, b',').map(|record| (record.line, record.cells.map(text))).collect()
    }

    fn cells(cells: &[&str]) -> Option<Vec<String>> {
        Some(cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn quotes_hide_marks_and_ends_of_lines() {
        let records = all(b"a,\"b, \"\"c\"\"\nd\"\r\nx,\"\",y\n\nz");
        let expected =
            [(1, cells(&["a", "b, \"c\"\nd"])), (3, cells(&["x", "", "y"])), (4, cells(&[""])), (5, cells(&["z"]))];
        assert_eq!(records, expected);
    }

    #[test]
    fn a_quote_that_is_not_closed_costs_one_line() {
        assert_eq!(all(b"a,\"b\nc,d\n"), [(1, None), (2, cells(&["c", "d"]))]);
        assert_eq!(all(b"a,\"b\"c\nd\n"), [(1, None), (2, cells(&["d"]))]);
        let mut long = b"\"".to_vec();
        long.resize(200_000, b'\n');
        assert!(all(&long).first().is_some_and(|(line, cells)| *line == 1 && cells.is_none()));
    }
}
