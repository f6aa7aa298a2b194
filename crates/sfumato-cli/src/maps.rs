//! The map of a run: the substitutes and the values behind them, sealed with the key.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sfumato::document::Document;
use sfumato::document::formats::DocumentFormat;
use sfumato::mask::Keys;
use sfumato::pseudonym::PseudonymMapping;
use sfumato::{MapFile, MaskedDocument, Record};

use crate::args::KeyOptions;
use crate::failure::Failure;
use crate::jobs;
use crate::output::{OutputTarget, StagingArea};

/// A map and its file.
pub struct RunMap {
    path: PathBuf,
    keys: Keys,
    file: Mutex<MapFile>,
}

impl RunMap {
    /// Opens a map; one that is not there is empty if it may be `new`.
    pub fn open(path: &Path, key: &KeyOptions, new: bool) -> Result<Self, Failure> {
        let place = || path.display().to_string();
        let keys = jobs::key(key)?
            .ok_or_else(|| Failure::call("a map is sealed with a key; give it with --key-file or SFUMATO_KEY"))?;
        let file = match std::fs::read(path) {
            Ok(bytes) => MapFile::open(&bytes, &keys).map_err(|error| Failure::at(place(), error))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && new => MapFile::default(),
            Err(error) => return Err(Failure::io(place(), &error)),
        };
        Ok(Self { path: path.to_path_buf(), keys, file: Mutex::new(file) })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The substitutes that were in use before this run.
    pub fn mapping(&self) -> PseudonymMapping {
        self.with(|file| file.mapping.clone())
    }

    /// Takes note of a document that was written.
    pub fn record(
        &self,
        format: &dyn DocumentFormat,
        document: &Document,
        masked: &MaskedDocument,
        written: &[u8],
    ) -> Result<(), &'static str> {
        let again = format.read(written.to_vec()).map_err(|_| "what was written cannot be read again")?;
        let record = Record::new(document, masked, &again);
        let record =
            record.ok_or("this kind of file does not keep replacements in their places, so no map can know it")?;
        self.with(|file| file.record(record));
        Ok(())
    }

    /// The edits that bring a document back.
    pub fn restore(&self, document: &Document) -> Result<sfumato::document::Edits, sfumato::MapError> {
        self.with(|file| file.restore(document))
    }

    /// Makes its file anew.
    pub fn stage(&self, staging: &StagingArea, mapping: Option<&PseudonymMapping>) -> Result<(), Failure> {
        let sealed = self.with(|file| {
            if let Some(mapping) = mapping {
                file.mapping = mapping.clone();
            }
            file.seal(&self.keys)
        });
        staging.add(&OutputTarget::File(self.path.clone()), &sealed, None)
    }

    fn with<T>(&self, work: impl FnOnce(&mut MapFile) -> T) -> T {
        // A record is added whole or not at all.
        work(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
