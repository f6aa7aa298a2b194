//! Borders of findings: a network that learnt from reports takes a neighbour along here and there, a verb before a
//! name, a full stop, the name on the next line.
//!
//! Ends are trimmed and findings are parted; what looks like a name stays covered, whatever stands beside it.

use std::ops::Range;

use sfumato_language::{Language, Upos};

use super::super::gazetteer::{GIVEN, KINDS, KINSHIP, NAME, NAMES, PLACES, PROFESSION, THINGS, TITLE, plain_hash};
use super::tokens::{NetworkToken, NetworkTokenKind, spell};
use super::{ChosenHead, NetworkWindow};
use crate::{Category, KnownCategory};

/// A line of at least so many bytes is one of running text, in which names are broken too; shorter ones are lists and
/// signatures.
const WRAPPED: usize = 50;
/// A word of at least so many letters before a full stop is no abbreviation.
const SPELT_OUT: usize = 5;
/// The number of words that tell what the first of a sentence is.
const SENTENCE: usize = 12;
/// So many blanks stand between columns, not between words.
const COLUMN: usize = 3;
/// The parts of speech that name nothing and may stand before a name, where a sentence begins.
const NOTHING: &[Upos] =
    &[Upos::Verb, Upos::Aux, Upos::Intj, Upos::Adp, Upos::Adv, Upos::Pron, Upos::Sconj, Upos::Cconj];
/// The parts of speech that name nobody by themselves.
const NOBODY: &[Upos] = &[
    Upos::Verb,
    Upos::Aux,
    Upos::Intj,
    Upos::Adp,
    Upos::Adv,
    Upos::Pron,
    Upos::Sconj,
    Upos::Cconj,
    Upos::Det,
    Upos::Num,
    Upos::Adj,
];
/// Small words that belong to the name behind them.
const PARTICLES: [&str; 24] = [
    "abu", "al", "ap", "bin", "bint", "da", "das", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "ibn",
    "la", "las", "le", "los", "van", "von", "y",
];

impl NetworkWindow<'_, '_> {
    /// The parts that the tokens of a finding come to: usually one, several where it runs over lines or sentences.
    pub(super) fn parts(
        &self,
        chosen: &ChosenHead<'_>,
        category: &Category,
        places: Range<usize>,
    ) -> Vec<(Range<usize>, Category)> {
        let of = |known: KnownCategory| category.is(known);
        if of(KnownCategory::Kinship) {
            return self.relatives(chosen, category, places);
        }
        if of(KnownCategory::Place) && self.is_only_words(chosen, places.clone()) {
            return Vec::new();
        }
        let is_person = of(KnownCategory::Person);
        if !is_person && !of(KnownCategory::Organisation) && !of(KnownCategory::Place) {
            return vec![(places, category.clone())];
        }
        let ends = |nth: usize| {
            self.text(nth) == ";" || self.is_sentence_end(nth) && (is_person || self.is_said(chosen, nth + 1, NOTHING))
        };
        let own = places.start;
        let is_left = |part: &Range<usize>| part.start == own || !self.is_label(chosen, part.clone(), is_person);
        let trimmed = self.parted(places, ends).into_iter().filter(is_left).map(|mut part| {
            if is_person {
                self.leave_titles(chosen, &mut part);
                self.leave_neighbours(chosen, &mut part);
            } else if of(KnownCategory::Organisation) {
                self.leave_sentence(chosen, &mut part);
            }
            self.leave_marks(&mut part);
            (part, category.clone())
        });
        trimmed.filter(|(part, _)| !is_person || self.may_be_name(chosen, part.clone())).collect()
    }

    pub(super) fn token(&self, nth: usize) -> Option<&NetworkToken> {
        self.tokens.get(nth)
    }

    pub(super) fn text(&self, nth: usize) -> &str {
        let text = self.analysis.document().text();
        self.token(nth).and_then(|token| text.get(token.start..token.end)).unwrap_or_default()
    }

    pub(super) fn is(&self, nth: usize, kind: NetworkTokenKind) -> bool {
        self.token(nth).is_some_and(|token| token.kind == kind)
    }

    pub(super) fn has_capital(&self, nth: usize) -> bool {
        self.is(nth, NetworkTokenKind::Letters) && self.text(nth).starts_with(char::is_uppercase)
    }

    fn is_small(&self, nth: usize) -> bool {
        self.is(nth, NetworkTokenKind::Letters) && self.text(nth).chars().all(|c| !c.is_uppercase())
    }

