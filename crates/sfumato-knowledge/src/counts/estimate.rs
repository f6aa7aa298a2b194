//! Estimates of what was never counted, from what was.
//!
//! How often something rare stands where its rarest part does is learnt from texts (training/knowledge): a phrase that a
//! document holds is far less of a chance than its words would have it, and two phrases of one document are too.

/// The share of cases in which a phrase stands where its rarest part does, or two phrases where the rarer does, by the
/// information content of the parts: `1 / (1 + exp(-(a + b most + c rest + d more)))`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share(pub [f64; 4]);

impl Share {
    /// The share, where `most` are the bits of the rarest part, `rest` those of the others together, and `more` is what
    /// else is known: how many parts there are, or how close they are to each other.
    pub fn of(self, most: f64, rest: f64, more: f64) -> f64 {
        let [a, b, c, d] = self.0;
        1.0 / (1.0 + (-(a + b * most + c * rest + d * more)).exp())
    }
}

/// The hits of several phrases together from the hits of each and of each two.
///
/// They are taken for independent but for what binds each to one that came before it, the closest first: the product
/// along the tree of the strongest bonds. It is never above the rarest two.
pub(super) fn together(single: &[f64], pair: impl Fn(usize, usize) -> f64, total: f64) -> f64 {
    let number = single.len();
    let rarest = (0..number).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| pair(a, b));
    let rarest = rarest.fold(f64::INFINITY, f64::min);
    // The probability of each given the phrase it is closest to, of those that are in already.
    let mut given: Vec<f64> = single.iter().map(|hits| hits / total).collect();
    let mut is_in = vec![false; number];
    let mut probability = 1.0;
    for _ in 0..number {
        let bond = |at: &usize| given[*at] * total / single[*at];
        let Some(next) = (0..number).filter(|at| !is_in[*at]).max_by(|a, b| bond(a).total_cmp(&bond(b))) else { break };
        is_in[next] = true;
        probability *= given[next];
        for (at, given) in given.iter_mut().enumerate() {
            *given = given.max(pair(at, next) / single[next]);
        }
    }
    (probability * total).min(rarest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_phrases_are_bound_by_the_closest() {
        let single = [100.0, 200.0, 50.0];
        let total = 10_000.0;
        let alone = |a: usize, b: usize| single[a] * single[b] / total;
        assert!((together(&single, alone, total) - 100.0 * 200.0 * 50.0 / total / total).abs() < 1e-9);
        let bound = |a: usize, b: usize| if a + b == 1 { 80.0 } else { alone(a, b) };
        let estimate = together(&single, bound, total);
        assert!((estimate - 80.0 * 50.0 / total).abs() < 1e-9, "{estimate}");
        let same = |a: usize, b: usize| single[a].min(single[b]);
        assert!(together(&single, same, total) <= 50.0);
    }

    #[test]
    fn a_share_is_one() {
        let share = Share([-7.8, 0.57, -0.1, -0.8]);
        assert!((0.0..0.05).contains(&share.of(8.0, 6.0, 2.0)));
        assert!((0.5..1.0).contains(&share.of(22.0, 6.0, 2.0)));
        assert!((0.0..=1.0).contains(&share.of(-1e300, 1e300, f64::INFINITY)));
    }
}
