//! Tables with a delimiter: every cell is a block, its column's header its label, quoting kept.

mod rows;

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::builder::DocumentBuilder;
use crate::formats::office::grid;
use crate::formats::{DocumentFormat, ReadError, line_of};
use crate::splice::SourceCoding;
use crate::{BlockKind, Document, encoding};

pub use rows::DelimitedTable;

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

impl DocumentFormat for Csv {
    fn name(&self) -> &'static str {
        if self.delimiter == Some(b'\t') { "tsv" } else { "csv" }
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let stated = stated_delimiter(&source);
        let delimiter = self.delimiter.or(stated).unwrap_or_else(|| tell_delimiter(&source));
        let head = ColumnHead::find(&source, delimiter)?;
        let mut builder = DocumentBuilder::default();
        let mut labels: Vec<u32> = head.names.iter().map(|name| builder.label(name)).collect();
        let chosen = self.chosen(&head)?;
        let mut cells = CsvCells::new(&source, delimiter);
        while let Some(cell) = cells.next_cell()? {
            if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&cell.column)) {
                continue;
            }
            while labels.len() <= cell.column {
                labels.push(builder.nameless());
            }
            let kind = head.kind(cell.row);
            let label = labels.get(cell.column).copied().filter(|_| kind == BlockKind::Cell && !head.is_at(cell.row));
            builder.block(&cell.text, cell.source, cell.coding, kind, label);
        }
        let mut document = builder.finish(self.name(), encoding, source);
        document.is_partial = chosen.is_some();
        Ok(document)
    }
}

impl Csv {
    /// The numbers of the columns that were asked for, or nothing for all.
    fn chosen(&self, head: &ColumnHead) -> Result<Option<Vec<usize>>, ReadError> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let find = |(nth, wanted): (usize, &String)| {
            head.names
                .iter()
                .position(|name| name.trim().eq_ignore_ascii_case(wanted.trim()))
                .or_else(|| wanted.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < head.width))
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

/// The row that names the columns.
#[derive(Default)]
struct ColumnHead {
    /// The number of the row; titles may stand above it.
    row: usize,
    /// The names; none if no row reads like names.
    names: Vec<String>,
    /// True if they are surely names, and not the values of a first row.
    is_sure: bool,
    /// The number of columns.
    width: usize,
}

impl ColumnHead {
    /// The first row that is no title, if it reads like names of columns: words, none like a value nor met again below.
    fn find(source: &str, delimiter: u8) -> Result<Self, ReadError> {
        let rows = first_rows(source, delimiter)?;
        let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
        let widest = rows.iter().map(filled).max().unwrap_or(0);
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        // A title above a table fills less of it, and may hold the delimiter.
        let Some(row) = rows.iter().position(|row| filled(row) > 0 && filled(row) * 2 >= widest) else {
            return Ok(Self::default());
        };
        let (names, below) = rows[row..].split_first().expect("the row is one of them");
        let mut sorted: Vec<&str> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
        sorted.sort_unstable();
        let is_distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let is_sure = is_head(names, below);
        let is_value = |(nth, name): (usize, &String)| {
            let is_same = |row: &Vec<String>| row.get(nth).is_some_and(|cell| cell.trim() == name.trim());
            has_letter(name) && below.iter().any(is_same)
        };
        let may_be = names.iter().all(|name| is_name(name))
            && names.iter().any(|name| has_letter(name))
            && !names.iter().enumerate().any(is_value);
        if may_be && (is_distinct || is_sure) {
            Ok(Self { row, names: names.clone(), is_sure, width })
        } else {
            Ok(Self { width, ..Self::default() })
        }
    }

    /// True if a row names the columns.
    fn is_at(&self, row: usize) -> bool {
        !self.names.is_empty() && row == self.row
    }

    /// Returns the role of the cells of a row. Words of a first row that may be values are taken for cells.
    fn kind(&self, row: usize) -> BlockKind {
        match row {
            _ if self.is_at(row) && self.is_sure => BlockKind::Header,
            _ if !self.names.is_empty() && row < self.row => BlockKind::Heading,
            _ => BlockKind::Cell,
        }
    }
}

/// So many rows are looked at to tell what the first of them is.
const LOOKED_AT: usize = 10;

fn first_rows(source: &str, delimiter: u8) -> Result<Vec<Vec<String>>, ReadError> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut cells = CsvCells::new(source, delimiter);
    while let Some(cell) = cells.next_cell()? {
        if cell.row >= LOOKED_AT {
            break;
        }
        rows.resize_with(cell.row + 1, Vec::new);
        rows[cell.row].push(cell.text.into_owned());
    }
    Ok(rows)
}

