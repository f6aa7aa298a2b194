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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ssn_keeps_to_its_ranges() {
        for valid in ["078-05-1120", "219 09 9999", "899999999"] {
            assert!(ssn(valid), "{valid}");
        }
        for invalid in [
            "000-12-3456",
            "666-12-3456",
            "900-12-3456",
            "078-00-1120",
            "078-05-0000",
            "078-05-112",
            "078-05-11200",
            "078-05-112é",
            "",
        ] {
            assert!(!ssn(invalid), "{invalid}");
        }
    }

    #[test]
    fn itin_keeps_to_its_ranges() {
        for valid in ["912-90-3456", "900 70 0000", "999889999"] {
            assert!(itin(valid), "{valid}");
        }
        for invalid in ["812-90-3456", "912-89-3456", "912-93-3456", "912-49-3456", "912-90-345", "ab"] {
            assert!(!itin(invalid), "{invalid}");
        }
    }

    #[test]
    fn ein_wants_a_known_prefix() {
        for valid in ["12-3456789", "91-1144442", "042103594"] {
            assert!(ein(valid), "{valid}");
        }
        for invalid in ["07-1144442", "00-1234567", "89-1234567", "12-345678", "x"] {
            assert!(!ein(invalid), "{invalid}");
        }
    }

    #[test]
    fn npi_passes_luhn_with_its_prefix() {
        for valid in ["1234567893", "1245319599", "124 531 9599"] {
            assert!(npi(valid), "{valid}");
        }
        for invalid in ["1234567890", "1234567894", "3234567893", "123456789", "ñ"] {
            assert!(!npi(invalid), "{invalid}");
        }
    }

    #[test]
    fn dea_ends_in_its_check_digit() {
        for valid in ["AB1234563", "F91234563", "BB1388568", "ab-1234563"] {
            assert!(dea(valid), "{valid}");
        }
        for invalid in ["AB1234567", "A81234563", "1B1234563", "AB12345X3", "AB123456", "Ñ"] {
            assert!(!dea(invalid), "{invalid}");
        }
    }

    #[test]
    fn aba_weighs_to_a_multiple_of_ten() {
        for valid in ["021000021", "111000025", "0910-0001-9"] {
            assert!(aba(valid), "{valid}");
        }
        for invalid in ["021000022", "123456789", "000000000", "131000021", "02100002"] {
            assert!(!aba(invalid), "{invalid}");
        }
    }
}
