//! The filters that carry bytes as letters, and run lengths.

use super::extend;
use crate::PdfError;
use crate::lexer::{hex, is_blank};

/// Hexadecimal digits up to `>`.
pub(super) fn hexadecimal(input: &[u8]) -> Result<Vec<u8>, PdfError> {
    let mut out = Vec::with_capacity(input.len() / 2);
    let mut half: Option<u8> = None;
    for &byte in input {
        if byte == b'>' {
            break;
        }
        if is_blank(byte) {
            continue;
        }
        let digit = hex(byte).ok_or(PdfError::Filter { what: "its hexadecimal digits are damaged" })?;
        match half.take() {
            Some(high) => out.push(high << 4 | digit),
            None => half = Some(digit),
        }
    }
    out.extend(half.map(|high| high << 4));
    Ok(out)
}

/// Groups of five letters for four bytes, up to `~>`.
pub(super) fn base85(input: &[u8], limit: usize) -> Result<Vec<u8>, PdfError> {
    let damaged = PdfError::Filter { what: "its base-85 letters are damaged" };
    let mut out = Vec::new();
    let (mut group, mut count) = (0u64, 0usize);
    // Some writers put the mark of the encoding in front.
    let input = input.strip_prefix(b"<~").unwrap_or(input);
    for &byte in input {
        match byte {
            b'~' => break,
            b'z' if count == 0 => extend(&mut out, &[0; 4], limit)?,
            b'!'..=b'u' => {
                group = group * 85 + u64::from(byte - b'!');
                count += 1;
                if count == 5 {
                    let bytes = u32::try_from(group).map_err(|_| damaged.clone())?.to_be_bytes();
                    extend(&mut out, &bytes, limit)?;
                    (group, count) = (0, 0);
                }
            }
            _ if is_blank(byte) => {}
            _ => return Err(damaged),
        }
    }
    match count {
        0 => {}
        1 => return Err(damaged),
        _ => {
            // The missing letters count as the highest.
            for _ in count..5 {
                group = group * 85 + 84;
            }
            let bytes = u32::try_from(group).map_err(|_| damaged)?.to_be_bytes();
            extend(&mut out, bytes.get(..count - 1).unwrap_or_default(), limit)?;
        }
    }
    Ok(out)
}

/// Runs: up to 127, that many and one bytes as they are; from 129, one byte 257 less that times; 128, the end.
pub(super) fn run_length(input: &[u8], limit: usize) -> Result<Vec<u8>, PdfError> {
    let cut = PdfError::Filter { what: "its runs are cut short" };
    let mut out = Vec::new();
    let mut rest = input;
    while let [length, tail @ ..] = rest {
        let length = usize::from(*length);
        rest = match length {
            0..=127 => {
                let (bytes, tail) = tail.split_at_checked(length + 1).ok_or(cut.clone())?;
                extend(&mut out, bytes, limit)?;
                tail
            }
            128 => break,
            _ => {
                let (byte, tail) = tail.split_first().ok_or(cut.clone())?;
                extend(&mut out, &[*byte; 128][..257 - length], limit)?;
                tail
            }
        };
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_to_bytes() {
        assert_eq!(hexadecimal(b"4a 61\n6E6>zz").expect("sound"), b"Jan\x60");
        assert!(hexadecimal(b"4g").is_err());
        assert_eq!(base85(b"87cUR\nD]i,\"Ebo80~>", 100).expect("sound"), b"Hello World!");
        assert_eq!(base85(b"z87cURD]h~>", 100).expect("sound"), b"\0\0\0\0Hello ");
        assert!(base85(b"uuuuu", 100).is_err());
        assert!(base85(b"8", 100).is_err());
    }

    #[test]
    fn runs() {
        assert_eq!(run_length(&[2, 1, 2, 3, 254, 9, 128, 5], 100).expect("sound"), [1, 2, 3, 9, 9, 9]);
        assert_eq!(run_length(&[129, 7], 200).map(|d| d.len()), Ok(128));
        assert!(run_length(&[5, 1], 100).is_err());
        assert!(matches!(run_length(&[129, 7], 100), Err(PdfError::Bomb { .. })));
    }
}
