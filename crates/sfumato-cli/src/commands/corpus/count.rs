//! `sfumato corpus count`: how many documents hold a phrase, or several.

use std::fmt::Write as _;
use std::path::Path;

use sfumato::corpus::{Index, head, variants};
use sfumato::knowledge::counts::{Count, Counts, Phrase, Query, bits};
use sfumato::language::Language;

use super::failed;
use crate::args::{CorpusCount, KnowledgeForm, ServerOptions};
use crate::failure::Failure;
use crate::{Completeness, print, references};

/// The word between phrases that are wanted together.
const AND: &str = " AND ";

/// Counts, and prints what was counted.
pub fn run(count: &CorpusCount) -> Result<Completeness, Failure> {
    let (reference, asked): (Box<dyn Counts>, &[String]) = match (&count.server.remote, count.words.as_slice()) {
        (Some(url), phrases) => {
            let ServerOptions { engine, key, .. } = &count.server;
            (Box::new(references::search_engine(url, "--remote", engine, key)?), phrases)
        }
        (None, _) if count.server.engine.send_terms || count.server.engine.cache.is_some() => {
            return Err(Failure::call("--send-terms and --cache are for the server that --remote names"));
        }
        (None, [index, phrases @ ..]) => (Box::new(Index::open(Path::new(index)).map_err(failed)?), phrases),
        (None, []) => return Err(Failure::call("name an index and a phrase")),
    };
    if asked.is_empty() {
        return Err(Failure::call("name a phrase behind the index"));
    }
    let language = count.language.map_or_else(|| main_language(&*reference), |language| language.language());
    let counts = hits(&*reference, asked, language, count)?;
    print(&shown(asked, &counts, reference.total(language), language, count.form))?;
    Ok(Completeness::Complete)
}

/// The language that most documents are in.
fn main_language(reference: &dyn Counts) -> Language {
    let [english, spanish] = [Language::English, Language::Spanish].map(|language| reference.total(language));
    if spanish > english { Language::Spanish } else { Language::English }
}

fn hits(
    reference: &dyn Counts,
    asked: &[String],
    language: Language,
    count: &CorpusCount,
) -> Result<Vec<Count>, Failure> {
    let forms = |phrase: &str| -> Vec<String> {
        let mut forms = if count.variants { variants(phrase, language) } else { Vec::new() };
        forms.extend(count.head.then(|| head(phrase, language)).flatten());
        forms
    };
    let parts: Vec<Vec<(&str, Vec<String>)>> =
        asked.iter().map(|asked| asked.split(AND).map(|phrase| (phrase.trim(), forms(phrase))).collect()).collect();
    let borrowed: Vec<Vec<Vec<&str>>> =
        parts.iter().map(|p| p.iter().map(|(_, forms)| forms.iter().map(String::as_str).collect()).collect()).collect();
    let phrases: Vec<Vec<Phrase<'_>>> = parts
        .iter()
        .zip(&borrowed)
        .map(|(parts, forms)| parts.iter().zip(forms).map(|((text, _), variants)| Phrase { text, variants }).collect())
        .collect();
    let queries: Vec<Query<'_>> = phrases.iter().map(|phrases| Query { phrases, language }).collect();
    reference.hits(&queries).map_err(Failure::call)
}

fn shown(asked: &[String], counts: &[Count], total: f64, language: Language, form: KnowledgeForm) -> String {
    let rows = asked.iter().zip(counts);
    match form {
        KnowledgeForm::Table => {
            let mut out = format!("{:>12}  {:>6}  of {total} documents, {}\n", "hits", "bits", language.code());
            for (phrase, count) in rows {
                let _ = writeln!(out, "{:>12}  {:>6.2}  {phrase}", count.hits, bits(count.hits, total));
            }
            out
        }
        KnowledgeForm::Json => {
            let row = |(phrase, count): (&String, &Count)| serde_json::json!({ "phrase": phrase, "hits": count.hits, "bits": bits(count.hits, total) });
            let counts: Vec<_> = rows.map(row).collect();
            format!("{}\n", serde_json::json!({ "documents": total, "language": language.code(), "counts": counts }))
        }
    }
}
