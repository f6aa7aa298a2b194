//! `sfumato verify`: holds a folder of results against the manifests of the runs that wrote it.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use crate::args::VerifyArguments;
use crate::batch::{self, BatchEntry, EntryOutcome, ManifestFile};
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::{Completeness, print};

/// Prints a line for everything that is not as the manifests say.
pub fn run(verify: &VerifyArguments) -> Result<Completeness, Failure> {
    let folder = verify.journal.clone().unwrap_or_else(|| batch::journal_folder(&verify.output));
    let manifests = manifests(&folder)?;
    let mut check = FolderCheck::new(verify)?;
    let mut shards: BTreeMap<String, usize> = BTreeMap::new();
    for path in &manifests {
        let manifest = ManifestFile::read(path, |entry| check.entry(entry))?;
        let shard = manifest.settings.shard.unwrap_or_else(|| "1/1".to_owned());
        *shards.entry(shard.rsplit('/').next().unwrap_or_default().to_owned()).or_default() += 1;
        check.failed += manifest.totals.failed;
    }
    for (parts, there) in shards {
        if parts != there.to_string() {
            check.differs(&folder, &format!("manifests of {there} of {parts} parts are there"));
        }
    }
    check.others()?;
    print(&check.lines.concat())?;
    if !verify.quiet {
        failure::say(&check.sum());
    }
    Ok(if check.lines.is_empty() { Completeness::Complete } else { Completeness::Incomplete })
}

/// The manifests of a folder.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let place = || folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::io(place(), &error))?;
    let is_manifest = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("manifest") && name.ends_with(".jsonl")
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_manifest).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::at(place(), "no manifest; one is written when `mask --resume` has come to its end"));
    }
    Ok(paths)
}

/// A comparison under way.
struct FolderCheck<'a> {
    verify: &'a VerifyArguments,
    /// The inputs that are there now, by name, if they are to be compared.
    inputs: Option<BTreeMap<String, InputFile>>,
    results: HashSet<PathBuf>,
    lines: Vec<String>,
    failed: usize,
}

impl<'a> FolderCheck<'a> {
    fn new(verify: &'a VerifyArguments) -> Result<Self, Failure> {
        let named = |inputs: Vec<InputFile>| inputs.into_iter().map(|input| (batch::name_of(&input.below), input));
        let inputs = match verify.inputs.as_slice() {
            [] => None,
            inputs => Some(named(inputs::collect(inputs, Some(&verify.output))?).collect()),
        };
        Ok(Self { verify, inputs, results: HashSet::new(), lines: Vec::new(), failed: 0 })
    }

    fn differs(&mut self, place: &Path, what: &str) {
        self.lines.push(format!("{}: {what}\n", place.display()));
    }

    /// Compares an entry of a manifest with what is there.
    fn entry(&mut self, entry: BatchEntry) -> Result<(), Failure> {
        if let EntryOutcome::Masked { output, written, .. } = &entry.outcome {
            let place = self.verify.output.join(batch::path_of(output));
            match digest(&place)? {
                Some(digest) if digest == *written => {}
                Some(_) => self.differs(&place, "changed since it was written"),
                None => self.differs(&place, "gone"),
            }
            self.results.insert(place);
        }
        let Some(input) = self.inputs.as_mut().map(|inputs| inputs.remove(&entry.input)) else { return Ok(()) };
        match input.as_ref().and_then(|input| input.path.as_deref()) {
            None => self.differs(&batch::path_of(&entry.input), "input gone since it was masked"),
            Some(path) if digest(path)? != entry.read => self.differs(path, "input changed since it was masked"),
            Some(_) => {}
        }
        Ok(())
    }

    /// Looks for what the manifests do not name.
    fn others(&mut self) -> Result<(), Failure> {
        for entry in walkdir::WalkDir::new(&self.verify.output).sort_by_file_name() {
            let entry = entry.map_err(|_| Failure::at(self.verify.output.display().to_string(), "cannot be read"))?;
            if !entry.file_type().is_dir() && !self.results.contains(entry.path()) {
                self.differs(entry.path(), "not in the manifest");
            }
        }
        for input in self.inputs.take().into_iter().flat_map(BTreeMap::into_values) {
            self.differs(&input.place(), "input not masked yet");
        }
        Ok(())
    }

    fn sum(&self) -> String {
        let failed = match self.failed {
            0 => String::new(),
            failed => format!("; {failed} inputs had been left out"),
        };
        let results = self.results.len();
        match self.lines.len() {
            0 => format!("verified: {results} results are as they were written{failed}"),
            differ => format!("{differ} differences in {results} results{failed}"),
        }
    }
}

/// The digest of a file; nothing if it is not there.
fn digest(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(batch::digest_of(&bytes))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io(path.display().to_string(), &error)),
    }
}
