//! The errors for which a taxonomy cannot be loaded at all.

use std::fmt;

use crate::taxonomy::Flaw;

/// The place and the fault for which nothing sensible can be made of a file. Never holds text of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// The file, as the caller named it; empty if it is about all of them.
    pub file: Box<str>,
    /// The line, counted from one; zero if it is about the whole file.
    pub line: u32,
    /// The fault.
    pub what: Fault,
}

/// A fault of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is not in the format it is read as.
    #[error("{0}")]
    Format(&'static str),
    /// Nothing was found in any file.
    #[error("there are no concepts in it")]
    Empty,
    /// Nothing was found in any file but flaws, of which this is the first.
    #[error("{0}, and there are no concepts in it")]
    NothingBut(Flaw),
    /// The file is larger than any taxonomy.
    #[error("larger than 4 GiB")]
    TooLarge,
    /// More files than can be told apart.
    #[error("more than 60,000 files")]
    TooManyFiles,
    /// More concepts than a taxonomy can have.
    #[error("more than 20,000,000 concepts")]
    TooManyConcepts,
    /// So many flaws that the file is hardly what it is taken for.
    #[error("more than 1,000,000 flaws; it is hardly in this format")]
    TooManyFlaws,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file.is_empty(), self.line) {
            (true, _) => write!(f, "{}", self.what),
            (false, 0) => write!(f, "{}: {}", self.file, self.what),
            (false, line) => write!(f, "{}:{line}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for LoadError {}
