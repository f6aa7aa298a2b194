//! The columns that learned recognisers see of a piece: its spelling, the lists that know it, and its place.
//!
//! Training and recognition fill the columns by the same code, so that a model never sees anything it was not taught.

use std::ops::Range;

use sfumato_document::Document;
use sfumato_language::{Analysis, DESCRIPTION, LanguageModels};
use sfumato_model::{CacheKey, CacheTable, Observations, hash_bytes, hash_pair};

use super::gazetteer::{Gazetteer, KINDS, TITLE, plain_hash};
use super::passes::FirstPassColumns;
use super::pieces::{LearnedPiece, LearnedPieces, PieceKind};
use super::verdict::PatternVerdict;
use crate::patterns::PatternBank;
use crate::{Category, RecogniserFault};

/// The columns of a word besides its description by the language: its length, the names in the gazetteer it can be part
/// of, and the clusters it belongs to.
const WORD: [&str; 5] = ["length", "name", "kin", "clan", "circle"];
pub(crate) const WORD_COLUMNS: usize = DESCRIPTION.len() + WORD.len();
/// The columns of a place. The last two are known after the first pass alone.
const PLACE: [&str; 16] = [
    "gap",
    "upos",
    "names",
    "places",
    "things",
    "medical",
    "field",
    "head",
    "before",
    "earlier",
    "after",
    "rule",
    "own",
    "zone",
    "first",
    "elsewhere",
];
/// The names a word can be part of, among the columns of a word.
const NAME: usize = DESCRIPTION.len() + 1;
/// The form of a word in small letters, among the columns of its description.
const LOWER: usize = 1;
const GAP: usize = 0;
const UPOS: usize = 1;
const LISTS: usize = 2;
const FIELD: usize = 6;
const HEAD: usize = 7;
const BEFORE: usize = 8;
const EARLIER: usize = 9;
const AFTER: usize = 10;
const RULE: usize = 11;
const OWN: usize = 12;
const ZONE: usize = 13;

/// The names of all columns.
pub(crate) fn columns() -> Vec<&'static str> {
    DESCRIPTION.iter().chain(&WORD).chain(&PLACE).copied().collect()
}

/// The models and lists by which a document is looked at.
#[derive(Clone, Copy)]
pub(crate) struct ObserverTables<'m> {
    pub models: &'m LanguageModels<'m>,
    pub gazetteer: &'m Gazetteer<'m>,
}

/// The pieces of documents and what is known of them.
pub(crate) struct PieceObserver<'m> {
    tables: ObserverTables<'m>,
    pub seen: Observations,
    /// The numbers of words already met, by their keys.
    known: CacheTable<u32>,
    /// The hash of each word in small letters without accents, zero for marks.
    plain: Vec<u64>,
    scratch: String,
}

/// The label of a field is at most so many pieces long.
const LONGEST_LABEL: usize = 8;

/// A document and what rules say of it.
pub(crate) struct ObservedPage<'a, 'd> {
    pub analysis: &'a Analysis<'d>,
    /// The number of lines of it that are looked at.
    lines: usize,
    /// The findings of recognisers by pattern, and those of the model's own rules.
    patterns: PatternVerdict,
    own: PatternVerdict,
}

impl<'a, 'd> ObservedPage<'a, 'd> {
    /// Asks the rules; `own` are those that belong to the model.
    pub fn new(
        analysis: &'a Analysis<'d>,
        lines: usize,
        patterns: &PatternBank,
        own: Option<&PatternBank>,
    ) -> Result<Self, RecogniserFault> {
        let patterns = PatternVerdict::of(patterns, analysis)?;
        let own = own.map_or_else(|| Ok(PatternVerdict::default()), |own| PatternVerdict::of(own, analysis))?;
        Ok(Self { analysis, lines, patterns, own })
    }
}

impl<'m> PieceObserver<'m> {
    pub fn new(tables: ObserverTables<'m>) -> Self {
        Self {
            tables,
            seen: Observations::new(WORD_COLUMNS, PLACE.len()),
            known: CacheTable::default(),
            plain: Vec::new(),
            scratch: String::new(),
        }
    }

    /// Looks at some lines of a document and gives the places of their pieces.
    pub fn lines(&mut self, page: &ObservedPage<'_, '_>, pieces: &LearnedPieces) -> Range<usize> {
        let start = self.seen.len();
        let text = page.analysis.document().text();
        for piece in &pieces.list {
            let form = text.get(piece.start as usize..piece.end as usize).unwrap_or_default();
            let word = self.word(form, piece.kind);
            self.seen.push(word);
        }
        self.tags(page.analysis, &pieces.list, start);
        for (nth, line) in (pieces.lines_before..).zip(&pieces.lines) {
            self.line(&pieces.list, line, start, zone(nth, page.lines));
        }
        self.block_labels(page.analysis.document(), &pieces.list, start);
        for (column, verdict) in [(RULE, &page.patterns), (OWN, &page.own)] {
            for (nth, value) in verdict.of_pieces(pieces) {
                self.set(start + nth, column, value);
            }
        }
        start..self.seen.len()
    }

