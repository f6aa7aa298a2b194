//! The runs that are measured, and the bars they must reach: what `eval/runs.json` says.

use std::sync::LazyLock;

use serde_json::Value;

use crate::metadata::{list, string};

static FILE: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../eval/runs.json")).expect("tests read it"));

/// The place of a figure in the program's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigurePath {
    /// A score of a measure of all labels together: `entity`, `f1`.
    Score(&'static str, &'static str),
    /// A share, by its path.
    Share(&'static str),
    /// The share that is not wrong, of the measure of this name.
    Right(&'static str),
    /// The share that is.
    Wrong(&'static str),
}

/// A figure to write down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WantedFigure {
    pub measure: &'static str,
    pub pick: FigurePath,
    /// The least value, in per cent; `None` where the figure is for information.
    pub least: Option<f64>,
}

/// A run of `sfumato eval`.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationRun {
    pub task: &'static str,
    /// The corpus, as [`super::unpacked`] knows it.
    pub gold: &'static str,
    /// The setting, for the table.
    pub setting: &'static str,
    /// Options; what starts with `eval/` is a file of the repository.
    pub options: Vec<&'static str>,
    /// True if a reference of other biographies is given.
    pub has_reference: bool,
    pub wanted: Vec<WantedFigure>,
}

/// A measure of the analysis of language on a corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanguageBar {
    pub task: &'static str,
    /// The corpus, as [`super::unpacked`] knows it.
    pub gold: &'static str,
    pub language: &'static str,
    /// The number of the corpus's way of annotating in the training.
    pub convention: u64,
    pub measure: &'static str,
    /// The least value, in per cent; `None` where the figure is for information.
    pub least: Option<f64>,
}

/// The runs but that of the benchmark of court files, which is measured in folds.
pub fn runs() -> Vec<EvaluationRun> {
    list(&FILE, "runs").map(run).collect()
}

/// Runs with limits that were chosen on other people; see [`super::fitted`].
pub fn fitted_runs() -> Vec<EvaluationRun> {
    list(&FILE, "fitted").map(run).collect()
}

/// All measures of the analysis of language. Those of one run stand together.
pub fn language_bars() -> Vec<LanguageBar> {
    let bar = |bar: &'static Value| LanguageBar {
        task: text(bar, "task"),
        gold: text(bar, "gold"),
        language: text(bar, "language"),
        convention: bar["convention"].as_u64().unwrap_or(1),
        measure: text(bar, "measure"),
        least: bar["least"].as_f64(),
    };
    list(&FILE, "language").map(bar).collect()
}

fn run(run: &'static Value) -> EvaluationRun {
    EvaluationRun {
        task: text(run, "task"),
        gold: text(run, "gold"),
        setting: text(run, "setting"),
        options: list(run, "options").filter_map(Value::as_str).collect(),
        has_reference: run["reference"] == true,
        wanted: list(&FILE["figures"], text(run, "figures")).map(wanted).collect(),
    }
}

fn wanted(figure: &'static Value) -> WantedFigure {
    let pick = match (string(figure, "share"), string(figure, "right"), string(figure, "wrong")) {
        (Some(path), _, _) => FigurePath::Share(path),
        (_, Some(measure), _) => FigurePath::Right(measure),
        (_, _, Some(measure)) => FigurePath::Wrong(measure),
        _ => {
            let part = |nth: usize| figure["score"][nth].as_str().unwrap_or_default();
            FigurePath::Score(part(0), part(1))
        }
    };
    WantedFigure { measure: text(figure, "measure"), pick, least: figure["least"].as_f64() }
}

fn text(value: &'static Value, field: &str) -> &'static str {
    string(value, field).unwrap_or_default()
}

/// Measures of the benchmark of court files, in its order.
pub const TAB: [&str; 8] = [
    "recall-direct-entities",
    "recall-quasi-entities",
    "recall-direct-mentions",
    "recall-quasi-mentions",
    "recall-tokens",
    "precision-tokens",
    "precision-weighted",
    "precision-weighted-annotated",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_has_figures_and_a_file_of_its_own() {
        let runs = runs();
        let mut names: Vec<_> = runs.iter().map(|run| (run.task, run.gold, run.setting)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), runs.len());
        for run in runs.iter().chain(&fitted_runs()) {
            assert!(!run.task.is_empty() && !run.gold.is_empty() && !run.wanted.is_empty(), "{run:?}");
            assert!(run.wanted.iter().all(|wanted| !wanted.measure.is_empty()), "{run:?}");
            assert!(run.wanted.iter().all(|wanted| wanted.pick != FigurePath::Score("", "")), "{run:?}");
        }
    }

    #[test]
    fn measures_of_one_run_of_language_stand_together() {
        let bars = language_bars();
        let mut runs: Vec<_> = bars.iter().map(|bar| (bar.task, bar.gold, bar.convention)).collect();
        runs.dedup();
        let count = runs.len();
        runs.sort_unstable();
        runs.dedup();
        assert!(runs.len() == count && count > 10);
    }
}
