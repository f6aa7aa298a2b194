//! Every operation, what it refuses, and the way back.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{LETTER, TestReview, add, sample, utf16};
use crate::support::TestServer;

#[test]
fn a_letter_is_seen_as_it_is_found() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let summary = review.get("").value();
    assert_eq!(summary["state"], "to-review");
    assert_eq!(
        (&summary["name"], &summary["format"], &summary["revision"]),
        (&json!("letter.txt"), &json!("text"), &json!(1))
    );
    assert_eq!((&summary["can_undo"], &summary["can_redo"]), (&json!(false), &json!(false)));
    let text = review.get("/text").value();
    assert_eq!(text["text"], LETTER);
    assert_eq!(text["blocks"].as_array().map(Vec::len), Some(3));
    let window = review.get("/text?from=5&to=8").value();
    assert_eq!((&window["text"], &window["from"], &window["length"]), (&json!("Dr."), &json!(5), &text["length"]));
    let lee = review.mention(LETTER, "Ann Lee", 0);
    assert_eq!(LETTER.get(9..16), Some("Ann Lee"));
    assert_eq!(
        (&lee["start"], &lee["end"], &lee["action"], &lee["label"]),
        (&json!(9), &json!(16), &json!("mask"), &json!("[PERSON 1]"))
    );
    assert_ne!(lee["pseudonym"], json!(null), "what would stand there as a pseudonym is told beside it");
    assert_eq!(lee["decided_by"], json!(null));
    let evidence = review.get("/mentions").value()["evidence"].as_array().expect("evidence").len();
    let known = |number: &Value| (number.as_u64().expect("a number") as usize) < evidence;
    assert!(lee["evidence"].as_array().expect("numbers").iter().all(known));
    let masked = review.get("/result/text").value();
    let map = masked["map"].as_array().expect("a map");
    assert_eq!(map[0], json!({ "mention": lee["id"], "start": 9, "end": 16, "new_start": 9, "new_end": 19 }));
}

#[test]
fn offsets_are_utf16_units() {
    let text = "🙂 Dear Dr. Ann Lee, 🙂 Zylo knows.";
    let server = TestServer::open();
    let review = TestReview::of(&server, "", text.as_bytes());
    let lee = review.mention(text, "Ann Lee", 0);
    assert_eq!(lee["start"], json!(12));
    review.operate(json!([add(text, "Zylo", "organisation", "place")]));
    assert_eq!(review.result_text(), "🙂 Dear Dr. [PERSON 1], 🙂 [ORGANISATION 1] knows.");
    let cut = review.get("/text?from=1&to=3").value();
    assert_eq!((&cut["text"], &cut["from"]), (&json!("🙂 "), &json!(0)), "no character is cut");
    assert_eq!(
        review.refused(json!({ "do": "add", "start": 1, "end": 7, "category": "person" })).2,
        "operations[0].start"
    );
}

#[test]
fn what_is_marked_is_masked_and_what_is_kept_stays() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let delta = review.operate(json!([add(LETTER, "project", "other", "place")]));
    assert_eq!(delta["revision"], 2);
    let changed = delta["changed"].as_array().expect("changes");
    assert_eq!(changed.len(), 1, "nothing else is told");
    assert_eq!((&changed[0]["state"], &changed[0]["decided_by"]), (&json!("added"), &json!("anybody")));
    assert!(review.result_text().contains("is a [OTHER 1]."));
    let bob = review.mention(LETTER, "Bob Quill", 0)["id"].clone();
    review.operate(json!([{ "do": "keep", "mention": bob, "scope": "entity" }]));
    let kept = review.result_text();
    assert_eq!(kept.matches("Bob Quill").count(), 2, "{kept}");
    assert!(!kept.contains("bob.quill@example.org"), "what names him otherwise is another matter");
    review.operate(json!([{ "do": "mask", "mention": bob, "scope": "place" }]));
    let one = review.result_text();
    assert_eq!((one.matches("Bob Quill").count(), one.matches("[PERSON 2]").count()), (1, 1), "{one}");
}

