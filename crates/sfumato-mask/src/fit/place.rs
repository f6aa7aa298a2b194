//! The place of a phrase in its sentence, and what it asks of a replacement.

use std::ops::Range;

use sfumato_document::Span;
use sfumato_language::inflect::{Article, Casing, Gender, Number, article_of, gender_of, number_of};
use sfumato_language::{Analysis, Language, TokenKind, Upos};

use super::Label;

/// So many tokens around a phrase are looked at: enough to tell a clause from a fragment.
const WINDOW: usize = 40;

/// The function words right before a phrase that may change with it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lead {
    /// The article, by itself or in a contraction.
    pub article: Option<(Article, Span)>,
    /// The preposition before it, or before the phrase: "de" and "a", which melt with "el", and "on" and "at", which
    /// dates and ages change. Its span is the article's if they are one word.
    pub preposition: Option<(&'static str, Span)>,
}

impl Lead {
    /// Whether the two are written in one word.
    pub fn is_contracted(self) -> bool {
        self.article.zip(self.preposition).is_some_and(|((_, article), (_, preposition))| article == preposition)
    }

    /// Where the first of them stands.
    pub fn widest(self) -> Option<Span> {
        self.preposition.map(|(_, span)| span).or(self.article.map(|(_, span)| span))
    }
}

/// A phrase in its sentence.
pub(super) struct Place<'a, 'd> {
    analysis: &'a Analysis<'d>,
    language: Language,
    /// The tokens of the phrase.
    tokens: Range<usize>,
    /// The tokens of its sentence.
    sentence: Range<usize>,
    /// The token that says what it is.
    head: usize,
}

impl<'a, 'd> Place<'a, 'd> {
    /// Nothing if it does not consist of whole words of one sentence.
    pub fn new(analysis: &'a Analysis<'d>, span: Span, language: Language) -> Option<Self> {
        let tokens = tokens_in(analysis, span);
        let all = analysis.tokens().get(tokens.clone())?;
        let is_whole = all.first()?.span.start() == span.start() && all.last()?.span.end() == span.end();
        let sentences = analysis.sentences();
        let nth = sentences.partition_point(|sentence| sentence.end() <= span.start());
        let sentence = sentences.get(nth).filter(|sentence| sentence.contains(span))?;
        let sentence = tokens_in(analysis, *sentence);
        let place = Self { analysis, language, head: tokens.start, tokens, sentence };
        is_whole.then(|| Self { head: place.find_head(), ..place })
    }

    /// The first noun in Spanish, in English the last one before a preposition.
    fn find_head(&self) -> usize {
        let is_noun = |nth: &usize| matches!(self.tag(*nth), Some(Upos::Noun | Upos::Propn));
        let found = match self.language {
            Language::Spanish => self.tokens.clone().find(is_noun),
            Language::English => {
                let first = self.tokens.clone().find(is_noun).unwrap_or(self.tokens.start);
                let end = (first..self.tokens.end).find(|nth| self.tag(*nth) == Some(Upos::Adp));
                (self.tokens.start..end.unwrap_or(self.tokens.end)).rev().find(is_noun)
            }
        };
        found.unwrap_or(self.tokens.end.saturating_sub(1))
    }

    fn tag(&self, nth: usize) -> Option<Upos> {
        self.analysis.tags().get(nth).copied()
    }

    fn detail(&self, nth: usize) -> &str {
        u32::try_from(nth).map_or("", |nth| self.analysis.detail(nth))
    }

