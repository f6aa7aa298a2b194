//! `sfumato manual`: pages for `man`, from the same definitions as the help.

use crate::failure::Failure;
use crate::{Completeness, args};

/// Writes `sfumato.1` and `sfumato-COMMAND.1` for each command.
pub fn run(manual: &args::ManualArguments) -> Result<Completeness, Failure> {
    let folder = &manual.folder;
    let failed = |error| Failure::io(folder.display().to_string(), &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(args::command(), folder).map_err(failed)?;
    Ok(Completeness::Complete)
}
