//! How different the sensitive values of a class must be.

use crate::error::MicrodataError;

/// The meanings of well-represented.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Diversity {
    /// At least `l` different values.
    Distinct {
        /// The number of values.
        l: usize,
    },
    /// The entropy of the values is at least that of `l` equally frequent ones.
    Entropy {
        /// The number of values.
        l: f64,
    },
    /// The most frequent value is less than `c` times as frequent as all from the `l`-th on together.
    Recursive {
        /// The factor.
        c: f64,
        /// The place in the order of frequency, counted from one.
        l: usize,
    },
}

impl Diversity {
    /// The name with its parameters.
    pub(super) fn name(self) -> String {
        match self {
            Self::Distinct { l } => format!("{l}-diversity"),
            Self::Entropy { l } => format!("entropy {l}-diversity"),
            Self::Recursive { c, l } => format!("recursive ({c}, {l})-diversity"),
        }
    }

    pub(super) fn check(self) -> Result<(), MicrodataError> {
        let is_fine = match self {
            Self::Distinct { l } => l >= 1,
            Self::Entropy { l } => l >= 1.0 && l.is_finite(),
            Self::Recursive { c, l } => l >= 1 && c > 0.0 && c.is_finite(),
        };
        let bad = MicrodataError::BadParameter { wish: "l-diversity", reason: "l must be at least 1, and c above 0" };
        if is_fine { Ok(()) } else { Err(bad) }
    }

    /// The greatest l of a class; of recursive diversity, the frequency of the first by those from the `l`-th on.
    pub(super) fn measure(self, mut counts: Vec<u32>) -> f64 {
        match self {
            Self::Distinct { .. } => counts.iter().filter(|count| **count > 0).count() as f64,
            Self::Entropy { .. } => entropy(&counts).exp(),
            Self::Recursive { l, .. } => {
                counts.sort_unstable_by(|one, other| other.cmp(one));
                let tail: u32 = counts.iter().skip(l - 1).sum();
                if tail == 0 { f64::INFINITY } else { f64::from(counts[0]) / f64::from(tail) }
            }
        }
    }

    pub(super) fn allows(self, measure: f64) -> bool {
        match self {
            Self::Distinct { l } => measure >= l as f64,
            Self::Entropy { l } => measure >= l * (1.0 - 1e-12),
            Self::Recursive { c, .. } => measure < c,
        }
    }

    pub(super) fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Self::Distinct { .. } | Self::Entropy { .. } => one.min(other),
            // The best is no class at all.
            Self::Recursive { .. } if one.is_infinite() && other.is_finite() => other,
            Self::Recursive { .. } => one.max(other),
        }
    }
}

/// The entropy of counts, in nats.
fn entropy(counts: &[u32]) -> f64 {
    let all: u32 = counts.iter().sum();
    let share = |count: &u32| f64::from(*count) / f64::from(all.max(1));
    -counts.iter().filter(|count| **count > 0).map(|count| share(count) * share(count).ln()).sum::<f64>()
}
