//! Numbers of Sweden, Finland, Norway and Denmark: those of persons start with the date of birth.

use crate::checks::digits::{
    alphanumerics, digits, digits_within, is_date, is_short_date, luhn, number, value_of, weighted,
};

/// Swedish personal number: date of birth (60 more in the day for people not registered), serial,
/// Luhn over the last ten digits. A plus sign marks people over a hundred.
pub(super) fn personnummer(value: &str) -> bool {
    let mut buffer = [0; 12];
    let mut parts = value.splitn(2, '+');
    let (Some(born), rest) = (parts.next(), parts.next()) else {
        return false;
    };
    let Some(d) = (match rest {
        None => digits_within(born, &mut buffer),
        Some(serial) => {
            let (Some(head), Some(tail)) = (digits::<6>(born), digits::<4>(serial)) else {
                return false;
            };
            buffer[..6].copy_from_slice(&head);
            buffer[6..10].copy_from_slice(&tail);
            Some(&buffer[..10])
        }
    }) else {
        return false;
    };
    let (century, short) = match d.len() {
        10 => (None, d),
        12 => (Some(value_of(&d[..2]) as u32), &d[2..]),
        _ => return false,
    };
    let part = |from: usize| value_of(&short[from..from + 2]) as u32;
    let (year, month, day) = (part(0), part(2), part(4));
    let day = if day > 60 { day - 60 } else { day };
    let exists = match century {
        Some(century @ 18..=20) => is_date(century * 100 + year, month, day),
        Some(_) => false,
        None => is_short_date(year, month, day),
    };
    exists && short[6..9] != [0; 3] && luhn(short)
}

/// Finnish personal code: date of birth, a sign for the century, three digits, and a check
/// character that is the remainder of the nine digits by 31.
pub(super) fn hetu(value: &str) -> bool {
    let mut chars = value.chars();
    let mut c = [0_u8; 11];
    for place in &mut c {
        *place = match chars.next() {
            Some(c) if c.is_ascii() => c.to_ascii_uppercase() as u8,
            _ => return false,
        };
    }
    let century = match c[6] {
        b'+' => 1800,
        b'-' | b'U'..=b'Y' => 1900,
        b'A'..=b'F' => 2000,
        _ => return false,
    };
    let (Some(born), Some(serial)) = (number(&c[..6]), number(&c[7..10])) else {
        return false;
    };
    let (day, month, year) = (born / 10_000, born / 100 % 100, born % 100);
    chars.next().is_none()
        && serial >= 2
        && is_date(century + year as u32, month as u32, day as u32)
        && b"0123456789ABCDEFHJKLMNPRSTUVWXY"[((born * 1_000 + serial) % 31) as usize] == c[10]
}

/// Norwegian personal number: date of birth (40 more in the day or the month for temporary numbers,
/// 80 more in the month for invented people), serial, and two check digits modulo eleven.
pub(super) fn fnr(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let day = value_of(&d[..2]) as u32;
        let day = if day > 40 { day - 40 } else { day };
        let month = match value_of(&d[2..4]) as u32 {
            month @ 81.. => month - 80,
            month @ 41.. => month - 40,
            month => month,
        };
        is_short_date(value_of(&d[4..6]) as u32, month, day)
            && weighted(&d, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]).is_multiple_of(11)
            && weighted(&d, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
    })
}

/// Danish personal number: a date of birth that exists in the century its seventh digit says. The
/// old check modulo eleven no longer holds for all.
pub(super) fn cpr(value: &str) -> bool {
    alphanumerics::<10>(value).is_some_and(|c| {
        let (Some(born), Some(serial)) = (number(&c[..6]), number(&c[6..])) else {
            return false;
        };
        let (day, month, year) = (born / 10_000, born / 100 % 100, born % 100);
        let century = match (serial / 1_000, year) {
            (0..=3, _) | (4 | 9, 37..) => 1900,
            (4 | 9, _) | (5..=8, ..=57) => 2000,
            _ => 1800,
        };
        serial != 0 && is_date(century + year as u32, month as u32, day as u32)
    })
}

/// Swedish number of firms: ten digits by Luhn's sum, the third of them two or more, which no date of birth has.
pub(super) fn organisation(value: &str) -> bool {
    digits::<10>(value).is_some_and(|d| matches!(d[0], 1..=3 | 5..=9) && d[2] > 1 && luhn(&d))
}

/// Finnish number of firms: seven digits, and one modulo eleven.
pub(super) fn business(value: &str) -> bool {
    digits::<8>(value).is_some_and(|d| {
        let check = match weighted(&d, &[7, 9, 10, 5, 8, 4, 2]) % 11 {
            0 => 0,
            1 => return false,
            rest => 11 - rest,
        };
        d[..7] != [0; 7] && check == u32::from(d[7])
    })
}
