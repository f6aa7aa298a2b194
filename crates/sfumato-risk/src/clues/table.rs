//! The phrases of relations, as hashes of their words.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use sfumato_knowledge::key;
use sfumato_language::Language;

use super::is_number;
use crate::topics::Casing;

/// What stands for any number in a phrase, as a word.
const NUMBER: &str = "0000";

/// A word of a text with all that it may be looked up by.
pub(super) struct ClueWord {
    pub text: String,
    pub place: Range<usize>,
    /// Its stem, its lemma, and that it is a number; none if it says nothing by itself.
    hashes: Vec<u64>,
}

impl ClueWord {
    pub fn new(word: &str, place: Range<usize>, language: Language, lemma: Option<&str>) -> Self {
        let mut hashes: Vec<u64> = key::telling(word, language).into_iter().collect();
        if !hashes.is_empty() {
            if let Some(lemma) = lemma {
                key::words(lemma, |lemma| hashes.extend(key::telling(lemma, language)));
            }
            if is_number(word, language) {
                hashes.extend(key::telling(NUMBER, language));
            }
            hashes.sort_unstable();
            hashes.dedup();
        }
        Self { text: word.to_owned(), place, hashes }
    }
}

/// A phrase in a table.
struct Entry {
    casing: Casing,
    /// The numbers of what its relations say.
    grounds: Vec<usize>,
}

/// The phrases of one language.
#[derive(Default)]
pub(super) struct ClueTable {
    entries: HashMap<u64, Vec<Entry>>,
    /// The beginnings of all phrases.
    begun: HashSet<u64>,
}

impl ClueTable {
    /// Adds a phrase; one of medicine is looked for in any case, unless it is an acronym.
    pub fn add(&mut self, phrase: &str, language: Language, is_of_medicine: bool, ground: usize) {
        let written = phrase.replace('#', NUMBER);
        let mut hashes = vec![key::form_hash([])];
        key::words(&written, |word| {
            let forms = bases(word, language).into_iter().chain([word.to_owned()]);
            let words: Vec<u64> = forms.filter_map(|form| key::telling(&form, language)).collect();
            if !words.is_empty() {
                hashes = hashes.iter().flat_map(|hash| words.iter().map(|word| key::longer(*hash, *word))).collect();
                self.begun.extend(&hashes);
            }
        });
        let is_capital = phrase.contains(char::is_uppercase) && !is_of_medicine;
        let casing = Casing::of(phrase, is_capital);
        for hash in hashes {
            let entries = self.entries.entry(hash).or_default();
            match entries.iter_mut().find(|entry| entry.casing == casing) {
                Some(entry) => entry.grounds.push(ground),
                None => entries.push(Entry { casing, grounds: vec![ground] }),
            }
        }
    }

    /// The longest phrase that begins with a word: one past its last word, and what its relations say.
    pub fn longest(&self, text: &str, words: &[ClueWord], at: usize) -> Option<(usize, &[usize])> {
        let first = words.get(at)?;
        let mut states = vec![key::form_hash([])];
        let mut best = None;
        for (nth, word) in words.iter().enumerate().skip(at) {
            if word.hashes.is_empty() {
                if nth == at {
                    return None;
                }
                continue;
            }
            let longer = states.iter().flat_map(|state| word.hashes.iter().map(|hash| key::longer(*state, *hash)));
            let mut next: Vec<u64> = longer.filter(|state| self.begun.contains(state)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                break;
            }
            let written = text.get(first.place.start..word.place.end).unwrap_or_default();
            let fits = |entry: &&Entry| entry.casing.allows(written);
            let entry = next.iter().filter_map(|state| self.entries.get(state)).flatten().find(fits);
            best = entry.map(|entry| (nth + 1, entry.grounds.as_slice())).or(best);
            states = next;
        }
        best
    }
}

/// What an English word may be a participle of, so that one form stands for all: "chasing" for "chased".
fn bases(word: &str, language: Language) -> Vec<String> {
    let stem = word.strip_suffix("ing").filter(|stem| language == Language::English && stem.len() > 2);
    let Some(stem) = stem else { return Vec::new() };
    let mut bases = vec![stem.to_owned(), format!("{stem}e")];
    let is_double = stem.len() > 3 && stem.as_bytes().last() == stem.as_bytes().get(stem.len() - 2);
    if is_double {
        bases.extend(stem.get(..stem.len() - 1).map(str::to_owned));
    }
    bases
}
