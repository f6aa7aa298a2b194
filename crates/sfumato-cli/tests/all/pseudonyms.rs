//! Pseudonyms: drawn, shared, kept, brought back. All people are invented.

use crate::support::{TestFolder, fails, run, works};
use serde_json::Value;

const LETTER: &str = "Dear Dr. Ann Merriweather,\n\nMrs. Margaret Quill was seen on 12/03/2019 and again on 26/03/2019.\n\
                      She lives at 14 Harbour Street, Leeds LS1 4AP, and her NHS number is 943 476 5919.\n\
                      Write to margaret.quill@bluemail.example.com or call 020 7946 0958.\n\
                      Mrs. Quill will come back.\n";
const OTHER: &str = "Dear colleague,\n\nMrs. Margaret Quill was seen by Dr. Ann Merriweather on 2 April 2019.\n";
const NUMBERS: &str = "version = 1\nabout = \"Numbers.\"\n[mask]\ndefault = \"keep\"\nid = \"ff1\"\n";

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("notes/a.txt", LETTER.as_bytes());
    folder.write("notes/b.txt", OTHER.as_bytes());
    folder.write("numbers.toml", NUMBERS.as_bytes());
    folder.write("key", b"4f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0");
    folder.write("other-key", b"5f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0");
    folder
}

fn masked(folder: &TestFolder, arguments: &[&str]) -> String {
    let call = [&["mask", "notes/a.txt", "-q", "-o", "out.txt", "--policy", "pseudonymise"], arguments].concat();
    works(folder, &call);
    String::from_utf8(folder.read("out.txt")).expect("text")
}

/// The word after another.
fn after<'t>(text: &'t str, word: &str) -> &'t str {
    let (_, rest) = text.split_once(word).unwrap_or_else(|| panic!("`{word}` is in the text"));
    rest.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).expect("a word follows")
}

#[test]
fn nothing_of_the_original_is_left_and_all_forms_agree() {
    let folder = folder();
    let text = masked(&folder, &["--seed", "1"]);
    for original in
        ["Merriweather", "Margaret", "Quill", "quill", "12/03/2019", "Harbour", "Leeds", "943 476", "bluemail"]
    {
        assert!(!text.contains(original), "{original}: {text}");
    }
    assert!(!text.contains('['), "everything has a substitute: {text}");
    let (_, surname) = text.split_once("Mrs. ").and_then(|(_, rest)| rest.split_once(' ')).expect("a name");
    let surname = surname.split(' ').next().expect("a surname");
    assert!(text.contains(&format!("Mrs. {surname} will come back")), "{text}");
    assert!(text.to_lowercase().contains(&format!(".{}@", surname.to_lowercase())), "{text}");
}

#[test]
fn a_seed_or_a_key_repeats_what_was_drawn() {
    let folder = folder();
    let one = masked(&folder, &["--seed", "1"]);
    assert_eq!(masked(&folder, &["--seed", "1"]), one);
    assert_ne!(masked(&folder, &["--seed", "2"]), one);
    let keyed = masked(&folder, &["--key-file", "key"]);
    assert_eq!(masked(&folder, &["--key-file", "key"]), keyed);
    assert_ne!(masked(&folder, &[]), masked(&folder, &[]), "without either everything is drawn anew");
}

#[test]
fn one_entity_can_be_drawn_again() {
    let folder = folder();
    let one = masked(&folder, &["--seed", "1", "--report", "report.json"]);
    let report: Value = serde_json::from_slice(&folder.read("report.json")).expect("JSON");
    let at = LETTER.find("Margaret").expect("in the letter") as u64;
    let mentions = report["mentions"].as_array().expect("mentions");
    let mention =
        mentions.iter().find(|mention| mention["start"].as_u64() <= Some(at) && mention["end"].as_u64() > Some(at));
    let number = mention.expect("she is found")["entity"].to_string();
    let other = masked(&folder, &["--seed", "1", "--reroll", &number]);
    assert_ne!(after(&other, "Mrs. "), after(&one, "Mrs. "));
    assert_eq!(after(&other, "Dr. "), after(&one, "Dr. "), "nobody else changes");
    fails(
        &folder,
        &["mask", "notes/a.txt", "--policy", "pseudonymise", "--reroll", "1"],
        "--reroll needs --seed or a key",
    );
}

