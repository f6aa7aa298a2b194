//! What a phrase still tells: of itself, of what is hidden near it, and of whom a document is to protect.
//!
//! Each [`RiskModel`] answers the same question, how much a phrase tells and how much it may: [`Specificity`] of the
//! phrase alone, [`Disclosure`] of something hidden in its context, [`Relatedness`] of somebody who was named,
//! [`Inference`] of a topic that the text need not name. They ask
//! a [`World`], what is known, and change nothing.

mod asks;
mod clues;
mod context;
mod disclosure;
mod focus;
mod information;
mod limit;
mod model;
mod relatedness;
mod specificity;
#[cfg(test)]
mod tests;
mod topics;

pub use asks::{ask, is_noun};
pub use clues::{Clue, ClueSort, Clues, Evidence, Inference, Inferred, is_number};
pub use context::{Context, Contexts, Reach, Reaches};
pub use disclosure::{Disclosure, Form, Hits};
pub use focus::{Aboutness, Focus};
pub use information::{Information, World};
pub use limit::{Limit, least_listed};
pub use model::{Hidden, Risk, RiskLimit, RiskModel, RiskUnit, WeighedPhrase};
pub use relatedness::Relatedness;
pub use specificity::Specificity;
pub use topics::{Expansion, Listed, Topic, Topics, TopicsError, is_result, topic_category};
