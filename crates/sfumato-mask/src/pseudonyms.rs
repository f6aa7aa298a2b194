//! Pseudonyms at work: what of a document gets one, and what stands there afterwards.

use sfumato_detect::{Category, Entities};
use sfumato_document::{Document, Edit, Edits, EditsError, Sensitive, Span};
use sfumato_language::{Analysis, Language, plain};
use sfumato_pseudonym::numbers::sealed;
use sfumato_pseudonym::{Cast, Per, Roster, Stage, Subject};

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
        let mut last: Option<(usize, Span)> = None;
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
            if let Some((other, span)) = last
                && other != number
                && mention.span.start().saturating_sub(span.end()) <= BESIDE
            {
                players.stand_beside(number, other);
            }
            last = Some((number, mention.span));
        }
        for subject in &mut players.subjects {
            // Annotators call some words identifiers that have no digit in them: an origin, the colour of a skin.
            let is_word = !subject.forms.iter().any(|form| form.contains(|c: char| c.is_ascii_digit()));
            if subject.category.is_within("id") && is_word {
                subject.category = Category::new("demographic").expect("a category");
            }
            subject.forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        }
        players
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

/// Writes pseudonyms into a plan. What has no substitute gets a label instead; what is left as it is on purpose, such as
/// the age of a child, is kept.
pub fn pseudonymise(
    document: &Document,
    entities: &Entities,
    plan: &mut Plan,
    players: &Players<'_>,
    (stage, roster, cast): (Stage<'_>, &Roster, &Cast),
    group: &str,
    mark: &str,
) {
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
                let text = Sensitive::new(text + mark);
                plan.replacements.push(Replacement { span: mention.span, text, term: None });
            }
            _ => decision.operator = Operator::Label.into(),
        }
    }
    plan.replacements.sort_by_key(|replacement| replacement.span);
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
