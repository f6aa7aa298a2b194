//! The routes of reviews in the description of the API.

use serde_json::{Map, Value, json};

use crate::openapi::{object, post, responses, schema};

/// A parameter of an address: its name, its place and its schema.
type Parameter = (&'static str, &'static str, Value);

fn parameters(all: &[Parameter]) -> Vec<Value> {
    let one = |(name, place, schema): &Parameter| json!({ "name": name, "in": place, "required": *place == "path", "schema": schema });
    all.iter().map(one).collect()
}

/// An operation on a review, or on all of them.
fn operation(id: &str, summary: &str, all: &[Parameter], body: Option<(bool, Value)>, content: &Value) -> Value {
    let mut operation = json!({
        "operationId": id, "summary": summary, "parameters": parameters(all), "responses": responses(content),
    });
    if let Some((required, schema)) = body {
        operation["requestBody"] =
            json!({ "required": required, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

/// The operations, by path.
pub fn operations() -> Vec<(&'static str, Value)> {
    let (text, whole) = (json!({ "type": "string" }), json!({ "type": "integer", "minimum": 0 }));
    let id = ("id", "path", text.clone());
    let document = ("document", "query", whole.clone());
    let window = [("from", "query", whole.clone()), ("to", "query", whole.clone())];
    let view = ("view", "query", json!({ "enum": ["policy", "label", "pseudonym"] }));
    let json_of = |name: &str| json!({ "application/json": { "schema": schema(name) } });
    let file = |media: &str| json!({ media: { "schema": { "type": "string", "format": "binary" } } });
    let events = json!({
        "application/json": { "schema": schema("ReviewSummary") },
        "text/event-stream": { "schema": {
            "type": "string", "description": "events `progress` (step, share), then `result` (as JSON) or `problem`",
        } },
    });
    let mut create = post("createReview", "Opens a review of a file", &["plan"], &events);
    if let Some(answers) = create["responses"].as_object_mut()
        && let Some(made) = answers.remove("200")
    {
        answers.insert("201".to_owned(), made);
    }
    let revision = json!({ "type": "object", "properties": { "revision": whole }, "additionalProperties": false });
    let gone = json!({
        "operationId": "endReview", "summary": "Ends a review", "parameters": parameters(std::slice::from_ref(&id)),
        "responses": { "204": { "description": "it is gone" }, "default": { "$ref": "#/components/responses/problem" } },
    });
    let read = |name: &str, summary: &str, more: &[Parameter], content: &Value| {
        let all = [std::slice::from_ref(&id), more].concat();
        json!({ "get": operation(name, summary, &all, None, content) })
    };
    let act = |name: &str, summary: &str, body: (bool, Value), content: &Value| json!({ "post": operation(name, summary, std::slice::from_ref(&id), Some(body), content) });
    let with_window = |first: &[Parameter]| [first, &window[..]].concat();
    let forms = ("as", "query", json!({ "enum": ["brat", "jsonl", "i2b2", "gold"] }));
    let annotations = json!({
        "application/zip": { "schema": { "type": "string", "format": "binary" } },
        "application/x-ndjson": { "schema": {} },
        "application/xml": { "schema": { "type": "string" } },
    });
    let plans = json!({ "application/json": { "schema": schema("Plan") }, "application/x-ndjson": { "schema": schema("Plan") } });
    let quotes = ("text", "query", json!({ "type": "boolean" }));
    let limit = ("limit", "query", json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1000 }));
    let archived = json!({
        "type": "object", "required": ["ids"], "additionalProperties": false,
        "properties": { "ids": { "type": "array", "items": text }, "view": view.2 },
    });
    let reports = json!({ "application/json": { "schema": { "type": "array", "items": schema("Report") } } });
    vec![
        (
            "/v1/reviews",
            json!({ "get": operation("reviews", "The reviews of the caller", &[], None, &json_of("Reviews")), "post": create }),
        ),
        (
            "/v1/reviews/{id}",
            json!({
                "get": operation("review", "A review in short", std::slice::from_ref(&id), None, &json_of("ReviewSummary")),
                "delete": gone,
            }),
        ),
        (
            "/v1/reviews/{id}/text",
            read(
                "reviewText",
                "A window of a document",
                &with_window(std::slice::from_ref(&document)),
                &json_of("ReviewText"),
            ),
        ),
        (
            "/v1/reviews/{id}/mentions",
            read(
                "reviewMentions",
                "Everything that is marked",
                std::slice::from_ref(&document),
                &json_of("ReviewMentions"),
            ),
        ),
        (
            "/v1/reviews/{id}/operations",
            act("operateReview", "Decides something", (true, schema("ReviewOperations")), &json_of("ReviewDelta")),
        ),
        (
            "/v1/reviews/{id}/undo",
            act("undoReview", "Takes the last step back", (false, revision.clone()), &json_of("ReviewDelta")),
        ),
        (
            "/v1/reviews/{id}/redo",
            act("redoReview", "Does again what was taken back", (false, revision), &json_of("ReviewDelta")),
        ),
        (
            "/v1/reviews/{id}/result",
            read("reviewResult", "The file as it becomes, verified", std::slice::from_ref(&view), &file("*/*")),
        ),
        (
            "/v1/reviews/{id}/result/text",
            read(
                "reviewResultText",
                "A text as it becomes",
                &with_window(&[document.clone(), view]),
                &json_of("ReviewResultText"),
            ),
        ),
        (
            "/v1/reviews/{id}/plan",
            read("reviewPlan", "The plan, with who decided what", std::slice::from_ref(&document), &plans),
        ),
        (
            "/v1/reviews/{id}/restore",
            act(
                "restoreReview",
                "Goes back to the state of a plan",
                (true, schema("Plan")),
                &json_of("ReviewRestored"),
            ),
        ),
        (
            "/v1/reviews/{id}/annotations",
            read("reviewAnnotations", "What is marked, in the forms of others", &[forms], &annotations),
        ),
        (
            "/v1/reviews/{id}/risk",
            read("reviewRisk", "How much a document tells", &[document, limit], &json_of("ReviewRisk")),
        ),
        ("/v1/reviews/{id}/report", read("reviewReport", "The reports", std::slice::from_ref(&quotes), &reports)),
        (
            "/v1/reviews/{id}/report.html",
            read(
                "reviewReportPage",
                "The reports as a page",
                &[quotes],
                &json!({ "text/html": { "schema": { "type": "string" } } }),
            ),
        ),
        (
            "/v1/reviews/archive",
            json!({ "post": operation(
                "archiveReviews", "Everything of several reviews", &[], Some((true, archived)), &file("application/zip"),
            ) }),
        ),
    ]
}

/// The operations that a person may ask for: the members of each, with the number of those that it needs first.
fn deeds() -> Value {
    let (text, whole) = (json!({ "type": "string" }), json!({ "type": "integer", "minimum": 0 }));
    let scope = json!({ "enum": ["place", "entity", "all"] });
    let or_null = |schema: Value| json!({ "anyOf": [schema, { "const": null }] });
    let deed = |name: &str, needed: Value, more: Value| {
        let mut members = Map::new();
        members.insert("do".to_owned(), json!({ "const": name }));
        let needed = needed.as_object().cloned().unwrap_or_default();
        let required: Vec<&str> = std::iter::once("do").chain(needed.keys().map(String::as_str)).collect();
        let required = json!(required);
        members.extend(needed);
        members.extend(more.as_object().cloned().unwrap_or_default());
        json!({ "type": "object", "required": required, "properties": members, "additionalProperties": false })
    };
    let at = json!({ "mention": whole });
    let scoped = json!({ "scope": scope });
    let none = json!({});
    json!([
        deed(
            "add",
            json!({ "start": whole, "end": whole, "category": text }),
            json!({ "document": whole, "scope": scope })
        ),
        deed("recategorise", json!({ "mention": whole, "category": text }), scoped.clone()),
        deed("borders", json!({ "mention": whole, "start": whole, "end": whole }), none.clone()),
        deed("remove", at.clone(), scoped.clone()),
        deed("keep", at.clone(), scoped.clone()),
        deed("mask", at.clone(), scoped.clone()),
        deed("accept", at.clone(), scoped.clone()),
        deed("replace", at.clone(), json!({ "replacement": or_null(text.clone()), "scope": scope })),
        deed("redraw", at, none.clone()),
        deed("redraw-all", none.clone(), none.clone()),
        deed("merge", json!({ "entity": whole, "into": whole }), none.clone()),
        deed("split", json!({ "mentions": { "type": "array", "items": whole } }), none.clone()),
        deed("allow", json!({ "text": text }), none.clone()),
        deed("deny", json!({ "text": text }), json!({ "category": or_null(text.clone()) })),
        deed(
            "settings",
            none.clone(),
            json!({
                "view": or_null(json!({ "enum": ["policy", "label", "pseudonym"] })),
                "date_days": or_null(json!({ "type": "array", "items": { "type": "integer" } })),
                "age_range": or_null(whole.clone()),
                "bits": or_null(json!({ "type": "number" })),
            })
        ),
        deed("reviewed", json!({ "reviewed": { "type": "boolean" } }), none),
    ])
}

/// The schemas, by name.
pub fn schemas() -> Map<String, Value> {
    let (text, number, whole, truth) = (
        json!({ "type": "string" }),
        json!({ "type": "number" }),
        json!({ "type": "integer" }),
        json!({ "type": "boolean" }),
    );
    let list = |of: Value| json!({ "type": "array", "items": of });
    let or_null = |schema: &Value| json!({ "anyOf": [schema, { "const": null }] });
    let counts = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    let evidence = list(object(json!({ "recogniser": text, "rule": text, "why": text }), &[]));
    let settings = object(
        json!({
            "view": { "enum": ["policy", "label", "pseudonym"] }, "date_days": or_null(&list(whole.clone())),
            "age_range": or_null(&whole), "bits": or_null(&number),
        }),
        &[],
    );
    let documents = list(object(
        json!({
            "number": whole, "name": text, "length": whole, "blocks": whole, "language": text, "masked": whole,
            "near": whole,
        }),
        &[],
    ));
    let mention = object(
        json!({
            "id": whole, "document": whole, "start": whole, "end": whole, "category": text, "entity": or_null(&whole),
            "score": number, "state": { "enum": ["found", "added", "near", "removed"] }, "evidence": list(whole.clone()),
            "action": { "enum": ["mask", "keep"] }, "rule": text, "label": or_null(&text), "pseudonym": or_null(&text),
            "replacement": or_null(&text), "edited": truth, "decided_by": or_null(&text), "decided_at": or_null(&text),
            "accepted": truth, "near": truth, "settled": truth, "doubt": number, "bits": or_null(&number),
        }),
        &[],
    );
    let block = object(json!({ "kind": text, "start": whole, "end": whole, "label": text }), &["label"]);
    let edit = object(
        json!({ "mention": or_null(&whole), "start": whole, "end": whole, "new_start": whole, "new_end": whole }),
        &[],
    );
    let phrase = object(
        json!({
            "start": whole, "end": whole, "bits": number, "after": number, "hidden": truth, "outcome": text,
            "replacement": text, "betrays": list(whole.clone()),
        }),
        &["replacement"],
    );
    let summary = object(
        json!({
            "id": text, "name": text, "format": text, "media_type": text, "bytes": whole, "revision": whole,
            "state": { "enum": ["to-review", "reviewed"] }, "created": text, "changed": text, "expires": text,
            "kept": truth, "policy": text, "language": or_null(&text), "quality": text, "view": text, "counts": counts,
            "masked": whole, "kept_places": whole, "near": whole, "doubtful": whole, "answered": whole,
            "exposure": or_null(&number), "utility": or_null(&number), "can_undo": truth, "can_redo": truth,
            "settings": settings, "documents": documents, "pages": whole, "has_pages": truth,
        }),
        &["documents"],
    );
    let all = json!({
        "ReviewSummary": summary,
        "Reviews": object(json!({ "reviews": list(schema("ReviewSummary")) }), &[]),
        "ReviewMention": mention,
        "ReviewMentions": object(
            json!({ "revision": whole, "evidence": evidence, "mentions": list(schema("ReviewMention")) }),
            &[],
        ),
        "ReviewText": object(
            json!({ "document": whole, "length": whole, "from": whole, "to": whole, "text": text, "blocks": list(block) }),
            &[],
        ),
        "ReviewResultText": object(
            json!({
                "document": whole, "revision": whole, "length": whole, "from": whole, "to": whole, "text": text,
                "map": list(edit),
            }),
            &[],
        ),
        "ReviewOperation": { "anyOf": deeds() },
        "ReviewOperations": {
            "type": "object", "required": ["operations"], "additionalProperties": false,
            "properties": { "revision": or_null(&whole), "operations": list(schema("ReviewOperation")) },
        },
        "ReviewDelta": object(
            json!({
                "revision": whole, "changed": list(schema("ReviewMention")), "gone": list(whole.clone()),
                "evidence": evidence, "summary": schema("ReviewSummary"),
            }),
            &["evidence"],
        ),
        "ReviewRestored": object(json!({ "revision": whole, "summary": schema("ReviewSummary") }), &[]),
        "ReviewRisk": object(
            json!({
                "document": whole, "revision": whole, "limit": number, "exposure": number, "utility": number,
                "words": whole, "words_changed": whole, "objected": whole, "above": whole, "phrases": list(phrase),
                "curve": list(object(json!({ "limit": number, "utility": number, "objected": whole }), &[])),
                "attackers": { "const": null },
            }),
            &[],
        ),
    });
    all.as_object().cloned().unwrap_or_default()
}
