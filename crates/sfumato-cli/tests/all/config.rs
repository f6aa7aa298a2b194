//! Defaults from `sfumato.toml`.

use crate::support::{TestFolder, fails, run, works};

const LETTER: &[u8] = b"Dear Dr. Ann Lee, write to ann.lee@example.org.";

#[test]
fn the_project_counts_before_the_user_and_arguments_before_both() {
    let folder = TestFolder::new();
    folder.write("letter.txt", LETTER);
    folder.write("user/sfumato/sfumato.toml", b"policy = \"hipaa\"\n[mask]\nprotect = [\"write\"]\n");
    let masked =
        |arguments: &[&str]| works(&folder, &[&["mask", "letter.txt", "-q", "-o", "-"], arguments].concat()).stdout;
    assert_eq!(masked(&[]), "Dear Dr. [PERSON 1], [PROTECTED 1] to [EMAIL 1].");
    folder.write("sfumato.toml", b"[mask]\npolicy = \"redact\"\n");
    let redacted = masked(&[]);
    assert!(!redacted.contains('[') && !redacted.contains("Lee"), "{redacted}");
    assert_eq!(
        masked(&["--policy", "default", "--protect", "Dear"]),
        "[PROTECTED 1] Dr. [PERSON 1], write to [EMAIL 1]."
    );
    assert_eq!(masked(&["--config", "none"]), "Dear Dr. [PERSON 1], write to [EMAIL 1].");
}

#[test]
fn what_counts_is_shown_with_its_origin_and_told_in_a_run() {
    let folder = TestFolder::new();
    folder.write("letter.txt", LETTER);
    folder.write("sfumato.toml", b"[mask]\nthreshold = 0.4\nkeep-fields = [\"id\", \"2\"]\n[detect]\nall = true\n");
    let shown = works(&folder, &["config"]).stdout;
    for line in ["\n[mask]\n", "threshold = 0.4  # ", "keep-fields = [\"id\", 2]  # ", "all = true  # ", "(not there)"]
    {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(works(&folder, &["mask", "letter.txt"]).stderr.contains("sfumato.toml: keep-fields, threshold"));
    assert!(works(&folder, &["config", "--config", "none"]).stdout.contains("no configuration"));
}

#[test]
fn paths_are_below_the_folder_of_the_file() {
    let folder = TestFolder::new();
    folder.write("project/sfumato.toml", b"[mask]\npolicy = \"own/rules.toml\"\n");
    folder.write("project/own/rules.toml", b"version = 1\n[mask]\ndefault = \"suppress\"\n");
    folder.write("project/deep/letter.txt", LETTER);
    let letter = folder.path().join("project/deep/letter.txt");
    let config = folder.path().join("project/sfumato.toml");
    let letter = letter.to_str().expect("a path");
    let masked =
        works(&folder, &["mask", letter, "-q", "-o", "-", "--config", config.to_str().expect("a path")]).stdout;
    assert!(!masked.contains("Lee") && !masked.contains('['), "{masked}");
}

#[test]
fn what_cannot_be_meant_is_refused_by_file_and_line() {
    let folder = TestFolder::new();
    folder.write("letter.txt", LETTER);
    for (toml, told) in [
        ("[mask]\npolcy = \"hipaa\"\n", "did you mean `policy`"),
        ("[maks]\n", "did you mean `mask`"),
        ("[mask]\nquiet = \"yes\"\n", "takes true or false"),
        ("[mask]\nresume = true\n", "no option `resume`"),
        ("[mask]\npolicy = [\"a\"]\n", "takes one value"),
        ("policy = \n", "line 1"),
    ] {
        folder.write("sfumato.toml", toml.as_bytes());
        fails(&folder, &["mask", "letter.txt"], told);
    }
    fails(&folder, &["mask", "letter.txt", "--config", "nowhere.toml"], "no such file");
}

#[test]
fn the_version_tells_the_build_and_what_is_in_it() {
    let folder = TestFolder::new();
    let short = works(&folder, &["--version"]).stdout;
    let long = works(&folder, &["--version", "--verbose"]).stdout;
    assert!(long.starts_with(&short) && long.lines().count() > 20, "{long}");
    for line in ["build ", "models/neural/fast ", "knowledge/wordnet ", "policies/default "] {
        assert!(long.lines().any(|one| one.starts_with(line)), "{line}: {long}");
    }
    assert_eq!(run(&folder, &["--verbose", "--version"], None).stdout, long);
}
