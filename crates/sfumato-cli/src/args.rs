//! The command line.

/// Lets a type that wraps one of a list be an argument by its name.
macro_rules! named_values {
    ($argument:ident, $value:ty) => {
        impl clap::ValueEnum for $argument {
            fn value_variants<'a>() -> &'a [Self] {
                static ALL: std::sync::LazyLock<Vec<$argument>> =
                    std::sync::LazyLock::new(|| <$value>::ALL.into_iter().map($argument).collect());
                &ALL
            }

            fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
                Some(clap::builder::PossibleValue::new(self.0.name()))
            }
        }
    };
}

mod about;
mod assess;
mod attack;
mod batch;
mod collect;
mod corpus;
mod counts;
mod explain;
mod help;
mod knowledge;
mod language;
mod learning;
mod programs;
mod pseudonyms;
mod references;
#[cfg(feature = "server")]
mod serve;
mod tables;
mod vectors;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sfumato::detect::labels::LabelSet;
use sfumato::detect::learned::Sensitivity;
use sfumato::document::formats::FileKind;
use sfumato::mask::{Strategy, suggestion};

pub use about::{CompletionsArguments, ManualArguments};
use assess::{ASSESS_EXAMPLES, PLAN_EXAMPLES};
pub use assess::{AssessArguments, AssessForm, AssessedSubject, PlanArguments};
use attack::ATTACK_EXAMPLES;
pub use attack::{AttackArguments, AttackerChoice};
use batch::VERIFY_EXAMPLES;
pub use batch::{BatchOptions, BatchShard, VerifyArguments};
use collect::COLLECT_EXAMPLES;
pub use collect::CollectArguments;
use corpus::CORPUS_EXAMPLES;
pub use corpus::{CorpusBuild, CorpusCommand, CorpusCount, ServerOptions};
pub use counts::{KnowledgeCounts, KnowledgeIc};
pub use explain::{ExplainArguments, PolicyCommand};
pub use help::{CONFIG_DEFAULTS, command, parse};
use knowledge::KNOWLEDGE_EXAMPLES;
pub use knowledge::{
    KnowledgeBuild, KnowledgeCommand, KnowledgeCoverage, KnowledgeForm, KnowledgeShow, TaxonomyOptions,
};
use language::{ANALYSE_EXAMPLES, EVAL_EXAMPLES, TRAIN_EXAMPLES};
pub use language::{
    AnalyseArguments, AnalysisForm, AnyLanguage, EvalArguments, EvalForm, EvalTask, FindingChoice, OverlapTreatment,
    TrainArguments, TrainMethod, TrainTask,
};
pub use learning::LearningOptions;
pub use programs::HelperPrograms;
pub use pseudonyms::{PseudonymOptions, SharingOptions, SharingScope, day, today};
pub use references::{ReferenceOptions, SearchEngineOptions};
#[cfg(feature = "server")]
use serve::SERVE_EXAMPLES;
#[cfg(feature = "server")]
pub use serve::ServeArguments;
pub use tables::{DistanceName, DiversityName, LossName, MethodName, MissingName, TableOptions};
pub use vectors::{KnowledgeNear, TrainCommand, TrainSubcommand, TrainVectors};

/// Takes the people and the secrets out of documents and leaves the documents useful.
#[derive(Debug, Parser)]
#[command(name = "sfumato", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
#[command(arg_required_else_help = true)]
pub struct CliArguments {
    /// Log to standard error at this level; never any text of a document.
    #[arg(long, global = true, value_enum, default_value_t = LogLevel::Off, value_name = "LEVEL")]
    pub log: LogLevel,
    /// The file with defaults for options; `none` for none. Default: sfumato.toml here or above, and the user's.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// With --version: also tell the build, the models and the knowledge, by digest.
    #[arg(long)]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: CliCommand,
}

