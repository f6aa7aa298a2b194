//! Telephone and fax numbers.
//!
//! A number is known by its country and what is dialled inside it, so that it is one thing with and without `+34`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sfumato_detect::checks::{self, Check};
use sfumato_language::Language;
use sfumato_words::{WordTable, words};

use super::plans;
use crate::numbers::random::FastRandom;
use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable, fold};

/// The number of substitutes that are drawn for a number before another range is tried, and in all.
const TRIES: usize = 400;
/// The fewest digits of a number beside another one.
const FEWEST: usize = 7;
/// Words that stand in telephone numbers, in order.
static WORDS: WordTable = words!("shared/contacts", "beside telephone numbers");

/// The countries whose national notation is known, with the digit that only stands inside them.
const NATIONAL: [(&str, &str, &str); 3] = [("phone-es", "34", ""), ("phone-us", "1", "1"), ("phone-uk", "44", "0")];

static CHECKS: LazyLock<Vec<(&str, &str, Check)>> = LazyLock::new(|| {
    let check = |(name, country, trunk)| checks::by_name(name).map(|check| (country, trunk, check));
    NATIONAL.into_iter().filter_map(check).collect()
});

/// One number of a mention: how many of its digits stay, its country, what is dialled there, and the extension.
#[derive(Debug, PartialEq, Eq)]
struct PhoneNumber {
    lead: usize,
    country: &'static str,
    code: String,
    national: String,
    extension: String,
}

impl PhoneNumber {
    fn key(&self) -> String {
        format!("{}{}", self.code, self.national)
    }

    fn extension_key(&self) -> String {
        format!("{} x {}", self.key(), self.extension)
    }
}

/// The length of the number before its extension: up to the first letter or `#` behind three digits or more.
fn main_length(text: &str) -> usize {
    let mut digits = 0;
    for (at, c) in text.char_indices() {
        digits += usize::from(c.is_ascii_digit());
        if digits > 2 && (c.is_alphabetic() || c == '#') {
            return at;
        }
    }
    text.len()
}

fn read(text: &str, language: Language) -> Option<PhoneNumber> {
    let (main, rest) = text.split_at_checked(main_length(text))?;
    let digits: String = main.chars().filter(char::is_ascii_digit).collect();
    let extension: String = rest.chars().filter(char::is_ascii_digit).collect();
    let make = |lead: usize, country: &'static str, code: &str| {
        let national = digits.get(lead..)?.to_owned();
        Some(PhoneNumber { lead, country, code: code.to_owned(), national, extension: extension.clone() })
    };
    if digits.is_empty() {
        return None;
    }
    let before = main.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    let zeros = if before.contains('+') { 0 } else { 2 };
    if zeros == 0 || digits.starts_with("00") && digits.len() >= 10 {
        let code = plans::code(digits.get(zeros..)?)?;
        let trunk = usize::from(main.contains("(0)"));
        return make(zeros + code.len() + trunk, plans::known(code), code);
    }
    let first = usize::from(language == Language::English);
    for (country, trunk, check) in CHECKS.iter().cycle().skip(first).take(CHECKS.len()) {
        // Without its zero a British number is none.
        let lead = usize::from(!trunk.is_empty() && digits.starts_with(trunk));
        if check(main) && (*country != "44" || lead == 1) {
            return make(lead, country, country);
        }
    }
    // What no plan knows is read by its length.
    match (language, digits.len()) {
        (_, 11) if digits.starts_with("34") => make(2, "34", "34"),
        (Language::Spanish, 9) if digits.starts_with(['6', '7', '8', '9']) => make(0, "34", "34"),
        (Language::English, 11) if digits.starts_with('1') => make(1, "1", "1"),
        (Language::English, 10) if !digits.starts_with('0') => make(0, "1", "1"),
        (Language::English, 10 | 11) => make(1, "44", "44"),
        (Language::English, 7) => make(0, "1", ""),
        _ => make(0, "", ""),
    }
}

/// The numbers of a mention, each with the text before it that belongs to it.
fn split(form: &str) -> Vec<&str> {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let (mut parts, mut rest) = (Vec::new(), form);
    'parts: loop {
        for (at, mark) in rest.match_indices([' ', '/', ';', ',', '\n']) {
            let end = at + mark.len();
            let (Some(one), Some(other)) = (rest.get(..end), rest.get(end..)) else { break };
            let parted = mark != " " || [" y ", " o ", " and ", " or "].iter().any(|word| one.ends_with(word));
            if parted && digits(one) >= FEWEST && digits(other) >= FEWEST {
                parts.push(one);
                rest = other;
                continue 'parts;
            }
        }
        parts.push(rest);
        return parts;
    }
}

