//! The scanner: from the start of a text to its end, one piece after the other.
//!
//! Every look ahead or behind is bounded, or over characters that become part of the piece, so time is linear.

use super::chars::{is_apostrophe, is_hyphen, is_joined, is_word};
use super::{Conventions, Cuts, TokenKind, TokenPiece, address, english, marks, spanish};
use crate::abbreviations;

/// Units that stand right after a number and are tokens of their own.
const UNITS: &[&str] = &[
    "AM", "F", "GB", "GHz", "Hz", "K", "KB", "KHz", "Kg", "Km", "M", "MB", "MHz", "MW", "PM", "TB", "UI", "am", "b",
    "bn", "bpm", "cal", "cc", "cl", "cm", "dL", "dl", "ft", "g", "gb", "gr", "grs", "h", "hh", "hr", "hrs", "hs", "in",
    "k", "kHz", "kW", "kWh", "kb", "kcal", "kg", "kgs", "kms", "km", "l", "lb", "lbs", "lpm", "m", "mA", "mEq", "mL",
    "mW", "mb", "mcg", "mg", "mi", "min", "mins", "ml", "mm", "mmHg", "mmhg", "mmol", "mph", "ms", "ng", "nm", "oz",
    "pg", "pm", "px", "rpm", "seg", "ui", "w", "x", "yr", "yrs", "ºC", "ºF", "µg", "μg",
];

/// The most bytes that are looked at of a group of letters after a number.
const UNIT: usize = 8;

