//! Keyed hashes: equal values become equal, and only who has the key can tell which.

use hmac::{Hmac, Mac};
use sfumato_detect::Entity;
use sha2::Sha256;

use crate::Keys;

/// The category and so many hexadecimal digits of the HMAC of the value.
///
/// The value is the fullest one the entity has in the document, letters in lower case and blanks and marks left out, so
/// that `Ann Lee` and `ANN  LEE` are equal in every document.
pub(super) fn hash(entity: &Entity, value: &str, digits: usize, keys: &Keys) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(keys.hash.expose()).expect("HMAC takes a key of any length");
    mac.update(entity.category.root().as_bytes());
    mac.update(b"\0");
    let mut plain = String::with_capacity(value.len());
    plain.extend(value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
    mac.update(plain.as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|b| format!("{b:02x}")).take(digits.div_ceil(2)).collect();
    let shown: String = hex.chars().take(digits).collect();
    format!("[{} #{shown}]", entity.category.placeholder())
}
