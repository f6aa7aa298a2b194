//! Bad input gets one clear line, exit 2, and nothing is written.

use crate::support::{TestFolder, fails, run, run_to};

#[test]
fn files_that_cannot_be_read() {
    let folder = TestFolder::new();
    folder.write("empty.txt", b"");
    folder.write("binary.txt", b"\x00\x01\x02\x03abc\x00");
    folder.write("paper.pdf", b"%PDF-1.7\n...");
    folder.write("office.docx", b"PK\x03\x04....");
    folder.write("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....");
    std::fs::create_dir(folder.path().join("hollow")).expect("writable");
    fails(&folder, &["mask", "missing.txt"], "missing.txt: there is no such file or folder");
    fails(&folder, &["mask", "empty.txt"], "empty.txt: the file is empty");
    fails(&folder, &["mask", "binary.txt"], "binary.txt: binary content");
    fails(&folder, &["mask", "paper.pdf"], "paper.pdf: damaged PDF at byte");
    fails(&folder, &["mask", "office.docx"], "office.docx: damaged archive, at byte");
    fails(&folder, &["mask", "old.doc"], "old.doc: not read: an old office document or message that is damaged");
    fails(&folder, &["mask", "hollow", "-o", "out"], "there is no file in the folders named");
    fails(&folder, &["detect", "empty.txt"], "empty.txt: the file is empty");
    fails(&folder, &["mask", "-"], "standard input: the file is empty");
}

#[cfg(unix)]
#[test]
fn folders_that_cannot_be_read_or_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TestFolder::new();
    folder.write("closed/letter.txt", b"Dear Dr. Lee");
    folder.write("letter.txt", b"Dear Dr. Lee");
    let closed = folder.path().join("closed");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("ours");
    // Who may read everything cannot see this fail.
    let everything_is_readable = std::fs::read_dir(&closed).is_ok();
    let done = run(&folder, &["mask", "closed", "-o", "out"], None);
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o755)).expect("ours");
    if !everything_is_readable {
        assert_eq!(done.code, 2, "{}", done.stderr);
        assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
        assert!(done.stderr.contains("permission denied"), "{}", done.stderr);
    }
    assert!(folder.has("letter.txt"));
    fails(&folder, &["mask", "letter.txt", "-o", "letter.txt/below.txt"], "letter.txt");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Lee");
    fails(&folder, &["mask", "letter.txt", "-o", "/dev/full"], "/dev/full: the disk is full");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let done = run_to(&folder, &["mask", "letter.txt", "-o", "-"], None, full.into());
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("the disk is full"), "{}", done.stderr);
}

#[test]
fn policies_that_cannot_be_used() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Lee");
    folder.write("typo.toml", b"version = 1\n[mask]\ndefault = \"lable\"\n");
    folder.write("broken.toml", b"version = 1\n[mask\n");
    folder.write("keyed.toml", b"version = 1\n[mask]\ndefault = \"hash\"\n");
    folder.write("short.key", b"abc");
    let mask = |policy| ["mask", "letter.txt", "--policy", policy];
    fails(&folder, &mask("typo.toml"), "typo.toml:3: no operator `lable`; did you mean `label`?");
    fails(&folder, &mask("broken.toml"), "broken.toml:2:");
    fails(&folder, &mask("hippa"), "no policy `hippa`; did you mean `hipaa`?");
    fails(&folder, &mask("weather"), "no policy `weather`; there are clinical, declassify, default, ");
    fails(&folder, &mask("missing.toml"), "missing.toml: there is no such file");
    fails(&folder, &mask("keyed.toml"), "there is no key");
    fails(
        &folder,
        &["mask", "letter.txt", "--policy", "keyed.toml", "--key-file", "short.key"],
        "a key has at least 32",
    );
    fails(&folder, &["policy", "check", "typo.toml"], "typo.toml:3");
    fails(&folder, &["policy", "show", "nothing"], "no policy `nothing`");
}

#[test]
fn whatever_is_misspelt_has_a_suggestion() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Lee");
    folder.write("order.toml", b"version = 1\n[knowledge]\norder = [\"wordnett\"]\n");
    let meant = |call: &[&str], name: &str| fails(&folder, call, &format!("did you mean `{name}`?"));
    let mask = |option, value| ["mask", "letter.txt", option, value];
    meant(&mask("--policy", "defualt"), "default");
    meant(&mask("--model", "es/genral"), "es/general");
    meant(&mask("--quality", "bst"), "best");
    meant(&mask("--format", "docxx"), "docx");
    meant(&mask("--strategy", "SS5"), "S5");
    meant(&mask("--qualty", "best"), "--quality");
    meant(&["policy", "show", "redcat"], "redact");
    meant(&["policy", "check", "clincal"], "clinical");
    meant(&["policy", "check", "order.toml"], "wordnet");
    meant(&["policy", "chekc", "default"], "check");
    meant(&["expain", "es/dni"], "explain");
    meant(&["explain", "es/dnii"], "es/dni");
    meant(&["explain", "es/clinicl"], "es/clinical");
    meant(&["explain", "hippa"], "hipaa");
    meant(&["explain", "organisaton"], "organisation");
    meant(&["explain", "contact/emial"], "contact/email");
    meant(&["explain", "balanecd"], "balanced");
    meant(&["eval", "--gold", "letter.txt", "--labels", "medocan"], "meddocan");
    meant(&["detect", "letter.txt", "--as", "jsonnl"], "jsonl");
    meant(&["attack", "--masked", "a", "--background", "b", "--attacker", "bm52"], "bm25");
}

