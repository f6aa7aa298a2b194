//! `sfumato eval` of the analysis of language.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sfumato::Bundle;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::language::{Analysis, Convention, Language, LanguageModels, ModelFiles};
use sfumato_eval::{GoldFile, LanguageTask, MatchCounts, MatchTally, PartTallies, RawText, evaluate};

use super::printed::{EvaluationTable, SCORES, cell, many, percent};
use crate::args;
use crate::failure::Failure;
use crate::gold::{self, GoldForm, PlainTextForm};
use crate::inputs::{self, InputFile};
use crate::{Completeness, print};

/// Measures the analysis on annotated files.
pub fn run(task: LanguageTask, eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let inputs = inputs::collect(eval.gold(), None)?;
    super::check_rows(eval, &inputs)?;
    let files: Vec<GoldFile> = inputs.par_iter().map(|input| read(input, task)).collect::<Result<_, _>>()?;
    let language = match eval.rules.language {
        Some(language) => language.language(),
        None => main_language(&files)?,
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
    let one = |(input, gold): (&InputFile, &GoldFile)| {
        evaluate(task, gold, models, convention).map_err(|error| Failure::at(input.name(), error))
    };
    let parts: Vec<Vec<PartTallies>> = inputs.par_iter().zip(&files).map(one).collect::<Result<_, _>>()?;
    let totals = totals(task, &parts);
    super::write_rows(eval, &rows(task, &inputs, &parts))?;
    print(&printed(task, language, inputs.len(), &totals).to(eval.form))?;
    Ok(Completeness::Complete)
}

fn read(input: &InputFile, task: LanguageTask) -> Result<GoldFile, Failure> {
    let path = input.path.as_deref().ok_or_else(|| Failure::call("annotated files are read from files"))?;
    let plain_text = match task {
        LanguageTask::Chunks => PlainTextForm::Columns,
        LanguageTask::Sentences => PlainTextForm::Lines,
        _ => PlainTextForm::Refused,
    };
    match GoldForm::of(path, plain_text)? {
        GoldForm::Lines => Ok(GoldFile::from_lines(&gold::text(path)?)),
        form => Ok(GoldFile::Treebank(gold::sentences(path, form)?)),
    }
}

/// The language of the files; those that do not tell it are in that of the others.
fn main_language(files: &[GoldFile]) -> Result<Language, Failure> {
    let recognised: Vec<Language> = files.par_iter().filter_map(recognised_language).collect();
    match recognised.split_first() {
        None => Err(Failure::call("the language cannot be told from the files; give it with --language")),
        Some((first, others)) if others.iter().any(|other| other != first) => {
            Err(Failure::call("files in two languages: give --language or one call each"))
        }
        Some((first, _)) => Ok(*first),
    }
}

/// The language of a file, if its function words tell it.
fn recognised_language(gold: &GoldFile) -> Option<Language> {
    let raw = match gold {
        GoldFile::Treebank(sentences) => RawText::of_treebank(sentences),
        GoldFile::Lines(lines) => RawText::of_lines(lines),
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
fn totals(task: LanguageTask, files: &[Vec<PartTallies>]) -> Vec<MatchTally> {
    let mut totals = vec![MatchTally::default(); task.measures().len()];
    for part in files.iter().flatten() {
        totals.iter_mut().zip(part).for_each(|(total, tally)| total.merge(tally));
    }
    totals
}

/// One line for each part and measure.
fn rows(task: LanguageTask, inputs: &[InputFile], files: &[Vec<PartTallies>]) -> String {
    let mut out = "file,part,measure,n,right,spurious,missed,score\n".to_owned();
    for (input, parts) in inputs.iter().zip(files) {
        for (nth, part) in parts.iter().enumerate() {
            for (measure, tally) in task.measures().iter().zip(part) {
                let MatchCounts { right, spurious, missed } = tally.all;
                let (n, score) = (tally.all.there(), percent(tally.all.f1()));
                let file = cell(&input.below.display().to_string());
                let _ = writeln!(out, "{file},{},{measure},{n},{right},{spurious},{missed},{score}", nth + 1);
            }
        }
    }
    out
}

fn printed(task: LanguageTask, language: Language, files: usize, totals: &[MatchTally]) -> EvaluationTable<'_> {
    let about = [("task", task.name().into()), ("language", language.code().into()), ("files", files.into())];
    EvaluationTable {
        title: format!("{} in {}, language {}", task.name(), many(files, "file"), language.code()),
        about: about.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        measures: task.measures().iter().copied().zip(totals).collect(),
        shows_labels: |_| true,
        scores: SCORES,
        rest: String::new(),
    }
}
