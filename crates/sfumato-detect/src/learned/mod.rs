//! Recognisers that learn from annotated documents.
//!
//! A [`RecogniserPackage`] is the file of one, made by training; [`LearnedRecogniser`] recognises with it. It looks at pieces, of which it
//! sees how they are spelt, what a [`Gazetteer`] and patterns know of them, and where they stand; labels them in two
//! passes; and says how sure it is in probabilities that were measured.
//! A network that reads the text once can stand for several of them: [`neural`]; [`NetworkQuality`] says which are used.

mod gazetteer;
pub mod neural;
mod observe;
mod package;
mod passes;
mod pieces;
mod quality;
mod tags;
#[cfg(feature = "train")]
pub mod train;
mod verdict;

use std::sync::{Arc, Mutex};

use sfumato_document::Document;
use sfumato_language::{Aligned, Analysis, Models};
use sfumato_model::{Labeller, LabellerMemo};

pub use gazetteer::{Gazetteer, GazetteerError, gazetteer};
pub use package::RecogniserPackage;
pub use quality::NetworkQuality;
pub use sfumato_model::ModelError;

use crate::patterns::PatternBank;
use crate::{Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser, RecogniserFault};
use observe::{ObservedPage, ObserverTables, PieceObserver, WORD_COLUMNS, columns, same_word, set_first_pass};
use package::hex;
use passes::FirstPass;
use pieces::{LearnedPiece, LearnedPieces, PieceCutter, PieceKind};
use tags::LabelTags;

/// The fear of misses: from 0, when only what is sure counts, by way of 0.5, when misses and false alarms weigh the
/// same, to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Sensitivity(f32);

impl Sensitivity {
    /// Misses and false alarms weigh the same.
    pub const BALANCED: Self = Self(0.5);
    /// As much is found as false alarms allow that are still bearable.
    pub const RECALL: Self = Self(0.9);

    /// A number between 0 and 1.
    pub fn new(value: f32) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// The number.
    pub fn value(self) -> f32 {
        self.0
    }

    /// The balance of a name: `balanced` or `recall`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "balanced" => Some(Self::BALANCED),
            "recall" => Some(Self::RECALL),
            _ => None,
        }
    }

    /// By how much in logarithms it is made easier for something to begin, if it is made so easy for recall.
    fn lean(self, recall: f32) -> f32 {
        recall * (self.0 - Self::BALANCED.0) / (Self::RECALL.0 - Self::BALANCED.0)
    }

    /// The share of a doubt that is left: all of it while misses weigh no more than false alarms, none if nothing is feared
    /// but misses.
    fn doubt(self) -> f32 {
        ((1.0 - self.0) / (1.0 - Self::BALANCED.0)).clamp(0.0, 1.0)
    }

    /// The readings whose findings together are what counts, if it is made so easy for recall.
    ///
    /// A reading that leans further towards finding may draw other borders and other kinds, and so lose what one that leans
    /// less has found. Therefore the balances of [`Self::ANCHORS`] are read one after the other, as far as this one goes,
    /// and of the first beyond it what is sure enough: whatever is found at a balance is found at every more fearful one.
    fn readings(self, recall: f32) -> Vec<BalancedReading> {
        let mut readings = Vec::with_capacity(1);
        let mut before = -1.0;
        for anchor in Self::ANCHORS {
            if self.0 > before {
                let (asked, lean) = (self.lean(recall), anchor.lean(recall));
                let least = if self.0 >= anchor.0 { 0.0 } else { 1.0 / (1.0 + (asked - lean).exp()) };
                let why = if readings.is_empty() { FindingReason::Learnt } else { FindingReason::Feared };
                readings.push(BalancedReading { lean, least, why });
            }
            before = anchor.0;
        }
        readings
    }

    /// The balances that a text is read at.
    const ANCHORS: [Self; 3] = [Self::BALANCED, Self::RECALL, Self(1.0)];
}

/// One way to read a text.
#[derive(Debug, Clone, Copy, PartialEq)]
struct BalancedReading {
    /// By how much in logarithms it is made easier for something to begin.
    lean: f32,
    /// The least score of what counts.
    least: f32,
    /// The reason for what it finds.
    why: FindingReason,
}

impl std::fmt::Display for Sensitivity {
    /// Its name, or its number if it has none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::BALANCED => f.write_str("balanced"),
            Self::RECALL => f.write_str("recall"),
            Self(value) => value.fmt(f),
        }
    }
}

impl Default for Sensitivity {
    fn default() -> Self {
        Self::BALANCED
    }
}

