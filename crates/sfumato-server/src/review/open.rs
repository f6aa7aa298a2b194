//! A review: one file, what was found in it, and everything that people did about it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Serialize;
use sfumato::document::{Document, ProgressObserver};
use sfumato::language::AnalysisMemory;
use sfumato::mask::Action;
use sfumato::values::Day;

use super::changes::ReviewChanges;
use super::document::{
    EvidenceTable, FreeNumbers, ReviewAnonymisers, ReviewedDocument, ShownEvidence, ShownMention, found,
};
use super::moment;
use super::operation::{NotedDeed, NotedLine, Operation};
use super::state::{MentionId, Mentions, PersonalDecision, ReviewChoices, ReviewSettings, ReviewStep};
use crate::engine::{self, Engine, OpenedUpload};
use crate::options::RequestOptions;
use crate::problem::Problem;
use crate::work::WorkWatch;

/// The most lines of a log.
const MOST_LINES: usize = 100_000;
/// The most operations of one call.
const MOST_OPERATIONS: usize = 10_000;
/// The most documents of a file that is reviewed.
const MOST_DOCUMENTS: usize = 10_000;

/// A review.
pub struct Review {
    /// The file.
    pub upload: Arc<OpenedUpload>,
    /// The options that it was made with.
    pub options: RequestOptions,
    /// The day it is for all dates that are drawn.
    pub today: Day,
    /// The moment at which it was made, in seconds since 1970.
    pub created: u64,
    /// The moment of the last change.
    pub changed: u64,
    /// The number of changes.
    pub revision: u64,
    /// Its documents.
    pub documents: Vec<ReviewedDocument>,
    /// The decisions that are about no single mention.
    pub choices: ReviewChoices,
    /// The anonymisers that decide.
    pub anonymisers: ReviewAnonymisers,
    /// Everything that was done, in order.
    pub log: Vec<NotedLine>,
    /// The evidence of its mentions.
    pub evidence: EvidenceTable,
    /// The last measurement, if there was one.
    pub measured: Option<MeasuredReview>,
    /// Steps that were done and can be taken back, and those that were taken back and can be done again.
    done: Vec<ReviewStep>,
    undone: Vec<ReviewStep>,
    /// The numbers that were free when nothing was done yet, and those that are free now.
    pub first_free: FreeNumbers,
    free: FreeNumbers,
}

/// The measure of a file: all that it tells, and the share that is left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredReview {
    /// In bits, of all documents.
    pub exposure: f64,
    /// The share that is left, of all documents.
    pub utility: f64,
}

/// The changes of a call, as they are told.
#[derive(Serialize)]
pub struct ReviewDelta {
    revision: u64,
    changed: Vec<ShownMention>,
    gone: Vec<MentionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Vec<ShownEvidence>>,
    summary: ReviewSummary,
}

/// A review in short.
#[derive(Serialize)]
pub struct ReviewSummary {
    pub id: String,
    pub name: String,
    pub format: &'static str,
    pub media_type: &'static str,
    pub bytes: usize,
    pub revision: u64,
    pub state: &'static str,
    pub created: String,
    pub changed: String,
    pub expires: String,
    pub kept: bool,
    pub policy: String,
    pub language: Option<String>,
    pub quality: &'static str,
    pub view: super::state::ReviewView,
    pub counts: BTreeMap<String, usize>,
    pub masked: usize,
    pub kept_places: usize,
    pub near: usize,
    pub doubtful: usize,
    pub answered: usize,
    pub exposure: Option<f64>,
    pub utility: Option<f64>,
    pub can_undo: bool,
    pub can_redo: bool,
    pub settings: ReviewSettings,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<DocumentSummary>,
    pub pages: usize,
    pub has_pages: bool,
}

/// A document of a review in short.
#[derive(Serialize)]
pub struct DocumentSummary {
    number: usize,
    name: String,
    length: usize,
    blocks: usize,
    language: &'static str,
    masked: usize,
    near: usize,
}

/// The circumstances of a review.
pub struct ReviewPlace {
    /// Its name in addresses.
    pub id: String,
    /// The moment at which it ends, in seconds since 1970.
    pub expires: u64,
    /// True if it is in a folder too.
    pub is_kept: bool,
}

