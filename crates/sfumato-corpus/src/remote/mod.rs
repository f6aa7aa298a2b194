//! A search engine of the user's, asked over the network.
//!
//! Any server that speaks the `_count` API of Elasticsearch will do: Elasticsearch itself, OpenSearch, Quickwit. Questions
//! go out in batches (`_msearch`) where the server takes them, else one by one.
//! The phrases that are asked for leave the machine. Nothing here decides that they may; whoever makes a [`Remote`] does.

mod address;
mod answer;
mod cache;
mod question;
mod transport;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sfumato_knowledge::counts::{Count, Counts, CountsError, Query};
use sfumato_language::Language;

pub use address::{Address, AddressError};
pub use cache::{Cache, CacheError};

use transport::{Problem, Transport};

/// So many questions go out together.
const BATCH: usize = 100;

/// The settings by which a server is asked.
#[derive(Clone)]
pub struct RemoteSettings {
    /// Its address, with the index to ask.
    pub address: Address,
    /// The field of its documents that holds their text.
    pub field: String,
    /// The most time that a request may take.
    pub timeout: Duration,
    /// The times that a request is made before it counts as failed; at least once.
    pub attempts: u32,
    /// The longest wait between two attempts; the first is an eighth of a second, each further one twice as long.
    pub longest_wait: Duration,
    /// The value of the header `Authorization`, if the server wants one.
    pub authorization: Option<String>,
}

impl RemoteSettings {
    /// The usual settings for a server.
    pub fn new(address: Address) -> Self {
        Self {
            address,
            field: "text".to_owned(),
            timeout: Duration::from_secs(30),
            attempts: 5,
            longest_wait: Duration::from_secs(10),
            authorization: None,
        }
    }
}

impl std::fmt::Debug for RemoteSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RemoteSettings({})", self.address)
    }
}

/// A server that can be asked how common something is.
///
/// The servers know nothing of our languages: all documents count for each of them.
pub struct Remote {
    name: Box<str>,
    field: String,
    transport: Transport,
    cache: Option<Cache>,
    total: u64,
    /// True if the server takes batches, for all one knows.
    takes_batches: AtomicBool,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Remote({}, {} documents)", self.name, self.total)
    }
}

impl Remote {
    /// Asks a server how many documents it has, unless the cache knows.
    pub fn connect(settings: RemoteSettings, cache: Option<Cache>) -> Result<Self, CountsError> {
        let mut remote = Self {
            name: settings.address.to_string().into(),
            field: settings.field.clone(),
            transport: Transport::new(settings),
            cache,
            total: 0,
            takes_batches: AtomicBool::new(true),
        };
        remote.total = remote.answers(&[question::all()])?.first().copied().unwrap_or(0);
        Ok(remote)
    }

    /// The answers to some questions, in their order; from the cache where it has them.
    fn answers(&self, questions: &[String]) -> Result<Vec<u64>, CountsError> {
        let known = |question: &String| self.cache.as_ref()?.get(&self.name, question);
        let mut answers: HashMap<&str, u64> = HashMap::new();
        let mut open: Vec<&str> = Vec::new();
        for question in questions {
            if answers.contains_key(question.as_str()) {
                continue;
            }
            let answer = known(question);
            open.extend(answer.is_none().then_some(question.as_str()));
            // What is open is asked for once.
            answers.insert(question, answer.unwrap_or(0));
        }
        for batch in open.chunks(BATCH) {
            let counts = self.ask(batch).map_err(|problem| self.unreachable(&problem))?;
            let fresh: Vec<(&str, u64)> = batch.iter().copied().zip(counts).collect();
            if let Some(cache) = &self.cache {
                cache.put(&self.name, &fresh).map_err(|error| CountsError::Unreachable {
                    place: error.place().into(),
                    why: error.why().into(),
                })?;
            }
            answers.extend(fresh);
        }
        Ok(questions.iter().map(|question| answers.get(question.as_str()).copied().unwrap_or(0)).collect())
    }

    /// Asks the server.
    fn ask(&self, questions: &[&str]) -> Result<Vec<u64>, Problem> {
        if questions.len() > 1 && self.takes_batches.load(Ordering::Relaxed) {
            let answer = self.transport.post_batch(questions)?;
            match answer::of_batch(answer, questions.len())? {
                Some(counts) => return Ok(counts),
                None => self.takes_batches.store(false, Ordering::Relaxed),
            }
        }
        questions.iter().map(|question| answer::of_one(self.transport.post(question)?)).collect()
    }

    fn unreachable(&self, problem: &Problem) -> CountsError {
        CountsError::Unreachable { place: self.name.clone(), why: problem.to_string().into() }
    }
}

impl Counts for Remote {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        let questions: Vec<Option<String>> =
            queries.iter().map(|query| question::of(query.phrases, &self.field)).collect();
        let asked: Vec<String> = questions.iter().flatten().cloned().collect();
        let mut answers = self.answers(&asked)?.into_iter();
        // A query without a word in it is met nowhere, and nobody need be asked.
        let answer = |question: Option<String>| question.and_then(|_| answers.next()).unwrap_or(0);
        Ok(questions.into_iter().map(answer).map(|hits| Count::counted(hits as f64)).collect())
    }

    fn total(&self, _: Language) -> f64 {
        (self.total as f64).max(1.0)
    }

    fn name(&self) -> &str {
        &self.name
    }
}
