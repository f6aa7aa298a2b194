//! Dates as they are written, read in the plainest way.

use std::collections::HashMap;

use sfumato::values::NameLength::{Full, Short};
use sfumato::values::{Day, words};
use sfumato_words::Language;

/// The numbers and the month of a date.
pub(super) struct Written {
    numbers: Vec<(u32, usize)>,
    month: Option<u32>,
    /// The number of numbers before the month's name.
    before: usize,
}

/// A word in small letters without accents.
fn bare(word: &str) -> String {
    let accents = [('á', 'a'), ('é', 'e'), ('í', 'i'), ('ó', 'o'), ('ú', 'u')];
    let plain = |c: char| accents.iter().find(|(accented, _)| *accented == c).map_or(c, |(_, plain)| *plain);
    word.to_lowercase().chars().map(plain).collect()
}

/// The number of a month by its name or the start of it, counted from one.
fn month(word: &str) -> Option<u32> {
    let word = bare(word);
    if word == "setiembre" {
        return Some(9);
    }
    let is_named = |name: &str| name == word || (word.len() >= 3 && name.starts_with(&word));
    (1..=12).find(|number| Language::ALL.iter().any(|language| is_named(words::month(*number, Full, *language))))
}

/// True if a word is the whole name of a weekday, false if its first three letters; `None` if it is neither.
fn is_whole_weekday(word: &str) -> Option<bool> {
    let names = Language::ALL.iter().flat_map(|language| (0..7).map(|day| bare(words::weekday(day, Full, *language))));
    let found = |name: &String| *name == word || (word.len() == 3 && name.starts_with(word));
    names.into_iter().find(found).map(|name| name == word)
}

/// Runs of letters, runs of digits, and single marks.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| {
        if c.is_alphabetic() {
            1
        } else if c.is_ascii_digit() {
            2
        } else {
            0
        }
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != kind(c) || kind(c) == 0) {
            pieces.extend(text.get(start..at));
            start = at;
        }
        last = Some(kind(c));
    }
    pieces.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    pieces
}

impl Written {
    /// A date of three numbers, or two and the name of a month; nothing if it is no full one.
    pub fn read(text: &str) -> Option<Self> {
        let mut read = Self { numbers: Vec::new(), month: None, before: 0 };
        for piece in pieces(text) {
            if let Ok(number) = piece.parse() {
                read.numbers.push((number, piece.len()));
            } else if let (None, Some(month)) = (read.month, month(piece)) {
                (read.month, read.before) = (Some(month), read.numbers.len());
            }
        }
        let is_full = matches!((read.numbers.len(), read.month), (3, None) | (2, Some(_)));
        is_full.then_some(read)
    }

    /// True if day and month could be the other way round.
    fn reads_either_way(&self) -> bool {
        self.month.is_none() && self.numbers.iter().take(2).all(|(number, _)| *number <= 12)
    }

    /// The number of its day; two-digit years are of this century up to 30, and of the one before from there on.
    pub fn day(&self, month_first: bool) -> Option<i64> {
        let ((year, digits), month, day) = match (self.month, self.numbers.as_slice()) {
            (None, [year, month, day]) if year.1 == 4 => (*year, month.0, day.0),
            (None, [a, b, year]) => {
                let is_month_first = if month_first { a.0 <= 12 } else { b.0 > 12 };
                let (day, month) = if is_month_first { (b.0, a.0) } else { (a.0, b.0) };
                (*year, month, day)
            }
            (Some(month), [year, day]) if year.1 == 4 => (*year, month, day.0),
            (Some(month), [day, year]) => (*year, month, day.0),
            _ => return None,
        };
        let year = match digits {
            4 => year as i32,
            2 => year as i32 + if year <= 30 { 2000 } else { 1900 },
            _ => return None,
        };
        Day::new(year, month, day).map(Day::number)
    }
}

/// The order of day and month in dates of digits, by the mark between them.
pub(super) struct Orders {
    by_mark: HashMap<char, bool>,
    /// Marks with which dates stand in both orders: those that can be read either way say nothing.
    mixed: Vec<char>,
    otherwise: bool,
}

impl Orders {
    /// As the dates of a document show where they can only be read one way, with the same mark or any; else as
    /// they were taken.
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>, otherwise: bool) -> Self {
        let mut votes: HashMap<char, [usize; 2]> = HashMap::new();
        for text in texts {
            if let (Some(Written { numbers, month: None, .. }), Some(mark)) = (Written::read(text), mark(text))
                && let [a, b, _] = numbers.as_slice()
                && a.1 <= 2
            {
                let [day_first, month_first] = votes.entry(mark).or_default();
                *day_first += usize::from(a.0 > 12);
                *month_first += usize::from(b.0 > 12);
            }
        }
        let all = votes.values().fold([0, 0], |all, votes| [all[0] + votes[0], all[1] + votes[1]]);
        let otherwise = if all[0] == all[1] { otherwise } else { all[1] > all[0] };
        let mixed = votes.iter().filter(|(_, votes)| votes[0] > 0 && votes[1] > 0).map(|(mark, _)| *mark).collect();
        let told = votes.into_iter().filter(|(_, votes)| votes[0] != votes[1]);
        Self { by_mark: told.map(|(mark, votes)| (mark, votes[1] > votes[0])).collect(), mixed, otherwise }
    }

    /// The number of the day of a full date.
    pub fn day(&self, text: &str) -> Option<i64> {
        let order = mark(text).and_then(|mark| self.by_mark.get(&mark)).copied();
        let date = Written::read(text)?;
        let is_mixed = mark(text).is_some_and(|mark| self.mixed.contains(&mark));
        match is_mixed && date.day(true) != date.day(false) && date.reads_either_way() {
            true => None,
            false => date.day(order.unwrap_or(self.otherwise)),
        }
    }
}

