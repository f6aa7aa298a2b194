//! The template of a substitute of an identifier: for each character the choices that may stand in its place.

use sfumato_detect::checks::Check;
use sfumato_detect::{Category, KnownCategory};

use super::form::{IdentifierStretch, IdentifierStyle};
use super::random::FastRandom;
use super::secrets;

/// Letters that no list of forbidden ones names, so that plates and cards made of them pass for such.
const CONSONANTS: &[u8] = b"cdfghjkmnprtvwxy";
/// The same where a check asks for any letter.
const ALL_CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxyz";
const VOWELS: &[u8] = b"aeu";
const SMALL: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const CAPITALS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The choices for one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharacterChoice {
    /// This one.
    Same(char),
    /// Any digit.
    Digit,
    /// Any digit but zero.
    Positive,
    /// One of these.
    Of(&'static [u8]),
}

/// The source of a part of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberSource {
    /// Numbers of a range, both ends included, with zeros in front.
    Range(u64, u64),
    /// It stays.
    Same,
    /// Nines stay: they fill up a place.
    Nines,
}

use NumberSource::{Nines, Range, Same};

/// A part of a number: where it starts, how long it is, what it is drawn from.
pub(super) type NumberPart = (usize, usize, NumberSource);

/// The parts of values that pass a check, by the name of the check and the length of the value (0 for any). Where
/// a range belongs to nobody and the check accepts it, it is used: NHS numbers from 999, Norwegian and Finnish numbers
/// of invented people, telephones of test networks. Social security numbers have areas not given out before 2011.
const PARTS: &[(&str, usize, &[NumberPart])] = &[
    ("us-ssn", 9, &[(0, 3, Range(773, 899))]),
    ("us-itin", 9, &[(0, 1, Range(9, 9))]),
    ("us-npi", 10, &[(0, 1, Range(1, 2))]),
    ("us-dea", 9, &[(1, 1, Nines)]),
    ("us-aba", 9, &[(0, 2, Range(1, 12))]),
    ("uk-nhs", 10, &[(0, 3, Range(999, 999))]),
    ("uk-utr", 11, &[(10, 1, Same)]),
    ("uk-driving-licence", 16, &[(0, 5, Nines), (6, 2, Range(1, 12)), (8, 2, Range(1, 28)), (12, 1, Nines)]),
    ("es-nie", 9, &[(0, 1, Same)]),
    ("es-nie", 10, &[(0, 2, Same)]),
    ("es-cif", 9, &[(0, 1, Same)]),
    ("es-cif", 11, &[(0, 3, Same)]),
    ("es-nss", 11, &[(0, 2, Range(1, 53))]),
    ("es-nss", 12, &[(0, 2, Range(1, 53))]),
    ("ie-pps", 9, &[(8, 1, Same)]),
    ("ch-ahv", 13, &[(0, 3, Same)]),
    ("at-svnr", 10, &[(4, 2, Range(1, 28)), (6, 2, Range(1, 12))]),
    ("de-rvnr", 12, &[(2, 2, Range(1, 28)), (4, 2, Range(1, 12))]),
    ("de-personalausweis", 11, &[(10, 1, Same)]),
    ("pl-pesel", 11, &[(2, 2, Range(1, 12)), (4, 2, Range(1, 28))]),
    ("pl-nip", 12, &[(0, 2, Same)]),
    ("ro-cnp", 13, &[(0, 1, Same), (3, 2, Range(1, 12)), (5, 2, Range(1, 28)), (7, 2, Range(1, 46))]),
    ("fr-nir", 15, &[(0, 1, Same), (3, 2, Range(1, 12)), (5, 2, Range(1, 95))]),
    ("it-codice-fiscale", 16, &[(9, 2, Range(1, 28))]),
    ("it-partita-iva", 11, &[(7, 3, Range(1, 100))]),
    ("it-partita-iva", 13, &[(0, 2, Same), (9, 3, Range(1, 100))]),
    ("pt-nif", 11, &[(0, 2, Same)]),
    ("be-nrn", 11, &[(2, 2, Range(1, 12)), (4, 2, Range(1, 28)), (6, 3, Range(1, 997))]),
    ("se-personnummer", 10, &[(2, 2, Range(1, 12)), (4, 2, Range(1, 28))]),
    ("se-personnummer", 12, &[(0, 2, Same), (4, 2, Range(1, 12)), (6, 2, Range(1, 28))]),
    ("fi-hetu", 10, &[(0, 2, Range(1, 28)), (2, 2, Range(1, 12)), (6, 3, Range(900, 999))]),
    ("fi-hetu", 11, &[(0, 2, Range(1, 28)), (2, 2, Range(1, 12)), (6, 1, Same), (7, 3, Range(900, 999))]),
    ("no-fnr", 11, &[(0, 2, Range(1, 28)), (2, 2, Range(81, 92))]),
    ("dk-cpr", 10, &[(0, 2, Range(1, 28)), (2, 2, Range(1, 12))]),
    ("imei", 15, &[(0, 2, Range(0, 0))]),
    ("iban", 0, &[(0, 2, Same)]),
    ("bic", 8, &[(4, 2, Same)]),
    ("bic", 11, &[(4, 2, Same)]),
    ("uuid", 32, &[(12, 1, Same), (16, 1, Same)]),
];

