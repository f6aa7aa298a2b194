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
use crate::args::Knowledge;
use crate::failure::Failure;

/// Runs one of the commands about knowledge.
pub fn run(knowledge: &Knowledge) -> Result<Completeness, Failure> {
    match knowledge {
        Knowledge::Build(build) => build::run(build),
        Knowledge::Show(show) => show::run(show),
        Knowledge::Coverage(coverage) => coverage::run(coverage),
        Knowledge::Near(near) => near::run(near),
        Knowledge::Ic(ic) => ic::run(ic),
        Knowledge::Counts(counts) => counts::run(counts),
        Knowledge::List => list::run(),
    }
}
