//! `knowledge build`: taxonomies that users bring.

use crate::support::{RunResult, TestFolder, run};

const OBO: &str = "format-version: 1.2\n\n[Term]\nid: T:1\nname: thumb disease\n\n\
    [Term]\nid: T:2\nname: blue thumb\nis_a: T:1\nis_a: T:7\n\n\
    [Term]\nid: T:3\nname: green thumb\nis_a: T:4\n\n[Term]\nid: T:4\nname: grass thumb\nis_a: T:3\n";

fn build(folder: &TestFolder, arguments: &[&str]) -> RunResult {
    run(folder, &[&["knowledge", "build"], arguments].concat(), None)
}

#[test]
fn flaws_are_told_with_their_places() {
    let folder = TestFolder::new();
    folder.write("thumb.obo", OBO.as_bytes());
    folder.write("es.tsv", b"id\tlanguage\tkind\tname\tfrequency\nT:2\tes\tpreferred\tpulgar azul\t\n");
    let done = build(&folder, &["es.tsv", "thumb.obo", "-o", "thumb.kb"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.is_empty());
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(
        lines[..2],
        ["relation to an unknown concept: 1 (thumb.obo:11)", "relation that closes a cycle: 1 (thumb.obo:21)",]
    );
    assert_eq!(lines[2], "4 concepts, 5 names, 2 dropped");
    let shown = run(&folder, &["knowledge", "show", "blue thumbs", "--knowledge", "thumb.kb"], None);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert!(shown.stdout.contains("thumb disease"), "{}", shown.stdout);
    let shown = run(&folder, &["knowledge", "show", "pulgares azules", "--knowledge", "thumb.kb"], None);
    assert!(shown.stdout.contains("pulgar azul"), "{}", shown.stdout);
}

#[test]
fn what_is_strict_writes_nothing_if_there_are_flaws() {
    let folder = TestFolder::new();
    folder.write("thumb.obo", OBO.as_bytes());
    let before = folder.list();
    let done = build(&folder, &["thumb.obo", "-o", "thumb.kb", "--strict"]);
    assert_eq!(done.code, 2);
    assert!(
        done.stderr.ends_with("sfumato: thumb.kb: 2 flaws; nothing is written because of --strict\n"),
        "{}",
        done.stderr
    );
    assert_eq!(folder.list(), before);
    folder.write("sound.csv", b"child,parent\nblue,colour\n");
    let done = build(&folder, &["sound.csv", "-o", "sound.kb", "--strict", "--quiet"]);
    assert_eq!((done.code, done.stderr.as_str()), (0, ""));
    assert!(folder.has("sound.kb"));
}

#[test]
fn folders_are_walked() {
    let folder = TestFolder::new();
    folder.write(
        "release/Terminology/sct2_Concept_Snapshot_INT_1.txt",
        b"id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n1\t20200101\t1\t9\t9\n",
    );
    folder.write("release/Terminology/sct2_Description_Snapshot-en_INT_1.txt", b"id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n11\t20200101\t1\t9\t1\ten\t900000000000003001\tBlue thumb (disorder)\t9\n12\t20200101\t0\t9\t1\ten\t900000000000013009\tBleu thumb\t9\n");
    folder.write("release/Readme.txt", b"Read me first.\n");
    let done = build(&folder, &["release", "-o", "release.kb"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "1 files in no known format were passed over",
            "1 concepts, 1 names, 0 dropped",
            "1 no longer hold, as the files themselves say",
        ]
    );
}

#[test]
fn what_cannot_be_a_taxonomy_is_refused() {
    let folder = TestFolder::new();
    folder.write("note.txt", b"Dear Ann,\nthank you.\n");
    folder.write("empty.obo", b"format-version: 1.2\n");
    folder.write("bomb.owl", b"<!DOCTYPE a [\n<!ENTITY a \"b\">\n<!ENTITY c \"&a;&a;\">\n]>\n<rdf:RDF/>\n");
    folder.write("sound.csv", b"child,parent\nblue,colour\n");
    let before = folder.list();
    let cases: [(&[&str], &str); 6] = [
        (&["note.txt", "-o", "x.kb"], "note.txt: its format is not known; give one with --format"),
        (&["empty.obo", "-o", "x.kb"], "empty.obo: no [Term] in it, as files of this format have"),
        (&["bomb.owl", "-o", "x.kb"], "bomb.owl:3: entities made of entities"),
        (&["missing.obo", "-o", "x.kb"], "missing.obo: there is no such file or folder"),
        (&["sound.csv", "-o", "sound.csv"], "sound.csv: is an input; it is never overwritten"),
        (&["sound.csv", "-o", "x.kb", "--format", "obo"], "sound.csv: no [Term] in it"),
    ];
    for (arguments, expected) in cases {
        let done = build(&folder, arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.starts_with(&format!("sfumato: {expected}")), "{arguments:?}: {}", done.stderr);
        assert_eq!(folder.list(), before, "{arguments:?} left something behind");
    }
}
