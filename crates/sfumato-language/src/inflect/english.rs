//! English nouns.

use super::phrase::NounPhrase;
use super::{Gender, Inflected, Number, ends};
use crate::Language;
use sfumato_words::{WordTable, words};

pub(super) fn inflect(phrase: &NounPhrase<'_>, wanted: Number) -> Inflected {
    let is_countable = is_countable(phrase.head());
    let own = number(phrase.head());
    let becomes_plural = wanted == Number::Plural && own == Number::Singular && is_countable;
    let text = if becomes_plural {
        let is_item = items(phrase);
        phrase.map(|nth, word| (nth == phrase.head_at() || is_item(nth)).then(|| plural(word)))
    } else {
        phrase.words.join(" ")
    };
    let number = if becomes_plural { Number::Plural } else { own };
    Inflected { text, language: Language::English, number, gender: Gender::Masculine, is_countable }
}

static ADJECTIVAL: WordTable = words!("en/inflection", "endings of adjectives");
static AGENTS: WordTable = words!("en/inflection", "endings of people");

/// The test for words beside the head that are nouns of a list: "nurse" in "nurse or midwife", but none in "social or
/// cultural worker".
fn items(phrase: &NounPhrase<'_>) -> impl Fn(usize) -> bool {
    let joint = phrase.joins_at();
    let words = phrase.words.get(phrase.core.clone()).unwrap_or_default();
    // If all items are of one word, as the last one is, they are of one kind.
    let alike = joint.is_some_and(|joint| joint + 2 == phrase.core.end);
    let bare = |nth: usize| words.get(nth).copied().unwrap_or_default().trim_end_matches(',');
    let is_noun = |nth: usize| {
        let word = bare(nth);
        let ends_item = Some(nth + 1) == joint || words.get(nth).is_some_and(|word| word.ends_with(','));
        ends_item && (AGENTS.ends(word) || (alike && !ADJECTIVAL.ends(word))) && number(word) == Number::Singular
    };
    let nouns: Vec<usize> = (0..joint.unwrap_or(0)).filter(|nth| is_noun(*nth)).collect();
    move |nth| nouns.contains(&nth)
}

/// Words whose plural no rule makes, also as the end of longer ones: "policeman".
static IRREGULAR: WordTable<2> = words!("en/inflection", "irregular plurals");
/// The same as whole words only.
static WHOLE: WordTable<2> = words!("en/inflection", "irregular plurals of whole words");
/// They end like "man" and are none.
static NO_MEN: WordTable = words!("en/inflection", "no men");
/// They end like "men" or "mice" and are none.
static NO_PLURALS: WordTable = words!("en/inflection", "no irregular plurals");
/// One form for one and several.
static SAME: WordTable = words!("en/inflection", "one form for both numbers");
static POTATOES: WordTable = words!("en/inflection", "plural in -oes");

/// The plural of a noun.
fn plural(word: &str) -> String {
    let lower = word.to_lowercase();
    if is_acronym(word) {
        return format!("{word}s");
    }
    if is_invariable(word) || ends(&["ese"], &lower) || !word.ends_with(char::is_alphabetic) {
        return word.to_owned();
    }
    let whole = WHOLE.get(&lower);
    let irregular = || IRREGULAR.rows().iter().filter(|_| !NO_MEN.has(&lower)).find(|[one, _]| lower.ends_with(one));
    if let Some([one, several]) = whole.or_else(irregular) {
        let stem = word.get(..word.len().saturating_sub(one.len())).unwrap_or_default();
        // "Person" keeps its capital.
        let tail = word.get(stem.len()..).unwrap_or_default();
        let casing = if tail.starts_with(char::is_uppercase) { super::Casing::Initial } else { super::Casing::Own };
        return format!("{stem}{}", super::cased(several, casing));
    }
    if let Some(stem) = word.strip_suffix("sis").or_else(|| word.strip_suffix("xis")) {
        let last = if word.ends_with("sis") { 's' } else { 'x' };
        return format!("{stem}{last}es");
    }
    if let Some(stem) = word.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    let hisses =
        lower.ends_with(['s', 'x', 'z']) || lower.ends_with("sh") || (lower.ends_with("ch") && !HARD.has(&lower));
    let ending = if hisses || POTATOES.has(&lower) { "es" } else { "s" };
    format!("{word}{ending}")
}

/// True if a word is made of capitals: "MRI".
fn is_acronym(word: &str) -> bool {
    word.chars().nth(1).is_some() && word.chars().all(char::is_uppercase)
}

