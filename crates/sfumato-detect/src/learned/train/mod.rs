//! Making recognisers from annotated documents.
//!
//! What a model sees in training must be as good as what it sees afterwards, and no better. Rules and first passes are
//! therefore made several times, each time without one part of the documents, and only the words of those that were
//! left out are shown to what is learnt from them. The last model learns from all.

mod corpus;
mod measure;

use sfumato_document::{Document, Span};
use sfumato_language::{Analysis, Languages};
use sfumato_model::train::{CrfSettings, LabelNames};
use sfumato_model::{Labeller, LabellerMemo, ModelError, Observations, SequenceModel};

use super::LearnedTables;
use super::observe::{ObservedPage, ObserverTables, PieceObserver, same_word, set_first_pass};
use super::package::{PackageHead, VERSION, hex, joined, write};
use super::passes::FirstPass;
use super::pieces::LearnedPieces;
use super::tags::{LabelTags, OUTSIDE};
use crate::patterns::{PatternBank, RecogniserSource};
use crate::rules::{self, RuleExample, RuleSettings};
use crate::{Category, RecogniserFault};
use corpus::{FittedPass, TrainingCorpus, TrainingPass};

/// An annotated document.
#[derive(Debug)]
pub struct TrainingDocument {
    /// Its name.
    pub name: Box<str>,
    /// The document.
    pub document: Document,
    /// The annotations, in order and disjoint.
    pub annotations: Vec<(Span, Category)>,
}

/// The settings by which a recogniser is made.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingSettings {
    /// The training of the conditional random fields.
    pub crf: CrfSettings,
    /// The number of times a feature must be seen to count.
    pub least: u32,
    /// Into how many parts the documents are parted.
    pub folds: usize,
    /// The least share of what is covered that ought to be, whatever it is called, when misses are feared.
    pub recall_precision: f64,
    /// The making of rules; without it none are made.
    pub rules: Option<RuleSettings>,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            crf: CrfSettings { l1: 0.2, l2: 0.05, iterations: 80, tolerance: 5e-3, beam: 1e-6 },
            least: 2,
            folds: 3,
            recall_precision: 0.9,
            rules: Some(RuleSettings::default()),
        }
    }
}

/// A recogniser cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrainError {
    /// There is nothing to learn from.
    #[error("nothing is annotated in these documents")]
    Nothing,
    /// There are not enough documents to hold some back.
    #[error("{0} annotated documents are too few; at least {1} are needed")]
    TooFew(usize, usize),
    /// There are too many labels.
    #[error("the documents have more than 127 different labels")]
    TooManyLabels,
    /// A recogniser by pattern failed.
    #[error(transparent)]
    Fault(#[from] RecogniserFault),
    /// The rules do not work together.
    #[error("the rules that were made cannot be used: {0}")]
    Rules(String),
    /// A model that was made cannot be read.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// The result of a training.
#[derive(Debug)]
pub struct TrainedRecogniser {
    /// The file.
    pub bytes: Vec<u8>,
    /// The measures of documents that were held back.
    pub held_back: HeldBackMeasures,
}

pub use measure::HeldBackMeasures;

/// Makes a recogniser of annotated documents. `more` are documents that were labelled by something else than people:
/// they are learnt from like the others, but never held back, measured, or used for rules. `seen` is columns what is being
/// done.
pub fn train(
    id: &str,
    around: LearnedTables<'_>,
    language: sfumato_language::Language,
    examples: &[TrainingDocument],
    more: &[TrainingDocument],
    settings: &TrainingSettings,
    seen: &mut dyn FnMut(&str),
) -> Result<TrainedRecogniser, TrainError> {
    let annotated = examples.iter().filter(|example| !example.annotations.is_empty()).count();
    if annotated == 0 {
        return Err(TrainError::Nothing);
    }
    if examples.len() < settings.folds {
        return Err(TrainError::TooFew(examples.len(), settings.folds));
    }
    let mut training = RecogniserTraining::new(id, around, language, examples, more, settings)?;
    seen("rules");
    let bank = training.rules(seen)?;
    let mut observed = training.observe(bank.as_ref(), seen)?;
    let (part, first) = training.first_pass(&mut observed, seen)?;
    let held_back = training.measure(&observed, &part, seen)?;
    seen("second pass");
    let fitting = (&settings.crf, settings.least);
    let second = observed.fit(TrainingPass::Second, fitting, Some(&first), |_| true, seen);
    let models = around.models.of(language);
    let head = PackageHead {
        version: VERSION,
        id: id.to_owned(),
        language: language.code().to_owned(),
        lexicon: hex(models.lexicon_hash()),
        gazetteer: hex(around.gazetteer.hash()),
        recall: held_back.recall_bias,
        calibration: held_back.calibration.clone(),
        parts: [0; 5],
        hash: String::new(),
    };
    let tables = bank.as_ref().map(|bank| bank.1.tables());
    let (open, values) =
        tables.map_or((Vec::new(), Vec::new()), |tables| (joined(&tables.open), joined(&tables.values)));
    let rules = bank.as_ref().map_or("", |(toml, _)| toml.as_str());
    let bytes = write(head, [&first.bytes, &second.bytes, rules.as_bytes(), &open, &values]);
    Ok(TrainedRecogniser { bytes, held_back })
}

/// A training under way.
struct RecogniserTraining<'c> {
    id: &'c str,
    around: LearnedTables<'c>,
    language: sfumato_language::Language,
    examples: &'c [TrainingDocument],
    more: &'c [TrainingDocument],
    settings: &'c TrainingSettings,
    labels: LabelNames,
    tags: LabelTags,
    /// The rules without each part of the documents.
    fold_banks: Vec<Option<PatternBank>>,
}

