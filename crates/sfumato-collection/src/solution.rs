//! The table made general until nobody stands out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sfumato::microdata::{
    AttributeColumn, AttributeRole, Hierarchy, Microdata, MicrodataError, MissingValues, PrivacyModel, RecodingOptions,
    recode,
};

use crate::node::path;
use crate::table::{ClassKey, RESIDENCE, class_key, class_sizes};
use crate::{Attribute, AttributeClass, AttributeClasses, CollectedPerson, CollectionTable, ROOT, ValueNode, covers};

/// What a collection is to become.
#[derive(Debug, Clone)]
pub struct CollectionGoal {
    /// What each attribute is.
    pub classes: AttributeClasses,
    /// What must hold; a sensitive column is named by its attribute.
    pub models: Vec<PrivacyModel>,
    /// The greatest share of people who may be left out.
    pub suppression: f64,
}

/// What every record has in every quasi-identifier.
#[derive(Debug, Clone)]
pub struct CollectionSolution {
    /// By record; nothing for those that are left out.
    pub nodes: Vec<Option<BTreeMap<Attribute, ValueNode>>>,
    /// The normalised certainty penalty by attribute and in all.
    pub penalties: BTreeMap<&'static str, f64>,
}

/// The values of a record for the solver.
fn value(person: &CollectedPerson, attribute: Attribute) -> Option<&str> {
    person.record.value(attribute).map(ValueNode::as_str).filter(|value| *value != ROOT)
}

impl CollectionTable {
    /// The table as the solver sees it: quasi-identifiers and what is confidential.
    fn microdata(&self, goal: &CollectionGoal) -> Result<Microdata, MicrodataError> {
        let mut columns = Vec::new();
        for attribute in Attribute::all() {
            let class = goal.classes.of(attribute);
            let is_quasi = class == AttributeClass::Quasi;
            if !is_quasi && (class != AttributeClass::Confidential || attribute.is_set()) {
                continue;
            }
            let values = self.people.iter().map(|person| value(person, attribute));
            if is_quasi && values.clone().all(|value| value.is_none()) {
                continue;
            }
            let column = AttributeColumn::from_values(attribute.name(), values);
            columns.push(match is_quasi {
                true => {
                    let hierarchy = hierarchy(attribute, column.dictionary().iter().map(AsRef::as_ref))?;
                    let column = column.with_role(AttributeRole::QuasiIdentifier).with_hierarchy(hierarchy)?;
                    column.with_weight(goal.classes.weight(attribute))
                }
                false => column.with_role(AttributeRole::Sensitive),
            });
        }
        Microdata::new(columns)
    }

    /// The table that was read from what was written, as the solver sees it.
    pub(crate) fn read_table(
        &self,
        records: &[usize],
        nodes: &[&BTreeMap<Attribute, ValueNode>],
        classes: &AttributeClasses,
    ) -> Result<Microdata, MicrodataError> {
        let quasi: Vec<Attribute> = classes.quasi().collect();
        let keys: Vec<_> = nodes.iter().map(|nodes| class_key(&quasi, |attribute| node_of(nodes, attribute))).collect();
        let width = keys.first().map_or(0, Vec::len);
        let mut columns = Vec::new();
        for at in 0..width {
            let values = keys.iter().map(|key| Some(key[at].as_str()));
            let column = AttributeColumn::from_values(&format!("quasi {at}"), values);
            let flat = Hierarchy::flat(column.dictionary().iter().map(AsRef::as_ref).filter(|value| *value != ROOT));
            let column = column.with_role(AttributeRole::QuasiIdentifier);
            columns.push(match flat {
                Ok(flat) => column.with_hierarchy(flat)?,
                // Everybody has the root there.
                Err(_) => column.with_role(AttributeRole::Insensitive),
            });
        }
        for attribute in Attribute::all().filter(|attribute| classes.of(*attribute) == AttributeClass::Confidential) {
            if !attribute.is_set() {
                let values = records.iter().map(|record| value(&self.people[*record], attribute));
                columns
                    .push(AttributeColumn::from_values(attribute.name(), values).with_role(AttributeRole::Sensitive));
            }
        }
        Microdata::new(columns)
    }

    /// Makes the table general until the models hold.
    pub fn solve(&self, goal: &CollectionGoal) -> Result<CollectionSolution, MicrodataError> {
        let table = self.microdata(goal)?;
        let options = RecodingOptions {
            suppression: goal.suppression,
            missing: MissingValues::OwnValue,
            ..RecodingOptions::new(goal.models.clone())
        };
        let recoding = recode(&table, &options)?;
        let attributes: Vec<(usize, Attribute)> = recoding
            .columns()
            .iter()
            .filter_map(|column| Some((*column, Attribute::named(table.column(*column).name())?)))
            .collect();
        let mut nodes = Vec::with_capacity(self.people.len());
        for record in 0..self.people.len() {
            let own = |(column, attribute): &(usize, Attribute)| {
                let text = recoding.text(&table, record, *column);
                (*attribute, ValueNode::new(if text.is_empty() { ROOT.to_owned() } else { text }))
            };
            nodes.push((!recoding.is_suppressed(record)).then(|| attributes.iter().map(own).collect()));
        }
        let mut solution = CollectionSolution { nodes, penalties: BTreeMap::new() };
        solution.settle_places();
        solution.penalties = self.penalties(&solution, &table);
        Ok(solution)
    }

