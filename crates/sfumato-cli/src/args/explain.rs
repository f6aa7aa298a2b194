//! The arguments of `explain` and `policy`.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// A recogniser (es/dni), a model (es/clinical), a policy (hipaa) or a category (finance); without one, all
    /// recognisers and models are listed.
    pub name: Option<String>,
    /// Print its file instead.
    #[arg(long)]
    pub source: bool,
}

#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// List the built-in policies.
    List,
    /// Print a policy's file.
    Show {
        /// A built-in policy or a file.
        name: String,
    },
    /// Check a policy's file and list its settings.
    Check {
        /// A built-in policy or a file.
        name: String,
    },
}
