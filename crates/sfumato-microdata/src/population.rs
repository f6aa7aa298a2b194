//! How likely somebody is found, in the table and in the population it was drawn from.
//!
//! Sizes are those of [`EquivalenceClasses::sizes`](crate::EquivalenceClasses::sizes): a size, and the number of classes
//! that have it. The three estimates of how many people are unique in the population are those of the literature:
//! Zayatz takes the sizes in the sample for those in the population, Pitman's model has a tail as long as two numbers
//! fitted to the sample say, and the slide negative binomial model (SNB) sizes that are one more than a negative
//! binomial number.

/// Risks of being found by who knows that somebody is in the table (prosecutor), by who knows that they are in the
/// population (journalist), and of all together (marketer).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RiskSummary {
    /// The greatest probability with which somebody is found who is known to be in the table.
    pub highest: f64,
    /// The mean of it over all records, which is also the share of records that an attacker finds on average.
    pub average: f64,
    /// The share of records that are alone in their class.
    pub unique: f64,
}

/// The risks of a table by the sizes of its classes; none at all of an empty one.
pub fn risks(sizes: &[(usize, usize)]) -> RiskSummary {
    let records: usize = records(sizes);
    let classes: usize = sizes.iter().map(|(_, classes)| classes).sum();
    let smallest = sizes.iter().map(|(size, _)| *size).min().unwrap_or(0);
    let all = records.max(1) as f64;
    RiskSummary {
        highest: if smallest == 0 { 0.0 } else { 1.0 / smallest as f64 },
        average: classes as f64 / all,
        unique: of_size(sizes, 1) as f64 / all,
    }
}

/// The share of records with a probability of being found above a threshold.
pub fn share_at_risk(sizes: &[(usize, usize)], threshold: f64) -> f64 {
    let at_risk: usize =
        sizes.iter().filter(|(size, _)| 1.0 / *size as f64 > threshold).map(|(size, classes)| size * classes).sum();
    at_risk as f64 / records(sizes).max(1) as f64
}

/// The greatest and the mean risk where the attacker looks in the population: of each record the size of its class in
/// the table and in the population.
pub fn journalist_risks(population: &[usize]) -> (f64, f64) {
    let smallest = population.iter().copied().min().unwrap_or(0).max(1);
    let sum: f64 = population.iter().map(|size| 1.0 / (*size).max(1) as f64).sum();
    if population.is_empty() { (0.0, 0.0) } else { (1.0 / smallest as f64, sum / population.len() as f64) }
}

fn records(sizes: &[(usize, usize)]) -> usize {
    sizes.iter().map(|(size, classes)| size * classes).sum()
}

fn of_size(sizes: &[(usize, usize)], wanted: usize) -> usize {
    sizes.iter().filter(|(size, _)| *size == wanted).map(|(_, classes)| classes).sum()
}

/// The share of the population that is unique in it, as Zayatz estimates it, when the table is a random sample of that
/// fraction.
pub fn zayatz(sizes: &[(usize, usize)], fraction: f64) -> f64 {
    let sample = records(sizes) as f64;
    let uniques = of_size(sizes, 1) as f64;
    if sample == 0.0 || uniques == 0.0 {
        return 0.0;
    }
    let population = sample / fraction;
    // The logarithm of the probability that exactly one of a class is drawn.
    let one_drawn = |size: f64| size.ln() + ln_choose(population - size, sample - 1.0) - ln_choose(population, sample);
    let weigh = |(size, classes): &(usize, usize)| {
        let size = *size as f64;
        let is_possible = population - size >= sample - 1.0;
        if is_possible { *classes as f64 * one_drawn(size).exp() } else { 0.0 }
    };
    let all: f64 = sizes.iter().map(weigh).sum();
    let conditional = if all > 0.0 { weigh(&(1, of_size(sizes, 1))) / all } else { 1.0 };
    (uniques * conditional / fraction / population).min(1.0)
}

