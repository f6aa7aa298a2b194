//! Bank accounts, bank codes and payment cards.

use crate::checks::digits::{digits_within, luhn, mod97};

/// The length of an IBAN in each country that issues them.
const IBAN_LENGTHS: &[(&[u8; 2], usize)] = &[
    (b"AD", 24),
    (b"AE", 23),
    (b"AL", 28),
    (b"AT", 20),
    (b"AZ", 28),
    (b"BA", 20),
    (b"BE", 16),
    (b"BG", 22),
    (b"BH", 22),
    (b"BI", 27),
    (b"BR", 29),
    (b"BY", 28),
    (b"CH", 21),
    (b"CR", 22),
    (b"CY", 28),
    (b"CZ", 24),
    (b"DE", 22),
    (b"DJ", 27),
    (b"DK", 18),
    (b"DO", 28),
    (b"EE", 20),
    (b"EG", 29),
    (b"ES", 24),
    (b"FI", 18),
    (b"FK", 18),
    (b"FO", 18),
    (b"FR", 27),
    (b"GB", 22),
    (b"GE", 22),
    (b"GI", 23),
    (b"GL", 18),
    (b"GR", 27),
    (b"GT", 28),
    (b"HN", 28),
    (b"HR", 21),
    (b"HU", 28),
    (b"IE", 22),
    (b"IL", 23),
    (b"IQ", 23),
    (b"IS", 26),
    (b"IT", 27),
    (b"JO", 30),
    (b"KW", 30),
    (b"KZ", 20),
    (b"LB", 28),
    (b"LC", 32),
    (b"LI", 21),
    (b"LT", 20),
    (b"LU", 20),
    (b"LV", 21),
    (b"LY", 25),
    (b"MC", 27),
    (b"MD", 24),
    (b"ME", 22),
    (b"MK", 19),
    (b"MN", 20),
    (b"MR", 27),
    (b"MT", 31),
    (b"MU", 30),
    (b"NI", 28),
    (b"NL", 18),
    (b"NO", 15),
    (b"OM", 23),
    (b"PK", 24),
    (b"PL", 28),
    (b"PS", 29),
    (b"PT", 25),
    (b"QA", 29),
    (b"RO", 24),
    (b"RS", 22),
    (b"RU", 33),
    (b"SA", 24),
    (b"SC", 31),
    (b"SD", 18),
    (b"SE", 24),
    (b"SI", 19),
    (b"SK", 24),
    (b"SM", 27),
    (b"SO", 23),
    (b"ST", 25),
    (b"SV", 28),
    (b"TL", 23),
    (b"TN", 24),
    (b"TR", 26),
    (b"UA", 29),
    (b"VA", 22),
    (b"VG", 24),
    (b"XK", 20),
    (b"YE", 30),
];

/// An IBAN: the length of its country, and with the first four characters moved to the end the remainder by 97 is 1.
pub(super) fn iban(value: &str) -> bool {
    let chars = || value.chars().filter(|c| c.is_ascii_alphanumeric());
    let mut head = ['0'; 4];
    for (place, c) in head.iter_mut().zip(chars()) {
        *place = c.to_ascii_uppercase();
    }
    let [first, second, tens, ones] = head;
    let length = IBAN_LENGTHS.iter().find(|(code, _)| code.map(char::from) == [first, second]).map(|(_, n)| *n);
    length == Some(chars().count())
        && tens.is_ascii_digit()
        && ones.is_ascii_digit()
        && mod97(chars().skip(4).chain(head)) == Some(1)
}

/// A payment card: a prefix and length that an issuer uses, and the Luhn digit.
pub(super) fn card(value: &str) -> bool {
    let mut buffer = [0; 19];
    let Some(digits) = digits_within(value, &mut buffer) else {
        return false;
    };
    issued(digits) && luhn(digits)
}

/// True if some network issues cards of this length under this prefix.
fn issued(digits: &[u8]) -> bool {
    let prefix = digits.iter().take(4).fold(0_u32, |sum, digit| sum * 10 + u32::from(*digit));
    let length = digits.len();
    match prefix {
        // Visa.
        4000..=4999 => matches!(length, 13 | 16 | 19),
        // Mastercard.
        5100..=5599 | 2221..=2720 => length == 16,
        // American Express.
        3400..=3499 | 3700..=3799 => length == 15,
        // Diners Club.
        3000..=3059 | 3090..=3099 | 3600..=3699 | 3800..=3999 => matches!(length, 14 | 16),
        // Discover.
        6011 | 6440..=6499 | 6500..=6599 => matches!(length, 16 | 19),
        // JCB.
        3528..=3589 => matches!(length, 16 | 19),
        // UnionPay.
        6200..=6299 => matches!(length, 16..=19),
        // Mir.
        2200..=2204 => matches!(length, 16..=19),
        // Maestro.
        5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763 => matches!(length, 13..=19),
        _ => false,
    }
}

