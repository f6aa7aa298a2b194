//! Running something over many documents: reading them, in parallel, with progress, failing closed.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::LazyLock;

use rayon::prelude::*;
use sfumato::document::formats::{Csv, DocumentFormat, FileKind, JsonLines, PictureFile, ScannedPdf, old_office};
use sfumato::document::{Document, ReadError, SpareThreads};
use sfumato::mask::{Accounting, Keys, Policy, suggestion_or};
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{AddedModel, Anonymiser, Bundle, Config, ConfigError};

use crate::Completeness;
use crate::args::{self, InputOptions, KeyOptions, RuleOptions, RunOptions};
use crate::failure::{self, Failure};
use crate::inputs::InputFile;
use crate::programs;
use crate::progress;
use crate::references;

/// The policy where none is named.
pub const DEFAULT_POLICY: &str = "default";

/// A file that was read: its format and its documents with the places they take in it.
pub struct OpenedFile {
    pub bytes: Vec<u8>,
    pub format: Box<dyn DocumentFormat>,
    pub records: Vec<std::ops::Range<usize>>,
    /// The line on which each record starts, counted from one.
    lines: Vec<usize>,
    text_field: String,
}

impl OpenedFile {
    /// Reads a file and tells its format.
    pub fn new(input: &InputFile, source: &InputOptions) -> Result<Self, Failure> {
        let mut bytes = input.read()?;
        let place = input.place();
        if source.programs.convert_old
            && let Some(kind) = old_office(&bytes)
        {
            let converted = programs::converted(&bytes, kind);
            bytes = converted.map_err(|what| Failure::at(place.display().to_string(), what))?;
        }
        let name =
            input.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
        let told = FileKind::tell(&bytes, name.as_deref());
        let kind = match (source.format, told) {
            (_, Err(error @ (ReadError::Empty | ReadError::TooLarge))) => return Err(Failure::read(&place, &error)),
            (Some(args::FormatName(kind)), _) => kind,
            (None, told) => told.map_err(|error| Failure::read(&place, &error))?,
        };
        let format = format_of(kind, source)?;
        let records = format.split(&bytes).map_err(|error| Failure::read(&place, &error))?;
        tracing::debug!(format = format.name(), bytes = bytes.len(), records = records.len(), "opened");
        let mut lines = Vec::with_capacity(records.len());
        let (mut line, mut at) = (1, 0);
        for record in &records {
            line += bytes[at..record.start].iter().filter(|b| **b == b'\n').count();
            at = record.start;
            lines.push(line);
        }
        Ok(Self { bytes, format, records, lines, text_field: source.text_field.clone() })
    }

    /// Reads one of its documents.
    pub fn document(&self, place: &Path, record: usize) -> Result<Document, Failure> {
        let range = self.records[record].clone();
        let bytes = range.len();
        let read = self.format.read(self.bytes[range].to_vec());
        read.map(|document| document.watched_by(progress::watcher(bytes))).map_err(|error| match error {
            // A record knows its own lines only.
            ReadError::Syntax { fault, .. } if self.records.len() > 1 || self.format.name() == "jsonl" => {
                Failure::read(place, &ReadError::Syntax { line: self.line(record), fault })
            }
            other => Failure::read(place, &other),
        })
    }

    /// The line of the file on which a record stands, counted from one.
    pub fn line(&self, record: usize) -> usize {
        self.lines[record]
    }

    /// The text of a record of a collection, as its text field has it.
    pub fn text(&self, record: usize) -> Option<String> {
        let record = self.bytes.get(self.records.get(record)?.clone())?;
        let mut record: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(record).ok()?;
        match record.remove(&self.text_field) {
            Some(serde_json::Value::String(text)) => Some(text),
            _ => None,
        }
    }

    /// True if the file is a collection of documents.
    pub fn is_collection(&self) -> bool {
        self.format.name() == "jsonl"
    }

    /// The file with its documents replaced by what they became, and without those that became nothing.
    pub fn assemble(&self, parts: &[Option<Vec<u8>>]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut at = 0;
        for (range, part) in self.records.iter().zip(parts) {
            out.extend_from_slice(&self.bytes[at..range.start]);
            at = range.end;
            match part {
                Some(part) => out.extend_from_slice(part),
                // Its line goes with it.
                None => {
                    let breaks = self.bytes[at..].iter().take_while(|b| **b == b'\r').count();
                    at += breaks + usize::from(self.bytes.get(at + breaks) == Some(&b'\n'));
                }
            }
        }
        out.extend_from_slice(&self.bytes[at..]);
        out
    }
}

