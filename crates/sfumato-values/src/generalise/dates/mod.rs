//! Dates: day, month, part of the year, year, half of the decade, decade, century.
//!
//! A century is the hundred years with the same first digits, as most people count: the year 2000 is in the 21st.

mod reading;
mod text;

use sfumato_words::Language;

pub(super) use reading::read;

use super::calendar::{self, DAYS_OF_YEAR, Day, YEARS, day_of_year};
use super::{DayOrder, Hemisphere, PartOfYear, ValueInterval, ValueKind, ValueOptions, ValueStep};
use text::DateWords;

/// The levels of dates, the coarsest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DateLevel {
    Century,
    Decade,
    HalfDecade,
    Year,
    Part,
    Month,
    Day,
    Minute,
}

impl DateLevel {
    /// The depth below the root of all values.
    pub fn depth(self) -> u8 {
        self as u8 + 2
    }
}

/// A span of the calendar: its first day and the day after its last, as numbers of days.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DaySpan {
    pub from: i64,
    pub to: i64,
}

/// A month and a day in it.
type MonthDay = (u32, u32);

/// A span of any year: its first and its last day. It may reach over New Year.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct YearSpan {
    pub first: MonthDay,
    pub last: MonthDay,
}

/// A reading, and another one where the order of day and month is not clear.
#[derive(Clone, Copy)]
pub(super) struct OrderReadings<T> {
    pub day_first: T,
    pub month_first: T,
}

/// The time that a date names.
#[derive(Clone, Copy)]
pub(super) enum DateExtent {
    Calendar(OrderReadings<DaySpan>, DateLevel),
    OfYear(OrderReadings<YearSpan>, DateLevel),
    Weekday(u32),
}

/// The words before the date within the phrase, which tell how its substitute must start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DateLead {
    /// Nothing that matters.
    None,
    /// A preposition ("in March 2019") or what serves as one ("el 3 de marzo").
    Preposition,
    /// The article was left outside ("the | 1990s").
    ArticleOutside,
}

/// A date.
#[derive(Clone)]
pub(super) struct DateValue {
    pub when: DateExtent,
    pub lead: DateLead,
}

/// The reading that holds of two.
enum ChosenReading<T> {
    One(T),
    Either(T, T),
}

impl<T: Copy + PartialEq> OrderReadings<T> {
    fn choose(&self, language: Language, options: &ValueOptions) -> ChosenReading<T> {
        let either = match options.day_order {
            DayOrder::DayFirst => return ChosenReading::One(self.day_first),
            DayOrder::MonthFirst => return ChosenReading::One(self.month_first),
            DayOrder::ByLanguage => language == Language::English,
            DayOrder::Either => true,
        };
        if either && self.day_first != self.month_first {
            ChosenReading::Either(self.day_first, self.month_first)
        } else {
            ChosenReading::One(self.day_first)
        }
    }
}

impl DaySpan {
    fn interval(self) -> ValueInterval {
        ValueInterval { from: self.from as f64, to: self.to as f64 }
    }

    fn with(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// The span of some months of a year.
    pub fn of_months(year: i32, first: u32, last: u32) -> Option<Self> {
        let from = calendar::day(year, first, 1)?;
        let end = calendar::day(year, last, calendar::length(last, year))?;
        Some(Self { from: from.number(), to: end.number() + 1 })
    }

    /// The span of some years, the last one included.
    pub fn of_years(first: i32, last: i32) -> Option<Self> {
        Some(Self { from: calendar::day(first, 1, 1)?.number(), to: calendar::day(last, 12, 31)?.number() + 1 })
    }

    /// The unit of a level in which a day lies; `None` where there is no such unit.
    fn unit(day: Day, level: DateLevel, options: &ValueOptions) -> Option<Self> {
        let years = |count: i32| Self::of_years(day.year - day.year % count, day.year - day.year % count + count - 1);
        match level {
            DateLevel::Minute => None,
            DateLevel::Day => Some(Self { from: day.number(), to: day.number() + 1 }),
            DateLevel::Month => Self::of_months(day.year, day.month, day.month),
            DateLevel::Part => {
                let part = YearPart::of(day.month, options);
                // Where it reaches over New Year it lies in no one year.
                (part.first <= part.last).then(|| Self::of_months(day.year, part.first, part.last))?
            }
            DateLevel::Year => years(1),
            DateLevel::HalfDecade => years(5),
            DateLevel::Decade => years(10),
            DateLevel::Century => years(100),
        }
    }
}

/// A part of the year: its months, and which of the parts it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct YearPart {
    first: u32,
    last: u32,
    index: usize,
}

