//! Arithmetic that several checks share: taking the digits out of a value, and the usual check sums.

use sfumato_values::Day;

/// True for a character that may stand between the digits of a number without being part of it.
fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '/' | '\t' | '\n')
}

/// The digits of `value`, which has exactly `N` of them and otherwise only separators.
pub(in crate::checks) fn digits<const N: usize>(value: &str) -> Option<[u8; N]> {
    let mut buffer = [0; N];
    let count = digits_within(value, &mut buffer)?.len();
    (count == N).then_some(buffer)
}

/// The digits of `value`, which has at most as many as `buffer` holds and otherwise only separators.
pub(in crate::checks) fn digits_within<'a>(value: &str, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
    let mut count = 0;
    for c in value.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                *buffer.get_mut(count)? = digit as u8;
                count += 1;
            }
            None if is_separator(c) => {}
            None => return None,
        }
    }
    buffer.get(..count)
}

/// The ASCII letters (as capitals) and digit characters of `value`, which has exactly `N` of them
/// and otherwise only separators.
pub(in crate::checks) fn alphanumerics<const N: usize>(value: &str) -> Option<[u8; N]> {
    let mut buffer = [0; N];
    let mut count = 0;
    for c in value.chars() {
        if c.is_ascii_alphanumeric() {
            *buffer.get_mut(count)? = c.to_ascii_uppercase() as u8;
            count += 1;
        } else if !is_separator(c) {
            return None;
        }
    }
    (count == N).then_some(buffer)
}

/// The number written by ASCII digit characters, at most 18 of them.
pub(in crate::checks) fn number(ascii: &[u8]) -> Option<u64> {
    if ascii.is_empty() || ascii.len() > 18 {
        return None;
    }
    ascii.iter().try_fold(0, |sum, &c| c.is_ascii_digit().then(|| sum * 10 + u64::from(c.wrapping_sub(b'0'))))
}

/// The number that a run of digits makes, at most 18 of them (more wrap round).
pub(in crate::checks) fn value_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0_u64, |sum, &digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit)))
}

/// The Luhn check: every second digit from the right doubled, its digits added up, all divisible by ten.
pub(in crate::checks) fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| match u32::from(digit) {
            digit if place % 2 == 0 => digit,
            digit if digit > 4 => digit * 2 - 9,
            digit => digit * 2,
        })
        .sum();
    !digits.is_empty() && sum.is_multiple_of(10)
}

/// The sum of the digits, each times the weight at its place.
pub(in crate::checks) fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(&digit, &weight)| u32::from(digit) * weight).sum()
}

/// The remainder by 97 of the number that digits and letters make (A is 10 ... Z is 35), blanks and
/// other separators left out: what ISO 7064 mod 97-10 and the IBAN want to be 1.
pub(in crate::checks) fn mod97(chars: impl IntoIterator<Item = char>) -> Option<u32> {
    let mut rest = 0;
    for c in chars {
        match c.to_digit(36) {
            Some(value) if value < 10 => rest = (rest * 10 + value) % 97,
            Some(value) => rest = (rest * 100 + value) % 97,
            None if is_separator(c) => {}
            None => return None,
        }
    }
    Some(rest)
}

/// ISO 7064 mod 11,10 over all digits, the last of which is the check digit.
pub(in crate::checks) fn mod11_10(digits: &[u8]) -> bool {
    let Some((&check, body)) = digits.split_last() else {
        return false;
    };
    let product = body.iter().fold(10, |product, &digit| {
        let sum = match (product + u32::from(digit)) % 10 {
            0 => 10,
            sum => sum,
        };
        sum * 2 % 11
    });
    (product + u32::from(check)) % 10 == 1
}

/// True for a day that exists in the Gregorian calendar.
pub(in crate::checks) fn is_date(year: u32, month: u32, day: u32) -> bool {
    i32::try_from(year).is_ok_and(|year| Day::new(year, month, day).is_some())
}

/// True for a day that exists in some year that ends in these two digits.
pub(in crate::checks) fn is_short_date(year: u32, month: u32, day: u32) -> bool {
    is_date(2000 + year % 100, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_exactly_the_digits_asked_for() {
        assert_eq!(digits("12-3 4"), Some([1, 2, 3, 4]));
        assert_eq!(digits::<3>("12-3 4"), None);
        assert_eq!(digits::<5>("12-3 4"), None);
        assert_eq!(digits::<4>("12a34"), None);
        assert_eq!(digits::<0>(""), Some([]));
        assert_eq!(digits::<1>("é"), None);
        assert_eq!(digits_within("1/2.3", &mut [0; 8]), Some(&[1, 2, 3][..]));
        assert_eq!(digits_within("1234", &mut [0; 3]), None);
    }

    #[test]
    fn takes_letters_as_capitals() {
        assert_eq!(alphanumerics("ab-1 2"), Some(*b"AB12"));
        assert_eq!(alphanumerics::<4>("ab-1ñ"), None);
        assert_eq!(alphanumerics::<3>("ab12"), None);
    }

    #[test]
    fn reads_numbers() {
        assert_eq!(number(b"0120"), Some(120));
        assert_eq!(number(b"01A0"), None);
        assert_eq!(number(b""), None);
        assert_eq!(number(b"1234567890123456789"), None);
        assert_eq!(value_of(&[0, 4, 2]), 42);
    }

    #[test]
    fn luhn_knows_the_textbook_number() {
        assert!(luhn(&[7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 3]));
        assert!(luhn(&[4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]));
        assert!(!luhn(&[7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 0]));
        assert!(!luhn(&[7, 9, 9, 2, 7, 3, 9, 8, 1, 7, 3]));
        assert!(!luhn(&[]));
    }

    #[test]
    fn weighs_digits() {
        assert_eq!(weighted(&[1, 2, 3], &[3, 2, 1]), 10);
        assert_eq!(weighted(&[], &[3, 2, 1]), 0);
    }

    #[test]
    fn mod97_of_an_iban() {
        // GB82 WEST 1234 5698 7654 32 with its first four characters moved to the end.
        assert_eq!(mod97("WEST 1234 5698 7654 32GB82".chars()), Some(1));
        assert_eq!(mod97("WEST12345698765432GB83".chars()), Some(2));
        assert_eq!(mod97("WEST!".chars()), None);
        assert_eq!(mod97("".chars()), Some(0));
    }

    #[test]
    fn mod11_10_of_known_numbers() {
        assert!(mod11_10(&[0, 7, 9, 4, 5]));
        assert!(mod11_10(&[8, 6, 0, 9, 5, 7, 4, 2, 7, 1, 9]));
        assert!(!mod11_10(&[8, 6, 0, 9, 5, 7, 4, 2, 7, 1, 8]));
        assert!(!mod11_10(&[]));
    }

    #[test]
    fn knows_the_calendar() {
        assert!(is_date(2000, 2, 29));
        assert!(!is_date(1900, 2, 29));
        assert!(!is_date(2023, 4, 31));
        assert!(!is_date(2023, 13, 1));
        assert!(!is_date(2023, 0, 1));
        assert!(!is_date(2023, 1, 0));
        assert!(is_short_date(0, 2, 29));
        assert!(!is_short_date(1, 2, 29));
    }
}
