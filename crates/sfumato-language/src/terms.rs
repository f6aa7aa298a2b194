//! Terms: the phrases that tell something.
//!
//! A term is a noun phrase as it stands in the text, less the stop words at its borders, or a main verb without its
//! auxiliaries. Names with particles and titles of works are one term each; see `compounds`.

mod key;
mod words;

pub use words::TaggedSentence;
pub(crate) use words::View;

use std::ops::Range;

use sfumato_document::Span;

use crate::compounds::{self, titles};
use crate::stopwords::{self, Roles};
use crate::{ChunkKind, Language, Upos, negation};
use words::Lookup;

/// The kind of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// A noun phrase, a name, a title, a number.
    Noun,
    /// A verb.
    Verb,
}

/// A phrase that tells something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its place, without stop words at its borders.
    pub span: Span,
    /// Its tokens.
    pub tokens: Range<u32>,
    /// The token that says what it is: "hospital" in "general hospital".
    pub head: u32,
    /// Its kind.
    pub kind: TermKind,
    /// True if the text says that it is not so.
    pub is_negated: bool,
    /// True if it names somebody or something, as titles do too.
    pub is_name: bool,
    /// True if it is the title of a work.
    pub is_title: bool,
}

/// A candidate for a term, in words of the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TermPiece {
    pub range: Range<u32>,
    pub kind: TermKind,
    /// True if it was put together as a name.
    pub is_joined: bool,
    pub is_title: bool,
}

impl TermPiece {
    fn new(range: Range<u32>, kind: TermKind) -> Self {
        Self { range, kind, is_joined: false, is_title: false }
    }
}

/// Finds the terms of one sentence after another; what it keeps between them is memory only.
#[derive(Default)]
pub struct TermFinder {
    lookup: Lookup,
    titles: Vec<Range<u32>>,
    pieces: Vec<TermPiece>,
    scopes: Vec<Range<u32>>,
}

impl TermFinder {
    /// A finder that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the terms of a sentence, in order and disjoint.
    pub fn find(&mut self, sentence: &TaggedSentence<'_>, terms: &mut Vec<Term>) {
        self.lookup.read(sentence);
        let view = View::new(sentence, &self.lookup);
        titles::find(view, &mut self.titles);
        collect(view, &self.titles, &mut self.pieces);
        compounds::join(view, &mut self.pieces);
        negation::scopes(view, &mut self.scopes);
        let mut scopes = self.scopes.iter().peekable();
        for piece in &self.pieces {
            let head = head(view, piece);
            while scopes.next_if(|scope| scope.end <= head).is_some() {}
            let is_negated = scopes.peek().is_some_and(|scope| scope.contains(&head)) && is_finding(view, piece, head);
            terms.extend(term(sentence, view, piece, head, is_negated));
        }
    }
}

impl std::fmt::Debug for TermFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TermFinder")
    }
}

fn term(sentence: &TaggedSentence<'_>, view: View<'_>, piece: &TermPiece, head: u32, is_negated: bool) -> Option<Term> {
    let first = sentence.range.start;
    let tokens = first + piece.range.start..first + piece.range.end;
    let span_of = |nth: u32| sentence.tokens.get(nth as usize).map(|token| token.span);
    let span = span_of(tokens.start)?.cover(span_of(tokens.end.checked_sub(1)?)?);
    let is_name = piece.is_joined || piece.is_title || view.tag(head) == Upos::Propn;
    Some(Term { span, tokens, head: first + head, kind: piece.kind, is_negated, is_name, is_title: piece.is_title })
}

/// True if a negation can be about a piece: names, dates, numbers and what findings are told from are no findings.
fn is_finding(view: View<'_>, piece: &TermPiece, head: u32) -> bool {
    if piece.kind == TermKind::Verb {
        return true;
    }
    let is_date = view.any(head, Roles::MONTH.and(Roles::WEEKDAY));
    let is_number = view.tag(head) == Upos::Num || view.text(head).starts_with(|c: char| c.is_ascii_digit());
    // Tests and diseases are often tagged as names: "HIV", "Parkinson", and whatever a sentence starts with.
    let is_label = head == 0 && view.tag(1) != Upos::Propn && !view.any(1, Roles::VERBAL);
    let is_short = view.text(head).chars().all(|c| !c.is_lowercase());
    let is_name = view.tag(head) == Upos::Propn && !is_label && !is_short && !view.any(head, Roles::EPONYM);
    !(piece.is_joined || piece.is_title || is_date || is_number || is_name || view.any(head, Roles::EVIDENCE))
}

