//! The arguments of `knowledge`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use sfumato::knowledge::load::Format;

use super::{
    AnyLanguage, InputOptions, KnowledgeCounts, KnowledgeIc, KnowledgeNear, LanguageCode, OUTPUT, RuleOptions,
    RunOptions,
};

pub const KNOWLEDGE_EXAMPLES: &str = "\
Examples:
  sfumato knowledge show \"pancreatic cancer\"            its meanings, and their generalisations
  sfumato knowledge show cáncer --language es --below   with everything more specific
  sfumato knowledge coverage notes/ --policy clinical   how many phrases can be generalised
  sfumato knowledge near \"pancreatic cancer\" liver car  how close others are in meaning
  sfumato knowledge build disease.obo -o disease.kb     a taxonomy of your own, for a policy
  sfumato knowledge ic actor stuntman \"car AND crash\"   how informative they are, in bits
  sfumato knowledge list                                the taxonomies in the program";

#[derive(Debug, Subcommand)]
pub enum KnowledgeCommand {
    /// Build a taxonomy of your own from SNOMED CT, OBO, SKOS, OWL, WordNet, YAGO, paths or tables.
    Build(KnowledgeBuild),
    /// Print the meanings of a phrase, their generalisations, and the sources.
    Show(KnowledgeShow),
    /// Count the noun phrases of documents that can be generalised.
    Coverage(Box<KnowledgeCoverage>),
    /// Print the phrases closest in meaning, or how close given ones are.
    Near(KnowledgeNear),
    /// Print how informative words and phrases are, in bits, and the counts behind that.
    Ic(KnowledgeIc),
    /// Build a table of counts of your own from a list.
    Counts(KnowledgeCounts),
    /// List the taxonomies, counts and vectors in the program, with origins and licences.
    List,
}

#[derive(Debug, Args)]
pub struct KnowledgeBuild {
    /// Files and folders of taxonomies, merged in their order.
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE.kb")]
    pub output: PathBuf,
    /// The name of the taxonomy in policies and results. Default: the name of its file.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The format of all files, where their names and first lines do not show it.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<TaxonomyFormat>,
    /// The language of names that are not marked with one.
    #[arg(long, value_enum, default_value_t = LanguageCode::En)]
    pub language: LanguageCode,
    /// Fail if anything has to be left out: broken lines, cycles, relations to nothing.
    #[arg(long)]
    pub strict: bool,
    /// Print nothing but errors.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format of taxonomies by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxonomyFormat(pub Format);

named_values!(TaxonomyFormat, Format);

/// The taxonomies to ask.
#[derive(Debug, Args)]
pub struct TaxonomyOptions {
    /// A policy whose taxonomies are asked in its order; a built-in one or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub policy: String,
    /// A taxonomy of your own, made by `knowledge build`, asked before the others; may be given more than once.
    #[arg(long, value_name = "FILE")]
    pub knowledge: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct KnowledgeShow {
    /// The phrase.
    pub phrase: String,
    #[command(flatten)]
    pub taxonomies: TaxonomyOptions,
    /// Its language. Default: the one in which it is known.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto)]
    pub language: AnyLanguage,
    /// The category a recogniser would give it, such as place/city.
    #[arg(long, value_name = "CATEGORY")]
    pub category: Option<String>,
    /// Another phrase of the document, which helps to choose the meaning; may be given more than once.
    #[arg(long, value_name = "PHRASE")]
    pub beside: Vec<String>,
    /// Also list the other names of the likeliest meaning, and everything more specific.
    #[arg(long)]
    pub below: bool,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = KnowledgeForm::Table, value_name = "FORM")]
    pub form: KnowledgeForm,
}

#[derive(Debug, Args)]
pub struct KnowledgeCoverage {
    #[command(flatten)]
    pub source: InputOptions,
    #[command(flatten)]
    pub rules: RuleOptions,
    /// Print this many phrases drawn at random (from --seed) with their generalisations, one a line, for people to read.
    /// This quotes the documents.
    #[arg(long, value_name = "NUMBER", help_heading = OUTPUT)]
    pub sample: Option<usize>,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KnowledgeForm {
    /// A table for people.
    Table,
    /// JSON.
    Json,
}
