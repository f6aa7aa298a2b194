//! k^m-anonymity: combinations of values of a set, and in how many records each is.

use std::collections::HashMap;

use super::ModelVerdict;
use crate::error::MicrodataError;
use crate::table::AttributeColumn;

/// More combinations than this, counted in every record that has them, are not looked at in one go.
const MOST_COMBINATIONS: f64 = 50_000_000.0;

/// How many records have each combination of up to so many items.
pub(crate) struct Itemsets {
    pub(crate) counts: HashMap<Vec<u32>, u32>,
}

impl Itemsets {
    /// The combinations of exactly `size` items of records, each sorted and without repeats.
    pub(crate) fn count(records: &[Vec<u32>], size: usize) -> Result<Self, MicrodataError> {
        let all: f64 = records.iter().map(|record| ways_to_choose(record.len(), size)).sum();
        if all > MOST_COMBINATIONS {
            let reason = "too many combinations of values; lower m";
            return Err(MicrodataError::BadParameter { wish: "k^m-anonymity", reason });
        }
        let mut counts = HashMap::new();
        let mut chosen = Vec::new();
        for record in records {
            combine(record, size, &mut chosen, &mut |items| *counts.entry(items.to_vec()).or_insert(0) += 1);
        }
        Ok(Self { counts })
    }
}

/// How many ways there are to choose some of a number of items.
fn ways_to_choose(of: usize, some: usize) -> f64 {
    if some > of { 0.0 } else { (0..some).map(|at| (of - at) as f64 / (at + 1) as f64).product() }
}

/// Calls for every combination of `size` items in order.
fn combine(items: &[u32], size: usize, chosen: &mut Vec<u32>, take: &mut impl FnMut(&[u32])) {
    if size == 0 {
        take(chosen);
        return;
    }
    for at in 0..items.len().saturating_sub(size - 1) {
        chosen.push(items[at]);
        combine(&items[at + 1..], size - 1, chosen, take);
        chosen.pop();
    }
}

/// The rarest combination that fewer than `k` records have, of the fewest items that show one.
pub(crate) fn first_violation(records: &[Vec<u32>], k: usize, m: usize) -> Result<Option<Vec<u32>>, MicrodataError> {
    for size in 1..=m {
        let itemsets = Itemsets::count(records, size)?;
        let rarest = itemsets.counts.into_iter().filter(|(_, count)| (*count as usize) < k);
        if let Some((items, _)) = rarest.min_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0))) {
            return Ok(Some(items));
        }
    }
    Ok(None)
}

/// Looks whether a set-valued column is k^m-anonymous.
pub(super) fn verify(column: &AttributeColumn, k: usize, m: usize) -> Result<ModelVerdict, MicrodataError> {
    let records: Vec<Vec<u32>> = (0..column.records()).map(|record| column.codes(record).to_vec()).collect();
    let mut verdict = ModelVerdict { holds: true, worst: f64::INFINITY, violations: 0, records: 0 };
    for size in 1..=m {
        for count in Itemsets::count(&records, size)?.counts.into_values() {
            verdict.worst = verdict.worst.min(f64::from(count));
            if (count as usize) < k {
                verdict.holds = false;
                verdict.violations += 1;
                verdict.records += count as usize;
            }
        }
    }
    Ok(verdict)
}
