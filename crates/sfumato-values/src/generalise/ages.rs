//! Ages: a year, five years, ten years, minor or adult.
//!
//! Bands end at eighteen, so that each lies on one side of coming of age; above 89 there is but one.

use sfumato_words::Language;

use super::numerals::number;
use super::tokens::PhraseCursor;
use super::{ValueInterval, ValueStep};

/// Nobody reaches this age.
const END: u32 = 121;

/// From here on ages are not told apart.
const OPEN: u32 = 90;

/// The age at which one comes of age.
const ADULT: u32 = 18;

const LEVEL_MONTH: u8 = 6;
const LEVEL_YEAR: u8 = 5;

/// An age, or a range of them.
#[derive(Clone)]
pub(super) struct AgeRange {
    /// The first day and the day after the last.
    from: u32,
    to: u32,
    level: u8,
    unit: AgeRangeUnit,
    frame: AgeFrame,
}

/// The frame of an age in words, which others must fit to stand in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AgeFrame {
    /// "47".
    Number,
    /// "47 años".
    Years,
    /// "de 47 años".
    OfYears,
    /// "47 years old", "47 años de edad".
    Old,
    /// "de 47 años de edad".
    OfOld,
    /// "47-year-old".
    Hyphened,
    /// "aged 47".
    Aged,
}

/// The units that ages are counted in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AgeRangeUnit {
    Days,
    Weeks,
    Months,
    Years,
}

impl AgeRangeUnit {
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "day" | "days" | "dia" | "dias" => Self::Days,
            "week" | "weeks" | "semana" | "semanas" => Self::Weeks,
            "month" | "months" | "mes" | "meses" => Self::Months,
            "year" | "years" | "yr" | "yrs" | "ano" | "anos" => Self::Years,
            _ => return None,
        })
    }

    /// On which day an age of so many of these is reached.
    fn day(self, count: u32) -> Option<u32> {
        match self {
            Self::Days => Some(count),
            Self::Weeks => count.checked_mul(7),
            Self::Months => count.checked_mul(365).map(|days| days / 12),
            Self::Years => count.checked_mul(365),
        }
    }

    fn level(self) -> u8 {
        match self {
            Self::Days | Self::Weeks => LEVEL_MONTH + 1,
            Self::Months => LEVEL_MONTH,
            Self::Years => LEVEL_YEAR,
        }
    }
}

/// Reads a phrase that can only be an age.
pub(super) fn read(cursor: PhraseCursor, language: Language) -> Option<AgeRange> {
    age(cursor, language).filter(|age| match language {
        Language::English => !matches!(age.frame, AgeFrame::Number | AgeFrame::Years),
        // Days and weeks are more often how long something lasts.
        Language::Spanish => match age.frame {
            AgeFrame::Number => false,
            AgeFrame::Years | AgeFrame::OfYears => matches!(age.unit, AgeRangeUnit::Months | AgeRangeUnit::Years),
            _ => true,
        },
    })
}

/// Reads a phrase that is known to be an age.
pub(super) fn read_known(cursor: PhraseCursor, language: Language) -> Option<AgeRange> {
    age(cursor, language)
}

fn age(cursor: PhraseCursor, language: Language) -> Option<AgeRange> {
    cursor.whole(|cursor| {
        let is_aged = cursor.phrase(&["aged", "age of", "age"]);
        let is_of = language == Language::Spanish && cursor.phrase(&["de"]);
        let mut age = counted(cursor, language)?;
        let is_hyphened = age.frame == AgeFrame::Hyphened;
        if age.frame == AgeFrame::Number && (cursor.phrase(&["yo"]) || cursor.symbol("y/o")) {
            age.frame = AgeFrame::Old;
            return Some(age);
        }
        let is_old = cursor.phrase(&["old", "of age", "de edad", "de vida"]);
        age.frame = match (age.frame, is_of, is_old) {
            (frame, _, false) if is_aged => (frame != AgeFrame::Hyphened).then_some(AgeFrame::Aged)?,
            (_, _, true) if is_hyphened => AgeFrame::Hyphened,
            (frame, false, false) => (!is_hyphened).then_some(frame)?,
            (AgeFrame::Years, true, false) => AgeFrame::OfYears,
            (AgeFrame::Years, false, true) => AgeFrame::Old,
            (AgeFrame::Years, true, true) => AgeFrame::OfOld,
            _ => return None,
        };
        Some(age)
    })
}

