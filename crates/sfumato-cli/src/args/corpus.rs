//! The arguments of `corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{InputOptions, KeyOptions, KnowledgeForm, LanguageCode, OUTPUT, RunOptions, SearchEngineOptions};

pub const CORPUS_EXAMPLES: &str = "\
Examples:
  sfumato corpus build notes/ records.jsonl -o notes.index  index documents of your own
  sfumato corpus build notes/ -o notes.index --prune        bring it up to date
  sfumato corpus count notes.index \"pancreatic cancer\" \"cancer AND Madrid\"
  sfumato corpus count --remote http://localhost:9200/wiki --send-terms \"lung cancer\"
  sfumato corpus info notes.index

The words of the documents can be read from an index: keep it as you keep the documents.";

#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// Make an index of your own documents, or bring one up to date.
    Build(CorpusBuild),
    /// Count the documents that hold phrases, and print how informative that makes them.
    Count(CorpusCount),
    /// Print the contents of an index, and check that it is whole.
    Info {
        /// The folder of the index.
        index: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct CorpusBuild {
    #[command(flatten)]
    pub source: InputOptions,
    /// The folder of the index.
    #[arg(short, long, value_name = "INDEX", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Remove the documents of files that are not among the inputs.
    #[arg(long, help_heading = OUTPUT)]
    pub prune: bool,
    /// The language of the documents. Default: recognised in each.
    #[arg(long, value_enum, help_heading = "Input")]
    pub language: Option<LanguageCode>,
    #[command(flatten)]
    pub run: RunOptions,
}

#[derive(Debug, Args)]
pub struct CorpusCount {
    /// The folder of the index, unless a server is asked, and phrases; `A AND B` counts the documents that hold both.
    #[arg(required = true, value_name = "INDEX|PHRASE")]
    pub words: Vec<String>,
    /// The language of the phrases. Default: that of most documents of the index.
    #[arg(long, value_enum, help_heading = "Phrases")]
    pub language: Option<LanguageCode>,
    /// Count variants of a phrase with it: in the other number, in another order.
    #[arg(long, help_heading = "Phrases")]
    pub variants: bool,
    /// Count the phrase without its outermost modifier with it, which is more general.
    #[arg(long, help_heading = "Phrases")]
    pub head: bool,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = KnowledgeForm::Table, value_name = "FORM", help_heading = OUTPUT)]
    pub form: KnowledgeForm,
    #[command(flatten)]
    pub server: ServerOptions,
}

/// A server instead of an index.
#[derive(Debug, Args)]
#[command(next_help_heading = "A server instead of an index")]
pub struct ServerOptions {
    /// The address of an index on a server with the `_count` API of Elasticsearch: http://HOST:PORT/INDEX.
    #[arg(long, value_name = "URL")]
    pub remote: Option<String>,
    #[command(flatten)]
    pub engine: SearchEngineOptions,
    #[command(flatten)]
    pub key: KeyOptions,
}
