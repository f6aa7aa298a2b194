//! The description of the API is held against what the server answers.

use serde_json::{Value, json};

use crate::support::TestServer;

/// What is wrong with a value by a schema; the keywords that the description uses are understood, and no others.
fn faults(all: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let Some(rules) = schema.as_object() else { return vec![format!("{place}: no schema")] };
    let mut found = Vec::new();
    for (keyword, rule) in rules {
        match keyword.as_str() {
            "$ref" => {
                let path = rule.as_str().expect("a path").strip_prefix('#').expect("of this document");
                let target = all.pointer(path).unwrap_or_else(|| panic!("{path} is nowhere"));
                found.extend(faults(all, target, value, place));
            }
            "type" => {
                let is_type = match rule.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("{place}: unknown type {other}"),
                };
                if !is_type {
                    found.push(format!("{place}: no {rule}"));
                }
            }
            "enum" => {
                if !rule.as_array().expect("values").contains(value) {
                    found.push(format!("{place}: none of {rule}"));
                }
            }
            "required" => {
                for name in rule.as_array().expect("names") {
                    if value.get(name.as_str().expect("a name")).is_none() {
                        found.push(format!("{place}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("schemas") {
                    if let Some(member) = value.get(name) {
                        found.extend(faults(all, schema, member, &format!("{place}/{name}")));
                    }
                }
            }
            "additionalProperties" if rule.is_object() => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    found.extend(faults(all, rule, member, &format!("{place}/{name}")));
                }
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(faults(all, rule, item, &format!("{place}/{number}")));
                }
            }
            "anyOf" => {
                let fits = |schema: &Value| faults(all, schema, value, place).is_empty();
                if !rule.as_array().expect("schemas").iter().any(fits) {
                    found.push(format!("{place}: fits none"));
                }
            }
            "const" => {
                if rule != value {
                    found.push(format!("{place}: not {rule}"));
                }
            }
            "additionalProperties" | "description" | "format" | "contentEncoding" | "minimum" | "maximum" => {}
            other => panic!("{place}: unknown keyword {other}"),
        }
    }
    found
}

