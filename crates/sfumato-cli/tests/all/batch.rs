//! Runs over many files that go on wherever they were ended.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{TestFolder, fails, run, works};

const BATCH: &[&str] = &["mask", "in", "-o", "out", "--resume"];

/// A folder of letters, some below another folder, and a collection.
fn letters(folder: &TestFolder, count: usize) {
    for number in 0..count {
        let letter = format!("Dear Dr. Ann Lee,\nRef. {number}: born 4 March 19{:02}.\n", number % 90 + 10);
        folder.write(&format!("in/{}/letter-{number}.txt", number % 3), letter.as_bytes());
    }
    folder.write("in/notes.jsonl", b"{\"text\":\"Dr. Ann Lee\"}\n{\"text\":\"Mrs Ada Pike\"}\n");
}

/// The files below a folder of results with their bytes.
fn tree(folder: &TestFolder, below: &str) -> Vec<(String, Vec<u8>)> {
    let list = folder.list();
    let files = list.iter().filter(|name| folder.path().join(name).is_file());
    let files = files.filter_map(|name| Some((name, name.strip_prefix(below)?.strip_prefix('/')?.to_owned())));
    files.map(|(name, below)| (below, folder.read(name))).collect()
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_an_undisturbed_one() {
    let folder = TestFolder::new();
    letters(&folder, 60);
    works(&folder, &["mask", "in", "-q", "-o", "plain"]);
    let (mut kills, mut wait) = (0, 40);
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sfumato"))
            .args(BATCH)
            .current_dir(folder.path())
            .env_remove("SFUMATO_KEY")
            .env("SFUMATO_CONFIG", "none")
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Ever later, so that it comes to its end on the slowest machine.
        std::thread::sleep(Duration::from_millis(wait));
        wait += wait / 3 + 7;
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success());
            break;
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
        kills += 1;
    }
    assert!(kills > 0, "it was never ended");
    assert_eq!(tree(&folder, "out"), tree(&folder, "plain"));
    assert!(!folder.list().iter().any(|name| name.contains(".sfumato")), "{:?}", folder.list());
    let journal = String::from_utf8(folder.read("out.batch/journal")).expect("text");
    assert_eq!(journal.lines().count(), 62, "each input once, behind the first line");
    assert_eq!(run(&folder, &["verify", "out", "--inputs", "in"], None).code, 0);
    let done = works(&folder, BATCH);
    assert!(done.stderr.contains("61 files masked, 0 of them in this run"), "{}", done.stderr);
}

#[test]
fn what_changed_since_is_masked_again_and_what_is_gone_is_told() {
    let folder = TestFolder::new();
    letters(&folder, 6);
    works(&folder, BATCH);
    folder.write("in/0/letter-0.txt", b"Dear Dr. Ann Lee, and Mrs Ada Pike.");
    folder.write("out/1/letter-1.txt", b"torn");
    std::fs::remove_file(folder.path().join("in/2/letter-2.txt")).expect("it is there");
    let verified = run(&folder, &["verify", "out", "--inputs", "in"], None);
    assert_eq!(verified.code, 1);
    for line in ["letter-0.txt: input changed", "letter-1.txt: changed since", "letter-2.txt: input gone"] {
        assert!(verified.stdout.contains(line), "{line}: {}", verified.stdout);
    }
    let again = works(&folder, BATCH).stderr;
    assert!(again.contains("2 of them in this run; 1 of them since their input had changed"), "{again}");
    assert!(
        again.contains("1 of them since their result had changed") && again.contains("1 results of inputs"),
        "{again}"
    );
    assert_eq!(folder.read("out/0/letter-0.txt"), b"Dear Dr. [PERSON 1], and Mrs [PERSON 2].");
    assert!(folder.read("out/1/letter-1.txt").starts_with(b"Dear Dr. [PERSON 1]"));
    let left = run(&folder, &["verify", "out"], None).stdout;
    assert_eq!(left.lines().collect::<Vec<_>>(), ["out/2/letter-2.txt: not in the manifest"]);
}

