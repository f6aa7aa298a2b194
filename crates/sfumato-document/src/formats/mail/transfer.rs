//! Transfer encodings: how the bytes of a body are written so that they travel (RFC 2045).

use crate::formats::base64;
use crate::hex;

/// A transfer encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransferEncoding {
    /// As they are: 7bit, 8bit, binary.
    Identity,
    QuotedPrintable,
    Base64,
}

const NOT_BASE64: &str = "a body that is not in base64";

impl TransferEncoding {
    /// The encoding of a header's value; nothing if it is not known.
    pub fn of(value: &str) -> Option<Self> {
        let value = value.split(['(', ';']).next().unwrap_or_default();
        match value.trim().to_ascii_lowercase().as_str() {
            "" | "7bit" | "8bit" | "binary" => Some(Self::Identity),
            "quoted-printable" => Some(Self::QuotedPrintable),
            "base64" => Some(Self::Base64),
            _ => None,
        }
    }

    pub fn decode(self, body: &[u8]) -> Result<Vec<u8>, &'static str> {
        match self {
            Self::Identity => Ok(body.to_vec()),
            Self::QuotedPrintable => Ok(from_quoted_printable(body)),
            Self::Base64 => from_base64(body).ok_or(NOT_BASE64),
        }
    }

    /// Writes bytes for a body that stood as `old`; in text, line breaks stay line breaks.
    pub fn encode(self, bytes: &[u8], is_text: bool, old: &[u8], eol: &str) -> Vec<u8> {
        match self {
            Self::Identity => bytes.to_vec(),
            Self::QuotedPrintable => to_quoted_printable(bytes, is_text, eol).into_bytes(),
            Self::Base64 => {
                let mut out = Vec::with_capacity(bytes.len() * 4 / 3 + 64);
                for line in base64::encode(bytes).as_bytes().chunks(LINE) {
                    if !out.is_empty() {
                        out.extend_from_slice(eol.as_bytes());
                    }
                    out.extend_from_slice(line);
                }
                if old.ends_with(b"\n") {
                    out.extend_from_slice(eol.as_bytes());
                }
                out
            }
        }
    }
}

/// The most characters of a line of encoded text.
const LINE: usize = 76;

/// The bytes of base64 text; nothing if there is anything else in it, since that would pass unread.
pub(super) fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    // The letters of web addresses are none of a mail's.
    let text = std::str::from_utf8(text).ok().filter(|text| !text.contains(['-', '_']))?;
    base64::decode(text)
}

fn from_quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|b| *b == b'\n') {
        let end = line.iter().rposition(|b| !matches!(b, b'\r' | b'\n')).map_or(0, |last| last + 1);
        let (inside, line_break) = line.split_at(end);
        // Blanks at the end of a line were added on the way.
        let inside = if line_break.is_empty() { inside } else { trim_blanks(inside) };
        let (inside, soft) = match inside {
            [before @ .., b'='] => (before, true),
            _ => (inside, false),
        };
        hex::unescape(inside, b'=', |b| b, &mut out);
        if !soft {
            out.extend_from_slice(line_break);
        }
    }
    out
}

fn trim_blanks(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |last| last + 1);
    &line[..end]
}

fn to_quoted_printable(bytes: &[u8], is_text: bool, eol: &str) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    let mut column = 0;
    let mut at = 0;
    while let Some(b) = bytes.get(at) {
        let rest = &bytes[at..];
        let line_break = if rest.starts_with(b"\r\n") { 2 } else { usize::from(*b == b'\n') };
        if is_text && line_break > 0 {
            out.push_str(if line_break == 2 { "\r\n" } else { "\n" });
            column = 0;
            at += line_break;
            continue;
        }
        let ends_line = matches!(rest.get(1), None | Some(b'\r' | b'\n'));
        // A line that starts with two dashes could pass for a boundary, one with "From " for the next mail.
        let safe = match b {
            b' ' | b'\t' => !ends_line,
            b'-' | b'F' | b'.' => column > 0,
            33..=126 => *b != b'=',
            _ => false,
        };
        if column + if safe { 1 } else { 3 } >= LINE {
            out.push('=');
            out.push_str(eol);
            column = 0;
            continue;
        }
        if safe {
            out.push(char::from(*b));
        } else {
            out.push_str(&format!("={b:02X}"));
        }
        column += if safe { 1 } else { 3 };
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (bytes, text) in [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcd", "YWJjZA==")] {
            assert_eq!(from_base64(text.as_bytes()).expect("base64"), bytes.as_bytes());
        }
        assert_eq!(from_base64(b"YW\r\nJjZA").expect("without padding"), b"abcd");
        for wrong in ["Y", "YQ==YQ==", "YWJj\n-- \nAna", "Y*", "YQ==="] {
            assert!(from_base64(wrong.as_bytes()).is_none(), "{wrong}");
        }
    }

    #[test]
    fn long_base64_is_broken_into_lines() {
        let out = TransferEncoding::Base64.encode(&[0; 100], false, b"x\r\n", "\r\n");
        assert!(out.ends_with(b"\r\n") && out.split(|b| *b == b'\n').all(|line| line.len() <= 77));
        assert_eq!(TransferEncoding::Base64.decode(&out).expect("base64"), [0; 100]);
    }

    #[test]
    fn quoted_printable_is_read() {
        let read = |text: &str| TransferEncoding::QuotedPrintable.decode(text.as_bytes()).expect("readable");
        assert_eq!(read("Mar=C3=ADa Qu=\r\nintanilla  \r\n= 1=3d\n"), "María Quintanilla\r\n= 1=\n".as_bytes());
        assert_eq!(read("a=  \r\nb="), b"ab");
    }

    #[test]
    fn quoted_printable_comes_back() {
        let long = "María ".repeat(40) + "  \r\n--x\n.\r\nFrom me\t\n =41 \rz ";
        for is_text in [true, false] {
            let out = TransferEncoding::QuotedPrintable.encode(long.as_bytes(), is_text, b"", "\r\n");
            assert!(out.split(|b| *b == b'\n').all(|line| line.len() <= 77 && !line.starts_with(b"--")));
            assert_eq!(TransferEncoding::QuotedPrintable.decode(&out).expect("readable"), long.as_bytes());
        }
    }
}