const EXAMPLES: &str = "\
Examples:
  sfumato mask letter.txt                              write letter.masked.txt beside it
  sfumato mask notes/ -o shared/ --policy hipaa        mask a whole folder, keeping its shape
  sfumato mask notes/ -o shared/ --report report.html  and account for every change
  cat note.txt | sfumato mask - > masked.txt           from standard input to standard output
  sfumato detect letter.txt                            list what would be masked, and why
  sfumato assess notes/                                rank files by how much they reveal
  sfumato explain es/dni                               describe a recogniser

`sfumato COMMAND --help` lists the options of a command.
Exit status: 0 done; 1 done, but incomplete or above a limit; 2 failed, nothing written.";

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Write the same kind of file, with protected text replaced.
    #[command(after_help = MASK_EXAMPLES)]
    Mask(MaskArguments),
    /// Show what would be masked, where, why and how surely.
    #[command(after_help = DETECT_EXAMPLES)]
    Detect(DetectArguments),
    /// Show how much documents reveal, the most exposed first.
    #[command(after_help = ASSESS_EXAMPLES)]
    Assess(AssessArguments),
    /// Write a table or a collection so that nobody stands out.
    #[command(after_help = COLLECT_EXAMPLES)]
    Collect(Box<CollectArguments>),
    /// Write a plan of every change, to edit and carry out.
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(PlanArguments),
    /// Restore what was encrypted, or what a map recorded.
    #[command(after_help = UNMASK_EXAMPLES)]
    Unmask(UnmaskArguments),
    /// Serve programs over HTTP; speaks the API of Presidio too.
    #[cfg(feature = "server")]
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArguments),
    /// Hold the results of a batch against its manifest.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArguments),
    /// Explain a recogniser, a model, a policy or a category.
    Explain(ExplainArguments),
    /// List, show and check policies.
    #[command(subcommand)]
    Policy(PolicyCommand),
    /// Print words with their tags and lemmas, phrases and terms.
    #[command(after_help = ANALYSE_EXAMPLES)]
    Analyse(AnalyseArguments),
    /// Train recognisers and language models on annotated files.
    #[command(after_help = TRAIN_EXAMPLES)]
    Train(TrainCommand),
    /// Measure masking and language analysis against annotated files.
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(EvalArguments),
    /// Let adversaries guess whom masked documents are about.
    #[command(after_help = ATTACK_EXAMPLES)]
    Attack(AttackArguments),
    /// Look up what is known of a phrase; add taxonomies of your own.
    #[command(subcommand, after_help = KNOWLEDGE_EXAMPLES)]
    Knowledge(KnowledgeCommand),
    /// Make documents of your own the reference for what is common.
    #[command(subcommand, after_help = CORPUS_EXAMPLES)]
    Corpus(CorpusCommand),
    /// Show the defaults that `sfumato.toml` sets here.
    Config,
    /// Print the licence of the program and of the works in it.
    Licences,
    /// Print a completion script for your shell.
    Completions(CompletionsArguments),
    /// Write manual pages, one for each command, into a folder.
    Manual(ManualArguments),
}

// Headings that several commands share.
const OUTPUT: &str = "Output";
const POLICY: &str = "Policy";
const RECOGNISERS: &str = "Recognisers";
const PARTS: &str = "Parts of files that are not text";
const KEY: &str = "Key";

const MASK_EXAMPLES: &str = "\
Examples:
  sfumato mask letter.txt                      write letter.masked.txt beside it
  sfumato mask letter.txt -o -                 write to standard output
  sfumato mask notes/ -o shared/               mirror the folder
  sfumato mask table.csv --columns name,notes  read these columns, copy the others
  sfumato mask in.jsonl -o out.jsonl           mask every string of each record
  sfumato mask letter.txt --policy my.toml --key-file secret.key
  sfumato mask notes/ -o shared/ --policy pseudonymise --consistent-across folder \\
    --map map.sealed --key-file secret.key     one pseudonym each in the whole folder";