#[test]
fn answers_are_as_they_are_described() {
    let server = TestServer::open();
    let all = server.get("/v1/openapi.json").value();
    assert_eq!(all["openapi"], "3.1.0");
    let mut tried = Vec::new();
    let mut check = |method: &str, path: &str, described: &str, body: Option<Value>, status: &str| {
        let answer = match &body {
            None => server.get(path),
            Some(body) => server.json(path, body),
        };
        let operation = &all["paths"][described][method];
        let mut response = &operation["responses"][status];
        if let Some(path) = response["$ref"].as_str() {
            response = all.pointer(path.trim_start_matches('#')).expect("there");
        }
        let media = answer.header("content-type").expect("a media type").split(';').next().expect("one").to_owned();
        let content = &response["content"];
        let schema = content.get(&media).or_else(|| content.get("*/*")).map_or(&Value::Null, |media| &media["schema"]);
        assert!(schema.is_object(), "{path}: {media} is not described");
        assert_eq!(answer.status < 300, status != "default", "{path}: {}", answer.status);
        if media.ends_with("json") {
            let wrong = faults(&all, schema, &answer.value(), path);
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
        tried.push(described.to_owned());
    };
    let text =
        json!({ "text": "Call Ann Lee, 212-555-0142.", "options": { "policy": "declassify", "protect": ["Ann Lee"] } });
    let plan = server.json("/v1/plan", &text).value();
    let applied = json!({ "text": text["text"], "plan": plan });
    for path in ["/v1/mask", "/v1/detect", "/v1/plan", "/v1/assess"] {
        check("post", path, path, Some(text.clone()), "200");
        check("post", path, path, Some(json!({ "text": "" })), "default");
    }
    check("post", "/v1/apply", "/v1/apply", Some(applied), "200");
    check("post", "/v1/unmask", "/v1/unmask", Some(text), "default");
    check("post", "/v1/batch", "/v1/batch", Some(json!({ "texts": ["Ann Lee", "", { "text": "x", "id": 1 }] })), "200");
    for path in
        ["/v1/policies", "/v1/categories", "/v1/recognisers", "/v1/openapi.json", "/health", "/ready", "/metrics"]
    {
        check("get", path, path, None, "200");
    }
    check("get", "/v1/policies/default", "/v1/policies/{name}", None, "200");
    for name in ["es/dni", "hipaa", "es/clinical", "fast", "finance"] {
        check("get", &format!("/v1/explain/{name}"), "/v1/explain/{name}", None, "200");
    }
    check("get", "/v1/explain/nothing", "/v1/explain/{name}", None, "default");
    for path in ["/gateway/v1/chat/completions", "/gateway/v1/responses"] {
        check("post", path, path, Some(json!({ "model": "m" })), "default");
    }
    let review = server.json("/v1/reviews", &json!({ "text": "Call Ann Lee of Leeds, 212-555-0142." })).value();
    let id = review["id"].as_str().expect("an id").to_owned();
    let one = "/v1/reviews/{id}";
    let of_one = |path: &str| (format!("/v1/reviews/{id}{path}"), format!("{one}{path}"));
    let created = json!({ "text": "Call Ann Lee.", "options": { "name": "a.txt" } });
    check("post", "/v1/reviews", "/v1/reviews", Some(created), "201");
    check("post", "/v1/reviews", "/v1/reviews", Some(json!({ "text": "" })), "default");
    check("get", "/v1/reviews", "/v1/reviews", None, "200");
    check("get", "/v1/reviews/none", one, None, "default");
    let mut get = |path: &str| check("get", &of_one(path).0, &of_one(path).1, None, "200");
    for path in [
        "",
        "/text",
        "/mentions",
        "/result",
        "/result/text",
        "/plan",
        "/annotations",
        "/report",
        "/report.html",
        "/risk",
    ] {
        get(path);
    }
    for operation in [
        json!({ "do": "add", "start": 0, "end": 4, "category": "other", "scope": "all" }),
        json!({ "do": "replace", "mention": 1, "replacement": null }),
        json!({ "do": "settings", "view": "pseudonym", "bits": null }),
        json!({ "do": "deny", "text": "of" }),
        json!({ "do": "redraw-all" }),
    ] {
        let body = json!({ "operations": [operation] });
        let wrong = faults(&all, &json!({ "$ref": "#/components/schemas/ReviewOperations" }), &body, "operation");
        assert!(wrong.is_empty(), "{wrong:#?}");
        let (path, described) = of_one("/operations");
        check("post", &path, &described, Some(body), "200");
    }
    for path in ["/undo", "/redo"] {
        check("post", &of_one(path).0, &of_one(path).1, Some(json!({})), "200");
    }
    let plan = server.get(&of_one("/plan").0).value();
    check("post", &of_one("/restore").0, &of_one("/restore").1, Some(plan), "200");
    check("post", "/v1/reviews/archive", "/v1/reviews/archive", Some(json!({ "ids": [id] })), "200");
    let guardrail = "/beta/litellm_basic_guardrail_api";
    check("post", guardrail, guardrail, Some(json!({ "input_type": "request", "texts": ["Ann Lee"] })), "200");
    check("post", guardrail, guardrail, Some(json!({ "texts": [] })), "default");
    let hidden = json!({ "text": "abc", "analyzer_results": [] });
    check("post", "/analyze", "/analyze", Some(json!({ "text": "Ann Lee", "language": "en" })), "200");
    check("post", "/analyze", "/analyze", Some(json!({})), "default");
    check("post", "/anonymize", "/anonymize", Some(hidden.clone()), "200");
    check("post", "/deanonymize", "/deanonymize", Some(hidden), "200");
    for path in ["/recognizers", "/supportedentities", "/anonymizers", "/deanonymizers"] {
        check("get", path, path, None, "200");
    }
    for described in all["paths"].as_object().expect("paths").keys() {
        assert!(tried.contains(described), "{described} is not tried");
    }
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let server = TestServer::open();
    let all = server.get("/v1/openapi.json").value();
    let mut open = vec![&all];
    let mut ids = Vec::new();
    while let Some(value) = open.pop() {
        if let Some(path) = value.get("$ref").and_then(Value::as_str) {
            assert!(all.pointer(path.trim_start_matches('#')).is_some(), "{path}");
        }
        ids.extend(value.get("operationId").and_then(Value::as_str));
        open.extend(value.as_object().into_iter().flat_map(|members| members.values()));
        open.extend(value.as_array().into_iter().flatten());
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), count > 20), (count, true), "every operation has a name of its own");
}
