//! Values whose generalisations are computed, not listed: dates, times of day, ages and quantities.
//!
//! [`read`] understands a phrase, [`PhraseValue::chain`] gives ever more general truths about it, the most specific first, in
//! words of the phrase's language that can stand in its place.
//! The phrase is all that is looked at: "12 March 2019" is read, "born on" before it is not.
//!
//! What a step costs is the logarithm of how many values of the finest level it covers ([`ValueStep::bits`]):
//!
//! | Kind | The finest level | All of it |
//! |---|---|---|
//! | dates | a day | the years 1000 to 2999 |
//! | days of the year, days of the week | a day | 366, 7 |
//! | times of day | a minute | a day |
//! | ages | a day | 120 years |
//! | percentages | the last digit written | 0 to 100 |
//! | other quantities | the last digit written; zeros of a round number count to its second digit | a thousand times its order of magnitude |
//!
//! Depths are counted from a root of all values (0); what kind of value it is comes next (1). The chain ends there.

mod ages;
mod calendar;
mod dates;
mod numerals;
mod quantities;
#[cfg(test)]
mod tests;
mod times;
mod tokens;
mod units;

use std::fmt;

use sfumato_words::Language;

use ages::AgeRange;
use dates::DateValue;
use quantities::QuantityRange;
use times::TimeOfDay;
use tokens::PhraseCursor;

/// The kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A day, month, year, or longer span of the calendar.
    Date,
    /// A day or month of no certain year.
    DayOfYear,
    /// A day of the week.
    Weekday,
    /// A time of day.
    TimeOfDay,
    /// The age of someone.
    Age,
    /// A duration.
    Duration,
    /// Money.
    Money,
    /// A length, height or distance.
    Length,
    /// An area.
    Area,
    /// A volume.
    Volume,
    /// A weight.
    Weight,
    /// An amount of a drug.
    Dose,
    /// A measured value, as laboratories give them.
    Measurement,
    /// A pressure.
    Pressure,
    /// A temperature.
    Temperature,
    /// A frequency.
    Rate,
    /// A speed.
    Speed,
    /// A share of a hundred.
    Percentage,
    /// A number of things, or any number.
    Number,
    /// A place in an order.
    Ordinal,
}

/// A part of the axis on which values of one kind lie.
///
/// Dates are counted in days, times in minutes, ages in days, quantities in their unit.
#[derive(Clone, Copy, PartialEq)]
pub struct ValueInterval {
    /// The start.
    pub from: f64,
    /// The end.
    pub to: f64,
}

impl ValueInterval {
    /// The whole axis.
    pub const EVERYTHING: Self = Self { from: f64::NEG_INFINITY, to: f64::INFINITY };

    /// True if another interval lies in this one.
    pub fn contains(&self, other: &Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }

    fn bits(&self) -> f64 {
        (self.to - self.from).max(1.0).log2()
    }
}

// Where a value lies tells it.
impl fmt::Debug for ValueInterval {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Interval")
    }
}

/// A generalisation of a value.
#[derive(Clone, PartialEq)]
pub struct ValueStep {
    /// The text that can stand in the place of the phrase.
    pub text: String,
    /// The depth below the root of all values; 1 is the kind of the value.
    pub level: u8,
    /// Its cost.
    pub bits: f64,
    /// The interval it covers.
    pub interval: ValueInterval,
}

impl fmt::Debug for ValueStep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Step").field("level", &self.level).finish_non_exhaustive()
    }
}

/// The level between a month and a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PartOfYear {
    /// "The first quarter of 2019".
    #[default]
    Quarter,
    /// "The spring of 2019", by whole months. A winter belongs to two years, so in dates with a year the season around
    /// New Year is left out.
    Season,
    /// "Early 2019", which here is January to April, "mid-2019", "late 2019".
    Third,
}

/// The half of the earth whose seasons are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hemisphere {
    /// Summer is in July.
    #[default]
    North,
    /// Summer is in January.
    South,
}

/// The reading of a date such as 03/04/2019, in which both numbers could be the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DayOrder {
    /// As is usual: in Spanish the day first; in English nobody knows.
    #[default]
    ByLanguage,
    /// The day first.
    DayFirst,
    /// The month first.
    MonthFirst,
    /// Nobody knows: only what is true of both is said.
    Either,
}

/// The options of generalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ValueOptions {
    /// The level between a month and a year.
    pub part_of_year: PartOfYear,
    /// The half of the earth whose seasons are told.
    pub hemisphere: Hemisphere,
    /// The reading of dates of which the order is not clear.
    pub day_order: DayOrder,
}