#[test]
fn a_mention_becomes_something_else_wider_or_nothing() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let leeds = review.mention(LETTER, "Leeds", 0)["id"].clone();
    review.operate(json!([{ "do": "recategorise", "mention": leeds, "category": "organisation", "scope": "entity" }]));
    assert!(review.result_text().contains("lives in [ORGANISATION 1]"));
    let at = utf16(LETTER, LETTER.find("lives in Leeds").expect("there"));
    review.operate(json!([{ "do": "borders", "mention": leeds, "start": at, "end": at + 14 }]));
    assert!(review.result_text().contains("[PERSON 1] [ORGANISATION 1] and was"));
    review.operate(json!([{ "do": "remove", "mention": leeds }]));
    assert!(review.result_text().contains("lives in Leeds and was"));
    let removed = review.mentions().into_iter().find(|mention| mention["id"] == leeds).expect("it is told of");
    assert_eq!((&removed["state"], &removed["action"]), (&json!("removed"), &json!("keep")));
    review.operate(json!([{ "do": "mask", "mention": leeds }]));
    assert!(!review.result_text().contains("Leeds"));
}

#[test]
fn an_added_mention_takes_its_place_and_unmasks_nothing_around_it() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let delta = review.operate(json!([add(LETTER, "Lee", "person/relative", "place")]));
    let result = review.result_text();
    assert!(!result.contains("Ann Lee,") && result.starts_with("Dear Dr. [PERSON "), "{result}");
    assert!(delta["changed"].as_array().expect("changes").len() > 1);
    let whole = review.operate(json!([add(LETTER, "Dr. Ann Lee", "person", "place")]));
    assert_eq!(whole["gone"].as_array().map(Vec::len), Some(2), "what it covers is gone");
    assert!(review.result_text().starts_with("Dear [PERSON "));
}

#[test]
fn replacements_are_edited_and_drawn_anew() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt&seed=5", LETTER.as_bytes());
    let leeds = review.mention(LETTER, "Leeds", 0)["id"].clone();
    review.operate(json!([{ "do": "replace", "mention": leeds, "replacement": "a town" }]));
    assert!(review.result_text().contains("lives in a town and"));
    review.operate(json!([{ "do": "replace", "mention": leeds, "replacement": null }]));
    assert!(review.result_text().contains("lives in [PLACE 1] and"));
    review.operate(json!([{ "do": "settings", "view": "pseudonym" }]));
    let before = review.result_text();
    assert!(!before.contains('['), "{before}");
    let lee = review.mention(LETTER, "Ann Lee", 0);
    assert_eq!(lee["replacement"], lee["pseudonym"]);
    review.operate(json!([{ "do": "redraw", "mention": lee["id"] }]));
    let redrawn = review.mention(LETTER, "Ann Lee", 0);
    assert_ne!(redrawn["replacement"], lee["replacement"], "another name");
    let quill = |review: &TestReview<'_>| review.mention(LETTER, "555-0142", 0)["replacement"].clone();
    let number = quill(&review);
    assert!(before.contains(number.as_str().expect("a number")), "what nobody asked about stays");
    review.operate(json!([{ "do": "redraw-all" }]));
    assert_ne!(review.result_text(), before);
    assert!(review.get("/result?view=label").text().starts_with("Dear Dr. [PERSON 1],"));
}

#[test]
fn dates_and_ages_move_as_far_as_is_said() {
    let server = TestServer::open();
    let text = "Visit of 12 March 2019. Mr Bob Quill, aged 47, came on 14 March 2019.";
    let review = TestReview::of(&server, "?policy=pseudonymise&seed=3", text.as_bytes());
    review.operate(json!([{ "do": "settings", "date_days": [1, 1] }]));
    let result = review.result_text();
    assert!(result.contains("13 March 2019") && result.contains("15 March 2019"), "{result}");
    review.operate(json!([{ "do": "settings", "date_days": null, "age_range": 1 }]));
    let result = review.result_text();
    assert!(!result.contains("13 March 2019"), "{result}");
    assert!(result.contains("aged 46") || result.contains("aged 48"), "{result}");
}