/// A count of a unit, or a range of them: "47 years", "45 to 49 años", "5 años y 7 meses", "47-year".
fn counted(cursor: &mut PhraseCursor, language: Language) -> Option<AgeRange> {
    let is_less = cursor.phrase(&["less than", "under", "menos de"]);
    let is_between = cursor.phrase(&["between", "entre"]);
    let first = count(cursor, language)?;
    let last = cursor.attempt(|cursor| {
        let hyphen = cursor.mark('-');
        let joined = hyphen || cursor.phrase(if is_between { &["and", "y"] } else { &["to", "a los", "a"] });
        if hyphen {
            cursor.phrase(&["to"]);
        }
        cursor.mark('-');
        joined.then(|| count(cursor, language))?
    });
    let is_open = cursor.phrase(&["o mas", "or more", "or older", "or over"]);
    let hyphen = cursor.mark('-');
    // "47 a" is short for years.
    let unit = cursor.word(|word| if word == "a" { Some(AgeRangeUnit::Years) } else { AgeRangeUnit::named(word) });
    let is_hyphened = cursor.mark('-') || hyphen;
    let is_half = unit.is_some() && cursor.phrase(&["y medio", "y media", "and a half"]);
    let more = unit.filter(|_| last.is_none()).and_then(|_| {
        cursor.attempt(|cursor| {
            cursor.phrase(&["and", "y", "con"]);
            let count = count(cursor, language)?;
            Some((count, cursor.word(AgeRangeUnit::named)?))
        })
    });
    let in_unit = unit.unwrap_or(AgeRangeUnit::Years);
    let (mut from, mut to) = (in_unit.day(first)?, in_unit.day(last.unwrap_or(first).checked_add(1)?)?);
    let mut level = in_unit.level();
    if let Some((count, finer)) = more {
        (finer.level() > level).then_some(())?;
        (from, to) = (from.checked_add(finer.day(count)?)?, from.checked_add(finer.day(count.checked_add(1)?)?)?);
        level = finer.level();
    }
    if is_half && from < to {
        // "Year and a half" is told to the month at best; what lies in its second half is certain.
        from += (to - from) / 2;
        level += 1;
    }
    if is_open || is_less {
        (from, to) = if is_open { (from, AgeRangeUnit::Years.day(END)?) } else { (0, in_unit.day(first)?) };
    }
    let frame = match unit {
        _ if is_hyphened => AgeFrame::Hyphened,
        Some(_) => AgeFrame::Years,
        None => AgeFrame::Number,
    };
    (from < to && to <= AgeRangeUnit::Years.day(END)?).then_some(AgeRange { from, to, level, unit: in_unit, frame })
}

fn count(cursor: &mut PhraseCursor, language: Language) -> Option<u32> {
    cursor.attempt(|cursor| number(cursor, language)?.integer()?.try_into().ok())
}

/// Whole years, the last one included; without a last one it is open.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AgeBand {
    first: u32,
    last: Option<u32>,
}

impl AgeBand {
    /// The bands of about five or about ten years.
    fn of(year: u32, length: u32) -> Self {
        let (first, last) = match (year, length) {
            (OPEN.., _) => return Self { first: OPEN, last: None },
            (18..25, 5) => (18, 24),
            (18..30, 10) => (18, 29),
            (10..18, _) if year >= 15 || length == 10 => (year - year % length, 17),
            _ => (year - year % length, year - year % length + length - 1),
        };
        Self { first, last: Some(last) }
    }

