//! `sfumato eval` of what would be masked.

use std::fmt::Write as _;

use rayon::prelude::*;
use sfumato::document::annotations::AnnotatedDocument;
use sfumato_eval::entities::{Comparison, Counted, Measure, Miss, MissKind, Naming, Tallies, evaluate};

use super::printed::{Printed, SCORES_OF_MASKING, cell, counts_cells, counts_header};
use crate::annotated::{self, AnnotatedFile};
use crate::args::{self, Which};
use crate::failure::Failure;
use crate::output::{self, Staging, Target};
use crate::{Completeness, gold, jobs, print};

/// Measures on annotated files what a policy would mask.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
    if eval.show_text && eval.misses.is_none() {
        return Err(Failure::call("--show-text goes with --misses"));
    }
    let anonymiser = jobs::anonymiser(&eval.rules)?;
    let map = eval.map.as_deref().map(gold::label_map).transpose()?.unwrap_or_default();
    let sources = annotated::collect(eval.gold())?;
    for path in [&eval.rows, &eval.misses].into_iter().flatten() {
        output::check_file(path, sources.iter().flat_map(annotated::Source::paths))?;
    }
    if eval.rows.is_some() && eval.rows == eval.misses {
        return Err(Failure::call("--rows and --misses name one file"));
    }
    let mut files = annotated::read(&sources)?;
    let labels = files.iter().flat_map(|file| &file.documents).flat_map(|document| &document.annotations);
    let naming = Naming::new(labels.map(|annotation| &*annotation.label), eval.labels, &map);
    annotated::check(&mut files, &naming, eval.overlaps.unwrap_or_default())?;
    let counted = match eval.what.unwrap_or_default() {
        Which::Masked => Counted::Masked,
        Which::Found => Counted::Found,
    };
    let documents: Vec<Located<'_>> = files.iter().flat_map(Located::of).collect();
    let one = |located: &Located<'_>| {
        let done = evaluate(&anonymiser, located.document, &naming, counted);
        done.map_err(|error| Failure::at(located.place(), error))
    };
    let outcomes: Vec<Comparison> = documents.par_iter().map(one).collect::<Result<_, _>>()?;
    let staging = Staging::default();
    if let Some(path) = &eval.rows {
        staging.add(&Target::File(path.clone()), rows(&documents, &outcomes).as_bytes(), None)?;
    }
    if let Some(path) = &eval.misses {
        let misses = misses(&documents, &outcomes, eval.show_text);
        staging.add(&Target::File(path.clone()), misses.as_bytes(), None)?;
    }
    staging.publish()?;
    let mut totals = Tallies::default();
    outcomes.iter().for_each(|outcome| totals.merge(&outcome.tallies));
    let kinds = MissKind::ALL.map(|kind| (kind, number(&outcomes, kind)));
    print(&printed(anonymiser.policy(), &naming, &files, &totals, &kinds).to(eval.form))?;
    Ok(Completeness::Complete)
}

/// A document and the file it is in.
struct Located<'f> {
    file: &'f str,
    document: &'f AnnotatedDocument,
}

impl<'f> Located<'f> {
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
fn rows(documents: &[Located<'_>], outcomes: &[Comparison]) -> String {
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
fn misses(documents: &[Located<'_>], outcomes: &[Comparison], shows_text: bool) -> String {
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

fn miss_cells(miss: &Miss) -> String {
    let all = |part: fn(&(Box<str>, Box<str>)) -> &str| {
        let mut names: Vec<&str> = miss.found.iter().map(part).collect();
        names.dedup();
        cell(&names.join(" "))
    };
    let gold = cell(miss.gold.as_deref().unwrap_or_default());
    let (found, by) = (all(|(label, _)| label), all(|(_, by)| by));
    format!("{}:{},{},{gold},{found},{by}", miss.line, miss.column, miss.kind.name())
}

fn number(outcomes: &[Comparison], kind: MissKind) -> usize {
    outcomes.iter().flat_map(|outcome| &outcome.misses).filter(|miss| miss.kind == kind).count()
}

fn printed<'t>(
    policy: &sfumato::mask::Policy,
    naming: &Naming,
    files: &[AnnotatedFile],
    totals: &'t Tallies,
    kinds: &[(MissKind, usize)],
) -> Printed<'t> {
    let documents: usize = files.iter().map(|file| file.documents.len()).sum();
    let some_documents = if documents == 1 { "1 document".to_owned() } else { format!("{documents} documents") };
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
    Printed {
        title: format!("entities in {some_documents}, policy {}, labels of {labels}", policy.name),
        about: about.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        measures: totals.iter().map(|(measure, tally)| (measure.name(), tally)).collect(),
        shows_labels: |measure| measure == Measure::Entity.name(),
        scores: SCORES_OF_MASKING,
        rest: format!("{}\n", counted.join(", ")),
    }
}
