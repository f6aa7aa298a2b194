//! Keys, tokens and passwords.

use sfumato_words::{ByLanguage, WordTable, words_by_language};

static NO_PASSWORDS: ByLanguage<WordTable> = words_by_language!("recognition", "no passwords");

/// A value that looks drawn at random: sixteen characters or more, hardly any repeated, with letters and digits mixed
/// all along (words with a year or a version behind them change between the two only once or twice).
pub(super) fn high_entropy(value: &str) -> bool {
    let mut counts = [0_u32; 128];
    let mut total = 0_u32;
    let mut kinds = [0_u32; 3];
    let mut changes = 0;
    let mut last = None;
    for c in value.bytes().filter(u8::is_ascii_alphanumeric) {
        let kind = match c {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            _ => 2_usize,
        };
        kinds[kind] += 1;
        changes += u32::from(last.is_some_and(|last| last != kind));
        last = Some(kind);
        total += 1;
        if let Some(count) = counts.get_mut(usize::from(c)) {
            *count += 1;
        }
    }
    let [digits, small, capital] = kinds;
    let mixed = small + capital >= 2 && (digits >= 2 || (digits == 1 && small > 0 && capital > 0));
    if total < 16 || !mixed || changes * 100 < total * 15 {
        return false;
    }
    let entropy: f64 = counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / f64::from(total))
        .map(|share| -share * share.log2())
        .sum();
    entropy >= 3.0
}

/// A JSON web token: its first part is base 64 of a JSON object that names an algorithm.
pub(super) fn jwt(value: &str) -> bool {
    let Some((header, _)) = value.split_once('.') else {
        return false;
    };
    let mut json = Vec::with_capacity(header.len());
    let (mut bits, mut held) = (0_u32, 0);
    for c in header.bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            b'=' => break,
            _ => return false,
        };
        bits = (bits << 6 | u32::from(digit)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            json.push((bits >> held & 0xff) as u8);
        }
    }
    json.first() == Some(&b'{') && json.ends_with(b"}") && json.windows(5).any(|part| part == b"\"alg\"")
}

/// A value that looks like a password: four characters or more with a digit, a sign or a capital inside, and no row
/// of asterisks put in its place.
pub(super) fn password(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    let masked = value.chars().all(|c| matches!(c, '*' | '.' | '-' | '_' | '#' | 'x' | 'X') || c == first);
    let bracketed = matches!(first, '<' | '[' | '{' | '(' | '$' | '%') && value.ends_with(['>', ']', '}', ')', '%']);
    let inside = |wanted: fn(char) -> bool| value.chars().skip(1).any(wanted);
    let capital = inside(char::is_uppercase) && value.chars().any(char::is_lowercase);
    let sign =
        inside(|c| matches!(c, '!' | '@' | '#' | '$' | '%' | '^' | '&' | '*' | '+' | '=' | '?' | '~' | '|' | '_'));
    value.chars().count() >= 4
        && !masked
        && !bracketed
        && (value.chars().any(|c| c.is_ascii_digit()) || sign || capital)
}

/// A plain word that may be a password: six letters or more, and none of those that speak about passwords.
pub(super) fn password_word(value: &str) -> bool {
    value.chars().count() >= 6
        && value.chars().all(|c| c.is_alphabetic() || c == '-')
        && !NO_PASSWORDS.has(&value.to_lowercase())
        && value.chars().any(|c| !matches!(c, 'x' | 'X' | '-'))
}
