//! The API of Presidio, as its clients use it.

use serde_json::{Value, json};

use crate::support::TestServer;

fn analysed(server: &TestServer, request: Value) -> Vec<(String, u64, u64, f64)> {
    let answer = server.json("/analyze", &request);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let mut found: Vec<_> = answer
        .value()
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| {
            let number = |name: &str| it[name].as_u64().expect("a number");
            (
                it["entity_type"].as_str().expect("a name").to_owned(),
                number("start"),
                number("end"),
                it["score"].as_f64().expect("a score"),
            )
        })
        .collect();
    found.sort_by_key(|(_, start, ..)| *start);
    found
}

fn named(entity: &str, start: u64, end: u64, score: f64) -> (String, u64, u64, f64) {
    (entity.to_owned(), start, end, score)
}

#[test]
fn a_text_is_analysed_with_scores_of_presidio() {
    let server = TestServer::open();
    let text = "John Smith drivers license is AC432223";
    let (person, licence) = (named("PERSON", 0, 10, 0.85), named("US_DRIVER_LICENSE", 30, 38, 0.3 + 0.35));
    let all = |more: Value| {
        let mut request = json!({ "text": text, "language": "en" });
        for (name, value) in more.as_object().expect("members") {
            request[name] = value.clone();
        }
        analysed(&server, request)
    };
    assert_eq!(all(json!({})), [person.clone(), licence.clone()]);
    assert_eq!(all(json!({ "score_threshold": 0.7, "correlation_id": "1", "trace": "x" })), vec![person.clone()]);
    assert_eq!(all(json!({ "entities": ["PERSON", "NOTHING"] })), vec![person.clone()]);
    assert_eq!(all(json!({ "allow_list": ["John Smith"] })), vec![licence.clone()]);
    assert_eq!(all(json!({ "allow_list": ["^john"], "allow_list_match": "regex" })), vec![licence.clone()]);
    let case = json!({ "allow_list": ["^john"], "allow_list_match": "regex", "regex_flags": 0 });
    assert_eq!(all(case), [person.clone(), licence.clone()]);
    let zip = json!({ "ad_hoc_recognizers": [{
        "name": "Numbers", "supported_entity": "NUMBER", "context": ["license"],
        "patterns": [{ "name": "digits", "regex": "\\d{6}", "score": 0.25 }],
    }] });
    assert_eq!(all(zip), [person.clone(), licence.clone(), named("NUMBER", 32, 38, 0.25 + 0.35)]);
    let batch = server.json("/analyze", &json!({ "text": [text, "Nothing."], "language": "en" })).value();
    assert_eq!((batch[0].as_array().map(Vec::len), &batch[1]), (Some(2), &json!([])));
}

#[test]
fn offsets_are_characters_and_languages_are_two() {
    let server = TestServer::open();
    let text = "😀 Señora Aurelia Quiñones Bravo, DNI 12345678Z, aurelia@example.org";
    let found = analysed(&server, json!({ "text": text, "language": "es" }));
    let letters: Vec<char> = text.chars().collect();
    let piece = |entity: &str| {
        let (_, start, end, score) = found.iter().find(|it| it.0 == entity).expect("found");
        (letters[*start as usize..*end as usize].iter().collect::<String>(), *score)
    };
    assert_eq!(piece("ES_NIF"), ("12345678Z".to_owned(), 1.0));
    assert_eq!(piece("EMAIL_ADDRESS"), ("aurelia@example.org".to_owned(), 1.0));
    assert!(piece("PERSON").0.contains("Quiñones"));
}

#[test]
fn decisions_are_explained_if_asked_for() {
    let server = TestServer::open();
    let answer = server.json(
        "/analyze",
        &json!({ "text": "John Smith license is AC432223", "language": "en", "return_decision_process": true }),
    );
    let value = answer.value();
    let licence = value.as_array().expect("a list").iter().find(|it| it["entity_type"] == "US_DRIVER_LICENSE");
    let why = &licence.expect("found")["analysis_explanation"];
    assert_eq!((&why["recognizer"], &why["original_score"]), (&json!("UsLicenseRecognizer"), &json!(0.3)));
    assert!(why["textual_explanation"].as_str().is_some_and(|it| it.contains("us/driving-licence")));
}

