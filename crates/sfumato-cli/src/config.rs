//! `sfumato.toml`: defaults of the command line, from the user's folder and from the project.
//!
//! A table for each command, with its long options as keys; what stands in none is for every command that has the
//! option. The project's file counts before the user's, and what the program is called with before both. Paths are
//! relative to the file that names them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use sfumato::mask::suggestion;

use crate::failure::{self, Failure};

/// The name of the file.
pub const CONFIG_FILE: &str = "sfumato.toml";

/// Options that say what a single run is about, or that read the configuration; they have no defaults.
const NEVER: [&str; 8] = ["help", "version", "verbose", "config", "plan", "force-panic", "anew", "resume"];

/// Settings of the command line, each with its origin.
#[derive(Debug, Clone, Default)]
pub struct ConfigDefaults {
    /// The files that were looked for, and the order in which they count, the last first.
    pub files: Vec<ConfigFile>,
    /// By command, or under nothing for all of them, and by option.
    pub settings: BTreeMap<(String, String), ConfigSetting>,
}

/// A place of the configuration.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// Whose it is.
    pub whose: &'static str,
    pub path: PathBuf,
    pub is_there: bool,
}

/// The values of an option, and the file that says so.
#[derive(Debug, Clone)]
pub struct ConfigSetting {
    // The parser holds on to them until the program ends.
    pub values: Vec<&'static str>,
    /// True if they are a list of the file.
    pub is_list: bool,
    pub from: PathBuf,
}

impl ConfigDefaults {
    /// Reads the configuration that counts for a call: the file of `--config`, none with `--config none`, or else the
    /// user's and the project's.
    pub fn read(arguments: &[OsString], command: &Command) -> Result<Self, Failure> {
        let mut defaults = Self::default();
        for (whose, path, is_asked_for) in places(arguments) {
            let toml = match std::fs::read_to_string(&path) {
                Ok(toml) => Some(toml),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_asked_for => None,
                Err(error) => return Err(Failure::io(path.display().to_string(), &error)),
            };
            defaults.files.push(ConfigFile { whose, path: path.clone(), is_there: toml.is_some() });
            if let Some(toml) = toml {
                defaults.add(&path, &toml, command)?;
            }
        }
        Ok(defaults)
    }

