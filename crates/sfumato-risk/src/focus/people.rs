//! Who is who, by the words of their names.

use std::collections::HashMap;

use sfumato_language::plain;

/// The number of whoever is to be protected, all of them together.
pub const PROTECTED: usize = 0;

/// Words that go with a name and tell nobody apart, in small letters and without accents.
const NO_NAMES: [&str; 43] = [
    "mr", "mrs", "ms", "miss", "mx", "dr", "dra", "prof", "sir", "dame", "lord", "lady", "saint", "jr", "ii", "iii",
    "iv", "sr", "sra", "srta", "don", "dona", "fray", "sor", "de", "del", "la", "las", "los", "el", "van", "von",
    "der", "den", "bin", "ibn", "al", "da", "do", "dos", "di", "du", "the",
];

/// What a pronoun says of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gender {
    Female,
    Male,
}

/// The words of a name that tell people apart.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// The words of a name: in small letters and without accents; no initials, forms of address and particles.
    pub fn of(text: &str) -> Self {
        let folded: String = text.chars().flat_map(char::to_lowercase).filter_map(plain).collect();
        let words = folded.split(|c: char| !c.is_alphanumeric());
        let tells = |word: &&str| word.chars().nth(1).is_some() && !NO_NAMES.contains(word);
        Self(words.filter(tells).map(str::to_owned).collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The last, which most often is of the family.
    pub fn last(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// Those that may be of the family: all but the first, if there are several.
    fn of_family(&self) -> &[String] {
        self.0.get(usize::from(self.len() > 1)..).unwrap_or_default()
    }
}

// Names are text of a document.
impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Names({})", self.len())
    }
}

/// Everybody a document is about so far.
///
/// Somebody is known again by the family name, or by any words of the name. A name that two people share is that of
/// whoever is protected, else of the latest.
#[derive(Default)]
pub struct People {
    by_family: HashMap<String, usize>,
    by_word: HashMap<String, usize>,
    genders: HashMap<usize, Gender>,
}

impl People {
    pub fn is_empty(&self) -> bool {
        self.by_word.is_empty()
    }

    /// Says that a person has this name.
    pub fn add(&mut self, person: usize, names: &Names) {
        let own = |table: &mut HashMap<String, usize>, word: &String| {
            let who = table.entry(word.clone()).or_insert(person);
            if *who != PROTECTED {
                *who = person;
            }
        };
        names.0.iter().for_each(|word| own(&mut self.by_word, word));
        names.0.last().into_iter().for_each(|word| own(&mut self.by_family, word));
    }

    /// Who has this name: whoever is protected if any word of it is of their family.
    pub fn find(&self, names: &Names) -> Option<usize> {
        let families = |words: &[String]| -> Vec<usize> {
            words.iter().filter_map(|word| self.by_family.get(word)).copied().collect()
        };
        if families(&names.0).contains(&PROTECTED) {
            return Some(PROTECTED);
        }
        let first = names.0.first().and_then(|word| self.by_word.get(word)).copied();
        let is_whole = |person: &usize| names.0.iter().all(|word| self.by_word.get(word) == Some(person));
        first.filter(is_whole).or_else(|| families(names.of_family()).pop())
    }

    /// Keeps what a pronoun says of a person, if nothing did before.
    pub fn learn(&mut self, person: usize, gender: Option<Gender>) {
        if let Some(gender) = gender {
            self.genders.entry(person).or_insert(gender);
        }
    }

    pub fn gender(&self, person: usize) -> Option<Gender> {
        self.genders.get(&person).copied()
    }
}