/// Numbers of health cards that have no check but hold a birthday: their letters (`a`) and digits (`0`), where the
/// month is (the day follows), and what else is drawn from a range.
const CARDS: &[(&str, usize, &[NumberPart])] = &[
    ("aaaa0000000000", 7, &[(4, 1, Range(0, 1))]),
    ("aaaa000000000000", 6, &[(10, 1, Range(9, 9))]),
    ("000000aaaa0000", 2, &[]),
];

/// The first digits of cards that networks give out for tests, by the first digits of those they stand for.
const TEST_CARDS: &[(&str, &[&str])] = &[
    ("34", &["371449", "378282"]),
    ("35", &["353011", "356600"]),
    ("37", &["371449", "378282"]),
    ("30", &["305693"]),
    ("38", &["385200"]),
    ("2", &["222300"]),
    ("4", &["400000", "401288", "411111", "424242"]),
    ("5", &["510510", "520082", "555555"]),
    ("60", &["601111", "601100"]),
    ("65", &["651088"]),
    ("62", &["620000"]),
];

/// Letters of provinces that number plates began with, of one letter and of two.
const PLATES: [&[&str]; 2] = [
    &["a", "b", "c", "h", "j", "l", "m", "o", "p", "s", "t", "v", "z"],
    &[
        "ab", "al", "av", "ba", "bi", "bu", "ca", "cc", "co", "cr", "cs", "cu", "gc", "gr", "gu", "hu", "le", "lo",
        "lu", "ma", "mu", "na", "or", "po", "sa", "se", "sg", "so", "ss", "te", "tf", "to", "va", "vi", "za",
    ],
];

/// The letters of claims behind a social security number: shape, and the letters.
const CLAIM: (&str, &[u8]) = ("000000000a", b"abcdhjkmtw");

/// For each character of a value what may stand in its place, and parts drawn together.
#[derive(Debug, Clone)]
pub(super) struct NumberTemplate {
    slots: Vec<CharacterChoice>,
    parts: Vec<NumberPart>,
    starts: &'static [&'static str],
    /// The length of the first group, which the second repeats.
    twin: usize,
}

