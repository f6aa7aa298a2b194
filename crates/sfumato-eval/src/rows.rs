//! Rows of an evaluation, one a document and measure, as files of comma-separated values, and what changed between two.

mod draws;
mod table;

use std::collections::{BTreeMap, BTreeSet};

pub use table::{CsvRecords, EvaluationRows, RowsError};

/// The change of a measure.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasureChange {
    /// The measure: what the rows call it, and the column.
    pub measure: String,
    /// The number of documents that have it in both files.
    pub documents: usize,
    /// Its mean in the first file.
    pub before: f64,
    /// Its mean in the second.
    pub after: f64,
    /// Between which the mean difference lies in 95 of 100 sets of as many documents drawn from these.
    pub interval: (f64, f64),
    /// The number of documents that got better.
    pub better: usize,
    /// The number of documents that got worse.
    pub worse: usize,
    /// The changes by document, the worst first.
    pub by_document: Vec<(String, f64)>,
    /// True if less of it is better.
    pub less_is_better: bool,
}

impl MeasureChange {
    /// The mean difference.
    pub fn difference(&self) -> f64 {
        self.after - self.before
    }

    /// The mean difference, less than nought if it got worse.
    pub fn gain(&self) -> f64 {
        if self.less_is_better { -self.difference() } else { self.difference() }
    }

    /// True if any document changed.
    pub fn is_change(&self) -> bool {
        self.better + self.worse > 0
    }
}

/// The changes between two files.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowsDiff {
    /// Each measure that both have, in the order of its name.
    pub changes: Vec<MeasureChange>,
    /// Documents that both have.
    pub in_both: usize,
    /// Documents of the first file alone.
    pub only_before: usize,
    /// Documents of the second alone.
    pub only_after: usize,
    /// Documents in which another number of things was there to be found, so that the files are not of the same gold.
    pub other_gold: usize,
}

/// Columns of which less is better: what is changed in one piece, and whether an attacker is right.
const LESS_IS_BETTER: [&str; 4] = ["longest_words", "longest_sentences", "at_1", "at_5"];

/// A document with its value before and after.
type ValuePair<'d> = (&'d str, f64, f64);

/// Compares two files, document by document.
pub fn diff(before: &EvaluationRows, after: &EvaluationRows) -> RowsDiff {
    let documents = |rows: &EvaluationRows| rows.documents().map(str::to_owned).collect::<BTreeSet<String>>();
    let (first, second) = (documents(before), documents(after));
    let mut pairs: BTreeMap<(&str, &str), Vec<ValuePair<'_>>> = BTreeMap::new();
    for ((measure, column, document), value) in before.scores() {
        if let Some(other) = after.score(measure, column, document) {
            pairs.entry((measure, column)).or_default().push((document, value, other));
        }
    }
    RowsDiff {
        changes: pairs.into_iter().map(|((measure, column), pairs)| change(measure, column, &pairs)).collect(),
        in_both: first.intersection(&second).count(),
        only_before: first.difference(&second).count(),
        only_after: second.difference(&first).count(),
        other_gold: before.documents_with_another_number(after),
    }
}

fn change(measure: &str, column: &str, pairs: &[ValuePair<'_>]) -> MeasureChange {
    let less_is_better = LESS_IS_BETTER.contains(&column);
    let gain = |(_, before, after): &ValuePair<'_>| if less_is_better { before - after } else { after - before };
    let differences: Vec<f64> = pairs.iter().map(|(_, before, after)| after - before).collect();
    let n = pairs.len().max(1) as f64;
    let mut by_document: Vec<(String, f64)> = pairs
        .iter()
        .filter(|pair| gain(pair) != 0.0)
        .map(|(document, before, after)| ((*document).to_owned(), after - before))
        .collect();
    let sign = if less_is_better { -1.0 } else { 1.0 };
    by_document.sort_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)).then_with(|| a.0.cmp(&b.0)));
    MeasureChange {
        measure: if measure.is_empty() { column.to_owned() } else { format!("{measure} {column}") },
        documents: pairs.len(),
        before: pairs.iter().map(|(_, before, _)| before).sum::<f64>() / n,
        after: pairs.iter().map(|(.., after)| after).sum::<f64>() / n,
        interval: draws::interval(&differences),
        better: pairs.iter().filter(|pair| gain(pair) > 0.0).count(),
        worse: pairs.iter().filter(|pair| gain(pair) < 0.0).count(),
        by_document,
        less_is_better,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(before: &str, after: &str) -> RowsDiff {
        diff(&EvaluationRows::parse(before).expect("rows"), &EvaluationRows::parse(after).expect("rows"))
    }

    const BEFORE: &str = "file,document,measure,n,right,f1\na.ann,a,entity,4,2,50.00\nb.ann,b,entity,2,2,100.00\n\
        c.ann,c,entity,3,3,100.00\n";

    #[test]
    fn the_same_is_no_change() {
        let same = compared(BEFORE, BEFORE);
        let [only] = same.changes.as_slice() else { panic!("one measure: {same:?}") };
        assert!(!only.is_change() && only.interval == (0.0, 0.0), "{only:?}");
        assert_eq!((same.in_both, same.only_before, same.only_after, same.other_gold), (3, 0, 0, 0));
    }

    #[test]
    fn documents_are_paired_by_name_and_not_by_line() {
        let after = "file,document,measure,n,right,f1\nd.ann,d,entity,1,1,100.00\nb.ann,b,entity,3,1,40.00\n\
            a.ann,a,entity,4,3,75.00\n";
        let other = compared(BEFORE, after);
        let only = &other.changes[0];
        assert_eq!((only.measure.as_str(), only.documents, only.better, only.worse), ("entity f1", 2, 1, 1));
        assert!((only.difference() + 17.5).abs() < 1e-9, "{only:?}");
        assert!(only.interval.0 <= -60.0 && only.interval.1 >= 25.0, "{only:?}");
        assert_eq!(only.by_document, [("b.ann b".to_owned(), -60.0), ("a.ann a".to_owned(), 25.0)]);
        assert_eq!((other.in_both, other.only_before, other.only_after, other.other_gold), (2, 1, 1, 1));
    }

    #[test]
    fn wide_rows_have_a_measure_a_column_and_long_places_are_worse() {
        let before = "document,unit_f1,longest_words\na,90.00,3\n";
        let after = "document,unit_f1,longest_words\na,91.00,7\n";
        let changes = compared(before, after).changes;
        let names: Vec<(&str, usize, usize)> =
            changes.iter().map(|change| (change.measure.as_str(), change.better, change.worse)).collect();
        assert_eq!(names, [("longest_words", 0, 1), ("unit_f1", 1, 0)]);
        assert!(changes[0].gain() < 0.0 && changes[0].difference() > 0.0);
    }

    #[test]
    fn what_has_no_value_is_not_compared() {
        let changes = compared("document,f1\na,\nb,50\n", "document,f1\na,70\nb,60\n").changes;
        assert_eq!((changes[0].documents, changes[0].better), (1, 1));
    }
}
