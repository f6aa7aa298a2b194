//! The arguments of `corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Key, KnowledgeForm, Language, Run, Source};

pub const CORPUS_EXAMPLES: &str = "\
Examples:
  sfumato corpus build notes/ records.jsonl -o notes.index    an index of your own documents
  sfumato corpus build notes/ -o notes.index --prune          the same after some have changed or gone
  sfumato corpus count notes.index \"pancreatic cancer\" \"cancer AND Madrid\"
  sfumato corpus count --remote http://localhost:9200/wiki --send-terms \"pancreatic cancer\"
  sfumato corpus info notes.index

The words of the documents can be read from an index: keep it as you keep the documents.";

#[derive(Debug, Subcommand)]
pub enum Corpus {
    /// Make an index of your own documents, or bring one up to date.
    Build(CorpusBuild),
    /// Print how many documents hold a phrase, or several, and how telling that makes it.
    Count(CorpusCount),
    /// Print what is in an index, and whether it is whole.
    Info {
        /// The folder of the index.
        index: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct CorpusBuild {
    #[command(flatten)]
    pub source: Source,
    /// The folder of the index.
    #[arg(short, long, value_name = "INDEX")]
    pub output: PathBuf,
    /// Remove the documents of files that are not among the inputs.
    #[arg(long)]
    pub prune: bool,
    /// The language of the documents, instead of telling it from each.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Debug, Args)]
pub struct CorpusCount {
    /// The folder of the index, unless a server is asked, and phrases; `A AND B` counts the documents that hold both.
    #[arg(required = true, value_name = "INDEX|PHRASE")]
    pub words: Vec<String>,
    /// The language of the phrases. Default: that of most documents of the index.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    /// Count other ways to say a phrase with it: in the other number, in another order.
    #[arg(long)]
    pub variants: bool,
    /// Count the phrase without its farthest modifier with it, which is a wider thing.
    #[arg(long)]
    pub head: bool,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = KnowledgeForm::Table, value_name = "FORM")]
    pub form: KnowledgeForm,
    #[command(flatten, next_help_heading = "A server instead of an index")]
    pub server: Server,
}

/// A server instead of an index.
#[derive(Debug, Args)]
pub struct Server {
    /// The address of an index on a server with the `_count` API of Elasticsearch: http://HOST:PORT/INDEX.
    #[arg(long, value_name = "URL")]
    pub remote: Option<String>,
    /// Let the phrases leave this machine.
    #[arg(long, requires = "remote")]
    pub send_terms: bool,
    /// The field that holds the text of documents there.
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub field: String,
    /// The seconds the server has to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// A folder to keep answers in, so that nothing is asked twice.
    #[arg(long, value_name = "DIR", requires = "remote")]
    pub cache: Option<PathBuf>,
    #[command(flatten)]
    pub key: Key,
}
