//! Rules learnt from annotated documents, as the file of a recogniser that a person can read and change.
//!
//! Documents suggest *candidates* (`candidate`): a label and what stands behind it, the shape of a value, a word that is
//! nearly always annotated alike. Each is made again from all folds but one and measured on that one (`weigh`), so that
//! what it scores is what it does on documents it was not made from; those that are precise are chosen by how much they
//! add (`choose`) and written down (`write`).
//!
//! The file holds no text of a document but labels and common words that stand in several of them; its examples are
//! invented.

mod candidate;
mod choose;
mod context;
mod examples;
mod shape;
mod weigh;
mod write;

use sfumato_document::{Document, Span};
use sfumato_language::Language;

use crate::Category;
use choose::choose;
use weigh::weigh;

/// A document and what is annotated in it, in the order of the text.
#[derive(Debug, Clone, Copy)]
pub struct RuleExample<'a> {
    /// The document.
    pub document: &'a Document,
    /// The places and their categories, without overlaps.
    pub annotations: &'a [(Span, Category)],
}

/// The thresholds by which rules are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleSettings {
    /// The least precision on documents a rule was not made from.
    pub precision: f64,
    /// In how many documents something must have been seen, and how many annotations a rule must add to the others.
    pub support: usize,
    /// In how many parts the documents are split for measuring.
    pub folds: usize,
    /// The most rules.
    pub most: usize,
}

impl Default for RuleSettings {
    fn default() -> Self {
        Self { precision: 0.9, support: 3, folds: 5, most: 200 }
    }
}

/// Writes the recogniser that these documents support, with this id, for text in this language.
///
/// Scores are measured for a reader of its findings to whom, where two overlap, the longer one counts, and of two alike
/// the surer one.
/// The same documents in the same order give the same file, or none if nothing is precise enough.
pub fn generate(
    documents: &[RuleExample<'_>],
    language: Language,
    id: &str,
    settings: &RuleSettings,
) -> Option<String> {
    let weights = weigh(documents, language, settings, &|_| true);
    let chosen = choose(&weights, settings);
    // Fewer labels on a line end fewer values, so what was chosen is measured again on its own.
    let weights = weigh(documents, language, settings, &|key| chosen.keys.contains(key));
    let chosen = choose(&weights, settings);
    let all: Vec<&RuleExample> = documents.iter().collect();
    let mut kept = candidate::candidates(&all, settings);
    kept.retain(|candidate| chosen.keys.contains(&candidate.key));
    write::file(id, language, &kept, &chosen, &weights)
}

#[cfg(test)]
mod tests;
