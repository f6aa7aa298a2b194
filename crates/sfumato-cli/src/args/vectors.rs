//! The arguments of `train vectors` and `knowledge near`.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::{AnyLanguage, OUTPUT, RunOptions, TrainArguments};

/// The kinds of training: models, each by its task, and those with arguments of their own.
#[derive(Debug)]
pub enum TrainCommand {
    /// Something with arguments of its own.
    Apart(TrainSubcommand),
    /// A model.
    Model(Box<TrainArguments>),
}

#[derive(Debug, Subcommand)]
pub enum TrainSubcommand {
    /// Train vectors of words and phrases, which measure closeness in meaning.
    #[command(after_help = VECTORS_EXAMPLES)]
    Vectors(Box<TrainVectors>),
}

// The derive cannot say this: arguments that are required unless there is a subcommand, and that are themselves put
// together from others.
impl Args for TrainCommand {
    fn augment_args(command: Command) -> Command {
        let command = TrainSubcommand::augment_subcommands(TrainArguments::augment_args(command));
        command.subcommand_required(false).args_conflicts_with_subcommands(true).subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for TrainCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand_name() {
            Some(_) => TrainSubcommand::from_arg_matches(matches).map(Self::Apart),
            None => TrainArguments::from_arg_matches(matches).map(|train| Self::Model(Box::new(train))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

const VECTORS_EXAMPLES: &str = "\
Examples:
  sfumato train vectors notes/ -o notes.vec                  learn from documents
  sfumato train vectors new/ --extend notes.vec -o more.vec  add only what is new
  sfumato train vectors notes/ -o small.vec --quantise       a quarter of the size, final
  sfumato train vectors --from vectors.txt -o own.vec        convert GloVe, word2vec, fastText

Noun phrases are single tokens. The file holds every word and phrase that was learnt:
guard it like the documents.
The same documents and options give the same bytes, with any number of jobs.";

#[derive(Debug, Args)]
pub struct TrainVectors {
    /// Documents to learn from: files and folders; `-` is standard input.
    #[arg(required_unless_present = "from", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Convert existing vectors instead of learning: GloVe or word2vec as text, word2vec or fastText as bytes.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "extend"], help_heading = "Input")]
    pub from: Option<PathBuf>,
    /// Learn only what these vectors do not have, and leave them as they are; made without --quantise.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dimensions", "buckets"], help_heading = "Input")]
    pub extend: Option<PathBuf>,
    /// Write one byte per number, and nothing that only learning needs.
    #[arg(long, help_heading = OUTPUT)]
    pub quantise: bool,
    /// The dimensions of a vector.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..=4096), help_heading = "Learning")]
    pub dimensions: u16,
    /// The most words to either side that count as neighbours.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Learning")]
    pub window: u16,
    /// Learn a word or phrase that is met at least this often. Default: 1, or 5 with --extend, so that a single document
    /// does not say how close its own names are.
    #[arg(long, value_name = "N", help_heading = "Learning")]
    pub minimum: Option<u32>,
    /// The number of passes over the documents.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Learning")]
    pub epochs: u16,
    /// The number of rows for runs of letters, which answer for words that were never met. Default: 50000, or 20000
    /// with --quantise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), help_heading = "Learning")]
    pub buckets: Option<u32>,
    /// Write at most this many words and phrases, the commonest first. Default: all.
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub entries: Option<usize>,
    /// The seed of random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Learning")]
    pub seed: u64,
    /// The language of the documents; the vectors answer for it alone.
    #[arg(long, value_enum, default_value_t = AnyLanguage::Auto, help_heading = "Input")]
    pub language: AnyLanguage,
    /// The member of a JSON record that holds the text.
    #[arg(long, value_name = "NAME", default_value = "text", help_heading = "Input")]
    pub text_field: String,
    #[command(flatten)]
    pub run: RunOptions,
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
