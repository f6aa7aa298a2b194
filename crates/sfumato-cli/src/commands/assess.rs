//! `sfumato assess`: how much documents tell, the most exposed first.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use sfumato::{
    Anonymiser, AssessedDocument, ExposureTally, ModelReport, Report, ReportOptions, SubjectExposure, TermReport,
    TermRisk,
};

use crate::args::{self, AssessForm, AssessedSubject};
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::spans::{HandedInSpans, RecordPlace};
use crate::{Completeness, print};

/// So many phrases of a single document are listed unless another number is asked for.
const PHRASES: usize = 10;

/// Shows how much the inputs tell.
pub fn run(assess: &args::AssessArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder(&assess.rules)?.assess())?;
    let spans = HandedInSpans::of(&assess.rules)?;
    let inputs = spans.leave_out(inputs::collect(&assess.source.inputs, None)?);
    let tally = Mutex::new(ExposureTally::new(&assess.rules.protect));
    let (all, completeness) =
        jobs::each(&inputs, &assess.run, |input, _| assess_file(input, assess, &anonymiser, &spans, &tally))?;
    spans.check_used(completeness)?;
    let mut all: Vec<AssessedDocument> = all.into_iter().flatten().flatten().collect();
    // Documents that are exposed alike stay in the order they were named.
    all.sort_by(|a, b| b.risk.exposure.total_cmp(&a.risk.exposure));
    let above = assess.fail_above.map_or(0, |most| all.iter().filter(|one| one.risk.exposure > most).count());
    let count = all.len();
    match all.as_mut_slice() {
        [only] => only.phrases.truncate(assess.top.unwrap_or(PHRASES)),
        _ => {
            all.iter_mut().for_each(|one| one.phrases.clear());
            all.truncate(assess.top.unwrap_or(usize::MAX));
        }
    }
    // What was added before a panic is whole.
    let subjects = tally.into_inner().unwrap_or_else(PoisonError::into_inner).subjects();
    print(&match (assess.by, assess.form) {
        (AssessedSubject::Subject, form) => written(&subjects, form, subject_table)?,
        (AssessedSubject::Document, AssessForm::Table) if count > 1 && !subjects.is_empty() => {
            format!("{}\nall together\n{}", document_table(&all), subject_table(&subjects))
        }
        (AssessedSubject::Document, form) => written(&all, form, document_table)?,
    })?;
    if above > 0 && !assess.run.quiet {
        failure::say(&format!("{above} of {count} documents are more exposed than --fail-above allows"));
    }
    Ok(if above > 0 { Completeness::AboveLimit } else { completeness })
}

/// Every document of a file.
fn assess_file(
    input: &InputFile,
    assess: &args::AssessArguments,
    anonymiser: &Anonymiser,
    spans: &HandedInSpans,
    tally: &Mutex<ExposureTally>,
) -> Result<Vec<AssessedDocument>, Failure> {
    let opened = jobs::open(input, &assess.source)?;
    let options = ReportOptions { unit: assess.offsets.unit(), show_text: assess.show_text, all_terms: false };
    jobs::each_record(&opened, |record| {
        let document = jobs::document(&opened, &input.place(), record)?;
        jobs::panic_if_forced(&assess.run, &document);
        let masked = spans.mask(anonymiser, RecordPlace { input, opened: &opened, record }, &document)?;
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(&document, &masked);
        let name = match opened.is_collection() {
            true => format!("{}:{}", input.name(), opened.line(record)),
            false => input.name(),
        };
        let report = Report::new(&masked, &document, &name, &options);
        // A folder lists no phrases, and need not hold them.
        let most = assess.top.unwrap_or(PHRASES);
        AssessedDocument::new(report, most).ok_or_else(|| Failure::at(&name, "nothing was measured"))
    })
}

fn written<T: Serialize>(all: &[T], form: AssessForm, table: fn(&[T]) -> String) -> Result<String, Failure> {
    let broken = |_| Failure::call("the result cannot be written as JSON");
    match form {
        AssessForm::Table => Ok(table(all)),
        AssessForm::Json => Ok(serde_json::to_string_pretty(all).map_err(broken)? + "\n"),
        AssessForm::Jsonl => all.iter().map(|one| Ok(serde_json::to_string(one).map_err(broken)? + "\n")).collect(),
    }
}

fn subject_table(all: &[SubjectExposure]) -> String {
    let mut out = "exposure      left  phrases  naming  documents  told of\n".to_owned();
    for SubjectExposure { subject, bits, bits_left, phrases, naming, documents } in all {
        let _ = writeln!(out, "{bits:8.1}  {bits_left:8.1}  {phrases:7}  {naming:6}  {documents:9}  {subject}");
    }
    out
}

fn document_table(all: &[AssessedDocument]) -> String {
    const RISK: &str = "risk: before -> left, limit";
    let risks: Vec<String> =
        all.iter().map(|one| one.risk.models.iter().map(model).collect::<Vec<_>>().join("; ")).collect();
    let wide = risks.iter().map(String::len).max().unwrap_or(0).max(RISK.len());
    let mut out = format!("exposure  hidden  too telling  utility  changed  {RISK:<wide$}  document\n");
    for (AssessedDocument { risk, document, .. }, risks) in all.iter().zip(risks) {
        let changed = (risk.words_changed * 100).checked_div(risk.words).unwrap_or(0);
        let _ = writeln!(
            out,
            "{:8.1}  {:6}  {:11}  {:5.0} %  {changed:5} %  {risks:<wide$}  {document}",
            risk.exposure,
            risk.hidden,
            risk.objected,
            risk.utility * 100.0
        );
    }
    if let [AssessedDocument { phrases, .. }] = all {
        phrases.iter().for_each(|phrase| tell(&mut out, phrase));
    }
    out
}

fn model(model: &ModelReport) -> String {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    format!("{} {} -> {}, {:.2}", model.model, number(model.before), number(model.left), model.limit)
}

fn tell(out: &mut String, phrase: &TermReport) {
    let [start, end] = phrase.places.first().copied().unwrap_or_default();
    let place = format!("{start}-{end}");
    let more = phrase.places.len().saturating_sub(1);
    let more = if more > 0 { format!(" (+{more})") } else { String::new() };
    let worst = phrase.risks.iter().max_by(|a, b| a.share().total_cmp(&b.share()));
    let why = match (phrase.hidden, worst) {
        (Some(number), _) => format!("hidden {number}"),
        (None, Some(TermRisk { model, value, limit, about, .. })) => {
            let about = about.map_or(String::new(), |number| format!(", of hidden {number}"));
            format!("{model} {value:.2} of {limit:.2}{about}")
        }
        (None, None) => String::new(),
    };
    let category = phrase.category.as_deref().unwrap_or("term");
    let bits = format!("{:.1} bits", phrase.bits_before);
    let _ = write!(out, "  {:<16} {category:<22} {bits:>10}  {why}; {}", place + &more, phrase.outcome);
    if let Some(text) = &phrase.text {
        let _ = write!(out, "  | {}", text.replace(['\n', '\r'], " "));
    }
    out.push('\n');
}
