//! The parts of a mention of a place: towns, parts of countries, countries and postcodes, and words between them.

use std::ops::Range;

use sfumato_language::Language;
use sfumato_words::{WordTable, words};

use super::atlas::PlaceAtlas;
use crate::words::text::{WordInMention, is_in_word, words_in_mention};
use crate::{PseudonymSubject, fold};

/// Something in a mention that is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlaceReading<'a> {
    /// A country by its code.
    Land(&'a str),
    /// A country that no list has, folded.
    Unknown(String),
    /// A part of a country by its code.
    Unit(&'a str),
    /// A town, or a place that no list has, by the folded name it goes by.
    Town(String),
    /// A postcode or another number, folded and without blanks.
    Code(String),
}

/// A thing and where it stands in the mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacePiece<'a> {
    pub at: Range<usize>,
    pub thing: PlaceReading<'a>,
}

/// More words than this in a row are no name of a place.
const LONGEST: usize = 12;

/// Words that say what a place is and stay: what follows them is its name.
static BEFORE: WordTable = words!("shared/places", "before names");
/// Words that say what a place is and stay behind its name.
static AFTER: WordTable = words!("shared/places", "after names");
/// Words that say that a part of a country follows or came before.
static UNITS: WordTable = words!("shared/places", "parts of countries");
static SMALL: WordTable = words!("shared/places", "small words");
static AND: WordTable = words!("shared/places", "and");
/// Words that stand before a postcode.
static LABELS: WordTable = words!("shared/places", "before postcodes");

struct PlaceToken {
    at: Range<usize>,
    folded: String,
    /// A mark before it parts it from the words before.
    parted: bool,
    /// A hyphen stands before it.
    hyphen: bool,
    /// An apostrophe stands right before it.
    apostrophe: bool,
}

impl PlaceToken {
    fn has_digit(&self) -> bool {
        self.folded.bytes().any(|b| b.is_ascii_digit())
    }
}

/// The things of a mention, in their order. What stands between them says nothing.
pub(super) fn parse<'a>(form: &str, subject: &PseudonymSubject<'_>, atlas: PlaceAtlas<'a>) -> Vec<PlacePiece<'a>> {
    let tokens = tokens(form);
    let mut parser = PlaceParser {
        form,
        tokens: &tokens,
        atlas,
        category: subject.category.path(),
        language: subject.language,
        pieces: Vec::new(),
    };
    let mut start = 0;
    for at in 1..=tokens.len() {
        if tokens.get(at).is_none_or(|token| token.parted) {
            parser.run(start..at);
            start = at;
        }
    }
    parser.pieces
}

fn tokens(form: &str) -> Vec<PlaceToken> {
    let words = words_in_mention(form, char::is_alphanumeric, is_in_word);
    let token = |word: WordInMention<'_>| PlaceToken {
        at: word.at,
        folded: fold(word.text),
        parted: word.gap.contains([',', ';', '(', ')', '/', '\n', '|', ':', '[', ']']),
        hyphen: word.gap.contains(['-', '–', '—']),
        apostrophe: matches!(word.gap, "'" | "’" | "´"),
    };
    words.map(token).collect()
}

struct PlaceParser<'p, 'a> {
    form: &'p str,
    tokens: &'p [PlaceToken],
    atlas: PlaceAtlas<'a>,
    category: &'p str,
    language: Language,
    pieces: Vec<PlacePiece<'a>>,
}

