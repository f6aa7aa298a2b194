//! `cargo xtask licences`: every third-party crate that is built into the program is under a licence we accept, and
//! `NOTICE` names everything that assets were made from.
//!
//! What only tests use is not given to anyone, so it is not looked at.

mod expression;
pub mod notice;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::Value;

use crate::metadata::{self, list, string};
use crate::problem::{TidyProblem, line_where};
use crate::tree;

/// Licences that ask no more than we can give: a notice, or changes to the crate's own files.
const ACCEPTED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Every third-party crate whose licence is not accepted, missing or not understood, and a notice that is not current.
pub fn licences(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let metadata = metadata::with_dependencies(root)?;
    let lock = tree::text(root, "Cargo.lock")?;
    let built = built(&metadata);
    let mut problems = notice::check(root)?;
    for package in list(&metadata, "packages") {
        let is_ours = string(package, "source").is_none();
        let (Some(id), Some(name)) = (string(package, "id"), string(package, "name")) else { continue };
        if is_ours || !built.contains(id) {
            continue;
        }
        if let Some(complaint) = complaint(string(package, "license")) {
            let version = string(package, "version").unwrap_or("of no version");
            let line = line_where(&lock, |line| line == format!("name = \"{name}\""));
            problems.push(TidyProblem::new("Cargo.lock", line, format!("{name} {version}: {complaint}")));
        }
    }
    Ok(problems)
}

/// The fault of a licence, if there is one.
fn complaint(licence: Option<&str>) -> Option<String> {
    let Some(licence) = licence.filter(|licence| !licence.trim().is_empty()) else {
        return Some("names no licence; use another crate".to_owned());
    };
    match expression::satisfiable(licence, |name| ACCEPTED.contains(&name)) {
        Ok(true) => None,
        Ok(false) => Some(format!(
            "`{licence}` is not accepted; use another crate, or add it to ACCEPTED in xtask/src/licences/mod.rs"
        )),
        Err(why) => Some(format!("`{licence}` is no licence expression: {why}")),
    }
}

/// The ids of the packages that go into the workspace's own: through normal and build dependencies, on any platform.
fn built(metadata: &Value) -> HashSet<&str> {
    let members = list(metadata, "workspace_members").filter_map(Value::as_str).collect();
    reached(metadata, members, is_built)
}

/// The ids of the packages that are part of what a package of ours is when it is run.
pub fn built_into<'m>(metadata: &'m Value, name: &str) -> HashSet<&'m str> {
    let named = list(metadata, "packages").filter(|package| string(package, "name") == Some(name));
    reached(metadata, named.filter_map(|package| string(package, "id")).collect(), is_run)
}

/// The ids of packages and of all that they depend on, along the dependencies that count.
fn reached<'m>(metadata: &'m Value, mut ahead: Vec<&'m str>, counts: impl Fn(&Value) -> bool) -> HashSet<&'m str> {
    let Some(resolve) = metadata.get("resolve") else { return HashSet::new() };
    let nodes: HashMap<&str, &Value> =
        list(resolve, "nodes").filter_map(|node| Some((string(node, "id")?, node))).collect();
    let mut reached = HashSet::new();
    while let Some(id) = ahead.pop() {
        if reached.insert(id) {
            let dependencies = nodes.get(id).into_iter().flat_map(|node| list(node, "deps"));
            ahead.extend(dependencies.filter(|dependency| counts(dependency)).filter_map(|dep| string(dep, "pkg")));
        }
    }
    reached
}

fn is_built(dependency: &Value) -> bool {
    list(dependency, "dep_kinds").any(|kind| string(kind, "kind") != Some("dev"))
}

fn is_run(dependency: &Value) -> bool {
    list(dependency, "dep_kinds").any(|kind| string(kind, "kind").is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_licences_pass() {
        for licence in ["MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "GPL-3.0 OR ISC"] {
            assert_eq!(complaint(Some(licence)), None, "{licence}");
        }
    }

    #[test]
    fn a_missing_or_unknown_licence_is_told_apart() {
        assert!(complaint(None).is_some_and(|what| what.contains("names no licence")));
        assert!(complaint(Some("GPL-3.0")).is_some_and(|what| what.contains("`GPL-3.0` is not accepted")));
        assert!(complaint(Some("MIT OR")).is_some_and(|what| what.contains("no licence expression")));
    }

    #[test]
    fn what_only_tests_use_is_not_built() {
        let to = |name: &str, kind: Value| serde_json::json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = serde_json::json!({
            "workspace_members": ["ours"],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [to("used", Value::Null), to("building", "build".into()), to("tests", "dev".into())] },
                { "id": "used", "deps": [to("deeper", Value::Null)] },
                { "id": "building", "deps": [] },
                { "id": "tests", "deps": [to("only-tests", Value::Null)] },
                { "id": "deeper", "deps": [] },
                { "id": "only-tests", "deps": [] },
            ]}
        });
        let mut found: Vec<&str> = built(&metadata).into_iter().collect();
        found.sort();
        assert_eq!(found, ["building", "deeper", "ours", "used"]);
    }
}
