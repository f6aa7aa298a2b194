//! Telling given names from surnames in a mention.

use sfumato_language::Language;

use super::tables::{NameFrequencies, NameTables};
use super::vocabulary::goes_with_surname;
use super::words::{MOST, NameCase, NameWord, NameWordRole, words};
use crate::{PersonSex, PseudonymSubject, SubstituteContext, SubstituteKind};

/// Words of a mention, each with what it is for the table: the kind of a name, or nothing.
pub(super) type NameReading = Vec<(NameWord, Option<SubstituteKind>)>;

/// The decibels by which a name must be commoner with one sex to tell it.
const TELLS: i32 = 6;
/// Levels of tokens that nobody lists: there are many more rare surnames than rare given names.
const UNKNOWN: NameFrequencies = NameFrequencies { male: 8, female: 8, surname: 14 };
/// The least level of a given name: people have surnames for given names now and then.
const SELDOM: i32 = 5;
/// The cost of reading surnames before given names without a comma.
const INVERTED: i32 = 24;
/// The bonus of a surname for a title before it.
const FORMAL: i32 = 40;
/// The bonus of the kind that the fullest form shows.
const SURE: i32 = 100;

/// A person as the fullest form names them.
pub(super) struct FullestName {
    /// The fullest form.
    pub reading: NameReading,
    sex: Option<PersonSex>,
}

impl FullestName {
    /// Reads the fullest form of a subject.
    pub fn new(subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> Self {
        let mut person = Self { reading: Vec::new(), sex: None };
        person.reading = person.read(subject.fullest(), subject, context);
        person.sex = person.reading.iter().find_map(|(_, kind)| sex_of(*kind));
        let undecided = person.reading.iter().any(|(_, kind)| *kind == Some(SubstituteKind::Given));
        if person.sex.is_none() && context.settings.names.keeps_gender && (undecided || person.reading.len() > 1) {
            person.sex = title_in(subject, context);
            if let Some(sex) = person.sex {
                for (_, kind) in person.reading.iter_mut().filter(|(_, kind)| *kind == Some(SubstituteKind::Given)) {
                    *kind = Some(given(Some(sex), context));
                }
            }
        }
        person
    }

    /// Reads another form by what the fullest says.
    pub fn read(&self, form: &str, subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> NameReading {
        let tables = NameTables::new(subject.language, context);
        let mut reading: NameReading =
            words(form, subject.language, tables).into_iter().map(|word| (word, None)).collect();
        if reading.len() > MOST {
            return reading;
        }
        let several = reading.iter().any(|(word, _)| word.apart || word.tag == NameWordRole::And);
        let mut start = 0;
        while start < reading.len() {
            let rest = reading.get(start + 1..).unwrap_or_default();
            let length = rest.iter().position(|(word, _)| word.apart || word.tag == NameWordRole::And);
            let end = length.map_or(reading.len(), |length| start + 1 + length);
            if let Some(part) = reading.get_mut(start..end) {
                PersonNameReader { person: self, subject, context, several }.names(part);
            }
            start = end;
        }
        reading
    }

    /// The kind of a token in the fullest form.
    fn kind(&self, key: &str) -> Option<SubstituteKind> {
        self.reading
            .iter()
            .find(|(word, _)| word.tag == NameWordRole::Name && word.key == key)
            .and_then(|(_, kind)| *kind)
    }
}

/// The sex that a title tells in some form of a subject.
fn title_in(subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> Option<PersonSex> {
    let tables = NameTables::new(subject.language, context);
    subject.forms.iter().skip(1).take(16).find_map(|form| sex_by_title(words(form, subject.language, tables).iter()))
}

fn sex_by_title<'w>(mut words: impl Iterator<Item = &'w NameWord>) -> Option<PersonSex> {
    words.find_map(|word| match word.tag {
        NameWordRole::Title(sex) => sex,
        _ => None,
    })
}

fn sex_of(kind: Option<SubstituteKind>) -> Option<PersonSex> {
    match kind {
        Some(SubstituteKind::GivenMale) => Some(PersonSex::Male),
        Some(SubstituteKind::GivenFemale) => Some(PersonSex::Female),
        _ => None,
    }
}

/// The kind of a given name.
fn given(sex: Option<PersonSex>, context: &SubstituteContext<'_>) -> SubstituteKind {
    match sex {
        Some(PersonSex::Male) if context.settings.names.keeps_gender => SubstituteKind::GivenMale,
        Some(PersonSex::Female) if context.settings.names.keeps_gender => SubstituteKind::GivenFemale,
        _ => SubstituteKind::Given,
    }
}

/// One name of a sequence: where it stands in the part, and how well it would be what.
struct NameUnit {
    at: usize,
    given: i32,
    surname: i32,
    levels: NameFrequencies,
    /// It is of one piece with the unit before.
    joined: bool,
    particle: bool,
    case: NameCase,
    whole: bool,
}

struct PersonNameReader<'r> {
    person: &'r FullestName,
    subject: &'r PseudonymSubject<'r>,
    context: &'r SubstituteContext<'r>,
    several: bool,
}

impl PersonNameReader<'_> {
    /// Reads the name of one person, or of several with commas between them.
    fn names(&self, part: &mut [(NameWord, Option<SubstituteKind>)]) {
        let units = self.units(part);
        let commas: Vec<usize> = (1..units.len()).filter(|nth| self.comma_before(part, &units, *nth)).collect();
        let sexed =
            sex_by_title(part.iter().map(|(word, _)| word)).or(self.subject.clues.sex.filter(|_| !self.several));
        match commas.as_slice() {
            [] => {
                let mut units = units;
                let formal = part
                    .iter()
                    .any(|(word, _)| matches!(word.tag, NameWordRole::Title(_)) && goes_with_surname(&word.key));
                if let [only] = units.as_mut_slice() {
                    only.surname += if formal || self.subject.clues.is_formal { FORMAL } else { 0 };
                    only.given += if self.subject.clues.is_given { FORMAL } else { 0 };
                }
                self.settle(part, &units, &self.split(&units), sexed);
            }
            [comma] if !self.is_list(&units, *comma) => {
                let surnames: Vec<bool> = (0..units.len()).map(|nth| nth < *comma).collect();
                self.settle(part, &units, &surnames, sexed);
            }
            _ => {
                let mut start = 0;
                for end in commas.into_iter().chain([units.len()]) {
                    let alone = units.get(start..end).unwrap_or_default();
                    self.settle(part, alone, &self.split(alone), sexed);
                    start = end;
                }
            }
        }
        self.nicknames(part, sexed);
    }

