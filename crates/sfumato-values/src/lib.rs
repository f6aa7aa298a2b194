//! Values: dates, times of day, ages, numbers and quantities, in English and Spanish, in digits, in words and in Roman
//! figures.
//!
//! | What is wanted | Where |
//! |---|---|
//! | days that exist, counted | [`Day`] |
//! | ever more general truths about a phrase that is a value as a whole | [`generalise`] |
//! | the fields of a mention as it is written, and the mention with other values in them | [`written`] |
//! | the names of months, weekdays and seasons | [`words`] |
//!
//! The two readers differ in what they are for.
//! To generalise is to understand all of a phrase or nothing, and to say something else in its place; to shift is to
//! understand what moves, wherever in a mention it stands, and to leave everything else as it is.
//! They share the calendar, the words, the Roman figures and the endings of ordinals.

mod calendar;
mod figures;
pub mod generalise;
pub mod words;
pub mod written;

pub use calendar::Day;
pub use words::NameLength;
pub use written::FeastDay;
