//! `sfumato corpus`: the user's own documents as a reference.

mod build;
mod count;

use std::path::Path;

use sfumato::corpus::{CorpusError, Index};

use crate::args::CorpusCommand;
use crate::failure::Failure;
use crate::{Completeness, print};

/// Runs one of the commands about corpora.
pub fn run(corpus: CorpusCommand) -> Result<Completeness, Failure> {
    match corpus {
        CorpusCommand::Build(build) => build::run(build),
        CorpusCommand::Count(count) => count::run(&count),
        CorpusCommand::Info { index } => info(&index),
    }
}

/// Prints what is in an index.
fn info(folder: &Path) -> Result<Completeness, Failure> {
    let info = Index::open(folder).and_then(|index| index.info()).map_err(failed)?;
    print(&format!(
        "documents  {:>14}\n  en       {:>14}\n  es       {:>14}\nfiles      {:>14}\nwords      {:>14}\nbytes      {:>14}\nversion    {:>14}\n",
        info.documents, info.english, info.spanish, info.files, info.words, info.bytes, info.version
    ))?;
    Ok(Completeness::Complete)
}

/// An index that cannot be used.
fn failed(error: CorpusError) -> Failure {
    let (place, why) = error.into_parts();
    Failure::at(place, why)
}