/// A file that becomes a review.
pub struct OpenedReview {
    /// The file.
    pub upload: Arc<OpenedUpload>,
    options: RequestOptions,
    today: Day,
    created: u64,
    documents: Vec<ReviewedDocument>,
    choices: ReviewChoices,
    anonymisers: ReviewAnonymisers,
}

impl OpenedReview {
    /// A file that came with options, at a moment.
    pub fn of(
        engine: &Engine,
        upload: OpenedUpload,
        mut options: RequestOptions,
        created: u64,
    ) -> Result<Self, Problem> {
        if upload.file().len() > MOST_DOCUMENTS {
            let detail = format!("a file that is reviewed has up to {MOST_DOCUMENTS} documents; part it");
            return Err(Problem::content("too-large", detail));
        }
        engine.settle_seed(&mut options.deciding)?;
        let (choices, today) = (ReviewChoices::default(), moment::day(created));
        let anonymisers = engine.review_anonymisers(&options.deciding, &choices, today)?;
        let upload = Arc::new(upload);
        Ok(Self { upload, options, today, created, documents: Vec::new(), choices, anonymisers })
    }

    /// Adds what was found in a document.
    pub fn add(
        &mut self,
        number: usize,
        document: Document,
        mentions: Mentions,
        memory: AnalysisMemory,
    ) -> Result<(), Problem> {
        let named = (number, self.upload.name_of(number));
        let reviewed = ReviewedDocument::new(named, document, mentions, memory, &self.choices, &self.anonymisers)?;
        self.documents.push(reviewed);
        Ok(())
    }

    /// The review, of which nothing was decided yet.
    pub fn finish(self, free: FreeNumbers) -> Result<Review, Problem> {
        let Self { upload, options, today, created, documents, choices, anonymisers } = self;
        let mut review = Review {
            upload,
            options,
            today,
            created,
            changed: created,
            revision: 1,
            documents,
            choices,
            anonymisers,
            log: Vec::new(),
            evidence: EvidenceTable::default(),
            measured: None,
            done: Vec::new(),
            undone: Vec::new(),
            first_free: free,
            free,
        };
        review.show_all()?;
        Ok(review)
    }
}

impl Review {
    /// Looks at a file.
    pub fn new(
        engine: &Engine,
        upload: OpenedUpload,
        options: RequestOptions,
        watch: &Arc<WorkWatch>,
    ) -> Result<Self, Problem> {
        let mut opened = OpenedReview::of(engine, upload, options, moment::now())?;
        let mut free = FreeNumbers::default();
        for number in 0..opened.upload.file().len() {
            watch.check();
            let document = watched(opened.upload.file().document(number)?, watch);
            let (entities, memory) = opened.anonymisers.own.find(&document, &[])?;
            opened.add(number, document, found(entities, &mut free), memory)?;
        }
        opened.finish(free)
    }

    /// Does again what a log says, and decides about it once at the end.
    pub fn replay(&mut self, engine: &Engine, log: Vec<NotedLine>) -> Result<(), Problem> {
        if log.is_empty() {
            return Ok(());
        }
        if log.len() > MOST_LINES {
            return Err(Problem::content("operation", "so much was done to this review that it takes no more"));
        }
        for line in log {
            let step = self.walk(&line, &[])?;
            self.arrive(line, step);
        }
        let phrases = self.documents.iter().flat_map(|document| document.mentions.keys().last());
        self.free.phrase = phrases.fold(self.free.phrase, |free, id| free.max(id + 1));
        self.anonymisers = engine.review_anonymisers(&self.options.deciding, &self.choices, self.today)?;
        for document in &mut self.documents {
            document.decide(&self.choices, &self.anonymisers)?;
        }
        self.show_all().map(drop)
    }

    /// Shows all documents anew; returns what was shown of each before.
    fn show_all(&mut self) -> Result<Vec<(usize, Vec<ShownMention>)>, Problem> {
        let all: Vec<usize> = (0..self.documents.len()).collect();
        self.show(&all)
    }

    fn show(&mut self, numbers: &[usize]) -> Result<Vec<(usize, Vec<ShownMention>)>, Problem> {
        let Self { documents, choices, anonymisers, evidence, free, .. } = self;
        let mut before = Vec::with_capacity(numbers.len());
        for number in numbers {
            before.push((*number, documents[*number].show(false, choices, anonymisers, evidence, free)?));
        }
        Ok(before)
    }

