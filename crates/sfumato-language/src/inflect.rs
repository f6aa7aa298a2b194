//! Forms of phrases that come from elsewhere: labels in the singular and without an article, put into a text.
//!
//! English and Spanish inflect by rule; small closed lists hold what the rules get wrong.
//! What no rule knows stays as it is.

mod case;
mod english;
mod gender;
mod phrase;
mod sound;
mod spanish;
mod unique;
mod verb;

use crate::Language;
use phrase::NounPhrase;

pub use case::{Casing, cased};
pub use unique::{is_unique, with_inner_articles};
pub use verb::verb;

/// One or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// One.
    Singular,
    /// Several.
    Plural,
}

/// The gender of a noun; English nouns are all taken for masculine, which changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gender {
    /// Masculine.
    Masculine,
    /// Feminine.
    Feminine,
}

/// The kind of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Article {
    /// `the`, `el`.
    Definite,
    /// `a`, `un`.
    Indefinite,
}

/// The determination of a phrase by its first words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A noun phrase without an article, which may get one: "doctor".
    Bare,
    /// It brings an article, after so many bytes of which the rest starts: "the 1970s", "una fecha".
    Articled(Article, usize),
    /// A number, a date, or a phrase that starts with a preposition or a determiner: "1976", "between 45 and 49".
    Fixed,
}

/// A phrase in a form, and what it is then.
#[derive(Clone, PartialEq, Eq)]
pub struct Inflected {
    /// The phrase.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Its number.
    pub number: Number,
    /// Its gender, which the text need not show: "profesional de la salud".
    pub gender: Gender,
    /// True if it can be counted: one takes "a doctor", but "information".
    pub is_countable: bool,
}

// A phrase may stem from a document.
impl std::fmt::Debug for Inflected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inflected({:?}, {:?})", self.number, self.gender)
    }
}

/// A noun phrase without an article in the number and, where it denotes people of either, the gender that is asked for.
///
/// A phrase that cannot have them keeps its own: "information", "persona".
pub fn inflect(phrase: &str, language: Language, number: Number, gender: Option<Gender>) -> Inflected {
    let parts = NounPhrase::new(phrase, language);
    match language {
        Language::English => english::inflect(&parts, number),
        Language::Spanish => spanish::inflect(&parts, number, gender),
    }
}

/// A name, which has one form only, and the number and gender it is treated as.
pub fn name(phrase: &str, language: Language) -> Inflected {
    let parts = NounPhrase::new(phrase, language);
    let (number, gender) = match language {
        Language::English => (Number::Singular, Gender::Masculine),
        Language::Spanish => (spanish::number(parts.head()), gender::of(&parts)),
    };
    Inflected { text: phrase.to_owned(), language, number, gender, is_countable: false }
}

/// The article before a phrase; empty if there is none, as before "information".
pub fn article(kind: Article, phrase: &Inflected) -> &'static str {
    let is_plural = phrase.number == Number::Plural;
    match (phrase.language, kind) {
        (Language::English, Article::Definite) => "the",
        (Language::English, Article::Indefinite) if is_plural || !phrase.is_countable => "",
        (Language::English, Article::Indefinite) => sound::indefinite(&phrase.text),
        (Language::Spanish, _) => spanish::article(kind, phrase),
    }
}

/// A preposition and the article after it as they are written in one word: "de" and "el" as "del".
pub fn contracted(preposition: &str, article: &str) -> Option<&'static str> {
    match (preposition, article) {
        ("de", "el") => Some("del"),
        ("a", "el") => Some("al"),
        _ => None,
    }
}

/// The article that a word in lower case is; of contractions the one inside.
pub fn article_of(word: &str, language: Language) -> Option<Article> {
    match (language, word) {
        (Language::English, "the") => Some(Article::Definite),
        (Language::English, "a" | "an") => Some(Article::Indefinite),
        (Language::Spanish, "el" | "la" | "los" | "las" | "del" | "al") => Some(Article::Definite),
        (Language::Spanish, "un" | "una" | "unos" | "unas") => Some(Article::Indefinite),
        _ => None,
    }
}

/// The determination of a phrase by its first words.
pub fn shape(phrase: &str, language: Language) -> Shape {
    let Some(first) = phrase.split(' ').next() else { return Shape::Fixed };
    if let Some(article) = article_of(first, language)
        && first.len() < phrase.len()
        && !matches!(first, "del" | "al")
    {
        return Shape::Articled(article, first.len() + 1);
    }
    if phrase::is_number(phrase) || phrase::is_date(first) || phrase::opens_otherwise(first, language) {
        return Shape::Fixed;
    }
    Shape::Bare
}

/// The number that the form of a noun shows; nothing if it is the same for both: "sheep", "crisis".
pub fn number_of(noun: &str, language: Language) -> Option<Number> {
    match language {
        Language::English => (!english::is_invariable(noun)).then(|| english::number(noun)),
        Language::Spanish => (!spanish::is_invariable(noun)).then(|| spanish::number(noun)),
    }
}

/// The gender that a Spanish noun for people shows by its form; nothing if it is none: "oncóloga", but not "persona".
pub fn gender_of(noun: &str) -> Option<Gender> {
    gender::of_person(noun)
}

/// True if a word ends in one of these and is longer than that.
fn ends(list: &[&str], word: &str) -> bool {
    list.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_by_the_first_words() {
        use Language::{English, Spanish};
        assert_eq!(shape("doctor", English), Shape::Bare);
        assert_eq!(shape("the 1970s", English), Shape::Articled(Article::Definite, 4));
        assert_eq!(shape("una fecha", Spanish), Shape::Articled(Article::Indefinite, 4));
        for phrase in ["1976", "August 1976", "between 45 and 49 years old", "18 or older", "some year", "of some age"]
        {
            assert_eq!(shape(phrase, English), Shape::Fixed, "{phrase}");
        }
        for phrase in ["2019", "marzo de 2019", "entre 45 y 49 años", "algún mes", "decenas de kilogramos"] {
            assert_eq!(shape(phrase, Spanish), Shape::Fixed, "{phrase}");
        }
        assert_eq!(shape("8-year-old child", English), Shape::Bare);
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        for language in [Language::English, Language::Spanish] {
            for phrase in ["", " ", "  ", "-", ",", "(", "s", "é", "o y"] {
                for number in [Number::Singular, Number::Plural] {
                    let inflected = inflect(phrase, language, number, Some(Gender::Feminine));
                    _ = article(Article::Indefinite, &inflected);
                    _ = (shape(phrase, language), is_unique(phrase, language), name(phrase, language));
                }
            }
        }
    }
}
