//! Names of people, token by token: a given name for a given name, a surname for a surname.
//!
//! The table knows tokens, not people: who shares a surname shares the substitute. Which token is what is read from
//! the fullest form of a subject; every other form is read by it.

mod fixed;
mod handle;
mod person;
mod pool;
mod tables;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use sfumato_language::{Language, plain};

pub use fixed::fix;
pub use handle::in_handle;
use person::{FullestName, NameReading};
use pool::NamePool;
use tables::NameTables;
use words::{NameCase, NameWord, NameWordRole, key};

use crate::{PersonSex, PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteLists, SubstituteTable};

/// The kinds of names.
const NAMES: [SubstituteKind; 4] =
    [SubstituteKind::Surname, SubstituteKind::GivenMale, SubstituteKind::GivenFemale, SubstituteKind::Given];
/// The decibels from which a given name is known as one wherever it stands, and those it needs above its rate as a
/// surname.
const GIVEN: i32 = 20;
const BY_FAR: i32 = 6;
/// After so many rolls a name may come again.
const ROLLS: u32 = 50;

/// The kind of name that a token needs a substitute for.
#[derive(Clone, Copy)]
struct NameNeed {
    roll: u32,
    language: Language,
    /// It stands alone in every form of its subject, so that its kind is a guess.
    alone: bool,
}

/// Decides what stands for every token of the names of some subjects.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut needs: BTreeMap<(SubstituteKind, String), NameNeed> = BTreeMap::new();
    let mut letters: BTreeSet<(char, u32)> = BTreeSet::new();
    for (_, subject) in subjects {
        collect(subject, context, &mut needs, &mut letters);
    }
    needs.retain(|(kind, token), need| {
        let decided = if need.alone { is_known(token, chosen) } else { chosen.get(*kind, token).is_some() };
        !decided
    });
    let surely: BTreeSet<String> =
        needs.iter().filter(|(_, need)| !need.alone).map(|((_, token), _)| token.clone()).collect();
    // What one mention leaves open another may tell.
    needs.retain(|(_, token), need| !need.alone || !surely.contains(token));
    choose(&needs, context, chosen);
    let circle = if letters.is_empty() { Vec::new() } else { circle(context) };
    for (letter, roll) in letters {
        let other = other_letter(letter, roll, &circle, chosen);
        chosen.set(SubstituteKind::Initial, letter.encode_utf8(&mut [0; 4]), other.encode_utf8(&mut [0; 4]));
    }
}

/// Adds what the forms of a subject need.
fn collect(
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    needs: &mut BTreeMap<(SubstituteKind, String), NameNeed>,
    letters: &mut BTreeSet<(char, u32)>,
) {
    let person = FullestName::new(subject, context);
    let mut add = |reading: &NameReading| {
        let alone = reading.iter().filter(|(word, _)| word.is_name()).count() == 1;
        for (word, kind) in reading {
            match (word.tag, kind) {
                (NameWordRole::Name, Some(kind)) => {
                    let new = NameNeed { roll: subject.roll, language: subject.language, alone };
                    let need = needs.entry((*kind, word.key.clone())).or_insert(new);
                    need.roll = need.roll.max(subject.roll);
                    need.alone &= alone;
                    if subject.language == Language::Spanish {
                        need.language = Language::Spanish;
                    }
                }
                (NameWordRole::Initial | NameWordRole::Initials, _) => {
                    letters.extend(word.key.chars().map(|letter| (letter, subject.roll)));
                }
                _ => {}
            }
        }
    };
    add(&person.reading);
    for form in subject.forms.iter().skip(1) {
        add(&person.read(form, subject, context));
    }
}

/// True if a token has a substitute as any kind of name.
fn is_known(token: &str, chosen: &SubstituteTable) -> bool {
    NAMES.iter().any(|kind| chosen.get(*kind, token).is_some())
}

/// Chooses in the order of the tokens, which is that of no document. A re-roll chooses after everybody else, and none
/// of what its token had before: so nobody else changes.
fn choose(
    needs: &BTreeMap<(SubstituteKind, String), NameNeed>,
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut pool = NamePool::new(context);
    let mut picked = Vec::with_capacity(needs.len());
    for ((kind, token), need) in needs {
        picked.push(pool.choose(*kind, token, 0, need.language, chosen));
    }
    for (((kind, token), need), name) in needs.iter().zip(&mut picked) {
        for roll in 1..=need.roll.min(ROLLS) {
            let roll = if roll == ROLLS { need.roll } else { roll };
            *name = pool.choose(*kind, token, roll, need.language, chosen).or_else(|| name.take());
        }
    }
    for ((kind, token), name) in needs.keys().zip(picked) {
        if let Some(name) = name {
            chosen.set(*kind, token, &name);
        }
    }
}

