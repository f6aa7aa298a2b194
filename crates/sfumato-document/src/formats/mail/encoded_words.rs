//! Encoded words: how headers write what is not ASCII (RFC 2047), and folding.

use super::charset::{MailCharset, UNKNOWN};
use super::transfer::from_base64;
use crate::formats::base64;
use crate::hex;

const UNREADABLE: &str = "an encoded word that cannot be read";

/// Something that looks like an encoded word, with what it says as bytes.
struct EncodedWord<'s> {
    charset: &'s str,
    bytes: Vec<u8>,
    length: usize,
}

/// The text of an unfolded value: its encoded words read, and the blanks between neighbours gone.
pub(super) fn decode(value: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(value.len());
    // A character may be cut in two by neighbouring words, so neighbours of one charset are read together.
    let mut pending: Option<(&str, Vec<u8>)> = None;
    let mut rest = value;
    while let Some(start) = rest.find("=?") {
        let (before, from) = rest.split_at(start);
        let Some(word) = word(from)? else {
            flush(&mut pending, &mut out)?;
            out.push_str(before);
            out.push_str("=?");
            rest = from.get(2..).unwrap_or_default();
            continue;
        };
        let neighbour = pending.is_some() && before.trim().is_empty();
        match &mut pending {
            Some((charset, bytes)) if neighbour && charset.eq_ignore_ascii_case(word.charset) => {
                bytes.extend_from_slice(&word.bytes);
            }
            _ => {
                flush(&mut pending, &mut out)?;
                out.push_str(if neighbour { "" } else { before });
                pending = Some((word.charset, word.bytes));
            }
        }
        rest = from.get(word.length..).unwrap_or_default();
    }
    flush(&mut pending, &mut out)?;
    out.push_str(rest);
    Ok(out)
}

fn flush(pending: &mut Option<(&str, Vec<u8>)>, out: &mut String) -> Result<(), &'static str> {
    if let Some((charset, bytes)) = pending.take() {
        let charset = MailCharset::of(charset).ok_or(UNKNOWN)?;
        out.push_str(&charset.decode(&bytes)?.1);
    }
    Ok(())
}

/// The most bytes inside a word. The standard has 75 in all, and many programs do not keep to it.
const LONGEST: usize = 8192;

/// The encoded word that `text` starts with.
fn word(text: &str) -> Result<Option<EncodedWord<'_>>, &'static str> {
    let Some((charset, rest)) = text.get(2..).and_then(|rest| rest.split_once('?')) else { return Ok(None) };
    let Some((encoding, rest)) = rest.split_once('?') else { return Ok(None) };
    if charset.is_empty() || charset.len() > 64 || charset.contains(char::is_whitespace) || encoding.len() != 1 {
        return Ok(None);
    }
    let near = rest.as_bytes().get(..rest.len().min(LONGEST)).unwrap_or_default();
    let inside = match memchr::memmem::find(near, b"?=") {
        Some(end) => rest.get(..end).ok_or(UNREADABLE)?,
        None if rest.len() > LONGEST => return Err(UNREADABLE),
        None => return Ok(None),
    };
    let bytes = match encoding {
        "b" | "B" => from_base64(inside.as_bytes()).ok_or(UNREADABLE)?,
        "q" | "Q" => from_q(inside.as_bytes()),
        _ => return Ok(None),
    };
    // A language may follow the charset (RFC 2231).
    let charset = charset.split('*').next().unwrap_or_default();
    Ok(Some(EncodedWord { charset, bytes, length: text.len() - rest.len() + inside.len() + 2 }))
}

fn from_q(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    hex::unescape(text, b'=', |b| if b == b'_' { b' ' } else { b }, &mut out);
    out
}

/// The longest inside of a word: 75 less its frame.
const INSIDE: usize = 75 - "=?utf-8?q??=".len();
/// The longest word that is left as it is.
const LONGEST_PLAIN: usize = 900;
/// The column at which lines are folded.
pub(super) const FOLD: usize = 76;

/// A text as encoded words, which can stand anywhere a word can.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'!' | b'*' | b'+' | b'-' | b'/' | b' ');
    let plain = text.bytes().filter(|b| is_plain(*b)).count();
    let q = plain * 2 >= text.len();
    let mut words: Vec<String> = Vec::new();
    let (mut inside, mut width) = (String::new(), 0);
    for c in text.chars() {
        let length = match c {
            _ if !q => c.len_utf8() * 4,
            _ if c.is_ascii() && is_plain(c as u8) => 1,
            _ => c.len_utf8() * 3,
        };
        // Base64 is counted in thirds of a byte so that padding always fits.
        let most = if q { INSIDE } else { (INSIDE / 4) * 4 * 3 };
        if width + length > most {
            words.push(framed(&std::mem::take(&mut inside), q));
            width = 0;
        }
        inside.push(c);
        width += length;
    }
    if !inside.is_empty() {
        words.push(framed(&inside, q));
    }
    words
}

