//! Tokens: what stands for an entity on its way up.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// The letters of codes: none that is taken for another.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// The letters of a code.
pub const LENGTH: usize = 7;

/// The code of something, under a secret.
pub fn code(secret: &[u8; 32], parts: &[&str]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else { return String::new() };
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part.as_bytes());
    }
    let digest = mac.finalize().into_bytes();
    digest.iter().take(LENGTH).map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// A token as it is sent: the label, the code of the entity, and the number of its form unless that is the first.
pub fn token(label: &str, code: &str, form: usize) -> String {
    match form {
        0 => format!("[{label}_{code}]"),
        form => format!("[{label}_{code}.{form}]"),
    }
}
