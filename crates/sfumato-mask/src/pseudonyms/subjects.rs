//! The subjects of pseudonyms in a document: the entities that get one, with everything that its text tells of them.

use std::collections::{HashMap, HashSet};

use sfumato_detect::{Category, Entities, KnownCategory, SubstituteDomain, ValueForm};
use sfumato_document::Span;
use sfumato_language::{Analysis, Language};
use sfumato_pseudonym::{
    DatesMovePer, PseudonymScope, PseudonymSubject, SubjectClues, SubstituteLists, fold, names, words,
};

use super::clues::{clues_beside, stands_bare};
use crate::digest;
use crate::operators::Operator;
use crate::plan::{Action, Decision};

/// The most bytes between two things that stand beside each other: a label, a comma, a line's end.
const BESIDE: usize = 40;

/// The fewest letters of a word.
const SHORTEST_WORD: usize = 4;

/// Everything in a document that gets a pseudonym.
pub(super) struct PseudonymSubjects<'d> {
    subjects: Vec<PseudonymSubject<'d>>,
    /// The subject of each entity, if it is one.
    of_entity: Vec<Option<usize>>,
    /// The texts of everything that is masked, with a pseudonym or otherwise.
    masked: Vec<&'d str>,
    /// Mentions of common words that the policy keeps and that hold a name or a number besides.
    guarded: HashSet<usize>,
    /// Subjects that stand behind a word that no place stands behind.
    bare: HashSet<usize>,
    digest: String,
}

impl std::fmt::Debug for PseudonymSubjects<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PseudonymSubjects({})", self.subjects.len())
    }
}

impl<'d> PseudonymSubjects<'d> {
    /// The entities that decisions give pseudonyms to. Those in `rerolled` get others than they would have got, by number
    /// from one, as reports count them; one that is listed again gets yet another.
    pub fn of(
        analysis: &Analysis<'d>,
        entities: &Entities,
        decisions: &[Decision],
        rerolled: &[usize],
        lists: &SubstituteLists<'_>,
    ) -> Self {
        let document = analysis.document();
        let language = analysis.languages().main().unwrap_or(Language::English);
        let mut all = Self {
            subjects: Vec::new(),
            of_entity: vec![None; entities.entities.len()],
            masked: Vec::new(),
            guarded: HashSet::new(),
            bare: HashSet::new(),
            digest: digest(document.text()),
        };
        let mut forms: HashSet<(usize, &str)> = HashSet::new();
        // The last two: a town, its state and its postcode stand beside one another.
        let mut last: [Option<(usize, Span)>; 2] = [None; 2];
        for decision in decisions {
            let mention = &entities.mentions[decision.mention];
            let form = document.slice(mention.span);
            let entity = mention.entity();
            let category = &entities.entities[entity].category;
            let is_guarded = decision.action() == Action::Keep && is_common_word(category) && holds_more(form, lists);
            if is_guarded {
                all.guarded.insert(decision.mention);
            }
            if decision.action() == Action::Mask || is_guarded {
                all.masked.push(form);
            }
            if *decision.operator != Operator::Pseudonymise && !is_guarded {
                continue;
            }
            let number = *all.of_entity[entity].get_or_insert_with(|| {
                all.subjects.push(PseudonymSubject {
                    category: category.clone(),
                    language,
                    forms: Vec::new(),
                    beside: Vec::new(),
                    roll: rerolled.iter().filter(|number| **number == entity + 1).count() as u32,
                    clues: SubjectClues {
                        keeps_words: is_guarded || (category.is(KnownCategory::Id) && is_common(form, analysis, lists)),
                        ..SubjectClues::default()
                    },
                });
                all.subjects.len() - 1
            });
            if category.is(KnownCategory::Place) && stands_bare(document.text(), mention.span.start()) {
                all.bare.insert(number);
            }
            if is_named(category) {
                let until = next_person(entities, decision.mention).unwrap_or(document.text().len());
                let place = mention.span.start()..mention.span.end();
                let clues = clues_beside(document.text(), place, until, language, lists);
                all.subjects[number].clues = all.subjects[number].clues.and(clues);
            }
            if forms.insert((number, form)) {
                all.subjects[number].forms.push(form);
            }
            for (other, span) in last.into_iter().flatten() {
                if other != number && mention.span.start().saturating_sub(span.end()) <= BESIDE {
                    all.subjects[number].beside.push(other);
                    all.subjects[other].beside.push(number);
                }
            }
            last = [Some((number, mention.span)), last[0]];
        }
        for subject in &mut all.subjects {
            subject.beside.sort_unstable();
            subject.beside.dedup();
        }
        all.correct_categories(lists);
        all.join_initials();
        all
    }

