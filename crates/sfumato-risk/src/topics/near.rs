//! Names that look like one that nobody knows.

use std::collections::BTreeSet;

use sfumato_knowledge::{Knowledge, key};

/// So many are suggested at most.
const SUGGESTED: usize = 3;
/// Names that have less than this share of their runs of three letters in common are not alike.
const ALIKE: f64 = 0.5;

/// The names most like this one, the likest first. This looks at all names there are.
pub(super) fn near(knowledge: &Knowledge<'_>, name: &str) -> Vec<String> {
    let wanted = runs(name);
    let mut best: Vec<(f64, &str)> = Vec::new();
    for taxonomy in knowledge.taxonomies() {
        for known in taxonomy.concepts().flat_map(|concept| taxonomy.names(concept)) {
            let likeness = likeness(&wanted, known.text);
            let is_known = best.iter().any(|(_, text)| text.eq_ignore_ascii_case(known.text));
            if likeness < ALIKE || is_known || best.get(SUGGESTED - 1).is_some_and(|(least, _)| *least >= likeness) {
                continue;
            }
            let at = best.partition_point(|(better, _)| *better >= likeness);
            best.insert(at, (likeness, known.text));
            best.truncate(SUGGESTED);
        }
    }
    best.into_iter().map(|(_, text)| text.to_owned()).collect()
}

/// The runs of three letters of a phrase, its words with a blank around each.
fn runs(phrase: &str) -> BTreeSet<[char; 3]> {
    let mut all = BTreeSet::new();
    key::words(phrase, |word| {
        let letters: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
        all.extend(letters.windows(3).filter_map(|run| run.first_chunk::<3>().copied()));
    });
    all
}

/// How much of two phrases is the same, between 0 and 1.
fn likeness(wanted: &BTreeSet<[char; 3]>, known: &str) -> f64 {
    // A name of quite another length cannot be alike, and most are.
    let least = wanted.len() / 3;
    if known.len() < least || known.len() > wanted.len() * 4 + 8 {
        return 0.0;
    }
    let known = runs(known);
    let shared = wanted.intersection(&known).count();
    2.0 * shared as f64 / (wanted.len() + known.len()).max(1) as f64
}
