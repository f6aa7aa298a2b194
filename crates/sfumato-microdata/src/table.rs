//! Tables by column.

use std::collections::HashMap;

use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};

/// A place in a column's dictionary.
pub type ValueCode = u32;

/// The code of a cell without a value.
const MISSING: ValueCode = ValueCode::MAX;

/// What a column is to somebody who looks for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeRole {
    /// Says by itself who somebody is; never released.
    Identifier,
    /// Says it together with others; generalised.
    QuasiIdentifier,
    /// What nobody should learn of somebody; kept, and looked at by l-diversity and t-closeness.
    Sensitive,
    /// Anything else; kept.
    Insensitive,
}

/// A column: a dictionary of its different values, and a code, or a set of codes, for each record.
#[derive(Clone)]
pub struct AttributeColumn {
    name: String,
    role: AttributeRole,
    weight: f64,
    dictionary: Vec<Box<str>>,
    cells: ColumnCells,
    // Invariant: `nodes` is as long as the dictionary, where there is a hierarchy.
    hierarchy: Option<Hierarchy>,
    nodes: Vec<HierarchyNode>,
}

/// The cells of a column.
#[derive(Clone)]
enum ColumnCells {
    Single(Vec<ValueCode>),
    Sets { starts: Vec<usize>, codes: Vec<ValueCode> },
}

/// A column that grows value by value, for those who read a table row by row.
#[derive(Default)]
pub struct ColumnDraft {
    dictionary: DictionaryDraft,
    codes: Vec<ValueCode>,
}

impl ColumnDraft {
    /// Adds the value of the next record.
    pub fn push(&mut self, value: Option<&str>) {
        let code = value.map_or(MISSING, |value| self.dictionary.code(value));
        self.codes.push(code);
    }

    /// The column of all values so far.
    pub fn finish(self, name: &str) -> AttributeColumn {
        AttributeColumn::new(name, self.dictionary.dictionary, ColumnCells::Single(self.codes))
    }
}

/// Makes codes of values.
#[derive(Default)]
struct DictionaryDraft {
    dictionary: Vec<Box<str>>,
    codes: HashMap<Box<str>, ValueCode>,
}

impl DictionaryDraft {
    fn code(&mut self, value: &str) -> ValueCode {
        if let Some(code) = self.codes.get(value) {
            return *code;
        }
        let code = self.dictionary.len() as ValueCode;
        self.dictionary.push(value.into());
        self.codes.insert(value.into(), code);
        code
    }
}

