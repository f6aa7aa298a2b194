//! How far the work on a document has come, for whoever waits for it.

/// What is done to a document, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Recognisers look for what there is.
    Finding,
    /// It is decided what becomes of it.
    Deciding,
    /// The file is written.
    Writing,
    /// What was written is searched.
    Checking,
}

/// Somebody who wants to know how far the work on a document has come.
pub trait Watcher: Send + Sync {
    /// A step has come to this share of the document, from 0 to 1. It may be told several times, and from any thread.
    fn reached(&self, step: Step, share: f64);
}