impl<'c> RecogniserTraining<'c> {
    fn new(
        id: &'c str,
        around: LearnedTables<'c>,
        language: sfumato_language::Language,
        examples: &'c [TrainingDocument],
        more: &'c [TrainingDocument],
        settings: &'c TrainingSettings,
    ) -> Result<Self, TrainError> {
        let categories = examples.iter().flat_map(|example| &example.annotations).map(|(_, category)| category.path());
        let names: Vec<String> = categories
            .flat_map(|path| [format!("B-{path}"), format!("I-{path}")])
            .chain([OUTSIDE.to_owned()])
            .collect();
        let labels = LabelNames::new(names.iter().map(String::as_str)).ok_or(TrainError::TooManyLabels)?;
        let tags = LabelTags::read(labels.names()).map_err(|_| TrainError::TooManyLabels)?;
        Ok(Self { id, around, language, examples, more, settings, labels, tags, fold_banks: Vec::new() })
    }

    /// The part that a document belongs to.
    fn fold(&self, nth: usize) -> usize {
        nth % self.settings.folds
    }

    /// The rules of all documents, and beside them those of all but each part.
    fn rules(&mut self, seen: &mut dyn FnMut(&str)) -> Result<Option<(String, PatternBank)>, TrainError> {
        let Some(settings) = &self.settings.rules else {
            self.fold_banks = (0..self.settings.folds).map(|_| None).collect();
            return Ok(None);
        };
        let generate = |without: Option<usize>| {
            let kept = self.examples.iter().enumerate().filter(|(nth, _)| Some(self.fold(*nth)) != without);
            let documents: Vec<RuleExample<'_>> = kept
                .map(|(_, example)| RuleExample { document: &example.document, annotations: &example.annotations })
                .collect();
            // A few documents may support no rule at all, or none without one part of them.
            let Some(toml) = rules::generate(&documents, self.language, self.id, settings) else { return Ok(None) };
            let bank = PatternBank::compile(&[RecogniserSource { id: self.id, toml: &toml }], self.around.fragments);
            bank.map(|bank| Some((toml, bank))).map_err(|error| TrainError::Rules(error.to_string()))
        };
        let mut banks = Vec::new();
        for fold in 0..self.settings.folds {
            banks.push(generate(Some(fold))?.map(|(_, bank)| bank));
        }
        let all = generate(None)?;
        seen(&format!("rules: {} lines", all.as_ref().map_or(0, |(toml, _)| toml.lines().count())));
        self.fold_banks = banks;
        Ok(all)
    }

