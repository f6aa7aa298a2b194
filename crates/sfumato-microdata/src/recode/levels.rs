//! Columns by level, as full-domain search sees them.

use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};
use crate::loss::LossMeasure;
use crate::table::AttributeColumn;

/// A quasi-identifier: what each of its different values is at each level.
pub(super) struct LevelColumn {
    /// The value of each record, densely numbered; a missing one has a number too.
    pub(super) codes: Vec<u32>,
    /// By level and value: a number for what stands there.
    pub(super) labels: Vec<Vec<u32>>,
    /// By level and value: the node; none is a missing value.
    pub(super) nodes: Vec<Vec<Option<HierarchyNode>>>,
    /// By level and value: the weighted loss of one cell, where the measure is a sum over cells.
    pub(super) costs: Vec<Vec<f64>>,
    /// By level: the loss of all cells.
    pub(super) totals: Vec<f64>,
    /// By value: the loss of a cell that is left out.
    pub(super) suppressed: Vec<f64>,
}

impl LevelColumn {
    pub(super) fn new(column: &AttributeColumn, measure: LossMeasure) -> Result<Self, MicrodataError> {
        let name = || column.name().to_owned();
        let tree = column.hierarchy().ok_or_else(|| MicrodataError::NoHierarchy { column: name() })?;
        let values = column.dictionary().len();
        let codes: Vec<u32> =
            (0..column.records()).map(|record| column.code(record).unwrap_or(values as u32)).collect();
        let mut counts = vec![0_usize; values + 1];
        for code in &codes {
            counts[*code as usize] += 1;
        }
        let covered = covered(column, tree, &counts);
        let cost = |from: Option<HierarchyNode>, to: Option<HierarchyNode>| {
            column.weight() * cell_cost(tree, &covered, measure, from, to)
        };
        let from: Vec<Option<HierarchyNode>> = (0..values as u32).map(|code| column.node(code)).chain([None]).collect();
        let mut levels = Self {
            codes,
            labels: Vec::new(),
            nodes: Vec::new(),
            costs: Vec::new(),
            totals: Vec::new(),
            suppressed: from.iter().map(|from| cost(*from, Some(Hierarchy::ROOT))).collect(),
        };
        for level in 0..tree.levels() {
            let is_top = level + 1 == tree.levels();
            let nodes: Vec<Option<HierarchyNode>> = from
                .iter()
                .map(|node| node.map_or(is_top.then_some(Hierarchy::ROOT), |node| Some(tree.at_level(node, level))))
                .collect();
            let costs: Vec<f64> = from.iter().zip(&nodes).map(|(from, to)| cost(*from, *to)).collect();
            levels.labels.push(nodes.iter().map(|node| node.map_or(tree.len() as u32, |node| node.0)).collect());
            levels.totals.push(costs.iter().zip(&counts).map(|(cost, count)| cost * *count as f64).sum());
            levels.nodes.push(nodes);
            levels.costs.push(costs);
        }
        Ok(levels)
    }
}

/// How many records each node covers.
fn covered(column: &AttributeColumn, tree: &Hierarchy, counts: &[usize]) -> Vec<usize> {
    let mut covered = vec![0; tree.len()];
    for (code, count) in counts.iter().enumerate().take(column.dictionary().len()) {
        let Some(mut node) = column.node(code as u32) else { continue };
        covered[node.index()] += count;
        while node != Hierarchy::ROOT {
            node = tree.parent(node);
            covered[node.index()] += count;
        }
    }
    covered
}

/// The loss of one cell, where a measure is a sum over cells.
fn cell_cost(
    tree: &Hierarchy,
    covered: &[usize],
    measure: LossMeasure,
    from: Option<HierarchyNode>,
    to: Option<HierarchyNode>,
) -> f64 {
    let Some(to) = to.filter(|to| Some(*to) != from) else { return 0.0 };
    match measure {
        LossMeasure::Precision => {
            let depth = from.map_or(1, |from| tree.depth(from)).max(1);
            depth.saturating_sub(tree.depth(to)) as f64 / depth as f64
        }
        LossMeasure::NonUniformEntropy => match from {
            Some(from) => (covered[to.index()] as f64 / covered[from.index()].max(1) as f64).ln().max(0.0),
            None => 0.0,
        },
        _ => tree.certainty_penalty(to),
    }
}
