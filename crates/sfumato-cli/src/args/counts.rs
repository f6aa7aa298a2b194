//! The arguments of `knowledge ic` and `knowledge counts`.

use std::path::PathBuf;

use clap::Args;

use super::{KnowledgeForm, LanguageCode};

#[derive(Debug, Args)]
pub struct KnowledgeIc {
    /// Words or phrases; with ` AND ` between, several phrases together.
    #[arg(value_name = "TERM", required_unless_present = "against")]
    pub terms: Vec<String>,
    /// Their language.
    #[arg(long, value_enum, default_value_t = LanguageCode::En)]
    pub language: LanguageCode,
    /// Counts of your own: a list (a phrase, a tab, its hits; `#total`, a tab and their number on top), or a table of
    /// `knowledge counts`.
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
    /// Compare with the hits that somebody else recorded: a phrase with underscores between its words, a tab, its hits; two
    /// phrases with a space between are taken together.
    #[arg(long, value_name = "FILE", conflicts_with = "terms")]
    pub against: Option<PathBuf>,
    /// The number of documents those hits were counted in.
    #[arg(long, value_name = "NUMBER", default_value_t = 81.19e9)]
    pub against_total: f64,
    /// The form of the result.
    #[arg(long = "as", value_enum, default_value_t = KnowledgeForm::Table, value_name = "FORM")]
    pub form: KnowledgeForm,
}

#[derive(Debug, Args)]
pub struct KnowledgeCounts {
    /// The list: a phrase, or two with ` AND ` between, a tab, and how many documents hold it; `#total` and `#language` on
    /// top.
    #[arg(value_name = "FILE")]
    pub list: PathBuf,
    /// The table to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
