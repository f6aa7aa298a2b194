//! What an address is made of: the name of the street, numbers and doors, and places behind them.

use std::ops::Range;

use sfumato_language::Language;

use super::words::{COMPASS, DOORS, MONTHS, PARTICLES, TYPES_AFTER, TYPES_BEFORE, has};
use crate::{Context, fold, places};

/// Something in an address that is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Thing {
    /// The name of a street, folded and without its particle, and whether it stands in Spanish and has one.
    Name { key: String, spanish: bool, particle: bool },
    /// The number of a house or of a street that is called by one.
    Number,
    /// A floor, a door, a flat.
    Door,
    /// A town, a postcode, a country.
    Place,
}

/// A thing and where it stands in the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub at: Range<usize>,
    pub thing: Thing,
}

struct Token {
    at: Range<usize>,
    folded: String,
    /// The marks before it part it from what was before.
    parted: bool,
    digits: bool,
    capital: bool,
}

/// The things of an address, in their order. What stands between them says nothing.
pub(super) fn parse(form: &str, language: Language, context: &Context<'_>) -> Vec<Piece> {
    let tokens = tokens(form);
    let mut parser =
        Parser { form, tokens: &tokens, context, spanish: true, pieces: Vec::new(), at: 0, numbered: false };
    if tokens.iter().all(|token| token.digits) {
        // Nothing but a number is a postcode.
        if let (Some(first), Some(last)) = (tokens.first(), tokens.last()) {
            parser.pieces.push(Piece { at: first.at.start..last.at.end, thing: Thing::Place });
        }
        return parser.pieces;
    }
    let typed = tokens.first().is_some_and(|first| !first.digits && has(TYPES_BEFORE, &first.folded));
    let typed = typed && !tokens.iter().any(|token| token.folded == "box");
    parser.spanish = if language == Language::English { typed && !parser.has_type_behind() } else { true };
    if parser.spanish {
        parser.spanish_street()
    } else {
        parser.english_street()
    }
    parser.rest();
    parser.pieces
}

fn tokens(form: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut end = 0;
    let mut chars = form.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        // "3.º" ends in a mark that counts as a letter.
        if !c.is_alphanumeric() || matches!(c, 'º' | 'ª') {
            continue;
        }
        let mut stop = start + c.len_utf8();
        while let Some((at, c)) = chars.next_if(|(_, c)| c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}')) {
            stop = at + c.len_utf8();
        }
        let word = form.get(start..stop).unwrap_or_default();
        let gap = form.get(end..start).unwrap_or_default();
        found.push(Token {
            at: start..stop,
            folded: fold(word),
            parted: gap.contains([',', ';', '(', ')', '\n', ':', '|']) || gap.contains(" - ") || gap.contains(" – "),
            digits: word.contains(|c: char| c.is_ascii_digit()),
            capital: word.starts_with(char::is_uppercase),
        });
        end = stop;
    }
    found
}

struct Parser<'p, 'a> {
    form: &'p str,
    tokens: &'p [Token],
    context: &'p Context<'a>,
    spanish: bool,
    pieces: Vec<Piece>,
    at: usize,
    /// Whether the number of the house was read.
    numbered: bool,
}

