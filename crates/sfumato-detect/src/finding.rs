//! Findings: where something was found, as what, how surely and why.

use std::sync::Arc;

use sfumato_document::Span;

use crate::Category;

/// The reason for a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingReason {
    /// It has the shape.
    Shape,
    /// It has the shape and its check digits or its form are right.
    Checked,
    /// A word nearby says so.
    Context,
    /// A check and a word nearby say so.
    CheckedInContext,
    /// It stands behind a field's label.
    Field,
    /// It was found in another place of the document.
    Repeat,
    /// It is part of a name found in another place.
    PartOfName,
    /// It is a name or number found in another place, as computers write it.
    OtherShape,
    /// Most cells of its column are such values.
    Column,
    /// It is in a list of the policy.
    Listed,
    /// It was named as to be protected.
    Named,
    /// A model that learnt from annotated documents says so.
    Learnt,
    /// The same, but only because misses are feared more than false alarms.
    Feared,
    /// It belongs to a topic of the policy.
    Topic,
    /// Somebody else found it.
    Given,
    /// It is in a plan that was made by hand.
    Planned,
    /// A person who looked at the document says so, of this place.
    Reviewed,
}

impl FindingReason {
    /// All of them.
    const ALL: [Self; 17] = [
        Self::Shape,
        Self::Checked,
        Self::Context,
        Self::CheckedInContext,
        Self::Field,
        Self::Repeat,
        Self::PartOfName,
        Self::OtherShape,
        Self::Column,
        Self::Listed,
        Self::Named,
        Self::Learnt,
        Self::Feared,
        Self::Topic,
        Self::Given,
        Self::Planned,
        Self::Reviewed,
    ];

    /// The reason that reports tell in these words.
    pub fn told(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.words() == words)
    }

    /// True if a pattern found it, as opposed to a model, the policy or a place found before.
    pub(crate) fn is_pattern(self) -> bool {
        matches!(self, Self::Shape | Self::Checked | Self::Context | Self::CheckedInContext | Self::Field)
    }

    /// True if a model found it.
    pub(crate) fn is_learnt(self) -> bool {
        matches!(self, Self::Learnt | Self::Feared)
    }

    /// In words, as reports have it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Shape => "has the shape",
            Self::Checked => "has the shape and passes its check",
            Self::Context => "has the shape, and a word nearby says so",
            Self::CheckedInContext => "passes its check, and a word nearby says so",
            Self::Field => "stands behind a title or field label",
            Self::Repeat => "is found elsewhere in the document",
            Self::PartOfName => "is part of a name found elsewhere in the document",
            Self::OtherShape => "is another way to write what is found elsewhere in the document",
            Self::Column => "stands in a column of such values",
            Self::Listed => "is in a list of the policy",
            Self::Named => "was named as to be protected",
            Self::Learnt => "looks like what annotated documents mark",
            Self::Feared => "may be what annotated documents mark",
            Self::Topic => "belongs to a topic of the policy",
            Self::Given => "was handed in from outside",
            Self::Planned => "is in the plan",
            Self::Reviewed => "was marked by a person",
        }
    }
}

/// The recogniser that found something, by which rule, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FindingEvidence {
    /// The recogniser's id, such as `es/dni`.
    pub recogniser: Arc<str>,
    /// Its rule.
    pub rule: Arc<str>,
    /// The reason.
    pub why: FindingReason,
}

/// Something found at a place. Never holds the text again.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Its place.
    pub span: Span,
    /// As what.
    pub category: Category,
    /// The probability that it is that, between 0 and 1.
    pub score: f32,
    /// The grounds, which all that one rule finds for one reason share.
    pub evidence: Arc<FindingEvidence>,
}

/// The findings of recognisers, in any order.
#[derive(Debug, Default)]
pub struct Findings {
    findings: Vec<Finding>,
}

impl Findings {
    /// Adds a finding; an empty span says nothing and is left out.
    pub fn push(&mut self, finding: Finding) {
        if !finding.span.is_empty() {
            self.findings.push(finding);
        }
    }

    /// Makes room for so many more.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.findings.reserve(count);
    }

    /// All of them, in the order of the text, whoever found them first.
    pub fn into_sorted(mut self) -> Vec<Finding> {
        self.findings.sort_by(|a, b| {
            (a.span, &a.evidence.recogniser, &a.evidence.rule)
                .cmp(&(b.span, &b.evidence.recogniser, &b.evidence.rule))
                .then(b.score.total_cmp(&a.score))
        });
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_known_by_its_words() {
        assert!(FindingReason::ALL.into_iter().all(|reason| FindingReason::told(reason.words()) == Some(reason)));
        assert_eq!(FindingReason::told("Ann Lee"), None);
    }
}