/// The share of the population that is unique in it, as Pitman's model has it.
pub fn pitman(sizes: &[(usize, usize)], fraction: f64) -> f64 {
    let sample = records(sizes) as f64;
    let classes: f64 = sizes.iter().map(|(_, classes)| *classes as f64).sum();
    if sample < 2.0 || of_size(sizes, 1) == 0 {
        return 0.0;
    }
    let likelihood = |alpha: f64, theta: f64| {
        let first = (classes - 1.0) * alpha.ln() + ln_gamma(theta / alpha + classes) - ln_gamma(theta / alpha + 1.0);
        let second = ln_gamma(theta + sample) - ln_gamma(theta + 1.0);
        let third: f64 = sizes
            .iter()
            .map(|(size, classes)| *classes as f64 * (ln_gamma(*size as f64 - alpha) - ln_gamma(1.0 - alpha)))
            .sum();
        first - second + third
    };
    let best_theta = |alpha: f64| highest(-8.0, sample.ln() + 8.0, |log| likelihood(alpha, log.exp())).exp();
    let alpha = highest(1e-4, 0.9999, |alpha| likelihood(alpha, best_theta(alpha)));
    let theta = best_theta(alpha);
    let population = sample / fraction;
    let uniques = (ln_gamma(theta + 1.0) - ln_gamma(theta + alpha) + alpha * population.ln()).exp();
    (uniques / population).clamp(0.0, 1.0)
}

/// The share of the population that is unique in it, as the slide negative binomial model has it; none where no such
/// model fits the table.
pub fn snb(sizes: &[(usize, usize)], fraction: f64) -> Option<f64> {
    let sample = records(sizes) as f64;
    let seen: f64 = sizes.iter().map(|(_, classes)| *classes as f64).sum();
    let uniques = of_size(sizes, 1) as f64;
    if sample == 0.0 || uniques == 0.0 {
        return Some(0.0);
    }
    let population = sample / fraction;
    if fraction >= 1.0 {
        return Some(uniques / population);
    }
    let left = 1.0 - fraction;
    // Of a number of classes and a probability: the exponent, and what is expected to be seen of classes and uniques.
    let expected = |classes: f64, p: f64| {
        let exponent = (population / classes - 1.0) * p / (1.0 - p);
        let generated = (exponent * (p / (1.0 - (1.0 - p) * left)).ln()).exp();
        let slope = exponent * (1.0 - p) / (1.0 - (1.0 - p) * left) * generated;
        (exponent, classes * (1.0 - left * generated), classes * fraction * (generated + left * slope))
    };
    // The number of classes for which as many are seen as were.
    let classes = |p: f64| {
        let (mut low, mut high) = (seen, population);
        for _ in 0..80 {
            let middle = (low + high) / 2.0;
            if expected(middle, p).1 < seen { low = middle } else { high = middle }
        }
        low
    };
    let surplus = |p: f64| expected(classes(p), p).2 - uniques;
    let grid: Vec<f64> = (1..400).map(|step| 1.0 / (1.0 + (-(f64::from(step) - 200.0) / 16.0).exp())).collect();
    let pair = grid.windows(2).find(|pair| surplus(pair[0]) * surplus(pair[1]) <= 0.0)?;
    let (mut low, mut high) = (pair[0], pair[1]);
    let rises = surplus(low) < 0.0;
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if (surplus(middle) < 0.0) == rises { low = middle } else { high = middle }
    }
    let classes = classes(low);
    let (exponent, ..) = expected(classes, low);
    Some((classes * (exponent * low.ln()).exp() / population).clamp(0.0, 1.0))
}

