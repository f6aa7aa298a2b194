//! Encodings: the other ways in which text is written, undone without the help of any reader.
//!
//! Readers open what they know to be encoded. Here every stretch that could be is decoded, whatever it is, and
//! what comes out is searched: base64 and hexadecimal digits, numbers of characters, percent signs, character references, backslashes, equals
//! signs of mails, strings that a program puts together, packed bytes; and encodings inside encodings.

use std::io::Read as _;

/// Encodings inside encodings, no deeper.
const MOST_COATS: usize = 3;
/// Fewer letters hold no value that is looked for.
const FEWEST_LETTERS: usize = 12;
const FEWEST_PADDED: usize = 8;
const FEWEST_DIGITS: usize = 12;
/// The most bytes that are unpacked.
const MOST_UNPACKED: u64 = 1 << 26;

/// Calls `look` with everything that bytes may stand for once an encoding is undone, until it has seen enough.
pub(super) fn decoded(bytes: &[u8], look: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    deeper(bytes, 0, look)
}

/// Returns the bytes that some bytes stand for under one encoding; empty if they are not written in it.
type UndoEncoding = fn(&[u8]) -> Vec<u8>;

fn deeper(bytes: &[u8], depth: usize, look: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    if depth >= MOST_COATS {
        return false;
    }
    let encodings: [UndoEncoding; 9] =
        [percent, references, backslashes, equals_signs, joined, letters, digits, spaced_digits, numbered];
    for undo in encodings {
        let inside = undo(bytes);
        if !inside.is_empty() && (look(&inside) || deeper(&inside, depth + 1, look)) {
            return true;
        }
    }
    let inside = unpacked(bytes);
    !inside.is_empty() && (look(&inside) || deeper(&inside, depth + 1, look))
}

fn hexadecimal(high: u8, low: u8) -> Option<u8> {
    let value = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(value(high)? << 4 | value(low)?).ok()
}

/// Bytes with every escape undone that starts with a mark; nothing if there is none.
fn undone(bytes: &[u8], mark: u8, undo: impl Fn(&[u8], &mut Vec<u8>) -> Option<usize>) -> Vec<u8> {
    let Some(first) = memchr::memchr(mark, bytes) else { return Vec::new() };
    let mut out = Vec::new();
    let (mut at, mut kept) = (first, 0);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let before = out.len();
        out.extend_from_slice(bytes.get(kept..at).unwrap_or_default());
        match undo(rest, &mut out) {
            Some(length) => {
                at += length;
                kept = at;
            }
            None => {
                out.truncate(before);
                at += 1;
            }
        }
        match memchr::memchr(mark, bytes.get(at..).unwrap_or_default()) {
            Some(next) => at += next,
            None => break,
        }
    }
    if kept == 0 {
        return Vec::new();
    }
    out.extend_from_slice(bytes.get(kept..).unwrap_or_default());
    out
}

fn percent(bytes: &[u8]) -> Vec<u8> {
    undone(bytes, b'%', |rest, out| match rest {
        [_, high, low, ..] => {
            out.push(hexadecimal(*high, *low)?);
            Some(3)
        }
        _ => None,
    })
}

fn references(bytes: &[u8]) -> Vec<u8> {
    const LONGEST: usize = 12;
    undone(bytes, b'&', |rest, out| {
        let end = rest.iter().take(LONGEST).position(|byte| *byte == b';')?;
        let name = std::str::from_utf8(rest.get(1..end)?).ok()?;
        let character = match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "nbsp" => ' ',
            "commat" => '@',
            "period" => '.',
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)?
            }
        };
        push(character, out);
        Some(end + 1)
    })
}

fn backslashes(bytes: &[u8]) -> Vec<u8> {
    undone(bytes, b'\\', |rest, out| {
        let (character, length) = match rest.get(1)? {
            b'n' | b'r' | b't' => (' ', 2),
            b'x' | b'\'' => match rest {
                [_, _, high, low, ..] if hexadecimal(*high, *low).is_some() => {
                    (char::from(hexadecimal(*high, *low)?), 4)
                }
                _ => (char::from(*rest.get(1)?), 2),
            },
            b'u' => {
                let digits = std::str::from_utf8(rest.get(2..6)?).ok()?;
                match u32::from_str_radix(digits, 16) {
                    Ok(code) => (char::from_u32(code)?, 6),
                    Err(_) => return None,
                }
            }
            b'0'..=b'3' => {
                let digits = std::str::from_utf8(rest.get(1..4)?).ok()?;
                (char::from(u8::from_str_radix(digits, 8).ok()?), 4)
            }
            mark if mark.is_ascii_punctuation() => (char::from(*mark), 2),
            _ => return None,
        };
        push(character, out);
        Some(length)
    })
}

