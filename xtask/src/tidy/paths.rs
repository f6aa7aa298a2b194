//! No file names a folder of the machine it was written on: it would mean nothing, or the wrong thing, elsewhere.

use std::path::Path;

use crate::problem::TidyProblem;
use crate::tree;

/// Folders at the root of a machine that only its owner knows, without their slashes, so that this file may name them.
const MACHINE_FOLDERS: [&str; 2] = ["root", "work"];

/// Looks at what git keeps; where git is absent there is nothing to be kept wrongly.
pub fn check(root: &Path) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    for path in tree::kept_by_git(root).unwrap_or_default() {
        // What is not text holds no path that anyone reads.
        let Ok(text) = tree::text(root, &path) else { continue };
        for (at, line) in text.lines().enumerate() {
            if let Some(folder) = machine_folder(line) {
                let what =
                    format!("`/{folder}/` is a folder of one machine; write the path from the repository's root");
                problems.push(TidyProblem::new(path.clone(), at + 1, what));
            }
        }
    }
    problems
}

/// The machine's folder a line names, if it does; the same word inside a longer path or an address is no such folder.
fn machine_folder(line: &str) -> Option<&'static str> {
    MACHINE_FOLDERS.into_iter().find(|folder| {
        let parts: Vec<&str> = line.split('/').collect();
        parts.windows(2).enumerate().any(|(at, pair)| {
            let is_last = at + 2 == parts.len();
            pair[1] == *folder && !is_last && !pair[0].ends_with(|c: char| c.is_alphanumeric() || "_-.*})".contains(c))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_the_machine_is_found() {
        assert_eq!(machine_folder(&format!("see {}", ["", "work", "x"].join("/"))), Some("work"));
        assert_eq!(machine_folder(&["", "root", ""].join("/")), Some("root"));
    }

    #[test]
    fn the_same_word_elsewhere_is_left_alone() {
        for line in ["crates/work/src", "https://example.org/root/x", "/workshop/", "and/or work/", "the /root"] {
            assert_eq!(machine_folder(line), None, "{line}");
        }
    }
}
