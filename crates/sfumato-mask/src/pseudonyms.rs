//! Pseudonyms at work: what of a document gets one, and what stands there afterwards.

use std::collections::{HashMap, HashSet};

use sfumato_detect::{Category, Entities, FindingReason, KnownCategory, Mention, SubstituteDomain, ValueForm};
use sfumato_document::{Document, Edits, EditsError, Sensitive, Span, TextEdit};
use sfumato_language::{Analysis, Language, Upos, plain};
use sfumato_pseudonym::numbers::sealed;
use sfumato_pseudonym::{
    DatesMovePer, PseudonymMapping, PseudonymScope, PseudonymSubject, Pseudonymiser, SubjectClues, SubstituteLists,
    fold, names, words,
};

use crate::beside::{is_bare, told};
use crate::citations::is_cited;
use crate::fit::{Fitted, Label, fit};
use crate::operators::Operator;
use crate::plan::{Action, Decision, Plan, Replacement};
use crate::{Keys, digest};

/// How many bytes may lie between two things that stand beside each other: a label, a comma, a line's end.
const BESIDE: usize = 40;

/// How sure models must be of a word that another takes the place of.
const SURE: f32 = 0.9;

/// The fewest letters of a word.
const SHORTEST_WORD: usize = 4;

/// The rule by which what belongs to the citation of a law stays, as reports have it.
pub const CITATION: &str = "citation";

/// What of a document gets a pseudonym.
pub struct Players<'d> {
    subjects: Vec<PseudonymSubject<'d>>,
    /// The subject of each entity, if it is one.
    of_entity: Vec<Option<usize>>,
    masked: Vec<&'d str>,
    /// Mentions of common words that the policy keeps and that hold a name or a number besides.
    guarded: HashSet<usize>,
    /// Subjects that stand behind a word that no place stands behind.
    bare: HashSet<usize>,
    document: String,
}

impl std::fmt::Debug for Players<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Players({})", self.subjects.len())
    }
}

impl<'d> Players<'d> {
    /// The entities that a plan gives pseudonyms to. Those in `rolled` get others than they would have got, by number
    /// from one, as reports count them; one that is listed again gets yet another.
    pub fn of(
        analysis: &Analysis<'d>,
        entities: &Entities,
        plan: &Plan,
        rolled: &[usize],
        lists: &SubstituteLists<'_>,
    ) -> Self {
        let document = analysis.document();
        let language = analysis.languages().main().unwrap_or(Language::English);
        let mut players = Self {
            subjects: Vec::new(),
            of_entity: vec![None; entities.entities.len()],
            masked: Vec::new(),
            guarded: HashSet::new(),
            bare: HashSet::new(),
            document: digest(document.text()),
        };
        let mut forms: HashSet<(usize, &str)> = HashSet::new();
        // The last two: a town, its state and its postcode stand beside one another.
        let mut last: [Option<(usize, Span)>; 2] = [None; 2];
        for decision in &plan.decisions {
            let mention = &entities.mentions[decision.mention];
            let form = document.slice(mention.span);
            let entity = mention.entity();
            let category = &entities.entities[entity].category;
            let is_guarded = decision.action() == Action::Keep && is_common_word(category) && holds_more(form, lists);
            if is_guarded {
                players.guarded.insert(decision.mention);
            }
            if decision.action() == Action::Mask || is_guarded {
                players.masked.push(form);
            }
            if *decision.operator != Operator::Pseudonymise && !is_guarded {
                continue;
            }
            let number = *players.of_entity[entity].get_or_insert_with(|| {
                players.subjects.push(PseudonymSubject {
                    category: category.clone(),
                    language,
                    forms: Vec::new(),
                    beside: Vec::new(),
                    roll: rolled.iter().filter(|number| **number == entity + 1).count() as u32,
                    clues: SubjectClues {
                        keeps_words: is_guarded || (category.is(KnownCategory::Id) && is_common(form, analysis, lists)),
                        ..SubjectClues::default()
                    },
                });
                players.subjects.len() - 1
            });
            if category.is(KnownCategory::Place) && is_bare(document.text(), mention.span.start()) {
                players.bare.insert(number);
            }
            if is_named(category) {
                let until = next_person(entities, decision.mention).unwrap_or(document.text().len());
                let place = mention.span.start()..mention.span.end();
                let told = told(document.text(), place, until, language, lists);
                players.subjects[number].clues = players.subjects[number].clues.and(told);
            }
            if forms.insert((number, form)) {
                players.subjects[number].forms.push(form);
            }
            for (other, span) in last.into_iter().flatten() {
                if other != number && mention.span.start().saturating_sub(span.end()) <= BESIDE {
                    players.subjects[number].beside.push(other);
                    players.subjects[other].beside.push(number);
                }
            }
            last = [Some((number, mention.span)), last[0]];
        }
        for subject in &mut players.subjects {
            subject.beside.sort_unstable();
            subject.beside.dedup();
        }
        players.settle_kinds(lists);
        players.lend_names();
        players
    }

