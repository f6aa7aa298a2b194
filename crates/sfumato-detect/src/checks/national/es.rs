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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dni_letters() {
        for valid in ["12345678Z", "12.345.678-Z", "00000000T", "00000000 t", "99999999R", "1234567L", "K0000000T"] {
            assert!(dni(valid), "{valid}");
        }
        for invalid in
            ["12345678A", "00000001T", "1234567", "12345678", "123456789", "X0000000T", "T00000000", "12345678Ñ", ""]
        {
            assert!(!dni(invalid), "{invalid}");
        }
    }

    #[test]
    fn nie_letters() {
        for valid in ["X1234567L", "X-0000000-T", "Z0000000M", "Y0000000Z", "X-00000000-T"] {
            assert!(nie(valid), "{valid}");
        }
        for invalid in ["X1234567T", "W0000000T", "Y0000000T", "X000000T", "00000000T", "Ñ"] {
            assert!(!nie(invalid), "{invalid}");
        }
    }

    #[test]
    fn company_controls() {
        for valid in ["A58818501", "J99216582", "ES-J99216582", "Q2818014I", "B-78.640.570"] {
            assert!(cif(valid), "{valid}");
        }
        for invalid in ["A58818500", "A5881850A", "Q28180149", "I58818501", "A5881850", "AB"] {
            assert!(!cif(invalid), "{invalid}");
        }
    }

    #[test]
    fn social_security_controls() {
        for valid in ["28 12345678 40", "281234567840", "28/12345678/40", "28/00000001/92", "28/1234567/42"] {
            assert!(nss(valid), "{valid}");
        }
        for invalid in ["28/12345678/41", "99/12345678/40", "00/12345678/40", "000000000000", "28123456784", "é"] {
            assert!(!nss(invalid), "{invalid}");
        }
    }

    #[test]
    fn account_controls() {
        for valid in ["2100 0418 45 0200051332", "12341234161234567890"] {
            assert!(ccc(valid), "{valid}");
        }
        for invalid in [
            "2100 0418 54 0200051332",
            "2100 0418 45 0200051333",
            "00000000000000000000",
            "2100 0418 45 020005133",
            "x",
        ] {
            assert!(!ccc(invalid), "{invalid}");
        }
    }

    #[test]
    fn cadastral_controls() {
        for valid in ["9872023VH5797S0001WX", "9872023 VH5797S 0001 WX", "4A08169P03PRAT0001LR"] {
            assert!(cadastral(valid), "{valid}");
        }
        for invalid in [
            "9872023VH5797S0001WW",
            "9872023VH5797S0002WX",
            "9872023VH5797S0001XW",
            "9872023VH5797SA001WX",
            "9872023VH5797S0001W",
            "Ñ872023VH5797S0001WX",
        ] {
            assert!(!cadastral(invalid), "{invalid}");
        }
    }

    #[test]
    fn plates_are_not_units_or_years() {
        for valid in ["0000 BBB", "1234BCD", "2015HJK", "8765-LMN"] {
            assert!(plate(valid), "{valid}");
        }
        for invalid in ["2015 HJK", "3500 RPM", "1430GMT", "1234 BC", "1234-BÑD"] {
            assert!(!plate(invalid), "{invalid}");
        }
    }
}
