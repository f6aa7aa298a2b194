//! Numbers in digits and in words.

use sfumato_words::Language;

use super::tokens::PhraseCursor;
use crate::figures::english_ending;
use crate::words;

/// A number as it is written: its digits, and how many of them stand after the decimal mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DecimalNumber {
    pub digits: u64,
    pub decimals: u32,
}

/// So many digits fit an `f64` without loss.
const MOST_DIGITS: usize = 15;

impl DecimalNumber {
    pub fn whole(digits: u64) -> Self {
        Self { digits, decimals: 0 }
    }

    pub fn value(self) -> f64 {
        self.digits as f64 / 10f64.powi(self.decimals as i32)
    }

    /// The step between numbers written like this one: the place of its last digit, where the zeros at the end of
    /// a round number do not count beyond its second digit.
    pub fn resolution(self) -> f64 {
        let mut digits = self.digits;
        let mut place = -(self.decimals as i32);
        while place >= 0 && digits >= 100 && digits.is_multiple_of(10) {
            digits /= 10;
            place += 1;
        }
        10f64.powi(place)
    }

    /// The number as an integer, if it is one.
    pub fn integer(self) -> Option<u64> {
        (self.decimals == 0).then_some(self.digits)
    }
}

/// A number in digits or in words.
pub(super) fn number(cursor: &mut PhraseCursor, language: Language) -> Option<DecimalNumber> {
    written(cursor, language).or_else(|| spelled(cursor, language).map(DecimalNumber::whole))
}

/// A number in digits, with marks between thousands and before decimals as the language has them; where only the other
/// way of writing makes sense, that.
pub(super) fn written(cursor: &mut PhraseCursor, language: Language) -> Option<DecimalNumber> {
    let first = cursor.digits()?;
    let mut groups = vec![(' ', first)];
    while let Some(group) = cursor.attempt(|cursor| {
        let mark = ['.', ',', '\''].into_iter().find(|&mark| cursor.glued_mark(mark)).unwrap_or(' ');
        let digits = if mark == ' ' { cursor.digits() } else { cursor.glued_digits() }?;
        // Blanks only ever part thousands.
        (mark != ' ' || digits.width == 3 && first.width <= 3).then_some((mark, digits))
    }) {
        groups.push(group);
    }
    let (last_mark, last) = groups.last().copied()?;
    let last_is_decimal = match groups.as_slice() {
        [] | [_] => false,
        [(_, first), (mark, last)] => {
            let groups_of_three = last.width == 3 && first.width <= 3 && first.value != 0;
            let thousands = matches!((mark, language), (' ', _) | (',', Language::English) | ('.', Language::Spanish));
            !(thousands && groups_of_three)
        }
        [_, middle @ .., _] => middle.iter().all(|(mark, _)| *mark != last_mark),
    };
    let decimals = if last_is_decimal { last.width } else { 0 };
    let whole = groups.get(..groups.len() - usize::from(last_is_decimal))?;
    let thousands_mark = whole.get(1).map(|(mark, _)| *mark);
    let regular = whole.iter().skip(1).all(|(mark, digits)| Some(*mark) == thousands_mark && digits.width == 3);
    let width: usize = groups.iter().map(|(_, digits)| digits.width).sum();
    if !regular || width > MOST_DIGITS || whole.len() > 1 && first.width > 3 {
        return None;
    }
    let digits = groups.iter().try_fold(0u64, |sum, (_, digits)| {
        sum.checked_mul(10u64.checked_pow(digits.width as u32)?)?.checked_add(digits.value)
    })?;
    Some(DecimalNumber { digits, decimals: decimals as u32 })
}

/// The effect of a word on the number before it.
enum NumeralEffect {
    Add(u64),
    Times(u64),
}
use NumeralEffect::{Add, Times};

/// A number in words, below a million.
pub(super) fn spelled(cursor: &mut PhraseCursor, language: Language) -> Option<u64> {
    let (mut thousands, mut sum, mut count) = (0u64, 0u64, 0u32);
    while let Some((next_thousands, next_sum)) = cursor.attempt(|cursor| {
        let joined = count > 0
            && match language {
                Language::English => {
                    sum % 100 >= 20 && cursor.glued_mark('-') || sum >= 100 && sum % 100 == 0 && cursor.phrase(&["and"])
                }
                Language::Spanish => sum % 100 >= 30 && sum % 10 == 0 && cursor.phrase(&["y"]),
            };
        match cursor.word(|word| effect(word, language))? {
            Add(n) => {
                // Words come from the largest down; Spanish tens need their "y".
                let room = match n {
                    0 => count == 0,
                    1..10 => {
                        sum % 10 == 0 && sum % 100 != 10 && (joined || language == Language::English || sum % 100 == 0)
                    }
                    10..100 => sum % 100 == 0,
                    _ => sum == 0,
                };
                (room && (!joined || n < 10 || language == Language::English)).then_some((thousands, sum + n))
            }
            // "A hundred" and "a thousand" come without their article.
            Times(100) if count == 0 || (1..10).contains(&sum) => Some((thousands, sum.max(1) * 100)),
            Times(1000) if thousands == 0 && (sum > 0 || count == 0) => Some((sum.max(1) * 1000, 0)),
            Times(_) => None,
        }
    }) {
        (thousands, sum, count) = (next_thousands, next_sum, count + 1);
    }
    (count > 0).then_some(thousands + sum)
}

