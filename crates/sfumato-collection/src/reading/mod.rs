//! From a document to what it says of the people it is about.
//!
//! Three readers look at the words of a document: fields ("Edad: 34"), cues ("residente en Toledo"), and words that tell
//! by themselves ("mujer", "34-year-old"). What the recognisers of the library found says what is a disease, a trade or
//! a birthday. A field is believed before a cue, a cue before a word, and what is said first before what is said later.

mod conditions;
mod dates;
mod fields;
mod residence;
mod subjects;
mod traits;

pub(crate) use traits::is_decade;

use std::collections::{BTreeMap, BTreeSet};

use sfumato::detect::Entities;
use sfumato::document::{Document, Span};
use sfumato::language::{Analysis, Language};
use sfumato::mask::Policy;
use sfumato::{Anonymiser, BuildError, Bundle, RunError};

use crate::lists::{self, PhraseList, TextWords};
use crate::node::path;
use crate::{Attribute, ValueNode};

/// What vouches for a mention of an attribute, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MentionGround {
    /// A word that says it by the way: "she".
    Hint,
    /// Words that tell by themselves, or a recogniser.
    Words,
    /// A cue before it.
    Cue,
    /// The label of a field.
    Field,
}

/// One place where a document says something of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeMention {
    /// What it says something about.
    pub attribute: Attribute,
    /// Where.
    pub span: Span,
    /// The words of the label or cue before it, which say of themselves nothing of anybody.
    pub cue: Option<Span>,
    /// What it says, normalised.
    pub node: ValueNode,
    /// What vouches for it.
    pub ground: MentionGround,
    /// True if it says that it is not so.
    pub is_negated: bool,
    /// True if it is said of somebody else: a mother's disease.
    pub is_of_other: bool,
}

impl AttributeMention {
    /// True if it says something of the person the record is of.
    pub fn counts(&self) -> bool {
        !self.is_negated && !self.is_of_other
    }
}

/// What a document says of one person it is about.
#[derive(Debug, Clone)]
pub struct PersonRecord {
    /// The part of the document that is about the person.
    pub part: Span,
    /// The language it is written in.
    pub language: Language,
    /// Everything said, in the order of the text.
    pub mentions: Vec<AttributeMention>,
    values: BTreeMap<Attribute, BTreeSet<ValueNode>>,
}

impl PersonRecord {
    fn new(part: Span, language: Language, mut mentions: Vec<AttributeMention>) -> Self {
        mentions.sort_by_key(|mention| (mention.span, mention.attribute));
        let mut values: BTreeMap<Attribute, BTreeSet<ValueNode>> = BTreeMap::new();
        for attribute in Attribute::all() {
            let mut said = mentions.iter().filter(|mention| mention.attribute == attribute && mention.counts());
            let nodes: BTreeSet<ValueNode> = match attribute.is_set() {
                true => said.map(|mention| mention.node.clone()).collect(),
                false => chosen(attribute, &mut said).into_iter().collect(),
            };
            if !nodes.is_empty() {
                values.insert(attribute, nodes);
            }
        }
        let mut record = Self { part, language, mentions, values };
        record.derive();
        record
    }

    /// The record with mentions that were not seen at first; what it says stays as it was.
    pub(crate) fn with_mentions(&self, more: &[AttributeMention]) -> Self {
        let mut record = self.clone();
        record.mentions.extend(more.iter().cloned());
        record.mentions.sort_by_key(|mention| (mention.span, mention.attribute));
        record
    }

    /// The value of an attribute of which a person has one; nothing if the document is silent.
    pub fn value(&self, attribute: Attribute) -> Option<&ValueNode> {
        self.values.get(&attribute)?.first()
    }

    /// All values of an attribute.
    pub fn values(&self, attribute: Attribute) -> impl Iterator<Item = &ValueNode> {
        self.values.get(&attribute).into_iter().flatten()
    }

    /// The mentions of an attribute that say something of the person.
    pub fn mentions_of(&self, attribute: Attribute) -> impl Iterator<Item = &AttributeMention> {
        self.mentions.iter().filter(move |mention| mention.attribute == attribute && mention.counts())
    }
}

/// The value of which a person has one: what is vouched for best, and of that what is said first; of the sex, what most
/// words say.
fn chosen(attribute: Attribute, said: &mut dyn Iterator<Item = &AttributeMention>) -> Option<ValueNode> {
    let all: Vec<&AttributeMention> = said.collect();
    let best = all.iter().map(|mention| mention.ground).max()?;
    let best: Vec<&ValueNode> =
        all.iter().filter(|mention| mention.ground == best).map(|mention| &mention.node).collect();
    if attribute == Attribute::Sex {
        let count = |node: &ValueNode| best.iter().filter(|other| **other == node).count();
        return best.iter().copied().rev().max_by_key(|node| count(node)).cloned();
    }
    // Of what agrees with the first, the most special: "Toledo" says more than "Spain".
    let first = *best.first()?;
    let agrees = best.iter().copied().filter(|node| path(attribute, node).contains(first) && !node.is_root());
    agrees
        .max_by_key(|node| path(attribute, node).iter().position(|above| above == first).unwrap_or(0))
        .or(Some(first))
        .cloned()
}

/// The phrases that stand for something general in texts that were written back.
pub(crate) type Vocabulary = PhraseList<(Attribute, ValueNode)>;

/// Why a document is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadingError {
    /// Nobody stands out as whom it is about.
    #[error(
        "it cannot be told whom it is about; name the person with --protect, or leave it out with --allow-incomplete"
    )]
    NoSubject,
    /// A recogniser failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Reads documents.
#[derive(Debug)]
pub struct CollectionReader {
    anonymiser: Anonymiser<'static>,
}

