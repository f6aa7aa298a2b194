//! Everything linguistic about a document, computed once.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use sfumato_document::{Document, Span};

use crate::grammar::{Grammar, ModelSentence, Sentences};
use crate::lemmas::LemmaList;
use crate::tagged::TaggedTokens;
use crate::words::{Convention, SentencePart};
use crate::{
    Aligned, Chunk, Language, Languages, Models, TaggedSentence, Term, TermFinder, Token, Upos, chunks, forms,
    language, sentences, tokens, words,
};

/// The analysis of a document. Each part is computed when it is first asked for.
///
/// Tags, phrases and terms need [`Models`]; without them there are none.
pub struct Analysis<'d> {
    document: &'d Document,
    models: Option<&'d Models<'d>>,
    aligned: OnceCell<Aligned<'d>>,
    languages: OnceCell<Languages>,
    tokens: OnceCell<Vec<Token>>,
    sentences: OnceCell<Vec<Span>>,
    /// Tokens and language of each sentence.
    stretches: OnceCell<Vec<Stretch>>,
    tagged: OnceCell<TaggedTokens>,
    tags: OnceCell<Vec<Upos>>,
    /// The places where text of one language ends and that of another starts, if there are two.
    tongues: OnceCell<Vec<(u32, Language)>>,
    chunks: OnceCell<Vec<Chunk>>,
    /// The labels of the finer tags of tokens, of which few are asked for.
    details: OnceCell<Vec<OnceCell<u8>>>,
    terms: OnceCell<Vec<Term>>,
    lemmas: OnceCell<LemmaList>,
}

/// The memory of an analysis: all that it found out, apart from the document, to go on with later.
#[derive(Default)]
pub struct AnalysisMemory {
    has_models: bool,
    languages: OnceCell<Languages>,
    tokens: OnceCell<Vec<Token>>,
    sentences: OnceCell<Vec<Span>>,
    stretches: OnceCell<Vec<Stretch>>,
    tagged: OnceCell<TaggedTokens>,
    tags: OnceCell<Vec<Upos>>,
    tongues: OnceCell<Vec<(u32, Language)>>,
    chunks: OnceCell<Vec<Chunk>>,
    details: OnceCell<Vec<OnceCell<u8>>>,
    terms: OnceCell<Vec<Term>>,
    lemmas: OnceCell<LemmaList>,
}

impl std::fmt::Debug for AnalysisMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AnalysisMemory({:?})", self.languages.get())
    }
}

/// The tokens of a sentence and their language.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stretch {
    tokens: Range<u32>,
    language: Language,
}

impl Stretch {
    /// Calls `take` with its tokens, of a long one in pieces.
    fn pieces(&self, mut take: impl FnMut(Range<usize>)) {
        for start in self.tokens.clone().step_by(LONGEST as usize) {
            take(start as usize..(start + LONGEST).min(self.tokens.end) as usize);
        }
    }
}

/// A longer sentence (a list, a table without stops) is tagged in pieces of so many tokens.
const LONGEST: u32 = 400;
/// So many tokens are tagged together: enough for a model to feel at home, few enough to be kept at hand.
const BATCH: usize = 1 << 13;

impl<'d> Analysis<'d> {
    /// The analysis of a document whose language is to be told from its text.
    pub fn new(document: &'d Document) -> Self {
        Self {
            document,
            models: None,
            aligned: OnceCell::new(),
            languages: OnceCell::new(),
            tokens: OnceCell::new(),
            sentences: OnceCell::new(),
            stretches: OnceCell::new(),
            tagged: OnceCell::new(),
            tags: OnceCell::new(),
            tongues: OnceCell::new(),
            chunks: OnceCell::new(),
            details: OnceCell::new(),
            terms: OnceCell::new(),
            lemmas: OnceCell::new(),
        }
    }