/// Quoted-printable: bytes as digits behind equals signs, and line ends that are none.
fn equals_signs(bytes: &[u8]) -> Vec<u8> {
    undone(bytes, b'=', |rest, out| match rest {
        [_, b'\r', b'\n', ..] => Some(3),
        [_, b'\n', ..] => Some(2),
        [_, high, low, ..] => {
            out.push(hexadecimal(*high, *low)?);
            Some(3)
        }
        _ => None,
    })
}

/// Literal strings that a program or a formula puts together.
fn joined(bytes: &[u8]) -> Vec<u8> {
    let is_quote = |byte: Option<&u8>| matches!(byte, Some(b'"' | b'\'' | b'`'));
    let mut out = Vec::new();
    let mut kept = 0;
    for at in memchr::memchr2_iter(b'+', b'&', bytes) {
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
        let after = bytes.get(at + 1..).unwrap_or_default();
        let rest = after.strip_prefix(b"amp;").unwrap_or(after);
        let rest = rest.get(..rest.len().min(80)).unwrap_or_default();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let next = at + 1 + (after.len() - after.strip_prefix(b"amp;").unwrap_or(after).len()) + blanks;
        if is_quote(before.last()) && is_quote(bytes.get(next)) && before.len() > kept {
            out.extend_from_slice(bytes.get(kept..before.len() - 1).unwrap_or_default());
            kept = next + 1;
        }
    }
    if kept > 0 {
        out.extend_from_slice(bytes.get(kept..).unwrap_or_default());
    }
    out
}

fn push(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Decodes runs of base64, one after the other; those that go on in the next line as one.
fn letters(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at + FEWEST_PADDED <= bytes.len() {
        // The last letter of the shortest run is looked at first.
        if let Some(gap) = bytes.get(at..at + FEWEST_PADDED).and_then(|run| run.iter().rposition(|b| !is_letter(*b))) {
            at += gap + 1;
            continue;
        }
        let start = at;
        let mut lines = 1;
        loop {
            at += bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is_letter(**byte)).count();
            let breaks =
                bytes.get(at..).unwrap_or_default().iter().take(2).take_while(|b| matches!(b, b'\r' | b'\n')).count();
            if breaks == 0 || !bytes.get(at + breaks).is_some_and(|byte| is_letter(*byte)) {
                break;
            }
            at += breaks;
            lines += 1;
        }
        let run = bytes.get(start..at).unwrap_or_default();
        let is_padded = bytes.get(at) == Some(&b'=');
        if run.len() >= FEWEST_LETTERS || is_padded {
            base64(run, &mut out);
            // What lost its first letters reads on from another one.
            if run.len() >= 2 * FEWEST_LETTERS {
                (1..4).filter_map(|shift| run.get(shift..)).for_each(|rest| base64(rest, &mut out));
            }
            if lines > 1 {
                run.split(|byte| matches!(byte, b'\r' | b'\n')).for_each(|line| base64(line, &mut out));
            }
            let parts = run.split(|byte| matches!(byte, b'/' | b'-' | b'_' | b'+' | b'\r' | b'\n'));
            parts
                .filter(|part| part.len() >= FEWEST_PADDED && part.len() < run.len())
                .for_each(|part| base64(part, &mut out));
        }
    }
    out
}

fn base64(run: &[u8], out: &mut Vec<u8>) {
    let (mut held, mut bits) = (0u32, 0u32);
    for letter in run {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => continue,
        };
        held = (held << 6 | u32::from(value)) & 0x3fff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    out.push(b'\n');
}