/// The tables that learned recognisers need besides their own file.
#[derive(Debug, Clone, Copy)]
pub struct LearnedTables<'m> {
    /// The models of languages.
    pub models: &'m Models<'m>,
    /// The gazetteer of the recogniser's language.
    pub gazetteer: &'m Gazetteer<'m>,
    /// The recognisers by pattern.
    pub patterns: &'m PatternBank,
    /// The fragments that rules may use.
    pub fragments: &'m str,
}

/// A recogniser that learnt.
pub struct LearnedRecogniser<'m> {
    package: RecogniserPackage<'m>,
    tables: ObserverTables<'m>,
    rules: Option<PatternBank>,
    patterns: &'m PatternBank,
    tags: LabelTags,
    first: Labeller<'m>,
    /// The second, one for each reading.
    second: Vec<(Labeller<'m>, BalancedReading)>,
    id: Arc<str>,
    rule: Arc<str>,
    /// The workspaces that looking at documents leaves behind for the next: what words say to the models.
    workspaces: Mutex<Vec<LearnedWorkspace<'m>>>,
}

/// Room to work in. What words say to the models is kept from document to document; it does not change.
struct LearnedWorkspace<'m> {
    observer: PieceObserver<'m>,
    first: LabellerMemo,
    /// One for each reading.
    second: Vec<LabellerMemo>,
}

impl LearnedWorkspace<'_> {
    /// Looks at some lines of a document, and at nothing else; words are remembered until there are too many.
    fn look_at(&mut self, page: &ObservedPage<'_, '_>, pieces: &LearnedPieces) {
        if self.observer.word_count() > MOST_WORDS {
            self.observer.forget_words();
            self.first = LabellerMemo::default();
            self.second.fill_with(LabellerMemo::default);
        }
        self.observer.forget_places();
        self.observer.lines(page, pieces);
    }
}

/// A workspace with more words on it is cleared, so that no text asks for more memory.
const MOST_WORDS: usize = 1 << 14;
/// So many pieces are looked at together: enough for most documents, few enough to bound the memory a long one needs.
const SHEET: usize = 1 << 14;

impl std::fmt::Debug for LearnedRecogniser<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Learned({})", self.id)
    }
}

impl<'m> LearnedRecogniser<'m> {
    /// A recogniser of a file; one that was made with other tables than those at hand is refused.
    pub fn new(
        package: RecogniserPackage<'m>,
        around: LearnedTables<'m>,
        sensitivity: Sensitivity,
    ) -> Result<Self, ModelError> {
        let models = around.models.of(package.language);
        if package.head.lexicon != hex(models.lexicon_hash()) || package.head.gazetteer != hex(around.gazetteer.hash())
        {
            return Err(ModelError::Damaged("it was made with other word lists; train it anew"));
        }
        let columns = columns();
        let fits = |model: &sfumato_model::SequenceModel<'_>| {
            model.word_columns() == WORD_COLUMNS && model.templates().columns.iter().eq(&columns)
        };
        if !fits(&package.first) || !fits(&package.second) || package.first.labels() != package.second.labels() {
            return Err(ModelError::Damaged("it was made by another version of this program"));
        }
        let tags =
            LabelTags::read(package.first.labels()).map_err(|_| ModelError::Damaged("a label is no category"))?;
        let outside = tags.outside().ok_or(ModelError::Damaged("it has no label for what is nothing"))?;
        let second = |reading: BalancedReading| {
            let labeller = Labeller::new(package.second.clone());
            (labeller.favouring(outside, |label| tags.begins(label), reading.lean), reading)
        };
        Ok(Self {
            tables: ObserverTables { models, gazetteer: around.gazetteer },
            patterns: around.patterns,
            workspaces: Mutex::default(),
            rules: package.bank(around.fragments)?,
            first: Labeller::new(package.first.clone()),
            second: sensitivity.readings(package.head.recall).into_iter().map(second).collect(),
            tags,
            id: package.head.id.as_str().into(),
            rule: "learnt".into(),
            package,
        })
    }

    /// The file it was made of.
    pub fn package(&self) -> &RecogniserPackage<'m> {
        &self.package
    }

    /// The categories it finds.
    pub fn categories(&self) -> &[crate::Category] {
        &self.tags.categories
    }
}

