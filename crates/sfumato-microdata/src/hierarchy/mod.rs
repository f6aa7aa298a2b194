//! Hierarchies: a tree with the values as leaves and ever more general labels above them.
//!
//! A hierarchy comes from a table in the form of ARX ([`Hierarchy::from_table`]), from chains that somebody else knows
//! ([`Hierarchy::from_chains`]), from intervals of numbers ([`Hierarchy::from_numbers`],
//! [`Hierarchy::from_integers`]), or is flat. Local recoding uses the tree alone; full-domain search needs one node of
//! every value for each level, which is the column of the table, or the depth in the tree where there was no table.

mod draft;
mod intervals;
mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::Range;

use crate::error::MicrodataError;
use draft::HierarchyDraft;

pub use intervals::IntervalWidths;

/// A node of one hierarchy: a value, or something more general.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HierarchyNode(pub(crate) u32);

impl HierarchyNode {
    /// The node's place in its hierarchy; the root is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tree of values and what they are more generally.
#[derive(Clone)]
pub struct Hierarchy {
    // Invariant: parents come before children, and the leaves below a node are a range of `leaves`.
    labels: Vec<Box<str>>,
    parents: Vec<u32>,
    children: Vec<Vec<HierarchyNode>>,
    depths: Vec<u16>,
    spans: Vec<(u32, u32)>,
    leaves: Vec<HierarchyNode>,
    // Invariant: as many as leaves times levels; a leaf's levels lie together, the leaf itself first, the root last.
    chains: Vec<HierarchyNode>,
    levels: usize,
    by_label: HashMap<Box<str>, HierarchyNode>,
}

impl Hierarchy {
    /// The label of a root that nobody named.
    pub const ANYTHING: &'static str = "*";

    /// The node that covers everything.
    pub const ROOT: HierarchyNode = HierarchyNode(0);

    /// Reads `value;level 1;...;*`, a value on each line, apart by semicolons, tabs or commas, whichever comes first in
    /// the first line; a cell may be quoted.
    pub fn from_table(text: &str) -> Result<Self, MicrodataError> {
        table::read(text)
    }

    /// A tree of chains, each from a value to what is more general, as `["Soria", "Castilla y León", "Spain"]`.
    /// Chains may differ in length, and a value may be part of another's chain; a root is set above all unless every
    /// chain ends alike. An error names the chain as line, counted from one.
    pub fn from_chains<C, L>(chains: impl IntoIterator<Item = C>) -> Result<Self, MicrodataError>
    where
        C: IntoIterator<Item = L>,
        L: AsRef<str>,
    {
        let chains: Vec<Vec<L>> = chains.into_iter().map(|chain| chain.into_iter().collect()).collect();
        HierarchyDraft::of_chains(&chains).map(HierarchyDraft::finish)
    }

    /// Values with nothing between them and the root.
    pub fn flat<'v>(values: impl IntoIterator<Item = &'v str>) -> Result<Self, MicrodataError> {
        Self::from_chains(values.into_iter().map(|value| [value, Self::ANYTHING]))
    }

    /// Intervals over the numbers of a dictionary, by their texts; what is no number is an error that names its place.
    pub fn from_numbers<'v>(
        values: impl IntoIterator<Item = &'v str>,
        widths: &IntervalWidths,
    ) -> Result<Self, MicrodataError> {
        intervals::of_numbers(values, widths)
    }

    /// Intervals over all whole numbers of a range, whether they occur or not.
    pub fn from_integers(
        range: std::ops::RangeInclusive<i64>,
        widths: &IntervalWidths,
    ) -> Result<Self, MicrodataError> {
        intervals::of_integers(range, widths)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True if there is no node; never so.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The number of levels, values and root counted; 2 if it is flat.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// The node of a label: the value of that name, or else the first inner node that is called so.
    pub fn node(&self, label: &str) -> Option<HierarchyNode> {
        self.by_label.get(label).copied()
    }

    /// The label of a node.
    pub fn label(&self, node: HierarchyNode) -> &str {
        &self.labels[node.index()]
    }

    /// The node above; the root is above itself.
    pub fn parent(&self, node: HierarchyNode) -> HierarchyNode {
        HierarchyNode(self.parents[node.index()])
    }

    /// The nodes directly below, none for a value.
    pub fn children(&self, node: HierarchyNode) -> &[HierarchyNode] {
        &self.children[node.index()]
    }

    /// The number of steps from the root.
    pub fn depth(&self, node: HierarchyNode) -> usize {
        usize::from(self.depths[node.index()])
    }

    /// True if a node is a value, with nothing below it.
    pub fn is_leaf(&self, node: HierarchyNode) -> bool {
        self.children[node.index()].is_empty()
    }

    /// The values, in order: those below any node lie together.
    pub fn leaves(&self) -> &[HierarchyNode] {
        &self.leaves
    }

    /// The places in [`Self::leaves`] of the values below a node, or of itself.
    pub fn span(&self, node: HierarchyNode) -> Range<usize> {
        let (start, end) = self.spans[node.index()];
        start as usize..end as usize
    }

    /// The number of values below a node; 1 for a value.
    pub fn leaf_count(&self, node: HierarchyNode) -> usize {
        self.span(node).len()
    }

    /// True if a node is another one or above it.
    pub fn covers(&self, general: HierarchyNode, special: HierarchyNode) -> bool {
        let mut at = special;
        while self.depth(at) > self.depth(general) {
            at = self.parent(at);
        }
        at == general
    }

    /// The most special node that covers both.
    pub fn common_ancestor(&self, one: HierarchyNode, other: HierarchyNode) -> HierarchyNode {
        let (mut one, mut other) = (one, other);
        while one != other {
            if self.depth(one) >= self.depth(other) {
                one = self.parent(one);
            } else {
                other = self.parent(other);
            }
        }
        one
    }

    /// The node that a value becomes at a level: itself at 0, the root at the last. An inner node stays what it is until
    /// the level is above it.
    pub fn at_level(&self, node: HierarchyNode, level: usize) -> HierarchyNode {
        let level = level.min(self.levels - 1);
        let leaf = self.span(node).start;
        let there = self.chains[leaf * self.levels + level];
        if self.depth(there) <= self.depth(node) { there } else { node }
    }

    /// The share of all values that a node hides which one it is: 0 for a value, 1 for the root.
    pub fn certainty_penalty(&self, node: HierarchyNode) -> f64 {
        let all = self.leaves.len();
        match all {
            0 | 1 => f64::from(u8::from(!self.is_leaf(node))),
            _ => (self.leaf_count(node) - 1) as f64 / (all - 1) as f64,
        }
    }
}

impl std::fmt::Debug for Hierarchy {
    /// Shows the shape of a hierarchy, never its labels.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchy")
            .field("nodes", &self.len())
            .field("leaves", &self.leaves.len())
            .field("levels", &self.levels)
            .finish()
    }
}