    /// The analysis of a document whose language is known.
    pub fn in_languages(document: &'d Document, languages: Languages) -> Self {
        Self { languages: OnceCell::from(languages), ..Self::new(document) }
    }

    /// The same with models for tags, phrases and terms.
    #[must_use]
    pub fn with_models(self, models: &'d Models<'d>) -> Self {
        Self { models: Some(models), ..self }
    }

    /// The same, going on with what an analysis of the same document in the same languages found out before. What it found
    /// with models is forgotten if there are none now, and what it did without them if there are some.
    #[must_use]
    pub fn recalling(self, memory: AnalysisMemory) -> Self {
        let AnalysisMemory { has_models, languages, tokens, sentences, stretches, tongues, .. } = memory;
        let of_text = Self { languages, tokens, sentences, stretches, tongues, ..self };
        if has_models != of_text.models.is_some() {
            return of_text;
        }
        let AnalysisMemory { tagged, tags, chunks, details, terms, lemmas, .. } = memory;
        Self { tagged, tags, chunks, details, terms, lemmas, ..of_text }
    }

    /// Its memory, to go on with later.
    pub fn into_memory(self) -> AnalysisMemory {
        AnalysisMemory {
            has_models: self.models.is_some(),
            languages: self.languages,
            tokens: self.tokens,
            sentences: self.sentences,
            stretches: self.stretches,
            tagged: self.tagged,
            tags: self.tags,
            tongues: self.tongues,
            chunks: self.chunks,
            details: self.details,
            terms: self.terms,
            lemmas: self.lemmas,
        }
    }

