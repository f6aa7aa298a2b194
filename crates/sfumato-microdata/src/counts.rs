//! Differentially private tables of counts.

use std::collections::BTreeMap;

use crate::error::MicrodataError;
use crate::table::{Microdata, ValueCode};

/// A cell of a table of counts: the code in each column, none where it is missing, and the count that is published.
pub type NoisyCell = (Vec<Option<ValueCode>>, u64);

/// The table of counts by some columns, (epsilon, delta)-differentially private where each person has one record.
///
/// Two-sided geometric noise is added to each count, and only cells are published whose noisy count passes a threshold:
/// with a probability of at most `delta` a cell is published that would be empty without one person. `random` gives 64
/// bits that nobody can foresee; who could would undo the noise.
pub fn noisy_counts(
    table: &Microdata,
    columns: &[usize],
    epsilon: f64,
    delta: f64,
    mut random: impl FnMut() -> u64,
) -> Result<Vec<NoisyCell>, MicrodataError> {
    let wish = "differential privacy";
    if !(epsilon > 0.0 && epsilon.is_finite()) {
        return Err(MicrodataError::BadParameter { wish, reason: "epsilon must be above 0" });
    }
    if !(delta > 0.0 && delta < 1.0) {
        return Err(MicrodataError::BadParameter { wish, reason: "delta must be between 0 and 1" });
    }
    if columns.iter().any(|at| *at >= table.columns().len() || table.column(*at).is_set_valued()) {
        return Err(MicrodataError::UnfitColumn { wish, reason: "counts are by columns with one value a record" });
    }
    let mut counts: BTreeMap<Vec<Option<ValueCode>>, i64> = BTreeMap::new();
    for record in 0..table.records() {
        *counts.entry(columns.iter().map(|at| table.column(*at).code(record)).collect()).or_default() += 1;
    }
    // One person moves two cells by one, or one cell by one where a person is added: the latter is what is hidden.
    let threshold = least_published(epsilon, delta);
    let noisy = counts.into_iter().map(|(cell, count)| (cell, count.saturating_add(noise(epsilon, &mut random))));
    Ok(noisy.filter(|(_, count)| *count >= threshold).map(|(cell, count)| (cell, count.unsigned_abs())).collect())
}

/// The least noisy count that is published: one alone reaches it with a probability of at most `delta`.
fn least_published(epsilon: f64, delta: f64) -> i64 {
    // The noise is at least n >= 1 with probability a^n / (1 + a), where a = exp(-epsilon).
    let a = (-epsilon).exp();
    let least = (delta * (1.0 + a)).ln() / a.ln();
    2 + least.max(0.0).ceil() as i64
}

/// A two-sided geometric number: n with a probability that falls by exp(-epsilon) with each step from 0.
fn noise(epsilon: f64, random: &mut impl FnMut() -> u64) -> i64 {
    let mut geometric = || {
        // Above 0 and at most 1.
        let share = ((random() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        (share.ln() / -epsilon).floor().min(1e15) as i64
    };
    geometric() - geometric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttributeColumn;
    use crate::random::SplitMix;

    fn people(sizes: &[(&'static str, usize)]) -> Microdata {
        let values = sizes.iter().flat_map(|(value, size)| std::iter::repeat_n(Some(*value), *size));
        Microdata::new(vec![AttributeColumn::from_values("x", values)]).expect("a table")
    }

    #[test]
    fn large_counts_are_near_the_truth_and_one_person_alone_is_not_told() {
        let table = people(&[("a", 1_000), ("b", 1)]);
        let mut random = SplitMix::new(3);
        let mut told = 0;
        for _ in 0..500 {
            let counts = noisy_counts(&table, &[0], 1.0, 1e-3, || random.next()).expect("counts");
            assert!(counts[0].1.abs_diff(1_000) < 40);
            told += counts.len() - 1;
        }
        assert!(told <= 5, "{told}");
    }

    #[test]
    fn noise_is_as_wide_as_epsilon_says() {
        let mut random = SplitMix::new(5);
        for epsilon in [0.5_f64, 2.0] {
            let draws: Vec<f64> = (0..20_000).map(|_| noise(epsilon, &mut || random.next()) as f64).collect();
            let a = (-epsilon).exp();
            let expect = 2.0 * a / (1.0 - a).powi(2);
            let variance = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
            assert!((variance / expect - 1.0).abs() < 0.1, "{variance} for {expect}");
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        let table = people(&[("a", 3)]);
        for (epsilon, delta) in [(0.0, 0.1), (1.0, 0.0), (1.0, 1.0), (f64::NAN, 0.1)] {
            assert!(noisy_counts(&table, &[0], epsilon, delta, || 0).is_err());
        }
        assert!(noisy_counts(&table, &[1], 1.0, 0.1, || 0).is_err());
    }
}
