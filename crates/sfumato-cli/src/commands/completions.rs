//! `sfumato completions`: scripts for shells, from the same definitions as the help.

use crate::failure::Failure;
use crate::{Completeness, args, print};

/// Prints the script of a shell.
pub fn run(completions: &args::CompletionsArguments) -> Result<Completeness, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut args::command(), "sfumato", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Completeness::Complete)
}
