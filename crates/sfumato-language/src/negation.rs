//! What a clinical sentence says is *not* so.
//!
//! Cues ("denies", "sin") open a scope forwards, some ("was ruled out", "negativo") backwards. A scope runs through the
//! items of a list, as in "denies fever, chills or cough", and ends with the sentence, with a word that turns ("but"),
//! with a clause of its own after a comma or a conjunction, or when the words after the cue become too many. What is
//! merely uncertain ("cannot be ruled out") is not negated. The sentence is read once, and no look ahead or back is
//! longer than a fixed number of words.

mod english;
mod spanish;

pub(crate) use english::ENGLISH_CUES;
pub(crate) use spanish::SPANISH_CUES;

use std::ops::Range;

use crate::Upos;
use crate::stopwords::{Cue, Lexicon, Roles};
use crate::terms::View;

/// How many words one item of a list in a scope may have.
const ITEM: u32 = 8;

/// How many words a scope may have in all.
const SCOPE: u32 = 48;

/// A scope that is not at its end yet.
struct Open {
    start: u32,
    /// The last comma or conjunction in it.
    border: Option<u32>,
    /// How many words there were since.
    words: u32,
    has_noun: bool,
    brackets: u32,
}

/// Finds the negated words of a sentence, as ranges in order.
pub(crate) fn scopes(view: View<'_>, scopes: &mut Vec<Range<u32>>) {
    scopes.clear();
    let mut reader = Reader { view, open: None, scopes };
    let mut at = 0;
    while at < view.len() {
        at = match reader.cue(at) {
            Some((cue, end)) => {
                reader.turn(cue, at, end);
                end
            }
            None => {
                reader.pass(at);
                at + 1
            }
        };
    }
    reader.close(view.len());
}

struct Reader<'v, 's> {
    view: View<'v>,
    open: Option<Open>,
    scopes: &'s mut Vec<Range<u32>>,
}

impl Reader<'_, '_> {
    /// The longest cue at a word, and where it ends.
    fn cue(&self, at: u32) -> Option<(Cue, u32)> {
        if !self.view.any(at, Roles::CUE) {
            return None;
        }
        let end_of = |rest: &str| {
            let mut words = rest.split(' ').filter(|word| !word.is_empty());
            words.try_fold(at + 1, |nth, word| (self.view.lower(nth) == word).then_some(nth + 1))
        };
        let cues = Lexicon::of(self.view.language()).cues(self.view.lower(at));
        cues.filter_map(|(rest, cue)| end_of(rest).map(|end| (cue, end))).max_by_key(|(_, end)| *end)
    }

    /// A cue from `at` to `end`.
    fn turn(&mut self, cue: Cue, at: u32, end: u32) {
        match cue {
            Cue::Pseudo => {}
            Cue::End => self.close(at),
            Cue::EndOfList => {
                if let Some(border) = self.open.as_ref().and_then(|open| open.border).filter(|border| border + 1 == at)
                {
                    self.close(border);
                }
            }
            Cue::Doubt => {
                self.is_doubled();
            }
            Cue::Before => self.open_after(at, end),
            Cue::Around if self.starts_phrase(end) => self.open_after(at, end),
            Cue::Around | Cue::After => {
                if !self.is_doubled() && self.open.is_none() {
                    self.look_back(at);
                }
            }
        }
    }

    /// Whether a negation stands over this one, as in "not ruled out": then nothing is negated.
    fn is_doubled(&mut self) -> bool {
        let is_doubled = self.open.as_ref().is_some_and(|open| !open.has_noun && open.border.is_none());
        if is_doubled {
            self.open = None;
        }
        is_doubled
    }

    fn open_after(&mut self, at: u32, end: u32) {
        // "No, she has": an answer.
        let is_answer = self.view.tag(at) == Upos::Intj || self.view.text(end) == ",";
        // "Not" and "ni" under another negation go on with it; a verb such as "deny" turns it round.
        let is_verb = matches!(self.view.tag(at), Upos::Verb | Upos::Aux);
        if is_answer || (is_verb && self.is_doubled()) {
            return;
        }
        self.close(at);
        self.open = Some(Open { start: end, border: None, words: 0, has_noun: false, brackets: 0 });
    }

    /// Whether a noun phrase starts here.
    fn starts_phrase(&self, at: u32) -> bool {
        use Upos::{Adj, Det, Noun, Num, Pron, Propn, X};
        matches!(self.view.tag(at), Adj | Det | Noun | Num | Pron | Propn | X)
    }

    /// A word that is no cue.
    fn pass(&mut self, at: u32) {
        let Some(open) = &mut self.open else { return };
        let view = self.view;
        let mut end = None;
        match view.tag(at) {
            Upos::Punct | Upos::Sym => match view.text(at) {
                "," | "/" => (open.border, open.words) = (Some(at), 0),
                "(" | "[" => open.brackets += 1,
                ")" | "]" if open.brackets > 0 => open.brackets -= 1,
                ")" | "]" | ";" => end = Some(at),
                "-" | "\u{2013}" | "\u{2014}" if !view.is_inner_mark(at) => end = Some(at),
                text if text.starts_with(['.', '!', '?', '\u{2026}']) => end = Some(at),
                ":" if at > open.start => end = Some(at),
                _ => {}
            },
            Upos::Cconj => (open.border, open.words) = (Some(at), 0),
            Upos::Pron if view.any(at, Roles::RELATIVE) && at > open.start => end = Some(at),
            // A clause about what was negated; in "does not say that he has fever" it is what is negated.
            Upos::Sconj if open.has_noun => end = Some(at),
            _ if view.any(at, Roles::VERBAL) && open.border.is_some() => end = open.border,
            Upos::Noun | Upos::Propn => {
                open.has_noun = true;
                open.words += 1;
            }
            _ => open.words += 1,
        }
        if open.words > ITEM || at.saturating_sub(open.start) > SCOPE {
            end = Some(at);
        }
        if let Some(end) = end {
            self.close(end);
        }
    }

    /// Ends the open scope before `end`.
    fn close(&mut self, end: u32) {
        if let Some(open) = self.open.take().filter(|open| open.start < end) {
            self.scopes.push(open.start..end);
        }
    }

    /// Negates the noun phrase, or the list of them, that leads up to a cue.
    fn look_back(&mut self, cue: u32) {
        let view = self.view;
        let is_link = |nth| view.any(nth, Roles::VERBAL) || matches!(view.tag(nth), Upos::Aux | Upos::Adv);
        let before = |nth: u32| nth.checked_sub(1);
        let mut end = cue;
        while let Some(nth) = before(end).filter(|nth| is_link(*nth) && cue - nth <= ITEM) {
            end = nth;
        }
        let (mut start, mut words, mut in_list, mut has_noun) = (end, 0, false, false);
        let floor = self.scopes.last().map_or(0, |scope| scope.end);
        while let Some(nth) = before(start).filter(|nth| *nth >= floor && words < ITEM && end - nth < SCOPE) {
            match view.tag(nth) {
                _ if view.any(nth, Roles::VERBAL) => break,
                Upos::Cconj => (in_list, words) = (true, 0),
                Upos::Punct if view.text(nth) == "," && in_list => words = 0,
                Upos::Punct if view.text(nth) == "-" => {}
                Upos::Punct | Upos::Pron | Upos::Sconj | Upos::Verb => break,
                tag => {
                    has_noun |= matches!(tag, Upos::Noun | Upos::Propn | Upos::X);
                    words += 1;
                }
            }
            start = nth;
        }
        if has_noun {
            self.scopes.push(start..end);
        }
    }
}

#[cfg(test)]
mod tests;
