//! Checks by name: what a pattern cannot say about a number or a word.
//!
//! A check gets the matched text, folded, separators and all, and answers yes or no; it never panics.

pub(crate) mod digits;
mod national;
mod phones;
mod technical;
mod textual;

pub use technical::keccak256;

/// A check.
pub type Check = fn(&str) -> bool;

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
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
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
