//! What can be wrong with a table, a hierarchy or a wish.

/// Says where something is wrong, never what stood there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MicrodataError {
    /// A line of a hierarchy has more or fewer levels than the first.
    #[error("line {line}: {levels} levels where the first line has {expected}")]
    RaggedHierarchy {
        /// The line, counted from one.
        line: usize,
        /// Its levels, the value counted.
        levels: usize,
        /// Those of the first line.
        expected: usize,
    },
    /// A value stands twice in a hierarchy.
    #[error("line {line}: the value stands on line {first} already")]
    DuplicateValue {
        /// The line, counted from one.
        line: usize,
        /// The line where the value stands first.
        first: usize,
    },
    /// A label has two different labels above it.
    #[error("line {line}: the label of level {level} has something else above it on line {first}")]
    TwoParents {
        /// The line, counted from one.
        line: usize,
        /// The level of the label; values are level 0.
        level: usize,
        /// The line where the label stands first.
        first: usize,
    },
    /// A label comes again above another one.
    #[error("line {line}: cyclic: the label of level {level} stands below another one on the same line")]
    CyclicHierarchy {
        /// The line, counted from one.
        line: usize,
        /// The level where the label comes again.
        level: usize,
    },
    /// The last level of a hierarchy must be one label.
    #[error(
        "line {line}: the last level is another label than on the first line; end every line with the same one, such as *"
    )]
    TwoRoots {
        /// The line, counted from one.
        line: usize,
    },
    /// A hierarchy without a value.
    #[error("the hierarchy is empty")]
    EmptyHierarchy,
    /// A quoted cell that does not end.
    #[error("line {line}: a quote is not closed")]
    OpenQuote {
        /// The line, counted from one.
        line: usize,
    },
    /// A hierarchy lacks values of the column it is for.
    #[error("column {column}: {values} values are not in its hierarchy, first in record {record}")]
    UnknownValues {
        /// The column's name.
        column: String,
        /// The number of different values.
        values: usize,
        /// The first record that has one, counted from one.
        record: usize,
    },
    /// Columns of different length.
    #[error("column {column}: {records} records where the first column has {expected}")]
    UnequalColumns {
        /// The column's name.
        column: String,
        /// Its records.
        records: usize,
        /// Those of the first column.
        expected: usize,
    },
    /// Two columns of one name.
    #[error("column {column}: stands twice")]
    DuplicateColumn {
        /// The column's name.
        column: String,
    },
    /// A quasi-identifier without a hierarchy.
    #[error("column {column}: has no hierarchy")]
    NoHierarchy {
        /// The column's name.
        column: String,
    },
    /// A column without numbers where numbers are needed.
    #[error("column {column}: record {record} is no number")]
    NotNumeric {
        /// The column's name.
        column: String,
        /// The first record without one, counted from one.
        record: usize,
    },
    /// A model or method is about a column that is not there, or not of the right kind.
    #[error("{wish}: there is no such column, or it does not fit: {reason}")]
    UnfitColumn {
        /// The wish, as `l-diversity`.
        wish: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// A parameter out of its range.
    #[error("{wish}: {reason}")]
    BadParameter {
        /// The wish, as `k-anonymity`.
        wish: &'static str,
        /// The range it must be in.
        reason: &'static str,
    },
    /// No column is a quasi-identifier.
    #[error("no column is a quasi-identifier")]
    NoQuasiIdentifier,
    /// More alike are asked for than there are.
    #[error("k is {k}, but the table has {records} records")]
    TooFewRecords {
        /// The k that was asked for.
        k: usize,
        /// The records of the table.
        records: usize,
    },
    /// Not even the most general table satisfies the models.
    #[error("{model} does not hold even if everything is generalised to the top; lower it or allow more suppression")]
    Unreachable {
        /// The first model that fails.
        model: String,
    },
}