    fn text(&self, nth: usize) -> &'d str {
        self.analysis.tokens().get(nth).map_or("", |token| self.analysis.document().slice(token.span))
    }

    /// What lies between a token and the next.
    fn gap_after(&self, nth: usize) -> Option<&'d str> {
        let tokens = self.analysis.tokens();
        let range = tokens.get(nth)?.span.end()..tokens.get(nth + 1)?.span.start();
        self.analysis.document().text().get(range)
    }

    /// The token before the phrase in its sentence.
    fn before(&self) -> Option<usize> {
        self.tokens.start.checked_sub(1).filter(|nth| self.sentence.contains(nth))
    }

    /// The token after it.
    fn after(&self) -> Option<usize> {
        Some(self.tokens.end).filter(|nth| self.sentence.contains(nth))
    }

    /// The function words right before the phrase, on its line and not before `free_from`.
    pub fn lead(&self, free_from: usize) -> Lead {
        let Some((before, span)) = self.word_before(self.tokens.start, free_from) else { return Lead::default() };
        let word = self.analysis.document().slice(span).to_lowercase();
        let Some(kind) = article_of(&word, self.language) else {
            return Lead { article: None, preposition: self.preposition(before, span, &word) };
        };
        let preposition = match word.as_str() {
            "del" => Some(("de", span)),
            "al" => Some(("a", span)),
            _ => self.word_before(before, free_from).and_then(|(nth, span)| {
                self.preposition(nth, span, &self.analysis.document().slice(span).to_lowercase())
            }),
        };
        Lead { article: Some((kind, span)), preposition }
    }

    /// The word before a token on its line, with its first token.
    fn word_before(&self, nth: usize, free_from: usize) -> Option<(usize, Span)> {
        let tokens = self.analysis.tokens();
        let last = nth.checked_sub(1).filter(|nth| self.sentence.contains(nth))?;
        self.gap_after(last).filter(|gap| !gap.is_empty() && is_blank(gap))?;
        let mut first = last;
        while tokens.get(first)?.is_glued {
            first = first.checked_sub(1)?;
        }
        let span = tokens.get(first)?.span.cover(tokens.get(last)?.span);
        (span.start() >= free_from).then_some((first, span))
    }

    /// A preposition that may change.
    fn preposition(&self, nth: usize, span: Span, word: &str) -> Option<(&'static str, Span)> {
        let known = match (self.language, word) {
            (Language::Spanish, "de") => "de",
            (Language::Spanish, "a") => "a",
            (Language::English, "on") => "on",
            (Language::English, "at") => "at",
            _ => return None,
        };
        (self.tag(nth) == Some(Upos::Adp)).then_some((known, span))
    }

    /// Whether the phrase is a Spanish adjective, whose noun is not in it.
    pub fn is_adjective(&self) -> bool {
        self.language == Language::Spanish && !matches!(self.tag(self.head), Some(Upos::Noun | Upos::Propn))
    }

    /// Whether a label is the phrase with fewer words, and has its Spanish noun.
    pub fn keeps_noun(&self, label: &Label<'_>) -> bool {
        let noun = self.text(self.head);
        self.language == Language::Spanish && label.text.split(' ').any(|word| word == noun)
    }

    /// The finer tag of the first verb, if the phrase is verbs and what belongs to them.
    pub fn verb_detail(&self) -> Option<&str> {
        let is_verb = |nth: &usize| matches!(self.tag(*nth), Some(Upos::Verb | Upos::Aux));
        let goes_along = |nth: usize| matches!(self.tag(nth), Some(Upos::Part | Upos::Adp | Upos::Adv | Upos::Pron));
        let first = self.tokens.clone().find(is_verb)?;
        let is_all = self.tokens.clone().all(|nth| is_verb(&nth) || goes_along(nth));
        is_all.then(|| self.detail(first))
    }

    /// Whether a Spanish pronoun is written in one word with the phrase: "caerse".
    pub fn precedes_pronoun(&self) -> bool {
        let after = self.after().and_then(|after| self.analysis.tokens().get(after));
        self.language == Language::Spanish && after.is_some_and(|after| after.is_glued)
    }

    /// Whether the phrase is a number, a date or a quantity.
    pub fn is_value(&self) -> bool {
        self.tokens.clone().any(|nth| self.text(nth).contains(|c: char| c.is_ascii_digit()))
    }

    /// Whether it names something, or is a number.
    fn is_name(&self) -> bool {
        matches!(self.tag(self.head), Some(Upos::Propn | Upos::Num)) || self.is_value()
    }

    /// Whether it says more about the word after it, or is a part of a longer name: "Syracuse residents".
    pub fn is_modifier(&self) -> bool {
        let Some(after) = self.after() else { return false };
        let gap = self.tokens.end.checked_sub(1).and_then(|last| self.gap_after(last)).unwrap_or_default();
        if gap.is_empty() {
            return matches!(self.text(after), "-" | "\u{2010}" | "/" | "&");
        }
        is_blank(gap) && matches!(self.tag(after), Some(Upos::Noun | Upos::Propn))
    }

    /// Whether a determiner, or what stands in the place of one, precedes: "his", "two", "Peter's", "nearby".
    pub fn has_determiner(&self) -> bool {
        self.before().is_some_and(|before| match self.tag(before) {
            Some(Upos::Det | Upos::Num | Upos::Adj) => true,
            // "The most powerful actor".
            Some(Upos::Adv) => before.checked_sub(1).is_some_and(|nth| self.tag(nth) == Some(Upos::Det)),
            Some(Upos::Pron) => {
                self.detail(before).contains('$') || matches!(self.text(before), "cuyo" | "cuya" | "cuyos" | "cuyas")
            }
            Some(Upos::Part) => self.detail(before) == "POS",
            _ => false,
        })
    }

    /// Whether the word before the article is a preposition: "desde el 12".
    pub fn follows_preposition(&self) -> bool {
        let before = self.before().and_then(|article| article.checked_sub(1)).filter(|nth| self.sentence.contains(nth));
        before.is_some_and(|nth| self.tag(nth) == Some(Upos::Adp))
    }

    /// Whether a singular noun in this place, where no article is, would have one.
    pub fn takes_article(&self) -> bool {
        let heads_field = self.after().is_some_and(|after| self.text(after) == ":");
        if heads_field || self.is_modifier() || self.is_attached() || self.has_determiner() {
            return false;
        }
        // A gerund stands where a noun may, other verbs do not.
        if self.verb_detail().is_some_and(|detail| detail != "VBG") {
            return false;
        }
        let is_spanish = self.language == Language::Spanish;
        let is_common = !self.is_name();
        if is_common && self.is_in_list() {
            return false;
        }
        let Some(before) = self.before() else { return self.is_in_clause() };
        let word = self.text(before).to_lowercase();
        match self.tag(before) {
            Some(Upos::Adp | Upos::Sconj) if is_spanish && is_common => !matches!(word.as_str(), "de" | "sin" | "como"),
            // "Es médico."
            Some(Upos::Aux) if is_spanish && is_common => false,
            Some(Upos::Adp | Upos::Verb | Upos::Aux | Upos::Adv | Upos::Sconj | Upos::Pron | Upos::Part) => true,
            Some(Upos::Cconj) => self.is_in_clause(),
            Some(Upos::Punct) => word == "," && !is_common && self.is_in_clause(),
            _ => false,
        }
    }

    /// Whether it is written in one with what precedes: "non-X", "(X".
    fn is_attached(&self) -> bool {
        self.before().and_then(|before| self.gap_after(before)).is_some_and(str::is_empty)
    }

    /// Whether it stands between other bare nouns.
    fn is_in_list(&self) -> bool {
        let joins = |nth: usize| self.text(nth) == "," || self.tag(nth) == Some(Upos::Cconj);
        let is_noun = |nth: usize| matches!(self.tag(nth), Some(Upos::Noun | Upos::Adj | Upos::Propn));
        self.before().is_some_and(joins) || self.after().is_some_and(|after| joins(after) && is_noun(after + 1))
    }

    /// Whether there is a verb nearby, so that this is no heading, field or item.
    fn is_in_clause(&self) -> bool {
        let near = self.near();
        near.into_iter().flatten().any(|nth| matches!(self.tag(nth), Some(Upos::Verb | Upos::Aux)))
    }

    /// The tokens around it.
    fn near(&self) -> [Range<usize>; 2] {
        let start = self.tokens.start.saturating_sub(WINDOW).max(self.sentence.start);
        let end = self.tokens.end.saturating_add(WINDOW).min(self.sentence.end);
        [start..self.tokens.start, self.tokens.end..end]
    }

    /// The number of the phrase: what the tag says, unless the word cannot be that.
    pub fn number(&self) -> Number {
        let is_plural = |nth: usize| self.detail(nth).contains("Number=Plur");
        let by_determiner = || self.before().is_some_and(|nth| self.tag(nth) == Some(Upos::Det) && is_plural(nth));
        let shown = number_of(self.text(self.head), self.language);
        let plural = match self.language {
            // Names of several words are of one thing: "General Motors".
            Language::English => {
                // Most words show their number, which spares the sentence its finer tags.
                let is_tagged = |detail: &str| detail == "NNS" || (detail == "NNPS" && self.tokens.len() == 1);
                shown != Some(Number::Singular) && is_tagged(self.detail(self.head))
            }
            Language::Spanish if self.tag(self.head) == Some(Upos::Propn) || shown.is_none() => by_determiner(),
            Language::Spanish => shown == Some(Number::Plural) && is_plural(self.head),
        };
        if plural { Number::Plural } else { Number::Singular }
    }

    /// The gender of the phrase, if it shows one.
    pub fn gender(&self) -> Option<Gender> {
        let of = |nth: usize| {
            let detail = self.detail(nth);
            let gender = |name: &str, gender: Gender| detail.contains(name).then_some(gender);
            gender("Gender=Fem", Gender::Feminine).or_else(|| gender("Gender=Masc", Gender::Masculine))
        };
        let determiner = || self.before().filter(|nth| self.tag(*nth) == Some(Upos::Det));
        gender_of(self.text(self.head)).or_else(|| of(self.head)).or_else(|| determiner().and_then(of))
    }

    /// How a replacement that starts where this span starts is written.
    pub fn casing(&self, start: Span) -> Casing {
        if self.is_in_capitals() {
            return Casing::Upper;
        }
        let tokens = self.analysis.tokens();
        let first = tokens.partition_point(|token| token.span.start() < start.start());
        let from = first.saturating_sub(WINDOW).max(self.sentence.start);
        let is_word = |nth: usize| tokens.get(nth).is_some_and(|token| token.kind == TokenKind::Word);
        let opens = (from..first).all(|nth| !is_word(nth)) && (first - from) < WINDOW;
        // What follows a mark inside a line starts nothing: "(Syracuse)".
        let is_capital = self.text(first).starts_with(char::is_uppercase);
        if opens && is_capital { Casing::Initial } else { Casing::Own }
    }

    /// Whether the phrase is written in capitals, and not only because it is an acronym.
    fn is_in_capitals(&self) -> bool {
        let is_upper = |text: &str| !text.contains(char::is_lowercase) && text.contains(char::is_uppercase);
        let letters = |nth: usize| self.text(nth).chars().filter(|c| c.is_alphabetic()).count();
        let words = || self.tokens.clone().filter(|nth| letters(*nth) > 0);
        if !words().all(|nth| is_upper(self.text(nth))) || words().map(letters).sum::<usize>() < 2 {
            return false;
        }
        if words().count() > 1 || words().map(letters).sum::<usize>() > 6 {
            return true;
        }
        let around = || self.near().into_iter().flatten().filter(|nth| letters(*nth) > 1);
        let upper = around().filter(|nth| is_upper(self.text(*nth))).count();
        upper * 2 > around().count()
    }
}

fn tokens_in(analysis: &Analysis<'_>, span: Span) -> Range<usize> {
    let tokens = analysis.tokens();
    let start = tokens.partition_point(|token| token.span.end() <= span.start());
    start..tokens.partition_point(|token| token.span.start() < span.end()).max(start)
}

/// Whether there is nothing but blanks of one line.
fn is_blank(gap: &str) -> bool {
    gap.chars().all(|c| {
        c.is_whitespace() && !matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
    })
}
