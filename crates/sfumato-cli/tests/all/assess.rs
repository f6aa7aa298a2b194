//! The exposure of documents: `assess`, and the account in reports and summaries. All people are invented.

use crate::support::{TestFolder, fails, run, works};
use serde_json::Value;

/// Rarer phrases than a limit become more general, names are labelled.
const POLICY: &str = "version = 1\nabout = \"Nothing rare.\"\n[limit]\nbits = 9\n\
                      [mask]\ndefault = \"label\"\nterm = \"generalise\"\notherwise = \"root\"\n";
/// The same, but nothing is done to phrases.
const TOLERANT: &str = "version = 1\nabout = \"Rare phrases stay.\"\n[limit]\nbits = 9\n\
                        [mask]\ndefault = \"label\"\nterm = \"keep\"\n";

const TELLING: &str = "Dear Dr. Zyxwelda Quorvath,\nthe oncologist found a lymphoma and tuberculosis in the patient, \
                       and gave chemotherapy & morphine. Write to zyx.quorvath@brimpolq.example.\n";
const HARMLESS: &str = "The house is big and the day is long.\n";
const WORDS: [&str; 6] = ["Zyxwelda", "Quorvath", "brimpolq", "lymphoma", "tuberculosis", "oncologist"];

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("rare.toml", POLICY.as_bytes());
    folder.write("tolerant.toml", TOLERANT.as_bytes());
    folder.write("notes/a-harmless.txt", HARMLESS.as_bytes());
    folder.write("notes/b-telling.txt", TELLING.as_bytes());
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[track_caller]
fn tells_nothing(text: &str) {
    for word in WORDS {
        assert!(!text.to_lowercase().contains(&word.to_lowercase()), "{word} is told");
    }
}

#[test]
fn the_most_exposed_document_comes_first() {
    let folder = folder();
    let done = works(&folder, &["assess", "notes", "--policy", "rare.toml"]);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "a head and two documents: {}", done.stdout);
    assert!(lines[1].ends_with("b-telling.txt") && lines[2].ends_with("a-harmless.txt"), "{}", done.stdout);
    tells_nothing(&done.stdout);
    let top = works(&folder, &["assess", "notes", "--policy", "rare.toml", "--top", "1"]).stdout;
    assert!(top.lines().count() == 2 && top.contains("b-telling.txt"), "{top}");
    let all = json(&works(&folder, &["assess", "notes", "--policy", "rare.toml", "--as", "json"]).stdout);
    let exposure = |nth: usize| all[nth]["exposure"].as_f64().expect("a number");
    assert!(exposure(0) > 20.0 && exposure(1) == 0.0, "{all}");
    assert!(all[0]["hidden"] == 2 && all[1]["hidden"] == 0, "{all}");
    assert!(all[0]["objected"].as_u64() > Some(0) && all[0]["above"] == 0, "{all}");
    assert!(all[0]["utility"].as_f64() < all[1]["utility"].as_f64(), "{all}");
    let lines = works(&folder, &["assess", "notes", "--policy", "rare.toml", "--as", "jsonl"]).stdout;
    assert_eq!(json(lines.lines().next().expect("a line")), all[0]);
}

#[test]
fn a_single_document_tells_its_worst_phrases_by_place() {
    let folder = folder();
    let call = ["assess", "notes/b-telling.txt", "--policy", "rare.toml", "--as", "json"];
    let told = works(&folder, &call).stdout;
    tells_nothing(&told.replace("b-telling", ""));
    let phrases = json(&told)[0]["phrases"].as_array().cloned().expect("phrases");
    let lymphoma = TELLING.find("lymphoma").expect("it is there");
    let found = phrases.iter().find(|phrase| phrase["places"][0][0] == lymphoma).expect("it is told by place");
    assert!(found["risks"][0]["value"].as_f64() >= found["risks"][0]["limit"].as_f64(), "{found}");
    assert_eq!((&found["risks"][0]["limit"], &found["outcome"]), (&json("9.0"), &json("\"generalised\"")));
    let quoted = works(&folder, &[&call[..], &["--show-text"]].concat()).stdout;
    assert!(quoted.contains("lymphoma"), "{quoted}");
    let table = works(&folder, &["assess", "notes/b-telling.txt", "--policy", "rare.toml", "--top", "2"]).stdout;
    assert_eq!(table.lines().count(), 4, "a head, the document and two phrases: {table}");
}

