//! The whole way: documents to a table, the table made general, the documents written, and read again.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use sfumato::document::{Document, DocumentFormat};
use sfumato::microdata::{MicrodataError, PrivacyModel};
use sfumato::{Anonymiser, FileFault};

use crate::phrases::learn;
use crate::reading::Vocabulary;
use crate::solution::node_of;
use crate::table::{ClassKey, RESIDENCE, class_key, class_sizes};
use crate::writing::{RecordNodes, WrittenDocument, write};
use crate::{
    Attribute, AttributeMention, CollectionGoal, CollectionReader, CollectionSolution, CollectionTable, MentionGround,
    PersonRecord, ReadingError, ValueNode, covers, path,
};

/// Where documents come from: the same document for the same number, every time it is asked for.
pub trait DocumentSource: Sync {
    /// Reads a document with its format.
    fn document(&self, number: usize) -> Result<(Document, Box<dyn DocumentFormat>), FileFault>;
}

/// Why a collection was not written.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// A document could not be worked on.
    #[error("{fault}")]
    Document {
        /// Its number.
        number: usize,
        /// What is the matter.
        fault: FileFault,
    },
    /// What was written cannot be read as what was meant.
    #[error("what was written cannot be read: {fault}")]
    ReadBack {
        /// The number of the document.
        number: usize,
        /// What is the matter.
        fault: ReadingError,
    },
    /// The models cannot be met.
    #[error(transparent)]
    Solving(#[from] MicrodataError),
    /// What was written does not hold what the models ask for.
    #[error(
        "{records} people stand out in what was written ({attributes}), so nothing is written; make what tells them apart ordinary with --classes, or leave some people out with --suppress"
    )]
    NotHeld {
        /// How many records stand in too small a class.
        records: usize,
        /// What of them reads otherwise than the table has it.
        attributes: String,
        /// The documents they are in, by number.
        documents: Vec<usize>,
    },
}

/// A collection that was written.
pub struct WrittenCollection {
    /// What every record has.
    pub solution: CollectionSolution,
    /// The documents by number; nothing for those whose people are left out.
    pub documents: Vec<Option<WrittenDocument>>,
    /// The table that was read from what was written: by record, what it has now.
    pub read_back: Vec<Option<BTreeMap<Attribute, ValueNode>>>,
    /// The sizes of classes in it, by record that is not left out.
    pub sizes: Vec<usize>,
    /// How often something had to be written anew.
    pub rounds: usize,
}

/// A document that was written, and what was read of it again.
type ReadDocument = (WrittenDocument, Vec<PersonRecord>);

/// So often documents are written anew that do not read as the table has them.
const MOST_ROUNDS: usize = 6;

/// Solves a table, writes its documents, and reads them again until every model holds of what is read.
pub fn write_collection(
    source: &dyn DocumentSource,
    documents: usize,
    table: &CollectionTable,
    goal: &CollectionGoal,
    reader: &CollectionReader,
    anonymiser: &Anonymiser<'static>,
) -> Result<WrittenCollection, CollectionError> {
    let mut solution = table.solve(goal)?;
    let mut work =
        CollectionWork { source, table, goal, reader, anonymiser, extra: vec![Vec::new(); table.people.len()] };
    let mut written: Vec<Option<WrittenDocument>> = (0..documents).map(|_| None).collect();
    let mut read: Vec<Vec<PersonRecord>> = vec![Vec::new(); documents];
    let mut pending: BTreeSet<usize> = (0..documents).collect();
    for round in 0..MOST_ROUNDS {
        let vocabulary = work.vocabulary(&solution);
        let results: Vec<(usize, Option<ReadDocument>)> = pending
            .par_iter()
            .map(|number| Ok((*number, work.write(*number, &solution, &vocabulary)?)))
            .collect::<Result<_, CollectionError>>()?;
        for (number, result) in results {
            match result {
                Some((document, records)) => (written[number], read[number]) = (Some(document), records),
                None => (written[number], read[number]) = (None, Vec::new()),
            }
        }
        let read_back = work.read_back(&read);
        let found = work.differences(&solution, &read, &read_back, &written);
        let sizes = work.sizes(&read_back);
        if work.holds(&solution, &read_back)? {
            return Ok(WrittenCollection { solution, documents: written, read_back, sizes, rounds: round });
        }
        pending = work.repair(&mut solution, &found);
        if pending.is_empty() || round + 1 == MOST_ROUNDS {
            let k = work.least();
            let records = sizes.iter().filter(|size| **size < k).count();
            let names: BTreeSet<&str> = found.iter().map(|difference| difference.attribute.name()).collect();
            let documents: BTreeSet<usize> =
                found.iter().map(|difference| table.people[difference.record].document).collect();
            return Err(CollectionError::NotHeld {
                records,
                attributes: names.into_iter().collect::<Vec<_>>().join(", "),
                documents: documents.into_iter().collect(),
            });
        }
    }
    unreachable!("the last round returns")
}

/// A record that reads otherwise than the table has it.
struct RecordDifference {
    record: usize,
    attribute: Attribute,
    /// A mention that tells more than it may, in the text as it was.
    leak: Option<AttributeMention>,
}

