//! Counts as tables, for people and for programs.

use std::fmt::Write as _;

use sfumato_eval::{MatchCounts, MatchTally};

use crate::args::EvalForm;

/// Something that counts come to, with its name.
pub type NamedScore = (&'static str, fn(MatchCounts) -> f64);

/// The scores of every task.
pub const SCORES: &[NamedScore] =
    &[("precision", MatchCounts::precision), ("recall", MatchCounts::recall), ("f1", MatchCounts::f1)];

/// The same where what is missed costs more than what is spurious.
pub const SCORES_OF_MASKING: &[NamedScore] = &[
    ("precision", MatchCounts::precision),
    ("recall", MatchCounts::recall),
    ("f1", MatchCounts::f1),
    ("f2", MatchCounts::f2),
];

/// The result of a task.
pub struct EvaluationTable<'o> {
    /// The heading, for people.
    pub title: String,
    /// The description of the run, for programs.
    pub about: serde_json::Map<String, serde_json::Value>,
    /// Each measure.
    pub measures: Vec<(&'static str, &'o MatchTally)>,
    /// True for measures whose labels people see.
    pub shows_labels: fn(&str) -> bool,
    /// The scores printed of counts.
    pub scores: &'static [NamedScore],
    /// Further text, for people.
    pub rest: String,
}

/// A line of the result.
struct EvaluationLine<'o> {
    measure: &'static str,
    /// Nothing for all labels together.
    label: Option<&'o str>,
    counts: MatchCounts,
}

impl<'o> EvaluationTable<'o> {
    /// In a form.
    pub fn to(&self, form: EvalForm) -> String {
        match form {
            EvalForm::Table => self.table(),
            EvalForm::Csv => self.csv(),
            EvalForm::Json => self.json(),
        }
    }

    /// Each measure, first over all labels and then for each.
    fn lines(&self) -> Vec<EvaluationLine<'o>> {
        let mut lines = Vec::new();
        for (measure, tally) in &self.measures {
            lines.push(EvaluationLine { measure, label: None, counts: tally.all });
            let by_label = tally.by_label.iter();
            lines.extend(by_label.map(|(label, counts)| EvaluationLine {
                measure,
                label: Some(label),
                counts: *counts,
            }));
        }
        lines
    }

    fn table(&self) -> String {
        let mut lines = self.lines();
        lines.retain(|line| line.label.is_none() || (self.shows_labels)(line.measure));
        // The measures at a glance, then the labels.
        lines.sort_by_key(|line| line.label.is_some());
        let label =
            |line: &EvaluationLine<'o>| line.label.map_or("all", |label| if label.is_empty() { "-" } else { label });
        let wide = |words: &mut dyn Iterator<Item = usize>, least: usize| words.max().unwrap_or(0).max(least);
        let first = wide(&mut lines.iter().map(|line| line.measure.len()), 10);
        let second = wide(&mut lines.iter().map(|line| label(line).chars().count()), 12);
        let mut out = format!("{}\n  {:<first$} {:<second$} {:>9}", self.title, "measure", "label", "n");
        for (name, _) in self.scores {
            // A measure of one letter and a digit is written as in print.
            let name = if name.len() == 2 { name.to_uppercase() } else { (*name).to_owned() };
            let _ = write!(out, " {name:>9}");
        }
        out.push('\n');
        for line in &lines {
            let _ = write!(out, "  {:<first$} {:<second$} {:>9}", line.measure, label(line), line.counts.there());
            for (_, score) in self.scores {
                let _ = write!(out, " {:>9}", percent(score(line.counts)));
            }
            out.push('\n');
        }
        out + &self.rest
    }

    fn csv(&self) -> String {
        let mut out = format!("measure,label,{}\n", counts_header(self.scores));
        for line in self.lines() {
            let label = cell(line.label.unwrap_or("*"));
            let _ = writeln!(out, "{},{label},{}", line.measure, counts_cells(line.counts, self.scores));
        }
        out
    }

    fn json(&self) -> String {
        let line = |line: &EvaluationLine<'o>| {
            let counts = line.counts;
            let mut shown = serde_json::json!({
                "measure": line.measure,
                "label": line.label,
                "n": counts.there(),
                "right": counts.right,
                "spurious": counts.spurious,
                "missed": counts.missed,
            });
            for (name, score) in self.scores {
                shown[*name] = score(counts).into();
            }
            shown
        };
        let lines: serde_json::Value = self.lines().iter().map(line).collect();
        let mut outcome = self.about.clone();
        outcome.insert("measures".to_owned(), lines);
        serde_json::Value::Object(outcome).to_string() + "\n"
    }
}

/// The names of what [`counts_cells`] gives.
pub fn counts_header(scores: &[NamedScore]) -> String {
    scores.iter().fold("n,right,spurious,missed".to_owned(), |header, (name, _)| header + "," + name)
}

/// Counts and what they come to, as comma-separated values.
pub fn counts_cells(counts: MatchCounts, scores: &[NamedScore]) -> String {
    let MatchCounts { right, spurious, missed } = counts;
    let cells = format!("{},{right},{spurious},{missed}", counts.there());
    scores.iter().fold(cells, |cells, (_, score)| cells + "," + &percent(score(counts)))
}

/// A number of things: `1 document`, `2 documents`.
pub fn many(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A share as a percentage with two digits.
pub fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// A cell of a table of comma-separated values.
pub fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
