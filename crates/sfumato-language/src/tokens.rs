//! Tokens: words, numbers, addresses and marks.
//!
//! They are cut as the Universal Dependencies treebanks cut them: English as in EWT, where a hyphen parts a compound
//! (`well` `-` `known`) but not a prefix (`non-human`), Spanish as in AnCora, where it parts nothing (`García-López`).
//! What is written as one word but read as several (`don't`, `del`, `dárselo`) becomes several tokens that are glued.

mod address;
mod chars;
mod english;
mod marks;
mod scanner;
mod spanish;

use sfumato_document::{Document, Span};

use crate::{Language, Languages};
use scanner::Scanner;

pub(crate) use chars::{LONGEST, lowered};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Letters, with what holds them together: `O'Brien`, `e-mail`, `Dr.`, `U.S.`, `#topic`
    Word,
    /// Digits, with the marks inside numbers: `3,000.5`, `12/03/2020`, and letters that are no unit: `2nd`, `3B`.
    Number,
    /// A web or mail address, a file name or a handle, kept whole.
    Address,
    /// Punctuation or symbols: one mark, a run of the same (`...`, `--`), an emoticon, an emoji with its modifiers.
    Mark,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its place.
    pub span: Span,
    /// Its kind.
    pub kind: TokenKind,
    /// True if it is written in one word with the token before it: `n't` in `don't`, `l` in `del`, `se` in `irse`.
    pub is_glued: bool,
}

/// The ways of writing that are to be expected.
#[derive(Debug, Clone, Copy)]
struct Conventions {
    /// `don't` is two words.
    is_english: bool,
    /// `del` is two words.
    is_spanish: bool,
    /// A hyphen parts a compound.
    parts_at_hyphens: bool,
    languages: Languages,
}

impl Conventions {
    fn of(languages: Languages) -> Self {
        Self {
            is_english: languages.includes(Language::English),
            is_spanish: languages.includes(Language::Spanish),
            parts_at_hyphens: languages.main() == Some(Language::English),
            languages,
        }
    }
}

/// The places where a word is cut in two or three, in bytes from its start; zero where it is not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Cuts([u8; 2]);

impl Cuts {
    const NONE: Self = Self([0, 0]);

    /// One cut; none if it lies further in than a cut can.
    fn one(at: usize) -> Self {
        Self([u8::try_from(at).unwrap_or(0), 0])
    }

    fn two(first: usize, second: usize) -> Self {
        match (u8::try_from(first), u8::try_from(second)) {
            (Ok(first), Ok(second)) => Self([first, second]),
            _ => Self::NONE,
        }
    }
}

/// The token at some place of a text.
#[derive(Debug, Clone, Copy)]
struct TokenPiece {
    start: usize,
    end: usize,
    kind: TokenKind,
    cuts: Cuts,
}

/// Cuts a document into tokens. None reaches over the border of a block.
pub(crate) fn tokenise(document: &Document, languages: Languages) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(document.text().len() / 5);
    tokens.extend(stream(document, languages));
    tokens
}

/// The same tokens, one after the other.
pub(crate) fn stream(document: &Document, languages: Languages) -> impl Iterator<Item = Token> {
    let conventions = Conventions::of(languages);
    document.blocks().iter().flat_map(move |block| {
        let offset = block.span.start();
        Scanner::new(document.slice(block.span), conventions).flat_map(move |piece| {
            let mut start = piece.start;
            let inner = piece.cuts.0.into_iter().filter(|cut| *cut > 0).map(move |cut| piece.start + usize::from(cut));
            inner.chain([piece.end]).filter_map(move |end| {
                let span = document.span(offset + start, offset + end);
                let is_glued = start > piece.start;
                start = end;
                span.map(|span| Token { span, kind: piece.kind, is_glued })
            })
        })
    })
}

#[cfg(test)]
mod tests;
