//! The arguments of `knowledge`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use sfumato::knowledge::load::Format;

use super::{AnyLanguage, KnowledgeCounts, KnowledgeIc, KnowledgeNear, Language, Rules, Run, Source};

pub const KNOWLEDGE_EXAMPLES: &str = "\
Examples:
  sfumato knowledge show \"pancreatic cancer\"            what it may mean, and what that is a kind of
  sfumato knowledge show cáncer --language es --below   with everything below it
  sfumato knowledge coverage notes/ --policy clinical   of how much of it something more general is known
  sfumato knowledge near \"pancreatic cancer\" liver car  how close others are, or what is closest
  sfumato knowledge build disease.obo -o disease.kb     a taxonomy of your own, to be named in a policy
  sfumato knowledge ic actor stuntman \"car AND crash\"   how telling they are, and the counts behind that
  sfumato knowledge list                                the taxonomies in the program, and their terms";

#[derive(Debug, Subcommand)]
pub enum Knowledge {
    /// Make a taxonomy of your own: from SNOMED CT, OBO, SKOS, OWL, WordNet, YAGO, paths of categories, tables.
    Build(KnowledgeBuild),
    /// Print what a phrase may mean, what that is a kind of, and who says so.
    Show(KnowledgeShow),
    /// Count of how many noun phrases of documents something more general is known.
    Coverage(Box<KnowledgeCoverage>),
    /// Print what is nearest to a phrase, or how near others are to it.
    Near(KnowledgeNear),
    /// Print how telling words and phrases are, in bits, with the counts behind that.
    Ic(KnowledgeIc),
    /// Make a table of counts of your own, from a list.
    Counts(KnowledgeCounts),
    /// List what is in the program: taxonomies, counts and vectors, with their origin and terms.
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
    /// The format of all files, if their names and first lines do not tell.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<TaxonomyFormat>,
    /// The language of names that say none.
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub language: Language,
    /// Refuse if anything has to be left out: broken lines, cycles, relations to nothing.
    #[arg(long)]
    pub strict: bool,
    /// Say nothing but errors.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format of taxonomies by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxonomyFormat(pub Format);

impl ValueEnum for TaxonomyFormat {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [TaxonomyFormat; Format::ALL.len()] = {
            let mut all = [TaxonomyFormat(Format::Obo); Format::ALL.len()];
            let mut nth = 0;
            while nth < all.len() {
                all[nth] = TaxonomyFormat(Format::ALL[nth]);
                nth += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

/// The taxonomies to ask.
#[derive(Debug, Args)]
pub struct Taxonomies {
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
    pub taxonomies: Taxonomies,
    /// Its language; by default the one in which it is known.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto)]
    pub language: AnyLanguage,
    /// The category a recogniser would give it, such as place/city.
    #[arg(long, value_name = "CATEGORY")]
    pub category: Option<String>,
    /// Other phrases of the document, which help to tell the meaning; may be given more than once.
    #[arg(long, value_name = "PHRASE")]
    pub beside: Vec<String>,
    /// Also list the other names of the likeliest meaning, and everything below it.
    #[arg(long)]
    pub below: bool,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = KnowledgeForm::Table, value_name = "FORM")]
    pub form: KnowledgeForm,
}

#[derive(Debug, Args)]
pub struct KnowledgeCoverage {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub rules: Rules,
    /// Print so many phrases drawn at random (from --seed) with what is said of them, one a line, to be read by people. This
    /// quotes the documents.
    #[arg(long, value_name = "NUMBER")]
    pub sample: Option<usize>,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KnowledgeForm {
    /// A table for people.
    Table,
    /// JSON.
    Json,
}
