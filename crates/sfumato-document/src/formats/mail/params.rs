//! Values with parameters: `attachment; filename*0*=utf-8''Jos%C3%A9; filename*1=".pdf"` (RFC 2045, 2183, 2231).

use super::address::{quoted, unquoted};
use super::charset::{MailCharset, UNKNOWN};
use super::encoded_words::{self, FOLD};
use crate::hex;

/// A value with parameters.
pub(super) struct ParameterisedValue {
    /// The value before the first parameter, in lower case: `text/html`.
    pub main: String,
    pub params: Vec<MailParameter>,
}

/// The parameter that names the boundary between parts.
pub(super) const BOUNDARY: &str = "boundary";

/// A parameter, or something between them that is none.
pub(super) struct MailParameter {
    /// Its name in lower case; empty for what is no parameter.
    pub name: String,
    /// The value, decoded.
    pub value: String,
    /// As it stands in the header, for as long as it stays.
    raw: String,
}

impl MailParameter {
    /// True if it is a setting of the standard's own that says nothing about people, in a value of this type.
    pub fn is_structural(&self, main: &str) -> bool {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-./^_`{|}~".contains(&b);
        let value = self.value.as_bytes();
        let short = value.len() <= 40 && value.iter().filter(|b| b.is_ascii_digit()).count() < 7;
        self.name == BOUNDARY && main.starts_with("multipart/")
            || super::SETTINGS.has(&self.name) && short && value.iter().all(|b| is_token(*b))
    }
}

impl ParameterisedValue {
    /// Reads an unfolded value.
    pub fn read(value: &str) -> Result<Self, &'static str> {
        let mut chunks = chunks(value).into_iter();
        let first = chunks.next().unwrap_or_default();
        let (main, rest) = first.split_at(first.find([' ', '\t', '(']).unwrap_or(first.len()));
        let mut params = Vec::new();
        if !is_type(main) {
            if !first.is_empty() {
                params.push(odd(first)?);
            }
        } else if !rest.trim().is_empty() {
            params.push(odd(rest.trim())?);
        }
        let mut sections: Vec<ParameterSection> = Vec::new();
        for chunk in chunks.filter(|chunk| !chunk.is_empty()) {
            match section(chunk) {
                Some((section, rest)) => {
                    sections.push(section);
                    if !rest.is_empty() {
                        params.push(odd(rest)?);
                    }
                }
                None => params.push(odd(chunk)?),
            }
        }
        if sections.len() > MOST_SECTIONS {
            return Err("too many parameters");
        }
        while let Some(first) = sections.first() {
            let key = (first.name.clone(), first.number.is_some(), first.extended && first.number.is_none());
            let (own, others) = sections.into_iter().partition(|section| {
                (section.name.clone(), section.number.is_some(), section.extended && section.number.is_none()) == key
            });
            sections = others;
            params.push(joined(own)?);
        }
        Ok(Self { main: if is_type(main) { main.to_ascii_lowercase() } else { String::new() }, params })
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|param| param.name == name).map(|param| param.value.as_str())
    }

    /// The value with some parameters anew; `values` has one entry for each.
    pub fn written(&self, values: &[Option<String>], column: usize, eol: &str) -> String {
        let mut out = self.main.clone();
        let mut column = column + out.len();
        for (param, value) in self.params.iter().zip(values) {
            let written = value.as_ref().map_or_else(|| vec![param.raw.clone()], |value| fresh(&param.name, value));
            for chunk in written.iter().filter(|chunk| !chunk.is_empty()) {
                if !out.is_empty() {
                    out.push(';');
                }
                if column + chunk.len() + 2 > FOLD {
                    out.push_str(eol);
                    column = 0;
                }
                out.push(' ');
                out.push_str(chunk);
                column += chunk.len() + 2;
            }
        }
        out.trim_start().to_owned()
    }
}

/// True if a word can be a type: `text/plain`, `attachment`.
fn is_type(main: &str) -> bool {
    (main.contains('/') || ["attachment", "inline", "text"].iter().any(|known| known.eq_ignore_ascii_case(main)))
        && main.len() <= 127
        && main.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'+' | b'.' | b'_'))
}

/// The most parameters that a value may have.
const MOST_SECTIONS: usize = 500;

/// Something that is no parameter.
fn odd(chunk: &str) -> Result<MailParameter, &'static str> {
    let value = encoded_words::decode(&unquoted(chunk))?;
    Ok(MailParameter { name: String::new(), value, raw: chunk.to_owned() })
}

/// Splits a value at its semicolons, outside of quotes.
fn chunks(value: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    let (mut start, mut inside, mut escaped) = (0, false, false);
    for (at, b) in value.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b';' if !inside => {
                chunks.push(value.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    chunks.push(value.get(start..).unwrap_or_default().trim());
    chunks
}

/// One of the pieces that a parameter may be written in.
struct ParameterSection {
    name: String,
    number: Option<u32>,
    extended: bool,
    value: String,
    raw: String,
}

/// The parameter that a chunk is, and what follows it.
fn section(chunk: &str) -> Option<(ParameterSection, &str)> {
    let (name, value) = chunk.split_once('=')?;
    let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
    if name.is_empty() || name.bytes().any(|b| !b.is_ascii_alphanumeric() && !b"-_.*".contains(&b)) {
        return None;
    }
    let (name, extended) = name.strip_suffix('*').map_or((name.as_str(), false), |name| (name, true));
    let (name, number) = match name.split_once('*') {
        Some((name, number)) => (name, Some(number.parse().ok()?)),
        None => (name, None),
    };
    let end = if value.starts_with('"') {
        let escaped = |at: usize| value.as_bytes().iter().take(at).rev().take_while(|b| **b == b'\\').count() % 2 == 1;
        value
            .bytes()
            .enumerate()
            .skip(1)
            .find(|(at, b)| *b == b'"' && !escaped(*at))
            .map_or(value.len(), |(at, _)| at + 1)
    } else {
        // Blanks in a bare value are wrong and common: `filename=Dr. Lee.pdf`.
        value.find('(').filter(|_| value.ends_with(')')).unwrap_or(value.len())
    };
    let (value, rest) = (value.get(..end)?.trim_end(), value.get(end..)?.trim());
    let raw = chunk.get(..chunk.len() - rest.len())?.trim_end().to_owned();
    let value = if value.starts_with('"') { unquoted(value) } else { value.to_owned() };
    Some((ParameterSection { name: name.to_owned(), number, extended, value, raw }, rest))
}

/// The parameter that sections of one name are together.
fn joined(mut sections: Vec<ParameterSection>) -> Result<MailParameter, &'static str> {
    let raw = sections.iter().map(|section| section.raw.as_str()).collect::<Vec<_>>().join("; ");
    sections.sort_by_key(|section| section.number);
    let name = sections.first().map(|section| section.name.clone()).unwrap_or_default();
    if sections.iter().all(|section| !section.extended) {
        let whole: String = sections.iter().map(|section| section.value.as_str()).collect();
        return Ok(MailParameter { name, value: encoded_words::decode(&whole)?, raw });
    }
    let mut charset = "";
    let mut bytes = Vec::new();
    for (nth, section) in sections.iter().enumerate() {
        let mut value = section.value.as_str();
        if nth == 0 && section.extended {
            let mut parts = value.splitn(3, '\'');
            if let (Some(first), Some(_), Some(rest)) = (parts.next(), parts.next(), parts.next()) {
                (charset, value) = (first, rest);
            }
        }
        if section.extended {
            hex::unescape(value.as_bytes(), b'%', |b| b, &mut bytes)
        } else {
            bytes.extend_from_slice(value.as_bytes())
        }
    }
    let (_, value) = MailCharset::of(charset).ok_or(UNKNOWN)?.decode(&bytes)?;
    Ok(MailParameter { name, value, raw })
}

/// The most of a value that goes into one section.
const SECTION: usize = 50;

/// A parameter with a new value, in one piece or in as many as it takes.
fn fresh(name: &str, value: &str) -> Vec<String> {
    let is_attribute = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    if name.is_empty() {
        let word: String =
            value.chars().map(|c| if matches!(c, ' '..='~') && !";\"=".contains(c) { c } else { '_' }).collect();
        return vec![word];
    }
    if !encoded_words::needs_encoding(value) && value.len() <= SECTION {
        let is_token = !value.is_empty() && value.bytes().all(is_attribute);
        return vec![format!("{name}={}", if is_token { value.to_owned() } else { quoted(value) })];
    }
    let mut sections: Vec<String> = vec!["utf-8''".to_owned()];
    for c in value.chars() {
        let mut written = String::new();
        for b in c.encode_utf8(&mut [0; 4]).bytes() {
            if is_attribute(b) { written.push(char::from(b)) } else { written.push_str(&format!("%{b:02X}")) }
        }
        match sections.last_mut() {
            Some(last) if last.len() + written.len() <= SECTION => last.push_str(&written),
            _ => sections.push(written),
        }
    }
    if let [only] = sections.as_slice() {
        return vec![format!("{name}*={only}")];
    }
    sections.iter().enumerate().map(|(nth, section)| format!("{name}*{nth}*={section}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, main: &str, expected: &[(&str, &str)]) {
        let params = ParameterisedValue::read(value).expect("readable");
        let found: Vec<_> = params.params.iter().map(|p| (p.name.as_str(), p.value.as_str())).collect();
        assert_eq!((params.main.as_str(), found.as_slice()), (main, expected));
        let kept = vec![None; expected.len()];
        let again = ParameterisedValue::read(&params.written(&kept, 14, "\r\n").replace("\r\n", "")).expect("readable");
        let found: Vec<_> = again.params.iter().map(|p| (p.name.as_str(), p.value.as_str())).collect();
        assert_eq!((again.main.as_str(), found.as_slice()), (main, expected));
    }

    #[test]
    fn parameters_are_read_in_all_their_forms() {
        check("text/PLAIN; charset=utf-8", "text/plain", &[("charset", "utf-8")]);
        check("attachment; filename=\"a;\\\"b\\\".txt\"; x", "attachment", &[("", "x"), ("filename", "a;\"b\".txt")]);
        check("attachment; filename*=iso-8859-1'es'Jos%E9.pdf", "attachment", &[("filename", "José.pdf")]);
        check(
            "attachment; filename*1=\"Garc%\"; filename*0*=utf-8''Jos%C3%A9%20; filename*2*=%2Epdf",
            "attachment",
            &[("filename", "José Garc%.pdf")],
        );
        check("a/b; name=\"=?utf-8?Q?Jos=C3=A9?=\"", "a/b", &[("name", "José")]);
        check("a/b; name=Dr. Lee.pdf", "a/b", &[("name", "Dr. Lee.pdf")]);
        check(
            "text/plain; charset=us-ascii (Plain text)",
            "text/plain",
            &[("", "(Plain text)"), ("charset", "us-ascii")],
        );
        check("Ana Lopez", "", &[("", "Ana Lopez")]);
        check("", "", &[]);
    }

    #[test]
    fn new_values_come_back() {
        let long = "ñandú y ".repeat(40);
        for value in ["a.txt", "[PERSON 1].pdf", "José", "a\"b\\", "=?utf-8?q?x?=", &long, &"x".repeat(300), ""] {
            let params = ParameterisedValue::read("attachment; filename=old; size=3").expect("readable");
            let written = params.written(&[Some(value.to_owned()), None], 21, "\r\n");
            assert!(written.split("\r\n").all(|line| line.len() <= FOLD + 2), "{written}");
            let again = ParameterisedValue::read(&written.replace("\r\n", "")).expect("readable");
            assert_eq!((again.get("filename"), again.get("size")), (Some(value), Some("3")));
        }
    }
}
