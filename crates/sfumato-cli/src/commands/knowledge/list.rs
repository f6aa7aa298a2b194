//! `sfumato knowledge list`: what is in the program.

use std::fmt::Write as _;

use sfumato::Bundle;

use crate::failure::Failure;
use crate::{Completeness, print};

/// Lists the taxonomies, counts and vectors, with what is said of each.
pub fn run() -> Result<Completeness, Failure> {
    let mut out = String::new();
    for name in Bundle::taxonomies() {
        let Some(read) = Bundle::taxonomy(name) else { continue };
        let taxonomy = read.map_err(|error| Failure::at(format!("taxonomy {name}"), error))?;
        let _ = writeln!(out, "{name:<12} {} concepts, {} names", taxonomy.len(), taxonomy.names_len());
        out.push_str(&description(Bundle::about_taxonomy(name).unwrap_or_default()));
    }
    for (name, about) in Bundle::tables() {
        let _ = writeln!(out, "{name}");
        out.push_str(&description(about));
    }
    print(&out)?;
    Ok(Completeness::Complete)
}

/// The description beside a table: its title, its origin and its terms.
fn description(about: &str) -> String {
    let told = about.lines().filter_map(|line| line.split_once(" = "));
    let kept = told.filter(|(key, _)| matches!(*key, "what" | "name" | "licence" | "attribution"));
    kept.map(|(key, value)| format!("  {key:<12} {}\n", value.trim_matches('"'))).collect()
}