    fn to(self, other: Self) -> Self {
        Self { first: self.first, last: other.last }
    }

    fn interval(self) -> ValueInterval {
        let day = |years: u32| f64::from(years) * 365.0;
        ValueInterval { from: day(self.first), to: day(self.last.map_or(END, |last| last + 1)) }
    }
}

impl AgeRange {
    pub fn level(&self) -> u8 {
        self.level
    }

    pub fn interval(&self) -> ValueInterval {
        ValueInterval { from: f64::from(self.from), to: f64::from(self.to) }
    }

    pub fn chain(&self, language: Language) -> Vec<ValueStep> {
        let mut steps: Vec<ValueStep> = Vec::new();
        let mut push = |text: String, level: u8, interval: ValueInterval| {
            let is_wider = steps.last().map_or(self.interval(), |step: &ValueStep| step.interval) != interval;
            if is_wider && level < self.level {
                steps.push(ValueStep { text, level, bits: interval.bits(), interval });
            }
        };
        let (first, last) = (self.from / 365, (self.to - 1) / 365);
        let (first_month, last_month) = (month_of(self.from), month_of(self.to - 1));
        if self.to <= 365 && first_month == last_month {
            let to = AgeRangeUnit::Months.day(first_month + 1).unwrap_or(self.to);
            let from = AgeRangeUnit::Months.day(first_month).unwrap_or(self.from);
            push(self.months(first_month, language), LEVEL_MONTH, ValueInterval { from: from.into(), to: to.into() });
        }
        let year = AgeBand { first, last: Some(last) };
        if first < OPEN {
            push(self.years(year, language), LEVEL_YEAR, year.interval());
        }
        for (length, level) in [(5, 4), (10, 3)] {
            let band = AgeBand::of(first, length).to(AgeBand::of(last, length));
            push(self.years(band, language), level, band.interval());
        }
        if last < ADULT {
            let minors = AgeBand { first: 0, last: Some(ADULT - 1) };
            push(self.stage(minors, "underage", "menor de edad", language), 2, minors.interval());
        } else if first >= ADULT {
            let adults = AgeBand { first: ADULT, last: None };
            push(self.stage(adults, "adult", "mayor de edad", language), 2, adults.interval());
        }
        let any = AgeBand { first: 0, last: None }.interval();
        let some = match (language, self.frame) {
            (Language::English, AgeFrame::Number | AgeFrame::Years) => "some age",
            (Language::English, _) => "of some age",
            (Language::Spanish, AgeFrame::OfYears | AgeFrame::OfOld) => "de alguna edad",
            (Language::Spanish, _) => "alguna edad",
        };
        steps.pop_if(|step| step.interval == any);
        steps.push(ValueStep { text: some.to_owned(), level: 1, bits: any.bits(), interval: any });
        steps
    }

    /// Minor or adult, where the frame has room for a word; else as years.
    fn stage(&self, band: AgeBand, english: &str, spanish: &str, language: Language) -> String {
        match (language, self.frame) {
            (Language::English, AgeFrame::Hyphened) => english.to_owned(),
            (Language::Spanish, AgeFrame::OfYears | AgeFrame::OfOld) => spanish.to_owned(),
            _ => self.years(band, language),
        }
    }

    fn years(&self, band: AgeBand, language: Language) -> String {
        let AgeBand { first, last } = band;
        match language {
            Language::Spanish => self.spanish(
                match last {
                    None => format!("{first} o más"),
                    Some(last) if first == 0 => format!("menos de {}", last + 1),
                    Some(last) if first == last => first.to_string(),
                    Some(last) => format!("entre {first} y {last}"),
                },
                if first == last.unwrap_or(0) && first == 1 || last == Some(0) { "año" } else { "años" },
            ),
            Language::English => self.english(
                match last {
                    None => EnglishCount::OrMore(first),
                    Some(last) if first == 0 => EnglishCount::LessThan(last + 1),
                    Some(last) if first == last => EnglishCount::Exactly(first),
                    Some(last) => EnglishCount::Between(first, last),
                },
                "year",
            ),
        }
    }

