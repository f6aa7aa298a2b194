//! `sfumato train entities` and `sfumato train gazetteer`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use sfumato::Bundle;
use sfumato::detect::Category;
use sfumato::detect::learned::train::{TrainedRecogniser, TrainingDocument, TrainingSettings, train as learn};
use sfumato::detect::learned::{RecogniserPackage, gazetteer as table};
use sfumato::document::annotations::AnnotatedDocument;
use sfumato_eval::entities::{LabelMap, LabelMeaning, LabelNaming};

use super::about::{RecogniserAccount, TrainingSources};
use super::progress::TrainingProgress;
use crate::annotated::{self, AnnotatedFile, AnnotatedSource};
use crate::args::TrainArguments;
use crate::failure::Failure;
use crate::output::{self, OutputTarget, StagingArea};
use crate::{gold, print};

/// The file of rules where the documents support none.
const NO_RULES: &str =
    "# No rule was right often enough on documents it was not made from; more documents may support some.\n";

/// Makes a gazetteer of a list of phrases, and of clusters of words if there are any.
pub fn gazetteer(train: &TrainArguments) -> Result<Vec<u8>, Failure> {
    let path = train.learning.list.as_deref().ok_or_else(|| Failure::call("this task needs --list"))?;
    let language = train.language.language().code();
    let list = gold::text(path)?;
    let clusters = train.clusters.as_deref().map_or_else(|| Ok(String::new()), gold::text)?;
    // The files are checked one by one, so that a bad line is told with its file.
    for (path, list, clusters) in [(Some(path), list.as_str(), ""), (train.clusters.as_deref(), "", clusters.as_str())]
    {
        if let (Some(path), Err(error)) = (path, table(list, clusters, language)) {
            return Err(Failure::at(path.display().to_string(), error));
        }
    }
    table(&list, &clusters, language).map_err(Failure::call)
}

/// Makes a recogniser of annotated documents and writes it, with a file beside it that says what it is made from.
pub fn run(train: &TrainArguments) -> Result<(), Failure> {
    let id = id(train)?;
    let settings = settings(train)?;
    let map = train.learning.map.as_deref().map(gold::label_map).transpose()?.unwrap_or_default();
    let paths: Vec<PathBuf> = train.gold.iter().map(PathBuf::from).collect();
    let sources = annotated::collect(&paths)?;
    let more = match train.learning.more.as_slice() {
        [] => Vec::new(),
        more => annotated::collect(more)?,
    };
    let about_path = about_path(train, &sources, &more)?;
    let (documents, more) = read(train, &sources, &more, &map)?;
    let mut data = vec![TrainingSources::of(&train.gold, &documents, "people")];
    if !more.is_empty() {
        let named: Vec<String> = train.learning.more.iter().map(|path| path.display().to_string()).collect();
        data.push(TrainingSources::of(&named, &more, "something else than people"));
    }
    let language = train.language.language();
    let around = Bundle::surroundings(language).map_err(Failure::call)?;
    let shown = TrainingProgress::new(train.quiet);
    let started = Instant::now();
    let trained = learn(id, around, language, &documents, &more, &settings, &mut |step| shown.line(step));
    shown.end();
    let trained = trained.map_err(Failure::call)?;
    let about = RecogniserAccount {
        id,
        language,
        settings: &settings,
        data: &data,
        trained: &trained,
        seconds: started.elapsed(),
    };
    write(train, &trained, &about_path, &about.toml())?;
    if !train.quiet {
        print(&about.table(&train.out))?;
    }
    Ok(())
}

fn id(train: &TrainArguments) -> Result<&str, Failure> {
    let id = train.learning.id.as_deref().ok_or_else(|| Failure::call("this task needs --id"))?;
    match Category::new(id) {
        Ok(_) => Ok(id),
        Err(_) => Err(Failure::call("--id takes lower-case words with `/` between them, such as my/clinic")),
    }
}

