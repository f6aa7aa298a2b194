//! The words of one sentence, each looked up once.

use std::ops::Range;

use crate::stopwords::{LONGEST, Roles, StopwordLexicon};
use crate::{Chunk, ChunkKind, Language, Token, Upos};

/// A sentence with what is known about its tokens.
///
/// Tokens are counted through the whole document, by `range`, chunks and terms alike.
#[derive(Clone)]
pub struct TaggedSentence<'s> {
    /// The text of the document.
    pub text: &'s str,
    /// The tokens of the document.
    pub tokens: &'s [Token],
    /// The part of speech of each token.
    pub tags: &'s [Upos],
    /// The phrases of this sentence, in order and disjoint.
    pub chunks: &'s [Chunk],
    /// The tokens of this sentence.
    pub range: Range<u32>,
    /// The language it is in.
    pub language: Language,
}

impl TaggedSentence<'_> {
    /// The text of a token, nothing if there is no such token.
    pub(super) fn token_text(&self, nth: u32) -> &str {
        let token = self.tokens.get(nth as usize);
        token.and_then(|token| self.text.get(token.span.range())).unwrap_or_default()
    }

    /// True if a token is written right after the one before it.
    pub(super) fn touches(&self, nth: u32) -> bool {
        let before = nth.checked_sub(1).and_then(|before| self.tokens.get(before as usize));
        let token = self.tokens.get(nth as usize);
        before.zip(token).is_some_and(|(before, token)| before.span.end() == token.span.start())
    }
}

/// The lookups of the words of a sentence; kept from one to the next for its memory.
#[derive(Default)]
pub(super) struct Lookup {
    /// The words in lower case, one after another; those too long for any list are left out.
    lower: String,
    /// The end of each in `lower`, and its parts.
    words: Vec<(u32, Roles)>,
}

impl Lookup {
    /// Looks all words of a sentence up.
    pub fn read(&mut self, sentence: &TaggedSentence<'_>) {
        self.lower.clear();
        self.words.clear();
        let lexicon = StopwordLexicon::of(sentence.language);
        let end = sentence.range.end.min(sentence.tokens.len() as u32);
        for nth in sentence.range.start..end {
            let text = sentence.token_text(nth);
            let start = self.lower.len();
            if text.len() <= LONGEST {
                push_lower(text, &mut self.lower);
            }
            let mut roles = lexicon.roles(self.lower.get(start..).unwrap_or_default());
            if text.chars().next().is_some_and(char::is_uppercase) {
                roles = roles.and(Roles::CAPITAL);
            }
            if nth > sentence.range.start && sentence.touches(nth) {
                roles = roles.and(Roles::TOUCHES);
            }
            if sentence.tags.get(nth as usize) == Some(&Upos::Aux) {
                roles = roles.and(Roles::VERBAL);
            }
            self.words.push((self.lower.len() as u32, roles));
        }
        self.mark_verbs(sentence);
    }

    /// Verbs in verb phrases make clauses; others ("worsening cough") stand in noun phrases.
    fn mark_verbs(&mut self, sentence: &TaggedSentence<'_>) {
        for chunk in sentence.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Verb) {
            for nth in chunk.start.max(sentence.range.start)..chunk.end.min(sentence.range.end) {
                let is_verb = sentence.tags.get(nth as usize) == Some(&Upos::Verb);
                if let Some((_, roles)) = self.words.get_mut((nth - sentence.range.start) as usize).filter(|_| is_verb)
                {
                    *roles = roles.and(Roles::VERBAL);
                }
            }
        }
    }
}

/// Appends a text in lower case, with straight apostrophes.
pub(super) fn push_lower(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        if let Some(added) = out.get_mut(start..) {
            added.make_ascii_lowercase();
        }
    } else {
        out.extend(text.chars().map(|c| if c == '\u{2019}' { '\'' } else { c }).flat_map(char::to_lowercase));
    }
}

/// A sentence and its words, counted from the start of the sentence. Outside there is nothing but punctuation.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    sentence: &'v TaggedSentence<'v>,
    lookup: &'v Lookup,
}

impl<'v> View<'v> {
    pub(super) fn new(sentence: &'v TaggedSentence<'v>, lookup: &'v Lookup) -> Self {
        Self { sentence, lookup }
    }

    pub fn language(self) -> Language {
        self.sentence.language
    }

    /// The number of words.
    pub fn len(self) -> u32 {
        self.lookup.words.len() as u32
    }

    /// The chunks of the sentence, counted like its words.
    pub fn chunks(self) -> impl Iterator<Item = (ChunkKind, Range<u32>)> + use<'v> {
        let (first, end) = (self.sentence.range.start, self.len());
        self.sentence.chunks.iter().map(move |chunk| {
            let local = |at: u32| at.saturating_sub(first).min(end);
            (chunk.kind, local(chunk.start)..local(chunk.end))
        })
    }

    /// The word as it stands.
    pub fn text(self, nth: u32) -> &'v str {
        if nth < self.len() { self.sentence.token_text(self.sentence.range.start + nth) } else { "" }
    }

    /// The word in lower case, nothing if it is too long for any list.
    pub fn lower(self, nth: u32) -> &'v str {
        let words = &self.lookup.words;
        let start = nth.checked_sub(1).and_then(|before| words.get(before as usize)).map_or(0, |(end, _)| *end);
        let end = words.get(nth as usize).map_or(start, |(end, _)| *end);
        self.lookup.lower.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The part of speech.
    pub fn tag(self, nth: u32) -> Upos {
        let tag = self.sentence.tags.get((self.sentence.range.start + nth) as usize);
        if nth < self.len() { tag.copied().unwrap_or(Upos::X) } else { Upos::Punct }
    }

    /// True if the word plays any of those parts.
    pub fn any(self, nth: u32, of: Roles) -> bool {
        self.lookup.words.get(nth as usize).is_some_and(|(_, roles)| roles.any(of))
    }

    /// True if the word starts with a capital.
    pub fn is_capital(self, nth: u32) -> bool {
        self.any(nth, Roles::CAPITAL)
    }

    /// True if the word is written right after the one before it.
    pub fn touches(self, nth: u32) -> bool {
        self.any(nth, Roles::TOUCHES)
    }

    /// True if the word holds together what stands around it: the hyphen of "X-ray".
    pub fn is_inner_mark(self, nth: u32) -> bool {
        nth > 0
            && self.touches(nth)
            && self.touches(nth + 1)
            && matches!(
                self.text(nth),
                "-" | "\u{2010}" | "\u{2011}" | "\u{2013}" | "/" | "'" | "\u{2019}" | "." | "+" | "&"
            )
    }

    /// True if the word is or may be part of a name.
    pub fn is_name(self, nth: u32) -> bool {
        match self.tag(nth) {
            Upos::Propn => true,
            // The first word of a sentence is capitalised whatever it is.
            Upos::Noun | Upos::Adj | Upos::X => {
                self.is_capital(nth) && nth.checked_sub(1).is_some_and(|before| self.tag(before) != Upos::Punct)
            }
            _ => false,
        }
    }

    /// True if the word is a noun of some sort.
    pub fn is_noun(self, nth: u32) -> bool {
        matches!(self.tag(nth), Upos::Noun | Upos::Propn | Upos::X)
    }
}