    /// True for a word of the language that is no name: it may stand beside one.
    pub(super) fn is_ordinary(&self, chosen: &ChosenHead<'_>, nth: usize) -> bool {
        self.is(nth, NetworkTokenKind::Letters)
            && self.lists(chosen, nth)[NAMES] & NAME == 0
            && self.analysis.lists_word(self.text(nth), chosen.head.language)
    }

    /// Parts some tokens where a line or sentence ends between them.
    fn parted(&self, places: Range<usize>, is_end: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
        let mut parts = Vec::with_capacity(1);
        let mut start = places.start;
        for nth in places.clone() {
            if self.is_line_end(nth) || (nth > start && nth + 1 < places.end && is_end(nth)) {
                parts.push(start..nth);
                start = nth + 1;
            } else if nth > start && self.is_column(nth) {
                parts.push(start..nth);
                start = nth;
            }
        }
        parts.push(start..places.end);
        for part in &mut parts {
            self.leave_breaks(part);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// True if a line ends at a token that no name goes on behind.
    fn is_line_end(&self, nth: usize) -> bool {
        let Some(token) = self.token(nth) else { return false };
        let text = self.analysis.document().text().as_bytes();
        let before = text.get(token.start.saturating_sub(WRAPPED)..token.start).unwrap_or_default();
        match token.kind {
            NetworkTokenKind::Gap => true,
            NetworkTokenKind::Line => before.len() < WRAPPED || before.contains(&b'\n'),
            _ => false,
        }
    }

    /// True for a token that stands so far behind the one before it as only what stands in columns does.
    fn is_column(&self, nth: usize) -> bool {
        let before = nth.checked_sub(1).and_then(|before| self.token(before));
        let text = self.analysis.document().text();
        let gap = before.zip(self.token(nth)).and_then(|(before, token)| text.get(before.end..token.start));
        gap.is_some_and(|gap| gap.contains('\t') || (gap.len() >= COLUMN && gap.bytes().all(|b| b == b' ')))
    }

    /// True for tokens in a column of their own that are the label of a field, or words that name nobody: "Hosp No:".
    fn is_label(&self, chosen: &ChosenHead<'_>, places: Range<usize>, is_person: bool) -> bool {
        let is_field = (places.end..places.end + 2).any(|nth| self.text(nth) == ":");
        let words = || places.clone().filter(|nth| self.is(*nth, NetworkTokenKind::Letters));
        let is_unknown = !is_person && words().count() == 1 && words().all(|nth| self.is_unlisted(chosen, nth));
        let has_number = places.clone().any(|nth| self.is(nth, NetworkTokenKind::Digits));
        !has_number && (is_field || is_unknown || words().all(|nth| self.is_ordinary(chosen, nth)))
    }

    /// True for ordinary words in small letters and nothing else, none of them a place by any list.
    fn is_only_words(&self, chosen: &ChosenHead<'_>, places: Range<usize>) -> bool {
        let is_word = |nth: usize| self.is_ordinary(chosen, nth) && self.lists(chosen, nth)[PLACES] == 0;
        !places.is_empty() && places.into_iter().all(|nth| self.is_small(nth) && is_word(nth))
    }

    /// True if a sentence ends at a token: a full stop behind a word in full, and a capital behind it.
    fn is_sentence_end(&self, nth: usize) -> bool {
        let is_next = self.has_capital(nth + 1) && self.token(nth + 1).is_some_and(|token| token.is_apart);
        let before = nth.checked_sub(1).filter(|before| self.is(*before, NetworkTokenKind::Letters));
        let is_word = before.is_some_and(|before| self.text(before).chars().count() >= SPELT_OUT);
        is_next && is_word && self.text(nth) == "."
    }

    /// Verbs and other ordinary words at either end are no part of a name. In small letters a word stays if it is one of
    /// the lists of names, or if nobody knows it; with a capital it goes only where a sentence begins, and is read as
    /// something that names nothing.
    fn leave_neighbours(&self, chosen: &ChosenHead<'_>, places: &mut Range<usize>) {
        let is_alien =
            |nth: usize| self.is_small(nth) && !PARTICLES.contains(&self.text(nth)) && self.is_ordinary(chosen, nth);
        while is_alien(places.start) && self.names_somebody(chosen, places.start + 1..places.end) {
            places.start += 1;
            self.leave_marks(places);
        }
        // A given name begins a name wherever it stands, and most lines of a list begin with one.
        if self.begins_sentence(places.start)
            && self.lists(chosen, places.start)[NAMES] & GIVEN == 0
            && self.names_somebody(chosen, places.start + 1..places.end)
            && self.has_capital(places.start + 1)
            && self.is_said(chosen, places.start, NOTHING)
        {
            places.start += 1;
        }
        while places.len() > 1 && is_alien(places.end - 1) && self.names_somebody(chosen, places.start..places.end - 1)
        {
            places.end -= 1;
            self.leave_marks(places);
        }
    }

    /// Words of the sentence before the name of a body are no part of it; those that say what it is are listed.
    fn leave_sentence(&self, chosen: &ChosenHead<'_>, places: &mut Range<usize>) {
        let is_alien =
            |nth: usize| self.is_small(nth) && self.is_ordinary(chosen, nth) && self.is_unlisted(chosen, nth);
        let aliens = places.clone().take_while(|nth| is_alien(*nth)).count();
        let is_sentence = (0..aliens).any(|nth| !PARTICLES.contains(&self.text(places.start + nth)));
        if is_sentence && (places.start + aliens..places.end).any(|nth| self.has_capital(nth)) {
            places.start += aliens;
        }
    }

    /// True for a word in no list of any kind.
    fn is_unlisted(&self, chosen: &ChosenHead<'_>, nth: usize) -> bool {
        self.lists(chosen, nth) == [0; KINDS]
    }

    /// The classes of a token by itself in lists of each kind.
    pub(super) fn lists(&self, chosen: &ChosenHead<'_>, nth: usize) -> [u64; KINDS] {
        let (mut form, mut scratch) = (String::new(), String::new());
        spell(self.text(nth), NetworkTokenKind::Letters, &mut form);
        let word = plain_hash(&form, &mut scratch);
        chosen.gazetteer.find(std::iter::once(word)).map(|hit| u64::from(hit.classes))
    }

    /// True if some of the tokens look like a name.
    fn names_somebody(&self, chosen: &ChosenHead<'_>, mut places: Range<usize>) -> bool {
        let is_word = |nth: usize| self.token(nth).is_some_and(|token| token.end - token.start > 1);
        places.any(|nth| {
            self.is(nth, NetworkTokenKind::Letters)
                && is_word(nth)
                && (self.has_capital(nth) || !self.is_ordinary(chosen, nth))
        })
    }

    fn begins_sentence(&self, nth: usize) -> bool {
        let Some(before) = nth.checked_sub(1) else { return self.token(nth).is_some_and(|token| token.start == 0) };
        matches!(self.text(before), "." | "!" | "?" | "¡" | "¿")
            || self.is(before, NetworkTokenKind::Line)
            || self.is(before, NetworkTokenKind::Gap)
    }

    /// True if the first word of a sentence is, in small letters, one that names nothing: "Ring Ann before noon".
    fn is_said(&self, chosen: &ChosenHead<'_>, nth: usize, as_what: &[Upos]) -> bool {
        let language: Language = chosen.head.language;
        let small = self.text(nth).to_lowercase();
        if !self.analysis.lists_word(&small, language) {
            return false;
        }
        let is_end = |nth: &usize| {
            !matches!(
                self.token(*nth).map(|token| token.kind),
                None | Some(NetworkTokenKind::Line | NetworkTokenKind::Gap)
            )
        };
        let rest = (nth + 1..nth + SENTENCE).take_while(is_end).map(|nth| self.text(nth));
        let words: Vec<&str> = std::iter::once(small.as_str()).chain(rest).collect();
        let tags = self.analysis.tag_alone(&words, language);
        tags.first().is_some_and(|upos| as_what.contains(upos))
    }

    /// Marks at either end, and the ending of a possessive, are no part of anything.
    fn leave_marks(&self, places: &mut Range<usize>) {
        let holds = |places: &Range<usize>, mark: &str| places.clone().any(|nth| self.text(nth) == mark);
        while places.len() > 1 && self.is(places.start, NetworkTokenKind::Mark) {
            let is_pair = match self.text(places.start) {
                "(" => holds(places, ")"),
                "\"" | "'" => holds(&(places.start + 1..places.end), self.text(places.start)),
                "«" => holds(places, "»"),
                "“" => holds(places, "”"),
                _ => false,
            };
            if is_pair {
                break;
            }
            places.start += 1;
        }
        while places.len() > 1 {
            let (last, before) = (places.end - 1, places.end - 2);
            let is_possessive = matches!(self.text(before), "'" | "’")
                && matches!(self.text(last), "s" | "S")
                && !self.token(last).is_some_and(|token| token.is_apart);
            let is_kept = match self.text(last) {
                "." => self.is(before, NetworkTokenKind::Letters) && self.text(before).chars().count() < SPELT_OUT,
                ")" => holds(places, "("),
                "\"" | "'" => holds(&(places.start..last), self.text(last)),
                "»" => holds(places, "«"),
                "”" => holds(places, "“"),
                _ => false,
            };
            match (is_possessive, self.is(last, NetworkTokenKind::Mark) && !is_kept) {
                (true, _) if places.len() > 2 => places.end -= 2,
                (_, true) => places.end -= 1,
                _ => break,
            }
        }
    }

    /// A name behind a word for a relative is that of a person: "su hija Lucía".
    fn relatives(
        &self,
        chosen: &ChosenHead<'_>,
        category: &Category,
        mut places: Range<usize>,
    ) -> Vec<(Range<usize>, Category)> {
        self.leave_breaks(&mut places);
        let is_kin = |nth: usize| self.lists(chosen, nth)[THINGS] & KINSHIP > 0 || self.is_ordinary(chosen, nth);
        let is_loud = places.clone().all(|nth| !self.is_small(nth)) && places.clone().any(is_kin);
        let is_name = |nth: usize| self.has_capital(nth) && !(nth == places.start && is_kin(nth));
        let names = || places.clone().filter(|nth| !is_loud && is_name(*nth));
        let (Some(first), Some(last)) = (names().next(), names().next_back()) else {
            return vec![(places.clone(), category.clone())];
        };
        let mut parts =
            vec![(places.start..first, category.clone()), (first..last + 1, KnownCategory::Relative.into())];
        parts.push((last + 1..places.end, category.clone()));
        for (part, _) in &mut parts {
            self.leave_marks(part);
        }
        let is_said = |part: &Range<usize>| part.clone().any(|nth| !self.is(nth, NetworkTokenKind::Mark));
        parts.retain(|(part, _)| is_said(part));
        parts
    }

    /// A title is no part of a name, whatever some corpora say.
    fn leave_titles(&self, chosen: &ChosenHead<'_>, places: &mut Range<usize>) {
        while self.is(places.start, NetworkTokenKind::Letters) {
            let lists = self.lists(chosen, places.start);
            let (names, is_dotted) = (lists[NAMES], self.is(places.start + 1, NetworkTokenKind::Mark));
            // "Grandma Josephine": whose relative she is is said as a title is.
            let is_kin = lists[THINGS] & KINSHIP > 0 && names & NAME == 0 && self.has_capital(places.start + 1);
            let is_title = is_kin || (names & TITLE > 0 && (names == TITLE || is_dotted));
            match (places.start + 1..places.end).find(|nth| !self.is(*nth, NetworkTokenKind::Mark)) {
                Some(name) if is_title => places.start = name,
                _ => return,
            }
        }
    }

    /// True for tokens that may be a person's name: a number with a letter behind it is none, nor is a title by
    /// itself, nor a trade in small letters, nor an ordinary word that has its capital from the sentence it begins.
    fn may_be_name(&self, chosen: &ChosenHead<'_>, places: Range<usize>) -> bool {
        let tokens = self.tokens.get(places.clone()).unwrap_or_default();
        let is_word = |token: &NetworkToken| token.kind == NetworkTokenKind::Letters && token.end - token.start > 1;
        if !tokens.iter().any(is_word) {
            return tokens.iter().all(|token| token.kind != NetworkTokenKind::Digits);
        }
        let mut words = places.clone().filter(|nth| self.is(*nth, NetworkTokenKind::Letters));
        let (Some(only), None) = (words.next(), words.next()) else { return true };
        let is_title = self.lists(chosen, only)[NAMES] == TITLE;
        let is_trade = self.is_small(only) && self.lists(chosen, only)[THINGS] & (PROFESSION | KINSHIP) > 0;
        let is_begun = self.begins_sentence(places.start) || self.text(only.wrapping_sub(1)) == ":";
        let is_nothing = is_begun && self.is_ordinary(chosen, only) && self.is_said(chosen, only, NOBODY);
        !is_title && !is_trade && !is_nothing
    }

    /// A line break at either end is no part of anything.
    pub(super) fn leave_breaks(&self, places: &mut Range<usize>) {
        let is_break = |nth: usize| self.is(nth, NetworkTokenKind::Line) || self.is(nth, NetworkTokenKind::Gap);
        while places.start < places.end && is_break(places.start) {
            places.start += 1;
        }
        while places.start < places.end && is_break(places.end - 1) {
            places.end -= 1;
        }
    }
}
