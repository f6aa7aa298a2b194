//! The analysis as JSON.

use serde::Serialize;

use super::{AnalysedDocument, AnalysedSentence, kind};
use crate::failure::Failure;

#[derive(Serialize)]
struct SentenceJson {
    start: usize,
    end: usize,
    language: &'static str,
    tokens: Vec<TokenJson>,
    terms: Vec<TermJson>,
}

#[derive(Serialize)]
struct TokenJson {
    start: usize,
    end: usize,
    form: String,
    lemma: String,
    upos: &'static str,
    tag: String,
    chunk: &'static str,
    /// True if it is written in one word with the token before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    glued: bool,
}

#[derive(Serialize)]
struct TermJson {
    start: usize,
    end: usize,
    kind: &'static str,
    /// The token that says what it is, counted from the first of the sentence.
    head: u32,
    key: String,
    negated: bool,
    name: bool,
    title: bool,
}

/// One line a document; the id that a record has of its own stands there as it is.
pub fn json(shown: &AnalysedDocument<'_>) -> Result<String, Failure> {
    let sentences: Vec<SentenceJson> = shown.sentences().iter().map(|own| sentence(shown, own)).collect();
    let broken = |_| Failure::call("the result cannot be written as JSON");
    let id = serde_json::to_string(&shown.id).map_err(broken)?;
    let record = shown.document().id().map_or_else(String::new, |own| format!("\"record\":{},", own.expose().as_str()));
    let language = serde_json::to_string(&shown.language()).map_err(broken)?;
    let sentences = serde_json::to_string(&sentences).map_err(broken)?;
    Ok(format!("{{\"id\":{id},{record}\"language\":{language},\"sentences\":{sentences}}}\n"))
}

fn sentence(shown: &AnalysedDocument<'_>, sentence: &AnalysedSentence<'_>) -> SentenceJson {
    let (start, end) = shown.place(sentence.span);
    let tokens = shown.words(sentence).into_iter().map(|word| {
        let (start, end) = shown.place(word.token.span);
        let (upos, tag, glued) = (word.upos.name(), word.detail.to_owned(), word.token.is_glued);
        TokenJson { start, end, form: word.form, lemma: word.lemma.to_owned(), upos, tag, chunk: word.chunk, glued }
    });
    let terms = sentence.terms.iter().map(|term| {
        let (start, end) = shown.place(term.span);
        TermJson {
            start,
            end,
            kind: kind(term),
            head: term.head.saturating_sub(sentence.tokens.start),
            key: shown.key(term),
            negated: term.is_negated,
            name: term.is_name,
            title: term.is_title,
        }
    });
    SentenceJson { start, end, language: sentence.language.code(), tokens: tokens.collect(), terms: terms.collect() }
}
