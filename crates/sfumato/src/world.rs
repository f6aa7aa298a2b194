//! What the world knows, from what is embedded and what the user brings.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sfumato_knowledge::counts::{CountTableError, Counts, CountsError, Phrase, Query, bits};
use sfumato_knowledge::{Ask, Company, Concept, Generalisation, Knowledge, Taxonomy, TaxonomyError, Way};
use sfumato_language::Language;
use sfumato_mask::{Information, Reference};

use crate::bundle::{Bundle, embedded_tables, embedded_taxonomies};

/// The order in which embedded taxonomies are asked unless a policy says otherwise: medicine first, since its names are
/// the most exact; then what people do and where they live; then everything else.
const ORDER: [&str; 7] = ["disease", "phenotype", "icd", "occupations", "places", "wordnet", "things"];

/// Why the world knows nothing.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A taxonomy that is not there.
    #[error("no taxonomy `{name}`; there are {known}, or give a file")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The embedded counts.
    #[error("the embedded counts: {0}")]
    Counts(CountTableError),
    /// A taxonomy that cannot be read.
    #[error("taxonomy `{name}`: {why}")]
    Damaged {
        /// Which one.
        name: String,
        /// What is the matter with it.
        why: TaxonomyError,
    },
}

/// What the world knows.
#[derive(Clone)]
pub struct World<'w> {
    /// What things are kinds of.
    pub knowledge: Knowledge<'w>,
    /// How common they are.
    pub counts: &'w dyn Counts,
    /// Where information content comes from.
    pub information: Information,
}

impl std::fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "World({:?}, {}, {})", self.knowledge, self.counts.name(), self.information.name())
    }
}

