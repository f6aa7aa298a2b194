//! `cargo xtask assets`: makes the embedded taxonomies anew from the data they came from.
//!
//! The data is not part of the repository; the tables made from it are, with a word on each one's origin beside it.

use std::path::Path;
use std::process::Command;

use crate::problem::TidyProblem;

/// The program that makes them.
const MAKE: &str = "training/knowledge/make";

/// The tables it writes.
const TABLES: &str = "assets/knowledge";

/// Makes everything. A problem is a table that nothing is said about.
pub fn assets(root: &Path, data: &Path) -> Result<Vec<TidyProblem>, String> {
    let data = data.canonicalize().map_err(|why| format!("{}: {why}; name the data with --data", data.display()))?;
    let work = root.join("target/knowledge");
    let status = Command::new(root.join(MAKE)).arg(data).arg(&work).current_dir(root).status();
    match status {
        Ok(status) if status.success() => Ok(untold(&crate::tree::files(root, TABLES))),
        Ok(status) => Err(format!("{MAKE} failed with {status}")),
        Err(why) => Err(format!("{MAKE}: {why}")),
    }
}

/// Tables without a file of the same name that says where they came from.
fn untold(files: &[String]) -> Vec<TidyProblem> {
    let tables = files.iter().filter_map(|path| Some((path, path.rsplit_once('.')?)));
    tables
        .filter(|(_, (stem, ending))| *ending != "toml" && !files.contains(&format!("{stem}.toml")))
        .map(|(path, (stem, _))| TidyProblem::new(path, 1, format!("say in {stem}.toml where this came from")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_says_where_it_came_from() {
        let files = ["k/a.kb", "k/a.toml", "k/b.kb", "k/SOURCE.toml"].map(str::to_owned);
        assert_eq!(untold(&files), [TidyProblem::new("k/b.kb", 1, "say in k/b.toml where this came from")]);
    }
}