    /// True if names with commas between them are several people, not a surname before a given name.
    fn is_list(&self, units: &[NameUnit], comma: usize) -> bool {
        let given = |unit: &NameUnit| unit.given >= unit.surname + 10;
        let surname = |unit: &NameUnit| unit.whole && unit.surname >= unit.given + 10;
        let (before, after) = units.split_at_checked(comma).unwrap_or_default();
        // `Smith J, Jones K`
        let letters = before.len() > 1 && before.last().is_some_and(|unit| !unit.whole);
        (self.several && before.first().is_some_and(given)) || (letters && after.first().is_some_and(surname))
    }

    fn comma_before(&self, part: &[(NameWord, Option<SubstituteKind>)], units: &[NameUnit], nth: usize) -> bool {
        let (Some(before), Some(unit)) = (nth.checked_sub(1).and_then(|nth| units.get(nth)), units.get(nth)) else {
            return false;
        };
        part.get(before.at + 1..=unit.at).is_some_and(|words| words.iter().any(|(word, _)| word.comma))
    }

    fn units(&self, part: &[(NameWord, Option<SubstituteKind>)]) -> Vec<NameUnit> {
        let names = part.iter().enumerate().filter(|(_, (word, _))| word.is_name() && !word.nick);
        let mut before: Option<usize> = None;
        let mut units: Vec<NameUnit> = names
            .map(|(at, (word, _))| {
                let follows = before.replace(at).is_some_and(|before| before + 1 == at);
                self.unit(at, word, follows)
            })
            .collect();
        // `de` before a name of devotion, after another given name, makes a given name of it: `María del Carmen`.
        for nth in 0..units.len() {
            let before = nth.checked_sub(1).and_then(|nth| units.get(nth));
            let after_given = before.is_some_and(|unit| unit.levels.given() > unit.levels.surname);
            if let Some(unit) = units.get_mut(nth).filter(|unit| unit.particle) {
                let key = part.get(unit.at).map_or("", |(word, _)| word.key.as_str());
                let devout = after_given && self.context.lists.group("devotion").contains(&key);
                if devout { unit.given += 12 } else { unit.surname += 24 }
            }
        }
        units
    }

