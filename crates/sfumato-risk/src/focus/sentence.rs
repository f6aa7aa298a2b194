//! What a sentence says of whom it is about: the names before its verb, and its pronouns.

use std::ops::Range;

use sfumato_detect::{Entities, KnownCategory};
use sfumato_document::Span;
use sfumato_language::{Analysis, ChunkKind, Term, TermKind, TokenKind, Upos};

use super::people::{Gender, Names};

/// How far back from a name it is looked whose it is: "her late second husband".
const OWNER: usize = 4;
/// How far from a verb on it is looked for what it says: "was later also born".
const PREDICATE: usize = 4;
/// So many words and marks a name has at most.
const LONGEST: usize = 12;
/// What stands before a name that somebody is called by.
const CALLED: [&str; 9] = ["as", "name", "names", "nickname", "alias", "como", "nombre", "nombres", "apodo"];

/// Somebody or something named before the verb.
#[derive(Debug)]
pub struct Subject {
    pub names: Names,
    /// Whether the sentence says who this is, as it is said once: born when, or the name alone as a heading.
    pub is_introduced: bool,
    /// Whether it is somebody of somebody else's: "her husband".
    pub is_owned: bool,
    is_person: bool,
}

/// What a sentence says of whom it is about.
#[derive(Debug, Default)]
pub struct Sentence {
    /// Where it starts.
    pub start: usize,
    /// Who is named before its verb and not by the way.
    pub subjects: Vec<Subject>,
    /// Who is named after its verb and not by the way: "Finch married Ada Moss".
    pub objects: Vec<Names>,
    /// Names that whom it is about is said to have: "Ada Finch, known as Ada Moss", "by the name Ada Moss".
    pub called: Vec<Names>,
    /// Whether it has a verb, or is nothing but a name.
    pub is_clause: bool,
    /// What the pronoun before its verb says.
    pub pronoun: Option<Gender>,
    has_pronoun: bool,
}

impl Sentence {
    /// The subject, if it is a person who may turn out to be a topic without having been introduced.
    ///
    /// A pronoun in the same sentence is about whom the sentences before were about: "Quill cast her in two plays".
    pub fn stranger(&self) -> Option<&Subject> {
        let is_stranger = |subject: &&Subject| subject.is_person && !subject.is_owned;
        self.subjects.first().filter(|_| self.is_clause && !self.has_pronoun).filter(is_stranger)
    }
}

/// The sentences of a document, read.
pub fn read(analysis: &Analysis<'_>, entities: &Entities) -> Vec<Sentence> {
    let mut terms = analysis.terms();
    let mut sentences = Vec::with_capacity(analysis.sentences().len());
    for (tokens, _) in analysis.tagged_sentences() {
        let (own, rest) = terms.split_at(terms.partition_point(|term| term.tokens.start < tokens.end));
        terms = rest;
        sentences.push(Reading::new(analysis, entities, tokens).read(own));
    }
    sentences
}

/// A sentence that is being read.
struct Reading<'a, 'd> {
    analysis: &'a Analysis<'d>,
    entities: &'a Entities,
    tokens: Range<u32>,
    sentence: Sentence,
    /// Whether the verb has not come yet.
    is_before: bool,
    /// In how many brackets it is.
    depth: u32,
    /// What the last bracket says.
    life: Life,
    /// Where the last name ends, if that stands behind a preposition.
    aside: Option<u32>,
}

/// What a bracket says of a life.
#[derive(Default)]
struct Life {
    /// Where it opens.
    start: u32,
    has_birth: bool,
    has_day: bool,
    has_year: bool,
}

impl Life {
    fn is_told(&self) -> bool {
        self.has_birth || (self.has_day && self.has_year)
    }
}

impl<'a, 'd> Reading<'a, 'd> {
    fn new(analysis: &'a Analysis<'d>, entities: &'a Entities, tokens: Range<u32>) -> Self {
        Self {
            analysis,
            entities,
            tokens,
            sentence: Sentence::default(),
            is_before: true,
            depth: 0,
            life: Life::default(),
            aside: None,
        }
    }

    fn read(mut self, terms: &[Term]) -> Sentence {
        self.sentence.start = self.span(self.tokens.start).map_or(0, Span::start);
        let mut names = terms.iter().filter(|term| self.is_name(term)).collect::<Vec<_>>().into_iter().peekable();
        let mut lower = String::new();
        for token in self.tokens.clone() {
            if let Some(term) = names.next_if(|term| term.tokens.start <= token) {
                self.name(term);
            }
            lower.clear();
            lower.extend(self.text(token).chars().flat_map(char::to_lowercase));
            match lower.as_str() {
                "(" | "[" => self.open(token),
                ")" | "]" => self.close(),
                word if self.depth > 0 => self.read_life(token, word),
                word => self.word(token, word),
            }
        }
        if self.depth > 0 {
            self.close();
        }
        self.sentence.is_clause = !self.is_before;
        if let [term] = terms {
            self.heading(term);
        }
        self.sentence
    }