impl<'m> LearnedRecogniser<'m> {
    fn workspace(&self) -> LearnedWorkspace<'m> {
        let kept = self.workspaces.lock().map_or(None, |mut workspaces| workspaces.pop());
        kept.unwrap_or_else(|| LearnedWorkspace {
            observer: PieceObserver::new(self.tables),
            first: LabellerMemo::default(),
            second: self.second.iter().map(|_| LabellerMemo::default()).collect(),
        })
    }

    fn put_back(&self, mut workspace: LearnedWorkspace<'m>) {
        workspace.observer.forget_text();
        if let Ok(mut workspaces) = self.workspaces.lock()
            && workspace.observer.word_count() <= MOST_WORDS
        {
            workspaces.push(workspace);
        }
    }

    fn fault(&self, why: &'static str) -> RecogniserFault {
        RecogniserFault { recogniser: self.id.clone(), why }
    }

    /// Says what the labels of a line stand for.
    fn report(
        &self,
        document: &Document,
        pieces: &[LearnedPiece],
        (labels, marginals, reading): (&[u8], &[f32], BalancedReading),
        is_title: impl Fn(usize, bool) -> bool,
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let is_mark = |nth: usize| pieces.get(nth).is_some_and(|piece| piece.kind == PieceKind::Mark);
        for (mut places, category) in self.tags.entities(labels) {
            let sure = passes::surety(marginals, labels, &places);
            if sure < reading.least {
                continue;
            }
            let is_person =
                self.tags.categories.get(usize::from(category)).is_some_and(|c| c.is(KnownCategory::Person));
            // A title is no part of a name, whatever some corpora say.
            while is_person && is_title(places.start, is_mark(places.start + 1)) {
                let name = (places.start + 1..places.end).find(|nth| !is_mark(*nth));
                let Some(name) = name else { break };
                places.start = name;
            }
            let ends = pieces.get(places.start).zip(pieces.get(places.end - 1));
            let span = ends.and_then(|(first, last)| document.span(first.start as usize, last.end as usize));
            let (Some(span), Some(category)) = (span, self.tags.categories.get(usize::from(category))) else {
                return Err(self.fault("a label leads nowhere"));
            };
            findings.push(Finding {
                span,
                category: category.clone(),
                score: calibrated(&self.package.head.calibration, sure),
                evidence: FindingEvidence { recogniser: self.id.clone(), rule: self.rule.clone(), why: reading.why }
                    .into(),
            });
        }
        Ok(())
    }
}

/// The pieces of a document, some lines at a time.
struct PieceSheets<'a> {
    /// The start of each sheet.
    starts: Vec<PieceCutter<'a>>,
    keeps: &'a dyn Fn(usize) -> bool,
    pieces: LearnedPieces,
    line_count: usize,
    piece_count: usize,
}

impl<'a> PieceSheets<'a> {
    /// Those of all lines that are kept, which is asked by where they start; the last is at hand.
    fn new(view: &'a Aligned<'_>, keeps: &'a dyn Fn(usize) -> bool) -> Self {
        let (mut cutter, mut pieces, mut starts) = (PieceCutter::new(view), LearnedPieces::default(), Vec::new());
        while !cutter.is_done() {
            starts.push(cutter.clone());
            cutter.cut(SHEET, keeps, &mut pieces);
        }
        Self { starts, keeps, pieces, line_count: cutter.line_count(), piece_count: cutter.piece_count() }
    }

    /// Gets a sheet to hand.
    fn turn_to(&mut self, nth: usize) {
        if self.starts.len() > 1
            && let Some(start) = self.starts.get(nth)
        {
            start.clone().cut(SHEET, self.keeps, &mut self.pieces);
        }
    }
}

impl Recogniser for LearnedRecogniser<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let language = self.package.language;
        if !analysis.languages().includes(language) {
            return Ok(());
        }
        let keeps = |start: usize| analysis.language_at(start).is_none_or(|own| own == language);
        let mut sheets = PieceSheets::new(analysis.aligned(), &keeps);
        let page = ObservedPage::new(analysis, sheets.line_count, self.patterns, self.rules.as_ref())?;
        let mut workspace = self.workspace();
        let first = self.first_pass(&page, &mut sheets, &mut workspace);
        let is_long = sheets.starts.len() > 1;
        if is_long {
            workspace.first = LabellerMemo::default();
        }
        self.second_pass(&page, &mut sheets, &first, &mut workspace, findings)?;
        // A long document leaves much behind, which is in the way of whoever looks at it next.
        if !is_long {
            self.put_back(workspace);
        }
        Ok(())
    }
}

