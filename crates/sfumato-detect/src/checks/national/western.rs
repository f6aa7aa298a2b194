//! Numbers of France, Italy, Portugal, the Netherlands, Belgium and Ireland.

use crate::checks::digits::{alphanumerics, digits, digits_within, luhn, number, value_of, weighted};

/// French social security number: thirteen characters (the department may be 2A or 2B, counted as
/// 19 and 18) and a key that makes both a multiple of 97.
pub(super) fn nir(value: &str) -> bool {
    alphanumerics::<15>(value).is_some_and(|mut c| {
        if c[5] == b'2' {
            match c[6] {
                b'A' => c[5..7].copy_from_slice(b"19"),
                b'B' => c[5..7].copy_from_slice(b"18"),
                _ => {}
            }
        }
        let month = number(&c[3..5]);
        matches!(c[0], b'1'..=b'4' | b'7' | b'8')
            && matches!(month, Some(1..=12 | 20..=42 | 50..=99))
            && matches!((number(&c[..13]), number(&c[13..])),
                (Some(body), Some(key)) if key == 97 - body % 97)
    })
}

/// French company number: nine digits by Luhn, or fourteen of an establishment, also by Luhn (those
/// of the post office may add up to a multiple of five instead).
pub(super) fn siren(value: &str) -> bool {
    let mut buffer = [0; 14];
    match digits_within(value, &mut buffer) {
        Some(d) if d.len() == 9 => d.iter().any(|&digit| digit != 0) && luhn(d),
        Some(d) if d.len() == 14 => {
            let sum: u32 = d.iter().copied().map(u32::from).sum();
            let post = value_of(&d[..9]) == 356_000_000 && sum.is_multiple_of(5);
            d[..9].iter().any(|&digit| digit != 0) && luhn(&d[..9]) && (luhn(d) || post)
        }
        _ => false,
    }
}

/// Italian personal tax code: consonants of the names, date and place of birth, and a check letter
/// from values that differ for odd and even places.
pub(super) fn codice_fiscale(value: &str) -> bool {
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    alphanumerics::<16>(value).is_some_and(|c| {
        // Digits may be replaced by letters to tell namesakes apart.
        let digit = |place: usize| match c[place] {
            c @ b'0'..=b'9' => Some(u32::from(c - b'0')),
            c => b"LMNPQRSTUV".iter().position(|&letter| letter == c).map(|digit| digit as u32),
        };
        let day = match (digit(9), digit(10)) {
            (Some(tens), Some(ones)) => tens * 10 + ones,
            _ => return false,
        };
        let shape = c[..6].iter().chain([&c[11], &c[15]]).all(u8::is_ascii_uppercase)
            && [6, 7, 12, 13, 14].into_iter().all(|place| digit(place).is_some())
            && b"ABCDEHLMPRST".contains(&c[8])
            && matches!(day, 1..=31 | 41..=71);
        let sum: u32 = c[..15]
            .iter()
            .enumerate()
            .map(|(place, &c)| {
                let worth = match c {
                    b'0'..=b'9' => u32::from(c - b'0'),
                    _ => u32::from(c.saturating_sub(b'A')),
                };
                if place % 2 == 0 { ODD[worth as usize % 26] } else { worth }
            })
            .sum();
        shape && sum % 26 == u32::from(c[15] - b'A')
    })
}

/// Italian company number: eleven digits by Luhn, of which the eighth to tenth name a tax office.
pub(super) fn partita_iva(value: &str) -> bool {
    digits::<11>(value.strip_prefix("IT").unwrap_or(value))
        .is_some_and(|d| d[..7] != [0; 7] && matches!(value_of(&d[7..10]), 1..=100 | 120 | 121 | 888 | 999) && luhn(&d))
}

/// Portuguese tax number: a prefix in use, weights nine to two, remainder by eleven.
pub(super) fn nif(value: &str) -> bool {
    digits::<9>(value.strip_prefix("PT").unwrap_or(value)).is_some_and(|d| {
        let check = match 11 - weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11 {
            10.. => 0,
            check => check,
        };
        let prefix = matches!(value_of(&d[..2]), 10..=39 | 45 | 50..=69 | 70..=72 | 74 | 75 | 77..=79 | 80..=89 | 90 | 91 | 98 | 99);
        prefix && check == u32::from(d[8])
    })
}

/// Dutch citizen service number: weights nine to two and minus one sum to a multiple of eleven.
pub(super) fn bsn(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        let sum = weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2]);
        // Minus one is ten modulo eleven.
        value_of(&d) > 9_999_999 && (sum + 10 * u32::from(d[8])).is_multiple_of(11)
    })
}

/// Belgian national number: date of birth (months 20 or 40 higher for people not registered),
/// serial, and 97 less the remainder, with a 2 before the number for those born from 2000 on.
pub(super) fn nrn(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let body = value_of(&d[..9]);
        let key = value_of(&d[9..]);
        let day = value_of(&d[4..6]);
        let month = value_of(&d[2..4]);
        matches!(month, 0..=12 | 20..=32 | 40..=52)
            && day <= 31
            && value_of(&d[6..9]) != 0
            && (key == 97 - body % 97 || key == 97 - (2_000_000_000 + body) % 97)
    })
}

/// Irish personal number: seven digits, a check letter modulo 23, perhaps a second letter that
/// counts nine times.
pub(super) fn pps(value: &str) -> bool {
    let checks = |c: &[u8], second: u8| {
        let worth = |letter: u8| match letter {
            b'W' => Some(0),
            b'A'..=b'V' => Some(u32::from(letter - b'A') + 1),
            _ => None,
        };
        // In old numbers a T, X, Y or Z in second place meant a relative and does not count.
        let extra = match second {
            b'T' | b'X' | b'Y' | b'Z' => 0,
            letter => worth(letter).unwrap_or(0) * 9,
        };
        let mut body = [0; 7];
        for (digit, &c) in body.iter_mut().zip(c) {
            if !c.is_ascii_digit() {
                return false;
            }
            *digit = c - b'0';
        }
        worth(c[7]) == Some((weighted(&body, &[8, 7, 6, 5, 4, 3, 2]) + extra) % 23)
    };
    if let Some(c) = alphanumerics::<9>(value) {
        return c[8].is_ascii_uppercase() && checks(&c[..8], c[8]);
    }
    alphanumerics::<8>(value).is_some_and(|c| checks(&c, b'W'))
}
