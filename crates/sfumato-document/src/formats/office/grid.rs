//! Tables of cells: which row names the columns, and what each cell goes by.
//!
//! What stands in a column called "Phone" is told apart from an amount far more easily than a bare number is.

use std::collections::HashMap;

/// Among so many rows the one with the names of the columns is looked for; titles may stand above it.
const HEADER_ROWS: usize = 10;
/// A form, whose cells are named by those to their left, has no more rows than this.
const FORM_ROWS: usize = 200;
/// A name of a column is no longer than this.
const LONGEST_NAME: usize = 60;

/// Names that cells go by, each kept once.
#[derive(Default)]
pub(crate) struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// A name by its number.
    pub fn get(&self, number: u32) -> Option<&str> {
        self.names.get(number as usize).map(String::as_str)
    }
}

/// What a cell is in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// It names a column.
    Heading,
    /// It goes by the name with this number.
    By(u32),
    /// Nothing tells.
    Nothing,
}

struct Cell<P> {
    row: usize,
    column: usize,
    /// What the cell to its left gives it.
    beside: Beside,
    /// Whether it holds no text but a number.
    is_number: bool,
    place: P,
}

/// What a cell gives the one to its right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// A name, as the colon behind it says.
    Named(u32),
    /// What would be a name in a form.
    Worded(u32),
}

struct Sample {
    row: usize,
    column: usize,
    text: Option<String>,
}

/// The cells of one table, by rows and in them by columns; empty ones are left out.
pub(crate) struct Grid<P> {
    cells: Vec<Cell<P>>,
    samples: Vec<Sample>,
    rows: usize,
    /// The row of the last cell, and what it gives the next one.
    last: Option<(usize, Beside)>,
}

impl<P> Default for Grid<P> {
    fn default() -> Self {
        Self { cells: Vec::new(), samples: Vec::new(), rows: 0, last: None }
    }
}

impl<P> Grid<P> {
    /// Adds the next cell; one that holds no text but a number has none.
    pub fn add(&mut self, row: usize, column: usize, text: Option<&str>, place: P, names: &mut Names) {
        if self.last.is_none_or(|(last, _)| last != row) {
            self.rows += 1;
            self.last = None;
        }
        if self.rows <= HEADER_ROWS {
            let text = text.map(|text| text.trim().to_owned());
            self.samples.push(Sample { row, column, text });
        }
        let beside = self.last.map_or(Beside::Nothing, |(_, beside)| beside);
        self.cells.push(Cell { row, column, beside, is_number: text.is_none(), place });
        let text = text.map(str::trim).unwrap_or_default();
        let gives = match text.strip_suffix(':').map(str::trim) {
            Some(name) if !name.is_empty() && name.len() <= LONGEST_NAME => Beside::Named(names.number(name)),
            None if self.rows <= FORM_ROWS && is_name(text) => Beside::Worded(names.number(text)),
            _ => Beside::Nothing,
        };
        self.last = Some((row, gives));
    }

    /// What each cell is, in the order they were added.
    pub fn named(self, names: &mut Names) -> impl Iterator<Item = (P, Naming)> {
        let is_form = self.is_form();
        let header = self.header().filter(|_| !is_form);
        let mut columns: HashMap<usize, u32> = HashMap::new();
        for sample in self.samples.iter().filter(|sample| Some(sample.row) == header) {
            if let Some(text) = sample.text.as_deref().filter(|text| !text.is_empty()) {
                columns.insert(sample.column, names.number(text));
            }
        }
        self.cells.into_iter().map(move |cell| {
            let naming = match (header, cell.beside) {
                (Some(header), _) if header == cell.row => Naming::Heading,
                (_, Beside::Named(name)) => Naming::By(name),
                (_, Beside::Worded(name)) if is_form => Naming::By(name),
                (Some(header), beside) if cell.row > header => match (columns.get(&cell.column), beside) {
                    (Some(name), _) => Naming::By(*name),
                    (None, Beside::Worded(name)) if cell.is_number => Naming::By(name),
                    _ => Naming::Nothing,
                },
                (None, Beside::Worded(name)) if cell.is_number => Naming::By(name),
                _ => Naming::Nothing,
            };
            (cell.place, naming)
        })
    }

