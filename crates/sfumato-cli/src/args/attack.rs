//! The arguments of `attack`.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use sfumato_eval::attack::AttackMethod;

use super::{EvalForm, FormatName, OUTPUT, RunOptions};

// Headings of this command.
const TEXTS: &str = "Texts";
const ATTACK: &str = "Attack";

pub(super) const ATTACK_EXAMPLES: &str = "\
Examples:
  sfumato attack --masked shared/ --background known/
  sfumato attack --masked shared/ --background known/ --original notes/
  sfumato attack --masked shared/ --background known/ --explain 5 --show-words
  sfumato attack --masked shared/ --background known/ --fail-above 0.05
  sfumato attack --masked out.jsonl --background people.jsonl \\
    --background-field biography --id-field name

A document is about the candidate of the same name, unless --truth says otherwise.";

#[derive(Debug, Args)]
pub struct AttackArguments {
    /// Masked documents: a folder, a file, or JSON Lines with a record for each.
    #[arg(long, value_name = "PATH", help_heading = TEXTS)]
    pub masked: PathBuf,
    /// The public's knowledge: a folder with a file for each candidate, or JSON Lines with a record for each.
    #[arg(long, value_name = "PATH", help_heading = TEXTS)]
    pub background: PathBuf,
    /// The documents before they were masked, to be attacked too.
    #[arg(long, value_name = "PATH", help_heading = TEXTS)]
    pub original: Option<PathBuf>,
    /// The candidate each document is about: lines of document,candidate. Default: the candidate of the same name.
    #[arg(long, value_name = "FILE.csv", help_heading = TEXTS)]
    pub truth: Option<PathBuf>,
    /// The attackers; may be given more than once, or with commas.
    #[arg(long = "attacker", value_enum, value_delimiter = ',', default_value = "all", value_name = "WHO", help_heading = ATTACK)]
    pub attackers: Vec<AttackerChoice>,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = EvalForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: EvalForm,
    /// Also list, for each document, the places of this many words that revealed most to the strongest attacker.
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub explain: Option<usize>,
    /// Let --explain quote the masked documents.
    #[arg(long, requires = "explain", help_heading = OUTPUT)]
    pub show_words: bool,
    /// Also write the rank of each document's candidate.
    #[arg(long, value_name = "FILE.csv", help_heading = OUTPUT)]
    pub rows: Option<PathBuf>,
    /// Exit with status 1 if the strongest attacker recognises more than this share of the documents.
    #[arg(long, value_name = "0..1", value_parser = share, help_heading = OUTPUT)]
    pub fail_above: Option<f64>,
    /// Leave out documents that have no candidate.
    #[arg(long, help_heading = ATTACK)]
    pub allow_unknown: bool,
    /// Further words in capitals that stand where something was masked: WORLD, ACTOR.
    #[arg(long = "label", value_delimiter = ',', value_name = "WORD,...", help_heading = ATTACK)]
    pub labels: Vec<String>,
    /// The member of a JSON record that names it.
    #[arg(long, value_name = "NAME", default_value = "id", help_heading = TEXTS)]
    pub id_field: String,
    /// The member of a JSON record that holds the masked text; `a.b` is the member b of the member a. Records without
    /// it are left out.
    #[arg(long, value_name = "NAME", default_value = "text", help_heading = TEXTS)]
    pub text_field: String,
    /// The same for what the public may know. Default: text.
    #[arg(long, value_name = "NAME", default_value = "text", hide_default_value = true, help_heading = TEXTS)]
    pub background_field: String,
    /// The same for the documents before they were masked. Default: text.
    #[arg(long, value_name = "NAME", default_value = "text", hide_default_value = true, help_heading = TEXTS)]
    pub original_field: String,
    /// The format of the files, where their content does not show it.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = TEXTS)]
    pub format: Option<FormatName>,
    #[command(flatten)]
    pub run: RunOptions,
}

/// One attacker, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttackerChoice {
    All,
    One(AttackMethod),
}

impl ValueEnum for AttackerChoice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<AttackerChoice>> = LazyLock::new(|| {
            std::iter::once(AttackerChoice::All).chain(AttackMethod::ALL.map(AttackerChoice::One)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::All => PossibleValue::new("all").help("All of them"),
            Self::One(method) => PossibleValue::new(method.name()).help(method.about()),
        })
    }
}

fn share(written: &str) -> Result<f64, String> {
    let number = written.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a share from 0 to 1".to_owned())
}