#[test]
fn another_policy_option_or_key_is_refused_unless_asked_for() {
    let folder = TestFolder::new();
    letters(&folder, 3);
    works(&folder, BATCH);
    for (more, told) in [
        (&["--policy", "hipaa"][..], "another policy"),
        (&["--protect", "Ref"], "other options"),
        (&["--columns", "a"], "other options"),
    ] {
        fails(&folder, &[BATCH, more].concat(), told);
    }
    let before = folder.read("out/0/letter-0.txt");
    works(&folder, &[BATCH, &["--anew", "--protect", "Ref"]].concat());
    assert_ne!(folder.read("out/0/letter-0.txt"), before);
    folder.write("one.key", &b"0123456789abcdef".repeat(4));
    folder.write("two.key", &b"fedcba9876543210".repeat(4));
    let drawn = ["mask", "in", "-o", "drawn", "--resume", "--policy", "pseudonymise", "--consistent-across", "key"];
    fails(&folder, &drawn, "--resume needs --seed or a key");
    works(&folder, &[&drawn[..], &["--key-file", "one.key"]].concat());
    fails(&folder, &[&drawn[..], &["--key-file", "two.key"]].concat(), "another key");
    // What a key alone decides is the same in all documents.
    let first = String::from_utf8(folder.read("drawn/0/letter-0.txt")).expect("text");
    let name = first.split([',', '\n']).next().expect("a greeting");
    assert!(!name.contains("Lee") && folder.read("drawn/1/letter-1.txt").starts_with(name.as_bytes()), "{first}");
}

#[test]
fn parts_of_a_folder_are_disjoint_and_make_the_whole() {
    let folder = TestFolder::new();
    letters(&folder, 12);
    works(&folder, &["mask", "in", "-q", "-o", "plain"]);
    let mut written = 0;
    for part in ["1/3", "2/3", "3/3"] {
        let before = tree(&folder, "out").len();
        works(&folder, &[BATCH, &["--shard", part]].concat());
        written += tree(&folder, "out").len() - before;
        let code = run(&folder, &["verify", "out"], None).code;
        assert_eq!(code == 0, part == "3/3", "a part that is not there yet is told");
    }
    assert_eq!(written, 13);
    assert_eq!(tree(&folder, "out"), tree(&folder, "plain"));
    fails(&folder, &["mask", "in", "-o", "other", "--shard", "4/3"], "from 1/N to N/N");
}

#[test]
fn a_file_that_fails_ends_the_run_or_is_left_out_and_counted() {
    let folder = TestFolder::new();
    letters(&folder, 4);
    folder.write("in/broken.json", b"{\"text\": \"Zyxwelda\"");
    folder.write("in/records.jsonl", b"{\"text\":\"Dr. Ann Lee\"}\n{\"text\":\n{\"text\":\"Mrs Ada Pike\"}\n");
    let stopped = run(&folder, BATCH, None);
    assert_eq!(stopped.code, 2, "{}", stopped.stderr);
    assert!(stopped.stderr.contains("the same call goes on") && !stopped.stderr.contains("Zyxwelda"));
    assert!(!folder.has("out.batch/manifest.jsonl") && !folder.has("out/broken.json"));
    let done = run(&folder, &[BATCH, &["--allow-incomplete", "--report", "reports.jsonl"]].concat(), None);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stderr.contains("1 left out; 1 records left out"), "{}", done.stderr);
    assert_eq!(folder.read("out/records.jsonl"), b"{\"text\":\"Dr. [PERSON 1]\"}\n{\"text\":\"Mrs [PERSON 1]\"}\n");
    let reports = String::from_utf8(folder.read("reports.jsonl")).expect("text");
    assert_eq!(reports.lines().count(), 8, "one for each document");
    assert!(!String::from_utf8_lossy(&folder.read("out.batch/journal")).contains("Zyxwelda"));
    assert!(run(&folder, &["verify", "out"], None).stderr.contains("1 inputs had been left out"));
    folder.write("in/broken.json", b"{\"text\": \"Dr. Ann Lee\"}");
    assert_eq!(run(&folder, &[BATCH, &["--allow-incomplete", "--report", "reports.jsonl"]].concat(), None).code, 1);
    assert!(folder.has("out/broken.json"));
}

#[test]
fn what_does_not_go_with_a_journal_is_refused() {
    let folder = TestFolder::new();
    letters(&folder, 1);
    for (arguments, told) in [
        (&["mask", "in", "--resume"][..], "needs a folder"),
        (&["mask", "-", "-o", "out", "--resume"], "standard input"),
        (&["mask", "in", "-o", "out", "--resume", "--consistent-across", "folder"], "--consistent-across key"),
        (&["mask", "in", "-o", "out", "--resume", "--report", "r.html"], ".jsonl"),
        (&["mask", "in", "-o", "out", "--resume", "--recogniser", "none.toml"], "none.toml"),
        (&["mask", "in", "-o", "out", "--anew"], "--resume"),
        (&["verify", "nowhere"], "no such file"),
    ] {
        fails(&folder, arguments, told);
    }
}
