//! Taxonomies: concepts, their names, and the kinds that they belong to.

#[cfg(feature = "build")]
mod draft;
#[cfg(feature = "build")]
mod pack;
mod senses;
mod table;
#[cfg(all(test, feature = "build"))]
mod tests;

#[cfg(feature = "build")]
pub use draft::{Draft, DraftId, Dropped, Flaw, Place};
#[cfg(feature = "build")]
pub use pack::{PackError, PackingOutcome, Spoken, pack};
pub use senses::Match;
pub(crate) use senses::SoughtPhrase;
pub use table::{Concept, Name, NameKind, Taxonomy, TaxonomyError, TaxonomySubject};
