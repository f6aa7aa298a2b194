//! `sfumato mask --resume`: a run over many files that goes on wherever it was ended.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use sfumato::DEFAULT_POLICY;
use sfumato::values::Day;

use super::{MaskedFile, MaskingDecider, ReportForm, counted, mask_read};
use crate::Completeness;
use crate::args;
use crate::batch::{
    self, BatchEntry, BatchJournal, BatchSettings, BatchWriter, EntryOutcome, ManifestTotals, ManifestWriter,
};
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::output;
use crate::progress::{BatchProgress, FileFate};

/// Masks the inputs that are not done yet.
pub fn run(mask: args::MaskArguments) -> Result<Completeness, Failure> {
    let places = BatchPlaces::of(&mask)?;
    let inputs = inputs_of(&mask, &places)?;
    std::fs::create_dir_all(&places.journal_folder)
        .map_err(|error| Failure::io(places.journal_folder.display().to_string(), &error))?;
    let mut batch = BatchRun::start(mask, &places).inspect_err(|_| places.forget_empty())?;
    let stopped = batch.work(&inputs);
    let (writer, progress) = (batch.writer.take(), &batch.progress);
    progress.finish();
    let journal = writer.map(BatchWriter::finish).transpose()?;
    let journal = journal.ok_or_else(|| Failure::call("the run was not started"))?;
    if let Some(failure) = stopped {
        failure::say(&format!("sfumato: {failure}"));
        return Err(Failure::call(format!(
            "stopped at a file that failed; {} files were masked and stay, and the same call goes on behind them; \
             --allow-incomplete leaves out those that fail",
            batch.tally.now.load(Ordering::Relaxed) + batch.tally.before.load(Ordering::Relaxed)
        )));
    }
    let totals = account(&batch.mask, &places, &journal, &inputs)?;
    if !batch.mask.run.quiet {
        batch.tally.summarise(&totals, &places, &gone(&journal, &inputs, batch.mask.batch.shard));
    }
    Ok(match () {
        () if totals.above > 0 => Completeness::AboveLimit,
        () if totals.failed > 0 || totals.left_out > 0 => Completeness::Incomplete,
        () => Completeness::Complete,
    })
}

/// The folders and files of a run.
struct BatchPlaces {
    /// The folder of the results.
    output: PathBuf,
    /// The hidden folder in it that results are made in.
    staging: PathBuf,
    journal_folder: PathBuf,
    journal: PathBuf,
    manifest: PathBuf,
}

impl BatchPlaces {
    fn of(mask: &args::MaskArguments) -> Result<Self, Failure> {
        let output = match &mask.output {
            Some(path) if path.as_os_str() != "-" => path.clone(),
            _ => return Err(Failure::call("--resume needs a folder to write to; give one with -o")),
        };
        if output.exists() && !output.is_dir() {
            return Err(Failure::at(output.display().to_string(), "is a file; --resume needs a folder"));
        }
        if mask.sharing.consistent_across == args::SharingScope::Folder {
            return Err(Failure::call(
                "--consistent-across folder reads all inputs before it masks any; with --resume use \
                 --consistent-across key",
            ));
        }
        if let Some(path) = &mask.report
            && !matches!(ReportForm::of(path)?, ReportForm::JsonLines)
        {
            return Err(Failure::at(path.display().to_string(), "with --resume a report ends in .jsonl"));
        }
        let part = batch::part_name(mask.batch.shard);
        let journal_folder = mask.batch.journal.clone().unwrap_or_else(|| batch::journal_folder(&output));
        Ok(Self {
            staging: output.join(format!(".sfumato-batch{part}")),
            journal: journal_folder.join(format!("journal{part}")),
            manifest: journal_folder.join(format!("manifest{part}.jsonl")),
            journal_folder,
            output,
        })
    }

    /// Removes a journal that nothing was written to, and its folder.
    fn forget_empty(&self) {
        if std::fs::metadata(&self.journal).is_ok_and(|about| about.len() == 0) {
            let _ = std::fs::remove_file(&self.journal);
        }
        let _ = std::fs::remove_dir(&self.journal_folder);
    }
}

/// The files of this run's part, without the journal where it lies among them.
fn inputs_of(mask: &args::MaskArguments, places: &BatchPlaces) -> Result<Vec<InputFile>, Failure> {
    let named = &mask.source.inputs;
    let mut inputs = inputs::collect(named, Some(&places.output))?;
    if inputs.iter().any(|input| input.path.is_none()) {
        return Err(Failure::call("--resume reads its inputs again, and standard input comes once"));
    }
    let journal = std::path::absolute(&places.journal_folder).unwrap_or_else(|_| places.journal_folder.clone());
    let below = |root: &PathBuf| journal.strip_prefix(std::path::absolute(root).ok()?).ok().map(Path::to_path_buf);
    let hidden: Vec<PathBuf> = named.iter().filter_map(below).collect();
    inputs.retain(|input| !input.in_folder || !hidden.iter().any(|hidden| input.below.starts_with(hidden)));
    if mask.source.programs.convert_old {
        inputs::tell_old(&mut inputs);
    }
    // A folder, whether or not it is there yet.
    output::targets(&inputs, Some(&places.output.join("")), "masked")?;
    inputs.retain(|input| takes(mask.batch.shard, &batch::name_of(&input.below)));
    Ok(inputs)
}

