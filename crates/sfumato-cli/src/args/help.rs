//! The help of the program: its commands in groups, by what a person wants to do.

use std::ffi::OsString;
use std::sync::OnceLock;

use clap::{Command, CommandFactory as _, FromArgMatches as _};

use super::CliArguments;
use crate::config::ConfigDefaults;
use crate::failure::Failure;

/// Groups of commands in their order, each with its heading.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Protect documents", &["mask", "plan", "collect", "unmask", "verify", "serve"]),
    ("Understand a decision", &["detect", "explain", "policy", "analyse"]),
    ("Measure and prove", &["assess", "eval", "attack"]),
    ("Teach it", &["train"]),
    ("Bring knowledge", &["knowledge", "corpus"]),
    ("About the program", &["config", "licences", "completions", "manual", "help"]),
];

/// The command that clap builds for itself, with the line it has for it.
const HELP: (&str, &str) = ("help", "Print this list, or the help of a command");

/// The defaults of the process, once the command line is parsed.
pub static CONFIG_DEFAULTS: OnceLock<ConfigDefaults> = OnceLock::new();

/// The arguments the program was called with, the first of which is its name, and behind them the defaults of the
/// configuration; a failure if that cannot be used.
pub fn parse(arguments: &[OsString]) -> Result<Result<CliArguments, clap::Error>, Failure> {
    let defaults = ConfigDefaults::read(arguments, &command())?;
    let configured = || defaults.apply(command());
    let parsed = configured()
        .try_get_matches_from(arguments)
        .and_then(|matches| CliArguments::from_arg_matches(&matches).map_err(|error| error.format(&mut configured())));
    let _ = CONFIG_DEFAULTS.set(defaults);
    Ok(parsed)
}

/// The parser of the program's arguments, with its commands listed in groups.
pub fn command() -> Command {
    let command = CliArguments::command();
    let list = grouped(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    ))
}

/// The commands under the headings of their groups, a line each.
fn grouped(command: &Command) -> String {
    let width = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max().unwrap_or_default();
    let mut list = String::new();
    for (heading, names) in GROUPS {
        list += &format!("{heading}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let about = about.unwrap_or_else(|| if *name == HELP.0 { HELP.1.to_owned() } else { String::new() });
            // A build without the server does not list it.
            if !about.is_empty() {
                list += &format!("  {name:width$}  {about}\n");
            }
        }
        list.push('\n');
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let listed_once: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(listed.len(), listed_once.len());
        let command = CliArguments::command();
        let known: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).chain([HELP.0]).collect();
        assert_eq!(listed_once, known);
    }

    #[test]
    fn every_command_has_a_line_that_fits_a_terminal() {
        for line in grouped(&CliArguments::command()).lines().filter(|line| line.starts_with(' ')) {
            assert!(line.len() <= 80 && line.split_whitespace().count() > 2, "{line}");
        }
    }

    #[test]
    fn every_option_of_a_long_list_has_a_heading() {
        let mut commands: Vec<Command> = vec![command()];
        while let Some(command) = commands.pop() {
            let of_its_own =
                |argument: &&clap::Arg| !["help", "version", "log", "config"].contains(&argument.get_id().as_str());
            let options: Vec<&clap::Arg> =
                command.get_arguments().filter(|one| !one.is_positional()).filter(of_its_own).collect();
            if options.len() > 8 {
                for option in options {
                    assert!(option.get_help_heading().is_some(), "{} {}", command.get_name(), option.get_id());
                }
            }
            commands.extend(command.get_subcommands().cloned());
        }
    }
}
