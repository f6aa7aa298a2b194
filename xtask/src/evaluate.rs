//! `cargo xtask evaluate`: measures everything on annotated corpora and writes down what came of it.
//!
//! The corpora are not part of the repository; what was measured on them is: `eval/results/summary.csv` has a line for
//! each figure, and beside it lies what came of each document. A figure below its bar is a problem like any other.
//! Learned recognisers are measured on documents whose annotations they have not learnt from: where the built-in one has,
//! one that has not is trained first, and kept for the next time. Limits are chosen on other people than they are measured
//! on; see [`fitted`].

mod attack;
mod fitted;
mod language;
mod protection;
pub mod runs;
pub mod summary;
mod trained;
mod unpacked;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::TidyProblem;
use fitted::{CountReference, FittedLimits};
use summary::{MeasuredFigure, SUMMARY};
use unpacked::UnpackedCorpora;

/// The parts that can be measured by themselves: tasks of `sfumato eval`, and all of those about language.
const PARTS: [&str; 8] = ["tab", "entities", "disclosure", "utility", "replacement", "again", "attack", "language"];

/// The parts to measure, the program, and the places of everything.
#[derive(Debug, Clone, Default)]
pub struct EvaluateOptions {
    /// The corpora.
    pub data: PathBuf,
    /// A program to measure instead of one that is built.
    pub program: Option<PathBuf>,
    /// Recognisers that were trained for this; they are trained where they are missing.
    pub models: PathBuf,
    /// Tasks of [`PARTS`]; all of them if none is named.
    pub only: Vec<String>,
}

impl EvaluateOptions {
    /// Reads the options behind `evaluate`.
    pub fn parse(root: &Path, arguments: &[&str]) -> Result<Self, String> {
        let (data, models) = (root.join("../shared/data"), root.join("target/evaluate"));
        let mut options = Self { data, models, ..Self::default() };
        let mut rest = arguments.iter();
        while let Some(option) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
            match *option {
                "--data" => options.data = value()?.into(),
                "--program" => options.program = Some(value()?.into()),
                "--models" => options.models = value()?.into(),
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                data if !data.starts_with('-') => options.data = data.into(),
                _ => return Err(format!("there is no option {option}")),
            }
        }
        match options.only.iter().all(|part| PARTS.contains(&part.as_str())) {
            true => Ok(options),
            false => Err(format!("--only takes some of {}", PARTS.join(", "))),
        }
    }

    fn includes(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == part)
    }
}

/// Measures everything. The problems are the bars that were not reached.
pub fn evaluate(root: &Path, options: &EvaluateOptions) -> Result<Vec<TidyProblem>, String> {
    let program = match &options.program {
        Some(program) => program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?,
        None => build(root)?,
    };
    let unpacked = UnpackedCorpora::new(&options.data)?;
    let mut figures: Vec<MeasuredFigure> = Vec::new();
    if options.includes("tab") {
        figures.extend(protection::court_files(root, &program, &unpacked, &options.models)?);
    }
    for run in runs::runs().iter().filter(|run| options.includes(run.task)) {
        figures.extend(protection::of_run(root, &program, &unpacked, run)?);
    }
    if options.includes("attack") {
        figures.extend(attack::of_others(root, &program, &unpacked)?);
    }
    if ["disclosure", "utility", "attack"].iter().any(|part| options.includes(part)) {
        figures.extend(cross_fitted(root, &program, &unpacked, options, &figures)?);
    }
    if options.includes("language") {
        figures.extend(language::measure(root, &program, &unpacked)?);
    }
    print!("{}", summary::table(&figures));
    summary::write(root, &figures)?;
    let missed = figures.iter().filter(|figure| !figure.is_reached());
    let problem = |figure: &MeasuredFigure| {
        let MeasuredFigure { task, corpus, measure, value, bar, .. } = figure;
        let bar = bar.unwrap_or_default();
        TidyProblem::new(SUMMARY, 1, format!("{task} of {corpus}: {measure} is {value}, below {bar}"))
    };
    Ok(missed.map(problem).collect())
}

/// Measures biographies with limits that were chosen on other people; `others` is the result of attackers on
/// biographies that others masked.
fn cross_fitted(
    root: &Path,
    program: &Path,
    unpacked: &UnpackedCorpora,
    options: &EvaluateOptions,
    others: &[MeasuredFigure],
) -> Result<Vec<MeasuredFigure>, String> {
    let mut figures = Vec::new();
    for reference in CountReference::ALL {
        let fitted = FittedLimits::new(root, program, unpacked, reference)?;
        for task in ["disclosure", "utility"].into_iter().filter(|task| options.includes(task)) {
            figures.extend(protection::of_fitted(root, &fitted, task)?);
        }
        if options.includes("attack") {
            figures.extend(attack::of_fitted(root, program, unpacked, &fitted, others)?);
        }
    }
    Ok(figures)
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

/// Runs the program and gives what it printed.
fn run(command: &mut Command, what: &str) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{what}: the program did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A file below `eval/results`, whose folder is there.
fn result(root: &Path, name: &str) -> Result<PathBuf, String> {
    let path = root.join("eval/results").join(name);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_may_be_named_without_its_option() {
        let parse = |arguments: &[&str]| EvaluateOptions::parse(Path::new("/r"), arguments);
        assert_eq!(parse(&[]).expect("defaults").data, Path::new("/r/../shared/data"));
        assert_eq!(parse(&["d", "--only", "language"]).expect("options").data, Path::new("d"));
        assert!(parse(&["--only", "attack,speed"]).is_err());
        assert_eq!(parse(&["--only", "attack,utility"]).expect("options").only, ["attack", "utility"]);
        assert!(parse(&["--data"]).is_err());
        assert!(parse(&["--fast"]).is_err());
    }
}
