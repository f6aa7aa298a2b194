//! Cargo's knowledge of the workspace.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The workspace's own packages and the dependencies they declare.
pub fn of_workspace(root: &Path) -> Result<Value, String> {
    metadata(root, &["--no-deps"])
}

/// All packages, and which of them each one is built with.
pub fn with_dependencies(root: &Path) -> Result<Value, String> {
    metadata(root, &["--locked"])
}

/// The same for the program with all that it can do, as it is built for people.
pub fn of_the_whole_program(root: &Path) -> Result<Value, String> {
    metadata(root, &["--locked", "--features", "sfumato-cli/tls"])
}

/// Asks cargo, first for what is on this machine: a check should not wait for a network it does not need.
fn metadata(root: &Path, options: &[&str]) -> Result<Value, String> {
    ask(root, options, &["--offline"]).or_else(|_| ask(root, options, &[]))
}

fn ask(root: &Path, options: &[&str], more: &[&str]) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(options)
        .args(more)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata did not start: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo metadata failed: {}", said.trim().lines().next().unwrap_or("no reason given")));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata is not readable: {error}"))
}

/// The elements of a field that is a list; none if it is not there.
pub fn list<'v>(value: &'v Value, field: &str) -> impl Iterator<Item = &'v Value> {
    value.get(field).and_then(Value::as_array).into_iter().flatten()
}

/// A field that is a string.
pub fn string<'v>(value: &'v Value, field: &str) -> Option<&'v str> {
    value.get(field).and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_fields_are_empty_rather_than_errors() {
        let value = serde_json::json!({ "name": "a", "deps": [1, 2], "license": null });
        assert_eq!(list(&value, "deps").count(), 2);
        assert_eq!(list(&value, "nodes").count(), 0);
        assert_eq!(string(&value, "name"), Some("a"));
        assert_eq!(string(&value, "license"), None);
    }
}