    /// The number of words that were met.
    pub fn word_count(&self) -> usize {
        self.seen.words.len()
    }

    /// True if the word at a place is a title: one that can be a name as well is one if it is shortened by a mark.
    pub fn is_title(&self, place: usize, is_shortened: bool) -> bool {
        let word = self.seen.of.get(place).copied().unwrap_or(0);
        let names = self.seen.words.row(word as usize).get(NAME).copied().unwrap_or(0);
        // The column holds the classes as bits, and one more.
        let classes = names.saturating_sub(1);
        classes & TITLE > 0 && (classes == TITLE || is_shortened)
    }

    /// Forgets all letters of a document; what is known of words are numbers.
    pub fn forget_text(&mut self) {
        self.scratch.clear();
        self.scratch.shrink_to_fit();
    }

    /// Forgets all words, and what a model was columns of their numbers means nothing any more.
    pub fn forget_words(&mut self) {
        self.seen = Observations::new(WORD_COLUMNS, PLACE.len());
        self.known.clear();
        self.plain.clear();
    }

    /// Forgets all places, but not the words.
    pub fn forget_places(&mut self) {
        self.seen.clear_places();
    }

    /// The number of a word, whose columns are filled when it is first met.
    fn word(&mut self, form: &str, kind: PieceKind) -> u32 {
        let key = CacheKey::of(form);
        if let Some(word) = self.known.get(&key) {
            return *word;
        }
        let word = self.seen.words.len() as u32;
        self.known.insert(key, word);
        let plain = if kind == PieceKind::Mark { 0 } else { plain_hash(form, &mut self.scratch) };
        self.plain.push(plain);
        let row = self.seen.words.push();
        self.tables.models.describe(form, &mut self.scratch, row);
        let length = form.chars().take(20).count() as u64;
        let is_capital = form.chars().next().is_some_and(char::is_uppercase);
        row[DESCRIPTION.len()] = 1 + length * 3 + u64::from(kind == PieceKind::Digits) * 2 + u64::from(is_capital);
        let clusters = self.tables.gazetteer.clusters(row[LOWER]);
        for (column, cluster) in row[DESCRIPTION.len() + 2..].iter_mut().zip(clusters) {
            *column = u64::from(cluster);
        }
        if kind == PieceKind::Letters {
            let [names, ..] = self.tables.gazetteer.find([plain].into_iter());
            row[NAME] = if names.classes == 0 { 0 } else { u64::from(names.classes) + 1 };
        }
        word
    }

    fn set(&mut self, place: usize, column: usize, value: u64) {
        if let Some(value_of) = self.seen.places.row_mut(place).get_mut(column) {
            *value_of = value;
        }
    }

    /// The lower-case form of the word at a place.
    fn lower(&self, place: usize) -> u64 {
        let word = self.seen.of.get(place).copied().unwrap_or(0);
        self.seen.words.row(word as usize).get(LOWER).copied().unwrap_or(0)
    }

    /// Parts of speech, from the tokens in which the pieces stand.
    fn tags(&mut self, analysis: &Analysis<'_>, list: &[LearnedPiece], start: usize) {
        let before = list.first().map_or(0, |first| first.start as usize);
        let mut tokens = analysis.tagged(before).peekable();
        for (nth, piece) in list.iter().enumerate() {
            while tokens.next_if(|(token, _)| token.end <= piece.start as usize).is_some() {}
            if let Some((token, upos)) = tokens.peek()
                && token.start < piece.end as usize
            {
                self.set(start + nth, UPOS, *upos as u64 + 1);
            }
        }
    }

    /// Fills the columns that a line says of its pieces.
    fn line(&mut self, pieces: &[LearnedPiece], line: &Range<usize>, start: usize, zone: u64) {
        let list = pieces.get(line.clone()).unwrap_or_default();
        let first = start + line.start;
        let colon = self.colon(list, first);
        let head = self.lower(first);
        let mut field = 0;
        let (mut before, mut earlier) = (0, 0);
        for (nth, piece) in list.iter().enumerate() {
            let place = first + nth;
            let gap = if nth == 0 { 1 } else { 2 + u64::from(piece.is_apart) };
            self.set(place, GAP, gap);
            self.set(place, ZONE, hash_pair(zone, u64::from(colon.is_some_and(|at| nth > at)) + 1));
            self.set(place, HEAD, head);
            self.set(place, FIELD, field);
            self.set(place, BEFORE, before);
            self.set(place, EARLIER, earlier);
            if piece.kind == PieceKind::Letters {
                (earlier, before) = (before, self.lower(place));
            }
            if Some(nth) == colon {
                field = (0..nth).map(|at| self.lower(first + at)).fold(1, hash_pair);
            }
        }
        let mut after = 0;
        for (nth, piece) in list.iter().enumerate().rev() {
            self.set(first + nth, AFTER, after);
            if piece.kind == PieceKind::Letters {
                after = self.lower(first + nth);
            }
        }
        self.phrases(list, first);
    }

