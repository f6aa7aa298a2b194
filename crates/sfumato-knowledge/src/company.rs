//! The company a phrase keeps: of several senses the one that agrees with the rest of the document is the likelier.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::{hash_bytes, hash_pair};

use crate::key;
use crate::knowledge::{Ask, Knowledge};
use crate::taxonomy::{Concept, Taxonomy};
use crate::vectors::{Vectors, cosine};

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
    /// What tells its vectors and language from others.
    space: u64,
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
                    lineage(taxonomy, sense.concept, |concept| {
                        *support.entry((sense.taxonomy, concept)).or_default() += share;
                    });
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
        let place = std::ptr::from_ref(vectors).cast::<()>().addr() as u64;
        let name = hash_bytes(vectors.name().as_bytes());
        let space = [place, vectors.dimensions() as u64, language as u64].into_iter().fold(name, hash_pair);
        Self { centre: vector.map(|vector| Centre { vectors, language, vector, space }), ..self }
    }

    /// How near a sense lies to the others, in bits: by its other names and what is right above it.
    pub(crate) fn nearness(&self, taxonomy: &Taxonomy<'_>, concept: Concept, phrase: &str) -> f64 {
        let Some(centre) = &self.centre else { return 0.0 };
        let vector = centre.place(taxonomy, concept, key::key(phrase, centre.language));
        vector.map_or(0.0, |vector| NEARNESS * f64::from(cosine(&vector, &centre.vector)).max(0.0))
    }

    /// How well a sense agrees with the others, in bits: what it has in common with them, and with how many. `own` is
    /// what the phrase itself has added to the company.
    pub(crate) fn agreement(&self, at: usize, taxonomy: &Taxonomy<'_>, concept: Concept, own: f64) -> f64 {
        let mut most = 0.0f64;
        lineage(taxonomy, concept, |above| {
            let others = self.support.get(&(at, above)).copied().unwrap_or(0.0) - own;
            if others > 0.01 {
                most = most.max((1.0 + others).log2() * taxonomy.intrinsic_bits(above) / 3.0);
            }
        });
        most
    }
}

/// So many senses are remembered with where they lie.
const MOST_REMEMBERED: usize = 1 << 12;

/// Where a sense lies, of a phrase: by the hash of the space and the taxonomy, and by the key of the phrase.
type Lies = HashMap<(u64, Concept, u64), Option<Rc<[f32]>>>;

thread_local! {
    /// Where senses lie that were asked for before: a phrase is asked for more than once in a document, and in many
    /// documents. It changes no answer, and holds no text.
    static REMEMBERED: RefCell<Lies> = RefCell::default();
}

impl Centre<'_> {
    /// Where a sense lies by its names, but for the one that was looked up, and by those of what is right above it.
    fn place(&self, taxonomy: &Taxonomy<'_>, concept: Concept, own: u64) -> Option<Rc<[f32]>> {
        let asked = (hash_pair(self.space, taxonomy.identity()), concept, own);
        if let Some(known) = REMEMBERED.with_borrow(|remembered| remembered.get(&asked).cloned()) {
            return known;
        }
        let place = mean(self.vectors, self.language, self.names(taxonomy, concept, own)).map(Rc::from);
        REMEMBERED.with_borrow_mut(|remembered| {
            if remembered.len() >= MOST_REMEMBERED {
                remembered.clear();
            }
            remembered.insert(asked, place.clone());
        });
        place
    }

    fn names<'k>(&self, taxonomy: &Taxonomy<'k>, concept: Concept, own: u64) -> Vec<&'k str> {
        let mut names: Vec<&str> = Vec::new();
        let mut level = vec![concept];
        for _ in 0..=GENERATIONS {
            let all = level.iter().flat_map(|concept| taxonomy.names(*concept));
            let all = all.filter(|name| name.language == self.language).map(|name| name.text);
            names.extend(all.filter(|name| key::key(name, self.language) != own).take(4));
            level = level.iter().flat_map(|concept| taxonomy.parents(*concept)).take(4).collect();
        }
        names
    }
}

/// A concept and everything above it that is worth agreeing on.
fn lineage(taxonomy: &Taxonomy<'_>, concept: Concept, mut each: impl FnMut(Concept)) {
    let mut look = |concept: Concept| {
        if taxonomy.depth(concept) >= LEAST_DEPTH {
            each(concept);
        }
    };
    look(concept);
    taxonomy.any_above(concept, |above, _| {
        look(above);
        false
    });
}

/// Where phrases lie on average, as a vector of length one; nothing if none of them is known.
fn mean<'a>(vectors: &dyn Vectors, language: Language, phrases: impl IntoIterator<Item = &'a str>) -> Option<Vec<f32>> {
    let mut one = vec![0.0; vectors.dimensions()];
    let mut sum = vec![0.0f32; vectors.dimensions()];
    for phrase in phrases {
        if vectors.met(phrase, language, &mut one) {
            sum.iter_mut().zip(&one).for_each(|(sum, one)| *sum += one);
        }
    }
    let length = cosine(&sum, &sum).sqrt();
    (length > 0.0).then(|| sum.iter().map(|number| number / length).collect())
}
