//! A document of a review: its text, what is marked in it, and what becomes of that by the choices as they are.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use sfumato::detect::{DecidedPlace, Entities, Finding, FindingEvidence};
use sfumato::document::{Document, OffsetConverter, OffsetUnit, Span};
use sfumato::language::AnalysisMemory;
use sfumato::mask::{Action, Choice, Choices, ReplacementOrigin, TERM};
use sfumato::{Anonymiser, MaskedDocument};

use super::moment;
use super::state::{MentionId, MentionState, Mentions, ReviewChoices, ReviewMention, ThingId};
use crate::problem::Problem;

/// The score below which what the program found is doubtful.
const SURE: f32 = 0.9;
/// Pseudonyms of a document with more mentions are drawn when its mentions are asked for, and not at every step, unless
/// they are what is written.
const MOST_AT_ONCE: usize = 300;
/// Phrases have numbers from here on, so that they never meet those of mentions.
const FIRST_PHRASE: MentionId = 1 << 30;

/// A document of a review.
pub struct ReviewedDocument {
    /// Its number in the file.
    pub number: usize,
    /// Its name in reports.
    pub name: String,
    /// The document, which nobody watches.
    pub document: Document,
    /// The length of its text in UTF-16 units.
    pub length: usize,
    /// The mentions as the program found them.
    pub found: Mentions,
    /// The mentions as they are.
    pub mentions: Mentions,
    /// The outcome for it.
    pub masked: MaskedDocument,
    /// The mentions of what becomes of it, in its order.
    pub order: Vec<MentionId>,
    /// Everything in it as it is told.
    pub shown: Vec<ShownMention>,
    memory: AnalysisMemory,
    /// The pseudonyms as they were drawn last.
    pseudonyms: HashMap<MentionId, String>,
    /// True if something was changed since.
    is_stale: bool,
    /// The numbers that phrases go by.
    phrases: HashMap<Span, MentionId>,
}

/// The anonymisers of a review: what it does, and what it would do if everything became labels, or pseudonyms.
#[derive(Clone)]
pub struct ReviewAnonymisers {
    /// The one that decides.
    pub own: Arc<Anonymiser<'static>>,
    /// Labels for everything.
    pub labels: Arc<Anonymiser<'static>>,
    /// Pseudonyms for everything.
    pub pseudonyms: Arc<Anonymiser<'static>>,
}

/// A mention as it is told.
#[derive(Clone, PartialEq, Serialize)]
pub struct ShownMention {
    pub id: MentionId,
    pub document: usize,
    pub start: usize,
    pub end: usize,
    pub category: String,
    pub entity: Option<ThingId>,
    pub score: f64,
    pub state: MentionState,
    pub evidence: Vec<usize>,
    pub action: &'static str,
    pub rule: String,
    pub label: Option<String>,
    pub pseudonym: Option<String>,
    pub replacement: Option<String>,
    pub edited: bool,
    pub decided_by: Option<String>,
    pub decided_at: Option<String>,
    pub accepted: bool,
    pub near: bool,
    pub settled: bool,
    pub doubt: f64,
    pub bits: Option<f64>,
    #[serde(skip)]
    pub span: Option<Span>,
}

impl ShownMention {
    /// True if it is one of those to be looked at first.
    pub fn is_doubtful(&self) -> bool {
        !self.settled && (self.near || (self.action == Action::Mask.name() && self.score < f64::from(SURE)))
    }

    /// True for a phrase that a policy replaces and nobody has decided about.
    pub fn is_phrase(&self) -> bool {
        self.id >= FIRST_PHRASE && !self.settled
    }
}

/// The evidence of a review, each told once.
#[derive(Default)]
pub struct EvidenceTable {
    numbers: HashMap<FindingEvidence, usize>,
    /// The evidence in the order of its numbers.
    pub told: Vec<ShownEvidence>,
}

/// Evidence as it is told.
#[derive(Clone, Serialize)]
pub struct ShownEvidence {
    recogniser: String,
    rule: String,
    why: &'static str,
}