#[test]
fn two_that_are_one_are_merged_and_one_that_is_two_is_split() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let (lee, quill) = (review.mention(LETTER, "Ann Lee", 0), review.mention(LETTER, "Bob Quill", 0));
    review.operate(json!([{ "do": "merge", "entity": quill["entity"], "into": lee["entity"] }]));
    let merged = review.result_text();
    assert!(merged.ends_with("[PERSON 1]\n") && merged.contains("call [PERSON 1] at"), "{merged}");
    let last = review.mention(LETTER, "Bob Quill", 1)["id"].clone();
    review.operate(json!([{ "do": "split", "mentions": [last] }]));
    let split = review.result_text();
    assert!(!split.ends_with("[PERSON 1]\n") && split.contains("call [PERSON 1] at"), "{split}");
}

#[test]
fn words_are_allowed_and_denied_wherever_they_stand() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    review.operate(json!([{ "do": "deny", "text": "zylo", "category": "organisation" }]));
    let denied = review.result_text();
    assert!(!denied.contains("Zylo"), "{denied}");
    review.operate(json!([{ "do": "allow", "text": "Leeds" }, { "do": "allow", "text": "Zylo" }]));
    let allowed = review.result_text();
    assert!(allowed.contains("Leeds") && allowed.contains("The Zylo is"), "{allowed}");
    let all = TestReview::of(&server, "", b"Xerf one. Xerf two. xerf three. Xerfs.");
    all.operate(json!([add("Xerf one. Xerf two. xerf three. Xerfs.", "Xerf", "person", "all")]));
    assert_eq!(all.result_text(), "[PERSON 1] one. [PERSON 1] two. [PERSON 1] three. Xerfs.");
}

#[test]
fn doubt_is_answered() {
    let server = TestServer::with(|settings| settings.takes_policies = true);
    let policy = "version = 1\nthreshold = 0.99\n[recognise]\nmodels = []\n";
    let fields: [(&str, Option<&str>, &[u8]); 2] =
        [("file", Some("letter.txt"), LETTER.as_bytes()), ("policy", None, policy.as_bytes())];
    let review = TestReview::opened(&server, &server.form("/v1/reviews", &[], &fields));
    let near: Vec<Value> = review.mentions().into_iter().filter(|mention| mention["state"] == "near").collect();
    assert!(!near.is_empty(), "with such a threshold something is too unsure");
    let summary = review.get("").value();
    assert_eq!(summary["near"], json!(near.len()));
    let first = &near[0];
    let delta = review.operate(json!([{ "do": "accept", "mention": first["id"] }]));
    let accepted = delta["changed"].as_array().expect("changes").iter().find(|it| it["id"] == first["id"]);
    let accepted = accepted.expect("it is told of").clone();
    assert_eq!(
        (&accepted["state"], &accepted["action"], &accepted["accepted"]),
        (&json!("found"), &json!("mask"), &json!(true))
    );
    assert_eq!(delta["summary"]["near"], json!(near.len() - 1));
    review.operate(json!([{ "do": "reviewed", "reviewed": true }]));
    assert_eq!(review.get("").value()["state"], "reviewed");
}

