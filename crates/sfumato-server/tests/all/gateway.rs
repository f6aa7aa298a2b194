//! The gateway before a language model, with a server of the model that says back what it was told.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sfumato_server::Upstream;

use crate::support::TestServer;

/// A model that repeats the last message, as a text, as the arguments of a call, or piece by piece.
pub struct EchoModel {
    address: SocketAddr,
    /// All that it was sent.
    seen: Arc<Mutex<Vec<String>>>,
}

impl EchoModel {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let seen: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = echo(stream, &log);
            }
        });
        Self { address, seen }
    }

    #[cfg(feature = "tls")]
    pub fn address(&self) -> std::net::SocketAddr {
        self.address
    }

    #[cfg(feature = "tls")]
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().expect("held").clone()
    }

    pub fn gateway(&self) -> TestServer {
        let upstream = Upstream::new(&format!("http://{}/v1", self.address), Some("key")).expect("an address");
        TestServer::with(|settings| settings.upstream = Some(upstream))
    }
}

fn echo(mut stream: TcpStream, log: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        if line == "\r\n" {
            break;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).expect("text");
    log.lock().expect("held").push(format!("{head}{body}"));
    let asked: Value = serde_json::from_str(&body).expect("JSON");
    let messages = asked["messages"].as_array().or_else(|| asked["input"].as_array()).expect("messages").clone();
    let last = messages.last().expect("one")["content"].as_str().expect("a text").to_owned();
    // Models do not write tokens as they were given.
    let said = if asked["seed"] == 1 { last.to_lowercase().replace(['[', ']'], "") } else { last };
    if asked["stream"] == true && asked["input"].is_array() {
        return echo_events(&mut stream, &said, asked["top_logprobs"].as_u64().unwrap_or(1) as usize);
    }
    if asked["stream"] == true {
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")?;
        let size = asked["n"].as_u64().unwrap_or(1) as usize;
        let letters: Vec<char> = said.chars().collect();
        let arguments: Vec<char> = json!({ "note": said }).to_string().chars().collect();
        for piece in letters.chunks(size) {
            let delta = json!({ "content": piece.iter().collect::<String>() });
            write!(
                stream,
                "data: {}\n\n",
                json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
            )?;
        }
        for piece in arguments.chunks(size) {
            let call = json!({ "index": 0, "function": { "arguments": piece.iter().collect::<String>() } });
            let delta = json!({ "tool_calls": [call] });
            write!(
                stream,
                "data: {}\n\n",
                json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
            )?;
        }
        let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
        write!(stream, "data: {end}\n\ndata: [DONE]\n\n")?;
        return Ok(());
    }
    let arguments = json!({ "note": said }).to_string();
    let call = json!({ "id": "c", "type": "function", "function": { "name": "note", "arguments": arguments } });
    let message = json!({ "role": "assistant", "content": said, "tool_calls": [call] });
    let answer = match asked.get("messages") {
        Some(_) => json!({ "id": "x", "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] }),
        None => json!({ "id": "x", "output": [{ "type": "message", "content": [{ "type": "output_text", "text": said }] }] }),
    }
    .to_string();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}",
        answer.len()
    )
}

/// Says it in pieces of so many letters, as the responses API does: each text ends with all of it, and so does the answer.
fn echo_events(stream: &mut TcpStream, said: &str, size: usize) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")?;
    let mut event = |kind: &str, mut data: Value| {
        data["type"] = Value::from(kind);
        write!(stream, "event: {kind}\ndata: {data}\n\n")
    };
    let arguments = json!({ "note": said }).to_string();
    event("response.created", json!({ "response": { "id": "x", "output": [] } }))?;
    for (index, (kind, whole)) in
        [("response.output_text", said), ("response.function_call_arguments", &arguments)].into_iter().enumerate()
    {
        let letters: Vec<char> = whole.chars().collect();
        for piece in letters.chunks(size) {
            let delta: String = piece.iter().collect();
            event(&format!("{kind}.delta"), json!({ "output_index": index, "content_index": 0, "delta": delta }))?;
        }
        let name = if index == 0 { "text" } else { "arguments" };
        event(&format!("{kind}.done"), json!({ "output_index": index, "content_index": 0, name: whole }))?;
    }
    let output = json!([
        { "type": "message", "content": [{ "type": "output_text", "text": said }] },
        { "type": "function_call", "name": "note", "arguments": arguments },
    ]);
    event("response.completed", json!({ "response": { "id": "x", "output": output } }))
}

