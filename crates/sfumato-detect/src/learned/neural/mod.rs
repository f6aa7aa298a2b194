//! Recognisers that are parts of a neural network.
//!
//! An [`Encoder`] is the file of a network, which reads a text once for several recognisers, its heads; a [`Reader`] is one
//! at work, and an [`Embedder`] tells what it knows before any head is asked. `tokens.rs` cuts the text, [`Vocabulary`] says
//! what is known of a form, `windows.rs` parts a long text, both work at a desk (`desk.rs`), and `decode.rs` makes labels of
//! scores by how likely they follow each other (`chain.rs`). What is computed is said in `sfumato_model::neural`.

mod chain;
mod decode;
mod desk;
mod embedder;
mod encoder;
mod islands;
mod tokens;
mod vocabulary;
mod windows;

use std::ops::Range;
use std::sync::Arc;

use sfumato_document::{Document, Step};
use sfumato_language::{Analysis, Language};

use super::gazetteer::{TITLE, plain_hash};
use super::{Gazetteer, Sensitivity, calibrated};
use crate::{Category, Evidence, Fault, Finding, Findings, Recogniser, Why};
use decode::Decoder;
use desk::{Desk, Kept};
use encoder::Head;
use tokens::{Kind, Token, spell};
use windows::Windows;

pub use embedder::Embedder;
pub use encoder::Encoder;
pub use vocabulary::Vocabulary;

/// A network at work, for some of its heads.
pub struct Reader<'m> {
    encoder: Encoder<'m>,
    vocabulary: &'m Vocabulary<'m>,
    chosen: Vec<Chosen<'m>>,
    rule: Arc<str>,
    /// What reading leaves behind that helps with the next document: what forms say to the network.
    desks: Kept<(Desk<'m>, Decoder)>,
}

/// What a reader is asked for.
#[derive(Debug)]
pub struct Wanted<'m> {
    /// The id of a recogniser.
    pub id: String,
    /// The gazetteer of its language.
    pub gazetteer: &'m Gazetteer<'m>,
    /// What it may report, if not everything.
    pub only: Vec<Category>,
    /// What somebody else looks for in its place.
    pub except: Vec<Category>,
}

/// A head that is asked.
struct Chosen<'m> {
    head: Head,
    id: Arc<str>,
    lean: f32,
    gazetteer: &'m Gazetteer<'m>,
}

impl Chosen<'_> {
    fn answers_for(&self) -> impl Iterator<Item = (Language, &Category)> {
        self.head.categories().map(|category| (self.head.language, category))
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reader({}, {} heads)", self.encoder.name(), self.chosen.len())
    }
}

