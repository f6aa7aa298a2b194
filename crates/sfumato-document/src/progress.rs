//! Progress of the work on a document, for whoever waits for it.

/// A step of the work on a document, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkStep {
    /// Recognisers look for what there is.
    Finding,
    /// It is decided what becomes of it.
    Deciding,
    /// The file is written.
    Writing,
    /// The result is searched for what was masked.
    Checking,
}

/// Somebody who wants to know how far the work on a document has come.
pub trait ProgressObserver: Send + Sync {
    /// A step has come to this share of the document, from 0 to 1. It may be told several times, and from any thread.
    fn reached(&self, step: WorkStep, share: f64);
}
