//! The pseudonyms of a scope: of one document, or of all documents of a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use sfumato_detect::{Category, KnownCategory};
use sfumato_language::Language;

use crate::{
    DatesMovePer, OriginalValues, PseudonymSeed, PseudonymSettings, PseudonymSubject, SubjectClues, SubstituteContext,
    SubstituteDomain, SubstituteLists, SubstituteTable, ages, contacts, dates, fold, institutions, names, numbers,
    places, streets, words,
};

/// Something to be replaced, apart from the text it stands in.
#[derive(Clone, PartialEq)]
struct ScopeMember {
    category: Category,
    language: Language,
    forms: Vec<String>,
    beside: BTreeSet<usize>,
    roll: u32,
    clues: SubjectClues,
}

impl ScopeMember {
    fn subject(&self) -> PseudonymSubject<'_> {
        PseudonymSubject {
            category: self.category.clone(),
            language: self.language,
            forms: self.forms.iter().map(String::as_str).collect(),
            beside: self.beside.iter().copied().collect(),
            roll: self.roll,
            clues: self.clues,
        }
    }
}

/// Everything that is to be replaced in the documents of a scope. `Debug` shows how much only.
#[derive(Clone, Default)]
pub struct PseudonymScope {
    members: Vec<ScopeMember>,
    by_value: HashMap<(String, String), usize>,
    originals: OriginalValues,
    /// The members that are dates or ages, by the group of documents whose dates move together.
    times: BTreeMap<String, BTreeSet<usize>>,
}

impl PseudonymScope {
    /// Adds the subjects of a document, and every other value that is masked in it; gives the group its dates move with.
    ///
    /// `document` tells documents apart: a digest of the text.
    pub fn add<'t>(
        &mut self,
        subjects: &[PseudonymSubject<'_>],
        masked: impl Iterator<Item = &'t str>,
        document: &str,
        per: DatesMovePer,
    ) -> String {
        masked.for_each(|value| self.originals.add(value));
        let group = group(subjects, document, per);
        let numbers: Vec<usize> = subjects.iter().map(|subject| self.member(subject)).collect();
        for (subject, number) in subjects.iter().zip(&numbers) {
            subject.forms.iter().for_each(|form| self.originals.add(form));
            let beside = subject.beside.iter().filter_map(|other| numbers.get(*other));
            self.members[*number].beside.extend(beside);
            if matches!(subject.category.substitute(), Some(SubstituteDomain::Dates | SubstituteDomain::Ages)) {
                self.times.entry(group.clone()).or_default().insert(*number);
            }
        }
        group
    }

    /// The member that a subject is, in whatever document.
    fn member(&mut self, subject: &PseudonymSubject<'_>) -> usize {
        let value = (subject.category.root().to_owned(), fold(subject.fullest()));
        let number = *self.by_value.entry(value).or_insert_with(|| {
            self.members.push(ScopeMember {
                category: subject.category.clone(),
                language: subject.language,
                forms: Vec::new(),
                beside: BTreeSet::new(),
                roll: subject.roll,
                clues: subject.clues,
            });
            self.members.len() - 1
        });
        let member = &mut self.members[number];
        member.clues = member.clues.and(subject.clues);
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

    /// Adds what another scope has, of other documents.
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

impl fmt::Debug for PseudonymScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PseudonymScope({} members)", self.members.len())
    }
}

/// The documents whose dates move together with those of one document.
fn group(subjects: &[PseudonymSubject<'_>], document: &str, per: DatesMovePer) -> String {
    match per {
        DatesMovePer::Folder => String::new(),
        DatesMovePer::Document => format!("document {document}"),
        DatesMovePer::Person => {
            let patient = subjects.iter().find(|subject| subject.category.is(KnownCategory::Patient));
            let person =
                || subjects.iter().find(|subject| subject.category.substitute() == Some(SubstituteDomain::Names));
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

/// The substitutes of everything in a scope.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PseudonymMapping {
    /// Substitutes of people, places and numbers.
    pub substitutes: SubstituteTable,
    /// The movements of dates and ages, by group of documents.
    pub times: BTreeMap<String, SubstituteTable>,
}

impl fmt::Debug for PseudonymMapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PseudonymMapping({} substitutes, {} groups)", self.substitutes.len(), self.times.len())
    }
}

/// Chooses and writes the pseudonyms of a scope.
#[derive(Debug, Clone, Copy)]
pub struct Pseudonymiser<'a> {
    /// The seed of draws about dates, which may move together in documents that have nothing else in common.
    pub seed: &'a PseudonymSeed,
    /// The seed of all other draws: one of the scope's own.
    pub scope_seed: &'a PseudonymSeed,
    /// The settings of the policy.
    pub settings: &'a PseudonymSettings,
    /// The lists that substitutes are taken from.
    pub lists: &'a SubstituteLists<'a>,
}

