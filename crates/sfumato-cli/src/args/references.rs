//! The arguments that bring knowledge of the world of the user's own.

use std::path::PathBuf;

use clap::Args;

/// References of the user's own.
#[derive(Debug, Args)]
#[command(next_help_heading = "Knowledge of the world")]
pub struct ReferenceOptions {
    /// A reference of your own: an index of `corpus build`, a file of counts, or the address of an index of a search
    /// engine. It is asked first, and the embedded counts answer for what it has never seen.
    #[arg(long, value_name = "INDEX|FILE|URL")]
    pub corpus: Option<PathBuf>,
    #[command(flatten)]
    pub engine: SearchEngineOptions,
    /// Vectors of your own, made by `train vectors`: they are asked first, and the embedded ones for what they do not
    /// know.
    #[arg(long, value_name = "FILE")]
    pub vectors: Option<PathBuf>,
    /// Ask --corpus and --vectors alone, not what is embedded.
    #[arg(long)]
    pub own_only: bool,
    /// A taxonomy of your own, made by `knowledge build`, asked before the others; may be given more than once.
    #[arg(long, value_name = "FILE")]
    pub knowledge: Vec<PathBuf>,
}

/// The way in which a search engine is asked.
#[derive(Debug, Clone, Args)]
pub struct SearchEngineOptions {
    /// Let phrases leave this machine, for the search engine that is named.
    #[arg(long)]
    pub send_terms: bool,
    /// The field that holds the text of documents there.
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub field: String,
    /// The seconds the search engine has to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// A folder to keep its answers in, so that nothing is asked twice.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}
