//! The API of our own.

use serde_json::{Value, json};
use sfumato::mask::Keys;

use crate::support::{Answer, TestServer};

const LETTER: &str = "Dear Dr. Ann Lee,\nCall 212-555-0142 or write to ann.lee@example.org.\n";

/// The fields of a form in an answer.
fn fields(answer: &Answer) -> Vec<(String, Vec<u8>)> {
    let kind = answer.header("content-type").expect("a media type");
    let boundary = format!("--{}", kind.split_once("boundary=").expect("a boundary").1);
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    let parts = text.split(&boundary).filter(|part| part.contains("form-data"));
    let part = |part: &str| {
        let (head, body) = part.split_once("\r\n\r\n").expect("a head");
        let name = head.split_once("name=\"").expect("a name").1.split('"').next().expect("closed");
        (name.to_owned(), body.strip_suffix("\r\n").expect("an end").as_bytes().to_vec())
    };
    parts.map(part).collect()
}

#[test]
fn a_file_comes_back_as_it_is_in_a_form_or_in_json() {
    let server = TestServer::open();
    let file = server.file("/v1/mask", LETTER.as_bytes());
    assert_eq!(file.status, 200, "{}", file.text());
    assert_eq!(file.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!((file.header("sfumato-outcome"), file.header("sfumato-replaced")), (Some("done"), Some("3")));
    let masked = file.text();
    assert!(masked.starts_with("Dear Dr. [PERSON 1],\n") && !masked.contains("555"), "{masked}");

    let accepting =
        |media: &str| server.send("POST", "/v1/mask?name=letter.txt", &[("accept", media)], LETTER.as_bytes());
    let form = fields(&accepting("multipart/form-data"));
    assert_eq!(form[0], ("file".to_owned(), masked.as_bytes().to_vec()));
    let report: Value = serde_json::from_slice(&form[1].1).expect("a report");
    assert_eq!((&report[0]["document"], &report[0]["masked"]), (&json!("letter.txt"), &json!(3)));

    let told = accepting("application/json").value();
    assert_eq!(told["reports"], report);
    assert_eq!((&told["counts"]["contact/email"], &told["format"]), (&json!(1), &json!("text")));

    let text = server.json("/v1/mask", &json!({ "text": LETTER, "options": { "name": "letter.txt" } })).value();
    assert_eq!((text["text"].as_str(), &text["reports"]), (Some(masked.as_str()), &report));
    let sent = server.form("/v1/mask", &[], &[("file", Some("letter.txt"), LETTER.as_bytes())]);
    assert_eq!(sent.body, file.body);
}

#[test]
fn progress_is_told_and_the_result_at_the_end() {
    let server = TestServer::open();
    let answer = server.send("POST", "/v1/mask", &[("accept", "text/event-stream")], LETTER.as_bytes());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let told = answer.text();
    let events: Vec<(&str, Value)> = told
        .split_terminator("\n\n")
        .map(|event| {
            let (name, data) = event.split_once('\n').expect("two lines");
            let data = data.strip_prefix("data: ").expect("data");
            (name.strip_prefix("event: ").expect("a name"), serde_json::from_str(data).expect("JSON"))
        })
        .collect();
    let (last, progress) = events.split_last().expect("some");
    assert!(progress.iter().all(|(name, data)| *name == "progress" && data["share"].is_number()));
    assert!(progress.iter().any(|(_, data)| data["step"] == "checking"));
    assert_eq!((last.0, &last.1["outcome"]), ("result", &json!("done")));
    let wrong = server.send("POST", "/v1/mask?format=pdf", &[("accept", "text/event-stream")], LETTER.as_bytes());
    assert!(wrong.text().starts_with("event: problem\ndata: {"), "{}", wrong.text());
}

#[test]
fn a_plan_is_made_edited_and_carried_out() {
    let server = TestServer::open();
    let mut plan = server.file("/v1/plan", LETTER.as_bytes()).value();
    for change in plan["changes"].as_array_mut().expect("changes") {
        match change["category"].as_str() {
            Some("contact/email") => change["action"] = json!("keep"),
            _ => change["replacement"] = json!("[...]"),
        }
    }
    let plan_text = plan.to_string();
    let applied =
        server.form("/v1/apply", &[], &[("file", None, LETTER.as_bytes()), ("plan", None, plan_text.as_bytes())]);
    assert_eq!(applied.text(), "Dear Dr. [...],\nCall [...] or write to ann.lee@example.org.\n");
    let in_json = server.json("/v1/apply", &json!({ "text": LETTER, "plan": plan })).value();
    assert_eq!(in_json["text"].as_str(), Some(applied.text().as_str()));
    let other = server.json("/v1/apply", &json!({ "text": "Another letter.", "plan": plan }));
    assert_eq!(other.problem(), (422, "other-document".to_owned()));
    assert_eq!(server.file("/v1/apply", b"x").problem(), (400, "no-plan".to_owned()));
}

#[test]
fn what_was_encrypted_is_brought_back_by_a_server_with_the_key() {
    const POLICY: &str = "version = 1\n[mask]\ndefault = \"encrypt\"\n";
    let server = TestServer::with(|settings| {
        settings.keys = Some(Keys::from_secret(b"a secret that nobody will ever guess").expect("long enough"));
        settings.takes_policies = true;
    });
    let masked =
        server.form("/v1/mask", &[], &[("file", None, LETTER.as_bytes()), ("policy", None, POLICY.as_bytes())]);
    assert!(masked.status == 200 && !masked.text().contains("Lee"), "{}", masked.text());
    let back = server.file("/v1/unmask", &masked.body);
    assert_eq!((back.status, back.text().as_str()), (200, LETTER));
    assert_eq!(server.file("/v1/unmask", LETTER.as_bytes()).problem(), (422, "not-unmasked".to_owned()));
    let refusing = TestServer::open();
    assert_eq!(refusing.file("/v1/unmask", &masked.body).problem(), (404, "no-key".to_owned()));
    let brought = refusing.form("/v1/mask", &[], &[("file", None, b"x"), ("policy", None, POLICY.as_bytes())]);
    assert_eq!(brought.problem(), (422, "policy-refused".to_owned()));
}

#[test]
fn many_texts_are_masked_in_one_call_and_fail_one_by_one() {
    let server = TestServer::open();
    let texts = json!({ "texts": ["Call Ann Lee.", { "id": 7, "text": "x@example.org" }, { "id": "e", "text": "" }] });
    let results = server.json("/v1/batch", &texts).value();
    let results = results["results"].as_array().expect("results").clone();
    assert_eq!(results[0]["text"], "Call [PERSON 1].");
    assert_eq!((&results[1]["id"], &results[1]["text"]), (&json!(7), &json!("[EMAIL 1]")));
    assert_eq!((&results[2]["id"], &results[2]["problem"]["code"]), (&json!("e"), &json!("empty")));
    let lines = "\"Call Ann Lee.\"\n{\"id\":7,\"text\":\"x@example.org\"}\n\n{\"id\":\"e\",\"text\":\"\"}";
    let lines = server.send("POST", "/v1/batch", &[("content-type", "application/x-ndjson")], lines.as_bytes());
    let lines: Vec<Value> = lines.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines, results, "in the order of the texts");
    let broken = server.send("POST", "/v1/batch", &[("content-type", "application/x-ndjson")], b"\"Ann Lee\"\n{\n");
    let last = broken.text().lines().last().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    assert_eq!(last.expect("a line")["problem"]["code"], "json");
    let many = TestServer::with(|settings| settings.limits.texts = 1);
    assert_eq!(many.json("/v1/batch", &texts).problem(), (422, "too-many-texts".to_owned()));
}

