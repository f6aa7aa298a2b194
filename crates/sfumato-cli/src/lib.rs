//! The program `sfumato`: arguments, printers, exit codes. A library so that whatever carries the program can run it.
//!
//! Results go to standard output, everything else to standard error.
//! Exit 0: done, within policy. 1: done, but above a limit or incomplete. 2: failed, nothing written.

mod annotated;
mod args;
mod batch;
mod commands;
mod config;
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
mod version;

use std::ffi::OsString;
use std::io::Write as _;

use clap::error::ErrorKind;

use args::CliCommand;
use failure::Failure;

/// The exit code of a run that did what it was asked to.
const DONE: u8 = 0;

/// Runs the program with arguments, the first of which is its name, and returns its exit code.
///
/// It takes the panic hook and the log of the process, and so belongs into a process of its own.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    failure::install_panic_hook();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_verbose = arguments.iter().any(|argument| argument == "--verbose");
    let parsed = match args::parse(&arguments) {
        Ok(parsed) => parsed,
        Err(failure) => return failure::complain(&failure),
    };
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(help) if is_help(&help) => {
            let is_version = help.kind() == ErrorKind::DisplayVersion;
            let shown = if is_version && is_verbose { version::verbose() } else { help.render().to_string() };
            return print(&shown).map_or_else(|failure| failure::complain(&failure), |()| DONE);
        }
        Err(error) => return failure::complain(&Failure::from_arguments(&error)),
    };
    start_log(arguments.log);
    let done = match arguments.command {
        CliCommand::Mask(mask) => commands::mask::run(mask),
        CliCommand::Detect(detect) => commands::detect::run(detect),
        CliCommand::Assess(assess) => commands::assess::run(&assess),
        CliCommand::Collect(collect) => commands::collect::run(&collect),
        CliCommand::Plan(plan) => commands::plan::run(&plan),
        CliCommand::Unmask(unmask) => commands::unmask::run(unmask),
        CliCommand::Verify(verify) => commands::verify::run(&verify),
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
        CliCommand::Config => commands::config::run(),
        CliCommand::Licences => commands::licences::run(),
        CliCommand::Completions(completions) => commands::completions::run(&completions),
        CliCommand::Manual(manual) => commands::manual::run(&manual),
    };
    match done {
        Ok(Completeness::Complete) => DONE,
        Ok(Completeness::Incomplete | Completeness::AboveLimit) => 1,
        Err(failure) => failure::complain(&failure),
    }
}

/// True if the parser gives help or a version: asked for, or because the program was called with nothing at all.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The extent to which a run did what it was asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completeness {
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
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::io("standard output", &error))
}
