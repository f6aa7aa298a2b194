//! Dates: numbers that are days, months and years which exist.

use sfumato_values::words::month_started;

use crate::checks::digits::is_date;

/// A run of digits: its value and how many digits it was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct DateNumber {
    value: u32,
    width: usize,
}

impl DateNumber {
    fn is_year(self) -> bool {
        self.width == 2 || (self.width == 4 && (1800..2100).contains(&self.value))
    }

    fn is_full_year(self) -> bool {
        self.width == 4 && self.is_year()
    }
}

/// A full date in digits: three numbers, the same separator twice, a day that its month has.
///
/// Read as year, month, day if the year comes first; else as day, month, year or month, day, year.
/// What follows a `T` is a time of day and not looked at.
pub(super) fn numeric(value: &str) -> bool {
    let Some([a, b, c]) = numbers::<3>(value) else { return false };
    if a.width == 4 {
        return a.is_full_year() && b.width <= 2 && c.width <= 2 && is_date(a.value, b.value, c.value);
    }
    a.width <= 2
        && b.width <= 2
        && c.is_year()
        && (is_date(year_of(c), b.value, a.value) || is_date(year_of(c), a.value, b.value))
}

/// A day and a month in digits, in either order; not "24/7".
pub(super) fn day_month(value: &str) -> bool {
    let Some([a, b]) = numbers::<2>(value) else { return false };
    if a.value == 24 && b.value == 7 && b.width == 1 {
        return false;
    }
    a.width <= 2 && b.width <= 2 && (is_date(LEAP, b.value, a.value) || is_date(LEAP, a.value, b.value))
}

/// Eight digits that are a year, a month and a day, with or without a `T` and a time after them.
pub(super) fn compact(value: &str) -> bool {
    let mut digits = value.chars().map_while(|c| c.to_digit(10));
    let mut take = |count: usize| -> Option<u32> {
        let mut number = 0;
        for _ in 0..count {
            number = number * 10 + digits.next()?;
        }
        Some(number)
    };
    let (Some(year), Some(month), Some(day)) = (take(4), take(2), take(2)) else { return false };
    take(1).is_none() && (1800..2100).contains(&year) && is_date(year, month, day)
}

/// A day next to the name of a month: the month has that day.
///
/// The first number of one or two digits is the day and the first English or Spanish month name the month;
/// where either is missing there is nothing to say against the value.
pub(super) fn written(value: &str) -> bool {
    let Some(month) = value.split(|c: char| !c.is_alphabetic()).find_map(month_named) else { return true };
    let day = value
        .split(|c: char| !c.is_ascii_digit())
        .find(|digits| matches!(digits.len(), 1 | 2))
        .and_then(|digits| digits.parse().ok());
    match day {
        // "mar-98" and "agosto 99" are months of years.
        Some(day) if day > 31 => true,
        Some(0) => value.chars().filter(char::is_ascii_digit).count() == 2,
        Some(day) => is_date(LEAP, month, day),
        None => true,
    }
}

/// Any leap year, where the year is not known.
const LEAP: u32 = 2000;

fn year_of(number: DateNumber) -> u32 {
    match number.width {
        // 1900 had no 29th of February, but '00 is read as 2000.
        2 => 2000 + number.value,
        _ => number.value,
    }
}

/// The number of a month by the first letters of its English or Spanish name.
fn month_named(word: &str) -> Option<u32> {
    if word.eq_ignore_ascii_case("martes") { None } else { month_started(word) }
}

/// The `N` numbers of a value such as `4/3/2021`: all separators between them alike, blanks around them allowed.
fn numbers<const N: usize>(value: &str) -> Option<[DateNumber; N]> {
    let mut found = [DateNumber::default(); N];
    let mut at = 0;
    let mut separator = None;
    let mut between = false;
    for c in value.chars() {
        match c {
            '0'..='9' => {
                if between {
                    at += 1;
                    between = false;
                }
                let number = found.get_mut(at)?;
                number.width += 1;
                if number.width > 4 {
                    return None;
                }
                number.value = number.value * 10 + c.to_digit(10)?;
            }
            '/' | '-' | '.' => {
                if separator.is_some_and(|known| known != c) {
                    return None;
                }
                separator = Some(c);
                between = true;
            }
            ' ' => {}
            'T' | 't' if at + 1 == N && !between => break,
            _ => return None,
        }
    }
    (at + 1 == N && !between && found.iter().all(|number| number.width > 0)).then_some(found)
}
