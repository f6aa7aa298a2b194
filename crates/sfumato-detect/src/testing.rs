//! The shared parts of the tests of stages.

use sfumato_document::Document;

use crate::{Category, Finding, FindingEvidence, FindingReason, Mention};

/// A finding at a place of a document.
pub(crate) fn finding(
    document: &Document,
    place: (usize, usize),
    category: &str,
    score: f32,
    why: FindingReason,
) -> Finding {
    Finding {
        span: document.span(place.0, place.1).expect("a span"),
        category: Category::new(category).expect("a category"),
        score,
        evidence: FindingEvidence { recogniser: "x".into(), rule: "x".into(), why }.into(),
    }
}

/// The first place of a text in a document.
pub(crate) fn place_of(document: &Document, text: &str) -> (usize, usize) {
    let start = document.text().find(text).expect("there");
    (start, start + text.len())
}

/// The mention of one finding.
pub(crate) fn mention(
    document: &Document,
    place: (usize, usize),
    category: &str,
    score: f32,
    why: FindingReason,
) -> Mention {
    Mention::of(finding(document, place, category, score, why))
}
