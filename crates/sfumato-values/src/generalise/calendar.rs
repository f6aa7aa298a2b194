//! The years that dates can lie in, and the names of months and days as phrases have them.

use sfumato_language::plain;
use sfumato_words::Language;

pub(super) use crate::calendar::{Day, day_of_year, length};
use crate::words::{self, NameLength};
use crate::written::LetterCase;

/// The years that dates can lie in.
pub(super) const YEARS: std::ops::Range<i32> = 1000..3000;

/// The number of days a year may have.
pub(super) const DAYS_OF_YEAR: u32 = 366;

/// The day, if its month has it and the year is one of [`YEARS`].
pub(super) fn day(year: i32, month: u32, day: u32) -> Option<Day> {
    Day::new(year, month, day).filter(|day| YEARS.contains(&day.year))
}

/// The name of a month, counted from 1, with a capital where the language has one.
pub(super) fn month_name(month: u32, language: Language) -> String {
    let mut name = String::new();
    let case = if language == Language::English { LetterCase::Title } else { LetterCase::Lower };
    case.write(words::month(month, NameLength::Full, language), &mut name);
    name
}

/// The month a word names, in either language, and true if it is the whole name: a text in one may quote the other.
pub(super) fn month_named(word: &str) -> Option<(u32, bool)> {
    words::month_named(word, Language::English).map(|(month, length, _)| (month, length != NameLength::Short))
}

/// The day of the week a word names, Monday being 0, and true if it is the whole name.
pub(super) fn weekday_named(word: &str) -> Option<(u32, bool)> {
    let name = |day, language| words::weekday(day, NameLength::Full, language);
    let find = |is_named: &dyn Fn(&str) -> bool, language| (0..7).find(|day| is_named(name(*day, language)));
    let is_word = |name: &str| name.chars().filter_map(plain).eq(word.chars());
    if let Some(day) = Language::ALL.into_iter().find_map(|language| find(&is_word, language)) {
        return Some((day, true));
    }
    let is_start = |name: &str| (3..=5).contains(&word.len()) && name.starts_with(word);
    find(&is_start, Language::English).map(|day| (day, false))
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
        assert_eq!((month_named("marzo"), month_named("sept")), (Some((3, true)), Some((9, false))));
        assert_eq!((month_named("may"), month_named("mart")), (Some((5, true)), None));
        assert_eq!((weekday_named("miercoles"), weekday_named("thu")), (Some((2, true)), Some((3, false))));
        assert_eq!((weekday_named("mondays"), weekday_named("lun")), (None, None));
    }
}
