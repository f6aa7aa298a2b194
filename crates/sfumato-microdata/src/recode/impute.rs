//! Missing values drawn from records that are alike otherwise: partial synthesis by donors.

use std::collections::HashMap;

use crate::random::SplitMix;
use crate::table::{Microdata, ValueCode};

/// Donors agree in so many other columns, those that tell most of the missing one.
const TELLING: usize = 2;

/// The table with a value in each of these columns wherever there was none, as long as anybody has one.
pub(super) fn impute(table: &Microdata, columns: &[usize], seed: u64) -> Microdata {
    let mut imputed = table.clone();
    let mut random = SplitMix::new(seed);
    for at in columns {
        let column = table.column(*at);
        if column.missing() == 0 {
            continue;
        }
        let mut telling: Vec<(f64, usize)> = columns
            .iter()
            .filter(|other| *other != at)
            .map(|other| (shared_entropy(table, *at, *other), *other))
            .collect();
        telling.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let telling: Vec<usize> = telling.into_iter().take(TELLING).map(|(_, column)| column).collect();
        // By how many columns agree: the values of those who have one.
        let look = |record: usize, agreeing: usize| -> Vec<Option<ValueCode>> {
            telling[..agreeing].iter().map(|column| table.column(*column).code(record)).collect()
        };
        let mut donors: Vec<HashMap<Vec<Option<ValueCode>>, Vec<ValueCode>>> = vec![HashMap::new(); telling.len() + 1];
        for (record, code) in (0..table.records()).filter_map(|record| Some((record, column.code(record)?))) {
            for (agreeing, donors) in donors.iter_mut().enumerate() {
                donors.entry(look(record, agreeing)).or_default().push(code);
            }
        }
        let codes = (0..table.records()).map(|record| {
            column.code(record).or_else(|| {
                let known =
                    (0..=telling.len()).rev().find_map(|agreeing| donors[agreeing].get(&look(record, agreeing)));
                known.map(|codes| codes[random.below(codes.len())])
            })
        });
        let column = column.clone().with_codes(codes.collect::<Vec<_>>());
        imputed = imputed.with_column(*at, column);
    }
    imputed
}

/// How much one column tells of another, in nats.
fn shared_entropy(table: &Microdata, one: usize, other: usize) -> f64 {
    let mut joint: HashMap<(ValueCode, ValueCode), f64> = HashMap::new();
    let (mut ones, mut others): (HashMap<ValueCode, f64>, HashMap<ValueCode, f64>) = Default::default();
    let mut all = 0.0;
    for record in 0..table.records() {
        if let (Some(a), Some(b)) = (table.column(one).code(record), table.column(other).code(record)) {
            *joint.entry((a, b)).or_default() += 1.0;
            *ones.entry(a).or_default() += 1.0;
            *others.entry(b).or_default() += 1.0;
            all += 1.0;
        }
    }
    // In order, so that the sum is the same each time.
    let mut joint: Vec<((ValueCode, ValueCode), f64)> = joint.into_iter().collect();
    joint.sort_unstable_by_key(|(pair, _)| *pair);
    joint.iter().map(|((a, b), count)| count / all * (count * all / (ones[a] * others[b])).ln()).sum()
}
