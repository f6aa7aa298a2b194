//! `/analyze`: texts in, what is in them by Presidio's names out.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use sfumato::detect::Finding;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::document::{OffsetConverter, OffsetUnit, ProgressObserver};
use sfumato::language::Language;
use sfumato::mask::Action;

use super::adhoc::{AdHocRecogniser, USUAL_FLAGS, expression, texts, words_before};
use super::error::PresidioError;
use super::operators::is_false;
use super::order::MemberOrder;
use super::vocabulary::{PresidioName, REST, context_words, entities, in_context, rank};
use crate::engine::Engine;
use crate::options::{DecidingOptions, language};
use crate::problem::Problem;
use crate::work::WorkWatch;

/// A request to analyse.
struct AnalysisRequest {
    language: Language,
    /// The entities that are looked for; all if none is named.
    entities: Vec<String>,
    threshold: Option<f64>,
    is_explained: bool,
    recognisers: Vec<AdHocRecogniser>,
    context: Vec<String>,
    allowed: AllowedWords,
}

/// Words that are never told.
enum AllowedWords {
    Exactly(Vec<String>),
    Matching(Option<regex::Regex>),
}

/// A result, in characters of the text.
#[derive(Debug, Clone, PartialEq)]
struct AnalysisResult {
    start: usize,
    end: usize,
    entity: String,
    score: f64,
    explanation: Value,
    /// True for what has no letters and a name of Presidio's model.
    is_number: bool,
}

/// Answers a request.
pub fn answer(engine: &Engine, watch: &Arc<WorkWatch>, content: Value, written: &[u8]) -> Result<Value, PresidioError> {
    let Value::Object(content) = content else {
        return Err(PresidioError::analysis("the body is a JSON object"));
    };
    // In the order in which Presidio finds out.
    let recognisers = read_recognisers(&content, written)?;
    let text = content.get("text").filter(|text| !is_false(text));
    let text = text.ok_or_else(|| PresidioError::analysis("No text provided"))?;
    let request = AnalysisRequest::read(&content, recognisers)?;
    match text {
        Value::String(text) => request.answer(engine, watch, text),
        Value::Array(all) => {
            let one = |text: &Value| {
                watch.check();
                let wrong = || PresidioError::analysis("text is a text or a list of texts");
                request.answer(engine, watch, text.as_str().ok_or_else(wrong)?)
            };
            Ok(Value::Array(all.iter().map(one).collect::<Result<_, _>>()?))
        }
        _ => Err(PresidioError::analysis("text is a text or a list of texts")),
    }
}

fn read_recognisers(content: &Map<String, Value>, written: &[u8]) -> Result<Vec<AdHocRecogniser>, PresidioError> {
    match content.get("ad_hoc_recognizers") {
        Some(Value::Array(all)) => {
            let orders = MemberOrder::of_recognisers(written);
            let order = |number: usize| orders.get(number).cloned().unwrap_or_default();
            all.iter().enumerate().map(|(number, one)| AdHocRecogniser::read(one, &order(number))).collect()
        }
        None => Ok(Vec::new()),
        Some(other) if is_false(other) => Ok(Vec::new()),
        Some(_) => Err(PresidioError::arguments("ad_hoc_recognizers is a list")),
    }
}

impl AnalysisRequest {
    fn read(content: &Map<String, Value>, mut recognisers: Vec<AdHocRecogniser>) -> Result<Self, PresidioError> {
        let code = content.get("language").filter(|code| !is_false(code));
        let code = code.ok_or_else(|| PresidioError::analysis("No language provided"))?;
        let code = code.as_str().unwrap_or_default();
        let language = language(code).ok_or_else(PresidioError::no_recognisers)?;
        recognisers.retain(|recogniser| recogniser.language == code);
        let wanted = texts(content, "entities")?;
        let known = entities(Some(code))?;
        let is_known = |entity: &String| {
            known.contains(&entity.as_str()) || entity == REST || recognisers.iter().any(|it| it.entity == *entity)
        };
        if !wanted.is_empty() && !wanted.iter().any(is_known) {
            return Err(PresidioError::no_recognisers());
        }
        let threshold = content.get("score_threshold").and_then(Value::as_f64);
        let context = texts(content, "context")?.iter().map(|word| word.to_lowercase()).collect();
        let allowed = AllowedWords::read(content)?;
        let is_explained = content.get("return_decision_process").is_some_and(|asked| !is_false(asked));
        Ok(Self { language, entities: wanted, threshold, is_explained, recognisers, context, allowed })
    }

