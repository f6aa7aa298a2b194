//! Inference: what a phrase betrays of a topic, whether or not the text names that.

use std::collections::HashMap;
use std::sync::Arc;

use sfumato_knowledge::counts::{Basis, CountsError};
use sfumato_knowledge::key;

use super::{Clues, Evidence, merge};
use crate::{Aboutness, Hidden, Risk, RiskModel, RiskUnit, Topics, WeighedPhrase};

/// A phrase tells too much if what it betrays of a topic reaches a limit, or if it makes it likelier than not whatever
/// the limit is.
pub struct Inference<'m> {
    clues: &'m Clues,
    /// What stands for a phrase must not name what belongs to a topic.
    topics: &'m Topics<'m>,
    limit: f64,
    /// What the phrases of a document say by the clues at their places, by the form of the phrase.
    seen: HashMap<u64, Vec<Evidence>>,
}

/// An inference that is shared by whoever asks what single phrases say.
pub type Inferred<'m> = Arc<Inference<'m>>;

/// What makes something likelier than not tells all of it but one bit.
const LIKELIER_THAN_NOT: f64 = 1.0;

impl<'m> Inference<'m> {
    /// With the clues to some topics, and a limit in bits.
    pub fn new(clues: &'m Clues, topics: &'m Topics<'m>, limit: f64) -> Self {
        Self { clues, topics, limit, seen: HashMap::new() }
    }

    /// The same for a document in which phrases hold these clues.
    #[must_use]
    pub fn with_seen<'p>(mut self, seen: impl IntoIterator<Item = (&'p str, &'p [Evidence])>) -> Self {
        for (phrase, evidence) in seen {
            merge(self.seen.entry(key::form(phrase)).or_default(), evidence);
        }
        self
    }

    /// What a phrase says of topics; for each the strongest evidence.
    pub fn evidence(&self, said: &WeighedPhrase<'_>) -> Vec<Evidence> {
        if said.about == Aboutness::Other {
            return Vec::new();
        }
        let mut evidence = self.seen.get(&key::form(&said.text)).cloned().unwrap_or_default();
        merge(&mut evidence, &self.clues.of(&said.text, said.language));
        evidence
    }

    /// The risk that evidence is, or that several pieces of it are together.
    pub fn risk(&self, evidence: &[Evidence]) -> Option<Risk> {
        let first = evidence.first()?;
        let bits = evidence.iter().map(|evidence| evidence.bits).fold(0.0, f64::max);
        let value = evidence.iter().map(Evidence::told).sum::<f64>().min(bits);
        let limit = self.limit.min((bits - LIKELIER_THAN_NOT).max(f64::MIN_POSITIVE));
        Some(Risk {
            model: "inference",
            unit: RiskUnit::Bits,
            value,
            limit,
            about: None,
            topic: Some(first.topic),
            basis: Basis::Related,
        })
    }
}

impl RiskModel for Inferred<'_> {
    fn name(&self) -> &'static str {
        "inference"
    }

    fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        _: &[(usize, &Hidden<'_>)],
    ) -> Result<Risk, CountsError> {
        let none = Risk {
            model: "inference",
            unit: RiskUnit::Bits,
            value: 0.0,
            limit: self.limit,
            about: None,
            topic: None,
            basis: Basis::Related,
        };
        if instead_of.is_some() {
            // What stands for a phrase must not name what belongs to a topic: that tells all of it.
            if let Some(topic) = self.topics.first_named_in(&said.text, said.language) {
                let value = self.limit.max(said.bits);
                return Ok(Risk { value, topic: Some(topic), ..none });
            }
        }
        let risks = self.evidence(said).into_iter().filter_map(|evidence| self.risk(&[evidence]));
        Ok(risks.max_by(|a, b| a.excess().total_cmp(&b.excess())).unwrap_or(none))
    }
}
