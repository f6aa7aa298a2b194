//! Hierarchies of intervals over numbers.

use std::ops::RangeInclusive;

use super::Hierarchy;
use crate::error::MicrodataError;

/// Ranges of more whole numbers than this get leaves for those that occur only.
const MOST_LEAVES: i64 = 200_000;

/// The widths of intervals, the narrowest first, counted from an origin.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalWidths {
    // Invariant: positive, and each a multiple of the one before, so that intervals lie in one another.
    widths: Vec<f64>,
    origin: f64,
}

impl IntervalWidths {
    /// Widths that are positive and each a multiple of the one before; intervals start at multiples from the origin.
    pub fn new(origin: f64, widths: Vec<f64>) -> Result<Self, MicrodataError> {
        let is_multiple = |pair: &[f64]| {
            let times = pair[1] / pair[0];
            times >= 1.0 && (times - times.round()).abs() < 1e-9
        };
        let is_in_order = widths.iter().all(|width| width.is_finite() && *width > 0.0)
            && widths.windows(2).all(is_multiple)
            && origin.is_finite();
        if !is_in_order {
            let reason = "widths must be positive, and each a multiple of the one before";
            return Err(MicrodataError::BadParameter { wish: "intervals", reason });
        }
        Ok(Self { widths, origin })
    }

    /// Widths for ages in years: 5, 10, 20, 40.
    pub fn of_ages() -> Self {
        Self { widths: vec![5.0, 10.0, 20.0, 40.0], origin: 0.0 }
    }

    /// Widths that suit numbers between two: round ones (1, 2, 5, 10 ... doubled from there), each a multiple of the one
    /// before, until one covers all.
    pub fn suiting(low: f64, high: f64, step: f64) -> Self {
        let range = (high - low).max(step);
        let mut width = 10_f64.powf((range / 64.0).max(step).log10().floor()).max(step) * 2.5;
        if step >= 1.0 {
            width = width.ceil().max(2.0 * step);
        }
        let mut widths = Vec::new();
        while width < range && widths.len() < 12 {
            widths.push(width);
            width *= 2.0;
        }
        Self { widths, origin: 0.0 }
    }

    /// The labels of the intervals that a number lies in, the narrowest first.
    fn labels(&self, number: f64, is_whole: bool) -> Vec<String> {
        let label = |width: &f64| {
            let low = self.origin + ((number - self.origin) / width).floor() * width;
            let high = if is_whole { low + width - 1.0 } else { low + width };
            if is_whole && *width <= 1.0 { low.to_string() } else { interval_label(low, high, is_whole) }
        };
        self.widths.iter().map(label).collect()
    }
}

/// An interval as it is written: "30-39" of whole numbers, "1.5..2" where the end is not part of it.
fn interval_label(low: f64, high: f64, is_whole: bool) -> String {
    match (is_whole, low < 0.0) {
        (true, false) => format!("{low}-{high}"),
        (true, true) => format!("{low}..{high}"),
        (false, _) => format!("[{low}, {high})"),
    }
}

/// Intervals over the numbers of a dictionary.
pub(super) fn of_numbers<'v>(
    values: impl IntoIterator<Item = &'v str>,
    widths: &IntervalWidths,
) -> Result<Hierarchy, MicrodataError> {
    let mut numbers: Vec<(f64, &str)> = Vec::new();
    for (at, value) in values.into_iter().enumerate() {
        let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let column = "numbers".to_owned();
        numbers.push((number.ok_or(MicrodataError::NotNumeric { column, record: at + 1 })?, value));
    }
    let is_whole = numbers.iter().all(|(number, _)| number.fract() == 0.0)
        && widths.widths.iter().chain([&widths.origin]).all(|width| width.fract() == 0.0);
    numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
    of_sorted(numbers.iter().map(|(number, text)| (*number, (*text).to_owned())), widths, is_whole)
}

/// Intervals over all whole numbers of a range.
pub(super) fn of_integers(range: RangeInclusive<i64>, widths: &IntervalWidths) -> Result<Hierarchy, MicrodataError> {
    let count = range.end().checked_sub(*range.start()).filter(|count| (0..MOST_LEAVES).contains(count));
    if count.is_none() {
        let reason = "a range must have a value and at most 200,000";
        return Err(MicrodataError::BadParameter { wish: "intervals", reason });
    }
    of_sorted(range.map(|number| (number as f64, number.to_string())), widths, true)
}

fn of_sorted(
    numbers: impl Iterator<Item = (f64, String)>,
    widths: &IntervalWidths,
    is_whole: bool,
) -> Result<Hierarchy, MicrodataError> {
    Hierarchy::from_chains(numbers.map(|(number, text)| {
        let mut chain = vec![text];
        chain.extend(widths.labels(number, is_whole));
        chain.push(Hierarchy::ANYTHING.to_owned());
        chain
    }))
}