    fn answer(&self, engine: &Engine, watch: &Arc<WorkWatch>, text: &str) -> Result<Value, PresidioError> {
        let offsets = OffsetConverter::new(text, OffsetUnit::CodePoints);
        let mut brought = Vec::new();
        for recogniser in &self.recognisers {
            for found in recogniser.find(text, &self.context, || watch.check()) {
                brought.push(AnalysisResult {
                    start: offsets.from_byte(found.range.start),
                    end: offsets.from_byte(found.range.end),
                    entity: recogniser.entity.clone(),
                    score: found.score,
                    explanation: found.explanation,
                    is_number: false,
                });
            }
        }
        brought.retain(|result| self.wants(result));
        let mut results = if text.is_empty() { Vec::new() } else { self.own(engine, watch, text)? };
        // No model finds anything in digits there, so that nothing stands beside the name that the request has for them.
        let is_named = |own: &AnalysisResult| brought.iter().any(|it| (it.start, it.end) == (own.start, own.end));
        results.retain(|result| self.wants(result) && !(result.is_number && is_named(result)));
        results.append(&mut brought);
        let mut results = without_duplicates(results);
        results.retain(|result| {
            let bytes = offsets.to_byte(result.start).zip(offsets.to_byte(result.end));
            !self.allowed.allow(bytes.and_then(|(start, end)| text.get(start..end)).unwrap_or_default())
        });
        Ok(Value::Array(results.into_iter().map(|result| result.json(self.is_explained)).collect()))
    }

    /// True for a result of an entity that was asked for, and sure enough.
    fn wants(&self, result: &AnalysisResult) -> bool {
        (self.entities.is_empty() || self.entities.contains(&result.entity))
            && self.threshold.is_none_or(|threshold| result.score >= threshold)
    }

    /// Our own findings.
    fn own(&self, engine: &Engine, watch: &Arc<WorkWatch>, text: &str) -> Result<Vec<AnalysisResult>, Problem> {
        let document = TextFile.read(text.as_bytes().to_vec())?;
        let document = document.watched_by(Some(Arc::clone(watch) as Arc<dyn ProgressObserver>));
        let deciding = DecidingOptions { language: Some(self.language), ..DecidingOptions::default() };
        let masked = engine.look(&deciding, &document)?;
        let offsets = OffsetConverter::new(text, OffsetUnit::CodePoints);
        let places = SourcePlaces { text, read: document.text(), offsets };
        let mut results = Vec::new();
        for decision in masked.plan.decisions() {
            let mention = &masked.entities.mentions[decision.mention];
            let category = &masked.entities.entity_of(mention).category;
            // Of several that found the same, the one that a reader of this language expects.
            let same = mention.findings().iter().filter(|finding| finding.category == *category);
            let finding = same.min_by_key(|finding| rank(&finding.evidence.recogniser, self.language));
            let finding = finding.unwrap_or(&mention.findings()[0]);
            let name = PresidioName::of(&finding.evidence.recogniser, category);
            // What has no name there is told if it would be masked.
            if name.entity == REST && decision.action() == Action::Keep {
                continue;
            }
            let (score, word) = name.scored(finding.evidence.why);
            results.extend(places.result(mention.span.range(), &name, score, |score| {
                explanation(&name, &finding.evidence, (score - word, score), "")
            }));
        }
        for finding in &masked.entities.below {
            let name = PresidioName::of(&finding.evidence.recogniser, &finding.category);
            let Some(word) = self.supporting_word(&name, finding, document.text()) else { continue };
            let score = in_context(name.score);
            results.extend(places.result(finding.span.range(), &name, score, |score| {
                explanation(&name, &finding.evidence, (name.score, score), &word)
            }));
        }
        Ok(results)
    }

    /// A word that speaks for what is below the threshold: one of Presidio's before it, or one that was given, which
    /// counts as if it stood there.
    fn supporting_word(&self, name: &PresidioName, finding: &Finding, text: &str) -> Option<String> {
        if rank(&finding.evidence.recogniser, self.language) > 1 {
            return None;
        }
        let before = words_before(text, finding.span.start());
        let beside =
            name.words.iter().find(|word| before.iter().chain(&self.context).any(|near| near.contains(**word)));
        if let Some(word) = beside {
            return Some((*word).to_owned());
        }
        if self.context.is_empty() {
            return None;
        }
        let ours = context_words(&finding.evidence.recogniser);
        ours.into_iter().find(|word| self.context.iter().any(|given| given.contains(word.as_str())))
    }
}

