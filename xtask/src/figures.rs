//! `cargo xtask figures`: puts what was measured into the documents that quote it.
//!
//! A document has a table between `<!-- figures: NAME -->` and `<!-- /figures -->`.
//! `eval/tables.json` says what is in each: its heads, its measures, and its rows with the run that each is of; the values
//! are those of `eval/results/summary.csv`, and `cargo xtask tidy` says if a document has others.

use std::path::Path;

use serde_json::Value;

use crate::evaluate::summary::{MeasuredFigure, SUMMARY, read};
use crate::metadata::{list, string};
use crate::problem::TidyProblem;
use crate::tree;

/// The file that says what is in each table.
const TABLES: &str = "eval/tables.json";

const OPEN: &str = "<!-- figures: ";
const CLOSE: &str = "<!-- /figures -->";

/// Writes the figures into all documents.
pub fn write(root: &Path) -> Result<(), String> {
    let measured = MeasuredFigures::read(root)?;
    for path in documents(root) {
        let text = tree::text(root, &path)?;
        let filled = measured.fill(&text).map_err(|(line, what)| format!("{path}:{line}: {what}"))?;
        if filled != text {
            std::fs::write(root.join(&path), filled).map_err(|error| format!("{path}: {error}"))?;
        }
    }
    Ok(())
}

/// Documents whose figures are not those that were measured.
pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let measured = MeasuredFigures::read(root)?;
    let mut problems = Vec::new();
    for path in documents(root) {
        let text = tree::text(root, &path)?;
        match measured.fill(&text) {
            Ok(filled) if filled == text => {}
            Ok(filled) => {
                let same = text.lines().zip(filled.lines()).take_while(|(old, new)| old == new).count();
                problems.push(TidyProblem::new(path, same + 1, "the figures are old; run `cargo xtask figures`"));
            }
            Err((line, what)) => problems.push(TidyProblem::new(path, line, what)),
        }
    }
    Ok(problems)
}

/// The documents that may quote figures.
fn documents(root: &Path) -> Vec<String> {
    let docs = tree::files(root, "docs").into_iter().filter(|path| path.ends_with(".md"));
    std::iter::once("README.md".to_owned()).filter(|path| root.join(path).exists()).chain(docs).collect()
}

/// The tables there are, and what was measured.
struct MeasuredFigures {
    tables: Value,
    figures: Vec<MeasuredFigure>,
}

impl MeasuredFigures {
    fn read(root: &Path) -> Result<Self, String> {
        let tables = serde_json::from_str(&tree::text(root, TABLES)?).map_err(|error| format!("{TABLES}: {error}"))?;
        Ok(Self { tables, figures: read(root)? })
    }

    fn tables(&self) -> impl Iterator<Item = &Value> {
        self.tables.as_array().into_iter().flatten()
    }

    /// A document with its figures, or the line where something is wrong and what.
    fn fill(&self, text: &str) -> Result<String, (usize, String)> {
        let mut out = String::with_capacity(text.len());
        let mut open: Option<usize> = None;
        for (at, line) in text.split_inclusive('\n').enumerate() {
            let mark = line.trim();
            match (open, mark.strip_prefix(OPEN).and_then(|name| name.strip_suffix("-->"))) {
                (None, Some(name)) => {
                    out += line;
                    out += &self.table(name.trim()).map_err(|what| (at + 1, what))?;
                    open = Some(at + 1);
                }
                (Some(_), Some(_)) => return Err((at + 1, "figures stand inside figures".to_owned())),
                (Some(_), None) if mark == CLOSE => {
                    out += line;
                    open = None;
                }
                (Some(_), None) => {}
                (None, None) => out += line,
            }
        }
        match open {
            Some(line) => Err((line, format!("figures end with `{CLOSE}`"))),
            None => Ok(out),
        }
    }

    fn table(&self, name: &str) -> Result<String, String> {
        let table = self.tables().find(|table| string(table, "name") == Some(name)).ok_or_else(|| {
            let known: Vec<&str> = self.tables().filter_map(|table| string(table, "name")).collect();
            format!("there are no figures `{name}`; there are {}", known.join(", "))
        })?;
        let heads = strings(table, "heads");
        let mut out = format!("| {} |\n|{}\n", heads.join(" | "), " --- |".repeat(heads.len()));
        for row in list(table, "rows") {
            let mut cells: Vec<String> = strings(row, "about").into_iter().map(str::to_owned).collect();
            for measures in strings(table, "measures") {
                let values: Result<Vec<&str>, String> =
                    measures.split(" / ").map(|measure| self.value(row, measure)).collect();
                cells.push(values?.join(" / "));
            }
            out += &format!("| {} |\n", cells.join(" | "));
        }
        Ok(out)
    }

    /// The value of a measure in a row, whose member `of` is the beginning of the measure's name.
    fn value(&self, row: &Value, measure: &str) -> Result<&str, String> {
        let (run, measure) = (strings(row, "run"), format!("{}{measure}", string(row, "of").unwrap_or_default()));
        let is_it = |figure: &&MeasuredFigure| {
            [&*figure.task, &*figure.corpus, &*figure.setting] == run[..] && figure.measure == measure
        };
        let found = self.figures.iter().find(is_it).map(|figure| figure.value.as_str());
        found.ok_or_else(|| format!("{SUMMARY} has no {measure} of {}", run.join(", ")))
    }
}

/// The strings of a field that is a list.
fn strings<'v>(value: &'v Value, field: &str) -> Vec<&'v str> {
    list(value, field).filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the repository, with one value everywhere.
    fn measured() -> MeasuredFigures {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut measured = MeasuredFigures::read(&root).expect("readable");
        measured.figures.iter_mut().for_each(|figure| "12.34".clone_into(&mut figure.value));
        measured
    }

    #[test]
    fn figures_are_put_between_their_marks() {
        let text = "One.\n<!-- figures: utility -->\nold\n<!-- /figures -->\nTwo.\n";
        let filled = measured().fill(text).expect("filled");
        assert!(filled.starts_with("One.\n<!-- figures: utility -->\n| documents |"), "{filled}");
        assert!(filled.contains("| 12.34 |") && !filled.contains("old"), "{filled}");
        assert!(filled.ends_with("|\n<!-- /figures -->\nTwo.\n"), "{filled}");
        assert_eq!(measured().fill(&filled).as_ref(), Ok(&filled));
    }

    #[test]
    fn what_is_wrong_is_told_by_line() {
        let wrong = |text: &str| measured().fill(text).expect_err("refused").0;
        assert_eq!(wrong("a\n<!-- figures: utility -->\n"), 2);
        assert_eq!(wrong("<!-- figures: utility -->\n<!-- figures: utility -->\n"), 2);
        assert_eq!(wrong("a\n\n<!-- figures: speed -->\n<!-- /figures -->\n"), 3);
        let unmeasured = MeasuredFigures { figures: Vec::new(), ..measured() };
        assert_eq!(unmeasured.fill("<!-- figures: utility -->\n<!-- /figures -->\n").expect_err("none").0, 1);
    }

    #[test]
    fn every_table_has_a_value_and_a_head_for_every_cell() {
        let measured = measured();
        for table in measured.tables() {
            let (heads, measures) = (strings(table, "heads").len(), strings(table, "measures").len());
            assert!(list(table, "rows").count() > 0);
            for row in list(table, "rows") {
                assert_eq!(strings(row, "about").len() + measures, heads, "{table}");
            }
            assert_eq!(measured.table(string(table, "name").expect("a name")).map(|_| ()), Ok(()));
        }
    }
}