    /// Whether this is a form: two columns, names in the first, and values of different kinds in the second.
    fn is_form(&self) -> bool {
        let mut values = Vec::new();
        for row in self.samples.chunk_by(|one, other| one.row == other.row) {
            match row {
                [name] if name.text.as_deref().is_some_and(is_name) => {}
                [name, value] if name.text.as_deref().is_some_and(is_name) => values.push(value.text.as_deref()),
                _ => return false,
            }
        }
        let is_word = |value: &Option<&str>| value.is_some_and(is_name);
        let Some((first, rest)) = values.split_first().filter(|_| self.rows <= FORM_ROWS) else { return false };
        let words = rest.iter().filter(|value| is_word(value)).count();
        let numbers = rest.iter().filter(|value| value.is_none()).count();
        // A column of a table holds values of one kind, but for a word or two where one is missing.
        !rest.is_empty() && (!is_word(first) || (words >= 2 && numbers >= 1 && words >= numbers))
    }

    /// The row that names the columns: words, no two alike, none like a value, and rows below it.
    fn header(&self) -> Option<usize> {
        let widest = self.samples.chunk_by(|one, other| one.row == other.row).map(<[_]>::len).max()?;
        let mut rows = self.samples.chunk_by(|one, other| one.row == other.row);
        // A title stands alone above a wider table.
        let row = rows.find(|row| row.len() > 1 || widest == 1)?;
        rows.next()?;
        let mut texts: Vec<&str> = row.iter().map(|sample| sample.text.as_deref().unwrap_or_default()).collect();
        texts.sort_unstable();
        let distinct = texts.windows(2).all(|pair| pair[0] != pair[1]);
        let worded = texts.iter().all(|text| is_name(text));
        row.first().filter(|_| distinct && worded).map(|sample| sample.row)
    }
}

fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && !text.contains(['@', '\n'])
        // A colon names the cell beside it.
        && !text.ends_with(':')
        && text.chars().any(char::is_alphabetic)
        && text.chars().filter(char::is_ascii_digit).count() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namings(rows: &[&[Option<&str>]]) -> Vec<Option<String>> {
        let mut names = Names::default();
        let mut grid = Grid::default();
        for (row, cells) in rows.iter().enumerate() {
            for (column, text) in cells.iter().enumerate() {
                grid.add(row, column, *text, (), &mut names);
            }
        }
        let named: Vec<_> = grid.named(&mut names).collect();
        let told = |naming| match naming {
            Naming::Heading => Some("#".to_owned()),
            Naming::By(number) => names.get(number).map(str::to_owned),
            Naming::Nothing => None,
        };
        named.into_iter().map(|(_, naming)| told(naming)).collect()
    }

    fn told(namings: &[Option<String>]) -> Vec<&str> {
        namings.iter().map(|naming| naming.as_deref().unwrap_or("-")).collect()
    }

    #[test]
    fn columns_go_by_the_first_row_of_words() {
        let named = namings(&[&[Some("Staff of 2024")], &[Some("Name"), Some("Phone")], &[Some("Ann"), None]]);
        assert_eq!(told(&named), ["-", "#", "#", "Name", "Phone"]);
    }

    #[test]
    fn a_row_of_values_names_nothing() {
        let named = namings(&[&[Some("Ann"), None, None], &[Some("Bob"), None, None]]);
        assert_eq!(told(&named), ["-", "Ann", "-", "-", "Bob", "-"], "but a number by the word to its left");
    }

    #[test]
    fn a_form_has_its_names_on_the_left() {
        let named = namings(&[
            &[Some("Name"), Some("Ann Lee")],
            &[Some("Town"), Some("York")],
            &[Some("Born"), None],
            &[Some("Job"), Some("Cook")],
        ]);
        assert_eq!(told(&named), ["-", "Name", "-", "Town", "-", "Born", "-", "Job"]);
        let table = namings(&[&[Some("Name"), Some("Phone")], &[Some("Ann Lee"), None], &[Some("Bob Ray"), None]]);
        assert_eq!(told(&table), ["#", "#", "Name", "Phone", "Name", "Phone"]);
        let words =
            namings(&[&[Some("Name"), Some("Town")], &[Some("Ann"), Some("York")], &[Some("Bob"), Some("Bath")]]);
        assert_eq!(told(&words), ["#", "#", "Name", "Town", "Name", "Town"]);
    }

    #[test]
    fn a_cell_with_a_colon_names_the_next() {
        let named = namings(&[&[Some("Name:"), Some("Ann Lee")], &[Some("Phone :"), None]]);
        assert_eq!(told(&named), ["-", "Name", "-", "Phone"]);
    }
}
