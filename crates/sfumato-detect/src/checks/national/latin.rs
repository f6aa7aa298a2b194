//! Numbers of the countries of Latin America.

use crate::checks::digits::{alphanumerics, digits, digits_within, is_short_date, luhn, value_of, weighted};

/// The digit that makes a weighted sum divisible by eleven; 10 and 11 are for whoever asks to understand.
fn rest_of_eleven(sum: u32) -> u32 {
    11 - sum % 11
}

/// True for six digit characters that are the last two digits of a year, a month and a day.
fn is_birth(ascii: &[u8]) -> bool {
    let pair = |at: usize| ascii.get(at..at + 2).map(|pair| pair.iter().map(|c| c.wrapping_sub(b'0')));
    let number = |at: usize| pair(at).map_or(99, |pair| pair.fold(0, |sum, digit| sum * 10 + u32::from(digit)));
    ascii.iter().all(u8::is_ascii_digit) && is_short_date(number(0), number(2), number(4))
}

/// The worth of a character in Mexican check sums, where Ñ stands between N and O.
fn curp_worth(c: u8) -> u32 {
    match c {
        b'0'..=b'9' => u32::from(c - b'0'),
        b'A'..=b'N' => u32::from(c - b'A') + 10,
        _ => u32::from(c.saturating_sub(b'A')) + 11,
    }
}

/// Mexican population key: letters of the names, date of birth, sex, state, further letters, and a check digit.
pub(super) fn curp(value: &str) -> bool {
    alphanumerics::<18>(value).is_some_and(|c| {
        let sum: u32 = c.iter().zip((2..=18).rev()).map(|(c, weight)| curp_worth(*c) * weight).sum();
        is_birth(&c[4..10]) && c[17].is_ascii_digit() && (10 - sum % 10) % 10 == u32::from(c[17] - b'0')
    })
}

/// Mexican tax number: three or four letters, the date of birth or founding, and three characters of which the last checks
/// the others modulo eleven.
pub(super) fn rfc(value: &str) -> bool {
    let plain = value.chars().filter(|c| !matches!(c, ' ' | '-'));
    // The order of the characters in the check: & before O, the blank and Ñ at the end.
    let worth = |c: char| match c {
        '&' => Some(24),
        ' ' => Some(37),
        'Ñ' | 'ñ' => Some(38),
        c => c.to_digit(36).map(|worth| if worth > 23 { worth + 1 } else { worth }),
    };
    let mut worths = [37; 13];
    let chars: Vec<char> = plain.take(14).collect();
    if !(12..=13).contains(&chars.len()) {
        return false;
    }
    let first = 13 - chars.len();
    for (place, c) in worths[first..].iter_mut().zip(&chars) {
        let Some(worth) = worth(*c) else { return false };
        *place = worth;
    }
    let date: Vec<u8> = worths[4..10].iter().map(|worth| b'0'.saturating_add((*worth).min(99) as u8)).collect();
    let sum: u32 = worths[..12].iter().zip((2..=13).rev()).map(|(worth, weight)| worth * weight).sum();
    let check = match rest_of_eleven(sum) {
        11 => 0,
        check => check,
    };
    is_birth(&date) && check == worths[12]
}

/// Mexican key of electors: six letters, date of birth, state, sex and three digits.
pub(super) fn elector(value: &str) -> bool {
    alphanumerics::<18>(value).is_some_and(|c| {
        let state = u32::from(c[12].wrapping_sub(b'0')) * 10 + u32::from(c[13].wrapping_sub(b'0'));
        is_birth(&c[6..12]) && (1..=33).contains(&state)
    })
}

/// Mexican bank account: bank, branch and account, and a check digit by the weights 3, 7, 1.
pub(super) fn clabe(value: &str) -> bool {
    digits::<18>(value).is_some_and(|d| {
        let sum: u32 = d.iter().take(17).zip([3, 7, 1].into_iter().cycle()).map(|(d, w)| u32::from(*d) * w % 10).sum();
        d[..3] != [0; 3] && (10 - sum % 10) % 10 == u32::from(d[17])
    })
}

/// Eleven digits by Luhn's sum: the social security number of Mexico, the identity card of the Dominican Republic.
pub(super) fn eleven_luhn(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| d[..10] != [0; 10] && luhn(&d))
}

/// Chilean number of persons and firms: up to eight digits and the remainder modulo eleven, K for ten.
pub(super) fn rut(value: &str) -> bool {
    let plain: Vec<char> = value.chars().filter(|c| !matches!(c, '.' | '-' | ' ')).collect();
    let Some((check, body)) = plain.split_last() else { return false };
    let Some(body) = body.iter().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>() else { return false };
    let sum: u32 = body.iter().rev().zip((2..=7).cycle()).map(|(digit, weight)| digit * weight).sum();
    let check = match check {
        'K' | 'k' => Some(10),
        '0' => Some(11),
        c => c.to_digit(10),
    };
    (6..=8).contains(&body.len()) && body.iter().any(|digit| *digit > 0) && check == Some(rest_of_eleven(sum))
}

