//! LiteLLM's generic guardrail: another gateway asks what to send in the place of a request, and to tell in that of an
//! answer.

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::restore::TokenMap;
use super::{answered, mask};
use crate::access::{AccessScope, Caller};
use crate::body::{BodyReader, CollectedBody, json_object};
use crate::problem::Problem;
use crate::room::SharedRoom;

/// Members of a request that hold texts, and come back with others.
const HOLDERS: [&str; 3] = ["texts", "structured_messages", "tools"];

/// Answers the question of a guardrail.
pub async fn guardrail(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    let answer = advise(room, caller, request).await?;
    let media = HeaderValue::from_static("application/json");
    Ok(answered(StatusCode::OK, Some(media), Body::from(answer.to_string())))
}

async fn advise(room: SharedRoom, caller: Caller, request: Request) -> Result<Value, Problem> {
    caller.may(AccessScope::Mask)?;
    caller.may(AccessScope::Unmask)?;
    let (parts, body) = request.into_parts();
    let CollectedBody { bytes, share: _share } = BodyReader::new(&room, &parts.headers, body)?.collect().await?;
    let mut asked = json_object(&bytes)?;
    let call = asked.get("litellm_call_id").and_then(Value::as_str).unwrap_or_default().to_owned();
    match asked.get("input_type").and_then(Value::as_str) {
        Some("request") => {}
        Some("response") => {
            let map = room.calls.of(&caller.name, &call).unwrap_or_default();
            return Ok(restored(asked.get("texts"), &map));
        }
        _ => return Err(Problem::request("json-form", "`input_type` is request or response").at("input_type")),
    }
    if asked.get("images").and_then(Value::as_array).is_some_and(|images| !images.is_empty()) {
        return Ok(blocked("a picture cannot be masked, so nothing is sent"));
    }
    let content: Map<String, Value> =
        HOLDERS.iter().filter_map(|name| Some(((*name).to_owned(), asked.remove(*name)?))).collect();
    let (content, secret) = (in_order(content), room.secret);
    let before = content.clone();
    let masked = room.work(bytes.len(), move |engine, watch| mask::masked(engine, watch, content, &secret)).await;
    let (after, map) = match masked {
        Ok(masked) => masked,
        // The model is not asked; whoever asked is told why.
        Err(problem) if problem.code() == "cannot-be-masked" => return Ok(blocked(problem.detail())),
        Err(problem) => return Err(problem),
    };
    if !call.is_empty() {
        room.calls.keep(&caller.name, &call, map);
    }
    Ok(changed(&before, after))
}

/// The content with the member that a conversation is known by under its own name.
fn in_order(mut content: Map<String, Value>) -> Value {
    if let Some(messages) = content.remove("structured_messages").filter(Value::is_array) {
        content.insert("messages".to_owned(), messages);
    } else if let Some(first) = content.get("texts").and_then(|texts| texts.get(0)).and_then(Value::as_str) {
        content.insert("messages".to_owned(), json!([{ "role": "user", "content": first }]));
    }
    Value::Object(content)
}

/// What is to be sent instead.
fn changed(before: &Value, mut after: Value) -> Value {
    if *before == after {
        return json!({ "action": "NONE" });
    }
    let mut answer = json!({ "action": "GUARDRAIL_INTERVENED" });
    for (ours, theirs) in [("texts", "texts"), ("messages", "structured_messages"), ("tools", "tools")] {
        if before[ours] != after[ours] {
            answer[theirs] = after[ours].take();
        }
    }
    answer
}

/// What is to be told instead. The end of each text is held back while it may be the beginning of a token.
fn restored(texts: Option<&Value>, map: &TokenMap) -> Value {
    let texts: Vec<&str> = texts.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let told: Vec<String> = texts.iter().map(|text| map.restore(text, false)).collect();
    if told.iter().zip(&texts).all(|(told, text)| told == text) {
        return json!({ "action": "NONE" });
    }
    let open = |text: &&str| map.restore(text.get(map.settled(text)..).unwrap_or_default(), false).chars().count();
    let held: Vec<usize> = texts.iter().map(open).collect();
    json!({ "action": "GUARDRAIL_INTERVENED", "texts": told, "stream_holdback_chars": held })
}

fn blocked(reason: &str) -> Value {
    json!({ "action": "BLOCKED", "blocked_reason": reason })
}
