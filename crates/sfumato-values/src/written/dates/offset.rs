//! The offset by which dates move.

use std::fmt;
use std::str::FromStr;

use crate::Day;

/// The offset by which dates move: months in calendar terms first, then days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DateOffset {
    /// Years, in calendar terms.
    pub years: i32,
    /// Months, in calendar terms.
    pub months: i32,
    /// Days.
    pub days: i64,
    /// Years more for dates of birth.
    pub births: i32,
}

impl DateOffset {
    /// The months of its years and months together.
    fn all_months(self) -> i32 {
        self.years.saturating_mul(12).saturating_add(self.months)
    }

    /// True if nothing would move.
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

    /// True if every date nearly stays in its season.
    pub fn keeps_seasons(self) -> bool {
        let days = f64::from(self.all_months()) * 30.436_875 + self.days as f64;
        let years = (days / 365.2425).round();
        (days - years * 365.2425).abs() <= 20.0
    }
}

impl fmt::Display for DateOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.years, self.months) {
            (0, 0) => write!(f, "d{}", self.days),
            (years, months) => write!(f, "y{years}m{months}d{}", self.days),
        }
    }
}

impl FromStr for DateOffset {
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

    #[test]
    fn offsets_are_read_as_written() {
        for text in ["d-812", "d5", "y-3m2d0", "y0m-4d31"] {
            assert_eq!(text.parse::<DateOffset>().map(|offset| offset.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "d", "812", "y3d2", "ym1d1"] {
            assert!(text.parse::<DateOffset>().is_err(), "{text}");
        }
    }
}
