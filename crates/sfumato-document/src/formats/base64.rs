//! Base64: bytes as letters, for files that lie inside text.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn value(letter: u8) -> Option<u32> {
    Some(
        match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        }
        .into(),
    )
}

/// The bytes that text stands for, blanks aside; nothing if it is no base64.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    let mut letters = text.bytes().filter(|b| !b.is_ascii_whitespace());
    let mut count = 0usize;
    let padding = loop {
        match letters.next() {
            Some(b'=') => break 1 + letters.try_fold(0, |sum, b| (b == b'=').then_some(sum + 1))?,
            None => break 0,
            Some(letter) => {
                held = held << 6 | value(letter)?;
                bits += 6;
                count += 1;
                if bits >= 8 {
                    bits -= 8;
                    bytes.push((held >> bits) as u8);
                    held &= (1 << bits) - 1;
                }
            }
        }
    };
    let is_whole = count % 4 != 1 && padding <= 2 && (padding == 0 || (count + padding).is_multiple_of(4));
    is_whole.then_some(bytes)
}

/// Bytes as base64, padded.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let held = group.iter().fold(0u32, |held, b| held << 8 | u32::from(*b)) << (8 * (3 - group.len()));
        for nth in 0..4 {
            let letter = ALPHABET[(held >> (18 - 6 * nth) & 63) as usize];
            text.push(if nth <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for length in 0..40u8 {
            let bytes: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37)).collect();
            assert_eq!(decode(&encode(&bytes)).as_deref(), Some(&bytes[..]));
        }
        assert_eq!(encode(b"Ann"), "QW5u");
        assert_eq!(decode(" QW5u\r\nTA== ").as_deref(), Some(&b"AnnL"[..]));
        assert_eq!(decode("QW5uTA").as_deref(), Some(&b"AnnL"[..]));
    }

    #[test]
    fn other_text_is_no_base64() {
        for text in ["Q", "QW5u=TA", "QW5u====", "Ann Lee.", "QQ="] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
