//! `sfumato eval`.

mod entities;
mod language;
mod printed;

use sfumato_eval::Task;

use crate::Completeness;
use crate::args::{self, EvalTask};
use crate::failure::Failure;

/// Measures on annotated files.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
    let task = match eval.task() {
        EvalTask::Entities => {
            refuse(&[("--convention", eval.convention.is_some()), ("--models", eval.models.is_some())], "language")?;
            return entities::run(eval);
        }
        EvalTask::Tags => Task::Tags,
        EvalTask::Lemmas => Task::Lemmas,
        EvalTask::Chunks => Task::Chunks,
        EvalTask::Tokens => Task::Tokens,
        EvalTask::Sentences => Task::Sentences,
    };
    let about_entities = [
        ("--policy", eval.rules.policy != "default"),
        ("--threshold", eval.rules.threshold.is_some()),
        ("--protect", !eval.rules.protect.is_empty()),
        ("--recogniser", !eval.rules.recogniser.is_empty()),
        ("--model", !eval.rules.model.is_empty()),
        ("--sensitivity", eval.rules.sensitivity.is_some()),
        ("--what", eval.what.is_some()),
        ("--labels", eval.labels.is_some()),
        ("--map", eval.map.is_some()),
        ("--overlaps", eval.overlaps.is_some()),
        ("--misses", eval.misses.is_some()),
        ("--show-text", eval.show_text),
    ];
    refuse(&about_entities, "entities")?;
    language::run(task, eval)
}

/// An option that means nothing here was meant for something else.
fn refuse(given: &[(&str, bool)], task: &str) -> Result<(), Failure> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::call(format!("{option} is for the evaluation of {task}"))),
        None => Ok(()),
    }
}
