//! References of the user's own beside the embedded ones: taxonomies, a corpus, vectors.

use std::path::Path;

use sfumato::BroughtKnowledge;
use sfumato::corpus::Index;
use sfumato::knowledge::counts::{CountTable, Counts, ListedCounts, TableCounts};
use sfumato::knowledge::vectors::{VectorTable, Vectors};
use sfumato::mask::Policy;

use crate::args::ReferenceOptions;
use crate::failure::Failure;
use crate::{gold, taxonomies};

/// Opens what the arguments name. It is used in place until the program ends.
pub fn brought(
    references: &ReferenceOptions,
    policy: &Policy,
    policy_name: &str,
) -> Result<&'static BroughtKnowledge<'static>, Failure> {
    let files = taxonomies::TaxonomyFiles::of(policy.clone(), policy_name, &references.knowledge)?;
    let files: &'static taxonomies::TaxonomyFiles = Box::leak(Box::new(files));
    if references.own_only && references.corpus.is_none() && references.vectors.is_none() {
        return Err(Failure::call("--own-only needs --corpus or --vectors"));
    }
    let mut knowledge = BroughtKnowledge::default().taxonomies(files.own()?);
    if let Some(path) = &references.corpus {
        knowledge = knowledge.reference(counts(path)?).map_err(|error| Failure::at("embedded counts", error))?;
    }
    if let Some(path) = &references.vectors {
        knowledge = knowledge.vectors(vectors(path)?);
    }
    Ok(Box::leak(Box::new(if references.own_only { knowledge.alone() } else { knowledge })))
}

/// An index in a folder, or a list or table of counts in a file.
fn counts(path: &Path) -> Result<&'static dyn Counts, Failure> {
    let place = || path.display().to_string();
    if path.is_dir() {
        let index = Index::open(path).map_err(|error| Failure::at(place(), error))?;
        return Ok(Box::leak(Box::new(index)));
    }
    of_file(path)
}

/// The counts of a file: a list, or a table of `knowledge counts`.
pub fn of_file(path: &Path) -> Result<&'static dyn Counts, Failure> {
    let place = || path.display().to_string();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = gold::bytes(path)?;
    if !bytes.starts_with(b"SFCOUNT1") {
        let listed = ListedCounts::parse(&name, &gold::text(path)?).map_err(|error| Failure::at(place(), error))?;
        return Ok(Box::leak(Box::new(listed)));
    }
    let table = CountTable::from_bytes(bytes.leak()).and_then(|table| table.check().map(|()| table));
    let table = table.map_err(|error| Failure::at(place(), error))?;
    Ok(Box::leak(Box::new(TableCounts::new(&name, vec![(table, None)]))))
}

fn vectors(path: &Path) -> Result<&'static dyn Vectors, Failure> {
    let table = VectorTable::from_bytes(gold::bytes(path)?.leak()).and_then(|table| table.check().map(|()| table));
    Ok(Box::leak(Box::new(table.map_err(|error| Failure::at(path.display().to_string(), error))?)))
}