    /// The end of the label of a field: a colon near the start of the line.
    fn colon(&self, list: &[LearnedPiece], first: usize) -> Option<usize> {
        let colon = hash_bytes(b":");
        (1..list.len().min(LONGEST_LABEL)).find(|nth| self.lower(first + nth) == colon)
    }

    /// The phrases of the gazetteer, the longest at each place, none inside another of its kind.
    fn phrases(&mut self, list: &[LearnedPiece], first: usize) {
        let mut ends = [0; KINDS];
        for nth in 0..list.len() {
            if list[nth].kind == PieceKind::Mark {
                continue;
            }
            let plain = &self.plain;
            let of = &self.seen.of;
            let words = (nth..list.len()).filter(|at| list[*at].kind != PieceKind::Mark);
            let word_at =
                |at: usize| of.get(first + at).and_then(|word| plain.get(*word as usize)).copied().unwrap_or(0);
            let hits = self.tables.gazetteer.find(words.clone().map(word_at));
            for (kind, hit) in hits.iter().enumerate().filter(|(_, hit)| hit.words > 0) {
                let Some(last) = words.clone().nth(hit.words - 1) else { continue };
                if last < ends[kind] {
                    continue;
                }
                ends[kind] = last + 1;
                for at in nth..=last {
                    let value = 2 + u64::from(hit.classes) * 2 + u64::from(at > nth);
                    self.set(first + at, LISTS + kind, value);
                }
            }
        }
    }

    /// The header of the column, or the key, that a block stands under takes the place of a field's label.
    fn block_labels(&mut self, document: &Document, list: &[LearnedPiece], start: usize) {
        let before = list.first().map_or(0, |first| first.start as usize);
        let end = list.last().map_or(0, |last| last.end as usize);
        let blocks = document.blocks();
        let first = blocks.partition_point(|block| block.span.end() <= before);
        let mut nth = 0;
        for block in blocks.iter().skip(first).take_while(|block| block.span.start() < end) {
            let Some(label) = document.label(block) else { continue };
            let field = label_hash(label, &mut self.scratch);
            while list.get(nth).is_some_and(|piece| (piece.start as usize) < block.span.start()) {
                nth += 1;
            }
            while list.get(nth).is_some_and(|piece| (piece.start as usize) < block.span.end()) {
                if self.seen.places.row(start + nth).get(FIELD) == Some(&0) {
                    self.set(start + nth, FIELD, field);
                }
                nth += 1;
            }
        }
    }
}

/// A number by which a word is known again elsewhere in the document: letters in any case, digits as they are; zero for
/// marks.
pub(crate) fn same_word(seen: &Observations, place: usize, kind: PieceKind) -> u64 {
    let column = match kind {
        PieceKind::Mark => return 0,
        PieceKind::Letters => LOWER,
        PieceKind::Digits => 0,
    };
    let word = seen.of.get(place).copied().unwrap_or(0);
    seen.words.row(word as usize).get(column).copied().unwrap_or(0)
}

/// Notes what the first pass says of a place, and what it says of the same word elsewhere.
pub(crate) fn set_first_pass(seen: &mut Observations, place: usize, columns: &FirstPassColumns) {
    let row = seen.places.row_mut(place);
    if let [.., of_first, of_elsewhere] = row {
        (*of_first, *of_elsewhere) = (columns.first, columns.elsewhere);
    }
}

/// A number for a category.
pub(crate) fn category_hash(category: &Category) -> u64 {
    hash_bytes(category.path().as_bytes())
}

fn label_hash(label: &str, scratch: &mut String) -> u64 {
    let words = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| plain_hash(word, scratch)).fold(2, hash_pair)
}

/// The zone of the document that a line stands in: near the top, near the end.
fn zone(nth: usize, count: usize) -> u64 {
    let top = match nth {
        0..=2 => nth as u64,
        3..=4 => 3,
        5..=8 => 4,
        9..=16 => 5,
        _ => 6,
    };
    let end = match count - nth {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    1 + top * 3 + end
}
