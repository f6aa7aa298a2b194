//! The parts of an institution's name: words that say what it is, and names.

use std::ops::Range;

use sfumato_language::Language;
use sfumato_values::words::is_month;

use crate::words::text::{FoldedToken, is_all_capitals, is_capital, part, tokens};
use crate::words::{KnownWords, demonym};
use crate::{SubstituteContext, names, places};

/// The style of a name in a mention; its substitute is in the same style. The first that a mention shows decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InstitutionStyle {
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
pub(crate) enum InstitutionPiece<'a> {
    /// A name: its key and how it stands.
    Name(String, InstitutionStyle),
    /// A town of the scope, and what stands for it.
    Town(String),
    /// Letters that stand for words.
    Acronym(String),
    /// A number, in digits or in Roman ones.
    Number,
    /// A word for where it is from.
    Demonym(KnownWords<'a>),
    /// Something that says what it is and could be another, of a group; how many words of the text from its start.
    Generic(&'a str),
}

/// A part and where it stands, in bytes.
pub(crate) struct InstitutionPart<'a> {
    pub range: Range<usize>,
    pub piece: InstitutionPiece<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InstitutionWordClass<'a> {
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

/// The most words of a town.
const MOST_WORDS: usize = 5;
/// Words that names hold inside.
const INSIDE: &str = "de del la las los el y i e d l s";

/// A mention of an institution.
pub(crate) struct InstitutionMention<'f, 'a> {
    form: &'f str,
    pub tokens: Vec<FoldedToken>,
    classes: Vec<InstitutionWordClass<'a>>,
    language: Language,
}

impl<'f, 'a> InstitutionMention<'f, 'a> {
    /// Reads a mention.
    pub fn new(form: &'f str, language: Language, context: &SubstituteContext<'a>) -> Self {
        let tokens = tokens(form);
        let table = context.lists.table("institutions");
        let is_loud = is_all_capitals(form) && form.trim().contains(char::is_whitespace);
        let has_capitals = form.chars().any(char::is_uppercase);
        let class = |token: &FoldedToken| {
            let word = part(form, token.start..token.end);
            let mut fields = table.find(&token.key).into_iter().flatten();
            let listed = (fields.next(), fields.next().unwrap_or_default());
            match listed {
                // Articles of the other language are part of a name.
                (Some("link"), _) if is_capital(word) && is_foreign(&token.key, language) => InstitutionWordClass::Name,
                (Some("kind"), _) => InstitutionWordClass::Kind,
                (Some("more"), _) => InstitutionWordClass::More,
                (Some("link"), _) => InstitutionWordClass::Link,
                (Some("generic"), group) => InstitutionWordClass::Generic(group),
                (Some("marker"), marker) => InstitutionWordClass::Marker(marker),
                _ if is_number(&token.key) || (is_capital(word) && roman(word).is_some()) => {
                    InstitutionWordClass::Number
                }
                _ if !is_loud && is_acronym(word) => InstitutionWordClass::Acronym,
                _ if !has_capitals || word.chars().any(|c| c.is_uppercase() || c.is_numeric()) => {
                    InstitutionWordClass::Name
                }
                _ if names::is_name_word(word, context) || places::is_known(word, context) => {
                    InstitutionWordClass::Name
                }
                _ => InstitutionWordClass::Small,
            }
        };
        let classes = tokens.iter().map(class).collect();
        let mut mention = Self { form, tokens, classes, language };
        mention.read_dotted(context);
        mention.read_marked();
        mention
    }

    /// Letters with points between them are one word: "H. U.", "C.S.I.C.".
    fn read_dotted(&mut self, context: &SubstituteContext<'_>) {
        let table = context.lists.table("institutions");
        let form = self.form;
        let is_letter =
            |token: &FoldedToken| token.key.chars().count() == 1 && is_capital(part(form, token.start..token.end));
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
                let is_before_name = self.classes.get(end) == Some(&InstitutionWordClass::Name);
                let class = if is_kind {
                    InstitutionWordClass::Kind
                } else if is_before_name {
                    InstitutionWordClass::Name
                } else {
                    InstitutionWordClass::Acronym
                };
                self.classes[at..end].fill(class);
            }
            at = end.max(at + 1);
        }
    }

    /// Reads the words after "Virgen" or "San" as a name, whatever they mean: "Virgen de la Salud".
    fn read_marked(&mut self) {
        for at in 0..self.classes.len() {
            if !matches!(
                self.class(at),
                Some(InstitutionWordClass::Marker("virgin" | "saint" | "saint-m" | "saint-f" | "saint-o"))
            ) {
                continue;
            }
            let mut next = at + 1;
            while self.class(next) == Some(InstitutionWordClass::Link) {
                next += 1;
            }
            if let Some(
                class @ (InstitutionWordClass::Kind
                | InstitutionWordClass::More
                | InstitutionWordClass::Small
                | InstitutionWordClass::Generic(_)),
            ) = self.classes.get_mut(next)
            {
                *class = InstitutionWordClass::Name;
            }
        }
    }

    fn text(&self, range: Range<usize>) -> &str {
        part(self.form, range)
    }

    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.key.as_str())
    }

    /// The text before a word, after the word before it.
    fn gap(&self, at: usize) -> &str {
        let start = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        self.text(start..self.tokens.get(at).map_or(start, |token| token.start))
    }

    fn bytes(&self, words: Range<usize>) -> Range<usize> {
        let start = self.tokens.get(words.start).map_or(0, |token| token.start);
        let end = words.end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        start..end.max(start)
    }

    fn class(&self, at: usize) -> Option<InstitutionWordClass<'a>> {
        self.classes.get(at).copied()
    }

    /// True if a word is of a name: in itself, or as the day of a feast, or as a king's number.
    fn is_name(&self, at: usize) -> bool {
        match self.class(at) {
            Some(InstitutionWordClass::Name) => true,
            Some(InstitutionWordClass::Number) => {
                (self.key(at + 1) == "de" && is_month(self.key(at + 2), Language::Spanish))
                    || (at > 0
                        && self.class(at - 1) == Some(InstitutionWordClass::Name)
                        && roman(self.key(at)).is_some())
            }
            Some(InstitutionWordClass::Small) => {
                is_month(self.key(at), Language::Spanish) && at > 1 && self.is_name(at - 2)
            }
            _ => false,
        }
    }

    /// The end of a name that starts at a word.
    fn name_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        loop {
            let mut next = end;
            while self.class(next) == Some(InstitutionWordClass::Link) && self.is_inside(next) {
                next += 1;
            }
            let is_saint = matches!(self.class(next), Some(InstitutionWordClass::Marker(marker)) if marker != "title");
            let is_more = self.is_name(next) || is_saint;
            let is_near = (end..=next).all(|at| !self.gap(at).contains([',', ';', '(', ')', '/', '\n']));
            if !is_more || !is_near {
                return end;
            }
            end = next + 1;
        }
    }

    /// True if a small word may stand inside a name, or ends it.
    fn is_inside(&self, at: usize) -> bool {
        match self.language {
            Language::Spanish => is_one_of(self.key(at), INSIDE),
            Language::English => is_one_of(self.key(at), "s de la du del"),
        }
    }

    fn style(&self, start: usize, is_bare: bool) -> InstitutionStyle {
        let before = start.checked_sub(1);
        if let Some(InstitutionWordClass::Marker(marker)) = before.and_then(|at| self.class(at)) {
            match marker {
                "saint-m" if self.language == Language::Spanish => return InstitutionStyle::Saint("saint-m"),
                "saint-f" => return InstitutionStyle::Saint("saint-f"),
                "saint-o" => return InstitutionStyle::Saint("saint-o"),
                "saint" | "saint-m" => return InstitutionStyle::Saint("saint"),
                _ => {}
            }
        }
        let article = before.map_or("", |at| self.key(at));
        match article {
            _ if self.language == Language::English => {}
            "el" | "del" | "al" => return InstitutionStyle::Noun("noun-ms"),
            "la" => return InstitutionStyle::Noun("noun-fs"),
            "los" => return InstitutionStyle::Noun("noun-mp"),
            "las" => return InstitutionStyle::Noun("noun-fp"),
            _ => {}
        }
        if is_bare { InstitutionStyle::Brand } else { InstitutionStyle::Plain }
    }

    /// The parts of the mention that do not stay, in order. `is_body` says that it is no hospital.
    pub fn parts(
        &self,
        is_body: bool,
        context: &SubstituteContext<'a>,
        chosen: &crate::SubstituteTable,
    ) -> Vec<InstitutionPart<'a>> {
        let is_bare = is_body
            && !self.classes.iter().any(|class| {
                matches!(
                    class,
                    InstitutionWordClass::Kind
                        | InstitutionWordClass::Small
                        | InstitutionWordClass::Generic(_)
                        | InstitutionWordClass::Acronym
                )
            });
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < self.tokens.len() {
            if self.is_name(at) {
                let is_place = at > 0 && self.class(at - 1) == Some(InstitutionWordClass::Link);
                let known = demonym(&self.tokens, at, context, self.language).filter(|_| !is_place);
                let end = known.map_or_else(|| self.name_end(at), |known| at + known.words);
                match known {
                    Some(known) => parts
                        .push(InstitutionPart { range: self.bytes(at..end), piece: InstitutionPiece::Demonym(known) }),
                    None => self.push_name(at, end, is_bare, context, chosen, &mut parts),
                }
                at = end;
                continue;
            }
            let piece = match self.class(at) {
                Some(InstitutionWordClass::Acronym) => Some(InstitutionPiece::Acronym(self.key(at).to_owned())),
                Some(InstitutionWordClass::Number) => Some(InstitutionPiece::Number),
                Some(InstitutionWordClass::Generic(group)) => Some(InstitutionPiece::Generic(group)),
                Some(InstitutionWordClass::Small) => {
                    demonym(&self.tokens, at, context, self.language).map(InstitutionPiece::Demonym)
                }
                _ => None,
            };
            let end = at + if let Some(InstitutionPiece::Demonym(known)) = &piece { known.words } else { 1 };
            if let Some(piece) = piece {
                parts.push(InstitutionPart { range: self.bytes(at..end), piece });
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
        context: &SubstituteContext<'a>,
        chosen: &crate::SubstituteTable,
        parts: &mut Vec<InstitutionPart<'a>>,
    ) {
        let town_at = |from: usize| {
            let range = self.bytes(from..end);
            // To ask is dear: after "de" or "of" it is most likely a town, after "San" it is none.
            let most = match from.checked_sub(1).and_then(|before| self.class(before)) {
                Some(InstitutionWordClass::Link) => MOST_WORDS,
                Some(InstitutionWordClass::Marker(_)) => 0,
                _ => 2,
            };
            if end - from > most {
                return None;
            }
            let town = places::town_in(self.text(range.clone()), context, chosen)?;
            let folded = crate::fold(&town);
            // There may be a real one of that name.
            if context.lists.table("institutions").find(&folded).is_some_and(|mut fields| fields.next() == Some("real"))
            {
                return None;
            }
            let is_all = self.tokens[from..end]
                .iter()
                .all(|token| token.key.len() < 4 || !folded.split(' ').any(|word| word == token.key));
            is_all.then_some(InstitutionPart { range, piece: InstitutionPiece::Town(town) })
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

    fn name(&self, start: usize, end: usize, is_bare: bool) -> InstitutionPart<'a> {
        // What follows "Virgen" is replaced with its article.
        let mut from = start;
        while from > 0 && self.class(from - 1) == Some(InstitutionWordClass::Link) {
            from -= 1;
        }
        let is_virgin =
            from.checked_sub(1).and_then(|at| self.class(at)) == Some(InstitutionWordClass::Marker("virgin"));
        let (range, style) = if is_virgin {
            (self.bytes(from..end), InstitutionStyle::Virgin)
        } else {
            (self.bytes(start..end), self.style(start, is_bare))
        };
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.key.as_str()).collect();
        InstitutionPart { range, piece: InstitutionPiece::Name(words.join(" "), style) }
    }

    /// The words up to the first that does not stay, at least two of them: "Hospital General" of "Hospital General de X".
    pub fn first_words(&self, parts: &[InstitutionPart<'_>]) -> Range<usize> {
        let first = parts.iter().find(|part| !matches!(part.piece, InstitutionPiece::Generic(_)));
        let limit = first.map_or(self.form.len(), |part| part.range.start);
        let mut count = self.tokens.iter().take_while(|token| token.start < limit).count();
        while count > 0
            && matches!(self.class(count - 1), Some(InstitutionWordClass::Link | InstitutionWordClass::Marker(_)))
        {
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
                Some(InstitutionWordClass::More) => end = self.bytes(at..at + 1).end,
                Some(InstitutionWordClass::Link) if !self.gap(at).contains(',') => {}
                _ => break,
            }
        }
        range.start..end
    }
}

/// True if a word is letters that stand for words.
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

/// True if a word is a number in digits, or its ordinal.
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
