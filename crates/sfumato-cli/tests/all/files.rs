//! The samples of every kind of file: masked, read again, and nothing of what was planted in them is left.

use std::path::Path;

use crate::support::{TestFolder, fails, run, works};

/// Values that stand somewhere in the samples and must be gone; in lower case.
const GONE: [&str; 8] =
    ["tillotson", "barnaby", "prudence", "943 476 5919", "9434765919", "900318", "mailbox.example", "x1234567l"];

const SAMPLES: [&str; 5] = ["referral-en.docx", "mail-es.eml", "patient-fhir.json", "visit-en.html", "patients.xlsx"];

fn sample(folder: &TestFolder, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name);
    folder.write(name, &std::fs::read(path).expect("the sample is there"));
}

/// A file as text in small letters.
fn lowered(folder: &TestFolder, name: &str) -> String {
    String::from_utf8_lossy(&folder.read(name)).to_lowercase()
}

/// The values found in a file when it is searched for everything that must be gone, archives unpacked.
fn found(folder: &TestFolder, name: &str) -> String {
    let mut arguments = vec!["detect", name, "--as", "jsonl", "--show-text", "--all"];
    arguments.extend(GONE.iter().flat_map(|gone| ["--protect", *gone]));
    let done = run(folder, &arguments, None);
    assert_eq!(done.code, 0, "{name}: {}", done.stderr);
    done.stdout.to_lowercase()
}

#[test]
fn samples_of_every_kind_are_masked() {
    let folder = TestFolder::new();
    for name in SAMPLES {
        sample(&folder, name);
        if name != "patients.xlsx" {
            assert!(found(&folder, name).contains("tillotson"), "{name}: the search finds what is there");
        }
        let masked = format!("masked-{name}");
        let done = run(&folder, &["mask", name, "-o", &masked], None);
        assert_eq!(done.code, 0, "{name}: {}", done.stderr);
        assert_ne!(folder.read(name), folder.read(&masked), "{name}");
        let (raw, found) = (lowered(&folder, &masked), found(&folder, &masked));
        for gone in GONE {
            assert!(!raw.contains(gone), "{masked} still has {gone}");
            assert!(!found.contains(gone), "{masked}: {gone} can still be found");
        }
    }
}

#[test]
fn masking_a_masked_file_changes_nothing_without_models() {
    let folder = TestFolder::new();
    folder.write("patterns.toml", b"version = 1\n[mask]\n\"date/year\" = \"keep\"\ntime = \"keep\"\n");
    for name in SAMPLES.into_iter().chain(["court-en.pdf"]) {
        sample(&folder, name);
        let (once, twice) = (format!("once-{name}"), format!("twice-{name}"));
        assert_eq!(run(&folder, &["mask", name, "-o", &once, "--policy", "patterns.toml"], None).code, 0, "{name}");
        let again = run(&folder, &["mask", &once, "-o", &twice, "--policy", "patterns.toml"], None);
        assert_eq!(again.code, 0, "{name}: {}", again.stderr);
        assert!(folder.read(&once) == folder.read(&twice), "{name}: {}", again.stderr);
    }
}

#[test]
fn metadata_stays_only_on_request() {
    let folder = TestFolder::new();
    folder
        .write("page.html", b"<html><head><meta name='generator' content='Quillworks 3'></head><body>x</body></html>");
    assert_eq!(run(&folder, &["mask", "page.html", "-o", "without.html"], None).code, 0);
    assert!(!lowered(&folder, "without.html").contains("quillworks"));
    assert_eq!(run(&folder, &["mask", "page.html", "-o", "with.html", "--keep-metadata"], None).code, 0);
    assert!(lowered(&folder, "with.html").contains("quillworks"));
    folder.write("page.html", b"<html><head><meta name='author' content='Dr. Ann Leeson'></head><body>x</body></html>");
    assert_eq!(run(&folder, &["mask", "page.html", "-o", "named.html", "--keep-metadata"], None).code, 0);
    assert!(!lowered(&folder, "named.html").contains("leeson"), "what is found goes all the same");
}

#[test]
fn what_is_not_read_refuses_the_file_or_goes() {
    let folder = TestFolder::new();
    folder.write(
        "mail.eml",
        b"From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
          --b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b\r\nContent-Type: application/octet-stream\r\n\
          Content-Transfer-Encoding: base64\r\n\r\nAAECAwQFBgcICQ==\r\n--b--\r\n",
    );
    let refused = run(&folder, &["mask", "mail.eml"], None);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--embedded remove"), "{}", refused.stderr);
    assert!(!folder.has("mail.masked.eml"));
    let removed = run(&folder, &["mask", "mail.eml", "--embedded", "remove"], None);
    assert_eq!(removed.code, 0, "{}", removed.stderr);
    assert!(!lowered(&folder, "mail.masked.eml").contains("aaecawqf"));
}

#[test]
fn a_text_in_a_language_that_nobody_here_reads_is_refused_unless_its_language_is_said() {
    let folder = TestFolder::new();
    let text = "Der Patient wohnt in Berlin und nimmt seine Tabletten, dann geht er zur Arbeit, aber nicht immer.\n";
    folder.write("brief.txt", text.as_bytes());
    fails(
        &folder,
        &["mask", "brief.txt"],
        "sfumato: brief.txt: the text is in German, which is not supported; --language en or es reads it all the same, \
         and finds what has a shape\n",
    );
    assert!(!folder.has("brief.masked.txt"));
    works(&folder, &["mask", "brief.txt", "-q", "--language", "en"]);
}
