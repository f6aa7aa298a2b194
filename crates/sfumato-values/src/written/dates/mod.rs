//! Dates: the fields of a mention, its movement by an offset, and the mention written in the form it had.

mod digits;
mod feasts;
mod look;
mod offset;
mod read;
mod render;
mod shift;
#[cfg(test)]
mod tests;
mod written;

pub use feasts::FeastDay;
pub use offset::DateOffset;
pub use read::{DateReading, date_reading, read_dates};
pub use shift::{DateHabits, MomentPlace};
pub use written::{DateField, DateFieldStyle, DateMoment, DatePart, DayMonthOrder, WrittenDates, ZeroPadding};
