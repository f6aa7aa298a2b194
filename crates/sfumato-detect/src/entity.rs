//! Entities: things, and every place they are named.

use std::collections::{HashMap, HashSet};

use sfumato_document::Span;

use crate::{Category, Finding, FindingReason, link};

/// The most by which a finding may be less sure than the surest and still name the mention it covers.
pub(crate) const NEARLY: f32 = 0.25;

/// One place where an entity is named.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// Its place.
    pub span: Span,
    /// The category that the best finding gives it.
    pub category: Category,
    /// The score of the surest finding.
    pub score: f32,
    findings: MentionFindings,
    entity: usize,
}

/// The findings of a place. Most mentions have one finding, and there are many mentions: it lies in them.
#[derive(Debug, Clone, PartialEq)]
enum MentionFindings {
    One(Finding),
    // Invariant: at least two; the best first.
    Many(Vec<Finding>),
}

impl Mention {
    /// A mention from the findings that cover it; nothing without a finding.
    ///
    /// The surest finding names it, unless one that covers the whole is nearly as sure: a postcode inside an address
    /// does not make the address a postcode. What the user named is what the user named, whatever else covers it.
    pub(crate) fn new(mut findings: Vec<Finding>) -> Option<Self> {
        if findings.len() == 1 {
            return findings.pop().map(Self::of);
        }
        let surest = findings.iter().map(|finding| finding.score).max_by(f32::total_cmp)?;
        let span = findings.iter().map(|finding| finding.span).reduce(Span::cover)?;
        let names_it = |finding: &Finding| finding.span == span && finding.score >= surest - NEARLY;
        let is_named = |finding: &Finding| finding.evidence.why == FindingReason::Named;
        // A model that reads a cell by itself knows less of it than its column does.
        let is_of_column = |finding: &Finding| finding.evidence.why == FindingReason::Column;
        findings.sort_by(|a, b| {
            (is_named(b).cmp(&is_named(a)))
                .then(names_it(b).cmp(&names_it(a)))
                .then(b.score.total_cmp(&a.score))
                .then(is_of_column(b).cmp(&is_of_column(a)))
                .then(b.span.len().cmp(&a.span.len()))
                .then_with(|| a.evidence.recogniser.cmp(&b.evidence.recogniser))
        });
        let mut seen = HashSet::with_capacity(findings.len());
        let is_new: Vec<bool> = findings.iter().map(|it| seen.insert((&it.evidence, &it.category, it.span))).collect();
        let mut is_new = is_new.into_iter();
        findings.retain(|_| is_new.next().unwrap_or(true));
        let best = findings.first()?;
        // Somebody on the staff is a person as well: what says more is believed if it is nearly as sure.
        let says_more =
            |finding: &&Finding| finding.category.is_within(best.category.path()) && finding.score >= surest - NEARLY;
        let named = findings.iter().filter(says_more).rev().max_by_key(|finding| finding.category.path().len());
        let category = named.unwrap_or(best).category.clone();
        findings.shrink_to_fit();
        let findings = match findings.len() {
            1 => MentionFindings::One(findings.pop()?),
            _ => MentionFindings::Many(findings),
        };
        Some(Self { span, category, score: surest, findings, entity: 0 })
    }

    /// The mention of a finding that stands alone.
    pub(crate) fn of(finding: Finding) -> Self {
        let (span, category, score) = (finding.span, finding.category.clone(), finding.score);
        Self { span, category, score, findings: MentionFindings::One(finding), entity: 0 }
    }

    /// The findings here, the best first. Never empty.
    pub fn findings(&self) -> &[Finding] {
        match &self.findings {
            MentionFindings::One(finding) => std::slice::from_ref(finding),
            MentionFindings::Many(findings) => findings,
        }
    }

    pub(crate) fn into_findings(self) -> Vec<Finding> {
        let mut findings = match self.findings {
            MentionFindings::One(finding) => vec![finding],
            MentionFindings::Many(findings) => findings,
        };
        let cover = findings.iter().map(|finding| finding.span).reduce(Span::cover);
        // Of several with the same evidence one was kept; what the others covered stays covered.
        if cover != Some(self.span)
            && let Some(best) = findings.first_mut()
        {
            best.span = self.span;
        }
        findings
    }

    /// The number of its entity in [`Entities`].
    pub fn entity(&self) -> usize {
        self.entity
    }

    pub(crate) fn belong_to(&mut self, entity: usize) {
        self.entity = entity;
    }
}

/// A place with what it is and to which thing it belongs, as somebody decided.
#[derive(Debug, Clone, PartialEq)]
pub struct DecidedPlace {
    /// Its place.
    pub span: Span,
    /// As what.
    pub category: Category,
    /// How sure.
    pub score: f32,
    /// The grounds, the best first. Never empty.
    pub findings: Vec<Finding>,
    /// The thing it names: places of one number are one entity.
    pub thing: usize,
}

