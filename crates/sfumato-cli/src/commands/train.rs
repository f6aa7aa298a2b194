//! `sfumato train`.

mod about;
mod entities;
mod lemmas;
mod progress;
mod vectors;

use std::path::{Path, PathBuf};

use sfumato::language::train::{CrfSettings, Lesson, LessonError, LessonSource, Task, lexicon};
use sfumato::language::treebank::TreeSentence;
use sfumato::language::{Convention, Language};
use sfumato_eval::{GoldAnnotation, is_annotated};

use crate::Completeness;
use crate::args::{TrainArguments, TrainCommand, TrainMethod, TrainSubcommand, TrainTask};
use crate::failure::{self, Failure};
use crate::gold::{self, GoldForm, PlainTextForm};
use crate::output::{self, OutputTarget, StagingArea};
use progress::TrainingProgress;

/// Trains what is asked for and writes it.
pub fn run(training: &TrainCommand) -> Result<Completeness, Failure> {
    match training {
        TrainCommand::Apart(TrainSubcommand::Vectors(train)) => vectors::run(train),
        TrainCommand::Model(train) => model(train),
    }
}

/// Trains a model and writes it.
fn model(train: &TrainArguments) -> Result<Completeness, Failure> {
    let task = train.what.task().ok_or_else(|| Failure::call("name a task"))?;
    refuse_misplaced(train, task)?;
    if task == TrainTask::Entities {
        entities::run(train)?;
        return Ok(Completeness::Complete);
    }
    check_outputs(train, task)?;
    let bytes = match task {
        TrainTask::Entities | TrainTask::Gazetteer => entities::gazetteer(train)?,
        TrainTask::Lexicon => train_lexicon(train)?,
        TrainTask::Lemmas => lemmas::train(train)?,
        TrainTask::Tags => train_labels(train, Task::Tags)?,
        TrainTask::Details => train_labels(train, Task::Details)?,
        TrainTask::Chunks => train_labels(train, Task::Chunks)?,
    };
    write(&train.out, &bytes)?;
    if has_state(task) {
        forget_state(&state_path(train))?;
    }
    if !train.quiet {
        failure::say(&format!("{}: {} bytes", train.out.display(), bytes.len()));
    }
    Ok(Completeness::Complete)
}

/// An option that the task does not heed is a mistake.
fn refuse_misplaced(train: &TrainArguments, task: TrainTask) -> Result<(), Failure> {
    use TrainTask::{Chunks, Details, Entities, Gazetteer, Lemmas, Lexicon, Tags};
    let learning = &train.learning;
    let is_entities = task == Entities;
    let is_labelling = matches!(task, Tags | Details | Chunks);
    let is_crf = is_labelling && method(train, task) == TrainMethod::Crf;
    let is_perceptron = is_labelling && !is_crf;
    let options = [
        ("--gold", !train.gold.is_empty(), task != Gazetteer),
        ("--list", learning.list.is_some(), task == Gazetteer),
        ("--id", learning.id.is_some(), is_entities),
        ("--more", !learning.more.is_empty(), is_entities),
        ("--labels", learning.labels.is_some(), is_entities),
        ("--map", learning.map.is_some(), is_entities),
        ("--overlaps", learning.overlaps.is_some(), is_entities),
        ("--folds", learning.folds.is_some(), is_entities),
        ("--no-rules", learning.no_rules, is_entities),
        ("--rules-out", learning.rules_out.is_some(), is_entities),
        ("--recall-precision", learning.recall_precision.is_some(), is_entities),
        ("--clusters", train.clusters.is_some(), matches!(task, Lexicon | Gazetteer)),
        ("--classes", train.classes.is_some(), task == Lexicon),
        ("--table", train.table.is_some(), task == Lemmas),
        ("--tags", train.tags.is_some(), task == Chunks),
        ("--lexicon", train.lexicon.is_some(), is_labelling),
        ("--dev", !train.dev.is_empty(), is_labelling),
        ("--method", train.method.is_some(), is_labelling),
        ("--l1", train.l1.is_some(), is_crf || is_entities),
        ("--l2", train.l2.is_some(), is_crf || is_entities),
        ("--iterations", train.iterations.is_some(), is_crf || is_entities),
        ("--resume", train.resume, is_crf),
        ("--passes", train.passes.is_some(), is_perceptron),
        ("--seed", train.seed.is_some(), is_perceptron),
    ];
    match options.iter().find(|(_, is_given, is_heeded)| *is_given && !is_heeded) {
        Some((option, ..)) => Err(Failure::call(format!("{option} is not for this task or method"))),
        None => Ok(()),
    }
}

