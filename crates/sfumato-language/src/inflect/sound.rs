//! `a` or `an`: by the sound a word starts with, guessed from its letters.

use sfumato_words::{WordTable, words};

/// The indefinite article before this text.
pub(super) fn indefinite(text: &str) -> &'static str {
    let word = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = word.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if starts_with_vowel_sound(word) { "an" } else { "a" }
}

fn starts_with_vowel_sound(word: &str) -> bool {
    let Some(first) = word.chars().next() else { return false };
    if first.is_ascii_digit() {
        return number_sounds(word);
    }
    let letters = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if is_spelt(letters) {
        return "AEFHILMNORSX".contains(first);
    }
    let lower = letters.to_lowercase();
    match lower.chars().next().and_then(crate::plain) {
        Some('a' | 'i') => true,
        Some('e') => !starts(&lower, "eu ewe"),
        Some('o') => !(matches!(lower.as_str(), "one" | "once" | "ones" | "oneself") || lower.starts_with("ouija")),
        Some('u') => !sounds_like_you(&lower),
        Some('h') => starts(&lower, "hour honest honour honor heir"),
        _ => false,
    }
}

/// Eight, eleven and eighteen, alone or as the first group of a number.
fn number_sounds(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let is_grouped = word.as_bytes().get(digits) == Some(&b',');
    let teen = word.starts_with("11") || word.starts_with("18");
    let is_year = digits == 4 && !is_grouped;
    word.starts_with('8') || (teen && (digits % 3 == 2 || is_year))
}

/// Acronyms that are read as words.
static READ: WordTable = words!("en/inflection", "acronyms read as words");

/// True if letters are read one by one: "MRI", the "X" of "X-ray".
fn is_spelt(letters: &str) -> bool {
    let count = letters.chars().count();
    let is_upper = letters.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    is_upper && count <= 5 && !READ.has(letters)
}

/// True if the first letter sounds as in "use": before one consonant and a vowel, but not as a prefix.
fn sounds_like_you(lower: &str) -> bool {
    if starts(lower, "unin unim unide unill un-") || lower.starts_with("up") {
        return false;
    }
    if starts(lower, "uni unanim ukr ubiq") {
        return true;
    }
    let mut rest = lower.chars().skip(1).map(|c| crate::plain(c).unwrap_or(c));
    let is_vowel = |c: char| "aeiou".contains(c);
    match (rest.next(), rest.next()) {
        (Some('n'), _) | (None, _) => false,
        (Some(consonant), Some(vowel)) => !is_vowel(consonant) && is_vowel(vowel),
        _ => false,
    }
}

fn starts(word: &str, list: &str) -> bool {
    list.split(' ').any(|start| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_decide() {
        for word in [
            "hour",
            "MRI",
            "8-year-old",
            "11-day stay",
            "18th birthday",
            "oncologist",
            "HIV test",
            "X-ray",
            "heir",
            "umbrella",
            "urban area",
            "unimportant town",
            "1800 model",
            "81",
            "unknown thing",
            "FBI agent",
            "ulcer",
            "honest man",
            "illness",
            "uprising",
            "11,000 crowd",
            "\u{c1}lava native",
            "undergraduate",
        ] {
            assert_eq!(indefinite(word), "an", "{word}");
        }
        for word in [
            "university",
            "one-day stay",
            "doctor",
            "European",
            "unit",
            "user",
            "uterus",
            "urologist",
            "NASA engineer",
            "UN body",
            "1,100 crowd",
            "110",
            "house",
            "once-daily dose",
            "ewe",
            "Ukrainian",
            "yacht",
            "",
            "union",
            "uranium mine",
            "unanimous vote",
            "human",
            "hospital",
        ] {
            assert_eq!(indefinite(word), "a", "{word}");
        }
    }
}
