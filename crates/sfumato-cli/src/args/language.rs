//! The arguments of the commands about language: `analyse`, `train`, `eval`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sfumato::detect::labels::LabelSet;
use sfumato::mask::suggestion;

use super::{InputOptions, LearningOptions, OUTPUT, OffsetUnitName, RuleOptions, RunOptions};

// Headings of `train` and `eval`.
const FILES: &str = "Task and files";
const LANGUAGE_MODELS: &str = "Language models";
const METHOD: &str = "Method of learning";
const ANNOTATIONS: &str = "Annotations";

pub const ANALYSE_EXAMPLES: &str = "\
Examples:
  sfumato analyse letter.txt                      a line for each token, then the terms
  sfumato analyse letter.docx --as conllu         for tools that read treebanks
  sfumato analyse notes/ --as json > notes.jsonl  one line of JSON per document

The output is the document itself, word by word.";

pub const TRAIN_EXAMPLES: &str = "\
Examples:
  sfumato train entities --language es --gold notes/ --id my/clinic --out clinic.bin
  sfumato train gazetteer --language es --list names.tsv --out es/gazetteer.bin
  sfumato train lexicon --language en --gold train.conllu --clusters clusters.tsv \\
    --out en/lexicon.bin
  sfumato train tags --language en --gold train.conllu --dev dev.conllu \\
    --lexicon en/lexicon.bin --out en/tags.bin
  sfumato train tags --language es --gold one.conllu other.conllu=2 \\
    --lexicon es/lexicon.bin --out es/tags.bin --resume
  sfumato train chunks --language en --gold train.txt --lexicon en/lexicon.bin \\
    --tags en/tags.bin --out en/chunks.bin
  sfumato train lemmas --language en --gold train.conllu --table words.tsv \\
    --out en/lemmas.bin";

pub const EVAL_EXAMPLES: &str = "\
Examples:
  sfumato eval --gold notes/ --policy hipaa            compare masking with annotations
  sfumato eval --gold notes.jsonl --misses misses.csv  and list what is not right
  sfumato eval tags --gold en_ewt-test.conllu --language en
  sfumato eval chunks --gold test.txt --as csv
  sfumato eval disclosure biographies.jsonl --corpus abstracts.index
  sfumato eval topics diseases.jsonl --policy sensitive-health
  sfumato eval tab cases.jsonl --policy legal          count direct and quasi identifiers
  sfumato eval utility notes/ --policy declassify      measure the information left
  sfumato eval diff before.csv after.csv               compare two files of --rows
  sfumato eval sentences --gold texts/ --language es --rows rows.csv";

#[derive(Debug, Args)]
pub struct AnalyseArguments {
    #[command(flatten)]
    pub source: InputOptions,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = AnalysisForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: AnalysisForm,
    /// The language of the documents.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto, help_heading = "Input")]
    pub language: AnyLanguage,
    /// The unit of offsets.
    #[arg(long, value_enum, default_value_t = OffsetUnitName::Codepoints, help_heading = OUTPUT)]
    pub offsets: OffsetUnitName,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnalysisForm {
    /// A table for people.
    Table,
    /// CoNLL-U, the format of treebanks.
    Conllu,
    /// One line of JSON a document.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnyLanguage {
    En,
    Es,
    /// Recognised in the text.
    Auto,
}

/// The task, as a word or behind `--task`.
#[derive(Debug, Args)]
#[group(id = "what", required = true, multiple = false)]
pub struct TaskArgument<T: ValueEnum + Clone + Send + Sync + 'static> {
    /// The task.
    #[arg(value_enum, value_name = "TASK")]
    word: Option<T>,
    /// The task, as an option.
    #[arg(long, value_enum, value_name = "TASK", hide_possible_values = true, help_heading = FILES)]
    task: Option<T>,
}

