//! Learning the table of lemmas.
//!
//! Ends of words first: an end gets a rule where most of its words want another edit than most words of the next
//! shorter end. Each word counts once there, however often it was seen, since a new word will be like the many.
//! Then, whatever those rules get wrong of the words themselves gets a rule of its own, by how often it was seen.
//! How a lemma is written is learnt likewise, but for the kind of word (the empty end) and for single words only: more
//! was not found to help.

use std::collections::BTreeMap;

use crate::Upos;
use crate::lemmas::casing::{FormShape, LemmaCasing, lower};
use crate::lemmas::keys::{Class, RuleSubject, WordTail};
use crate::lemmas::parts::LemmaTableParts;
use crate::lemmas::table::{LIST, LemmaEdit};
use crate::lemmas::{Ends, LONGEST_FORM, Lemmas, SUFFIX, lemma_tail, write};

/// The least number of different words that an end must have for a rule of its own, and an edit to be offered by it.
const SUPPORT: usize = 2;
/// An edit is offered by an end if one in so many of its words wants it.
const SHARE: usize = 100;

/// The weight of a word of a treebank beside one of a lexicon.
const GOLD: u64 = 10;

/// Parts of speech that are taken for others: words seen as the first are learnt as the second as well.
const TAKEN_FOR: [(Upos, Upos); 3] = [(Upos::Aux, Upos::Verb), (Upos::Det, Upos::Pron), (Upos::Pron, Upos::Det)];

/// A word to learn from.
#[derive(Clone, Copy)]
pub struct LemmaEntry<'a> {
    /// The word as it is written.
    pub form: &'a str,
    /// Its part of speech.
    pub upos: Upos,
    /// Its finer tag, or empty.
    pub detail: &'a str,
    /// Its lemma as it is to be written.
    pub lemma: &'a str,
    /// The times that it was seen, or its weight beside other readings of the same form. In a lexicon, nought
    /// says no more than that there is such a lemma.
    pub count: u32,
}

/// Learns a table from the words of treebanks and from a lexicon, whose lemmas are taken to be known.
/// The same input in the same order gives the same bytes.
pub fn lemmas<'a>(
    gold: impl IntoIterator<Item = LemmaEntry<'a>>,
    lexicon: impl IntoIterator<Item = LemmaEntry<'a>>,
) -> Vec<u8> {
    let (mut lessons, mut known) = (LemmaLessons::default(), Vec::new());
    gold.into_iter().for_each(|entry| lessons.take(&entry, u64::from(entry.count) * GOLD));
    for entry in lexicon {
        lessons.take(&entry, u64::from(entry.count));
        known.push(Class::new(RuleSubject::Known, entry.upos, "").key(lemma_tail(entry.lemma, LemmaEdit::default())));
    }
    known.sort_unstable();
    known.dedup();
    lessons.imply_mistaken();
    lessons.imply_casings();
    let mut book = LemmaTableBuilder {
        parts: LemmaTableParts { known, edits: lessons.edits, ..LemmaTableParts::default() },
        lists: BTreeMap::new(),
    };
    for (topic, words) in &lessons.topics {
        book.learn_ends(topic, words);
    }
    // Words under a finer tag need a rule only where the one without it does not do.
    book.learn_words(&lessons.topics, |topic| topic.detail.is_empty());
    book.learn_words(&lessons.topics, |topic| !topic.detail.is_empty());
    book.parts.to_bytes()
}

/// The subject that words are learnt for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct RuleTopic {
    subject: RuleSubject,
    upos: Upos,
    detail: String,
}

impl RuleTopic {
    fn class(&self) -> Class {
        Class::new(self.subject, self.upos, &self.detail)
    }

    /// The most letters of the end of a word that may have a rule.
    fn longest_end(&self) -> usize {
        if self.subject == RuleSubject::Edit { SUFFIX } else { 0 }
    }
}

/// The times that a word in small letters wanted each outcome: the number of an edit or the code of a casing.
type WordOutcomes = BTreeMap<String, BTreeMap<u16, u64>>;

#[derive(Default)]
struct LemmaLessons {
    topics: BTreeMap<RuleTopic, WordOutcomes>,
    edits: Vec<(String, String)>,
    numbers: BTreeMap<(String, String), u16>,
}

