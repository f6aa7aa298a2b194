//! Dates: day, month, part of the year, year, half of the decade, decade, century.
//!
//! A century is the hundred years with the same first digits, as most people count: the year 2000 is in the 21st.

mod reading;
mod text;

use sfumato_language::Language;

pub(super) use reading::read;

use super::calendar::{self, DAYS_OF_YEAR, Day, YEARS, day_of_year};
use super::{DayOrder, Hemisphere, Interval, Kind, Options, PartOfYear, Step};
use text::Words;

/// How fine dates are, the coarsest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Century,
    Decade,
    HalfDecade,
    Year,
    Part,
    Month,
    Day,
    Minute,
}

impl Level {
    /// How deep it lies below the root of all values.
    pub fn depth(self) -> u8 {
        self as u8 + 2
    }
}

/// A span of the calendar: its first day and the day after its last, as numbers of days.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
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
pub(super) struct Readings<T> {
    pub day_first: T,
    pub month_first: T,
}

/// When it is.
#[derive(Clone, Copy)]
pub(super) enum When {
    Calendar(Readings<Span>, Level),
    OfYear(Readings<YearSpan>, Level),
    Weekday(u32),
}

/// What stood before the date within the phrase, which tells what text must start with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// Nothing that matters.
    None,
    /// A preposition ("in March 2019") or what serves as one ("el 3 de marzo").
    Preposition,
    /// The article was left outside ("the | 1990s").
    ArticleOutside,
}

/// A date.
#[derive(Clone)]
pub(super) struct Date {
    pub when: When,
    pub lead: Lead,
}

/// What of two readings holds.
enum Chosen<T> {
    One(T),
    Either(T, T),
}

impl<T: Copy + PartialEq> Readings<T> {
    fn choose(&self, language: Language, options: &Options) -> Chosen<T> {
        let either = match options.day_order {
            DayOrder::DayFirst => return Chosen::One(self.day_first),
            DayOrder::MonthFirst => return Chosen::One(self.month_first),
            DayOrder::ByLanguage => language == Language::English,
            DayOrder::Either => true,
        };
        if either && self.day_first != self.month_first {
            Chosen::Either(self.day_first, self.month_first)
        } else {
            Chosen::One(self.day_first)
        }
    }
}

impl Span {
    fn interval(self) -> Interval {
        Interval { from: self.from as f64, to: self.to as f64 }
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
    fn unit(day: Day, level: Level, options: &Options) -> Option<Self> {
        let years = |count: i32| Self::of_years(day.year - day.year % count, day.year - day.year % count + count - 1);
        match level {
            Level::Minute => None,
            Level::Day => Some(Self { from: day.number(), to: day.number() + 1 }),
            Level::Month => Self::of_months(day.year, day.month, day.month),
            Level::Part => {
                let part = Part::of(day.month, options);
                // Where it reaches over New Year it lies in no one year.
                (part.first <= part.last).then(|| Self::of_months(day.year, part.first, part.last))?
            }
            Level::Year => years(1),
            Level::HalfDecade => years(5),
            Level::Decade => years(10),
            Level::Century => years(100),
        }
    }
}

/// A part of the year: its months, and which of the parts it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    first: u32,
    last: u32,
    index: usize,
}

impl Part {
    fn of(month: u32, options: &Options) -> Self {
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
    fn interval(self, options: &Options) -> Option<Interval> {
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
        (from <= last).then_some(Interval { from, to: last + 1.0 })
    }

    fn of_months(first: u32, last: u32) -> Self {
        Self { first: (first, 1), last: (last, calendar::length(last, 2000)) }
    }
}

const WHOLE_YEAR: Interval = Interval { from: 0.0, to: DAYS_OF_YEAR as f64 };
const WEEK: f64 = 7.0;

impl Date {
    pub fn kind(&self) -> Kind {
        match self.when {
            When::Calendar(..) => Kind::Date,
            When::OfYear(..) => Kind::DayOfYear,
            When::Weekday(_) => Kind::Weekday,
        }
    }

    pub fn level(&self) -> u8 {
        match self.when {
            When::Calendar(_, level) => level.depth(),
            When::OfYear(_, level) => of_year_level(level),
            When::Weekday(_) => 3,
        }
    }

    pub fn interval(&self, language: Language, options: &Options) -> Interval {
        match self.when {
            When::Calendar(readings, _) => match readings.choose(language, options) {
                Chosen::One(span) => span.interval(),
                Chosen::Either(one, other) => one.with(other).interval(),
            },
            When::OfYear(readings, _) => match readings.choose(language, options) {
                Chosen::One(span) => span.interval(options).unwrap_or(WHOLE_YEAR),
                Chosen::Either(..) => WHOLE_YEAR,
            },
            When::Weekday(day) => Interval { from: f64::from(day), to: f64::from(day) + 1.0 },
        }
    }

