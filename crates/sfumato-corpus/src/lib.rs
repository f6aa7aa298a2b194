//! Reference corpora: the user's own documents on disk, or a search engine of theirs, asked how common something is.
//!
//! [`Index`] counts in an index of documents that [`Builder`] made; [`Remote`] asks a server that speaks the `_count` API
//! of Elasticsearch. Both are [`Counts`](sfumato_knowledge::counts::Counts).
//! This crate reads and writes files and, if told to, the network; the crates beside it do neither.

mod error;
pub mod index;
mod private;
pub mod remote;
mod variants;

pub use error::CorpusError;
pub use index::{Builder, Index};
pub use remote::Remote;
pub use variants::{head, variants};
