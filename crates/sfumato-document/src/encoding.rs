//! Character encodings of text files, told by content.
//!
//! Reading and writing are exact inverses for everything that is accepted, so untouched text keeps its bytes.

use encoding_rs::Encoding;

use crate::formats::ReadError;

/// The encoding of the characters of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharacterEncoding {
    /// UTF-8 without a mark.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// UTF-16, little end first; with a byte order mark or without.
    Utf16Le {
        /// True if the file starts with a byte order mark.
        bom: bool,
    },
    /// UTF-16, big end first; with a byte order mark or without.
    Utf16Be {
        /// True if the file starts with a byte order mark.
        bom: bool,
    },
    /// ISO 8859-1, without bytes that windows-1252 uses for signs of its own.
    Latin1,
    /// windows-1252.
    Windows1252,
    /// Another encoding, which the file says it is in.
    Declared(DeclaredEncoding),
}

/// An encoding that is told by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeclaredEncoding(&'static Encoding);

impl DeclaredEncoding {
    /// The encoding of a name, as the web has them; nothing for those that switch by escape sequences, for UTF-8 and for
    /// UTF-16.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        let is_own =
            encoding.is_ascii_compatible() && encoding.name() != "x-user-defined" && encoding != encoding_rs::UTF_8;
        is_own.then_some(Self(encoding))
    }

    /// The encoding with a number that Windows gave it, where a letter takes two bytes.
    pub(crate) fn by_wide_page(number: u32) -> Option<Self> {
        let encoding = match number {
            932 => encoding_rs::SHIFT_JIS,
            936 => encoding_rs::GBK,
            949 => encoding_rs::EUC_KR,
            950 => encoding_rs::BIG5,
            _ => return None,
        };
        Some(Self(encoding))
    }

    pub(crate) fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text of bytes; nothing if they are no text in it.
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<String> {
        self.0.decode_without_bom_handling_and_without_replacement(bytes).map(String::from)
    }

    /// The bytes of a text; nothing if a character has no place in it.
    pub(crate) fn encode(self, text: &str) -> Option<Vec<u8>> {
        let (bytes, _, has_gaps) = self.0.encode(text);
        (!has_gaps).then(|| bytes.into_owned())
    }
}

impl CharacterEncoding {
    /// The name people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf8Bom => "utf-8 with a byte order mark",
            Self::Utf16Le { .. } => "utf-16le",
            Self::Utf16Be { .. } => "utf-16be",
            Self::Latin1 => "iso-8859-1",
            Self::Windows1252 => "windows-1252",
            Self::Declared(encoding) => encoding.name(),
        }
    }

    /// True if `text` can be written in it.
    pub fn holds(self, text: &str) -> bool {
        match self {
            Self::Latin1 | Self::Windows1252 => text.chars().all(|c| single_byte(self, c).is_some()),
            Self::Declared(encoding) => encoding.encode(text).is_some(),
            _ => true,
        }
    }

    /// Writes text as bytes, the mark included; nothing if a character has no place in this encoding.
    pub fn encode(self, text: String) -> Option<Vec<u8>> {
        Some(match self {
            Self::Utf8 => text.into_bytes(),
            Self::Utf8Bom => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            Self::Utf16Le { bom } => utf16_bytes(&text, bom, u16::to_le_bytes),
            Self::Utf16Be { bom } => utf16_bytes(&text, bom, u16::to_be_bytes),
            Self::Latin1 | Self::Windows1252 => text.chars().map(|c| single_byte(self, c)).collect::<Option<_>>()?,
            Self::Declared(encoding) => encoding.encode(&text)?,
        })
    }
}

/// Tells the encoding of a file and decodes it.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<(CharacterEncoding, String), ReadError> {
    match bytes.as_slice() {
        [0xef, 0xbb, 0xbf, rest @ ..] => {
            let at = |e: std::str::Utf8Error| ReadError::Encoding { expected: "utf-8", at: e.valid_up_to() + 3 };
            Ok((CharacterEncoding::Utf8Bom, std::str::from_utf8(rest).map_err(at)?.to_owned()))
        }
        [0xff, 0xfe, rest @ ..] => {
            Ok((CharacterEncoding::Utf16Le { bom: true }, utf16_text(rest, 2, u16::from_le_bytes)?))
        }
        [0xfe, 0xff, rest @ ..] => {
            Ok((CharacterEncoding::Utf16Be { bom: true }, utf16_text(rest, 2, u16::from_be_bytes)?))
        }
        _ => decode_unmarked(bytes),
    }
}

