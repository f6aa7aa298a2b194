//! Many texts in one call: a JSON array, or lines that are answered while more of them come.
//!
//! Each text succeeds or fails by itself, and results stand in the order of the texts.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::{Bytes, BytesMut};
use http_body_util::channel::{Channel, Sender};
use serde::Serialize;
use serde_json::Value;
use sfumato::Report;
use tokio::task::JoinHandle;

use super::json as json_answer;
use crate::access::{AccessScope, Caller};
use crate::body::{BodyReader, CollectedBody, json_object, no_member};
use crate::engine;
use crate::options::{ReadingOptions, RequestOptions};
use crate::problem::Problem;
use crate::room::{ServerRoom, SharedRoom};
use crate::work::WorkRefusal;

/// A text of a batch.
struct BatchText {
    id: Option<Value>,
    text: String,
}

impl BatchText {
    /// A text, or an object with a `text` and perhaps an `id`.
    fn of(item: Value) -> Result<Self, Problem> {
        let wrong = || Problem::request("json-form", "each of the texts is a text, or an object with `text` and `id`");
        match item {
            Value::String(text) => Ok(Self { id: None, text }),
            Value::Object(mut members) => {
                let id = members.remove("id");
                let Some(Value::String(text)) = members.remove("text") else { return Err(wrong()) };
                if members.is_empty() { Ok(Self { id, text }) } else { Err(no_member("id and text")) }
            }
            _ => Err(wrong()),
        }
    }
}

/// Masks many texts.
pub async fn batch(
    State(room): State<SharedRoom>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    caller.may(AccessScope::Mask)?;
    let mut options = RequestOptions::default();
    options.read_query(request.uri().query())?;
    let (parts, body) = request.into_parts();
    if is_lines(&parts.headers) {
        return Ok(lines(room, body, options));
    }
    let CollectedBody { bytes, share: _share } = BodyReader::new(&room, &parts.headers, body)?.collect().await?;
    let mut members = json_object(&bytes)?;
    if let Some(given) = members.remove("options") {
        options.read_json(&given)?;
    }
    let wrong = || Problem::request("json-form", "`texts` is an array").at("texts");
    let Some(Value::Array(texts)) = members.remove("texts") else { return Err(wrong()) };
    if !members.is_empty() {
        return Err(no_member("texts and options"));
    }
    if texts.len() > room.settings.limits.texts {
        let detail = format!(
            "a call may have {} texts; lines of application/x-ndjson have no such limit",
            room.settings.limits.texts
        );
        return Err(Problem::content("too-many-texts", detail).at("texts"));
    }
    let texts = texts.into_iter().map(BatchText::of).collect::<Result<Vec<_>, _>>()?;
    let options = Arc::new(options);
    // One place in the queue for all: a call is as much work as its bytes.
    let results = room
        .work(bytes.len(), move |engine, watch| {
            let each = |text| {
                watch.check();
                masked(engine, watch, text, &options)
            };
            Ok(texts.into_iter().map(each).map(|result| result.line()).collect::<Vec<_>>())
        })
        .await?;
    Ok(json_answer(format!("{{\"results\":[{}]}}", results.join(","))))
}

fn is_lines(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case("application/x-ndjson"))
}

/// The result of one text.
#[derive(Serialize)]
struct BatchResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Value>,
}

