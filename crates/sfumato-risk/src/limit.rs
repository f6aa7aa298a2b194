//! Limits: how much may be told.

use sfumato_knowledge::counts::{CountsError, Phrase, Query, bits};
use sfumato_knowledge::{Concept, Way};
use sfumato_language::Language;

use crate::{Hidden, World};

/// How much may be told, as a policy says it.
#[derive(Debug, Clone, PartialEq)]
pub enum Limit {
    /// So many bits.
    Bits(f64),
    /// As much as a term tells by itself: nothing as telling as "cancer".
    As(String),
    /// As much as the least telling of what is hidden in the document (DR eq. 8).
    LeastHidden,
    /// As much as the most telling of what is shown in the place of what is hidden (DR eq. 9).
    MostShown,
    /// As much as the least telling of all that belongs to the topics of the policy (MED eq. 3 and 12).
    LeastListed,
}

impl Limit {
    /// The names of those that are taken from a document or a list.
    pub const NAMES: [&str; 3] = ["least-hidden", "most-shown", "least-listed"];

    /// One of those, by its name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "least-hidden" => Some(Self::LeastHidden),
            "most-shown" => Some(Self::MostShown),
            "least-listed" => Some(Self::LeastListed),
            _ => None,
        }
    }

    /// In bits, for a document that hides these things; nothing if it is taken from what is not there.
    pub fn bits(
        &self,
        world: &World<'_>,
        language: Language,
        hidden: &[&Hidden<'_>],
        least_listed: Option<f64>,
    ) -> Result<Option<f64>, CountsError> {
        Ok(match self {
            Self::Bits(bits) => Some(*bits),
            Self::As(term) => Some(world.bits_of_term(term, language)?),
            Self::LeastHidden => hidden.iter().map(|hidden| hidden.bits).min_by(f64::total_cmp),
            Self::MostShown => {
                hidden.iter().filter_map(|hidden| Some(hidden.shown.as_ref()?.bits)).max_by(f64::total_cmp)
            }
            Self::LeastListed => least_listed,
        })
    }
}

/// What the least telling of a list of concepts tells, in bits, each counted together with the most special thing above
/// it that tells less (MED eq. 12), or alone (eq. 3); nothing for an empty list.
pub fn least_listed(
    world: &World<'_>,
    listed: impl IntoIterator<Item = (usize, Concept)>,
    language: Language,
    is_contextualised: bool,
) -> Result<Option<f64>, CountsError> {
    let total = world.counts.total(language);
    let mut least: Option<f64> = None;
    for (at, concept) in listed {
        let Some(label) = world.knowledge.taxonomies().get(at).and_then(|taxonomy| taxonomy.label(concept, language))
        else {
            continue;
        };
        let phrase = Phrase::new(label);
        let [alone] = world.hits([Query { phrases: &[phrase], language }])?;
        let own = bits(alone.hits, total);
        // What was never counted tells the most and decides nothing; and together nothing is more common than alone.
        if alone.hits == 0.0 || least.is_some_and(|least| own >= least) {
            continue;
        }
        let mut value = own;
        if is_contextualised {
            for above in world.knowledge.chain((at, concept), language, Way::Taxonomy) {
                let above = Phrase::new(&above.text);
                let [general, both] = world
                    .hits([Query { phrases: &[above], language }, Query { phrases: &[phrase, above], language }])?;
                if bits(general.hits, total) < own {
                    value = bits(both.hits, total);
                    break;
                }
            }
        }
        least = Some(least.map_or(value, |least| least.min(value)));
    }
    Ok(least)
}