/// Decodes runs of hexadecimal digits, as they are and each byte turned by the first.
fn digits(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at + FEWEST_DIGITS <= bytes.len() {
        let run = bytes.get(at..at + FEWEST_DIGITS).unwrap_or_default();
        if let Some(gap) = run.iter().rposition(|byte| !byte.is_ascii_hexdigit()) {
            at += gap + 1;
            continue;
        }
        let length = bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let run = bytes.get(at..at + length).unwrap_or_default();
        let (pairs, _) = run.as_chunks::<2>();
        let start = out.len();
        out.extend(pairs.iter().filter_map(|[high, low]| hexadecimal(*high, *low)));
        if let Some(key) = out.get(start).copied() {
            out.push(b'\n');
            out.extend(pairs.iter().skip(1).filter_map(|[high, low]| Some(hexadecimal(*high, *low)? ^ key)));
        }
        out.push(b'\n');
        at += length;
    }
    out
}

/// Decodes bytes as pairs of hexadecimal digits that stand apart: `4a 61 6e`, `4a:61:6e`, `0x4a, 0x61`.
fn spaced_digits(bytes: &[u8]) -> Vec<u8> {
    let pair = |word: &[u8]| match word {
        [high, low] | [b'0', b'x' | b'X', high, low] => hexadecimal(*high, *low),
        _ => None,
    };
    apart(bytes, u8::is_ascii_alphanumeric, pair)
}

/// Decodes numbers of characters: `74,97,110`, `CHAR(74)&CHAR(97)`.
fn numbered(bytes: &[u8]) -> Vec<u8> {
    let number = |word: &[u8]| (word.len() <= 3).then(|| std::str::from_utf8(word).ok()?.parse().ok())?;
    apart(bytes, u8::is_ascii_digit, number)
}

/// The characters that words stand for, where many do with little between them; small letters or addresses alone, since
/// ages and amounts are lists too.
fn apart(bytes: &[u8], is_of_word: impl Fn(&u8) -> bool, meant: impl Fn(&[u8]) -> Option<u8>) -> Vec<u8> {
    const MOST_BETWEEN: usize = 12;
    const FEWEST: usize = 6;
    let mut out = Vec::new();
    let mut run: Vec<u8> = Vec::new();
    let (mut at, mut last) = (0, 0);
    let keep = |run: &mut Vec<u8>, out: &mut Vec<u8>| {
        let says_something = run.iter().any(|byte| byte.is_ascii_lowercase() || *byte == b'@');
        if run.len() >= FEWEST && says_something {
            out.extend_from_slice(run);
            out.push(b'\n');
        }
        run.clear();
    };
    while let Some(start) = bytes.get(at..).and_then(|rest| rest.iter().position(&is_of_word)).map(|n| at + n) {
        at = start + bytes.get(start..).unwrap_or_default().iter().take_while(|byte| is_of_word(byte)).count();
        let character = meant(bytes.get(start..at).unwrap_or_default()).filter(|byte| *byte >= b' ');
        if character.is_none() || start > last + MOST_BETWEEN {
            keep(&mut run, &mut out);
        }
        run.extend(character);
        last = at;
    }
    keep(&mut run, &mut out);
    out
}

/// Unpacks bytes: members of an archive, a stream with a head of gzip or zlib.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let starts = memchr::memmem::find_iter(bytes, b"PK\x03\x04").take(64);
    for start in starts {
        let member = bytes.get(start..).unwrap_or_default();
        let short = |at: usize| member.get(at..at + 2).map(|pair| usize::from(u16::from_le_bytes([pair[0], pair[1]])));
        let (Some(method), Some(name), Some(extra)) = (short(8), short(26), short(28)) else { continue };
        let packed = member.get(30 + name + extra..).unwrap_or_default();
        out.extend_from_slice(member.get(30..30 + name).unwrap_or_default());
        out.push(b'\n');
        if method == 8 {
            read(flate2::read::DeflateDecoder::new(packed), &mut out);
        }
    }
    if bytes.starts_with(b"\x1f\x8b") {
        read(flate2::read::GzDecoder::new(bytes), &mut out);
    }
    if matches!(bytes, [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..]) {
        read(flate2::read::ZlibDecoder::new(bytes), &mut out);
    }
    out
}

/// Reads a stream up to its first fault.
fn read(stream: impl std::io::Read, out: &mut Vec<u8>) {
    // What came before a fault is kept and searched.
    let _ = stream.take(MOST_UNPACKED).read_to_end(out);
    out.push(b'\n');
}

