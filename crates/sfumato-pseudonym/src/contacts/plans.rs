//! Ranges of telephone numbers that belong to nobody.
//!
//! Regulators keep ranges for films and books: the United States and Canada 555-0100 to 555-0199 of every area, Ofcom
//! in the United Kingdom, ComReg in Ireland, ACMA in Australia, ARCEP in France, the Bundesnetzagentur in Germany, PTS
//! in Sweden. Spain keeps none: mobile numbers are taken from 73, which is set apart for mobile telephones and which
//! no operator holds by the register of the CNMC, and those of lines from 839 and 819, the second codes of Barcelona
//! and Madrid that mirror 939 and 919, the last to be opened.

use std::sync::LazyLock;

use sfumato_detect::checks::{self, Check};

use crate::numbers::random::FastRandom;

/// The codes of countries that have two digits; those of `1` and `7` have one and all others three.
const TWO_DIGITS: &[&str] = &[
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49", "51",
    "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86", "90",
    "91", "92", "93", "94", "95", "98",
];

/// The beginnings of a national number, and the starts of ranges that stand for it; the rest is random digits.
type PhoneBlock = (&'static [&'static str], &'static [&'static str]);

/// Reserved ranges by the code of the country, the special before the general.
const PLANS: &[(&str, &[PhoneBlock])] = &[
    ("34", &[(&["6", "7"], &["73"]), (&[""], &["839", "819"])]),
    (
        "44",
        &[
            (&["7"], &["7700900"]),
            (&["2"], &["2079460", "2920180", "2896496"]),
            (&["8"], &["8081570"]),
            (&["3"], &["3069990"]),
            (
                &[""],
                &[
                    "1134960", "1144960", "1164960", "1174960", "1184960", "1214960", "1314960", "1414960", "1514960",
                    "1614960", "1914980",
                ],
            ),
        ],
    ),
    ("353", &[(&[""], &["2091"])]),
    (
        "61",
        &[
            (&["4"], &["491570"]),
            (&["3"], &["35550", "37010"]),
            (&["7"], &["75550", "77010"]),
            (&["8"], &["85550", "87010"]),
            (&[""], &["25550", "27010"]),
        ],
    ),
    ("33", &[(&["6", "7"], &["63998"]), (&[""], &["19900", "26191", "35301", "46571", "53649"])]),
    (
        "49",
        &[(&["15", "16", "17"], &["17139200", "176040690"]), (&[""], &["3023125", "6990009", "4066969", "8999998"])],
    ),
    ("46", &[(&["7"], &["7017406"]), (&[""], &["3139006", "4062804", "8465004", "9803192"])]),
];

/// Areas of North America, spread over it.
const AREAS: &[&str] = &[
    "201", "202", "203", "205", "206", "207", "208", "209", "210", "212", "213", "214", "215", "216", "217", "218",
    "219", "228", "229", "231", "240", "248", "251", "254", "256", "260", "262", "270", "276", "281", "301", "302",
    "303", "304", "305", "307", "308", "309", "310", "312", "313", "314", "315", "316", "317", "318", "319", "320",
    "330", "334", "336", "339", "352", "360", "361", "401", "402", "404", "405", "406", "407", "408", "409", "410",
];

static ANY: LazyLock<Option<Check>> = LazyLock::new(|| checks::by_name("phone-any"));

/// True if a number in international notation fits the plan of its country.
pub(super) fn fits(number: &str) -> bool {
    ANY.is_some_and(|check| check(number))
}

/// The code of the country that digits begin with.
pub(super) fn code(digits: &str) -> Option<&str> {
    let two = digits.get(..2)?;
    match two {
        _ if two.starts_with(['1', '7']) => digits.get(..1),
        _ if TWO_DIGITS.contains(&two) => Some(two),
        _ => digits.get(..3),
    }
}

/// The same code, if the ranges of its country are known.
pub(super) fn known(code: &str) -> &'static str {
    let known = PLANS.iter().map(|(country, _)| *country).chain(["1"]);
    known.into_iter().find(|country| *country == code).unwrap_or_default()
}

/// A national number of a reserved range, as long as the original; nothing if there is none so long.
pub(super) fn reserved(country: &str, national: &str, random: &mut FastRandom) -> Option<String> {
    let mut pick = |row: &[&'static str]| row.get(random.below(row.len() as u64) as usize).copied();
    let start = match (country, national.len()) {
        ("1", 10) => format!("{}55501", pick(AREAS)?),
        ("1", 7) => "55501".to_owned(),
        ("1", _) => return None,
        _ => {
            let (_, blocks) = PLANS.iter().find(|(known, _)| *known == country)?;
            let fits = |start: &&str| start.len() <= national.len().saturating_sub(2);
            let (_, starts) = blocks.iter().find(|(firsts, starts)| {
                firsts.iter().any(|first| national.starts_with(first)) && starts.iter().any(fits)
            })?;
            let starts: Vec<&'static str> = starts.iter().copied().filter(fits).collect();
            pick(&starts)?.to_owned()
        }
    };
    let rest = national.len().checked_sub(start.len())?;
    Some(start + &(0..rest).map(|_| char::from(random.digit())).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PseudonymSeed;

    #[test]
    fn codes_are_told_apart() {
        for (digits, expected) in [("34912345678", "34"), ("12025550143", "1"), ("353209100000", "353"), ("74951", "7")]
        {
            assert_eq!(code(digits), Some(expected));
        }
        assert_eq!((code("3"), known("34"), known("52")), (None, "34", ""));
    }

    /// The recognisers accept what is put in the place of a number, in nearly all ranges.
    #[test]
    fn reserved_numbers_fit_their_plans() {
        let mut random = FastRandom::new(&mut PseudonymSeed::new(4).draw(&[]));
        for (country, national) in [
            ("34", "612345678"),
            ("34", "912345678"),
            ("44", "2079460018"),
            ("44", "7911123456"),
            ("44", "1144960018"),
            ("44", "1273555555"),
            ("1", "2125551234"),
            ("33", "142345678"),
            ("33", "612345678"),
            ("61", "255501234"),
            ("49", "3012345678"),
            ("46", "812345678"),
            ("353", "209101234"),
        ] {
            let fitting = (0..200).filter(|_| {
                let made = reserved(country, national, &mut random).expect("a reserved number");
                assert_eq!(made.len(), national.len());
                fits(&format!("+{country}{made}"))
            });
            // These are kept for films and fit no plan: a word beside them finds them.
            let unplanned = [("44", "7911123456"), ("33", "612345678"), ("353", "209101234")];
            let expected = if unplanned.contains(&(country, national)) { 0 } else { 200 };
            assert_eq!(fitting.count(), expected, "+{country} {national}");
        }
    }
}
