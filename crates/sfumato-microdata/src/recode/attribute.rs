//! A quasi-identifier as recoding sees it: a tree with a leaf for whatever a record can have.

use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};
use crate::recode::MissingValues;
use crate::table::AttributeColumn;

/// The code of a missing value that matches everything.
pub(super) const WILDCARD: u32 = u32::MAX;

/// Trees of at most so many nodes have a table of what any two have in common.
const MOST_TABLED: usize = 700;

/// The tree of one column: the nodes of its hierarchy, a leaf below each inner node that is a value itself, and one for
/// missing values.
pub(super) struct QuasiAttribute {
    parents: Vec<u32>,
    depths: Vec<u16>,
    losses: Vec<f64>,
    common: Vec<u16>,
    // What covers two nodes costs, where it is tabled.
    joint_losses: Vec<f32>,
    /// The leaf of each record, or [`WILDCARD`].
    pub(super) codes: Vec<u32>,
    // The nodes below this number are those of the hierarchy.
    hierarchy_len: usize,
    // What the leaves that are none of the hierarchy's stand for; none is a missing value.
    extra: Vec<Option<HierarchyNode>>,
}

impl QuasiAttribute {
    /// Makes ready a column that has a hierarchy.
    pub(super) fn new(column: &AttributeColumn, missing: MissingValues) -> Result<Self, MicrodataError> {
        let name = || column.name().to_owned();
        let tree = column.hierarchy().ok_or_else(|| MicrodataError::NoHierarchy { column: name() })?;
        let nodes = (0..tree.len()).map(|node| HierarchyNode(node as u32));
        let mut attribute = Self {
            parents: nodes.clone().map(|node| tree.parent(node).0).collect(),
            depths: nodes.clone().map(|node| tree.depth(node) as u16).collect(),
            // As exact as what is tabled, so that sums agree however they are made.
            losses: nodes.map(|node| f64::from((tree.certainty_penalty(node) * column.weight()) as f32)).collect(),
            common: Vec::new(),
            joint_losses: Vec::new(),
            codes: Vec::new(),
            hierarchy_len: tree.len(),
            extra: Vec::new(),
        };
        let mut leaf_of: Vec<Option<u32>> = vec![None; column.dictionary().len()];
        let mut missing_leaf = None;
        for record in 0..column.records() {
            let leaf = match column.code(record) {
                Some(code) => *leaf_of[code as usize].get_or_insert_with(|| {
                    let node = column.node(code).unwrap_or(Hierarchy::ROOT);
                    if tree.is_leaf(node) { node.0 } else { attribute.add_leaf(node.0, Some(node)) }
                }),
                None if missing == MissingValues::MatchAll => WILDCARD,
                None => *missing_leaf.get_or_insert_with(|| attribute.add_leaf(0, None)),
            };
            attribute.codes.push(leaf);
        }
        if missing_leaf.is_some() && tree.leaves().len() == 1 {
            // The only value and a missing one: what covers both hides which it is.
            attribute.losses[0] = column.weight();
        }
        attribute.fill_common();
        Ok(attribute)
    }

    fn add_leaf(&mut self, parent: u32, stands_for: Option<HierarchyNode>) -> u32 {
        let leaf = self.parents.len() as u32;
        self.parents.push(parent);
        self.depths.push(self.depths[parent as usize] + 1);
        self.losses.push(0.0);
        self.extra.push(stands_for);
        leaf
    }

    fn fill_common(&mut self) {
        let len = self.parents.len();
        if len > MOST_TABLED {
            return;
        }
        let mut common = vec![0; len * len];
        for one in 0..len {
            for other in 0..len {
                common[one * len + other] = self.climb(one as u32, other as u32) as u16;
            }
        }
        self.joint_losses = common.iter().map(|node| self.losses[usize::from(*node)] as f32).collect();
        self.common = common;
    }

    fn climb(&self, mut one: u32, mut other: u32) -> u32 {
        while one != other {
            if self.depths[one as usize] >= self.depths[other as usize] {
                one = self.parents[one as usize];
            } else {
                other = self.parents[other as usize];
            }
        }
        one
    }

    /// The most special node above both; a wildcard is below everything.
    #[inline]
    pub(super) fn common(&self, one: u32, other: u32) -> u32 {
        if one == other || other == WILDCARD {
            return one;
        }
        if one == WILDCARD {
            return other;
        }
        match self.common.get(one as usize * self.parents.len() + other as usize) {
            Some(node) => u32::from(*node),
            None => self.climb(one, other),
        }
    }

    /// The penalty of a node, weighted; none for a wildcard.
    #[inline]
    pub(super) fn loss(&self, node: u32) -> f64 {
        if node == WILDCARD { 0.0 } else { self.losses[node as usize] }
    }

    /// The penalty of what covers two nodes.
    #[inline]
    pub(super) fn joint_loss(&self, one: u32, other: u32) -> f64 {
        if one == WILDCARD || other == WILDCARD {
            return self.loss(one.min(other));
        }
        match self.joint_losses.get(one as usize * self.parents.len() + other as usize) {
            Some(loss) => f64::from(*loss),
            None => self.loss(self.climb(one, other)),
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The child of a node that leads to something below it.
    #[inline]
    pub(super) fn child_towards(&self, node: u32, below: u32) -> u32 {
        let mut at = below;
        while self.parents[at as usize] != node {
            at = self.parents[at as usize];
        }
        at
    }

    /// The node of the hierarchy; none is a missing value.
    pub(super) fn hierarchy_node(&self, node: u32) -> Option<HierarchyNode> {
        match node as usize {
            _ if node == WILDCARD => None,
            at if at < self.hierarchy_len => Some(HierarchyNode(node)),
            at => self.extra[at - self.hierarchy_len],
        }
    }
}
