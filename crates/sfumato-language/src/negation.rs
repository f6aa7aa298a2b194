//! The things that a clinical sentence says are *not* so.
//!
//! Cues ("denies", "sin") open a scope forwards, some ("was ruled out", "negativo") backwards. A scope runs through the
//! items of a list, as in "denies fever, chills or cough", and ends with the sentence, with a word that turns ("but"),
//! with a clause or a statement of its own after a comma or a conjunction ("no edema, lungs with crackles"), with what
//! says when, where or by whom, or when the words after the cue become too many. What is merely uncertain ("cannot be
//! ruled out") is not negated. The sentence is read once, and no look ahead or back is longer than a fixed number of
//! words.

use std::ops::Range;

use crate::stopwords::{Cue, Roles, StopwordLexicon};
use crate::terms::View;
use crate::{Language, Upos};

/// The most words of one item of a list in a scope.
const ITEM: u32 = 8;

/// The most words of a scope in all.
const SCOPE: u32 = 48;

/// A scope that is not at its end yet.
struct OpenNegation {
    start: u32,
    /// The last comma or conjunction in it.
    border: Option<u32>,
    /// The number of words since.
    words: u32,
    has_noun: bool,
    brackets: u32,
    /// True if it rests while the text says when or where.
    rests: bool,
}

