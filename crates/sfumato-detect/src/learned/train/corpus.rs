//! Documents as numbers, and fitting weights to them.

use std::ops::Range;

use sfumato_document::Span;
use sfumato_model::FeatureTemplates;
use sfumato_model::train::{CrfSettings, CrfTrainer, EncodedCorpus, LabelNames, LabelledCorpus, LearntWeights, pack};

use super::super::observe::{WORD_COLUMNS, columns};
use super::super::pieces::LearnedPieces;
use super::super::tags::OUTSIDE;
use crate::Category;

/// The pass that is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TrainingPass {
    First,
    Second,
}

impl TrainingPass {
    fn templates(self) -> FeatureTemplates {
        let first = include_str!("../templates.txt");
        let text = match self {
            Self::First => first.to_owned(),
            Self::Second => [first, include_str!("../templates-second.txt")].concat(),
        };
        FeatureTemplates::parse(&columns(), &text).expect("the templates name columns that there are")
    }
}

/// A document and where its pieces stand among all.
pub(super) struct ObservedDocument {
    pub pieces: LearnedPieces,
    pub start: usize,
    /// The part it belongs to; none if it is never held back.
    pub fold: Option<usize>,
}

impl ObservedDocument {
    /// The places of its lines.
    pub fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.pieces.lines.iter().map(|line| self.start + line.start..self.start + line.end)
    }
}

/// A pass that was fitted: its file, and what another can start from.
pub(super) struct FittedPass {
    pub bytes: Vec<u8>,
    learnt: LearntWeights,
}

/// All documents.
pub(super) struct TrainingCorpus {
    id: String,
    labels: LabelNames,
    pub corpus: LabelledCorpus,
    pub documents: Vec<ObservedDocument>,
}

impl TrainingCorpus {
    pub fn new(id: &str, labels: &LabelNames) -> Self {
        Self { id: id.to_owned(), labels: labels.clone(), corpus: LabelledCorpus::default(), documents: Vec::new() }
    }

    /// Adds a document: a piece is labelled if an annotation covers any of it.
    pub fn add(
        &mut self,
        pieces: LearnedPieces,
        start: usize,
        annotations: &[(Span, Category)],
        fold: Option<usize>,
        labels: &LabelNames,
    ) {
        let outside = labels.number(OUTSIDE).unwrap_or(0);
        let first = self.corpus.labels.len();
        self.corpus.labels.resize(first + pieces.list.len(), outside);
        let own = &mut self.corpus.labels[first..];
        for (span, category) in annotations {
            let from = pieces.list.partition_point(|piece| (piece.end as usize) <= span.start());
            let to = pieces.list.partition_point(|piece| (piece.start as usize) < span.end());
            for (nth, label) in own.iter_mut().enumerate().take(to).skip(from) {
                let kind = if nth == from { 'B' } else { 'I' };
                *label = labels.number(&format!("{kind}-{}", category.path())).unwrap_or(outside);
            }
        }
        self.documents.push(ObservedDocument { pieces, start, fold });
    }

    /// Fits a pass to some of the documents, from what another one has come to if there is one.
    pub fn fit(
        &self,
        pass: TrainingPass,
        (settings, least): (&CrfSettings, u32),
        from: Option<&FittedPass>,
        of: impl Fn(&ObservedDocument) -> bool,
        seen: &mut dyn FnMut(&str),
    ) -> FittedPass {
        let templates = pass.templates();
        let lines: Vec<_> =
            self.documents.iter().filter(|document| of(document)).flat_map(ObservedDocument::lines).collect();
        let encoded = EncodedCorpus::of_sequences(&self.corpus, &lines, &templates, self.labels.names().len(), least);
        let crf = CrfTrainer::new(&encoded);
        let mut state = from.map_or_else(|| crf.start(), |from| crf.start_from(&from.learnt));
        crf.train(settings, &mut state, |progress, _| {
            if progress.iteration.is_multiple_of(20) {
                seen(&format!("  step {}: {:.1}", progress.iteration, progress.value));
            }
            true
        });
        let weights = crf.weights(&state);
        let bytes = pack(&self.id, &encoded, &weights, &self.labels, &templates, WORD_COLUMNS);
        FittedPass { bytes, learnt: encoded.learnt(&weights) }
    }
}
