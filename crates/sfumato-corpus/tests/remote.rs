//! A server is asked over the network: what it answers, and what happens if it does not.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use sfumato_corpus::Remote;
use sfumato_corpus::remote::{Address, Cache, RemoteSettings};
use sfumato_knowledge::counts::{Basis, Counts as _, CountsError, Phrase, Query};
use sfumato_language::Language;

const TEXTS: [&str; 4] =
    ["pancreatic cancer in new york", "cancer of the pancreas", "a cold in new york", "nothing of interest"];

/// The trick that the server plays on a request instead of answering it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trick {
    Status(u16),
    Hang,
    Garbage,
    Huge,
    Redirect,
    HangUp,
}

/// A server of the texts.
struct Server {
    address: String,
    tricks: Arc<Mutex<VecDeque<Trick>>>,
    /// The first line of each request.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server; whether it takes batches, and whether it counts exactly in them.
    fn start(takes_batches: bool, is_exact: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/wiki", listener.local_addr().expect("an address"));
        let server = Self { address, tricks: Arc::default(), requests: Arc::default() };
        let (tricks, requests) = (Arc::clone(&server.tricks), Arc::clone(&server.requests));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let (tricks, requests) = (Arc::clone(&tricks), Arc::clone(&requests));
                std::thread::spawn(move || serve(stream, &tricks, &requests, takes_batches, is_exact));
            }
        });
        server
    }

    fn settings(&self) -> RemoteSettings {
        let address = Address::parse(&self.address).expect("an address");
        RemoteSettings { longest_wait: Duration::from_millis(5), attempts: 3, ..RemoteSettings::new(address) }
    }

    fn connect(&self) -> Remote {
        Remote::connect(self.settings(), None).expect("connected")
    }

    /// Connects with little time to answer: enough even on a busy machine, and less than the server hangs.
    fn connect_in_haste(&self) -> Remote {
        let settings = RemoteSettings { timeout: Duration::from_secs(2), ..self.settings() };
        Remote::connect(settings, None).expect("connected")
    }

    fn play(&self, tricks: &[Trick]) {
        self.tricks.lock().expect("not poisoned").extend(tricks);
    }

    fn requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().expect("not poisoned"))
    }
}

fn serve(
    stream: TcpStream,
    tricks: &Mutex<VecDeque<Trick>>,
    requests: &Mutex<Vec<String>>,
    takes_batches: bool,
    is_exact: bool,
) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut stream = stream;
    while let Some((line, body)) = read(&mut reader) {
        requests.lock().expect("not poisoned").push(line.clone());
        let trick = tricks.lock().expect("not poisoned").pop_front();
        let reply = match trick {
            Some(Trick::Status(status)) => reply(status, "Retry-After: 0\r\n", b"{}"),
            Some(Trick::Hang) => {
                std::thread::sleep(Duration::from_secs(5));
                return;
            }
            Some(Trick::Garbage) => reply(200, "", b"<html>Ann Lee</html>"),
            Some(Trick::Huge) => reply(200, "", &vec![b' '; 17 << 20]),
            Some(Trick::Redirect) => reply(307, "Location: http://127.0.0.1:1/other/_count\r\n", b""),
            Some(Trick::HangUp) => return,
            None if line.contains("/_msearch") && !takes_batches => reply(405, "", b"{}"),
            None if line.contains("/_msearch") => reply(200, "", batch(&body, is_exact).to_string().as_bytes()),
            None if line.contains("/wiki/_count") => {
                let asked: Value = serde_json::from_str(&body).expect("JSON");
                reply(200, "", json!({ "count": count(&asked["query"]), "_shards": {} }).to_string().as_bytes())
            }
            None => reply(404, "", b"{}"),
        };
        if stream.write_all(&reply).is_err() {
            return;
        }
    }
}

/// The first line and the body of a request.
fn read(reader: &mut BufReader<TcpStream>) -> Option<(String, String)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let length = lines.iter().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some((lines.swap_remove(0), String::from_utf8(body).expect("UTF-8")))
}

fn reply(status: u16, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} X\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn batch(body: &str, is_exact: bool) -> Value {
    let lines: Vec<Value> = body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let relation = if is_exact { "eq" } else { "gte" };
    let answer = |pair: &[Value]| {
        assert_eq!(pair[0], json!({ "index": "wiki" }));
        assert_eq!((&pair[1]["size"], &pair[1]["track_total_hits"]), (&json!(0), &json!(true)));
        json!({ "hits": { "total": { "value": count(&pair[1]["query"]), "relation": relation } }, "status": 200 })
    };
    json!({ "responses": lines.chunks(2).map(answer).collect::<Vec<_>>() })
}

fn count(query: &Value) -> usize {
    TEXTS.iter().filter(|text| holds(text, query)).count()
}

/// True if a text meets a query, as the servers understand it.
fn holds(text: &str, query: &Value) -> bool {
    if query.get("match_all").is_some() {
        return true;
    }
    if let Some(phrase) = query.pointer("/match_phrase/text") {
        let phrase = phrase.as_str().expect("a phrase").to_lowercase();
        return format!(" {text} ").contains(&format!(" {phrase} "));
    }
    let list = |name: &str| query["bool"][name].as_array();
    list("must").is_none_or(|all| all.iter().all(|query| holds(text, query)))
        && list("should").is_none_or(|any| any.iter().any(|query| holds(text, query)))
}

