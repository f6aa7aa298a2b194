//! Trees that are still growing: a node is told by its label and the node above it.

use std::collections::HashMap;

use super::{Hierarchy, HierarchyNode};
use crate::error::MicrodataError;

/// Deeper chains are refused: no hierarchy that people make has as many levels.
const MOST_LEVELS: usize = 1_000;

/// Nodes with their parents, parents first, and the levels of values where a table gives them.
pub(super) struct HierarchyDraft {
    labels: Vec<Box<str>>,
    parents: Vec<u32>,
    below: HashMap<(u32, Box<str>), u32>,
    // The nodes of each row from the value to the root, where the levels are given; all equally long.
    rows: Vec<Vec<u32>>,
}

impl HierarchyDraft {
    /// A tree that is only a root.
    pub(super) fn with_root(label: &str) -> Self {
        Self { labels: vec![label.into()], parents: vec![0], below: HashMap::new(), rows: Vec::new() }
    }

    /// The node of that label below another, made if there is none.
    pub(super) fn child(&mut self, parent: u32, label: &str) -> u32 {
        if let Some(node) = self.below.get(&(parent, Box::from(label))) {
            return *node;
        }
        let node = self.labels.len() as u32;
        self.labels.push(label.into());
        self.parents.push(parent);
        self.below.insert((parent, label.into()), node);
        node
    }

    /// Takes a row of a table, its labels from just below the root down to the value.
    pub(super) fn add_row<'l>(&mut self, from_top: impl Iterator<Item = &'l str>) {
        let mut row = vec![0];
        for label in from_top {
            let node = self.child(row[row.len() - 1], label);
            row.push(node);
        }
        row.reverse();
        self.rows.push(row);
    }

    /// The tree of chains from values upwards.
    pub(super) fn of_chains<L: AsRef<str>>(chains: &[Vec<L>]) -> Result<Self, MicrodataError> {
        let tops = || chains.iter().filter_map(|chain| chain.last());
        let Some(first) = tops().next().map(AsRef::as_ref) else { return Err(MicrodataError::EmptyHierarchy) };
        let is_rooted = tops().all(|top| top.as_ref() == first) && chains.iter().any(|chain| chain.len() > 1);
        let mut draft = Self::with_root(if is_rooted { first } else { Hierarchy::ANYTHING });
        for (at, chain) in chains.iter().enumerate() {
            if chain.len() > MOST_LEVELS {
                return Err(MicrodataError::BadParameter {
                    wish: "hierarchy",
                    reason: "a chain has more than 1,000 levels",
                });
            }
            check_cycle(chain.iter().map(AsRef::as_ref), at + 1)?;
            let below_root = &chain[..chain.len() - usize::from(is_rooted && !chain.is_empty())];
            let mut node = 0;
            for label in below_root.iter().rev() {
                node = draft.child(node, label.as_ref());
            }
        }
        Ok(draft)
    }

    /// The hierarchy, its nodes renumbered so that the leaves below each lie together.
    pub(super) fn finish(self) -> Hierarchy {
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.labels.len()];
        for (node, parent) in self.parents.iter().enumerate().skip(1) {
            below[*parent as usize].push(node as u32);
        }
        let mut order = Vec::with_capacity(self.labels.len());
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            order.push(node);
            stack.extend(below[node as usize].iter().rev());
        }
        let mut place = vec![0; order.len()];
        for (at, old) in order.iter().enumerate() {
            place[*old as usize] = at as u32;
        }
        let mut labels = self.labels;
        let labels: Vec<Box<str>> = order.iter().map(|old| std::mem::take(&mut labels[*old as usize])).collect();
        let parents: Vec<u32> = order.iter().map(|old| place[self.parents[*old as usize] as usize]).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|old| place[*old as usize]).collect()).collect();
        assemble(labels, parents, rows)
    }
}

/// Refuses a chain in which a label comes again above another one.
pub(super) fn check_cycle<'l>(chain: impl Iterator<Item = &'l str>, line: usize) -> Result<(), MicrodataError> {
    let mut seen: Vec<&str> = Vec::new();
    for (level, label) in chain.enumerate() {
        let came = seen.iter().rposition(|other| *other == label);
        if came.is_some_and(|at| at + 1 < level) {
            return Err(MicrodataError::CyclicHierarchy { line, level });
        }
        seen.push(label);
    }
    Ok(())
}

/// Puts a hierarchy together of nodes in preorder; `rows` are the levels of its leaves, if they are given.
fn assemble(labels: Vec<Box<str>>, parents: Vec<u32>, rows: Vec<Vec<u32>>) -> Hierarchy {
    let mut children = vec![Vec::new(); labels.len()];
    let mut depths = vec![0_u16; labels.len()];
    for node in 1..labels.len() {
        let parent = parents[node] as usize;
        children[parent].push(HierarchyNode(node as u32));
        depths[node] = depths[parent] + 1;
    }
    let mut spans = vec![(u32::MAX, 0); labels.len()];
    let mut leaves = Vec::new();
    for node in 0..labels.len() {
        if children[node].is_empty() {
            spans[node] = (leaves.len() as u32, leaves.len() as u32 + 1);
            leaves.push(HierarchyNode(node as u32));
        }
    }
    for node in (1..labels.len()).rev() {
        let (start, end) = spans[node];
        let above = &mut spans[parents[node] as usize];
        *above = (above.0.min(start), above.1.max(end));
    }
    let mut by_label = HashMap::new();
    let inner =
        (0..labels.len()).map(|node| HierarchyNode(node as u32)).filter(|node| !children[node.index()].is_empty());
    for node in leaves.iter().copied().chain(inner) {
        by_label.entry(labels[node.index()].clone()).or_insert(node);
    }
    let height = depths.iter().copied().max().map_or(0, usize::from);
    let levels = rows.first().map_or(height + 1, Vec::len);
    let mut chains = vec![HierarchyNode(0); leaves.len() * levels];
    if rows.is_empty() {
        for (leaf, node) in leaves.iter().enumerate() {
            let mut at = *node;
            for level in 0..levels {
                while usize::from(depths[at.index()]) > height - level {
                    at = HierarchyNode(parents[at.index()]);
                }
                chains[leaf * levels + level] = at;
            }
        }
    }
    for row in rows {
        let leaf = spans[row[0] as usize].0 as usize;
        for (level, node) in row.into_iter().enumerate() {
            chains[leaf * levels + level] = HierarchyNode(node);
        }
    }
    Hierarchy { labels, parents, children, depths, spans, leaves, chains, levels, by_label }
}