impl<T: ValueEnum + Clone + Send + Sync + 'static> TaskArgument<T> {
    /// The task; the parser sees to it that there is one.
    pub fn task(&self) -> Option<T> {
        self.word.clone().or_else(|| self.task.clone())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TrainTask {
    /// A recogniser.
    Entities,
    /// The names, places and telling words that recognisers know.
    Gazetteer,
    /// The dictionary of words with what is known of them beforehand.
    Lexicon,
    /// Parts of speech.
    Tags,
    /// Finer tags within a part of speech.
    Details,
    /// Phrases.
    Chunks,
    /// Dictionary forms.
    Lemmas,
}

#[derive(Debug, Args)]
pub struct TrainArguments {
    #[command(flatten)]
    pub what: TaskArgument<TrainTask>,
    /// The language of the model.
    #[arg(long, value_enum, help_heading = FILES)]
    pub language: super::LanguageCode,
    /// Annotated files. For entities: files and folders in brat (.ann beside .txt), CoNLL columns, i2b2 XML, JSON Lines
    /// or PubTator. For language: .conllu, or .txt in columns (word, tag, chunk); behind `=` the number of the treebank's
    /// annotation scheme, 1 if not given, which is the scheme that the analysis follows.
    #[arg(long, required_unless_present = "list", num_args = 1.., value_name = "FILE[=N]", help_heading = FILES)]
    pub gold: Vec<String>,
    /// Annotated files to try the model on while it is made.
    #[arg(long, num_args = 1.., value_name = "FILE[=N]", help_heading = FILES)]
    pub dev: Vec<String>,
    /// The lexicon; for tags, details and chunks.
    #[arg(long, value_name = "FILE", help_heading = LANGUAGE_MODELS)]
    pub lexicon: Option<PathBuf>,
    /// The model of parts of speech; for chunks.
    #[arg(long, value_name = "MODEL", help_heading = LANGUAGE_MODELS)]
    pub tags: Option<PathBuf>,
    /// Word clusters: word and numbers, separated by tabs; for the lexicon (fine, coarse) and the gazetteer (up to three).
    #[arg(long, value_name = "TSV", help_heading = LANGUAGE_MODELS)]
    pub clusters: Option<PathBuf>,
    /// Classes of words from elsewhere: word and class, separated by tabs; for the lexicon.
    #[arg(long, value_name = "TSV", help_heading = LANGUAGE_MODELS)]
    pub classes: Option<PathBuf>,
    /// Words with their lemmas: form, part of speech, finer tag, lemma and weight, separated by tabs; for lemmas.
    #[arg(long, value_name = "TSV", help_heading = LANGUAGE_MODELS)]
    pub table: Option<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "MODEL", help_heading = OUTPUT)]
    pub out: PathBuf,
    /// The method of learning. Default: crf, but perceptron for details.
    #[arg(long, value_enum, help_heading = METHOD)]
    pub method: Option<TrainMethod>,
    /// The penalty on the absolute value of weights (crf).
    #[arg(long, value_name = "X", help_heading = METHOD)]
    pub l1: Option<f64>,
    /// The penalty on the square of weights (crf).
    #[arg(long, value_name = "X", help_heading = METHOD)]
    pub l2: Option<f64>,
    /// The maximum number of steps (crf).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = METHOD)]
    pub iterations: Option<u32>,
    /// The number of passes over the files (perceptron).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = METHOD)]
    pub passes: Option<u32>,
    /// The seed of the order of sentences (perceptron).
    #[arg(long, value_name = "N", help_heading = METHOD)]
    pub seed: Option<u64>,
    /// Resume an interrupted training from MODEL.state (crf).
    #[arg(long, help_heading = METHOD)]
    pub resume: bool,
    /// Print nothing but errors.
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
    #[command(flatten)]
    pub learning: LearningOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TrainMethod {
    /// A conditional random field: better, slower.
    Crf,
    /// An averaged perceptron: for many labels.
    Perceptron,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EvalTask {
    /// Masking, against annotations of any kind; the task if none is named.
    Entities,
    /// Parts of speech and finer tags of given words.
    Tags,
    /// Dictionary forms of given words.
    Lemmas,
    /// Phrases of given words.
    Chunks,
    /// Tokens of a text.
    Tokens,
    /// Sentences of a text.
    Sentences,
    /// Phrases that tell of somebody protected, against records with `protect`, `text`, `spans` and `chunks`.
    Disclosure,
    /// Phrases that belong to the topics of a policy, among annotations of any kind.
    Topics,
    /// Pseudonyms: masks the texts of annotated files and examines the result.
    Replacement,
    /// Direct and quasi identifiers masked, against records of the Text Anonymization Benchmark.
    Tab,
    /// Utility: the information that masking leaves; documents of any kind, and records with `text` and `protect`.
    Utility,
    /// A second run over masked documents, and what it still finds; documents of any kind.
    Again,
    /// Differences between two files that --rows wrote.
    Diff,
}

#[derive(Debug, Args)]
pub struct EvalArguments {
    /// The task.
    #[arg(value_enum, value_name = "TASK", conflicts_with = "named")]
    word: Option<EvalTask>,
    /// The task, as an option.
    #[arg(long = "task", value_enum, value_name = "TASK", hide_possible_values = true, help_heading = ANNOTATIONS)]
    named: Option<EvalTask>,
    /// Annotated files and folders of them, as behind --gold.
    #[arg(value_name = "PATH", conflicts_with = "gold")]
    files: Vec<PathBuf>,
    /// Annotated files and folders of them. For entities and topics: brat (.ann beside .txt), CoNLL columns, i2b2 XML, JSON Lines,
    /// PubTator; for language: .conllu; .txt in columns (word, tag, chunk) for chunks; .txt with one sentence a line for
    /// sentences; JSON Lines for disclosure.
    #[arg(long, required_unless_present = "files", num_args = 1.., value_name = "PATH", help_heading = ANNOTATIONS)]
    gold: Vec<PathBuf>,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = EvalForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: EvalForm,
    /// Also write the result for each part: a document, a file, or a hundred sentences of a treebank.
    #[arg(long, value_name = "FILE.csv", help_heading = OUTPUT)]
    pub rows: Option<PathBuf>,
    /// The findings that count (entities). Default: masked.
    #[arg(long, value_enum, value_name = "WHICH", help_heading = ANNOTATIONS)]
    pub what: Option<FindingChoice>,
    /// The set that the labels of annotations are from: meddocan, tab, presidio, hipaa, i2b2, conll, sfumato (entities).
    /// Default: the first that knows them all.
    #[arg(long, value_name = "SET", value_parser = label_set, help_heading = ANNOTATIONS)]
    pub labels: Option<LabelSet>,
    /// The meaning of labels that are in no set: lines such as BOSS = "person/staff" or MISC = "ignore" (entities).
    #[arg(long, value_name = "FILE.toml", help_heading = ANNOTATIONS)]
    pub map: Option<PathBuf>,
    /// The treatment of annotations that overlap (entities). Default: refuse.
    #[arg(long, value_enum, value_name = "CHOICE", help_heading = ANNOTATIONS)]
    pub overlaps: Option<OverlapTreatment>,
    /// Also list everything that is missed, spurious, or found with another label or border (entities).
    #[arg(long, value_name = "FILE.csv", help_heading = OUTPUT)]
    pub misses: Option<PathBuf>,
    /// Let --misses quote the documents (entities).
    #[arg(long, help_heading = OUTPUT)]
    pub show_text: bool,
    /// Exit with status 1 if the mean of a measure changed by less than this; -0.5 lets it fall by half a point (diff).
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, help_heading = OUTPUT)]
    pub fail_below: Option<f64>,
    /// The number that the treebank's annotation scheme had in training (language). Default: 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..), help_heading = LANGUAGE_MODELS)]
    pub convention: Option<u8>,
    /// Models to evaluate instead of the embedded ones: a folder with `en/` and `es/`, each with lexicon.bin, tags.bin,
    /// details.bin, chunks.bin and lemmas.bin (language).
    #[arg(long, value_name = "DIR", help_heading = LANGUAGE_MODELS)]
    pub models: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleOptions,
}

impl EvalArguments {
    /// The task.
    pub fn task(&self) -> EvalTask {
        self.word.or(self.named).unwrap_or(EvalTask::Entities)
    }

    /// The annotated files.
    pub fn gold(&self) -> &[PathBuf] {
        if self.gold.is_empty() { &self.files } else { &self.gold }
    }
}

/// A set of labels by its name.
fn label_set(name: &str) -> Result<LabelSet, String> {
    LabelSet::from_name(name).ok_or_else(|| suggestion(name, &LabelSet::ALL.map(LabelSet::name)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FindingChoice {
    /// Only what the policy would mask.
    #[default]
    Masked,
    /// Also what it keeps.
    Found,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum OverlapTreatment {
    /// The files are refused.
    #[default]
    Refuse,
    /// The longest of those that overlap is kept.
    KeepLongest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EvalForm {
    /// A table for people.
    Table,
    /// Comma-separated values.
    Csv,
    /// JSON.
    Json,
}