    fn name(&mut self, term: &Term) {
        let names = Names::of(self.analysis.document().slice(term.span));
        let before = self.before(term.tokens.start);
        let is_aside = self.is_aside(term, before);
        if is_aside {
            self.aside = Some(term.tokens.end);
        }
        match self.is_before {
            _ if self.is_called(before, term) => self.sentence.called.push(names),
            _ if is_aside || self.depth > 0 => {}
            true => {
                let is_owned = self.is_owned(term.tokens.start);
                let is_person = self.is_any(KnownCategory::Person, term.span);
                self.sentence.subjects.push(Subject { names, is_introduced: false, is_owned, is_person });
            }
            false => self.sentence.objects.push(names),
        }
    }

    /// Whether a name stands behind a preposition, or in a row with one that does: "with Dora Quill and Amos Vane".
    fn is_aside(&self, term: &Term, before: Option<u32>) -> bool {
        // "After Quill left": no noun of the preposition's, but a clause.
        if self.is_finite(term.tokens.end) {
            return false;
        }
        // A preposition that is taken for an adjective.
        let is_opposite = |start: u32| start.checked_sub(1).is_some_and(|token| self.text(token) == "opposite");
        match before.and_then(|before| self.tag(before)) {
            Some(Upos::Adp | Upos::Sconj) => true,
            Some(Upos::Cconj) => self.aside == before,
            _ => is_opposite(term.tokens.start),
        }
    }

    /// Whether a name is said to be what somebody is called: "known as", "by her stage name", "born".
    fn is_called(&self, before: Option<u32>, term: &Term) -> bool {
        let is_link = |token: &u32| matches!(self.text(*token), "," | "of" | "de");
        let before =
            before.map_or(term.tokens.start, |token| if is_link(&token) { token.saturating_sub(1) } else { token });
        let is_small = |token: &u32| !self.text(*token).starts_with(char::is_uppercase) || *token == self.tokens.start;
        let mut words = (before..term.tokens.end).take_while(is_small).take(LONGEST);
        words.any(|token| {
            let word = self.text(token).to_lowercase();
            is_birth(&word) || CALLED.contains(&word.as_str())
        })
    }

    /// The token before the phrase that a token is in.
    fn before(&self, token: u32) -> Option<u32> {
        let chunks = self.analysis.chunks();
        let chunk = chunks.get(chunks.partition_point(|chunk| chunk.end <= token));
        let phrase = chunk.filter(|chunk| chunk.kind == ChunkKind::Noun && chunk.start <= token);
        let start = phrase.map_or(token, |chunk| chunk.start);
        start.checked_sub(1).filter(|before| self.tokens.contains(before))
    }

    /// Whether a name is that of somebody of somebody's: "her second husband Amos Vane", "Quill's brother Ned".
    fn is_owned(&self, start: u32) -> bool {
        let mut before = (self.tokens.start..start).rev().take(OWNER);
        let is_between = |token: &u32| {
            matches!(self.tag(*token), Some(Upos::Noun | Upos::Adj | Upos::Propn | Upos::Num)) && !self.is_owner(*token)
        };
        before.find(|token| !is_between(token)).is_some_and(|token| self.is_owner(token))
    }

    fn is_owner(&self, token: u32) -> bool {
        const OWNERS: [&str; 12] =
            ["his", "her", "their", "its", "my", "our", "su", "sus", "mi", "mis", "'s", "\u{2019}s"];
        OWNERS.iter().any(|owner| self.text(token).eq_ignore_ascii_case(owner))
    }

    /// Whether a mention of a category lies over a span.
    fn is_any(&self, category: KnownCategory, span: Span) -> bool {
        let mentions = &self.entities.mentions;
        let first = mentions.partition_point(|mention| mention.span.end() <= span.start());
        let mut over = mentions.iter().skip(first).take_while(|mention| mention.span.start() < span.end());
        over.any(|mention| mention.category.is(category))
    }

    fn open(&mut self, token: u32) {
        self.depth += 1;
        self.life = Life { start: token, ..Life::default() };
    }

