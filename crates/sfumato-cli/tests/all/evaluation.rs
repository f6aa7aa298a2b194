//! `sfumato eval` of what would be masked: what it counts, writes and refuses.

use crate::support::{RunResult, TestFolder, run};

#[track_caller]
fn works(folder: &TestFolder, arguments: &[&str]) -> RunResult {
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    assert!(done.stderr.is_empty(), "{arguments:?}: {}", done.stderr);
    done
}

/// Runs a call that must fail with these lines, in a folder that must stay as it is.
#[track_caller]
fn fails(folder: &TestFolder, arguments: &[&str], expected: &[&str]) {
    let before = folder.list();
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
    let said: Vec<&str> = done.stderr.lines().map(|line| line.trim_start_matches("sfumato: ")).collect();
    assert_eq!(said, expected, "{arguments:?}");
    assert!(done.stdout.is_empty(), "{arguments:?}: {}", done.stdout);
    assert_eq!(folder.list(), before, "{arguments:?} left something behind");
}

const LETTER: &str = "Dear Dr. Ann Lee,\nwrite to ann.lee@example.org before 12 May 2021.\n\
    The car of the tall one was red in 1998.\n";

/// The annotations of the letter: two right, one too short, one that nobody finds.
const PLACES: [(&str, &str); 4] =
    [("Ann Lee", "person"), ("ann.lee@example.org", "contact/email"), ("12 May", "date"), ("the tall one", "person")];

fn brat(text: &str, places: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (nth, (piece, label)) in places.iter().enumerate() {
        let start = text.find(piece).expect("it stands there");
        out += &format!("T{}\t{} {start} {}\t{piece}\n", nth + 1, label.replace('/', "_"), start + piece.len());
    }
    out
}

fn record(id: &str, text: &str, places: &[(&str, &str)]) -> String {
    let span = |(piece, label): &(&str, &str)| {
        let start = text.find(piece).expect("it stands there");
        serde_json::json!({ "start": start, "end": start + piece.len(), "label": label })
    };
    let spans: Vec<serde_json::Value> = places.iter().map(span).collect();
    serde_json::json!({ "id": id, "text": text, "spans": spans }).to_string() + "\n"
}

/// A folder with the letter in two formats.
fn gold() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("brat/letter.txt", LETTER.as_bytes());
    folder.write("brat/letter.ann", brat(LETTER, &PLACES).as_bytes());
    folder.write("brat/annotation.conf", b"[entities]\n");
    folder.write("brat/.stats_cache", b"x");
    folder.write("letters.jsonl", record("a 1", LETTER, &PLACES).as_bytes());
    folder
}

/// The lines of all labels together.
fn totals(csv: &str) -> Vec<&str> {
    csv.lines().filter(|line| line.contains(",*,")).collect()
}

const TOTALS: [&str; 6] = [
    "entity,*,4,2,1,2,66.67,50.00,57.14,52.63",
    "entity-overlap,*,4,3,0,1,100.00,75.00,85.71,78.95",
    "span,*,4,2,1,2,66.67,50.00,57.14,52.63",
    "span-merged,*,4,2,1,2,66.67,50.00,57.14,52.63",
    "character,*,44,32,5,12,86.49,72.73,79.01,75.12",
    "token,*,11,8,1,3,88.89,72.73,80.00,75.47",
];

#[test]
fn what_would_be_masked_is_held_against_annotations() {
    let folder = gold();
    let csv = works(&folder, &["eval", "--gold", "brat", "--as", "csv"]).stdout;
    assert!(csv.starts_with("measure,label,n,right,spurious,missed,precision,recall,f1,f2\n"), "{csv}");
    assert_eq!(totals(&csv), TOTALS);
    // A member of staff is a person where nothing more special is annotated.
    assert!(csv.contains("\nentity,person,2,1,0,1,100.00,50.00,66.67,55.56\n"), "{csv}");
    for gold in ["brat/letter.ann", "brat/letter.txt", "letters.jsonl"] {
        assert_eq!(works(&folder, &["eval", "entities", "--gold", gold, "--as", "csv"]).stdout, csv, "{gold}");
    }
    let both = ["eval", "--task", "entities", "--gold", "brat", "brat/letter.txt", "brat/letter.ann", "--as", "csv"];
    assert_eq!(works(&folder, &both).stdout, csv, "a file that is named twice is one");
}

