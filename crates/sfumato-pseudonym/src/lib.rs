//! Pseudonyms: names, dates, places and numbers that read as if they had always been there.
//!
//! A [`PseudonymSubject`] is a value to be replaced, with every way it is written; a [`PseudonymScope`] is all of them in
//! a document or a folder. Each [`SubstituteDomain`] has a module of its own with the same two functions: `assign` decides
//! the substitutes of the subjects of a scope and enters them into a [`SubstituteTable`], and `write` puts one into the
//! form of one mention. A [`Pseudonymiser`] does both for all domains; what was decided is a [`PseudonymMapping`].
//! What is decided depends on the [`PseudonymSeed`] and on the subjects, never on their order.

pub mod ages;
pub mod contacts;
pub mod dates;
pub mod institutions;
mod lines;
mod lists;
pub mod names;
pub mod numbers;
mod originals;
pub mod places;
mod pseudonymiser;
mod seed;
mod settings;
pub mod streets;
mod subject;
mod table;
#[cfg(test)]
mod testing;
pub mod words;

pub use lines::KeyedLines;
pub use lists::SubstituteLists;
pub use originals::{OriginalValues, fold};
pub use pseudonymiser::{PseudonymMapping, PseudonymScope, Pseudonymiser};
pub use seed::{PseudonymSeed, SeededDraws};
pub use settings::{
    AgeSettings, BirthTreatment, CheckDigitTreatment, DateSettings, DatesMovePer, NameSettings, NumberSettings,
    PlaceSettings, PseudonymSettings, SeasonTreatment, ShiftRange, SubstituteCountry,
};
pub use sfumato_detect::SubstituteDomain;
pub use subject::{PersonSex, PseudonymSubject, SubjectClues, SubstituteContext};
pub use table::{SubstituteKind, SubstituteTable};
