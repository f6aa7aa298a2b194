//! One pass over the folded text.
//!
//! At every place where a word or a mark starts, the automata walk on together, one word or mark at a time, until nothing
//! can match any more; they tell the patterns that match and the context words and labels that stand there.
//! A walk is at most [`MOST`] characters long, so the cost is linear in the text whatever the text is; ordinary prose
//! dies after a few characters.
//! What only words around a match can decide is decided at the end, when all words are known.

use std::collections::HashMap;
use std::sync::Arc;

use sfumato_automaton::{
    Automaton, AutomatonError, AutomatonWalk, BREAK, DEAD, JointAutomaton, StretchNumber, is_word,
};
use sfumato_document::Document;
use sfumato_language::{Aligned, Analysis, Languages};
use sfumato_words::{ByLanguage, WordTable, words_by_language};

use super::around::{ends_a_word, is_in_chain, spelt_out, takes_line};
use super::bank::PatternBank;
use super::definition::{FieldSeparator, MatchExtension};
use super::rules::{InnerValue, PatternRule};
use super::{extend, field};
use crate::{Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser, RecogniserFault, masked};

static CONJUNCTIONS: ByLanguage<WordTable> = words_by_language!("recognition", "conjunctions of persons");

/// The longest match of a pattern, before it is lengthened.
const MOST: usize = 128;
/// The length of text that is cut into words and marks at a time.
const CUT: usize = 4096;
/// The number of walks through the automata that are stored; as many again can be learnt before any is forgotten.
const MOST_LEARNT: usize = 1 << 16;
/// The longest value of a field.
const MOST_VALUE: usize = 256;
/// The most digits that a name has.
const MOST_DIGITS_OF_NAMES: usize = 2;
/// The length by which a match is lengthened at most before its check.
const NEAR: usize = 128;
/// The number of shorter matches that are tried after the longest fails its check.
const MOST_TRIES: u8 = 8;
/// A score below which a finding says nothing worth keeping.
const LEAST_SCORE: f32 = 0.01;

impl Recogniser for PatternBank {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let view = analysis.aligned();
        let mut scan = PatternScan::new(self, view.bytes());
        scan.walk();
        let labels = scan.document_labels(analysis.document());
        scan.fields(view, &labels);
        scan.report(analysis.languages(), view, &labels, findings);
        scan.close();
        Ok(())
    }
}

/// A pattern that matched and passed its check, before context is known.
struct MatchCandidate {
    pattern: u16,
    start: u32,
    end: u32,
}

/// A field whose value matched.
struct FieldValue {
    field: u16,
    start: u32,
    end: u32,
}

/// A context word or label at its place.
struct WordHit {
    word: u16,
    start: u32,
    end: u32,
}

/// The workspace of a scan, which the next one of the same bank can use again.
pub(super) struct ScanWorkspace {
    joint: JointAutomaton,
    /// The words and marks around the walk at hand.
    pieces: Vec<ScanPiece>,
    /// Room for what matches.
    candidates: Vec<MatchCandidate>,
    words: Vec<WordHit>,
    /// The end of the last match of each pattern: inside it, the same pattern is not tried again.
    ends: Vec<u32>,
    /// Of the walk at hand: what matched, and up to where.
    hits: Vec<(u16, u32)>,
    /// Of the walk at hand: how often each pattern or word was tried; undone after it.
    tried: Vec<u8>,
}

impl ScanWorkspace {
    /// With what the bank knows.
    pub fn new(bank: &PatternBank) -> Result<Self, AutomatonError> {
        if bank.learnt.is_empty() {
            return Ok(Self::empty(bank));
        }
        let open: Vec<AutomatonWalk<'_>> = bank.open.iter().map(Automaton::run).collect();
        Ok(Self::with(bank, JointAutomaton::from_bytes(&open, bank.learnt)?))
    }

    /// With nothing learnt.
    pub fn empty(bank: &PatternBank) -> Self {
        let open: Vec<AutomatonWalk<'_>> = bank.open.iter().map(Automaton::run).collect();
        Self::with(bank, JointAutomaton::new(&open))
    }