#[test]
fn the_forms_say_the_same() {
    let folder = gold();
    let table = works(&folder, &["eval", "--gold", "brat"]).stdout;
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("entities in 1 document, policy default, labels of sfumato"));
    assert!(table.contains("66.67     50.00     57.14     52.63\n"), "{table}");
    assert_eq!(lines.last(), Some("missed 1, partly-covered 0, wrong-label 0, wrong-border 1, spurious 0"));
    let json = works(&folder, &["eval", "--gold", "brat", "letters.jsonl", "--as", "json"]).stdout;
    let outcome: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((outcome["files"].as_u64(), outcome["documents"].as_u64()), (Some(2), Some(2)));
    assert_eq!((outcome["policy"].as_str(), outcome["labels"].as_str()), (Some("default"), Some("sfumato")));
    assert_eq!(outcome["misses"]["wrong-border"].as_u64(), Some(2));
    let first = &outcome["measures"][0];
    assert_eq!((first["measure"].as_str(), first["label"].as_str()), (Some("entity"), None));
    assert_eq!((first["right"].as_u64(), first["f1"].as_f64()), (Some(4), Some(8.0 / 14.0)));
}

#[test]
fn documents_and_misses_are_listed_and_quoted_only_on_demand() {
    let folder = gold();
    let call = ["eval", "--gold", "brat", "letters.jsonl", "--rows", "rows.csv", "--misses", "misses.csv"];
    works(&folder, &call);
    let rows = String::from_utf8(folder.read("rows.csv")).expect("text");
    assert_eq!(rows.lines().next(), Some("file,document,measure,n,right,spurious,missed,precision,recall,f1,f2"));
    assert_eq!(rows.lines().nth(1), Some("letter.ann,letter,entity,4,2,1,2,66.67,50.00,57.14,52.63"));
    assert_eq!(rows.lines().last(), Some("letters.jsonl,a 1,token,11,8,1,3,88.89,72.73,80.00,75.47"));
    assert_eq!(rows.lines().count(), 13);
    let misses = String::from_utf8(folder.read("misses.csv")).expect("text");
    let expected = "file,document,place,kind,label,found,recogniser\n\
        letter.ann,letter,2:37,wrong-border,date,date,date/en\n\
        letter.ann,letter,3:12,missed,person,,\n\
        letters.jsonl,a 1,2:37,wrong-border,date,date,date/en\n\
        letters.jsonl,a 1,3:12,missed,person,,\n";
    assert_eq!(misses, expected);
    works(&folder, &[&call[..], &["--show-text"]].concat());
    let misses = String::from_utf8(folder.read("misses.csv")).expect("text");
    assert!(misses.contains("letter.ann,letter,3:12,missed,person,,,the tall one\n"), "{misses}");
}

#[test]
fn what_the_policy_keeps_counts_on_demand() {
    let folder = TestFolder::new();
    folder.write("gold.jsonl", record("1", LETTER, &[("1998", "date/year")]).as_bytes());
    let entity = |more: &[&str]| {
        let csv = works(&folder, &[&["eval", "--gold", "gold.jsonl", "--as", "csv"], more].concat()).stdout;
        totals(&csv)[0].to_owned()
    };
    assert_eq!(entity(&[]), "entity,*,1,0,3,1,0.00,0.00,0.00,0.00");
    assert!(entity(&["--what", "found"]).starts_with("entity,*,1,1,3,0,25.00,100.00,"));
    assert!(entity(&["--policy", "redact"]).starts_with("entity,*,1,1,3,0,25.00,100.00,"));
}