#[test]
fn a_folder_is_consistent_if_asked_and_documents_are_apart_otherwise() {
    let folder = folder();
    let call = ["mask", "notes", "-q", "-o", "out", "--policy", "pseudonymise", "--seed", "3"];
    let names = || {
        let [a, b] = ["out/a.txt", "out/b.txt"].map(|file| String::from_utf8(folder.read(file)).expect("text"));
        let name =
            |text: &str| text.split_once("Mrs. ").expect("a name").1.split(' ').take(2).collect::<Vec<_>>().join(" ");
        (name(&a), name(&b))
    };
    works(&folder, &call);
    let (a, b) = names();
    assert_ne!(a, b);
    works(&folder, &[&call[..], &["--consistent-across", "folder"]].concat());
    let (a, b) = names();
    assert_eq!(a, b);
    let done = run(
        &folder,
        &["mask", "-", "--policy", "pseudonymise", "--consistent-across", "folder"],
        Some(LETTER.as_bytes()),
    );
    assert!(done.code == 2 && done.stderr.contains("standard input comes once"), "{}", done.stderr);
}

#[test]
fn a_map_brings_everything_back_and_only_with_its_key() {
    let folder = folder();
    let mask = ["mask", "notes", "-q", "-o", "out", "--policy", "pseudonymise", "--map", "map"];
    fails(&folder, &mask, "a map is sealed with a key");
    let mask = [&mask[..], &["--key-file", "key", "--consistent-across", "folder"]].concat();
    works(&folder, &mask);
    let sealed = folder.read("map");
    assert!(!sealed.windows(5).any(|part| part == b"Quill" || part == b"quill"));
    let back = ["unmask", "out", "-q", "-o", "back", "--map", "map", "--key-file"];
    works(&folder, &[&back[..], &["key"]].concat());
    assert_eq!(folder.read("back/a.txt"), LETTER.as_bytes());
    assert_eq!(folder.read("back/b.txt"), OTHER.as_bytes());
    fails(&folder, &[&back[..], &["other-key"]].concat(), "this is no map, or another key made it");
    // A later document about the same person gets the same name.
    let name = |file: &str| after(&String::from_utf8(folder.read(file)).expect("text"), "Mrs. ").to_owned();
    let before = name("out/a.txt");
    folder.write("more/c.txt", b"Dear all,\n\nMrs. Margaret Quill and Mr. Peter Zander came on 3 May 2019.\n");
    works(&folder, &[&["mask", "more", "-q", "-o", "out"], &mask[5..]].concat());
    assert_eq!(name("out/c.txt"), before);
    // What was changed since is not guessed at.
    folder.write("out/a.txt", b"Something else.\n");
    let back = ["unmask", "out/a.txt", "-q", "-o", "x.txt", "--map", "map", "--key-file", "key"];
    fails(&folder, &back, "the map does not know this document");
}

#[test]
fn numbers_that_were_encrypted_into_numbers_come_back() {
    let folder = folder();
    let call = ["mask", "notes/a.txt", "-q", "-o", "out.txt", "--policy", "numbers.toml", "--key-file", "key"];
    works(&folder, &call);
    let text = String::from_utf8(folder.read("out.txt")).expect("text");
    assert!(text.contains("Margaret Quill") && !text.contains("943 476 5919"), "{text}");
    let back = ["unmask", "out.txt", "-q", "-o", "back.txt", "--policy", "numbers.toml", "--key-file"];
    works(&folder, &[&back[..], &["key"]].concat());
    assert_eq!(folder.read("back.txt"), LETTER.as_bytes());
    works(&folder, &[&back[..], &["other-key"]].concat());
    assert_ne!(folder.read("back.txt"), LETTER.as_bytes());
    fails(&folder, &["unmask", "out.txt", "--policy", "default", "--key-file", "key"], "has no rule with `ff1`");
}

