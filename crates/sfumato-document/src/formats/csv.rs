//! Tables with a delimiter: every cell is a block, its column's header its label, quoting kept.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::builder::Builder;
use crate::formats::{Format, ReadError, line_of};
use crate::splice::Coding;
use crate::{BlockKind, Document, encoding};

/// Comma-separated values and their kin.
#[derive(Debug, Clone, Default)]
pub struct Csv {
    /// The delimiter; told from the first lines if absent.
    pub delimiter: Option<u8>,
    /// The columns to read, by header or by number from one; all if empty. Other cells are copied unread.
    pub columns: Vec<String>,
}

impl Csv {
    /// Tab-separated values.
    pub fn tabs() -> Self {
        Self { delimiter: Some(b'\t'), columns: Vec::new() }
    }
}

impl Format for Csv {
    fn name(&self) -> &'static str {
        if self.delimiter == Some(b'\t') { "tsv" } else { "csv" }
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let stated = stated_delimiter(&source);
        let delimiter = self.delimiter.or(stated).unwrap_or_else(|| tell_delimiter(&source));
        let header = header(&source, delimiter)?;
        let mut builder = Builder::default();
        let labels: Vec<u32> = header.iter().map(|name| builder.label(name)).collect();
        let chosen = self.chosen(&header, &source, delimiter)?;
        let mut cells = Cells::new(&source, delimiter);
        while let Some(cell) = cells.next_cell()? {
            if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&cell.column)) {
                continue;
            }
            let is_header = cell.row == 0 && !header.is_empty();
            let kind = if is_header { BlockKind::Heading } else { BlockKind::Cell };
            let label = labels.get(cell.column).copied().filter(|_| !is_header);
            builder.block(&cell.text, cell.source, cell.coding, kind, label);
        }
        let mut document = builder.finish(self.name(), encoding, source);
        document.is_partial = chosen.is_some();
        Ok(document)
    }
}

impl Csv {
    /// The numbers of the columns that were asked for, or nothing for all.
    fn chosen(&self, header: &[String], source: &str, delimiter: u8) -> Result<Option<Vec<usize>>, ReadError> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let width = first_row(source, delimiter)?.len();
        let find = |(nth, wanted): (usize, &String)| {
            header
                .iter()
                .position(|name| name.trim().eq_ignore_ascii_case(wanted.trim()))
                .or_else(|| wanted.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < width))
                .ok_or(ReadError::NoColumn { number: nth + 1 })
        };
        self.columns.iter().enumerate().map(find).collect::<Result<_, _>>().map(Some)
    }
}

/// The delimiter that a first line `sep=;` states, as spreadsheets write it.
fn stated_delimiter(source: &str) -> Option<u8> {
    let line = source.lines().next()?;
    match line.get(..4).filter(|word| word.eq_ignore_ascii_case("sep="))?.len() {
        length if line.len() == length + 1 => line.as_bytes().last().copied(),
        _ => None,
    }
}

/// The delimiter that cuts the first lines most evenly; a comma if none does.
fn tell_delimiter(source: &str) -> u8 {
    let mut best = (0, b',');
    for delimiter in [b',', b';', b'\t', b'|'] {
        let counts: Vec<usize> = source
            .lines()
            .filter(|line| !line.trim().is_empty())
            .take(10)
            .map(|line| line.bytes().filter(|b| *b == delimiter).count())
            .collect();
        let least = counts.iter().copied().min().unwrap_or(0);
        let even = counts.iter().filter(|n| **n == counts[0]).count();
        let value = least * 100 + even * counts.first().copied().unwrap_or(0).min(1);
        if value > best.0 {
            best = (value, delimiter);
        }
    }
    best.1
}

fn first_row(source: &str, delimiter: u8) -> Result<Vec<String>, ReadError> {
    let mut row = Vec::new();
    let mut cells = Cells::new(source, delimiter);
    while let Some(cell) = cells.next_cell()? {
        if cell.row > 0 {
            break;
        }
        row.push(cell.text.into_owned());
    }
    Ok(row)
}

/// The first row if it reads like names of columns: words, no two alike, none like a value.
fn header(source: &str, delimiter: u8) -> Result<Vec<String>, ReadError> {
    let row = first_row(source, delimiter)?;
    let is_name = |cell: &String| {
        let name = cell.trim();
        name.len() <= 60 && !name.contains(['@', '\n']) && name.chars().filter(|c| c.is_ascii_digit()).count() <= 2
    };
    let mut sorted: Vec<&String> = row.iter().collect();
    sorted.sort();
    let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    let named = row.iter().any(|cell| cell.chars().any(char::is_alphabetic));
    Ok(if named && distinct && row.iter().all(is_name) { row } else { Vec::new() })
}

struct Cell<'s> {
    row: usize,
    column: usize,
    text: Cow<'s, str>,
    source: Range<usize>,
    coding: Coding,
}

/// Walks the cells of a table.
struct Cells<'s> {
    source: &'s str,
    delimiter: u8,
    at: usize,
    row: usize,
    column: usize,
    /// The last cell ended with a delimiter, so that another follows even at the end.
    pending: bool,
}

impl<'s> Cells<'s> {
    fn new(source: &'s str, delimiter: u8) -> Self {
        // A line that states the delimiter is no row.
        let at = stated_delimiter(source).and_then(|_| source.find('\n')).map_or(0, |end| end + 1);
        Self { source, delimiter, at, row: 0, column: 0, pending: false }
    }

