//! Bodies of requests: read within their limits, then taken apart.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tokio::time::Instant;

use crate::memory::MemoryShare;
use crate::options::RequestOptions;
use crate::problem::Problem;
use crate::room::ServerRoom;

/// A body that was read, and the memory it takes.
pub struct CollectedBody {
    /// All of it.
    pub bytes: Bytes,
    /// Its share, which lasts as long as the request.
    pub share: MemoryShare,
}

/// A stretch of a body that waits for more, as streams of lines are read.
pub struct BodyReader<'r> {
    body: Body,
    room: &'r ServerRoom,
    begun: Instant,
    received: usize,
    is_stream: bool,
}

impl<'r> BodyReader<'r> {
    /// Reads a body of a request with these headers; what says beforehand that it is too long is not read at all.
    pub fn new(room: &'r ServerRoom, headers: &HeaderMap, body: Body) -> Result<Self, Problem> {
        let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > room.settings.limits.body as u64) {
            return Err(too_long(room));
        }
        Ok(Self { body, room, begun: Instant::now(), received: 0, is_stream: false })
    }

    /// Reads a body that is taken apart while it comes, and so has no length of its own.
    pub fn stream(room: &'r ServerRoom, body: Body) -> Self {
        Self { body, room, begun: Instant::now(), received: 0, is_stream: true }
    }

    /// The next bytes; nothing at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            // Whoever sends a byte now and then is not let hold a place for ever.
            let allowed = self.room.settings.limits.body_time;
            let allowed = allowed + allowed.mul_f64(self.received as f64 / f64::from(1 << 20));
            // Who streams may wait for answers in between.
            let until = if self.is_stream { Instant::now() + MOST_PAUSE } else { self.begun + allowed.min(MOST_TIME) };
            let frame = tokio::time::timeout_at(until, self.body.frame()).await;
            let slow = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "body-time", "the body arrives too slowly");
            let Some(frame) = frame.map_err(slow)? else { return Ok(None) };
            let frame = frame.map_err(|_| Problem::request("body-broken", "the body of the request breaks off"))?;
            let Ok(bytes) = frame.into_data() else { continue };
            self.received += bytes.len();
            if !self.is_stream && self.received > self.room.settings.limits.body {
                return Err(too_long(self.room));
            }
            return Ok(Some(bytes));
        }
    }

    /// All that is left.
    pub async fn collect(mut self) -> Result<CollectedBody, Problem> {
        let mut share = self.room.memory.share();
        let mut all = BytesMut::new();
        while let Some(bytes) = self.next().await? {
            share.grow(bytes.len())?;
            all.extend_from_slice(&bytes);
        }
        Ok(CollectedBody { bytes: all.freeze(), share })
    }
}

/// No body takes longer than this.
const MOST_TIME: Duration = Duration::from_secs(3600);
/// No stream is silent for longer.
const MOST_PAUSE: Duration = Duration::from_secs(60);

fn too_long(room: &ServerRoom) -> Problem {
    let detail = format!("a request may have {} bytes; --max-bytes changes that", room.settings.limits.body);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", detail)
}

/// A file or a text, with all that is to be done with it.
pub struct Submission {
    /// The file.
    pub file: Bytes,
    /// Options, of the address and of the body.
    pub options: RequestOptions,
    /// A plan, if it brings one.
    pub plan: Option<String>,
    /// A map, if it brings one.
    pub map: Option<Bytes>,
    /// True if it is a text in JSON, whose answer is JSON too.
    pub is_text: bool,
    /// The memory it takes.
    pub share: MemoryShare,
}

/// The kind of a body, by its media type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    Json,
    Multipart,
    File,
}

fn kind(headers: &HeaderMap) -> BodyKind {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    match () {
        () if media.eq_ignore_ascii_case("application/json") => BodyKind::Json,
        () if media.eq_ignore_ascii_case("multipart/form-data") => BodyKind::Multipart,
        () => BodyKind::File,
    }
}

