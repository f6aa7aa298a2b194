//! Sentences, from tokens.
//!
//! A sentence ends with its mark, with its block, at a blank line, and at the end of a line that is a heading, an item
//! or a field of a form ("Name: ...") rather than a line of running text. One without a word in it is joined to what
//! follows.

mod lines;
mod starters;

use std::ops::Range;

use sfumato_document::{Document, Span, TextBlock};

use crate::abbreviations::{Abbreviation, abbreviation};
use crate::{Language, Languages, Token, TokenKind};

/// A row of marks at least this long is a rule across the page.
const RULE: usize = 5;

/// The sentences of a document in order.
pub(crate) fn split(document: &Document, tokens: &[Token], languages: Languages) -> Vec<Span> {
    let mut sentences: Vec<Span> = Vec::with_capacity(tokens.len() / 16);
    let mut walk = SentenceWalk::new(document, languages, usize::MAX);
    walk.go_on(tokens, tokens.len(), &mut |_, sentence| sentences.push(sentence));
    sentences
}

/// The number of tokens that the end of a sentence depends on, behind and ahead of it: those of a stamp.
const BEHIND: usize = 2;
const AHEAD: usize = 3;
/// So many tokens are read at a time.
const WINDOW: usize = 1 << 12;

/// Hands out the tokens of each sentence, long ones in pieces of so many, while few others are held: tokens among which
/// they stand, which of them, and what the sentence covers so far.
pub(crate) fn each(
    document: &Document,
    mut tokens: impl Iterator<Item = Token>,
    languages: Languages,
    longest: usize,
    mut take: impl FnMut(&[Token], Range<usize>, Span),
) {
    let mut window: Vec<Token> = Vec::with_capacity(2 * WINDOW);
    let mut walk = SentenceWalk::new(document, languages, longest);
    loop {
        let known = window.len();
        window.extend(tokens.by_ref().take(WINDOW));
        let is_end = window.len() == known;
        let until = if is_end { known } else { window.len().saturating_sub(AHEAD) };
        walk.go_on(&window, until, &mut |own, sentence| take(&window, own, sentence));
        if is_end {
            return;
        }
        window.drain(..walk.forget());
    }
}

/// A walk through tokens from the end of one sentence to the end of the next.
struct SentenceWalk<'d> {
    text: &'d str,
    languages: Languages,
    blocks: std::slice::Iter<'d, TextBlock>,
    block_end: usize,
    longest: usize,
    /// The token at hand.
    nth: usize,
    open: Option<OpenSentence>,
}

/// A sentence that has not ended yet.
struct OpenSentence {
    /// Its first token, as long as that is known.
    first: Option<usize>,
    /// The first token that was not handed out.
    rest: usize,
    span: Span,
    has_word: bool,
}

impl<'d> SentenceWalk<'d> {
    fn new(document: &'d Document, languages: Languages, longest: usize) -> Self {
        let blocks = document.blocks().iter();
        Self { text: document.text(), languages, blocks, block_end: 0, longest, nth: 0, open: None }
    }

    /// Goes on until some token and hands out what was passed: which tokens, and what their sentence covers so far.
    fn go_on(&mut self, tokens: &[Token], until: usize, take: &mut dyn FnMut(Range<usize>, Span)) {
        let splitter = Splitter { text: self.text, tokens, languages: self.languages };
        let all = tokens.iter().enumerate().take(until).skip(self.nth);
        for (nth, token) in all {
            while token.span.start() >= self.block_end {
                self.block_end = self.blocks.next().map_or(usize::MAX, |block| block.span.end());
            }
            let new = || OpenSentence { first: Some(nth), rest: nth, span: token.span, has_word: false };
            let mut sentence = self.open.take().unwrap_or_else(new);
            sentence.span = sentence.span.cover(token.span);
            sentence.has_word |= token.kind != TokenKind::Mark;
            let is_last = tokens.get(nth + 1).is_none_or(|next| next.span.start() >= self.block_end);
            let ends = is_last || splitter.ends(nth, &sentence);
            if ends || nth + 1 - sentence.rest >= self.longest {
                take(sentence.rest..nth + 1, sentence.span);
                sentence.rest = nth + 1;
            }
            if !ends {
                self.open = Some(sentence);
            }
        }
        self.nth = self.nth.max(until);
    }

    /// The number of tokens that nobody asks for any more; all others are counted without them from now on.
    fn forget(&mut self) -> usize {
        let count = self.open.as_ref().map_or(self.nth, |open| open.rest).saturating_sub(BEHIND);
        self.nth -= count;
        if let Some(open) = &mut self.open {
            open.rest -= count;
            open.first = open.first.and_then(|first| first.checked_sub(count));
        }
        count
    }
}

