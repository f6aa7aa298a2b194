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

/// A word as it stands in a mention.
pub(crate) struct WordInMention<'f> {
    /// The place of the word.
    pub at: Range<usize>,
    /// The word itself.
    pub text: &'f str,
    /// Everything between the word before and this one.
    pub gap: &'f str,
}

/// The words of a mention: a character that may begin one, and those behind it that may stand in one.
pub(crate) fn words_in_mention(
    form: &str,
    begins: fn(char) -> bool,
    is_inside: fn(char) -> bool,
) -> impl Iterator<Item = WordInMention<'_>> {
    let mut gap_start = 0;
    std::iter::from_fn(move || {
        let rest = part(form, gap_start..form.len());
        let gap = part(rest, 0..rest.find(begins)?);
        let tail = part(rest, gap.len()..rest.len());
        let first = tail.chars().next().map_or(0, char::len_utf8);
        let inside = part(tail, first..tail.len());
        let length = first + inside.find(|c: char| !is_inside(c)).unwrap_or(inside.len());
        let start = gap_start + gap.len();
        gap_start = start + length;
        Some(WordInMention { at: start..gap_start, text: part(tail, 0..length), gap })
    })
}

/// Letters, digits and the accents that stand behind a letter.
pub(crate) fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}')
}

/// The words of a text.
pub(crate) fn tokens(text: &str) -> Vec<FoldedToken> {
    let words = words_in_mention(text, char::is_alphanumeric, char::is_alphanumeric);
    let key = |word: &str| word.chars().flat_map(char::to_lowercase).filter_map(plain).collect();
    words.map(|word| FoldedToken { start: word.at.start, end: word.at.end, key: key(word.text) }).collect()
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
