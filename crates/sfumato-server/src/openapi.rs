//! The description of the API in OpenAPI 3.1, made from what the server takes.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Map, Value, json};

use crate::options::RequestOptions;
use crate::problem::Problem;
use crate::review::description as review;

/// Serves it.
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], description().to_string()).into_response()
}

/// All of it.
pub fn description() -> Value {
    let mut paths = Map::new();
    for (path, methods) in operations().into_iter().chain(review::operations()) {
        paths.insert(path.to_owned(), methods);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "sfumato", "version": env!("CARGO_PKG_VERSION"),
            "description": "Takes the people and the secrets out of documents and leaves the documents useful.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "security": [{ "bearer": [] }, { "basic": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "basic": { "type": "http", "scheme": "basic", "description": "any name, and the token as password" },
            },
            "parameters": parameters(),
            "schemas": all_schemas(),
            "responses": { "problem": {
                "description": "there is no result; `code` says why",
                "content": { Problem::MEDIA_TYPE: { "schema": schema("Problem") } },
            } },
        },
    })
}

pub fn schema(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Each option as a parameter of the address.
fn parameters() -> Value {
    let parameter = |(name, what, schema): (&str, &str, Value)| {
        // Lists are repeated, or parted by commas.
        (name.to_owned(), json!({ "name": name, "in": "query", "description": what, "schema": schema }))
    };
    Value::Object(RequestOptions::schema().map(parameter).collect())
}

fn option_references() -> Vec<Value> {
    let reference = |(name, ..): (&str, &str, Value)| json!({ "$ref": format!("#/components/parameters/{name}") });
    RequestOptions::schema().map(reference).collect()
}

/// The operations, by path.
fn operations() -> Vec<(&'static str, Value)> {
    let mask_answer = json!({
        "*/*": { "schema": { "type": "string", "format": "binary" } },
        "application/json": { "schema": schema("Masked") },
        "multipart/form-data": { "schema": {
            "type": "object", "required": ["file", "report"],
            "properties": {
                "file": { "type": "string", "format": "binary" },
                "report": { "type": "array", "items": schema("Report") },
            },
        } },
        "text/event-stream": { "schema": {
            "type": "string", "description": "events `progress` (step, share), then `result` (as JSON) or `problem`",
        } },
    });
    let json_of = |name: &str| json!({ "application/json": { "schema": schema(name) } });
    let anything = json!({ "application/json": { "schema": {} } });
    let plain = json!({ "text/plain": { "schema": { "type": "string" } } });
    let detected = json!({
        "application/json": { "schema": schema("Detected") },
        "application/x-ndjson": { "schema": schema("DetectedDocument") },
    });
    let batch = json!({
        "application/json": { "schema": schema("Results") },
        "application/x-ndjson": { "schema": schema("Result") },
    });
    vec![
        ("/v1/mask", json!({ "post": post("mask", "Masks a file", &[], &mask_answer) })),
        ("/v1/detect", json!({ "post": post("detect", "Tells what is in a file", &[], &detected) })),
        ("/v1/plan", json!({ "post": post("plan", "Tells every change that would be made", &[], &json_of("Plan")) })),
        ("/v1/apply", json!({ "post": post("apply", "Carries a plan out", &["plan"], &mask_answer) })),
        ("/v1/assess", json!({ "post": post("assess", "Tells how much a file tells", &[], &json_of("Assessed")) })),
        ("/v1/unmask", json!({ "post": post("unmask", "Brings values back", &["map"], &mask_answer) })),
        ("/v1/batch", json!({ "post": batch_operation(&batch) })),
        ("/v1/policies", json!({ "get": get("policies", "The built-in policies", &json_of("Policies"), None) })),
        (
            "/v1/policies/{name}",
            json!({ "get": get("policy", "The file of a policy", &json!({ "application/toml": { "schema": { "type": "string" } } }), Some("name")) }),
        ),
        ("/v1/categories", json!({ "get": get("categories", "Every category", &json_of("Categories"), None) })),
        ("/v1/recognisers", json!({ "get": get("recognisers", "Every recogniser", &json_of("Recognisers"), None) })),
        (
            "/v1/explain/{name}",
            json!({ "get": get("explain", "What something is; a name may hold slashes", &json_of("Explanation"), Some("name")) }),
        ),
        ("/v1/openapi.json", json!({ "get": get("openapi", "This document", &anything, None) })),
        ("/health", json!({ "get": get("health", "Whether the server runs", &plain, None) })),
        ("/ready", json!({ "get": get("ready", "Whether it takes requests", &plain, None) })),
        ("/metrics", json!({ "get": get("metrics", "What it did, in Prometheus' form", &plain, None) })),
        (
            "/gateway/v1/chat/completions",
            json!({ "post": gateway("chatCompletions", "OpenAI's chat API, masked on its way up") }),
        ),
        (
            "/gateway/v1/responses",
            json!({ "post": gateway("responses", "OpenAI's responses API, masked on its way up") }),
        ),
        (
            "/beta/litellm_basic_guardrail_api",
            json!({ "post": gateway("guardrail", "LiteLLM's generic guardrail: what to send to a model, and to tell of its answer") }),
        ),
        ("/analyze", json!({ "post": presidio("analyze", "Presidio: what is in a text") })),
        ("/anonymize", json!({ "post": presidio("anonymize", "Presidio: hides results of analysis") })),
        ("/deanonymize", json!({ "post": presidio("deanonymize", "Presidio: brings back what was encrypted") })),
        ("/recognizers", json!({ "get": get("presidioRecognizers", "Presidio: recognisers", &anything, None) })),
        ("/supportedentities", json!({ "get": get("presidioEntities", "Presidio: entities", &anything, None) })),
        ("/anonymizers", json!({ "get": get("presidioAnonymizers", "Presidio: operators", &anything, None) })),
        ("/deanonymizers", json!({ "get": get("presidioDeanonymizers", "Presidio: operators", &anything, None) })),
    ]
}

pub fn responses(content: &Value) -> Value {
    json!({
        "200": { "description": "the result", "content": content },
        "default": { "$ref": "#/components/responses/problem" },
    })
}

fn get(id: &str, summary: &str, content: &Value, path: Option<&str>) -> Value {
    let parameters: Vec<Value> = path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .into_iter()
        .collect();
    json!({ "operationId": id, "summary": summary, "parameters": parameters, "responses": responses(content) })
}

/// An operation on a file: as it is, in a form, or a text in JSON.
pub fn post(id: &str, summary: &str, more: &[&str], content: &Value) -> Value {
    let (mut form, mut members) = (Map::new(), Map::new());
    form.insert("file".to_owned(), json!({ "type": "string", "format": "binary" }));
    members.insert("text".to_owned(), json!({ "type": "string" }));
    for fields in [&mut form, &mut members] {
        fields.insert("options".to_owned(), schema("Options"));
        fields.insert("policy".to_owned(), json!({ "type": "string", "description": "the text of a policy" }));
    }
    for name in more {
        let field = if *name == "plan" { schema("Plan") } else { json!({ "type": "string", "format": "binary" }) };
        form.insert((*name).to_owned(), field.clone());
        if *name == "plan" {
            members.insert((*name).to_owned(), field);
        }
    }
    json!({
        "operationId": id, "summary": summary, "parameters": option_references(),
        "requestBody": { "required": true, "content": {
            "application/octet-stream": { "schema": { "type": "string", "format": "binary" } },
            "multipart/form-data": { "schema": { "type": "object", "required": ["file"], "properties": form } },
            "application/json": { "schema": {
                "type": "object", "required": ["text"], "properties": members, "additionalProperties": false,
            } },
        } },
        "responses": responses(content),
    })
}

fn batch_operation(content: &Value) -> Value {
    json!({
        "operationId": "batch", "summary": "Masks many texts", "parameters": option_references(),
        "requestBody": { "required": true, "content": {
            "application/json": { "schema": {
                "type": "object", "required": ["texts"], "additionalProperties": false,
                "properties": {
                    "texts": { "type": "array", "items": schema("BatchText") }, "options": schema("Options"),
                },
            } },
            "application/x-ndjson": { "schema": schema("BatchText") },
        } },
        "responses": responses(content),
    })
}

/// An operation of a language model's server; the rest is its own.
fn gateway(id: &str, summary: &str) -> Value {
    json!({
        "operationId": id, "summary": summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },
        "responses": responses(&json!({
            "application/json": { "schema": { "type": "object" } },
            "text/event-stream": { "schema": { "type": "string" } },
        })),
    })
}

