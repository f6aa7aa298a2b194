//! The state of a review: what is marked in its documents, as what, and what people decided about it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sfumato::detect::{Category, Finding};
use sfumato::document::Span;
use sfumato::mask::{Choice, Rendering};

/// The number of a mention in its review.
pub type MentionId = u32;
/// The number of a thing that mentions name, in its review.
pub type ThingId = u32;

/// The standing of a mention in its review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MentionState {
    /// The program found it.
    Found,
    /// A person marked it.
    Added,
    /// The program was not sure enough, and nobody has answered.
    Near,
    /// A person said that it is nothing.
    Removed,
}

/// The author and the moment of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalDecision {
    /// The name of the token.
    pub by: Arc<str>,
    /// Seconds since 1970.
    pub at: u64,
}

/// A mention of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewMention {
    /// The place.
    pub span: Span,
    /// The category.
    pub category: Category,
    /// The score of the surest finding.
    pub score: f32,
    /// Its standing.
    pub state: MentionState,
    /// The thing it names.
    pub thing: ThingId,
    /// The findings of the program, the best first.
    pub found: Arc<[Finding]>,
    /// The finding of a person that counts instead, if there is one.
    pub marked: Option<Finding>,
    /// The choice of a person, if there is one.
    pub choice: Option<Choice>,
    /// The last decision about it, if a person made one.
    pub decided: Option<PersonalDecision>,
    /// True if a person said that it is right.
    pub is_accepted: bool,
    /// True if a list of the review decides about it.
    pub is_listed: bool,
}

impl ReviewMention {
    /// The findings that count.
    pub fn findings(&self) -> &[Finding] {
        self.marked.as_ref().map_or(&self.found, std::slice::from_ref)
    }

    /// True if it takes part in what is decided: near misses do not.
    pub fn counts(&self) -> bool {
        self.state != MentionState::Near
    }
}

/// The mentions of a document of a review, by number.
pub type Mentions = BTreeMap<MentionId, ReviewMention>;

/// The form of everything that is masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewView {
    /// As the policy says.
    #[default]
    Policy,
    /// Labels.
    Label,
    /// Pseudonyms.
    Pseudonym,
}

impl ReviewView {
    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "policy" => Some(Self::Policy),
            "label" | "mask" => Some(Self::Label),
            "pseudonym" | "replace" => Some(Self::Pseudonym),
            _ => None,
        }
    }

    /// The change that it makes to a policy.
    pub fn rendering(self) -> Option<Rendering> {
        match self {
            Self::Policy => None,
            Self::Label => Some(Rendering::Labels),
            Self::Pseudonym => Some(Rendering::Pseudonyms),
        }
    }
}

/// Settings that hold for the whole of a review.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct ReviewSettings {
    /// The form of everything that is masked.
    pub view: ReviewView,
    /// By how many days dates move, if not as the policy says.
    pub date_days: Option<[i64; 2]>,
    /// By how many years ages change at most.
    pub age_range: Option<u32>,
    /// How many bits a phrase may tell.
    pub bits: Option<f64>,
}

/// Everything that a review's people decided besides about single mentions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReviewChoices {
    /// The settings.
    pub settings: ReviewSettings,
    /// Another seed than that of the options, if all pseudonyms were drawn anew.
    pub seed: Option<u64>,
    /// Things that get another pseudonym, once for each time that was asked.
    pub redrawn: Vec<ThingId>,
    /// True if everything was looked at.
    pub is_reviewed: bool,
}

/// The changes of one call, in a form that can be taken back.
#[derive(Debug, Clone, Default)]
pub struct ReviewStep {
    /// Mentions before and after, by document and number.
    pub mentions: Vec<(usize, MentionId, Option<ReviewMention>, Option<ReviewMention>)>,
    /// The choices before and after, if they differ.
    pub choices: Option<(ReviewChoices, ReviewChoices)>,
}

impl ReviewStep {
    /// The step that takes this one back.
    pub fn reversed(&self) -> Self {
        let mentions = self.mentions.iter().rev();
        Self {
            mentions: mentions.map(|(at, id, before, after)| (*at, *id, after.clone(), before.clone())).collect(),
            choices: self.choices.as_ref().map(|(before, after)| (after.clone(), before.clone())),
        }
    }
}
