//! The arguments of `train entities` and `train gazetteer`.

use std::path::PathBuf;

use clap::Args;

use super::{LabelSetName, OverlapTreatment};

/// The settings of a recogniser that learns.
#[derive(Debug, Args)]
#[command(next_help_heading = "Recognisers")]
pub struct LearningOptions {
    /// Its id, such as my/clinic; for entities.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// Annotated files that were not labelled by people: learnt from, never measured on; for entities.
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub more: Vec<PathBuf>,
    /// The set that the labels of annotations are from. Default: the first that knows them all; for entities.
    #[arg(long, value_enum, value_name = "SET")]
    pub labels: Option<LabelSetName>,
    /// The meaning of labels that are in no set: lines such as BOSS = "person/staff" or MISC = "ignore"; for
    /// entities.
    #[arg(long, value_name = "FILE.toml")]
    pub map: Option<PathBuf>,
    /// The treatment of annotations that overlap. Default: refuse; for entities.
    #[arg(long, value_enum, value_name = "CHOICE")]
    pub overlaps: Option<OverlapTreatment>,
    /// Split the documents into this many parts, to hold back one at a time; for entities.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=20))]
    pub folds: Option<u32>,
    /// Make no rules; for entities.
    #[arg(long)]
    pub no_rules: bool,
    /// Also write the rules, as a recogniser to read and change; for entities.
    #[arg(long, value_name = "FILE.toml", conflicts_with = "no_rules")]
    pub rules_out: Option<PathBuf>,
    /// The precision that the sensitivity `recall` keeps; for entities.
    #[arg(long, value_name = "0..1")]
    pub recall_precision: Option<f64>,
    /// Names, places and telling words: phrase and class, separated by a tab; for the gazetteer.
    #[arg(long, value_name = "TSV")]
    pub list: Option<PathBuf>,
}
