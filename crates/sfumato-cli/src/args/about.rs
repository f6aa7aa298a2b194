//! The arguments of commands about the program itself.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell to write it for.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManualArguments {
    /// The folder, which is made if it is not there.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
