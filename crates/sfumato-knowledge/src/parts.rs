//! Simpler forms of a phrase that nobody knows as a whole: "curable breast cancer", "breast cancer", "cancer".
//!
//! A form keeps the word that says what the phrase is. English puts what it says more about it before that word, so
//! words go from the left; Spanish puts it behind, so they go from the right. What follows a preposition goes first in
//! both: "cancer of the pancreas in men". A number in groups is one thing: no form has some of its groups and not others.

use std::ops::Range;

use sfumato_language::Language;

/// Phrases of more words are not simplified word by word; only their last words are looked at.
const MOST_WORDS: usize = 12;

/// A word of a phrase: where it stands, in bytes.
fn words(phrase: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, c) in phrase.char_indices().chain([(phrase.len(), ' ')]) {
        match (c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | '“' | '”' | '/'), start) {
            (true, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    words
}

fn is_preposition(word: &str, language: Language) -> bool {
    let is = |list: &[&str]| list.iter().any(|known| word.eq_ignore_ascii_case(known));
    match language {
        Language::English => is(&[
            "of", "in", "on", "at", "for", "from", "with", "without", "by", "to", "against", "under", "between",
            "after", "before", "about", "and", "or", "due", "during", "into", "near",
        ]),
        Language::Spanish => is(&[
            "de", "del", "en", "con", "sin", "por", "para", "a", "al", "desde", "hasta", "entre", "sobre", "contra",
            "y", "e", "o", "u", "tras", "según", "bajo",
        ]),
    }
}

/// The number of the word that says what a phrase is, if nobody has said so.
fn head(words: &[&str], language: Language) -> usize {
    let end = words.iter().position(|word| is_preposition(word, language)).filter(|at| *at > 0);
    match language {
        Language::English => end.unwrap_or(words.len()) - 1,
        Language::Spanish => 0,
    }
}

/// The simpler forms of a phrase, the longest first, without the phrase itself; `head` is where the word stands that
/// says what the phrase is, in bytes.
pub fn parts<'p>(phrase: &'p str, language: Language, known_head: Option<&Range<usize>>) -> Vec<&'p str> {
    let ranges = words(phrase);
    let texts: Vec<&str> = ranges.iter().filter_map(|range| phrase.get(range.clone())).collect();
    if texts.len() != ranges.len() || texts.len() < 2 {
        return Vec::new();
    }
    let at_head =
        known_head.and_then(|head| ranges.iter().position(|word| word.start < head.end && head.start < word.end));
    let head = at_head.unwrap_or_else(|| head(&texts, language));
    let (mut from, mut to) = (0, texts.len());
    let mut parts = Vec::new();
    let mut push = |from: usize, to: usize| {
        let range = ranges.get(from).zip(ranges.get(to.wrapping_sub(1))).map(|(first, last)| first.start..last.end);
        let part = range.and_then(|range| phrase.get(range)).filter(|part| part.len() < phrase.len());
        parts.extend(part.filter(|_| !is_cut(&texts, from..to)));
    };
    if to - from > MOST_WORDS {
        (from, to) = (head.saturating_sub(MOST_WORDS / 2), (head + MOST_WORDS / 2).min(to));
        push(from, to);
    }
    while (from, to) != (head, head + 1) {
        let last_preposition = (head + 1..to).rev().find(|at| is_preposition(texts[*at], language));
        match (last_preposition, language) {
            // In Spanish a preposition often makes the name of the thing: words behind the last one go singly first.
            (Some(at), Language::English) => to = at,
            (Some(at), Language::Spanish) if at + 2 >= to => to = at,
            (Some(at), Language::Spanish) if is_article(texts[at + 1]) && at + 3 >= to => to = at,
            (_, Language::Spanish) if to > head + 1 => to -= 1,
            (_, Language::Spanish) => from += 1,
            (None, Language::English) if from < head => from += 1,
            (None, Language::English) => to -= 1,
        }
        push(from, to);
    }
    parts
}

/// True if some words of a phrase are the rest of a number or code: of its groups some are among them and some are not.
fn is_cut(words: &[&str], kept: Range<usize>) -> bool {
    let is_code = |word: &&&str| word.contains(|c: char| c.is_ascii_digit());
    let all = words.iter().filter(is_code).count();
    let left = words.get(kept).unwrap_or_default().iter().filter(is_code).count();
    left > 0 && left < all
}

