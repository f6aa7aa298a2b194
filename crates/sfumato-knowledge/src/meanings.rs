//! The meanings that a phrase can have, and the choice of the one meant here.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::{CacheKey, HashTable};

use crate::company::{Company, Lineage, MOST_NEARNESS, lineage};
use crate::knowledge::{Ask, Sense};
use crate::memory::{AnswerCache, remembered};
use crate::taxonomy::{Concept, Taxonomy, TaxonomySubject};
use crate::vectors::VectorSpace;

/// The vector of a phrase or a sense, if it has one.
type PhraseVector = Option<Rc<[f32]>>;

/// The facts about a phrase wherever it stands, found out once, when it is first asked for.
pub(crate) struct PhraseSenses {
    /// The senses that it can have, by taxonomy, in their order.
    pub fitting: Box<[Fitting]>,
    /// Under what it is looked up.
    pub key: u64,
    /// True if it is no date, age or quantity, as most are not; false until somebody looked.
    pub is_no_value: Cell<bool>,
    /// Its vector, and the space that it is of.
    place: OnceCell<(VectorSpace, PhraseVector)>,
}

impl PhraseSenses {
    /// A phrase with this key that can mean this.
    pub fn new(fitting: Vec<Fitting>, key: u64) -> Self {
        Self { fitting: fitting.into(), key, is_no_value: Cell::new(false), place: OnceCell::new() }
    }

    /// Its vector in a space; another than the first that was asked for finds out each time.
    pub fn place(&self, space: VectorSpace, find: impl Fn() -> PhraseVector) -> PhraseVector {
        let (known, place) = self.place.get_or_init(|| (space, find()));
        if *known == space { place.clone() } else { find() }
    }
}

/// A meaning that a phrase can have wherever it stands, and how likely it is by itself.
pub(crate) struct Fitting {
    pub taxonomy: usize,
    pub concept: Concept,
    pub score: f64,
    /// It and what is above it.
    lineage: OnceCell<Lineage>,
    /// Its vector, with the space and the key of the phrase that it was asked for.
    place: OnceCell<((VectorSpace, u64), PhraseVector)>,
}

impl Fitting {
    /// Something that a phrase can mean in a taxonomy.
    pub fn new(taxonomy: usize, concept: Concept, score: f64) -> Self {
        Self { taxonomy, concept, score, lineage: OnceCell::new(), place: OnceCell::new() }
    }

    /// It and everything above it that is worth agreeing on.
    pub fn lineage(&self, taxonomy: &Taxonomy<'_>) -> &Lineage {
        self.lineage.get_or_init(|| lineage(taxonomy, self.concept))
    }

    /// Its vector for what it was asked with; for anything but the first that was, it is found out each time.
    pub fn place(&self, asked: (VectorSpace, u64), find: impl Fn() -> PhraseVector) -> PhraseVector {
        let (known, place) = self.place.get_or_init(|| (asked, find()));
        if *known == asked { place.clone() } else { find() }
    }

    /// True if both are of one taxonomy.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.taxonomy == other.taxonomy
    }

    /// It as the nth sense of its taxonomy, which agrees so much with the rest of the document.
    pub fn sense(&self, nth: usize, agrees: f64) -> Sense {
        // Between equals the order of the source decides.
        let score = self.score + agrees - nth as f64 * 0.01;
        Sense { taxonomy: self.taxonomy, concept: self.concept, score }
    }
}

/// The evidence that tells senses of one taxonomy apart.
pub(crate) struct Weighing<'c, 'k> {
    company: Option<(&'c Company<'c>, &'k Taxonomy<'k>)>,
    /// The share that each has added to the company, and what places have added together, by what is above them.
    share: f64,
    added: HashTable<f64>,
    /// The key of the phrase.
    key: u64,
}

impl<'c, 'k> Weighing<'c, 'k> {
    /// For the senses of a phrase in a taxonomy, in a document with this company; of one sense there is nothing to tell.
    pub fn new(own: &[Fitting], ask: &Ask<'_>, key: u64, company: Option<(&'c Company<'c>, &'k Taxonomy<'k>)>) -> Self {
        let company = company.filter(|_| own.len() > 1);
        let key = company.map_or(0, |(company, _)| company.key(ask, key));
        let mut added = HashTable::default();
        if let Some((_, taxonomy)) = company.filter(|(_, taxonomy)| taxonomy.subject() == TaxonomySubject::Places) {
            each_share(own, taxonomy, |above, share| *added.entry(above.number()).or_default() += share);
        }
        Self { company, share: 1.0 / own.len().max(1) as f64, added, key }
    }