/// True if a row surely names columns: a word for a field is among them, or a column holds numbers or addresses below
/// it, or names in small letters stand above values with capitals.
fn is_head(names: &[String], below: &[Vec<String>]) -> bool {
    let is_value = |cell: &str| cell.contains('@') || cell.chars().any(|c| c.is_ascii_digit());
    let column = |nth: usize| below.iter().filter_map(move |row| row.get(nth)).filter(|cell| !cell.trim().is_empty());
    let tells = |(nth, name): (usize, &String)| {
        has_letter(name) && !is_value(name) && column(nth).next().is_some() && column(nth).all(|cell| is_value(cell))
    };
    let has_capital = |cell: &String| cell.chars().any(char::is_uppercase);
    let is_small = names.iter().any(|name| has_letter(name)) && !names.iter().any(has_capital);
    let stands_apart =
        || is_small && (0..names.len()).any(|nth| column(nth).next().is_some() && column(nth).all(has_capital));
    names.iter().any(|name| grid::is_no_value(name)) || names.iter().enumerate().any(tells) || stands_apart()
}

fn has_letter(cell: &str) -> bool {
    cell.chars().any(char::is_alphabetic)
}

fn is_name(cell: &str) -> bool {
    let name = cell.trim();
    let digits = name.chars().filter(|c| c.is_ascii_digit()).count();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    // `rate_per_100k` is a name, "12 Elm Street" is none.
    let is_word = digits * 2 < letters && !name.contains(char::is_whitespace);
    name.len() <= 60 && !name.contains(['@', '\n']) && (digits <= 2 || is_word)
}

struct CsvCell<'s> {
    row: usize,
    column: usize,
    text: Cow<'s, str>,
    source: Range<usize>,
    coding: SourceCoding,
}

/// Walks the cells of a table.
struct CsvCells<'s> {
    source: &'s str,
    delimiter: u8,
    at: usize,
    row: usize,
    column: usize,
    /// The last cell ended with a delimiter, so that another follows even at the end.
    pending: bool,
}

impl<'s> CsvCells<'s> {
    fn new(source: &'s str, delimiter: u8) -> Self {
        // A line that states the delimiter is no row.
        let at = stated_delimiter(source).and_then(|_| source.find('\n')).map_or(0, |end| end + 1);
        Self { source, delimiter, at, row: 0, column: 0, pending: false }
    }

    fn next_cell(&mut self) -> Result<Option<CsvCell<'s>>, ReadError> {
        let bytes = self.source.as_bytes();
        if self.at >= bytes.len() && !self.pending {
            return Ok(None);
        }
        let (source, coding) = if bytes.get(self.at) == Some(&b'"') { self.quoted()? } else { self.bare() };
        let inside = self.source.get(source.clone()).unwrap_or_default();
        let text = match coding {
            SourceCoding::QuotedCell if inside.contains('"') => Cow::Owned(inside.replace("\"\"", "\"")),
            _ => Cow::Borrowed(inside),
        };
        let cell = CsvCell { row: self.row, column: self.column, text, source, coding };
        self.end_cell();
        Ok(Some(cell))
    }

    fn bare(&mut self) -> (Range<usize>, SourceCoding) {
        let start = self.at;
        let bytes = self.source.as_bytes();
        while self.at < bytes.len() && bytes[self.at] != self.delimiter && !matches!(bytes[self.at], b'\n' | b'\r') {
            self.at += 1;
        }
        (start..self.at, SourceCoding::Cell { delimiter: self.delimiter })
    }

    fn quoted(&mut self) -> Result<(Range<usize>, SourceCoding), ReadError> {
        let bytes = self.source.as_bytes();
        let open = self.at;
        let wrong = |at: usize, fault| ReadError::Syntax { line: line_of(self.source, at), fault };
        self.at += 1;
        loop {
            match bytes.get(self.at) {
                None => {
                    return Err(wrong(
                        open,
                        "a quoted cell starts here and never ends; close its quotes, or double those inside it",
                    ));
                }
                Some(b'"') if bytes.get(self.at + 1) == Some(&b'"') => self.at += 2,
                Some(b'"') => break,
                Some(_) => self.at += 1,
            }
        }
        let inside = open + 1..self.at;
        self.at += 1;
        match bytes.get(self.at) {
            None | Some(b'\n' | b'\r') => Ok((inside, SourceCoding::QuotedCell)),
            Some(b) if *b == self.delimiter => Ok((inside, SourceCoding::QuotedCell)),
            Some(_) => {
                Err(wrong(self.at, "text stands after the closing quote of a cell; double the quotes inside the cell"))
            }
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
    use crate::{Edits, TextEdit};

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
            TextEdit::new(document.span(start, start + find.len()).expect("a span"), to)
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
