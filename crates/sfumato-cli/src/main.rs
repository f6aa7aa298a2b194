//! The binary `sfumato`: arguments, printers, exit codes.
//!
//! Results go to standard output, everything else to standard error.
//! Exit 0: done, within policy. 1: done, but above a limit or incomplete. 2: failed, nothing written.

mod annotated;
mod args;
mod commands;
mod failure;
mod gold;
mod inputs;
mod jobs;
mod maps;
mod output;
mod programs;
mod progress;
mod references;
mod spans;
mod taxonomies;

use std::io::Write as _;
use std::process::ExitCode;

use clap::error::ErrorKind;

use args::CliCommand;
use failure::Failure;

fn main() -> ExitCode {
    failure::install_panic_hook();
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(help) if is_help(&help) => {
            let shown = print(&help.render().to_string());
            return shown.map_or_else(|failure| failure::complain(&failure), |()| ExitCode::SUCCESS);
        }
        Err(error) => return failure::complain(&Failure::from_arguments(&error)),
    };
    start_log(arguments.log);
    let done = match arguments.command {
        CliCommand::Mask(mask) => commands::mask::run(mask),
        CliCommand::Detect(detect) => commands::detect::run(detect),
        CliCommand::Assess(assess) => commands::assess::run(&assess),
        CliCommand::Plan(plan) => commands::plan::run(&plan),
        CliCommand::Unmask(unmask) => commands::unmask::run(unmask),
        #[cfg(feature = "server")]
        CliCommand::Serve(serve) => commands::serve::run(&serve),
        CliCommand::Explain(explain) => commands::explain::run(&explain),
        CliCommand::Policy(policy) => commands::policy::run(policy),
        CliCommand::Analyse(analyse) => commands::analyse::run(&analyse),
        CliCommand::Train(train) => commands::train::run(&train),
        CliCommand::Eval(eval) => commands::eval::run(&eval),
        CliCommand::Attack(attack) => commands::attack::run(&attack),
        CliCommand::Knowledge(knowledge) => commands::knowledge::run(&knowledge),
        CliCommand::Corpus(corpus) => commands::corpus::run(corpus),
        CliCommand::Licences => commands::licences::run(),
        CliCommand::Completions { shell } => commands::completions::run(shell),
    };
    match done {
        Ok(Completeness::Complete) => ExitCode::SUCCESS,
        Ok(Completeness::Incomplete | Completeness::AboveLimit) => ExitCode::from(1),
        Err(failure) => failure::complain(&failure),
    }
}

/// True if the parser gives help or a version: asked for, or because the program was called with nothing at all.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The extent to which a run did what it was asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Everything.
    Complete,
    /// Some files were left out, as the user allowed.
    Incomplete,
    /// Everything, and some of it tells more than it may.
    AboveLimit,
}

fn start_log(level: args::LogLevel) {
    if let Some(level) = level.as_tracing() {
        tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).init();
    }
}

/// Writes to standard output; a closed or full one is a failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::io("standard output", &error))
}
