//! Recognisers that learn: `sfumato train entities`, and models in policies and calls.

use crate::support::{RunResult, TestFolder, run};

#[track_caller]
fn works(folder: &TestFolder, arguments: &[&str], input: Option<&str>) -> RunResult {
    let done = run(folder, arguments, input.map(str::as_bytes));
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    done
}

#[track_caller]
fn fails(folder: &TestFolder, arguments: &[&str], expected: &str) {
    let before = folder.list();
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
    assert!(done.stderr.contains(expected), "{arguments:?}: {}", done.stderr);
    assert_eq!(folder.list(), before, "{arguments:?} left something behind");
}

/// The giver and the gift in each of the invented documents.
const PEOPLE: [(&str, &str); 12] = [
    ("Wanda Brill", "a lamp"),
    ("Otto Quent", "two chairs"),
    ("Ilse Marrow", "the ladder"),
    ("Hugo Tamsin", "a kettle"),
    ("Petra Vole", "the lamp"),
    ("Silas Dunmore", "a chair"),
    ("Greta Fenn", "two ladders"),
    ("Jonas Pike", "the kettle"),
    ("Maud Ellery", "a lamp"),
    ("Bruno Hask", "the chair"),
    ("Clara Stoat", "a ladder"),
    ("Edwin Rusk", "two kettles"),
];

/// A folder with twelve annotated documents.
fn gold() -> TestFolder {
    let folder = TestFolder::new();
    let mut lines = String::new();
    for (nth, (person, thing)) in PEOPLE.iter().enumerate() {
        let text =
            format!("The van came late again.\nIt was {person} who brought {thing} to the shed.\nIt rained then.\n");
        let start = text.find(person).expect("it stands there");
        let spans = [serde_json::json!({ "start": start, "end": start + person.len(), "label": "PERSON" })];
        lines += &(serde_json::json!({ "id": format!("d{nth}"), "text": text, "spans": spans }).to_string() + "\n");
    }
    folder.write("gold.jsonl", lines.as_bytes());
    // So that nothing but models finds anything.
    folder.write("bare.toml", b"version = 1\n[recognise]\nmodels = []\npatterns = \"none\"\n");
    folder
}

const TRAIN: [&str; 14] = [
    "train",
    "entities",
    "--language",
    "en",
    "--gold",
    "gold.jsonl",
    "--id",
    "my/shed",
    "--out",
    "shed.bin",
    "--folds",
    "2",
    "--iterations",
    "30",
];

const UNSEEN: &str = "The van came early.\nIt was Nora Whitlow who brought the ladder to the shed.\n";

#[test]
fn what_was_learnt_from_a_few_documents_finds_an_unseen_name() {
    let folder = gold();
    let done = works(&folder, &[&TRAIN[..], &["--labels", "tab", "--no-rules"]].concat(), None);
    assert!(done.stdout.contains("my/shed: 12 documents, 12 annotations\n"), "{}", done.stdout);
    assert!(done.stdout.lines().any(|line| line.starts_with("balanced ")), "{}", done.stdout);
    assert!(done.stderr.contains("first pass"), "{}", done.stderr);
    let about = String::from_utf8(folder.read("shed.toml")).expect("text");
    assert!(about.contains("\"person\" = 12\n") && about.contains("\n[scores]\nbalanced = { precision = "), "{about}");

    let masked = works(&folder, &["mask", "-", "-q", "--policy", "bare.toml", "--model", "shed.bin"], Some(UNSEEN));
    assert_eq!(masked.stdout, UNSEEN.replace("Nora Whitlow", "[PERSON 1]"));
    let without = works(&folder, &["mask", "-", "-q", "--policy", "bare.toml"], Some(UNSEEN));
    assert_eq!(without.stdout, UNSEEN);
    let detect = ["detect", "-", "--policy", "bare.toml", "--model", "shed.bin", "--sensitivity", "recall"];
    let shown = works(&folder, &detect, Some(UNSEEN)).stdout;
    assert!(shown.contains("my/shed: looks like what annotated documents mark"), "{shown}");
    let eval = ["eval", "--gold", "gold.jsonl", "--policy", "bare.toml", "--model", "shed.bin", "--as", "csv"];
    let csv = works(&folder, &eval, None).stdout;
    assert!(csv.contains("\nentity,*,12,12,0,0,100.00,100.00,100.00,100.00\n"), "{csv}");

    let mut damaged = folder.read("shed.bin");
    let last = damaged.len() - 40;
    damaged[last] ^= 1;
    folder.write("damaged.bin", &damaged);
    let mask = |model| ["mask", "gold.jsonl", "-o", "-", "--model", model];
    fails(&folder, &mask("damaged.bin"), "sfumato: model damaged.bin: the model is damaged: ");
    fails(&folder, &mask("gold.jsonl"), "sfumato: model gold.jsonl: this is no model");
}