/// True if an input belongs to the part of this run.
pub fn takes(shard: Option<args::BatchShard>, name: &str) -> bool {
    shard.is_none_or(|shard| shard.takes(batch::shard_hash(name)))
}

/// A run at work.
struct BatchRun {
    mask: args::MaskArguments,
    output: PathBuf,
    decider: MaskingDecider,
    form: Option<ReportForm>,
    writer: Option<BatchWriter>,
    progress: BatchProgress,
    tally: BatchTally,
    stopped: AtomicBool,
}

/// What became of the inputs in this run.
#[derive(Default)]
struct BatchTally {
    before: AtomicUsize,
    now: AtomicUsize,
    /// Those masked again since their input had changed, and since their result had.
    changed: AtomicUsize,
    lost: AtomicUsize,
}

impl BatchRun {
    fn start(mut mask: args::MaskArguments, places: &BatchPlaces) -> Result<Self, Failure> {
        let mut decider = None;
        let journal = BatchJournal::open(&places.journal, mask.batch.anew, |before| {
            let settings = settings(&mut mask, before)?;
            // Whatever is wrong with the arguments is told before anything is begun.
            if before.is_none_or(|before| settings.difference(before).is_none()) {
                decider = Some(MaskingDecider::of(&mask)?);
            }
            Ok(settings)
        })?;
        let decider = decider.ok_or_else(|| Failure::call("the run was not started"))?;
        let form = mask.report.as_ref().map(|_| ReportForm::JsonLines);
        let progress = BatchProgress::new(mask.run.quiet);
        let writer = Some(BatchWriter::start(&places.output, &places.staging, journal)?);
        let (output, tally, stopped) = (places.output.clone(), BatchTally::default(), AtomicBool::new(false));
        Ok(Self { mask, output, decider, form, writer, progress, tally, stopped })
    }

    /// Works on all inputs, on as many threads as the user allows; returns the failure that it stopped at.
    fn work(&self, inputs: &[InputFile]) -> Option<Failure> {
        jobs::prepare(&self.mask.run);
        self.progress.start(inputs);
        let first: Mutex<Option<Failure>> = Mutex::default();
        inputs.par_iter().for_each(|input| {
            let is_over = || self.stopped.load(Ordering::Relaxed) || self.writer().is_none_or(BatchWriter::has_failed);
            if is_over() {
                return;
            }
            if let Err(failure) = self.one(input) {
                self.stopped.store(true, Ordering::Relaxed);
                first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            }
        });
        first.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn writer(&self) -> Option<&BatchWriter> {
        self.writer.as_ref()
    }

    /// Masks a file unless that is done; a failure is one that ends the run.
    fn one(&self, input: &InputFile) -> Result<(), Failure> {
        let Some(writer) = self.writer() else { return Ok(()) };
        let name = batch::name_of(&input.below);
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            Err(failure) => return self.left_out(writer, BatchEntry::failed(name, None, 0, &failure), failure),
        };
        let (read, length) = (batch::digest_of(&bytes), bytes.len() as u64);
        if self.is_done(&name, &read, writer.journal())? {
            self.tally.before.fetch_add(1, Ordering::Relaxed);
            self.progress.count(length, FileFate::DoneBefore);
            return Ok(());
        }
        let masked =
            jobs::guarded(input, || mask_read(input, bytes, &self.mask, &self.decider, self.form.as_ref(), None));
        match masked {
            Ok((bytes, done)) => {
                let outcome = outcome(input, &bytes, done)?;
                let entry = BatchEntry { input: name, read: Some(read), bytes: length, outcome };
                writer.write(entry, &bytes, input.path.as_deref())?;
                self.tally.now.fetch_add(1, Ordering::Relaxed);
                self.progress.count(length, FileFate::Masked);
                Ok(())
            }
            Err(failure) => self.left_out(writer, BatchEntry::failed(name, Some(read), length, &failure), failure),
        }
    }

    /// Writes down an input that failed, if the user allows it.
    fn left_out(&self, writer: &BatchWriter, entry: BatchEntry, failure: Failure) -> Result<(), Failure> {
        if !self.mask.run.allow_incomplete {
            return Err(failure);
        }
        failure::say(&format!("sfumato: left out: {failure}"));
        self.progress.count(entry.bytes, FileFate::Failed);
        writer.note(entry)
    }

