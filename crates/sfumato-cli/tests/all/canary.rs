//! Nothing leaks: documents made of unique words go through success, every kind of error and a forced panic at the
//! most talkative log level, and none of the words may appear outside the output file.

use crate::support::{TestFolder, run};

/// Words that stand nowhere else.
const WORDS: [&str; 6] = ["Zyxwelda", "Quorvath", "Brimpolq", "zyx.quorvath", "Vexluminor", "Trandiquol"];

fn letter() -> String {
    "Dear Dr. Zyxwelda Quorvath,\nDNI 00000014Z, mail zyx.quorvath@brimpolq.example, tel. 202-555-0143.\n\
     Nombre: Vexluminor. Brimpolq was mentioned. Password: Trandiquol77!\n"
        .to_owned()
}

#[track_caller]
fn nothing_is_told(folder: &TestFolder, arguments: &[&str], input: Option<&[u8]>, expected: i32) {
    let mut all = vec!["--log", "trace"];
    all.extend_from_slice(arguments);
    let done = run(folder, &all, input);
    assert_eq!(done.code, expected, "{arguments:?}: {}", done.stderr);
    for word in WORDS {
        let told = |text: &str| text.to_lowercase().contains(&word.to_lowercase());
        assert!(!told(&done.stderr), "{arguments:?} told {word} on standard error");
        assert!(!told(&done.stdout), "{arguments:?} told {word} on standard output");
    }
}

#[test]
fn success_tells_nothing() {
    let folder = TestFolder::new();
    folder.write("letter.txt", letter().as_bytes());
    folder.write("table.csv", format!("a,b\n\"{}\",1\n", letter()).as_bytes());
    folder.write("records.jsonl", format!("{{\"text\":{:?},\"protect\":\"Brimpolq\"}}\n", letter()).as_bytes());
    folder.write("note.md", format!("# {}", letter()).as_bytes());
    folder.write("page.html", format!("<p title='Brimpolq'>{}</p><!-- Vexluminor -->", letter()).as_bytes());
    folder.write("record.xml", format!("<r who='Brimpolq'>{}</r>", letter()).as_bytes());
    folder.write(
        "mail.eml",
        format!("From: Zyxwelda Quorvath <zyx.quorvath@brimpolq.example>\nSubject: Vexluminor\n\n{}", letter())
            .as_bytes(),
    );
    folder.write("letter.rtf", format!("{{\\rtf1\\ansi {}}}", letter().replace('\n', "\\par ")).as_bytes());
    folder.write("patient.json", format!("{{\"resourceType\":\"Patient\",\"note\":{:?}}}", letter()).as_bytes());
    let files =
        ["letter.txt", "table.csv", "records.jsonl", "note.md", "page.html", "record.xml", "mail.eml", "letter.rtf"];
    for file in files.into_iter().chain(["patient.json"]) {
        nothing_is_told(&folder, &["mask", file, "--report", &format!("{file}.html")], None, 0);
        nothing_is_told(&folder, &["mask", file, "--report", &format!("{file}.json")], None, 0);
        nothing_is_told(&folder, &["detect", file, "--all"], None, 0);
        nothing_is_told(&folder, &["detect", file, "--all", "--as", "jsonl"], None, 0);
        for report in [format!("{file}.html"), format!("{file}.json")] {
            let report = String::from_utf8(folder.read(&report)).expect("a report is text");
            assert!(WORDS.iter().all(|word| !report.contains(word)), "the report of {file} quotes it");
        }
    }
    // What was asked for is on standard output, and nowhere else.
    let done = run(&folder, &["--log", "trace", "analyse", "letter.txt"], None);
    assert!(done.code == 0 && done.stdout.contains("Zyxwelda"), "{}", done.stderr);
    assert!(WORDS.iter().all(|word| !done.stderr.contains(word)), "standard error tells words of the letter");
    let masked = String::from_utf8(folder.read("letter.masked.txt")).expect("text");
    assert!(masked.contains("[PERSON 1]") && !masked.contains("Quorvath"), "the document itself was masked");
}

