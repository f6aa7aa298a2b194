//! Bank accounts, bank codes and payment cards.

use sfumato_words::{ByLanguage, WordTable, words_by_language};

use crate::checks::digits::{digits_within, luhn, mod97};

static NOT_BANKS: ByLanguage<WordTable> = words_by_language!("recognition", "no bank codes");

/// The length of an IBAN in each country that issues them.
const IBAN_LENGTHS: &str = "\
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 \
    ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 \
    LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 \
    PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 \
    YE30";

/// An IBAN: the length of its country, and with the first four characters moved to the end the remainder by 97 is 1.
pub(super) fn iban(value: &str) -> bool {
    let chars = || value.chars().filter(|c| c.is_ascii_alphanumeric());
    let mut head = ['0'; 4];
    for (place, c) in head.iter_mut().zip(chars()) {
        *place = c.to_ascii_uppercase();
    }
    let [first, second, tens, ones] = head;
    let rest_of = |entry: &'static str| entry.strip_prefix(first)?.strip_prefix(second);
    let length = IBAN_LENGTHS.split(' ').find_map(rest_of).and_then(|length| length.parse().ok());
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
    COUNTRIES.chunks_exact(2).any(|code| code == country) && !NOT_BANKS.has(value)
}