/// The effect of a word for a number.
fn effect(word: &str, language: Language) -> Option<NumeralEffect> {
    let (value, _) = words::cardinal(word, language)?;
    Some(match (value, language) {
        (1000, _) | (100, Language::English) => Times(value.into()),
        _ => Add(value.into()),
    })
}

/// A place in an order: "third", "21st", "tercero", "3.ª", "3º".
pub(super) fn ordinal(cursor: &mut PhraseCursor, language: Language) -> Option<u64> {
    cursor
        .attempt(|cursor| {
            let digits = cursor.digits()?;
            let point = language == Language::Spanish && cursor.glued_mark('.');
            let fits =
                cursor.is_glued() && cursor.word(|word| is_ordinal_ending(word, digits.value, language)).is_some();
            (fits && (!point || language == Language::Spanish)).then_some(digits.value)
        })
        .or_else(|| {
            cursor.attempt(|cursor| {
                let tens = match language {
                    Language::English => cursor.attempt(|cursor| {
                        let tens = spelled_tens(cursor)?;
                        cursor.glued_mark('-');
                        Some(tens)
                    }),
                    Language::Spanish => {
                        cursor.word(|word| ordinal_word(word, language).filter(|n| *n >= 10 && n % 10 == 0))
                    }
                };
                match (tens, cursor.word(|word| ordinal_word(word, language))) {
                    (Some(tens), Some(unit)) => (unit < 10).then_some(tens + unit),
                    (Some(tens), None) => (language == Language::Spanish).then_some(tens),
                    (None, unit) => unit,
                }
            })
        })
}

fn spelled_tens(cursor: &mut PhraseCursor) -> Option<u64> {
    cursor.word(|word| {
        words::cardinal(word, Language::English).map(|(value, _)| u64::from(value)).filter(|n| (20..100).contains(n))
    })
}

/// The number of a word for a place in an order.
fn ordinal_word(word: &str, language: Language) -> Option<u64> {
    words::ordinal(word, language).map(|(number, _)| number.into())
}

fn is_ordinal_ending(word: &str, number: u64, language: Language) -> Option<()> {
    let fits = match language {
        Language::English => word == english_ending(number),
        Language::Spanish => matches!(word, "º" | "ª" | "er" | "ero" | "era" | "o" | "a" | "do" | "da"),
    };
    fits.then_some(())
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;
    use Language::{English, Spanish};

    fn read<T>(phrase: &str, reader: impl FnOnce(&mut PhraseCursor) -> Option<T>) -> Option<T> {
        PhraseCursor::new(&tokens(phrase)?).whole(reader)
    }

    fn value(phrase: &str, language: Language) -> Option<f64> {
        read(phrase, |cursor| number(cursor, language)).map(DecimalNumber::value)
    }

    #[test]
    fn marks_between_digits_are_read_as_the_language_has_them() {
        assert_eq!(value("3.500", English), Some(3.5));
        assert_eq!(value("3.500", Spanish), Some(3500.0));
        assert_eq!(value("3,5", English), Some(3.5));
        assert_eq!(value("11.6", Spanish), Some(11.6));
        assert_eq!(value("0.500", Spanish), Some(0.5));
        assert_eq!(value("1,234.56", Spanish), Some(1234.56));
        assert_eq!(value("1.234.567,8", English), Some(1_234_567.8));
        assert_eq!(value("10 000", English), Some(10_000.0));
        assert_eq!(value("962,996,880", English), Some(962_996_880.0));
        assert_eq!(value("1,23,456", English), None);
        assert_eq!(value("1.2.3", Spanish), None);
    }

    #[test]
    fn words_are_numbers() {
        assert_eq!(value("forty-seven", English), Some(47.0));
        assert_eq!(value("Twenty three", English), Some(23.0));
        assert_eq!(value("two hundred and five thousand", English), Some(205_000.0));
        assert_eq!(value("five twenty", English), None);
        assert_eq!(value("ten two", English), None);
        assert_eq!(value("cuarenta y siete", Spanish), Some(47.0));
        assert_eq!(value("veintidós", Spanish), Some(22.0));
        assert_eq!(value("mil novecientos noventa y dos", Spanish), Some(1992.0));
        assert_eq!(value("cuatro y seis", Spanish), None);
        assert_eq!(value("cuarenta siete", Spanish), None);
    }

    #[test]
    fn every_number_to_ninety_nine_can_be_spelled() {
        const TENS: [&str; 7] = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
        const UNITS: [&str; 9] = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"];
        for (t, ten) in TENS.iter().enumerate() {
            for (u, unit) in UNITS.iter().enumerate() {
                let expected = (t + 3) * 10 + u + 1;
                assert_eq!(value(&format!("{ten} y {unit}"), Spanish), Some(expected as f64));
            }
        }
    }

    #[test]
    fn places_in_an_order() {
        let place = |phrase, language| read(phrase, |cursor| ordinal(cursor, language));
        assert_eq!(place("21st", English), Some(21));
        assert_eq!(place("21th", English), None);
        assert_eq!(place("twenty-third", English), Some(23));
        assert_eq!(place("tercera", Spanish), Some(3));
        assert_eq!(place("3.ª", Spanish), Some(3));
        assert_eq!(place("vigésimo segundo", Spanish), Some(22));
    }

    #[test]
    fn zeros_of_round_numbers_are_not_all_counted() {
        let resolution = |phrase| read(phrase, |cursor| number(cursor, English)).map(DecimalNumber::resolution);
        assert_eq!(resolution("20"), Some(1.0));
        assert_eq!(resolution("200,000"), Some(10_000.0));
        assert_eq!(resolution("11.60"), Some(0.01));
    }
}
