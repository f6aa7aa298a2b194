//! Making models.
//!
//! A [`Corpus`] is turned into numbers ([`Encoded`]); a [`Crf`] or a [`perceptron`] finds [`Weights`] for them; [`pack`]
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
pub use corpus::{Corpus, Labels};
pub use crf::{Crf, Settings as CrfSettings};
pub use encoded::{Encoded, Learnt, Weights};
pub use lbfgs::{Progress, State, StateError};
pub use pack::pack;
pub use perceptron::{Settings as PerceptronSettings, perceptron};