/// The word that says what a piece is.
fn head(view: View<'_>, piece: &TermPiece) -> u32 {
    let range = piece.range.clone();
    let last = range.end.saturating_sub(1);
    if piece.kind == TermKind::Verb {
        return range.rev().find(|nth| view.tag(*nth) == Upos::Verb).unwrap_or(last);
    }
    let any_noun = |nth: &u32| matches!(view.tag(*nth), Upos::Noun | Upos::Propn);
    // "Troponin negative" is about troponin, even if the other word is taken for a noun.
    let is_noun = |nth: &u32| any_noun(nth) && !view.any(*nth, Roles::STATE);
    let found = match view.language() {
        Language::Spanish => range.clone().find(is_noun),
        // What follows a preposition says more about the noun before it: "cancer of the pancreas".
        Language::English => {
            let is_preposition = |nth: u32| view.tag(nth) == Upos::Adp && !view.any(nth, Roles::PARTICLE);
            let first = range.clone().find(is_noun);
            let end = first.and_then(|first| (first..range.end).find(|nth| is_preposition(*nth))).unwrap_or(range.end);
            (range.start..end).rev().find(is_noun)
        }
    };
    let content = || range.clone().rev().find(|nth| !matches!(view.tag(*nth), Upos::Punct | Upos::Sym));
    found.or_else(|| range.clone().find(any_noun)).or_else(content).unwrap_or(last)
}

/// Cuts the chunks of a sentence into pieces; a title takes the place of the chunks inside it.
fn collect(view: View<'_>, titles: &[Range<u32>], pieces: &mut Vec<TermPiece>) {
    pieces.clear();
    let mut titles = titles.iter().peekable();
    let push_title = |title: &Range<u32>, pieces: &mut Vec<TermPiece>| {
        pieces.push(TermPiece { is_title: true, ..TermPiece::new(title.clone(), TermKind::Noun) });
    };
    let mut done = 0;
    for (kind, chunk) in view.chunks() {
        done = chunk.start.max(done);
        while let Some(title) = titles.next_if(|title| title.start < chunk.end) {
            cut(view, kind, done..title.start, pieces);
            push_title(title, pieces);
            done = title.end.max(done);
        }
        cut(view, kind, done..chunk.end, pieces);
        done = chunk.end.max(done);
    }
    titles.for_each(|title| push_title(title, pieces));
}

fn cut(view: View<'_>, kind: ChunkKind, range: Range<u32>, pieces: &mut Vec<TermPiece>) {
    match kind {
        ChunkKind::Noun => cut_nouns(view, range, pieces),
        ChunkKind::Verb => cut_verbs(view, range, pieces),
        ChunkKind::Other => {}
    }
}

/// The border between two words of a noun phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    None,
    /// Parts two phrases if there is a noun on either side: "pain and fever", but "black and white cats".
    List,
    /// Parts what stands on either side: "Peter's wife".
    Always,
}

fn border(view: View<'_>, nth: u32) -> Border {
    match view.tag(nth) {
        Upos::Part if matches!(view.lower(nth), "'s" | "'") => Border::Always,
        Upos::Cconj if matches!(view.lower(nth), "but" | "pero" | "sino") => Border::Always,
        Upos::Cconj if view.text(nth) != "&" => Border::List,
        Upos::Punct if view.is_inner_mark(nth) => Border::None,
        Upos::Punct => match view.text(nth) {
            "," if is_in_date(view, nth) => Border::None,
            "," => Border::List,
            text if titles::is_quote(text) => Border::None,
            _ => Border::Always,
        },
        _ => Border::None,
    }
}

/// True if a comma stands before the year of a date: "March 12, 2020".
pub(crate) fn is_in_date(view: View<'_>, nth: u32) -> bool {
    view.tag(nth + 1) == Upos::Num
        && nth.checked_sub(1).is_some_and(|day| {
            let before = day.checked_sub(1).is_some_and(|month| view.any(month, Roles::MONTH));
            view.any(day, Roles::MONTH) || (view.tag(day) == Upos::Num && before)
        })
}

fn cut_nouns(view: View<'_>, range: Range<u32>, pieces: &mut Vec<TermPiece>) {
    let mut start = range.start;
    // Where the items so far end, if they have a noun, and whether there was one since.
    let mut whole: Option<u32> = None;
    let mut has_noun = false;
    for nth in range.clone() {
        if nth > start && names_apart(view, start, nth) {
            push_nouns(view, start..nth, pieces);
            (start, whole, has_noun) = (nth, None, false);
        }
        match border(view, nth) {
            Border::None => {
                if !has_noun && view.is_noun(nth) {
                    has_noun = true;
                    if let Some(end) = whole.take() {
                        push_nouns(view, start..end, pieces);
                        start = end;
                    }
                }
            }
            Border::List if has_noun => (whole, has_noun) = (Some(nth), false),
            // An adjective alone goes with its noun, which precedes it in Spanish and follows it in English.
            Border::List if view.language() == Language::Spanish => whole = whole.map(|_| nth),
            Border::List => {}
            Border::Always => {
                push_nouns(view, start..nth, pieces);
                (start, whole, has_noun) = (nth + 1, None, false);
            }
        }
    }
    push_nouns(view, start..range.end, pieces);
}