/// The reason for which places are no entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecidedPlacesError {
    /// A place has no findings.
    #[error("a place has no grounds")]
    NoFinding,
    /// Places overlap or are not in order.
    #[error("places overlap")]
    Overlap,
}

/// A thing that the document names.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// The most special category that its mentions give it.
    pub category: Category,
    /// The mentions, by number, in order.
    pub mentions: Vec<usize>,
    /// The mention that says most about it: the longest.
    pub fullest: usize,
}

/// Everything found in a document, settled.
#[derive(Debug, Default)]
pub struct Entities {
    /// The entities in order of their first mention.
    pub entities: Vec<Entity>,
    /// The mentions in order, disjoint.
    pub mentions: Vec<Mention>,
    /// Findings that were not sure enough to count.
    pub below: Vec<Finding>,
}

impl Entities {
    /// The entities of findings that are disjoint and in order, each a thing of its own.
    pub fn of_findings(findings: Vec<Finding>) -> Self {
        let entity = |(nth, finding): (usize, &Finding)| Entity {
            category: finding.category.clone(),
            mentions: vec![nth],
            fullest: nth,
        };
        let entities = findings.iter().enumerate().map(entity).collect();
        let mut mentions: Vec<Mention> = findings.into_iter().map(Mention::of).collect();
        mentions.iter_mut().enumerate().for_each(|(nth, mention)| mention.belong_to(nth));
        Self { entities, mentions, below: Vec::new() }
    }

    /// The entities of places that are disjoint and in order, each with the thing it belongs to.
    pub fn of_places(places: Vec<DecidedPlace>, below: Vec<Finding>) -> Result<Self, DecidedPlacesError> {
        if places.windows(2).any(|pair| pair[0].span.end() > pair[1].span.start()) {
            return Err(DecidedPlacesError::Overlap);
        }
        let mut first: HashMap<usize, usize> = HashMap::with_capacity(places.len());
        let mut group = Vec::with_capacity(places.len());
        let mut mentions = Vec::with_capacity(places.len());
        for (nth, DecidedPlace { span, category, score, mut findings, thing }) in places.into_iter().enumerate() {
            let findings = match findings.len() {
                0 => return Err(DecidedPlacesError::NoFinding),
                1 => MentionFindings::One(findings.remove(0)),
                _ => MentionFindings::Many(findings),
            };
            group.push(*first.entry(thing).or_insert(nth));
            mentions.push(Mention { span, category, score, findings, entity: 0 });
        }
        Ok(link::gather(mentions, &group, below))
    }

    /// The entity of a mention.
    pub fn entity_of(&self, mention: &Mention) -> &Entity {
        &self.entities[mention.entity()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FindingEvidence, KnownCategory};
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    fn place(start: usize, end: usize, category: KnownCategory, thing: usize) -> DecidedPlace {
        let document = TextFile.read(vec![b'x'; 40]).expect("readable");
        let span = document.span(start, end).expect("a span");
        let evidence = FindingEvidence { recogniser: "p".into(), rule: "p".into(), why: FindingReason::Reviewed };
        let category = Category::from(category);
        let finding = Finding { span, category: category.clone(), score: 1.0, evidence: evidence.into() };
        DecidedPlace { span, category, score: 1.0, findings: vec![finding], thing }
    }

    #[test]
    fn places_of_one_thing_are_one_entity_whatever_stands_there() {
        let places = vec![
            place(0, 3, KnownCategory::Person, 7),
            place(4, 9, KnownCategory::Place, 2),
            place(9, 20, KnownCategory::Patient, 7),
        ];
        let entities = Entities::of_places(places, Vec::new()).expect("disjoint");
        assert_eq!(entities.mentions.iter().map(Mention::entity).collect::<Vec<_>>(), [0, 1, 0]);
        let first = &entities.entities[0];
        assert_eq!(
            (first.mentions.as_slice(), first.fullest, first.category.path()),
            (&[0, 2][..], 2, "person/patient")
        );
    }

    #[test]
    fn places_that_overlap_or_have_no_grounds_are_none() {
        let overlapping = vec![place(0, 5, KnownCategory::Person, 0), place(4, 9, KnownCategory::Person, 0)];
        assert_eq!(Entities::of_places(overlapping, Vec::new()).err(), Some(DecidedPlacesError::Overlap));
        let bare = DecidedPlace { findings: Vec::new(), ..place(0, 5, KnownCategory::Person, 0) };
        assert_eq!(Entities::of_places(vec![bare], Vec::new()).err(), Some(DecidedPlacesError::NoFinding));
    }
}