#[test]
fn five_documents_that_support_no_rule_are_enough() {
    let folder = gold();
    let text = String::from_utf8(folder.read("gold.jsonl")).expect("text");
    // Two annotations support no rule.
    let bare = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("a record");
        record["spans"] = serde_json::json!([]);
        record.to_string()
    };
    let lines = text.lines().take(5).enumerate();
    let five: Vec<String> = lines.map(|(nth, line)| if nth < 2 { line.to_owned() } else { bare(line) }).collect();
    folder.write("gold.jsonl", (five.join("\n") + "\n").as_bytes());
    let asked = ["--labels", "tab", "--folds", "5", "--rules-out", "rules.toml", "-q"];
    works(&folder, &[&TRAIN[..10], &TRAIN[12..], &asked].concat(), None);
    let rules = String::from_utf8(folder.read("rules.toml")).expect("text");
    assert!(rules.starts_with("# No rule was right often enough"), "{rules}");
    works(&folder, &["mask", "-", "-q", "--policy", "bare.toml", "--model", "shed.bin"], Some(UNSEEN));
}

#[test]
fn a_model_takes_the_place_of_the_one_with_its_id() {
    let folder = gold();
    let train = TRAIN.map(|word| if word == "my/shed" { "en/general" } else { word });
    works(&folder, &[&train[..], &["--labels", "tab", "--no-rules", "-q"]].concat(), None);
    folder.write("named.toml", b"version = 1\n[recognise]\npatterns = \"none\"\nmodels = [\"en/general\"]\n");
    let text = "The company moved from London to Paris in the spring.\n";
    let mask = ["mask", "-", "-q", "--policy", "named.toml", "--model", "shed.bin"];
    assert!(works(&folder, &mask[..5], Some(text)).stdout.contains("[PLACE 1]"));
    assert_eq!(works(&folder, &mask, Some(text)).stdout, text, "it was taught no places");
}

#[test]
fn rules_are_written_for_people_to_read() {
    let folder = gold();
    works(&folder, &[&TRAIN[..], &["--rules-out", "rules.toml", "-q"]].concat(), None);
    let mask = ["mask", "-", "-q", "--policy", "bare.toml", "--recogniser", "rules.toml"];
    assert_eq!(works(&folder, &mask, Some(UNSEEN)).stdout, UNSEEN.replace("Nora Whitlow", "[PERSON 1]"));
}