#[test]
fn offsets_count_what_was_asked_for() {
    let server = TestServer::open();
    let text = "Señor 😀: call Ann Lee.";
    let start = |unit: &str| {
        let answer = server.file(&format!("/v1/detect?offsets={unit}&show_text=true"), text.as_bytes()).value();
        let findings = answer["documents"][0]["findings"].as_array().expect("findings").clone();
        let found = findings.into_iter().find(|found| found["text"] == "Ann Lee").expect("found");
        found["start"].as_u64().expect("a number") as usize
    };
    let at = text.find("Ann").expect("there");
    let before = text.get(..at).expect("whole");
    assert_eq!(start("bytes"), at);
    assert_eq!(start("codepoints"), before.chars().count());
    assert_eq!(start("utf16"), before.encode_utf16().count());
}

#[test]
fn a_collection_is_told_document_by_document() {
    let server = TestServer::open();
    let lines = "{\"id\":\"a\",\"text\":\"Call Ann Lee.\"}\n{\"id\":\"b\",\"text\":\"Nothing.\"}\n";
    let told = server.file("/v1/detect?name=x.jsonl", lines.as_bytes()).value();
    assert_eq!((&told["documents"][0]["id"], &told["documents"][1]["findings"]), (&json!("a"), &json!([])));
    let masked = server.file("/v1/mask?name=x.jsonl", lines.as_bytes());
    assert_eq!(masked.header("content-type"), Some("application/x-ndjson"));
    assert!(masked.text().contains("{\"id\":\"a\",\"text\":\"Call [PERSON 1].\"}"));
    assert_eq!(server.file("/v1/plan?name=x.jsonl", lines.as_bytes()).problem(), (422, "collection".to_owned()));
}

