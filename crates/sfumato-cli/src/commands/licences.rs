//! `sfumato licences`: on what terms the program and what is in it may be used, for whoever has the program alone.

use crate::failure::Failure;
use crate::{Completeness, print};

const LICENCES: [&str; 4] = [
    include_str!("../../../../LICENSE"),
    include_str!("../../../../NOTICE"),
    include_str!("../../../../LICENSE-MIT"),
    include_str!("../../../../LICENSE-APACHE"),
];

/// Prints the licence, the notice of what others made, and the texts of both licences.
pub fn run() -> Result<Completeness, Failure> {
    print(&LICENCES.join("\n\n"))?;
    Ok(Completeness::Complete)
}
