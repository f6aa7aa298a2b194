//! Classes: the records that look alike.

use std::collections::HashMap;

use super::class_columns;
use crate::recode::MissingValues;
use crate::table::Microdata;

/// The records whose quasi-identifiers read the same.
/// Where a missing value matches anything, there is a class for each way a record can look, of all that match it; such
/// classes overlap.
#[derive(Debug, Clone)]
pub struct EquivalenceClasses {
    members: Vec<Vec<u32>>,
    owners: Vec<usize>,
    records: usize,
}

/// The look of a record: the number of its text in each column, and none where it is missing.
type Look = Vec<Option<u32>>;

impl EquivalenceClasses {
    /// The classes of a table.
    pub fn of(table: &Microdata, missing: MissingValues) -> Self {
        let columns = class_columns(table);
        let mut places: HashMap<Look, usize> = HashMap::new();
        let mut members: Vec<Vec<u32>> = Vec::new();
        for record in 0..table.records() {
            let look: Look = columns.iter().map(|at| table.column(*at).code(record)).collect();
            let next = members.len();
            let place = *places.entry(look).or_insert(next);
            if place == next {
                members.push(Vec::new());
            }
            members[place].push(record as u32);
        }
        let owners = members.iter().map(Vec::len).collect();
        let has_gaps = places.keys().any(|look| look.contains(&None));
        if missing == MissingValues::MatchAll && has_gaps {
            let mut looks: Vec<(Look, usize)> = places.into_iter().collect();
            looks.sort_unstable_by_key(|(_, place)| *place);
            let looks: Vec<Look> = looks.into_iter().map(|(look, _)| look).collect();
            members = matching(&looks, &members);
        }
        Self { members, owners, records: table.records() }
    }

    /// Each class, with the number of records that look like it.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], usize)> {
        self.members.iter().map(Vec::as_slice).zip(self.owners.iter().copied())
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// True if there is no record.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The sizes of the classes, each with the number of classes of that size, the smallest first.
    pub fn sizes(&self) -> Vec<(usize, usize)> {
        let mut sizes = std::collections::BTreeMap::new();
        for class in &self.members {
            *sizes.entry(class.len()).or_insert(0) += 1;
        }
        sizes.into_iter().collect()
    }

    /// The mean over all records of one in the size of their class.
    pub fn average_risk(&self) -> f64 {
        let risk: f64 = self.iter().map(|(class, owners)| owners as f64 / class.len() as f64).sum();
        risk / self.records.max(1) as f64
    }

    /// The size of each record's class.
    pub fn size_of_records(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.records];
        for (class, owners) in self.iter() {
            // Those that look like the class come first, see `matching`.
            for record in &class[..owners] {
                sizes[*record as usize] = class.len();
            }
        }
        sizes
    }
}

/// The records that match each look, those that have it first; looks are compared by which columns they lack, so that
/// the cost is that of joins and not of pairs.
fn matching(looks: &[Look], members: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut by_gaps: HashMap<Vec<bool>, Vec<usize>> = HashMap::new();
    for (place, look) in looks.iter().enumerate() {
        by_gaps.entry(look.iter().map(Option::is_none).collect()).or_default().push(place);
    }
    let mut groups: Vec<(Vec<bool>, Vec<usize>)> = by_gaps.into_iter().collect();
    groups.sort();
    let mut matched = members.to_vec();
    for (gaps, ones) in &groups {
        for (other_gaps, others) in &groups {
            let known: Vec<usize> = (0..gaps.len()).filter(|at| !gaps[*at] && !other_gaps[*at]).collect();
            let key = |place: usize| -> Vec<Option<u32>> { known.iter().map(|at| looks[place][*at]).collect() };
            let mut table: HashMap<Vec<Option<u32>>, Vec<usize>> = HashMap::new();
            for place in others {
                table.entry(key(*place)).or_default().push(*place);
            }
            for place in ones {
                for other in table.get(&key(*place)).into_iter().flatten().filter(|other| *other != place) {
                    matched[*place].extend(&members[*other]);
                }
            }
        }
    }
    matched
}
