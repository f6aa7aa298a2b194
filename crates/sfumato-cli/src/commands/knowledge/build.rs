//! `sfumato knowledge build`: makes a taxonomy from the files of others.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sfumato::Bundle;
use sfumato::knowledge::load::{Format, HEAD, Input, LoadOptions, Loaded, Loader, plan};
use sfumato::knowledge::taxonomy::{Draft, Flaw, PackingOutcome, pack};

use crate::Completeness;
use crate::args::KnowledgeBuild;
use crate::failure::{self, Failure};
use crate::inputs;
use crate::output::{self, OutputTarget, StagingArea};

/// The most places shown of each kind of flaw.
const PLACES: usize = 5;

/// Makes a taxonomy and writes it.
pub fn run(build: &KnowledgeBuild) -> Result<Completeness, Failure> {
    let files = files(build)?;
    output::check_file(&build.output, files.iter().map(|(_, path)| path.as_path()))?;
    let (draft, loaded) = load(build, &files)?;
    let counts = Bundle::counts().map_err(|error| Failure::at("embedded counts", error))?;
    let (bytes, account) = pack(draft, Some(counts)).map_err(|error| Failure::at(place(&build.output), error))?;
    if !build.quiet || build.strict {
        flaws(&account).iter().for_each(|line| failure::say(line));
    }
    if build.strict && !account.dropped.is_empty() {
        let what = format!("{} flaws; nothing is written because of --strict", account.dropped.len());
        return Err(Failure::at(place(&build.output), what));
    }
    let staging = StagingArea::default();
    staging.add(&OutputTarget::File(build.output.clone()), &bytes, None)?;
    staging.publish()?;
    if !build.quiet {
        let PackingOutcome { concepts, names, dropped, .. } = &account;
        failure::say(&format!("{concepts} concepts, {names} names, {} dropped", dropped.len()));
        if loaded.retired > 0 {
            failure::say(&format!("{} no longer hold, as the files themselves say", loaded.retired));
        }
        failure::say(&format!("{}: {} bytes", build.output.display(), bytes.len()));
    }
    Ok(Completeness::Complete)
}

fn place(path: &Path) -> String {
    path.display().to_string()
}

/// The files to read with their formats. What is found in a folder and is in no format is passed over.
fn files(build: &KnowledgeBuild) -> Result<Vec<(Format, PathBuf)>, Failure> {
    let mut files = Vec::new();
    let mut unknown = 0;
    for input in inputs::collect(&build.inputs, Some(&build.output))? {
        let Some(path) = input.path else {
            return Err(Failure::call("a taxonomy is not read from standard input; name a file"));
        };
        let told = match build.format {
            Some(format) => Some(format.0),
            None => Format::tell(&place(&path), &head(&path)?),
        };
        match told {
            Some(format) => files.push((format, path)),
            None if input.in_folder => unknown += 1,
            None => return Err(Failure::at(place(&path), "its format is not known; give one with --format")),
        }
    }
    if files.is_empty() {
        return Err(Failure::call("no file in the folders named is in a known format"));
    }
    if unknown > 0 && !build.quiet {
        failure::say(&format!("{unknown} files in no known format were passed over"));
    }
    Ok(files)
}

/// The first bytes of a file.
fn head(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut head = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| Failure::io(place(path), &error))?;
    file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| Failure::io(place(path), &error))?;
    Ok(head)
}

/// Reads the files one after the other, so that only one is in memory.
fn load(build: &KnowledgeBuild, files: &[(Format, PathBuf)]) -> Result<(Draft, Loaded), Failure> {
    let stem = || build.output.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut draft = Draft::new(&build.name.clone().unwrap_or_else(stem));
    let mut loader = Loader::new(&LoadOptions { language: build.language.language() });
    let names: Vec<(Format, String)> = files.iter().map(|(format, path)| (*format, place(path))).collect();
    let named: Vec<(Format, &str)> = names.iter().map(|(format, name)| (*format, name.as_str())).collect();
    for (format, name) in plan(&named).into_iter().filter_map(|nth| named.get(nth)) {
        let failed = |error: std::io::Error| Failure::io(*name, &error);
        let size = std::fs::metadata(name).map_err(failed)?.len();
        if size > u64::from(u32::MAX) {
            return Err(Failure::at(*name, "larger than 4 GiB; no taxonomy is"));
        }
        let bytes = std::fs::read(name).map_err(failed)?;
        loader.read(&mut draft, *format, Input { name, bytes: &bytes }).map_err(Failure::call)?;
    }
    let loaded = loader.finish(&mut draft).map_err(Failure::call)?;
    Ok((draft, loaded))
}

/// A line for each kind of flaw: how many, and where the first are.
fn flaws(account: &PackingOutcome) -> Vec<String> {
    let mut kinds: BTreeMap<Flaw, Vec<String>> = BTreeMap::new();
    let mut counts: BTreeMap<Flaw, usize> = BTreeMap::new();
    for flaw in &account.dropped {
        *counts.entry(flaw.what).or_default() += 1;
        let places = kinds.entry(flaw.what).or_default();
        if places.len() < PLACES {
            let file = account.files.get(usize::from(flaw.place.file)).map_or("", String::as_str);
            places.push(format!("{file}:{}", flaw.place.line));
        }
    }
    let line = |(flaw, places): (&Flaw, &Vec<String>)| {
        let count = counts.get(flaw).copied().unwrap_or(0);
        let more = if count > places.len() { ", ..." } else { "" };
        format!("{flaw}: {count} ({}{more})", places.join(", "))
    };
    kinds.iter().map(line).collect()
}
