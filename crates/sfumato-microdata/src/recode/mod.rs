//! The least change after which the models hold.
//!
//! Local recoding generalises each class as little as it needs, so that the same value may become different things in
//! different classes; it keeps several times as much as full-domain recoding, which has one level for a column and is
//! for those whose tools need that. Both end with a table that was verified class by class before it was handed out.

mod attribute;
mod clusters;
mod groups;
mod impute;
mod itemsets;
mod lattice;
mod levels;
mod local;
mod moves;
mod splits;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::error::MicrodataError;
use crate::hierarchy::{Hierarchy, HierarchyNode};
use crate::loss::LossMeasure;
use crate::privacy::{PrivacyModel, class_columns};
use crate::table::{AttributeColumn, AttributeRole, Microdata};
use groups::ClassTests;

/// What stands in the place of a value that nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MissingValues {
    /// It matches every value, and stays missing.
    MatchAll,
    /// It is one more value, which is generalised to the root with others.
    #[default]
    OwnValue,
    /// It is first drawn from records that are alike otherwise.
    Impute,
}

/// The ways to recode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RecodingMethod {
    /// Each class as little as it needs.
    #[default]
    Local,
    /// One level for each column, the best there is.
    FullDomain,
}

/// What is asked of a recoding.
#[derive(Clone)]
pub struct RecodingOptions {
    /// What must hold.
    pub models: Vec<PrivacyModel>,
    /// What becomes of missing values.
    pub missing: MissingValues,
    /// The way.
    pub method: RecodingMethod,
    /// What is made as small as can be; local recoding knows the certainty penalty only.
    pub loss: LossMeasure,
    /// The greatest share of records that may be left out.
    pub suppression: f64,
    /// Seed of what is drawn.
    pub seed: u64,
    /// Answers true when the time is over; the best result so far is then given, and says so.
    pub stop: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl RecodingOptions {
    /// Local recoding for these models, with nobody left out.
    pub fn new(models: Vec<PrivacyModel>) -> Self {
        Self {
            models,
            missing: MissingValues::default(),
            method: RecodingMethod::default(),
            loss: LossMeasure::CertaintyPenalty,
            suppression: 0.0,
            seed: 0,
            stop: None,
        }
    }

    /// True if the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop())
    }
}

/// What every record has now in every quasi-identifier.
#[derive(Clone)]
pub struct Recoding {
    // Invariant: `nodes` has a list for each of `columns`, as long as the table.
    columns: Vec<usize>,
    nodes: Vec<Vec<Option<HierarchyNode>>>,
    items: Vec<RecodedItems>,
    classes: Vec<u32>,
    suppressed: Vec<bool>,
    levels: Option<Vec<usize>>,
    is_complete: bool,
    lattice: Vec<LatticePoint>,
}

/// The items of a set-valued column after recoding.
#[derive(Debug, Clone)]
pub(crate) struct RecodedItems {
    pub(crate) column: usize,
    /// What each value of the dictionary became; none if it is left out.
    pub(crate) nodes: Vec<Option<HierarchyNode>>,
}

/// A combination of levels that full-domain search looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct LatticePoint {
    /// The level of each column of the recoding.
    pub levels: Vec<usize>,
    /// The records that would be left out.
    pub suppressed: usize,
    /// The loss, as it was chosen; none if more would be left out than may be.
    pub loss: Option<f64>,
    /// The mean risk of the records that stay.
    pub average_risk: f64,
}

/// Changes a table as little as is needed for the models to hold.
pub fn recode(table: &Microdata, options: &RecodingOptions) -> Result<Recoding, MicrodataError> {
    let records = table.records();
    for model in &options.models {
        model.check_parameters()?;
        if let PrivacyModel::KAnonymity { k } | PrivacyModel::KmAnonymity { k, .. } = model
            && *k > records
        {
            return Err(MicrodataError::TooFewRecords { k: *k, records });
        }
    }
    if !(0.0..=1.0).contains(&options.suppression) {
        return Err(MicrodataError::BadParameter { wish: "suppression", reason: "a share is between 0 and 1" });
    }
    let columns = class_columns(table);
    let items = itemsets::recode(table, options)?;
    if columns.is_empty() && items.is_empty() {
        return Err(MicrodataError::NoQuasiIdentifier);
    }
    let mut recoding = if columns.is_empty() {
        Recoding::untouched(records)
    } else {
        let imputed = (options.missing == MissingValues::Impute).then(|| impute::impute(table, &columns, options.seed));
        let table = imputed.as_ref().unwrap_or(table);
        let tests = ClassTests::new(&options.models, table)?;
        match options.method {
            RecodingMethod::Local => local::recode(table, &columns, tests, options)?,
            RecodingMethod::FullDomain => lattice::recode(table, &columns, &tests, options)?,
        }
    };
    recoding.items = items;
    Ok(recoding)
}

