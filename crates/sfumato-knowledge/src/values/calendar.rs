//! The calendar: the years that dates can lie in, and the names of months and days.

use sfumato_language::Language;
use sfumato_language::calendar::MONTHS_SPANISH;
pub(super) use sfumato_language::calendar::{Day, day_of_year, length};

/// The years that dates can lie in.
pub(super) const YEARS: std::ops::Range<i32> = 1000..3000;

/// The day, if its month has it and the year is one of [`YEARS`].
pub(super) fn day(year: i32, month: u32, day: u32) -> Option<Day> {
    Day::new(year, month, day).filter(|day| YEARS.contains(&day.year))
}

/// How many days a year may have.
pub(super) const DAYS_OF_YEAR: u32 = 366;

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
    fn days_that_no_month_has_do_not_exist() {
        for (year, month, day) in
            [(2019, 2, 29), (2019, 13, 1), (2019, 0, 1), (2019, 1, 0), (99_999, 1, 1), (1900, 2, 29)]
        {
            assert!(super::day(year, month, day).is_none());
        }
        assert!(super::day(2000, 2, 29).is_some());
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