/// Fails if the model and its companions cannot be written, before anything is learnt.
fn check_outputs(train: &TrainArguments, task: TrainTask) -> Result<(), Failure> {
    let named = train.gold.iter().chain(&train.dev).map(|argument| named(argument).map(|(path, _)| path));
    let mut inputs: Vec<PathBuf> = named.collect::<Result<_, _>>()?;
    let tables = [&train.lexicon, &train.tags, &train.clusters, &train.classes, &train.table, &train.learning.list];
    inputs.extend(tables.into_iter().flatten().cloned());
    let state = has_state(task).then(|| state_path(train));
    for path in [Some(train.out.clone()), state].into_iter().flatten() {
        output::check_file(&path, inputs.iter().map(PathBuf::as_path))?;
    }
    Ok(())
}

fn method(train: &TrainArguments, task: TrainTask) -> TrainMethod {
    train.method.unwrap_or(if task == TrainTask::Details { TrainMethod::Perceptron } else { TrainMethod::Crf })
}

/// An annotated file of the arguments: `FILE` or `FILE=N`.
fn named(argument: &str) -> Result<(PathBuf, Convention), Failure> {
    match argument.rsplit_once('=') {
        Some((path, number)) if !Path::new(argument).exists() => match number.parse() {
            Ok(number) if number > 0 => Ok((PathBuf::from(path), Convention::number(number))),
            _ => Err(Failure::at(argument, "behind `=` stands a number from 1 to 255")),
        },
        _ => Ok((PathBuf::from(argument), Convention::MAIN)),
    }
}

/// Reads annotated files, each of which must have what is to be learnt.
fn read(arguments: &[String], annotation: GoldAnnotation, language: Language) -> Result<Vec<LessonSource>, Failure> {
    let plain_text = if annotation == GoldAnnotation::Chunks { PlainTextForm::Columns } else { PlainTextForm::Refused };
    let one = |argument: &String| {
        let (path, convention) = named(argument)?;
        let mut sentences = gold::sentences(&path, GoldForm::of(&path, plain_text)?)?;
        if !is_annotated(&sentences, annotation, language) {
            return Err(Failure::at(path.display().to_string(), "nothing in it is annotated for this task"));
        }
        if annotation == GoldAnnotation::Chunks {
            sentences.iter_mut().filter(|sentence| !sentence.has_chunks()).for_each(TreeSentence::derive_chunks);
        }
        Ok(LessonSource { sentences, convention })
    };
    arguments.iter().map(one).collect()
}

fn train_lexicon(train: &TrainArguments) -> Result<Vec<u8>, Failure> {
    let language = train.language.language();
    let sources = read(&train.gold, GoldAnnotation::Tags, language)?;
    let sentences: Vec<TreeSentence> = sources.into_iter().flat_map(|source| source.sentences).collect();
    let table = |path: &Option<PathBuf>| path.as_deref().map_or_else(|| Ok(String::new()), gold::text);
    let (clusters, classes) = (table(&train.clusters)?, table(&train.classes)?);
    // The tables are checked one by one, so that a bad line is told with its file.
    for (path, clusters, classes) in [(&train.clusters, clusters.as_str(), ""), (&train.classes, "", classes.as_str())]
    {
        if let (Some(path), Err(error)) = (path, lexicon(language, &[], clusters, classes)) {
            return Err(Failure::at(path.display().to_string(), error));
        }
    }
    lexicon(language, &sentences, &clusters, &classes).map_err(Failure::call)
}

fn train_labels(train: &TrainArguments, task: Task) -> Result<Vec<u8>, Failure> {
    let language = train.language.language();
    let (annotation, train_task) = match task {
        Task::Tags => (GoldAnnotation::Tags, TrainTask::Tags),
        Task::Details => (GoldAnnotation::Details, TrainTask::Details),
        Task::Chunks => (GoldAnnotation::Chunks, TrainTask::Chunks),
    };
    let how = ModelTraining::of(train, train_task)?;
    let (gold, dev) = (read(&train.gold, annotation, language)?, read(&train.dev, annotation, language)?);
    let lexicon = needed(&train.lexicon, "--lexicon", "a lexicon")?;
    let tags = (task == Task::Chunks).then(|| needed(&train.tags, "--tags", "a model")).transpose()?;
    check_models(train, task, language, &lexicon, tags.as_deref())?;
    let lesson = Lesson::new(task, language, &gold, &dev, &lexicon, tags.as_deref()).map_err(Failure::call)?;
    let (features, weights, labels) = lesson.size();
    let display = TrainingProgress::new(train.quiet);
    display.line(&format!("{features} features, {weights} weights, {labels} labels"));
    match how {
        ModelTraining::Field { settings, interrupted } => {
            field(train, &lesson, &settings, interrupted.as_deref(), &display)
        }
        ModelTraining::Perceptron { passes, seed } => {
            display.expect(passes);
            let model = lesson.perceptron(passes, seed, |pass, accuracy| {
                display.step(pass, true, &format!("pass {pass}{}", dev_accuracy(accuracy)));
            });
            display.end();
            Ok(model)
        }
    }
}

