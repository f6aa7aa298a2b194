//! Characters: which XML allows, and how they are written in text and in values of attributes.

use std::borrow::Cow;

use super::XmlError;

/// True if XML allows a character at all.
pub(crate) fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}

/// True if a character beyond ASCII may stand in a name, or start one.
pub(super) fn is_in_name(c: char, first: bool) -> bool {
    matches!(c,
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
        | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
        || !first && matches!(c, '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// Looks for characters that XML forbids.
pub(super) fn check_characters(source: &str) -> Result<(), XmlError> {
    // Most sources have none of these bytes, which is told many bytes at a time; only others are read by characters.
    let is_suspect = |b: &u8| (*b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')) | (*b == 0xef);
    let mut chunks = source.as_bytes().chunks(256);
    if !chunks.any(|chunk| chunk.iter().fold(false, |suspect, b| suspect | is_suspect(b))) {
        return Ok(());
    }
    match source.char_indices().find(|(_, c)| !is_allowed(*c)) {
        Some((at, _)) => Err(XmlError { at, fault: "a character that XML forbids" }),
        None => Ok(()),
    }
}

/// The next character of text and how many bytes of the source it takes.
pub(crate) fn unescape(rest: &str) -> Option<(char, usize)> {
    match rest.as_bytes() {
        [b'&', ..] => reference(rest),
        [b'\r', b'\n', ..] => Some(('\n', 2)),
        [b'\r', ..] => Some(('\n', 1)),
        _ => rest.chars().next().map(|c| (c, c.len_utf8())),
    }
}

/// The next character of an attribute's value and how many bytes of the source it takes.
pub(crate) fn unescape_attribute(rest: &str) -> Option<(char, usize)> {
    let is_reference = rest.starts_with('&');
    unescape(rest)
        .map(|(c, length)| if !is_reference && matches!(c, '\t' | '\n') { (' ', length) } else { (c, length) })
}

/// The character of a reference at the very start, and the reference's length.
pub(super) fn reference(rest: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 5] = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&apos;", '\'')];
    let Some(digits) = rest.strip_prefix("&#") else {
        return NAMED.iter().find(|(written, _)| rest.starts_with(written)).map(|(written, c)| (*c, written.len()));
    };
    let (digits, radix) = digits.strip_prefix('x').map_or((digits, 10), |digits| (digits, 16));
    let mut code = 0u32;
    let mut count = 0;
    for digit in digits.chars().map_while(|c| c.to_digit(radix)) {
        code = code.checked_mul(radix)?.checked_add(digit)?;
        count += 1;
    }
    let c = char::from_u32(code).filter(|c| count > 0 && is_allowed(*c))?;
    let length = rest.len() - digits.len() + count + 1;
    (rest.as_bytes().get(length - 1) == Some(&b';')).then_some((c, length))
}

/// Text as it is meant; nothing if a reference in it is unknown.
pub(crate) fn unescaped(source: &str) -> Option<Cow<'_, str>> {
    unescaped_by(source, unescape, |b| matches!(b, b'&' | b'\r'))
}

/// The value of an attribute as it is meant; nothing if a reference in it is unknown.
pub(crate) fn unescaped_attribute(source: &str) -> Option<Cow<'_, str>> {
    unescaped_by(source, unescape_attribute, |b| matches!(b, b'&' | b'\r' | b'\n' | b'\t'))
}

fn unescaped_by(
    source: &str,
    next: fn(&str) -> Option<(char, usize)>,
    is_special: fn(u8) -> bool,
) -> Option<Cow<'_, str>> {
    if !source.bytes().any(is_special) {
        return Some(Cow::Borrowed(source));
    }
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while !rest.is_empty() {
        let (c, length) = next(rest)?;
        text.push(c);
        rest = rest.get(length..)?;
    }
    Some(Cow::Owned(text))
}

/// Writes text so that it reads back the same, less the characters that XML forbids.
pub(crate) fn escape_text(text: &str, out: &mut String) {
    escape(text, out, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\r' => Some("&#13;"),
        _ => None,
    });
}

/// Writes the value of an attribute, for either kind of quotes, less the characters that XML forbids.
pub(crate) fn escape_attribute(value: &str, out: &mut String) {
    escape(value, out, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&apos;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        _ => None,
    });
}

fn escape(text: &str, out: &mut String, written: fn(char) -> Option<&'static str>) {
    for c in text.chars().filter(|c| is_allowed(*c)) {
        match written(c) {
            Some(reference) => out.push_str(reference),
            None => out.push(c),
        }
    }
}
