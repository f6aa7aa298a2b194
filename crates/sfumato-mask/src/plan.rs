//! The plan: every decision about a document, and every text that is written into it. It is made whole and never changed.

use std::sync::Arc;

use sfumato_detect::{Entities, identifies, stands_nowhere_else};
use sfumato_document::{Document, Edits, EditsError, MaskedValue, Sensitive, Span, TextEdit};
use sfumato_knowledge::counts::CountsError;
use sfumato_pseudonym::{PseudonymMapping, SubstituteKind};

use crate::phrases::Account;
use crate::{Operator, Operators};

/// The effect of a plan on a mention.
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
    /// The operator that is applied to it.
    pub operator: Arc<Operator>,
    /// The category of the policy whose rule decided; `default` if none did.
    pub rule: Arc<str>,
}

impl Decision {
    /// The effect of its operator.
    pub fn action(&self) -> Action {
        match *self.operator {
            Operator::Keep | Operator::Given(None) => Action::Keep,
            _ => Action::Mask,
        }
    }
}

/// The reason for a replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacementOrigin {
    /// A mention, by number.
    Mention(usize),
    /// A phrase that a risk model objects to.
    Phrase,
    /// The rest of a name of which a part is masked.
    RestOfName,
}

/// A text that is written into a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Replacement {
    /// The place that is replaced, with the article before it if that has to agree.
    pub span: Span,
    /// The text that stands there afterwards.
    pub text: Sensitive<String>,
    /// The reason.
    pub origin: ReplacementOrigin,
}

/// The order of day and month in dates of digits alone, and the ground on which it was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateOrder {
    /// `day-first`, `month-first` or `year-first`.
    pub order: &'static str,
    /// `evidence`, `language` or `none`.
    pub ground: &'static str,
}

impl DateOrder {
    /// The order in which the dates of a group of documents were read; `None` if none were moved.
    pub(crate) fn of(mapping: &PseudonymMapping, group: &str) -> Option<Self> {
        let times = mapping.times.get(group)?;
        let entry = |key, known: [&'static str; 3]| {
            let entry = times.get(SubstituteKind::Offset, key)?;
            known.into_iter().find(|known| *known == entry)
        };
        Some(Self {
            order: entry("order", ["day-first", "month-first", "year-first"])?,
            ground: entry("order-why", ["evidence", "language", "none"])?,
        })
    }
}

/// Everything that happens to a document: one decision for each mention, in order, and all texts that are written.
#[derive(Debug)]
pub struct Plan {
    decisions: Vec<Decision>,
    // Invariant: in order.
    replacements: Vec<Replacement>,
    sought: Vec<MaskedValue>,
    account: Option<Account>,
    date_order: Option<DateOrder>,
}

impl Plan {
    pub(crate) fn new(
        decisions: Vec<Decision>,
        mut replacements: Vec<Replacement>,
        sought: Vec<MaskedValue>,
        account: Option<Account>,
        date_order: Option<DateOrder>,
    ) -> Self {
        replacements.sort_by_key(|replacement| replacement.span);
        Self { decisions, replacements, sought, account, date_order }
    }

    /// The plan that somebody made by hand: each decision has [`Operator::Given`]. The result is searched for the values
    /// in `sought` alone.
    pub fn by_hand(
        document: &Document,
        entities: &Entities,
        decisions: Vec<Decision>,
        sought: Vec<MaskedValue>,
    ) -> Result<Self, PlanError> {
        let replacements = Operators::new(document, entities, &decisions, None).replacements(&decisions)?;
        Ok(Self::new(decisions, replacements, sought, None, None))
    }

    /// The decisions, in the order of their mentions.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// All texts that are written, in the order of their places.
    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }

    /// The values that the result is searched for.
    pub fn sought(&self) -> &[MaskedValue] {
        &self.sought
    }

    /// The places that stay by a decision, where masked values may stand nevertheless.
    pub fn kept(&self, entities: &Entities) -> Vec<Span> {
        let kept = self.decisions.iter().filter(|decision| decision.action() == Action::Keep);
        kept.map(|decision| entities.mentions[decision.mention].span).collect()
    }

    /// The measurements, if any were made.
    pub fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The order of day and month in dates of digits, if dates were moved.
    pub fn date_order(&self) -> Option<DateOrder> {
        self.date_order
    }

    /// The edits that carry it out; an error if replacements overlap.
    pub fn edits(&self) -> Result<Edits, EditsError> {
        let edit = |replacement: &Replacement| TextEdit::new(replacement.span, replacement.text.expose().clone());
        Edits::new(self.replacements.iter().map(edit).collect())
    }
}

/// The values of masked mentions that say who or what is meant, and must not be in the result.
pub(crate) fn sought_values(
    document: &Document,
    entities: &Entities,
    decisions: &[Decision],
    threshold: f32,
) -> Vec<MaskedValue> {
    let masked = decisions.iter().filter(|decision| decision.action() == Action::Mask);
    let mentions = masked.map(|decision| &entities.mentions[decision.mention]).filter(|mention| identifies(mention));
    let value = |mention| stands_nowhere_else(document, mention, threshold);
    mentions.map(|mention| MaskedValue { span: mention.span, everywhere: value(mention) }).collect()
}

/// The reason why no plan can be made or carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A keyed operator has no key.
    #[error("the policy hashes or encrypts and there is no key")]
    NoKey,
    /// Replacements overlap.
    #[error(transparent)]
    Edits(#[from] EditsError),
    /// The reference cannot be asked.
    #[error(transparent)]
    Counts(#[from] CountsError),
}
