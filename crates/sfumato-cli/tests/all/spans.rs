//! Spans from outside, and the evaluations of disclosure and of topics. All people and places are invented.

use crate::support::{TestFolder, fails, run, works};
use serde_json::{Value, json};

const LETTER: &str = "La señora Ulla Brandvik keeps a red kite in Nørrevik.\nThe kite is old.\n";
const OTHER: &str = "Nothing but rain in the valley.\n";

/// Everything but what is handed in stays.
const POLICY: &str = "version = 1\nabout = \"Only what is handed in.\"\n[recognise]\nmodels = []\npatterns = \"none\"\n\
                      [mask]\ndefault = \"label\"\n";

/// The places of pieces of a text, in code points.
fn places(text: &str, pieces: &[&str]) -> Vec<(usize, usize)> {
    let place = |piece: &&str| {
        let start = text.find(piece).expect("it stands there");
        let before = text.get(..start).expect("a border").chars().count();
        (before, before + piece.chars().count())
    };
    pieces.iter().map(place).collect()
}

fn brat(text: &str, pieces: &[(&str, &str)]) -> String {
    let names: Vec<&str> = pieces.iter().map(|(piece, _)| *piece).collect();
    let lines = places(text, &names).into_iter().zip(pieces).enumerate();
    lines
        .map(|(nth, ((start, end), (piece, label)))| format!("T{}\t{label} {start} {end}\t{piece}\n", nth + 1))
        .collect()
}

/// A record of spans without labels, and without its text unless one is given.
fn record(id: &str, text: &str, pieces: &[&str], is_with_text: bool) -> String {
    let spans: Vec<Value> =
        places(text, pieces).iter().map(|(start, end)| json!({ "start": start, "end": end })).collect();
    let mut record = json!({ "id": id, "spans": spans });
    if is_with_text {
        record["text"] = text.into();
    }
    format!("{record}\n")
}

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("given.toml", POLICY.as_bytes());
    folder.write("notes/a/letter.txt", LETTER.as_bytes());
    folder.write("notes/rain.txt", OTHER.as_bytes());
    let marked = [("Ulla Brandvik", "PERSON"), ("red kite", "Planet_X"), ("Nørrevik", "place_city")];
    folder.write("marks/a/letter.ann", brat(LETTER, &marked).as_bytes());
    folder.write("marks/rain.ann", b"");
    folder
}

const MASKED: &str = "La señora [PERSON 1] keeps a [OTHER 1] in [CITY 1].\nThe kite is old.\n";

#[test]
fn what_is_handed_in_is_masked_by_the_rules() {
    let folder = folder();
    works(&folder, &["mask", "notes", "-o", "out", "--policy", "given.toml", "--spans", "marks"]);
    assert_eq!(folder.read("out/a/letter.txt"), MASKED.as_bytes());
    assert_eq!(folder.read("out/rain.txt"), OTHER.as_bytes());
    let told = works(&folder, &["detect", "notes", "--policy", "given.toml", "--spans", "marks"]).stdout;
    assert!(told.contains("given: was handed in from outside"), "{told}");
    // A file by its own name, and other forms.
    let one = ["mask", "notes/a/letter.txt", "-o", "-", "-q", "--policy", "given.toml", "--spans"];
    assert_eq!(works(&folder, &[&one[..], &["marks/a/letter.ann"]].concat()).stdout, MASKED);
    let pieces = ["Ulla Brandvik", "Nørrevik"];
    let expected = "La señora [OTHER 1] keeps a red kite in [OTHER 2].\nThe kite is old.\n";
    for (id, is_with_text) in [("letter", true), ("letter.txt", false)] {
        folder.write("spans.jsonl", record(id, LETTER, &pieces, is_with_text).as_bytes());
        assert_eq!(works(&folder, &[&one[..], &["spans.jsonl"]].concat()).stdout, expected, "{id}");
    }
    let plan = works(&folder, &["plan", "notes/a/letter.txt", "--policy", "given.toml", "--spans", "spans.jsonl"]);
    assert!(plan.stdout.contains("\"other\""), "{}", plan.stdout);
}

