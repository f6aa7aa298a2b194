//! The files of the repository, named from its root with forward slashes.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Folders that hold what machines made.
const MADE: [&str; 4] = ["target", "corpus", "artifacts", ".git"];

/// The files below a folder in order, less what machines made; none if the folder is not there.
pub fn files(root: &Path, folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for (name, is_folder) in entries(root, &folder) {
            let path = format!("{folder}/{name}");
            match is_folder {
                true if MADE.contains(&name.as_str()) => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// The names in a folder in order, and whether each is a folder itself.
pub fn entries(root: &Path, folder: &str) -> Vec<(String, bool)> {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return Vec::new() };
    let mut names: Vec<(String, bool)> = entries
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()))
        .collect();
    names.sort();
    names
}

/// The Rust sources below a folder, each with its text.
pub fn sources(root: &Path, folder: &str) -> Result<Vec<(String, String)>, String> {
    let is_rust = |path: &String| path.ends_with(".rs");
    files(root, folder).into_iter().filter(is_rust).map(|path| text(root, &path).map(|text| (path, text))).collect()
}

/// The text of a file that has to be readable.
pub fn text(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The files git keeps or would keep; nothing where git is absent or this is no repository.
pub fn kept_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let mut files: Vec<String> =
        String::from_utf8_lossy(&output.stdout).split('\0').filter(|path| !path.is_empty()).map(Into::into).collect();
    files.sort();
    files.dedup();
    Some(files)
}
