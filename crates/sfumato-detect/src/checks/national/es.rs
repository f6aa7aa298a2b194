//! Numbers of Spain.

use crate::checks::digits::{alphanumerics, digits, number, value_of, weighted};

/// The check letters of identity numbers, by the remainder of the number by 23.
const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";

/// True if the digit characters before it give this check letter.
fn has_letter(ascii: &[u8], letter: u8) -> bool {
    number(ascii).is_some_and(|number| LETTERS[(number % 23) as usize] == letter)
}

/// Identity number: seven or eight digits (or K, L, M and seven) and the letter of the remainder by 23.
pub(super) fn dni(value: &str) -> bool {
    if let Some(c) = alphanumerics::<9>(value) {
        let first = usize::from(matches!(c[0], b'K' | b'L' | b'M'));
        return has_letter(&c[first..8], c[8]);
    }
    alphanumerics::<8>(value).is_some_and(|c| has_letter(&c[..7], c[7]))
}

/// Foreigner's number: X, Y or Z (standing for 0, 1 or 2), seven digits and the letter of the
/// remainder by 23; the oldest have X and eight digits.
pub(super) fn nie(value: &str) -> bool {
    if let Some(mut c) = alphanumerics::<9>(value) {
        c[0] = match c[0] {
            letter @ b'X'..=b'Z' => letter - b'X' + b'0',
            _ => return false,
        };
        return has_letter(&c[..8], c[8]);
    }
    alphanumerics::<10>(value).is_some_and(|c| c.starts_with(b"X0") && has_letter(&c[1..9], c[9]))
}

/// Company number: a letter for the kind, seven digits, and a control digit or letter by a sum like
/// Luhn's; which of the two depends on the kind.
pub(super) fn cif(value: &str) -> bool {
    alphanumerics::<9>(value.strip_prefix("ES").unwrap_or(value)).is_some_and(|c| {
        if !c[1..8].iter().all(u8::is_ascii_digit) {
            return false;
        }
        let sum: u32 = c[1..8]
            .iter()
            .enumerate()
            .map(|(place, &c)| match u32::from(c - b'0') {
                digit if place % 2 == 1 => digit,
                digit => digit * 2 / 10 + digit * 2 % 10,
            })
            .sum();
        let control = (10 - sum % 10) % 10;
        let digit = b'0' + control as u8;
        let letter = b"JABCDEFGHI"[control as usize];
        match c[0] {
            b'A' | b'B' | b'E' | b'H' => c[8] == digit,
            b'N' | b'P' | b'Q' | b'R' | b'S' | b'W' => c[8] == letter,
            b'C' | b'D' | b'F' | b'G' | b'J' | b'U' | b'V' => c[8] == digit || c[8] == letter,
            _ => false,
        }
    })
}

/// Social security number: province, eight digits (seven for employers) and the remainder of both by 97.
pub(super) fn nss(value: &str) -> bool {
    let (province, body, control) = if let Some(d) = digits::<12>(value) {
        (value_of(&d[..2]), value_of(&d[2..10]), value_of(&d[10..]))
    } else if let Some(d) = digits::<11>(value) {
        (value_of(&d[..2]), value_of(&d[2..9]), value_of(&d[9..]))
    } else {
        return false;
    };
    // A number below ten million counts as if it had seven digits.
    let scale = if body < 10_000_000 { 10_000_000 } else { 100_000_000 };
    matches!(province, 1..=53 | 66) && body != 0 && (province * scale + body) % 97 == control
}

/// Bank account of before the IBAN: bank, branch and account with a control digit for each half.
pub(super) fn ccc(value: &str) -> bool {
    const WEIGHTS: [u32; 10] = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
    let control = |digits: &[u8], weights: &[u32]| match 11 - weighted(digits, weights) % 11 {
        11 => 0,
        10 => 1,
        digit => digit,
    };
    digits::<20>(value).is_some_and(|d| {
        d[..8] != [0; 8]
            && control(&d[..8], &WEIGHTS[2..]) == u32::from(d[8])
            && control(&d[10..], &WEIGHTS) == u32::from(d[9])
    })
}

/// Cadastral reference: two control letters, each over seven characters and the four of the unit,
/// by weights modulo 23.
pub(super) fn cadastral(value: &str) -> bool {
    const WEIGHTS: [u32; 11] = [13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1];
    let worth = |c: u8| match c {
        b'0'..=b'9' => u32::from(c - b'0'),
        b'A'..=b'N' => u32::from(c - b'A') + 1,
        // Ñ stands between N and O.
        _ => u32::from(c.saturating_sub(b'A')) + 2,
    };
    alphanumerics::<20>(value).is_some_and(|c| {
        let control = |part: &[u8]| {
            let sum: u32 = part.iter().chain(&c[14..18]).zip(WEIGHTS).map(|(&c, weight)| worth(c) * weight).sum();
            b"MQWERTYUIOPASDFGHJKLBZX"[(sum % 23) as usize]
        };
        c[14..18].iter().all(u8::is_ascii_digit) && control(&c[..7]) == c[18] && control(&c[7..14]) == c[19]
    })
}

/// Letters after four digits that are units or time zones rather than the end of a number plate.
const NOT_PLATES: &[&str] = &[
    "BMW", "BPM", "BPS", "BST", "CST", "DPT", "FPS", "GBP", "GMT", "GRS", "HKD", "HRS", "KMS", "LBS", "MBP", "MHZ",
    "GHZ", "KHZ", "MST", "MTS", "NFL", "NHL", "PCS", "PPM", "PST", "PTS", "RPM", "SMS", "XML", "YDS",
];

/// Number plate: the letters are no usual unit, and a number set apart from them is no year.
pub(super) fn plate(value: &str) -> bool {
    alphanumerics::<7>(value).is_some_and(|c| {
        let apart = value.len() > c.len();
        let year = matches!(number(&c[..4]), Some(1900..=2099));
        (!apart || !year) && NOT_PLATES.iter().all(|unit| unit.as_bytes() != &c[4..])
    })
}