impl<'a> PlaceParser<'_, 'a> {
    fn words(&self, range: Range<usize>) -> &[PlaceToken] {
        self.tokens.get(range).unwrap_or_default()
    }

    /// Reads what no mark parts: names and numbers.
    fn run(&mut self, range: Range<usize>) {
        let mut start = range.start;
        let mut at = range.start;
        while at < range.end {
            let length = self.code_length(at, range.end);
            if length == 0 {
                at += 1;
                continue;
            }
            self.names(self.unlabelled(start..at));
            let code = self.words(at..at + length).iter().map(|token| token.folded.as_str()).collect();
            self.push(at..at + length, PlaceReading::Code(code));
            at += length;
            start = at;
        }
        self.names(start..range.end);
    }

    /// The number of words from here that are one postcode or number.
    fn code_length(&self, at: usize, end: usize) -> usize {
        let Some(token) = self.tokens.get(at).filter(|token| token.has_digit()) else { return 0 };
        let next = self.tokens.get(at + 1).filter(|next| at + 1 < end && next.has_digit());
        let Some(next) = next else { return 1 };
        let letters = |token: &PlaceToken| token.folded.bytes().any(|b| b.is_ascii_alphabetic());
        // "LS1 4AP", "K7L 3N6", "02115-1234"
        let two = letters(token) && letters(next) && next.folded.len() == 3
            || token.folded.len() == 5 && next.hyphen && next.folded.len() == 4;
        if two { 2 } else { 1 }
    }

    /// A range without the words at its end that announce a number.
    fn unlabelled(&self, mut range: Range<usize>) -> Range<usize> {
        while let Some(last) = self.words(range.clone()).last()
            && LABELS.has(&last.folded)
        {
            range.end -= 1;
        }
        range
    }

    /// Reads words without numbers.
    fn names(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        if range.len() > LONGEST {
            let middle = range.start + LONGEST;
            self.names(range.start..middle);
            return self.names(middle..range.end);
        }
        if let Some(found) = self.split(range.clone(), false) {
            return self.pieces.extend(found);
        }
        if let Some(at) = self.joint(range.clone()) {
            let skip = usize::from(self.tokens.get(at).is_some_and(|token| AND.has(&token.folded)));
            self.names(range.start..at);
            return self.names(at + skip..range.end);
        }
        let (inner, unit) = self.inner(range.clone());
        if inner != range && !inner.is_empty() {
            match self.split(inner.clone(), unit) {
                Some(found) => self.pieces.extend(found),
                None => self.unknown(inner),
            }
        } else {
            self.unknown(range);
        }
    }

    fn unknown(&mut self, range: Range<usize>) {
        let name = self.joined(range.clone());
        if SMALL.has(&name) && self.tokens.len() > 1 {
            return;
        }
        let thing =
            if self.category == "place/country" { PlaceReading::Unknown(name) } else { PlaceReading::Town(name) };
        self.push(range, thing);
    }

    /// Known names one behind the other that are all of a range.
    fn split(&self, range: Range<usize>, unit: bool) -> Option<Vec<PlacePiece<'a>>> {
        let mut found = Vec::new();
        let mut start = range.start;
        while start < range.end {
            let end = (start + 1..=range.end).rev().find_map(|end| Some((end, self.known(start..end, unit)?)));
            let (end, thing) = end?;
            found.push(self.piece(start..end, thing));
            start = end;
        }
        Some(found)
    }

    /// The place where two names are joined by a hyphen or a word, if at least one of them is known.
    fn joint(&self, range: Range<usize>) -> Option<usize> {
        (range.start + 1..range.end).find(|at| {
            let Some(token) = self.tokens.get(*at) else { return false };
            let and = AND.has(&token.folded) && at + 1 < range.end;
            let after = if and { at + 1 } else { *at };
            (and || token.hyphen)
                && (self.known(range.start..*at, false).is_some() || self.known(after..range.end, false).is_some())
        })
    }

    /// A range without the words at its ends that say what the place is, and whether they say a part of a country.
    fn inner(&self, range: Range<usize>) -> (Range<usize>, bool) {
        let (mut inner, mut unit) = (range.clone(), false);
        let is = |at: usize, list: &WordTable| self.tokens.get(at).is_some_and(|token| list.has(&token.folded));
        while inner.start < inner.end
            && (is(inner.start, &BEFORE) || inner.start > range.start && is(inner.start, &SMALL))
        {
            unit |= is(inner.start, &UNITS);
            inner.start += 1;
        }
        while inner.start < inner.end && is(inner.end - 1, &AFTER) {
            unit |= is(inner.end - 1, &UNITS);
            inner.end -= 1;
        }
        (inner, unit)
    }

    fn joined(&self, range: Range<usize>) -> String {
        let mut name = String::new();
        for token in self.words(self.own(range)) {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&token.folded);
        }
        name
    }

    /// A range without the `'s` at its end.
    fn own(&self, range: Range<usize>) -> Range<usize> {
        let possessive = self.words(range.clone()).last().is_some_and(|last| last.apostrophe && last.folded == "s");
        if possessive && range.len() > 1 { range.start..range.end - 1 } else { range }
    }

    /// The place that a range names as a whole, by the lists; where a word says so rather a part of a country than a
    /// town.
    fn known(&self, range: Range<usize>, unit: bool) -> Option<PlaceReading<'a>> {
        let name = self.joined(range.clone());
        if let Some(short) = self.short(&range, &name) {
            return Some(short);
        }
        if SMALL.has(&name) || AND.has(&name) {
            return None;
        }
        let atlas = self.atlas;
        let land = || atlas.land_named(&name).map(|(code, _)| PlaceReading::Land(code));
        let unit_named = atlas.unit_named(&name);
        let part =
            |alone: bool| unit_named.filter(|(_, only)| *only || !alone).map(|(code, _)| PlaceReading::Unit(code));
        let town = || atlas.main_name(&name).or_else(|| atlas.main_name(&spelt_out(&name)?)).map(PlaceReading::Town);
        match self.category {
            "place/country" => land().or_else(|| part(false)).or_else(town),
            "place/region" | "place/county" => part(false).or_else(town).or_else(land),
            "place/city" => town().or_else(|| part(false)).or_else(land),
            _ if unit => part(false).or_else(town).or_else(land),
            // Georgia is a state where people speak English, and a country elsewhere.
            _ if self.language == Language::English => part(true).or_else(land).or_else(town).or_else(|| part(false)),
            _ => land().or_else(|| part(true)).or_else(town).or_else(|| part(false)),
        }
    }

    /// A state by its letters: capitals behind something, or all of the mention.
    fn short(&self, range: &Range<usize>, name: &str) -> Option<PlaceReading<'a>> {
        let token = self.words(range.clone()).first().filter(|_| range.len() == 1 && (2..=5).contains(&name.len()))?;
        let written = self.form.get(token.at.clone())?;
        let capitals = written.bytes().all(|b| b.is_ascii_uppercase()) || name.len() > 3;
        let alone = self.tokens.len() == 1 && self.language == Language::English;
        (alone || capitals && range.start > 0).then(|| self.atlas.unit_short(name)).flatten().map(PlaceReading::Unit)
    }

    fn push(&mut self, range: Range<usize>, thing: PlaceReading<'a>) {
        let piece = self.piece(range, thing);
        self.pieces.push(piece);
    }

    fn piece(&self, range: Range<usize>, thing: PlaceReading<'a>) -> PlacePiece<'a> {
        let words = self.words(self.own(range));
        let start = words.first().map_or(0, |token| token.at.start);
        let end = words.last().map_or(0, |token| token.at.end);
        PlacePiece { at: start..end, thing }
    }
}

/// A folded name with its first word spelt out: `cd juarez` is `ciudad juarez`.
fn spelt_out(name: &str) -> Option<String> {
    let (first, rest) = name.split_once(' ')?;
    let full = match first {
        "cd" => "ciudad",
        "sta" => "santa",
        "sto" => "santo",
        "s" => "san",
        "st" => "saint",
        "saint" => "st",
        "ft" => "fort",
        "mt" => "mount",
        "pto" => "puerto",
        "vva" => "villanueva",
        _ => return None,
    };
    Some([full, " ", rest].concat())
}

/// The starts and ends of the words of a text.
pub(super) fn words(text: &str) -> Vec<(usize, usize)> {
    tokens(text).into_iter().map(|token| (token.at.start, token.at.end)).collect()
}
