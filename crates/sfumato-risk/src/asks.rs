//! The terms of a document as questions to the world.

use sfumato_detect::{Entities, Mention};
use sfumato_knowledge::Ask;
use sfumato_language::{Analysis, Term, TermKind, Upos};

/// What is asked about a term: its text with what the document and the recognisers tell of it.
///
/// A mention tells about a term if it holds the word that says what the term is. Nothing if the term has no language,
/// which only text without sentences has.
pub fn ask<'a>(analysis: &Analysis<'a>, entities: &'a Entities, term: &Term) -> Option<Ask<'a>> {
    let document = analysis.document();
    let language = analysis.language_of(term.head)?;
    let head = analysis.tokens().get(term.head as usize)?.span;
    let start = term.span.start();
    // The mentions are in order and disjoint.
    let at = entities.mentions.partition_point(|mention| mention.span.end() <= head.start());
    let holds_head = |mention: &&Mention| mention.span.start() <= head.start() && head.end() <= mention.span.end();
    let mention = entities.mentions.get(at).filter(holds_head);
    Some(Ask {
        phrase: document.slice(term.span),
        language,
        head: Some(head.start() - start..head.end() - start),
        is_name: term.is_name,
        is_title: term.is_title,
        is_verb: term.kind == TermKind::Verb,
        is_noun: term.is_name || is_noun(analysis, term.head),
        is_settled: false,
        category: mention.map(|mention| entities.entity_of(mention).category.path()),
    })
}

/// Whether a token may be a noun; without models all may.
pub fn is_noun(analysis: &Analysis<'_>, token: u32) -> bool {
    let tag = analysis.tags().get(token as usize);
    !matches!(tag, Some(Upos::Adj | Upos::Adv | Upos::Verb | Upos::Aux | Upos::Det | Upos::Pron | Upos::Adp))
}