impl Submission {
    /// Reads a request: a file as it is, a form with a `file`, or JSON with a `text`.
    pub async fn read(room: &ServerRoom, request: Request) -> Result<Self, Problem> {
        let mut options = RequestOptions::default();
        options.read_query(request.uri().query())?;
        let (parts, body) = request.into_parts();
        let kind = kind(&parts.headers);
        let CollectedBody { bytes, share } = BodyReader::new(room, &parts.headers, body)?.collect().await?;
        let empty = Self { file: Bytes::new(), options, plan: None, map: None, is_text: kind == BodyKind::Json, share };
        match kind {
            BodyKind::File => Ok(Self { file: bytes, ..empty }),
            BodyKind::Json => empty.read_json(&bytes),
            BodyKind::Multipart => {
                let mut request = Request::new(Body::from(bytes));
                *request.headers_mut() = parts.headers;
                empty.read_form(request).await
            }
        }
    }

    fn read_json(mut self, bytes: &[u8]) -> Result<Self, Problem> {
        let members = json_object(bytes)?;
        let mut has_text = false;
        for (name, value) in members {
            match (name.as_str(), value) {
                ("text", Value::String(text)) => (self.file, has_text) = (text.into(), true),
                ("options", options) => self.options.read_json(&options)?,
                ("policy", Value::String(text)) => self.options.deciding.policy_text = Some(text),
                ("plan", plan @ Value::Object(_)) => self.plan = Some(plan.to_string()),
                ("text", _) => return Err(Problem::request("json-form", "`text` is a text").at("text")),
                ("policy", _) => {
                    return Err(Problem::request("json-form", "`policy` is the text of a policy").at("policy"));
                }
                ("plan", _) => {
                    return Err(Problem::request("json-form", "`plan` is a plan as /v1/plan gives it").at("plan"));
                }
                _ => return Err(no_member("text, options, policy and plan")),
            }
        }
        if !has_text {
            let detail = "JSON of a request has a member `text`; a JSON file is sent as application/octet-stream";
            return Err(Problem::request("json-form", detail).at("text"));
        }
        Ok(self)
    }

    async fn read_form(mut self, request: Request) -> Result<Self, Problem> {
        let broken = |_| Problem::request("form", "the multipart form is broken");
        let mut form = Multipart::from_request(request, &())
            .await
            .map_err(|_| Problem::request("form", "the multipart form has no boundary"))?;
        let mut has_file = false;
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(broken)?;
            let text = || {
                let not_text = |_| Problem::request("form", "a field that is text is not in UTF-8");
                String::from_utf8(bytes.to_vec()).map_err(not_text)
            };
            match name.as_str() {
                "file" if has_file => {
                    return Err(Problem::request("form", "one file a request; archives hold several").at("file"));
                }
                "file" => {
                    if self.options.reading.name.is_none() {
                        self.options.reading.name = file_name;
                    }
                    (self.file, has_file) = (bytes, true);
                }
                "options" => {
                    let options = serde_json::from_slice(&bytes);
                    let options = options.map_err(|_| Problem::request("options", "no JSON").at("options"))?;
                    self.options.read_json(&options)?;
                }
                "policy" => self.options.deciding.policy_text = Some(text()?),
                "plan" => self.plan = Some(text()?),
                "map" => self.map = Some(bytes),
                _ => {
                    return Err(Problem::request(
                        "form",
                        "the fields of a form are file, options, policy, plan and map",
                    ));
                }
            }
        }
        if !has_file {
            return Err(Problem::request("form", "there is no field `file`").at("file"));
        }
        Ok(self)
    }
}

/// The members of a JSON object.
pub fn json_object(bytes: &[u8]) -> Result<serde_json::Map<String, Value>, Problem> {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err(Problem::request("json-form", "the body is a JSON object")),
        // What serde says may quote the text.
        Err(error) => {
            let place = format!("line {} column {}", error.line(), error.column());
            Err(Problem::request("json", "the body is no JSON").at(place))
        }
    }
}

/// A member of a request that there is not.
pub fn no_member(known: &str) -> Problem {
    Problem::request("json-form", format!("no such member; there are {known}"))
}
