//! Moving the dates of a mention.

use super::offset::DateOffset;
use super::written::{DateField, DateFieldStyle, DateMoment, DatePart, DayMonthOrder, WrittenDates, ZeroPadding};
use crate::Day;
use crate::NameLength;
use crate::words;

/// The habits of a document by which its dates are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateHabits {
    /// The last year that two digits stand for.
    pub pivot: i32,
    /// A day in the midst of the document's dates, for those without a year.
    pub midst: Day,
    /// The padding of numbers below ten in dates in digits.
    pub zero: ZeroPadding,
    /// The naming of English months where a name in the mention could be whole or short: May.
    pub naming: NameLength,
}

/// A moment, or where it moves: the values of its fields there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MomentPlace {
    /// The day, or one in the middle of what is told.
    pub day: Day,
    /// The day of the week.
    pub weekday: u32,
    /// The year that is written; of a winter that is the year of its January.
    pub year: i32,
    /// Season, part, decade or feast.
    pub period: i32,
}

impl DateHabits {
    /// For documents that tell nothing.
    pub const USUAL: Self = Self {
        pivot: 2026,
        // A leap year, so that every day without a year exists.
        midst: Day { year: 2016, month: 6, day: 15 },
        zero: ZeroPadding::Padded,
        naming: NameLength::Full,
    };

    /// As it is stored, with the order of digits for each mark between them.
    pub fn print(&self, by_mark: [Option<DayMonthOrder>; 3]) -> String {
        let Self { pivot, midst, zero, naming } = self;
        let zero = if *zero == ZeroPadding::Plain { "plain" } else { "padded" };
        let naming = if *naming == NameLength::Short { "short" } else { "full" };
        let [slash, hyphen, dot] = by_mark.map(|order| order.map_or("-", DayMonthOrder::name));
        format!("{pivot} {} {zero} {naming} {slash} {hyphen} {dot}", midst.number())
    }

    /// Reads the habits as they were stored.
    pub fn parse(text: &str) -> Option<(Self, [Option<DayMonthOrder>; 3])> {
        let mut parts = text.split(' ');
        let way = Self {
            pivot: parts.next()?.parse().ok()?,
            midst: Day::from_number(parts.next()?.parse().ok()?),
            zero: if parts.next()? == "plain" { ZeroPadding::Plain } else { ZeroPadding::Padded },
            naming: if parts.next()? == "short" { NameLength::Short } else { NameLength::Full },
        };
        Some((way, [(); 3].map(|()| parts.next().and_then(DayMonthOrder::named))))
    }

    /// The year that a field tells.
    pub fn year(&self, field: &DateField) -> i32 {
        if field.style != DateFieldStyle::ShortYear {
            return field.value;
        }
        let century = self.pivot - self.pivot.rem_euclid(100);
        if century + field.value <= self.pivot { century + field.value } else { century + field.value - 100 }
    }
}

