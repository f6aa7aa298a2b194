//! The words of a document that gave somebody away.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{AttackedText, Attacker};

/// A word or pair of words of a document, and what it is worth to an attacker.
#[derive(Clone, PartialEq)]
pub struct TellingWord {
    /// It, folded: text of the document.
    pub words: String,
    /// The places in the text of the document, in bytes.
    pub places: Vec<Range<usize>>,
    /// The lead it adds to the true candidate over the best other.
    pub weight: f64,
    /// Its share of all that speaks for the true candidate.
    pub share: f64,
}

impl std::fmt::Debug for TellingWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Telling({:?}, {:.4})", self.places, self.weight)
    }
}

/// The words that speak for the true candidate of a document and against the best other, and that one's number; the
/// most telling come first. `None` if there is no other.
pub fn tellings(
    attacker: &dyn Attacker,
    document: &AttackedText,
    scores: &[f64],
    truth: usize,
) -> Option<(usize, Vec<TellingWord>)> {
    let others = scores.iter().enumerate().filter(|(candidate, _)| *candidate != truth);
    // Of those that score the same, the first.
    let (rival, _) = others.rev().max_by(|a, b| a.1.total_cmp(b.1))?;
    let mut evidence = attacker.evidence(document, truth, rival);
    evidence.sort_by_key(|evidence| (evidence.first, evidence.last));
    let mut by_words = BTreeMap::<String, TellingWord>::new();
    for found in evidence {
        let Some(place) = document.place(found.first, found.last) else { continue };
        let words = document.phrase(found.first, found.last);
        let new = || TellingWord { words: words.clone(), places: Vec::new(), weight: 0.0, share: 0.0 };
        let telling = by_words.entry(words.clone()).or_insert_with(new);
        telling.weight += found.weight;
        if telling.places.last() != Some(&place) {
            telling.places.push(place);
        }
    }
    let mut tellings: Vec<TellingWord> = by_words.into_values().filter(|telling| telling.weight > 0.0).collect();
    let all: f64 = tellings.iter().map(|telling| telling.weight).sum();
    tellings.iter_mut().for_each(|telling| telling.share = telling.weight / all);
    tellings.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    Some((rival, tellings))
}

/// The number of the most telling words that would have to go before the lead is gone; `None` if there is no lead.
pub fn enough(tellings: &[TellingWord], lead: f64) -> Option<usize> {
    let mut left = lead;
    let gone = tellings.iter().position(|telling| {
        left -= telling.weight;
        left <= 0.0
    });
    gone.filter(|_| lead > 0.0).map(|last| last + 1)
}