    /// Lets initials go with the one person in the document who has them: "J.S." with John Smith.
    fn join_initials(&mut self) {
        let is_person = |subject: &&PseudonymSubject<'_>| subject.category.is(KnownCategory::Person);
        let full = self.subjects.iter().filter(is_person).filter_map(|subject| subject.forms.first().copied());
        // The bearer of some initials, as long as it is one person.
        let mut with_initials: HashMap<String, Option<&'d str>> = HashMap::new();
        for (letters, form) in full.filter_map(|form| Some((initials_of(form)?, form))) {
            with_initials.entry(letters).and_modify(|only| *only = None).or_insert(Some(form));
        }
        for subject in self.subjects.iter_mut().filter(|subject| subject.category.is(KnownCategory::Person)) {
            let letters = subject.forms.first().and_then(|form| as_initials(form));
            if let Some(Some(form)) = letters.and_then(|letters| with_initials.get(&letters)) {
                subject.forms.insert(0, form);
            }
        }
    }

    /// Corrects categories that the text contradicts.
    fn correct_categories(&mut self, lists: &SubstituteLists<'_>) {
        let person = |subject: &&PseudonymSubject<'_>| subject.category.is(KnownCategory::Person);
        let names = self.subjects.iter().filter(person).flat_map(|subject| subject.forms.iter());
        let names: HashSet<String> = names.flat_map(|form| words_of(form)).filter(|word| word.len() > 2).collect();
        for (number, subject) in self.subjects.iter_mut().enumerate() {
            subject.forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
            let has_digit = subject.forms.iter().any(|form| form.contains(|c: char| c.is_ascii_digit()));
            // Annotators call some words identifiers that have no digit in them: an origin, the colour of a skin.
            if subject.category.is(KnownCategory::Id) && subject.clues.keeps_words {
                subject.category = KnownCategory::Demographic.into();
            } else if subject.category.is(KnownCategory::Id) && (!has_digit || holds_word(subject.fullest())) {
                subject.category = KnownCategory::Other.into();
            }
            let is_named = is_named(&subject.category) && !subject.category.is(KnownCategory::Person);
            let words: Vec<String> = words_of(subject.fullest()).filter(|word| word.len() > 2).collect();
            if !is_named || has_digit || words.is_empty() {
                continue;
            }
            let is_given = |word: &String| names::is_given_name(word, subject.language, lists);
            let is_body = subject.category.is(KnownCategory::Organisation);
            // A place or body with a name that somebody in the document bears is that person, found as something else;
            // a place may well be called as somebody is, by one word.
            // What stands behind a title or a word for a relative is a person whatever it was found as.
            let SubjectClues { is_formal, is_given: is_relative, sex, .. } = subject.clues;
            let is_addressed = is_formal || is_relative || sex.is_some() || is_titled(subject);
            if is_addressed || (words.iter().all(|word| names.contains(word)) && (is_body || words.len() > 1)) {
                subject.category = KnownCategory::Person.into();
            } else if (is_body && is_unexplained(&words, subject.language, lists))
                || (words.len() > 1 && is_persons(&words, subject.language, lists))
                || (self.bare.contains(&number) && words.iter().all(is_given))
            {
                subject.category = KnownCategory::Other.into();
            }
        }
    }

    /// Adds them to a scope; returns the group of documents with which this one's dates move.
    pub fn add_to(&self, scope: &mut PseudonymScope, per: DatesMovePer) -> String {
        scope.add(&self.subjects, self.masked.iter().copied(), &self.digest, per)
    }

    /// The subject that an entity is, if it is one.
    pub fn of_entity(&self, entity: usize) -> Option<&PseudonymSubject<'d>> {
        self.of_entity[entity].map(|number| &self.subjects[number])
    }

    /// True for a mention of common words that stay, of which a name or a number is replaced.
    pub fn is_guarded(&self, mention: usize) -> bool {
        self.guarded.contains(&mention)
    }

    /// The digest of the document's text.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// The first letters of a name of two words or more; particles and titles have none.
fn initials_of(form: &str) -> Option<String> {
    let words = form.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    let names: Vec<&str> = words.filter(|word| word.starts_with(char::is_uppercase)).collect();
    (names.len() > 1).then(|| names.iter().filter_map(|name| name.chars().next()).collect())
}

