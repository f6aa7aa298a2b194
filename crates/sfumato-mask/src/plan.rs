//! The plan: what happens to every mention, and which rule decided.

use std::sync::Arc;

use sfumato_detect::{Entities, Entity, Mention};
use sfumato_document::{Document, Edits, EditsError, Sensitive, Span, TextEdit};
use sfumato_knowledge::counts::CountsError;

use crate::planner::Account;
use crate::{Keys, Numbers, Operator, Operators, Policy};

/// What happens to a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// It is replaced.
    Mask,
    /// It stays.
    Keep,
}

impl Action {
    /// In one word, as reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mask => "mask",
            Self::Keep => "keep",
        }
    }
}

/// The decision about one mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The mention, by number.
    pub mention: usize,
    /// What is done to it.
    pub operator: Arc<Operator>,
    /// The category of the policy whose rule decided; `default` if none did.
    pub rule: Arc<str>,
}

impl Decision {
    /// What happens.
    pub fn action(&self) -> Action {
        if *self.operator == Operator::Keep { Action::Keep } else { Action::Mask }
    }
}

/// What stands for something that is generalised, or for a phrase that a risk model objects to.
#[derive(Debug, Clone, PartialEq)]
pub struct Replacement {
    /// Where, with the article before it if that has to agree.
    pub span: Span,
    /// What stands there.
    pub text: Sensitive<String>,
    /// Whether it is for a phrase and not for a mention: its number among the phrases.
    pub term: Option<usize>,
}

/// What happens to a document: one decision a mention, in order, and what becomes of phrases.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// What stands for mentions that are generalised, and for phrases; in order, disjoint.
    pub replacements: Vec<Replacement>,
    /// What was measured, if anything was.
    pub account: Option<Account>,
}

/// Why a plan cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A keyed operator has no key.
    #[error("the policy hashes or encrypts and there is no key; give one with --key-file or SFUMATO_KEY")]
    NoKey,
    /// Mentions overlap.
    #[error(transparent)]
    Edits(#[from] EditsError),
    /// The reference cannot be asked.
    #[error(transparent)]
    Counts(#[from] CountsError),
}

/// Decides by the policy, category by category: the rule of the most special category counts, and a mention is treated
/// as its entity is, so that all its mentions are treated alike.
///
/// An entity stays only if everything that was found in its places may stay. What is found besides can thus only add to
/// what is masked: a more fearful threshold or sensitivity never brings anything back.
pub fn plan(entities: &Entities, policy: &Policy) -> Plan {
    let decided = |entity: &Entity| match policy.operator_for(&entity.category) {
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
    let decisions = entities.mentions.iter().enumerate().map(decide).collect();
    Plan { decisions, replacements: Vec::new(), account: None }
}

/// The edits of a plan; what stands for numbers is fitted to their places.
pub fn edits(
    document: &Document,
    entities: &Entities,
    plan: &Plan,
    keys: Option<&Keys>,
    numbers: Numbers,
) -> Result<Edits, PlanError> {
    let operators = Operators::new(document, entities, plan, keys);
    let mut edits = Vec::with_capacity(plan.decisions.len() + plan.replacements.len());
    for decision in &plan.decisions {
        let mention = &entities.mentions[decision.mention];
        if let Some(replacement) = operators.replacement(&decision.operator, mention)? {
            edits.push(TextEdit::new(mention.span, numbers.fit(document, mention.span, replacement)));
        }
    }
    let generalised = plan.replacements.iter();
    edits.extend(generalised.map(|replacement| {
        let text = numbers.fit(document, replacement.span, replacement.text.expose().clone());
        TextEdit::new(replacement.span, text)
    }));
    Ok(Edits::new(edits)?)
}
