//! The commands, as a user calls them.

use crate::support::{TestFolder, run, run_to};

#[track_caller]
fn works(folder: &TestFolder, arguments: &[&str], input: Option<&[u8]>) -> String {
    let done = run(folder, arguments, input);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    done.stdout
}

#[test]
fn a_file_is_masked_beside_itself() {
    let folder = TestFolder::new();
    folder.write("letter.txt", b"Dear Dr. Ann Lee,\r\nborn 4 March 1970\r\n");
    works(&folder, &["mask", "letter.txt"], None);
    assert_eq!(folder.read("letter.masked.txt"), b"Dear Dr. [PERSON 1],\r\nborn [DATE 1]\r\n");
    assert_eq!(folder.list(), ["letter.masked.txt", "letter.txt"]);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = TestFolder::new();
    let out = works(&folder, &["mask", "-"], Some(b"Dear Dr. Ann Lee"));
    assert_eq!(out, "Dear Dr. [PERSON 1]");
}

#[test]
fn a_folder_is_mirrored() {
    let folder = TestFolder::new();
    folder.write("in/a.txt", b"Dr. Ann Lee");
    folder.write("in/deep/b.csv", b"name\nAnn Lee\n");
    works(&folder, &["mask", "in", "-o", "in/out", "--report", "all.json"], None);
    assert_eq!(folder.read("in/out/a.txt"), b"Dr. [PERSON 1]");
    assert_eq!(folder.read("in/out/deep/b.csv"), b"name\n[PERSON 1]\n");
    // A second run does not read what the first one wrote.
    works(&folder, &["mask", "in", "-o", "in/out"], None);
    assert!(!folder.has("in/out/out"));
    let report: serde_json::Value = serde_json::from_slice(&folder.read("all.json")).expect("JSON");
    assert_eq!(report.as_array().map(Vec::len), Some(2));
}

#[test]
fn the_json_lines_contract_holds() {
    let folder = TestFolder::new();
    folder.write("in.jsonl", "{\"id\":\"a1\",\"text\":\"señor: Dr. Ann Lee\",\"mail\":\"a@b.example\"}\n".as_bytes());
    let out = works(
        &folder,
        &["detect", "in.jsonl", "--as", "jsonl", "--offsets", "codepoints", "--labels", "presidio"],
        None,
    );
    let line: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(line["id"], "a1");
    let first = &line["findings"][0];
    assert_eq!((first["start"].as_u64(), first["end"].as_u64()), (Some(11), Some(18)));
    assert_eq!((first["category"].as_str(), first["action"].as_str()), (Some("PERSON"), Some("mask")));
    assert!(first["score"].as_f64().is_some_and(|score| score > 0.5) && first["why"].is_string());
    let second = &line["findings"][1];
    assert_eq!((second["field"].as_str(), second["start"].as_u64()), (Some("mail"), Some(0)));
}

#[test]
fn the_brat_contract_holds() {
    let folder = TestFolder::new();
    folder.write("in/x.txt", "Año 2020: Dr. Ann Lee.".as_bytes());
    works(&folder, &["detect", "in", "--as", "brat", "--out", "out", "--labels", "meddocan"], None);
    assert_eq!(folder.read("out/x.ann"), b"T1\tNOMBRE_PERSONAL_SANITARIO 14 21\tAnn Lee\n");
}

#[test]
fn what_was_encrypted_can_be_unmasked() {
    let folder = TestFolder::new();
    folder.write("p.toml", b"version = 1\n[mask]\ndefault = \"encrypt\"\n");
    folder.write("key", &b"0123456789abcdef".repeat(4));
    folder.write("other", &b"fedcba9876543210".repeat(4));
    folder.write("letter.txt", b"Dear Dr. Ann Lee,\r\n");
    works(&folder, &["mask", "letter.txt", "--policy", "p.toml", "--key-file", "key"], None);
    assert!(!folder.read("letter.masked.txt").windows(3).any(|w| w == b"Lee"));
    works(&folder, &["unmask", "letter.masked.txt", "-o", "back.txt", "--key-file", "key"], None);
    assert_eq!(folder.read("back.txt"), b"Dear Dr. Ann Lee,\r\n");
    let done = run(&folder, &["unmask", "letter.masked.txt", "-o", "no.txt", "--key-file", "other"], None);
    assert_eq!(done.code, 2);
    assert!(!folder.has("no.txt"));
}

