//! `sfumato corpus build`: makes an index of documents, or brings one up to date.

use std::sync::OnceLock;

use sfumato::corpus::index::{AddedDocuments, IndexOptions, Origin};
use sfumato::corpus::{Builder, CorpusError};

use super::failed;
use crate::Completeness;
use crate::args::{CorpusBuild, InputOptions};
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;

/// Makes an index. What was read is in it even if some files could not be read: the next run goes on from there.
pub fn run(mut build: CorpusBuild) -> Result<Completeness, Failure> {
    let may_be_incomplete = std::mem::replace(&mut build.run.allow_incomplete, true);
    let inputs = inputs::collect(&build.source.inputs, Some(&build.output))?;
    let options =
        IndexOptions { language: build.language.map(|language| language.language()), reading: reading(&build.source) };
    let index = Builder::open(&build.output, options).map_err(failed)?;
    // An index that cannot be written ends the run; a file that cannot be read is left out.
    let broken = OnceLock::new();
    let one = |input: &InputFile, _: usize| match broken.get() {
        Some(_) => Ok(AddedDocuments::default()),
        None => add(&index, input, &build).or_else(|stop| match stop {
            ReadingStop::File(failure) => Err(failure),
            ReadingStop::Index(failure) => {
                let _ = broken.set(failure);
                Ok(AddedDocuments::default())
            }
        }),
    };
    let done = jobs::each(&inputs, &build.run, one);
    if let Some(failure) = broken.into_inner() {
        return Err(failure);
    }
    let (files, completeness) = match done {
        Ok((files, completeness)) => (files, completeness),
        // The only file there is.
        Err(failure) => {
            index.finish().map_err(failed)?;
            return Err(failure);
        }
    };
    let mut sum = AddedDocuments::default();
    files.iter().flatten().for_each(|added| sum += *added);
    if build.prune {
        sum.removed += index.prune();
    }
    index.finish().map_err(failed)?;
    if !build.run.quiet {
        let AddedDocuments { added, removed, .. } = sum;
        failure::say(&format!("{}: {added} documents added, {removed} removed", build.output.display()));
    }
    let missing = files.iter().filter(|file| file.is_none()).count();
    if completeness == Completeness::Incomplete && !may_be_incomplete {
        return Err(Failure::call(format!(
            "{missing} of {} files could not be read; the index has the others, and --allow-incomplete is content with it",
            inputs.len()
        )));
    }
    Ok(completeness)
}

/// The reason why the reading of a file ended.
enum ReadingStop {
    /// The file cannot be read.
    File(Failure),
    /// The index cannot be written.
    Index(Failure),
}

impl From<CorpusError> for ReadingStop {
    fn from(error: CorpusError) -> Self {
        Self::Index(failed(error))
    }
}

/// Takes a file in, unless it is there already.
fn add(index: &Builder, input: &InputFile, build: &CorpusBuild) -> Result<AddedDocuments, ReadingStop> {
    let file = match &input.path {
        Some(path) => {
            let origin = Origin::file(path).map_err(|error| ReadingStop::File(Failure::io(input.name(), &error)))?;
            // A file that is there already is not even opened.
            let Some(wanted) = index.wants(origin) else { return Ok(AddedDocuments::default()) };
            Some(wanted)
        }
        None => None,
    };
    let opened = jobs::open(input, &build.source).map_err(ReadingStop::File)?;
    let named = || index.wants(Origin::named("standard input", opened.all_bytes()));
    let Some(wanted) = file.or_else(named) else { return Ok(AddedDocuments::default()) };
    let place = input.place();
    let documents = (0..opened.len()).map(|record| {
        let document = jobs::document(&opened, &place, record).map_err(ReadingStop::File)?;
        jobs::panic_if_forced(&build.run, &document);
        Ok(document)
    });
    index.add(wanted, documents)
}

/// The options that decide what is read of a file.
fn reading(source: &InputOptions) -> String {
    let InputOptions { inputs: _, format, columns, delimiter, text_field, keep_fields, programs } = source;
    // Pictures that are read count, as they did not before.
    let helped = if programs.ocr || programs.convert_old { format!(" {programs:?}") } else { String::new() };
    format!("{format:?} {columns:?} {delimiter:?} {text_field:?} {keep_fields:?}{helped}")
}