/// Argentine tax and employment number: a kind, the number of the identity card, and a digit modulo eleven.
pub(super) fn cuit(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let check = match rest_of_eleven(weighted(&d, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2])) {
            11 => 0,
            10 => 9,
            check => check,
        };
        matches!(value_of(&d[..2]), 20 | 23..=27 | 30 | 33 | 34) && check == u32::from(d[10])
    })
}

/// Argentine bank account: bank and branch with a check digit, account with a check digit.
pub(super) fn cbu(value: &str) -> bool {
    let checks = |part: &[u8], check: u8| {
        let sum: u32 = part.iter().rev().zip([3, 1, 7, 9].into_iter().cycle()).map(|(d, w)| u32::from(*d) * w).sum();
        (10 - sum % 10) % 10 == u32::from(check)
    };
    digits::<22>(value).is_some_and(|d| checks(&d[..7], d[7]) && checks(&d[8..21], d[21]) && d[..7] != [0; 7])
}

/// True if the last digits of a number, `count` of them, check those before by weights that grow from two on and start anew
/// behind `most`.
fn has_brazilian_checks(d: &[u8], most: u32) -> bool {
    let check = |body: &[u8]| {
        let sum: u32 = body.iter().rev().zip((2..=most).cycle()).map(|(d, w)| u32::from(*d) * w).sum();
        match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        }
    };
    let body = d.len().saturating_sub(2);
    d.iter().any(|digit| *digit != d[0])
        && check(&d[..body]) == u32::from(d[body])
        && check(&d[..=body]) == u32::from(d[body + 1])
}

/// Brazilian personal tax number: nine digits and two check digits.
pub(super) fn cpf(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| has_brazilian_checks(&d, 11))
}

/// Brazilian number of firms: twelve digits and two check digits.
pub(super) fn cnpj(value: &str) -> bool {
    digits::<14>(value).is_some_and(|d| has_brazilian_checks(&d, 9))
}

/// Colombian tax number: nine digits or ten, and one that checks them by prime weights.
pub(super) fn nit(value: &str) -> bool {
    const WEIGHTS: [u32; 10] = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43];
    let mut buffer = [0; 11];
    let Some(d) = digits_within(value, &mut buffer) else { return false };
    let Some((&check, body)) = d.split_last() else { return false };
    let sum: u32 = body.iter().rev().zip(WEIGHTS).map(|(d, w)| u32::from(*d) * w).sum();
    let expected = match sum % 11 {
        rest @ (0 | 1) => rest,
        rest => 11 - rest,
    };
    (9..=10).contains(&body.len()) && body[0] != 0 && expected == u32::from(check)
}

/// Identity card of Ecuador: province, a digit below six, and a check digit as Luhn's; with 001 behind it a tax number.
pub(super) fn ecuador(value: &str) -> bool {
    let is_card = |d: &[u8]| matches!(value_of(&d[..2]), 1..=24 | 30) && d[2] < 6 && luhn(d);
    match digits::<13>(value) {
        Some(d) => d[10..] == [0, 0, 1] && is_card(&d[..10]),
        None => digits::<10>(value).is_some_and(|d| is_card(&d)),
    }
}

/// Peruvian tax number: a kind, eight digits, and one modulo eleven.
pub(super) fn ruc(value: &str) -> bool {
    digits::<11>(value).is_some_and(|d| {
        let check = rest_of_eleven(weighted(&d, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2])) % 10;
        matches!(value_of(&d[..2]), 10 | 15 | 17 | 20) && check == u32::from(d[10])
    })
}

/// Identity card of Uruguay: six or seven digits, and one modulo ten.
pub(super) fn uruguay(value: &str) -> bool {
    let mut buffer = [0; 8];
    let Some(d) = digits_within(value, &mut buffer) else { return false };
    let weights = if d.len() == 8 { &[2, 9, 8, 7, 6, 3, 4][..] } else { &[9, 8, 7, 6, 3, 4][..] };
    let Some((&check, body)) = d.split_last() else { return false };
    (7..=8).contains(&d.len()) && body[0] > 0 && (10 - weighted(body, weights) % 10) % 10 == u32::from(check)
}

/// Identity number of Guatemala: eight digits and one modulo eleven, department and municipality.
pub(super) fn cui(value: &str) -> bool {
    digits::<13>(value).is_some_and(|d| {
        let sum = weighted(&d[..8], &[2, 3, 4, 5, 6, 7, 8, 9]);
        sum % 11 == u32::from(d[8]) && matches!(value_of(&d[9..11]), 1..=22) && matches!(value_of(&d[11..]), 1..=40)
    })
}

/// Identity card of El Salvador: eight digits, and one modulo ten.
pub(super) fn dui(value: &str) -> bool {
    digits::<9>(value).is_some_and(|d| {
        let sum = weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2]);
        d[..8] != [0; 8] && (10 - sum % 10) % 10 == u32::from(d[8])
    })
}