impl YearPart {
    fn of(month: u32, options: &ValueOptions) -> Self {
        let of_length = |length: u32| {
            let index = month.saturating_sub(1) / length;
            Self { first: index * length + 1, last: index * length + length, index: index as usize }
        };
        match options.part_of_year {
            PartOfYear::Quarter => of_length(3),
            PartOfYear::Third => of_length(4),
            PartOfYear::Season => {
                // The one in March is the first.
                let index = (month + 9) % 12 / 3;
                let first = (index * 3 + 2) % 12 + 1;
                let name = if options.hemisphere == Hemisphere::South { (index + 2) % 4 } else { index };
                Self { first, last: (first + 1) % 12 + 1, index: name as usize }
            }
        }
    }
}

impl YearSpan {
    /// The days it covers, counted from where no part of the year reaches over the end; `None` if it does itself.
    fn interval(self, options: &ValueOptions) -> Option<ValueInterval> {
        let count = |(month, day)| {
            let from_march = day_of_year(month, day);
            let days = match options.part_of_year {
                PartOfYear::Season => from_march,
                // January and February stand last when counting from March.
                PartOfYear::Quarter | PartOfYear::Third => (from_march + 60) % DAYS_OF_YEAR,
            };
            f64::from(days)
        };
        let (from, last) = (count(self.first), count(self.last));
        (from <= last).then_some(ValueInterval { from, to: last + 1.0 })
    }

    fn of_months(first: u32, last: u32) -> Self {
        Self { first: (first, 1), last: (last, calendar::length(last, 2000)) }
    }
}

const WHOLE_YEAR: ValueInterval = ValueInterval { from: 0.0, to: DAYS_OF_YEAR as f64 };
const WEEK: f64 = 7.0;

impl DateValue {
    pub fn kind(&self) -> ValueKind {
        match self.when {
            DateExtent::Calendar(..) => ValueKind::Date,
            DateExtent::OfYear(..) => ValueKind::DayOfYear,
            DateExtent::Weekday(_) => ValueKind::Weekday,
        }
    }

    pub fn level(&self) -> u8 {
        match self.when {
            DateExtent::Calendar(_, level) => level.depth(),
            DateExtent::OfYear(_, level) => of_year_level(level),
            DateExtent::Weekday(_) => 3,
        }
    }

    pub fn interval(&self, language: Language, options: &ValueOptions) -> ValueInterval {
        match self.when {
            DateExtent::Calendar(readings, _) => match readings.choose(language, options) {
                ChosenReading::One(span) => span.interval(),
                ChosenReading::Either(one, other) => one.with(other).interval(),
            },
            DateExtent::OfYear(readings, _) => match readings.choose(language, options) {
                ChosenReading::One(span) => span.interval(options).unwrap_or(WHOLE_YEAR),
                ChosenReading::Either(..) => WHOLE_YEAR,
            },
            DateExtent::Weekday(day) => ValueInterval { from: f64::from(day), to: f64::from(day) + 1.0 },
        }
    }

    pub fn chain(&self, language: Language, options: &ValueOptions) -> Vec<ValueStep> {
        let words = DateWords { language, lead: self.lead };
        match self.when {
            DateExtent::Calendar(readings, level) => calendar_chain(&words, readings, level, options),
            DateExtent::OfYear(readings, level) => of_year_chain(&words, readings, level, options),
            DateExtent::Weekday(day) => weekday_chain(&words, day),
        }
    }
}

/// The levels that a date can be generalised to, the finest first.
const LEVELS: [DateLevel; 7] = [
    DateLevel::Day,
    DateLevel::Month,
    DateLevel::Part,
    DateLevel::Year,
    DateLevel::HalfDecade,
    DateLevel::Decade,
    DateLevel::Century,
];

