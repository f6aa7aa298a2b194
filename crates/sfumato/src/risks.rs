//! What a policy asks of the world, prepared once.

use std::collections::HashSet;

use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Ask, Concept, RelationsError};
use sfumato_language::Language;
use sfumato_mask::{Accounting, Policy, RiskReference};
use sfumato_risk::{Clues, Limit, Topics, TopicsError, World, least_listed};

use crate::Bundle;
use crate::world::{BroughtKnowledge, WorldError};

/// Why what a policy asks cannot be answered.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum RisksError {
    /// The world knows nothing.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A topic.
    #[error(transparent)]
    Topics(#[from] TopicsError),
    /// The reference cannot be asked.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// A kind of thing to leave alone that no taxonomy knows.
    #[error("no taxonomy knows `{name}`, which [limit] leave names")]
    NoKind {
        /// Its name.
        name: String,
    },
    /// What betrays what.
    #[error("the embedded relations: {0}")]
    Relations(#[from] RelationsError),
    /// A limit that is taken from a list, and there is none.
    #[error("the limit `least-listed` is taken from topics, and the policy has none; name some in [protect] topics")]
    NothingListed,
    /// A reference without documents.
    #[error("the reference {name} holds no documents, so that nothing in it is common and nothing rare")]
    Empty {
        /// The reference.
        name: String,
    },
}

/// What a policy asks of the world, prepared once.
pub(crate) struct Risks<'w> {
    world: World<'w>,
    topics: Option<Topics<'w>>,
    clues: Option<Clues>,
    listed: HashSet<(usize, Concept)>,
    least_listed: [Option<f64>; 2],
    left_alone: HashSet<(usize, Concept)>,
}

/// A reference of fewer documents is none.
const FEWEST_DOCUMENTS: f64 = 2.0;

impl<'w> Risks<'w> {
    pub fn new(policy: &Policy, brought: &'w BroughtKnowledge<'w>) -> Result<Self, RisksError> {
        let world = Bundle::world_of(&policy.knowledge, brought)?;
        if let Some(counts) = brought.counts() {
            let total = |language| counts.total(language);
            if total(Language::English).max(total(Language::Spanish)) < FEWEST_DOCUMENTS {
                return Err(RisksError::Empty { name: counts.name().to_owned() });
            }
        }
        let topics = match policy.topics.as_slice() {
            [] => None,
            topics => Some(Topics::new(&world, topics)?),
        };
        let clues = match &topics {
            Some(topics) => Some(Clues::new(&world, topics, Bundle::relations()?)?),
            None => None,
        };
        let listed: HashSet<(usize, Concept)> =
            topics.iter().flat_map(Topics::listed).map(|listed| (listed.taxonomy, listed.concept)).collect();
        let mut least = [None, None];
        if policy.limits.disclosure == Some(Limit::LeastListed) {
            if topics.is_none() {
                return Err(RisksError::NothingListed);
            }
            for language in [Language::English, Language::Spanish] {
                let listed = listed.iter().copied();
                least[language as usize] = least_listed(&world, listed, language, policy.limits.is_contextualised)?;
            }
        }
        let left_alone = left_alone(&world, &policy.limits.leave)?;
        Ok(Self { world, topics, clues, listed, least_listed: least, left_alone })
    }

    pub fn topics(&self) -> Option<&Topics<'w>> {
        self.topics.as_ref()
    }

    pub fn reference(&self, accounting: Accounting) -> RiskReference<'_, 'w> {
        RiskReference {
            world: &self.world,
            listed: &self.listed,
            least_listed: self.least_listed,
            inferred: self.topics.as_ref().zip(self.clues.as_ref()),
            left_alone: &self.left_alone,
            accounting,
        }
    }
}

/// The concepts of some names, in either language.
fn left_alone(world: &World<'_>, names: &[String]) -> Result<HashSet<(usize, Concept)>, RisksError> {
    let mut found = HashSet::new();
    for name in names {
        let senses = [Language::English, Language::Spanish]
            .map(|language| world.knowledge.senses(&Ask { is_name: false, ..Ask::new(name, language) }, None));
        let before = found.len();
        found.extend(senses.into_iter().flatten().map(|sense| (sense.taxonomy, sense.concept)));
        if found.len() == before {
            return Err(RisksError::NoKind { name: name.clone() });
        }
    }
    Ok(found)
}
