//! The characters of an identifier: those that identify, and the labels and marks around them.

use sfumato_language::plain;
use sfumato_words::{WordTable, words};

use super::secrets;

/// The style in which a value is read, which says what is kept of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdentifierStyle {
    /// A number that identifies, in whatever letters.
    Id,
    /// The number of a court case, with the words of the court.
    Case,
    /// A secret or another value whose letters are not the same in capitals.
    Exact,
}

/// A stretch of a mention, and whether it is part of the value.
pub(super) type IdentifierStretch<'f> = (&'f str, bool);

/// Labels that stand inside mentions and say what the number is, and not whose: in order.
static LABELS: WordTable = words!("shared/identifiers", "labels");

/// Words of courts and law reports that stand in the numbers of cases, in order.
static COURTS: WordTable = words!("shared/identifiers", "courts");

/// Letters right before the digits that say what or where the number is of, in order.
static PREFIXES: WordTable = words!("shared/identifiers", "prefixes");

fn folded(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}

fn is_in(words: &WordTable, word: &str) -> bool {
    word.len() <= 16 && words.has(&folded(word))
}

/// The number of bytes of a token, letters and digits without anything between them, that are kept.
fn kept(before: &str, token: &str, after: &str, style: IdentifierStyle) -> usize {
    let letters = token.find(|c: char| !c.is_alphabetic()).unwrap_or(token.len());
    let word = token.get(..letters).unwrap_or_default();
    let mut chars = word.chars();
    let Some(first) = chars.next() else {
        // Numbers of devices name their parts in brackets: (01), (17).
        let named = before.ends_with('(') && after.starts_with(')') && token.len() == 2;
        return if named && (token == "01" || before.contains("(01)")) { token.len() } else { 0 };
    };
    let same = first.len_utf8() * (1 + chars.take_while(|c| *c == first).count());
    let (repeated, whole) = (same / first.len_utf8(), letters == token.len());
    let masked = matches!(first, 'x' | 'X') && repeated > 1 && same == token.len();
    // Health cards of the national system begin with eight Bs.
    if masked || first == 'B' && repeated >= 8 {
        return same;
    }
    let known = match whole {
        // A lone letter is part of the number, but for "n.º", "D.N.I." and the like.
        true if word.chars().count() == 1 => {
            let mut next = after.chars();
            let dotted = next.next() == Some('.') && next.next().is_some_and(char::is_alphabetic);
            let mut last = before.chars().rev();
            let closing =
                after.starts_with('.') && last.next() == Some('.') && last.next().is_some_and(char::is_alphabetic);
            dotted || closing || matches!(first, 'º' | 'ª') || first == 'n' && after.starts_with('°')
        }
        true => is_in(&LABELS, word) || style == IdentifierStyle::Case && is_in(&COURTS, word),
        false => is_in(&PREFIXES, word) || style == IdentifierStyle::Case && is_in(&COURTS, word),
    };
    if known { letters } else { 0 }
}

/// A mention cut into what is kept and what is value, in order.
pub(super) fn stretches(form: &str, style: IdentifierStyle) -> Vec<IdentifierStretch<'_>> {
    let spared = if style == IdentifierStyle::Exact { secrets::kept(form) } else { Vec::new() };
    let mut found: Vec<IdentifierStretch<'_>> = Vec::new();
    let mut push = |text: &str, from: usize, value: bool| {
        let text = form.get(from..from + text.len()).unwrap_or_default();
        if !text.is_empty() {
            found.push((text, value));
        }
    };
    let mut at = 0;
    while let Some(rest) = form.get(at..).filter(|rest| !rest.is_empty()) {
        let inside = rest.starts_with(char::is_alphanumeric);
        let length = rest.find(|c: char| c.is_alphanumeric() != inside).unwrap_or(rest.len());
        let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if !inside {
            push(token, at, false);
        } else if style == IdentifierStyle::Exact {
            // Spared parts may begin and end inside a token.
            let mut from = at;
            for range in spared.iter().filter(|range| range.start < at + length && range.end > at) {
                let (start, end) = (range.start.max(from), range.end.min(at + length));
                push(form.get(from..start).unwrap_or_default(), from, true);
                push(form.get(start..end).unwrap_or_default(), start, false);
                from = end.max(from);
            }
            push(form.get(from..at + length).unwrap_or_default(), from, true);
        } else {
            let kept = kept(form.get(..at).unwrap_or_default(), token, after, style);
            push(token.get(..kept).unwrap_or_default(), at, false);
            push(token.get(kept..).unwrap_or_default(), at + kept, true);
        }
        at += length;
    }
    found
}

