//! Operators, and the texts that they put in the place of mentions.

mod characters;
mod hash;
mod numbered;

use sfumato_detect::{Entities, Entity, Mention};
use sfumato_document::{Document, Sensitive};

use crate::plan::{Decision, Replacement, ReplacementOrigin};
use crate::{Keys, PlanError, token};

pub(crate) use characters::black_out;
use numbered::NumberedLabels;

/// The treatment of the mentions of a category, with its settings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operator {
    /// Nothing.
    Keep,
    /// The mention disappears.
    Suppress,
    /// The category and the entity's number: `[PERSON 1]`.
    Label,
    /// A black block for every character.
    BlackOut,
    /// A mark for every letter and digit but the first and last few.
    Characters {
        /// The mark.
        mark: char,
        /// How many letters and digits stay at the start.
        keep_first: usize,
        /// And at the end.
        keep_last: usize,
    },
    /// The category and a keyed hash of the entity: equal values are equal, in all documents of one key.
    Hash {
        /// How many hexadecimal digits are shown.
        digits: usize,
    },
    /// The text, encrypted and authenticated; `unmask` brings it back.
    Encrypt,
    /// Something more general that is true as well: the most telling that the limits of the policy allow.
    Generalise,
    /// Something else of its kind that reads as if it had always been there.
    Pseudonymise,
    /// Digits for digits and letters for letters, encrypted; `unmask` brings them back.
    Ff1,
    /// The text that a plan made by hand gives, or whoever found the place; without one it stays.
    Given(Option<Sensitive<String>>),
}

impl Operator {
    /// Its name in a policy.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Suppress => "suppress",
            Self::Label => "label",
            Self::BlackOut => "black-out",
            Self::Characters { .. } => "characters",
            Self::Hash { .. } => "hash",
            Self::Encrypt => "encrypt",
            Self::Generalise => "generalise",
            Self::Pseudonymise => "pseudonymise",
            Self::Ff1 => "ff1",
            Self::Given(_) => "given",
        }
    }

    /// True if the text that it writes tells the category of what stood there.
    pub(crate) fn tells_category(&self) -> bool {
        matches!(self, Self::Label | Self::Hash { .. } | Self::Encrypt | Self::Ff1 | Self::Pseudonymise)
    }

    /// True if it needs a key.
    pub fn needs_key(&self) -> bool {
        matches!(self, Self::Hash { .. } | Self::Encrypt | Self::Ff1)
    }
}

/// The operators at work on one document: they know the numbers already given and the keys.
pub(crate) struct Operators<'a> {
    document: &'a Document,
    entities: &'a Entities,
    keys: Option<&'a Keys>,
    labels: NumberedLabels,
}

impl<'a> Operators<'a> {
    /// Ready for a document and the decisions about it.
    pub fn new(document: &'a Document, entities: &'a Entities, decisions: &[Decision], keys: Option<&'a Keys>) -> Self {
        let mut labelled = vec![false; entities.entities.len()];
        for decision in decisions.iter().filter(|decision| *decision.operator == Operator::Label) {
            labelled[entities.mentions[decision.mention].entity()] = true;
        }
        Self { document, entities, keys, labels: NumberedLabels::new(document, entities, |entity| labelled[entity]) }
    }

    /// The replacements of all mentions whose operators need nothing but the mention, in order.
    pub fn replacements(&self, decisions: &[Decision]) -> Result<Vec<Replacement>, PlanError> {
        let mut replacements = Vec::with_capacity(decisions.len());
        for decision in decisions {
            let mention = &self.entities.mentions[decision.mention];
            if let Some(text) = self.text(&decision.operator, mention)? {
                let origin = ReplacementOrigin::Mention(decision.mention);
                replacements.push(Replacement { span: mention.span, text: Sensitive::new(text), origin });
            }
        }
        Ok(replacements)
    }

    /// The text that an operator puts in the place of a mention; `None` if it stays, or is written with all others in view.
    fn text(&self, operator: &Operator, mention: &Mention) -> Result<Option<String>, PlanError> {
        let entity = self.entities.entity_of(mention);
        let text = self.document.slice(mention.span);
        Ok(Some(match operator {
            Operator::Keep | Operator::Generalise | Operator::Pseudonymise | Operator::Ff1 => return Ok(None),
            Operator::Given(text) => return Ok(text.as_ref().map(|text| text.expose().clone())),
            Operator::Suppress => String::new(),
            Operator::Label => self.labels.of(mention.entity()),
            Operator::BlackOut => characters::black_out(text, self.document.encoding()),
            Operator::Characters { mark, keep_first, keep_last } => {
                let mark = if self.document.encoding().holds(mark.encode_utf8(&mut [0; 4])) { *mark } else { 'X' };
                characters::mark(text, mark, *keep_first, *keep_last)
            }
            Operator::Hash { digits } => {
                hash::hash(entity, self.fullest(entity), *digits, self.keys.ok_or(PlanError::NoKey)?)
            }
            Operator::Encrypt => token::seal(&entity.category, text, self.keys.ok_or(PlanError::NoKey)?),
        }))
    }

    /// The fullest text an entity is named by.
    fn fullest(&self, entity: &Entity) -> &str {
        self.document.slice(self.entities.mentions[entity.fullest].span)
    }
}
