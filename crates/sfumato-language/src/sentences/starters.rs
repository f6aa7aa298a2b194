//! Words that, with a capital, start a sentence rather than a name.

use sfumato_words::{ByLanguage, WordTable, words_by_language};

use crate::Languages;

static STARTERS: ByLanguage<WordTable> = words_by_language!("sentences", "starters");

/// True if a word after an abbreviation starts a sentence.
pub(super) fn is_starter(word: &str, languages: Languages) -> bool {
    word.starts_with(['¿', '¡']) || languages.any(&STARTERS, |list| list.has(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn names_do_not_start_sentences() {
        let spanish = Languages::only(Language::Spanish);
        assert!(is_starter("El", spanish) && is_starter("¿", spanish));
        assert!(!is_starter("Ruiz", spanish) && !is_starter("The", spanish));
    }
}
