//! The literate cases of `tests/suite/*.md`: an input with what must be masked between « and », and what comes out.
//!
//! `UPDATE=1 cargo test -p sfumato --test all suite` rewrites what comes out; a person reads the difference.

use std::path::{Path, PathBuf};

use sfumato::document::formats::{Csv, DocumentFormat, JsonLines, Markdown, TextFile};
use sfumato::{Anonymiser, Bundle};

/// One case: where its two blocks are in the file, and how to read the input.
struct Case {
    name: String,
    format: String,
    policy: String,
    input: String,
    expected: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")
}

/// The fenced blocks of a Markdown file under their headings.
fn cases(markdown: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut heading = String::new();
    let mut pending: Option<(String, String)> = None;
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            heading = name.to_owned();
        }
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        if info == "masked" {
            let (info, input) = pending.take().expect("an input stands before what comes out");
            let mut words = info.split_whitespace();
            let format = words.next().unwrap_or("text").to_owned();
            let policy = words.find_map(|word| word.strip_prefix("policy=")).unwrap_or("default").to_owned();
            cases.push(Case { name: heading.clone(), format, policy, input, expected: block });
        } else {
            pending = Some((info.to_owned(), block));
        }
    }
    cases
}

fn format_of(name: &str) -> Box<dyn DocumentFormat> {
    match name {
        "text" => Box::new(TextFile),
        "markdown" => Box::new(Markdown),
        "csv" => Box::new(Csv::default()),
        "jsonl" => Box::new(JsonLines::default()),
        other => panic!("no format {other}"),
    }
}

/// What comes out, and the texts that were masked, in order.
fn masked(case: &Case) -> (String, Vec<String>) {
    let bytes = case.input.replace(['«', '»'], "").into_bytes();
    let format = format_of(&case.format);
    let policy = Bundle::policy(&case.policy).expect("a built-in policy").expect("well formed");
    let anonymiser = Anonymiser::builder().policy(policy).build().expect("buildable");
    let mut out = Vec::new();
    let mut values = Vec::new();
    let mut at = 0;
    for range in format.split(&bytes).expect("readable") {
        let document = format.read(bytes[range.clone()].to_vec()).expect("readable");
        let masked = anonymiser.mask_document(&document).expect("maskable");
        values.extend(masked.edits.iter().map(|edit| document.slice(edit.span()).to_owned()));
        out.extend_from_slice(&bytes[at..range.start]);
        out.extend(format.write(&document, &masked.edits).expect("writable"));
        at = range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    (String::from_utf8(out).expect("text"), values)
}

/// The marked texts of an input; marks that touch (`«Jo»**«nas»`) are one text split by markup.
fn marked(case: &Case) -> Vec<String> {
    let joined = case.input.replace("»**«", "");
    joined.split('«').skip(1).map(|part| part.split('»').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder()).expect("the suite is there") {
        let path = entry.expect("readable").path();
        let markdown = std::fs::read_to_string(&path).expect("readable");
        let mut updated = markdown.clone();
        for case in cases(&markdown) {
            count += 1;
            let (out, values) = masked(&case);
            if values != marked(&case) {
                failures.push(format!("{}: marked {:?}, masked {values:?}", case.name, marked(&case)));
            }
            if out != case.expected {
                updated = updated.replace(&format!("```masked\n{}```", case.expected), &format!("```masked\n{out}```"));
                failures.push(format!("{}:\n  expected {:?}\n  came out {out:?}", case.name, case.expected));
            }
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, updated).expect("writable");
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 10, "the suite was found");
}
