//! `sfumato collect`: people in a table, or in documents, so that nobody stands out.

mod folder;
mod table;

use crate::Completeness;
use crate::args::CollectArguments;
use crate::failure::Failure;

/// Collects what the inputs say of people.
pub fn run(collect: &CollectArguments) -> Result<Completeness, Failure> {
    if table::is_asked_for(collect) {
        return table::run(collect);
    }
    folder::run(collect)
}
