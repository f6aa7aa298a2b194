//! The languages.

use crate::WordTable;

/// A language that is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Every language, in the order of their declaration.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// Its two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// The language of a two-letter code, or `None`.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }
}

/// One thing of each language.
#[derive(Debug, Clone, Copy)]
pub struct ByLanguage<T>([T; Language::ALL.len()]);

impl<T> ByLanguage<T> {
    /// Takes them in the order of [`Language::ALL`].
    pub const fn new(all: [T; Language::ALL.len()]) -> Self {
        Self(all)
    }

    /// That of a language.
    pub const fn of(&self, language: Language) -> &T {
        &self.0[language as usize]
    }

    /// All of them, in the order of [`Language::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Language, &T)> {
        Language::ALL.into_iter().zip(&self.0)
    }
}

impl<const N: usize> ByLanguage<WordTable<N>> {
    /// True if the list of any language has the word.
    pub fn has(&self, word: &str) -> bool {
        self.0.iter().any(|list| list.has(word))
    }

    /// The row of a word in the first language that lists it, or `None`.
    pub fn get(&self, word: &str) -> Option<&[&'static str; N]> {
        self.0.iter().find_map(|list| list.get(word))
    }

    /// The rows of all languages, one language after the other.
    pub fn rows(&self) -> impl Iterator<Item = &[&'static str; N]> {
        self.0.iter().flat_map(WordTable::rows)
    }
}

impl ByLanguage<WordTable> {
    /// The words of all languages, one language after the other.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|list| list.words()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_back_to_their_language() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
        assert_eq!(Language::from_code("xx"), None);
    }

    #[test]
    fn every_language_has_its_own_place() {
        let names = ByLanguage::new(Language::ALL);
        for (language, of) in names.iter() {
            assert_eq!((language, *names.of(language)), (*of, *of));
        }
    }
}
