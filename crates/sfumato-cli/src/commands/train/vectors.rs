//! `sfumato train vectors`.

use std::path::{Path, PathBuf};

use sfumato::Bundle;
use sfumato::document::Document;
use sfumato::knowledge::vectors::{
    Gathering, LearnError, NumberNotation, Sheet, VectorDraft, VectorLearningSettings, VectorTable, extend, learn,
    read_file,
};
use sfumato::language::{Analysis, Language, Languages, Models, TermKind};

use super::progress::TrainingProgress;
use crate::Completeness;
use crate::args::{AnyLanguage, HelperPrograms, InputOptions, TrainVectors};
use crate::failure::{self, Failure};
use crate::gold;
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::output;

/// Rows of letters if nothing is said.
const BUCKETS: u32 = 50_000;
const QUANTISED_BUCKETS: u32 = 20_000;
/// Progress is printed each time another such part of the whole is done.
const TOLD: u64 = 20;

/// Makes vectors and writes them.
pub fn run(train: &TrainVectors) -> Result<Completeness, Failure> {
    let files = [&train.from, &train.extend].into_iter().flatten();
    output::check_file(&train.output, train.inputs.iter().chain(files).map(PathBuf::as_path))?;
    let (mut draft, completeness) = match &train.from {
        Some(path) => (taken_over(path, buckets(train))?, Completeness::Complete),
        None => learnt(train)?,
    };
    if let Some(entries) = train.entries {
        draft.truncate(entries);
    }
    draft.name = train.output.file_stem().unwrap_or_default().to_string_lossy().split_whitespace().collect();
    draft.language = only(train.language).or(draft.language);
    let bytes = draft.to_bytes(if train.quantise { NumberNotation::Quantised } else { NumberNotation::Exact });
    super::write(&train.output, &bytes)?;
    if !train.run.quiet {
        let (entries, dimensions) = (draft.len(), draft.dimensions());
        let place = train.output.display();
        failure::say(&format!(
            "{place}: {entries} words and phrases of {dimensions} dimensions, {} bytes",
            bytes.len()
        ));
    }
    Ok(completeness)
}

/// The language that was named.
fn only(language: AnyLanguage) -> Option<Language> {
    match language {
        AnyLanguage::En => Some(Language::English),
        AnyLanguage::Es => Some(Language::Spanish),
        AnyLanguage::Auto => None,
    }
}

/// The number of rows for runs of letters.
fn buckets(train: &TrainVectors) -> u32 {
    train.buckets.unwrap_or(if train.quantise { QUANTISED_BUCKETS } else { BUCKETS })
}

/// The vectors of others, with letters fitted to them.
fn taken_over(path: &Path, buckets: u32) -> Result<VectorDraft, Failure> {
    let draft = read_file(&gold::bytes(path)?, usize::MAX);
    let mut draft = draft.map_err(|error| Failure::at(path.display().to_string(), error))?;
    if draft.is_empty() {
        return Err(Failure::at(path.display().to_string(), "there are no vectors in it"));
    }
    draft.fit_letters(buckets);
    Ok(draft)
}

fn learnt(train: &TrainVectors) -> Result<(VectorDraft, Completeness), Failure> {
    let old = train.extend.as_deref().map(|path| Ok((path, gold::bytes(path)?))).transpose()?;
    let old = old.as_ref().map(|(path, bytes)| table(path, bytes)).transpose()?;
    let (gathering, completeness) = gathered(train)?;
    let shown = TrainingProgress::new(train.run.quiet);
    let (words, phrases) = gathering.vocabulary();
    shown.line(&format!("{} documents, {words} words, {phrases} phrases", gathering.documents()));
    shown.expect(TOLD as usize);
    let mut reported = 0;
    let progress = |progress: sfumato::knowledge::vectors::VectorProgress| {
        let step = progress.words * TOLD / progress.total.max(1);
        if step > reported {
            reported = step;
            shown.step(step as usize, false, &format!("{} of {} words", progress.words, progress.total));
        }
        true
    };
    let settings = settings(train);
    let draft = match &old {
        Some(table) => extend(&gathering, &settings, table, progress),
        None => learn(&gathering, &settings, progress),
    };
    shown.end();
    let place = train.extend.as_ref().map(|path| path.display().to_string());
    let draft = draft.map_err(|error| match (error, place) {
        (LearnError::Closed, Some(place)) => Failure::at(place, format!("{error}; make them anew without --quantise")),
        _ => Failure::call(error),
    })?;
    Ok((draft, completeness))
}

fn table<'b>(path: &Path, bytes: &'b [u8]) -> Result<VectorTable<'b>, Failure> {
    let table = VectorTable::from_bytes(bytes).and_then(|table| table.check().map(|()| table));
    table.map_err(|error| Failure::at(path.display().to_string(), error))
}

/// What is met less often in new documents is not learnt: an unknown word is taken to tell as much as can be, and one
/// document could otherwise take the protection of its own names away.
const FEWEST_BELIEVED: u32 = 5;

fn settings(train: &TrainVectors) -> VectorLearningSettings {
    let default = VectorLearningSettings::default();
    let mut walk = default.walk;
    walk.window = usize::from(train.window);
    walk.epochs = usize::from(train.epochs);
    walk.seed = train.seed;
    VectorLearningSettings {
        dimensions: usize::from(train.dimensions),
        buckets: buckets(train),
        minimum: train.minimum.unwrap_or(if train.extend.is_some() { FEWEST_BELIEVED } else { 1 }),
        walk,
    }
}

/// The words and phrases of all documents.
fn gathered(train: &TrainVectors) -> Result<(Gathering, Completeness), Failure> {
    let models = Bundle::models().map_err(|error| Failure::at("embedded models", error))?;
    let inputs = inputs::collect(&train.inputs, None)?;
    let (sheets, completeness) = jobs::each(&inputs, &train.run, |input, _| sheets(input, train, models))?;
    let mut gathering = Gathering::default();
    sheets.iter().flatten().flatten().for_each(|sheet| gathering.add(sheet));
    Ok((gathering, completeness))
}

/// The words and phrases of the documents of a file.
fn sheets(input: &InputFile, train: &TrainVectors, models: &'static Models<'static>) -> Result<Vec<Sheet>, Failure> {
    let source = InputOptions {
        inputs: Vec::new(),
        format: None,
        columns: Vec::new(),
        delimiter: None,
        text_field: train.text_field.clone(),
        keep_fields: Vec::new(),
        programs: HelperPrograms::default(),
    };
    let opened = jobs::open(input, &source)?;
    let place = input.place();
    jobs::each_record(&opened, |record| {
        let document = jobs::document(&opened, &place, record)?;
        jobs::panic_if_forced(&train.run, &document);
        let analysis = match only(train.language) {
            Some(language) => Analysis::in_languages(&document, Languages::only(language)),
            None => Analysis::new(&document),
        };
        Ok(sheet(&document, &analysis.with_models(models)))
    })
}

/// The words of a document, with its noun phrases as such.
fn sheet(document: &Document, analysis: &Analysis<'_>) -> Sheet {
    let text = document.text();
    let part = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
    let mut sheet = Sheet::default();
    let mut at = 0;
    for term in analysis.terms().iter().filter(|term| term.kind == TermKind::Noun) {
        sheet.words(part(at, term.span.start()));
        sheet.phrase(part(term.span.start(), term.span.end()));
        at = term.span.end();
    }
    sheet.words(part(at, text.len()));
    sheet
}
