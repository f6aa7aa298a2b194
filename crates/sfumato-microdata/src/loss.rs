//! What a recoding costs.

use crate::recode::Recoding;
use crate::table::Microdata;

/// The measures of loss; all are 0 for a table that is as it was, but for those that are counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LossMeasure {
    /// Normalised certainty penalty: of how many other values a cell may be, as a share of all others; the mean over
    /// cells, weighted, 1 for what is left out.
    #[default]
    CertaintyPenalty,
    /// The sum over records of how many they cannot be told from.
    Discernibility,
    /// The mean size of a class, as a multiple of k.
    AverageClassSize,
    /// How much less can be told of a cell than could be, in shares of its entropy.
    NonUniformEntropy,
    /// The mean share of its levels that a cell has climbed.
    Precision,
}

/// The loss of a recoding.
pub fn measure(measure: LossMeasure, table: &Microdata, recoding: &Recoding, k: usize) -> f64 {
    match measure {
        LossMeasure::CertaintyPenalty => certainty_penalty(table, recoding),
        LossMeasure::Discernibility => discernibility(table, recoding),
        LossMeasure::AverageClassSize => average_class_size(table, recoding, k),
        LossMeasure::NonUniformEntropy => non_uniform_entropy(table, recoding),
        LossMeasure::Precision => precision(table, recoding),
    }
}

/// The mean over records and columns of a cell's cost, by the columns' weights; a record that is left out costs 1.
fn mean_of_cells(table: &Microdata, recoding: &Recoding, cost: impl Fn(usize, usize) -> f64) -> f64 {
    let records = table.records();
    let weight = |column: usize| table.column(column).weight();
    let weights: f64 = recoding.columns().iter().map(|column| weight(*column)).sum();
    if records == 0 || weights == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for column in recoding.columns() {
        let of_column: f64 =
            (0..records).map(|record| if recoding.is_suppressed(record) { 1.0 } else { cost(record, *column) }).sum();
        sum += of_column * weight(*column);
    }
    sum / (records as f64 * weights)
}

fn certainty_penalty(table: &Microdata, recoding: &Recoding) -> f64 {
    mean_of_cells(table, recoding, |record, column| {
        let tree = table.column(column).hierarchy();
        match (tree, recoding.node(record, column)) {
            (Some(tree), Some(node))
                if table.column(column).code(record).map(|code| table.column(column).node(code))
                    != Some(Some(node)) =>
            {
                tree.certainty_penalty(node)
            }
            _ => 0.0,
        }
    })
}

fn precision(table: &Microdata, recoding: &Recoding) -> f64 {
    mean_of_cells(table, recoding, |record, column| {
        let attribute = table.column(column);
        let (Some(tree), Some(node)) = (attribute.hierarchy(), recoding.node(record, column)) else { return 0.0 };
        let from = attribute.code(record).and_then(|code| attribute.node(code)).map_or(1, |from| tree.depth(from));
        from.saturating_sub(tree.depth(node)) as f64 / from.max(1) as f64
    })
}

fn non_uniform_entropy(table: &Microdata, recoding: &Recoding) -> f64 {
    // How often each node covers a value of the table.
    let covered = |column: usize| {
        let attribute = table.column(column);
        let tree = attribute.hierarchy()?;
        let mut counts = vec![0.0_f64; tree.len()];
        for code in (0..table.records()).filter_map(|record| attribute.code(record)) {
            let mut node = attribute.node(code)?;
            counts[node.index()] += 1.0;
            while node != crate::Hierarchy::ROOT {
                node = tree.parent(node);
                counts[node.index()] += 1.0;
            }
        }
        Some(counts)
    };
    let counts: Vec<Option<Vec<f64>>> = (0..table.columns().len())
        .map(|column| recoding.columns().contains(&column).then(|| covered(column))?)
        .collect();
    let bits = |record: usize, column: usize, is_total: bool| {
        let attribute = table.column(column);
        let from = attribute.code(record).and_then(|code| attribute.node(code));
        let to = if is_total { Some(crate::Hierarchy::ROOT) } else { recoding.node(record, column) };
        match (&counts[column], from, to) {
            (Some(counts), Some(from), Some(to)) => (counts[to.index()] / counts[from.index()].max(1.0)).ln().max(0.0),
            _ => 0.0,
        }
    };
    let (mut lost, mut all) = (0.0, 0.0);
    for column in recoding.columns() {
        let weight = table.column(*column).weight();
        for record in 0..table.records() {
            let total = bits(record, *column, true);
            all += total * weight;
            lost += weight * if recoding.is_suppressed(record) { total } else { bits(record, *column, false) };
        }
    }
    if all == 0.0 { 0.0 } else { lost / all }
}

/// The sizes of the classes of what is not left out.
fn class_sizes(table: &Microdata, recoding: &Recoding) -> Vec<usize> {
    let mut sizes = std::collections::HashMap::new();
    for record in (0..table.records()).filter(|record| !recoding.is_suppressed(*record)) {
        *sizes.entry(recoding.class(record)).or_insert(0) += 1;
    }
    sizes.into_values().collect()
}

fn discernibility(table: &Microdata, recoding: &Recoding) -> f64 {
    let kept: f64 = class_sizes(table, recoding).iter().map(|size| (*size as f64).powi(2)).sum();
    kept + (recoding.suppressed() * table.records()) as f64
}

fn average_class_size(table: &Microdata, recoding: &Recoding, k: usize) -> f64 {
    let sizes = class_sizes(table, recoding);
    let records: usize = sizes.iter().sum();
    records as f64 / (sizes.len().max(1) * k.max(1)) as f64
}