impl EvidenceTable {
    fn number(&mut self, evidence: &FindingEvidence) -> usize {
        if let Some(number) = self.numbers.get(evidence) {
            return *number;
        }
        self.told.push(ShownEvidence {
            recogniser: evidence.recogniser.to_string(),
            rule: evidence.rule.to_string(),
            why: evidence.why.words(),
        });
        self.numbers.insert(evidence.clone(), self.told.len() - 1);
        self.told.len() - 1
    }
}

/// Numbers that were not given yet.
#[derive(Debug, Clone, Copy)]
pub struct FreeNumbers {
    /// For mentions.
    pub mention: MentionId,
    /// For things.
    pub thing: ThingId,
    /// For phrases.
    pub phrase: MentionId,
}

impl Default for FreeNumbers {
    fn default() -> Self {
        Self { mention: 1, thing: 1, phrase: FIRST_PHRASE }
    }
}

impl FreeNumbers {
    /// A number for a mention.
    pub fn mention(&mut self) -> MentionId {
        self.mention += 1;
        self.mention - 1
    }

    /// A number for a thing.
    pub fn thing(&mut self) -> ThingId {
        self.thing += 1;
        self.thing - 1
    }
}

/// The findings of a document, as mentions of a review.
pub fn found(entities: Entities, free: &mut FreeNumbers) -> Mentions {
    let mut mentions = Mentions::new();
    let first_thing = free.thing;
    free.thing += entities.entities.len() as ThingId;
    for mention in &entities.mentions {
        let found = ReviewMention {
            span: mention.span,
            category: mention.category.clone(),
            score: mention.score,
            state: MentionState::Found,
            thing: first_thing + mention.entity() as ThingId,
            found: mention.findings().into(),
            marked: None,
            choice: None,
            decided: None,
            is_accepted: false,
            is_listed: false,
        };
        mentions.insert(free.mention(), found);
    }
    let mut last: Option<Span> = None;
    let mut below: Vec<Finding> = entities.below;
    below.sort_by(|a, b| (a.span, b.score).partial_cmp(&(b.span, a.score)).unwrap_or(std::cmp::Ordering::Equal));
    for finding in below {
        // Of several near misses at one place the surest is asked about.
        if last.is_some_and(|last| last.overlaps(finding.span)) {
            continue;
        }
        last = Some(finding.span);
        let near = ReviewMention {
            span: finding.span,
            category: finding.category.clone(),
            score: finding.score,
            state: MentionState::Near,
            thing: free.thing(),
            found: [finding].into(),
            marked: None,
            choice: None,
            decided: None,
            is_accepted: false,
            is_listed: false,
        };
        mentions.insert(free.mention(), near);
    }
    mentions
}

/// The texts of a plan: for each mention that it replaces, and for phrases.
struct WrittenTexts {
    mentions: HashMap<MentionId, String>,
    phrases: Vec<(Span, String)>,
}

impl WrittenTexts {
    fn of(masked: &MaskedDocument, order: &[MentionId]) -> Self {
        let mut written = Self { mentions: HashMap::new(), phrases: Vec::new() };
        for replacement in masked.plan.replacements() {
            let text = replacement.text.expose().clone();
            match replacement.origin {
                ReplacementOrigin::Mention(number) => drop(written.mentions.insert(order[number], text)),
                ReplacementOrigin::Phrase | ReplacementOrigin::RestOfName => {
                    written.phrases.push((replacement.span, text));
                }
            }
        }
        written
    }
}

impl ReviewedDocument {
    /// A document with what is marked in it, decided about by the choices.
    pub fn new(
        (number, name): (usize, String),
        document: Document,
        mentions: Mentions,
        mut memory: AnalysisMemory,
        choices: &ReviewChoices,
        anonymisers: &ReviewAnonymisers,
    ) -> Result<Self, Problem> {
        // Whoever waited for it does so no more.
        let document = document.watched_by(None);
        let length = OffsetConverter::new(document.text(), OffsetUnit::Utf16).from_byte(document.text().len());
        let (masked, order) = decided(&document, &mentions, choices, &anonymisers.own, &mut memory)?;
        let (shown, phrases, pseudonyms) = (Vec::new(), HashMap::new(), HashMap::new());
        let found = mentions.clone();
        Ok(Self {
            number,
            name,
            document,
            length,
            found,
            mentions,
            masked,
            order,
            shown,
            memory,
            pseudonyms,
            is_stale: false,
            phrases,
        })
    }

