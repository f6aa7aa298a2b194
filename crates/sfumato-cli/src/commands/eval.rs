//! `sfumato eval`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sfumato::Bundle;
use sfumato::document::formats::{Format as _, Text};
use sfumato::language::{Analysis, Convention, Language, LanguageModels, ModelFiles};
use sfumato_eval::{Counts, Gold, Part, RawText, Tally, Task, evaluate};

use crate::args::{self, EvalForm, EvalTask};
use crate::failure::Failure;
use crate::gold::{self, Form, PlainText};
use crate::inputs::{self, Input};
use crate::output::{self, Staging, Target};
use crate::{Completeness, print};

/// Measures the analysis on annotated files.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
    let task = task(eval)?;
    let inputs = inputs::collect(&eval.gold, None)?;
    if let Some(path) = &eval.rows {
        output::check_file(path, inputs.iter().filter_map(|input| input.path.as_deref()))?;
    }
    let files: Vec<Gold> = inputs.par_iter().map(|input| read(input, task)).collect::<Result<_, _>>()?;
    let language = match eval.language {
        Some(language) => language.language(),
        None => told(&files)?,
    };
    let held = eval.models.as_deref().map(|folder| HeldModels::read(folder, language)).transpose()?;
    let own;
    let models = match &held {
        Some(held) => {
            own = held.models(language)?;
            &own
        }
        None => Bundle::models().map_err(|error| Failure::at("embedded models", error))?.of(language),
    };
    let convention = Convention::number(eval.convention);
    let one = |(input, gold): (&Input, &Gold)| {
        evaluate(task, gold, models, convention).map_err(|error| Failure::at(input.name(), error))
    };
    let parts: Vec<Vec<Part>> = inputs.par_iter().zip(&files).map(one).collect::<Result<_, _>>()?;
    let outcome = Outcome { task, language, files: inputs.len(), totals: totals(task, &parts) };
    if let Some(path) = &eval.rows {
        let staging = Staging::default();
        staging.add(&Target::File(path.clone()), rows(task, &inputs, &parts).as_bytes(), None)?;
        staging.publish()?;
    }
    print(&match eval.form {
        EvalForm::Table => outcome.table(),
        EvalForm::Csv => outcome.csv(),
        EvalForm::Json => outcome.json(),
    })?;
    Ok(Completeness::Complete)
}

fn task(eval: &args::Eval) -> Result<Task, Failure> {
    match eval.what.task() {
        Some(EvalTask::Tags) => Ok(Task::Tags),
        Some(EvalTask::Lemmas) => Ok(Task::Lemmas),
        Some(EvalTask::Chunks) => Ok(Task::Chunks),
        Some(EvalTask::Tokens) => Ok(Task::Tokens),
        Some(EvalTask::Sentences) => Ok(Task::Sentences),
        None => Err(Failure::call("name a task")),
    }
}

fn read(input: &Input, task: Task) -> Result<Gold, Failure> {
    let path = input.path.as_deref().ok_or_else(|| Failure::call("annotated files are read from files"))?;
    let plain_text = match task {
        Task::Chunks => PlainText::Columns,
        Task::Sentences => PlainText::Lines,
        _ => PlainText::Refused,
    };
    match Form::of(path, plain_text)? {
        Form::Lines => Ok(Gold::from_lines(&gold::text(path)?)),
        form => Ok(Gold::Treebank(gold::sentences(path, form)?)),
    }
}

/// The language of the files; those that do not tell it are in that of the others.
fn told(files: &[Gold]) -> Result<Language, Failure> {
    let told: Vec<Language> = files.par_iter().filter_map(told_by).collect();
    match told.split_first() {
        None => Err(Failure::call("the language cannot be told from the files; give it with --language")),
        Some((first, others)) if others.iter().any(|other| other != first) => {
            Err(Failure::call("files in two languages: give --language or one call each"))
        }
        Some((first, _)) => Ok(*first),
    }
}

/// The language of a file, if its function words tell it.
fn told_by(gold: &Gold) -> Option<Language> {
    let raw = match gold {
        Gold::Treebank(sentences) => RawText::of_treebank(sentences),
        Gold::Lines(lines) => RawText::of_lines(lines),
    };
    let document = Text.read(raw.text.into_bytes()).ok()?;
    Analysis::new(&document).languages().main()
}

/// The files of models that are not the embedded ones.
struct HeldModels {
    files: Vec<(PathBuf, Vec<u8>)>,
}

/// The files of a language's models, in the order of [`ModelFiles`].
const NAMES: [&str; 5] = ["lexicon", "tags", "details", "chunks", "lemmas"];

impl HeldModels {
    fn read(folder: &Path, language: Language) -> Result<Self, Failure> {
        let folder = folder.join(language.code());
        let file = |name: &str| {
            let path = folder.join(format!("{name}.bin"));
            let kind = match name {
                "lexicon" => "a lexicon",
                "lemmas" => "a table of lemmas",
                _ => "a model",
            };
            gold::model(&path, kind).map(|bytes| (path, bytes))
        };
        Ok(Self { files: NAMES.into_iter().map(file).collect::<Result<_, _>>()? })
    }

