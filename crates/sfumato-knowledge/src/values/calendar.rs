//! The calendar: the days of months and years, and their names.

use sfumato_language::Language;

/// The years that dates can lie in.
pub(super) const YEARS: std::ops::Range<i32> = 1000..3000;

/// A day of a year that exists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    pub year: i32,
    pub month: u32,
    pub day: u32,
}

impl Day {
    /// The day, if its month has it and the year is one of [`YEARS`].
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        (YEARS.contains(&year) && (1..=length(month, year)).contains(&day)).then_some(Self { year, month, day })
    }

    /// Days since the first of March of the year 0, as if the calendar had always been today's.
    ///
    /// Counting years from March puts the leap day at their end.
    pub fn number(self) -> i64 {
        let year = i64::from(self.year) - i64::from(self.month < 3);
        365 * year + year / 4 - year / 100 + year / 400 + i64::from(day_of_year(self.month, self.day))
    }

    /// The day of a number.
    pub fn from_number(number: i64) -> Self {
        // The year is met within one, since a year has 365.2425 days.
        let mut year = (number * 400).div_euclid(146_097);
        let start = |year: i64| 365 * year + year / 4 - year / 100 + year / 400;
        while start(year + 1) <= number {
            year += 1;
        }
        while start(year) > number {
            year -= 1;
        }
        let (month, day) = month_and_day((number - start(year)) as u32);
        Self { year: (year + i64::from(month < 3)) as i32, month, day }
    }
}

/// Where months start, in days since the first of March; January and February come last.
const STARTS: [u32; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

/// How many days a year may have.
pub(super) const DAYS_OF_YEAR: u32 = 366;

/// Days since the first of March of a day that exists in some year.
pub(super) fn day_of_year(month: u32, day: u32) -> u32 {
    STARTS.get(((month + 9) % 12) as usize).copied().unwrap_or(0) + day.saturating_sub(1)
}

/// The month and day so many days after the first of March.
pub(super) fn month_and_day(days: u32) -> (u32, u32) {
    let at = STARTS.partition_point(|&start| start <= days).max(1) - 1;
    let start = STARTS.get(at).copied().unwrap_or(0);
    ((at as u32 + 2) % 12 + 1, days - start + 1)
}

/// How many days a month has; none has 0.
pub(super) fn length(month: u32, year: i32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

const MONTHS_ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const MONTHS_SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// The name of a month, counted from 1.
pub(super) fn month_name(month: u32, language: Language) -> &'static str {
    let names = match language {
        Language::English => MONTHS_ENGLISH,
        Language::Spanish => MONTHS_SPANISH,
    };
    names.get((month as usize).wrapping_sub(1)).copied().unwrap_or("")
}

/// How a month is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// By its whole name.
    Full,
    /// By the start of its name.
    Short,
}

/// The month a word names, in either language: a text in one may quote the other.
pub(super) fn month_named(word: &str) -> Option<(u32, Naming)> {
    let full = MONTHS_ENGLISH.iter().position(|name| name.eq_ignore_ascii_case(word));
    if let Some(at) = full.or_else(|| MONTHS_SPANISH.iter().position(|name| *name == word)) {
        return Some((at as u32 + 1, Naming::Full));
    }
    let month = match word {
        "setiembre" => return Some((9, Naming::Full)),
        "jan" | "ene" => 1,
        "feb" | "febr" => 2,
        "mar" | "mzo" => 3,
        "apr" | "abr" => 4,
        "jun" => 6,
        "jul" => 7,
        "aug" | "ago" | "agto" => 8,
        "sep" | "sept" | "set" => 9,
        "oct" => 10,
        "nov" => 11,
        "dec" | "dic" => 12,
        _ => return None,
    };
    Some((month, Naming::Short))
}

/// The day of the week a word names, Monday being 0.
pub(super) fn weekday_named(word: &str) -> Option<(u32, Naming)> {
    const ENGLISH: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const SPANISH: [&str; 7] = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];
    let at = |names: [&str; 7]| names.iter().position(|name| *name == word);
    if let Some(at) = at(ENGLISH).or_else(|| at(SPANISH)) {
        return Some((at as u32, Naming::Full));
    }
    let short = |name: &&str| (3..=5).contains(&word.len()) && name.starts_with(word);
    ENGLISH.iter().position(short).map(|at| (at as u32, Naming::Short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_without_gaps() {
        let mut last = None;
        for year in [1000, 1899, 1900, 1999, 2000, 2001, 2004, 2999] {
            for month in 1..=12 {
                for day in 1..=length(month, year) {
                    let Some(date) = Day::new(year, month, day) else { panic!("a day of {year}-{month} is missing") };
                    let number = date.number();
                    assert!(Day::from_number(number) == date, "{year}-{month}-{day}");
                    if (month, day) != (1, 1) {
                        assert_eq!(Some(number - 1), last);
                    }
                    last = Some(number);
                }
            }
        }
    }

    #[test]
    fn days_that_no_month_has_do_not_exist() {
        for (year, month, day) in
            [(2019, 2, 29), (2019, 13, 1), (2019, 0, 1), (2019, 1, 0), (99_999, 1, 1), (1900, 2, 29)]
        {
            assert!(Day::new(year, month, day).is_none());
        }
        assert!(Day::new(2000, 2, 29).is_some());
    }

    #[test]
    fn months_and_weekdays_are_known_by_their_names() {
        assert!(month_named("marzo") == Some((3, Naming::Full)) && month_named("sept") == Some((9, Naming::Short)));
        assert!(month_named("mart").is_none());
        assert!(
            weekday_named("miercoles") == Some((2, Naming::Full)) && weekday_named("thu") == Some((3, Naming::Short))
        );
    }
}
