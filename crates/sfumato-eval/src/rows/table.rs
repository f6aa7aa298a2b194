//! Reading rows.

use std::collections::{BTreeMap, BTreeSet};

/// The reason why a file has no rows of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsError {
    /// The line, from one.
    pub line: usize,
    /// The fault.
    pub what: &'static str,
}

impl std::fmt::Display for RowsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for RowsError {}

/// Columns that say what a row is about.
const ABOUT: [&str; 4] = ["file", "document", "part", "candidate"];
/// Columns that say what is measured.
const MEASURED: [&str; 5] = ["measure", "label", "text", "attacker", "category"];
/// Columns that count, and are not better or worse by themselves.
const COUNTED: [&str; 7] = ["right", "spurious", "missed", "wrong", "words", "bits", NUMBER];
/// The column that says how many things are there to be found.
const NUMBER: &str = "n";

/// The measure, the column and the document of a value.
type ValuePlace = (String, String, String);

/// The rows of a file.
#[derive(Clone, PartialEq, Default)]
pub struct EvaluationRows {
    scores: BTreeMap<ValuePlace, f64>,
    /// By measure and document.
    numbers: BTreeMap<(String, String), f64>,
    documents: BTreeSet<String>,
}

// Documents may be called by what identifies a patient.
impl std::fmt::Debug for EvaluationRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EvaluationRows({} documents, {} values)", self.documents.len(), self.scores.len())
    }
}

impl EvaluationRows {
    /// Reads rows with a header. Cells are numbers but for those that say what a row is about and what is measured.
    pub fn parse(text: &str) -> Result<Self, RowsError> {
        let mut records = CsvRecords::of(text);
        let header = records.next().transpose()?.ok_or(RowsError { line: 1, what: "there is nothing in it" })?.1;
        let is_about = |name: &String| ABOUT.contains(&name.as_str());
        if !header.iter().any(is_about) {
            return Err(RowsError { line: 1, what: "rows of an evaluation have a column `document` or `file`" });
        }
        let mut rows = Self::default();
        for record in records {
            let (line, cells) = record?;
            if cells.len() != header.len() {
                return Err(RowsError { line, what: "a row has as many cells as the header" });
            }
            rows.add(line, &header, &cells)?;
        }
        if rows.scores.is_empty() {
            return Err(RowsError { line: 1, what: "there is no value in it" });
        }
        Ok(rows)
    }

    fn add(&mut self, line: usize, header: &[String], cells: &[String]) -> Result<(), RowsError> {
        let of = |names: &[&str]| {
            let told = header.iter().zip(cells).filter(|(name, _)| names.contains(&name.as_str()));
            told.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join(" ")
        };
        let (document, measure) = (of(&ABOUT), of(&MEASURED));
        self.documents.insert(document.clone());
        let is_value = |name: &str| !ABOUT.contains(&name) && !MEASURED.contains(&name);
        for (name, cell) in header.iter().zip(cells).filter(|(name, cell)| is_value(name) && !cell.is_empty()) {
            let value: Option<f64> = cell.parse().ok().filter(|value: &f64| value.is_finite());
            let value = value.ok_or(RowsError { line, what: "a value is not a number" })?;
            if name == NUMBER {
                self.numbers.insert((measure.clone(), document.clone()), value);
            }
            if COUNTED.contains(&name.as_str()) {
                continue;
            }
            if self.scores.insert((measure.clone(), name.clone(), document.clone()), value).is_some() {
                return Err(RowsError { line, what: "a row for the same document and measure stands before it" });
            }
        }
        Ok(())
    }

    /// The names of the documents, in order.
    pub(super) fn documents(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().map(String::as_str)
    }

    pub(super) fn scores(&self) -> impl Iterator<Item = ((&str, &str, &str), f64)> {
        self.scores.iter().map(|((measure, column, document), value)| {
            ((measure.as_str(), column.as_str(), document.as_str()), *value)
        })
    }

    pub(super) fn score(&self, measure: &str, column: &str, document: &str) -> Option<f64> {
        self.scores.get(&(measure.to_owned(), column.to_owned(), document.to_owned())).copied()
    }

    /// In how many documents another file has another number of things to be found.
    pub(super) fn documents_with_another_number(&self, other: &Self) -> usize {
        let differs = |(place, number): &(&(String, String), &f64)| {
            other.numbers.get(*place).is_some_and(|others| others != *number) && !place.0.starts_with("precision")
        };
        let documents = self.numbers.iter().filter(differs).map(|((_, document), _)| document);
        documents.collect::<BTreeSet<_>>().len()
    }
}

/// Records of comma-separated values with the lines they start on, counted from one; empty ones are passed over.
pub struct CsvRecords<'t> {
    rest: &'t str,
    line: usize,
}

impl Iterator for CsvRecords<'_> {
    type Item = Result<(usize, Vec<String>), RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let line = self.line;
            match self.record() {
                Ok(cells) if cells.iter().all(String::is_empty) => {}
                Ok(cells) => return Some(Ok((line, cells))),
                Err(what) => {
                    self.rest = "";
                    return Some(Err(RowsError { line, what }));
                }
            }
        }
    }
}

impl<'t> CsvRecords<'t> {
    /// The records of a text, whose byte-order mark is passed over.
    pub fn of(text: &'t str) -> Self {
        Self { rest: text.trim_start_matches('\u{feff}'), line: 1 }
    }

    fn record(&mut self) -> Result<Vec<String>, &'static str> {
        let mut cells = vec![String::new()];
        let mut is_quoted = false;
        let mut characters = self.rest.char_indices().peekable();
        let mut end = self.rest.len();
        while let Some((at, c)) = characters.next() {
            let Some(cell) = cells.last_mut() else { break };
            match c {
                '"' if is_quoted && characters.next_if(|(_, next)| *next == '"').is_some() => cell.push('"'),
                '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                '\r' if !is_quoted => {}
                '\n' if !is_quoted => {
                    self.line += 1;
                    end = at + 1;
                    break;
                }
                c => {
                    self.line += usize::from(c == '\n');
                    cell.push(c);
                }
            }
        }
        if is_quoted {
            return Err("a quoted cell does not end");
        }
        self.rest = self.rest.get(end..).unwrap_or_default();
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, line: usize, what: &str) {
        assert_eq!(EvaluationRows::parse(text).expect_err("refused").to_string(), format!("line {line}: {what}"));
    }

    #[test]
    fn cells_may_be_quoted() {
        let rows = EvaluationRows::parse("\u{feff}document,f1\r\n\"a, \"\"b\"\"\",1.5\r\n\n").expect("rows");
        assert_eq!(rows.score("", "f1", "a, \"b\""), Some(1.5));
    }

    #[test]
    fn what_is_wrong_is_told_by_line_and_quotes_nothing() {
        refused("", 1, "there is nothing in it");
        refused("x,y\n1,2\n", 1, "rows of an evaluation have a column `document` or `file`");
        refused("document,f1\n", 1, "there is no value in it");
        refused("document,f1\na,1\nb,Zyx\n", 3, "a value is not a number");
        refused("document,f1\na,1,2\n", 2, "a row has as many cells as the header");
        refused("document,f1\na,1\na,2\n", 3, "a row for the same document and measure stands before it");
        refused("document,f1\n\"a,1\n", 2, "a quoted cell does not end");
    }
}
