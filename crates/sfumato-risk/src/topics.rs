//! Topics: subjects that must not be known, with everything that the taxonomies put below them (MED §3.1 and §3.3).
//!
//! A policy names a topic, [`Topics::new`] finds the concepts of that name in all taxonomies and takes them with
//! everything below them and every name these have, in both languages. As a recogniser it then finds the names in a text
//! by their stems, the longest first and never across sentences, and takes the noun phrase around each.
//!
//! A name that mostly means something else ("crabs", "crack", "depression") is in doubt: it counts beside a name of the
//! same topic that is not, or where the company it keeps speaks for this meaning.
//! The table has hashes of names, so that a text is gone through once whatever the number of names.

mod doubt;
mod find;
mod names;
mod near;
mod resolve;
#[cfg(test)]
pub(crate) mod tests;
mod widen;

use std::fmt;
use std::sync::Arc;

use sfumato_detect::{Category, Finding, FindingEvidence, FindingReason, Findings, Recogniser, RecogniserFault};
use sfumato_knowledge::{Concept, key};
use sfumato_language::{Analysis, Language};

use crate::World;
pub(crate) use names::Casing;
use names::{Doubt, Names};
use resolve::Resolver;
pub use widen::is_result;

/// A subject that must not be known, as a policy has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Topic {
    /// What it is called: a name that a taxonomy knows, in either language, or a taxonomy and the id of a concept
    /// (`disease:DOID:150`). If none knows it, `also` says all there is to it.
    pub name: String,
    /// More names or concepts that are taken like the first, with everything below them.
    pub with: Vec<String>,
    /// Phrases that belong to it as they are, verbs and whole expressions too: "drinks too much".
    pub also: Vec<String>,
    /// What does not belong to it: a phrase, or a concept below it with everything below that, by its id or by the name
    /// that is preferred for it.
    pub except: Vec<String>,
}

/// Why topics cannot be looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TopicsError {
    /// No taxonomy knows the name, and no phrases say what belongs to it.
    #[error("no taxonomy knows the topic `{name}`{}", resolve::listed_near(near))]
    Unknown {
        /// The name.
        name: String,
        /// Names that look like it.
        near: Vec<String>,
    },
    /// The taxonomy is known, the concept is not.
    #[error("no concept `{name}` in that taxonomy; `sfumato knowledge show` prints ids")]
    NoConcept {
        /// The taxonomy and the id.
        name: String,
    },
    /// Nothing that could be looked for.
    #[error("a topic has a name or a phrase without letters, or one of more than {} words", names::LONGEST)]
    Empty,
    /// More than there is room for.
    #[error("too many topics: a policy has at most {MOST}")]
    TooMany,
}

/// So many topics a policy may have.
const MOST: usize = 1000;

/// The category below which all topics are.
const ROOT: &str = "topic";
/// How sure a name is that is hardly ever something else, and one that is in doubt and counts.
const SURE: f32 = 0.95;
const WEIGHED: f32 = 0.75;

/// A topic as it is looked for.
struct Sought {
    name: Arc<str>,
    category: Category,
    /// What it was found to be, in the taxonomies.
    roots: Vec<(usize, Concept)>,
    /// That and everything below, in order.
    concepts: Vec<(usize, Concept)>,
    names: usize,
    doubtful: usize,
    phrases: usize,
}

impl Sought {
    fn holds(&self, concept: (usize, Concept)) -> bool {
        self.concepts.binary_search(&concept).is_ok()
    }
}

/// What became of a topic, for people to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion<'t> {
    /// Its name in the policy.
    pub topic: &'t str,
    /// The category of what is found.
    pub category: &'t Category,
    /// What it was found to be: the place of the taxonomy in the order, and the concept.
    pub roots: &'t [(usize, Concept)],
    /// How many concepts that makes, with everything below.
    pub concepts: usize,
    /// How many names they have that differ in more than number, case or accents.
    pub names: usize,
    /// How many of these count only in company.
    pub doubtful: usize,
    /// How many phrases the policy adds.
    pub phrases: usize,
}

/// A concept that belongs to a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// Which topic, in the order of the policy.
    pub topic: usize,
    /// Which taxonomy, in the order of preference.
    pub taxonomy: usize,
    /// The concept there.
    pub concept: Concept,
}

