//! Clues: what betrays a topic that the text need not name, as a medicine does the illness it is given for.
//!
//! Relations (see [`sfumato_knowledge::Relation`]) say what betrays what and in what share of documents; here they are
//! held against the topics of a policy. What a clue `q` tells of the thing `s` that it betrays is its disclosure
//! `log2(p(s|q) / p(s))`, so that it is measured as everything else is: `p(s|q)` is the share of the relation, `p(s)`
//! how common `s` is. Phrases are found by their stems and lemmas in any number and tense, as names of topics are.

mod inference;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use sfumato_document::Span;
use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Relation, key};
use sfumato_language::{Analysis, Language};
use sfumato_values::words::is_cardinal;

use crate::{Topics, World};
pub use inference::{Inference, Inferred};
use table::{ClueTable, ClueWord};

/// What a clue says of a topic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// The number of the topic in the policy.
    pub topic: u16,
    /// How telling it is by itself what the clue betrays, in bits.
    pub bits: f64,
    /// The share of documents with the clue that are about it.
    pub share: f64,
    /// What sort of thing the clue is.
    pub sort: ClueSort,
}

/// What sort of thing a clue is, as far as its relation says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClueSort {
    /// Something done against an illness.
    Treatment,
    /// Something measured.
    Measure,
    /// Something felt or seen.
    Symptom,
    /// Anything.
    Sign,
}

impl ClueSort {
    fn of(relation: &str) -> Self {
        match relation {
            "treats" | "prevents" | "given in" => Self::Treatment,
            "measured in" => Self::Measure,
            "symptom of" => Self::Symptom,
            _ => Self::Sign,
        }
    }

    /// A noun that is true of every clue of this sort and tells nothing of what it betrays.
    pub fn noun(self, language: Language) -> Option<&'static str> {
        Some(match (self, language) {
            (Self::Treatment, Language::English) => "treatment",
            (Self::Treatment, Language::Spanish) => "tratamiento",
            (Self::Measure, Language::English) => "test result",
            (Self::Measure, Language::Spanish) => "resultado analítico",
            (Self::Symptom, Language::English) => "symptom",
            (Self::Symptom, Language::Spanish) => "síntoma",
            (Self::Sign, _) => return None,
        })
    }
}

impl Evidence {
    /// What the clue tells of the topic, in bits.
    pub fn told(&self) -> f64 {
        (self.bits + self.share.log2()).max(0.0)
    }
}

/// A clue in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Clue {
    /// Its place.
    pub span: Span,
    /// What it betrays: for each topic the strongest evidence, in the order of topics.
    pub evidence: Vec<Evidence>,
}

const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

/// The clues to the topics of a policy.
pub struct Clues {
    tables: [ClueTable; LANGUAGES.len()],
    /// Ends of words, longest first, by language; with the number of the evidence.
    endings: [Vec<(String, usize)>; LANGUAGES.len()],
    /// What the phrases of one relation say of each topic.
    grounds: Vec<[Vec<Evidence>; LANGUAGES.len()]>,
    topics: Vec<Arc<str>>,
}

impl std::fmt::Debug for Clues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clues({} relations)", self.grounds.len())
    }
}

/// A word before which an ending begins has so many letters at least.
const SHORTEST_STEM: usize = 3;

