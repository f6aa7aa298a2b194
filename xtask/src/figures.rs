//! `cargo xtask figures`: puts what was measured into the documents that quote it.
//!
//! A document has a table between `<!-- figures: NAME -->` and `<!-- /figures -->`; what stands there is written from
//! `eval/results/summary.csv`, and `cargo xtask tidy` says if it is not current.

use std::path::Path;

use crate::evaluate::runs::TAB;
use crate::evaluate::summary::{Figure, SUMMARY, read};
use crate::problem::Problem;
use crate::tree;

/// A table of figures: a row is a corpus and how it was measured, a column a measure.
struct Table {
    name: &'static str,
    /// The heads of the columns.
    heads: &'static [&'static str],
    measures: &'static [&'static str],
    rows: &'static [Row],
}

struct Row {
    /// The cells before the figures.
    about: &'static [&'static str],
    task: &'static str,
    corpus: &'static str,
    setting: &'static str,
}

const fn row(about: &'static [&'static str], task: &'static str, corpus: &'static str, setting: &'static str) -> Row {
    Row { about, task, corpus, setting }
}

static TABLES: [Table; 6] = [
    Table {
        name: "entities",
        heads: &[
            "corpus",
            "how it was kept apart",
            "policy",
            "entities: precision",
            "recall",
            "F1",
            "F2",
            "characters: recall",
            "F1",
            "F2",
        ],
        measures: &[
            "entity-precision",
            "entity-recall",
            "entity-f1",
            "entity-f2",
            "character-recall",
            "character-f1",
            "character-f2",
        ],
        rows: &[
            row(
                &[
                    "MEDDOCAN, Spanish clinical reports",
                    "development part; learnt from the training part alone",
                    "`meddocan`",
                ],
                "entities",
                "meddocan-dev",
                "meddocan",
            ),
            row(
                &["300 invented English notes", "other templates and people than in training", "`clinical`"],
                "entities",
                "notes",
                "clinical",
            ),
            row(&["CoNLL-2002, Spanish news", "test part", "names alone"], "entities", "conll2002-test", "names"),
            row(&["WNUT-17, English posts", "test part", "names alone"], "entities", "wnut17-test", "names"),
            row(&["NCBI disease, abstracts", "test part", "diseases alone"], "entities", "ncbi-test", "diseases"),
            row(&["BC5CDR, diseases, abstracts", "test part", "diseases alone"], "entities", "bc5cdr-test", "diseases"),
        ],
    },
    Table {
        name: "identifiers",
        heads: &[
            "corpus",
            "policy",
            "direct entities",
            "quasi entities",
            "direct mentions",
            "quasi mentions",
            "tokens: recall",
            "precision",
            "precision by bits",
            "the same, all annotated",
        ],
        measures: &TAB,
        rows: &[row(&["Text Anonymization Benchmark, five folds", "`legal`"], "tab", "tab", "legal")],
    },
    Table {
        name: "disclosure",
        heads: &["policy", "units: precision", "recall", "F1", "F2", "words: precision", "recall", "F1", "F2"],
        measures: &[
            "unit-precision",
            "unit-recall",
            "unit-f1",
            "unit-f2",
            "word-precision",
            "word-recall",
            "word-f1",
            "word-f2",
        ],
        rows: &[
            row(&["`declassify`"], "disclosure", "wikiactors", "declassify"),
            row(
                &["`declassify`, with an index of other biographies"],
                "disclosure",
                "wikiactors",
                "declassify+reference",
            ),
        ],
    },
    Table {
        name: "utility",
        heads: &[
            "documents",
            "information kept",
            "if removed",
            "regained",
            "meaning kept",
            "if removed",
            "regained",
            "words untouched",
        ],
        measures: &[
            "information",
            "information-removed",
            "information-regained",
            "meaning",
            "meaning-removed",
            "meaning-regained",
            "words-kept",
        ],
        rows: &[
            row(&["25 annotated biographies"], "utility", "wikiactors", "declassify"),
            row(&["the same, with an index of other biographies"], "utility", "wikiactors", "declassify+reference"),
            row(
                &["24 biographies that are attacked, with the index"],
                "utility",
                "wikiactors-attack",
                "declassify+reference",
            ),
        ],
    },
    Table {
        name: "attack",
        heads: &[
            "masked by",
            "words",
            "words and pairs",
            "letters",
            "BM25",
            "vectors",
            "classifier",
            "network",
            "the strongest",
        ],
        measures: &[
            "tfidf-at-1",
            "tfidf-pairs-at-1",
            "tfidf-characters-at-1",
            "bm25-at-1",
            "embedding-at-1",
            "classifier-at-1",
            "encoder-at-1",
            "strongest-at-1",
        ],
        rows: &[
            row(&["nobody"], "attack", "wikiactors-attack", "original"),
            row(&["Presidio"], "attack", "wikiactors-attack", "presidio"),
            row(&["spaCy"], "attack", "wikiactors-attack", "spacy"),
            row(&["the published method"], "attack", "wikiactors-attack", "word2vec-0.25"),
            row(&["`default`"], "attack", "wikiactors-attack", "default"),
            row(&["`declassify`"], "attack", "wikiactors-attack", "declassify"),
            row(
                &["`declassify`, with an index of other biographies"],
                "attack",
                "wikiactors-attack",
                "declassify+reference",
            ),
            row(&["a person"], "attack", "wikiactors-attack", "human"),
        ],
    },
    Table {
        name: "replacement",
        heads: &[
            "corpus",
            "gone",
            "one each",
            "none shared",
            "intervals",
            "form of dates",
            "found again",
            "substituted",
        ],
        measures: &["gone", "one-each", "none-shared", "intervals", "form-of-dates", "found-again", "substituted"],
        rows: &[row(&["MEDDOCAN, development part"], "replacement", "meddocan-dev", "pseudonymise")],
    },
];

