//! Parts of speech, finer tags, phrases and lemmas of sentences.

use std::ops::Range;

use sfumato_model::LabellerMemo;

use crate::models::LanguageModels;
use crate::words::{Convention, Observer, SentencePart};
use crate::{Language, Upos};

/// Tags some sentences of a text after others.
///
/// What a word says to a model is looked up once for as long as it is remembered; of sentences nothing is kept.
/// Each model goes through all sentences at hand before the next one does, so that it finds its tables where it left
/// them: near at hand.
pub(crate) struct Grammar<'m> {
    models: [Option<&'m LanguageModels<'m>>; 2],
    convention: Convention,
    memory: GrammarMemory,
}

/// The answers of the models of a grammar to words, for as long as they are remembered: the same models meet the same
/// words in one text after another. Of the words themselves it has no more than hashes.
pub(crate) struct GrammarMemory {
    observer: Observer,
    tags: [LabellerMemo; 2],
    details: [LabellerMemo; 2],
    chunks: [LabellerMemo; 2],
    labels: Vec<u8>,
}

impl Default for GrammarMemory {
    fn default() -> Self {
        Self {
            observer: Observer::new(),
            tags: Default::default(),
            details: Default::default(),
            chunks: Default::default(),
            labels: Vec::new(),
        }
    }
}

impl std::fmt::Debug for GrammarMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GrammarMemory({} words)", self.observer.seen.words.len())
    }
}

/// More words than that are not remembered, so that no text asks for more memory.
const MOST_WORDS: usize = 1 << 14;

impl<'m> Grammar<'m> {
    /// A grammar that goes on with what these models are known to say of words.
    pub fn new(
        models: impl IntoIterator<Item = &'m LanguageModels<'m>>,
        convention: Convention,
        memory: GrammarMemory,
    ) -> Self {
        let mut grammar = Self { models: [None; 2], convention, memory };
        for models in models {
            grammar.models[models.language as usize] = Some(models);
        }
        grammar
    }

    /// Adds the parts of speech of sentences, whose words stand in `forms` one after another, to `out`.
    pub fn tag<S: AsRef<str>>(&mut self, forms: &[S], pieces: &[ModelSentence], out: &mut Vec<Upos>) {
        self.observe(forms, pieces);
        self.find_tags(pieces, out);
    }

    /// Adds the phrases of sentences to `out`, and their parts of speech, which are found where they are not known yet.
    pub fn parse<S: AsRef<str>>(
        &mut self,
        forms: &[S],
        pieces: &[ModelSentence],
        known: Option<&[Upos]>,
        out: &mut Sentences,
    ) {
        self.observe(forms, pieces);
        let first = out.tags.len();
        match known {
            Some(known) => out.tags.extend(known),
            None => self.find_tags(pieces, &mut out.tags),
        }
        let upos = out.tags.get(first..).unwrap_or_default();
        self.note(upos);
        let seen = &self.memory.observer.seen;
        for (places, language) in placed(pieces) {
            let Some(models) = self.models[language as usize] else { continue };
            models.chunks.best(seen, places, &mut self.memory.chunks[language as usize], &mut out.chunks);
        }
    }

    /// Adds the finer tags of sentences, whose parts of speech are known, to `out`.
    pub fn detail<S: AsRef<str>>(&mut self, forms: &[S], pieces: &[ModelSentence], known: &[Upos], out: &mut Vec<u8>) {
        self.observe(forms, pieces);
        self.note(known);
        let seen = &self.memory.observer.seen;
        for (places, language) in placed(pieces) {
            let Some(models) = self.models[language as usize] else { continue };
            let first = places.start;
            let within = |nth: usize| {
                let (start, end) = known.get(first + nth).map_or((0, 0), |upos| models.detail_ranges[*upos as usize]);
                usize::from(start)..usize::from(end)
            };
            models.details.best_within(seen, places, within, &mut self.memory.details[language as usize], out);
        }
    }

    /// The most tokens between a token and what its finer tag depends on.
    pub fn reach_of_details(&self, language: Language) -> u32 {
        let models = self.models[language as usize];
        models.map_or(0, |models| u32::try_from(models.details.farthest()).unwrap_or(u32::MAX - 1))
    }

    /// The finer tag of one of some tokens of a sentence, whose parts of speech are known. It depends on no others.
    pub fn detail_of<S: AsRef<str>>(
        &mut self,
        nth: usize,
        forms: &[S],
        part: SentencePart,
        known: &[Upos],
        language: Language,
    ) -> u8 {
        let Some(models) = self.models[language as usize] else { return u8::MAX };
        self.start_anew();
        let observer = &mut self.memory.observer;
        let forms = forms.iter().map(AsRef::as_ref);
        let places = observer.part(forms, part, language, &models.lexicon, self.convention);
        self.note(known);
        let within = |token: usize| {
            let ranges = known.get(token).filter(|_| token == nth).map(|upos| models.detail_ranges[*upos as usize]);
            ranges.map_or(0..0, |(start, end)| usize::from(start)..usize::from(end))
        };
        let (seen, memo) = (&self.memory.observer.seen, &mut self.memory.details[language as usize]);
        self.memory.labels.clear();
        models.details.best_within(seen, places, within, memo, &mut self.memory.labels);
        self.memory.labels.get(nth).copied().unwrap_or(u8::MAX)
    }