/// All letters, in a drawn order.
fn circle(context: &SubstituteContext<'_>) -> Vec<char> {
    let order = context.seed.draw(&[SubstituteKind::Initial.name()]).order(26);
    order.into_iter().filter_map(|place| char::from_digit(u32::try_from(place + 10).ok()?, 36)).collect()
}

/// The letter that stands for a letter of nobody known: the next on the circle, so that none stands for two.
fn other_letter(letter: char, roll: u32, circle: &[char], chosen: &SubstituteTable) -> char {
    let at = circle.iter().position(|other| *other == letter).unwrap_or(letter as usize);
    let next = |steps: usize| circle.get((at + steps) % circle.len().max(1)).copied().unwrap_or(letter);
    let first = roll as usize % 25;
    let mut others = (0..25).map(|more| next(1 + (first + more) % 25));
    let other = others.find(|other| !chosen.is_used(SubstituteKind::Initial, other.encode_utf8(&mut [0; 4])));
    other.unwrap_or_else(|| next(1 + first))
}

/// The substitute of a letter, as decided or as it would be.
fn letter_for(letter: char, context: &SubstituteContext<'_>, chosen: &SubstituteTable) -> char {
    let decided =
        chosen.get(SubstituteKind::Initial, letter.encode_utf8(&mut [0; 4])).and_then(|other| other.chars().next());
    decided.unwrap_or_else(|| other_letter(letter, 0, &circle(context), chosen))
}

/// The substitute of a person in the form of one mention.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let person = FullestName::new(subject, context);
    let other;
    let reading = if form == subject.fullest() {
        &person.reading
    } else {
        other = person.read(form, subject, context);
        &other
    };
    // Where one name lacks its accents all of the mention does.
    let bare = reading.iter().any(|(word, _)| word.bare);
    let mut writer = NameWriter { person: &person, reading, context, chosen, bare, spent: Vec::new() };
    let mut out = String::with_capacity(form.len() + 16);
    let mut done = 0;
    for (nth, (word, kind)) in reading.iter().enumerate() {
        if word.tag == NameWordRole::Particle && is_given_particle(reading, nth) {
            // `María del Carmen` becomes two names that need nothing between them.
            out.push_str(form.get(done..word.at.start)?.trim_end());
            done = word.at.end;
            continue;
        }
        out.push_str(form.get(done..word.at.start)?);
        let text = form.get(word.at.clone())?;
        writer.write(word, *kind, text, &mut out)?;
        done = word.at.end;
        if out.ends_with(|c: char| !matches!(c, 's' | 'S')) && is_plural_possessive(form, done, text) {
            out.push_str(form.get(done..).and_then(|rest| rest.chars().next())?.encode_utf8(&mut [0; 4]));
            out.push('s');
            done += form.get(done..)?.chars().next()?.len_utf8();
        }
    }
    out.push_str(form.get(done..)?);
    Some(out)
}

/// True if a particle stands between two given names.
fn is_given_particle(reading: &NameReading, nth: usize) -> bool {
    let is_given = |kind: Option<SubstituteKind>| kind.is_some_and(|kind| kind != SubstituteKind::Surname);
    let kind = |found: Option<&(NameWord, Option<SubstituteKind>)>| found.and_then(|(_, kind)| *kind);
    let after = kind(reading.iter().skip(nth).find(|(word, _)| word.tag != NameWordRole::Particle));
    let before = kind(reading.iter().take(nth).rfind(|(word, _)| word.tag != NameWordRole::Particle));
    is_given(after) && is_given(before)
}

/// True if an apostrophe after a name in `s` is a possessive.
fn is_plural_possessive(form: &str, at: usize, name: &str) -> bool {
    let mut rest = form.get(at..).unwrap_or_default().chars();
    name.ends_with(['s', 'S'])
        && matches!(rest.next(), Some('\'' | '\u{2019}'))
        && !rest.next().is_some_and(char::is_alphanumeric)
}

struct NameWriter<'w> {
    person: &'w FullestName,
    reading: &'w NameReading,
    context: &'w SubstituteContext<'w>,
    chosen: &'w SubstituteTable,
    bare: bool,
    /// Names of the fullest form that letters of this one already stand for.
    spent: Vec<usize>,
}