    /// True if the journal has an input as it is, and its result is in its place as it was written.
    fn is_done(&self, name: &str, read: &str, journal: &BatchJournal) -> Result<bool, Failure> {
        let Some(entry) = journal.entry(name)? else { return Ok(false) };
        let EntryOutcome::Masked { output, written, reports, .. } = &entry.outcome else { return Ok(false) };
        if self.form.is_some() && reports.is_empty() {
            return Ok(false);
        }
        if entry.read.as_deref() != Some(read) {
            self.tally.changed.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        let place = self.output.join(batch::path_of(output));
        let is_there = std::fs::read(place).is_ok_and(|bytes| batch::digest_of(&bytes) == *written);
        if !is_there {
            self.tally.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(is_there)
    }
}

/// The settings of a run, which goes on with the last day for dates that the journal names.
fn settings(mask: &mut args::MaskArguments, before: Option<&BatchSettings>) -> Result<BatchSettings, Failure> {
    let name = mask.rules.policy.clone().unwrap_or_else(|| DEFAULT_POLICY.to_owned());
    let policy = jobs::policy(&name)?;
    let draws = policy.pseudonymises();
    let keys = if policy.needs_key() || draws { jobs::key(&mask.rules.key)? } else { None };
    if draws && keys.is_none() && mask.rules.drawing.seed.is_none() {
        return Err(Failure::call(
            "--resume needs --seed or a key: without one, pseudonyms are others after each stop",
        ));
    }
    let from_before = || before.and_then(|before| args::day(&before.not_after).ok());
    let day: Day = mask.rules.drawing.not_after.or_else(from_before).unwrap_or_else(args::today);
    mask.rules.drawing.not_after = Some(day);
    let not_after = format!("{:04}-{:02}-{:02}", day.year, day.month, day.day);
    BatchSettings::of(mask, &name, keys.as_ref(), not_after)
}

fn outcome(input: &InputFile, bytes: &[u8], done: MaskedFile) -> Result<EntryOutcome, Failure> {
    let json = |report| {
        serde_json::to_string(report).map_err(|_| Failure::at(input.name(), "its report cannot be written as JSON"))
    };
    Ok(EntryOutcome::Masked {
        output: batch::name_of(&input.result_below()),
        written: batch::digest_of(bytes),
        counts: done.counts,
        left_out: done.left_out,
        above: done.exposure.map_or(0, |exposure| exposure.above),
        reports: done.reports.iter().map(json).collect::<Result<_, _>>()?,
    })
}

/// Writes the manifest, and the report if one is asked for.
fn account(
    mask: &args::MaskArguments,
    places: &BatchPlaces,
    journal: &BatchJournal,
    inputs: &[InputFile],
) -> Result<ManifestTotals, Failure> {
    let mut manifest = ManifestWriter::begin(&places.manifest, journal.settings())?;
    let mut report = mask.report.as_deref().map(output::StagedText::beside).transpose()?;
    for input in inputs {
        let Some(entry) = journal.entry(&batch::name_of(&input.below))? else { continue };
        if let (Some(report), EntryOutcome::Masked { reports, .. }) = (&mut report, &entry.outcome) {
            reports.iter().try_for_each(|one| report.line(one))?;
        }
        manifest.add(entry)?;
    }
    report.map(output::StagedText::publish).transpose()?;
    manifest.finish()
}

/// Inputs that were done and are no longer there.
fn gone(journal: &BatchJournal, inputs: &[InputFile], shard: Option<args::BatchShard>) -> Vec<String> {
    let there: HashSet<String> = inputs.iter().map(|input| batch::name_of(&input.below)).collect();
    let is_gone = |name: &String| takes(shard, name) && !there.contains(name);
    journal.inputs().into_iter().filter(is_gone).collect()
}

impl BatchTally {
    fn summarise(&self, totals: &ManifestTotals, places: &BatchPlaces, gone: &[String]) {
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let mut line = format!(
            "{}: {} files masked, {} of them in this run",
            places.output.display(),
            totals.files,
            of(&self.now)
        );
        let more = [
            (of(&self.changed), "of them since their input had changed"),
            (of(&self.lost), "of them since their result had changed or was gone"),
            (totals.failed, "left out"),
            (totals.left_out, "records left out"),
            (gone.len(), "results of inputs that are gone"),
        ];
        for (count, what) in more.into_iter().filter(|(count, _)| *count > 0) {
            line += &format!("; {count} {what}");
        }
        crate::config::tell("mask");
        failure::say(&line);
        failure::say(&counted(&totals.counts));
        failure::say(&format!("manifest: {}", places.manifest.display()));
    }
}

impl BatchEntry {
    fn failed(input: String, read: Option<String>, bytes: u64, failure: &Failure) -> Self {
        Self { input, read, bytes, outcome: EntryOutcome::Failed { failed: failure.to_string() } }
    }
}
