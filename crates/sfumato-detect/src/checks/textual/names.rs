//! Names of persons: telling them from other words with capitals.

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use super::words::{PlainWords as _, is_capital, words_of};

static NEVER: ByLanguage<WordTable> = words_by_language!("recognition", "never in names");
static NOT_FIRST: ByLanguage<WordTable> = words_by_language!("recognition", "not first in names");
static NOT_LAST: WordTable = words!("es/recognition", "not last in names");
static NOT_LATER: ByLanguage<WordTable> = words_by_language!("recognition", "not late in names");
static SHORT: WordTable = words!("en/recognition", "surnames when alone");
static GREETED: WordTable = words!("en/recognition", "greeted without a name");
static BEFORE_CASES: WordTable = words!("en/recognition", "before names of cases");
static DIVIDERS: ByLanguage<WordTable> = words_by_language!("recognition", "between parties of cases");
static TITLES: WordTable = words!("es/recognition", "further titles");
static BESIDES: ByLanguage<WordTable> = words_by_language!("recognition", "beside parties of cases");

/// The most words with a capital that a name has.
const MOST_WORDS: usize = 6;

/// Words with capitals that may be a person's name: none of them is a title, the label of a form, an institution
/// or an ordinary word that starts a sentence.
pub(super) fn person_name(value: &str) -> bool {
    let mut count = 0;
    let mut capitals = 0;
    let mut short = false;
    let mut last = "";
    for word in words_of(value) {
        if NEVER.has_plain(word)
            || (count == 0 && NOT_FIRST.has_plain(word))
            || (count >= 3 && NOT_LATER.has_plain(word))
        {
            return false;
        }
        capitals += usize::from(word.starts_with(is_capital));
        short |= SHORT.has_plain(word);
        count += 1;
        last = word;
    }
    match count {
        0 => false,
        _ if capitals > MOST_WORDS => false,
        // "Mr A" is a name of one letter, and An, He and To are surnames.
        1 => last.chars().count() == 1 || short || !NOT_LAST.has_plain(last),
        _ => !short && !NOT_LAST.has_plain(last),
    }
}

/// A name after a greeting: as [`person_name`], and not somebody greeted without being named, as in "Dear Friend".
pub(super) fn greeted_name(value: &str) -> bool {
    !words_of(value).any(|word| GREETED.has_plain(word)) && person_name(value)
}

/// A person's name after a Spanish title or label: as [`person_name`], and not starting with a further title
/// such as `D.` or `Dª`.
pub(super) fn person_name_es(value: &str) -> bool {
    let first = words_of(value).next().unwrap_or_default();
    !TITLES.has_plain(first) && person_name(value)
}

/// The parties of a court case: at least one side of the `v.`, `contra` or `c.` is a person's name.
pub(super) fn case_name(value: &str) -> bool {
    let mut sides = [false; 2];
    let mut spoilt = [false; 2];
    let mut side = 0;
    for (at, word) in words_of(value).enumerate() {
        if at == 0 && BEFORE_CASES.has_plain(word) {
            return false;
        }
        if side == 0 && DIVIDERS.has_plain(word) {
            side = 1;
        } else if NEVER.has_plain(word) && !BESIDES.has_plain(word) {
            spoilt[side] = true;
        } else if !BESIDES.has_plain(word) {
            sides[side] = true;
        }
    }
    side == 1 && sides.iter().zip(spoilt).any(|(found, spoilt)| *found && !spoilt)
}
