//! The API of our own.

mod answer;
mod batch;
mod catalogue;
pub mod events;

use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{Router, get, post};
use sfumato::DEFAULT_POLICY;

use crate::access::{AccessScope, Caller};
use crate::body::Submission;
use crate::engine::{self, Engine, MaskedUpload, OpenedUpload};
use crate::options::RequestOptions;
use crate::problem::Problem;
use crate::room::{ServerRoom, SharedRoom};
use crate::work::WorkWatch;
use answer::AnswerForm;
pub use answer::media_type;

/// Its routes, below `/v1`.
pub fn routes() -> Router<SharedRoom> {
    Router::new()
        .route("/mask", post(mask))
        .route("/detect", post(detect))
        .route("/plan", post(plan))
        .route("/apply", post(apply))
        .route("/assess", post(assess))
        .route("/unmask", post(unmask))
        .route("/batch", post(batch::batch))
        .nest("/reviews", crate::review::routes())
        .route("/policies", get(catalogue::policies))
        .route("/policies/{name}", get(catalogue::policy))
        .route("/categories", get(catalogue::categories))
        .route("/recognisers", get(catalogue::recognisers))
        .route("/explain/{*name}", get(catalogue::explain))
}

/// A way to mask a file: a policy or a plan.
enum MaskingWay {
    Policy,
    Plan(String),
}

async fn mask(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let form = AnswerForm::of(request.headers());
    let submission = Submission::read(&room, request).await?;
    if submission.plan.is_some() {
        return Err(Problem::request("form", "a plan is carried out by /v1/apply").at("plan"));
    }
    masked(room, submission, form, MaskingWay::Policy).await
}

async fn apply(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let form = AnswerForm::of(request.headers());
    let mut submission = Submission::read(&room, request).await?;
    let missing = || Problem::request("no-plan", "a plan is missing: a field `plan` of a form, or a member of JSON");
    let plan = submission.plan.take().ok_or_else(missing)?;
    masked(room, submission, form, MaskingWay::Plan(plan)).await
}

/// Masks a file and answers in the form that was asked for.
async fn masked(
    room: SharedRoom,
    submission: Submission,
    form: AnswerForm,
    way: MaskingWay,
) -> Result<Response, Problem> {
    let form = form.for_text(submission.is_text);
    if form == AnswerForm::Events {
        return Ok(events::stream(room, submission, way));
    }
    let is_text = submission.is_text;
    let name = submission.options.reading.name.clone();
    let policy = policy_name(&submission);
    let report = form.tells_report();
    let (done, share) = room
        .work(submission.file.len(), move |engine, watch| {
            let Submission { file, options, share, .. } = submission;
            Ok((mask_file(engine, watch, file.into(), &options, &way, report)?, share))
        })
        .await?;
    room.metrics.count_masked(&policy, &done.counts);
    let response = form.write(done, name.as_deref(), is_text);
    drop(share);
    response
}

/// Opens the file of a request and does something with it, on a thread of the pool.
async fn on_file<T: Send + 'static>(
    room: &ServerRoom,
    submission: Submission,
    job: impl FnOnce(&Engine, &OpenedUpload, &RequestOptions, &Arc<WorkWatch>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    room.work(submission.file.len(), move |engine, watch| {
        let Submission { file, options, share: _share, .. } = submission;
        let upload = engine::open(file.into(), &options.reading)?;
        job(engine, &upload, &options, watch)
    })
    .await
}

/// Masks a file on a thread of the pool.
fn mask_file(
    engine: &Engine,
    watch: &Arc<WorkWatch>,
    file: Vec<u8>,
    options: &RequestOptions,
    way: &MaskingWay,
    report: bool,
) -> Result<MaskedUpload, Problem> {
    let upload = engine::open(file, &options.reading)?;
    let report = report.then_some(&options.telling);
    match way {
        MaskingWay::Policy => engine.mask(&options.deciding, &upload, report, watch),
        MaskingWay::Plan(plan) => engine.apply(plan, &upload, report, watch),
    }
}

/// The policy of a request in the metrics, which know the names of built-in ones alone.
fn policy_name(submission: &Submission) -> String {
    let deciding = &submission.options.deciding;
    match (&deciding.policy_text, &deciding.policy) {
        (Some(_), _) => "request".to_owned(),
        (None, name) => name.clone().unwrap_or_else(|| DEFAULT_POLICY.to_owned()),
    }
}

async fn detect(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Detect)?;
    let wants_lines = wants(request.headers(), "application/x-ndjson");
    let submission = Submission::read(&room, request).await?;
    let job = |engine: &Engine, upload: &_, options: &RequestOptions, watch: &_| {
        engine.detect(&options.deciding, upload, &options.telling, watch)
    };
    let lines = on_file(&room, submission, job).await?;
    Ok(match wants_lines {
        true => sent("application/x-ndjson", lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
        false => json(format!("{{\"documents\":[{}]}}", lines.join(","))),
    })
}

async fn plan(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Detect)?;
    let submission = Submission::read(&room, request).await?;
    let job = |engine: &Engine, upload: &_, options: &RequestOptions, watch: &_| {
        engine.plan(&options.deciding, upload, &options.telling, watch)
    };
    on_file(&room, submission, job).await.map(json)
}

async fn assess(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Detect)?;
    let submission = Submission::read(&room, request).await?;
    let job = |engine: &Engine, upload: &_, options: &RequestOptions, watch: &_| {
        engine.assess(&options.deciding, upload, &options.telling, watch)
    };
    let all = on_file(&room, submission, job).await?;
    let text = serde_json::to_string_pretty(&all);
    let text = text.map_err(|_| Problem::content("unwritable", "the result cannot be written as JSON"))?;
    Ok(json(text + "\n"))
}

async fn unmask(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Unmask)?;
    may_unmask(&room)?;
    let form = AnswerForm::of(request.headers());
    let mut submission = Submission::read(&room, request).await?;
    let form = form.for_text(submission.is_text).without_report();
    let (is_text, name, map) = (submission.is_text, submission.options.reading.name.clone(), submission.map.take());
    let job = move |engine: &Engine, upload: &_, options: &RequestOptions, watch: &_| {
        engine.unmask(&options.deciding, upload, map.as_deref(), watch)
    };
    let done = on_file(&room, submission, job).await?;
    form.write(done, name.as_deref(), is_text)
}

/// An error unless the server was started with a key.
fn may_unmask(room: &ServerRoom) -> Result<(), Problem> {
    match room.engine.has_key() {
        true => Ok(()),
        false => Err(Problem::new(
            axum::http::StatusCode::NOT_FOUND,
            "no-key",
            "the server was started without a key, so nothing can be brought back",
        )),
    }
}

/// True if the client would rather have this than anything else.
pub fn wants(headers: &HeaderMap, media: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|accept| accept.to_str().ok());
    let mut accepted = accepted.flat_map(|accept| accept.split(','));
    accepted.any(|accept| accept.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media))
}

/// An answer of a media type.
fn sent(media: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media))], text).into_response()
}

/// An answer in JSON.
fn json(text: String) -> Response {
    sent("application/json", text)
}
