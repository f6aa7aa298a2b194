//! Errors of an index. No text of a document is ever told.

use std::io;
use std::path::Path;

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

/// The reason why an index is not read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct CorpusError {
    place: Box<str>,
    why: Why,
}

/// The fault, and the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Why {
    #[error("there is no such index; make it with `sfumato corpus build`")]
    Missing,
    #[error("is no index of documents; name the folder that `sfumato corpus build` wrote")]
    NoIndex,
    #[error("is a folder with other things in it; name a new one for the index")]
    Occupied,
    #[error("was made by another version of sfumato; remove it and build it anew")]
    OtherVersion,
    #[error("another run is writing to this index; wait until it is done")]
    Locked,
    #[error("the index is damaged; remove it and build it anew")]
    Damaged,
    #[error("{0}")]
    Io(io::ErrorKind),
    #[error("internal error of the index; please report it")]
    Internal,
}

impl CorpusError {
    pub(crate) fn new(folder: &Path, why: Why) -> Self {
        Self { place: folder.display().to_string().into(), why }
    }

    pub(crate) fn io(folder: &Path, error: &io::Error) -> Self {
        Self::new(folder, Why::Io(error.kind()))
    }

    /// Takes what the index says without its words, which may be those of a document.
    pub(crate) fn index(folder: &Path, error: &TantivyError) -> Self {
        Self::new(folder, why(error))
    }

    /// The index, and the fault in it.
    pub fn into_parts(self) -> (Box<str>, String) {
        (self.place, self.why.to_string())
    }
}

fn why(error: &TantivyError) -> Why {
    match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => Why::Locked,
        TantivyError::LockFailure(LockError::IoError(error), _) | TantivyError::IoError(error) => Why::Io(error.kind()),
        TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. })
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => Why::Io(io_error.kind()),
        TantivyError::OpenReadError(OpenReadError::IncompatibleIndex(_)) | TantivyError::IncompatibleIndex(_) => {
            Why::OtherVersion
        }
        TantivyError::OpenReadError(_)
        | TantivyError::OpenDirectoryError(_)
        | TantivyError::DataCorruption(_)
        | TantivyError::SchemaError(_)
        | TantivyError::FieldNotFound(_) => Why::Damaged,
        _ => Why::Internal,
    }
}
