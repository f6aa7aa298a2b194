//! Words that stand nowhere else must not come out anywhere but in results.

use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::support::TestServer;

/// Everything that is logged.
#[derive(Clone, Default)]
struct LoggedText(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for LoggedText {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("held").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_word_of_a_request_is_logged_or_told_in_an_error() {
    const CANARY: &str = "Zylophanta";
    let log = LoggedText::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .finish();
    tracing::subscriber::set_global_default(subscriber).expect("no other log in this program");
    let server = TestServer::with(|settings| settings.takes_policies = true);
    let text = format!("Call {CANARY} Quorvane-{CANARY} at once.");
    let broken = format!("{{\"text\": \"{text}\", {CANARY}");
    let json = [("content-type", "application/json")];
    let mut answers = vec![
        server.send("POST", "/v1/mask", &json, broken.as_bytes()),
        server.send("POST", "/analyze", &json, broken.as_bytes()),
        server.send("POST", "/anonymize", &json, broken.as_bytes()),
        server.json("/v1/mask", &json!({ "text": text, CANARY: 1 })),
        server.json("/v1/mask", &json!({ "text": text, "options": { "policy": format!("{CANARY} x") } })),
        server.json("/v1/mask", &json!({ "text": text, "options": { "threshold": text } })),
        server.json("/v1/apply", &json!({ "text": text, "plan": { "version": 1, "digest": text } })),
        server.json("/analyze", &json!({ "text": text, "language": CANARY })),
        server.json(
            "/anonymize",
            &json!({ "text": text, "analyzer_results": [{ "start": 0, "end": 9999, "score": 1, "entity_type": "A" }] }),
        ),
        server.json("/v1/batch", &json!({ "texts": [{ "text": text, CANARY: 1 }] })),
        server.file("/v1/mask?name=a.json", format!("{{\"a\": \"{text}").as_bytes()),
        server.file("/v1/mask?name=a.xml", format!("<a>{text}</b>").as_bytes()),
        server.file("/v1/mask?format=docx", text.as_bytes()),
        server.file("/v1/mask?format=pdf", text.as_bytes()),
        server.form("/v1/mask", &[], &[(CANARY, None, text.as_bytes())]),
        server.form("/v1/mask", &[], &[("file", Some(CANARY), text.as_bytes()), ("plan", None, text.as_bytes())]),
        server.get(&format!("/{CANARY}?{CANARY}={CANARY}")),
        server.get(&format!("/v1/explain/{CANARY}")),
    ];
    let review = server.json("/v1/reviews", &json!({ "text": text })).value()["id"].as_str().expect("an id").to_owned();
    let of_review = |path: &str| format!("/v1/reviews/{review}{path}");
    let plan = server.get(&of_review("/plan")).value();
    let mut broken = plan.clone();
    broken["review"]["log"] = json!([{ "what": CANARY }]);
    let long = format!("{CANARY}{}", " ".repeat(20_000));
    for operation in [
        json!({ "do": CANARY }),
        json!({ "do": "keep", "mention": CANARY }),
        json!({ "do": "add", "start": 0, "end": 4, "category": CANARY }),
        json!({ "do": "deny", "text": long }),
        json!({ "do": "replace", "mention": 1, "replacement": format!("{CANARY}\u{7}") }),
    ] {
        answers.push(server.json(&of_review("/operations"), &json!({ "operations": [operation] })));
    }
    answers.extend([
        server.json(&of_review("/operations"), &json!({ CANARY: 1 })),
        server.json(&of_review("/restore"), &broken),
        server.json(&of_review("/restore"), &json!({ "version": 1, format!("{CANARY} x"): 1 })),
        server.json("/v1/reviews/archive", &json!({ "ids": [CANARY] })),
        server.get(&of_review(&format!("/text?{CANARY}=1"))),
        server.get(&of_review(&format!("/text?document={CANARY}"))),
        server.get(&of_review(&format!("/annotations?as={CANARY}"))),
        server.get(&format!("/v1/reviews/{CANARY}")),
        server.get(&format!("/page/{CANARY}")),
    ]);
    let added = json!({ "do": "deny", "text": CANARY });
    assert_eq!(server.json(&of_review("/operations"), &json!({ "operations": [added] })).status, 200);
    let written = json!({ "do": "replace", "mention": 1, "replacement": format!("the {CANARY}") });
    drop(server.json(&of_review("/operations"), &json!({ "operations": [written] })));
    assert!(answers.iter().all(|answer| answer.status >= 400), "all of them are refused");
    // Results may hold what was not found; their logs may not.
    for path in ["/v1/mask", "/v1/detect", "/v1/plan", "/v1/assess"] {
        let address = format!("{path}?protect={CANARY}");
        let id = [("x-request-id", CANARY), ("user-agent", CANARY), ("referer", CANARY)];
        assert_eq!(server.send("POST", &address, &id[1..], text.as_bytes()).status, 200);
    }
    answers.push(server.get("/metrics"));
    for answer in &answers {
        let told = format!("{:?} {}", answer.headers, answer.text());
        assert!(!told.contains(CANARY), "{told}");
    }
    drop(server);
    let logged = String::from_utf8(log.0.lock().expect("held").clone()).expect("text");
    assert!(logged.contains("route=\"/v1/mask\""), "it is logged that something was asked");
    assert_eq!(logged.lines().find(|line| line.contains(CANARY)), None);
}
