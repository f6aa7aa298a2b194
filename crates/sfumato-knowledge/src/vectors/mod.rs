//! The closeness of one thing to another: vectors of words and phrases.
//!
//! A [`VectorTable`] is read in place. The `build` feature makes tables: from texts, or from the files of others.

mod letters;
mod table;

#[cfg(feature = "build")]
mod draft;
#[cfg(feature = "build")]
mod files;
#[cfg(feature = "build")]
mod fit;
#[cfg(feature = "build")]
mod gather;
#[cfg(feature = "build")]
mod learn;

use std::cell::RefCell;
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::CacheKey;
pub use sfumato_model::InstanceNumber;

use crate::memory::{AnswerCache, remembered};

#[cfg(feature = "build")]
pub use draft::{NumberNotation, VectorDraft};
#[cfg(feature = "build")]
pub use files::{VectorFileError, read_file};
#[cfg(feature = "build")]
pub use gather::{Gathering, Sheet};
#[cfg(feature = "build")]
pub use learn::{LearnError, VectorLearningSettings, extend, learn};
#[cfg(feature = "build")]
pub use sfumato_model::train::vectors::VectorProgress;
pub use table::{Near, VectorTable, VectorsError};

/// The grounds of a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Footing {
    /// The phrase itself was met in training.
    Known,
    /// The mean of its words, each met in training.
    Parts,
    /// Some of its words were never met; their letters stand for them.
    Letters,
}

/// Vectors of words and phrases.
pub trait Vectors: Send + Sync {
    /// The number of numbers in a vector.
    fn dimensions(&self) -> usize;

    /// Writes the vector of a phrase, of length one, and says what it rests on; nothing, and `out` untouched, if the
    /// phrase has no letters or this reference has no answer for it.
    fn vector(&self, phrase: &str, language: Language, out: &mut [f32]) -> Option<Footing>;

    /// The same for a phrase of which every word was met in training: letters tell what a word looks like, not what
    /// company it keeps. Whether it is one; otherwise what `out` holds means nothing.
    fn met(&self, phrase: &str, language: Language, out: &mut [f32]) -> bool {
        self.vector(phrase, language, out).is_some_and(|footing| footing != Footing::Letters)
    }

    /// The name of these vectors.
    fn name(&self) -> &str;

    /// The number that tells them from any others of the run, by which their answers are remembered.
    fn instance(&self) -> InstanceNumber;
}

/// So many phrases are remembered with where they lie.
const MOST_MET: usize = 1 << 14;

thread_local! {
    /// The vectors of phrases, by the vectors and the language.
    static MET: AnswerCache<Option<Rc<[f32]>>> = RefCell::default();
}

/// Vectors of a language, told from all others.
pub(crate) type VectorSpace = (InstanceNumber, Language);

/// The space of these vectors in a language.
pub(crate) fn space(vectors: &dyn Vectors, language: Language) -> VectorSpace {
    (vectors.instance(), language)
}

/// The vector of a phrase of which every word was met in training, if it is one: [`Vectors::met`], remembered.
pub(crate) fn met(vectors: &dyn Vectors, phrase: &str, language: Language) -> Option<Rc<[f32]>> {
    remembered(&MET, MOST_MET, CacheKey::of(&(space(vectors, language), phrase)), || {
        let mut vector = vec![0.0; vectors.dimensions()];
        vectors.met(phrase, language, &mut vector).then(|| vector.into())
    })
}

/// The cosine of two vectors of length one.
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
