//! From a name to the noun phrase around it, which says more of it: "advanced HIV infection".

use std::ops::Range;

use sfumato_document::Span;
use sfumato_language::{Analysis, Term, TermKind, Upos};
use sfumato_words::{ByLanguage, WordTable, words_by_language};

/// The place with the noun phrases it lies in, but not with what they only join to it: of "HIV and influenza" the first.
/// Without models the place itself; nothing if it is none of the text.
pub(super) fn widen(analysis: &Analysis, place: Range<usize>) -> Option<Span> {
    let document = analysis.document();
    let own = document.span(place.start, place.end)?;
    let terms = analysis.terms();
    let first = terms.partition_point(|term| term.span.end() <= own.start());
    let around = terms.iter().skip(first).take_while(|term| term.span.start() < own.end());
    // A name is not what it holds: "Psychiatric Hospital of St Mary" stays one for others to find.
    let nouns = around.filter(|term| term.kind == TermKind::Noun && !(term.is_title || is_full_name(analysis, term)));
    Some(nouns.fold(own, |wide, term| parts(analysis, term).filter(|part| part.overlaps(own)).fold(wide, Span::cover)))
}

/// Whether a term is a name of several words, each with a capital or one of the small ones between.
fn is_full_name(analysis: &Analysis, term: &Term) -> bool {
    let document = analysis.document();
    let tokens = analysis.tokens().get(term.tokens.start as usize..term.tokens.end as usize).unwrap_or_default();
    let is_capital = |text: &str| text.starts_with(char::is_uppercase) && text.chars().any(char::is_lowercase);
    let capitals = tokens.iter().filter(|token| is_capital(document.slice(token.span))).count();
    term.is_name && capitals > 1
}

/// The parts of a term that conjunctions and commas join.
fn parts<'a>(analysis: &'a Analysis, term: &'a Term) -> impl Iterator<Item = Span> + 'a {
    let tokens = term.tokens.clone().collect::<Vec<u32>>();
    let joined: Vec<Range<u32>> = tokens
        .split(|token| is_joint(analysis, *token))
        .filter_map(|part| Some(*part.first()?..*part.last()? + 1))
        .collect();
    joined.into_iter().filter_map(|part| trimmed(analysis, part))
}

/// Whether a token joins what stands before and after it.
fn is_joint(analysis: &Analysis, token: u32) -> bool {
    let text = || analysis.tokens().get(token as usize).map_or("", |token| analysis.document().slice(token.span));
    match tag(analysis, token) {
        Some(Upos::Cconj) => true,
        Some(Upos::Punct | Upos::Sym) => matches!(text(), "," | ";" | "/" | "+" | "&"),
        _ => false,
    }
}

/// The place of some tokens without articles and prepositions before them.
fn trimmed(analysis: &Analysis, part: Range<u32>) -> Option<Span> {
    let is_small =
        |token: &u32| matches!(tag(analysis, *token), Some(Upos::Det | Upos::Adp | Upos::Pron | Upos::Punct));
    let first = part.clone().find(|token| !is_small(token))?;
    let span = |token: u32| Some(analysis.tokens().get(token as usize)?.span);
    // How a test came out stays: "sífilis negativa".
    let is_kept = |token: &u32| span(*token).is_none_or(|span| !is_result(analysis.document().slice(span)));
    let last = part.rev().find(is_kept).filter(|last| *last >= first)?;
    Some(span(first)?.cover(span(last)?))
}

/// Words that say how a test came out.
static RESULTS: ByLanguage<WordTable> = words_by_language!("classes", "results");

/// Whether a word says how a test came out.
pub fn is_result(word: &str) -> bool {
    RESULTS.has(&word.to_lowercase())
}

fn tag(analysis: &Analysis, token: u32) -> Option<Upos> {
    analysis.tags().get(token as usize).copied()
}