/// What came of a stream: the text, and the arguments of its call.
fn streamed(body: &str) -> (String, String) {
    let (mut text, mut arguments) = (String::new(), String::new());
    for data in body.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|data| *data != "[DONE]") {
        let event: Value = serde_json::from_str(data).expect("JSON");
        let delta = &event["choices"][0]["delta"];
        text += delta["content"].as_str().unwrap_or_default();
        arguments += delta["tool_calls"][0]["function"]["arguments"].as_str().unwrap_or_default();
    }
    assert!(body.ends_with("data: [DONE]\n\n"), "the stream ends as it should");
    (text, arguments)
}

const NAMES: [&str; 8] = [
    "Ann Lee",
    "Harold Pym",
    "Eleanor Whitcombe",
    "Ned Finch",
    "Margaret Oakes",
    "Thomas Birdwell",
    "Clara Newbold",
    "Simon Ashdown",
];

#[test]
fn over_a_thousand_prompts_the_model_sees_no_value_and_the_client_gets_all_of_them() {
    let model = EchoModel::start();
    let server = model.gateway();
    let mut planted: Vec<String> = Vec::new();
    for turn in 0..1000usize {
        let name = NAMES[turn % NAMES.len()];
        let mail = format!("{}.{turn}@example.org", name.to_lowercase().replace(' ', "."));
        let phone = format!("(212) 555-{:04}", 100 + turn % 100);
        let said = format!("Write to Dr. {name} ({mail}), phone {phone}, that \"it\" is done; {name} knows.");
        planted.extend([name.to_owned(), mail.clone(), phone.clone()]);
        let earlier = json!({ "role": "assistant", "content": null, "tool_calls": [{
            "id": "c", "type": "function",
            "function": { "name": "look_up", "arguments": json!({ "email": mail, "limit": 3, mail.as_str(): 5 }).to_string() },
        }] });
        let result = json!({ "role": "tool", "tool_call_id": "c", "content": json!({ "phone": phone }).to_string() });
        let request = json!({
            "metadata": { "note": name, mail.as_str(): "x" },
            "model": "m", "stream": turn % 2 == 0, "n": 1 + turn % 20, "seed": usize::from(turn % 5 == 4),
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": [{ "type": "text", "text": format!("Who is {name}?") }] },
                earlier, result, { "role": "user", "content": said },
            ],
            "tools": [{ "type": "function", "function": { "name": "note", "parameters": { "type": "object" } } }],
        });
        let answer = server.json("/gateway/v1/chat/completions", &request);
        assert_eq!(answer.status, 200, "{turn}: {}", answer.text());
        let (text, arguments) = match turn % 2 {
            0 => streamed(&answer.text()),
            _ => {
                let message = answer.value()["choices"][0]["message"].clone();
                let arguments = message["tool_calls"][0]["function"]["arguments"].clone();
                (
                    message["content"].as_str().expect("a text").to_owned(),
                    arguments.as_str().expect("a text").to_owned(),
                )
            }
        };
        let inside: Value = serde_json::from_str(&arguments).unwrap_or_else(|_| panic!("{turn}: JSON: {arguments}"));
        for got in [text.as_str(), inside["note"].as_str().expect("a text")] {
            for value in [name, &mail, &phone] {
                assert!(got.contains(value), "{turn}: {value} in {got}");
            }
            if turn % 5 != 4 {
                assert_eq!(got, said, "{turn}: what the model repeats comes back as it was");
            }
        }
    }
    let seen = model.seen.lock().expect("held");
    assert_eq!(seen.len(), 1000);
    for (turn, sent) in seen.iter().enumerate() {
        for value in &planted[turn * 3..turn * 3 + 3] {
            assert!(!sent.contains(value.as_str()), "{turn}: {value} in {sent}");
        }
        assert!(sent.starts_with("POST /v1/chat/completions ") && sent.contains("Bearer key"), "{sent}");
    }
}

