//! `cargo xtask evaluate`: measures on annotated corpora and writes down what came of it.
//!
//! The corpora are not part of the repository; what was measured on them is, under `eval/results/`. A measure that falls
//! below its bar is a problem like any other. What came of each part of a corpus is kept beside the figures.

mod bars;
mod unpacked;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::Problem;
use bars::{BARS, Bar, RESULTS};
use unpacked::Unpacked;

/// What a measure came to.
struct Figure {
    bar: &'static Bar,
    /// In per cent, with two digits, as the program prints it.
    value: String,
    n: String,
}

impl Figure {
    fn is_reached(&self) -> bool {
        match (self.bar.least, self.value.parse::<f64>()) {
            (Some(least), Ok(value)) => value >= least,
            (None, _) => true,
            (_, Err(_)) => false,
        }
    }
}

/// Measures everything. The problems are the bars that were not reached.
pub fn evaluate(root: &Path, data: &Path) -> Result<Vec<Problem>, String> {
    let program = build(root)?;
    let unpacked = Unpacked::new()?;
    let mut figures: Vec<Figure> = Vec::new();
    for run in BARS.chunk_by(|a, b| (a.task, a.gold, a.convention) == (b.task, b.gold, b.convention)) {
        let Some(first) = run.first() else { continue };
        let gold = unpacked.gold(data, first.gold)?;
        let printed = measure(&program, first, &gold, &rows_path(root, first)?)?;
        for bar in run {
            figures.push(figure(bar, &printed)?);
        }
    }
    print!("{}", table(&figures));
    write(root, &figures)?;
    let missed = figures.iter().filter(|figure| !figure.is_reached());
    let problem = |figure: &Figure| {
        let Bar { task, gold, measure, .. } = figure.bar;
        let least = figure.bar.least.unwrap_or_default();
        Problem::new(RESULTS, 1, format!("{task} of {gold}: {measure} is {}, below {least}", figure.value))
    };
    Ok(missed.map(problem).collect())
}

/// Builds the program that is measured and gives its place.
fn build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--locked", "--package", "sfumato-cli", "--message-format", "json"])
        .current_dir(root)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo build did not start: {error}"))?;
    if !output.status.success() {
        return Err("the program does not build".to_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(Into::into)
    };
    messages.lines().filter_map(executable).next_back().ok_or_else(|| "cargo names no program that it built".to_owned())
}

/// Where what came of each part of a corpus is kept.
fn rows_path(root: &Path, bar: &Bar) -> Result<PathBuf, String> {
    let folder = root.join(RESULTS).with_extension("");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join(format!("{}-{}.csv", bar.task, name(bar))))
}

/// Runs `sfumato eval` and gives what it printed.
/// The name of the corpus; `=2` where it is measured in its own way of annotating.
fn name(bar: &Bar) -> String {
    if bar.convention == 1 { bar.gold.to_owned() } else { format!("{}={}", bar.gold, bar.convention) }
}

fn measure(program: &Path, bar: &Bar, gold: &Path, rows: &Path) -> Result<String, String> {
    let output = Command::new(program)
        .args(["eval", bar.task, "--language", bar.language, "--as", "csv"])
        .args(["--convention", &bar.convention.to_string(), "--gold"])
        .arg(gold)
        .arg("--rows")
        .arg(rows)
        .output()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} of {}: {}", bar.task, bar.gold, said.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A figure out of what the program printed: of all labels (`*`) together, or of one.
fn figure(bar: &'static Bar, printed: &str) -> Result<Figure, String> {
    let mut rows = printed.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|column| *column == name);
    let (Some(n), Some(f1)) = (column("n"), column("f1")) else {
        return Err(format!("{} of {}: the program prints another table", bar.task, bar.gold));
    };
    let row = rows.find(|row| row.first() == Some(&bar.measure) && row.get(1) == Some(&"*"));
    let row = row.ok_or_else(|| format!("{} of {}: there is no measure {}", bar.task, bar.gold, bar.measure))?;
    let cell = |at: usize| row.get(at).map_or_else(String::new, |cell| (*cell).to_owned());
    Ok(Figure { bar, value: cell(f1), n: cell(n) })
}

fn table(figures: &[Figure]) -> String {
    let mut out = format!("{:<10} {:<18} {:<9} {:>8} {:>6} {:>9}\n", "task", "gold", "measure", "value", "bar", "n");
    for figure in figures {
        let Bar { task, measure, least, .. } = figure.bar;
        let gold = name(figure.bar);
        let least = least.map_or_else(|| "-".to_owned(), |least| format!("{least:.1}"));
        let note = if figure.is_reached() { "" } else { "  below the bar" };
        let _ =
            writeln!(out, "{task:<10} {gold:<18} {measure:<9} {:>8} {least:>6} {:>9}{note}", figure.value, figure.n);
    }
    out
}

/// Writes what came of it, sorted, so that a change of a figure is a change of one line.
fn write(root: &Path, figures: &[Figure]) -> Result<(), String> {
    let line = |figure: &Figure| {
        let Bar { task, measure, .. } = figure.bar;
        format!("{task},{},{measure},{},{}\n", name(figure.bar), figure.value, figure.n)
    };
    let mut lines: Vec<String> = figures.iter().map(line).collect();
    lines.sort();
    let path = root.join(RESULTS);
    let text = format!("task,gold,measure,value,n\n{}", lines.concat());
    std::fs::write(&path, text).map_err(|error| format!("{RESULTS}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "measure,label,n,right,spurious,missed,precision,recall,f1\n\
        upos,*,100,96,4,4,96.00,96.00,96.00\nupos,NOUN,50,49,1,1,98.00,98.00,98.00\n";

    static BAR: Bar =
        Bar { task: "tags", gold: "x-test", language: "en", convention: 1, measure: "upos", least: Some(96.0) };

    #[test]
    fn the_figure_of_all_labels_is_taken() {
        let found = figure(&BAR, PRINTED).expect("it is there");
        assert_eq!((found.value.as_str(), found.n.as_str()), ("96.00", "100"));
        assert!(found.is_reached());
        assert!(!Figure { value: "95.99".to_owned(), ..found }.is_reached());
    }

    #[test]
    fn a_measure_that_is_not_printed_is_an_error() {
        assert!(figure(&BAR, "measure,label,n,f1\n").is_err());
        assert!(figure(&BAR, "").is_err());
    }

    #[test]
    fn measures_of_one_run_stand_together() {
        let runs: Vec<_> = BARS.iter().map(|bar| (bar.task, bar.gold, bar.convention)).collect();
        let mut seen = runs.clone();
        seen.dedup();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
