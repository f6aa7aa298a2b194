//! Numbers of China, Hong Kong, Israel, Japan, Korea, Thailand and Turkey.

use crate::checks::digits::{alphanumerics, digits, is_date, is_short_date, luhn, value_of, weighted};

/// Chinese resident number: region, date of birth, serial, and a check character modulo eleven.
pub(super) fn cn_id(value: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    alphanumerics::<18>(value).is_some_and(|c| {
        if !c[..17].iter().all(u8::is_ascii_digit) {
            return false;
        }
        let body: Vec<u8> = c[..17].iter().map(|c| c - b'0').collect();
        let number = |range: std::ops::Range<usize>| value_of(&body[range]) as u32;
        let is_born = (1900..2100).contains(&number(6..10)) && is_date(number(6..10), number(10..12), number(12..14));
        is_born && b"10X98765432"[(weighted(&body, &WEIGHTS) % 11) as usize] == c[17]
    })
}

/// Identity card of Hong Kong: one letter or two, six digits, and a check character in brackets modulo eleven.
pub(super) fn hk_id(value: &str) -> bool {
    let plain: Vec<char> = value.chars().filter(|c| !matches!(c, '(' | ')' | ' ')).collect();
    let Some((check, body)) = plain.split_last() else { return false };
    let check = match check {
        'A' | 'a' => Some(10),
        c => c.to_digit(10),
    };
    let worth = |c: &char| c.to_digit(36);
    let (Some(check), Some(worths)) = (check, body.iter().map(worth).collect::<Option<Vec<u32>>>()) else {
        return false;
    };
    // One letter stands as if a blank, worth 36, stood before it.
    let first = if worths.len() == 7 { 36 * 9 } else { 0 };
    let sum: u32 = worths.iter().rev().zip(2..).map(|(worth, weight)| worth * weight).sum();
    (7..=8).contains(&worths.len()) && (sum + first + check).is_multiple_of(11)
}

/// Israeli identity number: nine digits by Luhn's sum.
pub(super) fn il_id(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| d != [0; 9] && luhn(&d))
}

/// Japanese personal number: eleven digits, and one modulo eleven.
pub(super) fn my_number(value: &str) -> bool {
    digits::<12>(value).is_some_and(|d| {
        let check = match weighted(&d, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        };
        d != [0; 12] && check == u32::from(d[11])
    })
}

/// Korean resident number: date of birth, century and sex, and a check digit (which those given out since 2020 lack).
pub(super) fn rrn(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        let pair = |at: usize| value_of(&d[at..at + 2]) as u32;
        let sum = weighted(&d, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
        let is_checked = (11 - sum % 11) % 10 == u32::from(d[12]);
        // Foreigners' numbers have 5 to 8 for century and sex, and another remainder.
        let is_foreign = (5..=8).contains(&d[6]) && (13 - sum % 11) % 10 == u32::from(d[12]);
        is_short_date(pair(0), pair(2), pair(4)) && d[6] > 0 && (is_checked || is_foreign || pair(0) < 30)
    })
}

/// Korean number of firms: nine digits, and one modulo ten.
pub(super) fn brn(value: &str) -> bool {
    digits::<10>(value).is_some_and(|d| {
        let sum = weighted(&d, &[1, 3, 7, 1, 3, 7, 1, 3, 5]) + u32::from(d[8]) * 5 / 10;
        d[..3] != [0; 3] && (10 - sum % 10) % 10 == u32::from(d[9])
    })
}

/// Thai identity number: twelve digits, and one modulo eleven.
pub(super) fn th_id(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        let sum = weighted(&d, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
        (1..9).contains(&d[0]) && (11 - sum % 11) % 10 == u32::from(d[12])
    })
}

/// Turkish identity number: nine digits, one from the places of even and odd number, one from all.
pub(super) fn tr_id(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let odd: u32 = d[..9].iter().step_by(2).map(|digit| u32::from(*digit)).sum();
        let even: u32 = d[1..8].iter().step_by(2).map(|digit| u32::from(*digit)).sum();
        let all: u32 = d[..10].iter().map(|digit| u32::from(*digit)).sum();
        d[0] > 0 && (odd * 7 + 10 * 4 - even % 10) % 10 == u32::from(d[9]) && all % 10 == u32::from(d[10])
    })
}
