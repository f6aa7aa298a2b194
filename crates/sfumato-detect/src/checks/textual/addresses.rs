//! Addresses: telling a street from other words before and after numbers.

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use super::words::{PlainWords as _, is_capital, is_letter_or_digit, trimmed, words_of};

static NO_STREET: ByLanguage<WordTable> = words_by_language!("recognition", "no street before a number");
static JOINING: ByLanguage<WordTable> = words_by_language!("recognition", "joining in streets");
static ALWAYS_A_STREET: WordTable = words!("es/recognition", "always a street");
static KINDS: WordTable = words!("es/recognition", "kinds of streets");
static INSTITUTIONS: WordTable = words!("es/recognition", "institutions before addresses");
static COURTS: WordTable = words!("en/recognition", "courts");
static NO_LINE: ByLanguage<WordTable> = words_by_language!("recognition", "no address line");
static SHORTENED: ByLanguage<WordTable> = words_by_language!("recognition", "shortened in addresses");
static FLOORS: WordTable = words!("es/recognition", "inside buildings");

/// The most words that the name of a street has, with its kind and the floor.
const MOST_WORDS: usize = 8;

/// A street with or without a number.
///
/// The word before the number is no article or preposition; what is written all in small letters starts with a word
/// that means nothing but a street; a court of law is no street, nor does a hospital's name belong to its street.
pub(super) fn street_name(value: &str) -> bool {
    let first = value.split([' ', '.', '/']).next().unwrap_or_default();
    let kind = KINDS.has_plain(first) || first.starts_with(|c: char| c.is_ascii_digit());
    let mut previous = "";
    let mut capitals = false;
    let mut court = (false, false);
    let mut name = 0;
    for (at, word) in words_of(value).enumerate() {
        let foreign = !kind && (INSTITUTIONS.has_plain(word) || (at > 0 && KINDS.has_plain(word)));
        if foreign
            || NO_STREET.has_plain(word)
            || NO_LINE.has_plain(word)
            || (is_number(word) && at > 0 && joins(previous))
        {
            return false;
        }
        capitals |= word.starts_with(is_capital) && word.chars().count() > 1;
        court = (
            court.0 || COURTS.has_plain(word) || (at == 0 && is_year(word)),
            court.1 || word.eq_ignore_ascii_case("court"),
        );
        name += usize::from(!is_number(word) && !joins(word) && word.chars().count() > 2);
        previous = word;
    }
    // A full stop belongs to the sentence, unless the word before it is a shortened kind of street.
    let ends = value.ends_with('.') && !SHORTENED.has_plain(previous);
    name <= MOST_WORDS && !ends && court != (true, true) && (capitals || ALWAYS_A_STREET.has_plain(first))
}

/// The line of an address after a label: it ends before a postcode of five digits, before the next label, and at a
/// full stop unless that belongs to a shortened word or a floor or number follows.
pub(super) fn address_line(value: &str) -> bool {
    let mut stopped = false;
    let mut letters = 0;
    for (at, token) in value.split([' ', '\t', '\n', ',']).filter(|token| !token.is_empty()).enumerate() {
        let word = trimmed(token);
        let postcode = at > 0 && word.len() == 5 && is_number(word);
        let sentence = stopped && !word.starts_with(|c: char| c.is_ascii_digit()) && !FLOORS.has_plain(word);
        if postcode || sentence || NO_LINE.has_plain(word) {
            return false;
        }
        letters += word.chars().filter(|c| is_letter_or_digit(*c) && !c.is_ascii_digit()).count();
        stopped = token.ends_with('.') && word.chars().count() > 1 && !SHORTENED.has_plain(word);
    }
    letters >= 3 && !stopped
}

/// True for a word that joins others, in small letters: `Pedro Luis I` ends in none.
fn joins(word: &str) -> bool {
    word.starts_with(char::is_lowercase) && JOINING.has_plain(word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && is_number(word) && (word.starts_with("19") || word.starts_with("20"))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '/')
}