const UNMASK_EXAMPLES: &str = "\
Examples:
  sfumato unmask letter.masked.txt --key-file secret.key     what `encrypt` masked
  sfumato unmask shared/ -o back/ --map map.sealed --key-file secret.key
  sfumato unmask letter.masked.txt --policy my.toml --key-file secret.key
                                                             what `ff1` masked";

const DETECT_EXAMPLES: &str = "\
Examples:
  sfumato detect letter.txt                      a table for people
  sfumato detect *.txt --as jsonl --offsets codepoints --labels presidio
  sfumato detect notes/ --as brat --out annotations/
  sfumato detect notes/ --as spans --labels i2b2 > notes.jsonl";

/// Arguments that decide about documents, which a plan has already decided about.
const DECIDING: [&str; 22] = [
    "policy",
    "protect",
    "spans",
    "threshold",
    "language",
    "recogniser",
    "model",
    "quality",
    "sensitivity",
    "keep_metadata",
    "pictures",
    "embedded",
    "strategy",
    "corpus",
    "vectors",
    "knowledge",
    "key_file",
    "seed",
    "reroll",
    "not_after",
    "consistent_across",
    "map",
];

#[derive(Debug, Args)]
pub struct MaskArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The file or folder to write; `-` is standard output. Default: NAME.masked.EXT beside each file.
    #[arg(short, long, value_name = "PATH", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Also write a report of every change: .json, .jsonl or .html.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
    /// Let the report quote the document.
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    /// Let the report also list phrases that no risk model objects to.
    #[arg(long, help_heading = OUTPUT)]
    pub all: bool,
    /// The unit of offsets in the report.
    #[arg(long, value_enum, default_value_t = OffsetUnitName::Bytes, help_heading = OUTPUT)]
    pub offsets: OffsetUnitName,
    /// Carry out a plan made by `sfumato plan`, edited or not, instead of deciding by a policy.
    #[arg(long, value_name = "FILE", conflicts_with_all = DECIDING, help_heading = POLICY)]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub sharing: SharingOptions,
    #[command(flatten)]
    pub batch: BatchOptions,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Args)]
pub struct DetectArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = DetectForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: DetectForm,
    /// The folder for `--as brat` and `--as i2b2`.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,
    /// The unit of offsets.
    #[arg(long, value_enum, default_value_t = OffsetUnitName::Bytes, help_heading = OUTPUT)]
    pub offsets: OffsetUnitName,
    /// The set of names for categories.
    #[arg(long, value_enum, default_value_t = LabelSetName(LabelSet::Sfumato), help_heading = OUTPUT)]
    pub labels: LabelSetName,
    /// Let the result quote the document.
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    /// Also list findings below the threshold.
    #[arg(long, help_heading = OUTPUT)]
    pub all: bool,
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Args)]
pub struct UnmaskArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The file or folder to write; `-` is standard output. Default: NAME.unmasked.EXT beside each file.
    #[arg(short, long, value_name = "PATH", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub key: KeyOptions,
    /// The map that `mask --map` wrote: it restores every document it recorded that has not changed since.
    #[arg(long, value_name = "FILE", conflicts_with = "policy", help_heading = KEY)]
    pub map: Option<PathBuf>,
    /// The policy with `ff1` that the documents were masked by: its numbers are found again and restored.
    #[arg(long, value_name = "NAME|FILE", help_heading = KEY)]
    pub policy: Option<String>,
    #[command(flatten)]
    pub run: RunOptions,
}

