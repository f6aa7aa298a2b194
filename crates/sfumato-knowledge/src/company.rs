//! The company a phrase keeps: of several senses the one that agrees with the rest of the document is the likelier.

use std::cell::RefCell;
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::{CacheKey, HashTable, hash_pair};

use crate::key;
use crate::knowledge::{Ask, Knowledge};
use crate::meanings::{Fitting, each_share};
use crate::memory::{AnswerCache, remembered};
use crate::taxonomy::{Concept, Taxonomy};
use crate::vectors::{VectorSpace, Vectors, cosine, met, space};

/// Concepts nearer to the root say too little to agree on.
const LEAST_DEPTH: u8 = 3;

/// The subjects that the terms of a document are about: how many of them lie below each concept, and where they lie on
/// average.
#[derive(Clone, Default)]
pub struct Company<'v> {
    /// By the places of concepts.
    support: HashTable<f64>,
    centre: Option<Centre<'v>>,
}

/// The centre of where the terms of a document lie on average.
#[derive(Clone)]
struct Centre<'v> {
    vectors: &'v dyn Vectors,
    language: Language,
    vector: Vec<f32>,
    /// Its vectors and language.
    space: VectorSpace,
}

/// The bits that it is worth to point exactly where the rest of the document does.
const NEARNESS: f64 = 20.0;
/// No nearness is above this: the length of a vector is one but for rounding.
pub(crate) const MOST_NEARNESS: f64 = NEARNESS + 0.01;
/// So many generations above a sense are asked where it lies.
const GENERATIONS: usize = 2;

impl std::fmt::Debug for Company<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Company({} concepts)", self.support.len())
    }
}

impl<'v> Company<'v> {
    /// The company of these phrases, each counted once. A phrase of several senses counts in part for each.
    ///
    /// With vectors it is also known where the phrases of a language lie on average that are no names, so that senses can
    /// be told apart that no taxonomy has anything in common with: a bank beside money, a bank beside a river.
    pub fn of<'a>(knowledge: &Knowledge<'_>, asks: &[Ask<'a>], spaces: Option<(&'v dyn Vectors, Language)>) -> Self {
        let mut support: HashTable<f64> = HashTable::default();
        let mut seen: HashTable<()> = HashTable::default();
        let mut centre = spaces.map(|(vectors, language)| {
            let space = space(vectors, language);
            Centre { vectors, language, vector: vec![0.0; vectors.dimensions()], space }
        });
        for ask in asks {
            let phrase = knowledge.phrase(ask);
            if let Some(centre) = centre.as_mut().filter(|centre| centre.language == ask.language && !ask.is_name) {
                let find = || met(centre.vectors, ask.phrase, centre.language);
                let place = phrase.place(centre.space, find);
                place.iter().flat_map(|place| place.iter()).zip(&mut centre.vector).for_each(|(own, sum)| *sum += own);
            }
            if seen.insert(phrase.key, ()).is_some() {
                continue;
            }
            for own in phrase.fitting.chunk_by(Fitting::is_beside) {
                let Some(at) = own.first().map(|sense| sense.taxonomy) else { continue };
                let Some(taxonomy) = knowledge.taxonomies().get(at) else { continue };
                each_share(own, taxonomy, |above, share| *support.entry(place(at, above)).or_default() += share);
            }
        }
        let centre = centre.and_then(|centre| Some(Centre { vector: normalised(centre.vector)?, ..centre }));
        Self { support, centre }
    }

    /// Under what a phrase with this key is left out of its own surroundings.
    pub(crate) fn key(&self, ask: &Ask<'_>, own: u64) -> u64 {
        match &self.centre {
            Some(centre) if centre.language == ask.language => own,
            Some(centre) => key::key(ask.phrase, centre.language),
            None => 0,
        }
    }

    /// The nearness of a sense to the others, in bits: by its other names and what is right above it. `own` is the key
    /// of the phrase.
    pub(crate) fn nearness(&self, taxonomy: &Taxonomy<'_>, sense: &Fitting, own: u64) -> f64 {
        let Some(centre) = &self.centre else { return 0.0 };
        let vector = sense.place((centre.space, own), || centre.place(taxonomy, sense.concept, own));
        vector.map_or(0.0, |vector| NEARNESS * f64::from(cosine(&vector, &centre.vector)).max(0.0))
    }

    /// The agreement of a sense with the others, in bits: what it has in common with them, and with how many. `own` is
    /// what the phrase itself has added to the company: in general, and by concept where that is known.
    pub(crate) fn agreement(&self, taxonomy: &Taxonomy<'_>, sense: &Fitting, own: (f64, &HashTable<f64>)) -> f64 {
        let mut most = 0.0f64;
        for (above, bits) in sense.lineage(taxonomy).iter() {
            let others = self.support.get(&place(sense.taxonomy, *above)).copied().unwrap_or(0.0)
                - own.1.get(&above.number()).copied().unwrap_or(own.0);
            if others > 0.01 {
                most = most.max((1.0 + others).log2() * bits / 3.0);
            }
        }
        most
    }
}