    /// Draws the pseudonyms that nobody has asked for yet.
    pub fn draw_pseudonyms(&mut self) -> Result<(), Problem> {
        let Self { documents, choices, anonymisers, evidence, free, .. } = self;
        for document in documents.iter_mut().filter(|document| document.is_stale()) {
            document.show(true, choices, anonymisers, evidence, free)?;
        }
        Ok(())
    }

    /// An error if somebody has changed it since.
    pub fn check_revision(&self, known: Option<u64>) -> Result<(), Problem> {
        match known {
            Some(known) if known != self.revision => {
                let detail = "it was changed meanwhile; get its mentions again";
                Err(Problem::new(axum::http::StatusCode::CONFLICT, "revision", detail))
            }
            _ => Ok(()),
        }
    }

    /// Carries operations out together; nothing is changed if one of them cannot be.
    pub fn operate(
        &mut self,
        engine: &Engine,
        person: &str,
        mut operations: Vec<Operation>,
    ) -> Result<Changed, Problem> {
        if operations.is_empty() || operations.len() > MOST_OPERATIONS {
            let detail = format!("one to {MOST_OPERATIONS} operations a call");
            return Err(Problem::content("operation", detail).at("operations"));
        }
        if let Some(at) = operations.iter().position(|operation| matches!(operation, Operation::Phrase { .. })) {
            return Err(Problem::content("operation", "nobody asks for this").at(format!("operations[{at}].do")));
        }
        for operation in &mut operations {
            if let Operation::RedrawAll { seed } = operation {
                *seed = Some(engine::unknown_number()?);
            }
        }
        // Phrases become mentions before something is decided about them.
        let mut noted = Vec::with_capacity(operations.len());
        let mut taken = Vec::new();
        let mut places = Vec::with_capacity(operations.len());
        for (at, operation) in operations.into_iter().enumerate() {
            for id in operation.targets() {
                if let Some(phrase) = self.phrase(id).filter(|_| !taken.contains(&id)) {
                    noted.push(phrase);
                    places.push(at);
                    taken.push(id);
                }
            }
            noted.push(operation);
            places.push(at);
        }
        let line = NotedLine { by: person.to_owned(), at: moment::now(), deed: NotedDeed::Done { operations: noted } };
        self.note(engine, line, &places)
    }

    /// The operation that makes a mention of a phrase.
    fn phrase(&self, id: MentionId) -> Option<Operation> {
        let shown = self.documents.iter().flat_map(|document| &document.shown);
        let phrase = shown.into_iter().find(|mention| mention.id == id && mention.is_phrase())?;
        let document = self.documents.get(phrase.document)?;
        if document.mentions.contains_key(&id) {
            return None;
        }
        Some(Operation::Phrase {
            document: phrase.document,
            start: phrase.start,
            end: phrase.end,
            mention: id,
            replacement: phrase.replacement.clone()?,
        })
    }

    /// Does what a line of the log says, and adds it to the log.
    pub fn note(&mut self, engine: &Engine, line: NotedLine, places: &[usize]) -> Result<Changed, Problem> {
        if self.log.len() >= MOST_LINES {
            return Err(Problem::content("operation", "so much was done to this review that it takes no more"));
        }
        let step = self.walk(&line, places)?;
        match self.decide(engine, &step) {
            Ok(changed) => {
                self.arrive(line, step);
                Ok(changed)
            }
            Err(problem) => {
                // Nothing was changed then.
                let back = step.reversed();
                self.turn(&back);
                match &line.deed {
                    NotedDeed::Done { .. } => {}
                    NotedDeed::Undone => self.done.push(back.clone()),
                    NotedDeed::Redone => self.undone.push(step),
                }
                self.decide(engine, &back)?;
                Err(problem)
            }
        }
    }

    /// Changes what is marked as a line says; nothing is decided about it yet.
    fn walk(&mut self, line: &NotedLine, places: &[usize]) -> Result<ReviewStep, Problem> {
        let step = match &line.deed {
            NotedDeed::Done { operations } => return self.step(line, operations, places),
            NotedDeed::Undone => self.done.pop().ok_or_else(|| nothing("nothing-to-undo"))?.reversed(),
            NotedDeed::Redone => self.undone.pop().ok_or_else(|| nothing("nothing-to-redo"))?,
        };
        self.turn(&step);
        Ok(step)
    }

