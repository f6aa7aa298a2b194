//! Numbers in documents that can be counted in the repository.

use std::path::Path;

use super::root;
use crate::support::{TestFolder, works};

/// A number that a document states: the words before it and after it, and what it ought to be.
struct CountClaim {
    document: &'static str,
    before: &'static str,
    after: &'static str,
    count: fn() -> usize,
}

const fn claim(document: &'static str, before: &'static str, after: &'static str, count: fn() -> usize) -> CountClaim {
    CountClaim { document, before, after, count }
}

const RECOGNISERS: &str = "docs/recognisers.md";

const CLAIMS: &[CountClaim] = &[
    claim(RECOGNISERS, "\n", " recognisers, each a file under", recognisers),
    claim(RECOGNISERS, "| `person/` | ", " |", || of(&["person"])),
    claim(RECOGNISERS, "| `age/`, `date/` | ", " |", || of(&["age", "date"])),
    claim(RECOGNISERS, "| `address/`, `place/` | ", " |", || of(&["address", "place"])),
    claim(RECOGNISERS, "| `organisation/` | ", " |", || of(&["organisation"])),
    claim(RECOGNISERS, "| `contact/` | ", " |", || of(&["contact"])),
    claim(RECOGNISERS, "| `record/` | ", " |", || of(&["record"])),
    claim(RECOGNISERS, "| `es/` | ", " |", || of(&["es"])),
    claim(RECOGNISERS, "| `us/` | ", " |", || of(&["us"])),
    claim(RECOGNISERS, "| `uk/` | ", " |", || of(&["uk"])),
    claim(RECOGNISERS, "| ", " other countries of Europe |", || countries().len()),
    claim(RECOGNISERS, "other countries of Europe | ", " |", || of(&countries())),
    claim(RECOGNISERS, "| `finance/` | ", " |", || of(&["finance"])),
    claim(RECOGNISERS, "| `device/` | ", " |", || of(&["device"])),
    claim(RECOGNISERS, "| `net/` | ", " |", || of(&["net"])),
    claim(RECOGNISERS, "| `secret/` | ", " |", || of(&["secret"])),
    claim("docs/models.md", "\n", " models find what no pattern can tell", models),
    claim("CHANGELOG.md", "\n- ", " recognisers as data", recognisers),
    claim("CHANGELOG.md", "\n- ", " learned recognisers in the program", models),
    claim("CHANGELOG.md", "in the program: ", " taxonomies in English and Spanish", taxonomies),
    claim("docs/accuracy.md", "`tests/gold/everyday` has ", " invented documents", everyday),
    claim("docs/accuracy.md", "invented documents of ", " kinds", everyday_kinds),
];

/// Groups of recognisers that are not those of a country of the table.
const GROUPS: [&str; 15] = [
    "person",
    "age",
    "date",
    "address",
    "place",
    "organisation",
    "contact",
    "record",
    "es",
    "us",
    "uk",
    "finance",
    "device",
    "net",
    "secret",
];

/// True if numbers of the document are counted.
pub fn is_counted(document: &str) -> bool {
    CLAIMS.iter().any(|claim| claim.document == document)
}

/// The document with its numbers as they ought to be; what was wrong is added to the list.
pub fn recounted(document: &str, mut text: String, wrong: &mut Vec<String>) -> String {
    for CountClaim { before, after, count, .. } in CLAIMS.iter().filter(|claim| claim.document == document) {
        let found = text.match_indices(after).find_map(|(at, _)| {
            let number = text.get(..at)?.rsplit([' ', '\n']).next()?;
            text.get(..at - number.len())?.ends_with(before).then(|| (at - number.len(), number.to_owned()))
        });
        let Some((at, number)) = found else {
            wrong.push(format!("{document} does not say how many there are: `{before}...{after}`"));
            continue;
        };
        let right = written(count(), &number);
        if right != number {
            wrong.push(format!("{document}: `{number}{after}`, and there are {right}"));
            text.replace_range(at..at + number.len(), &right);
        }
    }
    text
}

/// A number in the way the old one is written: a word of the language up to twelve, or digits.
fn written(count: usize, like: &str) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match WORDS.get(count) {
        Some(word) if !like.starts_with(|c: char| c.is_ascii_digit()) => {
            let is_capital = like.starts_with(char::is_uppercase);
            let (first, rest) = word.split_at(1);
            if is_capital { first.to_uppercase() + rest } else { (*word).to_owned() }
        }
        _ => count.to_string(),
    }
}

fn recognisers() -> usize {
    of(&GROUPS) + of(&countries())
}

fn of(groups: &[&str]) -> usize {
    groups.iter().map(|group| files(&format!("assets/recognisers/{group}"), "toml")).sum()
}

/// The folders of recognisers that are named for a country of Europe.
fn countries() -> Vec<&'static str> {
    let entries = std::fs::read_dir(root().join("assets/recognisers")).expect("readable");
    let names = entries.map(|entry| entry.expect("readable")).filter(|entry| entry.path().is_dir());
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !GROUPS.contains(&name.as_str())).map(|name| &*name.leak()).collect()
}

fn models() -> usize {
    lines(&["explain"]).iter().filter(|line| line.contains(" learnt from annotated documents: ")).count()
}

fn taxonomies() -> usize {
    files("assets/knowledge", "kb")
}

/// Everything below the folder but lists and descriptions.
fn everyday() -> usize {
    everyday_names().len()
}

fn everyday_kinds() -> usize {
    let kind = |name: String| name.split('-').next().unwrap_or_default().to_owned();
    let mut kinds: Vec<String> = everyday_names().into_iter().map(kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds.len()
}

fn everyday_names() -> Vec<String> {
    let mut names = Vec::new();
    for language in ["en", "es"] {
        let folder = root().join("tests/gold/everyday").join(language);
        let entries = std::fs::read_dir(folder).expect("readable");
        names.extend(entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()));
    }
    names
}

fn lines(call: &[&str]) -> Vec<String> {
    works(&TestFolder::new(), call).stdout.lines().map(str::to_owned).collect()
}

/// The number of files of an ending below a folder.
fn files(folder: &str, ending: &str) -> usize {
    fn below(folder: &Path, ending: &str) -> usize {
        let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let count = |path: std::path::PathBuf| match path.is_dir() {
            true => below(&path, ending),
            false => usize::from(path.extension().is_some_and(|own| own == ending)),
        };
        entries.map(|entry| count(entry.expect("readable").path())).sum()
    }
    below(&root().join(folder), ending)
}

#[test]
fn numbers_are_written_as_they_were() {
    assert_eq!(written(7, "six"), "seven");
    assert_eq!(written(7, "Six"), "Seven");
    assert_eq!(written(7, "6"), "7");
    assert_eq!(written(13, "twelve"), "13");
}
