//! How far the work on a file has come, as server-sent events, with the result at the end.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::channel::{Channel, Sender};
use serde_json::json;
use sfumato::document::WorkStep;
use tokio::sync::mpsc;

use super::answer::masked_json;
use super::{MaskingWay, mask_file, policy_name};
use crate::body::Submission;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::room::SharedRoom;
use crate::work::WorkWatch;

type EventSender = Sender<Bytes, std::convert::Infallible>;

/// Masks a file and answers with events: `progress` while it is at work, then `result` or `problem`.
pub(super) fn stream(room: SharedRoom, submission: Submission, way: MaskingWay) -> Response {
    let (is_text, policy, bytes) = (submission.is_text, policy_name(&submission), submission.file.len());
    let counted = Arc::clone(&room);
    told(room, bytes, move |engine, watch| {
        let Submission { file, options, share: _share, .. } = submission;
        let done = mask_file(engine, watch, file.into(), &options, &way, true)?;
        counted.metrics.count_masked(&policy, &done.counts);
        masked_json(&done, is_text, true)
    })
}

/// Answers with events: how far some work on so many bytes has come, then its `result` in JSON or a `problem`.
pub fn told(
    room: SharedRoom,
    bytes: usize,
    job: impl FnOnce(&Engine, &Arc<WorkWatch>) -> Result<String, Problem> + Send + 'static,
) -> Response {
    let (sender, body) = Channel::new(16);
    tokio::spawn(async move { tell(room, bytes, job, sender).await });
    let mut response = Response::new(Body::new(body));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

async fn tell(
    room: SharedRoom,
    bytes: usize,
    job: impl FnOnce(&Engine, &Arc<WorkWatch>) -> Result<String, Problem> + Send + 'static,
    mut sender: EventSender,
) {
    let (tell, mut told) = mpsc::unbounded_channel();
    let watch = WorkWatch::telling(room.settings.limits.time, tell);
    let job = room.work_watched(bytes, &watch, job);
    let mut job = std::pin::pin!(job);
    let mut last = None;
    let done = loop {
        tokio::select! {
            // All that was told is told before the result.
            biased;
            Some((step, share)) = told.recv() => {
                // So many a step are enough to draw a bar.
                let now = (step, (share * 50.0) as u32);
                if last.replace(now) == Some(now) {
                    continue;
                }
                let data = json!({ "step": step_name(step), "share": share }).to_string();
                if send(&mut sender, "progress", &data).await.is_err() {
                    // Who went away ends the work: the job is dropped here.
                    return;
                }
            }
            done = &mut job => break done,
        }
    };
    // There is nobody to tell if this cannot be sent.
    let _ = match done {
        Ok(result) => send(&mut sender, "result", &result).await,
        Err(problem) => send(&mut sender, "problem", &Problem::json(&problem).to_string()).await,
    };
}

async fn send(sender: &mut EventSender, event: &str, data: &str) -> Result<(), ()> {
    // JSON has no line breaks of its own.
    sender.send_data(Bytes::from(format!("event: {event}\ndata: {data}\n\n"))).await.map_err(drop)
}

fn step_name(step: WorkStep) -> &'static str {
    match step {
        WorkStep::Finding => "finding",
        WorkStep::Deciding => "deciding",
        WorkStep::Writing => "writing",
        WorkStep::Checking => "checking",
    }
}