#[test]
fn annotations_beside_the_texts_are_no_texts() {
    let folder = folder();
    folder.write("marks/rain.txt", OTHER.as_bytes());
    folder.write("marks/a/letter.txt", LETTER.as_bytes());
    works(&folder, &["mask", "marks", "-o", "out", "--policy", "given.toml", "--spans", "marks"]);
    assert_eq!(folder.read("out/a/letter.txt"), MASKED.as_bytes());
    assert!(!folder.has("out/rain.ann"));
}

#[test]
fn records_are_found_by_id_and_counted_in_their_text() {
    let folder = folder();
    let note = |id: Value, text: &str| json!({ "id": id, "about": "<p>ñandú</p>", "text": text }).to_string() + "\n";
    folder.write("notes.jsonl", (note("k 1".into(), LETTER) + &note(7.into(), OTHER)).as_bytes());
    let spans = record("7", OTHER, &["the valley"], false) + &record("k 1", LETTER, &["Ulla Brandvik"], true);
    folder.write("spans.jsonl", spans.as_bytes());
    let call = ["mask", "notes.jsonl", "-o", "-", "-q", "--policy", "given.toml", "--spans", "spans.jsonl"];
    let out = works(&folder, &call).stdout;
    let texts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(texts[0]["text"], LETTER.replace("Ulla Brandvik", "[OTHER 1]"));
    assert_eq!(texts[1]["text"], OTHER.replace("the valley", "[OTHER 1]"));
    // What is handed out can be handed in again.
    let handed =
        works(&folder, &["detect", "notes.jsonl", "--as", "spans", "--policy", "given.toml", "--spans", "spans.jsonl"]);
    assert_eq!(handed.stdout.lines().count(), 2);
}

#[test]
fn what_does_not_fit_is_refused_by_one_line() {
    let folder = folder();
    let call = |spans: &'static str| ["mask", "notes", "-o", "out", "--policy", "given.toml", "--spans", spans];
    folder.write("one.jsonl", record("rain", OTHER, &[], false).as_bytes());
    fails(
        &folder,
        &["mask", "notes/a/letter.txt", "--spans", "one.jsonl"],
        "letter.txt: no annotations of it in one.jsonl",
    );
    fails(&folder, &["detect", "notes/rain.txt", "--spans", "none.jsonl"], "there is no such file");
    folder.write("more.jsonl", (record("rain", OTHER, &[], false) + &record("sun", OTHER, &[], false)).as_bytes());
    let not_there = "more.jsonl: line 2: annotations of a document that is not among the inputs";
    for command in ["mask", "detect", "assess", "plan"] {
        fails(&folder, &[command, "notes/rain.txt", "--spans", "more.jsonl"], not_there);
    }
    folder.write("twice.jsonl", (record("rain", OTHER, &[], false) + &record("rain", OTHER, &[], false)).as_bytes());
    fails(&folder, &call("twice.jsonl"), "twice.jsonl: line 2: the same document is annotated in twice.jsonl: line 1");
    let outside = |offsets: &str, end: usize| {
        format!("{{\"id\": \"letter\", \"offsets\": \"{offsets}\", \"spans\": [{{\"start\": 0, \"end\": {end}}}]}}\n")
    };
    let one = ["mask", "notes/a/letter.txt", "--spans", "outside.jsonl"];
    for (offsets, end) in [("codepoints", 500), ("bytes", 6)] {
        folder.write("outside.jsonl", outside(offsets, end).as_bytes());
        let expected = format!("outside.jsonl: line 1: offset {end} lies outside the text or inside a character");
        fails(&folder, &one, &expected);
    }
    folder.write("outside.jsonl", record("letter", &LETTER.replace("red", "dun"), &["dun kite"], true).as_bytes());
    fails(&folder, &one, "outside.jsonl: line 1: the text that is annotated is not that of the document");
    folder.write("marks/a/letter.ann", b"T1\tX 3 9\tsenora\n");
    fails(
        &folder,
        &["mask", "notes/a/letter.txt", "--spans", "marks/a/letter.ann"],
        "line 1: the quoted text is not what",
    );
    fails(
        &folder,
        &["eval", "--gold", "marks", "--spans", "one.jsonl"],
        "--spans is for mask, detect, assess and plan",
    );
}

