//! `sfumato knowledge list`: what is in the program.

use std::fmt::Write as _;

use sfumato::Bundle;

use crate::failure::Failure;
use crate::{Completeness, print};

/// Lists the taxonomies, with what is said of each.
pub fn run() -> Result<Completeness, Failure> {
    let mut out = String::new();
    for name in Bundle::taxonomies() {
        let Some(read) = Bundle::taxonomy(name) else { continue };
        let taxonomy = read.map_err(|error| Failure::at(format!("taxonomy {name}"), error))?;
        let _ = writeln!(out, "{name:<12} {} concepts, {} names", taxonomy.len(), taxonomy.names_len());
        for line in Bundle::about_taxonomy(name).unwrap_or_default().lines().filter(|line| is_told(line)) {
            let _ = writeln!(out, "  {line}");
        }
    }
    print(&out)?;
    Ok(Completeness::Complete)
}

/// Whether a line of the file beside a table says where it comes from or under what terms.
fn is_told(line: &str) -> bool {
    ["about", "origin", "licence", "attribution"]
        .iter()
        .any(|key| line.split('=').next().is_some_and(|k| k.trim() == *key))
}
