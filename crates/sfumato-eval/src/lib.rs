//! Evaluation: findings held against the annotations of files.
//!
//! [`evaluate`] analyses the words or the text of a [`GoldFile`] and counts, part by part, what is [right, spurious and
//! missed](MatchTally). Everything is counted in the same way, so that an accuracy and an F1 are one formula.
//! [`entities`] does the same for what a policy would mask.
//! [`attack`] has adversaries guess whom masked documents are about.
//! [`coverage`] counts of how many phrases the world knows something more general.
//! [`disclosure`] counts how much of what tells of somebody is found, [`topics`] how well topics are told from the rest.
//! [`identifiers`] counts entities that are masked wherever they stand, [`utility`] what is left of a document.
//! [`rows`] compares what two evaluations wrote down.
//! Files are read by somebody else.

pub mod attack;
mod chunks;
mod counts;
pub mod coverage;
pub mod disclosure;
pub mod entities;
mod gold;
pub mod identifiers;
mod language;
mod raw;
pub mod replacement;
pub mod rows;
mod stretches;
pub mod topics;
pub mod utility;

pub use chunks::{ChunkPhrase, phrases};
pub use counts::{MatchCounts, MatchTally};
pub use gold::{GoldAnnotation, GoldFile, is_annotated};
pub use language::{LanguageEvalError, LanguageTask, PartTallies, evaluate};
pub use raw::{RawText, RawToken};