#[test]
fn equal_values_hash_alike_under_one_key() {
    let folder = TestFolder::new();
    folder.write("p.toml", b"version = 1\n[mask]\ndefault = { do = \"hash\", digits = 12 }\n");
    folder.write("key", &b"0123456789abcdef".repeat(4));
    folder.write("other", &b"fedcba9876543210".repeat(4));
    let hash = |key: &str, text: &str| {
        works(&folder, &["mask", "-", "--policy", "p.toml", "--key-file", key], Some(text.as_bytes()))
    };
    assert_eq!(hash("key", "Dr. Ann Lee"), hash("key", "Dr. Ann Lee"));
    assert_ne!(hash("key", "Dr. Ann Lee"), hash("other", "Dr. Ann Lee"));
    assert_ne!(hash("key", "Dr. Ann Lee"), hash("key", "Dr. Ann Loe"));
}

#[test]
fn lists_of_the_policy_and_names_of_the_call_count() {
    let folder = TestFolder::new();
    folder.write(
        "p.toml",
        b"version = 1\n[allow]\nvalues = [\"Ann Lee\"]\n[deny]\n\"other/project\" = [\"Blue Heron\"]\n",
    );
    let out = works(
        &folder,
        &["mask", "-", "--policy", "p.toml", "--protect", "Rosalind Quay"],
        Some(b"Dr. Ann Lee of BLUE  HERON met Rosalind Quay; Quay left."),
    );
    assert_eq!(
        out,
        "Dr. Ann Lee of BLUE  HERON met [PROTECTED 1]; [PROTECTED 1] left.".replace("BLUE  HERON", "[PROJECT 1]")
    );
}

#[test]
fn a_recogniser_of_the_users_own_is_used() {
    let folder = TestFolder::new();
    folder.write(
        "badge.toml",
        br#"
id = "acme/badge"
category = "id/employee"
what = "A badge."
why = "It names an employee."
[[patterns]]
name = "badge"
regex = 'ACME-\d{4}'
score = 0.9
[tests]
examples = []
counter_examples = []
"#,
    );
    let out = works(&folder, &["mask", "-", "--recogniser", "badge.toml"], Some(b"badge ACME-1234 was lost"));
    assert_eq!(out, "badge [EMPLOYEE ID 1] was lost");
}

#[test]
fn only_the_columns_asked_for_are_masked() {
    let folder = TestFolder::new();
    folder.write("t.csv", b"name;boss\nAnn Lee;Dr. Bo Hart\n");
    works(&folder, &["mask", "t.csv", "--columns", "boss", "-o", "o.csv"], None);
    assert_eq!(folder.read("o.csv"), b"name;boss\nAnn Lee;Dr. [PERSON 1]\n");
}

#[test]
fn everything_explains_itself() {
    let folder = TestFolder::new();
    assert!(works(&folder, &["explain", "es/dni"], None).contains("counter-examples"));
    assert!(works(&folder, &["explain", "finance"], None).contains("finance/iban"));
    let staff = works(&folder, &["explain", "person/staff"], None);
    assert!(staff.contains("DOCTOR") && staff.contains("names of people") && staff.contains("en/clinical"), "{staff}");
    assert!(works(&folder, &["policy", "list"], None).contains("hipaa"));
    assert!(works(&folder, &["policy", "show", "redact"], None).contains("black-out"));
    assert!(works(&folder, &["policy", "check", "default"], None).contains("well formed"));
    assert!(works(&folder, &["completions", "bash"], None).contains("sfumato"));
    works(&folder, &["manual", "pages"], None);
    let page = |name: &str| std::fs::read_to_string(folder.path().join("pages").join(name)).expect("a page");
    assert!(page("sfumato.1").contains("sfumato\\-mask(1)"));
    assert!(page("sfumato-mask.1").contains("allow\\-incomplete"));
    assert!(works(&folder, &["--help"], None).contains("Examples:"));
}

