//! `sfumato mask`.

use std::collections::BTreeMap;
use std::path::Path;

use sfumato::{Anonymiser, Report, ReportOptions};

use crate::Completeness;
use crate::args;
use crate::failure::{self, Failure};
use crate::inputs::{self, Input};
use crate::jobs::{self, Opened};
use crate::output::{self, Staging, Target};

/// What masking one file came to.
struct Done {
    counts: BTreeMap<String, usize>,
    /// What besides text was taken out, by kind.
    removed: BTreeMap<&'static str, usize>,
    reports: Vec<Report>,
}

/// Masks the inputs.
pub fn run(mask: args::Mask) -> Result<Completeness, Failure> {
    let anonymiser = jobs::anonymiser(&mask.rules)?;
    let form = mask.report.as_deref().map(ReportForm::of).transpose()?;
    let inputs = inputs::collect(&mask.source.inputs, mask.output.as_deref())?;
    let targets = output::targets(&inputs, mask.output.as_deref(), "masked")?;
    if let Some(report) = &mask.report
        && targets.iter().any(|target| *target == Target::File(report.clone()))
    {
        return Err(Failure::at(report.display().to_string(), "the report would overwrite a result"));
    }
    let staging = Staging::default();
    let (done, completeness) = jobs::each(&inputs, &mask.run, |input, nth| {
        let (bytes, done) = one(input, &mask, &anonymiser)?;
        staging.add(&targets[nth], &bytes, input.path.as_deref())?;
        Ok(done)
    })?;
    let reports: Vec<Report> = done.iter().flatten().flat_map(|done| done.reports.iter().cloned()).collect();
    if let (Some(path), Some(form)) = (&mask.report, form) {
        staging.add(&Target::File(path.clone()), form.write(&reports)?.as_bytes(), inputs[0].path.as_deref())?;
    }
    staging.publish()?;
    if !mask.run.quiet {
        summarise(&inputs, &targets, &done, mask.report.as_deref());
    }
    Ok(completeness)
}

/// Masks one file: every document in it, in parallel.
fn one(input: &Input, mask: &args::Mask, anonymiser: &Anonymiser) -> Result<(Vec<u8>, Done), Failure> {
    let opened = Opened::new(input, &mask.source)?;
    let place = input.place();
    let options = ReportOptions { unit: mask.offsets.unit(), show_text: mask.show_text };
    let each = |record: usize| -> Result<Part, Failure> {
        let document = opened.document(&place, record)?;
        jobs::panic_if_forced(&mask.run, &document);
        let masked = anonymiser.mask(&document).map_err(|error| Failure::at(input.name(), error))?;
        tracing::debug!(mentions = masked.entities.mentions.len(), replaced = masked.replaced(), "masked");
        let written = anonymiser.write(&*opened.format, &document, &masked);
        let bytes = written.map_err(|error| Failure::at(place.display().to_string(), error))?;
        let name =
            || if opened.is_collection() { format!("{}:{}", input.name(), opened.line(record)) } else { input.name() };
        let report = mask.report.is_some().then(|| Report::new(&masked, &document, &name(), &options));
        let mut removed = BTreeMap::new();
        for ((kind, _), count) in &masked.removed {
            *removed.entry(*kind).or_default() += count;
        }
        Ok(Part { bytes, counts: masked.counts(), removed, report })
    };
    let parts: Vec<Part> = jobs::each_record(&opened, each)?;
    let mut done = Done { counts: BTreeMap::new(), removed: BTreeMap::new(), reports: Vec::new() };
    let mut bytes = Vec::with_capacity(parts.len());
    for part in parts {
        for (category, count) in part.counts {
            *done.counts.entry(category).or_default() += count;
        }
        for (kind, count) in part.removed {
            *done.removed.entry(kind).or_default() += count;
        }
        done.reports.extend(part.report);
        bytes.push(part.bytes);
    }
    Ok((opened.assemble(&bytes), done))
}

/// What masking one document came to.
struct Part {
    bytes: Vec<u8>,
    counts: BTreeMap<String, usize>,
    removed: BTreeMap<&'static str, usize>,
    report: Option<Report>,
}

/// The forms a report can have, by the ending of its file.
enum ReportForm {
    Json,
    JsonLines,
    Html,
}

impl ReportForm {
    fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("json") => Ok(Self::Json),
            Some("jsonl") => Ok(Self::JsonLines),
            Some("html" | "htm") => Ok(Self::Html),
            _ => Err(Failure::at(path.display().to_string(), "a report ends in .json, .jsonl or .html")),
        }
    }

    fn write(&self, reports: &[Report]) -> Result<String, Failure> {
        let json = |report: &Report| {
            serde_json::to_string(report).map_err(|_| Failure::call("the report cannot be written as JSON"))
        };
        match self {
            Self::Html => Ok(sfumato::html(reports)),
            Self::JsonLines => reports.iter().map(|report| Ok(json(report)? + "\n")).collect(),
            Self::Json => match reports {
                [one] => serde_json::to_string_pretty(one),
                all => serde_json::to_string_pretty(all),
            }
            .map(|text| text + "\n")
            .map_err(|_| Failure::call("the report cannot be written as JSON")),
        }
    }
}

/// Says what became of what, and what was replaced.
fn summarise(inputs: &[Input], targets: &[Target], done: &[Option<Done>], report: Option<&Path>) {
    let named = |target: &Target| match target {
        Target::File(path) => path.display().to_string(),
        Target::Standard => "standard output".to_owned(),
    };
    const MOST_LINES: usize = 20;
    for ((input, target), done) in inputs.iter().zip(targets).zip(done).take(MOST_LINES) {
        if let Some(done) = done {
            let what = format!("{}{}", counted(&done.counts), also_removed(&done.removed));
            failure::say(&format!("{} -> {}: {what}", input.name(), named(target)));
        }
    }
    let written = done.iter().flatten().count();
    if inputs.len() > 1 {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (category, count) in done.iter().flatten().flat_map(|done| &done.counts) {
            *counts.entry(category.clone()).or_default() += count;
        }
        failure::say(&format!("{written} of {} files: {}", inputs.len(), counted(&counts)));
    }
    if let Some(report) = report {
        failure::say(&format!("report: {}", report.display()));
    }
}

/// What besides text was taken out: `; removed: metadata 7, picture 1`.
fn also_removed(removed: &BTreeMap<&'static str, usize>) -> String {
    if removed.is_empty() {
        return String::new();
    }
    let list: Vec<String> = removed.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    format!("; removed: {}", list.join(", "))
}

fn counted(counts: &BTreeMap<String, usize>) -> String {
    let masked: usize = counts.values().sum();
    if masked == 0 {
        return "nothing was found to replace".to_owned();
    }
    let list: Vec<String> = counts.iter().map(|(category, count)| format!("{category} {count}")).collect();
    format!("{masked} replaced ({})", list.join(", "))
}