/// The documents to read, and their format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputOptions {
    /// Files and folders; `-` is standard input.
    #[arg(required = true, value_name = "INPUT", help_heading = None::<&'static str>)]
    pub inputs: Vec<PathBuf>,
    /// The format of the input, where its content does not show it.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatName>,
    /// The columns of a table to read, by header or by number from one; other cells are copied unread.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN,...")]
    pub columns: Vec<String>,
    /// The delimiter of a table, where its first lines do not show it.
    #[arg(long, value_name = "CHAR")]
    pub delimiter: Option<char>,
    /// The member of a JSON record that holds the text.
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub text_field: String,
    /// Members of a JSON record that are copied unread.
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    pub keep_fields: Vec<String>,
    #[command(flatten)]
    pub programs: HelperPrograms,
}

/// The policy, and all that changes or extends it for this run.
#[derive(Debug, Args)]
#[command(next_help_heading = POLICY)]
pub struct RuleOptions {
    /// A built-in policy (see `sfumato policy list`) or a file. Default: default; declassify for `eval disclosure`,
    /// sensitive-health for `eval topics`.
    #[arg(long, value_name = "NAME|FILE")]
    pub policy: Option<String>,
    /// A person, organisation or place to protect by name; may be given more than once.
    #[arg(long, value_name = "NAME")]
    pub protect: Vec<String>,
    /// Also mask spans that somebody else marked in the documents: annotations in brat (a folder, or a file X.ann for
    /// X.txt), JSON Lines (`id` and `spans`) or another form that `eval` reads, matched by the names or ids of
    /// documents.
    #[arg(long, value_name = "PATH")]
    pub spans: Option<PathBuf>,
    /// Mask findings from this score on, instead of the policy's.
    #[arg(long, value_name = "0..1")]
    pub threshold: Option<f32>,
    /// The language of the documents. Default: recognised in each.
    #[arg(long, value_enum)]
    pub language: Option<LanguageCode>,
    /// The treatment of what is hidden and of what discloses it, instead of the policy's rules: S1 to S5.
    #[arg(long, value_name = "S1..S5", value_parser = strategy)]
    pub strategy: Option<Strategy>,
    /// The file of a recogniser of your own; may be given more than once.
    #[arg(long, value_name = "FILE", help_heading = RECOGNISERS)]
    pub recogniser: Vec<PathBuf>,
    /// A learned recogniser to use besides those of the policy: a built-in one (see `sfumato explain`) or a file; or the
    /// file of a network that replaces those in the program. May be given more than once.
    #[arg(long, value_name = "NAME|FILE", help_heading = RECOGNISERS)]
    pub model: Vec<String>,
    /// The quality of learned recognisers, and so the time they may take, instead of the policy's choice.
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = RECOGNISERS)]
    pub quality: Option<QualityLevel>,
    /// The balance between misses and false alarms of learned recognisers, instead of the policy's: balanced, recall,
    /// or a number.
    #[arg(long, value_name = "0..1", value_parser = sensitivity, help_heading = RECOGNISERS)]
    pub sensitivity: Option<Sensitivity>,
    /// Keep authors, times and other metadata, except where something is found in them.
    #[arg(long, help_heading = PARTS)]
    pub keep_metadata: bool,
    /// The treatment of pictures, which are not read, instead of the policy's choice.
    #[arg(long, value_enum, value_name = "CHOICE", help_heading = PARTS)]
    pub pictures: Option<PartTreatment>,
    /// The treatment of objects, macros and attachments that are not read, instead of the policy's choice.
    #[arg(long, value_enum, value_name = "CHOICE", help_heading = PARTS)]
    pub embedded: Option<PartTreatment>,
    #[command(flatten)]
    pub references: ReferenceOptions,
    #[command(flatten)]
    pub drawing: PseudonymOptions,
    #[command(flatten)]
    pub key: KeyOptions,
}

/// A strategy by its name.
fn strategy(written: &str) -> Result<Strategy, String> {
    Strategy::named(written).ok_or_else(|| suggestion(written, &Strategy::NAMES))
}

/// A balance by its name or as a number.
fn sensitivity(written: &str) -> Result<Sensitivity, String> {
    let number = || written.parse().ok().and_then(Sensitivity::new);
    Sensitivity::from_name(written).or_else(number).ok_or_else(|| "balanced, recall or a number from 0 to 1".to_owned())
}

