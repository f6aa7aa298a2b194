//! Who may do what.

use serde_json::json;
use sfumato_server::{AccessRules, AccessScope, AccessToken, TokenFile};

use crate::support::TestServer;

#[test]
fn without_the_token_of_the_start_nothing_is_done() {
    let token = AccessToken::random().expect("random");
    let secret = token.expose().to_owned();
    let server = TestServer::with(|settings| settings.access = AccessRules::Token(token));
    let refused = server.file("/v1/mask", b"Ann Lee");
    assert_eq!(refused.problem(), (401, "token".to_owned()));
    assert_eq!(refused.header("www-authenticate"), Some("Bearer realm=\"sfumato\""));
    assert_eq!(server.get("/v1/policies").status, 401);
    assert_eq!(server.get("/metrics").status, 401);
    assert_eq!(server.get("/nowhere").status, 401, "nobody learns what there is");
    for open in ["/health", "/v1/openapi.json"] {
        assert_eq!(server.get(open).status, 200, "{open}");
    }
    let bearer = format!("Bearer {secret}");
    let masked = server.send("POST", "/v1/mask", &[("authorization", &bearer)], b"Call Ann Lee.");
    assert_eq!((masked.status, masked.text().as_str()), (200, "Call [PERSON 1]."));
    assert_eq!(server.get(&format!("/v1/policies?token={secret}")).status, 200);
    let page = server.get(&format!("/?token={secret}"));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")), "what was printed");
    let tag = page.header("etag").expect("a tag");
    assert_eq!(server.send("GET", "/", &[("if-none-match", tag)], b"").status, 304, "it is sent once");
    let compressed = server.send("GET", "/page/index.html", &[("accept-encoding", "gzip")], b"");
    assert_eq!((compressed.status, compressed.header("content-encoding")), (200, Some("gzip")));
    assert_eq!(server.get("/page/missing.js").status, 404);
    let by_address = server.send("POST", &format!("/v1/mask?token={secret}"), &[], b"Ann Lee");
    assert_eq!(by_address.status, 401, "an address alone changes nothing");
}

#[test]
fn a_token_does_what_its_scopes_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tokens");
    let (reader, masker, all) = (
        AccessToken::random().expect("random"),
        AccessToken::random().expect("random"),
        AccessToken::random().expect("random"),
    );
    let lines = [
        reader.line("reader", &[AccessScope::Detect]),
        masker.line("masker", &[AccessScope::Mask]),
        all.line("all", &[AccessScope::Detect, AccessScope::Mask, AccessScope::Unmask]),
    ];
    std::fs::write(&path, lines.join("\n")).expect("written");
    let server = TestServer::with(|settings| {
        settings.access = AccessRules::File(TokenFile::open(&path).expect("well formed"));
    });
    let status = |token: &AccessToken, path: &str, body: &serde_json::Value| {
        let bearer = format!("Bearer {}", token.expose());
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        server.send("POST", path, &headers, body.to_string().as_bytes()).status
    };
    let text = json!({ "text": "Call Ann Lee." });
    let hidden = json!({ "text": "abc", "analyzer_results": [] });
    let analysed = json!({ "text": "Call Ann Lee.", "language": "en" });
    for (path, body, expected) in [
        ("/v1/detect", &text, [200, 403, 200]),
        ("/v1/plan", &text, [200, 403, 200]),
        ("/v1/assess", &text, [200, 403, 200]),
        ("/v1/mask", &text, [403, 200, 200]),
        ("/v1/batch", &json!({ "texts": [] }), [403, 200, 200]),
        ("/analyze", &analysed, [200, 403, 200]),
        ("/anonymize", &hidden, [403, 200, 200]),
        ("/deanonymize", &hidden, [403, 403, 200]),
        // There is no key, which only those who may ask are told.
        ("/v1/unmask", &text, [403, 403, 404]),
    ] {
        assert_eq!([&reader, &masker, &all].map(|token| status(token, path, body)), expected, "{path}");
    }
}

#[test]
fn a_page_of_elsewhere_gets_nothing() {
    let server = TestServer::with(|settings| settings.origins = vec!["https://app.example.org".to_owned()]);
    let asked = |headers: &[(&str, &str)]| server.send("POST", "/v1/mask", headers, b"Call Ann Lee.");
    assert_eq!(asked(&[("origin", "http://evil.example")]).problem(), (403, "origin".to_owned()));
    assert_eq!(asked(&[("sec-fetch-site", "cross-site")]).problem(), (403, "origin".to_owned()));
    assert_eq!(asked(&[("host", "evil.example")]).problem(), (421, "host".to_owned()));
    let own = asked(&[("host", "localhost:1"), ("origin", "http://localhost:1")]);
    assert_eq!((own.status, own.header("access-control-allow-origin")), (200, None));
    let named = asked(&[("origin", "https://app.example.org")]);
    assert_eq!((named.status, named.header("access-control-allow-origin")), (200, Some("https://app.example.org")));
    let preflight = server.send(
        "OPTIONS",
        "/v1/mask",
        &[("origin", "https://app.example.org"), ("access-control-request-method", "POST")],
        b"",
    );
    assert_eq!(preflight.status, 204);
    assert!(preflight.header("access-control-allow-headers").is_some_and(|names| names.contains("authorization")));
    let refused = [("origin", "http://evil.example"), ("access-control-request-method", "POST")];
    assert_eq!(server.send("OPTIONS", "/v1/mask", &refused, b"").status, 403);
}

#[test]
fn every_answer_tells_browsers_to_do_nothing_with_it() {
    let server = TestServer::open();
    let page = b"<!doctype html><html><body><script>alert(1)</script><p>Call Ann Lee.</p></body></html>";
    for answer in [server.get("/health"), server.get("/nowhere"), server.file("/v1/mask?name=a.html", page)] {
        for (name, part) in [
            ("content-security-policy", "default-src 'none'"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert!(answer.header(name).is_some_and(|value| value.contains(part)), "{name}");
        }
        assert_eq!(answer.header("set-cookie"), None);
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let masked = server.file("/v1/mask?name=a.html", page);
    assert_eq!((masked.status, masked.header("content-disposition")), (200, Some("attachment")));
}
