//! Tables in which nobody stands out: `collect` on a file. All people are invented.

use crate::support::{TestFolder, fails, works};
use serde_json::Value;

const PEOPLE: &str = "name,age,sex,postcode,job,diagnosis,note\n\
    Ann Lee,34,f,28013,nurse,asthma,Ann Lee called\n\
    Bob Ray,36,m,28014,surgeon,asthma,nothing\n\
    Carl Fox,38,m,28013,nurse,diabetes,nothing\n\
    Dora Kay,31,f,28015,baker,anaemia,nothing\n\
    Eve Moss,52,f,08001,baker,diabetes,nothing\n\
    Finn Orr,58,m,08002,nurse,asthma,nothing\n\
    Gus Poe,55,m,08001,surgeon,anaemia,nothing\n\
    Hana Quin,51,f,08003,baker,diabetes,nothing\n";

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("people.csv", PEOPLE.as_bytes());
    folder.write("jobs.csv", b"nurse;health;*\nsurgeon;health;*\nbaker;food;*\n");
    folder
}

/// The rows of a table without its head.
fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn everybody_looks_like_another_and_names_are_gone() {
    let folder = folder();
    let arguments = ["collect", "people.csv", "--quasi", "age,sex,postcode", "--sensitive", "diagnosis", "--k", "2"];
    works(&folder, &[&arguments[..], &["--l", "2", "-o", "out.csv"]].concat());
    let written = folder.read("out.csv");
    let rows = rows(&written);
    assert_eq!(rows.len(), 8);
    for row in &rows {
        let alike: Vec<_> = rows.iter().filter(|other| other[..3] == row[..3]).collect();
        assert!(alike.len() >= 2 && alike.iter().any(|other| other[3] != row[3]), "{row:?}");
    }
    let text = String::from_utf8(written).expect("text");
    assert!(text.starts_with("age,sex,postcode,diagnosis\n") && !text.contains("Ann"));
}

#[test]
fn the_report_tells_no_value_and_what_holds() {
    let folder = folder();
    let arguments = ["collect", "people.csv", "--quasi", "age,job", "--hierarchy", "job=jobs.csv", "--k", "2"];
    for report in ["r.json", "r.html"] {
        works(&folder, &[&arguments[..], &["--report", report, "--population", "1000"]].concat());
        let text = String::from_utf8(folder.read(report)).expect("text");
        assert!(!text.contains("surgeon") && !text.contains("Ann Lee"), "{report}");
    }
    let report: Value = serde_json::from_slice(&folder.read("r.json")).expect("JSON");
    assert_eq!(report["models"][0]["holds"], true);
    assert_eq!(report["before"]["alone"], 1.0);
    assert!(report["after"]["highest"].as_f64().expect("a number") <= 0.5);
    assert!(String::from_utf8(folder.read("r.html")).expect("text").contains("<svg"));
}

#[test]
fn one_level_for_a_column_leaves_out_as_many_rows_as_it_may() {
    let folder = folder();
    let arguments = ["collect", "people.csv", "--quasi", "age,sex,job", "--hierarchy", "job=jobs.csv", "--k", "2"];
    works(&folder, &[&arguments[..], &["--method", "full-domain", "--suppress", "25%", "-o", "out.csv"]].concat());
    assert_eq!(rows(&folder.read("out.csv")).len(), 6);
}

#[test]
fn columns_of_text_are_masked_as_documents_are() {
    let folder = folder();
    works(&folder, &["collect", "people.csv", "--quasi", "age", "--k", "4", "--text-columns", "note", "-o", "out.csv"]);
    let written = String::from_utf8(folder.read("out.csv")).expect("text");
    assert!(written.contains("called") && !written.contains("Ann"), "{written}");
}

#[test]
fn what_cannot_be_done_is_one_line_and_nothing_is_written() {
    let folder = folder();
    folder.write("cyclic.csv", b"nurse;health;nurse;*\n");
    folder.write("short.csv", b"nurse;health;*\n");
    folder.write("ragged.csv", b"nurse;health;*\nbaker;*\n");
    folder.write("wide.csv", b"a,b\n1,2\n3\n");
    let quasi = |columns| ["collect", "people.csv", "--k", "2", "--quasi", columns];
    for (arguments, what) in [
        (vec!["collect", "people.csv", "--quasi", "age", "--k", "9"], "--k 9 is asked for, but the table has 8 rows"),
        (quasi("agee").to_vec(), "did you mean `age`?"),
        ([&quasi("job")[..], &["--hierarchy", "job=cyclic.csv"]].concat(), "line 1: cyclic"),
        ([&quasi("job")[..], &["--hierarchy", "job=short.csv"]].concat(), "lacks 2 values of column job"),
        (
            [&quasi("job")[..], &["--hierarchy", "job=ragged.csv"]].concat(),
            "line 2: 2 levels where the first line has 3",
        ),
        ([&quasi("age")[..], &["--l", "2"]].concat(), "--sensitive"),
        (
            [&quasi("age")[..], &["--sensitive", "diagnosis", "--l", "4"]].concat(),
            "4-diversity of diagnosis does not hold",
        ),
        ([&quasi("age")[..], &["--report", "r.txt"]].concat(), ".json or .html"),
        (vec!["collect", "people.csv", "--quasi", "age"], "nothing is asked for"),
        (vec!["collect", "wide.csv", "--quasi", "a", "--k", "1"], "line 3: a row has more or fewer cells"),
    ] {
        fails(&folder, &arguments, what);
    }
}
