//! Two references, one beside the other.

use std::fmt;

use sfumato_language::Language;

use super::{Basis, Count, Counts, CountsError, Query, UNSEEN_HITS};

/// A reference that is asked first, and another that answers for what the first has never seen.
///
/// What the first has counted is believed. A phrase that it has not is as common as in the second, but no more common
/// than the first can miss, half a document of it. Phrases that never met there may have met in half a document, as
/// everywhere: that they did not is no proof. Hits are told as documents of the larger of the two.
pub struct Beside<'k> {
    own: &'k dyn Counts,
    other: &'k dyn Counts,
}

impl<'k> Beside<'k> {
    /// One reference, and another beside it.
    pub fn new(own: &'k dyn Counts, other: &'k dyn Counts) -> Self {
        Self { own, other }
    }
}

impl fmt::Debug for Beside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Beside({}, {})", self.own.name(), self.other.name())
    }
}

impl Counts for Beside<'_> {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        let mut counts = self.own.hits(queries)?;
        let unseen: Vec<usize> = (0..counts.len()).filter(|at| counts[*at].basis == Basis::Unseen).collect();
        for (count, query) in counts.iter_mut().zip(queries) {
            count.hits *= self.total(query.language) / self.own.total(query.language);
        }
        if unseen.is_empty() {
            return Ok(counts);
        }
        let asked: Vec<Query<'_>> = unseen.iter().map(|at| queries[*at]).collect();
        for ((at, answer), query) in unseen.into_iter().zip(self.other.hits(&asked)?).zip(&asked) {
            let total = self.total(query.language);
            let missed = UNSEEN_HITS / self.own.total(query.language) * total;
            let elsewhere = answer.hits / self.other.total(query.language) * total;
            let hits = if query.phrases.len() > 1 { missed } else { elsewhere.min(missed) };
            if hits > 0.0 {
                counts[at] = Count { hits, basis: Basis::Estimated };
            }
        }
        Ok(counts)
    }

    fn total(&self, language: Language) -> f64 {
        self.own.total(language).max(self.other.total(language))
    }

    fn name(&self) -> &str {
        self.own.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{ListedCounts, Phrase};

    fn list(text: &str) -> ListedCounts {
        ListedCounts::parse("test", text).expect("a list")
    }

    #[test]
    fn what_one_has_never_seen_the_other_answers_for() {
        let own = list("#total\t100\nfilm\t40\nactor\t25\n");
        let other = list("#total\t1000000\nfilm\t10\nspore\t1000\nthe\t900000\n");
        let both = Beside::new(&own, &other);
        let hits = |words: &[&str]| {
            let phrases: Vec<Phrase<'_>> = words.iter().map(|word| Phrase::new(word)).collect();
            both.hits(&[Query { phrases: &phrases, language: Language::English }]).expect("an answer")[0]
        };
        assert_eq!(both.total(Language::English), 1_000_000.0);
        assert_eq!(hits(&["film"]), Count { hits: 400_000.0, basis: Basis::Counted });
        assert_eq!(hits(&["spore"]), Count { hits: 1000.0, basis: Basis::Estimated });
        // The own reference would have seen it if it were as common as that.
        assert_eq!(hits(&["the"]).hits, 5000.0);
        assert_eq!(hits(&["mycelium"]), Count::UNSEEN);
        assert_eq!(hits(&["film", "spore"]).hits, 5000.0);
    }
}