    /// Decides anew about everything that is marked.
    pub fn decide(&mut self, choices: &ReviewChoices, anonymisers: &ReviewAnonymisers) -> Result<(), Problem> {
        let (masked, order) = self.decided(choices, &anonymisers.own)?;
        (self.masked, self.order) = (masked, order);
        Ok(())
    }

    /// The outcome by another anonymiser.
    pub fn decided(
        &mut self,
        choices: &ReviewChoices,
        anonymiser: &Anonymiser<'_>,
    ) -> Result<(MaskedDocument, Vec<MentionId>), Problem> {
        decided(&self.document, &self.mentions, choices, anonymiser, &mut self.memory)
    }

    /// True if the pseudonyms that are told are not those of the mentions as they are.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Tells everything anew, and returns what was told before; `is_whole` if pseudonyms are drawn whatever that takes.
    pub fn show(
        &mut self,
        is_whole: bool,
        choices: &ReviewChoices,
        anonymisers: &ReviewAnonymisers,
        evidence: &mut EvidenceTable,
        free: &mut FreeNumbers,
    ) -> Result<Vec<ShownMention>, Problem> {
        let own = WrittenTexts::of(&self.masked, &self.order);
        let mut other = |anonymiser: &Arc<Anonymiser<'static>>| -> Result<Option<WrittenTexts>, Problem> {
            if Arc::ptr_eq(anonymiser, &anonymisers.own) {
                return Ok(None);
            }
            let (masked, order) = decided(&self.document, &self.mentions, choices, anonymiser, &mut self.memory)?;
            Ok(Some(WrittenTexts::of(&masked, &order)))
        };
        let labels = other(&anonymisers.labels)?;
        let is_own = Arc::ptr_eq(&anonymisers.pseudonyms, &anonymisers.own);
        self.is_stale = !is_own && !is_whole && self.mentions.len() > MOST_AT_ONCE;
        if !self.is_stale {
            self.pseudonyms = other(&anonymisers.pseudonyms)?.map(|texts| texts.mentions).unwrap_or_default();
        }
        let offsets = OffsetConverter::new(self.document.text(), OffsetUnit::Utf16);
        let bits = self.bits();
        let phrases = &own.phrases;
        let mut shown = Vec::with_capacity(self.mentions.len() + phrases.len());
        let numbers: HashMap<MentionId, usize> = self.order.iter().enumerate().map(|(nth, id)| (*id, nth)).collect();
        for (id, mention) in &self.mentions {
            let is_near = !mention.counts();
            let of = |texts: &Option<WrittenTexts>| texts.as_ref().unwrap_or(&own).mentions.get(id).cloned();
            let at = phrases.partition_point(|(span, _)| span.end() <= mention.span.start());
            let phrase = phrases.get(at).filter(|(span, _)| span.overlaps(mention.span));
            let pseudonym = match &mention.choice {
                _ if is_own => own.mentions.get(id).cloned(),
                Some(Choice::Keep) => None,
                Some(Choice::Write(text)) => Some(text.expose().clone()),
                _ => self.pseudonyms.get(id).cloned(),
            };
            let replacement = own.mentions.get(id).cloned();
            let is_masked = replacement.is_some() || phrase.is_some();
            let decision = numbers.get(id).map(|number| &self.masked.plan.decisions()[*number]);
            let rule = match decision {
                _ if mention.is_listed => "list".to_owned(),
                Some(_) if replacement.is_none() && phrase.is_some() => TERM.to_owned(),
                Some(decision) => decision.rule.to_string(),
                None => "threshold".to_owned(),
            };
            let findings = mention.marked.iter().chain(mention.found.iter());
            let settled = mention.decided.is_some();
            shown.push(ShownMention {
                id: *id,
                document: self.number,
                start: offsets.from_byte(mention.span.start()),
                end: offsets.from_byte(mention.span.end()),
                category: mention.category.to_string(),
                entity: (!is_near).then_some(mention.thing),
                score: rounded(mention.score),
                state: mention.state,
                evidence: findings.map(|finding| evidence.number(&finding.evidence)).collect(),
                action: if is_masked { Action::Mask.name() } else { Action::Keep.name() },
                rule,
                label: of(&labels),
                pseudonym,
                replacement,
                edited: matches!(mention.choice, Some(Choice::Write(_))),
                decided_by: mention.decided.as_ref().map(|decided| decided.by.to_string()),
                decided_at: mention.decided.as_ref().map(|decided| moment::written(decided.at)),
                accepted: mention.is_accepted,
                near: is_near,
                settled,
                doubt: if settled { 0.0 } else { rounded(1.0 - mention.score) },
                bits: bits.get(&mention.span).copied(),
                span: Some(mention.span),
            });
        }
        for (span, text) in phrases {
            let id = *self.phrases.entry(*span).or_insert_with(|| {
                free.phrase += 1;
                free.phrase - 1
            });
            shown.push(ShownMention {
                id,
                document: self.number,
                start: offsets.from_byte(span.start()),
                end: offsets.from_byte(span.end()),
                category: TERM.to_owned(),
                entity: None,
                score: 1.0,
                state: MentionState::Found,
                evidence: Vec::new(),
                action: Action::Mask.name(),
                rule: TERM.to_owned(),
                label: Some(text.clone()),
                pseudonym: Some(text.clone()),
                replacement: Some(text.clone()),
                edited: false,
                decided_by: None,
                decided_at: None,
                accepted: false,
                near: false,
                settled: false,
                doubt: 0.0,
                bits: bits.get(span).copied(),
                span: Some(*span),
            });
        }
        shown.sort_by_key(|mention| (mention.span, mention.id));
        Ok(std::mem::replace(&mut self.shown, shown))
    }

    /// The bits that places tell by themselves, where they were measured.
    fn bits(&self) -> HashMap<Span, f64> {
        let verdicts = self.masked.plan.account().into_iter().flat_map(|account| &account.verdicts);
        let finite = verdicts.filter(|verdict| verdict.bits_before.is_finite());
        finite.flat_map(|verdict| verdict.spans.iter().map(|span| (*span, tenth(verdict.bits_before)))).collect()
    }

    /// The bytes that it takes, roughly.
    pub fn weight(&self) -> usize {
        // The text, its analysis and the blocks; a mention with its findings and the way it is told.
        self.document.text().len() * 8 + self.document.blocks().len() * 48 + self.mentions.len() * 900
    }
}

