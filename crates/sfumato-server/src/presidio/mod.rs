//! The API of Presidio 2.2, so that its clients change the address and nothing else.
//!
//! Requests, answers, sentences of errors and their codes are Presidio's; what is found is ours. Scores are on Presidio's
//! scale, where a name that a model found is 0.85 and a shape without a word beside it as low as 0.05, so that the
//! thresholds of its users mean what they meant. *Price:* these scores are no probabilities; those of `/v1/detect` are.

mod adhoc;
mod analyse;
mod anonymise;
mod cipher;
mod conflicts;
mod error;
mod operators;
mod order;
mod vocabulary;

use axum::extract::{Extension, Request, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{Router, get, post};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::access::{AccessScope, Caller};
use crate::body::{BodyReader, CollectedBody};
use crate::memory::MemoryShare;
use crate::room::{ServerRoom, SharedRoom};
use error::PresidioError;

/// Its routes.
pub fn routes() -> Router<SharedRoom> {
    Router::new()
        .route("/health", get(health))
        .route("/analyze", post(analyse))
        .route("/anonymize", post(anonymise))
        .route("/deanonymize", post(deanonymise))
        .route("/recognizers", get(recognisers))
        .route("/supportedentities", get(entities))
        .route("/anonymizers", get(anonymisers))
        .route("/deanonymizers", get(deanonymisers))
}

async fn health() -> &'static str {
    "sfumato is up"
}

async fn analyse(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, PresidioError> {
    caller.may(AccessScope::Detect)?;
    // Presidio catches everything here, what its framework says of a body that is no JSON included.
    let ReadContent { content, bytes, share } = read(&room, request).await.map_err(PresidioError::uncaught)?;
    let answer = room
        .work(bytes.len(), move |engine, watch| {
            let _share = share;
            Ok(analyse::answer(engine, watch, content, &bytes))
        })
        .await??;
    Ok(sent(&answer))
}

async fn anonymise(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, PresidioError> {
    caller.may(AccessScope::Mask)?;
    let ReadContent { content, bytes, share } = read(&room, request).await?;
    let answer = room
        .work(bytes.len(), move |_, _| {
            let _share = share;
            Ok(anonymise::anonymise(content))
        })
        .await??;
    Ok(sent(&answer))
}

async fn deanonymise(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, PresidioError> {
    caller.may(AccessScope::Unmask)?;
    let ReadContent { content, bytes, share } = read(&room, request).await?;
    let answer = room
        .work(bytes.len(), move |_, _| {
            let _share = share;
            Ok(anonymise::deanonymise(content))
        })
        .await??;
    Ok(sent(&answer))
}

/// The language of an address.
#[derive(Debug, Default)]
struct LanguageQuery(Option<String>);

impl LanguageQuery {
    fn of(request: &Request) -> Self {
        let mut pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        Self(pairs.find(|(name, value)| name == "language" && !value.is_empty()).map(|(_, code)| code.into_owned()))
    }
}

async fn recognisers(request: Request) -> Result<Response, PresidioError> {
    let LanguageQuery(language) = LanguageQuery::of(&request);
    Ok(sent(&json!(vocabulary::recognisers(language.as_deref())?)))
}

async fn entities(request: Request) -> Result<Response, PresidioError> {
    let LanguageQuery(language) = LanguageQuery::of(&request);
    Ok(sent(&json!(vocabulary::entities(language.as_deref())?)))
}

async fn anonymisers() -> Response {
    sent(&json!(operators::ANONYMISERS))
}

async fn deanonymisers() -> Response {
    sent(&json!(operators::DEANONYMISERS))
}

/// The JSON of a request, as it is meant and as it was written.
struct ReadContent {
    content: Value,
    bytes: Bytes,
    share: MemoryShare,
}

async fn read(room: &ServerRoom, request: Request) -> Result<ReadContent, PresidioError> {
    let (parts, body) = request.into_parts();
    let media = parts.headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let CollectedBody { bytes, share } = BodyReader::new(room, &parts.headers, body)?.collect().await?;
    if media != "application/json" && !(media.starts_with("application/") && media.ends_with("+json")) {
        return Err(PresidioError::not_json());
    }
    let content = serde_json::from_slice(&bytes).map_err(|_| PresidioError::broken_json())?;
    Ok(ReadContent { content, bytes, share })
}

fn sent(answer: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}
