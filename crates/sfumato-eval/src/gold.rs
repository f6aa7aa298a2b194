//! The contents of an annotated file.

use sfumato::language::train::detail;
use sfumato::language::treebank::{TreeSentence, TreeWord};
use sfumato::language::{Language, Upos};

/// An annotated file.
pub enum GoldFile {
    /// Sentences of a treebank.
    Treebank(Vec<TreeSentence>),
    /// A text by sentences, of which nothing else is known.
    Lines(Vec<String>),
}

// Both hold text.
impl std::fmt::Debug for GoldFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Treebank(sentences) => write!(f, "Treebank({} sentences)", sentences.len()),
            Self::Lines(lines) => write!(f, "Lines({} sentences)", lines.len()),
        }
    }
}

impl GoldFile {
    /// A text with one sentence a line; blank lines are none.
    pub fn from_lines(text: &str) -> Self {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
        Self::Lines(lines.map(str::to_owned).collect())
    }

    /// True if it is empty.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Treebank(sentences) => sentences.is_empty(),
            Self::Lines(lines) => lines.is_empty(),
        }
    }
}

/// The kinds of annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoldAnnotation {
    /// Parts of speech.
    Tags,
    /// Finer tags.
    Details,
    /// Dictionary forms.
    Lemmas,
    /// Phrases, or trees that they can be derived from.
    Chunks,
}

/// True if any word has this annotation.
pub fn is_annotated(sentences: &[TreeSentence], annotation: GoldAnnotation, language: Language) -> bool {
    let is_tagged = |word: &TreeWord| Upos::from_name(&word.upos).is_some();
    let has = |word: &TreeWord| match annotation {
        GoldAnnotation::Tags => is_tagged(word),
        GoldAnnotation::Details => is_tagged(word) && !detail(language, word).is_empty(),
        GoldAnnotation::Lemmas => is_tagged(word) && !word.lemma.is_empty(),
        GoldAnnotation::Chunks => !word.chunk.is_empty() || !word.relation.is_empty(),
    };
    sentences.iter().flat_map(|sentence| &sentence.words).any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_seen() {
        let word = TreeWord { form: "casa".to_owned(), upos: "NOUN".to_owned(), ..TreeWord::default() };
        let sentences = [TreeSentence { words: vec![word], ..TreeSentence::default() }];
        let has = |annotation| is_annotated(&sentences, annotation, Language::Spanish);
        assert!(has(GoldAnnotation::Tags));
        assert!(!has(GoldAnnotation::Details) && !has(GoldAnnotation::Lemmas) && !has(GoldAnnotation::Chunks));
    }

    #[test]
    fn lines_are_sentences() {
        let GoldFile::Lines(lines) = GoldFile::from_lines("\u{feff}Uno.\r\n\n  Dos. \n") else { panic!("lines") };
        assert_eq!(lines, ["Uno.", "Dos."]);
    }
}
