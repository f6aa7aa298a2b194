//! Numbers of the United States.

use crate::checks::digits::{alphanumerics, digits, luhn, value_of, weighted};

/// Social security number: no area 000, 666 or 900 and above, no group 00, no serial 0000.
pub(super) fn ssn(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        let area = value_of(&d[..3]);
        area != 0 && area != 666 && area < 900 && d[3..5] != [0, 0] && d[5..] != [0; 4]
    })
}

/// Individual taxpayer number: starts with 9, and its fourth and fifth digits are in the ranges given out.
pub(super) fn itin(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| d[0] == 9 && matches!(value_of(&d[3..5]), 50..=65 | 70..=88 | 90..=92 | 94..=99))
}

/// Employer number: its first two digits are a prefix in use.
pub(super) fn ein(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        !matches!(
            value_of(&d[..2]),
            0 | 7..=9 | 17..=19 | 28 | 29 | 49 | 69 | 70 | 78 | 79 | 89 | 96 | 97
        )
    })
}

/// Health provider number: ten digits from 1 or 2 that pass Luhn with 80840 before them.
pub(super) fn npi(value: &str) -> bool {
    digits::<10>(value).is_some_and(|d| {
        let mut whole = [8, 0, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        whole[5..].copy_from_slice(&d);
        matches!(d[0], 1 | 2) && luhn(&whole)
    })
}

/// Drug enforcement number: two letters (the second may be a 9) and seven digits; the odd places
/// plus twice the even ones end in the last digit.
pub(super) fn dea(value: &str) -> bool {
    alphanumerics::<9>(value).is_some_and(|c| {
        let digit = |place: usize| u32::from(c[place].wrapping_sub(b'0'));
        let odd = digit(2) + digit(4) + digit(6);
        let even = digit(3) + digit(5) + digit(7);
        c[0].is_ascii_uppercase()
            && (c[1].is_ascii_uppercase() || c[1] == b'9')
            && c[2..].iter().all(u8::is_ascii_digit)
            && (odd + 2 * even) % 10 == digit(8)
    })
}

/// Bank routing number: a Federal Reserve prefix, and weights 3, 7, 1 sum to a multiple of ten.
pub(super) fn aba(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        matches!(value_of(&d[..2]), 1..=12 | 21..=32 | 61..=72 | 80)
            && weighted(&d, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10)
    })
}
