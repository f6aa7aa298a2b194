//! Requests to a server: with limits on time and size, tried again where that may help.

use std::time::Duration;

use ureq::http::Response;
use ureq::{Agent, Body};

use super::RemoteSettings;

/// The longest answer that is read.
const MOST_BYTES: u64 = 1 << 24;
/// The first wait before another attempt.
const FIRST_WAIT: Duration = Duration::from_millis(125);

/// The reason why a server gave no answer. Neither what was asked nor what was answered is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem {
    #[error("the server cannot be reached; check its address and that it runs")]
    Unreachable,
    #[error("the server did not answer in time; try later, or give it more time")]
    Slow,
    #[error("the server answered with status {0}; check its address, its index and that you may ask it")]
    Refused(u16),
    #[error("the server sends us elsewhere, and phrases are sent to nobody but the server named; name the other one")]
    Redirected,
    #[error("the answer is not that of a search engine with a `_count` API")]
    Garbled,
    #[error("the answer is too long for a count")]
    TooLong,
}

/// An answer.
pub(super) struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

/// The way to a server.
pub(super) struct Transport {
    agent: Agent,
    settings: RemoteSettings,
}

impl Transport {
    pub fn new(settings: RemoteSettings) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            // Phrases go to the host that the user named, and to no other.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent("sfumato")
            .timeout_global(Some(settings.timeout))
            .build()
            .new_agent();
        Self { agent, settings }
    }

    /// Asks one question.
    pub fn post(&self, question: &str) -> Result<Reply, Problem> {
        self.patiently(&self.settings.address.of_one(), "application/json", &format!("{{\"query\":{question}}}"))
    }

    /// Asks several questions at once.
    pub fn post_batch(&self, questions: &[&str]) -> Result<Reply, Problem> {
        let head = serde_json::json!({ "index": self.settings.address.index() });
        let lines = questions
            .iter()
            .map(|question| format!("{head}\n{{\"size\":0,\"track_total_hits\":true,\"query\":{question}}}\n"));
        self.patiently(&self.settings.address.of_batch(), "application/x-ndjson", &lines.collect::<String>())
    }

    /// Makes a request, more than once if the server is busy or away.
    fn patiently(&self, address: &str, kind: &str, body: &str) -> Result<Reply, Problem> {
        let mut wait = FIRST_WAIT;
        for further in (0..self.settings.attempts.max(1)).rev() {
            let (problem, asked_for) = match self.once(address, kind, body) {
                Ok((reply, asked_for)) if is_busy(reply.status) => (Problem::Refused(reply.status), asked_for),
                Ok((reply, _)) if (300..400).contains(&reply.status) => return Err(Problem::Redirected),
                Ok((reply, _)) => return Ok(reply),
                Err(problem @ (Problem::Unreachable | Problem::Slow)) => (problem, None),
                Err(problem) => return Err(problem),
            };
            if further == 0 {
                return Err(problem);
            }
            std::thread::sleep(asked_for.unwrap_or(wait).min(self.settings.longest_wait));
            wait *= 2;
        }
        Err(Problem::Unreachable)
    }

    /// Makes a request; the reply, and how long the server asks us to wait.
    fn once(&self, address: &str, kind: &str, body: &str) -> Result<(Reply, Option<Duration>), Problem> {
        let mut request = self.agent.post(address).header("content-type", kind);
        if let Some(authorization) = &self.settings.authorization {
            request = request.header("authorization", authorization);
        }
        let mut response = request.send(body).map_err(problem)?;
        let wait = asked_wait(&response);
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(problem)?;
        Ok((Reply { status, body }, wait))
    }
}

fn is_busy(status: u16) -> bool {
    status == 429 || (500..600).contains(&status) && status != 501
}

fn asked_wait(response: &Response<Body>) -> Option<Duration> {
    let seconds = response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn problem(error: ureq::Error) -> Problem {
    match error {
        ureq::Error::Timeout(_) => Problem::Slow,
        ureq::Error::BodyExceedsLimit(_) => Problem::TooLong,
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => Problem::Slow,
        ureq::Error::Io(_) | ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => Problem::Unreachable,
        ureq::Error::TooManyRedirects | ureq::Error::RedirectFailed => Problem::Redirected,
        ureq::Error::StatusCode(status) => Problem::Refused(status),
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => Problem::Garbled,
        _ => Problem::Unreachable,
    }
}
