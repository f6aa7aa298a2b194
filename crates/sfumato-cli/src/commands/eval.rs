//! `sfumato eval`.

mod again;
mod diff;
mod disclosure;
mod entities;
mod identifiers;
mod language;
pub mod printed;
mod records;
mod replacement;
mod topics;
mod utility;

use std::path::PathBuf;

use sfumato_eval::LanguageTask;

use crate::Completeness;
use crate::args::{self, EvalTask};
use crate::failure::Failure;
use crate::inputs::InputFile;
use crate::output::{self, OutputTarget, StagingArea};

/// Measures on annotated files.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    if eval.rules.spans.is_some() {
        return Err(Failure::call("--spans is for mask, detect, assess and plan"));
    }
    if eval.fail_below.is_some() && eval.task() != EvalTask::Diff {
        return Err(Failure::call("--fail-below is for diff"));
    }
    let task = match eval.task() {
        EvalTask::Entities => {
            refuse(&of_language(eval), "language")?;
            return entities::run(eval);
        }
        EvalTask::Disclosure => {
            refuse_but_rows(eval)?;
            return disclosure::run(eval);
        }
        EvalTask::Topics => {
            refuse(&of_language(eval), "language")?;
            refuse(&of_places(eval), "entities")?;
            return topics::run(eval);
        }
        EvalTask::Replacement => {
            refuse(&of_language(eval), "language")?;
            refuse(&of_labels(eval), "entities")?;
            return replacement::run(eval);
        }
        EvalTask::Diff => {
            refuse_but_rows(eval)?;
            refuse(&[&of_rules(eval)[..], &[("--rows", eval.rows.is_some())]].concat(), "documents")?;
            return diff::run(eval);
        }
        EvalTask::Tab => {
            refuse_but_rows(eval)?;
            return identifiers::run(eval);
        }
        EvalTask::Utility => {
            refuse_but_rows(eval)?;
            return utility::run(eval);
        }
        EvalTask::Again => {
            refuse_but_rows(eval)?;
            return again::run(eval);
        }
        EvalTask::Tags => LanguageTask::Tags,
        EvalTask::Lemmas => LanguageTask::Lemmas,
        EvalTask::Chunks => LanguageTask::Chunks,
        EvalTask::Tokens => LanguageTask::Tokens,
        EvalTask::Sentences => LanguageTask::Sentences,
    };
    refuse(&[&of_rules(eval)[..], &of_single_places(eval), &of_labels(eval)].concat(), "entities")?;
    language::run(task, eval)
}

/// Options about what to find.
fn of_rules(eval: &args::EvalArguments) -> [(&'static str, bool); 7] {
    [
        ("--policy", eval.rules.policy.is_some()),
        ("--threshold", eval.rules.threshold.is_some()),
        ("--protect", !eval.rules.protect.is_empty()),
        ("--recogniser", !eval.rules.recogniser.is_empty()),
        ("--model", !eval.rules.model.is_empty()),
        ("--quality", eval.rules.quality.is_some()),
        ("--sensitivity", eval.rules.sensitivity.is_some()),
    ]
}

/// Options about the analysis of language.
fn of_language(eval: &args::EvalArguments) -> [(&'static str, bool); 2] {
    [("--convention", eval.convention.is_some()), ("--models", eval.models.is_some())]
}

/// Options about what labels mean.
fn of_labels(eval: &args::EvalArguments) -> [(&'static str, bool); 1] {
    [("--map", eval.map.is_some())]
}

/// Options about places that are compared one by one.
fn of_places(eval: &args::EvalArguments) -> [(&'static str, bool); 6] {
    [
        ("--rows", eval.rows.is_some()),
        ("--what", eval.what.is_some()),
        ("--labels", eval.labels.is_some()),
        ("--overlaps", eval.overlaps.is_some()),
        ("--misses", eval.misses.is_some()),
        ("--show-text", eval.show_text),
    ]
}

/// Options about places, but for that which writes rows.
fn of_single_places(eval: &args::EvalArguments) -> Vec<(&'static str, bool)> {
    of_places(eval).into_iter().filter(|(option, _)| *option != "--rows").collect()
}

/// Refuses options about language and about single places; rows are written.
fn refuse_but_rows(eval: &args::EvalArguments) -> Result<(), Failure> {
    refuse(&of_language(eval), "language")?;
    refuse(&[&of_single_places(eval)[..], &of_labels(eval)].concat(), "entities")
}

/// An option that means nothing here was meant for something else.
fn refuse(given: &[(&str, bool)], task: &str) -> Result<(), Failure> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::call(format!("{option} is for the evaluation of {task}"))),
        None => Ok(()),
    }
}

/// Fails if the rows cannot be written where the user wants them, before anything is measured.
fn check_rows(eval: &args::EvalArguments, inputs: &[InputFile]) -> Result<(), Failure> {
    let paths = inputs.iter().filter_map(|input| input.path.as_deref());
    eval.rows.as_deref().map_or(Ok(()), |path| output::check_file(path, paths))
}

/// Writes rows, if the user wants them.
fn write_rows(eval: &args::EvalArguments, rows: &str) -> Result<(), Failure> {
    write_files(&[(&eval.rows, &|| rows.to_owned())])
}

/// Writes the files that the user wants, all of them or none.
pub fn write_files(files: &[(&Option<PathBuf>, &dyn Fn() -> String)]) -> Result<(), Failure> {
    let staging = StagingArea::default();
    for (path, text) in files {
        if let Some(path) = path {
            staging.add(&OutputTarget::File(path.clone()), text().as_bytes(), None)?;
        }
    }
    staging.publish()
}