fn settings(train: &TrainArguments) -> Result<TrainingSettings, Failure> {
    let default = TrainingSettings::default();
    let learning = &train.learning;
    let recall_precision = learning.recall_precision.unwrap_or(default.recall_precision);
    if !(0.0..=1.0).contains(&recall_precision) {
        return Err(Failure::call("--recall-precision takes a number from 0 to 1"));
    }
    Ok(TrainingSettings {
        crf: super::settings(train, default.crf)?,
        folds: learning.folds.map_or(default.folds, |folds| folds as usize),
        recall_precision,
        rules: default.rules.filter(|_| !learning.no_rules),
        ..default
    })
}

/// The file that says what the recogniser is made from. Whether all files can be written is found out beforehand.
fn about_path(
    train: &TrainArguments,
    sources: &[AnnotatedSource],
    more: &[AnnotatedSource],
) -> Result<PathBuf, Failure> {
    let about = train.out.with_extension("toml");
    let rules = train.learning.rules_out.as_ref();
    if about == train.out || rules.is_some_and(|rules| *rules == about || *rules == train.out) {
        return Err(Failure::at(about.display().to_string(), "is written beside the model; name another file"));
    }
    let inputs = || sources.iter().chain(more).flat_map(AnnotatedSource::paths).chain(train.learning.map.as_deref());
    for path in [Some(&train.out), Some(&about), rules].into_iter().flatten() {
        output::check_file(path, inputs())?;
    }
    Ok(about)
}

/// The documents that people annotated, and the others.
fn read(
    train: &TrainArguments,
    sources: &[AnnotatedSource],
    more: &[AnnotatedSource],
    map: &LabelMap,
) -> Result<(Vec<TrainingDocument>, Vec<TrainingDocument>), Failure> {
    let mut files = annotated::read(sources)?;
    let mut more = annotated::read(more)?;
    let documents = files.iter().chain(&more).flat_map(|file| &file.documents);
    let labels = documents.flat_map(|document| &document.annotations).map(|annotation| &*annotation.label);
    let naming = LabelNaming::new(labels, train.learning.labels.map(|labels| labels.0), map);
    for files in [&mut files, &mut more] {
        annotated::check(files, &naming, train.learning.overlaps.unwrap_or_default())?;
    }
    Ok((examples(files, &naming, map), examples(more, &naming, map)))
}

fn examples(files: Vec<AnnotatedFile>, naming: &LabelNaming, map: &LabelMap) -> Vec<TrainingDocument> {
    let category = |label: &str| match map.meaning(label) {
        Some(LabelMeaning::Category(category)) => Some(category.clone()),
        Some(LabelMeaning::Ignored) => None,
        None => naming.set().category(label),
    };
    let example = |document: AnnotatedDocument| {
        let known = document.annotations.iter().filter_map(|mark| Some((mark.span, category(&mark.label)?)));
        let mut annotations: Vec<_> = known.collect();
        annotations.sort_by_key(|(span, _)| *span);
        TrainingDocument { name: document.name, document: document.document, annotations }
    };
    files.into_iter().flat_map(|file| file.documents).map(example).collect()
}

fn write(train: &TrainArguments, trained: &TrainedRecogniser, about_path: &Path, about: &str) -> Result<(), Failure> {
    let staging = StagingArea::default();
    staging.add(&OutputTarget::File(train.out.clone()), &trained.bytes, None)?;
    staging.add(&OutputTarget::File(about_path.to_path_buf()), about.as_bytes(), None)?;
    if let Some(path) = &train.learning.rules_out {
        let package = RecogniserPackage::from_bytes(&trained.bytes).map_err(Failure::call)?;
        let rules = if package.rules().is_empty() { NO_RULES } else { package.rules() };
        staging.add(&OutputTarget::File(path.clone()), rules.as_bytes(), None)?;
    }
    staging.publish()
}
