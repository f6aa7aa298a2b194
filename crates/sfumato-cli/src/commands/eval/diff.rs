//! `sfumato eval diff`: what changed between two files of rows.

use std::fmt::Write as _;

use sfumato_eval::rows::{EvaluationRows, MeasureChange, RowsDiff, diff};

use super::printed::cell;
use crate::args::{self, EvalForm};
use crate::failure::{self, Failure};
use crate::{Completeness, gold, print};

/// So many documents are named that got worse, and as many that got better.
const NAMED: usize = 3;

/// Compares two files.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let [before, after] = eval.gold() else {
        return Err(Failure::call("diff compares two files of rows, which --rows writes"));
    };
    let read = |path: &std::path::PathBuf| {
        EvaluationRows::parse(&gold::text(path)?).map_err(|error| Failure::at(path.display().to_string(), error))
    };
    let diff = diff(&read(before)?, &read(after)?);
    if diff.in_both == 0 {
        return Err(Failure::at(after.display().to_string(), "no document is in both files"));
    }
    if diff.changes.is_empty() {
        return Err(Failure::at(after.display().to_string(), "no measure is in both files"));
    }
    print(&match eval.form {
        EvalForm::Table => table(&diff),
        EvalForm::Csv => csv(&diff),
        EvalForm::Json => json(&diff),
    })?;
    Ok(gate(&diff, eval.fail_below))
}

/// `AboveLimit` if a measure got worse by more than the user allows.
fn gate(diff: &RowsDiff, least: Option<f64>) -> Completeness {
    let worst = diff.changes.iter().min_by(|a, b| a.gain().total_cmp(&b.gain()));
    match (worst, least) {
        (Some(worst), Some(least)) if worst.gain() < least => {
            failure::say(&format!(
                "sfumato: {} changed by {:+.2}, which is below --fail-below {least}",
                worst.measure,
                worst.difference()
            ));
            Completeness::AboveLimit
        }
        _ => Completeness::Complete,
    }
}

fn table(diff: &RowsDiff) -> String {
    let RowsDiff { in_both, only_before, only_after, other_gold, .. } = diff;
    let mut out =
        format!("{in_both} documents in both, {only_before} in the first alone, {only_after} in the second\n");
    if *other_gold > 0 {
        let _ =
            writeln!(out, "in {other_gold} of them another number of things is annotated: the gold is not the same");
    }
    let changed: Vec<&MeasureChange> = diff.changes.iter().filter(|change| change.is_change()).collect();
    if changed.is_empty() {
        return out + "nothing changed\n";
    }
    let wide = changed.iter().map(|change| change.measure.chars().count()).max().unwrap_or(0).max(7);
    let heads = ["n", "before", "after", "change", "from", "to", "better", "worse"];
    let _ = write!(out, "  {:<wide$}", "measure");
    heads.iter().for_each(|head| _ = write!(out, " {head:>8}"));
    out.push('\n');
    for change in changed {
        let MeasureChange { measure, documents, before, after, better, worse, .. } = change;
        let (low, high) = change.interval;
        let _ = writeln!(
            out,
            "  {measure:<wide$} {documents:>8} {before:>8.2} {after:>8.2} {:>+8.2} {low:>+8.2} {high:>+8.2} {better:>8} \
             {worse:>8}",
            change.difference()
        );
        let named = |documents: &mut dyn Iterator<Item = &(String, f64)>| {
            let named: Vec<String> = documents.map(|(name, by)| format!("{name} {by:+.2}")).collect();
            named.join(", ")
        };
        if *worse > 0 {
            let _ = writeln!(out, "    worse: {}", named(&mut change.by_document.iter().take(NAMED.min(*worse))));
        }
        if *better > 0 {
            let _ =
                writeln!(out, "    better: {}", named(&mut change.by_document.iter().rev().take(NAMED.min(*better))));
        }
    }
    out + "from, to: where the mean difference lies in 95 of 100 draws of as many documents\n"
}

fn csv(diff: &RowsDiff) -> String {
    let mut out = "measure,n,before,after,change,from,to,better,worse\n".to_owned();
    for change in &diff.changes {
        let MeasureChange { measure, documents, before, after, interval: (low, high), better, worse, .. } = change;
        let difference = change.difference();
        let _ = writeln!(
            out,
            "{},{documents},{before:.2},{after:.2},{difference:.2},{low:.2},{high:.2},{better},{worse}",
            cell(measure)
        );
    }
    out
}

fn json(diff: &RowsDiff) -> String {
    let change = |change: &MeasureChange| {
        let (low, high) = change.interval;
        serde_json::json!({
            "measure": change.measure,
            "n": change.documents,
            "before": change.before,
            "after": change.after,
            "change": change.difference(),
            "interval": [low, high],
            "better": change.better,
            "worse": change.worse,
            "documents": change.by_document,
        })
    };
    let changes: Vec<serde_json::Value> = diff.changes.iter().map(change).collect();
    let outcome = serde_json::json!({
        "task": "diff",
        "documents": diff.in_both,
        "only_before": diff.only_before,
        "only_after": diff.only_after,
        "other_gold": diff.other_gold,
        "measures": changes,
    });
    outcome.to_string() + "\n"
}
