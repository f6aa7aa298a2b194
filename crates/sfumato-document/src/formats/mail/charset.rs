//! The charsets that mails name.

use crate::encoding::{self, DeclaredEncoding};
use crate::formats::codepage::CodePage;

/// A charset, as far as it is read.
#[derive(Clone, Copy)]
pub(super) enum MailCharset {
    Ascii,
    Utf8,
    Utf16 {
        big: bool,
        mark: bool,
    },
    Page(CodePage),
    /// One whose letters take several bytes, or that is rare.
    Wide(DeclaredEncoding),
}

pub(super) const UNKNOWN: &str = "text in a charset that is not read";
const UNFIT: &str = "text that does not fit its charset";

impl MailCharset {
    /// The charset of a name; nothing if it is not read.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.trim().trim_matches('"').to_ascii_lowercase();
        let number = match name.as_str() {
            "" | "us-ascii" | "ascii" | "ansi_x3.4-1968" | "unknown-8bit" | "x-unknown" => return Some(Self::Ascii),
            "utf-8" | "utf8" => return Some(Self::Utf8),
            "utf-16" | "utf-16be" => return Some(Self::Utf16 { big: true, mark: false }),
            "utf-16le" => return Some(Self::Utf16 { big: false, mark: false }),
            "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "latin-1" => 28591,
            "iso-8859-2" | "iso8859-2" => 28592,
            "iso-8859-5" | "iso8859-5" => 28595,
            "iso-8859-7" | "iso8859-7" => 28597,
            "iso-8859-9" | "iso8859-9" => 28599,
            "iso-8859-15" | "iso8859-15" | "latin9" | "latin-9" => 28605,
            "koi8-r" => 20866,
            "macintosh" | "mac" | "macroman" => 10000,
            "ibm437" | "cp437" => 437,
            "ibm850" | "cp850" => 850,
            other => {
                let number = other.strip_prefix("windows-").or_else(|| other.strip_prefix("cp"));
                let number = number.or_else(|| other.strip_prefix("x-cp")).and_then(|number| number.parse().ok());
                match number.filter(|number| (1250..=1258).contains(number)) {
                    Some(number) => number,
                    None => return DeclaredEncoding::of(other).map(Self::Wide),
                }
            }
        };
        CodePage::by_number(number).map(Self::Page)
    }

    /// Its name in errors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "us-ascii",
            Self::Utf8 => "utf-8",
            Self::Utf16 { .. } => "utf-16",
            Self::Page(_) => "the charset of a part of the mail",
            Self::Wide(encoding) => encoding.name(),
        }
    }

    /// The text of bytes, and the charset they turned out to be in: some that call themselves ASCII hold more, and
    /// UTF-16 tells its order in its first character.
    pub fn decode(self, bytes: &[u8]) -> Result<(Self, String), &'static str> {
        match self {
            Self::Ascii if bytes.is_ascii() => Ok((self, ascii(bytes))),
            Self::Ascii => {
                let (found, text) = encoding::decode(bytes.to_vec()).map_err(|_| UNFIT)?;
                let page = |number| CodePage::by_number(number).map(Self::Page).ok_or(UNKNOWN);
                match found {
                    crate::CharacterEncoding::Utf8 => Ok((Self::Utf8, text)),
                    crate::CharacterEncoding::Latin1 | crate::CharacterEncoding::Windows1252 => Ok((page(1252)?, text)),
                    _ => Err(UNFIT),
                }
            }
            Self::Utf8 => Ok((self, std::str::from_utf8(bytes).map_err(|_| UNFIT)?.to_owned())),
            Self::Utf16 { big, .. } => match bytes {
                [0xff, 0xfe, rest @ ..] => Ok((Self::Utf16 { big: false, mark: true }, utf16(rest, false)?)),
                [0xfe, 0xff, rest @ ..] => Ok((Self::Utf16 { big: true, mark: true }, utf16(rest, true)?)),
                _ => Ok((self, utf16(bytes, big)?)),
            },
            Self::Page(page) => {
                let text = bytes.iter().map(|b| page.decode(*b)).collect::<Option<String>>().ok_or(UNFIT)?;
                Ok((self, text))
            }
            Self::Wide(encoding) => Ok((self, encoding.decode(bytes).ok_or(UNFIT)?)),
        }
    }

    /// The bytes of a text; nothing if a character has no place here.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Ascii => text.is_ascii().then(|| text.as_bytes().to_vec()),
            Self::Utf8 => Some(text.as_bytes().to_vec()),
            Self::Utf16 { big, mark } => {
                let to = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                let mark = mark.then_some(0xfeff_u16);
                Some(mark.into_iter().chain(text.encode_utf16()).flat_map(to).collect())
            }
            Self::Page(page) => text.chars().map(|c| page.encode(c)).collect(),
            Self::Wide(encoding) => encoding.encode(text),
        }
    }
}

impl MailCharset {
    /// The character itself if it has a place here, or the nearest that every charset has: a replacement must not make a mail
    /// unwritable.
    pub fn nearest(self, c: char) -> char {
        match c {
            c if self.encode(c.encode_utf8(&mut [0; 4])).is_some() => c,
            '█' => 'X',
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
            'Á' | 'À' | 'Â' | 'Ä' | 'Ã' | 'Å' => 'A',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'É' | 'È' | 'Ê' | 'Ë' => 'E',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
            'Ó' | 'Ò' | 'Ô' | 'Ö' | 'Õ' => 'O',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
            'ñ' => 'n',
            'Ñ' => 'N',
            'ç' => 'c',
            'Ç' => 'C',
            '’' | '‘' => '\'',
            '“' | '”' => '"',
            '–' | '—' => '-',
            '\u{a0}' | '\u{202f}' => ' ',
            _ => '?',
        }
    }
}

fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|b| char::from(*b)).collect()
}

fn utf16(bytes: &[u8], big: bool) -> Result<String, &'static str> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let text = char::decode_utf16(pairs.iter().map(unit)).collect::<Result<String, _>>().map_err(|_| UNFIT)?;
    if rest.is_empty() { Ok(text) } else { Err(UNFIT) }
}

/// The text of a raw header or of what stands around parts, where no charset can be named.
pub(super) fn raw_text(bytes: &[u8]) -> Result<String, &'static str> {
    MailCharset::Ascii.decode(bytes).map(|(_, text)| text)
}