impl NumberTemplate {
    /// The template of a value that passed these checks.
    pub(super) fn new(
        stretches: &[IdentifierStretch<'_>],
        style: IdentifierStyle,
        category: &Category,
        passed: &[(&'static str, Check)],
    ) -> Self {
        let value: Vec<char> =
            stretches.iter().filter(|(_, value)| *value).flat_map(|(text, _)| text.chars()).collect();
        let mut template = match style {
            IdentifierStyle::Exact => {
                Self { slots: secrets::slots(stretches), parts: Vec::new(), starts: &[], twin: 0 }
            }
            _ => Self { slots: slots(stretches, passed), parts: Vec::new(), starts: &[], twin: 0 },
        };
        for (name, _) in passed {
            let fits = |length: usize| length == 0 || length == value.len();
            let known = PARTS.iter().find(|(check, length, _)| check == name && fits(*length));
            if let Some((_, _, parts)) = known {
                template.parts.extend(*parts);
            }
            if *name == "card" {
                let written: String = value.iter().collect();
                let start = TEST_CARDS.iter().find(|(start, _)| written.starts_with(start));
                template.starts = start.map_or(&[], |(_, starts)| starts);
            }
            if *name == "uuid" {
                template.slots.fill(CharacterChoice::Of(b"0123456789abcdef"));
            }
        }
        if passed.is_empty() && style != IdentifierStyle::Exact {
            template.parts.extend(birthday(&value).into_iter().flatten());
            template.parts.extend(years(stretches));
            let (provinces, twin) = provinces(stretches);
            template.parts.extend(provinces);
            template.twin = twin;
            if shape(&value) == CLAIM.0 {
                template.slots.pop();
                template.slots.push(CharacterChoice::Of(CLAIM.1));
            }
        }
        let letters = value.iter().take_while(|c| c.is_alphabetic()).count();
        if category.is(KnownCategory::VehicleNumber)
            && value.len() < 10
            && value.get(letters).is_some_and(char::is_ascii_digit)
        {
            template.starts = letters.checked_sub(1).and_then(|nth| PLATES.get(nth)).copied().unwrap_or_default();
        }
        template.fix(&value);
        template
    }

    /// The same without its parts, for values whose checks they do not suit.
    pub(super) fn loose(self) -> Self {
        Self { parts: Vec::new(), starts: &[], twin: 0, ..self }
    }

    /// Turns parts that stay into slots that stay; so does a part with a letter in it, such as Corsica's 2A.
    fn fix(&mut self, value: &[char]) {
        let slots = &mut self.slots;
        self.parts.retain(|(at, length, draws)| {
            let Some(part) = value.get(*at..at + length) else { return false };
            let drawn = matches!(draws, Range(..)) && part.iter().all(char::is_ascii_digit);
            for (slot, c) in slots.iter_mut().skip(*at).zip(part) {
                if !drawn && (*draws != Nines || *c == '9') {
                    *slot = CharacterChoice::Same(c.to_lowercase().next().unwrap_or(*c));
                }
            }
            drawn
        });
    }

    /// One substitute, as random as the template lets it be.
    pub(super) fn cast(&self, random: &mut FastRandom, out: &mut Vec<char>) {
        out.clear();
        out.extend(self.slots.iter().map(|slot| match slot {
            CharacterChoice::Same(c) => *c,
            CharacterChoice::Digit => char::from(random.digit()),
            CharacterChoice::Positive => char::from(random.of(b"123456789")),
            CharacterChoice::Of(row) => char::from(random.of(row)),
        }));
        for (at, length, draws) in &self.parts {
            let Range(least, most) = *draws else { continue };
            let mut number = random.between(least, most);
            for place in out.get_mut(*at..at + length).into_iter().flatten().rev() {
                *place = char::from(b'0' + (number % 10) as u8);
                number /= 10;
            }
        }
        if self.twin > 0 && out.len() >= 2 * self.twin {
            out.copy_within(..self.twin, self.twin);
        }
        if !self.starts.is_empty() {
            let start = self.starts.get(random.below(self.starts.len() as u64) as usize).copied().unwrap_or_default();
            out.iter_mut().zip(start.chars()).for_each(|(place, c)| *place = c);
        }
    }
}

/// Digits for digits and letters for letters; a consonant stays one, as number plates want it, and a group does not
/// begin with a zero unless it did.
fn slots(stretches: &[IdentifierStretch<'_>], passed: &[(&'static str, Check)]) -> Vec<CharacterChoice> {
    let consonants = if passed.is_empty() { CONSONANTS } else { ALL_CONSONANTS };
    let vowels = if passed.is_empty() { VOWELS } else { b"aeiou" };
    let mut slots = Vec::new();
    for (text, _) in stretches.iter().filter(|(_, value)| *value) {
        let mut within = false;
        slots.extend(text.chars().map(|c| {
            let first = !std::mem::replace(&mut within, c.is_numeric());
            match c {
                '1'..='9' if first && passed.is_empty() => CharacterChoice::Positive,
                c if c.is_numeric() => CharacterChoice::Digit,
                'a' | 'e' | 'i' | 'o' | 'u' | 'A' | 'E' | 'I' | 'O' | 'U' => CharacterChoice::Of(vowels),
                _ => CharacterChoice::Of(consonants),
            }
        }));
    }
    slots
}

/// The slot of a character whose letter case counts.
pub(super) fn exact_slot(c: char) -> CharacterChoice {
    match c {
        c if c.is_numeric() => CharacterChoice::Digit,
        c if c.is_uppercase() => CharacterChoice::Of(CAPITALS),
        _ => CharacterChoice::Of(SMALL),
    }
}

/// A value with `0` for its digits and `a` for everything else.
fn shape(value: &[char]) -> String {
    value.iter().map(|c| if c.is_ascii_digit() { '0' } else { 'a' }).collect()
}

/// The places of the month and the day of birth in a health card, and its other parts.
fn birthday(value: &[char]) -> Option<Vec<NumberPart>> {
    let shape = shape(value);
    let (_, month, others) = CARDS.iter().find(|(known, ..)| *known == shape)?;
    let number = |at: usize| {
        value.get(at..at + 2).map(|part| part.iter().filter_map(|c| c.to_digit(10)).fold(0, |sum, d| sum * 10 + d))
    };
    let (in_month, in_day) = (number(*month)?, number(month + 2)?);
    let born = (1..=12).contains(&in_month) && matches!(in_day, 1..=31 | 41..=71);
    let mut parts = others.to_vec();
    parts.extend([(*month, 2, Range(1, 12)), (month + 2, 2, Range(1, 28))]);
    born.then_some(parts)
}

/// Years inside a number of several parts become other years, not after them.
fn years(stretches: &[IdentifierStretch<'_>]) -> Vec<NumberPart> {
    let mut at = 0;
    let mut parts = Vec::new();
    let values = || stretches.iter().filter(|(_, value)| *value);
    for (text, _) in values() {
        let year = text.parse::<u64>().ok().filter(|year| text.len() == 4 && (1900..=2039).contains(year));
        parts.extend(year.map(|year| (at, 4, Range(year.saturating_sub(9).max(1900), year))));
        at += text.chars().count();
    }
    if values().count() > 1 { parts } else { Vec::new() }
}

/// Professionals are numbered by the province of their college and of their work, mostly the same: two groups of two
/// digits up to 52, before others.
fn provinces(stretches: &[IdentifierStretch<'_>]) -> (Vec<NumberPart>, usize) {
    let mut groups = stretches.iter().filter(|(_, value)| *value).map(|(text, _)| *text);
    let province = |text: &&str| text.len() == 2 && text.parse::<u64>().is_ok_and(|number| (1..=52).contains(&number));
    match (groups.next().filter(province), groups.next().filter(province)) {
        (Some(one), Some(other)) => {
            let parts = vec![(0, 2, Range(1, 52)), (2, 2, Range(1, 52))];
            (parts, if one == other { 2 } else { 0 })
        }
        _ => (Vec::new(), 0),
    }
}