#[test]
fn errors_tell_nothing() {
    let folder = TestFolder::new();
    let text = letter();
    folder.write("broken.jsonl", format!("{{\"text\":\"{}\n", text.replace('\n', " ")).as_bytes());
    folder.write("list.jsonl", b"[\"Zyxwelda\",\"Quorvath\"]\n");
    folder.write("broken.csv", format!("a,b\n1,\"{}\n", text.replace('\n', " ")).as_bytes());
    folder.write("after.csv", b"a,b\n\"Zyxwelda\"Quorvath,1\n");
    folder.write("binary.txt", &[text.as_bytes(), b"\0\x01\x02"].concat());
    folder.write("open.xml", format!("<r><p>{text}</r>").as_bytes());
    folder.write("entity.xml", b"<!DOCTYPE r [<!ENTITY Zyxwelda SYSTEM 'Quorvath'>]><r>&Zyxwelda;</r>");
    folder.write("open.rtf", format!("{{\\rtf1 {{{text}").as_bytes());
    folder.write("paper.pdf", format!("%PDF-1.7\n1 0 obj ({text}").as_bytes());
    folder.write("office.docx", format!("PK\x03\x04[Content_Types].xml word/ {text}").as_bytes());
    folder.write(
        "sealed.eml",
        format!(
            "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/signed; boundary=x\n\n--x\n\n{text}\n--x--\n"
        )
        .as_bytes(),
    );
    folder.write("utf8.txt", &[b"\xef\xbb\xbf", text.as_bytes(), b"\xff\xfe"].concat());
    folder.write("odd.txt", &[b"\xff\xfe", text.as_bytes(), b"x"].concat());
    folder.write("kind.txt", &[b"%PDF-1.7 ", text.as_bytes()].concat());
    folder.write("columns.csv", b"Zyxwelda,Quorvath\n1,2\n");
    folder.write("letter.txt", text.as_bytes());
    folder.write("sealed.txt", format!("{text} {{sfumato:person:aaaa}}").as_bytes());
    folder.write("key", &b"0123456789abcdef".repeat(4));
    let text_files =
        ["broken.jsonl", "list.jsonl", "broken.csv", "after.csv", "binary.txt", "utf8.txt", "odd.txt", "kind.txt"];
    let others = ["open.xml", "entity.xml", "open.rtf", "paper.pdf", "office.docx", "sealed.eml"];
    for file in text_files.into_iter().chain(others) {
        nothing_is_told(&folder, &["mask", file], None, 2);
        nothing_is_told(&folder, &["detect", file], None, 2);
        nothing_is_told(&folder, &["analyse", file], None, 2);
    }
    folder.write("broken.conllu", b"1\tZyxwelda\tQuorvath\n");
    nothing_is_told(&folder, &["eval", "tags", "--gold", "broken.conllu"], None, 2);
    nothing_is_told(&folder, &["mask", "columns.csv", "--columns", "missing"], None, 2);
    nothing_is_told(&folder, &["unmask", "sealed.txt", "--key-file", "key"], None, 2);
    nothing_is_told(&folder, &["mask", "letter.txt", "--policy", "letter.txt"], None, 2);
    nothing_is_told(&folder, &["mask", "letter.txt", "--recogniser", "letter.txt"], None, 2);
    nothing_is_told(&folder, &["unmask", "letter.txt", "--key-file", "letter.txt"], None, 2);
    nothing_is_told(&folder, &["unmask", "letter.txt", "--map", "letter.txt", "--key-file", "key"], None, 2);
    let with_map = ["mask", "letter.txt", "--policy", "pseudonymise", "--map", "letter.txt", "--key-file", "key"];
    nothing_is_told(&folder, &with_map, None, 2);
    folder.write("fixed.toml", b"version = 1\n[pseudonyms.fixed]\n\"Zyxwelda\" = \"Zyxwelda\"\n");
    nothing_is_told(&folder, &["mask", "letter.txt", "--policy", "fixed.toml"], None, 2);
    nothing_is_told(&folder, &["detect", "-", "--format", "jsonl"], Some(text.as_bytes()), 2);
}

#[test]
fn a_panic_tells_its_place_and_nothing_else() {
    let folder = TestFolder::new();
    folder.write("letter.txt", letter().as_bytes());
    nothing_is_told(&folder, &["mask", "letter.txt", "--force-panic"], None, 2);
    nothing_is_told(&folder, &["detect", "letter.txt", "--force-panic"], None, 2);
    nothing_is_told(&folder, &["analyse", "letter.txt", "--force-panic"], None, 2);
    let done = run(&folder, &["mask", "letter.txt", "--force-panic"], None);
    assert!(done.stderr.contains("internal error at"), "{}", done.stderr);
    assert!(!folder.has("letter.masked.txt"), "nothing was written");
}
