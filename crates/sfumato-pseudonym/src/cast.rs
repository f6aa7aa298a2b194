//! The cast of a scope: who and what plays whom, in one document or in all of a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use sfumato_detect::{Category, KnownCategory, SubstituteKind};
use sfumato_language::Language;

use crate::{
    Context, Ledger, Lists, Originals, Per, Seed, Settings, Subject, Told, ages, contacts, dates, fold, institutions,
    names, numbers, places, streets, words,
};

/// Something to be replaced, apart from the text it stands in.
#[derive(Clone, PartialEq)]
struct Member {
    category: Category,
    language: Language,
    forms: Vec<String>,
    beside: BTreeSet<usize>,
    roll: u32,
    told: Told,
}

impl Member {
    fn subject(&self) -> Subject<'_> {
        Subject {
            category: self.category.clone(),
            language: self.language,
            forms: self.forms.iter().map(String::as_str).collect(),
            beside: self.beside.iter().copied().collect(),
            roll: self.roll,
            told: self.told,
        }
    }
}

/// Everything that is to be replaced in the documents of a scope. `Debug` shows how much only.
#[derive(Clone, Default)]
pub struct Roster {
    members: Vec<Member>,
    by_value: HashMap<(String, String), usize>,
    originals: Originals,
    /// Which members are dates or ages, by the group of documents whose dates move together.
    times: BTreeMap<String, BTreeSet<usize>>,
}

impl Roster {
    /// Adds the subjects of a document, and every other value that is masked in it; gives the group its dates move with.
    ///
    /// `document` tells documents apart: a digest of the text.
    pub fn add<'t>(
        &mut self,
        subjects: &[Subject<'_>],
        masked: impl Iterator<Item = &'t str>,
        document: &str,
        per: Per,
    ) -> String {
        masked.for_each(|value| self.originals.add(value));
        let group = group(subjects, document, per);
        let numbers: Vec<usize> = subjects.iter().map(|subject| self.member(subject)).collect();
        for (subject, number) in subjects.iter().zip(&numbers) {
            subject.forms.iter().for_each(|form| self.originals.add(form));
            let beside = subject.beside.iter().filter_map(|other| numbers.get(*other));
            self.members[*number].beside.extend(beside);
            if matches!(subject.category.substitute(), Some(SubstituteKind::Dates | SubstituteKind::Ages)) {
                self.times.entry(group.clone()).or_default().insert(*number);
            }
        }
        group
    }

    /// The member that a subject is, in whatever document.
    fn member(&mut self, subject: &Subject<'_>) -> usize {
        let value = (subject.category.root().to_owned(), fold(subject.fullest()));
        let number = *self.by_value.entry(value).or_insert_with(|| {
            self.members.push(Member {
                category: subject.category.clone(),
                language: subject.language,
                forms: Vec::new(),
                beside: BTreeSet::new(),
                roll: subject.roll,
                told: subject.told,
            });
            self.members.len() - 1
        });
        let member = &mut self.members[number];
        member.told = member.told.and(subject.told);
        // What one document knows more exactly is so in all: a birth date is a date.
        if subject.category.is_within(member.category.path()) {
            member.category = subject.category.clone();
        }
        for form in &subject.forms {
            if !member.forms.iter().any(|known| known == form) {
                member.forms.push((*form).to_owned());
            }
        }
        number
    }

    /// Adds what another roster has, of other documents.
    pub fn join(&mut self, other: Self) {
        let numbers: Vec<usize> = other.members.iter().map(|member| self.member(&member.subject())).collect();
        for (member, number) in other.members.iter().zip(&numbers) {
            self.members[*number].beside.extend(member.beside.iter().map(|beside| numbers[*beside]));
        }
        for (group, members) in other.times {
            self.times.entry(group).or_default().extend(members.into_iter().map(|member| numbers[member]));
        }
        self.originals.join(other.originals);
    }
}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Roster({} members)", self.members.len())
    }
}

/// The documents whose dates move together with those of one document.
fn group(subjects: &[Subject<'_>], document: &str, per: Per) -> String {
    match per {
        Per::Folder => String::new(),
        Per::Document => format!("document {document}"),
        Per::Person => {
            let patient = subjects.iter().find(|subject| subject.category.is(KnownCategory::Patient));
            let person =
                || subjects.iter().find(|subject| subject.category.substitute() == Some(SubstituteKind::Names));
            match patient.or_else(person) {
                Some(person) => {
                    // "Lee, Ann" is Ann Lee.
                    let name = fold(person.fullest());
                    let mut words: Vec<&str> = name.split(' ').collect();
                    words.sort_unstable();
                    format!("person {}", words.join(" "))
                }
                None => format!("document {document}"),
            }
        }
    }
}

/// What stands for everything in a scope.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cast {
    /// What stands for people, places and numbers.
    pub things: Ledger,
    /// How dates and ages move, by group of documents.
    pub times: BTreeMap<String, Ledger>,
}

impl fmt::Debug for Cast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cast({} things, {} groups)", self.things.len(), self.times.len())
    }
}

