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

use sfumato_eval::Task;

use crate::Completeness;
use crate::args::{self, EvalTask};
use crate::failure::Failure;
use crate::inputs::Input;
use crate::output::{self, Staging, Target};

/// Measures on annotated files.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
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
        EvalTask::Tags => Task::Tags,
        EvalTask::Lemmas => Task::Lemmas,
        EvalTask::Chunks => Task::Chunks,
        EvalTask::Tokens => Task::Tokens,
        EvalTask::Sentences => Task::Sentences,
    };
    refuse(&[&of_rules(eval)[..], &of_single_places(eval), &of_labels(eval)].concat(), "entities")?;
    language::run(task, eval)
}

/// Options about what to find.
fn of_rules(eval: &args::Eval) -> [(&'static str, bool); 7] {
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
fn of_language(eval: &args::Eval) -> [(&'static str, bool); 2] {
    [("--convention", eval.convention.is_some()), ("--models", eval.models.is_some())]
}

/// Options about what labels mean.
fn of_labels(eval: &args::Eval) -> [(&'static str, bool); 1] {
    [("--map", eval.map.is_some())]
}

/// Options about places that are compared one by one.
fn of_places(eval: &args::Eval) -> [(&'static str, bool); 6] {
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
fn of_single_places(eval: &args::Eval) -> Vec<(&'static str, bool)> {
    of_places(eval).into_iter().filter(|(option, _)| *option != "--rows").collect()
}

/// Refuses options about language and about single places; rows are written.
fn refuse_but_rows(eval: &args::Eval) -> Result<(), Failure> {
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
fn check_rows(eval: &args::Eval, inputs: &[Input]) -> Result<(), Failure> {
    let paths = inputs.iter().filter_map(|input| input.path.as_deref());
    eval.rows.as_deref().map_or(Ok(()), |path| output::check_file(path, paths))
}

/// Writes rows, if the user wants them.
fn write_rows(eval: &args::Eval, rows: &str) -> Result<(), Failure> {
    let Some(path) = &eval.rows else { return Ok(()) };
    let staging = Staging::default();
    staging.add(&Target::File(path.clone()), rows.as_bytes(), None)?;
    staging.publish()
}
