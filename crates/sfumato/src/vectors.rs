//! The embedded vectors.

use std::sync::OnceLock;

use sfumato_knowledge::vectors::{VectorTable, VectorsError};
use sfumato_language::Language;

use crate::bundle::{Bundle, embedded_tables};

type Read = Result<VectorTable<'static>, VectorsError>;

impl Bundle {
    /// The embedded vectors of a language, if there are any.
    pub fn vectors(language: Language) -> Option<Result<&'static VectorTable<'static>, VectorsError>> {
        static ENGLISH: OnceLock<Option<Read>> = OnceLock::new();
        static SPANISH: OnceLock<Option<Read>> = OnceLock::new();
        let (cell, name) = match language {
            Language::English => (&ENGLISH, "en-vectors"),
            Language::Spanish => (&SPANISH, "es-vectors"),
        };
        let read = || {
            let (_, bytes, _) = embedded_tables().iter().find(|(found, ..)| *found == name)?;
            Some(VectorTable::from_bytes(bytes))
        };
        cell.get_or_init(read).as_ref().map(|table| table.as_ref().map_err(|error| *error))
    }
}

#[cfg(test)]
mod tests {
    use sfumato_knowledge::vectors::{Footing, Vectors as _, cosine};

    use super::*;

    #[test]
    fn what_is_embedded_is_sound_and_knows_its_language() {
        for (language, [near, other, far]) in [
            (Language::English, ["doctor", "surgeon", "bicycle"]),
            (Language::Spanish, ["médico", "enfermera", "bicicleta"]),
        ] {
            let table = Bundle::vectors(language).expect("embedded").expect("sound");
            assert_eq!(table.check(), Ok(()));
            let vector = |phrase| {
                let mut out = vec![0.0; table.dimensions()];
                assert_eq!(table.vector(phrase, language, &mut out), Some(Footing::Known), "{phrase}");
                out
            };
            assert!(cosine(&vector(near), &vector(other)) > cosine(&vector(near), &vector(far)) + 0.1);
        }
    }
}