#[test]
fn errors_are_told_as_presidio_tells_them() {
    let server = TestServer::open();
    let text = "John Smith";
    let zip = |pattern: Value| json!({ "text": text, "language": "en", "ad_hoc_recognizers": [{ "supported_entity": "A", "patterns": [pattern] }] });
    for (path, request, status, error) in [
        ("/analyze", json!({}), 500, "No text provided"),
        ("/analyze", json!({ "language": "en" }), 500, "No text provided"),
        ("/analyze", json!({ "text": text }), 500, "No language provided"),
        (
            "/analyze",
            json!({ "text": text, "language": "zz" }),
            500,
            "No matching recognizers were found to serve the request.",
        ),
        (
            "/analyze",
            json!({ "text": text, "language": "en", "entities": ["NOTHING"] }),
            500,
            "No matching recognizers were found to serve the request.",
        ),
        (
            "/analyze",
            json!({ "text": text, "language": "en", "allow_list": ["x"], "allow_list_match": "x" }),
            500,
            "allow_list_match must either be set to 'exact' or 'regex'.",
        ),
        (
            "/analyze",
            zip(json!({ "type": "x" })),
            400,
            "Failed to parse /analyze request for AnalyzerEngine.analyze(). Pattern.__init__() got an unexpected keyword argument 'type'",
        ),
        ("/anonymize", json!({}), 400, "Invalid request json"),
        (
            "/anonymize",
            json!({ "text": text, "anonymizers": { "DEFAULT": { "type": "custom" } } }),
            400,
            "Custom type anonymizer is not supported",
        ),
        ("/deanonymize", json!({}), 400, "Invalid request json"),
        (
            "/deanonymize",
            json!({ "text": text, "anonymizer_results": [{ "start": 0, "end": 4, "entity_type": "A" }], "deanonymizers": { "A": { "type": "decrypt", "key": "invalidkey" } } }),
            422,
            "Invalid input, key must be of length 128, 192 or 256 bits",
        ),
        (
            "/deanonymize",
            json!({ "text": text, "anonymizer_results": [{ "start": 0, "end": 4, "entity_type": "A" }] }),
            500,
            "Internal server error",
        ),
    ] {
        let answer = server.json(path, &request);
        assert_eq!((answer.status, answer.value()), (status, json!({ "error": error })), "{path} {request}");
    }
    let broken = server.send("POST", "/anonymize", &[("content-type", "application/json")], b"{,}");
    assert_eq!(
        (broken.status, broken.value()["error"].as_str().map(|it| it.starts_with("The browser"))),
        (400, Some(true))
    );
    assert_eq!(server.send("POST", "/anonymize", &[], b"{}").status, 415);
    assert_eq!(
        server.get("/supportedentities?language=he").value()["error"],
        "No matching recognizers were found to serve the request."
    );
}

#[test]
fn what_there_is_is_listed() {
    let server = TestServer::open();
    let list = |path: &str| -> Vec<String> { serde_json::from_slice(&server.get(path).body).expect("a list of texts") };
    let entities = list("/supportedentities?language=en");
    assert!(["PERSON", "US_SSN", "CREDIT_CARD", "IBAN_CODE"].iter().all(|it| entities.iter().any(|known| known == it)));
    assert!(list("/supportedentities?unknown=x").len() >= entities.len());
    assert!(list("/recognizers?language=es").iter().any(|id| id == "es/dni"));
    assert_eq!(list("/anonymizers"), ["custom", "encrypt", "hash", "keep", "mask", "redact", "replace"]);
    assert_eq!(list("/deanonymizers"), ["decrypt", "deanonymize_keep"]);
}

#[test]
fn results_of_one_route_are_taken_by_the_next() {
    let server = TestServer::open();
    let text = "John Smith drivers license is AC432223";
    let results = server.json("/analyze", &json!({ "text": text, "language": "en" })).value();
    let hidden = server.json("/anonymize", &json!({ "text": text, "analyzer_results": results })).value();
    assert_eq!(hidden["text"], "<PERSON> drivers license is <US_DRIVER_LICENSE>");
    let key = json!({ "DEFAULT": { "type": "encrypt", "key": "1111111111111111" } });
    let hidden =
        server.json("/anonymize", &json!({ "text": text, "analyzer_results": results, "anonymizers": key })).value();
    let key = json!({ "DEFAULT": { "type": "decrypt", "key": "1111111111111111" } });
    let request = json!({ "text": hidden["text"], "anonymizer_results": hidden["items"], "deanonymizers": key });
    assert_eq!(server.json("/deanonymize", &request).value()["text"], text);
}
