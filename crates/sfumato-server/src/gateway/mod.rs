//! A gateway before a language model: what goes up is masked, what comes down gets its values back.
//!
//! It is off unless an upstream is named. Clients that speak OpenAI's chat or responses API name `/gateway/v1` as their
//! base address and a token of this server as their key.
//!
//! All texts of a request are looked at as one document, so that a name that is found in one message is masked in all; each
//! entity becomes a token that is a keyed digest of it and of the conversation, so that one person is one token in all
//! turns although nothing of the conversation is kept: each turn brings the whole of it. *Price:* what the server of the
//! model remembers by itself (`previous_response_id`) has tokens that nobody here can bring back, so it is refused.
//!
//! Other gateways that ask a guardrail get the same tokens; what stands behind those is kept for the time of a call.

mod calls;
mod guardrail;
mod mask;
mod restore;
mod stream;
mod token;
mod upstream;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{Router, post};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use http_body_util::channel::{Channel, Sender};
use serde_json::Value;

use crate::access::{AccessScope, Caller};
use crate::body::{BodyReader, CollectedBody, json_object};
use crate::problem::Problem;
use crate::room::SharedRoom;
pub use calls::CallMaps;
use stream::EventRestorer;
pub use upstream::{Upstream, UpstreamError};

/// Its routes.
pub fn routes() -> Router<SharedRoom> {
    Router::new()
        .route("/gateway/v1/chat/completions", post(chat))
        .route("/gateway/v1/responses", post(responses))
        .route("/beta/litellm_basic_guardrail_api", post(guardrail::guardrail))
}

async fn chat(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    forward(room, caller, request, "/chat/completions").await
}

async fn responses(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    forward(room, caller, request, "/responses").await
}

async fn forward(room: SharedRoom, caller: Caller, request: Request, path: &str) -> Result<Response, Problem> {
    // Values are masked on their way up and brought back on their way down.
    caller.may(AccessScope::Mask)?;
    caller.may(AccessScope::Unmask)?;
    let off = || Problem::new(StatusCode::NOT_FOUND, "no-upstream", "the gateway is off; --upstream URL turns it on");
    let upstream = room.settings.upstream.clone().ok_or_else(off)?;
    let (parts, body) = request.into_parts();
    let CollectedBody { bytes, share } = BodyReader::new(&room, &parts.headers, body)?.collect().await?;
    let content = Value::Object(json_object(&bytes)?);
    let secret = room.secret;
    let (masked, map) =
        room.work(bytes.len(), move |engine, watch| mask::masked(engine, watch, content, &secret)).await?;
    drop(share);
    let answer = upstream.send(path, masked.to_string().into_bytes()).await?;
    let (head, body) = answer.into_parts();
    let media = head.headers.get(header::CONTENT_TYPE).cloned();
    let is_stream = media.as_ref().is_some_and(|media| media.as_bytes().starts_with(b"text/event-stream"));
    if is_stream {
        let (sender, restored) = Channel::new(16);
        tokio::spawn(pump(body, EventRestorer::new(Arc::new(map)), sender));
        return Ok(answered(head.status, media, Body::new(restored)));
    }
    let limit = room.settings.limits.body;
    let collected = http_body_util::Limited::new(body, limit).collect().await.map_err(|_| upstream::broken())?;
    let bytes = collected.to_bytes();
    // What is no JSON holds no values that a client could use, and may hold anything.
    let mut value: Value = serde_json::from_slice(&bytes).map_err(|_| upstream::broken())?;
    restore::restore(&mut value, &map);
    Ok(answered(head.status, Some(HeaderValue::from_static("application/json")), Body::from(value.to_string())))
}

fn answered(status: StatusCode, media: Option<HeaderValue>, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    if let Some(media) = media {
        response.headers_mut().insert(header::CONTENT_TYPE, media);
    }
    response
}

/// Hands events on while they come. Who went away ends the upstream's work too.
async fn pump(
    mut body: hyper::body::Incoming,
    mut restorer: EventRestorer,
    mut sender: Sender<Bytes, std::convert::Infallible>,
) {
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(bytes) = frame.into_data() else { continue };
        let told = restorer.push(&bytes);
        if !told.is_empty() && sender.send_data(Bytes::from(told)).await.is_err() {
            return;
        }
    }
    let rest = restorer.finish();
    if !rest.is_empty() {
        // There is nobody to tell if this cannot be sent.
        let _ = sender.send_data(Bytes::from(rest)).await;
    }
}
