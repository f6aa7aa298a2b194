//! What a person takes home.

use serde_json::{Value, json};
use sfumato::document::annotations::AnnotationFormat;
use sfumato::{Anonymiser, DocumentFile, FileHint, PlanFile};

use super::{LETTER, TestReview, add, sample};
use crate::support::TestServer;

const FILES: [&str; 11] = [
    "letter-en.txt",
    "referral-en.docx",
    "patients.csv",
    "patients.xlsx",
    "court-en.pdf",
    "visit-en.html",
    "mail-es.eml",
    "records.jsonl",
    "note-en.md",
    "patient-fhir.json",
    "letter-es-1252.txt",
];

/// The text of a file.
fn text_of(name: &str, bytes: &[u8]) -> String {
    let file = DocumentFile::open(bytes.to_vec(), &FileHint::named(name)).expect("it opens");
    (0..file.len()).map(|number| file.document(number).expect("it is read").text().to_owned() + "\n").collect()
}

#[test]
fn what_nobody_changed_is_what_the_library_writes() {
    let server = TestServer::open();
    let anonymiser = Anonymiser::builder().build().expect("a policy");
    for name in FILES {
        let bytes = sample(name);
        let masked = anonymiser.mask(bytes.clone(), &FileHint::named(name)).expect("it is masked");
        let review = TestReview::of(&server, &format!("?name={name}"), &bytes);
        assert!(review.result() == masked.bytes, "{name}");
        let disposition = review.get("/result").header("content-disposition").expect("a name").to_owned();
        assert!(disposition.contains(name), "{disposition}");
    }
}

#[test]
fn decisions_show_in_the_written_file_of_every_format() {
    let server = TestServer::open();
    for name in FILES {
        let bytes = sample(name);
        let review = TestReview::of(&server, &format!("?name={name}"), &bytes);
        let texts: Vec<String> = {
            let file = DocumentFile::open(bytes.clone(), &FileHint::named(name)).expect("it opens");
            (0..file.len()).map(|number| file.document(number).expect("it is read").text().to_owned()).collect()
        };
        let slice = |mention: &Value| {
            let units: Vec<u16> =
                texts[mention["document"].as_u64().expect("a number") as usize].encode_utf16().collect();
            let at = |member: &str| mention[member].as_u64().expect("an offset") as usize;
            String::from_utf16(&units[at("start")..at("end")]).expect("whole characters")
        };
        let masked: Vec<Value> = review.mentions().into_iter().filter(|it| it["action"] == "mask").collect();
        // What tells about the document is taken out whole.
        let is_read = |it: &Value| {
            let window = format!("/text?document={}&from={}&to={}", it["document"], it["start"], it["end"]);
            let block = review.get(&window).value()["blocks"][0].clone();
            block["kind"] != "metadata" && block["label"] != "author"
        };
        let is_name = |it: &&Value| it["category"].as_str().is_some_and(|it| it.starts_with("person")) && is_read(it);
        let people: Vec<&Value> = masked.iter().filter(is_name).collect();
        let kept = people.first().unwrap_or_else(|| panic!("nobody is in {name}"));
        let replaced = people.iter().find(|it| it["entity"] != kept["entity"]);
        let mut operations = vec![json!({ "do": "keep", "mention": kept["id"], "scope": "entity" })];
        if let Some(replaced) = replaced {
            operations.push(json!({ "do": "replace", "mention": replaced["id"], "replacement": "Jane Roe" }));
        }
        review.operate(json!(operations));
        let result = text_of(name, &review.result());
        assert!(result.contains(slice(kept).trim()), "{name}: what is kept stays");
        assert!(replaced.is_none() || result.contains("Jane Roe"), "{name}: what is given stands there");
        if let Some(replaced) = replaced {
            let merge = json!([
                { "do": "replace", "mention": replaced["id"], "replacement": null },
                { "do": "mask", "mention": kept["id"], "scope": "entity" },
            ]);
            review.operate(merge);
            if replaced["document"] == kept["document"] {
                review.operate(json!([{ "do": "merge", "entity": replaced["entity"], "into": kept["entity"] }]));
                let label = |id: &Value| {
                    review.mentions().into_iter().find(|it| it["id"] == *id).expect("there")["label"].clone()
                };
                assert_eq!(label(&replaced["id"]), label(&kept["id"]), "{name}: two that are one have one label");
                review.operate(json!([{ "do": "split", "mentions": [replaced["id"]] }]));
                assert_ne!(label(&replaced["id"]), label(&kept["id"]), "{name}: and two again");
            }
        }
        assert_eq!(review.get("/result").status, 200, "{name}");
    }
}

