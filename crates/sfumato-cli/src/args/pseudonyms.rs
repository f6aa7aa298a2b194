//! The arguments about pseudonyms.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sfumato::values::Day;

/// The source of pseudonyms.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pseudonyms")]
pub struct PseudonymOptions {
    /// The number that pseudonyms are drawn from; the same number gives the same pseudonyms, so keep it as secret as a
    /// key. Default: the key, or without one a random number.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Draw another pseudonym for an entity, by its number in the report; may be given more than once.
    #[arg(long, value_name = "ENTITY", value_parser = clap::value_parser!(u32).range(1..))]
    pub reroll: Vec<u32>,
    /// The last day that dates may be shifted to, unless they are later already. Default: today.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub not_after: Option<Day>,
}

/// The scope of pseudonyms, and the file that keeps them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pseudonyms")]
pub struct SharingOptions {
    /// Give one thing one pseudonym within each document, or in all documents of the run, which are then read twice.
    #[arg(long, value_enum, value_name = "SCOPE", default_value_t = SharingScope::Document)]
    pub consistent_across: SharingScope,
    /// Record the pseudonyms in an encrypted file, which `unmask --map` opens with the same key; an existing one is
    /// continued.
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
}

/// The scope within which one thing has one pseudonym.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SharingScope {
    /// Each document, so that nobody can see that two are about one person.
    Document,
    /// All documents of the run.
    Folder,
    /// All documents that are masked with the same key or seed, in this run or another, on this machine or another.
    Key,
}

/// A day as it is written by ISO 8601.
pub fn day(written: &str) -> Result<Day, String> {
    let wrong = || "a day as in 2024-02-29".to_owned();
    let mut parts = written.split('-');
    let mut next = |digits: usize| {
        let part = parts.next().filter(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()));
        part.and_then(|part| part.parse::<u32>().ok()).ok_or_else(wrong)
    };
    let day = Day::new(next(4)? as i32, next(2)?, next(2)?).ok_or_else(wrong)?;
    if parts.next().is_none() { Ok(day) } else { Err(wrong()) }
}

/// The day it is.
pub fn today() -> Day {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let start = Day::clipped(1970, 1, 1).number();
    Day::from_number(start + (since_1970.as_secs() / 86_400) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_checked() {
        assert_eq!(day("2024-02-29"), Ok(Day::clipped(2024, 2, 29)));
        for wrong in ["2023-02-29", "2024-2-29", "29-02-2024", "2024-13-01", "2024-01-01-01", "today", "2024-00-10"] {
            assert!(day(wrong).is_err(), "{wrong}");
        }
        assert!(today().year > 2024);
    }
}