/// A phrase that was understood.
#[derive(Clone)]
pub struct PhraseValue {
    language: Language,
    content: ValueContent,
}

#[derive(Clone)]
enum ValueContent {
    Date(DateValue),
    Time(TimeOfDay),
    Age(AgeRange),
    Quantity(QuantityRange),
}

impl fmt::Debug for PhraseValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Value").field("kind", &self.kind()).finish_non_exhaustive()
    }
}

/// Understands a phrase that is a value as a whole.
///
/// Of what can be read in several ways the first of these is taken: date, time of day, age, quantity; "1998" is a year,
/// "47 años" an age, "47 years" a duration.
pub fn read(phrase: &str, language: Language) -> Option<PhraseValue> {
    let tokens = tokens::tokens(phrase)?;
    let cursor = PhraseCursor::new(&tokens);
    let content = dates::read(cursor, language)
        .map(ValueContent::Date)
        .or_else(|| times::read(cursor, language).map(ValueContent::Time))
        .or_else(|| ages::read(cursor, language).map(ValueContent::Age))
        .or_else(|| quantities::read(cursor, language).map(ValueContent::Quantity))?;
    Some(PhraseValue { language, content })
}

/// Understands a phrase that is known to be someone's age, and so may be a bare number: "47".
pub fn read_age(phrase: &str, language: Language) -> Option<PhraseValue> {
    let tokens = tokens::tokens(phrase)?;
    let age = ages::read_known(PhraseCursor::new(&tokens), language)?;
    Some(PhraseValue { language, content: ValueContent::Age(age) })
}

impl PhraseValue {
    /// The kind of the value.
    pub fn kind(&self) -> ValueKind {
        match &self.content {
            ValueContent::Date(date) => date.kind(),
            ValueContent::Time(_) => ValueKind::TimeOfDay,
            ValueContent::Age(_) => ValueKind::Age,
            ValueContent::Quantity(quantity) => quantity.kind(),
        }
    }

    /// The language it is written in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Its own depth below the root of all values.
    pub fn level(&self) -> u8 {
        match &self.content {
            ValueContent::Date(date) => date.level(),
            ValueContent::Time(time) => time.level(),
            ValueContent::Age(age) => age.level(),
            ValueContent::Quantity(quantity) => quantity.level(),
        }
    }

    /// The interval it covers itself.
    pub fn interval(&self, options: &ValueOptions) -> ValueInterval {
        match &self.content {
            ValueContent::Date(date) => date.interval(self.language, options),
            ValueContent::Time(time) => time.interval(),
            ValueContent::Age(age) => age.interval(),
            ValueContent::Quantity(quantity) => quantity.interval(),
        }
    }

    /// Its own cost: more than nothing if it is not of the finest level.
    pub fn bits(&self, options: &ValueOptions) -> f64 {
        match &self.content {
            ValueContent::Quantity(quantity) => quantity.bits(quantity.interval()),
            _ => self.interval(options).bits(),
        }
    }

    /// The year in the middle of what it covers, or of what a step of its chain does, and how many years that are;
    /// nothing if it is no date of the calendar, is finer than a year, or says only that it is a date.
    pub fn years(&self, options: &ValueOptions, step: Option<&ValueStep>) -> Option<(i32, f64)> {
        let interval = step.map_or_else(|| self.interval(options), |step| step.interval);
        let is_known = self.kind() == ValueKind::Date && interval != ValueInterval::EVERYTHING;
        is_known.then(|| dates::years(&interval)).filter(|(_, years)| *years > LEAST_OF_YEAR)
    }

    /// Ever more general truths about it, the most specific first; the last says only of what kind it is.
    pub fn chain(&self, options: &ValueOptions) -> Vec<ValueStep> {
        match &self.content {
            ValueContent::Date(date) => date.chain(self.language, options),
            ValueContent::Time(time) => time.chain(self.language),
            ValueContent::Age(age) => age.chain(self.language),
            ValueContent::Quantity(quantity) => quantity.chain(self.language),
        }
    }
}

/// Of a year so much is one: leap years are longer than others.
const LEAST_OF_YEAR: f64 = 0.99;

/// Text in one of two languages.
fn in_language<T>(language: Language, english: T, spanish: T) -> T {
    match language {
        Language::English => english,
        Language::Spanish => spanish,
    }
}