    /// The document.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The folded text.
    pub fn aligned(&self) -> &Aligned<'d> {
        self.aligned.get_or_init(|| Aligned::new(self.document))
    }

    /// The languages the text is in: both if it is mixed or cannot be told.
    pub fn languages(&self) -> Languages {
        *self.languages.get_or_init(|| language::identify(self.aligned().bytes()))
    }

    /// The tokens in order.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens::tokenise(self.document, self.languages()))
    }

    /// The sentences in order, without the blanks between them.
    pub fn sentences(&self) -> &[Span] {
        self.sentences.get_or_init(|| sentences::split(self.document, self.tokens(), self.languages()))
    }

    /// The tokens of each sentence and the language it is tagged in.
    pub fn tagged_sentences(&self) -> impl Iterator<Item = (Range<u32>, Language)> {
        self.stretches().iter().map(|stretch| (stretch.tokens.clone(), stretch.language))
    }

    /// The part of speech of each token; none without models.
    pub fn tags(&self) -> &[Upos] {
        self.tags.get_or_init(|| self.tagged_tokens().tags())
    }

    /// The places of the tokens that end after an offset, and their parts of speech; none without models.
    ///
    /// Who asks for no more than this spares the document its list of tokens.
    pub fn tagged(&self, offset: usize) -> impl Iterator<Item = (Range<usize>, Upos)> {
        self.tagged_tokens().from(offset)
    }

    /// The parts of speech of a few words that are read as a sentence by themselves; none without models.
    pub fn tag_alone(&self, words: &[&str], language: Language) -> Vec<Upos> {
        let mut tags = Vec::new();
        self.with_grammar(|grammar| grammar.tag(words, &[ModelSentence { tokens: words.len(), language }], &mut tags));
        tags
    }

    /// True if it is known what parts of speech a word can have in a language, in whatever letters; not without models.
    pub fn lists_word(&self, word: &str, language: Language) -> bool {
        self.models.is_some_and(|models| models.of(language).lists(word))
    }

    fn tagged_tokens(&self) -> &TaggedTokens {
        self.tagged.get_or_init(|| {
            let mut tagged = TaggedTokens::of_text(self.document.text().len());
            if let Some(tags) = self.tags.get() {
                self.tokens().iter().zip(tags).for_each(|(token, upos)| tagged.push(token.span, *upos));
                return tagged;
            }
            let mut tags = Vec::new();
            self.each_batch(|grammar, batch| {
                tags.clear();
                grammar.tag(&batch.forms, &batch.pieces, &mut tags);
                batch.spans.iter().zip(&tags).for_each(|(span, upos)| tagged.push(*span, *upos));
            });
            tagged
        })
    }

    /// The finer tag of a token: `NNS`, or `Gender=Fem|Number=Plur`; empty where there is none.
    pub fn detail(&self, token: u32) -> &str {
        let stretch = self.stretches().get(self.stretch_of(token)).filter(|stretch| stretch.tokens.contains(&token));
        let Some((models, stretch)) = self.models.zip(stretch) else { return "" };
        let all = self.details.get_or_init(|| vec![OnceCell::new(); self.tokens().len()]);
        let label = all.get(token as usize).map(|cell| cell.get_or_init(|| self.find_detail(token, stretch)));
        label.map_or("", |label| models.of(stretch.language).detail(*label))
    }

    /// The label of the finer tag of a token of a sentence, from the tokens around it.
    fn find_detail(&self, token: u32, stretch: &Stretch) -> u8 {
        let first = token - (token - stretch.tokens.start) % LONGEST;
        let piece = first..(first + LONGEST).min(stretch.tokens.end);
        let form = |nth: u32| self.form(nth, stretch.language);
        let is_shouted = words::is_shouted(piece.clone().map(form));
        let mut label = u8::MAX;
        self.with_grammar(|grammar| {
            let reach = grammar.reach_of_details(stretch.language);
            let around = token.saturating_sub(reach).max(first)..token.saturating_add(reach + 1).min(piece.end);
            let forms: Vec<Cow<'_, str>> = around.clone().map(form).collect();
            let nth = (token - around.start) as usize;
            let part = SentencePart { is_start: around.start == first, is_shouted };
            label = grammar.detail_of(nth, &forms, part, slice(self.tags(), &around), stretch.language);
        });
        label
    }

    /// The phrases in order; none without models.
    pub fn chunks(&self) -> &[Chunk] {
        // Parts of speech are found in the same walk if nobody asked for them before.
        self.chunks.get_or_init(|| {
            let known = self.tagged.get().map(|_| self.tags());
            let mut found = Sentences::default();
            let mut chunks = Vec::with_capacity(self.tokens().len() / 2);
            self.each_batch(|grammar, batch| {
                let known = known.map(|tags| slice(tags, &batch.tokens));
                found.chunks.clear();
                grammar.parse(&batch.forms, &batch.pieces, known, &mut found);
                self.collect_chunks(batch, &found.chunks, &mut chunks);
            });
            if known.is_none() {
                // Nobody else can have filled it meanwhile.
                _ = self.tags.set(found.tags);
            }
            chunks
        })
    }

    fn collect_chunks(&self, batch: &TagBatch<'_>, labels: &[u8], out: &mut Vec<Chunk>) {
        let Some(models) = self.models else { return };
        let (mut labels, mut first) = (labels, batch.tokens.start);
        for piece in &batch.pieces {
            let Some((own, rest)) = labels.split_at_checked(piece.tokens) else { return };
            let models = models.of(piece.language);
            chunks::collect(own.iter().map(|label| models.chunk_tag(*label)), first, out);
            labels = rest;
            first += piece.tokens as u32;
        }
    }

    /// The terms in order; none without models.
    pub fn terms(&self) -> &[Term] {
        self.terms.get_or_init(|| {
            let mut chunks = self.chunks();
            let mut terms = Vec::with_capacity(chunks.len() / 2);
            let mut finder = TermFinder::new();
            if self.models.is_some() {
                for stretch in self.stretches() {
                    let count = chunks.partition_point(|chunk| chunk.end <= stretch.tokens.end);
                    let (inside, after) = chunks.split_at(count);
                    chunks = after;
                    finder.find(&self.sentence(stretch, inside), &mut terms);
                }
            }
            terms
        })
    }

    /// The dictionary form of a token; empty without models.
    pub fn lemma(&self, token: u32) -> &str {
        let list = self.lemmas.get_or_init(|| {
            let tags = self.tags();
            let mut list = LemmaList::default();
            let mut details = Vec::new();
            self.each_batch(|grammar, batch| {
                let tags = slice(tags, &batch.tokens);
                details.clear();
                grammar.detail(&batch.forms, &batch.pieces, tags, &mut details);
                let labels = tags.iter().zip(&details);
                let languages = batch.pieces.iter().flat_map(|piece| std::iter::repeat_n(piece.language, piece.tokens));
                for ((form, (upos, detail)), language) in batch.forms.iter().zip(labels).zip(languages) {
                    let Some(models) = self.models else { return };
                    list.push(form, *upos, *detail, models.of(language));
                }
            });
            list
        });
        list.get(token)
    }

    /// Puts the form under which a term is looked up into `out`.
    pub fn key(&self, term: &Term, out: &mut String) {
        out.clear();
        let Some(language) = self.language_of(term.head) else { return };
        let stretch = Stretch { tokens: term.tokens.clone(), language };
        let lemma_of = |token: u32, out: &mut String| out.push_str(self.lemma(token));
        term.key(&self.sentence(&stretch, &[]), lemma_of, out);
    }

    /// The form of a token: its text, but `el` for the `l` of `del`.
    pub fn form(&self, token: u32, language: Language) -> Cow<'_, str> {
        forms::form(self.document.text(), self.tokens(), token as usize, language)
    }

    /// The language that a token is tagged in.
    pub fn language_of(&self, token: u32) -> Option<Language> {
        self.stretches().get(self.stretch_of(token)).map(|stretch| stretch.language)
    }

    /// The number of the sentence that a token is in.
    fn stretch_of(&self, token: u32) -> usize {
        self.stretches().partition_point(|stretch| stretch.tokens.end <= token)
    }

    /// The language that the first token is tagged in that ends after an offset.
    pub fn language_at(&self, offset: usize) -> Option<Language> {
        if !self.is_mixed() {
            return Some(self.main_language());
        }
        let tongues = self.tongues.get_or_init(|| {
            let mut tongues: Vec<(u32, Language)> = Vec::new();
            self.each_piece(|tokens, own, language| {
                let Some(last) = tokens.get(own).and_then(<[Token]>::last) else { return };
                let end = last.span.end() as u32;
                match tongues.last_mut() {
                    Some((last, known)) if *known == language => *last = end,
                    _ => tongues.push((end, language)),
                }
            });
            tongues
        });
        tongues.get(tongues.partition_point(|(end, _)| *end as usize <= offset)).map(|(_, language)| *language)
    }

    /// True if the text is in both languages, or nobody can tell.
    fn is_mixed(&self) -> bool {
        self.languages().includes(Language::English) == self.languages().includes(Language::Spanish)
    }

    fn main_language(&self) -> Language {
        self.languages().main().unwrap_or(Language::English)
    }

    fn sentence<'s>(&'s self, stretch: &Stretch, chunks: &'s [Chunk]) -> TaggedSentence<'s> {
        TaggedSentence {
            text: self.document.text(),
            tokens: self.tokens(),
            tags: self.tags(),
            chunks,
            range: stretch.tokens.clone(),
            language: stretch.language,
        }
    }

    fn stretches(&self) -> &[Stretch] {
        self.stretches.get_or_init(|| {
            let mut stretches = Vec::with_capacity(self.sentences().len());
            let mut tokens = self.tokens().iter().peekable();
            let mut start = 0;
            let mut tongue = Tongue::default();
            for sentence in self.sentences() {
                let mut end = start;
                while tokens.next_if(|token| token.span.start() < sentence.end()).is_some() {
                    end += 1;
                }
                if end > start {
                    stretches.push(Stretch { tokens: start..end, language: tongue.of(self, *sentence) });
                }
                start = end;
            }
            stretches
        })
    }

    /// Goes through the sentences, some of them at a time, long ones in pieces.
    fn each_batch(&self, mut take: impl FnMut(&mut Grammar<'d>, &TagBatch<'_>)) {
        self.with_grammar(|grammar| {
            let mut batch = TagBatch::default();
            let text = self.document.text();
            self.each_piece(|tokens, own, language| {
                batch.push(text, tokens, own, language);
                if batch.forms.len() >= BATCH {
                    take(grammar, &batch);
                    batch.start_anew();
                }
            });
            take(grammar, &batch);
        });
    }

    /// Asks the models, which go on with what they said before; nobody does without them.
    fn with_grammar(&self, ask: impl FnOnce(&mut Grammar<'d>)) {
        let Some(models) = self.models else { return };
        let mut grammar = Grammar::new([&models.english, &models.spanish], Convention::MAIN, models.remember());
        ask(&mut grammar);
        models.keep(grammar.finish());
    }

    /// Goes through the sentences, long ones in pieces: tokens among which they stand, which of them, their language.
    /// Unless somebody asked for all tokens, few of them are held at a time.
    fn each_piece(&self, mut take: impl FnMut(&[Token], Range<usize>, Language)) {
        if let Some(tokens) = self.tokens.get() {
            for stretch in self.stretches() {
                stretch.pieces(|own| take(tokens, own, stretch.language));
            }
            return;
        }
        let tokens = tokens::stream(self.document, self.languages());
        let mut tongue = Tongue::default();
        sentences::each(self.document, tokens, self.languages(), LONGEST as usize, |tokens, own, sentence| {
            take(tokens, own, tongue.of(self, sentence));
        });
    }
}

