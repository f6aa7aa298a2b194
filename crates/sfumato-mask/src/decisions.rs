//! Decisions by rule: the operator that a policy gives each mention, before anything is written.

use sfumato_detect::{Category, Entities, Entity, FindingReason, KnownCategory, Mention, SubstituteDomain};
use sfumato_document::{Document, Span};
use sfumato_language::Analysis;
use sfumato_risk::Clue;

use crate::citations::is_cited;
use crate::plan::Decision;
use crate::{Operator, Policy};

/// The rule by which a date or number in the citation of a law stays, as reports have it.
pub const CITATION: &str = "citation";

/// The rule by which the name of an illness is no name of a person, whoever it is called after.
const EPONYM: &str = "eponym";

/// The rule by which a denied finding stays.
const NEGATED: &str = "negated";

/// Decides category by category: the rule of the most special category counts, and a mention is treated as its entity is,
/// so that all its mentions are treated alike.
///
/// An entity stays only if everything that was found in its places may stay. A further finding can thus only add to what
/// is masked: a more fearful threshold or sensitivity never brings anything back.
pub(crate) fn by_rules(entities: &Entities, policy: &Policy) -> Vec<Decision> {
    let decided = |entity: &Entity| match policy.operator_for(&category_of(entities, entity)) {
        (rule, operator) if **operator == Operator::Keep => {
            let findings = entity.mentions.iter().flat_map(|mention| entities.mentions[*mention].findings());
            let rules = findings.map(|finding| policy.operator_for(&finding.category));
            rules.into_iter().find(|(_, operator)| ***operator != Operator::Keep).unwrap_or((rule, operator))
        }
        decided => decided,
    };
    let decided: Vec<_> = entities.entities.iter().map(decided).collect();
    let decide = |(number, mention): (usize, &Mention)| {
        let (rule, operator) = decided[mention.entity()];
        Decision { mention: number, operator: operator.clone(), rule: rule.clone() }
    };
    entities.mentions.iter().enumerate().map(decide).collect()
}

/// The category that an entity is treated by: what was asked to be protected is that, whatever else it is.
pub(crate) fn category_of(entities: &Entities, entity: &Entity) -> Category {
    let mut findings = entity.mentions.iter().flat_map(|mention| entities.mentions[*mention].findings());
    let asked = findings.find(|finding| finding.category.is(KnownCategory::Protected));
    asked.map_or_else(|| entity.category.clone(), |finding| finding.category.clone())
}

/// Keeps names that are only part of what betrays a topic, "Kaposi" in "Kaposi's sarcoma", for the whole to be dealt
/// with.
pub(crate) fn keep_eponyms(clues: &[Clue], entities: &Entities, decisions: &mut [Decision]) {
    const NAMES: [KnownCategory; 3] = [KnownCategory::Person, KnownCategory::Place, KnownCategory::Organisation];
    for decision in decisions {
        let mention = &entities.mentions[decision.mention];
        let is_name = NAMES.iter().any(|known| mention.category.is(*known));
        let is_asked = mention.findings().iter().any(|finding| {
            finding.category.is(KnownCategory::Protected) || finding.evidence.why == FindingReason::Given
        });
        let at = clues.partition_point(|clue| clue.span.end() <= mention.span.start());
        let is_within = clues.get(at).is_some_and(|clue| clue.span.contains(mention.span) && clue.span != mention.span);
        if is_name && !is_asked && is_within {
            (decision.operator, decision.rule) = (Operator::Keep.into(), EPONYM.into());
        }
    }
}

/// Keeps diseases and topics that the text denies.
pub(crate) fn keep_negated(analysis: &Analysis<'_>, entities: &Entities, decisions: &mut [Decision]) {
    let negated: Vec<Span> = analysis.terms().iter().filter(|term| term.is_negated).map(|term| term.span).collect();
    for decision in decisions {
        let mention = &entities.mentions[decision.mention];
        let is_finding = [KnownCategory::Topic, KnownCategory::Health].iter().any(|known| mention.category.is(*known));
        let at = negated.partition_point(|span| span.end() <= mention.span.start());
        if is_finding && negated.get(at).is_some_and(|span| span.overlaps(mention.span)) {
            (decision.operator, decision.rule) = (Operator::Keep.into(), NEGATED.into());
        }
    }
}

/// Keeps dates and numbers inside the citation of a law that would get a pseudonym: "Ley 35/2015, de 22 de septiembre",
/// "the Human Rights Act 1998". A birth is never part of one.
pub(crate) fn keep_citations(document: &Document, entities: &Entities, decisions: &mut [Decision]) {
    for decision in decisions.iter_mut().filter(|decision| *decision.operator == Operator::Pseudonymise) {
        let mention = &entities.mentions[decision.mention];
        let category = &entities.entity_of(mention).category;
        let is_number = matches!(
            category.substitute(),
            Some(SubstituteDomain::Dates | SubstituteDomain::Numbers | SubstituteDomain::Contacts)
        );
        let may_be_cited = is_number && !category.is(KnownCategory::BirthDate);
        if may_be_cited && is_cited(document.text(), mention.span.start()..mention.span.end()) {
            (decision.operator, decision.rule) = (Operator::Keep.into(), CITATION.into());
        }
    }
}