impl Parser<'_, '_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, list: &[&str]) -> bool {
        self.token(at).is_some_and(|token| has(list, &token.folded))
    }

    fn has_type_behind(&self) -> bool {
        (1..self.tokens.len()).any(|at| self.is(at, TYPES_AFTER))
    }

    /// Whether nothing, a mark, a number or a word of doors follows: a name ends here.
    fn ends(&self, at: usize) -> bool {
        let Some(token) = self.token(at) else { return true };
        let nobody = at + 1 < self.tokens.len() && token.folded == "s" && self.is(at + 1, &["n", "no"]);
        let door = !self.is(at, PARTICLES) && !token.capital && self.is(at, DOORS) && token.folded != "y";
        let numbered = self.is(at, &["bloque", "esc", "km", "n", "no", "num", "numero", "nº", "piso", "portal"])
            && self.token(at + 1).is_some_and(|next| next.digits);
        token.parted || token.digits || nobody || door || numbered
    }

    fn spanish_street(&mut self) {
        // A box at the post office has no street.
        if self.is(0, &["apartado", "apdo", "aptdo"]) {
            return;
        }
        // "Paseo. Av. ..." has two; a street may be called like a kind of road when nothing else follows.
        while self.at < 3 && self.is(self.at, TYPES_BEFORE) && (self.at == 0 || !self.ends(self.at + 1)) {
            self.at += 1;
        }
        let start = self.at;
        // "2 de Mayo" is a name.
        if self.is(start + 1, &["de"]) && self.is(start + 2, MONTHS) {
            self.at = start + 3;
        }
        while self.at < self.tokens.len()
            && (self.at == start && self.begins_name(start) || self.at > start && !self.ends(self.at))
        {
            self.at += 1;
        }
        self.name(start..self.at);
    }

    fn begins_name(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| !token.digits) && !(self.is(at, &["s"]) && self.is(at + 1, &["n"]))
    }

    fn english_street(&mut self) {
        // "Flat 3, 12a", "PO Box 9", "N."
        while let Some(token) = self.token(self.at) {
            let ordinal = is_ordinal(&token.folded);
            let door = self.is(self.at, DOORS)
                && self.token(self.at + 1).is_some_and(|next| next.digits || next.folded == "box");
            // "P.O. Box"
            let door = door
                || self.is(self.at, &["p"]) && self.is(self.at + 1, &["o"]) && self.is(self.at + 2, &["box"])
                || self.at > 0
                    && self.is(self.at - 1, &["p"])
                    && self.is(self.at, &["o"])
                    && self.is(self.at + 1, &["box"]);
            if token.digits && !ordinal {
                self.number(self.at);
            } else if token.folded.len() == 1
                && token.capital
                && self.token(self.at + 1).is_some_and(|next| next.parted)
            {
                self.push(self.at..self.at + 1, Thing::Door);
            } else if !door {
                break;
            }
            self.at += 1;
        }
        while self.is(self.at, COMPASS)
            && !self.is(self.at + 1, TYPES_AFTER)
            && !self.token(self.at + 1).is_none_or(|next| next.parted)
        {
            self.at += 1;
        }
        let start = self.at;
        let end = (start + 1..self.tokens.len()).find(|at| self.token(*at).is_some_and(|token| token.parted));
        let end = end.unwrap_or(self.tokens.len());
        if start >= end {
            return;
        }
        if self.token(start).is_some_and(|token| is_ordinal(&token.folded)) {
            self.push(start..start + 1, Thing::Number);
            self.at = start + 1;
            return;
        }
        // The last word of the road's kind that the number of a flat does not stand before.
        let stop = (start + 1..end).find(|at| self.token(*at).is_some_and(|token| token.digits)).unwrap_or(end);
        let kind = (start + 1..stop).rev().find(|at| self.is(*at, TYPES_AFTER));
        let doors = (start + 1..stop)
            .find(|at| self.is(*at, DOORS) && self.token(*at).is_none_or(|token| token.folded.len() != 1));
        self.at = kind.or(doors).unwrap_or(stop);
        self.name(start..self.at);
        self.at += usize::from(kind.is_some());
    }

    /// What stands behind the name: numbers, doors, places and other streets.
    fn rest(&mut self) {
        while let Some(token) = self.token(self.at) {
            if token.digits {
                let place = token.folded.len() == 5 && token.folded.bytes().all(|b| b.is_ascii_digit());
                if place && self.numbered {
                    self.push(self.at..self.at + 1, Thing::Place)
                } else {
                    self.number(self.at)
                }
                self.at += 1;
            } else if token.folded.len() == 1 && (token.capital || self.follows_digits()) && !self.is_nobody() {
                self.push(self.at..self.at + 1, Thing::Door);
                self.at += 1;
            } else if self.is(self.at, DOORS) || self.is(self.at, COMPASS) || self.is_type() {
                self.at += 1;
            } else {
                self.other();
            }
        }
    }

    fn is_type(&self) -> bool {
        self.is(self.at, if self.spanish { TYPES_BEFORE } else { TYPES_AFTER })
    }

    /// Whether this is a letter of "s/n", without a number.
    fn is_nobody(&self) -> bool {
        self.is(self.at, &["s"]) && self.is(self.at + 1, &["n"])
            || self.is(self.at, &["n"]) && self.at > 0 && self.is(self.at - 1, &["s"])
            || self.is(self.at, &["n"]) && self.token(self.at + 1).is_some_and(|next| next.digits)
            || self.is(self.at, &["c", "p"]) && self.is(self.at + 1, &["box", "o", "p"])
    }

    /// Whether a small letter is a door: it follows a number and is no word.
    fn follows_digits(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.token(at)).is_some_and(|token| token.digits);
        before && !self.is(self.at, &["e", "n", "o", "s", "y"])
    }

    /// Words that are no part of an address as such: a place, or the name of something.
    fn other(&mut self) {
        let start = self.at;
        self.at += 1;
        while let Some(token) = self.token(self.at)
            && !token.parted
            && !token.digits
            && (token.capital || !self.is(self.at, DOORS) || self.is(self.at, PARTICLES))
        {
            self.at += 1;
        }
        while self.at > start + 1 && self.is(self.at - 1, PARTICLES) {
            self.at -= 1;
        }
        if !self.spanish && self.at > start + 1 && self.is(self.at - 1, TYPES_AFTER) {
            return self.name(start..self.at - 1);
        }
        let text = self.form.get(self.span(start..self.at)).unwrap_or_default();
        if places::is_known(text, self.context) {
            self.push(start..self.at, Thing::Place);
        } else {
            self.name(start..self.at);
        }
    }

    fn number(&mut self, at: usize) {
        let thing = if self.numbered { Thing::Door } else { Thing::Number };
        self.numbered = true;
        self.push(at..at + 1, thing);
    }

    fn name(&mut self, range: Range<usize>) {
        let mut own = range.clone();
        while own.len() > 1 && self.is(own.start, PARTICLES) {
            own.start += 1;
        }
        let words: Vec<&str> = own.clone().filter_map(|at| self.token(at)).map(|token| token.folded.as_str()).collect();
        if words.is_empty() {
            return;
        }
        // An article alone, as in "Calle La Luna", goes with the name.
        let particle =
            range.start < own.start && self.is(range.start, &["d", "da", "das", "de", "del", "dels", "do", "dos"]);
        let key = words.join(" ");
        self.push(range, Thing::Name { key, spanish: self.spanish, particle });
    }

    fn span(&self, range: Range<usize>) -> Range<usize> {
        let start = self.token(range.start).map_or(0, |token| token.at.start);
        let end = range.end.checked_sub(1).and_then(|last| self.token(last)).map_or(start, |token| token.at.end);
        start..end
    }

    fn push(&mut self, range: Range<usize>, thing: Thing) {
        let at = self.span(range);
        self.pieces.push(Piece { at, thing });
    }
}

/// Whether a word is a number in order: "85th".
pub(super) fn is_ordinal(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    ending.len() < word.len() && matches!(ending, "st" | "nd" | "rd" | "th")
}