const OPEN: &str = "<!-- figures: ";
const CLOSE: &str = "<!-- /figures -->";

/// Writes the figures into all documents.
pub fn write(root: &Path) -> Result<(), String> {
    let figures = read(root)?;
    for path in documents(root) {
        let text = tree::text(root, &path)?;
        let filled = fill(&text, &figures).map_err(|(line, what)| format!("{path}:{line}: {what}"))?;
        if filled != text {
            std::fs::write(root.join(&path), filled).map_err(|error| format!("{path}: {error}"))?;
        }
    }
    Ok(())
}

/// Documents whose figures are not those that were measured.
pub fn check(root: &Path) -> Result<Vec<Problem>, String> {
    let figures = read(root)?;
    let mut problems = Vec::new();
    for path in documents(root) {
        let text = tree::text(root, &path)?;
        match fill(&text, &figures) {
            Ok(filled) if filled == text => {}
            Ok(filled) => {
                let same = text.lines().zip(filled.lines()).take_while(|(old, new)| old == new).count();
                problems.push(Problem::new(path, same + 1, "the figures are old; run `cargo xtask figures`"));
            }
            Err((line, what)) => problems.push(Problem::new(path, line, what)),
        }
    }
    Ok(problems)
}

/// The documents that may quote figures.
fn documents(root: &Path) -> Vec<String> {
    let docs = tree::files(root, "docs").into_iter().filter(|path| path.ends_with(".md"));
    std::iter::once("README.md".to_owned()).filter(|path| root.join(path).exists()).chain(docs).collect()
}

/// A document with its figures, or the line where something is wrong and what.
fn fill(text: &str, figures: &[Figure]) -> Result<String, (usize, String)> {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let mark = line.trim();
        match (open, mark.strip_prefix(OPEN).and_then(|name| name.strip_suffix("-->"))) {
            (None, Some(name)) => {
                out += line;
                out += &table(name.trim(), figures).map_err(|what| (at + 1, what))?;
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

fn table(name: &str, figures: &[Figure]) -> Result<String, String> {
    let table = TABLES.iter().find(|table| table.name == name).ok_or_else(|| {
        let known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        format!("there are no figures `{name}`; there are {}", known.join(", "))
    })?;
    let mut out = format!("| {} |\n|{}\n", table.heads.join(" | "), " --- |".repeat(table.heads.len()));
    for row in table.rows {
        let mut cells: Vec<String> = row.about.iter().map(|cell| (*cell).to_owned()).collect();
        for measure in table.measures {
            let is_it = |figure: &&Figure| {
                let run = (figure.task.as_str(), figure.corpus.as_str(), figure.setting.as_str());
                run == (row.task, row.corpus, row.setting) && figure.measure == *measure
            };
            let figure = figures.iter().find(is_it).ok_or_else(|| {
                format!("{SUMMARY} has no {measure} of {} on {} with {}", row.task, row.corpus, row.setting)
            })?;
            cells.push(figure.value.clone());
        }
        out += &format!("| {} |\n", cells.join(" | "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Vec<Figure> {
        let of_table = |table: &'static Table| {
            let figure = |row: &'static Row, measure: &&str| Figure {
                task: row.task.to_owned(),
                corpus: row.corpus.to_owned(),
                setting: row.setting.to_owned(),
                measure: (*measure).to_owned(),
                value: "12.34".to_owned(),
                n: "5".to_owned(),
                bar: None,
            };
            table.rows.iter().flat_map(move |row| table.measures.iter().map(move |measure| figure(row, measure)))
        };
        TABLES.iter().flat_map(of_table).collect()
    }

    #[test]
    fn figures_are_put_between_their_marks() {
        let text = "One.\n<!-- figures: utility -->\nold\n<!-- /figures -->\nTwo.\n";
        let filled = fill(text, &figures()).expect("filled");
        assert!(filled.starts_with("One.\n<!-- figures: utility -->\n| documents |"), "{filled}");
        assert!(filled.contains("| 12.34 |") && !filled.contains("old"), "{filled}");
        assert!(filled.ends_with("|\n<!-- /figures -->\nTwo.\n"), "{filled}");
        assert_eq!(fill(&filled, &figures()).as_ref(), Ok(&filled));
    }

    #[test]
    fn what_is_wrong_is_told_by_line() {
        let wrong = |text: &str| fill(text, &figures()).expect_err("refused").0;
        assert_eq!(wrong("a\n<!-- figures: utility -->\n"), 2);
        assert_eq!(wrong("<!-- figures: utility -->\n<!-- figures: utility -->\n"), 2);
        assert_eq!(wrong("a\n\n<!-- figures: speed -->\n<!-- /figures -->\n"), 3);
        assert_eq!(fill("<!-- figures: utility -->\n<!-- /figures -->\n", &[]).expect_err("none").0, 1);
    }

    #[test]
    fn every_row_has_a_cell_for_every_head() {
        for table in &TABLES {
            for row in table.rows {
                assert_eq!(row.about.len() + table.measures.len(), table.heads.len(), "{}", table.name);
            }
        }
    }
}
