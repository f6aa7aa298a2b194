//! Vectors: `sfumato train vectors` and `sfumato knowledge near`.

use crate::support::{TestFolder, fails, works};

/// A folder with two documents to learn from, and one with words that are not in them.
fn texts() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("texts/shed.txt", "The old van brought a green lamp to the shed. ".repeat(40).as_bytes());
    folder.write("texts/sea.txt", "A white gull flew over the cold sea. ".repeat(40).as_bytes());
    folder.write("new.txt", "The old van brought a copper kettle to the shed. ".repeat(40).as_bytes());
    folder
}

/// Few numbers make a test short.
const SMALL: [&str; 6] = ["--dimensions", "16", "--buckets", "500", "--language", "en"];

#[test]
fn vectors_are_learnt_extended_and_asked() {
    let folder = texts();
    works(&folder, &[&["train", "vectors", "texts", "-o", "a.vec"], &SMALL[..]].concat());
    works(&folder, &[&["train", "vectors", "texts", "-o", "b.vec", "--jobs", "1"], &SMALL[..]].concat());
    let near = |file, phrase, other| {
        works(&folder, &["knowledge", "near", phrase, other, "--vectors", file])
            .stdout
            .lines()
            .map(str::to_owned)
            .collect()
    };
    let lines: Vec<String> = near("a.vec", "Green Lamp", "old kettle");
    assert_eq!(lines.first().map(String::as_str), Some("a, en: known"));
    assert!(lines.iter().any(|line| line.ends_with("old kettle  (from its letters)")), "{lines:?}");
    // But for the name in the head.
    let body = |name| folder.read(name).split_off(40);
    assert_eq!(body("a.vec"), body("b.vec"), "the number of jobs does not matter");
    works(&folder, &["train", "vectors", "new.txt", "--extend", "a.vec", "-o", "more.vec", "--language", "en"]);
    let lines: Vec<String> = near("more.vec", "copper kettle", "green lamp");
    assert_eq!(lines.first().map(String::as_str), Some("more, en: known"));
    let nearest = works(&folder, &["knowledge", "near", "gull", "--vectors", "more.vec", "--most", "3"]).stdout;
    assert_eq!(nearest.lines().nth(1), Some(" 1.000  gull"));
    assert_eq!(nearest.lines().count(), 4);
}

#[test]
fn vectors_of_others_are_taken_over() {
    let folder = TestFolder::new();
    folder.write("others.txt", b"lamp 1 0 0\nkettle 1 1 0\ngull 0 0 1\n");
    let arguments = ["train", "vectors", "--from", "others.txt", "--quantise", "--buckets", "100", "-o", "own.vec"];
    works(&folder, &arguments);
    let near = works(&folder, &["knowledge", "near", "lamp", "kettle", "--vectors", "own.vec", "--language", "en"]);
    assert_eq!(near.stdout, "own, en: known\n 0.707  kettle  (known)\n");
    folder.write("new.txt", b"A lamp and a kettle.");
    fails(
        &folder,
        &["train", "vectors", "new.txt", "--extend", "own.vec", "-o", "more.vec", "-q"],
        "own.vec: these vectors cannot be extended; make them anew without --quantise",
    );
}

#[test]
fn what_cannot_be_used_is_told() {
    let folder = TestFolder::new();
    folder.write("bad.txt", b"lamp 1 0\nkettle one\n");
    folder.write("empty.txt", b"...");
    fails(&folder, &["train", "vectors", "--from", "bad.txt", "-o", "a.vec"], "bad.txt: line 2: ");
    fails(&folder, &["train", "vectors", "empty.txt", "-o", "a.vec", "-q"], "there are no words to learn");
    fails(&folder, &["train", "vectors", "empty.txt", "-o", "empty.txt"], "is an input");
    fails(&folder, &["train", "vectors", "-o", "a.vec"], "required");
    fails(&folder, &["knowledge", "near", "lamp", "--vectors", "bad.txt"], "bad.txt: this is no file of vectors");
}