    /// Lets initials go with the one person in the document who has them: "J.S." with John Smith.
    fn lend_names(&mut self) {
        let is_person = |subject: &&PseudonymSubject<'_>| subject.category.is(KnownCategory::Person);
        let full = self.subjects.iter().filter(is_person).filter_map(|subject| subject.forms.first().copied());
        // Whoever has some initials, as long as it is one person.
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

    /// What something is where what was found does not say it well.
    fn settle_kinds(&mut self, lists: &SubstituteLists<'_>) {
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

    /// Puts them on a roster; gives the group of documents with which this one's dates move.
    pub fn enlist(&self, roster: &mut PseudonymScope, per: DatesMovePer) -> String {
        roster.add(&self.subjects, self.masked.iter().copied(), &self.document, per)
    }

    /// What tells the document from others.
    pub fn document(&self) -> &str {
        &self.document
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

/// Where the next person is named after a mention.
fn next_person(entities: &Entities, mention: usize) -> Option<usize> {
    let after = entities.mentions.get(mention + 1..)?.iter().take(8);
    after.into_iter().find(|mention| mention.category.is(KnownCategory::Person)).map(|mention| mention.span.start())
}

/// What goes by a name of its own.
fn is_named(category: &Category) -> bool {
    matches!(category.form(), ValueForm::Name | ValueForm::Place)
}

/// Whether the fullest form of something begins with a title that is cut short: "D.ª Rocío Heredia". In full it may be part
/// of another name: "Don Benito".
fn is_titled(subject: &PseudonymSubject<'_>) -> bool {
    let form = subject.fullest();
    let (title, rest) = form.split_at(form.find(|c: char| !c.is_alphabetic() || c == 'ª').unwrap_or(form.len()));
    let is_cut = rest.starts_with(['.', 'ª']);
    is_cut && names::title_before(title, true, subject.language).is_some()
}

/// Whether a value is nothing but words in small letters that are known, as those for what somebody is or otherwise.
fn is_common(form: &str, analysis: &Analysis<'_>, lists: &SubstituteLists<'_>) -> bool {
    let languages = [Language::English, Language::Spanish];
    let is_listed = |word: &str| languages.iter().any(|language| analysis.lists_word(word, *language));
    form.chars().all(|c| c.is_whitespace() || c.is_lowercase())
        && (words::is_known(form, lists) || form.split_whitespace().all(is_listed))
}

/// Whether a value holds a word in small letters, as codes do not.
fn holds_word(form: &str) -> bool {
    form.split(|c: char| !c.is_lowercase()).any(|run| run.chars().count() >= SHORTEST_WORD)
}

/// Whether nothing in the words of a body says that it is one, and they may be the name of a person as well: several
/// names, or one that is given to people.
fn is_unexplained(words: &[String], language: Language, lists: &SubstituteLists<'_>) -> bool {
    let says_kind = |word: &String| {
        let kind = lists.table("institutions").find(word).and_then(|mut fields| fields.next());
        kind.is_some_and(|kind| kind != "link")
    };
    let may_be_person = words.len() > 1 || words.iter().all(|word| names::is_given_name(word, language, lists));
    may_be_person && !words.iter().any(says_kind)
}

/// Whether some words are a person's name: a given name, other names, and nothing that says what a body it is.
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

/// Whether a mention of a common word holds something besides: an age, a name, or is none at all but for its capital. Words
/// that all have capitals are a heading.
fn holds_more(form: &str, lists: &SubstituteLists<'_>) -> bool {
    let words = || form.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    let has_name = words().any(is_small) && words().skip(1).any(|word| !is_small(word));
    let is_name = words().next().is_some_and(|word| !is_small(word)) && !words::is_known(form, lists);
    form.contains(|c: char| c.is_ascii_digit()) || has_name || is_name
}

/// Keeps dates and numbers inside the citation of a law: "Ley 35/2015, de 22 de septiembre", "the Human Rights Act 1998".
/// A birth is never part of one.
pub fn leave_citations(document: &Document, entities: &Entities, plan: &mut Plan) {
    for decision in plan.decisions.iter_mut().filter(|decision| *decision.operator == Operator::Pseudonymise) {
        let mention = &entities.mentions[decision.mention];
        let category = &entities.entity_of(mention).category;
        let is_number = matches!(
            category.substitute(),
            Some(SubstituteDomain::Dates | SubstituteDomain::Numbers | SubstituteDomain::Contacts)
        );
        let may_be_cited = is_number && !category.is(KnownCategory::BirthDate);
        if may_be_cited && is_cited(document.text(), mention.span.start()..mention.span.end()) {
            decision.operator = Operator::Keep.into();
            decision.rule = CITATION.into();
        }
    }
}

/// Writes pseudonyms into a plan. What has no substitute gets a label instead; what is left as it is on purpose, such as
/// the age of a child, is kept.
pub fn pseudonymise(
    analysis: &Analysis<'_>,
    entities: &Entities,
    plan: &mut Plan,
    players: &Players<'_>,
    (stage, roster, cast): (Pseudonymiser<'_>, &PseudonymScope, &PseudonymMapping),
    group: &str,
    mark: &str,
) {
    let document = analysis.document();
    let mut free_from = 0;
    let is_ours = |decision: &&mut Decision| {
        *decision.operator == Operator::Pseudonymise || players.guarded.contains(&decision.mention)
    };
    for decision in plan.decisions.iter_mut().filter(is_ours) {
        let mention = &entities.mentions[decision.mention];
        let form = document.slice(mention.span);
        decision.operator = Operator::Pseudonymise.into();
        let subject = players.of_entity[mention.entity()].map(|number| &players.subjects[number]);
        let certain = subject.filter(|subject| {
            !is_common_word(&subject.category) || subject.clues.keeps_words || is_certain(analysis, mention)
        });
        let written = certain.and_then(|subject| stage.write(form, subject, group, roster, cast));
        let written = written.map(|text| document.as_number(mention.span, text));
        let text = written.and_then(|text| encodable(document, text));
        let may_stay = || subject.is_some_and(|subject| stage.may_stay(form, subject, roster));
        match text {
            Some(text) if text == form && may_stay() => decision.operator = Operator::Keep.into(),
            Some(text) if text != form && !text.trim().is_empty() => {
                let wants = subject.and_then(|subject| article_for(&text, subject));
                let fitted = match wants {
                    Some(label) => fit(analysis, mention.span, &label, free_from),
                    None => Fitted { span: mention.span, text },
                };
                free_from = mention.span.end();
                let text = Sensitive::new(fitted.text + mark);
                plan.replacements.push(Replacement { span: fitted.span, text, term: None });
            }
            _ => decision.operator = Operator::Label.into(),
        }
    }
    plan.replacements.sort_by_key(|replacement| replacement.span);
}

/// Whether a word is certainly what it was found as, so that another of its kind may stand for it: models are sure, and
/// no word of it is a verb, or a pronoun, in its place.
fn is_certain(analysis: &Analysis<'_>, mention: &Mention) -> bool {
    let is_learnt = mention.findings().iter().all(|finding| finding.evidence.why == FindingReason::Learnt);
    let tags = analysis.tagged(mention.span.start()).take_while(|(place, _)| place.start < mention.span.end());
    let tags: Vec<Upos> = tags.map(|(_, upos)| upos).collect();
    let is_alien =
        |upos: &Upos| matches!(upos, Upos::Verb | Upos::Aux | Upos::Pron | Upos::Intj | Upos::Sconj | Upos::Adv);
    let is_noun = |upos: &Upos| matches!(upos, Upos::Noun | Upos::Propn);
    let may_be_said = mention.category.is(KnownCategory::Demographic) || tags.iter().any(is_noun);
    !is_learnt || (mention.score >= SURE && !tags.iter().any(is_alien) && may_be_said)
}

/// What has to agree with the article before it: the season of a year in Spanish, and a country in English, which may
/// have one or not ("the Netherlands").
fn article_for<'t>(text: &'t str, subject: &PseudonymSubject<'_>) -> Option<Label<'t>> {
    const SEASONS: [&str; 4] = ["primavera", "verano", "otoño", "invierno"];
    let first = text.split(' ').next().unwrap_or_default();
    let (is_season, is_country) =
        (SEASONS.contains(&first), subject.category.is(KnownCategory::Country) && !text.contains(['(', ',', '\n']));
    let fits = match subject.language {
        Language::Spanish => is_season,
        Language::English => is_country,
    };
    fits.then_some(Label { text, language: subject.language, is_name: is_country, is_verb: false })
}

/// Writes encrypted numbers into a plan; what is too short to be encrypted gets a label.
pub fn encipher(document: &Document, entities: &Entities, plan: &mut Plan, keys: &Keys) {
    for decision in plan.decisions.iter_mut().filter(|decision| *decision.operator == Operator::Ff1) {
        let mention = &entities.mentions[decision.mention];
        let category = &entities.entity_of(mention).category;
        let form = document.slice(mention.span);
        match sealed::encrypt(form, category, keys.ff1.expose()) {
            Ok(text) => {
                plan.replacements.push(Replacement { span: mention.span, text: Sensitive::new(text), term: None });
            }
            Err(_) => decision.operator = Operator::Label.into(),
        }
    }
    plan.replacements.sort_by_key(|replacement| replacement.span);
}

/// What brings the numbers of a document back that [`encipher`] wrote, found again by the same rules.
pub fn decipher(document: &Document, entities: &Entities, plan: &Plan, keys: &Keys) -> Result<Edits, EditsError> {
    let ours = plan.decisions.iter().filter(|decision| *decision.operator == Operator::Ff1);
    let edit = |decision: &Decision| {
        let mention = &entities.mentions[decision.mention];
        let (form, category) = (document.slice(mention.span), &entities.entity_of(mention).category);
        let plain = sealed::decrypt(form, category, keys.ff1.expose()).ok()?;
        Some(TextEdit::new(mention.span, plain))
    };
    Edits::new(ours.filter_map(edit).collect())
}

/// The text as the document's encoding can hold it, without accents if need be.
fn encodable(document: &Document, text: String) -> Option<String> {
    let encoding = document.encoding();
    if encoding.holds(&text) {
        return Some(text);
    }
    let bare = |c: char| {
        let small = c.to_lowercase().next().and_then(plain).unwrap_or(c);
        if c.is_uppercase() { small.to_ascii_uppercase() } else { small }
    };
    Some(text.chars().map(bare).collect::<String>()).filter(|text| encoding.holds(text))
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
