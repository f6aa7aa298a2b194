//! Text strings: bytes in the PDF's own one-byte encoding, UTF-16 or UTF-8, told apart by how they start.

/// The characters of 0x18 to 0x1F, in order.
const LOW: [char; 8] = ['\u{2d8}', '\u{2c7}', '\u{2c6}', '\u{2d9}', '\u{2dd}', '\u{2db}', '\u{2da}', '\u{2dc}'];

/// The characters of 0x80 to 0xA0, in order; U+FFFD where there is none.
const HIGH: [char; 33] = [
    '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{192}', '\u{2044}', '\u{2039}',
    '\u{203a}', '\u{2212}', '\u{2030}', '\u{201e}', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}', '\u{201a}',
    '\u{2122}', '\u{fb01}', '\u{fb02}', '\u{141}', '\u{152}', '\u{160}', '\u{178}', '\u{17d}', '\u{131}', '\u{142}',
    '\u{153}', '\u{161}', '\u{17e}', '\u{fffd}', '\u{20ac}',
];

/// The text of a string. What stands for no character becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => return without_languages(&String::from_utf8_lossy(rest)),
        // The rest is not in the standard, but written: the other byte order, and Unicode without a mark.
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0, second, ..] if *second != 0 && wide(bytes) => return utf16(bytes, u16::from_be_bytes),
        _ => {}
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_ascii() => text.to_owned(),
        _ => bytes.iter().map(|&byte| character(byte)).collect(),
    }
}

/// True if every other byte is nought: Latin letters of two bytes each.
fn wide(bytes: &[u8]) -> bool {
    bytes.len().is_multiple_of(2) && bytes.iter().step_by(2).all(|&byte| byte == 0)
}

/// The string of a text: in the one-byte encoding where that has all its characters, in UTF-16 otherwise.
pub fn encode(text: &str) -> Vec<u8> {
    if let Some(bytes) = text.chars().map(byte).collect::<Option<Vec<u8>>>() {
        // What would be taken for another encoding must not be written in this one.
        if decode(&bytes) == text {
            return bytes;
        }
    }
    let mut out = vec![0xfe, 0xff];
    for unit in text.encode_utf16() {
        out.extend(unit.to_be_bytes());
    }
    out
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks(2).map(|pair| match pair {
        [a, b] => unit([*a, *b]),
        // Half a character is one that cannot be told.
        _ => 0xfffd,
    });
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect();
    without_languages(&text)
}

/// Unicode strings may name languages between escapes: ESC, two or four letters, ESC.
fn without_languages(text: &str) -> String {
    if !text.contains('\u{1b}') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('\u{1b}').peekable();
    let mut inside = false;
    while let Some(piece) = pieces.next() {
        let language = matches!(piece.len(), 2 | 4) && piece.bytes().all(|b| b.is_ascii_alphabetic());
        if inside && language && pieces.peek().is_some() {
            inside = false;
            continue;
        }
        out.push_str(piece);
        inside = true;
    }
    out
}

fn character(byte: u8) -> char {
    match byte {
        0x18..=0x1f => LOW.get(usize::from(byte - 0x18)).copied().unwrap_or('\u{fffd}'),
        0x80..=0xa0 => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or('\u{fffd}'),
        0x7f | 0xad => '\u{fffd}',
        _ => char::from(byte),
    }
}

fn byte(character: char) -> Option<u8> {
    let at = |table: &[char]| table.iter().position(|&c| c == character);
    if character == '\u{fffd}' {
        return None;
    }
    match u8::try_from(character) {
        Ok(byte) if self::character(byte) == character => Some(byte),
        _ => at(&LOW).map(|i| 0x18 + i as u8).or_else(|| at(&HIGH).map(|i| 0x80 + i as u8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_told_by_its_start() {
        assert_eq!(decode(b"J\xfcrgen \x8dA\x8e \xa0"), "Jürgen “A” €");
        assert_eq!(decode(b"\xfe\xff\0J\x20\xac\xd8\x3d\xde\x00"), "J€😀");
        assert_eq!(decode(b"\xff\xfeJ\0"), "J");
        assert_eq!(decode("\u{feff}Jürgen".as_bytes()), "Jürgen");
        assert_eq!(decode(b"\xfe\xff\0a\xd8\x00"), "a\u{fffd}");
        assert_eq!(decode(b"\xfe\xff\0a\0"), "a\u{fffd}");
        assert_eq!(decode("Jürgen".as_bytes()), "Jürgen");
        assert_eq!(decode(b"\0J\0a"), "Ja");
    }

    #[test]
    fn languages_are_no_text() {
        assert_eq!(decode(b"\xfe\xff\0\x1b\0e\0n\0\x1b\0J\0\x1b\0d\0e\0D\0E\0\x1b\0K"), "JK");
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "",
            "Jane Roe",
            "Zoë – “x”",
            "Łukasz",
            "Иван",
            "þÿ",
            "ÿþ",
            "Ã¼",
            "\0J",
            "█████",
            "a\u{fffd}b",
            "\u{ad}x",
            "😀",
        ] {
            assert_eq!(decode(&encode(text)), text, "{}", text.len());
        }
        assert_eq!(encode("Zoë–"), b"Zo\xeb\x85");
    }

    #[test]
    fn every_byte_has_one_reading() {
        for byte in 0..=255u8 {
            let read = character(byte);
            assert!(read == '\u{fffd}' || self::byte(read) == Some(byte), "{byte}");
        }
    }
}
