//! From a phrase to what it may mean, and from there to what is more general or more special.

use std::collections::HashSet;

use sfumato_language::Language;

use super::table::{Concept, NameKind, Taxonomy};
use crate::key;

/// A concept that a phrase may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// The concept.
    pub concept: Concept,
    /// The relation to it of the name by which it was found.
    pub kind: NameKind,
    /// The times that the name was met in this sense, where that is known.
    pub frequency: u16,
    /// True if the phrase is the name to the letter, but for case, accents and marks.
    pub is_exact: bool,
    /// True if it is also written with the same capitals, beyond the first of a sentence.
    pub is_same_case: bool,
}

/// A phrase with what all taxonomies look it up by.
pub(crate) struct SoughtPhrase<'p> {
    phrase: &'p str,
    language: Language,
    /// Under what it is looked up.
    pub key: u64,
    form: u64,
    has_capital: bool,
    /// True if it has nothing but a few capitals.
    is_acronym: bool,
}

impl<'p> SoughtPhrase<'p> {
    /// A phrase of a language; nothing if it is a letter by itself, which numbers something: that it also names
    /// elements, grades and notes misleads.
    pub fn new(phrase: &'p str, language: Language) -> Option<Self> {
        phrase.chars().filter(|c| c.is_alphanumeric()).nth(1)?;
        let (key, form) = key::key_and_form(phrase, language);
        let (has_capital, is_acronym) = (has_capital(phrase), is_acronym(phrase, 3));
        Some(Self { phrase, language, key, form, has_capital, is_acronym })
    }

    /// True if it or a name is an acronym that the other does not look like: "it" is not "IT", and "ANA" is no word.
    fn is_other_word(&self, name: &str) -> bool {
        (!self.has_capital && is_acronym(name, 5)) || (self.is_acronym && !is_acronym(name, 3))
    }
}

impl<'k> Taxonomy<'k> {
    /// The concepts that a phrase may mean, the likeliest first: by how often it is meant, and by how near the name is
    /// to the phrase.
    pub fn senses(&self, phrase: &str, language: Language) -> Vec<Match> {
        SoughtPhrase::new(phrase, language).map(|wanted| self.senses_of(&wanted)).unwrap_or_default()
    }

    /// The same for a phrase that others are asked for too.
    pub(crate) fn senses_of(&self, wanted: &SoughtPhrase<'_>) -> Vec<Match> {
        let SoughtPhrase { phrase, language, .. } = *wanted;
        let mut found: Vec<Match> = Vec::new();
        self.postings(wanted.key, |nth| {
            let Some(name) = self.name_at(nth).filter(|name| name.language == language) else { return };
            // A slot knows half the bits of a key; the name itself is the proof.
            let is_same = name.text.eq_ignore_ascii_case(phrase);
            if !(is_same || key::key(name.text, language) == wanted.key) || wanted.is_other_word(name.text) {
                return;
            }
            let concept = self.owner(nth);
            if self.is_individual(concept) && !wanted.has_capital {
                return;
            }
            let is_exact = is_same || key::form(name.text) == wanted.form;
            let is_same_case = wanted.has_capital == has_capital(name.text);
            let this = Match { concept, kind: name.kind, frequency: name.frequency, is_exact, is_same_case };
            match found.iter_mut().find(|known| known.concept == concept) {
                Some(known) if rank(&this) > rank(known) => *known = this,
                Some(_) => {}
                None => found.push(this),
            }
        });
        // The table has the names in the order of its source, which is the last word between equals.
        found.sort_by_key(|this| std::cmp::Reverse(rank(this)));
        found
    }

    /// Everything more general than a concept, the most specific first: by how much is spoken of it where that is
    /// known, and by the steps between.
    pub fn generalisations(&self, concept: Concept, language: Language) -> Vec<Concept> {
        let spoken = |concept: Concept| self.hits(concept, language).unwrap_or(f64::from(self.below_count(concept)));
        let mut found: Vec<(Concept, usize, f64)> = Vec::new();
        self.any_above(concept, |above, distance| {
            found.push((above, distance, spoken(above)));
            false
        });
        found.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.1.cmp(&b.1)).then(a.0.cmp(&b.0)));
        found.into_iter().map(|(concept, ..)| concept).collect()
    }

    /// True if anything above a concept is as asked, given by how many steps it is above it; the nearest are asked
    /// first, each once.
    pub(crate) fn any_above(&self, concept: Concept, mut is_so: impl FnMut(Concept, usize) -> bool) -> bool {
        // In order, so that what was met is found; there are seldom more than twenty.
        let mut seen = vec![concept];
        let (mut level, mut next) = (vec![concept], Vec::new());
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            for parent in level.iter().flat_map(|below| self.parents(*below)) {
                let Err(at) = seen.binary_search(&parent) else { continue };
                seen.insert(at, parent);
                if is_so(parent, distance) {
                    return true;
                }
                next.push(parent);
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        false
    }

    /// Everything more special than a concept, the nearest first.
    pub fn specialisations(&self, concept: Concept) -> Vec<Concept> {
        let mut seen = HashSet::from([concept]);
        let mut found = vec![concept];
        let mut at = 0;
        while let Some(above) = found.get(at).copied() {
            found.extend(self.children(above).filter(|child| seen.insert(*child)));
            at += 1;
        }
        found.remove(0);
        found
    }

    /// The information content of a concept by the taxonomy alone, in bits: the fewer of all concepts lie below it, the
    /// more.
    pub fn intrinsic_bits(&self, concept: Concept) -> f64 {
        let below = f64::from(self.below_count(concept)) + 1.0;
        (self.len() as f64 / below).log2().max(0.0)
    }
}

/// By what senses are compared: a name that fits better first, then what is meant more often.
fn rank(this: &Match) -> (bool, bool, u16, bool, std::cmp::Reverse<NameKind>) {
    let is_written_so = this.is_same_case || this.frequency > 0;
    (this.kind != NameKind::Related, is_written_so, this.frequency, this.is_exact, std::cmp::Reverse(this.kind))
}

/// True if a text has nothing but a few capitals.
fn is_acronym(text: &str, longest: usize) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().all(char::is_uppercase) && (1..=longest).contains(&letters().count())
}

/// True if any letter is a capital.
fn has_capital(phrase: &str) -> bool {
    phrase.chars().any(char::is_uppercase)
}
