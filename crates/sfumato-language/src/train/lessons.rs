//! Training the models that label words, from treebanks.

use std::collections::BTreeMap;
use std::ops::Range;

use sfumato_model::train::{
    CrfSettings, CrfTrainer, EncodedCorpus, FieldWeights, LabelNames, LabelledCorpus, MinimiserProgress,
    MinimiserState, MinimiserStateError, PerceptronSettings, pack, perceptron,
};
use sfumato_model::{
    FeatureTemplates, Labeller, LabellerMemo, ModelError, SequenceModel, TemplatesError, WordLexicon, hash_bytes,
    hash_pair,
};

use crate::treebank::{TreeSentence, TreeWord};
use crate::words::{COLUMNS, Convention, Observer, WORD_COLUMNS};
use crate::{Language, Upos};

/// The labels that a model is to give words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Parts of speech.
    Tags,
    /// Finer tags within a part of speech.
    Details,
    /// Phrases.
    Chunks,
}

impl Task {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Details => "details",
            Self::Chunks => "chunks",
        }
    }

    fn templates(self) -> &'static str {
        match self {
            Self::Tags => include_str!("templates/tags.txt"),
            Self::Details => include_str!("templates/details.txt"),
            Self::Chunks => include_str!("templates/chunks.txt"),
        }
    }
}

/// The reason why a model cannot be trained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonError {
    /// There is nothing to learn from.
    Nothing,
    /// There are too many different labels.
    TooManyLabels,
    /// A model or lexicon that is needed cannot be read.
    Model(ModelError),
    /// The interrupted training is none.
    State(MinimiserStateError),
    /// The interrupted training learnt something else, or otherwise.
    OtherSettings,
    /// The templates make no sense.
    Templates(TemplatesError),
}

impl std::fmt::Display for LessonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => f.write_str("no word of the gold files is annotated for this task"),
            Self::TooManyLabels => f.write_str("the gold files have more than 255 different labels"),
            Self::Model(error) => error.fmt(f),
            Self::State(error) => error.fmt(f),
            Self::OtherSettings => f.write_str("started with other settings"),
            Self::Templates(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LessonError {}

impl From<ModelError> for LessonError {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

/// A treebank and its way of annotating.
#[derive(Debug, Clone)]
pub struct LessonSource {
    /// Its sentences.
    pub sentences: Vec<TreeSentence>,
    /// Its way.
    pub convention: Convention,
}

/// Everything a training needs.
pub struct Lesson {
    task: Task,
    language: Language,
    templates: FeatureTemplates,
    labels: LabelNames,
    gold: EncodedCorpus,
    dev: Option<EncodedCorpus>,
    /// Tells apart what is learnt from.
    fingerprint: u64,
}

impl std::fmt::Debug for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lesson({}/{}, {} sentences)", self.task.name(), self.language.code(), self.gold.len())
    }
}

/// The least times that a finer tag must be seen to count.
const RARE: usize = 5;
/// The least times that a feature must be seen to count.
const LEAST: u32 = 2;

/// The first bytes of an interrupted training.
const HEADED: &[u8; 8] = b"SFLESSN1";

impl Lesson {
    /// Prepares a training. `tags` is the model of parts of speech, which phrases are learnt on top of.
    pub fn new(
        task: Task,
        language: Language,
        gold: &[LessonSource],
        dev: &[LessonSource],
        lexicon: &[u8],
        tags: Option<&[u8]>,
    ) -> Result<Self, LessonError> {
        let fingerprint = fingerprint(task, language, gold, [lexicon, tags.unwrap_or_default()]);
        let lexicon = WordLexicon::from_bytes(lexicon)?.for_language(language.code())?;
        lexicon.check()?;
        let tagger = match tags {
            Some(bytes) => {
                let model = SequenceModel::from_bytes(bytes)?.for_task(&format!("tags/{}", language.code()))?;
                model.check()?;
                Some(Labeller::new(model))
            }
            None => None,
        };
        let names = gold.iter().flat_map(|source| &source.sentences).flat_map(|sentence| &sentence.words);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for name in names.filter_map(|word| label(task, language, word)) {
            *counts.entry(name).or_default() += 1;
        }
        if counts.is_empty() {
            return Err(LessonError::Nothing);
        }
        // Odd combinations are mostly slips of the annotators. A small corpus has nothing to spare.
        let fewest = if task == Task::Details && gold_words(gold) > 10_000 { RARE } else { 1 };
        let common = counts.iter().filter(|(_, count)| **count >= fewest).map(|(name, _)| name.as_str());
        let labels = LabelNames::new(common).ok_or(LessonError::TooManyLabels)?;
        let templates = templates(task, gold)?;
        let reader = LessonReader { task, language, lexicon: &lexicon, tagger: tagger.as_ref(), labels: &labels };
        let encoded = EncodedCorpus::new(&reader.corpus(gold), &templates, labels.names().len(), LEAST);
        let dev = (!dev.is_empty()).then(|| encoded.like(&reader.corpus(dev), &templates));
        Ok(Self { task, language, templates, labels, gold: encoded, dev, fingerprint })
    }