fn format_of(kind: FileKind, source: &InputOptions) -> Result<Box<dyn DocumentFormat>, Failure> {
    let delimiter = match source.delimiter {
        None => None,
        Some(c) if c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '"' | '\n' | '\r') => Some(c as u8),
        Some(_) => return Err(Failure::call("--delimiter takes one ASCII mark such as `;`")),
    };
    Ok(match kind {
        FileKind::Csv => Box::new(Csv { delimiter, columns: source.columns.clone() }),
        FileKind::Tsv => Box::new(Csv { delimiter: Some(delimiter.unwrap_or(b'\t')), columns: source.columns.clone() }),
        FileKind::JsonLines => {
            Box::new(JsonLines { text_field: source.text_field.clone(), keep_fields: source.keep_fields.clone() })
        }
        FileKind::Picture if source.programs.ocr => Box::new(PictureFile { recogniser: Some(programs::recogniser()?) }),
        FileKind::Pdf if source.programs.ocr => {
            Box::new(ScannedPdf { rasteriser: programs::rasteriser(), recogniser: programs::recogniser()? })
        }
        other => other.format(),
    })
}

/// Builds the anonymiser the arguments ask for.
pub fn anonymiser(rules: &RuleOptions) -> Result<Anonymiser, Failure> {
    Anonymiser::new(config(rules)?).map_err(Failure::call)
}

/// Threads that no file is worked on by, for those files that are long.
static SPARE: LazyLock<SpareThreads> = LazyLock::new(SpareThreads::default);

/// The configuration of the anonymiser that the arguments ask for.
pub fn config(rules: &RuleOptions) -> Result<Config, Failure> {
    config_or(rules, DEFAULT_POLICY)
}

/// The same with another policy where none is named.
pub fn config_or(rules: &RuleOptions, unnamed: &str) -> Result<Config, Failure> {
    let name = rules.policy.as_deref().unwrap_or(unnamed);
    let mut policy = policy(name)?;
    policy.entities.extend(rules.protect.iter().cloned());
    if let Some(threshold) = rules.threshold {
        if !(0.0..=1.0).contains(&threshold) {
            return Err(Failure::call("--threshold takes a number from 0 to 1"));
        }
        policy.threshold = threshold;
    }
    if let Some(language) = rules.language {
        policy.language = Some(language.language());
    }
    if rules.keep_metadata {
        policy.file.metadata = sfumato::mask::Fate::Keep;
    }
    if let Some(fate) = rules.pictures {
        policy.file.pictures = fate.rule();
    }
    if let Some(fate) = rules.embedded {
        policy.file.embedded = fate.rule();
    }
    let mut recognisers = Vec::new();
    for path in &rules.recogniser {
        let place = path.display().to_string();
        let toml = std::fs::read_to_string(path).map_err(|error| Failure::io(&place, &error))?;
        let definition =
            sfumato::detect::patterns::RecogniserDefinition::parse(&toml).map_err(|error| Failure::at(place, error))?;
        recognisers.push((definition.id, toml));
    }
    if let Some(quality) = rules.quality {
        policy.recognise.quality = quality.level();
    }
    if let Some(sensitivity) = rules.sensitivity {
        policy.recognise.sensitivity = sensitivity;
    }
    let models = rules.model.iter().map(|name| model(name)).collect::<Result<_, _>>()?;
    let draws = policy.pseudonymises();
    let keys = if policy.needs_key() || draws { key(&rules.key)? } else { None };
    let drawing = &rules.drawing;
    if !drawing.reroll.is_empty() && drawing.seed.is_none() && keys.is_none() {
        return Err(Failure::call("--reroll needs --seed or a key: without one, everything is drawn anew each time"));
    }
    let seed = match drawing.seed {
        Some(number) => Some(PseudonymSeed::new(number)),
        None if draws && keys.is_none() => Some(unknown_seed()?),
        None => None,
    };
    policy.pseudonyms.settings.dates.not_after = Some(drawing.not_after.unwrap_or_else(args::today));
    let rolled = drawing.reroll.iter().map(|number| *number as usize).collect();
    if let Some(strategy) = rules.strategy {
        policy.follow(strategy);
    }
    let own = references::own(&rules.references, &policy, name)?;
    Ok(Config {
        policy,
        keys,
        seed,
        rolled,
        recognisers,
        models,
        own,
        assess: false,
        accounting: Accounting::Full,
        spare: SPARE.clone(),
    })
}

/// A seed that nobody knows.
fn unknown_seed() -> Result<PseudonymSeed, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|_| Failure::call("the system gives no random numbers; give --seed or a key"))?;
    Ok(PseudonymSeed::from_bytes(&bytes))
}

/// A built-in learned recogniser, or what a file holds.
fn model(name: &str) -> Result<AddedModel, Failure> {
    if Bundle::learned().any(|known| known == name) {
        return Ok(AddedModel::Named(name.to_owned()));
    }
    let bytes = match std::fs::read(name) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Failure::call(format!("no such file and {}", ConfigError::NoModel { name: name.to_owned() })));
        }
        Err(error) => return Err(Failure::io(format!("model {name}"), &error)),
    };
    // It is used in place until the program ends.
    AddedModel::from_bytes(name, bytes.leak()).map_err(|error| Failure::at(format!("model {name}"), error))
}

