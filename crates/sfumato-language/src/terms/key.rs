//! Under what a term is looked up.

use super::words::push_lower;
use super::{TaggedSentence, Term};
use crate::Upos;

impl Term {
    /// Appends the form under which the term is looked up in lists and taxonomies: the lemmas of its words in lower case,
    /// less the determiners inside it, so that "cancers of the pancreas" becomes "cancer of pancreas".
    ///
    /// A name keeps all its words, and a title has them as they stand. `lemma_of` appends the lemma of a token.
    pub fn key(&self, sentence: &TaggedSentence<'_>, mut lemma_of: impl FnMut(u32, &mut String), out: &mut String) {
        let mut lemma = String::new();
        let from = out.len();
        // Whether everything since the last word of the key was written without blanks.
        let mut is_joined = false;
        for nth in self.tokens.clone() {
            is_joined &= sentence.touches(nth);
            let tag = sentence.tags.get(nth as usize).copied().unwrap_or(Upos::X);
            let is_mark = tag == Upos::Punct && !self.holds_together(sentence, nth);
            let is_dropped = matches!(tag, Upos::Det | Upos::Pron | Upos::Part) && !self.is_name;
            if is_mark || is_dropped {
                continue;
            }
            if out.len() > from && !is_joined {
                out.push(' ');
            }
            is_joined = true;
            let is_word = matches!(tag, Upos::Noun | Upos::Propn | Upos::Verb | Upos::Adj | Upos::Adv);
            lemma.clear();
            if is_word && !self.is_title {
                lemma_of(nth, &mut lemma);
            }
            push_lower(if lemma.is_empty() { sentence.token_text(nth) } else { &lemma }, out);
        }
    }

    /// True if a mark is written right between two words of the term.
    fn holds_together(&self, sentence: &TaggedSentence<'_>, nth: u32) -> bool {
        nth > self.tokens.start && nth + 1 < self.tokens.end && sentence.touches(nth) && sentence.touches(nth + 1)
    }
}
