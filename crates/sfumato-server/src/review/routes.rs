//! The routes of reviews.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{Router, get, post};
use serde::Serialize;
use serde_json::{Value, json};

use super::downloads::{self, AnnotationForm};
use super::moment;
use super::open::{Review, ReviewSummary};
use super::operation::{NotedDeed, NotedLine, Operation};
use super::record;
use super::state::ReviewView;
use super::store::FoundReview;
use super::text::TextWindow;
use crate::access::{AccessScope, Caller};
use crate::body::{BodyReader, Submission, json_object, no_member};
use crate::engine::Engine;
use crate::problem::Problem;
use crate::room::{ServerRoom, SharedRoom};
use crate::v1::{self, media_type};

/// The routes, below `/v1/reviews`.
pub fn routes() -> Router<SharedRoom> {
    Router::new()
        .route("/", get(list).post(create))
        .route("/{id}", get(summary).delete(remove))
        .route("/{id}/text", get(text))
        .route("/{id}/mentions", get(mentions))
        .route("/{id}/operations", post(operate))
        .route("/{id}/undo", post(undo))
        .route("/{id}/redo", post(redo))
        .route("/{id}/result", get(result))
        .route("/{id}/result/text", get(result_text))
        .route("/{id}/plan", get(plan))
        .route("/{id}/restore", post(restore))
        .route("/{id}/annotations", get(annotations))
        .route("/archive", post(archive))
        .route("/{id}/risk", get(risk))
        .route("/{id}/report", get(report))
        .route("/{id}/report.html", get(report_page))
}

/// The parameters of an address, all of which are known.
struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Those of an address; an error if one is not among those that are known.
    fn of(uri: &Uri, known: &[&str]) -> Result<Self, Problem> {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let pairs: Vec<(String, String)> = pairs
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .filter(|(name, _)| name != "token")
            .collect();
        match pairs.iter().all(|(name, _)| known.contains(&name.as_str())) {
            true => Ok(Self(pairs)),
            false => Err(Problem::request("option-unknown", format!("no such option; there are {}", known.join(", ")))),
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &'static str) -> Result<Option<usize>, Problem> {
        let wrong = || Problem::request("option-value", format!("`{name}` takes a whole number from 0")).at(name);
        self.text(name).map(|value| value.parse().map_err(|_| wrong())).transpose()
    }

    fn view(&self) -> Result<Option<ReviewView>, Problem> {
        let wrong = || Problem::request("option-value", "`view` takes policy, label or pseudonym").at("view");
        self.text("view").map(|name| ReviewView::named(name).ok_or_else(wrong)).transpose()
    }

    fn is_true(&self, name: &str) -> bool {
        self.text(name).is_some_and(|value| matches!(value, "" | "1" | "true"))
    }
}

/// Does something with a review of the caller, on a thread of the pool.
async fn on_review<T: Send + 'static>(
    room: &ServerRoom,
    caller: &Caller,
    id: &str,
    job: impl FnOnce(&Engine, &FoundReview, &mut Review) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let found = room.reviews.find(&caller.name, id)?;
    let bytes = 0;
    room.work(bytes, move |engine, _| {
        let mut review = found.lock();
        job(engine, &found, &mut review)
    })
    .await
}

fn answered(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::content("unwritable", "the result cannot be written as JSON"))
}

fn sent(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}

/// A file to be put away, under a name.
fn attached(bytes: Vec<u8>, media: &str, name: &str) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    let media = HeaderValue::from_str(media).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_TYPE, media);
    // Nothing of a name ends its header, or leads into another folder.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || " .-_()".contains(c) { c } else { '_' }).collect();
    let encoded: String = form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>().replace('+', "%20");
    let value = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    let value = HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("attachment"));
    headers.insert(header::CONTENT_DISPOSITION, value);
    response
}

