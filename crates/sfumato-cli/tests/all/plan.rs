//! Plans as files: printed, edited, carried out. All people are invented.

use crate::support::{TestFolder, fails, run, works};
use serde_json::{Value, json};

const LETTER: &str = "Dear Dr. Zyxwelda Quorvath,\nwe met in Málaga on 3 May 2024: the oncologist found an asthma and a \
                      lymphoma.\nYours, Zyxwelda Quorvath, tel. 202-555-0143\n";
const RARE: &str = "version = 1\nabout = \"Nothing rare.\"\n[limit]\nbits = 9\n\
                    [mask]\ndefault = \"label\"\nterm = \"generalise\"\notherwise = \"root\"\n\"date/year\" = \"keep\"\n";
const KEYED: &str = "version = 1\nabout = \"With a key.\"\n[mask]\ndefault = \"encrypt\"\ndate = \"hash\"\n\"contact\" = \"characters\"\n";

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("letter.txt", LETTER.as_bytes());
    folder.write("rare.toml", RARE.as_bytes());
    folder.write("keyed.toml", KEYED.as_bytes());
    folder.write("key", b"4f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0");
    folder
}

fn plan(folder: &TestFolder, arguments: &[&str]) -> Value {
    let done = works(folder, &[&["plan"], arguments].concat());
    serde_json::from_str(&done.stdout).expect("JSON")
}

fn save(folder: &TestFolder, plan: &Value) {
    folder.write("plan.json", plan.to_string().as_bytes());
}

fn carried_out(folder: &TestFolder) -> String {
    works(folder, &["mask", "letter.txt", "--plan", "plan.json", "-q", "-o", "by-plan.txt"]);
    String::from_utf8(folder.read("by-plan.txt")).expect("text")
}

/// The change of the place where a phrase first stands.
fn change<'p>(plan: &'p mut Value, phrase: &str) -> &'p mut Value {
    let at = LETTER.find(phrase).expect("it is in the letter");
    let changes = plan["changes"].as_array_mut().expect("changes");
    changes
        .iter_mut()
        .find(|change| change["start"].as_u64() <= Some(at as u64) && change["end"].as_u64() > Some(at as u64))
        .unwrap_or_else(|| panic!("{phrase} is in the plan"))
}

#[test]
fn a_plan_carried_out_is_the_document_masked() {
    let folder = folder();
    folder.write("table.csv", format!("who,what\n\"{LETTER}\",1\n").as_bytes());
    folder.write(
        "page.html",
        format!("<html><head><title>Letter</title></head><body><p>{LETTER}</p></body></html>").as_bytes(),
    );
    for file in ["letter.txt", "table.csv", "page.html"] {
        for rules in
            [&["--policy", "default"][..], &["--policy", "rare.toml"], &["--policy", "keyed.toml", "--key-file", "key"]]
        {
            for offsets in ["bytes", "codepoints", "utf16"] {
                works(&folder, &[&["plan", file, "-o", "plan.json", "--offsets", offsets], rules].concat());
                works(&folder, &[&["mask", file, "-q", "-o", "direct"], rules].concat());
                works(&folder, &["mask", file, "-q", "-o", "by-plan", "--plan", "plan.json"]);
                assert_eq!(folder.read("by-plan"), folder.read("direct"), "{file} {rules:?} {offsets}");
            }
        }
    }
}

#[test]
fn a_plan_says_why_and_quotes_only_if_asked() {
    let folder = folder();
    let mut told = plan(&folder, &["letter.txt", "--policy", "rare.toml"]);
    assert_eq!(
        (&told["version"], &told["offsets"], &told["policy"]),
        (&json!(1), &json!("bytes"), &json!("rare.toml"))
    );
    let lymphoma = change(&mut told, "lymphoma").clone();
    assert_eq!(
        (&lymphoma["action"], &lymphoma["category"], &lymphoma["model"]),
        (&json!("mask"), &json!("term"), &json!("specificity"))
    );
    assert!(lymphoma["bits_before"].as_f64() > lymphoma["bits_after"].as_f64(), "{lymphoma}");
    let name = change(&mut told, "Zyxwelda").clone();
    assert_eq!((&name["replacement"], &name["rule"]), (&json!("[PERSON 1]"), &json!("default")));
    let text = told.to_string();
    assert!(["Zyxwelda", "Quorvath", "0143", "lymphoma"].iter().all(|word| !text.contains(word)), "{text}");
    let mut quoted = plan(&folder, &["letter.txt", "--show-text"]);
    assert_eq!(change(&mut quoted, "Zyxwelda")["text"], "Zyxwelda Quorvath");
}

#[test]
fn an_edited_plan_is_obeyed() {
    let folder = folder();
    let mut edited = plan(&folder, &["letter.txt", "--policy", "rare.toml"]);
    change(&mut edited, "lymphoma")["action"] = json!("keep");
    change(&mut edited, "3 May 2024")["replacement"] = json!("in spring");
    change(&mut edited, "202-555-0143")["replacement"] = json!("");
    let at = LETTER.find("met in").expect("it is there");
    edited["changes"].as_array_mut().expect("changes").push(json!({
        "start": at, "end": at + 3, "action": "mask", "replacement": "saw you",
    }));
    save(&folder, &edited);
    let masked = carried_out(&folder);
    assert!(
        masked.contains("lymphoma") && masked.contains("in spring") && masked.contains("we saw you in"),
        "{masked}"
    );
    assert!(masked.ends_with("tel. \n") && masked.contains("[PERSON 1]"), "{masked}");
    works(&folder, &["mask", "letter.txt", "--plan", "plan.json", "-o", "out.txt", "--report", "report.json"]);
    let report: Value = serde_json::from_slice(&folder.read("report.json")).expect("JSON");
    assert_eq!((&report["decided_by"], &report["policy"]), (&json!("plan"), &json!("rare.toml")));
    assert_eq!(report["mentions"].as_array().map(Vec::len), edited["changes"].as_array().map(Vec::len));
    assert!(!report.to_string().contains("Zyxwelda"), "{report}");
}