/// The topics of a policy, made ready for being found.
pub struct Topics<'k> {
    world: World<'k>,
    sought: Vec<Sought>,
    names: Names,
}

impl fmt::Debug for Topics<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sought.iter().map(|sought| &sought.name)).finish()
    }
}

impl<'k> Topics<'k> {
    /// Looks up topics with everything below them.
    pub fn new(world: &World<'k>, topics: &[Topic]) -> Result<Self, TopicsError> {
        if topics.len() > MOST {
            return Err(TopicsError::TooMany);
        }
        let resolver = Resolver::new(&world.knowledge, topics);
        let counting = doubt::counting(&world.knowledge);
        let mut names = Names::default();
        let mut sought = Vec::with_capacity(topics.len());
        for (number, topic) in (0u16..).zip(topics) {
            let resolved = resolver.resolve(topic)?;
            let counts = names.add(&world.knowledge, number, topic, &resolved, &counting)?;
            sought.push(Sought {
                name: topic.name.as_str().into(),
                category: topic_category(resolver.label(topic))?,
                roots: resolved.roots,
                concepts: resolved.concepts,
                names: counts.names,
                doubtful: counts.doubtful,
                phrases: topic.also.len(),
            });
        }
        Ok(Self { world: world.clone(), sought, names })
    }

    /// What became of each topic.
    pub fn expansion(&self) -> impl Iterator<Item = Expansion<'_>> {
        self.sought.iter().map(|sought| Expansion {
            topic: &sought.name,
            category: &sought.category,
            roots: &sought.roots,
            concepts: sought.concepts.len(),
            names: sought.names,
            doubtful: sought.doubtful,
            phrases: sought.phrases,
        })
    }

    /// The topics that a name belongs to: of their names, or one of the policy's own phrases.
    pub fn named(&self, name: &str) -> Vec<u16> {
        let own = |topic: &Sought| key::form(&topic.name) == key::form(name);
        let own = (0u16..).zip(&self.sought).filter(|(_, topic)| own(topic)).map(|(number, _)| number);
        let mut all: Vec<u16> = self.names.topics_of(name).chain(own).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The first topic of which a name that is hardly ever something else stands in a phrase.
    pub fn first_named_in(&self, phrase: &str, language: Language) -> Option<u16> {
        self.names.first_in(phrase, language)
    }

    /// Every concept that belongs to a topic, topic by topic.
    pub fn listed(&self) -> impl Iterator<Item = Listed> {
        self.sought.iter().enumerate().flat_map(|(topic, sought)| {
            sought.concepts.iter().map(move |(taxonomy, concept)| Listed {
                topic,
                taxonomy: *taxonomy,
                concept: *concept,
            })
        })
    }
}

impl Recogniser for Topics<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let fault = |why| RecogniserFault { recogniser: RECOGNISER.into(), why };
        let found = doubt::settle(&self.world, &self.sought, &self.names, analysis, find::find(&self.names, analysis));
        let recogniser: Arc<str> = RECOGNISER.into();
        for found in found {
            let sought = self.sought.get(usize::from(found.topic)).ok_or_else(|| fault("a topic is missing"))?;
            let span =
                widen::widen(analysis, found.place.clone()).ok_or_else(|| fault("a place is not in the text"))?;
            let score = if found.doubt == Doubt::None { SURE } else { WEIGHED };
            let evidence = FindingEvidence {
                recogniser: recogniser.clone(),
                rule: sought.name.clone(),
                why: FindingReason::Topic,
            };
            findings.push(Finding { span, category: sought.category.clone(), score, evidence: evidence.into() });
        }
        Ok(())
    }
}

const RECOGNISER: &str = "topics";

/// Returns the category of a topic with this name.
pub fn topic_category(label: &str) -> Result<Category, TopicsError> {
    let mut path = String::from(ROOT);
    let mut separator = '/';
    key::words(label, |word| {
        let word: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        if !word.is_empty() && path.len() + word.len() < 80 {
            path.push(separator);
            path.push_str(&word);
            separator = '-';
        }
    });
    Category::new(&path).ok().filter(|_| separator == '-').ok_or(TopicsError::Empty)
}
