//! Finding what identifies: recognisers, settling, linking.
//!
//! [`detect`] runs every [`Recogniser`] over an analysis, adds the repeats of what was found, covers overlaps once and
//! joins the mentions of one entity.

mod category;
pub mod checks;
mod entity;
mod finding;
pub mod labels;
mod link;
mod lists;
mod masked;
pub mod patterns;
mod recogniser;
mod repeat;
mod settle;

pub use category::{Category, CategoryError};
pub use entity::{Entities, Entity, Mention};
pub use finding::{Evidence, Finding, Findings, Why};
pub use lists::{AllowList, NamedEntities, WordList};
pub use recogniser::{Fault, Recogniser, Settings, detect};
pub use repeat::stands_nowhere_else;
