//! Whom each stretch of a document is about, so that what it says of other people is left alone.
//!
//! A sentence is about the person named before its verb; a sentence that names nobody there goes on about the last one.
//! Somebody is a topic of the document once it introduces them ("Ada Finch (born 1970) is ...", a heading of their
//! own) or keeps speaking of them. Who is only met on the way ("opposite Ada Finch", "her brother Amos") is not, and
//! where it cannot be told whom a sentence is about, nothing in it counts as somebody else's.

mod people;
mod sentence;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use sfumato_detect::Entities;
use sfumato_document::{BlockKind, Span};
use sfumato_language::{Analysis, TermKind};

use people::{Gender, Names, PROTECTED, People};
use sentence::{Sentence, Subject};

/// Whom a stretch of text is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Aboutness {
    /// Somebody or something that is to be protected.
    Protected,
    /// Somebody else.
    Other,
    /// Nobody in particular, or it cannot be told.
    #[default]
    Open,
}

/// So many sentences about somebody who was never introduced make a topic.
const TOPIC: u32 = 2;

/// Whom each stretch of a document is about.
#[derive(Debug, Default)]
pub struct Focus {
    /// From which place on it is about whom, in order.
    turns: Vec<(usize, Aboutness)>,
    names: Vec<Span>,
}

impl Focus {
    /// Reads a document in which some entities are to be protected, by their numbers, and whoever is called by one of
    /// `names`: a text that is to protect "Ned Finch" may speak of "Edward Amos Finch".
    ///
    /// Without models for its language it cannot be told whom a text is about.
    pub fn of(analysis: &Analysis<'_>, entities: &Entities, protected: &[usize], names: &[&str]) -> Self {
        let mut people = People::default();
        names.iter().for_each(|name| people.add(PROTECTED, &Names::of(name)));
        // The other mentions have parts of the fullest: a given name alone must not pass for one of the family.
        let fullest = protected.iter().filter_map(|nth| entities.mentions.get(entities.entities.get(*nth)?.fullest));
        fullest.for_each(|mention| people.add(PROTECTED, &Names::of(analysis.document().slice(mention.span))));
        if people.is_empty() {
            return Self::default();
        }
        let sentences = sentence::read(analysis, entities);
        let mut walk = Walk::new(people, &sentences);
        let mut topics: Vec<(usize, Option<usize>)> = Vec::new();
        let mut record = None;
        for (nth, sentence) in sentences.iter().enumerate() {
            let own = record_at(analysis, sentence.start);
            if own != record {
                walk.focus = None;
                record = own;
            }
            let topic = walk.step(nth, sentence);
            if topics.last().is_none_or(|(_, last)| *last != topic) {
                topics.push((sentence.start, topic));
            }
        }
        let mut turns: Vec<_> = topics.into_iter().map(|(start, topic)| (start, walk.about(topic))).collect();
        if turns.iter().all(|(_, about)| *about != Aboutness::Other) {
            turns = vec![(0, Aboutness::Protected)];
        }
        Self { turns, names: names_of(analysis, &walk.people) }
    }

    /// Whom a stretch is about: if it holds several sentences, somebody else only if all of them are.
    pub fn is_about(&self, span: Span) -> Aboutness {
        let first = self.turns.partition_point(|(start, _)| *start <= span.start()).saturating_sub(1);
        let within = self.turns.iter().skip(first).take_while(|(start, _)| *start < span.end());
        let mut found = None;
        for (start, about) in within {
            // What stands before the first sentence is about nobody.
            let about = if *start > span.start() && found.is_none() { Aboutness::Open } else { *about };
            match about {
                Aboutness::Protected => return Aboutness::Protected,
                Aboutness::Open => found = Some(Aboutness::Open),
                Aboutness::Other => found = found.or(Some(Aboutness::Other)),
            }
        }
        found.unwrap_or_default()
    }

    /// The names that, by their surname, are or may be names of somebody protected, wherever they stand.
    pub fn names(&self) -> &[Span] {
        &self.names
    }
}

/// The cell or field that a place lies in, by where it starts: what another one says is another matter.
fn record_at(analysis: &Analysis<'_>, place: usize) -> Option<usize> {
    let block = analysis.document().block_at(place)?;
    let is_record = matches!(block.kind, BlockKind::Cell | BlockKind::Field | BlockKind::Code | BlockKind::Metadata);
    is_record.then(|| block.span.start())
}