#[test]
fn what_is_hidden_counts_without_any_limit() {
    let folder = folder();
    let all = json(&works(&folder, &["assess", "notes", "--as", "json"]).stdout);
    assert!(all[0]["exposure"].as_f64() > Some(10.0) && all[0]["models"] == json("[]"), "{all}");
    let names = "Mrs Zyxwelda Quorvath called. Mrs Zyxwelda Quorvath called again.\n";
    folder.write("once.txt", b"Mrs Zyxwelda Quorvath called.\n");
    folder.write("twice.txt", names.as_bytes());
    let exposure = |name: &str| json(&works(&folder, &["assess", name, "--as", "json"]).stdout)[0]["exposure"].clone();
    assert_eq!(exposure("once.txt"), exposure("twice.txt"), "what is said twice is told once");
}

#[test]
fn a_score_can_fail_a_run() {
    let folder = folder();
    let call = |most: &str| run(&folder, &["assess", "notes", "--policy", "rare.toml", "--fail-above", most], None);
    let done = call("20");
    assert_eq!((done.code, done.stderr.as_str()), (1, "1 of 2 documents are more exposed than --fail-above allows\n"));
    assert_eq!(call("100000").code, 0);
    fails(&folder, &["assess", "notes", "--fail-above=-1"], "a number of bits from 0");
    fails(&folder, &["assess", "missing.txt"], "there is no such file");
    folder.write("broken.jsonl", b"{\"text\": \"Zyxwelda\n");
    fails(&folder, &["assess", "broken.jsonl"], "broken.jsonl");
}

#[test]
fn records_are_documents() {
    let folder = folder();
    let records = format!("{{\"text\":{HARMLESS:?}}}\n{{\"text\":{TELLING:?}}}\n");
    folder.write("notes.jsonl", records.as_bytes());
    let all = json(&works(&folder, &["assess", "notes.jsonl", "--policy", "rare.toml", "--as", "json"]).stdout);
    assert_eq!((&all[0]["document"], &all[1]["document"]), (&json("\"notes.jsonl:2\""), &json("\"notes.jsonl:1\"")));
}

#[test]
fn a_run_says_what_is_left_and_fails_if_that_is_too_much() {
    let folder = folder();
    let call = |policy: &str| run(&folder, &["mask", "notes/b-telling.txt", "--policy", policy, "-o", "out.txt"], None);
    let done = call("rare.toml");
    assert!(
        done.stderr.contains("; utility ") && done.stderr.contains(" of 9.0 bits (specificity)"),
        "{}",
        done.stderr
    );
    assert_eq!(done.code, 0, "{}", done.stderr);
    let done = call("tolerant.toml");
    assert!(done.stderr.contains("still above a limit"), "{}", done.stderr);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(folder.has("out.txt"), "it is done all the same");
}

