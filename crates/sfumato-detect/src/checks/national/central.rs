//! Numbers of Germany, Austria, Switzerland, Poland and Romania.

use crate::checks::digits::{alphanumerics, digits, is_date, is_short_date, mod11_10, value_of, weighted};

/// German tax number: ISO 7064 mod 11,10; of the first ten digits exactly one comes twice or three
/// times, in the latter case not three times in a row.
pub(super) fn steuer_id(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let body = &d[..10];
        let count = |digit: u8| body.iter().filter(|&&other| other == digit).count();
        let repeated = (0..10).filter(|&digit| count(digit) > 1).count();
        let in_a_row = body.windows(3).any(|w| w[0] == w[1] && w[1] == w[2]);
        d[0] != 0 && repeated == 1 && (0..10).all(|digit| count(digit) <= 3) && !in_a_row && mod11_10(&d)
    })
}

/// German pension insurance number: office, date of birth, initial (as two digits), serial, and a
/// check digit over the digit sums of the weighted digits.
pub(super) fn rvnr(value: &str) -> bool {
    const WEIGHTS: [u32; 12] = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
    alphanumerics::<12>(value).is_some_and(|c| {
        let digits_only = c[..8].iter().chain(&c[9..]).all(u8::is_ascii_digit);
        if !digits_only || !c[8].is_ascii_uppercase() {
            return false;
        }
        let initial = c[8] - b'A' + 1;
        let mut body = [0; 12];
        for (place, &c) in c[..8].iter().enumerate() {
            body[place] = c - b'0';
        }
        body[8] = initial / 10;
        body[9] = initial % 10;
        body[10] = c[9] - b'0';
        body[11] = c[10] - b'0';
        let sum: u32 = body
            .iter()
            .zip(WEIGHTS)
            .map(|(&digit, weight)| u32::from(digit) * weight)
            .map(|product| product / 10 + product % 10)
            .sum();
        // Days are 50 higher where the serials of a day are used up; a month not known is 00.
        let day = value_of(&body[2..4]);
        let month = value_of(&body[4..6]);
        matches!(day, 1..=31 | 51..=81) && matches!(month, 0..=12) && sum % 10 == u32::from(c[11] - b'0')
    })
}

/// German identity card: nine characters and a check digit by the weights 7, 3, 1 of travel
/// documents (A is 10 ... Z is 35); the old ones end in a D.
pub(super) fn personalausweis(value: &str) -> bool {
    let checks = |c: &[u8]| {
        let sum: u32 = c[..9]
            .iter()
            .zip([7, 3, 1].into_iter().cycle())
            .map(|(&c, weight)| char::from(c).to_digit(36).unwrap_or(0) * weight)
            .sum();
        c[9].is_ascii_digit() && sum % 10 == u32::from(c[9] - b'0')
    };
    if let Some(c) = alphanumerics::<11>(value) {
        return c[10] == b'D' && checks(&c[..10]);
    }
    alphanumerics::<10>(value).is_some_and(|c| checks(&c))
}

/// Austrian social insurance number: serial, check digit by weights modulo eleven, date of birth
/// (months 13 to 15 when the serials of a day are used up).
pub(super) fn svnr(value: &str) -> bool {
    digits::<10>(value).is_some_and(|d| {
        let month = match value_of(&d[6..8]) as u32 {
            13..=15 => 12,
            month => month,
        };
        d[0] != 0
            && is_short_date(value_of(&d[8..]) as u32, month, value_of(&d[4..6]) as u32)
            && weighted(&d, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 == u32::from(d[3])
    })
}

/// Swiss social insurance number: 756 and the check digit of an EAN-13.
pub(super) fn ahv(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        d[..3] == [7, 5, 6] && weighted(&d, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10)
    })
}

/// Polish personal number: date of birth with the century in the month, and a check digit.
pub(super) fn pesel(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let month = value_of(&d[2..4]) as u32;
        let century = match month / 20 {
            4 => 1800,
            period => 1900 + period * 100,
        };
        is_date(century + value_of(&d[..2]) as u32, month % 20, value_of(&d[4..6]) as u32)
            && weighted(&d, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_multiple_of(10)
    })
}

/// Polish tax number: weights modulo eleven give the tenth digit.
pub(super) fn nip(value: &str) -> bool {
    digits::<10>(value.strip_prefix("PL").unwrap_or(value))
        .is_some_and(|d| d[0] != 0 && weighted(&d, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == u32::from(d[9]))
}

/// Romanian personal number: sex and century, date of birth, county, serial, and a check digit.
pub(super) fn cnp(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        let century = match d[0] {
            3 | 4 => 1800,
            5 | 6 => 2000,
            0 => return false,
            _ => 1900,
        };
        let check = match weighted(&d, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
            10 => 1,
            rest => rest,
        };
        is_date(century + value_of(&d[1..3]) as u32, value_of(&d[3..5]) as u32, value_of(&d[5..7]) as u32)
            && matches!(value_of(&d[7..9]), 1..=52 | 70 | 80..=83)
            && check == u32::from(d[12])
    })
}

/// Polish number of firms: nine digits, or fourteen for a branch, the last of them modulo eleven.
pub(super) fn regon(value: &str) -> bool {
    let checks = |d: &[u8], weights: &[u32]| weighted(d, weights) % 11 % 10 == u32::from(d[weights.len()]);
    match digits::<9>(value) {
        Some(d) => d != [0; 9] && checks(&d, &[8, 9, 2, 3, 4, 5, 6, 7]),
        None => {
            digits::<14>(value).is_some_and(|d| d != [0; 14] && checks(&d, &[2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]))
        }
    }
}

/// Polish identity card: three letters and six digits, the first of which checks the others.
pub(super) fn dowod(value: &str) -> bool {
    const WEIGHTS: [u32; 9] = [7, 3, 1, 9, 7, 3, 1, 7, 3];
    alphanumerics::<9>(value).is_some_and(|c| {
        let worth = |c: u8| char::from(c).to_digit(36).unwrap_or(0);
        let sum: u32 = c.iter().zip(WEIGHTS).map(|(c, weight)| worth(*c) * weight).sum();
        c[..3].iter().all(u8::is_ascii_uppercase) && c[3..].iter().all(u8::is_ascii_digit) && sum.is_multiple_of(10)
    })
}

/// German health insurance number: a letter and nine digits, the last of which checks the others as Luhn's sum does.
pub(super) fn kvnr(value: &str) -> bool {
    alphanumerics::<10>(value).is_some_and(|c| {
        let first = c[0].wrapping_sub(b'A') + 1;
        let body = [first / 10, first % 10].into_iter().chain(c[1..9].iter().map(|c| c.wrapping_sub(b'0')));
        let sum: u32 = body
            .enumerate()
            .map(|(place, digit)| u32::from(digit) * if place % 2 == 0 { 1 } else { 2 })
            .map(|product| product / 10 + product % 10)
            .sum();
        c[0].is_ascii_uppercase() && c[1..].iter().all(u8::is_ascii_digit) && sum % 10 == u32::from(c[9] - b'0')
    })
}
