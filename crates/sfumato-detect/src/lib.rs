//! Finding what identifies: recognisers, settling, linking.
//!
//! [`detect`] runs every [`Recogniser`] over an analysis, adds the repeats of what was found, covers overlaps once and
//! joins the mentions of one entity.

mod amounts;
mod borders;
mod category;
pub mod checks;
mod columns;
mod entity;
mod finding;
mod given;
mod headers;
pub mod labels;
pub mod learned;
mod link;
mod lists;
mod masked;
pub mod patterns;
mod recogniser;
mod refine;
mod repeat;
#[cfg(feature = "train")]
pub mod rules;
mod settle;
mod speakers;
#[cfg(test)]
mod testing;
mod values;

pub use category::{Category, CategoryError, EntityLinks, KnownCategory, RepeatSearch, SubstituteDomain, ValueForm};
pub use entity::{DecidedPlace, DecidedPlacesError, Entities, Entity, Mention};
pub use finding::{Finding, FindingEvidence, FindingReason, Findings};
pub use given::{GivenPlace, GivenPlaces};
pub use lists::{AllowList, NamedEntities, WordList};
pub use recogniser::{DetectionSettings, Recogniser, RecogniserFault, detect};
pub use repeat::{identifies, stands_nowhere_else};
pub use speakers::Speakers;
