//! Pseudonyms: names, dates, places and numbers that read as if they had always been there.
//!
//! A [`Subject`] is something to be replaced, with every way it is written. Each kind of thing has a room of its own
//! with the same two doors: `assign` decides what stands for the subjects of a scope, a document or a folder, and
//! writes it into the [`Ledger`]; `write` puts it into the form of one mention. What is decided depends on the
//! [`Seed`] and on the subjects, never on their order.

pub mod ages;
mod cast;
pub mod contacts;
pub mod dates;
pub mod institutions;
mod ledger;
mod lines;
mod lists;
pub mod names;
pub mod numbers;
mod originals;
pub mod places;
mod seed;
mod settings;
pub mod streets;
mod subject;
#[cfg(test)]
mod testing;
pub mod words;

pub use cast::{Cast, Roster, Stage};
pub use ledger::{Kind, Ledger};
pub use lines::Lines;
pub use lists::Lists;
pub use originals::{Originals, fold};
pub use seed::{Draw, Seed};
pub use settings::{
    AgeSettings, Births, CheckDigits, Country, DateSettings, NameSettings, NumberSettings, Per, PlaceSettings, Range,
    Seasons, Settings,
};
pub use subject::{Context, Sex, Subject, Told};