    fn with(bank: &PatternBank, joint: JointAutomaton) -> Self {
        Self {
            joint,
            pieces: Vec::new(),
            candidates: Vec::new(),
            words: Vec::new(),
            ends: vec![0; bank.rules.patterns.len()],
            hits: Vec::new(),
            tried: vec![0; bank.rules.patterns.len() + bank.rules.words.len()],
        }
    }
}

impl PatternBank {
    /// The walks that scanning some texts teaches, as far as they are worth storing beside the automata.
    pub fn learn<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> Vec<u8> {
        for text in texts {
            let bytes = text.chars().filter_map(|c| match sfumato_automaton::fold(c) {
                sfumato_automaton::FoldedChar::Byte(byte) => Some(byte),
                sfumato_automaton::FoldedChar::Joined => None,
            });
            let folded: Vec<u8> = bytes.collect();
            let mut scan = PatternScan::new(self, &folded);
            scan.walk();
            let is_enough = scan.own.joint.known() >= MOST_LEARNT;
            scan.close();
            if is_enough {
                break;
            }
        }
        self.workspace().joint.to_bytes()
    }
}

/// A word or a mark of a text; it ends where the next one starts.
struct ScanPiece {
    start: u32,
    stretch: StretchNumber,
    /// True if something may start with it; nothing does with most.
    is_open: bool,
}

struct PatternScan<'b> {
    bank: &'b PatternBank,
    text: &'b [u8],
    open: Vec<AutomatonWalk<'b>>,
    own: ScanWorkspace,
    /// The piece that is next.
    next: usize,
    /// The end of the text that is cut into pieces.
    cut: usize,
    candidates: Vec<MatchCandidate>,
    words: Vec<WordHit>,
    values: Vec<FieldValue>,
}

/// The words that the name of a column or field holds.
struct DocumentLabel {
    /// Words anywhere in it.
    holds: Vec<u16>,
    /// Words that are the whole of it.
    is: Vec<u16>,
}

impl<'b> PatternScan<'b> {
    fn new(bank: &'b PatternBank, text: &'b [u8]) -> Self {
        let mut own = bank.workspace();
        own.ends.fill(0);
        own.pieces.clear();
        let open = bank.open.iter().map(Automaton::run).collect();
        let (candidates, words) = (std::mem::take(&mut own.candidates), std::mem::take(&mut own.words));
        Self { bank, text, open, own, next: 0, cut: 0, candidates, words, values: Vec::new() }
    }

    /// Leaves what it worked with for the next one.
    fn close(mut self) {
        self.candidates.clear();
        self.words.clear();
        self.bank.put_back(ScanWorkspace { candidates: self.candidates, words: self.words, ..self.own });
    }

    fn walk(&mut self) {
        // Nothing starts inside a label of an earlier run, not even a context word.
        let mut at = 0;
        for (start, end) in masked::places(self.text) {
            self.walk_between(at, start);
            at = at.max(end);
        }
        self.walk_between(at, self.text.len());
    }

    /// Walks from every place between two where a word or a mark starts.
    fn walk_between(&mut self, start: usize, end: usize) {
        loop {
            // No walk goes further than this from where the text is cut.
            let ready = if self.cut == self.text.len() { self.cut } else { self.cut.saturating_sub(MOST) };
            while let Some(piece) = self.own.pieces.get(self.next)
                && (piece.start as usize) < end.min(ready)
            {
                if piece.is_open && piece.start as usize >= start {
                    self.walk_from(self.next);
                }
                self.next += 1;
            }
            if ready >= end {
                return;
            }
            self.cut_more();
        }
    }

