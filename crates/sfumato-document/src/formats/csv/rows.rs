//! Tables with a delimiter, row by row: for those who look at a table as a table, and write another one.

use std::borrow::Cow;

use super::{CsvCell, CsvCells, stated_delimiter, tell_delimiter};
use crate::encoding;
use crate::formats::{ReadError, line_of};

/// A table with a delimiter whose first row names its columns.
pub struct DelimitedTable {
    source: String,
    delimiter: u8,
    names: Vec<String>,
}

impl DelimitedTable {
    /// Reads the names of the columns; the delimiter is told from the first lines unless it is given.
    pub fn read(bytes: Vec<u8>, delimiter: Option<u8>) -> Result<Self, ReadError> {
        let (_, source) = encoding::decode(bytes)?;
        let delimiter = delimiter.or(stated_delimiter(&source)).unwrap_or_else(|| tell_delimiter(&source));
        let mut table = Self { source, delimiter, names: Vec::new() };
        let mut rows = table.all_rows();
        let names = rows.next().transpose()?.map(|(_, names)| names).unwrap_or_default();
        let names = names.iter().map(|name| name.trim().to_owned()).collect();
        table.names = names;
        Ok(table)
    }

    /// The delimiter.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The rows below the names, empty lines left out, each with as many cells as there are names; an error names the
    /// line of one that has more or fewer.
    pub fn rows(&self) -> impl Iterator<Item = Result<Vec<Cow<'_, str>>, ReadError>> {
        let width = self.names.len();
        self.all_rows().skip(1).map(move |row| {
            let (start, row) = row?;
            if row.len() == width {
                return Ok(row);
            }
            let line = line_of(&self.source, start);
            Err(ReadError::Syntax { line, fault: "a row has more or fewer cells than the table has columns" })
        })
    }

    fn all_rows(&self) -> DelimitedRows<'_> {
        DelimitedRows { cells: CsvCells::new(&self.source, self.delimiter), next: None }
    }
}

/// Walks the rows of a table.
struct DelimitedRows<'s> {
    cells: CsvCells<'s>,
    /// The first cell of the next row.
    next: Option<CsvCell<'s>>,
}

impl<'s> Iterator for DelimitedRows<'s> {
    /// The place of a row in the source, and its cells.
    type Item = Result<(usize, Vec<Cow<'s, str>>), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let first = match self.next.take() {
                Some(cell) => cell,
                None => match self.cells.next_cell() {
                    Ok(cell) => cell?,
                    Err(error) => return Some(Err(error)),
                },
            };
            let (at, start) = (first.row, first.source.start);
            let mut row = vec![first.text];
            loop {
                match self.cells.next_cell() {
                    Ok(Some(cell)) if cell.row == at => row.push(cell.text),
                    Ok(next) => {
                        self.next = next;
                        break;
                    }
                    Err(error) => return Some(Err(error)),
                }
            }
            if row.iter().any(|cell| !cell.trim().is_empty()) {
                return Some(Ok((start, row)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cells_without_their_quotes() {
        let table = DelimitedTable::read(b"age;note\n34;\"a; \"\"b\"\"\"\n\n36;\n".to_vec(), None).expect("readable");
        assert_eq!(table.names(), ["age", "note"]);
        let rows: Vec<_> = table.rows().collect::<Result<_, _>>().expect("readable");
        assert_eq!(rows, [["34", "a; \"b\""], ["36", ""]]);
    }

    #[test]
    fn rows_of_another_length_are_refused_by_line() {
        let table = DelimitedTable::read(b"a,b\n1,2\n3\n".to_vec(), Some(b',')).expect("readable");
        let refused = table.rows().find_map(Result::err);
        assert!(matches!(refused, Some(ReadError::Syntax { line: 3, .. })));
    }
}