async fn create(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let tells = v1::wants(request.headers(), "text/event-stream");
    let submission = Submission::read(&room, request).await?;
    room.reviews.check_room(submission.file.len())?;
    let job_room = Arc::clone(&room);
    let bytes = submission.file.len();
    let job = move |engine: &Engine, watch: &Arc<crate::work::WorkWatch>| {
        let Submission { file, options, plan, share: _share, .. } = submission;
        let upload = crate::engine::open(file.into(), &options.reading)?;
        let review = match plan {
            Some(plan) => Review::with_plan(engine, upload, options, &plan, (&caller.name, watch))?,
            None => Review::new(engine, upload, options, watch)?,
        };
        let found = job_room.reviews.add(&caller.name, review)?;
        let summary = found.lock().summary(&found.place(), true);
        answered(&summary).map(|summary| (found.id, summary))
    };
    if tells {
        return Ok(v1::events::told(room, bytes, move |engine, watch| job(engine, watch).map(|(_, summary)| summary)));
    }
    let (id, summary) = room.work(bytes, job).await?;
    let mut response = sent(summary);
    *response.status_mut() = StatusCode::CREATED;
    if let Ok(location) = HeaderValue::from_str(&format!("/v1/reviews/{id}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

async fn list(State(room): State<SharedRoom>, Extension(caller): Extension<Caller>) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let found = room.reviews.list(&caller.name);
    let all = room
        .work(0, move |_, _| {
            let all: Vec<ReviewSummary> =
                found.iter().map(|review| review.lock().summary(&review.place(), false)).collect();
            answered(&json!({ "reviews": all }))
        })
        .await?;
    Ok(sent(all))
}

async fn summary(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let job = |_: &Engine, found: &FoundReview, review: &mut Review| answered(&review.summary(&found.place(), true));
    on_review(&room, &caller, &id, job).await.map(sent)
}

async fn remove(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    caller.may(AccessScope::Mask)?;
    room.reviews.remove(&caller.name, &id).map(|()| StatusCode::NO_CONTENT)
}

async fn text(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let parameters = Parameters::of(&uri, &["document", "from", "to"])?;
    let number = parameters.number("document")?.unwrap_or_default();
    let (from, to) = (parameters.number("from")?, parameters.number("to")?);
    let job = move |_: &Engine, _: &FoundReview, review: &mut Review| {
        answered(&TextWindow::of(number, &review.document(number)?.document, from, to)?)
    };
    on_review(&room, &caller, &id, job).await.map(sent)
}

async fn mentions(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let number = Parameters::of(&uri, &["document"])?.number("document")?;
    let job = move |_: &Engine, _: &FoundReview, review: &mut Review| {
        if let Some(number) = number {
            review.document(number)?;
        }
        review.draw_pseudonyms()?;
        let documents = review.documents.iter().filter(|document| number.is_none_or(|it| it == document.number));
        let shown: Vec<_> = documents.flat_map(|document| &document.shown).collect();
        #[derive(Serialize)]
        struct AllMentions<'r> {
            revision: u64,
            evidence: &'r [super::document::ShownEvidence],
            mentions: Vec<&'r super::document::ShownMention>,
        }
        answered(&AllMentions { revision: review.revision, evidence: &review.evidence.told, mentions: shown })
    };
    on_review(&room, &caller, &id, job).await.map(sent)
}

/// The members of a small body in JSON.
async fn members(room: &ServerRoom, request: Request) -> Result<serde_json::Map<String, Value>, Problem> {
    let (parts, body) = request.into_parts();
    let collected = BodyReader::new(room, &parts.headers, body)?.collect().await?;
    if collected.bytes.is_empty() {
        return Ok(serde_json::Map::new());
    }
    json_object(&collected.bytes)
}

fn revision(value: &Value) -> Result<Option<u64>, Problem> {
    let wrong = || Problem::request("json-form", "`revision` is a whole number").at("revision");
    if value.is_null() { Ok(None) } else { value.as_u64().map(Some).ok_or_else(wrong) }
}

async fn operate(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let (mut known, mut operations) = (None, None);
    for (name, value) in members(&room, request).await? {
        match name.as_str() {
            "revision" => known = revision(&value)?,
            "operations" => operations = Some(read_operations(value)?),
            _ => return Err(no_member("revision and operations")),
        }
    }
    let missing = || Problem::request("json-form", "`operations` is a list of operations").at("operations");
    let operations = operations.ok_or_else(missing)?;
    change(&room, caller, &id, known, move |engine, review, person| review.operate(engine, person, operations)).await
}

/// Operations, each told by its number if it is none.
fn read_operations(value: Value) -> Result<Vec<Operation>, Problem> {
    let Value::Array(all) = value else {
        return Err(Problem::request("json-form", "`operations` is a list of operations").at("operations"));
    };
    let read = |(at, operation): (usize, Value)| {
        // What serde says may quote the text.
        let wrong = |_| {
            let detail =
                "no such operation, or a member of it is missing, unknown or of the wrong kind; see docs/review.md";
            Problem::content("operation", detail).at(format!("operations[{at}]"))
        };
        serde_json::from_value(operation).map_err(wrong)
    };
    all.into_iter().enumerate().map(read).collect()
}

/// Changes a review and tells what is different.
async fn change(
    room: &SharedRoom,
    caller: Caller,
    id: &str,
    known: Option<u64>,
    job: impl FnOnce(&Engine, &mut Review, &str) -> Result<super::open::Changed, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let store = Arc::clone(room);
    let person = caller.name.clone();
    let told = on_review(room, &caller, id, move |engine, found, review| {
        review.check_revision(known)?;
        let changed = job(engine, review, &person)?;
        store.reviews.changed(found, &person, review, false)?;
        answered(&review.delta(&changed, &found.place()))
    });
    told.await.map(sent)
}

async fn undo(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    walk(room, caller, id, request, NotedDeed::Undone).await
}

async fn redo(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    walk(room, caller, id, request, NotedDeed::Redone).await
}

async fn walk(
    room: SharedRoom,
    caller: Caller,
    id: String,
    request: Request,
    deed: NotedDeed,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let mut known = None;
    for (name, value) in members(&room, request).await? {
        match name.as_str() {
            "revision" => known = revision(&value)?,
            _ => return Err(no_member("revision")),
        }
    }
    change(&room, caller, &id, known, move |engine, review, person| {
        review.note(engine, NotedLine { by: person.to_owned(), at: moment::now(), deed }, &[])
    })
    .await
}

async fn result(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let view = Parameters::of(&uri, &["view"])?.view()?;
    let job = move |engine: &Engine, _: &FoundReview, review: &mut Review| {
        let name = review.upload.name().to_owned();
        let policy = review.anonymisers.own.policy().name.clone();
        review.result(engine, view).map(|done| (done, name, policy))
    };
    let (done, name, policy) = on_review(&room, &caller, &id, job).await?;
    room.metrics.count_masked(&policy, &done.counts);
    let media = media_type(done.format, &done.bytes);
    Ok(attached(done.bytes, media, &name))
}

async fn result_text(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let parameters = Parameters::of(&uri, &["document", "view", "from", "to"])?;
    let (number, view) = (parameters.number("document")?.unwrap_or_default(), parameters.view()?);
    let window = (parameters.number("from")?, parameters.number("to")?);
    let job = move |engine: &Engine, _: &FoundReview, review: &mut Review| {
        answered(&review.result_text(engine, number, view, window)?)
    };
    on_review(&room, &caller, &id, job).await.map(sent)
}

async fn report(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let show_text = Parameters::of(&uri, &["text"])?.is_true("text");
    let job = move |engine: &Engine, _: &FoundReview, review: &mut Review| {
        let name = format!("{}.report.json", review.upload.name());
        let reports = review.reports(engine, show_text)?;
        Ok((answered(&reports)?, name))
    };
    let (reports, name) = on_review(&room, &caller, &id, job).await?;
    Ok(attached(reports.into_bytes(), "application/json", &name))
}

async fn report_page(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let _ = headers;
    let show_text = Parameters::of(&uri, &["text"])?.is_true("text");
    let job = move |engine: &Engine, _: &FoundReview, review: &mut Review| {
        let name = format!("{}.report.html", review.upload.name());
        Ok((sfumato::html(&review.reports(engine, show_text)?), name))
    };
    let (page, name) = on_review(&room, &caller, &id, job).await?;
    Ok(attached(page.into_bytes(), "text/html; charset=utf-8", &name))
}

async fn plan(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let number = Parameters::of(&uri, &["document"])?.number("document")?;
    let job = move |_: &Engine, _: &FoundReview, review: &mut Review| {
        let is_lines = number.is_none() && review.upload.file().is_collection();
        let ending = if is_lines { "plan.jsonl" } else { "plan.json" };
        Ok((record::plans(review, number)?, format!("{}.{ending}", review.upload.name()), is_lines))
    };
    let (plan, name, is_lines) = on_review(&room, &caller, &id, job).await?;
    Ok(attached(plan.into_bytes(), if is_lines { "application/x-ndjson" } else { "application/json" }, &name))
}

async fn restore(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let (parts, body) = request.into_parts();
    let collected = BodyReader::new(&room, &parts.headers, body)?.collect().await?;
    let store = Arc::clone(&room);
    let found = room.reviews.find(&caller.name, &id)?;
    let watch = crate::work::WorkWatch::new(room.settings.limits.time);
    let told = room
        .work_watched(collected.bytes.len(), &watch, move |engine, watch| {
            let plan = std::str::from_utf8(&collected.bytes);
            let plan = plan.map_err(|_| Problem::request("json", "the body is no JSON"))?;
            let mut review = found.lock();
            let (file, options) = (review.upload.file().all_bytes().to_vec(), review.options.clone());
            let upload = crate::engine::open(file, &options.reading)?;
            let mut restored = Review::with_plan(engine, upload, options, plan, (&caller.name, watch))?;
            // Nobody takes the state before for that after.
            restored.revision += review.revision;
            *review = restored;
            store.reviews.changed(&found, &caller.name, &review, true)?;
            answered(&json!({ "revision": review.revision, "summary": review.summary(&found.place(), true) }))
        })
        .await?;
    Ok(sent(told))
}

async fn annotations(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let parameters = Parameters::of(&uri, &["as"])?;
    let wrong = || Problem::request("option-value", "`as` takes brat, jsonl, i2b2 or gold").at("as");
    let form = AnnotationForm::named(parameters.text("as").unwrap_or("jsonl")).ok_or_else(wrong)?;
    let job = move |_: &Engine, _: &FoundReview, review: &mut Review| downloads::annotations(review, form);
    let file = on_review(&room, &caller, &id, job).await?;
    Ok(attached(file.bytes, file.media, &file.name))
}

async fn archive(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let (mut ids, mut view) = (None, None);
    for (name, value) in members(&room, request).await? {
        match (name.as_str(), value) {
            ("ids", Value::Array(all)) => {
                ids = all.into_iter().map(|id| id.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>();
            }
            ("view", Value::String(name)) => {
                let wrong = || Problem::request("option-value", "`view` takes policy, label or pseudonym").at("view");
                view = Some(ReviewView::named(&name).ok_or_else(wrong)?);
            }
            _ => return Err(no_member("ids, a list of texts, and view")),
        }
    }
    let ids = ids.filter(|ids| !ids.is_empty() && ids.len() <= room.settings.reviews.count);
    let ids = ids.ok_or_else(|| Problem::request("json-form", "`ids` is a list of reviews").at("ids"))?;
    let found = ids.iter().map(|id| room.reviews.find(&caller.name, id)).collect::<Result<Vec<_>, _>>()?;
    let bytes = room
        .work(0, move |engine, watch| {
            let mut archive = downloads::Archive::default();
            for review in &found {
                watch.check();
                archive.add_review(engine, &mut review.lock(), view)?;
            }
            archive.finish()
        })
        .await?;
    Ok(attached(bytes, "application/zip", "sfumato.zip"))
}

async fn risk(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let parameters = Parameters::of(&uri, &["document", "limit"])?;
    let number = parameters.number("document")?.unwrap_or_default();
    let wrong = || Problem::request("option-value", "`limit` takes a number of bits above 0, up to 1000").at("limit");
    let limit = parameters.text("limit").map(|limit| limit.parse::<f64>().map_err(|_| wrong())).transpose()?;
    if limit.is_some_and(|limit| !(limit > 0.0 && limit <= 1000.0)) {
        return Err(wrong());
    }
    let job = move |engine: &Engine, _: &FoundReview, review: &mut Review| {
        answered(&super::risk::risk(engine, review, number, limit)?)
    };
    on_review(&room, &caller, &id, job).await.map(sent)
}
