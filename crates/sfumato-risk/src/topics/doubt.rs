//! Names that mostly mean something else, and when they do not.
//!
//! People hardly ever use a word in two senses in one place (MED §3.5): beside "sexually transmitted disease" crabs are
//! no shellfish.

use std::ops::Range;

use sfumato_knowledge::taxonomy::Match;
use sfumato_knowledge::{Ask, Company, Concept, Knowledge, Taxonomy, key};
use sfumato_language::{Analysis, Language, TermKind, Upos};

use super::Sought;
use super::find::Found;
use super::names::{Casing, Doubt, Fresh, Gathered, Names, index};
use super::resolve::Resolved;
use crate::World;

/// A name is to be trusted if it is met so many times more often in its own sense than in any other.
const CLEARLY: u32 = 3;
/// Acronyms of fewer letters mean anything.
const SHORTEST_ACRONYM: usize = 3;
/// A taxonomy that has counts has some within so many concepts.
const PROBED: usize = 2000;
/// So many tokens away a name that is to be trusted still speaks for one that is not.
const NEAR: u32 = 60;
/// Of so many tokens the company is kept in common.
const STRETCH: u32 = 600;
/// So many phrases are company enough.
const PHRASES: usize = 200;
/// Words of fewer letters say nothing of the company.
const SHORTEST_WORD: usize = 4;

/// What the names of a topic mean besides.
pub(super) struct Senses<'a, 'k> {
    pub knowledge: &'a Knowledge<'k>,
    pub resolved: &'a Resolved,
    pub gathered: &'a Gathered<'k>,
    /// The taxonomies that say how often a name is met in a sense.
    pub counting: &'a [usize],
}

impl Senses<'_, '_> {
    /// How much a name is to be trusted by itself. One of several words is; a word is unless it is met as often in
    /// another sense, and an acronym unless it has another.
    pub fn doubt(&self, language: Language, key: u64, fresh: &Fresh<'_>) -> Doubt {
        let is_acronym = match fresh.casing {
            Casing::Acronym(letters) if letters < SHORTEST_ACRONYM => return Doubt::Lonely,
            _ if fresh.words > 1 => return Doubt::None,
            casing => casing.is_acronym(),
        };
        let (mut is_doubtful, mut is_weighable) = (false, false);
        let all = 0..self.knowledge.taxonomies().len();
        for at in all.filter(|at| is_acronym || self.counting.contains(at)) {
            let Some(taxonomy) = self.knowledge.taxonomies().get(at) else { continue };
            let senses = taxonomy.senses(fresh.text, language);
            let is_told = |sense: &Match| match is_acronym {
                true => sense.is_exact && sense.is_same_case,
                false => sense.frequency > 0,
            };
            let is_listed = |sense: &Match| self.resolved.concepts.binary_search(&(at, sense.concept)).is_ok();
            // Most names have no other sense worth looking at.
            if !senses.iter().any(|sense| is_told(sense) && !is_listed(sense)) {
                continue;
            }
            let (own, other): (Vec<Match>, Vec<Match>) =
                senses.into_iter().partition(|sense| is_listed(sense) || self.is_same(taxonomy, sense.concept, key));
            let most = |senses: &[Match]| senses.iter().map(|sense| u32::from(sense.frequency)).max().unwrap_or(0);
            let is_other = other.iter().any(is_told) && (is_acronym || most(&other) * CLEARLY > most(&own));
            is_doubtful |= is_other;
            is_weighable |= is_other && !own.is_empty();
        }
        match (is_doubtful, is_weighable) {
            (false, _) => Doubt::None,
            (true, true) => Doubt::Weighed,
            (true, false) => Doubt::Lonely,
        }
    }

    /// Whether a concept of another branch is the same as one of the topic: they share a name of several words.
    fn is_same(&self, taxonomy: &Taxonomy<'_>, concept: Concept, own: u64) -> bool {
        taxonomy.names(concept).any(|name| {
            let key = key::key(name.text, name.language);
            let same = self.gathered.get(index(name.language)).and_then(|names| names.get(&key));
            key != own && same.is_some_and(|fresh| fresh.words > 1)
        })
    }
}

/// The taxonomies that say how often a name is met in a sense, told from their first names.
pub(super) fn counting(knowledge: &Knowledge<'_>) -> Vec<usize> {
    let counts = |taxonomy: &Taxonomy<'_>| {
        let mut names = taxonomy.concepts().take(PROBED).flat_map(|concept| taxonomy.names(concept));
        names.any(|name| name.frequency > 0)
    };
    let taxonomies = knowledge.taxonomies().iter().enumerate();
    taxonomies.filter(|(_, taxonomy)| counts(taxonomy)).map(|(at, _)| at).collect()
}