impl BatchResult {
    fn failed(id: Option<Value>, problem: &Problem) -> Self {
        Self { id, text: None, report: None, problem: Some(problem.json()) }
    }

    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn masked(
    engine: &engine::Engine,
    watch: &Arc<crate::work::WorkWatch>,
    BatchText { id, text }: BatchText,
    options: &RequestOptions,
) -> BatchResult {
    // A text is a text, whatever it looks like.
    let kind = Some(options.reading.format.unwrap_or(sfumato::document::formats::FileKind::Text));
    let reading = ReadingOptions { format: kind, ..options.reading.clone() };
    let done = engine::open(text.into_bytes(), &reading)
        .and_then(|upload| engine.mask(&options.deciding, &upload, Some(&options.telling), watch));
    match done {
        Ok(mut done) => {
            let report = done.reports.pop();
            let text = String::from_utf8_lossy(&done.bytes).into_owned();
            BatchResult { id, text: Some(text), report, problem: None }
        }
        Err(problem) => BatchResult::failed(id, &problem),
    }
}

/// Answers lines while they come. So many as there are threads are under way at a time; who reads no answers is sent
/// none, and then no more is read.
fn lines(room: SharedRoom, body: Body, options: RequestOptions) -> Response {
    let (sender, answers) = Channel::new(16);
    tokio::spawn(async move {
        let mut stream = LineStream { room: &room, sender, under_way: VecDeque::new(), options: Arc::new(options) };
        if let Err(problem) = stream.answer(body).await {
            // What was answered stays answered; the last line says what went wrong.
            stream.finish().await;
            let _ = stream.send(&BatchResult::failed(None, &problem)).await;
        }
    });
    let mut response = Response::new(Body::new(answers));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    response
}

struct LineStream<'r> {
    room: &'r SharedRoom,
    sender: Sender<Bytes, std::convert::Infallible>,
    under_way: VecDeque<JoinHandle<BatchResult>>,
    options: Arc<RequestOptions>,
}

impl LineStream<'_> {
    async fn answer(&mut self, body: Body) -> Result<(), Problem> {
        let room: &ServerRoom = self.room;
        let mut body = BodyReader::stream(room, body);
        let mut share = room.memory.share();
        let (mut held, mut looked) = (BytesMut::new(), 0);
        while let Some(bytes) = body.next().await? {
            share.grow(bytes.len())?;
            held.extend_from_slice(&bytes);
            if held.len() > room.settings.limits.body {
                return Err(Problem::content("line-too-long", "a line is longer than a request may be"));
            }
            // What was looked through before has no end of a line in it.
            while let Some(end) = held.iter().skip(looked).position(|byte| *byte == b'\n') {
                let line = held.split_to(looked + end + 1);
                looked = 0;
                share.shrink(line.len());
                self.begin(&line).await?;
            }
            looked = held.len();
        }
        self.begin(&held).await?;
        self.finish().await;
        Ok(())
    }

    async fn begin(&mut self, line: &[u8]) -> Result<(), Problem> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let item = serde_json::from_slice(line).map_err(|_| Problem::request("json", "a line is no JSON"))?;
        let text = BatchText::of(item)?;
        while self.under_way.len() >= self.room.settings.workers.max(1) {
            self.next().await?;
        }
        let (room, options, size) = (Arc::clone(self.room), Arc::clone(&self.options), line.len());
        self.under_way.push_back(tokio::spawn(async move {
            let id = text.id.clone();
            let done = room.work(size, move |engine, watch| Ok(masked(engine, watch, text, &options))).await;
            done.unwrap_or_else(|problem| BatchResult::failed(id, &problem))
        }));
        Ok(())
    }

    /// Waits for the oldest line under way and answers it.
    async fn next(&mut self) -> Result<(), Problem> {
        let Some(oldest) = self.under_way.pop_front() else { return Ok(()) };
        let result = oldest.await.unwrap_or_else(|_| BatchResult::failed(None, &WorkRefusal::Defect.into()));
        self.send(&result).await
    }

    async fn send(&mut self, result: &BatchResult) -> Result<(), Problem> {
        let gone = |_| Problem::request("gone", "the client went away");
        self.sender.send_data(Bytes::from(result.line() + "\n")).await.map_err(gone)
    }

    async fn finish(&mut self) {
        while !self.under_way.is_empty() && self.next().await.is_ok() {}
    }
}

impl Drop for LineStream<'_> {
    fn drop(&mut self) {
        self.under_way.iter().for_each(JoinHandle::abort);
    }
}