#[test]
fn what_there_is_is_listed_and_explained() {
    let server = TestServer::open();
    let policies = server.get("/v1/policies").value();
    let names: Vec<&str> =
        policies["policies"].as_array().expect("all").iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"default") && names.contains(&"hipaa"));
    let file = server.get("/v1/policies/hipaa");
    assert_eq!((file.header("content-type"), file.text().contains("[mask]")), (Some("application/toml"), true));
    assert_eq!(server.get("/v1/policies/..%2f..%2fetc%2fpasswd").problem(), (404, "not-found".to_owned()));
    let categories = server.get("/v1/categories").value();
    let email = categories["categories"].as_array().expect("all").iter().find(|it| it["path"] == "contact/email");
    assert_eq!(email.expect("there")["labels"]["presidio"], "EMAIL_ADDRESS");
    assert!(server.get("/v1/recognisers").value()["recognisers"].as_array().expect("all").len() > 80);
    for (name, kind) in [
        ("es/dni", "recogniser"),
        ("hipaa", "policy"),
        ("es/clinical", "model"),
        ("fast", "network"),
        ("finance", "category"),
    ] {
        assert_eq!(server.get(&format!("/v1/explain/{name}")).value()["kind"], kind, "{name}");
    }
    assert_eq!(server.get("/v1/explain/nothing").problem(), (404, "not-found".to_owned()));
}

#[test]
fn what_is_wrong_is_told_with_a_code_and_a_place() {
    let server = TestServer::open();
    let code = |answer: Answer| answer.problem();
    assert_eq!(code(server.file("/v1/mask", b"")), (422, "empty".to_owned()));
    assert_eq!(code(server.file("/v1/mask", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0")), (422, "not-read".to_owned()));
    assert_eq!(code(server.file("/v1/mask?policy=nothing", b"x")), (422, "no-policy".to_owned()));
    assert_eq!(code(server.file("/v1/mask?polcy=hipaa", b"x")), (400, "option-unknown".to_owned()));
    assert_eq!(code(server.file("/v1/mask?threshold=2", b"x")), (400, "option-value".to_owned()));
    assert_eq!(code(server.json("/v1/mask", &json!({ "txt": "x" }))), (400, "json-form".to_owned()));
    assert_eq!(code(server.json("/v1/mask", &json!([1]))), (400, "json-form".to_owned()));
    assert_eq!(code(server.form("/v1/mask", &[], &[("other", None, b"x")])), (400, "form".to_owned()));
    assert_eq!(code(server.get("/v1/mask")), (405, "method".to_owned()));
    assert_eq!(code(server.get("/v2/mask")), (404, "not-found".to_owned()));
    let broken = server.file("/v1/mask?name=x.jsonl&format=jsonl", b"{\"text\":\"a\"}\n{\"text\":\n");
    assert_eq!((broken.problem().1.as_str(), broken.value()["place"].as_str()), ("malformed", Some("line 2")));
}

#[test]
fn numbers_of_what_was_done_are_kept() {
    let server = TestServer::open();
    server.file("/v1/mask", LETTER.as_bytes());
    server.file("/v1/mask", b"");
    let told = server.get("/metrics").text();
    for line in [
        "sfumato_requests_total{route=\"/v1/mask\",status=\"200\"} 1",
        "sfumato_requests_total{route=\"/v1/mask\",status=\"422\"} 1",
        "sfumato_problems_total{code=\"empty\"} 1",
        "sfumato_documents_total{policy=\"default\"} 1",
        "sfumato_replaced_total{category=\"contact/email\"} 1",
        "sfumato_request_seconds_count{route=\"/v1/mask\"} 2",
    ] {
        assert!(told.lines().any(|other| other == line), "{line}\n{told}");
    }
}
