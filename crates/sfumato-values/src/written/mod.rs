//! Mentions of values as they are written: their fields and how each is spelled, read to be written anew.

mod ages;
mod dates;
mod numerals;
mod tokens;

pub use ages::{AgeField, AgeUnit, read_ages};
pub use dates::{
    DateField, DateFieldStyle, DateHabits, DateMoment, DateOffset, DatePart, DateReading, DayMonthOrder, FeastDay,
    MomentPlace, WrittenDates, ZeroPadding, date_reading, read_dates,
};
pub use numerals::{NumeralStyle, SpanishOne};
pub use tokens::{FoldedWord, LetterCase, ValueLexeme, ValueToken, ValueTokens};
