//! `sfumato mask`.

mod batch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sfumato::detect::KnownCategory;
use sfumato::document::Document;
use sfumato::mask::{Account, Accounting, CITATION};
use sfumato::pseudonym::{PseudonymMapping, PseudonymScope};
use sfumato::risk::{Risk, RiskUnit};
use sfumato::{Anonymiser, MaskedDocument, PlanFile, Report, ReportOptions};

use super::plan;
use crate::Completeness;
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::maps::RunMap;
use crate::output::{self, OutputTarget, StagingArea};
use crate::spans::{HandedInSpans, RecordPlace};
use crate::{args, config};

/// The result of masking one file.
struct MaskedFile {
    counts: BTreeMap<String, usize>,
    /// The number of mentions kept because they belong to the citation of a law.
    cited: usize,
    /// The parts besides text that were removed, by kind.
    removed: BTreeMap<&'static str, usize>,
    /// The remaining exposure, if it was measured.
    exposure: Option<ExposureSum>,
    reports: Vec<Report>,
    /// The number of documents of a collection that were left out, as the user allowed.
    left_out: usize,
}

/// The policy or the plan that decides about documents.
enum MaskingDecider {
    Policy(Box<Anonymiser<'static>>, HandedInSpans),
    /// A plan, and its file.
    Plan(Box<PlanFile>, PathBuf),
}

impl MaskingDecider {
    fn of(mask: &args::MaskArguments) -> Result<Self, Failure> {
        match &mask.plan {
            Some(path) => Ok(Self::Plan(Box::new(plan::read(path)?), path.clone())),
            None => {
                // The summary needs sums, and the exit code no more than what is left above a limit.
                let accounting = match () {
                    () if mask.report.is_some() => Accounting::Full,
                    () if !mask.run.quiet => Accounting::Brief,
                    () => Accounting::Above,
                };
                let mut builder = jobs::builder(&mask.rules)?.accounting(accounting);
                if mask.sharing.consistent_across == args::SharingScope::Key {
                    needs_seed(&mask.rules)?;
                    builder = builder.same_in_all_documents();
                }
                let anonymiser = jobs::built(builder)?;
                Ok(Self::Policy(Box::new(anonymiser), HandedInSpans::of(&mask.rules)?))
            }
        }
    }

    fn mask(&self, place: RecordPlace<'_>, document: &Document) -> Result<MaskedDocument, Failure> {
        match self {
            Self::Policy(anonymiser, spans) => spans.mask(anonymiser, place, document),
            Self::Plan(plan, path) => plan::carry_out(plan, path, document),
        }
    }

    fn leave_out(&self, inputs: Vec<InputFile>) -> Vec<InputFile> {
        match self {
            Self::Policy(_, spans) => spans.leave_out(inputs),
            Self::Plan(..) => inputs,
        }
    }

    /// Gives everything in all documents one pseudonym, whichever of them it stands in.
    fn share(
        &mut self,
        inputs: &[InputFile],
        source: &args::InputOptions,
        before: PseudonymMapping,
    ) -> Result<(), Failure> {
        let Self::Policy(anonymiser, spans) = self else { return Ok(()) };
        if inputs.iter().any(|input| input.path.is_none()) {
            return Err(Failure::call(
                "--consistent-across folder reads its inputs twice, and standard input comes once",
            ));
        }
        let surveyed = jobs::look(inputs, |input| {
            let opened = jobs::open(input, source)?;
            let mut all = PseudonymScope::default();
            for record in 0..opened.len() {
                let document = jobs::document(&opened, &input.place(), record)?;
                all.join(spans.survey(anonymiser, RecordPlace { input, opened: &opened, record }, &document)?);
            }
            Ok(all)
        });
        let mut all = PseudonymScope::default();
        surveyed.into_iter().for_each(|scope| all.join(scope));
        anonymiser.share(all, before);
        Ok(())
    }

    /// The substitutes decided for all documents together, if there are any.
    fn mapping(&self) -> Option<&PseudonymMapping> {
        match self {
            Self::Policy(anonymiser, _) => anonymiser.shared_mapping(),
            Self::Plan(..) => None,
        }
    }

