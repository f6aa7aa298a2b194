//! The parts of an institution's name: words that say what it is, and names.

use std::ops::Range;

use sfumato_language::Language;

use crate::words::text::{Token, is_all_capitals, is_capital, part, tokens};
use crate::words::{Known, demonym};
use crate::{Context, names, places};

/// How a name stands where it stands; what stands for it is of the same make. The first that a mention shows decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Style {
    /// After "Virgen".
    Virgin,
    /// After "San", "Santa", "Santo" or "St".
    Saint(&'static str),
    /// After an article: "La Paz".
    Noun(&'static str),
    /// A town, or what could be one: "Hospital de Olmeda", "Hospital Ramiro Quesada".
    Plain,
    /// A company or another body that nothing but its name names.
    Brand,
}

/// A part of a name that is not what it was afterwards.
pub(crate) enum Piece<'a> {
    /// A name: its key and how it stands.
    Name(String, Style),
    /// A town of the scope, and what stands for it.
    Town(String),
    /// Letters that stand for words.
    Acronym(String),
    /// A number, in digits or in Roman ones.
    Number,
    /// A word for where it is from.
    Demonym(Known<'a>),
    /// Something that says what it is and could be another, of a group; how many words of the text from its start.
    Generic(&'a str),
}

/// A part and where it stands, in bytes.
pub(crate) struct Part<'a> {
    pub range: Range<usize>,
    pub piece: Piece<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class<'a> {
    Kind,
    More,
    Generic(&'a str),
    Link,
    Marker(&'a str),
    Number,
    Acronym,
    Name,
    /// A word without a capital in a name with capitals: it names nothing, unless it says where something is from.
    Small,
}

const MONTHS: &str = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre";
/// The most words of a town.
const MOST_WORDS: usize = 5;
/// Words that names hold inside.
const INSIDE: &str = "de del la las los el y i e d l s";

/// A mention of an institution.
pub(crate) struct Mention<'f, 'a> {
    form: &'f str,
    pub tokens: Vec<Token>,
    classes: Vec<Class<'a>>,
    language: Language,
}

impl<'f, 'a> Mention<'f, 'a> {
    /// Reads a mention.
    pub fn new(form: &'f str, language: Language, context: &Context<'a>) -> Self {
        let tokens = tokens(form);
        let table = context.lists.table("institutions");
        let is_loud = is_all_capitals(form) && form.trim().contains(char::is_whitespace);
        let has_capitals = form.chars().any(char::is_uppercase);
        let class = |token: &Token| {
            let word = part(form, token.start..token.end);
            let mut fields = table.find(&token.key).into_iter().flatten();
            let listed = (fields.next(), fields.next().unwrap_or_default());
            match listed {
                // Articles of the other language are part of a name.
                (Some("link"), _) if is_capital(word) && is_foreign(&token.key, language) => Class::Name,
                (Some("kind"), _) => Class::Kind,
                (Some("more"), _) => Class::More,
                (Some("link"), _) => Class::Link,
                (Some("generic"), group) => Class::Generic(group),
                (Some("marker"), marker) => Class::Marker(marker),
                _ if is_number(&token.key) || (is_capital(word) && roman(word).is_some()) => Class::Number,
                _ if !is_loud && is_acronym(word) => Class::Acronym,
                _ if !has_capitals || word.chars().any(|c| c.is_uppercase() || c.is_numeric()) => Class::Name,
                _ if names::is_name_word(word, context) || places::is_known(word, context) => Class::Name,
                _ => Class::Small,
            }
        };
        let classes = tokens.iter().map(class).collect();
        let mut mention = Self { form, tokens, classes, language };
        mention.read_dotted(context);
        mention.read_marked();
        mention
    }

    /// Letters with points between them are one word: "H. U.", "C.S.I.C.".
    fn read_dotted(&mut self, context: &Context<'_>) {
        let table = context.lists.table("institutions");
        let form = self.form;
        let is_letter =
            |token: &Token| token.key.chars().count() == 1 && is_capital(part(form, token.start..token.end));
        let mut at = 0;
        while at < self.tokens.len() {
            let mut end = at;
            while let Some(token) = self.tokens.get(end)
                && is_letter(token)
                && (end == at || matches!(self.gap(end), "." | ". "))
            {
                end += 1;
            }
            if end > at + 1 {
                let letters: String = self.tokens[at..end].iter().map(|token| token.key.as_str()).collect();
                let is_kind = table.find(&letters).is_some_and(|mut fields| fields.next() == Some("kind"));
                let is_before_name = self.classes.get(end) == Some(&Class::Name);
                let class = if is_kind {
                    Class::Kind
                } else if is_before_name {
                    Class::Name
                } else {
                    Class::Acronym
                };
                self.classes[at..end].fill(class);
            }
            at = end.max(at + 1);
        }
    }

    /// What follows "Virgen" or "San" is a name, whatever it means: "Virgen de la Salud".
    fn read_marked(&mut self) {
        for at in 0..self.classes.len() {
            if !matches!(self.class(at), Some(Class::Marker("virgin" | "saint" | "saint-m" | "saint-f" | "saint-o"))) {
                continue;
            }
            let mut next = at + 1;
            while self.class(next) == Some(Class::Link) {
                next += 1;
            }
            if let Some(class @ (Class::Kind | Class::More | Class::Small | Class::Generic(_))) =
                self.classes.get_mut(next)
            {
                *class = Class::Name;
            }
        }
    }

    fn text(&self, range: Range<usize>) -> &str {
        part(self.form, range)
    }

    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.key.as_str())
    }

    /// What stands before a word, after the word before it.
    fn gap(&self, at: usize) -> &str {
        let start = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        self.text(start..self.tokens.get(at).map_or(start, |token| token.start))
    }

    fn bytes(&self, words: Range<usize>) -> Range<usize> {
        let start = self.tokens.get(words.start).map_or(0, |token| token.start);
        let end = words.end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        start..end.max(start)
    }

    fn class(&self, at: usize) -> Option<Class<'a>> {
        self.classes.get(at).copied()
    }

    /// Whether a word is of a name: in itself, or as the day of a feast, or as a king's number.
    fn is_name(&self, at: usize) -> bool {
        match self.class(at) {
            Some(Class::Name) => true,
            Some(Class::Number) => {
                (self.key(at + 1) == "de" && is_one_of(self.key(at + 2), MONTHS))
                    || (at > 0 && self.class(at - 1) == Some(Class::Name) && roman(self.key(at)).is_some())
            }
            Some(Class::Small) => is_one_of(self.key(at), MONTHS) && at > 1 && self.is_name(at - 2),
            _ => false,
        }
    }

    /// The end of a name that starts at a word.
    fn name_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        loop {
            let mut next = end;
            while self.class(next) == Some(Class::Link) && self.is_inside(next) {
                next += 1;
            }
            let is_saint = matches!(self.class(next), Some(Class::Marker(marker)) if marker != "title");
            let is_more = self.is_name(next) || is_saint;
            let is_near = (end..=next).all(|at| !self.gap(at).contains([',', ';', '(', ')', '/', '\n']));
            if !is_more || !is_near {
                return end;
            }
            end = next + 1;
        }
    }

    /// Whether a small word may stand inside a name, or ends it.
    fn is_inside(&self, at: usize) -> bool {
        match self.language {
            Language::Spanish => is_one_of(self.key(at), INSIDE),
            Language::English => is_one_of(self.key(at), "s de la du del"),
        }
    }

    fn style(&self, start: usize, is_bare: bool) -> Style {
        let before = start.checked_sub(1);
        if let Some(Class::Marker(marker)) = before.and_then(|at| self.class(at)) {
            match marker {
                "saint-m" if self.language == Language::Spanish => return Style::Saint("saint-m"),
                "saint-f" => return Style::Saint("saint-f"),
                "saint-o" => return Style::Saint("saint-o"),
                "saint" | "saint-m" => return Style::Saint("saint"),
                _ => {}
            }
        }
        let article = before.map_or("", |at| self.key(at));
        match article {
            _ if self.language == Language::English => {}
            "el" | "del" | "al" => return Style::Noun("noun-ms"),
            "la" => return Style::Noun("noun-fs"),
            "los" => return Style::Noun("noun-mp"),
            "las" => return Style::Noun("noun-fp"),
            _ => {}
        }
        if is_bare { Style::Brand } else { Style::Plain }
    }

    /// The parts of the mention that do not stay, in order. `is_body` says that it is no hospital.
    pub fn parts(&self, is_body: bool, context: &Context<'a>, ledger: &crate::Ledger) -> Vec<Part<'a>> {
        let is_bare = is_body
            && !self
                .classes
                .iter()
                .any(|class| matches!(class, Class::Kind | Class::Small | Class::Generic(_) | Class::Acronym));
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < self.tokens.len() {
            if self.is_name(at) {
                let is_place = at > 0 && self.class(at - 1) == Some(Class::Link);
                let known = demonym(&self.tokens, at, context, self.language).filter(|_| !is_place);
                let end = known.map_or_else(|| self.name_end(at), |known| at + known.words);
                match known {
                    Some(known) => parts.push(Part { range: self.bytes(at..end), piece: Piece::Demonym(known) }),
                    None => self.push_name(at, end, is_bare, context, ledger, &mut parts),
                }
                at = end;
                continue;
            }
            let piece = match self.class(at) {
                Some(Class::Acronym) => Some(Piece::Acronym(self.key(at).to_owned())),
                Some(Class::Number) => Some(Piece::Number),
                Some(Class::Generic(group)) => Some(Piece::Generic(group)),
                Some(Class::Small) => demonym(&self.tokens, at, context, self.language).map(Piece::Demonym),
                _ => None,
            };
            let end = at + if let Some(Piece::Demonym(known)) = &piece { known.words } else { 1 };
            if let Some(piece) = piece {
                parts.push(Part { range: self.bytes(at..end), piece });
            }
            at = end;
        }
        parts
    }

    /// A name, with the town at its end apart if it is one of the scope: "Santa Elena de Sagunto".
    fn push_name(
        &self,
        start: usize,
        end: usize,
        is_bare: bool,
        context: &Context<'a>,
        ledger: &crate::Ledger,
        parts: &mut Vec<Part<'a>>,
    ) {
        let town_at = |from: usize| {
            let range = self.bytes(from..end);
            // To ask is dear: after "de" or "of" it is most likely a town, after "San" it is none.
            let most = match from.checked_sub(1).and_then(|before| self.class(before)) {
                Some(Class::Link) => MOST_WORDS,
                Some(Class::Marker(_)) => 0,
                _ => 2,
            };
            if end - from > most {
                return None;
            }
            let town = places::town_in(self.text(range.clone()), context, ledger)?;
            let folded = crate::fold(&town);
            // There may be a real one of that name.
            if context.lists.table("institutions").find(&folded).is_some_and(|mut fields| fields.next() == Some("real"))
            {
                return None;
            }
            let is_all = self.tokens[from..end]
                .iter()
                .all(|token| token.key.len() < 4 || !folded.split(' ').any(|word| word == token.key));
            is_all.then_some(Part { range, piece: Piece::Town(town) })
        };
        if let Some(town) = town_at(start) {
            parts.push(town);
            return;
        }
        let after_link = (start + 1..end).find(|at| matches!(self.key(*at - 1), "de" | "en"));
        if let Some((from, town)) = after_link.and_then(|from| Some((from, town_at(from)?))) {
            parts.push(self.name(start, from - 1, is_bare));
            parts.push(town);
            return;
        }
        parts.push(self.name(start, end, is_bare));
    }

    fn name(&self, start: usize, end: usize, is_bare: bool) -> Part<'a> {
        // What follows "Virgen" is replaced with its article.
        let mut from = start;
        while from > 0 && self.class(from - 1) == Some(Class::Link) {
            from -= 1;
        }
        let is_virgin = from.checked_sub(1).and_then(|at| self.class(at)) == Some(Class::Marker("virgin"));
        let (range, style) = if is_virgin {
            (self.bytes(from..end), Style::Virgin)
        } else {
            (self.bytes(start..end), self.style(start, is_bare))
        };
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.key.as_str()).collect();
        Part { range, piece: Piece::Name(words.join(" "), style) }
    }

    /// The words up to the first that does not stay, at least two of them: "Hospital General" of "Hospital General de X".
    pub fn first_words(&self, parts: &[Part<'_>]) -> Range<usize> {
        let first = parts.iter().find(|part| !matches!(part.piece, Piece::Generic(_)));
        let limit = first.map_or(self.form.len(), |part| part.range.start);
        let mut count = self.tokens.iter().take_while(|token| token.start < limit).count();
        while count > 0 && matches!(self.class(count - 1), Some(Class::Link | Class::Marker(_))) {
            count -= 1;
        }
        if count < 2 { 0..0 } else { self.bytes(0..count) }
    }

    /// A part that can be changed, with the words that say more about it.
    pub fn with_more(&self, range: Range<usize>) -> Range<usize> {
        let mut end = range.end;
        let after = self.tokens.iter().position(|token| token.start >= range.end).unwrap_or(self.tokens.len());
        for at in after..self.tokens.len() {
            match self.class(at) {
                Some(Class::More) => end = self.bytes(at..at + 1).end,
                Some(Class::Link) if !self.gap(at).contains(',') => {}
                _ => break,
            }
        }
        range.start..end
    }
}

/// Whether a word is letters that stand for words.
fn is_acronym(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    (2..=7).contains(&word.chars().count())
        && letters >= 2
        && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// The value of a Roman number up to 39.
pub(crate) fn roman(word: &str) -> Option<usize> {
    let is_roman = word.len() <= 7 && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X' | b'i' | b'v' | b'x'));
    (1..40).filter(|_| is_roman).find(|number| roman_of(*number).eq_ignore_ascii_case(word))
}

/// A number up to 39 in Roman digits.
pub(crate) fn roman_of(number: usize) -> String {
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    "X".repeat(number / 10) + ONES[number % 10]
}

/// Whether a word is a number in digits, or its ordinal.
fn is_number(key: &str) -> bool {
    let rest = key.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < key.len() && matches!(rest, "" | "st" | "nd" | "rd" | "th" | "o" | "a" | "º" | "ª")
}

fn is_foreign(key: &str, language: Language) -> bool {
    match language {
        Language::English => is_one_of(key, "de del la las los el i e lo les"),
        Language::Spanish => is_one_of(key, "a"),
    }
}

fn is_one_of(word: &str, list: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|one| one == word)
}