#[test]
fn labels_have_the_names_of_their_set() {
    let folder = TestFolder::new();
    let places = [("Ann Lee", "DOCTOR"), ("ann.lee@example.org", "EMAIL"), ("12 May 2021", "DATE")];
    folder.write("i2b2.jsonl", record("1", LETTER, &places).as_bytes());
    let csv = works(&folder, &["eval", "--gold", "i2b2.jsonl", "--as", "csv"]).stdout;
    assert_eq!(totals(&csv)[0], "entity,*,3,3,0,0,100.00,100.00,100.00,100.00");
    folder
        .write("own.jsonl", record("1", LETTER, &[("Ann Lee", "WHO"), ("12 May", "WHEN"), ("car", "WHAT")]).as_bytes());
    folder.write("map.toml", b"WHO = \"person\"\nWHEN = \"ignore\"\nWHAT = \"ignore\"\n");
    let mapped = ["eval", "--gold", "own.jsonl", "--map", "map.toml", "--as", "csv"];
    let csv = works(&folder, &mapped).stdout;
    assert_eq!(totals(&csv)[0], "entity,*,1,1,1,0,50.00,100.00,66.67,83.33", "the date does not count, the mail does");
    let csv = works(&folder, &[&mapped[..], &["--labels", "conll"]].concat()).stdout;
    assert!(csv.contains("\nentity,PER,1,1,0,0,100.00,"), "{csv}");
}

#[test]
fn faulty_annotations_are_refused_by_file_and_line() {
    let folder = TestFolder::new();
    folder.write("a.txt", LETTER.as_bytes());
    folder.write("a.ann", b"T1\tPERSON 9 16\tAnn Lee\nT2\tPERSON 13 16\tLee\n");
    folder.write("outside.txt", LETTER.as_bytes());
    folder.write("outside.ann", b"T1\tPERSON 9 16\tAnn Lee\nT2\tPERSON 9 1600\tAnn Lee\nT3\tPERSON 9 12\tLee\n");
    folder.write("alone.ann", b"T1\tPERSON 9 16\tAnn Lee\n");
    folder.write("prose.md", LETTER.as_bytes());
    folder.write("labels.jsonl", record("1", LETTER, &[("Ann", "PERSON"), ("Lee", "the tall one")]).as_bytes());
    let eval = |gold| ["eval", "--gold", gold];
    let overlap = "a.ann: line 2: the annotation at character 13 overlaps one of line 1";
    let go_on = "; --overlaps keep-longest goes on with the longest";
    fails(&folder, &eval("a.ann"), &[&format!("{overlap}{go_on}")]);
    let outside = [
        "outside.ann: line 2: offset 1600 lies outside the text or inside a character",
        "outside.ann: line 3: the quoted text is not what stands at offset 9",
        "2 faults in annotated files, so they are refused",
    ];
    fails(&folder, &eval("outside.ann"), &outside);
    fails(&folder, &eval("alone.ann"), &["alone.txt: there is no such file or folder"]);
    fails(&folder, &eval("prose.md"), &["prose.md: this is no file of annotations that is known"]);
    let means = "; name their set with --labels, or say with --map what they mean";
    let unknown = "labels.jsonl: line 1: the annotation at character 13 has an unknown label";
    fails(&folder, &eval("labels.jsonl"), &[&format!("{unknown}{means}")]);
    let both = ["eval", "--gold", "a.ann", "labels.jsonl"];
    fails(&folder, &both, &[overlap, unknown, &format!("2 faults in annotated files, so they are refused{means}")]);
    let conll = ["eval", "--gold", "labels.jsonl", "--labels", "conll"];
    let first = "labels.jsonl: line 1: the annotation at character 9 has an unknown label";
    fails(&folder, &conll, &[first, unknown, &format!("2 faults in annotated files, so they are refused{means}")]);
}

#[test]
fn of_many_faults_twenty_are_told() {
    let folder = TestFolder::new();
    folder.write("a.txt", LETTER.as_bytes());
    folder.write("a.ann", "T1\tPERSON 9 16\tAnn Lee\n".repeat(30).as_bytes());
    let done = run(&folder, &["eval", "--gold", "a.ann"], None);
    assert_eq!((done.code, done.stderr.lines().count()), (2, 21), "{}", done.stderr);
    let last = "sfumato: 29 faults in annotated files, 9 of them not shown, so they are refused; \
        --overlaps keep-longest goes on with the longest";
    assert_eq!(done.stderr.lines().last(), Some(last));
}

