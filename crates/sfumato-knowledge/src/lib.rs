//! Knowledge of the world: taxonomies, counts and vectors, read in place.
//!
//! Three questions are answered here: what is this a kind of ([`taxonomy`]), how common is it, alone and together with
//! that ([`counts`]), and how close is it to that ([`vectors`]).
//! Dates, ages and quantities are generalised by rule, in `sfumato-values`.
//! Nothing is read but byte slices that the caller hands in; they lie in the program or in a file.

mod company;
pub mod counts;
pub mod key;
mod kinds;
mod knowledge;
#[cfg(feature = "build")]
pub mod load;
mod meanings;
mod memory;
mod parts;
mod relations;
pub mod taxonomy;
pub mod vectors;

pub use company::Company;
pub use knowledge::{Ask, Generalisation, Knowledge, Sense, Way};
pub use parts::parts;
pub use relations::{Relation, RelationsError, relations};
pub use taxonomy::{Concept, Taxonomy, TaxonomyError, TaxonomySubject};
