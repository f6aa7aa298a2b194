//! Identifiers that link files to one another: of a study, a series, a picture.
//!
//! One is always replaced by the same other one, in whatever file it stands, so that the pictures of a study stay
//! together.
//! Whoever has the first can work out the second; from the second nobody can tell the first.

use sha2::{Digest as _, Sha256};

/// Identifiers that the standard itself gives: kinds of pictures, ways of writing them.
const STANDARD: &str = "1.2.840.10008.";

/// True if an identifier is one that the standard gives.
pub(super) fn is_standard(uid: &str) -> bool {
    uid.starts_with(STANDARD)
}

/// Others in the place of all that are not of the standard, apart by backslashes.
pub(super) fn replaced(uids: &str) -> String {
    let one = |uid: &str| if uid.is_empty() || is_standard(uid) { uid.to_owned() } else { other(uid) };
    uids.split('\\').map(one).collect::<Vec<_>>().join("\\")
}

/// An identifier made of a number of 128 bits, as the standard allows to make them.
fn other(uid: &str) -> String {
    let digest = Sha256::new_with_prefix(b"sfumato dicom uid\0").chain_update(uid.as_bytes()).finalize();
    let number = digest.first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes));
    format!("2.25.{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_becomes_the_same_other_wherever_it_stands() {
        let new = replaced("1.2.3\\1.2.840.10008.1.2\\1.2.3");
        let all: Vec<&str> = new.split('\\').collect();
        assert!(all[0] == all[2] && all[0].starts_with("2.25.") && all[0].len() <= 64);
        assert_eq!(all[1], "1.2.840.10008.1.2");
        assert_ne!(replaced("1.2.4"), all[0]);
    }
}
