//! The lemmas of all tokens of a text, each found once.

use sfumato_model::{CacheKey, CacheTable};

use crate::Upos;
use crate::models::LanguageModels;

/// The lemmas of the tokens of a text. Words recur: a lemma is found, and kept, once for all its tokens.
#[derive(Default)]
pub(crate) struct LemmaList {
    /// The lemma of each token.
    of: Vec<u32>,
    /// The end of each lemma in `text`.
    ends: Vec<u32>,
    text: String,
    /// The numbers of lemmas, by the key of the form and its tags.
    known: CacheTable<u32>,
    lemma: String,
}

impl LemmaList {
    /// Adds a token with its tags.
    pub fn push(&mut self, form: &str, upos: Upos, detail: u8, models: &LanguageModels<'_>) {
        let key = CacheKey::of(&(form, models.language() as u8, upos as u8, detail));
        let lemma = *self.known.entry(key).or_insert_with(|| {
            models.lemmas.lemma(form, upos, models.detail(detail), &mut self.lemma);
            self.text.push_str(&self.lemma);
            self.ends.push(self.text.len() as u32);
            self.ends.len() as u32 - 1
        });
        self.of.push(lemma);
    }

    /// The lemma of a token.
    pub fn get(&self, token: u32) -> &str {
        let Some(lemma) = self.of.get(token as usize).map(|lemma| *lemma as usize) else { return "" };
        let start = lemma.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(lemma).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }
}