    /// The numbers of features, weights and labels.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.gold.features.len(), self.gold.weight_count(), self.labels.names().len())
    }

    /// Trains a conditional random field, from the bytes of an interrupted training on if there are any.
    /// `seen` is told of each step, with a way to write the training down, and may end it by answering false.
    pub fn crf(
        &self,
        settings: &CrfSettings,
        interrupted: Option<&[u8]>,
        mut seen: impl FnMut(&MinimiserProgress, &dyn Fn() -> Vec<u8>, &dyn Fn() -> Option<f64>) -> bool,
    ) -> Result<Vec<u8>, LessonError> {
        let crf = CrfTrainer::new(&self.gold);
        let heading = self.heading(settings);
        let mut state = match interrupted {
            Some(bytes) => {
                MinimiserState::from_bytes(headed(bytes, heading)?, crf.weight_count()).map_err(LessonError::State)?
            }
            None => crf.start(),
        };
        crf.train(settings, &mut state, |progress, state| {
            let written = || [&heading[..], &state.to_bytes()].concat();
            seen(progress, &written, &|| self.accuracy(&crf.weights(state)))
        });
        Ok(self.pack(&crf.weights(&state)))
    }

    /// The heading before the bytes of an interrupted training: everything that must not change but the most steps.
    fn heading(&self, settings: &CrfSettings) -> [u8; 16] {
        let CrfSettings { l1, l2, tolerance, beam, iterations: _ } = *settings;
        let parts = [self.fingerprint, l1.to_bits(), l2.to_bits(), tolerance.to_bits(), beam.to_bits()];
        let number = parts.into_iter().fold(0, hash_pair);
        let mut heading = [0; 16];
        heading[..8].copy_from_slice(HEADED);
        heading[8..].copy_from_slice(&number.to_le_bytes());
        heading
    }

    /// Trains an averaged perceptron. `seen` is told of each pass: its number, and the accuracy on the dev files.
    pub fn perceptron(&self, passes: usize, seed: u64, mut seen: impl FnMut(usize, Option<f64>)) -> Vec<u8> {
        let settings = PerceptronSettings { passes, seed, chained: self.task != Task::Details };
        let weights = perceptron(&self.gold, &settings, |pass, _, weights| {
            seen(pass, self.accuracy(weights));
            true
        });
        self.pack(&weights)
    }

    /// The share of the words of the dev files that get the right label.
    fn accuracy(&self, weights: &FieldWeights) -> Option<f64> {
        self.dev.as_ref().map(|dev| dev.accuracy(weights))
    }

    fn pack(&self, weights: &FieldWeights) -> Vec<u8> {
        let task = format!("{}/{}", self.task.name(), self.language.code());
        pack(&task, &self.gold, weights, &self.labels, &self.templates, WORD_COLUMNS)
    }
}

/// The bytes of an interrupted training behind their heading, which must be this one.
fn headed(bytes: &[u8], heading: [u8; 16]) -> Result<&[u8], LessonError> {
    match bytes.split_first_chunk::<16>() {
        Some((own, rest)) if *own == heading => Ok(rest),
        Some((own, _)) if own.starts_with(HEADED) => Err(LessonError::OtherSettings),
        _ => Err(LessonError::State(MinimiserStateError)),
    }
}

/// Tells apart trainings by what they learn and what from.
fn fingerprint(task: Task, language: Language, gold: &[LessonSource], files: [&[u8]; 2]) -> u64 {
    let start = [task.name().as_bytes(), language.code().as_bytes(), task.templates().as_bytes()];
    let mut sum = start.into_iter().chain(files).map(hash_bytes).fold(0, hash_pair);
    for source in gold {
        sum = hash_pair(sum, hash_bytes(format!("{:?}", source.convention).as_bytes()));
        for sentence in &source.sentences {
            sum = hash_pair(sum, sentence.words.len() as u64);
            for word in &sentence.words {
                let label = label(task, language, word).unwrap_or_default();
                sum = hash_pair(hash_pair(sum, hash_bytes(word.form.as_bytes())), hash_bytes(label.as_bytes()));
            }
        }
    }
    sum
}

