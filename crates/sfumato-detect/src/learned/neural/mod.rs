//! Recognisers that are parts of a neural network.
//!
//! An [`Encoder`] is the file of a network, which reads a text once for several recognisers, its heads; a
//! [`NetworkReader`] is one at work, and an [`Embedder`] gives what it knows of tokens before any head is asked.
//! `tokens.rs` cuts the text, [`Vocabulary`] says what is known of a form, `windows.rs` parts a long text, each is laid out
//! in a workspace (`workspace.rs`), `decode.rs` makes labels of scores by how likely they follow each other (`chain.rs`),
//! and `spans.rs` says where what they stand for begins and ends. What is computed is said in `sfumato_model::neural`.

mod cells;
mod chain;
mod decode;
mod embedder;
mod encoder;
mod islands;
mod manuals;
mod spans;
mod tokens;
mod vocabulary;
mod windows;
mod workspace;

use std::ops::Range;
use std::sync::Arc;

use sfumato_document::{SpareThreads, WorkStep};
use sfumato_language::{Analysis, Language};

use super::{BalancedReading, Gazetteer, Sensitivity, calibrated};
use crate::{Category, Finding, FindingEvidence, Findings, Recogniser, RecogniserFault};
use cells::{CellSurvey, is_of_words};
use decode::{Decoder, WindowLabels};
use encoder::EncoderHead;
use tokens::NetworkToken;
use windows::{Cut, Windows};
use workspace::{NetworkWorkspace, WorkspacePool};

pub use embedder::Embedder;
pub use encoder::Encoder;
pub use vocabulary::Vocabulary;

/// So many windows are read before it is told what stands in them: some for each thread, so that starting it costs little.
const ROUND: usize = 32;

/// A network at work, for some of its heads.
pub struct NetworkReader<'m> {
    encoder: Encoder<'m>,
    vocabulary: &'m Vocabulary<'m>,
    chosen: Vec<ChosenHead<'m>>,
    rule: Arc<str>,
    /// The workspaces that reading leaves behind for the next document: what forms say to the network.
    workspaces: WorkspacePool<(NetworkWorkspace<'m>, Decoder)>,
    spare: SpareThreads,
}

/// The request for one recogniser of a reader.
#[derive(Debug)]
pub struct HeadRequest<'m> {
    /// The id of a recogniser.
    pub id: String,
    /// The gazetteer of its language.
    pub gazetteer: &'m Gazetteer<'m>,
    /// The categories it may report, if not everything.
    pub only: Vec<Category>,
    /// The categories that somebody else looks for in its place.
    pub except: Vec<Category>,
    /// How far it is believed in text that it may not have been made for; wholly if that is not said.
    pub trust: Option<HeadTrust>,
}

/// How far a head is believed in text of any kind.
#[derive(Debug, Clone)]
pub struct HeadTrust {
    /// The least probability of what counts, by category, where misses and false alarms weigh the same; it falls to
    /// nothing with the fear of misses.
    pub least: Vec<(Category, f32)>,
    /// True if it is asked about manuals and code too.
    pub reads_manuals: bool,
}

/// A head that is asked.
struct ChosenHead<'m> {
    head: EncoderHead,
    id: Arc<str>,
    /// Its readings, and the evidence for whatever each finds.
    readings: Vec<(BalancedReading, Arc<FindingEvidence>)>,
    gazetteer: &'m Gazetteer<'m>,
    /// How far it is believed, as far as the fear of misses lets it be doubted.
    trust: Option<HeadTrust>,
}

impl ChosenHead<'_> {
    fn answers_for(&self) -> impl Iterator<Item = (Language, &Category)> {
        self.head.categories().map(|category| (self.head.language, category))
    }

    /// True if it learnt from documents of another kind than it is asked about.
    fn is_borrowed(&self) -> bool {
        self.trust.as_ref().is_some_and(|trust| !trust.reads_manuals)
    }

    /// The least probability of a finding that counts.
    fn least(&self, category: &Category) -> f32 {
        let floors = self.trust.iter().flat_map(|trust| &trust.least);
        let own = floors.filter(|(of, _)| category.is_within(of.path()));
        own.max_by_key(|(of, _)| of.path().len()).map_or(0.0, |(_, least)| *least)
    }
}

impl std::fmt::Debug for NetworkReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NetworkReader({}, {} heads)", self.encoder.name(), self.chosen.len())
    }
}