/// Sentences that are tagged together.
#[derive(Default)]
struct TagBatch<'a> {
    tokens: Range<u32>,
    forms: Vec<Cow<'a, str>>,
    spans: Vec<Span>,
    pieces: Vec<ModelSentence>,
}

impl<'a> TagBatch<'a> {
    /// Adds tokens of a sentence.
    fn push(&mut self, text: &'a str, tokens: &[Token], own: Range<usize>, language: Language) {
        self.tokens.end += own.len() as u32;
        self.pieces.push(ModelSentence { tokens: own.len(), language });
        self.forms.extend(own.clone().map(|token| forms::form(text, tokens, token, language)));
        self.spans.extend(tokens.get(own).into_iter().flatten().map(|token| token.span));
    }

    fn start_anew(&mut self) {
        self.tokens.start = self.tokens.end;
        self.forms.clear();
        self.spans.clear();
        self.pieces.clear();
    }
}

/// In which language sentences are: that of the document; if there are two, that of the sentence where its own words
/// tell, and of its block where they do not.
#[derive(Default)]
struct Tongue {
    block: Option<(Span, Language)>,
}

impl Tongue {
    fn of(&mut self, analysis: &Analysis<'_>, sentence: Span) -> Language {
        let main = analysis.main_language();
        if !analysis.is_mixed() {
            return main;
        }
        if let Some(own) = language::of_sentence(analysis.document.slice(sentence)) {
            return own;
        }
        if let Some((block, language)) = self.block
            && block.start() <= sentence.start()
            && sentence.end() <= block.end()
        {
            return language;
        }
        let Some(block) = analysis.document.block_at(sentence.start()) else { return main };
        let own = language::identify_text(analysis.document.slice(block.span)).main().unwrap_or(main);
        self.block = Some((block.span, own));
        own
    }
}

fn slice<'s, T>(all: &'s [T], range: &Range<u32>) -> &'s [T] {
    all.get(range.start as usize..range.end as usize).unwrap_or_default()
}

impl std::fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Analysis({:?})", self.document)
    }
}
