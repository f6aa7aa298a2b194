//! Names of people, token by token: a given name for a given name, a surname for a surname.
//!
//! The ledger knows tokens, not people: who shares a surname shares the substitute. Which token is what is read from
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
use person::{Person, Reading};
use pool::Pool;
use tables::Tables;
use words::{Case, Tag, Word, key};

use crate::{Context, Kind, Ledger, Lists, Sex, Subject};

/// The kinds of names.
const NAMES: [Kind; 4] = [Kind::Surname, Kind::GivenMale, Kind::GivenFemale, Kind::Given];
/// How common a given name is, in decibels, that is known as one wherever it stands, and by how much more than as a surname.
const GIVEN: i32 = 20;
const BY_FAR: i32 = 6;
/// After so many rolls a name may come again.
const ROLLS: u32 = 50;

/// What a token needs a substitute for.
#[derive(Clone, Copy)]
struct Need {
    roll: u32,
    language: Language,
    /// Whether it stands alone in every form of its subject, so that its kind is a guess.
    alone: bool,
}

/// Decides what stands for every token of the names of some subjects.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let mut needs: BTreeMap<(Kind, String), Need> = BTreeMap::new();
    let mut letters: BTreeSet<(char, u32)> = BTreeSet::new();
    for (_, subject) in subjects {
        collect(subject, context, &mut needs, &mut letters);
    }
    needs.retain(|(kind, token), need| {
        let decided = if need.alone { is_known(token, ledger) } else { ledger.get(*kind, token).is_some() };
        !decided
    });
    let surely: BTreeSet<String> =
        needs.iter().filter(|(_, need)| !need.alone).map(|((_, token), _)| token.clone()).collect();
    // What one mention leaves open another may tell.
    needs.retain(|(_, token), need| !need.alone || !surely.contains(token));
    choose(&needs, context, ledger);
    let circle = if letters.is_empty() { Vec::new() } else { circle(context) };
    for (letter, roll) in letters {
        let other = other_letter(letter, roll, &circle, ledger);
        ledger.set(Kind::Initial, letter.encode_utf8(&mut [0; 4]), other.encode_utf8(&mut [0; 4]));
    }
}