#[test]
fn one_person_is_one_token_in_all_turns_and_another_in_another_conversation() {
    let model = EchoModel::start();
    let server = model.gateway();
    let first = json!({ "role": "user", "content": "Who is Dr. Ann Lee?" });
    let ask = |messages: Value| {
        let answer = server.json("/gateway/v1/chat/completions", &json!({ "model": "m", "messages": messages }));
        assert_eq!(answer.status, 200, "{}", answer.text());
        let sent = model.seen.lock().expect("held").last().expect("one").clone();
        let at = sent.find("[PERSON_").expect("a token");
        sent.get(at..at + 15).expect("a token").to_owned()
    };
    let one = ask(json!([first]));
    let two = ask(
        json!([first, { "role": "assistant", "content": "Dr. Ann Lee is a physician." }, { "role": "user", "content": "Where is Ann Lee?" }]),
    );
    let other = ask(json!([{ "role": "user", "content": "Is Dr. Ann Lee in?" }]));
    assert_eq!(one, two);
    assert_ne!(one, other);
}

#[test]
fn the_responses_api_is_spoken_too() {
    let model = EchoModel::start();
    let server = model.gateway();
    let said = "Tell Dr. Ann Lee, ann.lee@example.org.";
    let request = json!({ "model": "m", "instructions": "Be brief.", "input": [{ "role": "user", "content": said }] });
    let answer = server.json("/gateway/v1/responses", &request).value();
    assert_eq!(answer["output"][0]["content"][0]["text"], said);
    assert!(!model.seen.lock().expect("held")[0].contains("Lee"));
    let remembered =
        json!({ "model": "m", "previous_response_id": "r", "input": [{ "role": "user", "content": said }] });
    assert_eq!(server.json("/gateway/v1/responses", &remembered).problem(), (422, "upstream-memory".to_owned()));
}

#[test]
fn events_of_the_responses_api_get_their_values_back() {
    let model = EchoModel::start();
    let server = model.gateway();
    let said = "Tell Dr. Ann Lee (\"Annie\"), ann.lee@example.org, before Harold Pym does.";
    for size in 1..=20 {
        let request = json!({
            "model": "m", "stream": true, "top_logprobs": size, "input": [{ "role": "user", "content": said }],
        });
        let answer = server.json("/gateway/v1/responses", &request);
        assert_eq!(answer.status, 200, "{}", answer.text());
        let events: Vec<Value> = answer
            .text()
            .lines()
            .filter_map(|line| line.strip_prefix("data: "))
            .map(|data| serde_json::from_str(data).expect("JSON"))
            .collect();
        let pieces = |kind: &str| -> String {
            let of_kind = events.iter().filter(|event| event["type"] == kind);
            of_kind.map(|event| event["delta"].as_str().expect("a piece")).collect()
        };
        assert_eq!(pieces("response.output_text.delta"), said, "{size}");
        let arguments = pieces("response.function_call_arguments.delta");
        assert_eq!(serde_json::from_str::<Value>(&arguments).expect("JSON")["note"], said, "{size}");
        let of = |kind: &str| events.iter().find(|event| event["type"] == kind).expect("an event");
        assert_eq!(of("response.output_text.done")["text"], said);
        assert_eq!(of("response.function_call_arguments.done")["arguments"], arguments.as_str());
        let whole = &events.last().expect("one")["response"]["output"];
        assert_eq!((&whole[0]["content"][0]["text"], &whole[1]["arguments"]), (&json!(said), &json!(arguments)));
        // All of a text comes before what says that it is over.
        let place = |kind: &str| events.iter().rposition(|event| event["type"] == kind);
        assert!(place("response.output_text.delta") < place("response.output_text.done"), "{size}");
    }
    for sent in model.seen.lock().expect("held").iter() {
        assert!(!["Lee", "Annie", "Pym", "ann."].iter().any(|value| sent.contains(value)), "{sent}");
    }
}

