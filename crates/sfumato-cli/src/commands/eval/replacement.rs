//! `sfumato eval replacement`: how good pseudonyms are.

use std::fmt::Write as _;

use rayon::prelude::*;
use sfumato::Anonymiser;
use sfumato_eval::replacement::{ReplacementFlaw, ReplacementMeasure, ReplacementTally, RightShare, evaluate};

use super::printed::{cell, percent};
use crate::annotated::{self, AnnotatedFile};
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::{Completeness, jobs, print};

/// The policy where none is named.
const POLICY: &str = "pseudonymise";

/// The result for a document.
struct ReplacementResult<'f> {
    file: &'f str,
    name: &'f str,
    found: ReplacementTally,
    /// The original and its substitute at each flaw, if they may be quoted.
    quoted: Vec<(String, String)>,
}

/// Masks the texts of annotated files and looks at what came of them.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder_or(&eval.rules, POLICY)?)?;
    if !anonymiser.policy().pseudonymises() {
        return Err(Failure::at(format!("policy {}", anonymiser.policy().name), "it gives no pseudonyms"));
    }
    let files = annotated::read(&annotated::collect(eval.gold())?)?;
    let mut outcomes = Vec::new();
    for file in &files {
        outcomes.extend(of_file(file, &anonymiser, eval.show_text)?);
    }
    let mut all = ReplacementTally::default();
    outcomes.iter().for_each(|outcome| all.merge(outcome.found.clone()));
    super::write_files(&[(&eval.misses, &|| flaws(&outcomes)), (&eval.rows, &|| rows(&outcomes))])?;
    print(&match eval.form {
        EvalForm::Table => table(&anonymiser.policy().name, outcomes.len(), &all),
        EvalForm::Csv => csv(&all),
        EvalForm::Json => json(&anonymiser.policy().name, outcomes.len(), &all),
    })?;
    Ok(Completeness::Complete)
}

fn of_file<'f>(
    file: &'f AnnotatedFile,
    anonymiser: &Anonymiser,
    may_quote: bool,
) -> Result<Vec<ReplacementResult<'f>>, Failure> {
    let one = |document: &'f sfumato::document::annotations::AnnotatedDocument| {
        let failed = |error| Failure::at(&file.name, error);
        let found = evaluate(anonymiser, &document.document).map_err(failed)?;
        let mut quoted = Vec::new();
        if may_quote && !found.flaws.is_empty() {
            let masked = anonymiser.mask_document(&document.document).map_err(failed)?;
            let text = masked.edits.apply(&document.document);
            let new = |flaw: &ReplacementFlaw| text.expose().get(flaw.new.0..flaw.new.1).unwrap_or_default().to_owned();
            let quote = |flaw: &ReplacementFlaw| (document.document.slice(flaw.span).to_owned(), new(flaw));
            quoted = found.flaws.iter().map(quote).collect();
        }
        Ok(ReplacementResult { file: &file.below, name: &document.name, found, quoted })
    };
    file.documents.par_iter().map(one).collect()
}

fn share(of: RightShare) -> f64 {
    if of.all == 0 { 1.0 } else { 1.0 - of.wrong as f64 / of.all as f64 }
}

fn table(policy: &str, documents: usize, all: &ReplacementTally) -> String {
    let mut out = format!("{documents} documents, policy {policy}\n");
    let _ = writeln!(out, "  {:<16} {:>9} {:>9} {:>9}", "measure", "n", "wrong", "right %");
    for measure in ReplacementMeasure::ALL {
        let of = all.of(measure);
        let _ = writeln!(out, "  {:<16} {:>9} {:>9} {:>9}", measure.name(), of.all, of.wrong, percent(share(of)));
    }
    let _ = writeln!(out, "  ages that stay because dates or the policy say so: {}", all.ages_kept);
    let _ = writeln!(out, "\n  {:<26} {:>9} {:>9} {:>9}", "found again", "n", "not", "right %");
    for (category, of) in &all.by_category {
        let _ = writeln!(out, "  {category:<26} {:>9} {:>9} {:>9}", of.all, of.wrong, percent(share(*of)));
    }
    out
}

fn csv(all: &ReplacementTally) -> String {
    let mut out = "measure,n,wrong,right\n".to_owned();
    for measure in ReplacementMeasure::ALL {
        let of = all.of(measure);
        let _ = writeln!(out, "{},{},{},{}", measure.name(), of.all, of.wrong, percent(share(of)));
    }
    out
}

fn json(policy: &str, documents: usize, all: &ReplacementTally) -> String {
    let of = |of: RightShare| serde_json::json!({ "n": of.all, "wrong": of.wrong });
    let measures = ReplacementMeasure::ALL.map(|measure| (measure.name().to_owned(), of(all.of(measure))));
    let categories = all.by_category.iter().map(|(category, found)| (category.clone(), of(*found)));
    let outcome = serde_json::json!({
        "policy": policy,
        "documents": documents,
        "measures": serde_json::Value::Object(measures.into_iter().collect()),
        "found_again": serde_json::Value::Object(categories.collect()),
        "ages_kept": all.ages_kept,
    });
    outcome.to_string() + "\n"
}

fn rows(outcomes: &[ReplacementResult<'_>]) -> String {
    let mut out = "file,document,measure,n,wrong,share\n".to_owned();
    for outcome in outcomes {
        for measure in ReplacementMeasure::ALL {
            let of = outcome.found.of(measure);
            let (file, name) = (cell(outcome.file), cell(outcome.name));
            let share = if of.all == 0 { String::new() } else { percent(share(of)) };
            let _ = writeln!(out, "{file},{name},{},{},{},{share}", measure.name(), of.all, of.wrong);
        }
    }
    out
}

fn flaws(outcomes: &[ReplacementResult<'_>]) -> String {
    let mut out = "file,document,measure,category,found,start,end,text,new\n".to_owned();
    for outcome in outcomes {
        let quoted = outcome.quoted.iter().map(|(old, new)| (old.as_str(), new.as_str()));
        for (flaw, (old, new)) in outcome.found.flaws.iter().zip(quoted.chain(std::iter::repeat(("", "")))) {
            let (file, name, measure) = (cell(outcome.file), cell(outcome.name), flaw.measure.name());
            let (start, end) = (flaw.span.start(), flaw.span.end());
            let found = flaw.found.as_ref().map_or("", |category| category.path());
            let quoted = format!("{},{}", cell(old), cell(new));
            let _ = writeln!(out, "{file},{name},{measure},{},{found},{start},{end},{quoted}", flaw.category);
        }
    }
    out
}