struct Splitter<'d> {
    text: &'d str,
    tokens: &'d [Token],
    languages: Languages,
}

impl<'d> Splitter<'d> {
    fn token(&self, nth: usize) -> &'d str {
        self.tokens.get(nth).and_then(|token| self.text.get(token.span.range())).unwrap_or_default()
    }

    /// The text between a token and the next.
    fn after(&self, nth: usize) -> &'d str {
        match (self.tokens.get(nth), self.tokens.get(nth + 1)) {
            (Some(token), Some(next)) => self.text.get(token.span.end()..next.span.start()).unwrap_or_default(),
            _ => "",
        }
    }

    /// True if the sentence ends with this token, which another one follows in its block.
    fn ends(&self, nth: usize, open: &OpenSentence) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(nth), self.tokens.get(nth + 1)) else { return true };
        let between = self.after(nth);
        // Most tokens are words with a blank after them.
        if token.kind == TokenKind::Word && between == " " && !self.ends_in_stop(token) {
            return self.ends_at_stamp(nth);
        }
        if next.is_glued {
            return false;
        }
        if between.contains(['\n', '\r'])
            && lines::breaks(self.text, token.span, next.span, starts(self.token(nth + 1)), self.languages)
        {
            return true;
        }
        // A stop that strays between two sentences is of neither, and so is a rule.
        (open.has_word || self.token(nth) == "." || is_rule(self.token(nth)))
            && match token.kind {
                TokenKind::Mark => self.ends_at_mark(nth, open),
                TokenKind::Word if self.ends_in_stop(token) => self.ends_at_abbreviation(nth),
                TokenKind::Address => self.ends_at_address(nth),
                _ => false,
            }
    }

    /// "Ann Lee 08/16/2000 03:48 PM Hello": the stamp of a mail is set apart from a name before and a start after it.
    fn ends_at_stamp(&self, nth: usize) -> bool {
        let kind = |nth: usize| self.tokens.get(nth).map(|token| token.kind);
        if kind(nth + 1) != Some(TokenKind::Number) && (nth == 0 || kind(nth - 1) != Some(TokenKind::Number)) {
            return false;
        }
        let is_upper = |nth: usize| self.token(nth).starts_with(char::is_uppercase);
        let is_name = is_upper(nth) && !starters::is_starter(self.token(nth), self.languages);
        (is_name && self.is_stamp(nth + 1)) || (nth > 1 && is_upper(nth + 1) && self.is_stamp(nth - 2))
    }

    /// True if a date, a time and a half of the day start here.
    fn is_stamp(&self, nth: usize) -> bool {
        let is_number = |nth: usize, inside: char| {
            self.token(nth).contains(inside) && self.token(nth).starts_with(|c: char| c.is_ascii_digit())
        };
        matches!(self.token(nth + 2), "AM" | "PM") && is_number(nth, '/') && is_number(nth + 1, ':')
    }

    fn ends_in_stop(&self, token: &Token) -> bool {
        self.text.as_bytes().get(token.span.end() - 1) == Some(&b'.')
    }

    fn ends_at_mark(&self, nth: usize, open: &OpenSentence) -> bool {
        let (text, next, between) = (self.token(nth), self.token(nth + 1), self.after(nth));
        if is_rule(text) {
            return starts(next);
        }
        let is_quoted = is_closing(text);
        let mark = if is_quoted && nth > 0 && self.after(nth - 1).is_empty() { self.token(nth - 1) } else { text };
        let Some(mark) = SentenceMark::of(mark) else { return is_face(text) && starts(next) && !between.is_empty() };
        // A closing quote or bracket right after the mark belongs to the sentence.
        if between.is_empty() {
            return mark == SentenceMark::Stop && !is_quoted && self.is_run_on(nth);
        }
        if self.is_stray(nth + 1) {
            return true;
        }
        if self.goes_on(nth + 1) || (mark == SentenceMark::Stop && self.is_item_number(nth, open)) {
            return false;
        }
        starts(next) || (!is_quoted && self.starts_small(nth, mark))
    }

    /// "He left.Then it rained": a stop without its blank.
    fn is_run_on(&self, nth: usize) -> bool {
        let is_word = |nth: usize| self.tokens.get(nth).is_some_and(|token| token.kind == TokenKind::Word);
        let mut next = self.token(nth + 1).chars();
        let is_capitalised = next.next().is_some_and(char::is_uppercase) && next.next().is_some_and(char::is_lowercase);
        let before = nth.checked_sub(1).filter(|before| is_word(*before)).map(|before| self.token(before));
        let is_small = before.is_some_and(|before| before.len() > 1 && before.ends_with(char::is_lowercase));
        is_capitalised && is_small && is_word(nth + 1)
    }

    /// True if what follows is still of this sentence: a mark inside it, or a quote that one follows.
    fn goes_on(&self, nth: usize) -> bool {
        let is_inner = |text: &str| matches!(text, "," | ";" | ":" | ")" | "]" | "»" | "\u{201d}" | "%");
        is_inner(self.token(nth))
            || (self.after(nth).is_empty() && is_inner(self.token(nth + 1)) && is_quote(self.token(nth)))
    }

    /// A stop with blanks around it: the sentence before has one of its own.
    fn is_stray(&self, nth: usize) -> bool {
        self.token(nth) == "." && !self.after(nth).is_empty()
    }

    /// Those who write all in small letters start their sentences so too.
    fn starts_small(&self, nth: usize, mark: SentenceMark) -> bool {
        let is_small = self.token(nth + 1).starts_with(char::is_lowercase);
        let is_english = self.languages.main() == Some(Language::English);
        is_small && (mark == SentenceMark::Stop || (mark == SentenceMark::Call && is_english))
    }

    /// True if the stop follows the number or letter of an item, the first of its sentence: "1." or "a."
    fn is_item_number(&self, nth: usize, open: &OpenSentence) -> bool {
        let Some(number) = nth.checked_sub(1).filter(|number| Some(*number) == open.first) else { return false };
        let text = self.token(number);
        let is_number = self.tokens.get(number).is_some_and(|token| token.kind == TokenKind::Number);
        text.len() <= 3 && (is_number || text.chars().count() == 1)
    }

    /// An address ends what it is part of where something starts afresh after it.
    fn ends_at_address(&self, nth: usize) -> bool {
        let is_address = self.tokens.get(nth + 1).is_some_and(|token| token.kind == TokenKind::Address);
        let is_start = is_address || self.token(nth + 1).starts_with(char::is_uppercase) || self.is_stamp(nth + 1);
        !self.after(nth).is_empty() && is_start
    }

    /// An abbreviation may end a sentence too: "at 5 p.m. The patient", but "Dr. Lee" does not.
    fn ends_at_abbreviation(&self, nth: usize) -> bool {
        let (text, next) = (self.token(nth), self.token(nth + 1));
        let bare = text.strip_suffix('.').unwrap_or(text);
        match abbreviation(bare, self.languages) {
            Some(Abbreviation::Leading) | None => false,
            Some(Abbreviation::Closing | Abbreviation::Initials) => {
                !self.after(nth).is_empty() && starters::is_starter(next, self.languages)
            }
        }
    }
}