impl LemmaLessons {
    fn take(&mut self, entry: &LemmaEntry, count: u64) {
        if count == 0 || entry.form.is_empty() || entry.lemma.is_empty() || entry.form.len() > LONGEST_FORM {
            return;
        }
        let word: String = entry.form.chars().map(lower).collect();
        let shape = FormShape::of(entry.form);
        let Some((strip, append)) = difference(&word, shape, entry.lemma) else { return };
        let edit = LemmaEdit { strip: &strip, append: &append };
        let casing = casing(entry, edit, shape);
        let Some(edit) = self.number(strip, append) else { return };
        let mut tally = |subject, detail: &str, wanted| {
            let topic = RuleTopic { subject, upos: entry.upos, detail: detail.to_owned() };
            let counts = self.topics.entry(topic).or_default().entry(word.clone()).or_default();
            *counts.entry(wanted).or_default() += count;
        };
        // What has a finer tag counts for the part of speech as well.
        for detail in ["", entry.detail].into_iter().take(1 + usize::from(!entry.detail.is_empty())) {
            tally(RuleSubject::Edit, detail, edit);
            if let Some(casing) = casing {
                tally(RuleSubject::Casing(shape), detail, casing.code());
            }
        }
    }

    /// The number of an edit. A table has room for 65,535 of them, ten times what a language was found to need.
    fn number(&mut self, strip: String, append: String) -> Option<u16> {
        let edit = (strip, append);
        if let Some(number) = self.numbers.get(&edit) {
            return Some(*number);
        }
        let number = u16::try_from(self.edits.len()).ok().filter(|number| *number < u16::MAX)?;
        self.edits.push(edit.clone());
        self.numbers.insert(edit, number);
        Some(number)
    }

    /// A word in small letters can stand at the start of a sentence or in a headline: seen there or not, that says
    /// nothing against small letters in its lemma. A name in small letters says nothing about names.
    fn imply_casings(&mut self) {
        let is_small =
            |topic: &RuleTopic| topic.subject == RuleSubject::Casing(FormShape::Lower) && topic.upos != Upos::Propn;
        let small = LemmaCasing::Lower.code();
        for shape in [FormShape::Title, FormShape::Upper] {
            let as_written = |topic: &RuleTopic| RuleTopic { subject: RuleSubject::Casing(shape), ..topic.clone() };
            self.imply(|topic, wanted| (is_small(topic) && wanted == small).then(|| as_written(topic)));
        }
    }

    /// A tagger makes mistakes, and a word never seen under the wrong part of speech is better read as under the right.
    fn imply_mistaken(&mut self) {
        for (right, wrong) in TAKEN_FOR {
            self.imply(|topic, _| (topic.upos == right).then(|| RuleTopic { upos: wrong, ..topic.clone() }));
        }
    }

    /// Teaches words for other topics as well, where they were not seen.
    fn imply(&mut self, other: impl Fn(&RuleTopic, u16) -> Option<RuleTopic>) {
        let mut implied = Vec::new();
        for (topic, words) in &self.topics {
            let wanted = words.iter().map(|(word, counts)| (word, favourite(counts)));
            implied.extend(wanted.filter_map(|(word, wanted)| Some((other(topic, wanted)?, word.clone(), wanted))));
        }
        for (topic, word, wanted) in implied {
            self.topics.entry(topic).or_default().entry(word).or_insert_with(|| BTreeMap::from([(wanted, 1)]));
        }
    }
}

/// The casing of a lemma, if one explains it. A number that all ways leave as it is tells nothing.
fn casing(entry: &LemmaEntry, edit: LemmaEdit, shape: FormShape) -> Option<LemmaCasing> {
    let mut fitting = LemmaCasing::ALL.into_iter().filter(|casing| {
        let mut written = String::new();
        write(entry.form, edit, shape, *casing, &mut written);
        is_for(*casing, shape) && written == entry.lemma
    });
    let first = fitting.next()?;
    (shape != FormShape::Number || fitting.next().is_none()).then_some(first)
}

/// True if lemmas of forms of this shape can be written so: figures have ways of their own.
fn is_for(casing: LemmaCasing, shape: FormShape) -> bool {
    match casing {
        LemmaCasing::WithoutCommas | LemmaCasing::WithoutPoints => shape == FormShape::Number,
        LemmaCasing::Keep => true,
        _ => shape != FormShape::Number,
    }
}

/// The edit to the end of a word that is needed to make it its lemma, case and the marks in numbers aside.
fn difference(word: &str, shape: FormShape, lemma: &str) -> Option<(String, String)> {
    if shape == FormShape::Number {
        return Some(Default::default());
    }
    let same = word.chars().zip(lemma.chars().map(lower)).take_while(|(a, b)| a == b).count();
    let strip: String = word.chars().skip(same).collect();
    let append: String = lemma.chars().map(lower).skip(same).collect();
    (strip.len().max(append.len()) <= usize::from(u8::MAX)).then_some((strip, append))
}

