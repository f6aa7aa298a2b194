//! Making models.
//!
//! A [`LabelledCorpus`] is turned into numbers ([`EncodedCorpus`]); a [`CrfTrainer`] or a [`perceptron`] finds [`FieldWeights`] for them; [`pack`]
//! writes the file. For the same corpus and settings the same bytes come out, however many threads work.

mod corpus;
mod crf;
mod encoded;
mod lbfgs;
mod pack;
mod perceptron;
pub mod vectors;

#[cfg(test)]
pub(crate) use corpus::samples;
pub use corpus::{LabelNames, LabelledCorpus};
pub use crf::{CrfSettings, CrfTrainer};
pub use encoded::{EncodedCorpus, FieldWeights, LearntWeights};
pub use lbfgs::{MinimiserProgress, MinimiserState, MinimiserStateError};
pub use pack::pack;
pub use perceptron::{PerceptronSettings, perceptron};
