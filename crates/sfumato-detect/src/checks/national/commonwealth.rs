//! Numbers of Australia, Canada, India, New Zealand, Singapore and South Africa.

use crate::checks::digits::{alphanumerics, digits, digits_within, is_short_date, luhn, value_of, weighted};

/// Australian tax file number: eight or nine digits whose weighted sum is divisible by eleven.
pub(super) fn tfn(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| d != [0; 9] && weighted(&d, &[1, 4, 3, 7, 5, 8, 6, 9, 10]).is_multiple_of(11))
}

/// Australian business number: eleven digits, the first less one, whose weighted sum is divisible by 89.
pub(super) fn abn(value: &str) -> bool {
    digits::<11>(value).is_some_and(|mut d| {
        let has_first = d[0] > 0;
        d[0] = d[0].saturating_sub(1);
        has_first && weighted(&d, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]).is_multiple_of(89)
    })
}

/// Australian company number: eight digits, and one modulo ten.
pub(super) fn acn(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        let sum = weighted(&d, &[8, 7, 6, 5, 4, 3, 2, 1]);
        d != [0; 9] && (10 - sum % 10) % 10 == u32::from(d[8])
    })
}

/// Australian Medicare card: eight digits and one modulo ten, the issue, and perhaps the person on the card.
pub(super) fn au_medicare(value: &str) -> bool {
    let mut buffer = [0; 11];
    let Some(d) = digits_within(value, &mut buffer) else { return false };
    (10..=11).contains(&d.len())
        && (2..=6).contains(&d[0])
        && weighted(d, &[1, 3, 7, 9, 1, 3, 7, 9]) % 10 == u32::from(d[8])
}

/// Canadian social insurance number: nine digits by Luhn's sum.
pub(super) fn sin(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| d != [0; 9] && luhn(&d))
}

/// The multiplication of the dihedral group of order ten.
fn dihedral(a: usize, b: usize) -> usize {
    match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => 5 + (a + b - 5) % 5,
        (false, true) => 5 + (a - 5 + 5 - b) % 5,
        (false, false) => (a + 5 - b) % 5,
    }
}

/// Indian resident number: twelve digits by Verhoeff's check, the first of them two or more.
pub(super) fn aadhaar(value: &str) -> bool {
    // How a digit is permuted, again and again with each place.
    const TURN: [usize; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    digits::<12>(value).is_some_and(|d| {
        let sum = d.iter().rev().enumerate().fold(0, |sum, (place, digit)| {
            let turned = (0..place % 8).fold(usize::from(*digit), |digit, _| TURN[digit]);
            dihedral(sum, turned)
        });
        d[0] > 1 && sum == 0
    })
}

/// Indian tax number of firms: state, the number of the owner, and a check character modulo 36.
pub(super) fn gstin(value: &str) -> bool {
    alphanumerics::<15>(value).is_some_and(|c| {
        let worth = |c: u8| char::from(c).to_digit(36).unwrap_or(0);
        let sum: u32 = c[..14]
            .iter()
            .enumerate()
            .map(|(place, c)| worth(*c) * if place % 2 == 0 { 1 } else { 2 })
            .map(|product| product / 36 + product % 36)
            .sum();
        (36 - sum % 36) % 36 == worth(c[14]) && matches!(worth(c[0]) * 10 + worth(c[1]), 1..=38 | 97 | 99)
    })
}

/// New Zealand tax number: seven or eight digits, and one modulo eleven by either of two rows of weights.
pub(super) fn ird(value: &str) -> bool {
    let mut buffer = [0; 9];
    let Some(d) = digits_within(value, &mut buffer) else { return false };
    let Some((&check, body)) = d.split_last() else { return false };
    let mut full = [0; 8];
    let Some(place) = 8_usize.checked_sub(body.len()) else { return false };
    full[place..].copy_from_slice(body);
    let rest = |weights: &[u32; 8]| (11 - weighted(&full, weights) % 11) % 11;
    let expected = match rest(&[3, 2, 7, 6, 5, 4, 3, 2]) {
        10 => rest(&[7, 4, 3, 2, 5, 2, 7, 6]),
        rest => rest,
    };
    (10_000_000..=150_000_000).contains(&value_of(d)) && expected == u32::from(check)
}

/// Identity number of Singapore: a letter for the kind, seven digits and a check letter.
pub(super) fn nric(value: &str) -> bool {
    alphanumerics::<9>(value).is_some_and(|c| {
        if !c[1..8].iter().all(u8::is_ascii_digit) {
            return false;
        }
        let body: Vec<u8> = c[1..8].iter().map(|c| c - b'0').collect();
        let sum = weighted(&body, &[2, 7, 6, 5, 4, 3, 2]);
        let letter = |sum: u32, letters: &[u8; 11]| letters[(sum % 11) as usize];
        c[8] == match c[0] {
            b'S' => letter(sum, b"JZIHGFEDCBA"),
            b'T' => letter(sum + 4, b"JZIHGFEDCBA"),
            b'F' => letter(sum, b"XWUTRQPNMLK"),
            b'G' => letter(sum + 4, b"XWUTRQPNMLK"),
            b'M' => b"KLJNPQRTUWX"[(10 - (sum + 3) % 11) as usize],
            _ => return false,
        }
    })
}

/// South African identity number: date of birth, serial with the sex, citizenship, and a check digit.
pub(super) fn za_id(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        let pair = |at: usize| value_of(&d[at..at + 2]) as u32;
        is_short_date(pair(0), pair(2), pair(4)) && d[10] < 3 && luhn(&d)
    })
}
