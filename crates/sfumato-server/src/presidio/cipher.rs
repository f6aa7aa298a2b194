//! AES in CBC mode as Presidio writes it: a random start, PKCS #7, and base64 with the alphabet of addresses.
//!
//! Nothing proves that a value was not changed, which is why `/v1` encrypts otherwise; here the form is Presidio's.

use aes::cipher::generic_array::GenericArray;
use aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;

const BLOCK: usize = 16;

/// A key of one of the three lengths.
enum BlockCipher {
    Short(Aes128),
    Middle(Aes192),
    Long(Aes256),
}

impl BlockCipher {
    fn new(key: &[u8]) -> Option<Self> {
        Some(match key.len() {
            16 => Self::Short(Aes128::new_from_slice(key).ok()?),
            24 => Self::Middle(Aes192::new_from_slice(key).ok()?),
            32 => Self::Long(Aes256::new_from_slice(key).ok()?),
            _ => return None,
        })
    }

    fn encrypt(&self, block: &mut [u8; BLOCK]) {
        let block = GenericArray::from_mut_slice(block);
        match self {
            Self::Short(cipher) => cipher.encrypt_block(block),
            Self::Middle(cipher) => cipher.encrypt_block(block),
            Self::Long(cipher) => cipher.encrypt_block(block),
        }
    }

    fn decrypt(&self, block: &mut [u8; BLOCK]) {
        let block = GenericArray::from_mut_slice(block);
        match self {
            Self::Short(cipher) => cipher.decrypt_block(block),
            Self::Middle(cipher) => cipher.decrypt_block(block),
            Self::Long(cipher) => cipher.decrypt_block(block),
        }
    }
}

/// True if a key has one of the three lengths.
pub fn is_key(key: &str) -> bool {
    matches!(key.len(), 16 | 24 | 32)
}

/// Encrypts a text; nothing if the key has no such length, or the system gives no random numbers.
pub fn encrypt(key: &str, text: &str) -> Option<String> {
    let mut start = [0; BLOCK];
    getrandom::fill(&mut start).ok()?;
    encrypt_from(key, text, start)
}

fn encrypt_from(key: &str, text: &str, start: [u8; BLOCK]) -> Option<String> {
    let cipher = BlockCipher::new(key.as_bytes())?;
    let mut padded = text.as_bytes().to_vec();
    let padding = BLOCK - padded.len() % BLOCK;
    padded.resize(padded.len() + padding, padding as u8);
    let mut out = start.to_vec();
    let mut before = start;
    for chunk in padded.chunks_exact(BLOCK) {
        for (byte, plain) in before.iter_mut().zip(chunk) {
            *byte ^= plain;
        }
        cipher.encrypt(&mut before);
        out.extend(before);
    }
    Some(URL_SAFE.encode(out))
}

/// Decrypts a text; nothing if another key made it, or it is none.
pub fn decrypt(key: &str, text: &str) -> Option<String> {
    let cipher = BlockCipher::new(key.as_bytes())?;
    // Both alphabets are read, as Python does.
    let text: String = text
        .chars()
        .map(|c| {
            if c == '+' {
                '-'
            } else if c == '/' {
                '_'
            } else {
                c
            }
        })
        .collect();
    let bytes = URL_SAFE.decode(text).ok()?;
    if bytes.len() < 2 * BLOCK || bytes.len() % BLOCK != 0 {
        return None;
    }
    let mut out = Vec::with_capacity(bytes.len());
    for (before, chunk) in bytes.chunks_exact(BLOCK).zip(bytes.chunks_exact(BLOCK).skip(1)) {
        let mut block: [u8; BLOCK] = chunk.try_into().ok()?;
        cipher.decrypt(&mut block);
        out.extend(block.iter().zip(before).map(|(byte, before)| byte ^ before));
    }
    let padding = usize::from(*out.last()?);
    let length = out.len().checked_sub(padding)?;
    let is_padded = (1..=BLOCK).contains(&padding) && out[length..].iter().all(|byte| usize::from(*byte) == padding);
    out.truncate(length);
    is_padded.then(|| String::from_utf8(out).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_presidio_encrypted_is_read() {
        // Published with Presidio's own tests.
        let text = "e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz-YqHNnMW2mC5r3AWoay8Spsoajyyy";
        assert_eq!(decrypt("1111111111111111", text).as_deref(), Some("text_for_encryption"));
        assert_eq!(decrypt("1111111111111111", &text.replace('-', "+")).as_deref(), Some("text_for_encryption"));
        assert_eq!(decrypt("1111111111111112", text), None);
    }

    #[test]
    fn a_value_begins_with_its_start() {
        let made = encrypt_from("YELLOW SUBMARINE", "one block and a bit", *b"0123456789abcdef").expect("a key");
        assert!(made.starts_with("MDEyMzQ1Njc4OWFiY2RlZ"));
        assert_eq!(decrypt("YELLOW SUBMARINE", &made).as_deref(), Some("one block and a bit"));
    }

    #[test]
    fn everything_comes_back_with_keys_of_every_length() {
        for key in ["k".repeat(16), "k".repeat(24), "k".repeat(32)] {
            for text in ["", "x", "exactly sixteen.", "Ñandú y cigüeña, 北京"] {
                let made = encrypt(&key, text).expect("a key");
                assert_ne!(encrypt(&key, text).expect("a key"), made, "each time from another start");
                assert_eq!(decrypt(&key, &made).as_deref(), Some(text));
            }
        }
        assert!(encrypt("short", "x").is_none() && !is_key("short"));
        for wrong in ["", "AAAA", "not base64!", &"A".repeat(64)] {
            assert_eq!(decrypt(&"k".repeat(16), wrong), None, "{wrong}");
        }
    }
}
