//! Errors as Presidio tells them: `{"error": "..."}`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::problem::{Problem, ProblemCode};

/// A reason for having no result, in Presidio's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresidioError {
    status: StatusCode,
    told: String,
    /// A problem of this server that Presidio does not have.
    own: Option<Box<Problem>>,
}

impl PresidioError {
    fn new(status: StatusCode, told: impl Into<String>) -> Self {
        Self { status, told: told.into(), own: None }
    }

    /// Something that an operator or an entity may not be.
    pub fn parameter(told: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, told)
    }

    /// Something wrong with the request as a whole.
    pub fn request(told: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, told)
    }

    /// Arguments that analysis does not take.
    pub fn arguments(told: &str) -> Self {
        Self::request(format!("Failed to parse /analyze request for AnalyzerEngine.analyze(). {told}"))
    }

    /// A failure of analysis, which Presidio takes for an error of its own.
    pub fn analysis(told: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, told)
    }

    /// Anything that Presidio did not foresee in requests to anonymise.
    pub fn unforeseen() -> Self {
        Self::analysis("Internal server error")
    }

    /// No recogniser knows the language, or any of the entities.
    pub fn no_recognisers() -> Self {
        Self::analysis("No matching recognizers were found to serve the request.")
    }

    /// A body that is not said to be JSON.
    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Did not attempt to load JSON data because the request Content-Type was not 'application/json'.",
        )
    }

    /// A body that is no JSON.
    pub fn broken_json() -> Self {
        Self::request("The browser (or proxy) sent a request that this server could not understand.")
    }

    /// The error that one of the framework becomes where Presidio catches errors of its own alone.
    pub fn uncaught(self) -> Self {
        if self.own.is_some() {
            return self;
        }
        Self::analysis(
            "The server encountered an internal error and was unable to complete your request. Either the server is \
             overloaded or there is an error in the application.",
        )
    }
}

impl From<Problem> for PresidioError {
    fn from(problem: Problem) -> Self {
        let told = problem.detail().to_owned();
        Self { status: problem.status(), told, own: Some(Box::new(problem)) }
    }
}

impl IntoResponse for PresidioError {
    fn into_response(self) -> Response {
        let mut response = self.own.map(|own| own.into_response()).unwrap_or_default();
        *response.status_mut() = self.status;
        if response.extensions().get::<ProblemCode>().is_none() {
            response.extensions_mut().insert(ProblemCode("presidio"));
        }
        *response.body_mut() = json!({ "error": self.told }).to_string().into();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