#[test]
fn the_longest_of_overlapping_annotations_stays_on_demand() {
    let folder = TestFolder::new();
    let places = [("Ann", "PERSON"), ("Ann Lee", "PERSON"), ("Ann Lee,", "ORG"), ("12 May 2021", "DATETIME")];
    folder.write("a.jsonl", record("1", LETTER, &places).as_bytes());
    let csv = works(&folder, &["eval", "--gold", "a.jsonl", "--overlaps", "keep-longest", "--as", "csv"]).stdout;
    assert_eq!(totals(&csv)[0], "entity,*,2,1,2,1,33.33,50.00,40.00,45.45");
    assert!(csv.contains("\nentity,ORG,1,0,0,1,"), "{csv}");
    folder.write("map.toml", b"ORG = \"ignore\"\n");
    let mapped = ["eval", "--gold", "a.jsonl", "--map", "map.toml", "--overlaps", "keep-longest", "--as", "csv"];
    let csv = works(&folder, &mapped).stdout;
    assert!(csv.contains("\nentity,PERSON,1,1,0,0,100.00,"), "what is ignored pushes nothing out: {csv}");
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    let folder = gold();
    folder.write("map.toml", b"A = \"person\"\nB = \"Person\"\n");
    folder.write("empty/x", b"");
    let eval = |more: &[&str], expected: &str| {
        fails(&folder, &[&["eval", "--gold", "letters.jsonl"], more].concat(), &[expected]);
    };
    eval(&["--show-text"], "--show-text goes with --misses");
    eval(&["--rows", "x.csv", "--misses", "x.csv"], "--rows and --misses name one file");
    eval(&["--rows", "letters.jsonl"], "letters.jsonl: is an input; it is never overwritten");
    eval(&["--misses", "nowhere/x.csv"], "nowhere/x.csv: there is no such folder to write to");
    eval(&["--convention", "2"], "--convention is for the evaluation of language");
    eval(&["--models", "m"], "--models is for the evaluation of language");
    let category = "a category is made of lower-case words with `/` between them, such as `id/national`";
    eval(&["--map", "map.toml"], &format!("map.toml: line 2: {category}, or is `ignore`"));
    let no_set = "invalid value 'x' for '--labels <SET>': there are sfumato, presidio, meddocan, tab, hipaa, i2b2, \
        conll; see `sfumato --help`";
    eval(&["--labels", "x"], no_set);
    let tags = ["eval", "tags", "--gold", "letters.jsonl", "--misses", "x.csv"];
    fails(&folder, &tags, &["--misses is for the evaluation of entities"]);
    let tags = ["eval", "tags", "--gold", "letters.jsonl", "--policy", "hipaa"];
    fails(&folder, &tags, &["--policy is for the evaluation of entities"]);
    fails(
        &folder,
        &["eval", "--gold", "brat/annotation.conf"],
        &["brat/annotation.conf: this is no file of annotations that is known"],
    );
}

#[test]
fn any_number_of_threads_comes_to_the_same() {
    let folder = TestFolder::new();
    for nth in 0..20 {
        let text = format!("{}{LETTER}", "Nothing here.\n".repeat(nth * 7 % 5));
        folder.write(&format!("gold/{nth}.jsonl"), record(&nth.to_string(), &text, &PLACES).as_bytes());
    }
    let with = |threads: &str| {
        let call = ["eval", "--gold", "gold", "--as", "csv", "--rows", "rows.csv", "--misses", "misses.csv"];
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_sfumato"));
        let out = program.args(call).current_dir(folder.path()).env("RAYON_NUM_THREADS", threads).output();
        let out = out.expect("the program ends");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        (out.stdout, folder.read("rows.csv"), folder.read("misses.csv"))
    };
    assert_eq!(with("1"), with("7"));
}
