//! The parts of an address: the name of the street, numbers and doors, and places behind them.

use std::ops::Range;

use sfumato_language::Language;
use sfumato_values::words::is_month;
use sfumato_words::{WordTable, words};

use crate::words::text::{WordInMention, is_in_word, words_in_mention};
use crate::{SubstituteContext, fold, places};

/// Kinds of roads, written before the name in Spanish and its neighbours.
static TYPES_BEFORE: WordTable = words!("es/addresses", "types before names");
/// Kinds of roads, written behind the name in English.
static TYPES_AFTER: WordTable = words!("en/addresses", "types after names");
/// Parts of the compass.
static COMPASS: WordTable = words!("shared/addresses", "compass");
/// Words of numbers, floors and doors.
static DOORS: WordTable = words!("shared/addresses", "doors");
/// Particles before names.
static PARTICLES: WordTable = words!("shared/addresses", "particles");

/// Something in an address that is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AddressReading {
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
pub(super) struct AddressPiece {
    pub at: Range<usize>,
    pub thing: AddressReading,
}

struct AddressToken {
    at: Range<usize>,
    folded: String,
    /// The marks before it part it from what was before.
    parted: bool,
    digits: bool,
    capital: bool,
}

/// The things of an address, in their order. What stands between them says nothing.
pub(super) fn parse(form: &str, language: Language, context: &SubstituteContext<'_>) -> Vec<AddressPiece> {
    let tokens = tokens(form);
    let mut parser =
        AddressParser { form, tokens: &tokens, context, spanish: true, pieces: Vec::new(), at: 0, numbered: false };
    if tokens.iter().all(|token| token.digits) {
        // Nothing but a number is a postcode.
        if let (Some(first), Some(last)) = (tokens.first(), tokens.last()) {
            parser.pieces.push(AddressPiece { at: first.at.start..last.at.end, thing: AddressReading::Place });
        }
        return parser.pieces;
    }
    let typed = tokens.first().is_some_and(|first| !first.digits && TYPES_BEFORE.has(&first.folded));
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

fn tokens(form: &str) -> Vec<AddressToken> {
    // "3.º" ends in a mark that counts as a letter.
    let begins = |c: char| c.is_alphanumeric() && !matches!(c, 'º' | 'ª');
    let token = |word: WordInMention<'_>| AddressToken {
        at: word.at,
        folded: fold(word.text),
        parted: word.gap.contains([',', ';', '(', ')', '\n', ':', '|'])
            || word.gap.contains(" - ")
            || word.gap.contains(" – "),
        digits: word.text.contains(|c: char| c.is_ascii_digit()),
        capital: word.text.starts_with(char::is_uppercase),
    };
    words_in_mention(form, begins, is_in_word).map(token).collect()
}

struct AddressParser<'p, 'a> {
    form: &'p str,
    tokens: &'p [AddressToken],
    context: &'p SubstituteContext<'a>,
    spanish: bool,
    pieces: Vec<AddressPiece>,
    at: usize,
    /// The number of the house was read.
    numbered: bool,
}

