//! Running something over many documents: reading them, in parallel, with progress, failing closed.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::LazyLock;

use rayon::prelude::*;
use sfumato::document::formats::{DocumentFormat, FileKind, PictureFile, ScannedPdf, old_office};
use sfumato::document::{Document, SpareThreads};
use sfumato::mask::{Keys, Policy, suggestion_or};
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{AddedModel, Anonymiser, AnonymiserBuilder, BuildError, Bundle, DEFAULT_POLICY, DocumentFile, FileHint};

use crate::Completeness;
use crate::args::{self, InputOptions, KeyOptions, RuleOptions, RunOptions};
use crate::failure::{self, Failure};
use crate::inputs::InputFile;
use crate::programs;
use crate::progress;
use crate::references;

/// Opens a file with the documents in it.
pub fn open(input: &InputFile, source: &InputOptions) -> Result<DocumentFile, Failure> {
    open_read(input, input.read()?, source)
}

/// Opens a file whose bytes were read.
pub fn open_read(input: &InputFile, mut bytes: Vec<u8>, source: &InputOptions) -> Result<DocumentFile, Failure> {
    let place = input.place();
    if source.programs.convert_old
        && let Some(kind) = old_office(&bytes)
    {
        let converted = programs::converted(&bytes, kind);
        bytes = converted.map_err(|what| Failure::at(place.display().to_string(), what))?;
    }
    let failed = |error| Failure::read(&place, &error);
    let hint = hint(input, source)?;
    let format: Box<dyn DocumentFormat> = match hint.tell(&bytes).map_err(failed)? {
        FileKind::Picture if source.programs.ocr => Box::new(PictureFile { recogniser: Some(programs::recogniser()?) }),
        FileKind::Pdf if source.programs.ocr => {
            Box::new(ScannedPdf { rasteriser: programs::rasteriser(), recogniser: programs::recogniser()? })
        }
        kind => hint.format(kind),
    };
    let opened = DocumentFile::of(bytes, &hint, format).map_err(failed)?;
    tracing::debug!(
        format = opened.format().name(),
        bytes = opened.all_bytes().len(),
        records = opened.len(),
        "opened"
    );
    Ok(opened)
}

/// What the arguments say of a file.
fn hint(input: &InputFile, source: &InputOptions) -> Result<FileHint, Failure> {
    let name = input.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let mut hint = name
        .map_or_else(FileHint::default, FileHint::named)
        .columns(&source.columns)
        .text_field(&source.text_field)
        .keep_fields(&source.keep_fields);
    if let Some(args::FormatName(kind)) = source.format {
        hint = hint.kind(kind);
    }
    match source.delimiter {
        None => Ok(hint),
        Some(c) if c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '"' | '\n' | '\r') => {
            Ok(hint.delimiter(c as u8))
        }
        Some(_) => Err(Failure::call("--delimiter takes one ASCII mark such as `;`")),
    }
}

/// Reads a document of a file; whoever waits is told how far the work on it has come.
pub fn document(opened: &DocumentFile, place: &Path, number: usize) -> Result<Document, Failure> {
    let read = opened.document(number);
    let read = read.map(|document| document.watched_by(progress::watcher(opened.bytes(number).len())));
    read.map_err(|error| Failure::read(place, &error))
}

/// Builds the anonymiser the arguments ask for.
pub fn anonymiser(rules: &RuleOptions) -> Result<Anonymiser<'static>, Failure> {
    built(builder(rules)?)
}

/// Builds an anonymiser, or says what is wrong with the arguments.
pub fn built(builder: AnonymiserBuilder<'static>) -> Result<Anonymiser<'static>, Failure> {
    builder.build().map_err(|error| match error {
        BuildError::NoKey { .. } => Failure::call(format!("{error}; give one with --key-file or SFUMATO_KEY")),
        error => Failure::call(error),
    })
}

/// Threads that no file is worked on by, for those files that are long.
static SPARE: LazyLock<SpareThreads> = LazyLock::new(SpareThreads::default);

/// The settings of the anonymiser that the arguments ask for.
pub fn builder(rules: &RuleOptions) -> Result<AnonymiserBuilder<'static>, Failure> {
    builder_or(rules, DEFAULT_POLICY)
}

