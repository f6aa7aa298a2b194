//! The arguments of `attack`.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use sfumato_eval::attack::Method;

use super::{EvalForm, Format, Run};

pub(super) const ATTACK_EXAMPLES: &str = "\
Examples:
  sfumato attack --masked shared/ --background known/        who is recognised, by the names of files
  sfumato attack --masked shared/ --background known/ --original notes/
  sfumato attack --masked shared/ --background known/ --explain 5 --show-words
  sfumato attack --masked shared/ --background known/ --fail-above 0.05   exit with 1 above 5 %
  sfumato attack --masked out.jsonl --background people.jsonl --background-field biography --id-field name";

#[derive(Debug, Args)]
pub struct Attack {
    /// Masked documents: a folder, a file, or JSON Lines with a record for each.
    #[arg(long, value_name = "PATH")]
    pub masked: PathBuf,
    /// The public's knowledge: a folder with a file for each candidate, or JSON Lines with a record for each.
    #[arg(long, value_name = "PATH")]
    pub background: PathBuf,
    /// The documents before they were masked, to be attacked too.
    #[arg(long, value_name = "PATH")]
    pub original: Option<PathBuf>,
    /// The candidate each document is about: lines of document,candidate. Default: the candidate of the same name.
    #[arg(long, value_name = "FILE.csv")]
    pub truth: Option<PathBuf>,
    /// The attackers; may be given more than once, or with commas.
    #[arg(long = "attacker", value_enum, value_delimiter = ',', default_value = "all", value_name = "WHO")]
    pub attackers: Vec<Attackers>,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = EvalForm::Table, value_name = "FORM")]
    pub form: EvalForm,
    /// Also tell, for each document, the places of so many words that gave most away to the strongest attacker.
    #[arg(long, value_name = "N")]
    pub explain: Option<usize>,
    /// Let that quote the masked documents.
    #[arg(long, requires = "explain")]
    pub show_words: bool,
    /// Also write where each document's candidate stands.
    #[arg(long, value_name = "FILE.csv")]
    pub rows: Option<PathBuf>,
    /// Exit with 1 if the strongest attacker recognises more than this share of the documents.
    #[arg(long, value_name = "0..1", value_parser = share)]
    pub fail_above: Option<f64>,
    /// Leave out documents that no candidate is there for.
    #[arg(long)]
    pub allow_unknown: bool,
    /// Words in capitals that stand where something was masked, besides those that are known: WORLD, ACTOR.
    #[arg(long = "label", value_delimiter = ',', value_name = "WORD,...")]
    pub labels: Vec<String>,
    /// The member of a JSON record that names it.
    #[arg(long, value_name = "NAME", default_value = "id")]
    pub id_field: String,
    /// The member of a JSON record that holds the masked text; `a.b` is the member b of the member a. Records without
    /// it are left out.
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub text_field: String,
    /// The same for what the public may know. Default: text.
    #[arg(long, value_name = "NAME", default_value = "text", hide_default_value = true)]
    pub background_field: String,
    /// The same for the documents before they were masked. Default: text.
    #[arg(long, value_name = "NAME", default_value = "text", hide_default_value = true)]
    pub original_field: String,
    /// The format of the files, if their content does not tell.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    #[command(flatten)]
    pub run: Run,
}

/// One attacker, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attackers {
    All,
    One(Method),
}

impl ValueEnum for Attackers {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Attackers; Method::ALL.len() + 1] = {
            let mut all = [Attackers::All; Method::ALL.len() + 1];
            let mut nth = 0;
            while nth < Method::ALL.len() {
                all[nth + 1] = Attackers::One(Method::ALL[nth]);
                nth += 1;
            }
            all
        };
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
