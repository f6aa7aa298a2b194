//! Lines: which end what they say, and which run on into the next.

use sfumato_document::Span;
use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use crate::Languages;

/// A line shorter than this has not been broken for want of room.
const SHORT: usize = 60;

/// The bytes of a line that are looked at: its head tells what it is.
const HEAD: usize = 200;

/// Words that end no line of their own: articles, prepositions, conjunctions, and titles before a name.
static OPEN: WordTable = words!("shared/sentences", "open");
static OPEN_BY_LANGUAGE: ByLanguage<WordTable> = words_by_language!("sentences", "open");

/// True if the line of `last` is complete in itself: the line of `next` is a field or an item, or this one is a short
/// heading or a field, does not end in a word that needs another, and the next starts afresh.
pub(super) fn breaks(text: &str, last: Span, next: Span, starts: bool, languages: Languages) -> bool {
    let next_line = line_at(text, next.start());
    if is_field(next_line) || is_item(next_line) {
        return true;
    }
    if !starts || is_open(text.get(last.range()).unwrap_or_default(), languages) {
        return false;
    }
    let line = line_at(text, last.start());
    line.len() < SHORT || is_field(line) || line.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase)
}

/// True if a word needs another after it. `Sr` is one only in Spanish: in English it follows the name.
fn is_open(word: &str, languages: Languages) -> bool {
    let bare = word.strip_suffix('.').unwrap_or(word);
    OPEN.has(bare) || languages.any(&OPEN_BY_LANGUAGE, |list| list.has(bare))
}

/// The head of the line around an offset.
fn line_at(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|before| before.rfind(['\n', '\r'])).map_or(0, |nth| nth + 1);
    let rest = text.get(start..).unwrap_or_default();
    let head = rest.char_indices().take(HEAD).take_while(|(_, c)| !matches!(c, '\n' | '\r'));
    rest.get(..head.last().map_or(0, |(at, c)| at + c.len_utf8())).unwrap_or_default()
}

/// "Fecha de nacimiento: ...": at most five words and a colon.
fn is_field(line: &str) -> bool {
    line.split_once(':').is_some_and(|(label, _)| {
        label.len() <= 40
            && label.split_whitespace().count() <= 5
            && label.trim().chars().next().is_some_and(char::is_uppercase)
    })
}

/// "- ...", "1. ...", "a) ...".
fn is_item(line: &str) -> bool {
    let head = line.split_whitespace().next().unwrap_or_default();
    if matches!(head, "-" | "*" | "•" | "–" | "—" | "·") {
        return true;
    }
    let number = head.strip_suffix(['.', ')']).unwrap_or_default();
    (1..=3).contains(&number.len()) && (number.len() == 1 || number.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn words_are_open_in_their_language() {
        let (english, spanish) = (Languages::only(Language::English), Languages::only(Language::Spanish));
        assert!(is_open("Mr", english) && is_open("Dr.", english) && is_open("and", english));
        assert!(is_open("Sra.", spanish) && is_open("y", spanish) && is_open("der", spanish));
        assert!(!is_open("Sr", english) && !is_open("y", english) && !is_open("A", english));
    }
}
