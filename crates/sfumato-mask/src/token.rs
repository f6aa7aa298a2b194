//! Encrypted values that stand in the text: `{sfumato:person:...}`, and the way back.
//!
//! AES-SIV needs no nonce, so the same value gives the same token and a run can be repeated byte for byte; the category
//! is authenticated with it. The bytes are written in base 32, which survives every format and letter case apart.

use aes_siv::aead::{Aead, KeyInit, Payload};
use aes_siv::{Aes128SivAead, Nonce};
use sfumato_detect::Category;
use sfumato_document::{Document, Edits, TextEdit};

use crate::Keys;

const OPEN: &str = "{sfumato:";
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Values are unlike one another by themselves; what AES-SIV wants as a nonce is constant.
const NONCE: [u8; 16] = *b"sfumato token v1";

/// Why a token cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// Another key made it, or it was changed.
    #[error("the encrypted value at byte {at} of the text does not open with this key")]
    Sealed {
        /// Where it stands.
        at: usize,
    },
    /// There is nothing to open.
    #[error("there is no encrypted value in the file")]
    None,
}

/// The token of a value.
pub(crate) fn seal(category: &Category, value: &str, keys: &Keys) -> String {
    let cipher = Aes128SivAead::new(keys.encrypt.expose().into());
    let payload = Payload { msg: value.as_bytes(), aad: category.path().as_bytes() };
    let sealed =
        cipher.encrypt(Nonce::from_slice(&NONCE), payload).expect("a value in memory is short enough to encrypt");
    format!("{OPEN}{category}:{}}}", base32(&sealed))
}

/// What unmasking a document takes.
#[derive(Debug)]
pub struct OpenedTokens {
    /// The edits that bring the values back.
    pub edits: Edits,
    /// How many values were opened.
    pub count: usize,
}

/// Opens every token of a document.
pub fn unmask(document: &Document, keys: &Keys) -> Result<OpenedTokens, TokenError> {
    let cipher = Aes128SivAead::new(keys.encrypt.expose().into());
    let text = document.text();
    let mut edits = Vec::new();
    for (at, _) in text.match_indices(OPEN) {
        let rest = text.get(at + OPEN.len()..).unwrap_or_default();
        let sealed = TokenError::Sealed { at };
        let (inside, _) = rest.split_once('}').ok_or(sealed)?;
        let (category, value) = inside.split_once(':').ok_or(sealed)?;
        let bytes = from_base32(value).ok_or(sealed)?;
        let payload = Payload { msg: &bytes, aad: category.as_bytes() };
        let plain = cipher.decrypt(Nonce::from_slice(&NONCE), payload).map_err(|_| sealed)?;
        let plain = String::from_utf8(plain).map_err(|_| sealed)?;
        let span = document.span(at, at + OPEN.len() + inside.len() + 1).ok_or(sealed)?;
        edits.push(TextEdit::new(span, plain));
    }
    let count = edits.len();
    // Tokens hold no brace, so they cannot overlap.
    let edits = Edits::new(edits).map_err(|_| TokenError::None)?;
    if count == 0 { Err(TokenError::None) } else { Ok(OpenedTokens { edits, count }) }
}

fn base32(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut held, mut bits) = (0u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            out.push(char::from(ALPHABET[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        out.push(char::from(ALPHABET[(held << (5 - bits) & 31) as usize]));
    }
    out
}

fn from_base32(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 5 / 8);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes() {
        let value = ALPHABET.iter().position(|known| *known == byte)? as u32;
        held = held << 5 | value;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits & 255) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_document::formats::{DocumentFormat, TextFile};

    fn keys(seed: u8) -> Keys {
        Keys::from_secret(&(seed..seed + 32).collect::<Vec<_>>()).expect("a key")
    }

    fn opened(text: &str, keys: &Keys) -> Result<String, TokenError> {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        unmask(&document, keys).map(|unmasked| unmasked.edits.apply(&document).expose().clone())
    }

    #[test]
    fn what_was_sealed_comes_back() {
        let person = Category::new("person").expect("a category");
        for value in ["Ann Lee", "x", "María\nde la O", "🙂"] {
            let text = format!("see {} now", seal(&person, value, &keys(1)));
            assert_eq!(opened(&text, &keys(1)).as_deref(), Ok(format!("see {value} now").as_str()));
            assert_eq!(opened(&text, &keys(2)), Err(TokenError::Sealed { at: 4 }));
        }
    }

    #[test]
    fn a_changed_token_does_not_open() {
        let person = Category::new("person").expect("a category");
        let token = seal(&person, "Ann", &keys(1));
        assert!(opened(&token.replace("person", "place"), &keys(1)).is_err());
        assert!(opened(&token.replace('}', "a}"), &keys(1)).is_err());
        assert!(opened("{sfumato:person", &keys(1)).is_err());
        assert_eq!(opened("nothing", &keys(1)), Err(TokenError::None));
    }
}
