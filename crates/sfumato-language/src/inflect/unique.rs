//! Names and descriptions of which there is one, and which take a definite article: "the United States".

use super::{Article, Number, article, inflect};
use crate::Language;
use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

static FIRST: ByLanguage<WordTable> = words_by_language!("inflection", "first words of unique names");
static LAST: WordTable = words!("en/inflection", "last words of unique names");
static UNITS: ByLanguage<WordTable> = words_by_language!("inflection", "units with a name");

/// True if there is one only, so that it is spoken of with a definite article.
pub fn is_unique(phrase: &str, language: Language) -> bool {
    let mut words = phrase.split(' ');
    let first = words.next().unwrap_or_default();
    let (second, third) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let names = |word: &str| word.starts_with(char::is_uppercase);
    match language {
        Language::English => {
            let last = phrase.rsplit(' ').next().unwrap_or_default();
            let is_unit = |unit: &str| UNITS.of(language).has(&unit.to_lowercase()) && second == "of" && names(third);
            names(first) && (FIRST.of(language).has(first) || LAST.has(last)) || is_unit(first)
        }
        Language::Spanish => {
            let is_unit = UNITS.of(language).has(first) && matches!(second, "de" | "del") && !third.is_empty();
            !second.is_empty() && (FIRST.of(language).has(first) || is_unit && (second == "del" || names(third)))
        }
    }
}

/// A label with the article that a name inside it lacks: "city in United States".
pub fn with_inner_articles(label: &str, language: Language) -> String {
    let link = match language {
        Language::English => " in ",
        Language::Spanish => " en ",
    };
    match label.split_once(link) {
        Some((what, place)) if is_unique(place, language) => {
            let place = inflect(place, language, Number::Singular, None);
            format!("{what}{link}{} {}", article(Article::Definite, &place), place.text)
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Spanish};

    #[test]
    fn some_names_take_an_article() {
        for name in ["United States", "province of Tarragona", "Netherlands", "Czech Republic", "Canary Islands"] {
            assert!(is_unique(name, English), "{name}");
        }
        for name in ["Spain", "New York State", "Southern Europe", "disease of Spain", "doctor", "East Sussex"] {
            assert!(!is_unique(name, English), "{name}");
        }
        for name in ["provincia de Lugo", "Comunidad de Madrid", "Reino Unido", "Países Bajos"] {
            assert!(is_unique(name, Spanish), "{name}");
        }
        for name in ["Galicia", "Europa del Sur", "Ciudad de México", "región", "estado de coma", "Estados Unidos"] {
            assert!(!is_unique(name, Spanish), "{name}");
        }
    }

    #[test]
    fn labels_get_the_article_of_the_name_in_them() {
        assert_eq!(with_inner_articles("city in United States", English), "city in the United States");
        assert_eq!(with_inner_articles("city in Spain", English), "city in Spain");
        assert_eq!(with_inner_articles("ciudad en Comunidad de Madrid", Spanish), "ciudad en la Comunidad de Madrid");
        assert_eq!(with_inner_articles("ciudad en Reino Unido", Spanish), "ciudad en el Reino Unido");
        assert_eq!(with_inner_articles("ciudad en Países Bajos", Spanish), "ciudad en los Países Bajos");
    }
}