    /// Cuts more of the text into pieces; those that were passed are dropped.
    fn cut_more(&mut self) {
        let (text, ScanWorkspace { joint, pieces, .. }) = (self.text, &mut self.own);
        let at = pieces.get(self.next).map_or(self.cut, |piece| piece.start as usize);
        if joint.make_room(&self.open, CUT) {
            pieces.clear();
            self.cut = at;
        } else {
            pieces.drain(..self.next);
        }
        self.next = 0;
        while self.cut < text.len().min(at + CUT) {
            let start = self.cut;
            self.cut += text[start..].iter().take_while(|byte| is_word(**byte)).count().max(1);
            let (stretch, is_open) = joint.number(&self.open, text, start, self.cut);
            pieces.push(ScanPiece { start: start as u32, stretch, is_open });
        }
    }

    /// Walks the automata from a piece on.
    fn walk_from(&mut self, first: usize) {
        let (text, ScanWorkspace { joint, pieces, hits, .. }) = (self.text, &mut self.own);
        let start = pieces[first].start as usize;
        let limit = text.len().min(start + MOST);
        let end_of = |nth: usize| pieces.get(nth + 1).map_or(self.cut, |next| next.start as usize);
        let mut end = end_of(first);
        let (stretch, word) = (pieces[first].stretch, &text[start..end]);
        let mut state = joint.enter(&self.open, stretch, word);
        // What is cut off at the limit ends inside a word, where nothing matches.
        for nth in first + 1.. {
            if joint.is_dead(state) || end > limit {
                break;
            }
            if joint.accepts(state) {
                hits.extend(joint.patterns(state).iter().map(|pattern| (*pattern, end as u32)));
            }
            let Some(piece) = pieces.get(nth) else { break };
            end = end_of(nth);
            state = if nth == first + 1 && text[piece.start as usize] == b' ' {
                joint.enter_with_space(&self.open, stretch, word)
            } else {
                joint.go_on(&self.open, state, piece.stretch, &text[piece.start as usize..end])
            };
        }
        if !hits.is_empty() {
            let mut hits = std::mem::take(hits);
            self.take(start as u32, &hits);
            hits.clear();
            self.own.hits = hits;
        }
    }

    /// Keeps the longest match of each pattern that passes its check, and the longest of each word.
    fn take(&mut self, start: u32, hits: &[(u16, u32)]) {
        for (number, end) in hits.iter().rev() {
            let tried = &mut self.own.tried[*number as usize];
            if *tried < MOST_TRIES {
                *tried += 1;
                if self.take_one(start, *number, *end) {
                    self.own.tried[*number as usize] = MOST_TRIES;
                }
            }
        }
        for (number, _) in hits {
            self.own.tried[*number as usize] = 0;
        }
    }

    /// Takes a match, if it is one; no shorter one is then wanted.
    fn take_one(&mut self, start: u32, number: u16, end: u32) -> bool {
        let Some(rule) = self.bank.rules.patterns.get(number as usize) else {
            self.words.push(WordHit { word: number - self.bank.rules.patterns.len() as u16, start, end });
            return true;
        };
        if start < self.own.ends[number as usize] {
            return true;
        }
        if rule.line.is_some_and(|part| !takes_line(self.text, start as usize, end as usize, part)) {
            return false;
        }
        let inner = rule.inside.map(|inside| self.inner(inside, start, end));
        let (start, end) = match inner {
            Some(None) => return false,
            Some(Some(value)) => value,
            None => (start, end),
        };
        if let Some(how) = rule.extend {
            return self.take_extended(start, number, how, end);
        }
        if rule.alone && is_in_chain(self.text, start as usize, end as usize) {
            return false;
        }
        let passes = rule.check().is_none_or(|check| self.passes(check, start, end));
        if passes {
            self.own.ends[number as usize] = end;
            self.candidates.push(MatchCandidate { pattern: number, start, end });
        }
        passes
    }