impl AttributeColumn {
    /// A column with one value, or none, for each record; insensitive until it is given a role.
    pub fn from_values<'v>(name: &str, values: impl IntoIterator<Item = Option<&'v str>>) -> Self {
        let mut draft = ColumnDraft::default();
        values.into_iter().for_each(|value| draft.push(value));
        draft.finish(name)
    }

    /// A set-valued column: any number of values for each record; an empty set is a missing value.
    pub fn from_sets<'v, S>(name: &str, sets: impl IntoIterator<Item = S>) -> Self
    where
        S: IntoIterator<Item = &'v str>,
    {
        let mut draft = DictionaryDraft::default();
        let (mut starts, mut codes) = (vec![0], Vec::new());
        for set in sets {
            let start = codes.len();
            codes.extend(set.into_iter().map(|value| draft.code(value)));
            let mut cell = codes.split_off(start);
            cell.sort_unstable();
            cell.dedup();
            codes.extend(cell);
            starts.push(codes.len());
        }
        Self::new(name, draft.dictionary, ColumnCells::Sets { starts, codes })
    }

    /// A column of numbers, written as [`f64`] displays them.
    pub fn from_numbers(name: &str, numbers: impl IntoIterator<Item = Option<f64>>) -> Self {
        let texts: Vec<Option<String>> =
            numbers.into_iter().map(|number| number.filter(|n| n.is_finite()).map(|n| n.to_string())).collect();
        Self::from_values(name, texts.iter().map(Option::as_deref))
    }

    fn new(name: &str, dictionary: Vec<Box<str>>, cells: ColumnCells) -> Self {
        Self {
            name: name.to_owned(),
            role: AttributeRole::Insensitive,
            weight: 1.0,
            dictionary,
            cells,
            hierarchy: None,
            nodes: Vec::new(),
        }
    }

    /// The column in another role.
    pub fn with_role(mut self, role: AttributeRole) -> Self {
        self.role = role;
        self
    }

    /// The column, counting so much in every measure of loss; 1 unless said otherwise.
    pub fn with_weight(mut self, weight: f64) -> Self {
        self.weight = weight.max(0.0);
        self
    }

    /// The column with the hierarchy by which it is generalised.
    /// A value may be an inner node ("Spain" where others say "Madrid"): it is then generalised from there on.
    pub fn with_hierarchy(mut self, hierarchy: Hierarchy) -> Result<Self, MicrodataError> {
        let found: Vec<Option<HierarchyNode>> = self.dictionary.iter().map(|value| hierarchy.node(value)).collect();
        let values = found.iter().filter(|node| node.is_none()).count();
        if values > 0 {
            let is_unknown = |code: &ValueCode| *code != MISSING && found[*code as usize].is_none();
            let record = (0..self.records()).find(|record| self.codes(*record).iter().any(is_unknown));
            return Err(MicrodataError::UnknownValues {
                column: self.name,
                values,
                record: record.unwrap_or_default() + 1,
            });
        }
        self.nodes = found.into_iter().flatten().collect();
        self.hierarchy = Some(hierarchy);
        Ok(self)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The role.
    pub fn role(&self) -> AttributeRole {
        self.role
    }

    /// The weight in measures of loss.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        match &self.cells {
            ColumnCells::Single(codes) => codes.len(),
            ColumnCells::Sets { starts, .. } => starts.len() - 1,
        }
    }

    /// The different values; a code is a place in them.
    pub fn dictionary(&self) -> &[Box<str>] {
        &self.dictionary
    }

    /// The text of a code.
    pub fn value(&self, code: ValueCode) -> &str {
        self.dictionary.get(code as usize).map_or("", |value| value)
    }

    /// True if a record may have several values.
    pub fn is_set_valued(&self) -> bool {
        matches!(self.cells, ColumnCells::Sets { .. })
    }

    /// The codes of a record: none if its value is missing.
    pub fn codes(&self, record: usize) -> &[ValueCode] {
        match &self.cells {
            ColumnCells::Single(codes) if codes[record] == MISSING => &[],
            ColumnCells::Single(codes) => &codes[record..=record],
            ColumnCells::Sets { starts, codes } => &codes[starts[record]..starts[record + 1]],
        }
    }

    /// The code of a record in a column that is not set-valued; none if its value is missing.
    pub fn code(&self, record: usize) -> Option<ValueCode> {
        match &self.cells {
            ColumnCells::Single(codes) => Some(codes[record]).filter(|code| *code != MISSING),
            ColumnCells::Sets { .. } => None,
        }
    }

    /// The records without a value.
    pub fn missing(&self) -> usize {
        (0..self.records()).filter(|record| self.codes(*record).is_empty()).count()
    }

    /// The hierarchy, if the column has one.
    pub fn hierarchy(&self) -> Option<&Hierarchy> {
        self.hierarchy.as_ref()
    }

    /// The node of the hierarchy that a code is.
    pub fn node(&self, code: ValueCode) -> Option<HierarchyNode> {
        self.nodes.get(code as usize).copied()
    }

    /// The numbers of the dictionary, by code; an error names the first record that is none.
    pub fn numbers(&self) -> Result<Vec<f64>, MicrodataError> {
        let numbers: Vec<Option<f64>> =
            self.dictionary.iter().map(|value| value.trim().parse().ok().filter(|n: &f64| n.is_finite())).collect();
        let is_text = |code: &ValueCode| numbers[*code as usize].is_none();
        match (0..self.records()).find(|record| self.codes(*record).iter().any(is_text)) {
            Some(record) => Err(MicrodataError::NotNumeric { column: self.name.clone(), record: record + 1 }),
            None => Ok(numbers.into_iter().map(Option::unwrap_or_default).collect()),
        }
    }

    /// The column with other codes in the place of its own, as many as there were; `None` is a missing value.
    pub(crate) fn with_codes(mut self, codes: impl IntoIterator<Item = Option<ValueCode>>) -> Self {
        self.cells = ColumnCells::Single(codes.into_iter().map(|code| code.unwrap_or(MISSING)).collect());
        self
    }
}

impl std::fmt::Debug for AttributeColumn {
    /// Shows the shape of a column, never its values.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AttributeColumn")
            .field("role", &self.role)
            .field("values", &self.dictionary.len())
            .field("records", &self.records())
            .finish_non_exhaustive()
    }
}

/// A table about people: columns of equal length, each record one person.
#[derive(Debug, Clone)]
pub struct Microdata {
    // Invariant: as long as each other, and of different names.
    columns: Vec<AttributeColumn>,
}

impl Microdata {
    /// A table of columns that are equally long and differently named.
    pub fn new(columns: Vec<AttributeColumn>) -> Result<Self, MicrodataError> {
        let expected = columns.first().map_or(0, AttributeColumn::records);
        for (at, column) in columns.iter().enumerate() {
            let records = column.records();
            if records != expected {
                return Err(MicrodataError::UnequalColumns { column: column.name.clone(), records, expected });
            }
            if columns[..at].iter().any(|other| other.name == column.name) {
                return Err(MicrodataError::DuplicateColumn { column: column.name.clone() });
            }
        }
        Ok(Self { columns })
    }

    /// The columns.
    pub fn columns(&self) -> &[AttributeColumn] {
        &self.columns
    }

    /// A column by its place.
    pub fn column(&self, at: usize) -> &AttributeColumn {
        &self.columns[at]
    }

    /// The place of a column by its name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.columns.first().map_or(0, AttributeColumn::records)
    }

    /// The places of the columns in a role.
    pub fn in_role(&self, role: AttributeRole) -> Vec<usize> {
        (0..self.columns.len()).filter(|at| self.columns[*at].role == role).collect()
    }

    /// The table with another column in the place of one; it must be as long, and is named as it was.
    pub(crate) fn with_column(mut self, at: usize, column: AttributeColumn) -> Self {
        self.columns[at] = column;
        self
    }
}
