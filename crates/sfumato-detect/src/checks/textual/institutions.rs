//! Names of hospitals and places: telling the name from what stands around it.

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use super::words::{PlainWords as _, is_capital, words_of};

static NOT_FIRST: WordTable = words!("en/recognition", "not first in institutions");
static GENERIC: WordTable = words!("en/recognition", "generic in institutions");
static TITLES: WordTable = words!("es/recognition", "titles inside institutions");
static AFTER: ByLanguage<WordTable> = words_by_language!("recognition", "after institutions");
static LABELS: ByLanguage<WordTable> = words_by_language!("recognition", "labels after places");

static KINDS: ByLanguage<WordTable> = words_by_language!("recognition", "kinds of organisations");

/// The most words that the name of a hospital has.
const MOST_WORDS: usize = 10;

/// The name of a hospital or clinic: it starts with no article or preposition, has a word that tells it from other
/// hospitals, and does not run on into an address or the next label.
pub(super) fn hospital_name(value: &str) -> bool {
    let mut particular = false;
    let mut last = "";
    if value.ends_with('.') {
        return false;
    }
    for (at, word) in words_of(value).enumerate() {
        if at >= MOST_WORDS {
            return false;
        }
        let doctor = at > 2 && TITLES.has_plain(word);
        if (at == 0 && NOT_FIRST.has_plain(word)) || doctor || AFTER.has_plain(word) {
            return false;
        }
        particular |= !GENERIC.has_plain(word) && !NOT_FIRST.has_plain(word);
        last = word;
    }
    // A lone letter starts what follows: "E-mail", "P.º de la Castellana".
    particular && last.chars().count() > 1
}

/// The name of a body: a word of it with a capital tells it from others of its kind.
pub(super) fn organisation_name(value: &str) -> bool {
    let tells = |word: &str| word.chars().count() > 1 && word.starts_with(is_capital) && !KINDS.has_plain(word);
    words_of(value).count() <= MOST_WORDS && words_of(value).any(tells)
}

/// The name of a town, region or country that does not run on into the next label.
pub(super) fn place_name(value: &str) -> bool {
    let mut any = false;
    for (at, word) in words_of(value).enumerate() {
        if at >= MOST_WORDS || LABELS.has_plain(word) {
            return false;
        }
        any = true;
    }
    any
}

/// A name that ends with what it is, such as Orange County: its first word is part of a name.
pub(super) fn county_name(value: &str) -> bool {
    words_of(value).next().is_some_and(|first| !NOT_FIRST.has_plain(first))
}