/// The domain of a subject: that of its category, unless it is a word for an origin that was found as a place.
fn domain_of(subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> Option<SubstituteDomain> {
    match subject.category.substitute() {
        Some(SubstituteDomain::Places) if words::is_origin(subject, context) => Some(SubstituteDomain::Words),
        // A word in small letters that no list knows is hardly a place; another place would be a false one.
        Some(SubstituteDomain::Places)
            if is_word(subject.fullest()) && !places::is_known(subject.fullest(), context) =>
        {
            None
        }
        domain => domain,
    }
}

/// True if a text is letters in small and blanks alone.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || (c.is_alphabetic() && !c.is_uppercase()))
}

impl<'a> Pseudonymiser<'a> {
    fn context(self, seed: &'a PseudonymSeed, originals: &'a OriginalValues) -> SubstituteContext<'a> {
        SubstituteContext { seed, settings: self.settings, lists: self.lists, originals }
    }

    /// Decides about everything of a scope; what a mapping knew before stays as it was.
    pub fn assign(self, scope: &PseudonymScope, before: PseudonymMapping) -> PseudonymMapping {
        let PseudonymMapping { mut substitutes, mut times } = before;
        let subjects: Vec<PseudonymSubject<'_>> = scope.members.iter().map(ScopeMember::subject).collect();
        let mut domains: BTreeMap<SubstituteDomain, Vec<(usize, &PseudonymSubject<'_>)>> = BTreeMap::new();
        let context = self.context(self.scope_seed, &scope.originals);
        for (number, subject) in subjects.iter().enumerate() {
            if let Some(domain) = domain_of(subject, &context) {
                domains.entry(domain).or_default().push((number, subject));
            }
        }
        let relatives = domains.get(&SubstituteDomain::Words).into_iter().flatten();
        let relatives: Vec<PseudonymSubject<'_>> =
            relatives.flat_map(|(_, subject)| words::named(subject, &context)).collect();
        domains.entry(SubstituteDomain::Names).or_default().extend(relatives.iter().enumerate());
        for domain in SubstituteDomain::ALL {
            let Some(members) = domains.get(&domain) else { continue };
            match domain {
                SubstituteDomain::Names => {
                    for (original, substitute) in &self.settings.fixed {
                        let named = members.iter().find(|(_, subject)| subject.is_written(original));
                        if let Some((_, subject)) = named {
                            names::fix(original, substitute, subject, &context, &mut substitutes);
                        }
                    }
                    names::assign(members, &context, &mut substitutes);
                }
                SubstituteDomain::Places => places::assign(members, &context, &mut substitutes),
                SubstituteDomain::Streets => streets::assign(members, &context, &mut substitutes),
                SubstituteDomain::Institutions => institutions::assign(members, &context, &mut substitutes),
                SubstituteDomain::Words => words::assign(members, &context, &mut substitutes),
                SubstituteDomain::Numbers => numbers::assign(members, &context, &mut substitutes),
                SubstituteDomain::Contacts => contacts::assign(members, &context, &mut substitutes),
                // Their groups are not the whole scope.
                SubstituteDomain::Dates | SubstituteDomain::Ages => {}
            }
        }
        for (group, members) in &scope.times {
            let seed = self.seed.within(group.as_bytes());
            let context = self.context(&seed, &scope.originals);
            let chosen = times.entry(group.clone()).or_default();
            let of = |domain: SubstituteDomain| -> Vec<(usize, &PseudonymSubject<'_>)> {
                let members = members.iter().map(|number| (*number, &subjects[*number]));
                members.filter(|(_, subject)| subject.category.substitute() == Some(domain)).collect()
            };
            let (dates, ages) = (of(SubstituteDomain::Dates), of(SubstituteDomain::Ages));
            dates::assign(&dates, &context, chosen);
            ages::assign(&ages, &dates, &context, chosen);
        }
        PseudonymMapping { substitutes, times }
    }

    /// True if something may stay as it is where it is written so: the age of a child, a time of day, a hospital that
    /// is
    /// not named.
    pub fn may_stay(self, form: &str, subject: &PseudonymSubject<'_>, scope: &PseudonymScope) -> bool {
        let context = self.context(self.scope_seed, &scope.originals);
        match subject.category.substitute() {
            Some(SubstituteDomain::Ages) => true,
            Some(SubstituteDomain::Places) => self.is_left_word(subject, &context),
            Some(SubstituteDomain::Words) => words::stays_as_it_is(form, subject, &context),
            Some(SubstituteDomain::Dates) => subject.category.is(KnownCategory::Time),
            Some(SubstituteDomain::Institutions) => institutions::is_plain(form, subject, &context),
            _ => false,
        }
    }

    /// True if something found as a place is a word for where somebody is from, and the policy does not ask for those
    /// by
    /// name: another would be another fact.
    fn is_left_word(self, subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> bool {
        !self.settings.replaces_origins && words::is_origin(subject, context)
    }

    /// Returns the substitute of a subject in the form of one mention, or `None` if it has none.
    pub fn write(
        self,
        form: &str,
        subject: &PseudonymSubject<'_>,
        group: &str,
        scope: &PseudonymScope,
        mapping: &PseudonymMapping,
    ) -> Option<String> {
        let fixed = self.settings.fixed.iter().find(|(original, _)| subject.is_written(original));
        let context = self.context(self.scope_seed, &scope.originals);
        let domain = domain_of(subject, &context);
        match fixed {
            // Names are fixed word by word, so that all their forms agree.
            Some((_, substitute)) if domain != Some(SubstituteDomain::Names) => return Some(substitute.clone()),
            _ => {}
        }
        let substitutes = &mapping.substitutes;
        match domain? {
            SubstituteDomain::Names => names::write(form, subject, &context, substitutes),
            SubstituteDomain::Places => places::write(form, subject, &context, substitutes),
            // A town or province that stands in the scope by itself may stand in these too, known to lists or not.
            domain @ (SubstituteDomain::Streets | SubstituteDomain::Institutions) => {
                let written = match domain {
                    SubstituteDomain::Streets => streets::write(form, subject, &context, substitutes)?,
                    _ => institutions::write(form, subject, &context, substitutes)?,
                };
                Some(places::town_in(&written, &context, substitutes).unwrap_or(written))
            }
            SubstituteDomain::Words
                if self.is_left_word(subject, &context)
                    && subject.category.substitute() == Some(SubstituteDomain::Places) =>
            {
                Some(form.to_owned())
            }
            SubstituteDomain::Words => words::write(form, subject, &context, substitutes),
            SubstituteDomain::Numbers => numbers::write(form, subject, &context, substitutes),
            SubstituteDomain::Contacts => contacts::write(form, subject, &context, substitutes),
            domain @ (SubstituteDomain::Dates | SubstituteDomain::Ages) => {
                let seed = self.seed.within(group.as_bytes());
                let context = self.context(&seed, &scope.originals);
                let times = mapping.times.get(group)?;
                match domain {
                    SubstituteDomain::Dates => dates::write(form, subject, &context, times),
                    _ => ages::write(form, subject, &context, times),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn subject<'t>(category: &str, forms: &[&'t str]) -> PseudonymSubject<'t> {
        testing::subject(category, Language::English, forms)
    }

    fn lists() -> SubstituteLists<'static> {
        SubstituteLists::new(&[("names.groups", include_str!("../../../assets/pseudonyms/names.groups"))])
    }

    /// The substitutes of some subjects, added in an order.
    fn replaced(
        subjects: &[PseudonymSubject<'_>],
        settings: &PseudonymSettings,
        order: &[usize],
    ) -> Vec<Option<String>> {
        let (seed, lists) = (PseudonymSeed::new(5), lists());
        let pseudonymiser = Pseudonymiser { seed: &seed, scope_seed: &seed, settings, lists: &lists };
        let mut scope = PseudonymScope::default();
        let groups: Vec<String> = order
            .iter()
            .map(|number| {
                scope.add(&subjects[*number..=*number], std::iter::empty(), &number.to_string(), DatesMovePer::Folder)
            })
            .collect();
        let mapping = pseudonymiser.assign(&scope, PseudonymMapping::default());
        let write = |subject: &PseudonymSubject<'_>| {
            pseudonymiser.write(subject.fullest(), subject, &groups[0], &scope, &mapping)
        };
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
        let settings = PseudonymSettings::default();
        let one = replaced(&subjects, &settings, &[0, 1, 2, 3, 4]);
        assert!(one.iter().all(Option::is_some), "{one:?}");
        assert_eq!(replaced(&subjects, &settings, &[4, 2, 3, 1, 0]), one);
    }

    #[test]
    fn fixed_names_hold_for_all_forms() {
        let subjects =
            [subject("person", &["Margaret Quill", "Quill", "M. Quill"]), subject("person", &["Peter Quill"])];
        let settings = PseudonymSettings {
            fixed: vec![("Margaret Quill".into(), "Jane Roe".into())],
            ..PseudonymSettings::default()
        };
        let (seed, lists) = (PseudonymSeed::new(5), lists());
        let pseudonymiser = Pseudonymiser { seed: &seed, scope_seed: &seed, settings: &settings, lists: &lists };
        let mut scope = PseudonymScope::default();
        let group = scope.add(&subjects, std::iter::empty(), "d", DatesMovePer::Document);
        let mapping = pseudonymiser.assign(&scope, PseudonymMapping::default());
        let write =
            |form: &str, subject: &PseudonymSubject<'_>| pseudonymiser.write(form, subject, &group, &scope, &mapping);
        let forms = ["Margaret Quill", "Quill", "M. Quill"].map(|form| write(form, &subjects[0]).unwrap_or_default());
        assert_eq!(forms, ["Jane Roe", "Roe", "J. Roe"]);
        assert!(write("Peter Quill", &subjects[1]).is_some_and(|name| name.ends_with(" Roe")), "a family stays one");
    }
}