    /// Takes a match that is lengthened, if it is one. All shorter ones would end in the same place, so it is the
    /// only try; the check sees the first stretch only, so that what fails it costs little.
    fn take_extended(&mut self, start: u32, number: u16, how: MatchExtension, end: u32) -> bool {
        let rule = &self.bank.rules.patterns[number as usize];
        let near = &self.text[..self.text.len().min(end as usize + NEAR)];
        let seen = extend::extend(how, near, start as usize, end as usize) as u32;
        if rule.check().is_none_or(|check| self.passes(check, start, seen)) {
            let end = extend::extend(how, self.text, start as usize, end as usize) as u32;
            self.own.ends[number as usize] = end;
            self.candidates.push(MatchCandidate { pattern: number, start, end });
        }
        true
    }

    /// The place of the value inside a match: behind the longest stretch that may stand before it, the longest that it
    /// may be.
    fn inner(&self, inside: InnerValue, start: u32, end: u32) -> Option<(u32, u32)> {
        let longest = |automaton: usize, from: u32| {
            let run = self.bank.values.get(automaton)?.run();
            let mut state = run.start();
            let mut last = None;
            for at in from..end {
                state = run.step(state, self.text[at as usize]);
                if state == DEAD {
                    break;
                }
                if run.accepts(state) {
                    last = Some(at + 1);
                }
            }
            last
        };
        let from = inside.behind.map_or(Some(start), |behind| longest(behind, start))?;
        longest(inside.value, from).map(|to| (from, to))
    }

    fn passes(&self, check: crate::checks::Check, start: u32, end: u32) -> bool {
        let value = &self.text[start as usize..end as usize];
        match std::str::from_utf8(value) {
            // Folded bytes beyond ASCII are Latin-1, not UTF-8.
            Ok(value) => check(value),
            Err(_) => check(&value.iter().map(|b| char::from(*b)).collect::<String>()),
        }
    }

    /// The words in the names of the document's columns and fields.
    fn document_labels(&self, document: &Document) -> Vec<DocumentLabel> {
        let label = |name: &str| {
            let mut folded = spelt_out(name);
            let mut label = self.document_label(&folded);
            // "Order no" is as good as "order no.".
            if label.is.is_empty() && folded.last().is_some_and(u8::is_ascii_alphabetic) {
                folded.push(b'.');
                label.is = self.document_label(&folded).is;
            }
            label
        };
        document.labels().map(label).collect()
    }

    fn document_label(&self, folded: &[u8]) -> DocumentLabel {
        let mut scan = PatternScan::new(self.bank, folded);
        scan.walk();
        let whole: Vec<u16> = scan
            .words
            .iter()
            .filter(|hit| hit.start == 0 && hit.end as usize == folded.len())
            .map(|hit| hit.word)
            .collect();
        let holds: Vec<u16> = scan.words.iter().map(|hit| hit.word).collect();
        // "Provider name" is both "provider" and "name".
        let covered = |at: usize| scan.words.iter().any(|hit| (hit.start as usize..hit.end as usize).contains(&at));
        let is_all_known = (0..folded.len()).all(|at| !is_word(folded[at]) || covered(at));
        let is = if whole.is_empty() && is_all_known { holds.clone() } else { whole };
        scan.close();
        DocumentLabel { holds, is }
    }