impl<'m> LearnedRecogniser<'m> {
    fn first_pass(
        &self,
        page: &ObservedPage<'_, '_>,
        sheets: &mut PieceSheets<'_>,
        workspace: &mut LearnedWorkspace<'m>,
    ) -> FirstPass<'_> {
        let mut pass = FirstPass::new(&self.tags, sheets.piece_count);
        for nth in 0..sheets.starts.len() {
            sheets.turn_to(nth);
            workspace.look_at(page, &sheets.pieces);
            let LearnedWorkspace { observer, first, .. } = workspace;
            let word = |place: usize| {
                sheets.pieces.list.get(place).map_or(0, |piece| same_word(&observer.seen, place, piece.kind))
            };
            pass.add(&self.first, &observer.seen, sheets.pieces.lines.iter().cloned(), word, first);
        }
        pass
    }

    fn second_pass(
        &self,
        page: &ObservedPage<'_, '_>,
        sheets: &mut PieceSheets<'_>,
        first: &FirstPass<'_>,
        workspace: &mut LearnedWorkspace<'m>,
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let mut columns_of = first.reader();
        let nothing = self.tags.outside();
        let (mut of_pieces, mut labels, mut marginals) = (Vec::new(), Vec::new(), Vec::new());
        for nth in 0..sheets.starts.len() {
            // What was looked at last is still at hand.
            if sheets.starts.len() > 1 {
                sheets.turn_to(nth);
                workspace.look_at(page, &sheets.pieces);
            }
            let LearnedWorkspace { observer, second, .. } = workspace;
            let pieces = &sheets.pieces;
            of_pieces.clear();
            for (place, piece) in pieces.list.iter().enumerate() {
                let of_piece = columns_of.next_piece(same_word(&observer.seen, place, piece.kind));
                let of_piece = of_piece.ok_or_else(|| self.fault("the first pass left something out"))?;
                set_first_pass(&mut observer.seen, place, &of_piece);
                of_pieces.push(of_piece);
            }
            for line in &pieces.lines {
                if passes::is_nothing(of_pieces.get(line.clone()).unwrap_or_default()) {
                    continue;
                }
                let is_title = |nth: usize, is_short: bool| observer.is_title(line.start + nth, is_short);
                let own = pieces.list.get(line.clone()).unwrap_or_default();
                for ((labeller, reading), memo) in self.second.iter().zip(second.iter_mut()) {
                    labels.clear();
                    marginals.clear();
                    let found = (&mut labels, &mut marginals);
                    labeller.best_and_marginals(&observer.seen, line.clone(), nothing, memo, found);
                    let of_pieces = (labels.as_slice(), marginals.as_slice(), *reading);
                    self.report(page.analysis.document(), own, of_pieces, is_title, findings)?;
                }
            }
        }
        Ok(())
    }
}

/// The share of findings of this score that are right, between the nearest that were measured.
fn calibrated(points: &[(f32, f32)], score: f32) -> f32 {
    let after = points.partition_point(|(at, _)| *at <= score);
    match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
        (None, None) => score,
        (Some((_, share)), None) | (None, Some((_, share))) => *share,
        (Some((low, share)), Some((high, next))) => share + (next - share) * (score - low) / (high - low).max(1e-6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_between_those_measured_are_drawn_from_both() {
        let points = [(0.2, 0.1), (0.6, 0.5), (1.0, 0.9)];
        let close = |score: f32, share: f32| (calibrated(&points, score) - share).abs() < 1e-5;
        assert!(close(0.0, 0.1) && close(0.4, 0.3) && close(0.8, 0.7) && close(1.0, 0.9));
        assert_eq!(calibrated(&[], 0.3), 0.3);
    }

    #[test]
    fn what_counts_at_a_balance_counts_at_every_more_fearful_one() {
        let balance = |value| Sensitivity::new(value).expect("a balance");
        assert_eq!(
            Sensitivity::BALANCED.readings(6.0),
            [BalancedReading { lean: 0.0, least: 0.0, why: FindingReason::Learnt }]
        );
        assert_eq!(Sensitivity::RECALL.readings(6.0).len(), 2);
        let mut last: Vec<BalancedReading> = Vec::new();
        for step in 0..=100 {
            let readings = balance(step as f32 / 100.0).readings(6.0);
            for (before, after) in last.iter().zip(&readings) {
                assert!(before.lean == after.lean && before.least >= after.least, "{step}");
            }
            assert!(readings.len() >= last.len() && !readings.is_empty(), "{step}");
            last = readings;
        }
        assert!(balance(0.1).readings(6.0)[0].least > 0.99);
    }

    #[test]
    fn sensitivity_leans_from_sure_things_to_recall() {
        assert_eq!(Sensitivity::BALANCED.lean(6.0), 0.0);
        assert!((Sensitivity::RECALL.lean(6.0) - 6.0).abs() < 1e-5);
        assert!(Sensitivity::new(0.1).is_some_and(|sensitivity| sensitivity.lean(6.0) < -5.0));
        assert!(Sensitivity::new(1.1).is_none() && Sensitivity::new(f32::NAN).is_none());
    }
}
