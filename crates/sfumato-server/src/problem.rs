//! Errors as answers: problem details (RFC 9457) with a code that a program can match, and never a word of a document.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

/// A reason for which a request got no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    place: Option<String>,
    retry_after: Option<u64>,
}

/// A problem as it is sent.
#[derive(Serialize)]
struct ProblemBody<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    code: &'static str,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
}

impl Problem {
    /// The media type of problems.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";

    /// A problem with a code, told in a sentence without a full stop.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), place: None, retry_after: None }
    }

    /// Something about the request that its sender can mend.
    pub fn request(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// A request that is understood and cannot be fulfilled.
    pub fn content(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// The same at a place: a part of the file, a member of the request.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), ..self }
    }

    /// The same with the seconds after which another try may succeed.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Its code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Its sentence.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Its place, if it has one.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let body = ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("error"),
            status: self.status.as_u16(),
            code: self.code,
            detail: &self.detail,
            place: self.place.as_deref(),
        };
        serde_json::to_value(body).unwrap_or_default()
    }
}

/// The code of the problem that an answer tells, for the log.
#[derive(Debug, Clone, Copy)]
pub struct ProblemCode(pub &'static str);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json().to_string()));
        *response.status_mut() = self.status;
        response.extensions_mut().insert(ProblemCode(self.code));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(Self::MEDIA_TYPE));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"sfumato\""));
        }
        response
    }
}
