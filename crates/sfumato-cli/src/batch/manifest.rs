//! The manifest of a batch that is done: what was made of what, in a form that can be held against the files later.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{BatchEntry, BatchSettings, EntryOutcome, hexadecimal};
use crate::failure::Failure;

/// The version of the form.
const MANIFEST_VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
struct ManifestStart {
    manifest: u32,
    #[serde(flatten)]
    settings: BatchSettings,
}

/// Sums over all entries.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestTotals {
    /// Inputs that were masked.
    pub files: usize,
    /// Inputs that were left out.
    pub failed: usize,
    /// Records of collections that were left out.
    pub left_out: usize,
    /// Phrases that are still above a limit.
    pub above: usize,
    /// The bytes of all inputs.
    pub bytes: u64,
    /// Replaced mentions by category.
    pub counts: BTreeMap<String, usize>,
}

impl ManifestTotals {
    /// Counts an entry.
    pub fn add(&mut self, entry: &BatchEntry) {
        self.bytes += entry.bytes;
        match &entry.outcome {
            EntryOutcome::Failed { .. } => self.failed += 1,
            EntryOutcome::Masked { counts, left_out, above, .. } => {
                self.files += 1;
                self.left_out += left_out;
                self.above += above;
                for (category, count) in counts {
                    *self.counts.entry(category.clone()).or_default() += count;
                }
            }
        }
    }
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct ManifestEnd {
    #[serde(flatten)]
    totals: ManifestTotals,
    /// SHA-256 of all lines before this one.
    digest: String,
}

/// A manifest that is being written; it is in its place once it is finished.
pub struct ManifestWriter {
    place: PathBuf,
    staged: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    totals: ManifestTotals,
}

impl ManifestWriter {
    /// Begins a manifest.
    pub fn begin(place: &Path, settings: &BatchSettings) -> Result<Self, Failure> {
        let staged = place.with_extension("part");
        let file = File::create(&staged).map_err(|error| Failure::io(staged.display().to_string(), &error))?;
        let (file, digest) = (BufWriter::new(file), Sha256::new());
        let mut manifest = Self { place: place.to_path_buf(), staged, file, digest, totals: ManifestTotals::default() };
        manifest.line(&ManifestStart { manifest: MANIFEST_VERSION, settings: settings.clone() })?;
        Ok(manifest)
    }

    /// Adds what became of an input.
    pub fn add(&mut self, entry: BatchEntry) -> Result<(), Failure> {
        self.totals.add(&entry);
        self.line(&entry.without_reports())
    }

    /// Ends it and puts it in its place.
    pub fn finish(mut self) -> Result<ManifestTotals, Failure> {
        let digest = hexadecimal(&self.digest.clone().finalize());
        self.line(&ManifestEnd { totals: self.totals.clone(), digest })?;
        let settle = |manifest: &mut Self| {
            manifest.file.flush()?;
            manifest.file.get_ref().sync_data()?;
            std::fs::rename(&manifest.staged, &manifest.place)
        };
        settle(&mut self).map_err(|error| Failure::io(self.place.display().to_string(), &error))?;
        Ok(self.totals)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(line).map_err(|_| Failure::call("the manifest cannot be written as JSON"))?;
        let line = json + "\n";
        self.digest.update(&line);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::io(self.place.display().to_string(), &error))
    }
}

/// A manifest that was read whole and is as it was written.
pub struct ManifestFile {
    /// What the results depend on besides their inputs.
    pub settings: BatchSettings,
    /// Sums over all entries.
    pub totals: ManifestTotals,
}

impl ManifestFile {
    /// Reads a manifest and hands out its entries, in order; a failure if it was changed or is not all there.
    pub fn read(path: &Path, mut each: impl FnMut(BatchEntry) -> Result<(), Failure>) -> Result<Self, Failure> {
        let place = || path.display().to_string();
        let changed = || Failure::at(place(), "the manifest was changed, or is not all there");
        let mut lines = BufReader::new(File::open(path).map_err(|error| Failure::io(place(), &error))?);
        let mut line = String::new();
        let mut digest = Sha256::new();
        let (mut settings, mut totals) = (None, ManifestTotals::default());
        loop {
            line.clear();
            if lines.read_line(&mut line).map_err(|error| Failure::io(place(), &error))? == 0 {
                return Err(changed());
            }
            if settings.is_none() {
                let start: ManifestStart = serde_json::from_str(&line).map_err(|_| changed())?;
                if start.manifest != MANIFEST_VERSION {
                    return Err(Failure::at(place(), "a manifest of another version"));
                }
                settings = Some(start.settings);
            } else if let Ok(entry) = serde_json::from_str::<BatchEntry>(&line) {
                totals.add(&entry);
                each(entry)?;
            } else {
                let end: ManifestEnd = serde_json::from_str(&line).map_err(|_| changed())?;
                let is_whole = end.digest == hexadecimal(&digest.finalize()) && end.totals == totals;
                let is_last = lines.fill_buf().is_ok_and(<[u8]>::is_empty);
                let settings = settings.filter(|_| is_whole && is_last).ok_or_else(changed)?;
                return Ok(Self { settings, totals });
            }
            digest.update(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(input: &str) -> BatchEntry {
        let outcome = EntryOutcome::Masked {
            output: input.to_owned(),
            written: "00".to_owned(),
            counts: [("person".to_owned(), 2)].into(),
            left_out: 1,
            above: 0,
            reports: vec!["{}".to_owned()],
        };
        BatchEntry { input: input.to_owned(), read: Some("11".to_owned()), bytes: 5, outcome }
    }

    #[test]
    fn a_manifest_says_what_was_written_and_notices_every_changed_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("manifest.jsonl");
        let mut writer = ManifestWriter::begin(&path, &BatchSettings::default()).expect("writable");
        ["a", "b"].into_iter().for_each(|input| writer.add(entry(input)).expect("writable"));
        let totals = writer.finish().expect("writable");
        assert_eq!((totals.files, totals.left_out, totals.bytes, totals.counts["person"]), (2, 2, 10, 4));
        let mut read = Vec::new();
        let keep = |entry| {
            read.push(entry);
            Ok(())
        };
        let manifest = ManifestFile::read(&path, keep).expect("whole");
        assert_eq!(manifest.totals, totals);
        assert_eq!(read, [entry("a").without_reports(), entry("b").without_reports()]);
        let bytes = std::fs::read(&path).expect("readable");
        for at in 0..bytes.len() - 1 {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            std::fs::write(&path, wrong).expect("writable");
            assert!(ManifestFile::read(&path, |_| Ok(())).is_err(), "byte {at}");
        }
    }
}
