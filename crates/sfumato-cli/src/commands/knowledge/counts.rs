//! `sfumato knowledge counts`: makes a table of a list of counts.

use sfumato::knowledge::counts::pack;

use crate::args::KnowledgeCounts;
use crate::failure::{self, Failure};
use crate::output::{self, OutputTarget, StagingArea};
use crate::{Completeness, gold};

/// Makes a table and writes it.
pub fn run(counts: &KnowledgeCounts) -> Result<Completeness, Failure> {
    output::check_file(&counts.output, std::iter::once(counts.list.as_path()))?;
    let text = gold::text(&counts.list)?;
    let bytes = pack(&text).map_err(|error| Failure::at(counts.list.display().to_string(), error))?;
    let staging = StagingArea::default();
    staging.add(&OutputTarget::File(counts.output.clone()), &bytes, None)?;
    staging.publish()?;
    failure::say(&format!("{}: {} bytes", counts.output.display(), bytes.len()));
    Ok(Completeness::Complete)
}
