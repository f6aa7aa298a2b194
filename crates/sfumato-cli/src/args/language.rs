//! The arguments of the commands about language: `analyse`, `train`, `eval`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sfumato::detect::labels::LabelSet;
use sfumato::mask::suggestion;

use super::{Learning, Offsets, Rules, Run, Source};

pub const ANALYSE_EXAMPLES: &str = "\
Examples:
  sfumato analyse letter.txt                     a line for each token, then the terms
  sfumato analyse letter.docx --as conllu        for tools that read treebanks
  sfumato analyse notes/ --as json > notes.jsonl one line of JSON a document

What is printed is the document itself, word by word.";

pub const TRAIN_EXAMPLES: &str = "\
Examples:
  sfumato train entities --language es --gold notes/ --id my/clinic --out clinic.bin
  sfumato train gazetteer --language es --list names.tsv --out es/gazetteer.bin
  sfumato train lexicon --language en --gold train.conllu --clusters clusters.tsv --out en/lexicon.bin
  sfumato train tags --language en --gold train.conllu --dev dev.conllu --lexicon en/lexicon.bin --out en/tags.bin
  sfumato train tags --language es --gold one.conllu other.conllu=2 --lexicon es/lexicon.bin --out es/tags.bin --resume
  sfumato train chunks --language en --gold train.txt --lexicon en/lexicon.bin --tags en/tags.bin --out en/chunks.bin
  sfumato train lemmas --language en --gold train.conllu --table words.tsv --out en/lemmas.bin";

pub const EVAL_EXAMPLES: &str = "\
Examples:
  sfumato eval --gold notes/ --policy hipaa            what would be masked, against annotations
  sfumato eval --gold notes.jsonl --misses misses.csv  and what is not right, by kind and place
  sfumato eval tags --gold en_ewt-test.conllu --language en
  sfumato eval chunks --gold test.txt --as csv
  sfumato eval disclosure biographies.jsonl --corpus abstracts.index   how much of what tells of somebody is found
  sfumato eval topics diseases.jsonl --policy sensitive-health
  sfumato eval tab cases.jsonl --policy legal          direct and quasi identifiers, entity by entity
  sfumato eval utility notes/ --policy declassify      how much of what documents tell is left
  sfumato eval diff before.csv after.csv               what changed between two files that --rows wrote
  sfumato eval sentences --gold texts/ --language es --rows rows.csv   one sentence a line in each text";

#[derive(Debug, Args)]
pub struct Analyse {
    #[command(flatten)]
    pub source: Source,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = AnalysisForm::Table, value_name = "FORM")]
    pub form: AnalysisForm,
    /// The language of the documents.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto)]
    pub language: AnyLanguage,
    /// The unit of offsets.
    #[arg(long, value_enum, default_value_t = Offsets::Codepoints)]
    pub offsets: Offsets,
    #[command(flatten)]
    pub run: Run,
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
    /// Told from the text.
    Auto,
}

/// The task, as a word or behind `--task`.
#[derive(Debug, Args)]
#[group(id = "what", required = true, multiple = false)]
pub struct What<T: ValueEnum + Clone + Send + Sync + 'static> {
    /// The task.
    #[arg(value_enum, value_name = "TASK")]
    word: Option<T>,
    /// The task, for those who rather name it so.
    #[arg(long, value_enum, value_name = "TASK", hide_possible_values = true)]
    task: Option<T>,
}