    /// Looks at all documents.
    fn observe(
        &self,
        bank: Option<&(String, PatternBank)>,
        seen: &mut dyn FnMut(&str),
    ) -> Result<TrainingCorpus, TrainError> {
        let models = self.around.models.of(self.language);
        let tables = ObserverTables { models, gazetteer: self.around.gazetteer };
        let mut observer = PieceObserver::new(tables);
        let mut observed = TrainingCorpus::new(self.id, &self.labels);
        for (nth, example) in self.examples.iter().chain(self.more).enumerate() {
            let analysis = Analysis::in_languages(&example.document, Languages::only(self.language));
            let analysis = analysis.with_models(self.around.models);
            let pieces = LearnedPieces::all(analysis.aligned());
            let fold = (nth < self.examples.len()).then(|| self.fold(nth));
            let own = match fold {
                Some(fold) => self.fold_banks.get(fold).and_then(Option::as_ref),
                None => bank.map(|(_, bank)| bank),
            };
            let page = ObservedPage::new(&analysis, pieces.lines.len(), self.around.patterns, own)?;
            let places = observer.lines(&page, &pieces);
            observed.add(pieces, places.start, &example.annotations, fold, &self.labels);
        }
        observed.corpus.seen = observer.seen;
        seen(&format!("{} documents, {} pieces", observed.documents.len(), observed.corpus.labels.len()));
        Ok(observed)
    }

    /// Trains the first pass on all documents, and shows the second what first passes say of documents they never saw.
    /// Gives the one that saw all but the first part as well.
    fn first_pass(
        &self,
        observed: &mut TrainingCorpus,
        seen: &mut dyn FnMut(&str),
    ) -> Result<(FittedPass, FittedPass), TrainError> {
        let TrainingSettings { crf, least, folds, .. } = self.settings;
        let mut parts = Vec::new();
        for fold in 0..*folds {
            seen(&format!("first pass without part {} of {folds}", fold + 1));
            let fitted =
                observed.fit(TrainingPass::First, (crf, *least), None, |document| document.fold != Some(fold), seen);
            self.show(observed, &fitted.bytes, |own| own == Some(fold))?;
            parts.push(fitted);
        }
        seen("first pass");
        let part = parts.swap_remove(0);
        let all = observed.fit(TrainingPass::First, (crf, *least), Some(&part), |_| true, seen);
        // What was not labelled by people is columns by a model that saw it: it is never held back.
        self.show(observed, &all.bytes, |own| own.is_none())?;
        Ok((part, all))
    }

    /// Shows the second pass what a first pass says of some documents.
    fn show(
        &self,
        observed: &mut TrainingCorpus,
        bytes: &[u8],
        of: impl Fn(Option<usize>) -> bool,
    ) -> Result<(), TrainError> {
        let labeller = Labeller::new(SequenceModel::from_bytes(bytes)?);
        let mut memo = LabellerMemo::default();
        for document in observed.documents.iter().filter(|document| of(document.fold)) {
            let seen = &mut observed.corpus.seen;
            let list = &document.pieces.list;
            let word = |seen: &Observations, nth: usize| {
                list.get(nth).map_or(0, |piece| same_word(seen, document.start + nth, piece.kind))
            };
            let mut pass = FirstPass::new(&self.tags, list.len());
            pass.add(&labeller, seen, document.lines(), |place| word(seen, place - document.start), &mut memo);
            let mut reader = pass.reader();
            for nth in 0..list.len() {
                let Some(columns) = reader.next_piece(word(seen, nth)) else { break };
                set_first_pass(seen, document.start + nth, &columns);
            }
        }
        Ok(())
    }

    /// Measures a second pass on a part of the documents that it has not seen.
    fn measure(
        &self,
        observed: &TrainingCorpus,
        part: &FittedPass,
        seen: &mut dyn FnMut(&str),
    ) -> Result<HeldBackMeasures, TrainError> {
        seen("second pass without part 1, to measure it");
        let TrainingSettings { crf, least, recall_precision, .. } = self.settings;
        let fitting = (crf, *least);
        let fitted = observed.fit(TrainingPass::Second, fitting, Some(part), |document| document.fold != Some(0), seen);
        let held: Vec<_> = observed.documents.iter().filter(|document| document.fold == Some(0)).collect();
        measure::measure(
            &SequenceModel::from_bytes(&fitted.bytes)?,
            &self.tags,
            &observed.corpus,
            &held,
            *recall_precision,
        )
        .map_err(TrainError::from)
    }
}
