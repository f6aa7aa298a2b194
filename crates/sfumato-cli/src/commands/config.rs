//! `sfumato config`: the defaults that count here, and the files they are from.

use std::fmt::Write as _;

use crate::args::CONFIG_DEFAULTS;
use crate::config::ConfigSetting;
use crate::failure::Failure;
use crate::{Completeness, print};

/// Prints the files and what they say.
pub fn run() -> Result<Completeness, Failure> {
    let Some(defaults) = CONFIG_DEFAULTS.get() else { return Ok(Completeness::Complete) };
    let mut text = String::new();
    for file in &defaults.files {
        let there = if file.is_there { "" } else { " (not there)" };
        let _ = writeln!(text, "# {}: {}{there}", file.whose, file.path.display());
    }
    if defaults.files.is_empty() {
        text += "# no configuration is read\n";
    }
    let mut command = "";
    for ((of, option), setting) in &defaults.settings {
        if of != command {
            let _ = write!(text, "\n[{of}]\n");
            command = of;
        }
        let _ = writeln!(text, "{option} = {}  # {}", shown(setting), setting.from.display());
    }
    print(&text)?;
    Ok(Completeness::Complete)
}

/// The values as a file has them.
fn shown(setting: &ConfigSetting) -> String {
    let is_plain = |value: &str| value.parse::<f64>().is_ok() || value == "true" || value == "false";
    let one = |value: &&str| if is_plain(value) { (*value).to_owned() } else { format!("{value:?}") };
    let all: Vec<String> = setting.values.iter().map(one).collect();
    if setting.is_list { format!("[{}]", all.join(", ")) } else { all.concat() }
}
