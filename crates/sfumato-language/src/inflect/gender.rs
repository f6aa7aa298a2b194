//! The gender of Spanish nouns, and forms of either for people.

use super::Gender::{self, Feminine, Masculine};
use super::phrase::NounPhrase;
use super::{Number, ends, spanish};
use sfumato_words::{WordTable, words};

/// The gender of a phrase: its noun's, or where that has either, the one its adjectives show.
pub(super) fn of(phrase: &NounPhrase<'_>) -> Gender {
    let head = singular(&phrase.head().to_lowercase());
    if is_common(&head) {
        return shown(phrase).unwrap_or(Masculine);
    }
    of_noun(&head)
}

/// The gender that the adjectives of a phrase show.
fn shown(phrase: &NounPhrase<'_>) -> Option<Gender> {
    let others = phrase.core.clone().filter(|nth| *nth != phrase.head_at()).filter_map(|nth| phrase.words.get(nth));
    others.filter(|word| word.chars().nth(2).is_some()).find_map(|word| match word.trim_end_matches('s') {
        word if word.ends_with('o') => Some(Masculine),
        word if word.ends_with('a') && !word.ends_with("ista") => Some(Feminine),
        _ => None,
    })
}

/// A plural made singular, near enough for its ending to tell its gender.
fn singular(word: &str) -> String {
    if spanish::number(word) == Number::Singular {
        return word.to_owned();
    }
    let stem = word.strip_suffix('s').unwrap_or(word);
    let cut = stem.strip_suffix('e').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u', 't', 'r', 'p']));
    match cut {
        Some(stem) if stem.ends_with('c') => format!("{}z", stem.trim_end_matches('c')),
        Some(stem) if stem.ends_with("ion") => format!("{}ión", stem.trim_end_matches("ion")),
        Some(stem) => stem.to_owned(),
        None => stem.to_owned(),
    }
}

static FEMININE: WordTable = words!("es/inflection", "feminine");
static FEMININE_ENDINGS: WordTable = words!("es/inflection", "feminine endings");
static MASCULINE: WordTable = words!("es/inflection", "masculine");
static MASCULINE_ENDINGS: WordTable = words!("es/inflection", "masculine endings");
static NOT_MASCULINE: WordTable = words!("es/inflection", "not masculine");

fn of_noun(word: &str) -> Gender {
    if FEMININE.has(word) {
        return Feminine;
    }
    if MASCULINE.has(word) || (MASCULINE_ENDINGS.ends(word) && !NOT_MASCULINE.has(word)) {
        return Masculine;
    }
    if FEMININE_ENDINGS.ends(word) { Feminine } else { Masculine }
}

/// Nouns that end as people do and are nobody.
static NO_PEOPLE: WordTable = words!("es/inflection", "no people");
/// Nouns for people that have either gender in one form.
static COMMON: WordTable = words!("es/inflection", "people of either gender");

fn is_common(word: &str) -> bool {
    COMMON.has(word) || ends(&["ista", "iatra"], word) && !NO_PEOPLE.has(word)
}

/// Nouns for people that change with the gender, where the ending alone does not tell.
static PEOPLE: WordTable = words!("es/inflection", "people");
static AGENTS: WordTable = words!("es/inflection", "endings of people");
static THINGS: WordTable = words!("es/inflection", "things");
/// Masculine and feminine, where neither rule nor ending makes one from the other.
static PAIRS: WordTable<2> = words!("es/inflection", "pairs");

/// The phrase in the gender asked for if it can have it, and the gender it has.
pub(super) fn agreeing(phrase: &NounPhrase<'_>, wanted: Option<Gender>) -> (String, Gender) {
    let own = of(phrase);
    let unchanged = || phrase.words.join(" ");
    let Some(wanted) = wanted else { return (unchanged(), own) };
    let head = phrase.head().to_lowercase();
    let is_one = spanish::number(&head) == Number::Singular;
    if wanted == own || !is_one {
        return (unchanged(), own);
    }
    let other = if is_common(&head) && !PAIRS.has(&head) {
        Some(phrase.head().to_owned())
    } else {
        other_form(phrase.head(), wanted)
    };
    let Some(other) = other else { return (unchanged(), own) };
    let text = phrase.map(|nth, word| if nth == phrase.head_at() { Some(other.clone()) } else { beside(word, wanted) });
    (text, wanted)
}

/// The gender that a noun for people shows; nothing if it is none or shows none.
pub(super) fn of_person(noun: &str) -> Option<Gender> {
    let one = singular(&noun.to_lowercase());
    if is_common(&one) {
        return None;
    }
    let is = |gender: Gender, other: Gender| other_form(&one, other).map(|_| gender);
    is(Masculine, Feminine).or_else(|| is(Feminine, Masculine))
}