impl<'m> NetworkReader<'m> {
    /// A reader for some recognisers; those that the network does not know, or that have nothing left to look for, are
    /// left out.
    pub fn new(
        encoder: Encoder<'m>,
        vocabulary: &'m Vocabulary<'m>,
        wanted: &[HeadRequest<'m>],
        sensitivity: Sensitivity,
    ) -> Self {
        let rule: Arc<str> = encoder.name().into();
        let chosen = wanted.iter().filter_map(|HeadRequest { id, gazetteer, only, except, trust }| {
            let mut head = encoder.heads.iter().find(|head| head.id == *id)?.clone();
            let is_in =
                |some: &[Category], category: &Category| some.iter().any(|other| category.is_within(other.path()));
            head.leave(|category| is_in(except, category) || !(only.is_empty() || is_in(only, category)));
            let id: Arc<str> = head.id.as_str().into();
            let readings = sensitivity.readings(head.recall).into_iter().map(|reading| {
                let evidence = FindingEvidence { recogniser: id.clone(), rule: rule.clone(), why: reading.why };
                (reading, Arc::new(evidence))
            });
            let trust = trust.clone().map(|mut trust| {
                trust.least.iter_mut().for_each(|(_, least)| *least *= sensitivity.doubt());
                trust
            });
            let chosen = ChosenHead { readings: readings.collect(), id, head, gazetteer, trust };
            let is_left = chosen.answers_for().next().is_some();
            is_left.then_some(chosen)
        });
        let chosen = chosen.collect();
        Self { chosen, rule, encoder, vocabulary, workspaces: WorkspacePool::default(), spare: SpareThreads::default() }
    }

    /// The categories it looks for, and the language of each.
    pub fn answers_for(&self) -> impl Iterator<Item = (Language, &Category)> {
        self.chosen.iter().flat_map(ChosenHead::answers_for)
    }

    /// The same, of one recogniser that it reads for.
    pub fn answers_of(&self, id: &str) -> impl Iterator<Item = (Language, &Category)> {
        self.chosen.iter().filter(move |chosen| *chosen.id == *id).flat_map(ChosenHead::answers_for)
    }

    /// The same, where the windows of a long text may be read on other threads too.
    pub fn on_threads(mut self, spare: SpareThreads) -> Self {
        self.spare = spare;
        self
    }

    /// Has the network read some windows: for each, the labels of every reading of every head.
    fn read(
        &self,
        text: &str,
        windows: &[Cut],
        asked: &[HeadProgress<'_, '_>],
    ) -> Vec<Result<Vec<WindowLabels>, RecogniserFault>> {
        let columns = |asked: &HeadProgress<'_, '_>| asked.chosen.head.columns.clone();
        let first = asked.iter().map(columns).map(|columns| columns.start).min().unwrap_or_default();
        let read = first..asked.iter().map(columns).map(|columns| columns.end).max().unwrap_or(first);
        let network = &self.encoder.network;
        let (mut workspace, mut decoder) =
            self.workspaces.take().unwrap_or_else(|| (NetworkWorkspace::new(network), Decoder::default()));
        let mut label = |Cut { tokens, .. }: &Cut| {
            let fault = || RecogniserFault { recogniser: self.rule.clone(), why: "a token is cut" };
            workspace.lay_out(text, tokens, self.vocabulary).ok_or_else(fault)?;
            network.scores(
                &mut workspace.forms,
                &workspace.rows,
                read.clone(),
                &mut workspace.buffers,
                &mut workspace.numbers,
            );
            let mut labels = Vec::new();
            for HeadProgress { chosen, .. } in asked {
                let EncoderHead { columns, chain, .. } = &chosen.head;
                let own = columns.start - read.start..columns.end - read.start;
                let row = |at: usize| {
                    workspace.numbers.get(at * read.len()..).and_then(|row| row.get(own.clone())).unwrap_or_default()
                };
                let readings = chosen.readings.iter();
                labels.extend(readings.map(|(reading, _)| decoder.label(tokens.len(), row, chain, reading.lean)));
            }
            Ok(labels)
        };
        let labels = windows.iter().map(&mut label).collect();
        workspace.tidy_up();
        self.workspaces.keep((workspace, decoder));
        labels
    }
}

/// A head that is asked about a document, and how far each of its readings has come.
struct HeadProgress<'a, 'm> {
    chosen: &'a ChosenHead<'m>,
    reached: Vec<usize>,
}

impl Recogniser for NetworkReader<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        self.recognise_besides(analysis, &[], findings)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn recognise_besides(
        &self,
        analysis: &Analysis,
        known: &[Finding],
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let languages = analysis.languages();
        let text = analysis.document().text();
        let is_manual = self.chosen.iter().any(|chosen| chosen.trust.is_some()) && manuals::is_manual(text);
        let reads = |chosen: &&ChosenHead<'_>| {
            languages.includes(chosen.head.language)
                && (!is_manual || chosen.trust.as_ref().is_none_or(|trust| trust.reads_manuals))
        };
        let asked = self.chosen.iter().filter(reads);
        let mut asked: Vec<HeadProgress<'_, '_>> =
            asked.map(|chosen| HeadProgress { chosen, reached: vec![0; chosen.readings.len()] }).collect();
        if asked.is_empty() {
            return Ok(());
        }
        let document = analysis.document();
        // Heads that are only asked for what they are sure of do not make cells worth reading.
        let is_for_names =
            asked.iter().all(|asked| asked.chosen.trust.is_some() || asked.chosen.head.categories().all(is_of_words));
        let mut cells = CellSurvey::new(document, known, is_for_names);
        let mut found = Findings::default();
        self.look((analysis, is_manual), cells.at_once(), &mut asked, &mut found)?;
        let mut found = found.into_sorted();
        let mut more = Findings::default();
        cells.settle_columns(&found).into_iter().for_each(|finding| more.push(finding));
        asked.iter_mut().for_each(|asked| asked.reached.fill(0));
        self.look((analysis, is_manual), cells.later(), &mut asked, &mut more)?;
        found.extend(more.into_sorted());
        found.sort_by_key(|finding| finding.span);
        let copies = cells.likewise(&found);
        found.into_iter().chain(copies).for_each(|finding| findings.push(finding));
        Ok(())
    }
}