    /// Makes sure that everything that was brought for the documents was used.
    fn check_used(&self, completeness: Completeness) -> Result<(), Failure> {
        match self {
            Self::Policy(_, spans) => spans.check_used(completeness),
            Self::Plan(..) => Ok(()),
        }
    }
}

/// An error if pseudonyms would be drawn from a number that nobody knows.
fn needs_seed(rules: &args::RuleOptions) -> Result<(), Failure> {
    match rules.drawing.seed.is_none() && jobs::key(&rules.key)?.is_none() {
        true => {
            Err(Failure::call("--consistent-across key needs a key or --seed; give one with --key-file or SFUMATO_KEY"))
        }
        false => Ok(()),
    }
}

/// Masks the inputs.
pub fn run(mask: args::MaskArguments) -> Result<Completeness, Failure> {
    if mask.batch.resume {
        return batch::run(mask);
    }
    let mut decider = MaskingDecider::of(&mask)?;
    let form = mask.report.as_deref().map(ReportForm::of).transpose()?;
    let mut inputs = match &mask.plan {
        Some(_) => vec![plan::only(&mask.source.inputs, "a plan is carried out on one document")?],
        None => decider.leave_out(inputs::collect(&mask.source.inputs, mask.output.as_deref())?),
    };
    if mask.source.programs.convert_old {
        inputs::tell_old(&mut inputs);
    }
    let targets = output::targets(&inputs, mask.output.as_deref(), "masked")?;
    let (inputs, targets): (Vec<InputFile>, Vec<OutputTarget>) = inputs
        .into_iter()
        .zip(targets)
        .filter(|(input, _)| batch::takes(mask.batch.shard, &crate::batch::name_of(&input.below)))
        .unzip();
    if let Some(plan) = &mask.plan
        && (targets.iter().any(|target| *target == OutputTarget::File(plan.clone()))
            || mask.report.as_ref() == Some(plan))
    {
        return Err(Failure::at(plan.display().to_string(), "is the plan; it is never overwritten"));
    }
    if let Some(report) = &mask.report
        && targets.iter().any(|target| *target == OutputTarget::File(report.clone()))
    {
        return Err(Failure::at(report.display().to_string(), "the report would overwrite a result"));
    }
    let map = mask.sharing.map.as_deref().map(|path| RunMap::open(path, &mask.rules.key, true)).transpose()?;
    if let Some(map) = &map {
        if targets.iter().filter_map(OutputTarget::path).chain(mask.report.as_deref()).any(|path| path == map.path()) {
            return Err(Failure::at(map.path().display().to_string(), "the map would overwrite a result"));
        }
        output::check_file(map.path(), inputs.iter().filter_map(|input| input.path.as_deref()))?;
    }
    if mask.sharing.consistent_across == args::SharingScope::Folder {
        let before = map.as_ref().map(RunMap::mapping).unwrap_or_default();
        decider.share(&inputs, &mask.source, before)?;
    }
    let staging = StagingArea::default();
    let (done, completeness) = jobs::each(&inputs, &mask.run, |input, nth| {
        let (bytes, done) = mask_read(input, input.read()?, &mask, &decider, form.as_ref(), map.as_ref())?;
        staging.add(&targets[nth], &bytes, input.path.as_deref())?;
        Ok(done)
    })?;
    decider.check_used(completeness)?;
    let reports: Vec<Report> = done.iter().flatten().flat_map(|done| done.reports.iter().cloned()).collect();
    if let (Some(path), Some(form)) = (&mask.report, form) {
        staging.add(
            &OutputTarget::File(path.clone()),
            form.write(&reports)?.as_bytes(),
            inputs.first().and_then(|input| input.path.as_deref()),
        )?;
    }
    if let Some(map) = &map {
        map.stage(&staging, decider.mapping())?;
    }
    staging.publish()?;
    if !mask.run.quiet {
        summarise(&inputs, &targets, &done, mask.report.as_deref(), !mask.rules.protect.is_empty());
    }
    let completeness = match done.iter().flatten().any(|done| done.left_out > 0) {
        true => Completeness::Incomplete,
        false => completeness,
    };
    let is_above = done.iter().flatten().filter_map(|done| done.exposure.as_ref()).any(|exposure| exposure.above > 0);
    Ok(if is_above { Completeness::AboveLimit } else { completeness })
}

/// Masks one file that was read: every document in it, in parallel.
fn mask_read(
    input: &InputFile,
    bytes: Vec<u8>,
    mask: &args::MaskArguments,
    decider: &MaskingDecider,
    form: Option<&ReportForm>,
    map: Option<&RunMap>,
) -> Result<(Vec<u8>, MaskedFile), Failure> {
    let opened = match decider {
        MaskingDecider::Policy(..) => jobs::open_read(input, bytes, &mask.source)?,
        MaskingDecider::Plan(..) => plan::opened(input, bytes, &mask.source)?,
    };
    let place = input.place();
    // A page draws all phrases, and lists those that matter.
    let all_terms = mask.all || matches!(form, Some(ReportForm::Html));
    let options = ReportOptions { unit: mask.offsets.unit(), show_text: mask.show_text, all_terms };
    let name = |record| {
        if opened.is_collection() { format!("{}:{}", input.name(), opened.line(record)) } else { input.name() }
    };
    let each = |record: usize| -> Result<MaskedRecord, Failure> {
        let document = jobs::document(&opened, &place, record)?;
        jobs::panic_if_forced(&mask.run, &document);
        let masked = decider.mask(RecordPlace { input, opened: &opened, record }, &document)?;
        tracing::debug!(mentions = masked.entities.mentions.len(), replaced = masked.replaced(), "masked");
        let written = masked.write(opened.format(), &document);
        let bytes = written.map_err(|error| Failure::run(name(record), &error))?;
        if let Some(map) = map {
            let recorded = map.record(opened.format(), &document, &masked, &bytes);
            recorded.map_err(|error| Failure::at(place.display().to_string(), error))?;
        }
        let report = mask.report.is_some().then(|| Report::new(&masked, &document, &name(record), &options));
        let mut removed = BTreeMap::new();
        for ((kind, _), count) in &masked.removed {
            *removed.entry(*kind).or_default() += count;
        }
        let exposure = masked.plan.account().map(ExposureSum::of);
        let cited = masked.kept_by_rule().get(CITATION).copied().unwrap_or_default();
        Ok(MaskedRecord { bytes, counts: masked.counts(), cited, removed, exposure, report })
    };
    let parts: Vec<Option<MaskedRecord>> = jobs::each_good_record(&opened, &mask.run, each)?;
    let left_out = parts.iter().filter(|part| part.is_none()).count();
    let mut done = MaskedFile {
        counts: BTreeMap::new(),
        cited: 0,
        removed: BTreeMap::new(),
        exposure: None,
        reports: Vec::new(),
        left_out,
    };
    let mut bytes = Vec::with_capacity(parts.len());
    for part in parts {
        let Some(part) = part else {
            bytes.push(None);
            continue;
        };
        for (category, count) in part.counts {
            *done.counts.entry(category).or_default() += count;
        }
        done.cited += part.cited;
        for (kind, count) in part.removed {
            *done.removed.entry(kind).or_default() += count;
        }
        done.exposure = match (done.exposure, part.exposure) {
            (Some(so_far), Some(more)) => Some(so_far.and(more)),
            (so_far, more) => so_far.or(more),
        };
        done.reports.extend(part.report);
        bytes.push(Some(part.bytes));
    }
    Ok((opened.assemble(&bytes), done))
}

/// The result of masking one document.
struct MaskedRecord {
    bytes: Vec<u8>,
    counts: BTreeMap<String, usize>,
    cited: usize,
    removed: BTreeMap<&'static str, usize>,
    exposure: Option<ExposureSum>,
    report: Option<Report>,
}

/// The exposure of documents before and after.
#[derive(Debug, Clone, Copy)]
struct ExposureSum {
    before: f64,
    after: f64,
    /// The risk that is left and reaches most of its limit.
    left: Option<Risk>,
    /// The number of phrases above a limit.
    above: usize,
}

impl ExposureSum {
    fn of(account: &Account) -> Self {
        let (before, after) = account.bits();
        let left = account.risk_left().into_iter().max_by(|a, b| a.excess().total_cmp(&b.excess()));
        Self { before, after, left, above: account.above_limit() }
    }

