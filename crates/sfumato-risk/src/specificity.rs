//! Specificity (IC): what is too telling by itself.

use sfumato_knowledge::counts::{Basis, CountsError};

use crate::{Aboutness, Hidden, Risk, RiskModel, RiskUnit, WeighedPhrase};

/// A phrase tells too much if its information content reaches a limit, whatever is hidden.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specificity {
    /// The limit in bits.
    pub limit: f64,
    /// How many bits more names and numbers are taken to tell, since they can be looked up.
    pub names_tell: f64,
}

impl RiskModel for Specificity {
    fn name(&self) -> &'static str {
        "specificity"
    }

    fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        _: Option<&WeighedPhrase<'_>>,
        _: &[(usize, &Hidden<'_>)],
    ) -> Result<Risk, CountsError> {
        let more = if said.is_named { self.names_tell } else { 0.0 };
        let value = if said.about == Aboutness::Other { 0.0 } else { said.bits + more };
        Ok(Risk {
            model: self.name(),
            unit: RiskUnit::Bits,
            value,
            limit: self.limit,
            about: None,
            topic: None,
            basis: Basis::Counted,
        })
    }
}