    /// What share of what could be lost is lost, by attribute and in all: of a value that became a node with so many
    /// values below it, what is left of those but one, by those of the root but one.
    fn penalties(&self, solution: &CollectionSolution, table: &Microdata) -> BTreeMap<&'static str, f64> {
        let mut penalties = BTreeMap::new();
        let (mut sum, mut cells) = (0.0, 0usize);
        for column in table.columns() {
            let (Some(attribute), Some(tree)) = (Attribute::named(column.name()), column.hierarchy()) else { continue };
            let (mut lost, mut all) = (0.0, 0usize);
            for (person, nodes) in self.people.iter().zip(&solution.nodes) {
                let Some(own) = person.record.value(attribute) else { continue };
                let node = nodes.as_ref().and_then(|nodes| nodes.get(&attribute));
                // Where somebody lives may be told more exactly than this column alone does.
                let is_told = node.is_some_and(|node| covers(attribute, own, node));
                let place = node.and_then(|node| tree.node(node.as_str()));
                lost += if is_told { 0.0 } else { place.map_or(1.0, |node| tree.certainty_penalty(node)) };
                all += 1;
            }
            if all > 0 {
                penalties.insert(attribute.name(), lost / all as f64);
                (sum, cells) = (sum + lost, cells + all);
            }
        }
        penalties.insert("all", sum / cells.max(1) as f64);
        penalties
    }
}

/// The tree of the values of an attribute.
fn hierarchy<'v>(attribute: Attribute, values: impl Iterator<Item = &'v str>) -> Result<Hierarchy, MicrodataError> {
    Hierarchy::from_chains(values.map(|value| {
        let mut chain: Vec<String> =
            path(attribute, &ValueNode::new(value)).iter().map(|node| node.as_str().to_owned()).collect();
        chain.dedup();
        chain
    }))
}

impl CollectionSolution {
    /// Town, province and country of a record tell one place together: the most special node of the three, and what
    /// lies above it.
    fn settle_places(&mut self) {
        for nodes in self.nodes.iter_mut().flatten() {
            let mut said: Vec<ValueNode> = RESIDENCE
                .iter()
                .filter_map(|attribute| nodes.get(attribute))
                .filter(|node| !node.is_root())
                .cloned()
                .collect();
            said.sort_by_key(|node| path(Attribute::City, node).iter().filter(|above| **above == *node).count());
            for attribute in
                RESIDENCE.iter().filter(|attribute| nodes.contains_key(attribute)).copied().collect::<Vec<_>>()
            {
                let finer = said
                    .iter()
                    .find(|node| nodes.get(&attribute).is_some_and(|own| covers(Attribute::City, own, node)));
                if let Some(finer) = finer {
                    nodes.insert(attribute, finer.clone());
                }
            }
        }
    }

    /// How many records look like each that is not left out: by record.
    pub fn class_sizes(&self, classes: &AttributeClasses) -> Vec<usize> {
        let quasi: Vec<Attribute> = classes.quasi().collect();
        let keys: Vec<_> =
            self.nodes.iter().flatten().map(|nodes| class_key(&quasi, |attribute| node_of(nodes, attribute))).collect();
        class_sizes(&keys)
    }

    /// Makes attributes tell nothing in all records that look like one of those they are named with.
    pub(crate) fn suppress(&mut self, wanted: &[(usize, Attribute)], classes: &AttributeClasses) {
        let quasi: Vec<Attribute> = classes.quasi().collect();
        let key = |nodes: &BTreeMap<Attribute, ValueNode>| class_key(&quasi, |attribute| node_of(nodes, attribute));
        let keys: Vec<_> = self.nodes.iter().map(|nodes| nodes.as_ref().map(key)).collect();
        let mut silent: HashMap<&ClassKey, BTreeSet<Attribute>> = HashMap::new();
        for (record, attribute) in wanted {
            let Some(key) = &keys[*record] else { continue };
            let is_place = RESIDENCE.contains(attribute);
            silent.entry(key).or_default().extend(RESIDENCE.iter().filter(|_| is_place).chain([attribute]));
        }
        for (nodes, key) in self.nodes.iter_mut().zip(&keys) {
            let (Some(nodes), Some(silent)) = (nodes, key.as_ref().and_then(|key| silent.get(key))) else { continue };
            silent.iter().for_each(|attribute| drop(nodes.insert(*attribute, ValueNode::root())));
        }
    }
}

/// What a record has in an attribute: nothing, where it is silent.
pub(crate) fn node_of(nodes: &BTreeMap<Attribute, ValueNode>, attribute: Attribute) -> ValueNode {
    nodes.get(&attribute).cloned().unwrap_or_else(ValueNode::root)
}

/// The share of the bits of the quasi-identifiers that is left: what the values told of people, and what the nodes tell,
/// each by how many people share it.
pub fn bits_kept(table: &CollectionTable, solution: &CollectionSolution, classes: &AttributeClasses) -> f64 {
    let (mut before, mut after) = (0.0, 0.0);
    for attribute in classes.quasi() {
        let values: Vec<Option<&ValueNode>> =
            table.people.iter().map(|person| person.record.value(attribute)).collect();
        let mut counts: BTreeMap<&ValueNode, usize> = BTreeMap::new();
        values.iter().flatten().for_each(|value| *counts.entry(value).or_default() += 1);
        let known: usize = counts.values().sum();
        let mut below: BTreeMap<&ValueNode, usize> = BTreeMap::new();
        for (record, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            before += (known as f64 / counts[value] as f64).log2();
            let Some(node) = solution.nodes[record].as_ref().and_then(|nodes| nodes.get(&attribute)) else { continue };
            if covers(attribute, value, node) {
                after += (known as f64 / counts[value] as f64).log2();
                continue;
            }
            let covered = *below.entry(node).or_insert_with(|| {
                let is_below = |(value, count): (&&ValueNode, &usize)| covers(attribute, node, value).then_some(*count);
                counts.iter().filter_map(is_below).sum()
            });
            after += (known as f64 / covered.max(1) as f64).log2();
        }
    }
    if before > 0.0 { after / before } else { 1.0 }
}