/// The hits of some pairs and single phrases.
fn hits(remote: &Remote) -> Result<Vec<f64>, CountsError> {
    let pancreatic = Phrase { text: "Pancreatic cancer", variants: &["cancer of the pancreas"] };
    let asked: [&[Phrase<'_>]; 6] = [
        &[Phrase::new("cancer")],
        &[pancreatic],
        &[pancreatic, Phrase::new("new york")],
        &[Phrase::new("Ann Lee")],
        &[Phrase::new("cancer")],
        &[Phrase::new("?")],
    ];
    let queries: Vec<_> = asked.iter().map(|phrases| Query { phrases, language: Language::English }).collect();
    Ok(remote.hits(&queries)?.into_iter().map(|count| count.hits).collect())
}

const HITS: [f64; 6] = [2.0, 2.0, 1.0, 0.0, 2.0, 0.0];

fn why(remote: &Remote) -> String {
    let why = hits(remote).expect_err("no answer").to_string();
    assert!(!why.to_lowercase().contains("cancer") && !why.contains("Ann Lee"), "{why}");
    why
}

#[test]
fn a_batch_is_one_request() {
    let server = Server::start(true, true);
    let remote = server.connect();
    assert_eq!(remote.total(Language::Spanish), 4.0);
    assert_eq!(server.requests(), ["POST /wiki/_count HTTP/1.1"]);
    assert_eq!(hits(&remote).expect("counts"), HITS);
    assert_eq!(server.requests(), ["POST /_msearch HTTP/1.1"]);
    let unseen = Query { phrases: &[Phrase::new("Ann Lee")], language: Language::English };
    assert_eq!(remote.hits(&[unseen]).expect("counts")[0].basis, Basis::Unseen);
}

#[test]
fn a_server_that_takes_no_batches_or_counts_roughly_in_them_is_asked_one_by_one() {
    for (takes_batches, is_exact) in [(false, true), (true, false)] {
        let server = Server::start(takes_batches, is_exact);
        let remote = server.connect();
        assert_eq!(hits(&remote).expect("counts"), HITS);
        server.requests();
        assert_eq!(hits(&remote).expect("counts"), HITS);
        assert_eq!(server.requests(), ["POST /wiki/_count HTTP/1.1"; 4], "it is not tried again");
    }
}

#[test]
fn a_busy_server_is_asked_again() {
    let server = Server::start(true, true);
    let remote = server.connect_in_haste();
    for tricks in [[Trick::Status(429), Trick::Status(503)], [Trick::Hang, Trick::HangUp]] {
        server.play(&tricks);
        assert_eq!(hits(&remote).expect("counts"), HITS, "{tricks:?}");
    }
}

#[test]
fn patience_ends() {
    let server = Server::start(true, true);
    let remote = server.connect_in_haste();
    server.play(&[Trick::Status(503); 3]);
    assert!(why(&remote).contains("status 503"));
    server.play(&[Trick::Hang; 3]);
    assert!(why(&remote).contains("did not answer in time"));
    server.play(&[Trick::HangUp; 3]);
    assert!(why(&remote).contains("cannot be reached"), "{}", why(&remote));
    assert_eq!(hits(&remote).expect("counts"), HITS);
}

#[test]
fn what_will_not_get_better_is_not_tried_again() {
    let server = Server::start(true, true);
    let remote = server.connect();
    for (trick, expected) in [
        (Trick::Garbage, "not that of a search engine"),
        (Trick::Huge, "too long"),
        (Trick::Redirect, "sends us elsewhere"),
        (Trick::Status(403), "status 403"),
    ] {
        server.requests();
        server.play(&[trick]);
        let why = why(&remote);
        assert!(why.contains(expected), "{trick:?}: {why}");
        assert_eq!(server.requests().len(), 1, "{trick:?}");
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let server = Server::start(true, true);
    let address = Address::parse("http://127.0.0.1:1/wiki").expect("an address");
    let error = Remote::connect(RemoteSettings { address, ..server.settings() }, None).expect_err("nobody there");
    assert!(error.to_string().starts_with("http://127.0.0.1:1/wiki: the server cannot be reached"), "{error}");
    let other = Address::parse(&server.address.replace("wiki", "news")).expect("an address");
    let error =
        Remote::connect(RemoteSettings { address: other, ..server.settings() }, None).expect_err("no such index");
    assert!(error.to_string().contains("status 404"), "{error}");
}

#[test]
fn nothing_is_asked_twice_with_a_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(true, true);
    let connect = || {
        let cache = Cache::open(folder.path(), Some(b"a secret")).expect("a cache");
        Remote::connect(server.settings(), Some(cache)).expect("connected")
    };
    assert_eq!(hits(&connect()).expect("counts"), HITS);
    assert_eq!(server.requests().len(), 2);
    let again = connect();
    assert_eq!((hits(&again).expect("counts"), again.total(Language::English)), (HITS.to_vec(), 4.0));
    assert_eq!(server.requests(), [""; 0]);
}
