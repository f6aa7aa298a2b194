//! The text that annotated sentences were cut from, rebuilt.

use std::ops::Range;

use sfumato::language::treebank::TreeSentence;

/// A token and how many words it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RawToken {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The number of its words.
    pub words: usize,
}

/// A text, and where its sentences and tokens lie in it.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RawText {
    /// The text.
    pub text: String,
    /// Its sentences, without the blanks around them.
    pub sentences: Vec<Range<usize>>,
    /// Its tokens; none if only sentences are known.
    pub tokens: Vec<RawToken>,
}

impl std::fmt::Debug for RawText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RawText({} sentences)", self.sentences.len())
    }
}

impl RawText {
    /// The text of a treebank: sentences of one paragraph are parted as the last token says, paragraphs by a blank line.
    pub fn of_treebank(sentences: &[TreeSentence]) -> Self {
        let mut raw = Self::default();
        let mut has_blank = false;
        for sentence in sentences {
            if sentence.starts_paragraph && !raw.text.is_empty() {
                raw.text += "\n\n";
                has_blank = false;
            }
            let mut start = None;
            for token in &sentence.tokens {
                if has_blank {
                    raw.text.push(' ');
                }
                let first = raw.text.len();
                start.get_or_insert(first);
                raw.text += &token.form;
                raw.tokens.push(RawToken { start: first, end: raw.text.len(), words: token.words });
                has_blank = token.space_after;
            }
            raw.sentences.extend(start.map(|start| start..raw.text.len()));
        }
        raw
    }

    /// The text of sentences that stand one a line: they are parted by a blank.
    pub fn of_lines(lines: &[String]) -> Self {
        let mut raw = Self::default();
        for line in lines {
            if !raw.text.is_empty() {
                raw.text.push(' ');
            }
            let start = raw.text.len();
            raw.text += line;
            raw.sentences.push(start..raw.text.len());
        }
        raw
    }
}

#[cfg(test)]
mod tests {
    use sfumato::language::treebank::TreeToken;

    use super::*;

    /// Tokens parted by blanks; `_` says that none follows, `+` joins the words of one token.
    fn sentence(text: &str, starts_paragraph: bool) -> TreeSentence {
        let token = |token: &str| {
            let form = token.trim_end_matches('_');
            let words = form.split('+').count();
            TreeToken { form: form.replace('+', ""), words, space_after: !token.ends_with('_') }
        };
        TreeSentence { tokens: text.split(' ').map(token).collect(), starts_paragraph, ..TreeSentence::default() }
    }

    #[test]
    fn sentences_and_paragraphs_are_parted_as_they_were() {
        let treebank = [sentence("Vino de+l mar_ .", true), sentence("(_ Sí_ ._", false), sentence("Otra_ .", true)];
        let raw = RawText::of_treebank(&treebank);
        assert_eq!(raw.text, "Vino del mar. (Sí.\n\nOtra.");
        let sentences: Vec<&str> = raw.sentences.iter().map(|at| raw.text.get(at.clone()).expect("borders")).collect();
        assert_eq!(sentences, ["Vino del mar.", "(Sí.", "Otra."]);
        assert_eq!(raw.tokens[1], RawToken { start: 5, end: 8, words: 2 });
        assert_eq!(raw.tokens.len(), 4 + 3 + 2);
    }

    #[test]
    fn a_sentence_can_follow_without_a_blank() {
        let raw = RawText::of_treebank(&[sentence("One_ ._", false), sentence("Two", false)]);
        assert_eq!(raw.text, "One.Two");
        assert_eq!(raw.sentences, [0..4, 4..7]);
    }

    #[test]
    fn lines_are_joined_by_a_blank() {
        let raw = RawText::of_lines(&["Uno.".to_owned(), "Dos.".to_owned()]);
        assert_eq!((raw.text.as_str(), raw.sentences), ("Uno. Dos.", vec![0..4, 5..9]));
    }
}