    /// Matches the values of fields: behind labels in the text, and in blocks that go by a label.
    fn fields(&mut self, view: &Aligned, labels: &[DocumentLabel]) {
        self.words.sort_by_key(|hit| (hit.start, hit.end));
        let colons: Vec<bool> = self
            .words
            .iter()
            .map(|hit| {
                !self.bank.rules.words[hit.word as usize].labels.is_empty()
                    && field::is_followed_by_colon(self.text, hit.end as usize)
            })
            .collect();
        let mut found = Vec::new();
        for (nth, hit) in self.words.iter().enumerate() {
            let word = &self.bank.rules.words[hit.word as usize];
            for separator in [FieldSeparator::Required, FieldSeparator::Optional, FieldSeparator::Closing] {
                if !word.labels.iter().any(|(_, wants)| *wants == separator) {
                    continue;
                }
                let Some(start) = field::value_start(self.text, hit.end as usize, separator) else { continue };
                // The value ends where the next label of the line starts, or before "and" and the title of another.
                let next = self.words[nth + 1..]
                    .iter()
                    .zip(&colons[nth + 1..])
                    .take_while(|(next, _)| (next.start as usize) < start + MOST_VALUE)
                    .filter(|(next, _)| next.start as usize > start)
                    .find_map(
                        |(next, colon)| if *colon { Some(next.start as usize) } else { self.before_other_person(next) },
                    )
                    .unwrap_or(self.text.len());
                for (number, _) in word.labels.iter().filter(|(_, wants)| *wants == separator) {
                    self.match_value(*number, start, next, &mut found);
                }
            }
        }
        for block in view.document().blocks() {
            let Some(label) = view.document().label_number(block).map(|number| &labels[number]) else { continue };
            if label.is.is_empty() {
                continue;
            }
            let (start, end) = (view.away(block.span.start()), view.away(block.span.end()));
            for word in &label.is {
                for (number, _) in &self.bank.rules.words[*word as usize].labels {
                    if self.bank.rules.fields[*number].category.is(KnownCategory::Person) {
                        // A column of names holds names, whatever they look like.
                        self.take_whole(*number, start, end, &mut found);
                    } else {
                        self.match_value(*number, start, end, &mut found);
                    }
                }
            }
        }
        self.values = found;
    }

    /// Takes a whole block as the value of a field, if there are letters in it; where a number stands beside a name, the
    /// name alone.
    fn take_whole(&self, number: usize, start: usize, end: usize, found: &mut Vec<FieldValue>) {
        let value = &self.text[start..end];
        let is_letter = |b: &u8| is_word(*b) && !b.is_ascii_digit();
        if value.iter().filter(|b| b.is_ascii_digit()).count() > MOST_DIGITS_OF_NAMES {
            self.match_value(number, start, end, found);
        } else if value.len() <= MOST_VALUE && value.iter().filter(|b| is_letter(b)).count() >= 2 {
            found.push(FieldValue { field: number as u16, start: start as u32, end: end as u32 });
        }
    }

    /// The place of "and", if the word behind it is the title of another person.
    fn before_other_person(&self, word: &WordHit) -> Option<usize> {
        if !self.bank.rules.words[word.word as usize].is_title {
            return None;
        }
        let before = &self.text[..word.start as usize];
        let rest = before.strip_suffix(b" ")?;
        let is_and = |and: &&str| rest.strip_suffix(and.as_bytes()).is_some_and(|rest| rest.ends_with(b" "));
        let conjunction = CONJUNCTIONS.words().chain(["&"]).find(is_and)?;
        Some(rest.len() - conjunction.len() - 1)
    }

    /// Matches the value of a field that starts here, up to a limit.
    fn match_value(&self, number: usize, start: usize, limit: usize, found: &mut Vec<FieldValue>) {
        let inside_word =
            start > 0 && start < self.text.len() && is_word(self.text[start]) && is_word(self.text[start - 1]);
        if inside_word {
            return;
        }
        let limit = limit.min(self.text.len()).min(start + MOST_VALUE);
        let run = self.bank.values[self.bank.rules.value_of[number]].run();
        // The last places where a value may end, those before them forgotten.
        let mut ends = [0; MOST_TRIES as usize];
        let mut count = 0;
        let mut state = run.start();
        for at in start..limit {
            state = run.step(state, self.text[at]);
            if state == DEAD {
                break;
            }
            if run.accepts(state) && (at + 1 == limit || ends_a_word(self.text, at + 1)) {
                ends[count % ends.len()] = at + 1;
                count += 1;
            }
        }
        let check = self.bank.rules.fields[number].check();
        let passes = |end: &usize| check.is_none_or(|check| self.passes(check, start as u32, *end as u32));
        let mut last = (count.saturating_sub(ends.len())..count).rev().map(|nth| ends[nth % ends.len()]);
        if let Some(end) = last.find(passes) {
            found.push(FieldValue { field: number as u16, start: start as u32, end: end as u32 });
        }
    }

