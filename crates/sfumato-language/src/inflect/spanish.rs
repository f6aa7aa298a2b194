//! Spanish nouns and the adjectives beside them.

use super::phrase::NounPhrase;
use super::{Article, Gender, Inflected, Number, ends, gender};
use crate::{Language, plain};
use sfumato_words::{WordTable, words};

pub(super) fn inflect(phrase: &NounPhrase<'_>, wanted: Number, gender: Option<Gender>) -> Inflected {
    let own = number(phrase.head());
    let (text, gender) = gender::agreeing(phrase, gender);
    let is_countable = is_countable(phrase.head());
    let becomes_plural = wanted == Number::Plural && own == Number::Singular && is_countable;
    let text = if becomes_plural {
        // Only forms changed, so that the words stand where they stood.
        NounPhrase::new(&text, Language::Spanish).map(|_, word| Some(plural(word)))
    } else {
        text
    };
    let number = if becomes_plural { Number::Plural } else { own };
    Inflected { text, language: Language::Spanish, number, gender, is_countable }
}

static BEFORE_NOUNS: WordTable = words!("es/inflection", "before nouns");

/// True if a word stands before the noun it belongs to.
pub(super) fn is_before_noun(word: &str) -> bool {
    BEFORE_NOUNS.has(word)
}

static UNCHANGED: WordTable = words!("es/inflection", "unchanged");
static IRREGULAR: WordTable<2> = words!("es/inflection", "irregular plurals");

/// The plural of a noun or an adjective.
fn plural(word: &str) -> String {
    let lower = word.to_lowercase();
    let is_acronym = word.chars().nth(1).is_some() && word.chars().all(|c| !c.is_lowercase());
    if is_acronym || UNCHANGED.has(&lower) || ends(&["mente"], &lower) {
        return word.to_owned();
    }
    if let Some([_, several]) = IRREGULAR.get(&lower) {
        return (*several).to_owned();
    }
    let Some(last) = lower.chars().next_back() else { return String::new() };
    match last {
        'a' | 'e' | 'i' | 'o' | 'u' | 'á' | 'é' | 'ó' => format!("{word}s"),
        'í' | 'ú' | 'l' | 'r' | 'd' | 'j' | 'y' => format!("{word}es"),
        'z' => format!("{}ces", word.get(..word.len() - 1).unwrap_or_default()),
        's' | 'x' if is_stressed_at_end(&lower) => format!("{}es", without_last_accent(word)),
        's' | 'x' => word.to_owned(),
        'n' if has_accent(&lower) => format!("{}es", without_last_accent(word)),
        'n' => format!("{}es", accented_before_last(word)),
        'b' | 'c' | 'f' | 'g' | 'k' | 'm' | 'p' | 't' | 'v' | 'w' => format!("{word}s"),
        _ => word.to_owned(),
    }
}

fn is_vowel(c: char) -> bool {
    "aeiouáéíóúüAEIOUÁÉÍÓÚÜ".contains(c)
}

fn is_accented(c: char) -> bool {
    "áéíóúÁÉÍÓÚ".contains(c)
}

fn has_accent(word: &str) -> bool {
    word.chars().any(is_accented)
}

/// The number of runs of vowels in a word.
fn runs(word: &str) -> usize {
    let vowels: Vec<bool> = word.chars().map(is_vowel).collect();
    vowels.split(|is_vowel| !is_vowel).filter(|run| !run.is_empty()).count()
}

/// True if the last vowel of a word that ends in a consonant is stressed: "francés", "mes".
fn is_stressed_at_end(word: &str) -> bool {
    word.chars().rev().find(|c| is_vowel(*c)).is_some_and(is_accented) || runs(word) == 1
}

/// A word without an accent on its last vowel, unless that keeps two vowels apart: "francés", but "país".
fn without_last_accent(word: &str) -> String {
    let Some((at, last)) = word.char_indices().rev().find(|(_, c)| is_vowel(*c)) else { return word.to_owned() };
    let (before, after) = (word.get(..at).unwrap_or_default(), word.get(at + last.len_utf8()..).unwrap_or_default());
    let is_hiatus = matches!(last, 'í' | 'ú') && before.ends_with(['a', 'e', 'o']);
    if is_hiatus || !is_accented(last) {
        return word.to_owned();
    }
    let bare = plain(last).unwrap_or(last);
    format!("{before}{bare}{after}")
}

/// A word of several syllables with an accent on the last vowel but one, which an ending makes necessary: "joven".
fn accented_before_last(word: &str) -> String {
    let chars: Vec<char> = word.chars().collect();
    let is_at = |nth: usize| chars.get(nth).copied().is_some_and(is_vowel);
    // From the end: the consonants, the last run of vowels, the consonants before it.
    let mut nth = chars.len();
    for wanted in [false, true, false] {
        while nth > 0 && is_at(nth - 1) == wanted {
            nth -= 1;
        }
    }
    let run_start = (0..nth).rev().take_while(|at| is_at(*at)).last();
    let Some(start) = run_start else { return word.to_owned() };
    let strong = (start..nth).find(|at| chars.get(*at).is_some_and(|c| "aeo".contains(*c)));
    let stressed = strong.unwrap_or(nth - 1);
    let accent = |(at, c): (usize, &char)| if at == stressed { with_accent(*c) } else { *c };
    chars.iter().enumerate().map(accent).collect()
}