/// Decodes a file that names its own encoding. A mark at its start, or UTF-8 that cannot be chance, tells better.
pub(crate) fn decode_declared(
    bytes: Vec<u8>,
    declared: Option<&str>,
) -> Result<(CharacterEncoding, String), ReadError> {
    let has_mark = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(mark));
    let Some(name) = declared.filter(|_| !has_mark && unmarked_utf16(&bytes).is_none()) else {
        return decode(bytes);
    };
    let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let utf8 = std::str::from_utf8(&bytes).map_err(|error| error.valid_up_to());
    if is(&["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii"]) {
        return match utf8 {
            Err(at) => Err(ReadError::Encoding { expected: "utf-8, as the file says it is,", at }),
            Ok(_) => decode(bytes),
        };
    }
    if is(&["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252", "x-cp1252"]) {
        if utf8.is_ok() || holds_binary(&bytes) {
            return decode(bytes);
        }
        return Ok((CharacterEncoding::Windows1252, bytes.iter().map(|b| windows_1252(*b)).collect()));
    }
    // Of other encodings the ASCII part is the same, but for those that switch by escape sequences.
    let switches = is(&["utf-7", "hz-gb-2312", "iso-2022-jp", "iso-2022-kr", "iso-2022-cn"]);
    let at = match bytes.iter().position(|b| !b.is_ascii()) {
        None if !switches => return decode(bytes),
        at => at.unwrap_or(0),
    };
    let unread = ReadError::Encoding { expected: "utf-8, utf-16 or windows-1252", at };
    let encoding = DeclaredEncoding::of(name).filter(|_| !switches && !holds_binary(&bytes)).ok_or(unread.clone())?;
    // Some letters can be written in more ways than one: only what comes back the same is read.
    let text = encoding.decode(&bytes).filter(|text| encoding.encode(text).is_some_and(|again| again == bytes));
    text.map(|text| (CharacterEncoding::Declared(encoding), text)).ok_or(unread)
}

/// Returns the character of a byte in windows-1252.
pub(crate) fn windows_1252(byte: u8) -> char {
    if (0x80..=0x9f).contains(&byte) { C1[byte as usize - 0x80] } else { char::from(byte) }
}

fn decode_unmarked(bytes: Vec<u8>) -> Result<(CharacterEncoding, String), ReadError> {
    match unmarked_utf16(&bytes) {
        Some(encoding @ CharacterEncoding::Utf16Le { .. }) => {
            return Ok((encoding, utf16_text(&bytes, 0, u16::from_le_bytes)?));
        }
        Some(encoding) => return Ok((encoding, utf16_text(&bytes, 0, u16::from_be_bytes)?)),
        None => {}
    }
    if holds_binary(&bytes) {
        return Err(ReadError::Binary);
    }
    // The error would carry the bytes; only the bytes are wanted back.
    match String::from_utf8(bytes) {
        Ok(text) => Ok((CharacterEncoding::Utf8, text)),
        Err(e) => {
            let at = e.utf8_error().valid_up_to();
            decode_single_byte(e.as_bytes(), at)
        }
    }
}

/// Control characters that no text holds.
fn is_binary(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0e..=0x1a | 0x1c..=0x1f)
}

/// True if some byte is one of them; a chunk is looked at whole, which processors do at once.
fn holds_binary(bytes: &[u8]) -> bool {
    bytes.chunks(256).any(|chunk| chunk.iter().fold(false, |any, byte| any | is_binary(*byte)))
}

/// UTF-16 without a mark: in Latin text every other byte is zero.
fn unmarked_utf16(bytes: &[u8]) -> Option<CharacterEncoding> {
    let sample = bytes.get(..bytes.len().min(4096) & !1)?;
    let pairs = sample.len() / 2;
    if !bytes.len().is_multiple_of(2) || memchr::memchr(0, sample).is_none() {
        return None;
    }
    let zeros = |offset: usize| sample.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if odd * 10 >= pairs * 7 && even * 50 <= pairs {
        Some(CharacterEncoding::Utf16Le { bom: false })
    } else if even * 10 >= pairs * 7 && odd * 50 <= pairs {
        Some(CharacterEncoding::Utf16Be { bom: false })
    } else {
        None
    }
}

