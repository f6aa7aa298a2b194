//! Values to be replaced, and the context in which their substitutes are chosen.

use std::fmt;

use sfumato_detect::Category;
use sfumato_language::Language;

use crate::{OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists, fold};

/// The sex of a person as names and titles tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonSex {
    /// A man.
    Male,
    /// A woman.
    Female,
}

/// The clues that the text around its mentions gives about a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SubjectClues {
    /// The sex that a title or a word for a relative beside a name tells.
    pub sex: Option<PersonSex>,
    /// The sex of a pronoun, which may mean somebody else.
    pub guess: Option<PersonSex>,
    /// It stands behind a word for a relative, as given names do.
    pub is_given: bool,
    /// It stands behind a title, as surnames do.
    pub is_formal: bool,
    /// The words of a mention stay, and only names and ages among them are replaced.
    pub keeps_words: bool,
}

impl SubjectClues {
    /// The clues of two mentions together: the first that tells something is believed.
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
pub struct PseudonymSubject<'t> {
    /// Its category.
    pub category: Category,
    /// The language of the text it stands in.
    pub language: Language,
    /// Every way it is written, each once, the fullest first.
    pub forms: Vec<&'t str>,
    /// The other subjects that stand right beside it somewhere, by number: the postcode before a town.
    pub beside: Vec<usize>,
    /// The number of times that somebody asked for another substitute: part of every draw for it.
    pub roll: u32,
    /// The clues of the text around it.
    pub clues: SubjectClues,
}

impl<'t> PseudonymSubject<'t> {
    /// A subject without neighbours and clues; of its forms the first is the fullest.
    pub fn new(category: Category, language: Language, forms: Vec<&'t str>) -> Self {
        Self { category, language, forms, beside: Vec::new(), roll: 0, clues: SubjectClues::default() }
    }

    /// The fullest way it is written.
    pub fn fullest(&self) -> &str {
        self.forms.first().copied().unwrap_or_default()
    }

    /// True if it is written like this somewhere, letters and marks apart.
    pub fn is_written(&self, value: &str) -> bool {
        let value = fold(value);
        self.forms.iter().any(|form| fold(form) == value)
    }
}

impl fmt::Debug for PseudonymSubject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PseudonymSubject({}, {} forms)", self.category, self.forms.len())
    }
}

/// Everything that is needed to choose and write substitutes.
#[derive(Debug, Clone, Copy)]
pub struct SubstituteContext<'a> {
    /// The seed of the scope's draws.
    pub seed: &'a PseudonymSeed,
    /// The settings of the policy.
    pub settings: &'a PseudonymSettings,
    /// The lists that substitutes are taken from.
    pub lists: &'a SubstituteLists<'a>,
    /// Everything that is replaced in the scope: none of it is used as a substitute.
    pub originals: &'a OriginalValues,
}