/// Nothing is limited but what is told of things that are hidden.
const GUARDING: &str = "version = 1\nabout = \"Topics only.\"\n[recognise]\npatterns = \"none\"\n\
                        [limit]\ndisclosure = 2\ncontext = \"document\"\n\
                        [mask]\ndefault = \"label\"\nterm = \"generalise\"\notherwise = \"root\"\n";

#[test]
fn what_tells_of_something_handed_in_is_limited_too() {
    let folder = TestFolder::new();
    let text = "The patient has AIDS, and the immune system of the patient is weak because of the virus.\n";
    folder.write("guarding.toml", GUARDING.as_bytes());
    folder.write("note.txt", text.as_bytes());
    folder.write("spans.jsonl", record("note", text, &["AIDS"], false).as_bytes());
    let call = ["assess", "note.txt", "--policy", "guarding.toml", "--as", "json"];
    let objected = |arguments: &[&str]| {
        let told: Value = serde_json::from_str(&works(&folder, arguments).stdout).expect("JSON");
        (told[0]["hidden"].as_u64(), told[0]["objected"].as_u64())
    };
    assert_eq!(objected(&call), (Some(0), Some(0)));
    let (hidden, phrases) = objected(&[&call[..], &["--spans", "spans.jsonl"]].concat());
    assert_eq!(hidden, Some(1));
    assert!(phrases > Some(0), "nothing is told of what is hidden");
}

#[test]
fn what_tells_of_somebody_is_counted_by_units_and_words() {
    let folder = TestFolder::new();
    let text = "Zora Quillfeather is a falconer. She has a dog.";
    let spans: Vec<Value> = places(text, &["Zora Quillfeather", "falconer"])
        .iter()
        .map(|(start, end)| json!({ "start": start, "end": end }))
        .collect();
    let chunks = places(text, &["Zora Quillfeather", "a falconer", "She", "a dog"]);
    let record = json!({ "id": "z", "protect": "Zora Quillfeather", "text": text, "spans": spans, "chunks": chunks });
    folder.write("gold.jsonl", format!("{record}\n").as_bytes());
    let csv = works(&folder, &["eval", "disclosure", "gold.jsonl", "--as", "csv"]).stdout;
    let cells: Vec<&str> = csv.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!((cells[0], cells.len()), ("z", 11), "{csv}");
    // The name is always found, and a dog is never held against anybody.
    assert!(cells[1] == "100.00" && cells[10] == "1", "{csv}");
    let table = works(&folder, &["eval", "disclosure", "--gold", "gold.jsonl"]).stdout;
    assert!(table.starts_with("disclosure in 1 document, policy declassify\n"), "{table}");
    assert!(table.contains("none reaches over the end of a sentence"), "{table}");
    let json: Value =
        serde_json::from_str(&works(&folder, &["eval", "disclosure", "gold.jsonl", "--as", "json"]).stdout)
            .expect("JSON");
    assert_eq!(json["documents"][0]["document"], "z");
    folder.write("broken.jsonl", b"\n{\"id\": 1, \"text\": \"Zora\"}\n");
    let expected = "broken.jsonl: line 2: a record with id, protect, text, spans and chunks was expected";
    fails(&folder, &["eval", "disclosure", "broken.jsonl"], expected);
    fails(
        &folder,
        &["eval", "disclosure", "gold.jsonl", "--misses", "m.csv"],
        "--misses is for the evaluation of entities",
    );
}