#[test]
fn the_plan_is_carried_out_elsewhere_and_opens_the_review_again() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt&seed=4", LETTER.as_bytes());
    let leeds = review.mention(LETTER, "Leeds", 0)["id"].clone();
    review.operate(json!([{ "do": "settings", "view": "pseudonym" }, add(LETTER, "project", "other", "all")]));
    review.operate(
        json!([{ "do": "replace", "mention": leeds, "replacement": "Atlantis" }, { "do": "deny", "text": "Zylo" }]),
    );
    review.post("/undo", &json!({}));
    review.post("/redo", &json!({}));
    review.operate(json!([{ "do": "reviewed", "reviewed": true }]));
    let answer = review.get("/plan");
    let plan = PlanFile::parse(&answer.text()).expect("a plan");
    let decided = plan.changes.iter().find(|change| change.replacement.as_deref() == Some("Atlantis"));
    assert_eq!(decided.and_then(|change| change.decided_by.as_deref()), Some("anybody"));
    assert!(plan.changes.iter().any(|change| change.decided_by.is_none()), "the rest the program decided");
    let anonymiser = Anonymiser::builder().build().expect("a policy");
    let applied = anonymiser.apply(plan, LETTER.into(), &FileHint::named("letter.txt")).expect("it is carried out");
    assert_eq!(applied.bytes, review.result(), "what is handed out is what the plan says");

    let fields: [(&str, Option<&str>, &[u8]); 2] =
        [("file", Some("letter.txt"), LETTER.as_bytes()), ("plan", None, &answer.body)];
    let opened = server.form("/v1/reviews", &[], &fields);
    let again = TestReview::opened(&server, &opened);
    assert_eq!(again.mentions(), review.mentions());
    assert_eq!((again.result(), again.get("").value()["state"].clone()), (review.result(), json!("reviewed")));
    for _ in 0..3 {
        assert_eq!(again.post("/undo", &json!({})).status, 200, "all of its steps can be taken back");
    }
    assert_eq!(again.get("").value()["can_undo"], false);
    let restored =
        again.send("POST", &format!("/v1/reviews/{}/restore", again.id), Some("application/json"), &answer.body);
    assert_eq!(restored.status, 200, "{}", restored.text());
    assert_eq!(again.mentions(), review.mentions());

    let other = TestReview::of(&server, "", b"Ann Lee");
    let path = format!("/v1/reviews/{}/restore", other.id);
    let refused = other.send("POST", &path, Some("application/json"), &answer.body);
    assert_eq!(refused.problem(), (422, "other-document".to_owned()));
    let broken = answer.text().replacen("\"things\"", "\"thongs\"", 1);
    let refused =
        again.send("POST", &format!("/v1/reviews/{}/restore", again.id), Some("application/json"), broken.as_bytes());
    assert_eq!(refused.problem(), (422, "bad-plan".to_owned()));
}

#[test]
fn a_plan_that_was_edited_by_hand_opens_as_decisions() {
    let server = TestServer::open();
    let anonymiser = Anonymiser::builder().build().expect("a policy");
    let options = sfumato::PlanOptions { unit: sfumato::document::OffsetUnit::Bytes, show_text: false };
    let mut plan = anonymiser.plan(LETTER.into(), &FileHint::default(), &options).expect("a plan");
    plan.changes[0].replacement = Some("Jane Roe".to_owned());
    plan.changes[1].action = "keep".to_owned();
    let written = serde_json::to_vec(&plan).expect("written");
    let expected = anonymiser.apply(plan, LETTER.into(), &FileHint::default()).expect("carried out").bytes;
    let fields: [(&str, Option<&str>, &[u8]); 2] =
        [("file", Some("a.txt"), LETTER.as_bytes()), ("plan", None, &written)];
    let opened = server.form("/v1/reviews", &[], &fields);
    let review = TestReview::opened(&server, &opened);
    assert_eq!(review.result(), expected);
}