/// The year in the middle of an interval of dates, and how many years it covers.
pub(super) fn years(interval: &ValueInterval) -> (i32, f64) {
    let middle = Day::from_number(((interval.from + interval.to) / 2.0) as i64);
    (middle.year, (interval.to - interval.from) / DAYS_OF_MEAN_YEAR)
}

const DAYS_OF_MEAN_YEAR: f64 = 365.2425;

fn calendar_chain(
    words: &DateWords,
    readings: OrderReadings<DaySpan>,
    own: DateLevel,
    options: &ValueOptions,
) -> Vec<ValueStep> {
    let chosen = readings.choose(words.language, options);
    let (span, is_either) = match chosen {
        ChosenReading::One(span) => (span, false),
        ChosenReading::Either(one, other) => (one.with(other), true),
    };
    let (first, last) = (Day::from_number(span.from), Day::from_number(span.to - 1));
    let is_range = !is_either
        && DaySpan::unit(first, own.min(DateLevel::Day), options)
            != DaySpan::unit(last, own.min(DateLevel::Day), options);
    let mut steps: Vec<ValueStep> = Vec::new();
    for level in LEVELS {
        let units = DaySpan::unit(first, level, options).zip(DaySpan::unit(last, level, options));
        let Some((from, to)) = units.filter(|(from, to)| level < own && !(is_either && from != to)) else { continue };
        let interval = from.with(to).interval();
        // What says the same in fewer words takes its place.
        steps.pop_if(|step| step.interval == interval);
        let text = if from == to { words.unit(first, level, options) } else { words.span(first, last, level, options) };
        steps.push(ValueStep { text, level: level.depth(), bits: interval.bits(), interval });
    }
    let all = DaySpan::of_years(YEARS.start, YEARS.end - 1).map_or(0.0, |span| span.interval().bits());
    steps.push(ValueStep { text: words.some(own, is_range), level: 1, bits: all, interval: ValueInterval::EVERYTHING });
    steps
}

/// The depth of days of the year, which lie in no year, decade or century.
fn of_year_level(level: DateLevel) -> u8 {
    level.depth() - DateLevel::Part.depth() + 2
}

fn of_year_chain(
    words: &DateWords,
    readings: OrderReadings<YearSpan>,
    own: DateLevel,
    options: &ValueOptions,
) -> Vec<ValueStep> {
    let mut steps: Vec<ValueStep> = Vec::new();
    if let ChosenReading::One(span) = readings.choose(words.language, options) {
        let ((first, _), (last, _)) = (span.first, span.last);
        for level in [DateLevel::Month, DateLevel::Part] {
            if level >= own {
                continue;
            }
            let (from, to) = match level {
                DateLevel::Part => (YearPart::of(first, options), YearPart::of(last, options)),
                _ => (YearPart { first, last: first, index: 0 }, YearPart { first: last, last, index: 0 }),
            };
            let wider = YearSpan::of_months(from.first, to.last);
            let Some(interval) = wider.interval(options).filter(|_| span.interval(options).is_some()) else { continue };
            steps.pop_if(|step| step.interval == interval);
            let text = if from == to {
                words.unit_of_year(first, level, options)
            } else {
                words.between(words.of_year(first, level, options), words.of_year(last, level, options))
            };
            steps.push(ValueStep { text, level: of_year_level(level), bits: interval.bits(), interval });
        }
    }
    steps.push(ValueStep { text: words.some_of_year(own), level: 1, bits: WHOLE_YEAR.bits(), interval: WHOLE_YEAR });
    steps
}

fn weekday_chain(words: &DateWords, day: u32) -> Vec<ValueStep> {
    let is_weekend = day >= 5;
    let interval =
        if is_weekend { ValueInterval { from: 5.0, to: WEEK } } else { ValueInterval { from: 0.0, to: 5.0 } };
    let whole = ValueInterval { from: 0.0, to: WEEK };
    vec![
        ValueStep { text: words.kind_of_weekday(is_weekend), level: 2, bits: interval.bits(), interval },
        ValueStep { text: words.some_weekday(), level: 1, bits: whole.bits(), interval: whole },
    ]
}
