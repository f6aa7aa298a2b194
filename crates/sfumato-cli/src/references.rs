//! References of the user's own beside the embedded ones: taxonomies, a corpus, vectors.

use std::path::Path;
use std::time::Duration;

use sfumato::BroughtKnowledge;
use sfumato::corpus::remote::{Address, Cache, RemoteSettings};
use sfumato::corpus::{Index, Remote};
use sfumato::knowledge::counts::{CountTable, Counts, ListedCounts, TableCounts};
use sfumato::knowledge::vectors::{VectorTable, Vectors};
use sfumato::mask::{Keys, Policy};

use crate::args::{KeyOptions, ReferenceOptions, SearchEngineOptions};
use crate::failure::{self, Failure};
use crate::{gold, taxonomies};

/// Opens what the arguments name. It is used in place until the program ends.
pub fn brought(
    references: &ReferenceOptions,
    key: &KeyOptions,
    policy: &Policy,
    policy_name: &str,
) -> Result<&'static BroughtKnowledge<'static>, Failure> {
    let files = taxonomies::TaxonomyFiles::of(policy.clone(), policy_name, &references.knowledge)?;
    let files: &'static taxonomies::TaxonomyFiles = Box::leak(Box::new(files));
    if references.own_only && references.corpus.is_none() && references.vectors.is_none() {
        return Err(Failure::call("--own-only needs --corpus or --vectors"));
    }
    let is_asked = references.corpus.as_deref().is_some_and(|path| address(path).is_some());
    if !is_asked && (references.engine.send_terms || references.engine.cache.is_some()) {
        return Err(Failure::call(
            "--send-terms and --cache are for a search engine, the address of which --corpus names",
        ));
    }
    let mut knowledge = BroughtKnowledge::default().taxonomies(files.own()?);
    if let Some(path) = &references.corpus {
        let counts = match address(path) {
            Some(url) => Box::leak(Box::new(search_engine(url, "--corpus", &references.engine, key)?)),
            None => counts(path)?,
        };
        knowledge = knowledge.reference(counts).map_err(|error| Failure::at("embedded counts", error))?;
    }
    if let Some(path) = &references.vectors {
        knowledge = knowledge.vectors(vectors(path)?);
    }
    Ok(Box::leak(Box::new(if references.own_only { knowledge.alone() } else { knowledge })))
}

/// The address of a search engine that is named instead of a file.
pub fn address(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| name.starts_with("http://") || name.starts_with("https://"))
}

/// The search engine that the arguments name, if they allow that it is asked.
pub fn search_engine(
    url: &str,
    option: &str,
    engine: &SearchEngineOptions,
    key: &KeyOptions,
) -> Result<Remote, Failure> {
    let address = Address::parse(url).map_err(|error| Failure::at(option, error))?;
    if !engine.send_terms {
        return Err(Failure::call(format!(
            "the phrases would leave this machine for {}; add --send-terms if they may",
            address.host()
        )));
    }
    failure::say(&format!("sfumato: the phrases leave this machine: they are sent to {}", address.host()));
    let cache = engine.cache.as_deref().map(|folder| cache(folder, key)).transpose()?;
    let settings = RemoteSettings {
        field: engine.field.clone(),
        timeout: Duration::from_secs(engine.timeout),
        authorization: std::env::var("SFUMATO_REMOTE_AUTHORIZATION").ok(),
        ..RemoteSettings::new(address)
    };
    Remote::connect(settings, cache).map_err(Failure::call)
}

/// The cache in a folder, with the user's key if there is one.
fn cache(folder: &Path, key: &KeyOptions) -> Result<Cache, Failure> {
    let secret = match &key.key_file {
        Some(path) => {
            let place = path.display().to_string();
            let secret = std::fs::read(path).map_err(|error| Failure::io(&place, &error))?;
            // Only what is good enough for other purposes is good enough here.
            Keys::from_secret(&secret).map_err(|error| Failure::at(place, error))?;
            Some(secret)
        }
        None => None,
    };
    Cache::open(folder, secret.as_deref()).map_err(|error| Failure::at(error.place(), error.why()))
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