/// Finds the negated words of a sentence, as ranges in order.
pub(crate) fn scopes(view: View<'_>, scopes: &mut Vec<Range<u32>>) {
    scopes.clear();
    let mut reader = NegationReader { view, open: None, scopes };
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

struct NegationReader<'v, 's> {
    view: View<'v>,
    open: Option<OpenNegation>,
    scopes: &'s mut Vec<Range<u32>>,
}

impl NegationReader<'_, '_> {
    /// The longest cue at a word, and where it ends.
    fn cue(&self, at: u32) -> Option<(Cue, u32)> {
        if !self.view.any(at, Roles::CUE) {
            return None;
        }
        let end_of = |rest: &str| {
            let mut words = rest.split(' ').filter(|word| !word.is_empty());
            words.try_fold(at + 1, |nth, word| (self.view.lower(nth) == word).then_some(nth + 1))
        };
        let cues = StopwordLexicon::of(self.view.language()).cues(self.view.lower(at));
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
            Cue::Before if self.is_answer_to_label(at, end) => self.look_back(at),
            Cue::Before => self.open_after(at, end),
            Cue::Sign if at.checked_sub(1).is_none_or(|before| self.view.tag(before) == Upos::Punct) => {
                self.open_after(at, end);
            }
            Cue::Around if self.starts_phrase(end) => self.open_after(at, end),
            Cue::Around | Cue::After | Cue::Sign => {
                if !self.is_doubled() && self.open.as_ref().is_none_or(|open| open.rests) {
                    self.look_back(at);
                }
            }
        }
    }

    /// True if a negation stands over this one, as in "not ruled out": then nothing is negated.
    fn is_doubled(&mut self) -> bool {
        let is_doubled = self.open.as_ref().is_some_and(|open| !open.has_noun && open.border.is_none());
        if is_doubled {
            self.open = None;
        }
        is_doubled
    }

    /// "Fever: no."
    fn is_answer_to_label(&self, at: u32, end: u32) -> bool {
        self.view.tag(end) == Upos::Punct && at.checked_sub(1).is_some_and(|before| self.view.text(before) == ":")
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
        self.open =
            Some(OpenNegation { start: end, border: None, words: 0, has_noun: false, brackets: 0, rests: false });
    }

    /// True if a noun phrase starts here.
    fn starts_phrase(&self, at: u32) -> bool {
        use Upos::{Adj, Det, Noun, Num, Pron, Propn, X};
        matches!(self.view.tag(at), Adj | Det | Noun | Num | Pron | Propn | X)
    }

    /// A word that is no cue.
    fn pass(&mut self, at: u32) {
        let view = self.view;
        if is_border(view, at) {
            return self.pass_border(at);
        }
        let Some(open) = &mut self.open else { return };
        let mut end = None;
        match view.tag(at) {
            Upos::Punct | Upos::Sym => match view.text(at) {
                "(" | "[" => open.brackets += 1,
                ")" | "]" if open.brackets > 0 => open.brackets -= 1,
                ")" | "]" | ";" => end = Some(at),
                "-" | "\u{2013}" | "\u{2014}" if !view.is_inner_mark(at) => end = Some(at),
                text if text.starts_with(['.', '!', '?', '\u{2026}']) => end = Some(at),
                ":" if at > open.start => end = Some(at),
                _ => {}
            },
            Upos::Adp | Upos::Sconj if at > open.start && is_adjunct(view, at) => {
                if !open.rests {
                    self.scopes.push(open.start..at);
                }
                (open.rests, open.words) = (true, 0);
            }
            Upos::Pron if view.any(at, Roles::RELATIVE) && at > open.start => end = Some(at),
            // A clause about what was negated; in "does not say that he has fever" it is what is negated.
            Upos::Sconj if open.has_noun => end = Some(at),
            _ if view.any(at, Roles::VERBAL) && open.border.is_some() && !is_bare_verb(view, open, at) => {
                end = open.border;
            }
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

    /// A comma or a conjunction, after which the list goes on or something else begins.
    fn pass_border(&mut self, at: u32) {
        let Some(open) = &mut self.open else { return };
        let goes_on = goes_on(self.view, at);
        match (open.rests, goes_on) {
            // "Pain in the chest, fever or cough", but "in the liver or the spleen".
            (true, _) if self.view.tag(at) == Upos::Cconj => {}
            (true, GoesOn::Supported) => {
                (open.start, open.border, open.words, open.rests) = (at + 1, Some(at), 0, false)
            }
            (false, GoesOn::Supported | GoesOn::Bare) => (open.border, open.words) = (Some(at), 0),
            (true, GoesOn::Bare) | (_, GoesOn::Not) => self.close(at),
        }
    }

    /// Ends the open scope before `end`.
    fn close(&mut self, end: u32) {
        if let Some(open) = self.open.take().filter(|open| open.start < end && !open.rests) {
            self.scopes.push(open.start..end);
        }
    }

    /// Negates the noun phrase, or the list of them, that leads up to a cue.
    fn look_back(&mut self, cue: u32) {
        let view = self.view;
        let is_link = |nth| view.any(nth, Roles::VERBAL) || matches!(view.tag(nth), Upos::Aux | Upos::Adv);
        let before = |nth: u32| nth.checked_sub(1);
        let mut end = cue;
        // "Fever: absent."
        if let Some(nth) = before(end).filter(|nth| view.text(*nth) == ":") {
            end = nth;
        }
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

/// True if items of a list are parted here.
fn is_border(view: View<'_>, at: u32) -> bool {
    match view.tag(at) {
        Upos::Cconj => true,
        Upos::Punct | Upos::Sym => matches!(view.text(at), "," | "/"),
        _ => false,
    }
}

/// True if a preposition says when, where or from whom, and is not what the verb before it asks for.
fn is_adjunct(view: View<'_>, at: u32) -> bool {
    let follows_verb = at.checked_sub(1).is_some_and(|before| view.any(before, Roles::VERBAL));
    view.any(at, Roles::ADJUNCT) && !(follows_verb && view.any(at, Roles::COMPLEMENT))
}

/// True if a verb is all there is of an item further down an English list: "no fever, chills, cough".
fn is_bare_verb(view: View<'_>, open: &OpenNegation, at: u32) -> bool {
    let is_further = open.border.is_some_and(|border| {
        border + 1 == at && (open.start..border).rev().take(ITEM as usize).any(|nth| is_border(view, nth))
    });
    view.language() == Language::English
        && is_further
        && view.tag(at) == Upos::Verb
        && (is_border(view, at + 1) || view.tag(at + 1) == Upos::Punct)
}

/// True if a list goes on after a border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoesOn {
    /// An "or" says so.
    Supported,
    /// There is a bare noun phrase and nothing against it.
    Bare,
    Not,
}

fn goes_on(view: View<'_>, border: u32) -> GoesOn {
    use GoesOn::{Bare, Not, Supported};
    if view.any(border, Roles::OR) {
        return Supported;
    }
    let ends = |nth: u32| view.tag(nth) == Upos::Punct && !view.is_inner_mark(nth);
    let limit = view.len().min(border + 1 + SCOPE);
    let end = (border + 1..limit).find(|nth| is_border(view, *nth) || ends(*nth)).unwrap_or(limit);
    let item = border + 1..end;
    let any = |role| item.clone().any(|nth| view.any(nth, role));
    let mut pairs = item.clone().map(|nth| (nth, nth + 1)).filter(|(_, next)| *next < end);
    // "Lungs clear", "abdomen doloroso".
    let tells_of_place = pairs.any(|(nth, next)| view.any(nth, Roles::ANATOMY) && view.tag(next) == Upos::Adj);
    if any(Roles::STATE) || tells_of_place {
        return Not;
    }
    let mut rest =
        (end..limit).take_while(|nth| is_border(view, *nth) || !(ends(*nth) || view.any(*nth, Roles::VERBAL)));
    if rest.any(|nth| view.any(nth, Roles::OR)) {
        return Supported;
    }
    let is_noun = |nth: &u32| view.is_noun(*nth);
    let (head, has_predicate) = match view.language() {
        Language::Spanish => (item.clone().find(is_noun), false),
        // "Gait steady": an adjective after its noun says something about it.
        Language::English => {
            let last = item.clone().rev().find(is_noun);
            (last, last.is_some_and(|last| last + 2 == end && view.tag(last + 1) == Upos::Adj))
        }
    };
    let is_place = head.is_some_and(|head| view.any(head, Roles::ANATOMY));
    if any(Roles::WITH) || has_predicate || is_place { Not } else { Bare }
}

#[cfg(test)]
mod tests;
