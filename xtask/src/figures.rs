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
    /// The measures of the columns; in some of them several, with ` / ` between them.
    measures: &'static [&'static str],
    rows: &'static [Row],
}

struct Row {
    /// The cells before the figures.
    about: &'static [&'static str],
    task: &'static str,
    corpus: &'static str,
    setting: &'static str,
    /// The prefix of the table's measures in this row, or the whole measure where they are empty.
    of: &'static str,
}

const fn row(about: &'static [&'static str], task: &'static str, corpus: &'static str, setting: &'static str) -> Row {
    Row { about, task, corpus, setting, of: "" }
}

/// The result of attackers on a release.
const fn attacked(about: &'static [&'static str], setting: &'static str) -> Row {
    row(about, "attack", "wikiactors-attack", setting)
}

/// The same without the words that were put in.
const fn suppressed(about: &'static [&'static str], setting: &'static str) -> Row {
    Row { of: "suppressed-", ..attacked(about, setting) }
}

/// A row of a table with a single figure, of a measure of its own.
const fn single(
    about: &'static [&'static str],
    task: &'static str,
    corpus: &'static str,
    setting: &'static str,
    measure: &'static str,
) -> Row {
    Row { of: measure, ..row(about, task, corpus, setting) }
}

static TABLES: [Table; 10] = [
    Table {
        name: "overview",
        heads: &["in", "measured", "per cent"],
        measures: &[""],
        rows: &[
            single(
                &["Spanish clinical reports (MEDDOCAN)", "characters of identifiers that are masked"],
                "entities",
                "meddocan-dev",
                "meddocan",
                "character-recall",
            ),
            single(
                &["court files (Text Anonymization Benchmark)", "direct identifiers masked in all places"],
                "tab",
                "tab",
                "legal",
                "recall-direct-entities",
            ),
            single(
                &["English posts (WNUT-17), the hardest corpus", "characters of names that are masked"],
                "entities",
                "wnut17-test",
                "names",
                "character-recall",
            ),
            single(
                &["biographies of actors", "phrases that disclose the person, F1 (published method: 81.66)"],
                "disclosure",
                "wikiactors",
                "cross-fitted",
                "unit-f1",
            ),
            single(
                &["later biographies, masked", "recognised by the strongest of seven attackers (unmasked: all)"],
                "attack",
                "wikiactors-attack",
                "cross-fitted",
                "strongest-at-1",
            ),
        ],
    },
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
        heads: &[
            "what is asked how common things are",
            "units: precision",
            "recall",
            "F1",
            "F2",
            "words: precision",
            "recall",
            "F1",
            "F2",
        ],
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
            row(&["the tables in the program"], "disclosure", "wikiactors", "cross-fitted"),
            row(
                &["an index of biographies of others, then these tables"],
                "disclosure",
                "wikiactors",
                "cross-fitted+reference",
            ),
            row(&["the index alone"], "disclosure", "wikiactors", "cross-fitted+reference-alone"),
            row(&["*the tables; limits as they are in `declassify`*"], "disclosure", "wikiactors", "declassify"),
            row(
                &["*the index; limits as they are in `declassify`*"],
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
            row(&["25 annotated biographies"], "utility", "wikiactors", "cross-fitted"),
            row(&["the same, with the index"], "utility", "wikiactors", "cross-fitted+reference"),
            row(&["24 biographies that are attacked"], "utility", "wikiactors-attack", "cross-fitted"),
            row(&["the same, with the index"], "utility", "wikiactors-attack", "cross-fitted+reference"),
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
            attacked(&["nobody"], "original"),
            attacked(&["Presidio"], "presidio"),
            attacked(&["spaCy"], "spacy"),
            attacked(&["the published method"], "word2vec-0.25"),
            attacked(&["`default`"], "default"),
            attacked(&["`declassify`, limits chosen on others"], "cross-fitted"),
            attacked(&["the same, with an index of biographies of others"], "cross-fitted+reference"),
            attacked(&["a person"], "human"),
        ],
    },
    Table {
        name: "attackers",
        heads: &[
            "masked by",
            "`tfidf`",
            "`tfidf-pairs`",
            "`tfidf-characters`",
            "`bm25`",
            "`embedding`",
            "`classifier`",
            "`encoder`",
        ],
        measures: &[
            "tfidf-at-1 / tfidf-at-5 / tfidf-mean-rank",
            "tfidf-pairs-at-1 / tfidf-pairs-at-5 / tfidf-pairs-mean-rank",
            "tfidf-characters-at-1 / tfidf-characters-at-5 / tfidf-characters-mean-rank",
            "bm25-at-1 / bm25-at-5 / bm25-mean-rank",
            "embedding-at-1 / embedding-at-5 / embedding-mean-rank",
            "classifier-at-1 / classifier-at-5 / classifier-mean-rank",
            "encoder-at-1 / encoder-at-5 / encoder-mean-rank",
        ],
        rows: &[
            attacked(&["original"], "original"),
            attacked(&["NER3"], "ner3"),
            attacked(&["NER4"], "ner4"),
            attacked(&["NER7"], "ner7"),
            attacked(&["Presidio"], "presidio"),
            attacked(&["spaCy"], "spacy"),
            attacked(&["word2vec, t = 0.5"], "word2vec-0.5"),
            attacked(&["word2vec, t = 0.25"], "word2vec-0.25"),
            attacked(&["a person"], "human"),
            attacked(&["`default`"], "default"),
            attacked(&["`legal`"], "legal"),
            attacked(&["`redact`"], "redact"),
            attacked(&["`declassify`, cross-fitted"], "cross-fitted"),
            attacked(&["the same, with the index"], "cross-fitted+reference"),
            attacked(&["the same, the index alone"], "cross-fitted+reference-alone"),
            suppressed(&["*suppressed*: a person"], "human"),
            suppressed(&["*suppressed*: word2vec, t = 0.25"], "word2vec-0.25"),
            suppressed(&["*suppressed*: `declassify`, cross-fitted"], "cross-fitted"),
            suppressed(&["*suppressed*: the same, with the index"], "cross-fitted+reference"),
        ],
    },
    Table {
        name: "leeway",
        heads: &[
            "leeway",
            "regained",
            "words",
            "words and pairs",
            "letters",
            "BM25",
            "vectors",
            "classifier",
            "network",
        ],
        measures: &[
            "information-regained",
            "tfidf-at-1",
            "tfidf-pairs-at-1",
            "tfidf-characters-at-1",
            "bm25-at-1",
            "embedding-at-1",
            "classifier-at-1",
            "encoder-at-1",
        ],
        rows: &[
            attacked(&["none, with the index"], "cross-fitted+reference"),
            attacked(&["2 bits"], "cross-fitted+reference+leeway-2"),
            attacked(&["4 bits"], "cross-fitted+reference+leeway-4"),
            attacked(&["6 bits"], "cross-fitted+reference+leeway-6"),
            attacked(&["9 bits"], "cross-fitted+reference+leeway-9"),
            attacked(&["none, without the index"], "cross-fitted"),
            attacked(&["2 bits"], "cross-fitted+leeway-2"),
            attacked(&["4 bits"], "cross-fitted+leeway-4"),
        ],
    },
    Table {
        name: "again",
        heads: &["policy", "found again, of 100 values masked", "documents in which something is"],
        measures: &["values-again", "documents-again"],
        rows: &[row(&["`default`"], "again", "everyday", "default"), row(&["`hipaa`"], "again", "everyday", "hipaa")],
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
        for measures in table.measures {
            let values: Result<Vec<&str>, String> =
                measures.split(" / ").map(|measure| value(row, measure, figures)).collect();
            cells.push(values?.join(" / "));
        }
        out += &format!("| {} |\n", cells.join(" | "));
    }
    Ok(out)
}

/// The value of a measure in a row.
fn value<'f>(row: &Row, measure: &str, figures: &'f [Figure]) -> Result<&'f str, String> {
    let measure = format!("{}{measure}", row.of);
    let is_it = |figure: &&Figure| {
        let run = (figure.task.as_str(), figure.corpus.as_str(), figure.setting.as_str());
        run == (row.task, row.corpus, row.setting) && figure.measure == measure
    };
    figures
        .iter()
        .find(is_it)
        .map(|figure| figure.value.as_str())
        .ok_or_else(|| format!("{SUMMARY} has no {measure} of {} on {} with {}", row.task, row.corpus, row.setting))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Vec<Figure> {
        let of_table = |table: &'static Table| {
            let figure = |row: &'static Row, measure: &str| Figure {
                task: row.task.to_owned(),
                corpus: row.corpus.to_owned(),
                setting: row.setting.to_owned(),
                measure: format!("{}{measure}", row.of),
                value: "12.34".to_owned(),
                n: "5".to_owned(),
                bar: None,
            };
            let measures = || table.measures.iter().flat_map(|measures| measures.split(" / "));
            table.rows.iter().flat_map(move |row| measures().map(move |measure| figure(row, measure)))
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