/// The pieces of a text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    conventions: Conventions,
    /// True if a single quote is open, so that the next one may close it.
    is_quoted: bool,
    /// True if a sentence may start here.
    starts: bool,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, conventions: Conventions) -> Self {
        Self { text, at: 0, conventions, is_quoted: false, starts: true }
    }

    fn from(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn between(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(b' ')
    }

    fn char_at(&self, at: usize) -> Option<char> {
        let byte = self.byte(at);
        if byte.is_ascii() {
            Some(char::from(byte)).filter(|_| at < self.text.len())
        } else {
            self.from(at).chars().next()
        }
    }

    fn char_before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    /// The end of the letters, digits and combining marks from `at` on.
    fn run(&self, mut at: usize) -> usize {
        loop {
            let byte = self.byte(at);
            if byte.is_ascii_alphanumeric() {
                at += 1;
            } else if byte.is_ascii() {
                return at;
            } else {
                match self.char_at(at) {
                    Some(c) if is_word(c) || is_joined(c) => at += c.len_utf8(),
                    _ => return at,
                }
            }
        }
    }

    fn is_word_at(&self, at: usize) -> bool {
        self.char_at(at).is_some_and(is_word)
    }

    fn is_digit_at(&self, at: usize) -> bool {
        self.byte(at).is_ascii_digit()
    }

    fn is_letter_at(&self, at: usize) -> bool {
        self.char_at(at).is_some_and(char::is_alphabetic)
    }

    /// Passes over blanks; whether there are any before the next piece.
    fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        while let Some(c) = self.char_at(self.at).filter(|c| c.is_whitespace()) {
            self.at += c.len_utf8();
        }
        self.at > start || start == 0
    }

    /// A word that starts here and runs to `end` at least: its end, and whether it holds an apostrophe.
    fn word(&self, start: usize, mut end: usize) -> (usize, bool) {
        let mut has_apostrophe = false;
        while let Some(c) = self.char_at(end).filter(|c| self.joins(start, end, *c)) {
            has_apostrophe |= is_apostrophe(c);
            end = self.run(end + c.len_utf8());
        }
        (end, has_apostrophe)
    }

    /// True if the mark at `at` is inside the word that starts at `start`.
    fn joins(&self, start: usize, at: usize, c: char) -> bool {
        let next = at + c.len_utf8();
        match c {
            ' ' | ',' | '\n' => false,
            '.' => self.is_dotted(start, at),
            '&' => [self.char_before(at), self.char_at(next)].iter().all(|c| c.is_some_and(char::is_uppercase)),
            '/' => self.is_slashed(start, at),
            '_' => self.is_word_at(next),
            '·' => self.is_letter_at(next),
            c if is_apostrophe(c) => self.is_letter_at(next),
            c if is_hyphen(c) => self.is_word_at(next) && self.is_held(start, at),
            _ => false,
        }
    }

    /// True if the hyphen at `at` holds a word together.
    fn is_held(&self, start: usize, at: usize) -> bool {
        !self.conventions.parts_at_hyphens || english::is_prefix(self.between(start, at))
    }

    /// Letters with stops between them: "U.S.", "i.v."; "M.ª"; the Catalan "col.legi".
    fn is_dotted(&self, start: usize, at: usize) -> bool {
        let is_short = |part: &str| (1..=2).contains(&part.chars().count());
        if matches!(self.char_at(at + 1), Some('ª' | 'º')) {
            return true;
        }
        if self.byte(at + 1) == b'l' && at > start && self.byte(at - 1) == b'l' && at - start > 2 {
            return true;
        }
        let rest = self.from(at + 1);
        let next: usize = rest.chars().take(3).take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        at - start <= 24
            && self.between(start, at).split('.').all(is_short)
            && is_short(self.between(at + 1, at + 1 + next))
    }

    /// One letter on either side: "w/o", "b/c", "s/n".
    fn is_slashed(&self, start: usize, at: usize) -> bool {
        let end = self.run(at + 1);
        let is_single = at - start == 1 && end - at == 2 && self.is_letter_at(at + 1);
        let goes_on = self.byte(end) == b'/' || (self.byte(end) == b'.' && self.is_letter_at(end + 1));
        (is_single && !goes_on) || self.between(start, end).eq_ignore_ascii_case("w/out")
    }

    /// The stop after an abbreviation belongs to it.
    fn with_stop(&self, start: usize, end: usize) -> usize {
        if self.byte(end) != b'.' || self.byte(end + 1) == b'.' {
            return end;
        }
        let next = self.from(end + 1);
        // "n.°"
        if next.starts_with('°') {
            return end + 1 + '°'.len_utf8();
        }
        end + usize::from(abbreviations::takes_stop(self.between(start, end), next, self.conventions.languages))
    }

    /// A number that starts here: its end.
    fn number(&self, start: usize) -> usize {
        let mut end = self.digits(start);
        loop {
            let is_inside = match self.byte(end) {
                b'.' | b',' | b':' | b'/' => self.is_digit_at(end + 1),
                b'\'' => self.conventions.is_spanish && self.is_digit_at(end + 1),
                b'-' if self.conventions.parts_at_hyphens => self.is_call_number(start, end),
                // "the 23-F", "1999-2000"
                b'-' if self.is_letter_at(end + 1) => return self.run(end + 1),
                b'-' => self.is_digit_at(end + 1),
                _ => false,
            };
            if !is_inside {
                break;
            }
            end = self.digits(end + 1);
        }
        self.with_letters(end)
    }

    fn digits(&self, mut at: usize) -> usize {
        while let Some(c) = self.char_at(at).filter(|c| c.is_numeric() && is_word(*c) || is_joined(*c)) {
            at += c.len_utf8();
        }
        at
    }

    /// True if the hyphen at `at` is inside a telephone number or a date rather than a range: three groups or more, or
    /// one of four digits after one, three or five.
    fn is_call_number(&self, start: usize, at: usize) -> bool {
        let before = self.between(start, at);
        let first = before.bytes().rev().take(6).take_while(u8::is_ascii_digit).count();
        let second = self.from(at + 1).bytes().take(5).take_while(u8::is_ascii_digit).count();
        let is_third = self.byte(at + 1 + second) == b'-' && self.is_digit_at(at + 2 + second);
        let is_later = before.bytes().rev().nth(first) == Some(b'-');
        second > 0 && (is_later || is_third || (second == 4 && matches!(first, 1 | 3 | 5)))
    }

    /// The end of a number with the letters right after it, unless they are a unit.
    fn with_letters(&self, end: usize) -> usize {
        match self.char_at(end) {
            Some('.') if matches!(self.char_at(end + 1), Some('º' | 'ª')) => return self.run(end + 1),
            // "the 80's"
            Some(c) if is_apostrophe(c) && self.conventions.is_english => {
                let after = end + c.len_utf8();
                let is_plural = self.byte(after) == b's' && !self.is_word_at(after + 1);
                return if is_plural { after + 1 } else { end };
            }
            Some(c) if is_word(c) => {}
            _ => return end,
        }
        let letters: usize =
            self.from(end).chars().take(UNIT).take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        let is_unit = UNITS.contains(&self.between(end, end + letters)) && !self.is_digit_at(end + letters);
        if is_unit { end } else { self.run(end) }
    }

    /// The token that starts at a letter or digit.
    fn spoken(&self, start: usize, first: char) -> (usize, TokenKind, bool) {
        let run = self.run(start);
        if matches!(self.byte(run), b':' | b'@' | b'.' | b'-' | b'_' | b'+' | b'%')
            && let Some(length) = address::address(self.from(start))
        {
            return (start + length, TokenKind::Address, false);
        }
        if first.is_numeric() {
            return (self.number(start), TokenKind::Number, false);
        }
        let (end, has_apostrophe) = self.word(start, run);
        (self.with_stop(start, end), TokenKind::Word, has_apostrophe)
    }

    /// The token that a mark starts, if that is more than a mark: "+44", ".5", "'02", "'em", "#topic", "@ana". Only
    /// after a blank.
    fn marked(&self, start: usize, first: char) -> Option<(usize, TokenKind)> {
        let next = start + first.len_utf8();
        match first {
            '+' | '.' if self.is_digit_at(next) => Some((self.number(next), TokenKind::Number)),
            '#' if self.is_letter_at(next) => Some((self.run(next), TokenKind::Word)),
            '@' if self.is_letter_at(next) => Some((self.word(next, self.run(next)).0, TokenKind::Address)),
            c if is_apostrophe(c) && self.is_digit_at(next) => {
                let end = self.run(next);
                let is_year = self.between(next, end).trim_end_matches('s').len() == 2;
                (is_year && !self.char_at(end).is_some_and(is_apostrophe)).then_some((end, TokenKind::Number))
            }
            c if is_apostrophe(c) => {
                let end = self.run(next);
                english::is_clipped(self.between(next, end)).then_some((end, TokenKind::Word))
            }
            _ => None,
        }
    }

    /// "the parents' house": an apostrophe after an s that closes no quote.
    fn possessive(&self, end: usize) -> Option<usize> {
        let c = self.char_at(end).filter(|c| matches!(c, '\'' | '\u{2019}'))?;
        let after = end + c.len_utf8();
        let is_plural = matches!(self.byte(end.wrapping_sub(1)), b's' | b'S' | b'x' | b'z');
        let is_followed = self.char_at(after).is_some_and(char::is_whitespace) && self.is_letter_at(after + 1);
        (self.conventions.is_english && is_plural && is_followed && !self.is_quoted).then_some(after)
    }

    fn cuts(&self, start: usize, end: usize, has_apostrophe: bool) -> Cuts {
        let word = self.between(start, end);
        if self.conventions.is_english {
            let cuts = english::cuts(word, has_apostrophe);
            if cuts != Cuts::NONE {
                return cuts;
            }
        }
        if !self.conventions.is_spanish || has_apostrophe {
            return Cuts::NONE;
        }
        spanish::cuts(word, self.starts, || {
            self.byte(end) == b' ' && self.char_at(end + 1).is_some_and(char::is_lowercase)
        })
    }

    fn mark(&mut self, start: usize, first: char, before: Option<char>) -> usize {
        if matches!(first, '\'' | '\u{2018}' | '\u{2019}' | '`') {
            self.is_quoted = before.is_none_or(|c| matches!(c, '(' | '[' | '"' | '\u{201c}' | '¿' | '¡'));
        }
        start + marks::mark(self.from(start), before).max(first.len_utf8())
    }

    /// The piece from `start`, whose first visible character is at `seen`.
    fn piece(&mut self, start: usize, seen: usize, first: char, is_apart: bool) -> TokenPiece {
        let whole = |end, kind| TokenPiece { start, end, kind, cuts: Cuts::NONE };
        if !is_word(first) {
            return match is_apart.then(|| self.marked(seen, first)).flatten() {
                Some((end, kind)) => whole(end, kind),
                None => {
                    let before = if is_apart { None } else { self.char_before(start) };
                    whole(self.mark(seen, first, before), TokenKind::Mark)
                }
            };
        }
        let (end, kind, has_apostrophe) = self.spoken(seen, first);
        if kind != TokenKind::Word {
            return whole(end, kind);
        }
        match self.possessive(end) {
            Some(after) => TokenPiece { start, end: after, kind, cuts: Cuts::one(end - start) },
            None => TokenPiece { start, end, kind, cuts: self.cuts(start, end, has_apostrophe) },
        }
    }

    /// True if a sentence may start after this piece.
    fn may_start(&self, piece: &TokenPiece) -> bool {
        piece.kind == TokenKind::Mark && !matches!(self.byte(piece.start), b',' | b';' | b'/' | b'%' | b')')
    }
}

impl Iterator for Scanner<'_> {
    type Item = TokenPiece;

    fn next(&mut self) -> Option<TokenPiece> {
        let is_apart = self.skip_blanks();
        let start = self.at;
        // Invisible characters in front belong to what they precede.
        let mut seen = start;
        while let Some(c) = self.char_at(seen).filter(|c| is_joined(*c)) {
            seen += c.len_utf8();
        }
        let piece = match self.char_at(seen).filter(|c| !c.is_whitespace()) {
            Some(first) => self.piece(start, seen, first, is_apart),
            None if seen > start => TokenPiece { start, end: seen, kind: TokenKind::Mark, cuts: Cuts::NONE },
            None => return None,
        };
        self.at = piece.end;
        self.starts = self.may_start(&piece);
        Some(piece)
    }
}