impl<'w> World<'w> {
    /// Everything embedded, in its order.
    pub fn embedded() -> Result<World<'static>, WorldError> {
        static NONE: BTreeMap<String, Taxonomy<'static>> = BTreeMap::new();
        World::new(&Reference::default(), &NONE)
    }

    /// What a policy takes the world to know: its taxonomies in its order, all embedded ones if it names none; an
    /// embedded one by its name, one of the user's by the name in `own`. The user's that are not named come first.
    pub fn new(reference: &Reference, own: &'w BTreeMap<String, Taxonomy<'w>>) -> Result<Self, WorldError>
    where
        'static: 'w,
    {
        let order = reference.order.as_slice();
        let mut taxonomies: Vec<&'w Taxonomy<'w>> =
            own.iter().filter(|(name, _)| !order.contains(name)).map(|(_, taxonomy)| taxonomy).collect();
        let embedded = ORDER.iter().copied().filter(|name| Bundle::taxonomy(name).is_some());
        let all: Vec<&str> = match order {
            [] => embedded.collect(),
            named => named.iter().map(String::as_str).collect(),
        };
        for name in all {
            if let Some(taxonomy) = own.get(name) {
                taxonomies.push(taxonomy);
                continue;
            }
            let known = || Bundle::taxonomies().collect::<Vec<_>>().join(", ");
            let unknown = || WorldError::Unknown { name: name.to_owned(), known: known() };
            let read = Bundle::taxonomy(name).ok_or_else(unknown)?;
            taxonomies.push(read.map_err(|why| WorldError::Damaged { name: name.to_owned(), why })?);
        }
        let counts = Bundle::counts().map_err(WorldError::Counts)?;
        Ok(Self { knowledge: Knowledge::new(taxonomies), counts, information: reference.information })
    }

    /// The company that phrases of a document keep, for telling their senses apart.
    pub fn company(&self, asks: &[Ask<'_>]) -> Company<'static> {
        let company = Company::of(&self.knowledge, asks.iter().cloned());
        let Some(language) = asks.first().map(|ask| ask.language) else { return company };
        match Bundle::vectors(language) {
            Some(Ok(vectors)) => {
                let phrases = asks.iter().filter(|ask| ask.language == language && !ask.is_name);
                company.around(vectors, language, phrases.map(|ask| ask.phrase))
            }
            _ => company,
        }
    }

    /// How telling a phrase is, and how telling each of its generalisations, in bits; never more than the phrase.
    ///
    /// A concept is as common as everything below it together, so that what it tells falls on the way up; what no
    /// taxonomy knows is as common as its words. By the taxonomies alone (`intrinsic`) a phrase tells as much as its
    /// likeliest meaning, and one that none knows as much as the least common concept there is.
    pub fn bits(&self, ask: &Ask<'_>, general: &[Generalisation<'_>]) -> Result<(f64, Vec<f64>), CountsError> {
        let own = match self.information {
            Information::Counts => self.counted_bits(ask.phrase, ask.language)?,
            Information::Intrinsic => {
                let sense = self.knowledge.senses(ask, None).into_iter().next();
                self.concept_bits(sense.map(|sense| (sense.taxonomy, sense.concept)), ask.language).unwrap_or_else(
                    || {
                        let largest = self.knowledge.taxonomies().iter().map(|taxonomy| taxonomy.len()).max();
                        (largest.unwrap_or(1) as f64).log2()
                    },
                )
            }
        };
        let of = |general: &Generalisation<'_>| match self.concept_bits(general.concept, ask.language) {
            Some(bits) => Ok(bits),
            None if self.information == Information::Intrinsic => Ok(own),
            None => self.counted_bits(&general.text, ask.language),
        };
        // What is computed is counted by its words, which are not always rarer where they say more.
        let mut computed = own;
        let mut bits = Vec::with_capacity(general.len());
        for general in general {
            let own_bits = of(general)?.min(own);
            computed = if general.way == Way::Value { computed.min(own_bits) } else { computed };
            bits.push(if general.way == Way::Value { computed } else { own_bits });
        }
        Ok((own, bits))
    }

    fn counted_bits(&self, phrase: &str, language: Language) -> Result<f64, CountsError> {
        let phrases = [Phrase::new(phrase)];
        let counts = self.counts.hits(&[Query { phrases: &phrases, language }])?;
        let hits = counts.first().map_or(0.0, |count| count.hits);
        Ok(bits(hits, self.counts.total(language)))
    }

    fn concept_bits(&self, concept: Option<(usize, Concept)>, language: Language) -> Option<f64> {
        let (at, concept) = concept?;
        let taxonomy = self.knowledge.taxonomies().get(at)?;
        match self.information {
            Information::Intrinsic => Some(taxonomy.intrinsic_bits(concept)),
            Information::Counts => taxonomy.hits(concept, language).map(|hits| bits(hits, self.counts.total(language))),
        }
    }
}

impl Bundle {
    /// The names of the embedded taxonomies, in alphabetical order.
    pub fn taxonomies() -> impl Iterator<Item = &'static str> {
        embedded_taxonomies().iter().map(|(name, ..)| *name)
    }

    /// An embedded taxonomy, if there is one of this name; it lies in the program as it is.
    pub fn taxonomy(name: &str) -> Option<Result<&'static Taxonomy<'static>, TaxonomyError>> {
        type Read = OnceLock<Vec<Result<Taxonomy<'static>, TaxonomyError>>>;
        static READ: Read = OnceLock::new();
        let read = || embedded_taxonomies().iter().map(|(_, bytes, _)| Taxonomy::from_bytes(bytes)).collect();
        let at = embedded_taxonomies().iter().position(|(known, ..)| *known == name)?;
        READ.get_or_init(read).get(at).map(|read| read.as_ref().map_err(Clone::clone))
    }

    /// The embedded counts and vectors: the name of each table, and what it was made from and under what terms.
    pub fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
        embedded_tables().iter().map(|(name, _, about)| (*name, *about))
    }

    /// What an embedded taxonomy was made from, and under what terms.
    pub fn about_taxonomy(name: &str) -> Option<&'static str> {
        embedded_taxonomies().iter().find(|(known, ..)| *known == name).map(|(.., about)| *about)
    }
}