/// A day with a year of two digits in the century that puts it nearest to another day.
pub(super) fn nearest(day: i64, other: i64, text: &str) -> i64 {
    const CENTURY: i64 = 36_525;
    match Written::read(text).is_some_and(|date| date.numbers.iter().all(|(_, digits)| *digits <= 2)) {
        true if day - other > CENTURY / 2 => day - CENTURY,
        true if other - day > CENTURY / 2 => day + CENTURY,
        _ => day,
    }
}

/// The first mark in a date.
fn mark(text: &str) -> Option<char> {
    text.chars().find(|c| !c.is_alphanumeric() && !c.is_whitespace())
}

/// True if two dates are written in the same form, whatever days they are.
pub(super) fn same_form(one: &str, other: &str) -> bool {
    let (one, other) = (looks(one), looks(other));
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| one.agrees_with(other))
}

/// The shape of a part of a date.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    /// Digits: how many, and whether the first is a nought.
    Number(usize, bool),
    /// The ending of a number.
    Ordinal,
    /// The name of a season, in capitals or not.
    Season((bool, bool)),
    /// A month or weekday, in full or short (or both at once, as "May"), in capitals or not.
    Name { is_month: bool, full: Option<bool>, case: (bool, bool) },
    /// Anything else, as it is.
    Other(String),
}

impl Look {
    fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            // Without a nought before it a day or month has one digit or two, and two digits may have come from one.
            (Self::Number(a, nought_a), Self::Number(b, nought_b)) => match (a.max(b), a == b) {
                (1..=2, false) => !nought_a && !nought_b,
                (_, is_same) => is_same,
            },
            (Self::Name { is_month, full, case }, Self::Name { is_month: m, full: f, case: c }) => {
                is_month == m && case == c && full.zip(*f).is_none_or(|(a, b)| a == b)
            }
            _ => self == other,
        }
    }
}

fn looks(text: &str) -> Vec<Look> {
    let mut looks = Vec::new();
    for piece in pieces(text) {
        let lower = bare(piece);
        let case = (piece.chars().next().is_some_and(char::is_uppercase), piece.chars().any(char::is_lowercase));
        let is_after_number = matches!(looks.last(), Some(Look::Number(..)));
        looks.push(if piece.bytes().all(|b| b.is_ascii_digit()) {
            Look::Number(piece.len(), piece.starts_with('0'))
        } else if is_after_number && ["st", "nd", "rd", "th"].contains(&lower.as_str()) {
            Look::Ordinal
        } else if month(piece).is_some() {
            let is_full = lower == "setiembre"
                || words::month_named(&lower, Language::English).is_some_and(|(_, length, _)| length != Short);
            Look::Name { is_month: true, full: (lower != "may").then_some(is_full), case }
        } else if words::season_named(&lower.replace('ñ', "n")).is_some() {
            Look::Season(case)
        } else if let Some(is_whole) = is_whole_weekday(&lower) {
            Look::Name { is_month: false, full: Some(is_whole), case }
        } else {
            Look::Other(piece.to_owned())
        });
    }
    looks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_every_order() {
        let day = |text: &str, month_first| Written::read(text).and_then(|date| date.day(month_first));
        let march = day("2021-03-04", false);
        assert!(march.is_some());
        for text in ["04/03/2021", "4 de marzo de 2021", "March 4th, 2021", "4-mar-21", "4.3.21"] {
            assert_eq!(day(text, false), march, "{text}");
        }
        assert_eq!(day("03/04/2021", true), march);
        assert_eq!(day("25/03/2021", true).zip(march).map(|(a, b)| a - b), Some(21));
        assert_eq!(day("1/3/2020", false).zip(day("28/2/2020", false)).map(|(a, b)| a - b), Some(2));
        for text in ["31/02/2021", "marzo de 2021", "2021"] {
            assert_eq!(day(text, false), None, "{text}");
        }
    }

    #[test]
    fn forms_are_compared_and_not_days() {
        for (one, other) in [
            ("4 de marzo de 2021", "28 de mayo de 1999"),
            ("March 4th, 2021", "June 1st, 2020"),
            ("4/3/2021", "14/12/2021"),
            ("04/03/2021", "14/12/2021"),
            ("Monday 4 May 2020", "Friday 12 June 2020"),
        ] {
            assert!(same_form(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("04/03/2021", "4/12/2021"),
            ("4 Mar 2021", "4 mar 2021"),
            ("4 March 21", "4 March 2021"),
            ("4 March 2021", "4 Jun 2021"),
            ("4.3.2021", "4/3/2021"),
        ] {
            assert!(!same_form(one, other), "{one} {other}");
        }
    }
}