    fn unit(&self, at: usize, word: &NameWord, follows: bool) -> NameUnit {
        let whole = word.tag == NameWordRole::Name;
        let levels = match whole {
            true => word.levels.unwrap_or(UNKNOWN),
            // A letter may stand for either.
            false => NameFrequencies { male: 30, female: 30, surname: 25 },
        };
        let mut unit = NameUnit {
            at,
            given: levels.given().max(SELDOM),
            surname: levels.surname,
            levels,
            joined: word.joined && follows,
            particle: word.particle,
            case: word.case,
            whole,
        };
        match self.person.kind(&word.key) {
            Some(SubstituteKind::Surname) if whole => unit.surname += SURE,
            Some(_) if whole => unit.given += SURE,
            _ => {}
        }
        unit
    }

    /// Marks the units that are surnames: the likeliest place where given names end and surnames begin.
    fn split(&self, units: &[NameUnit]) -> Vec<bool> {
        if let Some(surnames) = by_capitals(units) {
            return surnames;
        }
        let count = units.len();
        let given: Vec<i32> = units.iter().map(|unit| unit.given).collect();
        let surname: Vec<i32> = units.iter().map(|unit| unit.surname).collect();
        let sum = |levels: &[i32], from: usize, to: usize| levels.get(from..to).unwrap_or_default().iter().sum::<i32>();
        let free = |at: usize| at == 0 || at == count || !units.get(at).is_some_and(|unit| unit.joined);
        let natural = (0..=count).filter(|at| free(*at)).map(|at| {
            let (first, last) = units.split_at_checked(at).unwrap_or_default();
            let score = sum(&given, 0, at)
                + sum(&surname, at, count)
                + self.prior(pieces(first, self.subject.language), pieces(last, self.subject.language));
            (score, at, false)
        });
        let inverted = (1..count).filter(|at| free(*at)).map(|at| {
            let (first, last) = units.split_at_checked(at).unwrap_or_default();
            let score = sum(&surname, 0, at)
                + sum(&given, at, count)
                + self.prior(pieces(last, self.subject.language), pieces(first, self.subject.language));
            (score - INVERTED, at, true)
        });
        // Of equal ones the first: fewer given names.
        let best = natural.chain(inverted).max_by_key(|(score, at, _)| (*score, std::cmp::Reverse(*at)));
        let (_, at, inverted) = best.unwrap_or_default();
        (0..count).map(|nth| (nth >= at) != inverted).collect()
    }

    /// The rarity of a number of given names and of surnames, in decibels below certain.
    fn prior(&self, given: usize, surnames: usize) -> i32 {
        let category = self.subject.category.path();
        // Spanish forms ask patients for the given name alone and for both surnames together.
        let asked = category == "person/patient" && self.subject.language == Language::Spanish;
        match (given, surnames, self.subject.language) {
            (0, 1, _) if category == "person/staff" => 4,
            (0, 1, _) => -4,
            (1, 0, _) if asked => 8,
            (1, 0, _) if category == "person/relative" => 2,
            (1, 0, _) => -6,
            (1, 1, _) => -3,
            (0, 2, _) if asked => -6,
            (0, 2, Language::Spanish) => -14,
            (0, 2, Language::English) => -30,
            (1, 2, Language::Spanish) => -3,
            (2, 1, Language::Spanish) => -10,
            (2, 2, Language::Spanish) => -6,
            (1, 2, Language::English) => -10,
            (2, 1, Language::English) => -5,
            (2, 2, Language::English) => -14,
            (2, 0, _) => -14,
            (3, 1 | 2, _) => -13,
            (given, surnames, _) => -16 - 6 * i32::try_from(given + surnames).unwrap_or_default(),
        }
    }

