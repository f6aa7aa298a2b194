//! The values of the originals, which must not be used for anybody else.

use std::collections::HashSet;
use std::fmt;

use sfumato_language::plain;

/// A text in small letters without accents, its words with one blank between them and its marks left out: under this
/// things are looked up, in lists and in the table.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase).filter_map(plain));
    }
    out
}

/// Every value that is replaced in a scope, and every word of one. `Debug` shows how many only.
#[derive(Clone, Default)]
pub struct OriginalValues {
    values: HashSet<String>,
    words: HashSet<String>,
}

impl OriginalValues {
    /// Adds a value.
    pub fn add(&mut self, value: &str) {
        let folded = fold(value);
        self.words.extend(folded.split(' ').map(str::to_owned));
        self.values.insert(folded);
    }

    /// Adds those of another scope.
    pub fn join(&mut self, other: Self) {
        self.values.extend(other.values);
        self.words.extend(other.words);
    }

    /// True if a value, whole, is one of them, whatever its letters and marks.
    pub fn hold(&self, value: &str) -> bool {
        self.values.contains(&fold(value))
    }

    /// True if some word of them is this word.
    pub fn hold_word(&self, word: &str) -> bool {
        self.words.contains(&fold(word))
    }

    /// True if a text holds a word of theirs: nothing of it may be used as a name.
    pub fn share_a_word(&self, text: &str) -> bool {
        fold(text).split(' ').any(|word| self.words.contains(word))
    }
}

impl fmt::Debug for OriginalValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OriginalValues({} values)", self.values.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_known_in_any_letters() {
        let mut originals = OriginalValues::default();
        originals.add("María de la O");
        assert!(originals.hold("MARIA  DE LA-O") && !originals.hold("María"));
        assert!(originals.hold_word("maria") && !originals.hold_word("Mar"));
        assert!(originals.share_a_word("José María") && !originals.share_a_word("José Luis"));
    }
}