/// The method of making a model, with its settings.
enum ModelTraining {
    Field { settings: CrfSettings, interrupted: Option<Vec<u8>> },
    Perceptron { passes: usize, seed: u64 },
}

/// Walks through the files if nothing is said.
const PASSES: u32 = 10;

impl ModelTraining {
    fn of(train: &TrainArguments, task: TrainTask) -> Result<Self, Failure> {
        Ok(match method(train, task) {
            TrainMethod::Crf => {
                let interrupted = train.resume.then(|| gold::bytes(&state_path(train))).transpose()?;
                Self::Field { settings: settings(train, CrfSettings::default())?, interrupted }
            }
            TrainMethod::Perceptron => {
                Self::Perceptron { passes: train.passes.unwrap_or(PASSES) as usize, seed: train.seed.unwrap_or(1) }
            }
        })
    }
}

/// The share of right labels on the dev files, as a word behind others.
fn dev_accuracy(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(String::new, |accuracy| format!(", dev {:.2} %", 100.0 * accuracy))
}

/// The number of steps after which a training is saved and tried on the dev files.
const PERIOD: usize = 10;

/// Trains a conditional random field, writing down where it is as it goes.
fn field(
    train: &TrainArguments,
    lesson: &Lesson,
    settings: &CrfSettings,
    interrupted: Option<&[u8]>,
    display: &TrainingProgress,
) -> Result<Vec<u8>, Failure> {
    let state_path = state_path(train);
    display.expect(settings.iterations);
    let mut failed = None;
    let model = lesson.crf(settings, interrupted, |progress, state, accuracy| {
        let is_due = progress.iteration.is_multiple_of(PERIOD);
        let accuracy = if is_due { accuracy() } else { None };
        let (iteration, value, active) = (progress.iteration, progress.value, progress.active);
        let line = format!("step {iteration}: objective {value:.1}, {active} weights{}", dev_accuracy(accuracy));
        display.step(iteration, is_due, &line);
        if is_due {
            failed = write(&state_path, &state()).err();
        }
        failed.is_none()
    });
    display.end();
    if let Some(failure) = failed {
        return Err(failure);
    }
    model.map_err(|error| match error {
        LessonError::State(_) => Failure::at(state_path.display().to_string(), error),
        LessonError::OtherSettings => {
            Failure::at(state_path.display().to_string(), format!("{error}: start anew without --resume"))
        }
        other => Failure::call(other),
    })
}

/// True if a training can be interrupted and resumed.
fn has_state(task: TrainTask) -> bool {
    matches!(task, TrainTask::Tags | TrainTask::Details | TrainTask::Chunks)
}

/// The file that keeps an interrupted training: beside the model.
fn state_path(train: &TrainArguments) -> PathBuf {
    let mut name = train.out.file_name().unwrap_or_default().to_owned();
    name.push(".state");
    train.out.with_file_name(name)
}

/// Once the model is there, nothing is left to be taken up.
fn forget_state(path: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::io(path.display().to_string(), &error))
        }
        _ => Ok(()),
    }
}

/// The settings of a conditional random field: those given, and `default` for the rest.
fn settings(train: &TrainArguments, default: CrfSettings) -> Result<CrfSettings, Failure> {
    let (l1, l2) = (train.l1.unwrap_or(default.l1), train.l2.unwrap_or(default.l2));
    if [l1, l2].iter().any(|penalty| !penalty.is_finite() || *penalty < 0.0) {
        return Err(Failure::call("--l1 and --l2 take a number from 0 on"));
    }
    let iterations = train.iterations.map_or(default.iterations, |iterations| iterations as usize);
    Ok(CrfSettings { l1, l2, iterations, ..default })
}

fn needed(path: &Option<PathBuf>, option: &str, kind: &str) -> Result<Vec<u8>, Failure> {
    let path = path.as_deref().ok_or_else(|| Failure::call(format!("this task needs {option}")))?;
    gold::model(path, kind)
}

/// A model that cannot be used is told with its file: it is tried before anything is learnt.
fn check_models(
    train: &TrainArguments,
    task: Task,
    language: Language,
    lexicon: &[u8],
    tags: Option<&[u8]>,
) -> Result<(), Failure> {
    for (path, tags) in [(&train.lexicon, None), (&train.tags, tags)] {
        if let (Some(path), Err(LessonError::Model(error))) =
            (path, Lesson::new(task, language, &[], &[], lexicon, tags))
        {
            return Err(Failure::at(path.display().to_string(), error));
        }
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let staging = StagingArea::default();
    staging.add(&OutputTarget::File(path.to_path_buf()), bytes, None)?;
    staging.publish()
}
