//! Numbers of telephones, vehicles and instruments.

use crate::checks::digits::{alphanumerics, digits, luhn};

/// The number of a mobile telephone (IMEI): fifteen digits, the last by Luhn, and not all the same.
pub(super) fn imei(value: &str) -> bool {
    digits::<15>(value).is_some_and(|digits| luhn(&digits) && digits.iter().any(|digit| *digit != digits[0]))
}

/// The seventeen characters of a vehicle number that has the shape of one: no I, O or Q, letters as well as digits,
/// the last four digits.
fn vin_chars(value: &str) -> Option<[u8; 17]> {
    let chars = alphanumerics::<17>(value)?;
    let letters = chars.iter().filter(|c| c.is_ascii_uppercase()).count();
    let fine = (3..=12).contains(&letters)
        && !chars.iter().any(|c| matches!(c, b'I' | b'O' | b'Q'))
        && chars.iter().rev().take(4).all(u8::is_ascii_digit);
    fine.then_some(chars)
}

/// A vehicle number by its shape alone: makers in Europe put no check digit in it.
pub(super) fn vin_shape(value: &str) -> bool {
    vin_chars(value).is_some()
}

/// A vehicle number with the check digit that North America and China ask for: at the ninth place the remainder by
/// eleven of the weighted sum, `X` for ten.
pub(super) fn vin(value: &str) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let Some(chars) = vin_chars(value) else {
        return false;
    };
    let worth = |c: u8| match c {
        b'0'..=b'9' => c - b'0',
        b'A'..=b'H' => c - b'A' + 1,
        b'J'..=b'R' => c - b'J' + 1,
        b'S'..=b'Z' => c - b'S' + 2,
        _ => 0,
    };
    let sum: u32 = chars.iter().zip(WEIGHTS).map(|(c, weight)| u32::from(worth(*c)) * weight).sum();
    match chars[8] {
        b'X' => sum % 11 == 10,
        c if c.is_ascii_digit() => sum % 11 == u32::from(c - b'0'),
        _ => false,
    }
}

/// A value behind a label such as "serial number": four characters or more, two of them digits.
pub(super) fn serial(value: &str) -> bool {
    let letters_and_digits = value.chars().filter(|c| c.is_alphanumeric()).count();
    letters_and_digits >= 4 && value.chars().filter(char::is_ascii_digit).count() >= 2
}
