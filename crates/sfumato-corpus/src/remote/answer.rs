//! The answers of a server.

use serde_json::Value;

use super::transport::{Problem, Reply};

/// The count in the answer to one question.
pub(super) fn of_one(reply: Reply) -> Result<u64, Problem> {
    match reply.status {
        200 => count(&json(&reply)?, "/count"),
        status => Err(Problem::Refused(status)),
    }
}

/// The counts in the answer to a batch; nothing if the server does not take batches, or does not count exactly in them.
pub(super) fn of_batch(reply: Reply, questions: usize) -> Result<Option<Vec<u64>>, Problem> {
    match reply.status {
        200 => {}
        // It does not know the request, or not in this form.
        400 | 404 | 405 | 501 => return Ok(None),
        status => return Err(Problem::Refused(status)),
    }
    let answer = json(&reply)?;
    let answers = answer.pointer("/responses").and_then(Value::as_array).ok_or(Problem::Garbled)?;
    if answers.len() != questions {
        return Err(Problem::Garbled);
    }
    // A question that failed alone (the server was busy) is asked again alone, where it is tried more than once.
    let is_exact = |answer: &Value| answer.pointer("/hits/total/relation").and_then(Value::as_str) == Some("eq");
    if !answers.iter().all(is_exact) {
        return Ok(None);
    }
    answers.iter().map(|answer| count(answer, "/hits/total/value")).collect::<Result<_, _>>().map(Some)
}

fn json(reply: &Reply) -> Result<Value, Problem> {
    serde_json::from_slice(&reply.body).map_err(|_| Problem::Garbled)
}

fn count(answer: &Value, place: &str) -> Result<u64, Problem> {
    answer.pointer(place).and_then(Value::as_u64).ok_or(Problem::Garbled)
}