impl AddressParser<'_, '_> {
    fn token(&self, at: usize) -> Option<&AddressToken> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| words.contains(&token.folded.as_str()))
    }

    fn is_listed(&self, at: usize, list: &WordTable) -> bool {
        self.token(at).is_some_and(|token| list.has(&token.folded))
    }

    /// True if a word is a month, as in the names of streets called after a day.
    fn is_month(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| is_month(&token.folded, Language::Spanish))
    }

    fn has_type_behind(&self) -> bool {
        (1..self.tokens.len()).any(|at| self.is_listed(at, &TYPES_AFTER))
    }

    /// True if nothing, a mark, a number or a word of doors follows: a name ends here.
    fn ends(&self, at: usize) -> bool {
        let Some(token) = self.token(at) else { return true };
        let nobody = at + 1 < self.tokens.len() && token.folded == "s" && self.is(at + 1, &["n", "no"]);
        let door =
            !self.is_listed(at, &PARTICLES) && !token.capital && self.is_listed(at, &DOORS) && token.folded != "y";
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
        while self.at < 3 && self.is_listed(self.at, &TYPES_BEFORE) && (self.at == 0 || !self.ends(self.at + 1)) {
            self.at += 1;
        }
        let start = self.at;
        // "2 de Mayo" is a name.
        if self.is(start + 1, &["de"]) && self.is_month(start + 2) {
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
            let door = self.is_listed(self.at, &DOORS)
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
                self.push(self.at..self.at + 1, AddressReading::Door);
            } else if !door {
                break;
            }
            self.at += 1;
        }
        while self.is_listed(self.at, &COMPASS)
            && !self.is_listed(self.at + 1, &TYPES_AFTER)
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
            self.push(start..start + 1, AddressReading::Number);
            self.at = start + 1;
            return;
        }
        // The last word of the road's kind that the number of a flat does not stand before.
        let stop = (start + 1..end).find(|at| self.token(*at).is_some_and(|token| token.digits)).unwrap_or(end);
        let kind = (start + 1..stop).rev().find(|at| self.is_listed(*at, &TYPES_AFTER));
        let doors = (start + 1..stop)
            .find(|at| self.is_listed(*at, &DOORS) && self.token(*at).is_none_or(|token| token.folded.len() != 1));
        self.at = kind.or(doors).unwrap_or(stop);
        self.name(start..self.at);
        self.at += usize::from(kind.is_some());
    }

    /// Reads the text behind the name: numbers, doors, places and other streets.
    fn rest(&mut self) {
        while let Some(token) = self.token(self.at) {
            if token.digits {
                let place = token.folded.len() == 5 && token.folded.bytes().all(|b| b.is_ascii_digit());
                if place && self.numbered {
                    self.push(self.at..self.at + 1, AddressReading::Place)
                } else {
                    self.number(self.at)
                }
                self.at += 1;
            } else if token.folded.len() == 1 && (token.capital || self.follows_digits()) && !self.is_nobody() {
                self.push(self.at..self.at + 1, AddressReading::Door);
                self.at += 1;
            } else if self.is_listed(self.at, &DOORS) || self.is_listed(self.at, &COMPASS) || self.is_type() {
                self.at += 1;
            } else {
                self.other();
            }
        }
    }

    fn is_type(&self) -> bool {
        self.is_listed(self.at, if self.spanish { &TYPES_BEFORE } else { &TYPES_AFTER })
    }

    /// True if this is a letter of "s/n", without a number.
    fn is_nobody(&self) -> bool {
        self.is(self.at, &["s"]) && self.is(self.at + 1, &["n"])
            || self.is(self.at, &["n"]) && self.at > 0 && self.is(self.at - 1, &["s"])
            || self.is(self.at, &["n"]) && self.token(self.at + 1).is_some_and(|next| next.digits)
            || self.is(self.at, &["c", "p"]) && self.is(self.at + 1, &["box", "o", "p"])
    }

    /// True if a small letter is a door: it follows a number and is no word.
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
            && (token.capital || !self.is_listed(self.at, &DOORS) || self.is_listed(self.at, &PARTICLES))
        {
            self.at += 1;
        }
        while self.at > start + 1 && self.is_listed(self.at - 1, &PARTICLES) {
            self.at -= 1;
        }
        if !self.spanish && self.at > start + 1 && self.is_listed(self.at - 1, &TYPES_AFTER) {
            return self.name(start..self.at - 1);
        }
        let text = self.form.get(self.span(start..self.at)).unwrap_or_default();
        if places::is_known(text, self.context) {
            self.push(start..self.at, AddressReading::Place);
        } else {
            self.name(start..self.at);
        }
    }

    fn number(&mut self, at: usize) {
        let thing = if self.numbered { AddressReading::Door } else { AddressReading::Number };
        self.numbered = true;
        self.push(at..at + 1, thing);
    }

    fn name(&mut self, range: Range<usize>) {
        let mut own = range.clone();
        while own.len() > 1 && self.is_listed(own.start, &PARTICLES) {
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
        self.push(range, AddressReading::Name { key, spanish: self.spanish, particle });
    }

    fn span(&self, range: Range<usize>) -> Range<usize> {
        let start = self.token(range.start).map_or(0, |token| token.at.start);
        let end = range.end.checked_sub(1).and_then(|last| self.token(last)).map_or(start, |token| token.at.end);
        start..end
    }

    fn push(&mut self, range: Range<usize>, thing: AddressReading) {
        let at = self.span(range);
        self.pieces.push(AddressPiece { at, thing });
    }
}

/// True if a word is a number in order: "85th".
pub(super) fn is_ordinal(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    ending.len() < word.len() && matches!(ending, "st" | "nd" | "rd" | "th")
}
