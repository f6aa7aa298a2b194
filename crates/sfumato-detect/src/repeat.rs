//! Repeats: what was found in one place is looked for in all others.
//!
//! A record number found behind its label stands bare in a later line; a person named in full is "Lee" on the next
//! page. Values are looked for as whole words in any case; parts of names only where they are capitalised.

use std::collections::HashMap;

use sfumato_language::Analysis;

use crate::lists::{Phrases, is_capital, key_at, words};
use crate::{Category, Evidence, Finding, Mention, NamedEntities, Why};

/// How much a repeat is worth of what was found first.
const REPEAT: f32 = 0.95;
/// How sure a part of a name that stands alone is.
const PART: f32 = 0.75;
/// Values shorter than this many characters say too little to be looked for.
const SHORTEST_VALUE: usize = 4;
/// Longer ones (keys, links) are found wherever they stand, by what they look like.
const LONGEST_VALUE: usize = 200;
const SHORTEST_PART: usize = 3;

/// What connects the words of a name; not a part that stands alone.
const PARTICLES: [&[u8]; 22] = [
    b"al", b"bin", b"da", b"das", b"de", b"del", b"della", b"den", b"der", b"di", b"do", b"dos", b"du", b"el", b"la",
    b"las", b"le", b"los", b"van", b"von", b"y", b"e",
];

/// A value to be looked for.
struct Wanted {
    category: Category,
    score: f32,
    evidence: Evidence,
    capitalised: bool,
}

/// Findings for the other places where values and parts of names stand.
pub(crate) fn repeats(analysis: &Analysis, mentions: &[Mention]) -> Vec<Finding> {
    let view = analysis.aligned();
    let mut wanted: HashMap<Vec<u8>, Wanted> = HashMap::new();
    for mention in mentions.iter().filter(|mention| is_repeatable(&mention.category)) {
        let key = key_at(view, mention.span);
        let best = &mention.findings()[0];
        let evidence = |why| Evidence { why, ..best.evidence.clone() };
        if is_named(&mention.category) {
            for part in parts(&key) {
                let found = Wanted {
                    category: mention.category.clone(),
                    score: PART,
                    evidence: evidence(Why::PartOfName),
                    capitalised: true,
                };
                wanted.entry(part).or_insert(found);
            }
        }
        if (SHORTEST_VALUE..=LONGEST_VALUE).contains(&key.len()) && tells(&key) {
            let whole = Wanted {
                category: mention.category.clone(),
                score: mention.score * REPEAT,
                evidence: evidence(Why::Repeat),
                capitalised: false,
            };
            match wanted.get_mut(&key) {
                Some(known) if known.score >= whole.score => {}
                Some(known) => *known = whole,
                None => drop(wanted.insert(key, whole)),
            }
        }
    }
    find(analysis, wanted)
}

fn find(analysis: &Analysis, wanted: HashMap<Vec<u8>, Wanted>) -> Vec<Finding> {
    let mut wanted: Vec<(Vec<u8>, Wanted)> = wanted.into_iter().collect();
    // The order of a hash map must not show.
    wanted.sort_by(|a, b| a.0.cmp(&b.0));
    let keys: Vec<&[u8]> = wanted.iter().map(|(key, _)| key.as_slice()).collect();
    let Some(phrases) = Phrases::new(&keys) else { return Vec::new() };
    let view = analysis.aligned();
    let mut findings = Vec::new();
    for (number, start, end) in phrases.find(view.bytes()) {
        let what = &wanted[number].1;
        if what.capitalised && !is_capital(view.bytes()[start]) {
            continue;
        }
        if let Some(span) = view.span(start, end) {
            findings.push(Finding {
                span,
                category: what.category.clone(),
                score: what.score,
                evidence: what.evidence.clone(),
            });
        }
    }
    findings
}

/// The words of a name that may stand for it alone: none for a name of one word.
fn parts(key: &[u8]) -> Vec<Vec<u8>> {
    let all: Vec<&[u8]> = words(key).map(|range| &key[range]).collect();
    let alone = |word: &&&[u8]| {
        word.len() >= SHORTEST_PART && !PARTICLES.contains(word) && word.iter().all(|b| !b.is_ascii_digit())
    };
    if all.len() < 2 { Vec::new() } else { all.iter().filter(alone).map(|word| word.to_vec()).collect() }
}

/// Whether a value says enough to be looked for: letters, or digits enough to be no quantity.
fn tells(key: &[u8]) -> bool {
    key.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) || key.iter().filter(|b| b.is_ascii_digit()).count() >= 5
}

fn is_named(category: &Category) -> bool {
    category.is_within("person") || category.is_within(NamedEntities::CATEGORY)
}

/// Dates, ages and times mean something else in every place; what names a thing means it everywhere.
fn is_repeatable(category: &Category) -> bool {
    !["date", "age", "time"].iter().any(|root| category.is_within(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names_leave_out_particles_and_initials() {
        assert_eq!(parts(b"maria de la cruz lopez"), [b"maria".to_vec(), b"cruz".to_vec(), b"lopez".to_vec()]);
        assert_eq!(parts(b"j. r. lee"), [b"lee".to_vec()]);
        assert!(parts(b"lee").is_empty());
    }
}
