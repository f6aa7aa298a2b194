//! The company a phrase keeps: of several senses the one that agrees with the rest of the document is the likelier.

use std::collections::{HashMap, HashSet};

use sfumato_language::Language;

use crate::key;
use crate::knowledge::{Ask, Knowledge};
use crate::taxonomy::{Concept, Taxonomy};
use crate::vectors::{Footing, Vectors, cosine};

/// Concepts nearer to the root say too little to agree on.
const LEAST_DEPTH: u8 = 3;

/// What the terms of a document are about: how many of them lie below each concept, and where they lie on average.
#[derive(Clone, Default)]
pub struct Company<'v> {
    support: HashMap<(usize, Concept), f64>,
    centre: Option<Centre<'v>>,
}

/// Where the terms of a document lie on average.
#[derive(Clone)]
struct Centre<'v> {
    vectors: &'v dyn Vectors,
    language: Language,
    vector: Vec<f32>,
}

/// How many bits it is worth to point exactly where the rest of the document does.
const NEARNESS: f64 = 20.0;
/// So many generations above a sense are asked where it lies.
const GENERATIONS: usize = 2;

impl std::fmt::Debug for Company<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Company({} concepts)", self.support.len())
    }
}

impl<'v> Company<'v> {
    /// The company of these phrases, each counted once. A phrase of several senses counts in part for each.
    pub fn of<'a>(knowledge: &Knowledge<'_>, asks: impl IntoIterator<Item = Ask<'a>>) -> Self {
        let mut support: HashMap<(usize, Concept), f64> = HashMap::new();
        let mut seen = HashSet::new();
        for ask in asks {
            if !seen.insert(key::key(ask.phrase, ask.language)) {
                continue;
            }
            let senses = knowledge.senses(&ask, None);
            for chunk in senses.chunk_by(|a, b| a.taxonomy == b.taxonomy) {
                let share = 1.0 / chunk.len() as f64;
                for sense in chunk {
                    let Some(taxonomy) = knowledge.taxonomies().get(sense.taxonomy) else { continue };
                    for concept in lineage(taxonomy, sense.concept) {
                        *support.entry((sense.taxonomy, concept)).or_default() += share;
                    }
                }
            }
        }
        Self { support, centre: None }
    }

    /// The same, with where the phrases of a language lie on average, so that senses can be told apart that no taxonomy
    /// has anything in common with: a bank beside money, a bank beside a river.
    #[must_use]
    pub fn around<'a>(
        self,
        vectors: &'v dyn Vectors,
        language: Language,
        phrases: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let vector = mean(vectors, language, phrases);
        Self { centre: vector.map(|vector| Centre { vectors, language, vector }), ..self }
    }

    /// How near a sense lies to the others, in bits: by its other names and what is right above it.
    pub(crate) fn nearness(&self, taxonomy: &Taxonomy<'_>, concept: Concept, phrase: &str) -> f64 {
        let Some(centre) = &self.centre else { return 0.0 };
        let own = key::key(phrase, centre.language);
        let mut names: Vec<&str> = Vec::new();
        let mut level = vec![concept];
        for _ in 0..=GENERATIONS {
            let all = level
                .iter()
                .flat_map(|concept| taxonomy.names(*concept))
                .filter(|name| name.language == centre.language);
            names.extend(all.map(|name| name.text).filter(|name| key::key(name, centre.language) != own).take(4));
            level = level.iter().flat_map(|concept| taxonomy.parents(*concept)).take(4).collect();
        }
        let vector = mean(centre.vectors, centre.language, names);
        vector.map_or(0.0, |vector| NEARNESS * f64::from(cosine(&vector, &centre.vector)).max(0.0))
    }

    /// How well a sense agrees with the others, in bits: what it has in common with them, and with how many. `own` is
    /// what the phrase itself has added to the company.
    pub(crate) fn agreement(&self, at: usize, taxonomy: &Taxonomy<'_>, concept: Concept, own: f64) -> f64 {
        let shared = lineage(taxonomy, concept).map(|above| {
            let others = self.support.get(&(at, above)).copied().unwrap_or(0.0) - own;
            if others > 0.01 { (1.0 + others).log2() * taxonomy.intrinsic_bits(above) / 3.0 } else { 0.0 }
        });
        shared.fold(0.0, f64::max)
    }
}

/// A concept and everything above it that is worth agreeing on.
fn lineage<'t>(taxonomy: &'t Taxonomy<'_>, concept: Concept) -> impl Iterator<Item = Concept> + 't {
    let above = taxonomy.generalisations(concept, Language::English);
    std::iter::once(concept).chain(above).filter(|concept| taxonomy.depth(*concept) >= LEAST_DEPTH)
}

/// Where phrases lie on average, as a vector of length one; nothing if none of them is known.
fn mean<'a>(vectors: &dyn Vectors, language: Language, phrases: impl IntoIterator<Item = &'a str>) -> Option<Vec<f32>> {
    let mut one = vec![0.0; vectors.dimensions()];
    let mut sum = vec![0.0f32; vectors.dimensions()];
    for phrase in phrases {
        if vectors.vector(phrase, language, &mut one).is_some_and(|footing| footing != Footing::Letters) {
            sum.iter_mut().zip(&one).for_each(|(sum, one)| *sum += one);
        }
    }
    let length = cosine(&sum, &sum).sqrt();
    (length > 0.0).then(|| sum.iter().map(|number| number / length).collect())
}