/// windows-1252 or its part, ISO 8859-1: accepted only if the high bytes look like accents and signs among words.
fn decode_single_byte(bytes: &[u8], invalid_utf8_at: usize) -> Result<(CharacterEncoding, String), ReadError> {
    let unknown = ReadError::Encoding { expected: "utf-8, utf-16 or windows-1252", at: invalid_utf8_at };
    let high = bytes.iter().filter(|b| **b >= 0x80).count();
    if high * 4 > bytes.len() || bytes.iter().any(|b| matches!(b, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)) {
        return Err(unknown);
    }
    if valid_utf8(bytes) * 2 > high || signs_inside_words(bytes) * 4 > high {
        return Err(unknown);
    }
    let letters = bytes.iter().filter(|b| matches!(b, 0xc0..=0xff | 0xaa | 0xba)).count();
    if letters * 2 < high && high > 8 && high * 20 > bytes.len() {
        return Err(unknown);
    }
    let encoding = if bytes.iter().any(|b| (0x80..=0x9f).contains(b)) {
        CharacterEncoding::Windows1252
    } else {
        CharacterEncoding::Latin1
    };
    Ok((encoding, bytes.iter().map(|b| windows_1252(*b)).collect()))
}

/// Returns the number of bytes in well-formed UTF-8 characters: a damaged UTF-8 file has many, windows-1252 next to
/// none.
fn valid_utf8(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().flat_map(|chunk| chunk.valid().bytes()).filter(|b| *b >= 0x80).count()
}

/// Returns the number of bytes that are signs in windows-1252 and stand between two letters, as letters of older
/// encodings would.
fn signs_inside_words(bytes: &[u8]) -> usize {
    let is_sign = |b: u8| {
        matches!(b, 0x80..=0xbf)
            && !matches!(b, 0x83 | 0x8a | 0x8c | 0x8e | 0x92 | 0x9a | 0x9c | 0x9e | 0x9f | 0xaa | 0xad | 0xb7 | 0xba)
    };
    bytes.windows(3).filter(|w| w[0].is_ascii_alphabetic() && is_sign(w[1]) && w[2].is_ascii_alphabetic()).count()
}

/// The characters of windows-1252 at 0x80 to 0x9f; the five unused places hold themselves and are refused when
/// reading.
const C1: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn single_byte(encoding: CharacterEncoding, c: char) -> Option<u8> {
    match u32::from(c) {
        code @ (0..=0x7f | 0xa0..=0xff) => u8::try_from(code).ok(),
        _ if encoding == CharacterEncoding::Latin1 => None,
        _ => C1.iter().position(|known| *known == c).map(|at| at as u8 + 0x80),
    }
}

/// More characters in a row that would be Latin letters the other way round are no accident.
const MOST_TURNED: usize = 4;

fn utf16_text(bytes: &[u8], before: usize, from: fn([u8; 2]) -> u16) -> Result<String, ReadError> {
    let wrong = |unit: usize| ReadError::Encoding { expected: "utf-16", at: before + unit * 2 };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(wrong(pairs.len()));
    }
    let mut text = String::with_capacity(pairs.len());
    let (mut unit, mut turned) = (0, 0);
    for decoded in char::decode_utf16(pairs.iter().map(|pair| from(*pair))) {
        let c = decoded.map_err(|_| wrong(unit))?;
        // Latin letters whose bytes are turned round, one after the other: a byte is missing before them.
        let code = u32::from(c);
        turned = if code & 0xff == 0 && (0x20..0x7f).contains(&(code >> 8)) { turned + 1 } else { 0 };
        if turned == MOST_TURNED {
            return Err(wrong(unit));
        }
        unit += c.len_utf16();
        text.push(c);
    }
    if holds_binary(text.as_bytes()) { Err(ReadError::Binary) } else { Ok(text) }
}

