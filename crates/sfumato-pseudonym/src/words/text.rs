//! The words of a mention, and letters as a mention has them.

use std::ops::Range;

use sfumato_language::inflect::{Article, Gender, Inflected, Number, article};
use sfumato_language::{Language, plain};

/// A word: letters and digits in a row.
pub(crate) struct FoldedToken {
    pub start: usize,
    pub end: usize,
    /// The word as [`fold`](crate::fold) leaves it.
    pub key: String,
}

/// The words of a text.
pub(crate) fn tokens(text: &str) -> Vec<FoldedToken> {
    let mut tokens: Vec<FoldedToken> = Vec::with_capacity(8);
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let end = at + c.len_utf8();
        let letters = c.to_lowercase().filter_map(plain);
        match tokens.last_mut().filter(|token| token.end == at) {
            Some(token) => {
                token.end = end;
                token.key.extend(letters);
            }
            None => tokens.push(FoldedToken { start: at, end, key: letters.collect() }),
        }
    }
    tokens
}

/// A part of a text; nothing where there is none.
pub(crate) fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// True if a text begins with a capital letter.
pub(crate) fn is_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// True if a text has letters, more than one, and all are capitals.
pub(crate) fn is_all_capitals(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    letters.by_ref().take(2).filter(|c| c.is_uppercase()).count() == 2 && letters.all(|c| !c.is_lowercase())
}

/// A text with its first letter as a capital.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text with every word's first letter as a capital.
pub(crate) fn titled(text: &str) -> String {
    text.split(' ').map(capitalised).collect::<Vec<_>>().join(" ")
}

/// A substitute in the letters of what it stands for: in capitals, with capitals at the start of its words, or as it is.
pub(crate) fn lettered(substitute: &str, original: &str) -> String {
    if is_all_capitals(original) {
        return substitute.to_uppercase();
    }
    let mut words = original.split_whitespace();
    match (words.next().is_some_and(is_capital), words.next_back().is_some_and(is_capital)) {
        (true, true) => titled(substitute),
        (true, false) => capitalised(substitute),
        _ => substitute.to_owned(),
    }
}

/// True if English says "an" before a text.
pub(crate) fn takes_an(text: &str) -> bool {
    let phrase = Inflected {
        text: text.to_owned(),
        language: Language::English,
        number: Number::Singular,
        gender: Gender::Masculine,
        is_countable: true,
    };
    article(Article::Indefinite, &phrase) == "an"
}
