//! What is written in the place of a value: words that read well, and that say as much as the table and no more.

use sfumato::language::Language;
use sfumato::values::words::{decade, month};
use sfumato::values::{Day, NameLength};

use crate::lists::{fold, people_of};
use crate::node::OLDEST;
use crate::places::PlaceNames;
use crate::reading::Vocabulary;
use crate::{Attribute, ValueNode, occupations};

/// Where a phrase is to stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhraseSite<'t> {
    /// What stands there now.
    pub said: &'t str,
    /// The word before, folded; empty at the start of a sentence or field.
    pub before: &'t str,
    /// The language.
    pub language: Language,
    /// True if the person is a woman.
    pub is_woman: bool,
}

/// What is written for a node; nothing if there are no words for it and a label has to do.
pub(crate) fn phrase(attribute: Attribute, node: &ValueNode, site: PhraseSite<'_>) -> Option<String> {
    if node.is_root() {
        return (attribute == Attribute::Sex).then(|| nobody(site)).flatten();
    }
    match attribute {
        Attribute::Age => age(node, site),
        Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate => date(node, site),
        Attribute::City | Attribute::Region | Attribute::Country | Attribute::BirthPlace => {
            place(attribute, node, site.language)
        }
        Attribute::Nationality => {
            let (man, woman) = people_of(node.as_str().strip_prefix("p:")?, site.language)?;
            let word = if is_feminine(site) { woman } else { man };
            Some(like(site.said, word))
        }
        Attribute::Profession => {
            let label = occupations::label(node, site.language)?;
            let is_feminine = site.language == Language::Spanish && is_feminine(site);
            Some(like(site.said, &if is_feminine { feminine(label) } else { label.to_owned() }))
        }
        Attribute::MaritalState => {
            (node.as_str() == "formerly-married").then(|| like(site.said, formerly_married(site)))
        }
        Attribute::Children => (node.as_str() == "1+").then(|| some_children(site).to_owned()),
        _ => None,
    }
}

/// All phrases that a node may be written with, so that they are understood again.
pub(crate) fn learn(vocabulary: &mut Vocabulary, attribute: Attribute, node: &ValueNode) {
    // Ages and dates are read as what they are.
    let is_value = matches!(
        attribute,
        Attribute::Age | Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate | Attribute::Sex
    );
    // A single trade or country is read as it always is.
    if is_value || node.is_root() {
        return;
    }
    for language in Language::ALL {
        for is_woman in [false, true] {
            let site = PhraseSite { said: "x", before: "", language, is_woman };
            if let Some(written) = phrase(attribute, node, site)
                .filter(|written| fold(written).contains(' ') || attribute == Attribute::Nationality)
            {
                vocabulary.add(&written, (attribute, node.clone()));
            }
        }
    }
}

/// A phrase with a capital where what it replaces has one.
fn like(said: &str, written: &str) -> String {
    let mut letters = written.chars();
    match (said.chars().next(), letters.next()) {
        (Some(old), Some(first)) if old.is_uppercase() => first.to_uppercase().chain(letters).collect(),
        _ => written.to_owned(),
    }
}

fn is_feminine(site: PhraseSite<'_>) -> bool {
    site.before == "nacionalidad" || site.said.ends_with('a') || site.is_woman
}

/// The form for women of a Spanish name of an occupation.
fn feminine(label: &str) -> String {
    let mut is_after_of = false;
    let mut words: Vec<String> = Vec::new();
    for word in label.split(' ') {
        is_after_of |= matches!(word, "de" | "del" | "en");
        let ends = |ending: &str| word.ends_with(ending);
        words.push(match () {
            () if is_after_of || word.len() < 3 => word.to_owned(),
            () if ends("dor") || ends("tor") || ends("sor") => format!("{word}a"),
            () if ends("o") => word.strip_suffix('o').map_or_else(String::new, |stem| format!("{stem}a")),
            () => word.to_owned(),
        });
    }
    words.join(" ")
}