    /// Takes over what a file says.
    fn add(&mut self, path: &Path, toml: &str, command: &Command) -> Result<(), Failure> {
        let failed = |what: String| Failure::at(path.display().to_string(), what);
        let table: toml::Table = toml.parse().map_err(|error: toml::de::Error| {
            let line = error
                .span()
                .map_or(1, |span| toml.as_bytes()[..span.start].iter().filter(|b| **b == b'\n').count() + 1);
            failed(format!("line {line}: {}", error.message()))
        })?;
        for (key, value) in &table {
            match value {
                toml::Value::Table(options) => {
                    let sub = command.find_subcommand(key).ok_or_else(|| {
                        let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
                        failed(format!("no command `{key}`; {}", suggestion(key, &known)))
                    })?;
                    for (option, value) in options {
                        let arg = option_of(sub, option).map_err(&failed)?;
                        self.set(key, option, setting(path, arg, value).map_err(&failed)?);
                    }
                }
                value => {
                    let arg = command.get_subcommands().find_map(|sub| option_of(sub, key).ok());
                    let arg = arg.ok_or_else(|| {
                        let known: Vec<&str> = command.get_subcommands().flat_map(options).collect();
                        failed(format!("no command has an option `{key}`; {}", suggestion(key, &known)))
                    })?;
                    self.set("", key, setting(path, arg, value).map_err(&failed)?);
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, command: &str, option: &str, setting: ConfigSetting) {
        self.settings.insert((command.to_owned(), option.to_owned()), setting);
    }

    /// The parser with these defaults: what the program is called with counts before them.
    pub fn apply(&self, mut command: Command) -> Command {
        let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        for name in names {
            command = command.mut_subcommand(&name, |sub| self.apply_to(sub));
        }
        command
    }

    fn apply_to(&self, mut command: Command) -> Command {
        let name = command.get_name().to_owned();
        let known: Vec<(String, clap::Id)> = command
            .get_arguments()
            .filter_map(|arg| Some((arg.get_long()?.to_owned(), arg.get_id().clone())))
            .collect();
        for (long, id) in known {
            let own = self.settings.get(&(name.clone(), long.clone()));
            if let Some(setting) = own.or_else(|| self.settings.get(&(String::new(), long))) {
                command = command.mut_arg(id, |arg| arg.default_values(setting.values.clone()));
            }
        }
        command
    }
}

/// Says on standard error which options of a command the configuration set: what a folder brings along should not go
/// unseen.
pub fn tell(command: &str) {
    let Some(defaults) = crate::args::CONFIG_DEFAULTS.get() else { return };
    let mut by_file: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
    for ((of, option), setting) in &defaults.settings {
        if of.is_empty() || of == command {
            by_file.entry(&setting.from).or_default().push(option);
        }
    }
    for (file, options) in by_file {
        failure::say(&format!("set by {}: {}", file.display(), options.join(", ")));
    }
}

/// The long options of a command that may have a default.
fn options(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(Arg::get_long).filter(|long| !NEVER.contains(long))
}

fn option_of<'c>(command: &'c Command, name: &str) -> Result<&'c Arg, String> {
    let found = command.get_arguments().find(|arg| arg.get_long() == Some(name) && !NEVER.contains(&name));
    found.ok_or_else(|| {
        let known: Vec<&str> = options(command).collect();
        format!("`{}` has no option `{name}` that can have a default; {}", command.get_name(), suggestion(name, &known))
    })
}

/// The values of an option as the command line would have them.
fn setting(path: &Path, arg: &Arg, value: &toml::Value) -> Result<ConfigSetting, String> {
    let long = arg.get_long().unwrap_or_default();
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    let one = |value: &toml::Value| match value {
        toml::Value::String(text) if !is_switch => Ok(resolved(path, arg, text)),
        toml::Value::Integer(number) if !is_switch => Ok(number.to_string()),
        toml::Value::Float(number) if !is_switch => Ok(number.to_string()),
        toml::Value::Boolean(is_on) if is_switch => Ok(is_on.to_string()),
        _ if is_switch => Err(format!("`{long}` takes true or false")),
        _ => Err(format!("`{long}` takes a text or a number")),
    };
    let takes_many = matches!(arg.get_action(), ArgAction::Append) || arg.get_value_delimiter().is_some();
    let (values, is_list): (Vec<String>, bool) = match value {
        toml::Value::Array(values) if takes_many => (values.iter().map(one).collect::<Result<_, _>>()?, true),
        toml::Value::Array(_) => return Err(format!("`{long}` takes one value, not a list")),
        value => (vec![one(value)?], false),
    };
    let values = values.into_iter().map(|value: String| &*value.leak()).collect();
    Ok(ConfigSetting { values, is_list, from: path.to_path_buf() })
}

/// A value that is a path, or a name that is also a file beside the configuration, below the folder of the file.
fn resolved(config: &Path, arg: &Arg, text: &str) -> String {
    let folder = config.parent().unwrap_or(Path::new(""));
    let beside = folder.join(text);
    let is_path = arg.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>() && text != "-";
    let is_named_file = text.contains(['/', '.', '\\']) && beside.is_file();
    if is_path || is_named_file { beside.display().to_string() } else { text.to_owned() }
}

/// The files to look for, the one that counts least first, and whether each has to be there.
fn places(arguments: &[OsString]) -> Vec<(&'static str, PathBuf, bool)> {
    match asked_for(arguments).or_else(|| std::env::var_os("SFUMATO_CONFIG")) {
        Some(none) if none.is_empty() || none == "none" => Vec::new(),
        Some(path) => vec![("asked for", PathBuf::from(path), true)],
        None => {
            let user = user_folder().map(|folder| ("user", folder.join("sfumato").join(CONFIG_FILE), false));
            let project = project_file().map(|path| ("project", path, false));
            user.into_iter().chain(project).collect()
        }
    }
}

/// The value of `--config`, before everything else is parsed.
fn asked_for(arguments: &[OsString]) -> Option<OsString> {
    let mut arguments = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    while let Some(argument) = arguments.next() {
        if argument == "--config" {
            return arguments.next().cloned();
        }
        if let Some(path) = argument.to_str().and_then(|text| text.strip_prefix("--config=")) {
            return Some(path.into());
        }
    }
    None
}

fn user_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return set("APPDATA");
    }
    set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))
}

/// The file in the folder the program is called in, or in the nearest above it.
fn project_file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let found = here.ancestors().map(|folder| folder.join(CONFIG_FILE)).find(|path| path.is_file());
    Some(found.unwrap_or_else(|| here.join(CONFIG_FILE)))
}