    /// Notes down what was done.
    fn arrive(&mut self, line: NotedLine, step: ReviewStep) {
        match &line.deed {
            NotedDeed::Done { .. } => {
                self.undone.clear();
                self.done.push(step);
            }
            NotedDeed::Redone => self.done.push(step),
            NotedDeed::Undone => self.undone.push(step.reversed()),
        }
        self.revision += 1;
        self.changed = line.at;
        self.log.push(line);
    }

    /// Carries operations out on what is marked, and nothing if one of them cannot be.
    fn step(&mut self, line: &NotedLine, operations: &[Operation], places: &[usize]) -> Result<ReviewStep, Problem> {
        let free = self.free;
        let mut changes = ReviewChanges {
            documents: &mut self.documents,
            choices: &mut self.choices,
            free: &mut self.free,
            person: PersonalDecision { by: line.by.as_str().into(), at: line.at },
            step: ReviewStep::default(),
        };
        let mut done = operations.iter().enumerate();
        let failed = done.find_map(|(at, operation)| changes.carry_out(operation).err().map(|problem| (at, problem)));
        let step = changes.step;
        match failed {
            None => Ok(step),
            Some((at, problem)) => {
                self.turn(&step.reversed());
                self.free = free;
                let at = places.get(at).copied().unwrap_or(at);
                let place =
                    problem.place().map_or_else(|| format!("operations[{at}]"), |it| format!("operations[{at}].{it}"));
                Err(problem.at(place))
            }
        }
    }

    /// Puts mentions and choices as a step has them afterwards.
    fn turn(&mut self, step: &ReviewStep) {
        for (document, id, _, after) in &step.mentions {
            let mentions = &mut self.documents[*document].mentions;
            match after {
                Some(mention) => drop(mentions.insert(*id, mention.clone())),
                None => drop(mentions.remove(id)),
            }
        }
        if let Some((_, after)) = &step.choices {
            self.choices = after.clone();
        }
    }

    /// Decides anew about the documents that a step touches, and tells what differs.
    fn decide(&mut self, engine: &Engine, step: &ReviewStep) -> Result<Changed, Problem> {
        let is_set = step
            .choices
            .as_ref()
            .is_some_and(|(before, after)| before.settings != after.settings || before.seed != after.seed);
        let is_redrawn = step.choices.as_ref().is_some_and(|(before, after)| before.redrawn != after.redrawn);
        if is_set {
            self.anonymisers = engine.review_anonymisers(&self.options.deciding, &self.choices, self.today)?;
        }
        let mut touched: Vec<usize> = match is_set || is_redrawn {
            true => (0..self.documents.len()).collect(),
            false => step.mentions.iter().map(|(document, ..)| *document).collect(),
        };
        touched.sort_unstable();
        touched.dedup();
        for number in &touched {
            self.documents[*number].decide(&self.choices, &self.anonymisers)?;
        }
        let known = self.evidence.told.len();
        let before = self.show(&touched)?;
        self.measured = None;
        let mut changed =
            Changed { shown: Vec::new(), gone: Vec::new(), has_evidence: self.evidence.told.len() > known };
        for (number, before) in before {
            let mut before: HashMap<MentionId, ShownMention> = before.into_iter().map(|it| (it.id, it)).collect();
            for mention in &self.documents[number].shown {
                if before.remove(&mention.id).as_ref() != Some(mention) {
                    changed.shown.push((number, mention.id));
                }
            }
            changed.gone.extend(before.into_keys());
        }
        changed.gone.sort_unstable();
        Ok(changed)
    }

    /// The changes of a call, as they are told.
    pub fn delta(&self, changed: &Changed, place: &ReviewPlace) -> ReviewDelta {
        let wanted: std::collections::HashSet<MentionId> = changed.shown.iter().map(|(_, id)| *id).collect();
        let mut numbers: Vec<usize> = changed.shown.iter().map(|(number, _)| *number).collect();
        numbers.dedup();
        let shown = numbers.iter().flat_map(|number| &self.documents[*number].shown);
        ReviewDelta {
            revision: self.revision,
            changed: shown.filter(|mention| wanted.contains(&mention.id)).cloned().collect(),
            gone: changed.gone.clone(),
            evidence: changed.has_evidence.then(|| self.evidence.told.clone()),
            summary: self.summary(place, true),
        }
    }