fn gold_words(gold: &[LessonSource]) -> usize {
    gold.iter().flat_map(|source| &source.sentences).map(|sentence| sentence.words.len()).sum()
}

/// The templates of a task; those that ask for the convention only where there are several.
fn templates(task: Task, gold: &[LessonSource]) -> Result<FeatureTemplates, LessonError> {
    let mut templates = FeatureTemplates::parse(&COLUMNS, task.templates()).map_err(LessonError::Templates)?;
    let conventions = gold.iter().map(|source| source.convention);
    if conventions.clone().max() == conventions.min() {
        let asked = COLUMNS.iter().position(|column| *column == "convention");
        templates.list.retain(|template| !template.parts.iter().any(|(column, _)| Some(usize::from(*column)) == asked));
    }
    Ok(templates)
}

/// Turns sentences into numbers.
struct LessonReader<'r> {
    task: Task,
    language: Language,
    lexicon: &'r WordLexicon<'r>,
    tagger: Option<&'r Labeller<'r>>,
    labels: &'r LabelNames,
}

impl LessonReader<'_> {
    /// Sentences with a word that has no label, or one never met, are left out.
    fn corpus(&self, sources: &[LessonSource]) -> LabelledCorpus {
        let mut observer = Observer::new();
        let mut memo = LabellerMemo::default();
        let mut corpus = LabelledCorpus::default();
        for source in sources {
            for sentence in &source.sentences {
                let labels: Option<Vec<u16>> = sentence
                    .words
                    .iter()
                    .map(|word| label(self.task, self.language, word).and_then(|label| self.labels.number(&label)))
                    .collect();
                let Some(labels) = labels else { continue };
                let forms = sentence.words.iter().map(|word| word.form.as_str());
                let places = observer.sentence(forms, self.language, self.lexicon, source.convention);
                if self.task != Task::Tags {
                    self.fill_upos(&mut observer, &places, sentence, &mut memo);
                }
                corpus.sequences.push(places);
                corpus.labels.extend(labels);
            }
        }
        corpus.seen = observer.seen;
        corpus
    }

    /// Phrases are learnt from parts of speech as they are found, finer tags from the right ones.
    fn fill_upos(
        &self,
        observer: &mut Observer,
        places: &Range<usize>,
        sentence: &TreeSentence,
        memo: &mut LabellerMemo,
    ) {
        if let (Task::Chunks, Some(tagger)) = (self.task, self.tagger) {
            let mut found = Vec::new();
            tagger.best(&observer.seen, places.clone(), memo, &mut found);
            for (place, label) in places.clone().zip(found) {
                let name = tagger.model().labels().get(usize::from(label)).map_or("X", |name| name);
                observer.set_upos(place, Upos::from_name(name).unwrap_or(Upos::X));
            }
            return;
        }
        for (place, word) in places.clone().zip(&sentence.words) {
            observer.set_upos(place, Upos::from_name(&word.upos).unwrap_or(Upos::X));
        }
    }
}

/// The label of a word, if it is annotated for the task.
fn label(task: Task, language: Language, word: &TreeWord) -> Option<String> {
    match task {
        Task::Tags => Upos::from_name(&word.upos).map(|upos| upos.name().to_owned()),
        Task::Details => {
            let upos = Upos::from_name(&word.upos)?;
            Some(format!("{}|{}", upos.name(), detail(language, word)))
        }
        Task::Chunks => Some(word.chunk.clone()).filter(|chunk| !chunk.is_empty()),
    }
}

/// The features of Spanish words that are told.
const FEATURES: [&str; 6] = ["Gender=", "Mood=", "Number=", "Person=", "Tense=", "VerbForm="];

/// The finer tag of a word: that of the Penn treebank in English, features in Spanish.
pub fn detail(language: Language, word: &TreeWord) -> String {
    match language {
        Language::English => word.xpos.clone(),
        Language::Spanish => {
            let told = word.features.split('|').filter(|item| FEATURES.iter().any(|name| item.starts_with(name)));
            told.collect::<Vec<_>>().join("|")
        }
    }
}
