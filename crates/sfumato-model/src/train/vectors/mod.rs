//! Vectors of words and phrases: skip-gram with negative sampling, with subwords, over a text of numbers.
//!
//! A token is a word or a phrase. What stands for it is the mean of its own row and the rows of its parts: runs of
//! letters of a word, which share a fixed number of rows, or the words of a phrase. So rare words lean on their
//! spelling, and rare phrases on their words.
//! A phrase is read as one token or as its words, by turns of a coin, so that both learn from every place.
//!
//! One thread works, and for the same text, settings and seed the same numbers come out.

mod arithmetic;
mod chance;
mod text;
mod weights;
mod work;

pub use text::{TokenPart, TokenTable, TrainingText};
pub use weights::VectorWeights;
pub use work::{VectorProgress, VectorSettings, train};