/// The commands in the order in which lines name them, as `  NAME ` or in the table of the documentation.
fn commands<'t>(text: &'t str, before: &str, after: char) -> Vec<&'t str> {
    let name = |line: &'t str| Some(line.split_once(before)?.1.split_once(after)?.0);
    text.lines().filter_map(name).filter(|name| !name.is_empty() && !name.contains(' ')).collect()
}

#[test]
fn the_help_groups_commands_by_what_a_person_wants() {
    let folder = TestFolder::new();
    let help = works(&folder, &["--help"], None);
    let headings: Vec<&str> = help.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':')).collect();
    let groups =
        ["Protect documents:", "Understand a decision:", "Measure and prove:", "Teach it:", "Bring knowledge:"];
    assert_eq!(headings[..5], groups, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    assert_eq!(works(&folder, &["help"], None), help);
    assert_eq!(works(&folder, &["-h"], None), help);
}

#[test]
fn the_documentation_lists_the_commands_as_the_help_does() {
    let help = works(&TestFolder::new(), &["--help"], None);
    let list = help.split("Protect documents:").nth(1).and_then(|rest| rest.split("Options:").next());
    let mut listed = commands(list.expect("a list of commands"), "  ", ' ');
    assert_eq!(listed.pop(), Some("help"));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let documentation = std::fs::read_to_string(path).expect("readable");
    let table = documentation.split("## Exit status").next().expect("a table");
    assert_eq!(commands(table, "| `sfumato ", '`'), listed);
}

#[test]
fn the_help_of_a_command_has_its_options_under_headings() {
    let help = works(&TestFolder::new(), &["mask", "--help"], None);
    let headings: Vec<&str> = help.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':')).collect();
    let expected = [
        "Arguments:",
        "Options:",
        "Input:",
        "Output:",
        "Policy:",
        "Recognisers:",
        "Parts of files that are not text:",
        "Knowledge of the world:",
        "Pseudonyms:",
        "Key:",
        "Batch:",
        "Run:",
        "Examples:",
    ];
    assert_eq!(headings, expected, "{help}");
}

#[test]
fn called_with_nothing_it_helps() {
    let help = works(&TestFolder::new(), &[], None);
    assert!(help.contains("Usage: sfumato") && help.contains("sfumato mask letter.txt"), "{help}");
}

#[test]
fn who_has_read_enough_is_told_nothing() {
    let folder = TestFolder::new();
    let text = "Dear Ann Lee,\n".repeat(20_000);
    folder.write("long.txt", text.as_bytes());
    for arguments in [&["mask", "long.txt", "-q", "-o", "-"][..], &["detect", "long.txt", "-q"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let done = run_to(&folder, arguments, None, writer.into());
        assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn what_people_copied_from_a_mail_stays_text() {
    let folder = TestFolder::new();
    let text =
        "From: Priya Nair <priya@example.org>\nSent: Monday\nTo: the team\nX-ray: room 4\nSubject: rota\n\nHello.\n";
    folder.write("copied.txt", text.as_bytes());
    works(&folder, &["mask", "copied.txt", "-q"], None);
    let masked = String::from_utf8(folder.read("copied.masked.txt")).expect("text");
    assert_eq!(masked.lines().count(), text.lines().count(), "{masked}");
    assert!(masked.contains("Sent: Monday\n") && masked.contains("X-ray: room 4\n"), "{masked}");
}

#[test]
fn each_sentence_is_read_in_its_own_language() {
    let folder = TestFolder::new();
    let english = "The committee met again in the spring, and most of what it said was about the roof and the boiler. ";
    let text = format!(
        "{}\n\nLa vecina dice que el señor Anselmo Quiroga vive con su hermana en la calle de la Paloma, 14.\n\n{}\n",
        english.repeat(40),
        english.repeat(40)
    );
    folder.write("mixed.txt", text.as_bytes());
    works(&folder, &["mask", "mixed.txt", "-q"], None);
    let masked = String::from_utf8(folder.read("mixed.masked.txt")).expect("text");
    assert!(!masked.contains("Quiroga") && !masked.contains("Paloma, 14"), "{masked}");
}

#[test]
fn the_program_says_on_what_terms_it_may_be_used() {
    let printed = works(&TestFolder::new(), &["licences"], None);
    for told in ["MIT", "Apache License", "Princeton University", "GeoNames", "Origins of the assets"] {
        assert!(printed.contains(told), "{told}");
    }
}
