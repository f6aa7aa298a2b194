//! The bill of materials: everything that the program is made of, in the form of CycloneDX.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::said;
use crate::licences::built_into;
use crate::metadata::{list, string};
use crate::tree;

/// The bill for the program as it is built for people, without the time it was made at.
pub fn of(root: &Path, metadata: &Value, version: &str, time: u64) -> Result<String, String> {
    let created = said(Command::new("date").args(["-u", "+%Y-%m-%dT%H:%M:%SZ", "-d"]).arg(format!("@{time}")))?;
    let lock = tree::text(root, "Cargo.lock")?;
    let sums = checksums(&lock);
    let built = built_into(metadata, "sfumato-cli");
    let mut components: Vec<Value> = list(metadata, "packages")
        .filter(|package| string(package, "id").is_some_and(|id| built.contains(id)))
        .filter_map(|package| component(package, &sums))
        .collect();
    components.sort_by_key(|component| component["bom-ref"].as_str().unwrap_or_default().to_owned());
    let reference = format!("pkg:cargo/sfumato-cli@{version}");
    components.retain(|component| component["bom-ref"] != reference.as_str());
    let on: Vec<&Value> = components.iter().map(|component| &component["bom-ref"]).collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": created.trim(),
            "component": {
                "type": "application",
                "bom-ref": reference,
                "name": "sfumato",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
        "dependencies": [{ "ref": reference, "dependsOn": on }],
    });
    serde_json::to_string_pretty(&bill).map_err(|error| format!("the bill of materials: {error}"))
}

/// A crate as the bill has it.
fn component(package: &Value, sums: &BTreeMap<(&str, &str), &str>) -> Option<Value> {
    let (name, version) = (string(package, "name")?, string(package, "version")?);
    let reference = format!("pkg:cargo/{name}@{version}");
    let mut component =
        json!({ "type": "library", "bom-ref": reference, "name": name, "version": version, "purl": reference });
    if let Some(licence) = string(package, "license") {
        // Some crates have a slash where an expression has a word.
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    if let Some(sum) = sums.get(&(name, version)) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    Some(component)
}

/// The digests of crates, by name and version, as the lock file has them.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let mut sums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""));
            line.and_then(|value| value.strip_suffix('"'))
        };
        if let (Some(name), Some(version), Some(sum)) = (field("name"), field("version"), field("checksum")) {
            sums.insert((name, version), sum);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ff\"\n\n\
                    [[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        assert_eq!(checksums(lock).into_iter().collect::<Vec<_>>(), [(("a", "1.0.0"), "ff")]);
    }

    #[test]
    fn a_licence_is_an_expression() {
        let package = json!({ "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0" });
        let made = component(&package, &BTreeMap::new()).expect("named");
        assert_eq!(made["licenses"][0]["expression"], "MIT OR Apache-2.0");
    }
}