/// The same with another policy where none is named.
pub fn builder_or(rules: &RuleOptions, unnamed: &str) -> Result<AnonymiserBuilder<'static>, Failure> {
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
        policy.file.metadata = sfumato::mask::PartRule::Keep;
    }
    if let Some(fate) = rules.pictures {
        policy.file.pictures = fate.rule();
    }
    if let Some(fate) = rules.embedded {
        policy.file.embedded = fate.rule();
    }
    let mut builder = Anonymiser::builder().spare_threads(SPARE.clone());
    for path in &rules.recogniser {
        let place = path.display().to_string();
        let toml = std::fs::read_to_string(path).map_err(|error| Failure::io(&place, &error))?;
        let definition =
            sfumato::detect::patterns::RecogniserDefinition::parse(&toml).map_err(|error| Failure::at(place, error))?;
        builder = builder.recogniser(definition.id, toml);
    }
    if let Some(quality) = rules.quality {
        policy.recognise.quality = quality.level();
    }
    if let Some(sensitivity) = rules.sensitivity {
        policy.recognise.sensitivity = sensitivity;
    }
    for name in &rules.model {
        builder = builder.model(model(name)?);
    }
    let draws = policy.pseudonymises();
    let keys = if policy.needs_key() || draws { key(&rules.key)? } else { None };
    let drawing = &rules.drawing;
    if !drawing.reroll.is_empty() && drawing.seed.is_none() && keys.is_none() {
        return Err(Failure::call("--reroll needs --seed or a key: without one, everything is drawn anew each time"));
    }
    match drawing.seed {
        Some(number) => builder = builder.seed(PseudonymSeed::new(number)),
        None if draws && keys.is_none() => builder = builder.seed(unknown_seed()?),
        None => {}
    }
    if let Some(keys) = keys {
        builder = builder.keys(keys);
    }
    policy.pseudonyms.settings.dates.not_after = Some(drawing.not_after.unwrap_or_else(args::today));
    if let Some(strategy) = rules.strategy {
        policy.follow(strategy);
    }
    let knowledge = references::brought(&rules.references, &rules.key, &policy, name)?;
    let redrawn = drawing.reroll.iter().map(|number| *number as usize);
    Ok(builder.policy(policy).knowledge(knowledge).redraw(redrawn))
}

/// A seed that nobody knows.
fn unknown_seed() -> Result<PseudonymSeed, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|_| Failure::call("the system gives no random numbers; give --seed or a key"))?;
    Ok(PseudonymSeed::from_bytes(&bytes))
}

/// A built-in learned recogniser, or what a file holds.
fn model(name: &str) -> Result<AddedModel<'static>, Failure> {
    if Bundle::learned().any(|known| known == name) {
        return Ok(AddedModel::Named(name.to_owned()));
    }
    let bytes = match std::fs::read(name) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Failure::call(format!("no such file and {}", BuildError::NoModel { name: name.to_owned() })));
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

/// Starts as many threads as the user allows.
pub fn prepare(run: &RunOptions) {
    use_threads(run);
    SPARE.set(rayon::current_num_threads());
}

/// Does `work` for an input on a thread of its own; a panic is a failure of this input.
pub fn guarded<T>(input: &InputFile, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let _own = SPARE.borrow(1);
    std::panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Failure::at(input.name(), "internal error; this file was not masked")))
}

/// Does `work` for every input, in parallel. Unless the user allowed it, the first failure is the run's.
pub fn each<T: Send>(
    inputs: &[InputFile],
    run: &RunOptions,
    work: impl Fn(&InputFile, usize) -> Result<T, Failure> + Sync,
) -> Result<(Vec<Option<T>>, Completeness), Failure> {
    prepare(run);
    progress::start(inputs, run);
    let guarded = |(nth, input): (usize, &InputFile)| guarded(input, || work(input, nth));
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
    opened: &DocumentFile,
    work: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let results: Vec<Result<T, Failure>> = (0..opened.len()).into_par_iter().map(&work).collect();
    results.into_iter().collect()
}

/// The same, where the user allows that bad documents of a collection are left out: nothing stands for each, and the failure
/// says which it was.
pub fn each_good_record<T: Send>(
    opened: &DocumentFile,
    run: &RunOptions,
    work: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<Vec<Option<T>>, Failure> {
    if !run.allow_incomplete || opened.len() < 2 {
        return Ok(each_record(opened, work)?.into_iter().map(Some).collect());
    }
    let results: Vec<Result<T, Failure>> = (0..opened.len()).into_par_iter().map(&work).collect();
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