impl WrittenDates<'_> {
    /// The day of a moment, in the middle if it is longer.
    pub fn day(&self, moment: &DateMoment, way: &DateHabits) -> Day {
        let value = |at: Option<usize>| self.field(at).map(|field| field.value as u32);
        let year = self.field(moment.year).map(|field| way.year(field));
        let near = || self.near_year(moment, way);
        let weekday = value(moment.weekday);
        if let Some(field) = self.field(moment.period) {
            return middle(field, year.unwrap_or_else(near), way);
        }
        match (year, value(moment.month), value(moment.day)) {
            (Some(year), Some(month), Some(day)) => Day::clipped(year, month, day),
            (Some(year), Some(month), None) => Day::clipped(year, month, 15),
            (Some(year), None, _) => Day::clipped(year, 7, 2),
            (None, Some(month), Some(day)) => {
                let fits = |year: &i32| {
                    Day::new(*year, month, day).is_some_and(|day| weekday.is_none_or(|wanted| day.weekday() == wanted))
                };
                let year = near();
                // Every day of the year is every weekday within eleven years.
                let found = around(12).map(|step| year + step).find(fits);
                let leap = around(8).map(|step| year + step).find(|year| Day::new(*year, month, day).is_some());
                Day::clipped(found.or(leap).unwrap_or(year), month, day)
            }
            (None, Some(month), None) => Day::clipped(near(), month, 15),
            (None, None, Some(day)) => {
                let month = |step: i32| Day { day: 1, ..way.midst }.plus_months(step);
                let fits = |start: &Day| {
                    Day::new(start.year, start.month, day)
                        .is_some_and(|day| weekday.is_none_or(|wanted| day.weekday() == wanted))
                };
                let start = around(24).map(month).find(fits).unwrap_or(way.midst);
                Day::clipped(start.year, start.month, day)
            }
            (None, None, None) => {
                let ahead = (weekday.unwrap_or(0) + 7 - way.midst.weekday()) % 7;
                Day::from_number(way.midst.number() + i64::from(ahead))
            }
        }
    }

    /// The year of a moment without one: that of another in the mention, or of the document.
    fn near_year(&self, moment: &DateMoment, way: &DateHabits) -> i32 {
        let at = self.moments.iter().position(|other| other == moment).unwrap_or(0);
        let before = self.moments.iter().take(at).rev();
        let other = before.chain(self.moments.iter().skip(at)).find_map(|other| self.field(other.year));
        other.map_or(way.midst.year, |field| way.year(field))
    }

    /// The place that a moment moves to.
    pub fn moved(&self, moment: &DateMoment, offset: DateOffset, way: &DateHabits) -> MomentPlace {
        let from = self.day(moment, way);
        let to = offset.apply(from);
        let weekday = self.field(moment.weekday).map_or(0, |field| i64::from(field.value));
        let weekday = (weekday + to.number() - from.number()).rem_euclid(7) as u32;
        let (mut year, mut period) = (to.year, 0);
        if let Some(field) = self.field(moment.period) {
            (year, period) = told(field, to);
        }
        MomentPlace { day: to, weekday, year, period }
    }

    /// The first day of a moment that has a year, of which `day` is one.
    pub fn first_day(&self, moment: &DateMoment, day: Day) -> Option<Day> {
        moment.year?;
        Some(match (moment.day, moment.month, moment.period) {
            (Some(_), ..) | (_, _, Some(_)) => day,
            (None, Some(_), None) => Day { day: 1, ..day },
            (None, None, None) => Day { day: 1, month: 1, ..day },
        })
    }
}

/// 0, -1, 1, -2, 2 and so on.
fn around(most: i32) -> impl Iterator<Item = i32> {
    std::iter::once(0).chain((1..=most).flat_map(|step| [-step, step]))
}

/// The middle of a period of a year.
fn middle(field: &DateField, year: i32, way: &DateHabits) -> Day {
    match field.part {
        DatePart::Season => Day::clipped(year, field.value as u32 * 3 + 1, 15),
        DatePart::Share(parts) => {
            let months = 12 / parts.max(1);
            let start = Day::clipped(year, (field.value as u32).saturating_sub(1) * months + 1, 1);
            Day::from_number(start.number() + i64::from(months) * 15)
        }
        DatePart::Feast(feast) => feast.day(year),
        _ => {
            let start = match field.value {
                short @ 0..100 if way.pivot - way.pivot.rem_euclid(100) + short <= way.pivot - 5 && short < 20 => {
                    way.pivot - way.pivot.rem_euclid(100) + short
                }
                short @ 0..100 => way.pivot - way.pivot.rem_euclid(100) - 100 + short,
                whole => whole,
            };
            Day::clipped(start + 5, 1, 1)
        }
    }
}

/// The year and the period that a day lies in.
fn told(field: &DateField, day: Day) -> (i32, i32) {
    match field.part {
        DatePart::Season => {
            let is_december = day.month == 12;
            (day.year + i32::from(is_december), (day.month % 12 / 3) as i32)
        }
        DatePart::Share(parts) => (day.year, ((day.month - 1) / (12 / parts.max(1)) + 1) as i32),
        DatePart::Feast(_) => {
            let language = match field.style {
                DateFieldStyle::Name(_, language, _) => language,
                _ => sfumato_words::Language::English,
            };
            let near = |(at, (feast, _)): (usize, (super::FeastDay, &str))| {
                let years = [day.year - 1, day.year, day.year + 1].into_iter();
                years.map(|year| ((feast.day(year).number() - day.number()).abs(), year, at as i32)).min()
            };
            let best = words::feasts(language).enumerate().filter_map(near).min();
            best.map_or((day.year, 0), |best| (best.1, best.2))
        }
        _ => (day.year, day.year - day.year.rem_euclid(10)),
    }
}
