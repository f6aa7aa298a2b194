//! `sfumato eval`: floors on invented gold, identifiers entity by entity, what is left of documents, and what changed.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{RunResult, TestFolder, run};

#[track_caller]
fn works(folder: &TestFolder, arguments: &[&str]) -> RunResult {
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    assert!(done.stderr.is_empty(), "{arguments:?}: {}", done.stderr);
    done
}

/// Runs a call that must fail with one line.
#[track_caller]
fn fails(folder: &TestFolder, arguments: &[&str], expected: &str) {
    let before = folder.list();
    let done = run(folder, arguments, None);
    assert_eq!((done.code, done.stderr.trim_end()), (2, format!("sfumato: {expected}").as_str()), "{arguments:?}");
    assert!(done.stdout.is_empty(), "{arguments:?}: {}", done.stdout);
    assert_eq!(folder.list(), before, "{arguments:?} left something behind");
}

/// A score of all labels together, by measure and column.
fn score(csv: &str, measure: &str, column: &str) -> f64 {
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let at = header.iter().position(|name| *name == column).expect("a column");
    let row = rows.find(|row| row[0] == measure && row[1] == "*").expect("a measure");
    row[at].parse().expect("a number")
}

/// Measures invented gold by a policy; what is named must be reached, in per cent. A figure that rises wants its floor
/// raised; one that falls wants a reason.
#[track_caller]
fn reaches(gold: &str, policy: &str, floors: &[(&str, &str, f64)]) {
    let folder = TestFolder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gold/sentences").join(gold);
    let path = path.to_str().expect("a path");
    let csv = works(&folder, &["eval", "--gold", path, "--policy", policy, "--as", "csv"]).stdout;
    for (measure, column, least) in floors {
        let reached = score(&csv, measure, column);
        assert!(reached >= *least, "{gold}, policy {policy}: {measure} {column} is {reached}, below {least}");
    }
}

#[test]
fn english_does_not_fall_below_its_floor() {
    let floors =
        [("entity", "f1", 91.5), ("entity", "f2", 92.0), ("character", "recall", 97.0), ("character", "f1", 97.0)];
    reaches("english.jsonl", "default", &floors);
}

#[test]
fn spanish_does_not_fall_below_its_floor() {
    let floors =
        [("entity", "f1", 89.0), ("entity", "f2", 90.0), ("character", "recall", 98.0), ("character", "f1", 97.0)];
    reaches("spanish.jsonl", "default", &floors);
}

#[test]
fn court_files_and_notes_do_not_fall_below_their_floors() {
    reaches("english.jsonl", "legal", &[("entity", "f1", 80.0), ("character", "recall", 94.0), ("token", "f2", 93.0)]);
    reaches(
        "english.jsonl",
        "clinical",
        &[("entity", "f1", 83.0), ("character", "recall", 86.0), ("token", "f2", 89.0)],
    );
}

#[test]
fn annotations_in_xml_are_measured_like_others() {
    let folder = TestFolder::new();
    let beside = "<deIdi2b2><TEXT><![CDATA[Seen by Dr. Ann Lee on 12 May 2021.]]></TEXT><TAGS>\
        <NAME id=\"P0\" start=\"12\" end=\"19\" text=\"Ann Lee\" TYPE=\"DOCTOR\"/>\
        <DATE id=\"P1\" start=\"23\" end=\"34\" text=\"12 May 2021\" TYPE=\"DATE\"/></TAGS></deIdi2b2>";
    let around = "<ROOT><RECORD ID=\"7\"><TEXT>Seen by Dr. <PHI TYPE=\"DOCTOR\">Ann Lee</PHI> on \
        <PHI TYPE=\"DATE\">12 May 2021</PHI>.</TEXT></RECORD></ROOT>";
    folder.write("beside.xml", beside.as_bytes());
    folder.write("around.xml", around.as_bytes());
    for file in ["beside.xml", "around.xml"] {
        let csv = works(&folder, &["eval", "--gold", file, "--as", "csv"]).stdout;
        assert!((score(&csv, "character", "f1") - 100.0).abs() < 1e-9, "{file}: {csv}");
    }
}

