//! Other ways to say a phrase.
//!
//! A phrase of several words is rarer in any corpus than what it names, since that can be said in other ways. Their
//! counts can be taken together with [`Phrase::variants`](sfumato_knowledge::counts::Phrase::variants).
//! Only forms of words are looked at: what does not exist ("cancer of the pancreatic") is not found either and costs a
//! look-up.

use sfumato_knowledge::key;
use sfumato_language::Language;

/// A longer phrase is said in the same words or in entirely different ones.
const MOST_WORDS: usize = 6;

/// Plurals of English that follow no rule.
const IRREGULAR: [(&str, &str); 6] = [
    ("man", "men"),
    ("woman", "women"),
    ("child", "children"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("person", "people"),
];

/// The same thing said otherwise: in the other number, and in another order ("cancer of the pancreas", "pancreas cancer").
///
/// The words are as [`key::words`] gives them; the phrase itself is not among them.
pub fn variants(phrase: &str, language: Language) -> Vec<String> {
    let words = words(phrase);
    if words.is_empty() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let orders = match language {
        Language::English => english_orders(&words),
        Language::Spanish => spanish_orders(&words),
    };
    let mut found: Vec<String> = Vec::new();
    let itself = words.join(" ");
    for order in orders {
        for form in numbers(&order, language) {
            if form != itself && !found.contains(&form) {
                found.push(form);
            }
        }
    }
    found
}

/// The phrase without the modifier that stands farthest from its head: what it is a kind of, in words; nothing if it is
/// its head alone.
///
/// This is no other way to say the same: whoever counts it with the phrase counts a wider thing.
pub fn head(phrase: &str, language: Language) -> Option<String> {
    let words = words(phrase);
    let words = without_article(&words, language);
    let shorter = match (words.iter().position(|word| is_of(word, language)), language) {
        // What stands behind a preposition goes first.
        (Some(at), _) => words.get(..at)?,
        (None, Language::English) => words.get(1..)?,
        (None, Language::Spanish) => words.get(..words.len().checked_sub(1)?)?,
    };
    (!shorter.is_empty()).then(|| shorter.join(" "))
}

/// An order of the words of a phrase, and which of them change with its number.
struct Order<'w> {
    words: Vec<&'w str>,
    inflected: std::ops::Range<usize>,
}

fn words(phrase: &str) -> Vec<String> {
    let mut words = Vec::new();
    key::words(phrase, |word| words.push(word.to_owned()));
    words
}

fn is_article(word: &str, language: Language) -> bool {
    match language {
        Language::English => matches!(word, "the" | "a" | "an"),
        Language::Spanish => matches!(word, "el" | "la" | "los" | "las" | "un" | "una"),
    }
}

fn is_of(word: &str, language: Language) -> bool {
    match language {
        Language::English => word == "of",
        Language::Spanish => matches!(word, "de" | "del"),
    }
}

fn without_article(words: &[String], language: Language) -> &[String] {
    match words.split_first() {
        Some((first, rest)) if !rest.is_empty() && is_article(first, language) => rest,
        _ => words,
    }
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// "X of the Y" and "Y X", whichever it was. The last word of X changes.
fn english_orders(words: &[String]) -> Vec<Order<'_>> {
    let words = without_article(words, Language::English);
    let as_it_is = |head: usize| Order { words: borrowed(words), inflected: head.saturating_sub(1)..head };
    match words.iter().position(|word| is_of(word, Language::English)) {
        Some(at) => {
            let (x, rest) = words.split_at(at);
            let y = without_article(rest.get(1..).unwrap_or_default(), Language::English);
            let mut orders = vec![as_it_is(at)];
            if !x.is_empty() && !y.is_empty() && !y.iter().any(|word| is_of(word, Language::English)) {
                let turned = [borrowed(y), borrowed(x)].concat();
                orders.push(Order { inflected: turned.len() - 1..turned.len(), words: turned });
                orders.extend([&["of"][..], &["of", "the"]].map(|between| of(x, between, y)));
            }
            orders
        }
        None => {
            let mut orders = vec![as_it_is(words.len())];
            if let [y @ .., _] = words
                && !y.is_empty()
            {
                let x = words.get(y.len()..).unwrap_or_default();
                orders.extend([&["of"][..], &["of", "the"]].map(|between| of(x, between, y)));
            }
            orders
        }
    }
}

/// "X of Y", where the last word of X changes.
fn of<'w>(x: &'w [String], between: &[&'static str], y: &'w [String]) -> Order<'w> {
    Order { words: [borrowed(x), between.to_vec(), borrowed(y)].concat(), inflected: x.len() - 1..x.len() }
}

/// "X de Y" with every article that may stand before Y. All words of X change.
fn spanish_orders(words: &[String]) -> Vec<Order<'_>> {
    let words = without_article(words, Language::Spanish);
    let Some(at) = words.iter().position(|word| is_of(word, Language::Spanish)) else {
        return vec![Order { words: borrowed(words), inflected: 0..words.len() }];
    };
    let (x, rest) = words.split_at(at);
    let y = without_article(rest.get(1..).unwrap_or_default(), Language::Spanish);
    if x.is_empty() || y.is_empty() {
        return vec![Order { words: borrowed(words), inflected: 0..0 }];
    }
    let articles: [&[&str]; 5] = [&["de"], &["del"], &["de", "la"], &["de", "los"], &["de", "las"]];
    let order = |between: &[&'static str]| Order {
        words: [borrowed(x), between.to_vec(), borrowed(y)].concat(),
        inflected: 0..x.len(),
    };
    articles.map(order).into()
}

