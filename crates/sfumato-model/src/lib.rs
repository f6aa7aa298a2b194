//! Learns to label sequences, and labels them.
//!
//! What is known of each token stands in columns ([`Observations`]).
//! [`FeatureTemplates`] say which columns of which neighbours make a feature together.
//! A [`SequenceModel`] is a table of weights by feature and label that is read in place; a [`Labeller`] finds the best labels
//! of a sequence with it, or how probable each label is.
//! A [`neural::Network`] scores labels with a transformer instead, in eight bits.
//! The `train` feature makes models: a conditional random field, or an averaged perceptron on the same features.

mod bytes;
mod cache;
mod chain;
mod hash;
mod labeller;
mod lexicon;
mod model;
pub mod neural;
mod observations;
mod templates;
#[cfg(feature = "train")]
pub mod train;

pub use cache::{CacheKey, CacheTable, InstanceNumber};
pub use hash::{HashTable, hash_bytes, hash_pair};
pub use labeller::{Labeller, LabellerMemo};
pub use lexicon::{LexiconBuilder, LexiconRecord, WordLexicon};
pub use model::{ModelError, SequenceModel};
pub use observations::{ObservationRows, Observations};
pub use templates::{FeatureTemplate, FeatureTemplates, TemplatesError};