#[test]
fn topics_are_told_from_other_diseases() {
    let folder = TestFolder::new();
    let text = "The patient has schizophrenia and gout, but no history of HIV infection.";
    let labels = ["health/disease", "health/disease", "health/disease"];
    let spans: Vec<Value> = places(text, &["schizophrenia", "gout", "HIV infection"])
        .iter()
        .zip(labels)
        .map(|((start, end), label)| json!({ "start": start, "end": end, "label": label }))
        .collect();
    folder.write("gold.jsonl", format!("{}\n", json!({ "id": 1, "text": text, "spans": spans })).as_bytes());
    let csv = works(&folder, &["eval", "topics", "gold.jsonl", "--as", "csv"]).stdout;
    let expected = ["gold.jsonl,listed,2,2,100.00", "gold.jsonl,around,0,0,100.00", "gold.jsonl,other,1,1,100.00"];
    assert_eq!(csv.lines().skip(1).take(3).collect::<Vec<_>>(), expected, "{csv}");
    let table = works(&folder, &["eval", "topics", "--gold", "gold.jsonl"]).stdout;
    assert!(table.starts_with("topics in 1 file, policy sensitive-health\n"), "{table}");
    fails(&folder, &["eval", "topics", "gold.jsonl", "--policy", "default"], "policy default: it has no topics");
    let done = run(&folder, &["eval", "topics"], None);
    assert!(done.code == 2 && done.stderr.contains("--gold"), "{}", done.stderr);
}

#[test]
fn who_found_a_thing_may_say_what_stands_in_all_its_places() {
    let folder = TestFolder::new();
    folder.write("given.toml", POLICY.as_bytes());
    folder.write("note.txt", b"Zyxwelda keeps a red kite. The red kite is old, and Zyxwelda is too.\n");
    let mask = |spans: &str, policy: &str| {
        folder.write("spans.jsonl", format!("{{\"id\": \"note\", \"spans\": [{spans}]}}\n").as_bytes());
        let call = ["mask", "note.txt", "-o", "-", "--policy", policy, "--spans", "spans.jsonl", "--report", "r.json"];
        run(&folder, &call, None)
    };
    let kite = "{\"start\": 17, \"end\": 25, \"replacement\": \"bird\"}";
    let zyx = "{\"start\": 0, \"end\": 8, \"label\": \"PERSON\"}";
    for policy in ["given.toml", "declassify"] {
        let done = mask(&format!("{zyx}, {kite}"), policy);
        assert!(done.code < 2, "{}", done.stderr);
        assert_eq!(done.stdout.matches("bird").count(), 2, "{policy}: {}", done.stdout);
        assert!(!done.stdout.contains("kite") && !done.stdout.contains("Zyxwelda"), "{policy}: {}", done.stdout);
        let report: Value = serde_json::from_slice(&folder.read("r.json")).expect("JSON");
        let mentions = report["documents"][0]["mentions"].as_array().or(report["mentions"].as_array()).expect("a list");
        let given = mentions.iter().filter(|one| one["rule"] == "given" && one["operator"] == "given").count();
        assert_eq!(given, 2, "{policy}: {report}");
    }
    let broken = mask("{\"start\": 17, \"end\": 25, \"replacement\": 7}", "given.toml");
    assert_eq!(broken.code, 2);
    assert!(broken.stderr.contains("spans.jsonl: line 1: a replacement must be a string"), "{}", broken.stderr);
    // What is given for a part of a name is not put in the place of all of it.
    folder.write("note.txt", b"Mr Zyx Quorvath keeps bees.\n");
    let part = mask("{\"start\": 3, \"end\": 6, \"replacement\": \"somebody\"}", "default");
    assert!(part.code < 2 && !part.stdout.contains("Quorvath"), "{}{}", part.stdout, part.stderr);
}
