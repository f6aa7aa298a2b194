//! Pseudonyms at work: what of a document gets one, and what stands there afterwards.

use std::collections::HashSet;

use sfumato_detect::{Category, Entities};
use sfumato_document::{Document, Edit, Edits, EditsError, Sensitive, Span};
use sfumato_language::{Analysis, Language, plain};
use sfumato_pseudonym::numbers::sealed;
use sfumato_pseudonym::{Cast, Per, Roster, Stage, Subject, fold};

use crate::fit::{Fitted, Label, fit};
use crate::operators::Operator;
use crate::plan::{Action, Decision, Plan, Replacement};
use crate::{Keys, digest};

/// How many bytes may lie between two things that stand beside each other: a label, a comma, a line's end.
const BESIDE: usize = 40;

/// What of a document gets a pseudonym.
pub struct Players<'d> {
    subjects: Vec<Subject<'d>>,
    /// The subject of each entity, if it is one.
    of_entity: Vec<Option<usize>>,
    masked: Vec<&'d str>,
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
    pub fn of(analysis: &Analysis<'d>, entities: &Entities, plan: &Plan, rolled: &[usize]) -> Self {
        let document = analysis.document();
        let language = analysis.languages().main().unwrap_or(Language::English);
        let mut players = Self {
            subjects: Vec::new(),
            of_entity: vec![None; entities.entities.len()],
            masked: Vec::new(),
            document: digest(document.text()),
        };
        // The last two: a town, its state and its postcode stand beside one another.
        let mut last: [Option<(usize, Span)>; 2] = [None; 2];
        for decision in &plan.decisions {
            let mention = &entities.mentions[decision.mention];
            let form = document.slice(mention.span);
            if decision.action() == Action::Mask {
                players.masked.push(form);
            }
            if *decision.operator != Operator::Pseudonymise {
                continue;
            }
            let entity = mention.entity();
            let number = *players.of_entity[entity].get_or_insert_with(|| {
                players.subjects.push(Subject {
                    category: entities.entities[entity].category.clone(),
                    language,
                    forms: Vec::new(),
                    beside: Vec::new(),
                    roll: rolled.iter().filter(|number| **number == entity + 1).count() as u32,
                });
                players.subjects.len() - 1
            });
            if !players.subjects[number].forms.contains(&form) {
                players.subjects[number].forms.push(form);
            }
            for (other, span) in last.into_iter().flatten() {
                if other != number && mention.span.start().saturating_sub(span.end()) <= BESIDE {
                    players.stand_beside(number, other);
                }
            }
            last = [Some((number, mention.span)), last[0]];
        }
        players.settle_kinds();
        players.lend_names();
        players
    }

    /// Lets initials go with the one person in the document who has them: "J.S." with John Smith.
    fn lend_names(&mut self) {
        let is_person = |subject: &&Subject<'_>| subject.category.is_within("person");
        let full = self.subjects.iter().filter(is_person).filter_map(|subject| subject.forms.first().copied());
        let full: Vec<(String, &'d str)> = full.filter_map(|form| Some((initials_of(form)?, form))).collect();
        for subject in self.subjects.iter_mut().filter(|subject| subject.category.is_within("person")) {
            let Some(letters) = subject.forms.first().and_then(|form| as_initials(form)) else { continue };
            let mut fitting = full.iter().filter(|(initials, _)| *initials == letters);
            if let (Some((_, form)), None) = (fitting.next(), fitting.next()) {
                subject.forms.insert(0, form);
            }
        }
    }

    /// What something is where what was found does not say it well.
    fn settle_kinds(&mut self) {
        let person = |subject: &&Subject<'_>| subject.category.is_within("person");
        let names = self.subjects.iter().filter(person).flat_map(|subject| subject.forms.iter());
        let names: HashSet<String> = names.flat_map(|form| words_of(form)).filter(|word| word.len() > 2).collect();
        for subject in &mut self.subjects {
            subject.forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
            let has_digit = subject.forms.iter().any(|form| form.contains(|c: char| c.is_ascii_digit()));
            // Annotators call some words identifiers that have no digit in them: an origin, the colour of a skin.
            if subject.category.is_within("id") && !has_digit {
                subject.category = Category::new("demographic").expect("a category");
            }
            // A place or body with a name that somebody in the document bears is that person, found as something else.
            let is_named = subject.category.is_within("organisation") || subject.category.is_within("place");
            let words: Vec<String> = words_of(subject.fullest()).filter(|word| word.len() > 2).collect();
            if is_named && !has_digit && words.len() > 1 && words.iter().all(|word| names.contains(word)) {
                subject.category = Category::new("person").expect("a category");
            }
        }
    }

    fn stand_beside(&mut self, a: usize, b: usize) {
        for (one, other) in [(a, b), (b, a)] {
            if !self.subjects[one].beside.contains(&other) {
                self.subjects[one].beside.push(other);
            }
        }
    }

    /// Puts them on a roster; gives the group of documents with which this one's dates move.
    pub fn enlist(&self, roster: &mut Roster, per: Per) -> String {
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

/// Words that a number or date is cited behind: what a law or article is called stands in books, and a substitute would
/// tell by how much dates were moved.
const CITED_BEHIND: [&str; 26] = [
    "act",
    "article",
    "articles",
    "articulo",
    "articulos",
    "art",
    "arts",
    "codigo",
    "constitucion",
    "convention",
    "decreto",
    "directiva",
    "directive",
    "estatuto",
    "ley",
    "leyes",
    "order",
    "orden",
    "reglamento",
    "regulation",
    "regulations",
    "rule",
    "rules",
    "section",
    "sections",
    "statute",
];
/// How far before a date such a word may stand.
const CITED_WITHIN: usize = 40;
const CITED_WORDS: usize = 5;

/// Keeps dates that belong to the name of a law: "Ley 35/2015, de 22 de septiembre", "the Human Rights Act 1998".
pub fn leave_citations(document: &Document, entities: &Entities, plan: &mut Plan) {
    for decision in plan.decisions.iter_mut().filter(|decision| *decision.operator == Operator::Pseudonymise) {
        let mention = &entities.mentions[decision.mention];
        if entities.entity_of(mention).category.is_within("date") && is_cited(document.text(), mention.span.start()) {
            decision.operator = Operator::Keep.into();
            decision.rule = "citation".into();
        }
    }
}

fn is_cited(text: &str, at: usize) -> bool {
    let from = (at.saturating_sub(CITED_WITHIN)..=at).find(|from| text.is_char_boundary(*from)).unwrap_or(at);
    let before = text.get(from..at).unwrap_or_default();
    // Nothing is cited across the end of a sentence or line; "art." ends none.
    let before = before.rsplit(['\n', ';', ':', '?', '!']).next().unwrap_or_default();
    let before = before.rsplit(". ").next().filter(|rest| !rest.is_empty()).unwrap_or(before);
    let words: Vec<String> = words_of(before).collect();
    words.iter().rev().take(CITED_WORDS).any(|word| CITED_BEHIND.contains(&word.as_str()))
}

/// Writes pseudonyms into a plan. What has no substitute gets a label instead; what is left as it is on purpose, such as
/// the age of a child, is kept.
pub fn pseudonymise(
    analysis: &Analysis<'_>,
    entities: &Entities,
    plan: &mut Plan,
    players: &Players<'_>,
    (stage, roster, cast): (Stage<'_>, &Roster, &Cast),
    group: &str,
    mark: &str,
) {
    let document = analysis.document();
    let mut free_from = 0;
    for decision in plan.decisions.iter_mut().filter(|decision| *decision.operator == Operator::Pseudonymise) {
        let mention = &entities.mentions[decision.mention];
        let form = document.slice(mention.span);
        let subject = players.of_entity[mention.entity()].map(|number| &players.subjects[number]);
        let written = subject.and_then(|subject| stage.write(form, subject, group, roster, cast));
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

/// What has to agree with the article before it: the season of a year in Spanish, and a country in English, which may
/// have one or not ("the Netherlands").
fn article_for<'t>(text: &'t str, subject: &Subject<'_>) -> Option<Label<'t>> {
    const SEASONS: [&str; 4] = ["primavera", "verano", "otoño", "invierno"];
    let first = text.split(' ').next().unwrap_or_default();
    let (is_season, is_country) =
        (SEASONS.contains(&first), subject.category.is_within("place/country") && !text.contains(['(', ',', '\n']));
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
        Some(Edit::new(mention.span, plain))
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

    #[test]
    fn what_laws_are_called_is_cited() {
        for text in
            ["la Ley 35/2015, de ", "under the Human Rights Act ", "los artículos ", "Art. ", "artículo 1902 y "]
        {
            assert!(is_cited(text, text.len()), "{text}");
        }
        for text in ["the ley line ended. On ", "He had to act.\nOn ", "seen on ", "Article 8 was breached; on ", ""] {
            assert!(!is_cited(text, text.len()), "{text}");
        }
    }
}
