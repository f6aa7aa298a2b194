//! From what a policy says to concepts.

use std::collections::{HashMap, HashSet};

use sfumato_knowledge::taxonomy::{Match, NameKind};
use sfumato_knowledge::{Concept, Knowledge, Taxonomy};
use sfumato_language::Language;

use super::near::near;
use super::{Topic, TopicsError};

pub(super) const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

/// A sense that is met so many times less often than another is not what a topic is named after.
const SELDOM: u32 = 10;

/// A topic in the taxonomies.
pub(super) struct Resolved {
    pub roots: Vec<(usize, Concept)>,
    /// The roots and everything below them but for what is excepted, in order.
    pub concepts: Vec<(usize, Concept)>,
}

/// Looks up what policies name.
pub(super) struct Resolver<'a, 'k> {
    knowledge: &'a Knowledge<'k>,
    /// The concepts that are named by a taxonomy and an id; none inside if the taxonomy has no such concept.
    by_id: HashMap<&'a str, Option<(usize, Concept)>>,
}

impl<'a, 'k> Resolver<'a, 'k> {
    /// For what these topics name. Ids are looked for together, since that takes a look at all there are.
    pub fn new(knowledge: &'a Knowledge<'k>, topics: &'a [Topic]) -> Self {
        let mut by_id = HashMap::new();
        let names =
            || topics.iter().flat_map(|topic| [&topic.name].into_iter().chain(&topic.with).chain(&topic.except));
        for (at, taxonomy) in knowledge.taxonomies().iter().enumerate() {
            let id = |name: &'a String| name.strip_prefix(taxonomy.name())?.strip_prefix(':');
            let wanted: HashMap<&str, &str> = names().filter_map(|name| Some((id(name)?, name.as_str()))).collect();
            by_id.extend(wanted.values().map(|name| (*name, None)));
            for concept in taxonomy.concepts().filter(|_| !wanted.is_empty()) {
                if let Some(name) = wanted.get(taxonomy.id(concept)) {
                    by_id.insert(*name, Some((at, concept)));
                }
            }
        }
        Self { knowledge, by_id }
    }

    pub fn resolve(&self, topic: &Topic) -> Result<Resolved, TopicsError> {
        let mut roots = Vec::new();
        for (nth, name) in std::iter::once(&topic.name).chain(&topic.with).enumerate() {
            let found = self.concepts(name, NameKind::Synonym)?;
            // The name of a topic may be anything if more is said of it; a name in `with` may not.
            if found.is_empty() && (nth > 0 || topic.also.is_empty() && topic.with.is_empty()) {
                return Err(TopicsError::Unknown { name: name.clone(), near: near(self.knowledge, name) });
            }
            roots.extend(found);
        }
        roots.sort_unstable();
        roots.dedup();
        let mut without = Vec::new();
        for name in &topic.except {
            without.extend(self.concepts(name, NameKind::Preferred)?);
        }
        let without = below(self.knowledge, &without, &HashSet::new());
        let concepts = below(self.knowledge, &roots, &without.into_iter().collect());
        roots.retain(|root| concepts.binary_search(root).is_ok());
        Ok(Resolved { roots, concepts })
    }

    /// What a topic is called: its name, or if that is an id the name of the concept.
    pub fn label<'t>(&self, topic: &'t Topic) -> &'t str
    where
        'k: 't,
    {
        let concept = self.by_id.get(topic.name.as_str()).copied().flatten();
        let label = concept.and_then(|(taxonomy, concept)| {
            let taxonomy = self.knowledge.taxonomies().get(taxonomy)?;
            LANGUAGES.iter().find_map(|language| taxonomy.label(concept, *language))
        });
        label.unwrap_or(&topic.name)
    }

    /// The concepts that a name stands for, if it is of this kind or a better one, or an id.
    fn concepts(&self, name: &str, kind: NameKind) -> Result<Vec<(usize, Concept)>, TopicsError> {
        if let Some(concept) = self.by_id.get(name) {
            return concept
                .map(|concept| vec![concept])
                .ok_or_else(|| TopicsError::NoConcept { name: name.to_owned() });
        }
        let taxonomies = self.knowledge.taxonomies();
        let of =
            |(at, taxonomy): (usize, &&Taxonomy<'_>)| LANGUAGES.map(|language| (at, taxonomy.senses(name, language)));
        let senses: Vec<(usize, Vec<Match>)> = taxonomies.iter().enumerate().flat_map(of).collect();
        // What is written so is meant, and not what only has the same stem.
        let is_known = senses.iter().any(|(_, senses)| senses.iter().any(|sense| sense.is_exact));
        let meant = senses.into_iter().flat_map(|(at, senses)| {
            let meant = taxonomies
                .get(at)
                .map(|taxonomy| meant(taxonomy, senses, |sense| sense.kind <= kind && (sense.is_exact || !is_known)));
            meant.unwrap_or_default().into_iter().map(move |concept| (at, concept))
        });
        Ok(meant.collect())
    }
}

/// Which senses of a name are meant: things rather than actions, and not what it hardly ever means.
fn meant(taxonomy: &Taxonomy<'_>, mut senses: Vec<Match>, fits: impl Fn(&Match) -> bool) -> Vec<Concept> {
    senses.retain(fits);
    let is_thing = |sense: &Match| !taxonomy.is_action(sense.concept);
    if senses.iter().any(is_thing) {
        senses.retain(is_thing);
    }
    let most = senses.iter().map(|sense| sense.frequency).max().unwrap_or(0);
    senses.retain(|sense| u32::from(sense.frequency) * SELDOM >= u32::from(most));
    senses.into_iter().map(|sense| sense.concept).collect()
}

/// Concepts and everything below them, in order, without what is left out and what lies below only that.
fn below(
    knowledge: &Knowledge<'_>,
    roots: &[(usize, Concept)],
    without: &HashSet<(usize, Concept)>,
) -> Vec<(usize, Concept)> {
    let mut seen = without.clone();
    let mut found: Vec<(usize, Concept)> = roots.iter().copied().filter(|root| seen.insert(*root)).collect();
    let mut at = 0;
    while let Some((taxonomy, above)) = found.get(at).copied() {
        at += 1;
        let Some(table) = knowledge.taxonomies().get(taxonomy) else { continue };
        found.extend(table.children(above).map(|child| (taxonomy, child)).filter(|child| seen.insert(*child)));
    }
    found.sort_unstable();
    found
}

/// Names that look like an unknown one, as an error has them.
pub(super) fn listed_near(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; near it are `{}`", near.join("`, `")) }
}
