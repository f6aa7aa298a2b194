//! Counting what is right and what is not.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Numbers of right, spurious and missed annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchCounts {
    /// Found, and there.
    pub right: usize,
    /// Found, but not there.
    pub spurious: usize,
    /// There, but not found.
    pub missed: usize,
}

impl MatchCounts {
    /// The number of annotations there are.
    pub fn there(self) -> usize {
        self.right + self.missed
    }

    /// The share of what was found that is there; nought if nothing was found.
    pub fn precision(self) -> f64 {
        share(self.right, self.right + self.spurious)
    }

    /// The share of what is there that was found; nought if there is nothing.
    pub fn recall(self) -> f64 {
        share(self.right, self.there())
    }

    /// The harmonic mean of the two. Where everything gets one label it is the accuracy, since what is not right is both
    /// spurious and missed.
    pub fn f1(self) -> f64 {
        share(2 * self.right, 2 * self.right + self.spurious + self.missed)
    }

    /// The same with four times the weight on recall: what is left in a document costs more than what is masked for
    /// nothing.
    pub fn f2(self) -> f64 {
        share(5 * self.right, 5 * self.right + 4 * self.missed + self.spurious)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl AddAssign for MatchCounts {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.spurious += other.spurious;
        self.missed += other.missed;
    }
}

/// Counts in all and by label.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchTally {
    /// All labels together.
    pub all: MatchCounts,
    /// Each label.
    pub by_label: BTreeMap<String, MatchCounts>,
}

impl MatchTally {
    /// Adds something that is labelled one way and was labelled another.
    pub fn label(&mut self, gold: &str, found: &str) {
        if gold == found {
            self.add(gold, MatchCounts { right: 1, ..MatchCounts::default() });
        } else {
            self.add(gold, MatchCounts { missed: 1, ..MatchCounts::default() });
            self.add(found, MatchCounts { spurious: 1, ..MatchCounts::default() });
        }
    }

    /// Adds something of which there is one, rightly found or not.
    pub fn verdict(&mut self, label: &str, is_right: bool) {
        let right = usize::from(is_right);
        self.add(label, MatchCounts { right, spurious: 1 - right, missed: 1 - right });
    }

    /// Adds counts of a label.
    pub fn add(&mut self, label: &str, counts: MatchCounts) {
        self.all += counts;
        self.add_to_label(label, counts);
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        self.all += other.all;
        other.by_label.iter().for_each(|(label, counts)| self.add_to_label(label, *counts));
    }

    fn add_to_label(&mut self, label: &str, counts: MatchCounts) {
        match self.by_label.get_mut(label) {
            Some(known) => *known += counts,
            None => _ = self.by_label.insert(label.to_owned(), counts),
        }
    }
}

/// Compares two sorted lists without repetitions.
pub(crate) fn compare<T: Ord>(gold: &[T], found: &[T]) -> MatchCounts {
    let right = found.iter().filter(|item| gold.binary_search(item).is_ok()).count();
    MatchCounts { right, spurious: found.len() - right, missed: gold.len() - right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn about(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn the_measures() {
        let counts = MatchCounts { right: 6, spurious: 2, missed: 4 };
        about(counts.precision(), 0.75);
        about(counts.recall(), 0.6);
        about(counts.f1(), 2.0 * 0.75 * 0.6 / (0.75 + 0.6));
        about(counts.f2(), 5.0 * 0.75 * 0.6 / (4.0 * 0.75 + 0.6));
        assert_eq!(counts.there(), 10);
    }

    #[test]
    fn nothing_is_worth_nothing() {
        about(MatchCounts::default().f1(), 0.0);
        about(MatchCounts::default().f2(), 0.0);
        about(MatchCounts { spurious: 3, ..MatchCounts::default() }.precision(), 0.0);
        about(MatchCounts { missed: 3, ..MatchCounts::default() }.recall(), 0.0);
    }

    #[test]
    fn f1_of_labels_is_their_accuracy() {
        let mut tally = MatchTally::default();
        for (gold, found) in [("N", "N"), ("N", "V"), ("V", "V"), ("A", "N"), ("N", "N")] {
            tally.label(gold, found);
        }
        about(tally.all.f1(), 3.0 / 5.0);
        assert_eq!(tally.by_label["N"], MatchCounts { right: 2, spurious: 1, missed: 1 });
        assert_eq!(tally.by_label["V"], MatchCounts { right: 1, spurious: 1, missed: 0 });
        assert_eq!(tally.by_label["A"], MatchCounts { right: 0, spurious: 0, missed: 1 });
    }

    #[test]
    fn verdicts_are_accuracies_too() {
        let mut tally = MatchTally::default();
        for is_right in [true, true, false, true] {
            tally.verdict("NOUN", is_right);
        }
        about(tally.all.f1(), 0.75);
        assert_eq!(tally.all.there(), 4);
    }

    #[test]
    fn tallies_add_up() {
        let (mut a, mut b) = (MatchTally::default(), MatchTally::default());
        a.label("N", "N");
        b.label("N", "V");
        a.merge(&b);
        assert_eq!(a.all, MatchCounts { right: 1, spurious: 1, missed: 1 });
        assert_eq!(a.by_label["N"].there(), 2);
    }

    #[test]
    fn lists_are_compared_as_sets() {
        let counts = compare(&[(0, 3), (4, 6), (7, 9)], &[(0, 3), (4, 9)]);
        assert_eq!(counts, MatchCounts { right: 1, spurious: 1, missed: 2 });
        assert_eq!(compare::<u8>(&[], &[]), MatchCounts::default());
    }
}