fn framed(text: &str, q: bool) -> String {
    if !q {
        return format!("=?utf-8?b?{}?=", base64::encode(text.as_bytes()));
    }
    let mut inside = String::with_capacity(INSIDE);
    for b in text.bytes() {
        match b {
            b' ' => inside.push('_'),
            b'!' | b'*' | b'+' | b'-' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => inside.push(char::from(b)),
            _ => inside.push_str(&format!("={b:02X}")),
        }
    }
    format!("=?utf-8?q?{inside}?=")
}

/// True if a word must be written as an encoded one.
pub(super) fn needs_encoding(word: &str) -> bool {
    word.contains("=?") || word.len() > LONGEST_PLAIN || word.bytes().any(|b| !matches!(b, b'\t' | b' '..=b'~'))
}

/// A value as it stands in a header from this column on: encoded where it must be, folded.
pub(super) fn folded(text: &str, column: usize, eol: &str) -> String {
    let pieces = pieces(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut column = column;
    for (blanks, word) in &pieces {
        if !out.is_empty() && !blanks.is_empty() && column + blanks.len() + word.len() > FOLD {
            out.push_str(eol);
            column = 0;
        }
        out.push_str(blanks);
        out.push_str(word);
        column += blanks.len() + word.len();
    }
    out
}

/// The words of a text, each with the blanks before it; those from the first to the last that need it are encoded.
fn pieces(text: &str) -> Vec<(&str, String)> {
    let mut plain: Vec<(&str, &str)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c| !matches!(c, ' ' | '\t')).unwrap_or(rest.len());
        let (blanks, after) = rest.split_at(word);
        let (word, after) = after.split_at(after.find([' ', '\t']).unwrap_or(after.len()));
        plain.push((blanks, word));
        rest = after;
    }
    let outer = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    let first = if outer { Some(0) } else { plain.iter().position(|(_, word)| needs_encoding(word)) };
    let Some(first) = first else { return plain.into_iter().map(|(blanks, word)| (blanks, word.to_owned())).collect() };
    let last = if outer { None } else { plain.iter().rposition(|(_, word)| needs_encoding(word)) };
    let last = last.unwrap_or(plain.len() - 1);
    let mut out: Vec<(&str, String)> = Vec::new();
    out.extend(plain[..first].iter().map(|(blanks, word)| (*blanks, (*word).to_owned())));
    let mut encoded = String::new();
    for (nth, (blanks, word)) in plain[first..=last].iter().enumerate() {
        if nth > 0 || outer {
            encoded.push_str(blanks);
        }
        encoded.push_str(word);
    }
    let before = if outer || first == 0 { "" } else { plain[first].0 };
    for (nth, word) in words(&encoded).into_iter().enumerate() {
        out.push((if nth == 0 { before } else { " " }, word));
    }
    out.extend(plain[last + 1..].iter().map(|(blanks, word)| (*blanks, (*word).to_owned())));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> String {
        decode(value).expect("readable")
    }

    #[test]
    fn encoded_words_are_read() {
        assert_eq!(read("=?utf-8?Q?Jos=C3=A9_Garc=C3=ADa?= <j@x.org>"), "José García <j@x.org>");
        assert_eq!(read("a =?ISO-8859-1?q?=F1?= =?iso-8859-1?Q?=F3?= b"), "a ñó b");
        assert_eq!(read("=?utf-8*es?B?w7E=?="), "ñ");
        assert_eq!(read("=?utf-8?B?ww==?= =?utf-8?B?sQ==?="), "ñ", "a character cut in two");
        assert_eq!(read("=?windows-1252?q?=80?="), "€");
        assert_eq!(read("1 =? 2 ?= =?x =?utf-8?x?y?="), "1 =? 2 ?= =?x =?utf-8?x?y?=");
        assert_eq!(decode("=?iso-2022-jp?b?GyRC?="), Err(UNKNOWN));
        assert_eq!(decode("=?utf-8?b?*?="), Err(UNREADABLE));
    }

    #[test]
    fn values_come_back_folded() {
        let long = "palabra ".repeat(30);
        let accents = "ñandú ".repeat(40);
        for text in [
            "plain",
            "a  b\tc",
            "=?x",
            "a ñ b",
            " x ",
            "ñ",
            "\r\nBcc: x",
            long.trim(),
            accents.trim(),
            &long,
            "日本語".repeat(30).as_str(),
        ] {
            let out = folded(text, 9, "\r\n");
            assert!(out.split("\r\n").all(|line| line.len() <= FOLD), "{out}");
            assert!(out.split("\r\n").skip(1).all(|line| line.starts_with([' ', '\t'])), "{out}");
            assert_eq!(read(&out.replace("\r\n", "")), text);
        }
    }
}
