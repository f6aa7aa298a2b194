//! What requests may take, and what happens to those that take more.

use std::io::{BufReader, Read, Write};
use std::time::Duration;

use serde_json::json;

use crate::support::{Answer, TestServer, request};

#[test]
fn what_is_too_long_is_refused_before_it_is_read() {
    let server = TestServer::with(|settings| settings.limits.body = 1000);
    assert_eq!(server.file("/v1/mask", &[b'a'; 1001]).problem(), (413, "body-too-large".to_owned()));
    assert_eq!(server.file("/v1/mask", &[b'a'; 1000]).status, 200);
    // Whoever does not say how long it is finds out on the way.
    let mut stream = server.connect();
    stream.write_all(b"POST /v1/mask HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n").expect("sent");
    for _ in 0..3 {
        stream.write_all(format!("190\r\n{}\r\n", "a".repeat(400)).as_bytes()).expect("sent");
    }
    let answer = Answer::read(&mut BufReader::new(stream)).expect("an answer");
    assert_eq!(answer.problem(), (413, "body-too-large".to_owned()));
    let presidio = server.json("/analyze", &json!({ "text": "a".repeat(1000), "language": "en" }));
    assert_eq!(presidio.status, 413);
    assert!(presidio.value()["error"].is_string(), "told as Presidio tells errors");
}

#[test]
fn requests_share_their_memory() {
    let server = TestServer::with(|settings| settings.limits.memory = 1000);
    assert_eq!(server.file("/v1/mask", &[b'a'; 1001]).problem(), (429, "memory-full".to_owned()));
    assert_eq!(server.file("/v1/mask", &[b'a'; 1000]).status, 200);
    assert_eq!(server.file("/v1/mask", &[b'a'; 1000]).status, 200, "what ended gave its share back");
}

#[test]
fn whoever_says_nothing_is_not_waited_for() {
    let server = TestServer::with(|settings| {
        settings.limits.head_time = Duration::from_millis(50);
        settings.limits.body_time = Duration::from_millis(50);
    });
    // A head that does not end.
    let mut stream = server.connect();
    stream.write_all(b"POST /v1/mask HTTP/1.1\r\nhost: localhost\r\n").expect("sent");
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "the connection is closed");
    // A body that does not come.
    let mut stream = server.connect();
    stream.write_all(b"POST /v1/mask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nAnn").expect("sent");
    let answer = Answer::read(&mut BufReader::new(stream)).expect("an answer");
    assert_eq!(answer.problem(), (408, "body-time".to_owned()));
}

#[test]
fn what_takes_too_long_is_given_up() {
    let server = TestServer::with(|settings| {
        settings.workers = 1;
        settings.limits.time = Duration::from_millis(1);
    });
    let text = "Ann Lee wrote to Harold Pym about it. ".repeat(20_000);
    assert_eq!(server.file("/v1/mask", text.as_bytes()).problem(), (503, "time-limit".to_owned()));
}

#[test]
fn a_queue_that_is_full_says_when_to_come_back() {
    let server = TestServer::with(|settings| {
        settings.workers = 1;
        settings.limits.queue = 1;
    });
    let text = "Ann Lee wrote to Harold Pym on 3 May 2019. ".repeat(5_000);
    let sent: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request("POST", "/v1/mask?quality=balanced", &[], text.as_bytes())).expect("sent");
            stream
        })
        .collect();
    let answers: Vec<Answer> =
        sent.into_iter().map(|stream| Answer::read(&mut BufReader::new(stream)).expect("an answer")).collect();
    let (done, refused): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(!done.is_empty() && done.iter().all(|answer| answer.body == done[0].body));
    assert!(!refused.is_empty());
    for answer in refused {
        assert_eq!(answer.problem(), (429, "queue-full".to_owned()));
        assert!(answer.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().is_ok_and(|it| it >= 1)));
    }
}

#[test]
fn requests_under_way_end_and_new_ones_are_refused() {
    let server = TestServer::open();
    let body = b"Call Ann Lee.";
    let whole = request("POST", "/v1/mask", &[], body);
    let mut begun = server.connect();
    let (head, rest) = whole.split_at(whole.len() - body.len());
    begun.write_all(head).expect("sent");
    begun.write_all(&rest[..4]).expect("sent");
    let mut idle = server.connect();
    // Both connections are taken once another one is answered.
    assert_eq!(server.get("/health").status, 200);
    server.tell_to_stop();
    let mut ended = Vec::new();
    let _ = idle.read_to_end(&mut ended);
    assert!(ended.is_empty(), "a connection on which nothing was said is closed");
    begun.write_all(&rest[4..]).expect("sent");
    let answer = Answer::read(&mut BufReader::new(begun)).expect("an answer");
    assert_eq!((answer.status, answer.text().as_str()), (200, "Call [PERSON 1]."));
    let address = server.address;
    server.wait();
    assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens any more");
}