/// Calls `look` with the digits of every number that is written as a power of ten, or with noughts behind its point.
pub(super) fn numbers(bytes: &[u8], mut look: impl FnMut(&[u8])) {
    const MOST: usize = 34;
    let is_in_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    let mut at = 0;
    while let Some(start) = bytes.get(at..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)).map(|n| at + n) {
        let length = bytes.get(start..).unwrap_or_default().iter().take_while(|byte| is_in_number(byte)).count();
        at = start + length;
        let Some(number) = bytes.get(start..at).filter(|number| number.len() <= MOST) else { continue };
        let power = number.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (base, power) = match power {
            Some(at) => (&number[..at], number.get(at + 1..).unwrap_or_default()),
            None => (number, &b"0"[..]),
        };
        let Some(point) =
            base.iter().position(|byte| *byte == b'.').or((base.len() < number.len()).then_some(base.len()))
        else {
            continue;
        };
        let power = std::str::from_utf8(power).ok().and_then(|power| power.parse::<usize>().ok());
        let Some(whole) = power.map(|power| point + power).filter(|whole| *whole <= MOST) else { continue };
        let mut digits: Vec<u8> = base.iter().copied().filter(u8::is_ascii_digit).collect();
        if digits.get(whole..).is_some_and(|behind| behind.iter().any(|digit| *digit != b'0')) {
            continue;
        }
        digits.resize(whole, b'0');
        look(&digits);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[track_caller]
    fn check(encoded: &[u8], value: &str) {
        let mut is_seen = false;
        decoded(encoded, &mut |inside| {
            is_seen |= memchr::memmem::find(inside, value.as_bytes()).is_some();
            is_seen
        });
        assert!(is_seen, "{}", String::from_utf8_lossy(encoded));
    }

    #[test]
    fn every_encoding_is_undone() {
        for encoded in [
            "x=Jane%20Okonkwo",
            "Jane&#32;Okonkwo and &#x4a;ane",
            "J\\u0061ne Okonkwo",
            "J\\x61ne Okonkwo",
            "=4Aane Okonk=\r\nwo",
            "'Jane' + \" Okonkwo\"",
            "\"Jane \"&amp;\"Okonkwo\"",
            "see SmFuZSBPa29ua3dv!",
            "/d/SmFuZSBPa29ua3dv/",
            "SmFuZSBP\na29ua3dv",
            "4a616e65204f6b6f6e6b776f",
            "4a 61 6e 65 20 4f 6b 6f 6e 6b 77 6f",
            "\\112\\141\\156\\145\\040Okonkwo",
            "CHAR(74)&CHAR(97)&CHAR(110)&CHAR(101)&CHAR(32)&CHAR(79)&CHAR(107)&CHAR(111)&CHAR(110)&CHAR(107)&CHAR(119)&CHAR(111)",
            "U21GdVpTQlBhMjl1YTNkdg==",
            "VhciBKYW5lIE9rb25rd28sIGhlbGxv",
            "SmFuZSUyME9rb25rd28=",
        ] {
            check(encoded.as_bytes(), "Jane Okonkwo");
        }
        let turned: String = std::iter::once(7)
            .chain(b"ann@example.org".iter().map(|byte| byte ^ 7))
            .map(|b| format!("{b:02x}"))
            .collect();
        check(turned.as_bytes(), "ann@example.org");
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(b"Jane Okonkwo").expect("in memory");
        let packed = packed.finish().expect("in memory");
        check(&packed, "Jane Okonkwo");
        let letters = crate::formats::base64::encode(&packed);
        check(letters.as_bytes(), "Jane Okonkwo");
    }

    #[test]
    fn numbers_are_told_by_their_digits() {
        let digits = |text: &str| {
            let mut told = Vec::new();
            numbers(text.as_bytes(), |digits| told.push(String::from_utf8_lossy(digits).into_owned()));
            told
        };
        assert_eq!(digits("5.780550409E9 5780550409.0 5.780550409e+9"), ["5780550409"; 3]);
        assert_eq!(digits("12.5 5.78055040912E9 3E99 1.2.3 17"), [""; 0]);
    }

    #[test]
    fn hostile_bytes_take_a_moment() {
        for hostile in ["%", "&", "\\", "=", "'+", "aA", "4a", "4a ", "97,", "PK\u{3}\u{4}", "1e9"] {
            assert!(!decoded(hostile.repeat(40_000).as_bytes(), &mut |_| false));
            numbers(hostile.repeat(40_000).as_bytes(), |_| ());
        }
    }
}