    /// Writes down what each unit is, and the sex of the given names.
    fn settle(
        &self,
        part: &mut [(NameWord, Option<SubstituteKind>)],
        units: &[NameUnit],
        surnames: &[bool],
        sexed: Option<PersonSex>,
    ) {
        let givens =
            || units.iter().zip(surnames).filter(|(unit, surname)| !**surname && unit.whole).map(|(unit, _)| unit);
        let known =
            || givens().find_map(|unit| part.get(unit.at).and_then(|(word, _)| sex_of(self.person.kind(&word.key))));
        let elsewhere = self.person.sex.or(self.subject.clues.guess).filter(|_| !self.several);
        let sex = sexed
            .or_else(known)
            .or_else(|| givens().find_map(|unit| told(unit.levels)))
            .or(elsewhere)
            .or_else(|| givens().find_map(|unit| part.get(unit.at).and_then(|(word, _)| by_ending(word))));
        for (unit, surname) in units.iter().zip(surnames) {
            if let Some((word, kind)) = part.get_mut(unit.at) {
                let known = self.person.kind(&word.key).filter(|known| (*known == SubstituteKind::Surname) == *surname);
                let new = if *surname { SubstituteKind::Surname } else { given(sex, self.context) };
                *kind = Some(known.filter(|_| unit.whole).unwrap_or(new));
            }
        }
    }

    /// Names in quotes or brackets are given names.
    fn nicknames(&self, part: &mut [(NameWord, Option<SubstituteKind>)], sexed: Option<PersonSex>) {
        let sex = sexed.or_else(|| part.iter().find_map(|(_, kind)| sex_of(*kind)));
        for (word, kind) in part.iter_mut().filter(|(word, _)| word.is_name() && word.nick) {
            let told = || word.levels.and_then(told);
            let known = self.person.kind(&word.key);
            *kind = Some(known.unwrap_or_else(|| given(sex.or_else(told), self.context)));
        }
    }
}

/// The sex that a given name tells.
fn told(levels: NameFrequencies) -> Option<PersonSex> {
    if levels.male >= levels.female + TELLS {
        Some(PersonSex::Male)
    } else if levels.female >= levels.male + TELLS {
        Some(PersonSex::Female)
    } else {
        None
    }
}

/// The sex that the ending of a given name tells which nobody lists, in most languages that write one.
fn by_ending(word: &NameWord) -> Option<PersonSex> {
    match word.key.chars().next_back().filter(|_| word.levels.is_none()) {
        Some('a') => Some(PersonSex::Female),
        Some('o') => Some(PersonSex::Male),
        _ => None,
    }
}

/// The surnames by capitals, where some names are in capitals and some are not.
fn by_capitals(units: &[NameUnit]) -> Option<Vec<bool>> {
    let whole = || units.iter().filter(|unit| unit.whole);
    let mixed = whole().any(|unit| unit.case == NameCase::Capitals) && whole().any(|unit| unit.case == NameCase::Title);
    mixed.then(|| units.iter().map(|unit| unit.case == NameCase::Capitals).collect())
}

/// The number of names in some units: joined ones are one, and in Spanish so are a surname and what follows it with
/// `de`.
fn pieces(units: &[NameUnit], language: Language) -> usize {
    let belongs =
        |unit: &NameUnit| unit.joined || (unit.particle && unit.surname > unit.given && language == Language::Spanish);
    units.iter().enumerate().filter(|(nth, unit)| *nth == 0 || !belongs(unit)).count()
}
