//! The checks that a number of a category may have passed.

use sfumato_detect::Category;
use sfumato_detect::checks::Check;

/// Checks without a check digit: what fails them would not look like what it stands for.
const SHAPES: &[&str] =
    &["high-entropy", "jwt", "password", "password-word", "serial", "uuid", "vin-shape", "es-plate", "bic"];

type NumberCheck = (&'static str, Check);

/// The checks that a value passes, of those of its category.
pub(super) fn passed(value: &str, category: &Category) -> Vec<NumberCheck> {
    let fitting = category.checks().iter().filter(|check| (check.passes)(value));
    let mut passed: Vec<NumberCheck> = fitting.map(|check| (check.name, check.passes)).collect();
    passed.sort_unstable_by_key(|(name, _)| *name);
    passed
}

/// True if a check is about the shape of a value, and not about its check digits.
pub(super) fn is_shape(name: &str, passed: &[NumberCheck]) -> bool {
    // Small letters alone carry no sum.
    let unsummed = name == "ethereum" && !passed.iter().any(|(name, _)| *name == "ethereum-checksum");
    unsummed || SHAPES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_named_here_exists() {
        for name in SHAPES {
            assert!(sfumato_detect::checks::by_name(name).is_some(), "{name}");
        }
    }
}