impl<T: ValueEnum + Clone + Send + Sync + 'static> What<T> {
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
pub struct Train {
    #[command(flatten)]
    pub what: What<TrainTask>,
    /// The language of the model.
    #[arg(long, value_enum)]
    pub language: super::Language,
    /// Annotated files. For entities: files and folders in brat (.ann beside .txt), CoNLL columns, i2b2 XML, JSON Lines
    /// or PubTator. For language: .conllu, or .txt in columns (word, tag, chunk); behind `=` the number of the treebank's
    /// way of annotating, 1 if not given, which is the way that the analysis follows.
    #[arg(long, required_unless_present = "list", num_args = 1.., value_name = "FILE[=N]")]
    pub gold: Vec<String>,
    /// Annotated files to try the model on while it is made.
    #[arg(long, num_args = 1.., value_name = "FILE[=N]")]
    pub dev: Vec<String>,
    /// The lexicon; for tags, details and chunks.
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<PathBuf>,
    /// The model of parts of speech; for chunks.
    #[arg(long, value_name = "MODEL")]
    pub tags: Option<PathBuf>,
    /// Word clusters: word and numbers, parted by tabs; for the lexicon (fine, coarse) and the gazetteer (up to three).
    #[arg(long, value_name = "TSV")]
    pub clusters: Option<PathBuf>,
    /// Classes of words from elsewhere: word, class, parted by tabs; for the lexicon.
    #[arg(long, value_name = "TSV")]
    pub classes: Option<PathBuf>,
    /// Words with their lemmas: form, part of speech, finer tag, lemma, weight, parted by tabs; for lemmas.
    #[arg(long, value_name = "TSV")]
    pub table: Option<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "MODEL")]
    pub out: PathBuf,
    /// The method of learning. Default: crf, but perceptron for details.
    #[arg(long, value_enum)]
    pub method: Option<Method>,
    /// The penalty on the absolute value of weights (crf).
    #[arg(long, value_name = "X")]
    pub l1: Option<f64>,
    /// The penalty on the square of weights (crf).
    #[arg(long, value_name = "X")]
    pub l2: Option<f64>,
    /// The most steps (crf).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Walks through the files (perceptron).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub passes: Option<u32>,
    /// The seed of the order of sentences (perceptron).
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Go on with an interrupted training, from MODEL.state (crf).
    #[arg(long)]
    pub resume: bool,
    /// Say nothing but errors.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten, next_help_heading = "Recognisers that learn")]
    pub learning: Learning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Method {
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
pub struct Eval {
    /// The task.
    #[arg(value_enum, value_name = "TASK", conflicts_with = "named")]
    word: Option<EvalTask>,
    /// The task, for those who rather name it so.
    #[arg(long = "task", value_enum, value_name = "TASK", hide_possible_values = true)]
    named: Option<EvalTask>,
    /// Annotated files and folders of them, as behind --gold.
    #[arg(value_name = "PATH", conflicts_with = "gold")]
    files: Vec<PathBuf>,
    /// Annotated files and folders of them. For entities and topics: brat (.ann beside .txt), CoNLL columns, i2b2 XML, JSON Lines,
    /// PubTator; for language: .conllu; .txt in columns (word, tag, chunk) for chunks; .txt with one sentence a line for
    /// sentences; JSON Lines for disclosure.
    #[arg(long, required_unless_present = "files", num_args = 1.., value_name = "PATH")]
    gold: Vec<PathBuf>,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = EvalForm::Table, value_name = "FORM")]
    pub form: EvalForm,
    /// Also write what came of each part: a document, a file, or a hundred sentences of a treebank.
    #[arg(long, value_name = "FILE.csv")]
    pub rows: Option<PathBuf>,
    /// The findings that count (entities). Default: masked.
    #[arg(long, value_enum, value_name = "WHICH")]
    pub what: Option<Which>,
    /// The set that the labels of annotations are from: meddocan, tab, presidio, hipaa, i2b2, conll, sfumato (entities).
    /// Default: the first that knows them all.
    #[arg(long, value_name = "SET", value_parser = label_set)]
    pub labels: Option<LabelSet>,
    /// The meaning of labels that are in no set: lines such as BOSS = "person/staff" or MISC = "ignore" (entities).
    #[arg(long, value_name = "FILE.toml")]
    pub map: Option<PathBuf>,
    /// The treatment of annotations that overlap (entities). Default: refuse.
    #[arg(long, value_enum, value_name = "CHOICE")]
    pub overlaps: Option<Overlaps>,
    /// Also list everything that is missed, spurious, or found with another label or border (entities).
    #[arg(long, value_name = "FILE.csv")]
    pub misses: Option<PathBuf>,
    /// Let that list quote the documents (entities).
    #[arg(long)]
    pub show_text: bool,
    /// Exit with status 1 if the mean of a measure changed by less than this; -0.5 lets it fall by half a point (diff).
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub fail_below: Option<f64>,
    /// The number that the treebank's way of annotating had in the training, 1 if not given (language).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub convention: Option<u8>,
    /// Models to evaluate instead of the embedded ones: a folder with `en/` and `es/`, each with lexicon.bin, tags.bin,
    /// details.bin, chunks.bin and lemmas.bin (language).
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    #[command(flatten, next_help_heading = "What to find (entities; --language is for all tasks)")]
    pub rules: Rules,
}

impl Eval {
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
pub enum Which {
    /// Only what the policy would mask.
    #[default]
    Masked,
    /// Also what it keeps.
    Found,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Overlaps {
    /// They are refused.
    #[default]
    Refuse,
    /// Of those that overlap, the longest stays.
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
