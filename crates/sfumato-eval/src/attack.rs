//! Attackers that guess whom masked documents are about, among all people somebody could think of.
//!
//! What the public may know is one text a candidate, the *background*. An [`Attacker`] looks at it once, and then gives
//! each candidate a score for a document; the better the true one [stands](CandidateStanding), the less the masking protects.
//! Most attackers add up what each word of a document is worth, so that it can be told [which words](tellings) gave
//! somebody away. [`AttackMethod`] lists them; whatever else implements the trait can be used beside them.
//!
//! Texts are read by somebody else, who makes a [`AttackedText`] of each.

mod classifier;
mod embedding;
mod encoder;
mod features;
mod index;
mod labels;
mod lexical;
mod reading;
mod regression;
mod standing;
mod telling;

pub use classifier::ClassifierAttacker;
pub use embedding::{EmbeddingAttacker, main_language};
pub use encoder::EncoderAttacker;
pub use features::FeatureKind;
pub use labels::LabelWords;
pub use lexical::{LexicalAttacker, TermWeighting};
pub use reading::{AttackedText, AttackedTextError};
pub use standing::{AttackSummary, CandidateStanding, wilson};
pub use telling::{TellingWord, enough, tellings};

use sfumato::detect::learned::neural::{self, Vocabulary};
use sfumato::knowledge::vectors::Vectors;
use sfumato::language::Language;

/// Somebody who has read the background and is shown documents.
pub trait Attacker: Send + Sync {
    /// The fit of a document to each candidate, in the order of the background; more is better, and always finite.
    fn scores(&self, document: &AttackedText) -> Vec<f64>;

    /// The weight of each place of a document for one candidate and against another. Words that say nothing are left
    /// out, and a place may come more than once.
    fn evidence(&self, document: &AttackedText, of: usize, against: usize) -> Vec<AttackEvidence>;
}

/// The weight of some words of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttackEvidence {
    /// The number of the first word.
    pub first: usize,
    /// The number of the last word.
    pub last: usize,
    /// The lead they add to one candidate over another; negative if they speak against it.
    pub weight: f64,
}

/// Resources that some attackers need besides the background.
#[derive(Clone, Copy, Default)]
pub struct AttackAids {
    /// Vectors of the language most of the background is in, for [`AttackMethod::Embedding`].
    pub vectors: Option<(Language, &'static dyn Vectors)>,
    /// A network and its vocabulary, for [`AttackMethod::Encoder`].
    pub network: Option<(&'static neural::Encoder<'static>, &'static Vocabulary<'static>)>,
}

impl std::fmt::Debug for AttackAids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let network = self.network.map(|(encoder, _)| encoder.name());
        write!(f, "Aids({:?}, {network:?})", self.vectors.map(|(_, vectors)| vectors.name()))
    }
}

/// The attackers there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttackMethod {
    /// Words weighted by how rare they are, as a cosine.
    Tfidf,
    /// The same with pairs of neighbouring words besides.
    TfidfPairs,
    /// The same with three to five characters in a row in place of words.
    TfidfCharacters,
    /// The ranking function of search engines.
    Bm25,
    /// Vectors of words, so that words of like meaning meet.
    Embedding,
    /// A linear classifier that learnt whom a sentence is about; the sentences of a document vote.
    Classifier,
    /// The same by what a network makes of the words of a sentence.
    Encoder,
}

impl AttackMethod {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Tfidf,
        Self::TfidfPairs,
        Self::TfidfCharacters,
        Self::Bm25,
        Self::Embedding,
        Self::Classifier,
        Self::Encoder,
    ];

    /// The name it goes by on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tfidf => "tfidf",
            Self::TfidfPairs => "tfidf-pairs",
            Self::TfidfCharacters => "tfidf-characters",
            Self::Bm25 => "bm25",
            Self::Embedding => "embedding",
            Self::Classifier => "classifier",
            Self::Encoder => "encoder",
        }
    }

    /// A description in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Tfidf => "Looks for the same words, rare ones first",
            Self::TfidfPairs => "The same, with pairs of neighbouring words besides",
            Self::TfidfCharacters => "The same, with three to five characters in a row in place of words",
            Self::Bm25 => "Ranks candidates as search engines rank pages",
            Self::Embedding => "Compares meanings, by the embedded vectors of words",
            Self::Classifier => "Learns whom sentences are about, and has those of a document vote",
            Self::Encoder => "The same, by what our own network makes of the words",
        }
    }

    /// Has it read the background. Nothing comes of one that lacks what it needs.
    pub fn read(self, background: &[AttackedText], aids: &AttackAids) -> Option<Box<dyn Attacker>> {
        let lexical =
            |features, weighting| Box::new(LexicalAttacker::new(background, features, weighting)) as Box<dyn Attacker>;
        Some(match self {
            Self::Tfidf => lexical(FeatureKind::Words, TermWeighting::Cosine),
            Self::TfidfPairs => lexical(FeatureKind::Pairs, TermWeighting::Cosine),
            Self::TfidfCharacters => lexical(FeatureKind::Characters, TermWeighting::Cosine),
            Self::Bm25 => lexical(FeatureKind::Words, TermWeighting::Bm25),
            Self::Embedding => {
                let (language, vectors) = aids.vectors?;
                Box::new(EmbeddingAttacker::new(background, language, vectors))
            }
            Self::Classifier => Box::new(ClassifierAttacker::new(background)),
            Self::Encoder => {
                let (network, vocabulary) = aids.network?;
                Box::new(EncoderAttacker::new(background, network.clone(), vocabulary))
            }
        })
    }
}

#[cfg(test)]
mod tests;
