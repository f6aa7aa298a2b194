//! The share of the noun phrases of documents for which something more general is known.

use sfumato::detect::Entities;
use sfumato::knowledge::{Ask, Generalisation, Way};
use sfumato::language::{Analysis, TermKind};
use sfumato::risk::{World, ask};

/// Nearer to the root there is nothing worth saying: "entity", "physical entity".
pub const LEAST_DEPTH: u8 = 2;

/// The coverage of the noun phrases of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhraseCoverage {
    /// The number of phrases.
    pub phrases: usize,
    /// Of how many something more general is known, below the two most general levels of its taxonomy.
    pub covered: usize,
    /// The same, by what knows it: a taxonomy, or `computed`.
    pub by: std::collections::BTreeMap<String, usize>,
}

impl PhraseCoverage {
    /// Adds what is known of another document.
    pub fn add(&mut self, other: &Self) {
        self.phrases += other.phrases;
        self.covered += other.covered;
        for (source, count) in &other.by {
            *self.by.entry(source.clone()).or_default() += count;
        }
    }
}

/// A phrase with what is said of it.
pub struct PhraseAnswer<'a> {
    /// The question that was asked.
    pub ask: Ask<'a>,
    /// Everything more general, the most specific first.
    pub generalisations: Vec<Generalisation<'a>>,
    /// The position of the first one that is telling, if any is.
    pub telling: Option<usize>,
}

/// The answers for each noun phrase of a document, in order.
pub fn phrase_answers<'a>(world: &World<'a>, analysis: &Analysis<'a>, entities: &'a Entities) -> Vec<PhraseAnswer<'a>> {
    let nouns = analysis.terms().iter().filter(|term| term.kind == TermKind::Noun);
    let asks: Vec<Ask<'a>> = nouns.filter_map(|term| ask(analysis, entities, term)).collect();
    let company = world.company(&asks);
    let each = |ask: Ask<'a>| {
        let generalisations = world.knowledge.generalisations(&ask, Some(&company));
        let is_telling = |general: &Generalisation<'_>| {
            general.way != Way::Part && general.depth.is_some_and(|depth| depth >= LEAST_DEPTH)
        };
        let telling = generalisations.iter().position(is_telling);
        PhraseAnswer { ask, generalisations, telling }
    };
    asks.into_iter().map(each).collect()
}

/// Counts what is said.
pub fn coverage(world: &World<'_>, said: &[PhraseAnswer<'_>]) -> PhraseCoverage {
    let mut counted = PhraseCoverage { phrases: said.len(), ..PhraseCoverage::default() };
    for general in said.iter().filter_map(|said| said.generalisations.get(said.telling?)) {
        counted.covered += 1;
        let taxonomy = general.concept.and_then(|(at, _)| world.knowledge.taxonomies().get(at));
        let source = taxonomy.map_or("computed", |taxonomy| taxonomy.name());
        *counted.by.entry(source.to_owned()).or_default() += 1;
    }
    counted
}