/// True if a name starts here that the noun before it is no part of: "wife Maureen", "on Monday Bob left".
fn names_apart(view: View<'_>, start: u32, nth: u32) -> bool {
    let before = nth.saturating_sub(1);
    let is_person = view.any(before, Roles::PERSON) && (before == 0 || !view.is_capital(before));
    let is_day = view.any(before, Roles::WEEKDAY) && before == start && !view.any(nth, Roles::MONTH);
    view.tag(nth) == Upos::Propn && (is_person || is_day)
}

/// A piece without the stop words at its borders, if anything is left that tells something.
fn push_nouns(view: View<'_>, mut range: Range<u32>, pieces: &mut Vec<TermPiece>) {
    while range.start < range.end && is_stop(view, range.start) {
        range.start += 1;
    }
    let mut counts = false;
    while range.start < range.end && is_stop(view, range.end - 1) {
        range.end -= 1;
        counts |= is_quantifier(view, range.end);
    }
    let tells = |nth: u32| match view.tag(nth) {
        // "A great deal of": what is left of a phrase that only counts.
        Upos::Noun | Upos::Propn => true,
        Upos::Num | Upos::X | Upos::Adj | Upos::Verb => !counts,
        _ => false,
    };
    if range.clone().any(tells) {
        pieces.push(TermPiece::new(range, TermKind::Noun));
    }
}

/// True if a word tells nothing at the border of a noun phrase.
fn is_stop(view: View<'_>, nth: u32) -> bool {
    use Upos::{Adj, Adp, Adv, Aux, Cconj, Det, Intj, Noun, Num, Part, Pron, Propn, Punct, Sconj, Sym, Verb, X};
    match view.tag(nth) {
        _ if is_connector(view, nth) => true,
        // "El Salvador", "La Rioja": within a sentence a capital says that the article belongs to the name.
        Det if view.language() == Language::Spanish && nth > 0 && view.is_capital(nth) => {
            view.tag(nth + 1) != Propn || view.text(nth).chars().all(char::is_uppercase)
        }
        Adp | Aux | Cconj | Det | Intj | Part | Pron | Punct | Sconj => true,
        Sym => view.tag(nth + 1) != Num && nth.checked_sub(1).is_none_or(|before| view.tag(before) != Num),
        Num => view.any(nth, Roles::STOP) && !view.touches(nth),
        Verb if view.any(nth, Roles::CUE) => true,
        Adj | Adv | Verb | X => view.any(nth, Roles::STOP),
        // "Descartamos fractura": a cue that was taken for a noun.
        Noun if view.any(nth, Roles::CUE) && view.tag(nth + 1) == Noun => true,
        Noun => is_quantifier(view, nth) || view.any(nth, Roles::PROFORM),
        Propn => false,
    }
}

/// True if a word stands in a phrase that only connects: "sin embargo".
fn is_connector(view: View<'_>, nth: u32) -> bool {
    let connects = |nth: u32| stopwords::is_connector(view.language(), view.lower(nth), view.lower(nth + 1));
    connects(nth) || nth.checked_sub(1).is_some_and(connects)
}

/// True if a noun only counts: "a lot of".
fn is_quantifier(view: View<'_>, nth: u32) -> bool {
    view.any(nth, Roles::QUANTIFIER) && view.any(nth + 1, Roles::OF)
}

fn cut_verbs(view: View<'_>, range: Range<u32>, pieces: &mut Vec<TermPiece>) {
    let is_main = |nth: &u32| view.tag(*nth) == Upos::Verb && !view.any(*nth, Roles::STOP) && !is_connector(view, *nth);
    let mut verbs: Option<Range<u32>> = None;
    for nth in range {
        if is_main(&nth) {
            verbs = Some(verbs.map_or(nth, |verbs| verbs.start)..nth + 1);
        } else if matches!(view.tag(nth), Upos::Cconj | Upos::Punct) {
            pieces.extend(verbs.take().map(|verbs| TermPiece::new(verbs, TermKind::Verb)));
        }
    }
    pieces.extend(verbs.map(|verbs| TermPiece::new(verbs, TermKind::Verb)));
}

#[cfg(test)]
pub(crate) mod tests;