fn presidio(id: &str, summary: &str) -> Value {
    json!({
        "operationId": id, "summary": summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },
        "responses": {
            "200": { "description": "the result", "content": { "application/json": { "schema": {} } } },
            "default": { "description": "there is no result", "content": { "application/json": { "schema": {
                "type": "object", "required": ["error"], "properties": { "error": { "type": "string" } },
            } } } },
        },
    })
}

/// An object whose members are all there, but for the optional ones.
pub fn object(members: Value, optional: &[&str]) -> Value {
    let required: Vec<&str> = members
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
        .filter(|name| !optional.contains(name))
        .collect();
    json!({ "type": "object", "required": required, "properties": members })
}

/// The schemas of everything.
fn all_schemas() -> Value {
    let mut all = schemas();
    if let Some(all) = all.as_object_mut() {
        all.extend(review::schemas());
    }
    all
}

fn schemas() -> Value {
    let (text, number, whole) =
        (json!({ "type": "string" }), json!({ "type": "number" }), json!({ "type": "integer" }));
    let list = |of: Value| json!({ "type": "array", "items": of });
    let counts = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    let options: Map<String, Value> =
        RequestOptions::schema().map(|(name, _, schema)| (name.to_owned(), schema)).collect();
    json!({
        "Options": { "type": "object", "properties": options, "additionalProperties": false },
        "Problem": object(
            json!({
                "type": text, "title": text, "status": whole, "code": text, "detail": text, "place": text,
            }),
            &["place"],
        ),
        "Masked": object(
            json!({
                "text": text, "file": { "type": "string", "contentEncoding": "base64" }, "media_type": text,
                "format": text, "outcome": { "enum": ["done", "above-limit"] }, "counts": counts,
                "reports": list(schema("Report")),
            }),
            &["text", "file", "reports"],
        ),
        "Report": object(
            json!({
                "version": whole, "program": text, "document": text, "format": text, "encoding": text,
                "language": text, "policy": text, "offsets": text, "masked": whole, "kept": whole, "counts": counts,
                "mentions": list(object(
                    json!({
                        "start": whole, "end": whole, "block": text, "category": text, "score": number,
                        "action": { "enum": ["mask", "keep"] }, "operator": text, "rule": text,
                        "evidence": list(object(json!({ "recogniser": text, "rule": text, "why": text }), &[])),
                    }),
                    &[],
                )),
            }),
            &[],
        ),
        "Detected": object(json!({ "documents": list(schema("DetectedDocument")) }), &[]),
        "DetectedDocument": object(
            json!({
                "id": {},
                "findings": list(object(
                    json!({
                        "start": whole, "end": whole, "category": text, "score": number,
                        "action": { "enum": ["mask", "keep"] }, "why": text, "field": text, "text": text,
                    }),
                    &["field", "text"],
                )),
            }),
            &[],
        ),
        "Plan": object(
            json!({
                "version": whole, "program": text, "policy": text, "digest": text, "offsets": text,
                "file": object(json!({ "metadata": text, "pictures": text, "embedded": text }), &[]),
                "changes": list(object(
                    json!({ "start": whole, "end": whole, "action": { "enum": ["mask", "keep"] }, "replacement": text }),
                    &["replacement"],
                )),
            }),
            &[],
        ),
        "Assessed": list(object(
            json!({
                "document": text, "language": text, "policy": text, "offsets": text, "exposure": number,
                "phrases": list(json!({ "type": "object" })),
            }),
            &["phrases"],
        )),
        "BatchText": { "anyOf": [text, object(json!({ "text": text, "id": {} }), &["id"])] },
        "Results": object(json!({ "results": list(schema("Result")) }), &[]),
        "Result": object(
            json!({ "id": {}, "text": text, "report": schema("Report"), "problem": schema("Problem") }),
            &["id", "text", "report", "problem"],
        ),
        "Policies": object(json!({ "policies": list(object(json!({ "name": text, "about": text }), &[])) }), &[]),
        "Categories": object(
            json!({ "categories": list(object(
                json!({
                    "path": text, "about": text,
                    "labels": { "type": "object", "additionalProperties": { "type": "string" } },
                }),
                &[],
            )) }),
            &[],
        ),
        "Recognisers": object(
            json!({ "recognisers": list(object(
                json!({
                    "id": text, "kind": { "enum": ["pattern", "learnt"] }, "languages": list(text.clone()),
                    "category": text, "categories": list(text.clone()), "what": text,
                }),
                &["category", "categories", "what"],
            )) }),
            &[],
        ),
        "Explanation": object(
            json!({ "kind": { "enum": ["recogniser", "policy", "model", "network", "category"] }, "id": text }),
            &[],
        ),
    })
}
