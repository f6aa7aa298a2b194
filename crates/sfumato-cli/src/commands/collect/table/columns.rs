//! A file as a table of people: which column is what, and what it is more generally.

use std::collections::HashSet;
use std::path::Path;

use sfumato::document::formats::DelimitedTable;
use sfumato::mask::suggestion;
use sfumato::microdata::{AttributeColumn, AttributeRole, ColumnDraft, Hierarchy, Microdata, MicrodataError};

use super::kinds::{self, ColumnNature};
use crate::args::CollectArguments;
use crate::failure::Failure;
use crate::inputs::InputFile;

/// A table of people, and what its columns are of.
pub struct PeopleTable {
    microdata: Microdata,
    /// What each column's hierarchy is of, as reports say it.
    natures: Vec<String>,
}

impl PeopleTable {
    /// All columns of a file, whatever they are.
    pub fn whole(input: &InputFile, source: &DelimitedTable) -> Result<Self, Failure> {
        let places: Vec<usize> = (0..source.names().len()).collect();
        let columns = read(input, source, &places)?;
        let natures = columns.iter().map(|column| ColumnNature::tell(column).name().to_owned()).collect();
        let microdata = Microdata::new(columns).map_err(|error| Failure::at(input.name(), error))?;
        Ok(Self { microdata, natures })
    }

    /// The columns that were named, in the order of the file, each in its role.
    pub fn chosen(input: &InputFile, source: &DelimitedTable, collect: &CollectArguments) -> Result<Self, Failure> {
        let tables = &collect.tables;
        let mut roles: Vec<Option<AttributeRole>> = vec![None; source.names().len()];
        let named = [
            (&tables.quasi, AttributeRole::QuasiIdentifier),
            (&tables.sensitive, AttributeRole::Sensitive),
            (&tables.keep, AttributeRole::Insensitive),
            (&tables.text_columns, AttributeRole::Insensitive),
        ];
        for (name, role) in named.iter().flat_map(|(names, role)| names.iter().map(move |name| (name, *role))) {
            let place = place(input, source, name)?;
            if roles[place].replace(role).is_some() {
                return Err(Failure::at(input.name(), format!("column {}: is named twice", source.names()[place])));
            }
        }
        for (column, what) in collect
            .hierarchy
            .iter()
            .map(|(column, _)| (column, "--hierarchy"))
            .chain(tables.weight.iter().map(|(column, _)| (column, "--weight")))
        {
            let place = place(input, source, column)?;
            if !matches!(roles[place], Some(AttributeRole::QuasiIdentifier | AttributeRole::Sensitive)) {
                return Err(Failure::call(format!("{what} {column}: name the column with --quasi or --sensitive too")));
            }
        }
        let places: Vec<usize> = (0..roles.len()).filter(|place| roles[*place].is_some()).collect();
        let mut natures = Vec::new();
        let mut columns = Vec::new();
        for (column, place) in read(input, source, &places)?.into_iter().zip(&places) {
            let role = roles[*place].unwrap_or(AttributeRole::Insensitive);
            let of = |names: &str| names == column.name();
            let weight = tables.weight.iter().find(|(name, _)| of(name)).map_or(1.0, |(_, weight)| *weight);
            let file = collect.hierarchy.iter().find(|(name, _)| of(name));
            let column = column.with_role(role).with_weight(weight);
            let (column, nature) = match file {
                Some((_, file)) => (with_file(column, file, input)?, format!("file {}", file.display())),
                None if role == AttributeRole::QuasiIdentifier => {
                    let nature = ColumnNature::tell(&column);
                    let name = column.name().to_owned();
                    let column = kinds::hierarchy(&column, nature).and_then(|tree| column.with_hierarchy(tree));
                    let column =
                        column.map_err(|error| Failure::at(input.name(), format!("column {name}: {error}")))?;
                    (column, nature.name().to_owned())
                }
                None => (column, String::new()),
            };
            natures.push(nature);
            columns.push(column);
        }
        let microdata = Microdata::new(columns).map_err(|error| Failure::at(input.name(), error))?;
        Ok(Self { microdata, natures })
    }

    /// The table.
    pub fn microdata(&self) -> &Microdata {
        &self.microdata
    }

    /// What each column's hierarchy is of; empty where there is none.
    pub fn natures(&self) -> &[String] {
        &self.natures
    }
}

/// The place of a column in its file.
fn place(input: &InputFile, source: &DelimitedTable, name: &str) -> Result<usize, Failure> {
    let names: Vec<&str> = source.names().iter().map(String::as_str).collect();
    names
        .iter()
        .position(|other| *other == name)
        .ok_or_else(|| Failure::at(input.name(), format!("there is no column `{name}`; {}", suggestion(name, &names))))
}

/// The column with the hierarchy of a file.
fn with_file(column: AttributeColumn, path: &Path, input: &InputFile) -> Result<AttributeColumn, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::io(path.display().to_string(), &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::at(path.display().to_string(), "is not UTF-8; save it as UTF-8"))?;
    let tree = Hierarchy::from_table(&text).map_err(|error| Failure::at(path.display().to_string(), error))?;
    column.with_hierarchy(tree).map_err(|error| match error {
        MicrodataError::UnknownValues { column, values, record } => Failure::at(
            path.display().to_string(),
            format!("lacks {values} values of column {column} of {}, first in row {record}", input.name()),
        ),
        error => Failure::at(path.display().to_string(), error),
    })
}

/// Some columns of a file; empty cells are missing values.
fn read(input: &InputFile, source: &DelimitedTable, places: &[usize]) -> Result<Vec<AttributeColumn>, Failure> {
    let names = source.names();
    let mut known = HashSet::new();
    if names.is_empty() || names.iter().all(String::is_empty) {
        return Err(Failure::at(input.name(), "the first row must name the columns"));
    }
    if let Some(name) = names.iter().find(|name| !known.insert(name.as_str())) {
        return Err(Failure::at(input.name(), format!("column {name}: stands twice")));
    }
    let mut columns: Vec<ColumnDraft> = places.iter().map(|_| ColumnDraft::default()).collect();
    for row in source.rows() {
        let row = row.map_err(|error| Failure::read(&input.place(), &error))?;
        for (column, place) in columns.iter_mut().zip(places) {
            column.push(Some(row[*place].trim()).filter(|cell| !cell.is_empty()));
        }
    }
    Ok(columns.into_iter().zip(places).map(|(column, place)| column.finish(&names[*place])).collect())
}