#[test]
fn what_is_wrong_is_refused_by_its_place() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let end = LETTER.len();
    for (operation, place) in [
        (json!({ "do": "keep", "mention": 9999 }), "operations[0].mention"),
        (json!({ "do": "keep" }), "operations[0]"),
        (json!({ "do": "eat", "mention": 1 }), "operations[0]"),
        (json!({ "do": "keep", "mention": 1, "size": 2 }), "operations[0]"),
        (json!({ "do": "add", "start": 0, "end": end + 1, "category": "person" }), "operations[0].start"),
        (json!({ "do": "add", "start": 17, "end": 19, "category": "person" }), "operations[0].start"),
        (json!({ "do": "add", "start": 0, "end": 4, "category": "A person" }), "operations[0].category"),
        (json!({ "do": "add", "document": 1, "start": 0, "end": 4, "category": "person" }), "operations[0].document"),
        (json!({ "do": "replace", "mention": 1, "replacement": "a\u{1b}b" }), "operations[0].replacement"),
        (json!({ "do": "merge", "entity": 1, "into": 1 }), "operations[0].into"),
        (json!({ "do": "merge", "entity": 1, "into": 999 }), "operations[0].into"),
        (json!({ "do": "split", "mentions": [] }), "operations[0].mentions"),
        (json!({ "do": "deny", "text": " " }), "operations[0].text"),
        (json!({ "do": "settings", "bits": -1 }), "operations[0].bits"),
        (json!({ "do": "settings", "date_days": [3, 1] }), "operations[0].date_days"),
        (json!({ "do": "settings", "age_range": 1000 }), "operations[0].age_range"),
        (
            json!({ "do": "phrase", "document": 0, "start": 0, "end": 4, "mention": 7, "replacement": "" }),
            "operations[0].do",
        ),
    ] {
        let (status, code, found) = review.refused(operation.clone());
        assert_eq!((status, code.as_str(), found.as_str()), (422, "operation", place), "{operation}");
    }
    // The second of two fails, so the first is not done either.
    let before = review.mentions();
    let both = json!({ "operations": [{ "do": "keep", "mention": 1 }, { "do": "keep", "mention": 9999 }] });
    assert_eq!(review.post("/operations", &both).value()["place"], "operations[1].mention");
    assert_eq!(review.mentions(), before);
    let old = json!({ "revision": 7, "operations": [{ "do": "keep", "mention": 1 }] });
    assert_eq!(review.post("/operations", &old).problem(), (409, "revision".to_owned()));
    assert_eq!(review.post("/undo", &json!({})).problem(), (409, "nothing-to-undo".to_owned()));
    assert_eq!(review.post("/redo", &json!({})).problem(), (409, "nothing-to-redo".to_owned()));
    assert_eq!(review.post("/operations", &json!({ "operations": [] })).problem().0, 422);
    assert_eq!(review.post("/operations", &json!([])).problem(), (400, "json-form".to_owned()));
    assert_eq!(review.get("/text?document=1").problem(), (404, "no-document".to_owned()));
    assert_eq!(review.get("/text?from=5&to=2").problem(), (400, "range".to_owned()));
    assert_eq!(review.get("/text?size=5").problem(), (400, "option-unknown".to_owned()));
}

#[test]
fn a_result_that_still_holds_what_is_masked_is_not_handed_out() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let mail = review.mention(LETTER, "bob.quill@example.org", 0)["id"].clone();
    review.operate(json!([{ "do": "replace", "mention": mail, "replacement": "see bob.quill@example.org" }]));
    let refused = review.get("/result");
    assert_eq!(refused.problem(), (422, "not-verified".to_owned()));
    assert!(!refused.text().contains("quill"));
    assert_eq!(review.post("/undo", &json!({})).status, 200);
    assert_eq!(review.get("/result").status, 200);
}

#[test]
fn phrases_of_a_policy_with_limits_are_decided_about_too() {
    let text = String::from_utf8(sample("prose-en.txt")).expect("text");
    let server = TestServer::open();
    let review = TestReview::of(&server, "?policy=informative", text.as_bytes());
    let phrase = review.mentions().into_iter().find(|it| it["rule"] == "term" && it["replacement"] != "");
    let Some(phrase) = phrase else { panic!("the policy replaces no phrase of the sample") };
    let delta = review.operate(json!([{ "do": "replace", "mention": phrase["id"], "replacement": "something" }]));
    let edited = delta["changed"].as_array().expect("changes").iter().find(|it| it["id"] == phrase["id"]);
    assert_eq!(edited.expect("it is told of")["replacement"], "something");
    review.operate(json!([{ "do": "keep", "mention": phrase["id"] }]));
    let kept = review.mentions().into_iter().find(|it| it["id"] == phrase["id"]).expect("it is told of");
    assert_eq!((&kept["action"], &kept["replacement"]), (&json!("keep"), &json!(null)));
    for _ in 0..2 {
        assert_eq!(review.post("/undo", &json!({})).status, 200);
    }
    let again = review.mentions().into_iter().find(|it| it["id"] == phrase["id"]);
    assert_eq!(again, Some(phrase), "it is the phrase that it was");
}