    fn next_cell(&mut self) -> Result<Option<Cell<'s>>, ReadError> {
        let bytes = self.source.as_bytes();
        if self.at >= bytes.len() && !self.pending {
            return Ok(None);
        }
        let (source, coding) = if bytes.get(self.at) == Some(&b'"') { self.quoted()? } else { self.bare() };
        let inside = self.source.get(source.clone()).unwrap_or_default();
        let text = match coding {
            Coding::QuotedCell if inside.contains('"') => Cow::Owned(inside.replace("\"\"", "\"")),
            _ => Cow::Borrowed(inside),
        };
        let cell = Cell { row: self.row, column: self.column, text, source, coding };
        self.end_cell();
        Ok(Some(cell))
    }

    fn bare(&mut self) -> (Range<usize>, Coding) {
        let start = self.at;
        let bytes = self.source.as_bytes();
        while self.at < bytes.len() && bytes[self.at] != self.delimiter && !matches!(bytes[self.at], b'\n' | b'\r') {
            self.at += 1;
        }
        (start..self.at, Coding::Cell { delimiter: self.delimiter })
    }

    fn quoted(&mut self) -> Result<(Range<usize>, Coding), ReadError> {
        let bytes = self.source.as_bytes();
        let open = self.at;
        let wrong = |at: usize, what| ReadError::Syntax { line: line_of(self.source, at), what };
        self.at += 1;
        loop {
            match bytes.get(self.at) {
                None => return Err(wrong(open, "a quoted cell starts here and never ends")),
                Some(b'"') if bytes.get(self.at + 1) == Some(&b'"') => self.at += 2,
                Some(b'"') => break,
                Some(_) => self.at += 1,
            }
        }
        let inside = open + 1..self.at;
        self.at += 1;
        match bytes.get(self.at) {
            None | Some(b'\n' | b'\r') => Ok((inside, Coding::QuotedCell)),
            Some(b) if *b == self.delimiter => Ok((inside, Coding::QuotedCell)),
            Some(_) => Err(wrong(self.at, "text stands after the closing quote of a cell")),
        }
    }

    /// Steps over the delimiter or line end behind a cell.
    fn end_cell(&mut self) {
        let bytes = self.source.as_bytes();
        self.pending = false;
        match bytes.get(self.at) {
            Some(b) if *b == self.delimiter => {
                self.at += 1;
                self.column += 1;
                self.pending = true;
            }
            Some(_) => {
                let crlf = bytes[self.at] == b'\r' && bytes.get(self.at + 1) == Some(&b'\n');
                self.at += if crlf { 2 } else { 1 };
                self.row += 1;
                self.column = 0;
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edit, Edits};

    fn texts(document: &Document) -> Vec<&str> {
        document.blocks().iter().map(|block| document.slice(block.span)).collect()
    }

    #[test]
    fn cells_are_blocks_and_headers_their_labels() {
        let document = Csv::default().read(b"id,name\r\n7,\"Lee, \"\"Ann\"\"\"\r\n".to_vec()).expect("readable");
        assert_eq!(texts(&document), ["id", "name", "7", "Lee, \"Ann\""]);
        let label = document.label(&document.blocks()[3]);
        assert_eq!(label, Some("name"));
    }

    #[test]
    fn quoting_is_kept_and_added_only_where_needed() {
        let table = b"name;note\nAnn;\"a \"\"b\"\" c\"\nBob;x\n";
        let document = Csv::default().read(table.to_vec()).expect("readable");
        let edit = |find: &str, to: &str| {
            let start = document.text().find(find).expect("there");
            Edit::new(document.span(start, start + find.len()).expect("a span"), to)
        };
        let edits =
            Edits::new(vec![edit("Ann", "[A; B]"), edit("\"b\"", "\"Q\""), edit("Bob", "[B]")]).expect("disjoint");
        let written = Csv::default().write(&document, &edits).expect("writable");
        assert_eq!(String::from_utf8(written).expect("text"), "name;note\n\"[A; B]\";\"a \"\"Q\"\" c\"\n[B];x\n");
    }

    #[test]
    fn only_the_columns_asked_for_are_read() {
        let table = b"id,name,note\n1,Ann,x\n2,Bob,y\n";
        let by_name = Csv { columns: vec!["Name".into()], ..Csv::default() };
        assert_eq!(texts(&by_name.read(table.to_vec()).expect("readable")), ["name", "Ann", "Bob"]);
        let by_number = Csv { columns: vec!["3".into()], ..Csv::default() };
        assert_eq!(texts(&by_number.read(table.to_vec()).expect("readable")), ["note", "x", "y"]);
        let missing = Csv { columns: vec!["name".into(), "nome".into()], ..Csv::default() };
        assert_eq!(missing.read(table.to_vec()).unwrap_err(), ReadError::NoColumn { number: 2 });
    }

    #[test]
    fn broken_quotes_are_refused_by_line() {
        let at = |table: &[u8]| Csv::default().read(table.to_vec()).unwrap_err();
        assert!(matches!(at(b"a,b\n1,\"x\n2,y\n"), ReadError::Syntax { line: 2, .. }));
        assert!(matches!(at(b"a,b\n1,2\n3,\"x\"y\n"), ReadError::Syntax { line: 3, .. }));
    }

    #[test]
    fn a_line_that_states_the_delimiter_is_no_row() {
        let document = Csv::default().read(b"sep=;\r\nname;note\r\nAnn;a, b\r\n".to_vec()).expect("readable");
        assert_eq!(texts(&document), ["name", "note", "Ann", "a, b"]);
        assert_eq!(document.label(&document.blocks()[2]), Some("name"));
    }

    #[test]
    fn the_delimiter_is_told_from_the_lines() {
        assert_eq!(tell_delimiter("a;b;c\n1,5;2;3\n"), b';');
        assert_eq!(tell_delimiter("a,b\n1,2\n"), b',');
        assert_eq!(tell_delimiter("a\tb\n1\t2,3\n"), b'\t');
        assert_eq!(tell_delimiter("one column\nonly\n"), b',');
    }
}