#[test]
fn what_cannot_be_masked_is_not_sent() {
    let model = EchoModel::start();
    let server = model.gateway();
    for part in [
        json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA" } }),
        json!({ "type": "input_audio", "input_audio": { "data": "AAAA" } }),
        json!({ "type": "file", "file": { "file_data": "AAAA" } }),
        json!({ "type": "something_new", "text": "x" }),
    ] {
        let request = json!({ "model": "m", "messages": [{ "role": "user", "content": [part] }] });
        assert_eq!(
            server.json("/gateway/v1/chat/completions", &request).problem(),
            (422, "cannot-be-masked".to_owned())
        );
    }
    assert!(model.seen.lock().expect("held").is_empty());
    let off = TestServer::open();
    let request = json!({ "model": "m", "messages": [] });
    assert_eq!(off.json("/gateway/v1/chat/completions", &request).problem(), (404, "no-upstream".to_owned()));
    let gone = Upstream::new("http://127.0.0.1:1/v1", None).expect("an address");
    let gone = TestServer::with(|settings| settings.upstream = Some(gone));
    let request = json!({ "model": "m", "messages": [{ "role": "user", "content": "Ann Lee" }] });
    assert_eq!(gone.json("/gateway/v1/chat/completions", &request).problem(), (502, "upstream".to_owned()));
    for wrong in ["localhost:80", "ftp://x"] {
        assert!(Upstream::new(wrong, None).is_err(), "{wrong}");
    }
    assert_eq!(Upstream::new("https://api.example.org/v1", None).is_ok(), cfg!(feature = "tls"));
}

#[test]
fn a_guardrail_masks_what_another_gateway_sends_and_brings_it_back() {
    let server = TestServer::open();
    let path = "/beta/litellm_basic_guardrail_api";
    let said = "Tell Dr. Ann Lee, ann.lee@example.org, that it is done.";
    let ask = |kind: &str, call: &str, texts: &[&str]| {
        let request = json!({
            "input_type": kind, "litellm_call_id": call, "texts": texts, "request_data": {}, "images": null,
        });
        server.json(path, &request).value()
    };
    let masked = ask("request", "1", &["Be brief.", said]);
    assert_eq!((&masked["action"], &masked["texts"][0]), (&json!("GUARDRAIL_INTERVENED"), &json!("Be brief.")));
    let sent = masked["texts"][1].as_str().expect("a text");
    assert!(!sent.contains("Lee") && !sent.contains("example.org") && sent.ends_with("that it is done."), "{sent}");
    let answer = format!("I told {}", sent.to_lowercase());
    let told = ask("response", "1", &[&answer]);
    let whole = told["texts"][0].as_str().expect("a text");
    assert!(whole.contains("Ann Lee") && whole.contains("ann.lee@example.org"), "{whole}");
    // While the end may be a token, it is held back.
    let cut = sent.find("[PERSON_").expect("a token") + 10;
    let open = ask("response", "1", &[sent.get(..sent.find(']').expect("a token") + 1 + 4).expect("a text")]);
    assert!(open["stream_holdback_chars"][0].as_u64().is_some_and(|held| held >= 4));
    assert_eq!(ask("response", "1", &[sent.get(..cut).expect("a text")])["action"], "NONE");
    // Another call has other people, and nothing to bring back.
    assert_eq!(ask("response", "2", &[sent])["action"], "NONE");
    assert_eq!(ask("request", "3", &["Be brief."]), json!({ "action": "NONE" }));
    let picture = json!({ "input_type": "request", "texts": ["x"], "images": ["data:image/png;base64,AAAA"] });
    assert_eq!(server.json(path, &picture).value()["action"], "BLOCKED");
    let rows = json!([{ "role": "user", "content": said, "name": "ann_lee" }]);
    let request = json!({ "input_type": "request", "texts": [said], "structured_messages": rows });
    let rows = server.json(path, &request).value()["structured_messages"].to_string();
    assert!(rows.contains("[PERSON_") && !rows.contains("Lee"), "{rows}");
    assert_eq!(server.json(path, &json!({ "texts": [] })).problem(), (400, "json-form".to_owned()));
}