    /// A bracket with a birth or a day of a year in it says whose life this is: "(born 1970)", "(Soria, 3 May 1970)".
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let life = std::mem::take(&mut self.life);
        if !life.is_told() {
            return;
        }
        if let Some(names) = self.names_until(life.start) {
            let is_person = true;
            self.sentence.subjects = vec![Subject { names, is_introduced: true, is_owned: false, is_person }];
        } else if let Some(subject) = self.sentence.subjects.last_mut().filter(|_| self.is_before) {
            subject.is_introduced = true;
        }
    }

    /// The name that a sentence starts with, if all words up to a place are of it, whatever they are tagged as: "Grace"
    /// and "Going" are names of people.
    fn names_until(&self, end: u32) -> Option<Names> {
        let is_part = |token: u32| {
            let text = self.text(token);
            self.kind(token) == Some(TokenKind::Mark)
                || text.starts_with(char::is_uppercase)
                || Names::of(text).len() == 0
        };
        let words = self.tokens.start..end;
        if words.len() > LONGEST || !words.clone().all(is_part) {
            return None;
        }
        let span = self.span(words.start)?.cover(self.span(words.end.checked_sub(1)?)?);
        Some(Names::of(self.analysis.document().slice(span))).filter(|names| names.len() > 1)
    }

    fn read_life(&mut self, token: u32, word: &str) {
        self.life.has_birth |= is_birth(word);
        let is_month = |token: Option<u32>| {
            let is_word = |token: &u32| self.kind(*token) == Some(TokenKind::Word);
            token.filter(|token| self.tokens.contains(token)).is_some_and(|token| is_word(&token))
        };
        match word.parse::<u32>() {
            // "3 May 1970", but not the end of "2008–15".
            Ok(1..=31) => self.life.has_day |= is_month(token.checked_sub(1)) || is_month(token.checked_add(1)),
            Ok(1000..2200) => self.life.has_year = true,
            _ => {}
        }
    }

    fn word(&mut self, token: u32, word: &str) {
        // The Spanish "la" may be an article.
        let is_pronoun = self.tag(token) == Some(Upos::Pron) || matches!(word, "his" | "her" | "their" | "su" | "sus");
        if let Some(pronoun) = pronoun(word).filter(|_| is_pronoun) {
            self.sentence.has_pronoun = true;
            let is_subject = matches!(word, "he" | "she" | "él" | "ella");
            if self.is_before && is_subject && self.sentence.subjects.is_empty() {
                self.sentence.pronoun = self.sentence.pronoun.or(pronoun);
            }
        }
        // "Ada Moss, born in Hull, is".
        let is_birth = self.is_birth(token);
        if let Some(subject) = self.sentence.subjects.last_mut().filter(|_| self.is_before && is_birth) {
            subject.is_introduced = true;
        }
        if self.is_before && self.is_finite(token) {
            self.is_before = false;
            let is_born = (token..self.tokens.end).take(PREDICATE).any(|token| self.is_birth(token));
            let is_told = matches!(word, "is" | "was" | "es" | "era" | "fue") && self.has_article(token + 1);
            for subject in &mut self.sentence.subjects {
                subject.is_introduced |= is_born || (is_told && subject.is_person);
            }
        }
    }

    /// "Born", but not "the Leeds-born singer".
    fn is_birth(&self, token: u32) -> bool {
        is_birth(self.text(token)) && token.checked_sub(1).is_none_or(|before| self.text(before) != "-")
    }

    /// "Is an actor", "es una actriz".
    fn has_article(&self, token: u32) -> bool {
        matches!(self.text(token), "a" | "an" | "un" | "una")
    }

    /// A name that stands alone is a heading.
    fn heading(&mut self, term: &Term) {
        let is_mark = |token: u32| self.kind(token) == Some(TokenKind::Mark) || term.tokens.contains(&token);
        let is_alone = self.tokens.clone().all(is_mark);
        if let [subject] = self.sentence.subjects.as_mut_slice()
            && is_alone
        {
            self.sentence.is_clause = true;
            subject.is_introduced = subject.is_person;
        }
    }

    /// Whether a token of the sentence is a verb that has its subject with it.
    fn is_finite(&self, token: u32) -> bool {
        let is_verb = matches!(self.tag(token), Some(Upos::Verb | Upos::Aux)) && self.tokens.contains(&token);
        let is_finite = |detail: &str| {
            matches!(detail, "VBD" | "VBZ" | "VBP" | "MD") || detail.split('|').any(|part| part == "VerbForm=Fin")
        };
        is_verb && is_finite(self.analysis.detail(token))
    }

    /// Whether a term may name somebody.
    fn is_name(&self, term: &Term) -> bool {
        let text = self.analysis.document().slice(term.span);
        let is_found =
            || [KnownCategory::Person, KnownCategory::Protected].iter().any(|known| self.is_any(*known, term.span));
        let is_name = term.kind == TermKind::Noun && !term.is_title && !text.contains(|c: char| c.is_ascii_digit());
        is_name && (term.is_name || is_found())
    }

    fn tag(&self, token: u32) -> Option<Upos> {
        self.analysis.tags().get(token as usize).copied()
    }

    fn kind(&self, token: u32) -> Option<TokenKind> {
        self.analysis.tokens().get(token as usize).map(|token| token.kind)
    }

    fn span(&self, token: u32) -> Option<Span> {
        self.analysis.tokens().get(token as usize).map(|token| token.span)
    }

    fn text(&self, token: u32) -> &'d str {
        self.span(token).map_or("", |span| self.analysis.document().slice(span))
    }
}

fn is_birth(word: &str) -> bool {
    matches!(word, "born" | "née" | "né" | "nacido" | "nacida" | "nació" | "nace")
}

/// What a pronoun of the third person says of a person; nothing if it is none.
fn pronoun(word: &str) -> Option<Option<Gender>> {
    match word {
        "he" | "him" | "his" | "himself" | "él" => Some(Some(Gender::Male)),
        "she" | "her" | "hers" | "herself" | "ella" => Some(Some(Gender::Female)),
        "they" | "them" | "their" | "le" | "lo" | "la" | "les" | "su" | "sus" => Some(None),
        _ => None,
    }
}