/// Adds what the forms of a subject need.
fn collect(
    subject: &Subject<'_>,
    context: &Context<'_>,
    needs: &mut BTreeMap<(Kind, String), Need>,
    letters: &mut BTreeSet<(char, u32)>,
) {
    let person = Person::new(subject, context);
    let mut add = |reading: &Reading| {
        let alone = reading.iter().filter(|(word, _)| word.is_name()).count() == 1;
        for (word, kind) in reading {
            match (word.tag, kind) {
                (Tag::Name, Some(kind)) => {
                    let new = Need { roll: subject.roll, language: subject.language, alone };
                    let need = needs.entry((*kind, word.key.clone())).or_insert(new);
                    need.roll = need.roll.max(subject.roll);
                    need.alone &= alone;
                    if subject.language == Language::Spanish {
                        need.language = Language::Spanish;
                    }
                }
                (Tag::Initial | Tag::Initials, _) => {
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

/// Whether a token has a substitute as any kind of name.
fn is_known(token: &str, ledger: &Ledger) -> bool {
    NAMES.iter().any(|kind| ledger.get(*kind, token).is_some())
}

/// Chooses in the order of the tokens, which is that of no document. A re-roll chooses after everybody else, and none
/// of what its token had before: so nobody else changes.
fn choose(needs: &BTreeMap<(Kind, String), Need>, context: &Context<'_>, ledger: &mut Ledger) {
    let mut pool = Pool::new(context);
    let mut chosen = Vec::with_capacity(needs.len());
    for ((kind, token), need) in needs {
        chosen.push(pool.choose(*kind, token, 0, need.language, ledger));
    }
    for (((kind, token), need), name) in needs.iter().zip(&mut chosen) {
        for roll in 1..=need.roll.min(ROLLS) {
            let roll = if roll == ROLLS { need.roll } else { roll };
            *name = pool.choose(*kind, token, roll, need.language, ledger).or_else(|| name.take());
        }
    }
    for ((kind, token), name) in needs.keys().zip(chosen) {
        if let Some(name) = name {
            ledger.set(*kind, token, &name);
        }
    }
}

/// All letters, in a drawn order.
fn circle(context: &Context<'_>) -> Vec<char> {
    let order = context.seed.draw(&[Kind::Initial.name()]).order(26);
    order.into_iter().filter_map(|place| char::from_digit(u32::try_from(place + 10).ok()?, 36)).collect()
}

/// The letter that stands for a letter of nobody known: the next on the circle, so that none stands for two.
fn other_letter(letter: char, roll: u32, circle: &[char], ledger: &Ledger) -> char {
    let at = circle.iter().position(|other| *other == letter).unwrap_or(letter as usize);
    let next = |steps: usize| circle.get((at + steps) % circle.len().max(1)).copied().unwrap_or(letter);
    let first = roll as usize % 25;
    let mut others = (0..25).map(|more| next(1 + (first + more) % 25));
    let other = others.find(|other| !ledger.is_used(Kind::Initial, other.encode_utf8(&mut [0; 4])));
    other.unwrap_or_else(|| next(1 + first))
}

/// What the ledger says of a letter, or what it would.
fn letter_for(letter: char, context: &Context<'_>, ledger: &Ledger) -> char {
    let decided = ledger.get(Kind::Initial, letter.encode_utf8(&mut [0; 4])).and_then(|other| other.chars().next());
    decided.unwrap_or_else(|| other_letter(letter, 0, &circle(context), ledger))
}

/// The substitute of a person in the form of one mention.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let person = Person::new(subject, context);
    let other;
    let reading = if form == subject.fullest() {
        &person.reading
    } else {
        other = person.read(form, subject, context);
        &other
    };
    // Where one name lacks its accents all of the mention does.
    let bare = reading.iter().any(|(word, _)| word.bare);
    let mut writer = Writer { person: &person, reading, context, ledger, bare, spent: Vec::new() };
    let mut out = String::with_capacity(form.len() + 16);
    let mut done = 0;
    for (nth, (word, kind)) in reading.iter().enumerate() {
        if word.tag == Tag::Particle && is_given_particle(reading, nth) {
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

/// Whether a particle stands between two given names.
fn is_given_particle(reading: &Reading, nth: usize) -> bool {
    let is_given = |kind: Option<Kind>| kind.is_some_and(|kind| kind != Kind::Surname);
    let kind = |found: Option<&(Word, Option<Kind>)>| found.and_then(|(_, kind)| *kind);
    let after = kind(reading.iter().skip(nth).find(|(word, _)| word.tag != Tag::Particle));
    let before = kind(reading.iter().take(nth).rfind(|(word, _)| word.tag != Tag::Particle));
    is_given(after) && is_given(before)
}

/// Whether an apostrophe after a name in `s` is a possessive.
fn is_plural_possessive(form: &str, at: usize, name: &str) -> bool {
    let mut rest = form.get(at..).unwrap_or_default().chars();
    name.ends_with(['s', 'S'])
        && matches!(rest.next(), Some('\'' | '\u{2019}'))
        && !rest.next().is_some_and(char::is_alphanumeric)
}

struct Writer<'w> {
    person: &'w Person,
    reading: &'w Reading,
    context: &'w Context<'w>,
    ledger: &'w Ledger,
    bare: bool,
    /// Names of the fullest form that letters of this one already stand for.
    spent: Vec<usize>,
}

impl Writer<'_> {
    fn write(&mut self, word: &Word, kind: Option<Kind>, text: &str, out: &mut String) -> Option<()> {
        match word.tag {
            Tag::Name => {
                let substitute = self.substitute(kind?, &word.key)?;
                dress(substitute, word.case, self.bare, out);
            }
            Tag::Initial | Tag::Initials => {
                for c in text.chars() {
                    match key(c.encode_utf8(&mut [0; 4])).chars().next() {
                        Some(letter) => self.initial(letter, kind, c.is_uppercase(), out),
                        None => out.push(c),
                    }
                }
            }
            Tag::Digits => out.push_str(&other_digits(text, self.context)),
            _ => out.push_str(text),
        }
        Some(())
    }

    /// What stands for a token, as the kind it has here or else as any other.
    fn substitute(&self, kind: Kind, token: &str) -> Option<&str> {
        let found = self.ledger.get(kind, token);
        found.or_else(|| NAMES.iter().find_map(|kind| self.ledger.get(*kind, token)))
    }

    /// The first letter of what stands for the name that a letter stands for.
    fn initial(&mut self, letter: char, kind: Option<Kind>, capital: bool, out: &mut String) {
        let is_given = |kind: Option<Kind>| kind.is_some_and(|kind| kind != Kind::Surname);
        let spelt = |token: &str| self.reading.iter().any(|(word, _)| word.tag == Tag::Name && word.key == token);
        let names = self.person.reading.iter().enumerate().filter(|(nth, (word, _))| {
            word.tag == Tag::Name && word.key.starts_with(letter) && !self.spent.contains(nth) && !spelt(&word.key)
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
            None => letter_for(letter, self.context, self.ledger),
        };
        let other = if self.bare { other.to_lowercase().find_map(plain).unwrap_or(other) } else { other };
        if capital { out.extend(other.to_uppercase()) } else { out.extend(other.to_lowercase()) }
    }
}

/// Writes a name in the letters of the one it stands for.
fn dress(name: &str, case: Case, bare: bool, out: &mut String) {
    for c in name.chars() {
        let c = match bare && !c.is_ascii() {
            true => {
                let Some(small) = c.to_lowercase().find_map(plain) else { continue };
                if c.is_uppercase() { small.to_ascii_uppercase() } else { small }
            }
            false => c,
        };
        match case {
            Case::Small => out.extend(c.to_lowercase()),
            Case::Capitals => out.extend(c.to_uppercase()),
            Case::Title => out.push(c),
        }
    }
}

/// Other digits for digits that stand in a name.
fn other_digits(digits: &str, context: &Context<'_>) -> String {
    let mut draw = context.seed.draw(&["digits of a name", digits]);
    let other = |c: char| match c.to_digit(10) {
        Some(digit) => char::from_digit((digit + 1 + draw.below(9) as u32) % 10, 10).unwrap_or('0'),
        None => '0',
    };
    digits.chars().map(other).collect()
}

/// What a title before a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Title {
    /// Whether it is one of men or of women, if either.
    pub sex: Option<Sex>,
    /// Whether a surname follows it where one name does.
    pub is_formal: bool,
}

/// What a word says that stands before a name, if it is a title.
pub fn title_before(word: &str, is_dotted: bool, language: Language) -> Option<Title> {
    let key = key(word);
    // Roles are said of people too who are not named by them.
    let is_address = matches!(
        key.as_str(),
        "don" | "dona" | "senor" | "senora" | "senorita" | "sr" | "sra" | "srta" | "mr" | "mrs" | "ms" | "dr" | "dra"
    );
    let is_title = word.starts_with(char::is_uppercase) || is_address;
    let sex = vocabulary::title(&key, language, is_dotted).filter(|_| is_title)?;
    Some(Title { sex, is_formal: vocabulary::goes_with_surname(&key) })
}

/// Whether a word is common as a given name and not as a surname, in a language.
pub fn is_given_name(word: &str, language: Language, lists: &Lists<'_>) -> bool {
    let table = match language {
        Language::English => "names-en",
        Language::Spanish => "names-es",
    };
    let found = lists.table(table).find(&key(word)).map(|fields| tables::fields(fields).0);
    found.is_some_and(|levels| levels.given() >= GIVEN && levels.given() > levels.surname + BY_FAR)
}

/// Whether a word is a name, in either language.
pub fn is_name_word(word: &str, context: &Context<'_>) -> bool {
    Tables::new(Language::Spanish, context).entry(&key(word)).is_some()
}

#[cfg(test)]
mod tests;
