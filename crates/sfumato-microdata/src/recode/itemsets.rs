//! k^m-anonymity by generalising items: the rarest combination is made more general until none is rare.

use super::{RecodedItems, RecodingOptions};
use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};
use crate::privacy::{PrivacyModel, first_violation};
use crate::table::{AttributeColumn, AttributeRole, Microdata};

/// Recodes the set-valued quasi-identifiers; each needs a model of its own.
pub(super) fn recode(table: &Microdata, options: &RecodingOptions) -> Result<Vec<RecodedItems>, MicrodataError> {
    let mut recoded = Vec::new();
    for at in table.in_role(AttributeRole::QuasiIdentifier) {
        let column = table.column(at);
        if !column.is_set_valued() {
            continue;
        }
        let model = options.models.iter().find_map(|model| match model {
            PrivacyModel::KmAnonymity { column: name, k, m } if name == column.name() => Some((*k, *m)),
            _ => None,
        });
        let reason = "a set-valued quasi-identifier needs k^m-anonymity";
        let (k, m) = model.ok_or(MicrodataError::UnfitColumn { wish: "k^m-anonymity", reason })?;
        recoded.push(RecodedItems { column: at, nodes: recode_column(column, k, m)? });
    }
    Ok(recoded)
}

/// The node of each value of the dictionary; values at the root that are still rare are left out.
fn recode_column(column: &AttributeColumn, k: usize, m: usize) -> Result<Vec<Option<HierarchyNode>>, MicrodataError> {
    let name = || column.name().to_owned();
    let tree = column.hierarchy().ok_or_else(|| MicrodataError::NoHierarchy { column: name() })?;
    let codes = 0..column.dictionary().len() as u32;
    let mut nodes: Vec<Option<HierarchyNode>> = codes.map(|code| column.node(code)).collect();
    loop {
        let records: Vec<Vec<u32>> = (0..column.records())
            .map(|record| {
                let mut items: Vec<u32> =
                    column.codes(record).iter().filter_map(|code| nodes[*code as usize]).map(|node| node.0).collect();
                items.sort_unstable();
                items.dedup();
                items
            })
            .collect();
        let Some(items) = first_violation(&records, k, m)? else { return Ok(nodes) };
        // Of the combination, the item whose parent hides the fewest values more.
        let cheapest = items.iter().copied().map(HierarchyNode).min_by(|one, other| {
            let price = |node| wider(tree, node).map_or(f64::INFINITY, |wider| tree.certainty_penalty(wider));
            price(*one).total_cmp(&price(*other)).then(one.cmp(other))
        });
        let Some(item) = cheapest else { return Ok(nodes) };
        let general = wider(tree, item);
        for node in &mut nodes {
            *node = match (*node, general) {
                (Some(at), Some(general)) if tree.covers(general, at) => Some(general),
                (Some(at), None) if at == item => None,
                (at, _) => at,
            };
        }
    }
}

/// The nearest node above that covers more values; none above the root.
fn wider(tree: &Hierarchy, node: HierarchyNode) -> Option<HierarchyNode> {
    let mut at = node;
    while at != Hierarchy::ROOT {
        at = tree.parent(at);
        if tree.leaf_count(at) > tree.leaf_count(node) || at == Hierarchy::ROOT {
            return Some(at);
        }
    }
    None
}
