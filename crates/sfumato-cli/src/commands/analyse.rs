//! `sfumato analyse`: the words of documents with their tags and lemmas, phrases and terms.

mod conllu;
mod json;
mod table;

use std::ops::Range;

use sfumato::document::{Document, OffsetConverter, Span};
use sfumato::language::{Analysis, ChunkKind, Language, Languages, Models, Term, TermKind, Token, Upos};
use sfumato::{Bundle, document};

use crate::args::{self, AnalysisForm, AnyLanguage};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::{Completeness, print};

/// Prints the analysis of the inputs.
pub fn run(analyse: &args::AnalyseArguments) -> Result<Completeness, Failure> {
    let models = Bundle::models().map_err(|error| Failure::at("embedded models", error))?;
    let inputs = inputs::collect(&analyse.source.inputs, None)?;
    let (texts, completeness) = jobs::each(&inputs, &analyse.run, |input, _| analyse_file(input, analyse, models))?;
    print(&texts.into_iter().flatten().collect::<String>())?;
    Ok(completeness)
}

fn analyse_file(
    input: &InputFile,
    analyse: &args::AnalyseArguments,
    models: &'static Models<'static>,
) -> Result<String, Failure> {
    let opened = jobs::open(input, &analyse.source)?;
    let place = input.place();
    let each = |record: usize| -> Result<String, Failure> {
        let document = jobs::document(&opened, &place, record)?;
        jobs::panic_if_forced(&analyse.run, &document);
        let analysis = match analyse.language {
            AnyLanguage::En => Analysis::in_languages(&document, Languages::only(Language::English)),
            AnyLanguage::Es => Analysis::in_languages(&document, Languages::only(Language::Spanish)),
            AnyLanguage::Auto => Analysis::new(&document),
        };
        let line = opened.is_collection().then(|| opened.line(record));
        let file = input.path.as_ref().unwrap_or(&input.below).display();
        let id = line.map_or_else(|| file.to_string(), |line| format!("{file}:{line}"));
        let shown = AnalysedDocument::new(analysis.with_models(models), id, analyse.offsets.unit());
        tracing::debug!(tokens = shown.analysis.tokens().len(), terms = shown.analysis.terms().len(), "analysed");
        match analyse.form {
            AnalysisForm::Table => Ok(table::table(&shown)),
            AnalysisForm::Conllu => Ok(conllu::conllu(&shown)),
            AnalysisForm::Json => json::json(&shown),
        }
    };
    Ok(jobs::each_record(&opened, each)?.concat())
}

/// An analysis to be shown in one form or another.
struct AnalysedDocument<'d> {
    analysis: Analysis<'d>,
    /// The name of the document, unique in the run: its file, and its line there if it is a record.
    id: String,
    offsets: OffsetConverter<'d>,
    /// `B-NP`, `I-NP` or `O` for each token.
    chunks: Vec<&'static str>,
}

/// A sentence to be shown.
struct AnalysedSentence<'s> {
    span: Span,
    language: Language,
    /// The numbers of its tokens.
    tokens: Range<u32>,
    terms: &'s [Term],
}

/// A token to be shown.
struct AnalysedWord<'s> {
    token: &'s Token,
    form: String,
    lemma: &'s str,
    upos: Upos,
    detail: &'s str,
    chunk: &'static str,
}

impl<'d> AnalysedDocument<'d> {
    fn new(analysis: Analysis<'d>, id: String, unit: document::OffsetUnit) -> Self {
        // It stands in comments and tables too, where blanks of all kinds are single spaces.
        let id = one_line(&id);
        let mut chunks = vec!["O"; analysis.tokens().len()];
        for chunk in analysis.chunks() {
            let (first, further) = match chunk.kind {
                ChunkKind::Noun => ("B-NP", "I-NP"),
                ChunkKind::Verb => ("B-VP", "I-VP"),
                ChunkKind::Other => ("B-XP", "I-XP"),
            };
            for (nth, label) in chunks.iter_mut().take(chunk.end as usize).skip(chunk.start as usize).enumerate() {
                *label = if nth == 0 { first } else { further };
            }
        }
        let offsets = OffsetConverter::new(analysis.document().text(), unit);
        Self { analysis, id, offsets, chunks }
    }

    fn document(&self) -> &'d Document {
        self.analysis.document()
    }

    /// The code of the language most of the text is in.
    fn language(&self) -> Option<&'static str> {
        self.analysis.languages().main().map(Language::code)
    }

    fn sentences(&self) -> Vec<AnalysedSentence<'_>> {
        let mut terms = self.analysis.terms();
        let mut sentences = Vec::new();
        for (tokens, language) in self.analysis.tagged_sentences() {
            let (own, after) = terms.split_at(terms.partition_point(|term| term.tokens.start < tokens.end));
            terms = after;
            let span = |nth: u32| self.analysis.tokens().get(nth as usize).map(|token| token.span);
            if let (Some(first), Some(last)) = (span(tokens.start), span(tokens.end.saturating_sub(1))) {
                sentences.push(AnalysedSentence { span: first.cover(last), language, tokens, terms: own });
            }
        }
        sentences
    }

    fn words(&self, sentence: &AnalysedSentence<'_>) -> Vec<AnalysedWord<'_>> {
        let word = |nth: u32| {
            let at = nth as usize;
            Some(AnalysedWord {
                token: self.analysis.tokens().get(at)?,
                form: self.analysis.form(nth, sentence.language).into_owned(),
                lemma: self.analysis.lemma(nth),
                upos: self.analysis.tags().get(at).copied().unwrap_or(Upos::X),
                detail: self.analysis.detail(nth),
                chunk: self.chunks.get(at).copied().unwrap_or("O"),
            })
        };
        sentence.tokens.clone().filter_map(word).collect()
    }

    /// The form under which a term is looked up.
    fn key(&self, term: &Term) -> String {
        let mut key = String::new();
        self.analysis.key(term, &mut key);
        key
    }

    /// Start and end of a place, in the unit asked for.
    fn place(&self, span: Span) -> (usize, usize) {
        (self.offsets.from_byte(span.start()), self.offsets.from_byte(span.end()))
    }
}

/// Blanks of all kinds as single spaces, since a comment is one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The properties of a term besides its kind.
fn marks(term: &Term) -> impl Iterator<Item = &'static str> {
    let marks = [(term.is_negated, "negated"), (term.is_name, "name"), (term.is_title, "title")];
    marks.into_iter().filter_map(|(holds, mark)| holds.then_some(mark))
}

fn kind(term: &Term) -> &'static str {
    match term.kind {
        TermKind::Noun => "noun",
        TermKind::Verb => "verb",
    }
}