fn formerly_married(site: PhraseSite<'_>) -> &'static str {
    match site.language {
        Language::English => "formerly married",
        Language::Spanish if is_feminine(site) => "anteriormente casada",
        Language::Spanish => "anteriormente casado",
    }
}

fn some_children(site: PhraseSite<'_>) -> &'static str {
    let has_noun = site.said.contains(' ') || site.said == "x";
    match (site.language, has_noun) {
        (Language::English, true) => "some children",
        (Language::English, false) => "some",
        (Language::Spanish, true) => "algunos hijos",
        (Language::Spanish, false) => "algunos",
    }
}

/// Somebody of whom it is not said whether it is a woman or a man.
fn nobody(site: PhraseSite<'_>) -> Option<String> {
    let is_word = site.said.chars().count() > 3;
    is_word.then(|| like(site.said, if site.language == Language::English { "person" } else { "persona" }))
}

fn age(node: &ValueNode, site: PhraseSite<'_>) -> Option<String> {
    let (from, to) = node.age_range()?;
    let said = fold(site.said);
    let has = |word: &str| said.split(' ').any(|part| part == word);
    Some(match site.language {
        Language::Spanish => {
            let range = match () {
                () if to >= OLDEST => format!("{from} o más"),
                () if from == 0 => format!("menos de {}", to + 1),
                () if from == to => from.to_string(),
                () => format!("entre {from} y {to}"),
            };
            let is_bare = !said.contains(' ') && said.bytes().all(|byte| byte.is_ascii_digit());
            let of_age = if has("edad") { " de edad" } else { "" };
            if is_bare { range } else { format!("{range} años{of_age}") }
        }
        Language::English => {
            let is_noun = has("year") || has("month") || has("week") || has("day");
            let plain = match () {
                () if to >= OLDEST => format!("{from} or more"),
                () if from == 0 => format!("less than {}", to + 1),
                () if from == to => from.to_string(),
                () => format!("between {from} and {to}"),
            };
            match () {
                () if is_noun && to >= OLDEST => format!("over-{}-year-old", from.saturating_sub(1)),
                () if is_noun && from == 0 => format!("under-{}-year-old", to + 1),
                () if is_noun => format!("{from}-to-{to}-year-old"),
                () if has("years") || has("months") || has("weeks") || has("days") => {
                    let old = if has("old") { " old" } else { "" };
                    let of_age = if has("age") { " of age" } else { "" };
                    format!("{plain} years{old}{of_age}")
                }
                () if has("aged") => format!("aged {plain}"),
                () if crate::reading::is_decade(&said) => return None,
                () => plain,
            }
        }
    })
}

/// "Man in his forties", if the ages are those of a decade and what is said goes on with a noun.
pub(crate) fn in_decade(node: &ValueNode, noun: &str, is_woman: bool) -> Option<String> {
    let (from, to) = node.age_range()?;
    let is_decade = from % 10 == 0 && to == from + 9 && (20..=90).contains(&from);
    let owner = if is_woman { "her" } else { "his" };
    is_decade.then(|| format!("{noun} in {owner} {}", decade(from)))
}

fn date(node: &ValueNode, site: PhraseSite<'_>) -> Option<String> {
    let (from, to) = node.days()?;
    let first = Day::from_number(from);
    let text = node.as_str();
    let spoken = match (text.len(), site.language) {
        (5, Language::English) => format!("the {text}"),
        (5, Language::Spanish) => format!("la década de {}", first.year),
        (4, _) => first.year.to_string(),
        (7, Language::English) => {
            format!("{} {}", like("X", month(first.month, NameLength::Full, site.language)), first.year)
        }
        (7, Language::Spanish) => format!("{} de {}", month(first.month, NameLength::Full, site.language), first.year),
        _ => return None,
    };
    (to > from).then_some(spoken)
}

fn place(attribute: Attribute, node: &ValueNode, language: Language) -> Option<String> {
    let name = PlaceNames::get().label(node, language)?;
    let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    Some(match language {
        Language::Spanish => {
            let noun = match attribute {
                Attribute::City => "una localidad",
                Attribute::Region => "una región",
                Attribute::Country => "un país",
                _ => "un lugar",
            };
            let article =
                if starts(&["Comunidad", "comunidad", "provincia", "Provincia", "Región"]) { "la " } else { "" };
            format!("{noun} de {article}{name}")
        }
        Language::English => {
            let noun = match attribute {
                Attribute::City => "a town in",
                Attribute::Region => "a region of",
                Attribute::Country => "a country in",
                _ => "a place in",
            };
            let article = if starts(&["province", "United", "Community", "state of", "county", "City", "Netherlands"]) {
                "the "
            } else {
                ""
            };
            format!("{noun} {article}{name}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(attribute: Attribute, node: &str, said: &str, language: Language) -> String {
        let site = PhraseSite { said, before: "", language, is_woman: true };
        phrase(attribute, &ValueNode::new(node), site).unwrap_or_default()
    }

    #[test]
    fn values_read_well_in_both_languages() {
        let spanish = |attribute, node, said| written(attribute, node, said, Language::Spanish);
        let english = |attribute, node, said| written(attribute, node, said, Language::English);
        assert_eq!(spanish(Attribute::Age, "30-39", "34 años"), "entre 30 y 39 años");
        assert_eq!(spanish(Attribute::Age, "0-4", "3 meses"), "menos de 5 años");
        assert_eq!(english(Attribute::Age, "30-39", "34-year-old"), "30-to-39-year-old");
        assert_eq!(english(Attribute::Age, "30-39", "34 years old"), "between 30 and 39 years old");
        assert_eq!(spanish(Attribute::BirthDate, "1980-03", "12/03/1980"), "marzo de 1980");
        assert_eq!(english(Attribute::BirthDate, "1980s", "12 March 1980"), "the 1980s");
        assert_eq!(spanish(Attribute::City, "p:ES-MD", "Fuenlabrada"), "una localidad de la Comunidad de Madrid");
        assert_eq!(english(Attribute::City, "p:US.TX", "Houston"), "a town in Texas");
        assert_eq!(spanish(Attribute::Profession, "o:71", "albañil"), "trabajadora de la construcción");
        assert_eq!(spanish(Attribute::Nationality, "p:africa", "marroquí"), "africana");
        assert_eq!(spanish(Attribute::MaritalState, "formerly-married", "Viuda"), "Anteriormente casada");
        assert_eq!(in_decade(&ValueNode::new("40-49"), "man", false).as_deref(), Some("man in his forties"));
    }
}
