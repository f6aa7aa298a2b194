//! The crates that each crate may use.
//!
//! The crates are the stages of one flow, and a stage that could reach forward would sooner or later do so.
//! Build dependencies count like normal ones, since what a build script uses shapes the crate; tests may reach further.

use std::path::Path;

use serde_json::Value;

use crate::metadata::{self, list, string};
use crate::problem::{TidyProblem, line_where};
use crate::tree;

/// The crates of the workspace that a crate may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AllowedUses {
    /// Only these; in its tests anything.
    Only(&'static [&'static str]),
    /// Only these, in its tests too.
    OnlyEvenInTests(&'static [&'static str]),
    /// Anything.
    Anything,
}
use AllowedUses::{Anything, Only, OnlyEvenInTests};

/// The allowed arrows.
/// Each crate sees the stages before it and none after it, and evaluation and the command line see the library alone,
/// so that whatever the program can do, a user of the library can do too.
const ARROWS: &[(&str, AllowedUses)] = &[
    ("sfumato-words", Only(&[])),
    ("sfumato-automaton", Only(&[])),
    ("sfumato-pdf", Only(&[])),
    ("sfumato-model", Only(&[])),
    ("sfumato-microdata", Only(&[])),
    ("sfumato-document", Only(&["sfumato-words", "sfumato-pdf"])),
    ("sfumato-language", Only(&["sfumato-words", "sfumato-automaton", "sfumato-document", "sfumato-model"])),
    ("sfumato-values", Only(&["sfumato-words", "sfumato-language"])),
    ("sfumato-knowledge", Only(&["sfumato-words", "sfumato-language", "sfumato-values", "sfumato-model"])),
    ("sfumato-corpus", Only(&["sfumato-words", "sfumato-document", "sfumato-language", "sfumato-knowledge"])),
    (
        "sfumato-detect",
        Only(&[
            "sfumato-words",
            "sfumato-automaton",
            "sfumato-document",
            "sfumato-language",
            "sfumato-values",
            "sfumato-model",
        ]),
    ),
    (
        "sfumato-pseudonym",
        Only(&["sfumato-words", "sfumato-document", "sfumato-language", "sfumato-values", "sfumato-detect"]),
    ),
    (
        "sfumato-risk",
        Only(&[
            "sfumato-words",
            "sfumato-document",
            "sfumato-language",
            "sfumato-values",
            "sfumato-knowledge",
            "sfumato-detect",
        ]),
    ),
    (
        "sfumato-mask",
        Only(&[
            "sfumato-words",
            "sfumato-document",
            "sfumato-language",
            "sfumato-knowledge",
            "sfumato-detect",
            "sfumato-pseudonym",
            "sfumato-risk",
        ]),
    ),
    (
        "sfumato",
        Only(&[
            "sfumato-document",
            "sfumato-language",
            "sfumato-values",
            "sfumato-knowledge",
            "sfumato-corpus",
            "sfumato-detect",
            "sfumato-pseudonym",
            "sfumato-risk",
            "sfumato-mask",
            "sfumato-model",
            "sfumato-microdata",
        ]),
    ),
    ("sfumato-eval", Only(&["sfumato-words", "sfumato"])),
    ("sfumato-collection", Only(&["sfumato-words", "sfumato"])),
    ("sfumato-server", OnlyEvenInTests(&["sfumato"])),
    ("sfumato-cli", OnlyEvenInTests(&["sfumato", "sfumato-eval", "sfumato-collection", "sfumato-server"])),
    ("sfumato-python", OnlyEvenInTests(&["sfumato", "sfumato-cli"])),
    ("sfumato-bench", Anything),
    ("xtask", Only(&[])),
];

/// A dependency of one crate of the workspace on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CrateArrow<'m> {
    to: &'m str,
    in_tests: bool,
}

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let metadata = metadata::of_workspace(root)?;
    let members: Vec<&str> = list(&metadata, "packages").filter_map(|package| string(package, "name")).collect();
    let mut problems = Vec::new();
    for package in list(&metadata, "packages") {
        let (Some(from), Some(manifest)) = (string(package, "name"), string(package, "manifest_path")) else {
            return Err("cargo metadata names a package without a manifest".into());
        };
        let path = Path::new(manifest).strip_prefix(root).map_or(manifest.into(), |path| path.to_string_lossy());
        let text = tree::text(root, &path)?;
        for (about, what) in forbidden(from, &arrows(package, &members)) {
            let line = line_where(&text, |line| names(line, about));
            problems.push(TidyProblem::new(path.clone(), line, what));
        }
    }
    Ok(problems)
}