impl NetworkReader<'_> {
    /// Reads some stretches of a document, which may read like a manual, and says what it finds.
    fn look(
        &self,
        (analysis, is_manual): (&Analysis, bool),
        stretches: Vec<Range<usize>>,
        asked: &mut [HeadProgress<'_, '_>],
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let document = analysis.document();
        let network = &self.encoder.network;
        let mut windows = Windows::new(document.text(), stretches, network.sizes().window - 1, network.far());
        loop {
            let round: Vec<Cut> = windows.by_ref().take(ROUND).collect();
            if round.is_empty() {
                return Ok(());
            }
            let read = self.spare.share(&round, |windows| self.read(document.text(), windows, asked));
            for (Cut { tokens, own }, labels) in round.iter().zip(read) {
                let page = NetworkWindow { analysis, tokens, own: own.clone(), is_manual };
                let mut labels = labels?.into_iter();
                for HeadProgress { chosen, reached } in &mut *asked {
                    for ((reading, reached), labels) in chosen.readings.iter().zip(reached).zip(&mut labels) {
                        page.report(chosen, &labels, (reading, reached), findings)?;
                    }
                }
                document.reached(WorkStep::Finding, tokens.last().map_or(0, |token| token.end));
            }
        }
    }
}

/// Heads that learnt from documents of another kind are never surer than this of numbers, dates and contacts, so that a
/// pattern that checked one, or read its label, names it.
const BORROWED_MOST: f32 = 0.84;

/// A window of a document.
struct NetworkWindow<'a, 'd> {
    analysis: &'a Analysis<'d>,
    tokens: &'a [NetworkToken],
    own: Range<usize>,
    /// True in a text that reads like a manual.
    is_manual: bool,
}

impl NetworkWindow<'_, '_> {
    /// Says what the labels stand for that begin in the window's own part, behind the end of what was said before.
    fn report(
        &self,
        chosen: &ChosenHead<'_>,
        labels: &WindowLabels,
        ((reading, evidence), reached): (&(BalancedReading, Arc<FindingEvidence>), &mut usize),
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let head = &chosen.head;
        let document = self.analysis.document();
        for (mut places, category) in head.tags.entities(&labels.labels) {
            if !self.own.contains(&places.start) || head.ignored.contains(&category) {
                continue;
            }
            let probabilities = labels.probabilities.get(places.clone()).unwrap_or_default();
            let sure = probabilities.iter().copied().fold(1.0, f32::min);
            let fault = || RecogniserFault { recogniser: chosen.id.clone(), why: "a label leads nowhere" };
            let category = head.tags.categories.get(usize::from(category)).ok_or_else(fault)?;
            self.leave_breaks(&mut places);
            let score = calibrated(&head.calibration, sure);

            for (part, category) in self.parts(chosen, category, places) {
                let Some((first, last)) = self.tokens.get(part.clone()).and_then(|own| own.first().zip(own.last()))
                else {
                    continue;
                };
                if first.start < *reached || !self.is_in(head.language, first.start) {
                    continue;
                }
                // What is not sure enough stands in the way of others as it would if it were, so that nothing else comes up.
                *reached = last.end;
                let is_doubted = sure < reading.least || score < chosen.least(&category);
                let is_nothing = || {
                    self.is_no_day(&category, part.clone())
                        || self.is_no_phone(&category, part.clone())
                        || self.is_jargon(chosen, &category, part.clone())
                };
                if is_doubted || (chosen.trust.is_some() && is_nothing()) {
                    continue;
                }
                let has_shape = chosen.is_borrowed() && !is_of_words(&category);
                findings.push(Finding {
                    span: document.span(first.start, last.end).ok_or_else(fault)?,
                    category,
                    score: if has_shape { score.min(BORROWED_MOST) } else { score },
                    evidence: evidence.clone(),
                });
            }
        }
        Ok(())
    }

    /// True for a place in a language, or in none that is known.
    fn is_in(&self, language: Language, place: usize) -> bool {
        let languages = self.analysis.languages();
        if languages.includes(Language::English) != languages.includes(Language::Spanish) {
            return true;
        }
        self.analysis.language_at(place).is_none_or(|own| own == language)
    }
}