/// The outcome that was wanted most; of equals the first.
fn favourite(counts: &BTreeMap<u16, u64>) -> u16 {
    counts.iter().max_by_key(|(wanted, count)| (**count, std::cmp::Reverse(**wanted))).map_or(0, |(wanted, _)| *wanted)
}

/// The table while it is made.
struct LemmaTableBuilder {
    parts: LemmaTableParts,
    lists: BTreeMap<Vec<u16>, u16>,
}

impl LemmaTableBuilder {
    fn learn_ends(&mut self, topic: &RuleTopic, words: &WordOutcomes) {
        let mut backwards: Vec<(Vec<char>, u16)> =
            words.iter().map(|(word, counts)| (word.chars().rev().collect(), favourite(counts))).collect();
        backwards.sort();
        self.learn_end(topic, &backwards, 0, WordTail::default(), None);
    }

    /// Learns the rule of an end, which all these words have, and those of the longer ends.
    fn learn_end(
        &mut self,
        topic: &RuleTopic,
        words: &[(Vec<char>, u16)],
        depth: usize,
        tail: WordTail,
        shorter: Option<u16>,
    ) {
        let ranked = ranking(words);
        let Some(best) = ranked.first().copied() else { return };
        if shorter != Some(best) {
            let value = if topic.subject == RuleSubject::Edit { self.list(ranked.clone()) } else { Some(best) };
            self.parts.rules.extend(value.map(|value| (topic.class().key(tail), value)));
        }
        if words.iter().all(|(_, wanted)| *wanted == best) || depth == topic.longest_end() {
            return;
        }
        for group in words.chunk_by(|a, b| a.0.get(depth) == b.0.get(depth)).filter(|group| group.len() >= SUPPORT) {
            if let Some(c) = group.first().and_then(|(word, _)| word.get(depth)) {
                self.learn_end(topic, group, depth + 1, tail.extended(*c), Some(best));
            }
        }
    }

    fn list(&mut self, mut edits: Vec<u16>) -> Option<u16> {
        edits.truncate(LIST);
        if let Some(number) = self.lists.get(&edits) {
            return Some(*number);
        }
        let number = u16::try_from(self.parts.lists.len()).ok()?;
        self.parts.lists.push(edits.clone());
        self.lists.insert(edits, number);
        Some(number)
    }

    /// Learns the words of some topics that the rules so far get wrong.
    fn learn_words(&mut self, topics: &BTreeMap<RuleTopic, WordOutcomes>, of: impl Fn(&RuleTopic) -> bool) {
        let bytes = self.parts.to_bytes();
        let Ok(lemmas) = Lemmas::from_bytes(&bytes) else { return };
        for (topic, words) in topics.iter().filter(|(topic, _)| of(topic)) {
            for (word, counts) in words {
                let wanted = favourite(counts);
                if !self.is_right(&lemmas, topic, word, wanted) {
                    let tail = lemma_tail(word, LemmaEdit::default());
                    self.parts.rules.push((topic.class().key(tail), wanted));
                }
            }
        }
    }

    fn is_right(&self, lemmas: &Lemmas, topic: &RuleTopic, word: &str, wanted: u16) -> bool {
        let ends = Ends::of(word);
        match topic.subject {
            RuleSubject::Casing(shape) => lemmas.casing(&ends, shape, topic.upos, &topic.detail).code() == wanted,
            _ => {
                let edit = lemmas.edit(word, &ends, topic.upos, &topic.detail);
                let is_it = |(strip, append): &(String, String)| *strip == edit.strip && *append == edit.append;
                self.parts.edits.get(usize::from(wanted)).is_some_and(is_it)
            }
        }
    }
}

/// The outcomes that words want, the most wanted first.
fn ranking(words: &[(Vec<char>, u16)]) -> Vec<u16> {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    words.iter().for_each(|(_, wanted)| *counts.entry(*wanted).or_default() += 1);
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by_key(|(wanted, count)| (std::cmp::Reverse(*count), *wanted));
    let best = ranked.first().map(|(wanted, _)| *wanted);
    let enough = SUPPORT.max(words.len() / SHARE);
    ranked.retain(|(wanted, count)| *count >= enough || Some(*wanted) == best);
    ranked.into_iter().map(|(wanted, _)| wanted).collect()
}
