//! The table that a collection is.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde::Serialize;
use sfumato::language::Language;

use crate::labels::label;
use crate::node::path;
use crate::{Attribute, AttributeClass, AttributeClasses, PersonRecord, ValueNode};

/// A person of a collection: what one document says of one of those it is about.
#[derive(Debug, Clone)]
pub struct CollectedPerson {
    /// The number of the document.
    pub document: usize,
    /// The name of the document, with the number of the person where it is about several.
    pub name: String,
    /// What is said.
    pub record: PersonRecord,
}

/// The people of a collection.
#[derive(Debug, Clone, Default)]
pub struct CollectionTable {
    /// In the order of the documents.
    pub people: Vec<CollectedPerson>,
}

/// What the dictionary of a table says of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DictionaryEntry {
    /// The attribute.
    pub attribute: &'static str,
    /// Its class.
    pub class: &'static str,
    /// How many people have a value.
    pub people: usize,
    /// How many places say so.
    pub mentions: usize,
    /// How many different values there are.
    pub values: usize,
    /// How many people are the only ones with their value.
    pub unique: usize,
    /// How many people would be no longer unique by all quasi-identifiers if it were gone; nothing for other classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes_unique: Option<usize>,
    /// The bits that it tells of a person on average, over those who have a value.
    pub bits: f64,
}

/// The values of a record that count for its class: those of the quasi-identifiers, a root for each that is silent.
///
/// Town, province and country say together where somebody lives; what another of them implies says nothing of its own.
pub(crate) type ClassKey = Vec<ValueNode>;

/// The attributes that say together where somebody lives, the smallest first.
pub(crate) const RESIDENCE: [Attribute; 3] = [Attribute::City, Attribute::Region, Attribute::Country];

/// What a record looks like to somebody who knows these attributes of everybody.
pub(crate) fn class_key(quasi: &[Attribute], value: impl Fn(Attribute) -> ValueNode) -> ClassKey {
    let mut nodes: Vec<(Attribute, ValueNode)> =
        quasi.iter().map(|attribute| (*attribute, value(*attribute))).collect();
    let places: Vec<(Attribute, ValueNode)> =
        nodes.iter().filter(|(attribute, _)| RESIDENCE.contains(attribute)).cloned().collect();
    for (attribute, node) in &mut nodes {
        let is_implied = RESIDENCE.contains(attribute)
            && places.iter().any(|(other, place)| {
                let above = path(Attribute::City, place);
                (place != node || other < attribute) && above.contains(node)
            });
        if is_implied {
            *node = ValueNode::root();
        }
    }
    // The place itself may stand in any of the three columns.
    let mut place: Vec<ValueNode> = nodes
        .iter()
        .filter(|(attribute, node)| RESIDENCE.contains(attribute) && !node.is_root())
        .map(|(_, node)| node.clone())
        .collect();
    place.sort();
    place.dedup();
    place.resize(RESIDENCE.len(), ValueNode::root());
    let mut key: ClassKey =
        nodes.into_iter().filter(|(attribute, _)| !RESIDENCE.contains(attribute)).map(|(_, node)| node).collect();
    key.extend(place);
    key
}

/// How many records look like each: by record, the size of its class.
pub(crate) fn class_sizes(keys: &[ClassKey]) -> Vec<usize> {
    let mut counts: HashMap<&ClassKey, usize> = HashMap::with_capacity(keys.len());
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    keys.iter().map(|key| counts[key]).collect()
}

impl CollectionTable {
    /// The language that most of the documents are in.
    pub fn language(&self) -> Language {
        let spanish = self.people.iter().filter(|person| person.record.language == Language::Spanish).count();
        if 2 * spanish > self.people.len() { Language::Spanish } else { Language::English }
    }

    /// What each record looks like by some attributes as it is.
    pub(crate) fn keys(&self, quasi: &[Attribute]) -> Vec<ClassKey> {
        let value = |person: &CollectedPerson, attribute| {
            person.record.value(attribute).cloned().unwrap_or_else(ValueNode::root)
        };
        self.people.iter().map(|person| class_key(quasi, |attribute| value(person, attribute))).collect()
    }

