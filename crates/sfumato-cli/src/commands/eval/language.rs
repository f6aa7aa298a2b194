//! `sfumato eval` of the analysis of language.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sfumato::Bundle;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::language::{Analysis, Convention, Language, LanguageModels, ModelFiles};
use sfumato_eval::{Counts, Gold, Part, RawText, Tally, Task, evaluate};

use super::printed::{Printed, SCORES, cell, percent};
use crate::args;
use crate::failure::Failure;
use crate::gold::{self, Form, PlainText};
use crate::inputs::{self, Input};
use crate::output::{self, Staging, Target};
use crate::{Completeness, print};

/// Measures the analysis on annotated files.
pub fn run(task: Task, eval: &args::Eval) -> Result<Completeness, Failure> {
    let inputs = inputs::collect(eval.gold(), None)?;
    if let Some(path) = &eval.rows {
        output::check_file(path, inputs.iter().filter_map(|input| input.path.as_deref()))?;
    }
    let files: Vec<Gold> = inputs.par_iter().map(|input| read(input, task)).collect::<Result<_, _>>()?;
    let language = match eval.rules.language {
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
    let convention = Convention::number(eval.convention.unwrap_or(1));
    let one = |(input, gold): (&Input, &Gold)| {
        evaluate(task, gold, models, convention).map_err(|error| Failure::at(input.name(), error))
    };
    let parts: Vec<Vec<Part>> = inputs.par_iter().zip(&files).map(one).collect::<Result<_, _>>()?;
    let totals = totals(task, &parts);
    if let Some(path) = &eval.rows {
        let staging = Staging::default();
        staging.add(&Target::File(path.clone()), rows(task, &inputs, &parts).as_bytes(), None)?;
        staging.publish()?;
    }
    print(&printed(task, language, inputs.len(), &totals).to(eval.form))?;
    Ok(Completeness::Complete)
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
    let document = TextFile.read(raw.text.into_bytes()).ok()?;
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

fn printed(task: Task, language: Language, files: usize, totals: &[Tally]) -> Printed<'_> {
    let some_files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let about = [("task", task.name().into()), ("language", language.code().into()), ("files", files.into())];
    Printed {
        title: format!("{} in {some_files}, language {}", task.name(), language.code()),
        about: about.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        measures: task.measures().iter().copied().zip(totals).collect(),
        shows_labels: |_| true,
        scores: SCORES,
        rest: String::new(),
    }
}
