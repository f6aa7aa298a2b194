//! Parts of speech.

/// A part of speech of Universal Dependencies, the same for all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Upos {
    /// Adjective.
    Adj,
    /// Preposition.
    Adp,
    /// Adverb.
    Adv,
    /// Auxiliary verb.
    Aux,
    /// Coordinating conjunction.
    Cconj,
    /// Determiner.
    Det,
    /// Interjection.
    Intj,
    /// Common noun.
    Noun,
    /// Number.
    Num,
    /// Particle.
    Part,
    /// Pronoun.
    Pron,
    /// Proper noun.
    Propn,
    /// Punctuation.
    Punct,
    /// Subordinating conjunction.
    Sconj,
    /// Symbol.
    Sym,
    /// Verb.
    Verb,
    /// Anything else.
    X,
}

impl Upos {
    /// All of them, in the order of their names.
    pub const ALL: [Self; 17] = [
        Self::Adj,
        Self::Adp,
        Self::Adv,
        Self::Aux,
        Self::Cconj,
        Self::Det,
        Self::Intj,
        Self::Noun,
        Self::Num,
        Self::Part,
        Self::Pron,
        Self::Propn,
        Self::Punct,
        Self::Sconj,
        Self::Sym,
        Self::Verb,
        Self::X,
    ];

    /// Its name in treebanks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Adj => "ADJ",
            Self::Adp => "ADP",
            Self::Adv => "ADV",
            Self::Aux => "AUX",
            Self::Cconj => "CCONJ",
            Self::Det => "DET",
            Self::Intj => "INTJ",
            Self::Noun => "NOUN",
            Self::Num => "NUM",
            Self::Part => "PART",
            Self::Pron => "PRON",
            Self::Propn => "PROPN",
            Self::Punct => "PUNCT",
            Self::Sconj => "SCONJ",
            Self::Sym => "SYM",
            Self::Verb => "VERB",
            Self::X => "X",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|upos| upos.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        assert!(Upos::ALL.into_iter().all(|upos| Upos::from_name(upos.name()) == Some(upos)));
        assert!(Upos::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].name() < pair[1].name()));
        assert_eq!(Upos::from_name("noun"), None);
    }
}