    fn models(&self, language: Language) -> Result<LanguageModels<'_>, Failure> {
        let file = |nth: usize| self.files.get(nth).map_or(&[][..], |(_, bytes)| bytes);
        let files = ModelFiles { lexicon: file(0), tags: file(1), details: file(2), chunks: file(3), lemmas: file(4) };
        // Files from elsewhere may be damaged: their hashes are checked.
        let models = LanguageModels::new(language, &files).and_then(|models| models.check().map(|()| models));
        models.map_err(|error| {
            let nth = NAMES.iter().position(|name| *name == error.which).unwrap_or(0);
            let place = self.files.get(nth).map_or_else(String::new, |(path, _)| path.display().to_string());
            Failure::at(place, error.why)
        })
    }
}

/// A tally for each measure over all parts.
fn totals(task: Task, files: &[Vec<Part>]) -> Vec<Tally> {
    let mut totals = vec![Tally::default(); task.measures().len()];
    for part in files.iter().flatten() {
        totals.iter_mut().zip(part).for_each(|(total, tally)| total.merge(tally));
    }
    totals
}

/// One line for each part and measure.
fn rows(task: Task, inputs: &[Input], files: &[Vec<Part>]) -> String {
    let mut out = "file,part,measure,n,right,spurious,missed,score\n".to_owned();
    for (input, parts) in inputs.iter().zip(files) {
        for (nth, part) in parts.iter().enumerate() {
            for (measure, tally) in task.measures().iter().zip(part) {
                let Counts { right, spurious, missed } = tally.all;
                let (n, score) = (tally.all.there(), percent(tally.all.f1()));
                let file = cell(&input.below.display().to_string());
                let _ = writeln!(out, "{file},{},{measure},{n},{right},{spurious},{missed},{score}", nth + 1);
            }
        }
    }
    out
}

/// What came of all files.
struct Outcome {
    task: Task,
    language: Language,
    files: usize,
    totals: Vec<Tally>,
}

/// A line of the result.
struct Line<'o> {
    measure: &'static str,
    /// Nothing for all labels together.
    label: Option<&'o str>,
    counts: Counts,
}

impl Outcome {
    /// Each measure, first over all labels and then for each.
    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        for (measure, tally) in self.task.measures().iter().zip(&self.totals) {
            lines.push(Line { measure, label: None, counts: tally.all });
            let by_label = tally.by_label.iter();
            lines.extend(by_label.map(|(label, counts)| Line { measure, label: Some(label), counts: *counts }));
        }
        lines
    }

    fn table(&self) -> String {
        let files = if self.files == 1 { "1 file".to_owned() } else { format!("{} files", self.files) };
        let mut out = format!("{} in {files}, language {}\n", self.task.name(), self.language.code());
        let _ = writeln!(
            out,
            "  {:<10} {:<12} {:>9} {:>9} {:>9} {:>9}",
            "measure", "label", "n", "precision", "recall", "F1"
        );
        for line in self.lines() {
            let label = line.label.map_or("all", |label| if label.is_empty() { "-" } else { label });
            let counts = line.counts;
            let [precision, recall, f1] = [counts.precision(), counts.recall(), counts.f1()].map(percent);
            let _ = writeln!(
                out,
                "  {:<10} {label:<12} {:>9} {precision:>9} {recall:>9} {f1:>9}",
                line.measure,
                counts.there()
            );
        }
        out
    }

    fn csv(&self) -> String {
        let mut out = "measure,label,n,right,spurious,missed,precision,recall,f1\n".to_owned();
        for line in self.lines() {
            let counts = line.counts;
            let Counts { right, spurious, missed } = counts;
            let [precision, recall, f1] = [counts.precision(), counts.recall(), counts.f1()].map(percent);
            let label = cell(line.label.unwrap_or("*"));
            let (measure, n) = (line.measure, counts.there());
            let _ = writeln!(out, "{measure},{label},{n},{right},{spurious},{missed},{precision},{recall},{f1}");
        }
        out
    }

    fn json(&self) -> String {
        let line = |line: &Line<'_>| {
            let counts = line.counts;
            serde_json::json!({
                "measure": line.measure,
                "label": line.label,
                "n": counts.there(),
                "right": counts.right,
                "spurious": counts.spurious,
                "missed": counts.missed,
                "precision": counts.precision(),
                "recall": counts.recall(),
                "f1": counts.f1(),
            })
        };
        let lines: Vec<serde_json::Value> = self.lines().iter().map(line).collect();
        let (task, language) = (self.task.name(), self.language.code());
        serde_json::json!({ "task": task, "language": language, "files": self.files, "measures": lines }).to_string()
            + "\n"
    }
}

/// A share as a percentage with two digits.
fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// A cell of a table of comma-separated values.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
