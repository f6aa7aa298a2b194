//! Counts as a plain list: lines of a phrase and its hits with a tab between, for people who counted themselves.
//!
//! ```text
//! #total      3500000000
//! #language   en
//! pancreatic cancer            6550000
//! pancreatic cancer AND jaundice    41000
//! ```
//! Lines that begin with `#` name what holds for the whole list; `total`, how many documents were counted, must be there.
//! `AND` between phrases makes a row of the documents that hold them all.
//! The same list is what a [`CountTable`](super::CountTable) is made from.

use std::collections::HashMap;
use std::fmt;

use sfumato_language::Language;
use sfumato_model::{HashTable, hash_pair};

use super::{Count, Counts, CountsError, Phrase, Query, union};
use crate::key;

/// A joint row of more phrases than this is refused.
const MOST_JOINED: usize = 16;
/// So many ways to say several phrases at once are looked up, and no more.
const MOST_WAYS: usize = 256;

/// The reason why a text is no list of counts. Lines are counted from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// A line that says nothing sensible.
    #[error("line {line}: {what}")]
    Line {
        /// The line.
        line: usize,
        /// The fault in it.
        what: &'static str,
    },
    /// There is no total.
    #[error("it does not say how many documents were counted; begin with a line `#total`, a tab and the number")]
    NoTotal,
    /// There is no language, which a table must have.
    #[error("it does not say what language its phrases are of; begin with a line `#language`, a tab and en or es")]
    NoLanguage,
}

/// A line of a list.
#[derive(Clone, Copy)]
pub(super) enum Line<'t> {
    /// A setting for the whole list.
    Setting(&'t str, &'t str),
    /// A phrase, or several joined, and how many documents hold it.
    Row(&'t str, f64),
}

/// Calls `each` with the lines of a list that hold anything.
pub(super) fn lines<'t>(
    text: &'t str,
    mut each: impl FnMut(usize, Line<'t>) -> Result<(), ListError>,
) -> Result<(), ListError> {
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let wrong = |what| ListError::Line { line: number, what };
        if line.trim().is_empty() {
            continue;
        }
        let (name, value) = line.rsplit_once('\t').ok_or(wrong("there is no tab; write a phrase, a tab, a number"))?;
        let line = match name.strip_prefix('#') {
            Some(setting) => Line::Setting(setting.trim(), value.trim()),
            None => {
                let hits: f64 = value.trim().parse().map_err(|_| wrong("what follows the tab is no number"))?;
                if !hits.is_finite() || hits < 0.0 {
                    return Err(wrong("a count cannot be negative or infinite"));
                }
                Line::Row(name, hits)
            }
        };
        each(number, line)?;
    }
    Ok(())
}

/// The phrases of a row, and the key of them all in any order; nothing if one of them has no word.
pub(super) fn row_key(row: &str) -> Option<(usize, u64)> {
    let mut forms: Vec<u64> = row.split(" AND ").map(key::form).collect();
    let empty = key::form("");
    let is_sound = forms.len() <= MOST_JOINED && !forms.contains(&empty);
    is_sound.then(|| (forms.len(), joined(&mut forms)))
}

/// The key of phrases together, given by their forms; of one phrase, its form.
pub(super) fn joined(forms: &mut [u64]) -> u64 {
    forms.sort_unstable();
    match forms {
        [] => 0,
        [first, rest @ ..] => rest.iter().fold(*first, |all, form| hash_pair(all, *form)),
    }
}

/// Reads the number of documents.
pub(super) fn total(line: usize, value: &str) -> Result<f64, ListError> {
    let total = value.parse().ok().filter(|total: &f64| total.is_finite() && *total >= 1.0);
    total.ok_or(ListError::Line { line, what: "the total is no number of documents" })
}

/// Counts as a plain list. What is not on it was not seen; so it is with phrases together that have no row.
pub struct ListedCounts {
    name: Box<str>,
    total: f64,
    language: Option<Language>,
    hits: HashTable<f64>,
}

impl fmt::Debug for ListedCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ListedCounts({}, {} rows)", self.name, self.hits.len())
    }
}

impl ListedCounts {
    /// Reads a list that is called so. A phrase that is listed again in other letters or marks adds to what it has.
    pub fn parse(name: &str, text: &str) -> Result<Self, ListError> {
        let mut hits: HashTable<f64> = HashMap::default();
        let (mut of_all, mut language) = (None, None);
        lines(text, |line, what| {
            let wrong = |what| ListError::Line { line, what };
            match what {
                Line::Setting("total", value) => of_all = Some(total(line, value)?),
                Line::Setting("language", value) => {
                    language = Some(Language::from_code(value).ok_or(wrong("no such language; it may be en or es"))?);
                }
                // What a table makes of phrases that were never counted; a list knows none.
                Line::Setting("backoff" | "joint" | "blind" | "number", _) => {}
                Line::Setting(..) => return Err(wrong("no such setting; there are #total and #language")),
                Line::Row(row, count) => {
                    let (_, key) = row_key(row).ok_or(wrong("a phrase without words, or too many phrases"))?;
                    *hits.entry(key).or_default() += count;
                }
            }
            Ok(())
        })?;
        let total = of_all.ok_or(ListError::NoTotal)?;
        hits.values_mut().for_each(|hits| *hits = hits.min(total));
        Ok(Self { name: name.into(), total, language, hits })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// The hits of all phrases together: of every way to say them that has a row.
    fn together(&self, phrases: &[Phrase<'_>]) -> f64 {
        let mut ways: Vec<Vec<u64>> = vec![Vec::new()];
        for phrase in phrases {
            let forms = distinct(*phrase);
            ways = ways
                .iter()
                .flat_map(|way| forms.iter().map(move |form| way.iter().copied().chain([*form]).collect()))
                .take(MOST_WAYS)
                .collect();
        }
        let counted = ways.iter_mut().filter_map(|way| self.hits.get(&joined(way)).copied());
        union(counted, self.total)
    }
}

/// The forms of a phrase, each once.
pub(super) fn distinct(phrase: Phrase<'_>) -> Vec<u64> {
    let mut forms: Vec<u64> = Vec::with_capacity(1 + phrase.variants.len());
    for form in phrase.forms().map(key::form) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

impl Counts for ListedCounts {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        let other = |query: &&Query<'_>| self.language.is_some_and(|own| own != query.language);
        if let Some(query) = queries.iter().find(other) {
            return Err(CountsError::other_language(&self.name, query.language));
        }
        Ok(queries.iter().map(|query| Count::counted(self.together(query.phrases))).collect())
    }

    fn total(&self, _: Language) -> f64 {
        self.total
    }

    fn name(&self) -> &str {
        &self.name
    }
}