    /// Decides what context decides and hands everything over.
    fn report(&self, languages: Languages, view: &Aligned, labels: &[DocumentLabel], findings: &mut Findings) {
        let speaks = |rule: &PatternRule| {
            let needs = &self.bank.rules.heads[rule.recogniser].languages;
            needs.is_empty() || needs.iter().any(|language| languages.includes(*language))
        };
        findings.reserve(self.candidates.len() + self.values.len());
        // What one rule finds for one reason shares its evidence.
        let mut shared: HashMap<(*const PatternRule, FindingReason), Arc<FindingEvidence>> = HashMap::new();
        let mut push = |rule: &PatternRule, start: u32, end: u32, score: f32, why: FindingReason| {
            if score < LEAST_SCORE {
                return;
            }
            let span = view.span(start as usize, end as usize);
            let evidence = shared.entry((std::ptr::from_ref(rule), why)).or_insert_with(|| {
                let recogniser = self.bank.rules.heads[rule.recogniser].id.clone();
                Arc::new(FindingEvidence { recogniser, rule: rule.name.clone(), why })
            });
            findings.push(Finding { span, category: rule.category.clone(), score, evidence: evidence.clone() });
        };
        for candidate in &self.candidates {
            let rule = &self.bank.rules.patterns[candidate.pattern as usize];
            if !speaks(rule) {
                continue;
            }
            let confirmed = rule.with_context > rule.score
                && (self.has_context(rule.recogniser, candidate)
                    || self.block_confirms(rule.recogniser, candidate, view, labels));
            let (score, why) = match (confirmed, rule.check.is_some()) {
                (true, true) => (rule.with_context, FindingReason::CheckedInContext),
                (true, false) => (rule.with_context, FindingReason::Context),
                (false, true) => (rule.score, FindingReason::Checked),
                (false, false) => (rule.score, FindingReason::Shape),
            };
            push(rule, candidate.start, candidate.end, score, why);
        }
        // A label is shared by its words, whatever the language around it; only what needs no separator and is no title
        // ("de 54 años") could be an accident of another language.
        let is_plain = |field: u16| {
            let field = field as usize;
            self.bank.rules.fields[field].category.is(KnownCategory::Person)
                || self.bank.rules.separators[field] != FieldSeparator::Optional
        };
        for value in &self.values {
            let rule = &self.bank.rules.fields[value.field as usize];
            if is_plain(value.field) || speaks(rule) {
                push(rule, value.start, value.end, rule.score, FindingReason::Field);
            }
        }
    }

    /// True if a word that confirms the recogniser stands near the candidate, in the same block.
    fn has_context(&self, recogniser: usize, candidate: &MatchCandidate) -> bool {
        let head = &self.bank.rules.heads[recogniser];
        let (start, end) = (candidate.start as usize, candidate.end as usize);
        let from = start.saturating_sub(head.before);
        let to = end + head.after;
        let first = self.words.partition_point(|hit| (hit.start as usize) < from);
        self.words[first..].iter().take_while(|hit| (hit.start as usize) < to).any(|hit| {
            let (word_start, word_end) = (hit.start as usize, hit.end as usize);
            let apart = word_end <= start || word_start >= end;
            apart && self.bank.rules.words[hit.word as usize].confirms.contains(&recogniser) && {
                let between = if word_end <= start { word_end..start } else { end..word_start };
                !self.text[between].contains(&BREAK)
            }
        })
    }

    /// True if the name of the candidate's column or field confirms the recogniser.
    fn block_confirms(
        &self,
        recogniser: usize,
        candidate: &MatchCandidate,
        view: &Aligned,
        labels: &[DocumentLabel],
    ) -> bool {
        if labels.is_empty() {
            return false;
        }
        let document = view.document();
        let label =
            document.block_at(view.home(candidate.start as usize)).and_then(|block| document.label_number(block));
        label.is_some_and(|number| {
            labels[number].holds.iter().any(|word| self.bank.rules.words[*word as usize].confirms.contains(&recogniser))
        })
    }
}