static HARD: WordTable = words!("en/inflection", "hard ch");

/// They end like a plural and are none.
static SINGULAR: WordTable = words!("en/inflection", "singular in -s");
static FIELDS: WordTable = words!("en/inflection", "fields of study");
/// They are plural without ending like one.
static PLURAL: WordTable = words!("en/inflection", "plural without -s");

/// The number of a noun.
pub(super) fn number(word: &str) -> Number {
    let lower = word.to_lowercase();
    let is_irregular = || {
        WHOLE.rows().iter().any(|[_, several]| *several == lower)
            || IRREGULAR.rows().iter().any(|[_, several]| lower.ends_with(several)) && !NO_PLURALS.has(&lower)
    };
    let ends_so = lower.ends_with('s')
        && !ends(&["ss", "us", "is"], &lower)
        && !FIELDS.has(&lower)
        && !SINGULAR.has(&lower)
        && lower.len() > 2;
    let is_plural = !is_acronym(word) && (ends_so || PLURAL.has(&lower) || is_irregular());
    if is_plural { Number::Plural } else { Number::Singular }
}

/// True if a noun is the same in both numbers, so that its form tells nothing.
pub(super) fn is_invariable(word: &str) -> bool {
    let lower = word.to_lowercase();
    SAME.has(&lower) || lower.ends_with("fish")
}

static MASS: WordTable = words!("en/inflection", "mass nouns");
static MASS_ENDINGS: WordTable = words!("en/inflection", "endings of mass nouns");
static COUNTED: WordTable = words!("en/inflection", "counted nouns");
/// Gerunds cannot be counted, these can.
static COUNTED_GERUNDS: WordTable = words!("en/inflection", "counted gerunds");

/// True if a noun can be counted.
fn is_countable(word: &str) -> bool {
    let lower = word.to_lowercase();
    if COUNTED.has(&lower) {
        return true;
    }
    let is_gerund = ends(&["ing"], &lower) && !COUNTED_GERUNDS.has(&lower);
    !(is_gerund || MASS.has(&lower) || FIELDS.has(&lower) || MASS_ENDINGS.ends(&lower))
}

#[cfg(test)]
mod tests {
    use super::super::{Article, article, inflect};
    use super::*;

    fn several(phrase: &str) -> String {
        inflect(phrase, Language::English, Number::Plural, None).text
    }

    fn one(phrase: &str) -> String {
        let inflected = inflect(phrase, Language::English, Number::Singular, None);
        format!("{} {}", article(Article::Indefinite, &inflected), inflected.text)
    }

    #[test]
    fn the_head_becomes_plural() {
        for (singular, plural) in [
            ("doctor", "doctors"),
            ("disease of metabolism", "diseases of metabolism"),
            ("person", "people"),
            ("city in California", "cities in California"),
            ("nurse or midwife", "nurses or midwives"),
            ("legal, social or cultural professional", "legal, social or cultural professionals"),
            ("doctor, dentist or pharmacist", "doctors, dentists or pharmacists"),
            ("medical doctor or dental surgeon", "medical doctors or dental surgeons"),
            ("attorney general", "attorneys general"),
            ("member of the armed forces", "members of the armed forces"),
            ("policeman", "policemen"),
            ("human", "humans"),
            ("diagnosis", "diagnoses"),
            ("virus", "viruses"),
            ("church", "churches"),
            ("monarch", "monarchs"),
            ("day", "days"),
            ("hero", "heroes"),
            ("MRI", "MRIs"),
            ("Christian", "Christians"),
            ("daughter-in-law", "daughters-in-law"),
            ("mass (of some sort)", "masses (of some sort)"),
            ("religious person", "religious people"),
            ("salesperson", "salespeople"),
            ("life", "lives"),
            ("box", "boxes"),
        ] {
            assert_eq!(several(singular), plural);
        }
    }

    #[test]
    fn what_cannot_be_counted_or_is_plural_stays() {
        for phrase in [
            "information",
            "equipment",
            "arthritis",
            "ill health",
            "people",
            "diseases",
            "armed forces",
            "aircraft",
            "diabetes mellitus, type 2",
            "series",
        ] {
            assert_eq!(several(phrase), phrase);
        }
        assert_eq!(one("information"), " information");
        assert_eq!(one("armed forces"), " armed forces");
        assert_eq!(one("diagnosis"), "a diagnosis");
        assert_eq!(one("illness"), "an illness");
        assert_eq!(one("organism"), "an organism");
        assert_eq!(one("specialist doctor"), "a specialist doctor");
    }
}
