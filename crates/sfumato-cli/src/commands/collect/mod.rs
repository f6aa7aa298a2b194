//! `sfumato collect`: people in a table, or in documents, so that nobody stands out.

mod table;

use crate::Completeness;
use crate::args::CollectArguments;
use crate::failure::Failure;

/// Collects what the inputs say of people.
pub fn run(collect: &CollectArguments) -> Result<Completeness, Failure> {
    if table::is_asked_for(collect) {
        return table::run(collect);
    }
    Err(Failure::call("name the columns of a table with --quasi, or look at them with --describe"))
}
