//! `sfumato corpus count`: how many documents hold a phrase, or several.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use sfumato::corpus::remote::{Address, Cache, RemoteSettings};
use sfumato::corpus::{Index, Remote, head, variants};
use sfumato::knowledge::counts::{Count, Counts, Phrase, Query, bits};
use sfumato::language::Language;
use sfumato::mask::Keys;

use super::failed;
use crate::args::{CorpusCount, KnowledgeForm, ServerOptions};
use crate::failure::{self, Failure};
use crate::{Completeness, print};

/// The word between phrases that are wanted together.
const AND: &str = " AND ";

/// Counts, and prints what was counted.
pub fn run(count: &CorpusCount) -> Result<Completeness, Failure> {
    let (reference, asked): (Box<dyn Counts>, &[String]) = match (&count.server.remote, count.words.as_slice()) {
        (Some(url), phrases) => (Box::new(remote(url, &count.server)?), phrases),
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

/// The server that the arguments name, if they allow that it is asked.
fn remote(url: &str, server: &ServerOptions) -> Result<Remote, Failure> {
    let address = Address::parse(url).map_err(|error| Failure::at("--remote", error))?;
    if !server.send_terms {
        return Err(Failure::call(format!(
            "the phrases would leave this machine for {}; add --send-terms if they may",
            address.host()
        )));
    }
    failure::say(&format!("sfumato: the phrases leave this machine: they are sent to {}", address.host()));
    let cache = server.cache.as_deref().map(|folder| cache(folder, server)).transpose()?;
    let settings = RemoteSettings {
        field: server.field.clone(),
        timeout: Duration::from_secs(server.timeout),
        authorization: std::env::var("SFUMATO_REMOTE_AUTHORIZATION").ok(),
        ..RemoteSettings::new(address)
    };
    Remote::connect(settings, cache).map_err(Failure::call)
}

/// The cache in a folder, with the user's key if there is one.
fn cache(folder: &Path, server: &ServerOptions) -> Result<Cache, Failure> {
    let secret = match &server.key.key_file {
        Some(path) => {
            let place = path.display().to_string();
            let secret = std::fs::read(path).map_err(|error| Failure::io(&place, &error))?;
            // Only what is good enough for other purposes is good enough here.
            Keys::from_secret(&secret).map_err(|error| Failure::at(place, error))?;
            Some(secret)
        }
        None => None,
    };
    Cache::open(folder, secret.as_deref()).map_err(|error| Failure::at(error.place(), error.why()))
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
