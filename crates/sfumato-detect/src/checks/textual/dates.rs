//! Dates: whether the numbers are days, months and years that exist.

use sfumato_values::Day;
use sfumato_values::words::month_started;

/// A run of digits: its value and how many digits it was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Number {
    value: u32,
    width: usize,
}

impl Number {
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
        return a.is_full_year() && b.width <= 2 && c.width <= 2 && exists(c.value, b.value, a.value);
    }
    a.width <= 2
        && b.width <= 2
        && c.is_year()
        && (exists(a.value, b.value, year_of(c)) || exists(b.value, a.value, year_of(c)))
}

/// A day and a month in digits, in either order; not "24/7".
pub(super) fn day_month(value: &str) -> bool {
    let Some([a, b]) = numbers::<2>(value) else { return false };
    if a.value == 24 && b.value == 7 && b.width == 1 {
        return false;
    }
    a.width <= 2 && b.width <= 2 && (exists(a.value, b.value, LEAP) || exists(b.value, a.value, LEAP))
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
    take(1).is_none() && (1800..2100).contains(&year) && exists(day, month, year)
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
        Some(day) => exists(day, month, LEAP),
        None => true,
    }
}

/// Any leap year, where the year is not known.
const LEAP: u32 = 2000;

fn year_of(number: Number) -> u32 {
    match number.width {
        // 1900 had no 29th of February, but '00 is read as 2000.
        2 => 2000 + number.value,
        _ => number.value,
    }
}

/// Whether the calendar has this day.
fn exists(day: u32, month: u32, year: u32) -> bool {
    i32::try_from(year).is_ok_and(|year| Day::new(year, month, day).is_some())
}

/// The number of a month by the first letters of its English or Spanish name.
fn month_named(word: &str) -> Option<u32> {
    if word.eq_ignore_ascii_case("martes") { None } else { month_started(word) }
}

/// The `N` numbers of a value such as `4/3/2021`: all separators between them alike, blanks around them allowed.
fn numbers<const N: usize>(value: &str) -> Option<[Number; N]> {
    let mut found = [Number::default(); N];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_dates() {
        for good in [
            "04/03/2021",
            "4/3/2021",
            "31-12-1999",
            "12/31/1999",
            "31.12.99",
            "2021-03-04",
            "2021/3/4",
            "29/02/2020",
            "29/02/00",
            "2021-03-04T10:20:30Z",
            "03/04 /1998",
            "03/04//1998",
        ] {
            assert!(numeric(good), "{good}");
        }
        for bad in [
            "",
            "/",
            "04/03",
            "13/13/2021",
            "31/04/2021",
            "29/02/2021",
            "4/3-2021",
            "4.3/2021",
            "1.2.3",
            "0/1/2020",
            "120/80/2020",
            "2021-13-04",
            "1066-10-14",
            "4/3/2021/7",
            "12345/1/20",
            "4/3/1",
            "T10",
            "2021-03-04 10:20",
            "4/3/0999",
            "99999999999999999999/1/20",
            "é/ñ/ß",
        ] {
            assert!(!numeric(bad), "{bad}");
        }
    }

    #[test]
    fn days_and_months() {
        for good in ["04/03", "31/12", "12/31", "29/02", "4-12"] {
            assert!(day_month(good), "{good}");
        }
        for bad in ["24/7", "120/80", "31/4", "30/2", "13/13", "0/5", "4", "4/3/21", "", "a/b"] {
            assert!(!day_month(bad), "{bad}");
        }
    }

    #[test]
    fn compact_dates() {
        for good in ["20210304", "19991231", "20200229", "20210304T102030Z"] {
            assert!(compact(good), "{good}");
        }
        for bad in ["20210230", "20211301", "12345678", "2021030", "202103045", "", "2021-03-04", "21000101"] {
            assert!(!compact(bad), "{bad}");
        }
    }

    #[test]
    fn written_dates() {
        for good in [
            "4 March 2021",
            "March 31st, 2021",
            "29 de febrero de 2020",
            "31-dic-99",
            "marzo de 2021",
            "mar-98",
            "agosto 99",
            "nov 00",
            "martes, 30 de abril",
            "30 September",
            "fourth of July",
        ] {
            assert!(written(good), "{good}");
        }
        for bad in ["31 April 2021", "30 de febrero", "February 30", "31-nov-2020", "0 de mayo de 2020"] {
            assert!(!written(bad), "{bad}");
        }
    }
}
