//! What is to be replaced, and what is known while it is decided by what.

use std::fmt;

use sfumato_detect::Category;
use sfumato_language::Language;

use crate::{Lists, Originals, Seed, Settings, fold};

/// Whether somebody is a man or a woman.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    /// A man.
    Male,
    /// A woman.
    Female,
}

/// What the text around its mentions tells of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// What a title or a word for a relative beside a name says.
    pub sex: Option<Sex>,
    /// What a pronoun says, which may mean somebody else.
    pub guess: Option<Sex>,
    /// Whether it stands behind a word for a relative, as given names do.
    pub is_given: bool,
    /// Whether it stands behind a title, as surnames do.
    pub is_formal: bool,
    /// Whether the words of a mention stay, and only names and ages among them are replaced.
    pub keeps_words: bool,
}

impl Told {
    /// What one mention tells and what another does: the first that tells something is believed.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            sex: self.sex.or(other.sex),
            guess: self.guess.or(other.guess),
            is_given: self.is_given || other.is_given,
            is_formal: self.is_formal || other.is_formal,
            keeps_words: self.keeps_words || other.keeps_words,
        }
    }
}

/// Something to be replaced: one entity of a document, or of a folder. `Debug` shows no text.
#[derive(Clone)]
pub struct Subject<'t> {
    /// What it is.
    pub category: Category,
    /// The language of the text it stands in.
    pub language: Language,
    /// Every way it is written, each once, the fullest first.
    pub forms: Vec<&'t str>,
    /// The other subjects that stand right beside it somewhere, by number: the postcode before a town.
    pub beside: Vec<usize>,
    /// How often somebody asked for another substitute: part of every draw for it.
    pub roll: u32,
    /// What the text around it tells of it.
    pub told: Told,
}

impl Subject<'_> {
    /// The fullest way it is written.
    pub fn fullest(&self) -> &str {
        self.forms.first().copied().unwrap_or_default()
    }

    /// Whether it is written like this somewhere, letters and marks apart.
    pub fn is_written(&self, value: &str) -> bool {
        let value = fold(value);
        self.forms.iter().any(|form| fold(form) == value)
    }
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subject({}, {} forms)", self.category, self.forms.len())
    }
}

/// What every room needs to decide.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Where draws come from, for the scope.
    pub seed: &'a Seed,
    /// What the policy says.
    pub settings: &'a Settings,
    /// What substitutes are taken from.
    pub lists: &'a Lists<'a>,
    /// Everything that is replaced in the scope: none of it is used as a substitute.
    pub originals: &'a Originals,
}