fn names_of(analysis: &Analysis<'_>, people: &People) -> Vec<Span> {
    let names = analysis.terms().iter().filter(|term| term.kind == TermKind::Noun && term.is_name && !term.is_title);
    let is_theirs = |span: &Span| people.find(&Names::of(analysis.document().slice(*span))) == Some(PROTECTED);
    names.map(|term| term.span).filter(is_theirs).collect()
}

/// Goes through the sentences and keeps in mind whom the last one was about.
struct Walk {
    people: People,
    /// Of how many sentences somebody who was not introduced is the subject, by the last word of the name.
    met: HashMap<String, u32>,
    /// Whom the sentences before were about, by number.
    focus: Option<usize>,
    /// Who turned out to be protected under another name.
    same: HashSet<usize>,
}

impl Walk {
    fn new(people: People, sentences: &[Sentence]) -> Self {
        let mut met: HashMap<String, u32> = HashMap::new();
        for subject in sentences.iter().filter_map(Sentence::stranger) {
            subject.names.last().into_iter().for_each(|last| *met.entry(last.to_owned()).or_default() += 1);
        }
        Self { people, met, focus: None, same: HashSet::new() }
    }

    /// Who the topic of a sentence is.
    fn step(&mut self, nth: usize, sentence: &Sentence) -> Option<usize> {
        match self.subject(nth, sentence) {
            Some(person) => self.focus = Some(person),
            None => self.follow(sentence.pronoun),
        }
        if self.is_any(&sentence.called) {
            self.same.extend(self.focus.replace(PROTECTED));
        }
        // What somebody does to them is told of them as well.
        if self.is_any(&sentence.objects) { Some(PROTECTED) } else { self.focus }
    }

    fn about(&self, topic: Option<usize>) -> Aboutness {
        match topic {
            Some(person) if person == PROTECTED || self.same.contains(&person) => Aboutness::Protected,
            Some(_) => Aboutness::Other,
            None => Aboutness::Open,
        }
    }

    /// Whether one of these is a name of somebody protected.
    fn is_any(&self, names: &[Names]) -> bool {
        names.iter().any(|names| self.people.find(names) == Some(PROTECTED))
    }

    /// Who is named as what the sentence is about, if they take the focus. Who is protected comes first.
    fn subject(&mut self, nth: usize, sentence: &Sentence) -> Option<usize> {
        let of = |subject: &Subject| self.people.find(&subject.names);
        let introduced = sentence.subjects.iter().find(|subject| subject.is_introduced && !subject.is_owned);
        let is_protected = sentence.subjects.iter().any(|subject| of(subject) == Some(PROTECTED));
        if let Some(subject) = introduced {
            // Numbers from one on: nought is who is protected.
            let person = if is_protected { PROTECTED } else { nth + 1 };
            self.people.add(person, &subject.names);
            return Some(person);
        }
        if is_protected {
            return Some(PROTECTED);
        }
        let mut subjects = sentence.subjects.iter().filter(|subject| sentence.is_clause && !subject.is_owned);
        subjects.find_map(of).or_else(|| self.stranger(nth, sentence))
    }

    /// Somebody who was not introduced, if the document keeps speaking of them.
    fn stranger(&mut self, nth: usize, sentence: &Sentence) -> Option<usize> {
        let is_topic = |last: &str| self.met.get(last).is_some_and(|count| *count >= TOPIC);
        let subject = sentence.stranger().filter(|subject| subject.names.last().is_some_and(is_topic))?;
        self.people.add(nth + 1, &subject.names);
        Some(nth + 1)
    }

    /// A sentence without a subject of its own goes on about the same, unless its pronoun says that it does not.
    fn follow(&mut self, pronoun: Option<Gender>) {
        let (Some(person), Some(gender)) = (self.focus, pronoun) else { return };
        match self.people.gender(person) {
            None => self.people.learn(person, pronoun),
            Some(known) if known == gender || person == PROTECTED => {}
            Some(_) => self.focus = (self.people.gender(PROTECTED) == Some(gender)).then_some(PROTECTED),
        }
    }
}
