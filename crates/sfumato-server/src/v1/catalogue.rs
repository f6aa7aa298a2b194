//! What there is: policies, categories, recognisers.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use sfumato::{Bundle, Explanation};

use super::{json as json_answer, sent};
use crate::engine;
use crate::problem::Problem;

/// The built-in policies.
pub async fn policies() -> Response {
    let all: Vec<Value> = engine::policies().map(|(name, about, _)| json!({ "name": name, "about": about })).collect();
    json_answer(json!({ "policies": all }).to_string())
}

/// A policy's file.
pub async fn policy(Path(name): Path<String>) -> Result<Response, Problem> {
    let file = engine::policies().find(|(known, ..)| *known == name).map(|(.., file)| file);
    Ok(sent("application/toml", file.ok_or_else(missing)?.to_owned()))
}

/// Every category.
pub async fn categories() -> Response {
    let one = |(path, about, labels): (String, &str, Vec<(&str, String)>)| {
        let labels: serde_json::Map<String, Value> =
            labels.into_iter().map(|(set, label)| (set.to_owned(), Value::from(label))).collect();
        json!({ "path": path, "about": about, "labels": labels })
    };
    let all: Vec<Value> = engine::categories().map(one).collect();
    json_answer(json!({ "categories": all }).to_string())
}

/// Every recogniser, by pattern or learnt.
pub async fn recognisers() -> Response {
    let explained = |id: &'static str| Some((id, Bundle::explain(id)?));
    let one = |(id, explanation): (&str, Explanation)| match explanation {
        Explanation::Recogniser { definition, .. } => Some(json!({
            "id": id, "kind": "pattern", "category": definition.category, "what": definition.what,
            "languages": definition.languages,
        })),
        Explanation::Model { language, networks, .. } => {
            let found: Vec<&str> =
                networks.first().into_iter().flat_map(|(_, found)| found).map(|category| category.path()).collect();
            Some(json!({ "id": id, "kind": "learnt", "categories": found, "languages": [language.code()] }))
        }
        _ => None,
    };
    let all: Vec<Value> =
        Bundle::recognisers().chain(Bundle::learned()).filter_map(explained).filter_map(one).collect();
    json_answer(json!({ "recognisers": all }).to_string())
}

/// The description of a recogniser, policy, model or category.
pub async fn explain(Path(name): Path<String>) -> Result<Response, Problem> {
    let told = match Bundle::explain(&name).ok_or_else(missing)? {
        Explanation::Recogniser { definition, toml } => json!({
            "kind": "recogniser", "id": definition.id, "category": definition.category, "what": definition.what,
            "why": definition.why, "languages": definition.languages, "source": toml,
        }),
        Explanation::Policy { policy, toml } => {
            json!({ "kind": "policy", "id": policy.name, "what": policy.about, "source": toml })
        }
        Explanation::Model { language, networks, policies } => {
            let networks: serde_json::Map<String, Value> = networks
                .iter()
                .map(|(quality, found)| {
                    let found: Vec<&str> = found.iter().map(|category| category.path()).collect();
                    (quality.name().to_owned(), json!(found))
                })
                .collect();
            json!({ "kind": "model", "id": name, "languages": [language.code()], "finds": networks, "policies": policies })
        }
        Explanation::Network { encoder, about } => {
            let heads: Vec<&str> = encoder.ids().collect();
            json!({ "kind": "network", "id": encoder.name(), "stands_for": heads, "source": about })
        }
        Explanation::Category { category, recognisers } => {
            let found_by: Vec<Value> = recognisers.iter().map(|(id, what)| json!({ "id": id, "what": what })).collect();
            json!({ "kind": "category", "id": category.path(), "what": category.about(), "found_by": found_by })
        }
        _ => return Err(missing()),
    };
    Ok(json_answer(told.to_string()))
}

fn missing() -> Problem {
    let detail = "there is nothing of this name; /v1/policies, /v1/categories and /v1/recognisers list what there is";
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}
