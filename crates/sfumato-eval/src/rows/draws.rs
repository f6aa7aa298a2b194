//! Confidence intervals of a mean difference.

/// So many sets of documents are drawn.
const SETS: usize = 2000;
/// The start of the random numbers: the same differences give the same interval.
const START: u64 = 0x5f1d_7a60;

/// Between which the mean lies in 95 of 100 sets of as many numbers, drawn from these with repetition.
pub(super) fn interval(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as u64;
    if n == 0 || numbers.iter().all(|number| *number == 0.0) {
        return (0.0, 0.0);
    }
    let mut state = START;
    let mut mean = || {
        let sum: f64 = (0..n).filter_map(|_| numbers.get((next(&mut state) % n) as usize)).sum();
        sum / n as f64
    };
    let mut means: Vec<f64> = (0..SETS).map(|_| mean()).collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means.get((share * (SETS - 1) as f64).round() as usize).copied().unwrap_or_default();
    (at(0.025), at(0.975))
}

/// The next of a row of numbers that look random (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_is_the_same_every_time() {
        let numbers: Vec<f64> = (0..50).map(|n| f64::from(n % 7) - 2.0).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let (low, high) = interval(&numbers);
        assert!(low < mean && mean < high && low > 0.3 && high < 1.6, "{low} {mean} {high}");
        assert_eq!(interval(&numbers), (low, high));
    }

    #[test]
    fn one_number_has_no_width() {
        assert_eq!(interval(&[3.0]), (3.0, 3.0));
        assert_eq!(interval(&[]), (0.0, 0.0));
    }
}