/// The place of a concept of a taxonomy in a table, which is of no other: one number alone is only stirred.
fn place(taxonomy: usize, concept: Concept) -> u64 {
    hash_pair(0, (taxonomy as u64) << 32 | concept.number())
}

/// So many names are remembered with where they lie, and so many senses with what is above them.
const MOST_NAMES: usize = 1 << 14;
const MOST_LINEAGES: usize = 1 << 14;

/// Concepts, each with how telling it is.
pub(crate) type Lineage = Rc<[(Concept, f64)]>;

thread_local! {
    /// Names of taxonomies, by the space and the taxonomy.
    static NAMES: AnswerCache<Option<Rc<Named>>> = RefCell::default();
    /// The concepts above senses, by the taxonomy.
    static LINEAGES: AnswerCache<Lineage> = RefCell::default();
}

impl Centre<'_> {
    /// The vector of a sense, by its names, but for the one that was looked up, and by those of what is right above it.
    fn place(&self, taxonomy: &Taxonomy<'_>, concept: Concept, own: u64) -> Option<Rc<[f32]>> {
        let mut sum = vec![0.0f32; self.vectors.dimensions()];
        let mut level = vec![concept];
        for _ in 0..=GENERATIONS {
            let names = level.iter().flat_map(|concept| taxonomy.names_at(*concept));
            let names = names.filter(|nth| taxonomy.language_at(*nth) == Some(self.language));
            let named = names.filter_map(|nth| self.named(taxonomy, nth)).filter(|named| named.key != own);
            for named in named.take(4) {
                named.place.iter().flat_map(|place| place.iter()).zip(&mut sum).for_each(|(own, sum)| *sum += own);
            }
            level = level.iter().flat_map(|concept| taxonomy.parents(*concept)).take(4).collect();
        }
        normalised(sum).map(Rc::from)
    }

    /// A name of a taxonomy in the language.
    fn named(&self, taxonomy: &Taxonomy<'_>, nth: usize) -> Option<Rc<Named>> {
        remembered(&NAMES, MOST_NAMES, CacheKey::of(&(self.space, taxonomy.instance(), nth)), || {
            let name = taxonomy.name_at(nth)?;
            let (key, place) = (key::key(name.text, self.language), met(self.vectors, name.text, self.language));
            Some(Rc::new(Named { key, place }))
        })
    }
}

/// A name of a taxonomy: its key, and its vector.
struct Named {
    key: u64,
    place: Option<Rc<[f32]>>,
}

/// A concept and everything above it that is worth agreeing on.
pub(crate) fn lineage(taxonomy: &Taxonomy<'_>, concept: Concept) -> Lineage {
    remembered(&LINEAGES, MOST_LINEAGES, CacheKey::of(&(taxonomy.instance(), concept)), || {
        let mut found = Vec::new();
        let mut look = |concept: Concept| {
            if taxonomy.depth(concept) >= LEAST_DEPTH {
                found.push((concept, taxonomy.intrinsic_bits(concept)));
            }
        };
        look(concept);
        taxonomy.any_above(concept, |above, _| {
            look(above);
            false
        });
        found.into()
    })
}

/// A vector with the length one, if it has any.
fn normalised(vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = cosine(&vector, &vector).sqrt();
    (length > 0.0).then(|| vector.iter().map(|number| number / length).collect())
}
