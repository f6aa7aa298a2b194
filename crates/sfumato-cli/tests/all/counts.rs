//! Counts: `sfumato knowledge ic` and `sfumato knowledge counts`.

use crate::support::{TestFolder, fails, works};

const LIST: &str = "#language\ten\n#total\t1024\nlamp\t256\ngreen\t64\nlamp AND green\t32\n";

#[test]
fn counts_of_ones_own_are_asked_as_a_list_and_as_a_table() {
    let folder = TestFolder::new();
    folder.write("own.tsv", LIST.as_bytes());
    works(&folder, &["knowledge", "counts", "own.tsv", "-o", "own.bin"]);
    for file in ["own.tsv", "own.bin"] {
        let done = works(&folder, &["knowledge", "ic", "Lamp", "green AND lamp", "shed", "--counts", file]);
        let lines: Vec<Vec<&str>> = done.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines.first().map(|line| line.join(" ")), Some(format!("{file}, en: 1024 documents")));
        let rest: Vec<String> = lines.iter().skip(2).map(|line| line.join(" ")).collect();
        assert_eq!(rest, ["2.0 256 counted Lamp", "5.0 32 counted 1.0 green AND lamp", "11.0 0 unseen shed"], "{file}");
    }
    let json = works(&folder, &["knowledge", "ic", "lamp", "--counts", "own.tsv", "--as", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json[0]["bits"], &json[0]["source"]), (&2.0.into(), &"own.tsv".into()));
}

#[test]
fn the_embedded_counts_are_asked_and_compared() {
    let folder = TestFolder::new();
    let done = works(&folder, &["knowledge", "ic", "disease", "Xyzzqwk"]);
    assert!(done.stdout.contains("counted           disease"), "{}", done.stdout);
    assert!(done.stdout.contains("unseen            Xyzzqwk"), "{}", done.stdout);
    folder.write("hits.tsv", b"the\t900\ngreen_lamp\t9\nhouse\t300\n(;_odd\t5\nhouse green_lamp\t2\n");
    let done = works(&folder, &["knowledge", "ic", "--against", "hits.tsv", "--against-total", "1000"]);
    assert!(done.stdout.starts_with("5 rows, 1 unclean left out\n"), "{}", done.stdout);
    let line = done.stdout.lines().nth(1).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(line, "single terms 3 1.000");
}

#[test]
fn what_is_wrong_with_a_list_is_said() {
    let folder = TestFolder::new();
    folder.write("none.tsv", b"lamp\t3\n");
    folder.write("odd.tsv", b"#total\t10\nlamp three\n");
    folder.write("other.tsv", LIST.as_bytes());
    fails(
        &folder,
        &["knowledge", "ic", "lamp", "--counts", "none.tsv"],
        "none.tsv: it does not say how many documents",
    );
    fails(&folder, &["knowledge", "ic", "lamp", "--counts", "odd.tsv"], "odd.tsv: line 2: there is no tab");
    fails(&folder, &["knowledge", "counts", "odd.tsv", "-o", "odd.bin"], "odd.tsv: line 2");
    fails(&folder, &["knowledge", "ic", "lamp", "--language", "es", "--counts", "other.tsv"], "no counts for Spanish");
    fails(&folder, &["knowledge", "ic"], "TERM");
    folder.write("cut.bin", b"SFCOUNT1\x09\0\0\0");
    fails(&folder, &["knowledge", "ic", "lamp", "--counts", "cut.bin"], "cut.bin: the counts are damaged");
}