/// Decides what stands for the numbers of a scope.
pub(super) fn assign(
    subjects: &[&PseudonymSubject<'_>],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut numbers: BTreeMap<String, (PhoneNumber, u32)> = BTreeMap::new();
    for subject in subjects {
        for text in subject.forms.iter().flat_map(|form| split(form)) {
            let Some(number) = read(text, subject.language) else { continue };
            let known = numbers.entry(number.key() + "x" + &number.extension).or_insert((number, 0));
            known.1 = known.1.max(subject.roll);
        }
    }
    let originals: Vec<String> = numbers.values().map(|(number, _)| number.key()).collect();
    for (number, roll) in numbers.values() {
        let key = number.key();
        if chosen.get(SubstituteKind::Phone, &key).is_none()
            && let Some(substitute) = another(number, *roll, &originals, context, chosen)
        {
            chosen.set(SubstituteKind::Phone, &key, &substitute);
        }
        let extension = number.extension_key();
        if !number.extension.is_empty() && chosen.get(SubstituteKind::Phone, &extension).is_none() {
            let mut random = FastRandom::new(&mut context.seed.draw(&["extension", &extension, &roll.to_string()]));
            let drawn = (0..TRIES).map(|_| digits_like(&number.extension, &mut random));
            let free = |digits: &String| *digits != number.extension && !context.originals.hold(digits);
            if let Some(digits) = drawn.into_iter().find(free) {
                chosen.set(SubstituteKind::Phone, &extension, &format!("{key} x {digits}"));
            }
        }
    }
}

/// Random digits, as many, the first not zero unless it was.
fn digits_like(digits: &str, random: &mut FastRandom) -> String {
    let digit = |(place, c): (usize, char)| match c {
        '1'..='9' if place == 0 => char::from(random.of(b"123456789")),
        _ => char::from(random.digit()),
    };
    digits.chars().enumerate().map(digit).collect()
}

/// Country and national part of a substitute.
fn another(
    number: &PhoneNumber,
    roll: u32,
    originals: &[String],
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let key = number.key();
    let mut random = FastRandom::new(&mut context.seed.draw(&[SubstituteKind::Phone.name(), &key, &roll.to_string()]));
    let reserved = context.settings.numbers.reserved_phones;
    let is_valid = |national: &str| plans::fits(&format!("+{}{national}", number.code));
    let valid = !number.code.is_empty() && is_valid(&number.national);
    for nth in 0..3 * TRIES {
        let drawn = match nth {
            _ if nth < TRIES && reserved => plans::reserved(number.country, &number.national, &mut random),
            _ => None,
        };
        let from_plan = drawn.is_some();
        let national = drawn.unwrap_or_else(|| {
            let mut digits = digits_like(&number.national, &mut random);
            // What kind of line it is shows in the first digit.
            if number.national.len() > 6 {
                digits.replace_range(..1, number.national.get(..1).unwrap_or("0"));
            }
            digits
        });
        let whole = format!("{}{national}", number.code);
        let fine = from_plan || !valid || nth > 2 * TRIES || is_valid(&national);
        let free = || {
            originals.binary_search(&whole).is_err()
                && !chosen.is_used(SubstituteKind::Phone, &whole)
                && !context.originals.hold(&national)
                && !context.originals.hold(&whole)
        };
        if fine && free() {
            return Some(whole);
        }
    }
    None
}

/// The substitute in the form of a mention.
pub(super) fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    split(form).into_iter().map(|text| write_one(text, subject.language, context, chosen)).collect()
}

fn write_one(
    text: &str,
    language: Language,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let number = read(text, language)?;
    let whole = chosen.get(SubstituteKind::Phone, &number.key())?;
    let mut national = whole.get(number.code.len()..)?.chars();
    let extension = chosen.get(SubstituteKind::Phone, &number.extension_key());
    let mut extension = extension.and_then(|digits| digits.rsplit(' ').next()).unwrap_or_default().chars();
    let main = main_length(text);
    let mut random = FastRandom::new(&mut context.seed.draw(&["phone-words", text]));
    let mut seen = 0;
    let mut out = String::with_capacity(text.len());
    let mut word_until = 0;
    for (at, c) in text.char_indices() {
        match c {
            '0'..='9' if at >= main => out.push(extension.next()?),
            '0'..='9' => {
                out.push(if seen < number.lead { c } else { national.next()? });
                seen += 1;
            }
            c if c.is_alphabetic() && at >= word_until => {
                let rest = text.get(at..).unwrap_or_default();
                let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                word_until = at + word.len();
                if WORDS.has(&fold(word)) {
                    out.push_str(word);
                } else {
                    // A word that is dialled, or whatever was caught with the number.
                    out.extend(word.chars().map(|c| super::handles::letter_like(c, &mut random)));
                }
            }
            c if c.is_alphabetic() => {}
            c => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_in_all_its_notations() {
        for text in ["+34 912 345 678", "0034 912345678", "912 34 56 78", "(91) 234 56 78", "34912345678"] {
            let number = read(text, Language::Spanish).expect("a number");
            assert_eq!((number.key().as_str(), number.country), ("34912345678", "34"), "{text}");
        }
        for text in ["+44 (0)20 7946 0018", "020 7946 0018", "+442079460018"] {
            assert_eq!(read(text, Language::English).expect("a number").key(), "442079460018", "{text}");
        }
        let number = read("(202) 555-0170 ext. 12", Language::English).expect("a number");
        assert_eq!((number.key().as_str(), number.extension.as_str()), ("12025550170", "12"));
        assert_eq!(read("tel.", Language::English), None);
    }

    #[test]
    fn numbers_beside_each_other_are_two() {
        assert_eq!(split("91 234 87 85 / 91 234 87 86"), ["91 234 87 85 /", " 91 234 87 86"]);
        assert_eq!(split("911234884 y 911234984"), ["911234884 y ", "911234984"]);
        assert_eq!(split("555/010-1518"), ["555/010-1518"]);
        assert_eq!(split(""), [""]);
    }
}