/// The key of a value: its characters one for one, in small letters without accents unless they are exact.
/// Nothing if there is none, or if they are words rather than a number.
pub(super) fn key(stretches: &[IdentifierStretch<'_>], style: IdentifierStyle) -> Option<String> {
    let value = || stretches.iter().filter(|(_, value)| *value).flat_map(|(text, _)| text.chars());
    if style == IdentifierStyle::Exact {
        return value().next().is_some().then(|| value().collect());
    }
    let words = !value().any(char::is_numeric) && value().any(char::is_lowercase);
    let plain = |c: char| c.to_lowercase().next().and_then(plain).unwrap_or('_');
    (!words && value().next().is_some()).then(|| value().map(plain).collect())
}

/// The part of a mention from the first to the last character of its value: what a check is asked about.
pub(super) fn core<'f>(form: &'f str, stretches: &[IdentifierStretch<'_>]) -> &'f str {
    let before: usize = stretches.iter().take_while(|(_, value)| !value).map(|(text, _)| text.len()).sum();
    let after: usize = stretches.iter().rev().take_while(|(_, value)| !value).map(|(text, _)| text.len()).sum();
    form.get(before..form.len() - after).unwrap_or_default()
}

/// A mention with its value replaced, character for character, in the letter case of the original. Nothing if the
/// substitute has not as many.
pub(super) fn written(stretches: &[IdentifierStretch<'_>], substitute: &str, style: IdentifierStyle) -> Option<String> {
    let mut out = String::with_capacity(substitute.len() + 16);
    let mut with = substitute.chars();
    let value = || stretches.iter().filter(|(_, value)| *value).flat_map(|(text, _)| text.chars());
    let capitals = value().any(char::is_uppercase) && !value().any(char::is_lowercase);
    for (text, is_value) in stretches {
        if !is_value {
            out.push_str(text);
            continue;
        }
        for c in text.chars() {
            let substitute = with.next()?;
            let upper = style != IdentifierStyle::Exact && (c.is_uppercase() || capitals && !c.is_alphabetic());
            out.push(if upper { substitute.to_ascii_uppercase() } else { substitute });
        }
    }
    with.next().is_none().then_some(out)
}

/// The words that the characters of a substitute make in a mention.
pub(super) fn words<'s>(stretches: &[IdentifierStretch<'_>], substitute: &'s str) -> impl Iterator<Item = &'s str> {
    let mut rest = substitute;
    stretches.iter().filter(|(_, value)| *value).map(move |(text, _)| {
        let count = text.chars().count();
        let end = rest.char_indices().nth(count).map_or(rest.len(), |(at, _)| at);
        let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        word
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(form: &str) -> Option<String> {
        key(&stretches(form, IdentifierStyle::Id), IdentifierStyle::Id)
    }

    #[test]
    fn one_number_has_one_key() {
        for form in ["12 345 678-Z", "12345678z", "DNI: 12.345.678 Z", "D.N.I. nº 12345678-Z"] {
            assert_eq!(key_of(form).as_deref(), Some("12345678z"), "{form}");
        }
        assert_eq!(key_of("***-**-1317").as_deref(), Some("1317"));
        assert_eq!(key_of("xxx-xx-0466").as_deref(), Some("0466"));
        assert_eq!(key_of("BBBBBBBBHC123456").as_deref(), Some("hc123456"));
        assert_eq!(key_of("(01)09506000(17)261225").as_deref(), Some("09506000261225"));
        assert_eq!(key_of("EMP26280").as_deref(), Some("26280"));
        assert_eq!(key_of("nº 4417").as_deref(), Some("4417"));
        assert_eq!(key_of("N-89262").as_deref(), Some("n89262"));
        assert_eq!(key_of("mayor de tres hermanos"), None);
        assert_eq!(key_of("NHC"), None);
        assert_eq!(key_of(""), None);
    }

    #[test]
    fn substitutes_take_the_form_of_the_mention() {
        let put = |form: &str, with: &str| written(&stretches(form, IdentifierStyle::Id), with, IdentifierStyle::Id);
        assert_eq!(put("DNI: 12.345.678-Z", "87654321x").as_deref(), Some("DNI: 87.654.321-X"));
        assert_eq!(put("NHC 4417", "9035").as_deref(), Some("NHC 9035"));
        assert_eq!(put("NHC 4417", "90353"), None);
        assert_eq!(put("F81D-00", "abcdef").as_deref(), Some("ABCD-EF"));
    }
}