/// Marks that end sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SentenceMark {
    /// One stop.
    Stop,
    /// Questions and exclamations.
    Call,
    /// Two stops or more.
    Dots,
}

impl SentenceMark {
    fn of(text: &str) -> Option<Self> {
        match text.as_bytes() {
            b"." => Some(Self::Stop),
            [b'.', b'.', ..] => Some(Self::Dots),
            [b'.' | b'!' | b'?', ..] => Some(Self::Call),
            _ if text == "…" => Some(Self::Dots),
            _ => None,
        }
    }
}

fn is_closing(text: &str) -> bool {
    matches!(text, ")" | "]" | "\"" | "\u{201d}" | "\u{2019}" | "»" | "'" | "''" | "\u{2019}\u{2019}")
}

fn is_quote(text: &str) -> bool {
    matches!(text, "\"" | "\u{201d}" | "\u{201c}" | "'" | "\u{2019}" | "»" | "-" | "—")
}

fn is_rule(text: &str) -> bool {
    text.len() >= RULE && text.starts_with(['=', '-', '_', '*', '~', '#', '+'])
}

/// ":-)"
fn is_face(text: &str) -> bool {
    text.len() > 1 && text.starts_with([':', ';', '=']) && !is_rule(text)
}

/// True if a token may start a sentence: anything but a small letter or a mark that only follows.
fn starts(text: &str) -> bool {
    text.chars()
        .next()
        .is_some_and(|c| !c.is_lowercase() && !matches!(c, ',' | ';' | ':' | ')' | ']' | '%' | '.' | '!' | '?' | '…'))
}

#[cfg(test)]
mod tests;