/// Something that a person might do to the letter.
fn any_operation() -> impl Strategy<Value = Value> {
    let mention = 1..14_u32;
    let scope = prop_oneof![Just("place"), Just("entity")];
    let category = prop_oneof![Just("person"), Just("organisation"), Just("id/case"), Just("other")];
    let end = LETTER.len();
    prop_oneof![
        (0..end, 0..end, category.clone(), prop_oneof![Just("place"), Just("all")]).prop_map(
            |(a, b, category, scope)| {
                json!({ "do": "add", "start": a.min(b), "end": a.max(b), "category": category, "scope": scope })
            }
        ),
        (mention.clone(), category, scope.clone()).prop_map(
            |(id, category, scope)| json!({ "do": "recategorise", "mention": id, "category": category, "scope": scope })
        ),
        (mention.clone(), 0..end, 0..end)
            .prop_map(|(id, a, b)| json!({ "do": "borders", "mention": id, "start": a.min(b), "end": a.max(b) })),
        (mention.clone(), scope.clone(), prop_oneof![Just("keep"), Just("mask"), Just("remove"), Just("accept")])
            .prop_map(|(id, scope, what)| json!({ "do": what, "mention": id, "scope": scope })),
        (mention.clone(), scope, prop_oneof![Just(json!("Xy")), Just(json!(null)), Just(json!(""))]).prop_map(
            |(id, scope, text)| json!({ "do": "replace", "mention": id, "replacement": text, "scope": scope })
        ),
        mention.clone().prop_map(|id| json!({ "do": "redraw", "mention": id })),
        (1..9_u32, 1..9_u32).prop_map(|(one, other)| json!({ "do": "merge", "entity": one, "into": other })),
        prop::collection::vec(mention, 1..3).prop_map(|ids| json!({ "do": "split", "mentions": ids })),
        prop_oneof![Just("Zylo"), Just("Leeds"), Just("Lee")].prop_flat_map(|text| prop_oneof![
            Just(json!({ "do": "allow", "text": text })),
            Just(json!({ "do": "deny", "text": text }))
        ]),
        prop_oneof![Just("label"), Just("pseudonym"), Just("policy")]
            .prop_map(|view| json!({ "do": "settings", "view": view })),
    ]
}

/// The mentions without the moments at which somebody decided.
fn shown(review: &TestReview<'_>) -> Vec<Value> {
    review.mentions()
}

#[test]
fn the_way_back_and_forth_leads_where_one_was() {
    let server = TestServer::open();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases: 12, ..ProptestConfig::default() });
    let operations = prop::collection::vec(any_operation(), 1..10);
    let walked = runner.run(&operations, |operations| {
        let review = TestReview::of(&server, "?name=letter.txt&seed=9", LETTER.as_bytes());
        let mut states = vec![shown(&review)];
        for operation in operations {
            let answer = review.post("/operations", &json!({ "operations": [operation] }));
            match answer.status {
                200 => states.push(shown(&review)),
                status => {
                    prop_assert_eq!(status, 422, "{}", answer.text());
                    prop_assert_eq!(states.last(), Some(&shown(&review)));
                }
            }
        }
        for state in states.iter().rev().skip(1) {
            prop_assert_eq!(review.post("/undo", &json!({})).status, 200);
            prop_assert_eq!(state, &shown(&review));
        }
        for state in states.iter().skip(1) {
            prop_assert_eq!(review.post("/redo", &json!({})).status, 200);
            prop_assert_eq!(state, &shown(&review));
        }
        // What is left of it is opened again as it was.
        let plan = review.get("/plan");
        let form = server.form(
            "/v1/reviews",
            &[],
            &[("file", Some("letter.txt"), LETTER.as_bytes()), ("plan", None, &plan.body)],
        );
        let again = TestReview::opened(&server, &form);
        prop_assert_eq!(states.last(), Some(&shown(&again)));
        for id in [&review.id, &again.id] {
            prop_assert_eq!(server.send("DELETE", &format!("/v1/reviews/{id}"), &[], b"").status, 204);
        }
        Ok(())
    });
    walked.expect("every way leads back");
}