/// How pseudonyms are chosen and written in a scope.
#[derive(Debug, Clone, Copy)]
pub struct Stage<'a> {
    /// Where draws about dates come from, which may move together in documents that have nothing else in common.
    pub seed: &'a Seed,
    /// Where all other draws come from: a seed of the scope's own.
    pub scope: &'a Seed,
    /// What the policy says.
    pub settings: &'a Settings,
    /// What substitutes are taken from.
    pub lists: &'a Lists<'a>,
}

/// The kind of a subject: that of its category, unless it is a word for an origin that was found as a place.
fn kind_of(subject: &Subject<'_>, context: &Context<'_>) -> Option<SubstituteKind> {
    match subject.category.substitute() {
        Some(SubstituteKind::Places) if words::is_origin(subject, context) => Some(SubstituteKind::Words),
        // A word in small letters that no list knows is hardly a place; another place would be a false one.
        Some(SubstituteKind::Places) if is_word(subject.fullest()) && !places::is_known(subject.fullest(), context) => {
            None
        }
        kind => kind,
    }
}

/// Whether a text is letters in small and blanks alone.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || (c.is_alphabetic() && !c.is_uppercase()))
}

impl<'a> Stage<'a> {
    fn context(self, seed: &'a Seed, originals: &'a Originals) -> Context<'a> {
        Context { seed, settings: self.settings, lists: self.lists, originals }
    }

    /// Decides about everything on a roster; what a cast knew before stays as it was.
    pub fn cast(self, roster: &Roster, before: Cast) -> Cast {
        let Cast { mut things, mut times } = before;
        let subjects: Vec<Subject<'_>> = roster.members.iter().map(Member::subject).collect();
        let mut by_kind: BTreeMap<SubstituteKind, Vec<(usize, &Subject<'_>)>> = BTreeMap::new();
        let context = self.context(self.scope, &roster.originals);
        for (number, subject) in subjects.iter().enumerate() {
            if let Some(kind) = kind_of(subject, &context) {
                by_kind.entry(kind).or_default().push((number, subject));
            }
        }
        let relatives = by_kind.get(&SubstituteKind::Words).into_iter().flatten();
        let relatives: Vec<Subject<'_>> = relatives.flat_map(|(_, subject)| words::named(subject, &context)).collect();
        by_kind.entry(SubstituteKind::Names).or_default().extend(relatives.iter().enumerate());
        for kind in SubstituteKind::ALL {
            let Some(members) = by_kind.get(&kind) else { continue };
            match kind {
                SubstituteKind::Names => {
                    for (original, substitute) in &self.settings.fixed {
                        let named = members.iter().find(|(_, subject)| subject.is_written(original));
                        if let Some((_, subject)) = named {
                            names::fix(original, substitute, subject, &context, &mut things);
                        }
                    }
                    names::assign(members, &context, &mut things);
                }
                SubstituteKind::Places => places::assign(members, &context, &mut things),
                SubstituteKind::Streets => streets::assign(members, &context, &mut things),
                SubstituteKind::Institutions => institutions::assign(members, &context, &mut things),
                SubstituteKind::Words => words::assign(members, &context, &mut things),
                SubstituteKind::Numbers => numbers::assign(members, &context, &mut things),
                SubstituteKind::Contacts => contacts::assign(members, &context, &mut things),
                // Their groups are not the whole scope.
                SubstituteKind::Dates | SubstituteKind::Ages => {}
            }
        }
        for (group, members) in &roster.times {
            let seed = self.seed.within(group.as_bytes());
            let context = self.context(&seed, &roster.originals);
            let ledger = times.entry(group.clone()).or_default();
            let of = |kind: SubstituteKind| -> Vec<(usize, &Subject<'_>)> {
                let members = members.iter().map(|number| (*number, &subjects[*number]));
                members.filter(|(_, subject)| subject.category.substitute() == Some(kind)).collect()
            };
            let (dates, ages) = (of(SubstituteKind::Dates), of(SubstituteKind::Ages));
            dates::assign(&dates, &context, ledger);
            ages::assign(&ages, &dates, &context, ledger);
        }
        Cast { things, times }
    }

    /// Whether something may stay as it is where it is written so: the age of a child, a time of day, a hospital that is
    /// not named.
    pub fn may_stay(self, form: &str, subject: &Subject<'_>, roster: &Roster) -> bool {
        let context = self.context(self.scope, &roster.originals);
        match subject.category.substitute() {
            Some(SubstituteKind::Ages) => true,
            Some(SubstituteKind::Places) => self.is_left_word(subject, &context),
            Some(SubstituteKind::Words) => words::stays_as_it_is(form, subject, &context),
            Some(SubstituteKind::Dates) => subject.category.is(KnownCategory::Time),
            Some(SubstituteKind::Institutions) => institutions::is_plain(form, subject, &context),
            _ => false,
        }
    }

    /// Whether something found as a place is a word for where somebody is from, and the policy does not ask for those by
    /// name: another would be another fact.
    fn is_left_word(self, subject: &Subject<'_>, context: &Context<'_>) -> bool {
        !self.settings.replaces_origins && words::is_origin(subject, context)
    }

    /// What stands for a subject where it is written so; nothing if it has no substitute.
    pub fn write(self, form: &str, subject: &Subject<'_>, group: &str, roster: &Roster, cast: &Cast) -> Option<String> {
        let fixed = self.settings.fixed.iter().find(|(original, _)| subject.is_written(original));
        let context = self.context(self.scope, &roster.originals);
        let kind = kind_of(subject, &context);
        match fixed {
            // Names are fixed word by word, so that all their forms agree.
            Some((_, substitute)) if kind != Some(SubstituteKind::Names) => return Some(substitute.clone()),
            _ => {}
        }
        let things = &cast.things;
        match kind? {
            SubstituteKind::Names => names::write(form, subject, &context, things),
            SubstituteKind::Places => places::write(form, subject, &context, things),
            // A town or province that stands in the scope by itself may stand in these too, known to lists or not.
            kind @ (SubstituteKind::Streets | SubstituteKind::Institutions) => {
                let written = match kind {
                    SubstituteKind::Streets => streets::write(form, subject, &context, things)?,
                    _ => institutions::write(form, subject, &context, things)?,
                };
                Some(places::town_in(&written, &context, things).unwrap_or(written))
            }
            SubstituteKind::Words
                if self.is_left_word(subject, &context)
                    && subject.category.substitute() == Some(SubstituteKind::Places) =>
            {
                Some(form.to_owned())
            }
            SubstituteKind::Words => words::write(form, subject, &context, things),
            SubstituteKind::Numbers => numbers::write(form, subject, &context, things),
            SubstituteKind::Contacts => contacts::write(form, subject, &context, things),
            kind @ (SubstituteKind::Dates | SubstituteKind::Ages) => {
                let seed = self.seed.within(group.as_bytes());
                let context = self.context(&seed, &roster.originals);
                let times = cast.times.get(group)?;
                match kind {
                    SubstituteKind::Dates => dates::write(form, subject, &context, times),
                    _ => ages::write(form, subject, &context, times),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject<'t>(category: &str, forms: &[&'t str]) -> Subject<'t> {
        Subject {
            category: Category::new(category).expect("a category"),
            language: Language::English,
            forms: forms.to_vec(),
            beside: Vec::new(),
            roll: 0,
            told: Told::default(),
        }
    }

    fn lists() -> Lists<'static> {
        Lists::new(&[("names.groups", include_str!("../../../assets/pseudonyms/names.groups"))])
    }

    /// What stands for the forms of some subjects, enlisted in an order.
    fn played(subjects: &[Subject<'_>], settings: &Settings, order: &[usize]) -> Vec<Option<String>> {
        let (seed, lists) = (Seed::new(5), lists());
        let stage = Stage { seed: &seed, scope: &seed, settings, lists: &lists };
        let mut roster = Roster::default();
        let groups: Vec<String> = order
            .iter()
            .map(|number| {
                roster.add(&subjects[*number..=*number], std::iter::empty(), &number.to_string(), Per::Folder)
            })
            .collect();
        let cast = stage.cast(&roster, Cast::default());
        let write = |subject: &Subject<'_>| stage.write(subject.fullest(), subject, &groups[0], &roster, &cast);
        subjects.iter().map(write).collect()
    }

    #[test]
    fn what_stands_for_what_does_not_depend_on_the_order_of_documents() {
        let subjects = [
            subject("person", &["Ann Quill"]),
            subject("person", &["Peter Zander"]),
            subject("person/staff", &["Maud Quill"]),
            subject("date", &["12 March 2019"]),
            subject("date/birth", &["1 May 1960"]),
        ];
        let settings = Settings::default();
        let one = played(&subjects, &settings, &[0, 1, 2, 3, 4]);
        assert!(one.iter().all(Option::is_some), "{one:?}");
        assert_eq!(played(&subjects, &settings, &[4, 2, 3, 1, 0]), one);
    }

    #[test]
    fn fixed_names_hold_for_all_forms() {
        let subjects =
            [subject("person", &["Margaret Quill", "Quill", "M. Quill"]), subject("person", &["Peter Quill"])];
        let settings = Settings { fixed: vec![("Margaret Quill".into(), "Jane Roe".into())], ..Settings::default() };
        let (seed, lists) = (Seed::new(5), lists());
        let stage = Stage { seed: &seed, scope: &seed, settings: &settings, lists: &lists };
        let mut roster = Roster::default();
        let group = roster.add(&subjects, std::iter::empty(), "d", Per::Document);
        let cast = stage.cast(&roster, Cast::default());
        let write = |form: &str, subject: &Subject<'_>| stage.write(form, subject, &group, &roster, &cast);
        let forms = ["Margaret Quill", "Quill", "M. Quill"].map(|form| write(form, &subjects[0]).unwrap_or_default());
        assert_eq!(forms, ["Jane Roe", "Roe", "J. Roe"]);
        assert!(write("Peter Quill", &subjects[1]).is_some_and(|name| name.ends_with(" Roe")), "a family stays one");
    }
}
