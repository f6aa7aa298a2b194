//! Numbers of the United Kingdom.

use crate::checks::digits::{alphanumerics, digits, is_short_date, number, value_of, weighted};

/// NHS number: weights ten to two, and the tenth digit makes the sum a multiple of eleven. Blocks
/// that none of the four countries gives out (nor keeps for tests) are refused.
pub(super) fn nhs(value: &str) -> bool {
    digits::<10>(value).is_some_and(|d| {
        // Scotland starts with the day of birth; Northern Ireland has 320 to 399, England and Wales
        // 400 to 499 and 600 to 799, tests 900 to 999.
        let issued = match value_of(&d[..3]) {
            0..=319 => is_short_date(value_of(&d[4..6]) as u32, value_of(&d[2..4]) as u32, value_of(&d[..2]) as u32),
            320..=499 | 600..=799 | 900..=999 => true,
            _ => false,
        };
        let check = 11 - weighted(&d, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        issued && check % 11 == u32::from(d[9]) && d.iter().any(|&digit| digit != d[0])
    })
}

/// National insurance number: two letters of which some are never used, six digits, A to D.
pub(super) fn nino(value: &str) -> bool {
    alphanumerics::<9>(value).is_some_and(|c| {
        let unused = |letter| matches!(letter, b'D' | b'F' | b'I' | b'Q' | b'U' | b'V');
        c[..2].iter().all(u8::is_ascii_uppercase)
            && !unused(c[0])
            && !unused(c[1])
            && c[1] != b'O'
            && !matches!(&c[..2], b"BG" | b"GB" | b"KN" | b"NK" | b"NT" | b"TN" | b"ZZ")
            && c[2..8].iter().all(u8::is_ascii_digit)
            && matches!(c[8], b'A'..=b'D')
    })
}

/// The letters that postcodes start with, one group per sorting area.
const AREAS: &[&str] = &[
    "AB", "AL", "B", "BA", "BB", "BD", "BH", "BL", "BN", "BR", "BS", "BT", "CA", "CB", "CF", "CH", "CM", "CO", "CR",
    "CT", "CV", "CW", "DA", "DD", "DE", "DG", "DH", "DL", "DN", "DT", "DY", "E", "EC", "EH", "EN", "EX", "FK", "FY",
    "G", "GL", "GU", "GY", "HA", "HD", "HG", "HP", "HR", "HS", "HU", "HX", "IG", "IM", "IP", "IV", "JE", "KA", "KT",
    "KW", "KY", "L", "LA", "LD", "LE", "LL", "LN", "LS", "LU", "M", "ME", "MK", "ML", "N", "NE", "NG", "NN", "NP",
    "NR", "NW", "OL", "OX", "PA", "PE", "PH", "PL", "PO", "PR", "RG", "RH", "RM", "S", "SA", "SE", "SG", "SK", "SL",
    "SM", "SN", "SO", "SP", "SR", "SS", "ST", "SW", "SY", "TA", "TD", "TF", "TN", "TQ", "TR", "TS", "TW", "UB", "W",
    "WA", "WC", "WD", "WF", "WN", "WR", "WS", "WV", "YO", "ZE",
];

/// Postcode: starts with the letters of an area that exists (its shape is the pattern's business).
pub(super) fn postcode(value: &str) -> bool {
    let letters = value.bytes().take_while(u8::is_ascii_alphabetic).take(3).count();
    let area = value.get(..letters).unwrap_or_default();
    let compact = value.bytes().filter(|&c| c != b' ');
    AREAS.iter().any(|known| known.eq_ignore_ascii_case(area))
        || compact.map(|c| c.to_ascii_uppercase()).eq(b"GIR0AA".iter().copied())
}

/// Driving licence number: five letters of the surname (filled with 9), the date of birth taken
/// apart (50 more in the month for women), two initials, a digit and two letters.
pub(super) fn driving_licence(value: &str) -> bool {
    alphanumerics::<16>(value).is_some_and(|c| {
        let surname = c[..5].iter().skip_while(|letter| letter.is_ascii_uppercase());
        let born = number(&c[5..11]).is_some_and(|born| {
            let born = born as u32;
            let month = born / 1_000 % 100;
            let month = if month > 50 { month - 50 } else { month };
            is_short_date(born / 100_000 * 10 + born % 10, month, born / 10 % 100)
        });
        c[0].is_ascii_uppercase()
            && surname.copied().all(|filler| filler == b'9')
            && born
            && c[11].is_ascii_uppercase()
            && (c[12].is_ascii_uppercase() || c[12] == b'9')
            && c[14..].iter().all(u8::is_ascii_uppercase)
    })
}

/// Unique taxpayer reference: the first of ten digits checks the others by weights modulo eleven.
pub(super) fn utr(value: &str) -> bool {
    digits::<10>(value.trim_end_matches(['K', 'k'])).is_some_and(|d| {
        let rest = weighted(&d[1..], &[6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11;
        b"21987654321".get(rest as usize) == Some(&(b'0' + d[0]))
    })
}