const CASE: &str = r#"{"id": "c1", "text": "Dr. Ann Lee met Mr Ob Xy in Paris. Ann Lee wrote to ann@example.org.", "spans": [
    {"start": 4, "end": 11, "type": "PERSON", "identifier": "DIRECT", "entity": "e1"},
    {"start": 35, "end": 42, "type": "PERSON", "identifier": "DIRECT", "entity": "e1"},
    {"start": 28, "end": 33, "type": "LOC", "identifier_type": "QUASI", "entity_id": "e2"},
    {"start": 52, "end": 67, "type": "CODE", "identifier": "NO_MASK", "entity": "e3"}]}"#;

#[test]
fn identifiers_are_counted_entity_by_entity() {
    let folder = TestFolder::new();
    folder.write("case.jsonl", CASE.replace('\n', " ").as_bytes());
    folder.write(
        "only.toml",
        b"version = 1\n[recognise]\nmodels = []\npatterns = \"none\"\n[deny]\nperson = [\"Ann Lee\", \"example\"]\n",
    );
    let call = ["eval", "tab", "case.jsonl", "--policy", "only.toml", "--as", "csv", "--rows", "rows.csv"];
    let csv = works(&folder, &call).stdout;
    let share: BTreeMap<&str, &str> =
        csv.lines().filter_map(|line| Some((line.split(',').next()?, line.rsplit(',').next()?))).collect();
    assert_eq!(share["recall-direct-entities"], "100.00", "{csv}");
    assert_eq!(share["recall-direct-mentions"], "100.00", "{csv}");
    assert_eq!(share["recall-quasi-entities"], "0.00", "{csv}");
    assert_eq!(share["precision-weighted-annotated"], "100.00", "{csv}");
    let rows = String::from_utf8(folder.read("rows.csv")).expect("text");
    assert!(rows.starts_with("document,measure,n,right,share\nc1,recall-direct-entities,1.0,1.0,100.00\n"), "{rows}");
    let table = works(&folder, &["eval", "tab", "case.jsonl", "--policy", "only.toml"]).stdout;
    assert!(table.starts_with("identifiers in 1 document, policy only.toml\n"), "{table}");
}

#[test]
fn records_without_identifiers_are_refused() {
    let folder = TestFolder::new();
    let expected = "a record with id, text and spans was expected, each with start, end, identifier and entity";
    folder.write("a.jsonl", b"{\"id\": 1, \"text\": \"Zyx\", \"spans\": [{\"start\": 0, \"end\": 1}]}\n");
    fails(&folder, &["eval", "tab", "a.jsonl"], &format!("a.jsonl: line 1: {expected}"));
    folder.write("b.jsonl", CASE.replace('\n', " ").replace("NO_MASK", "MAYBE").as_bytes());
    fails(&folder, &["eval", "tab", "b.jsonl"], "b.jsonl: line 1: an identifier is DIRECT, QUASI or NO_MASK");
    folder.write("c.jsonl", b"\n\n");
    fails(&folder, &["eval", "tab", "c.jsonl"], "c.jsonl: there is no document in it");
    fails(&folder, &["eval", "tab", "a.jsonl", "--map", "m.toml"], "--map is for the evaluation of entities");
}

const RECORD: &str =
    "{\"id\": \"z\", \"protect\": \"Zora Quill\", \"text\": \"Zora Quill is a falconer. She has a dog.\"}\n";

#[test]
fn what_is_left_is_measured_for_documents_of_any_kind() {
    let folder = TestFolder::new();
    folder.write("bios.jsonl", RECORD.as_bytes());
    folder.write("notes/a.txt", b"Zora Quill is a falconer. She has a dog.");
    folder.write("notes/a.ann", b"T1\tperson 0 10\tZora Quill\n");
    let rows = works(&folder, &["eval", "utility", "bios.jsonl", "--as", "csv"]).stdout;
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 2, "{rows}");
    let value = |column: &str| -> f64 {
        let at = lines[0].split(',').position(|name| name == column).expect("a column");
        lines[1].split(',').nth(at).and_then(|cell| cell.parse().ok()).expect("a number")
    };
    assert!(value("information_suppressed") < value("information"), "{rows}");
    assert!(value("information_regained") > 0.0 && value("information_regained") < 100.0, "{rows}");
    assert!(value("meaning") > 0.0 && value("words_kept") > 30.0, "{rows}");
    assert!(!rows.contains("falconer"), "{rows}");
    let table = works(&folder, &["eval", "utility", "notes", "--protect", "Zora Quill", "--rows", "rows.csv"]).stdout;
    assert!(table.starts_with("utility of 1 document, policy declassify\n") && table.contains("\n  mean "), "{table}");
    assert!(String::from_utf8(folder.read("rows.csv")).expect("text").contains("\na.txt,"));
    folder.write("b.jsonl", b"{\"id\": 1}\n");
    fails(&folder, &["eval", "utility", "b.jsonl"], "b.jsonl: line 1: a record with a text was expected");
    fails(&folder, &["eval", "utility", "notes", "--misses", "m.csv"], "--misses is for the evaluation of entities");
}

