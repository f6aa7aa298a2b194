//! Masked files as answers: the file alone, or with its report.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sfumato::Report;

use super::wants;
use crate::engine::MaskedUpload;
use crate::problem::Problem;

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerForm {
    /// The file as it is.
    File,
    /// The file and its report as a form.
    Multipart,
    /// The file and its report in JSON.
    Json,
    /// The same without the report.
    JsonAlone,
    /// Progress, and JSON at the end.
    Events,
}

impl AnswerForm {
    /// The form that a request asks for.
    pub fn of(headers: &HeaderMap) -> Self {
        let forms = [
            ("text/event-stream", Self::Events),
            ("multipart/form-data", Self::Multipart),
            ("application/json", Self::Json),
        ];
        forms.into_iter().find(|(media, _)| wants(headers, media)).map_or(Self::File, |(_, form)| form)
    }

    /// The form for a text in JSON: JSON, unless it asked for something else.
    pub fn for_text(self, is_text: bool) -> Self {
        if is_text && self == Self::File { Self::Json } else { self }
    }

    /// For what has no report.
    pub fn without_report(self) -> Self {
        match self {
            Self::Json | Self::Events => Self::JsonAlone,
            Self::Multipart => Self::File,
            other => other,
        }
    }

    /// True if a report is told.
    pub fn tells_report(self) -> bool {
        matches!(self, Self::Multipart | Self::Json | Self::Events)
    }

    /// Writes an answer.
    pub fn write(self, done: MaskedUpload, name: Option<&str>, is_text: bool) -> Result<Response, Problem> {
        let replaced: usize = done.counts.iter().map(|(_, count)| count).sum();
        let outcome = outcome(&done);
        let (media, body) = match self {
            Self::File => (media_type(done.format, &done.bytes).to_owned(), done.bytes),
            Self::Multipart => form(&done, name)?,
            Self::Json | Self::JsonAlone | Self::Events => {
                ("application/json".to_owned(), masked_json(&done, is_text, self.tells_report())?.into_bytes())
            }
        };
        let mut response = Response::new(Body::from(body));
        let headers = response.headers_mut();
        let media = HeaderValue::from_str(&media).unwrap_or(HeaderValue::from_static("application/octet-stream"));
        headers.insert(header::CONTENT_TYPE, media);
        headers.insert("sfumato-replaced", replaced.into());
        headers.insert("sfumato-outcome", HeaderValue::from_static(outcome));
        if self == Self::File {
            // What a document says is never shown as a page of this server.
            headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
        }
        Ok(response)
    }
}

/// The outcome that the exit code of the command line tells.
fn outcome(done: &MaskedUpload) -> &'static str {
    if done.above_limit > 0 { "above-limit" } else { "done" }
}

/// A masked file in JSON: a text as a text, anything else in base64.
#[derive(Serialize)]
struct MaskedAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    media_type: &'static str,
    format: &'static str,
    outcome: &'static str,
    counts: BTreeMap<&'a str, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reports: Option<&'a [Report]>,
}

/// A masked file in JSON.
pub fn masked_json(done: &MaskedUpload, is_text: bool, tells_report: bool) -> Result<String, Problem> {
    let text = std::str::from_utf8(&done.bytes).ok().filter(|_| is_text);
    let answer = MaskedAnswer {
        text,
        file: text.is_none().then(|| STANDARD.encode(&done.bytes)),
        media_type: media_type(done.format, &done.bytes),
        format: done.format,
        outcome: outcome(done),
        counts: done.counts.iter().map(|(category, count)| (category.as_str(), *count)).collect(),
        reports: tells_report.then_some(done.reports.as_slice()),
    };
    serde_json::to_string(&answer).map_err(unwritable)
}

/// A form of two fields.
fn form(done: &MaskedUpload, name: Option<&str>) -> Result<(String, Vec<u8>), Problem> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|_| Problem::content("unwritable", "the system gives no random numbers"))?;
    let boundary = random.iter().fold("sfumato-".to_owned(), |mut boundary, byte| {
        let _ = write!(boundary, "{byte:02x}");
        boundary
    });
    // Nothing of a name ends its header.
    let plain = |c: char| if c.is_ascii_graphic() && !"\"\\".contains(c) { c } else { '_' };
    let name: String = name.unwrap_or("document").chars().map(plain).collect();
    let report = serde_json::to_vec(&done.reports).map_err(unwritable)?;
    let media = media_type(done.format, &done.bytes);
    let mut body = Vec::with_capacity(done.bytes.len() + report.len() + 512);
    let head = |field: &str, media: &str| {
        format!("--{boundary}\r\nContent-Disposition: form-data; {field}\r\nContent-Type: {media}\r\n\r\n")
    };
    body.extend(head(&format!("name=\"file\"; filename=\"{name}\""), media).bytes());
    body.extend_from_slice(&done.bytes);
    body.extend(b"\r\n");
    body.extend(head("name=\"report\"", "application/json").bytes());
    body.extend(report);
    body.extend(format!("\r\n--{boundary}--\r\n").bytes());
    Ok((format!("multipart/form-data; boundary={boundary}"), body))
}

fn unwritable(_: serde_json::Error) -> Problem {
    Problem::content("unwritable", "the result cannot be written as JSON")
}

/// The media type of a format, which a picture or an office file tells by its bytes.
pub fn media_type(format: &str, bytes: &[u8]) -> &'static str {
    match format {
        "text" | "log" | "whatsapp" | "srt" => "text/plain; charset=utf-8",
        "markdown" => "text/markdown; charset=utf-8",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "jsonl" => "application/x-ndjson",
        "json" => "application/json",
        "html" => "text/html",
        "xml" => "application/xml",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx" => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf" => "application/rtf",
        "eml" => "message/rfc822",
        "msg" => "application/vnd.ms-outlook",
        "dicom" => "application/dicom",
        "pdf" => "application/pdf",
        "picture" if bytes.starts_with(b"\x89PNG") => "image/png",
        "picture" if bytes.starts_with(b"\xff\xd8") => "image/jpeg",
        "picture" if bytes.starts_with(b"II") || bytes.starts_with(b"MM") => "image/tiff",
        "vcf" => "text/vcard",
        "ics" => "text/calendar",
        "mbox" => "application/mbox",
        "zip" => "application/zip",
        "tar" => "application/x-tar",
        "gz" => "application/gzip",
        "epub" => "application/epub+zip",
        "vtt" => "text/vtt",
        "sql" => "application/sql",
        "tex" => "application/x-tex",
        "parquet" => "application/vnd.apache.parquet",
        _ => "application/octet-stream",
    }
}