#[test]
fn training_refuses_what_it_cannot_use() {
    let folder = gold();
    folder.write("bad/x.txt", b"Ann Lee left.\n");
    folder.write("bad/x.ann", b"T1\tPERSON 0 7\tAnn Lee\nT2\tPERSON 4 99\tLee\n");
    folder.write("few.jsonl", br#"{"id": "a", "text": "Ann", "spans": [{"start": 0, "end": 3, "label": "PERSON"}]}"#);
    folder.write("none.jsonl", br#"{"id": "a", "text": "Ann", "spans": []}"#);
    folder.write("words.tsv", b"Ann\tgiven-f1\nLee\tvillain\n");
    let train = |gold, more: &[&'static str]| {
        [&["train", "entities", "--language", "en", "--out", "x.bin", "--gold", gold], more].concat()
    };
    let named = ["--id", "my/model"];
    let with = |gold, more: &[&'static str]| train(gold, &[&named[..], more].concat());
    fails(&folder, &with("bad", &[]), "bad/x.ann: line 2: offset 99 lies outside the text");
    fails(&folder, &with("few.jsonl", &["-q"]), "1 annotated documents are too few");
    fails(&folder, &with("none.jsonl", &["-q"]), "nothing is annotated in these documents");
    fails(&folder, &with("gold.jsonl", &["--labels", "conll"]), "has an unknown label");
    fails(&folder, &train("gold.jsonl", &[]), "this task needs --id");
    fails(&folder, &train("gold.jsonl", &["--id", "My Model"]), "--id takes lower-case words");
    fails(&folder, &with("gold.jsonl", &["--recall-precision", "7"]), "--recall-precision takes a number from 0 to 1");
    fails(&folder, &with("gold.jsonl", &["--rules-out", "x.toml"]), "x.toml: is written beside the model");
    fails(&folder, &with("gold.jsonl", &["--lexicon", "x"]), "--lexicon is not for this task");
    let list = ["train", "gazetteer", "--language", "en", "--out", "x.bin", "--list", "words.tsv"];
    fails(&folder, &list, "words.tsv: line 2: no such class");
    fails(&folder, &list[..6], "--gold");
}

#[test]
fn a_gazetteer_is_made_of_a_list() {
    let folder = TestFolder::new();
    folder.write("words.tsv", "Ann\tgiven-f1\nSan Sebastián\ttown1\n".as_bytes());
    works(&folder, &["train", "gazetteer", "--language", "es", "--out", "g.bin", "--list", "words.tsv"], None);
    assert!(!folder.read("g.bin").is_empty());
}

#[test]
fn models_and_balances_that_are_not_there_are_refused() {
    let folder = TestFolder::new();
    folder.write("a.txt", b"Ann");
    folder.write("p.toml", b"version = 1\n[recognise]\nmodels = [\"es/clinicl\"]\n");
    folder.write("q.toml", b"version = 1\n[recognise]\nsensitivity = 2\n");
    let with = |more: &[&'static str]| [&["mask", "a.txt", "-o", "-"], more].concat();
    fails(&folder, &with(&["--policy", "p.toml"]), "there is no model `es/clinicl`; did you mean `es/clinical`?");
    fails(&folder, &["policy", "check", "p.toml"], "policy p.toml: there is no model `es/clinicl`; did you mean");
    fails(&folder, &with(&["--policy", "q.toml"]), "q.toml:3: expected `balanced`, `recall` or a number from 0 to 1");
    fails(&folder, &with(&["--model", "es/nothing"]), "there is no model `es/nothing`; there are en/clinical, ");
    fails(&folder, &with(&["--sensitivity", "lots"]), "balanced, recall or a number from 0 to 1");
}

#[test]
fn a_model_can_be_explained() {
    let folder = TestFolder::new();
    let shown = works(&folder, &["explain", "es/clinical"], None).stdout;
    assert!(shown.starts_with("es/clinical  (learnt from annotated documents)\n"), "{shown}");
    assert!(shown.contains("\nonly in text in: es\n") && shown.contains("\n  person/patient\n"), "{shown}");
    assert!(shown.contains("\nread by the networks:\n  fast\n  balanced\n  best\n"), "{shown}");
    assert!(shown.contains("\nused by the policies: default, hipaa, meddocan, pseudonymise, redact\n"), "{shown}");
    assert!(shown.contains("`sfumato explain fast` says"), "{shown}");
    let shown = works(&folder, &["explain", "en/general"], None).stdout;
    assert!(shown.contains("\n  best for organisation, person, place; the rest by fast\n"), "{shown}");
    let shown = works(&folder, &["explain", "fast"], None).stdout;
    assert!(shown.contains("\n  es/clinical\n") && shown.contains("\n[[measured]]\n"), "{shown}");
    assert!(works(&folder, &["explain"], None).stdout.contains("\nes/clinical "));
}

#[test]
fn a_model_is_added_by_its_name_and_a_network_by_its_file() {
    let folder = TestFolder::new();
    folder.write("a.txt", b"She was admitted with severe pancreatitis and asthma.\n");
    folder.write("p.toml", b"version = 1\n[recognise]\nmodels = [\"en/general\"]\nonly = [\"person\"]\n");
    let report = |more: &[&'static str]| {
        let call = [&["mask", "a.txt", "-o", "-", "--policy", "p.toml", "--report", "r.json"], more];
        works(&folder, &call.concat(), None);
        String::from_utf8(folder.read("r.json")).expect("text")
    };
    assert!(!report(&[]).contains("health/disease"));
    let found = report(&["--model", "en/disease"]);
    assert!(found.contains("health/disease") && found.contains("\"rule\": \"fast\""), "{found}");
    let found = report(&["--model", "en/disease", "--quality", "best"]);
    assert!(found.contains("\"rule\": \"best\"") && !found.contains("\"rule\": \"fast\""), "{found}");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/models/neural/balanced.bin");
    let found = report(&["--model", "en/disease", "--model", network]);
    assert!(found.contains("\"rule\": \"balanced\"") && !found.contains("\"rule\": \"fast\""), "{found}");
    assert!(!report(&["--model", network]).contains("health/disease"), "a network finds what is named");
    folder.write("cut.bin", b"SFHEADS1");
    fails(&folder, &["detect", "a.txt", "--model", "cut.bin"], "model cut.bin: ");
}

const LETTER: &str = "Dear Dr. Ann Lee,\nwrite to ann.lee@example.org soon.\n";

#[test]
fn findings_are_written_in_the_formats_of_the_field() {
    let folder = TestFolder::new();
    folder.write("in/letter.txt", LETTER.as_bytes());
    let detect = |form| works(&folder, &["detect", "in", "--as", form, "--labels", "i2b2"], None).stdout;
    assert!(detect("conll").contains("\nAnn\tB-DOCTOR\nLee\tI-DOCTOR\n"));
    assert!(detect("pubtator").contains("\nletter.txt\t9\t16\tAnn Lee\tDOCTOR\n"));
    let spans: serde_json::Value = serde_json::from_str(&detect("spans")).expect("JSON");
    assert_eq!((&spans["id"], &spans["text"]), (&"letter.txt".into(), &LETTER.into()));
    assert_eq!(spans["spans"][0]["label"], "DOCTOR");
    works(&folder, &["detect", "in", "--as", "i2b2", "--labels", "i2b2", "--out", "out"], None);
    let xml = String::from_utf8(folder.read("out/letter.xml")).expect("text");
    assert!(xml.contains("TYPE=\"DOCTOR\""), "{xml}");
    // What was written is read again, and agrees with itself.
    folder.write("spans.jsonl", detect("spans").as_bytes());
    for gold in ["out", "spans.jsonl"] {
        let csv = works(&folder, &["eval", "--gold", gold, "--labels", "i2b2", "--as", "csv"], None).stdout;
        assert!(csv.contains("\nentity,*,2,2,0,0,100.00"), "{csv}");
    }
    folder.write("in.jsonl", b"{\"id\":\"a1\",\"text\":\"Dr. Ann Lee\"}\n");
    fails(&folder, &["detect", "in.jsonl", "--as", "i2b2", "--out", "out"], "an XML file holds one document");
    fails(&folder, &["detect", "in", "--as", "spans", "--out", "out"], "--out goes with --as brat and --as i2b2");
    let record = works(&folder, &["detect", "in.jsonl", "--as", "spans"], None).stdout;
    assert!(record.starts_with("{\"id\":\"a1\"") || record.starts_with("{\"id\": \"a1\""), "{record}");
}
