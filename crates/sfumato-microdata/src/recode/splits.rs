//! From all records downwards: groups are split by the children of what covers them, best split first, until they are
//! small enough for everything to be compared with everything.

use super::attribute::{QuasiAttribute, WILDCARD};
use super::groups::{ClassTests, RecordGroup};

/// Groups that were split as far as they should be, and records that stayed behind.
pub(super) struct SplitRecords {
    pub(super) blocks: Vec<RecordGroup>,
    /// Records that no part had room for; the models need not hold of them.
    pub(super) residue: Vec<u32>,
}

/// Counts of the children of one node, kept from group to group so that nothing is allocated.
struct ChildCounts {
    // By leaf: the child it is below, or none yet.
    child_of: Vec<u32>,
    counts: Vec<u32>,
    covers: Vec<u32>,
    touched_leaves: Vec<u32>,
    touched_children: Vec<u32>,
}

impl ChildCounts {
    fn new(len: usize) -> Self {
        Self {
            child_of: vec![WILDCARD; len],
            counts: vec![0; len],
            covers: vec![WILDCARD; len],
            touched_leaves: Vec::new(),
            touched_children: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for leaf in self.touched_leaves.drain(..) {
            self.child_of[leaf as usize] = WILDCARD;
        }
        for child in self.touched_children.drain(..) {
            self.counts[child as usize] = 0;
            self.covers[child as usize] = WILDCARD;
        }
    }

    /// The child of `node` that a leaf is below.
    fn child(&mut self, attribute: &QuasiAttribute, node: u32, leaf: u32) -> u32 {
        let known = &mut self.child_of[leaf as usize];
        if *known == WILDCARD {
            *known = attribute.child_towards(node, leaf);
            self.touched_leaves.push(leaf);
        }
        *known
    }

    /// Counts a group; returns its records without a value.
    fn count(&mut self, attribute: &QuasiAttribute, node: u32, records: &[u32]) -> usize {
        self.clear();
        let mut wildcards = 0;
        for record in records {
            let leaf = attribute.codes[*record as usize];
            if leaf == WILDCARD {
                wildcards += 1;
                continue;
            }
            let child = self.child(attribute, node, leaf) as usize;
            if self.counts[child] == 0 {
                self.touched_children.push(child as u32);
            }
            self.counts[child] += 1;
            self.covers[child] = attribute.common(self.covers[child], leaf);
        }
        wildcards
    }

    /// The child with the most records.
    fn largest(&self) -> u32 {
        self.touched_children.iter().copied().max_by_key(|child| self.counts[*child as usize]).unwrap_or(WILDCARD)
    }
}

/// Splits records until groups have at most `block` of them or cannot be split; the models hold of every block.
pub(super) fn split(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    records: Vec<u32>,
    block: usize,
) -> SplitRecords {
    let mut counts: Vec<ChildCounts> = attributes.iter().map(|attribute| ChildCounts::new(attribute.len())).collect();
    let mut split = SplitRecords { blocks: Vec::new(), residue: Vec::new() };
    let mut stack = vec![RecordGroup::of(attributes, records)];
    while let Some(group) = stack.pop() {
        if group.records.len() <= block || group.records.len() < 2 * tests.least {
            split.blocks.push(group);
            continue;
        }
        let mut gains: Vec<(f64, usize)> = (0..attributes.len())
            .map(|at| (gain(attributes, &mut counts[at], &group, at, tests.least), at))
            .filter(|(gain, _)| *gain > 0.0)
            .collect();
        gains.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut parts = None;
        for (_, at) in gains {
            parts = part(attributes, tests, &mut counts[at], &group, at);
            if parts.is_some() {
                break;
            }
        }
        match parts {
            Some((groups, residue)) => {
                stack.extend(groups);
                split.residue.extend(residue);
            }
            None => split.blocks.push(group),
        }
    }
    split
}

/// What splitting a group by one column saves in that column, at the cost of what stays behind.
fn gain(attributes: &[QuasiAttribute], counts: &mut ChildCounts, group: &RecordGroup, at: usize, least: usize) -> f64 {
    let attribute = &attributes[at];
    let node = group.nodes[at];
    if node == WILDCARD || attribute.loss(node) == 0.0 {
        return 0.0;
    }
    let wildcards = counts.count(attribute, node, &group.records);
    if counts.touched_children.len() < 2 {
        return 0.0;
    }
    let largest = counts.largest();
    let mut saved = 0.0;
    let mut small = 0;
    for child in &counts.touched_children {
        let size = counts.counts[*child as usize] as usize + if *child == largest { wildcards } else { 0 };
        if size >= least {
            saved += (attribute.loss(node) - attribute.loss(counts.covers[*child as usize])) * size as f64;
        } else {
            small += size;
        }
    }
    if small > 0 && small < least {
        saved -= group.loss_of_one(attributes) * small as f64;
    }
    saved
}

/// The parts of a group by one column, and what stays behind; none if not at least one part is less than the group.
fn part(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    counts: &mut ChildCounts,
    group: &RecordGroup,
    at: usize,
) -> Option<(Vec<RecordGroup>, Vec<u32>)> {
    let attribute = &attributes[at];
    let node = group.nodes[at];
    counts.count(attribute, node, &group.records);
    let largest = counts.largest();
    let mut by_child: Vec<(u32, Vec<u32>)> = counts
        .touched_children
        .iter()
        .map(|child| (*child, Vec::with_capacity(counts.counts[*child as usize] as usize)))
        .collect();
    by_child.sort_unstable_by_key(|(child, _)| *child);
    for record in &group.records {
        let leaf = attribute.codes[*record as usize];
        let child = if leaf == WILDCARD { largest } else { counts.child(attribute, node, leaf) };
        if let Ok(place) = by_child.binary_search_by_key(&child, |(child, _)| *child) {
            by_child[place].1.push(*record);
        }
    }
    let (mut groups, mut small) = (Vec::new(), Vec::new());
    for (_, records) in by_child {
        if tests.hold(&records) {
            groups.push(RecordGroup::of(attributes, records));
        } else {
            small.extend(records);
        }
    }
    if groups.is_empty() {
        return None;
    }
    if !small.is_empty() && tests.hold(&small) {
        groups.push(RecordGroup::of(attributes, std::mem::take(&mut small)));
    }
    Some((groups, small))
}