/// A noun for people in the other gender; nothing if it is none.
fn other_form(word: &str, wanted: Gender) -> Option<String> {
    let is_person = |man: &str| PEOPLE.has(man) || (AGENTS.ends(man) && !THINGS.has(man)) || PAIRS.has(man);
    match wanted {
        Feminine if !is_person(word) => None,
        Feminine => match PAIRS.get(word) {
            Some([_, woman]) => Some((*woman).to_owned()),
            None => adjective(word, Feminine),
        },
        Masculine => match PAIRS.rows().iter().find(|[_, woman]| *woman == word) {
            Some([man, _]) => Some((*man).to_owned()),
            None => adjective(word, Masculine).filter(|man| is_person(man)),
        },
    }
}

/// A word beside the noun: an adjective, or another noun for people.
fn beside(word: &str, wanted: Gender) -> Option<String> {
    static SAME: WordTable = words!("es/inflection", "adjectives of one form");
    if SAME.has(word) || word.chars().nth(2).is_none() || ends(&["ista", "mente"], word) {
        return None;
    }
    adjective(word, wanted)
}

fn adjective(word: &str, wanted: Gender) -> Option<String> {
    let endings: &[(&str, &str)] = &[
        ("o", "a"),
        ("dor", "dora"),
        ("tor", "tora"),
        ("sor", "sora"),
        ("ñor", "ñora"),
        ("és", "esa"),
        ("ón", "ona"),
        ("án", "ana"),
        ("ín", "ina"),
        ("español", "española"),
    ];
    let changed = |from: &str, to: &str| word.strip_suffix(from).map(|stem| format!("{stem}{to}"));
    match wanted {
        Feminine => endings.iter().find_map(|(man, woman)| changed(man, woman)),
        // The long endings first, as "a" ends them all.
        Masculine => endings.iter().rev().find_map(|(man, woman)| changed(woman, man)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Article, article, inflect};
    use super::*;
    use crate::Language;

    fn a(phrase: &str, number: Number, gender: Gender) -> String {
        let inflected = inflect(phrase, Language::Spanish, number, Some(gender));
        format!("{} {}", article(Article::Indefinite, &inflected), inflected.text)
    }

    #[test]
    fn people_have_either_gender() {
        use Number::{Plural, Singular};
        for (phrase, number, expected) in [
            ("médico", Singular, "una médica"),
            ("médico especialista", Plural, "unas médicas especialistas"),
            ("profesional sanitario", Singular, "una profesional sanitaria"),
            ("profesional de la salud", Singular, "una profesional de la salud"),
            ("trabajador", Plural, "unas trabajadoras"),
            ("actor", Singular, "una actriz"),
            ("artista", Singular, "una artista"),
            ("psicólogo clínico", Singular, "una psicóloga clínica"),
            ("director general", Singular, "una directora general"),
            ("miembro de las fuerzas armadas", Singular, "una miembro de las fuerzas armadas"),
        ] {
            assert_eq!(a(phrase, number, Feminine), expected);
        }
        assert_eq!(a("enfermera", Singular, Masculine), "un enfermero");
        assert_eq!(a("persona", Singular, Masculine), "una persona");
        assert_eq!(
            ["oncóloga", "oncólogo", "actrices", "clínica", "artista"].map(of_person),
            [Some(Feminine), Some(Masculine), Some(Feminine), Some(Feminine), None]
        );
    }

    #[test]
    fn things_have_one_gender() {
        for (phrase, expected) in [
            ("centro médico", "un centro médico"),
            ("motor", "un motor"),
            ("tumor maligno", "un tumor maligno"),
            ("edificio", "un edificio"),
            ("ser vivo", "un ser vivo"),
            ("vehículo de motor", "un vehículo de motor"),
        ] {
            assert_eq!(a(phrase, Number::Singular, Feminine), expected);
        }
        assert_eq!(a("ciudad", Number::Singular, Masculine), "una ciudad");
        assert_eq!(a("institución sanitaria", Number::Plural, Masculine), "unas instituciones sanitarias");
    }

    #[test]
    fn endings_tell_the_gender() {
        for word in ["enfermedad", "infección", "crisis", "artritis", "serie", "mano", "fuerzas", "regiones", "luces"]
        {
            assert_eq!(of(&NounPhrase::new(word, Language::Spanish)), Feminine, "{word}");
        }
        for word in ["síntoma", "carcinoma", "problema", "electrocardiograma", "avión", "lugar", "síndrome", "países"]
        {
            assert_eq!(of(&NounPhrase::new(word, Language::Spanish)), Masculine, "{word}");
        }
    }
}