/// Leaves out the names in doubt that mean something else here.
pub(super) fn settle(
    world: &World<'_>,
    sought: &[Sought],
    names: &Names,
    analysis: &Analysis,
    mut found: Vec<Found>,
) -> Vec<Found> {
    if found.iter().all(|found| found.doubt == Doubt::None) {
        return found;
    }
    let mut sure: Vec<Vec<u32>> = vec![Vec::new(); sought.len()];
    for found in found.iter().filter(|found| found.doubt == Doubt::None) {
        if let Some(tokens) = sure.get_mut(usize::from(found.topic)) {
            tokens.push(found.token);
        }
    }
    let mut nearby: Option<(Range<u32>, Company<'_>)> = None;
    found.retain(|found| {
        let Some(topic) = sought.get(usize::from(found.topic)) else { return true };
        let own = Own { world, names, sought: topic, topic: found.topic };
        match found.doubt {
            Doubt::None => true,
            _ if own.is_part_of_another(analysis, found) => false,
            _ if sure.get(usize::from(found.topic)).is_some_and(|tokens| is_near(tokens, found.token)) => true,
            Doubt::Lonely => false,
            Doubt::Weighed => {
                if !nearby.as_ref().is_some_and(|(tokens, _)| tokens.contains(&found.token)) {
                    nearby = Some(company(world, analysis, found.token, found.language));
                }
                nearby.as_ref().is_none_or(|(_, company)| own.is_likeliest(analysis, found, company))
            }
        }
    });
    found
}

/// Whether any of some tokens, which are in order, stands near another.
fn is_near(tokens: &[u32], token: u32) -> bool {
    let after = tokens.partition_point(|other| other.saturating_add(NEAR) < token);
    tokens.get(after).is_some_and(|other| *other <= token.saturating_add(NEAR))
}

/// A topic, for asking which senses are its own.
struct Own<'a, 'k> {
    world: &'a World<'k>,
    names: &'a Names,
    sought: &'a Sought,
    topic: u16,
}

impl Own<'_, '_> {
    fn holds(&self, at: usize, concept: Concept) -> bool {
        let taxonomy = self.world.knowledge.taxonomies().get(at);
        let is_akin = |taxonomy: &&Taxonomy<'_>| {
            taxonomy.names(concept).any(|name| self.names.has_phrase(name.language, name.text, self.topic))
        };
        self.sought.holds((at, concept)) || taxonomy.is_some_and(is_akin)
    }

    /// Whether a name is a word of a longer one that means something else: "respiratory depression".
    fn is_part_of_another(&self, analysis: &Analysis, found: &Found) -> bool {
        let terms = analysis.terms();
        let at = terms.partition_point(|term| term.span.end() <= found.place.start);
        let around = terms.get(at).filter(|term| term.span.start() <= found.place.start && term.tokens.len() > 1);
        let Some(term) = around else { return false };
        let mut ask = Ask::new(analysis.document().slice(term.span), found.language);
        ask.is_name = term.is_name;
        let senses = self.world.knowledge.senses(&ask, None);
        !senses.is_empty() && !senses.iter().any(|sense| self.holds(sense.taxonomy, sense.concept))
    }

    /// Whether the likeliest sense is the topic's, in a taxonomy that knows others too.
    fn is_likeliest(&self, analysis: &Analysis, found: &Found, company: &Company<'_>) -> bool {
        let document = analysis.document();
        let Some(span) = document.span(found.place.start, found.place.end) else { return true };
        let is_verb = analysis.tags().get(found.token as usize) == Some(&Upos::Verb);
        let ask = Ask { is_name: false, is_verb, ..Ask::new(document.slice(span), found.language) };
        let senses = self.world.knowledge.senses(&ask, Some(company));
        let mut taxonomies = senses.chunk_by(|a, b| a.taxonomy == b.taxonomy);
        taxonomies.any(|senses| {
            let is_own = |nth: usize| senses.get(nth).is_some_and(|sense| self.holds(sense.taxonomy, sense.concept));
            is_own(0) && (1..senses.len()).any(|nth| !is_own(nth))
        })
    }
}

/// The company of a token, and the tokens that share it: its nouns, or its longer words if there are no models.
fn company<'w>(world: &World<'w>, analysis: &Analysis, token: u32, language: Language) -> (Range<u32>, Company<'w>) {
    let start = token - token % STRETCH;
    let tokens = start..start.saturating_add(STRETCH);
    let document = analysis.document();
    let terms = analysis.terms();
    let nouns = terms
        .iter()
        .skip(terms.partition_point(|term| term.tokens.start < tokens.start))
        .take_while(|term| term.tokens.start < tokens.end)
        .filter(|term| term.kind == TermKind::Noun);
    let mut asks: Vec<Ask<'_>> = nouns
        .map(|term| Ask { is_name: term.is_name, ..Ask::new(document.slice(term.span), language) })
        .take(PHRASES)
        .collect();
    if asks.is_empty() {
        let words = analysis.tokens().iter().skip(tokens.start as usize).take(tokens.len());
        let words = words.map(|token| document.slice(token.span)).filter(|word| word.chars().count() >= SHORTEST_WORD);
        asks.extend(words.map(|word| Ask::new(word, language)).take(PHRASES));
    }
    (tokens, world.company(&asks))
}
