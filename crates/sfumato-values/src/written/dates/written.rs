//! A mention of dates as it is written: its fields, how each is spelled, and which of them make a date together.

use std::fmt;

use sfumato_words::Language;

use super::feasts::FeastDay;
use crate::NameLength;
use crate::written::numerals::NumeralStyle;
use crate::written::tokens::LetterCase;

/// The number that comes first where a date could be read either way: 03/04/2021.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayMonthOrder {
    /// The day.
    DayFirst,
    /// The month.
    MonthFirst,
}

impl DayMonthOrder {
    /// In one word, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::DayFirst => "day-first",
            Self::MonthFirst => "month-first",
        }
    }

    /// The order of a name, or `None`.
    pub fn named(name: &str) -> Option<Self> {
        [Self::DayFirst, Self::MonthFirst].into_iter().find(|order| order.name() == name)
    }
}

/// The part of a date that a field tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatePart {
    /// The day of the month.
    Day,
    /// The month.
    Month,
    /// The year.
    Year,
    /// The day of the week.
    Weekday,
    /// The season.
    Season,
    /// One of so many parts of the year.
    Share(u32),
    /// A feast.
    Feast(FeastDay),
    /// A decade, by its first year.
    Decade,
}

/// The spelling of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateFieldStyle {
    /// In digits, as many at least; with or without a leading zero.
    Digits(usize, ZeroPadding),
    /// In digits with an English suffix: 4th.
    English(usize, LetterCase),
    /// In digits with a Spanish suffix: 1er.
    Spanish,
    /// A year in all its digits.
    Year,
    /// A year by its last two digits.
    ShortYear,
    /// A year with a dot: 2.021.
    DottedYear,
    /// In words.
    Words(NumeralStyle),
    /// By a name.
    Name(NameLength, Language, LetterCase),
    /// By a shortened name with a dot.
    Dotted(Language, LetterCase),
    /// In Roman figures.
    Roman(LetterCase),
    /// By an adjective before the noun, or the word for the last one.
    Rank(Language, LetterCase, bool),
}

/// The padding of numbers below ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZeroPadding {
    /// They have.
    Padded,
    /// They have not.
    Plain,
    /// The number has two digits of its own.
    Unknown,
}

/// A stretch of a mention that tells one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateField {
    /// The start, in bytes.
    pub start: usize,
    /// The end.
    pub end: usize,
    /// The part of the date it tells.
    pub part: DatePart,
    /// Its value.
    pub value: i32,
    /// Its spelling.
    pub style: DateFieldStyle,
    /// The moment that it follows if several share it.
    pub owner: usize,
}

/// The fields, by number, that make one date together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DateMoment {
    /// The day of the week.
    pub weekday: Option<usize>,
    /// The day.
    pub day: Option<usize>,
    /// The month.
    pub month: Option<usize>,
    /// The year.
    pub year: Option<usize>,
    /// A season, a part of a year, a feast or a decade.
    pub period: Option<usize>,
}

impl DateMoment {
    /// True if it is told to the day, the year included.
    pub fn is_full(&self) -> bool {
        self.day.is_some() && self.month.is_some() && self.year.is_some()
    }
}

/// A mention of one date or several, as it is written. `Debug` shows no text.
#[derive(Clone)]
pub struct WrittenDates<'t> {
    /// The mention.
    pub text: &'t str,
    /// Its fields, in order.
    pub fields: Vec<DateField>,
    /// Its dates.
    pub moments: Vec<DateMoment>,
    /// For dates in digits: the mark between them, and their order where it shows.
    pub digits: Option<(char, Option<DayMonthOrder>)>,
    /// True if it holds a word with a capital that no date has.
    pub is_strange: bool,
}

impl WrittenDates<'_> {
    /// A field of a moment.
    pub fn field(&self, at: Option<usize>) -> Option<&DateField> {
        self.fields.get(at?)
    }

    /// True if any of its dates is told to the day, the year included.
    pub fn is_full(&self) -> bool {
        self.moments.iter().any(DateMoment::is_full)
    }

    /// The form of the mention, the same in everything of the same form: its parts, their spelling, and the text
    /// between.
    #[cfg(test)]
    pub fn form(&self) -> (Vec<(DatePart, String)>, Vec<String>) {
        let style = |field: &DateField| match field.style {
            // What has two digits of its own may be of either kind.
            DateFieldStyle::Digits(_, ZeroPadding::Unknown) => String::new(),
            DateFieldStyle::Digits(width, zero) => format!("digits {width} {zero:?}"),
            DateFieldStyle::Words(spelled) => format!("words {:?} {:?}", spelled.language, spelled.case),
            // The English May is its own short form.
            DateFieldStyle::Name(_, Language::English, _) if field.part == DatePart::Month && field.value == 5 => {
                String::new()
            }
            other => format!("{other:?}"),
        };
        let part = |field: &DateField| match field.part {
            DatePart::Feast(_) => DatePart::Feast(FeastDay::Easter),
            other => other,
        };
        let mut at = 0;
        let mut between = Vec::new();
        for field in &self.fields {
            between.push(self.text.get(at..field.start).unwrap_or_default().to_owned());
            at = field.end;
        }
        between.push(self.text.get(at..).unwrap_or_default().to_owned());
        (self.fields.iter().map(|field| (part(field), style(field))).collect(), between)
    }
}

impl fmt::Debug for WrittenDates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Written({} fields, {} moments)", self.fields.len(), self.moments.len())
    }
}