/// True if a line of a manifest names a crate: its own name, or that of a dependency.
fn names(line: &str, name: &str) -> bool {
    let rest = line.strip_prefix("name = \"").unwrap_or(line).strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with(['"', '.', ' ', '=']))
}

/// The arrows a package declares to members of the workspace.
fn arrows<'m>(package: &'m Value, members: &[&str]) -> Vec<CrateArrow<'m>> {
    list(package, "dependencies")
        .filter_map(|dependency| {
            let to = string(dependency, "name").filter(|name| members.contains(name))?;
            Some(CrateArrow { to, in_tests: string(dependency, "kind") == Some("dev") })
        })
        .collect()
}

/// The forbidden arrows of a crate: the crate each complaint is about, and the complaint.
fn forbidden<'m>(from: &'m str, arrows: &[CrateArrow<'m>]) -> Vec<(&'m str, String)> {
    let Some((_, uses)) = ARROWS.iter().find(|(name, _)| *name == from) else {
        return vec![(from, format!("`{from}` is a new crate; add its arrows to ARROWS in xtask/src/tidy/arrows.rs"))];
    };
    let allows = |arrow: &CrateArrow| match uses {
        Only(crates) => arrow.in_tests || crates.contains(&arrow.to),
        OnlyEvenInTests(crates) => crates.contains(&arrow.to),
        Anything => true,
    };
    let complain = |arrow: &CrateArrow<'m>| {
        let whence = if arrow.in_tests { "the tests of " } else { "" };
        (arrow.to, format!("{whence}`{from}` must not use `{}`; ARROWS in xtask/src/tidy/arrows.rs says why", arrow.to))
    };
    arrows.iter().filter(|arrow| !allows(arrow)).map(complain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(from: &str, to: &str, in_tests: bool) -> usize {
        forbidden(from, &[CrateArrow { to, in_tests }]).len()
    }

    #[test]
    fn a_stage_sees_the_stages_before_it_and_none_after_it() {
        assert_eq!(complaints("sfumato-detect", "sfumato-language", false), 0);
        assert_eq!(complaints("sfumato-language", "sfumato-detect", false), 1);
        assert_eq!(complaints("sfumato-document", "sfumato-automaton", false), 1);
    }

    #[test]
    fn tests_may_reach_further_but_not_those_of_the_command_line() {
        assert_eq!(complaints("sfumato-document", "sfumato-language", true), 0);
        assert_eq!(complaints("sfumato-cli", "sfumato-document", true), 1);
        assert_eq!(complaints("sfumato-cli", "sfumato", true), 0);
        assert_eq!(complaints("sfumato-eval", "sfumato-language", false), 1);
    }

    #[test]
    fn an_unknown_crate_is_told_where_to_go() {
        let found = forbidden("sfumato-new", &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].1.contains("add its arrows to ARROWS in xtask/src/tidy/arrows.rs"));
    }

    #[test]
    fn every_arrow_points_backwards_in_the_table() {
        for (at, (name, uses)) in ARROWS.iter().enumerate() {
            let (Only(crates) | OnlyEvenInTests(crates)) = uses else { continue };
            for to in *crates {
                let found = ARROWS.iter().position(|(name, _)| name == to).expect("a crate of the table");
                assert!(found < at, "{name} -> {to}");
            }
        }
    }

    #[test]
    fn a_manifest_names_a_crate_on_one_line() {
        assert!(names("sfumato.workspace = true", "sfumato"));
        assert!(names("name = \"sfumato\"", "sfumato"));
        assert!(!names("sfumato-mask.workspace = true", "sfumato"));
    }

    #[test]
    fn arrows_are_read_from_what_cargo_says() {
        let package = serde_json::json!({ "dependencies": [
            { "name": "serde", "kind": null },
            { "name": "sfumato", "kind": null },
            { "name": "sfumato-mask", "kind": "dev" },
        ]});
        let found = arrows(&package, &["sfumato", "sfumato-mask"]);
        assert_eq!(
            found,
            [CrateArrow { to: "sfumato", in_tests: false }, CrateArrow { to: "sfumato-mask", in_tests: true }]
        );
    }
}
