//! The arguments of `collect` that are about tables.

use clap::{Args, ValueEnum};

/// The heading of options that say what columns are.
const COLUMNS: &str = "Tables";

/// What the columns of a table are, and how it is changed.
#[derive(Debug, Args)]
#[command(next_help_heading = COLUMNS)]
pub struct TableOptions {
    /// The columns that say together who somebody is; they are generalised.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub quasi: Vec<String>,
    /// The columns with what nobody should learn of somebody; they are kept, and looked at by --l and --t.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// Other columns that are kept as they are; what is not named anywhere is left out.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Columns of running text that are kept, and masked as documents are, by the policy.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub text_columns: Vec<String>,
    /// What a column counts for where loss is measured, as `age=2`; may be given more than once.
    #[arg(long, value_name = "COLUMN=NUMBER", value_parser = weight)]
    pub weight: Vec<(String, f64)>,
    /// Print the columns with the number of their values, what they could be, and what makes people unique.
    #[arg(long)]
    pub describe: bool,
    /// Each class as little as it needs, or one level for a column.
    #[arg(long, value_enum, default_value_t = MethodName::Local, value_name = "METHOD")]
    pub method: MethodName,
    /// What is made as small as can be with `--method full-domain`.
    #[arg(long, value_enum, default_value_t = LossName::Ncp, value_name = "LOSS")]
    pub loss: LossName,
    /// The meaning of --l.
    #[arg(long, value_enum, default_value_t = DiversityName::Distinct, value_name = "MEANING")]
    pub diversity: DiversityName,
    /// The factor of `--diversity recursive`.
    #[arg(long, value_name = "NUMBER", default_value_t = 3.0)]
    pub c: f64,
    /// The distance between two values of a sensitive column, for --t.
    #[arg(long, value_enum, default_value_t = DistanceName::Equal, value_name = "DISTANCE")]
    pub distance: DistanceName,
    /// Nobody may be found with a greater probability by who knows that they are in the table.
    #[arg(long, value_name = "0..1")]
    pub highest_risk: Option<f64>,
    /// People may be found with no greater probability on average.
    #[arg(long, value_name = "0..1")]
    pub average_risk: Option<f64>,
    /// The number of people the table was drawn from, for estimates of how many of them are unique.
    #[arg(long, value_name = "PEOPLE")]
    pub population: Option<usize>,
    /// What an empty cell is.
    #[arg(long, value_enum, default_value_t = MissingName::Own, value_name = "MEANING")]
    pub missing: MissingName,
    /// Stop looking for something better after so many seconds, and say so.
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    Local,
    FullDomain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LossName {
    /// Normalised certainty penalty.
    Ncp,
    Discernibility,
    AverageClassSize,
    /// Non-uniform entropy.
    Entropy,
    Precision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiversityName {
    Distinct,
    Entropy,
    Recursive,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DistanceName {
    Equal,
    Ordered,
    Hierarchical,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MissingName {
    /// A value of its own.
    Own,
    /// It matches every value and stays empty.
    Match,
    /// It is drawn from rows that are alike otherwise.
    Impute,
}

fn weight(written: &str) -> Result<(String, f64), String> {
    let parsed = written.split_once('=').and_then(|(column, number)| {
        let number: f64 = number.trim().parse().ok()?;
        (number.is_finite() && number >= 0.0).then(|| (column.to_owned(), number))
    });
    parsed.ok_or_else(|| "COLUMN=NUMBER is expected, the number at least 0".to_owned())
}
