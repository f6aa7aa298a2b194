//! The arguments about pseudonyms.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// How pseudonyms are drawn.
#[derive(Debug, Args)]
pub struct Drawing {
    /// The number that pseudonyms are drawn from: the same one gives the same. Keep it as secret as a key. Default: the
    /// key, or without one a number that nobody knows.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Draw another pseudonym for an entity, by its number in the report; may be given more than once.
    #[arg(long, value_name = "ENTITY", value_parser = clap::value_parser!(u32).range(1..))]
    pub reroll: Vec<u32>,
    /// The last day that dates may be moved to, unless they were past it already. Default: today.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub not_after: Option<Day>,
}

/// What pseudonyms have in common, and where they are kept.
#[derive(Debug, Args)]
pub struct Sharing {
    /// What is named the same in all documents of the run: nothing, or everything. Documents are then read twice.
    #[arg(long, value_enum, value_name = "SCOPE", default_value_t = Scope::Document)]
    pub consistent_across: Scope,
    /// Keep what stands for what in an encrypted file, which `unmask --map` opens with the same key; one that is there is
    /// continued.
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
}

/// Where one thing has one pseudonym.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// In each document by itself, so that nobody can tell that two are about one person.
    Document,
    /// In all documents of the run.
    Folder,
}

/// A day: year, month and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day(pub i32, pub u32, pub u32);

/// A day as it is written by ISO 8601.
fn day(written: &str) -> Result<Day, String> {
    let wrong = || "a day as in 2024-02-29".to_owned();
    let mut parts = written.split('-');
    let mut next = |digits: usize| {
        let part = parts.next().filter(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()));
        part.and_then(|part| part.parse::<u32>().ok()).ok_or_else(wrong)
    };
    let day = Day(next(4)? as i32, next(2)?, next(2)?);
    let is_day = (1..=12).contains(&day.1) && (1..=days_in(day.0, day.1)).contains(&day.2);
    if parts.next().is_none() && is_day { Ok(day) } else { Err(wrong()) }
}

fn days_in(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

impl Day {
    /// The day it is.
    pub fn today() -> Self {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let mut days = since_1970.as_secs() / 86_400;
        let mut day = Self(1970, 1, 1);
        while days >= u64::from(days_in(day.0, day.1)) {
            days -= u64::from(days_in(day.0, day.1));
            day = if day.1 == 12 { Self(day.0 + 1, 1, 1) } else { Self(day.0, day.1 + 1, 1) };
        }
        Self(day.0, day.1, days as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_checked() {
        assert_eq!(day("2024-02-29"), Ok(Day(2024, 2, 29)));
        for wrong in ["2023-02-29", "2024-2-29", "29-02-2024", "2024-13-01", "2024-01-01-01", "today", "2024-00-10"] {
            assert!(day(wrong).is_err(), "{wrong}");
        }
        assert!(Day::today().0 > 2024);
    }
}
