//! `sfumato eval` of what would be masked.

use std::fmt::Write as _;

use rayon::prelude::*;
use sfumato::document::annotations::AnnotatedDocument;
use sfumato_eval::entities::{
    CountedFindings, EntityComparison, EntityMeasure, EntityMiss, EntityMissKind, EntityTallies, LabelNaming, evaluate,
};

use super::printed::{EvaluationTable, SCORES_OF_MASKING, cell, counts_cells, counts_header, many};
use crate::annotated::{self, AnnotatedFile};
use crate::args::{self, FindingChoice};
use crate::failure::Failure;
use crate::output;
use crate::{Completeness, gold, jobs, print};

/// Measures on annotated files what a policy would mask.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    if eval.show_text && eval.misses.is_none() {
        return Err(Failure::call("--show-text goes with --misses"));
    }
    let anonymiser = jobs::anonymiser(&eval.rules)?;
    let map = eval.map.as_deref().map(gold::label_map).transpose()?.unwrap_or_default();
    let sources = annotated::collect(eval.gold())?;
    for path in [&eval.rows, &eval.misses].into_iter().flatten() {
        output::check_file(path, sources.iter().flat_map(annotated::AnnotatedSource::paths))?;
    }
    if eval.rows.is_some() && eval.rows == eval.misses {
        return Err(Failure::call("--rows and --misses name one file"));
    }
    let mut files = annotated::read(&sources)?;
    let labels = files.iter().flat_map(|file| &file.documents).flat_map(|document| &document.annotations);
    let naming = LabelNaming::new(labels.map(|annotation| &*annotation.label), eval.labels, &map);
    annotated::check(&mut files, &naming, eval.overlaps.unwrap_or_default())?;
    let counted = match eval.what.unwrap_or_default() {
        FindingChoice::Masked => CountedFindings::Masked,
        FindingChoice::Found => CountedFindings::Found,
    };
    let documents: Vec<LocatedDocument<'_>> = files.iter().flat_map(LocatedDocument::of).collect();
    let one = |located: &LocatedDocument<'_>| {
        let done = evaluate(&anonymiser, located.document, &naming, counted);
        done.map_err(|error| Failure::at(located.place(), error))
    };
    let outcomes: Vec<EntityComparison> = documents.par_iter().map(one).collect::<Result<_, _>>()?;
    super::write_files(&[
        (&eval.rows, &|| rows(&documents, &outcomes)),
        (&eval.misses, &|| misses(&documents, &outcomes, eval.show_text)),
    ])?;
    let mut totals = EntityTallies::default();
    outcomes.iter().for_each(|outcome| totals.merge(&outcome.tallies));
    let kinds = EntityMissKind::ALL.map(|kind| (kind, number(&outcomes, kind)));
    print(&printed(anonymiser.policy(), &naming, &files, &totals, &kinds).to(eval.form))?;
    Ok(Completeness::Complete)
}

/// A document and the file it is in.
struct LocatedDocument<'f> {
    file: &'f str,
    document: &'f AnnotatedDocument,
}

impl<'f> LocatedDocument<'f> {
    fn of(file: &'f AnnotatedFile) -> impl Iterator<Item = Self> {
        file.documents.iter().map(|document| Self { file: &file.below, document })
    }

    /// Its place in failures: ids may be those of patients.
    fn place(&self) -> &'f str {
        self.file
    }

    /// The cells that name it.
    fn cells(&self) -> String {
        format!("{},{}", cell(self.file), cell(&self.document.name))
    }
}

/// One line for each document and measure.
fn rows(documents: &[LocatedDocument<'_>], outcomes: &[EntityComparison]) -> String {
    let mut out = format!("file,document,measure,{}\n", counts_header(SCORES_OF_MASKING));
    for (document, outcome) in documents.iter().zip(outcomes) {
        for (measure, tally) in outcome.tallies.iter() {
            let counts = counts_cells(tally.all, SCORES_OF_MASKING);
            let _ = writeln!(out, "{},{},{counts}", document.cells(), measure.name());
        }
    }
    out
}

/// One line for everything that is not right.
fn misses(documents: &[LocatedDocument<'_>], outcomes: &[EntityComparison], shows_text: bool) -> String {
    let mut out = "file,document,place,kind,label,found,recogniser".to_owned();
    out.push_str(if shows_text { ",text\n" } else { "\n" });
    for (document, outcome) in documents.iter().zip(outcomes) {
        for miss in &outcome.misses {
            let _ = write!(out, "{},{}", document.cells(), miss_cells(miss));
            if shows_text {
                let text = document.document.document.slice(miss.span);
                let _ = write!(out, ",{}", cell(&text.replace(['\n', '\r'], " ")));
            }
            out.push('\n');
        }
    }
    out
}

fn miss_cells(miss: &EntityMiss) -> String {
    let all = |part: fn(&(Box<str>, Box<str>)) -> &str| {
        let mut names: Vec<&str> = miss.found.iter().map(part).collect();
        names.dedup();
        cell(&names.join(" "))
    };
    let gold = cell(miss.gold.as_deref().unwrap_or_default());
    let (found, by) = (all(|(label, _)| label), all(|(_, by)| by));
    format!("{}:{},{},{gold},{found},{by}", miss.line, miss.column, miss.kind.name())
}

fn number(outcomes: &[EntityComparison], kind: EntityMissKind) -> usize {
    outcomes.iter().flat_map(|outcome| &outcome.misses).filter(|miss| miss.kind == kind).count()
}

fn printed<'t>(
    policy: &sfumato::mask::Policy,
    naming: &LabelNaming,
    files: &[AnnotatedFile],
    totals: &'t EntityTallies,
    kinds: &[(EntityMissKind, usize)],
) -> EvaluationTable<'t> {
    let documents: usize = files.iter().map(|file| file.documents.len()).sum();
    let labels = naming.set().name();
    let counted: Vec<String> = kinds.iter().map(|(kind, number)| format!("{} {number}", kind.name())).collect();
    let misses: serde_json::Map<String, serde_json::Value> =
        kinds.iter().map(|(kind, number)| (kind.name().to_owned(), (*number).into())).collect();
    let about = [
        ("task", "entities".into()),
        ("policy", policy.name.as_str().into()),
        ("labels", labels.into()),
        ("files", files.len().into()),
        ("documents", documents.into()),
        ("misses", misses.into()),
    ];
    EvaluationTable {
        title: format!("entities in {}, policy {}, labels of {labels}", many(documents, "document"), policy.name),
        about: about.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        measures: totals.iter().map(|(measure, tally)| (measure.name(), tally)).collect(),
        shows_labels: |measure| measure == EntityMeasure::Entity.name(),
        scores: SCORES_OF_MASKING,
        rest: format!("{}\n", counted.join(", ")),
    }
}
