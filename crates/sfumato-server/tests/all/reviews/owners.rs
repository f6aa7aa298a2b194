//! Whose a review is, how many there may be, and what becomes of one that nobody asks for.

use serde_json::json;
use sfumato_server::{AccessRules, AccessScope, AccessToken, ReviewLimits, TokenFile};

use super::{LETTER, TestReview};
use crate::support::TestServer;

#[test]
fn nobody_sees_the_reviews_of_somebody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tokens");
    let tokens: Vec<AccessToken> = (0..3).map(|_| AccessToken::random().expect("random")).collect();
    let scopes = [&[AccessScope::Mask][..], &[AccessScope::Mask], &[AccessScope::Detect]];
    let lines: Vec<String> = (0..3).map(|at| tokens[at].line(&format!("t{at}"), scopes[at])).collect();
    std::fs::write(&path, lines.join("\n")).expect("written");
    let server =
        TestServer::with(|settings| settings.access = AccessRules::File(TokenFile::open(&path).expect("well formed")));
    let one = TestReview::by(&server, Some(tokens[0].expose()), "?name=a.txt", LETTER.as_bytes());
    let other = TestReview::by(&server, Some(tokens[1].expose()), "?name=b.txt", LETTER.as_bytes());
    let list = |token: &AccessToken| {
        let bearer = format!("Bearer {}", token.expose());
        let answer = server.send("GET", "/v1/reviews", &[("authorization", &bearer)], b"").value();
        answer["reviews"].as_array().expect("a list").iter().map(|review| review["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((list(&tokens[0]), list(&tokens[1])), (vec![json!("a.txt")], vec![json!("b.txt")]));
    let stranger = format!("Bearer {}", tokens[1].expose());
    let stranger = [("authorization", stranger.as_str())];
    for path in ["", "/text", "/mentions", "/result", "/result/text", "/report", "/plan", "/annotations", "/risk"] {
        let answer = server.send("GET", &format!("/v1/reviews/{}{path}", one.id), &stranger, b"");
        assert_eq!(answer.problem(), (404, "no-review".to_owned()), "{path}");
    }
    assert_eq!(server.send("DELETE", &format!("/v1/reviews/{}", one.id), &stranger, b"").status, 404);
    let archive = json!({ "ids": [one.id] }).to_string();
    let headers = [stranger[0], ("content-type", "application/json")];
    assert_eq!(server.send("POST", "/v1/reviews/archive", &headers, archive.as_bytes()).status, 404);
    let watcher = format!("Bearer {}", tokens[2].expose());
    assert_eq!(server.send("POST", "/v1/reviews", &[("authorization", &watcher)], b"x").problem().1, "scope");
    assert_eq!(one.get("").status, 200);
    drop(other);
}

#[test]
fn reviews_are_bounded_in_number_and_in_bytes() {
    let limits = ReviewLimits { count: 2, ..ReviewLimits::default() };
    let server = TestServer::with(|settings| settings.reviews = limits);
    let first = TestReview::of(&server, "", b"Ann Lee");
    let _second = TestReview::of(&server, "", b"Bob Quill");
    assert_eq!(server.file("/v1/reviews", b"Zoe").problem(), (429, "reviews-full".to_owned()));
    assert_eq!(server.send("DELETE", &format!("/v1/reviews/{}", first.id), &[], b"").status, 204);
    assert_eq!(server.file("/v1/reviews", b"Zoe").status, 201);
    let limits = ReviewLimits { bytes: 10_000, ..ReviewLimits::default() };
    let server = TestServer::with(|settings| settings.reviews = limits);
    assert_eq!(server.file("/v1/reviews", &[b'x'; 20_000]).problem(), (429, "reviews-full".to_owned()));
    assert_eq!(server.file("/v1/reviews", b"Zoe").status, 201);
}

#[test]
fn a_review_that_nobody_asks_for_ends() {
    let limits = ReviewLimits { idle: std::time::Duration::ZERO, ..ReviewLimits::default() };
    let server = TestServer::with(|settings| settings.reviews = limits);
    let review = TestReview::of(&server, "", b"Ann Lee");
    assert_eq!(review.get("").problem(), (404, "no-review".to_owned()));
    assert_eq!(server.get("/v1/reviews").value()["reviews"], json!([]));
}

#[test]
fn progress_is_told_and_then_the_review() {
    let server = TestServer::open();
    let answer = server.send("POST", "/v1/reviews?name=a.txt", &[("accept", "text/event-stream")], LETTER.as_bytes());
    let text = answer.text();
    assert!(text.starts_with("event: progress\n"), "{text}");
    let result = text.split("event: result\ndata: ").nth(1).expect("a result");
    let summary: serde_json::Value = serde_json::from_str(result.trim()).expect("JSON");
    assert_eq!(summary["name"], "a.txt");
    let refused = server.send("POST", "/v1/reviews?format=pdf", &[("accept", "text/event-stream")], b"none");
    assert!(refused.text().contains("event: problem\ndata: "), "{}", refused.text());
    assert_eq!(server.file("/v1/reviews?format=pdf", b"none").status, 422);
}

#[test]
fn what_is_kept_in_a_folder_is_there_when_the_server_starts_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("reviews");
    let start = || {
        let server = TestServer::with(|settings| settings.reviews_folder = Some(kept.clone()));
        // It is ready once it has opened what is kept.
        while server.get("/ready").status != 200 {
            std::thread::yield_now();
        }
        server
    };
    let server = start();
    let review = TestReview::of(&server, "?name=letter.txt&seed=3", LETTER.as_bytes());
    review.operate(json!([{ "do": "deny", "text": "Zylo" }, { "do": "settings", "view": "pseudonym" }]));
    review.operate(json!([{ "do": "allow", "text": "Leeds" }]));
    assert_eq!(review.post("/undo", &json!({})).status, 200);
    let ended = TestReview::of(&server, "", b"Ann Lee");
    assert_eq!(server.send("DELETE", &format!("/v1/reviews/{}", ended.id), &[], b"").status, 204);
    let (id, mentions, result) = (review.id.clone(), review.mentions(), review.result());
    server.tell_to_stop();
    server.wait();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &std::path::Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o077;
        assert_eq!((mode(&kept.join(&id)), mode(&kept.join(&id).join("file"))), (0, 0), "nobody else reads it");
    }
    let server = start();
    let list = server.get("/v1/reviews").value();
    let ids: Vec<&str> =
        list["reviews"].as_array().expect("a list").iter().filter_map(|it| it["id"].as_str()).collect();
    assert_eq!(ids, [id.as_str()]);
    assert_eq!(list["reviews"][0]["kept"], true);
    let again = TestReview { server: &server, id: id.clone(), headers: Vec::new() };
    assert_eq!((again.mentions(), again.result()), (mentions, result));
    assert_eq!(again.post("/redo", &json!({})).status, 200);
    assert!(again.result_text().contains("Leeds"));
    assert_eq!(server.send("DELETE", &format!("/v1/reviews/{id}"), &[], b"").status, 204);
    assert!(!kept.join(&id).exists(), "what is ended is deleted");
}