/// The place between two where a function with one summit is highest.
fn highest(low: f64, high: f64, value: impl Fn(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (low, high);
    let mut left = high - (high - low) * RATIO;
    let mut right = low + (high - low) * RATIO;
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..60 {
        if at_left > at_right {
            high = right;
            (right, at_right) = (left, at_left);
            left = high - (high - low) * RATIO;
            at_left = value(left);
        } else {
            low = left;
            (left, at_left) = (right, at_right);
            right = low + (high - low) * RATIO;
            at_right = value(right);
        }
    }
    (low + high) / 2.0
}

/// The logarithm of how many ways there are to choose.
fn ln_choose(of: f64, chosen: f64) -> f64 {
    ln_gamma(of + 1.0) - ln_gamma(chosen + 1.0) - ln_gamma(of - chosen + 1.0)
}

/// The logarithm of the gamma function above 0, by Stirling's series once the argument is large enough for it.
fn ln_gamma(at: f64) -> f64 {
    let (mut at, mut below) = (at, 0.0);
    while at < 12.0 {
        below += at.ln();
        at += 1.0;
    }
    let inverse = 1.0 / at;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    (at - 0.5) * at.ln() - at + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    #[test]
    fn risks_are_those_of_the_smallest_and_of_the_mean_class() {
        let risks = risks(&[(1, 2), (4, 2)]);
        assert_eq!(risks, RiskSummary { highest: 1.0, average: 0.4, unique: 0.2 });
        assert_eq!(share_at_risk(&[(1, 2), (4, 2)], 0.3), 0.2);
        assert_eq!(journalist_risks(&[2, 4, 4]), (0.5, 1.0 / 3.0));
    }

    #[test]
    fn the_logarithm_of_gamma_is_that_of_factorials() {
        for (at, expect) in [(1.0, 1.0_f64), (5.0, 24.0), (11.0, 3_628_800.0), (0.5, std::f64::consts::PI.sqrt())] {
            assert!((ln_gamma(at) - expect.ln()).abs() < 1e-12, "{at}");
        }
    }

    /// Classes of a population whose sizes are one more than a geometric number, and of a sample of it.
    fn drawn(fraction: f64) -> (f64, Vec<(usize, usize)>) {
        let mut random = SplitMix::new(7);
        let mut chance = move || random.next() as f64 / u64::MAX as f64;
        let (mut uniques, mut people) = (0.0, 0.0);
        let mut sizes = std::collections::BTreeMap::new();
        for _ in 0..40_000 {
            let mut size = 1;
            while chance() < 0.6 {
                size += 1;
            }
            people += f64::from(size);
            uniques += f64::from(u8::from(size == 1));
            let sampled = (0..size).filter(|_| chance() < fraction).count();
            if sampled > 0 {
                *sizes.entry(sampled).or_insert(0) += 1;
            }
        }
        (uniques / people, sizes.into_iter().collect())
    }

    #[test]
    fn a_population_that_is_as_the_model_says_is_estimated_well() {
        for fraction in [0.2, 0.5] {
            let (truth, sizes) = drawn(fraction);
            let estimate = snb(&sizes, fraction).expect("a model fits");
            assert!((estimate - truth).abs() < 0.02, "{fraction}: {estimate} for {truth}");
        }
    }

    #[test]
    fn the_whole_population_is_no_estimate() {
        let (truth, sizes) = drawn(1.0);
        assert!((zayatz(&sizes, 1.0) - truth).abs() < 1e-9);
        assert!((snb(&sizes, 1.0).expect("counted") - truth).abs() < 1e-9);
    }

    #[test]
    fn estimates_are_shares_and_none_where_nobody_is_alone() {
        let (_, sizes) = drawn(0.1);
        for share in [zayatz(&sizes, 0.1), pitman(&sizes, 0.1)] {
            assert!(share > 0.0 && share < 1.0, "{share}");
        }
        for share in [zayatz(&[(5, 9)], 0.1), pitman(&[(5, 9)], 0.1), snb(&[(5, 9)], 0.1).expect("none")] {
            assert_eq!(share, 0.0);
        }
    }
}
