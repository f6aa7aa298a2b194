//! The packings of pages.

use std::io::Read;

use super::pages::{DAMAGED, PACKED};
use crate::formats::packing::{self, DeflateFrame};

/// Unpacks a page that says how long it is.
pub(super) fn unpacked(bytes: &[u8], codec: i64, length: usize) -> Result<Vec<u8>, &'static str> {
    let out = match codec {
        0 => Some(bytes.to_vec()),
        1 => snappy(bytes, length),
        2 => gzip(bytes, length),
        6 => zstd(bytes, length),
        7 => lz4(bytes, length),
        _ => return Err(PACKED),
    };
    out.filter(|out| out.len() == length).ok_or(DAMAGED)
}

fn gzip(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let [0x1f, 0x8b, 8, flags, ..] = *bytes else { return None };
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let (extra, behind) = rest.split_first_chunk::<2>()?;
        rest = behind.get(usize::from(u16::from_le_bytes(*extra))..)?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            rest = rest.get(memchr::memchr(0, rest)? + 1..)?;
        }
    }
    rest = rest.get(if flags & 2 != 0 { 2 } else { 0 }..)?;
    packing::unpacked(rest, DeflateFrame::None, length)
}

/// Snappy: pieces as they are, and copies of what was before.
fn snappy(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let end = bytes.iter().position(|byte| *byte < 0x80)?;
    let mut rest = bytes.get(end + 1..)?;
    let mut out: Vec<u8> = Vec::with_capacity(most.min(1 << 24));
    while let Some((tag, behind)) = rest.split_first() {
        rest = behind;
        let number = |rest: &mut &[u8], count: usize| -> Option<usize> {
            let (bytes, behind) = rest.split_at_checked(count)?;
            *rest = behind;
            Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte)))
        };
        let high = usize::from(tag >> 2);
        let (length, offset) = match tag & 3 {
            0 => {
                let length = if high < 60 { high } else { number(&mut rest, high - 59)? } + 1;
                let (literal, behind) = rest.split_at_checked(length)?;
                out.extend_from_slice(literal);
                rest = behind;
                continue;
            }
            1 => ((high & 7) + 4, (high >> 3) << 8 | number(&mut rest, 1)?),
            2 => (high + 1, number(&mut rest, 2)?),
            _ => (high + 1, number(&mut rest, 4)?),
        };
        let start = out.len().checked_sub(offset).filter(|_| offset > 0)?;
        if out.len() + length > most {
            return None;
        }
        for nth in 0..length {
            out.push(*out.get(start + nth)?);
        }
    }
    Some(out)
}

/// LZ4 without a frame: literals, and copies of what was before.
fn lz4(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut rest = bytes;
    let mut out: Vec<u8> = Vec::with_capacity(most.min(1 << 24));
    let take = |rest: &mut &[u8], count: usize| -> Option<Vec<u8>> {
        let (taken, behind) = rest.split_at_checked(count)?;
        *rest = behind;
        Some(taken.to_vec())
    };
    let length = |rest: &mut &[u8], nibble: u8| -> Option<usize> {
        let mut length = usize::from(nibble);
        let mut goes_on = nibble == 15;
        while goes_on {
            let (byte, behind) = rest.split_first()?;
            *rest = behind;
            length = length.checked_add(usize::from(*byte))?;
            goes_on = *byte == u8::MAX;
        }
        Some(length)
    };
    while let Some((token, behind)) = rest.split_first() {
        rest = behind;
        let literals = length(&mut rest, token >> 4)?;
        out.extend(take(&mut rest, literals)?);
        if rest.is_empty() {
            break;
        }
        let offset = take(&mut rest, 2)?;
        let offset = usize::from(u16::from_le_bytes(*offset.first_chunk()?));
        let copied = length(&mut rest, token & 15)? + 4;
        let start = out.len().checked_sub(offset).filter(|_| offset > 0)?;
        if out.len() + copied > most {
            return None;
        }
        for nth in 0..copied {
            out.push(*out.get(start + nth)?);
        }
    }
    Some(out)
}

fn zstd(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(most.min(1 << 24));
    let mut rest = bytes;
    // A page may be several frames, one after the other.
    while !rest.is_empty() {
        let decoder = ruzstd::decoding::StreamingDecoder::new(&mut rest).ok()?;
        let left = (most + 1).checked_sub(out.len())?;
        decoder.take(left as u64).read_to_end(&mut out).ok()?;
        if out.len() > most {
            return None;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snappy_is_unpacked() {
        // "Wikipedia is a free, web-based..." style: a literal, then a copy that reaches into itself.
        assert_eq!(snappy(b"\x0a\x0cabcd\x0d\x04", 10).as_deref(), None, "an offset behind the start");
        assert_eq!(snappy(b"\x0a\x0cabcd\x09\x02", 10).as_deref(), Some(&b"abcdcdcdcd"[..]));
        assert_eq!(snappy(b"\x0a\x0cabcd\x09\x02", 9), None);
    }

    #[test]
    fn lz4_is_unpacked() {
        // Four literals, then eight bytes copied from four before, then one literal.
        assert_eq!(lz4(b"\x44abcd\x04\x00\x10x", 13).as_deref(), Some(&b"abcdabcdabcdx"[..]));
        assert_eq!(lz4(b"\x44abcd\x05\x00\x10x", 13), None, "an offset behind the start");
        assert_eq!(lz4(b"\x44abcd\x04\x00\x10x", 11), None);
    }

    #[test]
    fn zstd_is_unpacked() {
        // A frame whose one block is raw, and one whose block is a run.
        let raw = b"\x28\xb5\x2f\xfd\x20\x03\x19\x00\x00abc";
        let run = b"\x28\xb5\x2f\xfd\x20\x05\x2b\x00\x00x";
        assert_eq!(zstd(raw, 3).as_deref(), Some(&b"abc"[..]));
        assert_eq!(zstd(&[&raw[..], run].concat(), 8).as_deref(), Some(&b"abcxxxxx"[..]));
        assert_eq!(zstd(run, 4), None);
        assert_eq!(zstd(&raw[..8], 3), None);
    }
}
