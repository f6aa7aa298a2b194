//! The arguments of `assess` and `plan`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{InputOptions, OUTPUT, OffsetUnitName, RuleOptions, RunOptions};

pub(super) const ASSESS_EXAMPLES: &str = "\
Examples:
  sfumato assess letter.txt                how much it reveals, and which phrases do
  sfumato assess notes/ --top 20           the twenty most exposed files
  sfumato assess notes/ --policy declassify --protect 'Ann Lee' --as jsonl
  sfumato assess posts/ --policy sensitive-health --by subject  what all files together tell of each topic
  sfumato assess outbox/ --fail-above 100  exit with status 1 if a file reveals more";

pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  sfumato plan letter.txt -o letter.plan.json      write down every change
  sfumato mask letter.txt --plan letter.plan.json  carry them out, edited or not";

#[derive(Debug, Args)]
pub struct AssessArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = AssessForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: AssessForm,
    /// What a row is about: a document, or a topic or protected name, with what all documents together tell of it.
    #[arg(long, value_enum, default_value_t = AssessedSubject::Document, value_name = "SUBJECT", help_heading = OUTPUT)]
    pub by: AssessedSubject,
    /// List this many documents, the most exposed first; of a single document, this many phrases.
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub top: Option<usize>,
    /// Exit with status 1 if a document is more exposed than this, in bits.
    #[arg(long, value_name = "BITS", value_parser = score, help_heading = OUTPUT)]
    pub fail_above: Option<f64>,
    /// The unit of offsets.
    #[arg(long, value_enum, default_value_t = OffsetUnitName::Bytes, help_heading = OUTPUT)]
    pub offsets: OffsetUnitName,
    /// Let the result quote the document.
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AssessForm {
    /// A table for people.
    Table,
    /// One list of all documents.
    Json,
    /// One line of JSON a document.
    Jsonl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AssessedSubject {
    /// A document.
    Document,
    /// A topic of the policy, or a name that is protected.
    Subject,
}

#[derive(Debug, Args)]
pub struct PlanArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The file to write. Default: standard output.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// The unit of offsets.
    #[arg(long, value_enum, default_value_t = OffsetUnitName::Bytes, help_heading = OUTPUT)]
    pub offsets: OffsetUnitName,
    /// Let the plan quote the document.
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub run: RunOptions,
}

fn score(written: &str) -> Result<f64, String> {
    let number = written.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number of bits from 0".to_owned())
}
