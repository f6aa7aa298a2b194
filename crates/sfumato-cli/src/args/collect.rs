//! The arguments of `collect`.

use std::path::PathBuf;

use clap::Args;

use super::{InputOptions, OUTPUT, RuleOptions, RunOptions, TableOptions};

pub(super) const COLLECT_EXAMPLES: &str = "\
Examples:
  sfumato collect people.csv --describe                    what the columns are, and what makes people unique
  sfumato collect people.csv --quasi age,sex,postcode --sensitive diagnosis --k 5 --l 2
  sfumato collect people.csv --quasi age,sex,job --hierarchy job=jobs.csv --k 5 -o out.csv --report out.html
  sfumato collect people.csv --quasi age,sex --k 5 --method full-domain --suppress 5%
  sfumato collect notes/ --dictionary                      what documents say of people, and what makes them unique
  sfumato collect notes/ --table people.jsonl              the table that a folder of documents is
  sfumato collect notes/ -o shared/ --k 5 --report report.html   documents in which everybody looks like four others";

/// The heading of options that say what must hold.
const MODELS: &str = "Privacy models";

#[derive(Debug, Args)]
pub struct CollectArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The file or folder to write. Default for a table: NAME.collected.EXT beside it.
    #[arg(short, long, value_name = "PATH", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Print what there is in the table; of documents, the file of classes besides.
    #[arg(long, help_heading = OUTPUT)]
    pub dictionary: bool,
    /// Write the table that documents are: .csv, or .jsonl with the places of every value. It quotes them.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub table: Option<PathBuf>,
    /// Let the report on documents quote the tables before and after.
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    /// A file that says what each attribute of documents is and weighs; --dictionary prints one.
    #[arg(long, value_name = "FILE", help_heading = MODELS)]
    pub classes: Option<PathBuf>,
    /// Also write a report: .json or .html.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
    /// k-anonymity: everybody looks like at least N - 1 others.
    #[arg(long, value_name = "N", help_heading = MODELS)]
    pub k: Option<usize>,
    /// l-diversity: at least N different diagnoses among those who look alike.
    #[arg(long, value_name = "N", help_heading = MODELS)]
    pub l: Option<usize>,
    /// t-closeness: diagnoses among those who look alike are distributed nearly as among all.
    #[arg(long, value_name = "0..1", help_heading = MODELS)]
    pub t: Option<f64>,
    /// The greatest share of people whose documents may be left out.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0", help_heading = MODELS)]
    pub suppress: f64,
    /// A hierarchy of your own, as ARX writes them (`value;level 1;...;*`); may be given more than once.
    #[arg(long, value_name = "ATTRIBUTE=FILE", value_parser = named_file, help_heading = MODELS)]
    pub hierarchy: Vec<(String, PathBuf)>,
    #[command(flatten)]
    pub tables: TableOptions,
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub run: RunOptions,
}

/// A share: `0.05` or `5%`.
fn share(written: &str) -> Result<f64, String> {
    let (number, of) = written.strip_suffix('%').map_or((written, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / of);
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "a share is 5% or 0.05".to_owned())
}

fn named_file(written: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = written.split_once('=').ok_or("ATTRIBUTE=FILE is expected")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}