/// The quality of learned recognisers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum QualityLevel {
    /// A tiny network: megabytes a second.
    Fast,
    /// A small network that reads the document.
    Balanced,
    /// A large network.
    Best,
}

impl QualityLevel {
    /// As the library has it.
    pub fn level(self) -> sfumato::detect::learned::NetworkQuality {
        use sfumato::detect::learned::NetworkQuality as Level;
        match self {
            Self::Fast => Level::Fast,
            Self::Balanced => Level::Balanced,
            Self::Best => Level::Best,
        }
    }
}

/// The treatment of a part of a file that is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PartTreatment {
    /// It is taken out; a picture leaves an empty one in its place.
    Remove,
    /// It stays as it is, unread.
    Keep,
    /// The file is refused.
    Refuse,
}

impl PartTreatment {
    pub fn rule(self) -> sfumato::mask::PartRule {
        match self {
            Self::Remove => sfumato::mask::PartRule::Remove,
            Self::Keep => sfumato::mask::PartRule::Keep,
            Self::Refuse => sfumato::mask::PartRule::Refuse,
        }
    }
}

/// The place of the key.
#[derive(Debug, Args)]
#[command(next_help_heading = KEY)]
pub struct KeyOptions {
    /// The file with the key for hashing and encryption. Default: the environment variable SFUMATO_KEY.
    #[arg(long, value_name = "FILE")]
    pub key_file: Option<PathBuf>,
}

/// The manner of the run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub struct RunOptions {
    /// Leave out files that cannot be read, list them, and exit with status 1.
    #[arg(long)]
    pub allow_incomplete: bool,
    /// The number of files to work on at a time. Default: one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Print nothing but errors.
    #[arg(short, long)]
    pub quiet: bool,
    /// Panics while a document is in memory, to show that nothing of it is told.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true)]
    pub force_panic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl LogLevel {
    pub fn as_tracing(self) -> Option<tracing::Level> {
        match self {
            Self::Off => None,
            Self::Error => Some(tracing::Level::ERROR),
            Self::Warn => Some(tracing::Level::WARN),
            Self::Info => Some(tracing::Level::INFO),
            Self::Debug => Some(tracing::Level::DEBUG),
            Self::Trace => Some(tracing::Level::TRACE),
        }
    }
}

/// A format by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatName(pub FileKind);

named_values!(FormatName, FileKind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LanguageCode {
    En,
    Es,
}

impl LanguageCode {
    pub fn language(self) -> sfumato::language::Language {
        match self {
            Self::En => sfumato::language::Language::English,
            Self::Es => sfumato::language::Language::Spanish,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DetectForm {
    /// A table for people.
    Table,
    /// One line of JSON a document.
    Jsonl,
    /// brat standoff files in the folder of `--out`.
    Brat,
    /// Columns of tokens and labels.
    Conll,
    /// The XML of the i2b2 tasks, in files in the folder of `--out`.
    I2b2,
    /// PubTator.
    Pubtator,
    /// One line of JSON a document: its text, and places with labels.
    Spans,
}

impl DetectForm {
    /// True if each document is written to a file of its own.
    pub fn is_in_files(self) -> bool {
        matches!(self, Self::Brat | Self::I2b2)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OffsetUnitName {
    Bytes,
    Codepoints,
    Utf16,
}

impl OffsetUnitName {
    pub fn unit(self) -> sfumato::document::OffsetUnit {
        match self {
            Self::Bytes => sfumato::document::OffsetUnit::Bytes,
            Self::Codepoints => sfumato::document::OffsetUnit::CodePoints,
            Self::Utf16 => sfumato::document::OffsetUnit::Utf16,
        }
    }
}

/// A set of labels by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelSetName(pub LabelSet);

named_values!(LabelSetName, LabelSet);
