//! Relatedness (THESIS): what lies close to whom or what the user named.

use sfumato_knowledge::counts::{Basis, CountsError};
use sfumato_knowledge::vectors::Footing;

use crate::{Aboutness, Hidden, Risk, RiskModel, RiskUnit, WeighedPhrase, World};

/// A phrase tells too much if the cosine between its vector and that of a protected entity, under any of its names,
/// reaches a limit.
///
/// A phrase that no space has a vector for is taken to be as close as can be: nobody knows what it would tell. So is one
/// beside an entity that no space knows. Where the text is about somebody else, only what is known counts.
pub struct Relatedness<'m, 'w> {
    world: &'m World<'w>,
    limit: f64,
}

impl<'m, 'w> Relatedness<'m, 'w> {
    /// With the spaces of a world.
    pub fn new(world: &'m World<'w>, limit: f64) -> Self {
        Self { world, limit }
    }
}

impl RiskModel for Relatedness<'_, '_> {
    fn name(&self) -> &'static str {
        "relatedness"
    }

    fn unit(&self) -> RiskUnit {
        RiskUnit::Cosine
    }

    fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        _: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Risk, CountsError> {
        let mut worst = Risk {
            model: self.name(),
            unit: self.unit(),
            value: 0.0,
            limit: self.limit,
            about: None,
            topic: None,
            basis: Basis::Counted,
        };
        let mut protected = hidden.iter().filter(|(_, hidden)| hidden.is_protected).peekable();
        if protected.peek().is_none() {
            return Ok(worst);
        }
        let places = self.world.places(&said.text, said.language);
        for (number, hidden) in protected {
            let (value, basis) = match hidden.closeness(self.world, &places) {
                Some((value, Footing::Known)) => (value, Basis::Counted),
                _ if said.about == Aboutness::Other => (0.0, Basis::Unseen),
                Some((value, Footing::Parts)) => (value, Basis::Estimated),
                Some((value, Footing::Letters)) => (value, Basis::Estimated),
                None => (1.0, Basis::Unseen),
            };
            if worst.about.is_none() || value > worst.value {
                worst = Risk { value, about: Some(*number), basis, ..worst };
            }
        }
        Ok(worst)
    }
}