/// The outcome for a document, and its mentions in order.
fn decided(
    document: &Document,
    mentions: &Mentions,
    choices: &ReviewChoices,
    anonymiser: &Anonymiser<'_>,
    memory: &mut AnalysisMemory,
) -> Result<(MaskedDocument, Vec<MentionId>), Problem> {
    let mut counting: Vec<(&MentionId, &ReviewMention)> = mentions.iter().filter(|(_, it)| it.counts()).collect();
    counting.sort_by_key(|(_, mention)| mention.span);
    let order: Vec<MentionId> = counting.iter().map(|(id, _)| **id).collect();
    let place = |(_, mention): &(&MentionId, &ReviewMention)| DecidedPlace {
        span: mention.span,
        category: mention.category.clone(),
        score: mention.score,
        findings: mention.findings().to_vec(),
        thing: mention.thing as usize,
    };
    let near = mentions.values().filter(|mention| !mention.counts());
    let below = near.flat_map(|mention| mention.found.iter().cloned()).collect();
    let entities = Entities::of_places(counting.iter().map(place).collect(), below)
        .map_err(|error| Problem::content("operation", error.to_string()))?;
    let mut chosen = Choices::default();
    let mut numbers: HashMap<ThingId, usize> = HashMap::new();
    for (number, (_, mention)) in counting.iter().enumerate() {
        if let Some(choice) = &mention.choice {
            chosen.mentions.insert(number, choice.clone());
        }
        numbers.entry(mention.thing).or_insert_with(|| entities.mentions[number].entity() + 1);
    }
    chosen.redrawn = choices.redrawn.iter().filter_map(|thing| numbers.get(thing).copied()).collect();
    Ok((anonymiser.decide(document, entities, &chosen, memory)?, order))
}

/// Two digits say all there is.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 100.0).round() / 100.0
}

fn tenth(bits: f64) -> f64 {
    (bits * 10.0).round() / 10.0
}