/// What is at hand while a collection is written.
struct CollectionWork<'a> {
    source: &'a dyn DocumentSource,
    table: &'a CollectionTable,
    goal: &'a CollectionGoal,
    reader: &'a CollectionReader,
    anonymiser: &'a Anonymiser<'static>,
    /// Mentions that only what was written showed, by record.
    extra: Vec<Vec<AttributeMention>>,
}

impl CollectionWork<'_> {
    /// The records of a document.
    fn records_of(&self, number: usize) -> Vec<usize> {
        let start = self.table.people.partition_point(|person| person.document < number);
        let end = self.table.people.partition_point(|person| person.document <= number);
        (start..end).collect()
    }

    fn least(&self) -> usize {
        let k = |model: &PrivacyModel| if let PrivacyModel::KAnonymity { k } = model { Some(*k) } else { None };
        self.goal.models.iter().filter_map(k).max().unwrap_or(1)
    }

    fn vocabulary(&self, solution: &CollectionSolution) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        let mut seen: BTreeSet<(Attribute, ValueNode)> = BTreeSet::new();
        for (attribute, node) in solution.nodes.iter().flatten().flatten() {
            let places = if RESIDENCE.contains(attribute) { &RESIDENCE[..] } else { std::slice::from_ref(attribute) };
            for attribute in places {
                if seen.insert((*attribute, node.clone())) {
                    learn(&mut vocabulary, *attribute, node);
                }
            }
        }
        vocabulary
    }

    /// Writes a document and reads it again; nothing if all its people are left out.
    fn write(
        &self,
        number: usize,
        solution: &CollectionSolution,
        vocabulary: &Vocabulary,
    ) -> Result<Option<ReadDocument>, CollectionError> {
        let failed = |fault: FileFault| CollectionError::Document { number, fault };
        let records = self.records_of(number);
        // A document that is about several people can be left out as a whole only.
        if records.is_empty() || records.iter().any(|record| solution.nodes[*record].is_none()) {
            return Ok(None);
        }
        let (document, format) = self.source.document(number).map_err(failed)?;
        let owned: Vec<PersonRecord> = records
            .iter()
            .map(|record| self.table.people[*record].record.with_mentions(&self.extra[*record]))
            .collect();
        let empty = RecordNodes::new();
        let people: Vec<(&PersonRecord, &RecordNodes)> = owned
            .iter()
            .zip(&records)
            .map(|(person, record)| (person, solution.nodes[*record].as_ref().unwrap_or(&empty)))
            .collect();
        let written = write(self.anonymiser, &*format, &document, &people, &self.goal.classes).map_err(failed)?;
        let again = format.read(written.bytes.clone()).map_err(|error| failed(error.into()))?;
        let read = self.reader.read_with(&again, Some(vocabulary));
        let read = match read {
            Ok(read) => read,
            // A document in which nobody is named any more is still about the one it was about.
            Err(ReadingError::NoSubject) => Vec::new(),
            Err(fault) => return Err(CollectionError::ReadBack { number, fault }),
        };
        Ok(Some((written, read)))
    }

    /// What each record has in what was written, by what is most special of all that is said of it.
    fn read_back(&self, read: &[Vec<PersonRecord>]) -> Vec<Option<BTreeMap<Attribute, ValueNode>>> {
        let quasi: Vec<Attribute> = self.goal.classes.quasi().collect();
        let mut all: Vec<Option<BTreeMap<Attribute, ValueNode>>> = vec![None; self.table.people.len()];
        for (number, read) in read.iter().enumerate() {
            let records = self.records_of(number);
            for (nth, record) in records.iter().enumerate() {
                // Where fewer people are named than before, all that is said is said of each.
                let persons: Vec<&PersonRecord> = match read.len() == records.len() {
                    true => vec![&read[nth]],
                    false => read.iter().collect(),
                };
                let node = |attribute: Attribute| {
                    let said = persons.iter().flat_map(|person| person.mentions_of(attribute));
                    finest(attribute, said)
                };
                all[*record] = Some(quasi.iter().map(|attribute| (*attribute, node(*attribute))).collect());
            }
        }
        all
    }

    /// Where what was written says otherwise than the table.
    fn differences(
        &self,
        solution: &CollectionSolution,
        read: &[Vec<PersonRecord>],
        read_back: &[Option<BTreeMap<Attribute, ValueNode>>],
        written: &[Option<WrittenDocument>],
    ) -> Vec<RecordDifference> {
        let mut found = Vec::new();
        for (record, person) in self.table.people.iter().enumerate() {
            let (Some(nodes), Some(now)) = (&solution.nodes[record], &read_back[record]) else { continue };
            let Some(document) = &written[person.document] else { continue };
            for (attribute, node) in now {
                let has = node_of(nodes, *attribute);
                let is_place = RESIDENCE.contains(attribute);
                let tree = if is_place { Attribute::City } else { *attribute };
                let leaks: Vec<AttributeMention> = read[person.document]
                    .iter()
                    .flat_map(|person| person.mentions_of(*attribute))
                    .filter(|mention| mention.ground != MentionGround::Hint && !covers(tree, &mention.node, &has))
                    .filter_map(|mention| self.in_old_text(mention, document, record))
                    .collect();
                let lives = |nodes: &BTreeMap<Attribute, ValueNode>| {
                    class_key(&RESIDENCE, |attribute| node_of(nodes, attribute))
                };
                let is_same = if is_place { lives(now) == lives(nodes) } else { *node == has };
                if leaks.is_empty() && !is_same {
                    found.push(RecordDifference { record, attribute: *attribute, leak: None });
                }
                found.extend(leaks.into_iter().map(|leak| RecordDifference {
                    record,
                    attribute: *attribute,
                    leak: Some(leak),
                }));
            }
        }
        found
    }

    /// A mention of what was written where it stood before, if it stood there.
    fn in_old_text(
        &self,
        mention: &AttributeMention,
        document: &WrittenDocument,
        record: usize,
    ) -> Option<AttributeMention> {
        let start = document.map.to_old(mention.span.start())?;
        let end = document.map.to_old(mention.span.end())?;
        let person = &self.table.people[record];
        let (old, _) = self.source.document(person.document).ok()?;
        let span = old.span(start, end).filter(|span| !span.is_empty() && person.record.part.contains(*span))?;
        Some(AttributeMention { span, ..mention.clone() })
    }

    /// How many records look like each in what was written.
    fn sizes(&self, read_back: &[Option<BTreeMap<Attribute, ValueNode>>]) -> Vec<usize> {
        let quasi: Vec<Attribute> = self.goal.classes.quasi().collect();
        let key = |nodes: &BTreeMap<Attribute, ValueNode>| class_key(&quasi, |attribute| node_of(nodes, attribute));
        let keys: Vec<ClassKey> = read_back.iter().flatten().map(key).collect();
        class_sizes(&keys)
    }

    /// True if every model holds of the table that was read from what was written.
    fn holds(
        &self,
        solution: &CollectionSolution,
        read_back: &[Option<BTreeMap<Attribute, ValueNode>>],
    ) -> Result<bool, CollectionError> {
        let kept: Vec<usize> = (0..read_back.len()).filter(|record| solution.nodes[*record].is_some()).collect();
        let nodes: Vec<&BTreeMap<Attribute, ValueNode>> =
            kept.iter().filter_map(|record| read_back[*record].as_ref()).collect();
        let table = self.table.read_table(&kept, &nodes, &self.goal.classes)?;
        for model in &self.goal.models {
            if !model.verify(&table, sfumato::microdata::MissingValues::OwnValue)?.holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes what tells too much out of the texts, and out of the table what texts do not tell as it has it. The
    /// documents that have to be written anew.
    fn repair(&mut self, solution: &mut CollectionSolution, found: &[RecordDifference]) -> BTreeSet<usize> {
        let before = solution.clone();
        let (mut pending, mut silent) = (BTreeSet::new(), Vec::new());
        for difference in found {
            let person = &self.table.people[difference.record];
            match &difference.leak {
                Some(leak) => {
                    let known = &mut self.extra[difference.record];
                    if !known.contains(leak) {
                        known.push(leak.clone());
                        pending.insert(person.document);
                    }
                }
                None => silent.push((difference.record, difference.attribute)),
            }
        }
        solution.suppress(&silent, &self.goal.classes);
        for (record, person) in self.table.people.iter().enumerate() {
            if before.nodes[record] != solution.nodes[record] {
                pending.insert(person.document);
            }
        }
        pending
    }
}

/// What is most special of all that is said: what contradicts it says something of its own.
fn finest<'m>(attribute: Attribute, said: impl Iterator<Item = &'m AttributeMention>) -> ValueNode {
    let all: Vec<&AttributeMention> = said.collect();
    let is_told = all.iter().any(|mention| mention.ground != MentionGround::Hint);
    if attribute == Attribute::Sex && !is_told {
        let count = |sex: &str| all.iter().filter(|mention| mention.node.as_str() == sex).count();
        return match count("female").cmp(&count("male")) {
            std::cmp::Ordering::Greater => ValueNode::new("female"),
            std::cmp::Ordering::Less => ValueNode::new("male"),
            std::cmp::Ordering::Equal => ValueNode::root(),
        };
    }
    let tree = if RESIDENCE.contains(&attribute) { Attribute::City } else { attribute };
    let mut finest = ValueNode::root();
    let mut others: BTreeSet<&ValueNode> = BTreeSet::new();
    for mention in all.into_iter().filter(|mention| mention.ground != MentionGround::Hint) {
        if covers(tree, &finest, &mention.node) {
            finest = mention.node.clone();
        } else if !covers(tree, &mention.node, &finest) && !path(tree, &finest).contains(&mention.node) {
            others.insert(&mention.node);
        }
    }
    match others.is_empty() {
        true => finest,
        false => others
            .into_iter()
            .fold(finest, |so_far, other| ValueNode::new(format!("{}|{}", so_far.as_str(), other.as_str()))),
    }
}
