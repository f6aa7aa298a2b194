//! The notation of values of cards and calendars.

use crate::encoding::windows_1252;
use crate::formats::codepage::CodePage;
use crate::hex;
use crate::layers::TextLayer;

/// The next character behind a fold, if there is one, and how many bytes it takes.
pub(crate) fn unfold(rest: &str) -> Option<(char, usize)> {
    let mut at = 0;
    loop {
        let text = rest.get(at..)?;
        let fold = ["\r\n ", "\r\n\t", "\n ", "\n\t"].iter().find(|fold| text.starts_with(**fold));
        match fold {
            Some(fold) => at += fold.len(),
            // Lines of base64 without a blank before them.
            None if text.starts_with('\n') => at += 1,
            None if text.starts_with("\r\n") => at += 2,
            None => return text.chars().next().map(|c| (c, at + c.len_utf8())),
        }
    }
}

fn meaning(c: char) -> char {
    if matches!(c, 'n' | 'N') { '\n' } else { c }
}

/// The first character of a value, and how many bytes it takes.
pub(crate) fn unescape(source: &str) -> Option<(char, usize)> {
    let mut chars = source.chars();
    match (chars.next()?, chars.next()) {
        ('\\', Some(c)) => Some((meaning(c), 1 + c.len_utf8())),
        (c, _) => Some((c, c.len_utf8())),
    }
}

/// Writes a replacement in a value.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' | ',' | ';' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// The first character of a parameter (RFC 6868), and how many bytes it takes.
pub(crate) fn unescape_parameter(source: &str) -> Option<(char, usize)> {
    let mut chars = source.chars();
    match (chars.next()?, chars.next()) {
        ('^', Some('n')) => Some(('\n', 2)),
        ('^', Some('^')) => Some(('^', 2)),
        ('^', Some('\'')) => Some(('"', 2)),
        (c, _) => Some((c, c.len_utf8())),
    }
}

/// Writes a replacement in a parameter, where some marks cannot be kept from meaning something.
pub(crate) fn escape_parameter(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("^'"),
            '^' => out.push_str("^^"),
            '\n' => out.push_str("^n"),
            c if c.is_control() || matches!(c, ';' | ':' | ',') => out.push(' '),
            c => out.push(c),
        }
    }
}

/// The layer of quoted-printable text in a charset; nothing if it is not read.
pub(super) fn printable(charset: &str) -> Option<TextLayer> {
    const UTF_8: [&str; 4] = ["utf-8", "utf8", "us-ascii", "ascii"];
    const LATIN: [&str; 5] = ["iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "cp1252"];
    let is = |names: &[&str]| names.iter().any(|name| charset.eq_ignore_ascii_case(name));
    match () {
        () if is(&UTF_8) => Some(TextLayer::CardPrintable),
        () if is(&LATIN) => Some(TextLayer::CardPrintableLatin),
        () => None,
    }
}

/// The first character of quoted-printable text and how many bytes it takes; `latin` if a byte is a character.
pub(crate) fn unescape_printable(rest: &str, latin: bool) -> Option<(char, usize)> {
    let at = soft_breaks(rest);
    let text = rest.get(at..)?;
    let byte = |nth: usize| hex::pair(text.as_bytes().get(nth * 3..)?.strip_prefix(b"=")?);
    let Some(first) = byte(0) else {
        return text.chars().next().map(|c| (c, at + c.len_utf8()));
    };
    Some(match hex::character(byte).filter(|_| !latin || first.is_ascii()) {
        Some((c, count)) => (c, at + count * 3),
        None => (windows_1252(first), at + 3),
    })
}

/// Writes a replacement in quoted-printable text.
pub(crate) fn escape_printable(text: &str, latin: bool, out: &mut String) {
    let page = CodePage::by_number(1252);
    let mut buffer = [0; 4];
    for c in text.chars() {
        if matches!(c, ' '..='~') && c != '=' {
            out.push(c);
            continue;
        }
        let bytes: &[u8] = match page.filter(|_| latin) {
            Some(page) => &[page.encode(c).unwrap_or(b'?')],
            None => c.encode_utf8(&mut buffer).as_bytes(),
        };
        bytes.iter().for_each(|b| out.push_str(&format!("={b:02X}")));
    }
}

/// The next character behind a soft line break of quoted-printable text, and how many bytes it takes.
pub(crate) fn unbreak(rest: &str) -> Option<(char, usize)> {
    let at = soft_breaks(rest);
    rest.get(at..)?.chars().next().map(|c| (c, at + c.len_utf8()))
}

/// Returns the number of bytes of soft line breaks that a text starts with.
fn soft_breaks(rest: &str) -> usize {
    let mut at = 0;
    while let Some(soft) =
        ["=\r\n", "=\n"].iter().find(|soft| rest.get(at..).is_some_and(|text| text.starts_with(**soft)))
    {
        at += soft.len();
    }
    at
}