    /// How many people look like nobody else by some attributes.
    pub fn unique_by(&self, quasi: &[Attribute]) -> usize {
        class_sizes(&self.keys(quasi)).into_iter().filter(|size| *size == 1).count()
    }

    /// What there is in the table, attribute by attribute, those that nobody has left out.
    pub fn dictionary(&self, classes: &AttributeClasses) -> Vec<DictionaryEntry> {
        let quasi: Vec<Attribute> = classes.quasi().collect();
        let unique = self.unique_by(&quasi);
        let mut entries = Vec::new();
        for attribute in Attribute::all() {
            let mut counts: BTreeMap<&ValueNode, usize> = BTreeMap::new();
            let (mut people, mut mentions) = (0, 0);
            for person in &self.people {
                let values = person.record.values(attribute).collect::<Vec<_>>();
                people += usize::from(!values.is_empty());
                mentions += person.record.mentions_of(attribute).count();
                values.into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
            }
            if people == 0 {
                continue;
            }
            let others: Vec<Attribute> = quasi.iter().copied().filter(|other| *other != attribute).collect();
            let is_quasi = classes.of(attribute) == AttributeClass::Quasi;
            let total: usize = counts.values().sum();
            let bits = |count: &usize| *count as f64 * (total as f64 / *count as f64).log2();
            entries.push(DictionaryEntry {
                attribute: attribute.name(),
                class: classes.of(attribute).name(),
                people,
                mentions,
                values: counts.len(),
                unique: counts.values().filter(|count| **count == 1).count(),
                makes_unique: is_quasi.then(|| unique.saturating_sub(self.unique_by(&others))),
                bits: counts.values().map(bits).sum::<f64>() / total as f64,
            });
        }
        entries
    }

    /// The table as CSV: a person on each line, an attribute in each column, the values of a set apart by semicolons.
    pub fn to_csv(&self) -> String {
        let language = self.language();
        let shown: Vec<Attribute> = Attribute::all()
            .filter(|attribute| self.people.iter().any(|person| person.record.values(*attribute).next().is_some()))
            .collect();
        let mut csv = "document".to_owned();
        shown.iter().for_each(|attribute| csv = std::mem::take(&mut csv) + "," + attribute.name());
        csv.push('\n');
        for person in &self.people {
            csv += &cell(&person.name);
            for attribute in &shown {
                let values: Vec<String> =
                    person.record.values(*attribute).map(|value| label(*attribute, value, language)).collect();
                csv.push(',');
                csv += &cell(&values.join("; "));
            }
            csv.push('\n');
        }
        csv
    }

    /// The table as JSON, a person on each line: every value with the places that say so, in bytes of the text.
    pub fn to_json_lines(&self) -> String {
        let mut lines = String::new();
        for person in &self.people {
            let mut attributes = serde_json::Map::new();
            for attribute in Attribute::all() {
                let values: Vec<&str> = person.record.values(attribute).map(ValueNode::as_str).collect();
                let places: Vec<serde_json::Value> = person
                    .record
                    .mentions
                    .iter()
                    .filter(|mention| mention.attribute == attribute)
                    .map(|mention| {
                        let mut place = serde_json::json!({
                            "start": mention.span.start(), "end": mention.span.end(), "value": mention.node.as_str(),
                        });
                        if mention.is_negated {
                            place["negated"] = true.into();
                        }
                        if mention.is_of_other {
                            place["of_other"] = true.into();
                        }
                        place
                    })
                    .collect();
                if !values.is_empty() || !places.is_empty() {
                    let content = serde_json::json!({ "values": values, "places": places });
                    attributes.insert(attribute.name().to_owned(), content);
                }
            }
            let line = serde_json::json!({
                "document": person.name, "language": person.record.language.code(), "attributes": attributes,
            });
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{line}");
        }
        lines
    }
}

/// A cell of CSV.
pub(crate) fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
