//! The texts of a request, looked at as one document and masked in their places.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::document::{Document, ProgressObserver};
use sfumato::mask::Action;

use super::restore::TokenMap;
use super::token;
use crate::engine::Engine;
use crate::options::DecidingOptions;
use crate::problem::Problem;
use crate::work::WorkWatch;

/// Members whose texts say how to do something and nothing of anybody.
const STRUCTURE: [&str; 18] = [
    "model",
    "role",
    "type",
    "id",
    "object",
    "status",
    "tool_call_id",
    "call_id",
    "tool_choice",
    "response_format",
    "service_tier",
    "reasoning_effort",
    "truncation",
    "include",
    "modalities",
    "format",
    "verbosity",
    "encoding_format",
];
/// Kinds of parts of messages whose texts can be masked.
const READ: [&str; 14] = [
    "text",
    "input_text",
    "output_text",
    "refusal",
    "message",
    "function",
    "function_call",
    "function_call_output",
    "custom",
    "summary_text",
    "json_schema",
    "json_object",
    "auto",
    "summary",
];
/// The gap between texts, over which no name reaches.
const BETWEEN: &str = "\n\n";

/// A text of a request, by its place in the document.
struct TextPiece {
    range: Range<usize>,
}

/// Everything of a request that is looked at.
#[derive(Default)]
struct CollectedTexts {
    document: String,
    pieces: Vec<TextPiece>,
}

impl CollectedTexts {
    fn add(&mut self, name: &str, text: &str) {
        // The name of a member tells what its value is.
        if !name.is_empty() && !["content", "text", "input", "output"].contains(&name) && text.len() < 200 {
            self.document.push_str(&name.replace('_', " "));
            self.document.push_str(": ");
        }
        let start = self.document.len();
        self.document.push_str(text);
        self.pieces.push(TextPiece { range: start..self.document.len() });
        self.document.push_str(BETWEEN);
    }
}

/// Masks a request; with it comes what stands behind its tokens.
pub fn masked(
    engine: &Engine,
    watch: &Arc<WorkWatch>,
    mut content: Value,
    secret: &[u8; 32],
) -> Result<(Value, TokenMap), Problem> {
    check(&content)?;
    if content.get("previous_response_id").is_some_and(|id| !id.is_null()) {
        let detail = "send the whole conversation: what the upstream remembers has tokens that cannot be brought back";
        return Err(Problem::content("upstream-memory", detail).at("previous_response_id"));
    }
    let mut texts = CollectedTexts::default();
    walk(&mut content, "", &mut |name, text| {
        texts.add(name, text);
        None
    })?;
    if texts.document.trim().is_empty() {
        return Ok((content, TokenMap::default()));
    }
    let document = TextFile.read(texts.document.clone().into_bytes())?;
    if !document.text().starts_with(texts.document.trim_end()) && document.text() != texts.document {
        return Err(unmasked());
    }
    let document = document.watched_by(Some(Arc::clone(watch) as Arc<dyn ProgressObserver>));
    let conversation = conversation(&content);
    let mut map = TokenMap::default();
    let replaced = tokens(engine, &document, &texts, (secret, &conversation), &mut map)?;
    let mut pieces = texts.pieces.iter();
    walk(&mut content, "", &mut |_, text| {
        let piece = pieces.next()?;
        Some(rewritten(text, piece.range.start, &replaced))
    })?;
    Ok((content, map))
}

/// Tokens for everything that is found, by place.
fn tokens(
    engine: &Engine,
    document: &Document,
    texts: &CollectedTexts,
    (secret, conversation): (&[u8; 32], &str),
    map: &mut TokenMap,
) -> Result<BTreeMap<usize, (usize, String)>, Problem> {
    let found = engine.look(&DecidingOptions::default(), document)?;
    let mentions = || {
        let masked = found.plan.decisions().iter().filter(|decision| decision.action() == Action::Mask);
        masked.map(|decision| &found.entities.mentions[decision.mention])
    };
    // The longest form of an entity names it, and is what a token without a number stands for.
    let mut longest: BTreeMap<usize, &str> = BTreeMap::new();
    for mention in mentions() {
        let form = document.slice(mention.span);
        let known = longest.entry(mention.entity()).or_insert(form);
        if form.len() > known.len() {
            *known = form;
        }
    }
    let mut replaced = BTreeMap::new();
    for mention in mentions() {
        let category = &found.entities.entity_of(mention).category;
        let label = category.placeholder().replace([' ', '-'], "_");
        let main = longest.get(&mention.entity()).copied().unwrap_or_default();
        let mut code = token::code(secret, &[conversation, &label, &main.to_lowercase()]);
        if map.is_taken(&code, &label) {
            code = token::code(secret, &[conversation, &label, main, "again"]);
        }
        map.add(&code, &label, main);
        // It lies within one text; what it holds of others, their names, stays.
        let span = mention.span.range();
        let pieces = texts.pieces.iter().filter(|piece| piece.range.start < span.end && span.start < piece.range.end);
        let mut is_placed = false;
        for piece in pieces {
            let (start, end) = (span.start.max(piece.range.start), span.end.min(piece.range.end));
            let form = texts.document.get(start..end).ok_or_else(unmasked)?;
            let number = map.add(&code, &label, form);
            replaced.insert(start, (end, token::token(&label, &code, number)));
            is_placed = true;
        }
        // What stands in something encoded cannot be replaced.
        if !is_placed && span.start >= texts.document.trim_end().len() {
            return Err(unmasked());
        }
    }
    Ok(replaced)
}

