//! Numbers that are changed rather than generalised: micro-aggregation, and top and bottom coding.

use crate::error::MicrodataError;
use crate::table::AttributeColumn;

/// Puts the mean of at least `k` alike records in the place of their numbers, in all columns together: MDAV, the records
/// furthest from the mean first. A record without one of the numbers keeps what it has, and counts for nobody.
/// Takes time with the square of the records.
pub fn micro_aggregate(columns: &[&AttributeColumn], k: usize) -> Result<Vec<AttributeColumn>, MicrodataError> {
    let wish = "micro-aggregation";
    if k == 0 {
        return Err(MicrodataError::BadParameter { wish, reason: "k must be at least 1" });
    }
    let mut numbers: Vec<Vec<Option<f64>>> = Vec::new();
    for column in columns {
        let values = column.numbers()?;
        numbers
            .push((0..column.records()).map(|record| column.code(record).map(|code| values[code as usize])).collect());
    }
    let records = columns.first().map_or(0, |column| column.records());
    if columns.iter().any(|column| column.records() != records || column.is_set_valued()) {
        return Err(MicrodataError::UnfitColumn { wish, reason: "columns must be of one table, with one number each" });
    }
    let points = standardised(&numbers, records);
    let mut groups = Vec::new();
    let mut left: Vec<usize> = (0..records).filter(|record| points[*record].is_some()).collect();
    if left.len() < k {
        return Err(MicrodataError::TooFewRecords { k, records: left.len() });
    }
    while left.len() >= 3 * k {
        let far = furthest(&points, &left, &mean(&points, &left));
        let opposite = furthest(&points, &left, &point(&points, far));
        groups.push(take_nearest(&points, &mut left, far, k));
        // The other end may have been taken with the first group.
        let opposite = if left.contains(&opposite) { opposite } else { furthest(&points, &left, &point(&points, far)) };
        groups.push(take_nearest(&points, &mut left, opposite, k));
    }
    if left.len() >= 2 * k {
        let far = furthest(&points, &left, &mean(&points, &left));
        groups.push(take_nearest(&points, &mut left, far, k));
    }
    groups.push(left);
    let mut aggregated = Vec::new();
    for (column, mut numbers) in columns.iter().zip(numbers) {
        for group in &groups {
            let sum: f64 = group.iter().filter_map(|record| numbers[*record]).sum();
            for record in group {
                numbers[*record] = Some(sum / group.len() as f64);
            }
        }
        let column = AttributeColumn::from_numbers(column.name(), numbers).with_role(column.role());
        aggregated.push(column);
    }
    Ok(aggregated)
}

/// Puts `bottom` in the place of every smaller number, and `top` in that of every greater one.
pub fn clamp(column: &AttributeColumn, bottom: f64, top: f64) -> Result<AttributeColumn, MicrodataError> {
    let wish = "top and bottom coding";
    if bottom.is_nan() || top.is_nan() || bottom > top {
        return Err(MicrodataError::BadParameter { wish, reason: "the bottom must not be above the top" });
    }
    if column.is_set_valued() {
        return Err(MicrodataError::UnfitColumn { wish, reason: "a set-valued column has no one number" });
    }
    let values = column.numbers()?;
    let clamped =
        (0..column.records()).map(|record| column.code(record).map(|code| values[code as usize].clamp(bottom, top)));
    Ok(AttributeColumn::from_numbers(column.name(), clamped).with_role(column.role()).with_weight(column.weight()))
}

/// The records as points whose coordinates have the same spread; none where a number is missing.
fn standardised(numbers: &[Vec<Option<f64>>], records: usize) -> Vec<Option<Vec<f64>>> {
    let spread = |column: &Vec<Option<f64>>| {
        let known: Vec<f64> = column.iter().copied().flatten().collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let variance = known.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / known.len().max(1) as f64;
        if variance > 0.0 { variance.sqrt() } else { 1.0 }
    };
    let spreads: Vec<f64> = numbers.iter().map(spread).collect();
    (0..records)
        .map(|record| numbers.iter().zip(&spreads).map(|(column, spread)| Some(column[record]? / spread)).collect())
        .collect()
}

