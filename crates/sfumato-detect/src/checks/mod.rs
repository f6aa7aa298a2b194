//! Checks by name: what a pattern cannot say about a number or a word.
//!
//! A check gets the matched text, folded, separators and all, and answers yes or no; it never panics.

pub(crate) mod digits;
mod national;
mod phones;
mod technical;
mod textual;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use technical::keccak256;
pub(crate) use textual::sender_name;

/// A check.
pub type Check = fn(&str) -> bool;

/// A check and what it is called.
#[derive(Clone, Copy)]
pub struct NamedCheck {
    /// Its name, as recognisers and the table of categories have it.
    pub name: &'static str,
    /// True for a value that passes.
    pub passes: Check,
}

impl NamedCheck {
    /// The check of a name; an error says that there is none.
    pub fn by_name(name: &str) -> Result<Self, String> {
        let known = all().find(|(known, _)| *known == name);
        known.map(|(name, passes)| Self { name, passes }).ok_or_else(|| format!("no check `{name}`"))
    }
}

impl std::fmt::Debug for NamedCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Serialize for NamedCheck {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for NamedCheck {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::by_name(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// The check of this name.
pub fn by_name(name: &str) -> Option<Check> {
    all().find(|(known, _)| *known == name).map(|(_, check)| check)
}

/// All checks with their names.
pub fn all() -> impl Iterator<Item = (&'static str, Check)> {
    [national::CHECKS, phones::CHECKS, technical::CHECKS, textual::CHECKS].into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn checks_pass_what_is_valid_and_nothing_else() {
        #[derive(Deserialize)]
        struct CheckExamples {
            valid: Vec<String>,
            invalid: Vec<String>,
        }
        let examples: BTreeMap<String, CheckExamples> =
            toml::from_str(include_str!("examples.toml")).expect("examples");
        for (name, CheckExamples { valid, invalid }) in examples {
            let check = by_name(&name).expect("a check");
            valid.iter().for_each(|value| assert!(check(value), "{name} refuses {value}"));
            invalid.iter().for_each(|value| assert!(!check(value), "{name} lets {value} pass"));
        }
    }

    proptest! {
        #[test]
        fn no_check_panics(value in "(?s).{0,40}", number in "[0-9A-Z .\\-/+]{0,30}") {
            for (_, check) in all() {
                check(&value);
                check(&number);
            }
        }
    }
}