    /// Notes the parts of speech of the tokens at hand.
    fn note(&mut self, tags: &[Upos]) {
        for (token, upos) in tags.iter().enumerate() {
            self.memory.observer.set_upos(token, *upos);
        }
    }

    fn find_tags(&mut self, pieces: &[ModelSentence], out: &mut Vec<Upos>) {
        let seen = &self.memory.observer.seen;
        for (places, language) in placed(pieces) {
            let Some(models) = self.models[language as usize] else { continue };
            self.memory.labels.clear();
            models.tags.best(seen, places, &mut self.memory.tags[language as usize], &mut self.memory.labels);
            let upos = |label: &u8| models.upos.get(usize::from(*label)).copied().unwrap_or(Upos::X);
            out.extend(self.memory.labels.iter().map(upos));
        }
    }

    /// Says that a text is tagged; gives what is likely to be asked for again.
    pub fn finish(self) -> GrammarMemory {
        self.memory
    }

    /// Forgets the tokens that were at hand, and all words if they are too many.
    fn start_anew(&mut self) {
        if self.memory.observer.seen.words.len() > MOST_WORDS {
            self.memory = GrammarMemory::default();
        }
        self.memory.observer.forget_places();
    }

    fn observe<S: AsRef<str>>(&mut self, forms: &[S], pieces: &[ModelSentence]) {
        self.start_anew();
        for (places, language) in placed(pieces) {
            let Some(models) = self.models[language as usize] else { continue };
            let forms = forms.get(places).unwrap_or_default().iter().map(AsRef::as_ref);
            self.memory.observer.sentence(forms, language, &models.lexicon, self.convention);
        }
    }
}

/// A sentence, or a piece of one: how many tokens it has, and its language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ModelSentence {
    pub tokens: usize,
    pub language: Language,
}

/// The places of pieces that follow one another.
fn placed(pieces: &[ModelSentence]) -> impl Iterator<Item = (Range<usize>, Language)> + '_ {
    let mut start = 0;
    pieces.iter().map(move |piece| {
        let places = start..start + piece.tokens;
        start = places.end;
        (places, piece.language)
    })
}

/// The analysis of the tokens of sentences, by label.
#[derive(Default)]
pub(crate) struct Sentences {
    pub tags: Vec<Upos>,
    pub chunks: Vec<u8>,
}

/// The analysis of a sentence of given words.
#[derive(Clone, PartialEq, Eq)]
pub struct ParsedSentence<'m> {
    /// Parts of speech.
    pub upos: Vec<Upos>,
    /// Finer tags.
    pub details: Vec<&'m str>,
    /// Dictionary forms.
    pub lemmas: Vec<String>,
    /// Phrases: `B-NP`, `I-NP`, `O`.
    pub chunks: Vec<&'m str>,
}

// The lemmas are words of the text.
impl std::fmt::Debug for ParsedSentence<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ParsedSentence({} words)", self.upos.len())
    }
}

/// Parses sentences that are cut into words already, for comparison with treebanks.
pub struct Parser<'m> {
    grammar: Grammar<'m>,
    models: &'m LanguageModels<'m>,
}

impl std::fmt::Debug for Parser<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Parser({})", self.models.language.code())
    }
}

impl<'m> Parser<'m> {
    /// A parser with these models, in the way of this treebank.
    pub fn new(models: &'m LanguageModels<'m>, convention: Convention) -> Self {
        Self { grammar: Grammar::new([models], convention, GrammarMemory::default()), models }
    }

    /// Parses a sentence.
    pub fn parse(&mut self, words: &[&str]) -> ParsedSentence<'m> {
        let mut found = Sentences::default();
        let piece = ModelSentence { tokens: words.len(), language: self.models.language };
        self.grammar.parse(words, &[piece], None, &mut found);
        let upos = found.tags;
        let mut details = Vec::new();
        self.grammar.detail(words, &[piece], &upos, &mut details);
        let details: Vec<&str> = details.iter().map(|label| self.models.detail(*label)).collect();
        let lemma = |((form, upos), detail): ((&&str, &Upos), &&str)| {
            let mut lemma = String::new();
            self.models.lemmas.lemma(form, *upos, detail, &mut lemma);
            lemma
        };
        let lemmas = words.iter().zip(&upos).zip(&details).map(lemma).collect();
        let names = self.models.chunks.model().labels();
        let name = |label: &u8| names.get(usize::from(*label)).map_or("O", |name| &**name);
        let chunks = found.chunks.iter().map(name).collect();
        ParsedSentence { upos, details, lemmas, chunks }
    }
}
