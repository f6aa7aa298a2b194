//! Secrets: what of them tells their kind and stays, and what stands in the place of the rest.

use std::ops::Range;

use sfumato_words::{WordTable, words};

use super::form::IdentifierStretch;
use super::template::{CharacterChoice, exact_slot};

/// The beginnings of keys of known services; of several that fit, the longest counts.
static PREFIXES: WordTable = words!("shared/identifiers", "keys of services");
/// Those of them behind which only the digits from 2 to 7 stand.
static BASE_32: WordTable = words!("shared/identifiers", "keys in base 32");
/// The longest name of a setting before a `=`.
const LONGEST_NAME: usize = 24;
/// From how many hexadecimal digits on a value is made of such and stays so.
const FEWEST_HEX: usize = 16;

/// The parts of a secret that stay: what it begins with, the lines around a key, names of settings.
pub(super) fn kept(form: &str) -> Vec<Range<usize>> {
    if form.contains("-----BEGIN") || form.contains("---- BEGIN") {
        return armour(form);
    }
    if form.contains(';') && form.contains('=') {
        return settings(form);
    }
    let start = form.find(char::is_alphanumeric).unwrap_or(form.len());
    let secret = form.get(start..).unwrap_or_default();
    if secret.starts_with("eyJ")
        && let Some(dot) = secret.find('.')
    {
        // A token says in its first part how it is signed, and its second is an object too.
        let second = secret.get(dot + 1..).filter(|rest| rest.starts_with("eyJ")).map_or(0, |_| 4);
        return std::iter::once(start..start + dot + second).collect();
    }
    let longest =
        PREFIXES.words().iter().filter(|prefix| secret.starts_with(**prefix)).max_by_key(|prefix| prefix.len());
    let telegram = || secret.find(":AA").filter(|at| (8..=10).contains(at)).map(|at| start + at..start + at + 3);
    let twilio = || {
        let (head, rest) = secret.split_at_checked(2)?;
        (matches!(head, "SK" | "AC") && rest.len() == 32 && is_hex(rest)).then_some(start..start + 2)
    };
    longest.map(|prefix| start..start + prefix.len()).or_else(telegram).or_else(twilio).into_iter().collect()
}

/// The lines of dashes, and the lines of headers but for numbers in them.
fn armour(form: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in form.split_inclusive('\n') {
        let header = line.contains(": ") && !line.split(|c: char| !c.is_ascii_hexdigit()).any(|run| run.len() >= 16);
        if line.trim_start().starts_with("----") || header {
            lines.push(at..at + line.len());
        }
        at += line.len();
    }
    lines
}

/// The names in `name=value;name=value`.
fn settings(form: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut names = Vec::new();
    for pair in form.split_inclusive(';') {
        let name = pair.split_once('=').map_or("", |(name, _)| name);
        let fine = |c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '_');
        if !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(fine) {
            names.push(at..at + name.len());
        }
        at += pair.len();
    }
    names
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Each character's place: digits for digits, small letters and capitals for their like, hexadecimal ones for theirs.
pub(super) fn slots(stretches: &[IdentifierStretch<'_>]) -> Vec<CharacterChoice> {
    let base_32 = stretches.first().is_some_and(|(text, value)| !value && BASE_32.has(text));
    let value = || stretches.iter().filter(|(_, value)| *value).flat_map(|(text, _)| text.chars());
    let marked = stretches.first().is_some_and(|(text, value)| *value && text.starts_with("0x"));
    let digits = || value().skip(if marked { 2 } else { 0 });
    let hex = digits().count() >= FEWEST_HEX && digits().all(|c| c.is_ascii_hexdigit());
    let slot = |(place, c): (usize, char)| match c {
        c if hex && marked && place < 2 => CharacterChoice::Same(c),
        c if hex && c.is_ascii_lowercase() => CharacterChoice::Of(b"abcdef"),
        c if hex && c.is_ascii_uppercase() => CharacterChoice::Of(b"ABCDEF"),
        c if base_32 && c.is_numeric() => CharacterChoice::Of(b"234567"),
        c => exact_slot(c),
    };
    value().enumerate().map(slot).collect()
}

#[cfg(test)]
mod tests {
    use super::super::form::{IdentifierStyle, stretches};
    use super::*;

    fn values(form: &str) -> String {
        stretches(form, IdentifierStyle::Exact)
            .iter()
            .filter(|(_, value)| *value)
            .map(|(text, _)| *text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn what_tells_the_kind_stays() {
        assert_eq!(values("sk_live_\u{38}poBxU"), "8poBxU");
        assert_eq!(values("sk-ant-api03-yRUh0-x"), "yRUh0 x");
        assert_eq!(values("eyJhbGciOi.eyJzdWIi.SkoL_x"), "zdWIi SkoL x");
        assert_eq!(values("Server=db.x;User Id=sa;Password=q7L"), "db x sa q7L");
        assert_eq!(values("AccountName=penal;AccountKey=bWFy=="), "penal bWFy");
        let key = "-----BEGIN KEY-----\nProc-Type: 4,ENCRYPTED\nab+c\nd==\n-----END KEY-----\n";
        assert_eq!(values(key), "ab c d");
        assert_eq!(values("Marmalade!42sky"), "Marmalade 42sky");
    }

    #[test]
    fn prefixes_are_in_order() {
        assert!(BASE_32.words().iter().all(|prefix| PREFIXES.has(prefix)));
    }
}
