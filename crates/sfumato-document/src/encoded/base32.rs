//! Base32: the letters A to Z and the digits 2 to 7, five bits each, as tokens and addresses have it.

use std::ops::Range;

use super::is_text;

/// Fewer letters are a word.
const SHORTEST: usize = 16;
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// What a run of letters says in base32, and the end of the run with its padding; `None` if it says nothing.
pub(super) fn read(text: &str, range: &Range<usize>) -> Option<(Vec<u8>, usize)> {
    let run = text.get(range.clone())?.trim_end_matches('=');
    if run.len() < SHORTEST {
        return None;
    }
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(run.len() * 5 / 8), 0u32, 0u32);
    for letter in run.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            _ => return None,
        };
        held = (held << 5 | u32::from(value)) & 0xfff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    // What is left over at the end is nothing.
    let is_whole = held & ((1 << bits) - 1) == 0;
    let end = range.start + run.len();
    let padding = text.as_bytes().get(end..)?.iter().take(6).take_while(|byte| **byte == b'=').count();
    (is_whole && is_text(&bytes)).then_some((bytes, end + padding))
}

/// Returns bytes in base32.
pub(super) fn encode(bytes: &[u8], is_padded: bool) -> String {
    let mut out = String::with_capacity(bytes.len() * 8 / 5 + 8);
    for chunk in bytes.chunks(5) {
        let held =
            chunk.iter().chain(std::iter::repeat(&0)).take(5).fold(0u64, |held, byte| held << 8 | u64::from(*byte));
        let letters = (chunk.len() * 8).div_ceil(5);
        for nth in 0..8 {
            let value = (held >> (35 - 5 * nth) & 31) as usize;
            match LETTERS.get(value) {
                Some(letter) if nth < letters => out.push(char::from(*letter)),
                _ if is_padded => out.push('='),
                _ => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        for said in ["Jane Okonkwo", "ann.lee@mail.example", "Jane Okonkwo and Ann Lee"] {
            for is_padded in [true, false] {
                let text = encode(said.as_bytes(), is_padded);
                let (bytes, end) = read(&text, &(0..text.len())).expect("words");
                assert_eq!((bytes.as_slice(), end), (said.as_bytes(), text.len()), "{text}");
            }
        }
        for other in ["INTERNATIONALISATION", "ABCDEFGHIJKLMNOP", "ES2222333344445555", "JANE"] {
            assert_eq!(read(other, &(0..other.len())), None, "{other}");
        }
    }
}