/// The letters of a form that is nothing but initials: "J.S.", "J. G. L.", "JGL".
fn as_initials(form: &str) -> Option<String> {
    let mut words = form.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let letters: String = form.chars().filter(|c| c.is_alphabetic()).collect();
    let is_short = (2..=4).contains(&letters.chars().count()) && letters.chars().all(char::is_uppercase);
    (is_short && (letters == form || words.all(|word| word.chars().count() == 1))).then_some(letters)
}

/// The words of a form, folded.
fn words_of(form: &str) -> impl Iterator<Item = String> {
    fold(form).split(' ').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// The start of the next mention of a person after a mention.
fn next_person(entities: &Entities, mention: usize) -> Option<usize> {
    let after = entities.mentions.get(mention + 1..)?.iter().take(8);
    after.into_iter().find(|mention| mention.category.is(KnownCategory::Person)).map(|mention| mention.span.start())
}

/// True for things that go by a name of their own.
fn is_named(category: &Category) -> bool {
    matches!(category.form(), ValueForm::Name | ValueForm::Place)
}

/// True if the fullest form of something begins with a title that is cut short: "D.ª Rocío Heredia". In full it may be part
/// of another name: "Don Benito".
fn is_titled(subject: &PseudonymSubject<'_>) -> bool {
    let form = subject.fullest();
    let (title, rest) = form.split_at(form.find(|c: char| !c.is_alphabetic() || c == 'ª').unwrap_or(form.len()));
    let is_cut = rest.starts_with(['.', 'ª']);
    is_cut && names::title_before(title, true, subject.language).is_some()
}

/// True if a value is nothing but words in small letters that are known, as those for what somebody is or otherwise.
fn is_common(form: &str, analysis: &Analysis<'_>, lists: &SubstituteLists<'_>) -> bool {
    let languages = [Language::English, Language::Spanish];
    let is_listed = |word: &str| languages.iter().any(|language| analysis.lists_word(word, *language));
    form.chars().all(|c| c.is_whitespace() || c.is_lowercase())
        && (words::is_known(form, lists) || form.split_whitespace().all(is_listed))
}

/// True if a value holds a word in small letters, as codes do not.
fn holds_word(form: &str) -> bool {
    form.split(|c: char| !c.is_lowercase()).any(|run| run.chars().count() >= SHORTEST_WORD)
}

/// True if nothing in the words of a body says that it is one, and they may be the name of a person as well: several
/// names, or one that is given to people.
fn is_unexplained(words: &[String], language: Language, lists: &SubstituteLists<'_>) -> bool {
    let says_kind = |word: &String| {
        let kind = lists.table("institutions").find(word).and_then(|mut fields| fields.next());
        kind.is_some_and(|kind| kind != "link")
    };
    let may_be_person = words.len() > 1 || words.iter().all(|word| names::is_given_name(word, language, lists));
    may_be_person && !words.iter().any(says_kind)
}

/// True if some words are a person's name: a given name, other names, and no word for a body.
fn is_persons(words: &[String], language: Language, lists: &SubstituteLists<'_>) -> bool {
    let is_listed = |word: &String| {
        let is_in = |table: &str| lists.table(table).find(word).is_some();
        (is_in("names-en") || is_in("names-es")) && !is_in("institutions")
    };
    words.first().is_some_and(|first| names::is_given_name(first, language, lists)) && words.iter().all(is_listed)
}

fn is_common_word(category: &Category) -> bool {
    category.substitute() == Some(SubstituteDomain::Words)
}

/// True if a mention of a common word holds something besides: an age, a name, or is none at all but for its capital. Words
/// that all have capitals are a heading.
fn holds_more(form: &str, lists: &SubstituteLists<'_>) -> bool {
    let words = || form.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    let has_name = words().any(is_small) && words().skip(1).any(|word| !is_small(word));
    let is_name = words().next().is_some_and(|word| !is_small(word)) && !words::is_known(form, lists);
    form.contains(|c: char| c.is_ascii_digit()) || has_name || is_name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_those_of_names() {
        assert_eq!(initials_of("Juan García de la Torre").as_deref(), Some("JGT"));
        assert_eq!(initials_of("García"), None);
        for form in ["J.S.", "J. S.", "JS"] {
            assert_eq!(as_initials(form).as_deref(), Some("JS"), "{form}");
        }
        for form in ["J. Smith", "J.", "Jo", "ABCDE"] {
            assert_eq!(as_initials(form), None, "{form}");
        }
    }
}
