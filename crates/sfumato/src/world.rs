//! What the world knows, from what is embedded and what the user brings.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sfumato_knowledge::counts::{Beside, CountTableError, Counts};
use sfumato_knowledge::vectors::{Vectors, VectorsError};
use sfumato_knowledge::{Knowledge, Relation, RelationsError, Taxonomy, TaxonomyError, relations};
use sfumato_language::Language;
use sfumato_mask::{Reference, suggestion_or};
use sfumato_risk::World;

use crate::bundle::{Bundle, embedded_tables, embedded_taxonomies};

/// The order in which embedded taxonomies are asked unless a policy says otherwise: medicine first, since its names are
/// the most exact; then what people do and where they live; then everything else.
const ORDER: [&str; 8] = ["disease", "phenotype", "icd", "medicines", "occupations", "places", "wordnet", "things"];

/// What betrays what.
const RELATIONS: [&str; 4] = [
    include_str!("../../../assets/knowledge/relations/health.txt"),
    include_str!("../../../assets/knowledge/relations/life.txt"),
    include_str!("../../../assets/knowledge/relations/medicines.txt"),
    include_str!("../../../assets/knowledge/relations/sayings.txt"),
];

/// Why the world knows nothing.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A taxonomy that is not there.
    #[error("no taxonomy `{name}`; {hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// The embedded counts.
    #[error("the embedded counts: {0}")]
    Counts(CountTableError),
    /// The embedded vectors.
    #[error("the embedded vectors: {0}")]
    Vectors(VectorsError),
    /// A taxonomy that cannot be read.
    #[error("taxonomy `{name}`: {why}")]
    Damaged {
        /// Which one.
        name: String,
        /// What is the matter with it.
        why: TaxonomyError,
    },
}

/// What the user brings to what is embedded: taxonomies, counts and vectors. Whatever is built with it borrows it.
pub struct BroughtKnowledge<'w> {
    taxonomies: BTreeMap<String, Taxonomy<'w>>,
    counts: Option<BroughtCounts<'w>>,
    vectors: Option<&'w dyn Vectors>,
    is_alone: bool,
}

/// A reference of the user's own, and the same beside the embedded one.
struct BroughtCounts<'w> {
    own: &'w dyn Counts,
    beside: Beside<'w>,
}

impl std::fmt::Debug for BroughtKnowledge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = self.counts().map(|counts| counts.name());
        let vectors = self.vectors.map(|vectors| vectors.name());
        write!(f, "BroughtKnowledge({} taxonomies, {counts:?}, {vectors:?})", self.taxonomies.len())
    }
}

/// Nothing, for whoever brings nothing.
pub(crate) static NOTHING: BroughtKnowledge<'static> = BroughtKnowledge::NONE;

impl Default for BroughtKnowledge<'_> {
    /// Nothing.
    fn default() -> Self {
        Self::NONE
    }
}

impl<'w> BroughtKnowledge<'w> {
    const NONE: Self = Self { taxonomies: BTreeMap::new(), counts: None, vectors: None, is_alone: false };

    /// Taxonomies, by the name a policy has for them.
    #[must_use]
    pub fn taxonomies(mut self, taxonomies: BTreeMap<String, Taxonomy<'w>>) -> Self {
        self.taxonomies = taxonomies;
        self
    }

    /// A reference corpus, asked before the embedded counts; an error if those cannot be read.
    pub fn reference(mut self, own: &'w dyn Counts) -> Result<Self, WorldError> {
        let embedded = Bundle::counts().map_err(WorldError::Counts)?;
        self.counts = Some(BroughtCounts { own, beside: Beside::new(own, embedded) });
        Ok(self)
    }

    /// Vectors, asked before the embedded ones.
    #[must_use]
    pub fn vectors(mut self, vectors: &'w dyn Vectors) -> Self {
        self.vectors = Some(vectors);
        self
    }

    /// Asks nothing but the user's own counts and vectors, where there are any.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }

    /// The reference corpus, if there is one.
    pub(crate) fn counts(&self) -> Option<&'w dyn Counts> {
        self.counts.as_ref().map(|counts| counts.own)
    }
}

impl Bundle {
    /// What the world knows: everything embedded, in its order.
    pub fn world() -> Result<World<'static>, WorldError> {
        Self::world_of(&Reference::default(), &NOTHING)
    }

    /// What a policy takes the world to know: its taxonomies in its order, all embedded ones if it names none; an
    /// embedded one by its name, one of the user's by the name it has there. The user's that are not named come first.
    ///
    /// The user's counts are asked before the embedded ones, which answer for what those have never seen, and the
    /// user's vectors before the embedded ones.
    pub fn world_of<'w>(reference: &Reference, brought: &'w BroughtKnowledge<'w>) -> Result<World<'w>, WorldError> {
        let knowledge = knowledge(&reference.order, &brought.taxonomies)?;
        let embedded: &'w dyn Counts = Self::counts().map_err(WorldError::Counts)?;
        let counts = match &brought.counts {
            None => embedded,
            Some(counts) if brought.is_alone => counts.own,
            Some(counts) => &counts.beside,
        };
        let mut spaces: Vec<(Option<Language>, &'w dyn Vectors)> =
            brought.vectors.map(|vectors| (None, vectors)).into_iter().collect();
        for language in [Language::English, Language::Spanish] {
            if let Some(vectors) = Self::vectors(language).filter(|_| !(brought.is_alone && brought.vectors.is_some()))
            {
                spaces.push((Some(language), vectors.map_err(WorldError::Vectors)?));
            }
        }
        let general = (brought.counts.is_none() || !brought.is_alone).then_some(embedded);
        Ok(World { knowledge, counts, general, spaces, information: reference.information })
    }

    /// What betrays what, read once.
    pub fn relations() -> Result<&'static [Relation<'static>], RelationsError> {
        type Read = OnceLock<Result<Vec<Relation<'static>>, RelationsError>>;
        static READ: Read = OnceLock::new();
        let read = || {
            RELATIONS.iter().try_fold(Vec::new(), |mut all, file| {
                all.extend(relations(file)?);
                Ok(all)
            })
        };
        READ.get_or_init(read).as_ref().map(Vec::as_slice).map_err(Clone::clone)
    }

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

/// The taxonomies in an order.
fn knowledge<'w>(order: &[String], own: &'w BTreeMap<String, Taxonomy<'w>>) -> Result<Knowledge<'w>, WorldError> {
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
        let unknown = || {
            let known: Vec<&str> = Bundle::taxonomies().collect();
            WorldError::Unknown { name: name.to_owned(), hint: suggestion_or(name, &known, ", or give a file") }
        };
        let read = Bundle::taxonomy(name).ok_or_else(unknown)?;
        taxonomies.push(read.map_err(|why| WorldError::Damaged { name: name.to_owned(), why })?);
    }
    Ok(Knowledge::new(taxonomies))
}