#[test]
fn the_report_accounts_for_phrases_without_quoting_them() {
    let folder = folder();
    let call = ["mask", "notes/b-telling.txt", "--policy", "rare.toml", "-q", "-o", "out.txt", "--report"];
    works(&folder, &[&call[..], &["report.json"]].concat());
    let text = String::from_utf8(folder.read("report.json")).expect("text");
    tells_nothing(&text);
    let report = json(&text);
    let masked = String::from_utf8(folder.read("out.txt")).expect("text");
    tells_nothing(&masked);
    let risk = &report["risk"];
    assert!(risk["words_changed"].as_u64() > Some(3) && risk["above"] == 0, "{risk}");
    assert_eq!(risk["models"][0]["model"], "specificity");
    assert!(
        risk["models"][0]["left"].as_f64() < Some(9.0) && risk["models"][0]["before"].as_f64() >= Some(9.0),
        "{risk}"
    );
    let points = risk["curve"]["points"].as_array().expect("a curve");
    let share = |point: &Value| point[1].as_f64().expect("a number");
    assert!(points.windows(2).all(|pair| share(&pair[0]) <= share(&pair[1])), "a milder limit leaves no less");
    assert!(share(&points[0]) == 0.0 && share(&points[points.len() - 1]) == 1.0, "{risk}");
    let terms = report["terms"].as_array().expect("terms");
    assert!(terms.iter().any(|term| term["rejected"].as_array().is_some_and(|all| !all.is_empty())), "{terms:?}");
    assert!(terms.iter().all(|term| term["outcome"] != "kept"), "what nobody minds is not listed");
    works(&folder, &[&call[..], &["all.json", "--all", "--show-text"]].concat());
    let all = json(&String::from_utf8(folder.read("all.json")).expect("text"));
    assert!(all["terms"].as_array().expect("terms").len() > terms.len());
    assert_eq!(all["text"], TELLING);
}

#[test]
fn the_page_draws_what_is_told() {
    let folder = folder();
    let call = ["mask", "notes/b-telling.txt", "--policy", "rare.toml", "-q", "-o", "out.txt", "--report"];
    works(&folder, &[&call[..], &["quiet.html"]].concat());
    let quiet = String::from_utf8(folder.read("quiet.html")).expect("text");
    tells_nothing(&quiet.replace("b-telling", ""));
    assert!(quiet.contains("<svg") && quiet.contains("role=\"img\" aria-label="), "the curve has words");
    assert!(quiet.contains("class=\"two was\"") && !quiet.contains("<mark"), "bars, and no text");
    works(&folder, &[&call[..], &["open.html", "--show-text", "--offsets", "codepoints"]].concat());
    let open = String::from_utf8(folder.read("open.html")).expect("text");
    assert!(open.contains(">lymphoma</mark>") && open.contains("chemotherapy &amp; morphine</mark>"), "{open}");
    for page in [quiet, open] {
        let page = page.to_lowercase();
        assert!(["<script", "http:", "https:", "url(", "@import", "src="].iter().all(|word| !page.contains(word)));
    }
}

#[test]
fn what_files_tell_together_is_summed_by_topic_and_by_protected_name() {
    let folder = TestFolder::new();
    folder.write("notes/a.txt", b"Zyxwelda Quorvath takes efavirenz. She was sober for six months.\n");
    folder.write("notes/b.txt", b"Zyxwelda Quorvath was seen for HIV. She takes efavirenz.\n");
    let call = ["assess", "notes", "--policy", "sensitive-health", "--protect", "Zyxwelda Quorvath"];
    let subjects = |further: &[&str]| json(&works(&folder, &[&call[..], further].concat()).stdout);
    let all = subjects(&["--by", "subject", "--as", "json"]);
    let find = |all: &Value, name: &str| {
        all.as_array().expect("a list").iter().find(|one| one["subject"] == name).expect("a subject").clone()
    };
    let hiv = find(&all, "topic/hiv");
    // Once named, and once betrayed by a medicine that both files name.
    assert_eq!((&hiv["phrases"], &hiv["naming"], &hiv["documents"]), (&2.into(), &1.into(), &2.into()), "{all}");
    let named = find(&all, "protected 1");
    assert_eq!((&named["naming"], &named["documents"]), (&1.into(), &2.into()), "{all}");
    assert!(hiv["bits"].as_f64() > hiv["bits_left"].as_f64(), "{all}");
    let table = works(&folder, &call).stdout;
    assert!(table.contains("\nall together\n") && table.contains("  topic/hiv\n"), "{table}");
    for word in ["Zyxwelda", "efavirenz", "sober"] {
        assert!(!table.contains(word) && !all.to_string().contains(word));
    }
}