#[test]
fn a_masked_value_that_the_plan_forgets_is_a_leak() {
    let folder = folder();
    let mut edited = plan(&folder, &["letter.txt"]);
    // Kept in one place and masked in another: that is what the plan says.
    change(&mut edited, "Zyxwelda Quorvath,\nwe")["action"] = json!("keep");
    save(&folder, &edited);
    let masked = carried_out(&folder);
    assert!(masked.starts_with("Dear Dr. Zyxwelda Quorvath,") && masked.contains("Yours, [PERSON 1],"), "{masked}");
    // A number that is masked in one place and not thought of in another is another matter.
    folder.write("letter.txt", b"DNI 00000014Z, again DNI 00000014Z.\n");
    let mut edited = plan(&folder, &["letter.txt"]);
    edited["changes"].as_array_mut().expect("changes").pop();
    save(&folder, &edited);
    fails(&folder, &["mask", "letter.txt", "--plan", "plan.json", "-o", "x.txt"], "a masked value can still be found");
}

#[test]
fn what_is_no_plan_for_the_document_is_refused() {
    let folder = folder();
    let good = plan(&folder, &["letter.txt"]);
    let refused = |edit: &dyn Fn(&mut Value), expected: &str| {
        let mut bad = good.clone();
        edit(&mut bad);
        save(&folder, &bad);
        fails(&folder, &["mask", "letter.txt", "--plan", "plan.json", "-o", "x.txt"], expected);
    };
    refused(&|plan| plan["version"] = json!(2), "version 2");
    refused(&|plan| plan["digest"] = json!("00"), "another document");
    refused(&|plan| plan["offsets"] = json!("words"), "bytes, codepoints or utf16");
    refused(&|plan| plan["file"]["pictures"] = json!("burn"), "pictures: remove, keep or refuse");
    refused(&|plan| plan["changes"][0]["action"] = json!("hide"), "change 1 at 9: its action is neither");
    refused(&|plan| plan["changes"][0]["replacement"] = Value::Null, "change 1 at 9: it masks and has no replacement");
    refused(&|plan| plan["changes"][0]["end"] = json!(100_000), "change 1 at 9: there is no such place");
    refused(&|plan| plan["changes"][0]["end"] = json!(9), "change 1 at 9: there is no such place");
    refused(&|plan| plan["changes"][0]["end"] = json!(u64::MAX), "change 1 at 9: there is no such place");
    refused(&|plan| plan["changes"][0]["verify"] = json!("maybe"), "change 1 at 9: its verify");
    refused(
        &|plan| plan["changes"][0]["replacment"] = json!("x"),
        "a plan has no member `replacment`; did you mean `replacement`?",
    );
    refused(
        &|plan| plan["changes"][0]["Zyxwelda Quill"] = json!("x"),
        "a plan has no such member; there are start, end",
    );
    refused(&|plan| plan["changes"][0]["start"] = json!("Zyxwelda"), "expected usize");
    refused(&|plan| plan["changes"][0] = json!({"end": 9}), "the member `start` is missing");
    refused(&|plan| plan["changes"][1]["start"] = plan["changes"][0]["start"].clone(), "overlaps another change");
    let inside = LETTER.find("á").expect("it is there") + 1;
    refused(
        &|plan| (plan["changes"][0]["start"], plan["changes"][0]["end"]) = (json!(inside), json!(inside + 3)),
        "no such place",
    );
    folder.write("plan.json", b"{\"version\": 1, \"Zyxwelda\n");
    fails(&folder, &["mask", "letter.txt", "--plan", "plan.json"], "plan.json: line ");
    folder.write("plan.json", b"[]");
    fails(&folder, &["mask", "letter.txt", "--plan", "plan.json"], "plan.json: line 1");
}

#[test]
fn a_plan_is_for_one_document_and_decides_alone() {
    let folder = folder();
    save(&folder, &plan(&folder, &["letter.txt"]));
    folder.write("other.txt", b"Dear Dr. Ann Lee.\n");
    folder.write("notes/one.txt", b"Dear Dr. Ann Lee.\n");
    folder.write("records.jsonl", b"{\"text\":\"Dear Dr. Ann Lee\"}\n");
    fails(&folder, &["mask", "other.txt", "--plan", "plan.json"], "another document");
    fails(&folder, &["mask", "letter.txt", "other.txt", "--plan", "plan.json", "-o", "out/"], "one document");
    fails(&folder, &["mask", "notes", "--plan", "plan.json", "-o", "out/"], "one document");
    fails(&folder, &["mask", "records.jsonl", "--plan", "plan.json"], "a collection of documents");
    fails(&folder, &["plan", "letter.txt", "other.txt"], "one document");
    fails(&folder, &["plan", "records.jsonl"], "a collection of documents");
    fails(&folder, &["plan", "letter.txt", "-o", "letter.txt"], "is an input");
    fails(&folder, &["mask", "letter.txt", "--plan", "plan.json", "--policy", "hipaa"], "--plan");
    fails(&folder, &["mask", "letter.txt", "--plan", "plan.json", "-o", "plan.json"], "is the plan");
    let done = run(&folder, &["--log", "trace", "plan", "letter.txt", "--force-panic"], None);
    assert!(done.code == 2 && !done.stderr.contains("Zyxwelda"), "{}", done.stderr);
}
