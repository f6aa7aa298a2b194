//! Where the dates of a mention move.

use super::names::{self, Naming};
use super::offset::Offset;
use super::written::{Field, Moment, Order, Part, Style, Written, Zero};
use sfumato_language::calendar::Day;

/// What a document tells of how its dates are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The last year that two digits stand for.
    pub pivot: i32,
    /// A day in the midst of the document's dates, for those without a year.
    pub midst: Day,
    /// Whether numbers below ten have a zero before them in dates in digits.
    pub zero: Zero,
    /// How English months are named where a name in the mention could be whole or short: May.
    pub naming: Naming,
}

/// Where a moment is, or where it moves: what its fields say then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The day, or one in the middle of what is told.
    pub day: Day,
    /// The day of the week.
    pub weekday: u32,
    /// The year that is written; of a winter that is the year of its January.
    pub year: i32,
    /// Season, part, decade or feast.
    pub period: i32,
}

impl Way {
    /// For documents that tell nothing.
    pub const USUAL: Self = Self {
        pivot: 2026,
        // A leap year, so that every day without a year exists.
        midst: Day { year: 2016, month: 6, day: 15 },
        zero: Zero::Padded,
        naming: Naming::Full,
    };

    /// As it is stored, with the order of digits for each mark between them.
    pub(super) fn print(&self, by_mark: [Option<Order>; 3]) -> String {
        let Self { pivot, midst, zero, naming } = self;
        let zero = if *zero == Zero::Plain { "plain" } else { "padded" };
        let naming = if *naming == Naming::Short { "short" } else { "full" };
        let [slash, hyphen, dot] = by_mark.map(|order| order.map_or("-", Order::name));
        format!("{pivot} {} {zero} {naming} {slash} {hyphen} {dot}", midst.number())
    }

    /// What was stored.
    pub(super) fn parse(text: &str) -> Option<(Self, [Option<Order>; 3])> {
        let mut parts = text.split(' ');
        let way = Self {
            pivot: parts.next()?.parse().ok()?,
            midst: Day::from_number(parts.next()?.parse().ok()?),
            zero: if parts.next()? == "plain" { Zero::Plain } else { Zero::Padded },
            naming: if parts.next()? == "short" { Naming::Short } else { Naming::Full },
        };
        Some((way, [(); 3].map(|()| parts.next().and_then(Order::named))))
    }

    /// The year that a field tells.
    pub fn year(&self, field: &Field) -> i32 {
        if field.style != Style::ShortYear {
            return field.value;
        }
        let century = self.pivot - self.pivot.rem_euclid(100);
        if century + field.value <= self.pivot { century + field.value } else { century + field.value - 100 }
    }
}

impl Written<'_> {
    /// Where a moment is: a day of it, in the middle if it is longer.
    pub fn day(&self, moment: &Moment, way: &Way) -> Day {
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
    fn near_year(&self, moment: &Moment, way: &Way) -> i32 {
        let at = self.moments.iter().position(|other| other == moment).unwrap_or(0);
        let before = self.moments.iter().take(at).rev();
        let other = before.chain(self.moments.iter().skip(at)).find_map(|other| self.field(other.year));
        other.map_or(way.midst.year, |field| way.year(field))
    }

    /// Where a moment moves.
    pub fn moved(&self, moment: &Moment, offset: Offset, way: &Way) -> Place {
        let from = self.day(moment, way);
        let to = offset.apply(from);
        let weekday = self.field(moment.weekday).map_or(0, |field| i64::from(field.value));
        let weekday = (weekday + to.number() - from.number()).rem_euclid(7) as u32;
        let (mut year, mut period) = (to.year, 0);
        if let Some(field) = self.field(moment.period) {
            (year, period) = told(field, to);
        }
        Place { day: to, weekday, year, period }
    }

    /// The first day of a moment that has a year, of which `day` is one.
    pub fn first_day(&self, moment: &Moment, day: Day) -> Option<Day> {
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
fn middle(field: &Field, year: i32, way: &Way) -> Day {
    match field.part {
        Part::Season => Day::clipped(year, field.value as u32 * 3 + 1, 15),
        Part::Share(parts) => {
            let months = 12 / parts.max(1);
            let start = Day::clipped(year, (field.value as u32).saturating_sub(1) * months + 1, 1);
            Day::from_number(start.number() + i64::from(months) * 15)
        }
        Part::Feast(feast) => feast.day(year),
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
fn told(field: &Field, day: Day) -> (i32, i32) {
    match field.part {
        Part::Season => {
            let is_december = day.month == 12;
            (day.year + i32::from(is_december), (day.month % 12 / 3) as i32)
        }
        Part::Share(parts) => (day.year, ((day.month - 1) / (12 / parts.max(1)) + 1) as i32),
        Part::Feast(_) => {
            let language = match field.style {
                Style::Name(_, language, _) => language,
                _ => sfumato_language::Language::English,
            };
            let near = |(at, (feast, _)): (usize, &(super::feasts::Feast, &str))| {
                let years = [day.year - 1, day.year, day.year + 1].into_iter();
                years.map(|year| ((feast.day(year).number() - day.number()).abs(), year, at as i32)).min()
            };
            names::feasts(language)
                .iter()
                .enumerate()
                .filter_map(near)
                .min()
                .map_or((day.year, 0), |best| (best.1, best.2))
        }
        _ => (day.year, day.year - day.year.rem_euclid(10)),
    }
}