fn utf16_bytes(text: &str, bom: bool, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = bom.then_some(0xfeffu16);
    mark.into_iter().chain(text.encode_utf16()).flat_map(to).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_encoding_is_believed_if_its_bytes_come_back() {
        let (encoding, text) = decode_declared(b"Se\xf1or \xa4 20".to_vec(), Some("ISO-8859-15")).expect("readable");
        assert_eq!((encoding.name(), text.as_str()), ("ISO-8859-15", "Señor € 20"));
        assert_eq!(encoding.encode(text).as_deref(), Some(&b"Se\xf1or \xa4 20"[..]));
        assert!(encoding.holds("ñ") && !encoding.holds("█"));
        let (encoding, text) = decode_declared(b"\x93\xfa Ann".to_vec(), Some("Shift_JIS")).expect("readable");
        assert_eq!((encoding.name(), text.as_str()), ("Shift_JIS", "日 Ann"));
        for name in ["iso-2022-jp", "utf-7", "hz-gb-2312", "x-user-defined", "no such"] {
            assert!(decode_declared(b"\x93\xfa Ann".to_vec(), Some(name)).is_err(), "{name}");
        }
        assert!(decode_declared(b"\x93 Ann".to_vec(), Some("Shift_JIS")).is_err());
    }

    #[track_caller]
    fn check(bytes: &[u8], encoding: CharacterEncoding, text: &str) {
        let (found, decoded) = decode(bytes.to_vec()).expect("readable");
        assert_eq!((found, decoded.as_str()), (encoding, text));
        assert_eq!(found.encode(decoded).expect("writable"), bytes);
    }

    #[test]
    fn encodings_are_told_by_content_and_written_back_the_same() {
        check(b"plain", CharacterEncoding::Utf8, "plain");
        check("señor".as_bytes(), CharacterEncoding::Utf8, "señor");
        check(b"\xef\xbb\xbfse\xc3\xb1or", CharacterEncoding::Utf8Bom, "señor");
        check(b"\xff\xfea\0\xf1\0", CharacterEncoding::Utf16Le { bom: true }, "añ");
        check(b"\xfe\xff\0a\0\xf1", CharacterEncoding::Utf16Be { bom: true }, "añ");
        check(b"a\0b\0c\0d\0", CharacterEncoding::Utf16Le { bom: false }, "abcd");
        check(b"\0a\0b\0c\0d", CharacterEncoding::Utf16Be { bom: false }, "abcd");
        assert!(decode(b"\xff\xfea\0b\0\0c\0d\0e\0f\0".to_vec()).is_err(), "a byte too many in the middle");
        check(b"se\xf1or Ib\xe1\xf1ez", CharacterEncoding::Latin1, "señor Ibáñez");
        check(b"20 \x80 a la se\xf1ora", CharacterEncoding::Windows1252, "20 € a la señora");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert_eq!(decode(b"\x7fELF\0\x01\x02".to_vec()).unwrap_err(), ReadError::Binary);
        assert_eq!(decode(b"\0\x01".to_vec()).unwrap_err(), ReadError::Binary);
        assert!(decode(vec![0x93; 64]).is_err());
        assert!(decode("señor Núñez \u{e1}".bytes().chain([0xff]).collect()).is_err(), "damaged UTF-8");
        assert!(decode(b"se\xa4or N\xa3\xa4ez B\xa0rcena".to_vec()).is_err(), "code page 850");
        assert!(decode(b"\xff\xfea".to_vec()).is_err());
        assert!(decode(b"\xff\xfe\x00\xd8a\0".to_vec()).is_err());
        assert!(decode(b"\xef\xbb\xbf\xff".to_vec()).is_err());
    }

    #[test]
    fn a_declared_encoding_is_honoured() {
        let decoded = |bytes: &[u8], name| decode_declared(bytes.to_vec(), Some(name));
        assert_eq!(decoded(b"\xe9\x81\xd1", "ISO-8859-1"), Ok((CharacterEncoding::Windows1252, "é\u{81}Ñ".into())));
        assert_eq!(decoded("é".as_bytes(), "latin1"), Ok((CharacterEncoding::Utf8, "é".into())));
        assert_eq!(decoded(b"\xef\xbb\xbfa", "koi8-r"), Ok((CharacterEncoding::Utf8Bom, "a".into())));
        assert_eq!(decoded(b"abc", "koi8-r"), Ok((CharacterEncoding::Utf8, "abc".into())));
        assert!(decoded(b"se\xf1or", "utf-8").is_err());
        assert!(decoded(b"se\xf1or", "koi8-x").is_err());
        assert!(decoded(b"abc", "UTF-7").is_err());
    }

    #[test]
    fn a_sign_without_a_place_is_not_written() {
        assert!(!CharacterEncoding::Latin1.holds("€"));
        assert!(CharacterEncoding::Windows1252.holds("€"));
        assert!(!CharacterEncoding::Windows1252.holds("█"));
        assert_eq!(CharacterEncoding::Latin1.encode("€".to_owned()), None);
    }
}