fn point(points: &[Option<Vec<f64>>], record: usize) -> Vec<f64> {
    points[record].clone().unwrap_or_default()
}

fn distance(points: &[Option<Vec<f64>>], record: usize, to: &[f64]) -> f64 {
    points[record].iter().flatten().zip(to).map(|(one, other)| (one - other).powi(2)).sum()
}

fn mean(points: &[Option<Vec<f64>>], records: &[usize]) -> Vec<f64> {
    let mut mean = vec![0.0; records.first().map_or(0, |record| point(points, *record).len())];
    for record in records {
        for (sum, number) in mean.iter_mut().zip(points[*record].iter().flatten()) {
            *sum += number / records.len() as f64;
        }
    }
    mean
}

fn furthest(points: &[Option<Vec<f64>>], records: &[usize], from: &[f64]) -> usize {
    let by_distance = |one: &usize, other: &usize| {
        distance(points, *one, from).total_cmp(&distance(points, *other, from)).then(other.cmp(one))
    };
    records.iter().copied().max_by(by_distance).unwrap_or_default()
}

/// Takes a record and those nearest to it, `k` in all.
fn take_nearest(points: &[Option<Vec<f64>>], left: &mut Vec<usize>, record: usize, k: usize) -> Vec<usize> {
    let from = point(points, record);
    let mut order: Vec<(f64, usize)> = left.iter().map(|other| (distance(points, *other, &from), *other)).collect();
    if order.len() > k {
        order.select_nth_unstable_by(k, |one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        order.truncate(k);
    }
    let mut group: Vec<usize> = order.into_iter().map(|(_, record)| record).collect();
    group.sort_unstable();
    left.retain(|record| group.binary_search(record).is_err());
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(column: &AttributeColumn) -> Vec<Option<f64>> {
        let values = column.numbers().expect("numbers");
        (0..column.records()).map(|record| column.code(record).map(|code| values[code as usize])).collect()
    }

    #[test]
    fn alike_numbers_become_their_mean_and_missing_ones_stay() {
        let column = AttributeColumn::from_numbers(
            "x",
            [1.0, 2.0, 3.0, 100.0, 101.0, 102.0].map(Some).into_iter().chain([None]),
        );
        let aggregated = micro_aggregate(&[&column], 3).expect("aggregated");
        assert_eq!(
            numbers(&aggregated[0]),
            [2.0, 2.0, 2.0, 101.0, 101.0, 101.0].map(Some).into_iter().chain([None]).collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_mean_is_of_k_records_and_the_sum_stays() {
        let column = AttributeColumn::from_numbers("x", (0..100).map(|at| Some(f64::from(at * at % 37))));
        for k in [1, 2, 3, 7, 50, 100] {
            let aggregated = numbers(&micro_aggregate(&[&column], k).expect("aggregated")[0]);
            let before: f64 = numbers(&column).into_iter().flatten().sum();
            assert!((before - aggregated.iter().flatten().sum::<f64>()).abs() < 1e-6);
            for value in &aggregated {
                assert!(aggregated.iter().filter(|other| *other == value).count() >= k);
            }
        }
        assert!(micro_aggregate(&[&column], 101).is_err());
    }

    #[test]
    fn what_is_beyond_an_end_becomes_the_end() {
        let column = AttributeColumn::from_numbers("x", [Some(-5.0), Some(7.0), None, Some(99.0)]);
        assert_eq!(numbers(&clamp(&column, 0.0, 90.0).expect("clamped")), [Some(0.0), Some(7.0), None, Some(90.0)]);
        assert!(clamp(&column, 1.0, 0.0).is_err());
    }
}
