//! The calendar: days that exist, counted.

/// A day that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

/// The starts of the months, in days since the first of March; January and February come last.
const STARTS: [u32; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

impl Day {
    /// The day, if its month has it.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        (1..=length(month, year)).contains(&day).then_some(Self { year, month, day })
    }

    /// The day, or the last of its month if the month is shorter.
    pub fn clipped(year: i32, month: u32, day: u32) -> Self {
        let month = month.clamp(1, 12);
        Self { year, month, day: day.clamp(1, length(month, year)) }
    }

    /// Days since the first of March of the year 0, as if the calendar had always been today's.
    pub fn number(self) -> i64 {
        // Counting years from March puts the leap day at their end.
        start(i64::from(self.year) - i64::from(self.month < 3)) + i64::from(day_of_year(self.month, self.day))
    }

    /// The day of a number.
    pub fn from_number(number: i64) -> Self {
        // The year is met within one, since a year has 365.2425 days.
        let mut year = (number * 400).div_euclid(146_097);
        while start(year + 1) <= number {
            year += 1;
        }
        while start(year) > number {
            year -= 1;
        }
        let (month, day) = month_and_day((number - start(year)) as u32);
        Self { year: (year + i64::from(month < 3)) as i32, month, day }
    }

    /// The day of the week, Monday being 0.
    pub fn weekday(self) -> u32 {
        // The first of March of the year 0 would have been a Wednesday.
        (self.number() + 2).rem_euclid(7) as u32
    }

    /// So many months later, or the last day of the month where that has no such day.
    pub fn plus_months(self, months: i32) -> Self {
        let count = self.year.saturating_mul(12).saturating_add(self.month as i32 - 1).saturating_add(months);
        Self::clipped(count.div_euclid(12), count.rem_euclid(12) as u32 + 1, self.day)
    }

    /// The number of years that are complete on a later day for who was born on this one; `None` if it is not later.
    pub fn years_until(self, later: Self) -> Option<i32> {
        let is_before = (later.month, later.day) < (self.month, self.day);
        (later >= self).then(|| later.year - self.year - i32::from(is_before))
    }
}

/// Days since the first of March of a day that exists in some year.
pub(crate) fn day_of_year(month: u32, day: u32) -> u32 {
    STARTS.get(((month + 9) % 12) as usize).copied().unwrap_or(0) + day.saturating_sub(1)
}

/// The month and day so many days after the first of March.
fn month_and_day(days: u32) -> (u32, u32) {
    let at = STARTS.partition_point(|&start| start <= days).max(1) - 1;
    let start = STARTS.get(at).copied().unwrap_or(0);
    ((at as u32 + 2) % 12 + 1, days - start + 1)
}

/// The number of the first of March of a year.
fn start(year: i64) -> i64 {
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)
}

/// The number of days of a month; 0 if there is no such month.
pub(crate) fn length(month: u32, year: i32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_without_gaps() {
        let mut last = None;
        for year in [0, 1000, 1899, 1900, 2000, 2001, 2004, 2999] {
            for month in 1..=12 {
                for day in 1..=length(month, year) {
                    let date = Day::new(year, month, day).expect("a day");
                    assert_eq!(Day::from_number(date.number()), date);
                    if (month, day) != (1, 1) {
                        assert_eq!(Some(date.number() - 1), last);
                    }
                    last = Some(date.number());
                }
            }
        }
        assert_eq!(Day::clipped(2000, 1, 1).weekday(), 5, "a Saturday");
        assert_eq!(Day::clipped(2021, 3, 4).weekday(), 3, "a Thursday");
    }

    #[test]
    fn months_and_years_are_counted_in_calendar_terms() {
        let day = |year, month, day| Day::new(year, month, day).expect("a day");
        assert_eq!(day(2020, 1, 31).plus_months(1), day(2020, 2, 29));
        assert_eq!(day(2020, 2, 29).plus_months(-12), day(2019, 2, 28));
        assert_eq!(day(2020, 1, 5).plus_months(-1), day(2019, 12, 5));
        assert_eq!(day(1950, 6, 15).years_until(day(2004, 6, 14)), Some(53));
        assert_eq!(day(1950, 6, 15).years_until(day(2004, 6, 15)), Some(54));
        assert_eq!(day(1950, 6, 15).years_until(day(1949, 1, 1)), None);
        assert!(Day::new(2019, 2, 29).is_none() && Day::new(2019, 13, 1).is_none());
    }
}
