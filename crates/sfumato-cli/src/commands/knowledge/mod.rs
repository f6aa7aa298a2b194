//! `sfumato knowledge`: what the world knows.

mod against;
mod build;
mod counts;
mod coverage;
mod ic;
mod list;
mod near;
mod show;

use crate::Completeness;
use crate::args::KnowledgeCommand;
use crate::failure::Failure;

/// Runs one of the commands about knowledge.
pub fn run(knowledge: &KnowledgeCommand) -> Result<Completeness, Failure> {
    match knowledge {
        KnowledgeCommand::Build(build) => build::run(build),
        KnowledgeCommand::Show(show) => show::run(show),
        KnowledgeCommand::Coverage(coverage) => coverage::run(coverage),
        KnowledgeCommand::Near(near) => near::run(near),
        KnowledgeCommand::Ic(ic) => ic::run(ic),
        KnowledgeCommand::Counts(counts) => counts::run(counts),
        KnowledgeCommand::List => list::run(),
    }
}