impl CollectionReader {
    /// A reader that knows the people named in `protect`.
    pub fn new(protect: &[String]) -> Result<Self, BuildError> {
        let mut policy = Policy::parse("collection", include_str!("policy.toml")).expect("the policy is in order");
        policy.entities.extend(protect.iter().cloned());
        Ok(Self { anonymiser: Anonymiser::builder().policy(policy).build()? })
    }

    /// What a document says, a record for each person it is about.
    pub fn read(&self, document: &Document) -> Result<Vec<PersonRecord>, ReadingError> {
        self.read_with(document, None)
    }

    /// The same for a document that was written back.
    pub(crate) fn read_with(
        &self,
        document: &Document,
        vocabulary: Option<&Vocabulary>,
    ) -> Result<Vec<PersonRecord>, ReadingError> {
        let (entities, _) = self.anonymiser.find(document, &[])?;
        let analysis = Analysis::new(document);
        let analysis = match Bundle::models() {
            Ok(models) => analysis.with_models(models),
            Err(_) => analysis,
        };
        let language = analysis.languages().main().unwrap_or(Language::English);
        let words = TextWords::new(document.text());
        let negated = analysis.terms().iter().filter(|term| term.is_negated).map(|term| term.span).collect();
        let day_order = dates::day_order(&words, language);
        let mut reading = Reading {
            document,
            entities: &entities,
            words,
            language,
            negated,
            day_order,
            vocabulary,
            mentions: Vec::new(),
            cue: None,
        };
        let subjects = reading.subjects();
        if subjects.is_empty() {
            return Err(ReadingError::NoSubject);
        }
        reading.read_fields();
        reading.read_cues();
        reading.read_words();
        reading.read_found();
        let Reading { mentions, .. } = reading;
        let last = subjects.len() - 1;
        let mut records = Vec::with_capacity(subjects.len());
        for (nth, start) in subjects.iter().enumerate() {
            let from = if nth == 0 { 0 } else { *start };
            let to = if nth == last { document.text().len() } else { subjects[nth + 1] };
            let Some(part) = document.span(from, to) else { continue };
            let own = mentions.iter().filter(|mention| part.contains(mention.span)).cloned().collect();
            records.push(PersonRecord::new(part, language, own));
        }
        Ok(records)
    }
}

/// A document that is being read.
struct Reading<'a> {
    document: &'a Document,
    entities: &'a Entities,
    words: TextWords<'a>,
    language: Language,
    /// What is said not to be so.
    negated: Vec<Span>,
    day_order: sfumato::values::generalise::DayOrder,
    vocabulary: Option<&'a Vocabulary>,
    mentions: Vec<AttributeMention>,
    /// The label or cue whose value is being read.
    cue: Option<Span>,
}

/// How far back it is looked whom something is said of.
const OWNER: usize = 14;

impl Reading<'_> {
    /// Notes what some words say, unless something that says as much of the same was noted there.
    fn note(&mut self, attribute: Attribute, words: std::ops::Range<usize>, node: ValueNode, ground: MentionGround) {
        let is_of_other = ground != MentionGround::Field && self.is_of_other(words.start);
        let range = self.words.range(words);
        if let Some(span) = self.document.span(range.start, range.end) {
            self.note_span(attribute, span, node, ground, is_of_other);
        }
    }

    fn note_span(
        &mut self,
        attribute: Attribute,
        span: Span,
        node: ValueNode,
        ground: MentionGround,
        is_of_other: bool,
    ) {
        let is_noted = |mention: &AttributeMention| {
            mention.attribute == attribute && mention.span.overlaps(span) && mention.ground >= ground
        };
        if self.mentions.iter().any(is_noted) {
            return;
        }
        let can_be_denied = attribute >= Attribute::Diagnosis;
        let is_negated = can_be_denied && self.negated.iter().any(|negated| negated.overlaps(span));
        self.mentions.push(AttributeMention { attribute, span, cue: self.cue, node, ground, is_negated, is_of_other });
    }

    /// True if what stands at a word is said of a relative: "su madre, de 70 años", "her brother had asthma".
    fn is_of_other(&self, at: usize) -> bool {
        let subject = lists::subject_words(self.language);
        let (kin, owners) = (lists::kin(self.language), lists::owners(self.language));
        let history = lists::family_history(self.language);
        for back in (at.saturating_sub(OWNER)..at).rev() {
            let gap = self.words.gap_before(back + 1);
            if gap.contains(['.', ';', '\n']) && !gap.trim().is_empty() || gap.contains("\n\n") {
                return false;
            }
            if history.longest(&self.words, back).is_some() {
                return true;
            }
            if subject.longest(&self.words, back).is_some() {
                return false;
            }
            // "A sister with asthma".
            let has = matches!(
                self.words.word(back + 1),
                "con" | "with" | "who" | "que" | "tuvo" | "had" | "has" | "padece" | "tiene"
            );
            if kin.longest(&self.words, back).is_some() && has && back + 1 < at {
                return true;
            }
            let is_owned = back > 0 && owners.longest(&self.words, back - 1).is_some_and(|(end, _)| end == back);
            if kin.longest(&self.words, back).is_some() && is_owned {
                // "Lives with her husband in Leeds" says where she lives.
                let before = back.checked_sub(2).map_or("", |before| self.words.word(before));
                return !matches!(before, "with" | "con" | "by" | "por");
            }
        }
        false
    }

    /// The words that a span covers.
    fn words_of(&self, span: Span) -> std::ops::Range<usize> {
        let start = self.words.at_byte(span.start());
        let end = self.words.words.partition_point(|word| word.start < span.end());
        start..end.max(start)
    }
}
