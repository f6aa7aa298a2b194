//! The frequencies of a token as a given name of men, of women, and as a surname.

use sfumato_language::Language;

use crate::{KeyedLines, SubstituteContext};

/// The frequencies of a token by kind, in decibels; zero where it is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameFrequencies {
    pub male: i32,
    pub female: i32,
    pub surname: i32,
}

impl NameFrequencies {
    /// Its frequency as a given name.
    pub fn given(self) -> i32 {
        self.male.max(self.female)
    }
}

/// A token of a table: how common it is, and how it is written where that is not the token with a capital.
pub(super) fn fields<'a>(mut fields: impl Iterator<Item = &'a str>) -> (NameFrequencies, Option<&'a str>) {
    let mut level = || fields.next().and_then(|field| field.parse().ok()).unwrap_or_default();
    let levels = NameFrequencies { male: level(), female: level(), surname: level() };
    (levels, fields.next())
}

/// The tables of both languages, that of the text first.
#[derive(Clone, Copy)]
pub(super) struct NameTables<'a> {
    own: KeyedLines<'a>,
    other: KeyedLines<'a>,
}

impl<'a> NameTables<'a> {
    pub fn new(language: Language, context: &SubstituteContext<'a>) -> Self {
        let (own, other) = match language {
            Language::English => ("names-en", "names-es"),
            Language::Spanish => ("names-es", "names-en"),
        };
        Self { own: context.lists.table(own), other: context.lists.table(other) }
    }

    /// The table of the language of the text.
    pub fn own(self) -> KeyedLines<'a> {
        self.own
    }

    /// The frequencies of a token and its spelling, in the language of the text or else in the other.
    pub fn entry(self, key: &str) -> Option<(NameFrequencies, Option<&'a str>)> {
        self.own.find(key).map(fields).or_else(|| self.other.find(key).map(fields))
    }
}