    fn months(&self, month: u32, language: Language) -> String {
        match (language, month) {
            (Language::Spanish, 0) => self.spanish("menos de 1".to_owned(), "mes"),
            (Language::Spanish, 1) => self.spanish("1".to_owned(), "mes"),
            (Language::Spanish, _) => self.spanish(month.to_string(), "meses"),
            (Language::English, 0) => self.english(EnglishCount::LessThan(1), "month"),
            (Language::English, _) => self.english(EnglishCount::Exactly(month), "month"),
        }
    }

    fn spanish(&self, count: String, unit: &str) -> String {
        match self.frame {
            AgeFrame::Number if unit.starts_with("año") => count,
            AgeFrame::Number | AgeFrame::Years | AgeFrame::Hyphened | AgeFrame::Aged => format!("{count} {unit}"),
            AgeFrame::OfYears => format!("de {count} {unit}"),
            AgeFrame::Old => format!("{count} {unit} de edad"),
            AgeFrame::OfOld => format!("de {count} {unit} de edad"),
        }
    }

    fn english(&self, count: EnglishCount, unit: &str) -> String {
        use EnglishCount::{Between, Exactly, LessThan, OrMore};
        let plural = |count: u32| if count == 1 { unit.to_owned() } else { format!("{unit}s") };
        let years = match count {
            Exactly(n) => format!("{n} {}", plural(n)),
            LessThan(n) => format!("less than {n} {}", plural(n)),
            Between(from, to) => format!("between {from} and {to} {unit}s"),
            OrMore(n) => format!("{n} {unit}s or more"),
        };
        match (self.frame, count) {
            (AgeFrame::Hyphened, Exactly(n)) => format!("{n}-{unit}-old"),
            (AgeFrame::Hyphened, LessThan(n)) => format!("under-{n}-{unit}-old"),
            (AgeFrame::Hyphened, Between(from, to)) => format!("{from}-to-{to}-{unit}-old"),
            (AgeFrame::Hyphened, OrMore(n)) => format!("over-{}-{unit}-old", n - 1),
            (AgeFrame::Old | AgeFrame::OfOld | AgeFrame::OfYears, OrMore(n)) => format!("{n} or older"),
            (AgeFrame::Old | AgeFrame::OfOld | AgeFrame::OfYears, _) => format!("{years} old"),
            (AgeFrame::Years, _) => years,
            (AgeFrame::Number, _) if unit != "year" => years,
            (AgeFrame::Aged, _) if unit != "year" => format!("aged {years}"),
            (AgeFrame::Number, Exactly(n)) => n.to_string(),
            (AgeFrame::Number, LessThan(n)) => format!("less than {n}"),
            (AgeFrame::Number, Between(from, to)) => format!("between {from} and {to}"),
            (AgeFrame::Number, OrMore(n)) => format!("{n} or more"),
            (AgeFrame::Aged, Exactly(n)) => format!("aged {n}"),
            (AgeFrame::Aged, LessThan(n)) => format!("aged under {n}"),
            (AgeFrame::Aged, Between(from, to)) => format!("aged between {from} and {to}"),
            (AgeFrame::Aged, OrMore(n)) => format!("aged {n} or over"),
        }
    }
}

/// The counts that English says.
#[derive(Clone, Copy)]
enum EnglishCount {
    Exactly(u32),
    LessThan(u32),
    Between(u32, u32),
    OrMore(u32),
}

/// The month of age a day lies in.
fn month_of(day: u32) -> u32 {
    (0..12).rev().find(|&month| AgeRangeUnit::Months.day(month).is_some_and(|start| start <= day)).unwrap_or(0)
}
