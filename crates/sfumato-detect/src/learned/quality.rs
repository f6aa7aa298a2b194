//! Qualities of recognition, each with its price in time.

/// A quality of learned recognisers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NetworkQuality {
    /// A tiny network: megabytes a second.
    #[default]
    Fast,
    /// A small network that reads the document.
    Balanced,
    /// A large network.
    Best,
}

impl NetworkQuality {
    /// All of them, the fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Balanced, Self::Best];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Balanced => "balanced",
            Self::Best => "best",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|quality| quality.name() == name)
    }
}