#[test]
fn calls_that_make_no_sense() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Lee");
    folder.write("notes/letter.txt", b"Dear Dr. Lee");
    fails(&folder, &["msak", "letter.txt"], "unrecognized subcommand 'msak'");
    fails(&folder, &["mask"], "required arguments were not provided");
    fails(&folder, &["mask", "letter.txt", "--polcy", "x"], "--policy");
    fails(&folder, &["mask", "notes"], "a folder needs a folder to be written to");
    fails(&folder, &["mask", "letter.txt", "-o", "letter.txt"], "is an input; it is never overwritten");
    fails(&folder, &["mask", "letter.txt", "notes/letter.txt", "-o", "out"], "two inputs would be written here");
    fails(&folder, &["mask", "notes", "-o", "notes"], "notes: is an input; give another folder with -o");
    fails(&folder, &["mask", "letter.txt", "--jobs", "99999999999"], "invalid value");
    fails(&folder, &["mask", "letter.txt", "--report", "report.doc"], "a report ends in .json, .jsonl or .html");
    fails(&folder, &["mask", "letter.txt", "--threshold", "7"], "--threshold takes a number from 0 to 1");
    fails(&folder, &["detect", "letter.txt", "--as", "brat"], "give their folder with --out");
    fails(&folder, &["explain", "es/dnii"], "no recogniser, model, policy or category `es/dnii`");
    fails(&folder, &["unmask", "letter.txt"], "unmasking needs the key");
}

#[test]
fn one_bad_file_stops_the_folder_unless_the_user_allows_it() {
    let folder = TestFolder::new();
    folder.write("in/a.txt", b"Dear Dr. Lee");
    folder.write("in/b.bin", b"\x00\x01");
    let done = run(&folder, &["mask", "in", "-o", "out"], None);
    assert_eq!(done.code, 2, "{}", done.stderr);
    assert!(!folder.has("out"), "nothing was written");
    let done = run(&folder, &["mask", "in", "-o", "out", "--allow-incomplete"], None);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stderr.contains("left out: in/b.bin"), "{}", done.stderr);
    assert_eq!(folder.read("out/a.txt"), b"Dear Dr. [PERSON 1]");
    assert!(!folder.has("out/b.bin"));
}

/// A folder that cannot be made when most results are in their places already.
#[test]
fn results_appear_all_or_none() {
    let folder = TestFolder::new();
    for name in ["a/one.txt", "a/two.txt", "b/three.txt"] {
        folder.write(&format!("in/{name}"), b"Dear Dr. Ann Lee.\n");
    }
    folder.write("out/a/one.txt", b"from before\n");
    // Something that is no folder stands where one belongs.
    folder.write("out/b", b"a file\n");
    fails(&folder, &["mask", "in", "-o", "out", "-q"], "b/three.txt: ");
    assert_eq!(folder.read("out/a/one.txt"), b"from before\n");
    assert!(!folder.has("out/a/two.txt"));
    std::fs::remove_file(folder.path().join("out/b")).expect("removable");
    let done = run(&folder, &["mask", "in", "-o", "out", "-q"], None);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert_eq!(folder.read("out/a/one.txt"), b"Dear Dr. [PERSON 1].\n");
    assert!(folder.has("out/a/two.txt") && folder.has("out/b/three.txt"));
    assert!(folder.list().iter().all(|name| !name.contains(".sfumato")), "{:?}", folder.list());
}

#[cfg(unix)]
#[test]
fn a_link_in_a_folder_is_left_out_and_not_the_folder() {
    let folder = TestFolder::new();
    folder.write("in/letter.txt", b"Dear Dr. Jane Okonkwo");
    std::os::unix::fs::symlink("letter.txt", folder.path().join("in/link.txt")).expect("writable");
    let done = run(&folder, &["mask", "in", "-o", "out"], None);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("link.txt: neither file nor folder"), "{}", done.stderr);
    let done = run(&folder, &["mask", "in", "-o", "out", "--allow-incomplete"], None);
    assert_eq!(done.code, 1);
    assert!(folder.has("out/letter.txt") && !folder.has("out/link.txt"));
}

#[test]
fn a_bad_record_is_left_out_and_not_the_collection() {
    let folder = TestFolder::new();
    folder.write("in.jsonl", b"{\"text\":\"Dear Dr. Jane Okonkwo\"}\n{\"text\":\"x\", }\n{\"text\":\"No news.\"}\n");
    fails(&folder, &["mask", "in.jsonl", "-o", "out.jsonl"], "line 2");
    let done = run(&folder, &["mask", "in.jsonl", "-o", "out.jsonl", "--allow-incomplete"], None);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stderr.contains("left out") && done.stderr.contains("line 2"), "{}", done.stderr);
    assert_eq!(folder.read("out.jsonl"), b"{\"text\":\"Dear Dr. [PERSON 1]\"}\n{\"text\":\"No news.\"}\n");
}