impl Clues {
    /// The relations that say something of these topics.
    pub fn new(world: &World<'_>, topics: &Topics<'_>, relations: &[Relation<'_>]) -> Result<Self, CountsError> {
        let names = topics.expansion().map(|expansion| Arc::from(expansion.topic)).collect();
        let mut clues =
            Self { tables: Default::default(), endings: Default::default(), grounds: Vec::new(), topics: names };
        for relation in relations {
            clues.add(world, topics, relation)?;
        }
        clues.endings.iter_mut().for_each(|endings| endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len())));
        Ok(clues)
    }

    fn add(&mut self, world: &World<'_>, topics: &Topics<'_>, relation: &Relation<'_>) -> Result<(), CountsError> {
        let mut betrayed: Vec<u16> = relation.targets.iter().flat_map(|target| topics.named(target)).collect();
        betrayed.sort_unstable();
        betrayed.dedup();
        if betrayed.is_empty() && !relation.is_exception() {
            return Ok(());
        }
        let target = relation.targets.first().copied().unwrap_or_default();
        let mut ground: [Vec<Evidence>; LANGUAGES.len()] = Default::default();
        for (evidence, language) in ground.iter_mut().zip(LANGUAGES) {
            let bits = world.bits_of_term(target, language)?;
            let sort = ClueSort::of(relation.kind);
            let of_topic = |topic: &u16| Evidence { topic: *topic, bits, share: relation.share, sort };
            evidence.extend(betrayed.iter().filter(|_| !relation.is_exception()).map(of_topic));
        }
        let number = self.grounds.len();
        self.grounds.push(ground);
        for (own, phrase) in &relation.phrases {
            for (at, language) in LANGUAGES.into_iter().enumerate() {
                if own.is_some_and(|own| own != language) {
                    continue;
                }
                match phrase.strip_prefix('-') {
                    Some(ending) => self.endings[at].push((ending.to_lowercase(), number)),
                    None => self.tables[at].add(phrase, language, relation.is_of_medicine(), number),
                }
            }
        }
        Ok(())
    }

    /// The names of the topics, in their order.
    pub fn topics(&self) -> &[Arc<str>] {
        &self.topics
    }

    /// All clues of a text that say something of a topic, in its order, disjoint; the longest that begins first.
    pub fn find(&self, analysis: &Analysis<'_>) -> Vec<Clue> {
        let document = analysis.document();
        let mut found = Vec::new();
        for (tokens, language) in analysis.tagged_sentences() {
            let Some(inside) = analysis.tokens().get(tokens.start as usize..tokens.end as usize) else { continue };
            let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
            let sentence = first.span.cover(last.span);
            let text = document.slice(sentence);
            let mut words = Vec::new();
            let mut token = 0;
            key::placed_words(text, |place, word| {
                let start = sentence.start() + place.start;
                token += inside.get(token..).unwrap_or_default().partition_point(|token| token.span.end() <= start);
                let lemma = u32::try_from(token).ok().map(|token| analysis.lemma(tokens.start + token));
                words.push(ClueWord::new(word, place, language, lemma));
            });
            let places = self.matches(text, &words, language);
            found.extend(places.into_iter().filter_map(|(place, evidence)| {
                let span = document.span(sentence.start() + place.start, sentence.start() + place.end)?;
                (!evidence.is_empty()).then_some(Clue { span, evidence })
            }));
        }
        found
    }

    /// What a phrase says of topics by the clues in it; for each topic the strongest.
    pub fn of(&self, phrase: &str, language: Language) -> Vec<Evidence> {
        let mut words = Vec::new();
        key::placed_words(phrase, |place, word| words.push(ClueWord::new(word, place, language, None)));
        let mut all = Vec::new();
        for (_, evidence) in self.matches(phrase, &words, language) {
            merge(&mut all, &evidence);
        }
        all
    }

    /// The places of clues and exceptions in some words, with what they say.
    fn matches(
        &self,
        text: &str,
        words: &[ClueWord],
        language: Language,
    ) -> Vec<(std::ops::Range<usize>, Vec<Evidence>)> {
        let nth = LANGUAGES.iter().position(|own| *own == language).unwrap_or_default();
        let (Some(table), Some(endings)) = (self.tables.get(nth), self.endings.get(nth)) else { return Vec::new() };
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let (end, grounds) = match table.longest(text, words, at) {
                Some((end, grounds)) => (end, grounds.to_vec()),
                None => {
                    let fits = |(ending, _): &&(String, usize)| {
                        let stem = word.text.strip_suffix(ending.as_str());
                        stem.is_some_and(|stem| stem.chars().count() >= SHORTEST_STEM)
                    };
                    (at + 1, endings.iter().find(fits).map(|(_, ground)| *ground).into_iter().collect())
                }
            };
            if !grounds.is_empty() {
                let mut evidence = Vec::new();
                for ground in grounds {
                    let own = self.grounds.get(ground).and_then(|ground| ground.get(nth));
                    merge(&mut evidence, own.map_or(&[][..], Vec::as_slice));
                }
                let place = word.place.start..words.get(end - 1).map_or(word.place.end, |last| last.place.end);
                found.push((place, evidence));
            }
            at = end;
        }
        found
    }
}

/// Keeps the strongest evidence for each topic, in the order of topics.
pub(crate) fn merge(all: &mut Vec<Evidence>, more: &[Evidence]) {
    for evidence in more {
        match all.binary_search_by_key(&evidence.topic, |known| known.topic) {
            Ok(at) if all[at].told() < evidence.told() => all[at] = *evidence,
            Ok(_) => {}
            Err(at) => all.insert(at, *evidence),
        }
    }
}

/// Whether a word of a text, folded, stands for a number.
pub fn is_number(word: &str, language: Language) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || is_cardinal(word, language)
}
