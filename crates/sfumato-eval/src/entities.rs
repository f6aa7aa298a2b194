//! Quality of protection: the spans that would be masked, held against annotations.
//!
//! [`evaluate`] runs an anonymiser over an annotated document; [`compare`] does the counting, on places alone. Labels
//! are those of the annotations; [`LabelNaming`] says what our categories are called there.

mod cover;
mod kinds;
mod map;
mod matching;
mod naming;
mod places;
#[cfg(test)]
mod tests;

use sfumato::document::annotations::AnnotatedDocument;
use sfumato::document::{Document, Span};
use sfumato::mask::Action;
use sfumato::{Anonymiser, MaskedDocument, RunError};

use crate::MatchTally;
use places::{HasSpan as _, beside};

pub use kinds::{EntityMiss, EntityMissKind};
pub use map::{LabelMap, LabelMapError, LabelMeaning};
pub use naming::LabelNaming;

/// A place and what it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelledSpan<'l> {
    /// The place.
    pub span: Span,
    /// As what.
    pub label: &'l str,
}

/// Something that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundSpan<'l> {
    /// The place and its label.
    pub labelled: LabelledSpan<'l>,
    /// The recogniser that was surest of it.
    pub by: &'l str,
}

/// The measures of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntityMeasure {
    /// The same place under the same label.
    Entity,
    /// An overlapping place under the same label; one finding for one annotation.
    EntityOverlap,
    /// The same place under whatever label.
    Span,
    /// The same, once neighbours with neither letters nor digits between them are one.
    SpanMerged,
    /// Characters, under whatever label.
    Character,
    /// Runs of letters and runs of digits, under whatever label.
    Token,
}

impl EntityMeasure {
    /// All of them, the main one first.
    pub const ALL: [Self; 6] =
        [Self::Entity, Self::EntityOverlap, Self::Span, Self::SpanMerged, Self::Character, Self::Token];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entity => "entity",
            Self::EntityOverlap => "entity-overlap",
            Self::Span => "span",
            Self::SpanMerged => "span-merged",
            Self::Character => "character",
            Self::Token => "token",
        }
    }
}

/// A tally for each measure. Where labels do not count, what is there goes by the label of its annotation, and what is
/// spurious by the label it was given; merged places have none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntityTallies([MatchTally; EntityMeasure::ALL.len()]);

impl EntityTallies {
    /// The tally of each measure.
    pub fn iter(&self) -> impl Iterator<Item = (EntityMeasure, &MatchTally)> {
        EntityMeasure::ALL.into_iter().zip(&self.0)
    }

    /// The tally of a measure.
    pub fn of(&self, measure: EntityMeasure) -> &MatchTally {
        &self.0[measure as usize]
    }

    /// Adds those of another document.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, more)| own.merge(more));
    }
}

/// The result for a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntityComparison {
    /// The tallies of each measure.
    pub tallies: EntityTallies,
    /// The annotations and findings that are not right, in the order of the text.
    pub misses: Vec<EntityMiss>,
}

/// The findings that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CountedFindings {
    /// Those that the policy would mask.
    #[default]
    Masked,
    /// Those that it keeps, too.
    Found,
}

/// Runs the anonymiser over a document and compares with its annotations. Annotations whose label the naming does not
/// know are left out, so that it should be asked beforehand whether it knows all.
pub fn evaluate(
    anonymiser: &Anonymiser,
    gold: &AnnotatedDocument,
    naming: &LabelNaming,
    counted: CountedFindings,
) -> Result<EntityComparison, RunError> {
    let masked = anonymiser.mask_document(&gold.document)?;
    let found = found(&masked, naming, counted);
    let mut annotations = Vec::with_capacity(gold.annotations.len());
    let mut ignored = Vec::new();
    for annotation in &gold.annotations {
        match naming.gold(&annotation.label) {
            Some(label) => annotations.push(LabelledSpan { span: annotation.span, label }),
            None => ignored.push(annotation.span),
        }
    }
    Ok(compare(&gold.document, annotations, found, ignored))
}

/// The findings that count, by the names of the annotations.
fn found<'m>(masked: &'m MaskedDocument, naming: &'m LabelNaming, counted: CountedFindings) -> Vec<FoundSpan<'m>> {
    let counts = |action| counted == CountedFindings::Found || action == Action::Mask;
    let decisions = masked.plan.decisions().iter().filter(|decision| counts(decision.action()));
    let mentions = decisions.filter_map(|decision| masked.entities.mentions.get(decision.mention));
    let named = mentions.map(|mention| FoundSpan {
        labelled: LabelledSpan {
            span: mention.span,
            label: naming.found(&masked.entities.entity_of(mention).category),
        },
        by: mention.findings().first().map_or("", |finding| &finding.evidence.recogniser),
    });
    named.collect()
}

/// Compares what is annotated in a document with what was found there.
///
/// Annotations do not overlap each other, nor do findings; what is given twice counts once. Nothing is asked about
/// `ignored` places: what was found there and at no annotation does not count.
pub fn compare(
    document: &Document,
    mut gold: Vec<LabelledSpan<'_>>,
    mut found: Vec<FoundSpan<'_>>,
    mut ignored: Vec<Span>,
) -> EntityComparison {
    gold.retain(|annotation| !annotation.span.is_empty());
    gold.sort_unstable();
    gold.dedup();
    ignored.retain(|span| !span.is_empty());
    ignored.sort_unstable();
    // What is ignored may overlap what is ignored.
    ignored.dedup_by(|later, earlier| {
        let is_one = earlier.overlaps(*later);
        if is_one {
            *earlier = earlier.cover(*later);
        }
        is_one
    });
    found.retain(|found| !found.span().is_empty());
    found.sort_unstable();
    found.dedup_by_key(|found| found.labelled);
    found.retain(|found| beside(&ignored, found.span()).is_empty() || !beside(&gold, found.span()).is_empty());
    let places: Vec<LabelledSpan<'_>> = found.iter().map(|found| found.labelled).collect();
    let (characters, tokens) = cover::characters_and_tokens(document.text(), &gold, &places, &ignored);
    EntityComparison {
        tallies: EntityTallies([
            matching::entities(&gold, &places),
            matching::overlapping(&gold, &places),
            matching::spans(&gold, &places),
            matching::merged(document.text(), &gold, &places),
            characters,
            tokens,
        ]),
        misses: kinds::misses(document, &gold, &found),
    }
}
