//! The table as it is released.

use sfumato::document::formats::{Csv, DelimitedTable, DocumentFormat};
use sfumato::{Anonymiser, microdata::Recoding};

use super::columns::PeopleTable;
use crate::args::CollectArguments;
use crate::failure::Failure;
use crate::inputs::InputFile;
use crate::jobs;

/// The rows that stay, with what every column has now; columns that nobody named are left out.
pub fn written(source: &DelimitedTable, table: &PeopleTable, recoding: &Recoding) -> Result<Vec<u8>, Failure> {
    let microdata = table.microdata();
    let delimiter = char::from(source.delimiter());
    let mut text = String::new();
    let names: Vec<&str> = microdata.columns().iter().map(|column| column.name()).collect();
    add_row(&mut text, names.into_iter(), delimiter);
    for record in (0..microdata.records()).filter(|record| !recoding.is_suppressed(*record)) {
        let cells: Vec<String> =
            (0..microdata.columns().len()).map(|column| recoding.text(microdata, record, column)).collect();
        add_row(&mut text, cells.iter().map(String::as_str), delimiter);
    }
    Ok(text.into_bytes())
}

fn add_row<'c>(text: &mut String, cells: impl Iterator<Item = &'c str>, delimiter: char) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(delimiter);
        }
        if cell.contains([delimiter, '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push('\n');
}

/// Masks columns of running text as documents are masked.
pub struct TextMasker {
    anonymiser: Option<Anonymiser<'static>>,
    columns: Vec<String>,
}

impl TextMasker {
    /// One for the columns that were named; without any it leaves everything as it is.
    pub fn of(collect: &CollectArguments) -> Result<Self, Failure> {
        let columns = collect.tables.text_columns.clone();
        let anonymiser = if columns.is_empty() { None } else { Some(jobs::anonymiser(&collect.rules)?) };
        Ok(Self { anonymiser, columns })
    }

    /// The table with those columns masked and verified.
    pub fn mask(&self, bytes: Vec<u8>, input: &InputFile, delimiter: u8) -> Result<Vec<u8>, Failure> {
        let Some(anonymiser) = &self.anonymiser else { return Ok(bytes) };
        let format = Csv { delimiter: Some(delimiter), columns: self.columns.clone() };
        let document = format.read(bytes).map_err(|error| Failure::read(&input.place(), &error))?;
        let masked = anonymiser.mask_document(&document).map_err(|error| Failure::run(input.name(), &error))?;
        masked.write(&format, &document).map_err(|error| Failure::run(input.name(), &error))
    }
}
