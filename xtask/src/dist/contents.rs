//! Everything that goes with the program, wherever it goes: manual pages, completions, licences.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Release, run, said};

/// The pages, scripts and documents beside the program.
pub struct ReleaseContents {
    /// Pages for `man`, by their names.
    pub manual: Vec<(String, Vec<u8>)>,
    /// Scripts of shells, by the names of the shells.
    pub completions: Vec<(&'static str, String)>,
    /// Documents of the repository, by their names.
    pub documents: Vec<(&'static str, String)>,
}

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];
const DOCUMENTS: [&str; 7] =
    ["CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE", "README.md", "SECURITY.md"];

/// Asks the program for its pages and scripts, and takes the documents as they are.
pub fn of(release: &Release, program: &Path) -> Result<ReleaseContents, String> {
    let completions = SHELLS.map(|shell| Ok((shell, said(Command::new(program).args(["completions", shell]))?)));
    let documents = DOCUMENTS.map(|name| Ok((name, crate::tree::text(&release.root, name)?)));
    Ok(ReleaseContents {
        manual: manual(release, program)?,
        completions: completions.into_iter().collect::<Result<_, String>>()?,
        documents: documents.into_iter().collect::<Result<_, String>>()?,
    })
}

fn manual(release: &Release, program: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let folder = release.out.join(".manual");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    run(Command::new(program).arg("manual").arg(&folder))?;
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)?.flatten() {
        pages.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).map_err(failed)?));
    }
    fs::remove_dir_all(&folder).map_err(failed)?;
    pages.sort();
    Ok(pages)
}
