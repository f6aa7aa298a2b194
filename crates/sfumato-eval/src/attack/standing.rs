//! The standing of the true candidate, and the summary over documents.
//!
//! Where an attacker cannot tell candidates apart, it could do no better than draw lots. No lots are drawn here: what
//! would come of them in the mean is computed, so that the same documents always give the same figures.

/// The standing of the true candidate of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CandidateStanding {
    /// The number of candidates that score more.
    pub better: usize,
    /// The number of others that score the same.
    pub equal: usize,
}

impl CandidateStanding {
    /// The standing of a candidate by these scores.
    pub fn of(scores: &[f64], truth: usize) -> Option<Self> {
        let own = *scores.get(truth)?;
        let better = scores.iter().filter(|score| **score > own).count();
        let equal = scores.iter().filter(|score| **score == own).count().saturating_sub(1);
        Some(Self { better, equal })
    }

    /// The probability that it is among the first so many.
    pub fn within(self, first: usize) -> f64 {
        let places = (self.equal + 1) as f64;
        (first.saturating_sub(self.better) as f64 / places).min(1.0)
    }

    /// Its rank, from one.
    pub fn rank(self) -> f64 {
        self.better as f64 + 1.0 + self.equal as f64 / 2.0
    }

    /// One by its rank.
    pub fn reciprocal(self) -> f64 {
        let places = self.better + 1..=self.better + 1 + self.equal;
        places.map(|place| 1.0 / place as f64).sum::<f64>() / (self.equal + 1) as f64
    }
}

/// The summary of an attack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttackSummary {
    /// The number of documents attacked.
    pub documents: usize,
    /// The share of documents whose true candidate is first.
    pub at_1: f64,
    /// The share of documents whose true candidate is among the first five.
    pub at_5: f64,
    /// The mean rank of true candidates.
    pub mean_rank: f64,
    /// The median rank of true candidates.
    pub median_rank: f64,
    /// The mean of one by the rank.
    pub reciprocal: f64,
}

impl AttackSummary {
    /// Summarises standings; `None` if there are none.
    pub fn of(standings: &[CandidateStanding]) -> Option<Self> {
        let documents = standings.len();
        let mean =
            |value: &dyn Fn(&CandidateStanding) -> f64| standings.iter().map(value).sum::<f64>() / documents as f64;
        let mut ranks: Vec<f64> = standings.iter().map(|standing| standing.rank()).collect();
        ranks.sort_by(f64::total_cmp);
        let [low, high] = [(documents.checked_sub(1)?) / 2, documents / 2];
        Some(Self {
            documents,
            at_1: mean(&|standing| standing.within(1)),
            at_5: mean(&|standing| standing.within(5)),
            mean_rank: mean(&|standing| standing.rank()),
            median_rank: (ranks.get(low)? + ranks.get(high)?) / 2.0,
            reciprocal: mean(&|standing| standing.reciprocal()),
        })
    }

    /// The expected summary of drawing lots.
    pub fn random(documents: usize, candidates: usize) -> Option<Self> {
        let one = CandidateStanding { better: 0, equal: candidates.checked_sub(1)? };
        Some(Self { documents, ..Self::of(&[one])? })
    }
}

/// Between which rates the true one lies, with a confidence of 95 %, by Wilson's interval.
pub fn wilson(rate: f64, documents: usize) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let n = documents as f64;
    if documents == 0 {
        return (0.0, 1.0);
    }
    let middle = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_count_as_lots_would() {
        let standing = CandidateStanding::of(&[3.0, 1.0, 1.0, 1.0, 0.0], 2).expect("it is there");
        assert_eq!(standing, CandidateStanding { better: 1, equal: 2 });
        assert_eq!(standing.within(1), 0.0);
        assert_eq!(standing.within(2), 1.0 / 3.0);
        assert_eq!(standing.within(5), 1.0);
        assert_eq!(standing.rank(), 3.0);
        assert!((standing.reciprocal() - (1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn chance_is_computed() {
        let chance = AttackSummary::random(24, 50).expect("there are candidates");
        assert!((chance.at_1 - 0.02).abs() < 1e-12);
        assert!((chance.at_5 - 0.1).abs() < 1e-12);
        assert_eq!((chance.mean_rank, chance.median_rank), (25.5, 25.5));
        assert!((chance.reciprocal - 0.089_984).abs() < 1e-6);
    }

    #[test]
    fn summaries_are_means_and_medians() {
        let standings = [0, 0, 5, 9].map(|better| CandidateStanding { better, equal: 0 });
        let summary = AttackSummary::of(&standings).expect("there are some");
        assert_eq!((summary.at_1, summary.at_5), (0.5, 0.5));
        assert_eq!((summary.mean_rank, summary.median_rank), (4.5, 3.5));
        assert_eq!(AttackSummary::of(&[]), None);
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        let (low, high) = wilson(0.125, 24);
        assert!((low - 0.0434).abs() < 1e-3 && (high - 0.3100).abs() < 1e-3, "{low} {high}");
        assert!(wilson(0.0, 24).0 < 1e-12 && wilson(1.0, 24).1 > 1.0 - 1e-12);
        assert_eq!(wilson(0.5, 0), (0.0, 1.0));
    }
}
