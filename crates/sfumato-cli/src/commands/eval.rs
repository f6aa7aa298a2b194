//! `sfumato eval`.

mod disclosure;
mod entities;
mod language;
mod printed;
mod replacement;
mod topics;

use sfumato_eval::Task;

use crate::Completeness;
use crate::args::{self, EvalTask};
use crate::failure::Failure;

/// Measures on annotated files.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
    if eval.rules.spans.is_some() {
        return Err(Failure::call("--spans is for mask, detect, assess and plan"));
    }
    let task = match eval.task() {
        EvalTask::Entities => {
            refuse(&of_language(eval), "language")?;
            return entities::run(eval);
        }
        EvalTask::Disclosure => {
            refuse(&of_language(eval), "language")?;
            refuse(&[&of_places(eval)[..], &of_labels(eval)].concat(), "entities")?;
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
        EvalTask::Tags => Task::Tags,
        EvalTask::Lemmas => Task::Lemmas,
        EvalTask::Chunks => Task::Chunks,
        EvalTask::Tokens => Task::Tokens,
        EvalTask::Sentences => Task::Sentences,
    };
    let of_rules = [
        ("--policy", eval.rules.policy.is_some()),
        ("--threshold", eval.rules.threshold.is_some()),
        ("--protect", !eval.rules.protect.is_empty()),
        ("--recogniser", !eval.rules.recogniser.is_empty()),
        ("--model", !eval.rules.model.is_empty()),
        ("--sensitivity", eval.rules.sensitivity.is_some()),
    ];
    let of_entities: Vec<(&str, bool)> =
        of_places(eval).into_iter().filter(|(option, _)| *option != "--rows").collect();
    refuse(&[&of_rules[..], &of_entities, &of_labels(eval)].concat(), "entities")?;
    language::run(task, eval)
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

/// An option that means nothing here was meant for something else.
fn refuse(given: &[(&str, bool)], task: &str) -> Result<(), Failure> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::call(format!("{option} is for the evaluation of {task}"))),
        None => Ok(()),
    }
}