#[test]
fn dates_move_together_and_not_past_a_day() {
    let folder = folder();
    folder.write(
        "later.toml",
        b"version = 1\n[mask]\ndefault = \"pseudonymise\"\n[pseudonyms.dates]\ndays = [1, 4000]\n",
    );
    for seed in ["1", "2", "3", "4", "5"] {
        works(
            &folder,
            &[
                "mask",
                "notes/a.txt",
                "-q",
                "-o",
                "out.txt",
                "--policy",
                "later.toml",
                "--seed",
                seed,
                "--not-after",
                "2019-06-30",
            ],
        );
        let text = String::from_utf8(folder.read("out.txt")).expect("text");
        let days: Vec<(u32, u32, u32)> = text
            .split_whitespace()
            .filter_map(|word| {
                let mut parts = word.trim_end_matches('.').splitn(3, '/').map(|part| part.parse().ok());
                let (day, month, year) = (parts.next()??, parts.next()??, parts.next()??);
                Some((year, month, day))
            })
            .collect();
        assert_eq!(days.len(), 2, "{text}");
        assert!(days.iter().all(|day| (2019, 3, 12) < *day && *day <= (2019, 6, 30)), "{days:?}");
    }
}

#[test]
fn pseudonyms_can_be_marked_fixed_and_listed() {
    let folder = folder();
    folder.write(
        "marked.toml",
        "version = 1\n[mask]\ndefault = \"keep\"\nperson = \"pseudonymise\"\n[pseudonyms]\nmark = \"*\"\nlisted = true\n\
         fixed = { \"Margaret Quill\" = \"Jane Roe\" }\n"
            .as_bytes(),
    );
    let call = ["mask", "notes/a.txt", "-q", "-o", "out.txt", "--policy", "marked.toml", "--seed", "1"];
    works(&folder, &[&call[..], &["--report", "report.json"]].concat());
    let text = String::from_utf8(folder.read("out.txt")).expect("text");
    assert!(text.contains("Mrs. Jane Roe* was seen") && text.contains("Mrs. Roe* will come back"), "{text}");
    let report = String::from_utf8(folder.read("report.json")).expect("text");
    assert!(report.contains("\"replacement\": \"Jane Roe*\"") && !report.contains("Quill"), "{report}");
    works(&folder, &["mask", "notes/a.txt", "-q", "-o", "o.txt", "--policy", "pseudonymise", "--report", "r.json"]);
    assert!(!String::from_utf8(folder.read("r.json")).expect("text").contains("\"replacement\""));
}

#[test]
fn a_plan_with_pseudonyms_is_carried_out_as_it_stands() {
    let folder = folder();
    let one = masked(&folder, &["--seed", "1"]);
    works(&folder, &["plan", "notes/a.txt", "-o", "plan.json", "--policy", "pseudonymise", "--seed", "1"]);
    works(&folder, &["mask", "notes/a.txt", "-q", "-o", "by-plan.txt", "--plan", "plan.json"]);
    assert_eq!(folder.read("by-plan.txt"), one.as_bytes());
}

