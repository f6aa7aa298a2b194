//! How far the sensitive values of a class are from those of the whole table: the earth mover's distance.

use super::SensitiveValues;
use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};
use crate::table::AttributeColumn;

/// How far two sensitive values are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroundDistance {
    /// As far as any two.
    Equal,
    /// By how many values of the table lie between them; for numbers.
    Ordered,
    /// By the height of what they have in common in the column's hierarchy.
    Hierarchical,
}

/// The distribution in the whole table, and the way to compare one with it.
pub(crate) struct ClosenessTest {
    // Shares of the whole table, by value.
    whole: Vec<f64>,
    way: Way,
}

/// The ways to compare.
enum Way {
    Equal,
    /// The values from the smallest to the greatest.
    Ordered(Vec<u32>),
    /// Of each node above values its share of the height, and of each value the nodes above it.
    Hierarchical {
        heights: Vec<f64>,
        paths: Vec<Vec<u32>>,
        parents: Vec<u32>,
    },
}

impl ClosenessTest {
    pub(super) fn new(
        column: &AttributeColumn,
        values: &SensitiveValues,
        distance: GroundDistance,
    ) -> Result<Self, MicrodataError> {
        let wish = "t-closeness";
        if distance != GroundDistance::Equal && column.is_set_valued() {
            return Err(MicrodataError::UnfitColumn { wish, reason: "a set-valued column has equal distances only" });
        }
        let mut whole = vec![0.0; values.count];
        let mut code_of = vec![None; values.count];
        for (record, value) in values.codes.iter().enumerate() {
            whole[*value as usize] += 1.0 / values.codes.len() as f64;
            code_of[*value as usize] = column.code(record);
        }
        let way = match distance {
            GroundDistance::Equal => Way::Equal,
            GroundDistance::Ordered => {
                let numbers = column.numbers()?;
                let key = |value: u32| code_of[value as usize].map_or(f64::INFINITY, |code| numbers[code as usize]);
                let mut order: Vec<u32> = (0..values.count as u32).collect();
                order.sort_by(|one, other| key(*one).total_cmp(&key(*other)));
                Way::Ordered(order)
            }
            GroundDistance::Hierarchical => {
                let reason = "hierarchical distance needs a hierarchy of the sensitive column";
                let tree = column.hierarchy().ok_or(MicrodataError::UnfitColumn { wish, reason })?;
                let nodes: Vec<Option<HierarchyNode>> =
                    code_of.iter().map(|code| code.and_then(|code| column.node(code))).collect();
                hierarchical(tree, &nodes)
            }
        };
        Ok(Self { whole, way })
    }

    /// The distance of a class, by its records for each value.
    pub(super) fn distance(&self, counts: &[u32]) -> f64 {
        let all = f64::from(counts.iter().sum::<u32>().max(1));
        let extra: Vec<f64> =
            counts.iter().zip(&self.whole).map(|(count, share)| f64::from(*count) / all - share).collect();
        match &self.way {
            Way::Equal => extra.iter().map(|extra| extra.abs()).sum::<f64>() / 2.0,
            Way::Ordered(order) => {
                let mut carried = 0.0;
                let mut moved = 0.0;
                for value in order {
                    carried += extra[*value as usize];
                    moved += f64::abs(carried);
                }
                moved / (order.len().max(2) - 1) as f64
            }
            Way::Hierarchical { heights, paths, parents } => {
                let mut surplus = vec![0.0; heights.len()];
                let mut lacking = vec![0.0; heights.len()];
                for (value, path) in paths.iter().enumerate() {
                    if let Some(leaf) = path.first() {
                        let side = if extra[value] > 0.0 { &mut surplus } else { &mut lacking };
                        side[*leaf as usize] += extra[value].abs();
                    }
                }
                let mut moved = 0.0;
                // Parents come before children, so that from the end everything below a node is settled.
                for node in (0..heights.len()).rev() {
                    let matched = f64::min(surplus[node], lacking[node]);
                    moved += matched * heights[node];
                    if node > 0 {
                        let parent = parents[node] as usize;
                        surplus[parent] += surplus[node] - matched;
                        lacking[parent] += lacking[node] - matched;
                    }
                }
                moved
            }
        }
    }
}

/// The tree above the values; a missing value hangs from the root.
fn hierarchical(tree: &Hierarchy, nodes: &[Option<HierarchyNode>]) -> Way {
    let height = (tree.levels() - 1).max(1) as f64;
    let mut parents: Vec<u32> = Vec::new();
    let mut heights: Vec<f64> = Vec::new();
    let all = (0..tree.len()).map(|node| HierarchyNode(node as u32));
    let mut above = vec![0_usize; tree.len()];
    for node in (1..tree.len()).rev() {
        let parent = tree.parent(HierarchyNode(node as u32)).index();
        above[parent] = above[parent].max(above[node] + 1);
    }
    for node in all {
        parents.push(tree.parent(node).0);
        heights.push(above[node.index()] as f64 / height);
    }
    let mut paths = Vec::new();
    for node in nodes {
        // A value of its own below its node, so that values which are inner nodes can be moved too.
        let leaf = heights.len() as u32;
        heights.push(0.0);
        parents.push(node.map_or(0, |node| node.0));
        paths.push(vec![leaf]);
    }
    Way::Hierarchical { heights, paths, parents }
}