#[test]
fn annotations_are_read_by_those_who_read_annotations() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let leeds = review.mention(LETTER, "Leeds", 0)["id"].clone();
    review.operate(json!([{ "do": "remove", "mention": leeds }, add(LETTER, "project", "other", "place")]));
    let count = review.mentions().iter().filter(|it| it["state"] != "removed").count();
    assert_eq!(
        review.get("/annotations?as=gold").problem(),
        (422, "not-reviewed".to_owned()),
        "nobody has answered for it"
    );
    review.operate(json!([{ "do": "reviewed", "reviewed": true }]));
    for (form, name) in [("jsonl", "a.jsonl"), ("gold", "a.jsonl"), ("i2b2", "a.xml")] {
        let answer = review.get(&format!("/annotations?as={form}"));
        assert_eq!(answer.status, 200, "{form}");
        let format = AnnotationFormat::tell(name, &answer.body).expect("a format");
        let read = format.read("a", &answer.body, None).unwrap_or_else(|_| panic!("{form} is well formed"));
        assert_eq!(read.len(), 1);
        let marks: Vec<&str> = read[0].marks().map(|(span, _)| read[0].document.slice(span)).collect();
        assert_eq!(marks.len(), count, "{form}");
        assert!(marks.contains(&"project") && !marks.contains(&"Leeds"), "{form}");
    }
    let brat = review.get("/annotations?as=brat");
    assert_eq!(brat.header("content-type"), Some("application/zip"));
    let names = text_of("a.zip", &brat.body);
    assert!(names.contains("Leeds") && names.contains("contact_email"), "the text and its annotations");
    assert_eq!(review.get("/annotations?as=xls").problem(), (400, "option-value".to_owned()));
}

#[test]
fn everything_of_several_reviews_is_one_archive() {
    let server = TestServer::open();
    let one = TestReview::of(&server, "?name=a.txt", LETTER.as_bytes());
    let other = TestReview::of(&server, "?name=a.txt", b"Dear Bob Quill, hello.");
    let ids = json!({ "ids": [one.id, other.id] });
    let archive = server.json("/v1/reviews/archive", &ids);
    assert_eq!(archive.header("content-type"), Some("application/zip"), "{}", archive.status);
    let text = text_of("all.zip", &archive.body);
    for held in ["[PERSON 1], hello.", "Dear Dr. [PERSON 1]"] {
        assert!(text.contains(held), "{held}");
    }
    let mail = one.mention(LETTER, "bob.quill@example.org", 0)["id"].clone();
    one.operate(json!([{ "do": "replace", "mention": mail, "replacement": "bob.quill@example.org!" }]));
    let refused = server.json("/v1/reviews/archive", &ids);
    assert_eq!(refused.problem(), (422, "not-verified".to_owned()));
    assert_eq!(refused.value()["place"], "a.txt");
    assert_eq!(server.json("/v1/reviews/archive", &json!({ "ids": [] })).status, 400);
}

#[test]
fn reports_and_risk_are_told() {
    let server = TestServer::open();
    let review = TestReview::of(&server, "?name=letter.txt", LETTER.as_bytes());
    let reports = review.get("/report").value();
    assert_eq!((&reports[0]["document"], &reports[0]["offsets"]), (&json!("letter.txt"), &json!("utf16")));
    assert!(!reports.to_string().contains("Leeds"));
    assert!(review.get("/report?text=true").text().contains("Leeds"));
    assert!(review.get("/report.html").text().contains("<html"));
    assert_eq!(review.get("").value()["exposure"], json!(null));
    let low = review.get("/risk?limit=2").value();
    let high = review.get("/risk?limit=40").value();
    let utility = |risk: &Value| risk["utility"].as_f64().expect("a number");
    assert!(utility(&low) < utility(&high), "{} {}", low["utility"], high["utility"]);
    assert!(low["exposure"].as_f64() > Some(0.0));
    assert!(!low["phrases"].as_array().expect("phrases").is_empty());
    let curve = high["curve"].as_array().expect("a curve");
    assert!(curve.windows(2).all(|pair| pair[0]["utility"].as_f64() <= pair[1]["utility"].as_f64()));
    assert!(review.get("").value()["exposure"].as_f64() > Some(0.0), "it is known from now on");
    assert_eq!(review.get("/risk?limit=-1").problem(), (400, "option-value".to_owned()));
    review.operate(json!([{ "do": "settings", "bits": 2 }]));
    let changed = review.result_text();
    assert_ne!(changed, review.server.file("/v1/mask?name=letter.txt", LETTER.as_bytes()).text());
    assert!(review.get("").value()["utility"].as_f64() < Some(1.0));
}
