//! Words that end in a full stop without ending a sentence, in letters and titles, clinics and courts.

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use crate::tokens::{LONGEST, lowered};
use crate::{Language, Languages};

/// The relation of an abbreviation to what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Abbreviation {
    /// It needs what follows, so it ends no sentence: `Dr.`, `vs.`, `art.` before a figure.
    Leading,
    /// It may end one: `Inc.`, `etc.`
    Closing,
    /// Letters with stops, which may end one: `J.`, `U.S.`
    Initials,
}

/// A list of abbreviations: those of any language, and those of each.
struct AbbreviationList {
    of_any: WordTable,
    of_language: ByLanguage<WordTable>,
    scope: Scope,
    kind: Abbreviation,
}

/// The lists, of which the first that has a word decides.
static LISTS: [AbbreviationList; 4] = [
    AbbreviationList {
        of_any: words!("shared/abbreviations", "leading"),
        of_language: words_by_language!("abbreviations", "leading"),
        scope: Scope::Any,
        kind: Abbreviation::Leading,
    },
    AbbreviationList {
        of_any: words!("shared/abbreviations", "figures"),
        of_language: words_by_language!("abbreviations", "figures"),
        scope: Scope::Figures,
        kind: Abbreviation::Leading,
    },
    AbbreviationList {
        of_any: words!("shared/abbreviations", "closing"),
        of_language: words_by_language!("abbreviations", "closing"),
        scope: Scope::Any,
        kind: Abbreviation::Closing,
    },
    AbbreviationList {
        of_any: words!("shared/abbreviations", "inner"),
        of_language: words_by_language!("abbreviations", "inner"),
        scope: Scope::Inside,
        kind: Abbreviation::Closing,
    },
];

/// The kind of an abbreviation, given without its last stop; nothing if the word is none.
pub(crate) fn abbreviation(word: &str, languages: Languages) -> Option<Abbreviation> {
    if let Some((_, found)) = listed(word, languages) {
        return Some(found);
    }
    let is_pronoun = word == "I" && languages.includes(Language::English);
    (!is_pronoun && is_dotted(word)).then_some(Abbreviation::Initials)
}

/// True if the stop after `word` belongs to it; `next` is what follows the stop.
pub(crate) fn takes_stop(word: &str, next: &str, languages: Languages) -> bool {
    match listed(word, languages) {
        Some((Scope::Any, _)) => true,
        Some((Scope::Figures, _)) => is_figure(next) || is_pair(word, next),
        Some((Scope::Inside, _)) => is_inside(next),
        None => abbreviation(word, languages).is_some() || is_pair(word, next),
    }
}

/// The condition on which the stop after a listed word belongs to it.
#[derive(Debug, Clone, Copy)]
enum Scope {
    Any,
    Figures,
    Inside,
}

fn listed(word: &str, languages: Languages) -> Option<(Scope, Abbreviation)> {
    // One capital is an initial, whatever it is short for in small letters.
    if is_initial(word) {
        return None;
    }
    let mut buffer = [0; LONGEST];
    let lower = lowered(word, &mut buffer)?;
    let find = |table: &dyn Fn(&'static AbbreviationList) -> &'static WordTable| {
        LISTS.iter().find(|list| table(list).has(lower)).map(|list| (list.scope, list.kind))
    };
    find(&|list| &list.of_any).or_else(|| {
        let mut expected = Language::ALL.into_iter().filter(|language| languages.includes(*language));
        expected.find_map(|language| find(&|list| list.of_language.of(language)))
    })
}

/// True if a figure follows, in digits or Roman.
fn is_figure(next: &str) -> bool {
    let next = next.strip_prefix([' ', '\u{a0}']).unwrap_or(next);
    let is_roman = |b: u8| matches!(b, b'I' | b'V' | b'X' | b'L');
    let roman = next.bytes().take(8).take_while(|b| is_roman(*b)).count();
    let is_roman = roman > 0 && !next.as_bytes().get(roman).is_some_and(u8::is_ascii_alphanumeric);
    next.starts_with(|c: char| c.is_numeric() || matches!(c, 'º' | '°' | 'ª')) || is_roman
}

/// Letters that are written apart: "a. C.", "p. ej.", "i. v."
fn is_pair(word: &str, next: &str) -> bool {
    let mut second = next.strip_prefix(' ').unwrap_or_default().chars().take(3).skip_while(|c| c.is_alphabetic());
    let is_apart = next.starts_with(' ') && !next.starts_with(" .");
    word.chars().count() == 1 && is_apart && second.next() == Some('.')
}

/// True if the sentence goes on: with a small letter, a figure or a mark inside it.
fn is_inside(next: &str) -> bool {
    let after_blank = next.strip_prefix([' ', '\u{a0}']);
    match after_blank {
        Some(after) => {
            after.starts_with(|c: char| c.is_lowercase() || c.is_numeric() || matches!(c, '(' | '/' | '+' | '='))
        }
        None => next.starts_with([',', ';', ':', ')', '/', '-', ']']),
    }
}

/// Initials and letters with stops between them: `J`, `U.S`, `EE.UU`, `N.H.C`.
fn is_dotted(word: &str) -> bool {
    if !word.contains('.') {
        return is_initial(word);
    }
    let is_short = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    word.len() <= LONGEST && word.split('.').all(is_short)
}

fn is_initial(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_and_dotted_letters_are_abbreviations() {
        for word in ["J", "U.S", "EE.UU", "N.H.C", "p.o"] {
            assert_eq!(abbreviation(word, Languages::unknown()), Some(Abbreviation::Initials), "{word}");
        }
        for word in ["end", "a", "x9", "noche", "I"] {
            assert_eq!(abbreviation(word, Languages::unknown()), None, "{word}");
        }
    }

    #[test]
    fn abbreviations_belong_to_their_language() {
        let (english, spanish) = (Languages::only(Language::English), Languages::only(Language::Spanish));
        assert_eq!(abbreviation("Avda", spanish), Some(Abbreviation::Leading));
        assert_eq!(abbreviation("avda", english), None);
        assert_eq!(abbreviation("Mrs", english), Some(Abbreviation::Leading));
        assert_eq!(abbreviation("Corp", english), Some(Abbreviation::Closing));
    }

    #[test]
    fn a_stop_belongs_to_them_by_what_follows() {
        let english = Languages::only(Language::English);
        for (word, next, takes) in [
            ("Dr", " Lee", true),
            ("no", " 5", true),
            ("no", " He left", false),
            ("art", " IV of", true),
            ("art", " It", false),
            ("etc", ", and", true),
            ("etc", " The", false),
            ("etc", "", false),
            ("p.m", " The", true),
            ("a", " C. and", true),
            ("p", " ej. the", true),
            ("a", " The", false),
        ] {
            assert_eq!(takes_stop(word, next, english), takes, "{word}.{next}");
        }
    }
}