impl Recoding {
    fn untouched(records: usize) -> Self {
        Self {
            columns: Vec::new(),
            nodes: Vec::new(),
            items: Vec::new(),
            classes: (0..records as u32).collect(),
            suppressed: vec![false; records],
            levels: None,
            is_complete: true,
            lattice: Vec::new(),
        }
    }

    /// The places in the table of the quasi-identifiers that were generalised, set-valued ones not among them.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The node of the column's hierarchy that a record has now; none if its value is missing, or if the column is
    /// not one of [`Self::columns`]. A record that is left out has the root.
    pub fn node(&self, record: usize, column: usize) -> Option<HierarchyNode> {
        let at = self.columns.iter().position(|other| *other == column)?;
        self.nodes[at][record]
    }

    /// The nodes that the values of a record have become in a set-valued column, each once; values that are left out
    /// are not among them.
    pub fn items(&self, table: &Microdata, record: usize, column: usize) -> Vec<HierarchyNode> {
        let Some(items) = self.items.iter().find(|items| items.column == column) else { return Vec::new() };
        let codes = table.column(column).codes(record);
        let mut nodes: Vec<HierarchyNode> = codes.iter().filter_map(|code| items.nodes[*code as usize]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The text that a record has now in a column; empty if its value is missing. What is not generalised reads as it
    /// did, identifiers are empty, and the values of a set stand apart by semicolons.
    pub fn text(&self, table: &Microdata, record: usize, column: usize) -> String {
        let attribute = table.column(column);
        let label = |node: &HierarchyNode| attribute.hierarchy().map_or("", |tree| tree.label(*node)).to_owned();
        if attribute.role() == AttributeRole::Identifier {
            return String::new();
        }
        if self.items.iter().any(|items| items.column == column) {
            let labels: Vec<String> = self.items(table, record, column).iter().map(label).collect();
            return labels.join("; ");
        }
        if self.columns.contains(&column) {
            return self.node(record, column).as_ref().map_or_else(String::new, label);
        }
        let values: Vec<&str> = attribute.codes(record).iter().map(|code| attribute.value(*code)).collect();
        values.join("; ")
    }

    /// The class of a record: those of the same number look alike. Records that are left out share the last number.
    pub fn class(&self, record: usize) -> usize {
        self.classes[record] as usize
    }

    /// True if a record is left out.
    pub fn is_suppressed(&self, record: usize) -> bool {
        self.suppressed[record]
    }

    /// The number of records that are left out.
    pub fn suppressed(&self) -> usize {
        self.suppressed.iter().filter(|is_suppressed| **is_suppressed).count()
    }

    /// The level of each of [`Self::columns`], where there is one for all records.
    pub fn levels(&self) -> Option<&[usize]> {
        self.levels.as_deref()
    }

    /// False if the time was over before the search was.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The combinations of levels that full-domain search looked at.
    pub fn lattice(&self) -> &[LatticePoint] {
        &self.lattice
    }

    /// The table as it may be released: without identifiers and the records that are left out, generalised values in
    /// the place of what stood there, each with its hierarchy, so that every model can be verified on it.
    pub fn released(&self, table: &Microdata) -> Result<Microdata, MicrodataError> {
        let kept: Vec<usize> = (0..table.records()).filter(|record| !self.suppressed[*record]).collect();
        let mut columns = Vec::new();
        for (at, column) in table.columns().iter().enumerate() {
            if column.role() == AttributeRole::Identifier {
                continue;
            }
            let tree = column.hierarchy();
            let label = |node: HierarchyNode| tree.map_or("", |tree| tree.label(node));
            let released = if let Some(place) = self.columns.iter().position(|other| *other == at) {
                let nodes = &self.nodes[place];
                AttributeColumn::from_values(column.name(), kept.iter().map(|record| nodes[*record].map(label)))
            } else if self.items.iter().any(|items| items.column == at) {
                let sets = kept.iter().map(|record| self.items(table, *record, at).into_iter().map(label));
                AttributeColumn::from_sets(column.name(), sets)
            } else if column.is_set_valued() {
                let sets = kept.iter().map(|record| column.codes(*record).iter().map(|code| column.value(*code)));
                AttributeColumn::from_sets(column.name(), sets)
            } else {
                let values = kept.iter().map(|record| column.code(*record).map(|code| column.value(code)));
                AttributeColumn::from_values(column.name(), values)
            };
            let released = released.with_role(column.role()).with_weight(column.weight());
            columns.push(match tree {
                Some(tree) => released.with_hierarchy(Hierarchy::clone(tree))?,
                None => released,
            });
        }
        Microdata::new(columns)
    }
}

impl std::fmt::Debug for Recoding {
    /// Shows the shape of a recoding, never its values.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recoding")
            .field("columns", &self.columns)
            .field("records", &self.classes.len())
            .field("suppressed", &self.suppressed())
            .field("levels", &self.levels)
            .field("is_complete", &self.is_complete)
            .finish_non_exhaustive()
    }
}
