//! Keys for hashing and encryption, derived from one secret.

use aes_siv::aead::{Aead, KeyInit, Payload};
use aes_siv::{Aes128SivAead, Nonce};
use hkdf::Hkdf;
use sfumato_document::Sensitive;
use sfumato_pseudonym::PseudonymSeed;
use sha2::Sha256;

/// The fewest bytes a secret has.
const LEAST: usize = 32;

/// How a sealed file begins. AES-SIV needs no nonce: equal files are seen to be equal and nothing else.
const FILE: &[u8] = b"sfumato sealed 1\n";

/// Why a secret is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has at least 32 random bytes, raw or as 64 hexadecimal digits; make one with `openssl rand -hex 32`")]
pub struct KeyError;

/// The keys that keyed operators use. `Debug` shows lengths only.
#[derive(Debug, Clone)]
pub struct Keys {
    pub(crate) hash: Sensitive<[u8; 32]>,
    pub(crate) encrypt: Sensitive<[u8; 32]>,
    pub(crate) ff1: Sensitive<[u8; 32]>,
    file: Sensitive<[u8; 32]>,
    seed: PseudonymSeed,
    fingerprint: [u8; 8],
}

impl Keys {
    /// Derives the keys from a secret: raw bytes, or hexadecimal digits with blanks around them.
    pub fn from_secret(secret: &[u8]) -> Result<Self, KeyError> {
        // Digits may have blanks around them; raw bytes are taken as they are.
        let secret = hexadecimal(secret.trim_ascii()).unwrap_or_else(|| secret.to_vec());
        if secret.len() < LEAST || secret.iter().all(|b| *b == secret[0]) {
            return Err(KeyError);
        }
        let derive = |purpose: &[u8]| {
            let mut key = [0u8; 32];
            Hkdf::<Sha256>::new(Some(b"sfumato keys, version 1"), &secret)
                .expand(purpose, &mut key)
                .map_err(|_| KeyError)?;
            Ok(Sensitive::new(key))
        };
        let seed = PseudonymSeed::from_bytes(derive(b"seed")?.expose());
        let mut fingerprint = [0; 8];
        fingerprint.copy_from_slice(&derive(b"fingerprint")?.expose()[..8]);
        Ok(Self {
            hash: derive(b"hash")?,
            encrypt: derive(b"encrypt")?,
            ff1: derive(b"ff1")?,
            file: derive(b"file")?,
            seed,
            fingerprint,
        })
    }

    /// Encrypts and authenticates a file.
    pub fn seal(&self, plain: &[u8]) -> Vec<u8> {
        let payload = Payload { msg: plain, aad: FILE };
        let sealed = self.cipher().encrypt(Nonce::from_slice(&[0; 16]), payload);
        [FILE, &sealed.expect("a file in memory is short enough to encrypt")].concat()
    }

    /// Opens a file that was sealed with the same key.
    pub fn open(&self, sealed: &[u8]) -> Option<Sensitive<Vec<u8>>> {
        let payload = Payload { msg: sealed.strip_prefix(FILE)?, aad: FILE };
        self.cipher().decrypt(Nonce::from_slice(&[0; 16]), payload).ok().map(Sensitive::new)
    }

    fn cipher(&self) -> Aes128SivAead {
        Aes128SivAead::new(self.file.expose().into())
    }

    /// Digits by which a key is known again, and which tell nothing of it.
    pub fn fingerprint(&self) -> String {
        self.fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A seed that nobody has who has not the secret.
    pub fn seed(&self) -> &PseudonymSeed {
        &self.seed
    }
}

/// The bytes of an even run of hexadecimal digits.
fn hexadecimal(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    let (pairs, rest) = text.as_chunks::<2>();
    if !rest.is_empty() || pairs.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_constant_secrets_are_refused() {
        assert!(Keys::from_secret(b"too short").is_err());
        assert!(Keys::from_secret(&[7; 32]).is_err());
        assert!(Keys::from_secret(&b"0123456789abcdef".repeat(2)).is_err(), "32 digits are 16 bytes");
    }

    #[test]
    fn digits_and_bytes_give_the_same_keys() {
        let bytes: Vec<u8> = (0..32).collect();
        let digits: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
        let (a, b) = (
            Keys::from_secret(&bytes).expect("a key"),
            Keys::from_secret(format!("{digits}\n").as_bytes()).expect("a key"),
        );
        assert_eq!(a.hash, b.hash);
        assert_ne!(a.hash, a.encrypt);
        assert_eq!(a.fingerprint(), b.fingerprint());
        assert_eq!(a.fingerprint().len(), 16);
    }
}
