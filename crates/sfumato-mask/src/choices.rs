//! Choices of a person about what a policy decides: what stays, what is masked after all, and what is written.

use std::collections::HashMap;

use sfumato_detect::{Entities, GivenPlace};
use sfumato_document::{Sensitive, Span};

use crate::plan::Decision;
use crate::{Operator, Policy};

/// The rule by which something is treated as a person chose.
pub const REVIEW: &str = "review";

/// The rule by which a place has the text that was handed in with it.
pub const GIVEN: &str = "given";

/// A choice about one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// It stays.
    Keep,
    /// It is masked, as the policy masks its category, or as it masks everything else if it keeps that.
    Mask,
    /// This stands there instead.
    Write(Sensitive<String>),
    /// The same, as whoever handed the place in wants it.
    Given(Sensitive<String>),
}

/// The choices about a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// The choice about each mention that one was made about, by its number.
    pub mentions: HashMap<usize, Choice>,
    /// The entities that get another pseudonym than they would have got, by number from one; one that is listed again
    /// gets yet another.
    pub redrawn: Vec<usize>,
}

impl Choices {
    /// The texts that somebody handed in with places, for all mentions of what stands there. Where more was found than the
    /// place, as a longer name around it, the rest would be lost, and the policy decides.
    pub fn given(places: &[GivenPlace], entities: &Entities) -> Self {
        let mut mentions = HashMap::new();
        for place in places {
            let Some(text) = &place.replacement else { continue };
            let at = entities.mentions.partition_point(|mention| mention.span.start() < place.span.start());
            let Some(mention) = entities.mentions.get(at).filter(|mention| mention.span == place.span) else {
                continue;
            };
            for number in &entities.entity_of(mention).mentions {
                mentions.entry(*number).or_insert_with(|| Choice::Given(text.clone()));
            }
        }
        Self { mentions, redrawn: Vec::new() }
    }

    /// Puts choices in the place of what rules decided.
    pub(crate) fn settle(&self, policy: &Policy, entities: &Entities, decisions: &mut [Decision]) {
        for decision in decisions {
            let Some(choice) = self.mentions.get(&decision.mention) else { continue };
            let operator = match choice {
                // What a person gives and what stays by its decision are the same to those that come after.
                Choice::Keep => Operator::Keep.into(),
                Choice::Write(text) | Choice::Given(text) => Operator::Given(Some(text.clone())).into(),
                Choice::Mask => match *decision.operator {
                    Operator::Keep => {
                        let mention = &entities.mentions[decision.mention];
                        policy.masking_operator_for(&entities.entity_of(mention).category).clone()
                    }
                    _ => continue,
                },
            };
            let rule = if matches!(choice, Choice::Given(_)) { GIVEN } else { REVIEW };
            (decision.operator, decision.rule) = (operator, rule.into());
        }
    }

    /// The places that stay by choice, in order.
    pub(crate) fn kept(&self, entities: &Entities) -> Vec<Span> {
        let kept = self.mentions.iter().filter(|(_, choice)| **choice == Choice::Keep);
        let mut spans: Vec<Span> = kept.map(|(mention, _)| entities.mentions[*mention].span).collect();
        spans.sort();
        spans
    }
}

/// True if a place meets one of those that stay.
pub(crate) fn is_kept(kept: &[Span], span: Span) -> bool {
    let at = kept.partition_point(|kept| kept.end() <= span.start());
    kept.get(at).is_some_and(|kept| kept.overlaps(span))
}
