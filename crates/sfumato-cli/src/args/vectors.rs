//! The arguments of `train vectors` and `knowledge near`.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::{AnyLanguage, Run, Train};

/// The kinds of training: models, each by its task, and those with arguments of their own.
#[derive(Debug)]
pub enum Training {
    /// Something with arguments of its own.
    Apart(Apart),
    /// A model.
    Model(Box<Train>),
}

#[derive(Debug, Subcommand)]
pub enum Apart {
    /// Vectors of words and phrases, which tell how close something is to something else.
    #[command(after_help = VECTORS_EXAMPLES)]
    Vectors(Box<TrainVectors>),
}

// The derive cannot say this: arguments that are required unless there is a subcommand, and that are themselves put
// together from others.
impl Args for Training {
    fn augment_args(command: Command) -> Command {
        let command = Apart::augment_subcommands(Train::augment_args(command));
        command.subcommand_required(false).args_conflicts_with_subcommands(true).subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Training {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand_name() {
            Some(_) => Apart::from_arg_matches(matches).map(Self::Apart),
            None => Train::from_arg_matches(matches).map(|train| Self::Model(Box::new(train))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

const VECTORS_EXAMPLES: &str = "\
Examples:
  sfumato train vectors notes/ -o notes.vec                  learn from documents; noun phrases are single tokens
  sfumato train vectors new/ --extend notes.vec -o more.vec  add what is new; what is known stays as it is
  sfumato train vectors notes/ -o small.vec --quantise       a quarter of the size, but it cannot be extended
  sfumato train vectors --from vectors.txt -o own.vec        take over GloVe, word2vec or fastText files

The file holds every word and phrase that was learnt: guard it like the documents.
The same documents and options give the same bytes, with any number of jobs.";

#[derive(Debug, Args)]
pub struct TrainVectors {
    /// Documents to learn from: files and folders; `-` is standard input.
    #[arg(required_unless_present = "from", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Take over the vectors of others instead of learning: GloVe or word2vec as text, word2vec or fastText as bytes.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "extend"])]
    pub from: Option<PathBuf>,
    /// Learn only what these vectors do not know, and leave them as they are; made without --quantise.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dimensions", "buckets"])]
    pub extend: Option<PathBuf>,
    /// Write a byte for each number, and nothing that only learning needs.
    #[arg(long)]
    pub quantise: bool,
    /// The dimensions of a vector.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub dimensions: u16,
    /// The most words to either side that count as neighbours.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub window: u16,
    /// Learn a word or phrase that is met at least this often.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub minimum: u32,
    /// Walks through the documents.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub epochs: u16,
    /// The number of rows for runs of letters, which answer for words that were never met. Default: 50000, or 20000
    /// with --quantise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub buckets: Option<u32>,
    /// The most words and phrases to write, commonest first. Default: all.
    #[arg(long, value_name = "N")]
    pub entries: Option<usize>,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The language of the documents, which the vectors then answer for alone.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto)]
    pub language: AnyLanguage,
    /// The member of a JSON record that holds the text.
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub text_field: String,
    #[command(flatten)]
    pub run: Run,
}

/// The arguments of `knowledge near`.
#[derive(Debug, Args)]
pub struct KnowledgeNear {
    /// The phrase.
    pub phrase: String,
    /// Others to compare it with; without them the nearest words and phrases are listed.
    pub others: Vec<String>,
    /// Vectors of your own, made by `train vectors`, instead of those in the program.
    #[arg(long, value_name = "FILE")]
    pub vectors: Option<PathBuf>,
    /// The language of the phrases. Default: the first in which the phrase is known.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto)]
    pub language: AnyLanguage,
    /// List this many.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub most: usize,
}
