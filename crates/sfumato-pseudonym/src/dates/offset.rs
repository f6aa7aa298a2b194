//! How far dates move.

use std::fmt;
use std::str::FromStr;

use crate::{DateSettings, Draw, Seasons};
use sfumato_language::calendar::Day;

/// How far dates move: months in calendar terms first, then days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Offset {
    /// Years, in calendar terms.
    pub years: i32,
    /// Months, in calendar terms.
    pub months: i32,
    /// Days.
    pub days: i64,
    /// Years more for dates of birth.
    pub births: i32,
}

/// Offsets reach no further than this, whatever the policy says: years stay what people write.
const MOST_YEARS: i64 = 500;

impl Offset {
    /// The months of its years and months together.
    fn all_months(self) -> i32 {
        self.years.saturating_mul(12).saturating_add(self.months)
    }

    /// Whether nothing would move.
    pub fn is_zero(self) -> bool {
        self.all_months() == 0 && self.days == 0
    }

    /// The day so far from another.
    pub fn apply(self, day: Day) -> Day {
        let moved = match self.all_months() {
            0 => day,
            months => day.plus_months(months),
        };
        let moved = Day::from_number(moved.number() + self.days);
        if self.births == 0 { moved } else { moved.plus_months(self.births.saturating_mul(12)) }
    }

    /// The same way back.
    #[cfg(test)]
    pub fn reversed(self) -> Self {
        Self { years: -self.years, months: -self.months, days: -self.days, births: -self.births }
    }

    /// As far back as it would have gone forward.
    pub fn backward(self) -> Self {
        Self { years: -self.years.abs(), months: -self.months.abs(), days: -self.days.abs(), births: 0 }
    }

    /// One that the policy allows.
    pub fn draw(settings: &DateSettings, draw: &mut Draw) -> Self {
        let mut number = |range: Option<crate::Range>, most: i64| {
            range.map_or(0, |range| draw.between(range.least.max(-most)..=range.most.min(most)))
        };
        Self {
            years: number(settings.years, MOST_YEARS) as i32,
            months: number(settings.months, 12 * MOST_YEARS) as i32,
            days: number(settings.days, 366 * MOST_YEARS),
            births: 0,
        }
    }

    /// Whether every date nearly stays in its season, where the policy wants that.
    pub fn suits(self, seasons: Seasons) -> bool {
        let days = f64::from(self.all_months()) * 30.436_875 + self.days as f64;
        let years = (days / 365.2425).round();
        seasons == Seasons::Shift || (days - years * 365.2425).abs() <= 20.0
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.years, self.months) {
            (0, 0) => write!(f, "d{}", self.days),
            (years, months) => write!(f, "y{years}m{months}d{}", self.days),
        }
    }
}

impl FromStr for Offset {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (calendar, days) = text.rsplit_once('d').ok_or(())?;
        let days = days.parse().map_err(drop)?;
        if calendar.is_empty() {
            return Ok(Self { days, ..Self::default() });
        }
        let (years, months) = calendar.strip_prefix('y').and_then(|rest| rest.split_once('m')).ok_or(())?;
        Ok(Self { years: years.parse().map_err(drop)?, months: months.parse().map_err(drop)?, days, births: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Range, Seed};

    #[test]
    fn offsets_are_read_as_written() {
        for text in ["d-812", "d5", "y-3m2d0", "y0m-4d31"] {
            assert_eq!(text.parse::<Offset>().map(|offset| offset.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "d", "812", "y3d2", "ym1d1"] {
            assert!(text.parse::<Offset>().is_err(), "{text}");
        }
    }

    #[test]
    fn seasons_are_kept_by_whole_years() {
        let settings = DateSettings { seasons: Seasons::Keep, ..DateSettings::default() };
        let mut draw = Seed::new(1).draw(&[]);
        let drawn = (0..2000).map(|_| Offset::draw(&settings, &mut draw));
        let suited: Vec<Offset> = drawn.filter(|offset| offset.suits(Seasons::Keep)).collect();
        assert!(suited.len() > 50);
        for offset in suited {
            let years = offset.days as f64 / 365.2425;
            assert!((years - years.round()).abs() < 0.06);
        }
        let far = DateSettings { days: Range::new(1 << 40, 1 << 41), ..settings };
        let day = Offset::draw(&far, &mut draw).apply(Day::clipped(2020, 1, 1));
        assert!(day.year < 3000);
    }
}