fn unmasked() -> Problem {
    let detail = "something encoded in the request holds what has to be masked, and cannot be masked in its place";
    Problem::content("cannot-be-masked", detail)
}

/// A text with tokens in the place of what was found.
fn rewritten(text: &str, start: usize, replaced: &BTreeMap<usize, (usize, String)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (from, (to, token)) in replaced.range(start..start + text.len()) {
        out.push_str(text.get(at..from - start).unwrap_or_default());
        out.push_str(token);
        at = to - start;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The beginning of a conversation, which tells it from others.
fn conversation(content: &Value) -> String {
    let messages = content.get("messages").or_else(|| content.get("input"));
    let Some(messages) = messages.and_then(Value::as_array) else { return String::new() };
    let first = messages.iter().position(|message| message["role"] == "user").map_or(messages.len(), |at| at + 1);
    Value::from(messages.get(..first).unwrap_or_default().to_vec()).to_string()
}

/// Refuses a request that brings something that is not read: a picture, a recording, a file.
fn check(value: &Value) -> Result<(), Problem> {
    match value {
        Value::Array(all) => all.iter().try_for_each(check),
        Value::Object(members) => {
            let is_part =
                members.contains_key("role") || members.contains_key("content") || members.contains_key("text");
            let kind = members.get("type").and_then(Value::as_str);
            let brings = [
                "image_url",
                "input_audio",
                "audio",
                "file",
                "file_data",
                "file_id",
                "image_file",
                "encrypted_content",
            ];
            let is_other = brings.iter().any(|name| members.get(*name).is_some_and(|value| !value.is_null()));
            if is_other || (is_part && kind.is_some_and(|kind| !READ.contains(&kind))) {
                let detail = "a part of the request that is no text cannot be masked, so nothing is sent";
                return Err(Problem::content("cannot-be-masked", detail));
            }
            // What tools take is described, not said.
            members
                .iter()
                .filter(|(name, _)| *name != "parameters" && *name != "schema")
                .try_for_each(|(_, it)| check(it))
        }
        _ => Ok(()),
    }
}

/// Goes over all texts of a request in one order, and puts what `change` gives in their place.
fn walk(value: &mut Value, name: &str, change: &mut impl FnMut(&str, &str) -> Option<String>) -> Result<(), Problem> {
    match value {
        Value::String(text) => {
            // Texts that are JSON stay so.
            let may_be_json = name == "arguments" || name == "output";
            let inside = may_be_json.then(|| serde_json::from_str::<Value>(text).ok()).flatten();
            if let Some(mut inside) = inside.filter(|inside| inside.is_object() || inside.is_array()) {
                walk_inside(&mut inside, "", change);
                *text = inside.to_string();
                return Ok(());
            }
            if let Some(new) = change(name, text) {
                *text = new;
            }
            Ok(())
        }
        Value::Array(all) => all.iter_mut().try_for_each(|one| walk(one, name, change)),
        Value::Object(members) => walk_members(members, change),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn walk_members(
    members: &mut Map<String, Value>,
    change: &mut impl FnMut(&str, &str) -> Option<String>,
) -> Result<(), Problem> {
    let is_call = members.contains_key("arguments") || members.contains_key("parameters");
    for (name, member) in members.iter_mut() {
        // The name of a function is no name of anybody; neither is the schema of what it takes.
        let is_structure = STRUCTURE.contains(&name.as_str()) || (is_call && name == "name");
        if is_structure || name == "parameters" || name == "schema" {
            continue;
        }
        match name.as_str() {
            // Whatever a client notes down, names of its members included.
            "metadata" => walk_inside(member, name, change),
            _ => walk(member, name, change)?,
        }
    }
    Ok(())
}

/// The same inside of what a function takes or gives: every value counts, numbers too.
fn walk_inside(value: &mut Value, name: &str, change: &mut impl FnMut(&str, &str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = change(name, text) {
                *text = new;
            }
        }
        Value::Number(number) => {
            let written = number.to_string();
            if let Some(new) = change(name, &written).filter(|new| *new != written) {
                *value = Value::from(new);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| walk_inside(one, name, change)),
        Value::Object(members) => {
            // A name may be a value as well.
            for (name, mut member) in std::mem::take(members) {
                walk_inside(&mut member, &name, change);
                let name = change("", &name).unwrap_or(name);
                members.insert(name, member);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}
