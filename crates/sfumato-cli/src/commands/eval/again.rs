//! `sfumato eval again`: what a second run over masked documents still finds, by category.
//!
//! What is found only once its neighbours are gone, or in a label, was either missed or is a false alarm; in both cases
//! somebody ought to look.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rayon::prelude::*;
use sfumato::Anonymiser;
use sfumato::document::formats::{DocumentFormat, FileKind};

use super::printed::{cell, many, percent};
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::{Completeness, jobs, print};

/// The number of values replaced, by category.
type ReplacedCounts = BTreeMap<String, usize>;

/// The result for a file.
struct SecondRunResult {
    name: String,
    first: ReplacedCounts,
    again: ReplacedCounts,
}

/// Masks documents of any kind, and what came of them once more.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::anonymiser(&eval.rules)?;
    let inputs = inputs::collect(eval.gold(), None)?;
    super::check_rows(eval, &inputs)?;
    let outcomes: Vec<SecondRunResult> =
        inputs.par_iter().map(|input| of_file(input, &anonymiser)).collect::<Result<_, Failure>>()?;
    super::write_rows(eval, &rows(&outcomes))?;
    let policy = anonymiser.policy().name.as_str();
    print(&match eval.form {
        EvalForm::Table => table(policy, &outcomes),
        EvalForm::Csv => rows(&outcomes),
        EvalForm::Json => json(policy, &outcomes),
    })?;
    Ok(Completeness::Complete)
}

fn of_file(input: &InputFile, anonymiser: &Anonymiser) -> Result<SecondRunResult, Failure> {
    let bytes = input.read()?;
    let name = input.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let told = FileKind::tell(&bytes, name.as_deref());
    let format = told.map_err(|error| Failure::at(input.name(), error))?.format();
    let failed = |what: String| Failure::at(input.name(), what);
    let (masked, first) = mask(&bytes, format.as_ref(), anonymiser).map_err(failed)?;
    let (_, again) = mask(&masked, format.as_ref(), anonymiser).map_err(failed)?;
    Ok(SecondRunResult { name: input.below.display().to_string(), first, again })
}

/// All documents of a file masked, and what was replaced in them.
fn mask(
    bytes: &[u8],
    format: &dyn DocumentFormat,
    anonymiser: &Anonymiser,
) -> Result<(Vec<u8>, ReplacedCounts), String> {
    let (mut out, mut counts, mut at) = (Vec::with_capacity(bytes.len()), ReplacedCounts::new(), 0);
    for range in format.split(bytes).map_err(|error| error.to_string())? {
        let document = format.read(bytes[range.clone()].to_vec()).map_err(|error| error.to_string())?;
        let masked = anonymiser.mask_document(&document).map_err(|error| error.to_string())?;
        for (category, count) in masked.report(&document, "").counts {
            *counts.entry(category).or_default() += count;
        }
        out.extend_from_slice(&bytes[at..range.start]);
        out.extend(masked.write(format, &document).map_err(|error| error.to_string())?);
        at = range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    Ok((out, counts))
}

/// Both counts of each category that either run found, over all files.
fn sums(outcomes: &[SecondRunResult]) -> BTreeMap<&str, (usize, usize)> {
    let mut sums: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for SecondRunResult { first, again, .. } in outcomes {
        first.iter().for_each(|(category, count)| sums.entry(category).or_default().0 += count);
        again.iter().for_each(|(category, count)| sums.entry(category).or_default().1 += count);
    }
    sums
}

/// The values each run replaced, and the files in which the second replaced any.
fn totals(outcomes: &[SecondRunResult]) -> (usize, usize, usize) {
    let (first, again) = sums(outcomes).values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    (first, again, outcomes.iter().filter(|outcome| !outcome.again.is_empty()).count())
}

fn table(policy: &str, outcomes: &[SecondRunResult]) -> String {
    let (first, again, files) = totals(outcomes);
    let mut out = format!("a second run over {}, policy {policy}\n", many(outcomes.len(), "file"));
    let _ = writeln!(out, "  {:<26} {:>8} {:>8}", "category", "masked", "again");
    for (category, (first, again)) in sums(outcomes).into_iter().filter(|(_, (_, again))| *again > 0) {
        let _ = writeln!(out, "  {category:<26} {first:>8} {again:>8}");
    }
    let _ = writeln!(out, "  {:<26} {first:>8} {again:>8}", "all");
    let share = percent(again as f64 / first.max(1) as f64);
    let _ = writeln!(out, "found again: {share} of 100 that were masked, in {files} of {}", outcomes.len());
    out
}

fn rows(outcomes: &[SecondRunResult]) -> String {
    let mut out = "document,category,masked,again\n".to_owned();
    for outcome in outcomes {
        for (category, (first, again)) in sums(std::slice::from_ref(outcome)) {
            let _ = writeln!(out, "{},{category},{first},{again}", cell(&outcome.name));
        }
    }
    out
}

fn json(policy: &str, outcomes: &[SecondRunResult]) -> String {
    let (first, again, files) = totals(outcomes);
    let categories: BTreeMap<&str, serde_json::Value> = sums(outcomes)
        .into_iter()
        .map(|(category, (first, again))| (category, serde_json::json!({ "n": first, "wrong": again })))
        .collect();
    let outcome = serde_json::json!({
        "task": "again",
        "policy": policy,
        "documents": outcomes.len(),
        "measures": {
            "values": { "n": first, "wrong": again },
            "documents": { "n": outcomes.len(), "wrong": files },
        },
        "categories": categories,
    });
    outcome.to_string() + "\n"
}