/// A built-in policy, or that of a file.
pub fn policy(name: &str) -> Result<Policy, Failure> {
    if let Some(policy) = Bundle::policy(name) {
        return policy.map_err(|error| Failure::call(format!("policy {error}")));
    }
    if !name.contains(['/', '.', '\\']) && !Path::new(name).exists() {
        let known: Vec<&str> = Bundle::policies().collect();
        let hint = suggestion_or(name, &known, ", or give a file");
        return Err(Failure::call(format!("no policy `{name}`; {hint}")));
    }
    let toml = std::fs::read_to_string(name).map_err(|error| Failure::io(format!("policy {name}"), &error))?;
    Policy::parse(name, &toml).map_err(|error| Failure::call(format!("policy {error}")))
}

/// The key of the arguments or the environment.
pub fn key(key: &KeyOptions) -> Result<Option<Keys>, Failure> {
    let (place, secret) = match (&key.key_file, std::env::var_os("SFUMATO_KEY")) {
        (Some(path), _) => {
            let place = path.display().to_string();
            let secret = std::fs::read(path).map_err(|error| Failure::io(&place, &error))?;
            (place, secret)
        }
        (None, Some(secret)) => ("SFUMATO_KEY".to_owned(), secret.into_encoded_bytes()),
        (None, None) => return Ok(None),
    };
    Keys::from_secret(&secret).map(Some).map_err(|error| Failure::at(place, error))
}

/// Works with as many threads as the user allows.
pub fn use_threads(run: &RunOptions) {
    if let Some(jobs) = run.jobs {
        // Fails only if a pool is there already, which does the same work.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
}

/// Does `work` for every input, in parallel. Unless the user allowed it, the first failure is the run's.
pub fn each<T: Send>(
    inputs: &[InputFile],
    run: &RunOptions,
    work: impl Fn(&InputFile, usize) -> Result<T, Failure> + Sync,
) -> Result<(Vec<Option<T>>, Completeness), Failure> {
    use_threads(run);
    progress::start(inputs, run);
    SPARE.set(rayon::current_num_threads());
    let guarded = |(nth, input): (usize, &InputFile)| {
        let _own = SPARE.borrow(1);
        std::panic::catch_unwind(AssertUnwindSafe(|| work(input, nth)))
            .unwrap_or_else(|_| Err(Failure::at(input.name(), "internal error; this file was not masked")))
    };
    let results: Vec<Result<T, Failure>> = inputs.par_iter().enumerate().map(guarded).collect();
    progress::finish();
    let mut done = Vec::with_capacity(results.len());
    let mut failures = Vec::new();
    for result in results {
        match result {
            Ok(value) => done.push(Some(value)),
            Err(failure) => {
                failures.push(failure);
                done.push(None);
            }
        }
    }
    match failures.as_slice() {
        [] => Ok((done, Completeness::Complete)),
        [only] if inputs.len() == 1 => Err(only.clone()),
        _ if !run.allow_incomplete => {
            for failure in &failures {
                failure::say(&format!("sfumato: {failure}"));
            }
            Err(Failure::call(format!(
                "{} of {} files failed, so nothing was written; --allow-incomplete leaves them out",
                failures.len(),
                inputs.len()
            )))
        }
        _ => {
            for failure in &failures {
                failure::say(&format!("sfumato: left out: {failure}"));
            }
            Ok((done, Completeness::Incomplete))
        }
    }
}

/// Returns the results of `work` for every input, in parallel, without those that fail: a first look, before the work
/// that reports failures.
pub fn look<T: Send>(inputs: &[InputFile], work: impl Fn(&InputFile) -> Result<T, Failure> + Sync) -> Vec<T> {
    let guarded = |input: &InputFile| std::panic::catch_unwind(AssertUnwindSafe(|| work(input))).ok()?.ok();
    inputs.par_iter().filter_map(guarded).collect()
}

/// Does `work` for every document of a file, in parallel; the failure of a file is that of its first bad document.
pub fn each_record<T: Send>(
    opened: &OpenedFile,
    work: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let results: Vec<Result<T, Failure>> = (0..opened.records.len()).into_par_iter().map(&work).collect();
    results.into_iter().collect()
}

/// The same, where the user allows that bad documents of a collection are left out: nothing stands for each, and the failure
/// says which it was.
pub fn each_good_record<T: Send>(
    opened: &OpenedFile,
    run: &RunOptions,
    work: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<Vec<Option<T>>, Failure> {
    if !run.allow_incomplete || opened.records.len() < 2 {
        return Ok(each_record(opened, work)?.into_iter().map(Some).collect());
    }
    let results: Vec<Result<T, Failure>> = (0..opened.records.len()).into_par_iter().map(&work).collect();
    // A file of which nothing is left is one that failed.
    if results.iter().all(Result::is_err) {
        return results.into_iter().map(|result| result.map(Some)).collect();
    }
    let left_out = |failure: &Failure| failure::say(&format!("sfumato: left out: {failure}"));
    Ok(results.into_iter().map(|result| result.inspect_err(left_out).ok()).collect())
}

/// Panics quoting the document, if the hidden switch asks for it: the hook must not let the quote out.
#[cfg(debug_assertions)]
pub fn panic_if_forced(run: &RunOptions, document: &Document) {
    assert!(!run.force_panic, "forced panic over {}", document.text());
}

/// Release builds have no such switch.
#[cfg(not(debug_assertions))]
pub fn panic_if_forced(_: &RunOptions, _: &Document) {}