/// An order in its own number and in the other one.
fn numbers(order: &Order<'_>, language: Language) -> Vec<String> {
    let mut forms = vec![order.words.join(" ")];
    let with = |inflect: &dyn Fn(&str) -> Option<String>| -> Option<String> {
        let inflected = |(nth, word): (usize, &&str)| match order.inflected.contains(&nth) {
            true => inflect(word),
            false => Some((*word).to_owned()),
        };
        let words: Option<Vec<String>> = order.words.iter().enumerate().map(inflected).collect();
        words.map(|words| words.join(" "))
    };
    if order.inflected.is_empty() {
        return forms;
    }
    let mut singulars = 0;
    for nth in 0..2 {
        let singular = with(&|word| singulars_of(word, language).into_iter().nth(nth));
        singulars += usize::from(singular.is_some());
        forms.extend(singular);
    }
    if singulars == 0 {
        forms.extend(with(&|word| plural(word, language)));
    }
    forms
}

fn is_inflected(word: &str) -> bool {
    word.len() >= 3 && word.bytes().all(|b| b.is_ascii_lowercase())
}

/// The plural of a word, if it has one of its own.
fn plural(word: &str, language: Language) -> Option<String> {
    if !is_inflected(word) {
        return None;
    }
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let swapped = |ending: &str, by: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{by}"));
    match language {
        Language::English => {
            if let Some((_, plural)) = IRREGULAR.iter().find(|(singular, _)| *singular == word) {
                return Some((*plural).to_owned());
            }
            match () {
                () if ends(&["sis"]) => swapped("is", "es"),
                () if ends(&["s", "x", "z", "ch", "sh"]) => Some(format!("{word}es")),
                () if ends(&["ay", "ey", "oy", "uy"]) => Some(format!("{word}s")),
                () if ends(&["y"]) => swapped("y", "ies"),
                () => Some(format!("{word}s")),
            }
        }
        Language::Spanish => match () {
            () if ends(&["a", "e", "i", "o", "u"]) => Some(format!("{word}s")),
            () if ends(&["z"]) => swapped("z", "ces"),
            () if ends(&["s", "x"]) => None,
            () => Some(format!("{word}es")),
        },
    }
}

/// The words of which this is the plural: by spelling there may be two ("axes" of "axe" and "axis").
fn singulars_of(word: &str, language: Language) -> Vec<String> {
    let swaps: &[(&str, &str)] = match language {
        Language::English if ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) => &[],
        Language::English => &[("ies", "y"), ("ses", "sis"), ("s", ""), ("es", "")],
        Language::Spanish => &[("ces", "z"), ("s", ""), ("es", "")],
    };
    let regular = swaps.iter().filter_map(|(ending, by)| word.strip_suffix(ending).map(|stem| format!("{stem}{by}")));
    let irregular =
        IRREGULAR.iter().filter(|_| language == Language::English).map(|(singular, _)| (*singular).to_owned());
    regular.chain(irregular).filter(|singular| plural(singular, language).as_deref() == Some(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(phrase: &str, language: Language, expected: &[&str]) {
        let found = variants(phrase, language);
        for form in expected {
            assert!(found.iter().any(|found| found == form), "{phrase}: {form} is not among {found:?}");
        }
        assert!(!found.contains(&words(phrase).join(" ")), "{phrase}");
        assert!(found.len() <= 16, "{found:?}");
    }

    #[test]
    fn english_phrases_change_number_and_order() {
        let english = |phrase: &str, expected: &[&str]| among(phrase, Language::English, expected);
        english("Cancer of the pancreas", &["pancreas cancer", "pancreas cancers", "cancers of the pancreas"]);
        english("pancreas cancer", &["cancer of the pancreas", "cancer of pancreas", "pancreas cancers"]);
        english("the biopsies", &["biopsy", "biopsies"]);
        english("diseases", &["disease"]);
        english("boxes", &["box"]);
        english("metastasis", &["metastases"]);
        english("metastases", &["metastasis"]);
        english("women", &["woman"]);
    }

    #[test]
    fn spanish_phrases_change_number_and_articles() {
        let spanish = |phrase: &str, expected: &[&str]| among(phrase, Language::Spanish, expected);
        spanish("cáncer de páncreas", &["cancer del pancreas", "canceres de pancreas"]);
        spanish("cáncer pancreático", &["canceres pancreaticos"]);
        spanish("las luces rojas", &["luz roja", "luces rojas"]);
        spanish("luz", &["luces"]);
    }

    #[test]
    fn what_has_no_other_form_has_none() {
        assert_eq!(variants("", Language::English), [""; 0]);
        assert_eq!(variants("1984", Language::English), [""; 0]);
        assert_eq!(variants("of", Language::English), [""; 0]);
        assert_eq!(variants("de", Language::Spanish), [""; 0]);
        assert_eq!(variants("one two three four five six seven", Language::English), [""; 0]);
    }

    #[test]
    fn heads_are_what_modifiers_leave() {
        let head = |phrase, language| head(phrase, language);
        assert_eq!(head("acute pancreatic cancer", Language::English).as_deref(), Some("pancreatic cancer"));
        assert_eq!(head("the cancer of the pancreas", Language::English).as_deref(), Some("cancer"));
        assert_eq!(head("cancer", Language::English), None);
        assert_eq!(head("cáncer pancreático agudo", Language::Spanish).as_deref(), Some("cancer pancreatico"));
        assert_eq!(head("cáncer de páncreas", Language::Spanish).as_deref(), Some("cancer"));
        assert_eq!(head("", Language::Spanish), None);
        assert_eq!(head("de", Language::Spanish), None);
    }
}