    /// The agreement of a sense with the rest of the document by what is above both.
    fn agreement(&self, found: &Fitting) -> f64 {
        self.company.map_or(0.0, |(company, taxonomy)| company.agreement(taxonomy, found, (self.share, &self.added)))
    }

    /// The same with where both lie.
    pub fn agrees(&self, found: &Fitting) -> f64 {
        let nearness = |(company, taxonomy): (&Company<'_>, &Taxonomy<'_>)| company.nearness(taxonomy, found, self.key);
        self.agreement(found) + self.company.map_or(0.0, nearness)
    }

    /// The senses that are nearly as likely as the likeliest, and the one that would be without the rest of the document:
    /// where it disagrees with what a word mostly means, either may be meant.
    pub fn rivals(&self, own: &[Fitting], sense: &Sense, margin: f64) -> Vec<Concept> {
        let score = |found: &Fitting| found.score + self.agrees(found);
        let Some(best) = own.iter().find(|found| found.concept == sense.concept).map(score) else { return Vec::new() };
        let first = own.iter().reduce(|best, next| if next.score > best.score { next } else { best });
        let is_near = |found: &&Fitting| {
            score(found) + margin >= best || first.is_some_and(|first| first.concept == found.concept)
        };
        own.iter().filter(|found| found.concept != sense.concept).filter(is_near).map(|found| found.concept).collect()
    }

    /// The first of the senses by their scores. Where one lies is only asked if that could make it the first.
    pub fn likeliest(&self, own: &[Fitting]) -> Option<Sense> {
        if self.company.is_none() || own.len() < 2 {
            let senses = own.iter().enumerate().map(|(nth, found)| found.sense(nth, 0.0));
            return senses.reduce(|best, next| if next.score > best.score { next } else { best });
        }
        let mut left: Vec<(usize, f64)> =
            own.iter().enumerate().map(|(nth, found)| (nth, found.sense(nth, self.agreement(found)).score)).collect();
        left.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best: Option<(usize, Sense)> = None;
        for (nth, least) in left {
            if best.as_ref().is_some_and(|(_, best)| least + MOST_NEARNESS < best.score) {
                break;
            }
            let Some(found) = own.get(nth) else { continue };
            let sense = found.sense(nth, self.agrees(found));
            let is_first = best
                .as_ref()
                .is_none_or(|(at, best)| sense.score > best.score || (sense.score == best.score && nth < *at));
            if is_first {
                best = Some((nth, sense));
            }
        }
        best.map(|(_, sense)| sense)
    }
}

/// Calls `each` with everything above some senses of a phrase and what they add to the company of a document: all of
/// them together count once, each alike, but places by how large they are.
pub(crate) fn each_share(own: &[Fitting], taxonomy: &Taxonomy<'_>, mut each: impl FnMut(Concept, f64)) {
    let is_of_places = taxonomy.subject() == TaxonomySubject::Places;
    let weight = |sense: &Fitting| if is_of_places { sense.score.exp2() } else { 1.0 };
    let all: f64 = own.iter().map(weight).sum();
    for sense in own {
        let share = weight(sense) / all;
        sense.lineage(taxonomy).iter().for_each(|(above, _)| each(*above, share));
    }
}

/// Something above a concept: where its name stands, how far it is from the root, and in how many documents it is spoken
/// of, if that was counted.
#[derive(Clone, Copy)]
pub(crate) struct Above {
    pub concept: Concept,
    pub name: (u32, u32),
    pub depth: Option<u8>,
    pub hits: Option<f64>,
}

/// So many phrases are remembered with what they can mean, and so many concepts with what is above them.
pub(crate) const MOST_PHRASES: usize = 1 << 15;
const MOST_ABOVE: usize = 1 << 13;

thread_local! {
    /// The facts about phrases, by all taxonomies and what is known of the phrase.
    pub(crate) static PHRASES: AnswerCache<Rc<PhraseSenses>> = RefCell::default();
    /// The concepts above concepts, by taxonomy and language.
    static ABOVE: AnswerCache<Rc<[Above]>> = RefCell::default();
}

/// The concepts above a concept, the most specific first, where it has a name in a language.
pub(crate) fn above(taxonomy: &Taxonomy<'_>, concept: Concept, language: Language) -> Rc<[Above]> {
    remembered(&ABOVE, MOST_ABOVE, CacheKey::of(&(taxonomy.instance(), concept, language)), || {
        let named = |concept: Concept| {
            let name = taxonomy.place_of_name(taxonomy.label_at(concept, language)?)?;
            Some(Above { concept, name, depth: Some(taxonomy.depth(concept)), hits: taxonomy.hits(concept, language) })
        };
        taxonomy.generalisations(concept, language).into_iter().filter_map(named).collect()
    })
}