fn with_accent(c: char) -> char {
    "aeiou".chars().zip("áéíóú".chars()).find(|(bare, _)| *bare == c).map_or(c, |(_, accented)| accented)
}

/// They end like a plural and are none.
static SINGULAR: WordTable = words!("es/inflection", "singular in -s");

/// The number of a noun by its ending.
pub(super) fn number(word: &str) -> Number {
    let lower = word.to_lowercase();
    let ends_so = lower.ends_with('s') && !ends(&["is", "us"], &lower) && !SINGULAR.has(&lower);
    let is_acronym = word.chars().all(|c| !c.is_lowercase());
    if ends_so && !is_stressed_at_end(&lower) && !is_acronym { Number::Plural } else { Number::Singular }
}

/// True if a noun is the same in both numbers, so that its form tells nothing: "crisis".
pub(super) fn is_invariable(word: &str) -> bool {
    let lower = word.to_lowercase();
    (SINGULAR.has(&lower) || ends(&["is", "us"], &lower)) && !is_stressed_at_end(&lower)
}

/// Feminine nouns that start with a stressed `a`, before which the singular articles are `el` and `un`.
static STRESSED_A: WordTable = words!("es/inflection", "stressed a");

pub(super) fn article(kind: Article, phrase: &Inflected) -> &'static str {
    use Gender::{Feminine, Masculine};
    use Number::{Plural, Singular};
    let first = phrase.text.split(' ').next().unwrap_or_default();
    let gender = if STRESSED_A.has(&first.to_lowercase()) { Masculine } else { phrase.gender };
    match (kind, phrase.number, gender) {
        (Article::Definite, Singular, Masculine) => "el",
        (Article::Definite, Singular, Feminine) => "la",
        (Article::Definite, Plural, _) if phrase.gender == Feminine => "las",
        (Article::Definite, Plural, _) => "los",
        (Article::Indefinite, Singular, Masculine) => "un",
        (Article::Indefinite, Singular, Feminine) => "una",
        (Article::Indefinite, Plural, _) if phrase.gender == Feminine => "unas",
        (Article::Indefinite, Plural, _) => "unos",
    }
}

static MASS: WordTable = words!("es/inflection", "mass nouns");
static MASS_ENDINGS: WordTable = words!("es/inflection", "endings of mass nouns");
static COUNTED: WordTable = words!("es/inflection", "counted nouns");

fn is_countable(word: &str) -> bool {
    let lower = word.to_lowercase();
    COUNTED.has(&lower) || !(MASS.has(&lower) || MASS_ENDINGS.ends(&lower))
}

#[cfg(test)]
mod tests {
    use super::super::{article, inflect, name};
    use super::*;

    fn several(phrase: &str) -> String {
        inflect(phrase, Language::Spanish, Number::Plural, None).text
    }

    fn the(phrase: &str, number: Number) -> String {
        let inflected = inflect(phrase, Language::Spanish, number, None);
        format!("{} {}", article(Article::Definite, &inflected), inflected.text)
    }

    #[test]
    fn nouns_and_their_adjectives_become_plural() {
        for (singular, plural) in [
            ("médico", "médicos"),
            ("enfermedad mental", "enfermedades mentales"),
            ("unidad de tratamiento", "unidades de tratamiento"),
            ("luz", "luces"),
            ("análisis", "análisis"),
            ("infección", "infecciones"),
            ("joven", "jóvenes"),
            ("examen", "exámenes"),
            ("orden", "órdenes"),
            ("país", "países"),
            ("francés", "franceses"),
            ("mes", "meses"),
            ("raíz", "raíces"),
            ("israelí", "israelíes"),
            ("cáncer", "cáncer"),
            ("líder religioso", "líderes religiosos"),
            ("enfermero o matrona", "enfermeros o matronas"),
            ("gran ciudad", "grandes ciudades"),
            ("miembro de las fuerzas armadas", "miembros de las fuerzas armadas"),
            ("localidad en Galicia", "localidades en Galicia"),
            ("persona", "personas"),
            ("régimen", "regímenes"),
            ("robot", "robots"),
            ("pan", "pan"),
            ("ley", "leyes"),
            ("virus", "virus"),
            ("autobús", "autobuses"),
            ("profesional de la salud", "profesionales de la salud"),
            ("ser vivo", "seres vivos"),
            ("animal doméstico", "animales domésticos"),
            ("plan", "planes"),
            ("corazón", "corazones"),
            ("baúl", "baúles"),
        ] {
            assert_eq!(several(singular), plural);
        }
    }

    #[test]
    fn articles_agree() {
        for (phrase, expected) in [
            ("problema", "el problema"),
            ("mano", "la mano"),
            ("agua", "el agua"),
            ("área", "el área"),
            ("enfermedad", "la enfermedad"),
            ("síndrome", "el síndrome"),
            ("institución sanitaria", "la institución sanitaria"),
            ("centro médico", "el centro médico"),
            ("fuerzas armadas", "las fuerzas armadas"),
            ("crisis", "la crisis"),
        ] {
            assert_eq!(the(phrase, Number::Singular), expected);
        }
        assert_eq!(the("área", Number::Plural), "las áreas");
        assert_eq!(the("problema", Number::Plural), "los problemas");
        assert_eq!(article(Article::Definite, &name("Países Bajos", Language::Spanish)), "los");
        assert_eq!(article(Article::Definite, &name("Comunidad de Madrid", Language::Spanish)), "la");
    }
}