impl<'m> Reader<'m> {
    /// A reader for some recognisers; those that the network does not know, or that have nothing left to look for, are
    /// left out.
    pub fn new(
        encoder: Encoder<'m>,
        vocabulary: &'m Vocabulary<'m>,
        wanted: &[Wanted<'m>],
        sensitivity: Sensitivity,
    ) -> Self {
        let chosen = wanted.iter().filter_map(|Wanted { id, gazetteer, only, except }| {
            let mut head = encoder.heads.iter().find(|head| head.id == *id)?.clone();
            let is_in =
                |some: &[Category], category: &Category| some.iter().any(|other| category.is_within(other.path()));
            head.leave(|category| is_in(except, category) || !(only.is_empty() || is_in(only, category)));
            let id = head.id.as_str().into();
            let chosen = Chosen { lean: sensitivity.lean(head.recall), id, head, gazetteer };
            let is_left = chosen.answers_for().next().is_some();
            is_left.then_some(chosen)
        });
        let chosen = chosen.collect();
        Self { chosen, rule: encoder.name().into(), encoder, vocabulary, desks: Kept::default() }
    }

    /// What it looks for, and in which language.
    pub fn answers_for(&self) -> impl Iterator<Item = (Language, &Category)> {
        self.chosen.iter().flat_map(Chosen::answers_for)
    }

    /// The same, of one recogniser that it reads for.
    pub fn answers_of(&self, id: &str) -> impl Iterator<Item = (Language, &Category)> {
        self.chosen.iter().filter(move |chosen| *chosen.id == *id).flat_map(Chosen::answers_for)
    }

    /// Has the network read a window: scores of some columns, token by token.
    fn read(&self, text: &str, tokens: &[Token], columns: Range<usize>, desk: &mut Desk<'m>) -> Result<(), Fault> {
        let fault = || Fault { recogniser: self.rule.clone(), why: "a token is cut" };
        desk.lay_out(text, tokens, self.vocabulary).ok_or_else(fault)?;
        self.encoder.network.scores(&mut desk.forms, &desk.rows, columns, &mut desk.workspace, &mut desk.told);
        Ok(())
    }
}

impl Recogniser for Reader<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), Fault> {
        let languages = analysis.languages();
        let asked = self.chosen.iter().filter(|chosen| languages.includes(chosen.head.language));
        let mut asked: Vec<(&Chosen<'_>, usize)> = asked.map(|chosen| (chosen, 0)).collect();
        if asked.is_empty() {
            return Ok(());
        }
        let document = analysis.document();
        let columns = |(chosen, _): &(&Chosen<'_>, usize)| chosen.head.columns.clone();
        let first = asked.iter().map(columns).map(|columns| columns.start).min().unwrap_or_default();
        let read = first..asked.iter().map(columns).map(|columns| columns.end).max().unwrap_or(first);
        let network = &self.encoder.network;
        let kept = self.desks.take();
        let (mut desk, mut decoder) = kept.unwrap_or_else(|| (Desk::new(network), Decoder::default()));
        let mut windows = Windows::new(document.text(), network.sizes().window - 1, network.far());
        while let Some((tokens, own)) = windows.next() {
            self.read(document.text(), tokens, read.clone(), &mut desk)?;
            for (chosen, reached) in &mut asked {
                let Head { columns, chain, .. } = &chosen.head;
                let labels = columns.start - read.start..columns.end - read.start;
                let scores = &desk.told;
                let row = |at: usize| {
                    scores.get(at * read.len()..).and_then(|row| row.get(labels.clone())).unwrap_or_default()
                };
                decoder.label(tokens.len(), row, chain, chosen.lean);
                let page = Window { analysis, tokens, own: own.clone(), rule: &self.rule };
                page.report(chosen, &decoder, reached, findings)?;
            }
            document.reached(Step::Finding, tokens.last().map_or(0, |token| token.end));
        }
        desk.tidy_up();
        self.desks.keep((desk, decoder));
        Ok(())
    }
}

/// A window of a document.
struct Window<'a, 'd> {
    analysis: &'a Analysis<'d>,
    tokens: &'a [Token],
    own: Range<usize>,
    rule: &'a Arc<str>,
}

impl Window<'_, '_> {
    /// Says what the labels stand for that begin in the window's own part, behind the end of what was said before.
    fn report(
        &self,
        chosen: &Chosen<'_>,
        decoder: &Decoder,
        reached: &mut usize,
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        let head = &chosen.head;
        let document = self.analysis.document();
        for (mut places, category) in head.tags.entities(&decoder.labels) {
            if !self.own.contains(&places.start) || head.ignored.contains(&category) {
                continue;
            }
            let probabilities = decoder.probabilities.get(places.clone()).unwrap_or_default();
            let sure = probabilities.iter().copied().fold(1.0, f32::min);
            let fault = || Fault { recogniser: chosen.id.clone(), why: "a label leads nowhere" };
            let category = head.tags.categories.get(usize::from(category)).ok_or_else(fault)?;
            if category.is_within("person") {
                self.leave_titles(document, chosen, &mut places);
                if !self.may_be_name(places.clone()) {
                    continue;
                }
            }
            self.leave_breaks(&mut places);
            let Some((first, last)) = self.tokens.get(places.clone()).and_then(|own| own.first().zip(own.last()))
            else {
                continue;
            };
            if first.start < *reached || !self.is_in(head.language, first.start) {
                continue;
            }
            *reached = last.end;
            findings.push(Finding {
                span: document.span(first.start, last.end).ok_or_else(fault)?,
                category: category.clone(),
                score: calibrated(&head.calibration, sure),
                evidence: Evidence { recogniser: chosen.id.clone(), rule: self.rule.clone(), why: Why::Learnt },
            });
        }
        Ok(())
    }

    /// A title is no part of a name, whatever some corpora say.
    fn leave_titles(&self, document: &Document, chosen: &Chosen<'_>, places: &mut Range<usize>) {
        let is_mark = |nth: usize| self.tokens.get(nth).is_some_and(|token| token.kind == Kind::Mark);
        let (mut form, mut scratch) = (String::new(), String::new());
        while let Some(token) = self.tokens.get(places.start).filter(|token| token.kind == Kind::Letters) {
            let Some(span) = document.span(token.start, token.end) else { return };
            spell(document.slice(span), token.kind, &mut form);
            let [names, ..] = chosen.gazetteer.find([plain_hash(&form, &mut scratch)].into_iter());
            let classes = u64::from(names.classes);
            let is_title = classes & TITLE > 0 && (classes == TITLE || is_mark(places.start + 1));
            match (places.start + 1..places.end).find(|nth| !is_mark(*nth)) {
                Some(name) if is_title => places.start = name,
                _ => return,
            }
        }
    }

    /// Whether some tokens may be a person's name: a number with a letter behind it is none.
    fn may_be_name(&self, places: Range<usize>) -> bool {
        let tokens = self.tokens.get(places).unwrap_or_default();
        let is_word = |token: &Token| token.kind == Kind::Letters && token.end - token.start > 1;
        tokens.iter().any(is_word) || tokens.iter().all(|token| token.kind != Kind::Digits)
    }

    /// A line break at either end is no part of anything.
    fn leave_breaks(&self, places: &mut Range<usize>) {
        let is_break =
            |nth: usize| self.tokens.get(nth).is_some_and(|token| matches!(token.kind, Kind::Line | Kind::Gap));
        while places.start < places.end && is_break(places.start) {
            places.start += 1;
        }
        while places.start < places.end && is_break(places.end - 1) {
            places.end -= 1;
        }
    }

    /// Whether a place is in a language, or in none that is known.
    fn is_in(&self, language: Language, place: usize) -> bool {
        let languages = self.analysis.languages();
        if languages.includes(Language::English) != languages.includes(Language::Spanish) {
            return true;
        }
        self.analysis.language_at(place).is_none_or(|own| own == language)
    }
}