impl NameWriter<'_> {
    fn write(&mut self, word: &NameWord, kind: Option<SubstituteKind>, text: &str, out: &mut String) -> Option<()> {
        match word.tag {
            NameWordRole::Name => {
                let substitute = self.substitute(kind?, &word.key)?;
                dress(substitute, word.case, self.bare, out);
            }
            NameWordRole::Initial | NameWordRole::Initials => {
                for c in text.chars() {
                    match key(c.encode_utf8(&mut [0; 4])).chars().next() {
                        Some(letter) => self.initial(letter, kind, c.is_uppercase(), out),
                        None => out.push(c),
                    }
                }
            }
            NameWordRole::Digits => out.push_str(&other_digits(text, self.context)),
            _ => out.push_str(text),
        }
        Some(())
    }

    /// The substitute of a token, as the kind it has here or else as any other.
    fn substitute(&self, kind: SubstituteKind, token: &str) -> Option<&str> {
        let found = self.chosen.get(kind, token);
        found.or_else(|| NAMES.iter().find_map(|kind| self.chosen.get(*kind, token)))
    }

    /// The first letter of what stands for the name that a letter stands for.
    fn initial(&mut self, letter: char, kind: Option<SubstituteKind>, capital: bool, out: &mut String) {
        let is_given = |kind: Option<SubstituteKind>| kind.is_some_and(|kind| kind != SubstituteKind::Surname);
        let spelt =
            |token: &str| self.reading.iter().any(|(word, _)| word.tag == NameWordRole::Name && word.key == token);
        let names = self.person.reading.iter().enumerate().filter(|(nth, (word, _))| {
            word.tag == NameWordRole::Name
                && word.key.starts_with(letter)
                && !self.spent.contains(nth)
                && !spelt(&word.key)
        });
        // Of names that begin alike the one of the same sort.
        let found = names.max_by_key(|(nth, (_, other))| (is_given(*other) == is_given(kind), std::cmp::Reverse(*nth)));
        let substitute = found.and_then(|(nth, (word, kind))| Some((nth, self.substitute((*kind)?, &word.key)?)));
        let other = match substitute {
            Some((nth, name)) => {
                let first = name.chars().next().unwrap_or(letter);
                self.spent.push(nth);
                first
            }
            None => letter_for(letter, self.context, self.chosen),
        };
        let other = if self.bare { other.to_lowercase().find_map(plain).unwrap_or(other) } else { other };
        if capital { out.extend(other.to_uppercase()) } else { out.extend(other.to_lowercase()) }
    }
}

/// Writes a name in the letters of the one it stands for.
fn dress(name: &str, case: NameCase, bare: bool, out: &mut String) {
    for c in name.chars() {
        let c = match bare && !c.is_ascii() {
            true => {
                let Some(small) = c.to_lowercase().find_map(plain) else { continue };
                if c.is_uppercase() { small.to_ascii_uppercase() } else { small }
            }
            false => c,
        };
        match case {
            NameCase::Small => out.extend(c.to_lowercase()),
            NameCase::Capitals => out.extend(c.to_uppercase()),
            NameCase::Title => out.push(c),
        }
    }
}

/// Other digits for digits that stand in a name.
fn other_digits(digits: &str, context: &SubstituteContext<'_>) -> String {
    let mut draw = context.seed.draw(&["digits of a name", digits]);
    let other = |c: char| match c.to_digit(10) {
        Some(digit) => char::from_digit((digit + 1 + draw.below(9) as u32) % 10, 10).unwrap_or('0'),
        None => '0',
    };
    digits.chars().map(other).collect()
}

/// The facts that a title before a name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameTitle {
    /// Its sex, if it is one of men or of women.
    pub sex: Option<PersonSex>,
    /// A surname follows it where one name does.
    pub is_formal: bool,
}

/// The facts that a word before a name tells, if it is a title.
pub fn title_before(word: &str, is_dotted: bool, language: Language) -> Option<NameTitle> {
    let key = key(word);
    // Roles are said of people too who are not named by them.
    let is_address = matches!(
        key.as_str(),
        "don" | "dona" | "senor" | "senora" | "senorita" | "sr" | "sra" | "srta" | "mr" | "mrs" | "ms" | "dr" | "dra"
    );
    let is_title = word.starts_with(char::is_uppercase) || is_address;
    let sex = vocabulary::title(&key, language, is_dotted).filter(|_| is_title)?;
    Some(NameTitle { sex, is_formal: vocabulary::goes_with_surname(&key) })
}

/// True if a word is common as a given name and not as a surname, in a language.
pub fn is_given_name(word: &str, language: Language, lists: &SubstituteLists<'_>) -> bool {
    let table = match language {
        Language::English => "names-en",
        Language::Spanish => "names-es",
    };
    let found = lists.table(table).find(&key(word)).map(|fields| tables::fields(fields).0);
    found.is_some_and(|levels| levels.given() >= GIVEN && levels.given() > levels.surname + BY_FAR)
}

/// True if a word is a name, in either language.
pub fn is_name_word(word: &str, context: &SubstituteContext<'_>) -> bool {
    NameTables::new(Language::Spanish, context).entry(&key(word)).is_some()
}

#[cfg(test)]
mod tests;