#[test]
fn rules_that_cannot_be_meant_are_refused() {
    let folder = folder();
    let checked = works(&folder, &["policy", "check", "pseudonymise"]).stdout;
    for (key, value) in [("dates.days", "-3650 to -365"), ("ages", "by up to 3 years from 14 on, over 89 together")] {
        let is_told = |line: &str| line.starts_with(&format!("pseudonyms.{key} ")) && line.ends_with(value);
        assert!(checked.lines().any(is_told), "{checked}");
    }
    fails(
        &folder,
        &["mask", "notes/a.txt", "-o", "x", "--policy", "pseudonymise", "--map", "x", "--key-file", "key"],
        "the map would overwrite a result",
    );
    for (rules, expected) in [
        ("sex = \"pseudonymise\"", "`sex` is never replaced by something of its kind"),
        ("other = \"pseudonymise\"", "`other` is never replaced"),
        ("default = \"ff1\"", "ff1 is for numbers"),
        ("person = \"ff1\"", "ff1 is for numbers"),
        ("persn = \"pseudonymise\"", "no category `persn`"),
        ("person = { do = \"pseudonymise\", days = 3 }", "has no settings"),
        ("person = \"pseudonymise\"\n[pseudonyms.dates]\ndays = [0, 0]", "a range of zero days moves nothing"),
    ] {
        folder.write("p.toml", format!("version = 1\n[mask]\n{rules}\n").as_bytes());
        fails(&folder, &["mask", "notes/a.txt", "--policy", "p.toml"], expected);
    }
    folder.write("short", b"too short");
    fails(
        &folder,
        &["mask", "notes/a.txt", "--policy", "numbers.toml", "--key-file", "short"],
        "a key has at least 32 random bytes",
    );
}

#[test]
fn what_came_of_texts_is_measured() {
    let folder = folder();
    let record = |text: &str| serde_json::json!({ "id": text.len(), "text": text, "spans": [] }).to_string() + "\n";
    folder.write("texts.jsonl", (record(LETTER) + &record(OTHER)).as_bytes());
    let call = ["eval", "replacement", "texts.jsonl", "--seed", "1", "--as", "json", "--misses", "flaws.csv"];
    let outcome: Value = serde_json::from_str(&works(&folder, &call).stdout).expect("JSON");
    let measure = |name: &str| {
        let counts = &outcome["measures"][name];
        (counts["n"].as_u64().expect("a number"), counts["wrong"].as_u64().expect("a number"))
    };
    for name in ["gone", "one each", "none shared", "form of dates", "found again", "substituted"] {
        let (all, wrong) = measure(name);
        assert!(all > 0 && wrong == 0, "{name}: {wrong} of {all}");
    }
    assert_eq!((measure("intervals"), measure("repeated")), ((1, 0), (2, 0)));
    let flaws = String::from_utf8(folder.read("flaws.csv")).expect("text");
    assert!(!flaws.contains("Quill"), "{flaws}");
    fails(&folder, &["eval", "replacement", "texts.jsonl", "--policy", "default"], "it gives no pseudonyms");
}

#[test]
fn a_date_stays_only_inside_the_citation_of_a_law_and_the_report_tells_it() {
    let folder = folder();
    let text = "Dear all,\n\nShe had a caesarean section on 9 June 2021, and by order of 3 May 2021 he stays away. \
                The Human Rights Act 1998 applies, and so does Regulation (EU) 2016/679 of 27 April 2016.\n";
    folder.write("law.txt", text.as_bytes());
    let call = ["mask", "law.txt", "-o", "out.txt", "--policy", "pseudonymise", "--seed", "1", "--report"];
    let done = run(&folder, &[&call[..], &["report.json"]].concat(), None);
    let out = String::from_utf8(folder.read("out.txt")).expect("text");
    assert!(!out.contains("9 June 2021") && !out.contains("3 May 2021"), "{out}");
    assert!(out.contains("Human Rights Act 1998") && out.contains("(EU) 2016/679 of 27 April 2016"), "{out}");
    let report: Value = serde_json::from_slice(&folder.read("report.json")).expect("JSON");
    let mentions = report["mentions"].as_array().expect("mentions");
    let cited = mentions.iter().filter(|mention| mention["rule"] == "citation" && mention["action"] == "keep").count();
    assert!(cited > 0 && report["kept_by"]["citation"] == cited, "{report}");
    assert!(done.stderr.contains(&format!("; kept in citations of laws: {cited}")), "{}", done.stderr);
    works(&folder, &[&call[..], &["report.html"]].concat());
    let page = String::from_utf8(folder.read("report.html")).expect("text");
    assert_eq!(page.matches("keep (citation)").count(), cited);
}