const BEFORE: &str = "file,document,measure,n,right,f1\na.ann,a,entity,4,2,50.00\nb.ann,b,entity,2,2,100.00\n";
const AFTER: &str = "file,document,measure,n,right,f1\na.ann,a,entity,4,3,75.00\nb.ann,b,entity,2,1,70.00\n";

#[test]
fn two_files_of_rows_are_compared() {
    let folder = TestFolder::new();
    folder.write("a.csv", BEFORE.as_bytes());
    folder.write("b.csv", AFTER.as_bytes());
    let table = works(&folder, &["eval", "diff", "a.csv", "b.csv"]).stdout;
    let expected = "2 documents in both, 0 in the first alone, 0 in the second\n  \
        measure          n   before    after   change     from       to   better    worse\n  \
        entity f1        2    75.00    72.50    -2.50   -30.00   +25.00        1        1\n    \
        worse: b.ann b -30.00\n    better: a.ann a +25.00\n\
        from, to: where the mean difference lies in 95 of 100 draws of as many documents\n";
    assert_eq!(table, expected);
    let csv = works(&folder, &["eval", "diff", "a.csv", "b.csv", "--as", "csv", "--fail-below", "-3"]).stdout;
    assert!(csv.ends_with("entity f1,2,75.00,72.50,-2.50,-30.00,25.00,1,1\n"), "{csv}");
    let same = works(&folder, &["eval", "diff", "a.csv", "a.csv", "--fail-below", "0"]).stdout;
    assert!(same.ends_with("nothing changed\n"), "{same}");
    let gate = run(&folder, &["eval", "diff", "a.csv", "b.csv", "--fail-below", "-1"], None);
    assert_eq!(gate.code, 1);
    assert_eq!(gate.stderr, "sfumato: entity f1 changed by -2.50, which is below --fail-below -1\n");
}

#[test]
fn what_cannot_be_compared_is_told_in_one_line() {
    let folder = TestFolder::new();
    folder.write("a.csv", BEFORE.as_bytes());
    folder.write("x.csv", b"document,f1\nz,1.0\n");
    folder.write("t.txt", b"Dear Ann,\n");
    fails(&folder, &["eval", "diff", "a.csv"], "diff compares two files of rows, which --rows writes");
    fails(&folder, &["eval", "diff", "a.csv", "x.csv"], "x.csv: no document is in both files");
    let no_rows = "t.txt: line 1: rows of an evaluation have a column `document` or `file`";
    fails(&folder, &["eval", "diff", "a.csv", "t.txt"], no_rows);
    fails(&folder, &["eval", "tab", "a.csv", "--fail-below", "1"], "--fail-below is for diff");
    fails(
        &folder,
        &["eval", "diff", "a.csv", "a.csv", "--policy", "default"],
        "--policy is for the evaluation of documents",
    );
}

#[test]
fn a_second_run_says_what_it_finds() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Ann Lee, write to ann.lee@example.org.\n");
    folder.write("other.toml", b"version = 1\n[mask]\ndefault = \"pseudonymise\"\n");
    let again = |policy: &str| {
        let call =
            ["eval", "again", "letter.txt", "--policy", policy, "--seed", "1", "--as", "json", "--rows", "r.csv"];
        let printed: serde_json::Value = serde_json::from_str(&works(&folder, &call).stdout).expect("JSON");
        (printed["measures"]["values"]["n"].as_u64(), printed["measures"]["values"]["wrong"].as_u64())
    };
    assert_eq!(again("default"), (Some(2), Some(0)));
    // Somebody else's name is a name.
    assert_eq!(again("other.toml"), (Some(2), Some(2)));
    let rows = String::from_utf8(folder.read("r.csv")).expect("text");
    assert!(rows.starts_with("document,category,masked,again\nletter.txt,contact/email,1,1\n"), "{rows}");
}