/// The way from a text as it was read to the text itself.
struct SourcePlaces<'t> {
    text: &'t str,
    /// The same, unless something encoded was opened in it, which stands behind.
    read: &'t str,
    offsets: OffsetConverter<'t>,
}

impl SourcePlaces<'_> {
    fn result(
        &self,
        range: std::ops::Range<usize>,
        name: &PresidioName,
        score: f64,
        explanation: impl FnOnce(f64) -> Value,
    ) -> Option<AnalysisResult> {
        // A mark of the order of bytes is no part of what was read.
        let skipped = if self.text.starts_with('\u{feff}') && !self.read.starts_with('\u{feff}') { 3 } else { 0 };
        let (start, end) = (range.start + skipped, range.end + skipped);
        // What stood in something encoded has no place of its own.
        if self.text.get(start..end) != self.read.get(range) {
            return None;
        }
        let has_letters = self.text.get(start..end).is_some_and(|found| found.contains(char::is_alphabetic));
        let (start, end) = (self.offsets.from_byte(start), self.offsets.from_byte(end));
        let (entity, is_number) = (name.entity.to_owned(), name.is_of_model() && !has_letters);
        Some(AnalysisResult { start, end, entity, score, explanation: explanation(score), is_number })
    }
}

fn explanation(
    name: &PresidioName,
    evidence: &sfumato::detect::FindingEvidence,
    (original, score): (f64, f64),
    word: &str,
) -> Value {
    json!({
        "recognizer": name.recogniser, "pattern_name": &*evidence.rule, "pattern": null,
        "original_score": original, "score": score,
        "textual_explanation": format!("{}: {}", evidence.recogniser, evidence.why.words()),
        "score_context_improvement": score - original, "supportive_context_word": word,
        "validation_result": null, "regex_flags": null,
    })
}

impl AnalysisResult {
    fn json(self, is_explained: bool) -> Value {
        let Self { start, end, entity, score, explanation, .. } = self;
        let explanation = if is_explained { explanation } else { Value::Null };
        json!({ "entity_type": entity, "start": start, "end": end, "score": score, "analysis_explanation": explanation })
    }
}

/// Without those that lie within another of the same kind that is as sure; the surest first.
fn without_duplicates(mut results: Vec<AnalysisResult>) -> Vec<AnalysisResult> {
    let by_length = |it: &AnalysisResult| std::cmp::Reverse(it.end - it.start);
    results.sort_by(|a, b| {
        let place = |it: &AnalysisResult| (it.start, by_length(it));
        a.entity.cmp(&b.entity).then(place(a).cmp(&place(b))).then(b.score.total_cmp(&a.score))
    });
    let mut kept: Vec<AnalysisResult> = Vec::with_capacity(results.len());
    for result in results {
        let covers = |other: &&AnalysisResult| {
            other.entity == result.entity
                && other.start <= result.start
                && other.end >= result.end
                && other.score >= result.score
        };
        // Those that can cover it are near: longer ones of its kind that begin before it.
        if !kept.iter().rev().take(NEAR).any(|other| covers(&other)) {
            kept.push(result);
        }
    }
    kept.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.start.cmp(&b.start)).then(by_length(a).cmp(&by_length(b))));
    kept
}

/// So many results before one are looked at for one that covers it.
const NEAR: usize = 64;

impl AllowedWords {
    fn read(content: &Map<String, Value>) -> Result<Self, PresidioError> {
        let words = texts(content, "allow_list")?;
        let way = content.get("allow_list_match").map_or(Some("exact"), Value::as_str);
        match way {
            // It is not looked at where nothing is allowed.
            _ if words.is_empty() => Ok(Self::Exactly(words)),
            Some("exact") => Ok(Self::Exactly(words)),
            Some("regex") => {
                let flags = content.get("regex_flags").and_then(Value::as_u64).unwrap_or(USUAL_FLAGS);
                let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
                let written = words.join("|");
                Ok(Self::Matching((!words.is_empty()).then(|| expression(&written, flags)).transpose()?))
            }
            _ => Err(PresidioError::analysis("allow_list_match must either be set to 'exact' or 'regex'.")),
        }
    }

    fn allow(&self, word: &str) -> bool {
        match self {
            Self::Exactly(words) => words.iter().any(|allowed| allowed == word),
            Self::Matching(expression) => expression.as_ref().is_some_and(|expression| expression.is_match(word)),
        }
    }
}