    pub fn chain(&self, language: Language, options: &Options) -> Vec<Step> {
        let words = Words { language, lead: self.lead };
        match self.when {
            When::Calendar(readings, level) => calendar_chain(&words, readings, level, options),
            When::OfYear(readings, level) => of_year_chain(&words, readings, level, options),
            When::Weekday(day) => weekday_chain(&words, day),
        }
    }
}

/// The levels that a date can be generalised to, the finest first.
const LEVELS: [Level; 7] =
    [Level::Day, Level::Month, Level::Part, Level::Year, Level::HalfDecade, Level::Decade, Level::Century];

/// The year in the middle of an interval of dates, and how many years it covers.
pub(super) fn years(interval: &Interval) -> (i32, f64) {
    let middle = Day::from_number(((interval.from + interval.to) / 2.0) as i64);
    (middle.year, (interval.to - interval.from) / DAYS_OF_MEAN_YEAR)
}

const DAYS_OF_MEAN_YEAR: f64 = 365.2425;

fn calendar_chain(words: &Words, readings: Readings<Span>, own: Level, options: &Options) -> Vec<Step> {
    let chosen = readings.choose(words.language, options);
    let (span, is_either) = match chosen {
        Chosen::One(span) => (span, false),
        Chosen::Either(one, other) => (one.with(other), true),
    };
    let (first, last) = (Day::from_number(span.from), Day::from_number(span.to - 1));
    let is_range =
        !is_either && Span::unit(first, own.min(Level::Day), options) != Span::unit(last, own.min(Level::Day), options);
    let mut steps: Vec<Step> = Vec::new();
    for level in LEVELS {
        let units = Span::unit(first, level, options).zip(Span::unit(last, level, options));
        let Some((from, to)) = units.filter(|(from, to)| level < own && !(is_either && from != to)) else { continue };
        let interval = from.with(to).interval();
        // What says the same in fewer words takes its place.
        steps.pop_if(|step| step.interval == interval);
        let text = if from == to { words.unit(first, level, options) } else { words.span(first, last, level, options) };
        steps.push(Step { text, level: level.depth(), bits: interval.bits(), interval });
    }
    let all = Span::of_years(YEARS.start, YEARS.end - 1).map_or(0.0, |span| span.interval().bits());
    steps.push(Step { text: words.some(own, is_range), level: 1, bits: all, interval: Interval::EVERYTHING });
    steps
}

/// The depth of days of the year, which lie in no year, decade or century.
fn of_year_level(level: Level) -> u8 {
    level.depth() - Level::Part.depth() + 2
}

fn of_year_chain(words: &Words, readings: Readings<YearSpan>, own: Level, options: &Options) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    if let Chosen::One(span) = readings.choose(words.language, options) {
        let ((first, _), (last, _)) = (span.first, span.last);
        for level in [Level::Month, Level::Part] {
            if level >= own {
                continue;
            }
            let (from, to) = match level {
                Level::Part => (Part::of(first, options), Part::of(last, options)),
                _ => (Part { first, last: first, index: 0 }, Part { first: last, last, index: 0 }),
            };
            let wider = YearSpan::of_months(from.first, to.last);
            let Some(interval) = wider.interval(options).filter(|_| span.interval(options).is_some()) else { continue };
            steps.pop_if(|step| step.interval == interval);
            let text = if from == to {
                words.unit_of_year(first, level, options)
            } else {
                words.between(words.of_year(first, level, options), words.of_year(last, level, options))
            };
            steps.push(Step { text, level: of_year_level(level), bits: interval.bits(), interval });
        }
    }
    steps.push(Step { text: words.some_of_year(own), level: 1, bits: WHOLE_YEAR.bits(), interval: WHOLE_YEAR });
    steps
}

fn weekday_chain(words: &Words, day: u32) -> Vec<Step> {
    let is_weekend = day >= 5;
    let interval = if is_weekend { Interval { from: 5.0, to: WEEK } } else { Interval { from: 0.0, to: 5.0 } };
    let whole = Interval { from: 0.0, to: WEEK };
    vec![
        Step { text: words.kind_of_weekday(is_weekend), level: 2, bits: interval.bits(), interval },
        Step { text: words.some_weekday(), level: 1, bits: whole.bits(), interval: whole },
    ]
}
