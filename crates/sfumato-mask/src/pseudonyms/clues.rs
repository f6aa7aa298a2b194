//! Clues about the bearer of a name in the words beside it: a title, a word for a relative, "she".

use std::ops::Range;

use sfumato_language::Language;
use sfumato_pseudonym::{PersonSex, SubjectClues, SubstituteLists, names, words};

/// The number of bytes before and after a name that are looked at.
const NEAR: usize = 40;
/// The most bytes between somebody and the pronoun behind it.
const FAR: usize = 160;

/// Returns the clues of the text around a name; `until` is the start of the next name.
pub(super) fn clues_beside(
    text: &str,
    place: Range<usize>,
    until: usize,
    language: Language,
    lists: &SubstituteLists<'_>,
) -> SubjectClues {
    let before = text.get(border(text, place.start.saturating_sub(NEAR))..place.start).unwrap_or_default();
    let after = text.get(place.end..border(text, (place.end + FAR).min(until.max(place.end)))).unwrap_or_default();
    let mut clues = SubjectClues { guess: by_pronoun(after, language), ..SubjectClues::default() };
    let (word, gap) = last_word(before).unwrap_or_default();
    if let Some(title) = names::title_before(word, gap.starts_with('.'), language)
        && gap.trim_start_matches('.').trim_matches(is_blank).is_empty()
    {
        clues.is_formal = title.is_formal;
        // A surname is that of others too: "Mrs Keogh" may be the wife of the man who signs.
        let is_alone = !text.get(place.clone()).unwrap_or_default().trim().contains(char::is_whitespace);
        clues.sex = title.sex.filter(|_| !title.is_formal || !is_alone);
    } else if text.get(place).unwrap_or_default().starts_with(char::is_uppercase)
        && gap.chars().all(|c| is_blank(c) || matches!(c, ',' | '(' | ':' | '"' | '“' | '«'))
        && let Some(sex) = words::kin(word, language, lists)
    {
        (clues.sex, clues.is_given) = (sex, true);
    } else if let Some(sex) = as_ours(after, language, lists) {
        (clues.sex, clues.is_given) = (sex, true);
    }
    clues
}

/// True if the word before a place is one that names of places do not stand behind: they have a preposition or a mark
/// before them.
pub(super) fn stands_bare(text: &str, start: usize) -> bool {
    const BEFORE_PLACES: &str = "a al de del desde en entre hacia hasta la las el los o para por sobre y e \
        across and around at between for from in into near of on or outside over the through to towards via within";
    let before = text.get(border(text, start.saturating_sub(NEAR))..start).unwrap_or_default();
    last_word(before).is_some_and(|(word, gap)| {
        let is_small = word.chars().all(|c| !c.is_uppercase());
        is_small && gap.chars().all(is_blank) && !BEFORE_PLACES.split_whitespace().any(|known| known == word)
    })
}

/// The sex of somebody whom the speaker calls a relative behind the name: "Dana, my wife,". Of the relatives of others it
/// may be a list: "Tom, his wife and I".
fn as_ours(after: &str, language: Language, lists: &SubstituteLists<'_>) -> Option<Option<PersonSex>> {
    const OURS: [&str; 5] = ["my", "our", "mi", "nuestro", "nuestra"];
    let mut words = after.strip_prefix([',', ' ']).unwrap_or_default().split_whitespace();
    let is_ours = words.next().is_some_and(|word| OURS.contains(&word.trim_start_matches('(').to_lowercase().as_str()));
    let relative = words.next().filter(|word| is_ours && word.ends_with([',', ')', '.']))?;
    words::kin(relative.trim_end_matches([',', ')', '.']), language, lists)
}

/// The sex that the first pronoun tells which can be the subject of a sentence, unless somebody else is named before it.
fn by_pronoun(after: &str, language: Language) -> Option<PersonSex> {
    let near = after.split("\n\n").next().unwrap_or_default();
    near.split(|c: char| !c.is_alphabetic()).find_map(|word| match (language, word) {
        (Language::English, "he" | "He") | (Language::Spanish, "él" | "Él") => Some(PersonSex::Male),
        (Language::English, "she" | "She") | (Language::Spanish, "ella" | "Ella") => Some(PersonSex::Female),
        _ => None,
    })
}

/// The last word of a text, and what stands behind it.
fn last_word(text: &str) -> Option<(&str, &str)> {
    let end = text.trim_end_matches(|c: char| !c.is_alphabetic()).len();
    let (before, gap) = text.split_at_checked(end)?;
    let word = before.rsplit(|c: char| !c.is_alphabetic() && c != '-').next().filter(|word| !word.is_empty())?;
    Some((word, gap))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}')
}

fn border(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 3] = [
        ("words.groups", include_str!("../../../../assets/pseudonyms/words.groups")),
        ("words-es.table", include_str!("../../../../assets/pseudonyms/words-es.table")),
        ("words-en.table", include_str!("../../../../assets/pseudonyms/words-en.table")),
    ];

    /// Checks the clues about the name between « and ».
    fn check(text: &str, language: Language, expected: (Option<PersonSex>, Option<PersonSex>)) {
        let (before, rest) = text.split_once('«').expect("a mark");
        let (name, after) = rest.split_once('»').expect("another");
        let plain = [before, name, after].concat();
        let place = before.len()..before.len() + name.len();
        let clues = clues_beside(&plain, place, plain.len(), language, &SubstituteLists::new(&FILES));
        assert_eq!((clues.sex, clues.guess), expected, "{text}");
    }

    #[test]
    fn titles_and_relatives_tell_whether_it_is_a_man_or_a_woman() {
        let (man, woman) = (Some(PersonSex::Male), Some(PersonSex::Female));
        for (text, sex) in [
            ("My wife «Dana» came.", woman),
            ("her husband, «Lindsay», waited", man),
            ("Mrs «Ada Keogh» rang", woman),
            ("Mr. «Robin Keogh» rang", man),
            ("«Dana», my wife, came", woman),
            ("Tom, his wife and «Robin»", None),
            ("the mother of «Robin»", None),
            ("Dr «Keogh» rang", None),
            ("my wife. «Robin» left", None),
        ] {
            check(text, Language::English, (sex, None));
        }
        for (text, sex) in [
            ("su esposa «Trinidad» vino", woman),
            ("su hijo, «Cruz», vino", man),
            ("la Sra. «Cruz Olmedo» vino", woman),
            ("la señora «Cruz Olmedo» vino", woman),
            ("don «Cruz» vino", man),
            ("mi pareja «Cruz» vino", None),
            ("la madre de «Cruz»", None),
        ] {
            check(text, Language::Spanish, (sex, None));
        }
    }

    #[test]
    fn a_surname_behind_a_title_may_be_that_of_a_husband() {
        check("Mrs «Keogh» rang", Language::English, (None, None));
        check("la Sra. «Olmedo» vino", Language::Spanish, (None, None));
    }

    #[test]
    fn a_pronoun_behind_a_name_is_a_guess() {
        check("«Robin» said that she was late", Language::English, (None, Some(PersonSex::Female)));
        check("«Robin» came.\nHe left.", Language::English, (None, Some(PersonSex::Male)));
        check("«Robin» came.\n\nHe left.", Language::English, (None, None));
        check("«Robin» took her coat", Language::English, (None, None));
        check("«Cruz» dijo que ella no", Language::Spanish, (None, Some(PersonSex::Female)));
    }
}