    /// The review in short; with its documents or without.
    pub fn summary(&self, place: &ReviewPlace, with_documents: bool) -> ReviewSummary {
        let shown = || self.documents.iter().flat_map(|document| &document.shown);
        let mut counts = BTreeMap::new();
        let is_masked = |mention: &&ShownMention| mention.action == Action::Mask.name();
        shown().filter(is_masked).for_each(|mention| *counts.entry(mention.category.clone()).or_default() += 1);
        let measured = self.measured.or_else(|| self.measured_by_policy());
        let deciding = &self.options.deciding;
        ReviewSummary {
            id: place.id.clone(),
            name: self.upload.name().to_owned(),
            format: self.upload.format().name(),
            media_type: crate::v1::media_type(self.upload.format().name(), self.upload.file().all_bytes()),
            bytes: self.upload.file().all_bytes().len(),
            revision: self.revision,
            state: if self.choices.is_reviewed { "reviewed" } else { "to-review" },
            created: moment::written(self.created),
            changed: moment::written(self.changed),
            expires: moment::written(place.expires),
            kept: place.is_kept,
            policy: self.anonymisers.own.policy().name.clone(),
            language: deciding.language.map(|language| language.code().to_owned()),
            quality: self.anonymisers.own.policy().recognise.quality.name(),
            view: self.choices.settings.view,
            counts,
            masked: shown().filter(is_masked).count(),
            kept_places: shown().filter(|mention| !mention.near && !is_masked(mention)).count(),
            near: shown().filter(|mention| mention.near).count(),
            doubtful: shown().filter(|mention| mention.is_doubtful()).count(),
            answered: shown().filter(|mention| mention.settled).count(),
            exposure: measured.map(|measured| measured.exposure),
            utility: measured.map(|measured| measured.utility),
            can_undo: !self.done.is_empty(),
            can_redo: !self.undone.is_empty(),
            settings: self.choices.settings,
            documents: if with_documents { self.documents.iter().map(summary).collect() } else { Vec::new() },
            pages: 0,
            has_pages: false,
        }
    }

    /// The measurement by the policy itself.
    fn measured_by_policy(&self) -> Option<MeasuredReview> {
        let accounts = || self.documents.iter().filter_map(|document| document.masked.plan.account());
        accounts().next()?;
        let bits = accounts().map(|account| account.bits());
        let (before, after) = bits.fold((0.0, 0.0), |(before, after), (b, a)| (before + b, after + a));
        Some(MeasuredReview {
            exposure: (accounts().map(|account| account.exposure()).sum::<f64>() * 10.0).round() / 10.0,
            utility: if before > 0.0 { (after / before * 1000.0).round() / 1000.0 } else { 1.0 },
        })
    }

    /// A document by its number.
    pub fn document(&self, number: usize) -> Result<&ReviewedDocument, Problem> {
        self.documents.get(number).ok_or_else(no_document)
    }

    /// The bytes that it takes, roughly.
    pub fn weight(&self) -> usize {
        let steps: usize = self.done.iter().chain(&self.undone).map(|step| 64 + step.mentions.len() * 400).sum();
        let documents: usize = self.documents.iter().map(ReviewedDocument::weight).sum();
        self.upload.file().all_bytes().len() + documents + steps + self.log.len() * 200
    }
}

/// There is no such document in the file of a review.
pub fn no_document() -> Problem {
    let detail = "there is no such document in the file";
    Problem::new(axum::http::StatusCode::NOT_FOUND, "no-document", detail).at("document")
}

/// The mentions that a call changed.
pub struct Changed {
    shown: Vec<(usize, MentionId)>,
    gone: Vec<MentionId>,
    has_evidence: bool,
}

fn nothing(code: &'static str) -> Problem {
    Problem::new(axum::http::StatusCode::CONFLICT, code, "there is nothing left to walk back to")
}

fn summary(document: &ReviewedDocument) -> DocumentSummary {
    DocumentSummary {
        number: document.number,
        name: document.name.clone(),
        length: document.length,
        blocks: document.document.blocks().len(),
        language: document.masked.languages.main().map_or("und", |language| language.code()),
        masked: document.shown.iter().filter(|mention| mention.action == Action::Mask.name()).count(),
        near: document.shown.iter().filter(|mention| mention.near).count(),
    }
}

fn watched(document: Document, watch: &Arc<WorkWatch>) -> Document {
    document.watched_by(Some(Arc::clone(watch) as Arc<dyn ProgressObserver>))
}