/// The things that an English phrase counts, and their number in words that say less: "two awards" are some.
pub fn counted(phrase: &str, language: Language) -> Option<(&'static str, &str)> {
    const WORDS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let (number, things) = phrase.split_once(' ').filter(|_| language == Language::English)?;
    let spelt = WORDS.iter().position(|word| number.eq_ignore_ascii_case(word)).map(|at| at + 2);
    let written = || number.parse().ok().filter(|number| (2..1_000).contains(number));
    let some = match spelt.or_else(written)? {
        2 => "some",
        3..=9 => "several",
        _ => "many",
    };
    things.ends_with('s').then_some((some, things))
}

/// The words before a name in a phrase that say what it names: "the television series Spartacus".
///
/// Only English is looked at: in Spanish what says so is the head of the phrase, and [`parts`] end with it.
pub fn description(phrase: &str, language: Language) -> Option<&str> {
    let ranges = words(phrase);
    let is_capital = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let says = |word: &str| word.starts_with(char::is_lowercase) && word.len() > 2 && !is_particle(word, language);
    let texts: Vec<&str> = ranges.iter().filter_map(|range| phrase.get(range.clone())).collect();
    let last = texts.iter().rposition(|word| says(word)).filter(|_| language == Language::English)?;
    let is_name = texts.get(last + 1..)?.iter().any(|word| is_capital(word));
    let end = ranges.get(last).filter(|_| is_name)?.end;
    phrase.get(ranges.first()?.start..end)
}

/// True if a word in small letters stands in names without saying anything about them.
fn is_particle(word: &str, language: Language) -> bool {
    is_preposition(word, language)
        || matches!(word, "the" | "von" | "van" | "der" | "den" | "del" | "las" | "los" | "ibn")
}

fn is_article(word: &str) -> bool {
    matches!(word, "el" | "la" | "los" | "las" | "un" | "una")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_loses_words_from_the_left_and_what_follows_a_preposition_first() {
        let english = |phrase| parts(phrase, Language::English, None);
        assert_eq!(english("curable breast cancer"), ["breast cancer", "cancer"]);
        assert_eq!(
            english("advanced cancer of the pancreas in men"),
            ["advanced cancer of the pancreas", "advanced cancer", "cancer"]
        );
        assert_eq!(english("cancer"), [] as [&str; 0]);
        assert_eq!(english("of the"), ["the"]);
        assert_eq!(english("the 1994 award"), ["1994 award", "award"]);
    }

    #[test]
    fn no_form_is_the_rest_of_a_number() {
        for number in ["4111 1111 1111 1111", "card 4111 1111 1111 1111", "AB12 CDE 9X", "ES91 2100 0418"] {
            for language in [Language::English, Language::Spanish] {
                let has_digit = |part: &&str| part.contains(|c: char| c.is_ascii_digit());
                let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
                let parts = parts(number, language, None);
                assert!(
                    parts.iter().filter(|part| has_digit(part)).all(|part| digits(part) == digits(number)),
                    "{number}"
                );
            }
        }
    }

    #[test]
    fn spanish_loses_words_from_the_right() {
        let spanish = |phrase| parts(phrase, Language::Spanish, None);
        assert_eq!(spanish("cáncer de mama curable"), ["cáncer de mama", "cáncer"]);
        assert_eq!(spanish("dolor abdominal intenso"), ["dolor abdominal", "dolor"]);
        assert_eq!(spanish("Hospital de la Paz"), ["Hospital"]);
    }

    #[test]
    fn what_stands_before_a_name_says_what_it_names() {
        let english = |phrase| description(phrase, Language::English);
        assert_eq!(english("television series Spartacus"), Some("television series"));
        assert_eq!(english("American actor Vincent van Dael"), Some("American actor"));
        assert_eq!(english("Vincent van Dael"), None);
        assert_eq!(english("Farrelly brothers"), None);
        assert_eq!(english("breast cancer"), None);
    }

    #[test]
    fn what_is_counted_is_told_with_fewer_words() {
        let english = |phrase| counted(phrase, Language::English);
        assert_eq!(english("two Merit Awards"), Some(("some", "Merit Awards")));
        assert_eq!(english("70 films"), Some(("many", "films")));
        assert_eq!(english("three"), None);
        assert_eq!(english("one of them"), None);
        assert_eq!(english("2 more"), None);
        assert_eq!(english("1994 films"), None);
        assert_eq!(counted("dos premios", Language::Spanish), None);
    }

    #[test]
    fn a_given_head_stays() {
        let phrase = "Troponin negative";
        assert_eq!(parts(phrase, Language::English, Some(&(0..8))), ["Troponin"]);
        assert_eq!(parts("un antiguo médico", Language::Spanish, Some(&(11..18))), ["antiguo médico", "médico"]);
    }

    #[test]
    fn a_hostile_phrase_is_simplified_in_few_steps() {
        let phrase = "very ".repeat(10_000) + "long";
        assert!(parts(&phrase, Language::English, None).len() < 20);
    }
}