/// The two-letter codes of ISO 3166, and the one that banks use for Kosovo.
const COUNTRIES: &[u8] =
    b"ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCM\
    CNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIE\
    ILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMX\
    MYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSY\
    SZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW";

/// Words that people set in capitals and that have a country's letters in the right place.
const NOT_BANKS: &[&str] = &[
    "BENEFICIARY",
    "BIOLOGIA",
    "CARDIOLOGIA",
    "CATALUNYA",
    "COMUNIDAD",
    "CUSTOMER",
    "DESTINATION",
    "DIAGNOSTICO",
    "DOCUMENT",
    "EMPRESAS",
    "HOSPITAL",
    "INSTITUCION",
    "INSTITUTION",
    "OPERACIONES",
    "PACIENTES",
    "PEDIATRICO",
    "SUCURSAL",
    "TRANSACTION",
    "TRATAMIENTO",
    "TREATMENTS",
    "UNIVERSIDAD",
];

/// A bank code (BIC, SWIFT): four letters, a country, two letters or digits, and perhaps three more for the branch.
pub(super) fn bic(value: &str) -> bool {
    let bytes = value.as_bytes();
    let country = match bytes {
        [b1, b2, b3, b4, c1, c2, rest @ ..]
            if [b1, b2, b3, b4].iter().all(|b| b.is_ascii_uppercase())
                && matches!(rest.len(), 2 | 5)
                && rest.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) =>
        {
            [*c1, *c2]
        }
        _ => return false,
    };
    COUNTRIES.chunks_exact(2).any(|code| code == country) && !NOT_BANKS.contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ibans_from_the_registry_pass() {
        for value in [
            "ES9121000418450200051332",
            "ES91 2100 0418 4502 0005 1332",
            "es91-2100-0418-45-0200051332",
            "GB82 WEST 1234 5698 7654 32",
            "DE89 3704 0044 0532 0130 00",
            "FR14 2004 1010 0505 0001 3M02 606",
            "NO93 8601 1117 947",
            "MT84MALT011000012345MTLCAST001S",
            "GB82 WEST 1234\n5698 7654 32",
        ] {
            assert!(iban(value), "{value}");
        }
    }

    #[test]
    fn ibans_with_a_wrong_digit_or_length_fail() {
        for value in [
            "ES9221000418450200051332",
            "ES91 2100 0418 4502 0005 1323",
            "ES91 2100 0418 4502 0005 133",
            "ZZ91 2100 0418 4502 0005 1332",
            "GB82 WEST 1234 5698 7654 321",
            "",
            "ES",
            "€€€€",
            "ÉS91",
        ] {
            assert!(!iban(value), "{value}");
        }
    }

    #[test]
    fn test_cards_of_every_network_pass() {
        for value in [
            "4111 1111 1111 1111",
            "4242424242424242",
            "4222222222222",
            "5555-5555-5555-4444",
            "2223 0031 2200 3222",
            "3782 822463 10005",
            "6011 1111 1111 1117",
            "3530 1113 3330 0000",
            "3056 930902 5904",
            "6200 0000 0000 0005",
        ] {
            assert!(card(value), "{value}");
        }
    }

    #[test]
    fn other_numbers_are_no_cards() {
        for value in [
            "4111 1111 1111 1112",
            "1111 1111 1111 1117",
            "3782 8224 6310 0050",
            "0000 0000 0000 0000",
            "9792 7398 7139 7927",
            "41111111111111111111111",
            "4111",
            "",
            "4111 1111 1111 111é",
        ] {
            assert!(!card(value), "{value}");
        }
    }

    #[test]
    fn bank_codes() {
        for value in ["DEUTDEFF", "DEUTDEFF500", "BBVAESMMXXX", "CAIXESBBXXX", "NEDSZAJJXXX"] {
            assert!(bic(value), "{value}");
        }
        for value in
            ["HOSPITAL", "DIAGNOSTICO", "PACIENTE", "DEUTDEF", "DEUTDEFF50", "DEUT1EFF", "deutdeff", "", "ÑEUTDEFF"]
        {
            assert!(!bic(value), "{value}");
        }
    }
}