    fn and(self, other: Self) -> Self {
        let left = self.left.into_iter().chain(other.left).max_by(|a, b| a.excess().total_cmp(&b.excess()));
        Self {
            before: self.before + other.before,
            after: self.after + other.after,
            left,
            above: self.above + other.above,
        }
    }

    /// `; utility 71 %, risk left 4.1 of 5.3 bits (disclosure)`.
    fn words(self) -> String {
        let utility = if self.before > 0.0 { self.after / self.before } else { 1.0 };
        let mut words = format!("; utility {:.0} %", utility * 100.0);
        if let Some(risk) = self.left {
            let (value, limit, model) = (risk.value, risk.limit, risk.model);
            words += &match risk.unit == RiskUnit::Bits {
                true => format!(", risk left {value:.1} of {limit:.1} bits ({model})"),
                false => format!(", risk left {value:.2} of {limit:.2} ({model})"),
            };
        }
        match self.above {
            0 => words,
            1 => words + ", 1 phrase still above a limit",
            above => format!("{words}, {above} phrases still above a limit"),
        }
    }
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
fn summarise(
    inputs: &[InputFile],
    targets: &[OutputTarget],
    done: &[Option<MaskedFile>],
    report: Option<&Path>,
    protects: bool,
) {
    let named = |target: &OutputTarget| match target {
        OutputTarget::File(path) => path.display().to_string(),
        OutputTarget::Standard => "standard output".to_owned(),
    };
    const MOST_LINES: usize = 20;
    for ((input, target), done) in inputs.iter().zip(targets).zip(done).take(MOST_LINES) {
        if let Some(done) = done {
            let exposure = done.exposure.map_or(String::new(), ExposureSum::words);
            // Whoever names somebody expects to hear if the name stands nowhere.
            let missed = protects && !done.counts.contains_key(KnownCategory::Protected.path());
            let missed = if missed { "; no name of --protect was found" } else { "" };
            let converted = if input.becomes.is_some() { "; converted by LibreOffice first" } else { "" };
            let what = counted(&done.counts)
                + &cited(done.cited)
                + &also_removed(&done.removed)
                + &exposure
                + missed
                + converted;
            failure::say(&format!("{} -> {}: {what}", input.name(), named(target)));
        }
    }
    config::tell("mask");
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

/// The mentions kept because a law is called so: `; kept in citations of laws: 2`.
fn cited(count: usize) -> String {
    if count == 0 { String::new() } else { format!("; kept in citations of laws: {count}") }
}

/// The parts besides text that were removed: `; removed: metadata 7, picture 1`.
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
